//! Twins of `collections.deque`: items in a ring, which is a list whose length is a power of two.
//!
//! **Invariants.** The low bits of `_first` are the place of the first item, and each change of which items there are adds [`CHANGE`], about; `_size` is the
//! number of items; places without one hold `None`.
//!
//! **Not promised.** Methods that compare items are in Python alone.
//!
//! **Example.** After `d.append(1); d.append(2); d.popleft()` the first item is at place 1, and `_size` is 1.

use super::{Given, Twin};
use crate::objects::relays::kinds;
use crate::objects::{iter, list, str};
use crate::value::{kind, Instance, Iter, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot, SlotArray};
use holloway::machine::Raised;
use langkit::maps::{Map, Seen};

/// Where they are.
pub const FILE: &str = "<library>/collections/_deque.py";
/// Places of a ring with few items.
const LEAST: usize = 8;
/// More places than a ring can have; a multiple of each number of places that it may have.
const CHANGE: usize = 1 << 32;
/// The bits that `_first` may have.
const WORD: usize = (1 << 62) - 1;

/// Functions of `library/collections/_deque.py`.
pub const TWINS: &[(&str, Twin)] = &[
    ("deque.append", |g| add(g, |r, v| r.push(v))),
    ("deque.appendleft", |g| add(g, |r, v| r.push_left(v))),
    ("deque.pop", |g| take(g, |r| r.pop())),
    ("deque.popleft", |g| take(g, |r| r.pop_left())),
    ("deque.extend", |g| add_all(g, |r, v| r.push(v))),
    ("deque.extendleft", |g| add_all(g, |r, v| r.push_left(v))),
    ("deque.rotate", rotate),
    ("deque.__iter__", |g| iterator(g, kinds::QUEUE)),
    ("deque.__reversed__", |g| iterator(g, kinds::QUEUE_BACK)),
    ("deque.__len__", |g| Some(Val::Int(Ring::of(g)?.size as i64))),
    ("deque.__getitem__", item),
    ("deque.__setitem__", set_item),
    ("deque._items", items),
    ("deque._fill", fill),
];

/// A queue's parts.
struct Ring<'a> {
    rt: &'a Rt,
    queue: Gc<Instance>,
    places: Gc<SlotArray>,
    /// How many places are used: a power of two.
    room: usize,
    first: usize,
    size: usize,
    /// Items that it may have.
    most: usize,
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
    Ring::in_instance(rt, queue)
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

/// The places in a list and how many are used, if there is one and it is made as a ring's.
fn places(rt: &Rt, ring: Val) -> Option<(Gc<SlotArray>, usize)> {
    let (Val::List(l), cx) = (ring, &rt.heap) else { return None };
    let (places, room) = (l.items.get(cx).get()?, l.len(rt));
    (l.kind.get(cx) == kind::SLOTS && room.is_power_of_two() && room <= places.len())
        .then_some((places, room))
}

impl<'a> Ring<'a> {
    /// The queue that is argument 0.
    #[inline(always)]
    fn of(g: &Given<'a>) -> Option<Ring<'a>> {
        Ring::in_instance(g.rt, g.instance(0)?)
    }
    /// The parts of this one.
    #[inline(always)]
    fn in_instance(rt: &'a Rt, queue: Gc<Instance>) -> Option<Ring<'a>> {
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
    fn keep(&self) -> Option<Val> {
        let (first, size) = (Val::Int(self.first as i64).into(), Val::Int(self.size as i64).into());
        self.queue.s1.set(&self.rt.heap, first);
        self.queue.s2.set(&self.rt.heap, size);
        Some(Val::None)
    }
    /// Makes the place so far from the first item the first one, which is a change.
    #[inline(always)]
    fn begin_at(&mut self, i: usize) {
        self.first = self.first.wrapping_add(CHANGE).wrapping_add(i) & WORD;
    }
    /// The place so far from the first item.
    fn place(&self, i: usize) -> usize {
        self.first.wrapping_add(i) & (self.room - 1)
    }
    #[inline(always)]
    fn get(&self, i: usize) -> Option<RawSlot> {
        self.places.get(&self.rt.heap, self.place(i))
    }
    #[inline(always)]
    fn set(&self, i: usize, v: RawSlot) -> Option<()> {
        self.places.set(&self.rt.heap, self.place(i), v)
    }
    /// Makes the ring one of so many places, or more.
    #[cold]
    #[inline(never)]
    fn widen(&mut self, room: usize) -> Option<()> {
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
    #[inline(always)]
    fn push(&mut self, v: RawSlot) -> Option<()> {
        if self.grow(Self::pop_left)? {
            self.set(self.size, v)?;
            self.begin_at(0);
            self.size += 1;
        }
        Some(())
    }
    #[inline(always)]
    fn push_left(&mut self, v: RawSlot) -> Option<()> {
        if self.grow(Self::pop)? {
            self.begin_at(usize::MAX);
            self.set(0, v)?;
            self.size += 1;
        }
        Some(())
    }
    #[inline(always)]
    fn pop(&mut self) -> Option<RawSlot> {
        let last = self.size.checked_sub(1)?;
        let v = self.get(last)?;
        self.set(last, NONE)?;
        self.begin_at(0);
        self.size = last;
        Some(v)
    }
    #[inline(always)]
    fn pop_left(&mut self) -> Option<RawSlot> {
        let left = self.size.checked_sub(1)?;
        let v = self.get(0)?;
        self.set(0, NONE)?;
        self.begin_at(1);
        self.size = left;
        Some(v)
    }
    /// The items.
    fn items(&self) -> Option<Vec<RawSlot>> {
        (0..self.size).map(|i| self.get(i)).collect()
    }
    /// The distance of item `i` from the first one.
    fn index(&self, i: Val) -> Option<usize> {
        let Val::Int(i) = i else { return None };
        let i = if i < 0 { i + self.size as i64 } else { i };
        usize::try_from(i).ok().filter(|&i| i < self.size)
    }
}

#[inline(always)]
fn add(g: &Given<'_>, push: fn(&mut Ring<'_>, RawSlot) -> Option<()>) -> Option<Val> {
    let (mut r, &[_, v]) = (Ring::of(g)?, g.args) else { return None };
    push(&mut r, v)?;
    r.keep()
}

#[inline(always)]
fn take(g: &Given<'_>, pop: fn(&mut Ring<'_>) -> Option<RawSlot>) -> Option<Val> {
    let (mut r, &[_]) = (Ring::of(g)?, g.args) else { return None };
    let v = pop(&mut r)?;
    r.keep()?;
    Some(v.into())
}

/// The values of a built-in container or range, which runs nothing.
fn values(g: &Given<'_>) -> Option<Vec<RawSlot>> {
    match g.val(1) {
        v @ (Val::List(_) | Val::Tuple(_) | Val::Str(_) | Val::Dict(_) | Val::Set(_)) => {
            iter::to_vec(g.rt, v).ok()
        }
        v @ Val::Range(r) if r.len < 1 << 24 => iter::to_vec(g.rt, v).ok(),
        _ => None,
    }
}

fn add_all(g: &Given<'_>, push: fn(&mut Ring<'_>, RawSlot) -> Option<()>) -> Option<Val> {
    let (mut r, all) = (Ring::of(g)?, values(g)?);
    // Beforehand, so that nothing is done where memory is used up.
    let most = r.most.min(r.size + all.len());
    if most > r.room {
        r.widen(most)?;
    }
    all.into_iter().try_for_each(|v| push(&mut r, v))?;
    r.keep()
}

fn rotate(g: &Given<'_>) -> Option<Val> {
    let mut r = Ring::of(g)?;
    let n = match g.val(1) {
        Val::Unbound => 1,
        Val::Int(n) => n,
        _ => return None,
    };
    if r.size < 2 {
        return Some(Val::None);
    }
    let right = n.rem_euclid(r.size as i64) as usize;
    let (times, left) = if right <= r.size / 2 { (right, false) } else { (r.size - right, true) };
    if r.size == r.room {
        // Each item is at its place already, whichever is the first.
        r.begin_at(if left { times } else { times.wrapping_neg() });
        return r.keep();
    }
    r.begin_at(0);
    for _ in 0..times {
        if left {
            let v = r.pop_left()?;
            r.push(v)?;
        } else {
            let v = r.pop()?;
            r.push_left(v)?;
        }
    }
    r.keep()
}

fn iterator(g: &Given<'_>, kind: u32) -> Option<Val> {
    let (r, &[queue]) = (Ring::of(g)?, g.args) else { return None };
    Some(iter::make(g.rt, kind, queue, NONE, r.size as i64, r.first as i64))
}

/// The next value of an iterator over a queue: see `objects::relays`.
///
/// # Errors
/// `RuntimeError` if the queue has changed.
pub fn advance(rt: &Rt, x: Gc<Iter>) -> Result<Option<Val>, Raised> {
    let (cx, back) = (&rt.heap, x.kind == kinds::QUEUE_BACK);
    let Val::Inst(queue) = Val::from(x.a.get(cx)) else { return Ok(None) };
    let (Some(r), left) = (Ring::in_instance(rt, queue), x.i.get(cx)) else { return Ok(None) };
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

fn item(g: &Given<'_>) -> Option<Val> {
    let r = Ring::of(g)?;
    r.get(r.index(g.val(1))?).map(Val::from)
}

fn set_item(g: &Given<'_>) -> Option<Val> {
    let (r, &[_, i, v]) = (Ring::of(g)?, g.args) else { return None };
    r.set(r.index(i.into())?, v).map(|()| Val::None)
}

fn items(g: &Given<'_>) -> Option<Val> {
    list::from(g.rt, &Ring::of(g)?.items()?).ok().map(Val::List)
}

fn fill(g: &Given<'_>) -> Option<Val> {
    let (mut r, all) = (Ring::of(g)?, g.list(1)?.to_vec(g.rt));
    r.size = 0;
    r.widen(r.most.min(all.len()))?;
    all.into_iter().try_for_each(|v| r.push(v))?;
    r.keep()
}
