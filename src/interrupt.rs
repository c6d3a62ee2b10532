//! Ctrl-C as an error of the guest.
//!
//! **Problem.** A guest program that runs too long is to stop with an error of its language, which it may clean up after, also when it is inside compiled code.
//!
//! **Invariants.** The signal handler only sets a bit in the run time's poll word; everything else happens at the next poll.
//!
//! **Not promised.** A guest stuck in a helper does not poll: a second Ctrl-C, while the first one still waits, ends the process as if there were no handler.
//!
//! **Example.** `let _ctrl_c = holloway::interrupt_on_ctrl_c(&rt)?;` then run the program as usual.

use crate::machine::Language;
use crate::Runtime;
use signal_hook::consts::SIGINT;
use signal_hook::low_level;

/// Ctrl-C interrupts the guest as long as this lives.
#[derive(Debug)]
#[must_use = "Ctrl-C is handled only while this lives"]
pub struct CtrlC(signal_hook::SigId);

impl Drop for CtrlC {
    fn drop(&mut self) {
        low_level::unregister(self.0);
    }
}

/// Makes Ctrl-C (SIGINT) raise [`Language::interrupted`]'s error in `rt` at its next poll. Several run times may ask; each is interrupted then.
///
/// # Errors
/// A message when the system refuses a handler.
pub fn interrupt_on_ctrl_c<L: Language>(rt: &Runtime<L>) -> Result<CtrlC, String> {
    let interrupter = rt.interrupter();
    let handler = move || {
        if interrupter.interrupt() {
            // Nobody has polled since the last one.
            let _ = low_level::emulate_default_handler(SIGINT);
        }
    };
    // SAFETY: the handler does nothing but an atomic operation and, at most, what `signal-hook` documents as safe in a handler.
    let id = unsafe { low_level::register(SIGINT, handler) };
    id.map(CtrlC).map_err(|e| format!("Ctrl-C cannot be handled: {e}"))
}
