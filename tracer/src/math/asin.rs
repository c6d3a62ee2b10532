//! Arc sine and arc cosine.
//!
//! Near zero a series; up to 31/32 the series at a place near the number, from the table; above that the angle is that of the root of half of what is
//! missing to 1, taken twice, and the root and what it lacks come from an approximate reciprocal.

use super::host::*;
use super::reduce::PI_HALF;
use super::tables::{ASIN, ROOT};
use crate::machine::{Float, Int, Values};

/// Of the series at 0, from `x^3` on.
const F: [f64; 6] = floats([
    0x3fc55555555554f9,
    0x3fb333333336127d,
    0x3fa6db6dae42c0e4,
    0x3f9f1c7e04f4ad99,
    0x3f96e442c822d419,
    0x3f9292d80f453c72,
]);
/// Of `1/sqrt(1 - r)`.
const ROOTS: [f64; 4] =
    floats([0x3fefffffffecc1dd, 0x3fdfffffff757304, 0x3fd800496769c91a, 0x3fd4006318d1dab9]);

/// The bits of 1/8, of 31/32 and of 1.
const SERIES: i64 = 0x3fc << 52;
const PLACES: i64 = 0x3fef << 48;
const WHOLE: i64 = 0x3ff << 52;

/// `asin(x)/x^3 - 1/x^2`, by the square of x.
#[inline(always)]
fn series<V: Values>(square: Float<V>) -> Float<V> {
    F.into_iter().rev().skip(1).fold(Float::new(F[5]), |p, f| p.mul_add(square, f))
}

/// The arc sine of a number from 1/8 to 31/32: that of a place, and what is to be added.
#[inline(always)]
fn at_place<V: Values>(size: Float<V>) -> (Float<V>, Float<V>) {
    // Places are twice as many in each interval from one power of two to the next: 32, 64, 120.
    let bits = size.to_bits() - SERIES;
    let interval = bits.shr(52);
    let row = ((bits & ((1 << 52) - 1)).shr((-interval) + 47) + (Int::new(1).shl(interval + 5) - 32)).shl(4);
    let word = |k: i64| look_up(&ASIN, row + k);
    let x = size - word(0);
    let p = (2..10).rev().fold(word(10), |p, k| p.mul_add(x, word(k)));
    (word(12), x.mul_add(word(1), p.mul_add(x * x, word(11))))
}

/// The root of `(1 - size)/2`: its first bits by `first`, what they lack, and the series' part at the root, over the root.
#[inline(always)]
fn root<V: Values>(size: Float<V>, first: impl Fn(Float<V>) -> Float<V>) -> [Float<V>; 3] {
    let z = (1.0 - size) * 0.5;
    let bits = z.to_bits();
    let power = Float::from_bits((-bits.sar(53) + (511 + 1023)).shl(52));
    let t = look_up(&ROOT, bits.shr(46)) * power;
    let r = (-(t * t)).mul_add(z, 1.0);
    let t = ROOTS.into_iter().rev().skip(1).fold(Float::new(ROOTS[3]), |p, c| p.mul_add(r, c)) * t;
    let c = z * t;
    let y = first(c);
    let sum = (-(t * 0.5)).mul_add(c, 1.5).mul_add(c, y);
    let lack = (-y).mul_add(y, z) / sum;
    [y, lack, series(z) * z]
}

/// What both are beyond 1: no number, without a sign in the C library's older way; of no number itself.
#[inline(always)]
fn beyond<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    if h.branch(x.ne_(x)) {
        return x + x;
    }
    Float::new(f64::NAN)
}

#[inline(always)]
pub fn asin<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let size = x.abs();
    let bits = size.to_bits();
    if h.branch(bits.lt(SERIES)) {
        if h.branch(bits.lt(0x3e5 << 52)) {
            return x;
        }
        let square = x * x;
        return series(square).mul_add(x * square, x);
    }
    if h.branch(bits.lt(PLACES)) {
        let (angle, rest) = at_place(size);
        return with_sign_of(rest + angle, x);
    }
    if h.branch(bits.lt(WHOLE)) {
        let rounding = (1u64 << 24) as f64;
        let [y, lack, part] = root(size, |c| (c + rounding) - rounding);
        let low = lack.mul_add(-2.0, PI_HALF[1]);
        let both = lack + y;
        let low = (-(both + both)).mul_add(part, low);
        return with_sign_of(low + y.mul_add(-2.0, PI_HALF[0]), x);
    }
    if h.branch(size.eq_(1.0)) {
        return with_sign_of(Float::new(PI_HALF[0]), x);
    }
    beyond(h, x)
}

#[inline(always)]
pub fn acos<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let size = x.abs();
    let bits = size.to_bits();
    if h.branch(bits.lt(SERIES)) {
        if h.branch(bits.lt(0x3c88 << 48)) {
            return Float::new(PI_HALF[0]);
        }
        let square = x * x;
        let high = PI_HALF[0] - x;
        let low = ((PI_HALF[0] - high) - x) + PI_HALF[1];
        return high + (-series(square)).mul_add(x * square, low);
    }
    if h.branch(bits.lt(PLACES)) {
        let (angle, rest) = at_place(size);
        let (angle, rest) = (times_sign_of(angle, x), times_sign_of(rest, x));
        return (PI_HALF[1] - rest) + (PI_HALF[0] - angle);
    }
    let negative = x.to_bits().lt(0);
    if h.branch(bits.lt(WHOLE)) {
        let split = (1u64 << 27) as f64;
        let [y, lack, part] = root(size, |c| c.mul_add(-split, c.mul_add(split, c)));
        let part = part * (y + lack);
        let half = match h.branch(negative) {
            true => ((PI_HALF[1] - lack) - part) + (PI_HALF[0] - y),
            false => (lack + part) + y,
        };
        return half + half;
    }
    if h.branch(size.eq_(1.0)) {
        return Float::new(if h.branch(negative) { std::f64::consts::PI } else { 0.0 });
    }
    beyond(h, x)
}
