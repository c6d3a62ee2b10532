//! Sums, differences and products.
//!
//! **Method.** Two numbers are added in the unit of the smaller exponent. Where one is so small that it only matters whether it is zero, a digit of its sign
//! stands for it: what is beyond the precision by two places decides no more than which way is rounded.

use super::context::Rounding;
use super::{Context, Digits, Kind, Number};
use std::cmp::Ordering;

/// `a + b`.
#[inline]
pub fn add(a: &Number, b: &Number, c: &mut Context) -> Number {
    if a.is_finite() && b.is_finite() {
        return add_finite(a, b, b.negative, c);
    }
    add_special(a, b, b.negative, c)
}

/// `a - b`.
#[inline]
pub fn sub(a: &Number, b: &Number, c: &mut Context) -> Number {
    if a.is_finite() && b.is_finite() {
        return add_finite(a, b, !b.negative, c);
    }
    add_special(a, b, !b.negative, c)
}

/// The sum where one is not finite; the second one has another sign perhaps.
fn add_special(a: &Number, b: &Number, negative: bool, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a, b]) {
        return nan;
    }
    match (a.kind, b.kind) {
        (Kind::Infinite, Kind::Infinite) if a.negative != negative => c.invalid(),
        (Kind::Infinite, _) => a.clone(),
        _ => Number::infinite(negative),
    }
}

/// The sum of finite ones, of which the second one is taken with a sign.
fn add_finite(a: &Number, b: &Number, negative: bool, c: &mut Context) -> Number {
    if a.exp == b.exp {
        return add_aligned(a.negative, &a.digits, negative, &b.digits, a.exp, c);
    }
    if a.digits.is_zero() || b.digits.is_zero() {
        return add_zero(a, b, negative, c);
    }
    let (upper, lower) = if a.exp > b.exp { (a, b) } else { (b, a) };
    // Below this, the smaller one decides only which way is rounded.
    let limit = upper.exp + (upper.digits.count() - c.prec - 2).min(-1);
    let (other, exp) = match lower.adjusted() < limit {
        true => (&Digits::ONE, limit),
        false => (&lower.digits, lower.exp),
    };
    let Some(scaled) = upper.digits.scaled(upper.exp - exp) else { return c.wrong(super::status::MEMORY) };
    match a.exp > b.exp {
        true => add_aligned(a.negative, &scaled, negative, other, exp, c),
        false => add_aligned(a.negative, other, negative, &scaled, exp, c),
    }
}

#[inline]
fn add_aligned(x: bool, a: &Digits, y: bool, b: &Digits, exp: i64, c: &mut Context) -> Number {
    if x == y {
        return c.finish(Number::new(x, a.add(b), exp));
    }
    let (negative, digits) = match a.cmp(b) {
        Ordering::Greater => (x, a.sub(b)),
        Ordering::Less => (y, b.sub(a)),
        Ordering::Equal => (c.rounding == Rounding::Floor, Digits::ZERO),
    };
    c.finish(Number::new(negative, digits, exp))
}

/// The sum where one of them is zero, or both are.
fn add_zero(a: &Number, b: &Number, negative: bool, c: &mut Context) -> Number {
    let least = a.exp.min(b.exp);
    if a.digits.is_zero() && b.digits.is_zero() {
        let negative = if a.negative == negative { negative } else { c.rounding == Rounding::Floor };
        return c.finish(Number::new(negative, Digits::ZERO, least));
    }
    let (n, negative) = if a.digits.is_zero() { (b, negative) } else { (a, a.negative) };
    let exp = least.max(n.exp - c.prec - 1);
    let digits = n.digits.scaled(n.exp - exp);
    let made = c.filled(digits, |digits| Number::new(negative, digits, exp));
    c.finish(made)
}

/// The product without rounding, or what is instead of it.
fn mul_exact(a: &Number, b: &Number, c: &mut Context) -> Number {
    let negative = a.negative != b.negative;
    if a.is_finite() && b.is_finite() {
        return Number::new(negative, a.digits.mul(&b.digits), a.exp + b.exp);
    }
    match a.is_zero() || b.is_zero() {
        true => c.invalid(),
        false => Number::infinite(negative),
    }
}

/// `a * b`.
#[inline]
pub fn mul(a: &Number, b: &Number, c: &mut Context) -> Number {
    if a.is_nan() || b.is_nan() {
        return c.nan(&[a, b]).unwrap_or(Number::NAN);
    }
    let made = mul_exact(a, b, c);
    c.finish(made)
}

/// `a * b + d`, rounded once.
pub fn fma(a: &Number, b: &Number, d: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a, b, d]) {
        return nan;
    }
    match mul_exact(a, b, c) {
        product if product.is_nan() => product,
        product => add(&product, d, c),
    }
}

/// `+a`.
pub fn plus(a: &Number, c: &mut Context) -> Number {
    signed_for(a, a.negative, c)
}
/// `-a`.
pub fn minus(a: &Number, c: &mut Context) -> Number {
    signed_for(a, !a.negative, c)
}
/// `abs(a)`.
pub fn abs(a: &Number, c: &mut Context) -> Number {
    match a.negative {
        true => minus(a, c),
        false => plus(a, c),
    }
}

/// A number with a sign, as the sum with zero: so zero is positive, unless it is rounded down.
fn signed_for(a: &Number, negative: bool, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a]) {
        return nan;
    }
    let negative = if a.is_zero() { c.rounding == Rounding::Floor && negative } else { negative };
    c.finish(a.clone().signed(negative))
}
