//! Format specifications of decimal numbers: `[[fill]align][sign][z][0][width][,][.precision][type]`. They differ from those of floats: there is no `#` and no `_`,
//! and a width does not begin with a zero.
//!
//! **Example.** `1234.5` by `',.2f'` is `1,234.50`.

use super::context::{Rounding, MAX};
use super::quotients::rescaled;
use super::Number;

/// A specification taken apart.
pub struct Spec {
    fill: char,
    align: char,
    sign: Option<char>,
    positive_zero: bool,
    /// Zeros go between sign and digits.
    zeros: bool,
    width: usize,
    grouped: bool,
    precision: Option<i64>,
    kind: Option<char>,
}

/// The digits before the point and behind it, and the exponent that is written.
struct Parts {
    whole: String,
    fraction: String,
    exp: i64,
}

impl Spec {
    /// Takes a specification apart; `None` if it is none.
    pub fn parse(text: &str) -> Option<Spec> {
        let mut rest = text;
        let aligns = |c: Option<char>| c.filter(|c| "<>=^".contains(*c));
        let mut chars = text.chars();
        let (first, second) = (chars.next(), chars.next());
        let (fill, given) = match (first, aligns(second), aligns(first)) {
            (Some(fill), Some(align), _) => {
                rest = &rest[fill.len_utf8() + 1..];
                (fill, Some(align))
            }
            (_, _, Some(align)) => {
                rest = &rest[1..];
                (' ', Some(align))
            }
            _ => (' ', None),
        };
        let mut one = |set: &str| {
            let c = rest.chars().next().filter(|c| set.contains(*c))?;
            rest = &rest[c.len_utf8()..];
            Some(c)
        };
        let early = one("z").is_some();
        let sign = one("+- ");
        let positive_zero = early || one("z").is_some();
        let zeros = one("0").is_some();
        if zeros && given.is_some() || rest.starts_with('0') {
            return None;
        }
        let width = number(&mut rest)?;
        let grouped = strip(&mut rest, ',');
        let precision = match strip(&mut rest, '.') {
            true if !rest.starts_with(|c: char| c.is_ascii_digit()) => return None,
            true => Some(number(&mut rest)?),
            false => None,
        };
        let kind = rest.chars().next();
        if rest.len() > 1 || kind.is_some_and(|k| !"eEfFgGn%".contains(k)) || kind == Some('n') && grouped {
            return None;
        }
        let align = given.unwrap_or(if zeros { '=' } else { '>' });
        let fill = if zeros { '0' } else { fill };
        Some(Spec {
            fill,
            align,
            sign,
            positive_zero,
            zeros,
            width: width as usize,
            grouped,
            precision,
            kind,
        })
    }

    /// The text of a number; `None` if it is too long.
    pub fn format(&self, n: &Number, rounding: Rounding, capitals: bool) -> Option<String> {
        let percent = self.kind == Some('%');
        if let Some(mut body) = n.name() {
            if percent {
                body.push('%');
            }
            // Zeros would make it look like a number.
            let plain = Spec { fill: ' ', align: '>', ..*self };
            let by = if self.zeros { &plain } else { self };
            return by.filled(self.sign_of(n.negative), &body);
        }
        let whole = n;
        let n = self.rounded(n, rounding)?;
        // What `F` rounds to zero keeps its sign, unlike what `f` does.
        let zero = if self.kind == Some('F') { whole } else { &n }.digits.is_zero();
        let negative = n.negative && !(self.positive_zero && zero);
        let sign = self.sign_of(negative);
        let Parts { mut whole, fraction, exp } = self.placed(&n)?;
        let mut tail = String::new();
        if !fraction.is_empty() {
            tail.push('.');
            tail.push_str(&fraction);
        }
        let kind = self.kind.unwrap_or(if capitals { 'G' } else { 'g' });
        if exp != 0 || "eE".contains(kind) {
            tail.push(if kind.is_ascii_uppercase() { 'E' } else { 'e' });
            tail.push_str(&format!("{exp:+}"));
        }
        if percent {
            tail.push('%');
        }
        if self.grouped || self.zeros {
            let least = if self.zeros { self.width.saturating_sub(sign.len() + tail.len()) } else { 0 };
            whole = self.separated(&whole, least);
        }
        self.filled(sign, &(whole + &tail))
    }

    fn sign_of(&self, negative: bool) -> &'static str {
        match (negative, self.sign) {
            (true, _) => "-",
            (_, Some('+')) => "+",
            (_, Some(' ')) => " ",
            _ => "",
        }
    }

    /// With no more digits than wanted.
    fn rounded(&self, n: &Number, rounding: Rounding) -> Option<Number> {
        let mut n = n.clone();
        let kind = self.kind.unwrap_or('g').to_ascii_lowercase();
        if kind == '%' {
            n.exp += 2;
        }
        let fixed = matches!(kind, 'f' | '%');
        if let Some(p) = self.precision {
            n = match kind {
                'e' => significant(&n, p + 1, rounding)?,
                'f' | '%' => rescaled(&n, -p, rounding)?.0,
                _ if n.digits.count() > p.max(1) => significant(&n, p.max(1), rounding)?,
                _ => n,
            };
        }
        if fixed && n.digits.is_zero() && n.exp > 0 {
            n.exp = 0;
        }
        Some(n)
    }

    /// Where the point is.
    fn placed(&self, n: &Number) -> Option<Parts> {
        let digits = n.digits.to_string();
        let (count, left) = (digits.len() as i64, n.exp + digits.len() as i64);
        let point = match (self.kind.unwrap_or('g').to_ascii_lowercase(), self.precision) {
            ('e', Some(p)) if n.digits.is_zero() => 1 - p,
            ('e', _) => 1,
            ('f' | '%', _) => left,
            _ if n.exp <= 0 && left > -6 => left,
            _ => 1,
        };
        if point.abs() > super::digits::MOST {
            return None;
        }
        let zeros = |n: i64| "0".repeat(n as usize);
        let (whole, fraction) = match point {
            ..=0 => ("0".to_string(), zeros(-point) + &digits),
            _ if point > count => (digits + &zeros(point - count), String::new()),
            _ => {
                let (whole, fraction) = digits.split_at(point as usize);
                (whole.to_string(), fraction.to_string())
            }
        };
        Some(Parts { whole, fraction, exp: left - point })
    }

    /// Digits with zeros before them up to a width, and separators.
    fn separated(&self, digits: &str, least: usize) -> String {
        let mut out = Vec::new();
        let mut digits = digits.bytes().rev();
        let mut group = 0;
        loop {
            let next = digits.next();
            let needed = next.is_some() || out.len() < least;
            if !needed {
                break;
            }
            if self.grouped && group == 3 {
                out.push(b',');
                group = 0;
            }
            out.push(next.unwrap_or(b'0'));
            group += 1;
        }
        out.into_iter().rev().map(char::from).collect()
    }

    fn filled(&self, sign: &str, body: &str) -> Option<String> {
        if self.width as i64 > super::digits::MOST {
            return None;
        }
        let missing = self.width.saturating_sub(sign.len() + body.len());
        let fill = |n: usize| std::iter::repeat_n(self.fill, n).collect::<String>();
        Some(match self.align {
            '<' => format!("{sign}{body}{}", fill(missing)),
            '=' => format!("{sign}{}{body}", fill(missing)),
            '^' => format!("{}{sign}{body}{}", fill(missing / 2), fill(missing - missing / 2)),
            _ => format!("{}{sign}{body}", fill(missing)),
        })
    }
}

/// A number of so many digits, rounded; zeros are added to fewer.
fn significant(n: &Number, count: i64, rounding: Rounding) -> Option<Number> {
    if n.digits.is_zero() {
        return Some(n.clone());
    }
    let made = rescaled(n, n.adjusted() - count + 1, rounding)?.0;
    match made.digits.count() > count {
        true => Some(Number { digits: made.digits.cut(1).0, exp: made.exp + 1, ..made }),
        false => Some(made),
    }
}

fn strip(rest: &mut &str, c: char) -> bool {
    match rest.strip_prefix(c) {
        Some(r) => {
            *rest = r;
            true
        }
        None => false,
    }
}

/// The number that a text begins with, 0 if with none; `None` if it is too large.
fn number(rest: &mut &str) -> Option<i64> {
    let end = rest.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    *rest = after;
    let add = |n: i64, b: u8| n.checked_mul(10)?.checked_add((b - b'0').into()).filter(|n| *n <= MAX);
    digits.bytes().try_fold(0, add)
}
