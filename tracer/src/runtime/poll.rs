//! What a poll does: interrupts, collections, the language's own tasks, watched execution.
//!
//! **Problem.** Whoever wants the attention of running guest code (a signal handler, the heap, a helper) sets a bit in one word that plain execution and
//! native code look at; somebody must say which bit is answered first, and where it is safe to answer.
//!
//! **Invariants.**
//! 1. Bits are answered only in `Runtime::attend`, which polls call where the running segment is published.
//! 2. A panic is passed on before anything else, an error of memory before an interrupt; a bit that was not answered stays set.
//!
//! **Not promised.** A helper that does not return is not polled.
//!
//! **Example.** `rt.request_attention()` in a finalizer's helper has `Language::attend` run at the next poll.

use super::Runtime;
use crate::heap::{reserved, Scope};
use crate::machine::{Conc, Language, Raised, State};
use crate::world;
use holloway_compiler::abi::POLL_LOG;
use std::sync::atomic::Ordering;

/// The bit of the poll word that an interrupt (Ctrl-C) sets.
pub const POLL_INTERRUPT: u64 = 2;

/// The bit that a helper's panic sets: native code does not ask whether an elidable helper panicked, so it leaves at its next poll. Until then
/// the result is 0; where it would be a reference, native code leaves at once.
pub(crate) const POLL_PANIC: u64 = 4;
/// The bit by which the language asks for [`Language::attend`].
const POLL_TASK: u64 = 8;
/// The bit that is set while execution is watched.
const POLL_WATCH: u64 = 16;
/// The bit by which a clock asks in which loop the program is.
pub(crate) const POLL_CLOCK: u64 = 32;
/// The bit by which a census asks where plain execution is.
pub(super) const POLL_PLACE: u64 = 64;

/// Polls that collect one and all under stress, and how many go to one collection afterwards.
const EAGER_POLLS: u64 = 2_000;
const STRESS_INTERVAL: u64 = 97;
/// Polls for which as many again go to one collection: what a long program has not shown by then, it seldom shows.
const STRESS_POLLS: u64 = 200_000;
/// Activations and bytes for which as many polls again go to one collection.
const STRESS_DEPTH: usize = 2_000;
const STRESS_BYTES: usize = 8 << 20;
/// Bytes of a heap that is looked at in each collection under stress; one of N times as many is in each (N + 1)th.
const STRESS_HEAP: usize = 4 << 20;

impl<L: Language> Runtime<L> {
    /// Does what a poll asks for, where the running segment is published. `ran` is the activation of it that took the time until now: at a function's entry
    /// that is the caller.
    ///
    /// # Errors
    /// [`Raised`] with the language's error for an interrupt or for memory used up.
    ///
    /// # Panics
    /// In stress mode, if the heap is damaged.
    pub(crate) fn attend(&self, s: &mut State<L, Conc>, ran: usize) -> Result<(), Raised> {
        let bits = self.ctx.poll.get();
        if bits == 0 {
            return Ok(());
        }
        if bits & POLL_PANIC != 0 {
            self.resume_panic();
        }
        if bits & POLL_CLOCK != 0 {
            self.poll_word().fetch_and(!POLL_CLOCK, Ordering::Relaxed);
            self.driver.regions.auto.asked.set(true);
        }
        if bits & POLL_PLACE != 0 {
            self.poll_word().fetch_and(!POLL_PLACE, Ordering::Relaxed);
            self.tell_place(s, ran);
        }
        if bits & (crate::heap::POLL_GC | POLL_LOG) != 0 {
            // Under stress the bit is always set: every poll collects at first, later ones now and then, or large heaps would take for ever.
            let polls = self.stress_polls.get() + 1;
            self.stress_polls.set(polls);
            if self.heap.config().stress {
                if polls < self.stress_next.get() {
                    return Ok(());
                }
                let costs = s.depth() / STRESS_DEPTH + self.heap.stats().in_use / STRESS_BYTES;
                let interval = if polls < EAGER_POLLS { 1 } else { STRESS_INTERVAL };
                let more = STRESS_INTERVAL * (costs as u64 + polls / STRESS_POLLS);
                self.stress_next.set(polls + interval + more);
                self.stress(s);
            }
            let put_off = self.heap.put_off();
            if !put_off {
                self.collect_if(self.heap.due(), true, false);
            }
            let refused = reserved::take_refused();
            if refused && put_off {
                self.collect_if(Scope::All, true, false);
            }
            let told = self.heap.take_told();
            if (self.heap.take_out_of_memory() || refused) && !told {
                self.error.set(self.lang.out_of_memory(self));
                return Err(Raised);
            }
        }
        if bits & POLL_INTERRUPT != 0 {
            self.poll_word().fetch_and(!POLL_INTERRUPT, Ordering::Relaxed);
            world::note(world::interrupted);
            self.error.set(self.lang.interrupted(self));
            return Err(Raised);
        }
        // The collection above may have asked for it.
        if self.poll_word().fetch_and(!POLL_TASK, Ordering::Relaxed) & POLL_TASK != 0 {
            return self.lang.attend(self);
        }
        Ok(())
    }

    /// Tells the census that plain execution has been in this activation.
    fn tell_place(&self, s: &State<L, Conc>, activation: usize) {
        if let (Some(census), Some(frame)) = (&self.driver.census, s.frames().nth(activation)) {
            let place = self.lang.describe(frame);
            self.driver.tell_file(&place, || self.lang.file(frame));
            census.plainly_at(place);
        }
    }

    /// What stress mode does before it collects: it makes what is dead unusable, and looks for damage that was done since the last time. With a large
    /// heap it does so less often.
    fn stress(&self, s: &mut State<L, Conc>) {
        self.heap.note(|| self.lang.describe(&s.top().frame));
        let rest = self.stress_rest.get();
        if rest > 0 {
            return self.stress_rest.set(rest - 1);
        }
        self.stress_rest.set(self.heap.stats().in_use / STRESS_HEAP);
        s.poison_dead(self.heap.poison());
        if let Err(what) = self.heap.verify() {
            let place = self.lang.describe(&s.top().frame);
            panic!("the heap is damaged: {what}; noticed at {place}");
        }
    }

    /// Asks for [`Language::attend`] at the next poll of plain execution; native code leaves at its polls until then.
    pub fn request_attention(&self) {
        self.poll_word().fetch_or(POLL_TASK, Ordering::Relaxed);
    }

    /// Has execution watched, or no longer: from the next poll on the guest runs plainly, step by step, with [`Language::watch`] before each. A step that
    /// switches it on may leave with [`Exit::Stopped`](crate::machine::Exit::Stopped) at a merge point to have it begin there. Native code that waits
    /// for a helper to return leaves at its next poll.
    pub fn watch(&self, on: bool) {
        if on {
            self.poll_word().fetch_or(POLL_WATCH, Ordering::Relaxed);
        } else {
            self.poll_word().fetch_and(!POLL_WATCH, Ordering::Relaxed);
        }
    }

    /// Whether execution is watched.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.ctx.poll.get() & POLL_WATCH != 0
    }
}
