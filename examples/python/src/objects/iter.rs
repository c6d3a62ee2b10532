//! Iteration: built-in iterators, and `next` of anything.

use super::{bytes, dict, item, list, number, ops, queue, relays, str};
use crate::interp::call::call;
use crate::interp::generator;
use crate::value::{misc, Dict, Iter, Tag, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, Kept, RawSlot};
use holloway::machine::Raised;
use smallvec::SmallVec;

/// Kinds of built-in iterators, and what their parts mean.
#[allow(missing_docs)]
pub mod kinds {
    /// `a` list, `i` position.
    pub const LIST: u32 = 0;
    pub const TUPLE: u32 = 1;
    pub const STR: u32 = 2;
    /// `i` next number, `n` numbers left, `b` step.
    pub const RANGE: u32 = 3;
    /// `a` dictionary, `i` entry, `n` its size at the beginning.
    pub const KEYS: u32 = 4;
    pub const VALUES: u32 = 5;
    pub const ITEMS: u32 = 6;
    /// `a` set.
    pub const SET: u32 = 7;
    /// `a` iterator, `i` count.
    pub const ENUMERATE: u32 = 8;
    /// `a` tuple of iterators, `n` 1 if strict.
    pub const ZIP: u32 = 9;
    /// `a` function, `b` tuple of iterators.
    pub const MAP: u32 = 10;
    /// `a` function or `None`, `b` iterator.
    pub const FILTER: u32 = 11;
    /// `a` list or tuple, `i` position, downwards.
    pub const REVERSED: u32 = 12;
    /// `a` function, `b` sentinel.
    pub const CALL: u32 = 13;
    /// `a` object with `__getitem__`, `i` index.
    pub const GETITEM: u32 = 14;
    /// `a` bytes, `i` position.
    pub const BYTES: u32 = 15;
    pub const BYTEARRAY: u32 = 16;
    /// The same of a view.
    pub const MEMORY: u32 = 17;
    /// As `REVERSED`, of any object with `__getitem__` and `__len__`.
    pub const REVERSED_ANY: u32 = 18;
    /// As `REVERSED`, of a list of what was in a dictionary.
    pub const REVERSED_KEYS: u32 = 19;
    pub const REVERSED_VALUES: u32 = 20;
    pub const REVERSED_ITEMS: u32 = 21;
}
use kinds::*;

/// Names of the iterators' classes, by kind.
pub const NAMES: [&str; 22] = [
    "list_iterator",
    "tuple_iterator",
    "str_iterator",
    "range_iterator",
    "dict_keyiterator",
    "dict_valueiterator",
    "dict_itemiterator",
    "set_iterator",
    "enumerate",
    "zip",
    "map",
    "filter",
    "list_reverseiterator",
    "callable_iterator",
    "iterator",
    "bytes_iterator",
    "bytearray_iterator",
    "memory_iterator",
    "reversed",
    "dict_reversekeyiterator",
    "dict_reversevalueiterator",
    "dict_reverseitemiterator",
];

/// Values of a row that need no list.
const FEW: usize = 4;

/// Makes a built-in iterator.
pub fn make(rt: &Rt, kind: u32, a: RawSlot, b: RawSlot, i: i64, n: i64) -> Val {
    Val::Iter(rt.heap.alloc(Iter::new(kind, a, b, i, n)))
}

/// `iter(v)`.
///
/// # Errors
/// `TypeError`, or what `__iter__` raises.
pub fn new(rt: &Rt, v: Val) -> Result<Val, Raised> {
    let of = |kind, n: usize| Ok(make(rt, kind, v.into(), NONE, 0, n as i64));
    match v {
        Val::List(_) => of(LIST, 0),
        Val::Tuple(_) => of(TUPLE, 0),
        Val::Str(_) => of(STR, 0),
        Val::Bytes(b) => of(if b.mutable { BYTEARRAY } else { BYTES }, 0),
        Val::Misc(m) if m.kind == misc::VIEW => of(MEMORY, 0),
        Val::Range(r) => Ok(make(rt, RANGE, v.into(), Val::Int(r.step).into(), r.start, r.len)),
        Val::Dict(d) => Ok(over(rt, KEYS, d)),
        Val::Set(s) => of(SET, s.len(rt)),
        Val::Misc(m) if (misc::KEYS..=misc::ITEMS).contains(&m.kind) => {
            let kind = KEYS + (m.kind - misc::KEYS);
            match Val::from(m.a.get(&rt.heap)) {
                Val::Dict(d) => Ok(over(rt, kind, d)),
                of => Ok(make(rt, kind, of.into(), NONE, 0, item::len(rt, of)? as i64)),
            }
        }
        Val::Misc(m) if m.kind == misc::NAMESPACE => new(rt, ops::unwrapped(rt, v)),
        Val::Iter(_) | Val::Gen(_) => Ok(v),
        Val::Inst(i) => {
            let f = ops::special(rt, v, "__iter__");
            if matches!(f, Some(Val::None)) {
                return Err(not_iterable(rt, v));
            }
            if let Some(f) = f.filter(|f| !matches!(f, Val::Native(_) | Val::None)) {
                return an_iterator(rt, call(rt, f, &[v.into()])?);
            }
            if let Some(w) = i.wrapped(rt) {
                return match number::is_number(w) || matches!(w, Val::Complex(_)) {
                    true => Err(not_iterable(rt, v)),
                    false => new(rt, w),
                };
            }
            if let Some(f @ Val::Native(_)) = f {
                return call(rt, f, &[v.into()]);
            }
            if ops::special(rt, v, "__getitem__").is_some() {
                return of(GETITEM, 0);
            }
            Err(not_iterable(rt, v))
        }
        Val::Class(_) => match ops::call_special(rt, v, "__iter__", &[]) {
            Some(r) => r,
            None => Err(not_iterable(rt, v)),
        },
        _ => Err(not_iterable(rt, v)),
    }
}

/// An iterator over a dictionary, which knows how many entries there were, deleted ones too.
fn over(rt: &Rt, kind: u32, d: Gc<Dict>) -> Val {
    let (n, size, first) = (d.len(rt) as i64, d.size.get(&rt.heap), d.first.get(&rt.heap));
    make(rt, kind, Val::Dict(d).into(), if n == size { NONE } else { Val::Int(size).into() }, first, n)
}

/// Requires that what `__iter__` gave has a method for the next value.
///
/// # Errors
/// `TypeError`.
pub fn an_iterator(rt: &Rt, it: Val) -> Result<Val, Raised> {
    let is = match it {
        Val::Gen(_) | Val::Iter(_) => true,
        Val::Inst(_) => ops::special(rt, it, "__next__").is_some(),
        _ => false,
    };
    if is {
        return Ok(it);
    }
    Err(errors::type_(rt, &format!("iter() returned non-iterator of type '{}'", ops::type_name(rt, it))))
}

/// Whether [`new`] takes a value.
pub fn is_iterable(rt: &Rt, v: Val) -> bool {
    match v {
        Val::Inst(i) => match ops::special(rt, v, "__iter__") {
            Some(f) => !f.is_none(),
            None => {
                i.wrapped(rt).is_some_and(|w| is_iterable(rt, w))
                    || ops::special(rt, v, "__getitem__").is_some()
            }
        },
        Val::Class(_) => ops::special(rt, v, "__iter__").is_some(),
        v => !matches!(v, Val::None | Val::False | Val::True) && !number::is_number(v) && new(rt, v).is_ok(),
    }
}

fn not_iterable(rt: &Rt, v: Val) -> Raised {
    errors::type_(rt, &format!("'{}' object is not iterable", ops::type_name(rt, v)))
}

/// The next value of an iterator, `None` at its end.
///
/// # Errors
/// `TypeError` for what is no iterator, or what it raises.
pub fn next(rt: &Rt, it: Val) -> Result<Option<Val>, Raised> {
    match it {
        Val::Iter(x) => match quick(rt, x).unwrap_or_else(|| advance(rt, x)) {
            Ok(v) => Ok(v),
            // That of a function which it calls is its own.
            Err(Raised) => errors::end_of_iteration(rt).map(|_| None),
        },
        Val::Gen(g) => generator::resume(rt, g, NONE),
        v => match ops::special(rt, v, "__next__") {
            Some(f) => match call(rt, f, &[v.into()]) {
                Ok(v) => Ok(Some(v)),
                Err(Raised) => errors::end_of_iteration(rt).map(|_| None),
            },
            None => Err(errors::type_(rt, &format!("'{}' object is not an iterator", ops::type_name(rt, v)))),
        },
    }
}

/// The next value of an iterator over a list, tuple or range; `None` for others, and at the end.
#[inline(always)]
fn quick(rt: &Rt, x: Gc<Iter>) -> Option<Result<Option<Val>, Raised>> {
    let cx = &rt.heap;
    let i = x.i.get(cx);
    let v = match (x.kind, Val::from(x.a.get(cx))) {
        (LIST, Val::List(l)) if i >= 0 && (i as usize) < l.len(rt) => l.get(rt, i as usize),
        (TUPLE, Val::Tuple(t)) => *t.items.as_slice().get(i as usize)?,
        (RANGE, _) => {
            let (Val::Int(by), n @ 1..) = (x.b.get(cx).into(), x.n.get(cx)) else { return None };
            x.n.set(cx, n - 1);
            x.i.set(cx, i.wrapping_add(by));
            return Some(Ok(Some(Val::Int(i))));
        }
        _ => return None,
    };
    x.i.set(cx, i + 1);
    Some(Ok(Some(v.into())))
}

/// The next value of a built-in iterator.
///
/// # Errors
/// What functions it calls raise.
fn advance(rt: &Rt, x: Gc<Iter>) -> Result<Option<Val>, Raised> {
    let cx = &rt.heap;
    let (a, i) = (Val::from(x.a.get(cx)), x.i.get(cx));
    let step = |v: RawSlot| {
        x.i.set(cx, i + 1);
        Ok(Some(Val::from(v)))
    };
    match (x.kind, a) {
        (LIST, Val::List(l)) => {
            if i < 0 || i as usize >= l.len(rt) {
                x.i.set(cx, -1);
                return Ok(None);
            }
            step(l.get(rt, i as usize))
        }
        (TUPLE, Val::Tuple(t)) => match t.items.as_slice().get(i as usize) {
            Some(&v) => step(v),
            None => Ok(None),
        },
        (STR, Val::Str(s)) => {
            if i >= s.chars {
                return Ok(None);
            }
            step(Val::Str(s.slice(rt, i as usize, i as usize + 1)?).into())
        }
        (RANGE, _) => {
            if x.n.get(cx) <= 0 {
                return Ok(None);
            }
            let by = match Val::from(x.b.get(cx)) {
                Val::Int(s) => s,
                _ => 1,
            };
            x.n.set(cx, x.n.get(cx) - 1);
            x.i.set(cx, i.wrapping_add(by));
            Ok(Some(Val::Int(i)))
        }
        (KEYS | VALUES | ITEMS, Val::Dict(d)) => {
            if x.n.get(cx) >= 0 && d.len(rt) as i64 != x.n.get(cx) {
                x.n.set(cx, -2);
                return Err(errors::runtime(rt, "dictionary changed size during iteration"));
            }
            let found = entry(rt, d.table(), x);
            let known = match Val::from(x.b.get(cx)) {
                Val::Int(size) => size,
                _ => x.n.get(cx),
            };
            if found.is_some() && known >= 0 && x.i.get(cx) > known {
                x.n.set(cx, -2);
                return Err(errors::runtime(rt, "dictionary keys changed during iteration"));
            }
            match found {
                None => Ok(None),
                Some((k, v)) => Ok(Some(match x.kind {
                    KEYS => k.into(),
                    VALUES => v.into(),
                    _ => ops::pair(rt, k, v)?,
                })),
            }
        }
        (SET, Val::Set(s)) => {
            if s.len(rt) as i64 != x.n.get(cx) {
                return Err(errors::runtime(rt, "Set changed size during iteration"));
            }
            Ok(entry(rt, s.table(), x).map(|e| e.0.into()))
        }
        (BYTES | BYTEARRAY | MEMORY, v) => {
            if i as usize >= bytes::len(rt, v).unwrap_or(0) {
                return Ok(None);
            }
            match bytes::get(rt, v, Val::Int(i)) {
                Some(r) => step(r?.into()),
                None => Ok(None),
            }
        }
        (ENUMERATE, inner) => match next(rt, inner)? {
            None => Ok(None),
            Some(v) if i == i64::MAX => {
                let _kept = rt.heap.keep([RawSlot::from(v)]);
                let n = match Val::from(x.b.get(cx)) {
                    Val::None => Val::Int(i),
                    n => n,
                };
                x.b.set(cx, ops::binary(rt, crate::bytecode::BinOp::Add, false, n, Val::Int(1))?.into());
                ops::pair(rt, n.into(), v.into()).map(Some)
            }
            Some(v) => step(ops::pair(rt, Val::Int(i).into(), v.into())?.into()),
        },
        (ZIP, Val::Tuple(t)) => {
            if let &[first, second] = t.items.as_slice() {
                let Some(v) = next(rt, first.into())? else { return zip_end(rt, x, 0, &[first, second]) };
                return match next(rt, second.into())? {
                    Some(w) => ops::pair(rt, v.into(), w.into()).map(Some),
                    None => zip_end(rt, x, 1, &[first, second]),
                };
            }
            match row(rt, t.items.as_slice())? {
                Ok(all) if all.is_empty() => Ok(None),
                Ok(all) => ops::tuple_val(rt, &all).map(Some),
                Err(k) => zip_end(rt, x, k, t.items.as_slice()),
            }
        }
        (MAP, f) => {
            let Val::Tuple(t) = Val::from(x.b.get(cx)) else { return Ok(None) };
            match row(rt, t.items.as_slice())? {
                Ok(args) => call(rt, f, &args).map(Some),
                Err(_) => Ok(None),
            }
        }
        (FILTER, f) => loop {
            let Some(v) = next(rt, x.b.get(cx).into())? else { return Ok(None) };
            let keep = if f.is_none() { v } else { call(rt, f, &[v.into()])? };
            if ops::truth(rt, keep)? {
                return Ok(Some(v));
            }
        },
        (REVERSED | REVERSED_ANY..=REVERSED_ITEMS, seq) => {
            // A list that has become shorter ends it.
            let gone = matches!(seq, Val::List(l) if i as usize >= l.len(rt));
            if i < 0 || gone {
                x.i.set(cx, -1);
                return Ok(None);
            }
            x.i.set(cx, i - 1);
            if let Val::List(l) = seq {
                return Ok(Some(l.get(rt, i as usize).into()));
            }
            match item::get(rt, seq, Val::Int(i)) {
                Err(Raised) if x.kind == REVERSED_ANY => {
                    x.i.set(cx, -1);
                    end_of_sequence(rt)
                }
                found => found.map(Some),
            }
        }
        (CALL | GETITEM, _) if i < 0 => Ok(None),
        (CALL, f) => {
            let made = match call(rt, f, &[]) {
                Ok(v) => Some(v),
                Err(Raised) => errors::end_of_iteration(rt).map(|_| None)?,
            };
            match made {
                Some(v) if !v.same(x.b.get(cx).into()) && !ops::equal(rt, x.b.get(cx).into(), v)? => {
                    Ok(Some(v))
                }
                _ => {
                    x.i.set(cx, -1);
                    Ok(None)
                }
            }
        }
        (GETITEM, obj) => match item::get(rt, obj, Val::Int(i)) {
            Ok(v) => step(v.into()),
            Err(Raised) => {
                x.i.set(cx, -1);
                end_of_sequence(rt)
            }
        },
        _ if x.kind as usize >= NAMES.len() => relays::advance(rt, x),
        _ => Ok(None),
    }
}

/// The next value of each iterator; the number of the first that has come to its end. As the others may run the program, what has come lies where collections see it: on the
/// native stack, or in a list of the heap's.
fn row(rt: &Rt, its: &[RawSlot]) -> Result<Result<SmallVec<[RawSlot; FEW]>, usize>, Raised> {
    let (mut all, kept) = (SmallVec::new(), (its.len() > FEW).then(|| list::new(rt)));
    for (k, &it) in its.iter().enumerate() {
        let Some(v) = next(rt, it.into())? else { return Ok(Err(k)) };
        if let Some(kept) = kept {
            kept.push(rt, v.into())?;
        }
        all.push(v.into());
    }
    Ok(Ok(all))
}

/// The end of what is read by `__getitem__`, if that is what its error means.
fn end_of_sequence(rt: &Rt) -> Result<Option<Val>, Raised> {
    if errors::caught(rt, rt.lang.types().index_error).is_none() {
        errors::end_of_iteration(rt)?;
    }
    Ok(None)
}

fn zip_end(rt: &Rt, x: Gc<Iter>, k: usize, its: &[RawSlot]) -> Result<Option<Val>, Raised> {
    if x.n.get(&rt.heap) == 0 {
        return Ok(None);
    }
    let text = |i: usize, what: &str| {
        let others = if i == 1 { "argument 1".to_string() } else { format!("arguments 1-{i}") };
        format!("zip() argument {} is {what} than {others}", i + 1)
    };
    if k > 0 {
        return Err(errors::value(rt, &text(k, "shorter")));
    }
    for (i, &it) in its.iter().enumerate().skip(1) {
        if next(rt, it.into())?.is_some() {
            return Err(errors::value(rt, &text(i, "longer")));
        }
    }
    Ok(None)
}

fn entry(rt: &Rt, t: dict::Table<'_>, x: Gc<Iter>) -> Option<(RawSlot, RawSlot)> {
    let cx = &rt.heap;
    let mut i = x.i.get(cx) as usize;
    loop {
        let e = dict::entry(rt, t, i)?;
        i += 1;
        x.i.set(cx, i as i64);
        if e.is_some() {
            return e;
        }
    }
}

/// Does something with each value of a built-in collection that has them in the heap, until that says no; false then, and for anything else.
/// It runs nothing of the program's.
pub fn each_at_hand(rt: &Rt, v: Val, mut f: impl FnMut(RawSlot) -> bool) -> bool {
    let cx = &rt.heap;
    let mut entries = |t: dict::Table<'_>, value: usize| {
        let Some(all) = t.entries.get(cx).get() else { return true };
        let mut all = all.cells(cx)[..2 * t.size.get(cx) as usize].chunks_exact(2);
        all.all(|e| e[0].get(cx).tag == Tag::Unbound || f(e[value].get(cx)))
    };
    match v {
        Val::Dict(d) => entries(d.table(), 0),
        Val::Set(s) => entries(s.table(), 0),
        Val::Misc(m) if matches!(m.kind, misc::KEYS | misc::VALUES) => match Val::from(m.a.get(cx)) {
            Val::Dict(d) => entries(d.table(), usize::from(m.kind == misc::VALUES)),
            _ => false,
        },
        Val::Tuple(t) => t.items.as_slice().iter().all(|&v| f(v)),
        Val::Bytes(b) => {
            let data = b.data.get(cx).get();
            let all = data.as_ref().map_or(&[][..], |data| &data.cells(cx)[..b.size.get(cx) as usize]);
            all.iter().all(|b| f(Val::Int(b.get(cx).into()).into()))
        }
        Val::List(l) => (0..l.len(rt)).all(|i| f(l.get(rt, i))),
        _ => false,
    }
}

/// Does something with each value of an iterable as it comes, so that what was done before an error stays done.
///
/// # Errors
/// As for [`new`] and [`next`], and what `f` raises.
pub fn each(rt: &Rt, v: Val, mut f: impl FnMut(RawSlot) -> Result<(), Raised>) -> Result<(), Raised> {
    if is_builtin_collection(v) {
        return kept(rt, v)?.iter().try_for_each(f);
    }
    let it = new(rt, v)?;
    let _kept = rt.heap.keep([RawSlot::from(it)]);
    while let Some(v) = next(rt, it)? {
        f(v.into())?;
    }
    Ok(())
}

/// The values of a built-in collection as they are now.
fn kept(rt: &Rt, v: Val) -> Result<Kept<'_>, Raised> {
    Ok(match v {
        Val::List(l) => {
            errors::room(rt, l.len(rt).saturating_mul(size_of::<RawSlot>()))?;
            rt.heap.keep((0..l.len(rt)).map(|i| l.get(rt, i)))
        }
        Val::Tuple(t) => rt.heap.keep(t.items.as_slice().iter().copied()),
        v => rt.heap.keep(to_vec(rt, v)?),
    })
}

fn is_builtin_collection(v: Val) -> bool {
    matches!(v, Val::List(_) | Val::Tuple(_) | Val::Dict(_) | Val::Set(_) | Val::Bytes(_) | Val::Str(_))
}

/// Looks whether a range is longer than any list: going through it would take forever.
///
/// # Errors
/// `MemoryError`, `OverflowError`.
pub fn check_length(rt: &Rt, v: Val) -> Result<(), Raised> {
    match v {
        Val::Range(r) if r.len >= 1 << 36 => Err(errors::memory(rt)),
        Val::Inst(i) if i.class(rt).is_subclass(rt.lang.types().range) => match item::len(rt, v)? {
            n if n >= 1 << 36 => Err(errors::memory(rt)),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Iterators in iterators that are looked at.
const DEEPEST: u32 = 4;

/// Whether going through an iterator runs nothing of the program's, so that nothing is collected meanwhile.
fn runs_no_program(rt: &Rt, it: Val, depth: u32) -> bool {
    let Val::Iter(x) = it else { return false };
    let within = |v: RawSlot| depth < DEEPEST && runs_no_program(rt, v.into(), depth + 1);
    match (x.kind, Val::from(x.a.get(&rt.heap))) {
        (LIST..=SET, _) => true,
        (ENUMERATE, inner) => within(inner.into()),
        (ZIP, Val::Tuple(t)) => t.items.as_slice().iter().all(|&v| within(v)),
        (REVERSED, Val::List(_) | Val::Tuple(_)) => true,
        (relays::kinds::QUEUE | relays::kinds::QUEUE_BACK, _) => true,
        _ => false,
    }
}

/// How many values at most come from an iterator, as things are; 0 if that is not known. Of some it is what they go through that is counted.
fn at_most(rt: &Rt, it: Val) -> usize {
    let Val::Iter(x) = it else { return 0 };
    let len = |v: RawSlot| match v.into() {
        Val::List(l) => l.len(rt),
        Val::Tuple(t) => t.items.as_slice().len(),
        Val::Dict(d) => d.len(rt),
        Val::Set(s) => s.len(rt),
        _ => 0,
    };
    let a = x.a.get(&rt.heap);
    match (x.kind, Val::from(a)) {
        (RANGE, _) => x.n.get(&rt.heap).max(0) as usize,
        (relays::kinds::QUEUE | relays::kinds::QUEUE_BACK, _) => x.i.get(&rt.heap) as usize,
        (ENUMERATE, inner) => at_most(rt, inner),
        (ZIP, Val::Tuple(t)) => t.items.as_slice().iter().map(|&v| at_most(rt, v.into())).min().unwrap_or(0),
        _ => len(a),
    }
}

/// All values of an iterable.
///
/// # Errors
/// As for [`new`] and [`next`].
pub fn to_vec(rt: &Rt, v: Val) -> Result<Vec<RawSlot>, Raised> {
    let known = match v {
        Val::List(l) => l.len(rt),
        Val::Tuple(t) => t.items.as_slice().len(),
        Val::Dict(d) => d.len(rt),
        Val::Set(s) => s.len(rt),
        Val::Bytes(_) => bytes::len(rt, v).unwrap_or(0),
        Val::Str(s) => s.text().len(),
        _ => 0,
    };
    // Most who ask put them together to something else as large.
    errors::room(rt, known.saturating_mul(size_of::<RawSlot>()))?;
    match v {
        Val::List(l) => return Ok(l.to_vec(rt)),
        Val::Tuple(t) => return Ok(t.items.as_slice().to_vec()),
        Val::Dict(d) => return Ok(dict::keys(rt, d.table())),
        Val::Set(s) => return Ok(s.items(rt)),
        Val::Bytes(_) => return Ok(bytes::to_slots(&bytes::of(rt, v).unwrap_or_default())),
        Val::Str(s) if s.is_ascii() => {
            return s
                .text()
                .chars()
                .map(|c| str::val(rt, c.encode_utf8(&mut [0; 4])).map(RawSlot::from))
                .collect();
        }
        Val::Inst(_) => {
            if let Some(all) = queue::items_of(rt, v) {
                errors::room(rt, size_of_val(&all[..]))?;
                return Ok(all);
            }
        }
        _ => {}
    }
    let it = new(rt, v)?;
    check_length(rt, v)?;
    if runs_no_program(rt, it, 0) {
        let most = at_most(rt, it);
        errors::room(rt, most.saturating_mul(size_of::<RawSlot>()))?;
        let mut all = Vec::with_capacity(most);
        while let Some(v) = next(rt, it)? {
            if all.len() == all.capacity() {
                errors::room(rt, 2 * size_of_val(&all[..]))?;
            }
            all.push(v.into());
        }
        return Ok(all);
    }
    // Values wait in a list of the heap's while the iterator runs.
    let kept = list::new(rt);
    while let Some(v) = next(rt, it)? {
        kept.push(rt, v.into())?;
    }
    Ok(kept.to_vec(rt))
}
