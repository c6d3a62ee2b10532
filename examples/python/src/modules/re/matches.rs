//! Methods of matches.

use super::layout::{FIRST, GROUPS, WHOLE};
use super::{instance, slot, Known};
use crate::native::{Args, Body};
use crate::objects::{bytes, dict, ops, str};
use crate::value::{Dict, Instance, Str, Tuple, Val, NONE, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// A match taken apart.
struct Found {
    re: Gc<Instance>,
    string: Val,
    spans: Gc<Tuple>,
}

impl Found {
    fn new(a: &Args<'_>) -> Result<Found, Raised> {
        let i = instance(a, |shapes| shapes.found)?;
        let slot = |k| Val::from(i.slot(a.rt, k));
        match (slot(slot::RE), slot(slot::STRING), super::spans(i, a.rt)) {
            (Val::Inst(re), string, Some(spans)) => Ok(Found { re, string, spans }),
            _ => Err(errors::type_(a.rt, "a match that has lost attributes")),
        }
    }
    /// Number of groups, the whole match not counted.
    fn groups(&self, rt: &Rt) -> usize {
        match self.re.slot(rt, slot::GROUPS).into() {
            Val::Int(n) => n as usize,
            _ => 0,
        }
    }
    /// The pattern's number, and that of the group that ended last.
    fn last(&self, rt: &Rt) -> (i64, i64) {
        match self.re.slot(rt, slot::ID).into() {
            Val::Int(id) => (id, last_index(rt, id, self.spans)),
            _ => (-1, 0),
        }
    }
    fn index(&self, rt: &Rt) -> Option<Gc<Dict>> {
        match self.re.slot(rt, slot::INDEX).into() {
            Val::Dict(d) => Some(d),
            _ => None,
        }
    }
    /// The number of a group that is given by number or name.
    fn number(&self, rt: &Rt, group: Val) -> Result<usize, Raised> {
        let number = match group {
            Val::Int(k) => Some(k),
            v if ops::is_index(rt, v) => match ops::index(rt, v)? {
                Val::Int(k) => Some(k),
                _ => None,
            },
            v => match self.index(rt) {
                Some(d) if d.len(rt) > 0 => match dict::get(rt, d.table(), v.into())?.map(Val::from) {
                    Some(Val::Int(k)) => Some(k),
                    _ => None,
                },
                _ => None,
            },
        };
        let number = number.and_then(|k| usize::try_from(k).ok()).filter(|&k| k <= self.groups(rt));
        number.ok_or_else(|| errors::index(rt, "no such group"))
    }
    /// The part of the text that is a group's, or what is given for none.
    fn part(&self, rt: &Rt, k: usize, none: RawSlot) -> Result<Val, Raised> {
        part(rt, self.string, self.spans, k, none)
    }
}

/// The first group that is in the spans.
fn first(spans: Gc<Tuple>) -> usize {
    match spans.items.as_slice().get(FIRST).map(|&k| Val::from(k)) {
        Some(Val::Int(k)) => k as usize,
        _ => 1,
    }
}

/// Where a group begins and ends, `-1` if it took no part.
fn span(spans: Gc<Tuple>, k: usize) -> (i64, i64) {
    let at = match k {
        0 => Some(WHOLE),
        k => k.checked_sub(first(spans)).map(|k| GROUPS + 2 * k),
    };
    match at.and_then(|at| spans.items.as_slice().get(at..at + 2)).map(|s| [s[0].into(), s[1].into()]) {
        Some([Val::Int(start), Val::Int(end)]) => (start, end),
        _ => (-1, -1),
    }
}

/// The part of a text or of bytes that is a group's.
fn part(rt: &Rt, string: Val, spans: Gc<Tuple>, k: usize, none: RawSlot) -> Result<Val, Raised> {
    let (start, end) = span(spans, k);
    if start < 0 {
        return Ok(none.into());
    }
    let (start, end) = (start as usize, end as usize);
    match ops::unwrapped(rt, string) {
        Val::Str(s) if start == 0 && end == s.chars as usize => Ok(Val::Str(s)),
        Val::Str(s) => s.slice(rt, start, end).map(Val::Str),
        _ => {
            // What has been made shorter since gives what is left.
            let data = super::patterns::data(rt, string)?;
            let end = end.min(data.len());
            bytes::val(rt, &data[start.min(end)..end])
        }
    }
}

/// The parts of all groups of a match in a text.
///
/// # Errors
/// `MemoryError`.
pub fn parts(rt: &Rt, string: Gc<Str>, spans: Gc<Tuple>, groups: usize) -> Result<Val, Raised> {
    all_parts(rt, Val::Str(string), spans, groups, NONE)
}

fn all_parts(rt: &Rt, string: Val, spans: Gc<Tuple>, n: usize, none: RawSlot) -> Result<Val, Raised> {
    let mut out: Vec<RawSlot> = Vec::with_capacity(n);
    for k in 1..=n {
        out.push(part(rt, string, spans, k, none)?.into());
    }
    ops::tuple_val(rt, &out)
}

/// The number of the group of pattern number `id` that ended last: the outer one of two, else the later; 0 if none took part.
pub fn last_index(rt: &Rt, id: i64, spans: Gc<Tuple>) -> i64 {
    let Ok(program) = super::program(rt, id) else { return 0 };
    let (mut last, mut at) = (0, -1);
    let first = first(spans);
    for k in first..first + spans.items.as_slice().len().saturating_sub(GROUPS) / 2 {
        let (_, end) = span(spans, k);
        if end > at || end == at && at >= 0 && k > program.inner[last] {
            (last, at) = (k, end);
        }
    }
    last as i64
}

/// The name of a group of a pattern, or `None`.
pub fn last_group(rt: &Rt, id: i64, k: i64) -> Result<Val, Raised> {
    if k == 0 {
        return Ok(Val::None);
    }
    let program = super::program(rt, id)?;
    if program.own_names.get().is_none() {
        let own = |name: &Option<String>| name.as_ref().map(|n| str::intern(rt, n));
        _ = program.own_names.set(program.names.iter().map(own).collect());
    }
    let name = program.own_names.get().and_then(|names| *names.get(k as usize)?);
    Ok(name.map_or(Val::None, Val::Str))
}

fn group(a: &mut Args<'_>) -> Result<Val, Raised> {
    if !a.names.is_empty() {
        a.method(0, usize::MAX - 1)?;
    }
    let found = Found::new(a)?;
    match a.plain() {
        [_] => found.part(a.rt, 0, NONE),
        [_, k] => found.part(a.rt, found.number(a.rt, (*k).into())?, NONE),
        [_, all @ ..] => {
            let mut out: Vec<RawSlot> = Vec::with_capacity(all.len());
            for &k in all {
                out.push(found.part(a.rt, found.number(a.rt, k.into())?, NONE)?.into());
            }
            ops::tuple_val(a.rt, &out)
        }
        [] => a.none(),
    }
}

/// The optional argument `default`.
fn default(a: &Args<'_>) -> Result<RawSlot, Raised> {
    a.takes(0, 1, &["default"])?;
    Ok(a.opt(1, "default", Val::None).into())
}

fn groups(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (found, none) = (Found::new(a)?, default(a)?);
    all_parts(a.rt, found.string, found.spans, found.groups(a.rt), none)
}

fn groupdict(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (found, none) = (Found::new(a)?, default(a)?);
    let out = dict::new(a.rt);
    for (name, k) in found.index(a.rt).map_or_else(Vec::new, |d| d.items(a.rt)) {
        let part = found.part(a.rt, found.number(a.rt, k.into())?, none)?;
        dict::set(a.rt, out.table(), name, part.into())?;
    }
    Ok(Val::Dict(out))
}

/// The span of the group that is asked for.
fn asked(a: &Args<'_>) -> Result<(i64, i64), Raised> {
    let found = Found::new(a)?;
    a.method(0, 1)?;
    let k = match a.val(1) {
        Val::Unbound => 0,
        group => found.number(a.rt, group)?,
    };
    Ok(span(found.spans, k))
}

fn start(a: &mut Args<'_>) -> Result<Val, Raised> {
    asked(a).map(|s| Val::Int(s.0))
}

fn end(a: &mut Args<'_>) -> Result<Val, Raised> {
    asked(a).map(|s| Val::Int(s.1))
}

fn span_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (start, end) = asked(a)?;
    ops::tuple_val(a.rt, &[Val::Int(start).into(), Val::Int(end).into()])
}

fn index_of_last(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(match Found::new(a)?.last(a.rt).1 {
        0 => Val::None,
        k => Val::Int(k),
    })
}

fn group_of_last(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (id, last) = Found::new(a)?.last(a.rt);
    last_group(a.rt, id, last)
}

/// What the spans begin with.
fn bound(a: &Args<'_>, i: usize) -> Result<Val, Raised> {
    Ok(Found::new(a)?.spans.items.as_slice().get(i).copied().unwrap_or(UNBOUND).into())
}

fn pos(a: &mut Args<'_>) -> Result<Val, Raised> {
    bound(a, 0)
}

fn endpos(a: &mut Args<'_>) -> Result<Val, Raised> {
    bound(a, 1)
}

fn regs(a: &mut Args<'_>) -> Result<Val, Raised> {
    let found = Found::new(a)?;
    let mut out: Vec<RawSlot> = Vec::new();
    for k in 0..=found.groups(a.rt) {
        let (start, end) = span(found.spans, k);
        out.push(ops::tuple_val(a.rt, &[Val::Int(start).into(), Val::Int(end).into()])?.into());
    }
    ops::tuple_val(a.rt, &out)
}

/// All of them. Those that begin with an underscore `re` makes properties of.
pub const METHODS: &[(&str, Body, Option<Known>)] = &[
    ("group", group, Some(Known::Group)),
    ("groups", groups, Some(Known::Groups)),
    ("groupdict", groupdict, None),
    ("start", start, Some(Known::Start)),
    ("end", end, Some(Known::End)),
    ("span", span_of, Some(Known::Span)),
    ("_lastindex", index_of_last, Some(Known::LastIndex)),
    ("_lastgroup", group_of_last, Some(Known::LastGroup)),
    ("_pos", pos, None),
    ("_endpos", endpos, None),
    ("_regs", regs, None),
];
