//! The library `table`.
//!
//! **Invariants.** All functions honour metamethods. A plain table (no metatable) is read and written raw, which calls nothing.
//!
//! **Example.** `table.concat({1, 2}, "-")` is `1-2`.

use super::access;
use crate::native::{self, metamethod, Body, Call, Special};
use crate::string;
use crate::table::Table;
use crate::text::number;
use crate::value::{raw_equal, Val, NIL};
use crate::Rt;
use holloway::heap::{Gc, RawSlot, RootVec};
use holloway::machine::Raised;
use std::cmp::Ordering;

type Done = Result<(), Raised>;

const FUNCTIONS: &[(&str, Body, Special)] = &[
    ("concat", concat, Special::None),
    ("insert", insert, Special::Insert),
    ("move", move_, Special::None),
    ("pack", pack, Special::None),
    ("remove", remove, Special::Remove),
    ("sort", sort, Special::CallsBack),
    ("unpack", unpack, Special::Unpack),
];

/// Most values a call may give back.
const MAX_RESULTS: u64 = 1_000_000;

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    for &(name, body, special) in FUNCTIONS {
        rt.lang.register_special(rt, t, name, body, special);
    }
    Ok(())
}

/// Requires a table, or something with the metamethods that make it act as one.
fn check(c: &Call<'_>, i: usize, events: &[&str]) -> Result<Val, Raised> {
    let v = c.val(i);
    let acts =
        |v| native::metatable(c.rt, v).is_some_and(|m| events.iter().all(|e| !m.get_name(c.rt, e).is_nil()));
    if matches!(v, Val::Table(_)) || acts(v) {
        return Ok(v);
    }
    Err(c.type_error(i, "table"))
}

const READ: &[&str] = &["__index", "__len"];
const WRITE: &[&str] = &["__index", "__newindex", "__len"];

fn int(i: i64) -> RawSlot {
    Val::Int(i).into()
}

fn concat(c: &mut Call<'_>) -> Done {
    let t = check(c, 1, READ)?;
    let last = access::len(c, t)?;
    let separator = c.opt_str(2)?;
    let separator = separator.as_ref().map_or(&[][..], |s| s.bytes());
    let first = c.opt_int(3, 1)?;
    let last = if c.val(4).is_nil() { last } else { c.check_int(4)? };
    // Nothing is called while the elements of a plain table are read.
    let plain = match t {
        Val::Table(t) if t.metatable(c.rt).is_none() => Some(t),
        _ => None,
    };
    let mut out = c.buffer();
    let mut i = first;
    while i <= last {
        let v = match plain {
            Some(t) => Val::from(t.get_int(c.rt, i)),
            None => Val::from(access::index(c, t, int(i))?),
        };
        match v {
            Val::Str(s) => string::extend(c.rt, &mut out, s.bytes())?,
            _ => match v.number() {
                Some(n) => number::write_number(&mut out, n),
                None => {
                    let kind = native::type_name(c.rt, v);
                    return Err(c.error(format!("invalid value ({kind}) at index {i} in table for 'concat'")));
                }
            },
        }
        if i == last {
            break;
        }
        string::extend(c.rt, &mut out, separator)?;
        i += 1;
    }
    c.push_text(out)
}

/// The table, if it has no metatable and just the elements up to `end` in its array part, `at` among them.
fn plain_list(c: &Call<'_>, t: Val, at: i64, end: i64) -> Option<Gc<Table>> {
    match t {
        Val::Table(t) if t.metatable(c.rt).is_none() => {
            (t.alen.get(&c.rt.heap) == end && (1..=end).contains(&at)).then_some(t)
        }
        _ => None,
    }
}

fn insert(c: &mut Call<'_>) -> Done {
    let t = check(c, 1, WRITE)?;
    let end = access::len(c, t)?.wrapping_add(1);
    let (at, v) = match c.len() {
        2 => (end, c.arg(2)),
        3 => {
            let at = c.check_int(2)?;
            if (at as u64).wrapping_sub(1) >= end as u64 {
                return Err(c.arg_error(2, "position out of bounds"));
            }
            if let Some(list) = plain_list(c, t, at, end - 1) {
                return list.insert_at(c.rt, at, c.arg(3));
            }
            for i in (at + 1..=end).rev() {
                let v = access::index(c, t, int(i - 1))?;
                access::set_index(c, t, int(i), v)?;
            }
            (at, c.arg(3))
        }
        _ => return Err(c.error("wrong number of arguments to 'insert'")),
    };
    access::set_index(c, t, int(at), v)
}

fn remove(c: &mut Call<'_>) -> Done {
    let t = check(c, 1, WRITE)?;
    let size = access::len(c, t)?;
    let mut at = c.opt_int(2, size)?;
    // The place behind the last element is fine too.
    if at != size && (at as u64).wrapping_sub(1) > size as u64 {
        return Err(c.arg_error(1, "position out of bounds"));
    }
    if let Some(list) = plain_list(c, t, at, size) {
        let v = list.remove_at(c.rt, at)?;
        c.push(v);
        return Ok(());
    }
    let v = access::index(c, t, int(at))?;
    c.push(v);
    while at < size {
        let next = access::index(c, t, int(at + 1))?;
        access::set_index(c, t, int(at), next)?;
        at += 1;
    }
    access::set_index(c, t, int(at), Val::Nil)
}

/// `a == b`, with its metamethod.
fn equal(c: &Call<'_>, a: Val, b: Val) -> Result<bool, Raised> {
    if raw_equal(a.into(), b.into()) {
        return Ok(true);
    }
    if !matches!((a, b), (Val::Table(_), Val::Table(_)) | (Val::UserData(_), Val::UserData(_))) {
        return Ok(false);
    }
    let handler = [a, b].into_iter().map(|v| metamethod(c.rt, v, "__eq")).find(|h| !h.is_nil());
    let Some(handler) = handler else { return Ok(false) };
    let answer = c.call(handler, &[a.into(), b.into()])?;
    Ok(answer.first().is_some_and(|&v| !matches!(Val::from(v), Val::Nil | Val::False)))
}

fn move_(c: &mut Call<'_>) -> Done {
    let (first, last, at) = (c.check_int(2)?, c.check_int(3)?, c.check_int(4)?);
    let from = check(c, 1, &["__index"])?;
    let to_arg = if c.val(5).is_nil() { 1 } else { 5 };
    let to = check(c, to_arg, &["__newindex"])?;
    if last >= first {
        if !(first > 0 || last < i64::MAX + first) {
            return Err(c.arg_error(3, "too many elements to move"));
        }
        let count = last - first + 1;
        if at > i64::MAX - count + 1 {
            return Err(c.arg_error(4, "destination wrap around"));
        }
        let copy = |k: i64| {
            let v = access::index(c, from, int(first + k))?;
            access::set_index(c, to, int(at + k), v)
        };
        // Overlapping elements of one table go from the end.
        if at > last || at <= first || (to_arg != 1 && !equal(c, from, to)?) {
            (0..count).try_for_each(copy)?;
        } else {
            (0..count).rev().try_for_each(copy)?;
        }
    }
    c.push(to);
    Ok(())
}

fn pack(c: &mut Call<'_>) -> Done {
    let t = crate::table::new(c.rt);
    t.set_first(c.rt, c.args())?;
    t.set_name(c.rt, "n", Val::Int(c.len() as i64))?;
    c.push(Val::Table(t));
    Ok(())
}

fn unpack(c: &mut Call<'_>) -> Done {
    let t = c.val(1);
    let first = c.opt_int(2, 1)?;
    let last = if c.val(3).is_nil() { access::len(c, t)? } else { c.check_int(3)? };
    if first > last {
        return Ok(());
    }
    if last.abs_diff(first) >= MAX_RESULTS {
        return Err(c.error("too many results to unpack"));
    }
    if let Val::Table(t) = t {
        if t.metatable(c.rt).is_none() {
            (first..=last).for_each(|i| c.push(t.get_int(c.rt, i)));
            return Ok(());
        }
    }
    let values = RootVec::new(&c.rt.heap);
    for i in first..=last {
        values.push(access::index(c, t, int(i))?);
    }
    (0..values.len()).for_each(|i| c.push(values.get(i).unwrap_or(NIL)));
    Ok(())
}

/// Most elements that are sorted here: it cannot be interrupted.
const MOST_PLAIN: i64 = 1 << 20;

/// Sorts elements that `<` has in an order in which no two can be told apart that are not the same: integers, floats or strings. False if there are others; nothing has changed then.
fn sort_plain(rt: &Rt, t: Gc<Table>, n: i64) -> Result<bool, Raised> {
    if n > MOST_PLAIN || t.metatable(rt).is_some() {
        return Ok(false);
    }
    let all = || (1..=n).map(|i| Val::from(t.get_int(rt, i)));
    match Val::from(t.get_int(rt, 1)) {
        Val::Int(_) => {
            let ints = all().map(|v| if let Val::Int(i) = v { Some(i) } else { None });
            put_sorted(rt, t, ints, Val::Int, i64::cmp)
        }
        // Zeros differ in their sign, and what is no number has no place.
        Val::Float(_) => {
            let floats = all().map(|v| match v {
                Val::Float(x) => Some(x.get()).filter(|x| !x.is_nan() && (*x != 0.0 || x.is_sign_positive())),
                _ => None,
            });
            put_sorted(rt, t, floats, Val::float, f64::total_cmp)
        }
        Val::Str(_) => {
            let texts = all().map(|v| if let Val::Str(s) = v { Some(s) } else { None });
            put_sorted(rt, t, texts, Val::Str, |a, b| a.bytes().cmp(b.bytes()))
        }
        _ => Ok(false),
    }
}

/// Puts values in order, unless one is missing.
fn put_sorted<T>(
    rt: &Rt,
    t: Gc<Table>,
    values: impl Iterator<Item = Option<T>>,
    val: impl Fn(T) -> Val,
    order: impl Fn(&T, &T) -> Ordering,
) -> Result<bool, Raised> {
    let Some(mut values) = values.collect::<Option<Vec<T>>>() else { return Ok(false) };
    values.sort_unstable_by(order);
    for (i, v) in (1..).zip(values) {
        t.set_int(rt, i, val(v))?;
    }
    Ok(true)
}

/// Checks; the loops are in the prelude, so that comparators become part of traces.
fn sort(c: &mut Call<'_>) -> Done {
    let t = check(c, 1, WRITE)?;
    let n = access::len(c, t)?;
    if n < 2 {
        return Ok(());
    }
    if n >= i64::from(i32::MAX) {
        return Err(c.arg_error(1, "array too big"));
    }
    let order = c.val(2);
    if !matches!(order, Val::Nil | Val::Function(_) | Val::Native(_)) {
        return Err(c.type_error(2, "function"));
    }
    if let (Val::Nil, Val::Table(t)) = (order, t) {
        if sort_plain(c.rt, t, n)? {
            return Ok(());
        }
    }
    let sort = super::prelude::function(c.rt, super::prelude::Known::Sort);
    let done = c.call(sort, &[t.into(), int(n), order.into()])?;
    if Val::from(done.first().copied().unwrap_or(NIL)).truthy() {
        return Ok(());
    }
    Err(c.error("invalid order function for sorting"))
}
