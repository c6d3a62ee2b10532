//! Places where many values are promoted.
//!
//! **Problem.** N values promoted at each of k places in a row are N^k ways: hidden classes that differ in the order of optional fields, instances of many
//! classes in one list. Each way gets its bridge, and most of them are taken a few times only.
//!
//! **How.** What was promoted at a place of the guest's, by a line of the interpreter, is remembered while there is little of it. An interpreter that asks
//! ([`Machine::promote_few`](crate::machine::Machine::promote_few)) is told when it has become much, and goes on with what serves all values, which is
//! one way. That is the megamorphic state of inline caches (Hölzle, Chambers, Ungar 1991).
//!
//! **Invariants.** A place that has had many values never has few again. Counted are values that were recorded, whatever came of the recordings.
//!
//! **Not promised.** That traces recorded before are forgotten: they keep their chains of guards, of which no further one grows.
//!
//! **Example.** A loop over shapes of thirty classes: for sixteen of them the loop has bridges, the others share one that looks fields up by name.

use super::demand::AT_ONCE;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// So many values are few.
const FEW: usize = 16;
/// So many, where what fails gets its bridge at once, as in tests: else those would not come to the other way.
const FEW_AT_ONCE: usize = 2;

/// A place: a line of the interpreter, by its address, and the guest's place, by a hash of its greens.
pub(crate) type Site = (usize, u64);

/// See the module header.
#[derive(Default, Debug)]
pub(crate) struct Sites(RefCell<FxHashMap<Site, Vec<u64>>>);

impl Sites {
    /// Whether a place has few values, this one included, where a bridge is made after so many failures.
    pub(crate) fn has_few(&self, site: Site, value: u64, bridge_threshold: u32) -> bool {
        let few = if bridge_threshold <= AT_ONCE { FEW_AT_ONCE } else { FEW };
        let mut sites = self.0.borrow_mut();
        let seen = sites.entry(site).or_default();
        if seen.len() <= few && !seen.contains(&value) {
            seen.push(value);
        }
        seen.len() <= few
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_with_many_values_has_few_never_again() {
        let sites = Sites::default();
        for value in 0..FEW as u64 {
            assert!((0..3).all(|_| sites.has_few((1, 1), value, 8)));
        }
        assert!(!sites.has_few((1, 1), 100, 8) && !sites.has_few((1, 1), 0, 8));
        assert!(sites.has_few((1, 2), 100, 8) && sites.has_few((2, 1), 100, 8), "others are others");
    }
}
