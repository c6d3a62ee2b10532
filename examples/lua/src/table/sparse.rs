//! Array parts that lack elements: sets of small integers, lists filled from behind.
//!
//! **Problem.** `used[digit] = true`, `seen[node] = true`, `column[n - i] = x`: integer keys that come in any order. In the hash part each of them takes a
//! search, and twice the memory of an element.
//!
//! **How.** Keys up to [`FEW`] are always in the array part, which takes as much memory then as the smallest hash part. Whenever the hash part would grow for an
//! integer, it is looked whether its integers take less memory in the array part, or more than half of that would be used, as in the reference: a list if none is lacking up to
//! the last one, else one that lacks elements, where further keys in any order have their places. A list that would grow, but has lost most of its elements, is given up: a queue (`q[last] = x`, `q[first] = nil`, both going up) would
//! take memory for all that ever went through it. A list that is filled from behind is known by its first few elements ([`AHEAD`]).
//!
//! **Invariants.** See [`super`]; `alen` of a sparse array part is a border, so `#t` need not search.
//!
//! **Not promised.** That a sparse array part becomes a list of one kind when it lacks nothing any more; it becomes one of any values, once it is full.
//!
//! **Example.** After `t[9] = 1` there are sixteen elements, `t[3] = 1` is one of them, `#t` is 0; after `t[1] = 1` it is 1.

use super::hash::{self, HashPart};
use super::{kind, Table};
use crate::value::{Val, Value, NIL};
use crate::{error, Rt};
use holloway::heap::{ArrayObject, Gc, RawSlot, SlotArray};
use holloway::machine::Raised;

/// The last of the keys that are always in the array part.
pub const FEW: i64 = 16;

/// A list of which no more than one in so many elements is left is given up.
const THIN: u64 = 8;

/// Elements that a list which is filled from behind may yet get, for each that it has.
const AHEAD: i64 = 8;

/// Least elements of a list that is.
const LEAST_GIVEN_UP: i64 = 64;

/// Memory of an element of any values, in bytes.
const SLOT: usize = size_of::<RawSlot>();

impl Table {
    /// Sets the element at a place of a sparse array part.
    pub(super) fn set_sparse(&self, rt: &Rt, at: usize, v: RawSlot) -> Result<(), Raised> {
        let n = self.alen.get(&rt.heap) as usize;
        self.put(rt, at, v);
        match v == NIL {
            true if at + 1 == n => self.shrink(rt),
            false if at == n => return self.advance(rt),
            _ => {}
        }
        Ok(())
    }
    /// Restores the invariant that a nil follows the list.
    fn advance(&self, rt: &Rt) -> Result<(), Raised> {
        let (n, extent) = (self.alen.get(&rt.heap) as usize, self.extent(rt));
        let n = (n..extent).find(|&at| self.element(rt, at) == NIL).unwrap_or(extent);
        self.alen.set(&rt.heap, n as i64);
        match n == extent {
            true => self.pull(rt),
            false => Ok(()),
        }
    }
    /// Has an array part hold one of the first few keys, or the one behind a sparse array part that is more than half full; false for other keys.
    pub(super) fn make_sparse_for(&self, rt: &Rt, new: i64) -> Result<bool, Raised> {
        let kind = self.kind(rt);
        if kind == kind::SPARSE && new == self.extent(rt) as i64 + 1 && self.is_half_full(rt) {
            self.reserve(rt, kind::SLOTS, new as usize)?;
            self.alen.set(&rt.heap, new - 1);
            return Ok(true);
        }
        if kind == kind::HASHED || !(1..=FEW).contains(&new) {
            return Ok(false);
        }
        self.make_sparse(rt, (new as usize).max(self.alen.get(&rt.heap) as usize))?;
        Ok(true)
    }
    /// Whether more than half of the elements are there, the last one among them.
    fn is_half_full(&self, rt: &Rt) -> bool {
        let n = self.extent(rt);
        self.element(rt, n - 1) != NIL && 2 * self.used(rt, 0, n as u64) > n as u64
    }
    /// Makes the array part a sparse one with at least so many elements, and moves to it what the hash part has of them.
    fn make_sparse(&self, rt: &Rt, n: usize) -> Result<(), Raised> {
        let (cx, full) = (&rt.heap, |_| error::out_of_memory(rt));
        let size = n.next_power_of_two().max(4);
        let array: Gc<SlotArray> = cx.array(size).map_err(full)?;
        let known = self.extent(rt);
        (0..known).for_each(|at| {
            array.set(cx, at, self.element(rt, at));
        });
        let hashed = self.hash.get(cx).get().filter(|part| part.elements.get(cx) > 0);
        let moved = hashed.map(|part| part.take_ints(cx, |i| i > 0 && i as usize <= size)).transpose();
        for (i, v) in moved.map_err(full)?.unwrap_or_default() {
            array.set(cx, i as usize - 1, v);
        }
        self.array.set(cx, RawSlot { tag: kind::SPARSE, bits: array.to_bits() });
        self.advance(rt)
    }
    /// Used elements among those from number `from` to before `to`, of which the array part may have only some.
    fn used(&self, rt: &Rt, from: u64, to: u64) -> u64 {
        let cx = &rt.heap;
        let extent = self.extent(rt) as u64;
        let (from, to) = (from.min(extent) as usize, to.min(extent) as usize);
        match self.part(rt) {
            Value::Slots(a) | Value::Sparse(a) => {
                let array = a.gc();
                let cells = &array.tail().cells(cx)[from..to];
                cells.iter().filter(|c| c.get(cx) != NIL).count() as u64
            }
            _ => (to - from) as u64,
        }
    }
    /// Before a list grows by an element: moves its elements to the hash part if there are few of them. Whether it has.
    pub(super) fn leave_thin(&self, rt: &Rt) -> Result<bool, Raised> {
        let cx = &rt.heap;
        let n = self.alen.get(cx);
        let grows = self.kind(rt) == kind::SLOTS && n as usize == self.capacity(rt) && n >= LEAST_GIVEN_UP;
        if !grows || THIN * self.used(rt, 0, n as u64) > n as u64 {
            return Ok(false);
        }
        let all = (0..n as usize).map(|at| (at, self.element(rt, at))).filter(|e| e.1 != NIL);
        let all: Vec<_> = all.collect();
        self.alen.set(cx, 0);
        self.array.set(cx, RawSlot { tag: kind::NONE, bits: 0 });
        for (at, v) in all {
            self.set_int(rt, at as i64 + 1, v)?;
        }
        Ok(true)
    }
    /// Memory of the array part, in bytes.
    fn array_bytes(&self, rt: &Rt) -> usize {
        self.capacity(rt)
            * match self.kind(rt) {
                kind::SLOTS | kind::SPARSE => SLOT,
                kind::BOOLS => 1,
                _ => 8,
            }
    }
    /// Before the hash part grows for integer key `new`: moves its integers to the array part if that is half full then, or takes no more memory than growth
    /// would.
    pub(super) fn grow_array_for(&self, rt: &Rt, new: i64) -> Result<bool, Raised> {
        let cx = &rt.heap;
        let (extent, Some(part)) = (self.extent(rt) as u64, self.hash.get(cx).get()) else {
            return Ok(false);
        };
        if self.kind(rt) == kind::HASHED || new < 1 {
            return Ok(false);
        }
        // Keys by binary magnitude: bucket b counts those in (2^(b-1), 2^b].
        let mut buckets = [0u64; 64];
        let mut last = extent;
        let mut count = |i: i64| {
            if i > 0 {
                last = last.max(i as u64);
                buckets[(64 - (i as u64 - 1).leading_zeros()) as usize % 64] += 1;
            }
        };
        count(new);
        let entries = 1 + part.each_int(cx, &mut count);
        let (mut moved, mut below, mut list, mut sparse) = (0, 0, 0u64, 0u64);
        let mut lacks_none = false;
        let mut least = self.array_bytes(rt) + hash::bytes_for(entries);
        for (b, n) in buckets.iter().enumerate().take(32) {
            let (half, all) = (1 << b >> 1, 1 << b);
            moved += n;
            below += n + self.used(rt, half, all);
            let bytes = all as usize * SLOT + hash::bytes_for(entries - moved as usize);
            if *n > 0 && below > half {
                (list, lacks_none) = (all, below == last);
            }
            if *n > 0 && bytes <= least {
                (least, sparse) = (bytes, all);
            }
        }
        let fits = |size: u64| size > extent && new as u64 <= size;
        let behind = if self.is_filled_from_behind(rt, part, new) { last.next_power_of_two() } else { 0 };
        let size = [list, sparse, behind].into_iter().find(|size| fits(*size));
        let Some(size) = size else { return Ok(false) };
        match size == list && lacks_none {
            true => self.make_list(rt, size as usize, new)?,
            false => self.make_sparse(rt, size as usize)?,
        }
        Ok(true)
    }
    /// Whether a key is the next one down from those in the hash part, all of which came so, and not too far up.
    fn is_filled_from_behind(&self, rt: &Rt, part: Gc<HashPart>, new: i64) -> bool {
        let cx = &rt.heap;
        let (mut next, mut n) = (None, 0);
        let goes_on = |i: i64| {
            let falls = next.is_none_or(|next| next == i);
            (next, n) = (i.checked_sub(1), n + 1);
            falls
        };
        part.all_ints(cx, goes_on) && next == Some(new) && new + n <= n * AHEAD
    }
    /// Makes the array part a list, up to the last of the integers that there are up to `size`, of which `new` is going to be one.
    fn make_list(&self, rt: &Rt, size: usize, new: i64) -> Result<(), Raised> {
        let cx = &rt.heap;
        self.make_sparse(rt, size)?;
        if self.kind(rt) != kind::SPARSE {
            return Ok(());
        }
        // The new key's value follows; until then its element would break the invariant only if it is the last one.
        if self.element(rt, new as usize - 1) == NIL {
            self.put(rt, new as usize - 1, Val::False.into());
        }
        self.array.set(cx, RawSlot { tag: kind::SLOTS, ..self.array.get(cx) });
        self.alen.set(cx, self.capacity(rt) as i64);
        self.shrink(rt);
        self.pull(rt)
    }
}
