//! Floats as text. Shortest digits come from `ryu`, as the standard library breaks exact ties otherwise.

use langkit::floats;

/// Digits and decimal exponent (of the first digit) of the shortest text that reads back as a finite, positive number.
fn shortest(x: f64) -> (String, i32) {
    let mut b = ryu::Buffer::new();
    let text = b.format_finite(x);
    let (mantissa, exp) = match text.split_once('e') {
        Some((m, e)) => (m, e.parse::<i32>().unwrap_or(0)),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = [whole, fraction].concat();
    let first = digits.find(|c| c != '0').unwrap_or(0);
    let point = whole.len() as i32 + exp - 1 - first as i32;
    let digits = digits[first..].trim_end_matches('0');
    (if digits.is_empty() { "0".to_string() } else { digits.to_string() }, point)
}

fn special(x: f64) -> Option<&'static str> {
    match x {
        x if x.is_nan() => Some("nan"),
        f64::INFINITY => Some("inf"),
        f64::NEG_INFINITY => Some("-inf"),
        _ => None,
    }
}

fn exponent(e: i32) -> String {
    format!("e{}{:02}", if e < 0 { '-' } else { '+' }, e.abs())
}

/// Digits with a point after position `e`, without exponent.
fn plain(digits: &str, e: i32, min_fraction: usize) -> String {
    let n = digits.len() as i32;
    let mut out = String::new();
    if e < 0 {
        out.push_str("0.");
        out.push_str(&"0".repeat((-e - 1) as usize));
        out.push_str(digits);
    } else if n <= e + 1 {
        out.push_str(digits);
        out.push_str(&"0".repeat((e + 1 - n) as usize));
        if min_fraction > 0 {
            out.push('.');
            out.push_str(&"0".repeat(min_fraction));
        }
    } else {
        out.push_str(&digits[..e as usize + 1]);
        out.push('.');
        out.push_str(&digits[e as usize + 1..]);
    }
    out
}

/// `repr`.
pub fn repr(x: f64) -> String {
    if let Some(s) = special(x) {
        return s.to_string();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x == 0.0 {
        return format!("{sign}0.0");
    }
    // Without an exponent the digits are placed alike, but for more than three zeros after the point.
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(x);
    if !text.contains('e') && !text[sign.len()..].starts_with("0.0000") {
        return text.to_string();
    }
    let (digits, e) = shortest(x.abs());
    if (-4..16).contains(&e) {
        return format!("{sign}{}", plain(&digits, e, 1));
    }
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{first}{point}{rest}{}", exponent(e))
}

/// The text that a writer makes of the absolute value; what is not a number has no sign.
fn written(x: f64, write: impl Fn(&mut Vec<u8>, f64)) -> String {
    let mut out = Vec::new();
    write(&mut out, x.abs());
    String::from_utf8(out).unwrap_or_default()
}

/// Format type `f`, of the absolute value; `alternate` keeps the point.
pub fn fixed(x: f64, precision: usize, alternate: bool) -> String {
    written(x, |out, x| floats::write_fixed(out, x, precision, alternate))
}

/// Format type `e`, of the absolute value; `alternate` keeps the point.
pub fn scientific(x: f64, precision: usize, alternate: bool) -> String {
    written(x, |out, x| floats::write_exponential(out, x, precision, alternate))
}

/// Format type `g`, of the absolute value; `alternate` keeps zeros at the end.
pub fn general(x: f64, precision: usize, alternate: bool) -> String {
    written(x, |out, x| floats::write_general(out, x, precision, alternate))
}

/// What a format without type gives: `repr`, or with a precision `g` that keeps a fraction; in the alternate form zeros at the end stay, and so does the point.
pub fn untyped(x: f64, precision: Option<usize>, alternate: bool) -> String {
    let Some(p) = precision else {
        let text = repr(x.abs());
        return match text.split_once('e') {
            Some((m, exp)) if alternate && !m.contains('.') => format!("{m}.e{exp}"),
            _ => text,
        };
    };
    let s = general(x, p, false);
    let point = s.contains('.') || s.contains('e') || s.contains("inf") || s.contains("nan");
    // As many digits as the precision would need an exponent.
    if !point && s.len() >= p.max(1) {
        let text = scientific(x, p.max(1) - 1, alternate);
        let (m, exp) = text.split_once('e').unwrap_or((&text, "+00"));
        let m = if m.contains('.') && !alternate { m.trim_end_matches('0').trim_end_matches('.') } else { m };
        return format!("{m}e{exp}");
    }
    match (alternate, point) {
        (true, _) => general(x, p, true),
        (_, true) => s,
        _ => s + ".0",
    }
}
