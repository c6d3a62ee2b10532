//! Methods of bytes that look for parts, and replace them.

use super::{data, like};
use crate::builtins::pieces::{self, affix, bounds};
use crate::errors;
use crate::native::Args;
use crate::objects::{bytes, ops};
use crate::value::Val;
use holloway::machine::Raised;
use std::ops::Range;

/// What is looked for: bytes, or one byte.
fn part(a: &Args<'_>, i: usize) -> Result<Vec<u8>, Raised> {
    let v = a.val(i);
    match bytes::of(a.rt, v) {
        Some(b) => Ok(b),
        None if ops::is_index(a.rt, v) => Ok(vec![bytes::byte(a.rt, v, "byte")?]),
        None => {
            let got = ops::type_name(a.rt, v);
            let text = format!("argument should be integer or bytes-like object, not '{got}'");
            Err(errors::type_(a.rt, &text))
        }
    }
}
/// The bytes, what is looked for in them, and where, which is asked for before.
type Looking = (Vec<u8>, Vec<u8>, Option<Range<usize>>);

fn looking(a: &Args<'_>) -> Result<Looking, Raised> {
    a.parsed(1, 3)?;
    let d = data(a)?;
    let range = bounds(a, d.len(), 2)?;
    Ok((d, part(a, 1)?, range))
}
fn find_from(a: &Args<'_>, last: bool) -> Result<Option<i64>, Raised> {
    let (d, x, range) = looking(a)?;
    let Some(range) = range else { return Ok(None) };
    let first = range.start;
    let at = if last { bytes::rfind(&d[range], &x) } else { bytes::find(&d[range], &x) };
    Ok(at.map(|i| (i + first) as i64))
}
pub(super) fn find(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, false).map(|i| Val::Int(i.unwrap_or(-1)))
}
pub(super) fn rfind(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, true).map(|i| Val::Int(i.unwrap_or(-1)))
}
pub(super) fn index(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, false)?.map(Val::Int).ok_or_else(|| errors::value(a.rt, "subsection not found"))
}
pub(super) fn rindex(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, true)?.map(Val::Int).ok_or_else(|| errors::value(a.rt, "subsection not found"))
}
pub(super) fn count(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (d, x, range) = looking(a)?;
    let Some(range) = range else { return Ok(Val::Int(0)) };
    let n = if x.is_empty() { range.len() + 1 } else { pieces::count(&d[range], &x) };
    Ok(Val::Int(n as i64))
}

fn affixed(a: &Args<'_>, test: fn(&[u8], &[u8]) -> bool) -> Result<Val, Raised> {
    a.parsed(1, 3)?;
    let d = data(a)?;
    let chosen = bounds(a, d.len(), 2)?.map(|range| &d[range]);
    affix(a, |v, listed| match bytes::of(a.rt, v) {
        Some(x) => Ok(chosen.is_some_and(|s| test(s, &x))),
        None => {
            let (name, got) = (a.native.name, ops::type_name(a.rt, v));
            let text = match listed {
                true => format!("a bytes-like object is required, not '{got}'"),
                false => format!("{name} first arg must be bytes or a tuple of bytes, not {got}"),
            };
            Err(errors::type_(a.rt, &text))
        }
    })
}
pub(super) fn startswith(a: &mut Args<'_>) -> Result<Val, Raised> {
    affixed(a, |d, x| d.starts_with(x))
}
pub(super) fn endswith(a: &mut Args<'_>) -> Result<Val, Raised> {
    affixed(a, |d, x| d.ends_with(x))
}
pub(super) fn removeprefix(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, x) = (data(a)?, bytes::need(a.rt, a.val(1))?);
    like(a, d.strip_prefix(&x[..]).unwrap_or(&d).to_vec())
}
pub(super) fn removesuffix(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (d, x) = (data(a)?, bytes::need(a.rt, a.val(1))?);
    like(a, d.strip_suffix(&x[..]).unwrap_or(&d).to_vec())
}

pub(super) fn replace(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 3)?;
    let (d, x, y) = (data(a)?, bytes::need(a.rt, a.val(1))?, bytes::need(a.rt, a.val(2))?);
    let most = if a.plain().len() > 3 { a.int(3)? } else { -1 };
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    // Every place begins at one byte or at the end.
    let places: Vec<usize> = match x.is_empty() {
        true => (0..=d.len()).take(most).collect(),
        false => memchr::memmem::find_iter(&d, &x).take(most).collect(),
    };
    let mut out = bytes::room(
        a.rt,
        (d.len() - places.len() * x.len()).saturating_add(places.len().saturating_mul(y.len())),
    )?;
    let mut from = 0;
    for at in places {
        out.extend(&d[from..at]);
        out.extend(&y);
        from = at + x.len();
    }
    out.extend(&d[from..]);
    like(a, out)
}
