//! Numbers from text, and the limit to the digits of integers: converting them takes time that grows with the square of their number.

use super::chars::plain_digits;
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::BigInt;
use num_traits::Num;
use std::borrow::Cow;

/// An integer literal as the parser leaves it: decimal, or with a prefix.
pub fn parse_big(s: &str) -> Option<BigInt> {
    let (sign, s) = match s.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, s),
    };
    let s: String = s.chars().filter(|c| *c != '_').collect::<String>().to_lowercase();
    let (digits, radix) = match s.get(..2) {
        Some("0x") => (&s[2..], 16),
        Some("0o") => (&s[2..], 8),
        Some("0b") => (&s[2..], 2),
        _ => (&s[..], 10),
    };
    BigInt::from_str_radix(digits, radix).ok().map(|n| n * sign)
}

/// Digits that integers in decimal may have until the program says otherwise.
pub const FIRST_DIGIT_LIMIT: i64 = 4300;
/// The least that a program may set, other than 0 for any number.
pub const LEAST_DIGIT_LIMIT: i64 = 640;

/// An integer in decimal.
///
/// # Errors
/// `ValueError` beyond the limit.
pub fn decimal(rt: &Rt, n: &BigInt) -> Result<String, Raised> {
    let limit = rt.lang.digit_limit.get() as u64;
    // A digit has between three and four bits: what is far beyond is not converted to be counted.
    let far = limit > 0 && n.bits() / 4 > limit;
    let text = if far { String::new() } else { n.to_string() };
    if far || limit > 0 && text.trim_start_matches('-').len() as u64 > limit {
        return Err(beyond(rt, ""));
    }
    Ok(text)
}

/// Looks whether text for `int(text, base)` is within the limit, which bases of two's powers don't have.
///
/// # Errors
/// `ValueError` beyond the limit.
pub fn check_digits(rt: &Rt, text: &str, base: u32) -> Result<(), Raised> {
    let limit = rt.lang.digit_limit.get();
    if limit == 0 || base.is_power_of_two() || (text.len() as i64) <= limit {
        return Ok(());
    }
    let plain = plain_digits(text);
    let digits = plain.trim_matches(is_blank).trim_start_matches(['+', '-']);
    let prefixed =
        base == 0 && digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_alphabetic());
    let n = digits.bytes().filter(u8::is_ascii_alphanumeric).count();
    if prefixed || n as i64 <= limit {
        return Ok(());
    }
    Err(beyond(rt, &format!(": value has {n} digits")))
}

/// The error of more digits than the limit.
fn beyond(rt: &Rt, which: &str) -> Raised {
    let limit = rt.lang.digit_limit.get();
    let text = format!("Exceeds the limit ({limit} digits) for integer string conversion{which}; use sys.set_int_max_str_digits() to increase the limit");
    errors::value(rt, &text)
}

/// White space of ASCII that numbers may stand between.
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// Text for `int(text, base)`; base 0 takes prefixes.
pub fn parse_int(text: &str, base: u32) -> Option<BigInt> {
    let plain = plain_digits(text);
    let t = plain.trim_matches(is_blank);
    let (negative, t) = match t.as_bytes().first()? {
        b'-' => (true, &t[1..]),
        b'+' => (false, &t[1..]),
        _ => (false, t),
    };
    let prefix = match t.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'o' | b'O', ..] => 8,
        [b'0', b'b' | b'B', ..] => 2,
        _ => 0,
    };
    let (digits, radix) = match base {
        // Zeros before other digits were octal once.
        0 if prefix == 0 && t.starts_with('0') && !t.bytes().all(|b| matches!(b, b'0' | b'_')) => {
            return None
        }
        0 if prefix == 0 => (t, 10),
        b if prefix != 0 && (b == 0 || b == prefix) => {
            let rest = &t[2..];
            (rest.strip_prefix('_').unwrap_or(rest), prefix)
        }
        b => (t, b),
    };
    if !digits.as_bytes().first()?.is_ascii_alphanumeric() {
        return None;
    }
    let n =
        BigInt::from_str_radix(&without_underscores(digits, |b| b.is_ascii_alphanumeric())?, radix).ok()?;
    Some(if negative { -n } else { n })
}

/// Text without the underscores, which must stand between digits.
fn without_underscores(s: &str, digit: fn(u8) -> bool) -> Option<Cow<'_, str>> {
    if !s.contains('_') {
        return Some(s.into());
    }
    let b = s.as_bytes();
    let at = |i: Option<usize>| i.and_then(|i| b.get(i)).is_some_and(|&b| digit(b));
    let right = (0..b.len()).all(|i| b[i] != b'_' || at(i.checked_sub(1)) && at(Some(i + 1)));
    right.then(|| s.replace('_', "").into())
}

/// Text for `float(text)`.
pub fn parse_float(text: &str) -> Option<f64> {
    let plain = plain_digits(text);
    let t = without_underscores(plain.trim_matches(is_blank), |b| b.is_ascii_digit())?;
    let body = t.strip_prefix(['+', '-']).unwrap_or(&t);
    if body.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return t.parse().ok();
    }
    let x = match body.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => return None,
    };
    Some(if t.starts_with('-') { -x } else { x })
}
