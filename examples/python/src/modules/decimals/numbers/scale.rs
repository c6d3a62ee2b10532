//! Numbers with other exponents, and their neighbours.

use super::context::{status, Rounding};
use super::digits::ten;
use super::order::order;
use super::quotients::rescaled;
use super::{sums, Context, Digits, Number};
use std::cmp::Ordering;

/// `quantize`: with the exponent of another number.
pub fn quantize(a: &Number, b: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a, b]) {
        return nan;
    }
    match (a.is_infinite(), b.is_infinite()) {
        (true, true) => return a.clone(),
        (false, false) => {}
        _ => return c.invalid(),
    }
    if b.exp < c.etiny() || b.exp > c.emax {
        return c.invalid();
    }
    if a.digits.is_zero() {
        return c.finish(Number::new(a.negative, Digits::ZERO, b.exp));
    }
    if a.adjusted() > c.emax || a.adjusted() - b.exp + 1 > c.prec {
        return c.invalid();
    }
    let Some((made, exact)) = rescaled(a, b.exp, c.rounding) else { return c.wrong(status::MEMORY) };
    if made.adjusted() > c.emax || made.digits.count() > c.prec {
        return c.invalid();
    }
    if b.exp > a.exp {
        c.note(status::ROUNDED | if exact { 0 } else { status::INEXACT });
    }
    c.finish(made)
}

/// `normalize`: without zeros at the end.
pub fn normalize(a: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a]) {
        return nan;
    }
    let made = c.finish(a.clone());
    if made.is_infinite() {
        return made;
    }
    if made.is_zero() {
        return Number::new(made.negative, Digits::ZERO, 0);
    }
    let most = if c.clamp { c.etop() } else { c.emax };
    let zeros = made.digits.zeros(most - made.exp);
    Number::new(made.negative, made.digits.cut(zeros).0, made.exp + zeros)
}

/// Rounded to an integer if the exponent is negative; whether that was exact, if it was done.
fn integral(a: &Number, c: &mut Context) -> (Number, Option<bool>) {
    if let Some(nan) = c.nan(&[a]) {
        return (nan, None);
    }
    if a.is_infinite() || a.exp >= 0 {
        return (a.clone(), None);
    }
    if a.digits.is_zero() {
        return (Number::new(a.negative, Digits::ZERO, 0), None);
    }
    let (digits, exact) = c.rounding.cut(a.negative, &a.digits, -a.exp);
    (Number::new(a.negative, digits, 0), Some(exact))
}
/// `to_integral_value`.
pub fn to_integral(a: &Number, c: &mut Context) -> Number {
    integral(a, c).0
}
/// `to_integral_exact`, which notes what it did.
pub fn to_integral_exact(a: &Number, c: &mut Context) -> Number {
    let (made, exact) = integral(a, c);
    match exact {
        Some(true) => c.note(status::ROUNDED),
        Some(false) => c.note(status::ROUNDED | status::INEXACT),
        None => {}
    }
    made
}

/// The small integer that a number is, with no exponent.
fn places(b: &Number) -> Option<i64> {
    let n = match b.digits {
        Digits::Small(n) if b.is_finite() && b.exp == 0 => i64::try_from(n).ok()?,
        _ => return None,
    };
    Some(if b.negative { -n } else { n })
}

/// `scaleb`.
pub fn scaleb(a: &Number, b: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a, b]) {
        return nan;
    }
    let most = 2 * (c.emax + c.prec);
    match places(b) {
        Some(n) if (-most..=most).contains(&n) => match a.is_infinite() {
            true => a.clone(),
            false => c.finish(Number { exp: a.exp + n, ..a.clone() }),
        },
        _ => c.invalid(),
    }
}

/// `logb`: the exponent if there were one digit before the point.
pub fn logb(a: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a]) {
        return nan;
    }
    if a.is_infinite() {
        return Number::infinite(false);
    }
    if a.is_zero() {
        c.note(status::DIVISION_BY_ZERO);
        return Number::infinite(true);
    }
    c.finish(Number::int(a.adjusted()))
}

/// The next number in a direction, without a note.
fn next(a: &Number, c: &mut Context, down: bool) -> Number {
    if a.is_infinite() {
        if a.negative == down {
            return a.clone();
        }
        let etop = c.etop();
        let most = ten(c.prec).map(|t| t.sub(&Digits::ONE));
        return c.filled(most, |digits| Number::new(!down, digits, etop)).signed(a.negative);
    }
    let mut own = Context { rounding: if down { Rounding::Floor } else { Rounding::Ceiling }, ..*c };
    let made = own.finish(a.clone());
    if order(&made, a) != Ordering::Equal {
        return made;
    }
    let least = Number::new(down, Digits::ONE, own.etiny() - 1);
    sums::add(a, &least, &mut own)
}
/// `next_minus`.
pub fn next_minus(a: &Number, c: &mut Context) -> Number {
    c.nan(&[a]).unwrap_or_else(|| next(a, c, true))
}
/// `next_plus`.
pub fn next_plus(a: &Number, c: &mut Context) -> Number {
    c.nan(&[a]).unwrap_or_else(|| next(a, c, false))
}
/// `next_toward`.
pub fn next_toward(a: &Number, b: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a, b]) {
        return nan;
    }
    let made = match order(a, b) {
        Ordering::Equal => return a.clone().signed(b.negative),
        o => next(a, c, o == Ordering::Greater),
    };
    if made.is_infinite() {
        c.note(status::OVERFLOW | status::INEXACT | status::ROUNDED);
    } else if made.adjusted() < c.emin {
        c.note(status::UNDERFLOW | status::SUBNORMAL | status::INEXACT | status::ROUNDED);
        if made.is_zero() {
            c.note(status::CLAMPED);
        }
    }
    made
}

/// By how many places `rotate` and `shift` move.
fn moved(a: &Number, b: &Number, c: &mut Context) -> Result<i64, Number> {
    if let Some(nan) = c.nan(&[a, b]) {
        return Err(nan);
    }
    match places(b) {
        Some(n) if (-c.prec..=c.prec).contains(&n) => match a.is_infinite() {
            true => Err(a.clone()),
            false => Ok(n),
        },
        _ => Err(c.invalid()),
    }
}
/// `rotate`: places that leave the precision come back at the other end.
pub fn rotate(a: &Number, b: &Number, c: &mut Context) -> Number {
    let by = match moved(a, b, c) {
        Ok(by) => by,
        Err(made) => return made,
    };
    let left = if by < 0 { by + c.prec } else { by };
    let kept = a.digits.last(c.prec);
    let (upper, lower) = (kept.cut(c.prec - left).0, kept.last(c.prec - left));
    let digits = lower.scaled(left).map(|d| d.add(&upper));
    c.filled(digits, |digits| Number { digits, ..a.clone() })
}
/// `shift`: zeros come in.
pub fn shift(a: &Number, b: &Number, c: &mut Context) -> Number {
    let by = match moved(a, b, c) {
        Ok(by) => by,
        Err(made) => return made,
    };
    let digits = match by < 0 {
        true => Some(a.digits.last(c.prec).cut(-by).0),
        false => a.digits.last(c.prec - by).scaled(by),
    };
    c.filled(digits, |digits| Number { digits, ..a.clone() })
}
