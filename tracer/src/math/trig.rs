//! Sine and cosine.
//!
//! The argument less the nearest multiple of pi/2 is a sum of two floats; of the place nearest to it in steps of 1/128 the table has sine and cosine to
//! twice the precision, and polynomials those of what is left. They are put together with what each part lacks.

use super::host::*;
use super::reduce::{reduce, Reduced, PI_HALF};
use super::tables::SINCOS;
use crate::machine::{Float, Int, Values};

/// Of the sine, from `x^3` on, for x below 0.126.
const S: [f64; 5] = floats([
    0xbfc5555555555555,
    0x3f81111111110ece,
    0xbf2a01a019db08b8,
    0x3ec71de27b9a7ed9,
    0xbe5addffc2fcdf59,
]);
/// Of the sine, from `x^3` on, within half a step of a place.
const NEAR_S: [f64; 2] = floats([0xbfc5555555555515, 0x3f811110e829872f]);
/// Of one less the cosine, from `x^2` on.
const NEAR_C: [f64; 3] = floats([0x3fe0000000000000, 0xbfa5555555555535, 0x3f56c16bedd9e239]);
/// Its last place is 1/128.
const ROUNDING: f64 = f64::from_bits(0x42c8000000000000);

/// What the table and the polynomials say of a number.
struct Near<V: Values> {
    /// Sine and cosine of the place, each with what it lacks.
    sine: [Float<V>; 2],
    cosine: [Float<V>; 2],
    /// The number less its place.
    x: Float<V>,
    square: Float<V>,
    /// `x + low`, corrected towards its sine by a polynomial.
    cube: Float<V>,
    /// One less the cosine of x.
    lost: Float<V>,
}

impl<V: Values> Near<V> {
    /// The place nearest to a positive number, and the number less it.
    #[inline(always)]
    fn place(x: Float<V>) -> (Int<V>, Float<V>) {
        let sum = x + ROUNDING;
        ((sum.to_bits() & 127).shl(2), x - (sum - ROUNDING))
    }
    #[inline(always)]
    fn new(place: Int<V>, x: Float<V>) -> Near<V> {
        let word = |k: i64| look_up(&SINCOS, place + k);
        let square = x * x;
        let cube = square.mul_add(NEAR_S[1], NEAR_S[0]);
        let lost = square * square.mul_add(square.mul_add(NEAR_C[2], NEAR_C[1]), NEAR_C[0]);
        Near { sine: [word(0), word(1)], cosine: [word(2), word(3)], x, square, cube, lost }
    }
}

/// The sine of `x + low`, where x is at most about pi/4.
#[inline(always)]
fn sine<H: Host>(h: H, x: Float<H::V>, low: Float<H::V>) -> Float<H::V> {
    let size = x.abs();
    if h.branch(size.lt(0.126)) {
        let square = x * x;
        let p = S.into_iter().rev().skip(1).fold(Float::new(S[4]), |p, c| p.mul_add(square, c));
        return x + square.mul_add(p.mul_add(x, -(low * 0.5)), low);
    }
    let low = times_sign_of(low, x);
    let (place, rest) = Near::place(size);
    let Near { sine: [sn, sn_low], cosine: [cs, cs_low], x: r, square, cube, lost } = Near::new(place, rest);
    let s = r + (r * square).mul_add(cube, low);
    let c = r.mul_add(low, lost);
    let sum = s.mul_add(cs, (-c).mul_add(sn, cs_low.mul_add(s, sn_low)));
    with_sign_of(sn + sum, x)
}

/// The cosine of `x + low`, where x is at most about pi/4.
#[inline(always)]
fn cosine<V: Values>(x: Float<V>, low: Float<V>) -> Float<V> {
    let (place, rest) = Near::place(x.abs());
    let near = Near::new(place, rest + times_sign_of(low, x));
    let Near { sine: [sn, sn_low], cosine: [cs, cs_low], x: r, square, cube, lost } = near;
    let s = (r * square).mul_add(cube, r);
    cs + (-s).mul_add(sn, (-lost).mul_add(cs, (-sn_low).mul_add(s, cs_low)))
}

/// The sine of the number, and of as many quarter turns more.
#[inline(always)]
fn turned<H: Host>(h: H, Reduced { high, low, turns }: Reduced<H::V>, more: i64) -> Float<H::V> {
    let turns = turns + more;
    let r = match h.branch((turns & 1).eq_(0)) {
        true => sine(h, high, low),
        false => cosine(high, low),
    };
    Float::from_bits(r.to_bits() ^ (turns & 2).shl(62))
}

/// The first half of the bits of a number's size: what the ranges are told by.
#[inline(always)]
fn top<V: Values>(x: Float<V>) -> Int<V> {
    x.to_bits().shr(32) & 0x7fff_ffff
}
/// Below about pi/4 and a little, below about 3 pi/4 and a little.
const SMALL: i64 = 0x3feb6000;
const MIDDLE: i64 = 0x400368fd;

#[inline(always)]
pub fn sin<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let size = top(x);
    if h.branch(size.lt(SMALL)) {
        if h.branch(size.lt(0x3e500000)) {
            return x;
        }
        return sine(h, x, Float::new(0.0));
    }
    if h.branch(size.lt(MIDDLE)) {
        return with_sign_of(cosine(PI_HALF[0] - x.abs(), Float::new(PI_HALF[1])), x);
    }
    match reduce(h, x) {
        Ok(r) => turned(h, r, 0),
        Err(no) => no,
    }
}

#[inline(always)]
pub fn cos<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let size = top(x);
    if h.branch(size.lt(SMALL)) {
        if h.branch(size.lt(0x3e400000)) {
            return Float::new(1.0);
        }
        return cosine(x, Float::new(0.0));
    }
    if h.branch(size.lt(MIDDLE)) {
        let y = PI_HALF[0] - x.abs();
        let high = y + PI_HALF[1];
        return sine(h, high, (y - high) + PI_HALF[1]);
    }
    match reduce(h, x) {
        Ok(r) => turned(h, r, 1),
        Err(no) => no,
    }
}
