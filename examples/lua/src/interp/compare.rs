//! Comparison: equality and order, with metamethods.

use super::call::Step;
use super::{truthy, Lua, S};
use crate::string::{Same, Str, MAX_INTERNED};
use crate::text::number;
use crate::value::{Tag, Value};
use holloway::elidable;
use holloway::heap::Gc;
use holloway::machine::*;
use std::cmp::Ordering;

/// The outcome of a comparison.
pub enum Test {
    /// Known.
    Is(bool),
    /// A metamethod was entered; its result will decide.
    Flow(Flow),
}

#[elidable]
fn int_less_float(_cx: &Cx<Lua>, a: i64, b: f64, or_equal: bool) -> bool {
    match number::compare_int_float(a, b) {
        Some(o) => o == Ordering::Less || (or_equal && o == Ordering::Equal),
        None => false,
    }
}

#[elidable]
fn float_less_int(_cx: &Cx<Lua>, a: f64, b: i64, or_equal: bool) -> bool {
    match number::compare_int_float(b, a) {
        Some(o) => o == Ordering::Greater || (or_equal && o == Ordering::Equal),
        None => false,
    }
}

#[elidable]
fn int_equals_float(_cx: &Cx<Lua>, a: i64, b: f64) -> bool {
    number::compare_int_float(a, b) == Some(Ordering::Equal)
}

#[elidable]
fn str_less(_cx: &Cx<Lua>, a: Gc<Str>, b: Gc<Str>, or_equal: bool) -> bool {
    match a.bytes().cmp(b.bytes()) {
        Ordering::Less => true,
        o => or_equal && o == Ordering::Equal,
    }
}

#[elidable]
fn long_equal(_cx: &Cx<Lua>, a: Gc<Str>, b: Gc<Str>) -> bool {
    a.same(b)
}

/// An integer as a float, if it is one.
#[inline(always)]
pub fn exact_float<M: Machine>(m: &M, x: Int<M::V>) -> Option<Float<M::V>> {
    const MOST: i64 = 1 << 53;
    m.branch((x + MOST).ule(Int::new(2 * MOST))).then(|| x.to_float())
}

/// Equality of strings.
pub fn same_str<M: Machine<L = Lua>>(m: &M, a: Ref<M::V, Str>, b: Ref<M::V, Str>) -> bool {
    if m.branch(a.is(b)) {
        return true;
    }
    // Short strings are interned. The second one is often a constant, of which that is known.
    let long = |s: Ref<M::V, Str>| m.branch(Int::<M::V>::new(MAX_INTERNED as i64).lt(s.len(m)));
    long(b) && long(a) && m.branch(long_equal(m, a, b))
}

impl Lua {
    /// `a < b` or `a <= b` of numbers and strings.
    #[inline(always)]
    pub fn less_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        or_equal: bool,
        a: Slot<M::V>,
        b: Slot<M::V>,
    ) -> Option<bool> {
        let c = match (m.unpack(a), m.unpack(b)) {
            (Value::Int(x), Value::Int(y)) if or_equal => x.le(y),
            (Value::Int(x), Value::Int(y)) => x.lt(y),
            (Value::Float(x), Value::Float(y)) if or_equal => x.le(y),
            (Value::Float(x), Value::Float(y)) => x.lt(y),
            _ => return None,
        };
        Some(m.branch(c))
    }

    /// `a < b` or `a <= b` of anything.
    #[inline(never)]
    pub fn less_slow<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        pc: usize,
        or_equal: bool,
        a: Slot<M::V>,
        b: Slot<M::V>,
    ) -> Result<Test, Raised> {
        s.top().frame.pc = pc as u32;
        let oe = Bool::new(or_equal);
        let c = match (m.unpack(a), m.unpack(b)) {
            (Value::Int(x), Value::Float(y)) => match exact_float(m, x) {
                Some(x) if or_equal => x.le(y),
                Some(x) => x.lt(y),
                None => int_less_float(m, x, y, oe),
            },
            (Value::Float(x), Value::Int(y)) => match exact_float(m, y) {
                Some(y) if or_equal => x.le(y),
                Some(y) => x.lt(y),
                None => float_less_int(m, x, y, oe),
            },
            (Value::Str(x), Value::Str(y)) => str_less(m, x, y, oe),
            _ => {
                if let Some(c) = self.less_plain(m, or_equal, a, b) {
                    return Ok(Test::Is(c));
                }
                let event = if or_equal { self.events().le } else { self.events().lt };
                let mut h = self.metamethod(m, a, event);
                if m.branch(h.has_tag(Tag::Nil)) {
                    h = self.metamethod(m, b, event);
                }
                if m.branch(h.has_tag(Tag::Nil)) {
                    super::fail::compare(m, a, b)?;
                    return Err(Raised);
                }
                return self.test_meta(m, s, h, a, b);
            }
        };
        Ok(Test::Is(m.branch(c)))
    }

    fn test_meta<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        h: Slot<M::V>,
        a: Slot<M::V>,
        b: Slot<M::V>,
    ) -> Result<Test, Raised> {
        Ok(match self.call_meta(m, s, h, &[a, b])? {
            Step::Value(v) => Test::Is(truthy(m, v)),
            Step::Flow(f) => Test::Flow(f),
        })
    }

    /// `a == b` without metamethods; `None` where a metamethod may decide.
    #[inline(always)]
    pub fn equal_plain<M: Machine<L = Lua>>(&self, m: &M, a: Slot<M::V>, b: Slot<M::V>) -> Option<bool> {
        Some(match (m.unpack(a), m.unpack(b)) {
            (Value::Int(x), Value::Int(y)) => m.branch(x.eq_(y)),
            (Value::Float(x), Value::Float(y)) => m.branch(x.eq_(y)),
            (Value::Str(x), Value::Str(y)) => same_str(m, x, y),
            (Value::Int(x), Value::Float(y)) | (Value::Float(y), Value::Int(x)) => {
                m.branch(match exact_float(m, x) {
                    Some(x) => x.eq_(y),
                    None => int_equals_float(m, x, y),
                })
            }
            (Value::Table(x), Value::Table(y)) if m.branch(x.is(y)) => true,
            (Value::UserData(x), Value::UserData(y)) if m.branch(x.is(y)) => true,
            (Value::Table(_), Value::Table(_)) | (Value::UserData(_), Value::UserData(_)) => return None,
            _ => m.branch(a.same(b)),
        })
    }

    /// `a == b` of two tables or userdata that are not the same.
    #[inline(never)]
    pub fn equal_slow<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        pc: usize,
        a: Slot<M::V>,
        b: Slot<M::V>,
    ) -> Result<Test, Raised> {
        s.top().frame.pc = pc as u32;
        let event = self.events().eq;
        let mut h = self.metamethod(m, a, event);
        if m.branch(h.has_tag(Tag::Nil)) {
            h = self.metamethod(m, b, event);
        }
        if m.branch(h.has_tag(Tag::Nil)) {
            return Ok(Test::Is(false));
        }
        self.test_meta(m, s, h, a, b)
    }
}
