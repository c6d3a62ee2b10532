//! What the driver answers recordings: facts from its tables, judged by [`policy`](crate::policy).

use crate::machine::HotCell;
use crate::policy::turns;
use crate::policy::{self, Abort, Header, Kind, Verdict, Ways};
use crate::record::{Arrival, Guide, InCallee};
use crate::tables::regions::GpuMode;
use crate::tables::{Driver, TraceInfo};

impl Guide for Driver {
    fn audits(&self) -> bool {
        self.params.audit
    }
    fn audited(&self) {
        self.stats.borrow_mut().audited_steps += 1;
    }
    fn tells_places(&self) -> bool {
        self.params.log_places
    }
    fn at_header(&self, a: &Arrival<'_>) -> Verdict {
        let place = self.place(a.cell);
        let trace = self.loop_trace(place, a.greens, a.red);
        let meets = !a.own && self.meets_loops();
        if meets
            && self.params.gpu == GpuMode::Auto
            && trace.is_none()
            && self.regions.is_open(place, a.greens)
        {
            a.cell.rearm(1);
            return Verdict::Abort(Abort::InnerLoop);
        }
        let verdict = {
            let places = self.places.borrow();
            let (info, start) = (&places[place as usize], &places[a.start as usize]);
            policy::at_header(&Header {
                kind: a.kind,
                own: a.own,
                start_gated: self.regions.auto.from_gate.get(),
                gated: meets && self.regions.gated(place, a.greens, self.params.gpu),
                contradicts: a.contradicts,
                passes: a.passes,
                merges: a.merges,
                trace,
                compiled: info.loops.iter().any(|l| l.0 == a.greens),
                passed: info.passes,
                aborts: info.aborts,
                start_passed: start.passes,
                start_aborts: start.aborts,
                bare: info.loops.is_empty(),
            })
        };
        if verdict == Verdict::Pass {
            self.passed(a.cell);
        }
        verdict
    }
    fn at_inlined_header(&self, a: &InCallee<'_>) -> Verdict {
        let goes_on = matches!(a.kind, Kind::Bridge | Kind::Join);
        let multiplies = goes_on && self.multiplies(a.cell, a.code, a.passes == 1);
        policy::at_inlined_header(a.passes, multiplies, a.older)
    }
    fn banned(&self, code: u64) -> bool {
        self.banned.borrow().contains(&code)
    }
    fn function_key(&self, cell: &HotCell, greens: &[u64], inputs: usize) -> u32 {
        Driver::function_key(self, cell, greens, inputs)
    }
}

impl Driver {
    /// Whether loops that may run elsewhere are to be met at their headers.
    pub(crate) fn meets_loops(&self) -> bool {
        match self.params.gpu {
            GpuMode::Auto => self.regions.auto.awake.get(),
            mode => mode.offloads(),
        }
    }
    /// Notes that a recording goes on through a header without a trace. One that has seen many is to get a trace soon.
    fn passed(&self, cell: &HotCell) {
        let info = &mut self.places.borrow_mut()[cell.number() as usize];
        let before = policy::joins(info.passes, 0);
        info.passes += 1;
        if !before && policy::joins(info.passes, 0) {
            info.aborts = 0;
            cell.rearm(1);
        }
    }
    /// Whether too many bridges have gone through the loop with this header in an inlined callee; `new`: this is another one.
    fn multiplies(&self, cell: &HotCell, code: u64, new: bool) -> bool {
        let place = self.place(cell) as usize;
        let info = &mut self.places.borrow_mut()[place];
        info.ways += u32::from(new);
        let ways = policy::ways(info.ways, new, self.restarts.get());
        if ways == Ways::TooMany {
            self.restart_without(code);
        }
        ways != Ways::Few
    }
    /// Looks at how often a function goes round by way of joins, where the count of a trace that does has run out. If that is often, it is not inlined any more.
    pub(crate) fn counted(&self, info: &TraceInfo) {
        let Some(code) = info.by_join.as_ref().map(|counted| counted.by.code) else { return };
        info.count_again();
        let (turns, entries) = self.come_by(code);
        if turns::is_long(turns, entries)
            && !self.banned.borrow().contains(&code)
            && policy::may_restart(self.restarts.get())
        {
            self.restart_without(code);
        }
    }
    /// Notes that a trace ended because the running activation, of the function with this code id, goes on looping in it. If that happens often,
    /// the function is not inlined any more.
    pub(crate) fn left_looping(&self, code: u64) {
        let mut all = self.left_looping.borrow_mut();
        let times = all.entry(code).or_insert(0);
        *times += 1;
        if policy::loops_too_often(*times, self.restarts.get()) {
            self.restart_without(code);
        }
    }
}
