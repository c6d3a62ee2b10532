//! Queues with two ends, which are instances of `collections.deque`, host side: what its twins, and iterators over it, do with a queue's parts.
//!
//! **Invariants.** The items are in a ring, which is a list whose length is a power of two. The low bits of `_first` are the place of the first item, and each
//! change of which items there are adds [`CHANGE`], about; `_size` is the number of items; places without one hold `None`.
//!
//! **Example.** After `d.append(1); d.append(2); d.popleft()` the first item is at place 1, and `_size` is 1.

use super::relays::kinds;
use super::{list, str};
use crate::value::{kind, Instance, Iter, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot, SlotArray};
use holloway::machine::Raised;
use langkit::maps::{Map, Seen};

/// The file of the class.
pub const FILE: &str = "<library>/collections/_deque.py";
/// Places of a ring with few items.
const LEAST: usize = 8;
/// More places than a ring can have; a multiple of each number of places that it may have.
const CHANGE: usize = 1 << 32;
/// The bits that `_first` may have.
const WORD: usize = (1 << 62) - 1;

/// A queue's parts.
pub struct Ring<'a> {
    rt: &'a Rt,
    queue: Gc<Instance>,
    places: Gc<SlotArray>,
    /// How many places are used: a power of two.
    pub room: usize,
    /// `_first`.
    pub first: usize,
    /// Number of items.
    pub size: usize,
    /// Items that it may have.
    pub most: usize,
}

/// The names of a queue's parts: the class's `__slots__`.
const PARTS: [&str; 4] = ["_ring", "_first", "_size", "_most"];

/// Of a class derived from `deque`.
const DERIVED: u32 = 1;

thread_local! {
    /// What was asked last: see [`queue_of`].
    static SEEN: Seen = const { Seen::nothing() };
}

/// Whether instances with a map are queues, in whose first slots their parts are: [`DERIVED`] if their class is the program's.
#[inline(always)]
fn queue_of(rt: &Rt, map: Gc<Map>) -> Option<u32> {
    SEEN.with(|seen| seen.get(map)).unwrap_or_else(|| find_queue(rt, map))
}

/// Looks that up, and remembers it.
#[cold]
#[inline(never)]
fn find_queue(rt: &Rt, map: Gc<Map>) -> Option<u32> {
    let index = |name| rt.lang.maps.index(&rt.heap, map, Val::Str(str::literal(rt, name)));
    let is = (0..).zip(PARTS).all(|(i, name)| index(name) == Some(i)).then(|| {
        let own = rt.lang.classes.get(map.group).attrs.borrow().get(str::literal(rt, "_grow"));
        match own.map(Val::from) {
            Some(Val::Func(f)) if *rt.lang.code(f.code).proto.file == *FILE => 0,
            _ => DERIVED,
        }
    });
    SEEN.with(|seen| seen.set(map, is));
    is
}

/// Whether instances with a map are queues, in whose first slots their parts are.
pub fn is_queue(rt: &Rt, map: Gc<Map>) -> bool {
    queue_of(rt, map).is_some()
}

/// The value if it is a queue, of no class of the program's: that has its own methods.
#[inline(always)]
fn just_queue(rt: &Rt, v: RawSlot) -> Option<Ring<'_>> {
    let Val::Inst(queue) = Val::from(v) else { return None };
    if queue_of(rt, queue.map.get(&rt.heap)) != Some(0) {
        return None;
    }
    Ring::of(rt, queue)
}

/// The length of such a queue.
#[inline]
pub fn length(rt: &Rt, v: RawSlot) -> Option<RawSlot> {
    just_queue(rt, v).map(|r| Val::Int(r.size as i64).into())
}

/// Item `i` of such a queue.
#[inline]
pub fn item_of(rt: &Rt, v: RawSlot, i: RawSlot) -> Option<RawSlot> {
    let r = just_queue(rt, v)?;
    r.get(r.index(i.into())?)
}

/// All items of such a queue.
pub fn items_of(rt: &Rt, v: Val) -> Option<Vec<RawSlot>> {
    just_queue(rt, v.into())?.items()
}

/// The places in a list and how many are used, if there is one and it is made as a ring's.
fn places(rt: &Rt, ring: Val) -> Option<(Gc<SlotArray>, usize)> {
    let (Val::List(l), cx) = (ring, &rt.heap) else { return None };
    let (places, room) = (l.items.get(cx).get()?, l.len(rt));
    (l.kind.get(cx) == kind::SLOTS && room.is_power_of_two() && room <= places.len())
        .then_some((places, room))
}

impl<'a> Ring<'a> {
    /// The parts of an instance that is one.
    #[inline(always)]
    pub fn of(rt: &'a Rt, queue: Gc<Instance>) -> Option<Ring<'a>> {
        let cx = &rt.heap;
        queue_of(rt, queue.map.get(cx))?;
        let parts = [queue.s0.get(cx), queue.s1.get(cx), queue.s2.get(cx), queue.s3.get(cx)];
        let [ring, first, size, most] = parts.map(Val::from);
        let (places, room) = places(rt, ring)?;
        let (Val::Int(first), Val::Int(size)) = (first, size) else { return None };
        let most = match most {
            Val::Int(n) => n as usize,
            Val::None => usize::MAX,
            _ => return None,
        };
        Some(Ring { rt, queue, places, room, first: first as usize, size: size as usize, most })
    }
    /// Notes where the items are now.
    #[inline(always)]
    pub fn keep(&self) -> Option<Val> {
        let (first, size) = (Val::Int(self.first as i64).into(), Val::Int(self.size as i64).into());
        self.queue.s1.set(&self.rt.heap, first);
        self.queue.s2.set(&self.rt.heap, size);
        Some(Val::None)
    }
    /// Makes the place so far from the first item the first one, which is a change.
    #[inline(always)]
    pub fn begin_at(&mut self, i: usize) {
        self.first = self.first.wrapping_add(CHANGE).wrapping_add(i) & WORD;
    }
    /// The place so far from the first item.
    fn place(&self, i: usize) -> usize {
        self.first.wrapping_add(i) & (self.room - 1)
    }
    /// Item `i`.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<RawSlot> {
        self.places.get(&self.rt.heap, self.place(i))
    }
    /// Changes it.
    #[inline(always)]
    pub fn set(&self, i: usize, v: RawSlot) -> Option<()> {
        self.places.set(&self.rt.heap, self.place(i), v)
    }
    /// Makes the ring one of so many places, or more.
    #[cold]
    #[inline(never)]
    pub fn widen(&mut self, room: usize) -> Option<()> {
        let larger = list::filled(self.rt, NONE, room.max(LEAST).checked_next_power_of_two()?).ok()?;
        for (i, v) in self.items()?.into_iter().enumerate() {
            larger.set(self.rt, i, v).ok()?;
        }
        self.queue.s0.set(&self.rt.heap, Val::List(larger).into());
        (self.places, self.room) = places(self.rt, Val::List(larger))?;
        self.begin_at(0);
        self.first &= CHANGE.wrapping_neg();
        self.keep().map(|_| ())
    }
    /// Makes room for one more item, if there is to be one: the oldest at the other end may go for it.
    #[inline(always)]
    fn grow(&mut self, drop: fn(&mut Self) -> Option<RawSlot>) -> Option<bool> {
        if self.size == self.most && drop(self).is_none() {
            return Some(false);
        }
        if self.size >= self.room {
            self.widen(2 * self.room)?;
        }
        Some(true)
    }
    /// Adds an item on the right. `None`, here and below, where memory is used up or there is no such item.
    #[inline(always)]
    pub fn push(&mut self, v: RawSlot) -> Option<()> {
        if self.grow(Self::pop_left)? {
            self.set(self.size, v)?;
            self.begin_at(0);
            self.size += 1;
        }
        Some(())
    }
    /// Adds one on the left.
    #[inline(always)]
    pub fn push_left(&mut self, v: RawSlot) -> Option<()> {
        if self.grow(Self::pop)? {
            self.begin_at(usize::MAX);
            self.set(0, v)?;
            self.size += 1;
        }
        Some(())
    }
    /// Takes the last one.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<RawSlot> {
        let last = self.size.checked_sub(1)?;
        let v = self.get(last)?;
        self.set(last, NONE)?;
        self.begin_at(0);
        self.size = last;
        Some(v)
    }
    /// Takes the first one.
    #[inline(always)]
    pub fn pop_left(&mut self) -> Option<RawSlot> {
        let left = self.size.checked_sub(1)?;
        let v = self.get(0)?;
        self.set(0, NONE)?;
        self.begin_at(1);
        self.size = left;
        Some(v)
    }
    /// The items.
    pub fn items(&self) -> Option<Vec<RawSlot>> {
        (0..self.size).map(|i| self.get(i)).collect()
    }
    /// The distance of item `i` from the first one.
    pub fn index(&self, i: Val) -> Option<usize> {
        let Val::Int(i) = i else { return None };
        let i = if i < 0 { i + self.size as i64 } else { i };
        usize::try_from(i).ok().filter(|&i| i < self.size)
    }
}

/// The next value of an iterator over a queue: see `objects::relays`.
///
/// # Errors
/// `RuntimeError` if the queue has changed.
pub fn advance(rt: &Rt, x: Gc<Iter>) -> Result<Option<Val>, Raised> {
    let (cx, back) = (&rt.heap, x.kind == kinds::QUEUE_BACK);
    let Val::Inst(queue) = Val::from(x.a.get(cx)) else { return Ok(None) };
    let (Some(r), left) = (Ring::of(rt, queue), x.i.get(cx)) else { return Ok(None) };
    if back && left == 0 {
        return Ok(None);
    }
    if r.first as i64 != x.n.get(cx) {
        x.i.set(cx, 0);
        return Err(errors::runtime(rt, "deque mutated during iteration"));
    }
    if left == 0 {
        return Ok(None);
    }
    x.i.set(cx, left - 1);
    let i = if back { left as usize - 1 } else { r.size - left as usize };
    Ok(r.get(i).map(Val::from))
}
