//! Loops that may run elsewhere, at their headers.
//!
//! **Problem.** A hot loop is explored before anything is recorded of it, for what it does as a whole shows best from there.
//!
//! **Invariants.** Nothing is explored while a recording is under way: both use the tape. What comes of it never changes what the program does.
//!
//! **Not promised.** That each version of a loop is explored: after some sets of greens no more are.

use crate::machine::{Conc, Flow, HotCell, Language, Raised, State};
use crate::observe::regions::RegionReport;
use crate::record::flat::{self, Flat};
use crate::region::check::{self, Left};
use crate::region::memory::GuestMemory;
use crate::region::{is_for_one, is_too_large, region_at, MAX_CARRIED};
use crate::resume::plan::ExitPlan;
use crate::resume::rebuild::Concrete;
use crate::runtime::Runtime;
use crate::tables::regions::{Explored, GpuMode, Known, VERSIONS};
use holloway_compiler::ir::SnapId;
use holloway_compiler::region::offload::{Offload, Outcome, Worth};
use holloway_compiler::region::report::Report;
use holloway_compiler::region::{BlockId, Region, Step, ENTRY};
use serde_json::{json, Value};
use std::rc::Rc;

/// Explorations of a version of a loop.
const EXPLORATIONS: u32 = 16;
/// Explorations of a version of a loop that find an iteration only that is unlike the others.
const UNLIKE: u32 = 3;
/// Explorations of a version of a loop after which it is not explored again only since the heap has other values.
const OTHERS: u32 = 4;
/// Uses of one region under `check`.
const CHECKS: u32 = 4;
/// After so many failures in a row the visits that are passed over do not grow any more: then they are two to the power of this.
const MAX_REST: u32 = 12;

/// What has become of a region that was handed over.
#[derive(PartialEq)]
pub(super) enum Went {
    /// It has run; how plain execution goes on.
    On(Flow),
    /// An assumption has failed: the loop is to be explored again.
    Taught,
    /// Something is being made ready.
    Waits,
    /// It would run; that was the question.
    Would,
    /// It stays on the processor.
    Left,
}

impl<L: Language> Runtime<L> {
    /// Acts on a hot header if loops are to run elsewhere; `None`: nothing was done.
    pub(crate) fn at_gate(&self, s: &mut State<L, Conc>, cell: &HotCell, flat: &Flat) -> Option<Flow> {
        if self.driver.params.gpu == GpuMode::Off || self.driver.recording.get() {
            return None;
        }
        let place = self.driver.place(cell);
        if self.driver.params.gpu == GpuMode::Auto {
            return self.at_choice(s, cell, flat);
        }
        // What fails teaches, so it is tried again until there is nothing more to learn.
        while let Some(explored) = self.region_of(s, place, flat, MAX_CARRIED) {
            let done = self.at_region(s, place, flat, &explored);
            if done.is_some() || !self.driver.regions.with(place, &flat.greens, |l| l.stale).unwrap_or(false)
            {
                return done;
            }
        }
        None
    }

    fn at_region(
        &self,
        s: &mut State<L, Conc>,
        place: u32,
        flat: &Flat,
        explored: &Explored,
    ) -> Option<Flow> {
        match self.driver.params.gpu {
            GpuMode::Check => {
                let uses = self.driver.regions.with(place, &flat.greens, |l| {
                    l.uses += 1;
                    l.uses
                });
                if uses.unwrap_or(0) > CHECKS {
                    return None;
                }
                self.check_region(s, place, flat, explored).then_some(Flow::Continue)
            }
            GpuMode::Force | GpuMode::Copy | GpuMode::Shuffle => self.offload(s, place, flat, explored),
            GpuMode::Off | GpuMode::Auto => None,
        }
    }

    /// Runs a region elsewhere whenever that may succeed; `None` if it comes to nothing.
    fn offload(&self, s: &mut State<L, Conc>, place: u32, flat: &Flat, explored: &Explored) -> Option<Flow> {
        let regions = &self.driver.regions;
        let rests = regions.with(place, &flat.greens, |l| {
            l.rest = l.rest.saturating_sub(1);
            l.rest > 0
        });
        if rests? {
            return None;
        }
        match self.run_region(s, place, flat, explored, &mut |_| Worth::Run)? {
            Went::On(flow) => {
                regions.with(place, &flat.greens, |l| l.failures = 0);
                return Some(flow);
            }
            Went::Taught | Went::Would => {}
            Went::Waits | Went::Left => {
                regions.with(place, &flat.greens, |l| {
                    l.failures += 1;
                    l.rest = 1 << l.failures.min(MAX_REST);
                });
            }
        }
        None
    }

    /// Hands a region to who runs such, if there is anybody who has a plan for it.
    pub(super) fn run_region(
        &self,
        s: &mut State<L, Conc>,
        place: u32,
        flat: &Flat,
        explored: &Explored,
        worth: &mut dyn FnMut(u64) -> Worth,
    ) -> Option<Went> {
        let regions = &self.driver.regions;
        let offload = self.driver.offload.borrow().clone()?;
        let at = self.place_if_told(s);
        let region = &explored.region;
        let mut plan = match regions.with(place, &flat.greens, |l| l.plan.take())? {
            Some(plan) => plan,
            None => match offload.plan(region) {
                Ok(plan) => plan,
                Err(why) => {
                    let at = self.lang.describe(&s.top().frame);
                    self.tell_refusal(&at, &why.0);
                    regions.put(place, &flat.greens, &at, Known::Refused(why.0.into()));
                    return None;
                }
            },
        };
        let mut memory = GuestMemory::new(self, &explored.versions);
        let outcome = offload.run(region, &mut plan, &flat.reds, &mut memory, worth);
        self.heap.stored_elsewhere();
        let report = offload.take_report();
        regions.with(place, &flat.greens, |l| l.plan = Some(plan));
        self.tell_report(place, &flat.greens, &at, report);
        let (went, why) = match outcome {
            Outcome::Ran { snap, values } => {
                self.driver.stats.borrow_mut().offloaded += 1;
                regions.with(place, &flat.greens, |l| {
                    l.tally.runs += 1;
                    l.missed = false;
                });
                self.tell_gpu(
                    "region_run",
                    || format!("the region at {at} has run"),
                    || json!({ "place": at }),
                );
                return Some(Went::On(self.go_on_after(s, region, snap, &values)));
            }
            Outcome::Failed(steps) => {
                self.learn(place, &flat.greens, explored, &steps);
                let taught = regions.with(place, &flat.greens, |l| l.stale || l.missed).unwrap_or(false);
                let (block, step) = steps[0];
                (if taught { Went::Taught } else { Went::Left }, check::assumption(region, block, step))
            }
            Outcome::Discarded(why) => (Went::Left, why.0),
            Outcome::NotYet(why) => (Went::Waits, why.0),
            Outcome::Would => return Some(Went::Would),
            Outcome::Absent(why) => {
                self.driver.offload.replace(None);
                regions.auto.awake.set(false);
                self.no_device(&why.0);
                return None;
            }
        };
        if went == Went::Left {
            self.driver.stats.borrow_mut().discarded += 1;
            regions.with(place, &flat.greens, |l| {
                (l.tally.discarded, l.tally.why) = (l.tally.discarded + 1, Some(why.clone()));
            });
        }
        self.tell_refusal(&at, &why);
        Some(went)
    }

    /// Notes what a run has told of its loops, and tells it unless the run before went the same way.
    fn tell_report(&self, place: u32, greens: &[u64], at: &str, report: Report) {
        let log = &self.driver.log;
        let news = self.driver.regions.with(place, greens, |l| {
            l.tally.report.add(report.clone());
            let news = !l.said.is_like(&report);
            l.said = report;
            news.then(|| l.said.clone())
        });
        if let Some(Some(report)) = news {
            let line = || format!("the region at {at}:\n{report}").replace('\n', "\n  ");
            let fields = || crate::observe::regions::with_place(at, &report, log.times());
            self.tell_gpu("region_report", line, fields);
        }
    }

    /// Tells an event about loops that may run elsewhere, which `HOLLOWAY_LOG=gpu` prints too.
    pub(super) fn tell_gpu(
        &self,
        event: &str,
        line: impl FnOnce() -> String,
        fields: impl FnOnce() -> Value,
    ) {
        self.driver.log.tell_also(self.driver.params.log_gpu, event, line, fields);
    }

    /// Where the program is, for [`Runtime::tell_gpu`]; nothing if nobody is told.
    fn place_if_told(&self, s: &mut State<L, Conc>) -> String {
        match self.driver.log.on() || self.driver.params.log_gpu {
            true => self.lang.describe(&s.top().frame),
            false => String::new(),
        }
    }

    pub(super) fn tell_refusal(&self, at: &str, why: &str) {
        let line = || format!("the region at {at} stays on the processor: {why}");
        self.tell_gpu("region_refused", line, || json!({ "place": at, "why": why }));
    }

    /// Puts the state of a region's exit in the place of the running activation's.
    fn go_on_after(&self, s: &mut State<L, Conc>, region: &Region, snap: SnapId, values: &[u64]) -> Flow {
        let first = s.depth() - 1;
        let origin = s.at(first).lo;
        let plan = ExitPlan::new(&region.vals, &region.vals.snaps[snap.0 as usize]);
        let state = plan.rebuild(&mut Concrete { rt: self, trace: &region.vals, values });
        let written = flat::write(s, first, origin, &plan.greens, &state.reds);
        self.give_words(state.reds);
        match written {
            Ok(()) => Flow::Continue,
            Err(_) => {
                let Raised = self.stack_overflow();
                Flow::Raised
            }
        }
    }

    /// True if the region was compared, and its steps are done.
    fn check_region(&self, s: &mut State<L, Conc>, place: u32, flat: &Flat, explored: &Explored) -> bool {
        let at = self.lang.describe(&s.top().frame);
        let compared = check::check(self, s, explored);
        let done = compared.is_ok();
        if done {
            self.driver.regions.with(place, &flat.greens, |l| l.missed = false);
        }
        self.driver.stats.borrow_mut().checked[usize::from(!done)] += 1;
        let (line, fields) = match compared {
            Ok(steps) => (
                format!("the region at {at} is as plain execution for {steps} steps"),
                json!({ "place": at, "steps": steps }),
            ),
            Err(left) => {
                let why = match left {
                    Left::TooLong => "it runs too long".to_string(),
                    Left::Failed(block, step) => {
                        self.learn(place, &flat.greens, explored, &[(block, step)]);
                        check::assumption(&explored.region, block, step)
                    }
                };
                (format!("the region at {at} is not compared: {why}"), json!({ "place": at, "left": why }))
            }
        };
        self.tell_gpu("region_check", || line, || fields);
        done
    }

    /// Assumptions have failed: the loop is explored again when it comes next, with what that has taught.
    fn learn(&self, place: u32, greens: &[u64], explored: &Explored, steps: &[(BlockId, usize)]) {
        let site =
            |&(block, step): &(BlockId, usize)| match explored.region.blocks[block as usize].steps[step] {
                Step::Assume { cond, .. } if block != ENTRY => explored.sites.get(&cond),
                _ => None,
            };
        let at_entry = steps.iter().any(|s| s.0 == ENTRY);
        self.driver.regions.with(place, greens, |l| {
            let mut more = false;
            for site in steps.iter().filter_map(site) {
                more |= Rc::make_mut(&mut l.forks).insert(*site);
            }
            // At entry the values were others. A first iteration that is not like those after it is done plainly; else the exploration begins with them.
            l.missed = at_entry && !l.missed;
            // A value that decides was another than at first, and there was no branch to go both ways. By now the heap may have both, such as flags that are set.
            let others = !more && !at_entry && l.explored < OTHERS;
            l.stale = (more || others || at_entry && !l.missed) && l.explored < EXPLORATIONS;
            l.uses = l.uses.saturating_sub(1);
        });
    }

    /// What is known of hot loops that may run elsewhere, in the order in which they were found. A loop that was compiled for several constants is there several
    /// times. Nothing unless `HOLLOWAY_GPU` asks for it.
    pub fn regions(&self) -> Vec<RegionReport> {
        self.driver.region_reports()
    }

    /// Has regions run by this from now on.
    pub fn offload_to(&self, offload: Rc<dyn Offload>) {
        self.driver.offload.replace(Some(offload));
    }

    /// Notes that there is nobody to run regions, and why.
    pub fn no_device(&self, why: &str) {
        let line = || format!("no device: {why}");
        self.tell_gpu("no_device", line, || json!({ "why": why }));
    }

    /// The region of a loop, which is explored if nothing is known of it, carrying at most `most` words. If that is too little and more may be carried
    /// another time, nothing is known of it afterwards.
    pub(super) fn region_of(
        &self,
        s: &mut State<L, Conc>,
        place: u32,
        flat: &Flat,
        most: u64,
    ) -> Option<Rc<Explored>> {
        let regions = &self.driver.regions;
        let state = regions
            .with(place, &flat.greens, |l| (l.known.clone(), l.forks.clone(), std::mem::take(&mut l.stale)));
        let known = match state {
            Some((known, _, false)) if !matches!(known, Known::Unexplored) => known,
            None if regions.versions(place) >= VERSIONS => return None,
            state => {
                let forks = state.map(|s| s.1).unwrap_or_default();
                let mut learnt =
                    regions.with(place, &flat.greens, |l| std::mem::take(&mut l.learnt)).unwrap_or_default();
                let began = self.driver.clock();
                let known = match region_at(self, s, &forks, &mut learnt, most) {
                    Ok(explored) => Known::Region(Rc::new(explored)),
                    Err(why) if is_too_large(&why) && most < MAX_CARRIED => Known::Unexplored,
                    Err(why) => Known::Refused(why.into()),
                };
                let took = self.driver.clock() - began;
                let mut stats = self.driver.stats.borrow_mut();
                stats.regions[0] += 1;
                stats.regions[1] += u64::from(matches!(known, Known::Region(_)));
                let at = self.lang.describe(&s.top().frame);
                self.tell_region(&at, &known, took);
                regions.put(place, &flat.greens, &at, known.clone());
                regions.with(place, &flat.greens, |l| l.learnt = learnt);
                if matches!(&known, Known::Refused(why) if is_for_one(why)) {
                    regions.with(place, &flat.greens, |l| l.stale = l.explored < UNLIKE);
                }
                known
            }
        };
        match known {
            Known::Region(explored) => Some(explored),
            Known::Refused(_) | Known::Unexplored => None,
        }
    }

    fn tell_region(&self, place: &str, known: &Known, took: u64) {
        if !self.driver.log.on() && !self.driver.params.log_gpu {
            return;
        }
        let (line, mut fields) = match known {
            Known::Region(e) => {
                let blocks = e.region.blocks.len();
                (format!("region at {place}: {blocks} blocks"), json!({ "place": place, "blocks": blocks }))
            }
            Known::Unexplored => (
                format!("no region at {place} yet: it is too large to explore now"),
                json!({ "place": place }),
            ),
            Known::Refused(why) => {
                (format!("no region at {place}: {why}"), json!({ "place": place, "refused": &**why }))
            }
        };
        let line = format!("{line}, explored in {:.1} ms", took as f64 / 1e6);
        if self.driver.log.times() {
            fields["explore_ns"] = json!(took);
        }
        self.tell_gpu("region", || line, || fields);
    }
}
