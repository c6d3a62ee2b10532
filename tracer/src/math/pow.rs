//! Powers: `x^y = e^(y * log(x))`, with the logarithm and its product to about 68 bits.

use super::exp::{Power, HUGE, TINY, WIDE};
use super::host::*;
use super::log::Parts;
use super::tables::POW;
use crate::machine::{Float, Int, Values};

/// ln(2): the first has few enough bits that its products with exponents are exact.
const LN2: [f64; 2] = floats([0x3fe62e42fefa3800, 0x3d2ef35793c76730]);
/// Of `log(1 + r) - r`, from `r^2` on; each pair from the second on has the factor `(-r^2/2)` one time more.
const A: [f64; 7] = floats([
    0xbfe0000000000000,
    0xbfe5555555555560,
    0x3fe0000000000006,
    0x3fe999999959554e,
    0xbfe555555529a47a,
    0xbff2495b9b4845e9,
    0x3ff0002b8b263fc3,
]);

/// The exponent's bits of the least and the most y for which `y * log(x)` is neither nothing nor beyond all.
const LEAST: i64 = 0x3be;
const MOST: i64 = 0x43e;

/// The logarithm of a positive number's bits, and what it lacks.
#[inline(always)]
fn log_twice<V: Values>(bits: Int<V>) -> (Float<V>, Float<V>) {
    let Parts { k, z, place } = Parts::new(bits, 0x3fe6955500000000, 7);
    let place = place.shl(2);
    let r = z.mul_add(look_up(&POW, place), -1.0);
    let first = k.mul_add(LN2[0], look_up(&POW, place + 1));
    let second = first + r;
    let low = k.mul_add(LN2[1], look_up(&POW, place + 2)) + ((first - second) + r);
    let half = r * A[0];
    let square = r * half;
    let cube = r * square;
    let high = second + square;
    let low = (low + half.mul_add(r, -square)) + ((second - high) + square);
    let two = |k: usize| r.mul_add(A[k + 1], A[k]);
    let p = square.mul_add(square.mul_add(two(5), two(3)), two(1));
    let low = cube.mul_add(p, low);
    let sum = high + low;
    (sum, (high - sum) + low)
}

/// The number with a sign given as [`Power::new`] takes it.
#[inline(always)]
fn signed<V: Values>(x: f64, sign: Int<V>) -> Float<V> {
    Float::from_bits(Int::new(x.to_bits() as i64) ^ sign.shl(45))
}

#[inline(always)]
pub fn pow<H: Host>(h: H, x: Float<H::V>, y: Float<H::V>) -> Float<H::V> {
    let bits = x.to_bits();
    let usual = (bits.shr(52) - 1).ult(0x7fe).and((exponent(y) - LEAST).ult(MOST - LEAST));
    let (bits, sign) = match h.branch(usual) {
        true => (bits, Int::new(0)),
        false => match unusual(h, x, y) {
            Ok(base) => base,
            Err(power) => return power,
        },
    };
    let (log, lack) = log_twice(bits);
    let product = y * log;
    let lack = y.mul_add(lack, log.mul_add(y, -product));
    let size = exponent(product);
    if h.branch((size - TINY).ult(WIDE - TINY)) {
        return Power::new(product, Some(lack), Some(sign)).value();
    }
    if h.branch(size.lt(TINY)) {
        return signed(1.0, sign);
    }
    if h.branch(size.lt(HUGE)) {
        return Power::new(product, Some(lack), Some(sign)).wide(h);
    }
    match h.branch(product.lt(0.0)) {
        true => signed(0.0, sign),
        false => signed(f64::INFINITY, sign),
    }
}

/// Whether it is a NaN that signals.
#[inline(always)]
fn signals<V: Values>(x: Float<V>) -> crate::machine::Bool<V> {
    let quiet = 1 << 51;
    Int::new((0x7ff << 52 | quiet) << 1).ult((x.to_bits() ^ quiet).shl(1))
}

/// The positive base and the sign of the power, or the power itself.
#[allow(clippy::type_complexity)] // the values of one host
#[inline(always)]
fn unusual<H: Host>(h: H, x: Float<H::V>, y: Float<H::V>) -> Result<(Int<H::V>, Int<H::V>), Float<H::V>> {
    let size = x.abs();
    if h.branch(y.eq_(0.0).or(x.eq_(1.0))) {
        return Err(if h.branch(signals(x).or(signals(y))) { no_number(h, x, y) } else { Float::new(1.0) });
    }
    if h.branch(y.abs().lt(f64::INFINITY).not()) {
        if h.branch(x.ne_(x).or(y.ne_(y))) {
            return Err(no_number(h, x, y));
        }
        if h.branch(size.eq_(1.0)) {
            return Err(Float::new(1.0));
        }
        let vanishes = size.lt(1.0).to_int().eq_(Float::new(0.0).lt(y).to_int());
        return Err(if h.branch(vanishes) { Float::new(0.0) } else { y * y });
    }
    let half = y * 0.5;
    let whole = y.floor().eq_(y);
    let odd = whole.and(half.floor().ne_(half));
    let negative = x.to_bits().lt(0);
    let sign = negative.and(odd).to_int().shl(18);
    // The square of a NaN is one, too.
    if h.branch(x.eq_(0.0).or(size.lt(f64::INFINITY).not())) {
        let square = Float::from_bits((x * x).to_bits() ^ sign.shl(45));
        return Err(if h.branch(y.lt(0.0)) { 1.0 / square } else { square });
    }
    if h.branch(negative.and(whole.not())) {
        return Err(undefined(x));
    }
    let many = exponent(y);
    if h.branch((many - LEAST).ult(MOST - LEAST).not()) {
        if h.branch(size.eq_(1.0).or(many.lt(LEAST))) {
            return Err(Float::new(1.0));
        }
        let grows = Float::new(1.0).lt(size).to_int().eq_(Float::new(0.0).lt(y).to_int());
        return Err(Float::new(if h.branch(grows) { f64::INFINITY } else { 0.0 }));
    }
    let bits = match h.branch(size.lt(f64::MIN_POSITIVE)) {
        true => (size * (1u64 << 52) as f64).to_bits() - (52 << 52),
        false => size.to_bits(),
    };
    Ok((bits, sign))
}
