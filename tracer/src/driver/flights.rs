//! Recordings that are compiled while the program goes on.
//!
//! **Problem.** Until a trace is installed its place goes on plainly, and nothing may change that its code refers to.
//!
//! **How.** A recording is *in flight* until it *lands*, after all that took off before it: when its place has been visited (or its exit taken) as often as its compiling is worth
//! ([`policy::until_made`](crate::policy::until_made)), when another recording comes to it, or before an event that may take traces out of use. Who has it land does on the spot what nobody
//! has begun.
//!
//! **Invariants.**
//! 1. No trace is thrown away while something is in flight, and what that refers to lives.
//! 2. What lands when is a matter of counts only, so all runs of a program have the same traces.
//!
//! **Not promised.** That what is in flight at the end of the program is compiled. That collections come at the same polls in each run: what was compiled on the program's own thread, which is a matter of time, leaves words on its
//! stack that they look at. Recorded runs have no other thread.
//!
//! **Example.** A loop is recorded at its 400th turn; its 512th is the first in native code.

use crate::compile::flight::{Flight, Order};
use crate::compile::job::Job;
use crate::machine::{HotCell, Language};
use crate::policy::{Kind, MAX_FLIGHTS};
use crate::runtime::Runtime;
use std::time::Instant;

impl<L: Language> Runtime<L> {
    /// Whether recordings may be compiled while the program goes on.
    pub(super) fn may_fly(&self) -> bool {
        let params = &self.driver.params;
        params.concurrent && params.chaos.is_none() && !params.audit && self.driver.census.is_none()
    }

    /// Has a recording compiled while the program goes on, for as many visits of its place at most.
    pub(super) fn fly(&self, order: Order, job: Job, left: u32) {
        while self.flights.borrow().len() >= MAX_FLIGHTS {
            self.land_first();
        }
        if let Some(place) = order.anchor.place() {
            self.driver.places.borrow_mut()[place as usize].rearm = Some(left);
        }
        let begun = self.aside.begin(self.driver.backend(), self.driver.shared(), job);
        self.flights.borrow_mut().push_back(Flight { order, begun, left });
    }

    /// Has the one that began first land; false if there is none.
    fn land_first(&self) -> bool {
        let first = self.flights.borrow_mut().pop_front();
        let Some(Flight { order, begun, .. }) = first else { return false };
        let began = Instant::now();
        let made = self.aside.finish(self.driver.backend(), self.driver.shared(), begun);
        self.driver.stats.borrow_mut().waited += began.elapsed().as_nanos() as u64;
        // Nothing is allocated, and so nothing collected, until the trace holds what the order has held.
        self.install_made(order, made, None);
        true
    }

    /// Has all land that are in flight.
    pub(crate) fn settle(&self) {
        self.land_those(|_| true)
    }

    /// At the end of the run: if the log is kept, what is in flight lands, so that each recording is told of to its end.
    pub(crate) fn land_for_log(&self) {
        if self.driver.log.on() && !std::thread::panicking() {
            self.settle();
        }
    }

    /// Has all land up to the last of those that are wanted.
    fn land_those(&self, wanted: impl Fn(&Flight) -> bool) {
        let flights = self.flights.borrow();
        let Some(last) = flights.iter().rposition(wanted) else { return };
        let began = Instant::now();
        self.aside.help(self.driver.backend(), &flights[last].begun);
        self.driver.stats.borrow_mut().waited += began.elapsed().as_nanos() as u64;
        drop(flights);
        for _ in 0..=last {
            self.land_first();
        }
    }

    /// Has those land that are in flight for a place.
    pub(crate) fn land_at(&self, cell: &HotCell) {
        let place = cell.number();
        if place != 0 {
            self.land_those(|f| f.order.anchor.place() == Some(place));
        }
    }

    /// The counter of a place has run out: what is in flight for it lands. Whether it is still run out.
    pub(super) fn land(&self, cell: &HotCell) -> bool {
        self.land_at(cell);
        self.driver.rearm(cell);
        cell.is_due()
    }

    /// Has joins land; whether there were some in flight.
    pub(crate) fn land_joins(&self) -> bool {
        let is_join = |f: &Flight| f.order.kind == Kind::Join;
        let some = self.flights.borrow().iter().any(is_join);
        self.land_those(is_join);
        some
    }

    /// Whether something is in flight for an exit that was taken; after so many times it lands.
    pub(super) fn is_awaited(&self, exit: u64) -> bool {
        let mut flights = self.flights.borrow_mut();
        let Some(flight) = flights.iter_mut().find(|f| f.order.anchor.exit() == Some(exit)) else {
            return false;
        };
        flight.left = flight.left.saturating_sub(1);
        let lands = flight.left == 0;
        drop(flights);
        if lands {
            self.land_those(|f| f.order.anchor.exit() == Some(exit));
        }
        true
    }
}
