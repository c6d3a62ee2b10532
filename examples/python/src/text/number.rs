//! Numbers from text.

use num_bigint::BigInt;
use num_traits::Num;

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

/// Text for `int(text, base)`; base 0 takes prefixes.
pub fn parse_int(text: &str, base: u32) -> Option<BigInt> {
    let t = text.trim();
    let (negative, t) = match t.as_bytes().first()? {
        b'-' => (true, &t[1..]),
        b'+' => (false, &t[1..]),
        _ => (false, t),
    };
    let lower = t.to_lowercase();
    let prefix = match lower.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => 0,
    };
    let (digits, radix) = match (base, prefix) {
        (0, 0) => (&lower[..], 10),
        (0, p) => (&lower[2..], p),
        (b, p) if b == p => (&lower[2..], p),
        (b, _) => (&lower[..], b),
    };
    let clean = underscores(digits)?;
    if clean.is_empty() || clean.starts_with(['+', '-']) {
        return None;
    }
    let n = BigInt::from_str_radix(&clean, radix).ok()?;
    Some(if negative { -n } else { n })
}

/// Digits without the underscores that may stand between them.
fn underscores(s: &str) -> Option<String> {
    if s.starts_with('_') || s.ends_with('_') || s.contains("__") {
        return None;
    }
    Some(s.replace('_', ""))
}

/// Text for `float(text)`.
pub fn parse_float(text: &str) -> Option<f64> {
    let t = underscores(text.trim())?.to_lowercase();
    let body = t.trim_start_matches(['+', '-']);
    match body {
        "inf" | "infinity" | "nan" => {
            let x = if body == "nan" { f64::NAN } else { f64::INFINITY };
            return (t.len() - body.len() <= 1).then_some(if t.starts_with('-') { -x } else { x });
        }
        _ => {}
    }
    if !body.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    t.parse().ok()
}
