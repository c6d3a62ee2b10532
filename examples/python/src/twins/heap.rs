//! Twins of `heapq`: heaps in lists of plain values.
//!
//! **Invariant.** A way through the heap is found first, by all comparisons, and values are moved along it then: what cannot be compared leaves the heap as it was.
//!
//! **Example.** `heappop([1, 3, 2])` takes the way 0, 2, puts the last item at its end, and answers 1.

use super::{plain, Given, Twin};
use crate::objects::str;
use crate::value::{kind, Instance, List, Val};
use crate::Rt;
use holloway::heap::{Gc, HeapValue, Mut, Mutator, RawSlot};
use smallvec::SmallVec;

/// Functions of `library/heapq.py`.
pub const TWINS: &[(&str, Twin)] = &[
    ("heappush", push),
    ("heappop", pop),
    ("heapreplace", replace),
    ("heappushpop", push_and_pop),
    ("heapify", order),
    ("_sink", sink_first),
];

/// Places of a heap from the front on, each a child of the one before.
type Way = SmallVec<[usize; 32]>;

/// The way that an item takes which is put at the front of a heap of `n`: down along the smaller children to a leaf, and up again as far as it is less.
fn sinking<T: Copy>(
    n: usize,
    item: T,
    at: impl Fn(usize) -> T,
    less: impl Fn(T, T) -> Option<bool>,
) -> Option<Way> {
    let mut way = Way::from_slice(&[0]);
    let mut child = 1;
    while child < n {
        if child + 1 < n && !less(at(child), at(child + 1))? {
            child += 1;
        }
        way.push(child);
        child = 2 * child + 1;
    }
    while way.len() > 1 && less(item, at(way[way.len() - 1]))? {
        way.pop();
    }
    Some(way)
}

/// The way of the last item of a heap, up from its end.
fn rising<T: Copy>(n: usize, at: impl Fn(usize) -> T, less: impl Fn(T, T) -> Option<bool>) -> Option<Way> {
    let item = at(n - 1);
    let mut way = Way::from_slice(&[n - 1]);
    let mut here = n - 1;
    while here > 0 {
        here = (here - 1) / 2;
        if !less(item, at(here))? {
            break;
        }
        way.push(here);
    }
    Some(way)
}

/// Moves along a way what is at each next place, and the item to its end.
fn shift<T: HeapValue>(cx: &Mutator, heap: &[Mut<T>], way: &[usize], item: T) {
    for w in way.windows(2) {
        heap[w[0]].set(cx, heap[w[1]].get(cx));
    }
    heap[way[way.len() - 1]].set(cx, item);
}

/// `a < b` of plain values, or of the entries that `merge` and `nsmallest` put into heaps.
fn less(rt: &Rt, a: RawSlot, b: RawSlot) -> Option<bool> {
    let (Val::Inst(x), Val::Inst(y)) = (a.into(), b.into()) else { return plain::less(rt, a, b) };
    let class = x.class(rt);
    let Some(Val::Func(f)) = class.lookup_name(rt, "__lt__") else { return None };
    let code = rt.lang.code(f.running.get(&rt.heap));
    let own = code.proto.qualname == "_Entry.__lt__" && &*code.proto.file == "<library>/heapq.py";
    if !own || y.class(rt).id != class.id {
        return None;
    }
    let part = |x: Gc<Instance>, name: &'static str| x.own(rt, str::literal(rt, name));
    let (x, y) = if Val::from(part(x, "reverse")?).is_true() { (y, x) } else { (x, y) };
    let (p, q) = (part(x, "key")?, part(y, "key")?);
    Some(
        plain::less(rt, p, q)?
            || !plain::less(rt, q, p)? && plain::less(rt, part(x, "order")?, part(y, "order")?)?,
    )
}

/// Calls a generic function with the items of a list and what compares them.
macro_rules! with_items {
    ($rt:expr, $l:expr, $f:ident($($arg:expr),*)) => {{
        let (rt, l): (&Rt, Gc<List>) = ($rt, $l);
        match l.kind.get(&rt.heap) {
            kind::INTS => l.with_ints(rt, |a| $f(rt, a, |x, y| Some(x < y), $($arg),*))?,
            kind::FLOATS => l.with_floats(rt, |a| $f(rt, a, |x, y| Some(x < y), $($arg),*))?,
            kind::SLOTS => l.with_slots(rt, |a| $f(rt, a, |x, y| less(rt, x, y), $($arg),*))?,
            _ => None,
        }
    }};
}

/// Puts item `from` at the front of the first `n` items.
fn sink<T: HeapValue + Copy>(
    rt: &Rt,
    heap: &[Mut<T>],
    less: impl Fn(T, T) -> Option<bool>,
    from: usize,
    n: usize,
) -> Option<()> {
    let cx = &rt.heap;
    let item = heap[from].get(cx);
    let way = sinking(n, item, |i| heap[i].get(cx), less)?;
    shift(cx, heap, &way, item);
    Some(())
}

fn rise<T: HeapValue + Copy>(rt: &Rt, heap: &[Mut<T>], less: impl Fn(T, T) -> Option<bool>) -> Option<()> {
    let cx = &rt.heap;
    let item = heap[heap.len() - 1].get(cx);
    let way = rising(heap.len(), |i| heap[i].get(cx), less)?;
    shift(cx, heap, &way, item);
    Some(())
}

/// All into order, in a copy first.
fn arrange<T: HeapValue + Copy>(rt: &Rt, heap: &[Mut<T>], less: impl Fn(T, T) -> Option<bool>) -> Option<()> {
    let cx = &rt.heap;
    let mut all: Vec<T> = heap.iter().map(|v| v.get(cx)).collect();
    for start in (0..all.len() / 2).rev() {
        let (item, mut here) = (all[start], start);
        while let Some(&left) = all.get(2 * here + 1) {
            let child = match all.get(2 * here + 2) {
                Some(&right) if !less(left, right)? => 2 * here + 2,
                _ => 2 * here + 1,
            };
            all[here] = all[child];
            here = child;
        }
        while here > start && less(item, all[(here - 1) / 2])? {
            all[here] = all[(here - 1) / 2];
            here = (here - 1) / 2;
        }
        all[here] = item;
    }
    for (place, v) in heap.iter().zip(all) {
        place.set(cx, v);
    }
    Some(())
}

fn push(g: &Given<'_>) -> Option<Val> {
    let (l, &[_, item]) = (g.list(0)?, g.args) else { return None };
    let n = l.len(g.rt);
    l.push(g.rt, item).ok()?;
    let done = with_items!(g.rt, l, rise());
    if done.is_none() {
        l.truncate(g.rt, n);
    }
    done.map(|()| Val::None)
}

fn pop(g: &Given<'_>) -> Option<Val> {
    let (l, &[_]) = (g.list(0)?, g.args) else { return None };
    let last = l.len(g.rt).checked_sub(1)?;
    let first = l.get(g.rt, 0);
    if last > 0 {
        with_items!(g.rt, l, sink(last, last))?;
    }
    l.truncate(g.rt, last);
    Some(first.into())
}

/// Takes the first item of a heap and puts another one in.
fn exchange(rt: &Rt, l: Gc<List>, item: RawSlot) -> Option<Val> {
    let n = l.len(rt);
    let first = l.get(rt, 0);
    // It waits behind the others for its way.
    l.push(rt, item).ok()?;
    let done = with_items!(rt, l, sink(n, n));
    l.truncate(rt, n);
    done.map(|()| first.into())
}

fn replace(g: &Given<'_>) -> Option<Val> {
    match (g.list(0)?, g.args) {
        (l, &[_, item]) if l.len(g.rt) > 0 => exchange(g.rt, l, item),
        _ => None,
    }
}

fn push_and_pop(g: &Given<'_>) -> Option<Val> {
    let (l, &[_, item]) = (g.list(0)?, g.args) else { return None };
    if l.len(g.rt) == 0 || !plain::less(g.rt, l.get(g.rt, 0), item)? {
        return Some(item.into());
    }
    exchange(g.rt, l, item)
}

fn order(g: &Given<'_>) -> Option<Val> {
    let (l, &[_]) = (g.list(0)?, g.args) else { return None };
    if l.len(g.rt) > 1 {
        with_items!(g.rt, l, arrange())?;
    }
    Some(Val::None)
}

/// `_sink(heap, 0)`.
fn sink_first(g: &Given<'_>) -> Option<Val> {
    let (l, Val::Int(0)) = (g.list(0)?, g.val(1)) else { return None };
    let n = l.len(g.rt);
    with_items!(g.rt, l, sink(0, n)).map(|()| Val::None)
}
