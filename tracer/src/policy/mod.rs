//! What is worth compiling, and where a recording ends: all of the driver's decisions, apart from what carries them out.
//!
//! **Problem.** When to record, when a loop closes, whether a callee is inlined, when a guard deserves a bridge: such decisions are a few comparisons each,
//! but they were taken in the middle of tables and recordings, where nobody could try them. Here each is a function from facts to a verdict.
//!
//! **Invariants.**
//! 1. Functions are pure: what they need is in their arguments, what follows is in their answer. `tree::Tree`, `sites::Sites` and `elsewhere::Choice`, which count, are the exceptions.
//! 2. All is counted in ops, visits and exits, never in time: the same program gets the same traces each time. `elsewhere` is the exception, where it is asked for.
//! 3. Every threshold and cap of the framework that decides what is compiled stands in this folder. (What a form has room for, such as an exit's
//!    values, stands with the form.)
//!
//! **Not promised.** That the figures are the best ones. Where one was chosen by a measurement, docs/design.md has it.
//!
//! **Example.** `at_header(&Header { kind: Kind::Bridge, trace: Some(7), .. })` is `Verdict::Link(7)`.

mod abort;
mod demand;
pub(crate) mod elsewhere;
mod header;
pub(crate) mod sites;
pub(crate) mod tree;
pub(crate) mod turns;
pub(crate) mod ways;

pub use abort::{Abort, ABORTS};
pub(crate) use demand::{
    comes_round, failed, retry_exit, retry_place, until_made, visit, Aborted, Failed, Failure, Visit,
    Visited, Work,
};
pub(crate) use header::{
    at_header, at_inlined_header, inlines, joins, loops_too_often, may_restart, ways, Callee, Header,
    Verdict, Ways,
};

/// What is being recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A loop, from its header.
    Root,
    /// A function, from its entry.
    Function,
    /// The continuation of a failed guard.
    Bridge,
    /// What is common to ways that come together, from where they do: see `policy/ways.rs`.
    Join,
}

/// Most ops of a recording: bounds what one that never comes to a header costs.
pub const MAX_OPS: usize = 12_000;
/// Most answers in one step's log; a step that has more is done plainly. Every guard after an effect has the log in its snapshot, so this bounds what
/// a guard costs.
pub const MAX_LOG: usize = 400;
/// Most iterations that one recorded loop may hold (see `record::period`).
pub const MAX_PERIOD: u32 = 8;
/// Most ops after which another iteration may be recorded.
pub const MAX_PERIOD_OPS: usize = 1200;
/// Most recordings in flight, that is compiled while the program goes on. They know nothing of each other.
pub(crate) const MAX_FLIGHTS: usize = 16;
/// Recordings of a loop whose state changes in its first iteration, after which it is compiled without peeling.
pub const MAX_UNSTABLE: u32 = 3;
/// Most versions of one loop. Entering one asks each for its context.
pub const MAX_VERSIONS: usize = 15;
/// Versions of a loop up to which another is made when none suits what does not change in it: a test that goes the same way in all iterations but not each time
/// the loop is entered.
pub(crate) const MAX_FITS: usize = 8;
