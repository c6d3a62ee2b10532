//! `%` formatting.

use super::spec::{self, Spec};
use crate::objects::{bytes, item, number, ops, str};
use crate::value::{misc, Val};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use smallvec::{smallvec, SmallVec};
use std::str::Chars;

struct Values<'a> {
    rt: &'a Rt,
    all: SmallVec<[RawSlot; 4]>,
    next: usize,
}

/// Most values that [`few`] takes.
pub const FEW: usize = 4;

impl Values<'_> {
    fn peek(&self) -> Option<Val> {
        self.all.get(self.next).map(|&v| v.into())
    }
    fn take(&mut self) -> Result<Val, Raised> {
        let v = self.all.get(self.next).copied();
        self.next += 1;
        v.map(Val::from).ok_or_else(|| errors::type_(self.rt, "not enough arguments for format string"))
    }
}

/// What is formatted: text, or bytes, which are given and answered as characters of the same numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Text,
    Bytes,
}

/// `data % v` of bytes, which are given and answered as characters of the same numbers.
///
/// # Errors
/// As for [`format()`].
pub fn format_bytes(rt: &Rt, text: &str, v: Val) -> Result<String, Raised> {
    let mut out = String::with_capacity(text.len() + 16);
    formatted(rt, text, v, Of::Bytes, &mut out).map(|()| out)
}

/// `text % v`.
///
/// # Errors
/// `TypeError`, `ValueError`, `KeyError`.
pub fn format(rt: &Rt, text: &str, v: Val) -> Result<Val, Raised> {
    str::built(rt, |out| formatted(rt, text, v, Of::Text, out))
}

/// `text % (values..)`, or of the only one without a tuple around it, of values that are formatted without the program's help and are no mappings.
///
/// # Errors
/// As for [`format()`].
pub fn few(rt: &Rt, text: &str, values: &[RawSlot]) -> Result<Val, Raised> {
    str::built(rt, |out| of_values(rt, text, values, None, Of::Text, out))
}

fn formatted(rt: &Rt, text: &str, v: Val, of: Of, out: &mut String) -> Result<(), Raised> {
    let mapping = is_mapping(rt, v, of).then_some(v);
    match ops::unwrapped(rt, v) {
        Val::Tuple(t) => of_values(rt, text, t.items.as_slice(), mapping, of, out),
        _ => of_values(rt, text, &[v.into()], mapping, of, out),
    }
}

/// Appends the text with these values in it, and such as a mapping, if there is one, has by name.
fn of_values(
    rt: &Rt,
    text: &str,
    all: &[RawSlot],
    mapping: Option<Val>,
    of: Of,
    out: &mut String,
) -> Result<(), Raised> {
    let mut values = Values { rt, all: SmallVec::from_slice(all), next: 0 };
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'%', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        if let (Some(kind @ (b's' | b'd')), Of::Text) = (rest.as_bytes().get(at + 1), of) {
            // Most fields have nothing but a kind, and most values need no more than to be written.
            match (kind, values.peek()) {
                (b's', Some(Val::Str(s))) => out.push_str(s.text()),
                (_, Some(Val::Int(n))) => out.push_str(itoa::Buffer::new().format(n)),
                _ => {
                    let spec = Spec { align: Some('>'), kind: Some(char::from(*kind)), ..Spec::default() };
                    one(rt, spec, values.take()?, of, "", out)?;
                    rest = &rest[at + 2..];
                    continue;
                }
            }
            values.next += 1;
            rest = &rest[at + 2..];
            continue;
        }
        let mut it = rest[at + 1..].chars();
        if peek(&it) == Some('%') {
            out.push('%');
            rest = &rest[at + 2..];
            continue;
        }
        if peek(&it) == Some('(') {
            it.next();
            let Some(v) = mapping else { return Err(errors::type_(rt, "format requires a mapping")) };
            let (start, mut depth) = (it.as_str(), 1);
            while depth > 0 {
                match it.next() {
                    Some('(') => depth += 1,
                    Some(')') => depth -= 1,
                    Some(_) => {}
                    None => return Err(errors::value(rt, "incomplete format key")),
                }
            }
            let key = &start[..start.len() - it.as_str().len() - 1];
            let key = match of {
                Of::Text => str::val(rt, key)?,
                Of::Bytes => bytes::val(rt, key.chars().map(|c| c as u8).collect::<Vec<u8>>())?,
            };
            // What follows has this one value.
            values = Values { rt, all: smallvec![item::get(rt, v, key)?.into()], next: 0 };
        }
        let mut spec = Spec::default();
        let mut left = false;
        while let Some(f) = peek(&it).filter(|c| matches!(c, '-' | '+' | ' ' | '#' | '0')) {
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
            let too_big = if of == Of::Text { "precision too big" } else { "prec too big" };
            let p = number(&mut it, &mut values, too_big)?.unwrap_or(0);
            spec.precision = Some(p.max(0) as usize);
        }
        if matches!(peek(&it), Some('h' | 'l' | 'L')) {
            it.next();
        }
        let Some(kind) = it.next() else { return Err(errors::value(rt, "incomplete format")) };
        rest = it.as_str();
        let value = values.take()?;
        left |= width.is_some_and(|w| w < 0);
        spec.width = width.unwrap_or(0).unsigned_abs() as usize;
        spec.zero &= !left;
        spec.align = Some(if left { '<' } else { '>' });
        spec.kind = Some(kind);
        one(rt, spec, value, of, &text[..text.len() - rest.len()], out)?;
    }
    out.push_str(rest);
    // What could be asked for names need not be used.
    if values.next < values.all.len() && mapping.is_none() {
        let of = if of == Of::Text { "string" } else { "bytes" };
        return Err(errors::type_(rt, &format!("not all arguments converted during {of} formatting")));
    }
    Ok(())
}

/// Whether names of values can be asked for: what is formatted itself cannot.
fn is_mapping(rt: &Rt, v: Val, of: Of) -> bool {
    match ops::unwrapped(rt, v) {
        Val::Tuple(_) | Val::Str(_) => false,
        Val::Bytes(_) => of == Of::Text,
        Val::Dict(_) | Val::List(_) | Val::Range(_) => true,
        Val::Misc(m) => m.kind == misc::VIEW,
        Val::Inst(_) => ops::special(rt, v, "__getitem__").is_some(),
        _ => false,
    }
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
        let v = values.take()?;
        return match ops::unwrapped(rt, v) {
            n @ (Val::Int(_) | Val::False | Val::True | Val::Big(_)) => match ops::index(rt, n)? {
                Val::Int(n) => small(n).map(Some),
                _ => {
                    let of = if too_big.starts_with('w') { "ssize_t" } else { "int" };
                    Err(errors::overflow(rt, &format!("Python int too large to convert to C {of}")))
                }
            },
            _ => Err(errors::type_(rt, "* wants int")),
        };
    }
    let mut n = None;
    while let Some(d) = peek(it).and_then(|c| c.to_digit(10)) {
        it.next();
        n = Some(small(n.unwrap_or(0) * 10 + i64::from(d))?);
    }
    Ok(n)
}

/// Appends one value; `before` is the text up to its kind, which an error counts. The specification has both `align` and `zero` if zeros are to fill up a number.
fn one(rt: &Rt, mut spec: Spec, v: Val, of: Of, before: &str, out: &mut String) -> Result<(), Raised> {
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
        's' | 'b' if of == Of::Bytes => text(&data(rt, v)?),
        's' => match v {
            Val::Str(s) => text(s.text()),
            v => text(&ops::str(rt, v)?),
        },
        'r' if of == Of::Bytes => text(&super::repr::ascii(&ops::repr(rt, v)?)),
        'r' => text(&ops::repr(rt, v)?),
        'a' => text(&super::repr::ascii(&ops::repr(rt, v)?)),
        'c' => match ops::unwrapped(rt, v) {
            _ if of == Of::Bytes => text(&one_byte(rt, v)?.to_string()),
            Val::Str(s) if s.chars == 1 => text(s.text()),
            _ if !ops::is_index(rt, v) => Err(errors::type_(rt, "%c requires int or char")),
            _ => {
                let c =
                    ops::index(rt, v).map_err(|e| match errors::caught(rt, rt.lang.types().type_error) {
                        Some(_) => errors::type_(rt, "%c requires int or char"),
                        None => e,
                    })?;
                // `format` says something else of what is beyond a word.
                let c = if matches!(c, Val::Big(_)) { Val::Int(-1) } else { c };
                apply(&Spec { kind: Some('c'), ..only_width(&spec) }, c, out)
            }
        },
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
            let n = match ops::unwrapped(rt, v) {
                Val::Float(x) if matches!(kind, 'd' | 'i' | 'u') => number::float_to_int(rt, x.get())?,
                n if number::is_number(n) && !matches!(n, Val::Float(_)) => ops::index(rt, n)?,
                _ if ops::is_index(rt, v) => ops::index(rt, v)?,
                _ if matches!(kind, 'd' | 'i' | 'u') && ops::special(rt, v, "__int__").is_some() => {
                    let made = ops::call_special(rt, v, "__int__", &[]);
                    ops::index(rt, made.transpose()?.unwrap_or(v))?
                }
                _ => {
                    let what = if matches!(kind, 'd' | 'i' | 'u') { "a real number" } else { "an integer" };
                    let shown = if of == Of::Bytes && matches!(kind, 'i' | 'u') { 'd' } else { kind };
                    let text = format!("%{shown} format: {what} is required, not {}", ops::type_name(rt, v));
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
                    let what = if of == Of::Text { "must be real number" } else { "float argument required" };
                    let text = format!("{what}, not {}", ops::type_name(rt, v));
                    return Err(errors::type_(rt, &text));
                }
            };
            if spec.zero {
                spec.align = None;
            }
            apply(&spec, Val::float(x), out)
        }
        c => {
            let shown = if (' '..'\x7f').contains(&c) { c } else { '?' };
            let (code, at) = (c as u32, before.chars().count() - 1);
            Err(errors::value(
                rt,
                &format!("unsupported format character '{shown}' (0x{code:x}) at index {at}"),
            ))
        }
    }
}

/// What bytes are formatted from, as characters.
fn data(rt: &Rt, v: Val) -> Result<String, Raised> {
    let found = match bytes::of(rt, v) {
        None => match ops::call_special(rt, v, "__bytes__", &[]) {
            Some(made) => bytes::of(rt, made?),
            None => None,
        },
        found => found,
    };
    match found {
        Some(b) => Ok(b.into_iter().map(char::from).collect()),
        None => {
            let got = ops::type_name(rt, v);
            let what = format!(
                "%b requires a bytes-like object, or an object that implements __bytes__, not '{got}'"
            );
            Err(errors::type_(rt, &what))
        }
    }
}

/// The byte of `%c`, as a character.
fn one_byte(rt: &Rt, v: Val) -> Result<char, Raised> {
    if let Some(&[b]) = bytes::of(rt, v).filter(|_| matches!(ops::unwrapped(rt, v), Val::Bytes(_))).as_deref()
    {
        return Ok(b.into());
    }
    if ops::is_index(rt, v) {
        return match ops::index(rt, v)? {
            Val::Int(n) if (0..256).contains(&n) => Ok(char::from(n as u8)),
            _ => Err(errors::overflow(rt, "%c arg not in range(256)")),
        };
    }
    Err(errors::type_(rt, "%c requires an integer in range(256) or a single byte"))
}
