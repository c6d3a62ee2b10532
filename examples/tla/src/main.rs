//! TLA, the tutorial language: a whole JIT-compiled language in one file. Read it top to bottom beside `docs/guide.md`.
//!
//! ```text
//! fn fib(n) { if n < 2 { return n } return fib(n - 1) + fib(n - 2) }
//! let i = 0
//! while i < 3 { print fib(i + 20); i = i + 1 }
//! try { throw 42 } catch e { print e }
//! ```
#![forbid(unsafe_code)]

mod compile;

use compile::{compile, Op};
use holloway::heap::{Header, Heap, Object, OptGc, Own, RawSlot, SlotArray};
use holloway::machine::*;
use holloway::{backedge, merge_point, residual, HotCell, Object, Runtime, Tagged, Traced};

/// 1. The values: an ordinary enum whose payloads are red.
#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Value<V: Values> {
    Nil,
    Int(Int<V>),
    Float(Float<V>),
    List(Ref<V, SlotArray>),
}
type Raw = Value<Conc>;

/// 2. The code objects. Plain fields never change, so interpreter code reads them without leaving anything in a trace.
#[derive(Object)]
#[repr(C)]
struct Function {
    header: Header,
    id: u64,
    body: Own<Body>,
}

/// What a function consists of: code, a counter and a line for each op, and which registers live at each op.
struct Body {
    name: String,
    params: usize,
    code: Vec<Op>,
    hot: Vec<HotCell>,
    lines: Vec<u32>,
    live: Vec<LiveMask>,
}
