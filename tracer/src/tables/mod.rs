//! What the driver knows: traces, their exits, function traces, and which place has which.
//!
//! **Problem.** Counters in plain execution, exits of native code, recordings and collections all ask what has been compiled. It stands here, apart
//! from those who act on it ([`crate::driver`]) and from the decisions ([`crate::policy`]).
//!
//! **Invariants.** Numbers of traces and exits are indices here, and are valid until all traces are thrown away. No table is borrowed while author code runs.
//!
//! **Not promised.** That a trace which is known is entered.
//!
//! **Example.** `driver.loop_trace(place, &greens, |i| reds[i])` is the trace to enter at a header.

pub mod coverage;
pub(crate) mod eviction;
pub mod params;
pub mod regions;
pub mod settings;
mod told;

pub use params::Params;

use crate::audit::At;
use crate::heap::{Changed, HeapStats, Marker};
use crate::machine::HotCell;
use crate::observe::census::Census;
use crate::observe::tools::Tools;
use crate::observe::{Pauses, Stats};
use crate::policy::sites::{Few, Site, Sites};
use crate::policy::tree::Tree;
use crate::policy::turns::{ByJoin, SinceJoin};
use crate::policy::ways::{Place, Ways};
use crate::policy::{Kind, Work, MAX_FITS, MAX_VERSIONS};
use crate::resume::plan::ExitPlan;
use crate::tables::regions::Regions;
use crate::world;
use coverage::{Coverage, Schedule};
use eviction::Stale;
use hdrhistogram::Histogram;
use holloway_compiler::codegen::arena::Arena;
use holloway_compiler::codegen::debug::Wanted;
use holloway_compiler::codegen::{Backend, CompiledTrace, Links, Shared, StartInfo};
use holloway_compiler::ir::{ExitKind, JumpTarget, Op, Trace};
use holloway_compiler::opt::LoopEntry;
use holloway_compiler::region::Offload;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// Most traces of a way that is looked at.
const MOST_HOPS: usize = 16;

/// One exit of a compiled trace.
#[derive(Debug)]
pub struct ExitState {
    /// Its trace.
    pub trace: u32,
    /// Its index there.
    pub index: u32,
    /// Failures left before a bridge is recorded.
    pub left: u32,
    /// Ops of its trace after its guard: about what a bridge will have.
    pub ahead: u32,
    /// Recordings that failed.
    pub aborts: u32,
    /// Recordings begun.
    pub begun: u32,
    /// Under chaos, the guard's place: see [`coverage`].
    pub place: u64,
    /// Forced exits so far (chaos).
    pub forced: u64,
    /// Times it was taken, forced or not.
    pub taken: u64,
    /// How things go on from it.
    pub kind: ExitKind,
    /// The place of a loop header that it leaves at, as no version of the loop there suits what was known: the first time it is taken, another is made.
    pub unfit: Option<u32>,
    /// Its trace ends here because ways come together: it goes on in a join.
    pub meets: bool,
    /// It gets no bridge: its place is given up.
    pub given_up: bool,
    /// The resolved snapshot, made at the first failure.
    pub plan: Option<Rc<ExitPlan>>,
}

/// A compiled trace.
#[derive(Debug)]
pub struct TraceInfo {
    /// Native code.
    pub compiled: CompiledTrace,
    /// The optimized IR (constants are roots, snapshots are needed at exits).
    pub trace: Arc<Trace>,
    /// Number of its first exit.
    pub first_exit: u64,
    /// The way into its loop, if there is one.
    pub entry: Option<Arc<LoopEntry>>,
    /// What its entry guards ask of the inputs: `(input, bits)`. The trace runs to its loop only where all hold.
    pub context: Vec<(u32, u64)>,
    /// Of a bridge: the trace and exit it goes on from.
    pub from: Option<(u32, u32)>,
    /// The tree it belongs to.
    pub(crate) tree: Rc<Tree>,
    /// Of a bridge: the place of the guest's that it goes on from, and how many bridges in a row go on from there, with this one.
    pub(crate) chain: (Place, u32),
    /// What was entered since the last join on the way to it.
    pub(crate) since_join: SinceJoin,
    /// What runs by way of a join where it ends, and how often it was come by.
    pub(crate) by_join: Option<Counted>,
    /// The line of the interpreter that did its first guard.
    pub(crate) source: Option<At>,
    /// The references that its native code holds.
    pub references: Box<[u64]>,
    /// Code ids of the functions that it inlines.
    pub inlines: Box<[u64]>,
    /// Nothing leads to it any more: its constants are no roots, its code is free.
    pub retired: Cell<bool>,
}

/// A trace that counts what runs by way of a join.
#[derive(Debug)]
pub(crate) struct Counted {
    /// What runs.
    pub by: ByJoin,
    /// The exit whose record counts down.
    pub exit: u32,
    /// All that the record has been given.
    pub given: Cell<u64>,
}

impl TraceInfo {
    /// How often what runs by way of the join where it ends was come by, and what that is.
    fn come_by(&self) -> Option<(ByJoin, u64)> {
        let counted = self.by_join.as_ref().filter(|_| !self.retired.get())?;
        let left = self.compiled.records[counted.exit as usize].countdown.get();
        Some((counted.by, counted.given.get() - u64::from(left)))
    }
    /// Has its record count so often again as it has.
    pub(crate) fn count_again(&self) {
        if let Some(counted) = &self.by_join {
            let more = counted.given.get().min(u32::MAX.into()) as u32;
            counted.given.set(counted.given.get() + u64::from(more));
            self.compiled.records[counted.exit as usize].countdown.set(more);
        }
    }
    /// The trace that its jump leads to, if it is another one.
    fn jumps_to(&self) -> Option<u32> {
        match self.trace.target {
            JumpTarget::Trace(n) | JumpTarget::Body(n) => Some(n),
            JumpTarget::None | JumpTarget::Loop | JumpTarget::Start => None,
        }
    }
    /// References that its native code holds.
    fn references(&self) -> impl Iterator<Item = u64> + '_ {
        self.references.iter().copied()
    }
}

/// The references among the constants of a trace, each once.
pub fn references(trace: &Trace) -> Box<[u64]> {
    let all = trace.consts.iter().filter(|c| c.ty == holloway_compiler::ir::Ty::Ref && c.bits != 0);
    let mut all: Vec<u64> = all.map(|c| c.bits).collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

/// The facts about inputs that a trace's entry (up to its loop) guards; none if it is no loop, for then nothing is lost where they fail.
pub fn context(trace: &Trace) -> Vec<(u32, u64)> {
    if !matches!(trace.target, JumpTarget::Loop | JumpTarget::Start) {
        return Vec::new();
    }
    let entry = trace.insts.iter().take_while(|i| i.op != Op::Label);
    let facts = entry.filter(|i| i.op == Op::GuardEq && !i.args[0].is_const());
    let of_input = facts.filter(|i| trace.insts[i.args[0].index()].op == Op::Input);
    of_input.filter_map(|i| Some((i.args[0].index() as u32, trace.as_const(i.args[1])?.bits))).collect()
}

/// A function with (or waiting for) a trace of its own.
#[derive(Debug)]
pub struct FunctionInfo {
    /// Greens of its frame at entry.
    pub greens: Vec<u64>,
    /// The outer entry, or the spill entry; native code calls through this word.
    pub entry: Box<Cell<usize>>,
    /// Counts calls by native code while there is no trace: plain execution does not see them.
    pub calls: Rc<HotCell>,
    /// Its trace.
    pub trace: Option<u32>,
    /// Input words: reds of its flat entry state.
    pub inputs: usize,
}

/// What is known of a place.
#[derive(Default, Debug)]
pub struct PlaceInfo {
    /// Loop traces by greens.
    pub loops: Vec<(Vec<u64>, u32)>,
    /// Function keys by greens.
    pub functions: Vec<(Vec<u64>, u32)>,
    /// Recordings that failed in a row.
    pub aborts: u32,
    /// Recordings that have begun and not ended: they wait in coroutines.
    pub begun: u32,
    /// Whether the counter was set higher on their account.
    pub waited: bool,
    /// What its counter is to be set to when it is at hand.
    pub rearm: Option<u32>,
    /// Whether its counter has been set to the threshold.
    pub seen: bool,
    /// Arrivals for which no version's context held.
    pub misses: u32,
    /// Recordings that went on through this header while it had no trace.
    pub passes: u32,
    /// Bridges that went through this header in an inlined callee.
    pub ways: u32,
}

/// A recording that has begun at a place and has not ended.
pub(crate) struct Begun<'a>(&'a Driver, u32);

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        if let Some(info) = self.0.places.borrow_mut().get_mut(self.1 as usize) {
            info.begun = info.begun.saturating_sub(1)
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.end();
    }
}

impl Driver {
    /// The guest is at a place. Tells who wants to know which file that is.
    pub(crate) fn tell_file(&self, place: &str, file: impl FnOnce() -> Option<String>) {
        if !self.log.full() && self.tools.is_none() {
            return;
        }
        let Some(file) = file().filter(|f| !f.is_empty()) else { return };
        self.log.at(place, &file);
        if let Some(tools) = &self.tools {
            tools.at(place, &file);
        }
    }
    /// Says and writes what is said and written at the end.
    pub(crate) fn end(&self) {
        self.tell_exits();
        self.tell_regions();
        self.tell_census();
        self.log.ended(&self.stats.borrow(), &self.pauses());
        if self.params.log_stats {
            eprintln!("[holloway] {}", self.stats().to_string().replace('\n', "\n[holloway] "));
            eprintln!("[holloway] {}", self.pauses());
        }
        if let Some(Schedule::Once { file, .. }) = &self.params.chaos {
            if let Err(e) =
                world::ask("coverage written", || std::fs::write(file, self.coverage().to_string()))
            {
                eprintln!("[holloway] {}: {e}", file.display());
            }
        }
        world::note(world::ended);
    }
}

/// The driver's tables.
pub struct Driver {
    /// Parameters.
    pub params: Params,
    backend: Option<Arc<dyn Backend>>,
    /// Routines of the arena, where there is a backend.
    shared: Option<Shared>,
    pub(crate) arena: RefCell<Arena>,
    pub(crate) traces: RefCell<Vec<Rc<TraceInfo>>>,
    /// The references that the traces in use hold, and how many hold each: thousands of traces name the same few objects, and each collection goes through these.
    held: RefCell<FxHashMap<u64, u32>>,
    /// Of [`Driver::held`]: whether some were added.
    holds_more: Changed,
    pub(crate) exits: RefCell<Vec<ExitState>>,
    pub(crate) functions: RefCell<Vec<FunctionInfo>>,
    pub(crate) places: RefCell<Vec<PlaceInfo>>,
    pub(crate) banned: RefCell<FxHashSet<u64>>,
    /// How often a function (by code id) went on looping where a trace that inlines it ended.
    pub(crate) left_looping: RefCell<FxHashMap<u64, u64>>,
    /// Places from which some tree has so many bridges in a row that there are no more.
    pub(crate) given_up: RefCell<FxHashSet<Place>>,
    /// What has been promoted where it may become much.
    pub(crate) sites: Sites,
    pub(crate) recording: Cell<bool>,
    pub(crate) stats: RefCell<Stats>,
    /// What forced exits covered in runs before, and of traces that were thrown away.
    covered: RefCell<Coverage>,
    pub(crate) spill_entry: usize,
    /// Native code has used up its budget.
    pub(crate) full: Cell<bool>,
    /// What is thrown away as soon as that can be.
    pub(crate) stale: RefCell<Stale>,
    /// How often traces were because of what they inline.
    pub(crate) restarts: Cell<u64>,
    /// The place that was just left to, as [`ExitState::unfit`] says.
    pub(crate) unfit: Cell<Option<u32>>,
    /// Native activations in progress, on whatever stack.
    pub(crate) active: Cell<u32>,
    pub(crate) log: crate::observe::Log,
    pub(crate) census: Option<Census>,
    /// Profilers and debuggers that want to know of native code.
    pub(crate) tools: Option<Tools>,
    /// Nanoseconds of each pause.
    pauses: RefCell<Histogram<u64>>,
    /// The heap's numbers after the last collection.
    collected: Cell<HeapStats>,
    pub(crate) regions: Regions,
    began: Instant,
    /// Who runs regions elsewhere.
    pub(crate) offload: RefCell<Option<Rc<dyn Offload>>>,
}

impl Driver {
    /// With a backend, or why there is none.
    pub(crate) fn new(
        mut params: Params,
        backend: Result<Box<dyn Backend>, String>,
    ) -> Result<Driver, String> {
        let log = crate::observe::Log::new(params.log_summary, params.log_json.as_deref(), params.log_times)?;
        let observe = [
            ("HOLLOWAY_LOG=asm", params.log_asm),
            ("HOLLOWAY_PERF", params.perf.is_some()),
            ("HOLLOWAY_GDB", params.gdb),
        ];
        if let (Some((name, _)), false) = (observe.iter().find(|o| o.1), cfg!(feature = "observe")) {
            return Err(format!("{name}: this program was built without the feature `observe`"));
        }
        let backend: Option<Arc<dyn Backend>> = match backend {
            Ok(backend) => Some(Arc::from(backend)),
            Err(why) if params.audit => {
                return Err(format!("HOLLOWAY_AUDIT=1: nothing is recorded, as {why}"))
            }
            Err(why) if params.jit => {
                log.tell("plain", || format!("all runs plainly: {why}"), || json!({ "why": why }));
                params.jit = false;
                None
            }
            Err(_) => None,
        };
        let mut arena = Arena::new(params.code_max);
        let shared = match &backend {
            Some(backend) if params.jit => Some(backend.shared(&mut arena).map_err(|e| e.to_string())?),
            _ => None,
        };
        let covered = match &params.chaos {
            Some(Schedule::Once { before, .. }) => before.clone(),
            _ => Coverage::default(),
        };
        let wanted = Wanted { perf: params.perf.as_deref(), gdb: params.gdb };
        let tools = Tools::new(wanted, backend.as_deref(), &mut arena)?;
        let census = if params.log_census { Some(Census::begin()?) } else { None };
        Ok(Driver {
            log,
            census,
            tools,
            pauses: RefCell::new(Histogram::new(2).expect("two digits are possible")),
            collected: Cell::default(),
            covered: RefCell::new(covered),
            params,
            backend,
            arena: RefCell::new(arena),
            traces: RefCell::default(),
            held: RefCell::default(),
            holds_more: Changed::default(),
            exits: RefCell::default(),
            functions: RefCell::default(),
            places: RefCell::new(vec![PlaceInfo::default()]),
            banned: RefCell::default(),
            left_looping: RefCell::default(),
            given_up: RefCell::default(),
            sites: Sites::default(),
            recording: Cell::new(false),
            stats: RefCell::default(),
            spill_entry: shared.map_or(0, |s| s.spill.addr),
            shared,
            full: Cell::new(false),
            stale: RefCell::default(),
            restarts: Cell::new(0),
            unfit: Cell::new(None),
            active: Cell::new(0),
            regions: Regions::default(),
            began: Instant::now(),
            offload: RefCell::default(),
        })
    }
    /// How often a function went round a loop by way of joins, and how often it was entered for that.
    pub(crate) fn come_by(&self, code: u64) -> (u64, u64) {
        let traces = self.traces.borrow();
        let counts = traces.iter().filter_map(|t| t.come_by()).filter(|(by, _)| by.code == code);
        counts.fold((0, 0), |(turns, entries), (by, times)| {
            (turns + times * u64::from(by.turned), entries + times * u64::from(by.entered))
        })
    }
    /// What makes and runs native code.
    pub(crate) fn backend(&self) -> &Arc<dyn Backend> {
        self.backend.as_ref().expect("nothing is recorded without a backend")
    }
    /// The routines that all native code shares.
    pub(crate) fn shared(&self) -> Shared {
        self.shared.expect("nothing is recorded without a backend")
    }
    /// Nanoseconds since there is this driver.
    pub(crate) fn clock(&self) -> u64 {
        self.began.elapsed().as_nanos() as u64
    }
    /// The number of a place, given at first use.
    pub(crate) fn place(&self, cell: &HotCell) -> u32 {
        if cell.number() == 0 {
            let mut places = self.places.borrow_mut();
            places.push(PlaceInfo::default());
            cell.set_number(places.len() as u32 - 1);
        }
        cell.number()
    }
    /// Sets the counter of a place to what it is to be set to, if there is something.
    pub(crate) fn rearm(&self, cell: &HotCell) {
        if let Some(visits) = self.places.borrow_mut()[cell.number() as usize].rearm.take() {
            cell.rearm(visits);
        }
    }
    /// The version of a loop to run for these greens and reds: the most specific whose context holds. A full table goes to its first.
    pub(crate) fn loop_trace(&self, place: u32, greens: &[u64], red: impl Fn(usize) -> u64) -> Option<u32> {
        let places = self.places.borrow();
        let traces = self.traces.borrow();
        let versions = || places[place as usize].loops.iter().filter(|l| l.0 == greens).map(|l| l.1);
        let holds = |t: &u32| traces[*t as usize].context.iter().all(|&(i, bits)| red(i as usize) == bits);
        let best = versions().filter(holds).max_by_key(|&t| traces[t as usize].context.len());
        best.or_else(|| versions().nth(MAX_VERSIONS - 1).and(versions().next()))
    }
    /// The place and greens of a loop trace, and all versions of that loop, the latest first.
    pub(crate) fn versions_of(&self, trace: u32) -> Option<(u32, Vec<u64>, Vec<u32>)> {
        let places = self.places.borrow();
        let loops = || places.iter().enumerate().flat_map(|(at, p)| p.loops.iter().map(move |l| (at, l)));
        let (at, (greens, _)) = loops().find(|(_, l)| l.1 == trace)?;
        let versions = places[at].loops.iter().rev().filter(|l| l.0 == *greens).map(|l| l.1);
        Some((at as u32, greens.clone(), versions.collect()))
    }
    /// The ways of a loop's versions, if there are any.
    pub(crate) fn ways_of(&self, place: u32, greens: &[u64]) -> Option<Rc<Ways>> {
        let places = self.places.borrow();
        let version = places[place as usize].loops.iter().find(|l| l.0 == greens)?.1;
        Some(self.trace(version).tree.ways.clone())
    }
    /// Whether a loop may have another version for what does not change in it.
    pub(crate) fn may_fit(&self, place: u32, greens: &[u64]) -> bool {
        let places = self.places.borrow();
        places[place as usize].loops.iter().filter(|l| l.0 == *greens).count() < MAX_FITS
    }
    /// Notes that a recording begins at a place, until the answer goes.
    pub(crate) fn begin(&self, place: u32) -> Begun<'_> {
        self.places.borrow_mut()[place as usize].begun += 1;
        Begun(self, place)
    }
    /// Counts a compiled trace, which took so many nanoseconds to optimize and to assemble.
    pub(crate) fn count_compiled(&self, kind: Kind, trace: &Trace, code: &CompiledTrace, times: [u64; 2]) {
        let mut stats = self.stats.borrow_mut();
        *match kind {
            Kind::Root => &mut stats.roots,
            Kind::Function => &mut stats.functions,
            Kind::Bridge => &mut stats.bridges,
            Kind::Join => &mut stats.joins,
        } += 1;
        stats.optimized_ops += trace.insts.len() as u64;
        stats.code_bytes += code.code.len as u64;
        stats.nanos[1] += times[0];
        stats.nanos[2] += times[1];
    }
    /// What has been compiled so far, for [`crate::policy`].
    pub(crate) fn work(&self) -> Work {
        let stats = self.stats.borrow();
        // What is known says as much of how long the program has run as what is recorded.
        let recorded = stats.recorded_ops + stats.known_ops;
        Work { recorded, bridge_threshold: self.params.bridge_threshold }
    }
    /// Counts an exit of a trace after which plain execution goes on; see [`Tree`]. Under low thresholds, which are for tests, no tree rests.
    pub(crate) fn left(&self, trace: &TraceInfo, for_good: bool) {
        let tree = &trace.tree;
        if self.params.bridge_threshold <= 2 || !tree.left(for_good) {
            return;
        }
        if let Some(key) = tree.function {
            let f = &self.functions.borrow()[key as usize];
            f.entry.set(self.spill_entry);
            f.calls.rearm(tree.turns());
        }
        let name = &trace.compiled.name;
        let fields = || json!({ "name": name });
        self.log.tell("rest", || format!("the tree with {name} rests"), fields);
    }
    /// The key of a function entered with these greens, made at first use.
    pub(crate) fn function_key(&self, cell: &HotCell, greens: &[u64], inputs: usize) -> u32 {
        let place = self.place(cell) as usize;
        let mut places = self.places.borrow_mut();
        if let Some(f) = places[place].functions.iter().find(|f| f.0 == greens) {
            return f.1;
        }
        let calls = Rc::new(HotCell::default());
        calls.set_number(cell.number());
        let mut functions = self.functions.borrow_mut();
        functions.push(FunctionInfo {
            calls,
            greens: greens.to_vec(),
            entry: Box::new(Cell::new(self.spill_entry)),
            trace: None,
            inputs,
        });
        let key = functions.len() as u32 - 1;
        places[place].functions.push((greens.to_vec(), key));
        key
    }
    pub(crate) fn trace(&self, n: u32) -> Rc<TraceInfo> {
        self.traces.borrow()[n as usize].clone()
    }
    /// Whether a join is recorded now behind the step of an exit that is given up: not if recording it has just failed.
    pub(crate) fn wants_join(&self, exit: u64) -> bool {
        let e = &mut self.exits.borrow_mut()[exit as usize];
        e.left = e.left.saturating_sub(1);
        e.left == 0
    }
    /// Ops on the way from a trace that was entered to one that was left by this exit, or rather the tree's part of it that the bridges have in common.
    pub(crate) fn ops_between(&self, entered: u32, exit: u64) -> u64 {
        let traces = self.traces.borrow();
        let mut last = self.exits.borrow()[exit as usize].trace;
        while let Some((parent, _)) = traces[last as usize].from {
            last = parent;
        }
        let (mut ops, mut n) = (0, entered);
        for _ in 0..MOST_HOPS {
            ops += traces[n as usize].trace.insts.len() as u64;
            match traces[n as usize].jumps_to().filter(|_| n != last) {
                Some(next) => n = next,
                None => break,
            }
        }
        ops
    }
    /// How many bridges in a row go on from a place, where a trace is left that begins with so many.
    pub(crate) fn chain_at(&self, trace: &TraceInfo, at: Place) -> u32 {
        match trace.chain {
            (place, n) if place == at => n,
            _ => 0,
        }
    }
    /// Number of input words of a function (its flat entry state).
    pub(crate) fn function_inputs(&self, key: u32) -> usize {
        self.functions.borrow()[key as usize].inputs
    }
    /// Whether nothing can be recorded now.
    pub(crate) fn is_busy(&self) -> bool {
        self.recording.get() || self.over_budget()
    }
    /// Whether native code has used up its budget.
    pub(crate) fn over_budget(&self) -> bool {
        self.full.get()
    }
    /// Says what the census has found.
    fn tell_census(&self) {
        if let Some(census) = &self.census {
            let (page, fields) = census.end(self.log.times());
            eprintln!("[holloway] {}", page.replace('\n', "\n[holloway] "));
            self.log.tell("census", String::new, || fields);
        }
    }
    /// Logs how often each exit was taken.
    fn tell_exits(&self) {
        let (traces, exits) = (self.traces.borrow(), self.exits.borrow());
        for t in traces.iter().filter(|_| self.log.full()) {
            let own = exits.iter().skip(t.first_exit as usize).take(t.compiled.exits.len());
            let counts: Vec<_> = own.filter(|e| e.taken > 0).map(|e| (e.index, e.taken)).collect();
            self.log.exits(&t.compiled.name, &counts);
        }
    }
    /// Counters.
    pub fn stats(&self) -> Stats {
        Stats { guards: self.coverage().guards, ..self.stats.borrow().clone() }
    }
    /// How long collections have taken.
    pub fn pauses(&self) -> Pauses {
        Pauses::of(&self.pauses.borrow(), self.collected.get())
    }
    /// Counts the pause of a collection, which was the last one in these numbers of the heap.
    pub(crate) fn paused(&self, heap: HeapStats) {
        self.collected.set(heap);
        // It grows to whatever is to be counted.
        let _ = self.pauses.borrow_mut().record(heap.last_pause.as_nanos() as u64);
    }
    /// Coverage of the traces there are and of those thrown away.
    fn coverage(&self) -> Coverage {
        let mut coverage = self.covered.borrow().clone();
        if let Some(schedule) = &self.params.chaos {
            coverage.count(schedule, &self.exits.borrow(), &self.traces.borrow());
        }
        coverage
    }
    /// Whether a place has had few values, this one included.
    pub(crate) fn has_few(&self, site: Site, value: u64, most: usize, crowded: bool) -> bool {
        let few = Few { most, bridge_threshold: self.params.bridge_threshold, crowded };
        self.sites.has_few(site, value, few)
    }
    /// Marks every reference that native code holds as a constant.
    pub(crate) fn mark_constants(&self, m: &mut Marker<'_>) {
        if self.holds_more.is_due(m) {
            self.held.borrow().keys().for_each(|&w| m.mark_conservative(w));
        }
        self.regions.references(&mut |w| m.mark_conservative(w));
    }
    /// Adds a trace; its number is the next one.
    pub(crate) fn add_trace(&self, info: TraceInfo) {
        let mut held = self.held.borrow_mut();
        self.holds_more.note();
        info.references().for_each(|r| *held.entry(r).or_default() += 1);
        self.traces.borrow_mut().push(Rc::new(info));
    }
}

impl Links for Driver {
    fn start_of(&self, trace: u32) -> Option<StartInfo> {
        self.traces.borrow().get(trace as usize).map(|t| t.compiled.start.clone())
    }
    fn body_of(&self, trace: u32) -> Option<StartInfo> {
        self.traces.borrow().get(trace as usize)?.compiled.body.as_ref().map(|b| b.start.clone())
    }
    fn entry_slot(&self, key: u32) -> Option<*const usize> {
        self.functions.borrow().get(key as usize).map(|f| f.entry.as_ptr() as *const usize)
    }
}
