//! Places of an index by open addressing, for hash tables whose entries stand in order of insertion in an array of their own.
//!
//! All of it lies in arrays of the heap, so that interpreter code reads and writes the entry that a look-up has found without calling anything.
//!
//! **Invariants.** An index has a power of two of places, of which at least one is free. A place is [`FREE`], [`DELETED`], or the half of a hash that
//! [`HASH`] tells with the number of an entry + 2 in the other half. A key's entry is found on the way from the place that its hash says to the next free one.
//!
//! **Not promised.** Resistance to keys chosen to collide. Comparing keys, growing and deleting are the language's.
//!
//! **Example.** `find(cx, index.cells(cx), mixed(hash), |entry| keys[entry] == key)`.

use crate::hash::folded;
use holloway::heap::{Gc, Mut, Mutator, WordArray};

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

/// The entry in a place, if it is one of a key with this hash.
#[inline(always)]
pub fn entry_in(place: u64, hash: u64) -> Option<usize> {
    (place & HASH == hash && place & !HASH > DELETED).then(|| (place & !HASH) as usize - 2)
}

/// The entry of a key: the first with its hash for which `is` says so.
#[inline(always)]
pub fn find(
    cx: &Mutator,
    places: &[Mut<i64>],
    hash: u64,
    mut is: impl FnMut(usize) -> bool,
) -> Option<usize> {
    let mask = places.len().checked_sub(1)?;
    let mut at = (hash >> 32) as usize & mask;
    loop {
        let place = places[at].get(cx) as u64;
        if place == FREE {
            return None;
        }
        if let Some(entry) = entry_in(place, hash).filter(|&e| is(e)) {
            return Some(entry);
        }
        at = (at + 1) & mask;
    }
}

/// Gives an entry a place from place `at` on; whether that was free.
#[inline]
pub fn note(cx: &Mutator, index: Gc<WordArray>, hash: u64, at: usize, entry: usize) -> bool {
    let places = index.cells(cx);
    let mask = places.len() - 1;
    let mut at = at & mask;
    while places[at].get(cx) as u64 > DELETED {
        at = (at + 1) & mask;
    }
    let fresh = places[at].get(cx) as u64 == FREE;
    places[at].set(cx, of_entry(hash, entry) as i64);
    fresh
}
