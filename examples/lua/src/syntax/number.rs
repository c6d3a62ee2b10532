//! Numerals: the text of a number to its value, as source literals and as `tonumber` read it.
//!
//! Decimal integers that do not fit 64 bits become floats; hexadecimal integers wrap. Floats are correctly
//! rounded, hexadecimal ones too (a sticky bit stands for the digits beyond 64 bits).

/// A number as the language has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// 64-bit integer.
    Int(i64),
    /// Double.
    Float(f64),
}

/// Reads a whole numeral: surrounding white space and one sign are allowed, anything else left over is not.
///
/// `parse_number(b" -0x10 ") == Some(Number::Int(-16))`, `parse_number(b"1e") == None`.
pub fn parse_number(text: &[u8]) -> Option<Number> {
    let is_space = |b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    let start = text.iter().position(|b| !is_space(b))?;
    let end = text.iter().rposition(|b| !is_space(b))? + 1;
    let (negative, digits) = match &text[start..end] {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    Some(match (unsigned(digits, negative)?, negative) {
        (Number::Int(i), true) => Number::Int(i.wrapping_neg()),
        (Number::Float(x), true) => Number::Float(-x),
        (n, false) => n,
    })
}

fn unsigned(text: &[u8], negative: bool) -> Option<Number> {
    if let [b'0', b'x' | b'X', hex @ ..] = text {
        return hexadecimal(hex);
    }
    // Only these characters: keeps out the `inf` and `nan` that the float parser would take.
    if !text.iter().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')) || text.is_empty() {
        return None;
    }
    if text.iter().all(u8::is_ascii_digit) {
        let value = text.iter().try_fold(0u64, |v, d| v.checked_mul(10)?.checked_add(u64::from(d - b'0')));
        let limit = i64::MAX as u64 + u64::from(negative);
        if let Some(v) = value.filter(|v| *v <= limit) {
            return Some(Number::Int(v as i64));
        }
    }
    if !text.iter().any(u8::is_ascii_digit) || matches!(text[0], b'+' | b'-') {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok().map(Number::Float)
}

fn hexadecimal(text: &[u8]) -> Option<Number> {
    let (mut mantissa, mut sticky, mut exponent) = (0u64, false, 0i64);
    let (mut wrapped, mut any, mut dot, mut at) = (0u64, false, false, 0);
    while let Some(&b) = text.get(at) {
        if b == b'.' && !dot {
            dot = true;
        } else if let Some(d) = char::from(b).to_digit(16) {
            any = true;
            wrapped = wrapped << 4 | u64::from(d);
            if mantissa >> 60 == 0 {
                mantissa = mantissa << 4 | u64::from(d);
                exponent -= 4 * i64::from(dot);
            } else {
                sticky |= d != 0;
                exponent += 4 * i64::from(!dot);
            }
        } else {
            break;
        }
        at += 1;
    }
    if !any {
        return None;
    }
    if at == text.len() && !dot {
        return Some(Number::Int(wrapped as i64));
    }
    if let [b'p' | b'P', rest @ ..] = &text[at..] {
        let (sign, digits) = match rest {
            [b'-', d @ ..] => (-1, d),
            [b'+', d @ ..] => (1, d),
            d => (1, d),
        };
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        // Saturating: beyond a million the result is zero or infinite whatever the mantissa.
        let e = digits.iter().fold(0i64, |e, d| (e * 10 + i64::from(d - b'0')).min(1 << 40));
        exponent += sign * e;
    } else if at != text.len() {
        return None;
    }
    Some(Number::Float(scale(mantissa, sticky, exponent)))
}

/// `mantissa * 2^exponent`, rounded half to even once; `sticky`: non-zero digits follow the mantissa.
fn scale(mantissa: u64, sticky: bool, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let width = 64 - i64::from(mantissa.leading_zeros());
    let top = width - 1 + exponent;
    if top > 1023 {
        return f64::INFINITY;
    }
    // Bits the result can hold: 53, fewer where it is subnormal.
    let precision = if top >= -1022 { 53 } else { 53 - (-1022 - top) };
    if precision < 0 {
        return 0.0;
    }
    let drop = width - precision;
    let (kept, exponent) = if drop <= 0 {
        (u128::from(mantissa), exponent)
    } else {
        let wide = u128::from(mantissa);
        let (kept, rest, half) = (wide >> drop, wide & ((1 << drop) - 1), 1u128 << (drop - 1));
        let up = rest > half || rest == half && (sticky || kept & 1 == 1);
        (kept + u128::from(up), exponent + drop)
    };
    // Both factors are exact and so is each product: the rounding is done.
    let half = exponent / 2;
    kept as f64 * 2f64.powi(half as i32) * 2f64.powi((exponent - half) as i32)
}

#[cfg(test)]
mod tests {
    use super::{parse_number, Number::*};

    #[test]
    fn numerals_have_the_reference_values() {
        for (text, want) in [
            ("3", Some(Int(3))),
            (" 0x7fffffffffffffff ", Some(Int(i64::MAX))),
            ("0xffffffffffffffff", Some(Int(-1))),
            ("0x1ffffffffffffffff", Some(Int(-1))),
            ("9223372036854775807", Some(Int(i64::MAX))),
            ("9223372036854775808", Some(Float(9223372036854775808.0))),
            ("-9223372036854775808", Some(Int(i64::MIN))),
            ("1e2", Some(Float(100.0))),
            (".5", Some(Float(0.5))),
            ("5.", Some(Float(5.0))),
            ("0x.8p1", Some(Float(1.0))),
            ("0xA.8", Some(Float(10.5))),
            ("0xep1", Some(Float(28.0))),
            ("0x1p-1074", Some(Float(5e-324))),
            ("0x1p-1075", Some(Float(0.0))),
            ("0x1.8p-1075", Some(Float(5e-324))),
            ("0x1p1024", Some(Float(f64::INFINITY))),
            ("0x20000000000001.0", Some(Float(9007199254740992.0))),
            ("0x20000000000001.00000000000000001", Some(Float(9007199254740994.0))),
            ("-0x10", Some(Int(-16))),
            ("1e", None),
            ("0x", None),
            ("0x.", None),
            ("0x1p", None),
            ("inf", None),
            ("nan", None),
            (".", None),
            ("--1", None),
            ("+-1", None),
            ("", None),
            ("1 2", None),
        ] {
            assert_eq!(parse_number(text.as_bytes()), want, "{text}");
        }
    }
}
