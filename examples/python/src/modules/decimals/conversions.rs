//! Decimal numbers as other numbers, and their hashes: what built-in functions ask.

use super::context::current;
use super::numbers::context::Rounding;
use super::numbers::{other, scale, Context, Digits, Kind, Number};
use super::values::{integer, this, under};
use crate::native::{Args, Body};
use crate::objects::{number as integers, ops};
use crate::value::{Complex, Val};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

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

/// What built-in functions ask. They run no program, and write nothing but flags of contexts.
pub const CONVERSIONS: &[(&str, Body)] = &[
    ("__hash__", hash),
    ("__int__", int),
    ("__float__", float),
    ("__trunc__", trunc),
    ("__floor__", floor),
    ("__ceil__", ceil),
    ("__round__", round),
    ("__complex__", complex),
];
