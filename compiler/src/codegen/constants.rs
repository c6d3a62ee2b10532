//! What can be done better when an operand is a constant, whatever the target.
//!
//! These are questions about a trace; the answers are used by a backend's rules (whether the constant needs a register) and by its
//! lowering (what to emit instead), which must ask the same question.
//!
//! **Example.** `i2 = int_div_floor i0 10` multiplies by [`reciprocal`]'s factor.

use crate::ir::{IrRef, Trace};

/// The exponent, if the constant is a positive power of two.
pub fn power_of_two(trace: &Trace, r: IrRef) -> Option<u32> {
    let bits = trace.as_const(r)?.bits as i64;
    (bits > 0 && bits.count_ones() == 1).then(|| bits.trailing_zeros())
}

/// Multiplication in place of division by a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reciprocal {
    /// `2^(64 + shift) / divisor`, rounded up.
    pub factor: u64,
    /// Shift of the product's high half.
    pub shift: u32,
    /// The divisor.
    pub divisor: i32,
}

/// The reciprocal of a divisor above 1 that is no power of two and fits 32 bits.
///
/// With `2^l >= d` and `factor = floor(2^(63+l) / d) + 1`, the error `e = factor * d - 2^(63+l)` is at most `d <= 2^l`, so for every
/// `n < 2^63`: `n * e < 2^(63+l)`, which makes `n * factor >> (63+l)` exactly `n / d`.
pub fn reciprocal(trace: &Trace, r: IrRef) -> Option<Reciprocal> {
    let divisor =
        i32::try_from(trace.as_const(r)?.bits as i64).ok().filter(|d| *d > 2 && d.count_ones() > 1)?;
    let log = 32 - (divisor - 1).leading_zeros();
    let factor = ((1u128 << (63 + log)) / divisor as u128 + 1) as u64;
    Some(Reciprocal { factor, shift: log - 1, divisor })
}

/// The displacement of element `index` (a constant), if it fits an address.
pub fn elem_disp(trace: &Trace, array: u32, index: IrRef) -> Option<i32> {
    let d = &trace.arrays[array as usize];
    let k = trace.as_const(index)?.bits as i64;
    i32::try_from(k.checked_mul(d.stride as i64)?.checked_add(d.offset as i64)?).ok()
}

/// Largest object that native code takes from a bump region.
pub const MAX_INLINE: u64 = 512;

/// The size of an array with a constant, small length.
pub fn const_array_bytes(trace: &Trace, ty: u32, len: IrRef) -> Option<u64> {
    let d = &trace.types[ty as usize];
    let n = trace.as_const(len)?.bits;
    let bytes = n.checked_mul(d.stride as u64)?.checked_add(d.size as u64)?.checked_add(7)? & !7;
    (bytes <= MAX_INLINE).then_some(bytes)
}
