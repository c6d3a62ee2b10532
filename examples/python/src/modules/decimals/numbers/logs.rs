//! The exponential function and logarithms, always rounded to the nearest.
//!
//! **Method.** A result is computed in binary fixed point to some digits more than wanted, with an error of less than [`ERROR`] units of the last one. If all that
//! it may be is rounded alike, that is the result; else there are too few digits, and it is done again with more ([`nearest`]).
//!
//! `exp(x)` is `10**n * exp(r)` with `x = n*ln(10) + r`; the series for `r / 2**k` is squared `k` times. `ln(x)` is `n*ln(10) + y + ln(m / exp(y))` with `x = m * 10**n`
//! and the logarithm `y` of `m` as a float: what is left is so near to 1 that few terms of a series do.
//!
//! **Example.** With a precision of 5, `ln(2)` is first computed as 0.693147180559945, which is 0.69315 whatever the last digits.

use super::context::{status, Rounding};
use super::digits::{ten, MOST};
use super::{sums, Context, Digits, Kind, Number};
use num_bigint::{BigInt, Sign};
use num_traits::{FromPrimitive, ToPrimitive};
use std::cell::RefCell;

/// See the module header.
const ERROR: u8 = 4;
/// Digits beyond those wanted, at first.
const MORE: i64 = 12;

/// A number that is computed to so many digits: an integer of about so many, and its exponent.
type Approximate<'a> = &'a dyn Fn(i64) -> Option<(BigInt, i64)>;

/// The nearest number.
fn nearest(c: &mut Context, approximate: Approximate<'_>) -> Number {
    let mut own = Context { rounding: Rounding::HalfEven, ..*c };
    let mut more = MORE;
    let found = loop {
        if c.prec.saturating_add(more) > MOST {
            break None;
        }
        let Some((n, exp)) = approximate(c.prec + more) else { break None };
        let made = |n: BigInt, c: &mut Context| {
            let negative = n.sign() == Sign::Minus;
            c.finish(Number::new(negative, Digits::from(n.into_parts().1), exp))
        };
        let mut unnoted = own;
        let lower = made(&n - ERROR, &mut unnoted);
        if lower == made(&n + ERROR, &mut unnoted) {
            // A digit behind the last one, so that it is not taken for exact.
            let (negative, n) = (n.sign() == Sign::Minus, n.into_parts().1 * 10u8 + 1u8);
            break Some(Number::new(negative, n.into(), exp - 1));
        }
        more *= 2;
    };
    let Some(n) = found else { return c.wrong(status::MEMORY) };
    let made = own.finish(n);
    c.note(own.status | status::INEXACT | status::ROUNDED);
    made
}

/// How many bits so many digits have, and some.
fn bits(digits: i64) -> usize {
    (digits as f64 * 3.322) as usize + 128
}

/// `2 * (artanh(1/31)*23 + artanh(1/49)*17 + artanh(1/161)*10)`, which is the logarithm of 10, with so many bits behind the point.
fn ln_ten(bits: usize) -> BigInt {
    thread_local! {
        static KNOWN: RefCell<(usize, BigInt)> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        if known.0 < bits {
            let wide = bits + 64;
            let part = |factor: u8, by: u32| {
                let mut power = (BigInt::from(1) << wide) / by;
                let (mut sum, mut k) = (power.clone(), 1u32);
                while power.sign() != Sign::NoSign {
                    power /= by * by;
                    k += 2;
                    sum += &power / k;
                }
                sum * factor
            };
            *known = (bits, (part(46, 31) + part(34, 49) + part(20, 161)) >> 64);
        }
        &known.1 >> (known.0 - bits)
    })
}

/// `exp(r)` of a small number in fixed point.
fn exp_fixed(r: &BigInt, bits: usize) -> BigInt {
    let halvings = (bits as f64).sqrt() as usize / 2 + 4;
    let wide = bits + 2 * halvings + 16;
    let r = (r << (wide - bits)) >> halvings;
    let mut sum = BigInt::from(1) << wide;
    let (mut term, mut k) = (sum.clone(), 1u32);
    loop {
        term = ((term * &r) >> wide) / k;
        // Rounded down, what is negative ends at -1.
        if term.bits() <= 1 {
            break;
        }
        sum += &term;
        k += 1;
    }
    for _ in 0..halvings {
        sum = (&sum * &sum) >> wide;
    }
    sum >> (wide - bits)
}

/// Digits with an exponent in fixed point.
fn fixed(digits: &Digits, exp: i64, bits: usize) -> Option<BigInt> {
    let n = BigInt::from(digits.big()) << bits;
    let by = BigInt::from(ten(exp.abs())?.big());
    Some(if exp >= 0 { n * by } else { n / by })
}

/// `exp(a)`.
pub fn exp(a: &Number, c: &mut Context) -> Number {
    if let Some(nan) = c.nan(&[a]) {
        return nan;
    }
    if a.is_infinite() {
        return if a.negative { Number::new(false, Digits::ZERO, 0) } else { a.clone() };
    }
    if a.is_zero() {
        return Number::ONE;
    }
    if a.adjusted() >= 19 {
        let exp = if a.negative { c.etiny() - 1 } else { 2 * super::context::MAX };
        let mut own = Context { rounding: Rounding::HalfEven, ..*c };
        let made = own.finish(Number::new(false, Digits::ONE, exp));
        c.note(own.status);
        return made;
    }
    nearest(c, &|digits| {
        if a.adjusted() < -digits - 1 {
            return Some((ten(digits - 1)?.big().into(), 1 - digits));
        }
        let bits = bits(digits);
        let x = fixed(&a.digits, a.exp, bits)?;
        let x = if a.negative { -x } else { x };
        let ln = ln_ten(bits);
        let n = num_integer::Integer::div_floor(&x, &ln);
        let r = x - &n * ln;
        let m = exp_fixed(&r, bits) * BigInt::from(ten(digits - 1)?.big());
        Some((m >> bits, n.to_i64()? - (digits - 1)))
    })
}

/// The logarithm of a positive number that is not 1, or its quotient by that of 10.
fn logarithm(a: &Number, decimal: bool, c: &mut Context) -> Number {
    // Between a third and three, as nearly as one digit tells.
    let first = a.digits.cut(a.digits.count() - 1).0;
    let n = a.adjusted() + i64::from(first >= Digits::Small(3));
    let near = match n {
        0 => -sums::sub(a, &Number::ONE, &mut Context::MAX.clone()).adjusted(),
        _ => 0,
    };
    nearest(c, &|digits| {
        let digits = digits + near + 1;
        let bits = bits(digits);
        let one = BigInt::from(1) << bits;
        let mut m = fixed(&a.digits, a.exp - n, bits)?;
        let mut sum = &BigInt::from(n) * ln_ten(bits);
        if near < 8 {
            let y = (m.clone() >> (bits - 60)).to_f64()? / (1u64 << 60) as f64;
            let y = BigInt::from_f64((y.ln() * (1u64 << 60) as f64).round())? << (bits - 60);
            m = (m * exp_fixed(&-&y, bits)) >> bits;
            sum += y;
        }
        let z = ((&m - &one) << bits) / (&m + &one);
        let square = (&z * &z) >> bits;
        let (mut power, mut k): (BigInt, u32) = (z * 2u8, 1);
        while power.sign() != Sign::NoSign && power != BigInt::from(-1) {
            sum += &power / k;
            power = (power * &square) >> bits;
            k += 2;
        }
        if decimal {
            sum = (sum << bits) / ln_ten(bits);
        }
        let digits = digits as u32;
        Some(((sum * BigInt::from(ten(digits.into())?.big())) >> bits, -i64::from(digits)))
    })
}

/// What logarithms give where nothing is to be computed.
fn special(a: &Number, c: &mut Context) -> Option<Number> {
    if let Some(nan) = c.nan(&[a]) {
        return Some(nan);
    }
    if a.is_zero() {
        return Some(Number::infinite(true));
    }
    if a.negative {
        return Some(c.invalid());
    }
    (a.kind == Kind::Infinite).then(|| a.clone())
}

/// The exponent of a power of ten.
fn of_ten(a: &Number) -> Option<i64> {
    let zeros = a.digits.count() - 1;
    (a.digits.zeros(zeros) == zeros && a.digits.cut(zeros).0 == Digits::ONE).then(|| a.adjusted())
}

/// `ln(a)`.
pub fn ln(a: &Number, c: &mut Context) -> Number {
    if let Some(done) = special(a, c) {
        return done;
    }
    match of_ten(a) {
        Some(0) => Number::new(false, Digits::ZERO, 0),
        _ => logarithm(a, false, c),
    }
}

/// `log10(a)`.
pub fn log10(a: &Number, c: &mut Context) -> Number {
    if let Some(done) = special(a, c) {
        return done;
    }
    match of_ten(a) {
        Some(n) => {
            let mut own = Context { rounding: Rounding::HalfEven, ..*c };
            let made = own.finish(Number::int(n));
            c.note(own.status);
            made
        }
        None => logarithm(a, true, c),
    }
}
