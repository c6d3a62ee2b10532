//! Twins of `itertools`: steps of combinations and permutations, and of iterators over several others.
//!
//! **Not promised.** Iterators that may run the program or fail are advanced in Python.
//!
//! **Example.** `_combine(pool, [0, 1], 3, 2)` makes the places `[0, 2]` and answers the items there.

use super::{Given, Twin};
use crate::objects::iter::{self, kinds};
use crate::objects::ops;
use crate::value::{Tuple, Val};
use holloway::heap::{Gc, Mut, RawSlot};

/// Functions of `library/itertools.py`.
pub const TWINS: &[(&str, Twin)] = &[
    ("_permute", permute),
    ("_combine", |g| combine(g, false)),
    ("_combine_again", |g| combine(g, true)),
    ("_row", row),
    ("_tee.__next__", next_of_tee),
];

fn pool(g: &Given<'_>) -> Option<Gc<Tuple>> {
    match g.val(0) {
        Val::Tuple(t) => Some(t),
        _ => None,
    }
}

/// The number that is argument `i`.
fn number(g: &Given<'_>, i: usize) -> Option<usize> {
    match g.val(i) {
        Val::Int(n) => usize::try_from(n).ok(),
        _ => None,
    }
}

/// The items of a pool at the first `r` of some places.
fn chosen(g: &Given<'_>, pool: Gc<Tuple>, places: &[Mut<i64>], r: usize) -> Option<Val> {
    let items = pool.items.as_slice();
    let item = |p: &Mut<i64>| items.get(p.get(&g.rt.heap) as usize).copied();
    let all: Option<smallvec::SmallVec<[RawSlot; 8]>> = places.get(..r)?.iter().map(item).collect();
    ops::tuple_val(g.rt, &all?).ok()
}

/// `_combine(pool, places, n, r)`: the next places in ascending order, which may be the same if `again`.
fn combine(g: &Given<'_>, again: bool) -> Option<Val> {
    let (pool, n, r, cx) = (pool(g)?, number(g, 2)?, number(g, 3)?, &g.rt.heap);
    if r == 0 {
        return Some(Val::None);
    }
    g.list(1)?.with_ints(g.rt, |places| {
        let last = |i: usize| (if again { n - 1 } else { i + n - r }) as i64;
        let Some(i) = (0..r).rev().find(|&i| places[i].get(cx) != last(i)) else { return Some(Val::None) };
        let mut next = places[i].get(cx) + 1;
        for place in &places[i..r] {
            place.set(cx, next);
            next += i64::from(!again);
        }
        chosen(g, pool, places, r)
    })?
}

/// `_permute(pool, places, cycles, n, r)`.
fn permute(g: &Given<'_>) -> Option<Val> {
    let (pool, n, r, cx) = (pool(g)?, number(g, 3)?, number(g, 4)?, &g.rt.heap);
    let cycles = g.list(2)?;
    if r == 0 {
        return Some(Val::None);
    }
    g.list(1)?.with_ints(g.rt, |places| {
        cycles.with_ints(g.rt, |cycles| {
            let swap = |i: usize, j: usize| {
                let (x, y) = (places[i].get(cx), places[j].get(cx));
                places[i].set(cx, y);
                places[j].set(cx, x);
            };
            for i in (0..r).rev() {
                let left = cycles[i].get(cx) - 1;
                cycles[i].set(cx, left);
                if left > 0 {
                    swap(i, n - left as usize);
                    return chosen(g, pool, places, r);
                }
                // This place has had all: the first goes behind the others.
                (i..n - 1).for_each(|j| swap(j, j + 1));
                cycles[i].set(cx, (n - i) as i64);
            }
            Some(Val::None)
        })?
    })?
}

/// Whether an iterator runs nothing and never fails.
fn is_tame(it: RawSlot) -> bool {
    matches!(it.into(), Val::Iter(x) if x.kind <= kinds::RANGE)
}

/// `_row(iterators, ended, fill)`: the next of each that has not ended; nothing once all have.
fn row(g: &Given<'_>) -> Option<Val> {
    let (rt, its, ended) = (g.rt, g.list(0)?, g.list(1)?);
    let n = its.len(rt);
    if n != ended.len(rt) || !(0..n).all(|i| is_tame(its.get(rt, i))) {
        return None;
    }
    let mut all = smallvec::SmallVec::<[RawSlot; 8]>::from_elem(g.args[2], n);
    let mut active = false;
    for i in 0..n {
        if Val::from(ended.get(rt, i)).is_true() {
            continue;
        }
        match iter::next(rt, its.get(rt, i).into()).ok()? {
            Some(v) => {
                all[i] = v.into();
                active = true;
            }
            None => ended.set(rt, i, Val::True.into()).ok()?,
        }
    }
    if !active {
        return Some(Val::None);
    }
    ops::tuple_val(rt, &all).ok()
}

/// Items that another of the iterators has taken already, and those of tame iterators.
fn next_of_tee(g: &Given<'_>) -> Option<Val> {
    let (rt, x) = (g.rt, g.instance(0)?);
    let Val::List(link) = g.own(x, "_link")? else { return None };
    if let Val::None = link.get(rt, 1).into() {
        let it = g.own(x, "_it")?;
        if !is_tame(it.into()) {
            return None;
        }
        let v = iter::next(rt, it).ok()??;
        let following = crate::objects::list::from(rt, &[Val::None.into(), Val::None.into()]).ok()?;
        link.set(rt, 0, v.into()).ok()?;
        link.set(rt, 1, Val::List(following).into()).ok()?;
    }
    g.set_own(x, "_link", link.get(rt, 1).into())?;
    Some(link.get(rt, 0).into())
}
