//! `str.format` and `str.format_map`.
//!
//! A replacement field is a *name*, a *conversion* behind `!` and a *specification* behind `:`, in which there may be fields again, one level deep:
//!
//! ```text
//! "{point.x[0]!r:>{width}}"   name "point.x[0]", conversion 'r', specification ">{width}"
//! ```

use super::this;
use crate::builtins::misc::format_onto;
use crate::native::Args;
use crate::objects::{attr, item, ops, str};
use crate::text::repr;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;

/// A replacement field taken apart.
struct Field<'a> {
    name: &'a str,
    conversion: Option<char>,
    spec: &'a str,
}

/// Takes off the field at the beginning of what follows an opening brace.
fn field<'a>(rt: &Rt, text: &'a str) -> Result<(Field<'a>, &'a str), Raised> {
    let wrong = |what: &str| Err(errors::value(rt, what));
    let mut bracket = false;
    let end = text.find(|c| {
        match c {
            '[' => bracket = true,
            ']' => bracket = false,
            _ => {}
        }
        c == '{' || !bracket && matches!(c, '}' | ':' | '!')
    });
    let Some(end) = end else { return wrong("expected '}' before end of string") };
    let (name, rest) = text.split_at(end);
    let mut chars = rest.chars();
    let (mut conversion, mut mark) = (None, chars.next());
    if mark == Some('{') {
        return wrong("unexpected '{' in field name");
    }
    if mark == Some('!') {
        conversion = chars.next();
        mark = chars.next();
        match (conversion, mark) {
            (None, _) => return wrong("end of string while looking for conversion specifier"),
            (_, None) => return wrong("unmatched '{' in format spec"),
            (_, Some('}' | ':')) => {}
            _ => return wrong("expected ':' after conversion specifier"),
        }
    }
    let rest = chars.as_str();
    if mark == Some('}') {
        return Ok((Field { name, conversion, spec: "" }, rest));
    }
    let mut depth = 1;
    let end = rest.bytes().position(|b| {
        depth += i32::from(b == b'{') - i32::from(b == b'}');
        depth == 0
    });
    match end {
        Some(end) => Ok((Field { name, conversion, spec: &rest[..end] }, &rest[end + 1..])),
        None => wrong("unmatched '{' in format spec"),
    }
}

/// How fields say which argument they mean: none has said it yet, all leave it out (the next one's number), or all have numbers.
#[derive(Clone, Copy)]
enum Numbering {
    Open,
    Automatic(usize),
    Manual,
}

/// What fields are filled with.
struct Filling<'a> {
    args: &'a Args<'a>,
    /// Where names are looked up in the place of named arguments.
    mapping: Option<Val>,
    numbering: Numbering,
}

/// What fields in fields in fields are refused with.
const DEEPEST: usize = 2;

impl Filling<'_> {
    fn text(&mut self, text: &str, depth: usize) -> Result<String, Raised> {
        let rt = self.args.rt;
        if depth == 0 {
            return Err(errors::value(rt, "Max string recursion exceeded"));
        }
        let mut out = String::with_capacity(text.len() + 16);
        let mut rest = text;
        while let Some(at) = memchr::memchr2(b'{', b'}', rest.as_bytes()) {
            out.push_str(&rest[..at]);
            let (brace, after) = rest[at..].split_at(1);
            if after.starts_with(brace) {
                out.push_str(brace);
                rest = &after[1..];
                continue;
            }
            if brace == "}" {
                return Err(errors::value(rt, "Single '}' encountered in format string"));
            }
            if after.is_empty() {
                return Err(errors::value(rt, "Single '{' encountered in format string"));
            }
            if let Some(after) = after.strip_prefix('}') {
                rest = after;
                let v = self.argument("")?;
                format_onto(rt, v, "", &mut out)?;
                continue;
            }
            let (f, after) = field(rt, after)?;
            rest = after;
            let mut v = self.value(f.name)?;
            v = match f.conversion {
                None => v,
                Some('r') => str::val(rt, &ops::repr(rt, v)?)?,
                Some('s') => str::val(rt, &ops::str(rt, v)?)?,
                Some('a') => str::val(rt, &repr::ascii(&ops::repr(rt, v)?))?,
                Some(c) => {
                    let c = if c.is_ascii_graphic() { c.to_string() } else { format!("\\x{:x}", c as u32) };
                    return Err(errors::value(rt, &format!("Unknown conversion specifier {c}")));
                }
            };
            match f.spec.contains(['{', '}']) {
                true => format_onto(rt, v, &self.text(f.spec, depth - 1)?, &mut out)?,
                false => format_onto(rt, v, f.spec, &mut out)?,
            }
        }
        out.push_str(rest);
        Ok(out)
    }

    /// What a field's name begins with: an argument.
    fn argument(&mut self, first: &str) -> Result<Val, Raised> {
        let rt = self.args.rt;
        let number = match (first.is_empty(), self.numbering) {
            (true, Numbering::Manual) => {
                let text = "cannot switch from manual field specification to automatic field numbering";
                return Err(errors::value(rt, text));
            }
            (true, numbering) => {
                let n = if let Numbering::Automatic(n) = numbering { n } else { 0 };
                self.numbering = Numbering::Automatic(n + 1);
                n
            }
            _ if first.bytes().all(|b| b.is_ascii_digit()) => {
                if let Numbering::Automatic(_) = self.numbering {
                    let text = "cannot switch from automatic field numbering to manual field specification";
                    return Err(errors::value(rt, text));
                }
                self.numbering = Numbering::Manual;
                self.number(first)?
            }
            _ => {
                let found = match self.mapping {
                    Some(m) => return item::get(rt, m, str::val(rt, first)?),
                    None => self.args.named(first),
                };
                return match found {
                    Some(v) => Ok(v),
                    None => Err(errors::key(rt, str::val(rt, first)?)),
                };
            }
        };
        if self.mapping.is_some() {
            return Err(errors::value(rt, "Format string contains positional fields"));
        }
        // The text itself is argument 0.
        self.args.plain().get(number + 1).map(|&v| v.into()).ok_or_else(|| {
            let text = format!("Replacement index {number} out of range for positional args tuple");
            errors::index(rt, &text)
        })
    }

    fn number(&self, digits: &str) -> Result<usize, Raised> {
        let many = || errors::value(self.args.rt, "Too many decimal digits in format string");
        digits.parse().ok().filter(|&n| n < usize::MAX >> 1).ok_or_else(many)
    }

    /// The value that a field's name means.
    fn value(&mut self, name: &str) -> Result<Val, Raised> {
        let rt = self.args.rt;
        let (first, mut rest) = name.split_at(name.find(['.', '[']).unwrap_or(name.len()));
        let mut v = self.argument(first)?;
        while !rest.is_empty() {
            let (part, after) = if let Some(r) = rest.strip_prefix('.') {
                r.split_at(r.find(['.', '[']).unwrap_or(r.len()))
            } else if let Some(r) = rest.strip_prefix('[') {
                r.split_once(']').ok_or_else(|| errors::value(rt, "Missing ']' in format string"))?
            } else {
                let text = "Only '.' or '[' may follow ']' in format field specifier";
                return Err(errors::value(rt, text));
            };
            if part.is_empty() {
                return Err(errors::value(rt, "Empty attribute in format string"));
            }
            v = match () {
                () if rest.starts_with('.') => attr::get(rt, v, str::intern(rt, part))?,
                () if part.bytes().all(|b| b.is_ascii_digit()) => {
                    item::get(rt, v, Val::Int(self.number(part)? as i64))?
                }
                () => item::get(rt, v, str::val(rt, part)?)?,
            };
            rest = after;
        }
        Ok(v)
    }
}

pub(super) fn format(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let mut filling = Filling { args: a, mapping: None, numbering: Numbering::Open };
    let out = filling.text(t.text(), DEEPEST)?;
    str::val(a.rt, &out)
}

pub(super) fn format_map(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let t = this(a)?;
    let mut filling = Filling { args: a, mapping: Some(a.val(1)), numbering: Numbering::Open };
    let out = filling.text(t.text(), DEEPEST)?;
    str::val(a.rt, &out)
}
