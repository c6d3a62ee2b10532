//! Guards that can no longer fail.
//!
//! **Problem.** The interpreter tests the same things again and again. A guard that passed is a fact about SSA values
//! and holds for everything fed later: `guard_eq x k` makes `x` the constant `k`; a comparison known true settles
//! its opposite and narrows the bounds of its operands.
//!
//! **Invariants.**
//! 1. Facts are learned when the guard is emitted, after its own snapshot was mapped: at the exit they may be false.
//! 2. A guard is dropped only if its condition is known, and a guard known to fail aborts.
//! 3. `guard_poll` stays. `guard_valid` goes only if the cell was checked with no unknown effect in between.
//!
//! **Not promised**: facts about sums of values (`i + 1 < n` from `i < n - 1`).
//!
//! **Example**:
//! ```text
//! i2 = int_eq i0 3        ->  guard_eq i0 3
//! guard_true i2
//! i3 = int_lt i0 5        ->  (1)
//! guard_true i3           ->
//! ```

use super::bounds::Bounds;
use super::order;
use super::rewriter::{Fed, Rewriter, ALLOC, NONZERO};
use super::OptAbort;
use crate::ir::{Inst, IrRef, Op, Ty};

pub(super) fn feed(rw: &mut Rewriter, inst: &mut Inst) -> Result<Fed, OptAbort> {
    match inst.op {
        Op::GuardTrue => truth(rw, inst, true),
        Op::GuardFalse => truth(rw, inst, false),
        Op::GuardEq => equal(rw, inst),
        Op::GuardValid if rw.valid.contains(&inst.args[0]) => Ok(Fed::Drop),
        _ => Ok(Fed::Keep),
    }
}

/// `guard_true` (`want`) and `guard_false`.
fn truth(rw: &mut Rewriter, inst: &mut Inst, want: bool) -> Result<Fed, OptAbort> {
    let c = inst.args[0];
    let b = rw.bounds(c);
    let known = if b == Bounds::exactly(0) {
        Some(false)
    } else if !b.contains(0) || rw.has_flag(c, NONZERO) {
        Some(true)
    } else {
        None
    };
    match known {
        Some(k) if k == want => return Ok(Fed::Drop),
        Some(_) => return Err(rw.fails()),
        None => {}
    }
    let Some(d) = rw.def(c) else { return Ok(Fed::Keep) };
    let equality = match d.op {
        Op::IntEq | Op::RefEq => true,
        Op::IntNe | Op::RefNe => false,
        _ => return Ok(Fed::Keep),
    };
    let (x, k) = (rw.resolve(d.args[0]), rw.resolve(d.args[1]));
    let Some(bits) = rw.bits(k) else { return Ok(Fed::Keep) };
    let demands_equal = equality == want;
    if bits == 0 && rw.ty(x) == Ty::Int {
        // A test against 0 is a test of truth.
        inst.op = if demands_equal { Op::GuardFalse } else { Op::GuardTrue };
        inst.args[0] = x;
        return Ok(Fed::Again);
    }
    if demands_equal {
        inst.op = Op::GuardEq;
        inst.args[0] = x;
        inst.args[1] = k;
        return Ok(Fed::Again);
    }
    Ok(Fed::Keep)
}

/// `guard_eq x k`
fn equal(rw: &mut Rewriter, inst: &mut Inst) -> Result<Fed, OptAbort> {
    let (x, k) = (inst.args[0], inst.args[1]);
    let Some(want) = rw.bits(k) else { return Ok(Fed::Keep) };
    if let Some(have) = rw.bits(x) {
        return if have == want { Ok(Fed::Drop) } else { Err(rw.fails()) };
    }
    if rw.ty(x) == Ty::Int {
        if !rw.bounds(x).contains(want as i64) || (want == 0 && rw.has_flag(x, NONZERO)) {
            return Err(rw.fails());
        }
        if want == 0 || (want == 1 && rw.is_bool(x)) {
            inst.op = if want == 0 { Op::GuardFalse } else { Op::GuardTrue };
            inst.args[1] = IrRef::NONE;
            return Ok(Fed::Again);
        }
    }
    Ok(Fed::Keep)
}

pub(super) fn done(rw: &mut Rewriter, inst: &Inst, _: IrRef) {
    match inst.op {
        Op::GuardTrue => learn(rw, inst.args[0], true),
        Op::GuardFalse => learn(rw, inst.args[0], false),
        Op::GuardEq => {
            if let Some(bits) = rw.bits(inst.args[1]) {
                learn_bits(rw, inst.args[0], bits)
            }
        }
        Op::GuardValid => rw.valid.push(inst.args[0]),
        _ => {}
    }
}

/// A condition passed.
fn learn(rw: &mut Rewriter, c: IrRef, truth: bool) {
    let Some(d) = rw.def(c).copied() else { return };
    if !truth {
        learn_bits(rw, c, 0);
    } else if rw.is_bool(c) {
        learn_bits(rw, c, 1);
    } else {
        rw.set_flag(c, NONZERO);
        rw.settled(c);
        let b = rw.bounds(c);
        narrow(rw, c, Bounds { lo: b.lo + (b.lo == 0) as i64, hi: b.hi - (b.hi == 0) as i64 });
        order::raised(rw, c);
    }
    if d.op.is_compare() {
        relation(rw, d.op, rw.resolve(d.args[0]), rw.resolve(d.args[1]), truth);
    }
}

/// A value is a constant from here on; so is the value it is a view of.
fn learn_bits(rw: &mut Rewriter, x: IrRef, bits: u64) {
    let Some(d) = rw.def(x).copied() else { return };
    let k = rw.konst(rw.ty(x), bits);
    rw.set_subst(x, k);
    if matches!(d.op, Op::FloatToBits | Op::FloatFromBits | Op::RefToInt | Op::RefFromInt) {
        let source = rw.resolve(d.args[0]);
        learn_bits(rw, source, bits);
    }
}

pub(super) fn narrow(rw: &mut Rewriter, x: IrRef, to: Bounds) {
    if x.is_const() {
        return;
    }
    // Contradicting facts mean that this point is never reached; any bounds are right then.
    if let Some(b) = rw.values[x.index()].bounds.meet(to) {
        rw.values[x.index()].bounds = b;
        rw.settled(x);
        if b.lo == b.hi {
            let k = rw.int(b.lo);
            rw.set_subst(x, k);
        }
        // What is added to gives the sum its bounds, and the other way around, where nothing wraps.
        if let Some([y, k]) = rw.def_of(x, Op::IntAdd) {
            let least =
                |k: u64| Some(Bounds { lo: b.lo.checked_sub(k as i64)?, hi: b.hi.checked_sub(k as i64)? });
            if let Some(to) = rw.bits(k).and_then(least).filter(|to| *to != rw.bounds(y)) {
                narrow(rw, y, to);
            }
        }
    }
}

/// What follows from `op(a, b)` being true or false goes into the table of computations and the bounds.
fn relation(rw: &mut Rewriter, op: Op, a: IrRef, b: IrRef, truth: bool) {
    use Op::*;
    // Reduce to a relation that is true.
    let (op, a, b) = match (op, truth) {
        (_, true) => (op, a, b),
        (IntLt, false) => (IntLe, b, a),
        (IntLe, false) => (IntLt, b, a),
        (UintLt, false) => (UintLe, b, a),
        (UintLe, false) => (UintLt, b, a),
        (IntEq, false) => (IntNe, a, b),
        (IntNe, false) => (IntEq, a, b),
        (RefEq, false) => (RefNe, a, b),
        (RefNe, false) => (RefEq, a, b),
        (FloatNe, false) => (FloatEq, a, b),
        _ => return, // a false float comparison may be due to NaN
    };
    // (relation, on swapped operands, its value)
    let facts: &[(Op, bool, i64)] = match op {
        IntLt => &[
            (IntLt, false, 1),
            (IntLe, false, 1),
            (IntLt, true, 0),
            (IntLe, true, 0),
            (IntEq, false, 0),
            (IntNe, false, 1),
        ],
        IntLe => &[(IntLe, false, 1), (IntLt, true, 0)],
        UintLt => &[
            (UintLt, false, 1),
            (UintLe, false, 1),
            (UintLt, true, 0),
            (UintLe, true, 0),
            (IntEq, false, 0),
            (IntNe, false, 1),
        ],
        UintLe => &[(UintLe, false, 1), (UintLt, true, 0)],
        IntEq => &[(IntEq, false, 1), (IntNe, false, 0)],
        IntNe => &[(IntEq, false, 0), (IntNe, false, 1)],
        RefEq => &[(RefEq, false, 1), (RefNe, false, 0)],
        RefNe => &[(RefEq, false, 0), (RefNe, false, 1)],
        FloatLt => &[
            (FloatLt, false, 1),
            (FloatLe, false, 1),
            (FloatLt, true, 0),
            (FloatLe, true, 0),
            (FloatEq, false, 0),
            (FloatNe, false, 1),
        ],
        FloatLe => &[(FloatLe, false, 1), (FloatLt, true, 0)],
        FloatEq => &[(FloatEq, false, 1), (FloatNe, false, 0), (FloatLt, false, 0), (FloatLt, true, 0)],
        _ => &[],
    };
    for &(op, swapped, value) in facts {
        let v = rw.int(value);
        let (x, y) = if swapped { (b, a) } else { (a, b) };
        rw.cse.insert_ordered(op, x, y, v);
        if let Some(ledger) = &mut rw.ledger {
            ledger.learn(op, x, y, rw.current);
        }
    }
    match op {
        IntLt | IntLe | UintLt | UintLe => {
            rw.order.learn(op, a, b, rw.current);
            narrow_by(rw, op, a, b)
        }
        IntEq | RefEq if a != b => {
            // One name for both; never an allocation's, whose ref says where it came from.
            let (old, young) = if a.is_const() || (!b.is_const() && a < b) { (a, b) } else { (b, a) };
            if let Some(bits) = rw.bits(old) {
                learn_bits(rw, young, bits);
            } else if !rw.has_flag(young, ALLOC) {
                let (x, y) = (rw.bounds(old), rw.bounds(young));
                if op == IntEq {
                    narrow(rw, old, y);
                    narrow(rw, young, x);
                }
                if rw.resolve(young) == young && rw.resolve(old) == old {
                    rw.set_subst(young, old);
                }
            }
        }
        IntNe => {
            for (x, y) in [(a, b), (b, a)] {
                let Some(k) = rw.bits(y) else { continue };
                let bounds = rw.bounds(x);
                if k == 0 {
                    rw.set_flag(x, NONZERO);
                }
                if bounds.lo < bounds.hi && bounds.lo == k as i64 {
                    narrow(rw, x, Bounds { lo: bounds.lo + 1, hi: i64::MAX });
                } else if bounds.lo < bounds.hi && bounds.hi == k as i64 {
                    narrow(rw, x, Bounds { lo: i64::MIN, hi: bounds.hi - 1 });
                }
            }
        }
        _ => {}
    }
}

/// Narrows both operands of a true order relation.
fn narrow_by(rw: &mut Rewriter, op: Op, a: IrRef, b: IrRef) {
    let (x, y) = (rw.bounds(a), rw.bounds(b));
    let strict = matches!(op, Op::IntLt | Op::UintLt) as i64;
    let unsigned = matches!(op, Op::UintLt | Op::UintLe);
    if unsigned && y.lo < 0 {
        // A right side that may be "huge" says nothing about the left one.
        if let Some(k) = rw.bits(a).map(|k| k as i64).filter(|&k| (0..i64::MAX).contains(&k)) {
            rw.order.learn_least(b, k + strict);
        }
        return;
    }
    // An unsigned relation to a non-negative value makes the left side non-negative too.
    let least = match unsigned {
        true => x.lo.max(rw.has_flag(a, NONZERO).into()).max(rw.order.least(a)).max(0),
        false => x.lo,
    };
    narrow(rw, a, Bounds { lo: least, hi: y.hi.saturating_sub(strict) });
    narrow(rw, b, Bounds { lo: least.saturating_add(strict), hi: i64::MAX });
    order::raised(rw, b);
}
