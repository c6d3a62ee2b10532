//! Traces are taken out of use.
//!
//! **Problem.** Native code may be full; traces may refer to objects that only traces refer to; and what they inline may turn out to be what they had better call.
//!
//! **How.** *Evicting* throws all traces away: what is hot is recorded again, with numbers from 0. *Retiring* takes some out of use, with all that lead into those or go on from
//! them; the others stay, and exits that had a gone bridge get another one. Which those are is found by going through the tables until nothing is added.
//!
//! **Invariants.** Both happen only when no native code runs or waits, on whatever stack. A retired trace keeps its number, its exits keep theirs, and nothing leads to it: no place, no
//! function's entry, no join, no exit.
//!
//! **Not promised.** That the same is recorded again.
//!
//! **Example.** 160 bridges go through a loop that `f` has and five traces inline. `driver.restart_without(f)`: at the next hot header these five, their bridges and an outer loop
//! that jumps to one of them are gone; a sixth that calls `f` stays.

use super::{Driver, TraceInfo};

/// What is to be thrown away.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) enum Stale {
    /// Nothing.
    #[default]
    Nothing,
    /// The traces that inline one of these functions, by code id.
    Inlining(Vec<u64>),
    /// All.
    All,
}

impl Driver {
    /// Whether something is to be thrown away.
    pub(crate) fn is_stale(&self) -> bool {
        *self.stale.borrow() != Stale::Nothing
    }
    /// Has all traces thrown away as soon as that can be.
    pub(crate) fn restart(&self) {
        self.stale.replace(Stale::All);
    }
    /// Has those thrown away that inline a function (by code id), as soon as that can be, and it inlined no more.
    pub(crate) fn restart_without(&self, code: u64) {
        self.banned.borrow_mut().insert(code);
        self.restarts.set(self.restarts.get() + 1);
        match &mut *self.stale.borrow_mut() {
            Stale::All => {}
            Stale::Inlining(codes) => codes.push(code),
            nothing => *nothing = Stale::Inlining(vec![code]),
        }
    }
    /// Whether no native code runs or waits, so that traces may be taken out of use.
    pub(crate) fn is_idle(&self) -> bool {
        self.active.get() == 0 && !self.recording.get()
    }
    /// Whether traces are to be thrown away: native code has used up its budget, or some are stale, and none of it is running.
    #[inline]
    pub(crate) fn is_to_evict(&self) -> bool {
        (self.over_budget() || self.is_stale()) && self.is_idle()
    }
    /// Throws them away: what is hot comes back.
    #[cold]
    pub(crate) fn evict(&self) {
        match (self.full.take(), self.stale.take()) {
            (false, Stale::Inlining(codes)) => self.retire_inlining(&codes),
            _ => self.evict_all(),
        }
    }
    fn evict_all(&self) {
        self.tell_exits();
        let covered = self.coverage();
        self.covered.replace(covered);
        let traces = std::mem::take(&mut *self.traces.borrow_mut());
        self.held.borrow_mut().clear();
        self.exits.borrow_mut().clear();
        for f in self.functions.borrow_mut().iter_mut() {
            f.trace = None;
            f.entry.set(self.spill_entry);
        }
        for p in self.places.borrow_mut().iter_mut() {
            p.loops.clear();
            p.seen = false;
        }
        let mut arena = self.arena.borrow_mut();
        let count = traces.len();
        traces.iter().filter(|t| !t.retired.get()).for_each(|t| arena.free(t.compiled.code));
        let mut stats = self.stats.borrow_mut();
        stats.evictions += 1;
        stats.code_bytes = 0;
        self.log.tell(
            "evict",
            || format!("evicted {count} traces"),
            || serde_json::json!({ "traces": count }),
        );
    }
    fn retire_inlining(&self, codes: &[u64]) {
        let gone = self.retire_where(|t| t.inlines.iter().any(|code| codes.contains(code)));
        self.log.tell(
            "retire",
            || format!("retired {} traces: they inline what they had better call", gone.len()),
            || serde_json::json!({ "names": gone }),
        );
    }
    /// Takes traces out of use that refer to objects which only traces refer to. To be called when all else is
    /// marked and no native code runs: what such a trace was made for does not come again, and the program must not see that there was one.
    pub(crate) fn retire(&self, lives: impl Fn(u64) -> bool) {
        self.regions.retire(&lives);
        if !self.held.borrow().keys().copied().all(&lives) {
            self.retire_where(|t| !t.references().all(&lives));
        }
    }
    /// Takes these traces out of use, and what leads into them or goes on from them. Answers their names.
    fn retire_where(&self, wanted: impl Fn(&TraceInfo) -> bool) -> Vec<String> {
        let traces = self.traces.borrow();
        let mut gone: Vec<bool> = traces.iter().map(|t| !t.retired.get() && wanted(t)).collect();
        loop {
            let mut more = false;
            for (n, t) in traces.iter().enumerate().filter(|(_, t)| !t.retired.get()) {
                let leads = t.jumps_to().into_iter().chain(t.from.map(|f| f.0));
                if !gone[n] && leads.into_iter().any(|other| gone[other as usize]) {
                    (gone[n], more) = (true, true);
                }
            }
            if !more {
                break;
            }
        }
        let is_gone = |n: u32| gone[n as usize];
        self.places.borrow_mut().iter_mut().for_each(|p| p.loops.retain(|l| !is_gone(l.1)));
        traces.iter().for_each(|t| t.tree.ways.forget(is_gone));
        for f in self.functions.borrow_mut().iter_mut().filter(|f| f.trace.is_some_and(is_gone)) {
            f.trace = None;
            f.entry.set(self.spill_entry);
        }
        let (mut exits, mut arena) = (self.exits.borrow_mut(), self.arena.borrow_mut());
        let mut stats = self.stats.borrow_mut();
        let mut names = Vec::new();
        for t in traces.iter().zip(&gone).filter(|(_, gone)| **gone).map(|(t, _)| t) {
            t.retired.set(true);
            self.let_go(t);
            if let Some((parent, exit)) = t.from.filter(|f| !is_gone(f.0)) {
                let parent = &traces[parent as usize];
                parent.compiled.detach(&mut arena, exit as usize);
                exits[parent.first_exit as usize + exit as usize].left = self.params.bridge_threshold;
            }
            stats.code_bytes -= t.compiled.code.len as u64;
            arena.free(t.compiled.code);
            names.push(t.compiled.name.clone());
        }
        stats.retired += names.len() as u64;
        names
    }
    /// Forgets what a trace that is retired holds.
    fn let_go(&self, info: &TraceInfo) {
        let mut held = self.held.borrow_mut();
        for r in info.references() {
            if let Some(n) = held.get_mut(&r) {
                *n -= 1;
                if *n == 0 {
                    held.remove(&r);
                }
            }
        }
    }
}
