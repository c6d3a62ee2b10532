//! The hash part of a weak table: keys or values, or both, that it does not keep alive.
//!
//! It is a value of Rust's, which the collector tells what is dead; that of other tables lies in the heap ([`super::hash`]). Entries stand in order of insertion.
//! A removed entry keeps its key with the value nil until the next growth, so a traversal that removes what it visits stays in step.
//!
//! **Invariants.** No key is nil, NaN, or a float with an integer value. Growth (and with it a change of order) happens only when a new key is added.

use super::hash::{hash_key, same_key};
use crate::value::{Tag, NIL};
use holloway::heap::{Alive, Header, Mark, Marker, Mutator, OutOfMemory, Own, RawSlot};
use holloway::Object;
use std::cell::Cell;

/// The object that owns it.
#[derive(Object)]
#[repr(C)]
pub struct WeakPart {
    header: Header,
    /// The Rust value.
    pub hash: Own<Weak>,
}

/// The key of an entry that nobody is to find: no value is a cell.
const DEAD: RawSlot = RawSlot { tag: Tag::Cell, bits: 0 };

#[derive(Clone, Copy)]
struct Entry {
    key: RawSlot,
    value: RawSlot,
}

/// A place of the index: free, or an entry.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Hash of the entry's key, so that few entries are looked at that are not the one wanted.
    hash: u32,
    /// Entry + 1, or 0.
    at: u32,
}

/// Weak keys, weak values.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Weakness {
    /// Keys are weak.
    pub keys: bool,
    /// Values are weak.
    pub values: bool,
}

/// See the module header.
#[derive(Default)]
pub struct Weak {
    /// A power of two of places, at least 4/3 of the entries.
    index: Vec<Place>,
    entries: Vec<Entry>,
    weakness: Weakness,
    /// Some entry has lost its value since the last growth.
    has_removed: bool,
    /// The entry that a traversal came to last, where it goes on.
    last: Cell<usize>,
}

impl WeakPart {
    /// An empty one.
    pub fn new(w: Weakness) -> WeakPart {
        WeakPart { header: Header::NEW, hash: Own::new(Weak { weakness: w, ..Weak::default() }) }
    }
}

impl Weak {
    fn find(&self, cx: &Mutator, key: RawSlot) -> Option<usize> {
        let hash = hash_key(cx, key);
        let mask = self.index.len().checked_sub(1)?;
        let mut i = (hash >> 32) as usize & mask;
        loop {
            let p = self.index[i];
            let at = (p.at as usize).checked_sub(1)?;
            if p.hash == (hash >> 32) as u32 && same_key(self.entries[at].key, key) {
                return Some(at);
            }
            i = (i + 1) & mask;
        }
    }
    /// The value of a key; nil if there is none.
    #[inline]
    pub fn get(&self, cx: &Mutator, key: RawSlot) -> RawSlot {
        self.find(cx, key).map_or(NIL, |i| self.entries[i].value)
    }
    /// Gives a key a value, or takes it away; false if that needs growth, before which nothing is done.
    #[inline]
    pub fn set(&mut self, cx: &Mutator, key: RawSlot, value: RawSlot) -> bool {
        if let Some(i) = self.find(cx, key) {
            self.entries[i].value = value;
            self.has_removed |= value == NIL;
            return true;
        }
        if value != NIL {
            if self.entries.len() >= self.index.len() * 3 / 4 {
                return false;
            }
            self.push(cx, Entry { key, value });
        }
        true
    }
    /// Adds a key that has no entry, growing.
    ///
    /// # Errors
    /// If there is no memory for that; then nothing is done.
    pub fn grow_with(&mut self, cx: &Mutator, key: RawSlot, value: RawSlot) -> Result<(), OutOfMemory> {
        // What has lost its value may make up for it, but who grows asks for all.
        let places = Weak::places_for(self.entries.len());
        cx.room(places * (size_of::<Place>() + size_of::<Entry>()))?;
        self.rebuild(cx);
        self.push(cx, Entry { key, value });
        Ok(())
    }
    /// Places of the index for so many entries and as many again.
    fn places_for(entries: usize) -> usize {
        ((entries + 1) * 2).next_power_of_two().max(8)
    }
    fn push(&mut self, cx: &Mutator, e: Entry) {
        let (hash, mask) = (hash_key(cx, e.key), self.index.len() - 1);
        let mut i = (hash >> 32) as usize & mask;
        while self.index[i].at != 0 {
            i = (i + 1) & mask;
        }
        self.index[i] = Place { hash: (hash >> 32) as u32, at: self.entries.len() as u32 + 1 };
        self.entries.push(e);
    }
    /// Drops removed entries and makes room for more.
    fn rebuild(&mut self, cx: &Mutator) {
        let places = Weak::places_for(self.live());
        let old = std::mem::replace(&mut self.entries, Vec::with_capacity(places * 3 / 4));
        self.has_removed = false;
        self.index.clear();
        self.index.resize(places, Place::default());
        for e in old.into_iter().filter(|e| e.value != NIL) {
            self.push(cx, e);
        }
    }
    /// Place in the order of traversal after a key; `None` if the key has no entry.
    pub fn after(&self, cx: &Mutator, key: RawSlot) -> Option<usize> {
        let last = self.last.get();
        if self.entries.get(last).is_some_and(|e| e.key == key) {
            return Some(last + 1);
        }
        self.find(cx, key).map(|i| i + 1)
    }
    /// The first entry with a value from a place on.
    pub fn next(&self, from: usize) -> Option<(RawSlot, RawSlot)> {
        let rest = self.entries.get(from..)?;
        let i = rest.iter().position(|e| e.value != NIL)?;
        self.last.set(from + i);
        Some((rest[i].key, rest[i].value))
    }
    /// Number of entries with a value.
    pub fn live(&self) -> usize {
        self.entries.iter().filter(|e| e.value != NIL).count()
    }
    /// Changes what is weak.
    pub fn set_weakness(&mut self, w: Weakness) {
        self.weakness = w;
    }
    fn is_weak_ref(s: RawSlot) -> bool {
        // Strings are values, not objects, to weak tables.
        s.tag > Tag::Str
    }
}

impl Mark for Weak {
    const PRIVATE: bool = true;

    fn mark(&self, m: &mut Marker<'_>) {
        let w = self.weakness;
        for e in self.entries.iter().filter(|e| e.value != NIL) {
            if !w.keys || !Weak::is_weak_ref(e.key) {
                m.mark_slot(e.key);
            }
            // With weak keys, values are marked when their key is (below).
            if (!w.values || !Weak::is_weak_ref(e.value)) && !w.keys {
                m.mark_slot(e.value);
            }
        }
    }
    fn is_weak(&self) -> bool {
        // Nobody marks the keys of removed entries.
        self.has_removed || self.weakness != Weakness::default()
    }
    fn mark_ephemerons(&self, m: &mut Marker<'_>) {
        let w = self.weakness;
        if !w.keys {
            return;
        }
        for e in self.entries.iter().filter(|e| e.value != NIL) {
            if (!w.values || !Weak::is_weak_ref(e.value)) && m.is_slot_marked(e.key) {
                m.mark_slot(e.value);
            }
        }
    }
    fn before_finalizers(&mut self, alive: &Alive<'_>) {
        if self.weakness.values {
            self.entries.iter_mut().filter(|e| !alive.slot(e.value)).for_each(|e| e.value = NIL);
        }
    }
    fn after_mark(&mut self, alive: &Alive<'_>) {
        for e in &mut self.entries {
            if !alive.slot(e.value) || !alive.slot(e.key) {
                e.value = NIL;
            }
            if !alive.slot(e.key) {
                // An address that may be reused.
                e.key = DEAD;
            }
        }
    }
}
