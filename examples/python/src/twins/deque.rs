//! Twins of `collections.deque`: see `objects::queue`.
//!
//! **Not promised.** Methods that compare items beyond counting them are in Python alone.
//!
//! **Example.** In plain execution `d.append(1)` puts 1 into the ring without a frame; a trace goes into `deque.append`.

use super::{Given, Twin};
use crate::objects::queue::{self, Ring};
use crate::objects::relays::kinds;
use crate::objects::{iter, list, ops};
use crate::value::{Val, NONE};
use holloway::heap::RawSlot;

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
    ("deque.__len__", |g| Some(Val::Int(ring(g)?.size as i64))),
    ("deque.__getitem__", item),
    ("deque.__setitem__", set_item),
    ("deque.__contains__", |g| Some(Val::bool(equals(g, 1)? > 0))),
    ("deque.count", |g| equals(g, i64::MAX).map(Val::Int)),
    ("deque._items", items),
    ("deque._fill", fill),
];

/// The queue that is argument 0.
#[inline(always)]
fn ring<'a>(g: &Given<'a>) -> Option<Ring<'a>> {
    Ring::of(g.rt, g.instance(0)?)
}

#[inline(always)]
fn add(g: &Given<'_>, push: fn(&mut Ring<'_>, RawSlot) -> Option<()>) -> Option<Val> {
    let (mut r, &[_, v]) = (ring(g)?, g.args) else { return None };
    push(&mut r, v)?;
    r.keep()
}

#[inline(always)]
fn take(g: &Given<'_>, pop: fn(&mut Ring<'_>) -> Option<RawSlot>) -> Option<Val> {
    let (mut r, &[_]) = (ring(g)?, g.args) else { return None };
    let v = pop(&mut r)?;
    r.keep()?;
    Some(v.into())
}

/// The values of a built-in container, range or queue, which runs nothing.
fn values(g: &Given<'_>) -> Option<Vec<RawSlot>> {
    match g.val(1) {
        v @ (Val::List(_) | Val::Tuple(_) | Val::Str(_) | Val::Dict(_) | Val::Set(_)) => {
            iter::to_vec(g.rt, v).ok()
        }
        v @ Val::Range(r) if r.len < 1 << 24 => iter::to_vec(g.rt, v).ok(),
        v => queue::items_of(g.rt, v),
    }
}

fn add_all(g: &Given<'_>, push: fn(&mut Ring<'_>, RawSlot) -> Option<()>) -> Option<Val> {
    let (mut r, all) = (ring(g)?, values(g)?);
    // Beforehand, so that nothing is done where memory is used up.
    let most = r.most.min(r.size + all.len());
    if most > r.room {
        r.widen(most)?;
    }
    all.into_iter().try_for_each(|v| push(&mut r, v))?;
    r.keep()
}

fn rotate(g: &Given<'_>) -> Option<Val> {
    let mut r = ring(g)?;
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
    let (r, &[queue]) = (ring(g)?, g.args) else { return None };
    Some(iter::make(g.rt, kind, queue, NONE, r.size as i64, r.first as i64))
}

fn item(g: &Given<'_>) -> Option<Val> {
    let r = ring(g)?;
    r.get(r.index(g.val(1))?).map(Val::from)
}

fn set_item(g: &Given<'_>) -> Option<Val> {
    let (r, &[_, i, v]) = (ring(g)?, g.args) else { return None };
    r.set(r.index(i.into())?, v).map(|()| Val::None)
}

/// How many items are or equal argument 1, counted up to `most`, if that is known without running the program.
fn equals(g: &Given<'_>, most: i64) -> Option<i64> {
    let (r, &[_, v]) = (ring(g)?, g.args) else { return None };
    let mut n = 0;
    for i in 0..r.size {
        let item = r.get(i)?;
        if n == most {
            break;
        }
        n += i64::from(item == v || ops::quick_equal(g.rt, item, v)?);
    }
    Some(n)
}

fn items(g: &Given<'_>) -> Option<Val> {
    list::from(g.rt, &ring(g)?.items()?).ok().map(Val::List)
}

fn fill(g: &Given<'_>) -> Option<Val> {
    let (mut r, all) = (ring(g)?, g.list(1)?.to_vec(g.rt));
    r.size = 0;
    r.widen(r.most.min(all.len()))?;
    all.into_iter().try_for_each(|v| r.push(v))?;
    r.keep()
}
