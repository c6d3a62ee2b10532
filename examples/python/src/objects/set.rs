//! Sets: what their methods and operators do. Members lie in a table, as the keys of a dictionary do: see [`dict`].
//!
//! What is given is taken value by value, so that the first one without a hash ends it: what was done before stays done, and an iterator still has
//! the rest.

use super::{dict, item, iter, ops};
use crate::bytecode::BinOp;
use crate::value::{misc, Set, Val, UNBOUND};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// A set of what an iterable gives.
///
/// # Errors
/// What iterating, hashing or comparing raises.
pub fn of(rt: &Rt, v: Val, frozen: bool) -> Result<Gc<Set>, Raised> {
    if let Val::Set(s) = v {
        return dict::copy_set(rt, s, frozen);
    }
    let out = dict::new_set(rt, &[], frozen)?;
    let _kept = rt.heap.keep([RawSlot::from(Val::Set(out))]);
    let n = match v {
        Val::List(l) => l.len(rt),
        Val::Tuple(t) => t.items.len(),
        Val::Dict(d) => d.len(rt),
        _ => 0,
    };
    // Of many, most may be equal.
    out.table().reserve(rt, n.min(MOST_RESERVED))?;
    change(rt, BinOp::Or, out, v)?;
    Ok(out)
}

/// Most members for which a new set makes room before it has seen them.
const MOST_RESERVED: usize = 64;

/// Changes a set by what an iterable gives: as the operators in place do.
///
/// # Errors
/// As for [`of`].
pub fn change(rt: &Rt, op: BinOp, s: Gc<Set>, other: Val) -> Result<(), Raised> {
    let add = |v| dict::set(rt, s.table(), v, UNBOUND).map(|_| ());
    let remove = |v| dict::remove(rt, s.table(), v);
    match op {
        BinOp::Or if dict::add_all(rt, s.table(), other)? => Ok(()),
        BinOp::Or => iter::each(rt, other, add),
        BinOp::Sub => iter::each(rt, other, |v| remove(v).map(|_| ())),
        BinOp::And => {
            let both = common(rt, s, other, false)?;
            dict::take_over(rt, s.table(), both.table());
            Ok(())
        }
        _ => {
            let other = Val::Set(of(rt, other, true)?);
            iter::each(rt, other, |v| if remove(v)?.is_some() { Ok(()) } else { add(v) })
        }
    }
}

/// What a set has of what an iterable gives, as that gives it.
///
/// # Errors
/// As for [`of`].
pub fn common(rt: &Rt, s: Gc<Set>, v: Val, frozen: bool) -> Result<Gc<Set>, Raised> {
    if let Val::Set(other) = v {
        return dict::set_op(rt, BinOp::And, s, other, frozen);
    }
    let out = dict::new_set(rt, &[], frozen)?;
    let _kept = rt.heap.keep([RawSlot::from(Val::Set(out))]);
    let it = iter::new(rt, v)?;
    let _it = rt.heap.keep([RawSlot::from(it)]);
    while let Some(x) = iter::next(rt, it)? {
        if dict::get(rt, s.table(), x.into())?.is_some() {
            dict::set(rt, out.table(), x.into(), UNBOUND)?;
            // More cannot be found.
            if out.len(rt) >= s.len(rt) {
                break;
            }
        }
    }
    Ok(out)
}

/// Whether a value is a view that is like a set: of keys or of items.
pub fn is_view(v: Val) -> bool {
    matches!(v, Val::Misc(m) if m.kind == misc::KEYS || m.kind == misc::ITEMS)
}

/// An operator of which one side is a view, which does with anything that can be iterated over: the result is a new set. `None` if it does not suit.
pub fn of_views(rt: &Rt, op: BinOp, a: Val, b: Val) -> Option<Result<Val, Raised>> {
    let of_sets = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub);
    if !of_sets || !is_view(a) && !is_view(b) {
        return None;
    }
    let made = match op {
        BinOp::And => common_of_views(rt, a, b),
        BinOp::Xor => different_items(rt, a, b).unwrap_or_else(|| changed(rt, op, a, b)),
        _ => changed(rt, op, a, b),
    };
    Some(made.map(Val::Set))
}

fn changed(rt: &Rt, op: BinOp, a: Val, b: Val) -> Result<Gc<Set>, Raised> {
    let out = of(rt, a, false)?;
    let _kept = rt.heap.keep([RawSlot::from(Val::Set(out))]);
    change(rt, op, out, b)?;
    Ok(out)
}

/// What is in both is asked of a view, whose members need no hash for that.
fn common_of_views(rt: &Rt, a: Val, b: Val) -> Result<Gc<Set>, Raised> {
    let (mut asked, mut given) = if is_view(a) { (a, b) } else { (b, a) };
    match given {
        Val::Set(s) if !s.frozen && item::len(rt, asked)? <= s.len(rt) => return common(rt, s, asked, false),
        _ if is_view(given) && item::len(rt, given)? > item::len(rt, asked)? => {
            (asked, given) = (given, asked);
        }
        _ => {}
    }
    let out = dict::new_set(rt, &[], false)?;
    let _kept = rt.heap.keep([RawSlot::from(Val::Set(out))]);
    iter::each(rt, given, |v| {
        if item::contains(rt, asked, v.into())? {
            dict::set(rt, out.table(), v, UNBOUND)?;
        }
        Ok(())
    })?;
    Ok(out)
}

/// The items that only one of two dictionaries has: those that both have need no hash. `None` if these are not views of items.
fn different_items(rt: &Rt, a: Val, b: Val) -> Option<Result<Gc<Set>, Raised>> {
    let of_items = |v| match v {
        Val::Misc(m) if m.kind == misc::ITEMS => match Val::from(m.a.get(&rt.heap)) {
            Val::Dict(d) => Some(d),
            _ => None,
        },
        _ => None,
    };
    let (x, y) = (of_items(a)?, of_items(b)?);
    let run = || {
        let (left, out) = (dict::copy(rt, x)?, dict::new_set(rt, &[], false)?);
        let pairs = y.items(rt);
        let _pairs = rt.heap.keep(pairs.iter().flat_map(|p| [p.0, p.1]));
        let _kept = rt.heap.keep([RawSlot::from(Val::Dict(left)), Val::Set(out).into()]);
        let add = |k, v| dict::set(rt, out.table(), ops::tuple_val(rt, &[k, v])?.into(), UNBOUND).map(|_| ());
        for (k, v) in pairs {
            let same = match dict::get(rt, left.table(), k)? {
                Some(w) => ops::equal(rt, w.into(), v.into())?,
                None => false,
            };
            match same {
                true => dict::remove(rt, left.table(), k).map(|_| ())?,
                false => add(k, v)?,
            }
        }
        left.items(rt).into_iter().try_for_each(|(k, v)| add(k, v))?;
        Ok(out)
    };
    Some(run())
}
