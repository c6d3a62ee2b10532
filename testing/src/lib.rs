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
//! | [`bench::main`] | times the programs beside peers, and draws the ratios |
//!
//! Engines are processes, told apart by their path and environment: nothing here depends on the framework, and a crash is a result like any other.
//!
//! **Not promised.** Other systems than Unix: limits of memory are the shell's `ulimit`, times and memory come from `/proc`.

#![forbid(unsafe_code)]

pub mod args;
pub mod bench;
pub mod engine;
pub mod language;
pub mod modes;
pub mod process;
pub mod programs;
pub mod scripts;

pub use engine::Engine;
pub use language::{Language, Peer};
pub use programs::programs;
