//! What becomes of a recording: compiled, and installed where it was recorded for.
//!
//! **Problem.** A trace replaces plain execution at one place, and everything that is known of it goes into tables: how it is left, what it belongs to, what it refers to.
//!
//! **How.** The recording becomes a [`Job`], which holds all that is needed to compile it. That is done at once, or meanwhile (see [`flights`](super::flights)), and what comes of it is installed.
//!
//! **Invariants.** Traces and exits are numbered in the order in which they are recorded.
//!
//! **Not promised.** That a recording becomes a trace: the optimizer may refuse it, and there may be no room for its code.
//!
//! **Example.** A bridge: its inputs are where the parent's exit leaves them, and once it is installed that exit jumps to it.

use crate::compile::flight::{Anchor, Ended, Order};
use crate::compile::job::{Done, Job, Made, Slot};
use crate::machine::quasi::About;
use crate::machine::Language;
use crate::observe::asm;
use crate::observe::census::{Census, Phase};
use crate::observe::events::{kind_name, Compiled};
use crate::policy::tree::Tree;
use crate::policy::turns::{ByJoin, SinceJoin};
use crate::policy::{self, Abort, Kind, MAX_UNSTABLE};
use crate::record::tape::{self, Gone};
use crate::runtime::Runtime;
use crate::tables::{Counted, ExitState, TraceInfo};
use crate::world;
use holloway_compiler::codegen::{Assembled, CodegenError, CompiledTrace, Links as _};
use holloway_compiler::ir::{ExitKind, JumpTarget, Op, Trace};
use holloway_compiler::opt;
use serde_json::Value;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

impl<L: Language> Runtime<L> {
    /// Makes a trace of what is on the tape, or notes why not.
    pub(super) fn finish_recording(&self, kind: Kind, anchor: Anchor, greens: &[u64], ended: Ended) {
        let (recorded, known, trace) = tape::with(|t| (t.trace.insts.len(), t.known, t.finish()));
        let mut stats = self.driver.stats.borrow_mut();
        stats.recorded_ops += recorded as u64;
        stats.known_ops += known as u64;
        drop(stats);
        let (trace, sites) = match trace {
            Ok(recorded) => recorded,
            Err(gone) => return self.aborted(&gone, kind, anchor, &ended.ban),
        };
        self.driver.log.closed(kind, &trace);
        let parent = self.parent(anchor);
        let number = self.driver.log.recording();
        let references = crate::tables::references(&trace);
        let order = Order { number, kind, anchor, ended, sites, references, parent };
        if let (Some(place), Some(Op::Finish)) = (anchor.place(), trace.insts.last().map(|i| i.op)) {
            let (aborts, bare) = {
                let info = &self.driver.places.borrow()[place as usize];
                (info.aborts, info.loops.is_empty())
            };
            if policy::comes_round(kind, aborts, bare) {
                return self.come_to_nothing(order, trace, Abort::Left, String::new());
            }
        }
        let job = self.job(trace, greens, &order);
        if self.may_fly() {
            let threshold = self.driver.params.threshold_of(kind);
            let visits = policy::until_made(kind, job.recorded.insts.len(), threshold);
            if visits > 0 {
                return self.fly(order, job, visits);
            }
        }
        self.settle();
        let (made, counting) = self.make(job, &order);
        self.install_made(order, made, counting);
    }

    /// All that is needed to compile a recording.
    fn job(&self, recorded: Trace, greens: &[u64], order: &Order) -> Job {
        let driver = &self.driver;
        let unsettled = order.anchor.place().is_some_and(|place| {
            let aborts = driver.places.borrow()[place as usize].aborts;
            aborts >= MAX_UNSTABLE
        });
        let target = match recorded.target {
            JumpTarget::Trace(n) => driver.start_of(n).map(|start| (n, start)),
            _ => None,
        };
        let slot = |&key: &u32| Some((key, Slot(driver.entry_slot(key)?)));
        Job {
            ways: self.ways(&recorded),
            greens: greens.into(),
            unsettled,
            config: driver.params.opt.clone(),
            explain: driver.log.on() || driver.census.is_some(),
            places: order.parent.as_ref().map(|(p, exit)| p.compiled.places(&p.compiled.exits[*exit])),
            target,
            slots: recorded.keys.iter().filter_map(slot).collect(),
            chaos: self.chaos(),
            listed: driver.params.log_asm || driver.tools.is_some(),
            recorded,
        }
    }

    /// Compiles a recording now. With a census, its code counts: the trace that says so.
    fn make(&self, mut job: Job, order: &Order) -> (Made, Option<Trace>) {
        let (backend, shared) = (self.driver.backend(), self.driver.shared());
        let Some(census) = &self.driver.census else { return (job.run(&**backend, shared), None) };
        let (mut refused, mut counting) = (Vec::new(), None);
        let phase = Census::during(&self.driver.census, Phase::Optimizing);
        let optimized = job.optimize(&mut refused);
        drop(phase);
        let _phase = Census::during(&self.driver.census, Phase::Assembling);
        let result = optimized.and_then(|done| {
            let about = |helper: &str, word| self.lang.describe_call(helper, word);
            let trace = census.counting(&done.optimized.trace, &done.optimized.fates, &order.sites, about);
            let visits = census.visits(&self.next_name(order.kind), self.driver.log.recording(), &trace);
            let (code, nanos) = job.assemble(&**backend, shared, &trace, Some(visits))?;
            counting = Some(trace);
            Ok((done, code, nanos))
        });
        (Made { job, refused, result }, counting)
    }

    /// Installs what has come of a recording, or notes why nothing has.
    pub(super) fn install_made(&self, order: Order, made: Made, counting: Option<Trace>) {
        let Made { job, refused, result } = made;
        let _told = self.driver.log.about(order.number);
        refused.iter().for_each(|why| self.driver.log.entry_refused(why));
        let installed = result
            .and_then(|(done, code, nanos)| self.install_code(&order, &job, done, code, nanos, counting));
        match installed {
            Ok(()) => tape::with(|t| t.take_back(job.recorded, order.sites)),
            Err((why, detail)) => self.come_to_nothing(order, job.recorded, why, detail),
        }
    }

    /// Notes that no trace has come of a recording. It is the whole that came to nothing, so that is told where it begins.
    fn come_to_nothing(&self, order: Order, recorded: Trace, why: Abort, detail: String) {
        let first = recorded.insts.iter().position(|i| i.place != 0).unwrap_or(0);
        let begins = recorded.insts.get(first).and_then(|i| recorded.places.get(i.place as usize));
        let gone = Gone {
            why,
            place: begins.cloned().unwrap_or_default(),
            at: order.sites.get(first).copied(),
            detail,
        };
        tape::with(|t| t.take_back(recorded, order.sites));
        self.aborted(&gone, order.kind, order.anchor, &order.ended.ban);
    }

    fn install_code(
        &self,
        order: &Order,
        job: &Job,
        done: Done,
        mut code: Assembled,
        assembling: u64,
        counting: Option<Trace>,
    ) -> Result<(), (Abort, String)> {
        let driver = &self.driver;
        let Order { kind, anchor, ended, sites, parent, .. } = order;
        let Done { optimized, unfit, nanos: optimizing } = done;
        let recorded = &job.recorded;
        let name = self.next_name(*kind);
        if driver.params.log_ops {
            eprintln!("--- {name}, recorded\n{}", self.shown(recorded));
            eprintln!("--- {name}, optimized\n{}", self.shown(&optimized.trace));
        }
        code.prepared.number_from(driver.exits.borrow().len() as u64);
        let compiled = counting.as_ref().unwrap_or(&optimized.trace);
        let mut code = driver
            .backend()
            .install(&mut driver.arena.borrow_mut(), code, name)
            .map_err(|e| self.refused(e))?;
        for (version, switch) in code.patched.take_assumptions() {
            // SAFETY: guards on validity are recorded for what `assume` gave the machine, and for nothing else.
            unsafe { About::of(version as *const u64) }.watch(switch);
        }
        driver.count_compiled(*kind, &optimized.trace, &code, [optimizing, assembling]);
        world::note(|| world::compiled(&format!("{}: {} ops", code.name, optimized.trace.insts.len())));
        if let Some(tools) = &driver.tools {
            tools.tell(&mut driver.arena.borrow_mut(), compiled, &code).map_err(|e| self.refused(e))?;
        }
        let logging = Census::during(&driver.census, Phase::Logging);
        let asm = self.listing(&code, compiled);
        driver.log.compiled(&Compiled {
            kind: *kind,
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
        let tree = self.tree(*anchor, &job.greens);
        let mut info = self.describe_trace(optimized, code, *anchor, tree);
        info.inlines = ended.inlines.as_slice().into();
        info.since_join = ended.since_join;
        info.by_join = ended.by_join.and_then(|by| self.counts(&info, by));
        if let (Some((parent, _)), Some(at)) = (parent, ended.from) {
            info.chain = (at, driver.chain_at(parent, at) + 1);
            // It begins by testing anew what has failed.
            let guard = recorded.insts.iter().position(|i| i.op.is_guard());
            info.source = guard.and_then(|i| sites.get(i).copied());
            let place = guard.map_or(0, |i| recorded.insts[i].place);
            self.count_way(&info, recorded.places.get(place as usize).map_or("", |p| p));
        }
        self.install(info, *anchor, &job.greens, parent.as_ref());
        if let Some(e) = driver.exits.borrow_mut().last_mut() {
            (e.unfit, e.meets) = (unfit, ended.meets);
        }
        Ok(())
    }

    /// The name of the trace that is installed next.
    fn next_name(&self, kind: Kind) -> String {
        format!("{}-{}", kind_name(kind), self.driver.traces.borrow().len())
    }

    // ---- installed

    /// The trace and exit that a bridge goes on from.
    pub(super) fn parent(&self, place: Anchor) -> Option<(Rc<TraceInfo>, usize)> {
        let Anchor::Exit(n) = place else { return None };
        let exits = self.driver.exits.borrow();
        let e = &exits[n as usize];
        Some((self.driver.trace(e.trace), e.index as usize))
    }

    /// The tree of the trace that was left for what is recorded.
    pub(super) fn left_tree(&self, place: Anchor) -> Option<Rc<Tree>> {
        let n = place.exit()?;
        let trace = self.driver.exits.borrow()[n as usize].trace;
        Some(self.driver.trace(trace).tree.clone())
    }

    /// What the tables keep of a trace.
    fn describe_trace(
        &self,
        optimized: opt::Optimized,
        compiled: CompiledTrace,
        place: Anchor,
        tree: Rc<Tree>,
    ) -> TraceInfo {
        let exits = self.driver.exits.borrow();
        let from = match place {
            Anchor::Exit(n) => Some((exits[n as usize].trace, exits[n as usize].index)),
            _ => None,
        };
        TraceInfo {
            context: crate::tables::context(&optimized.trace),
            references: crate::tables::references(&optimized.trace),
            from,
            tree,
            chain: Default::default(),
            since_join: SinceJoin::default(),
            by_join: None,
            source: None,
            inlines: Box::default(),
            retired: Cell::new(false),
            compiled,
            first_exit: exits.len() as u64,
            entry: optimized.entry.map(Arc::new),
            trace: Arc::new(optimized.trace),
        }
    }

    /// Has a trace count what runs by way of the join where it ends. With chaos each guard counts something else.
    fn counts(&self, info: &TraceInfo, by: ByJoin) -> Option<Counted> {
        let mut ops = info.compiled.exits.iter().map(|e| info.trace.insts[e.inst as usize].op);
        let exit = ops.position(|op| op == Op::GuardCount).filter(|_| self.driver.params.chaos.is_none())?;
        info.compiled.records[exit].countdown.set(by.visits());
        Some(Counted { by, exit: exit as u32, given: Cell::new(by.visits().into()) })
    }

    /// The tree that a new trace belongs to.
    fn tree(&self, anchor: Anchor, greens: &[u64]) -> Rc<Tree> {
        match anchor {
            Anchor::Loop(place) => {
                let ways = self.driver.ways_of(place, greens);
                Rc::new(Tree::new(None, ways.unwrap_or_default()))
            }
            Anchor::Function { key, .. } => Rc::new(Tree::new(Some(key), Rc::default())),
            Anchor::Exit(_) | Anchor::Join(_) => {
                let tree = self.left_tree(anchor).expect("what goes on from an exit has a tree");
                tree.grow();
                tree
            }
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
        anchor: Anchor,
        greens: &[u64],
        parent: Option<&(Rc<TraceInfo>, usize)>,
    ) {
        let number = self.driver.traces.borrow().len() as u32;
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
        drop(exits);
        let outer = info.compiled.outer;
        if let Some((p, exit)) = parent {
            p.compiled.attach(&mut self.driver.arena.borrow_mut(), *exit, &info.compiled);
        }
        if let Anchor::Join(_) = anchor {
            info.tree.ways.add_join(greens, number);
        }
        self.driver.add_trace(info);
        let mut places = self.driver.places.borrow_mut();
        match anchor {
            Anchor::Loop(place) => {
                let place = &mut places[place as usize];
                (place.aborts, place.rearm) = (0, Some(1));
                place.loops.push((greens.to_vec(), number));
            }
            Anchor::Function { place, key } => {
                let function = &mut self.driver.functions.borrow_mut()[key as usize];
                function.trace = Some(number);
                function.entry.set(outer);
                places[place as usize].rearm = Some(1);
            }
            Anchor::Exit(_) | Anchor::Join(_) => {}
        }
    }

    fn refused(&self, e: CodegenError) -> (Abort, String) {
        let budget = matches!(e, CodegenError::CodeBudget { .. });
        self.driver.full.set(budget);
        (if budget { Abort::CodeBudget } else { Abort::Codegen }, e.to_string())
    }

    fn aborted(&self, gone: &Gone, kind: Kind, anchor: Anchor, ban: &[u64]) {
        let driver = &self.driver;
        driver.stats.borrow_mut().aborts += 1;
        let mut called = driver.banned.borrow_mut();
        let before = called.len();
        called.extend(ban);
        let banned = called.len() > before;
        drop(called);
        let aborted = |aborts| policy::Aborted { why: gone.why, banned, aborts };
        match anchor {
            Anchor::Loop(place) | Anchor::Function { place, .. } => {
                let info = &mut driver.places.borrow_mut()[place as usize];
                info.aborts += 1;
                let threshold = driver.params.threshold_of(kind);
                let visits = policy::retry_place(aborted(info.aborts), threshold, !info.loops.is_empty());
                info.rearm = Some(visits);
            }
            Anchor::Exit(n) | Anchor::Join(n) => {
                let e = &mut driver.exits.borrow_mut()[n as usize];
                e.aborts += 1;
                e.left = policy::retry_exit(aborted(e.aborts), driver.params.bridge_threshold);
            }
        }
        driver.log.aborted(kind, gone);
    }

    // ---- as text

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
}
