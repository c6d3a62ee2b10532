//! Twins of `datetime`: arithmetic, comparisons and hashes of dates, of moments without a zone, and of durations, which are one number each (see
//! `modules::dates`).
//!
//! **Not promised.** Instances of derived classes, moments with a zone, durations beyond 64 bits, and what is out of range are in Python alone.
//!
//! **Example.** `timedelta(1) + timedelta(hours=1)` in plain execution adds the two numbers `_n` without a frame; a trace goes into `timedelta.__add__`.

use super::{Given, Twin};
use crate::modules::dates;
use crate::objects::class::{self, ClassInfo};
use crate::objects::{number, str};
use crate::value::{Instance, Val};
use crate::Rt;
use holloway::heap::Gc;
use langkit::maps::{Map, Seen};

/// Functions of `library/datetime/_parts.py`.
pub const SPANS: &[(&str, Twin)] = &[
    ("timedelta.__add__", |g| span(g, i64::checked_add)),
    ("timedelta.__sub__", |g| span(g, i64::checked_sub)),
    ("timedelta.__rsub__", |g| span(g, |a, b| b.checked_sub(a))),
    ("timedelta.__neg__", |g| like(g, Span, number_of(g, 0, Span)?.checked_neg()?)),
    ("timedelta.__mul__", times),
    ("timedelta.__truediv__", quotient),
    ("timedelta.__hash__", |g| hashed(g, Span)),
    ("timedelta.__eq__", |g| compared(g, Span, |a, b| a == b)),
    ("timedelta.__lt__", |g| compared(g, Span, |a, b| a < b)),
    ("timedelta.__le__", |g| compared(g, Span, |a, b| a <= b)),
    ("timedelta.__gt__", |g| compared(g, Span, |a, b| a > b)),
    ("timedelta.__ge__", |g| compared(g, Span, |a, b| a >= b)),
];

/// Functions of `library/datetime/__init__.py`.
pub const MOMENTS: &[(&str, Twin)] = &[
    ("date.__hash__", |g| hashed(g, Day)),
    ("date.__eq__", |g| compared(g, Day, |a, b| a == b)),
    ("date.__lt__", |g| compared(g, Day, |a, b| a < b)),
    ("date.__le__", |g| compared(g, Day, |a, b| a <= b)),
    ("date.__gt__", |g| compared(g, Day, |a, b| a > b)),
    ("date.__ge__", |g| compared(g, Day, |a, b| a >= b)),
    ("date.__add__", |g| moved(g, Day, 1)),
    ("date.__sub__", |g| between(g, Day).or_else(|| moved(g, Day, -1))),
    ("datetime.__hash__", |g| hashed(g, Moment)),
    ("datetime.__eq__", |g| compared(g, Moment, |a, b| a == b)),
    ("datetime.__lt__", |g| compared(g, Moment, |a, b| a < b)),
    ("datetime.__le__", |g| compared(g, Moment, |a, b| a <= b)),
    ("datetime.__gt__", |g| compared(g, Moment, |a, b| a > b)),
    ("datetime.__ge__", |g| compared(g, Moment, |a, b| a >= b)),
    ("datetime.__add__", |g| moved(g, Moment, 1)),
    ("datetime.__sub__", |g| between(g, Moment).or_else(|| moved(g, Moment, -1))),
];

/// A class of the module.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Span,
    Day,
    Moment,
}
use Class::{Day, Moment, Span};

const CLASSES: [(Class, &str); 3] = [(Span, "timedelta"), (Day, "date"), (Moment, "datetime")];

thread_local! {
    /// Where instances of just these classes have their number.
    static SEEN: [Seen; 3] = const { [Seen::nothing(), Seen::nothing(), Seen::nothing()] };
}

/// Where argument `i` has its number, if it is of just this class.
#[inline(always)]
fn of(g: &Given<'_>, i: usize, class: Class) -> Option<(Gc<Instance>, usize)> {
    let x = g.instance(i)?;
    let map = x.map.get(&g.rt.heap);
    let at = SEEN.with(|seen| seen[class as usize].get(map)).unwrap_or_else(|| find(g.rt, map, class))?;
    Some((x, at as usize))
}

/// Looks that up, and remembers it.
#[cold]
#[inline(never)]
fn find(rt: &Rt, map: Gc<Map>, class: Class) -> Option<u32> {
    let c = rt.lang.classes.get(map.group);
    let is = c.module == "datetime" && CLASSES.contains(&(class, &c.name));
    let at = is.then(|| rt.lang.maps.index(&rt.heap, map, Val::Str(str::literal(rt, "_n")))).flatten();
    SEEN.with(|seen| seen[class as usize].set(map, at));
    at
}

/// The number of argument `i`, unless that depends on a zone.
#[inline]
fn number_of(g: &Given<'_>, i: usize, class: Class) -> Option<i64> {
    let (x, at) = of(g, i, class)?;
    if class == Moment && !own!(g, x, "_tz")?.is_none() {
        return None;
    }
    match x.slot(g.rt, at).into() {
        Val::Int(n) => Some(n),
        _ => None,
    }
}

fn hashed(g: &Given<'_>, class: Class) -> Option<Val> {
    number_of(g, 0, class).map(|n| Val::Int(number::hash_int(n)))
}

fn compared(g: &Given<'_>, class: Class, holds: fn(i64, i64) -> bool) -> Option<Val> {
    Some(Val::bool(holds(number_of(g, 0, class)?, number_of(g, 1, class)?)))
}

/// One of the class of argument 0, whose map it has.
fn like(g: &Given<'_>, class: Class, n: i64) -> Option<Val> {
    let (x, _) = of(g, 0, class)?;
    let made = g.rt.heap.alloc(Instance::new(x.map.get(&g.rt.heap)));
    set_own!(g, made, "_n", Val::Int(n))?;
    if class == Moment {
        set_own!(g, made, "_tz", Val::None)?;
        set_own!(g, made, "_fold", Val::Int(0))?;
    }
    Some(Val::Inst(made))
}

fn span(g: &Given<'_>, f: fn(i64, i64) -> Option<i64>) -> Option<Val> {
    like(g, Span, f(number_of(g, 0, Span)?, number_of(g, 1, Span)?)?)
}

fn times(g: &Given<'_>) -> Option<Val> {
    let Val::Int(by) = g.val(1) else { return None };
    like(g, Span, number_of(g, 0, Span)?.checked_mul(by)?)
}

/// The quotient of two durations that are exact as floats.
fn quotient(g: &Given<'_>) -> Option<Val> {
    let (a, b) = (number_of(g, 0, Span)?, number_of(g, 1, Span)?);
    let exact = |n: i64| n.unsigned_abs() < 1 << 53;
    (b != 0 && exact(a) && exact(b)).then(|| Val::float(a as f64 / b as f64))
}

/// What is a duration later, or earlier: of dates, as many whole days.
fn moved(g: &Given<'_>, class: Class, direction: i64) -> Option<Val> {
    let (n, by) = (number_of(g, 0, class)?, number_of(g, 1, Span)?);
    let by = if class == Day { by.div_euclid(dates::DAY) * dates::DAY } else { by };
    like(g, class, dates::moved_by(n, by.checked_mul(direction)?)?)
}

/// The duration between two.
fn between(g: &Given<'_>, class: Class) -> Option<Val> {
    let n = dates::span_between(number_of(g, 0, class)?, number_of(g, 1, class)?);
    let made = class::instance(g.rt, spans(g)?);
    set_own!(g, made, "_n", Val::Int(n))?;
    Some(Val::Inst(made))
}

/// The class of durations, as the function's module knows it.
fn spans(g: &Given<'_>) -> Option<&'static ClassInfo> {
    let module = g.rt.lang.code(g.function.code).module;
    match g.rt.lang.module(module).get(g.rt, str::literal(g.rt, "timedelta"))? {
        Val::Class(c) => Some(g.rt.lang.classes.get(c.id)),
        _ => None,
    }
}
