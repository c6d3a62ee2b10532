//! The arc tangent, of a number and of a point.
//!
//! The table has, of places c from 1/16 to 1, the arc tangent and the factors of its series there. Below 1/16 the series at 0 does; above 1 the arc tangent is
//! a quarter turn less that of the reciprocal, whose rounding is made up for. Of a point it is that of the quotient, likewise, in the half turn it is in.

use super::host::*;
use super::reduce::PI_HALF;
use super::tables::ATAN;
use crate::machine::{Float, Int, Values};

/// Of the series at 0, from `x^3` on.
const D: [f64; 6] = floats([
    0xbfd5555555555555,
    0x3fc99999999997fd,
    0xbfc24924923f7603,
    0x3fbc71c6e5129a3b,
    0xbfb7458022b13c25,
    0x3fb375f08b31cbce,
]);
const LEAST_PLACE: f64 = 1.0 / 16.0;
const ROUNDING: f64 = (1u64 << 52) as f64;
/// pi, and what it lacks.
const PI: [f64; 2] = floats([0x400921fb54442d18, 0x3ca1a62633145c07]);

/// `atan(x)/x^3 - 1/x^2`, by the square of x.
#[inline(always)]
fn series<V: Values>(square: Float<V>) -> Float<V> {
    D.into_iter().rev().skip(1).fold(Float::new(D[5]), |p, d| p.mul_add(square, d))
}

/// The place near a number from 1/16 to 1: where its words begin.
#[inline(always)]
fn place<V: Values>(x: Float<V>) -> Int<V> {
    ((x.mul_add(256.0, ROUNDING) - ROUNDING).to_int() - 16).shl(3)
}

/// The series at a place from factor number `from` on.
#[inline(always)]
fn series_at<V: Values>(place: Int<V>, from: i64, x: Float<V>) -> Float<V> {
    (from..6).rev().fold(look_up(&ATAN, place + 6), |p, k| p.mul_add(x, look_up(&ATAN, place + k)))
}

/// The quotient, and what it lacks times the divisor.
#[inline(always)]
fn quotient<V: Values>(a: Float<V>, b: Float<V>) -> (Float<V>, Float<V>) {
    let q = a / b;
    let product = b * q;
    (q, (a - product) - b.mul_add(q, -product))
}

#[inline(always)]
pub fn atan<H: Host>(h: H, x: Float<H::V>) -> Float<H::V> {
    let size = x.abs();
    if h.branch(size.lt(1.0)) {
        if h.branch(Float::new(LEAST_PLACE).le(size)) {
            let place = place(size);
            let z = size - look_up(&ATAN, place);
            return with_sign_of(z.mul_add(series_at(place, 2, z), look_up(&ATAN, place + 1)), x);
        }
        if h.branch(size.lt(f64::from_bits(0x3e4bb67a00000000))) {
            return x;
        }
        let square = x * x;
        return (x * square).mul_add(series(square), x);
    }
    let (w, off) = quotient(Float::new(1.0), size);
    if h.branch(size.lt(16.0)) {
        let place = place(w);
        let z = off.mul_add(w, w - look_up(&ATAN, place));
        let low = (-z).mul_add(series_at(place, 2, z), PI_HALF[1]);
        return with_sign_of((PI_HALF[0] - look_up(&ATAN, place + 1)) + low, x);
    }
    if h.branch(size.lt(f64::from_bits(0x43349ff200000000))) {
        let square = w * w;
        let high = PI_HALF[0] - w;
        let low = ((PI_HALF[0] - high) - w) + PI_HALF[1];
        let low = (low - off * w) - (w * square) * series(square);
        return with_sign_of(high + low, x);
    }
    if h.branch(x.ne_(x)) {
        return x + x;
    }
    with_sign_of(Float::new(PI_HALF[0]), x)
}

#[inline(always)]
pub fn atan2<H: Host>(h: H, y: Float<H::V>, x: Float<H::V>) -> Float<H::V> {
    let (ey, ex) = (exponent(y), exponent(x));
    let usual = (ey - 523).ult(1000).and((ex - 523).ult(1000)).and((ey - ex + 56).ult(113));
    let (down, up) = match h.branch(usual) {
        true => (x.abs(), y.abs()),
        false => match unusual(h, y, x) {
            Ok(scaled) => scaled,
            Err(angle) => return angle,
        },
    };
    let steep = !h.branch(up.lt(down));
    let (near, far) = if steep { (down, up) } else { (up, down) };
    let (u, off) = quotient(near, far);
    let low = off / far;
    let is_right = h.branch(Float::new(0.0).lt(x));
    if is_right && !steep {
        return with_sign_of(beside_the_axis(h, u, low), y);
    }
    // A quarter turn or a half, and what the quotient adds to it or takes from it.
    let [turn, turn_low] = if steep { PI_HALF } else { PI };
    let signed = |x: Float<H::V>| if steep && !is_right { x } else { -x };
    if h.branch(u.lt(LEAST_PLACE)) {
        let square = u * u;
        let rest = (u * square) * series(square);
        let high = turn + signed(u);
        let low = (((turn - high) + signed(u)) + turn_low) + signed(low);
        return with_sign_of(high + (low + signed(rest)), y);
    }
    let place = place(u);
    let z = (u - look_up(&ATAN, place)) + low;
    let rest = signed(series_at(place, 2, z)).mul_add(z, turn_low);
    with_sign_of((turn + signed(look_up(&ATAN, place + 1))) + rest, y)
}

/// The arc tangent of `u + low`, where u is at most 1.
#[inline(always)]
fn beside_the_axis<H: Host>(h: H, u: Float<H::V>, low: Float<H::V>) -> Float<H::V> {
    if h.branch(u.lt(LEAST_PLACE)) {
        let square = u * u;
        return u + (u * square).mul_add(series(square), low);
    }
    let place = place(u);
    let first = u - look_up(&ATAN, place);
    let z = first + low;
    let lack = match h.branch(low.abs().lt(first.abs())) {
        true => (first - z) + low,
        false => (low - z) + first,
    };
    let slope = look_up(&ATAN, place + 2);
    let rest = lack.mul_add(slope, (z * z) * series_at(place, 3, z));
    z.mul_add(slope, rest) + look_up(&ATAN, place + 1)
}

/// The sizes of x and y, scaled so that no product leaves the range of floats, or the angle.
#[allow(clippy::type_complexity)] // the values of one host
#[inline(always)]
fn unusual<H: Host>(h: H, y: Float<H::V>, x: Float<H::V>) -> Result<(Float<H::V>, Float<H::V>), Float<H::V>> {
    let turned = |size: f64| Err(with_sign_of(Float::new(size), y));
    let (mut up, mut down) = (y.abs(), x.abs());
    if h.branch(x.ne_(x).or(y.ne_(y))) {
        return Err(no_number(h, x, y));
    }
    let between = exponent(y) - exponent(x);
    let is_left = || h.branch(x.to_bits().lt(0));
    if h.branch(y.eq_(0.0)) {
        return turned(if is_left() { PI[0] } else { 0.0 });
    }
    if h.branch(x.eq_(0.0)) {
        return turned(PI_HALF[0]);
    }
    let steep = h.branch(up.eq_(f64::INFINITY));
    if h.branch(down.eq_(f64::INFINITY)) {
        return turned(match (steep, is_left()) {
            (true, false) => PI[0] / 4.0,
            (true, true) => PI[0] / 4.0 * 3.0,
            (false, false) => 0.0,
            (false, true) => PI[0],
        });
    }
    if steep || h.branch(Int::new(56).lt(between)) {
        return turned(PI_HALF[0]);
    }
    if h.branch(between.lt(-56)) {
        return if is_left() { turned(PI[0]) } else { Err(with_sign_of(up / down, y)) };
    }
    const HUGE: f64 = f64::from_bits(0x5f30000000000000);
    const TINY: f64 = f64::from_bits(0x20b0000000000000);
    if h.branch(down.lt(TINY).or(up.lt(TINY))) {
        (up, down) = (up * HUGE, down * HUGE);
    }
    if h.branch(Float::new(HUGE).lt(down).or(Float::new(HUGE).lt(up))) {
        (up, down) = (up * TINY, down * TINY);
    }
    Ok((down, up))
}
