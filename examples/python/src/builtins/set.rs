//! Methods of sets.

use crate::bytecode::{BinOp, CmpOp};
use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{dict, iter, ops, set, str};
use crate::value::{Set, Val, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

fn this(a: &Args<'_>) -> Result<Gc<Set>, Raised> {
    match a.this() {
        Val::Set(s) => Ok(s),
        _ => Err(a.wrong_object("set")),
    }
}

fn add(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    dict::set(a.rt, this(a)?.table(), a.val(1).into(), UNBOUND)?;
    a.none()
}
fn discard(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    dict::remove(a.rt, this(a)?.table(), dict::member(a.rt, a.val(1).into())?)?;
    a.none()
}
fn remove(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    match dict::remove(a.rt, this(a)?.table(), dict::member(a.rt, a.val(1).into())?)? {
        Some(_) => a.none(),
        None => Err(errors::key(a.rt, a.val(1))),
    }
}
fn pop(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    match dict::take_end(a.rt, this(a)?.table(), false) {
        Some((k, _)) => Ok(k.into()),
        None => Err(errors::key(a.rt, str::val(a.rt, "pop from an empty set")?)),
    }
}
fn clear(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    dict::clear(a.rt, this(a)?.table());
    a.none()
}
fn copy(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let s = this(a)?;
    dict::copy_set(a.rt, s, s.frozen).map(Val::Set)
}

fn combine(a: &Args<'_>, op: BinOp) -> Result<Val, Raised> {
    match op {
        BinOp::Xor => a.method(1, 1)?,
        _ => a.method(0, usize::MAX - 1)?,
    }
    let s = this(a)?;
    if op == BinOp::Xor {
        let out = set::of(a.rt, a.val(1), s.frozen)?;
        return set::change(a.rt, op, out, Val::Set(s)).map(|()| Val::Set(out));
    }
    let mut out = dict::copy_set(a.rt, s, s.frozen)?;
    let _kept = a.rt.heap.keep([RawSlot::from(Val::Set(out))]);
    for &v in &a.plain()[1..] {
        match op {
            BinOp::And => out = set::common(a.rt, out, v.into(), s.frozen)?,
            _ => set::change(a.rt, op, out, v.into())?,
        }
    }
    Ok(Val::Set(out))
}
fn change(a: &Args<'_>, op: BinOp) -> Result<Val, Raised> {
    match op {
        BinOp::Xor => a.method(1, 1)?,
        BinOp::And => {
            // The set stays as it is until all have been asked.
            if let Val::Set(new) = combine(a, op)? {
                dict::take_over(a.rt, this(a)?.table(), new.table());
            }
            return a.none();
        }
        _ => a.method(0, usize::MAX - 1)?,
    }
    let s = this(a)?;
    a.plain()[1..].iter().try_for_each(|&v| set::change(a.rt, op, s, v.into()))?;
    a.none()
}

macro_rules! operators {
    ($($plain:ident $update:ident $op:ident;)*) => {$(
        fn $plain(a: &mut Args<'_>) -> Result<Val, Raised> {
            combine(a, BinOp::$op)
        }
        fn $update(a: &mut Args<'_>) -> Result<Val, Raised> {
            change(a, BinOp::$op)
        }
    )*};
}
operators! {
    union update Or;
    intersection intersection_update And;
    difference difference_update Sub;
    symmetric_difference symmetric_difference_update Xor;
}

fn issubset(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let other = match a.val(1) {
        Val::Set(s) => s,
        v => set::of(a.rt, v, true)?,
    };
    ops::compare(a.rt, CmpOp::Le, a.this(), Val::Set(other))
}
fn issuperset(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    all_are(a, true)
}
fn isdisjoint(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    all_are(a, false)
}
/// Whether all that an iterable gives is in the set, or none of it is: the first that is not so ends it.
fn all_are(a: &Args<'_>, inside: bool) -> Result<Val, Raised> {
    let (s, it) = (this(a)?, iter::new(a.rt, a.val(1))?);
    let _kept = a.rt.heap.keep([RawSlot::from(it)]);
    while let Some(v) = iter::next(a.rt, it)? {
        if dict::get(a.rt, s.table(), v.into())?.is_some() != inside {
            return Ok(Val::False);
        }
    }
    Ok(Val::True)
}

const BOTH: &[(&str, Body)] = &[
    ("copy", copy),
    ("union", union),
    ("intersection", intersection),
    ("difference", difference),
    ("symmetric_difference", symmetric_difference),
    ("issubset", issubset),
    ("issuperset", issuperset),
    ("isdisjoint", isdisjoint),
];
const MUTABLE: &[(&str, Body)] = &[
    ("add", add),
    ("discard", discard),
    ("remove", remove),
    ("pop", pop),
    ("clear", clear),
    ("update", update),
    ("intersection_update", intersection_update),
    ("difference_update", difference_update),
    ("symmetric_difference_update", symmetric_difference_update),
];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    Types::fill(rt, t.set, BOTH);
    Types::fill(rt, t.frozenset, BOTH);
    Types::fill(rt, t.set, MUTABLE);
}
