//! Native code as profilers and debuggers see it.
//!
//! **Problem.** `perf`, gdb and the unwinder of Rust's backtraces know the code of files only. Code that is made at run time must be told to each in a form of
//! its own: its name, where it lies, which lines of the guest it is for, and how to get from a frame to its caller's.
//!
//! **How.** Whoever made a piece of code tells it to [`Tools::tell`] as a [`Piece`], which says all of that once. [`jitdump`] writes it to the file that
//! `perf inject` reads; [`dwarf`] makes an object file for `gdb` of it, and unwind information, which `frames` registers for backtraces.
//!
//! **Invariants.**
//! 1. What is registered for a piece lives as long as the [`Registration`], which the arena drops before the range can be used again.
//! 2. Nothing unwinds *through* native code: it has no landing pads, and helpers end the process rather than let a panic out. Backtraces only walk.
//! 3. Nothing is made or noted unless a tool was asked for.
//!
//! **Not promised.** The lines of code off the path (slow ways, exits' stubs) are not told. Tools are for Linux, and there with the feature `observe`; elsewhere asking for one is an error.
//!
//! **Example.** The loop of `(define (count n) ..)` in line 3 of `count.scm` is the piece `count [loop-0]`; gdb's `bt` shows its frame as
//! `#7 0x00007ffff7fb7c5d in count [loop-0] () at count.scm:3`.

#[cfg(feature = "observe")]
pub mod dwarf;
#[cfg(feature = "observe")]
mod frames;
#[cfg(feature = "observe")]
mod gdb;
#[cfg(feature = "observe")]
pub mod jitdump;
#[cfg(feature = "observe")]
mod tools;
#[cfg(not(feature = "observe"))]
#[path = "no_tools.rs"]
mod tools;

pub use tools::{Registration, Tools};

use super::arena::Code;
use std::path::Path;
use std::rc::Rc;

/// How far a frame is made, at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framing {
    /// As the call left it: nothing is saved, and the stack pointer is where the caller's call put it.
    Called,
    /// The caller's frame base (and the return address, where a call leaves it in a register) was pushed.
    Pushed,
    /// The frame base is this frame's.
    Standing,
}

/// What DWARF must know of a target to describe frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dwarf {
    /// The target in object files (`EM_..`).
    pub machine: u16,
    /// The stack pointer's number.
    pub stack: u16,
    /// The frame base's number.
    pub frame: u16,
    /// The number of the register, or column, that holds the return address.
    pub returns: u16,
    /// Bytes that a call pushes.
    pub pushed: u8,
    /// Bytes of the instruction that returns.
    pub ret: u8,
}

/// A line of the guest, or none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// The file, as the language names it (not empty), if there is one.
    pub file: Option<Rc<str>>,
    /// The line; 0 is none.
    pub number: u32,
    /// The function that it is in, if that is not the piece's own: it was inlined.
    pub inlined: Option<Rc<str>>,
}

/// A piece of native code, as tools are told of it.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// What it is: the guest's function, and the trace. Without control characters.
    pub name: &'a str,
    /// Where it lies.
    pub code: Code,
    /// How far the frame is made from which distance on; begins with distance 0.
    pub framing: &'a [(u32, Framing)],
    /// For which line the code is from which distance on, ascending.
    pub lines: &'a [(u32, Line)],
}

/// Which tools are asked for.
#[derive(Clone, Copy, Default, Debug)]
pub struct Wanted<'a> {
    /// Write for `perf`, into this folder.
    pub perf: Option<&'a Path>,
    /// Tell gdb, and the unwinder of backtraces.
    pub gdb: bool,
}
