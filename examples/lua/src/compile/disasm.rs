//! Prototypes as text, for people and for tests.
//!
//! One line an instruction: number, line, operation with its operands, and after `;` what they stand for: constants,
//! jump targets, upvalue names.

use crate::bytecode::{Const, Op, Proto, UpvalSource};
use std::fmt::Write;

/// A constant as the language writes it.
fn constant(value: &Const) -> String {
    match value {
        Const::Nil => "nil".into(),
        Const::Bool(b) => b.to_string(),
        Const::Int(i) => i.to_string(),
        Const::Float(x) => format!("{x:?}"),
        Const::Str(s) => format!("\"{}\"", s.escape_ascii()),
    }
}

/// What the operands of an instruction stand for.
fn comment(proto: &Proto, pc: usize) -> String {
    use Op::*;
    let op = proto.code[pc];
    let k = |k: u16| constant(&proto.consts[usize::from(k)]);
    let up = |u: u8| String::from_utf8_lossy(&proto.upvals[usize::from(u)].name).into_owned();
    if let Some(target) = op.target(pc) {
        let with = match op {
            JEqK { k: c, .. } | JNotEqK { k: c, .. } | JLtK { k: c, .. } | JNotLtK { k: c, .. } => k(c) + " ",
            JLeK { k: c, .. } | JNotLeK { k: c, .. } | JGtK { k: c, .. } | JNotGtK { k: c, .. } => k(c) + " ",
            JGeK { k: c, .. } | JNotGeK { k: c, .. } => k(c) + " ",
            _ => String::new(),
        };
        return format!("{with}to {}", target + 1);
    }
    match op {
        LoadK { k: c, .. } => constant(&proto.consts[c as usize]),
        GetUpval { up: u, .. } | GetUpvalCell { up: u, .. } | SetUpvalCell { up: u, .. } => up(u),
        GetTabUp { up: u, k: c, .. } | SetTabUp { up: u, k: c, .. } => format!("{} {}", up(u), k(c)),
        SetTabUpK { up: u, k: c, v } => format!("{} {} {}", up(u), k(c), k(v)),
        GetField { k: c, .. } | SetField { k: c, .. } | Self_ { k: c, .. } => k(c),
        SetFieldK { k: c, v, .. } => format!("{} {}", k(c), k(v)),
        SetIndexK { v, .. } => k(v),
        AddK { k: c, .. } | SubK { k: c, .. } | MulK { k: c, .. } | DivK { k: c, .. } => k(c),
        ModK { k: c, .. } | PowK { k: c, .. } | IDivK { k: c, .. } | BAndK { k: c, .. } => k(c),
        BOrK { k: c, .. } | BXorK { k: c, .. } | ShlK { k: c, .. } | ShrK { k: c, .. } => k(c),
        _ => String::new(),
    }
}

/// An instruction as `Name a=1 b=2`: the derived form without its punctuation.
fn operands(op: Op) -> String {
    format!("{op:?}").replace(" {", "").replace(" }", "").replace(": ", "=").replace(',', "")
}

/// The listing of a function and the functions inside it.
pub fn listing(proto: &Proto) -> String {
    let mut out = String::new();
    write_function(proto, &mut out);
    out
}

fn write_function(proto: &Proto, out: &mut String) {
    let kind = if proto.line_defined == 0 { "main" } else { "function" };
    let (from, to) = (proto.line_defined, proto.last_line);
    let vararg = if proto.is_vararg { "+" } else { "" };
    // Writing to a string cannot fail.
    let _ =
        writeln!(out, "{kind} <{from},{to}> {}{vararg} params, {} registers", proto.nparams, proto.registers);
    for up in &proto.upvals {
        let name = String::from_utf8_lossy(&up.name);
        let from = match up.source {
            UpvalSource::Register(r) => format!("register {r}"),
            UpvalSource::Upvalue(u) => format!("upvalue {u}"),
            UpvalSource::Itself => "itself".into(),
            UpvalSource::Outside => "outside".into(),
        };
        let _ = writeln!(out, "  upvalue {name}: {} from {from}", if up.is_cell { "cell" } else { "value" });
    }
    for (pc, op) in proto.code.iter().enumerate() {
        let comment = comment(proto, pc);
        let comment = if comment.is_empty() { comment } else { format!(" ; {comment}") };
        let _ = writeln!(out, "{:>4} [{}] {}{comment}", pc + 1, proto.lines[pc], operands(*op));
    }
    for inner in &proto.protos {
        write_function(inner, out);
    }
}
