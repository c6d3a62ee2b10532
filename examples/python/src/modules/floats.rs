//! The module `_floats`: the bits of floats of 2, 4 and 8 bytes, for `struct` and `array`, which are written in Python.
//!
//! `to_bits(x, size)` rounds to nearest, ties to even; a number too large becomes infinity. `from_bits(to_bits(x, 8), 8)` is `x`.

use crate::native::{Args, Body};
use crate::objects::number;
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// A float of 2 bytes: 1 bit of sign, 5 of exponent, 10 of fraction.
fn half_bits(x: f64) -> u64 {
    let sign = u64::from(x.is_sign_negative()) << 15;
    let x = x.abs();
    if x.is_nan() {
        return sign | 0x7e00;
    }
    // The halves are 2^-24 apart below 2^-14, and from there on 2^-10 of the power of two below. Scaling by a power of two is exact.
    let power = ((x.to_bits() >> 52) as i64 - 1023).clamp(-14, 16);
    let steps = (x * 2f64.powi((10 - power) as i32)).round_ties_even();
    if power == 16 || (power == 15 && steps >= 2048.0) {
        return sign | 0x7c00;
    }
    // `steps` has the leading bit, which makes the exponent field one more, and a carry one more again.
    sign | ((((power + 14) as u64) << 10) + steps as u64)
}

fn half(bits: u64) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = ((bits >> 10 & 31) as i32, (bits & 1023) as f64);
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (fraction + 1024.0) * 2f64.powi(exponent - 25),
    }
}

fn to_bits(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let x = a.float(0)?;
    let bits = match a.int(1)? {
        2 => half_bits(x),
        4 => u64::from((x as f32).to_bits()),
        8 => x.to_bits(),
        _ => return Err(errors::value(a.rt, "size must be 2, 4 or 8")),
    };
    Ok(number::norm(a.rt, BigInt::from(bits)))
}

fn from_bits(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let bits = number::big(a.rt, a.val(0)).and_then(|n| n.to_u64());
    let Some(bits) = bits else {
        return Err(errors::value(a.rt, "bits must be an integer of at most 64 bits"));
    };
    Ok(Val::float(match a.int(1)? {
        2 => half(bits),
        4 => f64::from(f32::from_bits(bits as u32)),
        8 => f64::from_bits(bits),
        _ => return Err(errors::value(a.rt, "size must be 2, 4 or 8")),
    }))
}

const FUNCTIONS: &[(&str, Body)] = &[("to_bits", to_bits), ("from_bits", from_bits)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_is_its_own_bits() {
        for bits in 0..=0xffffu64 {
            let x = half(bits);
            if !x.is_nan() {
                assert_eq!(half_bits(x), bits);
            }
        }
    }

    #[test]
    fn halves_are_rounded_to_even() {
        assert_eq!(half_bits(65519.99), 0x7bff);
        assert_eq!(half_bits(65520.0), 0x7c00);
        assert_eq!(half_bits(1.0 + 2f64.powi(-11)), 0x3c00);
        assert_eq!(half_bits(1.0 + 3.0 * 2f64.powi(-11)), 0x3c02);
        assert_eq!(half_bits(2f64.powi(-25)), 0);
        assert_eq!(half_bits(1.5 * 2f64.powi(-24)), 2);
        assert_eq!(half_bits(f64::INFINITY), 0x7c00);
    }
}
