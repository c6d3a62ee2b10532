//! Methods that byte arrays have beyond those of bytes, and those of views.

use super::make::hex;
use super::{data, like, object};
use crate::errors;
use crate::native::{Args, Body};
use crate::objects::{bytes, ops};
use crate::value::{Val, NONE};
use holloway::machine::Raised;

fn append(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let b = bytes::byte(a.rt, a.val(1), "byte")?;
    object(a)?.append(a.rt, &[b])?;
    a.none()
}
fn extend(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let refused = |of: &str| format!("can't extend bytearray with {of}");
    let more = bytes::from_iterable(a.rt, a.val(1), "byte", refused)?;
    errors::room(a.rt, object(a)?.len(a.rt) + more.len())?;
    object(a)?.append(a.rt, &more)?;
    a.none()
}
fn insert(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 2)?;
    let (o, i, b) = (object(a)?, a.int(1)?, bytes::byte(a.rt, a.val(2), "byte")?);
    let n = o.len(a.rt) as i64;
    let at = if i < 0 { (i + n).max(0) } else { i.min(n) };
    o.change(a.rt, |d| d.insert(at as usize, b))?;
    a.none()
}
fn pop(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 1)?;
    let i = a.opt_int(1, -1)?;
    let (o, n) = (object(a)?, object(a)?.len(a.rt));
    if n == 0 {
        return Err(errors::index(a.rt, "pop from empty bytearray"));
    }
    let at = if i < 0 { i + n as i64 } else { i };
    if !(0..n as i64).contains(&at) {
        return Err(errors::index(a.rt, "pop index out of range"));
    }
    if at + 1 == n as i64 {
        let last = o.at(a.rt, at as usize).unwrap_or_default();
        o.size.set(&a.rt.heap, at);
        return Ok(Val::Int(last.into()));
    }
    o.change(a.rt, |d| d.remove(at as usize)).map(|b| Val::Int(b.into()))
}
fn remove(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let b = bytes::byte(a.rt, a.val(1), "byte")?;
    let found = object(a)?.change(a.rt, |d| {
        let at = d.iter().position(|&x| x == b);
        at.map(|i| d.remove(i))
    })?;
    match found {
        Some(_) => a.none(),
        None => Err(errors::value(a.rt, "value not found in bytearray")),
    }
}
fn reverse(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    object(a)?.change(a.rt, |d| d.reverse())?;
    a.none()
}
fn clear(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    object(a)?.size.set(&a.rt.heap, 0);
    a.none()
}
fn copy(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let d = data(a)?;
    like(a, d)
}

/// The same view: there are no others than of single bytes.
fn cast(a: &mut Args<'_>) -> Result<Val, Raised> {
    match a.str(1)?.text() {
        "B" => Ok(a.val(0)),
        other => {
            let text = format!("memoryview: views of format '{other}' are not supported");
            Err(errors::raise(a.rt, a.rt.lang.types().not_implemented_error, &text))
        }
    }
}
fn tobytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes(0, 1, &["order"])?;
    data(a).and_then(|d| bytes::val(a.rt, d))
}
fn tolist(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    ops::list_val(a.rt, &bytes::to_slots(&data(a)?))
}
fn release(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Val::Misc(m) = a.val(0) {
        m.a.set(&a.rt.heap, NONE);
    }
    a.none()
}
fn enter(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(a.val(0))
}
pub(super) const MUTABLE: &[(&str, Body)] = &[
    ("append", append),
    ("extend", extend),
    ("insert", insert),
    ("pop", pop),
    ("remove", remove),
    ("reverse", reverse),
    ("clear", clear),
    ("copy", copy),
];
pub(super) const VIEW: &[(&str, Body)] = &[
    ("tobytes", tobytes),
    ("tolist", tolist),
    ("cast", cast),
    ("hex", hex),
    ("release", release),
    ("__enter__", enter),
    ("__exit__", release),
];
