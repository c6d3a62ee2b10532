//! The feeder: what the feeding passes share.
//!
//! **Problem.** A pass should see one op with its operands already replaced by what is known to be equal, say what
//! becomes of it, and never touch what was emitted before. [`Rewriter::feed`] is that loop; [`Rewriter::emit`] the only place
//! where the new trace grows.
//!
//! **Invariants.**
//! 1. `map` takes recorded refs to new refs and holds for the current copy of the trace only; constants keep their
//!    number, so a constant's ref is the same in both traces.
//! 2. An op in the hands of a pass has operands in the *new* trace, and (if a guard) the number of its *recorded*
//!    snapshot, which is mapped at the moment the op is emitted.
//! 3. Operands of commutative ops are ordered: constants last, otherwise the older value first.
//! 4. A substitution leads to a constant or to an older value, so chains end.
//!
//! **Example**: feeding `guard_eq i5 3` emits it, then sets `subst(i5) = 3`; the next `int_add i5 1` arrives at the
//! first pass as `int_add 3 1`.

use super::barriers::Barriers;
use super::bounds::Bounds;
use super::fate::Ledger;
use super::{
    config::OptConfig, cse::Cse, heap::Heap, order::Order, snapshots::State, table::Table,
    virtuals::Virtuals, OptAbort, Wanted, PASSES, WANTED,
};
use crate::ir::{Effect, HelperEffect, Inst, IrRef, Op, SnapId, Trace, Ty};

/// What a pass did with an op.
pub(super) enum Fed {
    /// Nothing (it may have replaced operands): the next pass sees it.
    Keep,
    /// Rewritten: it starts over at the first pass.
    Again,
    /// Its value exists already.
    Value(IrRef),
    /// It is not needed and has no value.
    Drop,
}

/// The value's instruction is to be left out of the final trace.
pub(super) const DEAD: u8 = 1;
/// The value is an emitted allocation.
pub(super) const ALLOC: u8 = 2;
/// A reference to the allocation may exist in memory, in a call or beyond the trace.
pub(super) const ESCAPED: u8 = 4;
/// The integer is not 0.
pub(super) const NONZERO: u8 = 8;
/// A snapshot has it among its entries.
pub(super) const NAMED: u8 = 16;
/// A snapshot has the value among its entries of which this one is another view.
pub(super) const VIEWED: u8 = 32;
/// Memory of the object has been accessed since the last label: the reference is not null.
pub(super) const FOLLOWED: u8 = 64;

/// What is known about a value of the new trace.
#[derive(Clone, Copy)]
pub(super) struct Value {
    /// A constant or older value it equals; `NONE`: itself.
    pub subst: IrRef,
    /// Signed bounds, if an integer.
    pub bounds: Bounds,
    /// [`DEAD`], [`ALLOC`], [`ESCAPED`], [`NONZERO`], [`NAMED`], [`VIEWED`], [`FOLLOWED`].
    pub flags: u8,
    /// Index of the virtual of which it is the reference or the address; `u32::MAX`: none.
    pub virt: u32,
}

/// Which memory the ops of a copy write, objects allocated in the same copy excepted (their stores cannot touch
/// anything that existed before the copy).
#[derive(Clone, Default, PartialEq)]
pub(super) struct Writes {
    /// Per field descriptor.
    pub fields: Vec<bool>,
    /// Per array descriptor.
    pub arrays: Vec<Elements>,
    /// There is an op with unknown effects.
    pub all: bool,
}

/// A set of element numbers: each below [`Elements::REST`] by itself, and all others together. Objects whose fields are elements of an array have few.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Elements(u64);

impl Elements {
    /// All.
    pub const ALL: Elements = Elements(u64::MAX);
    /// The first that is not told from those behind it.
    const REST: i64 = 63;

    /// Those within bounds.
    pub fn within(b: Bounds) -> Elements {
        if b.lo < 0 {
            return Elements::ALL;
        }
        let [lo, hi] = [b.lo, b.hi].map(|n| n.min(Elements::REST));
        Elements(u64::MAX << lo & u64::MAX >> (Elements::REST - hi))
    }
    /// Whether there is one in both.
    pub fn meets(self, other: Elements) -> bool {
        self.0 & other.0 != 0
    }
    /// Whether there is one.
    pub fn any(self) -> bool {
        self != Elements(0)
    }
}

impl std::ops::BitOrAssign for Elements {
    fn bitor_assign(&mut self, other: Elements) {
        self.0 |= other.0;
    }
}

impl Writes {
    /// Nothing, of so many fields and arrays.
    pub fn none(fields: usize, arrays: usize) -> Writes {
        Writes { fields: vec![false; fields], arrays: vec![Elements::default(); arrays], all: false }
    }
    /// Takes over what `other` writes; whether that was news.
    pub fn merge(&mut self, other: &Writes) -> bool {
        let old = self.clone();
        self.fields.iter_mut().zip(&other.fields).for_each(|(a, b)| *a |= b);
        self.arrays.iter_mut().zip(&other.arrays).for_each(|(a, b)| *a |= *b);
        self.all |= other.all;
        *self != old
    }
    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        !self.all && !self.fields.contains(&true) && !self.arrays.iter().any(|e| e.any())
    }
}

/// The state of one optimization.
pub(super) struct Rewriter<'a> {
    /// The recorded trace.
    pub src: &'a Trace,
    /// Limits.
    pub config: &'a OptConfig,
    /// The new trace.
    pub out: Trace,
    /// Recorded ref to new ref, for this copy.
    pub map: Vec<IrRef>,
    /// One per instruction of `out`.
    pub values: Vec<Value>,
    /// Memory written by this copy.
    pub writes: Writes,
    /// Where the copy's ops start in `out`.
    pub copy_start: usize,
    /// State of the `cse` pass; also holds derived facts of guards.
    pub cse: Cse,
    /// State of the `order` pass.
    pub order: Order,
    /// State of the `heap` pass.
    pub heap: Heap,
    /// Objects that need no write barrier now.
    pub barriers: Barriers,
    /// State of the `virtuals` pass.
    pub virtuals: Virtuals,
    /// The state that the last guard leaves with.
    pub state: State,
    /// Assumption cells checked since the last op with unknown effects.
    pub valid: Vec<IrRef>,
    pub(super) consts: Table<(u8, u64)>,
    /// The passes that are on: a bit for each, by its number.
    on: u8,
    /// By op: the passes that want to see it.
    wanted: &'static [Wanted],
    /// Recorded op at hand, for aborts, and its place, for helper ops.
    pub(super) current: IrRef,
    pub(super) place: u32,
    /// What became of recorded ops, if anybody wants to know.
    pub(super) ledger: Option<Box<Ledger>>,
}

/// The numbers of the bits that are set.
#[inline]
fn bits(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

fn order_operands(inst: &mut Inst) {
    // Constants have the top bit set, so they compare as the youngest.
    if inst.op.info().commutative && inst.args[0] > inst.args[1] {
        inst.args.swap(0, 1);
    }
}

/// An op is started over at most this often; rules are written such that it never comes to that.
const MAX_ROUNDS: u32 = 32;

impl<'a> Rewriter<'a> {
    /// Ready to be fed.
    pub fn new(src: &'a Trace, config: &'a OptConfig) -> Rewriter<'a> {
        let n = src.insts.len();
        let mut consts = Table::with_capacity(src.consts.len() + 16);
        for (i, c) in src.consts.iter().enumerate().rev() {
            consts.insert((c.ty as u8, c.bits), i as u32);
        }
        let out = Trace {
            insts: Vec::with_capacity(2 * n),
            consts: src.consts.clone(),
            lists: Vec::new(),
            snaps: Vec::with_capacity(2 * src.snaps.len()),
            fields: src.fields.clone(),
            arrays: src.arrays.clone(),
            types: src.types.clone(),
            helpers: src.helpers.clone(),
            keys: src.keys.clone(),
            tables: src.tables.clone(),
            places: Vec::new(), // copied at the end, once
            target: Default::default(),
        };
        let writes = Writes::none(src.fields.len(), src.arrays.len());
        let on = super::feeding().fold(0, |set, (i, p)| set | u8::from(config.has(p.name)) << i);
        Rewriter {
            src,
            config,
            out,
            map: vec![IrRef::NONE; n],
            values: Vec::with_capacity(2 * n),
            writes,
            copy_start: 0,
            cse: Cse::new(n),
            order: Order::default(),
            heap: Heap::new(src.fields.len(), src.arrays.len()),
            barriers: Barriers::default(),
            virtuals: Virtuals::default(),
            state: State::default(),
            valid: Vec::new(),
            consts,
            on,
            wanted: &WANTED,
            current: IrRef(0),
            place: 0,
            ledger: None,
        }
    }

    // ---- reading

    /// What a value of the new trace is known to equal.
    #[inline]
    pub fn resolve(&self, mut r: IrRef) -> IrRef {
        while r.0 >> 31 == 0 {
            let s = self.values[r.index()].subst;
            if s.is_none() {
                break;
            }
            r = s;
        }
        r
    }
    /// The new value of a recorded ref.
    #[inline]
    pub fn mapped(&self, r: IrRef) -> IrRef {
        if r.is_inst() {
            self.resolve(self.map[r.index()])
        } else {
            r
        }
    }
    /// Type of a value of the new trace.
    #[inline]
    pub fn ty(&self, r: IrRef) -> Ty {
        self.out.ty(r)
    }
    /// Bits of a constant.
    #[inline]
    pub fn bits(&self, r: IrRef) -> Option<u64> {
        r.is_const().then(|| self.out.consts[r.index()].bits)
    }
    /// The instruction of a value, unless it is a constant.
    #[inline]
    pub fn def(&self, r: IrRef) -> Option<&Inst> {
        r.is_inst().then(|| &self.out.insts[r.index()])
    }
    /// The operand of the value's instruction if that is a certain op.
    #[inline]
    pub fn def_of(&self, r: IrRef, op: Op) -> Option<[IrRef; 2]> {
        let d = self.def(r).filter(|d| d.op == op)?;
        Some([self.resolve_opt(d.args[0]), self.resolve_opt(d.args[1])])
    }
    fn resolve_opt(&self, r: IrRef) -> IrRef {
        if r.is_none() {
            r
        } else {
            self.resolve(r)
        }
    }
    /// Bounds of an integer.
    #[inline]
    pub fn bounds(&self, r: IrRef) -> Bounds {
        match self.bits(r) {
            Some(k) => Bounds::exactly(k as i64),
            None => self.values[r.index()].bounds,
        }
    }
    /// Whether an integer can only be 0 or 1.
    pub fn is_bool(&self, r: IrRef) -> bool {
        let b = self.bounds(r);
        b.lo >= 0 && b.hi <= 1
    }
    /// Whether a flag of a value is set.
    #[inline]
    pub fn has_flag(&self, r: IrRef, flag: u8) -> bool {
        !r.is_const() && self.values[r.index()].flags & flag != 0
    }
    /// Sets a flag of a value.
    pub fn set_flag(&mut self, r: IrRef, flag: u8) {
        if !r.is_const() {
            self.values[r.index()].flags |= flag;
        }
    }
    /// Takes a flag from all values.
    pub fn clear_flag(&mut self, flag: u8) {
        self.values.iter_mut().for_each(|v| v.flags &= !flag);
    }
    /// The abort for a guard that always fails.
    pub fn fails(&self) -> OptAbort {
        OptAbort::AlwaysFails(self.current)
    }

    // ---- changing what is known

    /// Records that two values are equal from here on; `to` is a constant or older than `from`.
    pub fn set_subst(&mut self, from: IrRef, to: IrRef) {
        debug_assert!(!from.is_const() && (to.is_const() || to < from), "substitution {from:?} -> {to:?}");
        let value = &mut self.values[from.index()];
        value.subst = to;
        self.state.learn(from, value.flags);
        self.settled(from);
    }

    // ---- feeding

    /// Emits the inputs; they are their own values.
    pub fn feed_inputs(&mut self) {
        for i in 0..self.src.inputs() {
            let r = self.emit_raw(self.src.insts[i]);
            self.map[i] = r;
            self.enter_kept(i, r);
        }
    }
    /// Feeds every recorded op between inputs and tail.
    pub fn feed_ops(&mut self) -> Result<(), OptAbort> {
        let src = self.src;
        let last = src.insts.len() - 1;
        for i in src.inputs()..last {
            let r = self.feed_recorded(i)?;
            self.map[i] = r;
        }
        Ok(())
    }
    /// Feeds the recorded tail as it is (its target is the caller's business).
    pub fn feed_tail(&mut self, inst: &Inst) -> Result<(), OptAbort> {
        let last = self.src.insts.len() - 1;
        debug_assert_eq!(*inst, self.src.insts[last]);
        self.feed_recorded(last).map(|_| ())
    }
    fn feed_recorded(&mut self, i: usize) -> Result<IrRef, OptAbort> {
        let mut inst = self.src.insts[i];
        self.current = IrRef(i as u32);
        self.place = inst.place;
        for k in 0..inst.op.info().args.len() {
            inst.args[k] = self.mapped(inst.args[k]);
        }
        if inst.list != u32::MAX {
            let list = self.src.lists[inst.list as usize].iter().map(|&r| self.mapped(r)).collect();
            inst.list = self.out.add_list(list);
        }
        let r = self.through_passes(inst)?;
        self.enter_fate(i);
        Ok(r)
    }
    /// Takes a helper op through the passes. Returns its value (`NONE` if it has none or was dropped).
    pub fn feed(&mut self, mut inst: Inst) -> Result<IrRef, OptAbort> {
        self.resolve_operands(&mut inst);
        let verdict = self.ledger.as_mut().map(|l| std::mem::take(&mut l.verdict));
        let r = self.through_passes(inst);
        if let (Some(ledger), Some(verdict)) = (&mut self.ledger, verdict) {
            ledger.verdict = verdict;
        }
        r
    }
    /// The op's operands are what they are known to equal.
    fn through_passes(&mut self, mut inst: Inst) -> Result<IrRef, OptAbort> {
        for round in 0.. {
            order_operands(&mut inst);
            match self.round(&mut inst, round >= MAX_ROUNDS)? {
                Fed::Again => self.resolve_operands(&mut inst),
                Fed::Value(r) => return Ok(self.resolve(r)),
                Fed::Drop => return Ok(IrRef::NONE),
                Fed::Keep => break,
            }
        }
        let r = self.emit(inst);
        if let Some(ledger) = &mut self.ledger {
            ledger.verdict.out = r;
        }
        let inst = self.out.insts[r.index()];
        for pass in bits(self.wanted[inst.op as usize].dones & self.on) {
            if let Some((done, _)) = PASSES[pass].done {
                done(self, &inst, r);
            }
        }
        if self.may_write(&inst) {
            self.valid.clear();
        }
        Ok(r)
    }
    /// One pass after the other; the last round goes on with rewritten ops instead of starting over.
    fn round(&mut self, inst: &mut Inst, last: bool) -> Result<Fed, OptAbort> {
        let mut left = self.wanted[inst.op as usize].feeds & self.on;
        while let Some(pass) = bits(left).next() {
            left &= left - 1;
            let Some((feed, _)) = PASSES[pass].feed else { continue };
            match feed(self, inst)? {
                Fed::Keep => continue,
                Fed::Again if last => {
                    self.resolve_operands(inst);
                    order_operands(inst);
                    left = self.wanted[inst.op as usize].feeds & self.on & !((2 << pass) - 1);
                }
                other => {
                    if let Some(ledger) = &mut self.ledger {
                        ledger.answered(PASSES[pass].name);
                    }
                    return Ok(other);
                }
            }
        }
        Ok(Fed::Keep)
    }
    fn resolve_operands(&self, inst: &mut Inst) {
        for a in &mut inst.args[..inst.op.info().args.len()] {
            *a = self.resolve(*a);
        }
    }

    // ---- emitting

    /// Appends an instruction without asking any pass.
    pub fn emit_raw(&mut self, inst: Inst) -> IrRef {
        let bounds = Bounds::of_result(self, &inst);
        self.values.push(Value { subst: IrRef::NONE, bounds, flags: 0, virt: u32::MAX });
        if let Some(ledger) = &mut self.ledger {
            ledger.emitted(self.current);
        }
        self.out.push(inst)
    }
    /// Whether an op may change any memory that others read.
    pub fn may_write(&self, inst: &Inst) -> bool {
        let reads = inst.op == Op::Call && self.out.helpers[inst.aux as usize].effect == HelperEffect::Read;
        inst.op.info().effect == Effect::All && !reads
    }
    fn emit(&mut self, mut inst: Inst) -> IrRef {
        let recorded = inst.snap;
        if inst.snap != SnapId::NONE {
            inst.snap = self.map_snapshot(recorded);
        }
        self.mark_escapes(&inst);
        match inst.op {
            Op::Store if !self.is_new_here(inst.args[0]) => self.writes.fields[inst.aux as usize] = true,
            Op::StoreElem if !self.is_new_here(inst.args[0]) => {
                let written = Elements::within(self.bounds(inst.args[1]));
                self.writes.arrays[inst.aux as usize] |= written
            }
            _ if self.may_write(&inst) => self.writes.all = true,
            _ => {}
        }
        self.barrier(&inst);
        let r = self.emit_raw(inst);
        if inst.op.info().effect == Effect::Alloc {
            self.set_flag(r, ALLOC);
            self.barriers.young(r);
        }
        if inst.op.info().effect == Effect::All {
            self.barriers.forget();
        }
        r
    }
    /// Emits the write barrier that a store needs.
    fn barrier(&mut self, store: &Inst) {
        let Some(object) = super::barriers::needed(self, store) else { return };
        // No recorded op asks for it.
        let current = std::mem::replace(&mut self.current, IrRef::NONE);
        self.emit_raw(Inst {
            args: [object, IrRef::NONE, IrRef::NONE],
            place: store.place,
            ..Inst::new(Op::Barrier)
        });
        self.current = current;
        self.barriers.young(object);
    }
    /// Emits the allocation of a forced virtual, which passes have seen already.
    pub fn emit_forced(&mut self, inst: Inst) -> IrRef {
        self.emit(inst)
    }
    fn is_new_here(&self, r: IrRef) -> bool {
        self.has_flag(r, ALLOC) && r.index() >= self.copy_start
    }
    /// Notes which allocations are known outside after this op.
    fn mark_escapes(&mut self, inst: &Inst) {
        // Operands through which an op only looks at or into the object.
        let kept = match inst.op {
            Op::Load | Op::LoadElem | Op::Store | Op::StoreElem => 1,
            Op::RefEq | Op::RefNe | Op::GuardEq => 2,
            _ => 0,
        };
        for &a in &inst.operands()[kept.min(inst.operands().len())..] {
            self.set_flag(a, ESCAPED);
        }
        if inst.list != u32::MAX {
            for i in 0..self.out.lists[inst.list as usize].len() {
                let r = self.out.lists[inst.list as usize][i];
                self.set_flag(r, ESCAPED);
            }
        }
    }
}
