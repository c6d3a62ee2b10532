//! Which variable a register's value came from, for messages such as "attempt to call a nil value (global 'f')".
//!
//! A register in a variable's scope is that variable. Any other is traced back to the instruction that last wrote
//! it, if that is certain: an instruction that a jump may have skipped proves nothing.

use super::effects::{effects, fall_writes, jump_writes};
use crate::bytecode::{Const, Op, Proto, UpvalDesc};
use std::rc::Rc;

/// A kind ("local", "global", "field", "method", "upvalue", "constant") and a name.
pub type Name = (&'static str, Rc<[u8]>);

/// Deepest chain of moves followed.
const MAX_STEPS: usize = 20;

/// The variable in scope at `pc` that owns a register.
pub fn local_at(proto: &Proto, pc: usize, reg: u8) -> Option<&Rc<[u8]>> {
    let pc = pc as u32;
    let found = proto.locals.iter().rev().find(|v| v.reg == reg && v.start <= pc && pc < v.end);
    found.map(|v| &v.name)
}

/// Whether the instruction may change a register, on any of its ways out.
fn changes(proto: &Proto, pc: usize, reg: u8) -> bool {
    let op = proto.code[pc];
    let clobbered = match op {
        Op::Call { a, .. } | Op::TailCall { a, .. } => reg >= a,
        Op::TForCall { a, .. } => reg >= a + 4,
        _ => false,
    };
    let all = effects(proto, pc).writes.union(jump_writes(op)).union(fall_writes(op));
    clobbered || all.contains(usize::from(reg))
}

/// The instruction that gave a register the value it has at `pc`, if that is certain.
fn writer(proto: &Proto, pc: usize, reg: u8) -> Option<usize> {
    let (mut found, mut landing) = (None, 0);
    for at in 0..pc {
        if changes(proto, at, reg) {
            found = (at >= landing).then_some(at);
        }
        if let Some(target) = proto.code[at].target(at) {
            if target > at && target <= pc {
                landing = landing.max(target);
            }
        }
        if let Op::LoadFalseSkip { .. } = proto.code[at] {
            landing = landing.max((at + 2).min(pc));
        }
    }
    found
}

/// A constant as a name; like the reference's, names end before a zero byte.
fn string(proto: &Proto, k: usize) -> Option<Rc<[u8]>> {
    match proto.consts.get(k) {
        Some(Const::Str(s)) => match s.iter().position(|&c| c == 0) {
            Some(end) => Some(Rc::from(&s[..end])),
            None => Some(s.clone()),
        },
        _ => None,
    }
}

fn field_kind(of_env: bool) -> &'static str {
    if of_env {
        "global"
    } else {
        "field"
    }
}

fn upvalue(proto: &Proto, up: u8) -> &UpvalDesc {
    &proto.upvals[usize::from(up)]
}

/// Where the value in `reg`, as the instruction at `pc` finds it, came from.
pub fn name_of_register(proto: &Proto, pc: usize, reg: u8) -> Option<Name> {
    let (mut pc, mut reg) = (pc, reg);
    for _ in 0..MAX_STEPS {
        if let Some(name) = local_at(proto, pc, reg) {
            return Some(("local", name.clone()));
        }
        pc = writer(proto, pc, reg)?;
        match proto.code[pc] {
            Op::Move { b, .. } => reg = b,
            Op::GetCell { b, .. } => {
                return local_at(proto, pc, b).map(|n| ("local", n.clone()));
            }
            Op::GetUpval { up, .. } | Op::GetUpvalCell { up, .. } => {
                return Some(("upvalue", upvalue(proto, up).name.clone()));
            }
            Op::GetTabUp { up, k, .. } => {
                let kind = field_kind(*upvalue(proto, up).name == *b"_ENV");
                return string(proto, k.into()).map(|n| (kind, n));
            }
            Op::GetField { b, k, .. } => {
                let kind = field_kind(is_env(proto, pc, b));
                return string(proto, k.into()).map(|n| (kind, n));
            }
            Op::GetIndex { c, .. } => {
                let key = name_of_register(proto, pc, c);
                let name = match key {
                    Some(("constant", name)) => name,
                    _ => Rc::from(&b"?"[..]),
                };
                return Some(("field", name));
            }
            // Smaller ones are operands of the reference's instruction.
            Op::GetInt { i, .. } => {
                let name = if (0..256).contains(&i) { &b"integer index"[..] } else { b"?" };
                return Some(("field", Rc::from(name)));
            }
            Op::Self_ { a, k, .. } if reg == a => return string(proto, k.into()).map(|n| ("method", n)),
            Op::LoadK { k, .. } => return string(proto, k as usize).map(|n| ("constant", n)),
            _ => return None,
        }
    }
    None
}

fn is_env(proto: &Proto, pc: usize, reg: u8) -> bool {
    let name = name_of_register(proto, pc, reg);
    matches!(name, Some(("local" | "upvalue", n)) if *n == *b"_ENV")
}

/// How the instruction at `pc` names the function it calls, for tracebacks and argument errors. Instructions that
/// call metamethods give the event's name.
pub fn name_of_call(proto: &Proto, pc: usize) -> Option<Name> {
    use Op::*;
    let event = match proto.code[pc] {
        Call { a, .. } | TailCall { a, .. } => return name_of_register(proto, pc, a),
        TForCall { .. } => return Some(("for iterator", Rc::from(&b"for iterator"[..]))),
        GetTabUp { .. } | GetField { .. } | GetIndex { .. } | GetInt { .. } | Self_ { .. } => "index",
        SetTabUp { .. } | SetTabUpK { .. } | SetField { .. } | SetFieldK { .. } => "newindex",
        SetIndex { .. } | SetIndexK { .. } | SetInt { .. } => "newindex",
        Add { .. } | AddI { .. } | AddK { .. } => "add",
        Sub { .. } | SubI { .. } | SubK { .. } => "sub",
        Mul { .. } | MulK { .. } => "mul",
        Div { .. } | DivK { .. } => "div",
        Mod { .. } | ModK { .. } => "mod",
        Pow { .. } | PowK { .. } => "pow",
        IDiv { .. } | IDivK { .. } => "idiv",
        BAnd { .. } | BAndK { .. } => "band",
        BOr { .. } | BOrK { .. } => "bor",
        BXor { .. } | BXorK { .. } => "bxor",
        Shl { .. } | ShlK { .. } => "shl",
        Shr { .. } | ShrK { .. } => "shr",
        Unm { .. } => "unm",
        BNot { .. } => "bnot",
        Len { .. } => "len",
        Concat { .. } => "concat",
        JEq { .. } => "eq",
        JLt { .. } | JLtI { .. } | JNotLtI { .. } | JGtI { .. } | JNotGtI { .. } => "lt",
        JLtK { .. } | JNotLtK { .. } | JGtK { .. } | JNotGtK { .. } => "lt",
        JLe { .. } | JLeI { .. } | JNotLeI { .. } | JGeI { .. } | JNotGeI { .. } => "le",
        JLeK { .. } | JNotLeK { .. } | JGeK { .. } | JNotGeK { .. } => "le",
        Close { .. } | ReturnClose { .. } => "close",
        _ => return None,
    };
    Some(("metamethod", Rc::from(event.as_bytes())))
}
