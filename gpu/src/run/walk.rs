//! The host's way through a region.
//!
//! **Problem.** What a nest has beside its kernels, a loop around them for one, is the host's. Before each loop it must be known whether that can be a kernel.
//!
//! **How.** Block by block; a loop that is entered is judged with the numbers of the moment. What was started is settled before memory that the region writes is looked at.
//!
//! **Not promised.** More than [`HOST_BLOCKS`] for each kernel: beyond, the guest's own code would be faster.

use super::{Halt, Run};
use crate::coherent::Coherent;
use crate::entry::Entry;
use crate::items;
use crate::marks::TRIALS;
use crate::mirror::{self, Mirror};
use crate::schedule::{judge, work, Late};
use crate::tell;
use holloway_compiler::ir::{SnapId, Ty};
use holloway_compiler::region::offload::{Heap, Worth};
use holloway_compiler::region::{BlockId, End, ENTRY};
use std::cell::RefCell;
use std::time::Instant;

/// Blocks that the host runs for each kernel, and before the first.
const HOST_BLOCKS: u64 = 50_000;

/// Blocks that the host runs to find out whether there will be a kernel.
const LOOKED_AT: u64 = 2_000;

impl Run<'_> {
    /// The same as [`Run::go`], where kernels work on copies.
    pub(super) fn go_on_copies(
        &mut self,
        mirror: &RefCell<Mirror>,
        heap: &mut dyn Heap,
    ) -> Result<(SnapId, Vec<u64>), Halt> {
        mirror.borrow_mut().begin();
        let went = self.go(&mut Coherent::new(heap, mirror)).and_then(|done| {
            let start = Instant::now();
            mirror.borrow_mut().end(heap)?;
            self.gpu.time(start, |t| &mut t.copy);
            Ok(done)
        });
        let mut mirror = mirror.borrow_mut();
        if went.is_err() {
            mirror.abandon();
        }
        self.gpu.report.borrow_mut().copied.add(mirror.take_copied());
        went
    }

    /// From the entry to an exit.
    pub(super) fn go(&mut self, heap: &mut dyn Heap) -> Result<(SnapId, Vec<u64>), Halt> {
        let (region, mut at, mut from) = (self.region, ENTRY, None::<BlockId>);
        loop {
            let entered = self.made.nest.headed_by(at);
            if let Some(l) = entered.filter(|&l| from.is_some_and(|f| !self.made.nest.in_loop(l, f))) {
                self.enter(l, heap)?;
            }
            self.count(heap)?;
            if self.made.nest.meddles[at as usize] {
                self.settle(heap)?;
            }
            self.host.block(at, &self.made.nest.order[at as usize], heap)?;
            let edge = match &region.blocks[at as usize].end {
                End::Goto(e) => e,
                End::If { cond, to } => &to[(self.host.get(*cond) == 0) as usize],
                End::Exit { snap, .. } => {
                    if self.kernels == 0 {
                        return Err(Halt::Discard(self.why_not("no loop ran")));
                    }
                    self.settle(heap)?;
                    let live = region.vals.exit_values(&region.vals.snaps[snap.0 as usize]);
                    return Ok((*snap, live.into_iter().map(|r| self.host.get(r)).collect()));
                }
            };
            self.host.follow(edge);
            (from, at) = (Some(at), edge.to);
        }
    }

    /// Why loops were no kernels, or what to say if none was asked.
    pub(super) fn why_not(&self, else_say: &str) -> String {
        match self.refused.is_empty() {
            true => else_say.into(),
            false => self.refused.join("; "),
        }
    }

    /// Counts the host's work, and ends it where it is too much or the guest is interrupted.
    fn count(&mut self, heap: &dyn Heap) -> Result<(), Halt> {
        self.blocks += 1;
        let most = if self.looks { LOOKED_AT } else { HOST_BLOCKS * (self.kernels + 1) };
        if self.blocks > most {
            let why = self.why_not("its loops run on the host");
            return Err(Halt::Discard(format!("too much is left for the host: {why}")));
        }
        match self.blocks.is_multiple_of(10_000) && heap.interrupted() {
            true => Err(Halt::Discard("interrupted".into())),
            false => Ok(()),
        }
    }

    /// Comes to a loop: runs it as a kernel, if it can be one.
    fn enter(&mut self, l: usize, heap: &mut dyn Heap) -> Result<(), Halt> {
        if self.made.nest.relies[l] {
            self.settle(heap)?;
        }
        let start = Instant::now();
        self.reaches.forget(&self.made.nest.stores);
        let (nest, env) = (&self.made.nest, &self.host.env);
        let mut entry = Entry::new(self.region, nest, l, env, &self.reaches, heap);
        if let Some(count) = entry.count().filter(|n| *n > 0) {
            if let Some(worth) = self.worth.take() {
                self.whole = work(&entry, count);
                match worth(self.whole) {
                    Worth::No => return Err(Halt::NotWorth),
                    said => self.looks = said == Worth::Look,
                }
            }
        }
        let mut edges = Vec::new();
        let tries = self.gpu.tries && self.made.met.get(&l).is_none_or(|&met| met < TRIALS);
        let judged = judge(&mut entry, heap, &mut edges, tries).and_then(|(mut par, views)| {
            if par.work < self.gpu.least && par.count > 0 {
                return Err(format!("it has about {} ops, too few for a kernel", par.work));
            }
            if par.trial.is_none() && self.gpu.engine.spreads(&par, nest, l) {
                par.inner = crate::plane::inner(&mut entry, &views, &par, heap);
            }
            if par.trial.is_none() && self.gpu.engine.has_vectors() {
                par.late = Late::of(&entry, &par);
            }
            if self.gpu.engine.works_in_place() {
                par.rows = crate::rows::find(&mut entry, &par, heap);
            }
            Ok((par, views))
        });
        self.gpu.time(start, |t| &mut t.analysis);
        let start = Instant::now();
        let judged = judged.and_then(|(mut par, views)| {
            let mut words = Vec::new();
            if let Some(mirror) = self.gpu.engine.mirror().filter(|_| par.count > 0) {
                mirror::fits(&entry)?;
                words = views.words(&entry, heap)?;
                if !self.looks {
                    mirror.borrow_mut().bring(&words, heap)?;
                }
            }
            if let Some(trial) = &mut par.trial {
                let mirror = self.gpu.engine.mirror().map(RefCell::borrow);
                trial.lay_out(|o| mirror.as_ref().map_or(o, |m| m.there(Ty::Ref, o)), heap)?;
            }
            Ok((par, words))
        });
        self.gpu.time(start, |t| &mut t.copy);
        match judged {
            Ok((par, _)) if par.count == 0 => Ok(()),
            Ok(_) if self.looks => Err(Halt::Would),
            Ok((mut par, words)) => {
                if par.inner.is_some() {
                    self.settle(heap)?;
                }
                let last = items::last(&mut self.host, &self.made.nest, l, &par, heap)?;
                if last.is_none() {
                    par.inner = None;
                }
                let mut report = self.gpu.report.borrow_mut();
                tell::kernel(&mut report, self.region, &self.made.nest, l, &par);
                drop(report);
                self.launch(l, &par, last, &words, heap)
            }
            Err(why) => {
                let at = tell::header(self.region, &self.made.nest, l);
                tell::stays(&mut self.gpu.report.borrow_mut(), at, &why, edges);
                let why = format!("loop at {at}: {why}");
                if !self.refused.contains(&why) {
                    self.refused.push(why);
                }
                Ok(())
            }
        }
    }
}
