//! The hash part: every key that is neither in the array part nor in the map.
//!
//! Entries stand in order of insertion, an index of open addressing finds them; few are looked through. A removed entry keeps its key with the value nil
//! until the next growth, so a traversal that removes what it visits stays in step.
//!
//! **Invariants.** No key is nil, NaN, or a float with an integer value. Growth (and with it a change of order) happens only when a new key is added.
//! There is an index where there is room for more than [`FEW`] entries.

use crate::string::Same;
use crate::value::{Tag, Val, NIL};
use holloway::heap::{Alive, Header, Mark, Marker, Mut, Mutator, OutOfMemory, Own, RawSlot};
use holloway::Object;
use std::cell::Cell;

/// The object that owns a hash part.
#[derive(Object)]
#[repr(C)]
pub struct HashPart {
    header: Header,
    /// Entries with integer keys, counting those whose value was removed since the last growth. With none, an integer key is in the array part or nowhere.
    pub ints: Mut<i64>,
    /// Those of them that are positive: with none, no element of the list is here, and appending need not look.
    pub elements: Mut<i64>,
    /// Whether the table is noted for its finalizer. Few are, so that this is not in the table.
    pub noted: Mut<u8>,
    /// The Rust value.
    pub hash: Own<Hash>,
}

impl HashPart {
    /// An empty one.
    pub fn new() -> HashPart {
        HashPart {
            header: Header::NEW,
            ints: Mut::new(0),
            elements: Mut::new(0),
            noted: Mut::new(0),
            hash: Own::new(Hash::default()),
        }
    }
    /// Changes the hash and counts its integers anew.
    pub fn change<R>(&self, cx: &Mutator, f: impl FnOnce(&mut Hash) -> R) -> R {
        self.hash.with_mut(cx, |h| {
            let r = f(h);
            self.ints.set(cx, h.int_entries as i64);
            self.elements.set(cx, h.elements as i64);
            r
        })
    }
}

/// The key of an entry that nobody is to find: no value is a cell.
const DEAD: RawSlot = RawSlot { tag: Tag::Cell, bits: 0 };

#[derive(Clone, Copy)]
struct Entry {
    key: RawSlot,
    value: RawSlot,
}

/// Most entries without an index.
const FEW: usize = 8;

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
pub struct Hash {
    /// A power of two of places, at least 4/3 of the entries.
    index: Vec<Place>,
    entries: Vec<Entry>,
    weakness: Cell<Weakness>,
    /// Entries with integer keys, removed ones too.
    int_entries: usize,
    /// Those with positive ones.
    elements: usize,
    /// Some entry has lost its value since the last growth.
    has_removed: bool,
    /// The entry that a traversal came to last, where it goes on.
    last: Cell<usize>,
}

/// Hash of a key.
#[inline]
pub fn hash_key(cx: &Mutator, key: RawSlot) -> u32 {
    let h = match Val::from(key) {
        Val::Str(s) => s.hash_of(cx),
        _ => langkit::hash::folded(key.bits ^ key.tag << 60),
    };
    (h ^ h >> 32) as u32
}

#[inline(always)]
fn same_key(a: RawSlot, b: RawSlot) -> bool {
    a == b || (a.tag == Tag::Str && b.tag == Tag::Str && long_same(a, b))
}

#[cold]
fn long_same(a: RawSlot, b: RawSlot) -> bool {
    matches!((Val::from(a), Val::from(b)), (Val::Str(a), Val::Str(b)) if a.same(b))
}

impl Hash {
    #[inline]
    fn find(&self, cx: &Mutator, key: RawSlot) -> Option<usize> {
        match self.index.is_empty() {
            true => self.find_among_few(key),
            false => self.find_by_hash(key, hash_key(cx, key)),
        }
    }
    #[inline]
    fn find_among_few(&self, key: RawSlot) -> Option<usize> {
        // Short strings of one text are one object.
        match Val::from(key) {
            Val::Str(s) if !s.is_short() => self.entries.iter().position(|e| same_key(e.key, key)),
            _ => self.entries.iter().position(|e| e.key == key),
        }
    }
    #[inline]
    fn find_by_hash(&self, key: RawSlot, hash: u32) -> Option<usize> {
        let mask = self.index.len().checked_sub(1)?;
        let mut i = hash as usize & mask;
        loop {
            let p = self.index[i];
            let at = (p.at as usize).checked_sub(1)?;
            if p.hash == hash && same_key(self.entries[at].key, key) {
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
            if self.entries.len() >= self.room() {
                return false;
            }
            self.push(cx, Entry { key, value });
        }
        true
    }
    /// How many entries there may be before the next growth.
    fn room(&self) -> usize {
        match self.index.len() {
            0 => self.entries.capacity().min(FEW),
            places => places * 3 / 4,
        }
    }
    /// Adds a key that has no entry, growing.
    ///
    /// # Errors
    /// If there is no memory for that; then nothing is done.
    pub fn grow_with(&mut self, cx: &Mutator, key: RawSlot, value: RawSlot) -> Result<(), OutOfMemory> {
        // What has lost its value may make up for it, but who grows asks for all.
        let (places, room) = Hash::size_for(self.entries.len());
        cx.room(places * size_of::<Place>() + room * size_of::<Entry>())?;
        self.rebuild(cx);
        self.push(cx, Entry { key, value });
        Ok(())
    }
    /// Places of the index, and room, for so many entries and as many again.
    fn size_for(entries: usize) -> (usize, usize) {
        match entries {
            0..4 => (0, 4),
            4..FEW => (0, FEW),
            n => {
                let places = ((n + 1) * 2).next_power_of_two();
                (places, places * 3 / 4)
            }
        }
    }
    fn push(&mut self, cx: &Mutator, e: Entry) {
        if let Some(mask) = self.index.len().checked_sub(1) {
            let hash = hash_key(cx, e.key);
            let mut i = hash as usize & mask;
            while self.index[i].at != 0 {
                i = (i + 1) & mask;
            }
            self.index[i] = Place { hash, at: self.entries.len() as u32 + 1 };
        }
        self.int_entries += usize::from(e.key.tag == Tag::Int);
        self.elements += usize::from(e.key.tag == Tag::Int && e.key.bits as i64 > 0);
        self.entries.push(e);
    }
    /// Drops removed entries and makes room for more.
    fn rebuild(&mut self, cx: &Mutator) {
        let live = self.live();
        let (places, room) = Hash::size_for(live);
        let old = std::mem::replace(&mut self.entries, Vec::with_capacity(room));
        self.has_removed = false;
        self.int_entries = 0;
        self.elements = 0;
        self.index.clear();
        self.index.resize(places, Place::default());
        for e in old.into_iter().filter(|e| e.value != NIL) {
            self.push(cx, e);
        }
    }
    /// Takes the entry of a key out, which is then in the array part: a traversal must not find it here too.
    pub fn take(&mut self, cx: &Mutator, key: RawSlot) -> RawSlot {
        let Some(i) = self.find(cx, key) else { return NIL };
        self.has_removed = true;
        std::mem::replace(&mut self.entries[i], Entry { key: DEAD, value: NIL }).value
    }
    /// Takes the entries with these integer keys out.
    pub fn take_ints(&mut self, cx: &Mutator, wanted: impl Fn(i64) -> bool) -> Vec<(i64, RawSlot)> {
        let mut taken = Vec::new();
        for e in &mut self.entries {
            if e.key.tag == Tag::Int && e.value != NIL && wanted(e.key.bits as i64) {
                taken.push((e.key.bits as i64, e.value));
                e.value = NIL;
            }
        }
        if !taken.is_empty() {
            self.rebuild(cx);
        }
        taken
    }
    /// Integer keys with a value.
    pub fn ints(&self) -> impl Iterator<Item = i64> + '_ {
        self.entries.iter().filter(|e| e.key.tag == Tag::Int && e.value != NIL).map(|e| e.key.bits as i64)
    }
    /// Place in the order of traversal after a key; `None` if the key has no entry.
    pub fn after(&self, cx: &Mutator, key: RawSlot) -> Option<usize> {
        let last = self.last.get();
        if self.entries.get(last).is_some_and(|e| e.key == key) {
            return Some(last + 1);
        }
        self.find(cx, key).map(|i| i + 1)
    }
    /// The first entry with a value from a place on, with the place after it.
    pub fn next(&self, from: usize) -> Option<(usize, RawSlot, RawSlot)> {
        let rest = self.entries.get(from..)?;
        let i = rest.iter().position(|e| e.value != NIL)?;
        self.last.set(from + i);
        Some((from + i + 1, rest[i].key, rest[i].value))
    }
    /// Number of entries with a value.
    pub fn live(&self) -> usize {
        self.entries.iter().filter(|e| e.value != NIL).count()
    }
    /// Makes it weak.
    pub fn set_weakness(&self, w: Weakness) {
        self.weakness.set(w);
    }
    fn is_weak_ref(s: RawSlot) -> bool {
        // Strings are values, not objects, to weak tables.
        s.tag > Tag::Str
    }
}

impl Mark for Hash {
    const PRIVATE: bool = true;

    fn mark(&self, m: &mut Marker<'_>) {
        let w = self.weakness.get();
        for e in self.entries.iter().filter(|e| e.value != NIL) {
            if !w.keys || !Hash::is_weak_ref(e.key) {
                m.mark_slot(e.key);
            }
            // With weak keys, values are marked when their key is (below).
            if (!w.values || !Hash::is_weak_ref(e.value)) && !w.keys {
                m.mark_slot(e.value);
            }
        }
    }
    fn is_weak(&self) -> bool {
        // Nobody marks the keys of removed entries.
        self.has_removed || self.weakness.get() != Weakness::default()
    }
    fn mark_ephemerons(&self, m: &mut Marker<'_>) {
        let w = self.weakness.get();
        if !w.keys {
            return;
        }
        for e in self.entries.iter().filter(|e| e.value != NIL) {
            if (!w.values || !Hash::is_weak_ref(e.value)) && m.is_slot_marked(e.key) {
                m.mark_slot(e.value);
            }
        }
    }
    fn before_finalizers(&mut self, alive: &Alive<'_>) {
        if self.weakness.get().values {
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
