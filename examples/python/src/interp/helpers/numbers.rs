//! Arithmetic of floats.

use crate::objects::number;
use crate::Py;
use holloway::elidable;
use holloway::machine::*;

/// The greatest common divisor; negative if it is 2^63.
#[elidable]
pub fn int_gcd(_cx: &Cx<Py>, a: i64, b: i64) -> i64 {
    number::gcd::of_words(a, b) as i64
}

/// The remainder of floats, of which the right one is not zero.
#[elidable]
pub fn float_mod(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    number::float_divmod(a, b).1
}

/// Their quotient, rounded down.
#[elidable]
pub fn float_floor(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    number::float_divmod(a, b).0
}

/// The bits of a number without its sign.
#[elidable]
pub fn bit_length(_cx: &Cx<Py>, x: i64) -> i64 {
    i64::from(u64::BITS - x.unsigned_abs().leading_zeros())
}

/// How many of these are set.
#[elidable]
pub fn bit_count(_cx: &Cx<Py>, x: i64) -> i64 {
    x.unsigned_abs().count_ones().into()
}

/// What `math.hypot` says of two numbers.
#[elidable]
pub fn hypot(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    crate::modules::math::length(&[a, b])
}

/// The absolute value of a complex number.
#[elidable]
pub fn complex_abs(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    a.hypot(b)
}
