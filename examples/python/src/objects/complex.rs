//! Complex numbers.

use super::{number, ops};
use crate::bytecode::{BinOp, CmpOp};
use crate::text::float;
use crate::text::number::is_blank;
use crate::value::{Complex, Val};
use crate::{errors, Rt};
use holloway::machine::Raised;
use holloway::math::native as math;

/// The parts.
pub type Parts = (f64, f64);

/// A value.
pub fn val(rt: &Rt, p: Parts) -> Val {
    Val::Complex(rt.heap.alloc(Complex::new(p.0, p.1)))
}

impl Complex {
    /// Real and imaginary part.
    pub fn parts(&self) -> Parts {
        (self.re, self.im)
    }
}

/// The parts of a complex or real number; `None` of other values.
pub fn parts(rt: &Rt, v: Val) -> Option<Result<Parts, Raised>> {
    match v {
        Val::Complex(c) => Some(Ok(c.parts())),
        v => number::float(rt, v).map(|r| r.map(|x| (x, 0.0))),
    }
}

fn mul(a: Parts, b: Parts) -> Parts {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// Scaled by the greater part of the divisor, so that no square overflows.
fn div(a: Parts, b: Parts) -> Option<Parts> {
    if b.0.abs() >= b.1.abs() {
        if b.0 == 0.0 {
            return None;
        }
        let r = b.1 / b.0;
        let d = b.0 + b.1 * r;
        Some(((a.0 + a.1 * r) / d, (a.1 - a.0 * r) / d))
    } else if b.1.is_nan() || b.0.is_nan() {
        Some((f64::NAN, f64::NAN))
    } else {
        let r = b.0 / b.1;
        let d = b.0 * r + b.1;
        Some(((a.0 * r + a.1) / d, (a.1 * r - a.0) / d))
    }
}

/// A power; small integer exponents by multiplication.
///
/// # Errors
/// `ZeroDivisionError`, `OverflowError`.
pub fn pow(rt: &Rt, a: Parts, b: Parts) -> Result<Parts, Raised> {
    let whole = b.1 == 0.0 && b.0 == b.0.floor() && b.0.abs() <= 100.0;
    let r = if b == (0.0, 0.0) {
        (1.0, 0.0)
    } else if a == (0.0, 0.0) {
        if b.1 != 0.0 || b.0 < 0.0 {
            return Err(errors::zero_division(rt, "0.0 to a negative or complex power"));
        }
        (0.0, 0.0)
    } else if whole {
        let (mut r, mut p, mut n) = ((1.0, 0.0), a, b.0.abs() as u32);
        while n > 0 {
            if n & 1 == 1 {
                r = mul(r, p);
            }
            n >>= 1;
            if n > 0 {
                p = mul(p, p);
            }
        }
        if b.0 < 0.0 {
            match div((1.0, 0.0), r) {
                Some(q) => q,
                None => return Err(errors::zero_division(rt, "complex division by zero")),
            }
        } else {
            r
        }
    } else {
        let (abs, angle) = (a.0.hypot(a.1), math::atan2(a.1, a.0));
        let mut length = math::pow(abs, b.0);
        let mut phase = angle * b.0;
        if b.1 != 0.0 {
            length /= math::exp(angle * b.1);
            phase += b.1 * math::log(abs);
        }
        if phase.is_infinite() {
            // The reference's message for all that has no value.
            return Err(errors::zero_division(rt, "0.0 to a negative or complex power"));
        }
        (length * math::cos(phase), length * math::sin(phase))
    };
    if r.0.is_infinite() || r.1.is_infinite() {
        return Err(errors::overflow(rt, "complex exponentiation"));
    }
    Ok(r)
}

/// An operator of which at least one operand is complex and the other a number; `None` otherwise.
pub fn binary(rt: &Rt, op: BinOp, a: Val, b: Val) -> Option<Result<Val, Raised>> {
    if !matches!(a, Val::Complex(_)) && !matches!(b, Val::Complex(_)) {
        return None;
    }
    if !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Pow) {
        return None;
    }
    let (x, y) = match (parts(rt, a)?, parts(rt, b)?) {
        (Ok(x), Ok(y)) => (x, y),
        _ => return Some(Err(Raised)),
    };
    Some(Ok(val(
        rt,
        match op {
            BinOp::Add => (x.0 + y.0, x.1 + y.1),
            BinOp::Sub => (x.0 - y.0, x.1 - y.1),
            BinOp::Mul => mul(x, y),
            BinOp::Div => match div(x, y) {
                Some(q) => q,
                None => return Some(Err(errors::zero_division(rt, "complex division by zero"))),
            },
            BinOp::Pow => match pow(rt, x, y) {
                Ok(p) => p,
                Err(Raised) => return Some(Err(Raised)),
            },
            _ => return None,
        },
    )))
}

/// Equality with another number; `None` if there is nothing complex, or it is another comparison.
pub fn compare(rt: &Rt, op: CmpOp, a: Val, b: Val) -> Option<bool> {
    if !matches!(a, Val::Complex(_)) && !matches!(b, Val::Complex(_)) {
        return None;
    }
    let real = |v: Val| match v {
        Val::Complex(c) if c.parts().1 == 0.0 => Some(Val::float(c.parts().0)),
        Val::Complex(_) => None,
        v => number::is_number(v).then_some(v),
    };
    let same = match (a, b) {
        (Val::Complex(x), Val::Complex(y)) => x.parts() == y.parts(),
        (Val::Complex(_), o) | (o, Val::Complex(_)) if !number::is_number(o) => return None,
        _ => match (real(a), real(b)) {
            (Some(x), Some(y)) => number::compare(rt, x, y) == Some(std::cmp::Ordering::Equal),
            _ => false,
        },
    };
    match op {
        CmpOp::Eq => Some(same),
        CmpOp::Ne => Some(!same),
        _ => None,
    }
}

/// The hash: that of an equal real number, if there is one.
pub fn hash(p: Parts) -> i64 {
    let h = number::hash_float(p.0).wrapping_add(number::hash_float(p.1).wrapping_mul(1_000_003));
    if h == -1 {
        -2
    } else {
        h
    }
}

/// `repr`.
pub fn repr(p: Parts) -> String {
    let part = |x: f64| {
        let s = float::repr(x);
        s.strip_suffix(".0").map_or(s.clone(), str::to_string)
    };
    let im = part(p.1);
    if p.0 == 0.0 && p.0.is_sign_positive() {
        return format!("{im}j");
    }
    let plus = if im.starts_with('-') { "" } else { "+" };
    format!("({}{plus}{im}j)", part(p.0))
}

/// `complex(text)`.
pub fn parse(text: &str) -> Option<Parts> {
    let plain = crate::text::chars::plain_digits(text);
    let t = plain.trim_matches(is_blank);
    let t = match t.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')')?.trim_matches(is_blank),
        None => t,
    };
    // What the parser of floats would pass over.
    let number = |s: &str| (!s.contains(is_blank)).then(|| crate::text::number::parse_float(s)).flatten();
    let Some(body) = t.strip_suffix(['j', 'J']) else { return Some((number(t)?, 0.0)) };
    // The sign of the imaginary part is the last one that does not belong to an exponent.
    let bytes = body.as_bytes();
    let is_split = |i: &usize| matches!(bytes[*i], b'+' | b'-') && !matches!(bytes[*i - 1], b'e' | b'E');
    let unit = |s: &str| match s {
        "" | "+" => Some(1.0),
        "-" => Some(-1.0),
        s => number(s),
    };
    match (1..bytes.len()).rev().find(is_split) {
        Some(i) => Some((number(&body[..i])?, unit(&body[i..])?)),
        None => Some((0.0, unit(body)?)),
    }
}

/// A unary operator.
pub fn unary(rt: &Rt, v: Val, negate: bool) -> Option<Val> {
    match ops::unwrapped(rt, v) {
        Val::Complex(c) if negate => Some(val(rt, (-c.parts().0, -c.parts().1))),
        Val::Complex(c) => Some(val(rt, c.parts())),
        _ => None,
    }
}
