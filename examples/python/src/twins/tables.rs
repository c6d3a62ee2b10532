//! Twins of `collections.Counter` and `OrderedDict`.
//!
//! **Invariant.** The instance's class is asked first whether it reads and writes as a dictionary does: a program may derive from these.
//!
//! **Example.** `Counter("abca")` counts into a dictionary of its own first, `{"a": 2, "b": 1, "c": 1}`, and then adds that up.

use super::{Given, Twin};
use crate::objects::{dict, iter};
use crate::value::{Dict, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};

/// Functions of `library/collections/_mappings.py`.
pub const TWINS: &[(&str, Twin)] = &[("_count_elements", count), ("OrderedDict.move_to_end", move_to_end)];

/// The dictionary in the instance that is argument 0, if the class has these methods from `dict`.
fn table(g: &Given<'_>, methods: &[&'static str]) -> Option<Gc<Dict>> {
    let x = g.instance(0)?;
    let class = x.class(g.rt);
    let own = |name: &&'static str| matches!(class.lookup_name(g.rt, name), Some(Val::Native(_)));
    match x.wrapped(g.rt)? {
        Val::Dict(d) if methods.iter().all(own) => Some(d),
        _ => None,
    }
}

/// The entry of a key: `Some(None)` if there is none, `None` if only the program can tell.
fn find(rt: &Rt, d: Gc<Dict>, key: RawSlot) -> Option<Option<usize>> {
    let at = match key.into() {
        Val::Int(i) => dict::quick_int(rt, d.table(), i),
        Val::Str(s) => dict::quick_str(rt, d.table(), s),
        _ => dict::quick_any(rt, d.table(), key),
    };
    match at {
        dict::ABSENT => Some(None),
        at => usize::try_from(at).ok().map(Some),
    }
}

/// Adds to the number of a key, which counts as 0 where it is absent. Nothing happens where it is no machine word.
fn add(rt: &Rt, d: Gc<Dict>, key: RawSlot, n: i64) -> Option<()> {
    let Some(at) = find(rt, d, key)? else {
        return dict::insert(rt, d.table(), key, Val::Int(n).into()).ok();
    };
    let entries = d.entries.get(&rt.heap).get()?;
    let Val::Int(old) = entries.get(&rt.heap, 2 * at + 1)?.into() else { return None };
    entries.set(&rt.heap, 2 * at + 1, Val::Int(old.checked_add(n)?).into())
}

fn count(g: &Given<'_>) -> Option<Val> {
    let rt = g.rt;
    let d = table(g, &["get", "__setitem__"])?;
    let keys = match g.val(1) {
        v @ (Val::List(_) | Val::Tuple(_) | Val::Str(_)) => iter::to_vec(rt, v).ok()?,
        _ => return None,
    };
    let counts = dict::new(rt);
    keys.iter().try_for_each(|&k| add(rt, counts, k, 1))?;
    let counts = counts.items(rt);
    // All can be added before any is.
    for &(k, n) in &counts {
        let Some(at) = find(rt, d, k)? else { continue };
        let (Val::Int(old), Val::Int(n)) = (dict::entry(rt, d.table(), at)??.1.into(), n.into()) else {
            return None;
        };
        old.checked_add(n)?;
    }
    for (k, n) in counts {
        if let Val::Int(n) = n.into() {
            add(rt, d, k, n)?;
        }
    }
    Some(Val::None)
}

fn move_to_end(g: &Given<'_>) -> Option<Val> {
    let d = table(g, &["__delitem__", "__setitem__", "__contains__"])?;
    let (&[_, key] | &[_, key, _], Val::Unbound | Val::True) = (g.args, g.val(2)) else { return None };
    // What is put to the end is the key that is there.
    let (key, v) = dict::entry(g.rt, d.table(), find(g.rt, d, key)??)??;
    dict::remove(g.rt, d.table(), key).ok()?;
    dict::insert(g.rt, d.table(), key, v).ok()?;
    Some(Val::None)
}
