//! Methods of lists, tuples and ranges.

use crate::interp::call::call;
use crate::native::{c_int, Args, Body, Special};
use crate::objects::item::range_position;
use crate::objects::types::Types;
use crate::objects::{item, iter, namespace, number, ops, str};
use crate::value::{List, Tag, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, Mut, RawSlot};
use holloway::machine::Raised;
use num_bigint::BigInt;

fn this(a: &Args<'_>) -> Result<Gc<List>, Raised> {
    match a.this() {
        Val::List(l) => Ok(l),
        _ => Err(a.wrong_object("list")),
    }
}

fn append(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    this(a)?.push(a.rt, a.val(1).into())?;
    a.none()
}
/// Adds the values of an iterable to a list. What an iterator gave before it failed stays.
///
/// # Errors
/// What the iterator raises.
pub fn extend_by(rt: &Rt, l: Gc<List>, v: Val) -> Result<(), Raised> {
    match v {
        Val::Inst(_) | Val::Gen(_) | Val::Iter(_) => {
            iter::check_length(rt, v)?;
            iter::each(rt, v, |x| l.push(rt, x))
        }
        v => l.extend(rt, &iter::to_vec(rt, v)?),
    }
}
fn extend(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    extend_by(a.rt, this(a)?, a.val(1))?;
    a.none()
}
fn insert(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 2)?;
    let l = this(a)?;
    let n = l.len(a.rt) as i64;
    let i = a.int(1)?;
    let i = if i < 0 { (i + n).max(0) } else { i.min(n) };
    l.insert(a.rt, i as usize, a.val(2).into())?;
    a.none()
}
fn pop(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 1)?;
    let l = this(a)?;
    let i = a.opt_int(1, -1)?;
    let n = l.len(a.rt) as i64;
    if n == 0 {
        return Err(errors::index(a.rt, "pop from empty list"));
    }
    let i = if i < 0 { i + n } else { i };
    if i < 0 || i >= n {
        return Err(errors::index(a.rt, "pop index out of range"));
    }
    Ok(l.remove(a.rt, i as usize).into())
}
fn position(a: &Args<'_>, what: impl FnOnce() -> Result<String, Raised>) -> Result<usize, Raised> {
    if let (Val::Range(r), Val::Int(_) | Val::False | Val::True | Val::Big(_)) = (a.this(), a.val(1)) {
        let found = number::small(a.val(1)).and_then(|i| range_position(r, i));
        return found.map(|i| i as usize).ok_or_else(|| match what() {
            Ok(text) => errors::value(a.rt, &text),
            Err(Raised) => Raised,
        });
    }
    let n = match a.this() {
        Val::List(l) => l.len(a.rt),
        v => item::len(a.rt, v)?,
    } as i64;
    let bound = |v: i64| (if v < 0 { v + n } else { v }).clamp(0, n) as usize;
    let given = |i: usize, default: i64| {
        let v = a.val(i);
        if !v.is_unbound() && !ops::is_index(a.rt, v) {
            let text = "slice indices must be integers or have an __index__ method";
            return Err(errors::type_(a.rt, text));
        }
        a.bound(i, default).map(bound)
    };
    let (from, to) = (given(2, 0)?, given(3, n)?);
    let found = match a.this() {
        Val::List(l) => l.find(a.rt, from, a.val(1))?.filter(|&i| i < to),
        v => {
            let all = iter::to_vec(a.rt, v)?;
            let mut found = None;
            for (i, &v) in all.iter().enumerate().take(to).skip(from) {
                if ops::equal(a.rt, v.into(), a.val(1))? {
                    found = Some(i);
                    break;
                }
            }
            found
        }
    };
    match found {
        Some(i) => Ok(i),
        None => Err(errors::value(a.rt, &what()?)),
    }
}
fn remove(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let i = position(a, || Ok("list.remove(x): x not in list".to_string()))?;
    // Comparing may have made it shorter.
    let l = this(a)?;
    if i < l.len(a.rt) {
        l.remove(a.rt, i);
    }
    a.none()
}
fn index(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, if matches!(a.this(), Val::Range(_)) { 1 } else { 3 })?;
    let what = || match a.this() {
        Val::Tuple(_) => Ok("tuple.index(x): x not in tuple".to_string()),
        Val::Range(_) if !matches!(a.val(1), Val::Int(_) | Val::False | Val::True | Val::Big(_)) => {
            Ok("sequence.index(x): x not in sequence".to_string())
        }
        Val::Range(_) => Ok(format!("{} is not in range", ops::repr(a.rt, a.val(1))?)),
        _ => Ok(format!("{} is not in list", ops::repr(a.rt, a.val(1))?)),
    };
    position(a, what).map(|i| Val::Int(i as i64))
}
fn count(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    if let (v @ Val::Range(_), Val::Int(_) | Val::False | Val::True | Val::Big(_)) = (a.this(), a.val(1)) {
        return Ok(Val::Int(item::contains(a.rt, v, a.val(1))?.into()));
    }
    if let (Val::List(l), Val::Int(x)) = (a.this(), a.val(1)) {
        let same = |all: &[Mut<i64>]| all.iter().filter(|v| v.get(&a.rt.heap) == x).count();
        if let Some(n) = l.with_ints(a.rt, same) {
            return Ok(Val::Int(n as i64));
        }
    }
    if let Val::List(l) = a.this() {
        let (mut n, mut from) = (0, 0);
        loop {
            match l.find_quick(a.rt, from, a.val(1).into()) {
                (_, Some(false)) => return Ok(Val::Int(n)),
                (at, Some(true)) => (n, from) = (n + 1, at + 1),
                // Comparing may change the list.
                (at, None) => {
                    n += i64::from(ops::equal(a.rt, l.get(a.rt, at).into(), a.val(1))?);
                    from = at + 1;
                }
            }
        }
    }
    let mut n = 0;
    for v in iter::to_vec(a.rt, a.this())? {
        n += i64::from(ops::equal(a.rt, v.into(), a.val(1))?);
    }
    Ok(Val::Int(n))
}
fn clear(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    this(a)?.truncate(a.rt, 0);
    a.none()
}
fn copy(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let l = this(a)?;
    l.sliced(a.rt, 0, 1, l.len(a.rt)).map(Val::List)
}
fn reverse(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    this(a)?.reverse(a.rt);
    a.none()
}
fn sort(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.object()?;
    if a.args.len() > 3 {
        let text = format!("sort() takes at most 2 arguments ({} given)", a.args.len() - 1);
        return Err(errors::type_(a.rt, &text));
    }
    if a.plain().len() > 1 {
        return Err(errors::type_(a.rt, "sort() takes no positional arguments"));
    }
    sort_list(a, this(a)?)?;
    a.none()
}

/// `flag(reverse)`, for the prelude.
///
/// # Errors
/// `TypeError`, `OverflowError`.
pub fn flag_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    c_int(a.rt, a.val(0)).map(|n| Val::bool(n != 0))
}

/// Makes sure that there is memory for what sorting keeps beside a list: the values before and in order, the same as roots, and as many keys.
fn room_to_sort(rt: &Rt, l: Gc<List>) -> Result<(), Raised> {
    errors::room(rt, l.len(rt).saturating_mul(2 * size_of::<RawSlot>()))
}

/// Sorts a list as the named arguments `key` and `reverse` say.
///
/// # Errors
/// What comparing raises.
pub fn sort_list(a: &Args<'_>, l: Gc<List>) -> Result<(), Raised> {
    let rt = a.rt;
    room_to_sort(rt, l)?;
    if let Some(n) = a.names.iter().find(|n| !["key", "reverse"].contains(&n.text())) {
        return Err(errors::type_(rt, &format!("'{}' is an invalid keyword argument for sort()", n.text())));
    }
    let reverse = match a.named("reverse") {
        Some(v) => c_int(rt, v)? != 0,
        None => false,
    };
    let mut all = l.to_vec(rt);
    let key = a.named("key").filter(|k| !k.is_none());
    // Nothing of the program's runs, so the list stays as it is meanwhile.
    if key.is_none() && ops::sort_plain(&mut all, reverse) {
        return l.assign(rt, &all);
    }
    let before = all.clone();
    let kept = rt.heap.keep(all.iter().copied());
    let keys = match key {
        Some(f) => {
            let made = crate::objects::list::new(rt);
            for &v in &all {
                made.push(rt, call(rt, f, &[v])?.into())?;
            }
            Some(made)
        }
        None => None,
    };
    let key_values: Option<Vec<RawSlot>> = keys.map(|k| k.to_vec(rt));
    ops::sort(rt, &mut all, key_values.as_deref(), reverse)?;
    drop(kept);
    put_sorted(rt, l, &before, &all)
}

/// Whether a list still has these values.
fn has_still(rt: &Rt, l: Gc<List>, before: &[RawSlot]) -> bool {
    l.len(rt) == before.len() && before.iter().enumerate().all(|(i, &v)| l.get(rt, i) == v)
}

/// Puts the values of a list in order, unless the program, asked for keys or to compare, has changed it meanwhile.
fn put_sorted(rt: &Rt, l: Gc<List>, before: &[RawSlot], sorted: &[RawSlot]) -> Result<(), Raised> {
    let same = has_still(rt, l, before);
    l.assign(rt, sorted)?;
    if same {
        return Ok(());
    }
    Err(errors::value(rt, "list modified during sort"))
}

/// `put_in_order(list, its values before, its values sorted)`, for the prelude.
///
/// # Errors
/// `ValueError` if the list is not as it was.
pub fn put_in_order(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (before, sorted) = (iter::to_vec(a.rt, a.val(1))?, iter::to_vec(a.rt, a.val(2))?);
    put_sorted(a.rt, this(a)?, &before, &sorted)?;
    a.none()
}

/// `sort_by(list, keys, reverse, its values before)`, for the prelude, where the values may be the keys themselves: false, with nothing done, if comparing the keys
/// may call the program.
///
/// # Errors
/// What comparing raises.
pub fn sort_by(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let l = this(a)?;
    let (Val::List(keys), Val::List(before)) = (a.val(1), a.val(3)) else { return Ok(Val::False) };
    let keys = (keys != before).then(|| keys.to_vec(rt));
    let before = before.to_vec(rt);
    if keys.as_ref().unwrap_or(&before).iter().any(|k| k.tag == Tag::Inst) {
        return Ok(Val::False);
    }
    let reverse = matches!(a.val(2), Val::True);
    room_to_sort(rt, l)?;
    let mut all = before.clone();
    if has_still(rt, l, &before) {
        let kept = rt.heap.keep(before.iter().chain(keys.iter().flatten()).copied());
        ops::sort(rt, &mut all, keys.as_deref(), reverse)?;
        drop(kept);
    }
    put_sorted(rt, l, &before, &all)?;
    Ok(Val::True)
}

// Special methods for classes derived from built-in ones, which call them by `super()`.
fn get_item(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    item::get(a.rt, a.this(), a.val(1))
}
/// What a method changes that is called with a container: a namespace itself, not what it has now.
fn written(a: &Args<'_>) -> Val {
    match namespace::known(a.val(0)) {
        Some(n) => Val::Misc(n),
        None => a.this(),
    }
}
fn set_item(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 2)?;
    item::set(a.rt, written(a), a.val(1), a.val(2).into()).map(|()| Val::None)
}
fn del_item(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    item::delete(a.rt, written(a), a.val(1)).map(|()| Val::None)
}
fn len(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    item::len(a.rt, a.this()).map(|n| Val::Int(n as i64))
}
fn iter_(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    iter::new(a.rt, a.this())
}
fn contains(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    item::contains(a.rt, a.this(), a.val(1)).map(Val::bool)
}
/// `slice.indices(length)`.
fn indices(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let Val::Slice(s) = a.this() else { return a.none() };
    let rt = a.rt;
    let big = |v: Val| number::big(rt, v).unwrap_or_default();
    // As for sequences, but the length may be any integer.
    let n = big(ops::index(rt, a.val(1))?);
    let zero = BigInt::default();
    if n < zero {
        return Err(errors::value(rt, "length should not be negative"));
    }
    item::slice_parts(rt, s, 0)?;
    let part = |v: RawSlot| match Val::from(v) {
        Val::None => Ok(None),
        v => ops::index(rt, v).map(|v| Some(big(v))),
    };
    let step = part(s.step)?.unwrap_or_else(|| 1.into());
    let (low, high) = if step > zero { (zero.clone(), n.clone()) } else { ((-1).into(), &n - 1) };
    let clamp = |v: Option<BigInt>, default: &BigInt| match v {
        None => default.clone(),
        Some(i) if i < zero => (i + &n).max(low.clone()),
        Some(i) => i.min(high.clone()),
    };
    let (first, last) = if step > zero { (&low, &high) } else { (&high, &low) };
    let (start, stop) = (clamp(part(s.start)?, first), clamp(part(s.stop)?, last));
    ops::tuple_val(rt, &[start, stop, step].map(|i| number::norm(rt, i).into()))
}

const SEQUENCE: &[(&str, Body)] =
    &[("__getitem__", get_item), ("__len__", len), ("__iter__", iter_), ("__contains__", contains)];
const MUTABLE: &[(&str, Body)] = &[("__setitem__", set_item), ("__delitem__", del_item)];
const LIST: &[(&str, Body)] = &[
    ("extend", extend),
    ("insert", insert),
    ("remove", remove),
    ("index", index),
    ("count", count),
    ("clear", clear),
    ("copy", copy),
    ("reverse", reverse),
    ("sort", sort),
];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    for c in [
        t.list,
        t.tuple,
        t.str,
        t.dict,
        t.set,
        t.frozenset,
        t.range,
        t.dict_keys,
        t.dict_values,
        t.dict_items,
        t.bytes,
        t.bytearray,
        t.memoryview,
    ] {
        Types::fill(rt, c, SEQUENCE);
    }
    Types::fill(rt, t.list, MUTABLE);
    Types::fill(rt, t.dict, MUTABLE);
    Types::fill(rt, t.bytearray, MUTABLE);
    Types::fill(rt, t.memoryview, MUTABLE);
    Types::fill(rt, t.list, LIST);
    for (name, body, special) in [("append", append as Body, Special::Append), ("pop", pop, Special::Pop)] {
        Types::fill(rt, t.list, &[(name, body)]);
        if let Some(Val::Native(f)) = t.list.lookup_name(rt, name) {
            rt.lang.set_special(f.id, special);
        }
    }
    Types::fill(rt, t.tuple, &[("index", index), ("count", count)]);
    Types::fill(rt, t.slice, &[("indices", indices)]);
    Types::fill(rt, t.range, &[("index", index), ("count", count)]);
}
