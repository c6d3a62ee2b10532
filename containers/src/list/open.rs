//! Lists as interpreter code uses them: open to traces.
//!
//! **Problem.** In a trace, an item of a list is a load behind a guard of the list's kind and of the index, and appending is a store while there is room.
//!
//! **Invariants.** The kind is promoted, so that what follows is the code for one kind alone. A list of integers read at one place and a list of any values at the same place are two ways.
//!
//! **Not promised.** A list that outgrows its room is real from there on. One that never needs more than [`make_of`] or the first [`push`] gave it may stay virtual.
//!
//! **Example.** The handler of `v[i]` is `open::get::<M, K>(m, list, i)`, `None` where the index is out of bounds; of `push`: `open::push::<M, K>(m, list, value)?`.

use super::host::LEAST;
use super::{Kind, Kinds, List};
use crate::framework;
use holloway_compiler::ir::Ty;
use holloway_macros::residual;
use holloway_tracer::heap::{ArrayObject, ByteArray, FloatArray, Gc, RawSlot, SlotArray, WordArray};
use holloway_tracer::machine::{
    make as new, make_array, make_filled, Cx, Float, Int, Language, Machine, OptRef, Raised, Ref, Slot,
    Values,
};

/// A list among a machine's values.
type Red<M> = Ref<<M as Machine>::V, List>;
/// A value.
type Value<M> = Slot<<M as Machine>::V>;

/// Appends where there is no room, or a value of another kind.
#[residual(crate_path = framework)]
fn push_any<L: Language, K: Kinds>(cx: &Cx<L>, list: Gc<List>, value: RawSlot) -> Result<(), Raised> {
    list.push::<K>(&cx.rt.heap, value).or_else(|_| no_memory(cx))
}

/// Stores a value of another kind.
#[residual(crate_path = framework)]
fn set_any<L: Language, K: Kinds>(cx: &Cx<L>, list: Gc<List>, i: i64, value: RawSlot) -> Result<(), Raised> {
    list.set::<K>(&cx.rt.heap, i as usize, value).or_else(|_| no_memory(cx))
}

/// Raises the language's error for a full heap.
fn no_memory<L: Language, R>(cx: &Cx<L>) -> Result<R, Raised> {
    cx.rt.error.set(cx.rt.lang.out_of_memory(cx.rt));
    Err(Raised)
}

/// An integer as a value.
#[inline(always)]
fn int<M: Machine, K: Kinds>(x: Int<M::V>) -> Value<M> {
    Slot(M::V::slot(M::V::word(K::INT.unwrap_or_default(), Ty::Int), x.0))
}
#[inline(always)]
fn float<M: Machine, K: Kinds>(x: Float<M::V>) -> Value<M> {
    Slot(M::V::slot(M::V::word(K::FLOAT.unwrap_or_default(), Ty::Int), M::V::d_as_w(x.0)))
}
/// A truth value. A guard on it: nearly always the program tests it next, and then that test is free.
#[inline(always)]
#[track_caller]
fn boolean<M: Machine, K: Kinds>(m: &M, x: Int<M::V>) -> Value<M> {
    let (no, yes) = K::BOOL.unwrap_or_default();
    Slot::raw(if m.branch(x.eq_(0)) { no } else { yes }, 0, Ty::Int)
}
/// The payload of a value that is known to be a float.
#[inline(always)]
fn as_float<M: Machine>(v: Value<M>) -> Float<M::V> {
    Float(M::V::w_as_d(M::V::slot_payload(v.0)))
}
/// The payload of a value that is known to be an integer.
#[inline(always)]
fn as_int<M: Machine>(v: Value<M>) -> Int<M::V> {
    Int(M::V::slot_payload(v.0))
}

/// The kind, known from here on.
#[inline(always)]
#[track_caller]
fn kind<M: Machine>(m: &M, list: Red<M>) -> Kind {
    Kind::of_number(m.promote(list.get(m, List::holds)))
}

/// The array of a list. The trace is told that there is room for all `n` items, where an item is asked for.
#[inline(always)]
#[track_caller]
fn array<M: Machine, A: ArrayObject>(
    m: &M,
    items: OptRef<M::V, A>,
    n: Option<Int<M::V>>,
) -> Option<Ref<M::V, A>> {
    let array = m.non_null(items)?;
    if let Some(n) = n {
        m.vouch(n.ule(array.len(m)));
    }
    Some(array)
}

/// An empty list.
#[inline(always)]
#[track_caller]
pub fn make<M: Machine>(m: &M) -> Red<M> {
    new::<M, List>(m)
}

/// A list of these values, as a list of any values.
#[inline(always)]
#[track_caller]
pub fn make_of<M: Machine>(m: &M, values: &[Value<M>]) -> Red<M> {
    let list = new::<M, List>(m);
    if values.is_empty() {
        return list;
    }
    let items: Ref<M::V, SlotArray> = make_filled(m, values);
    let list = list.init(m, List::size, Int::new(values.len() as i64)).init(m, List::SLOTS, items.opt());
    list.init(m, List::holds, Int::new(Kind::Slots as i64))
}

/// How many items there are.
#[inline(always)]
#[track_caller]
pub fn len<M: Machine>(m: &M, list: Red<M>) -> Int<M::V> {
    list.get(m, List::size)
}

/// An item; `None` if there is none of this number.
#[inline(always)]
#[track_caller]
pub fn get<M: Machine, K: Kinds>(m: &M, list: Red<M>, i: Int<M::V>) -> Option<Value<M>> {
    let n = len(m, list);
    if !m.branch(i.ult(n)) {
        return None;
    }
    let n = Some(n);
    match kind(m, list) {
        Kind::None => None,
        Kind::Slots => array(m, list.get(m, List::SLOTS), n)?.at(m, i),
        Kind::Ints => array(m, list.get(m, List::INTS), n)?.at(m, i).map(int::<M, K>),
        Kind::Floats => array(m, list.get(m, List::FLOATS), n)?.at(m, i).map(float::<M, K>),
        Kind::Bools => array(m, list.get(m, List::BOOLS), n)?.at(m, i).map(|x| boolean::<M, K>(m, x)),
    }
}

/// Changes an item; `None` if there is none of this number.
///
/// # Errors
/// The language's, if the list must become one of any values and there is no memory for that.
#[inline(always)]
#[track_caller]
pub fn set<M: Machine, K: Kinds>(
    m: &M,
    list: Red<M>,
    i: Int<M::V>,
    value: Value<M>,
) -> Result<Option<()>, Raised> {
    let n = len(m, list);
    if !m.branch(i.ult(n)) {
        return Ok(None);
    }
    if put::<M, K>(m, list, Some(n), i, value).is_none() {
        set_any::<M::L, K, M>(m, list, i, value)?;
    }
    Ok(Some(()))
}

/// Stores a value in the room that is there, if the kind can hold it.
#[inline(always)]
#[track_caller]
fn put<M: Machine, K: Kinds>(
    m: &M,
    list: Red<M>,
    n: Option<Int<M::V>>,
    i: Int<M::V>,
    value: Value<M>,
) -> Option<()> {
    let is = |tag: Option<u64>| tag.is_some_and(|tag| m.branch(value.has_tag(tag)));
    match kind(m, list) {
        Kind::Slots => array(m, list.get(m, List::SLOTS), n)?.put(m, i, value),
        Kind::Ints if is(K::INT) => array(m, list.get(m, List::INTS), n)?.put(m, i, as_int::<M>(value)),
        Kind::Floats if is(K::FLOAT) => {
            array(m, list.get(m, List::FLOATS), n)?.put(m, i, as_float::<M>(value))
        }
        Kind::Bools => {
            let (no, yes) = K::BOOL?;
            let byte = match m.branch(value.has_tag(yes)) {
                true => 1,
                false if m.branch(value.has_tag(no)) => 0,
                false => return None,
            };
            array(m, list.get(m, List::BOOLS), n)?.put(m, i, Int::new(byte))
        }
        Kind::None | Kind::Ints | Kind::Floats => None,
    }
}

/// Puts the first item into a list that has no room yet.
#[inline(always)]
#[track_caller]
fn begin<M: Machine, K: Kinds>(m: &M, list: Red<M>, value: Value<M>) {
    let (at, room) = (Int::new(0), Int::new(LEAST as i64));
    let is = |tag: Option<u64>| tag.is_some_and(|tag| m.branch(value.has_tag(tag)));
    let kind = if is(K::INT) {
        let items: Ref<M::V, WordArray> = make_array(m, room);
        items.put(m, at, as_int::<M>(value));
        list.set(m, List::INTS, items.opt());
        Kind::Ints
    } else if is(K::FLOAT) {
        let items: Ref<M::V, FloatArray> = make_array(m, room);
        items.put(m, at, as_float::<M>(value));
        list.set(m, List::FLOATS, items.opt());
        Kind::Floats
    } else if let Some(yes) =
        K::BOOL.and_then(|(no, yes)| is(Some(yes)).then_some(1).or_else(|| is(Some(no)).then_some(0)))
    {
        let items: Ref<M::V, ByteArray> = make_array(m, room);
        items.put(m, at, Int::new(yes));
        list.set(m, List::BOOLS, items.opt());
        Kind::Bools
    } else {
        let items: Ref<M::V, SlotArray> = make_array(m, room);
        items.put(m, at, value);
        list.set(m, List::SLOTS, items.opt());
        Kind::Slots
    };
    list.set(m, List::holds, Int::new(kind as i64));
}

/// Appends an item.
///
/// # Errors
/// The language's, if there is no memory for it.
#[inline(always)]
#[track_caller]
pub fn push<M: Machine, K: Kinds>(m: &M, list: Red<M>, value: Value<M>) -> Result<(), Raised> {
    let n = len(m, list);
    // Nothing is vouched for: that there is room for one more is what is to be found out.
    let done = match kind(m, list) {
        Kind::None => {
            begin::<M, K>(m, list, value);
            Some(())
        }
        _ => put::<M, K>(m, list, None, n, value),
    };
    match done {
        Some(()) => list.set(m, List::size, n + 1),
        None => push_any::<M::L, K, M>(m, list, value)?,
    }
    Ok(())
}

/// Takes the last item off.
#[inline(always)]
#[track_caller]
pub fn pop<M: Machine, K: Kinds>(m: &M, list: Red<M>) -> Option<Value<M>> {
    let last = len(m, list) - 1;
    let value = get::<M, K>(m, list, last)?;
    if kind(m, list) == Kind::Slots {
        // What is not in the list is not kept alive by it.
        let slots = m.non_null(list.get(m, List::SLOTS));
        let nothing = RawSlot::default();
        slots.and_then(|a| a.put(m, last, Slot::raw(nothing.tag, nothing.bits, Ty::Int)));
    }
    list.set(m, List::size, last);
    Some(value)
}
