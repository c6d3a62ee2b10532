//! States whose contents are taken away and put back while an interpreter loop waits in the middle of them.
//!
//! **Problem.** An interpreter loop may hold references into its state (a frame, a window of registers) while it waits in a helper that yields. Its
//! coroutine may have to give the state's memory to another one meanwhile, so that a million of them need not have windows of their own.
//!
//! **Invariants.**
//! 1. Contents come back to the addresses that they were taken from: few slots are copied out of the state's own memory and back into it, more
//!    than fit there take their memory with them, as activations always do.
//! 2. So the memory that a state's slots begin in lives as long as the state; slots that outgrow it leave it aside.
//! 3. Slots that nobody has used are blank and are not kept.
//!
//! **Example.** `let c = s.take_contents()`, then another coroutine runs on `s` and is done, and `s.put_contents(c)`.

use super::state::{none, scan_parts, Activation, Traced, SLACK};
use super::values::{Conc, Slot, Values};
use super::{Language, Stack, State};
use crate::machine::state::Known;

/// Activations that a state has room for at first.
const FEW: usize = 2;

/// What was in a state.
pub(crate) struct Contents<L: Language> {
    frames: Vec<Activation<L::Frame<Conc>>>,
    slots: Vec<Slot<Conc>>,
    /// Whether the slots are where they were.
    outgrown: bool,
}

/// A state's contents, of whichever language.
pub(crate) trait Scan {
    /// Calls `f` on every word that may be a reference.
    fn scan(&mut self, known: Known, f: &mut dyn FnMut(u64));
    /// Memory taken, in bytes.
    fn bytes(&self) -> usize;
}

impl<L: Language> Scan for Contents<L> {
    fn scan(&mut self, known: Known, f: &mut dyn FnMut(u64)) {
        scan_parts::<L, Conc>(&mut self.frames[1..], &self.slots, known, f)
    }
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.frames.capacity() * size_of::<Activation<L::Frame<Conc>>>()
            + self.slots.capacity() * size_of::<Slot<Conc>>()
    }
}

impl<V: Values> Stack<V> {
    /// Goes on in more memory, and keeps the present one, blank.
    pub(super) fn outgrow(&mut self, want: usize) {
        let mut more = Vec::with_capacity(want);
        more.extend_from_slice(self.slots());
        more.resize(want, Slot::blank());
        let mut few = self.replace(more);
        few.fill(Slot::blank());
        self.outgrown = Some(few);
    }
}

impl<L: Language> State<L, Conc> {
    /// One whose contents can be taken.
    pub(crate) fn movable() -> Self {
        let mut s = Self::default();
        // The first activations shall fit.
        s.stack.replace(vec![Slot::blank(); 4 * SLACK]);
        s.stack.keeps = true;
        s
    }
    /// Takes all there is.
    pub(crate) fn take_contents(&mut self) -> Contents<L> {
        let frames = self.change(|frames| std::mem::replace(frames, none::<L, Conc>(FEW)));
        if let Some(few) = self.stack.outgrown.take() {
            let slots = self.stack.replace(few);
            return Contents { frames, slots, outgrown: true };
        }
        let slots = self.stack.slots();
        // What the collector sees of a state is all there can be in it.
        let seen = frames[1..].last().map_or(0, |a| (a.base + SLACK).min(slots.len()));
        let is_blank = |s: &Slot<Conc>| s.0 == Slot::<Conc>::blank().0;
        let used = slots[..seen].iter().rposition(|s| !is_blank(s)).map_or(0, |i| i + 1);
        let taken = slots[..used].to_vec();
        slots[..used].fill(Slot::blank());
        Contents { frames, slots: taken, outgrown: false }
    }
    /// Puts what was taken back.
    pub(crate) fn put_contents(&mut self, c: Contents<L>) {
        self.change(|frames| *frames = c.frames);
        if c.outgrown {
            let few = self.stack.replace(c.slots);
            self.stack.outgrown = Some(few);
        } else {
            self.stack.slots()[..c.slots.len()].copy_from_slice(&c.slots);
        }
    }
    /// Drops all there is; `blank` says whether slots are to be blank then.
    pub(crate) fn clear(&mut self, blank: bool) {
        self.truncate(0);
        if let Some(few) = self.stack.outgrown.take() {
            self.stack.replace(few);
        }
        if blank {
            self.stack.slots().fill(Slot::blank());
        }
    }
}
