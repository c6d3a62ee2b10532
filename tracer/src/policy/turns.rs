//! Loops of inlined callees that run by way of joins.
//!
//! **Problem.** Where ways multiply in the loop of a callee that traces inline, its turns go from join to join ([`super::ways`]), with the whole window handed over and each
//! value in an object. For a turn or two that is better than a call; but a loop that goes round again and again had better have a trace of its own, in which its values are in
//! registers. How often it goes round no recording sees, as each ends in the join.
//!
//! **How.** A recording that ends in a join counts, in native code, how often it is come by ([`Op::GuardCount`](holloway_compiler::ir::Op::GuardCount)): if it has gone round the loop of the running
//! activation, that is a *turn*; if the activation was entered in it, an *entry*. After [`TURNS`] turns of one trace those of all traces are compared with the entries: from
//! [`PER_ENTRY`] on, what inlines the function is thrown away, and it is called from then on. Else the trace goes on for twice as many.
//!
//! **Invariants.** What is counted depends on the program alone, never on time.
//!
//! **Not promised.** That an entry is counted: calls that end in the trace they began in are not, so loops which most calls don't come to look longer than they are.
//!
//! **Example.** `escapes(c)` goes round 60 times for some points and twice for most. Two traces turn in it, one enters it: at 1,000 turns of one trace there are 1,700 turns and 90
//! entries, so it is not inlined any more.

/// Turns of one trace after which it is asked.
pub(crate) const TURNS: u32 = 1000;
/// Turns for each entry from which a function is not inlined any more.
const PER_ENTRY: u64 = 3;

/// What runs by way of a join where a trace ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByJoin {
    /// The code id of the running activation, which is inlined.
    pub code: u64,
    /// It was entered in this trace.
    pub entered: bool,
    /// It has gone round a loop in this trace.
    pub turned: bool,
}

/// Which activations of a window were entered since the last join on the way to where a trace begins.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct SinceJoin {
    /// Activations there.
    pub depth: usize,
    /// The depth from which on they were.
    pub fresh: usize,
}

impl SinceJoin {
    /// The depth for a bridge from the trace, which begins in so many activations: more than the trace began in were entered by it.
    pub(crate) fn fresh_above(&self, depth: usize) -> usize {
        if depth > self.depth {
            self.fresh.min(self.depth + 1)
        } else {
            self.fresh
        }
    }
}

impl ByJoin {
    /// How often the trace is come by before it is asked.
    pub(crate) fn visits(&self) -> u32 {
        if self.turned {
            TURNS
        } else {
            u32::MAX
        }
    }
}

/// Whether a function goes round so often that its loop had better have a trace of its own.
pub(crate) fn is_long(turns: u64, entries: u64) -> bool {
    turns >= PER_ENTRY * entries.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_long_by_their_turns_for_each_entry() {
        assert!(is_long(3, 1) && !is_long(2, 1) && !is_long(5, 2) && is_long(3, 0));
        let since = SinceJoin { depth: 2, fresh: 9 };
        assert_eq!((since.fresh_above(2), since.fresh_above(3)), (9, 3));
        let by = |turned| ByJoin { code: 1, entered: true, turned };
        assert_eq!((by(true).visits(), by(false).visits()), (TURNS, u32::MAX));
    }
}
