//! Comparisons.

use super::{Context, Digits, Kind, Number};
use std::cmp::Ordering::{self, Equal, Greater, Less};

/// The order of numbers that are ones.
pub fn order(a: &Number, b: &Number) -> Ordering {
    let sign = |n: &Number| match (n.is_zero(), n.negative) {
        (true, _) => 0,
        (_, true) => -1,
        (_, false) => 1,
    };
    match sign(a).cmp(&sign(b)) {
        Equal if a.negative && b.negative => magnitude(b, a),
        Equal => magnitude(a, b),
        differ => differ,
    }
}

/// The order without signs.
#[inline]
pub fn magnitude(a: &Number, b: &Number) -> Ordering {
    match (a.is_infinite(), b.is_infinite()) {
        (false, false) => {}
        (x, y) => return x.cmp(&y),
    }
    if a.exp == b.exp {
        return a.digits.cmp(&b.digits);
    }
    match (a.digits.is_zero(), b.digits.is_zero()) {
        (false, false) => {}
        (x, y) => return y.cmp(&x),
    }
    // With the same first place, the exponents are no further apart than there are digits.
    a.adjusted().cmp(&b.adjusted()).then_with(|| {
        let (x, y) = (a.digits.scaled((a.exp - b.exp).max(0)), b.digits.scaled((b.exp - a.exp).max(0)));
        x.cmp(&y)
    })
}

fn sign_of(o: Ordering) -> Number {
    Number::int(o as i64)
}

/// `compare`: -1, 0 or 1.
pub fn compare(a: &Number, b: &Number, c: &mut Context) -> Number {
    c.nan(&[a, b]).unwrap_or_else(|| sign_of(order(a, b)))
}

/// The same, where all that is no number is invalid.
pub fn compare_signal(a: &Number, b: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a, b]) {
        c.note(super::status::INVALID_OPERATION);
        return nan;
    }
    sign_of(order(a, b))
}

/// The order of representations.
fn total(a: &Number, b: &Number) -> Ordering {
    if a.negative != b.negative {
        return b.negative.cmp(&a.negative);
    }
    let rank = |n: &Number| match n.kind {
        Kind::Finite | Kind::Infinite => 0,
        Kind::Signaling => 1,
        Kind::Quiet => 2,
    };
    let payload = || a.digits.count().cmp(&b.digits.count()).then_with(|| a.digits.cmp(&b.digits));
    let up = match rank(a).cmp(&rank(b)) {
        Equal if a.is_nan() => payload(),
        Equal => magnitude(a, b).then(a.exp.cmp(&b.exp)),
        differ => differ,
    };
    if a.negative {
        up.reverse()
    } else {
        up
    }
}

/// `compare_total`.
pub fn compare_total(a: &Number, b: &Number, _: &mut Context) -> Number {
    sign_of(total(a, b))
}
/// The same without signs.
pub fn compare_total_mag(a: &Number, b: &Number, _: &mut Context) -> Number {
    sign_of(total(&a.clone().signed(false), &b.clone().signed(false)))
}

/// One of two: the order says which; of one number and what is none, the number.
fn choose(
    a: &Number,
    b: &Number,
    c: &mut Context,
    by: fn(&Number, &Number) -> Ordering,
    wanted: Ordering,
) -> Number {
    let chosen = match (a.kind, b.kind) {
        (Kind::Quiet, k) if k != Kind::Quiet && k != Kind::Signaling => b,
        (k, Kind::Quiet) if k != Kind::Quiet && k != Kind::Signaling => a,
        _ => match c.nan(&[a, b]) {
            Some(nan) => return nan,
            None if by(a, b).then_with(|| total(a, b)) == wanted.reverse() => b,
            None => a,
        },
    };
    c.finish(chosen.clone())
}
/// `max`.
pub fn max(a: &Number, b: &Number, c: &mut Context) -> Number {
    choose(a, b, c, order, Greater)
}
/// `min`.
pub fn min(a: &Number, b: &Number, c: &mut Context) -> Number {
    choose(a, b, c, order, Less)
}
/// `max_mag`.
pub fn max_mag(a: &Number, b: &Number, c: &mut Context) -> Number {
    choose(a, b, c, magnitude, Greater)
}
/// `min_mag`.
pub fn min_mag(a: &Number, b: &Number, c: &mut Context) -> Number {
    choose(a, b, c, magnitude, Less)
}

/// `same_quantum`.
pub fn same_quantum(a: &Number, b: &Number) -> bool {
    match (a.is_nan(), b.is_nan()) {
        (false, false) => a.is_infinite() == b.is_infinite() && a.exp == b.exp,
        (x, y) => x && y,
    }
}

/// Whether a finite number that is not zero has fewer places than the context's normal ones.
pub fn is_subnormal(a: &Number, c: &Context) -> bool {
    a.is_finite() && !a.digits.is_zero() && a.adjusted() < c.emin
}
/// The contrary.
pub fn is_normal(a: &Number, c: &Context) -> bool {
    a.is_finite() && !a.digits.is_zero() && a.adjusted() >= c.emin
}

/// `number_class`.
pub fn class(a: &Number, c: &Context) -> &'static str {
    let of = |names: [&'static str; 2]| names[usize::from(a.negative)];
    match a.kind {
        Kind::Quiet => "NaN",
        Kind::Signaling => "sNaN",
        Kind::Infinite => of(["+Infinity", "-Infinity"]),
        Kind::Finite if a.digits == Digits::ZERO => of(["+Zero", "-Zero"]),
        Kind::Finite if is_subnormal(a, c) => of(["+Subnormal", "-Subnormal"]),
        Kind::Finite => of(["+Normal", "-Normal"]),
    }
}
