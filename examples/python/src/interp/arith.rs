//! Operators.

use super::attr::Asked;
use super::{helpers, Step, S};
use crate::bytecode::{BinOp, UnOp};
use crate::objects::ops::bin_names;
use crate::text::percent;
use crate::value::{List, Str, Tag, Tuple, Value};
use crate::Py;
use holloway::machine::*;
use holloway::math;

/// Whether an operator may change its left operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// `a + b`.
    Plain,
    /// `a += b`.
    InPlace,
}

impl Py {
    /// An operator on two integers or floats; `None` if they are something else, or the result does not fit.
    #[inline(always)]
    pub fn arith_plain<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: BinOp,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Option<Slot<M::V>> {
        match (m.unpack(x), m.unpack(y)) {
            (Value::Int(a), Value::Int(b)) => self.int_op(m, op, a, b),
            (Value::Float(a), Value::Float(b)) => self.float_op(m, op, a, b),
            (Value::Float(a), Value::Int(b)) => self.float_op(m, op, a, b.to_float()),
            (Value::Int(a), Value::Float(b)) => self.float_op(m, op, a.to_float(), b),
            _ => None,
        }
    }

    #[inline(always)]
    fn int_op<M: Machine<L = Py>>(&self, m: &M, op: BinOp, a: Int<M::V>, b: Int<M::V>) -> Option<Slot<M::V>> {
        let r = match op {
            BinOp::Add if !m.branch(a.add_ovf(b)) => a + b,
            BinOp::Sub if !m.branch(a.sub_ovf(b)) => a - b,
            BinOp::Mul if !m.branch(a.mul_ovf(b)) => a * b,
            BinOp::And => a & b,
            BinOp::Or => a | b,
            BinOp::Xor => a ^ b,
            // The smallest integer divided by -1 does not fit.
            BinOp::FloorDiv if m.branch(Int::<M::V>::new(0).lt(b)) => a.div_floor(b),
            BinOp::Mod if m.branch(Int::<M::V>::new(0).lt(b)) => a.mod_floor(b),
            BinOp::Div if !m.branch(b.eq_(0)) => {
                // Exact as floats up to 2^53.
                let limit = 1 << 53;
                let exact = (a + limit).ult(2 * limit + 1).and((b + limit).ult(2 * limit + 1));
                if !m.branch(exact) {
                    return None;
                }
                return Some(Value::Float(a.to_float() / b.to_float()).into());
            }
            BinOp::Shr if m.branch(b.ult(64)) => a.sar(b),
            BinOp::Shl if m.branch(b.ult(63)) => {
                let r = a.shl(b);
                if !m.branch(r.sar(b).eq_(a)) {
                    return None;
                }
                r
            }
            BinOp::Pow if m.branch(b.eq_(2)) => {
                if m.branch(a.mul_ovf(a)) {
                    return None;
                }
                a * a
            }
            BinOp::Pow if m.branch(b.ult(64)) => {
                let r = helpers::small_power(m, a, b);
                if m.branch(r.eq_(helpers::NO_SMALL_POWER)) {
                    return None;
                }
                r
            }
            _ => return None,
        };
        Some(Value::Int(r).into())
    }

    #[inline(always)]
    fn float_op<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: BinOp,
        a: Float<M::V>,
        b: Float<M::V>,
    ) -> Option<Slot<M::V>> {
        let r = match op {
            BinOp::Add => a + b,
            BinOp::Sub => a - b,
            BinOp::Mul => a * b,
            BinOp::Div if !m.branch(b.eq_(0.0)) => a / b,
            BinOp::Mod | BinOp::FloorDiv if !m.branch(b.eq_(0.0)) => match (math::div_mod(m, a, b), op) {
                (Some((_, rest)), BinOp::Mod) => rest,
                (Some((whole, _)), _) => whole,
                (None, BinOp::Mod) => helpers::float_mod(m, a, b),
                (None, _) => helpers::float_floor(m, a, b),
            },
            BinOp::Pow if m.branch(b.eq_(2.0)) => {
                let r = a * a;
                // Overflow is an error.
                if !m.branch(r.lt(f64::INFINITY)) {
                    return None;
                }
                r
            }
            BinOp::Pow if m.branch(Float::<M::V>::new(0.0).lt(a)) => {
                let r = math::pow(m, a, b);
                if !m.branch(r.lt(f64::INFINITY)) {
                    return None;
                }
                r
            }
            _ => return None,
        };
        Some(Value::Float(r).into())
    }

    /// The instruction itself, whatever its operands are. Plain execution has derivatives for what is frequent: all ways of all operators in the interpreter's loop would leave it no registers.
    #[inline(never)]
    pub fn arith<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        op: BinOp,
        place: Place,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        match self.arith_plain(m, op, x, y) {
            Some(v) => Ok(Step::Value(v)),
            None => self.arith_slow(m, s, op, place, x, y),
        }
    }

    /// An operator on anything.
    #[inline(never)]
    pub fn arith_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        op: BinOp,
        place: Place,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        let stage = std::mem::take(&mut s.top().frame.stage);
        let in_place = place == Place::InPlace;
        if op != BinOp::MatMul && self.are_integers(m, x, y) {
            return helpers::int_binary(m, Int::new(op as i64), x, y).map(Step::Value);
        }
        let [name, reflected, inplace, _] = bin_names(op);
        // Stage by stage: in place, plain, reflected. A method that answers `NotImplemented` makes the instruction go on with the next stage.
        if m.branch(x.has_tag(Tag::Inst)) {
            if in_place && stage == 0 {
                if let Some(f) = self.special_method(m, x, self.name(inplace)) {
                    return self.call_stage(m, s, f, &[x, y], 1);
                }
            }
            if stage <= 1 {
                if let Some(f) = self.asked_method(m, x, self.name(name)) {
                    if !self.overridden(m, x, y, reflected) {
                        match f {
                            Asked::Program(f) => return self.call_stage(m, s, f, &[x, y], 2),
                            Asked::Library(id) => {
                                if let Some(v) = self.ask_operator(m, id, x, y)? {
                                    return Ok(Step::Value(v));
                                }
                            }
                        }
                    }
                }
            }
        }
        if stage <= 2 && m.branch(y.has_tag(Tag::Inst)) {
            // A method of the program's, if `x` has one, has left it to `y`.
            let formats = op == BinOp::Mod && stage < 2 && self.formats(m, x, y);
            if !self.same_class(m, x, y) && !formats {
                match self.asked_method(m, y, self.name(reflected)) {
                    Some(Asked::Program(f)) => return self.call_stage(m, s, f, &[y, x], 3),
                    Some(Asked::Library(id)) => {
                        if let Some(v) = self.ask_operator(m, id, y, x)? {
                            return Ok(Step::Value(v));
                        }
                    }
                    None => {}
                }
            }
        }
        let (whole_x, whole_y) = (x, y);
        let inner = |v: Slot<M::V>| match in_place {
            true => self.inner(m, v, &[inplace, name, reflected]),
            false => self.inner(m, v, &[name, reflected]),
        };
        let (x, y) = (inner(x).unwrap_or(x), inner(y).unwrap_or(y));
        if m.branch(whole_x.has_tag(Tag::Inst)) || m.branch(whole_y.has_tag(Tag::Inst)) {
            if let Some(v) = self.arith_plain(m, op, x, y) {
                return Ok(Step::Value(v));
            }
        }
        match (m.unpack(x), m.unpack(y), op) {
            (Value::Str(a), Value::Str(b), BinOp::Add) => {
                return Ok(Step::Value(Value::Str(helpers::concat(m, a, b)?).into()));
            }
            (Value::Str(a), Value::Int(n), BinOp::Mul) => {
                return Ok(Step::Value(Value::Str(helpers::str_repeat(m, a, n)?).into()));
            }
            (Value::Str(form), _, BinOp::Mod) if !m.branch(whole_x.has_tag(Tag::Inst)) => {
                if let Some(made) = self.percent_of_few(m, form, whole_y) {
                    return made.map(Step::Value);
                }
            }
            (Value::List(a), Value::Int(n), BinOp::Mul) if !in_place => {
                // The item of `[x] * n` needs no list.
                let one = m.is_virtual(a) && m.branch(a.get(m, List::size).eq_(1));
                let made = match one.then(|| self.list_item(m, a, Int::new(0))).flatten() {
                    Some(v) => helpers::list_filled(m, v, n)?,
                    None => helpers::list_repeat(m, a, n)?,
                };
                return Ok(Step::Value(Value::List(made).into()));
            }
            (Value::Tuple(a), Value::Tuple(b), BinOp::Add) => {
                // A tuple of one, often made just for this, need not exist.
                if let Some(v) = self.only_item(m, a) {
                    return Ok(Step::Value(Value::Tuple(helpers::tuple_after(m, v, b)?).into()));
                }
                if let Some(v) = self.only_item(m, b) {
                    return Ok(Step::Value(Value::Tuple(helpers::tuple_before(m, a, v)?).into()));
                }
                return Ok(Step::Value(Value::Tuple(helpers::tuple_concat(m, a, b)?).into()));
            }
            (Value::Set(a), Value::Set(b), BinOp::Or | BinOp::And | BinOp::Sub | BinOp::Xor) if !in_place => {
                let v = helpers::set_binary(m, Int::new(op as i64), a, b)?;
                if !m.branch(v.has_tag(Tag::Unbound)) {
                    return Ok(Step::Value(v));
                }
            }
            (Value::List(_), Value::List(b), BinOp::Add)
                if in_place && m.branch(whole_x.has_tag(Tag::List)) && self.extend(m, x, b)? =>
            {
                return Ok(Step::Value(x));
            }
            (Value::List(a), Value::List(b), BinOp::Add) if !in_place => {
                return Ok(Step::Value(Value::List(helpers::list_concat(m, a, b)?).into()));
            }
            _ => {}
        }
        if let (Some(a), Some(b)) = (self.with_bool(m, x), self.with_bool(m, y)) {
            let logic = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor);
            if !(logic && a.1 && b.1) && (a.1 || b.1) {
                if let Some(v) = self.int_op(m, op, a.0, b.0) {
                    return Ok(Step::Value(v));
                }
            }
        }
        let complex = matches!(m.unpack(x), Value::Complex(_)) || matches!(m.unpack(y), Value::Complex(_));
        if let Some(v) = complex.then(|| self.complex_op(m, op, x, y)).flatten() {
            return Ok(Step::Value(v));
        }
        let plain = stage == 0;
        let op = Int::new(op as i64);
        helpers::binary(m, op, Bool::new(in_place), Bool::new(plain), whole_x, whole_y).map(Step::Value)
    }

    /// Whether two values are integers, of any size: no method of the program's has a say.
    #[inline(always)]
    pub fn are_integers<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, y: Slot<M::V>) -> bool {
        let is = |v| matches!(m.unpack(v), Value::Int(_) | Value::Big(_));
        is(x) && is(y)
    }

    /// Whether `x` is text or bytes, which format whatever is on their right, unless its class is derived from theirs: it is not asked then.
    fn formats<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, y: Slot<M::V>) -> bool {
        let base = match m.unpack(self.inner(m, x, &[]).unwrap_or(x)) {
            Value::Str(_) => self.types().str,
            Value::Bytes(_) => self.types().bytes,
            _ => return false,
        };
        let class = self.instance_class(m, x).unwrap_or(base);
        !self.instance_class(m, y).is_some_and(|c| c.is_subclass(class))
    }

    /// `form % y` of values that are formatted without the program's help: their tuple need not exist.
    fn percent_of_few<M: Machine<L = Py>>(
        &self,
        m: &M,
        form: Ref<M::V, Str>,
        y: Slot<M::V>,
    ) -> Option<Result<Slot<M::V>, Raised>> {
        let mut few = [Value::Unbound.into(); percent::FEW];
        let n = match m.unpack(y) {
            // One that exists goes to the general helper as it is, whatever is in it.
            Value::Tuple(t) if M::TRACING && !m.is_virtual(t) => return None,
            Value::Tuple(t) => {
                let n = <Ref<M::V, Tuple>>::len(t, m);
                let n = m.branch(n.ule(percent::FEW as i64)).then(|| m.promote(n))?;
                for (i, value) in (0..n).zip(&mut few) {
                    *value = t.at(m, Int::new(i))?;
                }
                n
            }
            _ => {
                few[0] = y;
                1
            }
        };
        let simple = |v: &Slot<M::V>| {
            let of = m.unpack(*v);
            matches!(
                of,
                Value::Int(_) | Value::Float(_) | Value::Str(_) | Value::None | Value::False | Value::True
            )
        };
        let [a, b, c, d] = few;
        few[..n as usize].iter().all(simple).then(|| helpers::percent(m, form, Int::new(n), a, b, c, d))
    }

    /// The item of a tuple of one.
    fn only_item<M: Machine<L = Py>>(&self, m: &M, t: Ref<M::V, Tuple>) -> Option<Slot<M::V>> {
        match m.branch(<Ref<M::V, Tuple>>::len(t, m).eq_(1)) {
            true => t.at(m, Int::new(0)),
            false => None,
        }
    }

    /// An integer, and whether it is a bool.
    pub(super) fn with_bool<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<(Int<M::V>, bool)> {
        match m.unpack(x) {
            Value::Int(x) => Some((x, false)),
            Value::True => Some((Int::new(1), true)),
            Value::False => Some((Int::new(0), true)),
            _ => None,
        }
    }

    /// Whether the right operand's class derives from the left's and has a reflected method of its own, which then goes first.
    fn overridden<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        y: Slot<M::V>,
        reflected: &'static str,
    ) -> bool {
        let (Some(a), Some(b)) = (self.instance_class(m, x), self.instance_class(m, y)) else { return false };
        let name = self.name(reflected);
        if a.id == b.id || !self.derives(m, b, a) || self.asked_method(m, y, name).is_none() {
            return false;
        }
        if self.without.versions() {
            return match (self.class_attr(m, a, name), self.class_attr(m, b, name)) {
                (Some(x), Some(y)) => !m.branch(x.same(y)),
                _ => true,
            };
        }
        a.lookup_in(self.version(m, a), name) != b.lookup_in(self.version(m, b), name)
    }

    fn same_class<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, y: Slot<M::V>) -> bool {
        match (self.instance_class(m, x), self.instance_class(m, y)) {
            (Some(a), Some(b)) => a.id == b.id,
            _ => false,
        }
    }

    /// Calls a method for an operator; if it answers `NotImplemented`, the instruction runs again from `stage` on.
    fn call_stage<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        args: &[Slot<M::V>],
        stage: u16,
    ) -> Result<Step<M::V>, Raised> {
        s.top().frame.stage = stage;
        let done = self.call_meta(m, s, f, args);
        match done {
            Ok(Step::Flow(f)) => Ok(Step::Flow(f)),
            other => {
                s.top().frame.stage = 0;
                other
            }
        }
    }

    /// A unary operator on a number.
    #[inline(always)]
    pub fn unary_plain<M: Machine<L = Py>>(&self, m: &M, op: UnOp, x: Slot<M::V>) -> Option<Slot<M::V>> {
        match (op, m.unpack(x)) {
            (UnOp::Neg, Value::Int(a)) if !m.branch(a.eq_(i64::MIN)) => Some(Value::Int(-a).into()),
            (UnOp::Neg, Value::Float(a)) => Some(Value::Float(-a).into()),
            (UnOp::Invert, Value::Int(a)) => Some(Value::Int(a.not()).into()),
            (UnOp::Pos, Value::Int(_) | Value::Float(_)) => Some(x),
            _ => None,
        }
    }

    /// A unary operator on anything.
    #[inline(never)]
    pub fn unary_slow<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        op: UnOp,
        x: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        if let (UnOp::Neg, Value::Complex(c)) = (op, m.unpack(x)) {
            return Ok(Step::Value(self.complex_neg(m, c)));
        }
        let name = match op {
            UnOp::Neg => "__neg__",
            UnOp::Pos => "__pos__",
            UnOp::Invert => "__invert__",
        };
        match self.asked_method(m, x, self.name(name)) {
            Some(Asked::Program(f)) => return self.call_meta(m, s, f, &[x]),
            Some(Asked::Library(id)) => return self.ask(m, id, x, None).map(Step::Value),
            None => {}
        }
        helpers::unary(m, Int::new(op as i64), x).map(Step::Value)
    }
}
