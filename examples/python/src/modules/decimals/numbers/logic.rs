//! Numbers of zeros and ones, digit by digit.

use super::{Context, Digits, Number};
use num_bigint::BigUint;

/// The digits of an operand from the last one on, as many as fit, if there are only zeros and ones.
fn bits(n: &Number, c: &Context) -> Option<Vec<u8>> {
    if !n.is_finite() || n.negative || n.exp != 0 {
        return None;
    }
    let text = n.digits.to_string().into_bytes();
    let fits = text.iter().all(|b| matches!(b, b'0' | b'1'));
    let within = usize::try_from(c.prec).unwrap_or(usize::MAX);
    fits.then(|| text.into_iter().rev().take(within).map(|b| b - b'0').collect())
}

fn number(bits: impl DoubleEndedIterator<Item = u8> + ExactSizeIterator) -> Number {
    let digits: Vec<u8> = bits.rev().collect();
    let n = BigUint::from_radix_be(&digits, 10).unwrap_or_default();
    Number::new(false, Digits::from(n), 0)
}

fn logical(a: &Number, b: &Number, c: &mut Context, f: fn(u8, u8) -> u8) -> Number {
    let (Some(x), Some(y)) = (bits(a, c), bits(b, c)) else { return c.invalid() };
    let at = |v: &[u8], i: usize| v.get(i).copied().unwrap_or(0);
    number((0..x.len().max(y.len())).map(|i| f(at(&x, i), at(&y, i))))
}
/// `logical_and`.
pub fn and(a: &Number, b: &Number, c: &mut Context) -> Number {
    logical(a, b, c, |x, y| x & y)
}
/// `logical_or`.
pub fn or(a: &Number, b: &Number, c: &mut Context) -> Number {
    logical(a, b, c, |x, y| x | y)
}
/// `logical_xor`.
pub fn xor(a: &Number, b: &Number, c: &mut Context) -> Number {
    logical(a, b, c, |x, y| x ^ y)
}
/// `logical_invert`.
pub fn invert(a: &Number, c: &mut Context) -> Number {
    let Some(x) = bits(a, c) else { return c.invalid() };
    if c.prec > super::digits::MOST {
        return c.wrong(super::status::MEMORY);
    }
    number((0..c.prec as usize).map(|i| 1 - x.get(i).copied().unwrap_or(0)))
}
