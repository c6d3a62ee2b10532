//! Loops as kernels: what they are given, how they are started, and what the loop's header sees afterwards.
//!
//! **Problem.** A kernel's arguments, lists and flags must outlive it, and a run must end when the guest is interrupted or the processor would be faster.
//!
//! **How.** A short kernel without results but in memory is put behind others and settled later ([`Pending`](crate::pending::Pending)). Any other is run in slices, between which the clock and
//! the guest are asked.
//!
//! **Invariants.** What a kernel writes is in the journal before it starts.

use super::{Engine, Halt, Run};
use crate::device::{Arg, Device, End as Launched, Kernel, Use};
use crate::emit::emit;
use crate::items;
use crate::mirror::Mirror;
use crate::pending::{Form, MOST};
use crate::replay;
use crate::schedule::{Parallel, Role};
use crate::views::Words;
use holloway_compiler::ir::IrRef;
use holloway_compiler::region::offload::Heap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long a kernel runs before its first slices are believed to be like the others.
const SOON: Duration = Duration::from_millis(5);

/// How many times longer than the processor a run of several kernels may seem to take before it is given up: the kernels behind may be other ones.
const BEHIND: f64 = 2.0;

/// How long the processor would have to be busy for a run to wait for a kernel's build: builds take tenths of a second.
const BUILDS: Duration = Duration::from_millis(500);

/// A kernel that is about to run.
pub(super) struct Launch<'a> {
    pub(super) device: &'a Device,
    pub(super) kernel: &'a Kernel,
    pub(super) form: &'a Form,
    pub(super) par: &'a Parallel,
    pub(super) mirror: Option<&'a Mirror>,
}

impl Run<'_> {
    /// Runs a loop as a kernel and sets its header's parameters to what they are after it.
    pub(super) fn launch(
        &mut self,
        l: usize,
        par: &Parallel,
        last: Option<Vec<u64>>,
        words: &[Words],
        heap: &mut dyn Heap,
    ) -> Result<(), Halt> {
        let gpu = self.gpu;
        let start = Instant::now();
        // A trial writes nothing before it has succeeded.
        let written = par.written.iter().filter(|_| par.trial.is_none());
        let kept: u64 = written.map(|r| self.host.journal.keep_all(r, heap)).sum();
        if let Some(mirror) = gpu.engine.mirror() {
            mirror.borrow_mut().flush(heap)?;
        }
        gpu.time(start, |t| &mut t.copy);
        self.skip(start);
        gpu.report.borrow_mut().copied.kept += kept;
        let results = match &gpu.engine {
            Engine::Device { device, wait, mirror } => {
                let start = Instant::now();
                let nest = &self.made.nest;
                let form = self.made.forms.of(l, par, || emit(self.region, nest, l, par));
                let form = form.map_err(Halt::Discard)?;
                // What earlier kernels of this run have done would be for nothing.
                let worth = heap.time_left().is_none_or(|left| left > BUILDS);
                let wait = *wait || self.kernels > 0 && worth;
                let kernel = match self.made.forms.kernel(device, &form, wait)? {
                    Ok(kernel) => kernel,
                    Err(build) => {
                        self.made.building = Some(build);
                        return Err(Halt::NotYet);
                    }
                };
                gpu.time(start, |t| &mut t.build);
                self.skip(start);
                self.started = true;
                if mirror.is_none() && self.starts(device, &kernel, &form, par, heap)? {
                    self.kernels += 1;
                    return self.after(l, par, last, &[]);
                }
                self.settle(heap)?;
                if let (Some(mirror), None) = (mirror, &par.trial) {
                    mirror.borrow_mut().kernel_writes(words);
                }
                let copies = mirror.as_ref().map(|mirror| mirror.borrow());
                let launch = Launch { device, kernel: &kernel, form: &form, par, mirror: copies.as_deref() };
                let mut results = match &par.trial {
                    None => self.on_device(&launch, &[], heap)?,
                    Some(trial) => {
                        let mut shadow = self.begin(trial);
                        let went = self.tried_on(&launch, trial, &mut shadow, heap);
                        // What is written is the copies' affair, too.
                        drop(copies);
                        self.tried(l, trial, shadow, went, heap)?
                    }
                };
                if let Some(mirror) = mirror {
                    let mirror = mirror.borrow();
                    let params = &self.region.blocks[self.made.nest.cfg.loops[l].header as usize].params;
                    mirror.home(&mut results, par, params, |r| self.region.vals.ty(r));
                }
                results
            }
            Engine::Host(seed) => match &par.trial {
                None => items::run(&mut self.host, &self.made.nest, l, par, *seed, heap)?,
                Some(trial) => {
                    let shadow = self.begin(trial);
                    let (shadow, went) = self.tried_here(l, par, trial, shadow, *seed, heap);
                    self.tried(l, trial, shadow, went, heap)?
                }
            },
        };
        self.kernels += 1;
        self.after(l, par, last, &results)?;
        gpu.room.give_results(results);
        self.look_ahead(par.work, heap)
    }

    /// Leaves out of the pace what was done since `start`: builds and what is kept are over once, and say nothing of the kernels to come.
    fn skip(&mut self, start: Instant) {
        if let Some((began, _)) = &mut self.first {
            *began += start.elapsed();
        }
    }

    /// Gives up a run of which the kernels so far tell that the processor would have been faster. The first one tells nothing, as it was slow to start.
    pub(super) fn look_ahead(&mut self, ops: u64, heap: &dyn Heap) -> Result<(), Halt> {
        self.done += ops;
        let (began, before) = *self.first.get_or_insert_with(|| (Instant::now(), self.done));
        let (taken, done) = (began.elapsed(), self.done - before);
        let rest = self.whole.saturating_sub(self.done) as f64 / done.max(1) as f64 * taken.as_secs_f64();
        match heap.time_left() {
            Some(left) if taken > SOON && rest > left.as_secs_f64() * BEHIND => Err(Halt::slower()),
            _ => Ok(()),
        }
    }

    /// Looks at what was started.
    pub(super) fn settle(&mut self, heap: &dyn Heap) -> Result<(), Halt> {
        let Engine::Device { device, .. } = &self.gpu.engine else { return Ok(()) };
        if self.pending.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        let settled = self.pending.settle(device);
        self.gpu.time(start, |t| &mut t.kernels);
        match settled? {
            (Some(why), _) => Err(why.into()),
            (None, _) if heap.interrupted() => Err(Halt::Discard("interrupted".into())),
            (None, ops) => self.look_ahead(ops, heap),
        }
    }

    /// What a kernel is given: memory, lists for results and late failures, marks, words.
    fn args<'b>(
        &self,
        form: &Form,
        par: &Parallel,
        mirror: Option<&'b Mirror>,
        [out, late]: [Arg<'b>; 2],
        marks: &[Arg<'b>],
    ) -> Vec<Arg<'b>> {
        let heap = mirror.and_then(Mirror::buffer).map_or(Arg::Null, Arg::Buffer);
        let words = form.text.inputs.iter().map(|&r| {
            let bits = par.known.get(&r).copied().unwrap_or_else(|| self.host.get(r));
            Arg::Word(mirror.map_or(bits, |m| m.there(self.region.vals.ty(r), bits)))
        });
        let rows = form.text.rows.iter().map(|r| Arg::Word(par.rows[r].list.as_ptr() as u64));
        let lists = [heap, heap, out, late].into_iter().chain(marks.iter().copied());
        lists.chain(words).chain(rows).collect()
    }

    /// Puts a kernel behind those that are under way, if it is short and has no results but in memory.
    fn starts(
        &mut self,
        device: &Device,
        kernel: &Kernel,
        form: &Rc<Form>,
        par: &Parallel,
        heap: &dyn Heap,
    ) -> Result<bool, Halt> {
        if form.text.lists + form.text.words > 0 || par.trial.is_some() {
            return Ok(false);
        }
        let start = Instant::now();
        let left = heap.time_left().map_or(MOST, |left| left.min(MOST));
        if self.pending.expected > left {
            self.settle(heap)?;
        }
        let range = par.range();
        let items = range.iter().product::<u64>();
        form.make_room(device, items as usize)?;
        let late = form.late();
        let args = self.args(form, par, None, [Arg::Null, late.as_ref().map_or(Arg::Null, Arg::Buffer)], &[]);
        kernel.expect((par.work as f64 / items as f64).max(1.0));
        let started = device.start(kernel, &args, &range, left)?;
        if let Some(expected) = started {
            self.pending.add(form, expected, par);
        }
        self.gpu.time(start, |t| &mut t.kernels);
        Ok(started.is_some())
    }

    /// Runs a kernel, with these arguments if it is on trial; its results.
    pub(super) fn on_device(
        &self,
        &Launch { device, kernel, form, par, mirror }: &Launch<'_>,
        marks: &[Arg<'_>],
        heap: &mut dyn Heap,
    ) -> Result<Vec<u64>, Halt> {
        let mut results = self.gpu.room.results(par.count as usize * form.text.lists + form.text.words);
        // SAFETY: the list stays where it is until the loan ends, and is not touched meanwhile.
        let out = unsafe { device.lend(results.as_mut_ptr().cast(), results.len() * 8, Use::Write) }?;
        let range = par.range();
        let items = range.iter().product::<u64>();
        form.make_room(device, items as usize)?;
        let late = form.late();
        let lates = late.as_ref().map_or(Arg::Null, Arg::Buffer);
        let args = self.args(form, par, mirror, [Arg::Buffer(out.buffer()), lates], marks);
        let start = Instant::now();
        kernel.expect((par.work as f64 / items as f64).max(1.0));
        let (mut first, mut slow) = (None, false);
        let launched = device.launch(kernel, &args, &range, &mut |done| {
            // A driver may compile a kernel when it runs first: that tells nothing of the rest.
            let (began, before) = *first.get_or_insert((start.elapsed(), done));
            let taken = start.elapsed() - began;
            let rest = taken.as_secs_f64() * (1.0 - done);
            let hopeless = |left: Duration| taken > SOON && rest > left.as_secs_f64() * (done - before);
            slow = heap.time_left().is_some_and(hopeless);
            !slow && !heap.interrupted()
        });
        drop(late);
        self.gpu.time(start, |t| &mut t.kernels);
        let failed = match launched? {
            Launched::Done => form.why(&[])?,
            Launched::Stopped => {
                // The next run must not take what was noted so far for its own.
                form.why(&[])?;
                return Err(if slow { Halt::slower() } else { Halt::Discard("interrupted".into()) });
            }
            Launched::Failed(numbers) => form.why(&numbers)?,
        };
        match failed {
            Some(why) => Err(why.into()),
            None => {
                out.give_back()?;
                Ok(results)
            }
        }
    }

    /// Sets the parameters of a loop's header to what they are after the last iteration.
    fn after(
        &mut self,
        l: usize,
        par: &Parallel,
        handed_on: Option<Vec<u64>>,
        results: &[u64],
    ) -> Result<(), Halt> {
        let mut handed_on = handed_on.into_iter().flatten();
        let items = par.count as usize;
        let params = &self.region.blocks[self.made.nest.cfg.loops[l].header as usize].params;
        let list = |k: usize| &results[k * items..][..items];
        let maybe = par.roles.iter().filter(|r| matches!(r, Role::Last(some) if !some.is_empty())).count();
        let mut at = par.fold.terms.len();
        let mut word = (at + 2 * maybe) * items;
        let mut last = Vec::new();
        for (&p, role) in params.iter().zip(&par.roles) {
            let start = self.host.get(p);
            last.push(match role {
                Role::Step(step) => start.wrapping_add((*step as u64).wrapping_mul(par.count)),
                Role::Last(_) if par.inner.is_some() => handed_on.next().unwrap_or(start),
                Role::Last(some) if some.is_empty() => {
                    word += 1;
                    results[word - 1]
                }
                Role::Last(_) => {
                    at += 2;
                    let t = list(at - 1).iter().rposition(|&has| has != 0);
                    t.map_or(start, |t| list(at - 2)[t])
                }
                Role::Steady | Role::Fold => start,
            });
        }
        // A fold's terms may be other parameters, which are set after it.
        let folded: Vec<IrRef> =
            params.iter().zip(&par.roles).filter(|(_, r)| **r == Role::Fold).map(|(p, _)| *p).collect();
        if !folded.is_empty() {
            replay::run(&mut self.host, &par.fold, &folded, results, items)?;
        }
        for ((&p, role), last) in params.iter().zip(&par.roles).zip(last) {
            if *role != Role::Fold {
                self.host.env[p.index()] = last;
            }
        }
        Ok(())
    }
}
