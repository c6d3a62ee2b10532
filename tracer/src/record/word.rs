//! Recorded values: a concrete word together with its SSA ref.

use holloway_compiler::ir::IrRef;

/// Values of the recorder. Ops append to the thread's tape.
#[derive(Clone, Copy, Debug)]
pub enum Rec {}

/// A word: what it is now, and which value of the trace it is (of any type; see [`Values::w_as`](crate::machine::Values::w_as)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecWord {
    /// Concrete bits.
    pub bits: u64,
    /// Its value in the trace.
    pub r: IrRef,
}
