//! The way back: from a guard that failed to the interpreter going on, or to a bridge.
//!
//! **Problem.** Native code knows nothing of frames; the interpreter knows nothing else. Each guard has a snapshot
//! ([`holloway_compiler::ir::snapshot`]) that says how the one becomes the other.
//!
//! **The story of an exit**, a file for each part:
//! 1. Native code leaves with the number of the exit and its values in the context (`codegen::exits`); [`exit`] takes them from there.
//! 2. [`plan`] has resolved the snapshot against those values, once.
//! 3. [`rebuild`] walks the plan and makes the words of the state, and the objects that the trace did not make.
//! 4. The state's walker (`record::flat`) writes the words into activations: the state is that of the step's beginning.
//! 5. The step runs again: plainly, if it had no effect before the guard; else on the machine of [`finish`], which does what is left of it.
//!
//! If the exit is hot, a bridge is recorded instead of 5. It begins with the same walk, made on its tape.
//!
//! **Invariants.** The exit buffer is copied before any author code runs. What is rebuilt for a bridge is what was rebuilt for the interpreter.

pub mod exit;
pub mod finish;
pub mod plan;
pub mod rebuild;

pub use finish::Resume;
