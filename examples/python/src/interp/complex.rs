//! Complex numbers: two floats in an object that traces look into, so that what is computed in between is never allocated.
//!
//! **Invariants.** The formulas are those of `objects::complex`, in the same order of operations: a trace and a helper give the same bits.
//!
//! **Not promised.** Errors, infinities where they may be errors, and powers other than squares are left to the helpers.
//!
//! **Example.** `z * z + c` is four multiplications and four additions; where `z` and `c` are objects there are four loads.

use super::enter::Passed;
use super::{helpers, S};
use crate::bytecode::{BinOp, CmpOp};
use crate::value::{Complex, Str, Value};
use crate::Py;
use holloway::heap::Gc;
use holloway::machine::*;

/// Real and imaginary part.
type Parts<V> = (Float<V>, Float<V>);

fn make_complex<M: Machine<L = Py>>(m: &M, (re, im): Parts<M::V>) -> Slot<M::V> {
    Value::Complex(make::<M, Complex>(m).init(m, Complex::re, re).init(m, Complex::im, im)).into()
}

fn mul<V: Values>(a: Parts<V>, b: Parts<V>) -> Parts<V> {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// Scaled by the greater part of the divisor; `None` where there is none.
fn div<M: Machine<L = Py>>(m: &M, a: Parts<M::V>, b: Parts<M::V>) -> Option<Parts<M::V>> {
    if m.branch(b.1.abs().le(b.0.abs())) {
        if m.branch(b.0.eq_(0.0)) {
            return None;
        }
        let r = b.1 / b.0;
        let d = b.0 + b.1 * r;
        Some(((a.0 + a.1 * r) / d, (a.1 - a.0 * r) / d))
    } else if m.branch(b.0.abs().lt(b.1.abs())) {
        let r = b.0 / b.1;
        let d = b.0 * r + b.1;
        Some(((a.0 * r + a.1) / d, (a.1 * r - a.0) / d))
    } else {
        None
    }
}

impl Py {
    /// The parts of a complex or real number of a machine word.
    fn parts<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Parts<M::V>> {
        match m.unpack(x) {
            Value::Complex(c) => Some((c.get(m, Complex::re), c.get(m, Complex::im))),
            other => self.real(other).map(|x| (x, Float::new(0.0))),
        }
    }

    fn real<V: Values>(&self, x: Value<V>) -> Option<Float<V>> {
        match x {
            Value::Float(x) => Some(x),
            Value::Int(x) => Some(x.to_float()),
            _ => None,
        }
    }

    /// An operator on two numbers of which one is complex.
    pub fn complex_op<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: BinOp,
        x: Slot<M::V>,
        y: Slot<M::V>,
    ) -> Option<Slot<M::V>> {
        let (a, b) = (self.parts(m, x)?, self.parts(m, y)?);
        let r = match op {
            BinOp::Add => (a.0 + b.0, a.1 + b.1),
            BinOp::Sub => (a.0 - b.0, a.1 - b.1),
            BinOp::Mul => mul(a, b),
            BinOp::Div => div(m, a, b)?,
            BinOp::Pow => match m.unpack(y) {
                Value::Int(n) if m.branch(n.eq_(2)) => {
                    let one = (Float::new(1.0), Float::new(0.0));
                    let r = mul(one, mul(a, a));
                    let finite = |x: Float<M::V>| x.abs().lt(f64::INFINITY);
                    if !m.branch(finite(r.0).and(finite(r.1))) {
                        return None;
                    }
                    r
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(make_complex(m, r))
    }

    /// The same number with its sign changed.
    pub fn complex_neg<M: Machine<L = Py>>(&self, m: &M, c: Ref<M::V, Complex>) -> Slot<M::V> {
        make_complex(m, (-c.get(m, Complex::re), -c.get(m, Complex::im)))
    }

    /// `==` and `!=` of two complex numbers.
    pub fn complex_compare<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: CmpOp,
        a: Ref<M::V, Complex>,
        b: Ref<M::V, Complex>,
    ) -> Option<bool> {
        if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
            return None;
        }
        let re = a.get(m, Complex::re).eq_(b.get(m, Complex::re));
        let im = a.get(m, Complex::im).eq_(b.get(m, Complex::im));
        Some(m.branch(re.and(im)) == (op == CmpOp::Eq))
    }

    /// `abs`, where it is finite.
    pub fn complex_abs<M: Machine<L = Py>>(&self, m: &M, c: Ref<M::V, Complex>) -> Option<Slot<M::V>> {
        let r = helpers::complex_abs(m, c.get(m, Complex::re), c.get(m, Complex::im));
        m.branch(r.lt(f64::INFINITY)).then(|| Value::Float(r).into())
    }

    /// `z.real`, `z.imag`.
    pub fn complex_part<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: Ref<M::V, Complex>,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        match name.text() {
            "real" => Some(Value::Float(c.get(m, Complex::re)).into()),
            "imag" => Some(Value::Float(c.get(m, Complex::im)).into()),
            _ => None,
        }
    }

    /// `complex(x)`, `complex(x, y)`.
    pub fn complex_new<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, p: &Passed<'_>) -> Option<Slot<M::V>> {
        let x = s.stack.get(p.first);
        let re = match m.unpack(x) {
            Value::Complex(_) if p.n == 1 => return Some(x),
            other => self.real(other)?,
        };
        let im = match p.n {
            1 => Float::new(0.0),
            _ => self.real(m.unpack(s.stack.get(p.first + 1)))?,
        };
        Some(make_complex(m, (re, im)))
    }
}
