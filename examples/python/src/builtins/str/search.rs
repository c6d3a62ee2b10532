//! Methods of strings that look for parts, and replace them.

use super::this;
use crate::builtins::pieces::{self, affix, bounds};
use crate::native::Args;
use crate::objects::{bytes, ops, str};
use crate::value::{Str, Val};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;
use std::ops::Range;

/// The part of the string that optional bounds from argument `i` on choose: its byte range, and the first character's number.
fn part(a: &Args<'_>, t: Gc<Str>, i: usize) -> Result<Option<(Range<usize>, usize)>, Raised> {
    let chosen = bounds(a, t.chars as usize, i)?;
    Ok(chosen.map(|r| (t.offset(a.rt, r.start)..t.offset(a.rt, r.end), r.start)))
}

/// The string that is looked for.
fn wanted(rt: &Rt, v: Val) -> Result<Gc<Str>, Raised> {
    match ops::unwrapped(rt, v) {
        Val::Str(s) => Ok(s),
        _ => Err(errors::type_(rt, &format!("must be str, not {}", ops::type_name(rt, v)))),
    }
}

/// How many characters begin in bytes of UTF-8.
fn starts(s: &[u8]) -> usize {
    s.iter().filter(|&&b| b & 0xC0 != 0x80).count()
}

/// At which character of a range of a string's bytes another one is found.
pub(super) fn place_in(
    s: &Str,
    range: Range<usize>,
    x: &Str,
    find: fn(&[u8], &[u8]) -> Option<usize>,
) -> Option<usize> {
    // In the bytes: checking that they are UTF-8 would take as long as the text is.
    let part = &s.data()[range];
    find(part, x.data()).map(|b| if s.is_ascii() { b } else { starts(&part[..b]) })
}

/// How many times a string is in a part of another one's bytes: around each character if it is empty.
pub(super) fn count_in(s: &[u8], x: &Str) -> usize {
    if x.size() == 0 {
        starts(s) + 1
    } else {
        pieces::count(s, x.data())
    }
}

fn find_from(a: &Args<'_>, last: bool) -> Result<Option<i64>, Raised> {
    a.parsed(1, 3)?;
    let t = this(a)?;
    let (part, x) = (part(a, t, 2)?, wanted(a.rt, a.val(1))?);
    let Some((range, first)) = part else { return Ok(None) };
    let at = place_in(&t, range, &x, if last { bytes::rfind } else { bytes::find });
    Ok(at.map(|at| (at + first) as i64))
}
pub(super) fn find(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, false).map(|at| Val::Int(at.unwrap_or(-1)))
}
pub(super) fn rfind(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, true).map(|at| Val::Int(at.unwrap_or(-1)))
}
pub(super) fn index(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, false)?.map(Val::Int).ok_or_else(|| errors::value(a.rt, "substring not found"))
}
pub(super) fn rindex(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_from(a, true)?.map(Val::Int).ok_or_else(|| errors::value(a.rt, "substring not found"))
}
pub(super) fn count(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.parsed(1, 3)?;
    let t = this(a)?;
    let (part, x) = (part(a, t, 2)?, wanted(a.rt, a.val(1))?);
    let Some((range, _)) = part else { return Ok(Val::Int(0)) };
    Ok(Val::Int(count_in(&t.data()[range], &x) as i64))
}

fn affixed(a: &Args<'_>, test: fn(&[u8], &[u8]) -> bool) -> Result<Val, Raised> {
    a.parsed(1, 3)?;
    let t = this(a)?;
    let chosen = part(a, t, 2)?.map(|(range, _)| &t.data()[range]);
    affix(a, |v, listed| match v {
        Val::Str(x) => Ok(chosen.is_some_and(|s| test(s, x.data()))),
        v => match ops::unwrapped(a.rt, v) {
            Val::Str(x) => Ok(chosen.is_some_and(|s| test(s, x.data()))),
            _ => {
                let (name, got) = (a.native.name, ops::type_name(a.rt, v));
                let text = match listed {
                    true => format!("tuple for {name} must only contain str, not {got}"),
                    false => format!("{name} first arg must be str or a tuple of str, not {got}"),
                };
                Err(errors::type_(a.rt, &text))
            }
        },
    })
}
pub(super) fn startswith(a: &mut Args<'_>) -> Result<Val, Raised> {
    affixed(a, |s, x| s.starts_with(x))
}
pub(super) fn endswith(a: &mut Args<'_>) -> Result<Val, Raised> {
    affixed(a, |s, x| s.ends_with(x))
}
pub(super) fn removeprefix(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (t, x) = (this(a)?, a.str(1)?);
    str::val(a.rt, t.text().strip_prefix(x.text()).unwrap_or(t.text()))
}
pub(super) fn removesuffix(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (t, x) = (this(a)?, a.str(1)?);
    str::val(a.rt, t.text().strip_suffix(x.text()).unwrap_or(t.text()))
}
pub(super) fn replace(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 3)?;
    let (t, x, y) = (this(a)?, a.str(1)?, a.str(2)?);
    let most = if a.plain().len() > 3 { a.int(3)? } else { -1 };
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    if x.size() == 0 {
        let n = (t.chars as usize).saturating_add(1).min(most);
        pieces::length(a.rt, n.saturating_mul(y.size()) as i64)?;
        return str::val(a.rt, &t.text().replacen("", y.text(), most));
    }
    str::replaced(a.rt, t, x, y, most).map(Val::Str)
}
