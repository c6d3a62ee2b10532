//! Panics of author code on their way through native code, which cannot unwind.
//!
//! **Invariants.**
//! 1. A helper's panic never unwinds through a frame of native code: its shim keeps the payload here, and whoever next runs Rust goes on with it.
//! 2. Want of memory in a helper that may raise is the language's error; anything else stays a panic.
//!
//! **Not promised.** Only one panic is kept: there is only one on its way at a time.
//!
//! **Example.** `#[residual] fn f(..) { panic!("x") }` called by a trace: the host's call of the guest panics with "x".

use super::poll::POLL_PANIC;
use super::Runtime;
use crate::heap::OutOfMemory;
use crate::machine::helper::{PANICKED, RAISED};
use crate::machine::Language;
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::Ordering;

impl<L: Language> Runtime<L> {
    /// The status of a helper that a panic has ended.
    #[cold]
    #[inline(never)]
    pub(crate) fn ended_by(&self, payload: Box<dyn Any + Send>, raises: bool) -> u64 {
        let mut payload = payload;
        if raises && payload.is::<OutOfMemory>() {
            let make = AssertUnwindSafe(|| self.heap.beyond_limits(|| self.lang.out_of_memory(self)));
            match catch_unwind(make) {
                Ok(error) => {
                    self.heap.told();
                    self.error.set(error);
                    return RAISED;
                }
                Err(again) => payload = again,
            }
        }
        self.keep_panic(payload);
        PANICKED
    }

    /// A helper panicked: keeps the payload until its caller, or a poll, goes on with it.
    pub(crate) fn keep_panic(&self, payload: Box<dyn Any + Send>) {
        self.panic.set(Some(payload));
        self.poll_word().fetch_or(POLL_PANIC, Ordering::Relaxed);
    }

    pub(crate) fn resume_panic(&self) -> ! {
        self.poll_word().fetch_and(!POLL_PANIC, Ordering::Relaxed);
        std::panic::resume_unwind(self.panic.take().unwrap_or_else(|| Box::new("a helper panicked")))
    }
}
