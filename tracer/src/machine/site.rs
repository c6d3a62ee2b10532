//! Sites: what plain execution remembers of look-ups, and what recordings learn from that.
//!
//! **Problem.** Where a field is, which method a class has, what a global is: each is a fact about the *kind* of something (its map, its class) and perhaps of some
//! quasi-immutable cells. A trace promotes the kind and has the answer as a constant. Plain execution would look it up each time.
//!
//! **Method.** [`Machine::cached`] says all three in one: the kind, the look-up, and a [`Site`], one for each instruction that looks up, where plain execution is to remember.
//! That is an inline cache (Deutsch, Schiffman 1984): the last kind is compared, and if it is that one again, the answer is there. Behind the last one stand up to [`WAYS`] kinds
//! (a polymorphic inline cache: Hölzle, Chambers, Ungar 1991). Where more have come, the site is megamorphic: only the last one is remembered. A recording makes constants of up to
//! [`WAYS`] kinds at one place, which it counts itself ([`Machine::promote_up_to`]), as instructions may share a site and know few kinds each; but of one at most where
//! the site has seen more than 16.
//!
//! **Invariants.**
//! 1. Kinds are told apart by numbers that are never given twice ([`Kind`]), so nothing is remembered of an object that is gone, and no object is kept alive.
//! 2. What is remembered is used only while all cells that the look-up read have the values that it saw ([`Look::assume`]).
//! 3. That something is remembered makes no difference but in time: with `HOLLOWAY_SITES=off` programs do the same, and traces are the same. So which kinds a site has seen is noted then, too.
//! 4. Audit mode makes the look-up beside each answer that was remembered. A difference is reported.
//!
//! **Not promised.** That a site which was megamorphic once gets over it. That an answer which rests on more than `CELLS` cells is remembered.
//!
//! **Example.** `m.cached(&code.sites[pc], object.get(m, Object::map), |_, map| map.index(name))` is a slot number. Plainly it is a load, a comparison and another load;
//! in a trace it is a guard on the map.

use super::{assume, Holds, Int, Machine, Quasi, Ref, Values};
use crate::heap::{Gc, Object};
use crate::policy::sites::FEW;
use crate::runtime::Runtime;
use holloway_compiler::ir::Ty;
use std::cell::{Cell, OnceCell};
use std::fmt::Debug;
use std::panic::Location;

/// Most kinds that a site tells apart.
pub const WAYS: usize = 4;

/// Kinds that a recording makes constants of at one place where plain execution has seen more than 16 at the site: not none, as what was seen may be long ago, or by another
/// instruction that shares the site.
const WAYS_OF_MANY: usize = 1;

/// The kind of none.
const NONE: u64 = u64::MAX;

/// Objects that are kinds of others: maps, classes.
pub trait Kind: Object {
    /// A number that no other object of this type has or will have in this process, also if this one is collected.
    fn number(&self) -> u32;
}

/// What a site may tell apart: references to objects that are a [`Kind`], and integers that are such numbers themselves.
pub trait SiteKey<V: Values>: Copy {
    /// The same as plain Rust.
    type Green: Copy;
    #[doc(hidden)]
    fn word(self) -> V::W;
    #[doc(hidden)]
    #[track_caller]
    fn promoted<M: Machine<V = V>>(self, m: &M) -> Self::Green;
    #[doc(hidden)]
    fn number(green: Self::Green) -> u64;
}

impl<V: Values, T: Kind> SiteKey<V> for Ref<V, T> {
    type Green = Gc<T>;
    #[inline(always)]
    fn word(self) -> V::W {
        self.0
    }
    #[inline(always)]
    #[track_caller]
    fn promoted<M: Machine<V = V>>(self, m: &M) -> Gc<T> {
        m.promote_ref(self)
    }
    #[inline(always)]
    fn number(green: Gc<T>) -> u64 {
        Kind::number(&*green).into()
    }
}

impl<V: Values> SiteKey<V> for Int<V> {
    type Green = i64;
    #[inline(always)]
    fn word(self) -> V::W {
        self.0
    }
    #[inline(always)]
    #[track_caller]
    fn promoted<M: Machine<V = V>>(self, m: &M) -> i64 {
        m.promote_raw(self.0, Ty::Int) as i64
    }
    #[inline(always)]
    fn number(green: i64) -> u64 {
        green as u64
    }
}

/// What a look-up answers: plain data. A reference in it is not kept alive by the site, so the kind must do that, or the language.
pub trait SiteAnswer: Copy + Default + PartialEq + Debug + 'static {}
impl<T: Copy + Default + PartialEq + Debug + 'static> SiteAnswer for T {}

/// An answer, and what it rests on.
#[derive(Clone, Copy)]
struct Known<T, const CELLS: usize> {
    answer: T,
    holds: [Holds; CELLS],
}

impl<T, const CELLS: usize> Known<T, CELLS> {
    #[inline(always)]
    fn still(&self) -> bool {
        self.holds.iter().all(|h| h.still())
    }
}

/// A kind that a site has seen.
struct Way<T, const CELLS: usize> {
    kind: u64,
    known: Cell<Option<Known<T, CELLS>>>,
    next: OnceCell<Box<Way<T, CELLS>>>,
}

/// See the module header. It lies in the author's code object, one for each instruction that looks something up. `CELLS` is how many quasi-immutable cells the look-up reads.
pub struct Site<T, const CELLS: usize = 0> {
    /// The kind asked last, if it may be answered at once.
    kind: Cell<u64>,
    known: Cell<Known<T, CELLS>>,
    /// All kinds, in the order in which they came.
    ways: OnceCell<Box<Way<T, CELLS>>>,
    /// There were too many.
    many: Cell<bool>,
    /// Which kinds there were, a bit each by the end of its number.
    kinds: Cell<u64>,
}

impl<T: SiteAnswer, const CELLS: usize> Default for Site<T, CELLS> {
    fn default() -> Self {
        let known = Known { answer: T::default(), holds: [Holds::never(); CELLS] };
        Site {
            kind: Cell::new(NONE),
            known: Cell::new(known),
            ways: OnceCell::new(),
            many: Cell::new(false),
            kinds: Cell::new(0),
        }
    }
}

impl<T: SiteAnswer, const CELLS: usize> Site<T, CELLS> {
    /// How many kinds a recording makes constants of.
    pub(super) fn most(&self) -> usize {
        match self.kinds.get().count_ones() as usize > FEW {
            true => WAYS_OF_MANY,
            false => WAYS,
        }
    }
    /// What plain execution is answered.
    #[inline(always)]
    #[track_caller]
    pub(super) fn answer<M: Machine>(
        &self,
        m: &M,
        kind: u64,
        look_up: impl Fn(&Look<'_, M, CELLS>) -> T,
    ) -> T {
        let known = self.known.get();
        // For kinds of 32 bits the first test is none.
        if kind != NONE && self.kind.get() == kind && known.still() {
            return known.answer;
        }
        self.ask(m, kind, look_up)
    }
    /// The same of a kind that is not the last one.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn ask<M: Machine>(&self, m: &M, kind: u64, look_up: impl Fn(&Look<'_, M, CELLS>) -> T) -> T {
        self.kinds.set(self.kinds.get() | 1 << (kind % u64::from(u64::BITS)));
        // Something is answered at once, so this is: it is not checked, and what was asked last goes first.
        if !self.many.get() || self.kind.get() == NONE {
            return self.tell_apart(m, kind, look_up);
        }
        let look = Look::of(m);
        let answer = look_up(&look);
        if let Some(holds) = look.holds() {
            self.put_first(kind, Known { answer, holds });
        }
        answer
    }
    /// The same where that is one of a few kinds, or a new one.
    #[inline(never)]
    #[track_caller]
    fn tell_apart<M: Machine>(&self, m: &M, kind: u64, look_up: impl Fn(&Look<'_, M, CELLS>) -> T) -> T {
        let params = &m.runtime().driver.params;
        let at_once = params.sites && !params.audit;
        let way = self.way(kind);
        if let Some(known) = way.and_then(|w| w.known.get()).filter(Known::still) {
            match at_once {
                true => self.put_first(kind, known),
                false => {
                    let now = look_up(&Look::of(m));
                    m.runtime().audit_look_up(kind, known.answer, now, Location::caller());
                }
            }
            return known.answer;
        }
        let look = Look::of(m);
        let answer = look_up(&look);
        let known = look.holds().filter(|_| params.sites).map(|holds| Known { answer, holds });
        if let Some(way) = way {
            way.known.set(known);
        }
        if let Some(known) = known.filter(|_| at_once) {
            self.put_first(kind, known);
        }
        answer
    }
    fn put_first(&self, kind: u64, known: Known<T, CELLS>) {
        self.kind.set(kind);
        self.known.set(known);
    }
    /// The way of a kind, which is noted; none where there are too many.
    fn way(&self, kind: u64) -> Option<&Way<T, CELLS>> {
        if self.many.get() {
            return None;
        }
        let mut ways = &self.ways;
        for _ in 0..WAYS {
            let new = || Box::new(Way { kind, known: Cell::new(None), next: OnceCell::new() });
            let way = ways.get_or_init(new);
            if way.kind == kind {
                return Some(way);
            }
            ways = &way.next;
        }
        self.many.set(true);
        None
    }
}

/// How a look-up reads quasi-immutable cells.
pub struct Look<'m, M: Machine, const CELLS: usize> {
    m: &'m M,
    /// Those read by plain execution, and how many were.
    holds: Cell<[Holds; CELLS]>,
    read: Cell<usize>,
}

impl<'m, M: Machine, const CELLS: usize> Look<'m, M, CELLS> {
    pub(super) fn of(m: &'m M) -> Self {
        Look { m, holds: Cell::new([Holds::always(); CELLS]), read: Cell::new(0) }
    }
    /// As [`assume`]; the answer is remembered as long as the cell keeps its value.
    #[inline(always)]
    #[track_caller]
    pub fn assume<C: Debug + 'static, R>(&self, cell: &Quasi<C>, f: impl FnOnce(&C) -> R) -> R {
        if !M::TRACING {
            let (at, mut holds) = (self.read.get(), self.holds.get());
            if let Some(place) = holds.get_mut(at) {
                *place = cell.holds();
            }
            self.holds.set(holds);
            self.read.set(at + 1);
        }
        assume(self.m, cell, f)
    }
    /// The run time. A look-up that takes it from here, and has not much else from outside, is passed in registers.
    #[inline(always)]
    pub fn runtime(&self) -> &'m Runtime<M::L> {
        self.m.runtime()
    }
    /// What the answer rests on, if there was room for it.
    fn holds(&self) -> Option<[Holds; CELLS]> {
        (self.read.get() <= CELLS).then(|| self.holds.get())
    }
}
