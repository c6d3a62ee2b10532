//! Operators of decimal numbers: what the interpreter asks for `a + b`, `a < b`, `hash(a)`, `int(a)`.

use super::context::{current, Settings};
use super::numbers::context::{status, Rounding};
use super::numbers::{order, other, powers, quotients, scale, sums, Context, Digits, Kind, Number};
use super::values::{self, instance, integer, make, number, operand, this, under};
use super::{quick, signals, texts};
use crate::bytecode::CmpOp;
use crate::native::{Args, Body};
use crate::objects::{number as integers, ops, str};
use crate::value::{Complex, Instance, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// An operation of two numbers.
type Binary = fn(&Number, &Number, &mut Context) -> Number;

/// `a <operator> b`, or `NotImplemented` for what is neither a decimal number nor an integer.
#[inline(always)]
fn binary(
    a: &Args<'_>,
    reflected: bool,
    f: impl Fn(&Number, &Number, &mut Context) -> Number,
) -> Result<Val, Raised> {
    let rt = a.rt;
    if a.plain().len() != 2 {
        a.slot(1, 1)?;
    }
    let x = this(a)?;
    let Some(y) = operand(rt, a.val(1)) else { return Ok(rt.lang.not_implemented()) };
    under(rt, current(rt), |c| if reflected { f(&y, &x, c) } else { f(&x, &y, c) })
}

macro_rules! binary {
    ($($plain:ident $reflected:ident $f:path;)*) => {$(
        fn $plain(a: &mut Args<'_>) -> Result<Val, Raised> {
            binary(a, false, $f)
        }
        fn $reflected(a: &mut Args<'_>) -> Result<Val, Raised> {
            binary(a, true, $f)
        }
    )*};
}
binary! {
    general_add add_to sums::add;
    general_sub sub_from sums::sub;
    general_mul mul_by sums::mul;
    div div_by quotients::div;
    div_int div_int_by quotients::div_int;
    rem rem_by quotients::rem;
}

fn add(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let [x, y] = *a.plain() {
        if let Some(v) = quick::sum(a.rt, x, y, false) {
            return Ok(v);
        }
    }
    general_add(a)
}
fn sub(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let [x, y] = *a.plain() {
        if let Some(v) = quick::sum(a.rt, x, y, true) {
            return Ok(v);
        }
    }
    general_sub(a)
}
fn mul(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let [x, y] = *a.plain() {
        if let Some(v) = quick::product(a.rt, x, y) {
            return Ok(v);
        }
    }
    general_mul(a)
}

fn pow_by(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 2)?;
    binary(&Args { args: &a.args[..2], ..*a }, true, powers::pow as Binary)
}
fn pow(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 2)?;
    let (rt, x) = (a.rt, this(a)?);
    let Some(y) = operand(rt, a.val(1)) else { return Ok(rt.lang.not_implemented()) };
    match values::given(a.val(2)) {
        None => under(rt, current(rt), |c| powers::pow(&x, &y, c)),
        Some(m) => match operand(rt, m) {
            Some(m) => under(rt, current(rt), |c| powers::pow_mod(&x, &y, &m, c)),
            None => Ok(rt.lang.not_implemented()),
        },
    }
}

/// `pow` of three numbers of which one is a decimal number, wherever it stands; `None` of others.
pub fn power(rt: &Rt, all: [Val; 3]) -> Option<Result<Val, Raised>> {
    rt.lang.decimals.class.get()?;
    if !all.iter().any(|&v| instance(rt, v).is_some()) {
        return None;
    }
    let [x, y, m] = all.map(|v| operand(rt, v));
    let (x, y, m) = (x?, y?, m?);
    Some(under(rt, current(rt), |c| powers::pow_mod(&x, &y, &m, c)))
}

/// Quotient and remainder.
///
/// # Errors
/// What is trapped.
pub fn div_mod(rt: &Rt, c: Gc<Instance>, x: &Number, y: &Number) -> Result<Val, Raised> {
    let mut own = Settings::of(rt, c).context();
    let (q, r) = quotients::div_mod(x, y, &mut own);
    if own.status != 0 {
        signals::note(rt, c, own.status)?;
    }
    ops::pair(rt, make(rt, q).into(), make(rt, r).into())
}
fn divmod(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    let (rt, x) = (a.rt, this(a)?);
    match operand(rt, a.val(1)) {
        Some(y) => div_mod(rt, current(rt), &x, &y),
        None => Ok(rt.lang.not_implemented()),
    }
}
fn divmod_by(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    let (rt, x) = (a.rt, this(a)?);
    match operand(rt, a.val(1)) {
        Some(y) => div_mod(rt, current(rt), &y, &x),
        None => Ok(rt.lang.not_implemented()),
    }
}

macro_rules! unary {
    ($($name:ident $f:path;)*) => {$(
        fn $name(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.slot(0, 0)?;
            let x = this(a)?;
            under(a.rt, current(a.rt), |c| $f(&x, c))
        }
    )*};
}
unary! {
    plus sums::plus;
    minus sums::minus;
    abs sums::abs;
}

fn is_true(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    Ok(Val::bool(!this(a)?.is_zero()))
}

/// A float that is compared, which is a signal by itself; equality does not raise it.
fn from_float(rt: &Rt, x: f64, op: CmpOp) -> Result<Number, Raised> {
    let c = current(rt);
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    let settings = Settings::of(rt, c);
    match equality || settings.traps & status::FLOAT_OPERATION == 0 {
        true => settings.with_flags(settings.flags | status::FLOAT_OPERATION).store(rt, c),
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

fn hash(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    let n = this(a)?;
    Ok(Val::Int(match n.kind {
        Kind::Finite => other::hash(&n),
        Kind::Infinite => {
            if n.negative {
                -314_159
            } else {
                314_159
            }
        }
        Kind::Signaling => return Err(errors::type_(a.rt, "Cannot hash a signaling NaN value")),
        Kind::Quiet => (RawSlot::from(a.val(0)).bits >> 4) as i64,
    }))
}

/// A number rounded to an integer.
fn whole(rt: &Rt, n: &Number, rounding: Rounding) -> Result<Val, Raised> {
    match n.kind {
        Kind::Finite => {}
        Kind::Infinite => return Err(errors::overflow(rt, "cannot convert Infinity to integer")),
        _ => return Err(errors::value(rt, "cannot convert NaN to integer")),
    }
    let made = scale::to_integral(n, &mut Context { rounding, ..Context::MAX });
    if let (Digits::Small(d), 0) = (&made.digits, made.exp) {
        if let Ok(d) = i64::try_from(*d) {
            return Ok(Val::Int(if made.negative { -d } else { d }));
        }
    }
    other::to_int(&made).map(|n| integers::norm(rt, n)).ok_or_else(|| errors::memory(rt))
}
macro_rules! conversions {
    ($($name:ident $rounding:ident;)*) => {$(
        fn $name(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            whole(a.rt, &this(a)?, Rounding::$rounding)
        }
    )*};
}
conversions! { int Down; trunc Down; floor Floor; ceil Ceiling; }

fn round(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [digits] = super::arguments::named(a, 1, 0, [""])?;
    let n = this(a)?;
    let places = match digits {
        Val::Unbound => return whole(a.rt, &n, Rounding::HalfEven),
        v => match integer(a.rt, v) {
            Some(_) => ops::index_small(a.rt, v)?,
            None => return Err(errors::type_(a.rt, "optional arg must be an integer")),
        },
    };
    let unit = Number::new(false, Digits::ONE, places.checked_neg().unwrap_or(i64::MAX));
    let c = current(a.rt);
    under(a.rt, c, |c| scale::quantize(&n, &unit, c))
}

fn as_float(rt: &Rt, n: &Number) -> Result<f64, Raised> {
    Ok(match n.kind {
        Kind::Finite => other::to_float(n),
        Kind::Infinite => f64::INFINITY.copysign(if n.negative { -1.0 } else { 1.0 }),
        Kind::Quiet => f64::NAN.copysign(if n.negative { -1.0 } else { 1.0 }),
        Kind::Signaling => return Err(errors::value(rt, "cannot convert signaling NaN to float")),
    })
}
fn float(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    as_float(a.rt, &this(a)?).map(Val::float)
}
fn complex(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let x = as_float(a.rt, &this(a)?)?;
    Ok(Val::Complex(a.rt.heap.alloc(Complex::new(x, 0.0))))
}

/// Those that ask a fraction, which the program may have derived, for its parts.
pub const MAY_RUN: [&str; 6] = ["__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"];

/// What operators and built-in functions ask. But for [`MAY_RUN`] they run no program, and write nothing but flags of contexts, which only library functions read.
pub const OPERATORS: &[(&str, Body)] = &[
    ("__add__", add),
    ("__radd__", add_to),
    ("__sub__", sub),
    ("__rsub__", sub_from),
    ("__mul__", mul),
    ("__rmul__", mul_by),
    ("__truediv__", div),
    ("__rtruediv__", div_by),
    ("__floordiv__", div_int),
    ("__rfloordiv__", div_int_by),
    ("__mod__", rem),
    ("__rmod__", rem_by),
    ("__divmod__", divmod),
    ("__rdivmod__", divmod_by),
    ("__pow__", pow),
    ("__rpow__", pow_by),
    ("__pos__", plus),
    ("__neg__", minus),
    ("__abs__", abs),
    ("__bool__", is_true),
    ("__lt__", lt),
    ("__le__", le),
    ("__eq__", eq),
    ("__ne__", ne),
    ("__gt__", gt),
    ("__ge__", ge),
    ("__hash__", hash),
    ("__int__", int),
    ("__float__", float),
    ("__trunc__", trunc),
    ("__floor__", floor),
    ("__ceil__", ceil),
    ("__round__", round),
    ("__complex__", complex),
];
