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
use super::cx::{Cx, Fed, ALLOC, NONZERO};
use super::OptAbort;
use crate::ir::{Inst, IrRef, Op, Ty};

pub(super) fn feed(cx: &mut Cx, inst: &mut Inst) -> Result<Fed, OptAbort> {
    match inst.op {
        Op::GuardTrue => truth(cx, inst, true),
        Op::GuardFalse => truth(cx, inst, false),
        Op::GuardEq => equal(cx, inst),
        Op::GuardValid if cx.valid.contains(&inst.args[0]) => Ok(Fed::Drop),
        _ => Ok(Fed::Keep),
    }
}

/// `guard_true` (`want`) and `guard_false`.
fn truth(cx: &mut Cx, inst: &mut Inst, want: bool) -> Result<Fed, OptAbort> {
    let c = inst.args[0];
    let b = cx.bounds(c);
    let known = if b == Bounds::exactly(0) {
        Some(false)
    } else if !b.contains(0) || cx.has_flag(c, NONZERO) {
        Some(true)
    } else {
        None
    };
    match known {
        Some(k) if k == want => return Ok(Fed::Drop),
        Some(_) => return Err(cx.fails()),
        None => {}
    }
    let Some(d) = cx.def(c) else { return Ok(Fed::Keep) };
    let equality = match d.op {
        Op::IntEq | Op::RefEq => true,
        Op::IntNe | Op::RefNe => false,
        _ => return Ok(Fed::Keep),
    };
    let (x, k) = (cx.resolve(d.args[0]), cx.resolve(d.args[1]));
    let Some(bits) = cx.bits(k) else { return Ok(Fed::Keep) };
    let demands_equal = equality == want;
    if bits == 0 && cx.ty(x) == Ty::Int {
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
fn equal(cx: &mut Cx, inst: &mut Inst) -> Result<Fed, OptAbort> {
    let (x, k) = (inst.args[0], inst.args[1]);
    let Some(want) = cx.bits(k) else { return Ok(Fed::Keep) };
    if let Some(have) = cx.bits(x) {
        return if have == want { Ok(Fed::Drop) } else { Err(cx.fails()) };
    }
    if cx.ty(x) == Ty::Int {
        if !cx.bounds(x).contains(want as i64) || (want == 0 && cx.has_flag(x, NONZERO)) {
            return Err(cx.fails());
        }
        if want == 0 || (want == 1 && cx.is_bool(x)) {
            inst.op = if want == 0 { Op::GuardFalse } else { Op::GuardTrue };
            inst.args[1] = IrRef::NONE;
            return Ok(Fed::Again);
        }
    }
    Ok(Fed::Keep)
}

pub(super) fn done(cx: &mut Cx, inst: &Inst, _: IrRef) {
    match inst.op {
        Op::GuardTrue => learn(cx, inst.args[0], true),
        Op::GuardFalse => learn(cx, inst.args[0], false),
        Op::GuardEq => {
            if let Some(bits) = cx.bits(inst.args[1]) {
                learn_bits(cx, inst.args[0], bits)
            }
        }
        Op::GuardValid => cx.valid.push(inst.args[0]),
        _ => {}
    }
}

/// A condition passed.
fn learn(cx: &mut Cx, c: IrRef, truth: bool) {
    let Some(d) = cx.def(c).copied() else { return };
    if !truth {
        learn_bits(cx, c, 0);
    } else if cx.is_bool(c) {
        learn_bits(cx, c, 1);
    } else {
        cx.set_flag(c, NONZERO);
        cx.settled(c);
        let b = cx.bounds(c);
        narrow(cx, c, Bounds { lo: b.lo + (b.lo == 0) as i64, hi: b.hi - (b.hi == 0) as i64 });
    }
    if d.op.is_compare() {
        relation(cx, d.op, cx.resolve(d.args[0]), cx.resolve(d.args[1]), truth);
    }
}

/// A value is a constant from here on; so is the value it is a view of.
fn learn_bits(cx: &mut Cx, x: IrRef, bits: u64) {
    let Some(d) = cx.def(x).copied() else { return };
    let k = cx.konst(cx.ty(x), bits);
    cx.set_subst(x, k);
    if matches!(d.op, Op::FloatToBits | Op::FloatFromBits | Op::RefToInt | Op::RefFromInt) {
        let source = cx.resolve(d.args[0]);
        learn_bits(cx, source, bits);
    }
}

fn narrow(cx: &mut Cx, x: IrRef, to: Bounds) {
    if x.is_const() {
        return;
    }
    // Contradicting facts mean that this point is never reached; any bounds are right then.
    if let Some(b) = cx.values[x.index()].bounds.meet(to) {
        cx.values[x.index()].bounds = b;
        cx.settled(x);
        if b.lo == b.hi {
            let k = cx.int(b.lo);
            cx.set_subst(x, k);
        }
        // What is added to gives the sum its bounds, and the other way around, where nothing wraps.
        if let Some([y, k]) = cx.def_of(x, Op::IntAdd) {
            let least =
                |k: u64| Some(Bounds { lo: b.lo.checked_sub(k as i64)?, hi: b.hi.checked_sub(k as i64)? });
            if let Some(to) = cx.bits(k).and_then(least).filter(|to| *to != cx.bounds(y)) {
                narrow(cx, y, to);
            }
        }
    }
}

/// What follows from `op(a, b)` being true or false goes into the table of computations and the bounds.
fn relation(cx: &mut Cx, op: Op, a: IrRef, b: IrRef, truth: bool) {
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
        let v = cx.int(value);
        let (x, y) = if swapped { (b, a) } else { (a, b) };
        cx.cse.insert_ordered(op, x, y, v);
        if let Some(ledger) = &mut cx.ledger {
            ledger.learn(op, x, y, cx.current);
        }
    }
    match op {
        IntLt | IntLe | UintLt | UintLe => {
            cx.order.learn(op, a, b, cx.current);
            narrow_by(cx, op, a, b)
        }
        IntEq | RefEq if a != b => {
            // One name for both; never an allocation's, whose ref says where it came from.
            let (old, young) = if a.is_const() || (!b.is_const() && a < b) { (a, b) } else { (b, a) };
            if let Some(bits) = cx.bits(old) {
                learn_bits(cx, young, bits);
            } else if !cx.has_flag(young, ALLOC) {
                let (x, y) = (cx.bounds(old), cx.bounds(young));
                if op == IntEq {
                    narrow(cx, old, y);
                    narrow(cx, young, x);
                }
                if cx.resolve(young) == young && cx.resolve(old) == old {
                    cx.set_subst(young, old);
                }
            }
        }
        IntNe => {
            for (x, y) in [(a, b), (b, a)] {
                let Some(k) = cx.bits(y) else { continue };
                let bounds = cx.bounds(x);
                if k == 0 {
                    cx.set_flag(x, NONZERO);
                }
                if bounds.lo < bounds.hi && bounds.lo == k as i64 {
                    narrow(cx, x, Bounds { lo: bounds.lo + 1, hi: i64::MAX });
                } else if bounds.lo < bounds.hi && bounds.hi == k as i64 {
                    narrow(cx, x, Bounds { lo: i64::MIN, hi: bounds.hi - 1 });
                }
            }
        }
        _ => {}
    }
}

/// Narrows both operands of a true order relation.
fn narrow_by(cx: &mut Cx, op: Op, a: IrRef, b: IrRef) {
    let (x, y) = (cx.bounds(a), cx.bounds(b));
    let strict = matches!(op, Op::IntLt | Op::UintLt) as i64;
    let unsigned = matches!(op, Op::UintLt | Op::UintLe);
    if unsigned && y.lo < 0 {
        // A right side that may be "huge" says nothing about the left one.
        return;
    }
    // An unsigned relation to a non-negative value makes the left side non-negative too.
    let least = if unsigned { x.lo.max(0) } else { x.lo };
    narrow(cx, a, Bounds { lo: least, hi: y.hi.saturating_sub(strict) });
    narrow(cx, b, Bounds { lo: least.saturating_add(strict), hi: i64::MAX });
}
