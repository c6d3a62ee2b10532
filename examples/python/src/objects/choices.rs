//! Iterators of `itertools` that choose from a tuple: permutations and combinations.
//!
//! | kind | `a` | `b` | `i` | `n` |
//! |---|---|---|---|---|
//! | `PERMUTATIONS` | the tuple | tuple of the list of places and the list of how many are left to come to each | state | how many are chosen |
//! | `COMBINATIONS`, `AGAIN` (with replacement) | the tuple | list of places | state | how many are chosen |
//!
//! The state is [`FRESH`], [`BEGUN`] or [`DONE`].
//!
//! **Example.** `combinations("abc", 2)` has the places `[0, 1]`, `[0, 2]` and `[1, 2]`, one after the other.

use super::relays::kinds::{AGAIN, PERMUTATIONS};
use super::{iter, list, ops};
use crate::value::{Iter, List, Tuple, Val};
use crate::Rt;
use holloway::heap::{Gc, Mut, RawSlot};
use holloway::machine::Raised;
use smallvec::SmallVec;

/// Nothing has been chosen yet.
const FRESH: i64 = 0;
/// The places are those of what was given out last.
const BEGUN: i64 = 1;
/// There is no more.
const DONE: i64 = 2;

/// An iterator of a kind that chooses `r` of a tuple's items.
///
/// # Errors
/// `MemoryError`.
pub fn make(rt: &Rt, kind: u32, pool: Gc<Tuple>, r: usize) -> Result<Val, Raised> {
    let n = pool.items.as_slice().len();
    let numbers = |all: &mut dyn Iterator<Item = usize>| {
        let all: Vec<RawSlot> = all.map(|i| Val::Int(i as i64).into()).collect();
        list::from(rt, &all).map(|l| RawSlot::from(Val::List(l)))
    };
    let none = if kind == AGAIN { n == 0 && r > 0 } else { r > n };
    let places = match kind {
        _ if none => Val::None.into(),
        PERMUTATIONS => {
            let parts = [numbers(&mut (0..n))?, numbers(&mut (n - r + 1..=n).rev())?];
            ops::tuple_val(rt, &parts)?.into()
        }
        AGAIN => Val::List(list::filled(rt, Val::Int(0).into(), r)?).into(),
        _ => numbers(&mut (0..r))?,
    };
    let pool = Val::Tuple(pool).into();
    Ok(iter::make(rt, kind, pool, places, if none { DONE } else { FRESH }, r as i64))
}

/// The next choice.
///
/// # Errors
/// `MemoryError`.
pub fn advance(rt: &Rt, x: Gc<Iter>) -> Result<Option<Val>, Raised> {
    let cx = &rt.heap;
    let (Val::Tuple(pool), r) = (x.a.get(cx).into(), x.n.get(cx) as usize) else { return Ok(None) };
    let n = pool.items.as_slice().len();
    let (places, cycles) = match x.b.get(cx).into() {
        Val::List(l) => (l, None),
        Val::Tuple(t) => match *t.items.as_slice() {
            [a, b] => match (Val::from(a), Val::from(b)) {
                (Val::List(a), Val::List(b)) => (a, Some(b)),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let more = match x.i.get(cx) {
        FRESH => true,
        BEGUN if r == 0 => false,
        BEGUN => with(rt, places, |places| match cycles {
            Some(cycles) => with(rt, cycles, |cycles| permute(rt, places, cycles)),
            None => combine(rt, &places[..r], n, x.kind == AGAIN),
        }),
        _ => return Ok(None),
    };
    x.i.set(cx, if more { BEGUN } else { DONE });
    if !more {
        return Ok(None);
    }
    let items = pool.items.as_slice();
    let chosen = |places: &[Mut<i64>]| -> SmallVec<[RawSlot; 8]> {
        places[..r].iter().map(|p| items[p.get(cx) as usize]).collect()
    };
    let all = if r == 0 { SmallVec::new() } else { with(rt, places, chosen) };
    ops::tuple_val(rt, &all).map(Some)
}

/// Calls a function with the numbers of a list, of which there is at least one.
fn with<T>(rt: &Rt, l: Gc<List>, f: impl FnOnce(&[Mut<i64>]) -> T) -> T {
    match l.with_ints(rt, f) {
        Some(made) => made,
        None => unreachable!("a list of integers"),
    }
}

/// The next places in ascending order, which may be the same if `again`; whether there are any.
fn combine(rt: &Rt, places: &[Mut<i64>], n: usize, again: bool) -> bool {
    let (cx, r) = (&rt.heap, places.len());
    let last = |i: usize| (if again { n - 1 } else { i + n - r }) as i64;
    let Some(i) = (0..r).rev().find(|&i| places[i].get(cx) != last(i)) else { return false };
    let mut next = places[i].get(cx) + 1;
    for place in &places[i..] {
        place.set(cx, next);
        next += i64::from(!again);
    }
    true
}

/// The next order of the places, of which as many are looked at as there are cycles; whether there is one.
fn permute(rt: &Rt, places: &[Mut<i64>], cycles: &[Mut<i64>]) -> bool {
    let (cx, n) = (&rt.heap, places.len());
    let swap = |i: usize, j: usize| {
        let (x, y) = (places[i].get(cx), places[j].get(cx));
        places[i].set(cx, y);
        places[j].set(cx, x);
    };
    for (i, cycle) in cycles.iter().enumerate().rev() {
        let left = cycle.get(cx) - 1;
        cycle.set(cx, left);
        if left > 0 {
            swap(i, n - left as usize);
            return true;
        }
        // This place has had all: the first goes behind the others.
        (i..n - 1).for_each(|j| swap(j, j + 1));
        cycle.set(cx, (n - i) as i64);
    }
    false
}
