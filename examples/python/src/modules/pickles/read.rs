//! Reading pickles of plain values: a machine with a stack and a memory, for some of the instructions.

use crate::native::Args;
use crate::objects::{bytes, dict, list, number, ops, str};
use crate::value::Val;
use crate::Rt;
use holloway::heap::RawSlot;
use num_bigint::BigInt;

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
            b'G' => Val::float(f64::from_be_bytes(self.take(8)?.try_into().ok()?)),
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
                bytes::val(self.rt, self.take(n)?).ok()?
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
            b'(' => {
                self.marks.push(self.stack.len());
                return Some(());
            }
            b'\x94' => {
                self.known.push(self.top()?);
                return Some(());
            }
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

/// What `read` answers, if it does.
pub fn reading(a: &Args<'_>) -> Option<Val> {
    let Val::Bytes(b) = a.val(0) else { return None };
    let data = b.part(a.rt, 0..b.len(a.rt));
    let [b'\x80', 4 | 5, rest @ ..] = &data[..] else { return None };
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
}
