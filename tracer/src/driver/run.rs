//! Running native code: entry from plain execution, and calls that did not return. How an exit is taken is told in [`crate::resume`].
//!
//! **Invariants.**
//! 1. A forced (chaos) exit never counts, starts or enters a bridge.
//! 2. `ctx.depth` counts the activations below the running segment or native activation; whoever changes it changes it back, also when author
//!    code panics.

use crate::heap::{HeapConfig, Mutator, RawSlot};
use crate::machine::quasi::About;
use crate::machine::{Conc, Direct, Exit, Flow, HotCell, Language, Machine as _, Raised, Slot, State};
use crate::observe::census::{Census, Phase};
use crate::policy::tree::{Rest, Tree};
use crate::policy::{self, Failed, Failure, Kind, Visit, Visited};
use crate::record::{flat, MAX_RESULTS};
use crate::restore::Restore;
use crate::resume::exit::After;
use crate::resume::Resume;
use crate::runtime::poll::POLL_CLOCK;
use crate::runtime::Runtime;
use crate::tables::{ExitState, Params};
use holloway_compiler::abi::{status, NativeCtx};
use holloway_compiler::codegen::Backend;
use holloway_compiler::ir::{ExitKind, Op};
use holloway_compiler::native;
use std::cell::Cell;
use std::sync::atomic::Ordering;

/// Whether anything is recorded at all. Where it is not, interpreters are not compiled for the machines that record.
const RECORDS: bool = cfg!(feature = "native");

impl<L: Language> Runtime<L> {
    /// A run time on this thread, for the language that is made with its heap, using at most `stack_bytes` of the thread's native stack from here down.
    /// Where there is no backend, or without the feature `native`, all runs plainly; the log says why.
    ///
    /// # Errors
    /// The language's. A message when the backend can't work here, or the system doesn't tell where the thread's stack is.
    pub fn new<E: From<String>>(
        make: impl FnOnce(&Mutator) -> Result<L, E>,
        params: Params,
        heap: HeapConfig,
        backend: Result<Box<dyn Backend>, String>,
        stack_bytes: usize,
    ) -> Result<Box<Runtime<L>>, E> {
        let rt = Runtime::parts(make, params, heap, backend, stack_bytes)?;
        if RECORDS {
            rt.ctx.finish_call.set(Some(finish_call::<L>));
        }
        Ok(rt)
    }

    /// A back-edge whose counter ran out, or a poll.
    pub(crate) fn hot_loop(&self, s: &mut State<L, Conc>, cell: &HotCell) -> Flow {
        if let Err(Raised) = self.attend(s, s.depth() - 1) {
            return Flow::Raised;
        }
        if self.is_watched() {
            return Flow::Leave(Exit::Stopped);
        }
        if !cell.is_due() {
            return Flow::Continue;
        }
        if cell.number() == 0 && self.driver.params.derivatives {
            self.lang.warm(&s.top().frame, self.driver.params.fused);
        }
        if !RECORDS || !self.driver.params.jit {
            cell.rearm(u32::MAX);
            return Flow::Continue;
        }
        if self.driver.is_to_evict() {
            self.settle();
            self.driver.evict();
        }
        if !self.land(cell) || self.near_depth_limit(s) {
            return Flow::Continue;
        }
        let first = s.depth() - 1;
        let mut flat = self.take_flat();
        flat::read(s, first, &mut flat);
        if let Some(flow) = self.at_gate(s, cell, &flat) {
            self.give_flat(flat);
            return flow;
        }
        let place = self.driver.place(cell);
        let found = self.driver.loop_trace(place, &flat.greens, |i| flat.reds[i]);
        let unfit = self.driver.unfit.take() == Some(place) && self.driver.may_fit(place, &flat.greens);
        let flow = match found {
            Some(n) if self.rests(cell, n) => Flow::Continue,
            Some(n) if !unfit || self.driver.is_busy() => self.enter_native(s, n, &flat.reds),
            found if found.is_some() || self.visit(place, cell, self.driver.params.threshold) => {
                let _begun = self.driver.begin(place);
                let (regions, mode) = (&self.driver.regions, self.driver.params.gpu);
                regions
                    .auto
                    .from_gate
                    .set(self.driver.meets_loops() && regions.gated(place, &flat.greens, mode));
                self.record_from(s, Kind::Root, cell, &flat)
            }
            _ => Flow::Continue,
        };
        self.give_flat(flat);
        match flow {
            Flow::Raised => Flow::Unwound,
            flow => flow,
        }
    }

    /// A function entry whose counter ran out, or a poll. The callee is the running activation.
    pub(crate) fn hot_function(&self, s: &mut State<L, Conc>, cell: &HotCell) -> Flow {
        // The caller may be another segment's: then the callee stands for it.
        if let Err(Raised) = self.attend(s, s.depth().saturating_sub(2)) {
            s.pop();
            return Flow::Raised;
        }
        if self.is_watched() {
            return Flow::Leave(Exit::Stopped);
        }
        if !cell.is_due() {
            return Flow::Continue;
        }
        if cell.number() == 0 && self.driver.params.derivatives {
            self.lang.warm(&s.top().frame, self.driver.params.fused);
        }
        if !RECORDS || !self.driver.params.jit {
            cell.rearm(u32::MAX);
            return Flow::Continue;
        }
        if !self.land(cell) || self.near_depth_limit(s) {
            return Flow::Continue;
        }
        let mut flat = self.take_flat();
        let flow = match self.known(s, cell, &mut flat.reds) {
            Some(n) => self.enter_or_rest(s, cell, n, &flat.reds),
            None => self.enter_any(s, cell, &mut flat),
        };
        self.give_flat(flat);
        flow
    }

    /// The trace of a function for the greens that its place was entered with first, which nearly all have, with its inputs. While loops are not compiled yet, they
    /// call functions that are all the time.
    fn known(&self, s: &mut State<L, Conc>, cell: &HotCell, inputs: &mut Vec<u64>) -> Option<u32> {
        let places = self.driver.places.borrow();
        let (greens, key) = places[cell.number() as usize].functions.first()?;
        let trace = self.driver.functions.borrow()[*key as usize].trace?;
        flat::inputs(s, greens, inputs).then_some(trace)
    }

    /// Enters a function by whatever greens it has, or counts the visit, or records it.
    fn enter_any(&self, s: &mut State<L, Conc>, cell: &HotCell, flat: &mut flat::Flat) -> Flow {
        let first = s.depth() - 1;
        flat::read(s, first, flat);
        let place = self.driver.place(cell);
        let key = self.driver.function_key(cell, &flat.greens, flat.reds.len());
        let found = self.driver.functions.borrow()[key as usize].trace;
        match found {
            Some(n) => self.enter_or_rest(s, cell, n, &flat.reds),
            None if self.visit(place, cell, self.driver.params.function_threshold) => {
                let _begun = self.driver.begin(place);
                self.record_from(s, Kind::Function, cell, flat)
            }
            None => Flow::Continue,
        }
    }

    /// Enters a function's trace, unless its tree rests.
    fn enter_or_rest(&self, s: &mut State<L, Conc>, cell: &HotCell, trace: u32, inputs: &[u64]) -> Flow {
        match self.rests(cell, trace) {
            true => Flow::Continue,
            false => self.enter_native(s, trace, inputs),
        }
    }

    /// Whether the tree of a place's trace rests, so that the place runs plainly until its counter has run out again.
    fn rests(&self, cell: &HotCell, trace: u32) -> bool {
        let info = self.driver.trace(trace);
        let rest = info.tree.rest();
        match (rest, info.tree.function) {
            (Rest::None, _) => {}
            (Rest::Begins(turns), _) => cell.rearm(turns),
            (Rest::Over, Some(key)) => {
                self.driver.functions.borrow()[key as usize].entry.set(info.compiled.outer)
            }
            (Rest::Over, None) => {}
        }
        matches!(rest, Rest::Begins(_))
    }

    /// Counts a visit to a place without a trace; true when it should be recorded now.
    fn visit(&self, place: u32, cell: &HotCell, threshold: u32) -> bool {
        let mut places = self.driver.places.borrow_mut();
        let info = &mut places[place as usize];
        let (busy, versions) = (self.driver.is_busy(), !info.loops.is_empty());
        info.misses += u32::from(versions && !busy);
        let facts = Visit {
            threshold,
            seen: std::mem::replace(&mut info.seen, true),
            busy,
            versions,
            misses: info.misses,
            begun: info.begun,
            waited: info.waited,
            aborts: info.aborts,
        };
        match policy::visit(&facts, self.driver.work()) {
            Visited::Keep => false,
            Visited::Wait(visits) => {
                cell.rearm(visits);
                false
            }
            Visited::Later(visits) => {
                info.waited = true;
                cell.rearm(visits);
                false
            }
            Visited::Record => {
                info.waited = false;
                true
            }
        }
    }

    /// Runs a trace on the segment's running activation.
    fn enter_native(&self, s: &mut State<L, Conc>, trace: u32, inputs: &[u64]) -> Flow {
        self.enter_from(s, s.depth() - 1, trace, inputs)
    }

    /// Runs a trace on the activations from number `first` up, and joins behind places that are given up.
    fn enter_from(&self, s: &mut State<L, Conc>, first: usize, trace: u32, inputs: &[u64]) -> Flow {
        let mut join = None;
        let mut flow = self.run_native(s, first, trace, inputs, &mut join);
        while let Some((trace, flat)) = join.take() {
            flow = self.run_native(s, first, trace, &flat.reds, &mut join);
            self.give_flat(flat);
        }
        flow
    }

    /// Runs a trace once. Where it is to go on in another, `join` is that and its inputs.
    fn run_native(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        trace: u32,
        inputs: &[u64],
        join: &mut Option<(u32, flat::Flat)>,
    ) -> Flow {
        // Nothing is evicted while native code runs.
        let entry = self.driver.traces.borrow()[trace as usize].compiled.outer;
        let origin = s.at(first).lo;
        let depth = Restore(&self.ctx.depth, self.ctx.depth.get());
        self.ctx.depth.set(depth.1 + first as u64);
        self.driver.stats.borrow_mut().entries += 1;
        let out = self.out.as_ptr().cast_mut().cast::<u64>();
        let active = &self.driver.active;
        active.set(active.get() + 1);
        let phase = Census::during(&self.driver.census, Phase::Native);
        let backend = self.driver.backend();
        // SAFETY: `entry` is the entry of a compiled trace that the tables keep alive; the inputs are the flat state it was compiled for
        // (equal greens give equal places); `out` are cells, as many as the contract asks for, which native code writes when it returns and which are
        // read at once; helpers catch panics.
        let st = self.lending(first, || unsafe { backend.enter(entry, &self.ctx, inputs, out) });
        active.set(active.get() - 1);
        drop(phase);
        match st {
            status::RETURN => self.returned(s, first, origin, results_of(&self.out)),
            status::EXIT => {
                self.note_exit();
                match self.take_exit(s, first, origin, Some(trace)) {
                    After::Flow(flow) => flow,
                    After::Join(n, flat) => {
                        *join = Some((n, flat));
                        Flow::Continue
                    }
                }
            }
            // No native stack left: go on plainly.
            _ => Flow::Continue,
        }
    }

    /// Closes activation `first` with these results.
    pub(crate) fn returned(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        origin: usize,
        results: impl ExactSizeIterator<Item = RawSlot>,
    ) -> Flow {
        s.truncate(first);
        let count = results.len();
        if s.stack.reserve(origin + count).is_err() {
            return Flow::Raised;
        }
        for (slot, r) in s.stack.slots()[origin..].iter_mut().zip(results) {
            *slot = Slot(r);
        }
        if first == 0 {
            return Flow::Leave(Exit::Returned { start: origin, count });
        }
        self.lang.place_results(&Direct { rt: self }, s, origin, count);
        Flow::Continue
    }

    /// Counts a failure; true when a bridge should be recorded now.
    pub(crate) fn count_exit(&self, number: u64, forced: bool) -> bool {
        self.driver.stats.borrow_mut().exits += 1;
        let mut exits = self.driver.exits.borrow_mut();
        let e = &mut exits[number as usize];
        e.taken += 1;
        if e.taken == 1 && self.driver.log.on() {
            let info = self.driver.trace(e.trace);
            let inst = &info.trace.insts[info.compiled.exits[e.index as usize].inst as usize];
            let version = info.trace.as_const(inst.args[0]).filter(|_| inst.op == Op::GuardValid);
            if let Some(version) = version.filter(|_| !forced) {
                // SAFETY: a trace has such a guard of what `assume` has given its recorder.
                let about = unsafe { About::of(version.bits as *const u64) };
                let place = info.trace.places.get(inst.place as usize).map_or("", |p| p);
                self.driver.log.invalidated(&info.compiled.name, e.index, place, about);
            }
        }
        if forced {
            self.driver.stats.borrow_mut().forced_exits += 1;
            e.forced += 1;
            let info = self.driver.trace(e.trace);
            if let Some(schedule) = &self.driver.params.chaos {
                let next = schedule.countdown(number, e.place, e.forced);
                info.compiled.records[e.index as usize].countdown.set(next);
            }
            return false;
        }
        if e.kind != ExitKind::Open {
            return false;
        }
        if let Some(place) = e.unfit.take() {
            self.driver.unfit.set(Some(place));
            return false;
        }
        if self.flattened.borrow().is_some() || e.given_up {
            return false;
        }
        let info = self.driver.trace(e.trace);
        drop(exits);
        if self.is_awaited(number) {
            self.driver.left(&info, false);
            return false;
        }
        let mut exits = self.driver.exits.borrow_mut();
        let e = &mut exits[number as usize];
        // Where ways come together, what is common to them goes on at once.
        let wanted = e.meets && e.aborts == 0 && !self.driver.is_busy() || self.wants_bridge(e, &info.tree);
        if !wanted {
            self.driver.left(&info, false);
        }
        wanted
    }

    /// Whether a bridge should be recorded now for an exit that was just taken.
    fn wants_bridge(&self, e: &mut ExitState, tree: &Tree) -> bool {
        let facts = Failure {
            left: e.left.saturating_sub(1),
            taken: e.taken,
            ahead: e.ahead,
            aborts: e.aborts,
            begun: e.begun,
            busy: self.driver.is_busy(),
            tree: tree.patience(),
        };
        match policy::failed(&facts, self.driver.work()) {
            Failed::Wait(left) => e.left = left,
            Failed::Bridge(left) => {
                (e.left, e.begun) = (left, e.begun + 1);
                return true;
            }
        }
        false
    }

    /// Runs a segment until its first activation ends.
    ///
    /// # Errors
    /// [`Raised`] when an error left it.
    pub fn run_segment(&self, s: &mut State<L, Conc>) -> Result<Vec<RawSlot>, Raised> {
        if RECORDS && self.driver.params.audit {
            match self.above_floor(s, |s| self.audit_beginning(s)) {
                Flow::Leave(Exit::Returned { start, count }) => {
                    return Ok((start..start + count).map(|i| s.stack.get(i).0).collect())
                }
                Flow::Leave(Exit::Raised) => return Err(Raised),
                _ => {}
            }
        }
        match self.above_floor(s, |s| self.lang.interp(&Direct { rt: self }, s)) {
            Exit::Returned { start, count } => Ok((start..start + count).map(|i| s.stack.get(i).0).collect()),
            Exit::Raised => Err(Raised),
            Exit::Stopped => self.run_watched_segment(s),
        }
    }

    // Out of line, so that what is seldom done has no room in the frame that collections look into.
    #[cold]
    #[inline(never)]
    fn run_watched_segment(&self, s: &mut State<L, Conc>) -> Result<Vec<RawSlot>, Raised> {
        match self.above_floor(s, |s| self.run_watched(s)) {
            Exit::Returned { start, count } => Ok((start..start + count).map(|i| s.stack.get(i).0).collect()),
            _ => Err(Raised),
        }
    }

    /// Goes on with a segment that plain execution has stopped at a merge point: step by step while execution is watched. A poll comes before each
    /// step, as those of the steps do nothing.
    fn run_watched(&self, s: &mut State<L, Conc>) -> Exit {
        let mut exit = Exit::Stopped;
        while exit == Exit::Stopped {
            if !self.is_watched() {
                exit = self.lang.interp(&Direct { rt: self }, s);
                continue;
            }
            let polled = self.attend(s, s.depth() - 1);
            exit = match self.lang.watch(&Direct { rt: self }, s, polled) {
                Flow::Leave(exit) => exit,
                _ => self.lang.interp(&Resume::step(self), s),
            };
        }
        exit
    }

    /// Runs a segment whose one activation has just been opened, as an entry of the function with this counter: helpers that call the guest do it so
    /// that what they call often gets compiled.
    ///
    /// # Errors
    /// [`Raised`] when an error left it.
    pub fn run_function(&self, s: &mut State<L, Conc>, cell: &HotCell) -> Result<Vec<RawSlot>, Raised> {
        if self.is_watched() {
            return self.run_watched_segment(s);
        }
        match self.above_floor(s, |s| (Direct { rt: self }).enter(s, cell)) {
            Flow::Continue | Flow::Leave(Exit::Stopped) => self.run_segment(s),
            Flow::Leave(Exit::Returned { start, count }) => {
                Ok((start..start + count).map(|i| s.stack.get(i).0).collect())
            }
            _ => Err(Raised),
        }
    }

    /// Runs a fresh segment whose one activation is given flat; `depth` more activations are below it.
    /// With a counter that is an entry of its function.
    ///
    /// # Errors
    /// The status that its caller gets instead of results.
    pub(crate) fn run_flat(
        &self,
        greens: &[u64],
        reds: &[u64],
        depth: u64,
        counter: Option<&HotCell>,
    ) -> Result<Vec<RawSlot>, u64> {
        let below = Restore(&self.ctx.depth, self.ctx.depth.get());
        self.ctx.depth.set(below.1 + depth);
        self.with_segment_of(true, |s| {
            if flat::write(s, 0, 0, greens, reds).is_err() {
                let Raised = self.stack_overflow();
                return Err(status::UNWIND);
            }
            let enter = |counter| self.above_floor(s, |s| (Direct { rt: self }).enter(s, counter));
            match counter.map_or(Flow::Continue, enter) {
                Flow::Continue | Flow::Leave(Exit::Stopped) => self.run_callee(s),
                Flow::Leave(Exit::Returned { start, count }) => {
                    Ok((start..start + count).map(|i| s.stack.get(i).0).collect())
                }
                _ => Err(status::UNWIND),
            }
        })
    }

    /// Runs the segment of a callee whose callers wait in native code until its first activation ends, or until a step asks for the whole state.
    fn run_callee(&self, s: &mut State<L, Conc>) -> Result<Vec<RawSlot>, u64> {
        match self.above_floor(s, |s| self.lang.interp(&Direct { rt: self }, s)) {
            Exit::Returned { start, count } => Ok((start..start + count).map(|i| s.stack.get(i).0).collect()),
            Exit::Raised => Err(status::UNWIND),
            Exit::Stopped => {
                let mut all = self.take_flat();
                flat::read(s, 0, &mut all);
                self.flattened.replace(Some((all, flat::types(s, 0))));
                Err(status::FLATTEN)
            }
        }
    }

    /// Puts the activations of a callee that asked for the whole state on its caller's, at slot `lo`.
    pub(crate) fn put_flattened(&self, s: &mut State<L, Conc>, lo: usize) -> Flow {
        let (all, _) = self.flattened.take().expect("the callee left its activations");
        let written = flat::write(s, s.depth(), lo, &all.greens, &all.reds);
        self.give_flat(all);
        match written {
            Ok(()) => Flow::Continue,
            Err(_) => {
                let Raised = self.stack_overflow();
                Flow::Raised
            }
        }
    }

    /// Handles the exit of a native callee, whose activation becomes the first of a segment.
    fn finish_exit(&self, s: &mut State<L, Conc>) -> Flow {
        match self.take_exit(s, 0, 0, None) {
            After::Flow(flow) => flow,
            After::Join(trace, flat) => {
                let flow = self.enter_from(s, 0, trace, &flat.reds);
                self.give_flat(flat);
                flow
            }
        }
    }

    /// Finishes a native call that did not return by itself; see [`holloway_compiler::abi::FinishCall`].
    fn finish(&self, st: u64, key: u64, inputs: *const u64, out: *mut u64) -> u64 {
        if st == status::EXIT {
            self.note_exit();
        }
        let result = match st {
            status::EXIT if self.has_raised() => Err(status::UNWIND),
            status::EXIT => self.with_segment_of(true, |s| match self.finish_exit(s) {
                Flow::Continue => self.run_callee(s),
                Flow::Leave(Exit::Returned { start, count }) => {
                    Ok((start..start + count).map(|i| s.stack.get(i).0).collect())
                }
                _ => Err(status::UNWIND),
            }),
            status::SPILL => {
                let (greens, counter) = {
                    let f = &self.driver.functions.borrow()[key as usize];
                    (f.greens.clone(), (f.entry.get() == self.driver.spill_entry).then(|| f.calls.clone()))
                };
                let n = self.driver.function_inputs(key as u32);
                // SAFETY: a call passes as many input words as the function's flat entry state has.
                let reds = unsafe { std::slice::from_raw_parts(inputs, n) }.to_vec();
                self.run_flat(&greens, &reds, 0, counter.as_deref())
            }
            st => Err(st),
        };
        if self.driver.is_stale() && self.driver.regions.auto.awake.get() {
            // The caller is to leave at its next poll, or nothing could be thrown away before it is done.
            self.poll_word().fetch_or(POLL_CLOCK, Ordering::Relaxed);
        }
        match result {
            Ok(results) => {
                // SAFETY: a caller's result area has room for the count and `MAX_RESULTS` slots.
                let out = unsafe { std::slice::from_raw_parts_mut(out, 1 + 2 * MAX_RESULTS) };
                out[0] = results.len() as u64;
                for (o, r) in out[1..].chunks_exact_mut(2).zip(&results) {
                    (o[0], o[1]) = (r.tag, r.bits);
                }
                if results.len() > MAX_RESULTS {
                    *self.pending_results.borrow_mut() = results;
                }
                status::RETURN
            }
            Err(st) => st,
        }
    }

    /// All results of a call that a step's re-run finds in its log, where there are more than a log has room for: [`Runtime::finish`] has kept them.
    pub(crate) fn results_beyond_log(&self, status: u64, count: usize) -> Option<Vec<RawSlot>> {
        (status == status::RETURN && count > MAX_RESULTS).then(|| {
            let all = self.pending_results.take();
            assert!(all.len() == count, "a call gave {count} results, and {} were kept", all.len());
            all
        })
    }
}

/// Result slots from an output area: their number, then tag and payload of each.
fn results_of(out: &[Cell<u64>]) -> impl ExactSizeIterator<Item = RawSlot> + '_ {
    let slot = |c: &[Cell<u64>]| RawSlot { tag: c[0].get(), bits: c[1].get() };
    out[1..].chunks_exact(2).take(out[0].get() as usize).map(slot)
}

native! {
    /// The run time's side of a native call that did not return.
    ///
    /// # Safety
    /// Called by native code of a `Runtime<L>` with its context.
    pub(crate) unsafe fn finish_call<L: Language>(
        ctx: *const NativeCtx,
        st: u64,
        key: u64,
        inputs: *const u64,
        out: *mut u64,
    ) -> u64 {
        // SAFETY: the context's run time is a live `Runtime<L>`.
        let rt = unsafe { &*((*ctx).runtime.get() as *const Runtime<L>) };
        let run = std::panic::AssertUnwindSafe(|| rt.finish(st, key, inputs, out));
        std::panic::catch_unwind(run).unwrap_or_else(|payload| {
            rt.panic.set(Some(payload));
            status::PANICKED
        })
    }
}
