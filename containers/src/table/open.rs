//! Tables as interpreter code uses them: open to traces.
//!
//! **Problem.** In a trace, a look-up is a call that reads: equal ones are one, and one that does not change leaves the loop as long as nothing in it writes. All the rest is loads and stores of
//! the entry. Plain execution calls nothing for a look-up.
//!
//! **Invariants.** A look-up answers the number of an entry, or a negative number, which is out of all bounds: who reads the entry's value finds that out by the check of the index.
//!
//! **Not promised.** A table that gets an entry is real from there on: only an empty one may stay virtual. (The object that it is in may, as helpers get the entries alone.)
//!
//! **Example.** The handler of a look-up with a default: `open::get(m, table, key).unwrap_or(default)`; for `t[k] = v`: `open::set(m, table, key, v)?`. Going through a table:
//! ```text
//! let mut cursor = open::Cursor::start();
//! while let Some((next, key, value)) = cursor.next(m, table) { .. cursor = next; .. }
//! ```
//! (A cursor that lives longer than one instruction is an object of the language's with its two fields.)

use super::{Entries, Keys, Table};
use crate::framework;
use holloway_macros::{elidable, residual};
use holloway_tracer::heap::{Gc, OutOfMemory, RawSlot};
use holloway_tracer::machine::{Bool, Cx, Int, Language, Machine, OptRef, Raised, Ref, Slot, Values};

/// What a look-up answers if the key has no entry.
pub const ABSENT: i64 = -1;
/// What it answers if only the program can tell.
pub const UNKNOWN: i64 = -2;

/// A table among a machine's values.
type Red<M, T> = Ref<<M as Machine>::V, T>;
/// A value.
type Value<M> = Slot<<M as Machine>::V>;

/// The entry of a key, as traces call it.
#[elidable(reads, crate_path = framework)]
fn find_entry<L: Language, K: Keys>(cx: &Cx<L>, entries: Gc<Entries>, key: RawSlot) -> i64 {
    entries.find::<K>(&cx.rt.heap, key).map_or(ABSENT, |at| at as i64)
}

/// Adds a key that has no entry.
#[residual(crate_path = framework)]
fn add_entry<L: Language, T: Table>(
    cx: &Cx<L>,
    table: Gc<T>,
    key: RawSlot,
    value: RawSlot,
) -> Result<(), Raised> {
    table.insert_new(&cx.rt.heap, key, value).map_or_else(|full| no_memory(cx, full), |_| Ok(()))
}

#[residual(crate_path = framework)]
fn remove_entry<L: Language, T: Table>(cx: &Cx<L>, table: Gc<T>, at: i64) {
    table.remove_at(&cx.rt.heap, at as usize);
}

#[residual(crate_path = framework)]
fn clear_entries<L: Language, T: Table>(cx: &Cx<L>, table: Gc<T>) {
    table.clear(&cx.rt.heap);
}

/// What a cursor in entries that were replaced comes to in those of today.
#[residual(reads, crate_path = framework)]
fn follow<L: Language, T: Table>(cx: &Cx<L>, table: Gc<T>, then: Gc<Entries>, at: i64) -> i64 {
    super::Cursor::new(then.into(), at as usize).today(&cx.rt.heap, &*table) as i64
}

/// Raises the language's error for a full heap.
fn no_memory<L: Language, R>(cx: &Cx<L>, _: OutOfMemory) -> Result<R, Raised> {
    cx.rt.error.set(cx.rt.lang.out_of_memory(cx.rt));
    Err(Raised)
}

/// The number of a key's entry among these, or [`ABSENT`].
#[inline(always)]
#[track_caller]
fn find_in<M: Machine, K: Keys>(m: &M, entries: Red<M, Entries>, key: Value<M>) -> Int<M::V> {
    const { assert!(!K::ASKS, "what only the program can compare is looked up by helpers of the language's") };
    if M::TRACING {
        return find_entry::<M::L, K, M>(m, entries, key);
    }
    let found = m.promote_ref(entries).find::<K>(&m.runtime().heap, M::V::raw_slot(key.0));
    Int::new(found.map_or(ABSENT, |at| at as i64))
}

/// The number of a key's entry, or [`ABSENT`].
#[inline(always)]
#[track_caller]
pub fn find<M: Machine, T: Table>(m: &M, table: Red<M, T>, key: Value<M>) -> Int<M::V> {
    match m.non_null(table.get(m, T::ENTRIES)) {
        Some(entries) => find_in::<M, T::Keys>(m, entries, key),
        None => Int::new(ABSENT),
    }
}

/// The key of an entry, by its number.
#[inline(always)]
#[track_caller]
pub fn key_at<M: Machine, T: Table>(m: &M, table: Red<M, T>, at: Int<M::V>) -> Option<Value<M>> {
    m.non_null(table.get(m, T::ENTRIES))?.at(m, at + at)
}

/// The value of an entry, by its number; `None` for [`ABSENT`] and [`UNKNOWN`].
#[inline(always)]
#[track_caller]
pub fn value_at<M: Machine, T: Table>(m: &M, table: Red<M, T>, at: Int<M::V>) -> Option<Value<M>> {
    m.non_null(table.get(m, T::ENTRIES))?.at(m, at + at + 1)
}

/// Changes the value of an entry; `None`, and nothing is changed, for [`ABSENT`] and [`UNKNOWN`].
#[inline(always)]
#[track_caller]
pub fn set_value_at<M: Machine, T: Table>(
    m: &M,
    table: Red<M, T>,
    at: Int<M::V>,
    value: Value<M>,
) -> Option<()> {
    m.non_null(table.get(m, T::ENTRIES))?.put(m, at + at + 1, value)
}

/// The value of a key.
#[inline(always)]
#[track_caller]
pub fn get<M: Machine, T: Table>(m: &M, table: Red<M, T>, key: Value<M>) -> Option<Value<M>> {
    let entries = m.non_null(table.get(m, T::ENTRIES))?;
    let at = find_in::<M, T::Keys>(m, entries, key);
    entries.at(m, at + at + 1)
}

/// Gives a key a value.
///
/// # Errors
/// The language's, if there is no memory for a new entry.
#[inline(always)]
#[track_caller]
pub fn set<M: Machine, T: Table>(
    m: &M,
    table: Red<M, T>,
    key: Value<M>,
    value: Value<M>,
) -> Result<(), Raised> {
    if let Some(entries) = m.non_null(table.get(m, T::ENTRIES)) {
        let at = find_in::<M, T::Keys>(m, entries, key);
        if entries.put(m, at + at + 1, value).is_some() {
            return Ok(());
        }
    }
    insert_new(m, table, key, value)
}

/// Adds a key that is known to have no entry.
///
/// # Errors
/// The language's, if there is no memory for it.
#[inline(always)]
#[track_caller]
pub fn insert_new<M: Machine, T: Table>(
    m: &M,
    table: Red<M, T>,
    key: Value<M>,
    value: Value<M>,
) -> Result<(), Raised> {
    add_entry::<M::L, T, M>(m, table, key, value)
}

/// Takes out the entry of a key; whether there was one.
#[inline(always)]
#[track_caller]
pub fn remove<M: Machine, T: Table>(m: &M, table: Red<M, T>, key: Value<M>) -> bool {
    let at = find(m, table, key);
    if m.branch(at.lt(0)) {
        return false;
    }
    remove_entry::<M::L, T, M>(m, table, at);
    true
}

/// Takes all entries out.
#[inline(always)]
#[track_caller]
pub fn clear<M: Machine, T: Table>(m: &M, table: Red<M, T>) {
    clear_entries::<M::L, T, M>(m, table)
}

/// How many entries there are.
#[inline(always)]
#[track_caller]
pub fn len<M: Machine, T: Table>(m: &M, table: Red<M, T>) -> Int<M::V> {
    match m.non_null(table.get(m, T::ENTRIES)) {
        Some(entries) => entries.get(m, Entries::live),
        None => Int::new(0),
    }
}

/// A [`super::Cursor`] of a machine's.
#[derive(Clone, Copy)]
pub struct Cursor<V: Values> {
    /// The entries that it is in; null at the start.
    pub entries: OptRef<V, Entries>,
    /// The number of the entry that it comes to next.
    pub at: Int<V>,
}

/// Where a cursor goes on, and the key and the value that it came to.
pub type Step<V> = (Cursor<V>, Slot<V>, Slot<V>);

impl<V: Values> Cursor<V> {
    /// Before the first entry.
    #[inline(always)]
    pub fn start() -> Cursor<V> {
        Cursor { entries: OptRef::null(), at: Int::new(0) }
    }
    /// The next entry; `None` at the end.
    #[inline(always)]
    #[track_caller]
    pub fn next<M: Machine<V = V>, T: Table>(self, m: &M, table: Ref<V, T>) -> Option<Step<V>> {
        let now = m.non_null(table.get(m, T::ENTRIES))?;
        let mut at = match m.non_null(self.entries) {
            Some(then) if !m.branch(then.is(now)) => follow::<M::L, T, M>(m, table, then, self.at),
            _ => self.at,
        };
        loop {
            if !m.branch(at.ult(now.get(m, Entries::size))) {
                return None;
            }
            let (key, value) = (now.at(m, at + at)?, now.at(m, at + at + 1)?);
            at = at + 1;
            if !m.branch(is_hole::<M, T::Keys>(key)) {
                return Some((Cursor { entries: now.opt(), at }, key, value));
            }
        }
    }
}

/// Whether a key is that of an entry that was taken out.
#[inline(always)]
fn is_hole<M: Machine, K: Keys>(key: Value<M>) -> Bool<M::V> {
    key.has_tag(K::HOLE.tag)
}
