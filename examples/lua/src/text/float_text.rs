//! C's float conversions: `%e`, `%f`, `%g` and `%a` without sign flags and padding.
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

/// How many significant digits `%g` may be asked for here; the reference accepts two digits of precision.
const MAX_DIGITS: usize = 100;

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

fn write_exponent(out: &mut Vec<u8>, exponent: i32) {
    let sign = if exponent < 0 { '-' } else { '+' };
    write!(out, "e{sign}{:02}", exponent.unsigned_abs()).expect("a Vec takes all bytes");
}

/// `%.{precision}f`; `point` keeps the decimal point without digits behind it (flag `#`).
pub fn write_fixed(out: &mut Vec<u8>, value: f64, precision: usize, point: bool) {
    if write_special(out, value) {
        return;
    }
    write!(out, "{value:.precision$}").expect("a Vec takes all bytes");
    if precision == 0 && point {
        out.push(b'.');
    }
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
    let at = start + memchr::memchr(b'e', &out[start..]).expect("scientific notation has an exponent");
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
    let significant = precision.clamp(1, MAX_DIGITS);
    let start = out.len();
    write!(out, "{value:.*e}", significant - 1).expect("a Vec takes all bytes");
    let exponent = take_exponent(out, start);
    // Collect the bare digits: [-]d.ddd without its point.
    let first = start + usize::from(out[start] == b'-');
    let mut digits = [0u8; MAX_DIGITS];
    digits[0] = out[first];
    let behind = significant - 1;
    digits[1..significant].copy_from_slice(&out[out.len() - behind..]);
    let mut shown = significant;
    if !keep_zeros {
        while shown > 1 && digits[shown - 1] == b'0' {
            shown -= 1;
        }
    }
    out.truncate(first);
    if exponent < -4 || exponent >= significant as i32 {
        out.push(digits[0]);
        if shown > 1 || keep_zeros {
            out.push(b'.');
            out.extend_from_slice(&digits[1..shown]);
        }
        write_exponent(out, exponent);
    } else if exponent < 0 {
        out.extend_from_slice(b"0.");
        out.resize(out.len() + (-1 - exponent) as usize, b'0');
        out.extend_from_slice(&digits[..shown]);
    } else {
        let whole = exponent as usize + 1;
        out.extend_from_slice(&digits[..whole]); // digits cut off as zeros are still there
        if shown > whole || keep_zeros {
            out.push(b'.');
            out.extend_from_slice(&digits[whole.min(shown)..shown]);
        }
    }
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
