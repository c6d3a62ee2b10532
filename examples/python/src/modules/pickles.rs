//! The module `_pickles`: plain values as bytes and back, for `pickle`, which is written in Python.
//!
//! **Invariants.**
//! 1. Only values of the built-in classes themselves are written, and only instructions that make such are carried out. Else the answer is `None`, and Python
//!    does it all over: it finds classes, calls the program, and says what is wrong.
//! 2. What is written is what `library/pickle` would write: one frame of protocol 4 or 5, values numbered in the same order.
//!
//! **Not promised.** More than a frame's bytes, and values deeper than [`DEEPEST`], are left to Python.
//!
//! **Example.** `write((1, 'a'), 4)` is `b'\x80\x04\x95\x08\0\0\0\0\0\0\0K\x01\x8c\x01a\x94\x86\x94.'`.

use crate::native::{Args, Body};
use crate::objects::{bytes, dict, list, number, ops, str};
use crate::py::Module;
use crate::value::Val;
use crate::Rt;
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use num_bigint::BigInt;
use std::collections::HashMap;

/// Containers within each other that are looked into.
const DEEPEST: usize = 100;
/// Bytes of a frame.
const FRAME: usize = 64 * 1024;
/// Items that are added at once.
const BATCH: usize = 1000;

/// Values being written.
struct Writer<'a> {
    rt: &'a Rt,
    out: Vec<u8>,
    /// The numbers of values written before, by their bits.
    known: HashMap<u64, u32>,
}

impl Writer<'_> {
    fn op(&mut self, code: u8, more: &[u8]) {
        self.out.push(code);
        self.out.extend_from_slice(more);
    }
    fn memoize(&mut self, v: Val) {
        self.known.insert(RawSlot::from(v).bits, self.known.len() as u32);
        self.out.push(b'\x94');
    }
    fn get(&mut self, n: u32) {
        match u8::try_from(n) {
            Ok(n) => self.op(b'h', &[n]),
            Err(_) => self.op(b'j', &n.to_le_bytes()),
        }
    }
    /// Bytes after their number, by one of two instructions.
    fn data(&mut self, short: u8, long: u8, data: &[u8]) {
        match u8::try_from(data.len()) {
            Ok(n) => self.op(short, &[n]),
            Err(_) => self.op(long, &(data.len() as u32).to_le_bytes()),
        }
        self.out.extend_from_slice(data);
    }
    fn int(&mut self, n: i64) {
        if let Ok(n) = u8::try_from(n) {
            self.op(b'K', &[n]);
        } else if let Ok(n) = u16::try_from(n) {
            self.op(b'M', &n.to_le_bytes());
        } else if let Ok(n) = i32::try_from(n) {
            self.op(b'J', &n.to_le_bytes());
        } else {
            self.data(b'\x8a', b'\x8b', &BigInt::from(n).to_signed_bytes_le());
        }
    }
    fn put(&mut self, v: Val, depth: usize) -> Option<()> {
        (depth < DEEPEST && self.out.len() < FRAME).then_some(())?;
        let numbered = matches!(v, Val::Str(_) | Val::Bytes(_) | Val::List(_) | Val::Tuple(_) | Val::Dict(_));
        if let (true, Some(&n)) = (numbered, self.known.get(&RawSlot::from(v).bits)) {
            self.get(n);
            return Some(());
        }
        match v {
            Val::None => self.out.push(b'N'),
            Val::True => self.out.push(b'\x88'),
            Val::False => self.out.push(b'\x89'),
            Val::Int(n) => self.int(n),
            Val::Float(x) => self.op(b'G', &x.to_be_bytes()),
            Val::Str(s) => {
                self.data(b'\x8c', b'X', s.data());
                self.memoize(v);
            }
            Val::Bytes(b) if !b.mutable => {
                let rt = self.rt;
                b.data.with(&rt.heap, |d| self.data(b'C', b'B', &d.0));
                self.memoize(v);
            }
            Val::Tuple(t) => return self.tuple(v, t.items.as_slice(), depth),
            Val::List(l) => {
                self.out.push(b']');
                self.memoize(v);
                let items = l.to_vec(self.rt);
                self.batches(&items, (b'a', b'e'), |w, &x| w.put(x.into(), depth + 1))?;
            }
            Val::Dict(d) => {
                self.out.push(b'}');
                self.memoize(v);
                let items = d.items(self.rt);
                self.batches(&items, (b's', b'u'), |w, &(k, x)| {
                    w.put(k.into(), depth + 1)?;
                    w.put(x.into(), depth + 1)
                })?;
            }
            _ => return None,
        }
        Some(())
    }
    fn tuple(&mut self, v: Val, items: &[RawSlot], depth: usize) -> Option<()> {
        let n = items.len();
        if n > 3 {
            self.out.push(b'(');
        }
        items.iter().try_for_each(|&x| self.put(x.into(), depth + 1))?;
        // One that contains itself by way of something else.
        (!self.known.contains_key(&RawSlot::from(v).bits)).then_some(())?;
        self.out.push(*b")\x85\x86\x87t".get(n.min(4))?);
        if n > 0 {
            self.memoize(v);
        }
        Some(())
    }
    fn batches<T>(
        &mut self,
        items: &[T],
        (one, many): (u8, u8),
        mut put: impl FnMut(&mut Self, &T) -> Option<()>,
    ) -> Option<()> {
        let several = items.len() > 1;
        for part in items.chunks(BATCH) {
            if several {
                self.out.push(b'(');
            }
            part.iter().try_for_each(|x| put(self, x))?;
            self.out.push(if several { many } else { one });
        }
        Some(())
    }
}

fn writing(a: &Args<'_>) -> Option<Val> {
    let Val::Int(protocol @ 4..=5) = a.val(1) else { return None };
    let mut w = Writer { rt: a.rt, out: Vec::new(), known: HashMap::new() };
    w.put(a.val(0), 0)?;
    w.out.push(b'.');
    let mut all = vec![b'\x80', protocol as u8];
    if w.out.len() >= 4 {
        all.push(b'\x95');
        all.extend_from_slice(&(w.out.len() as u64).to_le_bytes());
    }
    all.extend_from_slice(&w.out);
    (w.out.len() < FRAME).then(|| bytes::val(a.rt, all))
}

/// Instructions being carried out.
struct Reader<'a> {
    rt: &'a Rt,
    data: &'a [u8],
    stack: Vec<RawSlot>,
    /// How many values were below each mark.
    marks: Vec<usize>,
    known: Vec<RawSlot>,
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (part, rest) = self.data.split_at_checked(n)?;
        self.data = rest;
        Some(part)
    }
    /// A number of so many bytes.
    fn number(&mut self, n: usize) -> Option<usize> {
        Some(self.take(n)?.iter().rev().fold(0, |all, &b| all << 8 | usize::from(b)))
    }
    /// The last value, which is above the last mark.
    fn top(&self) -> Option<RawSlot> {
        self.stack.get(self.marks.last().copied().unwrap_or(0)..)?.last().copied()
    }
    /// The values above the last mark.
    fn marked(&mut self) -> Option<Vec<RawSlot>> {
        let at = self.marks.pop()?;
        (at <= self.stack.len()).then(|| self.stack.split_off(at))
    }
    /// The last `n` values, none of them below a mark.
    fn last(&mut self, n: usize) -> Option<Vec<RawSlot>> {
        let at = self.stack.len().checked_sub(n)?;
        (at >= self.marks.last().copied().unwrap_or(0)).then(|| self.stack.split_off(at))
    }
    fn text(&mut self, n: usize) -> Option<Val> {
        str::val(self.rt, std::str::from_utf8(self.take(n)?).ok()?).ok()
    }
    fn tuple(&self, items: Option<Vec<RawSlot>>) -> Option<Val> {
        ops::tuple_val(self.rt, &items?).ok()
    }
    fn append(&self, items: Option<Vec<RawSlot>>) -> Option<()> {
        let Val::List(l) = Val::from(self.top()?) else { return None };
        l.extend(self.rt, &items?).ok()
    }
    fn set(&self, items: Option<Vec<RawSlot>>) -> Option<()> {
        let Val::Dict(d) = Val::from(self.top()?) else { return None };
        let items = items?;
        for pair in items.chunks(2) {
            let &[k, v] = pair else { return None };
            ops::quick_hash(self.rt, k.into())?;
            dict::set(self.rt, d.table(), k, v).ok()?;
        }
        Some(())
    }
    /// Carries out an instruction that makes a value, or changes one.
    fn step(&mut self, code: u8) -> Option<()> {
        let made = match code {
            b'N' => Val::None,
            b'\x88' => Val::True,
            b'\x89' => Val::False,
            b'K' => Val::Int(self.number(1)? as i64),
            b'M' => Val::Int(self.number(2)? as i64),
            b'J' => Val::Int((self.number(4)? as u32 as i32).into()),
            b'\x8a' => {
                let n = self.number(1)?;
                number::norm(self.rt, BigInt::from_signed_bytes_le(self.take(n)?))
            }
            b'G' => Val::Float(f64::from_be_bytes(self.take(8)?.try_into().ok()?)),
            b'\x8c' => {
                let n = self.number(1)?;
                self.text(n)?
            }
            b'X' => {
                let n = self.number(4)?;
                self.text(n)?
            }
            b'C' | b'B' => {
                let n = self.number(if code == b'C' { 1 } else { 4 })?;
                bytes::val(self.rt, self.take(n)?.to_vec())
            }
            b')' => self.tuple(Some(Vec::new()))?,
            b'\x85'..=b'\x87' => {
                let items = self.last(usize::from(code - b'\x84'));
                self.tuple(items)?
            }
            b't' => {
                let items = self.marked();
                self.tuple(items)?
            }
            b']' => Val::List(list::new(self.rt)),
            b'}' => Val::Dict(dict::new(self.rt)),
            b'h' | b'j' => {
                let n = self.number(if code == b'h' { 1 } else { 4 })?;
                (*self.known.get(n)?).into()
            }
            b'(' => return Some(self.marks.push(self.stack.len())),
            b'\x94' => return Some(self.known.push(self.top()?)),
            b'a' | b'e' => {
                let items = if code == b'a' { self.last(1) } else { self.marked() };
                return self.append(items);
            }
            b's' | b'u' => {
                let items = if code == b's' { self.last(2) } else { self.marked() };
                return self.set(items);
            }
            _ => return None,
        };
        self.stack.push(made.into());
        Some(())
    }
}

fn reading(a: &Args<'_>) -> Option<Val> {
    let Val::Bytes(b) = a.val(0) else { return None };
    b.data.with(&a.rt.heap, |d| {
        let [b'\x80', 4 | 5, rest @ ..] = &d.0[..] else { return None };
        let mut r = Reader { rt: a.rt, data: rest, stack: Vec::new(), marks: Vec::new(), known: Vec::new() };
        if r.data.first() == Some(&b'\x95') {
            // The frame has to be all that is left.
            r.take(1)?;
            (r.number(8)? == r.data.len()).then_some(())?;
        }
        loop {
            match r.take(1)?[0] {
                b'.' => break,
                code => r.step(code)?,
            }
        }
        let value = r.stack.pop()?;
        (r.data.is_empty() && r.stack.is_empty() && r.marks.is_empty())
            .then(|| ops::tuple_val(a.rt, &[value]).ok())
            .flatten()
    })
}

/// `read(bytes)`: a tuple of the value, or `None`.
fn read(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(reading(a).unwrap_or(Val::None))
}

/// `write(value, protocol)`: bytes or `None`.
fn write(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(writing(a).unwrap_or(Val::None))
}

const FUNCTIONS: &[(&std::primitive::str, Body)] = &[("read", read), ("write", write)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}
