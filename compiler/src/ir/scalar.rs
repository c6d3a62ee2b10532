//! The meaning of the pure ops, once: plain execution, the evaluator and constant folding all call these.
//!
//! Each function is total and `inline(always)`: with a constant op the match folds away, so plain execution pays nothing.

use super::op::{Op, Ty};
use crate::platform;

/// Unary integer ops.
#[inline(always)]
pub fn int1(op: Op, a: u64) -> u64 {
    match op {
        Op::IntNeg => a.wrapping_neg(),
        Op::IntNot => !a,
        _ => unwritten(op),
    }
}

/// Division rounded to minus infinity; 0 for divisor 0; wraps for MIN / -1.
#[inline(always)]
pub fn div_floor(a: i64, b: i64) -> i64 {
    if b == 0 {
        return 0;
    }
    let q = a.wrapping_div(b);
    if (a ^ b) < 0 && q.wrapping_mul(b) != a {
        q - 1
    } else {
        q
    }
}

/// Remainder with the sign of the divisor; 0 for divisors 0 and -1.
#[inline(always)]
pub fn mod_floor(a: i64, b: i64) -> i64 {
    if b == 0 {
        return 0;
    }
    let r = a.wrapping_rem(b);
    if r != 0 && (r ^ b) < 0 {
        r + b
    } else {
        r
    }
}

/// Binary integer ops, integer comparisons and reference comparisons (results 0 or 1).
#[inline(always)]
pub fn int2(op: Op, x: u64, y: u64) -> u64 {
    let (a, b) = (x as i64, y as i64);
    match op {
        Op::IntAdd => x.wrapping_add(y),
        Op::IntSub => x.wrapping_sub(y),
        Op::IntMul => x.wrapping_mul(y),
        Op::IntDivFloor => div_floor(a, b) as u64,
        Op::IntModFloor => mod_floor(a, b) as u64,
        Op::IntAnd => x & y,
        Op::IntOr => x | y,
        Op::IntXor => x ^ y,
        Op::IntShl => x.wrapping_shl(y as u32),
        Op::IntShr => x.wrapping_shr(y as u32),
        Op::IntSar => a.wrapping_shr(y as u32) as u64,
        Op::IntAddOvf => a.checked_add(b).is_none() as u64,
        Op::IntSubOvf => a.checked_sub(b).is_none() as u64,
        Op::IntMulOvf => a.checked_mul(b).is_none() as u64,
        Op::IntEq | Op::RefEq => (x == y) as u64,
        Op::IntNe | Op::RefNe => (x != y) as u64,
        Op::IntLt => (a < b) as u64,
        Op::IntLe => (a <= b) as u64,
        Op::UintLt => (x < y) as u64,
        Op::UintLe => (x <= y) as u64,
        _ => unwritten(op),
    }
}

/// Unary float ops.
#[inline(always)]
pub fn float1(op: Op, a: f64) -> f64 {
    match op {
        Op::FloatNeg => f64::from_bits(a.to_bits() ^ 1 << 63),
        Op::FloatAbs => a.abs(),
        Op::FloatSqrt => a.sqrt(),
        Op::FloatFloor => a.floor(),
        Op::FloatCeil => a.ceil(),
        Op::FloatTrunc => a.trunc(),
        _ => unwritten(op),
    }
}

/// Binary float ops.
#[inline(always)]
pub fn float2(op: Op, a: f64, b: f64) -> f64 {
    match op {
        Op::FloatAdd => a + b,
        Op::FloatSub => a - b,
        Op::FloatMul => a * b,
        Op::FloatDiv => a / b,
        _ => unwritten(op),
    }
}

/// Float ops with three operands.
#[inline(always)]
pub fn float3(op: Op, a: f64, b: f64, c: f64) -> f64 {
    match op {
        Op::FloatFma => platform::mul_add(a, b, c),
        _ => unwritten(op),
    }
}

/// A word of a constant table; any index has one.
#[inline(always)]
pub fn table_word(words: &[u64], index: u64) -> u64 {
    words[index as usize & (words.len() - 1)]
}

/// Float comparisons.
#[inline(always)]
pub fn fcmp(op: Op, a: f64, b: f64) -> bool {
    match op {
        Op::FloatEq => a == b,
        Op::FloatNe => a != b,
        Op::FloatLt => a < b,
        Op::FloatLe => a <= b,
        _ => unwritten(op),
    }
}

/// An op that a function of this module was given, but does not know: not one of its kind, or nobody wrote it.
#[cold]
#[inline(never)]
fn unwritten(op: Op) -> ! {
    panic!("ir/scalar.rs does not say what {op:?} gives for operands of these types")
}

/// The result bits of any pure op on operand bits; `None` for ops that are not plain pure computations.
pub fn eval_pure(op: Op, args: &[u64]) -> Option<u64> {
    use super::op::{Arg, Effect, Shape};
    let info = op.info();
    if info.effect != Effect::Pure || info.shape != Shape::Plain {
        return None;
    }
    let f = f64::from_bits;
    Some(match (op, info.args, info.result) {
        (Op::IntToFloat, ..) => (args[0] as i64 as f64).to_bits(),
        (Op::FloatToInt, ..) => f(args[0]) as i64 as u64,
        (Op::FloatToBits | Op::FloatFromBits | Op::RefToInt | Op::RefFromInt, ..) => args[0],
        (_, [Arg::F], _) => float1(op, f(args[0])).to_bits(),
        (_, [Arg::F, Arg::F], Some(Ty::Int)) => fcmp(op, f(args[0]), f(args[1])) as u64,
        (_, [Arg::F, Arg::F], _) => float2(op, f(args[0]), f(args[1])).to_bits(),
        (_, [Arg::F, Arg::F, Arg::F], _) => float3(op, f(args[0]), f(args[1]), f(args[2])).to_bits(),
        (_, [_], _) => int1(op, args[0]),
        _ => int2(op, args[0], args[1]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::op::{Effect, Shape, ALL_OPS};

    #[test]
    fn every_pure_op_is_written() {
        let pure = ALL_OPS.iter().filter(|op| {
            let info = op.info();
            info.effect == Effect::Pure && info.shape == Shape::Plain && !info.args.is_empty()
        });
        let mut written = 0;
        for &op in pure {
            assert!(eval_pure(op, &[9, 4, 2]).is_some(), "{op:?}");
            written += 1;
        }
        assert!(written > 30, "only {written} ops are pure");
    }
}
