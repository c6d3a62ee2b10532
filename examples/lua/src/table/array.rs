//! The array part, host side.

use super::{kind, Table};
use crate::value::{Tag, Val, NIL};
use crate::{error, Rt};
use holloway::heap::{
    ArrayObject, ByteArray, FloatArray, Gc, HeapValue, Mut, OptGc, RawSlot, SlotArray, WordArray, Zeroable,
};
use holloway::machine::Raised;

/// A larger copy of an array.
fn grown<A, E>(rt: &Rt, old: OptGc<A>, used: usize, size: usize) -> Result<Gc<A>, Raised>
where
    E: HeapValue + Zeroable,
    A: ArrayObject<Elem = Mut<E>> + Default,
{
    let new = rt.heap.array::<A>(size).map_err(|_| error::out_of_memory(rt))?;
    if let Some(old) = old.get() {
        let cells = old.tail().cells(&rt.heap);
        let fits = new.tail().copy_from(&rt.heap, 0, &cells[..used.min(cells.len())]);
        debug_assert!(fits.is_some());
    }
    Ok(new)
}

/// The kind of array that holds a value best.
fn kind_for(v: RawSlot) -> u8 {
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
        let cx = &rt.heap;
        let at = (i as u64).wrapping_sub(1);
        if at < self.alen.get(cx) as u64 {
            return self.element(rt, at as usize);
        }
        let key = RawSlot { tag: Tag::Int, bits: i as u64 };
        self.hash.get(cx).get().map_or(NIL, |h| h.hash.with(cx, |h| h.get(cx, key)))
    }
    fn element(&self, rt: &Rt, at: usize) -> RawSlot {
        let cx = &rt.heap;
        match self.kind.get(cx) {
            kind::INTS => {
                let v = self.ints.get(cx).get().and_then(|a| a.get(cx, at));
                v.map_or(NIL, |x| Val::Int(x).into())
            }
            kind::FLOATS => {
                let v = self.floats.get(cx).get().and_then(|a| a.get(cx, at));
                v.map_or(NIL, |x| Val::Float(x).into())
            }
            kind::BOOLS => {
                let v = self.bools.get(cx).get().and_then(|a| a.get(cx, at));
                v.map_or(NIL, |x| Val::bool(x != 0).into())
            }
            _ => self.arr.get(cx).get().and_then(|a| a.get(cx, at)).unwrap_or(NIL),
        }
    }
    /// Elements there is room for.
    pub fn capacity(&self, rt: &Rt) -> usize {
        let cx = &rt.heap;
        match self.kind.get(cx) {
            kind::INTS => self.ints.get(cx).get().map_or(0, |a| a.len()),
            kind::FLOATS => self.floats.get(cx).get().map_or(0, |a| a.len()),
            kind::BOOLS => self.bools.get(cx).get().map_or(0, |a| a.len()),
            kind::SLOTS => self.arr.get(cx).get().map_or(0, |a| a.len()),
            _ => 0,
        }
    }
    /// Makes room for `n` elements in an array part of this kind, which becomes the table's.
    fn reserve(&self, rt: &Rt, kind: u8, n: usize) -> Result<(), Raised> {
        let cx = &rt.heap;
        let used = self.alen.get(cx) as usize;
        let have = self.capacity(rt);
        let (was, size) = (self.kind.get(cx), if n <= have { have } else { n.max(used * 2).max(4) });
        if was == kind && n <= have {
            return Ok(());
        }
        match kind {
            kind::INTS => self.ints.set(cx, grown(rt, self.ints.get(cx), used, size)?.into()),
            kind::FLOATS => self.floats.set(cx, grown(rt, self.floats.get(cx), used, size)?.into()),
            kind::BOOLS => self.bools.set(cx, grown(rt, self.bools.get(cx), used, size)?.into()),
            _ if was == kind::SLOTS || used == 0 => {
                self.arr.set(cx, grown(rt, self.arr.get(cx), used, size)?.into())
            }
            _ => {
                let new: Gc<SlotArray> = grown(rt, OptGc::NULL, 0, size)?;
                for at in 0..used {
                    new.set(cx, at, self.element(rt, at));
                }
                self.arr.set(cx, new.into());
            }
        }
        if was != kind {
            match was {
                kind::INTS => self.ints.set(cx, OptGc::<WordArray>::NULL),
                kind::FLOATS => self.floats.set(cx, OptGc::<FloatArray>::NULL),
                kind::BOOLS => self.bools.set(cx, OptGc::<ByteArray>::NULL),
                _ => {}
            }
            self.kind.set(cx, kind);
        }
        Ok(())
    }
    /// Fills a table that has nothing but names with the list of a constructor. A list with nils has the length that the reference gives it.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn set_first(&self, rt: &Rt, values: &[RawSlot]) -> Result<(), Raised> {
        let empty = self.kind.get(&rt.heap) == kind::NONE && self.hash.get(&rt.heap).is_null();
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
    fn put(&self, rt: &Rt, at: usize, v: RawSlot) {
        let cx = &rt.heap;
        match (self.kind.get(cx), Val::from(v)) {
            (kind::INTS, Val::Int(x)) => {
                self.ints.get(cx).get().and_then(|a| a.set(cx, at, x));
            }
            (kind::FLOATS, Val::Float(x)) => {
                self.floats.get(cx).get().and_then(|a| a.set(cx, at, x));
            }
            (kind::BOOLS, x @ (Val::False | Val::True)) => {
                self.bools.get(cx).get().and_then(|a| a.set(cx, at, x.is_true().into()));
            }
            _ => {
                self.arr.get(cx).get().and_then(|a| a.set(cx, at, v));
            }
        }
    }
    /// Whether the array part can hold the value as it is.
    fn suits(&self, rt: &Rt, v: RawSlot) -> bool {
        match self.kind.get(&rt.heap) {
            kind::SLOTS => true,
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
        if at < alen as u64 {
            let at = at as usize;
            if v == NIL && i == alen {
                if self.kind.get(cx) == kind::SLOTS {
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
        if i == alen + 1 && v != NIL && self.kind.get(cx) != kind::HASHED {
            self.append(rt, v)?;
            return self.pull(rt);
        }
        self.set_hashed(rt, RawSlot { tag: Tag::Int, bits: i as u64 }, v)
    }
    /// Adds element `alen + 1`.
    fn append(&self, rt: &Rt, v: RawSlot) -> Result<(), Raised> {
        let alen = self.alen.get(&rt.heap);
        let fits = self.kind.get(&rt.heap) != kind::SLOTS && (alen == 0 || self.suits(rt, v));
        let k = if fits { kind_for(v) } else { kind::SLOTS };
        self.reserve(rt, k, alen as usize + 1)?;
        self.put(rt, alen as usize, v);
        self.alen.set(&rt.heap, alen + 1);
        Ok(())
    }
    /// Moves elements by one place, for a library function that inserts or removes: `first..last` to `first + 1..=last`, or back. Both must be
    /// indices in the array part.
    pub fn shift(&self, rt: &Rt, first: i64, last: i64, to_end: bool) {
        fn go<A, E>(rt: &Rt, array: OptGc<A>, first: usize, last: usize, to_end: bool)
        where
            E: HeapValue + Zeroable,
            A: ArrayObject<Elem = Mut<E>>,
        {
            let cx = &rt.heap;
            let Some(array) = array.get() else { return };
            let (from, to) = if to_end { (first..last - 1, first + 1) } else { (first + 1..last, first) };
            array.tail().copy_within(cx, from, to).expect("elements within the array");
        }
        let cx = &rt.heap;
        let (first, last) = (first as usize - 1, last as usize);
        match self.kind.get(cx) {
            kind::INTS => go(rt, self.ints.get(cx), first, last, to_end),
            kind::FLOATS => go(rt, self.floats.get(cx), first, last, to_end),
            kind::BOOLS => go(rt, self.bools.get(cx), first, last, to_end),
            kind::SLOTS => go(rt, self.arr.get(cx), first, last, to_end),
            _ => {}
        }
    }
    /// After the array part grew: takes its last element and those that follow out of the hash part.
    fn pull(&self, rt: &Rt) -> Result<(), Raised> {
        let cx = &rt.heap;
        let Some(part) = self.hash.get(cx).get().filter(|h| h.elements.get(cx) > 0) else { return Ok(()) };
        let key = |i: i64| RawSlot { tag: Tag::Int, bits: i as u64 };
        let take = |i| part.hash.with_mut(cx, |h| h.take(cx, key(i)));
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
    fn shrink(&self, rt: &Rt) {
        let cx = &rt.heap;
        if self.kind.get(cx) == kind::SLOTS {
            let mut n = self.alen.get(cx);
            while n > 0 && self.element(rt, n as usize - 1) == NIL {
                n -= 1;
            }
            self.alen.set(cx, n);
        }
    }
    /// Used elements among those from number `from` to before `to`, of which the array part may have only some.
    fn used(&self, rt: &Rt, from: u64, to: u64) -> u64 {
        let cx = &rt.heap;
        let alen = self.alen.get(cx) as u64;
        let (from, to) = (from.min(alen) as usize, to.min(alen) as usize);
        match (self.kind.get(cx), self.arr.get(cx).get()) {
            (kind::SLOTS, Some(a)) => {
                let cells = &a.tail().cells(cx)[from..to];
                cells.iter().filter(|c| c.get(cx) != NIL).count() as u64
            }
            _ => (to - from) as u64,
        }
    }
    /// Before the hash part grows for integer key `new`: moves its integers to the array part if more than half of that would be used.
    pub(super) fn grow_array_for(&self, rt: &Rt, new: i64) -> Result<bool, Raised> {
        let cx = &rt.heap;
        let (alen, Some(part)) = (self.alen.get(cx), self.hash.get(cx).get()) else { return Ok(false) };
        if self.kind.get(cx) == kind::HASHED || new < 1 {
            return Ok(false);
        }
        // Keys by binary magnitude: bucket b counts those in (2^(b-1), 2^b].
        let mut buckets = [0u64; 64];
        let mut count = |i: i64| {
            if i > 0 {
                buckets[(64 - (i as u64 - 1).leading_zeros()) as usize % 64] += 1;
            }
        };
        count(new);
        part.hash.with(cx, |h| h.ints().for_each(&mut count));
        let (mut below, mut size) = (0, 0u64);
        for (b, n) in buckets.iter().enumerate().take(32) {
            let (half, all) = (1 << b >> 1, 1 << b);
            below += n + self.used(rt, half, all);
            if *n > 0 && below > half {
                size = all;
            }
        }
        if size <= alen as u64 || new as u64 > size {
            return Ok(false);
        }
        self.reserve(rt, kind::SLOTS, size as usize)?;
        let moved = part.change(cx, |h| h.take_ints(cx, |i| i > alen && i as u64 <= size));
        let top = moved.iter().map(|m| m.0).max().unwrap_or(alen).max(alen);
        for at in alen..top.max(new) {
            self.put(rt, at as usize, NIL);
        }
        for (i, v) in moved {
            self.put(rt, i as usize - 1, v);
        }
        // The new key's value follows; until then its element would break the invariant only if it is the last one.
        self.alen.set(cx, top);
        if new > top {
            self.put(rt, new as usize - 1, Val::False.into());
            self.alen.set(cx, new);
        }
        self.pull(rt)?;
        Ok(true)
    }
    /// Moves the array part into the hash part for good.
    pub(super) fn array_to_hash(&self, rt: &Rt) -> Result<(), Raised> {
        let cx = &rt.heap;
        let all: Vec<_> = (0..self.alen.get(cx) as usize).map(|at| self.element(rt, at)).collect();
        self.alen.set(cx, 0);
        self.kind.set(cx, kind::HASHED);
        self.arr.set(cx, OptGc::NULL);
        self.ints.set(cx, OptGc::NULL);
        self.floats.set(cx, OptGc::NULL);
        self.bools.set(cx, OptGc::NULL);
        for (at, v) in all.into_iter().enumerate() {
            self.set_hashed(rt, RawSlot { tag: Tag::Int, bits: at as u64 + 1 }, v)?;
        }
        Ok(())
    }
}
