//! What optimizer and backends are tested with: random traces, and suites that every backend owes.
//!
//! **Problem.** Optimizer and backends are compared with the evaluator on the same random traces; no crate that is shipped may depend on those.
//!
//! **What is where.** [`random`] makes traces, [`world`] the objects and helpers they use, [`conformance`] runs them on a backend and beside the evaluator,
//! [`meaning`] compares recorded and optimized traces on the evaluator, [`filetest`] what becomes of traces in files with what is written there.
//! The choices of random traces are those of the crate `holloway-draws`.
//!
//! **Not promised.** The same traces for the same seed after a change.
//!
//! **Example**: see [`random`].

pub mod conformance;
pub mod filetest;
pub mod meaning;
pub mod random;
pub mod world;
