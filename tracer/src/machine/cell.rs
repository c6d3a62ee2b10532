//! Counters in the author's code objects.

use std::cell::Cell;

/// A place where traces may start: a loop header or a function entry. Lives in the author's code object, one per place.
///
/// Plain execution counts it down; at zero it asks the driver. Its number is never reused, so a trace can't run for another place.
#[derive(Debug)]
pub struct HotCell {
    left: Cell<u32>,
    number: Cell<u32>,
}

/// What a fresh cell starts with; the driver replaces it with the threshold at the first visit.
const FRESH: u32 = 2;

impl Default for HotCell {
    fn default() -> Self {
        HotCell { left: Cell::new(FRESH), number: Cell::new(0) }
    }
}

impl HotCell {
    /// Counts a visit; true when the driver wants to know.
    #[inline(always)]
    pub(crate) fn tick(&self) -> bool {
        let left = self.left.get();
        if left <= 1 {
            return true;
        }
        self.left.set(left - 1);
        false
    }
    /// Whether the count has run out (as opposed to a poll).
    pub(crate) fn is_due(&self) -> bool {
        self.left.get() <= 1
    }
    /// Asks again after that many visits (1: at every visit).
    pub(crate) fn rearm(&self, visits: u32) {
        self.left.set(visits.max(1));
    }
    /// The place's number, given at first use; 0 before.
    pub(crate) fn number(&self) -> u32 {
        self.number.get()
    }
    pub(crate) fn set_number(&self, n: u32) {
        self.number.set(n)
    }
}
