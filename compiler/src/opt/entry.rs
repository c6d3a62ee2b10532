//! The way into a loop's body, for traces that arrive at its header.
//!
//! **Problem.** A bridge ends at the header of a compiled loop. Jumping to the loop's start would run the preamble: a whole iteration
//! with every guard and invariant load in it. The body needs less: the values that it takes from the preamble, and the facts about
//! them that the optimizer relied on. Both are written down when the label is reached, as a short trace over the header's
//! state (the *entry*), and [`LoopEntry::splice`] puts that in place of the bridge's jump. There it is optimized with all that
//! the bridge knows, so that mostly a few loads are left.
//!
//! **How.** At the label a value of the preamble is *reproducible* if it is an input that the body takes for the same in
//! every iteration, or computed from reproducible values by a pure op, or loaded from a reproducible object while the
//! optimizer still knows that word of memory. An older value that was found equal to a reproducible one goes by its name. Each
//! reproducible value is followed by its facts as of the label: equality
//! with a constant or an older value, bounds, not being 0.
//!
//! **Invariants.**
//! 1. Whatever the body took from the preamble, value or fact, it reached from reproducible values: pure computations of such are
//!    found by their operands, memory by its object. A loop of which that is not so has no entry.
//! 2. A fact stands right behind its value, before any access that relies on it.
//! 3. An object is accessed only if the fact that tells its type is in the entry too: a slot's payload only together with
//!    its tag.
//! 4. Guards of an entry leave to the header's state, where nothing of the step has happened. They carry the number
//!    [`ENTRY_GUARD`], and their bridge goes to the loop's start.
//!
//! **Not promised**: entries for loops that carry objects allocated, or results of calls made, in the preamble.
//!
//! **Example**: for a loop whose body reads `i5 = load r0 x1` of the preamble and runs while `i7 < i5`, the entry is
//! `r0 = input; i1 = input; i2 = load r0 x1`; a bridge's `jump trace 3(r8, i9)` becomes `i10 = load r8 x1; jump body 3(i9, i10)`.

use super::bounds::Bounds;
use super::rewriter::{Rewriter, DEAD, NONZERO};
use crate::ir::{Effect, Inst, IrRef, JumpTarget, Op, Shape, SnapId, Snapshot, Trace, Ty};
use std::sync::Arc;

/// The number, in its snapshot, of a guard that an entry put into a bridge.
pub const ENTRY_GUARD: u32 = u32::MAX;

/// See the module header. Constants and descriptors are those of the loop's trace.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopEntry {
    /// The inputs, then ops and guards; guards have no snapshot.
    insts: Vec<Inst>,
    lists: Vec<Vec<IrRef>>,
    /// Values of the loop's trace (phis among them) and what they are here.
    values: Vec<(IrRef, IrRef)>,
}

/// An entry by the numbers of the trace before it was compacted.
pub(super) struct Draft {
    insts: Vec<Inst>,
    lists: Vec<Vec<IrRef>>,
    /// By number of the loop's value: the entry's, or `NONE`.
    map: Vec<IrRef>,
}

/// A phi in the making: the inputs that share it, the first of which starts it, and its type.
pub(super) struct Group {
    /// Inputs with this phi.
    pub members: Vec<usize>,
    /// The phi's type.
    pub ty: Ty,
}

/// Writes the entry down. `same`: the inputs that the body takes from `first`, the preamble's jump; the others are in `groups`, in
/// the order of their phis, which will be numbered from `phis` on.
pub(super) fn draft(
    rw: &mut Rewriter,
    same: &[bool],
    first: &[IrRef],
    groups: &[Group],
    phis: usize,
) -> Option<Draft> {
    let mut map = vec![IrRef::NONE; phis + groups.len()];
    let (mut insts, mut own) = (Vec::new(), vec![false; phis]);
    for k in 0..first.len() {
        insts.push(rw.out.insts[k]);
        if same[k] && rw.resolve(IrRef(k as u32)) == rw.resolve(first[k]) {
            (map[k], own[k]) = (IrRef(k as u32), true);
        }
    }
    let mut d = Drafter {
        rw,
        d: Draft { insts, lists: Vec::new(), map },
        own,
        alias: Vec::new(),
        inputs: first.len(),
    };
    for k in 0..first.len() {
        d.facts(k)?;
    }
    for i in first.len()..d.rw.out.insts.len() {
        d.reproduce(i)?;
    }
    d.memory_is_covered()?;
    for k in (0..first.len()).filter(|&k| same[k]) {
        let value = d.of(first[k])?;
        if !d.own[k] {
            d.equal(IrRef(k as u32), value);
        }
    }
    for (n, group) in groups.iter().enumerate() {
        let leader = IrRef(*group.members.first()? as u32);
        for &k in &group.members[1..] {
            d.equal(IrRef(k as u32), leader);
        }
        d.d.map[phis + n] = d.convert(leader, group.ty);
    }
    for cell in d.rw.valid.clone() {
        let cell = d.of(cell)?;
        d.push(Op::GuardValid, &[cell]);
    }
    Some(d.d)
}

struct Drafter<'c, 'a> {
    rw: &'c mut Rewriter<'a>,
    d: Draft,
    /// By number of the loop's value: it is computed in the entry, rather than known under another name.
    own: Vec<bool>,
    /// Values that are not reproducible, each with one that is and was found equal.
    alias: Vec<(IrRef, IrRef)>,
    inputs: usize,
}

impl Drafter<'_, '_> {
    /// The entry's name of a value of the loop.
    fn of(&self, r: IrRef) -> Option<IrRef> {
        let r = self.rw.resolve(r);
        let known = if r.is_const() { r } else { self.d.map[r.index()] };
        (!known.is_none()).then_some(known)
    }
    fn ty(&self, r: IrRef) -> Ty {
        if r.is_const() {
            self.rw.ty(r)
        } else {
            self.d.insts[r.index()].ty
        }
    }
    fn push(&mut self, op: Op, args: &[IrRef]) -> IrRef {
        let mut inst = Inst::new(op);
        inst.args[..args.len()].copy_from_slice(args);
        self.d.insts.push(inst);
        IrRef(self.d.insts.len() as u32 - 1)
    }
    /// The same word as another type.
    fn convert(&mut self, v: IrRef, to: Ty) -> IrRef {
        let ops = conversion(self.ty(v), to);
        ops.iter().flatten().fold(v, |v, &op| self.push(op, &[v]))
    }
    /// Guards that a value is the same word as another one or a constant.
    fn equal(&mut self, a: IrRef, b: IrRef) {
        if let Some(bits) = self.rw.bits(b) {
            let k = self.rw.konst(self.ty(a), bits);
            self.push(Op::GuardEq, &[a, k]);
        } else if self.ty(a) == Ty::Ref && self.ty(b) == Ty::Ref {
            let c = self.push(Op::RefEq, &[a, b]);
            self.push(Op::GuardTrue, &[c]);
        } else {
            let (a, b) = (self.convert(a, Ty::Int), self.convert(b, Ty::Int));
            let c = self.push(Op::IntEq, &[a, b]);
            self.push(Op::GuardTrue, &[c]);
        }
    }

    /// Takes over an instruction of the preamble if it is reproducible. `None`: it is, but its safety cannot be seen to.
    fn reproduce(&mut self, i: usize) -> Option<()> {
        let inst = self.rw.out.insts[i];
        let (info, value) = (inst.op.info(), self.rw.values[i]);
        let fits = match info.effect {
            _ if self.own[i] => false,
            Effect::Pure => true,
            Effect::Read => self.still_known(i, &inst),
            _ => false,
        };
        if !fits || value.flags & DEAD != 0 || value.virt != u32::MAX {
            return Some(());
        }
        let mut new = inst;
        for k in 0..info.args.len() {
            let Some(a) = self.of(inst.args[k]) else { return Some(()) };
            new.args[k] = a;
        }
        if inst.list != u32::MAX {
            let list = self.rw.out.list(&inst).to_vec();
            let Some(new_list) = list.iter().map(|&r| self.of(r)).collect() else { return Some(()) };
            let refs = list.iter().filter(|r| self.rw.ty(**r) == Ty::Ref);
            if !refs.copied().all(|r| self.typed(r)) {
                return None;
            }
            self.d.lists.push(new_list);
            new.list = self.d.lists.len() as u32 - 1;
        }
        if matches!(info.shape, Shape::Field | Shape::Array) && !self.typed(inst.args[0]) {
            return None;
        }
        self.d.insts.push(new);
        let new = IrRef(self.d.insts.len() as u32 - 1);
        self.own[i] = true;
        if !self.d.map[i].is_none() {
            self.equal(new, self.d.map[i]);
            return Some(());
        }
        self.d.map[i] = new;
        self.facts(i)
    }

    /// Whether a load from the same place, or the same reading call, would give the body this value.
    fn still_known(&self, i: usize, inst: &Inst) -> bool {
        let at = IrRef(i as u32);
        match inst.op {
            Op::Load if self.rw.out.fields[inst.aux as usize].immutable => true,
            Op::LoadElem if self.rw.out.arrays[inst.aux as usize].immutable => true,
            Op::Load | Op::LoadElem => {
                self.rw.heap.known(inst.op == Op::LoadElem, inst.aux).any(|e| e.2 == at)
            }
            _ => self.rw.heap.reads().contains(&at),
        }
    }

    /// Whether a reproducible reference is one for certain once the facts in the entry hold.
    fn typed(&self, r: IrRef) -> bool {
        let r = self.rw.resolve(r);
        // A constant is an object that the recorded iteration accessed (null in code that is never reached).
        if let Some(bits) = self.rw.bits(r) {
            return bits != 0;
        }
        let alias = self.alias.iter().find(|a| a.0 == r && !self.own[r.index()]);
        self.typed_value(alias.map_or(r, |a| a.1))
    }

    /// [`Drafter::typed`] of a value that the entry computes.
    fn typed_value(&self, r: IrRef) -> bool {
        let Some(def) = self.rw.def(r) else { return false };
        match def.op {
            Op::RefFromInt | Op::RefToInt => self.typed(def.args[0]),
            // A slot of the state is its tag, then its payload.
            Op::Input => {
                let tag = r.index().checked_sub(1);
                tag.is_none_or(|t| self.rw.out.insts[t].ty != Ty::Int || self.own[t])
            }
            Op::Load | Op::LoadElem => self.tag_known(def),
            Op::CallPure | Op::CallRead => true,
            _ => false,
        }
    }

    /// Whether a load is not of a slot's payload, or the slot's tag is reproducible too.
    fn tag_known(&self, payload: &Inst) -> bool {
        let out = &self.rw.out;
        let array = payload.op == Op::LoadElem;
        let tag = if array {
            let d = &out.arrays[payload.aux as usize];
            out.arrays.iter().position(|t| t.name == d.name && t.offset + 8 == d.offset)
        } else {
            let d = &out.fields[payload.aux as usize];
            out.fields.iter().position(|t| t.name == d.name && t.offset + 8 == d.offset)
        };
        let immutable = match array {
            true => out.arrays[payload.aux as usize].immutable,
            false => out.fields[payload.aux as usize].immutable,
        };
        // What never changes is what the object, whose facts are in the entry, has always had.
        let Some(tag) = tag.filter(|_| !immutable) else { return true };
        let same = |a: IrRef, b: IrRef| a == b || (!a.is_none() && self.rw.resolve(a) == self.rw.resolve(b));
        self.rw.heap.known(array, tag as u32).any(|(object, index, value)| {
            same(object, payload.args[0])
                && (!array || same(index, payload.args[1]))
                && !value.is_const()
                && self.own[value.index()]
        })
    }

    /// The facts about value `i` of the loop's trace, if it is reproducible.
    fn facts(&mut self, i: usize) -> Option<()> {
        let (old, new) = (IrRef(i as u32), self.d.map[i]);
        if new.is_none() {
            return Some(());
        }
        let mut inst = self.rw.out.insts[i];
        for a in inst.args.iter_mut().filter(|a| !a.is_none()) {
            *a = self.rw.resolve(*a);
        }
        let own = Bounds::of_result(self.rw, &inst);
        let resolved = self.rw.resolve(old);
        match self.of(resolved) {
            Some(same) if same == new => self.range(old, new, own),
            Some(same) => self.equal(new, same),
            None if self.rw.ty(old) == self.rw.ty(resolved) => {
                // The body goes by the name of an older value that is not reproducible but was found equal to this one.
                self.d.map[resolved.index()] = new;
                self.alias.push((resolved, old));
                self.range(resolved, new, own);
                for earlier in self.inputs..i {
                    self.reproduce(earlier)?;
                }
            }
            None => return None,
        }
        Some(())
    }

    /// Guards what is known of an integer beyond the bounds that its computation gives.
    fn range(&mut self, old: IrRef, new: IrRef, own: Bounds) {
        if self.ty(new) != Ty::Int {
            return;
        }
        let have = self.rw.bounds(old);
        if own.lo < have.lo {
            let k = self.rw.int(have.lo);
            let c = self.push(Op::IntLe, &[k, new]);
            self.push(Op::GuardTrue, &[c]);
        }
        if own.hi > have.hi {
            let k = self.rw.int(have.hi);
            let c = self.push(Op::IntLe, &[new, k]);
            self.push(Op::GuardTrue, &[c]);
        }
        if self.rw.has_flag(old, NONZERO) && have.contains(0) {
            self.push(Op::GuardTrue, &[new]);
        }
    }

    /// Refuses loops that know memory of reproducible objects by other values than loads of it.
    fn memory_is_covered(&self) -> Option<()> {
        let known = |r: IrRef| r.is_none() || self.of(r).is_some();
        for (array, n) in [(false, self.rw.out.fields.len()), (true, self.rw.out.arrays.len())] {
            for descr in 0..n {
                for (object, index, value) in self.rw.heap.known(array, descr as u32) {
                    let op = if array { Op::LoadElem } else { Op::Load };
                    let loaded = self.rw.def(value).is_some_and(|d| d.op == op && d.aux as usize == descr);
                    if known(object) && known(index) && !(loaded && self.own[value.index()]) {
                        return None;
                    }
                }
            }
        }
        Some(())
    }
}

/// The ops that make one type's word another's.
fn conversion(from: Ty, to: Ty) -> [Option<Op>; 2] {
    let word = match from {
        _ if from == to => return [None, None],
        Ty::Float => Some(Op::FloatToBits),
        Ty::Ref => Some(Op::RefToInt),
        _ => None,
    };
    let typed = match to {
        Ty::Float => Some(Op::FloatFromBits),
        Ty::Ref => Some(Op::RefFromInt),
        _ => None,
    };
    [word, typed]
}

impl Draft {
    /// Whether the entry gives a value of the loop.
    pub fn has(&self, r: IrRef) -> bool {
        self.map.get(r.index()).is_some_and(|new| !new.is_none())
    }
    /// The entry, by the final numbers of the trace.
    pub fn finish(self, number: &[u32]) -> LoopEntry {
        let live = |(old, &new): (usize, &IrRef)| {
            (!new.is_none() && number[old] != u32::MAX).then(|| (IrRef(number[old]), new))
        };
        let values = self.map.iter().enumerate().filter_map(live).collect();
        LoopEntry { insts: self.insts, lists: self.lists, values }
    }
}

impl LoopEntry {
    /// Makes a recorded trace that jumps to the start of `target` (number `number`) jump to its body, supplying `wanted` (values of
    /// `target`). `None`, and nothing is changed, if the entry does not give one of them.
    pub fn splice(
        &self,
        trace: &mut Trace,
        target: &Trace,
        number: u32,
        wanted: &[IrRef],
    ) -> Option<Spliced> {
        let wanted: Option<Vec<IrRef>> = wanted
            .iter()
            .map(|w| self.values.binary_search_by_key(w, |v| v.0).ok().map(|at| self.values[at].1))
            .collect();
        let wanted = wanted?;
        let first = target.insts.iter().find(|i| i.op != Op::Input && i.snap != SnapId::NONE)?;
        let header = &target.snaps[first.snap.0 as usize];
        let (jump, state) = trace.insts.split_last().map(|(j, _)| (*j, trace.list(j).to_vec()))?;
        if header.replay || !header.log.is_empty() || state.len() != target.inputs() {
            return None;
        }
        let undo = Spliced::before(trace, jump);
        trace.insts.pop();
        let mut s = Splicer { target, out: trace, map: Vec::new(), consts: Default::default() };
        for (inst, &value) in self.insts.iter().zip(&state) {
            let converted = s.retyped(value, inst.ty, jump.place);
            s.map.push(converted);
        }
        let snapshot = Snapshot {
            greens: Arc::clone(&header.greens),
            entries: state.into(),
            guard_no: ENTRY_GUARD,
            ..Snapshot::default()
        };
        for inst in &self.insts[s.map.len()..] {
            let mut inst = Inst { place: jump.place, ..*inst };
            for k in 0..inst.operands().len() {
                inst.args[k] = s.of(inst.args[k]);
            }
            if inst.list != u32::MAX {
                let list = self.lists[inst.list as usize].iter().map(|&r| s.of(r)).collect();
                inst.list = s.out.add_list(list);
            }
            inst.aux = s.descriptor(&inst);
            if inst.op.is_guard() {
                s.out.snaps.push(snapshot.clone());
                inst.snap = SnapId(s.out.snaps.len() as u32 - 1);
            }
            let r = s.out.push(inst);
            s.map.push(r);
        }
        let list = wanted.iter().map(|&r| s.of(r)).collect();
        let list = s.out.add_list(list);
        s.out.push(Inst { list, ..jump });
        s.out.target = JumpTarget::Body(number);
        Some(undo)
    }
    /// Number of guards and ops beside the inputs.
    pub fn len(&self, target: &Trace) -> usize {
        self.insts.len() - target.inputs()
    }
}

/// What a trace was before [`LoopEntry::splice`]: all that is added stands at the ends of its lists.
#[must_use]
#[derive(Debug)]
pub struct Spliced {
    jump: Inst,
    target: JumpTarget,
    insts: usize,
    consts: usize,
    lists: usize,
    snaps: usize,
    fields: usize,
    arrays: usize,
    helpers: usize,
    tables: usize,
}

impl Spliced {
    fn before(trace: &Trace, jump: Inst) -> Spliced {
        Spliced {
            jump,
            target: trace.target,
            insts: trace.insts.len(),
            consts: trace.consts.len(),
            lists: trace.lists.len(),
            snaps: trace.snaps.len(),
            fields: trace.fields.len(),
            arrays: trace.arrays.len(),
            helpers: trace.helpers.len(),
            tables: trace.tables.len(),
        }
    }
    /// Makes the trace what it was.
    pub fn undo(self, trace: &mut Trace) {
        trace.insts.truncate(self.insts - 1);
        trace.insts.push(self.jump);
        trace.target = self.target;
        trace.consts.truncate(self.consts);
        trace.lists.truncate(self.lists);
        trace.snaps.truncate(self.snaps);
        trace.fields.truncate(self.fields);
        trace.arrays.truncate(self.arrays);
        trace.helpers.truncate(self.helpers);
        trace.tables.truncate(self.tables);
    }
}

struct Splicer<'t, 'o> {
    target: &'t Trace,
    out: &'o mut Trace,
    /// By number in the entry.
    map: Vec<IrRef>,
    /// Constants taken over so far.
    consts: rustc_hash::FxHashMap<IrRef, IrRef>,
}

impl Splicer<'_, '_> {
    fn of(&mut self, r: IrRef) -> IrRef {
        if !r.is_const() {
            return self.map[r.index()];
        }
        let c = self.target.consts[r.index()];
        let out = &mut self.out;
        *self.consts.entry(r).or_insert_with(|| out.konst(c.ty, c.bits))
    }
    /// A recorded value as an input of another type takes it.
    fn retyped(&mut self, v: IrRef, to: Ty, place: u32) -> IrRef {
        if let Some(c) = self.out.as_const(v) {
            return self.out.konst(to, c.bits);
        }
        let ops = conversion(self.out.ty(v), to);
        ops.iter().flatten().fold(v, |v, &op| {
            self.out.push(Inst { args: [v, IrRef::NONE, IrRef::NONE], place, ..Inst::new(op) })
        })
    }
    /// The instruction's descriptor in the recorded trace.
    fn descriptor(&mut self, inst: &Inst) -> u32 {
        let (t, n) = (self.target, inst.aux as usize);
        match inst.op.info().shape {
            Shape::Field => self.out.field(&t.fields[n]),
            Shape::Array => self.out.array(&t.arrays[n]),
            Shape::Helper => self.out.helper(&t.helpers[n]),
            Shape::Table => self.out.table(&t.tables[n]),
            _ => inst.aux,
        }
    }
}
