//! One recording, from the decision to the installed trace.

use super::versions::Into;
use crate::audit::At;
use crate::machine::HotCell;
use crate::machine::{Conc, Exit, Flow, Frame as _, Language, Slot, State};
use crate::observe::asm;
use crate::observe::census::{Census, Phase};
use crate::observe::events::{kind_name, Compiled};
use crate::policy::tree::Tree;
use crate::policy::ways::Place;
use crate::policy::{self, Abort, Kind, MAX_UNSTABLE};
use crate::record::flat::{self, Flat};
use crate::record::tape::Gone;
use crate::record::{tape, Rec, RecWord, Recorder, Replay};
use crate::restore::Restore;
use crate::resume::exit::Taken;
use crate::resume::rebuild::{Rebuilt, Symbolic};
use crate::runtime::Runtime;
use crate::tables::{ExitState, TraceInfo};
use crate::world;
use holloway_compiler::codegen::{Chaos, CodegenError, CompileRequest, CompiledTrace, Entry};
use holloway_compiler::ir::{ExitKind, Inst, IrRef, JumpTarget, Op, SnapId, Snapshot, Trace};
use holloway_compiler::opt::{self, ENTRY_GUARD};
use serde_json::Value;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

/// Where a finished trace is to be installed.
#[derive(Clone, Copy)]
enum Anchor<'a> {
    Cell(&'a HotCell),
    Exit(u64),
    /// It is what several ways go on with; it was made for the one that took this exit.
    Join(u64),
}

/// How a recording has ended.
#[derive(Default)]
struct Ended {
    /// Where it began, of the guest's; none of what only jumps.
    from: Option<Place>,
    /// Ways come together there that have no join yet.
    meets: bool,
    /// Functions that are not to be inlined any more.
    ban: Vec<u64>,
    /// Code ids of functions that it has inlined.
    inlines: Vec<u64>,
}

/// Most slots of a window that is kept for the next recording.
const MAX_SPARE: usize = 4096;

impl<L: Language> Runtime<L> {
    /// Records from a loop header or a function entry (the running activation).
    pub(crate) fn record_from(
        &self,
        s: &mut State<L, Conc>,
        kind: Kind,
        cell: &HotCell,
        flat: &Flat,
    ) -> Flow {
        self.record_whole(s, s.depth() - 1, kind, Anchor::Cell(cell), flat)
    }

    /// Records from a state that is all the trace knows.
    fn record_whole(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        kind: Kind,
        place: Anchor<'_>,
        flat: &Flat,
    ) -> Flow {
        let reds = self.inputs(s, first, flat);
        tape::with(|t| t.guard(Op::GuardPoll, [IrRef::NONE; 3], 0));
        self.record(s, first, kind, place, flat, &reds)
    }

    /// Begins a recording in a state that is all it knows: its reds.
    fn inputs(&self, s: &mut State<L, Conc>, first: usize, flat: &Flat) -> Vec<RecWord> {
        let types = flat::types(s, first);
        let reds: Vec<RecWord> = tape::with(|t| {
            t.reset();
            let input = |t: &mut tape::Tape, ty| t.push(Inst { ty, ..Inst::new(Op::Input) });
            flat.reds.iter().zip(types).map(|(&bits, ty)| RecWord { bits, r: input(t, ty) }).collect()
        });
        self.first_step(s, flat, &reds);
        reds
    }

    /// Records the beginning of a segment for the audit alone, once for each place: what is wrong there may keep the program from ever coming to what gets a
    /// trace.
    pub(crate) fn audit_beginning(&self, s: &mut State<L, Conc>) -> Flow {
        let busy = self.driver.recording.get() || self.near_depth_limit(s);
        if busy || s.depth() != 1 || !self.past.borrow_mut().begins(s.top().frame.place()) {
            return Flow::Continue;
        }
        let mut flat = self.take_flat();
        flat::read(s, 0, &mut flat);
        let reds = self.inputs(s, 0, &flat);
        let recorded = self.run_recorder(s, 0, Kind::Bridge, None, &flat, &reds);
        self.give_flat(flat);
        // There is no trace to be made of it.
        tape::with(|t| t.finish().map(|(trace, sites)| t.take_back(trace, sites)).ok());
        self.audit_past();
        recorded.map_or(Flow::Continue, |r| r.0)
    }

    /// Records what ways have in common that come together where the trace with this exit ended or, if it is given up, behind the step that was left.
    pub(crate) fn record_join(&self, s: &mut State<L, Conc>, first: usize, exit: u64, flat: &Flat) -> Flow {
        self.record_whole(s, first, Kind::Join, Anchor::Join(exit), flat)
    }

    /// Records the continuation of an exit; the state has been restored.
    pub(crate) fn record_exit(&self, s: &mut State<L, Conc>, first: usize, exit: &Taken) -> Flow {
        let Taken { number, info, plan, values, objects } = exit;
        let mut flat = Flat::default();
        flat::read(s, first, &mut flat);
        let meets = self.driver.exits.borrow()[*number as usize].meets;
        let join = info.tree.ways.join(&flat.greens).filter(|_| meets);
        if meets && join.is_none() {
            return self.record_join(s, first, *number, &flat);
        }
        let reds = tape::with(|t| {
            t.reset();
            let mut symbolic = Symbolic::new(t, plan, &info.trace, values, objects);
            let Rebuilt { reds, log, .. } = plan.rebuild(&mut symbolic);
            t.replay = Some(Replay { log, next: 0, guard_no: plan.guard_no, from_log: plan.replay });
            reds
        });
        let goes_to = match (join, info.trace.target, plan.guard_no) {
            (Some(n), ..) => Some(n),
            // The state is the header's and does not suit the body: the bridge goes to the start of a version.
            (None, JumpTarget::Body(n), ENTRY_GUARD) => {
                let first = self.driver.exits.borrow()[*number as usize].begun <= 1;
                let Some(n) = self.version_for(n, &flat, first) else { return Flow::Continue };
                Some(n)
            }
            _ => None,
        };
        if let Some(n) = goes_to {
            // Nothing is to be recorded.
            tape::with(|t| t.close(JumpTarget::Trace(n), reds.iter().map(|w| w.r).collect()));
            self.tell_start(s, Kind::Bridge, Anchor::Exit(*number));
            self.finish_recording(Kind::Bridge, Anchor::Exit(*number), &flat.greens, Ended::default());
            return Flow::Continue;
        }
        self.first_step(s, &flat, &reds);
        self.record(s, first, Kind::Bridge, Anchor::Exit(*number), &flat, &reds)
    }

    /// Logs that a recording begins.
    fn tell_start(&self, s: &mut State<L, Conc>, kind: Kind, place: Anchor<'_>) {
        if self.driver.log.on() {
            let parent = self.parent(place);
            let from = parent.as_ref().map(|(p, e)| (p.compiled.name.as_str(), *e));
            self.driver.log.started(kind, &self.lang.describe(&s.top().frame), from);
        }
    }

    fn first_step(&self, s: &mut State<L, Conc>, flat: &Flat, reds: &[RecWord]) {
        if self.driver.params.log_places {
            let place = self.lang.describe(&s.top().frame);
            self.driver.tell_file(&place, || self.lang.file(&s.top().frame));
            tape::with(|t| t.at(place));
        }
        tape::with(|t| t.first_step(&flat.greens, reds));
    }

    fn record(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        kind: Kind,
        place: Anchor<'_>,
        flat: &Flat,
        reds: &[RecWord],
    ) -> Flow {
        let recorded = self.run_recorder(s, first, kind, Some(place), flat, reds);
        let Some((flow, ended)) = recorded else { return Flow::Continue };
        self.driver.recording.set(true);
        let recording = Restore(&self.driver.recording, false);
        self.finish_recording(kind, place, &flat.greens, ended);
        drop(recording);
        if self.driver.params.audit {
            self.audit_past();
        }
        flow
    }

    /// Runs the recorder from a state, which is then what it has left; nothing if there is no room.
    fn run_recorder(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        kind: Kind,
        place: Option<Anchor<'_>>,
        flat: &Flat,
        reds: &[RecWord],
    ) -> Option<(Flow, Ended)> {
        let began = Instant::now();
        let origin = s.at(first).lo;
        let start = match place {
            Some(Anchor::Cell(cell)) => self.driver.place(cell),
            _ => 0,
        };
        let mut rs = self.spare_window.take().unwrap_or_default();
        flat::write(&mut rs, 0, 0, &flat.greens, reds).ok()?;
        self.driver.recording.set(true);
        let phase = Census::during(&self.driver.census, Phase::Recording);
        if let Some(place) = place {
            self.tell_start(s, kind, place);
        }
        let _recording = Restore(&self.driver.recording, false);
        let depth = Restore(&self.ctx.depth, self.ctx.depth.get());
        if matches!(place, Some(Anchor::Cell(_))) {
            self.ctx.depth.set(depth.1 + first as u64);
        }
        let tree = place.and_then(|place| self.left_tree(place));
        let at = s.top().frame.place();
        let mut recorder = Recorder::new(self, &self.driver, kind, start, flat.greens.clone(), rs.depth());
        recorder.short = kind == Kind::Bridge && tree.as_ref().is_some_and(|tree| tree.ways.multiply(at));
        recorder.tree = tree;
        recorder.for_audit = place.is_none();
        recorder.inlined.get_mut().extend(rs.frames().skip(1).map(|f| f.place().0));
        // What the recorder's window refers to must live if a helper runs the guest, or yields, and a collection comes.
        let run = |rs: &mut State<L, Rec>| {
            recorder.watch(|| {
                let exit = self.lang.interp(&recorder, rs);
                recorder.audit_exit(exit);
                exit
            })
        };
        let exit = self.lending(first, || self.activated(&mut rs, false, run));
        drop((depth, phase));
        if self.driver.params.audit {
            self.keep_steps();
        }
        crate::record::ended(exit);
        let flow = self.write_back(s, first, origin, &mut rs, exit);
        rs.truncate(0);
        if rs.stack.slots().len() <= MAX_SPARE {
            self.spare_window.set(Some(rs));
        }
        self.driver.stats.borrow_mut().nanos[0] += began.elapsed().as_nanos() as u64;
        let ended = Ended {
            from: Some(at),
            meets: recorder.meets.get(),
            ban: recorder.ban.take(),
            inlines: recorder.inlined.take(),
        };
        Some((flow, ended))
    }

    /// Makes a trace of what is on the tape, or notes why not.
    fn finish_recording(&self, kind: Kind, place: Anchor<'_>, greens: &[u64], ended: Ended) {
        let (recorded, known, trace) = tape::with(|t| (t.trace.insts.len(), t.known, t.finish()));
        let mut stats = self.driver.stats.borrow_mut();
        stats.recorded_ops += recorded as u64;
        stats.known_ops += known as u64;
        drop(stats);
        let result = match trace {
            Err(gone) => Err(gone),
            Ok((mut trace, sites)) => {
                self.driver.log.closed(kind, &trace);
                let result = self.compile(&mut trace, &sites, kind, place, greens, &ended);
                // It is the whole that came to nothing, so it is told where it begins.
                let first = trace.insts.iter().position(|i| i.place != 0).unwrap_or(0);
                let begins = trace.insts.get(first).and_then(|i| trace.places.get(i.place as usize));
                let place = begins.cloned().unwrap_or_default();
                let at = sites.get(first).copied();
                let result = result.map_err(|(why, detail)| Gone { why, place, at, detail });
                tape::with(|t| t.take_back(trace, sites));
                result
            }
        };
        if let Err(gone) = result {
            self.aborted(&gone, kind, place, &ended.ban);
        }
    }

    /// Takes the recorder's window over into the plain state.
    fn write_back(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        origin: usize,
        rs: &mut State<L, Rec>,
        exit: Exit,
    ) -> Flow {
        match exit {
            Exit::Stopped => {
                let mut f = flat::RecFlat::default();
                f.read(rs, 0);
                let f = f.settled();
                let bits: Vec<u64> = f.reds.iter().map(|w| w.bits).collect();
                match flat::write(s, first, origin, &f.greens, &bits) {
                    Ok(()) => Flow::Continue,
                    Err(_) => Flow::Raised,
                }
            }
            Exit::Returned { start, count } => {
                let results: Vec<_> = (start..start + count)
                    .map(|i| {
                        let Slot((tag, payload)) = rs.stack.get(i);
                        crate::heap::RawSlot { tag: tag.bits, bits: payload.bits }
                    })
                    .collect();
                self.returned(s, first, origin, results.into_iter())
            }
            Exit::Raised => {
                s.truncate(first);
                if first == 0 {
                    Flow::Leave(Exit::Raised)
                } else {
                    Flow::Raised
                }
            }
        }
    }

    /// The trace and exit that a bridge goes on from.
    fn parent(&self, place: Anchor<'_>) -> Option<(Rc<TraceInfo>, usize)> {
        let Anchor::Exit(n) = place else { return None };
        let exits = self.driver.exits.borrow();
        let e = &exits[n as usize];
        Some((self.driver.trace(e.trace), e.index as usize))
    }

    /// The tree of the trace that was left for what is recorded.
    fn left_tree(&self, place: Anchor<'_>) -> Option<Rc<Tree>> {
        let (Anchor::Exit(n) | Anchor::Join(n)) = place else { return None };
        let trace = self.driver.exits.borrow()[n as usize].trace;
        Some(self.driver.trace(trace).tree.clone())
    }

    /// From a recording to an installed trace.
    fn compile(
        &self,
        recorded: &mut Trace,
        sites: &[At],
        kind: Kind,
        place: Anchor<'_>,
        greens: &[u64],
        ended: &Ended,
    ) -> Result<(), (Abort, String)> {
        let number = self.driver.traces.borrow().len() as u32;
        let name = format!("{}-{number}", kind_name(kind));
        let parent = self.parent(place);
        if let (Anchor::Cell(cell), Some(Op::Finish)) = (place, recorded.insts.last().map(|i| i.op)) {
            let info = &self.driver.places.borrow()[cell.number() as usize];
            if policy::comes_round(kind, info.aborts, info.loops.is_empty()) {
                return Err((Abort::Left, String::new()));
            }
        }
        let ((optimized, unfit), optimizing) = timed(|| self.optimize(recorded, place, greens, &name))?;
        let counting = self.driver.census.as_ref().map(|census| {
            let about = |helper: &str, word| self.lang.describe_call(helper, word);
            census.counting(&optimized.trace, &optimized.fates, sites, about)
        });
        let compiled = counting.as_ref().unwrap_or(&optimized.trace);
        let (code, assembling) = timed(|| self.assemble(compiled, &name, parent.as_ref()))?;
        self.driver.count_compiled(kind, &optimized.trace, &code, [optimizing, assembling]);
        world::note(|| world::compiled(&format!("{name}: {} ops", optimized.trace.insts.len())));
        if let Some(tools) = &self.driver.tools {
            tools.tell(&mut self.driver.arena.borrow_mut(), compiled, &code).map_err(|e| self.refused(e))?;
        }
        let logging = Census::during(&self.driver.census, Phase::Logging);
        let asm = self.listing(&code, compiled);
        self.driver.log.compiled(&Compiled {
            kind,
            recorded,
            optimized: &optimized.trace,
            code: &code,
            from: parent.as_ref().map(|(p, e)| (p.compiled.name.as_str(), *e)),
            fates: &optimized.fates,
            sites,
            times: [optimizing, assembling],
            asm,
        });
        drop(logging);
        let tree = self.tree(place, kind, greens, optimized.trace.inputs());
        let mut info = self.describe_trace(optimized, code, place, tree);
        info.inlines = ended.inlines.as_slice().into();
        if let (Some((parent, _)), Some(at)) = (&parent, ended.from) {
            info.chain = (at, self.driver.chain_at(parent, at) + 1);
            // It begins by testing anew what has failed.
            let guard = recorded.insts.iter().position(|i| i.op.is_guard());
            info.source = guard.and_then(|i| sites.get(i).copied());
            let place = guard.map_or(0, |i| recorded.insts[i].place);
            self.count_way(&info, recorded.places.get(place as usize).map_or("", |p| p));
        }
        self.install(info, number, kind, place, greens, parent);
        if let Some(e) = self.driver.exits.borrow_mut().last_mut() {
            (e.unfit, e.meets) = (unfit, ended.meets);
        }
        Ok(())
    }

    /// Native code of an optimized trace.
    fn assemble(
        &self,
        trace: &Trace,
        name: &str,
        parent: Option<&(Rc<TraceInfo>, usize)>,
    ) -> Result<CompiledTrace, (Abort, String)> {
        let _phase = Census::during(&self.driver.census, Phase::Assembling);
        let entry = match parent {
            Some((info, exit)) => Entry::Bridge { parent: &info.compiled, exit: *exit },
            None => Entry::Function,
        };
        let request = CompileRequest {
            entry,
            first_exit: self.driver.exits.borrow().len() as u64,
            chaos: self.chaos(),
            visits: self.driver.census.as_ref().map(|c| c.visits(name, self.driver.log.recording(), trace)),
            listed: self.driver.params.log_asm || self.driver.tools.is_some(),
            name,
            ..CompileRequest::new(trace, &self.driver)
        };
        let mut arena = self.driver.arena.borrow_mut();
        self.driver.backend().compile(&mut arena, &request).map_err(|e| self.refused(e))
    }

    /// The machine code of a trace, if it is wanted: for the log in JSON, or, where there is none, on standard error.
    fn listing(&self, code: &CompiledTrace, trace: &Trace) -> Option<Value> {
        let driver = &self.driver;
        if !driver.params.log_asm {
            return None;
        }
        // SAFETY: the range is the compiled trace's own code.
        let bytes = unsafe { std::slice::from_raw_parts(code.code.addr as *const u8, code.code.len) };
        if driver.log.full() {
            return Some(asm::by_op(code, &driver.backend().disassemble(bytes, 0), driver.log.times()));
        }
        let text = driver.backend().disassemble(bytes, 0);
        eprintln!("--- {}, at {:#x}\n{}", code.name, code.code.addr, asm::beside_ops(code, &text, trace));
        None
    }

    /// A trace as text. Its snapshots are counted, unless they are wanted.
    fn shown(&self, trace: &Trace) -> String {
        let text = trace.to_string();
        if self.driver.params.log_snaps || trace.snaps.is_empty() {
            return text;
        }
        let folded = |l: &&str| {
            let digits = l.strip_prefix('s').and_then(|l| l.split_once(" = snap "));
            !digits.is_some_and(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()))
        };
        let lines: Vec<&str> = text.lines().filter(folded).collect();
        format!("{}\n; {} snapshots (HOLLOWAY_LOG=ops,snaps)\n", lines.join("\n"), trace.snaps.len())
    }

    /// Whether fates of recorded ops are wanted.
    fn explains(&self) -> bool {
        self.driver.log.on() || self.driver.census.is_some()
    }

    /// Optimizes a recording, which need not verify if it is a loop: its jump may give values of other types than the inputs, which the optimizer sorts out.
    /// If it leaves at the header of a loop none of whose versions suits it, that place is told too.
    fn optimize(
        &self,
        recorded: &mut Trace,
        place: Anchor<'_>,
        greens: &[u64],
        name: &str,
    ) -> Result<(opt::Optimized, Option<u32>), (Abort, String)> {
        let _phase = Census::during(&self.driver.census, Phase::Optimizing);
        if self.driver.params.log_ops {
            eprintln!("--- {name}, recorded\n{}", self.shown(recorded));
        }
        let (optimized, unfit) = match self.body_for(recorded) {
            Into::Body(entered) => (*entered, None),
            Into::Start => (self.optimize_whole(recorded, place, greens)?, None),
            Into::Nothing(header, greens) => {
                let open =
                    left_at(recorded, &greens).ok_or((Abort::Unstable, "it ends in no jump".into()))?;
                let done = opt::optimize_loop(&open, &self.driver.params.opt, self.explains());
                (done.map_err(|e| (Abort::Unstable, format!("{e:?}")))?, Some(header))
            }
        };
        debug_assert!(
            holloway_compiler::ir::verify(&optimized.trace).is_ok(),
            "optimized trace: {:?}\n{recorded}\n{}",
            holloway_compiler::ir::verify(&optimized.trace),
            optimized.trace
        );
        if self.driver.params.log_ops {
            eprintln!("--- {name}, optimized\n{}", self.shown(&optimized.trace));
        }
        Ok((optimized, unfit))
    }

    /// Any other trace. A loop whose state never settles is not peeled in the end: it runs one iteration and chooses anew.
    fn optimize_whole(
        &self,
        recorded: &Trace,
        place: Anchor<'_>,
        greens: &[u64],
    ) -> Result<opt::Optimized, (Abort, String)> {
        let mut config = self.driver.params.opt.clone();
        let explain = self.explains();
        let whole = |config: &opt::OptConfig| match left_open(recorded, greens) {
            Some(open) => opt::optimize_loop(&open, config, explain),
            None => opt::optimize_loop(recorded, config, explain),
        };
        let mut done = match opt::peels(recorded, &config) {
            true => opt::optimize_loop(recorded, &config, explain),
            false => whole(&config),
        };
        if let (Err(opt::OptAbort::Unstable(_)), Anchor::Cell(cell)) = (&done, place) {
            let aborts = self.driver.places.borrow()[cell.number() as usize].aborts;
            if opt::peels(recorded, &config) && aborts >= MAX_UNSTABLE {
                config.max_peel_ops = 0;
                done = whole(&config);
            }
        }
        done.map_err(|e| (Abort::Unstable, format!("{e:?}")))
    }

    /// What the tables keep of a trace.
    fn describe_trace(
        &self,
        optimized: opt::Optimized,
        compiled: CompiledTrace,
        place: Anchor<'_>,
        tree: Rc<Tree>,
    ) -> TraceInfo {
        let exits = self.driver.exits.borrow();
        let from = match place {
            Anchor::Exit(n) => Some((exits[n as usize].trace, exits[n as usize].index)),
            Anchor::Cell(_) | Anchor::Join(_) => None,
        };
        TraceInfo {
            context: crate::tables::context(&optimized.trace),
            references: crate::tables::references(&optimized.trace),
            from,
            tree,
            chain: Default::default(),
            source: None,
            inlines: Box::default(),
            retired: Cell::new(false),
            compiled,
            first_exit: exits.len() as u64,
            entry: optimized.entry,
            trace: optimized.trace,
        }
    }

    /// The tree that a new trace belongs to.
    fn tree(&self, place: Anchor<'_>, kind: Kind, greens: &[u64], inputs: usize) -> Rc<Tree> {
        match (place, self.left_tree(place)) {
            (_, Some(tree)) => {
                tree.grow();
                tree
            }
            (Anchor::Cell(cell), None) if kind == Kind::Function => {
                let key = self.driver.function_key(cell, greens, inputs);
                Rc::new(Tree::new(Some(key), Rc::default()))
            }
            (Anchor::Cell(cell), None) => {
                let ways = self.driver.ways_of(self.driver.place(cell), greens);
                Rc::new(Tree::new(None, ways.unwrap_or_default()))
            }
            _ => unreachable!("what goes on from an exit has a tree"),
        }
    }

    /// Counts a bridge that goes on from a place of the guest's, and tells if ways multiply there from now on.
    fn count_way(&self, bridge: &TraceInfo, place: &str) {
        let (at, chain) = bridge.chain;
        if bridge.tree.grow_at(at, chain) {
            self.driver.log.multiply(place, bridge.source);
        }
    }

    fn install(
        &self,
        info: TraceInfo,
        number: u32,
        kind: Kind,
        place: Anchor<'_>,
        greens: &[u64],
        parent: Option<(Rc<TraceInfo>, usize)>,
    ) {
        let mut exits = self.driver.exits.borrow_mut();
        for (index, e) in info.compiled.exits.iter().enumerate() {
            let inst = &info.trace.insts[e.inst as usize];
            let kind = ExitKind::of(inst.op, inst.aux).expect("verified");
            let left = self.driver.params.bridge_threshold;
            let mut place = 0;
            if let Some(schedule) = &self.driver.params.chaos {
                place = crate::tables::coverage::place(&info.trace.snaps[e.snap.0 as usize]);
                let exit = info.first_exit + index as u64;
                info.compiled.records[index].countdown.set(schedule.countdown(exit, place, 0));
            }
            exits.push(ExitState {
                place,
                trace: number,
                index: index as u32,
                left,
                ahead: info.trace.insts.len() as u32 - e.inst,
                aborts: 0,
                begun: 0,
                forced: 0,
                taken: 0,
                kind,
                unfit: None,
                meets: false,
                given_up: false,
                plan: None,
            });
        }
        let (self_inputs, outer) = (info.trace.inputs(), info.compiled.outer);
        if let Some((p, exit)) = &parent {
            p.compiled.attach(*exit, &info.compiled);
        }
        if let Anchor::Join(_) = place {
            info.tree.ways.add_join(greens, number);
        }
        self.driver.add_trace(info);
        if let Anchor::Cell(cell) = place {
            let n = self.driver.place(cell) as usize;
            if kind == Kind::Root {
                let mut places = self.driver.places.borrow_mut();
                places[n].aborts = 0;
                places[n].loops.push((greens.to_vec(), number));
            } else {
                let key = self.driver.function_key(cell, greens, self_inputs);
                let mut functions = self.driver.functions.borrow_mut();
                functions[key as usize].trace = Some(number);
                functions[key as usize].entry.set(outer);
            }
            cell.rearm(1);
        }
    }

    fn refused(&self, e: CodegenError) -> (Abort, String) {
        let budget = matches!(e, CodegenError::CodeBudget { .. });
        self.driver.full.set(budget);
        (if budget { Abort::CodeBudget } else { Abort::Codegen }, e.to_string())
    }

    fn aborted(&self, gone: &Gone, kind: Kind, place: Anchor<'_>, ban: &[u64]) {
        self.driver.stats.borrow_mut().aborts += 1;
        let mut called = self.driver.banned.borrow_mut();
        let before = called.len();
        called.extend(ban);
        let banned = called.len() > before;
        drop(called);
        let aborted = |aborts| policy::Aborted { why: gone.why, banned, aborts };
        match place {
            Anchor::Cell(cell) => {
                let mut places = self.driver.places.borrow_mut();
                let info = &mut places[cell.number() as usize];
                info.aborts += 1;
                let threshold = match kind {
                    Kind::Root => self.driver.params.threshold,
                    _ => self.driver.params.function_threshold,
                };
                cell.rearm(policy::retry_place(aborted(info.aborts), threshold, !info.loops.is_empty()));
            }
            Anchor::Exit(n) | Anchor::Join(n) => {
                let e = &mut self.driver.exits.borrow_mut()[n as usize];
                e.aborts += 1;
                e.left = policy::retry_exit(aborted(e.aborts), self.driver.params.bridge_threshold);
            }
        }
        self.driver.log.aborted(kind, gone);
    }

    /// The chaos schedule, if it is on.
    pub(crate) fn chaos(&self) -> Option<Chaos> {
        self.driver.params.chaos.as_ref().map(|s| s.chaos())
    }
}

/// What `f` makes, and the nanoseconds it took.
fn timed<T, E>(f: impl FnOnce() -> Result<T, E>) -> Result<(T, u64), E> {
    let began = Instant::now();
    f().map(|made| (made, began.elapsed().as_nanos() as u64))
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
