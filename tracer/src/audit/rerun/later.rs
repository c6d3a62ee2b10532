//! Steps run again later, when the program has gone on.
//!
//! **Problem.** A handler that reads state which it, or another, changes now and then does the same in a run that follows at once. Compiled code goes on with
//! what was recorded; plain execution does not.
//!
//! **How.** All steps kept ([`Past`]) are run again whenever as many more were recorded, and at the end of the program over and over: each as often as a
//! rare change takes, [`RUNS`] times, but not more than [`MAX_RUNS`] in all. A step is a function of its start and its answers, so this asks nothing of the heap.
//!
//! Where one differs, the others are run one by one, each followed by it: the one after which it differs anew has changed what it sees.
//!
//! **Invariants.** The tape of a recording under way is put aside meanwhile. Nothing is run of which a collection has freed an object.
//!
//! **Not promised.** That what a helper changes is named.

use super::{Recorder, When};
use crate::audit::past::{Kept, Meaning, Past};
use crate::machine::Language;
use crate::policy::Kind;
use crate::record::tape::{self, Tape};
use crate::restore::Restore;
use crate::runtime::Runtime;

/// Runs of each step at the end of the program.
const RUNS: usize = 1024;

/// Most runs at the end of the program.
const MAX_RUNS: usize = 1 << 16;

/// A step, by its recording.
type Which = (usize, usize);

impl<L: Language> Runtime<L> {
    /// A recording is over, its trace not yet taken: keeps steps of it.
    pub(crate) fn keep_steps(&self) {
        let mut past = self.past.take();
        tape::with(|t| {
            let steps = std::mem::take(&mut t.audit.kept);
            past.keep(steps, || Meaning { trace: t.trace.clone(), consts: t.consts.clone() });
        });
        self.past.replace(past);
    }

    /// Runs all steps again, if it is time.
    pub(crate) fn audit_past(&self) {
        let due = |past: &Past| past.fresh > past.len();
        if due(&self.past.borrow()) {
            self.run_again_later(1);
        }
    }

    /// Ends the audit, where there is one: runs steps again as often as something that changes seldom takes.
    ///
    /// # Panics
    /// With a report, if one does not do the same.
    pub fn end_audit(&self) {
        if cfg!(feature = "native") && self.driver.params.audit {
            let steps = self.past.borrow().len().max(1);
            self.run_again_later((MAX_RUNS / steps).clamp(2, RUNS));
        }
    }

    fn run_again_later(&self, times: usize) {
        let mut past = self.past.take();
        past.fresh = 0;
        let aside = tape::with(std::mem::take);
        let recorder = Recorder::new(self, &self.driver, Kind::Bridge, 0, Vec::new(), 0);
        let all = |past: &Past| -> Vec<Which> {
            let steps = past.recordings.iter().enumerate();
            steps.flat_map(|(r, rec)| (0..rec.steps.len()).map(move |k| (r, k))).collect()
        };
        let steps = all(&past);
        let found = (0..times).flat_map(|_| &steps).find_map(|&which| {
            let text = recorder.differs(&mut past, which, None)?;
            let fact = recorder.who_changes(&mut past, &steps, which, &text);
            Some(recorder.differs(&mut past, which, Some(fact)).unwrap_or(text))
        });
        self.driver.stats.borrow_mut().audited_later += (times * steps.len()) as u64;
        tape::with(|t| *t = aside);
        self.past.replace(past);
        if let Some(text) = found {
            panic!("{text}");
        }
    }
}

impl<L: Language> Recorder<'_, L> {
    /// Runs a step, and reports what it does otherwise.
    fn differs(&self, past: &mut Past, (r, k): Which, fact: Option<(String, String)>) -> Option<String> {
        let rt = self.rt;
        let recording = &mut past.recordings[r];
        let Kept { step, end, depths, over } = &mut recording.steps[k];
        if !step.holds() {
            return None;
        }
        tape::with(|t| {
            *t = Tape::recalled(
                std::mem::take(&mut recording.meaning.trace),
                std::mem::take(&mut recording.meaning.consts),
            );
            t.done = *over;
            t.first_step(&step.start.greens, &step.start.reds);
            std::mem::swap(&mut t.audit.step, step);
        });
        let ctx = rt.native_ctx();
        let _depth = Restore(&ctx.depth, ctx.depth.replace(depths.0));
        let _most = Restore(&rt.max_depth, rt.max_depth.replace(depths.1));
        let run = self.run_step(&[]);
        let text = self.difference(end, run, None).map(|d| self.report(When::Later, &d, fact));
        tape::with(|t| {
            std::mem::swap(&mut t.audit.step, step);
            (recording.meaning.trace, recording.meaning.consts) =
                (std::mem::take(&mut t.trace), std::mem::take(&mut t.consts));
        });
        text
    }

    /// Which step changes what this one sees.
    fn who_changes(&self, past: &mut Past, steps: &[Which], seen: Which, text: &str) -> (String, String) {
        let by = |who: String| ("changed by".to_string(), who);
        if self.differs(past, seen, None).as_deref() != Some(text) {
            return by("this step".into());
        }
        let changes = |past: &mut Past, which: Which| {
            self.differs(past, which, None);
            self.differs(past, seen, None).as_deref() != Some(text)
        };
        match steps.iter().copied().filter(|&w| w != seen).find(|&which| changes(past, which)) {
            Some((r, k)) => by(format!("step {}", self.describe(&past.recordings[r].steps[k].step.start))),
            None => by("no other step, each run once: seldom, or by a helper".into()),
        }
    }
}
