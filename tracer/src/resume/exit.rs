//! An exit is taken.
//!
//! **Invariants.**
//! 1. What native code hands over is read before any author code runs, and copied if a bridge is to begin with it.
//! 2. An exit restores the window, then either records a bridge, finishes the step, or simply lets plain execution take the step again.
//! 3. Where an error has left the window there is nothing to restore.

use super::finish::Resume;
use super::plan::ExitPlan;
use super::rebuild::Concrete;
use crate::machine::{Conc, Exit, Flow, Frame as _, Language, State};
use crate::observe::census::{Census, Phase};
use crate::policy::ways;
use crate::record::flat::{self, Flat};
use crate::restore::Restore;
use crate::runtime::Runtime;
use crate::tables::TraceInfo;
use crate::world;
use holloway_compiler::ir::{ExitKind, IrRef, Ty};
use smallvec::SmallVec;
use std::rc::Rc;

/// An exit that was taken, with the state it left.
pub(crate) struct Taken {
    /// The driver's number of it.
    pub number: u64,
    /// The trace that was left.
    pub info: Rc<TraceInfo>,
    /// Its plan.
    pub plan: Rc<ExitPlan>,
    /// What native code handed over.
    pub values: Vec<u64>,
    /// The objects of the plan.
    pub objects: SmallVec<[u64; 4]>,
}

/// How things go on from an exit.
pub(crate) enum After {
    /// Plainly.
    Flow(Flow),
    /// In this join, where the state now is.
    Join(u32, Flat),
}

impl<L: Language> Runtime<L> {
    /// Handles the exit native code just took: rebuilds activations from number `first` up. `entered`: the trace that was entered, if it is known.
    pub(crate) fn take_exit(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        origin: usize,
        entered: Option<u32>,
    ) -> After {
        if self.has_raised() {
            s.truncate(first);
            return After::Flow(if first == 0 { Flow::Leave(Exit::Raised) } else { Flow::Raised });
        }
        let _phase = Census::during(&self.driver.census, Phase::Exits);
        let number = self.ctx.exit.get();
        let forced = self.ctx.forced.replace(0) != 0;
        let (info, plan) = self.exit_plan(number);
        // SAFETY: the exit routine wrote that many values to the buffer this run time gave the context, and nobody writes there until native code runs again.
        let values = unsafe { std::slice::from_raw_parts(self.ctx.exit_values.get(), plan.values.len()) };
        let hot = self.count_exit(number, forced);
        let state = plan.rebuild(&mut Concrete { rt: self, trace: &info.trace, values });
        let values = if hot { values.to_vec() } else { Vec::new() };
        let written = flat::write(s, first, origin, &plan.greens, &state.reds);
        self.give_words(state.reds);
        if written.is_err() {
            return After::Flow(Flow::Raised);
        }
        match self.driver.exits.borrow()[number as usize].kind {
            ExitKind::Loops => self.driver.left_looping(s.top().frame.place().0),
            ExitKind::Count => self.driver.counted(&info),
            _ => {}
        }
        let given_up = !forced && self.is_given_up(s, number, &info, hot);
        if hot && !given_up {
            let taken = Taken { number, info, plan, values, objects: state.objects };
            return After::Flow(self.record_exit(s, first, &taken));
        }
        let goes_on = given_up && self.goes_on_behind(number, &info, entered);
        if !plan.replay && !goes_on {
            return After::Flow(Flow::Continue);
        }
        // Native code counted the activations below its window as below the segment; from here on they are part of it again.
        let depth = Restore(&self.ctx.depth, self.ctx.depth.get());
        self.ctx.depth.set(depth.1 - first as u64);
        let step = match plan.replay {
            true => Resume::new(self, state.log, plan.guard_no, first),
            false => Resume::whole(self, first),
        };
        let exit = self.lang.interp(&step, s);
        drop(depth);
        match exit {
            Exit::Stopped if goes_on => self.behind(s, first, number, &info),
            Exit::Stopped => After::Flow(Flow::Continue),
            exit => After::Flow(Flow::Leave(exit)),
        }
    }

    /// Whether an exit gets no bridge, as its place is given up; it is now, if it is `hot` and has a long chain before it.
    fn is_given_up(&self, s: &mut State<L, Conc>, number: u64, info: &TraceInfo, hot: bool) -> bool {
        let exits = &self.driver.exits;
        let (given_up, meets) = {
            let e = &exits.borrow()[number as usize];
            (e.given_up, e.meets)
        };
        if given_up || !hot || meets {
            return given_up;
        }
        let frame = &s.top().frame;
        let chain = self.driver.chain_at(info, frame.place());
        let mut places = self.driver.given_up.borrow_mut();
        let again = places.contains(&frame.place());
        if !ways::gives_up(chain, again, self.driver.params.bridge_threshold) {
            return false;
        }
        places.insert(frame.place());
        let e = &mut exits.borrow_mut()[number as usize];
        e.given_up = true;
        if self.driver.log.on() {
            let from = (info.compiled.name.as_str(), e.index as usize);
            self.driver.log.given_up(&self.lang.describe(frame), info.source, from, chain);
        }
        true
    }

    /// Whether native code goes on behind the step that was left, the only one to be done plainly.
    fn goes_on_behind(&self, number: u64, info: &TraceInfo, entered: Option<u32>) -> bool {
        let between = entered.map_or(0, |n| self.driver.ops_between(n, number));
        if !ways::is_worth(between) {
            self.driver.left(info, true);
        }
        let wanted = self.driver.is_stale() || self.driver.is_busy() || self.ctx.poll.get() != 0;
        !wanted && info.tree.is_active() && self.flattened.borrow().is_none()
    }

    /// Goes on in the join behind a step that was done plainly, which is recorded if there is none.
    fn behind(&self, s: &mut State<L, Conc>, first: usize, number: u64, info: &TraceInfo) -> After {
        if s.depth() <= first || self.near_depth_limit(s) {
            return After::Flow(Flow::Continue);
        }
        let mut flat = self.take_flat();
        flat::read(s, first, &mut flat);
        let ways = &info.tree.ways;
        match ways.join(&flat.greens) {
            Some(n) => After::Join(n, flat),
            None if self.land_joins() => {
                self.give_flat(flat);
                self.behind(s, first, number, info)
            }
            None => {
                let recorded = ways.has_room() && self.driver.wants_join(number);
                let flow = match recorded {
                    true => self.record_join(s, first, number, &flat),
                    false => Flow::Continue,
                };
                self.give_flat(flat);
                After::Flow(flow)
            }
        }
    }

    /// Notes the exit just taken in a recording, or holds it to one, before anything is done about it.
    #[inline(always)]
    pub(crate) fn note_exit(&self) {
        world::note(|| self.note_in_replay())
    }

    fn note_in_replay(&self) {
        let number = self.ctx.exit.get();
        let (trace, index, first) = {
            let e = &self.driver.exits.borrow()[number as usize];
            (e.trace, e.index as usize, e.taken == 0)
        };
        let info = self.driver.trace(trace);
        let exit = &info.compiled.exits[index];
        let tell = || {
            let inst = &info.trace.insts[exit.inst as usize];
            let place = info.trace.places.get(inst.place as usize).map_or("", |p| p);
            format!("{} exit {index}, {} at {place}", info.compiled.name, inst.op.info().name)
        };
        let show = || {
            let live = info.trace.exit_values(&info.trace.snaps[exit.snap.0 as usize]);
            // SAFETY: the exit routine wrote that many values there, see `take_exit`.
            let words = unsafe { std::slice::from_raw_parts(self.ctx.exit_values.get(), live.len()) };
            let value = |(&r, &bits): (&IrRef, &u64)| match info.trace.ty(r) {
                Ty::Float => format!("\n  f{} = {}", r.index(), f64::from_bits(bits)),
                Ty::Ref => format!("\n  r{} = {bits:#x}", r.index()),
                _ => format!("\n  i{} = {}", r.index(), bits as i64),
            };
            live.iter().zip(words).map(value).collect()
        };
        world::exit(number, self.ctx.forced.get() != 0, first, tell, show);
    }

    /// Whether the exit just taken is one through which an error leaves the window; it is counted then.
    pub(crate) fn has_raised(&self) -> bool {
        let mut exits = self.driver.exits.borrow_mut();
        let e = &mut exits[self.ctx.exit.get() as usize];
        let raised = e.kind == ExitKind::Raised;
        if raised {
            e.taken += 1;
            self.driver.stats.borrow_mut().exits += 1;
        }
        raised
    }

    /// The trace of an exit, and its plan.
    fn exit_plan(&self, number: u64) -> (Rc<TraceInfo>, Rc<ExitPlan>) {
        let mut exits = self.driver.exits.borrow_mut();
        let e = &mut exits[number as usize];
        let info = self.driver.trace(e.trace);
        let plan = e.plan.get_or_insert_with(|| {
            let snap = info.compiled.exits[e.index as usize].snap;
            Rc::new(ExitPlan::new(&info.trace, &info.trace.snaps[snap.0 as usize]))
        });
        (info, plan.clone())
    }
}
