//! Methods of patterns.

use super::engine::{Matches, Program, Slots, Way};
use super::layout;
use super::subject::Places;
use super::{instance, program, slot, Known};
use crate::interp::call::call;
use crate::native::{Args, Body};
use crate::objects::class::instance as new_instance;
use crate::objects::{bytes, list, ops, str};
use crate::value::{Instance, List, Str, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use smallvec::{smallvec, SmallVec};
use std::rc::Rc;

/// Bytes of anything that has some.
///
/// # Errors
/// `TypeError`.
pub fn data(rt: &Rt, v: Val) -> Result<Vec<u8>, Raised> {
    if let Some(data) = bytes::of(rt, v) {
        return Ok(data);
    }
    let buffer = ops::special(rt, v, "__buffer__").is_some() || ops::type_name(rt, v) == "array";
    match buffer {
        true => bytes::need(rt, call(rt, Val::Class(rt.lang.types().bytes.object), &[v.into()])?),
        false => {
            let text = format!("expected string or bytes-like object, got '{}'", ops::type_name(rt, v));
            Err(errors::type_(rt, &text))
        }
    }
}

/// What a pattern is to be looked for in.
enum Text {
    Str(Gc<Str>),
    Bytes(Vec<u8>),
}

impl Text {
    fn new(rt: &Rt, p: &Program, v: Val) -> Result<Text, Raised> {
        match (ops::unwrapped(rt, v), p.of_bytes) {
            (Val::Str(s), false) => Ok(Text::Str(s)),
            (Val::Str(_), true) => {
                Err(errors::type_(rt, "cannot use a bytes pattern on a string-like object"))
            }
            (_, of_bytes) => match (data(rt, v)?, of_bytes) {
                (data, true) => Ok(Text::Bytes(data)),
                _ => Err(errors::type_(rt, "cannot use a string pattern on a bytes-like object")),
            },
        }
    }
    fn places<'a>(&'a self, rt: &Rt) -> Places<'a> {
        match self {
            Text::Str(s) => Places::of_text(rt, s),
            Text::Bytes(data) => Places::of_bytes(data),
        }
    }
    /// Text that has been searched as a value of its kind.
    fn value(&self, rt: &Rt, text: &str) -> Result<Val, Raised> {
        match self {
            Text::Str(_) => str::val(rt, text),
            Text::Bytes(_) => bytes::val(rt, text.chars().map(|c| c as u8).collect::<Vec<u8>>()),
        }
    }
    /// A group's part, or what is given for none.
    fn part(&self, rt: &Rt, text: &str, slots: &Slots, k: usize, none: RawSlot) -> Result<Val, Raised> {
        match place(slots, k) {
            Some((start, end)) => self.value(rt, &text[start..end]),
            None => Ok(none.into()),
        }
    }
}

/// Where a group begins and ends, in bytes.
fn place(slots: &Slots, k: usize) -> Option<(usize, usize)> {
    match slots.get(2 * k..2 * k + 2)? {
        [Some(start), Some(end)] => Some((start.get(), end.get())),
        _ => None,
    }
}

fn too_long(rt: &Rt) -> impl Fn(fancy_regex::Error) -> Raised + '_ {
    |e| errors::runtime(rt, &e.to_string())
}

/// The spans of a match that was looked for between two places.
fn spans(rt: &Rt, places: &mut Places<'_>, slots: &Slots, pos: usize, endpos: usize) -> Result<Val, Raised> {
    let groups = slots.get(2..).unwrap_or(&[]);
    let first = groups.iter().position(Option::is_some).map_or(1, |i| 1 + i / 2);
    let last = groups.iter().rposition(Option::is_some).map_or(0, |i| 1 + i / 2);
    let mut place = |i: usize| slots[i].map_or(-1, |byte| places.char_of(byte.get()) as i64);
    ops::tuple_from_fn(rt, layout::GROUPS + 2 * (last + 1 - first), |i| {
        Val::Int(match i {
            0 => pos as i64,
            1 => endpos as i64,
            layout::FIRST => first as i64,
            layout::WHOLE..layout::GROUPS => place(i - layout::WHOLE),
            _ => place(2 * first + i - layout::GROUPS),
        })
        .into()
    })
}

/// Looks for pattern number `id` in a text from a character on: the spans of the match, or `None`.
///
/// # Errors
/// That the search takes too long, or what is wrong with the text.
pub fn find(rt: &Rt, id: i64, s: Gc<Str>, pos: i64, way: Way) -> Result<Val, Raised> {
    if way != Way::Search && rt.lang.re.refuses(id, s, pos) {
        return Ok(Val::None);
    }
    let p = program(rt, id)?;
    let text = Text::new(rt, &p, Val::Str(s))?;
    find_in(rt, &p, &text, (pos, i64::MAX), (way, false))
}

fn find_in(
    rt: &Rt,
    p: &Program,
    text: &Text,
    (pos, endpos): (i64, i64),
    (way, further): (Way, bool),
) -> Result<Val, Raised> {
    let mut places = text.places(rt);
    let clamp = |i: i64| (i.max(0) as usize).min(places.chars());
    let (pos, endpos) = (clamp(pos), clamp(endpos));
    if pos > endpos {
        return Ok(Val::None);
    }
    // Where the search begins is where the next one goes on from.
    let (to, from) = (places.byte_of(endpos), places.byte_of(pos));
    let (whole, ascii, mut slots) = (&places.text()[..to], places.ascii(), Slots::new());
    let found = match further {
        false => p.find(whole, from, (way, ascii), &mut slots),
        true => Matches::new(p, whole, from, ascii).after(true).step(way, &mut slots),
    };
    let found = match found.map_err(too_long(rt))? {
        true => spans(rt, &mut places, &slots, pos, endpos)?,
        false => Val::None,
    };
    places.keep(rt);
    Ok(found)
}

/// A match with these spans; `None` for none.
fn matched(rt: &Rt, pattern: Gc<Instance>, string: Val, spans: Val) -> Val {
    let (Val::Tuple(_), Some(shapes)) = (spans, rt.lang.re.shapes()) else { return Val::None };
    let i = new_instance(rt, rt.lang.classes.get(shapes.found.group));
    i.map.set(&rt.heap, shapes.found);
    i.set_slot(rt, slot::RE, Val::Inst(pattern).into());
    i.set_slot(rt, slot::STRING, string.into());
    i.set_slot(rt, slot::SPANS, spans.into());
    Val::Inst(i)
}

/// A pattern as argument 0.
fn pattern(a: &Args<'_>) -> Result<(Gc<Instance>, Rc<Program>), Raised> {
    let i = instance(a, |shapes| shapes.pattern)?;
    match i.slot(a.rt, slot::ID).into() {
        Val::Int(id) => Ok((i, program(a.rt, id)?)),
        _ => Err(errors::type_(a.rt, "a pattern that has lost attributes")),
    }
}

/// The arguments `string, pos, endpos`.
fn searched(a: &Args<'_>) -> Result<(Val, (i64, i64)), Raised> {
    a.takes(1, 3, &["string", "pos", "endpos"])?;
    let place = |i, name, default| ops::index_small(a.rt, a.opt(i, name, Val::Int(default)));
    Ok((a.opt(1, "string", Val::None), (place(2, "pos", 0)?, place(3, "endpos", i64::MAX)?)))
}

fn find_method(a: &mut Args<'_>, way: Way) -> Result<Val, Raised> {
    let ((i, p), (string, bounds)) = (pattern(a)?, searched(a)?);
    let text = Text::new(a.rt, &p, string)?;
    let spans = find_in(a.rt, &p, &text, bounds, (way, false))?;
    Ok(matched(a.rt, i, string, spans))
}

fn search(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_method(a, Way::Search)
}

fn match_here(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_method(a, Way::Here)
}

fn fullmatch(a: &mut Args<'_>) -> Result<Val, Raised> {
    find_method(a, Way::Whole)
}

/// `_next(string, pos, endpos, search, whether the last match was empty and ended at pos)`.
fn next(a: &mut Args<'_>) -> Result<Val, Raised> {
    let ((i, p), string) = (pattern(a)?, a.val(1));
    let text = Text::new(a.rt, &p, string)?;
    let way = if ops::truth(a.rt, a.val(4))? { Way::Search } else { Way::Here };
    let further = ops::truth(a.rt, a.val(5))?;
    let spans = find_in(a.rt, &p, &text, (a.int(2)?, a.int(3)?), (way, further))?;
    Ok(matched(a.rt, i, string, spans))
}

/// Does something with each match, at most `most` of them unless that is 0. What is done gets the text, the places of the groups, and the places of the text.
fn each(
    rt: &Rt,
    p: &Program,
    (text, most): (&Text, i64),
    bounds: (i64, i64),
    mut f: impl FnMut(&str, &Slots, &mut Places<'_>) -> Result<(), Raised>,
) -> Result<i64, Raised> {
    let mut places = text.places(rt);
    let (pos, endpos) = (bounds.0.max(0) as usize, bounds.1.max(0) as usize);
    let (from, to) = (places.byte_of(pos), places.byte_of(endpos));
    let mut n = 0;
    if from > to {
        return Ok(n);
    }
    let text = places.whole();
    let whole = &text[..to];
    let mut all = Matches::new(p, whole, from, places.ascii());
    let mut slots = Slots::new();
    while (most == 0 || n < most) && all.step(Way::Search, &mut slots).map_err(too_long(rt))? {
        f(whole, &slots, &mut places)?;
        n += 1;
    }
    Ok(n)
}

fn findall(a: &mut Args<'_>) -> Result<Val, Raised> {
    let ((_, p), (string, bounds)) = (pattern(a)?, searched(a)?);
    let (rt, text) = (a.rt, Text::new(a.rt, &p, string)?);
    let (out, empty) = (list::new(rt), RawSlot::from(text.value(rt, "")?));
    each(rt, &p, (&text, 0), bounds, |whole, slots, _| {
        let part = |k| text.part(rt, whole, slots, k, empty).map(RawSlot::from);
        let found = match slots.len() / 2 {
            1 => part(0)?,
            2 => part(1)?,
            n => {
                let parts: Vec<RawSlot> = (1..n).map(part).collect::<Result<_, _>>()?;
                ops::tuple_val(rt, &parts)?.into()
            }
        };
        out.push(rt, found)
    })?;
    Ok(Val::List(out))
}

/// The matches in a text, `most` of them unless that is 0.
fn all_matches(a: &Args<'_>, string: Val, bounds: (i64, i64), most: i64) -> Result<Gc<List>, Raised> {
    let (i, p) = pattern(a)?;
    let (rt, text) = (a.rt, Text::new(a.rt, &p, string)?);
    let out = list::new(rt);
    let chars = text.places(rt).chars();
    let clamp = |i: i64| (i.max(0) as usize).min(chars);
    let (pos, endpos) = (clamp(bounds.0), clamp(bounds.1));
    each(rt, &p, (&text, most), bounds, |_, slots, places| {
        let spans = spans(rt, places, slots, pos, endpos)?;
        out.push(rt, matched(rt, i, string, spans).into())
    })?;
    Ok(out)
}

fn finditer(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (string, bounds) = searched(a)?;
    let all = all_matches(a, string, bounds, 0)?;
    crate::objects::iter::new(a.rt, Val::List(all))
}

/// `_matches(string, most)`: a list.
fn matches(a: &mut Args<'_>) -> Result<Val, Raised> {
    let most = a.int(2)?;
    let bounds = if most < 0 { (1, 0) } else { (0, i64::MAX) };
    all_matches(a, a.val(1), bounds, most).map(Val::List)
}

fn split(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (_, p) = pattern(a)?;
    a.takes(1, 2, &["string", "maxsplit"])?;
    let most = ops::index_small(a.rt, a.opt(2, "maxsplit", Val::Int(0)))?;
    let (rt, text) = (a.rt, Text::new(a.rt, &p, a.opt(1, "string", Val::None))?);
    let (out, mut at) = (list::new(rt), 0);
    if most >= 0 {
        each(rt, &p, (&text, most), (0, i64::MAX), |whole, slots, _| {
            let (start, end) = place(slots, 0).unwrap_or((at, at));
            out.push(rt, text.value(rt, &whole[at..start])?.into())?;
            for k in 1..slots.len() / 2 {
                out.push(rt, text.part(rt, whole, slots, k, NONE)?.into())?;
            }
            at = end;
            Ok(())
        })?;
    }
    let rest = text.value(rt, &text.places(rt).text()[at..])?;
    out.push(rt, rest.into())?;
    Ok(Val::List(out))
}

/// What is put in the place of a match.
enum Piece {
    /// A text of the template, which is an argument.
    Text(Gc<Str>),
    Bytes(String),
    Group(usize),
}

/// Those of most templates.
type Pieces = SmallVec<[Piece; 4]>;

/// A text, or a tuple of texts and numbers of groups.
fn template(a: &Args<'_>, of_bytes: bool) -> Result<Pieces, Raised> {
    let piece = |v: Val| match v {
        Val::Int(k) => Ok(Piece::Group(k as usize)),
        v if of_bytes => Ok(Piece::Bytes(bytes::need(a.rt, v)?.into_iter().map(char::from).collect())),
        v => match ops::unwrapped(a.rt, v) {
            Val::Str(s) => Ok(Piece::Text(s)),
            _ => {
                let text = format!("expected str instance, {} found", ops::type_name(a.rt, v));
                Err(errors::type_(a.rt, &text))
            }
        },
    };
    match a.val(1) {
        Val::Tuple(t) => {
            let mut all = Pieces::new();
            for &v in t.items.as_slice() {
                all.push(piece(v.into())?);
            }
            Ok(all)
        }
        v => Ok(smallvec![piece(v)?]),
    }
}

/// Adds text, if there is memory for a buffer that grows by doubling.
fn append(rt: &Rt, out: &mut String, text: &str) -> Result<(), Raised> {
    if out.capacity() - out.len() < text.len() {
        errors::room(rt, 2 * (out.len() + text.len()))?;
    }
    out.push_str(text);
    Ok(())
}

/// `_replace(template, string, count)`: the text, and how often it was changed.
fn replace(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (_, p) = pattern(a)?;
    let (rt, text, most) = (a.rt, Text::new(a.rt, &p, a.val(2))?, a.int(3)?);
    let mut pieces = None;
    let (mut out, mut at, mut n) = (String::new(), 0, 0);
    if most >= 0 {
        n = each(rt, &p, (&text, most), (0, i64::MAX), |whole, slots, _| {
            let (start, end) = place(slots, 0).unwrap_or((at, at));
            append(rt, &mut out, &whole[at..start])?;
            let pieces = match &pieces {
                Some(known) => known,
                // It is looked at when something is to be replaced, which mostly nothing is.
                None => pieces.insert(template(a, p.of_bytes)?),
            };
            for piece in pieces {
                match piece {
                    Piece::Text(text) => append(rt, &mut out, text.text())?,
                    Piece::Bytes(text) => append(rt, &mut out, text)?,
                    Piece::Group(k) => {
                        let (start, end) = place(slots, *k).unwrap_or((0, 0));
                        append(rt, &mut out, &whole[start..end])?;
                    }
                }
            }
            at = end;
            Ok(())
        })?;
    }
    let result = match (n, &text) {
        (0, Text::Str(s)) => Val::Str(*s),
        _ => {
            append(rt, &mut out, &text.places(rt).text()[at..])?;
            text.value(rt, &out)?
        }
    };
    ops::tuple_val(rt, &[result.into(), Val::Int(n).into()])
}

/// All of them.
pub const METHODS: &[(&str, Body, Option<Known>)] = &[
    ("search", search, Some(Known::Find(Way::Search))),
    ("match", match_here, Some(Known::Find(Way::Here))),
    ("fullmatch", fullmatch, Some(Known::Find(Way::Whole))),
    ("findall", findall, None),
    ("finditer", finditer, None),
    ("split", split, None),
    ("_next", next, None),
    ("_matches", matches, None),
    ("_replace", replace, None),
];
