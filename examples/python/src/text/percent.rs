//! `%` formatting.

use super::spec;
use crate::objects::{item, number, ops};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

struct Values<'a> {
    rt: &'a Rt,
    all: Vec<RawSlot>,
    next: usize,
}

impl Values<'_> {
    fn take(&mut self) -> Result<Val, Raised> {
        let v = self.all.get(self.next).copied();
        self.next += 1;
        v.map(Val::from).ok_or_else(|| errors::type_(self.rt, "not enough arguments for format string"))
    }
}

/// `data % v` of bytes, which are given and answered as characters of the same numbers.
///
/// # Errors
/// As for [`format()`].
pub fn format_bytes(rt: &Rt, text: &str, v: Val) -> Result<String, Raised> {
    let text = text.replace("%b", "%s");
    let as_text = |x: RawSlot| -> Result<RawSlot, Raised> {
        match crate::objects::bytes::of(rt, x.into()) {
            Some(b) => {
                let s: String = b.into_iter().map(char::from).collect();
                crate::objects::str::val(rt, &s).map(RawSlot::from)
            }
            None if matches!(Val::from(x), Val::Str(_)) => {
                let what =
                    "%b requires a bytes-like object, or an object that implements __bytes__, not 'str'";
                Err(errors::type_(rt, what))
            }
            None => Ok(x),
        }
    };
    let v = match v {
        Val::Tuple(t) => {
            let made: Result<Vec<RawSlot>, Raised> = t.items.as_slice().iter().map(|&x| as_text(x)).collect();
            ops::tuple_val(rt, &made?)?
        }
        v => as_text(v.into())?.into(),
    };
    format(rt, &text, v)
}

/// `text % v`.
///
/// # Errors
/// `TypeError`, `ValueError`, `KeyError`.
pub fn format(rt: &Rt, text: &str, v: Val) -> Result<String, Raised> {
    let all = match v {
        Val::Tuple(t) => t.items.as_slice().to_vec(),
        v => vec![v.into()],
    };
    let mut values = Values { rt, all, next: 0 };
    let mut by_name = false;
    let mut out = String::new();
    let mut it = text.chars().peekable();
    while let Some(c) = it.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut key = None;
        if it.peek() == Some(&'(') {
            it.next();
            let mut name = String::new();
            let mut depth = 1;
            loop {
                let Some(c) = it.next() else { return Err(errors::value(rt, "incomplete format key")) };
                match c {
                    '(' => depth += 1,
                    ')' if depth == 1 => break,
                    ')' => depth -= 1,
                    _ => {}
                }
                name.push(c);
            }
            key = Some(name);
        }
        let mut flags = String::new();
        while let Some(&f) = it.peek().filter(|c| "-+ #0".contains(**c)) {
            flags.push(f);
            it.next();
        }
        let mut number = |it: &mut std::iter::Peekable<std::str::Chars<'_>>| -> Result<Option<i64>, Raised> {
            if it.peek() == Some(&'*') {
                it.next();
                return ops::index_small(rt, values.take()?).map(Some);
            }
            let mut n = String::new();
            while let Some(&d) = it.peek().filter(|c| c.is_ascii_digit()) {
                n.push(d);
                it.next();
            }
            Ok(n.parse().ok())
        };
        let width = number(&mut it)?;
        let mut precision = None;
        if it.peek() == Some(&'.') {
            it.next();
            precision = Some(number(&mut it)?.unwrap_or(0));
        }
        while it.peek().is_some_and(|c| "hlL".contains(*c)) {
            it.next();
        }
        let Some(kind) = it.next() else { return Err(errors::value(rt, "incomplete format")) };
        if kind == '%' {
            out.push('%');
            continue;
        }
        let value = match key {
            Some(k) => {
                by_name = true;
                item::get(rt, v, crate::objects::str::val(rt, &k)?)?
            }
            None => values.take()?,
        };
        let left = flags.contains('-') || width.is_some_and(|w| w < 0);
        let width = width.unwrap_or(0).unsigned_abs();
        out.push_str(&one(rt, kind, &flags, left, width, precision, value)?);
    }
    let mapping = matches!(v, Val::Dict(_)) || matches!(v, Val::Inst(_)) && dict_like(rt, v);
    if !by_name && values.next < values.all.len() && !mapping {
        return Err(errors::type_(rt, "not all arguments converted during string formatting"));
    }
    Ok(out)
}

fn dict_like(rt: &Rt, v: Val) -> bool {
    ops::special(rt, v, "__getitem__").is_some()
}

fn one(
    rt: &Rt,
    kind: char,
    flags: &str,
    left: bool,
    width: u64,
    precision: Option<i64>,
    v: Val,
) -> Result<String, Raised> {
    let dot = precision.map_or(String::new(), |p| format!(".{p}"));
    let sign = if flags.contains('+') {
        "+"
    } else if flags.contains(' ') {
        " "
    } else {
        ""
    };
    let alt = if flags.contains('#') { "#" } else { "" };
    let zero = if flags.contains('0') && !left { "0" } else { "" };
    let align = if left { "<" } else { ">" };
    let apply = |v: Val, s: String| match spec::format(rt, v, &s) {
        Some(r) => r,
        None => Err(errors::type_(rt, "not a number")),
    };
    let text = |s: String| -> Result<String, Raised> {
        let cut: String = match precision {
            Some(p) => s.chars().take(p.max(0) as usize).collect(),
            None => s,
        };
        let v = crate::objects::str::val(rt, &cut)?;
        apply(v, format!("{align}{width}"))
    };
    match kind {
        's' => text(ops::str(rt, v)?),
        'r' => text(ops::repr(rt, v)?),
        'a' => text(super::repr::ascii(&ops::repr(rt, v)?)),
        'c' => match v {
            Val::Str(s) if s.chars == 1 => text(s.text().to_string()),
            v => apply(ops::index(rt, v)?, format!("{align}{width}c")),
        },
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
            let n = match ops::unwrapped(rt, v) {
                Val::Float(x) if matches!(kind, 'd' | 'i' | 'u') => number::float_to_int(rt, x)?,
                n if number::is_number(n) => ops::index(rt, n)?,
                _ => {
                    let what = if matches!(kind, 'd' | 'i' | 'u') { "a real number" } else { "an integer" };
                    let text = format!("%{kind} format: {what} is required, not {}", ops::type_name(rt, v));
                    return Err(errors::type_(rt, &text));
                }
            };
            let k = if matches!(kind, 'i' | 'u') { 'd' } else { kind };
            // A precision is a least number of digits.
            if let Some(p) = precision {
                let mut digits = apply(n, format!("{k}"))?;
                let negative = digits.starts_with('-');
                digits = digits.trim_start_matches('-').to_string();
                while (digits.len() as i64) < p {
                    digits.insert(0, '0');
                }
                let s = if negative { "-" } else { sign };
                let v = crate::objects::str::val(rt, &format!("{s}{digits}"))?;
                return apply(v, format!("{align}{width}"));
            }
            let align = if zero.is_empty() { align } else { "" };
            apply(n, format!("{align}{sign}{alt}{zero}{width}{k}"))
        }
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
            let x = match crate::native::to_float(rt, v) {
                Ok(x) => x,
                Err(Raised) => {
                    let text = format!("must be real number, not {}", ops::type_name(rt, v));
                    return Err(errors::type_(rt, &text));
                }
            };
            let align = if zero.is_empty() { align } else { "" };
            apply(Val::Float(x), format!("{align}{sign}{alt}{zero}{width}{dot}{kind}"))
        }
        c => {
            let text = format!("unsupported format character '{c}' (0x{:x})", c as u32);
            Err(errors::value(rt, &text))
        }
    }
}
