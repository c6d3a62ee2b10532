//! Operators of sequences and sets.

use super::{bytes, dict, iter, number, ops, str};
use crate::bytecode::BinOp;
use crate::value::{misc, Val, UNBOUND};
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
        (BinOp::Mul, Val::Str(s), Val::Int(_) | Val::Bool(_)) => {
            str::repeated(rt, s, number::small(b)?.max(0) as usize).map(Val::Str)
        }
        (BinOp::Mul, Val::List(l), Val::Int(_) | Val::Bool(_)) => {
            match l.repeated(rt, number::small(b)?.max(0) as usize) {
                Ok(v) if in_place => l.assign(rt, &v.to_vec(rt)).map(|()| a),
                Ok(v) => Ok(Val::List(v)),
                Err(Raised) => Err(Raised),
            }
        }
        (BinOp::Mul, Val::Tuple(t), Val::Int(_) | Val::Bool(_)) => {
            repeat(number::small(b)?, t.items.as_slice()).and_then(|v| ops::tuple_val(rt, &v))
        }
        (BinOp::Mul, Val::Int(_) | Val::Bool(_), Val::Str(_) | Val::List(_) | Val::Tuple(_)) => {
            return binary(rt, op, false, b, a);
        }
        (BinOp::Mod, Val::Str(s), _) => text::percent::format(rt, s.text(), b).and_then(|t| str::val(rt, &t)),
        (BinOp::Or, Val::Dict(x), Val::Dict(y)) => {
            let run = || {
                let d = if in_place { x } else { dict::new(rt) };
                if !in_place {
                    for (k, v) in x.items(rt) {
                        dict::set(rt, d.table(), k, v)?;
                    }
                }
                for (k, v) in y.items(rt) {
                    dict::set(rt, d.table(), k, v)?;
                }
                Ok(Val::Dict(d))
            };
            run()
        }
        (BinOp::Or, Val::Dict(x), _) if in_place => crate::builtins::update_dict(rt, x, b).map(|()| a),
        (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub, Val::Set(x), Val::Set(y)) if !in_place => {
            dict::set_op(rt, op, x, y, x.frozen)
        }
        (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub, _, _) => {
            // Views do with anything that can be iterated over.
            let view = |v: Val| !matches!(v, Val::Set(_)) && set_like(rt, v).is_some();
            let any = view(a) || view(b);
            if any {
                return Some(of_views(rt, op, a, b));
            }
            let members = |v: Val| set_like(rt, v).or_else(|| any.then(|| iter::to_vec(rt, v)));
            let (x, y) = (members(a)?, members(b)?);
            let frozen = matches!(a, Val::Set(s) if s.frozen);
            let made = x.and_then(|x| y.and_then(|y| set_binary(rt, op, &x, &y, frozen)));
            match (made, a) {
                (Ok(Val::Set(new)), Val::Set(old)) if in_place && !frozen => {
                    dict::take_over(rt, old.table(), new.table());
                    Ok(a)
                }
                (r, _) => r,
            }
        }
        _ => return None,
    })
}

/// An operator of which one side is a view: the result is a new set. What is in both is asked of a view, whose members need no hash for that.
fn of_views(rt: &Rt, op: BinOp, a: Val, b: Val) -> Result<Val, Raised> {
    let out = dict::new_set(rt, &[], false)?;
    let _kept = rt.heap.root(vec![RawSlot::from(Val::Set(out))]);
    let add = |v: RawSlot| dict::set(rt, out.table(), v, UNBOUND).map(|_| ());
    if op == BinOp::And {
        let view = |v: Val| !matches!(v, Val::Set(_)) && set_like(rt, v).is_some();
        let (mut asked, mut given) = if view(a) { (a, b) } else { (b, a) };
        let smaller = |rt: &Rt, x: Val, y: Val| Ok::<bool, Raised>(super::len(rt, x)? < super::len(rt, y)?);
        let larger_view = view(given) && smaller(rt, asked, given)?;
        if larger_view || matches!(given, Val::Set(_)) && !smaller(rt, given, asked)? {
            (asked, given) = (given, asked);
        }
        for v in iter::to_vec(rt, given)? {
            if super::contains(rt, asked, v.into())? {
                add(v)?;
            }
        }
        return Ok(Val::Set(out));
    }
    let left = dict::new_set(rt, &iter::to_vec(rt, a)?, false)?;
    let _left = rt.heap.root(vec![RawSlot::from(Val::Set(left))]);
    let right = iter::to_vec(rt, b)?;
    set_binary(rt, op, &left.items(rt), &right, false)
}

fn set_like(rt: &Rt, v: Val) -> Option<Result<Vec<RawSlot>, Raised>> {
    match v {
        Val::Set(s) => Some(Ok(s.items(rt))),
        Val::Misc(m) if m.kind == misc::KEYS || m.kind == misc::ITEMS => Some(iter::to_vec(rt, v)),
        _ => None,
    }
}

/// An operator on members of sets.
///
/// # Errors
/// What hashing or comparing raises.
pub fn set_binary(rt: &Rt, op: BinOp, x: &[RawSlot], y: &[RawSlot], frozen: bool) -> Result<Val, Raised> {
    let out = dict::new_set(rt, &[], frozen)?;
    let add = |v: RawSlot| dict::set(rt, out.table(), v, UNBOUND).map(|_| ());
    let other = dict::new_set(rt, y, true)?;
    match op {
        BinOp::Or => x.iter().chain(y).try_for_each(|&v| add(v))?,
        BinOp::And => {
            for &v in x {
                if other.has(rt, v)? {
                    add(v)?;
                }
            }
        }
        _ => {
            for &v in x {
                if !other.has(rt, v)? {
                    add(v)?;
                }
            }
            if op == BinOp::Xor {
                let first = dict::new_set(rt, x, true)?;
                for &v in y {
                    if !first.has(rt, v)? {
                        add(v)?;
                    }
                }
            }
        }
    }
    Ok(Val::Set(out))
}
