//! The entries of a table: finding keys among them, and adding to them while there is room.

use super::Keys;
use crate::few;
use crate::places::{self, Way};
use holloway_macros::Object;
use holloway_tracer::heap::{Gc, Header, Mut, Mutator, OptGc, OutOfMemory, RawSlot, Tail, WordArray};

/// Most entries without an index.
pub const FEW: usize = 8;

/// Entries: for each its key and its value, in turn. See [the module](super).
#[derive(Object, Default)]
#[object(crate = holloway_tracer)]
#[repr(C)]
pub struct Entries {
    header: Header,
    index: Mut<OptGc<WordArray>>,
    /// The entries that took the place of these.
    pub(super) next: Mut<OptGc<Entries>>,
    /// How many have been used, those taken out included.
    pub size: Mut<i64>,
    /// How many there are. What [`Keys::is_vacant`] says beyond "a hole" is not counted here.
    pub live: Mut<i64>,
    slots: Tail<Mut<RawSlot>>,
}

/// A key and its value.
pub(super) type Pair = (RawSlot, RawSlot);

/// Room for entries, and places of their index, for so many and as many again.
fn size_for(entries: usize, asks: bool) -> (usize, usize) {
    match entries {
        0..4 if !asks => (4, 0),
        4..FEW if !asks => (FEW, 0),
        n => {
            let places = ((n + 1) * 2).next_power_of_two().max(8);
            (places * 3 / 4, places)
        }
    }
}

/// An answer while a key is looked for.
pub(super) enum Probe {
    Found(usize),
    Absent,
    /// Whether this entry's key is equal, only the program can tell.
    Ask(usize),
}

impl Entries {
    /// Entries with room for so many and as many again.
    pub(super) fn with_room<K: Keys>(heap: &Mutator, entries: usize) -> Result<Gc<Entries>, OutOfMemory> {
        let (room, places) = size_for(entries, K::ASKS);
        let made = heap.array::<Entries>(2 * room)?;
        match places {
            0 if K::HOLE == RawSlot::default() => {}
            0 => made.slots.set_all(heap, 0, std::iter::repeat_n(K::HOLE, 2 * room)),
            n => made.index.set(heap, heap.array::<WordArray>(n)?.into()),
        }
        Ok(made)
    }
    /// How many there is room for.
    pub fn room(&self) -> usize {
        self.slots.len() / 2
    }
    /// The key and the value of an entry.
    #[inline(always)]
    pub fn pair(&self, heap: &Mutator, at: usize) -> Option<(RawSlot, RawSlot)> {
        match self.slots.cells(heap).get(2 * at..2 * at + 2)? {
            [key, value] => Some((key.get(heap), value.get(heap))),
            _ => None,
        }
    }
    /// Changes the value of an entry.
    #[inline(always)]
    pub fn set_value(&self, heap: &Mutator, at: usize, value: RawSlot) {
        self.slots.set(heap, 2 * at + 1, value);
    }
    /// Changes both.
    #[inline(always)]
    pub fn set_pair(&self, heap: &Mutator, at: usize, key: RawSlot, value: RawSlot) {
        self.slots.copy_in(heap, 2 * at, &[key, value]);
    }
    /// The entry of a key. Keys that only the program can compare are not found.
    #[inline(always)]
    pub fn find<K: Keys>(&self, heap: &Mutator, key: RawSlot) -> Option<usize> {
        match self.probe::<K>(heap, key, || K::hash(heap, key)) {
            Probe::Found(at) => Some(at),
            Probe::Absent | Probe::Ask(_) => None,
        }
    }
    /// Looks for a key as far as that runs no program.
    #[inline(always)]
    pub(super) fn probe<K: Keys>(&self, heap: &Mutator, key: RawSlot, hash: impl FnOnce() -> u64) -> Probe {
        match self.index.get(heap).get() {
            None => self.find_few::<K>(heap, key).map_or(Probe::Absent, Probe::Found),
            Some(index) => {
                let hash = places::mixed(hash());
                self.probe_on::<K>(heap, index, key, hash, &mut Way::of(hash))
            }
        }
    }
    /// Goes on with that.
    #[inline(always)]
    fn probe_on<K: Keys>(
        &self,
        heap: &Mutator,
        index: Gc<WordArray>,
        key: RawSlot,
        hash: u64,
        way: &mut Way,
    ) -> Probe {
        let (places, slots) = (index.cells(heap), self.slots.cells(heap));
        while let Some(at) = way.next(heap, places, hash) {
            let other = slots[2 * at].get(heap);
            if other == key {
                return Probe::Found(at);
            }
            if other.tag == K::HOLE.tag || K::is_unique(key) || K::is_unique(other) {
                continue;
            }
            match K::equal(heap, other, key) {
                Some(true) => return Probe::Found(at),
                Some(false) => {}
                None => return Probe::Ask(at),
            }
        }
        Probe::Absent
    }
    /// The same behind an entry that was asked about.
    pub(super) fn probe_behind<K: Keys>(
        &self,
        heap: &Mutator,
        key: RawSlot,
        hash: u64,
        asked: usize,
    ) -> Probe {
        let Some(index) = self.index.get(heap).get() else { return Probe::Absent };
        let hash = places::mixed(hash);
        let mut way = Way::of(hash);
        while way.next(heap, index.cells(heap), hash).is_some_and(|at| at != asked) {}
        self.probe_on::<K>(heap, index, key, hash, &mut way)
    }
    #[inline(always)]
    fn find_few<K: Keys>(&self, heap: &Mutator, key: RawSlot) -> Option<usize> {
        let found = few::first(few::keys(heap, self.slots.cells(heap), key));
        match found.is_some() || K::is_unique(key) {
            true => found,
            false => self.find_equal::<K>(heap, key),
        }
    }
    /// The entry of a key that is equal and not the same.
    #[inline(never)]
    fn find_equal<K: Keys>(&self, heap: &Mutator, key: RawSlot) -> Option<usize> {
        let keys = self.slots.cells(heap).chunks_exact(2).map(|e| e[0].get(heap));
        let mut used = keys.take(self.size.get(heap) as usize);
        used.position(|other| other.tag != K::HOLE.tag && K::equal(heap, other, key) == Some(true))
    }
    /// Adds a key that has no entry: the number of its entry, if there is room.
    #[inline]
    pub(super) fn add(
        &self,
        heap: &Mutator,
        key: RawSlot,
        value: RawSlot,
        hash: impl FnOnce() -> u64,
    ) -> Option<usize> {
        let at = self.size.get(heap) as usize;
        self.slots.copy_in(heap, 2 * at, &[key, value])?;
        if let Some(index) = self.index.get(heap).get() {
            let hash = places::mixed(hash());
            places::note(heap, index, hash, (hash >> 32) as usize, at);
        }
        self.size.set(heap, at as i64 + 1);
        self.live.set(heap, self.live.get(heap) + 1);
        Some(at)
    }
    /// Makes a hole of an entry.
    pub(super) fn vacate<K: Keys>(&self, heap: &Mutator, at: usize) {
        self.set_pair(heap, at, K::HOLE, K::HOLE);
        self.live.set(heap, self.live.get(heap) - 1);
    }
    /// All used entries with their numbers, vacant ones too.
    pub(super) fn used<'a>(&'a self, heap: &'a Mutator) -> impl Iterator<Item = (usize, Pair)> + 'a {
        let used = self.slots.cells(heap).chunks_exact(2).take(self.size.get(heap) as usize);
        used.map(|e| (e[0].get(heap), e[1].get(heap))).enumerate()
    }
    /// Entries for those of these that are wanted and as many again, which take the place of these.
    pub(super) fn replaced<K: Keys>(
        &self,
        heap: &Mutator,
        wanted: impl Fn(RawSlot) -> bool,
    ) -> Result<Gc<Entries>, OutOfMemory> {
        let kept = |(_, (key, value)): &(usize, Pair)| !K::is_vacant(*key, *value) && wanted(*key);
        let made = Entries::with_room::<K>(heap, self.used(heap).filter(kept).count())?;
        let hashes = self.hashes(heap);
        for (at, (key, value)) in self.used(heap).filter(kept) {
            let n = made.size.get(heap) as usize;
            made.set_pair(heap, n, key, value);
            if let Some(index) = made.index.get(heap).get() {
                let hash = hashes.get(at).copied().unwrap_or_else(|| places::mixed(K::hash(heap, key)));
                places::note(heap, index, hash, (hash >> 32) as usize, n);
            }
            made.size.set(heap, n as i64 + 1);
        }
        made.live.set(heap, made.size.get(heap));
        // What is not wanted any more is no entry for a cursor that finds its way from here either.
        self.used(heap)
            .filter(|(_, (key, _))| !wanted(*key))
            .for_each(|(at, _)| self.set_pair(heap, at, K::HOLE, K::HOLE));
        self.next.set(heap, made.into());
        Ok(made)
    }
    /// The halves of hashes that the index has, by entry; none without an index.
    fn hashes(&self, heap: &Mutator) -> Vec<u64> {
        let Some(index) = self.index.get(heap).get() else { return Vec::new() };
        let mut hashes = vec![0; self.size.get(heap) as usize];
        let taken = index.cells(heap).iter().map(|p| p.get(heap) as u64).filter(|p| *p > places::DELETED);
        taken.for_each(|p| hashes[places::entry_of(p)] = p & places::HASH);
        hashes
    }
}
