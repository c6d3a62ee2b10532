//! Roots and weak references: what Rust data outside the heap holds across polls.
//!
//! [`Root`], [`RootVec`] and [`Rooted`] keep what they trace alive; [`Weak`] does not, and empties itself when its object dies. All are
//! handles to one place: a clone is the same root.

use super::block::Block;
use super::field::RawSlot;
use super::gc::Gc;
use super::mark::{Alive, Marker};
use super::mutator::Mutator;
use super::object::Object;
use super::own::Mark;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::ops::Deref;
use std::rc::Rc;

/// What the heap's list of roots can do.
pub(crate) trait AnyRooted {
    fn mark(&self, m: &mut Marker<'_>) -> bool;
    fn ephemerons(&self, m: &mut Marker<'_>);
    fn after_mark(&self, alive: &Alive<'_>);
}

impl<P: Mark> AnyRooted for RefCell<P> {
    fn mark(&self, m: &mut Marker<'_>) -> bool {
        let p = self.try_borrow().expect("a collection met a rooted value that is being changed");
        p.mark(m);
        p.is_weak()
    }
    fn ephemerons(&self, m: &mut Marker<'_>) {
        self.borrow().mark_ephemerons(m)
    }
    fn after_mark(&self, alive: &Alive<'_>) {
        self.borrow_mut().after_mark(alive)
    }
}

/// A Rust value whose references are roots; an interpreter's tables and statics.
pub struct Rooted<P>(Rc<RefCell<P>>);

impl<P> Clone for Rooted<P> {
    fn clone(&self) -> Self {
        Rooted(self.0.clone())
    }
}

impl<P: Mark + 'static> Rooted<P> {
    pub(crate) fn new(mutator: &Mutator, value: P) -> Self {
        let rc = Rc::new(RefCell::new(value));
        let any: Rc<dyn AnyRooted> = rc.clone();
        mutator.roots.borrow_mut().push(Rc::downgrade(&any));
        Rooted(rc)
    }
    /// Calls `f` with the value.
    ///
    /// # Panics
    /// If it is borrowed by `with_mut`.
    pub fn with<R>(&self, _mutator: &Mutator, f: impl FnOnce(&P) -> R) -> R {
        f(&self.0.borrow())
    }
    /// Calls `f` with the value, to change it.
    ///
    /// # Panics
    /// If it is borrowed already.
    pub fn with_mut<R>(&self, _mutator: &Mutator, f: impl FnOnce(&mut P) -> R) -> R {
        f(&mut self.0.borrow_mut())
    }
}

/// Values kept alive by [`Mutator::keep`] until this goes.
pub struct Kept<'h> {
    mutator: &'h Mutator,
    start: usize,
    len: usize,
}

/// In the place of a value that is kept no longer.
const GONE: RawSlot = RawSlot { tag: u64::MAX, bits: 0 };

impl<'h> Kept<'h> {
    pub(crate) fn new(mutator: &'h Mutator, values: impl IntoIterator<Item = RawSlot>) -> Kept<'h> {
        let mut all = mutator.kept.borrow_mut();
        let start = all.len();
        all.extend(values);
        Kept { mutator, start, len: all.len() - start }
    }
    /// Value `i`, in the order in which they were given.
    #[inline]
    pub fn get(&self, i: usize) -> Option<RawSlot> {
        (i < self.len).then(|| self.mutator.kept.borrow()[self.start + i])
    }
    /// Number of values.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The values, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = RawSlot> + '_ {
        (0..self.len).filter_map(|i| self.get(i))
    }
}

impl Drop for Kept<'_> {
    fn drop(&mut self) {
        if self.is_empty() {
            return;
        }
        let mut all = self.mutator.kept.borrow_mut();
        all[self.start..self.start + self.len].fill(GONE);
        // Mostly these are the last ones; coroutines end in any order.
        let left = all.iter().rposition(|v| v.tag != GONE.tag).map_or(0, |last| last + 1);
        all.truncate(left);
    }
}

/// A reference that keeps its object alive; it never changes.
pub struct Root<T: Object> {
    gc: Gc<T>,
    _keep: Rooted<Gc<T>>,
}

impl<T: Object> Root<T> {
    /// Roots an object.
    pub fn new(mutator: &Mutator, gc: Gc<T>) -> Root<T> {
        Root { gc, _keep: mutator.root(gc) }
    }
}
impl<T: Object> Clone for Root<T> {
    fn clone(&self) -> Self {
        Root { gc: self.gc, _keep: self._keep.clone() }
    }
}
impl<T: Object> Deref for Root<T> {
    type Target = Gc<T>;
    fn deref(&self) -> &Gc<T> {
        &self.gc
    }
}

/// Whether roots have changed since the last collection: a minor one need not mark those that have not, since what they refer to is old.
///
/// Who keeps references in Rust data that seldom changes has one beside them, [notes](Changed::note) every change, and marks them where
/// [`is_due`](Changed::is_due) says so. A change that is not noted leaves a reference that dangles; `HOLLOWAY_GC=minor` finds it.
///
/// ```
/// use holloway_tracer::heap::{Changed, Gc, Mark, Marker, Object};
/// struct Names<T: Object>(Vec<Gc<T>>, Changed);
/// impl<T: Object> Names<T> {
///     fn add(&mut self, name: Gc<T>) {
///         self.0.push(name);
///         self.1.note();
///     }
/// }
/// impl<T: Object> Mark for Names<T> {
///     fn mark(&self, m: &mut Marker<'_>) {
///         if self.1.is_due(m) {
///             self.0.iter().for_each(|n| m.mark_gc(*n))
///         }
///     }
/// }
/// ```
#[derive(Default)]
pub struct Changed(Cell<bool>);

impl Changed {
    /// Notes a change.
    #[inline(always)]
    pub fn note(&self) {
        self.0.set(true)
    }
    /// Whether the roots have to be marked in this collection, to be asked once in each.
    pub fn is_due(&self, m: &Marker<'_>) -> bool {
        let changed = self.0.get();
        if m.tenures() {
            self.0.set(false)
        }
        changed || !m.is_minor()
    }
}

/// A growable list of references, or of any other values that are traced.
pub struct RootVec<V: Mark + Copy + 'static>(Rooted<Vec<V>>);

impl<V: Mark + Copy + 'static> RootVec<V> {
    /// An empty list.
    pub fn new(mutator: &Mutator) -> Self {
        RootVec(mutator.root(Vec::new()))
    }
    /// Appends a value.
    pub fn push(&self, v: V) {
        self.0 .0.borrow_mut().push(v)
    }
    /// Takes the last value off.
    pub fn pop(&self) -> Option<V> {
        self.0 .0.borrow_mut().pop()
    }
    /// Value `i`.
    pub fn get(&self, i: usize) -> Option<V> {
        self.0 .0.borrow().get(i).copied()
    }
    /// Changes value `i`; `None` if there is none.
    pub fn set(&self, i: usize, v: V) -> Option<()> {
        self.0 .0.borrow_mut().get_mut(i).map(|x| *x = v)
    }
    /// Number of values.
    pub fn len(&self) -> usize {
        self.0 .0.borrow().len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Swaps two values.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub fn swap(&self, a: usize, b: usize) {
        self.0 .0.borrow_mut().swap(a, b)
    }
}

/// A reference that does not keep its object alive.
///
/// It may stand anywhere a traced value may. Outside of one (a local variable, a Rust static) nobody empties it.
pub struct Weak<T: Object> {
    bits: Cell<u64>,
    of: PhantomData<Gc<T>>,
}

impl<T: Object> Weak<T> {
    /// A weak reference to an object.
    pub fn new(gc: Gc<T>) -> Weak<T> {
        Weak { bits: Cell::new(gc.to_bits()), of: PhantomData }
    }
    /// The object, while it lives.
    pub fn get(&self, _mutator: &Mutator) -> Option<Gc<T>> {
        // SAFETY: not 0 means that no collection has found the object dead.
        (self.bits.get() != 0).then(|| unsafe { Gc::from_bits(self.bits.get()) })
    }
}
impl<T: Object> Default for Weak<T> {
    fn default() -> Self {
        Weak { bits: Cell::new(0), of: PhantomData }
    }
}
impl<T: Object> Mark for Weak<T> {
    fn mark(&self, m: &mut Marker<'_>) {
        m.weak_cell(&self.bits)
    }
}

/// Whether a reference, known to have been good when the collection began, is marked.
pub(crate) fn is_marked(addr: usize) -> bool {
    // SAFETY: the address of an object that is not freed before the collection ends.
    unsafe { Block::of(addr) }.is_marked(addr)
}
