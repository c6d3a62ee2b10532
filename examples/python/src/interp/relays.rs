//! Iterators of `itertools` over built-in containers: made and advanced here, so that traces look into them. See `objects::relays`.

use super::enter::Passed;
use super::{build, helpers, konst, S};
use crate::objects::iter::kinds as plain;
use crate::objects::queue;
use crate::objects::relays::{kinds, SMALL_START, SMALL_STEP};
use crate::value::{misc, Instance, Iter, List, Misc, Tag, Tuple, Value, NONE};
use crate::Py;
use holloway::machine::*;

/// Iterables without values, one after the other, that are passed over here.
const EMPTY: usize = 4;

/// What [`Py::ring`] gives.
type Ring<V> = (Ref<V, List>, Int<V>, Int<V>);

impl Py {
    /// The iterator that a call of this kind's function makes; `None` where it is to be a generator.
    #[inline(never)]
    pub fn make_relay<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        kind: u32,
        p: &Passed<'_>,
    ) -> Option<Slot<M::V>> {
        let arg = |s: &S<M>, k: usize| s.stack.get(p.first + k);
        let (zero, all, none) = (Int::new(0), Int::new(-1), konst(NONE));
        let made = |a, b, i, n| Some(build::iterator(m, kind, a, b, i, n));
        match (kind, p.n) {
            (kinds::REPEAT, 1) => made(arg(s, 0), none, zero, all),
            (kinds::REPEAT, 2) => match m.unpack(arg(s, 1)) {
                Value::Int(n) => made(arg(s, 0), none, zero, if m.branch(n.lt(0)) { zero } else { n }),
                _ => None,
            },
            (kinds::COUNT, 0..=2) => {
                let part = |k: usize, default: i64| match p.n > k {
                    true => match m.unpack(arg(s, k)) {
                        Value::Int(x) => Some(x),
                        _ => None,
                    },
                    false => Some(Int::new(default)),
                };
                let (start, step) = (part(0, 0)?, part(1, 1)?);
                let small = m.branch((start + SMALL_START).ult(2 * SMALL_START))
                    && m.branch((step + SMALL_STEP).ult(2 * SMALL_STEP));
                small.then(|| build::iterator(m, kind, none, none, start, step))
            }
            (kinds::CYCLE, 1) => {
                let it = self.container_iterator(m, arg(s, 0))?;
                made(self.build_list(m, &[]), it, zero, zero)
            }
            (kinds::ISLICE, 2 | 3) => {
                let it = match m.unpack(arg(s, 0)) {
                    Value::Iter(x) if self.is_still(m, x) => arg(s, 0),
                    _ => self.container_iterator(m, arg(s, 0))?,
                };
                let place = |k: usize| match m.unpack(arg(s, k)) {
                    Value::Int(n) if !m.branch(n.lt(0)) => Some(n),
                    _ => None,
                };
                let start = if p.n == 3 { place(1)? } else { zero };
                if m.branch(arg(s, p.n - 1).has_tag(Tag::None)) {
                    return made(it, none, start, all);
                }
                let n = place(p.n - 1)? - start;
                made(it, none, start, if m.branch(n.lt(0)) { zero } else { n })
            }
            (kinds::CHAIN, 1..) => {
                let items: Vec<_> = (0..p.n).map(|k| arg(s, k)).collect();
                if !items.iter().all(|&x| self.is_container(m, x)) {
                    return None;
                }
                let it = self.plain_iterator(m, build::tuple(m, &items))?;
                made(it, none, zero, zero)
            }
            (kinds::CHAINED, 1) => {
                let first = match m.unpack(arg(s, 0)) {
                    Value::List(l) if m.branch(Int::<M::V>::new(0).lt(l.get(m, List::size))) => {
                        self.list_item(m, l, zero)
                    }
                    Value::Tuple(t) if m.branch(Int::<M::V>::new(0).lt(<Ref<M::V, Tuple>>::len(t, m))) => {
                        t.at(m, zero)
                    }
                    _ => None,
                };
                if !self.is_container(m, first?) {
                    return None;
                }
                let it = self.plain_iterator(m, arg(s, 0))?;
                Some(build::iterator(m, kinds::CHAIN, it, none, zero, zero))
            }
            (kinds::QUEUE | kinds::QUEUE_BACK, 1) => {
                let (_, first, size) = self.ring(m, arg(s, 0))?;
                made(arg(s, 0), none, size, first)
            }
            _ => None,
        }
    }

    /// The places of a queue, its `_first` and its size: see `objects::queue`.
    fn ring<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Ring<M::V>> {
        let Value::Inst(x) = m.unpack(x) else { return None };
        if !queue::is_queue(m.runtime(), m.promote_ref(x.get(m, Instance::map))) {
            return None;
        }
        let part = |slot| m.unpack(x.get(m, slot));
        match (part(Instance::s0), part(Instance::s1), part(Instance::s2)) {
            (Value::List(places), Value::Int(first), Value::Int(size)) => Some((places, first, size)),
            _ => None,
        }
    }

    /// Whether going through a value calls nothing of the program's.
    fn is_container<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        match m.unpack(x) {
            Value::List(_) | Value::Tuple(_) | Value::Range(_) | Value::Str(_) => true,
            Value::Dict(_) | Value::Set(_) => true,
            Value::Misc(v) => (misc::KEYS..=misc::ITEMS).contains(&(m.promote(v.get(m, Misc::kind)) as u32)),
            _ => false,
        }
    }

    /// The same of an iterator.
    fn is_still<M: Machine<L = Py>>(&self, m: &M, x: Ref<M::V, Iter>) -> bool {
        m.promote(x.get(m, Iter::kind)) as u32 != plain::GETITEM && !self.runs_program(m, x)
    }

    /// The next value; unbound at the end.
    pub fn advance_relay<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Ref<M::V, Iter>,
        kind: u32,
    ) -> Result<Slot<M::V>, Raised> {
        let end: Slot<M::V> = Value::Unbound.into();
        match kind {
            kinds::CHAIN => {
                for _ in 0..EMPTY {
                    match m.unpack(x.get(m, Iter::b)) {
                        Value::Iter(inner) => {
                            let v = self.advance(m, inner)?;
                            if !m.branch(v.has_tag(Tag::Unbound)) {
                                return Ok(v);
                            }
                        }
                        Value::None => {}
                        _ => break,
                    }
                    let Value::Iter(all) = m.unpack(x.get(m, Iter::a)) else { break };
                    let next = self.advance(m, all)?;
                    if m.branch(next.has_tag(Tag::Unbound)) {
                        return Ok(end);
                    }
                    let known = self.container_iterator(m, next);
                    let it = known.map_or_else(|| helpers::iter(m, next), Ok)?;
                    x.set(m, Iter::b, it);
                }
            }
            kinds::REPEAT => {
                let n = x.get(m, Iter::n);
                if m.branch(n.eq_(0)) {
                    return Ok(end);
                }
                if !m.branch(n.lt(0)) {
                    x.set(m, Iter::n, n - 1);
                }
                return Ok(x.get(m, Iter::a));
            }
            kinds::COUNT => {
                let i = x.get(m, Iter::i);
                x.set(m, Iter::i, i + x.get(m, Iter::n));
                return Ok(Value::Int(i).into());
            }
            kinds::CYCLE if m.branch(x.get(m, Iter::b).has_tag(Tag::None)) => {
                if let Value::List(l) = m.unpack(x.get(m, Iter::a)) {
                    let (i, n) = (x.get(m, Iter::i), l.get(m, List::size));
                    if !m.branch(i.lt(n)) {
                        return Ok(end);
                    }
                    if let Some(v) = self.list_item(m, l, i) {
                        let next = if m.branch((i + 1).lt(n)) { i + 1 } else { Int::new(0) };
                        x.set(m, Iter::i, next);
                        return Ok(v);
                    }
                }
            }
            kinds::ISLICE if m.branch(x.get(m, Iter::i).eq_(0)) => {
                let n = x.get(m, Iter::n);
                if m.branch(n.eq_(0)) {
                    return Ok(end);
                }
                if let Value::Iter(inner) = m.unpack(x.get(m, Iter::a)) {
                    let v = self.advance(m, inner)?;
                    if m.branch(v.has_tag(Tag::Unbound)) {
                        x.set(m, Iter::n, Int::new(0));
                    } else if !m.branch(n.lt(0)) {
                        x.set(m, Iter::n, n - 1);
                    }
                    return Ok(v);
                }
            }
            kinds::QUEUE | kinds::QUEUE_BACK => {
                if let Some((places, first, size)) = self.ring(m, x.get(m, Iter::a)) {
                    let left = x.get(m, Iter::i);
                    if m.branch(first.eq_(x.get(m, Iter::n))) {
                        if !m.branch(Int::<M::V>::new(0).lt(left)) {
                            return Ok(end);
                        }
                        let i = if kind == kinds::QUEUE { size - left } else { left - 1 };
                        let i = (first + i) & (places.get(m, List::size) - 1);
                        if let Some(v) = self.list_item(m, places, i) {
                            x.set(m, Iter::i, left - 1);
                            return Ok(v);
                        }
                    }
                }
            }
            _ => {}
        }
        helpers::next(m, Value::Iter(x).into())
    }
}
