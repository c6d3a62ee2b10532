//! Lists, host side: three ways to keep items, changed to the general one when a value of another type comes.
//!
//! Interpreter code has fast paths of its own over the same fields (`interp::item`).

use crate::value::{kind, List, Tag, Val, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{FloatArray, Gc, HeapValue, Mut, RawSlot, SlotArray, WordArray};
use holloway::machine::Raised;
use std::iter::repeat_n;

/// Items from which on repeating is a `MemoryError`.
const MOST: usize = 1 << 32;

/// Items that a list which has any has place for at least.
pub const LEAST_ROOM: usize = 4;
/// Most items for which room is made before they come: the program may not come to them.
const MOST_FORESEEN: usize = 1 << 16;

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

/// A list of integers that follow one another at a distance, which are as far as they go: the last one's place fits 64 bits.
///
/// # Errors
/// `MemoryError`.
pub fn of_range(rt: &Rt, start: i64, step: i64, n: usize) -> Result<Gc<List>, Raised> {
    let (cx, l) = (&rt.heap, new(rt));
    if n >= MOST {
        return Err(errors::memory(rt));
    }
    if n > 0 {
        l.reserve(rt, kind::INTS, n)?;
        if let Some(a) = l.ints.get(cx).get() {
            a.set_all(cx, 0, (0..n as i64).map(|i| start.wrapping_add(i.wrapping_mul(step))));
        }
        l.size.set(cx, n as i64);
    }
    Ok(l)
}

/// A list of `n` values, none of them a number, which `f` makes in their order.
///
/// # Errors
/// `MemoryError`, and what `f` raises.
pub fn made(
    rt: &Rt,
    n: usize,
    mut f: impl FnMut(usize) -> Result<RawSlot, Raised>,
) -> Result<Gc<List>, Raised> {
    let (cx, l) = (&rt.heap, new(rt));
    if n > 0 {
        l.reserve(rt, kind::SLOTS, n)?;
        let items = l.items.get(cx).get();
        for (i, cell) in items.iter().flat_map(|a| &a.cells(cx)[..n]).enumerate() {
            cell.set(cx, f(i)?);
        }
        l.size.set(cx, n as i64);
    }
    Ok(l)
}

/// A list that is a value so many times.
///
/// # Errors
/// `MemoryError`.
pub fn filled(rt: &Rt, v: RawSlot, n: usize) -> Result<Gc<List>, Raised> {
    let (cx, l) = (&rt.heap, new(rt));
    if n == 0 {
        return Ok(l);
    }
    if n >= MOST {
        return Err(errors::memory(rt));
    }
    l.reserve(rt, kind_of(v), n)?;
    match Val::from(v) {
        Val::Int(x) => l.ints.get(cx).get().map(|a| a.set_all(cx, 0, repeat_n(x, n))),
        Val::Float(x) => l.floats.get(cx).get().map(|a| a.set_all(cx, 0, repeat_n(x.get(), n))),
        _ => l.items.get(cx).get().map(|a| a.set_all(cx, 0, repeat_n(v, n))),
    };
    l.size.set(cx, n as i64);
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
                self.floats.get(cx).get().and_then(|a| a.get(cx, i)).map(|x| Val::float(x).into())
            }
            _ => self.items.get(cx).get().and_then(|a| a.get(cx, i)),
        }
        .unwrap_or(UNBOUND)
    }
    /// All items.
    pub fn to_vec(&self, rt: &Rt) -> Vec<RawSlot> {
        let (cx, n) = (&rt.heap, self.len(rt));
        let slots = || self.items.get(cx).get().map(|a| a.cells(cx)[..n].iter().map(|v| v.get(cx)).collect());
        match self.kind.get(cx) {
            kind::INTS => self.with_ints(rt, |a| a.iter().map(|v| Val::Int(v.get(cx)).into()).collect()),
            kind::FLOATS => {
                self.with_floats(rt, |a| a.iter().map(|v| Val::float(v.get(cx)).into()).collect())
            }
            kind::SLOTS => slots(),
            _ => None,
        }
        .unwrap_or_default()
    }
    /// Turns the order of the items round.
    pub fn reverse(&self, rt: &Rt) {
        fn turn<T: HeapValue>(rt: &Rt, items: &[Mut<T>]) {
            let (cx, n) = (&rt.heap, items.len());
            for i in 0..n / 2 {
                let (low, high) = (items[i].get(cx), items[n - 1 - i].get(cx));
                items[i].set(cx, high);
                items[n - 1 - i].set(cx, low);
            }
        }
        match self.kind.get(&rt.heap) {
            kind::INTS => self.with_ints(rt, |a| turn(rt, a)),
            kind::FLOATS => self.with_floats(rt, |a| turn(rt, a)),
            _ => self.with_slots(rt, |a| turn(rt, a)),
        };
    }
    /// Calls `f` with the items of a list of integers.
    pub fn with_ints<R>(&self, rt: &Rt, f: impl FnOnce(&[Mut<i64>]) -> R) -> Option<R> {
        let cx = &rt.heap;
        let a = self.ints.get(cx).get().filter(|_| self.kind.get(cx) == kind::INTS)?;
        Some(f(&a.cells(cx)[..self.len(rt)]))
    }
    /// Calls `f` with the items of a list of floats.
    pub fn with_floats<R>(&self, rt: &Rt, f: impl FnOnce(&[Mut<f64>]) -> R) -> Option<R> {
        let cx = &rt.heap;
        let a = self.floats.get(cx).get().filter(|_| self.kind.get(cx) == kind::FLOATS)?;
        Some(f(&a.cells(cx)[..self.len(rt)]))
    }
    /// Calls `f` with the items of a list of any values.
    pub fn with_slots<R>(&self, rt: &Rt, f: impl FnOnce(&[Mut<RawSlot>]) -> R) -> Option<R> {
        let cx = &rt.heap;
        let a = self.items.get(cx).get().filter(|_| self.kind.get(cx) == kind::SLOTS)?;
        Some(f(&a.cells(cx)[..self.len(rt)]))
    }
    /// The first item from a position on that is or equals a value.
    ///
    /// # Errors
    /// What comparing raises.
    pub fn find(&self, rt: &Rt, from: usize, v: Val) -> Result<Option<usize>, Raised> {
        let (mut i, known) = self.find_quick(rt, from, v.into());
        if let Some(there) = known {
            return Ok(there.then_some(i));
        }
        // Comparing may change the list.
        while i < self.len(rt) {
            let item = self.get(rt, i);
            if item == v.into() || super::ops::equal(rt, item.into(), v)? {
                return Ok(Some(i));
            }
            i += 1;
        }
        Ok(None)
    }
    /// As far as that runs no program: where it stopped, and whether the value is there if that is known.
    pub fn find_quick(&self, rt: &Rt, from: usize, v: RawSlot) -> (usize, Option<bool>) {
        let (cx, n) = (&rt.heap, self.len(rt));
        let found = |at: Option<usize>| at.map_or((n, Some(false)), |i| (from + i, Some(true)));
        match (Val::from(v), self.kind.get(cx)) {
            (Val::Int(x), kind::INTS) => {
                let at = |a: &[Mut<i64>]| a.get(from..)?.iter().position(|v| v.get(cx) == x);
                found(self.with_ints(rt, at).flatten())
            }
            (Val::Float(x), kind::FLOATS) => {
                let x = x.get();
                let same = |y: f64| y == x || y.to_bits() == x.to_bits();
                let at = |a: &[Mut<f64>]| a.get(from..)?.iter().position(|v| same(v.get(cx)));
                found(self.with_floats(rt, at).flatten())
            }
            (Val::Str(_) | Val::None | Val::Tuple(_), kind::INTS | kind::FLOATS) => (n, Some(false)),
            (_, kind::SLOTS) => {
                let items = self.items.get(cx).get();
                let items = items.as_ref().and_then(|a| a.cells(cx).get(from..n)).unwrap_or_default();
                let (at, known) = super::ops::find_quick(rt, items.iter().map(|item| item.get(cx)), v);
                (from + at, known)
            }
            _ => {
                let (at, known) = super::ops::find_quick(rt, (from..n).map(|i| self.get(rt, i)), v);
                (from + at, known)
            }
        }
    }
    /// A new list of `n` items that are those of this list from `start` on, each `step` after the one before, all within it.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn sliced(&self, rt: &Rt, start: usize, step: isize, n: usize) -> Result<Gc<List>, Raised> {
        let (cx, k, l) = (&rt.heap, self.kind.get(&rt.heap), new(rt));
        if n == 0 {
            return Ok(l);
        }
        l.reserve(rt, k, n)?;
        l.copy_part(rt, 0, self, (start, step), n);
        l.size.set(cx, n as i64);
        Ok(l)
    }
    /// A new list of this list's items, `times` times.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn repeated(&self, rt: &Rt, times: usize) -> Result<Gc<List>, Raised> {
        let (cx, n) = (&rt.heap, self.len(rt));
        let total = n.checked_mul(times).filter(|&t| t < MOST).ok_or_else(|| errors::memory(rt))?;
        let l = new(rt);
        if total == 0 {
            return Ok(l);
        }
        l.reserve(rt, self.kind.get(cx), total)?;
        // What is there is doubled.
        l.copy_from(rt, 0, self, n);
        let mut have = n;
        while have < total {
            let more = have.min(total - have);
            l.copy_from(rt, have, &l, more);
            have += more;
        }
        l.size.set(cx, total as i64);
        Ok(l)
    }
    /// A new list of the items of two.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn joined(&self, rt: &Rt, other: Gc<List>) -> Result<Gc<List>, Raised> {
        let (cx, n, more) = (&rt.heap, self.len(rt), other.len(rt));
        let (k, other_kind) = (self.kind.get(cx), other.kind.get(cx));
        let l = new(rt);
        if n > 0 && more > 0 && k == other_kind {
            l.reserve(rt, k, n + more)?;
            l.copy_from(rt, 0, self, n);
            l.copy_from(rt, n, &other, more);
            l.size.set(cx, (n + more) as i64);
            return Ok(l);
        }
        l.extend(rt, &self.to_vec(rt))?;
        l.extend(rt, &other.to_vec(rt))?;
        Ok(l)
    }
    /// Copies the first `n` items of a list of the same kind to places from `at` on, which exist.
    fn copy_from(&self, rt: &Rt, at: usize, from: &List, n: usize) {
        self.copy_part(rt, at, from, (0, 1), n)
    }
    /// The same of `n` items from a position on, each a step after the one before.
    fn copy_part(&self, rt: &Rt, at: usize, from: &List, part: (usize, isize), n: usize) {
        fn copied<'a, V: HeapValue>(
            rt: &'a Rt,
            from: &'a [Mut<V>],
            (start, step): (usize, isize),
            n: usize,
        ) -> impl Iterator<Item = V> + use<'a, V> {
            let at = move |i: usize| start.wrapping_add_signed(step.wrapping_mul(i as isize));
            (0..n).map(move |i| from[at(i)].get(&rt.heap))
        }
        let cx = &rt.heap;
        match self.kind.get(cx) {
            kind::INTS => {
                if let (Some(a), Some(b)) = (self.ints.get(cx).get(), from.ints.get(cx).get()) {
                    a.set_all(cx, at, copied(rt, b.cells(cx), part, n));
                }
            }
            kind::FLOATS => {
                if let (Some(a), Some(b)) = (self.floats.get(cx).get(), from.floats.get(cx).get()) {
                    a.set_all(cx, at, copied(rt, b.cells(cx), part, n));
                }
            }
            kind::SLOTS => {
                if let (Some(a), Some(b)) = (self.items.get(cx).get(), from.items.get(cx).get()) {
                    a.set_all(cx, at, copied(rt, b.cells(cx), part, n));
                }
            }
            _ => {}
        }
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
        if self.kind.get(cx) == want && n <= self.capacity(rt) {
            return Ok(());
        }
        let room = if n > 4 && n > self.len(rt) && self.len(rt) > 0 { 2 * n + 6 } else { n.max(LEAST_ROOM) };
        self.move_to(rt, want, room)
    }
    /// Makes room for just so many items, of which there are not more.
    fn move_to(&self, rt: &Rt, want: i64, room: usize) -> Result<(), Raised> {
        let cx = &rt.heap;
        let (now, old) = (self.kind.get(cx), self.len(rt));
        let full = |_| errors::memory(rt);
        match want {
            kind::INTS => {
                let a = cx.array::<WordArray>(room).map_err(full)?;
                if let Some(o) = self.ints.get(cx).get().filter(|_| now == want) {
                    a.copy_from(cx, 0, &o.cells(cx)[..old]);
                }
                self.ints.set(cx, a.into());
            }
            kind::FLOATS => {
                let a = cx.array::<FloatArray>(room).map_err(full)?;
                if let Some(o) = self.floats.get(cx).get().filter(|_| now == want) {
                    a.copy_from(cx, 0, &o.cells(cx)[..old]);
                }
                self.floats.set(cx, a.into());
            }
            _ => {
                let a = cx.array::<SlotArray>(room).map_err(full)?;
                match self.items.get(cx).get().filter(|_| now == want) {
                    Some(o) => {
                        a.copy_from(cx, 0, &o.cells(cx)[..old]);
                    }
                    None => (0..old).for_each(|i| {
                        a.set(cx, i, self.get(rt, i));
                    }),
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
            (kind::FLOATS, Val::Float(x)) => self.floats.get(cx).get().and_then(|a| a.set(cx, i, x.get())),
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
    /// Adds one to which so many others will come: room is made for them at once, unless they are very many.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn push_first_of(&self, rt: &Rt, v: RawSlot, more: usize) -> Result<(), Raised> {
        let (kind, n) = (self.kind_with(rt, v), self.len(rt) + 1);
        if more >= LEAST_ROOM && (self.kind.get(&rt.heap) != kind || n > self.capacity(rt)) {
            self.move_to(rt, kind, n + more.min(MOST_FORESEEN))?;
        }
        self.push(rt, v)
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
        self.put_all(rt, 0, values);
        self.size.set(&rt.heap, values.len() as i64);
        Ok(())
    }
    /// Writes values that suit the kind to places from `at` on, which exist.
    fn put_all(&self, rt: &Rt, at: usize, values: &[RawSlot]) {
        let cx = &rt.heap;
        match self.kind.get(cx) {
            kind::INTS => {
                if let Some(a) = self.ints.get(cx).get() {
                    a.set_all(cx, at, values.iter().map(|w| w.bits as i64));
                }
            }
            kind::FLOATS => {
                if let Some(a) = self.floats.get(cx).get() {
                    a.set_all(cx, at, values.iter().map(|w| f64::from_bits(w.bits)));
                }
            }
            _ => {
                if let Some(a) = self.items.get(cx).get() {
                    a.set_all(cx, at, values.iter().copied());
                }
            }
        }
    }
    /// Adds items at the end.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn extend(&self, rt: &Rt, values: &[RawSlot]) -> Result<(), Raised> {
        let Some(&first) = values.first() else { return Ok(()) };
        let (n, k) = (self.len(rt), self.kind_with(rt, first));
        if k == kind::SLOTS || values.iter().all(|&v| kind_of(v) == k) {
            self.reserve(rt, k, n + values.len())?;
            self.put_all(rt, n, values);
            self.size.set(&rt.heap, (n + values.len()) as i64);
            return Ok(());
        }
        values.iter().try_for_each(|&v| self.push(rt, v))
    }
    /// Takes out item `i`, which exists.
    pub fn remove(&self, rt: &Rt, i: usize) -> RawSlot {
        let v = self.get(rt, i);
        self.cut(rt, i, i + 1);
        v
    }
    /// Takes out the items from one position to another, which exist.
    pub fn cut(&self, rt: &Rt, from: usize, to: usize) {
        let n = self.len(rt);
        self.shift(rt, to, from, n - to);
        self.truncate(rt, n - (to - from));
    }
    /// Puts values in the place of the items from one position to another, which exist.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn replace(&self, rt: &Rt, from: usize, to: usize, values: &[RawSlot]) -> Result<(), Raised> {
        let (n, k) = (self.len(rt), self.kind.get(&rt.heap));
        let more = n - (to - from) + values.len();
        errors::room(rt, more.saturating_mul(size_of::<RawSlot>()))?;
        if n == 0 || k != kind::SLOTS && values.iter().any(|&v| kind_of(v) != k) {
            let mut all = self.to_vec(rt);
            all.splice(from..to, values.iter().copied());
            return self.assign(rt, &all);
        }
        self.reserve(rt, k, more)?;
        self.shift(rt, to, from + values.len(), n - to);
        self.put_all(rt, from, values);
        match more < n {
            true => self.truncate(rt, more),
            false => self.size.set(&rt.heap, more as i64),
        }
        Ok(())
    }
    /// Moves `n` items from one position to another, for both of which there is room.
    fn shift(&self, rt: &Rt, from: usize, to: usize, n: usize) {
        let cx = &rt.heap;
        match self.kind.get(cx) {
            kind::INTS => {
                if let Some(a) = self.ints.get(cx).get() {
                    a.copy_within(cx, from..from + n, to);
                }
            }
            kind::FLOATS => {
                if let Some(a) = self.floats.get(cx).get() {
                    a.copy_within(cx, from..from + n, to);
                }
            }
            _ => {
                if let Some(a) = self.items.get(cx).get() {
                    a.copy_within(cx, from..from + n, to);
                }
            }
        }
    }
    /// Puts an item before position `i`.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn insert(&self, rt: &Rt, i: usize, v: RawSlot) -> Result<(), Raised> {
        let n = self.len(rt);
        self.push(rt, v)?;
        self.shift(rt, i, i + 1, n - i);
        self.put(rt, i, v);
        Ok(())
    }
    /// Puts values in place of as many from position `at` on, if they suit the kind; false otherwise.
    pub fn overwrite(&self, rt: &Rt, at: usize, values: &[RawSlot]) -> bool {
        let k = self.kind.get(&rt.heap);
        let suits = k == kind::SLOTS || k != kind::EMPTY && values.iter().all(|&v| kind_of(v) == k);
        if suits {
            self.put_all(rt, at, values);
        }
        suits
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
