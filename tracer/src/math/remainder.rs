//! Quotient and remainder of positive numbers.
//!
//! Programs divide small whole numbers that happen to be floats far more often than anything else, and for those a division, a product and a difference do. A quotient that
//! is rounded to the next float is at most one too high when it is rounded down, and never too low; the remainder is a float, so that one rounding gives it exactly.

use super::host::Host;
use crate::machine::Float;

/// A quotient and a remainder.
pub type Divided<V> = (Float<V>, Float<V>);

/// Below this, a quotient that was rounded is within one half of the exact one.
const MOST: f64 = (1_u64 << 51) as f64;

/// `x / y` rounded down, and what is left; `None` for negative numbers, zero as divisor, what is no number, and quotients that are too large.
#[inline(always)]
pub fn div_mod<H: Host>(h: H, x: Float<H::V>, y: Float<H::V>) -> Option<Divided<H::V>> {
    let zero = Float::new(0.0);
    let quotient = x / y;
    let suits = !h.branch(x.to_bits().lt(0))
        && h.branch(zero.lt(y))
        && h.branch(y.lt(f64::INFINITY))
        && h.branch(quotient.lt(MOST));
    if !suits {
        return None;
    }
    let whole = quotient.floor();
    let rest = (-whole).mul_add(y, x);
    Some(if h.branch(rest.lt(zero)) { (whole - 1.0, rest + y) } else { (whole, rest) })
}
