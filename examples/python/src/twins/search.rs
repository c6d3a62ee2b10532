//! Twins of `bisect`: places in sorted lists of plain values.
//!
//! **Not promised.** Which items are compared is as in Python; a list of any other class, a `key` and bounds out of range are left to it.
//!
//! **Example.** `bisect_right([1, 2, 2, 3], 2)` is 3: the first place whose item is greater than 2.

use super::{plain, Given, Twin};
use crate::value::{kind, List, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};

/// Functions of `library/bisect.py`.
pub const TWINS: &[(&str, Twin)] = &[
    ("bisect_left", |g| place(g, false).map(|i| Val::Int(i as i64))),
    ("bisect_right", |g| place(g, true).map(|i| Val::Int(i as i64))),
    ("insort_left", |g| insert(g, false)),
    ("insort_right", |g| insert(g, true)),
];

/// The place of argument 1 in the list that is argument 0, behind what equals it or before.
fn place(g: &Given<'_>, right: bool) -> Option<usize> {
    if g.args.len() < 2 {
        return None;
    }
    let (l, n) = (g.list(0)?, g.list(0)?.len(g.rt));
    let lo = match g.val(2) {
        Val::Unbound => 0,
        Val::Int(i) => usize::try_from(i).ok()?,
        _ => return None,
    };
    let hi = match g.val(3) {
        Val::Unbound | Val::None | Val::Int(-1) => n,
        Val::Int(i) => usize::try_from(i).ok().filter(|&i| i <= n)?,
        _ => return None,
    };
    search(g.rt, l, g.args[1], (lo, hi), right)
}

fn insert(g: &Given<'_>, right: bool) -> Option<Val> {
    let i = place(g, right)?;
    let l = g.list(0)?;
    // Where `lo` is beyond the end, the item comes to the end.
    l.insert(g.rt, i.min(l.len(g.rt)), g.args[1]).ok()?;
    Some(Val::None)
}

fn search(rt: &Rt, l: Gc<List>, x: RawSlot, within: (usize, usize), right: bool) -> Option<usize> {
    let cx = &rt.heap;
    match (l.kind.get(cx), Val::from(x)) {
        (kind::INTS, Val::Int(x)) => l.with_ints(rt, |a| {
            let at = |i: usize| a[i].get(cx);
            halve(within, right, |i| Some(if right { x < at(i) } else { at(i) < x }))
        })?,
        (kind::FLOATS, Val::Float(x)) => l.with_floats(rt, |a| {
            let (x, at) = (x.get(), |i: usize| a[i].get(cx));
            halve(within, right, |i| Some(if right { x < at(i) } else { at(i) < x }))
        })?,
        _ => halve(within, right, |i| match (right, l.get(rt, i)) {
            (true, y) => plain::less(rt, x, y),
            (false, y) => plain::less(rt, y, x),
        }),
    }
}

/// Halves a part of a list until nothing is left. `test` asks whether the value is less than item `i` if `right`, else the other way round.
#[inline(always)]
fn halve(
    (mut lo, mut hi): (usize, usize),
    right: bool,
    test: impl Fn(usize) -> Option<bool>,
) -> Option<usize> {
    while lo < hi {
        let middle = (lo + hi) / 2;
        if test(middle)? == right {
            hi = middle;
        } else {
            lo = middle + 1;
        }
    }
    Some(lo)
}
