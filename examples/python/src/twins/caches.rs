//! Twins of `functools.lru_cache` and `cache`: calls whose result is known.
//!
//! **Not promised.** Arguments with names, `typed` caches and results to be computed are left to Python.
//!
//! **Example.** With `@cache def f(x)`, the second `f(1)` finds 1 in the dictionary that the function has captured as `known`.

use super::{Given, Twin};
use crate::objects::{dict, ops};
use crate::value::{Dict, List, Val};
use holloway::heap::Gc;

/// Functions of `library/_functools.py`.
pub const TWINS: &[(&str, Twin)] =
    &[("cached.<locals>.unlimited", unlimited), ("cached.<locals>.limited", limited)];

/// What is known of the arguments.
fn known(g: &Given<'_>) -> Option<Val> {
    let (Val::Dict(known), Val::False) = (g.captured("known")?, g.captured("typed")?) else { return None };
    let key = match (g.args.len(), g.val(0)) {
        (1, key @ (Val::Int(_) | Val::Big(_) | Val::Str(_))) => key,
        _ => ops::tuple_val(g.rt, g.args).ok()?,
    };
    let at = dict::quick_any(g.rt, <Dict>::table(&known), key.into());
    let entry = dict::entry(g.rt, known.table(), usize::try_from(at).ok()?)??;
    Some(entry.1.into())
}

/// Counts a hit.
fn hit(g: &Given<'_>) -> Option<()> {
    let Val::Int(n) = g.captured("hits")? else { return None };
    g.set_captured("hits", Val::Int(n.checked_add(1)?))
}

fn unlimited(g: &Given<'_>) -> Option<Val> {
    let v = known(g)?;
    hit(g)?;
    Some(v)
}

/// The entry is put before the newest: see `library/_functools.py` for the ring of them.
fn limited(g: &Given<'_>) -> Option<Val> {
    let rt = g.rt;
    let (Val::List(link), Val::List(root)) = (known(g)?, g.captured("root")?) else { return None };
    let part = |l: Gc<List>, i: usize| match Val::from(l.get(rt, i)) {
        Val::List(l) => Some(l),
        _ => None,
    };
    let (before, after) = (part(link, 0)?, part(link, 1)?);
    hit(g)?;
    let set = |l: Gc<List>, i: usize, to: Gc<List>| l.set(rt, i, Val::List(to).into()).ok();
    set(before, 1, after)?;
    set(after, 0, before)?;
    let last = part(root, 0)?;
    set(last, 1, link)?;
    set(root, 0, link)?;
    set(link, 0, last)?;
    set(link, 1, root)?;
    Some(link.get(rt, 3).into())
}
