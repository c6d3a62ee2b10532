//! What the driver knows: traces, their exits, function traces, and which place has which.

use super::coverage::{Coverage, Guards, Schedule};
use super::params::Params;
use super::tree::{Tree, REST};
use crate::machine::HotCell;
use crate::resume::plan::ExitPlan;
use holloway_compiler::codegen::arena::Arena;
use holloway_compiler::codegen::{Backend, CompiledTrace, Links, StartInfo};
use holloway_compiler::ir::{ExitKind, JumpTarget, Op, Trace};
use holloway_compiler::opt::LoopEntry;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

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
    /// Under chaos, the guard's place: see [`super::coverage`].
    pub place: u64,
    /// Forced exits so far (chaos).
    pub forced: u64,
    /// Times it was taken, forced or not.
    pub taken: u64,
    /// How things go on from it.
    pub kind: ExitKind,
    /// The resolved snapshot, made at the first failure.
    pub plan: Option<Rc<ExitPlan>>,
}

/// A compiled trace.
#[derive(Debug)]
pub struct TraceInfo {
    /// Native code.
    pub compiled: CompiledTrace,
    /// The optimized IR (constants are roots, snapshots are needed at exits).
    pub trace: Trace,
    /// Number of its first exit.
    pub first_exit: u64,
    /// The way into its loop, if there is one.
    pub entry: Option<LoopEntry>,
    /// What its entry guards ask of the inputs: `(input, bits)`. The trace runs to its loop only where all hold.
    pub context: Vec<(u32, u64)>,
    /// Of a bridge: the trace and exit it goes on from.
    pub from: Option<(u32, u32)>,
    /// The tree it belongs to.
    pub(crate) tree: Rc<Tree>,
    /// Nothing leads to it any more: its constants are no roots.
    pub retired: Cell<bool>,
}

impl TraceInfo {
    /// The trace that its jump leads to, if it is another one.
    fn jumps_to(&self) -> Option<u32> {
        match self.trace.target {
            JumpTarget::Trace(n) | JumpTarget::Body(n) => Some(n),
            JumpTarget::None | JumpTarget::Loop | JumpTarget::Start => None,
        }
    }
    /// References that its native code holds.
    fn references(&self) -> impl Iterator<Item = u64> + '_ {
        self.trace.consts.iter().filter(|c| c.ty == holloway_compiler::ir::Ty::Ref).map(|c| c.bits)
    }
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

/// Ops ahead of an exit for which a bridge has to be wanted as often again.
const PATIENT_OPS: u32 = 100;
/// Ops recorded so far for which every bridge has to be wanted as often again.
const PATIENT_WORK: u64 = 25_000;
/// Most failures before a bridge is recorded.
const MAX_PATIENCE: u32 = 4000;

/// Ops that are compiled however long that takes.
const FREE_OPS: u64 = 40_000;
/// Beyond these, at most one part in so many of the time so far may have gone into compiling.
const COMPILE_SHARE: u128 = 3;

/// Whether so many recorded ops, which took so many nanoseconds to compile, are too much for the time that has passed.
fn beyond_share(ops: u64, compiling: u64, passed: impl FnOnce() -> Duration) -> bool {
    ops >= FREE_OPS && u128::from(compiling) * COMPILE_SHARE > passed().as_nanos()
}

/// Most versions of one loop.
pub const MAX_VERSIONS: usize = 15;

/// Recordings that may go on through an uncompiled header. With several branches in an outer loop every path through it would be
/// recorded after every other, so from then on they join there.
const JOIN_AFTER: u32 = 4;
/// Bridges that may go through one loop of an inlined callee. Each iteration branches anew, so with more there would be one for every way through all of
/// them.
const MAX_WAYS: u32 = 160;
/// Times that an inlined callee may go on looping where its trace ends, before it is not inlined any more: going on costs two more entries each time.
const MAX_LEFT_LOOPING: u64 = 2000;
/// Most times that all traces are thrown away because they inline what multiplies.
const MAX_RESTARTS: u64 = 8;
/// Failed recordings after which a loop may be recorded through a header that has no trace.
const BLOCKED_AFTER: u32 = 2;
/// Failed recordings at a join after which it is passed again.
const MAX_JOIN_ABORTS: u32 = 4;

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

/// Counters, readable by API.
#[derive(Default, Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// Root traces compiled.
    pub roots: u64,
    /// Function traces compiled.
    pub functions: u64,
    /// Bridges compiled.
    pub bridges: u64,
    /// Recordings that ended without a trace.
    pub aborts: u64,
    /// Ops recorded.
    pub recorded_ops: u64,
    /// Ops left after optimization.
    pub optimized_ops: u64,
    /// Bytes of native code.
    pub code_bytes: u64,
    /// Times all traces were thrown away for lack of code space.
    pub evictions: u64,
    /// Traces taken out of use because what they refer to is garbage.
    pub retired: u64,
    /// Entries from plain execution into native code.
    pub entries: u64,
    /// Exits handled by the run time.
    pub exits: u64,
    /// Exits forced by chaos.
    pub forced_exits: u64,
    /// Steps that ran twice in audit mode.
    pub audited_steps: u64,
    /// Calls of `#[elidable]` helpers that were made twice in audit mode.
    pub audited_calls: u64,
    /// Under chaos: what happened to the guards of all traces.
    pub guards: Guards,
    /// Nanoseconds spent recording, optimizing, assembling.
    pub nanos: [u64; 3],
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let s = self;
        writeln!(
            f,
            "traces: {} roots, {} functions, {} bridges; {} aborts, {} evictions",
            s.roots, s.functions, s.bridges, s.aborts, s.evictions
        )?;
        writeln!(
            f,
            "ops: {} recorded, {} after optimization; {} bytes of code",
            s.recorded_ops, s.optimized_ops, s.code_bytes
        )?;
        let per_op = |ns: u64| ns / s.recorded_ops.max(1);
        let [r, o, a] = s.nanos.map(per_op);
        writeln!(f, "ns per recorded op: {r} recording, {o} optimizing, {a} assembling")?;
        write!(f, "entries: {}; exits: {} ({} forced)", s.entries, s.exits, s.forced_exits)?;
        if s.audited_steps + s.audited_calls > 0 {
            let (steps, calls) = (s.audited_steps, s.audited_calls);
            write!(f, "\naudited: {steps} steps, {calls} calls of elidable helpers")?;
        }
        match s.guards {
            Guards { sites: 0, .. } => Ok(()),
            g => write!(f, "\nguards: {} sites, {} reached, {} forced", g.sites, g.reached, g.forced),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.tell_exits();
        self.log.ended(&self.stats.borrow());
        if self.params.log_stats {
            eprintln!("[holloway] {}", self.stats().to_string().replace('\n', "\n[holloway] "));
        }
        if let Some(Schedule::Once { file, .. }) = &self.params.chaos {
            if let Err(e) = std::fs::write(file, self.coverage().to_string()) {
                eprintln!("[holloway] {}: {e}", file.display());
            }
        }
    }
}

/// The driver's tables.
pub struct Driver {
    /// Parameters.
    pub params: Params,
    pub(crate) backend: Box<dyn Backend>,
    pub(crate) arena: RefCell<Arena>,
    pub(crate) traces: RefCell<Vec<Rc<TraceInfo>>>,
    pub(crate) exits: RefCell<Vec<ExitState>>,
    pub(crate) functions: RefCell<Vec<FunctionInfo>>,
    pub(crate) places: RefCell<Vec<PlaceInfo>>,
    pub(crate) banned: RefCell<FxHashSet<u64>>,
    /// How often a function (by code id) went on looping where a trace that inlines it ended.
    left_looping: RefCell<FxHashMap<u64, u64>>,
    pub(crate) recording: Cell<bool>,
    pub(crate) stats: RefCell<Stats>,
    /// When the run time was made.
    began: Instant,
    /// What forced exits covered in runs before, and of traces that were thrown away.
    covered: RefCell<Coverage>,
    pub(crate) spill_entry: usize,
    /// Native code has used up its budget.
    pub(crate) full: Cell<bool>,
    /// Traces inline a callee that they had better call: they are thrown away as soon as that can be.
    stale: Cell<bool>,
    /// Native activations in progress, on whatever stack.
    pub(crate) active: Cell<u32>,
    pub(crate) log: crate::observe::Log,
}

impl Driver {
    pub(crate) fn new(params: Params, backend: Box<dyn Backend>) -> Result<Driver, String> {
        let mut arena = Arena::new(params.code_max);
        let spill_entry =
            if params.jit { backend.spill_entry(&mut arena).map_err(|e| e.to_string())? } else { 0 };
        let log = crate::observe::Log::new(params.log_summary, params.log_json.as_deref(), params.log_times)?;
        let covered = match &params.chaos {
            Some(Schedule::Once { before, .. }) => before.clone(),
            _ => Coverage::default(),
        };
        Ok(Driver {
            log,
            covered: RefCell::new(covered),
            params,
            backend,
            arena: RefCell::new(arena),
            traces: RefCell::default(),
            exits: RefCell::default(),
            functions: RefCell::default(),
            places: RefCell::new(vec![PlaceInfo::default()]),
            banned: RefCell::default(),
            left_looping: RefCell::default(),
            recording: Cell::new(false),
            stats: RefCell::default(),
            began: Instant::now(),
            spill_entry,
            full: Cell::new(false),
            stale: Cell::new(false),
            active: Cell::new(0),
        })
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
    /// The version of a loop to run for these greens and reds: the most specific whose context holds. A full table goes to its first.
    pub(crate) fn loop_trace(
        &self,
        cell: *const HotCell,
        greens: &[u64],
        red: impl Fn(usize) -> u64,
    ) -> Option<u32> {
        // SAFETY: callers pass the cell of a header just passed; its code object is alive (it is being run).
        let n = unsafe { &*cell }.number();
        let places = self.places.borrow();
        let traces = self.traces.borrow();
        let versions = || places[n as usize].loops.iter().filter(|l| l.0 == greens).map(|l| l.1);
        let holds = |t: &u32| traces[*t as usize].context.iter().all(|&(i, bits)| red(i as usize) == bits);
        let best = versions().filter(holds).max_by_key(|&t| traces[t as usize].context.len());
        best.or_else(|| versions().nth(MAX_VERSIONS - 1).and(versions().next()))
    }
    /// Whether a loop has any version for these greens.
    pub(crate) fn has_versions(&self, place: u32, greens: &[u64]) -> bool {
        self.places.borrow()[place as usize].loops.iter().any(|l| l.0 == greens)
    }
    /// Notes that a recording goes on through a header without a trace. One that has seen many is to get a trace soon.
    pub(crate) fn passed(&self, cell: &HotCell) {
        let n = self.place(cell) as usize;
        let info = &mut self.places.borrow_mut()[n];
        info.passes += 1;
        if info.passes == JOIN_AFTER {
            info.aborts = 0;
            cell.rearm(1);
        }
    }
    /// Notes that a recording begins at a place, until the answer goes.
    pub(crate) fn begin(&self, place: u32) -> Begun<'_> {
        self.places.borrow_mut()[place as usize].begun += 1;
        Begun(self, place)
    }
    /// Failures before a bridge of about so many ops is recorded. Compiling an op takes as long as running it plainly a thousand times, so a long bridge has
    /// to be wanted often; and the more has been compiled, the more often. In a small program, or a short one, the threshold is as it was set.
    pub(crate) fn patience(&self, ops: u32) -> u32 {
        let threshold = self.params.bridge_threshold;
        if threshold <= 2 {
            return threshold;
        }
        let work = u32::try_from(self.stats.borrow().recorded_ops / PATIENT_WORK).unwrap_or(u32::MAX);
        let factor = (1 + ops / PATIENT_OPS).saturating_mul(work.saturating_add(1));
        threshold.saturating_mul(factor).min(MAX_PATIENCE.max(threshold))
    }
    /// Counts an exit of a trace after which plain execution goes on; see [`Tree`]. Under low thresholds, which are for tests, no tree rests.
    pub(crate) fn left(&self, trace: &TraceInfo) {
        let tree = &trace.tree;
        if self.params.bridge_threshold <= 2 || !tree.left() {
            return;
        }
        if let Some(key) = tree.function {
            let f = &self.functions.borrow()[key as usize];
            f.entry.set(self.spill_entry);
            f.calls.rearm(REST);
        }
        let name = &trace.compiled.name;
        let fields = || serde_json::json!({ "name": name });
        self.log.tell("rest", || format!("the tree with {name} rests"), fields);
    }
    /// Whether recordings end at this header, even if it has no trace yet.
    pub(crate) fn joins(&self, cell: &HotCell) -> bool {
        let info = &self.places.borrow()[cell.number() as usize];
        info.passes >= JOIN_AFTER && info.aborts < MAX_JOIN_ABORTS
    }
    /// Whether too many bridges have gone through the loop with this header in an inlined callee; `new`: this is another one. When they become too many
    /// its function is not inlined any more, and the traces that did are to go.
    pub(crate) fn multiplies(&self, cell: &HotCell, code: u64, new: bool) -> bool {
        let n = self.place(cell) as usize;
        let info = &mut self.places.borrow_mut()[n];
        info.ways += new as u32;
        if new && info.ways == MAX_WAYS && self.stats.borrow().evictions < MAX_RESTARTS {
            self.stale.set(true);
            self.banned.borrow_mut().insert(code);
        }
        info.ways >= MAX_WAYS
    }
    /// Notes that a trace ended at this exit because the running activation, of the function with this code id, goes on looping in it. If that happens often,
    /// the function is not inlined any more, as above.
    pub(crate) fn left_looping(&self, exit: u64, code: u64) {
        if !self.exits.borrow().get(exit as usize).is_some_and(|e| e.kind == ExitKind::Loops) {
            return;
        }
        let mut all = self.left_looping.borrow_mut();
        let times = all.entry(code).or_insert(0);
        *times += 1;
        if *times == MAX_LEFT_LOOPING && self.stats.borrow().evictions < MAX_RESTARTS {
            self.stale.set(true);
            self.banned.borrow_mut().insert(code);
        }
    }
    /// Whether recordings from this header keep ending at that one, which has no trace: the two are part of one cycle (functions that tail-call each
    /// other, say), or that loop hardly ever goes round. An inner loop would have been compiled by now.
    pub(crate) fn blocked_by(&self, start: &HotCell, cell: &HotCell) -> bool {
        let (n, places) = (self.place(cell) as usize, self.places.borrow());
        places[start.number() as usize].aborts >= BLOCKED_AFTER && places[n].loops.is_empty()
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
    /// Whether a function (by code id) is not to be inlined.
    pub(crate) fn banned(&self, code: u64) -> bool {
        self.banned.borrow().contains(&code)
    }
    pub(crate) fn trace(&self, n: u32) -> Rc<TraceInfo> {
        self.traces.borrow()[n as usize].clone()
    }
    /// Number of input words of a function (its flat entry state).
    pub(crate) fn function_inputs(&self, key: u32) -> usize {
        self.functions.borrow()[key as usize].inputs
    }
    /// Whether native code has used up its budget.
    pub(crate) fn over_budget(&self) -> bool {
        self.full.get()
    }
    /// Whether too much of the time so far has gone into compiling. A program with more ways than it takes often enough is run plainly meanwhile; what is hot
    /// asks again. Under low thresholds, which are for tests, everything is compiled.
    pub(crate) fn overspent(&self) -> bool {
        let stats = self.stats.borrow();
        let compiling = stats.nanos.iter().sum();
        self.params.bridge_threshold > 2
            && beyond_share(stats.recorded_ops, compiling, || self.began.elapsed())
    }
    /// Throws all traces away when native code has used up its budget, or they inline what they should not, and none of it is running: what is hot comes
    /// back.
    pub(crate) fn evict(&self) {
        let wanted = self.over_budget() || self.stale.get();
        if !wanted || self.active.get() != 0 || self.recording.get() {
            return;
        }
        self.full.set(false);
        self.stale.set(false);
        self.tell_exits();
        let covered = self.coverage();
        self.covered.replace(covered);
        let traces = std::mem::take(&mut *self.traces.borrow_mut());
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
        traces.iter().for_each(|t| arena.free(t.compiled.code));
        let mut stats = self.stats.borrow_mut();
        stats.evictions += 1;
        stats.code_bytes = 0;
        self.log.tell(
            "evict",
            || format!("evicted {count} traces"),
            || serde_json::json!({ "traces": count }),
        );
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
    /// Coverage of the traces there are and of those thrown away.
    fn coverage(&self) -> Coverage {
        let mut coverage = self.covered.borrow().clone();
        if let Some(schedule) = &self.params.chaos {
            coverage.count(schedule, &self.exits.borrow(), &self.traces.borrow());
        }
        coverage
    }
    /// Calls `f` on every reference that native code holds as a constant.
    pub(crate) fn constants(&self, f: &mut dyn FnMut(u64)) {
        let traces = self.traces.borrow();
        traces.iter().filter(|t| !t.retired.get()).flat_map(|t| t.references()).for_each(f);
    }
    /// Whether no native code runs or waits, so that traces may be taken out of use.
    pub(crate) fn is_idle(&self) -> bool {
        self.active.get() == 0 && !self.recording.get()
    }
    /// Takes traces out of use that refer to objects which only traces refer to, and what leads into those or goes on from them. To be called when all else is
    /// marked and no native code runs: what such a trace was made for does not come again, and the program must not see that there was one.
    pub(crate) fn retire(&self, lives: impl Fn(u64) -> bool) {
        let traces = self.traces.borrow();
        let mut gone: Vec<bool> =
            traces.iter().map(|t| !t.retired.get() && !t.references().all(&lives)).collect();
        if !gone.contains(&true) {
            return;
        }
        loop {
            let before = gone.iter().filter(|g| **g).count();
            for (n, t) in traces.iter().enumerate() {
                let leads = t.jumps_to().into_iter().chain(t.from.map(|f| f.0));
                gone[n] |= leads.into_iter().any(|other| gone[other as usize]);
            }
            if gone.iter().filter(|g| **g).count() == before {
                break;
            }
        }
        let is_gone = |n: u32| gone[n as usize];
        self.places.borrow_mut().iter_mut().for_each(|p| p.loops.retain(|l| !is_gone(l.1)));
        for f in self.functions.borrow_mut().iter_mut().filter(|f| f.trace.is_some_and(is_gone)) {
            f.trace = None;
            f.entry.set(self.spill_entry);
        }
        let mut exits = self.exits.borrow_mut();
        for (t, _) in traces.iter().zip(&gone).filter(|(t, gone)| **gone && !t.retired.replace(true)) {
            if let Some((parent, exit)) = t.from.filter(|f| !is_gone(f.0)) {
                let parent = &traces[parent as usize];
                parent.compiled.detach(exit as usize);
                exits[parent.first_exit as usize + exit as usize].left = self.params.bridge_threshold;
            }
        }
        self.stats.borrow_mut().retired += gone.iter().filter(|g| **g).count() as u64;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiling_has_a_share_of_the_time_beyond_the_first_ops() {
        let passed = || Duration::from_millis(900);
        assert!(!beyond_share(FREE_OPS - 1, 800_000_000, passed));
        assert!(!beyond_share(FREE_OPS, 300_000_000, passed));
        assert!(beyond_share(FREE_OPS, 300_000_001, passed));
    }
}
