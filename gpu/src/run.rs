//! Running regions: host loops and kernels.
//!
//! **How.** The host runs the region block by block. Where it comes to the header of a loop it judges the loop with the numbers of the moment; one whose iterations
//! can run at once becomes a kernel, others are gone through on the host, and their inner loops are asked in turn. After a kernel the header's
//! parameters are what they would be after the last iteration, and the host goes on at the header, whose test then leaves the loop.
//!
//! **Invariants.** Objects that a kernel writes are kept before ([`Journal`](crate::host::Journal)), as are words that the host writes: whatever fails, memory is as it was.
//!
//! **Not promised.** A region of which nothing can be a kernel is given up, and so is one whose host part grows out of proportion.

use crate::coherent::Coherent;
use crate::device::{Arg, Build, Device, End as Launched, Error, Kernel, Use};
use crate::emit::emit;
use crate::entry::Entry;
use crate::host::{Host, Stop};
use crate::items;
use crate::marks::{Shadow, Trial, Trying, TRIALS};
use crate::mirror::{self, Mirror};
use crate::nest::Nest;
use crate::pending::{Failed, Form, Forms, Pending, MOST};
use crate::replay;
use crate::schedule::{judge, work, Late, Parallel, Role};
use crate::tell;
use crate::views::{Reaches, Words};
use holloway_compiler::ir::{IrRef, SnapId, Ty};
use holloway_compiler::region::offload::{Heap, Offload, Outcome, Plan, Refusal, Worth};
use holloway_compiler::region::report::{Report, Times};
use holloway_compiler::region::{BlockId, End, Region, Step, ENTRY};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Runs regions on a device.
#[derive(Debug)]
pub struct Gpu {
    engine: Engine,
    /// The fewest ops that are worth a kernel.
    least: u64,
    /// Whether loops are tried.
    tries: bool,
    /// What was decided; see [`Offload::take_report`].
    report: RefCell<Report>,
}

/// Why a run is discarded while its kernel is not built yet: a later one may go.
pub const BUILDING: &str = "the kernel is being built";

/// What an interpreter does in the time that a launch takes.
const LEAST: u64 = 4_000;

/// What runs items.
#[derive(Debug)]
enum Engine {
    /// A device.
    Device {
        device: Device,
        /// Whether to wait for kernels that are being built.
        wait: bool,
        /// Copies of objects that kernels work on, if the device has memory of its own.
        mirror: Option<Box<RefCell<Mirror>>>,
    },
    /// The host, in an order drawn from the seed.
    Host(u64),
}

impl Engine {
    /// Whether compilers for it do the work of several items in one vector, if they can.
    fn has_vectors(&self) -> bool {
        matches!(self, Engine::Device { device, .. } if device.info().processor)
    }

    /// Whether kernels work in the host's memory.
    fn works_in_place(&self) -> bool {
        matches!(self, Engine::Device { mirror: None, .. })
    }

    /// Copies that kernels work on.
    fn mirror(&self) -> Option<&RefCell<Mirror>> {
        match self {
            Engine::Device { mirror, .. } => mirror.as_deref(),
            Engine::Host(_) => None,
        }
    }

    /// Whether to spread the loop in a loop, too, if that can be. A processor is busy with some rows, and goes through a row as it lies in memory: that pays only
    /// where each item has a loop of its own.
    fn spreads(&self, par: &Parallel, nest: &Nest, l: usize) -> bool {
        let loops = || nest.cfg.loops.iter().filter(|m| nest.in_loop(l, m.header));
        match self {
            Engine::Host(_) => true,
            Engine::Device { device, .. } => {
                let info = device.info();
                let deep = loops().any(|m| m.depth > nest.cfg.loops[l].depth + 1);
                !info.processor || deep || par.count < ROWS * u64::from(info.units)
            }
        }
    }
}

/// So many rows keep a unit of a processor busy.
const ROWS: u64 = 16;

/// What a plan keeps between runs.
struct Made {
    nest: Nest,
    /// Kernels of its loops.
    forms: Forms,
    /// What loops on trial mark.
    shadow: Shadow,
    /// How often loops have failed in a row.
    met: HashMap<usize, u32>,
    /// What the last run did not wait for: none goes before it is built.
    building: Option<Build>,
}

/// How long a kernel runs before its first slices are believed to be like the others.
const SOON: Duration = Duration::from_millis(5);

/// How many times longer than the processor a run of several kernels may seem to take before it is given up: the kernels behind may be other ones.
const BEHIND: f64 = 2.0;

/// Blocks that the host runs for each kernel, and before the first.
const HOST_BLOCKS: u64 = 50_000;

/// Blocks that the host runs to find out whether there will be a kernel.
const LOOKED_AT: u64 = 2_000;

/// Why a run ended before its exit.
enum Halt {
    NotWorth,
    /// This loop would be a kernel, and no more was asked.
    Would,
    NotYet,
    Discard(String),
    /// Iterations on trial have met.
    Met(String),
    /// These assumptions do not hold.
    Assumed(Vec<(BlockId, usize)>),
}

impl Halt {
    /// The processor would have been done earlier.
    fn slower() -> Halt {
        Halt::Discard("the processor would be faster".into())
    }
}

impl From<Stop> for Halt {
    fn from(s: Stop) -> Halt {
        match s {
            Stop::Failed(block, step) => Halt::Assumed(vec![(block, step)]),
            Stop::Met(why) => Halt::Met(why),
            Stop::Fault(why) => Halt::Discard(why),
        }
    }
}

impl From<Failed> for Halt {
    fn from(f: Failed) -> Halt {
        match f {
            Failed::Assumptions(steps) => Halt::Assumed(steps),
            Failed::Met(why) => Halt::Met(why),
            Failed::Other(why) => Halt::Discard(why),
        }
    }
}

impl From<Error> for Halt {
    fn from(e: Error) -> Halt {
        Halt::Discard(e.to_string())
    }
}

impl Gpu {
    /// On a device. If `wait`, runs wait until a kernel is built; else they are discarded until then.
    pub fn new(device: Device, wait: bool) -> Gpu {
        match device.info().shares_memory && device.info().processor {
            true => Gpu::of(Engine::Device { device, wait, mirror: None }),
            false => Gpu::copying(device, wait),
        }
    }

    /// The same, but as if the device had memory of its own.
    pub fn copying(device: Device, wait: bool) -> Gpu {
        let mirror = Some(Box::new(RefCell::new(Mirror::new(&device))));
        Gpu::of(Engine::Device { device, wait, mirror })
    }

    /// Without a device: the host runs what would be kernels, each iteration by itself and in an order drawn from the seed. Slow; it shows where
    /// analysis errs.
    pub fn shuffled(seed: u64) -> Gpu {
        Gpu::of(Engine::Host(seed))
    }

    /// Sets the number of ops below which a loop stays on the host.
    pub fn worth(mut self, least: u64) -> Gpu {
        self.least = least;
        self
    }

    /// Sets how many bytes of copies stay on the device when no kernel needs them.
    pub fn keeping(self, most: u64) -> Gpu {
        if let Some(mirror) = self.engine.mirror() {
            mirror.borrow_mut().keep_at_most(most);
        }
        self
    }

    /// Sets whether loops are tried of which it is not known where they write.
    pub fn trials(mut self, tries: bool) -> Gpu {
        self.tries = tries;
        self
    }

    fn of(engine: Engine) -> Gpu {
        Gpu { engine, least: LEAST, tries: true, report: RefCell::default() }
    }

    /// Adds the time since `start` to a part of the report's.
    fn time(&self, start: Instant, part: impl FnOnce(&mut Times) -> &mut Duration) {
        *part(&mut self.report.borrow_mut().times) += start.elapsed();
    }

    /// What kernels run on, for people.
    fn device(&self) -> &str {
        match &self.engine {
            Engine::Device { device, .. } => &device.info().name,
            Engine::Host(_) => "the processor, in another order",
        }
    }
}

impl Offload for Gpu {
    fn plan(&self, region: &Region) -> Result<Plan, Refusal> {
        plan(region)
    }

    fn take_report(&self) -> Report {
        self.report.take()
    }

    fn run(
        &self,
        region: &Region,
        plan: &mut Plan,
        inputs: &[u64],
        heap: &mut dyn Heap,
        worth: &mut dyn FnMut(u64) -> Worth,
    ) -> Outcome {
        let Some(made) = plan.downcast_mut::<Made>() else {
            return Outcome::Discarded(Refusal("the plan is somebody else's".into()));
        };
        made.building.take_if(|b| b.poll().is_some());
        if made.building.is_some() {
            return Outcome::NotYet(Refusal(BUILDING.into()));
        }
        let mut run = Run {
            gpu: self,
            region,
            made,
            host: Host::new(region, inputs),
            reaches: Reaches::default(),
            blocks: 0,
            kernels: 0,
            refused: Vec::new(),
            worth: Some(worth),
            looks: false,
            whole: 0,
            done: 0,
            first: None,
            started: false,
            pending: Pending::default(),
        };
        let start = Instant::now();
        let went = match self.engine.mirror() {
            None => run.go(heap),
            Some(mirror) => run.go_on_copies(mirror, heap),
        };
        if let (Err(_), true, Engine::Device { device, .. }) = (&went, run.started, &self.engine) {
            // What is under way must not write what is put back. A device that is lost writes nothing.
            let _ = device.finish();
        }
        self.time(start, |t| &mut t.whole);
        self.report.borrow_mut().device = self.device().into();
        match went {
            Ok((snap, values)) => Outcome::Ran { snap, values },
            Err(halt) => {
                run.host.journal.undo(heap);
                let (outcome, why) = match halt {
                    Halt::NotWorth => return Outcome::Discarded(Refusal("the processor is faster".into())),
                    Halt::Would => return Outcome::Would,
                    Halt::NotYet => return Outcome::NotYet(Refusal(BUILDING.into())),
                    Halt::Assumed(steps) => {
                        let why = failed(region, steps[0].0, steps[0].1);
                        (Outcome::Failed(steps), why)
                    }
                    Halt::Discard(why) | Halt::Met(why) => (Outcome::Discarded(Refusal(why.clone())), why),
                };
                self.report.borrow_mut().given_up = Some(why);
                outcome
            }
        }
    }
}

/// Makes a region ready, for whatever device.
pub(crate) fn plan(region: &Region) -> Result<Plan, Refusal> {
    let nest = Nest::new(region);
    if !nest.cfg.reducible {
        return Err(Refusal("a loop is entered beside its header".into()));
    }
    let (mut some, mut not) = (false, None);
    for l in 0..nest.cfg.loops.len() {
        match nest.counted(region, l) {
            Ok(()) => some = true,
            Err(why) => not = Some(format!("loop at {}: {why}", tell::header(region, &nest, l))),
        }
    }
    match some {
        true => Ok(Box::new(Made {
            nest,
            forms: Forms::default(),
            shadow: Shadow::default(),
            met: HashMap::new(),
            building: None,
        })),
        false => Err(Refusal(not.unwrap_or_else(|| "there is no loop".into()))),
    }
}

/// Runs a loop on trial twice. An assumption that does not hold the first time does so the second time, unless it is that iterations have met.
fn twice(mut once: impl FnMut(bool) -> Result<Vec<u64>, Halt>) -> Result<Vec<u64>, Halt> {
    match once(false) {
        Ok(_) | Err(Halt::Assumed(_)) => once(true),
        Err(halt) => Err(halt),
    }
}

/// Which assumption does not hold.
fn failed(region: &Region, b: BlockId, s: usize) -> String {
    match &region.blocks[b as usize].steps[s] {
        Step::Assume { why, .. } => format!("it does not hold that {why} ({})", region.line_of(b)),
        Step::Do(_) => "a step failed".into(),
    }
}

/// A kernel that is about to run.
struct Launch<'a> {
    device: &'a Device,
    kernel: &'a Kernel,
    form: &'a Form,
    par: &'a Parallel,
    mirror: Option<&'a Mirror>,
}

struct Run<'a> {
    gpu: &'a Gpu,
    region: &'a Region,
    made: &'a mut Made,
    host: Host<'a>,
    reaches: Reaches,
    blocks: u64,
    kernels: u64,
    /// Why loops were no kernels, each reason once.
    refused: Vec<String>,
    /// Who says whether that is worth it, until asked.
    worth: Option<&'a mut dyn FnMut(u64) -> Worth>,
    /// Nothing is to be run.
    looks: bool,
    /// The ops that were to be done when it was asked.
    whole: u64,
    /// Those of kernels that have run.
    done: u64,
    /// When the first of them had, and its ops.
    first: Option<(Instant, u64)>,
    /// Whether the device has been given anything to do.
    started: bool,
    /// What has been started and not been looked at.
    pending: Pending,
}

impl Run<'_> {
    /// The same as [`Run::go`], where kernels work on copies.
    fn go_on_copies(
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
    fn go(&mut self, heap: &mut dyn Heap) -> Result<(SnapId, Vec<u64>), Halt> {
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
    fn why_not(&self, else_say: &str) -> String {
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

    /// Runs a loop as a kernel and sets its header's parameters to what they are after it.
    fn launch(
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
        gpu.report.borrow_mut().copied.kept += kept;
        let results = match &gpu.engine {
            Engine::Device { device, wait, mirror } => {
                let start = Instant::now();
                let nest = &self.made.nest;
                let form = self.made.forms.of(l, par, || emit(self.region, nest, l, par));
                let form = form.map_err(Halt::Discard)?;
                // What earlier kernels of this run have done would be for nothing.
                let wait = *wait || self.kernels > 0;
                let kernel = match self.made.forms.kernel(device, &form, wait)? {
                    Ok(kernel) => kernel,
                    Err(build) => {
                        self.made.building = Some(build);
                        return Err(Halt::NotYet);
                    }
                };
                gpu.time(start, |t| &mut t.build);
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
        self.look_ahead(par.work, heap)
    }

    /// The marks of a loop that is about to be tried.
    fn begin(&mut self, trial: &Trial) -> Shadow {
        let mut shadow = std::mem::take(&mut self.made.shadow);
        shadow.begin(trial);
        shadow
    }

    /// Runs a kernel on trial; its results.
    fn tried_on(
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
        let [first, last, values] = lent;
        let (first, last, values) = (first?, last?, values?);
        let results = twice(|again| {
            let mut marks = vec![Arg::Buffer(first.buffer()), Arg::Buffer(last.buffer())];
            marks.extend([Arg::Buffer(values.buffer()), Arg::Word(epoch), Arg::Word(again.into())]);
            marks.extend(trial.groups.iter().map(|g| Arg::Word(g.from())));
            self.on_device(launch, &marks, heap)
        })?;
        // The other list is old by now.
        last.give_back()?;
        values.give_back()?;
        Ok(results)
    }

    /// Runs items on trial; the marks, and what a kernel would leave in its results.
    fn tried_here(
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
    fn tried(
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

    /// Gives up a run of which the kernels so far tell that the processor would have been faster. The first one tells nothing, as it was slow to start.
    fn look_ahead(&mut self, ops: u64, heap: &dyn Heap) -> Result<(), Halt> {
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
    fn settle(&mut self, heap: &dyn Heap) -> Result<(), Halt> {
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
    fn on_device(
        &self,
        &Launch { device, kernel, form, par, mirror }: &Launch<'_>,
        marks: &[Arg<'_>],
        heap: &mut dyn Heap,
    ) -> Result<Vec<u64>, Halt> {
        let mut results = vec![0u64; par.count as usize * form.text.lists + form.text.words];
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
            Launched::Stopped if slow => return Err(Halt::slower()),
            Launched::Stopped => return Err(Halt::Discard("interrupted".into())),
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
