//! Quasi-immutable cells: green data that hardly ever changes.
//!
//! **Problem.** A trace may take such a value as a constant if somebody tells it when the value changes. A [`Quasi`] keeps its value in a *version* that
//! is never changed again: reading it in interpreter code ([`assume`]) guards that the version still holds (one load and test, shared by all reads
//! of a loop), and a write makes the old version invalid, also for traces that are running.
//!
//! **Invariants.** The version read is an answer of the machine: a re-run step sees the version its recording saw, whatever was written since.
//!
//! **Not promised.** Versions are never freed (a value that changes often should not be one). A value must not hold heap references unless something
//! else keeps them alive.
//!
//! **Example.** `let n = assume(m, &self.precision, |p| *p);` gives a plain `u32` and leaves one `guard_valid` in the trace.

use super::Machine;
use std::cell::Cell;

/// One value a cell has had. `#[repr(C)]`: the validity word comes first, native code tests it.
#[repr(C)]
struct Version<T> {
    /// 0 while it holds.
    invalid: Cell<u64>,
    value: T,
}

/// A cell that interpreter code reads as green data.
pub struct Quasi<T: 'static>(Cell<&'static Version<T>>);

impl<T: 'static> Quasi<T> {
    /// A cell with this first value.
    pub fn new(value: T) -> Self {
        Quasi(Cell::new(Box::leak(Box::new(Version { invalid: Cell::new(0), value }))))
    }
    /// Replaces the value: every trace that read the old one leaves at its next check.
    pub fn set(&self, value: T) {
        let old = self.0.replace(Box::leak(Box::new(Version { invalid: Cell::new(0), value })));
        old.invalid.set(1);
    }
    /// Whether it keeps the value that it has now.
    pub fn holds(&self) -> Holds {
        Holds(&self.0.get().invalid)
    }
    /// The value, for helpers (in interpreter code use [`assume`], which traces see).
    pub fn peek<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        f(&self.0.get().value)
    }
}

/// Whether a cell has kept the value it had: for what remembers, outside of traces, an answer that depends on it. It costs one load and a test.
#[derive(Clone, Copy)]
pub struct Holds(&'static Cell<u64>);

impl Holds {
    /// Of a value that nothing ever had.
    pub fn never() -> Holds {
        struct Invalid(Cell<u64>);
        // SAFETY: nobody writes it: what is written are words of versions, and it is none's.
        unsafe impl Sync for Invalid {}
        static INVALID: Invalid = Invalid(Cell::new(1));
        Holds(&INVALID.0)
    }
    /// Whether it still is so.
    #[inline(always)]
    pub fn still(self) -> bool {
        self.0.get() == 0
    }
}

/// Reads a quasi-immutable cell in interpreter code.
#[inline(always)]
#[track_caller]
pub fn assume<M: Machine, T: 'static, R>(m: &M, cell: &Quasi<T>, f: impl FnOnce(&T) -> R) -> R {
    let now: *const Version<T> = cell.0.get();
    let seen = m.assume_raw(now.cast()) as *const Version<T>;
    // SAFETY: the machine answers `now`, or the version of this cell that the step's recording saw (the same call gives the same cell in a
    // deterministic handler); versions are never freed.
    f(unsafe { &(*seen).value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_holds_until_the_value_is_set() {
        let cell = Quasi::new(1);
        let first = cell.holds();
        assert!(first.still());
        cell.set(1);
        assert!(!first.still() && cell.holds().still());
        assert!(!Holds::never().still());
    }
}
