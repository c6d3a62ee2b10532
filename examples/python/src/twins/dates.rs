//! Twins of `datetime`: arithmetic and hashes of dates, of moments without a zone, and of durations, which are one number each (see `modules::dates`).
//!
//! **Not promised.** Comparisons: interpreting them takes no longer. Instances of derived classes, moments with a zone, durations beyond 64 bits, and what is out of range are in Python alone.
//!
//! **Example.** `timedelta(1) + timedelta(hours=1)` in plain execution adds the two numbers `_n` without a frame; a trace goes into `timedelta.__add__`.

use super::{Given, Twin};
use crate::modules::dates;
use crate::objects::class::{self, ClassInfo};
use crate::objects::{number, str};
use crate::value::{Instance, Val};
use holloway::heap::Gc;
use langkit::maps::Seen;

/// Functions of `library/datetime/_parts.py`.
pub const SPANS: &[(&str, Twin)] = &[
    ("timedelta.__add__", |g| span(g, i64::checked_add)),
    ("timedelta.__sub__", |g| span(g, i64::checked_sub)),
    ("timedelta.__rsub__", |g| span(g, |a, b| b.checked_sub(a))),
    ("timedelta.__neg__", |g| like(g, "timedelta", number_of(g, 0, "timedelta")?.checked_neg()?)),
    ("timedelta.__mul__", times),
    ("timedelta.__truediv__", quotient),
    ("timedelta.__hash__", |g| hashed(g, "timedelta")),
];

/// Functions of `library/datetime/__init__.py`.
pub const MOMENTS: &[(&str, Twin)] = &[
    ("date.__hash__", |g| hashed(g, "date")),
    ("date.__add__", |g| moved(g, "date", 1)),
    ("date.__sub__", |g| between(g, "date").or_else(|| moved(g, "date", -1))),
    ("datetime.__hash__", |g| hashed(g, "datetime")),
    ("datetime.__add__", |g| moved(g, "datetime", 1)),
    ("datetime.__sub__", |g| between(g, "datetime").or_else(|| moved(g, "datetime", -1))),
];

/// Argument `i` if it is of just this class.
fn of(g: &Given<'_>, i: usize, name: &str) -> Option<Gc<Instance>> {
    let x = g.instance(i)?;
    let c = x.class(g.rt);
    (c.name == name && c.module == "datetime").then_some(x)
}

/// Its number, unless that depends on a zone.
fn number_of(g: &Given<'_>, i: usize, name: &str) -> Option<i64> {
    let x = of(g, i, name)?;
    if name == "datetime" && !own!(g, x, "_tz")?.is_none() {
        return None;
    }
    match own!(g, x, "_n")? {
        Val::Int(n) => Some(n),
        _ => None,
    }
}

fn hashed(g: &Given<'_>, name: &str) -> Option<Val> {
    number_of(g, 0, name).map(|n| Val::Int(number::hash_int(n)))
}

/// One of the class of argument 0, whose map it has.
fn like(g: &Given<'_>, name: &str, n: i64) -> Option<Val> {
    let x = of(g, 0, name)?;
    let made = g.rt.heap.alloc(Instance::new(x.map.get(&g.rt.heap)));
    set_own!(g, made, "_n", Val::Int(n))?;
    if name == "datetime" {
        set_own!(g, made, "_tz", Val::None)?;
        set_own!(g, made, "_fold", Val::Int(0))?;
    }
    Some(Val::Inst(made))
}

fn span(g: &Given<'_>, f: fn(i64, i64) -> Option<i64>) -> Option<Val> {
    like(g, "timedelta", f(number_of(g, 0, "timedelta")?, number_of(g, 1, "timedelta")?)?)
}

fn times(g: &Given<'_>) -> Option<Val> {
    let Val::Int(by) = g.val(1) else { return None };
    like(g, "timedelta", number_of(g, 0, "timedelta")?.checked_mul(by)?)
}

/// The quotient of two durations that are exact as floats.
fn quotient(g: &Given<'_>) -> Option<Val> {
    let (a, b) = (number_of(g, 0, "timedelta")?, number_of(g, 1, "timedelta")?);
    let exact = |n: i64| n.unsigned_abs() < 1 << 53;
    (b != 0 && exact(a) && exact(b)).then(|| Val::float(a as f64 / b as f64))
}

/// What is a duration later, or earlier: of dates, as many whole days.
fn moved(g: &Given<'_>, name: &str, direction: i64) -> Option<Val> {
    let (n, by) = (number_of(g, 0, name)?, number_of(g, 1, "timedelta")?);
    let by = if name == "date" { by.div_euclid(dates::DAY) * dates::DAY } else { by };
    like(g, name, dates::moved_by(n, by.checked_mul(direction)?)?)
}

/// The duration between two.
fn between(g: &Given<'_>, name: &str) -> Option<Val> {
    let n = dates::span_between(number_of(g, 0, name)?, number_of(g, 1, name)?);
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
