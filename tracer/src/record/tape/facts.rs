//! What the trace says already.
//!
//! **Problem.** An interpreter tests the same tag in one instruction after the other, reads the same field again and looks again whether nothing has changed that it relies on.
//! A quarter of all ops of a large program would say what the trace says already. The optimizer drops them, but until then each has cost as much as any other: a guard, a snapshot.
//!
//! **How.** Ops are told by their numbers, which are their order, too: a load still gives what it gave if its number is that of no store to the same descriptor, or call, or an earlier
//! one. Equal ops are found in a small table, in which a newer op takes the place of an older one.
//!
//! **Invariants.**
//! 1. Nothing is left out but what the optimizer would drop for the same reason: guards whose answer one before has settled, pure ops with the same operands, loads from a place that
//!    nothing has written since, checks of versions without a call in between that may do anything.
//! 2. Nobody sees a difference but the trace: a guard that is left out is counted, and a load is an answer.
//!
//! **Not promised.** That everything is found: the table is small, and what is stored is not remembered.
//!
//! **Example.** `i3 = load r0 x0; guard_eq i3 5; i5 = load r0 x0; guard_eq i5 5` is recorded as its first half.

use holloway_compiler::ir::{HelperEffect, Inst, IrRef, Op, Trace};

/// Ops in the table: a power of two.
const SEEN: usize = 512;

/// What is known of an op's value.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Settled {
    /// Nothing.
    #[default]
    Not,
    /// It is not zero.
    Nonzero,
    /// It is what it is now.
    Exactly,
}

/// See the module header.
#[derive(Default)]
pub(super) struct Facts {
    /// By op, as far as anything is known.
    settled: Vec<Settled>,
    /// By hash: numbers of ops. What has gone before a recording began is told by its contents.
    seen: Vec<u32>,
    /// By descriptor of a field and of an element: the first op behind the last store.
    written: [Vec<u32>; 2],
    /// The first op behind the last call that may do anything.
    called: u32,
    /// By constant: the first op behind the guard that has found it valid.
    valid: Vec<u32>,
}

/// Sets an element of a list that may be too short.
fn set<T: Clone + Default>(list: &mut Vec<T>, at: usize, value: T) {
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    list[at] = value;
}

fn slot(inst: &Inst) -> usize {
    let parts = [inst.args[0].0, inst.args[1].0, inst.args[2].0, inst.aux];
    let hash = parts
        .iter()
        .fold(inst.op as u64, |h, &p| (h.rotate_left(5) ^ u64::from(p)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (hash >> 32) as usize % SEEN
}

impl Facts {
    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.settled.clear();
        self.valid.clear();
        self.written.iter_mut().for_each(Vec::clear);
        self.called = 0;
        self.seen.resize(SEEN, u32::MAX);
    }
    /// The op that gives what this one would.
    pub fn same(&self, trace: &Trace, inst: &Inst) -> Option<IrRef> {
        let n = *self.seen.get(slot(inst))?;
        let old = trace.insts.get(n as usize)?;
        let equal = (old.op, old.ty, old.args, old.aux) == (inst.op, inst.ty, inst.args, inst.aux);
        (equal && self.holds(trace, n, old)).then_some(IrRef(n))
    }
    /// Whether an op would still give what it gave.
    fn holds(&self, trace: &Trace, n: u32, inst: &Inst) -> bool {
        let aux = inst.aux as usize;
        let (array, immutable) = match inst.op {
            Op::Load => (0, trace.fields[aux].immutable),
            Op::LoadElem => (1, trace.arrays[aux].immutable),
            _ => return true,
        };
        immutable || n >= self.called.max(self.written[array].get(aux).copied().unwrap_or(0))
    }
    /// Remembers an op that was recorded for [`Facts::same`].
    pub fn remember(&mut self, inst: &Inst, r: IrRef) {
        if let Some(n) = self.seen.get_mut(slot(inst)) {
            *n = r.0;
        }
    }
    /// Notes that an op was recorded that stores, or calls.
    pub fn note_write(&mut self, trace: &Trace, inst: &Inst) {
        let next = trace.insts.len() as u32;
        match inst.op {
            Op::Store => set(&mut self.written[0], inst.aux as usize, next),
            Op::StoreElem => set(&mut self.written[1], inst.aux as usize, next),
            Op::Call if trace.helpers[inst.aux as usize].effect == HelperEffect::Read => {}
            Op::Call | Op::CallTrace => self.called = next,
            _ => {}
        }
    }
    /// What guards say of a value.
    pub fn settled(&self, r: IrRef) -> Settled {
        self.settled.get(r.0 as usize).copied().unwrap_or_default()
    }
    /// A guard says this of a value, which is no constant.
    pub fn settle(&mut self, r: IrRef, what: Settled) {
        set(&mut self.settled, r.index(), what);
    }
    /// Whether a version, a constant, was found valid and nothing can have changed since.
    pub fn is_valid(&self, version: IrRef) -> bool {
        self.valid.get(version.index()).is_some_and(|&n| n > self.called)
    }
    /// A guard has just found this version valid.
    pub fn note_valid(&mut self, trace: &Trace, version: IrRef) {
        set(&mut self.valid, version.index(), trace.insts.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use holloway_compiler::ir::{FieldDescr, HelperDescr, Mem, Refs, Ty};

    fn field(trace: &mut Trace, name: &'static str, immutable: bool) -> u32 {
        let (offset, mem, length, refs) = (8, Mem::W64, false, Refs::None);
        trace.field(&FieldDescr { name: name.into(), offset, mem, immutable, length, refs })
    }

    fn inst(op: Op, aux: u32, args: [IrRef; 3]) -> Inst {
        Inst { aux, args, ty: Ty::Int, ..Inst::new(op) }
    }

    /// The op that is recorded for this one.
    fn record(facts: &mut Facts, trace: &mut Trace, inst: Inst) -> IrRef {
        facts.same(trace, &inst).unwrap_or_else(|| {
            let r = trace.push(inst);
            facts.remember(&inst, r);
            facts.note_write(trace, &inst);
            r
        })
    }

    #[test]
    fn a_load_is_the_one_before_until_its_field_is_written_or_anything_may_be() {
        let (mut trace, mut facts) = (Trace::default(), Facts::default());
        facts.clear();
        let (x, y, k) =
            (field(&mut trace, "x", false), field(&mut trace, "y", false), field(&mut trace, "k", true));
        let helper = |name: &'static str, effect| HelperDescr {
            name: name.into(),
            addr: 1,
            effect,
            direct: None,
            inline: None,
            never_null: false,
        };
        let (read, all) =
            (trace.helper(&helper("r", HelperEffect::Read)), trace.helper(&helper("a", HelperEffect::All)));
        let object = trace.push(Inst { ty: Ty::Ref, ..Inst::new(Op::Input) });
        let load = |aux| inst(Op::Load, aux, [object, IrRef::NONE, IrRef::NONE]);
        let mut r = |i| record(&mut facts, &mut trace, i);
        let first = [r(load(x)), r(load(y)), r(load(k))];
        assert_eq!([r(load(x)), r(load(y)), r(load(k))], first);
        r(inst(Op::Store, y, [object, object, IrRef::NONE]));
        r(inst(Op::Call, read, [IrRef::NONE; 3]));
        assert_eq!([r(load(x)), r(load(k))], [first[0], first[2]], "another field is stored to");
        assert_ne!(r(load(y)), first[1], "it is stored to");
        r(inst(Op::Call, all, [IrRef::NONE; 3]));
        assert_ne!(r(load(x)), first[0], "anything may have been written");
        assert_eq!(r(load(k)), first[2], "it never changes");
    }

    #[test]
    fn versions_are_valid_until_the_next_call_that_may_do_anything() {
        let (mut trace, mut facts) = (Trace::default(), Facts::default());
        let effect = HelperEffect::All;
        let all = trace.helper(&HelperDescr {
            name: "a".into(),
            addr: 1,
            effect,
            direct: None,
            inline: None,
            never_null: false,
        });
        let version = trace.konst(Ty::Int, 8);
        assert!(!facts.is_valid(version));
        trace.push(inst(Op::GuardValid, 0, [version, IrRef::NONE, IrRef::NONE]));
        facts.note_valid(&trace, version);
        assert!(facts.is_valid(version));
        let call = inst(Op::Call, all, [IrRef::NONE; 3]);
        trace.push(call);
        facts.note_write(&trace, &call);
        assert!(!facts.is_valid(version));
    }
}
