//! Dictionaries and sets: entries in order of insertion, and an index of them by open addressing.
//!
//! All of it lies in the heap, so that interpreter code reads and writes the entry that a look-up ([`quick_int`], [`quick_str`]) has found, and goes
//! through entries, without calling anything.
//!
//! **Invariants.** `entries` has a key and a value for each of the first `size` entries; a deleted one has an unbound key and value. `index` has
//! places ([`langkit::places`]), at most two thirds of them used. With up to [`SMALL`] entries, whose keys are all [simple](ops::simple), there is none, but a mark of each in `marks`
//! ([`few::mark`]): hashes of such keys can be had again without running the program, when there come to be more. Native code relies on both.
//!
//! Comparing keys may run the program (`__eq__`), which may change the table: so a look-up asks for one comparison at a time, and begins again if
//! the table has changed meanwhile (`version`).

use crate::bytecode::BinOp;
use crate::objects::{number, ops, str};
use crate::value::{Dict, Set, Str, Tag, Val, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Gc, Mut, Mutator, OptGc, RawSlot, SlotArray, WordArray};
use holloway::machine::helper::inline::Keys;
use holloway::machine::Raised;
use langkit::few;
use langkit::hash::spread;
use langkit::places::{self, DELETED, FREE, HASH};

mod fill;

pub use fill::add_all;

/// Most entries that are looked through.
pub const SMALL: usize = 8;

/// Room for up to [`SMALL`] entries.
pub fn few_entries(entries: usize) -> usize {
    if entries <= SMALL / 2 {
        SMALL / 2
    } else {
        SMALL
    }
}

/// The marks of few entries of which one has a key with this hash.
pub fn mark(hash: i64, entry: usize) -> i64 {
    few::marked(0, entry, mixed(hash)) as i64
}

/// What a search for strings needs of a dictionary and of them.
pub const STRINGS: Keys<Dict, Gc<Str>> =
    Keys::of(Dict::index, Dict::marks, Dict::entries, Tag::Str).objects(Str::hash);
/// The same of integers.
pub const INTEGERS: Keys<Dict, i64> = Keys::of(Dict::index, Dict::marks, Dict::entries, Tag::Int);
/// The same of a set.
pub const STRINGS_IN_SET: Keys<Set, Gc<Str>> =
    Keys::of(Set::index, Set::marks, Set::entries, Tag::Str).objects(Str::hash);
/// The same of integers.
pub const INTEGERS_IN_SET: Keys<Set, i64> = Keys::of(Set::index, Set::marks, Set::entries, Tag::Int);

/// The fields of a dictionary or set: see the module header.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    /// Places, if there are any.
    pub index: &'a Mut<OptGc<WordArray>>,
    /// Without places: marks of entries.
    pub marks: &'a Mut<i64>,
    /// Keys and values, in turn.
    pub entries: &'a Mut<OptGc<SlotArray>>,
    /// Entries, deleted ones too.
    pub size: &'a Mut<i64>,
    /// Those before this one are deleted.
    pub first: &'a Mut<i64>,
    /// Entries without those deleted.
    pub live: &'a Mut<i64>,
    /// Places that are not free.
    pub used: &'a Mut<i64>,
    /// Counts changes of keys.
    pub version: &'a Mut<i64>,
}

macro_rules! tables {
    ($($t:ty),*) => {$(
        impl $t {
            /// What dictionaries and sets have in common.
            #[inline(always)]
            pub fn table(&self) -> Table<'_> {
                Table {
                    index: &self.index,
                    marks: &self.marks,
                    entries: &self.entries,
                    size: &self.size,
                    first: &self.first,
                    live: &self.live,
                    used: &self.used,
                    version: &self.version,
                }
            }
        }
    )*};
}
tables!(Dict, Set);

/// An answer while looking for a key.
enum Probe {
    Found(usize),
    Absent,
    /// Compare with this entry's key, then go on.
    Ask(usize, RawSlot),
}

/// The half of a place for a hash.
#[inline(always)]
fn mixed(hash: i64) -> u64 {
    spread(hash as u64) & HASH
}

impl<'a> Table<'a> {
    fn key(&self, cx: &Mutator, i: usize) -> RawSlot {
        self.entries.get(cx).get().and_then(|e| e.get(cx, 2 * i)).unwrap_or(UNBOUND)
    }
    fn value(&self, cx: &Mutator, i: usize) -> RawSlot {
        self.entries.get(cx).get().and_then(|e| e.get(cx, 2 * i + 1)).unwrap_or(UNBOUND)
    }
    fn set_value(&self, rt: &Rt, i: usize, value: RawSlot) {
        if let Some(e) = self.entries.get(&rt.heap).get() {
            e.set(&rt.heap, 2 * i + 1, value);
        }
    }
    fn put(&self, cx: &Mutator, i: usize, key: RawSlot, value: RawSlot) {
        if let Some(e) = self.entries.get(cx).get() {
            e.copy_in(cx, 2 * i, &[key, value]);
        }
    }
    fn changed(&self, cx: &Mutator, live: i64) {
        self.live.set(cx, live);
        self.version.set(cx, self.version.get(cx).wrapping_add(1));
    }
    /// Looks for a key from step `from` on, without running the program.
    #[inline(always)]
    fn probe(&self, cx: &Mutator, hash: u64, key: RawSlot, from: &mut usize) -> Probe {
        let Some(entries) = self.entries.get(cx).get() else { return Probe::Absent };
        let entries = entries.cells(cx);
        let meets = |i: usize| {
            let other = entries[2 * i].get(cx);
            let same = if other == key { Some(true) } else { ops::plain_equal(other, key) };
            match same {
                Some(true) => Some(Probe::Found(i)),
                Some(false) => None,
                None => Some(Probe::Ask(i, other)),
            }
        };
        let Some(index) = self.index.get(cx).get() else {
            for i in few::alike(self.marks.get(cx) as u64, hash).filter(|i| i >= from) {
                if let Some(met) = meets(i) {
                    *from = i + 1;
                    return met;
                }
            }
            return Probe::Absent;
        };
        let places = index.cells(cx);
        loop {
            let place =
                places[((hash >> 32) as usize).wrapping_add(*from) & (places.len() - 1)].get(cx) as u64;
            if place == FREE {
                return Probe::Absent;
            }
            *from += 1;
            if let Some(met) = places::entry_in(place, hash).and_then(meets) {
                return met;
            }
        }
    }
    /// Makes room at once for as many entries as there will probably be, if there are none yet.
    pub fn reserve(&self, rt: &Rt, entries: usize) -> Result<(), Raised> {
        match self.entries.get(&rt.heap).get() {
            None if entries > 0 => self.grow(rt, entries - 1, true),
            _ => Ok(()),
        }
    }
    /// Makes room for more entries than there are, and than this, dropping deleted ones; `simple`: the next key is simple.
    fn grow(&self, rt: &Rt, most: usize, simple: bool) -> Result<(), Raised> {
        let (cx, full) = (&rt.heap, |_| errors::memory(rt));
        let (size, live) = (self.size.get(cx) as usize, self.live.get(cx) as usize);
        let (index, room) = match live.max(most) {
            n @ ..SMALL if simple && self.index.get(cx).get().is_none() => (None, few_entries(n + 1)),
            n => {
                let places = (n * 3).next_power_of_two().max(SMALL);
                (Some(cx.array::<WordArray>(places).map_err(full)?), places * 2 / 3)
            }
        };
        let entries = cx.array::<SlotArray>(2 * room).map_err(full)?;
        let (mut marks, mut n) = (0, 0);
        if let Some(old) = self.entries.get(cx).get() {
            let old = &old.cells(cx)[..2 * size];
            if size == live {
                // Nothing was deleted.
                entries.copy_from(cx, 0, old);
            }
            for (e, hash) in old.chunks_exact(2).zip(self.hashes(rt)) {
                let key = e[0].get(cx);
                if key.tag != Tag::Unbound {
                    if size != live {
                        entries.copy_in(cx, 2 * n, &[key, e[1].get(cx)]);
                    }
                    match index {
                        Some(index) => _ = note(cx, index, hash, n),
                        None => marks = few::marked(marks, n, hash),
                    }
                    n += 1;
                }
            }
        }
        self.index.set(cx, index.into());
        self.marks.set(cx, marks as i64);
        self.entries.set(cx, entries.into());
        self.size.set(cx, live as i64);
        self.first.set(cx, 0);
        self.used.set(cx, if index.is_some() { live as i64 } else { 0 });
        Ok(())
    }
    /// The halves of the hashes of all entries: zeros of deleted ones.
    fn hashes(&self, rt: &Rt) -> Vec<u64> {
        let cx = &rt.heap;
        let size = self.size.get(cx) as usize;
        let Some(index) = self.index.get(cx).get() else {
            // The keys are simple, so that nothing can be raised.
            return (0..size).map(|i| ops::hash(rt, self.key(cx, i).into()).map_or(0, mixed)).collect();
        };
        let mut hashes = vec![0; size];
        let taken = index.cells(cx).iter().map(|p| p.get(cx) as u64).filter(|p| p & !HASH > DELETED);
        taken.for_each(|p| hashes[places::entry_of(p)] = p & HASH);
        hashes
    }
    /// Becomes what another table is, without hashing or comparing.
    fn copy_from(&self, rt: &Rt, from: Table<'_>) -> Result<(), Raised> {
        let cx = &rt.heap;
        if from.live.get(cx) == 0 {
            return Ok(());
        }
        if from.live.get(cx) == from.size.get(cx) {
            return self.duplicate(rt, from);
        }
        // Arrays are shared only until room is made.
        self.index.set(cx, from.index.get(cx));
        self.marks.set(cx, from.marks.get(cx));
        self.entries.set(cx, from.entries.get(cx));
        self.size.set(cx, from.size.get(cx));
        self.first.set(cx, 0);
        self.live.set(cx, from.live.get(cx));
        let made = self.grow(rt, 0, true);
        if made.is_err() {
            clear(rt, *self);
        }
        made
    }
    /// The same where nothing was deleted: the arrays are copied as they are.
    fn duplicate(&self, rt: &Rt, from: Table<'_>) -> Result<(), Raised> {
        let (cx, full) = (&rt.heap, |_| errors::memory(rt));
        let (mut entries, mut index) = (OptGc::NULL, OptGc::NULL);
        if let Some(old) = from.entries.get(cx).get() {
            let made = cx.array::<SlotArray>(old.len()).map_err(full)?;
            made.copy_from(cx, 0, &old.cells(cx)[..2 * from.size.get(cx) as usize]);
            entries = made.into();
        }
        if let Some(old) = from.index.get(cx).get() {
            let made = cx.array::<WordArray>(old.len()).map_err(full)?;
            made.copy_from(cx, 0, old.cells(cx));
            index = made.into();
        }
        // A table that was emptied still has those of what it had.
        self.entries.set(cx, entries);
        self.index.set(cx, index);
        self.marks.set(cx, from.marks.get(cx));
        self.size.set(cx, from.size.get(cx));
        self.first.set(cx, 0);
        self.live.set(cx, from.live.get(cx));
        self.used.set(cx, from.used.get(cx));
        Ok(())
    }
    /// Adds a key that is not there.
    #[inline]
    fn add(&self, rt: &Rt, hash: u64, key: RawSlot, value: RawSlot) -> Result<(), Raised> {
        let cx = &rt.heap;
        let n = self.size.get(cx);
        let index = self.index.get(cx).get();
        let entries = self.entries.get(cx).get();
        let room = match index {
            Some(index) => index.len() * 2 / 3,
            None if ops::simple(&key) => entries.map_or(0, |e| e.len() / 2),
            None => 0,
        };
        if n.max(self.used.get(cx)) as usize >= room {
            return self.grow_with(rt, hash, key, value);
        }
        match index {
            Some(index) => {
                let fresh = note(cx, index, hash, n as usize);
                self.used.set(cx, self.used.get(cx) + i64::from(fresh));
            }
            None => self.marks.set(cx, few::marked(self.marks.get(cx) as u64, n as usize, hash) as i64),
        }
        if let Some(entries) = entries {
            entries.copy_in(cx, 2 * n as usize, &[key, value]);
        }
        self.size.set(cx, n + 1);
        self.changed(cx, self.live.get(cx) + 1);
        Ok(())
    }
    /// Adds a key that is not there, growing.
    #[cold]
    fn grow_with(&self, rt: &Rt, hash: u64, key: RawSlot, value: RawSlot) -> Result<(), Raised> {
        self.grow(rt, 0, ops::simple(&key))?;
        self.add(rt, hash, key, value)
    }
    /// Takes out an entry whose hash is not at hand; its value.
    fn delete_entry(&self, rt: &Rt, i: usize) -> Option<RawSlot> {
        let cx = &rt.heap;
        let Some(index) = self.index.get(cx).get() else { return Some(self.delete(cx, i, 0)) };
        let places = index.cells(cx);
        let at = |n: usize| places[n & (places.len() - 1)].get(cx) as u64;
        let its = |p: &u64| p & !HASH == i as u64 + 2;
        // Most keys say their hash, which leads there.
        let quick = ops::quick_hash(rt, self.key(cx, i).into()).map(|h| (mixed(h) >> 32) as usize);
        let led = quick.and_then(|n| (n..n + places.len()).map(at).take_while(|&p| p != FREE).find(its));
        let place = led.or_else(|| (0..places.len()).map(at).find(its))?;
        Some(self.delete(cx, i, place & HASH))
    }
    fn delete(&self, cx: &Mutator, i: usize, hash: u64) -> RawSlot {
        if let Some(index) = self.index.get(cx).get() {
            let places = index.cells(cx);
            let wanted = places::of_entry(hash, i);
            let mut at = (hash >> 32) as usize & (places.len() - 1);
            while places[at].get(cx) as u64 != wanted {
                at = (at + 1) & (places.len() - 1);
            }
            places[at].set(cx, DELETED as i64);
        } else {
            self.marks.set(cx, self.marks.get(cx) & !(0xFF << (8 * i)));
        }
        let v = self.value(cx, i);
        self.put(cx, i, UNBOUND, UNBOUND);
        self.changed(cx, self.live.get(cx) - 1);
        let mut first = self.first.get(cx);
        while first < self.size.get(cx) && self.key(cx, first as usize).tag == Tag::Unbound {
            first += 1;
        }
        self.first.set(cx, first);
        // The last ones go at once, so that a stack made of a dictionary does not grow.
        let mut n = self.size.get(cx);
        while n > 0 && self.key(cx, n as usize - 1).tag == Tag::Unbound {
            n -= 1;
        }
        self.size.set(cx, n);
        self.first.set(cx, first.min(n));
        v
    }
}

/// Gives an entry a place; whether that was free.
fn note(cx: &Mutator, index: Gc<WordArray>, hash: u64, entry: usize) -> bool {
    places::note(cx, index, hash, (hash >> 32) as usize, entry)
}

/// The hash of a key.
#[inline(always)]
fn hash_of(rt: &Rt, key: RawSlot) -> Result<u64, Raised> {
    Ok(mixed(match Val::from(key) {
        Val::Str(s) => s.hash_of(rt),
        Val::Int(i) => number::hash_int(i),
        v => ops::hash(rt, v)?,
    }))
}

/// Looks for a key with its hash: its entry.
#[inline(always)]
fn find(rt: &Rt, t: &Table<'_>, hash: u64, key: RawSlot) -> Result<Option<usize>, Raised> {
    find_unlike(rt, t, hash, key, UNBOUND)
}

/// The same, where one key of the table may be known not to be equal.
#[inline(always)]
fn find_unlike(
    rt: &Rt,
    t: &Table<'_>,
    hash: u64,
    key: RawSlot,
    unlike: RawSlot,
) -> Result<Option<usize>, Raised> {
    let mut from = 0;
    match t.probe(&rt.heap, hash, key, &mut from) {
        Probe::Found(i) => Ok(Some(i)),
        Probe::Absent => Ok(None),
        Probe::Ask(i, other) => find_asking(rt, t, hash, key, from, (i, other), unlike),
    }
}

/// The first key with this hash of which only the program can tell whether it is the key.
pub fn rival(rt: &Rt, t: Table<'_>, key: RawSlot, hash: i64) -> Option<RawSlot> {
    match t.probe(&rt.heap, mixed(hash), key, &mut 0) {
        Probe::Ask(_, other) => Some(other),
        Probe::Found(_) | Probe::Absent => None,
    }
}

/// Goes on with that where the program must compare.
#[inline(never)]
fn find_asking(
    rt: &Rt,
    t: &Table<'_>,
    hash: u64,
    key: RawSlot,
    mut from: usize,
    (mut i, mut other): (usize, RawSlot),
    unlike: RawSlot,
) -> Result<Option<usize>, Raised> {
    let cx = &rt.heap;
    loop {
        let version = t.version.get(cx);
        let same = other != unlike && ops::equal(rt, other.into(), key.into())?;
        if t.version.get(cx) != version {
            from = 0;
        } else if same {
            return Ok(Some(i));
        }
        match t.probe(cx, hash, key, &mut from) {
            Probe::Found(i) => return Ok(Some(i)),
            Probe::Absent => return Ok(None),
            Probe::Ask(next, key) => (i, other) = (next, key),
        }
    }
}

/// No entry, for [`quick_int`] and [`quick_str`].
pub const ABSENT: i64 = -1;
/// Only the program can tell.
pub const UNKNOWN: i64 = -2;

#[inline(always)]
fn quick(rt: &Rt, t: Table<'_>, hash: i64, key: Val, mut from: usize) -> i64 {
    loop {
        match t.probe(&rt.heap, mixed(hash), key.into(), &mut from) {
            Probe::Found(i) => return i as i64,
            Probe::Absent => return ABSENT,
            Probe::Ask(i, other) => match ops::inner_equal(rt, other, key.into()) {
                Some(true) => return i as i64,
                Some(false) => {}
                None => return UNKNOWN,
            },
        }
    }
}

/// The entry of an integer; or [`ABSENT`], or [`UNKNOWN`].
pub fn quick_int(rt: &Rt, t: Table<'_>, key: i64) -> i64 {
    let cx = &rt.heap;
    let Some(entries) = t.entries.get(cx).get() else { return ABSENT };
    let entries = entries.cells(cx);
    if entries.len() > 2 * SMALL {
        return quick(rt, t, number::hash_int(key), Val::Int(key), 0);
    }
    // Few keys are looked at themselves.
    let found = few::keys(cx, entries, Val::Int(key).into());
    let others = few::which::<2, _>(entries, |e| UNLIKE_INTS >> e.get(cx).tag & 1 == 0);
    match (few::first(found), few::first(others)) {
        (Some(at), None) => at as i64,
        (Some(at), Some(other)) if at < other => at as i64,
        (None, None) => ABSENT,
        _ => quick(rt, t, number::hash_int(key), Val::Int(key), 0),
    }
}

/// Tags of keys that are no integer's equal.
const UNLIKE_INTS: u64 = 1 << Tag::Int | 1 << Tag::Str | 1 << Tag::Tuple | 1 << Tag::None | 1 << Tag::Unbound;

/// The same of a string. Most are found by their address, which calls nothing.
#[inline(always)]
pub fn quick_str(rt: &Rt, t: Table<'_>, key: Gc<Str>) -> i64 {
    let cx = &rt.heap;
    let Some(entries) = t.entries.get(cx).get() else { return ABSENT };
    let (entries, h) = (entries.cells(cx), key.hash.get(cx));
    let (hash, slot) = (mixed(h), RawSlot::from(Val::Str(key)));
    // Without a hash, there is nothing to go by yet.
    if h == 0 {
        return quick_str_from(rt, t, key, 0);
    }
    // Whether an entry's key is this one; `None` where that is no text.
    let is = |i: usize| match entries[2 * i].get(cx) {
        same if same == slot => Some(true),
        other => match Val::from(other) {
            Val::Str(other) => Some(str::equal(other, key)),
            _ => None,
        },
    };
    let Some(index) = t.index.get(cx).get() else {
        let found = few::alike(t.marks.get(cx) as u64, hash).find(|&i| is(i) == Some(true));
        return found.map_or(ABSENT, |i| i as i64);
    };
    let places = index.cells(cx);
    let (start, mask, mut from) = ((hash >> 32) as usize, places.len() - 1, 0);
    loop {
        let p = places[start.wrapping_add(from) & mask].get(cx) as u64;
        if p == FREE {
            return ABSENT;
        }
        if let Some(i) = places::entry_in(p, hash) {
            match is(i) {
                Some(true) => return i as i64,
                Some(false) => {}
                None => return quick_str_from(rt, t, key, from),
            }
        }
        from += 1;
    }
}

/// The same, where an entry may be known whose key has the same hash.
#[inline(always)]
pub fn quick_str_near(rt: &Rt, t: Table<'_>, key: Gc<Str>, near: i64) -> i64 {
    let cx = &rt.heap;
    let there = t.entries.get(cx).get().and_then(|e| e.get(cx, 2 * usize::try_from(near).ok()?));
    match there.map(Val::from) {
        Some(Val::Str(other)) if str::equal(other, key) => near,
        _ => quick_str(rt, t, key),
    }
}

/// Goes on with that, from a step on, where there is more to compare.
#[inline(never)]
fn quick_str_from(rt: &Rt, t: Table<'_>, key: Gc<Str>, from: usize) -> i64 {
    quick(rt, t, key.hash_of(rt), Val::Str(key), from)
}

/// The same of any value that is hashed without running the program; [`UNKNOWN`] for others.
pub fn quick_any(rt: &Rt, t: Table<'_>, key: RawSlot) -> i64 {
    match ops::quick_hash(rt, key.into()) {
        Some(hash) => quick(rt, t, hash, key.into(), 0),
        None => UNKNOWN,
    }
}

/// The same of any value whose hash is known.
pub fn quick_hashed(rt: &Rt, t: Table<'_>, key: RawSlot, hash: i64) -> i64 {
    quick(rt, t, hash, key.into(), 0)
}

/// The same of a tuple of integers and strings, what there is of these, whose hash is known.
pub fn quick_items(rt: &Rt, t: Table<'_>, hash: i64, items: [RawSlot; 3]) -> i64 {
    let cx = &rt.heap;
    let Some(entries) = t.entries.get(cx).get() else { return ABSENT };
    let (entries, hash) = (entries.cells(cx), mixed(hash));
    let n = items.iter().take_while(|x| x.tag != Tag::Unbound).count();
    let is = |i: usize| {
        let Val::Tuple(key) = Val::from(entries[2 * i].get(cx)) else { return None };
        let key = key.items.as_slice();
        let mut all = key.len() == n;
        for (&x, &y) in key.iter().zip(&items) {
            all &= match (Val::from(x), Val::from(y)) {
                (Val::Str(x), Val::Str(y)) => str::equal(x, y),
                (Val::Int(x), Val::Int(y)) => x == y,
                (Val::Int(_) | Val::Str(_), _) => false,
                _ => return None,
            };
        }
        Some(all)
    };
    // A tuple is no simple key.
    let Some(index) = t.index.get(cx).get() else { return ABSENT };
    let mut way = places::Way::of(hash);
    while let Some(entry) = way.next(cx, index.cells(cx), hash) {
        match is(entry) {
            Some(true) => return entry as i64,
            Some(false) => {}
            None => return UNKNOWN,
        }
    }
    ABSENT
}

/// A key whose hash is known, and perhaps a key of the table that it is known not to equal (else unbound).
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub struct Hashed {
    pub key: RawSlot,
    pub hash: i64,
    pub unlike: RawSlot,
}

/// The entry of a key whose hash is known.
fn find_hashed(rt: &Rt, t: &Table<'_>, k: Hashed) -> Result<Option<usize>, Raised> {
    find_unlike(rt, t, mixed(k.hash), k.key, k.unlike)
}

/// The value of a key whose hash is known, if it is there.
///
/// # Errors
/// What comparing raises.
pub fn get_hashed(rt: &Rt, t: Table<'_>, k: Hashed) -> Result<Option<RawSlot>, Raised> {
    Ok(find_hashed(rt, &t, k)?.map(|i| t.value(&rt.heap, i)))
}

/// Sets the value of a key whose hash is known.
///
/// # Errors
/// What comparing raises, `MemoryError`.
pub fn set_hashed(rt: &Rt, t: Table<'_>, k: Hashed, value: RawSlot) -> Result<(), Raised> {
    match find_hashed(rt, &t, k)? {
        Some(i) => {
            t.set_value(rt, i, value);
            Ok(())
        }
        None => t.add(rt, mixed(k.hash), k.key, value),
    }
}

/// Adds a key that is known not to be there, and its hash.
///
/// # Errors
/// `MemoryError`.
pub fn insert_hashed(rt: &Rt, t: Table<'_>, key: RawSlot, value: RawSlot, hash: i64) -> Result<(), Raised> {
    t.add(rt, mixed(hash), key, value)
}

/// The value of a key, if it is there.
///
/// # Errors
/// What hashing or comparing raises.
pub fn get(rt: &Rt, t: Table<'_>, key: RawSlot) -> Result<Option<RawSlot>, Raised> {
    get_mixed(rt, t, key, hash_of(rt, key)?)
}

fn get_mixed(rt: &Rt, t: Table<'_>, key: RawSlot, hash: u64) -> Result<Option<RawSlot>, Raised> {
    Ok(find(rt, &t, hash, key)?.map(|i| t.value(&rt.heap, i)))
}

/// Sets a key's value; answers the old one.
///
/// # Errors
/// As for [`get`], and `MemoryError`.
pub fn set(rt: &Rt, t: Table<'_>, key: RawSlot, value: RawSlot) -> Result<Option<RawSlot>, Raised> {
    set_mixed(rt, t, key, value, hash_of(rt, key)?)
}

fn set_mixed(
    rt: &Rt,
    t: Table<'_>,
    key: RawSlot,
    value: RawSlot,
    hash: u64,
) -> Result<Option<RawSlot>, Raised> {
    match find(rt, &t, hash, key)? {
        Some(i) => {
            let old = t.value(&rt.heap, i);
            t.set_value(rt, i, value);
            Ok(Some(old))
        }
        None => t.add(rt, hash, key, value).map(|()| None),
    }
}

/// The value of a key, which is set to this one if it is absent: the key is hashed once.
///
/// # Errors
/// As for [`set`].
pub fn set_default(rt: &Rt, t: Table<'_>, key: RawSlot, value: RawSlot) -> Result<RawSlot, Raised> {
    let hash = hash_of(rt, key)?;
    match find(rt, &t, hash, key)? {
        Some(i) => Ok(t.value(&rt.heap, i)),
        None => t.add(rt, hash, key, value).map(|()| value),
    }
}

/// Adds a key that is known not to be there.
///
/// # Errors
/// As for [`set`].
pub fn insert(rt: &Rt, t: Table<'_>, key: RawSlot, value: RawSlot) -> Result<(), Raised> {
    let hash = hash_of(rt, key)?;
    t.add(rt, hash, key, value)
}

/// Takes out a key; answers its value.
///
/// # Errors
/// As for [`get`].
pub fn remove(rt: &Rt, t: Table<'_>, key: RawSlot) -> Result<Option<RawSlot>, Raised> {
    let hash = hash_of(rt, key)?;
    Ok(find(rt, &t, hash, key)?.map(|i| t.delete(&rt.heap, i, hash)))
}

/// Takes out an entry, of a key with this hash; its value.
pub fn remove_hashed(rt: &Rt, t: Table<'_>, entry: usize, hash: i64) -> RawSlot {
    t.delete(&rt.heap, entry, mixed(hash))
}

/// Takes out the last entry, or the first one, without comparing keys or hashing them.
pub fn take_end(rt: &Rt, t: Table<'_>, last: bool) -> Option<(RawSlot, RawSlot)> {
    let range = t.first.get(&rt.heap) as usize..t.size.get(&rt.heap) as usize;
    let mut live = range.filter(|&i| t.key(&rt.heap, i).tag != Tag::Unbound);
    let i = if last { live.next_back() } else { live.next() }?;
    let key = t.key(&rt.heap, i);
    Some((key, t.delete_entry(rt, i)?))
}

/// Has an entry stand behind all others, or before them; false if there is none for the key. The key that is there stays.
///
/// # Errors
/// What hashing and comparing raise.
pub fn move_to_end(rt: &Rt, t: Table<'_>, key: RawSlot, last: bool) -> Result<bool, Raised> {
    if t.live.get(&rt.heap) == 0 {
        return Ok(false);
    }
    let hash = hash_of(rt, key)?;
    let Some(i) = find(rt, &t, hash, key)? else { return Ok(false) };
    let (key, value) = (t.key(&rt.heap, i), t.value(&rt.heap, i));
    if last {
        if i as i64 + 1 < t.size.get(&rt.heap) {
            t.delete(&rt.heap, i, hash);
            t.add(rt, hash, key, value)?;
        }
        return Ok(true);
    }
    // Whatever goes wrong, nothing is lost.
    let made = new(rt);
    let to = made.table();
    to.add(rt, hash, key, value)?;
    for (n, hash) in t.hashes(rt).into_iter().enumerate().filter(|(n, _)| *n != i) {
        if let Some((k, v)) = entry(rt, t, n).flatten() {
            to.add(rt, hash, k, v)?;
        }
    }
    take_over(rt, t, to);
    Ok(true)
}

/// Forgets everything.
pub fn clear(rt: &Rt, t: Table<'_>) {
    let cx = &rt.heap;
    t.index.set(cx, OptGc::NULL);
    t.marks.set(cx, 0);
    t.entries.set(cx, OptGc::NULL);
    t.size.set(cx, 0);
    t.first.set(cx, 0);
    t.used.set(cx, 0);
    t.changed(cx, 0);
}

/// Moves all entries of a table that is given up to another one, in the place of what that has.
pub fn take_over(rt: &Rt, to: Table<'_>, from: Table<'_>) {
    let (cx, a, b) = (&rt.heap, to, from);
    a.index.set(cx, b.index.get(cx));
    a.marks.set(cx, b.marks.get(cx));
    a.entries.set(cx, b.entries.get(cx));
    a.size.set(cx, b.size.get(cx));
    a.first.set(cx, b.first.get(cx));
    a.used.set(cx, b.used.get(cx));
    a.changed(cx, b.live.get(cx));
    clear(rt, from);
}

/// Entry number `i`, with `None` for a deleted one, and nothing beyond the last.
pub fn entry(rt: &Rt, t: Table<'_>, i: usize) -> Option<Option<(RawSlot, RawSlot)>> {
    let cx = &rt.heap;
    if i as i64 >= t.size.get(cx) {
        return None;
    }
    let key = t.key(cx, i);
    Some((key.tag != Tag::Unbound).then(|| (key, t.value(cx, i))))
}

/// Keys and values in order.
pub fn entries(rt: &Rt, t: Table<'_>) -> Vec<(RawSlot, RawSlot)> {
    let cx = &rt.heap;
    let Some(e) = t.entries.get(cx).get() else { return Vec::new() };
    let all = e.cells(cx)[..2 * t.size.get(cx) as usize].chunks_exact(2);
    all.map(|e| (e[0].get(cx), e[1].get(cx))).filter(|e| e.0.tag != Tag::Unbound).collect()
}

/// Keys in order.
pub fn keys(rt: &Rt, t: Table<'_>) -> Vec<RawSlot> {
    let cx = &rt.heap;
    let Some(e) = t.entries.get(cx).get() else { return Vec::new() };
    let mut out = Vec::with_capacity(t.live.get(cx) as usize);
    let all = e.cells(cx)[..2 * t.size.get(cx) as usize].chunks_exact(2);
    out.extend(all.map(|e| e[0].get(cx)).filter(|k| k.tag != Tag::Unbound));
    out
}

/// Of two sets of which members of both are wanted, the one whose members are looked for, and kept, first: the smaller one.
fn in_turn(rt: &Rt, op: BinOp, x: Gc<Set>, y: Gc<Set>) -> (Gc<Set>, Gc<Set>) {
    match op == BinOp::And && y.len(rt) <= x.len(rt) {
        true => (y, x),
        false => (x, y),
    }
}

/// An operator on two sets whose members are hashed and compared without running the program; `None` for others.
///
/// # Errors
/// `MemoryError`.
pub fn plain_set_op(
    rt: &Rt,
    op: BinOp,
    x: Gc<Set>,
    y: Gc<Set>,
    frozen: bool,
) -> Result<Option<Gc<Set>>, Raised> {
    let (x, y) = in_turn(rt, op, x, y);
    let out = rt.heap.alloc(Set::new(frozen));
    let plain = fill::combine(rt, op, x.table(), y.table(), out.table())?;
    Ok(plain.then_some(out))
}

/// An operator on two sets: `|`, `&`, `-` or `^`.
///
/// # Errors
/// What comparing raises.
pub fn set_op(rt: &Rt, op: BinOp, x: Gc<Set>, y: Gc<Set>, frozen: bool) -> Result<Gc<Set>, Raised> {
    if let Some(out) = plain_set_op(rt, op, x, y, frozen)? {
        return Ok(out);
    }
    let (x, y) = in_turn(rt, op, x, y);
    let out = rt.heap.alloc(Set::new(frozen));
    if op == BinOp::Or {
        out.table().copy_from(rt, x.table())?;
    }
    let add = |key, hash| set_mixed(rt, out.table(), key, UNBOUND, hash).map(|_| ());
    // Comparing may change the sets, so members are asked for one by one.
    let mut i = 0;
    while let Some(e) = entry(rt, x.table(), i).filter(|_| op != BinOp::Or) {
        i += 1;
        if let Some((key, _)) = e {
            let hash = hash_of(rt, key)?;
            if get_mixed(rt, y.table(), key, hash)?.is_some() == (op == BinOp::And) {
                add(key, hash)?;
            }
        }
    }
    if matches!(op, BinOp::Or | BinOp::Xor) {
        i = 0;
        while let Some(e) = entry(rt, y.table(), i) {
            i += 1;
            if let Some((key, _)) = e {
                let hash = hash_of(rt, key)?;
                if op == BinOp::Or || get_mixed(rt, x.table(), key, hash)?.is_none() {
                    add(key, hash)?;
                }
            }
        }
    }
    Ok(out)
}

/// An empty dictionary.
pub fn new(rt: &Rt) -> Gc<Dict> {
    rt.heap.alloc(Dict::new())
}

/// A copy of a dictionary.
///
/// # Errors
/// `MemoryError`.
pub fn copy(rt: &Rt, d: Gc<Dict>) -> Result<Gc<Dict>, Raised> {
    let made = new(rt);
    made.table().copy_from(rt, d.table())?;
    Ok(made)
}

/// Sets what is in another dictionary: as it is there if there is nothing yet.
///
/// # Errors
/// As for [`set`]; `RuntimeError` if comparing keys changes the other one.
pub fn update(rt: &Rt, d: Gc<Dict>, from: Gc<Dict>) -> Result<(), Raised> {
    let n = from.len(rt);
    if d.len(rt) == 0 && n > 0 {
        d.table().copy_from(rt, from.table())?;
        d.table().changed(&rt.heap, n as i64);
        return Ok(());
    }
    if d == from || d.table().set_plain(rt, from.table())? {
        return Ok(());
    }
    for (k, x) in from.items(rt) {
        set(rt, d.table(), k, x)?;
        if from.len(rt) != n && from != d {
            return Err(errors::runtime(rt, "dict mutated during update"));
        }
    }
    Ok(())
}

/// A copy of a set.
///
/// # Errors
/// `MemoryError`.
pub fn copy_set(rt: &Rt, s: Gc<Set>, frozen: bool) -> Result<Gc<Set>, Raised> {
    let made = rt.heap.alloc(Set::new(frozen));
    made.table().copy_from(rt, s.table())?;
    Ok(made)
}

/// A set of these values.
///
/// # Errors
/// As for [`get`].
pub fn new_set(rt: &Rt, values: &[RawSlot], frozen: bool) -> Result<Gc<Set>, Raised> {
    let s = rt.heap.alloc(Set::new(frozen));
    for &v in values {
        set(rt, s.table(), v, UNBOUND)?;
    }
    Ok(s)
}

impl Dict {
    /// Number of entries.
    pub fn len(&self, rt: &Rt) -> usize {
        self.live.get(&rt.heap) as usize
    }
    /// Keys and values in order.
    pub fn items(&self, rt: &Rt) -> Vec<(RawSlot, RawSlot)> {
        entries(rt, self.table())
    }
    /// The value of a name.
    ///
    /// # Errors
    /// What comparing raises.
    pub fn get_name(&self, rt: &Rt, name: &str) -> Result<Option<RawSlot>, Raised> {
        get(rt, self.table(), Val::Str(super::str::intern(rt, name)).into())
    }
    /// Sets the value of a name.
    ///
    /// # Errors
    /// What comparing raises.
    pub fn set_name(&self, rt: &Rt, name: &str, v: RawSlot) -> Result<(), Raised> {
        set(rt, self.table(), Val::Str(super::str::intern(rt, name)).into(), v).map(|_| ())
    }
}

impl Set {
    /// Number of members.
    pub fn len(&self, rt: &Rt) -> usize {
        self.live.get(&rt.heap) as usize
    }
    /// The members in order of insertion.
    pub fn items(&self, rt: &Rt) -> Vec<RawSlot> {
        keys(rt, self.table())
    }
    /// Whether it has a member.
    ///
    /// # Errors
    /// As for [`get`].
    pub fn has(&self, rt: &Rt, v: RawSlot) -> Result<bool, Raised> {
        get(rt, self.table(), member(rt, v)?).map(|v| v.is_some())
    }
}

/// What is looked for in a set: in place of a set, which has no hash, a frozen one.
///
/// # Errors
/// What hashing its members raises.
pub fn member(rt: &Rt, v: RawSlot) -> Result<RawSlot, Raised> {
    match ops::unwrapped(rt, v.into()) {
        Val::Set(s) if !s.frozen => copy_set(rt, s, true).map(|s| Val::Set(s).into()),
        _ => Ok(v),
    }
}
