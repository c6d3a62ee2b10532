//! Format specifications: `[[fill]align][sign][z][#][0][width][,_][.precision][type]`.

use super::float;
use crate::objects::{number, ops};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::BigInt;
use num_traits::Signed;

/// A specification taken apart.
#[derive(Default, Debug, Clone)]
pub struct Spec {
    fill: Option<char>,
    align: Option<char>,
    sign: Option<char>,
    alternate: bool,
    zero: bool,
    width: usize,
    grouping: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

/// Widths and precisions beyond this are errors.
const MAX: usize = 1 << 24;

impl Spec {
    /// Takes a specification apart; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Spec> {
        let c: Vec<char> = text.chars().collect();
        let mut s = Spec::default();
        let mut i = 0;
        let is_align = |c: Option<&char>| c.is_some_and(|c| "<>=^".contains(*c));
        if is_align(c.get(1)) {
            (s.fill, s.align) = (c.first().copied(), c.get(1).copied());
            i = 2;
        } else if is_align(c.first()) {
            s.align = c.first().copied();
            i = 1;
        }
        if let Some(&x) = c.get(i).filter(|x| "+- ".contains(**x)) {
            s.sign = Some(x);
            i += 1;
        }
        if c.get(i) == Some(&'#') {
            s.alternate = true;
            i += 1;
        }
        if c.get(i) == Some(&'0') {
            s.zero = true;
            i += 1;
        }
        let number = |i: &mut usize| -> Option<usize> {
            let start = *i;
            while c.get(*i).is_some_and(char::is_ascii_digit) {
                *i += 1;
            }
            let text: String = c[start..*i].iter().collect();
            text.parse().ok().filter(|&n| n < MAX)
        };
        if c.get(i).is_some_and(char::is_ascii_digit) {
            s.width = number(&mut i)?;
        }
        if let Some(&x) = c.get(i).filter(|x| ",_".contains(**x)) {
            s.grouping = Some(x);
            i += 1;
        }
        if c.get(i) == Some(&'.') {
            i += 1;
            s.precision = Some(number(&mut i)?);
        }
        s.kind = c.get(i).copied();
        (c.len() <= i + 1).then_some(s)
    }

    fn pad(&self, sign: &str, body: &str, default: char) -> String {
        let n = sign.chars().count() + body.chars().count();
        let missing = self.width.saturating_sub(n);
        let fill = self.fill.unwrap_or(if self.zero && self.align.is_none() { '0' } else { ' ' });
        let align = self.align.unwrap_or(if self.zero { '=' } else { default });
        let pads = |k: usize| fill.to_string().repeat(k);
        match align {
            '<' => format!("{sign}{body}{}", pads(missing)),
            '>' => format!("{}{sign}{body}", pads(missing)),
            '=' => format!("{sign}{}{body}", pads(missing)),
            _ => format!("{}{sign}{body}{}", pads(missing / 2), pads(missing - missing / 2)),
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.sign) {
            (true, _) => "-",
            (_, Some('+')) => "+",
            (_, Some(' ')) => " ",
            _ => "",
        }
    }

    /// Puts separators between groups of digits; with zeros as fill they go on to the width.
    fn grouped(&self, digits: &str, rest: &str, sign: &str, size: usize) -> String {
        let Some(sep) = self.grouping else { return format!("{digits}{rest}") };
        let mut digits = digits.to_string();
        let join = |d: &str| {
            let bytes = d.as_bytes();
            let mut out = String::new();
            for (i, &b) in bytes.iter().enumerate() {
                if i > 0 && (bytes.len() - i).is_multiple_of(size) {
                    out.push(sep);
                }
                out.push(b as char);
            }
            out
        };
        if self.zero && self.align.is_none() {
            while join(&digits).len() + rest.len() + sign.len() < self.width {
                digits.insert(0, '0');
            }
            let text = join(&digits);
            if text.len() + rest.len() + sign.len() > self.width {
                let shorter = join(&digits[1..]);
                if digits.starts_with('0') && shorter.len() + rest.len() + sign.len() >= self.width {
                    return format!("{shorter}{rest}");
                }
            }
            return format!("{text}{rest}");
        }
        format!("{}{rest}", join(&digits))
    }

    fn string(&self, s: &str) -> String {
        let cut: String = match self.precision {
            Some(p) => s.chars().take(p).collect(),
            None => s.to_string(),
        };
        self.pad("", &cut, '<')
    }

    fn integer(&self, n: &BigInt) -> Option<String> {
        let sign = self.sign(n.is_negative());
        let m = n.abs();
        let (digits, prefix, group) = match self.kind {
            None | Some('d' | 'n') => (m.to_string(), "", 3),
            Some('x') => (m.to_str_radix(16), "0x", 4),
            Some('X') => (m.to_str_radix(16).to_uppercase(), "0X", 4),
            Some('o') => (m.to_str_radix(8), "0o", 4),
            Some('b') => (m.to_str_radix(2), "0b", 4),
            _ => return None,
        };
        let prefix = if self.alternate { prefix } else { "" };
        let sign = format!("{sign}{prefix}");
        let body = self.grouped(&digits, "", &sign, group);
        Some(self.pad(&sign, &body, '>'))
    }

    fn float(&self, x: f64) -> Option<String> {
        let sign = self.sign(x.is_sign_negative() && !x.is_nan());
        let p = self.precision;
        let mut text = match self.kind {
            None => float::untyped(x, p),
            Some('f' | 'F') => float::fixed(x, p.unwrap_or(6), self.alternate),
            Some('e' | 'E') => float::scientific(x, p.unwrap_or(6), self.alternate),
            Some('g' | 'G' | 'n') => float::general(x, p.unwrap_or(6), self.alternate),
            Some('%') => float::fixed(x * 100.0, p.unwrap_or(6), self.alternate) + "%",
            _ => return None,
        };
        if self.kind.is_some_and(|k| k.is_ascii_uppercase()) {
            text = text.to_uppercase();
        }
        let whole = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let body = self.grouped(&text[..whole], &text[whole..], sign, 3);
        Some(self.pad(sign, &body, '>'))
    }
}

/// A value of a built-in type formatted; `None` if the type takes no specification.
///
/// # Errors
/// `ValueError`.
pub fn format(rt: &Rt, v: Val, text: &str) -> Option<Result<String, Raised>> {
    let type_name = ops::type_name(rt, v);
    let v = ops::unwrapped(rt, v);
    if !matches!(v, Val::Str(_) | Val::Complex(_)) && !number::is_number(v) {
        return None;
    }
    let Some(spec) = Spec::parse(text) else {
        let what = format!("Invalid format specifier '{text}' for object of type '{type_name}'");
        return Some(Err(errors::value(rt, &what)));
    };
    let made = match v {
        Val::Str(s) if matches!(spec.kind, None | Some('s')) => Some(spec.string(s.text())),
        Val::Float(x) => spec.float(x),
        Val::Complex(c) => {
            let (re, im) = c.parts();
            let parts = Spec { width: 0, fill: None, align: None, ..spec.clone() };
            let signed = Spec { sign: Some('+'), ..parts.clone() };
            let done = parts.float(re).zip(signed.float(im));
            done.map(|(re, im)| spec.pad("", &format!("{re}{im}j"), '>'))
        }
        Val::Bool(b) if text.is_empty() => Some(if b { "True" } else { "False" }.to_string()),
        v => match (spec.kind, number::big(rt, v)) {
            (Some('c'), Some(n)) => {
                let c = u32::try_from(n).ok().and_then(char::from_u32);
                c.map(|c| spec.pad("", &c.to_string(), '<'))
            }
            (Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%'), Some(_)) => match number::float(rt, v) {
                Some(Ok(x)) => spec.float(x),
                _ => return Some(Err(Raised)),
            },
            (_, Some(n)) => spec.integer(&n),
            _ => None,
        },
    };
    Some(made.ok_or_else(|| {
        let kind = spec.kind.unwrap_or(' ');
        errors::value(rt, &format!("Unknown format code '{kind}' for object of type '{type_name}'"))
    }))
}
