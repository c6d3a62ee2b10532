//! `bytes`, `bytearray` and `memoryview`: items, slices, order, operators, text.
//!
//! One heap object serves the first two; a view is a range of one of them. What reads bytes takes any of the three ([`of`]) and works on a copy, so
//! nothing is borrowed while the program may run.
//!
//! **Not promised.** A `bytearray` may change its size while a view of it exists; the view then shows what is left of its range.

use super::{item, iter, number, ops, str, view};
use crate::bytecode::{BinOp, CmpOp};
use crate::value::{misc, Bytes, Misc, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use std::fmt::Write as _;

/// Most bytes of one object.
const MAX: usize = 1 << 33;

/// A `bytes` (or, if it is mutable, a `bytearray`) object.
pub fn new(rt: &Rt, data: Vec<u8>, mutable: bool) -> Gc<Bytes> {
    rt.heap.charge(data.len() + 32);
    rt.heap.alloc(Bytes::new(mutable, data))
}

/// `bytes` as a value.
pub fn val(rt: &Rt, data: Vec<u8>) -> Val {
    Val::Bytes(new(rt, data, false))
}

/// Base, first position and length of a view that has not been released, as far as its base still has them.
pub fn view_parts(rt: &Rt, m: Gc<Misc>) -> Option<(Gc<Bytes>, usize, usize)> {
    let cx = &rt.heap;
    match (Val::from(m.a.get(cx)), Val::from(m.b.get(cx)), Val::from(m.c.get(cx))) {
        (Val::Bytes(b), Val::Int(at), Val::Int(n)) => {
            let all = b.len(rt);
            let at = (at as usize).min(all);
            Some((b, at, (n as usize).min(all - at)))
        }
        _ => None,
    }
}

/// A view of some bytes.
pub fn view(rt: &Rt, b: Gc<Bytes>, at: usize, n: usize) -> Val {
    let m =
        Misc::new(misc::VIEW, 0, Val::Bytes(b).into(), Val::Int(at as i64).into(), Val::Int(n as i64).into());
    Val::Misc(rt.heap.alloc(m))
}

/// A copy of the bytes of anything that has some; `None` for other values.
pub fn of(rt: &Rt, v: Val) -> Option<Vec<u8>> {
    match ops::unwrapped(rt, v) {
        Val::Bytes(b) => Some(b.data.with(&rt.heap, |d| d.0.clone())),
        Val::Misc(m) if m.kind == misc::VIEW => {
            let (b, at, n) = view_parts(rt, m)?;
            Some(b.data.with(&rt.heap, |d| d.0[at..at + n].to_vec()))
        }
        _ => None,
    }
}

/// The same where bytes are needed.
///
/// # Errors
/// `TypeError`.
pub fn need(rt: &Rt, v: Val) -> Result<Vec<u8>, Raised> {
    of(rt, v).ok_or_else(|| match view::known(v) {
        Some(_) => released(rt),
        None => {
            errors::type_(rt, &format!("a bytes-like object is required, not '{}'", ops::type_name(rt, v)))
        }
    })
}

/// An integer as a byte.
///
/// # Errors
/// `TypeError`, `ValueError`.
pub fn byte(rt: &Rt, v: Val, what: &str) -> Result<u8, Raised> {
    match ops::index(rt, v)? {
        Val::Int(i) if (0..256).contains(&i) => Ok(i as u8),
        _ => Err(errors::value(rt, &format!("{what} must be in range(0, 256)"))),
    }
}

/// Room for so many bytes.
///
/// # Errors
/// `MemoryError`.
pub fn room(rt: &Rt, n: usize) -> Result<Vec<u8>, Raised> {
    let mut out = Vec::new();
    errors::room(rt, n)?;
    if n > MAX || out.try_reserve(n).is_err() {
        return Err(errors::memory(rt));
    }
    Ok(out)
}

/// The bytes that an iterable of integers gives. `refused` tells what is wrong with what is none, of which it gets the class's name.
///
/// # Errors
/// `TypeError`, `ValueError`, or what the iterable raises.
pub fn from_iterable(
    rt: &Rt,
    v: Val,
    what: &str,
    refused: impl Fn(&str) -> String,
) -> Result<Vec<u8>, Raised> {
    if let Some(b) = of(rt, v) {
        return Ok(b);
    }
    if view::known(v).is_some() {
        return Err(released(rt));
    }
    iter::check_length(rt, v)?;
    let it = iter::new(rt, v).map_err(|Raised| match errors::caught(rt, rt.lang.types().type_error) {
        Some(_) => errors::type_(rt, &refused(ops::type_name(rt, v))),
        None => Raised,
    })?;
    let mut out = Vec::new();
    iter::each(rt, it, |x| {
        out.push(byte(rt, x.into(), what)?);
        Ok(())
    })?;
    Ok(out)
}

impl Bytes {
    /// Number of bytes.
    pub fn len(&self, rt: &Rt) -> usize {
        self.data.with(&rt.heap, |d| d.0.len())
    }
    /// Changes the bytes.
    pub fn change<T>(&self, rt: &Rt, f: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        self.data.with_mut(&rt.heap, |d| f(&mut d.0))
    }
    /// Byte `i`.
    pub fn at(&self, rt: &Rt, i: usize) -> Option<u8> {
        self.data.with(&rt.heap, |d| d.0.get(i).copied())
    }
}

/// `len(v)` for bytes and views.
pub fn len(rt: &Rt, v: Val) -> Option<usize> {
    match v {
        Val::Bytes(b) => Some(b.len(rt)),
        Val::Misc(m) if m.kind == misc::VIEW => view_parts(rt, m).map(|p| p.2),
        _ => None,
    }
}

fn name(v: Val) -> &'static str {
    match v {
        Val::Bytes(b) if b.mutable => "bytearray",
        _ => "byte",
    }
}

/// `v[key]`; `None` if `v` has no bytes.
pub fn get(rt: &Rt, v: Val, key: Val) -> Option<Result<Val, Raised>> {
    let b = match v {
        Val::Bytes(b) => b,
        v => return view::known(v).map(|m| view::get(rt, m, key)),
    };
    let n = b.len(rt);
    let run = || match key {
        Val::Slice(s) => {
            let (start, step, count) = item::slice_bounds(rt, s, n)?;
            let picked = |d: &[u8]| -> Vec<u8> {
                if step == 1 {
                    return d[start as usize..][..count].to_vec();
                }
                (0..count as i64).map(|i| d[(start + i * step) as usize]).collect()
            };
            let data = b.data.with(&rt.heap, |d| picked(&d.0));
            Ok(Val::Bytes(new(rt, data, b.mutable)))
        }
        k => {
            let i = item::position(rt, k, n, name(v))?;
            b.at(rt, i).map(|x| Val::Int(x.into())).ok_or_else(|| errors::index(rt, "index out of range"))
        }
    };
    Some(run())
}

/// The error of using a released view.
pub fn released(rt: &Rt) -> Raised {
    errors::value(rt, "operation forbidden on released memoryview object")
}

/// The hash of what a view shows, which is that of the same bytes.
///
/// # Errors
/// `ValueError` where the bytes may change.
pub fn hash_of_view(rt: &Rt, m: Gc<Misc>) -> Result<i64, Raised> {
    match view_parts(rt, m) {
        Some((b, at, n)) if !b.mutable => Ok(b.data.with(&rt.heap, |d| str::hash_bytes(&d.0[at..at + n]))),
        Some(_) => Err(errors::value(rt, "cannot hash writable memoryview object")),
        None => Err(released(rt)),
    }
}

/// `v[key] = x`; `None` if `v` has no bytes that may change.
pub fn set(rt: &Rt, v: Val, key: Val, x: Val) -> Option<Result<(), Raised>> {
    let b = match v {
        Val::Bytes(b) if b.mutable => b,
        v => return view::known(v).map(|m| view::set(rt, m, key, Some(x))),
    };
    let run = || match key {
        Val::Slice(s) => {
            let number = matches!(ops::unwrapped(rt, x), Val::Float(_) | Val::Complex(_) | Val::Str(_));
            if number || ops::is_index(rt, x) {
                let text = "can assign only bytes, buffers, or iterables of ints in range(0, 256)";
                return Err(errors::type_(rt, text));
            }
            let new =
                from_iterable(rt, x, "byte", |of| format!("cannot convert '{of}' object to bytearray"))?;
            let (start, step, count) = item::slice_bounds(rt, s, b.len(rt))?;
            if step == 1 {
                let start = start as usize;
                b.change(rt, |d| d.splice(start..start + count, new).count());
                return Ok(());
            }
            if new.len() != count {
                if new.is_empty() {
                    return delete(rt, v, key).unwrap_or(Ok(()));
                }
                let text = format!(
                    "attempt to assign bytes of size {} to extended slice of size {count}",
                    new.len()
                );
                return Err(errors::value(rt, &text));
            }
            b.change(rt, |d| {
                for (i, x) in new.into_iter().enumerate() {
                    d[(start + i as i64 * step) as usize] = x;
                }
            });
            Ok(())
        }
        k => {
            // Both may run the program, which may change the length.
            let (k, x) = (Val::Int(item::whole(rt, k, name(v))?), byte(rt, x, "byte")?);
            let i = item::position(rt, k, b.len(rt), name(v))?;
            b.change(rt, |d| d[i] = x);
            Ok(())
        }
    };
    Some(run())
}

/// `del v[key]`; `None` if `v` has no bytes that may change.
pub fn delete(rt: &Rt, v: Val, key: Val) -> Option<Result<(), Raised>> {
    let b = match v {
        Val::Bytes(b) if b.mutable => b,
        v => return view::known(v).map(|m| view::set(rt, m, key, None)),
    };
    let run = || match key {
        Val::Slice(s) => {
            let (start, step, count) = item::slice_bounds(rt, s, b.len(rt))?;
            let gone: std::collections::HashSet<i64> = (0..count as i64).map(|i| start + i * step).collect();
            b.change(rt, |d| {
                let mut i = -1;
                d.retain(|_| {
                    i += 1;
                    !gone.contains(&i)
                });
            });
            Ok(())
        }
        k => {
            let i = item::position(rt, k, b.len(rt), "bytearray")?;
            b.change(rt, |d| d.remove(i));
            Ok(())
        }
    };
    Some(run())
}

/// Where a run of bytes is in another.
pub fn find(data: &[u8], part: &[u8]) -> Option<usize> {
    memchr::memmem::find(data, part)
}

/// The same from the end.
pub fn rfind(data: &[u8], part: &[u8]) -> Option<usize> {
    memchr::memmem::rfind(data, part)
}

/// `x in v`; `None` if `v` has no bytes.
pub fn contains(rt: &Rt, v: Val, x: Val) -> Option<Result<bool, Raised>> {
    let data = of(rt, v)?;
    if v.is_misc(misc::VIEW) {
        // A view has numbers in it, and compares.
        return Some(match ops::unwrapped(rt, x) {
            Val::Int(n) => Ok(u8::try_from(n).is_ok_and(|n| data.contains(&n))),
            b @ (Val::False | Val::True) => Ok(data.contains(&b.is_true().into())),
            Val::Float(f) => Ok(data.iter().any(|&b| f64::from(b) == f.get())),
            x => data.iter().try_fold(false, |found, &b| Ok(found || ops::equal(rt, Val::Int(b.into()), x)?)),
        });
    }
    if let Some(part) = of(rt, x) {
        return Some(Ok(find(&data, &part).is_some()));
    }
    Some(match x {
        _ if ops::is_index(rt, x) => match ops::index(rt, x) {
            Ok(n) => byte(rt, n, "byte").map(|b| data.contains(&b)),
            // Whatever it is: it has no bytes.
            Err(Raised) => need(rt, x).map(|_| false),
        },
        _ => need(rt, x).map(|_| false),
    })
}

/// Operators of bytes; `None` if they do not suit.
pub fn binary(rt: &Rt, op: BinOp, in_place: bool, a: Val, b: Val) -> Option<Result<Val, Raised>> {
    match (op, a, b) {
        (BinOp::Add, Val::Bytes(x), _) => {
            let Some(other) = of(rt, b) else {
                let text = format!("can't concat {} to {}", ops::type_name(rt, b), ops::type_name(rt, a));
                return Some(Err(errors::type_(rt, &text)));
            };
            if let Err(e) = errors::room(rt, x.len(rt) + other.len()) {
                return Some(Err(e));
            }
            if in_place && x.mutable {
                // Bytes that are being read stay where they are.
                if reads(rt, b, x) && !other.is_empty() {
                    return Some(Err(exported(rt)));
                }
                rt.heap.charge(other.len());
                x.change(rt, |d| d.extend(other));
                return Some(Ok(a));
            }
            let mut out = of(rt, a)?;
            out.extend(other);
            Some(Ok(Val::Bytes(new(rt, out, x.mutable))))
        }
        (BinOp::Mul, Val::Bytes(x), Val::Int(_) | Val::False | Val::True) => {
            let n = number::small(b)?.max(0) as usize;
            let data = of(rt, a)?;
            if data.len().saturating_mul(n) > MAX {
                return Some(Err(errors::memory(rt)));
            }
            if let Err(e) = errors::room(rt, data.len() * n) {
                return Some(Err(e));
            }
            let out = data.repeat(n);
            if in_place && x.mutable {
                x.change(rt, |d| *d = out);
                return Some(Ok(a));
            }
            Some(Ok(Val::Bytes(new(rt, out, x.mutable))))
        }
        (BinOp::Mul, Val::Int(_) | Val::False | Val::True, Val::Bytes(_)) => binary(rt, op, false, b, a),
        (BinOp::Mod, Val::Bytes(x), _) => {
            let text: String = of(rt, a)?.into_iter().map(char::from).collect();
            let done = crate::text::percent::format_bytes(rt, &text, b);
            Some(done.map(|t| Val::Bytes(new(rt, t.chars().map(|c| c as u8).collect(), x.mutable))))
        }
        _ => None,
    }
}

/// Whether a value's bytes are those of an array.
fn reads(rt: &Rt, v: Val, array: Gc<Bytes>) -> bool {
    match ops::unwrapped(rt, v) {
        Val::Bytes(b) => b == array,
        Val::Misc(m) if m.kind == misc::VIEW => view_parts(rt, m).is_some_and(|p| p.0 == array),
        _ => false,
    }
}

fn exported(rt: &Rt) -> Raised {
    errors::raise(rt, rt.lang.types().buffer_error, "Existing exports of data: object cannot be re-sized")
}

/// A comparison; `None` if one of the two has no bytes, or views are asked for an order.
pub fn compare(rt: &Rt, op: CmpOp, a: Val, b: Val) -> Option<bool> {
    let order = !matches!(op, CmpOp::Eq | CmpOp::Ne);
    // Byte arrays compare with all that has bytes, others only with their like.
    let array = |v| matches!(v, Val::Bytes(b) if b.mutable);
    if order && !(matches!((a, b), (Val::Bytes(_), Val::Bytes(_))) || array(a) || array(b)) {
        return None;
    }
    match (a, b) {
        (Val::Bytes(x), Val::Bytes(y)) if x == y => {
            Some(number::satisfies(op, Some(std::cmp::Ordering::Equal)))
        }
        _ => Some(number::satisfies(op, Some(of(rt, a)?.cmp(&of(rt, b)?)))),
    }
}

/// `b'..'`.
pub fn quoted(data: &[u8]) -> String {
    shown(data, false)
}

/// The same for an array, which has each single quote escaped.
fn shown(data: &[u8], array: bool) -> String {
    let quote = if data.contains(&b'\'') && !data.contains(&b'"') { b'"' } else { b'\'' };
    let mut out = String::from("b");
    out.push(quote as char);
    for &c in data {
        match c {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            c if c == quote || array && c == b'\'' => {
                out.push('\\');
                out.push(c as char);
            }
            32..=126 => out.push(c as char),
            c => {
                let _ = write!(out, "\\x{c:02x}");
            }
        }
    }
    out.push(quote as char);
    out
}

/// `repr` of bytes or an array of them.
pub fn repr(rt: &Rt, b: Gc<Bytes>) -> String {
    let text = b.data.with(&rt.heap, |d| shown(&d.0, b.mutable));
    if b.mutable {
        format!("bytearray({text})")
    } else {
        text
    }
}

/// A list of the bytes as integers.
pub fn to_slots(data: &[u8]) -> Vec<RawSlot> {
    data.iter().map(|&b| Val::Int(b.into()).into()).collect()
}
