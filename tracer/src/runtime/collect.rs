//! The roots of a collection, and when one takes what only traces refer to.
//!
//! **Problem.** References are in states, on native stacks, in suspended coroutines, in a recording and in native code. A collection must find all of them, and
//! where the program asks for it, nothing else.
//!
//! **Invariants.**
//! 1. In mid-step the native stack is scanned from the stack pointer up; at a poll from the floor of the running segment (see [`super::segments`]).
//! 2. Traces are retired only when no native code runs or waits.
//!
//! **Not promised.** That garbage which a stale word of a host's frame points to is found: hosts root what they keep.
//!
//! **Example.** `rt.collect()` in a helper; `collectgarbage()` of a guest goes through [`Machine::collect`](crate::machine::Machine::collect).

use super::{segments, Runtime};
use crate::heap::{Marker, Scope};
use crate::machine::Language;
use crate::observe::census::{Census, Phase};

impl<L: Language> Runtime<L> {
    /// Collects garbage now, in mid-step. Roots: the native stack and those of waiting resumers, all running segments, trace constants, the language's own.
    ///
    /// Rust collections holding references must be rooted; see the heap's page. A poll knows better what is live (see `segments`), and so does a step that
    /// calls [`Machine::collect`](crate::machine::Machine::collect).
    pub fn collect(&self) {
        self.collect_if(Scope::All, false, false);
    }

    /// Collects where the running segment is published, because the program asks for it: it is to see nothing live that it cannot reach, neither what only
    /// traces refer to nor what unreachable coroutines do.
    pub(crate) fn collect_everything(&self) {
        self.coroutines.forget_passed();
        if self.collect_if(Scope::All, true, self.driver.is_idle()) {
            self.collect_if(Scope::All, true, self.driver.is_idle());
        }
    }

    /// Answers whether there were coroutines to close: what they referred to is garbage now.
    pub(super) fn collect_if(&self, scope: Scope, published: bool, retiring: bool) -> bool {
        if retiring {
            // It may take out of use what that refers to.
            self.settle();
        }
        let _phase = Census::during(&self.driver.census, Phase::Collecting);
        // What is known of arguments goes by addresses, which may be used again.
        self.claims.borrow_mut().forget();
        let floor = if published { self.floor() } else { None };
        crate::heap::with_registers_pushed(|sp| {
            let mut roots = |m: &mut Marker<'_>| {
                let (lo, hi) = (floor.unwrap_or(sp) & !7, self.stack_base.get());
                // SAFETY: the words between the stack pointer (or the floor above it) and the base belong to this thread's live stack.
                let words =
                    unsafe { std::slice::from_raw_parts(lo as *const u64, hi.saturating_sub(lo) / 8) };
                for w in words {
                    // SAFETY: a read of live stack memory; volatile, as slots may be padding or uninitialized.
                    m.mark_conservative(unsafe { std::ptr::read_volatile(w) });
                }
                // SAFETY: the list of the running stack.
                unsafe { segments::mark_segments(self.segments.get(), floor.is_some(), m) };
                self.coroutines.mark_roots(m);
                crate::record::tape::with(|t| {
                    t.trace.consts.iter().for_each(|c| m.mark_conservative(c.bits));
                    if self.driver.recording.get() {
                        t.audit.start_words().for_each(|w| m.mark_conservative(w));
                    }
                });
                if !retiring {
                    self.driver.mark_constants(m);
                    let flights = self.flights.borrow();
                    flights.iter().flat_map(|f| &f.order.references).for_each(|&w| m.mark_conservative(w));
                }
                m.mark_conservative(self.error.get().bits);
                self.pending_results.borrow().iter().for_each(|s| m.mark_conservative(s.bits));
                let flattened = self.flattened.borrow();
                flattened.iter().flat_map(|f| &f.0.reds).for_each(|&w| m.mark_conservative(w));
                self.lang.mark(m);
            };
            let mut last = |m: &mut Marker<'_>| {
                self.coroutines.condemn(m);
                self.lang.condemn(self, m);
                if self.driver.params.audit {
                    m.drain();
                    self.past.borrow_mut().forget(|w| m.spares(w));
                    crate::record::tape::with(|t| t.audit.forget(|w| m.spares(w)));
                }
                if retiring {
                    m.drain();
                    self.driver.retire(|w| m.spares(w));
                }
            };
            self.heap.collect_with(scope, &mut roots, &mut last);
        });
        self.driver.paused(self.heap.stats());
        self.close_doomed()
    }
}
