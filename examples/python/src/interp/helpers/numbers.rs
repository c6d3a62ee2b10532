//! Arithmetic of floats.

use crate::objects::number;
use crate::Py;
use holloway::elidable;
use holloway::machine::*;

/// A power of floats.
#[elidable]
pub fn power(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    a.powf(b)
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

/// The length of a vector.
#[elidable]
pub fn hypot(_cx: &Cx<Py>, a: f64, b: f64) -> f64 {
    a.hypot(b)
}

/// Function number `f` of the module `math`.
#[elidable]
pub fn math1(_cx: &Cx<Py>, f: i64, x: f64) -> f64 {
    match f {
        0 => x.sin(),
        1 => x.cos(),
        2 => x.exp(),
        3 => x.atan(),
        _ => x.ln(),
    }
}
