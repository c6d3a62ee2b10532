//! Logarithms, natural and to bases 2 and 10.
//!
//! `x = 2^k * z` with z from about 0.7 to 1.4, and the table has, by the first bits of z, a place c near it: `log(x) = k * log(2) + log(c) + log(1 + r)` with
//! `r = z/c - 1`, which is small and, rounded once, exact. Near 1, where the sum would cancel, a polynomial alone.

use super::host::*;
use super::tables::{LOG, LOG2};
use crate::machine::{Bool, Float, Int, Values};

/// ln(2): the first has few enough bits that its products with exponents are exact.
const LN2: [f64; 2] = floats([0x3fe62e42fefa3800, 0x3d2ef35793c76730]);
/// Of `log(1 + r) - r`, from `r^2` on, for the r that places leave.
const A: [f64; 5] = floats([
    0xbfe0000000000001,
    0x3fd555555551305b,
    0xbfcfffffffeb4590,
    0x3fc999b324f10111,
    0xbfc55575e506c89f,
]);
/// The same for numbers near 1.
const B: [f64; 11] = floats([
    0xbfe0000000000000,
    0x3fd5555555555577,
    0xbfcffffffffffdcb,
    0x3fc999999995dd0c,
    0xbfc55555556745a7,
    0x3fc24924a344de30,
    0xbfbfffffa4423d65,
    0x3fbc7184282ad6ca,
    0xbfb999eb43b068ff,
    0x3fb78182f7afd085,
    0xbfb5521375d145cd,
]);

/// 1/ln(2), and what it lacks.
const INV_LN2: [f64; 2] = floats([0x3ff7154765200000, 0x3de705fc2eefa200]);
/// As `A`, to base 2.
const A2: [f64; 6] = floats([
    0xbfe71547652b8339,
    0x3fdec709dc3a04be,
    0xbfd7154764702ffb,
    0x3fd2776c50034c48,
    0xbfcec7b328ea92bc,
    0x3fca6225e117f92e,
]);
/// As `B`, to base 2.
const B2: [f64; 10] = floats([
    0xbfe71547652b82fe,
    0x3fdec709dc3a03f7,
    0xbfd71547652b7c3f,
    0x3fd2776c50f05be4,
    0xbfcec709dd768fe5,
    0x3fca61761ec4e736,
    0xbfc7153fbc64a79b,
    0x3fc484d154f01b4a,
    0xbfc289e4a72c383c,
    0x3fc0b32f285aee66,
]);

/// A number's parts: the exponent, the number without it, and the bits that choose the place.
pub struct Parts<V: Values> {
    pub k: Float<V>,
    pub z: Float<V>,
    pub place: Int<V>,
}

impl<V: Values> Parts<V> {
    /// Of a positive normal number's bits; `low` are those of the least z, and there are `2^places` places.
    #[inline(always)]
    pub fn new(bits: Int<V>, low: i64, places: i64) -> Parts<V> {
        let above = bits - low;
        let place = above.shr(52 - places) & ((1 << places) - 1);
        let z = Float::from_bits(bits - (above & (0xfff << 52)));
        Parts { k: above.sar(52).to_float(), z, place }
    }
}

/// The bits of a positive number as if exponents had no least one, or what the logarithm is where there is none or the number is infinite.
#[inline(always)]
fn normal<H: Host>(h: H, x: Float<H::V>) -> Result<Int<H::V>, Float<H::V>> {
    let bits = x.to_bits();
    if h.branch((bits.shr(48) - 0x10).ult(0x7fe0)) {
        return Ok(bits);
    }
    if h.branch(x.eq_(0.0)) {
        return Err(Float::new(f64::NEG_INFINITY));
    }
    if h.branch(x.eq_(f64::INFINITY)) {
        return Err(x);
    }
    if h.branch(Float::new(0.0).lt(x)) {
        return Ok((x * (1u64 << 52) as f64).to_bits() - (52 << 52));
    }
    Err(undefined(x))
}

/// Whether a number is from one to below another, both positive and given by their bits.
#[inline(always)]
fn is_between<V: Values>(x: Float<V>, least: i64, end: i64) -> Bool<V> {
    let bits = x.to_bits();
    Int::new(least).le(bits).and(bits.lt(end))
}

#[inline(always)]
pub fn log<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    // From 1 - 2^-4 to 1 + 1.035 * 2^-4. Two tests of signed numbers: one of unsigned ones would be taken for a bound, which always holds.
    if h.branch(is_between(x, 0x3fee000000000000, 0x3ff1090000000000)) {
        return log_near_one(x - 1.0);
    }
    let bits = match normal(h, x) {
        Ok(bits) => bits,
        Err(special) => return special,
    };
    let Parts { k, z, place } = Parts::new(bits, 0x3fe6000000000000, 7);
    let r = z.mul_add(look_up(&LOG, place.shl(1)), -1.0);
    let w = k.mul_add(LN2[0], look_up(&LOG, place.shl(1) + 1));
    let high = w + r;
    let low = k.mul_add(LN2[1], (w - high) + r);
    let square = r * r;
    let (p, q) = (r.mul_add(A[2], A[1]), r.mul_add(A[4], A[3]));
    let low = square.mul_add(A[0], low);
    (r * square).mul_add(q.mul_add(square, p), low) + high
}

/// `log(1 + r)`: the part with the square is computed from the halves of r, so that it is nearly exact.
#[inline(always)]
fn log_near_one<V: Values>(r: Float<V>) -> Float<V> {
    let (square, cube) = (r * r, r * (r * r));
    let three = |k: usize| square.mul_add(B[k + 2], r.mul_add(B[k + 1], B[k]));
    let p = cube.mul_add(B[10], three(7));
    let p = cube.mul_add(cube.mul_add(p, three(4)), three(1));
    const HALF_WAY: f64 = (1u64 << 27) as f64;
    let first = r.mul_add(-HALF_WAY, r.mul_add(HALF_WAY, r));
    let high = (first * first).mul_add(B[0], r);
    let low = (first * first).mul_add(B[0], r - high);
    let low = ((r - first) * B[0]).mul_add(r + first, low);
    high + p.mul_add(cube, low)
}

#[inline(always)]
pub fn log2<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    if h.branch(is_between(x, 0x3feea4af00000000, 0x3ff0b55900000000)) {
        return log2_near_one(x - 1.0);
    }
    let bits = match normal(h, x) {
        Ok(bits) => bits,
        Err(special) => return special,
    };
    let Parts { k, z, place } = Parts::new(bits, 0x3fe6000000000000, 6);
    let r = z.mul_add(look_up(&LOG2, place.shl(1)), -1.0);
    let (t, off) = product(r);
    let whole = k + look_up(&LOG2, place.shl(1) + 1);
    let high = whole + t;
    let low = ((whole - high) + t) + off;
    let square = r * r;
    let two = |k: usize| r.mul_add(A2[k + 1], A2[k]);
    let p = (square * square).mul_add(two(4), square.mul_add(two(2), two(0)));
    square.mul_add(p, low) + high
}

/// `r / ln(2)`, and what the product lacks.
#[inline(always)]
fn product<V: Values>(r: Float<V>) -> (Float<V>, Float<V>) {
    let t = r * INV_LN2[0];
    (t, r.mul_add(INV_LN2[1], r.mul_add(INV_LN2[0], -t)))
}

#[inline(always)]
fn log2_near_one<V: Values>(r: Float<V>) -> Float<V> {
    let (t, off) = product(r);
    let square = r * r;
    let fourth = square * square;
    let two = |k: usize| r.mul_add(B2[k + 1], B2[k]);
    let first = two(0);
    let high = square.mul_add(first, t);
    let low = square.mul_add(first, t - high) + off;
    let p = fourth.mul_add(square.mul_add(two(8), two(6)), square.mul_add(two(4), two(2)));
    high + fourth.mul_add(p, low)
}

/// 1/ln(10), and the logarithm of 2: the first with few enough bits that its products with exponents are exact.
const INV_LN10: f64 = f64::from_bits(0x3fdbcb7b1526e50e);
const LOG10_2: [f64; 2] = floats([0x3fd34413509f6000, 0x3d59fef311f12b36]);

/// From the natural logarithm of the number without its exponent, less than 1 for negative exponents.
#[inline(always)]
pub fn log10<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    // The C library's older way: no number here has no sign.
    if h.branch(x.lt(0.0)) {
        return Float::new(f64::NAN);
    }
    let bits = match normal(h, x) {
        Ok(bits) => bits,
        Err(special) => return special,
    };
    let k = bits.sar(52) - 1023;
    let negative = k.shr(63);
    let z = Float::from_bits((bits & ((1 << 52) - 1)) | (Int::new(1023) - negative).shl(52));
    let k = (k + negative).to_float();
    (k * LOG10_2[1] + log(h, z) * INV_LN10) + k * LOG10_2[0]
}
