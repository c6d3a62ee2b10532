//! Lists, host side: three ways to keep items, changed to the general one when a value of another type comes.
//!
//! Interpreter code has fast paths of its own over the same fields (`interp::item`).

use crate::value::{kind, List, Tag, Val, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{FloatArray, Gc, RawSlot, SlotArray, WordArray};
use holloway::machine::Raised;

fn kind_of(s: RawSlot) -> i64 {
    match s.tag {
        Tag::Int => kind::INTS,
        Tag::Float => kind::FLOATS,
        _ => kind::SLOTS,
    }
}

/// An empty list.
pub fn new(rt: &Rt) -> Gc<List> {
    rt.heap.alloc(List::new())
}

/// A list of these values.
///
/// # Errors
/// `MemoryError`.
pub fn from(rt: &Rt, values: &[RawSlot]) -> Result<Gc<List>, Raised> {
    let l = new(rt);
    l.assign(rt, values)?;
    Ok(l)
}

impl List {
    /// Number of items.
    pub fn len(&self, rt: &Rt) -> usize {
        self.size.get(&rt.heap) as usize
    }
    /// Item `i`; unbound if there is none.
    pub fn get(&self, rt: &Rt, i: usize) -> RawSlot {
        let cx = &rt.heap;
        if i >= self.len(rt) {
            return UNBOUND;
        }
        match self.kind.get(cx) {
            kind::INTS => self.ints.get(cx).get().and_then(|a| a.get(cx, i)).map(|x| Val::Int(x).into()),
            kind::FLOATS => {
                self.floats.get(cx).get().and_then(|a| a.get(cx, i)).map(|x| Val::Float(x).into())
            }
            _ => self.items.get(cx).get().and_then(|a| a.get(cx, i)),
        }
        .unwrap_or(UNBOUND)
    }
    /// All items.
    pub fn to_vec(&self, rt: &Rt) -> Vec<RawSlot> {
        (0..self.len(rt)).map(|i| self.get(rt, i)).collect()
    }
    fn capacity(&self, rt: &Rt) -> usize {
        let cx = &rt.heap;
        match self.kind.get(cx) {
            kind::INTS => self.ints.get(cx).get().map_or(0, |a| a.len()),
            kind::FLOATS => self.floats.get(cx).get().map_or(0, |a| a.len()),
            kind::SLOTS => self.items.get(cx).get().map_or(0, |a| a.len()),
            _ => 0,
        }
    }
    /// Makes room for `n` items of a kind, keeping those there are.
    fn reserve(&self, rt: &Rt, want: i64, n: usize) -> Result<(), Raised> {
        let cx = &rt.heap;
        let now = self.kind.get(cx);
        if now == want && n <= self.capacity(rt) {
            return Ok(());
        }
        let room = if n > 4 && n > self.len(rt) { n + n / 8 + 6 } else { n.max(4) };
        let old = self.len(rt);
        let full = |_| errors::memory(rt);
        match want {
            kind::INTS => {
                let a = cx.array::<WordArray>(room).map_err(full)?;
                if let Some(o) = self.ints.get(cx).get().filter(|_| now == want) {
                    for i in 0..old {
                        a.set(cx, i, o.get(cx, i).unwrap_or(0));
                    }
                }
                self.ints.set(cx, a.into());
            }
            kind::FLOATS => {
                let a = cx.array::<FloatArray>(room).map_err(full)?;
                if let Some(o) = self.floats.get(cx).get().filter(|_| now == want) {
                    for i in 0..old {
                        a.set(cx, i, o.get(cx, i).unwrap_or(0.0));
                    }
                }
                self.floats.set(cx, a.into());
            }
            _ => {
                let a = cx.array::<SlotArray>(room).map_err(full)?;
                for i in 0..old {
                    a.set(cx, i, self.get(rt, i));
                }
                self.items.set(cx, a.into());
            }
        }
        self.kind.set(cx, want);
        if want == kind::SLOTS {
            self.ints.set(cx, Default::default());
            self.floats.set(cx, Default::default());
        }
        Ok(())
    }
    fn kind_with(&self, rt: &Rt, v: RawSlot) -> i64 {
        match (self.kind.get(&rt.heap), kind_of(v)) {
            (kind::EMPTY, k) => k,
            (k, n) if k == n => k,
            (_, k) if self.len(rt) == 0 => k,
            _ => kind::SLOTS,
        }
    }
    fn put(&self, rt: &Rt, i: usize, v: RawSlot) {
        let cx = &rt.heap;
        match (self.kind.get(cx), Val::from(v)) {
            (kind::INTS, Val::Int(x)) => self.ints.get(cx).get().and_then(|a| a.set(cx, i, x)),
            (kind::FLOATS, Val::Float(x)) => self.floats.get(cx).get().and_then(|a| a.set(cx, i, x)),
            _ => self.items.get(cx).get().and_then(|a| a.set(cx, i, v)),
        };
    }
    /// Changes item `i`, which exists.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn set(&self, rt: &Rt, i: usize, v: RawSlot) -> Result<(), Raised> {
        let k = self.kind_with(rt, v);
        if k != self.kind.get(&rt.heap) {
            self.reserve(rt, k, self.len(rt))?;
        }
        self.put(rt, i, v);
        Ok(())
    }
    /// Adds an item at the end.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn push(&self, rt: &Rt, v: RawSlot) -> Result<(), Raised> {
        let n = self.len(rt);
        self.reserve(rt, self.kind_with(rt, v), n + 1)?;
        self.put(rt, n, v);
        self.size.set(&rt.heap, n as i64 + 1);
        Ok(())
    }
    /// Replaces all items.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn assign(&self, rt: &Rt, values: &[RawSlot]) -> Result<(), Raised> {
        self.size.set(&rt.heap, 0);
        let Some(&first) = values.first() else { return Ok(()) };
        let k = kind_of(first);
        let k = if values.iter().all(|&v| kind_of(v) == k) { k } else { kind::SLOTS };
        self.reserve(rt, k, values.len())?;
        values.iter().enumerate().for_each(|(i, &v)| self.put(rt, i, v));
        self.size.set(&rt.heap, values.len() as i64);
        Ok(())
    }
    /// Adds items at the end.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn extend(&self, rt: &Rt, values: &[RawSlot]) -> Result<(), Raised> {
        values.iter().try_for_each(|&v| self.push(rt, v))
    }
    /// Takes out item `i`, which exists.
    pub fn remove(&self, rt: &Rt, i: usize) -> RawSlot {
        let cx = &rt.heap;
        let (n, v) = (self.len(rt), self.get(rt, i));
        match self.kind.get(cx) {
            kind::INTS => {
                if let Some(a) = self.ints.get(cx).get() {
                    (i + 1..n).for_each(|k| {
                        a.set(cx, k - 1, a.get(cx, k).unwrap_or(0));
                    });
                }
            }
            _ => (i + 1..n).for_each(|k| self.put(rt, k - 1, self.get(rt, k))),
        }
        if self.kind.get(cx) == kind::SLOTS {
            self.put(rt, n - 1, UNBOUND);
        }
        self.size.set(cx, n as i64 - 1);
        v
    }
    /// Puts an item before position `i`.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn insert(&self, rt: &Rt, i: usize, v: RawSlot) -> Result<(), Raised> {
        let n = self.len(rt);
        self.push(rt, v)?;
        (i..n).rev().for_each(|k| self.put(rt, k + 1, self.get(rt, k)));
        self.put(rt, i, v);
        Ok(())
    }
    /// Shortens to `n` items.
    pub fn truncate(&self, rt: &Rt, n: usize) {
        let old = self.len(rt);
        if self.kind.get(&rt.heap) == kind::SLOTS {
            (n..old).for_each(|i| self.put(rt, i, UNBOUND));
        }
        self.size.set(&rt.heap, n.min(old) as i64);
    }
}
