//! Methods of strings that take them apart, or put them together.

use super::this;
use crate::builtins::pieces::{self, Parts, Side, Text as _};
use crate::errors;
use crate::native::Args;
use crate::objects::{iter, list, ops, str};
use crate::value::{Str, Val};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

fn strip_by(a: &Args<'_>, left: bool, right: bool) -> Result<Val, Raised> {
    a.method(0, 1)?;
    let t = this(a)?;
    let chars: Option<Vec<char>> = match ops::unwrapped(a.rt, a.val(1)) {
        Val::Unbound | Val::None => None,
        Val::Str(s) => Some(s.text().chars().collect()),
        _ => return Err(errors::type_(a.rt, &format!("{} arg must be None or str", a.native.name))),
    };
    let mut s = t.text();
    match chars {
        None => s = s.trimmed(left, right),
        Some(chars) => {
            let gone = |c: char| chars.contains(&c);
            if left {
                s = s.trim_start_matches(gone);
            }
            if right {
                s = s.trim_end_matches(gone);
            }
        }
    }
    if s.len() == t.size() && matches!(a.val(0), Val::Str(_)) {
        return Ok(Val::Str(t));
    }
    str::val(a.rt, s)
}
pub(super) fn strip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, true, true)
}
pub(super) fn lstrip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, true, false)
}
pub(super) fn rstrip(a: &mut Args<'_>) -> Result<Val, Raised> {
    strip_by(a, false, true)
}

/// Most bytes that a part takes besides its own: a string, and a place in the list.
const PART: usize = size_of::<Str>() + 2 * size_of::<RawSlot>();

/// A list of parts of a text.
fn texts(a: &Args<'_>, t: Gc<Str>, parts: &[&str]) -> Result<Val, Raised> {
    // All of it at once, as long as there is room for the error.
    errors::room(a.rt, parts.len().saturating_mul(PART) + t.size())?;
    let ascii = t.is_ascii();
    list::made(a.rt, parts.len(), |i| str::part(a.rt, parts[i], ascii).map(RawSlot::from)).map(Val::List)
}

fn split_by(a: &Args<'_>, right: bool) -> Result<Val, Raised> {
    let t = this(a)?;
    let (sep, most) = pieces::split_arguments(a)?;
    let mut parts = Parts::new();
    match ops::unwrapped(a.rt, sep) {
        Val::None => pieces::split(t.text(), None, most, right, &mut parts),
        Val::Str(x) if x.size() == 0 => return Err(pieces::empty_separator(a.rt)),
        Val::Str(x) => pieces::split(t.text(), Some(x.text()), most, right, &mut parts),
        _ => {
            let got = ops::type_name(a.rt, sep);
            return Err(errors::type_(a.rt, &format!("must be str or None, not {got}")));
        }
    }
    texts(a, t, &parts)
}
pub(super) fn split(a: &mut Args<'_>) -> Result<Val, Raised> {
    split_by(a, false)
}
pub(super) fn rsplit(a: &mut Args<'_>) -> Result<Val, Raised> {
    split_by(a, true)
}
pub(super) fn splitlines(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes(0, 1, &["keepends"])?;
    let t = this(a)?;
    let keep = a.opt_c_int(1, "keepends", 0)? != 0;
    texts(a, t, &pieces::lines(t.text(), keep))
}

fn partition_at(a: &Args<'_>, last: bool) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let t = this(a)?;
    let x = match ops::unwrapped(a.rt, a.val(1)) {
        Val::Str(x) => x,
        _ => {
            return Err(errors::type_(a.rt, &format!("must be str, not {}", ops::type_name(a.rt, a.val(1)))))
        }
    };
    if x.size() == 0 {
        return Err(pieces::empty_separator(a.rt));
    }
    let [before, part, after] = pieces::partition(t.text(), x.text(), last);
    let made = |part| str::part(a.rt, part, t.is_ascii()).map(RawSlot::from);
    ops::tuple_val(a.rt, &[made(before)?, made(part)?, made(after)?])
}
pub(super) fn partition(a: &mut Args<'_>) -> Result<Val, Raised> {
    partition_at(a, false)
}
pub(super) fn rpartition(a: &mut Args<'_>) -> Result<Val, Raised> {
    partition_at(a, true)
}

pub(super) fn join(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let t = this(a)?;
    let all = match a.val(1) {
        Val::List(l) => match l.with_slots(a.rt, |v| str::joined(a.rt, t, v.len(), |i| v[i].get(&a.rt.heap)))
        {
            None => l.to_vec(a.rt),
            Some(made) => match made? {
                Some(s) => return Ok(Val::Str(s)),
                None => l.to_vec(a.rt),
            },
        },
        v => match iter::to_vec(a.rt, v) {
            Err(Raised) if !iter::is_iterable(a.rt, v) => {
                errors::caught(a.rt, a.rt.lang.types().type_error);
                return Err(errors::type_(a.rt, "can only join an iterable"));
            }
            all => all?,
        },
    };
    if let Some(s) = str::joined(a.rt, t, all.len(), |i| all[i])? {
        return Ok(Val::Str(s));
    }
    let not_text = |v: &RawSlot| !matches!(ops::unwrapped(a.rt, (*v).into()), Val::Str(_));
    let i = all.iter().position(not_text).unwrap_or(0);
    let got = ops::type_name(a.rt, all[i].into());
    Err(errors::type_(a.rt, &format!("sequence item {i}: expected str instance, {got} found")))
}

/// The string with so many times some text before it and after it.
fn filled(a: &Args<'_>, t: Gc<Str>, (before, after): (usize, usize), fill: Gc<Str>) -> Result<Val, Raised> {
    pieces::length(a.rt, (before + after).saturating_mul(fill.size()) as i64)?;
    if before + after == 0 && matches!(a.val(0), Val::Str(_)) {
        return Ok(Val::Str(t));
    }
    str::filled(a.rt, t, (before, after), fill).map(Val::Str)
}
fn justify(a: &Args<'_>, side: Side) -> Result<Val, Raised> {
    a.method(1, 2)?;
    let (t, width) = (this(a)?, pieces::length(a.rt, a.int(1)?)?);
    let fill = match ops::unwrapped(a.rt, a.val(2)) {
        Val::Unbound => str::make(a.rt, " ")?,
        Val::Str(s) if s.chars == 1 => s,
        Val::Str(_) => {
            return Err(errors::type_(a.rt, "The fill character must be exactly one character long"))
        }
        _ => {
            let got = ops::type_name(a.rt, a.val(2));
            let text = format!("The fill character must be a unicode character, not {got}");
            return Err(errors::type_(a.rt, &text));
        }
    };
    let room = pieces::filling(t.chars as usize, width, side);
    filled(a, t, room, fill)
}
pub(super) fn ljust(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, Side::Left)
}
pub(super) fn rjust(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, Side::Right)
}
pub(super) fn center(a: &mut Args<'_>) -> Result<Val, Raised> {
    justify(a, Side::Middle)
}
pub(super) fn zfill(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (t, width) = (this(a)?, pieces::length(a.rt, a.int(1)?)?);
    let missing = width.saturating_sub(t.chars as usize);
    if pieces::sign_len(t.data()) == 0 {
        return str::filled(a.rt, t, (missing, 0), str::make(a.rt, "0")?).map(Val::Str);
    }
    let (sign, digits) = t.text().split_at(pieces::sign_len(t.data()));
    str::val(a.rt, &[sign, &"0".repeat(missing), digits].concat())
}
pub(super) fn expandtabs(a: &mut Args<'_>) -> Result<Val, Raised> {
    let t = this(a)?;
    let out = pieces::expand_tabs(a, pieces::tab_size(a)?, t.data(), |b| b & 0xC0 != 0x80)?;
    str::val(a.rt, &String::from_utf8_lossy(&out))
}
