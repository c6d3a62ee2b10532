//! Quotients and remainders.

use super::context::{status, Rounding};
use super::{Context, Digits, Kind, Number};
use std::cmp::Ordering;

/// `a / b`.
pub fn div(a: &Number, b: &Number, c: &mut Context) -> Number {
    let negative = a.negative != b.negative;
    if let Some(nan) = c.nan(&[a, b]) {
        return nan;
    }
    match (a.kind, b.kind) {
        (Kind::Infinite, Kind::Infinite) => return c.invalid(),
        (Kind::Infinite, _) => return Number::infinite(negative),
        (_, Kind::Infinite) => {
            c.note(status::CLAMPED);
            return Number::new(negative, Digits::ZERO, c.etiny());
        }
        _ if b.digits.is_zero() && a.digits.is_zero() => return c.wrong(status::DIVISION_UNDEFINED),
        _ if b.digits.is_zero() => {
            c.note(status::DIVISION_BY_ZERO);
            return Number::infinite(negative);
        }
        _ => {}
    }
    let ideal = a.exp - b.exp;
    if a.digits.is_zero() {
        return c.finish(Number::new(negative, Digits::ZERO, ideal));
    }
    // One digit more than the precision, so that half of a unit can be told.
    let shift = b.digits.count() - a.digits.count() + c.prec + 1;
    let scaled = if shift >= 0 { a.digits.scaled(shift) } else { Some(a.digits.clone()) };
    let by = if shift < 0 { b.digits.scaled(-shift) } else { Some(b.digits.clone()) };
    let (Some(scaled), Some(by)) = (scaled, by) else { return c.wrong(status::MEMORY) };
    let (mut q, r) = scaled.div_rem(&by);
    let mut exp = ideal - shift;
    if !r.is_zero() {
        // What is left makes it no tie and not exact.
        if q.modulo(5) == 0 {
            q = q.plus_one();
        }
    } else if exp < ideal {
        let zeros = q.zeros(ideal - exp);
        (q, exp) = (q.cut(zeros).0, exp + zeros);
    }
    c.finish(Number::new(negative, q, exp))
}

/// The integer part of a quotient and the remainder, of which the divisor is not zero; `None` if there are more digits than fit.
fn parts(a: &Number, b: &Number, c: &Context) -> Option<(Digits, Number)> {
    let least = if b.is_infinite() { a.exp } else { a.exp.min(b.exp) };
    let apart = a.adjusted() - b.adjusted();
    if a.digits.is_zero() || b.is_infinite() || apart <= -2 {
        let digits = a.digits.scaled(a.exp - least)?;
        return Some((Digits::ZERO, Number::new(a.negative, digits, least)));
    }
    if apart > c.prec {
        return None;
    }
    let (q, r) = a.digits.scaled(a.exp - least)?.div_rem(&b.digits.scaled(b.exp - least)?);
    (q.count() <= c.prec).then(|| (q, Number::new(a.negative, r, least)))
}

/// What the operations that divide to an integer give before they divide.
fn special(a: &Number, b: &Number, c: &mut Context) -> Option<Number> {
    if let Some(nan) = c.nan(&[a, b]) {
        return Some(nan);
    }
    if a.is_infinite() {
        return Some(c.invalid());
    }
    (b.is_zero() && a.is_zero()).then(|| c.wrong(status::DIVISION_UNDEFINED))
}

/// `a // b`.
pub fn div_int(a: &Number, b: &Number, c: &mut Context) -> Number {
    let negative = a.negative != b.negative;
    if a.is_infinite() && !b.is_nan() {
        return if b.is_infinite() { c.invalid() } else { Number::infinite(negative) };
    }
    if let Some(done) = special(a, b, c) {
        return done;
    }
    if b.is_zero() {
        c.note(status::DIVISION_BY_ZERO);
        return Number::infinite(negative);
    }
    if b.is_infinite() {
        return Number::new(negative, Digits::ZERO, 0);
    }
    match parts(a, b, c) {
        Some((q, _)) => c.finish(Number::new(negative, q, 0)),
        None => c.wrong(status::DIVISION_IMPOSSIBLE),
    }
}

/// `a % b`.
pub fn rem(a: &Number, b: &Number, c: &mut Context) -> Number {
    if let Some(done) = special(a, b, c) {
        return done;
    }
    if b.is_zero() {
        return c.invalid();
    }
    match parts(a, b, c) {
        Some((_, r)) => c.finish(r),
        None => c.wrong(status::DIVISION_IMPOSSIBLE),
    }
}

/// `divmod(a, b)`.
pub fn div_mod(a: &Number, b: &Number, c: &mut Context) -> (Number, Number) {
    let negative = a.negative != b.negative;
    if let Some(nan) = c.nan(&[a, b]) {
        return (nan.clone(), nan);
    }
    if a.is_infinite() {
        let q = if b.is_infinite() { c.invalid() } else { Number::infinite(negative) };
        return (q, c.invalid());
    }
    if b.is_zero() {
        if a.is_zero() {
            let nan = c.wrong(status::DIVISION_UNDEFINED);
            return (nan.clone(), nan);
        }
        c.note(status::DIVISION_BY_ZERO);
        return (Number::infinite(negative), c.invalid());
    }
    match parts(a, b, c) {
        Some((_, r)) if b.is_infinite() => (Number::new(negative, Digits::ZERO, 0), c.finish(r)),
        Some((q, r)) => (c.finish(Number::new(negative, q, 0)), c.finish(r)),
        None => {
            let nan = c.wrong(status::DIVISION_IMPOSSIBLE);
            (nan.clone(), nan)
        }
    }
}

/// The remainder to the nearest integer that is a quotient, of two to the even one.
pub fn rem_near(a: &Number, b: &Number, c: &mut Context) -> Number {
    if let Some(done) = special(a, b, c) {
        return done;
    }
    if b.is_zero() {
        return c.invalid();
    }
    if b.is_infinite() {
        return c.finish(a.clone());
    }
    let least = a.exp.min(b.exp);
    let small = |c: &mut Context| {
        let digits = a.digits.scaled(a.exp - least);
        let made = c.filled(digits, |digits| Number::new(a.negative, digits, least));
        c.finish(made)
    };
    if a.is_zero() {
        return c.finish(Number::new(a.negative, Digits::ZERO, least));
    }
    let apart = a.adjusted() - b.adjusted();
    if apart > c.prec {
        return c.wrong(status::DIVISION_IMPOSSIBLE);
    }
    if apart <= -2 {
        return small(c);
    }
    let (Some(x), Some(y)) = (a.digits.scaled(a.exp - least), b.digits.scaled(b.exp - least)) else {
        return c.wrong(status::MEMORY);
    };
    let (mut q, r) = x.div_rem(&y);
    let (mut r, mut negative) = (r, a.negative);
    let up = match r.add(&r).cmp(&y) {
        Ordering::Greater => true,
        Ordering::Equal => q.is_odd(),
        Ordering::Less => false,
    };
    if up {
        (q, r, negative) = (q.plus_one(), y.sub(&r), !negative);
    }
    match q.count() > c.prec {
        true => c.wrong(status::DIVISION_IMPOSSIBLE),
        false => c.finish(Number::new(negative, r, least)),
    }
}

/// A number with an exponent, rounded to that without a look at the precision.
pub fn rescaled(a: &Number, exp: i64, rounding: Rounding) -> Option<(Number, bool)> {
    if a.digits.is_zero() {
        return Some((Number::new(a.negative, Digits::ZERO, exp), true));
    }
    let (digits, exact) = match a.exp >= exp {
        true => (a.digits.scaled(a.exp - exp)?, true),
        false => rounding.cut(a.negative, &a.digits, exp - a.exp),
    };
    Some((Number::new(a.negative, digits, exp), exact))
}
