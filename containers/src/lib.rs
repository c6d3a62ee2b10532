//! Containers for any language: growable arrays and ordered hash tables that lie in the heap.
//!
//! **Problem.** Nearly every language has lists and tables, and their interpreters are fast only if traces see through them: what is read and written must be fields and elements of
//! objects, and what remains a call must say what it does. Rust's own collections in an [`Own`](holloway_tracer::heap::Own) are closed to traces.
//!
//! **Invariants.** Everything is an object of the heap, and each change goes through its write barrier. Host code and helpers change containers through a
//! [`Mutator`](holloway_tracer::heap::Mutator), interpreter code through its machine; both see the same objects.
//!
//! **Not promised.** Resistance to keys chosen to collide. Weak tables.
//!
//! **Example.** [`table`] and [`list`] have one each; the Lisp of the repository (`examples/lisp`) uses both.

pub mod few;
pub mod hash;
pub mod list;
pub mod places;
pub mod table;

/// The framework as the macros know it.
mod framework {
    pub use holloway_compiler::ir;
    pub use holloway_tracer::machine;
}
