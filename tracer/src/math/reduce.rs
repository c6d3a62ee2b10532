//! Arguments of periodic functions less the nearest multiple of pi/2.

use super::host::*;
use super::tables::TWO_OVER_PI;
use crate::machine::{Float, Int, Values};

/// pi/2, and what it lacks.
pub const PI_HALF: [f64; 2] = floats([0x3ff921fb54442d18, 0x3c91a62633145c07]);
const TWO_BY_PI: f64 = f64::from_bits(0x3fe45f306dc9c883);
/// pi/2 in four parts: products of the first two with the numbers of quarter turns that are met are exact.
const PARTS: [f64; 4] =
    floats([0x3ff921fb58000000, 0xbe4dde973c000000, 0xbc8cb3b398000000, 0xbacd747f23e32ed7]);
const ROUNDING: f64 = f64::from_bits(0x4338000000000000);
/// The first half of the bits of the numbers from which on that is not enough.
const FAR: i64 = 0x419921fb;

/// `high + low`, and in the last two bits the number of quarter turns that were taken off.
pub struct Reduced<V: Values> {
    pub high: Float<V>,
    pub low: Float<V>,
    pub turns: Int<V>,
}

/// The nearest number of quarter turns, negated; the argument less them as far as that is exact; their number's last bits.
#[inline(always)]
pub fn quarter_turns<V: Values>(x: Float<V>) -> (Float<V>, Float<V>, Int<V>) {
    let sum = x.mul_add(TWO_BY_PI, ROUNDING);
    let minus_n = ROUNDING - sum;
    (minus_n, minus_n.mul_add(PARTS[1], minus_n.mul_add(PARTS[0], x)), sum.to_bits())
}

/// The argument less its quarter turns, where it is not far from zero.
#[inline(always)]
pub fn less_turns<V: Values>(x: Float<V>) -> Reduced<V> {
    let (minus_n, first, turns) = quarter_turns(x);
    let second = minus_n.mul_add(PARTS[2], first);
    let low = minus_n.mul_add(PARTS[2], first - second);
    let high = minus_n.mul_add(PARTS[3], second);
    let low = low + minus_n.mul_add(PARTS[3], second - high);
    Reduced { high, low, turns }
}

/// The argument less its quarter turns; what the function gives if it is infinite or no number.
#[inline(always)]
pub fn reduce<H: Host>(h: H, x: Float<H::V>) -> Result<Reduced<H::V>, Float<H::V>> {
    if h.branch((x.to_bits().shr(32) & 0x7fff_ffff).lt(FAR)) {
        return Ok(less_turns(x));
    }
    if h.branch(x.abs().lt(f64::INFINITY)) {
        return Ok(far(h, x));
    }
    Err(undefined(x))
}

const SPLIT: f64 = f64::from_bits(0x41a0000002000000);
/// pi/2 in two parts with short first ones, for products with halves of floats.
const HALVES: [f64; 2] = floats([0x3ff921fb58000000, 0xbe4dde9740000000]);
/// Its last place is 1, and 4.
const TO_ONES: f64 = f64::from_bits(0x4338000000000000);
const TO_FOURS: f64 = f64::from_bits(0x4358000000000000);

/// The first bits of a float as one, and the others.
#[inline(always)]
fn halves<V: Values>(x: Float<V>) -> (Float<V>, Float<V>) {
    let t = x * SPLIT;
    let first = t - (t - x);
    (first, x - first)
}

/// A number of few bits, scaled down by 2^600, times 2/pi: a whole number modulo 4, and the fraction in two parts.
#[inline(always)]
fn by_digits<H: Host>(h: H, x: Float<H::V>) -> [Float<H::V>; 3] {
    let size = exponent(x);
    // Digits whose product with x is a multiple of 4 are left out.
    let from = match h.branch(size.lt(450)) {
        true => Int::new(0),
        false => (size - 450).div_floor(24),
    };
    let mut unit = Float::from_bits((Int::new(0x63f) - from * 24).shl(52));
    let mut r = [Float::new(0.0); 6];
    for (k, r) in r.iter_mut().enumerate() {
        *r = x * look_up(&TWO_OVER_PI, from + k as i64) * unit;
        unit = unit * f64::from_bits(0x3e70000000000000);
    }
    let mut sum = Float::new(0.0);
    for r in &mut r[..3] {
        let whole = (*r + TO_ONES) - TO_ONES;
        sum = sum + whole;
        *r = *r - whole;
    }
    let t = r.iter().rev().fold(Float::new(0.0), |t, &r| t + r);
    let rest = r[1..].iter().fold(r[0] - t, |b, &r| b + r);
    let whole = (t + TO_ONES) - TO_ONES;
    let (sum, t) = (sum + whole, t - whole);
    let high = t + rest;
    let low = (t - high) + rest;
    let fours = (sum + TO_FOURS) - TO_FOURS;
    [sum - fours, high, low]
}

/// Far from zero: by the digits of 2/pi that matter.
#[inline(always)]
pub fn far<H: Host>(h: H, x: Float<H::V>) -> Reduced<H::V> {
    let (first, second) = halves(x * f64::from_bits(0x1a70000000000000));
    let [sum1, b1, low1] = by_digits(h, first);
    let [sum2, b2, low2] = by_digits(h, second);
    let mut sum = sum1 + sum2;
    let mut b = b1 + b2;
    let low = match h.branch(b2.abs().lt(b1.abs())) {
        true => (b1 - b) + b2,
        false => (b2 - b) + b1,
    };
    if h.branch(Float::new(0.5).lt(b)) {
        (b, sum) = (b - 1.0, sum + 1.0);
    } else if h.branch(b.lt(-0.5)) {
        (b, sum) = (b + 1.0, sum - 1.0);
    }
    let s = b + (low + low1 + low2);
    let t = ((b - s) + low) + (low1 + low2);
    let (s1, s2) = halves(s);
    let product = s * PI_HALF[0];
    let off = (((s1 * HALVES[0] - product) + s1 * HALVES[1]) + s2 * HALVES[0])
        + (s2 * HALVES[1] + s * PI_HALF[1] + t * PI_HALF[0]);
    let high = product + off;
    Reduced { high, low: (product - high) + off, turns: sum.to_int() }
}
