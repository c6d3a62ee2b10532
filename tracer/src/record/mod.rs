//! The recorder: a machine that runs the interpreter and writes a trace.
//!
//! **Problem.** A hot path must be recorded while it runs for real: every operation is done once, concretely, and appended to the tape with its
//! guards. The recorder works on a state of its own that holds just the window.
//!
//! **Invariants.**
//! 1. A loop closes only at its own header at equal depth with equal greens.
//! 2. A root trace that meets another loop's header aborts: the inner loop is compiled first. Bridges and function traces link to compiled loops.
//!    They go on through headers that have no trace (of outer loops, usually), which is best for plain nests; but where many have come
//!    through one header it becomes a *join*: later ones end there, and its root trace may end in other loops.
//! 3. An inlined callee that loops for long, or in which ways through its loop multiply, is banned from inlining; recursion becomes a `CallTrace`
//!    (`policy/header.rs` tells when).
//! 4. Bridges and joins end where ways come together (`policy/ways.rs`).
//! 5. A bridge starts by replaying the step of its exit up to the failed guard; guards before it are known to hold and not recorded again.
//!
//! **Not promised.** A helper that runs the guest again runs it plainly; its effects are part of the one call op.
//!
//! **Example.** `while i < n do i = i + 1 end` leaves `input, input, int_lt, guard_true, int_add, jump start`.

pub mod flat;
mod guide;
mod period;
pub mod tape;
mod values;
mod window;
pub mod word;

pub(crate) use guide::{Arrival, Guide, InCallee};
use tape::path;
pub use tape::Replay;
pub use word::{Rec, RecWord};

use crate::audit::{no_value, At, What};
use crate::machine::helper::{MAX_RETS, OK};
use crate::machine::HotCell;
use crate::machine::{
    raised, returned, Access, Conc, Exit, Flow, Frame, HelperRef, Language, Machine, RetKind, Slot, State,
    Tagged, TypeInfo, Values,
};
use crate::policy::tree::Tree;
use crate::policy::turns::ByJoin;
use crate::policy::{Abort, Callee, Kind, Verdict, MAX_PERIOD, MAX_PERIOD_OPS};
use crate::runtime::Runtime;
use holloway_compiler::abi::status;
use holloway_compiler::ir::{Effect, ExitKind, HelperEffect, Inst, IrRef, JumpTarget, Op, Ty};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

const NONE: IrRef = IrRef::NONE;

/// Most results that a function trace returns natively. Every call's log has room for this many, whatever was recorded, so that an exit at the
/// guard on their number has them all; more go through the run time.
pub const MAX_RESULTS: usize = 3;

/// See the module header.
pub struct Recorder<'a, L: Language> {
    pub(crate) rt: &'a Runtime<L>,
    pub(crate) guide: &'a dyn Guide,
    kind: Kind,
    /// The place it began at; 0 for a bridge.
    start: u32,
    start_greens: Vec<u64>,
    header: Cell<*const HotCell>,
    passed: RefCell<Vec<(*const HotCell, u32)>>,
    /// Merge points met: the first is the start.
    pub(crate) merges: Cell<u32>,
    /// There will be no trace: it runs for the audit alone.
    pub(crate) for_audit: bool,
    /// Slots that still have no value from the beginning of the last step.
    clean: Cell<Range<usize>>,
    /// Activations at the beginning of the last step.
    depth: Cell<usize>,
    /// Room for the state of a step.
    spare: RefCell<flat::RecFlat>,
    /// Activations the window began with.
    start_depth: usize,
    /// Where the guest is in the running step: a hash of the running activation's greens, and how many places have been asked for.
    step: Cell<u64>,
    /// Functions inlined that the window has now: depth and code id.
    entered: RefCell<Vec<(usize, u64)>>,
    /// Code ids of all functions inlined so far.
    pub(crate) inlined: RefCell<Vec<u64>>,
    /// Of a bridge or a join: its tree.
    pub(crate) tree: Option<Rc<Tree>>,
    /// It ends where its first step does, as ways multiply where it begins.
    pub(crate) short: bool,
    /// It has ended where ways come together that have no join yet.
    pub(crate) meets: Cell<bool>,
    /// The inlined activation whose loop it has gone round last: depth and code id.
    looping: Cell<Option<(usize, u64)>>,
    /// Activations from this depth on were entered since the last join on the way here.
    pub(crate) fresh: Cell<usize>,
    /// What runs by way of a join where it has ended.
    pub(crate) by_join: Cell<Option<ByJoin>>,
    /// Code ids not to be inlined in the next recording.
    pub(crate) ban: RefCell<Vec<u64>>,
}

impl<'a, L: Language> Recorder<'a, L> {
    pub(crate) fn new(
        rt: &'a Runtime<L>,
        guide: &'a dyn Guide,
        kind: Kind,
        start: u32,
        start_greens: Vec<u64>,
        start_depth: usize,
    ) -> Self {
        let null = std::ptr::null();
        Recorder {
            rt,
            guide,
            kind,
            start,
            start_greens,
            start_depth,
            entered: RefCell::default(),
            inlined: RefCell::default(),
            header: Cell::new(null),
            passed: RefCell::default(),
            merges: Cell::new(0),
            for_audit: false,
            clean: Cell::default(),
            depth: Cell::default(),
            spare: RefCell::default(),
            step: Cell::default(),
            tree: None,
            short: false,
            meets: Cell::default(),
            looping: Cell::default(),
            fresh: Cell::default(),
            by_join: Cell::default(),
            ban: RefCell::default(),
        }
    }

    /// The state as of now, flat. Under audit nothing is taken for granted.
    pub(crate) fn flat(&self, s: &mut State<L, Rec>) -> flat::RecFlat {
        let mut f = self.spare.take();
        let unchanged = if self.guide.audits() { 0 } else { s.unchanged() };
        f.read(s, unchanged);
        debug_assert!(
            f.agrees(s),
            "what lies below the running activation changes only where it is asked for"
        );
        f
    }

    /// A step begins here, in this state. What is not live is lost at an exit, so the step had better not see it either: the activations that may have
    /// written anything since the last step began are the top one of then and what is above it. The words are not needed any more then.
    fn begin_step(&self, s: &mut State<L, Rec>, f: flat::RecFlat) {
        let depth = s.depth();
        let first = self.depth.replace(depth).min(depth).saturating_sub(1);
        // Under audit nothing is taken for granted.
        let (first, clean) = if self.guide.audits() { (0, 0..0) } else { (first, self.clean.take()) };
        let mut nothing = self.rt.no_values.borrow_mut();
        let known = nothing.len();
        nothing.extend((known..s.stack.slots().len()).map(|i| Slot(no_value(i))));
        let fill = |from: usize, to: &mut [Slot<Rec>]| to.copy_from_slice(&nothing[from..from + to.len()]);
        self.clean.set(s.fill_dead(first, clean, fill));
        drop(nothing);
        self.step.set(f.place());
        self.spare.replace(f);
        self.note_step(s);
    }

    /// Acts on a loop header; true when the recording ends here. The step that came here is still the tape's: leaving takes it again, so
    /// that plain execution arrives at the header anew, and a bridge from there can link.
    fn at_header(&self, s: &mut State<L, Rec>, cell: &HotCell, f: &flat::RecFlat) -> bool {
        self.rt.land_at(cell);
        let passes = self.passes(cell);
        let verdict = if s.depth() > 1 {
            self.at_inlined_header(s, cell, passes)
        } else {
            let own = cell.number() == self.start && f.greens == self.start_greens;
            self.guide.at_header(&Arrival {
                kind: self.kind,
                start: self.start,
                cell,
                greens: &f.greens,
                red: &|i| f.reds[i].bits,
                own,
                contradicts: own && tape::with(|t| contradicts(t, passes, f)),
                passes,
                merges: self.merges.get(),
            })
        };
        tape::with(|t| match verdict {
            Verdict::GoOn | Verdict::Pass => {}
            Verdict::Close => t.close(JumpTarget::Start, f.refs()),
            Verdict::Link(n) => t.close(JumpTarget::Trace(n), f.refs()),
            Verdict::Leave(kind) => t.leave(kind),
            Verdict::Abort(why) => t.abort(why),
        });
        !matches!(verdict, Verdict::GoOn | Verdict::Pass)
    }

    /// The same for a loop in an inlined callee: a few passes, then the callee is not to be inlined.
    fn at_inlined_header(&self, s: &mut State<L, Rec>, cell: &HotCell, passes: u32) -> Verdict {
        let (depth, code) = (s.depth(), s.top().frame.place().0);
        self.looping.set(Some((depth, code)));
        let older = depth <= self.start_depth;
        let verdict = self.guide.at_inlined_header(&InCallee { kind: self.kind, cell, code, passes, older });
        if verdict == Verdict::Abort(Abort::CalleeLoops) {
            // Tail calls may have put another function in place of the one that was inlined; neither is to be inlined again.
            let mut ban = self.ban.borrow_mut();
            ban.push(code);
            ban.extend(self.entered.borrow().iter().filter(|e| e.0 == depth).map(|e| e.1));
        }
        verdict
    }

    /// How often this recording has come to a header, this time included.
    fn passes(&self, cell: &HotCell) -> u32 {
        let mut passed = self.passed.borrow_mut();
        let cell = std::ptr::from_ref(cell);
        let known = passed.iter().position(|p| p.0 == cell).unwrap_or_else(|| {
            passed.push((cell, 0));
            passed.len() - 1
        });
        passed[known].1 += 1;
        passed[known].1
    }

    fn concrete_call(
        &self,
        h: &'static HelperRef,
        args: &[RecWord],
        out: &mut [u64; MAX_RETS],
        at: At,
    ) -> u64 {
        let mut words = [0u64; crate::machine::helper::MAX_ARGS];
        for (w, a) in words.iter_mut().zip(args) {
            *w = a.bits;
        }
        self.watched(h, args, at, || self.rt.call_helper(h, &words, out))
    }

    /// The answer of an operation: in the second run of an audited step that of the first run, in a re-run of the step that of the log, else what `run` gives.
    fn audited(&self, what: What, args: &[RecWord], at: At, run: impl FnOnce() -> RecWord) -> RecWord {
        if let Some(w) = tape::with(|t| t.audit.ask_one(what, args, at)) {
            return w;
        }
        let w = tape::with(|t| t.replayed()).unwrap_or_else(run);
        tape::with(|t| t.audit.answered(&[w]));
        w
    }

    /// As [`Recorder::audited`], for an operation with any number of answers, which `run` takes from the log itself.
    fn answers(
        &self,
        what: What,
        args: &[RecWord],
        at: At,
        run: impl FnOnce() -> Vec<RecWord>,
    ) -> Vec<RecWord> {
        if let Some(words) = tape::with(|t| t.audit.ask(what, args, at).map(<[_]>::to_vec)) {
            return words;
        }
        let words = run();
        tape::with(|t| t.audit.answered(&words));
        words
    }

    /// An operation without an answer, which is not done in any second run.
    fn effect(&self, what: What, args: &[RecWord], at: At, run: impl FnOnce()) {
        if tape::with(|t| t.audit.ask(what, args, at).is_none() && !t.suppressed()) {
            run()
        }
    }

    /// What the recorder itself knows of a value: an answer like that of a load, so that a re-run decides alike.
    fn known(&self, what: What, of: &[RecWord], at: At, known: u64) -> u64 {
        let answer = self.audited(what, of, at, || {
            tape::with(|t| {
                // A re-run knows other things of its values, so the log must answer, as after an effect.
                t.effect = true;
                let r = t.konst(Ty::Int, known);
                t.answer(r);
                RecWord { bits: known, r }
            })
        });
        answer.bits
    }

    /// Calls a helper, or takes its answers from the log: the status, then the result words.
    fn call_once(&self, h: &'static HelperRef, args: &[RecWord], kinds: &[RetKind], at: At) -> Vec<RecWord> {
        if let Some(status) = tape::with(|t| t.replayed()) {
            let zero = Rec::word(0, Ty::Int);
            let results = kinds.iter().map(|_| tape::with(|t| t.replayed()).unwrap_or(zero));
            return std::iter::once(status).chain(results).collect();
        }
        let mut words = [0; MAX_RETS];
        let (refs, aux) = tape::with(|t| (args.iter().map(|a| a.r).collect(), t.helper(h)));
        let bits = self.concrete_call(h, args, &mut words, at);
        tape::with(|t| {
            let r = t.call(Op::Call, aux, Ty::Int, refs);
            t.effect = true;
            t.answer(r);
            let mut answers = vec![RecWord { bits, r }];
            for (k, kind) in kinds.iter().enumerate() {
                let ty = match kind {
                    RetKind::Plain(ty) => *ty,
                    RetKind::Payload => crate::machine::slot::payload_type(
                        L::Value::PAYLOADS,
                        if bits == OK { words[k - 1] } else { 0 },
                    ),
                };
                let v = t.push(Inst { ty, args: [r, NONE, NONE], aux: k as u32, ..Inst::new(Op::Result) });
                t.answer(v);
                answers.push(RecWord { bits: words[k], r: v });
            }
            answers
        })
    }

    /// Whether callees are not inlined, as the tree has many bridges.
    fn is_crowded(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.is_crowded())
    }

    /// Ends the recording at a merge point if ways come together there; true if they do.
    fn comes_together(&self, s: &mut State<L, Rec>, f: &flat::RecFlat) -> bool {
        let Some(ways) = self.tree.as_ref().map(|tree| &tree.ways) else { return false };
        if !self.short && !ways.multiply(s.top().frame.place()) {
            return false;
        }
        let join = ways.join(&f.greens);
        if join.is_none() && !ways.has_room() {
            return false;
        }
        self.count_by_join(s);
        match join {
            Some(n) => tape::with(|t| t.close(JumpTarget::Trace(n), f.refs())),
            None => {
                self.meets.set(true);
                tape::with(|t| t.leave(ExitKind::Open));
            }
        }
        true
    }

    /// Where an inlined activation goes on in a join: has counted if that is its first one, and if its loop has gone round.
    fn count_by_join(&self, s: &mut State<L, Rec>) {
        let (depth, code) = (s.depth(), s.top().frame.place().0);
        let entered = depth >= self.fresh.get();
        let turned = self.looping.get() == Some((depth, code));
        if depth > 1 && (entered || turned) {
            tape::with(|t| t.guard(Op::GuardCount, [NONE; 3], t.guards));
            self.by_join.set(Some(ByJoin { code, entered, turned }));
        }
    }

    /// Whether a callee just pushed should be called natively instead of inlined.
    fn outline(&self, s: &mut State<L, Rec>) -> bool {
        let (depth, code) = (s.depth(), s.top().frame.place().0);
        let below = s.frames().take(depth - 1).filter(|f| f.place().0 == code).count();
        !crate::policy::inlines(&Callee {
            depth,
            banned: self.guide.banned(code),
            below,
            ops: tape::with(|t| t.trace.insts.len()),
            grown: self.tree.as_ref().is_some_and(|tree| tree.is_grown()),
            crowded: self.is_crowded(),
        })
    }
}

/// Whether another iteration belongs to the loop, because the next one is sure to take another path.
fn contradicts(t: &tape::Tape, passes: u32, f: &flat::RecFlat) -> bool {
    t.trace.insts.len() <= MAX_PERIOD_OPS && passes < MAX_PERIOD && period::contradicts(&t.trace, &f.refs())
}

impl tape::Tape {
    /// Ends the trace with a jump.
    pub(crate) fn close(&mut self, target: JumpTarget, args: Vec<IrRef>) {
        if self.dead.is_none() {
            let list = self.trace.add_list(args);
            self.push(Inst { list, ..Inst::new(Op::Jump) });
            self.trace.target = target;
            self.done = true;
        }
    }
    /// Ends the trace by leaving to the interpreter at the running point.
    pub(crate) fn leave(&mut self, kind: ExitKind) {
        if self.dead.is_none() && !self.done {
            let snap = self.snapshot(self.guards);
            self.push(Inst { snap, aux: kind as u32, ..Inst::new(Op::Exit) });
            self.done = true;
        }
    }
    /// Ends the trace where an error has left the window: there is no state to restore.
    fn raise(&mut self) {
        if self.dead.is_none() && !self.done {
            let snap = self.empty_snapshot();
            self.push(Inst { snap, aux: ExitKind::Raised as u32, ..Inst::new(Op::Exit) });
            self.done = true;
        }
    }
}

impl<L: Language> Machine for Recorder<'_, L> {
    type V = Rec;
    type L = L;
    const TRACING: bool = true;

    fn runtime(&self) -> &Runtime<L> {
        self.rt
    }
    fn guard(&self, c: RecWord) -> bool {
        if let Some(way) = path::branch(c) {
            return way;
        }
        let at = tape::here();
        tape::with(|t| {
            t.audited(What::Branch, &[c], at, |t| {
                let (n, known) = t.count_guard();
                if !known && !c.r.is_const() {
                    t.guard_truth(c, n);
                }
                c
            })
        });
        c.bits != 0
    }
    fn promote_raw(&self, w: RecWord, ty: Ty) -> u64 {
        if let Some(bits) = path::promote(w, |_| false) {
            return bits;
        }
        let at = tape::here();
        tape::with(|t| {
            t.audited(What::Promote, &[w], at, |t| {
                let (n, known) = t.count_guard();
                if !known && !w.r.is_const() {
                    t.guard_value(w, n);
                }
                if ty == Ty::Ref {
                    t.konst(Ty::Ref, w.bits);
                }
                w
            })
        });
        w.bits
    }
    fn promote_object(&self, w: RecWord, number: u32) -> u64 {
        // Not in a closure, which would not know who asks.
        match path::promote(w, |bits| self.rt.heap.is_object(bits, number)) {
            Some(bits) => bits,
            None => self.promote_raw(w, Ty::Ref),
        }
    }
    fn load(&self, obj: RecWord, a: Access, ty: Ty) -> RecWord {
        let obj = Rec::w_as(obj, Ty::Ref);
        if let Some(w) = path::load(&self.rt.heap, obj, None, a, ty) {
            return w;
        }
        self.audited(What::Load(a), &[obj], tape::here(), || {
            // SAFETY: `obj` is a live object of the type the access was made for (typed reds).
            let bits = unsafe { crate::machine::direct::load_field(obj.bits, a) };
            RecWord { bits, r: tape::with(|t| t.load(a, obj.r, None, ty, bits)) }
        })
    }
    fn store(&self, obj: RecWord, a: Access, v: RecWord) {
        let obj = Rec::w_as(obj, Ty::Ref);
        if path::store(obj, None, a, v) {
            return;
        }
        self.effect(What::Store(a), &[obj, v], tape::here(), || {
            // SAFETY: as for `load`.
            unsafe { crate::machine::direct::store_field(&self.rt.heap, obj.bits, a, v.bits) };
            tape::with(|t| t.store(a, obj.r, None, v.r));
        })
    }
    fn load_elem(&self, arr: RecWord, i: RecWord, a: Access, ty: Ty) -> RecWord {
        let (arr, i) = (Rec::w_as(arr, Ty::Ref), Rec::w_as(i, Ty::Int));
        if let Some(w) = path::load(&self.rt.heap, arr, Some(i), a, ty) {
            return w;
        }
        self.audited(What::Load(a), &[arr, i], tape::here(), || {
            // SAFETY: as for `load`; the index was guarded to be in bounds.
            let bits = unsafe { crate::machine::direct::load_elem(arr.bits, i.bits, a) };
            RecWord { bits, r: tape::with(|t| t.load(a, arr.r, Some(i.r), ty, bits)) }
        })
    }
    fn store_elem(&self, arr: RecWord, i: RecWord, a: Access, v: RecWord) {
        let (arr, i) = (Rec::w_as(arr, Ty::Ref), Rec::w_as(i, Ty::Int));
        if path::store(arr, Some(i), a, v) {
            return;
        }
        self.effect(What::Store(a), &[arr, i, v], tape::here(), || {
            // SAFETY: as for `load_elem`.
            unsafe { crate::machine::direct::store_elem(&self.rt.heap, arr.bits, i.bits, a, v.bits) };
            tape::with(|t| t.store(a, arr.r, Some(i.r), v.r));
        })
    }
    fn alloc(&self, t: &TypeInfo) -> RecWord {
        if let Some(w) = path::alloc(t, None) {
            return w;
        }
        self.audited(What::Alloc(*t), &[], tape::here(), || RecWord {
            bits: self.rt.alloc_object(t),
            r: tape::with(|tape| tape.alloc(t, None)),
        })
    }
    fn alloc_array(&self, t: &TypeInfo, len: RecWord) -> RecWord {
        let len = Rec::w_as(len, Ty::Int);
        if let Some(w) = path::alloc(t, Some(len)) {
            return w;
        }
        self.audited(What::Alloc(*t), &[len], tape::here(), || RecWord {
            bits: self.rt.alloc_array(t, len.bits),
            r: tape::with(|tape| tape.alloc(t, Some(len.r))),
        })
    }
    fn call(&self, h: &'static HelperRef, args: &[RecWord], out: &mut [RecWord], kinds: &[RetKind]) -> bool {
        path::bail(|| format!("it calls {}", h.name));
        let at = tape::here();
        let words =
            self.answers(What::Call(h.name, (h.id)()), args, at, || self.call_once(h, args, kinds, at));
        let status = self.promote_raw(words[0], Ty::Int);
        if status == crate::machine::helper::PANICKED {
            self.go_on_panicking();
        }
        out.copy_from_slice(&words[1..]);
        status == OK
    }
    fn call_pure(&self, h: &'static HelperRef, args: &[RecWord], ty: Ty) -> RecWord {
        let open = h.effect != HelperEffect::Pure || args.iter().any(|a| !a.r.is_const());
        if let Some(w) = open.then(|| path::call_pure(h, args, ty)).flatten() {
            return w;
        }
        let at = tape::here();
        self.audited(What::Call(h.name, (h.id)()), args, at, || {
            let mut words = [0; MAX_RETS];
            if self.concrete_call(h, args, &mut words, at) == crate::machine::helper::PANICKED {
                self.go_on_panicking();
            }
            let bits = words[0];
            if self.guide.audits() {
                self.audit_claim(h, args, (bits, ty), at);
            }
            tape::with(|t| {
                if h.effect == HelperEffect::Pure && args.iter().all(|a| a.r.is_const()) {
                    let r = t.konst(ty, bits);
                    t.answer(r);
                    return RecWord { bits, r };
                }
                let aux = t.helper(h);
                let op = if h.effect == HelperEffect::Pure { Op::CallPure } else { Op::CallRead };
                let r = t.call(op, aux, ty, args.iter().map(|a| a.r).collect());
                t.answer(r);
                RecWord { bits, r }
            })
        })
    }
    fn is_const_raw(&self, w: RecWord) -> bool {
        if let Some(new) = path::is_new(w) {
            return !new && w.r.is_const();
        }
        self.known(What::IsConst, &[w], tape::here(), w.r.is_const().into()) != 0
    }
    fn is_few_raw(&self, w: RecWord, most: usize) -> bool {
        if path::is_new(w).is_some() {
            return true;
        }
        let at = tape::here();
        // A step may go on from object to object with one line.
        let site = (std::ptr::from_ref(at) as usize, self.step.replace(self.step.get().wrapping_add(1)));
        if let Some(answer) = tape::with(|t| t.audit.ask_one(What::IsFew, &[w], at)) {
            return answer.bits != 0;
        }
        let has_few = || w.r.is_const() || self.rt.driver.has_few(site, w.bits, most, self.is_crowded());
        let answer = match tape::with(|t| t.replayed()) {
            // The value is one that the promotion has not met: by now there may be many.
            Some(old) if old.bits != 0 && tape::with(|t| t.fails_next()) && !has_few() => {
                tape::with(|t| t.answers_otherwise(0))
            }
            Some(old) => old,
            None => tape::with(|t| {
                let few = has_few();
                if !few {
                    t.forget_guards();
                }
                let r = t.konst(Ty::Int, few as u64);
                t.answer(r);
                RecWord { bits: few as u64, r }
            }),
        };
        tape::with(|t| t.audit.answered(&[answer]));
        answer.bits != 0
    }
    fn is_new_raw(&self, w: RecWord) -> bool {
        if let Some(new) = path::is_new(w) {
            return new;
        }
        let made = |t: &mut tape::Tape| {
            !w.r.is_const() && t.trace.insts[w.r.index()].op.info().effect == Effect::Alloc
        };
        let new = !w.r.is_none() && tape::with(made);
        self.known(What::IsNew, &[w], tape::here(), new.into()) != 0
    }
    fn guess_raw(&self, now: u64) -> u64 {
        match path::is_on() {
            true => now,
            false => self.known(What::Guess, &[], tape::here(), now),
        }
    }
    fn assume_raw(&self, version: *const u64) -> *const u64 {
        if path::version(version) {
            return version;
        }
        let at = tape::here();
        let now = RecWord { bits: version as u64, r: NONE };
        let seen = tape::with(|t| {
            t.audited(What::Assume, &[now], at, |t| {
                // The guard comes before the answer: a step that leaves here has not read the cell yet, and reads it as it is then.
                let (n, known) = t.count_guard();
                let bits = t.replayed().map_or(version as u64, |w| w.bits);
                let version = RecWord { bits, r: t.konst(Ty::Int, bits) };
                if !known {
                    t.guard_version(version, n);
                }
                if !t.suppressed() {
                    t.answer(version.r);
                }
                version
            })
        });
        seen.bits as *const u64
    }
    fn stitch(&self) {
        path::bail(|| "it needs the whole state".into());
        let at = tape::here();
        tape::with(|t| {
            if t.audit.ask(What::Stitch, &[], at).is_some() {
                return;
            }
            if t.suppressed() {
                t.abort(Abort::WholeState);
            } else {
                t.leave(ExitKind::Last);
            }
        })
    }
    fn is_cut_off(&self) -> bool {
        if path::is_on() {
            return false;
        }
        // Only the window is here. What comes is not recorded, so plain execution may as well do it.
        tape::with(|t| t.done || t.dead.is_some())
    }
    fn merge(&self, s: &mut State<L, Rec>) -> bool {
        tape::here();
        if let Some(stop) = window::merge(self.rt, s) {
            return stop;
        }
        if let Some(stop) = self.audit_merge(s) {
            return stop;
        }
        if tape::with(|t| t.dead.is_some() || t.done) {
            return true;
        }
        let before = self.merges.get();
        self.merges.set(before + 1);
        if before == 0 {
            let f = self.flat(s);
            self.begin_step(s, f);
            self.spare.take();
            return false; // the driver prepared the first step, and the tape has the state from there
        }
        let f = self.flat(s).settled();
        // SAFETY: the step that ends here came through this header, so the code object that it lies in is being run.
        let header = unsafe { self.header.replace(std::ptr::null()).as_ref() };
        tape::with(|t| {
            if t.replay.take().is_some_and(|r| r.from_log && r.next != r.log.len()) {
                t.abort(Abort::Nondeterministic); // the step ended before the guard it was re-run for
            }
        });
        // A step with effects can't be taken again, so after one the header is left from the next step.
        let again = !tape::with(|t| t.effect);
        if again && header.is_some_and(|cell| self.at_header(s, cell, &f)) {
            return true;
        }
        tape::with(|t| {
            t.step(&f);
            if f.reds.len() > holloway_compiler::abi::MAX_EXIT_VALUES / 4 {
                t.abort(Abort::TooManyValues);
            }
        });
        if self.guide.tells_places() {
            let mut frame = <L::Frame<Conc> as crate::machine::Traced<Conc>>::blank();
            let frame = copy_greens::<L>(&mut s.top().frame, &mut frame);
            let place = self.rt.lang.describe(frame);
            self.rt.driver.tell_file(&place, || self.rt.lang.file(frame));
            tape::with(|t| t.at(place));
        }
        let stop = (!again && header.is_some_and(|cell| self.at_header(s, cell, &f)))
            || tape::with(|t| t.dead.is_some())
            || self.comes_together(s, &f);
        if !stop {
            self.begin_step(s, f);
        }
        stop
    }
    fn hot(&self, s: &mut State<L, Rec>, cell: &HotCell) -> Flow {
        let at = tape::here();
        if path::header(cell) {
            return Flow::Continue;
        }
        if tape::with(|t| t.audit.ask(What::Hot(cell as *const HotCell as usize), &[], at).is_none()) {
            self.header.set(cell);
        }
        self.audit_published(s, s.depth().checked_sub(1));
        Flow::Continue
    }
    fn enter_raw(&self, s: &mut State<L, Rec>, cell: &HotCell) -> Flow {
        if path::is_on() {
            if s.depth() > path::MAX_DEPTH {
                path::bail(|| "calls go too deep".into());
            }
            return Flow::Continue;
        }
        self.audit_published(s, s.depth().checked_sub(2));
        let args = if self.guide.audits() { self.callee_words(s) } else { Vec::new() };
        let at = tape::here();
        let words = self.answers(What::Enter(cell as *const HotCell as usize), &args, at, || {
            if self.inlines(s) {
                Vec::new()
            } else {
                self.call_trace(s, cell, at)
            }
        });
        if words.is_empty() {
            return Flow::Continue;
        }
        self.place_call(s, &words)
    }
    fn finishing(&self, s: &mut State<L, Rec>, start: usize, count: usize) {
        if path::is_on() {
            return;
        }
        let at = tape::here();
        let words: Vec<_> =
            (start..start + count).flat_map(|i| [s.stack.get(i).0 .0, s.stack.get(i).0 .1]).collect();
        tape::with(|t| {
            if t.audit.ask(What::Finish, &words, at).is_some() {
                return;
            }
            if count > MAX_RESULTS {
                t.leave(ExitKind::Last);
            } else if t.dead.is_none() && !t.done {
                let mut list = vec![t.konst(Ty::Int, count as u64)];
                list.extend(words.iter().map(|w| w.r));
                let list = t.trace.add_list(list);
                t.push(Inst { list, ..Inst::new(Op::Finish) });
                t.done = true;
            }
        });
    }
    fn ticks(&self, _: &HotCell) -> bool {
        true
    }
    fn opens_recipes(&self) -> bool {
        path::is_on()
    }
}

impl<L: Language> Recorder<'_, L> {
    /// Whether the callee just pushed is inlined, which is noted then.
    fn inlines(&self, s: &mut State<L, Rec>) -> bool {
        let replaying = tape::with(|t| t.suppressed());
        if replaying || (tape::with(|t| t.dead.is_none()) && self.outline(s)) {
            return false;
        }
        let (depth, code) = (s.depth(), s.top().frame.place().0);
        self.looping.set(self.looping.get().filter(|l| l.0 < depth));
        self.fresh.set(self.fresh.get().min(depth));
        let mut entered = self.entered.borrow_mut();
        entered.retain(|e| e.0 < depth);
        entered.push((depth, code));
        let mut inlined = self.inlined.borrow_mut();
        if !inlined.contains(&code) {
            inlined.push(code);
        }
        true
    }

    /// The activation just pushed, flat.
    fn callee(&self, s: &mut State<L, Rec>) -> flat::RecFlat {
        let (depth, lo) = (s.depth(), s.top().lo);
        let mut f = flat::RecFlat::default();
        s.walk_activation(depth - 1, lo, &mut f);
        f
    }

    /// The activation just pushed, as words to compare.
    fn callee_words(&self, s: &mut State<L, Rec>) -> Vec<RecWord> {
        let f = self.callee(s);
        let greens = f.greens.iter().map(|&bits| RecWord { bits, r: NONE });
        greens.chain(f.reds.iter().copied()).collect()
    }

    /// Calls the function just pushed by its own trace (concretely: plainly). Answers its status, the number of its results, and tag and payload of
    /// each, of at least [`MAX_RESULTS`].
    fn call_trace(&self, s: &mut State<L, Rec>, cell: &HotCell, at: At) -> Vec<RecWord> {
        let depth = s.depth();
        let f = self.callee(s);
        if let Some(status) = tape::with(|t| t.replayed()) {
            return self.call_again(status);
        }
        self.live_words(What::Enter(cell as *const HotCell as usize), &f.reds);
        let reds: Vec<u64> = f.reds.iter().map(|w| w.bits).collect();
        let key = self.guide.function_key(cell, &f.greens, reds.len());
        let done = self.rt.run_flat(&f.greens, &reds, depth as u64 - 1, None);
        let status = done.as_ref().err().copied().unwrap_or(status::RETURN);
        let slots = done.unwrap_or_default();
        // The callee may have recorded traces of its own.
        tape::back_at(at);
        tape::with(|t| {
            let aux = t.trace.key(&key);
            // The activations below the callee's, which is pushed already.
            let mut args = vec![t.konst(Ty::Int, depth as u64 - 1)];
            args.extend(flat::refs(&f.reds));
            let call = t.call(Op::CallTrace, aux, Ty::Int, args);
            t.effect = true;
            t.answer(call);
            if slots.len() > MAX_RESULTS {
                t.abort(Abort::TooManyValues);
            }
            let mut answers = vec![RecWord { bits: status, r: call }];
            let mut result = |ty: Ty, bits: u64| {
                let aux = answers.len() as u32 - 1;
                let r = t.push(Inst { ty, args: [call, NONE, NONE], aux, ..Inst::new(Op::Result) });
                t.answer(r);
                answers.push(RecWord { bits, r });
            };
            result(Ty::Int, slots.len() as u64);
            for i in 0..slots.len().max(MAX_RESULTS) {
                let slot = slots.get(i).copied().unwrap_or_default();
                result(Ty::Int, slot.tag);
                result(crate::machine::slot::payload_type(L::Value::PAYLOADS, slot.tag), slot.bits);
            }
            answers
        })
    }

    /// The answers of [`Recorder::call_trace`] from the log, which begins with this status. What the log has no room for ends the recording.
    fn call_again(&self, status: RecWord) -> Vec<RecWord> {
        let zero = Rec::word(0, Ty::Int);
        let rest = (0..1 + 2 * MAX_RESULTS).map(|_| tape::with(|t| t.replayed()).unwrap_or(zero));
        let mut answers: Vec<RecWord> = std::iter::once(status).chain(rest).collect();
        if let Some(all) = self.rt.results_beyond_log(status.bits, answers[1].bits as usize) {
            tape::with(|t| t.abort(Abort::TooManyValues));
            answers.truncate(2);
            for slot in all {
                let ty = crate::machine::slot::payload_type(L::Value::PAYLOADS, slot.tag);
                answers.extend([Rec::word(slot.tag, Ty::Int), Rec::word(slot.bits, ty)]);
            }
        }
        answers
    }

    /// Reports a word among these, of which a call is about to use all, that comes from a register that is not live.
    #[track_caller]
    fn live_words(&self, what: What, words: &[RecWord]) {
        let at = tape::here();
        tape::with(|t| t.audit.reads(what, words, at));
    }

    /// The callee asks for the whole state: the recording ends, and the callee's activations come on the window.
    fn put_flattened(&self, s: &mut State<L, Rec>, lo: usize) -> Flow {
        tape::with(|t| {
            t.abort(Abort::WholeState);
            // What was done plainly cannot be run again.
            t.audit.mode = crate::audit::Mode::Off;
        });
        let (all, types) = self.rt.flattened.take().expect("the callee left its activations");
        let reds: Vec<RecWord> = all.reds.iter().zip(types).map(|(&bits, ty)| Rec::word(bits, ty)).collect();
        let written = flat::write(s, s.depth(), lo, &all.greens, &reds);
        self.rt.give_flat(all);
        match written {
            Ok(()) => Flow::Continue,
            Err(_) => {
                let _ = self.rt.stack_overflow();
                Flow::Raised
            }
        }
    }

    /// Author code has panicked: gives the recording up and goes on with the panic.
    fn go_on_panicking(&self) -> ! {
        tape::with(|t| t.abort(Abort::Nondeterministic));
        self.rt.resume_panic()
    }

    /// Takes up the caller with what [`Recorder::call_trace`] answered.
    #[track_caller]
    fn place_call(&self, s: &mut State<L, Rec>, answers: &[RecWord]) -> Flow {
        let lo = s.top().lo;
        s.pop();
        if answers[0].bits == status::FLATTEN {
            return self.put_flattened(s, lo);
        }
        if answers[0].bits == status::PANICKED {
            self.go_on_panicking();
        }
        if self.promote_raw(answers[0], Ty::Int) != status::RETURN {
            return raised::<Self>(s);
        }
        let n = self.promote_raw(answers[1], Ty::Int) as usize;
        if s.stack.reserve(lo + n).is_err() {
            tape::with(|t| t.abort(Abort::TooManyValues));
        }
        for (i, r) in answers[2..].chunks_exact(2).take(n).enumerate() {
            s.stack.slots()[lo + i] = Slot((r[0], r[1]));
        }
        returned(self, s, lo, n)
    }
}

/// A plain frame with the greens of a recorded one (its reds are zero), for describing it.
pub(crate) fn copy_greens<'f, L: Language>(
    from: &mut L::Frame<Rec>,
    to: &'f mut L::Frame<Conc>,
) -> &'f L::Frame<Conc> {
    use crate::machine::Traced;
    let mut f = flat::RecFlat::default();
    from.walk(&mut f);
    let reds: Vec<u64> = f.reds.iter().map(|w| w.bits).collect();
    to.walk(&mut flat::Writer::new(&f.greens, &reds));
    to
}

/// What ended a recorder's run of the interpreter.
pub(crate) fn ended(exit: Exit) {
    if exit == Exit::Raised {
        tape::with(|t| t.raise());
    }
}
