//! Integers of any size, and the operators of all numbers.

use crate::bytecode::{BinOp, CmpOp};
use crate::value::{Big, Val};
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// Most bits of a number, so that memory is not used up by one operator.
const MAX_BITS: u64 = 1 << 33;

/// A number as a value: an `Int` if it fits.
pub fn norm(rt: &Rt, n: BigInt) -> Val {
    match n.to_i64() {
        Some(i) => Val::Int(i),
        None => {
            rt.heap.charge(n.bits() as usize / 8 + 32);
            Val::Big(rt.heap.alloc(Big::new(n)))
        }
    }
}

/// An integer (or bool) as a big integer.
pub fn big(rt: &Rt, v: Val) -> Option<BigInt> {
    match v {
        Val::Bool(b) => Some(BigInt::from(b as i64)),
        Val::Int(i) => Some(BigInt::from(i)),
        Val::Big(b) => Some(b.number.with(&rt.heap, |n| n.0.clone())),
        _ => None,
    }
}

/// A bool or small integer.
pub fn small(v: Val) -> Option<i64> {
    match v {
        Val::Bool(b) => Some(b as i64),
        Val::Int(i) => Some(i),
        _ => None,
    }
}

/// A number as a float.
///
/// # Errors
/// `OverflowError` for too large an integer.
pub fn float(rt: &Rt, v: Val) -> Option<Result<f64, Raised>> {
    match v {
        Val::Float(x) => Some(Ok(x)),
        Val::Big(b) => Some(match b.number.with(&rt.heap, |n| big_to_float(&n.0)) {
            Some(x) => Ok(x),
            None => Err(errors::overflow(rt, "int too large to convert to float")),
        }),
        v => small(v).map(|i| Ok(i as f64)),
    }
}

/// To nearest, ties to even; `None` if it is too large.
fn big_to_float(n: &BigInt) -> Option<f64> {
    let x = n.to_f64()?;
    x.is_finite().then_some(x)
}

/// Whether a value is a number.
pub fn is_number(v: Val) -> bool {
    matches!(v, Val::Bool(_) | Val::Int(_) | Val::Big(_) | Val::Float(_))
}

/// Floor division and remainder of floats.
pub fn float_divmod(a: f64, b: f64) -> (f64, f64) {
    let mut m = a % b;
    let mut d = (a - m) / b;
    if m != 0.0 {
        if (b < 0.0) != (m < 0.0) {
            m += b;
            d -= 1.0;
        }
    } else {
        m = 0f64.copysign(b);
    }
    let q = if d != 0.0 {
        let f = d.floor();
        if d - f > 0.5 {
            f + 1.0
        } else {
            f
        }
    } else {
        0f64.copysign(a / b)
    };
    (q, m)
}

/// A power of floats; `None` for a negative base with a fractional exponent.
pub fn float_pow(rt: &Rt, a: f64, b: f64) -> Result<Val, Raised> {
    if a == 0.0 && b < 0.0 {
        return Err(errors::zero_division(rt, "0.0 cannot be raised to a negative power"));
    }
    if a < 0.0 && a.is_finite() && b.is_finite() && b != b.floor() {
        return super::complex::pow(rt, (a, 0.0), (b, 0.0)).map(|p| super::complex::val(rt, p));
    }
    let r = a.powf(b);
    if r.is_infinite() && a.is_finite() && b.is_finite() {
        return Err(errors::raise(
            rt,
            rt.lang.types().overflow_error,
            "(34, 'Numerical result out of range')",
        ));
    }
    Ok(Val::Float(r))
}

/// An operator on two numbers; `None` if they are not both numbers, or the operator does not suit them.
pub fn binary(rt: &Rt, op: BinOp, a: Val, b: Val) -> Option<Result<Val, Raised>> {
    if !is_number(a) || !is_number(b) {
        return None;
    }
    if matches!(a, Val::Float(_)) || matches!(b, Val::Float(_)) || op == BinOp::Div {
        if let (BinOp::Div, Some(x), Some(y)) = (op, big_pair(a), big_pair(b)) {
            if x || y {
                return Some(big_divide(rt, a, b));
            }
        }
        let (x, y) = match (float(rt, a)?, float(rt, b)?) {
            (Ok(x), Ok(y)) => (x, y),
            _ => return Some(Err(Raised)),
        };
        if op == BinOp::Div && y == 0.0 && !matches!(a, Val::Float(_)) && !matches!(b, Val::Float(_)) {
            return Some(Err(errors::zero_division(rt, "division by zero")));
        }
        return float_binary(rt, op, x, y);
    }
    Some(int_binary(rt, op, a, b))
}

/// For an integer: whether it is a big one.
fn big_pair(v: Val) -> Option<bool> {
    match v {
        Val::Big(_) => Some(true),
        Val::Int(i) => Some(i.unsigned_abs() > 1 << 53),
        Val::Bool(_) => Some(false),
        _ => None,
    }
}

/// True division of integers, rounded once.
fn big_divide(rt: &Rt, a: Val, b: Val) -> Result<Val, Raised> {
    let (Some(x), Some(y)) = (big(rt, a), big(rt, b)) else { return Err(Raised) };
    if y.is_zero() {
        return Err(errors::zero_division(rt, "division by zero"));
    }
    let negative = x.is_negative() != y.is_negative();
    let (x, y) = (x.abs(), y.abs());
    // A quotient of 66 bits or more, its last bit made sticky.
    let shift = 66 - (x.bits() as i64 - y.bits() as i64);
    let (n, d) = if shift > 0 { (x << shift as u64, y) } else { (x, y << (-shift) as u64) };
    let (mut q, r) = n.div_rem(&d);
    if !r.is_zero() {
        q |= BigInt::from(1);
    }
    let f = q.to_f64().unwrap_or(f64::INFINITY) * 2f64.powi((-shift).clamp(-1200, 1200) as i32);
    if f.is_infinite() {
        return Err(errors::overflow(rt, "integer division result too large for a float"));
    }
    Ok(Val::Float(if negative { -f } else { f }))
}

fn float_binary(rt: &Rt, op: BinOp, x: f64, y: f64) -> Option<Result<Val, Raised>> {
    let zero = |message: &str| Some(Err(errors::zero_division(rt, message)));
    Some(Ok(Val::Float(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div if y == 0.0 => return zero("float division by zero"),
        BinOp::Div => x / y,
        BinOp::FloorDiv if y == 0.0 => return zero("float floor division by zero"),
        BinOp::FloorDiv => float_divmod(x, y).0,
        BinOp::Mod if y == 0.0 => return zero("float modulo"),
        BinOp::Mod => float_divmod(x, y).1,
        BinOp::Pow => return Some(float_pow(rt, x, y)),
        _ => return None,
    })))
}

fn int_binary(rt: &Rt, op: BinOp, a: Val, b: Val) -> Result<Val, Raised> {
    if let (Some(x), Some(y)) = (small(a), small(b)) {
        let done = match op {
            BinOp::Add => x.checked_add(y),
            BinOp::Sub => x.checked_sub(y),
            BinOp::Mul => x.checked_mul(y),
            BinOp::And | BinOp::Or | BinOp::Xor if matches!((a, b), (Val::Bool(_), Val::Bool(_))) => {
                return Ok(Val::Bool(match op {
                    BinOp::And => x & y != 0,
                    BinOp::Or => x | y != 0,
                    _ => x ^ y != 0,
                }));
            }
            BinOp::And => Some(x & y),
            BinOp::Or => Some(x | y),
            BinOp::Xor => Some(x ^ y),
            BinOp::Shr if y >= 0 => Some(x >> y.min(63)),
            BinOp::Shl if (0..63).contains(&y) && x.unsigned_abs() < 1 << (62 - y) => Some(x << y),
            _ => None,
        };
        if let Some(r) = done {
            return Ok(Val::Int(r));
        }
    }
    // Operands are borrowed where they are, not copied.
    match (a, b) {
        (Val::Big(x), Val::Big(y)) if x == y => x.number.with(&rt.heap, |x| int_operator(rt, op, a, b, x, x)),
        (Val::Big(x), Val::Big(y)) => {
            x.number.with(&rt.heap, |x| y.number.with(&rt.heap, |y| int_operator(rt, op, a, b, x, y)))
        }
        (Val::Big(x), _) => {
            let y = BigInt::from(small(b).unwrap_or(0));
            x.number.with(&rt.heap, |x| int_operator(rt, op, a, b, x, &y))
        }
        (_, Val::Big(y)) => {
            let x = BigInt::from(small(a).unwrap_or(0));
            y.number.with(&rt.heap, |y| int_operator(rt, op, a, b, &x, y))
        }
        _ => {
            let (x, y) = (BigInt::from(small(a).unwrap_or(0)), BigInt::from(small(b).unwrap_or(0)));
            int_operator(rt, op, a, b, &x, &y)
        }
    }
}

fn int_operator(rt: &Rt, op: BinOp, a: Val, b: Val, x: &BigInt, y: &BigInt) -> Result<Val, Raised> {
    let count = || y.to_u64().filter(|&n| n < MAX_BITS);
    let r = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::FloorDiv if y.is_zero() => {
            return Err(errors::zero_division(rt, "integer division or modulo by zero"));
        }
        BinOp::Mod if y.is_zero() => return Err(errors::zero_division(rt, "integer modulo by zero")),
        BinOp::FloorDiv => x.div_floor(y),
        BinOp::Mod => x.mod_floor(y),
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shl | BinOp::Shr if y.sign() == Sign::Minus => {
            return Err(errors::value(rt, "negative shift count"));
        }
        BinOp::Shl if x.is_zero() => x.clone(),
        BinOp::Shl => match count().filter(|n| x.bits() + n < MAX_BITS) {
            Some(n) => x << n,
            None => return Err(errors::memory(rt)),
        },
        BinOp::Shr => match count() {
            Some(n) => x >> n,
            None => BigInt::from(if x.is_negative() { -1 } else { 0 }),
        },
        BinOp::Pow if y.is_negative() => {
            let (Some(x), Some(y)) = (float(rt, a), float(rt, b)) else { return Err(Raised) };
            return float_pow(rt, x?, y?);
        }
        BinOp::Pow => match y.to_u32().filter(|&n| x.bits().saturating_mul(n.into()) < MAX_BITS) {
            Some(n) => x.pow(n),
            None if x.is_zero() || *x == BigInt::from(1) => x.clone(),
            None => return Err(errors::memory(rt)),
        },
        BinOp::Div | BinOp::MatMul => return Err(errors::type_(rt, "unsupported operand types for @")),
    };
    Ok(norm(rt, r))
}

/// How two numbers compare; `None` if one is not a number or is NaN.
pub fn compare(rt: &Rt, a: Val, b: Val) -> Option<Ordering> {
    match (a, b) {
        (Val::Float(x), Val::Float(y)) => x.partial_cmp(&y),
        (Val::Float(x), n) => int_float(rt, n, x).map(Ordering::reverse),
        (n, Val::Float(x)) => int_float(rt, n, x),
        (a, b) => match (small(a), small(b)) {
            (Some(x), Some(y)) => Some(x.cmp(&y)),
            _ => Some(big(rt, a)?.cmp(&big(rt, b)?)),
        },
    }
}

fn int_float(rt: &Rt, n: Val, x: f64) -> Option<Ordering> {
    if x.is_nan() {
        return None;
    }
    if let Some(i) = small(n) {
        if i.unsigned_abs() < 1 << 53 {
            return (i as f64).partial_cmp(&x);
        }
    }
    let n = big(rt, n)?;
    if x.is_infinite() {
        return Some(if x > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = x.floor();
    let f = num_traits::FromPrimitive::from_f64(whole).unwrap_or_else(BigInt::zero);
    Some(n.cmp(&f).then(if x > whole { Ordering::Less } else { Ordering::Equal }))
}

/// Whether an ordering satisfies a comparison.
pub fn satisfies(op: CmpOp, o: Option<Ordering>) -> bool {
    match (op, o) {
        (CmpOp::Ne, o) => o != Some(Ordering::Equal),
        (_, None) => false,
        (CmpOp::Eq, Some(o)) => o.is_eq(),
        (CmpOp::Lt, Some(o)) => o.is_lt(),
        (CmpOp::Le, Some(o)) => o.is_le(),
        (CmpOp::Gt, Some(o)) => o.is_gt(),
        (CmpOp::Ge, Some(o)) => o.is_ge(),
    }
}

/// The modulus of hashes of numbers.
const MODULUS: u64 = (1 << 61) - 1;

fn fix(h: i64) -> i64 {
    if h == -1 {
        -2
    } else {
        h
    }
}

/// The hash of an integer.
pub fn hash_int(i: i64) -> i64 {
    let h = (i.unsigned_abs() % MODULUS) as i64;
    fix(if i < 0 { -h } else { h })
}

/// The hash of a big integer.
pub fn hash_big(n: &BigInt) -> i64 {
    let h = (n.magnitude() % MODULUS).to_u64().unwrap_or(0) as i64;
    fix(if n.is_negative() { -h } else { h })
}

/// The hash of a float: that of an equal integer, if there is one.
pub fn hash_float(x: f64) -> i64 {
    if x.is_nan() {
        return 0;
    }
    if x.is_infinite() {
        return if x > 0.0 { 314_159 } else { -314_159 };
    }
    // x = m * 2^e with m an integer: powers of two go around modulo 2^61 - 1.
    let bits = x.abs().to_bits();
    let (e, m) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
    let (m, e) = if e == 0 { (m, -1074) } else { (m | 1 << 52, e - 1075) };
    let r = (u128::from(m % MODULUS) << e.rem_euclid(61)) % u128::from(MODULUS);
    fix(if x < 0.0 { -(r as i64) } else { r as i64 })
}

/// The integer that a float is, rounded to zero.
///
/// # Errors
/// `OverflowError`, `ValueError`.
pub fn float_to_int(rt: &Rt, x: f64) -> Result<Val, Raised> {
    if x.is_nan() {
        return Err(errors::value(rt, "cannot convert float NaN to integer"));
    }
    if x.is_infinite() {
        return Err(errors::overflow(rt, "cannot convert float infinity to integer"));
    }
    if x.abs() < 9e18 {
        return Ok(Val::Int(x as i64));
    }
    Ok(norm(rt, num_traits::FromPrimitive::from_f64(x.trunc()).unwrap_or_else(BigInt::zero)))
}
