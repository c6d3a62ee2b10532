//! Making lists, tuples, closures and other objects.

use super::{helpers, S};
use crate::bytecode::{CellSource, MOST_PAIRS};
use crate::objects::dict::{few_entries, SMALL};
use crate::value::{kind, Cell, Dict, Function, Iter, List, Method, Misc, Set, Slice, Tag, Tuple, Value};
use crate::Py;
use holloway::heap::{ArrayObject, FloatArray, Settable, SlotArray, Stored, WordArray, Zeroable};
use holloway::machine::*;

/// Spread tuples and lists that are shorter than this are copied by traces.
pub(super) const MOST_SPREAD: i64 = 9;

/// A tuple.
#[inline(always)]
pub fn tuple<M: Machine<L = Py>>(m: &M, items: &[Slot<M::V>]) -> Slot<M::V> {
    Value::Tuple(make_filled::<M, Tuple>(m, items)).into()
}

/// A bound method.
pub fn method<M: Machine<L = Py>>(m: &M, f: Slot<M::V>, this: Slot<M::V>) -> Slot<M::V> {
    Value::Method(make::<M, Method>(m).init(m, Method::func, f).init(m, Method::this, this)).into()
}

/// A slice.
pub fn slice<M: Machine<L = Py>>(m: &M, a: Slot<M::V>, b: Slot<M::V>, c: Slot<M::V>) -> Slot<M::V> {
    let x = make::<M, Slice>(m).init(m, Slice::start, a).init(m, Slice::stop, b).init(m, Slice::step, c);
    Value::Slice(x).into()
}

/// An empty dictionary.
pub fn dict<M: Machine<L = Py>>(m: &M) -> Ref<M::V, Dict> {
    make::<M, Dict>(m)
}

/// A dictionary of keys and values, in turn: of few, whose keys are different strings. What hashing and looking for them would come to is known, so it is built as any other object.
#[inline(never)]
pub fn dict_of<M: Machine<L = Py>>(m: &M, pairs: &[Slot<M::V>]) -> Ref<M::V, Dict> {
    const { assert!(MOST_PAIRS <= SMALL, "a larger one has its entries in other places") };
    let d = dict(m);
    let n = pairs.len() / 2;
    if n > 0 {
        let mark = |i: usize| match m.unpack(pairs[2 * i]) {
            Value::Str(key) => helpers::str_mark(m, key, Int::new(i as i64)),
            _ => Int::new(0),
        };
        let none: Slot<M::V> = Value::Unbound.into();
        let part = |i: usize| pairs.get(i).copied().unwrap_or(none);
        let count = Int::new(n as i64);
        d.set(m, Dict::marks, (0..n).fold(Int::new(0), |marks, i| marks | mark(i)));
        d.set(m, Dict::entries, make_each::<M, SlotArray>(m, 2 * few_entries(n), part).opt());
        for field in [Dict::size, Dict::live, Dict::version] {
            d.set(m, field, count);
        }
    }
    d
}

/// An empty set.
pub fn set<M: Machine<L = Py>>(m: &M) -> Slot<M::V> {
    Value::Set(make::<M, Set>(m)).into()
}

/// Keys, values or items of a dictionary.
pub fn view<M: Machine<L = Py>>(m: &M, kind: u32, d: Slot<M::V>) -> Slot<M::V> {
    let none: Slot<M::V> = Value::None.into();
    let x = make::<M, Misc>(m)
        .init(m, Misc::kind, Int::new(kind.into()))
        .init(m, Misc::a, d)
        .init(m, Misc::b, none)
        .init(m, Misc::c, none);
    Value::Misc(x).into()
}

/// A built-in iterator.
pub fn iterator<M: Machine<L = Py>>(
    m: &M,
    kind: u32,
    a: Slot<M::V>,
    b: Slot<M::V>,
    i: Int<M::V>,
    n: Int<M::V>,
) -> Slot<M::V> {
    let x = make::<M, Iter>(m)
        .init(m, Iter::kind, Int::new(kind.into()))
        .init(m, Iter::a, a)
        .init(m, Iter::b, b)
        .init(m, Iter::i, i)
        .init(m, Iter::n, n);
    Value::Iter(x).into()
}

/// A tuple with the items of `x` behind its own. What is short and built by the trace is put together by it.
#[inline(never)]
pub fn extended_tuple<M: Machine<L = Py>>(m: &M, t: Slot<M::V>, x: Slot<M::V>) -> Result<Slot<M::V>, Raised> {
    let Value::Tuple(t) = m.unpack(t) else { return Ok(t) };
    let more = match m.unpack(x) {
        Value::Tuple(more) => more,
        Value::List(l) => helpers::list_tuple(m, l)?,
        _ => return helpers::tuple_extend(m, t, x).map(|t| Value::Tuple(t).into()),
    };
    let (n, k) = (<Ref<M::V, Tuple>>::len(t, m), <Ref<M::V, Tuple>>::len(more, m));
    if m.is_virtual(t) && m.branch(k.ult(MOST_SPREAD)) {
        let (n, k) = (m.promote(n), m.promote(k));
        let part = |t: Ref<M::V, Tuple>, n: i64| (0..n).map(move |i| t.at(m, Int::new(i)));
        if let Some(all) = part(t, n).chain(part(more, k)).collect::<Option<Vec<_>>>() {
            return Ok(tuple(m, &all));
        }
    }
    helpers::tuple_joined(m, t, more).map(|t| Value::Tuple(t).into())
}

/// Strings joined.
pub fn string<M: Machine<L = Py>>(m: &M, parts: &[Slot<M::V>]) -> Result<Slot<M::V>, Raised> {
    let mut i = 0;
    let none: Slot<M::V> = Value::Unbound.into();
    let text = |k: usize| match m.unpack(*parts.get(k)?) {
        Value::Str(s) => Some(s),
        _ => None,
    };
    match parts.len() {
        2 => {
            if let (Some(a), Some(b)) = (text(0), text(1)) {
                return Ok(Value::Str(helpers::concat(m, a, b)?).into());
            }
        }
        n @ 3..=4 => {
            if let (Some(a), Some(b), Some(c)) = (text(0), text(1), text(2)) {
                let d = text(3);
                if d.is_some() == (n == 4) {
                    let d = d.map_or(OptRef::null(), Ref::opt);
                    return Ok(Value::Str(helpers::join_few(m, a, b, c, d)?).into());
                }
            }
        }
        _ => {}
    }
    while i < parts.len() {
        let get = |k: usize| parts.get(i + k).copied().unwrap_or(none);
        let n = (parts.len() - i).min(4) as i64;
        helpers::push_args(m, Int::new(n), get(0), get(1), get(2), get(3));
        i += 4;
    }
    helpers::join_args(m, Int::new(parts.len() as i64))
}

impl Py {
    /// A list of these values.
    #[inline(never)]
    pub fn build_list<M: Machine<L = Py>>(&self, m: &M, items: &[Slot<M::V>]) -> Slot<M::V> {
        let l = make::<M, List>(m);
        if !items.is_empty() {
            self.fill_list(m, l, items, items.len());
        }
        Value::List(l).into()
    }

    /// Gives a list, or one whose items are among these, these items, and room for more of their kind.
    pub(super) fn fill_list<M: Machine<L = Py>>(
        &self,
        m: &M,
        l: Ref<M::V, List>,
        items: &[Slot<M::V>],
        room: usize,
    ) {
        fn array<M: Machine<L = Py>, T: ArrayObject>(
            m: &M,
            items: &[Slot<M::V>],
            room: usize,
            part: impl Fn(Slot<M::V>) -> ElemRed<T, M::V>,
        ) -> OptRef<M::V, T>
        where
            T::Elem: Settable,
            <T::Elem as Stored>::Value: FieldKind + Zeroable,
        {
            if room == items.len() {
                return make_each::<M, T>(m, room, |i| part(items[i])).opt();
            }
            let made: Ref<M::V, T> = make_array(m, Int::new(room as i64));
            for (i, &v) in items.iter().enumerate() {
                let _ = made.put(m, Int::new(i as i64), part(v));
            }
            made.opt()
        }
        let all = |tag| items.iter().all(|v| m.branch(v.has_tag(tag)));
        let k = if all(Tag::Int) {
            let part = |v| match m.unpack(v) {
                Value::Int(x) => x,
                _ => unreachable!("all are integers"),
            };
            l.set(m, List::ints, array::<M, WordArray>(m, items, room, part));
            kind::INTS
        } else if all(Tag::Float) {
            let part = |v| match m.unpack(v) {
                Value::Float(x) => x,
                _ => unreachable!("all are floats"),
            };
            l.set(m, List::floats, array::<M, FloatArray>(m, items, room, part));
            kind::FLOATS
        } else {
            l.set(m, List::items, array::<M, SlotArray>(m, items, room, |v| v));
            kind::SLOTS
        };
        l.set(m, List::kind, Int::new(k));
        l.set(m, List::size, Int::new(items.len() as i64));
    }

    /// A closure of nested function `p`, whose defaults are in registers `a`, `a + 1`.
    #[inline(never)]
    pub fn function<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, a: u8, p: u16) -> Slot<M::V> {
        let (base, code) = (s.top().base, s.top().frame.code.0);
        let inner = self.code(code.children[p as usize]);
        let cells: Vec<OptRef<M::V, Cell>> = inner
            .proto
            .frees
            .iter()
            .map(|f| match *f {
                CellSource::Register(r) => match m.unpack(s.stack.get(base + r as usize)) {
                    Value::Cell(c) => c.opt(),
                    _ => unreachable!("a captured variable is in a cell"),
                },
                CellSource::Free(i) => self.free_cell(m, s, i).opt(),
            })
            .collect();
        let id = Int::new(inner.id.into());
        let f =
            make_filled::<M, Function>(m, &cells).init(m, Function::code, id).init(m, Function::running, id);
        let (d, k) = (s.stack.get(base + a as usize), s.stack.get(base + a as usize + 1));
        if let Value::Tuple(d) = m.unpack(d) {
            f.init(m, Function::defaults, d.opt());
        }
        if let Value::Dict(k) = m.unpack(k) {
            f.init(m, Function::kwdefaults, k.opt());
        }
        Value::Func(f).into()
    }
}
