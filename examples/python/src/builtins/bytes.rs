//! `bytes`, `bytearray` and `memoryview`: constructors and methods. Those that both kinds of bytes have answer the kind they were asked of.

use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{bytes, item, iter, ops, str};
use crate::text::codec;
use crate::value::{misc, Bytes, Misc, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;

fn object(a: &Args<'_>) -> Result<Gc<Bytes>, Raised> {
    match a.this() {
        Val::Bytes(b) => Ok(b),
        v => {
            let text =
                format!("descriptor requires a 'bytes' object but received a '{}'", ops::type_name(a.rt, v));
            Err(errors::type_(a.rt, &text))
        }
    }
}
fn data(a: &Args<'_>) -> Result<Vec<u8>, Raised> {
    bytes::need(a.rt, a.val(0))
}
/// A result of the kind of argument 0.
fn like(a: &Args<'_>, data: Vec<u8>) -> Result<Val, Raised> {
    let mutable = matches!(a.this(), Val::Bytes(b) if b.mutable);
    Ok(Val::Bytes(bytes::new(a.rt, data, mutable)))
}
fn text_arg(a: &Args<'_>, i: usize, name: &str, default: &str) -> Result<String, Raised> {
    match a.opt(i, name, Val::Unbound) {
        Val::Unbound => Ok(default.to_string()),
        v => match ops::unwrapped(a.rt, v) {
            Val::Str(s) => Ok(s.text().to_string()),
            v => {
                let got = ops::type_name(a.rt, v);
                let text = format!("{}() argument '{name}' must be str, not {got}", a.native.name);
                Err(errors::type_(a.rt, &text))
            }
        },
    }
}

/// The bytes that a constructor's arguments say.
fn given(a: &Args<'_>) -> Result<Vec<u8>, Raised> {
    let rt = a.rt;
    let v = a.opt(1, "source", Val::Unbound);
    let encoded = a.plain().len() > 2 || a.named("encoding").is_some();
    match ops::unwrapped(rt, v) {
        Val::Unbound => Ok(Vec::new()),
        Val::Str(s) if encoded => {
            codec::encode(rt, s, &text_arg(a, 2, "encoding", "utf-8")?, &text_arg(a, 3, "errors", "strict")?)
        }
        Val::Str(_) => Err(errors::type_(rt, "string argument without an encoding")),
        _ if encoded => Err(errors::type_(rt, "encoding without a string argument")),
        n @ (Val::Int(_) | Val::Big(_) | Val::Bool(_)) => match ops::index_small(rt, n)? {
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
                let n = ops::index_small(rt, r?)?.max(0) as usize;
                let mut out = bytes::room(rt, n)?;
                out.resize(n, 0);
                return Ok(out);
            }
            match bytes::from_iterable(rt, v, "bytes") {
                Err(Raised) if errors::caught(rt, rt.lang.types().type_error).is_some() => {
                    if iter::new(rt, v).is_ok() {
                        let text = "'str' object cannot be interpreted as an integer";
                        return Err(errors::type_(rt, text));
                    }
                    let text = format!("cannot convert '{}' object to {}", ops::type_name(rt, v), kind(a));
                    Err(errors::type_(rt, &text))
                }
                r => r,
            }
        }
    }
}
fn kind(a: &Args<'_>) -> &'static str {
    match a.val(0) {
        Val::Class(c) if c.id == a.rt.lang.types().bytearray.id => "bytearray",
        _ => "bytes",
    }
}
fn new_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 4)?;
    match a.val(1) {
        v @ Val::Bytes(b) if !b.mutable && a.args.len() == 2 => Ok(v),
        _ => given(a).map(|d| bytes::val(a.rt, d)),
    }
}
fn new_bytearray(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 4)?;
    given(a).map(|d| Val::Bytes(bytes::new(a.rt, d, true)))
}
fn new_view(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
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

fn decode(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (encoding, handler) = (text_arg(a, 1, "encoding", "utf-8")?, text_arg(a, 2, "errors", "strict")?);
    codec::decode(a.rt, &data(a)?, &encoding, &handler)
}
fn hex(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (d, sep) = (data(a)?, a.opt(1, "sep", Val::Unbound));
    let sep = match sep {
        Val::Unbound => String::new(),
        v => match bytes::of(a.rt, v) {
            Some(b) => b.into_iter().map(char::from).collect(),
            None => ops::str(a.rt, v)?,
        },
    };
    let group = match a.opt(2, "bytes_per_sep", Val::Int(1)) {
        Val::Int(0) => i64::MAX,
        v => ops::index_small(a.rt, v)?,
    };
    let size = group.unsigned_abs() as usize;
    let mut out = String::new();
    for (i, b) in d.iter().enumerate() {
        let at = if group > 0 { d.len() - i } else { i };
        if i > 0 && at.is_multiple_of(size) {
            out.push_str(&sep);
        }
        out.push_str(&format!("{b:02x}"));
    }
    str::val(a.rt, &out)
}
fn fromhex(a: &mut Args<'_>) -> Result<Val, Raised> {
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
    let made = bytes::val(a.rt, out);
    match class {
        Val::Class(c) if c.id != a.rt.lang.types().bytes.id => {
            crate::interp::call::call(a.rt, class, &[made.into()])
        }
        _ => Ok(made),
    }
}

/// What is looked for: bytes, or one byte.
fn part(a: &Args<'_>, i: usize) -> Result<Vec<u8>, Raised> {
    match ops::unwrapped(a.rt, a.val(i)) {
        v @ (Val::Int(_) | Val::Bool(_) | Val::Big(_)) => Ok(vec![bytes::byte(a.rt, v, "byte")?]),
        v if bytes::of(a.rt, v).is_none() => {
            let got = ops::type_name(a.rt, v);
            let text = format!("argument should be integer or bytes-like object, not '{got}'");
            Err(errors::type_(a.rt, &text))
        }
        v => bytes::need(a.rt, v),
    }
}
/// The range that optional bounds from argument `i` on choose.
fn bounds(a: &Args<'_>, n: usize, i: usize) -> Result<Option<(usize, usize)>, Raised> {
    let n = n as i64;
    let bound = |v: i64| if v < 0 { (v + n).max(0) } else { v };
    let (from, to) = (bound(a.opt_int(i, 0)?), bound(a.opt_int(i + 1, n)?).min(n));
    Ok((from <= to).then_some((from as usize, to as usize)))
}
fn find_from(a: &Args<'_>, last: bool) -> Result<Option<i64>, Raised> {
    a.method(1, 3)?;
    let (d, x) = (data(a)?, part(a, 1)?);
    let Some((from, to)) = bounds(a, d.len(), 2)? else { return Ok(None) };
    let at = if last { bytes::rfind(&d[from..to], &x) } else { bytes::find(&d[from..to], &x) };
    Ok(at.map(|i| (i + from) as i64))
}
fn find(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, false).map(|i| Val::Int(i.unwrap_or(-1)))
}
fn rfind(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, true).map(|i| Val::Int(i.unwrap_or(-1)))
}
fn index(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, false)?.map(Val::Int).ok_or_else(|| errors::value(a.rt, "subsection not found"))
}
fn rindex(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, true)?.map(Val::Int).ok_or_else(|| errors::value(a.rt, "subsection not found"))
}
fn count(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 3)?;
    let (d, x) = (data(a)?, part(a, 1)?);
    let Some((from, to)) = bounds(a, d.len(), 2)? else { return Ok(Val::Int(0)) };
    let mut rest = &d[from..to];
    if x.is_empty() {
        return Ok(Val::Int(rest.len() as i64 + 1));
    }
    let mut n = 0;
    while let Some(i) = bytes::find(rest, &x) {
        n += 1;
        rest = &rest[i + x.len()..];
    }
    Ok(Val::Int(n))
}
fn affix(a: &Args<'_>, test: fn(&[u8], &[u8]) -> bool) -> Result<Val, Raised> {
    a.method(1, 3)?;
    let d = data(a)?;
    let Some((from, to)) = bounds(a, d.len(), 2)? else { return Ok(Val::Bool(false)) };
    let options = match a.val(1) {
        Val::Tuple(t) => t.items.as_slice().to_vec(),
        v => vec![v.into()],
    };
    for o in options {
        let Some(x) = bytes::of(a.rt, o.into()) else {
            let got = ops::type_name(a.rt, o.into());
            let text = format!("{} first arg must be bytes or a tuple of bytes, not {got}", a.native.name);
            return Err(errors::type_(a.rt, &text));
        };
        if test(&d[from..to], &x) {
            return Ok(Val::Bool(true));
        }
    }
    Ok(Val::Bool(false))
}
fn startswith(a: &mut Args<'_>) -> Result<Val, Raised> {
    affix(a, |d, x| d.starts_with(x))
}
fn endswith(a: &mut Args<'_>) -> Result<Val, Raised> {
    affix(a, |d, x| d.ends_with(x))
}
fn removeprefix(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, x) = (data(a)?, bytes::need(a.rt, a.val(1))?);
    like(a, d.strip_prefix(&x[..]).unwrap_or(&d).to_vec())
}
fn removesuffix(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, x) = (data(a)?, bytes::need(a.rt, a.val(1))?);
    like(a, d.strip_suffix(&x[..]).unwrap_or(&d).to_vec())
}
fn replace(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 3)?;
    let (d, x, y) = (data(a)?, bytes::need(a.rt, a.val(1))?, bytes::need(a.rt, a.val(2))?);
    let mut left = a.opt_int(3, -1)?;
    let (mut out, mut rest) = (Vec::new(), &d[..]);
    if x.is_empty() {
        for (i, &b) in d.iter().enumerate() {
            if left == 0 {
                out.extend(&d[i..]);
                return like(a, out);
            }
            out.extend(&y);
            out.push(b);
            left -= 1;
        }
        if left != 0 {
            out.extend(&y);
        }
        return like(a, out);
    }
    while let Some(i) = bytes::find(rest, &x).filter(|_| left != 0) {
        out.extend(&rest[..i]);
        out.extend(&y);
        rest = &rest[i + x.len()..];
        left -= 1;
    }
    out.extend(rest);
    like(a, out)
}

fn is_space(b: &u8) -> bool {
    matches!(b, b' ' | 9..=13)
}
fn parts(a: &Args<'_>, parts: Vec<Vec<u8>>) -> Result<Val, Raised> {
    let l = crate::objects::list::new(a.rt);
    for p in parts {
        l.push(a.rt, like(a, p)?.into())?;
    }
    Ok(Val::List(l))
}
fn split_by(a: &Args<'_>, right: bool) -> Result<Val, Raised> {
    let d = data(a)?;
    let max = match a.opt(2, "maxsplit", Val::Int(-1)) {
        Val::Int(n) if n >= 0 => n as usize,
        _ => usize::MAX,
    };
    let mut rest = &d[..];
    let mut out: Vec<Vec<u8>> = Vec::new();
    match a.opt(1, "sep", Val::None) {
        Val::None => loop {
            let trimmed =
                if right { trim(rest, false, true, is_space) } else { trim(rest, true, false, is_space) };
            if trimmed.is_empty() {
                break;
            }
            if out.len() == max {
                out.push(if right { trimmed } else { rest_of(trimmed) }.to_vec());
                break;
            }
            if right {
                let at = trimmed.iter().rposition(is_space).map_or(0, |i| i + 1);
                out.push(trimmed[at..].to_vec());
                rest = &trimmed[..at];
            } else {
                let at = trimmed.iter().position(is_space).unwrap_or(trimmed.len());
                out.push(trimmed[..at].to_vec());
                rest = &trimmed[at..];
            }
        },
        v => {
            let x = bytes::need(a.rt, v)?;
            if x.is_empty() {
                return Err(errors::value(a.rt, "empty separator"));
            }
            let search = if right { bytes::rfind } else { bytes::find };
            while let Some(i) = search(rest, &x).filter(|_| out.len() < max) {
                let (before, after) = (&rest[..i], &rest[i + x.len()..]);
                out.push(if right { after } else { before }.to_vec());
                rest = if right { before } else { after };
            }
            out.push(rest.to_vec());
        }
    }
    if right {
        out.reverse();
    }
    parts(a, out)
}
/// The last part of a bounded split keeps its blanks at the end but not at the start.
fn rest_of(trimmed: &[u8]) -> &[u8] {
    trim(trimmed, true, false, is_space)
}
fn split(a: &mut Args<'_>) -> Result<Val, Raised> {
    split_by(a, false)
}
fn rsplit(a: &mut Args<'_>) -> Result<Val, Raised> {
    split_by(a, true)
}
fn splitlines(a: &mut Args<'_>) -> Result<Val, Raised> {
    let d = data(a)?;
    let keep = ops::truth(a.rt, a.opt(1, "keepends", Val::Bool(false)))?;
    let (mut out, mut rest) = (Vec::new(), &d[..]);
    while !rest.is_empty() {
        let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let len = match &rest[end..] {
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        out.push(rest[..if keep { end + len } else { end }].to_vec());
        rest = &rest[end + len..];
    }
    parts(a, out)
}
fn partition_at(a: &Args<'_>, last: bool) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, x) = (data(a)?, bytes::need(a.rt, a.val(1))?);
    if x.is_empty() {
        return Err(errors::value(a.rt, "empty separator"));
    }
    let at = if last { bytes::rfind(&d, &x) } else { bytes::find(&d, &x) };
    let parts: [&[u8]; 3] = match at {
        Some(i) => [&d[..i], &x, &d[i + x.len()..]],
        None if last => [&[], &[], &d],
        None => [&d, &[], &[]],
    };
    let made = [like(a, parts[0].to_vec())?, like(a, parts[1].to_vec())?, like(a, parts[2].to_vec())?];
    ops::tuple_val(a.rt, &made.map(Into::into))
}
fn partition(a: &mut Args<'_>) -> Result<Val, Raised> {
    partition_at(a, false)
}
fn rpartition(a: &mut Args<'_>) -> Result<Val, Raised> {
    partition_at(a, true)
}
fn trim(mut d: &[u8], left: bool, right: bool, gone: impl Fn(&u8) -> bool) -> &[u8] {
    while left && d.first().is_some_and(&gone) {
        d = &d[1..];
    }
    while right && d.last().is_some_and(&gone) {
        d = &d[..d.len() - 1];
    }
    d
}
fn strip_by(a: &Args<'_>, left: bool, right: bool) -> Result<Val, Raised> {
    a.method(0, 1)?;
    let d = data(a)?;
    let out = match a.val(1) {
        Val::Unbound | Val::None => trim(&d, left, right, is_space),
        v => {
            let set = bytes::need(a.rt, v)?;
            trim(&d, left, right, |b| set.contains(b))
        }
    };
    like(a, out.to_vec())
}
fn strip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, true, true)
}
fn lstrip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, true, false)
}
fn rstrip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, false, true)
}
fn join(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, mut out) = (data(a)?, Vec::new());
    let values = iter::to_vec(a.rt, a.val(1))?;
    let _kept = a.rt.heap.root(values.clone());
    for (i, &v) in values.iter().enumerate() {
        if i > 0 {
            out.extend(&d);
        }
        let Some(b) = bytes::of(a.rt, v.into()) else {
            let got = ops::type_name(a.rt, v.into());
            let text = format!("sequence item {i}: expected a bytes-like object, {got} found");
            return Err(errors::type_(a.rt, &text));
        };
        out.extend(b);
    }
    like(a, out)
}

macro_rules! mapped {
    ($($f:ident |$d:ident| $e:expr;)*) => {$(
        fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            let $d = data(a)?;
            like(a, $e)
        }
    )*};
}
mapped! {
    upper |d| d.to_ascii_uppercase();
    lower |d| d.to_ascii_lowercase();
    swapcase |d| d.iter().map(|b| if b.is_ascii_uppercase() { b.to_ascii_lowercase() } else { b.to_ascii_uppercase() }).collect();
    capitalize |d| {
        let mut d = d.to_ascii_lowercase();
        d.iter_mut().take(1).for_each(|b| b.make_ascii_uppercase());
        d
    };
    title |d| {
        let mut inside = false;
        let mut one = |b: &u8| {
            let c = if inside { b.to_ascii_lowercase() } else { b.to_ascii_uppercase() };
            inside = b.is_ascii_alphabetic();
            c
        };
        d.iter().map(&mut one).collect()
    };
}
macro_rules! tests {
    ($($f:ident |$d:ident| $e:expr;)*) => {$(
        fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            let $d = data(a)?;
            Ok(Val::Bool($e))
        }
    )*};
}
tests! {
    isdigit |d| !d.is_empty() && d.iter().all(u8::is_ascii_digit);
    isalpha |d| !d.is_empty() && d.iter().all(u8::is_ascii_alphabetic);
    isalnum |d| !d.is_empty() && d.iter().all(u8::is_ascii_alphanumeric);
    isspace |d| !d.is_empty() && d.iter().all(is_space);
    isascii |d| d.is_ascii();
    isupper |d| d.iter().any(u8::is_ascii_uppercase) && !d.iter().any(u8::is_ascii_lowercase);
    islower |d| d.iter().any(u8::is_ascii_lowercase) && !d.iter().any(u8::is_ascii_uppercase);
}

fn justify(a: &Args<'_>, left: fn(usize, usize) -> usize) -> Result<Val, Raised> {
    a.method(1, 2)?;
    let (d, width) = (data(a)?, a.int(1)?.max(0) as usize);
    let fill = match a.val(2) {
        Val::Unbound => b' ',
        v => match &bytes::need(a.rt, v)?[..] {
            [b] => *b,
            _ => return Err(errors::type_(a.rt, "the fill character must be a byte string of length 1")),
        },
    };
    let missing = width.saturating_sub(d.len());
    let before = left(missing, width);
    let mut out = bytes::room(a.rt, d.len() + missing)?;
    out.resize(before, fill);
    out.extend(&d);
    out.resize(d.len() + missing, fill);
    like(a, out)
}
fn ljust(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, |_, _| 0)
}
fn rjust(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, |n, _| n)
}
fn center(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, |n, width| n / 2 + (n & width & 1))
}
fn zfill(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, width) = (data(a)?, a.int(1)?.max(0) as usize);
    let sign = usize::from(matches!(d.first(), Some(b'+' | b'-')));
    let mut out = bytes::room(a.rt, width)?;
    out.extend(&d[..sign]);
    out.resize(sign + width.saturating_sub(d.len()), b'0');
    out.extend(&d[sign..]);
    like(a, out)
}
fn expandtabs(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (d, size) = (data(a)?, a.opt_int(1, 8)?.max(0) as usize);
    let (mut out, mut column) = (Vec::new(), 0);
    for b in d {
        let n = if b == b'\t' && size > 0 { size - column % size } else { usize::from(b != b'\t') };
        out.resize(out.len() + n, if b == b'\t' { b' ' } else { b });
        column = if matches!(b, b'\n' | b'\r') { 0 } else { column + n };
    }
    like(a, out)
}
fn translate(a: &mut Args<'_>) -> Result<Val, Raised> {
    let d = data(a)?;
    let gone = match a.opt(2, "delete", Val::Unbound) {
        Val::Unbound => Vec::new(),
        v => bytes::need(a.rt, v)?,
    };
    let table = match a.val(1) {
        Val::None => (0..=255).collect(),
        v => bytes::need(a.rt, v)?,
    };
    if table.len() != 256 {
        return Err(errors::value(a.rt, "translation table must be 256 characters long"));
    }
    like(a, d.into_iter().filter(|b| !gone.contains(b)).map(|b| table[b as usize]).collect())
}
fn maketrans(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (x, y) = (bytes::need(a.rt, a.val(0))?, bytes::need(a.rt, a.val(1))?);
    if x.len() != y.len() {
        return Err(errors::value(a.rt, "maketrans arguments must have same length"));
    }
    let mut table: Vec<u8> = (0..=255).collect();
    x.into_iter().zip(y).for_each(|(x, y)| table[x as usize] = y);
    Ok(bytes::val(a.rt, table))
}

fn append(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let b = bytes::byte(a.rt, a.val(1), "byte")?;
    object(a)?.change(a.rt, |d| d.push(b));
    a.none()
}
fn extend(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let more = bytes::from_iterable(a.rt, a.val(1), "byte")?;
    a.rt.heap.charge(more.len());
    object(a)?.change(a.rt, |d| d.extend(more));
    a.none()
}
fn insert(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 2)?;
    let (o, i, b) = (object(a)?, a.int(1)?, bytes::byte(a.rt, a.val(2), "byte")?);
    let n = o.len(a.rt) as i64;
    let at = if i < 0 { (i + n).max(0) } else { i.min(n) };
    o.change(a.rt, |d| d.insert(at as usize, b));
    a.none()
}
fn pop(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 1)?;
    let (o, n) = (object(a)?, object(a)?.len(a.rt));
    if n == 0 {
        return Err(errors::index(a.rt, "pop from empty bytearray"));
    }
    let i = a.opt_int(1, -1)?;
    let at = if i < 0 { i + n as i64 } else { i };
    if !(0..n as i64).contains(&at) {
        return Err(errors::index(a.rt, "pop index out of range"));
    }
    Ok(Val::Int(o.change(a.rt, |d| d.remove(at as usize)).into()))
}
fn remove(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let b = bytes::byte(a.rt, a.val(1), "byte")?;
    let found = object(a)?.change(a.rt, |d| {
        let at = d.iter().position(|&x| x == b);
        at.map(|i| d.remove(i))
    });
    match found {
        Some(_) => a.none(),
        None => Err(errors::value(a.rt, "value not found in bytearray")),
    }
}
fn reverse(a: &mut Args<'_>) -> Result<Val, Raised> {
    object(a)?.change(a.rt, |d| d.reverse());
    a.none()
}
fn clear(a: &mut Args<'_>) -> Result<Val, Raised> {
    object(a)?.change(a.rt, Vec::clear);
    a.none()
}
fn copy(a: &mut Args<'_>) -> Result<Val, Raised> {
    let d = data(a)?;
    like(a, d)
}

fn tobytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    data(a).map(|d| bytes::val(a.rt, d))
}
fn tolist(a: &mut Args<'_>) -> Result<Val, Raised> {
    ops::list_val(a.rt, &bytes::to_slots(&data(a)?))
}
fn release(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Val::Misc(m) = a.val(0) {
        m.a.set(&a.rt.heap, NONE);
    }
    a.none()
}
fn enter(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(a.val(0))
}
fn has(a: &mut Args<'_>) -> Result<Val, Raised> {
    item::contains(a.rt, a.val(0), a.val(1)).map(Val::Bool)
}

const BOTH: &[(&str, Body)] = &[
    ("decode", decode),
    ("hex", hex),
    ("find", find),
    ("rfind", rfind),
    ("index", index),
    ("rindex", rindex),
    ("count", count),
    ("startswith", startswith),
    ("endswith", endswith),
    ("removeprefix", removeprefix),
    ("removesuffix", removesuffix),
    ("replace", replace),
    ("split", split),
    ("rsplit", rsplit),
    ("splitlines", splitlines),
    ("partition", partition),
    ("rpartition", rpartition),
    ("strip", strip),
    ("lstrip", lstrip),
    ("rstrip", rstrip),
    ("join", join),
    ("upper", upper),
    ("lower", lower),
    ("swapcase", swapcase),
    ("capitalize", capitalize),
    ("title", title),
    ("isdigit", isdigit),
    ("isalpha", isalpha),
    ("isalnum", isalnum),
    ("isspace", isspace),
    ("isascii", isascii),
    ("isupper", isupper),
    ("islower", islower),
    ("ljust", ljust),
    ("rjust", rjust),
    ("center", center),
    ("zfill", zfill),
    ("expandtabs", expandtabs),
    ("translate", translate),
    ("__contains__", has),
];
const MUTABLE: &[(&str, Body)] = &[
    ("append", append),
    ("extend", extend),
    ("insert", insert),
    ("pop", pop),
    ("remove", remove),
    ("reverse", reverse),
    ("clear", clear),
    ("copy", copy),
];
const VIEW: &[(&str, Body)] = &[
    ("tobytes", tobytes),
    ("tolist", tolist),
    ("hex", hex),
    ("release", release),
    ("__enter__", enter),
    ("__exit__", release),
];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    let wrap = |kind: u32, name: &'static str, body: Body| {
        let f = rt.lang.make_native(rt, name, body, None);
        rt.heap.alloc(Misc::new(kind, 0, f.into(), NONE, NONE))
    };
    for c in [t.bytes, t.bytearray] {
        Types::fill(rt, c, BOTH);
        let all = [
            ("fromhex", wrap(misc::CLASS, "fromhex", fromhex)),
            ("maketrans", wrap(misc::STATIC, "maketrans", maketrans)),
        ];
        for (name, m) in all {
            c.attrs.borrow_mut().set(str::intern(rt, name), Val::Misc(m).into());
        }
    }
    Types::fill(rt, t.bytearray, MUTABLE);
    Types::fill(rt, t.memoryview, VIEW);
    Types::fill(rt, t.bytes, &[("%new", new_bytes)]);
    Types::fill(rt, t.bytearray, &[("%new", new_bytearray)]);
    Types::fill(rt, t.memoryview, &[("%new", new_view)]);
}
