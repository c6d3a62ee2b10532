//! Target-neutral code generation.
//!
//! **Problem.** Turn a trace into native code for any target with one allocator, one exit format and one contract, so that a
//! backend consists of registers, constraints and encodings.
//!
//! **Order of work.** [`prepare`]: [`plan`] (what is emitted, where values are used next) -> [`alloc`] (registers, over [`moves`]) ->
//! [`checker`] -> [`exits`] (descriptors). Then [`lower`] walks the decisions forward, and the backend emits -> [`arena`] (memory), with [`patch`]. [`backend`] is the
//! contract the driver sees; [`machine`] the shared vocabulary; [`debug`] what profilers and debuggers are told; [`abi`](crate::abi) the memory shared with native code.
//!
//! **Invariants** are stated in the modules. Those that cross them: no code byte changes once it is in the arena, but for
//! what [`patch`] names; an exit's values are
//! in [`ExitOrder`](crate::ir::ExitOrder) everywhere; spill slots have the same address arithmetic in every trace.

pub mod alloc;
pub mod arena;
pub mod backend;
pub mod checker;
pub mod combine;
pub mod constants;
pub mod debug;
pub mod exits;
pub mod lower;
pub mod machine;
pub mod moves;
pub mod patch;
pub mod plan;
pub mod prepare;

pub use alloc::{Action, Allocation, Ends, Placed, Target};
pub use arena::{Arena, Code, Shared};
pub use backend::*;
