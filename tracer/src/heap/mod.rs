//! The default heap: typed objects for language authors, underneath a mark-sweep collector with generations that moves nothing.
//!
//! **Problem.** Guest objects are allocated inline by native code and are referenced from the native stack, from traces and from Rust
//! data. Authors want plain structs and no `unsafe`; traces want constant offsets and descriptors that tell fields apart.
//!
//! **Invariants.**
//! 1. Objects never move, and a collection happens only in [`Heap::collect`], which only a poll calls; no allocation collects.
//! 2. Everything but the native stack is traced precisely (slots: by the table of reference tags, if there is one).
//! 3. Memory of a bump region is zero; a cell is an object exactly if its block's `alloc` bit is set and its header is not zero.
//! 4. Owned Rust values are dropped in the collection that finds their object dead, once, before any memory is freed.
//! 5. Mutable data is reached through `&Mutator` only, which interpreter code has not got.
//! 6. A collection of young objects knows every reference from an old one to a young one: each store has a write barrier (`log`).
//!
//! **Not promised.** `Gc` is `Copy` and dereferences freely: a reference kept across a poll where nobody traces it (a Rust `Vec`, a
//! `thread_local`) dangles. Use [`Kept`], [`Root`], [`RootVec`], [`Rooted`]; stress mode (`HOLLOWAY_GC=stress`) finds the rest. Memory of
//! small objects is not given back to the system. References must not outlive their heap, nor be stored in another one. Owned values are
//! dropped in no particular order.
//!
//! **Example.**
//! ```
//! use holloway_tracer::heap::*;
//! use holloway_macros::Object;
//!
//! #[derive(Object)]
//! #[object(crate = holloway_tracer)] // authors write nothing: `holloway` is the default
//! #[repr(C)]
//! struct Pair {
//!     header: Header,
//!     left: i64,                // immutable
//!     right: Mut<OptGc<Pair>>,  // may change
//!     notes: Own<Vec<String>>,  // a Rust value
//! }
//!
//! let heap = Heap::new(HeapConfig::default(), Default::default());
//! let new = |left| heap.alloc(Pair { header: Header::NEW, left, right: Mut::default(), notes: Own::empty() });
//! let a = Root::new(&heap, new(1));
//! a.right.set(&heap, new(2).into());
//! a.notes.with_mut(&heap, |n| n.push("first".into()));
//! heap.collect(&mut |_| {});
//! assert_eq!(a.right.get(&heap).get().unwrap().left, 2);
//! assert_eq!(Pair::right.descr().name, "Pair.right");
//! assert!(heap.stats().live > 0);
//! ```

mod array;
mod block;
mod blocks;
pub(crate) mod changes;
mod collect;
mod config;
mod fence;
mod field;
mod gc;
mod log;
mod mark;
mod mutator;
mod object;
mod own;
mod pages;
mod policy;
pub(crate) mod reserved;
mod roots;
mod space;
mod stack;
mod text;
mod verify;

pub use array::{ArrayObject, ByteArray, FloatArray, RefArray, SlotArray, Tail, WordArray};
pub(crate) use collect::Scope;
pub use collect::{Heap, HeapStats};
pub use config::HeapConfig;
pub use field::{
    Elems, Field, FieldGc, FieldType, HeapValue, Kind, Mut, RawSlot, Settable, Stored, Word, Zeroable,
};
pub use gc::{AnyObject, Gc, OptGc};
pub use mark::{Alive, Marker};
pub use mutator::{alloc_slow, HasMutator, Mutator, OutOfMemory, POLL_GC};
pub use object::{type_name, FieldShape, Header, Object, RefElement, Shape, TailShape, TypeCell, FREED};
pub use own::{Mark, NoRefs, Own, OwnVtable};
pub use reserved::Reserved;
pub use roots::{Changed, Kept, Root, RootVec, Rooted, Weak};
pub use stack::{thread_stack_base, with_registers_pushed};
pub use text::TextBuffer;
