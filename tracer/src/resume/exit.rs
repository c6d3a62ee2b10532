//! An exit is taken.
//!
//! **Invariants.**
//! 1. The exit buffer is copied before any author code runs.
//! 2. An exit restores the window, then either records a bridge, finishes the step, or simply lets plain execution take the step again.
//! 3. Where an error has left the window there is nothing to restore.

use super::finish::Resume;
use super::plan::ExitPlan;
use super::rebuild::{Concrete, Rebuilt};
use crate::machine::{Conc, Exit, Flow, Frame as _, Language, State};
use crate::observe::census::{Census, Phase};
use crate::record::flat;
use crate::restore::Restore;
use crate::runtime::Runtime;
use crate::tables::TraceInfo;
use holloway_compiler::ir::ExitKind;
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
    pub values: SmallVec<[u64; 16]>,
    /// The state.
    pub state: Rebuilt<u64>,
}

impl<L: Language> Runtime<L> {
    /// Handles the exit native code just took: rebuilds activations from number `first` up.
    pub(crate) fn take_exit(&self, s: &mut State<L, Conc>, first: usize, origin: usize) -> Flow {
        if self.has_raised() {
            s.truncate(first);
            return if first == 0 { Flow::Leave(Exit::Raised) } else { Flow::Raised };
        }
        let _phase = Census::during(&self.driver.census, Phase::Exits);
        let number = self.ctx.exit.get();
        let forced = self.ctx.forced.replace(0) != 0;
        let (info, plan) = self.exit_plan(number);
        // SAFETY: the exit routine wrote that many values to the buffer this run time gave the context.
        let handed = unsafe { std::slice::from_raw_parts(self.ctx.exit_values.get(), plan.values.len()) };
        let values = SmallVec::from_slice(handed);
        let hot = self.count_exit(number, forced);
        let state = plan.rebuild(&mut Concrete { rt: self, trace: &info.trace, values: &values });
        if flat::write(s, first, origin, &plan.greens, &state.reds).is_err() {
            return Flow::Raised;
        }
        self.driver.left_looping(number, s.top().frame.place().0);
        if hot {
            return self.record_exit(s, first, &Taken { number, info, plan, values, state });
        }
        if !plan.replay {
            return Flow::Continue;
        }
        // Native code counted the activations below its window as below the segment; from here on they are part of it again.
        let depth = Restore(&self.ctx.depth, self.ctx.depth.get());
        self.ctx.depth.set(depth.1 - first as u64);
        match self.lang.interp(&Resume::new(self, state.log, plan.guard_no, first), s) {
            Exit::Stopped => Flow::Continue,
            exit => Flow::Leave(exit),
        }
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
