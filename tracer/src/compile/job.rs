//! From a recording to native code: all that needs neither the run time nor the heap.
//!
//! **Problem.** Optimizing and assembling a trace takes as long as running it plainly some fifty times. Another thread can do it meanwhile, if it is told all that
//! it needs and changes nothing.
//!
//! **Invariants.** A [`Job`] holds what its trace is made with as of when the recording ended, and what comes of it depends on nothing else. What it refers to
//! of other traces stays true until it is installed: none is taken out of use before.
//!
//! **Not promised.** That there will be room for the code: that is found when it is installed. Numbers of the trace and of its exits are given then, too.
//!
//! **Example.** `job.run(backend, shared)` on any thread; what it answers is for `driver::install`.

use crate::policy::Abort;
use holloway_compiler::codegen::machine::Loc;
use holloway_compiler::codegen::{
    Assembled, Backend, Chaos, CompileRequest, Entry, Links, Shared, StartInfo, Visits,
};
use holloway_compiler::ir::{ExitKind, Inst, IrRef, JumpTarget, Op, SnapId, Snapshot, Trace};
use holloway_compiler::opt::{self, LoopEntry, OptAbort, OptConfig, Optimized};
use std::sync::Arc;
use std::time::Instant;

/// A version of the loop that a recording ends in.
pub(crate) struct Version {
    /// Its trace's number.
    pub number: u32,
    /// The way into its body.
    pub entry: Arc<LoopEntry>,
    /// Its trace.
    pub trace: Arc<Trace>,
    /// What its body takes, see [`BodyInfo`](holloway_compiler::codegen::BodyInfo).
    pub values: Vec<IrRef>,
    /// Where, and where its code is.
    pub start: StartInfo,
}

impl Version {
    /// Makes a trace that jumps to the loop's start jump into this body, if that can be.
    pub fn enter(&self, trace: &mut Trace) -> Option<opt::Spliced> {
        self.entry.splice(trace, &self.trace, self.number, &self.values)
    }
}

/// How a recording that ends in a loop may go on there.
#[derive(Default)]
pub(crate) struct Ways {
    /// In the body of one of these, tried in turn.
    pub versions: Vec<Version>,
    /// If what is known contradicts each of them: not at all, and another version is to be made. The header's place and greens.
    pub header: Option<(u32, Vec<u64>)>,
}

/// The word that holds the entry of a function's trace: its address goes into code.
pub(crate) struct Slot(pub *const usize);

// SAFETY: nothing is read or written through it but by native code.
unsafe impl Send for Slot {}

/// A recording to be compiled.
pub(crate) struct Job {
    pub recorded: Trace,
    pub ways: Ways,
    /// Of the state that it began with.
    pub greens: Vec<u64>,
    /// Its loop is not peeled if its state does not settle: that was tried often enough.
    pub unsettled: bool,
    pub config: OptConfig,
    /// Fates of recorded ops are wanted.
    pub explain: bool,
    /// Of a bridge: where its inputs are.
    pub places: Option<Vec<Loc>>,
    /// The trace that it jumps to, as it was recorded, and where that begins.
    pub target: Option<(u32, StartInfo)>,
    /// By key: functions that it calls.
    pub slots: Vec<(u32, Slot)>,
    pub chaos: Option<Chaos>,
    /// Parts of its code are to be told.
    pub listed: bool,
}

/// No version is entered. Whether what is known contradicts each.
struct Contradicts(bool);

/// What optimizing has made of a job.
pub(crate) struct Done {
    pub optimized: Optimized,
    /// It leaves at the header of a loop none of whose versions suits it: the place.
    pub unfit: Option<u32>,
    pub nanos: u64,
}

/// What has come of a job.
pub(crate) struct Made {
    pub job: Job,
    /// What the optimizer said to versions that it did not enter.
    pub refused: Vec<String>,
    /// The optimized trace, its code, and the nanoseconds that assembling took; or why there is none.
    pub result: Result<(Done, Assembled, u64), (Abort, String)>,
}

impl Links for Job {
    fn start_of(&self, trace: u32) -> Option<StartInfo> {
        self.target.as_ref().filter(|t| t.0 == trace).map(|t| t.1.clone())
    }
    fn body_of(&self, trace: u32) -> Option<StartInfo> {
        self.ways.versions.iter().find(|v| v.number == trace).map(|v| v.start.clone())
    }
    fn entry_slot(&self, key: u32) -> Option<*const usize> {
        self.slots.iter().find(|s| s.0 == key).map(|s| s.1 .0)
    }
}

impl Job {
    /// The whole of it.
    pub fn run(mut self, backend: &dyn Backend, shared: Shared) -> Made {
        let mut refused = Vec::new();
        let result = self.optimize(&mut refused).and_then(|done| {
            let (code, nanos) = self.assemble(backend, shared, &done.optimized.trace, None)?;
            Ok((done, code, nanos))
        });
        Made { job: self, refused, result }
    }

    /// Optimizes the recording, which need not verify if it is a loop: its jump may give values of other types than the inputs, which the optimizer sorts out.
    pub fn optimize(&mut self, refused: &mut Vec<String>) -> Result<Done, (Abort, String)> {
        let began = Instant::now();
        let (optimized, unfit) = match (self.enter_version(refused), &self.ways.header) {
            (Ok(entered), _) => (entered, None),
            (Err(Contradicts(true)), Some((place, greens))) => {
                let open = left_at(&self.recorded, greens);
                let open = open.ok_or((Abort::Unstable, "it ends in no jump".into()))?;
                (opt::optimize_loop(&open, &self.config, self.explain).map_err(unstable)?, Some(*place))
            }
            (Err(_), _) => (self.whole()?, None),
        };
        debug_assert!(
            holloway_compiler::ir::verify(&optimized.trace).is_ok(),
            "optimized trace: {:?}\n{}\n{}",
            holloway_compiler::ir::verify(&optimized.trace),
            self.recorded,
            optimized.trace
        );
        Ok(Done { optimized, unfit, nanos: began.elapsed().as_nanos() as u64 })
    }

    /// A trace that ends in a loop, optimized so that it jumps into the body of a version of that loop which suits it.
    fn enter_version(&mut self, refused: &mut Vec<String>) -> Result<Optimized, Contradicts> {
        let mut contradicts = !self.ways.versions.is_empty();
        for version in &self.ways.versions {
            let Some(entering) = version.enter(&mut self.recorded) else {
                contradicts = false;
                continue;
            };
            let entered = opt::optimize_loop(&self.recorded, &self.config, self.explain);
            entering.undo(&mut self.recorded);
            match entered {
                Ok(mut entered) => {
                    // The ops of the entry stand where the recorded jump was, which is their last now.
                    if let Some(jump) = entered.fates.pop() {
                        let last = self.recorded.insts.len() - 1;
                        entered.fates.truncate(last);
                        entered.fates.push(jump);
                        entered.fates.iter_mut().for_each(|f| f.of = f.of.map(|of| of.min(last as u32)));
                    }
                    return Ok(entered);
                }
                Err(e) => {
                    contradicts &= matches!(e, OptAbort::AlwaysFails(_));
                    refused.push(format!("{e:?}"));
                }
            }
        }
        Err(Contradicts(contradicts))
    }

    /// Any other trace. A loop whose state never settles is not peeled in the end: it runs one iteration and chooses anew.
    fn whole(&self) -> Result<Optimized, (Abort, String)> {
        let recorded = &self.recorded;
        let peels = opt::peels(recorded, &self.config);
        let unpeeled = |config: &OptConfig| match left_open(recorded, &self.greens) {
            Some(open) => opt::optimize_loop(&open, config, self.explain),
            None => opt::optimize_loop(recorded, config, self.explain),
        };
        let mut done = match peels {
            true => opt::optimize_loop(recorded, &self.config, self.explain),
            false => unpeeled(&self.config),
        };
        if matches!(done, Err(OptAbort::Unstable(_))) && peels && self.unsettled {
            let mut config = self.config.clone();
            config.max_peel_ops = 0;
            done = unpeeled(&config);
        }
        done.map_err(unstable)
    }

    /// Native code of the optimized trace, or of one with the same snapshots, and the nanoseconds that it took.
    pub fn assemble(
        &self,
        backend: &dyn Backend,
        shared: Shared,
        trace: &Trace,
        visits: Option<Visits>,
    ) -> Result<(Assembled, u64), (Abort, String)> {
        let began = Instant::now();
        let request = CompileRequest {
            entry: self.places.as_deref().map_or(Entry::Function, Entry::Bridge),
            chaos: self.chaos,
            visits,
            listed: self.listed,
            switches: true,
            ..CompileRequest::new(trace, self)
        };
        let made = backend.assemble(shared, &request).map_err(|e| (Abort::Codegen, e.to_string()))?;
        Ok((made, began.elapsed().as_nanos() as u64))
    }
}

fn unstable(e: OptAbort) -> (Abort, String) {
    (Abort::Unstable, format!("{e:?}"))
}

/// A loop that ends with a value of another type than it began with, made to leave at its header instead of jumping there, where it is not peeled.
fn left_open(trace: &Trace, greens: &[u64]) -> Option<Trace> {
    if trace.target != JumpTarget::Start {
        return None;
    }
    opt::changes_type(trace)?;
    left_at(trace, greens)
}

/// A trace made to leave at the header that it jumps to.
fn left_at(trace: &Trace, greens: &[u64]) -> Option<Trace> {
    let last = trace.insts.last()?;
    let entries = trace.list(last).into();
    let mut open = trace.clone();
    open.snaps.push(Snapshot { greens: greens.into(), entries, ..Snapshot::default() });
    let snap = SnapId(open.snaps.len() as u32 - 1);
    open.target = JumpTarget::None;
    let place = open.insts.pop()?.place;
    open.push(Inst { snap, aux: ExitKind::Open as u32, place, ..Inst::new(Op::Exit) });
    Some(open)
}
