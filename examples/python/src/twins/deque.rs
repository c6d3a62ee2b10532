//! Twins of `collections.deque`: items in a ring, which is a list whose length is a power of two.
//!
//! **Invariant.** `_first` is the place of the first item, `_size` the number of items; places without one hold `None`.
//!
//! **Not promised.** Methods that compare items are in Python alone.
//!
//! **Example.** After `d.append(1); d.append(2); d.popleft()`, `_first` is 1 and `_size` 1.

use super::{Given, Twin};
use crate::objects::{iter, list};
use crate::value::{Instance, List, Val, NONE};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use langkit::maps::Seen;

/// Functions of `library/collections/_deque.py`.
pub const TWINS: &[(&str, Twin)] = &[
    ("deque.append", |g| add(g, |r, v| r.push(v))),
    ("deque.appendleft", |g| add(g, |r, v| r.push_left(v))),
    ("deque.pop", |g| take(g, |r| r.pop())),
    ("deque.popleft", |g| take(g, |r| r.pop_left())),
    ("deque.extend", |g| add_all(g, |r, v| r.push(v))),
    ("deque.extendleft", |g| add_all(g, |r, v| r.push_left(v))),
    ("deque.rotate", rotate),
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
    places: Gc<List>,
    first: usize,
    size: usize,
    /// Items that it may have.
    most: usize,
    /// Whether the list is a new one.
    moved: bool,
}

impl<'a> Ring<'a> {
    /// The queue that is argument 0.
    fn of(g: &Given<'a>) -> Option<Ring<'a>> {
        let queue = g.instance(0)?;
        let Val::List(places) = own!(g, queue, "_ring")? else { return None };
        let (Val::Int(first), Val::Int(size)) = (own!(g, queue, "_first")?, own!(g, queue, "_size")?) else {
            return None;
        };
        let most = match own!(g, queue, "maxlen")? {
            Val::Int(n) => n as usize,
            Val::None => usize::MAX,
            _ => return None,
        };
        Some(Ring { rt: g.rt, queue, places, first: first as usize, size: size as usize, most, moved: false })
    }
    /// Notes where the items are now.
    fn keep(&self, g: &Given<'_>) -> Option<Val> {
        if self.moved {
            set_own!(g, self.queue, "_ring", Val::List(self.places))?;
        }
        set_own!(g, self.queue, "_first", Val::Int(self.first as i64))?;
        set_own!(g, self.queue, "_size", Val::Int(self.size as i64))?;
        Some(Val::None)
    }
    /// The place so far from the first item.
    fn place(&self, i: usize) -> usize {
        self.first.wrapping_add(i) & (self.places.len(self.rt) - 1)
    }
    fn get(&self, i: usize) -> RawSlot {
        self.places.get(self.rt, self.place(i))
    }
    fn set(&self, i: usize, v: RawSlot) -> Option<()> {
        self.places.set(self.rt, self.place(i), v).ok()
    }
    /// Makes room for one more item.
    fn grow(&mut self) -> Option<()> {
        let n = self.places.len(self.rt);
        if self.size < n {
            return Some(());
        }
        let larger = list::filled(self.rt, NONE, 2 * n).ok()?;
        for i in 0..n {
            larger.set(self.rt, i, self.get(i)).ok()?;
        }
        (self.places, self.first, self.moved) = (larger, 0, true);
        Some(())
    }
    fn push(&mut self, v: RawSlot) -> Option<()> {
        if self.size == self.most && self.pop_left().is_none() {
            return Some(());
        }
        self.grow()?;
        self.set(self.size, v)?;
        self.size += 1;
        Some(())
    }
    fn push_left(&mut self, v: RawSlot) -> Option<()> {
        if self.size == self.most && self.pop().is_none() {
            return Some(());
        }
        self.grow()?;
        self.first = self.place(usize::MAX);
        self.set(0, v)?;
        self.size += 1;
        Some(())
    }
    fn pop(&mut self) -> Option<RawSlot> {
        let last = self.size.checked_sub(1)?;
        let v = self.get(last);
        self.set(last, NONE)?;
        self.size = last;
        Some(v)
    }
    fn pop_left(&mut self) -> Option<RawSlot> {
        let left = self.size.checked_sub(1)?;
        let v = self.get(0);
        self.set(0, NONE)?;
        (self.first, self.size) = (self.place(1), left);
        Some(v)
    }
    /// The distance of item `i` from the first one.
    fn index(&self, i: Val) -> Option<usize> {
        let Val::Int(i) = i else { return None };
        let i = if i < 0 { i + self.size as i64 } else { i };
        usize::try_from(i).ok().filter(|&i| i < self.size)
    }
}

fn add(g: &Given<'_>, push: fn(&mut Ring<'_>, RawSlot) -> Option<()>) -> Option<Val> {
    let (mut r, &[_, v]) = (Ring::of(g)?, g.args) else { return None };
    push(&mut r, v)?;
    r.keep(g)
}

fn take(g: &Given<'_>, pop: fn(&mut Ring<'_>) -> Option<RawSlot>) -> Option<Val> {
    let (mut r, &[_]) = (Ring::of(g)?, g.args) else { return None };
    let v = pop(&mut r)?;
    r.keep(g)?;
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
    all.into_iter().try_for_each(|v| push(&mut r, v))?;
    r.keep(g)
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
    if right <= r.size / 2 {
        for _ in 0..right {
            let v = r.pop()?;
            r.push_left(v)?;
        }
    } else {
        for _ in right..r.size {
            let v = r.pop_left()?;
            r.push(v)?;
        }
    }
    r.keep(g)
}

fn item(g: &Given<'_>) -> Option<Val> {
    let r = Ring::of(g)?;
    r.index(g.val(1)).map(|i| r.get(i).into())
}

fn set_item(g: &Given<'_>) -> Option<Val> {
    let (r, &[_, i, v]) = (Ring::of(g)?, g.args) else { return None };
    r.set(r.index(i.into())?, v).map(|()| Val::None)
}

fn items(g: &Given<'_>) -> Option<Val> {
    let r = Ring::of(g)?;
    let all: Vec<RawSlot> = (0..r.size).map(|i| r.get(i)).collect();
    list::from(g.rt, &all).ok().map(Val::List)
}

fn fill(g: &Given<'_>) -> Option<Val> {
    let (mut r, all) = (Ring::of(g)?, g.list(1)?.to_vec(g.rt));
    r.places = list::filled(g.rt, NONE, 8).ok()?;
    (r.first, r.size, r.moved) = (0, 0, true);
    all.into_iter().try_for_each(|v| r.push(v))?;
    r.keep(g)
}
