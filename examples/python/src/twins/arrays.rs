//! Twins of `array.array`: items by position, and more at the end.
//!
//! **Not promised.** Slices, and what must be converted or does not fit, are in Python alone.
//!
//! **Example.** `a[0] = 300` of an `array('b')` is no twin's: `_high` is 127, and Python says so.

use super::{Given, Twin};
use crate::value::{Instance, List, Val};
use holloway::heap::{Gc, RawSlot};
use langkit::maps::Seen;

/// Functions of `library/array.py`.
pub const TWINS: &[(&str, Twin)] = &[
    ("array.__len__", |g| Some(Val::Int(items(g)?.1.len(g.rt) as i64))),
    ("array.__getitem__", get),
    ("array.__setitem__", set),
    ("array.append", append),
];

/// The array that is argument 0, and its list.
fn items(g: &Given<'_>) -> Option<(Gc<Instance>, Gc<List>)> {
    let x = g.instance(0)?;
    match own!(g, x, "_items")? {
        Val::List(l) => Some((x, l)),
        _ => None,
    }
}

/// The place that argument 1 says.
fn place(g: &Given<'_>, l: Gc<List>) -> Option<usize> {
    let (Val::Int(i), n) = (g.val(1), l.len(g.rt)) else { return None };
    let i = if i < 0 { i.checked_add(n as i64)? } else { i };
    usize::try_from(i).ok().filter(|&i| i < n)
}

/// What is stored for a value, if the array may have it.
fn fitting(g: &Given<'_>, x: Gc<Instance>, v: RawSlot) -> Option<RawSlot> {
    let Val::Str(code) = own!(g, x, "typecode")? else { return None };
    match (code.data(), Val::from(v)) {
        (b"d", Val::Float(_)) => Some(v),
        (b"d" | b"f" | b"u", _) => None,
        (_, Val::Int(n)) => {
            let Val::Int(low) = own!(g, x, "_low")? else { return None };
            let high = match own!(g, x, "_high")? {
                Val::Int(high) => high,
                // That of 64 bits without a sign.
                _ => i64::MAX,
            };
            (low..=high).contains(&n).then_some(v)
        }
        _ => None,
    }
}

fn get(g: &Given<'_>) -> Option<Val> {
    let (_, l) = items(g)?;
    Some(l.get(g.rt, place(g, l)?).into())
}

fn set(g: &Given<'_>) -> Option<Val> {
    let ((x, l), &[_, _, v]) = (items(g)?, g.args) else { return None };
    l.set(g.rt, place(g, l)?, fitting(g, x, v)?).ok()?;
    Some(Val::None)
}

fn append(g: &Given<'_>) -> Option<Val> {
    let ((x, l), &[_, v]) = (items(g)?, g.args) else { return None };
    l.push(g.rt, fitting(g, x, v)?).ok()?;
    Some(Val::None)
}
