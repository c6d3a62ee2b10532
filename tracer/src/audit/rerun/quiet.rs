//! Runs of author code that may panic, and whose panics tell nobody anything.
//!
//! **Problem.** A step is run on a state that is wrong on purpose. It may panic, which is a finding like any other; but by then the panic hook has printed it.
//!
//! **Invariants.** The process's hook is replaced once, by one that asks the thread. Other threads' panics are told as before.
//!
//! **Not promised.** A hook that the program sets later prints such panics.

use crate::restore::Restore;
use std::any::Any;
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f`; a panic of its is printed nowhere.
pub(super) fn quietly<R>(f: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.with(|quiet| {
        let _quiet = Restore(quiet, quiet.replace(true));
        catch_unwind(AssertUnwindSafe(f))
    })
}
