//! `bytes`, `bytearray` and `memoryview`: constructors (`make`) and methods. Those that both kinds of bytes have answer the kind they were asked of.

mod make;
mod own;

use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{bytes, iter, ops, str};
use crate::value::{misc, Bytes, Misc, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;
use make::{decode, fromhex, hex, new_bytearray, new_bytes, new_view};
use own::{MUTABLE, VIEW};

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
