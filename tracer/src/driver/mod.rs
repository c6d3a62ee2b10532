//! The driver: decides what is recorded, compiled and entered.
//!
//! **Problem.** Plain execution counts; somebody must decide when to record, where a finished trace is installed, and what happens at an exit.
//!
//! **Where.** `run`: counters that ran out, native code entered and left. `session`: one recording, from the decision to the installed trace. `tables`: what is
//! known of places, functions, exits, traces. [`params`]: what users set.
//!
//! **Invariant.** The guest behaves the same with any parameters, except for speed.
//!
//! **Not promised.** That anything is compiled.

pub mod coverage;
pub mod params;
mod run;
mod session;
pub mod tables;
mod tree;

pub(crate) use run::finish_call;

pub use params::Params;
pub use tables::{Driver, Stats};
