//! Twins of `operator`: `index`, and what `itemgetter` and `attrgetter` read from built-in containers and plain instances.
//!
//! **Not promised.** Names with dots and attributes that classes have a say in are in Python alone.
//!
//! **Example.** `itemgetter(1)` as the `key` of a sort reads `row[1]` of each tuple by its twin.

use super::{Given, Twin};
use crate::objects::{dict, ops};
use crate::value::{Dict, Str, Val};
use holloway::heap::{Gc, RawSlot};
use langkit::maps::Seen;
use smallvec::SmallVec;

/// Functions of `library/operator.py`.
pub const TWINS: &[(&str, Twin)] =
    &[("index", index), ("itemgetter.__call__", items), ("attrgetter.__call__", attribute)];

fn index(g: &Given<'_>) -> Option<Val> {
    matches!(g.val(0), Val::Int(_) | Val::Big(_)).then(|| g.val(0))
}

fn items(g: &Given<'_>) -> Option<Val> {
    let x = g.instance(0)?;
    match own!(g, x, "_items")? {
        Val::None => item(g, own!(g, x, "_item")?),
        Val::Tuple(keys) => {
            let all = keys.items.as_slice().iter().map(|&k| item(g, k.into()).map(RawSlot::from));
            ops::tuple_val(g.rt, &all.collect::<Option<SmallVec<[RawSlot; 8]>>>()?).ok()
        }
        _ => None,
    }
}

/// The item of argument 1 that a key means.
fn item(g: &Given<'_>, key: Val) -> Option<Val> {
    let place = |n: usize| match key {
        Val::Int(i) => {
            usize::try_from(if i < 0 { i.checked_add(n as i64)? } else { i }).ok().filter(|&i| i < n)
        }
        _ => None,
    };
    match g.val(1) {
        Val::Tuple(t) => t.items.as_slice().get(place(t.items.as_slice().len())?).map(|&v| v.into()),
        Val::List(l) => Some(l.get(g.rt, place(l.len(g.rt))?).into()),
        Val::Dict(d) => {
            let at = usize::try_from(dict::quick_any(g.rt, <Dict>::table(&d), key.into())).ok()?;
            Some(dict::entry(g.rt, d.table(), at)??.1.into())
        }
        _ => None,
    }
}

fn attribute(g: &Given<'_>) -> Option<Val> {
    let Val::Str(name) = own!(g, g.instance(0)?, "_name")? else { return None };
    let x = g.instance(1)?;
    let class = x.class(g.rt);
    let says = |name: Gc<Str>| class.lookup(g.rt, name);
    let name = crate::objects::str::intern_str(g.rt, name);
    let plain = matches!(class.lookup_name(g.rt, "__getattribute__"), Some(Val::Native(_)));
    (plain && says(name).is_none()).then(|| x.own(g.rt, name).map(|v: RawSlot| v.into())).flatten()
}
