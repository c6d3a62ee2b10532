//! Format specifications: `[[fill]align][sign][z][#][0][width][,_][.precision][type]`.

use super::{chars, float};
use crate::objects::{number, ops};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_traits::Signed;
use std::str::Chars;

/// A specification taken apart.
#[derive(Default, Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub struct Spec {
    pub fill: Option<char>,
    pub align: Option<char>,
    pub sign: Option<char>,
    /// `z`: what is rounded to zero has no sign.
    pub positive_zero: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: usize,
    pub grouping: Option<char>,
    pub precision: Option<usize>,
    pub kind: Option<char>,
}

/// How messages show the character of a type.
fn shown(kind: char) -> String {
    match u32::from(kind) {
        33..128 => kind.to_string(),
        n => format!("\\x{n:x}"),
    }
}

/// What most texts are filled up with.
const SPACES: &str = "                                ";

/// Widths and precisions beyond this are errors.
pub const MAX: usize = 1 << 24;

impl Spec {
    /// Takes a specification apart.
    ///
    /// # Errors
    /// What is wrong with it; nothing for what names the type.
    pub fn parse(text: &str) -> Result<Spec, Option<String>> {
        let wrong = |what: &str| Err(Some(what.to_string()));
        let mut s = Spec::default();
        let mut rest = text.chars();
        let is_align = |c: Option<char>| matches!(c, Some('<' | '>' | '=' | '^'));
        let (first, second) = (text.chars().next(), text.chars().nth(1));
        if is_align(second) {
            (s.fill, s.align) = (rest.next(), rest.next());
        } else if is_align(first) {
            s.align = rest.next();
        }
        // The next character, if it is one of these.
        let one_of = |rest: &mut Chars<'_>, set: &[u8]| -> Option<char> {
            let c = *rest.as_str().as_bytes().first().filter(|c| set.contains(c))?;
            rest.next();
            Some(c.into())
        };
        let number = |rest: &mut Chars<'_>| -> Option<Option<usize>> {
            let mut n = None;
            while let Some(d) = rest.clone().next().and_then(chars::decimal) {
                rest.next();
                n = Some(n.unwrap_or(0) * 10 + d as usize).filter(|&n| n < MAX);
                n?;
            }
            Some(n)
        };
        s.sign = one_of(&mut rest, b"+- ");
        s.positive_zero = one_of(&mut rest, b"z").is_some();
        s.alternate = one_of(&mut rest, b"#").is_some();
        s.zero = one_of(&mut rest, b"0").is_some();
        const MANY: &str = "Too many decimal digits in format string";
        match number(&mut rest) {
            Some(n) => s.width = n.unwrap_or(0),
            None => return wrong(MANY),
        }
        s.grouping = one_of(&mut rest, b",_");
        let other = if s.grouping == Some(',') { b"_" } else { b"," };
        if s.grouping.is_some() && one_of(&mut rest, other).is_some() {
            return wrong("Cannot specify both ',' and '_'.");
        }
        if one_of(&mut rest, b".").is_some() {
            match number(&mut rest) {
                Some(Some(n)) => s.precision = Some(n),
                Some(None) => return wrong("Format specifier missing precision"),
                None => return wrong(MANY),
            }
        }
        s.kind = rest.next();
        if rest.next().is_some() {
            return Err(None);
        }
        let grouped = match s.kind {
            None => true,
            Some(k) => "deEfFgG%".contains(k) || s.grouping == Some('_') && "boxX".contains(k),
        };
        match (s.grouping, s.kind) {
            (Some(g), Some(k)) if !grouped => wrong(&format!("Cannot specify '{g}' with '{}'.", shown(k))),
            _ => Ok(s),
        }
    }

    /// Appends sign and body, filled up to the width.
    pub fn pad(&self, out: &mut String, sign: &str, body: &str, default: char) {
        let count = |s: &str| if s.is_ascii() { s.len() } else { s.chars().count() };
        let missing = match self.width {
            0 => 0,
            w => w.saturating_sub(count(sign) + count(body)),
        };
        let fill = self.fill.unwrap_or(if self.zero { '0' } else { ' ' });
        let (before, between, after) =
            match self.align.unwrap_or(if self.zero && default != '<' { '=' } else { default }) {
                '<' => (0, 0, missing),
                '>' => (missing, 0, 0),
                '=' => (0, missing, 0),
                _ => (missing / 2, 0, missing - missing / 2),
            };
        let mut more = |n: usize, text: &str| {
            match fill {
                ' ' if n <= SPACES.len() => out.push_str(&SPACES[..n]),
                _ => out.extend(std::iter::repeat_n(fill, n)),
            }
            out.push_str(text);
        };
        more(before, sign);
        more(between, body);
        more(after, "");
    }

    /// The sign of what is not negative.
    pub fn plus_sign(&self) -> &'static str {
        self.sign(false)
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
        let Some(sep) = self.grouping else { return [digits, rest].concat() };
        let zeros = self.fill.unwrap_or(if self.zero { '0' } else { ' ' }) == '0'
            && self.align.unwrap_or(if self.zero { '=' } else { '>' }) == '=';
        let least = match zeros {
            true => self.width.saturating_sub(rest.len() + sign.len()),
            false => 0,
        };
        let mut n = digits.len();
        while n + n.saturating_sub(1) / size < least {
            n += 1;
        }
        let mut out = String::with_capacity(n + n / size + rest.len());
        let more = std::iter::repeat_n(b'0', n - digits.len());
        for (i, b) in more.chain(digits.bytes()).enumerate() {
            if i > 0 && (n - i).is_multiple_of(size) {
                out.push(sep);
            }
            out.push(char::from(b));
        }
        out.push_str(rest);
        out
    }

    /// Appends text, cut to the precision.
    pub fn string(&self, out: &mut String, s: &str) {
        let end = self.precision.and_then(|p| s.char_indices().nth(p)).map_or(s.len(), |(i, _)| i);
        self.pad(out, "", &s[..end], '<');
    }

    /// What digits of integers are in; `None` if the type is not one for integers.
    fn radix(&self) -> Option<u32> {
        Some(match self.kind {
            None | Some('d' | 'n') => 10,
            Some('x' | 'X') => 16,
            Some('o') => 8,
            Some('b') => 2,
            _ => return None,
        })
    }

    /// Appends an integer of these digits.
    fn integer(&self, out: &mut String, negative: bool, digits: &str) {
        let (prefix, group) = match self.kind {
            Some('x') => ("0x", 4),
            Some('X') => ("0X", 4),
            Some('o') => ("0o", 4),
            Some('b') => ("0b", 4),
            _ => ("", 3),
        };
        let sign = self.sign(negative);
        let with_prefix;
        let sign = match self.alternate && !prefix.is_empty() {
            true => {
                with_prefix = [sign, prefix].concat();
                &with_prefix
            }
            false => sign,
        };
        match self.grouping {
            Some(_) => self.pad(out, sign, &self.grouped(digits, "", sign, group), '>'),
            None => self.pad(out, sign, digits, '>'),
        }
    }

    /// Appends a float; `None` if the type is not one for floats.
    fn float(&self, out: &mut String, x: f64) -> Option<()> {
        let p = self.precision;
        let mut text = match self.kind {
            None => float::untyped(x, p, self.alternate),
            Some('f' | 'F') => float::fixed(x, p.unwrap_or(6), self.alternate),
            Some('e' | 'E') => float::scientific(x, p.unwrap_or(6), self.alternate),
            Some('g' | 'G' | 'n') => float::general(x, p.unwrap_or(6), self.alternate),
            Some('%') => float::fixed(x * 100.0, p.unwrap_or(6), self.alternate) + "%",
            _ => return None,
        };
        let zero = || {
            text.bytes().take_while(|b| !matches!(b, b'e' | b'E' | b'%')).all(|b| matches!(b, b'0' | b'.'))
        };
        let negative = x.is_sign_negative() && !x.is_nan() && !(self.positive_zero && zero());
        let sign = self.sign(negative);
        if self.kind.is_some_and(|k| k.is_ascii_uppercase()) {
            text.make_ascii_uppercase();
        }
        if self.grouping.is_some() {
            let whole = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text = self.grouped(&text[..whole], &text[whole..], sign, 3);
        }
        self.pad(out, sign, &text, '>');
        Some(())
    }
}

/// The digits of a number in a radix, in a buffer, of these sixteen.
fn digits_in<'a>(buffer: &'a mut [u8; 64], mut n: u64, radix: u32, of: &[u8; 16]) -> &'a str {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = of[(n % u64::from(radix)) as usize];
        n /= u64::from(radix);
        if n == 0 {
            break std::str::from_utf8(&buffer[at..]).unwrap_or_default();
        }
    }
}

/// Appends a value of a built-in type formatted as a specification's text says; `None` if the type takes none.
///
/// # Errors
/// `ValueError`.
pub fn format(rt: &Rt, v: Val, text: &str, out: &mut String) -> Option<Result<(), Raised>> {
    if !takes_any(ops::unwrapped(rt, v)) {
        return None;
    }
    let what = match Spec::parse(text) {
        Ok(spec) => return spec.format(rt, v, out),
        Err(Some(what)) => what,
        Err(None) => {
            let name = ops::type_name(rt, v);
            format!("Invalid format specifier '{text}' for object of type '{name}'")
        }
    };
    Some(Err(errors::value(rt, &what)))
}

/// Whether values of its type take specifications.
fn takes_any(v: Val) -> bool {
    matches!(v, Val::Str(_) | Val::Complex(_)) || number::is_number(v)
}

impl Spec {
    /// Appends a value of a built-in type; `None` if the type takes no specification.
    ///
    /// # Errors
    /// `ValueError`.
    pub fn format(&self, rt: &Rt, value: Val, out: &mut String) -> Option<Result<(), Raised>> {
        let v = ops::unwrapped(rt, value);
        if !takes_any(v) {
            return None;
        }
        if let Some(what) = self.refused(v) {
            return Some(Err(errors::value(rt, what)));
        }
        let made = match v {
            Val::Str(s) if matches!(self.kind, None | Some('s')) => {
                self.string(out, s.text());
                Some(())
            }
            Val::Str(_) => None,
            Val::Float(x) => self.float(out, x.get()),
            Val::Complex(_) if self.kind == Some('%') => None,
            Val::Complex(c) => self.complex(out, c.parts()),
            v => match self.kind {
                None if matches!(v, Val::False | Val::True) && *self == Spec::default() => {
                    out.push_str(if matches!(v, Val::True) { "True" } else { "False" });
                    Some(())
                }
                Some('c') => {
                    let Some(n) = number::small(v) else {
                        let what = "Python int too large to convert to C long";
                        return Some(Err(errors::overflow(rt, what)));
                    };
                    let c = u32::try_from(n).ok().and_then(char::from_u32);
                    let Some(c) = c else {
                        return Some(Err(errors::overflow(rt, "%c arg not in range(0x110000)")));
                    };
                    self.pad(out, "", c.encode_utf8(&mut [0; 4]), '>');
                    Some(())
                }
                Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => match number::float(rt, v) {
                    Some(Ok(x)) => self.float(out, x),
                    _ => return Some(Err(Raised)),
                },
                _ => match self.whole(rt, v, out).transpose() {
                    Ok(made) => made,
                    Err(e) => return Some(Err(e)),
                },
            },
        };
        Some(made.ok_or_else(|| {
            let (kind, name) = (self.kind.unwrap_or(' '), ops::type_name(rt, value));
            let kind = shown(kind);
            errors::value(rt, &format!("Unknown format code '{kind}' for object of type '{name}'"))
        }))
    }

    /// Appends an integer of any size; `None` if the type is not one for integers.
    fn whole(&self, rt: &Rt, v: Val, out: &mut String) -> Option<Result<(), Raised>> {
        let (radix, upper) = (self.radix()?, self.kind == Some('X'));
        if let Val::Int(n) = v {
            let of = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
            self.integer(out, n < 0, digits_in(&mut [0; 64], n.unsigned_abs(), radix, of));
            return Some(Ok(()));
        }
        let n = number::big(rt, v)?;
        let text = match radix {
            10 => super::number::decimal(rt, &n).map(|text| text.replace('-', "")),
            _ if upper => Ok(n.abs().to_str_radix(radix).to_uppercase()),
            _ => Ok(n.abs().to_str_radix(radix)),
        };
        Some(text.map(|text| self.integer(out, n.is_negative(), &text)))
    }

    /// What a built-in type has against this specification.
    fn refused(&self, v: Val) -> Option<&'static str> {
        let table: &[(bool, &str)] = match v {
            Val::Str(_) if matches!(self.kind, None | Some('s')) => &[
                (self.grouping == Some(','), "Cannot specify ',' with 's'."),
                (self.grouping == Some('_'), "Cannot specify '_' with 's'."),
                (self.sign == Some(' '), "Space not allowed in string format specifier"),
                (self.sign.is_some(), "Sign not allowed in string format specifier"),
                (self.positive_zero, "Negative zero coercion (z) not allowed in string format specifier"),
                (self.alternate, "Alternate form (#) not allowed in string format specifier"),
                (self.align == Some('='), "'=' alignment not allowed in string format specifier"),
            ],
            Val::Complex(_) => &[
                (self.zero, "Zero padding is not allowed in complex format specifier"),
                (self.align == Some('='), "'=' alignment flag is not allowed in complex format specifier"),
            ],
            Val::Int(_) | Val::Big(_) | Val::False | Val::True
                if self.kind.is_none_or(|k| "bcdoxXn".contains(k)) =>
            {
                &[
                    (self.precision.is_some(), "Precision not allowed in integer format specifier"),
                    (
                        self.positive_zero,
                        "Negative zero coercion (z) not allowed in integer format specifier",
                    ),
                    (
                        self.kind == Some('c') && self.sign.is_some(),
                        "Sign not allowed with integer format specifier 'c'",
                    ),
                    (
                        self.kind == Some('c') && self.alternate,
                        "Alternate form (#) not allowed with integer format specifier 'c'",
                    ),
                ]
            }
            _ => &[],
        };
        table.iter().find(|r| r.0).map(|r| r.1)
    }

    fn complex(&self, out: &mut String, (re, im): (f64, f64)) -> Option<()> {
        let mut parts = Spec { width: 0, fill: None, align: None, ..self.clone() };
        let plain = self.kind.is_none();
        if plain && self.precision.is_some() {
            parts.kind = Some('g');
        }
        let mut text = String::new();
        // As `str` shows it: without a real part that is zero, else in parentheses; whole numbers without a point.
        let both = !plain || re != 0.0 || re.is_sign_negative();
        let part = |spec: &Spec, x: f64, text: &mut String| {
            spec.float(text, x)?;
            if plain && text.ends_with(".0") {
                text.truncate(text.len() - 2);
            }
            Some(())
        };
        if both {
            part(&parts, re, &mut text)?;
            parts.sign = Some('+');
        }
        part(&parts, im, &mut text)?;
        text.push('j');
        if plain && both {
            text = format!("({text})");
        }
        self.pad(out, "", &text, '>');
        Some(())
    }
}
