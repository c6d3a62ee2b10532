//! Twins of `functools.lru_cache` and `cache`: calls whose result is known, and what becomes of the result of others.
//!
//! **Not promised.** Arguments with names, `typed` caches and calls to be made are left to Python.
//!
//! **Example.** With `@cache def f(x)`, the second `f(1)` finds 1 in the dictionary that the function has captured as `known`.

use super::{Given, Twin};
use crate::objects::{dict, ops};
use crate::value::{kind, Dict, List, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot, SlotArray};

/// Functions of `library/_functools.py`.
pub const TWINS: &[(&str, Twin)] = &[
    ("cached.<locals>.find", |g| Some(Cache::of(g)?.asked(g)?.value.map_or(Val::None, Val::from))),
    ("cached.<locals>.keep", keep),
    ("cached.<locals>.limited", limited),
    ("cached.<locals>.unlimited", unlimited),
];

/// What is known of calls, of which the types of arguments do not matter.
struct Cache<'a> {
    rt: &'a Rt,
    known: Gc<Dict>,
}

/// What the cache has for the arguments of a call.
struct Asked {
    key: RawSlot,
    hash: i64,
    value: Option<RawSlot>,
}

impl<'a> Cache<'a> {
    /// That of the function called.
    fn of(g: &Given<'a>) -> Option<Cache<'a>> {
        match (g.captured("known")?, g.captured("typed")?) {
            (Val::Dict(known), Val::False) => Some(Cache { rt: g.rt, known }),
            _ => None,
        }
    }
    /// What there is for these arguments, if their hash and whether they equal others is known without running the program. `whole` makes a tuple of them.
    fn ask(&self, args: &[RawSlot], whole: impl FnOnce() -> Option<RawSlot>) -> Option<Asked> {
        let key = match args {
            &[key] if matches!(Val::from(key), Val::Int(_) | Val::Big(_) | Val::Str(_)) => key,
            _ => whole()?,
        };
        let hash = ops::quick_hash(self.rt, key.into())?;
        let value = match self.entry(key, hash)? {
            Some(i) => dict::entry(self.rt, self.known.table(), i)?.map(|e| e.1),
            None => None,
        };
        Some(Asked { key, hash, value })
    }
    /// The entry of a key, if there is one; `None` where only the program can tell.
    fn entry(&self, key: RawSlot, hash: i64) -> Option<Option<usize>> {
        match dict::quick_hashed(self.rt, <Dict>::table(&self.known), key, hash) {
            dict::UNKNOWN => None,
            at => Some(usize::try_from(at).ok()),
        }
    }
    /// What there is for arguments that are given as a tuple and a dictionary of those with names, of which there are none.
    fn asked(&self, g: &Given<'_>) -> Option<Asked> {
        let (Val::Tuple(args), Val::Dict(named)) = (g.val(0), g.val(1)) else { return None };
        if named.len(self.rt) > 0 {
            return None;
        }
        self.ask(args.items.as_slice(), || Some(Val::Tuple(args).into()))
    }
    /// What there is for the arguments of this call.
    fn called(&self, g: &Given<'_>) -> Option<Val> {
        let asked = self.ask(g.args, || ops::tuple_val(self.rt, g.args).ok().map(RawSlot::from))?;
        asked.value.map(Val::from)
    }
}

/// Counts a hit.
fn hit(g: &Given<'_>) -> Option<()> {
    let Val::Int(n) = g.captured("hits")? else { return None };
    g.set_captured("hits", Val::Int(n.checked_add(1)?))
}

fn unlimited(g: &Given<'_>) -> Option<Val> {
    let v = Cache::of(g)?.called(g)?;
    hit(g)?;
    Some(v)
}

/// An entry of a limited cache: see `library/_functools.py` for the ring of them.
#[derive(Clone, Copy)]
struct Link<'a> {
    rt: &'a Rt,
    list: Gc<List>,
    parts: Gc<SlotArray>,
}

impl<'a> Link<'a> {
    const BEFORE: usize = 0;
    const AFTER: usize = 1;
    const KEY: usize = 2;
    const RESULT: usize = 3;

    fn of(rt: &'a Rt, v: Val) -> Option<Link<'a>> {
        let (Val::List(list), cx) = (v, &rt.heap) else { return None };
        let parts = list.items.get(cx).get()?;
        (list.kind.get(cx) == kind::SLOTS && list.len(rt) == 4).then_some(Link { rt, list, parts })
    }
    fn get(self, i: usize) -> Option<RawSlot> {
        self.parts.get(&self.rt.heap, i)
    }
    fn link(self, i: usize) -> Option<Link<'a>> {
        Link::of(self.rt, self.get(i)?.into())
    }
    fn set(self, i: usize, v: RawSlot) -> Option<()> {
        self.parts.set(&self.rt.heap, i, v)
    }
    fn lead(self, i: usize, to: Link<'_>) -> Option<()> {
        self.set(i, Val::List(to.list).into())
    }
    /// Takes it out of the ring.
    fn leave(self) -> Option<()> {
        let (before, after) = (self.link(Self::BEFORE)?, self.link(Self::AFTER)?);
        before.lead(Self::AFTER, after)?;
        after.lead(Self::BEFORE, before)
    }
    /// Puts it into the ring as the newest.
    fn enter(self, root: Link<'_>) -> Option<()> {
        let last = root.link(Self::BEFORE)?;
        last.lead(Self::AFTER, self)?;
        root.lead(Self::BEFORE, self)?;
        self.lead(Self::BEFORE, last)?;
        self.lead(Self::AFTER, root)
    }
}

fn limited(g: &Given<'_>) -> Option<Val> {
    let link = Link::of(g.rt, Cache::of(g)?.called(g)?)?;
    let root = Link::of(g.rt, g.captured("root")?)?;
    hit(g)?;
    link.leave()?;
    link.enter(root)?;
    link.get(Link::RESULT).map(Val::from)
}

/// Keeps a result in the place of the oldest one.
fn keep(g: &Given<'_>) -> Option<Val> {
    let (cache, &[_, _, result]) = (Cache::of(g)?, g.args) else { return None };
    let Val::Int(most) = g.captured("maxsize")? else { return None };
    if (cache.known.len(g.rt) as i64) < most {
        return None;
    }
    let Asked { key, hash, value: None } = cache.asked(g)? else { return None };
    let root = Link::of(g.rt, g.captured("root")?)?;
    let oldest = root.link(Link::AFTER)?;
    let old = oldest.get(Link::KEY)?;
    let old_hash = ops::quick_hash(g.rt, old.into())?;
    cache.entry(old, old_hash)??;
    // First what needs memory.
    let table = || <Dict>::table(&cache.known);
    dict::insert_hashed(g.rt, table(), key, Val::List(oldest.list).into(), hash).ok()?;
    dict::remove_hashed(g.rt, table(), cache.entry(old, old_hash)??, old_hash);
    oldest.leave()?;
    oldest.set(Link::KEY, key)?;
    oldest.set(Link::RESULT, result)?;
    oldest.enter(root)?;
    Some(result.into())
}
