//! Arithmetic: the operations on numbers, coercions of strings, metamethods.

use super::call::Step;
use super::{konst, Lua, S};
use crate::code::Code;
use crate::native::to_number;
use crate::text::number;
use crate::value::{NativeFn, Val, Value};
use crate::{error, lua::Events, string::Str};
use holloway::elidable;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::residual;

/// A binary operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    IDiv,
    BAnd,
    BOr,
    BXor,
    Shl,
    Shr,
    Unm,
    BNot,
}

impl Arith {
    /// The name of the metamethod.
    pub fn event(self, e: &Events) -> Gc<Str> {
        match self {
            Arith::Add => e.add,
            Arith::Sub => e.sub,
            Arith::Mul => e.mul,
            Arith::Div => e.div,
            Arith::Mod => e.modulo,
            Arith::Pow => e.pow,
            Arith::IDiv => e.idiv,
            Arith::BAnd => e.band,
            Arith::BOr => e.bor,
            Arith::BXor => e.bxor,
            Arith::Shl => e.shl,
            Arith::Shr => e.shr,
            Arith::Unm => e.unm,
            Arith::BNot => e.bnot,
        }
    }
    /// Works on integers only.
    pub fn is_bitwise(self) -> bool {
        use Arith::*;
        matches!(self, BAnd | BOr | BXor | Shl | Shr | BNot)
    }
}

/// The place of an operation among the metamethods of strings.
fn string_operation(op: Arith) -> Option<u32> {
    use Arith::*;
    [Add, Sub, Mul, Mod, Pow, Div, IDiv, Unm].iter().position(|&o| o == op).map(|i| i as u32)
}

#[elidable]
fn float_mod(_cx: &Cx<Lua>, a: f64, b: f64) -> f64 {
    number::float_mod(a, b)
}

/// A value as a number, looking into strings; nil if it is none.
#[residual(reads)]
fn as_number(_cx: &Cx<Lua>, v: RawSlot) -> RawSlot {
    to_number(v.into()).map_or(Val::Nil, Val::from).into()
}

/// `level`: 1 for an instruction; 0 for a library function, whose position is none.
#[residual]
fn divide_by_zero(cx: &Cx<Lua>, modulo: bool, level: i64) -> Result<(), Raised> {
    let message = if modulo { "attempt to perform 'n%0'" } else { "attempt to divide by zero" };
    Err(error::at_level(cx.rt, message, level as u32))
}

/// A float that is an integer, as one.
pub fn exact_int<M: Machine>(m: &M, x: Float<M::V>) -> Option<Int<M::V>> {
    let whole = x.floor().eq_(x).and(x.lt(9_223_372_036_854_775_808.0));
    if m.branch(whole.and(Float::<M::V>::new(-9_223_372_036_854_775_808.0).le(x))) {
        Some(x.to_int())
    } else {
        None
    }
}

fn shift_left<M: Machine>(m: &M, x: Int<M::V>, by: Int<M::V>) -> Int<M::V> {
    if m.branch(by.ult(64)) {
        x.shl(by)
    } else if m.branch((-by).ult(64)) {
        x.shr(-by)
    } else {
        Int::new(0)
    }
}

/// An integer operation; `None` for those on floats.
#[inline(always)]
fn ints<M: Machine<L = Lua>>(
    m: &M,
    op: Arith,
    x: Int<M::V>,
    y: Int<M::V>,
) -> Result<Option<Int<M::V>>, Raised> {
    Ok(Some(match op {
        Arith::Add => x + y,
        Arith::Sub => x - y,
        Arith::Mul => x * y,
        Arith::Unm => -x,
        Arith::BAnd => x & y,
        Arith::BOr => x | y,
        Arith::BXor => x ^ y,
        Arith::BNot => x.not(),
        Arith::Shl => shift_left(m, x, y),
        Arith::Shr if m.branch(y.ult(64)) => x.shr(y),
        Arith::Shr if m.branch((-y).ult(64)) => x.shl(-y),
        Arith::Shr => Int::new(0),
        Arith::Mod | Arith::IDiv if m.branch(y.eq_(0)) => {
            divide_by_zero(m, Bool::new(op == Arith::Mod), Int::new(1))?;
            return Err(Raised);
        }
        Arith::Mod => x.mod_floor(y),
        Arith::IDiv => x.div_floor(y),
        Arith::Div | Arith::Pow => return Ok(None),
    }))
}

/// A float operation.
#[inline(always)]
fn floats<M: Machine<L = Lua>>(m: &M, op: Arith, x: Float<M::V>, y: Float<M::V>) -> Float<M::V> {
    match op {
        Arith::Add => x + y,
        Arith::Sub => x - y,
        Arith::Mul => x * y,
        Arith::Div => x / y,
        Arith::IDiv => (x / y).floor(),
        Arith::Unm => -x,
        Arith::Mod => match holloway::math::div_mod(m, x, y) {
            Some((_, rest)) => rest,
            None => float_mod(m, x, y),
        },
        Arith::Pow if m.branch(y.eq_(2.0)) => x * x,
        _ => holloway::math::pow(m, x, y),
    }
}

impl Lua {
    /// The operation on two numbers, if they are.
    #[inline(always)]
    pub fn arith_numbers<M: Machine<L = Lua>>(
        &self,
        m: &M,
        op: Arith,
        a: Slot<M::V>,
        b: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let exact = |x, y| match (x, y) {
            (Some(x), Some(y)) => Ok(ints(m, op, x, y)?.map(|r| Value::Int(r).into())),
            _ => Ok(None),
        };
        let (x, y) = match (m.unpack(a), m.unpack(b)) {
            (Value::Int(x), Value::Int(y)) => match ints(m, op, x, y)? {
                Some(r) => return Ok(Some(Value::Int(r).into())),
                None => (x.to_float(), y.to_float()),
            },
            (Value::Float(x), Value::Float(y)) => (x, y),
            // Not every integer is one as a float.
            (Value::Int(x), Value::Float(y)) if op.is_bitwise() => return exact(Some(x), exact_int(m, y)),
            (Value::Float(x), Value::Int(y)) if op.is_bitwise() => return exact(exact_int(m, x), Some(y)),
            (Value::Int(x), Value::Float(y)) => (x.to_float(), y),
            (Value::Float(x), Value::Int(y)) => (x, y.to_float()),
            _ => return Ok(None),
        };
        if op.is_bitwise() {
            return exact(exact_int(m, x), exact_int(m, y));
        }
        Ok(Some(Value::Float(floats(m, op, x, y)).into()))
    }

    /// The instruction itself, whatever its operands are. Plain execution has derivatives for what is frequent: all ways of all operations in the interpreter's loop would leave it no registers.
    #[inline(never)]
    #[allow(clippy::too_many_arguments)]
    pub fn arith<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        pc: usize,
        op: Arith,
        a: Slot<M::V>,
        b: Slot<M::V>,
        flip: bool,
    ) -> Result<Step<M::V>, Raised> {
        match self.arith_numbers(m, op, a, b)? {
            Some(v) => Ok(Step::Value(v)),
            None => self.arith_slow(m, s, code, pc, op, a, b, flip),
        }
    }

    /// Any operands: numbers, strings that are numbers, metamethods. `flip`: the operands were written the other way round.
    #[inline(never)]
    #[allow(clippy::too_many_arguments)]
    pub fn arith_slow<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        pc: usize,
        op: Arith,
        a: Slot<M::V>,
        b: Slot<M::V>,
        flip: bool,
    ) -> Result<Step<M::V>, Raised> {
        s.top().frame.pc = pc as u32;
        let (a, b) = if flip { (b, a) } else { (a, b) };
        let event = op.event(self.events());
        let mut h = self.metamethod(m, a, event);
        if m.branch(h.has_tag(crate::value::Tag::Nil)) {
            h = self.metamethod(m, b, event);
        }
        if m.branch(h.has_tag(crate::value::Tag::Nil)) {
            super::fail::arith(m, code.id, pc - 1, op, a, b)?;
            return Err(Raised);
        }
        if let Value::Native(f) = m.unpack(h) {
            let numeric = |v: Slot<M::V>| match m.unpack(v) {
                Value::Int(_) | Value::Float(_) => v,
                Value::Str(_) => as_number(m, v),
                _ => konst(crate::value::NIL),
            };
            let id = m.promote(f.get(m, NativeFn::id)) as u32;
            if string_operation(op).is_some_and(|i| self.string_arith.get() + i == id) {
                let (x, y) = (numeric(a), numeric(b));
                if let (Arith::Mod | Arith::IDiv, Value::Int(_), Value::Int(y)) =
                    (op, m.unpack(x), m.unpack(y))
                {
                    if m.branch(y.eq_(0)) {
                        // It is the metamethod of strings that divides.
                        divide_by_zero(m, Bool::new(op == Arith::Mod), Int::new(0))?;
                    }
                }
                if let Some(r) = self.arith_numbers(m, op, x, y)? {
                    return Ok(Step::Value(r));
                }
            }
        }
        self.call_meta(m, s, h, &[a, b])
    }
}
