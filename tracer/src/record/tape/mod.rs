//! The tape: the trace being recorded, and what a guard needs to know about the running step.
//!
//! **Problem.** Recorded values append ops without naming a machine, so the trace under construction is the thread's. Beside the ops the tape keeps
//! the *step*: guards counted since the merge point, answers given since (the log), whether an effect happened, and the state at the merge
//! point from which a guard's snapshot is made.
//!
//! **Invariants.**
//! 1. Guards are numbered by call, also those on constants, so that every machine counts alike.
//! 2. A guard before the step's first effect and first call of a helper has no log: the handler is simply run again. After it, the log holds every
//!    answer. (A helper that only reads could be called again, but would be at every bridge of a site that many ways go through.)
//! 3. Loads, allocations and calls are answers; stores to objects allocated in the step are not effects.
//! 4. A dead tape (aborted recording) accepts ops and drops them: the step ends unrecorded.
//! 5. Snapshots of a step share its greens and entries, which are made when the first guard asks for them.
//! 6. What the trace says already is not recorded again (`facts`).
//! 7. A step with more than [`MAX_LOG`] answers is not in the trace: it ends where the step begins, and plain execution does the step (*stitching*).
//!
//! **Not promised.** One recording at a time per thread; starting another while one is active is refused by the driver.

mod facts;
pub(crate) mod made;
pub(crate) mod path;
mod seen;

use super::flat::{refs, RecFlat};
use super::word::RecWord;
use crate::audit::{At, Audit, What};
use crate::machine::{quasi::About, Access, HelperRef, TypeInfo};
use crate::policy::{Abort, MAX_LOG, MAX_OPS};
use facts::{Facts, Settled};
use holloway_compiler::ir::{
    scalar, ArrayDescr, ExitKind, FieldDescr, HelperDescr, HelperEffect, Inst, IrRef, Op, Shape, SnapId,
    Snapshot, TableDescr, Trace, Ty, TypeDescr,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::panic::Location;
use std::sync::Arc;

/// Ops that most recordings have room in.
const USUAL_OPS: usize = 2048;

/// Most ops whose memory is kept for the next recording.
const MAX_SPARE: usize = 4 * USUAL_OPS;

/// Why there is no trace.
#[derive(Debug)]
pub(crate) struct Gone {
    /// The reason.
    pub why: Abort,
    /// Where the guest was, if that is noted.
    pub place: String,
    /// The line of the interpreter.
    pub at: Option<At>,
    /// More of it.
    pub detail: String,
}

/// Answers of one step, of which there are few as a rule.
pub type Log<W> = smallvec::SmallVec<[W; 8]>;

/// Answers to give again, up to a guard.
#[derive(Debug, Default)]
pub struct Replay<W> {
    /// The recorded answers.
    pub log: Log<W>,
    /// Next one.
    pub next: usize,
    /// The guard at which the re-run goes live.
    pub guard_no: u32,
    /// Whether answers come from the log at all (else the step had no effect and everything before the guard is simply done again).
    pub from_log: bool,
}

/// Greens and entries of snapshots.
type Shared = (Arc<[u64]>, Arc<[IrRef]>);

/// See the module header.
#[derive(Default)]
pub struct Tape {
    pub(crate) trace: Trace,
    pub(crate) consts: FxHashMap<(Ty, u64), IrRef>,
    accesses: FxHashMap<AccessKey, u32>,
    types: FxHashMap<u64, u32>,
    /// By address, name and effect: functions of equal code may have one address, and different effects.
    helpers: FxHashMap<(usize, *const u8, HelperEffect), u32>,
    pub(crate) guards: u32,
    pub(crate) log: Vec<IrRef>,
    pub(crate) effect: bool,
    /// Whether the running step has called a helper that only reads.
    asked: bool,
    fresh: FxHashSet<IrRef>,
    facts: Facts,
    /// Ops that were not recorded, as the trace says already what they would.
    pub(crate) known: usize,
    /// The state at the running step's merge point.
    pub(crate) greens: Vec<u64>,
    pub(crate) entries: Vec<IrRef>,
    /// The same for the snapshots of the step's guards, of which there may be none.
    shared: Option<Shared>,
    pub(crate) replay: Option<Replay<RecWord>>,
    pub(crate) dead: Option<Abort>,
    /// Where it was when it died: the guest's place, and the line of the interpreter.
    died: Option<(u32, At)>,
    pub(crate) done: bool,
    pub(crate) place: u32,
    /// Number of the running step, and the op it began with.
    steps: u32,
    step_start: usize,
    /// Where the trace is cut off when the recording is over, and the snapshot to leave with.
    cut: Option<(usize, SnapId)>,
    /// Validity words of the versions that guards rely on.
    assumed: Vec<*const u64>,
    /// Per recorded op, the line of the interpreter that did it.
    pub(crate) sites: Vec<At>,
    /// What the next recording is written into: empty lists with room.
    spare: (Vec<Inst>, Vec<Snapshot>, Vec<At>),
    pub(crate) audit: Audit,
    /// The way through a step that an exploration takes; none while a trace is recorded.
    pub(crate) path: Option<Box<path::Path>>,
}

thread_local! {
    // Thread-locals lie on the thread's stack, which the collector looks through: a tape has parts that are unset, with stale words in them.
    static TAPE: RefCell<Box<Tape>> = RefCell::default();
    static SITE: Cell<At> = const { Cell::new(Location::caller()) };
}

/// Notes who asks for the ops to come: the interpreter's line, as everything between it and the recorder tracks its caller.
#[inline(always)]
#[track_caller]
pub fn here() -> At {
    let at = Location::caller();
    SITE.set(at);
    at
}

/// Ops to come are of this line of the interpreter again.
pub(crate) fn back_at(at: At) {
    SITE.set(at);
}

/// Works on the thread's tape.
#[inline]
pub fn with<R>(f: impl FnOnce(&mut Tape) -> R) -> R {
    TAPE.with_borrow_mut(|t| f(t))
}

/// The trace constant.
pub fn konst(ty: Ty, bits: u64) -> IrRef {
    with(|t| t.konst(ty, bits))
}

/// A pure op (folded when all operands are constant).
#[track_caller]
pub fn pure<const N: usize>(op: Op, ty: Ty, bits: u64, args: [RecWord; N]) -> RecWord {
    let at = here();
    let open = args.iter().any(|a| !a.r.is_const());
    if let Some(w) = open.then(|| path::pure(op, ty, bits, &args)).flatten() {
        return w;
    }
    with(|t| {
        if args.iter().all(|a| a.r.is_const()) {
            return RecWord { bits, r: t.konst(ty, bits) };
        }
        t.audited(What::Pure(op), &args, at, |t| {
            let mut refs = [IrRef::NONE; 3];
            refs.iter_mut().zip(&args).for_each(|(r, a)| *r = a.r);
            RecWord { bits, r: t.value(Inst { ty, args: refs, ..Inst::new(op) }) }
        })
    })
}

/// A word of a constant table (folded when the index is constant).
#[track_caller]
pub fn table_word(table: &'static TableDescr, index: RecWord) -> RecWord {
    let at = here();
    let bits = scalar::table_word(table.words, index.bits);
    if let Some(w) = (!index.r.is_const()).then(|| path::table_word(table, index, bits)).flatten() {
        return w;
    }
    with(|t| {
        if index.r.is_const() {
            return RecWord { bits, r: t.konst(Ty::Int, bits) };
        }
        t.audited(What::Pure(Op::TableWord), &[index], at, |t| {
            let (args, aux) = ([index.r, IrRef::NONE, IrRef::NONE], t.trace.table(table));
            RecWord { bits, r: t.push(Inst { args, aux, ..Inst::new(Op::TableWord) }) }
        })
    })
}

/// The same bits as a value of another type.
#[track_caller]
pub fn convert(a: RecWord, ty: Ty) -> RecWord {
    // Mostly it is one already. In the second run of an audited step a word may have no value; that is noticed where it is used.
    if with(|t| t.path.is_none() && (a.r.is_none() || t.trace.ty(a.r) == ty)) {
        return a;
    }
    let at = here();
    if let Some(w) = path::typed(a, ty) {
        return w;
    }
    with(|t| {
        if a.r.is_const() {
            return RecWord { bits: a.bits, r: t.konst(ty, a.bits) };
        }
        t.audited(What::Convert(ty), &[a], at, |t| {
            let r = t.convert(a.r, t.trace.ty(a.r), ty);
            RecWord { bits: a.bits, r }
        })
    })
}

/// A name's address and length, offset and stride.
type AccessKey = (usize, usize, u32, u32);

/// Both parts of a slot have one name.
fn access_key(a: Access) -> AccessKey {
    (a.name.as_ptr() as usize, a.name.len(), a.offset, a.stride)
}

impl Tape {
    /// Starts a fresh recording.
    #[track_caller]
    pub fn reset(&mut self) {
        here();
        let old = std::mem::take(self);
        // What tables have grown to is kept.
        (self.consts, self.accesses, self.types) = (old.consts, old.accesses, old.types);
        (self.helpers, self.fresh, self.facts) = (old.helpers, old.fresh, old.facts);
        self.consts.clear();
        self.accesses.clear();
        self.types.clear();
        self.helpers.clear();
        self.fresh.clear();
        self.facts.clear();
        (self.trace.insts, self.trace.snaps, self.sites) = old.spare;
        self.trace.insts.reserve(USUAL_OPS);
        self.sites.reserve(USUAL_OPS);
        self.trace.snaps.reserve(USUAL_OPS / 2);
        self.trace.places.push("entry".into());
    }
    /// The tape of a recording that is over, as far as its words mean anything.
    pub(crate) fn recalled(trace: Trace, consts: FxHashMap<(Ty, u64), IrRef>) -> Tape {
        Tape { trace, consts, ..Tape::default() }
    }
    /// Forgets all values, but not the numbers of descriptors.
    pub(crate) fn restart(&mut self) {
        let old = std::mem::take(self);
        self.trace = Trace {
            fields: old.trace.fields,
            arrays: old.trace.arrays,
            types: old.trace.types,
            helpers: old.trace.helpers,
            tables: old.trace.tables,
            places: vec!["unknown".into()],
            ..Trace::default()
        };
        (self.accesses, self.types, self.helpers) = (old.accesses, old.types, old.helpers);
    }
    pub(crate) fn konst(&mut self, ty: Ty, bits: u64) -> IrRef {
        let trace = &mut self.trace;
        *self.consts.entry((ty, bits)).or_insert_with(|| {
            trace.consts.push(holloway_compiler::ir::Const { ty, bits });
            IrRef::konst(trace.consts.len() - 1)
        })
    }
    fn convert(&mut self, r: IrRef, from: Ty, to: Ty) -> IrRef {
        let none = IrRef::NONE;
        match (from, to) {
            (Ty::Float, Ty::Int) => self.value(Inst { args: [r, none, none], ..Inst::new(Op::FloatToBits) }),
            (Ty::Int, Ty::Float) => {
                self.value(Inst { args: [r, none, none], ..Inst::new(Op::FloatFromBits) })
            }
            (Ty::Ref, Ty::Int) => self.value(Inst { args: [r, none, none], ..Inst::new(Op::RefToInt) }),
            (Ty::Int, Ty::Ref) => self.value(Inst { args: [r, none, none], ..Inst::new(Op::RefFromInt) }),
            _ => {
                let i = self.convert(r, from, Ty::Int);
                self.convert(i, Ty::Int, to)
            }
        }
    }
    /// Does an operation and notes it; in the second run of an audited step answers what the first one got.
    #[inline]
    pub(crate) fn audited(
        &mut self,
        what: What,
        args: &[RecWord],
        at: At,
        run: impl FnOnce(&mut Tape) -> RecWord,
    ) -> RecWord {
        if let Some(w) = self.audit.ask_one(what, args, at) {
            return w;
        }
        let w = run(self);
        self.audit.answered(&[w]);
        w
    }
    /// Appends a pure op or a load, unless the trace has its value.
    fn value(&mut self, inst: Inst) -> IrRef {
        if let Some(r) = self.facts.same(&self.trace, &inst) {
            self.known += 1;
            return r;
        }
        let r = self.push(inst);
        self.facts.remember(&inst, r);
        r
    }
    pub(crate) fn push(&mut self, inst: Inst) -> IrRef {
        if self.is_over() {
            return self.konst(if inst.ty == Ty::Void { Ty::Int } else { inst.ty }, 0);
        }
        if self.trace.insts.len() >= MAX_OPS {
            self.abort(Abort::TooLong);
        }
        self.sites.push(SITE.get());
        self.trace.push(Inst { place: self.place, ..inst })
    }
    /// Names the guest's place of the ops to come.
    pub(crate) fn at(&mut self, place: String) {
        self.trace.places.push(place);
        self.place = self.trace.places.len() as u32 - 1;
    }
    /// Whether nothing is recorded any more, though the step goes on: the trace is complete, given up, or has been taken away already.
    fn is_over(&self) -> bool {
        self.dead.is_some() || self.done
    }
    /// Ends the recording without a trace.
    pub(crate) fn abort(&mut self, why: Abort) {
        if !self.is_over() {
            self.dead = Some(why);
            self.died = Some((self.place, SITE.get()));
        }
    }
    /// The number of the access to the tag of the slot that this may be the access to the payload of, if there was one.
    pub(crate) fn tag_access(&self, a: Access) -> Option<u32> {
        let offset = a.offset.checked_sub(8)?;
        self.accesses.get(&access_key(Access { offset, ..a })).copied()
    }
    pub(crate) fn access(&mut self, a: Access) -> u32 {
        let key = access_key(a);
        if let Some(&i) = self.accesses.get(&key) {
            return i;
        }
        let i = if a.stride == 0 {
            self.trace.field(&FieldDescr {
                name: a.name.into(),
                offset: a.offset,
                mem: a.mem,
                immutable: a.immutable,
                length: a.length,
                refs: a.refs,
            })
        } else {
            let (offset, stride, mem, immutable, refs) = (a.offset, a.stride, a.mem, a.immutable, a.refs);
            self.trace.array(&ArrayDescr { name: a.name.into(), offset, stride, mem, immutable, refs })
        };
        self.accesses.insert(key, i);
        i
    }
    pub(crate) fn type_index(&mut self, t: &TypeInfo) -> u32 {
        let trace = &mut self.trace;
        *self.types.entry(t.header).or_insert_with(|| {
            let (header, size, stride, len_offset) = (t.header, t.size, t.stride, t.len_offset);
            trace.type_(&TypeDescr { name: t.name.into(), header, size, stride, len_offset })
        })
    }
    pub(crate) fn helper(&mut self, h: &HelperRef) -> u32 {
        let trace = &mut self.trace;
        let addr = h.shim as usize;
        *self.helpers.entry((addr, h.name.as_ptr(), h.effect)).or_insert_with(|| {
            let (name, effect, inline, never_null) = (h.name.into(), h.effect, h.inline, h.never_null);
            let direct = h.direct.map(|f| f as usize);
            trace.helper(&HelperDescr { name, addr, effect, direct, inline, never_null })
        })
    }
    /// The next guard's number, and whether it is already known to hold (it lies before the point where a re-run goes live).
    pub(crate) fn count_guard(&mut self) -> (u32, bool) {
        let n = self.guards;
        self.guards += 1;
        match self.replay.take() {
            Some(r) if n < r.guard_no => {
                self.replay = Some(r);
                return (n, true);
            }
            Some(r) if r.from_log => self.go_live(&r),
            _ => {}
        }
        (n, false)
    }
    /// Goes on from where the log ends.
    fn go_live(&mut self, r: &Replay<RecWord>) {
        if r.next != r.log.len() {
            self.abort(Abort::Nondeterministic);
        }
        self.effect = true;
        self.log = r.log.iter().map(|w| w.r).collect();
    }
    /// Whether the log has been given again as a whole, so that the guard which comes next is the one that failed.
    pub(crate) fn fails_next(&self) -> bool {
        self.replay.as_ref().is_some_and(|r| r.from_log && r.next == r.log.len() && self.guards == r.guard_no)
    }
    /// Goes on from the last answer of the log ([`Tape::fails_next`]) with another one: the guard behind it is not come by.
    pub(crate) fn answers_otherwise(&mut self, bits: u64) -> RecWord {
        if let Some(r) = self.replay.take() {
            self.go_live(&r);
        }
        let r = self.konst(Ty::Int, bits);
        if let Some(last) = self.log.last_mut() {
            *last = r;
        }
        RecWord { bits, r }
    }
    /// Takes no guard of a re-run for known, though it is before the failed one: the step goes another way this time.
    pub(crate) fn forget_guards(&mut self) {
        self.replay.take_if(|r| !r.from_log);
    }
    /// Emits a guard on the truth of a value that is no constant, unless that is known.
    pub(crate) fn guard_truth(&mut self, c: RecWord, guard_no: u32) {
        let holds = c.bits != 0;
        let wanted = if holds { Settled::Nonzero } else { Settled::Exactly };
        if self.facts.settled(c.r) >= wanted {
            self.known += 1;
        } else {
            let op = if holds { Op::GuardTrue } else { Op::GuardFalse };
            self.guard(op, [c.r, IrRef::NONE, IrRef::NONE], guard_no);
            let boolean = self.trace.insts[c.r.index()].op.is_compare();
            self.facts.settle(c.r, if holds && !boolean { Settled::Nonzero } else { Settled::Exactly });
        }
    }
    /// Emits a guard that a value, which is no constant, is what it is now, unless that is known.
    pub(crate) fn guard_value(&mut self, w: RecWord, guard_no: u32) {
        if self.facts.settled(w.r) == Settled::Exactly {
            self.known += 1;
        } else {
            let k = self.konst(self.trace.ty(w.r), w.bits);
            self.guard(Op::GuardEq, [w.r, k, IrRef::NONE], guard_no);
            self.facts.settle(w.r, Settled::Exactly);
        }
    }
    /// Emits a guard that a version, a constant, is valid, unless that is known.
    pub(crate) fn guard_version(&mut self, version: RecWord, guard_no: u32) {
        if self.facts.is_valid(version.r) {
            self.known += 1;
        } else {
            self.guard(Op::GuardValid, [version.r, IrRef::NONE, IrRef::NONE], guard_no);
            self.facts.note_valid(&self.trace, version.r);
            self.assume(version.bits as *const u64);
        }
    }
    /// Emits a guard with a snapshot of the running step.
    pub(crate) fn guard(&mut self, op: Op, args: [IrRef; 3], guard_no: u32) {
        if self.is_over() {
            return;
        }
        let snap = self.snapshot(guard_no);
        self.push(Inst { args, snap, ..Inst::new(op) });
    }
    pub(crate) fn snapshot(&mut self, guard_no: u32) -> SnapId {
        let from_log = self.effect || self.asked;
        let share = || (self.greens[..].into(), self.entries[..].into());
        let (greens, entries) = self.shared.get_or_insert_with(share).clone();
        self.trace.snaps.push(Snapshot {
            greens,
            entries,
            log: if from_log { self.log.clone() } else { Vec::new() },
            replay: from_log,
            guard_no,
            virtuals: Vec::new(),
        });
        SnapId(self.trace.snaps.len() as u32 - 1)
    }
    /// A snapshot of nothing.
    pub(crate) fn empty_snapshot(&mut self) -> SnapId {
        self.trace.snaps.push(Snapshot {
            greens: Arc::default(),
            entries: Arc::default(),
            log: Vec::new(),
            replay: false,
            guard_no: 0,
            virtuals: Vec::new(),
        });
        SnapId(self.trace.snaps.len() as u32 - 1)
    }
    /// An answer from the log, while re-running.
    pub(crate) fn replayed(&mut self) -> Option<RecWord> {
        let r = self.replay.as_mut().filter(|r| r.from_log)?;
        match r.log.get(r.next) {
            Some(&w) => {
                r.next += 1;
                Some(w)
            }
            None => {
                self.abort(Abort::Nondeterministic);
                None
            }
        }
    }
    /// Whether effects are suppressed (re-running a step whose effects happened).
    pub(crate) fn suppressed(&self) -> bool {
        self.replay.as_ref().is_some_and(|r| r.from_log)
    }
    /// Notes an answer.
    pub(crate) fn answer(&mut self, r: IrRef) {
        self.log.push(r);
        if self.log.len() > MAX_LOG {
            self.cut_step();
        }
    }
    /// Ends the trace where the running step began. The step itself goes on unrecorded.
    fn cut_step(&mut self) {
        if self.is_over() {
            return;
        }
        if self.steps <= 1 {
            // Nothing comes before it, or (in a bridge) part of it happened before the trace.
            return self.abort(Abort::LogTooLong);
        }
        (self.effect, self.asked) = (false, false);
        let snap = self.snapshot(0);
        self.cut = Some((self.step_start, snap));
        self.done = true;
    }
    /// Notes that the trace relies on a version.
    fn assume(&mut self, version: *const u64) {
        if self.dead.is_none() && !self.done {
            self.assumed.push(version);
        }
    }
    /// The recorded trace with its ops' sites, or why there is none.
    pub(crate) fn finish(&mut self) -> Result<(Trace, Vec<At>), Gone> {
        let mut detail = String::new();
        // SAFETY: the words belong to versions of cells, which are never freed.
        let invalid = |v: &&*const u64| unsafe { ***v } != 0;
        if let Some(version) = self.assumed.iter().find(invalid).filter(|_| self.dead.is_none()) {
            // SAFETY: as above.
            detail = unsafe { About::of(*version) }.to_string();
            self.dead = Some(Abort::Invalidated);
            self.died = Some((self.place, SITE.get()));
        }
        let (mut trace, mut sites) = (std::mem::take(&mut self.trace), std::mem::take(&mut self.sites));
        if let Some((end, snap)) = self.cut {
            trace.insts.truncate(end);
            sites.truncate(end);
            trace.push(Inst { snap, aux: ExitKind::Last as u32, place: self.place, ..Inst::new(Op::Exit) });
            sites.push(SITE.get());
        }
        let Some(why) = self.dead else { return Ok((trace, sites)) };
        let (place, at) = self.died.map_or((0, None), |(place, at)| (place as usize, Some(at)));
        Err(Gone { why, place: trace.places.get(place).cloned().unwrap_or_default(), at, detail })
    }
    /// Takes back what [`Tape::finish`] gave.
    pub(crate) fn take_back(&mut self, mut trace: Trace, mut sites: Vec<At>) {
        if trace.insts.capacity() <= MAX_SPARE {
            trace.insts.clear();
            trace.snaps.clear();
            sites.clear();
            self.spare = (trace.insts, trace.snaps, sites);
        }
    }
    /// A load that gave `bits`; what never changes in a known object is a constant.
    pub(crate) fn load(&mut self, a: Access, obj: IrRef, index: Option<IrRef>, ty: Ty, bits: u64) -> IrRef {
        if a.immutable && obj.is_const() && index.is_none_or(IrRef::is_const) {
            let r = self.konst(ty, bits);
            self.answer(r);
            return r;
        }
        let aux = self.access(a);
        let (op, args) = match index {
            None => (Op::Load, [obj, IrRef::NONE, IrRef::NONE]),
            Some(i) => (Op::LoadElem, [obj, i, IrRef::NONE]),
        };
        debug_assert!(matches!(op.info().shape, Shape::Field | Shape::Array));
        let r = self.value(Inst { ty, args, aux, ..Inst::new(op) });
        self.answer(r);
        r
    }
    pub(crate) fn store(&mut self, a: Access, obj: IrRef, index: Option<IrRef>, v: IrRef) {
        let aux = self.access(a);
        self.effect |= !self.fresh.contains(&obj);
        let (op, args) = match index {
            None => (Op::Store, [obj, v, IrRef::NONE]),
            Some(i) => (Op::StoreElem, [obj, i, v]),
        };
        let inst = Inst { args, aux, ..Inst::new(op) };
        self.push(inst);
        self.note_write(&inst);
    }
    pub(crate) fn alloc(&mut self, t: &TypeInfo, len: Option<IrRef>) -> IrRef {
        let aux = self.type_index(t);
        let op = if len.is_some() { Op::NewArray } else { Op::New };
        let r = self.push(Inst {
            args: [len.unwrap_or(IrRef::NONE), IrRef::NONE, IrRef::NONE],
            aux,
            ..Inst::new(op)
        });
        self.fresh.insert(r);
        self.answer(r);
        r
    }
    /// A call with its argument list.
    pub(crate) fn call(&mut self, op: Op, aux: u32, ty: Ty, args: Vec<IrRef>) -> IrRef {
        self.asked = true;
        let list = self.trace.add_list(args);
        let inst = Inst { ty, aux, list, ..Inst::new(op) };
        let r = self.push(inst);
        self.note_write(&inst);
        r
    }
    /// Tells the facts of a store or call. One that ran the guest may come back to a trace that is gone, and its descriptors with it.
    fn note_write(&mut self, inst: &Inst) {
        if !self.is_over() {
            self.facts.note_write(&self.trace, inst);
        }
    }
    /// Begins a step: the state as of its merge point.
    pub(crate) fn step(&mut self, state: &RecFlat) {
        let (greens, reds) = state.kept;
        self.begin_step(&state.greens[greens..], &state.reds[reds..], state.kept);
    }
    /// Begins the first step. The state is that of the driver, whose window the recorder takes over.
    pub(crate) fn first_step(&mut self, greens: &[u64], reds: &[RecWord]) {
        self.begin_step(greens, reds, (0, 0));
    }
    /// Begins a step with that many greens and reds of the last one's state, and these.
    fn begin_step(&mut self, greens: &[u64], reds: &[RecWord], kept: (usize, usize)) {
        self.guards = 0;
        self.steps += 1;
        self.step_start = self.trace.insts.len();
        self.log.clear();
        self.fresh.clear();
        (self.effect, self.asked) = (false, false);
        self.greens.truncate(kept.0);
        self.greens.extend_from_slice(greens);
        self.entries.truncate(kept.1);
        self.entries.extend(refs(reds));
        self.shared = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use holloway_compiler::abi::NativeCtx;
    use holloway_compiler::native;

    native! {
        unsafe fn shim(_: *const NativeCtx, _: *const u64, _: *mut u64) -> u64 {
            0
        }
    }

    #[test]
    fn a_call_that_comes_back_to_a_trace_that_is_gone_is_not_noted() {
        let mut tape = Tape { done: true, ..Tape::default() };
        let answer = tape.call(Op::Call, 1, Ty::Int, Vec::new());
        assert!(answer.is_const() && tape.trace.insts.is_empty());
    }

    #[test]
    fn helpers_whose_equal_code_has_one_address_keep_their_effects() {
        let mut tape = Tape::default();
        let helper = |name, effect| HelperRef {
            name,
            id: std::any::TypeId::of::<Tape>,
            shim,
            effect,
            direct: None,
            inline: None,
            never_null: false,
        };
        let (reads, writes) = (helper("look", HelperEffect::Read), helper("change", HelperEffect::All));
        let numbers = [&reads, &writes, &reads].map(|h| tape.helper(h));
        assert_eq!(numbers, [0, 1, 0]);
        let effects: Vec<HelperEffect> = tape.trace.helpers.iter().map(|h| h.effect).collect();
        assert_eq!(effects, [HelperEffect::Read, HelperEffect::All]);
    }
}
