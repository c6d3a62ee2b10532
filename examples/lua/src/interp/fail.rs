//! Errors of the interpreter itself, in the reference's words: which value was wrong, and what the program calls it.

use super::arith::Arith;
use super::Lua;
use crate::bytecode::Op;
use crate::code::Code;
use crate::compile::names;
use crate::native::{bad_argument, to_number, type_name, Blame};
use crate::syntax::error::chunk_id;
use crate::text::number::{float_to_int, Number};
use crate::value::{Closure, Val};
use crate::{error, Rt};
use holloway::heap::{OptGc, RawSlot};
use holloway::machine::{Cx, Int, Machine, Raised, Slot};
use holloway::residual;

/// " (local 'x')" for a register.
fn named(code: &Code, pc: usize, reg: Option<u8>) -> Vec<u8> {
    match reg.and_then(|r| names::name_of_register(&code.proto, pc, r)) {
        Some((kind, name)) => [b" (", kind.as_bytes(), b" '", &name[..], b"')"].concat(),
        None => Vec::new(),
    }
}

/// " (upvalue 'x')", " (local 'x')" or " (constant 'x')" for the table an instruction indexes.
fn indexed(code: &Code, pc: usize) -> Vec<u8> {
    match code.ops()[pc] {
        Op::GetTabUp { up, .. } | Op::SetTabUp { up, .. } | Op::SetTabUpK { up, .. } => {
            [b" (upvalue '", &code.proto.upvals[up as usize].name[..], b"')"].concat()
        }
        Op::GetField { b, .. } | Op::GetIndex { b, .. } | Op::GetInt { b, .. } | Op::Self_ { b, .. } => {
            named(code, pc, Some(b))
        }
        Op::SetField { a, .. }
        | Op::SetFieldK { a, .. }
        | Op::SetIndex { a, .. }
        | Op::SetIndexK { a, .. }
        | Op::SetInt { a, .. } => named(code, pc, Some(a)),
        _ => Vec::new(),
    }
}

fn message(rt: &Rt, what: &str, v: Val, name: Vec<u8>) -> Raised {
    let mut text = format!("attempt to {what} a {} value", type_name(rt, v)).into_bytes();
    text.extend(name);
    error::error(rt, text)
}

#[residual]
fn index_error(cx: &Cx<Lua>, code: i64, pc: i64, v: RawSlot) -> Result<(), Raised> {
    let code = cx.rt.lang.code(code as u32);
    let name = indexed(code, pc as usize);
    Err(message(cx.rt, "index", v.into(), name))
}

#[residual]
fn call_error(cx: &Cx<Lua>, code: i64, pc: i64, v: RawSlot) -> Result<(), Raised> {
    let code = cx.rt.lang.code(code as u32);
    let name = match names::name_of_call(&code.proto, pc as usize) {
        Some((kind, name)) => [b" (", kind.as_bytes(), b" '", &name[..], b"')"].concat(),
        None => Vec::new(),
    };
    Err(message(cx.rt, "call", v.into(), name))
}

/// The registers of an arithmetic instruction's operands as the program wrote them; none for constants.
fn operand_registers(op: Op) -> [Option<u8>; 2] {
    use Op::*;
    match op {
        Add { b, c, .. }
        | Sub { b, c, .. }
        | Mul { b, c, .. }
        | Div { b, c, .. }
        | Mod { b, c, .. }
        | Pow { b, c, .. }
        | IDiv { b, c, .. }
        | BAnd { b, c, .. }
        | BOr { b, c, .. }
        | BXor { b, c, .. }
        | Shl { b, c, .. }
        | Shr { b, c, .. } => [Some(b), Some(c)],
        AddI { b, flip: true, .. }
        | AddK { b, flip: true, .. }
        | MulK { b, flip: true, .. }
        | BAndK { b, flip: true, .. }
        | BOrK { b, flip: true, .. }
        | BXorK { b, flip: true, .. } => [None, Some(b)],
        AddI { b, .. }
        | SubI { b, .. }
        | AddK { b, .. }
        | SubK { b, .. }
        | MulK { b, .. }
        | DivK { b, .. }
        | ModK { b, .. }
        | PowK { b, .. }
        | IDivK { b, .. }
        | BAndK { b, .. }
        | BOrK { b, .. }
        | BXorK { b, .. }
        | ShlK { b, .. }
        | ShrK { b, .. } => [Some(b), None],
        Unm { b, .. } | BNot { b, .. } | Len { b, .. } => [Some(b), Some(b)],
        _ => [None, None],
    }
}

/// What the program calls an operand.
fn operand_name(code: &Code, pc: usize, second: bool) -> Vec<u8> {
    named(code, pc, operand_registers(code.ops()[pc])[usize::from(second)])
}

#[residual]
fn arith_error(
    cx: &Cx<Lua>,
    code: i64,
    pc: i64,
    bitwise: bool,
    a: RawSlot,
    b: RawSlot,
) -> Result<(), Raised> {
    let (rt, code, pc) = (cx.rt, cx.rt.lang.code(code as u32), pc as usize);
    let number = |v: RawSlot| Val::from(v).number();
    if bitwise {
        let whole = |v| match to_number(Val::from(v)) {
            Some(Number::Float(x)) => float_to_int(x).is_some(),
            _ => true,
        };
        if number(a).is_some() && number(b).is_some() {
            let name = operand_name(code, pc, whole(a));
            let text = [b"number", &name[..], b" has no integer representation"].concat();
            return Err(error::error(rt, text));
        }
    }
    // The second operand is to blame if the first is a number.
    let second = number(a).is_some();
    let v = if second { b } else { a };
    let what = if bitwise { "perform bitwise operation on" } else { "perform arithmetic on" };
    Err(message(rt, what, v.into(), operand_name(code, pc, second)))
}

#[residual]
fn operand_error(cx: &Cx<Lua>, code: i64, pc: i64, v: RawSlot) -> Result<(), Raised> {
    let code = cx.rt.lang.code(code as u32);
    let name = operand_name(code, pc as usize, false);
    Err(message(cx.rt, "get length of", v.into(), name))
}

#[residual]
fn concat_error(cx: &Cx<Lua>, code: i64, pc: i64, reg: i64, a: RawSlot, b: RawSlot) -> Result<(), Raised> {
    let code = cx.rt.lang.code(code as u32);
    let first = matches!(Val::from(a), Val::Str(_) | Val::Int(_) | Val::Float(_));
    let (v, reg) = if first { (b, reg + 1) } else { (a, reg) };
    Err(message(cx.rt, "concatenate", v.into(), named(code, pc as usize, Some(reg as u8))))
}

#[residual]
fn compare_error(cx: &Cx<Lua>, a: RawSlot, b: RawSlot) -> Result<(), Raised> {
    let (a, b) = (type_name(cx.rt, a.into()), type_name(cx.rt, b.into()));
    let text = if a == b {
        format!("attempt to compare two {a} values")
    } else {
        format!("attempt to compare {a} with {b}")
    };
    Err(error::error(cx.rt, text))
}

#[residual]
fn for_error(cx: &Cx<Lua>, what: i64, v: RawSlot) -> Result<(), Raised> {
    let text = match what {
        3 => "'for' step is zero".to_string(),
        w => {
            let part = ["initial value", "limit", "step"][w as usize];
            format!("bad 'for' {part} (number expected, got {})", type_name(cx.rt, v.into()))
        }
    };
    Err(error::error(cx.rt, text))
}

/// The message of an error that blames an argument, with the name that the function called has at the instruction.
fn blamed(code: &Code, pc: usize, blame: &Blame) -> Option<Vec<u8>> {
    let (kind, name) = names::name_of_call(&code.proto, pc)?;
    let index = blame.index - usize::from(kind == "method");
    Some(match index {
        0 => [b"calling '", &name[..], b"' on bad self (", &blame.message, b")"].concat(),
        i => bad_argument(i, &name, &blame.message),
    })
}

/// Notes the activation for the traceback, and adds the position to the error being raised, if it wants this activation's. Answers whether the error
/// is one that nobody catches.
#[residual]
pub fn locate(cx: &Cx<Lua>, code: i64, pc: i64, tail: bool, f: OptGc<Closure>) -> bool {
    let (rt, lua) = (cx.rt, &cx.rt.lang);
    let killing = lua.killing.get();
    match lua.level.get() {
        0 => {}
        1 => {
            lua.level.set(0);
            let code = lua.code(code as u32);
            let line = code.line(pc as usize);
            let shown = line > 0 && *code.proto.source != *"=[C]";
            if let (Val::Str(s), true) = (Val::from(rt.error.get()), shown) {
                let mut text = format!("{}:{line}: ", chunk_id(&code.proto.source)).into_bytes();
                let blame = lua.blame.take().and_then(|b| blamed(code, pc as usize, &b));
                text.extend_from_slice(blame.as_deref().unwrap_or(s.bytes()));
                // Either way an error is being raised: this one, or that there is no memory for it.
                let trace = lua.trace.take();
                let Raised = error::at_level(rt, text, 0);
                lua.trace.put(trace);
            }
        }
        n => lua.level.set(n - 1),
    }
    lua.killing.set(killing);
    lua.trace.through_lua(code as u32, pc as usize, tail, f);
    killing
}

type R = Result<(), Raised>;

fn int<M: Machine>(n: usize) -> Int<M::V> {
    Int::new(n as i64)
}

/// "attempt to index a nil value (local 't')".
pub fn index<M: Machine<L = Lua>>(m: &M, code: u32, pc: usize, v: Slot<M::V>) -> R {
    index_error(m, Int::new(code.into()), int::<M>(pc), v)
}
/// "attempt to call a nil value (global 'f')".
pub fn call<M: Machine<L = Lua>>(m: &M, code: u32, pc: usize, v: Slot<M::V>) -> R {
    call_error(m, Int::new(code.into()), int::<M>(pc), v)
}
/// "attempt to perform arithmetic on a nil value (local 'x')".
pub fn arith<M: Machine<L = Lua>>(m: &M, code: u32, pc: usize, op: Arith, a: Slot<M::V>, b: Slot<M::V>) -> R {
    let bitwise = holloway::machine::Bool::new(op.is_bitwise());
    arith_error(m, Int::new(code.into()), int::<M>(pc), bitwise, a, b)
}
/// "attempt to get length of a nil value (local 'x')".
pub fn operand<M: Machine<L = Lua>>(m: &M, code: u32, pc: usize, v: Slot<M::V>) -> R {
    operand_error(m, Int::new(code.into()), int::<M>(pc), v)
}
/// "attempt to concatenate a nil value (local 'x')"; `reg` is the register of the first of the two.
pub fn concat<M: Machine<L = Lua>>(
    m: &M,
    code: u32,
    pc: usize,
    reg: usize,
    a: Slot<M::V>,
    b: Slot<M::V>,
) -> R {
    concat_error(m, Int::new(code.into()), int::<M>(pc), int::<M>(reg), a, b)
}
/// "attempt to compare number with nil".
pub fn compare<M: Machine<L = Lua>>(m: &M, a: Slot<M::V>, b: Slot<M::V>) -> R {
    compare_error(m, a, b)
}
/// What is wrong with a numerical loop: 0 start, 1 limit, 2 step, 3 a step of zero.
pub fn numeric_for<M: Machine<L = Lua>>(m: &M, what: i64, v: Slot<M::V>) -> R {
    for_error(m, Int::new(what), v)
}
