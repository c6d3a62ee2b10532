//! Running regions: host loops and kernels.
//!
//! **How.** The host runs the region block by block. Where it comes to the header of a loop it judges the loop with the numbers of the moment; one whose iterations
//! can run at once becomes a kernel, others are gone through on the host, and their inner loops are asked in turn. After a kernel the header's
//! parameters are what they would be after the last iteration, and the host goes on at the header, whose test then leaves the loop.
//!
//! **Invariants.** Objects that a kernel writes are kept before ([`Journal`](crate::host::Journal)), as are words that the host writes: whatever fails, memory is as it was.
//!
//! **Not promised.** A region of which nothing can be a kernel is given up, and so is one whose host part grows out of proportion.

mod launch;
mod trial;
mod walk;

use crate::device::{Build, Device, Error};
use crate::host::{Host, Journal, Stop};
use crate::marks::Shadow;
use crate::mirror::Mirror;
use crate::nest::Nest;
use crate::pending::{Failed, Forms, Pending};
use crate::schedule::Parallel;
use crate::tell;
use crate::views::Reaches;
use holloway_compiler::region::offload::{Heap, Offload, Outcome, Plan, Refusal, Worth};
use holloway_compiler::region::report::{Report, Times};
use holloway_compiler::region::{BlockId, Region, Step};
use std::cell::RefCell;
use std::collections::HashMap;
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
    /// What runs leave to the next one.
    room: Room,
}

/// Memory that is used again: to get it anew from the system would take longer than what is done with it.
#[derive(Default, Debug)]
struct Room {
    /// Of a journal.
    bytes: RefCell<Vec<u8>>,
    /// Of kernels' results.
    results: RefCell<Vec<u64>>,
}

/// Most bytes that each of these keeps.
const ROOM: usize = 64 << 20;

impl Room {
    fn give_bytes(&self, bytes: Vec<u8>) {
        if bytes.capacity() <= ROOM {
            drop(self.bytes.replace(bytes));
        }
    }

    fn give_results(&self, results: Vec<u64>) {
        if results.capacity() * size_of::<u64>() <= ROOM {
            drop(self.results.replace(results));
        }
    }

    /// So many results, all 0.
    fn results(&self, count: usize) -> Vec<u64> {
        let mut results = self.results.take();
        results.clear();
        results.resize(count, 0);
        results
    }
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
        Gpu { engine, least: LEAST, tries: true, report: RefCell::default(), room: Room::default() }
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
            host: Host::new(region, inputs, Journal::within(self.room.bytes.take())),
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
            // What is under way must not write what is put back, nor leave flags for the next run. A device that is lost writes nothing.
            let _ = run.pending.settle(device).and_then(|_| device.finish());
        }
        self.time(start, |t| &mut t.whole);
        self.report.borrow_mut().device = self.device().into();
        if went.is_err() {
            run.host.journal.undo(heap);
        }
        self.room.give_bytes(run.host.journal.room());
        match went {
            Ok((snap, values)) => Outcome::Ran { snap, values },
            Err(halt) => {
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

/// Which assumption does not hold.
fn failed(region: &Region, b: BlockId, s: usize) -> String {
    match &region.blocks[b as usize].steps[s] {
        Step::Assume { why, .. } => format!("it does not hold that {why} ({})", region.line_of(b)),
        Step::Do(_) => "a step failed".into(),
    }
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
