//! `%` formatting.

use super::spec::{self, Spec};
use crate::objects::{item, number, ops};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use std::str::Chars;

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
    formatted(rt, &text, v, "bytes")
}

/// `text % v`.
///
/// # Errors
/// `TypeError`, `ValueError`, `KeyError`.
pub fn format(rt: &Rt, text: &str, v: Val) -> Result<String, Raised> {
    formatted(rt, text, v, "string")
}

/// The same of a kind of text, which messages name.
fn formatted(rt: &Rt, text: &str, v: Val, of: &str) -> Result<String, Raised> {
    let all = match v {
        Val::Tuple(t) => t.items.as_slice().to_vec(),
        v => vec![v.into()],
    };
    let mut values = Values { rt, all, next: 0 };
    let mut by_name = false;
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let mut it = rest[at + 1..].chars();
        let mut key = None;
        if peek(&it) == Some('(') {
            it.next();
            let (start, mut depth) = (it.as_str(), 1);
            while depth > 0 {
                match it.next() {
                    Some('(') => depth += 1,
                    Some(')') => depth -= 1,
                    Some(_) => {}
                    None => return Err(errors::value(rt, "incomplete format key")),
                }
            }
            key = Some(&start[..start.len() - it.as_str().len() - 1]);
        }
        let mut spec = Spec::default();
        let mut left = false;
        while let Some(f) = peek(&it).filter(|&c| "-+ #0".contains(c)) {
            match f {
                '-' => left = true,
                '+' => spec.sign = Some('+'),
                ' ' => spec.sign = spec.sign.or(Some(' ')),
                '#' => spec.alternate = true,
                _ => spec.zero = true,
            }
            it.next();
        }
        let width = number(&mut it, &mut values, "width too big")?;
        if peek(&it) == Some('.') {
            it.next();
            let p = number(&mut it, &mut values, "precision too big")?.unwrap_or(0);
            spec.precision = Some(p.max(0) as usize);
        }
        while peek(&it).is_some_and(|c| "hlL".contains(c)) {
            it.next();
        }
        let Some(kind) = it.next() else { return Err(errors::value(rt, "incomplete format")) };
        rest = it.as_str();
        if kind == '%' {
            out.push('%');
            continue;
        }
        let value = match key {
            Some(k) => {
                by_name = true;
                item::get(rt, v, crate::objects::str::val(rt, k)?)?
            }
            None => values.take()?,
        };
        left |= width.is_some_and(|w| w < 0);
        spec.width = width.unwrap_or(0).unsigned_abs() as usize;
        spec.zero &= !left;
        spec.align = Some(if left { '<' } else { '>' });
        spec.kind = Some(kind);
        one(rt, spec, value, &mut out)?;
    }
    out.push_str(rest);
    // What could be asked for names need not be used.
    let mapping = matches!(v, Val::Dict(_) | Val::List(_) | Val::Range(_))
        || matches!(v, Val::Inst(_)) && dict_like(rt, v);
    if !by_name && values.next < values.all.len() && !mapping {
        return Err(errors::type_(rt, &format!("not all arguments converted during {of} formatting")));
    }
    Ok(out)
}

fn dict_like(rt: &Rt, v: Val) -> bool {
    let text = matches!(ops::unwrapped(rt, v), Val::Str(_) | Val::Tuple(_) | Val::Bytes(_));
    !text && ops::special(rt, v, "__getitem__").is_some()
}

fn peek(it: &Chars<'_>) -> Option<char> {
    it.clone().next()
}

/// A number written out or, for `*`, the next value.
fn number(it: &mut Chars<'_>, values: &mut Values<'_>, too_big: &str) -> Result<Option<i64>, Raised> {
    let rt = values.rt;
    let small = |n: i64| match n.unsigned_abs() < spec::MAX as u64 {
        true => Ok(n),
        false => Err(errors::value(rt, too_big)),
    };
    if peek(it) == Some('*') {
        it.next();
        return small(ops::index_small(rt, values.take()?)?).map(Some);
    }
    let mut n = None;
    while let Some(d) = peek(it).and_then(|c| c.to_digit(10)) {
        it.next();
        n = Some(small(n.unwrap_or(0) * 10 + i64::from(d))?);
    }
    Ok(n)
}

/// Appends one value. The specification has both `align` and `zero` if zeros are to fill up a number.
fn one(rt: &Rt, mut spec: Spec, v: Val, out: &mut String) -> Result<(), Raised> {
    let kind = spec.kind.unwrap_or('s');
    let apply = |spec: &Spec, v: Val, out: &mut String| {
        spec.format(rt, v, out).unwrap_or_else(|| Err(errors::type_(rt, "not a number")))
    };
    let only_width = |spec: &Spec| Spec { align: spec.align, width: spec.width, ..Spec::default() };
    let mut text = |s: &str| {
        Spec { precision: spec.precision, ..only_width(&spec) }.string(out, s);
        Ok(())
    };
    match kind {
        's' => match v {
            Val::Str(s) => text(s.text()),
            v => text(&ops::str(rt, v)?),
        },
        'r' => text(&ops::repr(rt, v)?),
        'a' => text(&super::repr::ascii(&ops::repr(rt, v)?)),
        'c' => match v {
            Val::Str(s) if s.chars == 1 => text(s.text()),
            v if !ops::is_index(rt, v) => Err(errors::type_(rt, "%c requires int or char")),
            v => apply(&Spec { kind: Some('c'), ..only_width(&spec) }, ops::index(rt, v)?, out),
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
            if matches!(kind, 'i' | 'u') {
                spec.kind = Some('d');
            }
            // A precision is a least number of digits.
            if let Some(p) = spec.precision.take() {
                let mut made = String::new();
                apply(&Spec { kind: spec.kind, ..Spec::default() }, n, &mut made)?;
                let digits = made.trim_start_matches('-');
                let sign = if digits.len() < made.len() { "-" } else { spec.plus_sign() };
                let zeros = "0".repeat(p.saturating_sub(digits.len()));
                only_width(&spec).pad(out, sign, &[&zeros, digits].concat(), '>');
                return Ok(());
            }
            if spec.zero {
                spec.align = None;
            }
            apply(&spec, n, out)
        }
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
            let x = match crate::native::to_float(rt, v) {
                Ok(x) => x,
                Err(Raised) => {
                    let text = format!("must be real number, not {}", ops::type_name(rt, v));
                    return Err(errors::type_(rt, &text));
                }
            };
            if spec.zero {
                spec.align = None;
            }
            apply(&spec, Val::Float(x), out)
        }
        c => {
            let text = format!("unsupported format character '{c}' (0x{:x})", c as u32);
            Err(errors::value(rt, &text))
        }
    }
}
