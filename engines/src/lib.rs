//! Runs programs of our languages under our binaries, the reference interpreters and other peers: what developer commands (`xtask`) and benchmarks
//! (`benches`) have in common.
//!
//! Nothing here depends on the framework: engines are processes, told apart by their path and environment.

pub mod args;
pub mod commands;
pub mod languages;
pub mod modes;
pub mod process;
pub mod scripts;
