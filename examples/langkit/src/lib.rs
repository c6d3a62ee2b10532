//! Parts that language implementations on Holloway are made of, so that each stands once.
//!
//! ```text
//! maps     hidden classes: which name is in which slot of an object
//! codes    lists of things that last, such as compiled functions, and their numbers in frames
//! regs     sets of registers, for liveness
//! held     variables that a call keeps alive
//! hash     hashes of addresses and of bytes
//! few      few items, looked at without branches: the framework's own
//! places   the index of a hash table in the heap: the framework's own
//! floats   floats as C prints them
//! double   doubles as words
//! prompt   lines typed at a prompt, which Ctrl-C interrupts
//! errno    errors of the system, by C's numbers and words
//! system   what systems answer differently
//! zone     local time
//! ```
//!
//! Nothing here knows a language: names are slots of whatever kind, code is whatever has a number.
#![forbid(unsafe_code)]

pub mod codes;
pub mod double;
pub mod errno;
pub mod floats;
pub mod hash;
pub mod held;
pub mod maps;
pub mod prompt;
pub mod regs;
pub mod system;
pub mod zone;

pub use holloway::containers::{few, places};
