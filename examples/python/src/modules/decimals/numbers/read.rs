//! Numbers of texts.

use super::context::MAX;
use super::{Digits, Kind, Number};
use num_bigint::BigUint;

/// Exponents are no further from zero than this while a text is read.
const FARTHEST: i64 = 4 * MAX;

impl Number {
    /// The number that a text of ASCII characters is, without blanks; `None` if it is none.
    pub fn read(text: &[u8]) -> Option<Number> {
        let (negative, rest) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        match rest.first()? {
            b'0'..=b'9' | b'.' => finite(negative, rest),
            _ => special(negative, rest),
        }
    }
}

fn finite(negative: bool, text: &[u8]) -> Option<Number> {
    let (mut n, mut long) = (0u128, false);
    let (mut seen, mut point, mut at) = (0, None, 0);
    while let Some(&b) = text.get(at) {
        match b {
            b'0'..=b'9' => {
                seen += 1;
                match n.checked_mul(10).and_then(|n| n.checked_add((b - b'0').into())) {
                    Some(more) => n = more,
                    None => long = true,
                }
            }
            b'.' if point.is_none() => point = Some(at),
            b'e' | b'E' => break,
            _ => return None,
        }
        at += 1;
    }
    if seen == 0 {
        return None;
    }
    let mut exp = point.map_or(0, |p| -((at - p - 1) as i64));
    if at < text.len() {
        exp = exponent(&text[at + 1..])?.saturating_add(exp).clamp(-FARTHEST, FARTHEST);
    }
    let digits = match long {
        false => Digits::Small(n),
        true => {
            let all: Vec<u8> = text[..at].iter().filter(|b| **b != b'.').map(|b| b - b'0').collect();
            Digits::from(BigUint::from_radix_be(&all, 10)?)
        }
    };
    Some(Number::new(negative, digits, exp))
}

fn exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |n: i64, b: &u8| n.saturating_mul(10).saturating_add((b - b'0').into()).min(FARTHEST);
    let n = digits.iter().fold(0, add);
    Some(if negative { -n } else { n })
}

fn special(negative: bool, text: &[u8]) -> Option<Number> {
    let is = |word: &[u8]| text.eq_ignore_ascii_case(word);
    if is(b"inf") || is(b"infinity") {
        return Some(Number::infinite(negative));
    }
    let (kind, rest) = match text {
        [b's' | b'S', rest @ ..] => (Kind::Signaling, rest),
        rest => (Kind::Quiet, rest),
    };
    let payload = rest.get(..3).filter(|w| w.eq_ignore_ascii_case(b"nan")).map(|_| &rest[3..])?;
    if !payload.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let values: Vec<u8> = payload.iter().map(|b| b - b'0').collect();
    let digits = Digits::from(BigUint::from_radix_be(&values, 10).unwrap_or_default());
    Some(Number { negative, kind, digits, exp: 0 })
}
