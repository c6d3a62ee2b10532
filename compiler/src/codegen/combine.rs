//! Arithmetic that computes one of its operands in the same instruction, on targets that can.
//!
//! **Problem.** `a + (b << 3)`, `a - b * c` and the like are one instruction on some targets. The plan finds an op whose value is used there and
//! nowhere else, asks the target ([`Target::combines`](super::Target::combines)), and makes one step of both.
//!
//! **Invariants.** Both ops are pure and the inner one has no other use and no mention in a snapshot, so nobody sees that it never has a
//! register. No operand of the outer op is a constant: with one, a target needs as many instructions as without.
//!
//! **Example.** `i2 = int_shl i1 3; i3 = int_add i0 i2` is one step with operands `i0, i1`: on AArch64 `add x0, x0, x1, lsl #3`.

use crate::ir::{Inst, IrRef, Op, Trace};

/// What an inner op does to its one operand that is no constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// Shifts it to the left.
    Left(u32),
    /// Shifts it to the right, filling with zeros.
    Right(u32),
    /// Shifts it to the right, filling with its sign.
    Arithmetic(u32),
    /// Takes its lowest bits: 8, 16 or 32.
    Low(u32),
}

/// What an inner op computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inner {
    /// Its operand, modified.
    Modified(IrRef, Modifier),
    /// A product. A constant is the second factor.
    Product(IrRef, IrRef),
}

/// What an op computes, as an operand of another.
pub fn inner(trace: &Trace, inst: &Inst) -> Option<Inner> {
    let [a, b, _] = inst.args;
    // A constant is second.
    let (a, b) = if a.is_const() && inst.op.info().commutative { (b, a) } else { (a, b) };
    if a.is_const() || a.is_none() {
        return None;
    }
    let bits = trace.as_const(b).map(|c| c.bits);
    let modifier = match (inst.op, bits) {
        (Op::IntShl, Some(n)) => Modifier::Left((n & 63) as u32),
        (Op::IntShr, Some(n)) => Modifier::Right((n & 63) as u32),
        (Op::IntSar, Some(n)) => Modifier::Arithmetic((n & 63) as u32),
        (Op::IntAnd, Some(n @ (0xff | 0xffff | 0xffff_ffff))) => Modifier::Low(n.count_ones()),
        (Op::IntMul, Some(n)) if n.is_power_of_two() => Modifier::Left(n.trailing_zeros()),
        (Op::IntMul, _) => return Some(Inner::Product(a, b)),
        _ => return None,
    };
    Some(Inner::Modified(a, modifier))
}
