//! C's number conversions: `%d`, `%e`, `%f`, `%g` and `%a` without sign flags and padding.
//!
//! **Problem.** Rust prints the right digits but places exponents, zeros and special values differently from
//! C.
//!
//! **Invariants.** Every function appends the sign of a negative value (also of zero and NaN) and then the
//! digits, all rounded once, to nearest even. Nothing is allocated beyond the growth of `out`.
//!
//! **Not promised.** Upper case: the caller folds the appended bytes.
//!
//! **Example.** `write_general(out, 1e20, 14, false)` appends `1e+20`; with 0.0001 it appends `0.0001`.

use std::io::Write;

/// Appends "inf" or "nan" with its sign; false for ordinary values, of which nothing is written.
fn write_special(out: &mut Vec<u8>, value: f64) -> bool {
    if value.is_finite() {
        return false;
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    out.extend_from_slice(if value.is_nan() { b"nan" } else { b"inf" });
    true
}

/// Appends an integer in decimal.
pub fn write_int(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn write_exponent(out: &mut Vec<u8>, exponent: i32) {
    let sign = if exponent < 0 { '-' } else { '+' };
    write!(out, "e{sign}{:02}", exponent.unsigned_abs()).expect("a Vec takes all bytes");
}

/// `%.{precision}f`; `point` keeps the decimal point without digits behind it (flag `#`).
pub fn write_fixed(out: &mut Vec<u8>, value: f64, precision: usize, point: bool) {
    if write_special(out, value) {
        return;
    }
    if !write_scaled(out, value, precision) {
        write!(out, "{value:.precision$}").expect("a Vec takes all bytes");
    }
    if precision == 0 && point {
        out.push(b'.');
    }
}

/// `%.{precision}f` of what fits: the value times a power of ten as an integer, rounded once, to nearest even; false, with nothing written, otherwise.
fn write_scaled(out: &mut Vec<u8>, value: f64, precision: usize) -> bool {
    // 53 bits times 10^17 leave 18 bits of 128 for an exponent.
    if precision > 17 {
        return false;
    }
    let bits = value.to_bits();
    let (field, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    let unit = 10u64.pow(precision as u32);
    let scaled = u128::from(mantissa) * u128::from(unit);
    let rounded = match exponent {
        0..=17 => scaled << exponent,
        18.. => return false,
        // Less than half of the last digit.
        ..=-128 => 0,
        _ => {
            let (whole, lost) = (scaled >> -exponent, scaled & ((1 << -exponent) - 1));
            let half = 1 << (-exponent - 1);
            whole + u128::from(lost > half || lost == half && whole & 1 == 1)
        }
    };
    let Ok(rounded) = u64::try_from(rounded) else { return false };
    let mut digits = [b'0'; 20];
    let (mut at, mut rest) = (digits.len(), rounded);
    while rest > 0 || digits.len() - at < precision + 1 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let (whole, part) = digits[at..].split_at(digits.len() - at - precision);
    out.extend_from_slice(whole);
    if precision > 0 {
        out.push(b'.');
        out.extend_from_slice(part);
    }
    true
}

/// `%.{precision}e`; `point` as for [`write_fixed`].
pub fn write_exponential(out: &mut Vec<u8>, value: f64, precision: usize, point: bool) {
    if write_special(out, value) {
        return;
    }
    let start = out.len();
    write!(out, "{value:.precision$e}").expect("a Vec takes all bytes");
    let exponent = take_exponent(out, start);
    if precision == 0 && point {
        out.push(b'.');
    }
    write_exponent(out, exponent);
}

/// Cuts Rust's exponent ("e-7") off the number that starts at `start` and returns its value.
fn take_exponent(out: &mut Vec<u8>, start: usize) -> i32 {
    let at =
        start + out[start..].iter().position(|&b| b == b'e').expect("scientific notation has an exponent");
    let exponent = match &out[at + 1..] {
        [b'-', digits @ ..] => -digits_value(digits),
        digits => digits_value(digits),
    };
    out.truncate(at);
    exponent
}

fn digits_value(digits: &[u8]) -> i32 {
    digits.iter().fold(0, |n, d| n * 10 + i32::from(d - b'0'))
}

/// `%.{precision}g`; `keep_zeros` is the flag `#`.
pub fn write_general(out: &mut Vec<u8>, value: f64, precision: usize, keep_zeros: bool) {
    if write_special(out, value) {
        return;
    }
    let significant = precision.max(1);
    let start = out.len();
    let (first, exponent) = match write_short(out, value, significant) {
        Some(exponent) => (start + usize::from(out[start] == b'-'), exponent),
        None => {
            write!(out, "{value:.*e}", significant - 1).expect("a Vec takes all bytes");
            let exponent = take_exponent(out, start);
            // The bare digits, without the point behind the first of them.
            let first = start + usize::from(out[start] == b'-');
            if significant > 1 {
                out.remove(first + 1);
            }
            (first, exponent)
        }
    };
    let scientific = exponent < -4 || exponent >= significant as i32;
    let whole = if scientific { 1 } else { (exponent + 1).max(0) as usize };
    if !keep_zeros {
        while out.len() > first + whole.max(1) && out.last() == Some(&b'0') {
            out.pop();
        }
    }
    if whole == 0 {
        let zeros = (-1 - exponent) as usize;
        out.splice(first..first, b"0.".iter().copied().chain(std::iter::repeat_n(b'0', zeros)));
    } else if keep_zeros || out.len() > first + whole {
        out.insert(first + whole, b'.');
    }
    if scientific {
        write_exponent(out, exponent);
    }
}

/// Digits up to which the shortest text that reads back as a float, filled up with zeros, is the float rounded to so many: the float is within half of its
/// last bit from that text, which is less than half a unit of the fifteenth digit. (Of floats with fewer bits it is not.)
const SHORT: usize = 15;

/// Appends sign and `significant` digits of what has a shorter text, and tells the exponent; nothing, with nothing written, of what has not. Most floats that programs
/// print are such, and their texts are found much faster than those of a given length.
fn write_short(out: &mut Vec<u8>, value: f64, significant: usize) -> Option<i32> {
    if significant > SHORT || !value.is_normal() {
        return None;
    }
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(value.abs()).as_bytes();
    let (mantissa, power) = match text.iter().position(|&b| b == b'e') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &text[..0]),
    };
    let power = match power {
        [b'-', digits @ ..] => -digits_value(digits),
        digits => digits_value(digits),
    };
    let point = mantissa.iter().position(|&b| b == b'.').unwrap_or(mantissa.len());
    let leading = mantissa.iter().take_while(|&&b| matches!(b, b'0' | b'.')).count();
    let trailing = mantissa.iter().rev().take_while(|&&b| matches!(b, b'0' | b'.')).count();
    let digits = mantissa[leading..mantissa.len() - trailing].iter().filter(|&&b| b != b'.');
    if digits.clone().count() > significant {
        return None;
    }
    if value < 0.0 {
        out.push(b'-');
    }
    let end = out.len() + significant;
    out.extend(digits);
    out.resize(end, b'0');
    // Places that the first digit is before the point, or behind it.
    let places = point.abs_diff(leading);
    Some(power + if leading < point { places as i32 - 1 } else { -(places as i32) })
}

/// `%a`, with `%.{precision}a` where a precision is given; `point` as for [`write_fixed`].
pub fn write_hex(out: &mut Vec<u8>, value: f64, precision: Option<usize>, point: bool) {
    if write_special(out, value) {
        return;
    }
    let bits = value.to_bits();
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let mut fraction = bits & ((1 << 52) - 1);
    let field = (bits >> 52 & 0x7ff) as i32;
    let mut lead = u64::from(field != 0);
    let exponent = match (field, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => field - 1023,
    };
    let mut digits = 13; // 52 bits
    if let Some(wanted) = precision.filter(|p| *p < 13) {
        let dropped = 4 * (13 - wanted) as u32;
        let whole = lead << 52 | fraction;
        let lost = whole & ((1 << dropped) - 1);
        let half = 1 << (dropped - 1);
        let kept = whole >> dropped;
        let rounded = (kept + u64::from(lost > half || lost == half && kept & 1 == 1)) << dropped;
        lead = rounded >> 52; // may have become 2, which C prints so
        fraction = rounded & ((1 << 52) - 1);
        digits = wanted;
    } else if precision.is_none() {
        digits = 13 - (fraction.trailing_zeros() / 4).min(13) as usize;
    }
    write!(out, "0x{lead}").expect("a Vec takes all bytes");
    let shown = precision.unwrap_or(digits);
    if shown > 0 || point {
        out.push(b'.');
    }
    for place in 0..shown {
        let digit = if place < digits { fraction >> (48 - 4 * place) & 15 } else { 0 };
        out.push(b"0123456789abcdef"[digit as usize]);
    }
    write!(out, "p{exponent:+}").expect("a Vec takes all bytes");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
        let mut out = b">".to_vec();
        write_general(&mut out, value, precision, keep_zeros);
        String::from_utf8(out).expect("ASCII")
    }

    /// What [`write_general`] gives where it does not take the short way.
    fn rounded(value: f64, precision: usize) -> String {
        let text = format!("{value:.*e}", precision - 1);
        let (digits, exponent) = text.split_once('e').expect("an exponent");
        let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
        format!("{}{digits}e{exponent}", if value < 0.0 { "-" } else { "" })
    }

    #[test]
    fn short_texts_are_the_float_rounded() {
        let mut seed = 1u64;
        let mut short = 0;
        for i in 0..200_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let bits = f64::from_bits(seed ^ seed >> 31);
            // Any bits, decimal fractions of all sizes, and what is next to them.
            let decimal = (seed >> 40) as f64 / 10f64.powi((seed % 40) as i32 - 8);
            for value in [bits, decimal, f64::from_bits(decimal.to_bits() + 1), -decimal / 3.0] {
                if !value.is_finite() {
                    continue;
                }
                let mut out = Vec::new();
                let precision = 1 + i % SHORT;
                if let Some(exponent) = write_short(&mut out, value, precision) {
                    let made = format!("{}e{exponent}", String::from_utf8(out).expect("ASCII"));
                    assert_eq!(made, rounded(value, precision), "{value:?} to {precision} digits");
                    short += 1;
                }
            }
        }
        assert!(short > 100_000, "{short}");
        for value in [f64::MIN_POSITIVE / 2.0, 5e-324, 0.0, f64::INFINITY, f64::NAN] {
            assert_eq!(write_short(&mut Vec::new(), value, 14), None);
        }
    }

    #[test]
    fn the_fixed_form_is_the_exact_one_rounded_once() {
        let fixed = |x: f64, p: usize| {
            let mut out = Vec::new();
            write_fixed(&mut out, x, p, false);
            String::from_utf8(out).expect("ASCII")
        };
        // Ties to even, carries, and what is too big or small for the quick way.
        let cases = [
            (0.125, 2, "0.12"),
            (0.375, 2, "0.38"),
            (2.5, 0, "2"),
            (0.5, 0, "0"),
            (9.995, 2, "9.99"),
            (999.9999, 3, "1000.000"),
            (-0.001, 2, "-0.00"),
            (1e22, 1, "10000000000000000000000.0"),
            (5e-324, 17, "0.00000000000000000"),
            (1.5e-5, 17, "0.00001500000000000"),
        ];
        for (x, p, text) in cases {
            assert_eq!(fixed(x, p), text, "%.{p}f of {x}");
        }
        let mut seed = 88172645463325252u64;
        for i in 0..20_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let x = f64::from_bits(seed % (0x440 << 52));
            let p = i % 19;
            assert_eq!(fixed(x, p), format!("{x:.p$}"), "%.{p}f of {x:e}");
            let tie = (seed >> 44) as f64 / 64.0;
            assert_eq!(fixed(tie, i % 7), format!("{tie:.*}", i % 7), "a short one: {tie}");
        }
    }

    #[test]
    fn the_general_form_places_point_zeros_and_exponent_as_c_does() {
        let cases = [
            (0.0, 14, ">0"),
            (-0.0, 14, ">-0"),
            (1.0, 6, ">1"),
            (100.0, 6, ">100"),
            (123456.0, 6, ">123456"),
            (1234567.0, 6, ">1.23457e+06"),
            (1e20, 14, ">1e+20"),
            (0.0001, 14, ">0.0001"),
            (0.00001, 14, ">1e-05"),
            (-0.00123, 6, ">-0.00123"),
            (3.15, 2, ">3.1"),
            (99.99, 2, ">1e+02"),
            (9.5, 0, ">1e+01"),
            (0.5, 1, ">0.5"),
            (120.0, 2, ">1.2e+02"),
            (f64::INFINITY, 3, ">inf"),
        ];
        for (value, precision, text) in cases {
            assert_eq!(general(value, precision, false), text, "%.{precision}g of {value}");
        }
        assert_eq!(general(1.0, 4, true), ">1.000");
        assert_eq!(general(1.0, 1, true), ">1.");
        assert_eq!(general(1e10, 3, true), ">1.00e+10");
        assert_eq!(general(0.001, 3, true), ">0.00100");
        assert_eq!(general(0.1, 60, false).len(), 58);
    }
}
