//! Loops under `HOLLOWAY_GPU=auto`: what [`policy::elsewhere`](crate::policy::elsewhere) decides, carried out.
//!
//! **Problem.** Choosing by time needs a clock, visits of loops that have long been compiled, and runs that can be given up.
//!
//! **How.** A clock's thread sets a bit of the poll word now and then: native code leaves, and the header where it does is found here. When such a loop may gain, all traces are thrown away once, and from then on recordings end at headers of loops that may run elsewhere (`guide`). What is left of it may
//! run elsewhere at once.
//!
//! **Invariants.** Until then nothing of what is compiled depends on the mode or on time.
//!
//! **Not promised.** That a loop which is run once and not for long is found in time.

use super::gate::Went;
use crate::machine::{Conc, Flow, HotCell, Language, State};
use crate::policy::elsewhere::{Budget, Side, Visit, LEAST};
use crate::record::flat::Flat;
use crate::region::{is_inner, MAX_CARRIED};
use crate::runtime::Runtime;
use crate::tables::regions::{Explored, Known, LoopInfo, VERSIONS};
use holloway_compiler::region::offload::Worth;
use serde_json::json;
use std::rc::Rc;

/// What the clock's first look at a loop promises.
enum Gain {
    /// It can run elsewhere, and has much before it.
    Here,
    /// It cannot or is small, which need not hold for one around it.
    Around,
    None,
}

impl<L: Language> Runtime<L> {
    /// Acts on a hot header; `None`: the processor has it.
    pub(super) fn at_choice(&self, s: &mut State<L, Conc>, cell: &HotCell, flat: &Flat) -> Option<Flow> {
        let (driver, regions) = (&self.driver, &self.driver.regions);
        let auto = &regions.auto;
        let asked = auto.asked.take();
        if !asked && !auto.awake.get() {
            return None;
        }
        let place = driver.place(cell);
        let fresh = regions.with(place, &flat.greens, |_| ()).is_none();
        if driver.offload.borrow().is_none() || fresh && regions.versions(place) >= VERSIONS {
            return None;
        }
        if asked {
            if let Some(flow) = self.found_in(s, place, flat, driver.clock()) {
                return Some(flow);
            }
        }
        // As long as native code waits to be thrown away, it goes on through headers: what is met is met by chance.
        if !auto.awake.get() || driver.is_stale() {
            return None;
        }
        // Weighing it above took time.
        let now = driver.clock();
        let compiled = driver.loop_trace(place, &flat.greens, |i| flat.reds[i]).is_some();
        let visit = regions.with_new(place, &flat.greens, |l| match &l.known {
            Known::Refused(_) if !l.stale => Visit::Pass,
            known => l.choice.visit(now, matches!(known, Known::Region(_)), compiled, auto.budget.get()),
        });
        if visit? != Visit::Pass {
            let explored = self.region_within_budget(s, place, flat);
            let flow = explored.and_then(|e| self.weigh(s, place, flat, &e));
            if flow.is_some() {
                return flow;
            }
        }
        let waits = !compiled && regions.is_open(place, &flat.greens);
        waits.then(|| {
            cell.rearm(1);
            Flow::Continue
        })
    }

    /// The clock has found the program in a loop.
    fn found_in(&self, s: &mut State<L, Conc>, place: u32, flat: &Flat, now: u64) -> Option<Flow> {
        let regions = &self.driver.regions;
        let visit = regions.with_new(place, &flat.greens, |l| match &l.known {
            Known::Refused(_) if !l.stale => Visit::Pass,
            known => l.choice.found(now, matches!(known, Known::Region(_)), regions.auto.budget.get()),
        });
        let asleep = !regions.auto.awake.get();
        if asleep && regions.with(place, &flat.greens, |l| l.choice.around)? {
            self.wake_for_others(s, now);
            return None;
        }
        if visit? == Visit::Pass {
            return None;
        }
        let region = self.region_within_budget(s, place, flat);
        if asleep {
            match self.gain(s, place, flat, region.as_deref()) {
                Gain::Here => self.wake(s),
                Gain::Around => {
                    regions.with(place, &flat.greens, |l| l.choice.around = true);
                    self.wake_for_others(s, now);
                }
                Gain::None => {}
            }
        }
        // Others are weighed where they are met.
        let explored =
            region.filter(|_| regions.with(place, &flat.greens, |l| l.choice.is_left()) == Some(true))?;
        let flow = self.weigh(s, place, flat, &explored);
        if flow.is_none() && regions.with(place, &flat.greens, |l| l.choice.is_timed()) == Some(true) {
            self.ask_soon();
        }
        flow
    }

    /// Where there may be a gain, for a loop that the clock has found.
    fn gain(&self, s: &mut State<L, Conc>, place: u32, flat: &Flat, explored: Option<&Explored>) -> Gain {
        let mut large = false;
        let went = explored.and_then(|e| {
            self.run_region(s, place, flat, e, &mut |work| {
                large = work >= LEAST;
                Worth::Look
            })
        });
        match went {
            Some(Went::Would) if large => Gain::Here,
            Some(Went::Would | Went::Left) => Gain::Around,
            Some(_) => Gain::None,
            None => {
                let inner = |l: &mut LoopInfo| matches!(&l.known, Known::Refused(why) if is_inner(why));
                let around = self.driver.regions.with(place, &flat.greens, inner).unwrap_or(false);
                if around {
                    Gain::Around
                } else {
                    Gain::None
                }
            }
        }
    }

    /// Has loops around one that the clock finds met, if compiling all anew is not too dear for a guess.
    fn wake_for_others(&self, s: &mut State<L, Conc>, now: u64) {
        if Budget::spares(self.driver.stats.borrow().nanos.iter().sum(), now) {
            self.wake(s);
        }
    }

    /// Has loops met at their headers: native code goes from loop to loop without coming by here.
    fn wake(&self, s: &mut State<L, Conc>) {
        self.driver.regions.auto.awake.set(true);
        self.driver.restart();
        let at = self.lang.describe(&s.top().frame);
        let line = || format!("the loop at {at} may gain: loops are timed from now on");
        self.tell_gpu("region_found", line, || json!({ "place": at }));
    }

    /// The region of a loop, for which the time of exploring is charged.
    fn region_within_budget(&self, s: &mut State<L, Conc>, place: u32, flat: &Flat) -> Option<Rc<Explored>> {
        let (driver, budget) = (&self.driver, &self.driver.regions.auto.budget);
        let began = driver.clock();
        let stale = driver.regions.with(place, &flat.greens, |l| l.stale)?;
        if stale && !budget.get().allows(began) {
            return None;
        }
        let explored = self.region_of(s, place, flat, budget.get().words(began).min(MAX_CARRIED));
        let now = driver.clock();
        budget.set(Budget { explored: budget.get().explored + (now - began) });
        driver.regions.with(place, &flat.greens, |l| {
            if matches!(l.known, Known::Unexplored) {
                l.choice.too_dear(now);
            }
        });
        explored
    }

    /// Has a region run by the faster side, as far as that is known.
    fn weigh(&self, s: &mut State<L, Conc>, place: u32, flat: &Flat, explored: &Explored) -> Option<Flow> {
        let (driver, regions) = (&self.driver, &self.driver.regions);
        let began = driver.clock();
        let mut decided = None;
        let went = self.run_region(s, place, flat, explored, &mut |work| {
            let choice = regions.with(place, &flat.greens, |l| l.choice.weigh(began, work));
            let Some((side, most)) = choice else { return Worth::No };
            decided = Some((side, work));
            regions.auto.until.set(Some(driver.clock() + most));
            match side {
                Side::Device => Worth::Run,
                Side::Processor => Worth::No,
            }
        });
        regions.auto.until.set(None);
        let now = driver.clock();
        regions.with(place, &flat.greens, |l| match (&went, decided) {
            // Native code goes on through its header.
            (Some(Went::On(_)), Some((_, work))) if l.choice.ran(began, now, work) => driver.restart(),
            (Some(Went::On(_)), Some(_)) => {}
            (Some(Went::Waits), _) => l.choice.waits(began, now),
            (Some(Went::Taught), _) => l.choice.taught(now),
            (_, Some((Side::Processor, work))) => l.choice.goes_on(began, now, work),
            _ => l.choice.failed(began, now),
        });
        match went {
            Some(Went::On(flow)) => Some(flow),
            _ => None,
        }
    }
}
