//! Strings.

use super::take_args;
use crate::builtins::str::asked::QUESTIONS;
use crate::builtins::str::changed::{justified, CHANGES};
use crate::objects::{ops, str};
use crate::text::percent;
use crate::value::{List, Str, Val, NONE, UNBOUND};
use crate::{builtins, Py, Rt};
use holloway::heap::{Gc, Mut, OptGc, RawSlot};
use holloway::machine::*;
use holloway::{elidable, residual};

/// The character at a position, which exists.
#[elidable]
pub fn char_at(cx: &Cx<Py>, s: Gc<Str>, i: i64) -> Result<Gc<Str>, Raised> {
    s.slice(cx.rt, i as usize, i as usize + 1)
}

/// The characters from one position to another, which exist.
#[elidable]
pub fn str_part(cx: &Cx<Py>, s: Gc<Str>, from: i64, to: i64) -> Result<Gc<Str>, Raised> {
    s.slice(cx.rt, from as usize, to as usize)
}

/// Two strings joined.
#[elidable]
pub fn concat(cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>) -> Result<Gc<Str>, Raised> {
    str::concat(cx.rt, a, b)
}

/// A string with the text of one that shares it; that one, if there is no memory.
#[residual(reads)]
pub fn own_text(cx: &Cx<Py>, s: Gc<Str>) -> Gc<Str> {
    str::own(cx.rt, s).unwrap_or(s)
}

/// Whether two strings are equal.
#[elidable]
pub fn str_equal(_cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>) -> bool {
    str::equal(a, b)
}

/// Whether a text has another one in it.
#[elidable]
pub fn str_has(_cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>) -> bool {
    let (a, b) = (a.data(), b.data());
    match b {
        [c] => a.contains(c),
        _ => crate::objects::bytes::find(a, b).is_some(),
    }
}

/// What a text answers about another one: see `builtins::str::asked`.
#[elidable]
pub fn str_asked(_cx: &Cx<Py>, question: i64, s: Gc<Str>, x: Gc<Str>) -> i64 {
    QUESTIONS[question as usize].2(&s, &x, 0)
}

/// The same from a byte on.
#[elidable]
pub fn str_asked_from(_cx: &Cx<Py>, question: i64, s: Gc<Str>, x: Gc<Str>, from: i64) -> i64 {
    QUESTIONS[question as usize].2(&s, &x, from as usize)
}

/// A text with all places of a part, which is not empty, taken by another one.
#[elidable]
pub fn str_replace(cx: &Cx<Py>, s: Gc<Str>, part: Gc<Str>, by: Gc<Str>) -> Result<Gc<Str>, Raised> {
    str::replaced(cx.rt, s, part, by, usize::MAX)
}

/// The texts in a list joined; unbound if something else is in it.
#[residual(reads)]
pub fn str_join(cx: &Cx<Py>, between: Gc<Str>, l: Gc<List>) -> Result<RawSlot, Raised> {
    let join = |v: &[Mut<RawSlot>]| str::joined(cx.rt, between, v.len(), |i| v[i].get(&cx.rt.heap));
    let made = l.with_slots(cx.rt, join).transpose()?.flatten();
    Ok(made.map_or(UNBOUND, |s| Val::Str(s).into()))
}

/// A text so many times.
#[residual(reads)]
pub fn str_repeat(cx: &Cx<Py>, s: Gc<Str>, n: i64) -> Result<Gc<Str>, Raised> {
    str::repeated(cx.rt, s, n.max(0) as usize)
}

/// What a text alone is changed to: see `builtins::str::changed`.
#[elidable]
pub fn str_changed(cx: &Cx<Py>, s: Gc<Str>, change: i64) -> Result<Gc<Str>, Raised> {
    CHANGES[change as usize].1(cx.rt, s)
}

/// A text filled up with blanks: see `builtins::str::changed`.
#[elidable]
pub fn str_justified(cx: &Cx<Py>, s: Gc<Str>, width: i64, side: i64) -> Result<Gc<Str>, Raised> {
    justified(cx.rt, s, width, side as u8)
}

/// The order of two strings: -1, 0, 1.
#[elidable]
pub fn str_compare(_cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>) -> i64 {
    a.data().cmp(b.data()) as i64
}

/// A value formatted for an f-string.
#[residual]
pub fn format(cx: &Cx<Py>, v: RawSlot, spec: RawSlot, conv: i64) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let v = match conv as u8 {
        b'r' => str::val(rt, &ops::repr(rt, v.into())?)?,
        b's' => str::val(rt, &ops::str(rt, v.into())?)?,
        b'a' => str::val(rt, &crate::text::repr::ascii(&ops::repr(rt, v.into())?))?,
        _ => v.into(),
    };
    builtins::format_value(rt, v, spec.into()).map(RawSlot::from)
}

/// `form % ..` of the first `n` of these, which are formatted without the program's help and are no mappings.
#[residual(reads)]
pub fn percent(
    cx: &Cx<Py>,
    form: Gc<Str>,
    n: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
) -> Result<RawSlot, Raised> {
    percent::few(cx.rt, form.text(), &[a, b, c, d][..n as usize]).map(RawSlot::from)
}

/// Joins the `n` strings collected.
#[residual]
pub fn join_args(cx: &Cx<Py>, n: i64) -> Result<RawSlot, Raised> {
    let texts = take_args(cx.rt, n);
    joined_parts(cx.rt, &texts)
}

/// Joins three or four texts.
#[elidable]
pub fn join_few(cx: &Cx<Py>, a: Gc<Str>, b: Gc<Str>, c: Gc<Str>, d: OptGc<Str>) -> Result<Gc<Str>, Raised> {
    let texts = [Some(a), Some(b), Some(c), d.get()];
    let n = texts.iter().flatten().count();
    let part = |i: usize| texts[i].map_or(UNBOUND, |s| Val::Str(s).into());
    let made = str::joined(cx.rt, str::make(cx.rt, "")?, n, part)?;
    Ok(made.unwrap_or_else(|| unreachable!("texts can be joined")))
}

fn joined_parts(rt: &Rt, texts: &[RawSlot]) -> Result<RawSlot, Raised> {
    let made = str::joined(rt, str::make(rt, "")?, texts.len(), |i| texts[i])?;
    Ok(made.map_or(NONE, |s| Val::Str(s).into()))
}

/// An integer in decimal digits.
#[elidable]
pub fn int_text(cx: &Cx<Py>, i: i64) -> Result<Gc<Str>, Raised> {
    str::of_int(cx.rt, i)
}
