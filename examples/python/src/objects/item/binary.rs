//! Operators of sequences and sets.

use super::{bytes, dict, number, ops, str};
use crate::bytecode::BinOp;
use crate::objects::set;
use crate::value::Val;
use crate::{errors, text, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

/// Operators of sequences, sets and dictionaries; `None` if they don't suit.
pub fn binary(rt: &Rt, op: BinOp, in_place: bool, a: Val, b: Val) -> Option<Result<Val, Raised>> {
    if let (BinOp::Or, Val::Class(_), Val::Class(_) | Val::None) | (BinOp::Or, Val::None, Val::Class(_)) =
        (op, a, b)
    {
        return Some(crate::modules::call_library(rt, "_generic", "_union", &[a.into(), b.into()]));
    }
    if let Some(r) = bytes::binary(rt, op, in_place, a, b) {
        return Some(r);
    }
    let repeat = |n: i64, values: &[RawSlot]| -> Result<Vec<RawSlot>, Raised> {
        let total = (n.max(0) as usize).checked_mul(values.len()).filter(|&t| t < 1 << 32);
        errors::room(rt, total.ok_or_else(|| errors::memory(rt))?.saturating_mul(size_of::<RawSlot>()))?;
        Ok(values.repeat(n.max(0) as usize))
    };
    Some(match (op, a, b) {
        (BinOp::Add, Val::Str(x), Val::Str(y)) => str::concat(rt, x, y).map(Val::Str),
        (BinOp::Add, Val::List(x), _) if in_place => crate::builtins::list::extend_by(rt, x, b).map(|()| a),
        (BinOp::Add, Val::List(x), Val::List(y)) => x.joined(rt, y).map(Val::List),
        (BinOp::Add, Val::Tuple(x), Val::Tuple(y)) => {
            ops::joined_tuple(rt, x.items.as_slice(), y.items.as_slice()).map(Val::Tuple)
        }
        (BinOp::Mul, Val::Str(s), Val::Int(_) | Val::False | Val::True) => {
            str::repeated(rt, s, number::small(b)?.max(0) as usize).map(Val::Str)
        }
        (BinOp::Mul, Val::List(l), Val::Int(_) | Val::False | Val::True) => {
            match l.repeated(rt, number::small(b)?.max(0) as usize) {
                Ok(v) if in_place => l.assign(rt, &v.to_vec(rt)).map(|()| a),
                Ok(v) => Ok(Val::List(v)),
                Err(Raised) => Err(Raised),
            }
        }
        (BinOp::Mul, Val::Tuple(t), Val::Int(_) | Val::False | Val::True) => {
            repeat(number::small(b)?, t.items.as_slice()).and_then(|v| ops::tuple_val(rt, &v))
        }
        (BinOp::Mul, Val::Int(_) | Val::False | Val::True, Val::Str(_) | Val::List(_) | Val::Tuple(_)) => {
            return binary(rt, op, false, b, a);
        }
        (BinOp::Mod, Val::Str(s), _) => text::percent::format(rt, s.text(), b),
        (BinOp::Or, Val::Dict(x), Val::Dict(y)) => {
            let run = || {
                let d = if in_place { x } else { dict::copy(rt, x)? };
                dict::update(rt, d, y)?;
                Ok(Val::Dict(d))
            };
            run()
        }
        (BinOp::Or, Val::Dict(x), _) if in_place => crate::builtins::update_dict(rt, x, b).map(|()| a),
        (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub, Val::Set(x), Val::Set(_))
            if in_place && !x.frozen =>
        {
            set::change(rt, op, x, b).map(|()| a)
        }
        (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub, Val::Set(x), Val::Set(y)) => {
            dict::set_op(rt, op, x, y, x.frozen).map(Val::Set)
        }
        _ => return set::of_views(rt, op, a, b),
    })
}
