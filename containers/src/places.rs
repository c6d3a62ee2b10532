//! Places of an index by open addressing, for hash tables whose entries stand in order of insertion in an array of their own.
//!
//! All of it lies in arrays of the heap, so that interpreter code reads and writes the entry that a look-up has found without calling anything.
//!
//! **Invariants.** An index has a power of two of places, of which at least one is free. A place is [`FREE`], [`DELETED`], or the half of a hash that
//! [`HASH`] tells with the number of an entry + 2 in the other half. A key's entry is found on the way from the place that its hash says to the next free one.
//!
//! **Not promised.** Resistance to keys chosen to collide. Comparing keys, growing and deleting are the caller's.
//!
//! **Example.**
//! ```
//! use holloway_containers::{hash::hash_bytes, places};
//! use holloway::heap::{Heap, HeapConfig, WordArray};
//!
//! let heap = Heap::new(HeapConfig::default(), Default::default());
//! let index = heap.array::<WordArray>(8).unwrap();
//! let names = ["one", "two"];
//! for (entry, name) in names.iter().enumerate() {
//!     let hash = places::mixed(hash_bytes(name.as_bytes()));
//!     places::note(&heap, index, hash, (hash >> 32) as usize, entry);
//! }
//! let find = |name: &str| {
//!     let hash = places::mixed(hash_bytes(name.as_bytes()));
//!     places::find(&heap, index.cells(&heap), hash, |entry| names[entry] == name)
//! };
//! assert_eq!((find("two"), find("three")), (Some(1), None));
//! ```

use crate::hash::folded;
use crate::{few, framework};
use holloway_compiler::ir::Inline;
use holloway_macros::elidable;
use holloway_tracer::heap::{Gc, Mut, Mutator, Object, OptGc, WordArray};
use holloway_tracer::machine::{Cx, Language};

/// A place without an entry.
pub const FREE: u64 = 0;
/// A place whose entry is gone.
pub const DELETED: u64 = 1;
/// The half of a place that has the hash.
pub const HASH: u64 = !0 << 32;

/// The half of a place for a hash.
#[inline(always)]
pub fn mixed(hash: u64) -> u64 {
    folded(hash) & HASH
}

/// What stands in a place for an entry whose key has this half of a hash.
#[inline(always)]
pub fn of_entry(hash: u64, entry: usize) -> u64 {
    hash | (entry as u64 + 2)
}

/// The entry in a place that has one.
#[inline(always)]
pub fn entry_of(place: u64) -> usize {
    (place & !HASH) as usize - 2
}

/// The entry in a place, if it is one of a key with this hash.
#[inline(always)]
pub fn entry_in(place: u64, hash: u64) -> Option<usize> {
    (place & HASH == hash && place & !HASH > DELETED).then(|| entry_of(place))
}

/// The way of a key through an index: the entries that may be its.
#[derive(Clone, Copy)]
pub struct Way(usize);

impl Way {
    /// The way begins.
    #[inline(always)]
    pub fn of(hash: u64) -> Way {
        Way((hash >> 32) as usize)
    }
    /// The next entry with this hash; `None` at the end.
    #[inline(always)]
    pub fn next(&mut self, heap: &Mutator, places: &[Mut<i64>], hash: u64) -> Option<usize> {
        let mask = places.len().checked_sub(1)?;
        loop {
            let place = places[self.0 & mask].get(heap) as u64;
            if place == FREE {
                return None;
            }
            self.0 = (self.0 & mask) + 1;
            if let Some(entry) = entry_in(place, hash) {
                return Some(entry);
            }
        }
    }
}

/// The entry of a key: the first with its hash for which `is` says so.
#[inline(always)]
pub fn find(
    heap: &Mutator,
    places: &[Mut<i64>],
    hash: u64,
    mut is: impl FnMut(usize) -> bool,
) -> Option<usize> {
    let mut way = Way::of(hash);
    loop {
        let entry = way.next(heap, places, hash)?;
        if is(entry) {
            return Some(entry);
        }
    }
}

/// The first entry with this hash as traces ask for it, -1 if there is none: by an index or, where there is none, by [marks](few::mark). That its key is the one wanted is for
/// the caller to see; where it is not, keys share half a hash (or a mark), and the caller looks on by a helper.
#[elidable(reads, inline = Entry, crate_path = framework)]
pub fn seek<L: Language>(cx: &Cx<L>, index: OptGc<WordArray>, marks: i64, hash: i64) -> i64 {
    let found = match index.get() {
        Some(index) => Way::of(hash as u64).next(&cx.rt.heap, index.cells(&cx.rt.heap), hash as u64 & HASH),
        None => few::alike(marks as u64, hash as u64).next(),
    };
    found.map_or(-1, |entry| entry as i64)
}

const _: () = {
    let Some(tail) = WordArray::SHAPE.tail else { panic!("an array has elements") };
    assert!(
        tail.elems_offset as usize == Inline::WORDS
            && tail.len_offset as usize == Inline::LENGTH
            && tail.stride == 8
    );
};

/// Gives an entry a place from place `at` on; whether that was free.
#[inline]
pub fn note(heap: &Mutator, index: Gc<WordArray>, hash: u64, at: usize, entry: usize) -> bool {
    let places = index.cells(heap);
    let mask = places.len() - 1;
    let mut at = at & mask;
    while places[at].get(heap) as u64 > DELETED {
        at = (at + 1) & mask;
    }
    let fresh = places[at].get(heap) as u64 == FREE;
    places[at].set(heap, of_entry(hash, entry) as i64);
    fresh
}
