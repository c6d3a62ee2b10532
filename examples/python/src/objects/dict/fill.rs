//! Many keys at once.
//!
//! **Problem.** A set made of a list asked for each of its members whether the table had changed, where it is and what it has room for.
//!
//! **Invariants.** Nothing here runs the program, so nothing is collected and no table changes meanwhile. What cannot be done so is left to the caller, who
//! may do all of it again: adding a key twice does nothing.

use super::{mixed, Probe, Table};
use crate::bytecode::BinOp;
use crate::objects::{number, ops};
use crate::value::{kind, List, Tag, Val, UNBOUND};
use crate::Rt;
use holloway::heap::{Gc, Mut, Mutator, RawSlot};
use holloway::machine::Raised;

/// The hash of a key, if that runs no program.
#[inline(always)]
fn plain_hash(rt: &Rt, key: RawSlot) -> Option<u64> {
    match Val::from(key) {
        Val::Int(i) => Some(mixed(number::hash_int(i))),
        Val::Str(s) => Some(mixed(s.hash_of(rt))),
        v => ops::quick_hash(rt, v).map(mixed),
    }
}

impl Table<'_> {
    /// Adds keys without values; whether that was possible for all.
    fn add_plain(&self, rt: &Rt, keys: impl Iterator<Item = RawSlot>) -> Result<bool, Raised> {
        for key in keys {
            let Some(hash) = plain_hash(rt, key) else { return Ok(false) };
            match self.probe(&rt.heap, hash, key, &mut 0) {
                Probe::Found(_) => {}
                Probe::Absent => self.add(rt, hash, key, UNBOUND)?,
                Probe::Ask(..) => return Ok(false),
            }
        }
        Ok(true)
    }
    /// Sets what another table has, of keys and values; whether that was possible for all of it.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn set_plain(&self, rt: &Rt, from: Table<'_>) -> Result<bool, Raised> {
        let cx = &rt.heap;
        let Some(entries) = from.entries.get(cx).get() else { return Ok(true) };
        let (own, other) = (self.live.get(cx) as usize, from.live.get(cx) as usize);
        let room = self.entries.get(cx).get().map_or(0, |e| e.len() / 2) - self.size.get(cx) as usize;
        if room < other {
            let simple = from.index.get(cx).get().is_none();
            self.grow(rt, own + other - 1, simple)?;
        }
        for e in entries.cells(cx)[..2 * from.size.get(cx) as usize].chunks_exact(2) {
            let (key, value) = (e[0].get(cx), e[1].get(cx));
            if key.tag == Tag::Unbound {
                continue;
            }
            let Some(hash) = plain_hash(rt, key) else { return Ok(false) };
            match self.probe(cx, hash, key, &mut 0) {
                Probe::Found(i) => self.set_value(rt, i, value),
                Probe::Absent => self.add(rt, hash, key, value)?,
                Probe::Ask(..) => return Ok(false),
            }
        }
        Ok(true)
    }
    /// The keys there are.
    fn keys<'a>(&self, cx: &'a Mutator, entries: &'a [Mut<RawSlot>]) -> impl Iterator<Item = RawSlot> + 'a {
        let all = entries[..2 * self.size.get(cx) as usize].iter().step_by(2).map(|k| k.get(cx));
        all.filter(|k| k.tag != Tag::Unbound)
    }
    /// Adds the keys of `of` that another table has, or has not; whether that was possible for all. They are none of this table's.
    fn add_those(&self, rt: &Rt, of: Table<'_>, other: Table<'_>, had: bool) -> Result<bool, Raised> {
        let cx = &rt.heap;
        let Some(entries) = of.entries.get(cx).get() else { return Ok(true) };
        for key in of.keys(cx, entries.cells(cx)) {
            let Some(hash) = plain_hash(rt, key) else { return Ok(false) };
            let has = match other.probe(cx, hash, key, &mut 0) {
                Probe::Found(_) => true,
                Probe::Absent => false,
                Probe::Ask(..) => return Ok(false),
            };
            if has == had {
                self.add(rt, hash, key, UNBOUND)?;
            }
        }
        Ok(true)
    }
}

/// Adds what a built-in collection has; false if that was not possible for all of it.
///
/// # Errors
/// `MemoryError`.
pub fn add_all(rt: &Rt, to: Table<'_>, v: Val) -> Result<bool, Raised> {
    let cx = &rt.heap;
    match v {
        Val::List(l) => add_list(rt, to, l),
        Val::Tuple(t) => to.add_plain(rt, t.items.as_slice().iter().copied()),
        Val::Set(s) => match s.entries.get(cx).get() {
            Some(entries) => to.add_plain(rt, s.table().keys(cx, entries.cells(cx))),
            None => Ok(true),
        },
        _ => Ok(false),
    }
}

fn add_list(rt: &Rt, to: Table<'_>, l: Gc<List>) -> Result<bool, Raised> {
    let (cx, n) = (&rt.heap, l.len(rt));
    match l.kind.get(cx) {
        kind::INTS => match l.ints.get(cx).get() {
            Some(a) => to.add_plain(rt, a.cells(cx)[..n].iter().map(|x| Val::Int(x.get(cx)).into())),
            None => Ok(true),
        },
        kind::SLOTS => match l.items.get(cx).get() {
            Some(a) => to.add_plain(rt, a.cells(cx)[..n].iter().map(|x| x.get(cx))),
            None => Ok(true),
        },
        _ => Ok(n == 0),
    }
}

/// An operator on two sets, `|`, `&`, `-` or `^`, whose result is put into an empty table; false, with something in it, if that was not possible.
///
/// # Errors
/// `MemoryError`.
pub fn combine(rt: &Rt, op: BinOp, x: Table<'_>, y: Table<'_>, out: Table<'_>) -> Result<bool, Raised> {
    Ok(match op {
        BinOp::Or => {
            out.copy_from(rt, x)?;
            out.add_those(rt, y, x, false)?
        }
        BinOp::Xor => out.add_those(rt, x, y, false)? && out.add_those(rt, y, x, false)?,
        _ => out.add_those(rt, x, y, op == BinOp::And)?,
    })
}
