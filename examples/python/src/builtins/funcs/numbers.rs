//! Functions of numbers.

use crate::bytecode::BinOp;
use crate::native::Args;
use crate::objects::{number, ops};
use crate::value::{misc, Val};
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, Signed, ToPrimitive};
use std::cmp::Ordering;

pub(in crate::builtins) fn abs(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let (rt, v) = (a.rt, a.val(0));
    if let Some(r) = ops::call_special(rt, v, "__abs__", &[]) {
        return r;
    }
    match ops::unwrapped(rt, v) {
        Val::Float(x) => Ok(Val::float(x.get().abs())),
        Val::Complex(c) => {
            let (x, y) = c.parts();
            match x.hypot(y) {
                r if r.is_infinite() && x.is_finite() && y.is_finite() => {
                    Err(errors::overflow(rt, "absolute value too large"))
                }
                r => Ok(Val::float(r)),
            }
        }
        x => {
            let below = number::compare(rt, x, Val::Int(0)) == Some(Ordering::Less);
            let op = if below { BinOp::Sub } else { BinOp::Add };
            number::binary(rt, op, Val::Int(0), x).unwrap_or_else(|| {
                Err(errors::type_(rt, &format!("bad operand type for abs(): '{}'", ops::type_name(rt, v))))
            })
        }
    }
}

pub(in crate::builtins) fn divmod(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let (rt, x, y) = (a.rt, a.val(0), a.val(1));
    for (v, o, name) in [(x, y, "__divmod__"), (y, x, "__rdivmod__")] {
        if let Some(r) = ops::call_special(rt, v, name, &[o.into()]) {
            let r = r?;
            if !r.is_misc(misc::NOT_IMPLEMENTED) {
                return Ok(r);
            }
        }
    }
    if !number::is_number(ops::unwrapped(rt, x)) || !number::is_number(ops::unwrapped(rt, y)) {
        let (s, t) = (ops::type_name(rt, x), ops::type_name(rt, y));
        let text = format!("unsupported operand type(s) for divmod(): '{s}' and '{t}'");
        return Err(errors::type_(rt, &text));
    }
    let (p, q) = (ops::unwrapped(rt, x), ops::unwrapped(rt, y));
    let floats = matches!(p, Val::Float(_)) || matches!(q, Val::Float(_));
    if floats && number::float(rt, p).is_some_and(|x| x.is_ok()) && !ops::truth(rt, q)? {
        return Err(errors::zero_division(rt, "float divmod()"));
    }
    let q = ops::binary(rt, BinOp::FloorDiv, false, x, y)?;
    let r = ops::binary(rt, BinOp::Mod, false, x, y)?;
    ops::tuple_val(rt, &[q.into(), r.into()])
}

pub(in crate::builtins) fn pow(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    a.takes_as("pow", 0, 2, 3, &["base", "exp", "mod"])?;
    let (base, exp, m) =
        (a.opt(0, "base", Val::None), a.opt(1, "exp", Val::None), a.opt(2, "mod", Val::None));
    if m.is_none() {
        return ops::binary(rt, BinOp::Pow, false, base, exp);
    }
    if let Some(r) = ops::call_special(rt, base, "__pow__", &[exp.into(), m.into()]) {
        let r = r?;
        if !r.is_misc(misc::NOT_IMPLEMENTED) {
            return Ok(r);
        }
    }
    if let Some(r) = crate::modules::decimals::power(rt, [base, exp, m]) {
        return r;
    }
    if let (Val::Int(x), Val::Int(e @ 0..), Val::Int(m @ 1..)) = (base, exp, m) {
        return Ok(Val::Int(number::pow_mod(x, e, m)));
    }
    let n = |v: Val| number::big(rt, ops::unwrapped(rt, v));
    let (Some(x), Some(e), Some(m)) = (n(base), n(exp), n(m)) else {
        return Err(no_power(rt, [base, exp, m]));
    };
    if m == num_bigint::BigInt::from(0) {
        return Err(errors::value(rt, "pow() 3rd argument cannot be 0"));
    }
    let r = if e.sign() == num_bigint::Sign::Minus {
        match x.modinv(&m) {
            Some(i) => i.modpow(&-e, &m),
            None => return Err(errors::value(rt, "base is not invertible for the given modulus")),
        }
    } else {
        x.modpow(&e, &m)
    };
    Ok(number::norm(rt, r.mod_floor(&m)))
}

/// The error of `pow` with a third argument where not all are integers: what the first class that knows says of it.
fn no_power(rt: &Rt, args: [Val; 3]) -> Raised {
    let [x, y, _] = args.map(|v| ops::unwrapped(rt, v));
    let numbers = [x, y].iter().all(|&v| number::is_number(v) || matches!(v, Val::Complex(_)));
    for v in args {
        match ops::unwrapped(rt, v) {
            Val::Float(_) => {
                let text = "pow() 3rd argument not allowed unless all arguments are integers";
                return errors::type_(rt, text);
            }
            Val::Complex(_) if numbers => return errors::value(rt, "complex modulo"),
            _ => {}
        }
    }
    let [x, y, z] = args.map(|v| ops::type_name(rt, v));
    errors::type_(rt, &format!("unsupported operand type(s) for ** or pow(): '{x}', '{y}', '{z}'"))
}

/// The nearest integer, of two the even one.
fn nearest(x: f64) -> f64 {
    if (x - x.trunc()).abs() == 0.5 {
        2.0 * (x / 2.0).round()
    } else {
        x.round()
    }
}

/// An integer rounded to a multiple of a power of ten; whether there is something more behind it.
fn to_power(n: &BigInt, power: u32, more: bool) -> BigInt {
    let p = BigInt::from(10).pow(power);
    let (q, r) = n.div_mod_floor(&p);
    let up = match BigInt::cmp(&(r * 2), &p) {
        Ordering::Equal => more || q.is_odd(),
        o => o.is_gt(),
    };
    (q + i32::from(up)) * p
}

/// Digits before the point that no float has.
const MOST_DIGITS: i64 = 310;

fn round_float(rt: &Rt, x: f64, digits: i64) -> Result<f64, Raised> {
    if !x.is_finite() || digits > 330 {
        return Ok(x);
    }
    if digits >= 0 {
        return Ok(format!("{x:.*}", digits as usize).parse().unwrap_or(x));
    }
    if digits < -MOST_DIGITS {
        return Ok(0f64.copysign(x));
    }
    let n = BigInt::from_f64(x.abs().trunc()).unwrap_or_default();
    let r = to_power(&n, -digits as u32, x.fract() != 0.0).to_f64().unwrap_or(f64::INFINITY);
    if r.is_infinite() {
        return Err(errors::overflow(rt, "rounded value too large to represent"));
    }
    Ok(r.copysign(x))
}

pub(in crate::builtins) fn round(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("round", 0, 1, 2, &["number", "ndigits"])?;
    let (rt, v) = (a.rt, a.opt(0, "number", Val::Unbound));
    let digits = a.opt(1, "ndigits", Val::None);
    if let Some(r) =
        ops::call_special(rt, v, "__round__", &if digits.is_none() { vec![] } else { vec![digits.into()] })
    {
        return r;
    }
    let many = || -> Result<i64, Raised> {
        Ok(match ops::index(rt, digits)? {
            Val::Int(n) => n,
            n => number::big(rt, n).map_or(0, |n| if n.is_negative() { i64::MIN } else { i64::MAX }),
        })
    };
    match (v, digits) {
        (Val::Float(x), Val::None) => number::float_to_int(rt, nearest(x.get())),
        (Val::Float(x), _) => round_float(rt, x.get(), many()?).map(Val::float),
        (v, _) => {
            let Some(n) = number::big(rt, v) else {
                let text = format!("type {} doesn't define __round__ method", ops::type_name(rt, v));
                return Err(errors::type_(rt, &text));
            };
            let d = if digits.is_none() { 0 } else { many()? };
            if d >= 0 {
                return Ok(number::norm(rt, n));
            }
            // A number has fewer digits than bits.
            let power = d.unsigned_abs().min(n.bits() + 1);
            Ok(number::norm(rt, to_power(&n, power as u32, false)))
        }
    }
}
