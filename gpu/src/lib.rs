//! Device offload: running a compiled loop's iterations on an accelerator.
//!
//! **Problem.** Some loops do the same arithmetic over large arrays; a device with many lanes runs them faster than a
//! processor does. The driver asks here, with the loop's optimized trace, whether the loop can run on a device.
//!
//! **Invariants.** The answer is never pretended: a loop is offloaded whole and with the results the processor would
//! have computed, or not at all and with a reason. A refusal leaves nothing changed, so the caller goes on on the
//! processor.
//!
//! **Not promised.** Anything yet: this crate generates no device code, so [`offload`] refuses every trace. The entry
//! exists so that callers are written against refusals from the start.
//!
//! **Example.**
//! ```
//! use holloway_compiler::ir::Trace;
//! let refusal = holloway_gpu::offload(&Trace::default()).unwrap_err();
//! assert_eq!(refusal.to_string(), "the loop stays on the processor: there is no device code yet");
//! ```

use holloway_compiler::ir::Trace;
use std::convert::Infallible;

/// Why a loop stays on the processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// This version generates code for no device.
    NoDeviceCode,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let why = match self {
            Refusal::NoDeviceCode => "there is no device code yet",
        };
        write!(f, "the loop stays on the processor: {why}")
    }
}

impl std::error::Error for Refusal {}

/// Prepares a loop for a device. The type of success has no values: nothing can be offloaded.
///
/// # Errors
/// Always [`Refusal::NoDeviceCode`].
pub fn offload(_loop_trace: &Trace) -> Result<Infallible, Refusal> {
    Err(Refusal::NoDeviceCode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trace_is_refused() {
        let Err(refusal) = offload(&Trace::default());
        assert_eq!(refusal, Refusal::NoDeviceCode);
    }
}
