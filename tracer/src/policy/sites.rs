//! Places where many values are promoted.
//!
//! **Problem.** N values promoted at each of k places in a row are N^k ways: hidden classes that differ in the order of optional fields, instances of many
//! classes in one list. Each way gets its bridge, and most of them are taken a few times only.
//!
//! **How.** What was promoted at a place of the guest's, by a line of the interpreter, is remembered while there is little of it. An interpreter that asks
//! ([`Machine::promote_few`](crate::machine::Machine::promote_few)) is told when it has become much, and goes on with what serves all values, which is
//! one way. That is the megamorphic state of inline caches (Hölzle, Chambers, Ungar 1991).
//!
//! How much that is the interpreter says: four, if looking up costs little more than a test. Where ways multiply already it is no more than that.
//!
//! **Invariants.** A place that has had many values never has few again. Counted are values that were recorded, whatever came of the recordings.
//!
//! **Not promised.** That traces recorded before are forgotten: they keep their chains of guards, of which no further one grows.
//!
//! **Example.** A loop over shapes of thirty classes: for sixteen of them the loop has bridges, the others share one that looks fields up by name.

use super::demand::AT_ONCE;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// So many values are few, if the interpreter does not say otherwise.
pub(crate) const FEW: usize = 16;
/// So many are at most, where ways multiply already.
const FEW_IN_CROWDS: usize = 4;
/// So many, where what fails gets its bridge at once, as in tests: else those would not come to the other way.
const FEW_AT_ONCE: usize = 2;

/// A place: a line of the interpreter, by its address, and the guest's place, by a hash of its greens.
pub(crate) type Site = (usize, u64);

/// What few is at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few {
    /// So many, by the interpreter.
    pub most: usize,
    /// Failures after which a bridge is made.
    pub bridge_threshold: u32,
    /// Whether the trace is one of a tree that has many bridges.
    pub crowded: bool,
}

/// See the module header.
#[derive(Default, Debug)]
pub(crate) struct Sites(RefCell<FxHashMap<Site, Vec<u64>>>);

impl Sites {
    /// Whether a place has few values, this one included; see [`Few`].
    pub(crate) fn has_few(&self, site: Site, value: u64, few: Few) -> bool {
        let most = match few.crowded {
            _ if few.bridge_threshold <= AT_ONCE => few.most.min(FEW_AT_ONCE),
            true => few.most.min(FEW_IN_CROWDS),
            false => few.most,
        };
        let mut sites = self.0.borrow_mut();
        let seen = sites.entry(site).or_default();
        if seen.len() <= few.most && !seen.contains(&value) {
            seen.push(value);
        }
        seen.len() <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Few = Few { most: FEW, bridge_threshold: 8, crowded: false };

    #[test]
    fn a_place_with_many_values_has_few_never_again() {
        let sites = Sites::default();
        for value in 0..FEW as u64 {
            assert!((0..3).all(|_| sites.has_few((1, 1), value, USUAL)));
        }
        assert!(!sites.has_few((1, 1), 100, USUAL) && !sites.has_few((1, 1), 0, USUAL));
        assert!(sites.has_few((1, 2), 100, USUAL) && sites.has_few((2, 1), 100, USUAL), "others are others");
    }

    #[test]
    fn few_are_fewer_in_crowds_and_where_the_interpreter_says_so() {
        let most = |few: Few| {
            let sites = Sites::default();
            (0..).take_while(|&value| sites.has_few((1, 1), value, few)).count()
        };
        let table = [
            (USUAL, FEW),
            (Few { crowded: true, ..USUAL }, FEW_IN_CROWDS),
            (Few { most: 4, ..USUAL }, 4),
            (Few { most: 3, crowded: true, ..USUAL }, 3),
            (Few { bridge_threshold: AT_ONCE, ..USUAL }, FEW_AT_ONCE),
            (Few { most: 1, bridge_threshold: AT_ONCE, ..USUAL }, 1),
        ];
        for (few, count) in table {
            assert_eq!(most(few), count, "{few:?}");
        }
    }
}
