//! Sharing of equal pure computations.
//!
//! **Problem.** Interpreters compute the same thing many times (tags, addresses, converted payloads). A pure op whose
//! op and operands were emitted before is that value. **Invariant**: the table holds SSA facts only, so nothing in it
//! ever becomes wrong, also in a loop's body. Guards add what follows from them: after `guard_true (int_lt a b)`,
//! `int_le b a` is in the table as 0. **Not promised**: two computations that became equal through a guard's
//! substitution after both were emitted stay two.
//!
//! **Example**: `i2 = int_add i0 i1; i3 = int_add i1 i0` emits one addition, as feeding orders operands first.

use super::rewriter::{Fed, Rewriter};
use super::{table::Table, OptAbort};
use crate::ir::{Effect, Inst, IrRef, Op, Shape};

/// Known computations.
pub(super) struct Cse {
    table: Table<u64>,
}

/// Op in the top byte, 28 bits for each operand (27 of number, one for "constant").
fn key(op: Op, a: IrRef, b: IrRef) -> u64 {
    let pack = |r: IrRef| match r {
        IrRef::NONE => (1 << 28) - 1,
        r => (r.index() as u64 & 0x7ff_ffff) | (r.is_const() as u64) << 27,
    };
    (op as u64) << 56 | pack(a) << 28 | pack(b)
}

impl Cse {
    /// For a trace of `n` ops.
    pub fn new(n: usize) -> Cse {
        Cse { table: Table::with_capacity(n) }
    }
    /// The value of a computation.
    pub fn get(&self, op: Op, a: IrRef, b: IrRef) -> Option<IrRef> {
        self.table.get(key(op, a, b)).map(IrRef)
    }
    /// Notes a computation's value.
    pub fn insert(&mut self, op: Op, a: IrRef, b: IrRef, value: IrRef) {
        self.table.insert(key(op, a, b), value.0);
    }
    /// [`Cse::insert`] with the operands in order if they may be swapped.
    pub fn insert_ordered(&mut self, op: Op, a: IrRef, b: IrRef, value: IrRef) {
        let (a, b) = if op.info().commutative && a > b { (b, a) } else { (a, b) };
        self.insert(op, a, b, value);
    }
}

/// Whether op and two operands say all.
fn is_small(inst: &Inst) -> bool {
    let info = inst.op.info();
    info.shape == Shape::Plain && info.args.len() <= 2
}

/// The two operands, or stand-ins where there is more: the descriptor's number and a hash of all operands and arguments.
fn key_of(rw: &Rewriter, inst: &Inst) -> (IrRef, IrRef) {
    if is_small(inst) {
        return (inst.args[0], inst.args[1]);
    }
    let all = inst.operands().iter().chain(rw.out.list(inst));
    let hash = all.fold(0u32, |h, r| (h.rotate_left(5) ^ r.0).wrapping_mul(0x9e37_79b1));
    (IrRef(inst.aux & 0x7ff_ffff), IrRef(hash >> 5))
}

/// Whether two instructions of the same op have everything in common.
fn equal(rw: &Rewriter, a: &Inst, b: &Inst) -> bool {
    (a.aux, a.ty, a.args) == (b.aux, b.ty, b.args) && rw.out.list(a) == rw.out.list(b)
}

pub(super) fn feed(rw: &mut Rewriter, inst: &mut Inst) -> Result<Fed, OptAbort> {
    if inst.op.info().effect != Effect::Pure {
        return Ok(Fed::Keep);
    }
    let (a, b) = key_of(rw, inst);
    let Some(v) = rw.cse.get(inst.op, a, b) else { return Ok(Fed::Keep) };
    if is_small(inst) {
        rw.blame_computation(inst.op, a, b, v);
        return Ok(Fed::Value(v));
    }
    if rw.def(v).is_some_and(|d| equal(rw, d, inst)) {
        rw.blame(v);
        return Ok(Fed::Value(v));
    }
    Ok(Fed::Keep)
}

pub(super) fn done(rw: &mut Rewriter, inst: &Inst, r: IrRef) {
    if inst.op.info().effect == Effect::Pure {
        let (a, b) = key_of(rw, inst);
        rw.cse.insert(inst.op, a, b, r);
    }
}
