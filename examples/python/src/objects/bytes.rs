//! `bytes`, `bytearray` and `memoryview`: items, slices, order, operators, text.
//!
//! One heap object serves the first two; a view is a range of one of them. What reads bytes takes any of the three ([`of`]) and works on a copy, so
//! nothing is borrowed while the program may run. Interpreter code reads and writes the array itself.
//!
//! **Not promised.** A `bytearray` may change its size while a view of it exists; the view then shows what is left of its range.

use super::{item, iter, number, ops, str, view};
use crate::bytecode::{BinOp, CmpOp};
use crate::value::{misc, Bytes, Misc, Val};
use crate::{errors, Rt};
use holloway::heap::{ByteArray, Gc, RawSlot};
use holloway::machine::Raised;
use std::fmt::Write as _;
use std::ops::Range;

/// Room for bytes that are added one by one.
const LEAST_ROOM: usize = 16;
/// Most bytes of one object.
const MAX: usize = 1 << 33;

/// A `bytes` (or, if it is mutable, a `bytearray`) object.
///
/// # Errors
/// `MemoryError`.
pub fn new(rt: &Rt, data: &[u8], mutable: bool) -> Result<Gc<Bytes>, Raised> {
    let made = rt.heap.alloc(Bytes::new(mutable));
    made.append(rt, data)?;
    Ok(made)
}

/// `bytes` as a value.
///
/// # Errors
/// `MemoryError`.
pub fn val(rt: &Rt, data: impl AsRef<[u8]>) -> Result<Val, Raised> {
    new(rt, data.as_ref(), false).map(Val::Bytes)
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
        Val::Bytes(b) => Some(b.part(rt, 0..b.len(rt))),
        Val::Misc(m) if m.kind == misc::VIEW => {
            let (b, at, n) = view_parts(rt, m)?;
            Some(b.part(rt, at..at + n))
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
        self.size.get(&rt.heap) as usize
    }
    /// Byte `i`.
    pub fn at(&self, rt: &Rt, i: usize) -> Option<u8> {
        let data = self.data.get(&rt.heap).get()?;
        data.get(&rt.heap, i).filter(|_| i < self.len(rt))
    }
    /// Changes byte `i`, which there must be.
    pub fn set(&self, rt: &Rt, i: usize, byte: u8) {
        if let Some(data) = self.data.get(&rt.heap).get() {
            data.set(&rt.heap, i, byte);
        }
    }
    /// A copy of some of the bytes.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn part(&self, rt: &Rt, range: Range<usize>) -> Vec<u8> {
        assert!(range.end <= self.len(rt), "{range:?} of {} bytes", self.len(rt));
        let copy =
            |data: Gc<ByteArray>| data.cells(&rt.heap)[range].iter().map(|b| b.get(&rt.heap)).collect();
        self.data.get(&rt.heap).get().map(copy).unwrap_or_default()
    }
    /// Adds bytes at the end.
    ///
    /// # Errors
    /// `MemoryError`; then nothing is changed.
    pub fn append(&self, rt: &Rt, more: &[u8]) -> Result<(), Raised> {
        let (cx, n) = (&rt.heap, self.len(rt));
        if more.is_empty() {
            return Ok(());
        }
        let wanted = n + more.len();
        let data = match self.data.get(cx).get() {
            Some(data) if wanted <= data.len() => data,
            old => {
                let room = if n == 0 { wanted } else { wanted.max(n + n / 2 + LEAST_ROOM) };
                let made = cx.array::<ByteArray>(room).map_err(|_| errors::memory(rt))?;
                if let Some(old) = old {
                    made.copy_from(cx, 0, &old.cells(cx)[..n]);
                }
                self.data.set(cx, made.into());
                made
            }
        };
        data.copy_in(cx, n, more);
        self.size.set(cx, wanted as i64);
        Ok(())
    }
    /// Changes all bytes in a copy, which takes their place.
    ///
    /// # Errors
    /// `MemoryError`; then nothing is changed.
    pub fn change<T>(&self, rt: &Rt, f: impl FnOnce(&mut Vec<u8>) -> T) -> Result<T, Raised> {
        let mut all = self.part(rt, 0..self.len(rt));
        let answer = f(&mut all);
        errors::room(rt, all.len())?;
        let before = self.size.get(&rt.heap);
        self.size.set(&rt.heap, 0);
        self.append(rt, &all).inspect_err(|_| self.size.set(&rt.heap, before))?;
        Ok(answer)
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

/// The bytes of a slice, which are there.
fn part_of(rt: &Rt, b: Gc<Bytes>, start: i64, step: i64, count: usize) -> Vec<u8> {
    match step {
        1 => b.part(rt, start as usize..start as usize + count),
        _ => (0..count as i64).filter_map(|i| b.at(rt, (start + i * step) as usize)).collect(),
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
            new(rt, &part_of(rt, b, start, step, count), b.mutable).map(Val::Bytes)
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
        Some((b, at, n)) if !b.mutable => Ok(str::hash_bytes(&b.part(rt, at..at + n))),
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
                return b.change(rt, |d| drop(d.splice(start..start + count, new)));
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
            for (i, x) in new.into_iter().enumerate() {
                b.set(rt, (start + i as i64 * step) as usize, x);
            }
            Ok(())
        }
        k => {
            // Both may run the program, which may change the length.
            let (k, x) = (Val::Int(item::whole(rt, k, name(v))?), byte(rt, x, "byte")?);
            let i = item::position(rt, k, b.len(rt), name(v))?;
            b.set(rt, i, x);
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
            })
        }
        k => {
            let i = item::position(rt, k, b.len(rt), "bytearray")?;
            b.change(rt, |d| d.remove(i)).map(drop)
        }
    };
    Some(run())
}

/// Where a run of bytes is in another.
pub fn find(data: &[u8], part: &[u8]) -> Option<usize> {
    match part {
        [b] => memchr::memchr(*b, data),
        _ => memchr::memmem::find(data, part),
    }
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
                return Some(x.append(rt, &other).map(|()| a));
            }
            let mut out = of(rt, a)?;
            out.extend(other);
            Some(new(rt, &out, x.mutable).map(Val::Bytes))
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
                return Some(x.change(rt, |d| *d = out).map(|()| a));
            }
            Some(new(rt, &out, x.mutable).map(Val::Bytes))
        }
        (BinOp::Mul, Val::Int(_) | Val::False | Val::True, Val::Bytes(_)) => binary(rt, op, false, b, a),
        (BinOp::Mod, Val::Bytes(x), _) => {
            let text: String = of(rt, a)?.into_iter().map(char::from).collect();
            let done = crate::text::percent::format_bytes(rt, &text, b);
            let bytes = |t: String| t.chars().map(|c| c as u8).collect::<Vec<u8>>();
            Some(done.and_then(|t| new(rt, &bytes(t), x.mutable)).map(Val::Bytes))
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

/// Whether two have the same bytes.
pub fn same(rt: &Rt, a: Gc<Bytes>, b: Gc<Bytes>) -> bool {
    let n = a.len(rt);
    n == b.len(rt) && (0..n).all(|i| a.at(rt, i) == b.at(rt, i))
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
    let text = shown(&b.part(rt, 0..b.len(rt)), b.mutable);
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
