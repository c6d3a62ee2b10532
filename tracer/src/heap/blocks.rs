//! Which addresses are in blocks with small objects.
//!
//! **Problem.** The collector asks it of any word that may be a reference, and the write barrier of a field whose object nobody has named: both often, and
//! mostly of something else. Chunks are where the system puts them.
//!
//! **How.** A bit for each block of the address space, in a table for each 4 GB of it in which there are any.
//!
//! **Not promised.** Addresses above 48 bits: no system gives them unasked.
//!
//! **Example.** `blocks.add(chunk, 64)`; then `blocks.has(chunk + 5)` is true.

use super::block::BLOCK;
use std::cell::Cell;

/// Bits of an address below those that choose a region, and those that do.
const REGION_SHIFT: u32 = 32;
const REGIONS: usize = 1 << (48 - REGION_SHIFT);
const BLOCKS: usize = (1 << REGION_SHIFT) / BLOCK;

type Region = [Cell<u64>; BLOCKS / 64];

/// See the module header.
pub(crate) struct Blocks {
    /// Null, or from a box.
    regions: Box<[Cell<*mut Region>]>,
}

impl Blocks {
    pub fn new() -> Blocks {
        // SAFETY: zero bytes are cells of null.
        Blocks { regions: unsafe { Box::new_zeroed_slice(REGIONS).assume_init() } }
    }
    fn region(&self, addr: usize) -> Option<&Region> {
        let region = self.regions.get(addr >> REGION_SHIFT)?;
        // SAFETY: null or from a box, which lives as long as this.
        unsafe { region.get().as_ref() }
    }
    /// Whether the address is in one of the blocks.
    #[inline(always)]
    pub fn has(&self, addr: usize) -> bool {
        let at = addr / BLOCK % BLOCKS;
        self.region(addr).is_some_and(|r| r[at / 64].get() >> (at % 64) & 1 != 0)
    }
    /// Adds blocks that follow one another.
    ///
    /// # Panics
    /// If the system has given an address of more than 48 bits.
    pub fn add(&self, first: usize, count: usize) {
        for block in (first..).step_by(BLOCK).take(count) {
            let place = &self.regions[block >> REGION_SHIFT];
            if place.get().is_null() {
                place.set(Box::into_raw(Box::new([const { Cell::new(0) }; BLOCKS / 64])));
            }
            let at = block / BLOCK % BLOCKS;
            let word = &self.region(block).expect("it was made above")[at / 64];
            word.set(word.get() | 1 << (at % 64));
        }
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        for region in self.regions.iter().map(Cell::get).filter(|r| !r.is_null()) {
            // SAFETY: it is from a box, and nobody else frees it.
            drop(unsafe { Box::from_raw(region) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_what_was_added_and_its_neighbours_not() {
        let blocks = Blocks::new();
        // Across the border of two regions.
        let first = (7 << REGION_SHIFT) - 3 * BLOCK;
        blocks.add(first, 5);
        let inside = |a: usize| (first..first + 5 * BLOCK).contains(&a);
        for a in (first - 2 * BLOCK..first + 7 * BLOCK).step_by(BLOCK / 2) {
            assert_eq!(
                (blocks.has(a), blocks.has(a + 1), blocks.has(a - 1)),
                (inside(a), inside(a + 1), inside(a - 1))
            );
        }
        assert!(!blocks.has(0) && !blocks.has(usize::MAX) && !blocks.has(first + (1 << 48)));
    }
}
