//! Few items, looked at without a branch for each.
//!
//! **Problem.** To look through a handful of keys and stop at the one wanted leaves the loop at another place each time, which the processor cannot foretell:
//! that costs more than to look at all of them.
//!
//! **Not promised.** More than 32 items.
//!
//! **Example.** `first(keys(heap, entries, wanted))` is the number of the pair with this key.

use holloway_tracer::heap::{Mut, Mutator, RawSlot};

/// Most items that one word has [marks](mark) of.
pub const MARKED: usize = 8;

/// The mark of an item with this hash: a byte, by which at most eight items in a word are told from each other at once. It is never 0, which stands for no item.
#[inline(always)]
pub fn mark(hash: u64) -> u64 {
    hash >> 57 | 0x80
}

/// These marks with that of the item `i`, which had none.
#[inline(always)]
pub fn marked(marks: u64, i: usize, hash: u64) -> u64 {
    marks | mark(hash) << (8 * i)
}

/// The items that may have this hash: all that have, and few others.
#[inline(always)]
pub fn alike(marks: u64, hash: u64) -> impl Iterator<Item = usize> {
    const EACH: u64 = u64::MAX / 255;
    let differing = marks ^ (mark(hash) * EACH);
    let mut same = differing.wrapping_sub(EACH) & !differing & (EACH << 7);
    std::iter::from_fn(move || {
        let i = (same != 0).then(|| same.trailing_zeros() as usize / 8)?;
        same &= same - 1;
        Some(i)
    })
}

/// Which of the items at the places 0, `STEP`, `2 * STEP` and so on are wanted: a bit for each, the first item's the lowest.
#[inline(always)]
pub fn which<const STEP: usize, T>(items: &[T], is: impl Fn(&T) -> bool) -> u32 {
    // The usual numbers are known when this is compiled, so that nothing is left of the loop.
    match items.len() / STEP {
        4 => bits::<STEP, T>(&items[..4 * STEP], is),
        8 => bits::<STEP, T>(&items[..8 * STEP], is),
        n => bits::<STEP, T>(&items[..n.min(32) * STEP], is),
    }
}

#[inline(always)]
fn bits<const STEP: usize, T>(items: &[T], is: impl Fn(&T) -> bool) -> u32 {
    (0..items.len() / STEP).fold(0, |set, i| set | u32::from(is(&items[i * STEP])) << i)
}

/// Which of these pairs of a key and a value have a key that is this value itself.
#[inline(always)]
pub fn keys(heap: &Mutator, pairs: &[Mut<RawSlot>], key: RawSlot) -> u32 {
    which::<2, _>(pairs, |other| {
        let other = other.get(heap);
        (other.tag ^ key.tag) | (other.bits ^ key.bits) == 0
    })
}

/// The number of the first one.
#[inline(always)]
pub fn first(set: u32) -> Option<usize> {
    (set != 0).then(|| set.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_find_all_that_have_them() {
        let mut draws = 1u64;
        for _ in 0..10_000 {
            draws = crate::hash::spread(draws).rotate_left(29) + 1;
            // Few hashes, so that marks repeat.
            let hashes: Vec<u64> =
                (0..draws % 9).map(|i| draws.rotate_left(i as u32 * 7) & 3 << 57).collect();
            let marks = hashes.iter().enumerate().fold(0, |marks, (i, &hash)| marked(marks, i, hash));
            for wanted in (0..4).map(|h| h << 57) {
                let all: Vec<usize> = (0..hashes.len()).filter(|&i| hashes[i] == wanted).collect();
                let found: Vec<usize> = alike(marks, wanted).collect();
                assert_eq!(found.first(), all.first());
                assert!(all.iter().all(|i| found.contains(i)) && found.iter().all(|&i| i < MARKED));
            }
        }
    }

    #[test]
    fn all_numbers_of_items() {
        for n in 0..=40usize {
            let items: Vec<usize> = (0..n).collect();
            for wanted in 0..45 {
                let set = which::<1, _>(&items, |&i| i == wanted);
                assert_eq!(first(set), (wanted < n.min(32)).then_some(wanted));
            }
            let odd = which::<2, _>(&items[..n / 2 * 2], |&i| i % 4 == 2);
            assert_eq!(odd.count_ones() as usize, (n / 2).min(32) / 2);
        }
    }
}
