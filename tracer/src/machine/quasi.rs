//! Quasi-immutable cells: green data that hardly ever changes.
//!
//! **Problem.** A trace may take such a value as a constant if somebody tells it when the value changes. A [`Quasi`] keeps its value in a *version* that
//! is never changed again: reading it in interpreter code ([`assume`]) guards that the version still holds (shared by all reads of a loop; it costs nothing where
//! native code can be written again, else a load and a test), and a write makes the old version invalid, also for traces that are running.
//!
//! **Invariants.** The version read is an answer of the machine: a re-run step sees the version its recording saw, whatever was written since.
//!
//! **Not promised.** Versions are never freed (a value that changes often should not be one). A value must not hold heap references unless something
//! else keeps them alive.
//!
//! The log tells what a value was and what it became, so it is one that can be shown.
//!
//! **Example.** `let n = assume(m, &self.precision, |p| *p);` gives a plain `u32` and leaves one `guard_valid` in the trace.

use super::Machine;
use holloway_compiler::codegen::patch::{self, Switch};
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::Location;
use std::rc::Weak;

/// What is known of a version, whatever its value. `#[repr(C)]`: the validity word comes first, native code tests it.
#[repr(C)]
pub(crate) struct About {
    /// 0 while it holds.
    invalid: Cell<u64>,
    /// Where the cell was made.
    pub made: &'static Location<'static>,
    /// The type of its value.
    pub kind: &'static str,
    /// Where the next value was set.
    pub set: Cell<Option<&'static Location<'static>>>,
    /// What makes native code leave where it took this version for valid.
    switches: RefCell<Vec<Weak<Switch>>>,
    /// The version with the next value.
    next: Cell<Option<&'static About>>,
    /// Says what the value of a version is that this is of, and begins.
    show: unsafe fn(&'static About) -> String,
}

impl About {
    /// Of the version with this validity word.
    ///
    /// # Safety
    /// The address is one that [`assume`] has given a machine.
    pub(crate) unsafe fn of(version: *const u64) -> &'static About {
        // SAFETY: a version begins with it, and is never freed.
        unsafe { &*version.cast() }
    }
    /// Throws the switch as soon as the version is not valid: now, if it no longer is.
    pub fn watch(&self, switch: Weak<Switch>) {
        if self.invalid.get() != 0 {
            return patch::throw_all([switch]);
        }
        let mut switches = self.switches.borrow_mut();
        if switches.len() == switches.capacity() {
            // Those of code that is gone need not be kept.
            switches.retain(|s| s.strong_count() > 0);
        }
        switches.push(switch);
    }
    /// Makes the version invalid.
    fn end(&self) {
        self.invalid.set(1);
        patch::throw_all(self.switches.take());
    }
    /// What the value was and what it became, where it was set again.
    pub fn change(&'static self) -> Option<(String, String)> {
        let next = self.next.get()?;
        // SAFETY: both are of versions, of the type that `show` was made for.
        Some(unsafe { ((self.show)(self), (next.show)(next)) })
    }
}

/// Says what a version's value is, in short.
///
/// # Safety
/// It is of a `Version<T>`.
unsafe fn show<T: Debug + 'static>(about: &'static About) -> String {
    /// Characters of a value that are told.
    const MOST: usize = 60;
    // SAFETY: the caller's promise; a version begins with what is known of it, and is never freed.
    let version = unsafe { &*(about as *const About).cast::<Version<T>>() };
    let text = format!("{:?}", version.value);
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

impl std::fmt::Display for About {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the cell of `{}` made at {}:{}", self.kind, self.made.file(), self.made.line())?;
        self.set.get().map_or(Ok(()), |set| write!(f, " was set at {}:{}", set.file(), set.line()))
    }
}

/// One value a cell has had.
#[repr(C)]
struct Version<T> {
    about: About,
    value: T,
}

thread_local! {
    /// Where the last value of a cell was set by this thread, and how many were.
    static SETS: Cell<(u64, Option<&'static Location<'static>>)> = const { Cell::new((0, None)) };
}

/// How many values of cells this thread has set, and where the last one.
pub(crate) fn sets() -> (u64, Option<&'static Location<'static>>) {
    SETS.get()
}

/// A cell that interpreter code reads as green data.
pub struct Quasi<T: Debug + 'static>(Cell<&'static Version<T>>);

impl<T: Debug + 'static> Quasi<T> {
    /// A cell with this first value.
    #[track_caller]
    pub fn new(value: T) -> Self {
        Quasi(Cell::new(Self::version(Location::caller(), value)))
    }
    fn version(made: &'static Location<'static>, value: T) -> &'static Version<T> {
        let kind = std::any::type_name::<T>();
        let (set, next) = (Cell::new(None), Cell::new(None));
        let switches = RefCell::default();
        let about = About { invalid: Cell::new(0), made, kind, set, switches, next, show: show::<T> };
        Box::leak(Box::new(Version { about, value }))
    }
    /// Replaces the value: every trace that read the old one leaves at its next check.
    #[track_caller]
    pub fn set(&self, value: T) {
        let here = Location::caller();
        let old = self.0.replace(Self::version(self.0.get().about.made, value));
        old.about.set.set(Some(here));
        old.about.next.set(Some(&self.0.get().about));
        old.about.end();
        SETS.set((SETS.get().0 + 1, Some(here)));
    }
    /// Whether it keeps the value that it has now.
    pub fn holds(&self) -> Holds {
        Holds(&self.0.get().about.invalid)
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
    /// Of nothing, which never changes.
    pub(super) fn always() -> Holds {
        struct Valid(Cell<u64>);
        // SAFETY: as of [`Holds::never`].
        unsafe impl Sync for Valid {}
        static VALID: Valid = Valid(Cell::new(0));
        Holds(&VALID.0)
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
pub fn assume<M: Machine, T: Debug + 'static, R>(m: &M, cell: &Quasi<T>, f: impl FnOnce(&T) -> R) -> R {
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
