//! Operators on anything.

use crate::bytecode::{BinOp, CmpOp, UnOp};
use crate::interp::answer;
use crate::objects::{item, number, ops};
use crate::value::Val;
use crate::{errors, Py};
use holloway::heap::RawSlot;
use holloway::machine::*;
use holloway::{elidable, residual};

pub(super) const BIN: [BinOp; 13] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::FloorDiv,
    BinOp::Mod,
    BinOp::Pow,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::MatMul,
];

const CMP: [CmpOp; 6] = [CmpOp::Lt, CmpOp::Le, CmpOp::Eq, CmpOp::Ne, CmpOp::Gt, CmpOp::Ge];

const UN: [UnOp; 3] = [UnOp::Neg, UnOp::Pos, UnOp::Invert];

/// A binary operator on anything.
#[residual]
pub fn binary(
    cx: &Cx<Py>,
    op: i64,
    in_place: bool,
    plain: bool,
    a: RawSlot,
    b: RawSlot,
) -> Result<RawSlot, Raised> {
    let (rt, op) = (cx.rt, BIN[op as usize]);
    if plain {
        return ops::binary(rt, op, in_place, a.into(), b.into()).map(RawSlot::from);
    }
    // The methods have been tried.
    let (x, y) = (Val::from(a), Val::from(b));
    match item::binary(rt, op, in_place, ops::unwrapped(rt, x), ops::unwrapped(rt, y)) {
        Some(r) => r.map(RawSlot::from),
        None => {
            let symbol = ops::bin_names(op)[3];
            let eq = if in_place { "=" } else { "" };
            let (s, t) = (ops::type_name(rt, x), ops::type_name(rt, y));
            Err(errors::type_(rt, &format!("unsupported operand type(s) for {symbol}{eq}: '{s}' and '{t}'")))
        }
    }
}

/// A binary operator on integers of any size.
#[residual(reads)]
pub fn int_binary(cx: &Cx<Py>, op: i64, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    let (op, x, y) = (BIN[op as usize], a.into(), b.into());
    match op {
        BinOp::Div => number::binary(cx.rt, op, x, y).unwrap_or(Err(Raised)),
        op => number::int_binary(cx.rt, op, x, y),
    }
    .map(RawSlot::from)
}

/// What [`small_power`] answers where the power does not fit, or is this number.
pub const NO_SMALL_POWER: i64 = i64::MIN;

/// The power of an integer by an exponent below 64.
#[elidable]
pub fn small_power(_cx: &Cx<Py>, a: i64, b: i64) -> i64 {
    a.checked_pow(b as u32).unwrap_or(NO_SMALL_POWER)
}

/// A comparison of integers of any size.
#[elidable]
pub fn int_compare(cx: &Cx<Py>, op: i64, a: RawSlot, b: RawSlot) -> bool {
    number::satisfies(CMP[op as usize], number::compare(cx.rt, a.into(), b.into()))
}

/// A unary operator on anything.
#[residual]
pub fn unary(cx: &Cx<Py>, op: i64, a: RawSlot) -> Result<RawSlot, Raised> {
    ops::unary(cx.rt, UN[op as usize], a.into()).map(RawSlot::from)
}

/// A comparison of anything.
#[residual]
pub fn compare(cx: &Cx<Py>, op: i64, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    ops::compare(cx.rt, CMP[op as usize], a.into(), b.into()).map(RawSlot::from)
}

/// The truth of anything.
#[residual]
pub fn truth(cx: &Cx<Py>, a: RawSlot) -> Result<bool, Raised> {
    ops::truth(cx.rt, a.into())
}

/// The same where no error can be raised: 0, 1, or 2 with the error left with the run time. What kind of answer the value is is in [`answer`].
#[residual]
pub fn truth_kept(cx: &Cx<Py>, a: RawSlot, kind: i64) -> i64 {
    let rt = cx.rt;
    let done = match Val::from(a) {
        b @ (Val::False | Val::True) => Ok(b.is_true()),
        v if kind == answer::LENGTH => item::checked_len(rt, v).map(|n| n != 0),
        v if kind == answer::BOOL => {
            let text = format!("__bool__ should return bool, returned {}", ops::type_name(rt, v));
            Err(errors::type_(rt, &text))
        }
        v => ops::truth(rt, v),
    };
    done.map_or(2, i64::from)
}

/// `item in container`.
#[residual]
pub fn contains(cx: &Cx<Py>, container: RawSlot, item: RawSlot) -> Result<bool, Raised> {
    item::contains(cx.rt, container.into(), item.into())
}

/// See [`ops::hash_step`].
#[elidable]
pub fn hash_step(_: &Cx<Py>, acc: i64, item: i64) -> i64 {
    ops::hash_step(acc, item)
}

/// See [`ops::hash_end`].
#[elidable]
pub fn hash_end(_: &Cx<Py>, acc: i64, items: i64) -> i64 {
    ops::hash_end(acc, items)
}
