//! Rust values owned by heap objects: [`Own`] and the [`Mark`] of what they refer to.
//!
//! Picture: `state` (0: no value yet; else [`PRESENT`] plus the number of borrows, [`MUTABLE`] while borrowed mutably, [`LOGGED`] if it may have changed since
//! the last collection), then the value.
//! Zeroed memory is an `Own` without value, so machine code can allocate such objects; the value is made from `Default` at first use, and
//! then the object is entered in the heap's list of owners. The value is dropped at the collection that finds its object dead, before any
//! memory is freed. Its `Drop` has no way to reach the heap.

use super::field::{FieldGc, FieldType, RawSlot};
use super::gc::{Gc, OptGc};
use super::log::Logged;
use super::mark::{Alive, Marker};
use super::mutator::Mutator;
use super::object::Object;
use std::cell::{Cell, UnsafeCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::mem::MaybeUninit;

/// A Rust value that may hold references into the heap.
///
/// `mark` must mark every reference inside; one that is forgotten will dangle. Values that hold none have an empty `mark`, or are
/// wrapped in [`NoRefs`] when their type is not yours.
#[diagnostic::on_unimplemented(
    message = "the heap does not know which references `{Self}` holds",
    note = "implement `Mark` for it (empty if it holds none), or wrap a foreign type without references in `NoRefs<_>`"
)]
pub trait Mark {
    /// Whether what it refers to changes only while an [`Own`] around it is borrowed by [`Own::with_mut`], and never through a `Cell`, a shared `Rc` or
    /// a native stack. A minor collection looks at old ones then only if they were; at others always.
    const PRIVATE: bool = false;

    /// Marks every reference held.
    fn mark(&self, m: &mut Marker<'_>);
    /// Whether the two hooks below are wanted in this collection. Asked only of the outermost value in an `Own` or `Rooted`, after its `mark`.
    fn is_weak(&self) -> bool {
        false
    }
    /// Called until nothing new gets marked: marks what is held by keys that are marked by now (ephemerons).
    fn mark_ephemerons(&self, _m: &mut Marker<'_>) {}
    /// Called when all that is reachable is marked, before the language marks what it keeps for its finalizers (see
    /// [`crate::machine::Language::condemn`]): drops the references that are not to show such objects any more.
    fn before_finalizers(&mut self, _alive: &Alive<'_>) {}
    /// Called when all that lives is marked: drops the references to what does not.
    fn after_mark(&mut self, _alive: &Alive<'_>) {}
}

macro_rules! mark_nothing {
    ($($t:ty),*) => {$(
        impl Mark for $t {
            const PRIVATE: bool = true;

            fn mark(&self, _m: &mut Marker<'_>) {}
        }
    )*};
}
mark_nothing!(
    (),
    bool,
    char,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    f32,
    f64,
    String,
    str,
    std::path::PathBuf,
    std::fs::File,
    std::time::Instant
);

macro_rules! trace_each {
    ($([$($g:tt)*] $t:ty, $private:expr, |$s:ident, $m:ident| $body:expr;)*) => {$(
        impl<$($g)*> Mark for $t {
            const PRIVATE: bool = $private;

            fn mark(&self, $m: &mut Marker<'_>) { let $s = self; $body }
        }
    )*};
}
trace_each! {
    [T: Object] Gc<T>, true, |s, m| m.mark_gc(*s);
    [T: Object] OptGc<T>, true, |s, m| m.mark_opt(*s);
    [] RawSlot, true, |s, m| m.mark_slot(*s);
    [T: Mark + ?Sized] Box<T>, T::PRIVATE, |s, m| (**s).mark(m);
    [T: Mark + ?Sized] std::rc::Rc<T>, false, |s, m| (**s).mark(m);
    [T: Mark + Copy] Cell<T>, false, |s, m| s.get().mark(m);
    [T: Mark] Option<T>, T::PRIVATE, |s, m| s.iter().for_each(|x| x.mark(m));
    [T: Mark] [T], T::PRIVATE, |s, m| s.iter().for_each(|x| x.mark(m));
    [T: Mark, const N: usize] [T; N], T::PRIVATE, |s, m| s.iter().for_each(|x| x.mark(m));
    [T: Mark] Vec<T>, T::PRIVATE, |s, m| s.iter().for_each(|x| x.mark(m));
    [T: Mark] VecDeque<T>, T::PRIVATE, |s, m| s.iter().for_each(|x| x.mark(m));
    [T: Mark, S] HashSet<T, S>, T::PRIVATE, |s, m| s.iter().for_each(|x| x.mark(m));
    [T: Mark] BTreeSet<T>, T::PRIVATE, |s, m| s.iter().for_each(|x| x.mark(m));
    [K: Mark, T: Mark, S] HashMap<K, T, S>, K::PRIVATE && T::PRIVATE, |s, m| s.iter().for_each(|(k, x)| { k.mark(m); x.mark(m) });
    [K: Mark, T: Mark] BTreeMap<K, T>, K::PRIVATE && T::PRIVATE, |s, m| s.iter().for_each(|(k, x)| { k.mark(m); x.mark(m) });
    [A: Mark, B: Mark] (A, B), A::PRIVATE && B::PRIVATE, |s, m| { s.0.mark(m); s.1.mark(m) };
    [A: Mark, B: Mark, C: Mark] (A, B, C), A::PRIVATE && B::PRIVATE && C::PRIVATE, |s, m| { s.0.mark(m); s.1.mark(m); s.2.mark(m) };
}

/// A value of a foreign type that holds no references into the heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NoRefs<P>(pub P);

impl<P> Mark for NoRefs<P> {
    const PRIVATE: bool = true;

    fn mark(&self, _m: &mut Marker<'_>) {}
}
impl<P> std::ops::Deref for NoRefs<P> {
    type Target = P;
    fn deref(&self) -> &P {
        &self.0
    }
}
impl<P> std::ops::DerefMut for NoRefs<P> {
    fn deref_mut(&mut self) -> &mut P {
        &mut self.0
    }
}

/// Bit of `state`: there is a value.
const PRESENT: u64 = 1 << 63;
/// Bit of `state`: it is borrowed mutably.
const MUTABLE: u64 = 1 << 62;
/// Bit of `state`: it stands in the log of stores.
const LOGGED: u64 = 1 << 61;

/// A Rust value in a heap object, borrowed by closure.
#[repr(C)]
pub struct Own<P> {
    state: Cell<u64>,
    value: UnsafeCell<MaybeUninit<P>>,
}

impl<P> Own<P> {
    /// A field with this value.
    pub const fn new(p: P) -> Self {
        Own { state: Cell::new(PRESENT), value: UnsafeCell::new(MaybeUninit::new(p)) }
    }
    /// A field whose value is made at first use.
    pub const fn empty() -> Self {
        Own { state: Cell::new(0), value: UnsafeCell::new(MaybeUninit::uninit()) }
    }
}

/// Takes one borrow back, also when the closure panics.
struct Borrow<'a>(&'a Cell<u64>, u64);

impl Drop for Borrow<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - self.1)
    }
}

impl<P: Mark + Default + 'static> Own<P> {
    #[inline]
    fn ensure(&self, mutator: &Mutator) {
        if self.state.get() == 0 {
            self.init(mutator)
        }
    }
    #[cold]
    fn init(&self, mutator: &Mutator) {
        let p = P::default();
        // `default` may have come here through another path; the first value stays.
        if self.state.get() == 0 {
            // SAFETY: state 0 says that there is no value and no borrow.
            unsafe { (*self.value.get()).write(p) };
            self.state.set(PRESENT);
            mutator.register_owner(self as *const Self as usize);
        }
    }
    /// Calls `f` with the value.
    ///
    /// # Panics
    /// If it is borrowed by `with_mut`.
    #[inline]
    pub fn with<R>(&self, mutator: &Mutator, f: impl FnOnce(&P) -> R) -> R {
        self.ensure(mutator);
        assert!(
            self.state.get() & MUTABLE == 0,
            "a Rust value in a heap object is borrowed while it is being changed"
        );
        self.state.set(self.state.get() + 1);
        let _back = Borrow(&self.state, 1);
        // SAFETY: `ensure` made the value present, and there is no mutable borrow until `_back` is dropped.
        f(unsafe { (*self.value.get()).assume_init_ref() })
    }
    /// Calls `f` with the value, to change it.
    ///
    /// # Panics
    /// If it is borrowed already.
    #[inline]
    pub fn with_mut<R>(&self, mutator: &Mutator, f: impl FnOnce(&mut P) -> R) -> R {
        self.ensure(mutator);
        let state = self.state.get();
        assert!(state & !LOGGED == PRESENT, "a Rust value in a heap object is changed while it is borrowed");
        self.state.set(state | LOGGED | MUTABLE);
        if P::PRIVATE && state & LOGGED == 0 {
            mutator.log(Logged::Own, self as *const Self as usize)
        }
        let _back = Borrow(&self.state, MUTABLE);
        // SAFETY: present, and no other borrow until `_back` is dropped.
        f(unsafe { (*self.value.get()).assume_init_mut() })
    }
}

impl<P: Default> Default for Own<P> {
    fn default() -> Self {
        Own::empty()
    }
}

impl<P> Drop for Own<P> {
    fn drop(&mut self) {
        if self.state.replace(0) & PRESENT != 0 {
            // SAFETY: present, and `&mut self` excludes borrows; state 0 keeps it from being dropped again.
            unsafe { self.value.get_mut().assume_init_drop() }
        }
    }
}

// SAFETY: the functions of the vtable are for exactly this type, and zero is the empty state.
unsafe impl<P: Mark + Default + 'static> FieldType for Own<P> {
    const GC: FieldGc = FieldGc::Own(&OwnVtable {
        is_present: present::<P>,
        mark: mark::<P>,
        ephemerons: ephemerons::<P>,
        before_finalizers: before_finalizers::<P>,
        after_mark: after_mark::<P>,
        drop: drop_value::<P>,
        private: P::PRIVATE,
    });
}

/// The collector's view of an `Own<P>`; every function takes the field's address.
pub struct OwnVtable {
    pub(crate) is_present: unsafe fn(*const u8) -> bool,
    /// Answers whether the value wants the weak hooks.
    pub(crate) mark: unsafe fn(*const u8, &mut Marker<'_>) -> bool,
    pub(crate) ephemerons: unsafe fn(*const u8, &mut Marker<'_>),
    pub(crate) before_finalizers: unsafe fn(*const u8, &Alive<'_>),
    pub(crate) after_mark: unsafe fn(*const u8, &Alive<'_>),
    pub(crate) drop: unsafe fn(*const u8),
    /// See [`Mark::PRIVATE`].
    pub(crate) private: bool,
}

/// Notes that what has just been put into an object does not stand in the log of stores, whatever it did before; whether it has a value.
///
/// # Safety
/// `at` is the address of an `Own<_>`, whatever the type of its value.
pub(crate) unsafe fn begin(at: *const u8) -> bool {
    // SAFETY: the caller's promise.
    unsafe { forget_log(at) };
    // SAFETY: an owned value begins with its state.
    unsafe { &*at.cast::<Cell<u64>>() }.get() & PRESENT != 0
}

/// Notes that an owned value does not stand in the log of stores: it was taken out, or has got another place.
///
/// # Safety
/// `at` is the address of an `Own<_>`, whatever the type of its value.
pub(crate) unsafe fn forget_log(at: *const u8) {
    // SAFETY: an owned value begins with its state.
    let state = unsafe { &*at.cast::<Cell<u64>>() };
    state.set(state.get() & !LOGGED)
}

/// The value behind a field's address, if there is one.
///
/// # Safety
/// `at` is the address of an `Own<P>`, and nobody else borrows it mutably for `'a`.
unsafe fn value<'a, P>(at: *const u8) -> Option<&'a P> {
    // SAFETY: the caller's promise.
    let own = unsafe { &*at.cast::<Own<P>>() };
    let state = own.state.get();
    assert!(state & MUTABLE == 0, "a collection met a Rust value that is being changed");
    // SAFETY: present and not borrowed mutably.
    (state & PRESENT != 0).then(|| unsafe { (*own.value.get()).assume_init_ref() })
}

unsafe fn present<P>(at: *const u8) -> bool {
    // SAFETY: the caller gives the address of an `Own<P>`.
    unsafe { &*at.cast::<Own<P>>() }.state.get() & PRESENT != 0
}

unsafe fn mark<P: Mark>(at: *const u8, m: &mut Marker<'_>) -> bool {
    // SAFETY: the caller gives the address of an `Own<P>`; tracing code has no `Mutator` to borrow it mutably.
    match unsafe { value::<P>(at) } {
        Some(p) => {
            p.mark(m);
            p.is_weak()
        }
        None => false,
    }
}

unsafe fn ephemerons<P: Mark>(at: *const u8, m: &mut Marker<'_>) {
    // SAFETY: as in `mark`.
    if let Some(p) = unsafe { value::<P>(at) } {
        p.mark_ephemerons(m)
    }
}

/// The value, for a weak hook.
///
/// # Safety
/// `at` is the address of an `Own<P>`, and nobody else looks at its value for `'a`.
unsafe fn value_mut<'a, P>(at: *const u8) -> Option<&'a mut P> {
    // SAFETY: the caller's promise.
    let own = unsafe { &*at.cast::<Own<P>>() };
    // SAFETY: present and not borrowed.
    (own.state.get() & !LOGGED == PRESENT).then(|| unsafe { (*own.value.get()).assume_init_mut() })
}

unsafe fn before_finalizers<P: Mark>(at: *const u8, alive: &Alive<'_>) {
    // SAFETY: the caller gives the address of an `Own<P>`; the hook has no `Mutator` to borrow it a second time.
    if let Some(p) = unsafe { value_mut::<P>(at) } {
        p.before_finalizers(alive)
    }
}

unsafe fn after_mark<P: Mark>(at: *const u8, alive: &Alive<'_>) {
    // SAFETY: as in `before_finalizers`.
    if let Some(p) = unsafe { value_mut::<P>(at) } {
        p.after_mark(alive)
    }
}

unsafe fn drop_value<P>(at: *const u8) {
    // SAFETY: the caller gives the address of an `Own<P>` in a dead object; `Own::drop` leaves the empty state, so the memory stays valid.
    unsafe { std::ptr::drop_in_place(at.cast_mut().cast::<Own<P>>()) }
}
