//! Comparisons of decimal numbers by operators, also with integers, floats, fractions and complex numbers.

use super::context::{current, Settings};
use super::numbers::context::status;
use super::numbers::{order, sums, Context, Kind, Number};
use super::values::{instance, integer, number, operand, this};
use super::{quick, signals, texts};
use crate::bytecode::CmpOp;
use crate::native::{Args, Body};
use crate::objects::{number as integers, ops, str};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;

/// A float that is compared, which is a signal by itself; equality does not raise it.
fn from_float(rt: &Rt, x: f64, op: CmpOp) -> Result<Number, Raised> {
    let c = current(rt);
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    let settings = Settings::of(rt, c);
    match equality || settings.traps & status::FLOAT_OPERATION == 0 {
        true => settings.note(rt, c, status::FLOAT_OPERATION),
        false => signals::note(rt, c, status::FLOAT_OPERATION)?,
    }
    Ok(texts::of_float(x))
}

/// Both sides of a comparison: with a fraction, both are multiplied by its denominator. `None` for what is no number.
fn sides(rt: &Rt, x: Number, v: Val, op: CmpOp) -> Result<Option<(Number, Number)>, Raised> {
    if let Some(y) = operand(rt, v) {
        return Ok(Some((x, y)));
    }
    Ok(match ops::unwrapped(rt, v) {
        Val::Float(y) => Some((x, from_float(rt, y.get(), op)?)),
        Val::Complex(y) if matches!(op, CmpOp::Eq | CmpOp::Ne) => match y.parts() {
            (re, 0.0) => Some((x, from_float(rt, re, op)?)),
            _ => None,
        },
        Val::Inst(_) => {
            let rational = crate::modules::library(rt, "numbers", "Rational")?;
            let is = rt.lang.builtin(str::intern(rt, "isinstance")).unwrap_or(Val::None);
            if !crate::interp::call::call(rt, is, &[v.into(), rational.into()])?.is_true() {
                return Ok(None);
            }
            let part = |name: &str| crate::objects::attr::get(rt, v, str::intern(rt, name));
            let (Some(up), Some(down)) = (integer(rt, part("numerator")?), integer(rt, part("denominator")?))
            else {
                return Err(errors::type_(rt, "numerator and denominator must be integers"));
            };
            match x.is_finite() {
                true => Some((sums::mul(&x, &down, &mut Context::MAX.clone()), up)),
                false => Some((x, up)),
            }
        }
        _ => None,
    })
}
/// A comparison by an operator.
#[inline(always)]
fn compare(a: &Args<'_>, op: CmpOp) -> Result<Val, Raised> {
    let rt = a.rt;
    if let [x, y] = *a.plain() {
        if let Some(o) = quick::order(rt, x, y) {
            return Ok(Val::bool(integers::satisfies(op, Some(o))));
        }
    }
    a.slot(1, 1)?;
    let x = this(a)?;
    let (x, y) = match instance(rt, a.val(1)) {
        Some(y) => (x, number(rt, y)),
        None => match sides(rt, x, a.val(1), op)? {
            Some(both) => both,
            None => return Ok(rt.lang.not_implemented()),
        },
    };
    if x.is_nan() || y.is_nan() {
        return unordered(rt, &x, &y, op);
    }
    let o = order::order(&x, &y);
    Ok(Val::bool(integers::satisfies(op, Some(o))))
}

/// A comparison with what is no number.
#[cold]
fn unordered(rt: &Rt, x: &Number, y: &Number, op: CmpOp) -> Result<Val, Raised> {
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    if !equality || x.kind == Kind::Signaling || y.kind == Kind::Signaling {
        signals::note(rt, current(rt), status::INVALID_OPERATION)?;
    }
    Ok(Val::bool(op == CmpOp::Ne))
}

macro_rules! comparisons {
    ($($name:ident $op:ident;)*) => {$(
        fn $name(a: &mut Args<'_>) -> Result<Val, Raised> {
            compare(a, CmpOp::$op)
        }
    )*};
}
comparisons! { lt Lt; le Le; eq Eq; ne Ne; gt Gt; ge Ge; }

/// What operators ask. A fraction, which the program may have derived, is asked for its parts.
pub const COMPARISONS: &[(&str, Body)] =
    &[("__lt__", lt), ("__le__", le), ("__eq__", eq), ("__ne__", ne), ("__gt__", gt), ("__ge__", ge)];
