//! The module `_structs`: values as bytes and back by a compiled format, for `struct`, which is written in Python.
//!
//! A compiled format is a list of `(code, count or length, offset, size of one)`; see `library/struct.py`.
//!
//! **Invariant.** Only what is plain is done here: integers, floats, `True`, `False` and bytes that fit. Else the answer is `None`, and Python does it or says
//! what is wrong.
//!
//! **Example.** `pack([('H', 1, 0, 2)], 'big', 2, (258,))` is `b'\x01\x02'`, `pack([('H', 1, 0, 2)], 'big', 2, (-1,))` is `None`.

use crate::native::{Args, Body};
use crate::objects::{bytes, number, ops};
use crate::py::Module;
use crate::value::{misc, Val};
use crate::Rt;
use holloway::heap::RawSlot;
use holloway::machine::Raised;

/// A part of a format.
#[derive(Clone, Copy)]
struct Field {
    code: u8,
    count: usize,
    offset: usize,
    size: usize,
}

/// The parts of the format that is argument 0.
fn fields<'a>(a: &'a Args<'_>) -> Option<impl Iterator<Item = Option<Field>> + 'a> {
    let Val::List(l) = a.val(0) else { return None };
    Some((0..l.len(a.rt)).map(move |i| {
        let Val::Tuple(t) = Val::from(l.get(a.rt, i)) else { return None };
        let &[code, count, offset, size] = t.items.as_slice() else { return None };
        let number = |v: RawSlot| number::small(v.into()).and_then(|n| usize::try_from(n).ok());
        let Val::Str(code) = Val::from(code) else { return None };
        Some(Field {
            code: *code.data().first()?,
            count: number(count)?,
            offset: number(offset)?,
            size: number(size)?,
        })
    }))
}

/// Whether argument 1 says that the lowest byte comes first.
fn little(a: &Args<'_>) -> bool {
    matches!(a.val(1), Val::Str(s) if s.data() == b"little")
}

/// Whether a code means integers with a sign.
fn signed(code: u8) -> bool {
    b"bhilqn".contains(&code)
}

/// A number as so many bytes.
fn put(out: &mut [u8], bits: u64, little: bool) {
    let n = out.len();
    match little {
        true => out.copy_from_slice(&bits.to_le_bytes()[..n]),
        false => out.copy_from_slice(&bits.to_be_bytes()[8 - n..]),
    }
}

/// Writes one value to its place.
fn store(rt: &Rt, code: u8, out: &mut [u8], v: Val, little: bool) -> Option<()> {
    let bits = match (code, v) {
        (b'd', Val::Float(x)) => x.get().to_bits(),
        (b'f', Val::Float(x)) => {
            let rounded = x.get() as f32;
            if rounded.is_infinite() && x.get().is_finite() {
                return None;
            }
            rounded.to_bits().into()
        }
        (b'?', Val::False | Val::True) => v.is_true().into(),
        (b'c' | b's', Val::Bytes(b)) => {
            if code == b'c' && b.len(rt) != 1 {
                return None;
            }
            let n = b.len(rt).min(out.len());
            out[..n].copy_from_slice(&b.part(rt, 0..n));
            return Some(());
        }
        (b'e' | b'f' | b'd' | b'?' | b'c' | b's' | b'p', _) => return None,
        (_, Val::Int(_) | Val::Big(_)) => {
            let n = match v {
                Val::Big(b) => b.wide()?,
                v => number::small(v)?.into(),
            };
            let bits = 8 * out.len() as u32;
            let (low, high) =
                if signed(code) { (-(1i128 << (bits - 1)), 1i128 << (bits - 1)) } else { (0, 1i128 << bits) };
            if !(low..high).contains(&n) {
                return None;
            }
            n as u64
        }
        _ => return None,
    };
    put(out, bits, little);
    Some(())
}

/// How many values a part stands for, and the size of each.
fn repeated(f: Field) -> (usize, usize) {
    match f.code {
        b's' | b'p' => (1, f.size),
        _ => (f.count, f.size),
    }
}

fn packed(a: &Args<'_>) -> Option<Val> {
    let (Val::Int(size), Val::Tuple(values)) = (a.val(2), a.val(3)) else { return None };
    let (mut values, little) = (values.items.as_slice().iter(), little(a));
    let mut out = bytes::room(a.rt, usize::try_from(size).ok()?).ok()?;
    out.resize(size as usize, 0);
    for f in fields(a)? {
        let f = f?;
        let (count, size) = repeated(f);
        for i in 0..count {
            let at = f.offset + i * size;
            store(a.rt, f.code, out.get_mut(at..at + size)?, (*values.next()?).into(), little)?;
        }
    }
    values.next().is_none().then(|| bytes::val(a.rt, out).ok()).flatten()
}

/// The value of some bytes.
fn load(rt: &Rt, code: u8, data: &[u8], little: bool) -> Option<Val> {
    let mut word = [0; 8];
    let n = data.len();
    match (code, little) {
        (b'c' | b's', _) => return bytes::val(rt, data).ok(),
        (b'e' | b'p', _) => return None,
        (_, true) => word[..n].copy_from_slice(data),
        (_, false) => word[8 - n..].copy_from_slice(data),
    }
    let bits = if little { u64::from_le_bytes(word) } else { u64::from_be_bytes(word) };
    let above = 64 - 8 * n as u32;
    Some(match code {
        b'd' => Val::float(f64::from_bits(bits)),
        b'f' => Val::float(f32::from_bits(bits as u32).into()),
        b'?' => Val::bool(bits != 0),
        _ if signed(code) => Val::Int((bits << above) as i64 >> above),
        _ => number::norm_wide(rt, bits.into()),
    })
}

fn unpacked(a: &Args<'_>) -> Option<Val> {
    let (Val::Int(size), Val::Int(base)) = (a.val(2), a.val(4)) else { return None };
    let size = usize::try_from(size).ok()?;
    let (data, from, n) = match a.val(3) {
        Val::Bytes(b) => (b, 0, b.len(a.rt)),
        Val::Misc(m) if m.kind == misc::VIEW => bytes::view_parts(a.rt, m)?,
        _ => return None,
    };
    let base = match base {
        -1 if n == size => 0,
        base => usize::try_from(base).ok()?,
    };
    if base.checked_add(size)? > n {
        return None;
    }
    let little = little(a);
    let data = data.part(a.rt, from + base..from + base + size);
    let mut all = Vec::new();
    for f in fields(a)? {
        let f = f?;
        let (count, size) = repeated(f);
        for i in 0..count {
            let at = f.offset + i * size;
            all.push(RawSlot::from(load(a.rt, f.code, data.get(at..at + size)?, little)?));
        }
    }
    ops::tuple_val(a.rt, &all).ok()
}

/// `pack(fields, order, size, values)`: bytes or `None`.
fn pack(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(packed(a).unwrap_or(Val::None))
}

/// `unpack(fields, order, size, data, base)`: a tuple or `None`. A base of -1 is for all of the data, which has to be of this size.
fn unpack(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(unpacked(a).unwrap_or(Val::None))
}

const FUNCTIONS: &[(&str, Body)] = &[("pack", pack), ("unpack", unpack)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}
