//! The trace IR: what the recorder writes, the optimizer rewrites and the backends compile.
//!
//! **Problem.** A trace is one path through an interpreter: straight-line code whose only control flow is
//! guards (which leave), at most one loop (a [`Op::Label`] and the jump back to it) and calls. All tools of the
//! framework (printer, parser, verifier, evaluator, passes, register allocation) work on this one form, and
//! the facts about ops (operands, result, effects) stand once, in the table of [`op`].
//!
//! **Invariants.**
//! 1. SSA: every value is defined once, before its uses, by the op whose index is its [`IrRef`]; the only
//!    exception is the second argument list of the loop, which the final `Jump` supplies to the `Phi`s.
//! 2. `Input` ops come first. `Phi` ops directly follow their `Label`. Exactly one terminator, at the end.
//! 3. Every guard (and `Exit`) has a snapshot; a snapshot only names values defined before its guard.
//! 4. Two memory accesses may alias only if they name the same field or array descriptor.
//!
//! **Not promised.** Constants are interned per trace, by type and bits; their indices are not ordered.
//! Descriptor indices mean something only within their trace.
//!
//! **Example** (the text form, see the printer): a loop that counts to a limit:
//! ```text
//! i0 = input int
//! i1 = input int
//! label(i0)
//! i3 = phi int
//! i4 = int_lt i3 i1
//! guard_true i4 [s0]
//! i6 = int_add i3 1
//! jump loop(i6)
//! ```

pub mod arena;
pub mod descr;
pub mod eval;
pub mod op;
pub mod parse;
pub mod print;
pub mod scalar;
pub mod snapshot;
pub mod trace;
pub mod verify;

pub use descr::{
    ArrayDescr, FieldDescr, HelperDescr, HelperEffect, Inline, Mem, Refs, Search, TableDescr, TypeDescr,
};
pub use op::{Effect, ExitKind, Op, OpInfo, Shape, Ty};
pub use snapshot::{ExitOrder, Snapshot, Virtual, VirtualKind};
pub use trace::{Const, Inst, IrRef, JumpTarget, SnapId, Trace};
pub use verify::verify;
