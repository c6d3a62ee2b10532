//! Arithmetic operators of decimal numbers.

use super::context::{current, Settings};
use super::numbers::{powers, quotients, sums, Context, Number};
use super::values::{self, instance, make, operand, this, under};
use super::{quick, signals};
use crate::native::{Args, Body};
use crate::objects::ops;
use crate::value::{Instance, Val};
use crate::Rt;
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

/// The quick way of an operator where there is one, else the general one.
#[inline(always)]
fn quickly(
    a: &mut Args<'_>,
    quick: impl FnOnce(&Rt, RawSlot, RawSlot) -> Option<Val>,
    general: Body,
) -> Result<Val, Raised> {
    let done = match *a.plain() {
        [x, y] => quick(a.rt, x, y),
        _ => None,
    };
    done.map_or_else(|| general(a), Ok)
}
fn add(a: &mut Args<'_>) -> Result<Val, Raised> {
    quickly(a, |rt, x, y| quick::sum(rt, x, y, false), general_add)
}
fn sub(a: &mut Args<'_>) -> Result<Val, Raised> {
    quickly(a, |rt, x, y| quick::sum(rt, x, y, true), general_sub)
}
fn mul(a: &mut Args<'_>) -> Result<Val, Raised> {
    quickly(a, quick::product, general_mul)
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
fn divided(a: &Args<'_>, reflected: bool) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    let (rt, x) = (a.rt, this(a)?);
    match operand(rt, a.val(1)) {
        Some(y) if reflected => div_mod(rt, current(rt), &y, &x),
        Some(y) => div_mod(rt, current(rt), &x, &y),
        None => Ok(rt.lang.not_implemented()),
    }
}
fn divmod(a: &mut Args<'_>) -> Result<Val, Raised> {
    divided(a, false)
}
fn divmod_by(a: &mut Args<'_>) -> Result<Val, Raised> {
    divided(a, true)
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

/// What operators and built-in functions ask. They run no program, and write nothing but flags of contexts, which only library functions read.
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
];
