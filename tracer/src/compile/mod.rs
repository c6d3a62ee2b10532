//! Compiling a recording, apart from what decides on it and what becomes of it.
//!
//! **Problem.** The optimizer and the backend know neither the run time nor the heap, so they may work while the program goes on. For that, what they are told must be
//! all in one place, and change nothing.
//!
//! **Where.** `job`: a recording with all that is needed to compile it. `aside`: the thread that does that. `flight`: what a recording is of, until
//! its trace is installed.
//!
//! **Invariants.** Nothing here reads the heap, and nothing that compiles the tables.
//!
//! **Not promised.** That there is a thread.
//!
//! **Example.** See `driver::install`.

pub(crate) mod aside;
pub(crate) mod flight;
pub(crate) mod job;
