//! Constructors of bytes, byte arrays and views; hexadecimal digits.

use super::data;
use crate::native::Args;
use crate::objects::{bytes, item, ops, str};
use crate::text::codec;
use crate::value::{misc, Val};
use crate::{errors, Rt};
use holloway::machine::Raised;

/// The bytes that a constructor's arguments say.
fn given(a: &Args<'_>) -> Result<Vec<u8>, Raised> {
    let rt = a.rt;
    let v = a.opt(1, "source", Val::Unbound);
    // What is wrong with these is said first.
    let (encoding, how) = (a.opt_word(2, "encoding", "utf-8")?, a.opt_word(3, "errors", "strict")?);
    let with_encoding = a.plain().len() > 2 || a.named("encoding").is_some();
    let encoded = with_encoding || a.named("errors").is_some();
    match ops::unwrapped(rt, v) {
        Val::Unbound if !encoded => Ok(Vec::new()),
        Val::Str(s) if encoded => codec::encode(rt, s, &encoding, &how),
        Val::Str(_) => Err(errors::type_(rt, "string argument without an encoding")),
        _ if with_encoding => Err(errors::type_(rt, "encoding without a string argument")),
        _ if encoded => Err(errors::type_(rt, "errors without a string argument")),
        Val::Big(_) => Err(errors::overflow(rt, "cannot fit 'int' into an index-sized integer")),
        n @ (Val::Int(_) | Val::False | Val::True) => match ops::index_small(rt, n)? {
            n if n < 0 => Err(errors::value(rt, "negative count")),
            n => {
                let mut out = bytes::room(rt, n as usize)?;
                out.resize(n as usize, 0);
                Ok(out)
            }
        },
        _ => {
            if let Some(r) = ops::call_special(rt, v, "__bytes__", &[]) {
                return bytes::need(rt, r?);
            }
            if let Some(r) = ops::call_special(rt, v, "__index__", &[]) {
                let n = ops::index_small(rt, r?)?;
                let Ok(n) = usize::try_from(n) else { return Err(errors::value(rt, "negative count")) };
                let mut out = bytes::room(rt, n)?;
                out.resize(n, 0);
                return Ok(out);
            }
            let item = if kind(a) == "bytes" { "bytes" } else { "byte" };
            bytes::from_iterable(rt, v, item, |of| format!("cannot convert '{of}' object to {}", kind(a)))
        }
    }
}
fn kind(a: &Args<'_>) -> &'static str {
    match a.val(0) {
        Val::Class(c) if c.id == a.rt.lang.types().bytearray.id => "bytearray",
        _ => "bytes",
    }
}
pub(super) fn new_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("bytes", 1, 0, 3, &["source", "encoding", "errors"])?;
    match a.val(1) {
        v @ Val::Bytes(b) if !b.mutable && a.args.len() == 2 => Ok(v),
        _ => given(a).and_then(|d| bytes::val(a.rt, d)),
    }
}
pub(super) fn new_bytearray(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("bytearray", 1, 0, 3, &["source", "encoding", "errors"])?;
    given(a).and_then(|d| bytes::new(a.rt, &d, true)).map(Val::Bytes)
}
pub(super) fn new_view(a: &mut Args<'_>) -> Result<Val, Raised> {
    if a.args.len() > 2 {
        let text = format!("memoryview() takes at most 1 argument ({} given)", a.args.len() - 1);
        return Err(errors::type_(a.rt, &text));
    }
    a.takes_as("memoryview", 1, 1, 1, &["object"])?;
    match a.opt(1, "object", Val::None) {
        Val::Bytes(b) => Ok(bytes::view(a.rt, b, 0, b.len(a.rt))),
        v @ Val::Misc(m) if v.is_misc(misc::VIEW) => match bytes::view_parts(a.rt, m) {
            Some((b, at, n)) => Ok(bytes::view(a.rt, b, at, n)),
            None => Err(bytes::released(a.rt)),
        },
        v => match ops::unwrapped(a.rt, v) {
            Val::Bytes(b) => Ok(bytes::view(a.rt, b, 0, b.len(a.rt))),
            _ => {
                let text =
                    format!("memoryview: a bytes-like object is required, not '{}'", ops::type_name(a.rt, v));
                Err(errors::type_(a.rt, &text))
            }
        },
    }
}

pub(super) fn decode(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes(0, 2, &["encoding", "errors"])?;
    let (encoding, handler) = (a.opt_word(1, "encoding", "utf-8")?, a.opt_word(2, "errors", "strict")?);
    // No data has no encoding that could be unknown.
    match data(a)? {
        d if d.is_empty() => str::val(a.rt, ""),
        d => codec::decode(a.rt, &d, &encoding, &handler),
    }
}
/// What `hex` puts between groups of digits: one character.
fn separator(rt: &Rt, v: Val) -> Result<String, Raised> {
    let one = item::len(rt, v)? == 1;
    let sep = match ops::unwrapped(rt, v) {
        _ if !one => return Err(errors::value(rt, "sep must be length 1.")),
        Val::Str(s) => s.text().to_string(),
        Val::Bytes(b) if !b.mutable => bytes::need(rt, v)?.into_iter().map(char::from).collect(),
        _ => return Err(errors::type_(rt, "sep must be str or bytes.")),
    };
    if sep.is_ascii() {
        Ok(sep)
    } else {
        Err(errors::value(rt, "sep must be ASCII."))
    }
}
pub(super) fn hex(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes(0, 2, &["sep", "bytes_per_sep"])?;
    let (d, group) = (data(a)?, a.opt_c_int(2, "bytes_per_sep", 1)?);
    let sep = match a.opt(1, "sep", Val::Unbound) {
        Val::Unbound => String::new(),
        v => separator(a.rt, v)?,
    };
    let group = if group == 0 { i64::MAX } else { group };
    let size = group.unsigned_abs() as usize;
    let length = d.len().saturating_mul(2).saturating_add((d.len() / size).saturating_mul(sep.len()));
    errors::room(a.rt, length)?;
    let mut out = String::new();
    out.try_reserve_exact(length).map_err(|_| errors::memory(a.rt))?;
    let digit = |n: u8| char::from(b"0123456789abcdef"[usize::from(n)]);
    for (i, b) in d.iter().enumerate() {
        let at = if group > 0 { d.len() - i } else { i };
        if i > 0 && at.is_multiple_of(size) {
            out.push_str(&sep);
        }
        out.extend([digit(b >> 4), digit(b & 15)]);
    }
    str::val(a.rt, &out)
}
pub(super) fn fromhex(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let s = a.str(1)?;
    let mut out = Vec::new();
    let mut chars = s.text().chars().enumerate().peekable();
    while let Some((i, c)) = chars.next() {
        if c.is_ascii_whitespace() {
            continue;
        }
        let bad = |i: usize| {
            let text = format!("non-hexadecimal number found in fromhex() arg at position {i}");
            errors::value(a.rt, &text)
        };
        let high = c.to_digit(16).ok_or_else(|| bad(i))?;
        let low = chars.next().and_then(|(_, c)| c.to_digit(16)).ok_or_else(|| bad(i + 1))?;
        out.push((high * 16 + low) as u8);
    }
    let class = a.val(0);
    let made = bytes::val(a.rt, out)?;
    match class {
        Val::Class(c) if c.id != a.rt.lang.types().bytes.id => {
            crate::interp::call::call(a.rt, class, &[made.into()])
        }
        _ => Ok(made),
    }
}
