//! Calls of anything, and iteration.

use super::{names_of, take_args};
use crate::interp::call::{call_named, name_of, Names};
use crate::native::Args;
use crate::objects::{iter, ops};
use crate::value::{Val, NONE, UNBOUND};
use crate::{builtins, errors, Py, Rt};
use holloway::heap::RawSlot;
use holloway::machine::*;
use holloway::residual;

/// Raises the error that arguments do not fit a function.
#[residual]
pub fn bad_arguments(cx: &Cx<Py>, f: RawSlot, n: i64, names: RawSlot) -> Result<(), Raised> {
    let rt = cx.rt;
    let Val::Func(f) = Val::from(f) else { return Err(errors::type_(rt, "bad arguments")) };
    let names = names_of(rt, names);
    let args = vec![NONE; n as usize];
    crate::interp::arrange::bind(rt, rt.lang.code(f.running.get(&rt.heap)), f, &args, &names).map(|_| ())
}

/// Collects arguments for a call: `n` of these.
#[residual]
pub fn push_args(cx: &Cx<Py>, n: i64, a: RawSlot, b: RawSlot, c: RawSlot, d: RawSlot) {
    cx.rt.lang.args.borrow_mut().extend_from_slice(&[a, b, c, d][..n as usize]);
}

/// Calls anything with the `n` arguments collected.
#[residual]
pub fn call_any(cx: &Cx<Py>, f: RawSlot, n: i64, names: RawSlot) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let args = take_args(rt, n);
    let _kept = rt.heap.keep(args.iter().copied());
    call_named(rt, f.into(), &args, &names_of(rt, names)).map(RawSlot::from)
}

/// Calls anything with a tuple of arguments and a dictionary.
#[residual]
pub fn call_spread(cx: &Cx<Py>, f: RawSlot, args: RawSlot, kw: RawSlot) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let mut all = iter::to_vec(rt, args.into())?;
    let mut names = Vec::new();
    if let Val::Dict(d) = Val::from(kw) {
        for (k, v) in d.items(rt) {
            match name_of(rt, k.into()) {
                Some(n) => names.push(n),
                None if builtins::is_callable(rt, f.into()) => {
                    return Err(errors::type_(rt, "keywords must be strings"))
                }
                // What cannot be called at all says so.
                None => return call_named(rt, f.into(), &[], &[]).map(RawSlot::from),
            }
            all.push(v);
        }
    }
    let _kept = rt.heap.keep(all.iter().copied());
    call_named(rt, f.into(), &all, &names).map(RawSlot::from)
}

/// Calls library function `id` (low half) with the first arguments of these (their number is the high half).
#[inline(always)]
fn native_with(rt: &Rt, packed: i64, args: &[RawSlot]) -> Result<RawSlot, Raised> {
    native_named(rt, packed, args, &[])
}

/// The same where the last ones have names.
#[inline(always)]
fn native_named(rt: &Rt, packed: i64, args: &[RawSlot], names: &Names) -> Result<RawSlot, Raised> {
    let native = rt.lang.native(packed as u32);
    (native.body)(&mut Args { rt, args: &args[..(packed >> 32) as usize], names, native }).map(RawSlot::from)
}

/// An argument in two words of its own: traces have just written them as two, and reading both at once would wait until they are in the cache.
#[inline(always)]
fn apart(v: RawSlot) -> RawSlot {
    RawSlot { tag: std::hint::black_box(v.tag), bits: v.bits }
}

/// A library function with up to one argument; see `native_with`.
#[residual]
pub fn call_native1(cx: &Cx<Py>, packed: i64, a: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a)])
}

/// The same of one that only reads.
#[residual(reads)]
pub fn read_native1(cx: &Cx<Py>, packed: i64, a: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a)])
}

/// The same with two arguments.
#[residual(reads)]
pub fn read_native2(cx: &Cx<Py>, packed: i64, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a), apart(b)])
}

/// The same with three.
#[residual(reads)]
pub fn read_native3(cx: &Cx<Py>, packed: i64, a: RawSlot, b: RawSlot, c: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a), apart(b), apart(c)])
}

/// A library function with two arguments, which may do anything.
#[residual]
pub fn call_native2(cx: &Cx<Py>, packed: i64, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a), apart(b)])
}

/// The same with three.
#[residual]
pub fn call_native3(cx: &Cx<Py>, packed: i64, a: RawSlot, b: RawSlot, c: RawSlot) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[apart(a), apart(b), apart(c)])
}

/// The same with up to five.
#[residual]
pub fn call_native(
    cx: &Cx<Py>,
    packed: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    e: RawSlot,
) -> Result<RawSlot, Raised> {
    native_with(cx.rt, packed, &[a, b, c, d, e])
}

/// The same with up to five, the last of which have the names that stand at a place: the number of a code, and (low 16 bits) that among its keywords.
#[residual]
#[allow(clippy::too_many_arguments)] // each is a word or two in registers' stead; a buffer is what this saves
pub fn call_native_named(
    cx: &Cx<Py>,
    packed: i64,
    names: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    e: RawSlot,
) -> Result<RawSlot, Raised> {
    let names = &cx.rt.lang.code((names >> 16) as u32).keywords[names as u16 as usize];
    native_named(cx.rt, packed, &[a, b, c, d, e], names)
}

/// `iter(x)`.
#[residual]
pub fn iter(cx: &Cx<Py>, x: RawSlot) -> Result<RawSlot, Raised> {
    iter::new(cx.rt, x.into()).map(RawSlot::from)
}

/// The next value, unbound at the end.
#[residual]
pub fn next(cx: &Cx<Py>, it: RawSlot) -> Result<RawSlot, Raised> {
    match iter::next(cx.rt, it.into()) {
        Ok(v) => Ok(v.map_or(UNBOUND, RawSlot::from)),
        // What `__iter__` gave is looked at here only.
        Err(Raised) => iter::an_iterator(cx.rt, it.into()).and(Err(Raised)),
    }
}

/// Sends a value to an iterator: what it yields and `true`, or its result and `false`.
#[residual]
pub fn send(cx: &Cx<Py>, it: RawSlot, v: RawSlot) -> Result<(RawSlot, bool), Raised> {
    let rt = cx.rt;
    let r = match Val::from(it) {
        x @ Val::Inst(_) => {
            let r = if v == NONE {
                ops::call_method(rt, x, "__next__", &[])
            } else {
                ops::call_method(rt, x, "send", &[v])
            };
            match r {
                Ok(v) => Some(v),
                Err(Raised) => return Ok((errors::end_of_iteration(rt)?.into(), false)),
            }
        }
        x if v == NONE => match iter::next(rt, x) {
            Err(Raised) => return iter::an_iterator(rt, x).and(Err(Raised)),
            next => next?,
        },
        x => Some(ops::call_method(rt, x, "send", &[v])?),
    };
    Ok(r.map_or((NONE, false), |v| (v.into(), true)))
}
