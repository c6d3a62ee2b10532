//! The array part, host side.

use super::{kind, By, Table, ZERO};
use crate::value::{Tag, Val, Value, NIL};
use crate::{error, Lua, Rt};
use holloway::heap::{
    ArrayObject, ByteArray, FloatArray, Gc, HeapValue, Mut, RawSlot, SlotArray, WordArray, Zeroable,
};
use holloway::machine::helper::value;
use holloway::machine::{Conc, Raised};

/// Elements that an array part has room for at least.
pub const LEAST_ROOM: usize = 4;

/// A larger copy of an array.
fn grown<A, E>(rt: &Rt, old: Option<Gc<A>>, used: usize, size: usize) -> Result<Gc<A>, Raised>
where
    E: HeapValue + Zeroable,
    A: ArrayObject<Elem = Mut<E>> + Default,
{
    let new = rt.heap.array::<A>(size).map_err(|_| error::out_of_memory(rt))?;
    if let Some(old) = old {
        let cells = old.tail().cells(&rt.heap);
        let fits = new.tail().copy_from(&rt.heap, 0, &cells[..used.min(cells.len())]);
        debug_assert!(fits.is_some());
    }
    Ok(new)
}

/// The kind of array that holds a value best.
fn kind_for(v: RawSlot) -> u64 {
    match v.tag {
        Tag::Int => kind::INTS,
        Tag::Float => kind::FLOATS,
        Tag::False | Tag::True => kind::BOOLS,
        _ => kind::SLOTS,
    }
}

/// A length of the list: its own, or the one that bisection finds before a nil at its end.
fn border(values: &[RawSlot]) -> usize {
    let full = |n: usize| n == 0 || values[n - 1] != NIL;
    let n = values.len();
    if full(n) || full(n - 1) {
        return if full(n) { n } else { n - 1 };
    }
    let (mut low, mut high) = (0, n);
    while high - low > 1 {
        let mid = low + (high - low) / 2;
        *(if full(mid) { &mut low } else { &mut high }) = mid;
    }
    low
}

impl Table {
    /// The value of an integer key.
    pub fn get_int(&self, rt: &Rt, i: i64) -> RawSlot {
        let at = (i as u64).wrapping_sub(1);
        if at < self.extent(rt) as u64 {
            return self.element(rt, at as usize);
        }
        match i {
            0 => self.get_mapped(rt, ZERO),
            i => self.get_hashed(rt, Val::Int(i).into()),
        }
    }
    /// Keys from 1 on that the array part holds, or says are absent.
    #[inline]
    pub(super) fn extent(&self, rt: &Rt) -> usize {
        match self.part(rt) {
            Value::Sparse(a) => a.gc().len(),
            _ => self.alen.get(&rt.heap) as usize,
        }
    }
    /// The array part.
    #[inline]
    pub(super) fn part(&self, rt: &Rt) -> Value<Conc> {
        value::<Lua>(self.array.get(&rt.heap))
    }
    /// Its kind.
    pub(super) fn kind(&self, rt: &Rt) -> u64 {
        self.array.get(&rt.heap).tag
    }
    pub(super) fn element(&self, rt: &Rt, at: usize) -> RawSlot {
        let cx = &rt.heap;
        let v = match self.part(rt) {
            Value::Ints(a) => a.gc().get(cx, at).map(|x| Val::Int(x).into()),
            Value::Floats(a) => a.gc().get(cx, at).map(|x| Val::float(x).into()),
            Value::Bools(a) => a.gc().get(cx, at).map(|x| Val::bool(x != 0).into()),
            Value::Slots(a) | Value::Sparse(a) => a.gc().get(cx, at),
            _ => None,
        };
        v.unwrap_or(NIL)
    }
    /// Elements there is room for.
    pub fn capacity(&self, rt: &Rt) -> usize {
        match self.part(rt) {
            Value::Ints(a) => a.gc().len(),
            Value::Floats(a) => a.gc().len(),
            Value::Bools(a) => a.gc().len(),
            Value::Slots(a) | Value::Sparse(a) => a.gc().len(),
            _ => 0,
        }
    }
    /// Makes room for `n` elements in an array part of this kind, which becomes the table's. One of another kind must be empty, unless this one holds any values.
    pub(super) fn reserve(&self, rt: &Rt, kind: u64, n: usize) -> Result<(), Raised> {
        let cx = &rt.heap;
        let used = self.extent(rt);
        let have = self.capacity(rt);
        if self.kind(rt) == kind && n <= have {
            return Ok(());
        }
        let size = if n <= have { have } else { n.max(used * 2).max(LEAST_ROOM) };
        let part = self.part(rt);
        let bits = match kind {
            kind::INTS => {
                let old = if let Value::Ints(a) = part { Some(a.gc()) } else { None };
                grown::<WordArray, _>(rt, old, used, size)?.to_bits()
            }
            kind::FLOATS => {
                let old = if let Value::Floats(a) = part { Some(a.gc()) } else { None };
                grown::<FloatArray, _>(rt, old, used, size)?.to_bits()
            }
            kind::BOOLS => {
                let old = if let Value::Bools(a) = part { Some(a.gc()) } else { None };
                grown::<ByteArray, _>(rt, old, used, size)?.to_bits()
            }
            _ => {
                let old = if let Value::Slots(a) | Value::Sparse(a) = part { Some(a.gc()) } else { None };
                let new: Gc<SlotArray> = grown(rt, old, used, size)?;
                if old.is_none() {
                    (0..used).for_each(|at| {
                        new.set(cx, at, self.element(rt, at));
                    });
                }
                new.to_bits()
            }
        };
        self.array.set(cx, RawSlot { tag: kind, bits });
        Ok(())
    }
    /// Fills a table that has nothing but names with the list of a constructor. A list with nils has the length that the reference gives it.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn set_first(&self, rt: &Rt, values: &[RawSlot]) -> Result<(), Raised> {
        let empty = self.kind(rt) == kind::NONE && self.hash.get(&rt.heap).is_null();
        let border = border(values);
        let (head, rest) = values.split_at(if empty { border } else { 0 });
        if let Some(&first) = head.first() {
            let one_kind = head.iter().all(|v| kind_for(*v) == kind_for(first));
            self.reserve(rt, if one_kind { kind_for(first) } else { kind::SLOTS }, head.len())?;
            head.iter().enumerate().for_each(|(at, &v)| self.put(rt, at, v));
            self.alen.set(&rt.heap, border as i64);
        }
        for (i, &v) in rest.iter().enumerate() {
            self.set_int(rt, (head.len() + i) as i64 + 1, v)?;
        }
        Ok(())
    }
    pub(super) fn put(&self, rt: &Rt, at: usize, v: RawSlot) {
        let cx = &rt.heap;
        match (self.part(rt), Val::from(v)) {
            (Value::Ints(a), Val::Int(x)) => a.gc().set(cx, at, x),
            (Value::Floats(a), Val::Float(x)) => a.gc().set(cx, at, x.get()),
            (Value::Bools(a), x @ (Val::False | Val::True)) => a.gc().set(cx, at, x.is_true().into()),
            (Value::Slots(a) | Value::Sparse(a), _) => a.gc().set(cx, at, v),
            _ => None,
        };
    }
    /// Whether the array part can hold the value as it is.
    fn suits(&self, rt: &Rt, v: RawSlot) -> bool {
        match self.kind(rt) {
            kind::SLOTS | kind::SPARSE => true,
            k => k == kind_for(v),
        }
    }
    /// Sets an integer key.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn set_int(&self, rt: &Rt, i: i64, v: impl Into<RawSlot>) -> Result<(), Raised> {
        let (cx, v) = (&rt.heap, v.into());
        let alen = self.alen.get(cx);
        let at = (i as u64).wrapping_sub(1);
        if self.kind(rt) == kind::SPARSE && at < self.capacity(rt) as u64 {
            return self.set_sparse(rt, at as usize, v);
        }
        if at < alen as u64 {
            let at = at as usize;
            if v == NIL && i == alen {
                if self.kind(rt) == kind::SLOTS {
                    self.put(rt, at, NIL);
                }
                self.alen.set(cx, alen - 1);
                self.shrink(rt);
                return Ok(());
            }
            if !self.suits(rt, v) {
                self.reserve(rt, kind::SLOTS, alen as usize)?;
            }
            self.put(rt, at, v);
            return Ok(());
        }
        if i == alen + 1 && v != NIL && self.kind(rt) != kind::HASHED && !self.leave_thin(rt)? {
            self.append(rt, v)?;
            return self.pull(rt);
        }
        if i == 0 {
            return self.set_mapped(rt, ZERO, v, By::Name);
        }
        if v != NIL && self.make_sparse_for(rt, i)? {
            return self.set_int(rt, i, v);
        }
        self.set_hashed(rt, RawSlot { tag: Tag::Int, bits: i as u64 }, v)
    }
    /// Adds element `alen + 1`.
    fn append(&self, rt: &Rt, v: RawSlot) -> Result<(), Raised> {
        let alen = self.alen.get(&rt.heap);
        let any = matches!(self.kind(rt), kind::SLOTS | kind::SPARSE);
        let fits = !any && (alen == 0 || self.suits(rt, v));
        let k = if fits { kind_for(v) } else { kind::SLOTS };
        self.reserve(rt, k, alen as usize + 1)?;
        self.put(rt, alen as usize, v);
        self.alen.set(&rt.heap, alen + 1);
        Ok(())
    }
    /// Inserts before the element at `at` of a list that is all in the array part.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn insert_at(&self, rt: &Rt, at: i64, v: RawSlot) -> Result<(), Raised> {
        let end = self.alen.get(&rt.heap) + 1;
        self.set_int(rt, end, self.get_int(rt, end - 1))?;
        self.shift(rt, at, end, true);
        self.set_int(rt, at, v)
    }
    /// Removes the element at `at` of such a list.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn remove_at(&self, rt: &Rt, at: i64) -> Result<RawSlot, Raised> {
        let (v, len) = (self.get_int(rt, at), self.alen.get(&rt.heap));
        self.shift(rt, at, len, false);
        self.set_int(rt, len, NIL)?;
        Ok(v)
    }
    /// Moves elements by one place: `first..last` to `first + 1..=last`, or back. Both must be indices in the array part.
    fn shift(&self, rt: &Rt, first: i64, last: i64, to_end: bool) {
        fn go<A, E>(rt: &Rt, array: Gc<A>, first: usize, last: usize, to_end: bool)
        where
            E: HeapValue + Zeroable,
            A: ArrayObject<Elem = Mut<E>>,
        {
            let cx = &rt.heap;
            let (from, to) = if to_end { (first..last - 1, first + 1) } else { (first + 1..last, first) };
            array.tail().copy_within(cx, from, to).expect("elements within the array");
        }
        let (first, last) = (first as usize - 1, last as usize);
        match self.part(rt) {
            Value::Ints(a) => go(rt, a.gc(), first, last, to_end),
            Value::Floats(a) => go(rt, a.gc(), first, last, to_end),
            Value::Bools(a) => go(rt, a.gc(), first, last, to_end),
            Value::Slots(a) | Value::Sparse(a) => go(rt, a.gc(), first, last, to_end),
            _ => {}
        }
    }
    /// After the array part grew: takes its last element and those that follow out of the hash part.
    pub(super) fn pull(&self, rt: &Rt) -> Result<(), Raised> {
        let cx = &rt.heap;
        let Some(part) = self.hash.get(cx).get().filter(|h| h.elements.get(cx) > 0) else { return Ok(()) };
        let key = |i: i64| RawSlot { tag: Tag::Int, bits: i as u64 };
        let take = |i| part.take(cx, key(i));
        take(self.alen.get(cx));
        loop {
            let v = take(self.alen.get(cx) + 1);
            if v == NIL {
                return Ok(());
            }
            self.append(rt, v)?;
        }
    }
    /// Restores the invariant that the last element is not nil.
    pub(super) fn shrink(&self, rt: &Rt) {
        let cx = &rt.heap;
        if matches!(self.kind(rt), kind::SLOTS | kind::SPARSE) {
            let mut n = self.alen.get(cx);
            while n > 0 && self.element(rt, n as usize - 1) == NIL {
                n -= 1;
            }
            self.alen.set(cx, n);
        }
    }
    /// Moves the array part into the hash part for good.
    pub(super) fn array_to_hash(&self, rt: &Rt) -> Result<(), Raised> {
        let cx = &rt.heap;
        let all: Vec<_> = (0..self.extent(rt)).map(|at| self.element(rt, at)).collect();
        self.alen.set(cx, 0);
        self.array.set(cx, RawSlot { tag: kind::HASHED, bits: 0 });
        for (at, v) in all.into_iter().enumerate() {
            self.set_hashed(rt, RawSlot { tag: Tag::Int, bits: at as u64 + 1 }, v)?;
        }
        Ok(())
    }
}
