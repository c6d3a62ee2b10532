//! Methods of decimal numbers that contexts have too: `a.sqrt(context)` and `context.sqrt(a)`.
//!
//! Each operation is written once in a table; the macros make both methods of it.

use super::arguments::{exactly, named};
use super::context::{optional, Settings};
use super::contexts::this as of_context;
use super::numbers::{logic, logs, order, powers, quotients, scale, sums, Context, Kind, Number};
use super::operators::div_mod;
use super::values::{converted, given, make, this, under};
use crate::errors;
use crate::native::{Args, Body};
use crate::objects::str;
use crate::value::Val;
use holloway::machine::Raised;

/// `a.name(context=None)`
fn unary(a: &Args<'_>, f: fn(&Number, &mut Context) -> Number) -> Result<Val, Raised> {
    let [context] = named(a, 1, 0, ["context"])?;
    let (x, c) = (this(a)?, optional(a.rt, context)?);
    under(a.rt, c, |c| f(&x, c))
}
/// `context.name(a)`
fn unary_in(a: &Args<'_>, f: fn(&Number, &mut Context) -> Number) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (c, x) = (of_context(a)?, converted(a.rt, a.val(1))?);
    under(a.rt, c, |c| f(&x, c))
}
/// `a.name(other, context=None)`
fn binary(a: &Args<'_>, f: fn(&Number, &Number, &mut Context) -> Number) -> Result<Val, Raised> {
    let [other, context] = named(a, 1, 1, ["other", "context"])?;
    let c = optional(a.rt, context)?;
    let (x, y) = (this(a)?, converted(a.rt, other)?);
    under(a.rt, c, |c| f(&x, &y, c))
}
/// `context.name(a, b)`
fn binary_in(a: &Args<'_>, f: fn(&Number, &Number, &mut Context) -> Number) -> Result<Val, Raised> {
    let [x, y] = exactly(a, 1)?;
    let c = of_context(a)?;
    let (x, y) = (converted(a.rt, x)?, converted(a.rt, y)?);
    under(a.rt, c, |c| f(&x, &y, c))
}
/// `a.name()`
fn asked(a: &Args<'_>, f: fn(&Number) -> bool) -> Result<Val, Raised> {
    a.method(0, 0)?;
    this(a).map(|x| Val::bool(f(&x)))
}
/// `context.name(a)`
fn asked_in(a: &Args<'_>, f: fn(&Number) -> bool) -> Result<Val, Raised> {
    a.method(1, 1)?;
    converted(a.rt, a.val(1)).map(|x| Val::bool(f(&x)))
}

/// Both methods of operations, by how they are called.
macro_rules! both {
    ($list:ident $list_in:ident $by:ident $by_in:ident: $($name:literal $f:expr;)*) => {
        const $list: &[(&str, Body)] = &[$(($name, |a| $by(a, $f))),*];
        const $list_in: &[(&str, Body)] = &[$(($name, |a| $by_in(a, $f))),*];
    };
}
both! { UNARY UNARY_IN unary unary_in:
    "exp" logs::exp;
    "ln" logs::ln;
    "log10" logs::log10;
    "logb" scale::logb;
    "logical_invert" logic::invert;
    "next_minus" scale::next_minus;
    "next_plus" scale::next_plus;
    "normalize" scale::normalize;
    "sqrt" powers::sqrt;
}
both! { BINARY BINARY_IN binary binary_in:
    "compare" order::compare;
    "compare_signal" order::compare_signal;
    "compare_total" order::compare_total;
    "compare_total_mag" order::compare_total_mag;
    "copy_sign" copied_sign;
    "logical_and" logic::and;
    "logical_or" logic::or;
    "logical_xor" logic::xor;
    "max" order::max;
    "max_mag" order::max_mag;
    "min" order::min;
    "min_mag" order::min_mag;
    "next_toward" scale::next_toward;
    "remainder_near" quotients::rem_near;
    "rotate" scale::rotate;
    "scaleb" scale::scaleb;
    "shift" scale::shift;
}
both! { ASKED ASKED_IN asked asked_in:
    "is_canonical" |_| true;
    "is_finite" Number::is_finite;
    "is_infinite" Number::is_infinite;
    "is_nan" Number::is_nan;
    "is_qnan" |n| n.kind == Kind::Quiet;
    "is_signed" |n| n.negative;
    "is_snan" |n| n.kind == Kind::Signaling;
    "is_zero" Number::is_zero;
}

/// What only contexts have.
const ONLY_IN: &[(&str, Body)] = &[
    ("abs", |a| unary_in(a, sums::abs)),
    ("minus", |a| unary_in(a, sums::minus)),
    ("plus", |a| unary_in(a, sums::plus)),
    ("to_integral_exact", |a| unary_in(a, scale::to_integral_exact)),
    ("to_integral_value", |a| unary_in(a, scale::to_integral)),
    ("to_integral", |a| unary_in(a, scale::to_integral)),
    ("add", |a| binary_in(a, sums::add)),
    ("subtract", |a| binary_in(a, sums::sub)),
    ("multiply", |a| binary_in(a, sums::mul)),
    ("divide", |a| binary_in(a, quotients::div)),
    ("divide_int", |a| binary_in(a, quotients::div_int)),
    ("remainder", |a| binary_in(a, quotients::rem)),
    ("quantize", |a| binary_in(a, scale::quantize)),
    ("divmod", divmod_in),
    ("power", power_in),
    ("fma", fma_in),
    ("same_quantum", same_quantum_in),
    ("is_normal", |a| classified_in(a, |n, c| Val::bool(order::is_normal(n, c)))),
    ("is_subnormal", |a| classified_in(a, |n, c| Val::bool(order::is_subnormal(n, c)))),
    ("number_class", class_in),
    ("copy_abs", |a| copied_in(a, |n| n.signed(false))),
    ("copy_negate", |a| copied_in(a, negated)),
    ("copy_decimal", |a| copied_in(a, |n| n)),
    ("canonical", canonical_in),
    ("to_sci_string", |a| shown_in(a, false)),
    ("to_eng_string", |a| shown_in(a, true)),
];

/// What numbers have in another form than contexts.
const ONLY: &[(&str, Body)] = &[
    ("quantize", quantize),
    ("to_integral_exact", |a| to_integral(a, scale::to_integral_exact)),
    ("to_integral_value", |a| to_integral(a, scale::to_integral)),
    ("to_integral", |a| to_integral(a, scale::to_integral)),
    ("fma", fma),
    ("same_quantum", same_quantum),
    ("is_normal", |a| classified(a, |n, c| Val::bool(order::is_normal(n, c)))),
    ("is_subnormal", |a| classified(a, |n, c| Val::bool(order::is_subnormal(n, c)))),
    ("number_class", class),
    ("copy_abs", |a| copied(a, |n| n.signed(false))),
    ("copy_negate", |a| copied(a, negated)),
];

/// Tables of methods of numbers.
pub const OF_NUMBERS: [&[(&str, Body)]; 4] = [UNARY, BINARY, ASKED, ONLY];
/// Tables of methods of contexts.
pub const OF_CONTEXTS: [&[(&str, Body)]; 4] = [UNARY_IN, BINARY_IN, ASKED_IN, ONLY_IN];

fn negated(n: Number) -> Number {
    let negative = !n.negative;
    n.signed(negative)
}
fn copied_sign(x: &Number, y: &Number, _: &mut Context) -> Number {
    x.clone().signed(y.negative)
}

fn quantize(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [exp, rounding, context] = named(a, 1, 1, ["exp", "rounding", "context"])?;
    let c = optional(a.rt, context)?;
    let rounding = given(rounding).map(|v| super::contexts::rounding(a.rt, v)).transpose()?;
    let (x, y) = (this(a)?, converted(a.rt, exp)?);
    under(a.rt, c, |c| {
        c.rounding = rounding.unwrap_or(c.rounding);
        scale::quantize(&x, &y, c)
    })
}

fn to_integral(a: &Args<'_>, f: fn(&Number, &mut Context) -> Number) -> Result<Val, Raised> {
    let [rounding, context] = named(a, 1, 0, ["rounding", "context"])?;
    let c = optional(a.rt, context)?;
    let rounding = given(rounding).map(|v| super::contexts::rounding(a.rt, v)).transpose()?;
    let x = this(a)?;
    under(a.rt, c, |c| {
        c.rounding = rounding.unwrap_or(c.rounding);
        f(&x, c)
    })
}

fn fma(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [other, third, context] = named(a, 1, 2, ["other", "third", "context"])?;
    let c = optional(a.rt, context)?;
    let (x, y, z) = (this(a)?, converted(a.rt, other)?, converted(a.rt, third)?);
    under(a.rt, c, |c| sums::fma(&x, &y, &z, c))
}
fn fma_in(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [x, y, z] = exactly(a, 1)?;
    let c = of_context(a)?;
    let (x, y, z) = (converted(a.rt, x)?, converted(a.rt, y)?, converted(a.rt, z)?);
    under(a.rt, c, |c| sums::fma(&x, &y, &z, c))
}

fn divmod_in(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [x, y] = exactly(a, 1)?;
    let c = of_context(a)?;
    div_mod(a.rt, c, &converted(a.rt, x)?, &converted(a.rt, y)?)
}

fn power_in(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [x, y, m] = named(a, 1, 2, ["a", "b", "modulo"])?;
    let c = of_context(a)?;
    let (x, y) = (converted(a.rt, x)?, converted(a.rt, y)?);
    match given(m) {
        None => under(a.rt, c, |c| powers::pow(&x, &y, c)),
        Some(m) => {
            let m = converted(a.rt, m)?;
            under(a.rt, c, |c| powers::pow_mod(&x, &y, &m, c))
        }
    }
}

fn same_quantum(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [other, context] = named(a, 1, 1, ["other", "context"])?;
    optional(a.rt, context)?;
    Ok(Val::bool(order::same_quantum(&this(a)?, &converted(a.rt, other)?)))
}
fn same_quantum_in(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [x, y] = exactly(a, 1)?;
    Ok(Val::bool(order::same_quantum(&converted(a.rt, x)?, &converted(a.rt, y)?)))
}

fn classified(a: &Args<'_>, f: fn(&Number, &Context) -> Val) -> Result<Val, Raised> {
    let [context] = named(a, 1, 0, ["context"])?;
    let c = optional(a.rt, context)?;
    Ok(f(&this(a)?, &Settings::of(a.rt, c).context()))
}
fn classified_in(a: &Args<'_>, f: fn(&Number, &Context) -> Val) -> Result<Val, Raised> {
    a.method(1, 1)?;
    Ok(f(&converted(a.rt, a.val(1))?, &Settings::of(a.rt, of_context(a)?).context()))
}
fn class(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [context] = named(a, 1, 0, ["context"])?;
    let c = optional(a.rt, context)?;
    str::val(a.rt, order::class(&this(a)?, &Settings::of(a.rt, c).context()))
}
fn class_in(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    str::val(a.rt, order::class(&converted(a.rt, a.val(1))?, &Settings::of(a.rt, of_context(a)?).context()))
}

fn copied(a: &Args<'_>, f: fn(Number) -> Number) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(make(a.rt, f(this(a)?)))
}
fn copied_in(a: &Args<'_>, f: fn(Number) -> Number) -> Result<Val, Raised> {
    a.method(1, 1)?;
    Ok(make(a.rt, f(converted(a.rt, a.val(1))?)))
}
fn canonical_in(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    match super::values::instance(a.rt, a.val(1)) {
        Some(_) => Ok(a.val(1)),
        None => Err(errors::type_(a.rt, "argument must be a Decimal")),
    }
}
fn shown_in(a: &Args<'_>, engineering: bool) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let capitals = Settings::of(a.rt, of_context(a)?).capitals;
    super::texts::show(a.rt, &converted(a.rt, a.val(1))?, engineering, capitals)
}
