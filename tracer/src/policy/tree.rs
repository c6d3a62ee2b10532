//! A tree of traces: a root and the bridges that go on from it.
//!
//! **Problem.** Each bridge records the rest of the way anew, so K branches that fall at random make up to 2^K ways through one loop. Compiling them all
//! takes longer than the program does, and a turn that leaves native code costs as much as some ten plain ones: without a bound such a loop runs
//! ten times slower than plainly.
//!
//! **Invariants.**
//! 1. In a tree with many bridges, the next is recorded only for an exit that was taken a share of them times ([`Tree::patience`]), so that what compiling
//!    costs stays below what the exits cost already.
//! 2. In such a tree each exit without a bridge is answered by [`TURNS`] plain turns of the root's place, some thousand at a time: the tree *rests*. A program
//!    that leaves at each turn thus runs at nearly plain speed; one that seldom leaves hardly rests, however many turns it makes in native code.
//! 3. Exits that never get a bridge ([`super::ways`]) make a tree rest whatever its size, each time twice as long, up to [`MOST_DOUBLINGS`] times: no bridge will help.
//! 4. From [`CROWDED`] bridges on callees are called by the next ones, not inlined: their ways add to those around them and do not multiply them.
//! 5. All is counted in exits and turns, never in time.
//!
//! **Not promised.** That such a loop gets fast: its ways would have to come together again.
//!
//! **Example.** A tree of 1,000 bridges: an exit gets a bridge when it was taken 62 times; after 256 exits without one, the loop's next 16,384 turns are plain.

use super::ways::{Counts, Place, Ways};
use std::cell::Cell;
use std::rc::Rc;

/// Bridges beyond which no recursion is inlined.
const GROWN: u32 = 4;
/// Bridges beyond which callees are not inlined.
const CROWDED: u32 = 50;
/// Bridges beyond which a tree is watched.
const MANY: u32 = 1000;
/// A bridge is recorded for an exit that was taken one time for so many bridges of its tree.
const SHARE: u32 = 16;
/// Exits without a bridge before a rest.
const EXITS: u32 = 256;
/// Plain turns for each of these exits.
const TURNS: u32 = 64;
/// Most times that a rest is doubled.
const MOST_DOUBLINGS: u32 = 5;

#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
enum State {
    /// It is entered.
    #[default]
    Active,
    /// It is to rest from the next time on that it would be entered.
    Due,
    /// It is entered when the counter of its place runs out.
    Resting,
}

/// What [`Tree::rest`] answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// The tree is entered.
    None,
    /// It is not entered for so many turns.
    Begins(u32),
    /// It is entered again.
    Over,
}

/// See the module header.
#[derive(Default, Debug)]
pub(crate) struct Tree {
    /// The key of the function, if the root is a function's trace.
    pub(crate) function: Option<u32>,
    /// Its ways, which are also those of the loop's other versions.
    pub(crate) ways: Rc<Ways>,
    counts: Counts,
    bridges: Cell<u32>,
    exits: Cell<u32>,
    state: Cell<State>,
    /// Rests on account of exits that never get a bridge.
    doublings: Cell<u32>,
}

impl Tree {
    /// A tree without bridges.
    pub(crate) fn new(function: Option<u32>, ways: Rc<Ways>) -> Tree {
        Tree { function, ways, ..Tree::default() }
    }
    /// Counts a bridge.
    pub(crate) fn grow(&self) {
        self.bridges.set(self.bridges.get() + 1);
    }
    /// Counts a bridge by the place that it goes on from, the last of a chain of so many; true when ways have come to multiply there.
    pub(crate) fn grow_at(&self, at: Place, chain: u32) -> bool {
        self.counts.add(at, chain) && self.ways.note(at)
    }
    /// Whether ways through it multiply, so that what the next bridges call had better be compiled apart.
    pub(crate) fn is_crowded(&self) -> bool {
        self.bridges.get() >= CROWDED
    }
    /// Whether it has as many ways as recursion may multiply.
    pub(crate) fn is_grown(&self) -> bool {
        self.bridges.get() >= GROWN
    }
    /// Failures of a guard before it gets a bridge.
    pub(crate) fn patience(&self) -> u32 {
        if self.bridges.get() < MANY {
            0
        } else {
            self.bridges.get() / SHARE
        }
    }
    /// Counts an exit after which plain execution went on; true when the tree is now to rest. Exits `for_good`, which never get a bridge, count in trees of any
    /// size.
    pub(crate) fn left(&self, for_good: bool) -> bool {
        if self.bridges.get() < MANY && !for_good || self.state.get() != State::Active {
            return false;
        }
        self.exits.set(self.exits.get() + 1);
        let due = self.exits.get() >= EXITS;
        if due {
            self.exits.set(0);
            self.doublings.set((self.doublings.get() + u32::from(for_good)).min(MOST_DOUBLINGS));
            self.state.set(State::Due);
        }
        due
    }
    /// Plain turns of its next rest.
    pub(crate) fn turns(&self) -> u32 {
        (EXITS * TURNS) << self.doublings.get().saturating_sub(1)
    }
    /// Whether it is entered.
    pub(crate) fn is_active(&self) -> bool {
        self.state.get() == State::Active
    }
    /// Whether a rest begins or is over, where the tree would be entered: it is over when this is asked again.
    pub(crate) fn rest(&self) -> Rest {
        let (rest, next) = match self.state.get() {
            State::Active => return Rest::None,
            State::Due => (Rest::Begins(self.turns()), State::Resting),
            State::Resting => (Rest::Over, State::Active),
        };
        self.state.set(next);
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_trees_never_rest() {
        let tree = Tree::default();
        (1..MANY).for_each(|_| tree.grow());
        assert_eq!((0..10 * EXITS).filter(|_| tree.left(false)).count(), 0);
        assert_eq!(tree.patience(), 0);
        assert_eq!(tree.rest(), Rest::None);
    }

    #[test]
    fn trees_of_any_size_rest_longer_and_longer_for_exits_that_get_no_bridge() {
        let tree = Tree::default();
        let turns = (0..8).map(|_| {
            assert_eq!((1..=EXITS).filter(|_| tree.left(true)).count(), 1);
            let Rest::Begins(turns) = tree.rest() else { panic!("it is due") };
            assert!(!tree.is_active() && tree.rest() == Rest::Over && tree.is_active());
            turns / (EXITS * TURNS)
        });
        assert!(turns.eq([1, 2, 4, 8, 16, 16, 16, 16]));
    }

    #[test]
    fn large_trees_rest_once_for_so_many_exits() {
        let tree = Tree::default();
        (0..MANY).for_each(|_| tree.grow());
        assert_eq!(tree.patience(), MANY / SHARE);
        for _ in 0..3 {
            let due: Vec<u32> = (1..=2 * EXITS).filter(|_| tree.left(false)).collect();
            assert_eq!(due, [EXITS], "exits count only while it is entered");
            assert_eq!([(); 3].map(|()| tree.rest()), [Rest::Begins(EXITS * TURNS), Rest::Over, Rest::None]);
        }
    }
}
