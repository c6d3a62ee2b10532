//! Integer arithmetic, bits and shifts.
//!
//! Everything wraps at 64 bits, so identities of the ring of integers modulo 2^64 hold without conditions; where a rule
//! needs bounds it asks for them. Canonical forms: subtraction of a constant is addition, multiplication by a power of
//! two is a shift, constants stand on the right.

use super::Operand::{Any, Const, Def, Is};
use super::*;
use crate::opt::bounds::Bounds;

const ONES: u64 = u64::MAX;

pub(super) static RULES: &[Rule] = &[
    // ---- sums
    rule!(add_zero, IntAdd[Any, Is(0)], "x + 0 = x", first),
    rule!(add_add, IntAdd[Def(Op::IntAdd), Const], "(x + a) + b = x + (a + b)", merge_constants),
    rule!(add_neg, IntAdd[Any, Def(Op::IntNeg)], "x + -y = x - y", |rw, i| {
        let y = operand(rw, i.args[1]);
        become_op(i, Op::IntSub, i.args[0], y)
    }),
    rule!(sub_zero, IntSub[Any, Is(0)], "x - 0 = x", first),
    rule!(sub_same, IntSub[Any, Any], "x - x = 0", |rw, i| if_same(rw, i, 0)),
    rule!(sub_const, IntSub[Any, Const], "x - k = x + -k", |rw, i| {
        let k = rw.int((bits(rw, i.args[1]) as i64).wrapping_neg());
        become_op(i, Op::IntAdd, i.args[0], k)
    }),
    rule!(zero_sub, IntSub[Is(0), Any], "0 - x = -x", |_, i| become_op(i, Op::IntNeg, i.args[1], NO)),
    rule!(sub_neg, IntSub[Any, Def(Op::IntNeg)], "x - -y = x + y", |rw, i| {
        let y = operand(rw, i.args[1]);
        become_op(i, Op::IntAdd, i.args[0], y)
    }),
    rule!(add_sub, IntSub[Def(Op::IntAdd), Any], "(x + y) - y = x", |rw, i| {
        let Some([x, y]) = rw.def_of(i.args[0], Op::IntAdd) else { return Ok(None) };
        Ok(match i.args[1] {
            z if z == y => Some(Fed::Value(x)),
            z if z == x => Some(Fed::Value(y)),
            _ => None,
        })
    }),
    rule!(neg_neg, IntNeg[Def(Op::IntNeg)], "-(-x) = x", inner),
    rule!(neg_sub, IntNeg[Def(Op::IntSub)], "-(x - y) = y - x", |rw, i| {
        let Some([x, y]) = rw.def_of(i.args[0], Op::IntSub) else { return Ok(None) };
        become_op(i, Op::IntSub, y, x)
    }),
    // ---- products
    rule!(mul_zero, IntMul[Any, Is(0)], "x * 0 = 0", zero),
    rule!(mul_one, IntMul[Any, Is(1)], "x * 1 = x", first),
    rule!(mul_minus_one, IntMul[Any, Is(ONES)], "x * -1 = -x", |_, i| become_op(i, Op::IntNeg, i.args[0], NO)),
    rule!(mul_power_of_two, IntMul[Any, Const], "x * 2^k = x << k", |rw, i| by_power(rw, i, Op::IntShl)),
    rule!(mul_mul, IntMul[Def(Op::IntMul), Const], "(x * a) * b = x * (a * b)", merge_constants),
    rule!(div_zero, IntDivFloor[Any, Is(0)], "x / 0 = 0", zero),
    rule!(zero_div, IntDivFloor[Is(0), Any], "0 / x = 0", zero),
    rule!(div_one, IntDivFloor[Any, Is(1)], "x / 1 = x", first),
    rule!(div_minus_one, IntDivFloor[Any, Is(ONES)], "x / -1 = -x", |_, i| become_op(i, Op::IntNeg, i.args[0], NO)),
    rule!(div_power_of_two, IntDivFloor[Any, Const], "floor(x / 2^k) = x >> k", |rw, i| {
        if bits(rw, i.args[1]) == 1 << 63 {
            return Ok(None); // negative
        }
        by_power(rw, i, Op::IntSar)
    }),
    rule!(mod_zero, IntModFloor[Any, Is(0)], "x mod 0 = 0", zero),
    rule!(mod_one, IntModFloor[Any, Is(1)], "x mod 1 = 0", zero),
    rule!(mod_minus_one, IntModFloor[Any, Is(ONES)], "x mod -1 = 0", zero),
    rule!(zero_mod, IntModFloor[Is(0), Any], "0 mod x = 0", zero),
    rule!(mod_small, IntModFloor[Any, Any], "x mod y = x if 0 <= x < y", |rw, i| {
        let (x, y) = (rw.bounds(i.args[0]), rw.bounds(i.args[1]));
        Ok((x.lo >= 0 && x.hi < y.lo).then_some(Fed::Value(i.args[0])))
    }),
    rule!(mod_power_of_two, IntModFloor[Any, Const], "x mod 2^k = x & (2^k - 1)", |rw, i| {
        let m = bits(rw, i.args[1]);
        if !m.is_power_of_two() || m == 1 << 63 {
            return Ok(None);
        }
        let mask = rw.int(m as i64 - 1);
        become_op(i, Op::IntAnd, i.args[0], mask)
    }),
    // ---- overflow tests
    rule!(add_never_overflows, IntAddOvf[Any, Any], "add_ovf(x, y) = 0 within bounds", |rw, i| {
        never(rw, i, i64::checked_add)
    }),
    rule!(sub_never_overflows, IntSubOvf[Any, Any], "sub_ovf(x, y) = 0 within bounds", |rw, i| {
        never(rw, i, i64::checked_sub)
    }),
    rule!(sub_same_overflows, IntSubOvf[Any, Any], "sub_ovf(x, x) = 0", |rw, i| if_same(rw, i, 0)),
    rule!(mul_never_overflows, IntMulOvf[Any, Any], "mul_ovf(x, y) = 0 within bounds", |rw, i| {
        never(rw, i, i64::checked_mul)
    }),
    // ---- bits
    rule!(and_zero, IntAnd[Any, Is(0)], "x & 0 = 0", zero),
    rule!(and_ones, IntAnd[Any, Is(ONES)], "x & -1 = x", first),
    rule!(and_same, IntAnd[Any, Any], "x & x = x", same_is_first),
    rule!(and_and, IntAnd[Def(Op::IntAnd), Const], "(x & a) & b = x & (a & b)", merge_constants),
    rule!(and_covering, IntAnd[Any, Const], "x & (2^k - 1) = x if 0 <= x < 2^k", |rw, i| {
        let (x, mask) = (rw.bounds(i.args[0]), bits(rw, i.args[1]) as i64);
        let covers = mask >= 0 && mask & mask.wrapping_add(1) == 0 && x.inside(Bounds { lo: 0, hi: mask });
        Ok(covers.then_some(Fed::Value(i.args[0])))
    }),
    rule!(or_zero, IntOr[Any, Is(0)], "x | 0 = x", first),
    rule!(or_ones, IntOr[Any, Is(ONES)], "x | -1 = -1", second),
    rule!(or_same, IntOr[Any, Any], "x | x = x", same_is_first),
    rule!(or_or, IntOr[Def(Op::IntOr), Const], "(x | a) | b = x | (a | b)", merge_constants),
    rule!(xor_zero, IntXor[Any, Is(0)], "x ^ 0 = x", first),
    rule!(xor_same, IntXor[Any, Any], "x ^ x = 0", |rw, i| if_same(rw, i, 0)),
    rule!(xor_ones, IntXor[Any, Is(ONES)], "x ^ -1 = ~x", |_, i| become_op(i, Op::IntNot, i.args[0], NO)),
    rule!(xor_xor, IntXor[Def(Op::IntXor), Const], "(x ^ a) ^ b = x ^ (a ^ b)", merge_constants),
    rule!(not_not, IntNot[Def(Op::IntNot)], "~~x = x", inner),
    // ---- shifts
    rule!(shl_modulo, IntShl[Any, Const], "x << k = x << (k & 63)", shift_modulo),
    rule!(shr_modulo, IntShr[Any, Const], "x >>> k = x >>> (k & 63)", shift_modulo),
    rule!(sar_modulo, IntSar[Any, Const], "x >> k = x >> (k & 63)", shift_modulo),
    rule!(shl_zero, IntShl[Any, Is(0)], "x << 0 = x", first),
    rule!(shr_zero, IntShr[Any, Is(0)], "x >>> 0 = x", first),
    rule!(sar_zero, IntSar[Any, Is(0)], "x >> 0 = x", first),
    rule!(zero_shl, IntShl[Is(0), Any], "0 << x = 0", zero),
    rule!(zero_shr, IntShr[Is(0), Any], "0 >>> x = 0", zero),
    rule!(zero_sar, IntSar[Is(0), Any], "0 >> x = 0", zero),
    rule!(ones_sar, IntSar[Is(ONES), Any], "-1 >> x = -1", first),
    rule!(shl_shr, IntShl[Def(Op::IntShr), Const], "(x >>> k) << k = x & (-1 << k)", |rw, i| {
        let Some([x, k]) = rw.def_of(i.args[0], Op::IntShr).filter(|d| d[1] == i.args[1]) else { return Ok(None) };
        let mask = rw.int(((u64::MAX) << (bits(rw, k) & 63)) as i64);
        become_op(i, Op::IntAnd, x, mask)
    }),
    rule!(shl_shl, IntShl[Def(Op::IntShl), Const], "(x << a) << b = x << (a + b)", shift_shift),
    rule!(shr_shr, IntShr[Def(Op::IntShr), Const], "(x >>> a) >>> b = x >>> (a + b)", shift_shift),
    rule!(sar_sar, IntSar[Def(Op::IntSar), Const], "(x >> a) >> b = x >> min(a + b, 63)", shift_shift),
];

/// The operand of a unary op's value.
fn operand(rw: &Rewriter, r: IrRef) -> IrRef {
    rw.def(r).map_or(r, |d| rw.resolve(d.args[0]))
}

fn inner(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    Ok(Some(Fed::Value(operand(rw, inst.args[0]))))
}

fn same_is_first(_: &mut Rewriter, inst: &mut Inst) -> Applied {
    Ok((inst.args[0] == inst.args[1]).then_some(Fed::Value(inst.args[0])))
}

/// The op becomes a shift if the constant is a power of two.
fn by_power(rw: &mut Rewriter, inst: &mut Inst, op: Op) -> Applied {
    let m = bits(rw, inst.args[1]);
    if !m.is_power_of_two() {
        return Ok(None);
    }
    let k = rw.int(m.trailing_zeros() as i64);
    become_op(inst, op, inst.args[0], k)
}

fn never(rw: &mut Rewriter, inst: &mut Inst, f: fn(i64, i64) -> Option<i64>) -> Applied {
    let (a, b) = (rw.bounds(inst.args[0]), rw.bounds(inst.args[1]));
    if Bounds::never_overflows(a, b, f) {
        constant(rw, inst, 0)
    } else {
        Ok(None)
    }
}

fn shift_modulo(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    let k = bits(rw, inst.args[1]);
    if k < 64 {
        return Ok(None);
    }
    let k = rw.int(k as i64 & 63);
    become_op(inst, inst.op, inst.args[0], k)
}

fn shift_shift(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    let Some([x, a]) = rw.def_of(inst.args[0], inst.op) else { return Ok(None) };
    let (Some(a), b) = (rw.bits(a), bits(rw, inst.args[1])) else { return Ok(None) };
    let sum = (a & 63) + (b & 63);
    if sum >= 64 && inst.op != Op::IntSar {
        return constant(rw, inst, 0);
    }
    let k = rw.int(sum.min(63) as i64);
    become_op(inst, inst.op, x, k)
}
