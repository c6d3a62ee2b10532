//! Methods of numbers.

use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{number, ops, str};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::BigInt;

fn bit_length(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(number::big(a.rt, a.this()).map_or(0, |n| n.bits() as i64)))
}
fn bit_count(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = number::big(a.rt, a.this()).unwrap_or_default();
    Ok(Val::Int(n.magnitude().iter_u64_digits().map(|d| i64::from(d.count_ones())).sum()))
}
fn conjugate(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(a.this())
}
fn is_integer(a: &mut Args<'_>) -> Result<Val, Raised> {
    match a.this() {
        Val::Float(x) => Ok(Val::Bool(x.is_finite() && x == x.trunc())),
        _ => Ok(Val::Bool(true)),
    }
}
fn as_integer_ratio(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let (n, d) = match a.this() {
        Val::Float(x) if !x.is_finite() => {
            return Err(errors::overflow(rt, "cannot convert Infinity to integer ratio"));
        }
        Val::Float(x) => {
            let bits = x.abs().to_bits();
            let (e, m) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
            let (mut m, mut e) = if e == 0 { (m, -1074) } else { (m | 1 << 52, e - 1075) };
            while m != 0 && m % 2 == 0 && e < 0 {
                m /= 2;
                e += 1;
            }
            let m = BigInt::from(m) * if x < 0.0 { -1 } else { 1 };
            if m == BigInt::from(0) {
                (m, BigInt::from(1))
            } else if e >= 0 {
                (m << e as u64, BigInt::from(1))
            } else {
                (m, BigInt::from(1) << (-e) as u64)
            }
        }
        v => (number::big(rt, v).unwrap_or_default(), BigInt::from(1)),
    };
    let (n, d) = (number::norm(rt, n), number::norm(rt, d));
    ops::tuple_val(rt, &[n.into(), d.into()])
}
fn hex(a: &mut Args<'_>) -> Result<Val, Raised> {
    let Val::Float(x) = a.this() else { return a.none() };
    let bits = x.abs().to_bits();
    let (e, m) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let text = match (e, m) {
        (0, 0) => format!("{sign}0x0.0p+0"),
        (0, m) => format!("{sign}0x0.{m:013x}p-1022"),
        (e, m) => format!("{sign}0x1.{m:013x}p{:+}", e - 1023),
    };
    str::val(a.rt, &text)
}

const INT: &[(&str, Body)] = &[
    ("bit_length", bit_length),
    ("bit_count", bit_count),
    ("conjugate", conjugate),
    ("as_integer_ratio", as_integer_ratio),
];
const FLOAT: &[(&str, Body)] = &[
    ("is_integer", is_integer),
    ("conjugate", conjugate),
    ("as_integer_ratio", as_integer_ratio),
    ("hex", hex),
];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    Types::fill(rt, rt.lang.types().int, INT);
    Types::fill(rt, rt.lang.types().float, FLOAT);
}
