//! One recording, from the decision to the installed trace.

use super::tables::{ExitState, TraceInfo};
use super::tree::Tree;
use crate::machine::HotCell;
use crate::machine::{Conc, Exit, Flow, Language, Slot, State};
use crate::observe::events::{kind_name, Compiled};
use crate::record::flat::{self, Flat};
use crate::record::{tape, Abort, Kind, Rec, RecWord, Recorder, Replay};
use crate::restore::Restore;
use crate::resume::exit::Taken;
use crate::resume::rebuild::{Rebuilt, Symbolic};
use crate::runtime::Runtime;
use holloway_compiler::codegen::perf;
use holloway_compiler::codegen::{Chaos, CodegenError, CompileRequest, Entry};
use holloway_compiler::ir::{ExitKind, Inst, IrRef, JumpTarget, Op, SnapId, Snapshot, Trace};
use holloway_compiler::opt::{self, ENTRY_GUARD};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

/// Recordings of a loop whose state changes in its first iteration, after which it is compiled without peeling.
const MAX_UNSTABLE: u32 = 3;

/// Where a finished trace is to be installed.
#[derive(Clone, Copy)]
enum Place<'a> {
    Cell(&'a HotCell),
    Exit(u64),
}

impl<L: Language> Runtime<L> {
    /// Records from a loop header or a function entry (the running activation).
    pub(crate) fn record_from(
        &self,
        s: &mut State<L, Conc>,
        kind: Kind,
        cell: &HotCell,
        flat: &Flat,
    ) -> Flow {
        let reds: Vec<RecWord> = tape::with(|t| {
            t.reset();
            let input = |t: &mut tape::Tape, ty| t.push(Inst { ty, ..Inst::new(Op::Input) });
            flat.reds.iter().zip(&flat.types).map(|(&bits, &ty)| RecWord { bits, r: input(t, ty) }).collect()
        });
        self.first_step(s, flat, &reds);
        tape::with(|t| t.guard(Op::GuardPoll, [IrRef::NONE; 3], 0));
        self.record(s, s.depth() - 1, kind, Place::Cell(cell), flat, &reds)
    }

    /// Records the continuation of an exit; the state has been restored.
    pub(crate) fn record_exit(&self, s: &mut State<L, Conc>, first: usize, exit: &Taken) -> Flow {
        let Taken { number, info, plan, values, state } = exit;
        let mut flat = Flat::default();
        flat::read(s, first, &mut flat);
        let reds = tape::with(|t| {
            t.reset();
            let mut symbolic = Symbolic::new(t, plan, &info.trace, values, &state.objects);
            let Rebuilt { reds, log, .. } = plan.rebuild(&mut symbolic);
            t.replay = Some(Replay { log, next: 0, guard_no: plan.guard_no, from_log: plan.replay });
            reds
        });
        if let (JumpTarget::Body(n), ENTRY_GUARD) = (info.trace.target, plan.guard_no) {
            // The state is the header's and does not suit the body: the bridge goes to the loop's start, without recording.
            tape::with(|t| t.close(JumpTarget::Trace(n), reds.iter().map(|w| w.r).collect()));
            self.tell_start(s, Kind::Bridge, Place::Exit(*number));
            self.finish_recording(Kind::Bridge, Place::Exit(*number), &flat.greens, &[]);
            return Flow::Continue;
        }
        self.first_step(s, &flat, &reds);
        self.record(s, first, Kind::Bridge, Place::Exit(*number), &flat, &reds)
    }

    /// Logs that a recording begins.
    fn tell_start(&self, s: &mut State<L, Conc>, kind: Kind, place: Place<'_>) {
        if self.driver.log.on() {
            let parent = self.parent(place);
            let from = parent.as_ref().map(|(p, e)| (p.compiled.name.as_str(), *e));
            self.driver.log.started(kind, &self.lang.describe(&s.top().frame), from);
        }
    }

    fn first_step(&self, s: &mut State<L, Conc>, flat: &Flat, reds: &[RecWord]) {
        if self.driver.params.log_places {
            let place = self.lang.describe(&s.top().frame);
            tape::with(|t| t.at(place));
        }
        tape::with(|t| t.step(Rc::new(flat.greens.clone()), reds.iter().map(|w| w.r).collect()));
    }

    fn record(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        kind: Kind,
        place: Place<'_>,
        flat: &Flat,
        reds: &[RecWord],
    ) -> Flow {
        let began = Instant::now();
        let origin = s.at(first).lo;
        let start = match place {
            Place::Cell(cell) => cell as *const HotCell,
            Place::Exit(_) => std::ptr::null(),
        };
        let mut rs: State<L, Rec> = State::default();
        if flat::write(&mut rs, 0, 0, &flat.greens, reds).is_err() {
            return Flow::Continue;
        }
        self.driver.recording.set(true);
        self.tell_start(s, kind, place);
        let recording = Restore(&self.driver.recording, false);
        let depth = Restore(&self.ctx.depth, self.ctx.depth.get());
        if kind != Kind::Bridge {
            self.ctx.depth.set(depth.1 + first as u64);
        }
        let recorder = Recorder::new(self, kind, start, flat.greens.clone(), rs.depth());
        // What the recorder's window refers to must live if a helper runs the guest, or yields, and a collection comes.
        let run = |rs: &mut State<L, Rec>| {
            recorder.watch(|| {
                let exit = self.lang.interp(&recorder, rs);
                recorder.audit_exit(exit);
                exit
            })
        };
        let exit = self.lending(first, || self.activated(&mut rs, false, run));
        drop(depth);
        crate::record::ended(exit);
        let flow = self.write_back(s, first, origin, &mut rs, exit);
        self.driver.stats.borrow_mut().nanos[0] += began.elapsed().as_nanos() as u64;
        self.finish_recording(kind, place, &flat.greens, &recorder.ban.borrow());
        drop(recording);
        flow
    }

    /// Makes a trace of what is on the tape, or notes why not.
    fn finish_recording(&self, kind: Kind, place: Place<'_>, greens: &[u64], ban: &[u64]) {
        let (recorded, trace) = tape::with(|t| (t.trace.insts.len(), t.finish()));
        self.driver.stats.borrow_mut().recorded_ops += recorded as u64;
        let result = match trace {
            Err(why) => Err((why, String::new())),
            Ok((trace, sites)) => {
                self.driver.log.closed(kind, &trace);
                self.compile(trace, &sites, kind, place, greens)
            }
        };
        if let Err((why, detail)) = result {
            self.aborted(why, &detail, kind, place, ban);
        }
    }

    /// A trace that jumps to a loop's start, made to jump into its body if that has an entry.
    fn enter_body(&self, trace: &Trace) -> Option<Trace> {
        let JumpTarget::Trace(n) = trace.target else { return None };
        let info = self.driver.trace(n);
        // Without ops of its own a trace jumps because the body did not suit.
        let moves = trace.insts.iter().any(|i| i.op.is_guard());
        let (entry, body) = (info.entry.as_ref().filter(|_| moves)?, info.compiled.body.as_ref()?);
        entry.splice(trace, &info.trace, n, &body.values)
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
                for i in 0..rs.depth() {
                    rs.walk_activation(i, 0, &mut f);
                }
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
                self.returned(s, first, origin, &results)
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
    fn parent(&self, place: Place<'_>) -> Option<(Rc<TraceInfo>, usize)> {
        let Place::Exit(n) = place else { return None };
        let exits = self.driver.exits.borrow();
        let e = &exits[n as usize];
        Some((self.driver.trace(e.trace), e.index as usize))
    }

    fn compile(
        &self,
        trace: Trace,
        sites: &[crate::audit::At],
        kind: Kind,
        place: Place<'_>,
        greens: &[u64],
    ) -> Result<(), (Abort, String)> {
        let began = Instant::now();
        if self.driver.params.log_ops {
            eprintln!("--- recorded {kind:?}\n{trace}");
        }
        // A recorded loop need not verify: its jump may give values of other types than the inputs, which the optimizer sorts out.
        let opt::Optimized { trace: optimized, fates, entry: loop_entry } =
            self.optimize(&trace, place, greens)?;
        debug_assert!(
            holloway_compiler::ir::verify(&optimized).is_ok(),
            "optimized trace: {:?}\n{trace}\n{optimized}",
            holloway_compiler::ir::verify(&optimized)
        );
        if self.driver.params.log_ops {
            eprintln!("--- optimized {kind:?}\n{optimized}");
        }
        let optimize_time = began.elapsed();
        let began = Instant::now();
        let number = self.driver.traces.borrow().len() as u32;
        let name = format!("{}-{number}", kind_name(kind));
        let first_exit = self.driver.exits.borrow().len() as u64;
        let parent = self.parent(place);
        let entry = match &parent {
            Some((info, exit)) => Entry::Bridge { parent: &info.compiled, exit: *exit },
            None => Entry::Function,
        };
        let request = CompileRequest {
            entry,
            first_exit,
            chaos: self.chaos(),
            name: &name,
            ..CompileRequest::new(&optimized, &self.driver)
        };
        let compiled = self
            .driver
            .backend
            .compile(&mut self.driver.arena.borrow_mut(), &request)
            .map_err(|e| self.refused(e))?;
        if self.driver.params.log_asm {
            // SAFETY: the range is the compiled trace's own code.
            let bytes =
                unsafe { std::slice::from_raw_parts(compiled.code.addr as *const u8, compiled.code.len) };
            eprintln!("--- {name}\n{}", self.driver.backend.disassemble(bytes, compiled.code.addr));
        }
        let mut stats = self.driver.stats.borrow_mut();
        *match kind {
            Kind::Root => &mut stats.roots,
            Kind::Function => &mut stats.functions,
            Kind::Bridge => &mut stats.bridges,
        } += 1;
        stats.optimized_ops += optimized.insts.len() as u64;
        stats.code_bytes += compiled.code.len as u64;
        stats.nanos[1] += optimize_time.as_nanos() as u64;
        stats.nanos[2] += began.elapsed().as_nanos() as u64;
        drop(stats);
        if self.driver.params.perf {
            // A missing map only costs names in a profile.
            let _ = perf::append(&compiled);
        }
        self.driver.log.compiled(&Compiled {
            kind,
            recorded: &trace,
            optimized: &optimized,
            code: &compiled,
            from: parent.as_ref().map(|(p, e)| (p.compiled.name.as_str(), *e)),
            fates: &fates,
            sites,
            times: [optimize_time, began.elapsed()].map(|t| t.as_nanos() as u64),
        });
        let info = TraceInfo {
            context: super::tables::context(&optimized),
            from: match place {
                Place::Exit(n) => {
                    let exits = self.driver.exits.borrow();
                    Some((exits[n as usize].trace, exits[n as usize].index))
                }
                Place::Cell(_) => None,
            },
            tree: self.tree(place, kind, greens, optimized.inputs(), parent.as_ref().map(|p| &*p.0)),
            retired: Cell::new(false),
            compiled,
            trace: optimized,
            first_exit,
            entry: loop_entry,
        };
        self.install(info, number, kind, place, greens, parent);
        Ok(())
    }

    /// Optimizes a recording. A loop whose state never settles is not peeled in the end: it runs one iteration and chooses anew.
    fn optimize(
        &self,
        trace: &Trace,
        place: Place<'_>,
        greens: &[u64],
    ) -> Result<opt::Optimized, (Abort, String)> {
        let mut config = self.driver.params.opt.clone();
        let explain = self.driver.log.full();
        let entered = self.enter_body(trace).and_then(|t| opt::optimize_loop(&t, &config, explain).ok());
        if let Some(mut entered) = entered {
            // The ops of the entry stand where the recorded jump was, which is their last now.
            if let Some(jump) = entered.fates.pop() {
                entered.fates.truncate(trace.insts.len() - 1);
                entered.fates.push(jump);
            }
            return Ok(entered);
        }
        let whole = |config: &opt::OptConfig| match left_open(trace, greens) {
            Some(open) => opt::optimize_loop(&open, config, explain),
            None => opt::optimize_loop(trace, config, explain),
        };
        if !opt::peels(trace, &config) {
            return whole(&config).map_err(|e| (Abort::Unstable, format!("{e:?}")));
        }
        let mut done = opt::optimize_loop(trace, &config, explain);
        if let (Err(opt::OptAbort::Unstable(_)), Place::Cell(cell)) = (&done, place) {
            if self.driver.places.borrow()[cell.number() as usize].aborts >= MAX_UNSTABLE {
                config.max_peel_ops = 0;
                done = whole(&config);
            }
        }
        done.map_err(|e| (Abort::Unstable, format!("{e:?}")))
    }

    /// The tree that a new trace belongs to.
    fn tree(
        &self,
        place: Place<'_>,
        kind: Kind,
        greens: &[u64],
        inputs: usize,
        parent: Option<&TraceInfo>,
    ) -> Rc<Tree> {
        match (place, parent) {
            (_, Some(parent)) => {
                parent.tree.grow();
                parent.tree.clone()
            }
            (Place::Cell(cell), None) if kind == Kind::Function => {
                Rc::new(Tree::new(Some(self.driver.function_key(cell, greens, inputs))))
            }
            _ => Rc::new(Tree::new(None)),
        }
    }

    fn install(
        &self,
        info: TraceInfo,
        number: u32,
        kind: Kind,
        place: Place<'_>,
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
                place = super::coverage::place(&info.trace.snaps[e.snap.0 as usize]);
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
                plan: None,
            });
        }
        let (self_inputs, outer) = (info.trace.inputs(), info.compiled.outer);
        if let Some((p, exit)) = &parent {
            p.compiled.attach(*exit, &info.compiled);
        }
        self.driver.traces.borrow_mut().push(Rc::new(info));
        if let Place::Cell(cell) = place {
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

    fn aborted(&self, why: Abort, detail: &str, kind: Kind, place: Place<'_>, ban: &[u64]) {
        self.driver.stats.borrow_mut().aborts += 1;
        self.driver.banned.borrow_mut().extend(ban);
        match place {
            Place::Cell(cell) => {
                let mut places = self.driver.places.borrow_mut();
                let info = &mut places[cell.number() as usize];
                info.aborts += 1;
                // Unstable loops and bans are retried at once; the rest backs off, doubling.
                let soon = matches!(why, Abort::Unstable | Abort::CalleeLoops) && info.aborts < 8;
                let base = if kind == Kind::Root {
                    self.driver.params.threshold
                } else {
                    self.driver.params.function_threshold
                };
                // With other versions there the counter stays armed for them.
                cell.rearm(if !info.loops.is_empty() {
                    1
                } else if soon {
                    2
                } else {
                    base.max(2) << info.aborts.min(20)
                });
            }
            Place::Exit(n) => {
                let mut exits = self.driver.exits.borrow_mut();
                let e = &mut exits[n as usize];
                e.aborts += 1;
                let soon = matches!(why, Abort::CalleeLoops) && e.aborts < 4;
                e.left =
                    if soon { 1 } else { self.driver.params.bridge_threshold.max(2) << e.aborts.min(20) };
            }
        }
        self.driver.log.aborted(kind, why, detail);
    }

    /// The chaos schedule, if it is on.
    pub(crate) fn chaos(&self) -> Option<Chaos> {
        self.driver.params.chaos.as_ref().map(|s| s.chaos())
    }
}

/// A loop that ends with a value of another type than it began with, made to leave at its header instead of jumping there, where it is not peeled.
fn left_open(trace: &Trace, greens: &[u64]) -> Option<Trace> {
    let last = trace.insts.last()?;
    if trace.target != JumpTarget::Start {
        return None;
    }
    opt::changes_type(trace)?;
    let entries = trace.list(last).to_vec();
    let mut open = trace.clone();
    open.snaps.push(Snapshot { greens: Rc::new(greens.to_vec()), entries, ..Snapshot::default() });
    let snap = SnapId(open.snaps.len() as u32 - 1);
    open.target = JumpTarget::None;
    let place = open.insts.pop()?.place;
    open.push(Inst { snap, aux: ExitKind::Open as u32, place, ..Inst::new(Op::Exit) });
    Some(open)
}
