//! Runs of loops on trial: twice on a device or here, and their writes afterwards.
//!
//! **How.** See [`marks`](crate::marks): the first run marks who writes and who reads, the second, for which all marks are set, finds iterations that have met and keeps what is written beside the
//! memory. What went well is written by the host.

use super::launch::Launch;
use super::{Halt, Run};
use crate::device::{Arg, Use};
use crate::host::Stop;
use crate::items;
use crate::marks::{Shadow, Trial, Trying};
use crate::schedule::Parallel;
use holloway_compiler::region::offload::Heap;
use std::time::Instant;

/// Runs a loop on trial twice. An assumption that does not hold the first time does so the second time, unless it is that iterations have met.
fn twice(mut once: impl FnMut(bool) -> Result<Vec<u64>, Halt>) -> Result<Vec<u64>, Halt> {
    match once(false) {
        Ok(_) | Err(Halt::Assumed(_)) => once(true),
        Err(halt) => Err(halt),
    }
}

impl Run<'_> {
    /// The marks of a loop that is about to be tried.
    pub(super) fn begin(&mut self, trial: &Trial) -> Shadow {
        let mut shadow = std::mem::take(&mut self.made.shadow);
        shadow.begin(trial);
        shadow
    }

    /// Runs a kernel on trial; its results.
    pub(super) fn tried_on(
        &self,
        launch: &Launch<'_>,
        trial: &Trial,
        shadow: &mut Shadow,
        heap: &mut dyn Heap,
    ) -> Result<Vec<u64>, Halt> {
        let epoch = shadow.epoch();
        // SAFETY: the lists stay where they are until the loans end, and are not touched meanwhile.
        let lent =
            shadow.lists(trial).map(|(at, bytes)| unsafe { launch.device.lend(at, bytes, Use::Update) });
        let [first, last, values, touched] = lent;
        let (first, last, values, touched) = (first?, last?, values?, touched?);
        let results = twice(|again| {
            let mut marks = vec![Arg::Buffer(first.buffer()), Arg::Buffer(last.buffer())];
            marks.extend([Arg::Buffer(values.buffer()), Arg::Buffer(touched.buffer())]);
            marks.extend([Arg::Word(epoch), Arg::Word(again.into())]);
            marks.extend(trial.groups.iter().map(|g| Arg::Word(g.from())));
            self.on_device(launch, &marks, heap)
        })?;
        // The other list is old by now.
        last.give_back()?;
        values.give_back()?;
        touched.give_back()?;
        Ok(results)
    }

    /// Runs items on trial; the marks, and what a kernel would leave in its results.
    pub(super) fn tried_here(
        &mut self,
        l: usize,
        par: &Parallel,
        trial: &Trial,
        shadow: Shadow,
        seed: u64,
        heap: &mut dyn Heap,
    ) -> (Shadow, Result<Vec<u64>, Halt>) {
        let mut trying = Some(Trying { shadow, trial: trial.clone(), again: false, t: 0 });
        let went = twice(|again| {
            self.host.trying = trying.take().map(|trying| Trying { again, ..trying });
            let went = items::run(&mut self.host, &self.made.nest, l, par, seed, heap);
            trying = self.host.trying.take();
            Ok(went?)
        });
        (trying.map(|t| t.shadow).unwrap_or_default(), went)
    }

    /// Writes what a loop on trial has written, if it went well, and remembers whether it did.
    pub(super) fn tried(
        &mut self,
        l: usize,
        trial: &Trial,
        shadow: Shadow,
        went: Result<Vec<u64>, Halt>,
        heap: &mut dyn Heap,
    ) -> Result<Vec<u64>, Halt> {
        match &went {
            Ok(_) => {
                self.made.met.remove(&l);
                let start = Instant::now();
                let kept = shadow.commit(trial, &mut self.host.journal, heap).map_err(Stop::from)?;
                self.gpu.report.borrow_mut().copied.kept += kept;
                self.gpu.time(start, |t| &mut t.copy);
            }
            Err(Halt::Met(_)) => *self.made.met.entry(l).or_default() += 1,
            Err(_) => {}
        }
        self.made.shadow = shadow;
        went
    }
}
