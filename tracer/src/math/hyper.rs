//! `e^x - 1`, and the hyperbolic functions.
//!
//! As for the exponential, x is a whole number of logarithms of 2 and a rest of at most half of one; `e^r - 1` of the rest is a rational function of it, put
//! together with the power of two in the order that loses least.

use super::exp::exp;
use super::host::*;
use crate::machine::{Float, Int, Values};

const INV_LN2: f64 = f64::from_bits(0x3ff71547652b82fe);
/// ln(2): the first has few enough bits that its products with exponents are exact.
const LN2: [f64; 2] = floats([0x3fe62e42fee00000, 0x3dea39ef35793c76]);
const Q: [f64; 5] = floats([
    0xbfa11111111110f4,
    0x3f5a01a019fe5585,
    0xbf14ce199eaadbb7,
    0x3ed0cfca86e65239,
    0xbe8afdb76e09c32d,
]);
/// From here on `e^x` is infinite, and so are halves of it from here on.
const INFINITE: f64 = f64::from_bits(0x40862e42fefa39ef);
const HALF_INFINITE: f64 = f64::from_bits(0x408633ce8fb9f87d);

/// The first half of the bits of a number's size: what the ranges are told by.
#[inline(always)]
fn top<V: Values>(x: Float<V>) -> Int<V> {
    x.to_bits().shr(32) & 0x7fff_ffff
}

/// The number times a power of two, where that is an ordinary number.
#[inline(always)]
fn scaled<V: Values>(x: Float<V>, k: Int<V>) -> Float<V> {
    Float::from_bits(x.to_bits() + k.shl(52))
}

#[inline(always)]
pub fn expm1<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let size = top(x);
    if h.branch(size.lt(0x3fd62e43)) {
        if h.branch(size.lt(0x3c900000)) {
            return x;
        }
        let (e, square) = rest(x);
        return x - e.mul_add(x, -square);
    }
    if h.branch(size.lt(0x4043687a).not()) {
        if h.branch(x.ne_(x)) {
            return x + x;
        }
        if h.branch(x.lt(0.0)) {
            return Float::new(-1.0);
        }
        if h.branch(Float::new(INFINITE).lt(x)) {
            return Float::new(f64::INFINITY);
        }
    }
    let k = match h.branch(size.lt(0x3ff0a2b2)) {
        true => with_sign_of(Float::new(1.0), x),
        false => (x * INV_LN2 + with_sign_of(Float::new(0.5), x)).trunc(),
    };
    let first = (-k).mul_add(LN2[0], x);
    let second = k * LN2[1];
    let x = first - second;
    let lack = (first - x) - second;
    let (e, square) = rest(x);
    let e = (e - lack).mul_add(x, -lack) - square;
    let k = k.to_int();
    if h.branch(k.eq_(-1)) {
        return (x - e).mul_add(0.5, -0.5);
    }
    if h.branch(k.eq_(1)) {
        return match h.branch(x.lt(-0.25)) {
            true => (e - (x + 0.5)) * -2.0,
            false => (x - e).mul_add(2.0, 1.0),
        };
    }
    if h.branch((k + 1).ult(58).not()) {
        return scaled(1.0 - (e - x), k) - 1.0;
    }
    let unit = Float::from_bits((Int::new(0x3ff) - k).shl(52));
    match h.branch(k.lt(20)) {
        true => scaled((1.0 - unit) - (e - x), k),
        false => scaled((x - (e + unit)) + 1.0, k),
    }
}

/// Of a number below half of ln(2): what `e^x - 1` lacks to `x + x^2/2`, over x, roughly; and `x^2/2`.
#[inline(always)]
fn rest<V: Values>(x: Float<V>) -> (Float<V>, Float<V>) {
    let half = x * 0.5;
    let square = x * half;
    let two = |k: usize| square.mul_add(Q[k + 1], Q[k]);
    let fourth = square * square;
    let r = fourth.mul_add(two(1), square.mul_add(Q[0], 1.0));
    let r = (fourth * fourth).mul_add(two(3), r);
    let t = (-r).mul_add(half, 3.0);
    (((r - t) / (-t).mul_add(x, 6.0)) * square, square)
}

/// From here on (22) `e^-x` is nothing beside `e^x`.
const WIDE: i64 = 0x40360000;

/// Half of `e^x` for x from 22 on: infinite where it is, though `e^x` is already before.
#[inline(always)]
fn half_exp<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    if h.branch(top(x).lt(0x40862e42)) {
        return exp(h, x) * 0.5;
    }
    if h.branch(x.le(HALF_INFINITE)) {
        let root = exp(h, x * 0.5);
        return (root * 0.5) * root;
    }
    Float::new(f64::INFINITY)
}

#[inline(always)]
pub fn sinh<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let (bits, size) = (top(x), x.abs());
    if h.branch(bits.lt(WIDE)) {
        if h.branch(bits.lt(0x3e300000)) {
            return x;
        }
        let t = expm1(h, size);
        let twice = match h.branch(bits.lt(0x3ff00000)) {
            true => (t + t) - (t * t) / (t + 1.0),
            false => t + t / (t + 1.0),
        };
        return with_sign_of(twice * 0.5, x);
    }
    if h.branch(x.ne_(x)) {
        return x + x;
    }
    with_sign_of(half_exp(h, size), x)
}

#[inline(always)]
pub fn cosh<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let (bits, size) = (top(x), x.abs());
    if h.branch(bits.lt(WIDE)) {
        if h.branch(bits.lt(0x3fd62e43)) {
            let t = expm1(h, size);
            let w = t + 1.0;
            return (t * t) / (w + w) + 1.0;
        }
        let t = exp(h, size);
        return t * 0.5 + 0.5 / t;
    }
    if h.branch(x.ne_(x)) {
        return x * x;
    }
    half_exp(h, size)
}

#[inline(always)]
pub fn tanh<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let (bits, size) = (top(x), x.abs());
    if h.branch(bits.lt(0x3c800000)) {
        return x;
    }
    if h.branch(bits.lt(0x3ff00000)) {
        let t = expm1(h, size * -2.0);
        return with_sign_of((-t) / (t + 2.0), x);
    }
    if h.branch(bits.lt(WIDE)) {
        let t = expm1(h, size + size);
        return with_sign_of(1.0 - 2.0 / (t + 2.0), x);
    }
    if h.branch(x.ne_(x)) {
        return x + x;
    }
    with_sign_of(Float::new(1.0), x)
}
