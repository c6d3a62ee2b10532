//! Twins of `itertools`: steps of iterators over several others.
//!
//! **Not promised.** Iterators that may run the program or fail are advanced in Python.
//!
//! **Example.** `_row([iter([1]), iter([])], [False, True], 0)` is `(1, 0)`.

use super::{Given, Twin};
use crate::objects::iter::{self, kinds};
use crate::objects::ops;
use crate::value::Val;
use holloway::heap::RawSlot;
use langkit::maps::Seen;

/// Functions of `library/itertools.py`.
pub const TWINS: &[(&str, Twin)] = &[("_row", row), ("_tee.__next__", next_of_tee)];

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
    let Val::List(link) = own!(g, x, "_link")? else { return None };
    if let Val::None = link.get(rt, 1).into() {
        let it = own!(g, x, "_it")?;
        if !is_tame(it.into()) {
            return None;
        }
        let v = iter::next(rt, it).ok()??;
        let following = crate::objects::list::from(rt, &[Val::None.into(), Val::None.into()]).ok()?;
        link.set(rt, 0, v.into()).ok()?;
        link.set(rt, 1, Val::List(following).into()).ok()?;
    }
    set_own!(g, x, "_link", link.get(rt, 1).into())?;
    Some(link.get(rt, 0).into())
}
