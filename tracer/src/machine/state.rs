//! The interpreter's state: activations and their registers, owned by the framework.
//!
//! **Problem.** A trace sees a *window* of activations and must be able to restore, extend and compare it, while plain execution wants
//! registers at a fixed address and no checks. So frames and registers live in framework containers; an author's frame holds the rest.
//!
//! **Invariants.**
//! 1. An activation owns the slots from its `lo` (extra arguments) over `base` (register 0) up to its register count, or to the next
//!    activation's `lo`.
//! 2. The stack always extends at least [`WINDOW`] slots past the top activation's base, so [`Stack::window`] needs no check of each access.
//! 3. Nothing in the heap points into a state. Indices are relative to the segment; a recorder's segment holds its window only.
//! 4. A recorded step changes the running activation, those it opens and those it comes back to; others only after asking for them ([`State::at`]).
//!
//! **Not promised.** Dead registers and slots above the top activation keep stale values; the collector does not look there.
//!
//! **Example.** `s.push(frame, base + a + 1, base + a + 1)?` opens a callee over its arguments; `m.ret(s, start, n)` closes it.

use super::values::{Slot, Values};
use super::Language;
use crate::heap::{Object, OptGc};
use holloway_compiler::ir::Ty;
use std::ops::Range;
use std::ptr::NonNull;

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Number of activations that have not been lent to native code or a recorder.
    pub own: usize,
    /// Whether the last activation is published.
    pub published: bool,
}

/// Slots guaranteed past an activation's base.
pub const SLACK: usize = 256;
/// Slots of [`Stack::window`].
pub const WINDOW: usize = SLACK + 8;
/// Most slots of one state segment; reaching it is the guest's stack overflow.
pub const MAX_SLOTS: usize = 4_000_000;

/// Visits every part of a frame in a fixed order; reading and writing use the same visit.
pub trait Walker<V: Values> {
    /// What comes next is in this field of a frame.
    #[inline(always)]
    fn field(&mut self, _name: &'static str) {}
    /// A green word.
    fn green(&mut self, g: &mut u64);
    /// A green reference (kept alive by whoever holds it; 0 is null).
    fn green_ref(&mut self, g: &mut u64) {
        self.green(g)
    }
    /// A red word.
    fn word(&mut self, w: &mut V::W, ty: Ty);
    /// A red double.
    fn double(&mut self, d: &mut V::D);
    /// A red slot.
    fn slot(&mut self, s: &mut V::S);
    /// Slots of the stack, one after the other.
    #[inline(always)]
    fn slots(&mut self, slots: &mut [Slot<V>]) {
        slots.iter_mut().for_each(|s| self.slot(&mut s.0));
    }
}

/// Something a [`Walker`] can visit. Derived for frames with `#[derive(Traced)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a frame",
    note = "a frame holds greens (u8 to u64, usize, i8 to i64, bool, OptGc<T>) and reds (Int, Bool, Float, OptRef, Slot); a reference that is never null is an OptGc<T> or OptRef there, and `None` a number that means nothing"
)]
pub trait Traced<V: Values> {
    /// Visits all parts.
    fn walk<W: Walker<V>>(&mut self, w: &mut W);
    /// A value to read into.
    fn blank() -> Self;
}

macro_rules! green_traced {
    ($($t:ty),*) => {$(
        impl<V: Values> Traced<V> for $t {
            #[inline]
            fn walk<W: Walker<V>>(&mut self, w: &mut W) {
                let mut g = *self as u64;
                w.green(&mut g);
                *self = g as $t;
            }
            fn blank() -> Self {
                0
            }
        }
    )*};
}
green_traced!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

impl<V: Values> Traced<V> for bool {
    fn walk<W: Walker<V>>(&mut self, w: &mut W) {
        let mut g = *self as u64;
        w.green(&mut g);
        *self = g != 0;
    }
    fn blank() -> Self {
        false
    }
}

impl<V: Values, T: Object> Traced<V> for OptGc<T> {
    fn walk<W: Walker<V>>(&mut self, w: &mut W) {
        let mut g = self.to_bits();
        w.green_ref(&mut g);
        // SAFETY: the word came from an `OptGc<T>` of the same field, by the walker's contract.
        *self = unsafe { OptGc::from_bits(g) };
    }
    fn blank() -> Self {
        OptGc::NULL
    }
}

macro_rules! red_traced {
    ($($name:ident $ty:ident)*) => {$(
        impl<V: Values> Traced<V> for super::values::$name<V> {
            fn walk<W: Walker<V>>(&mut self, w: &mut W) {
                w.word(&mut self.0, Ty::$ty)
            }
            fn blank() -> Self {
                super::values::$name(V::word(0, Ty::$ty))
            }
        }
    )*};
}
red_traced!(Int Int Bool Int);

impl<V: Values, T: Object> Traced<V> for super::values::OptRef<V, T> {
    fn walk<W: Walker<V>>(&mut self, w: &mut W) {
        w.word(&mut self.0, Ty::Ref)
    }
    fn blank() -> Self {
        super::values::OptRef::null()
    }
}

impl<V: Values> Traced<V> for super::values::Float<V> {
    fn walk<W: Walker<V>>(&mut self, w: &mut W) {
        w.double(&mut self.0)
    }
    fn blank() -> Self {
        super::values::Float::new(0.0)
    }
}

impl<V: Values> Traced<V> for Slot<V> {
    fn walk<W: Walker<V>>(&mut self, w: &mut W) {
        w.slot(&mut self.0)
    }
    fn blank() -> Self {
        Slot::raw(0, 0, Ty::Int)
    }
}

/// Registers alive at a merge point: bit `i` of word `i / 64` for register `i`.
pub type LiveMask = [u64; 4];

/// The first `n` registers.
pub fn first_slots(n: u8) -> LiveMask {
    std::array::from_fn(|k| match u32::from(n).saturating_sub(64 * k as u32) {
        0 => 0,
        left => u64::MAX >> (64 - left.min(64)),
    })
}

/// Shows the runs of ones of a mask's word: from the first bit to the one past the last. (An iterator would put each through memory.)
#[inline(always)]
fn runs(mut word: u64, mut show: impl FnMut(usize, usize)) {
    while word != 0 {
        let from = word.trailing_zeros();
        let len = (word >> from).trailing_ones();
        // What is added to a run's first bit is carried past its last.
        word &= word.wrapping_add(1 << from);
        show(from as usize, (from + len) as usize);
    }
}

/// An author's activation record: everything but the registers.
pub trait Frame<V: Values>: Traced<V> + Sized + 'static {
    /// Registers alive now (relative to the base). Dead ones are neither inputs nor restored.
    fn live(&self) -> LiveMask;
    /// What is run: a number of the function's code, never used again for another one, and a pc.
    ///
    /// By the number a recording tells recursion, which is called and not inlined, and callees that must not be inlined any more. By both the driver keeps count of what goes on at
    /// one place of the guest's program: ways that multiply there, bridges after which it is given up. So it is no key of a loop (loops are told by their
    /// [`HotCell`](super::HotCell)s and greens) and no text for a log (that is [`describe`](super::Language::describe)); a pc that tells less, or nothing, changes which
    /// bridges are made and no result.
    fn place(&self) -> (u64, u32);
}

/// One activation: where its slots are, and the author's frame. See [`State::push`].
#[derive(Debug)]
pub struct Activation<F> {
    /// First slot owned; the caller's end there.
    pub lo: usize,
    /// Slot of register 0.
    pub base: usize,
    /// The author's part.
    pub frame: F,
}

/// A heap-allocated vector reached only through a raw pointer, so that the collector may read it while an interpreter loop holds `&mut State`.
pub(super) struct Shared<T>(NonNull<Vec<T>>);

impl<T> Shared<T> {
    fn new(v: Vec<T>) -> Self {
        Shared(NonNull::from(Box::leak(Box::new(v))))
    }
    #[inline(always)]
    pub(super) fn get(&self) -> &Vec<T> {
        // SAFETY: the pointer is from `Box::leak` and freed only in `drop`.
        unsafe { self.0.as_ref() }
    }
    #[inline(always)]
    pub(super) fn get_mut(&mut self) -> &mut Vec<T> {
        // SAFETY: as above; `&mut self` makes this the only access on this thread until it ends (the collector runs only inside calls
        // that are given the state or that hold no borrow of it).
        unsafe { self.0.as_mut() }
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer is from `Box::leak`, and nobody uses it after its owner.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) })
    }
}

/// Where the elements of a vector are, and how many.
fn view<T>(v: &mut Vec<T>) -> (NonNull<T>, usize) {
    let slice = NonNull::from(v.as_mut_slice());
    (slice.cast(), slice.len())
}

/// The register stack of a segment.
pub struct Stack<V: Values> {
    slots: Shared<Slot<V>>,
    /// Where the slots are and how many, as in `slots`: at hand, where by way of that loads would wait for each other.
    view: (NonNull<Slot<V>>, usize),
    /// Where the slots were before there were too many, if that memory is to be kept; see [`super::moved`].
    pub(super) outgrown: Option<Vec<Slot<V>>>,
    pub(super) keeps: bool,
}

/// The stack of a segment cannot grow any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackOverflow;

impl<V: Values> Stack<V> {
    fn new() -> Self {
        // The first activation has room without growing it.
        let mut slots = Shared::new(vec![Slot::blank(); 4 * SLACK]);
        let view = view(slots.get_mut());
        Stack { slots, view, outgrown: None, keeps: false }
    }
    /// Puts slots in the place of those there are, which it answers.
    pub(super) fn replace(&mut self, slots: Vec<Slot<V>>) -> Vec<Slot<V>> {
        let before = std::mem::replace(self.slots.get_mut(), slots);
        self.view = view(self.slots.get_mut());
        before
    }
    /// Registers of the activation at `base`, as a fixed-size window: an index of type `u8`, or that of one of the next few after it, needs no check.
    ///
    /// # Panics
    /// If `base` is not an activation's base (there must be [`WINDOW`] slots past it).
    #[inline(always)]
    pub fn window(&mut self, base: usize) -> &mut [Slot<V>; WINDOW] {
        let (first, len) = self.view;
        // There are always that many.
        assert!(base <= len - WINDOW, "stack slack");
        // SAFETY: `view` is of `slots`, of which those of the window are, and `&mut self` makes this the only access to them.
        unsafe { first.add(base).cast().as_mut() }
    }
    /// All slots.
    #[inline(always)]
    pub fn slots(&mut self) -> &mut [Slot<V>] {
        let (first, len) = self.view;
        // SAFETY: `view` is of `slots`, and `&mut self` makes this the only access to them.
        unsafe { std::slice::from_raw_parts_mut(first.as_ptr(), len) }
    }
    /// The slot at an index.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Slot<V> {
        let (first, len) = self.view;
        // SAFETY: `view` is of `slots`, which nobody changes while `self` is borrowed.
        let slots = unsafe { std::slice::from_raw_parts(first.as_ptr(), len) };
        slots[i].in_words()
    }
    /// Makes sure that there are slots for an activation at `top`, and for one that begins up to [`SLACK`] slots later.
    ///
    /// # Errors
    /// [`StackOverflow`] beyond [`MAX_SLOTS`].
    #[inline(always)]
    pub fn reserve(&mut self, top: usize) -> Result<(), StackOverflow> {
        if self.view.1 < top + 2 * SLACK {
            self.grow(top)
        } else {
            Ok(())
        }
    }
    #[cold]
    #[inline(never)]
    fn grow(&mut self, top: usize) -> Result<(), StackOverflow> {
        if top > MAX_SLOTS {
            return Err(StackOverflow);
        }
        let want = (top + 2 * SLACK).next_power_of_two();
        if self.keeps && self.outgrown.is_none() {
            self.outgrow(want);
        } else {
            self.slots.get_mut().resize(want, Slot::blank());
            self.view = view(self.slots.get_mut());
        }
        Ok(())
    }
}

/// A segment of guest execution: activations and their registers.
// What each instruction needs comes first.
#[repr(C)]
pub struct State<L: Language, V: Values> {
    /// The running activation: the last of `frames`.
    top: *mut Activation<L::Frame<V>>,
    /// Behind a blank one, so that there always is one on top.
    frames: Shared<Activation<L::Frame<V>>>,
    /// The registers.
    pub stack: Stack<V>,
    /// See [`State::unchanged`]; where [`Values::NOTED`].
    lowest: usize,
}

/// No activations: what is below the first, with room for so many.
pub(super) fn none<L: Language, V: Values>(room: usize) -> Vec<Activation<L::Frame<V>>> {
    let mut frames = Vec::with_capacity(room + 1);
    frames.push(Activation { lo: 0, base: 0, frame: Traced::blank() });
    frames
}

impl<L: Language, V: Values> Default for State<L, V> {
    fn default() -> Self {
        let mut frames = Shared::new(none::<L, V>(0));
        let top = frames.get_mut().as_mut_ptr();
        State { frames, top, stack: Stack::new(), lowest: 0 }
    }
}

impl<L: Language, V: Values> State<L, V> {
    /// Number of activations.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.frames.get().len() - 1
    }
    /// Changes the activations as a whole. The first, which is none, stays.
    pub(super) fn change<R>(&mut self, change: impl FnOnce(&mut Vec<Activation<L::Frame<V>>>) -> R) -> R {
        let frames = self.frames.get_mut();
        let answer = change(frames);
        self.top = frames.last_mut().expect("the blank one");
        answer
    }
    /// The running activation; a blank one if there is none.
    #[inline(always)]
    pub fn top(&mut self) -> &mut Activation<L::Frame<V>> {
        // SAFETY: it is the last of `frames`, which are never empty, as whatever changes them says, and `&mut self` makes this the only access to it.
        unsafe { &mut *self.top }
    }
    /// The running activation's frame and its register window.
    #[inline(always)]
    pub fn top_and_window(&mut self) -> (&mut L::Frame<V>, &mut [Slot<V>; WINDOW]) {
        // SAFETY: as in `top`; the registers are elsewhere.
        let a = unsafe { &mut *self.top };
        (&mut a.frame, self.stack.window(a.base))
    }
    /// The register window of the running activation.
    #[inline(always)]
    pub fn registers(&mut self) -> &mut [Slot<V>; WINDOW] {
        self.top_and_window().1
    }
    /// Activation `i` from the bottom of the segment. While a step is recorded, registers of an activation below the running one may be written only after it
    /// has been asked for here.
    pub fn at(&mut self, i: usize) -> &mut Activation<L::Frame<V>> {
        self.note(i + 1);
        &mut self.frames.get_mut()[1..][i]
    }
    /// The frames, from the bottom of the segment.
    pub(crate) fn frames(&self) -> impl Iterator<Item = &L::Frame<V>> {
        self.frames.get()[1..].iter().map(|a| &a.frame)
    }
    /// The activation below number `top` may change from here on.
    #[inline(always)]
    fn note(&mut self, top: usize) {
        if V::NOTED {
            self.lowest = self.lowest.min(top);
        }
    }
    /// How many activations, from the bottom of the segment, are as they were when this was asked last.
    pub(crate) fn unchanged(&mut self) -> usize {
        let depth = self.depth();
        std::mem::replace(&mut self.lowest, depth).min(depth).saturating_sub(1)
    }
    /// Opens an activation. The language enters it with [`Machine::enter`](super::Machine::enter).
    ///
    /// `lo` is the first slot of the segment that it owns; its caller owns those below. A compiled callee leaves its results from there on, one that is interpreted where
    /// [`Machine::ret`](super::Machine::ret) says; [`Language::place_results`] is told.
    /// `base` is the slot of its register 0, at or above `lo`: often the same slot, where arguments are its first registers and lie where the caller has left them. All slots
    /// between them are alive as long as it is (further arguments, say); those from `base` on where [`Frame::live`] says so.
    ///
    /// # Errors
    /// [`StackOverflow`] when the segment is full; nothing is pushed then.
    #[inline(always)]
    pub fn push(&mut self, frame: L::Frame<V>, lo: usize, base: usize) -> Result<(), StackOverflow> {
        self.stack.reserve(base)?;
        let frames = self.frames.get_mut();
        if frames.len() == frames.capacity() {
            self.change(|frames| frames.reserve(1));
        }
        // SAFETY: the one on top is the last of them, and there is room for one more.
        unsafe {
            self.top = self.top.add(1);
            self.top.write(Activation { lo, base, frame });
            let frames = self.frames.get_mut();
            frames.set_len(frames.len() + 1);
        }
        Ok(())
    }
    /// Closes the running activation. For returns use [`Machine::ret`](super::Machine::ret); this is for unwinding.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<Activation<L::Frame<V>>> {
        let depth = self.depth();
        if depth == 0 {
            return None;
        }
        // SAFETY: it is the last of more than one, and none of them any more when it is read.
        let popped = unsafe {
            self.frames.get_mut().set_len(depth);
            let popped = self.top.read();
            self.top = self.top.sub(1);
            popped
        };
        self.note(depth - 1);
        Some(popped)
    }
    /// Drops all activations from number `n` up.
    pub(crate) fn truncate(&mut self, n: usize) {
        self.change(|frames| frames.truncate(n + 1));
        self.note(n);
    }
    /// Visits activation `i`: its greens (relative to slot `origin`), the frame, then its live slots below `hi`.
    pub(crate) fn walk_activation<W: Walker<V>>(&mut self, i: usize, origin: usize, w: &mut W) {
        let frames = &mut self.frames.get_mut()[1..];
        let next_lo = frames.get(i + 1).map(|a| a.lo);
        let a = &mut frames[i];
        let (mut lo, mut base) = ((a.lo.wrapping_sub(origin)) as u64, (a.base.wrapping_sub(origin)) as u64);
        // Where the next activation begins: a reader of flat state does not have it yet.
        let mut limit = next_lo.map_or(u64::MAX, |l| l.wrapping_sub(origin) as u64);
        w.green(&mut lo);
        w.green(&mut base);
        w.green(&mut limit);
        a.lo = origin.wrapping_add(lo as usize);
        a.base = origin.wrapping_add(base as usize);
        a.frame.walk(w);
        let live = a.frame.live();
        let (lo, base) = (a.lo, a.base);
        let slots = self.stack.slots();
        let hi = if limit == u64::MAX { usize::MAX } else { origin.wrapping_add(limit as usize) };
        w.slots(&mut slots[lo..base]);
        for (k, &word) in live.iter().enumerate() {
            runs(word, |from, to| {
                let (from, to) = (base + 64 * k + from, (base + 64 * k + to).min(hi));
                if from < to {
                    w.slots(&mut slots[from..to]);
                }
            });
        }
    }
}

impl<L: Language> State<L, super::Conc> {
    /// Puts `poison` into every slot that is not alive: what is read there afterwards was never written by its activation, or [`Frame::live`] forgets it.
    /// To be called where activations are published, at a poll.
    pub(crate) fn poison_dead(&mut self, poison: crate::heap::RawSlot) {
        let frames = &self.frames.get()[1..];
        let slots = self.stack.slots.get_mut();
        for (i, a) in frames.iter().enumerate() {
            let live = a.frame.live();
            let end = frames.get(i + 1).map_or(slots.len(), |next| next.lo);
            for (r, slot) in slots[..end].iter_mut().enumerate().skip(a.base) {
                let k = r - a.base;
                if live.get(k / 64).is_none_or(|word| word >> (k % 64) & 1 == 0) {
                    *slot = Slot(poison);
                }
            }
        }
    }
}

/// The registers of an activation that count as in use are those up to the last one alive, and a few more: a multiple of this.
const IN_USE: usize = 16;

impl<L: Language, V: Values> State<L, V> {
    /// Has `fill` write into each slot that no walk of the activations from number `first` up visits; it is given slots one after the other, and the number
    /// of the first. The slots of `clean` that are past the registers in use are left alone: they hold it from the last time. Answers those for the next
    /// time: steps seldom write where the top activation has no registers in use before or after.
    pub(crate) fn fill_dead(
        &mut self,
        first: usize,
        clean: Range<usize>,
        fill: impl Fn(usize, &mut [Slot<V>]),
    ) -> Range<usize> {
        let frames = &mut self.frames.get_mut()[1..];
        let slots = self.stack.slots.get_mut();
        // What lies beyond the registers that a running activation can name is filled when there is one that can.
        let len = frames.last().map_or(0, |a| a.base + SLACK).min(slots.len());
        let mut used = len;
        let mut dead = |from: usize, to: usize| {
            if from < to {
                fill(from, &mut slots[from..to]);
            }
        };
        for i in first..frames.len() {
            let end = frames.get(i + 1).map_or(len, |a| a.lo);
            let (base, live) = (frames[i].base, frames[i].frame.live());
            let word = live.iter().rposition(|word| *word != 0).unwrap_or(0);
            let most = (64 * (word + 1) - live[word].leading_zeros() as usize).max(1);
            used = base + most.next_multiple_of(IN_USE);
            let end_used = end.min(used);
            for (k, &word) in live[..most.div_ceil(64)].iter().enumerate() {
                let first = base + 64 * k;
                runs(!word, |from, to| dead(first + from, (first + to).min(end_used)));
            }
            let from = clean.start.max(used);
            dead(used, end.min(from));
            dead(clean.end.max(from), end);
        }
        used..len
    }
    /// Raw views for the collector: calls `f` on every word that may be a reference and is read again.
    pub(crate) fn scan(&mut self, known: Known, f: &mut dyn FnMut(u64)) {
        scan_parts::<L, V>(&mut self.frames.get_mut()[1..], self.stack.slots(), known, f)
    }
}

/// The same for the parts of a state: slots that are not there are blank.
pub(super) fn scan_parts<L: Language, V: Values>(
    frames: &mut [Activation<L::Frame<V>>],
    slots: &[Slot<V>],
    known: Known,
    f: &mut dyn FnMut(u64),
) {
    struct Scan<'a>(&'a mut dyn FnMut(u64));
    impl<V: Values> Walker<V> for Scan<'_> {
        fn green(&mut self, _: &mut u64) {}
        fn green_ref(&mut self, g: &mut u64) {
            (self.0)(*g)
        }
        fn word(&mut self, w: &mut V::W, ty: Ty) {
            if ty == Ty::Ref {
                (self.0)(V::bits(*w))
            }
        }
        fn double(&mut self, _: &mut V::D) {}
        fn slot(&mut self, s: &mut V::S) {
            (self.0)(V::raw_slot(*s).bits)
        }
    }
    let depth = frames.len();
    for i in 0..depth.min(known.own) {
        let limit = frames.get(i + 1).map_or(usize::MAX, |a| a.lo);
        let a = &mut frames[i];
        a.frame.walk(&mut Scan(f));
        let mut slot = |r: usize| {
            if let Some(s) = slots.get(r) {
                f(V::raw_slot(s.0).bits)
            }
        };
        if i + 1 == depth && !known.published {
            (a.lo..a.base + SLACK).for_each(slot);
            continue;
        }
        (a.lo..a.base).for_each(&mut slot);
        for (k, &word) in a.frame.live().iter().enumerate() {
            let regs = (0..64).filter(|bit| word >> bit & 1 != 0).map(|bit| a.base + 64 * k + bit);
            regs.filter(|&r| r < limit).for_each(&mut slot);
        }
    }
}
