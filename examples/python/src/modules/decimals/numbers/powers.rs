//! Square roots and powers.
//!
//! Powers are not always rounded rightly in the last digit; they are what CPython's are: for integers repeated products with some digits more, for others
//! `exp(b * ln(a))`.

use super::context::{status, Rounding};
use super::digits::{ten, MOST};
use super::order::{magnitude, order};
use super::{logs, quotients, sums, Context, Digits, Kind, Number};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// `sqrt`, always rounded to the nearest.
pub fn sqrt(a: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a]) {
        return nan;
    }
    if a.is_infinite() && !a.negative {
        return a.clone();
    }
    let mut own = Context { rounding: Rounding::HalfEven, ..*c };
    let ideal = a.exp.div_euclid(2);
    if a.is_zero() {
        let made = own.finish(Number::new(a.negative, Digits::ZERO, ideal));
        c.note(own.status);
        return made;
    }
    if a.negative {
        return c.invalid();
    }
    if c.prec > MOST {
        return c.wrong(status::MEMORY);
    }
    // The root of an integer with two digits for each one wanted, which are one more than fit.
    let odd = a.exp.rem_euclid(2);
    let shift = c.prec + 1 - (a.digits.count() + odd + 1) / 2;
    let (n, mut exact) = match 2 * shift + odd {
        up @ 0.. => (a.digits.scaled(up), true),
        down => {
            let (n, rest) = a.digits.cut(-down);
            (Some(n), rest == super::digits::Rest::Nothing)
        }
    };
    let Some(n) = n else { return c.wrong(status::MEMORY) };
    let n = n.big();
    let root = n.sqrt();
    exact = exact && &root * &root == n;
    let (mut digits, mut exp) = (Digits::from(root), ideal - shift);
    if !exact {
        if digits.modulo(5) == 0 {
            digits = digits.plus_one();
        }
    } else if exp < ideal {
        let zeros = digits.zeros(ideal - exp);
        (digits, exp) = (digits.cut(zeros).0, exp + zeros);
    } else if let Some(filled) = digits.scaled(exp - ideal) {
        (digits, exp) = (filled, ideal);
    }
    let made = own.finish(Number::new(false, digits, exp));
    c.note(own.status);
    made
}

/// `a ** b`.
pub fn pow(a: &Number, b: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a, b]) {
        return nan;
    }
    let integer = b.is_integer();
    let negative = integer && a.negative && b.is_odd();
    if a.is_zero() {
        return match (b.is_zero(), b.negative) {
            (true, _) => c.invalid(),
            (false, true) => Number::infinite(negative),
            (false, false) => Number::new(negative, Digits::ZERO, 0),
        };
    }
    if a.negative && (!integer || b.is_infinite()) {
        return c.invalid();
    }
    let one = Number::ONE.signed(negative);
    if b.is_infinite() {
        return match order(a, &Number::ONE) {
            Ordering::Equal => full_one(negative, c.prec - 1, c, status::INEXACT | status::ROUNDED),
            o if (o == Ordering::Less) != b.negative => Number::new(negative, Digits::ZERO, 0),
            _ => Number::infinite(negative),
        };
    }
    if b.is_zero() {
        return one;
    }
    if a.is_infinite() {
        return match b.negative {
            true => Number::new(negative, Digits::ZERO, 0),
            false => Number::infinite(negative),
        };
    }
    if magnitude(a, &Number::ONE) == Ordering::Equal {
        return of_one(a, b, integer, negative, c);
    }
    if let Some(n) = beyond(a, b, negative, c) {
        return c.finish(n);
    }
    match integer {
        true => of_integer(a, b, negative, c),
        false => of_real(a, b, c),
    }
}

/// 1 with zeros.
fn full_one(negative: bool, zeros: i64, c: &mut Context, note: u32) -> Number {
    c.note(note);
    let digits = ten(zeros);
    c.filled(digits, |digits| Number::new(negative, digits, -zeros))
}

/// A power of one that has zeros behind it.
fn of_one(a: &Number, b: &Number, integer: bool, negative: bool, c: &mut Context) -> Number {
    if !integer {
        return full_one(false, c.prec - 1, c, status::INEXACT | status::ROUNDED);
    }
    if b.negative {
        return Number::ONE.signed(negative);
    }
    let places = sums::mul(b, &Number::int(-a.exp), &mut Context { status: 0, ..*c });
    let places = super::other::small(&places).unwrap_or(i64::MAX);
    match places > c.prec - 1 {
        true => full_one(negative, c.prec - 1, c, status::ROUNDED),
        false => full_one(negative, places, c, 0),
    }
}

/// How many digits an exponent has.
fn length(n: i64) -> i64 {
    Digits::Small(n.unsigned_abs().into()).count()
}

/// What is certainly too large or too small stands for a power that is.
fn beyond(a: &Number, b: &Number, negative: bool, c: &Context) -> Option<Number> {
    let size = a.adjusted();
    let zeta = match size {
        1.. => length(size) - 1,
        ..-1 => length(size + 1) - 1,
        _ => {
            let apart = sums::sub(&a.clone().signed(false), &Number::ONE, &mut Context::MAX.clone());
            apart.adjusted() - if size == 0 { 2 } else { 1 }
        }
    };
    let shrinks = (size < 0) != b.negative;
    let limit = length(if shrinks { c.etiny() } else { c.emax });
    if limit >= zeta + b.adjusted() {
        return None;
    }
    Some(Number::new(negative, Digits::ONE, if shrinks { c.etiny() - 1 } else { BEYOND }))
}
/// An exponent beyond all.
const BEYOND: i64 = 2 * super::context::MAX;

fn of_integer(a: &Number, b: &Number, negative: bool, c: &mut Context) -> Number {
    let mut work = Context { rounding: Rounding::HalfEven, clamp: false, status: 0, ..*c };
    work.prec += b.digits.count() + b.exp + 2;
    let mut base = a.clone();
    if b.negative {
        work.prec += 1;
        base = quotients::div(&Number::ONE, a, &mut work);
        if work.status & (status::INVALID | status::DIVISION_BY_ZERO) != 0 {
            c.note(work.status);
            return Number::NAN;
        }
    }
    let Some(exponent) = super::other::to_int(&b.clone().signed(false)) else {
        return c.wrong(status::MEMORY);
    };
    let made = match exponent.to_u64() {
        Some(n) => by_squares(base, n, &mut work),
        None => by_large_squares(base, exponent.magnitude().clone(), &mut work),
    };
    c.note(work.status);
    let made = match made.is_infinite() {
        true => Number::new(negative, Digits::ONE, BEYOND),
        false => made.signed(negative),
    };
    c.finish(made)
}

/// Whether a product of powers will not change any more.
fn is_final(n: &Number, c: &Context) -> bool {
    !n.is_finite() || n.digits.is_zero() && c.status & status::CLAMPED != 0
}

/// From the first bit of the exponent to the last.
fn by_squares(base: Number, n: u64, c: &mut Context) -> Number {
    let mut made = base.clone();
    let mut bit = 1u64 << (63 - n.leading_zeros()) >> 1;
    while bit > 0 {
        made = sums::mul(&made, &made, c);
        if n & bit != 0 {
            made = sums::mul(&made, &base, c);
        }
        if is_final(&made, c) {
            break;
        }
        bit >>= 1;
    }
    made
}

/// From the last bit to the first.
fn by_large_squares(mut base: Number, mut n: BigUint, c: &mut Context) -> Number {
    let mut made = Number::ONE;
    while n.bits() > 0 {
        if n.bit(0) {
            made = sums::mul(&made, &base, c);
            if is_final(&made, c) {
                break;
            }
        }
        base = sums::mul(&base, &base, c);
        n >>= 1u8;
    }
    made
}

fn of_real(a: &Number, b: &Number, c: &mut Context) -> Number {
    // As many digits more as an exponent can have, and some.
    let mut work = Context { prec: a.digits.count().max(c.prec) + 4 + 19, ..Context::MAX };
    let logarithm = logs::ln(a, &mut work);
    let product = sums::mul(&logarithm, b, &mut work);
    let mut last = Context { status: 0, ..work };
    let mut made = logs::exp(&product, &mut last);
    c.note(last.status | work.status & status::INVALID | status::INEXACT | status::ROUNDED);
    if made.is_finite() && order(&made, &Number::ONE) == Ordering::Equal {
        made = full_one(false, c.prec - 1, c, 0);
    }
    if made.is_infinite() {
        made = Number::new(false, Digits::ONE, BEYOND);
    }
    c.finish(made)
}

/// `pow(a, b, m)` of integers, which is exact.
pub fn pow_mod(a: &Number, b: &Number, m: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a, b, m]) {
        return nan;
    }
    let all = [a, b, m];
    if !all.iter().all(|n| n.kind == Kind::Finite && n.is_integer())
        || b.negative && !b.is_zero()
        || m.is_zero()
    {
        return c.invalid();
    }
    if m.adjusted() >= c.prec || a.is_zero() && b.is_zero() {
        return c.invalid();
    }
    let magnitudes = all.map(|n| super::other::to_int(n).map(|n| n.magnitude().clone()));
    let [Some(x), Some(y), Some(z)] = magnitudes else { return c.wrong(status::MEMORY) };
    Number::new(a.negative && y.bit(0), x.modpow(&y, &z).into(), 0)
}
