//! Float arithmetic: only what is exact to the last bit (any NaN counts as equal to any NaN).
//!
//! `x + 0.0` is not `x` (for `-0.0`), `x * 0.0` is not `0.0`, `x - x` is not `0.0`, and nothing is reassociated.

use super::Operand::{Any, Const, Def, Is};
use super::*;
use crate::opt::bounds::Bounds;

const ONE: u64 = 1f64.to_bits();
const TWO: u64 = 2f64.to_bits();
const MINUS_ONE: u64 = (-1f64).to_bits();
const MINUS_ZERO: u64 = (-0f64).to_bits();

pub(super) static RULES: &[Rule] = &[
    rule!(fadd_minus_zero, FloatAdd[Any, Is(MINUS_ZERO)], "x + -0.0 = x", first),
    rule!(fadd_neg, FloatAdd[Any, Def(Op::FloatNeg)], "x + -y = x - y", |rw, i| {
        let y = operand(rw, i.args[1]);
        become_op(i, Op::FloatSub, i.args[0], y)
    }),
    rule!(fsub_zero, FloatSub[Any, Is(0)], "x - 0.0 = x", first),
    rule!(fsub_neg, FloatSub[Any, Def(Op::FloatNeg)], "x - -y = x + y", |rw, i| {
        let y = operand(rw, i.args[1]);
        become_op(i, Op::FloatAdd, i.args[0], y)
    }),
    rule!(minus_zero_fsub, FloatSub[Is(MINUS_ZERO), Any], "-0.0 - x = -x", |_, i| {
        become_op(i, Op::FloatNeg, i.args[1], NO)
    }),
    rule!(fmul_one, FloatMul[Any, Is(ONE)], "x * 1.0 = x", first),
    rule!(fmul_minus_one, FloatMul[Any, Is(MINUS_ONE)], "x * -1.0 = -x", |_, i| {
        become_op(i, Op::FloatNeg, i.args[0], NO)
    }),
    rule!(fmul_two, FloatMul[Any, Is(TWO)], "x * 2.0 = x + x", |_, i| {
        become_op(i, Op::FloatAdd, i.args[0], i.args[0])
    }),
    rule!(fdiv_one, FloatDiv[Any, Is(ONE)], "x / 1.0 = x", first),
    rule!(fdiv_power_of_two, FloatDiv[Any, Const], "x / 2^k = x * 2^-k", |rw, i| {
        let d = f64::from_bits(bits(rw, i.args[1]));
        // Exact only if both the divisor and its inverse are normal powers of two.
        if d.to_bits() << 12 != 0 || !d.is_normal() || !d.recip().is_normal() {
            return Ok(None);
        }
        let k = rw.konst(Ty::Float, d.recip().to_bits());
        become_op(i, Op::FloatMul, i.args[0], k)
    }),
    rule!(fneg_fneg, FloatNeg[Def(Op::FloatNeg)], "-(-x) = x", |rw, i| {
        Ok(Some(Fed::Value(operand(rw, i.args[0]))))
    }),
    rule!(fabs_fabs, FloatAbs[Def(Op::FloatAbs)], "||x|| = |x|", first),
    rule!(fabs_fneg, FloatAbs[Def(Op::FloatNeg)], "|-x| = |x|", |rw, i| {
        let x = operand(rw, i.args[0]);
        become_op(i, Op::FloatAbs, x, NO)
    }),
    rule!(floor_whole, FloatFloor[Any], "floor(x) = x for whole x", whole),
    rule!(ceil_whole, FloatCeil[Any], "ceil(x) = x for whole x", whole),
    rule!(trunc_whole, FloatTrunc[Any], "trunc(x) = x for whole x", whole),
    rule!(flt_same, FloatLt[Any, Any], "(x < x) = 0", |rw, i| if_same(rw, i, 0)),
    // ---- comparisons with what numbers that come of integers cannot exceed
    rule!(feq_limited, FloatEq[Any, Any], "(x == x) = 1 for a number", |rw, i| {
        match i.args[0] == i.args[1] && limit(rw, i.args[0], DEPTH).is_some() {
            true => constant(rw, i, 1),
            false => Ok(None),
        }
    }),
    rule!(flt_limit, FloatLt[Any, Const], "(x < k) = 1 for |x| < k", |rw, i| limited(rw, i, 0, |most, k| most < k)),
    rule!(fle_limit, FloatLe[Any, Const], "(x <= k) = 1 for |x| <= k", |rw, i| limited(rw, i, 0, |most, k| most <= k)),
    rule!(limit_flt, FloatLt[Const, Any], "(k < x) = 1 for |x| < -k", |rw, i| limited(rw, i, 1, |most, k| most < -k)),
    rule!(limit_fle, FloatLe[Const, Any], "(k <= x) = 1 for |x| <= -k", |rw, i| limited(rw, i, 1, |most, k| most <= -k)),
    // ---- comparisons of converted integers
    rule!(feq_ints, FloatEq[Def(Op::IntToFloat), Any], "(float x == float y) = (x == y), small", |rw, i| small(rw, i, Op::IntEq)),
    rule!(fne_ints, FloatNe[Def(Op::IntToFloat), Any], "(float x != float y) = (x != y), small", |rw, i| small(rw, i, Op::IntNe)),
    rule!(flt_ints, FloatLt[Def(Op::IntToFloat), Any], "(float x < float y) = (x < y), small", |rw, i| small(rw, i, Op::IntLt)),
    rule!(fle_ints, FloatLe[Def(Op::IntToFloat), Any], "(float x <= float y) = (x <= y), small", |rw, i| small(rw, i, Op::IntLe)),
];

fn operand(rw: &Rewriter, r: IrRef) -> IrRef {
    rw.def(r).map_or(r, |d| rw.resolve(d.args[0]))
}

/// Ops that are looked through for a limit.
const DEPTH: u32 = 4;

/// What the magnitude of a value does not exceed, if it is a finite number whatever the inputs are: each op rounds a limit as it rounds what is below it.
fn limit(rw: &Rewriter, r: IrRef, depth: u32) -> Option<f64> {
    let most = match (rw.bits(r), rw.def(r)) {
        (Some(k), _) => f64::from_bits(k).abs(),
        (_, Some(d)) if depth > 0 => {
            let of = |k: usize| limit(rw, rw.resolve(d.args[k]), depth - 1);
            match d.op {
                Op::IntToFloat => {
                    let b = rw.bounds(rw.resolve(d.args[0]));
                    b.lo.unsigned_abs().max(b.hi.unsigned_abs()) as f64
                }
                Op::FloatAdd | Op::FloatSub => of(0)? + of(1)?,
                Op::FloatMul => of(0)? * of(1)?,
                Op::FloatDiv => of(0)? / f64::from_bits(rw.bits(rw.resolve(d.args[1]))?).abs(),
                Op::FloatFloor | Op::FloatCeil => of(0)?.ceil(),
                Op::FloatTrunc | Op::FloatNeg | Op::FloatAbs => of(0)?,
                _ => return None,
            }
        }
        _ => return None,
    };
    most.is_finite().then_some(most)
}

/// A comparison of operand `k` with a constant that its limit settles.
fn limited(rw: &mut Rewriter, inst: &mut Inst, k: usize, settles: fn(f64, f64) -> bool) -> Applied {
    let Some(other) = rw.bits(inst.args[1 - k]) else { return Ok(None) };
    match limit(rw, inst.args[k], DEPTH).is_some_and(|most| settles(most, f64::from_bits(other))) {
        true => constant(rw, inst, 1),
        false => Ok(None),
    }
}

/// Values that rounding leaves alone: results of rounding, and converted integers.
fn whole(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    let whole = rw
        .def(inst.args[0])
        .is_some_and(|d| matches!(d.op, Op::FloatFloor | Op::FloatCeil | Op::FloatTrunc | Op::IntToFloat));
    Ok(whole.then_some(Fed::Value(inst.args[0])))
}

/// Integers that floats represent exactly.
pub(super) const EXACT: Bounds = Bounds { lo: -(1 << 53), hi: 1 << 53 };

/// Both sides are converted integers (or the right one a whole constant) without rounding.
fn small(rw: &mut Rewriter, inst: &mut Inst, op: Op) -> Applied {
    let Some([x, _]) = rw.def_of(inst.args[0], Op::IntToFloat) else { return Ok(None) };
    let y = match (rw.bits(inst.args[1]), rw.def_of(inst.args[1], Op::IntToFloat)) {
        (Some(k), _) => {
            let k = f64::from_bits(k);
            if k != k.trunc() || k.abs() > EXACT.hi as f64 {
                return Ok(None);
            }
            rw.int(k as i64)
        }
        (_, Some([y, _])) => y,
        _ => return Ok(None),
    };
    if !rw.bounds(x).inside(EXACT) || !rw.bounds(y).inside(EXACT) {
        return Ok(None);
    }
    become_op(inst, op, x, y)
}
