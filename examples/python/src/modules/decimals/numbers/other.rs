//! Decimal numbers as other numbers, made of them, and their hashes.

use super::digits::ten;
use super::{Digits, Number};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// The integer that is left without the places behind the point; `None` if it is too large.
pub fn to_int(n: &Number) -> Option<BigInt> {
    let digits = match n.exp {
        0.. => n.digits.scaled(n.exp)?,
        _ => n.digits.cut(-n.exp).0,
    };
    let n_big = BigInt::from(digits.big());
    Some(if n.negative { -n_big } else { n_big })
}

/// The number that a finite float is.
pub fn from_float(x: f64) -> Number {
    let bits = x.to_bits();
    let (exp, fraction) = ((bits >> 52 & 0x7FF) as i64, bits & ((1 << 52) - 1));
    let (m, exp) = if exp == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exp - 1075) };
    let negative = x.is_sign_negative();
    if m == 0 {
        return Number::new(negative, Digits::ZERO, 0);
    }
    let twos = i64::from(m.trailing_zeros()).min((-exp).max(0));
    let (m, exp) = (BigUint::from(m >> twos), exp + twos);
    match exp {
        0.. => Number::new(negative, (m << exp as usize).into(), 0),
        _ => Number::new(negative, (m * BigUint::from(5u8).pow(-exp as u32)).into(), exp),
    }
}

/// The nearest float of a finite number.
pub fn to_float(n: &Number) -> f64 {
    let sign = if n.negative { -1.0 } else { 1.0 };
    // Both are exact as floats, and so is rounded once.
    if let (Digits::Small(m), -22..=22) = (&n.digits, n.exp) {
        if *m < 1 << 53 {
            let unit = 10f64.powi(n.exp.unsigned_abs() as i32);
            return sign * if n.exp < 0 { *m as f64 / unit } else { *m as f64 * unit };
        }
    }
    sign * format!("{}e{}", n.digits, n.exp).parse().unwrap_or(f64::INFINITY)
}

/// Numerator and denominator without common divisors.
pub fn ratio(n: &Number) -> Option<(BigInt, BigUint)> {
    let (up, down) = match n.exp {
        0.. => (n.digits.scaled(n.exp)?.big(), BigUint::one()),
        _ => {
            let (m, unit) = (n.digits.big(), ten(-n.exp)?.big());
            let common = m.gcd(&unit);
            (m / &common, unit / common)
        }
    };
    let up = BigInt::from(up);
    Some((if n.negative { -up } else { up }, down))
}

/// The modulus of hashes of numbers.
const MODULUS: u64 = (1 << 61) - 1;
/// What times 10 is 1 by it.
const TENTH: u64 = 2_075_258_708_292_324_556;

/// The hash of a finite number: that of an equal integer, float or fraction.
pub fn hash(n: &Number) -> i64 {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(MODULUS)) as u64;
    let (mut base, mut k) = (if n.exp < 0 { TENTH } else { 10 }, n.exp.unsigned_abs());
    let mut made = n.digits.modulo(MODULUS);
    while k > 0 {
        if k & 1 == 1 {
            made = times(made, base);
        }
        base = times(base, base);
        k >>= 1;
    }
    match if n.negative { -(made as i64) } else { made as i64 } {
        -1 => -2,
        h => h,
    }
}

/// An integer as a number.
pub fn from_int(n: &BigInt) -> Number {
    Number::new(n.sign() == num_bigint::Sign::Minus, n.magnitude().clone().into(), 0)
}

/// The integer part of a finite number, if a machine integer holds it.
pub fn small(n: &Number) -> Option<i64> {
    if n.is_zero() {
        return Some(0);
    }
    if !n.is_finite() || n.adjusted() > 20 {
        return None;
    }
    to_int(n)?.to_i64()
}
