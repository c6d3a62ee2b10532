//! Arithmetic of floats.

use crate::objects::number;
use crate::Py;
use holloway::elidable;
use holloway::machine::*;

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

/// The length of a vector.
#[elidable]
pub fn hypot(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    a.hypot(b)
}
