//! The tangent.
//!
//! The argument less the nearest multiple of pi/2 is a sum of two floats; near zero a polynomial gives its tangent, elsewhere the table has tangent and
//! cotangent of a place near it. After an odd number of quarter turns the tangent is less the reciprocal.

use super::host::*;
use super::reduce::{far, less_turns, quarter_turns, Reduced};
use super::tables::TAN;
use crate::machine::{Float, Values};

/// Of the tangent, from `x^3` on, for x up to `NEAR`.
const D: [f64; 5] = floats([
    0x3fd5555555555555,
    0x3fc11111111107c6,
    0x3faba1ba1cdb8745,
    0x3f9664ed49cfc666,
    0x3f82385a3cf2e4ea,
]);
/// Of the tangent, from `x^3` on, within half a step of a place.
const E: [f64; 2] = floats([0x3fd5555555554dbd, 0x3fc11112e0a6b45f]);
const TINY: f64 = f64::from_bits(0x3e4b096c00000000);
const NEAR: f64 = f64::from_bits(0x3faf212d00000000);
/// Up to here nothing is taken off.
const MIDDLE: f64 = f64::from_bits(0x3fe92f1a00000000);
/// Up to here three parts of pi/2 are enough, and up to here four.
const WIDE: f64 = 25.0;
const FAR: f64 = 1e8;
const THIRD: f64 = f64::from_bits(0xbc8cb3b399d747f2);

/// What the tangent has beyond x, over `x^3`.
#[inline(always)]
fn series<V: Values>(x: Float<V>) -> Float<V> {
    let square = x * x;
    D.into_iter().rev().skip(1).fold(Float::new(D[4]), |p, d| p.mul_add(square, d))
}

/// Of the place near `x + low`: its tangent, its cotangent, and the tangent of what is left.
#[inline(always)]
fn place<V: Values>(x: Float<V>, low: Option<Float<V>>) -> [Float<V>; 3] {
    let index = x.mul_add(256.0, -15.5).to_int().shl(2);
    let z = x - look_up(&TAN, index);
    let z = low.map_or(z, |low| z + low);
    let square = z * z;
    let rest = (z * square).mul_add(square.mul_add(E[1], E[0]), z);
    [look_up(&TAN, index + 1), look_up(&TAN, index + 2), rest]
}

#[inline(always)]
pub fn tan<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let size = x.abs();
    if h.branch(size.le(MIDDLE)) {
        if h.branch(size.le(TINY)) {
            return x;
        }
        if h.branch(size.le(NEAR)) {
            return (x * (x * x)).mul_add(series(x), x);
        }
        let [tangent, cotangent, rest] = place(size, None);
        return with_sign_of(((tangent + cotangent) * rest) / (cotangent - rest) + tangent, x);
    }
    if h.branch(size.le(WIDE)) {
        let (minus_n, first, turns) = quarter_turns(x);
        let high = minus_n.mul_add(THIRD, first);
        let low = minus_n.mul_add(THIRD, first - high);
        return turned(h, Reduced { high, low, turns });
    }
    let Reduced { high, low, turns } = match h.branch(size.le(FAR)) {
        true => less_turns(x),
        false if h.branch(size.lt(f64::INFINITY)) => far(h, x),
        false => return undefined(x),
    };
    let (high, low) = sum(h, high, low);
    turned(h, Reduced { high, low, turns })
}

/// The sum, and what it lacks.
#[inline(always)]
fn sum<H: Host>(h: H, a: Float<H::V>, b: Float<H::V>) -> (Float<H::V>, Float<H::V>) {
    let sum = a + b;
    match h.branch(b.abs().lt(a.abs())) {
        true => (sum, (a - sum) + b),
        false => (sum, (b - sum) + a),
    }
}

/// The tangent of the number and its quarter turns.
#[inline(always)]
fn turned<H: Host>(h: H, Reduced { high, low, turns }: Reduced<H::V>) -> Float<H::V> {
    let odd = h.branch((turns & 1).ne_(0));
    let size = high.abs();
    if h.branch(size.le(NEAR)) {
        let more = (high * (high * high)).mul_add(series(high), low);
        if !odd {
            return high + more;
        }
        let (b, lack) = sum(h, high, more);
        let c = 1.0 / b;
        let product = c * b;
        let off = ((1.0 - product) - c.mul_add(b, -product)) + 0.0;
        let off = (-lack).mul_add(c, off) / b;
        let z = c + off;
        return -(z + ((c - z) + off));
    }
    let [tangent, cotangent, rest] = place(size, Some(times_sign_of(low, high)));
    let both = (tangent + cotangent) * rest;
    match odd {
        true => times_sign_of(-(cotangent - both / (rest + tangent)), high),
        false => times_sign_of(both / (cotangent - rest) + tangent, high),
    }
}
