//! Functions of numbers.

use crate::bytecode::BinOp;
use crate::errors;
use crate::native::Args;
use crate::objects::{number, ops};
use crate::value::{misc, Val};
use holloway::machine::Raised;
use num_integer::Integer;

pub(in crate::builtins) fn abs(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let (rt, v) = (a.rt, a.val(0));
    if let Some(r) = ops::call_special(rt, v, "__abs__", &[]) {
        return r;
    }
    match ops::unwrapped(rt, v) {
        Val::Float(x) => Ok(Val::Float(x.abs())),
        Val::Complex(c) => Ok(Val::Float(c.parts().0.hypot(c.parts().1))),
        x => match number::big(rt, x) {
            Some(n) => Ok(number::norm(rt, num_traits::Signed::abs(&n))),
            None => {
                Err(errors::type_(rt, &format!("bad operand type for abs(): '{}'", ops::type_name(rt, v))))
            }
        },
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
    let q = ops::binary(rt, BinOp::FloorDiv, false, x, y)?;
    let r = ops::binary(rt, BinOp::Mod, false, x, y)?;
    ops::tuple_val(rt, &[q.into(), r.into()])
}

pub(in crate::builtins) fn pow(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let m = a.opt(2, "mod", Val::None);
    if m.is_none() {
        return ops::binary(rt, BinOp::Pow, false, a.opt(0, "base", Val::None), a.opt(1, "exp", Val::None));
    }
    if let (Val::Int(x), Val::Int(e @ 0..), Val::Int(m @ 1..)) = (a.val(0), a.val(1), m) {
        return Ok(Val::Int(number::pow_mod(x, e, m)));
    }
    let n = |v: Val| number::big(rt, v);
    let (Some(x), Some(e), Some(m)) = (n(a.val(0)), n(a.val(1)), n(m)) else {
        return Err(errors::type_(rt, "pow() 3rd argument not allowed unless all arguments are integers"));
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

pub(in crate::builtins) fn round(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, v) = (a.rt, a.opt(0, "number", Val::Unbound));
    let digits = a.opt(1, "ndigits", Val::None);
    if let Some(r) =
        ops::call_special(rt, v, "__round__", &if digits.is_none() { vec![] } else { vec![digits.into()] })
    {
        return r;
    }
    match (v, digits) {
        (Val::Float(x), Val::None) => {
            let r = if (x - x.trunc()).abs() == 0.5 { 2.0 * (x / 2.0).round() } else { x.round() };
            number::float_to_int(rt, r)
        }
        (Val::Float(x), d) => {
            let n = ops::index_small(rt, d)?;
            if !x.is_finite() || n > 300 {
                return Ok(v);
            }
            if n >= 0 {
                let text = format!("{:.*}", n as usize, x);
                return Ok(Val::Float(text.parse().unwrap_or(x)));
            }
            let p = 10f64.powi((-n).min(400) as i32);
            let r = x / p;
            let r = if (r - r.trunc()).abs() == 0.5 { 2.0 * (r / 2.0).round() } else { r.round() };
            Ok(Val::Float(if p.is_infinite() { 0f64.copysign(x) } else { r * p }))
        }
        (v, d) => {
            let Some(n) = number::big(rt, v) else {
                let text = format!("type {} doesn't define __round__ method", ops::type_name(rt, v));
                return Err(errors::type_(rt, &text));
            };
            let d = if d.is_none() { 0 } else { ops::index_small(rt, d)? };
            if d >= 0 {
                return Ok(number::norm(rt, n));
            }
            let p = num_bigint::BigInt::from(10).pow((-d).min(10_000) as u32);
            let (q, r) = n.div_mod_floor(&p);
            let twice = r * 2;
            let up = twice > p || twice == p && q.is_odd();
            Ok(number::norm(rt, (q + i32::from(up)) * p))
        }
    }
}
