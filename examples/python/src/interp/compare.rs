//! Comparisons, truth, membership.

use super::attr::Asked;
use super::{answer, boolean, helpers, konst, Step, S};
use crate::bytecode::CmpOp;
use crate::native::{keyed, Guest};
use crate::objects::class::Layout;
use crate::value::{misc, Bytes, Dict, List, Misc, Set, Str, Tag, Tuple, Value, NONE};
use crate::Py;
use holloway::machine::*;

/// Most items of a tuple that a trace compares one by one.
const LONGEST: i64 = 4;

/// How deep tuples in tuples are compared by interpreter code.
const NESTED: u32 = 1;

/// What a test came to.
pub enum Test {
    /// Known.
    Is(bool),
    /// A method was entered; the instruction goes on with its result.
    Flow(Flow),
}

/// What two built-in values have to have in common to be equal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    None,
    Number,
    Str,
    Tuple,
    List,
    Dict,
    Set,
    Bytes,
    Range,
    Func,
    Gen,
    Iter,
}

/// That of a value; none of instances, classes, and what is equal to other things, such as views.
fn sort<V: Values>(v: Value<V>) -> Option<Sort> {
    Some(match v {
        Value::None => Sort::None,
        Value::False | Value::True | Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Complex(_) => {
            Sort::Number
        }
        Value::Str(_) => Sort::Str,
        Value::Tuple(_) => Sort::Tuple,
        Value::List(_) => Sort::List,
        Value::Dict(_) => Sort::Dict,
        Value::Set(_) => Sort::Set,
        Value::Bytes(_) => Sort::Bytes,
        Value::Range(_) => Sort::Range,
        Value::Func(_) => Sort::Func,
        Value::Gen(_) => Sort::Gen,
        Value::Iter(_) => Sort::Iter,
        _ => return None,
    })
}

/// Most items of a tuple that a trace compares with a value one by one.
const MOST_TESTED: i64 = 8;

impl Py {
    /// A comparison of numbers, strings (for equality), or identical things; `None` for others.
    #[inline(always)]
    pub fn compare_plain<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: CmpOp,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Option<bool> {
        match (m.unpack(x), m.unpack(y)) {
            (Value::Int(a), Value::Int(b)) => Some(m.branch(match op {
                CmpOp::Lt => a.lt(b),
                CmpOp::Le => a.le(b),
                CmpOp::Eq => a.eq_(b),
                CmpOp::Ne => a.ne_(b),
                CmpOp::Gt => b.lt(a),
                CmpOp::Ge => b.le(a),
            })),
            (Value::Float(a), Value::Float(b)) => Some(self.compare_floats(m, op, a, b)),
            (Value::Float(a), Value::Int(b)) if self.exact(m, b) => {
                Some(self.compare_floats(m, op, a, b.to_float()))
            }
            (Value::Int(a), Value::Float(b)) if self.exact(m, a) => {
                Some(self.compare_floats(m, op, a.to_float(), b))
            }
            (Value::Str(a), Value::Str(b)) => {
                let r = match op {
                    CmpOp::Eq => true,
                    CmpOp::Ne => false,
                    _ => {
                        let o = self.text_order(m, a, b);
                        return Some(m.branch(match op {
                            CmpOp::Lt => o.lt(0),
                            CmpOp::Le => o.le(0),
                            CmpOp::Gt => Int::<M::V>::new(0).lt(o),
                            _ => Int::<M::V>::new(0).le(o),
                        }));
                    }
                };
                Some(self.same_text(m, a, b) == r)
            }
            (Value::None, Value::None) if op == CmpOp::Eq => Some(true),
            (Value::None, Value::None) if op == CmpOp::Ne => Some(false),
            (Value::Bytes(a), Value::Bytes(b)) if matches!(op, CmpOp::Eq | CmpOp::Ne) => {
                Some(self.same_bytes(m, a, b) == (op == CmpOp::Eq))
            }
            _ => self.compare_unlike(m, op, x, y),
        }
    }

    /// The same where one is a bool, or the kinds of built-in values tell that they are not equal, or that only a thing is equal to itself.
    #[inline(never)]
    fn compare_unlike<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: CmpOp,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Option<bool> {
        let number = |v| self.with_bool(m, v).filter(|n| n.1).map(|n| Value::Int(n.0).into());
        let (a, b) = (number(x), number(y));
        if a.is_some() || b.is_some() {
            let (a, b) = (a.unwrap_or(x), b.unwrap_or(y));
            if let (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)) =
                (m.unpack(a), m.unpack(b))
            {
                return self.compare_plain(m, op, a, b);
            }
        }
        if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
            return None;
        }
        let (a, b) = (sort(m.unpack(x))?, sort(m.unpack(y))?);
        let equal = match a {
            _ if a != b => false,
            Sort::None | Sort::Func | Sort::Gen | Sort::Iter => m.branch(x.same(y)),
            _ => return None,
        };
        Some(equal == (op == CmpOp::Eq))
    }

    /// Whether two strings are equal. There is one string only of each text of up to one byte.
    #[inline(always)]
    fn same_text<M: Machine<L = Py>>(&self, m: &M, a: Ref<M::V, Str>, b: Ref<M::V, Str>) -> bool {
        if m.branch(a.is(b)) {
            return true;
        }
        // The bytes of a constant are as many as a trace knows.
        let short = |s: Ref<M::V, Str>| {
            let n = s.len(m);
            m.is_constant(n) && m.branch(n.ult(2))
        };
        if short(a) || short(b) {
            return false;
        }
        // Characters that are compared with variables come to one of these each time.
        let few = |s: Ref<M::V, Str>| s.len(m).ult(2);
        !m.branch(few(a).or(few(b))) && m.branch(helpers::str_equal(m, a, b))
    }

    /// The order of two strings: below 0, 0, above 0. With a constant of one byte, another one of one byte is compared by that.
    #[inline(always)]
    fn text_order<M: Machine<L = Py>>(&self, m: &M, a: Ref<M::V, Str>, b: Ref<M::V, Str>) -> Int<M::V> {
        if self.constant_letter(m, a) || self.constant_letter(m, b) {
            let short = m.branch(a.len(m).eq_(1)) && m.branch(b.len(m).eq_(1));
            let bytes = short.then(|| (a.at(m, Int::new(0)), b.at(m, Int::new(0))));
            if let Some((Some(x), Some(y))) = bytes {
                return x - y;
            }
        }
        helpers::str_compare(m, a, b)
    }

    /// Whether a trace knows a string to be of one byte.
    #[inline(always)]
    fn constant_letter<M: Machine<L = Py>>(&self, m: &M, s: Ref<M::V, Str>) -> bool {
        let n = s.len(m);
        m.is_constant(n) && m.branch(n.eq_(1))
    }

    /// Whether a text has another one in it. Of a constant of ASCII characters a trace has a set of bits, in which it looks for a character.
    fn text_has<M: Machine<L = Py>>(&self, m: &M, text: Ref<M::V, Str>, part: Ref<M::V, Str>) -> bool {
        if m.is_constant(text.len(m)) && m.branch(part.len(m).eq_(1)) {
            let constant = m.promote_ref(text);
            let letters = constant.data();
            if letters.is_ascii() {
                if let Some(c) = part.at(m, Int::new(0)) {
                    let set = letters.iter().fold(0u128, |set, b| set | 1 << b);
                    let (low, high) = (set as i64, (set >> 64) as i64);
                    // The half of the set that the character is in, by a mask of no bits or all.
                    let half = (Int::<M::V>::new(0) - c.shr(6)) & (low ^ high) ^ low;
                    return !m.branch((half.shr(c & 63) & 1).eq_(0));
                }
            }
        }
        m.branch(helpers::str_has(m, text, part))
    }

    /// A comparison of short tuples of what [`Py::compare_plain`] compares, and of such tuples.
    fn compare_tuples<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: CmpOp,
        x: Ref<M::V, Tuple>,
        y: Ref<M::V, Tuple>,
        depth: u32,
    ) -> Option<bool> {
        let n = x.len(m);
        if !m.branch(n.lt(LONGEST + 1)) || !m.branch(n.eq_(y.len(m))) {
            return None;
        }
        for i in 0..m.promote(n) {
            let (a, b) = (x.at(m, Int::new(i))?, y.at(m, Int::new(i))?);
            let same = match (m.unpack(a), m.unpack(b)) {
                // One that is no number is the same as itself here.
                (Value::Float(_), Value::Float(_)) if m.branch(a.same(b)) => true,
                (Value::List(x), Value::List(y)) => {
                    let known = helpers::lists_equal(m, x, y);
                    if m.branch(known.lt(0)) {
                        return None;
                    }
                    !m.branch(known.eq_(0))
                }
                (Value::Tuple(x), Value::Tuple(y)) if depth > 0 => {
                    m.branch(x.is(y)) || self.compare_tuples(m, CmpOp::Eq, x, y, depth - 1)?
                }
                _ => self.compare_plain(m, CmpOp::Eq, a, b)?,
            };
            if !same {
                return match op {
                    CmpOp::Eq => Some(false),
                    CmpOp::Ne => Some(true),
                    _ => match (m.unpack(a), m.unpack(b)) {
                        (Value::Tuple(x), Value::Tuple(y)) if depth > 0 => {
                            self.compare_tuples(m, op, x, y, depth - 1)
                        }
                        _ => self.compare_plain(m, op, a, b),
                    },
                };
            }
        }
        Some(matches!(op, CmpOp::Eq | CmpOp::Le | CmpOp::Ge))
    }

    /// Whether an integer is exact as a float.
    #[inline(always)]
    fn exact<M: Machine<L = Py>>(&self, m: &M, a: Int<M::V>) -> bool {
        m.branch((a + (1 << 53)).ult((1 << 54) + 1))
    }

    #[inline(always)]
    fn compare_floats<M: Machine<L = Py>>(&self, m: &M, op: CmpOp, a: Float<M::V>, b: Float<M::V>) -> bool {
        m.branch(match op {
            CmpOp::Lt => a.lt(b),
            CmpOp::Le => a.le(b),
            CmpOp::Eq => a.eq_(b),
            CmpOp::Ne => a.ne_(b),
            CmpOp::Gt => b.lt(a),
            CmpOp::Ge => b.le(a),
        })
    }

    /// Whether a comparison of anything is true. Outside of the loop, as [`Py::arith`] is.
    #[inline(never)]
    pub fn compare<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        op: CmpOp,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Result<Test, Raised> {
        if let Some(c) = self.compare_plain(m, op, x, y) {
            return Ok(Test::Is(c));
        }
        match self.compare_slow(m, s, op, x, y)? {
            Step::Value(v) => self.truth_host(m, v).map(Test::Is),
            Step::Flow(f) => Ok(Test::Flow(f)),
        }
    }

    /// A comparison of anything.
    #[inline(never)]
    pub fn compare_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        op: CmpOp,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        let stage = std::mem::take(&mut s.top().frame.stage);
        if stage == super::stage::FAILED {
            return Err(Raised);
        }
        if self.are_integers(m, x, y) {
            let holds = m.branch(helpers::int_compare(m, Int::new(op as i64), x, y));
            return Ok(Step::Value(boolean(holds)));
        }
        if let (Value::Tuple(x), Value::Tuple(y)) = (m.unpack(x), m.unpack(y)) {
            if let Some(c) = self.compare_tuples(m, op, x, y, NESTED) {
                return Ok(Step::Value(boolean(c)));
            }
            if let Some(done) = self.tuples_by(m, s, op, x, y)? {
                return Ok(done);
            }
        }
        let (name, reflected) = match op {
            CmpOp::Lt => ("__lt__", "__gt__"),
            CmpOp::Le => ("__le__", "__ge__"),
            CmpOp::Gt => ("__gt__", "__lt__"),
            CmpOp::Ge => ("__ge__", "__le__"),
            CmpOp::Eq => ("__eq__", "__eq__"),
            CmpOp::Ne => ("__ne__", "__ne__"),
        };
        if stage == 0 {
            let (a, b) = (self.inner(m, x, &[name, reflected]), self.inner(m, y, &[name, reflected]));
            if a.is_some() || b.is_some() {
                if let Some(c) = self.compare_plain(m, op, a.unwrap_or(x), b.unwrap_or(y)) {
                    return Ok(Step::Value(boolean(c)));
                }
            }
        }
        if stage == 0 && m.branch(x.has_tag(Tag::Inst)) {
            let simple = match (self.instance_class(m, x), self.instance_class(m, y)) {
                (Some(a), Some(b)) => a.id == b.id || !self.derives(m, b, a),
                _ => true,
            };
            if simple {
                match self.asked_method(m, x, self.name(name)) {
                    Some(Asked::Program(f)) => {
                        s.top().frame.stage = 4;
                        let done = self.call_meta(m, s, f, &[x, y]);
                        if !matches!(done, Ok(Step::Flow(_))) {
                            s.top().frame.stage = 0;
                        }
                        return done;
                    }
                    Some(Asked::Library(id)) => {
                        if let Some(v) = self.ask_operator(m, id, x, y)? {
                            return Ok(Step::Value(v));
                        }
                    }
                    None => {}
                }
            }
            if simple && op == CmpOp::Ne {
                if let Some(done) = self.unequal_by(m, s, x, y)? {
                    return Ok(done);
                }
            }
            // Neither has a method: identity.
            if matches!(op, CmpOp::Eq | CmpOp::Ne)
                && self.no_equality(m, x)
                && (!m.branch(y.has_tag(Tag::Inst)) || self.no_equality(m, y))
            {
                return Ok(Step::Value(boolean(m.branch(x.same(y)) == (op == CmpOp::Eq))));
            }
        }
        // A built-in value and an instance that has no method, either.
        if matches!(op, CmpOp::Eq | CmpOp::Ne)
            && sort(m.unpack(x)).is_some()
            && m.branch(y.has_tag(Tag::Inst))
            && self.no_equality(m, y)
        {
            return Ok(Step::Value(boolean(op == CmpOp::Ne)));
        }
        if let (Value::Complex(a), Value::Complex(b)) = (m.unpack(x), m.unpack(y)) {
            if let Some(r) = self.complex_compare(m, op, a, b) {
                return Ok(Step::Value(boolean(r)));
            }
        }
        let op = Int::new(op as i64);
        helpers::compare(m, op, x, y).map(Step::Value)
    }

    /// `x != y` of an instance whose class says by `__eq__` alone what that is, in the prelude; `None` of others.
    fn unequal_by<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Result<Option<Step<M::V>>, Raised> {
        // A built-in class may have an `__ne__` of its own.
        if !self.instance_class(m, x).is_some_and(|c| c.layout == Layout::Object) {
            return Ok(None);
        }
        let (Some(equal), Some(by)) =
            (self.special_method(m, x, self.name("__eq__")), self.guest(Guest::UnequalBy))
        else {
            return Ok(None);
        };
        self.call_meta(m, s, Value::Func(Ref::new(by)).into(), &[equal, x, y]).map(Some)
    }

    /// Short tuples of one length whose items only the program can compare, in the prelude; `None` of others.
    fn tuples_by<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        op: CmpOp,
        x: Ref<M::V, Tuple>,
        y: Ref<M::V, Tuple>,
    ) -> Result<Option<Step<M::V>>, Raised> {
        let n = x.len(m);
        if !m.branch(n.lt(LONGEST + 1)) || !m.branch(n.eq_(y.len(m))) {
            return Ok(None);
        }
        let instance = |t: Ref<M::V, Tuple>, i| t.at(m, i).is_some_and(|v| m.branch(v.has_tag(Tag::Inst)));
        let mut places = (0..m.promote(n)).map(Int::new);
        if !places.any(|i| instance(x, i) || instance(y, i)) {
            return Ok(None);
        }
        let Some(by) = self.guest(Guest::TuplesBy) else { return Ok(None) };
        let (x, y) = (Value::Tuple(x).into(), Value::Tuple(y).into());
        let op = Value::Int(Int::new(op as i64)).into();
        self.call_meta(m, s, Value::Func(Ref::new(by)).into(), &[op, x, y]).map(Some)
    }

    /// Whether an instance compares by identity.
    fn no_equality<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        let Some(c) = self.instance_class(m, x) else { return false };
        c.layout == Layout::Object
            && self.asked_method(m, x, self.name("__eq__")).is_none()
            && self.asked_method(m, x, self.name("__ne__")).is_none()
    }

    /// The truth of a value of a built-in type; `None` for others.
    #[inline(always)]
    pub fn truth_plain<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<bool> {
        Some(match m.unpack(x) {
            Value::None | Value::False => false,
            Value::True => true,
            Value::Int(a) => !m.branch(a.eq_(0)),
            Value::Float(a) => !m.branch(a.eq_(0.0)),
            Value::List(l) => !m.branch(l.get(m, List::size).eq_(0)),
            Value::Str(a) => !m.branch(a.get(m, Str::chars).eq_(0)),
            Value::Tuple(t) => !m.branch(<Ref<M::V, Tuple>>::len(t, m).eq_(0)),
            Value::Dict(d) => !m.branch(d.get(m, Dict::live).eq_(0)),
            Value::Set(s) => !m.branch(s.get(m, Set::live).eq_(0)),
            Value::Bytes(b) => !m.branch(b.get(m, Bytes::size).eq_(0)),
            Value::Func(_) | Value::Class(_) | Value::Native(_) | Value::Method(_) | Value::Gen(_) => true,
            Value::Misc(x) if m.promote(x.get(m, Misc::kind)) < i64::from(misc::KEYS) => true,
            _ => return None,
        })
    }

    /// The truth of anything.
    #[inline(never)]
    pub fn truth_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        pc: usize,
        x: Slot<M::V>,
    ) -> Result<Test, Raised> {
        s.top().frame.pc = pc as u32;
        if std::mem::take(&mut s.top().frame.stage) == super::stage::FAILED {
            return Err(Raised);
        }
        if m.branch(x.has_tag(Tag::Inst)) {
            let own = self.asked_method(m, x, self.name("__bool__")).map(|f| (f, answer::BOOL));
            let length = || self.asked_method(m, x, self.name("__len__")).map(|f| (f, answer::LENGTH));
            match own.or_else(length) {
                Some((Asked::Library(id), answer)) => {
                    let v = self.ask(m, id, x, None)?;
                    return Ok(Test::Is(self.truth_of_answer(m, v, answer).ok_or(Raised)?));
                }
                Some((Asked::Program(f), answer)) => {
                    return Ok(match self.call_meta(m, s, f, &[x])? {
                        Step::Value(v) => Test::Is(self.truth_of_answer(m, v, answer).ok_or(Raised)?),
                        Step::Flow(f) => Test::Flow(f),
                    })
                }
                None => {
                    let c = self.instance_class(m, x);
                    if c.is_some_and(|c| !matches!(c.layout, Layout::Wrapped(_))) {
                        return Ok(Test::Is(true));
                    }
                }
            }
        }
        let inner = self.inner(m, x, &["__bool__", "__len__"]).and_then(|v| self.truth_plain(m, v));
        inner.map_or_else(|| self.truth_host(m, x), Ok).map(Test::Is)
    }

    /// The truth of anything, by a helper if need be.
    pub fn truth_host<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Result<bool, Raised> {
        match self.truth_plain(m, x) {
            Some(c) => Ok(c),
            None => Ok(m.branch(helpers::truth(m, x)?)),
        }
    }

    /// Whether a list or a tuple has an item, as `list_has` says it; `None` of others.
    fn items_have<M: Machine<L = Py>>(&self, m: &M, y: Slot<M::V>, x: Slot<M::V>) -> Option<Int<M::V>> {
        match m.unpack(y) {
            Value::List(z) => Some(helpers::list_has(m, z, x)),
            Value::Tuple(z) => Some(helpers::tuple_has(m, z, x)),
            _ => None,
        }
    }

    /// Whether a number, a text, or an instance that is equal to nothing else, is among the few items of a tuple that a trace knows: one test of all, as which of them it is matters to nobody.
    fn is_one_of<M: Machine<L = Py>>(&self, m: &M, y: Slot<M::V>, x: Slot<M::V>) -> Option<bool> {
        let Value::Tuple(items) = m.unpack(y) else { return None };
        let n = items.len(m);
        if !M::TRACING || !(m.is_constant(n) || m.is_virtual(items)) {
            return None;
        }
        let n = m.promote(n);
        if n > MOST_TESTED {
            return None;
        }
        let (number, alone) = match m.unpack(x) {
            Value::Int(x) => (Some(x), false),
            Value::Inst(_) => (None, self.no_equality(m, x)),
            Value::Str(x) => {
                let is_text = |k| items.at(m, Int::new(k)).is_some_and(|v| m.branch(v.has_tag(Tag::Str)));
                return (0..n).all(is_text).then(|| m.branch(helpers::text_among(m, items, x)));
            }
            _ => return None,
        };
        let mut found = Int::new(0);
        for k in 0..n {
            let item = items.at(m, Int::new(k))?;
            found = match (m.unpack(item), number) {
                (Value::Int(i), Some(x)) => found | x.eq_(i).to_int(),
                (Value::Inst(_), None) if alone && self.no_equality(m, item) => found | x.same(item).to_int(),
                (Value::Str(_) | Value::None, _) if alone || number.is_some() => found,
                _ => return None,
            };
        }
        Some(!m.branch(found.eq_(0)))
    }

    /// Whether `in` goes through a value whose items the program gives: one that says nothing of `in` itself.
    fn is_gone_through<M: Machine<L = Py>>(&self, m: &M, y: Slot<M::V>) -> bool {
        let silent = match m.unpack(y) {
            Value::Gen(_) | Value::Iter(_) => true,
            Value::Inst(_) => self
                .instance_class(m, y)
                .is_some_and(|c| c.lookup_in(self.version(m, c), self.name("__contains__")).is_none()),
            _ => false,
        };
        silent && !self.without.versions() && self.is_lazy(m, y)
    }

    /// What a function says of `x in y`, as a truth.
    fn said_of_in<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        args: [Slot<M::V>; 2],
        neg: bool,
    ) -> Result<Step<M::V>, Raised> {
        Ok(match self.call_meta(m, s, f, &args)? {
            Step::Value(v) => Step::Value(boolean(self.truth_host(m, v)? != neg)),
            flow => flow,
        })
    }

    /// `x in y`.
    #[inline(never)]
    pub fn contains<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        y: Slot<M::V>,
        neg: bool,
    ) -> Result<Step<M::V>, Raised> {
        if std::mem::take(&mut s.top().frame.stage) == super::stage::FAILED {
            return Err(Raised);
        }
        if m.branch(y.has_tag(Tag::Inst)) {
            if let Some(f) = self.special_method(m, y, self.name("__contains__")) {
                return self.said_of_in(m, s, f, [y, x], neg);
            }
        }
        let whole = y;
        let y = self.inner(m, y, &["__contains__"]).unwrap_or(y);
        if let Value::Dict(_) | Value::Set(_) = m.unpack(y) {
            match self.keyed(m, s, keyed::HAS, [y, x, konst(NONE)])? {
                Some(Step::Value(v)) => return Ok(Step::Value(boolean(self.truth_host(m, v)? != neg))),
                Some(flow) => return Ok(flow),
                None => {}
            }
        }
        if let Some(is) = self.is_one_of(m, y, x) {
            return Ok(Step::Value(boolean(is != neg)));
        }
        if let Some(known) = self.items_have(m, y, x) {
            return match (m.branch(known.lt(0)), self.guest(Guest::HasBy)) {
                (false, _) => Ok(Step::Value(boolean(m.branch(known.eq_(0)) == neg))),
                (true, None) => Ok(Step::Value(boolean(m.branch(helpers::contains(m, whole, x)?) != neg))),
                (true, Some(by)) => self.said_of_in(m, s, Value::Func(Ref::new(by)).into(), [y, x], neg),
            };
        }
        if let Some(by) = self.guest(Guest::FoundIn).filter(|_| self.is_gone_through(m, y)) {
            return self.said_of_in(m, s, Value::Func(Ref::new(by)).into(), [y, x], neg);
        }
        let r = match m.unpack(y) {
            Value::Dict(d) => self.dict_has(m, d, x)?,
            Value::Set(z) => self.set_has(m, z, x)?,
            Value::Str(z) => match m.unpack(x) {
                Value::Str(x) => self.text_has(m, z, x),
                _ => m.branch(helpers::contains(m, whole, x)?),
            },
            Value::Misc(_) => match self.in_namespace(m, y, x) {
                Some(v) => v.is_some(),
                None => m.branch(helpers::contains(m, whole, x)?),
            },
            _ => m.branch(helpers::contains(m, whole, x)?),
        };
        Ok(Step::Value(boolean(r != neg)))
    }
}
