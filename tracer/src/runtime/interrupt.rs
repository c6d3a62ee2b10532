//! Interrupting a run time from outside: a signal handler or another thread.
//!
//! **Problem.** Ctrl-C must end a guest loop that never calls anything, compiled or not. Polls read one word; whoever wants attention sets a bit in it.
//!
//! **Invariants.** The word outlives every handle to it, so a handle may be used at any time, from a signal handler too.
//!
//! **Not promised.** A helper that does not return is not interrupted.
//!
//! **Example.** `let i = rt.interrupter(); std::thread::spawn(move || { sleep(limit); i.interrupt() });`

use super::poll::{POLL_CLOCK, POLL_INTERRUPT, POLL_PLACE};
use super::Runtime;
use crate::machine::Language;
use std::sync::atomic::{AtomicU64, Ordering};

/// Interrupts a run time; `Send`, and may be used when the run time is gone.
#[derive(Clone, Copy, Debug)]
pub struct Interrupter(&'static AtomicU64);

impl Interrupter {
    /// Asks for the language's interrupt error at the next poll. Answers whether an earlier request is still waiting. Safe in a signal handler.
    pub fn interrupt(&self) -> bool {
        self.0.fetch_or(POLL_INTERRUPT, Ordering::Relaxed) & POLL_INTERRUPT != 0
    }
    /// Asks which loop the program is in; see [`clock`](super::clock).
    pub(super) fn ask(&self) {
        self.0.fetch_or(POLL_CLOCK, Ordering::Relaxed);
    }
    /// Asks where plain execution is; see [`census`](crate::observe::census).
    pub(super) fn ask_place(&self) {
        self.0.fetch_or(POLL_PLACE, Ordering::Relaxed);
    }
    /// Takes back a request that has not been answered; whether there was one. For a guest that waits for a line and so does not poll.
    pub fn withdraw(&self) -> bool {
        self.0.fetch_and(!POLL_INTERRUPT, Ordering::Relaxed) & POLL_INTERRUPT != 0
    }
}

impl<L: Language> Runtime<L> {
    /// A handle to interrupt this run time. Keeps a few hundred bytes for ever: make one and copy it.
    pub fn interrupter(&self) -> Interrupter {
        std::mem::forget(self.ctx.clone());
        // SAFETY: the word is aligned, and the context it is in is never freed, as the clone just forgotten counts as a user.
        Interrupter(unsafe { AtomicU64::from_ptr(self.ctx.poll.as_ptr()) })
    }
}
