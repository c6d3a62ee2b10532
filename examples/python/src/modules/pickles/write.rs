//! Writing plain values as a pickle of one frame.

use super::DEEPEST;
use crate::native::Args;
use crate::objects::bytes;
use crate::value::Val;
use crate::Rt;
use holloway::heap::RawSlot;
use num_bigint::BigInt;
use std::collections::HashMap;

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
            Val::Float(x) => self.op(b'G', &x.get().to_be_bytes()),
            Val::Str(s) => {
                self.data(b'\x8c', b'X', s.data());
                self.memoize(v);
            }
            Val::Bytes(b) if !b.mutable => {
                let data = b.part(self.rt, 0..b.len(self.rt));
                self.data(b'C', b'B', &data);
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

/// What `write` answers, if it does.
pub fn writing(a: &Args<'_>) -> Option<Val> {
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
    (w.out.len() < FRAME).then(|| bytes::val(a.rt, all).ok()).flatten()
}
