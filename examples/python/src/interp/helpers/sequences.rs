//! Lists, tuples, and what unpacks them.

use crate::objects::{bytes, dict, iter, list, ops, str};
use crate::value::{Bytes, List, Str, Tuple, Val, NONE};
use crate::{errors, Py, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::{elidable, residual};

/// Whether a list has an item: 1 or 0; or `objects::dict::UNKNOWN` where only the program can tell.
#[elidable(reads)]
pub fn list_has(cx: &Cx<Py>, l: Gc<List>, v: RawSlot) -> i64 {
    l.find_quick(cx.rt, 0, v).1.map_or(dict::UNKNOWN, i64::from)
}

/// The same of a tuple.
#[elidable(reads)]
pub fn tuple_has(cx: &Cx<Py>, t: Gc<Tuple>, v: RawSlot) -> i64 {
    ops::find_quick(cx.rt, t.items.as_slice().iter().copied(), v).1.map_or(dict::UNKNOWN, i64::from)
}

/// The position of an item of a list, -1 if it is not there; or `objects::dict::UNKNOWN` where only the program can tell.
#[elidable(reads)]
pub fn list_place(cx: &Cx<Py>, l: Gc<List>, v: RawSlot) -> i64 {
    match l.find_quick(cx.rt, 0, v) {
        (at, Some(true)) => at as i64,
        (_, Some(false)) => -1,
        _ => dict::UNKNOWN,
    }
}

/// How often a list has an item; or `objects::dict::UNKNOWN` where only the program can tell.
#[elidable(reads)]
pub fn list_times(cx: &Cx<Py>, l: Gc<List>, v: RawSlot) -> i64 {
    let (mut from, mut n) = (0, 0);
    loop {
        match l.find_quick(cx.rt, from, v) {
            (at, Some(true)) => (from, n) = (at + 1, n + 1),
            (_, Some(false)) => return n,
            _ => return dict::UNKNOWN,
        }
    }
}

/// Whether a text is among the items of a tuple, which are texts.
#[elidable]
pub fn text_among(_cx: &Cx<Py>, t: Gc<Tuple>, x: Gc<Str>) -> bool {
    t.items.as_slice().iter().any(|&v| matches!(Val::from(v), Val::Str(s) if str::equal(s, x)))
}

/// The items from one position to another, which exist.
#[residual(reads)]
pub fn list_part(cx: &Cx<Py>, l: Gc<List>, from: i64, to: i64) -> Result<Gc<List>, Raised> {
    l.sliced(cx.rt, from as usize, 1, (to - from).max(0) as usize)
}

/// The bytes from one position to another, which exist.
#[residual(reads)]
pub fn bytes_part(cx: &Cx<Py>, b: Gc<Bytes>, from: i64, to: i64) -> Result<Gc<Bytes>, Raised> {
    bytes::new(cx.rt, &b.part(cx.rt, from as usize..to.max(from) as usize), b.mutable)
}

/// Whether two have the same bytes.
#[residual(reads)]
pub fn bytes_equal(cx: &Cx<Py>, a: Gc<Bytes>, b: Gc<Bytes>) -> bool {
    bytes::same(cx.rt, a, b)
}

/// Whether two lists are equal: 0, 1, or -1 if only the program can tell.
#[residual(reads)]
pub fn lists_equal(cx: &Cx<Py>, a: Gc<List>, b: Gc<List>) -> i64 {
    let n = a.len(cx.rt);
    if n != b.len(cx.rt) {
        return 0;
    }
    for i in 0..n {
        match ops::quick_equal(cx.rt, a.get(cx.rt, i), b.get(cx.rt, i)) {
            Some(true) => {}
            Some(false) => return 0,
            None => return -1,
        }
    }
    1
}

/// Takes out the items from one position to another, which exist.
#[residual]
pub fn list_cut(cx: &Cx<Py>, l: Gc<List>, from: i64, to: i64) {
    l.cut(cx.rt, from as usize, to.max(from) as usize)
}

/// The items of two lists.
#[residual(reads)]
pub fn list_concat(cx: &Cx<Py>, a: Gc<List>, b: Gc<List>) -> Result<Gc<List>, Raised> {
    a.joined(cx.rt, b)
}

/// The items of a list so many times.
#[residual(reads)]
pub fn list_repeat(cx: &Cx<Py>, l: Gc<List>, times: i64) -> Result<Gc<List>, Raised> {
    l.repeated(cx.rt, times.max(0) as usize)
}

/// The same of a tuple.
#[residual(reads)]
pub fn tuple_part(cx: &Cx<Py>, t: Gc<Tuple>, from: i64, to: i64) -> Result<Gc<Tuple>, Raised> {
    ops::tuple(cx.rt, t.items.as_slice().get(from as usize..to as usize).unwrap_or_default())
}

/// A list of a tuple's items from one position to another, which exist.
#[residual(reads)]
pub fn tuple_list(cx: &Cx<Py>, t: Gc<Tuple>, from: i64, to: i64) -> Result<Gc<List>, Raised> {
    list::from(cx.rt, t.items.as_slice().get(from as usize..to as usize).unwrap_or_default())
}

/// Two tuples joined.
#[residual(reads)]
pub fn tuple_concat(cx: &Cx<Py>, a: Gc<Tuple>, b: Gc<Tuple>) -> Result<Gc<Tuple>, Raised> {
    let (a, b) = (a.items.as_slice(), b.items.as_slice());
    let mut few = [NONE; 8];
    match few.get_mut(..a.len() + b.len()) {
        Some(all) => {
            let (left, right) = all.split_at_mut(a.len());
            left.copy_from_slice(a);
            right.copy_from_slice(b);
            ops::tuple(cx.rt, all)
        }
        None => ops::joined_tuple(cx.rt, a, b),
    }
}

/// A value before those of a tuple.
#[residual(reads)]
pub fn tuple_after(cx: &Cx<Py>, v: RawSlot, t: Gc<Tuple>) -> Result<Gc<Tuple>, Raised> {
    let items = t.items.as_slice();
    let mut few = [NONE; 8];
    match few.get_mut(..items.len() + 1) {
        Some(all) => {
            all[0] = v;
            all[1..].copy_from_slice(items);
            ops::tuple(cx.rt, all)
        }
        None => ops::joined_tuple(cx.rt, &[v], items),
    }
}

/// A value after those of a tuple.
#[residual(reads)]
pub fn tuple_before(cx: &Cx<Py>, t: Gc<Tuple>, v: RawSlot) -> Result<Gc<Tuple>, Raised> {
    let items = t.items.as_slice();
    let mut few = [NONE; 8];
    match few.get_mut(..items.len() + 1) {
        Some(all) => {
            all[..items.len()].copy_from_slice(items);
            all[items.len()] = v;
            ops::tuple(cx.rt, all)
        }
        None => ops::joined_tuple(cx.rt, items, &[v]),
    }
}

/// A list that is a value so many times.
#[residual(reads)]
pub fn list_filled(cx: &Cx<Py>, v: RawSlot, n: i64) -> Result<Gc<List>, Raised> {
    list::filled(cx.rt, v, n.max(0) as usize)
}

/// The items of a list as a tuple.
#[residual(reads)]
pub fn list_tuple(cx: &Cx<Py>, l: Gc<List>) -> Result<Gc<Tuple>, Raised> {
    let n = l.len(cx.rt);
    let mut few = [NONE; 16];
    match few.get_mut(..n) {
        Some(items) => {
            items.iter_mut().enumerate().for_each(|(i, v)| *v = l.get(cx.rt, i));
            ops::tuple(cx.rt, items)
        }
        None => ops::tuple(cx.rt, &l.to_vec(cx.rt)),
    }
}

/// Takes item `i`, which exists, out of a list.
#[residual]
pub fn list_remove(cx: &Cx<Py>, l: Gc<List>, i: i64) -> RawSlot {
    l.remove(cx.rt, i as usize)
}

/// Puts an item before position `i` of a list, which exists or is its end.
#[residual]
pub fn list_insert(cx: &Cx<Py>, l: Gc<List>, i: i64, v: RawSlot) -> Result<(), Raised> {
    l.insert(cx.rt, i as usize, v)
}

/// Adds an item.
#[residual]
pub fn list_append(cx: &Cx<Py>, l: RawSlot, v: RawSlot) -> Result<(), Raised> {
    match Val::from(l) {
        Val::List(l) => l.push(cx.rt, v),
        _ => Ok(()),
    }
}

/// Adds an item to which so many others will come.
#[residual]
pub fn list_append_more(cx: &Cx<Py>, l: RawSlot, v: RawSlot, more: i64) -> Result<(), Raised> {
    match Val::from(l) {
        Val::List(l) => l.push_first_of(cx.rt, v, more.max(0) as usize),
        _ => Ok(()),
    }
}

/// Adds the items of `*v` in a display.
#[residual]
pub fn list_extend(cx: &Cx<Py>, l: RawSlot, v: RawSlot) -> Result<(), Raised> {
    match Val::from(l) {
        Val::List(l) => extend(cx.rt, l, v, None),
        _ => Ok(()),
    }
}

/// A tuple with the items of `*v` behind its own.
#[residual]
pub fn tuple_extend(cx: &Cx<Py>, t: Gc<Tuple>, v: RawSlot) -> Result<Gc<Tuple>, Raised> {
    let all = list::new(cx.rt);
    extend(cx.rt, all, v, None)?;
    ops::joined_tuple(cx.rt, t.items.as_slice(), &all.to_vec(cx.rt))
}

/// The same for a tuple.
#[residual(reads)]
pub fn tuple_joined(cx: &Cx<Py>, t: Gc<Tuple>, more: Gc<Tuple>) -> Result<Gc<Tuple>, Raised> {
    ops::joined_tuple(cx.rt, t.items.as_slice(), more.items.as_slice())
}

/// Adds the items of `*v`: those that `f` is called with, or of a display.
fn extend(rt: &Rt, l: Gc<List>, v: RawSlot, f: Option<RawSlot>) -> Result<(), Raised> {
    let it = iter::new(rt, v.into()).map_err(|Raised| {
        let wrong = errors::caught(rt, rt.lang.types().type_error).is_some();
        if !wrong || ops::special(rt, v.into(), "__iter__").is_some() {
            return Raised;
        }
        let of = match f {
            None => Ok("Value".to_string()),
            Some(f) => super::items::callee_text(rt, f.into()).map(|t| t + " argument"),
        };
        let name = ops::type_name(rt, v.into());
        match of {
            Ok(of) => errors::type_(rt, &format!("{of} after * must be an iterable, not {name}")),
            Err(Raised) => Raised,
        }
    })?;
    iter::check_length(rt, v.into())?;
    l.extend(rt, &iter::to_vec(rt, it)?)
}

/// The arguments that `*v` stands for in a call of `f`.
#[residual]
pub fn spread_items(cx: &Cx<Py>, v: RawSlot, f: RawSlot) -> Result<RawSlot, Raised> {
    let all = list::new(cx.rt);
    let _kept = cx.rt.heap.keep([RawSlot::from(Val::List(all))]);
    extend(cx.rt, all, v, Some(f))?;
    ops::tuple_val(cx.rt, &iter::to_vec(cx.rt, Val::List(all))?).map(RawSlot::from)
}

/// The items of a list as a tuple.
#[residual]
pub fn list_to_tuple(cx: &Cx<Py>, l: RawSlot) -> Result<RawSlot, Raised> {
    ops::tuple_val(cx.rt, &iter::to_vec(cx.rt, l.into())?).map(RawSlot::from)
}

/// The iterator of what is unpacked.
fn unpackable(rt: &Rt, v: Val) -> Result<Val, Raised> {
    iter::new(rt, v).map_err(|Raised| {
        let wrong = errors::caught(rt, rt.lang.types().type_error).is_some();
        if !wrong || ops::special(rt, v, "__iter__").is_some() {
            return Raised;
        }
        errors::type_(rt, &format!("cannot unpack non-iterable {} object", ops::type_name(rt, v)))
    })
}

/// Exactly `n` values of an iterable, as a tuple.
#[residual]
pub fn unpack(cx: &Cx<Py>, v: RawSlot, n: i64) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    // What runs no program, and has as many.
    let plain = match Val::from(v) {
        Val::List(l) => l.len(rt) as i64 == n,
        Val::Set(s) => s.len(rt) as i64 == n,
        Val::Dict(d) => d.len(rt) as i64 == n,
        _ => false,
    };
    if plain {
        return ops::tuple_val(rt, &iter::to_vec(rt, v.into())?).map(RawSlot::from);
    }
    let it = unpackable(rt, v.into())?;
    let kept = list::new(rt);
    while let Some(x) = iter::next(rt, it)? {
        if kept.len(rt) as i64 == n {
            return Err(errors::value(rt, &format!("too many values to unpack (expected {n})")));
        }
        kept.push(rt, x.into())?;
    }
    let got = kept.len(rt);
    if (got as i64) < n {
        let text = format!("not enough values to unpack (expected {n}, got {got})");
        return Err(errors::value(rt, &text));
    }
    ops::tuple_val(rt, &kept.to_vec(rt)).map(RawSlot::from)
}

/// Values before, a list, values after, as a tuple.
#[residual]
pub fn unpack_ex(cx: &Cx<Py>, v: RawSlot, before: i64, after: i64) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let it = unpackable(rt, v.into())?;
    let all = iter::to_vec(rt, it)?;
    let (b, a) = (before as usize, after as usize);
    if all.len() < a + b {
        let text = format!("not enough values to unpack (expected at least {}, got {})", a + b, all.len());
        return Err(errors::value(rt, &text));
    }
    let mut out = all[..b].to_vec();
    out.push(ops::list_val(rt, &all[b..all.len() - a])?.into());
    out.extend_from_slice(&all[all.len() - a..]);
    ops::tuple_val(rt, &out).map(RawSlot::from)
}
