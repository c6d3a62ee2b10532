//! Regular expressions: what programs do with patterns and matches in loops. A trace has a call for the search; the match is an object of its own, and virtual.
//!
//! Methods get what is not usual here (bytes, places as other things than integers, groups that are not there) by their bodies in `modules::re`.
//!
//! **Example.** `p.match(s, i).end()` is a call of `re_find` and two loads from the tuple of spans.

use super::enter::Passed;
use super::{build, helpers, konst, Ints, S};
use crate::modules::re::{layout, Known};
use crate::value::{Instance, Str, Tuple, Value, NONE};
use crate::Py;
use holloway::heap::Gc;
use holloway::machine::*;
use langkit::maps::Map;

/// A match taken apart.
struct Found<V: Values> {
    /// Its pattern's number, and how many groups that has.
    id: Int<V>,
    groups: Int<V>,
    string: Ref<V, Str>,
    spans: Ref<V, Tuple>,
}

impl Py {
    /// The result of a method of patterns or matches; `None` if this call is for its body.
    #[inline(never)]
    pub fn regex<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        known: Known,
        p: &Passed<'_>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let Some(shapes) = self.re.shapes() else { return Ok(None) };
        let x = s.stack.get(p.first);
        let second = if p.n > 1 { s.stack.get(p.first + 1) } else { konst(NONE) };
        if let Known::Find(way) = known {
            let Some(i) = self.shaped(m, x, shapes.pattern) else { return Ok(None) };
            let (Value::Int(id), Value::Str(text)) = (m.unpack(i.get(m, Instance::s0)), m.unpack(second))
            else {
                return Ok(None);
            };
            let pos = match p.n {
                2 => Int::new(0),
                3 => match m.unpack(s.stack.get(p.first + 2)) {
                    Value::Int(pos) => pos,
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            };
            let spans = helpers::re_find(m, id, text, pos, Int::new(way as i64))?;
            return Ok(Some(match m.unpack(spans) {
                Value::Tuple(_) => {
                    let found = make::<M, Instance>(m)
                        .init(m, Instance::map, Ref::new(shapes.found))
                        .init(m, Instance::s0, x)
                        .init(m, Instance::s1, second)
                        .init(m, Instance::s2, spans);
                    Value::Inst(found).into()
                }
                _ => konst(NONE),
            }));
        }
        let Some(found) = self.found(m, x, shapes.found) else { return Ok(None) };
        match (known, p.n) {
            (Known::Groups, 1) => helpers::re_parts(m, found.string, found.spans, found.groups).map(Some),
            (Known::LastIndex | Known::LastGroup, 1) => {
                let k = helpers::re_last(m, found.id, found.spans);
                Ok(Some(match known {
                    Known::LastGroup => helpers::re_group_name(m, found.id, k)?,
                    _ if m.branch(k.eq_(0)) => konst(NONE),
                    _ => Value::Int(k).into(),
                }))
            }
            (Known::Group | Known::Start | Known::End | Known::Span, 1 | 2) => {
                let given = (p.n == 2).then_some(second);
                let Some((start, end)) = self.span(m, &found, given) else { return Ok(None) };
                Ok(Some(match known {
                    Known::Start => Value::Int(start).into(),
                    Known::End => Value::Int(end).into(),
                    Known::Span => build::tuple(m, &[Value::Int(start).into(), Value::Int(end).into()]),
                    _ if m.branch(start.lt(0)) => konst(NONE),
                    _ => Value::Str(helpers::str_part(m, found.string, start, end)?).into(),
                }))
            }
            _ => Ok(None),
        }
    }

    /// An instance whose slots are where they were made.
    fn shaped<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, map: Gc<Map>) -> Option<Ref<M::V, Instance>> {
        let Value::Inst(i) = m.unpack(x) else { return None };
        let its = m.promote_few(i.get(m, Instance::map))?;
        (its.to_bits() == map.to_bits()).then_some(i)
    }

    /// A match in a text.
    fn found<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, map: Gc<Map>) -> Option<Found<M::V>> {
        let i = self.shaped(m, x, map)?;
        let (re, string, spans) = (i.get(m, Instance::s0), i.get(m, Instance::s1), i.get(m, Instance::s2));
        let (Value::Str(string), Value::Tuple(spans)) = (m.unpack(string), m.unpack(spans)) else {
            return None;
        };
        let re = self.shaped(m, re, self.re.shapes()?.pattern)?;
        match (m.unpack(re.get(m, Instance::s0)), m.unpack(re.get(m, Instance::s3))) {
            (Value::Int(id), Value::Int(groups)) => Some(Found { id, groups, string, spans }),
            _ => None,
        }
    }

    /// Where a group begins and ends, `-1` if it took no part; `None` where there is no such group, which the body says.
    fn span<M: Machine<L = Py>>(
        &self,
        m: &M,
        found: &Found<M::V>,
        group: Option<Slot<M::V>>,
    ) -> Option<Ints<M::V>> {
        let k = match group.map(|g| m.unpack(g)) {
            None => Int::new(0),
            Some(Value::Int(k)) => k,
            Some(Value::Str(name)) => helpers::re_number(m, found.id, name),
            _ => return None,
        };
        if !m.branch(k.ule(found.groups)) {
            return None;
        }
        let none = (Int::new(-1), Int::new(-1));
        let at = match m.branch(k.eq_(0)) {
            true => Int::new(layout::WHOLE as i64),
            false => {
                let Value::Int(first) = m.unpack(found.spans.at(m, Int::new(layout::FIRST as i64))?) else {
                    return None;
                };
                if m.branch(k.lt(first)) {
                    return Some(none);
                }
                (k - first) + (k - first) + layout::GROUPS as i64
            }
        };
        if !m.branch(at.ult(<Ref<M::V, Tuple>>::len(found.spans, m))) {
            return Some(none);
        }
        match (m.unpack(found.spans.at(m, at)?), m.unpack(found.spans.at(m, at + 1)?)) {
            (Value::Int(start), Value::Int(end)) => Some((start, end)),
            _ => None,
        }
    }
}
