//! The exponential function.
//!
//! `e^x = 2^(k/128) * e^r` with the whole number k that leaves the smallest r: the table has the power of two, a polynomial the rest. `k` is rounded by
//! adding a number so large that its last place is 1; it is then found in the last bits of the sum.

use super::host::*;
use super::tables::EXP;
use crate::machine::{Float, Int, Values};

const LN2_128THS: f64 = f64::from_bits(0x40671547652b82fe);
/// -ln(2)/128: the first has few enough bits that its products with k are exact, the second what it lacks.
const MINUS_128TH: [f64; 2] = floats([0xbf762e42fefa0000, 0xbd0cf79abc9e3b3a]);
/// Of `e^r - 1 - r`, from `r^2` on.
const C: [f64; 4] = floats([0x3fdffffffffffdbd, 0x3fc555555555543c, 0x3fa55555cf172b91, 0x3f81111167a4d017]);
const ROUNDING: f64 = f64::from_bits(0x4338000000000000);

/// The exponent's bits from which on `e^x` is more than 1, and from which on powers need care.
pub const TINY: i64 = 0x3c9;
pub const WIDE: i64 = 0x408;
/// Those of 1024: beyond it all is infinite or zero.
pub const HUGE: i64 = 0x409;

/// A power in parts: `scale * (1 + rest)`.
pub struct Power<V: Values> {
    /// The whole number of 128ths is in its last bits.
    k: Int<V>,
    /// The bits of the scale, whose exponent may have left the range of exponents.
    scale: Int<V>,
    rest: Float<V>,
}

impl<V: Values> Power<V> {
    /// `e^(x + low)`; `sign` is 2^18 to negate it.
    #[inline(always)]
    pub fn new(x: Float<V>, low: Option<Float<V>>, sign: Option<Int<V>>) -> Power<V> {
        let sum = x.mul_add(LN2_128THS, ROUNDING);
        let k = sum.to_bits();
        let n = sum - ROUNDING;
        let r = n.mul_add(MINUS_128TH[1], n.mul_add(MINUS_128TH[0], x));
        let r = low.map_or(r, |low| r + low);
        let place = (k & 127).shl(1);
        let exponent = sign.map_or(k, |s| k + s).shl(45);
        let scale = (place + 1).word_of(&EXP) + exponent;
        let square = r * r;
        let (even, odd) = (r.mul_add(C[1], C[0]), r.mul_add(C[3], C[2]));
        let rest = even.mul_add(square, look_up(&EXP, place) + r);
        let rest = (square * square).mul_add(odd, rest);
        Power { k, scale, rest }
    }

    /// The power, if neither it nor its scale leaves the range of ordinary floats.
    #[inline(always)]
    pub fn value(&self) -> Float<V> {
        let scale = Float::from_bits(self.scale);
        scale.mul_add(self.rest, scale)
    }

    /// The power, where it may be infinite, subnormal or zero. The last are rounded once: the sum with 1 has its last place where theirs is.
    #[inline(always)]
    pub fn wide<H: Host<V = V>>(&self, h: H) -> Float<V> {
        if h.branch((self.k & 0x8000_0000).eq_(0)) {
            let scale = Float::from_bits(self.scale - (1009 << 52));
            return scale.mul_add(self.rest, scale) * f64::from_bits(0x7f00000000000000);
        }
        let scale = Float::from_bits(self.scale + (1022 << 52));
        let part = scale * self.rest;
        let mut y = scale + part;
        if h.branch(y.abs().lt(1.0)) {
            let one = with_sign_of(Float::new(1.0), scale);
            let low = (scale - y) + part;
            let high = one + y;
            let low = ((one - high) + y) + low;
            y = with_sign_of((high + low) - one, scale);
        }
        y * f64::MIN_POSITIVE
    }
}

#[inline(always)]
pub fn exp<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let size = exponent(x);
    if h.branch((size - TINY).ult(WIDE - TINY)) {
        return Power::new(x, None, None).value();
    }
    if h.branch(size.lt(TINY)) {
        return x + 1.0;
    }
    if h.branch(size.lt(HUGE)) {
        return Power::new(x, None, None).wide(h);
    }
    if h.branch(x.lt(0.0)) {
        return Float::new(0.0);
    }
    // Infinite, or no number.
    x + f64::INFINITY
}
