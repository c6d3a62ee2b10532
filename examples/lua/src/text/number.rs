//! Numbers: text to number, number to text, exact comparison and the arithmetic that Rust spells differently.
//!
//! **Problem.** Lua mixes 64-bit integers and floats. Conversions are exact or refused, comparisons are those
//! of the mathematical values, division rounds towards minus infinity.
//!
//! **Invariants.** `parse(to_text(n)) == n` for every integer. A comparison of an integer with a float never
//! rounds the integer. Integer arithmetic wraps.
//!
//! **Not promised.** Floats need not survive the way through text: the reference prints 14 digits.
//!
//! **Example.** `parse(b" 0x10 ")` is `Some(Number::Int(16))`; `parse(b"1e1")` is
//! `Some(Number::Float(10.0))`; `parse(b"inf")` is `None`.

use std::cmp::Ordering;

use super::TextError;
use langkit::floats;

/// A Lua number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// The subtype integer.
    Int(i64),
    /// The subtype float.
    Float(f64),
}

/// 2^63, the first float above every integer.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

/// Lua's white space: that of C's `isspace`.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text {
        if !is_space(*first) {
            break;
        }
        text = rest;
    }
    while let [rest @ .., last] = text {
        if !is_space(*last) {
            break;
        }
        text = rest;
    }
    text
}

fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// Converts text to an integer, if it is a decimal one that is not out of range.
pub fn parse_decimal(text: &[u8]) -> Option<i64> {
    let (negative, digits) = split_sign(trim(text));
    // Eighteen digits always fit; longer ones go through the checked loop.
    let all = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    all.then(|| decimal_integer(digits, negative)).flatten()
}

/// Converts text to a number as the lexer, `tonumber` and arithmetic on strings do.
pub fn parse(text: &[u8]) -> Option<Number> {
    parse_decimal(text).map(Number::Int).or_else(|| parse_other(text))
}

/// The same of text that is none for [`parse_decimal`].
pub fn parse_other(text: &[u8]) -> Option<Number> {
    let (negative, digits) = split_sign(trim(text));
    if let [b'0', b'x' | b'X', hex @ ..] = digits {
        return parse_hex(hex, negative);
    }
    // What Rust's parser takes beyond C's are words ("inf", "nan"), and all of those need letters other than
    // 'e'.
    let plain = |b: &u8| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
    if !digits.first().is_some_and(|b| b.is_ascii_digit() || *b == b'.') || !digits.iter().all(plain) {
        return None;
    }
    let value: f64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(Number::Float(if negative { -value } else { value }))
}

fn decimal_integer(digits: &[u8], negative: bool) -> Option<i64> {
    let mut value: i64 = 0;
    for digit in digits {
        let digit = i64::from(digit - b'0');
        // Accumulating downwards reaches the smallest integer, which has no positive counterpart.
        value = value.checked_mul(10)?.checked_sub(digit)?;
    }
    if negative {
        Some(value)
    } else {
        value.checked_neg()
    }
}

/// A hexadecimal numeral behind its "0x": wraps around as an integer, or a float with fraction or binary
/// exponent.
fn parse_hex(text: &[u8], negative: bool) -> Option<Number> {
    let mut mantissa: u64 = 0; // the first 16 significant digits
    let mut wrapped: u64 = 0; // the integer reading, modulo 2^64
    let mut sticky = false; // whether a digit behind them was not zero
    let mut exponent: i64 = 0; // of two
    let mut any = false;
    let mut point = false;
    let mut rest = text;
    while let [byte, tail @ ..] = rest {
        if *byte == b'.' && !point {
            point = true;
        } else if let Some(digit) = (*byte as char).to_digit(16) {
            any = true;
            wrapped = wrapped.wrapping_mul(16).wrapping_add(u64::from(digit));
            if mantissa >> 60 == 0 {
                mantissa = mantissa << 4 | u64::from(digit);
                exponent -= if point { 4 } else { 0 };
            } else {
                sticky |= digit != 0;
                exponent += if point { 0 } else { 4 };
            }
        } else {
            break;
        }
        rest = tail;
    }
    if !any {
        return None;
    }
    if rest.is_empty() && !point {
        let value = wrapped as i64;
        return Some(Number::Int(if negative { value.wrapping_neg() } else { value }));
    }
    if let [b'p' | b'P', tail @ ..] = rest {
        let (down, digits) = split_sign(tail);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let scale = digits.iter().fold(0i64, |n, d| n.saturating_mul(10).saturating_add(i64::from(d - b'0')));
        exponent = exponent.saturating_add(if down { -scale } else { scale });
    } else if !rest.is_empty() {
        return None;
    }
    let value = scale_exactly(mantissa, sticky, exponent);
    Some(Number::Float(if negative { -value } else { value }))
}

/// `mantissa * 2^exponent`, rounded once to nearest even; `sticky` stands for lost bits below the mantissa.
fn scale_exactly(mantissa: u64, sticky: bool, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let shift = mantissa.leading_zeros();
    let mantissa = mantissa << shift; // now 2^63 <= mantissa < 2^64
    let top = exponent.saturating_sub(i64::from(shift)).saturating_add(63); // the value is 2^top * 1.xxx
    if top > 1023 {
        return f64::INFINITY;
    }
    if top < -1075 {
        return 0.0;
    }
    // 53 bits stay for normal numbers, fewer below 2^-1022.
    let dropped = if top >= -1022 { 11 } else { 11 + (-1022 - top) } as u32;
    let (kept, lost) =
        if dropped >= 64 { (0, mantissa) } else { (mantissa >> dropped, mantissa << (64 - dropped)) };
    // For 64 dropped bits the halfway mark is the top bit of `lost` too; the range check above allows no
    // more.
    let half = 1u64 << 63;
    let up = lost > half || lost == half && (sticky || kept & 1 == 1);
    let kept = kept + u64::from(up);
    // A carry out of the fraction lands in the exponent field, where it belongs.
    let biased = if top >= -1022 { (top + 1022) as u64 } else { 0 };
    f64::from_bits((biased << 52) + kept)
}

/// Converts a numeral in the given base (2 to 36), as `tonumber(text, base)` does; wraps around.
pub fn parse_in_base(text: &[u8], base: u32) -> Option<i64> {
    let (negative, digits) = split_sign(trim(text));
    if digits.is_empty() || !(2..=36).contains(&base) {
        return None;
    }
    let mut value: i64 = 0;
    for byte in digits {
        let digit = (*byte as char).to_digit(base)?;
        value = value.wrapping_mul(i64::from(base)).wrapping_add(i64::from(digit));
    }
    Some(if negative { value.wrapping_neg() } else { value })
}

/// Appends an integer as `tostring` writes it.
pub fn write_int(out: &mut Vec<u8>, value: i64) {
    floats::write_int(out, value);
}

/// Appends a float as `tostring` writes it: 14 digits, and ".0" where it would look like an integer.
pub fn write_float(out: &mut Vec<u8>, value: f64) {
    // Integral values of up to 14 digits print exactly, and much faster this way.
    if value.abs() < 1e14 && value.trunc() == value && (value != 0.0 || value.is_sign_positive()) {
        write_int(out, value as i64);
        out.extend_from_slice(b".0");
        return;
    }
    let start = out.len();
    floats::write_general(out, value, 14, false);
    if out[start..].iter().all(|b| b.is_ascii_digit() || *b == b'-') {
        out.extend_from_slice(b".0");
    }
}

/// Appends a number as `tostring` writes it.
pub fn write_number(out: &mut Vec<u8>, value: Number) {
    match value {
        Number::Int(i) => write_int(out, i),
        Number::Float(f) => write_float(out, f),
    }
}

/// The integer equal to `value`, if there is one.
#[inline]
pub fn float_to_int(value: f64) -> Option<i64> {
    let int = value as i64; // saturates, NaN becomes 0
    (int as f64 == value && value < TWO_63).then_some(int)
}

/// `math.floor` of a float: an integer where one fits, else the float.
pub fn floor(value: f64) -> Number {
    let value = value.floor();
    float_to_int(value).map_or(Number::Float(value), Number::Int)
}

/// `math.ceil` of a float: an integer where one fits, else the float.
pub fn ceil(value: f64) -> Number {
    let value = value.ceil();
    float_to_int(value).map_or(Number::Float(value), Number::Int)
}

/// Compares an integer with a float by their exact values; `None` for NaN.
#[inline]
pub fn compare_int_float(int: i64, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    // Integers of up to 53 bits are exact as floats.
    if int.unsigned_abs() <= 1 << 53 {
        return (int as f64).partial_cmp(&float);
    }
    if float >= TWO_63 {
        return Some(Ordering::Less);
    }
    if float < -TWO_63 {
        return Some(Ordering::Greater);
    }
    let whole = float.floor();
    let order = int.cmp(&(whole as i64));
    // An integer equal to the floor lies below a float with a fraction.
    Some(if order == Ordering::Equal && whole < float { Ordering::Less } else { order })
}

/// Compares two numbers by their exact values; `None` where a NaN takes part.
pub fn compare(a: Number, b: Number) -> Option<Ordering> {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(&b)),
        (Number::Float(a), Number::Float(b)) => a.partial_cmp(&b),
        (Number::Int(a), Number::Float(b)) => compare_int_float(a, b),
        (Number::Float(a), Number::Int(b)) => compare_int_float(b, a).map(Ordering::reverse),
    }
}

/// `a // b` on integers.
#[inline]
pub fn int_floor_div(a: i64, b: i64) -> Result<i64, TextError> {
    if b == 0 {
        return Err(TextError::message("attempt to divide by zero"));
    }
    let quotient = a.wrapping_div(b);
    let inexact = a.wrapping_rem(b) != 0;
    Ok(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// `a % b` on integers: the result has the sign of `b`.
#[inline]
pub fn int_mod(a: i64, b: i64) -> Result<i64, TextError> {
    if b == 0 {
        return Err(TextError::message("attempt to perform 'n%0'"));
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

/// `a // b` on floats.
#[inline]
pub fn float_floor_div(a: f64, b: f64) -> f64 {
    (a / b).floor()
}

/// `a % b` on floats: the result has the sign of `b`.
#[inline]
pub fn float_mod(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if (rest > 0.0 && b < 0.0) || (rest < 0.0 && b > 0.0) {
        rest + b
    } else {
        rest
    }
}

/// `a ^ b`.
#[inline]
pub fn pow(a: f64, b: f64) -> f64 {
    if b == 2.0 {
        a * a
    } else {
        holloway::math::native::pow(a, b)
    }
}

/// `a << by`: logical, towards the right for a negative count, zero from 64 places on.
#[inline]
pub fn shift_left(a: i64, by: i64) -> i64 {
    match by {
        0..=63 => ((a as u64) << by) as i64,
        -63..=-1 => ((a as u64) >> -by) as i64,
        _ => 0,
    }
}

/// `a >> by`: logical; see [`shift_left`].
#[inline]
pub fn shift_right(a: i64, by: i64) -> i64 {
    shift_left(a, by.wrapping_neg())
}

/// `math.fmod` on integers: the result has the sign of `a`.
pub fn int_fmod(a: i64, b: i64) -> Result<i64, TextError> {
    if b == 0 {
        return Err(TextError::argument(2, "zero"));
    }
    Ok(a.wrapping_rem(b))
}

/// `math.fmod` on floats: the result has the sign of `a`.
pub fn float_fmod(a: f64, b: f64) -> f64 {
    a % b
}
