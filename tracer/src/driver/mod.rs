//! The driver: decides what is recorded, compiled and entered.
//!
//! **Problem.** Plain execution counts; somebody must decide when to record, where a finished trace is installed, and what happens at an exit.
//!
//! **Where.** `run`: counters that ran out, native code entered and left. `session`: one recording. `install`: what becomes of it. `flights`: meanwhile.
//! `guide`: what recordings ask. What is known stands in [`tables`](crate::tables), what is decided in [`policy`](crate::policy).
//!
//! **Invariant.** The guest behaves the same with any parameters, except for speed.
//!
//! **Not promised.** That anything is compiled.

mod choice;
mod flights;
mod gate;
mod guide;
mod install;
mod run;
mod session;
mod versions;
