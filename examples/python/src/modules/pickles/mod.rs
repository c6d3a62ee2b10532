//! The module `_pickles`: plain values as bytes and back, for `pickle`, which is written in Python.
//!
//! **Invariants.**
//! 1. Only values of the built-in classes themselves are written, and only instructions that make such are carried out. Else the answer is `None`, and Python
//!    does it all over: it finds classes, calls the program, and says what is wrong.
//! 2. What is written is what `library/pickle` would write: one frame of protocol 4 or 5, values numbered in the same order.
//!
//! **Not promised.** More than a frame's bytes, and values deeper than [`DEEPEST`], are left to Python.
//!
//! **Example.** `write((1, 'a'), 4)` is `b'\x80\x04\x95\x08\0\0\0\0\0\0\0K\x01\x8c\x01a\x94\x86\x94.'`.

mod read;
mod write;

use crate::native::{Args, Body};
use crate::py::Module;
use crate::value::Val;
use crate::Rt;
use holloway::machine::Raised;

/// Containers within each other that are looked into.
const DEEPEST: usize = 100;

/// `read(bytes)`: a tuple of the value, or `None`.
fn read_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(read::reading(a).unwrap_or(Val::None))
}

/// `write(value, protocol)`: bytes or `None`.
fn write_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(write::writing(a).unwrap_or(Val::None))
}

const FUNCTIONS: &[(&str, Body)] = &[("read", read_bytes), ("write", write_bytes)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}
