//! One recording, from the decision to its end. What becomes of it is in [`install`](super::install).

use crate::compile::flight::{Anchor, Ended};
use crate::machine::HotCell;
use crate::machine::{Conc, Exit, Flow, Frame as _, Language, Slot, State};
use crate::observe::census::{Census, Phase};
use crate::policy::turns::SinceJoin;
use crate::policy::Kind;
use crate::record::flat::{self, Flat};
use crate::record::{tape, Rec, RecWord, Recorder, Replay};
use crate::restore::Restore;
use crate::resume::exit::Taken;
use crate::resume::rebuild::{Rebuilt, Symbolic};
use crate::runtime::Runtime;
use holloway_compiler::codegen::Chaos;
use holloway_compiler::ir::{Inst, IrRef, JumpTarget, Op};
use holloway_compiler::opt::ENTRY_GUARD;
use std::time::Instant;

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
        let place = self.driver.place(cell);
        let anchor = match kind {
            Kind::Function => {
                let key = self.driver.function_key(cell, &flat.greens, flat.reds.len());
                Anchor::Function { place, key }
            }
            _ => Anchor::Loop(place),
        };
        let flow = self.record_whole(s, s.depth() - 1, kind, anchor, flat);
        self.driver.rearm(cell);
        flow
    }

    /// Records from a state that is all the trace knows.
    fn record_whole(
        &self,
        s: &mut State<L, Conc>,
        first: usize,
        kind: Kind,
        place: Anchor,
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
        let join = || info.tree.ways.join(&flat.greens).filter(|_| meets);
        let join = join().or_else(|| (meets && self.land_joins()).then(join)?);
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
    fn tell_start(&self, s: &mut State<L, Conc>, kind: Kind, place: Anchor) {
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
        place: Anchor,
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
        place: Option<Anchor>,
        flat: &Flat,
        reds: &[RecWord],
    ) -> Option<(Flow, Ended)> {
        let began = Instant::now();
        let origin = s.at(first).lo;
        let start = place.and_then(Anchor::place).unwrap_or(0);
        let mut rs = self.spare_window.take().unwrap_or_default();
        flat::write(&mut rs, 0, 0, &flat.greens, reds).ok()?;
        self.driver.recording.set(true);
        let phase = Census::during(&self.driver.census, Phase::Recording);
        if let Some(place) = place {
            self.tell_start(s, kind, place);
        }
        let _recording = Restore(&self.driver.recording, false);
        let depth = Restore(&self.ctx.depth, self.ctx.depth.get());
        if start != 0 {
            self.ctx.depth.set(depth.1 + first as u64);
        }
        let tree = place.and_then(|place| self.left_tree(place));
        let at = s.top().frame.place();
        let mut recorder = Recorder::new(self, &self.driver, kind, start, flat.greens.clone(), rs.depth());
        recorder.short = kind == Kind::Bridge && tree.as_ref().is_some_and(|tree| tree.ways.multiply(at));
        recorder.tree = tree;
        let since_join = SinceJoin { depth: rs.depth(), fresh: self.fresh_from(kind, place, rs.depth()) };
        recorder.fresh.set(since_join.fresh);
        recorder.for_audit = place.is_none();
        recorder.inlined.get_mut().extend(rs.frames().skip(1).map(|f| f.place().0));
        // What the recorder's window refers to must live if a helper runs the guest, or yields, and a collection comes.
        let run = |rs: &mut State<L, Rec>| {
            self.take_over_floor();
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
            since_join,
            by_join: recorder.by_join.get(),
            ban: recorder.ban.take(),
            inlines: recorder.inlined.take(),
        };
        Some((flow, ended))
    }

    /// From which depth on the activations of a window with so many were entered since the last join on the way to it.
    fn fresh_from(&self, kind: Kind, place: Option<Anchor>, depth: usize) -> usize {
        match place.and_then(|place| self.parent(place)) {
            _ if kind == Kind::Join => usize::MAX,
            Some((parent, _)) => parent.since_join.fresh_above(depth),
            None => 0,
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

    /// The chaos schedule, if it is on.
    pub(crate) fn chaos(&self) -> Option<Chaos> {
        self.driver.params.chaos.as_ref().map(|s| s.chaos())
    }
}
