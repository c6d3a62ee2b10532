//! Lists of things that last until the process ends: compiled functions, classes. What is in such a list is green: a trace knows it by its number.
//!
//! **Invariants.** A thing keeps its number, and its address. Numbers are never reused.
//!
//! **Not promised.** Nothing is ever freed: a program that makes code forever grows forever.
//!
//! **Example.** A language has one list of code per thread (several run times of a thread share traces' numbers), says so by [`Listed`], and keeps
//! [`Codes`] for itself; an activation record holds a [`CodeRef`], which is the code itself in plain execution and its number to a trace.

use crate::hash::AddressMap;
use holloway::heap::{Changed, Marker, RawSlot};
use holloway::machine::{Traced, Values, Walker};
use std::cell::{Cell, RefCell};
use std::thread::LocalKey;

/// All things of a list there is room for.
type Slots<T> = &'static [Cell<&'static T>];

/// A list of things that last.
pub struct Lasting<T: 'static> {
    /// Those beyond `count` repeat an earlier one.
    all: Cell<Slots<T>>,
    count: Cell<usize>,
}

impl<T> Default for Lasting<T> {
    fn default() -> Self {
        Lasting { all: Cell::new(&[]), count: Cell::new(0) }
    }
}

impl<T> Lasting<T> {
    /// A list of these.
    pub fn of(things: impl IntoIterator<Item = T>) -> Self {
        let list = Lasting::default();
        things.into_iter().for_each(|t| list.push(Box::leak(Box::new(t))));
        list
    }
    /// Thing number `id`.
    ///
    /// # Panics
    /// If the number is far out of range.
    #[inline(always)]
    pub fn get(&self, id: u32) -> &'static T {
        self.all.get()[id as usize].get()
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count.get()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &'static T> {
        self.all.get()[..self.len()].iter().map(Cell::get)
    }
    /// Adds a thing. The list grows by doubling, so that those left behind are no more than the list itself.
    pub fn push(&self, thing: &'static T) {
        let (old, n) = (self.all.get(), self.count.get());
        if n == old.len() {
            let mut more = old.to_vec();
            more.resize_with((2 * n).max(16), || Cell::new(thing));
            self.all.set(Box::leak(more.into_boxed_slice()));
        }
        self.all.get()[n].set(thing);
        self.count.set(n + 1);
    }
}

/// Code of which a thread has a list.
pub trait Listed: Sized + 'static {
    /// Its number.
    fn id(&self) -> u32;
    /// The thread's list. Number 0 is in it from the start: what a blank frame has.
    fn list() -> &'static LocalKey<Lasting<Self>>;
    /// The objects among its constants that nobody else marks. They must not change.
    fn references(&self) -> impl Iterator<Item = RawSlot> + '_;
}

/// The thread's code as a run time sees it: the list at hand, and which of it is its own.
pub struct Codes<C: Listed> {
    all: Cell<Slots<C>>,
    /// What code refers to, each object once: every collection goes through them, of which large programs have thousands.
    references: RefCell<Vec<RawSlot>>,
    known: RefCell<AddressMap<()>>,
    changed: Changed,
}

impl<C: Listed> Default for Codes<C> {
    fn default() -> Self {
        Codes {
            all: Cell::new(C::list().with(|l| l.all.get())),
            references: RefCell::default(),
            known: RefCell::default(),
            changed: Changed::default(),
        }
    }
}

impl<C: Listed> Codes<C> {
    /// Code number `id`.
    ///
    /// # Panics
    /// If this run time has no such code.
    #[inline(always)]
    pub fn get(&self, id: u32) -> &'static C {
        self.all.get()[id as usize].get()
    }
    /// Adds code; `make` is told its number.
    pub fn add(&self, make: impl FnOnce(u32) -> C) -> &'static C {
        let made: &'static C = Box::leak(Box::new(make(C::list().with(Lasting::len) as u32)));
        C::list().with(|l| {
            l.push(made);
            self.all.set(l.all.get());
        });
        let (mut references, mut known) = (self.references.borrow_mut(), self.known.borrow_mut());
        self.changed.note();
        references.extend(made.references().filter(|s| known.insert(s.bits, ()).is_none()));
        made
    }
    /// Marks what the code of this run time refers to.
    pub fn mark(&self, m: &mut Marker<'_>) {
        if self.changed.is_due(m) {
            self.references.borrow().iter().for_each(|&s| m.mark_slot(s));
        }
    }
}

/// Code in a frame: green, known to traces by its number.
pub struct CodeRef<C: 'static>(pub &'static C);

impl<C> Clone for CodeRef<C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C> Copy for CodeRef<C> {}

impl<V: Values, C: Listed> Traced<V> for CodeRef<C> {
    fn walk<W: Walker<V>>(&mut self, w: &mut W) {
        let mut id = u64::from(self.0.id());
        w.green(&mut id);
        if id != u64::from(self.0.id()) {
            self.0 = C::list().with(|l| l.get(id as u32));
        }
    }
    fn blank() -> Self {
        CodeRef(C::list().with(|l| l.get(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Code(u32);

    thread_local! {
        static ALL: Lasting<Code> = Lasting::of([Code(0)]);
    }

    impl Listed for Code {
        fn id(&self) -> u32 {
            self.0
        }
        fn list() -> &'static LocalKey<Lasting<Self>> {
            &ALL
        }
        fn references(&self) -> impl Iterator<Item = RawSlot> {
            // An object of all, and one of its own.
            [8, 16 * u64::from(self.0)].map(|bits| RawSlot { tag: 1, bits }).into_iter()
        }
    }

    #[test]
    fn things_keep_their_numbers_and_addresses_while_the_list_grows() {
        let codes = Codes::<Code>::default();
        let made: Vec<&Code> = (0..1000).map(|_| codes.add(Code)).collect();
        for (i, c) in made.iter().enumerate() {
            assert_eq!(c.0 as usize, i + 1);
            assert!(std::ptr::eq(*c, codes.get(c.0)));
        }
        assert_eq!((codes.references.borrow().len(), ALL.with(Lasting::len)), (1001, 1001));
    }

    #[test]
    fn run_times_of_a_thread_share_the_list_but_not_what_is_their_own() {
        let (a, b) = (Codes::<Code>::default(), Codes::<Code>::default());
        let (x, y) = (a.add(Code), b.add(Code));
        assert_eq!(y.0, x.0 + 1);
        let own: Vec<u64> = b.references.borrow().iter().map(|s| s.bits).collect();
        assert_eq!(own, [8, 16 * u64::from(y.0)]);
    }
}
