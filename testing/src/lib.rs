//! Tests and measures languages made with Holloway, as this project tests and measures its own.
//!
//! **Problem.** A language on a tracing JIT compiler has many ways to run a program, and they must agree: plainly, compiled late and at once, with guards that fail for no
//! reason, with collections at every poll. Programs that people think of reach little of what can go wrong.
//!
//! A [`Language`] says how an interpreter is run and where its programs are. Then a few lines make a test:
//!
//! | you call | which |
//! |---|---|
//! | [`programs()`] | runs every program in every mode and compares with its recorded output |
//! | [`fuzz()`] | runs random programs in modes and under drawn settings, and makes the first that differs smaller: from the author's [`grammar`], or any [`generator`] |
//! | [`corpus()`] | runs those kept that once differed under drawn settings |
//! | [`cover()`] | runs programs until each guard that is executed has been made to fail |
//! | [`bench::main`] | times the programs beside peers, and draws the ratios |
//!
//! Engines are processes, told apart by their path and environment: nothing here depends on the framework, and a crash is a result like any other.
//!
//! **Not promised.** Other systems than Unix: limits of memory are the shell's `ulimit`, times and memory come from `/proc`.

#![forbid(unsafe_code)]

pub mod args;
pub mod bench;
pub mod corpus;
pub mod cover;
pub mod engine;
pub mod fuzz;
pub mod generator;
pub mod grammar;
pub mod language;
pub mod modes;
pub mod process;
pub mod programs;
pub mod scripts;
pub mod settings;
pub mod shrink;

pub use corpus::corpus;
pub use cover::cover;
pub use engine::Engine;
pub use fuzz::{fuzz, Style};
pub use holloway_draws as draws;
pub use language::{Language, Peer, Syntax};
pub use programs::programs;
