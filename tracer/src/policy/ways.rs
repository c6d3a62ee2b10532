//! Ways that multiply come together again.
//!
//! **Problem.** N values promoted at each of k places in a row are N^k ways, and k branches are 2^k, as a bridge goes on to the end of its loop and has all
//! later places in it anew. And of a value that counts no number of bridges has all.
//!
//! **The rules.**
//! 1. Ways *multiply* at a place of the guest's from which a tree has [`MANY`] bridges, if these are in several chains: each chain is of bridges for further values
//!    where one trace came by. So few are enough because each of them has the rest of the way in it once more, and because what comes by in few ways is not concerned: the
//!    four ways through two branches take two bridges at the second, the eight through three take four at the third.
//! 2. From then on traces end where the step at such a place begins, and bridges from it where it ends: all go on in a trace that is common to them, a *join*. So N
//!    values at k places are N k bridges of one step each.
//! 3. Of a chain with [`LONGEST`] bridges there is no further one: the place is *given up*, values that are none of them are taken plainly, and a join goes on
//!    behind the step. In other trees [`AGAIN`] bridges are enough there.
//! 4. Leaving for a step costs as much as [`WORTH`] ops gain. Where less than that lies before it, the tree rests as one of too many bridges does ([`super::tree`]).
//!
//! **Invariants.** A place where ways multiply stays one as long as the tree lives. All is counted in bridges and ops, never in time.
//!
//! **Not promised.** That what was compiled before comes together: it stays as it is.
//!
//! **Example.** Four calls of methods of eight classes in a row: some bridges by all ways, then 4 joins with 7 short bridges each.

use super::demand::AT_ONCE;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// Bridges from one place.
const MANY: u32 = 3;
/// Bridges of one chain.
const LONGEST: u32 = 64;
/// Bridges of other chains at a place that has been given up.
const AGAIN: u32 = 8;
/// The same where what fails gets its bridge at once, as in tests: else those would not come to places that are given up.
const AT_ONCE_LONGEST: u32 = 8;
/// Most joins of one tree: a value may be in the greens.
const MOST_JOINS: usize = 256;
/// Ops that gain as much as leaving native code and coming back costs.
const WORTH: u64 = 500;

/// A place of the guest's: its code and where in it.
pub(crate) type Place = (u64, u32);

/// The bridges of one tree, by the place that they go on from: how many, and how many the longest chain has.
#[derive(Default, Debug)]
pub(crate) struct Counts(RefCell<FxHashMap<Place, (u32, u32)>>);

impl Counts {
    /// Counts a bridge, the last of a chain of so many; true if ways multiply there.
    pub(crate) fn add(&self, at: Place, chain: u32) -> bool {
        let mut counts = self.0.borrow_mut();
        let (all, longest) = counts.entry(at).or_default();
        (*all, *longest) = (*all + 1, chain.max(*longest));
        *all >= MANY && *all >= 2 * *longest
    }
}

/// Where the ways through a loop or function come together, in all its trees; see the module header.
#[derive(Default, Debug)]
pub(crate) struct Ways {
    /// Where they multiply.
    multiply: RefCell<FxHashSet<Place>>,
    /// Joins by their greens.
    joins: RefCell<FxHashMap<Box<[u64]>, u32>>,
}

impl Ways {
    /// Notes that they multiply at a place; true if that is new.
    pub(crate) fn note(&self, at: Place) -> bool {
        self.multiply.borrow_mut().insert(at)
    }
    /// Whether they multiply at a place.
    pub(crate) fn multiply(&self, at: Place) -> bool {
        self.multiply.borrow().contains(&at)
    }
    /// The join for these greens.
    pub(crate) fn join(&self, greens: &[u64]) -> Option<u32> {
        self.joins.borrow().get(greens).copied()
    }
    /// Whether there may be another join.
    pub(crate) fn has_room(&self) -> bool {
        self.joins.borrow().len() < MOST_JOINS
    }
    /// Notes a join.
    pub(crate) fn add_join(&self, greens: &[u64], trace: u32) {
        self.joins.borrow_mut().insert(greens.into(), trace);
    }
    /// Forgets joins that are no more.
    pub(crate) fn forget(&self, is_gone: impl Fn(u32) -> bool) {
        self.joins.borrow_mut().retain(|_, &mut n| !is_gone(n));
    }
}

/// Whether a place is given up rather than that a chain of so many bridges gets another one; `again`: it was before, if in another chain.
pub(crate) fn gives_up(chain: u32, again: bool, bridge_threshold: u32) -> bool {
    let most = match again {
        _ if bridge_threshold <= AT_ONCE => AT_ONCE_LONGEST,
        true => AGAIN,
        false => LONGEST,
    };
    chain >= most
}

/// Whether so many ops in native code make up for leaving it.
pub(crate) fn is_worth(ops: u64) -> bool {
    ops >= WORTH
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Place = (1, 7);

    #[test]
    fn one_chain_does_not_multiply() {
        let counts = Counts::default();
        assert!((1..=LONGEST).all(|n| !counts.add(HERE, n)));
        assert!(!gives_up(LONGEST - 1, false, 8) && gives_up(LONGEST, false, 8));
        assert!(!gives_up(AGAIN - 1, true, 8) && gives_up(AGAIN, true, 8));
    }

    #[test]
    fn several_chains_multiply() {
        let counts = Counts::default();
        assert_eq!((1..).find(|_| counts.add(HERE, 1)), Some(MANY));
        assert!(!counts.add((1, 8), 1), "others are others");
        // Five values in each chain: the second chain has to have as many before there are two.
        let counts = Counts::default();
        assert_eq!((0..).find(|n| counts.add(HERE, 1 + n % 5)), Some(9));
        let ways = Ways::default();
        assert!(ways.note(HERE) && !ways.note(HERE) && ways.multiply(HERE) && !ways.multiply((1, 8)));
    }

    #[test]
    fn joins_are_known_by_all_their_greens() {
        let ways = Ways::default();
        ways.add_join(&[1, 2], 5);
        assert_eq!((ways.join(&[1, 2]), ways.join(&[1])), (Some(5), None));
        ways.forget(|n| n == 5);
        assert_eq!(ways.join(&[1, 2]), None);
        (0..MOST_JOINS as u64).for_each(|n| ways.add_join(&[n], 1));
        assert!(!ways.has_room());
    }
}
