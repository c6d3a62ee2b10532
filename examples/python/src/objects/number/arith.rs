//! Operators of numbers.
//!
//! Integers of 64 bits are tried first, then those of 128, then those of some words, so that a large number is made only where it is needed.

use super::{big, float, is_number, norm, norm_wide, of_words, small, words, Made, Number, MAX_BITS};
use crate::bytecode::BinOp;
use crate::objects::{complex, ops};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

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
    if a == 0.0 && b < 0.0 && b.is_finite() {
        return Err(errors::zero_division(rt, "0.0 cannot be raised to a negative power"));
    }
    if a < 0.0 && a.is_finite() && b.is_finite() && b != b.floor() {
        return complex::pow(rt, (a, 0.0), (b, 0.0)).map(|p| complex::val(rt, p));
    }
    let r = holloway::math::native::pow(a, b);
    if r.is_infinite() && a.is_finite() && b.is_finite() {
        return Err(errors::raise(
            rt,
            rt.lang.types().overflow_error,
            "(34, 'Numerical result out of range')",
        ));
    }
    Ok(Val::float(r))
}

/// An operator on two numbers; `None` if they are not both numbers, or the operator does not suit them.
pub fn binary(rt: &Rt, op: BinOp, a: Val, b: Val) -> Option<Result<Val, Raised>> {
    if !is_number(a) || !is_number(b) || op == BinOp::MatMul {
        return None;
    }
    if matches!(a, Val::Float(_)) || matches!(b, Val::Float(_)) || op == BinOp::Div {
        if matches!(op, BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor) {
            return None;
        }
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
        Val::False | Val::True => Some(false),
        _ => None,
    }
}

/// The last bit of the smallest floats is this one behind the point.
const LAST_BIT: i64 = 1074;

/// True division of integers, rounded once.
fn big_divide(rt: &Rt, a: Val, b: Val) -> Result<Val, Raised> {
    let (Some(x), Some(y)) = (big(rt, a), big(rt, b)) else { return Err(Raised) };
    if y.is_zero() {
        return Err(errors::zero_division(rt, "division by zero"));
    }
    let negative = x.is_negative() != y.is_negative();
    let (x, y) = (x.abs(), y.abs());
    // A quotient of 66 bits or more, its last bit made sticky; of what is too small for that, two bits beyond the last one that floats have.
    let shift = (66 - (x.bits() as i64 - y.bits() as i64)).min(LAST_BIT + 2);
    let (n, d) = if shift > 0 { (x << shift as u64, y) } else { (x, y << (-shift) as u64) };
    let (mut q, r) = n.div_rem(&d);
    if !r.is_zero() {
        q |= BigInt::from(1);
    }
    let f = match q.to_u64() {
        Some(q) if shift == LAST_BIT + 2 => {
            let up = q & 3 == 3 || q & 7 == 6;
            f64::from_bits((q >> 2) + u64::from(up))
        }
        // In two steps, as the power of two may be out of range.
        _ => {
            let half = (-shift).clamp(-1200, 1200) / 2;
            let rest = (-shift).clamp(-1200, 1200) - half;
            q.to_f64().unwrap_or(f64::INFINITY) * 2f64.powi(half as i32) * 2f64.powi(rest as i32)
        }
    };
    if f.is_infinite() {
        return Err(errors::overflow(rt, "integer division result too large for a float"));
    }
    Ok(Val::float(if negative { -f } else { f }))
}

fn float_binary(rt: &Rt, op: BinOp, x: f64, y: f64) -> Option<Result<Val, Raised>> {
    let zero = |message: &str| Some(Err(errors::zero_division(rt, message)));
    Some(Ok(Val::float(match op {
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

/// An operator other than true division on two integers.
///
/// # Errors
/// `ZeroDivisionError` and its like; `MemoryError`.
pub fn int_binary(rt: &Rt, op: BinOp, a: Val, b: Val) -> Result<Val, Raised> {
    if let (Some(x), Some(y)) = (small(a), small(b)) {
        let done = match op {
            BinOp::Add => x.checked_add(y),
            BinOp::Sub => x.checked_sub(y),
            BinOp::Mul => x.checked_mul(y),
            BinOp::And | BinOp::Or | BinOp::Xor
                if matches!((a, b), (Val::False | Val::True, Val::False | Val::True)) =>
            {
                return Ok(Val::bool(match op {
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
    if let Some(r) = wide_binary(rt, op, a, b) {
        return Ok(r);
    }
    let mut made = Made::ZERO;
    if with_words(a, b, |x, y| words::binary(op, x, y, &mut made)).flatten().is_some() {
        return Ok(of_words(rt, made.number()));
    }
    // Operands are borrowed where they are, not copied.
    match (a, b) {
        (Val::Big(x), Val::Big(y)) if x == y => x.with(rt, |x| int_operator(rt, op, a, b, x, x)),
        (Val::Big(x), Val::Big(y)) => x.with(rt, |x| y.with(rt, |y| int_operator(rt, op, a, b, x, y))),
        (Val::Big(x), _) => {
            let y = small(b).unwrap_or(0);
            if let Some(r) = x.with(rt, |x| scalar_binary(op, x, y)) {
                return Ok(norm(rt, r));
            }
            let y = BigInt::from(y);
            x.with(rt, |x| int_operator(rt, op, a, b, x, &y))
        }
        (_, Val::Big(y)) => {
            let x = small(a).unwrap_or(0);
            if let (BinOp::Add | BinOp::Mul, Some(r)) = (op, y.with(rt, |y| scalar_binary(op, y, x))) {
                return Ok(norm(rt, r));
            }
            let x = BigInt::from(x);
            y.with(rt, |y| int_operator(rt, op, a, b, &x, y))
        }
        _ => {
            let (x, y) = (BigInt::from(small(a).unwrap_or(0)), BigInt::from(small(b).unwrap_or(0)));
            int_operator(rt, op, a, b, &x, &y)
        }
    }
}

/// `x ** e % m` for `e` from 0 and `m` from 1.
pub fn pow_mod(x: i64, mut e: i64, m: i64) -> i64 {
    if m & 1 == 1 && e > 2 {
        return Montgomery::new(m as u64).pow(x.rem_euclid(m) as u64, e as u64) as i64;
    }
    let modulus = m as u128;
    let (mut base, mut r) = (x.rem_euclid(m) as u128, 1 % modulus);
    while e > 0 {
        if e & 1 == 1 {
            r = r * base % modulus;
        }
        base = base * base % modulus;
        e >>= 1;
    }
    r as i64
}

/// Arithmetic modulo an odd number below 2^63 without divisions (Montgomery 1985): a number stands for itself times 2^64.
struct Montgomery {
    modulus: u64,
    /// What the modulus times it is -1 of, modulo 2^64.
    inverse: u64,
}

impl Montgomery {
    fn new(modulus: u64) -> Montgomery {
        // Each step doubles the bits that are right, of which an odd number is with three to begin with.
        let inverse = (0..5).fold(modulus, |i, _| i.wrapping_mul(2u64.wrapping_sub(modulus.wrapping_mul(i))));
        Montgomery { modulus, inverse: inverse.wrapping_neg() }
    }
    /// A product of two words, divided by 2^64.
    #[inline]
    fn reduce(&self, product: u128) -> u64 {
        let times = (product as u64).wrapping_mul(self.inverse);
        // Below twice the modulus, and so within a word.
        let r = ((product + u128::from(times) * u128::from(self.modulus)) >> 64) as u64;
        if r >= self.modulus {
            r - self.modulus
        } else {
            r
        }
    }
    /// `x ** e` for `x` below the modulus.
    fn pow(&self, x: u64, mut e: u64) -> u64 {
        let enter = |x: u64| ((u128::from(x) << 64) % u128::from(self.modulus)) as u64;
        let times = |x: u64, y: u64| self.reduce(u128::from(x) * u128::from(y));
        let (mut base, mut r) = (enter(x), enter(1 % self.modulus));
        while e > 0 {
            if e & 1 == 1 {
                r = times(r, base);
            }
            base = times(base, base);
            e >>= 1;
        }
        self.reduce(u128::from(r))
    }
}

/// An integer of two words.
pub(super) fn wide(v: Val) -> Option<i128> {
    match v {
        b @ (Val::False | Val::True) => Some(b.is_true().into()),
        Val::Int(i) => Some(i.into()),
        Val::Big(b) => b.wide(),
        _ => None,
    }
}

/// Calls `f` with two integers, if they have some words only.
#[inline(always)]
pub(super) fn with_words<R>(a: Val, b: Val, f: impl FnOnce(Number<'_>, Number<'_>) -> R) -> Option<R> {
    let (mut x, mut y) = ([0], [0]);
    fn number<'a>(v: &'a Val, word: &'a mut [u64; 1]) -> Option<Number<'a>> {
        if let Val::Big(b) = v {
            return b.few();
        }
        let n = small(*v)?;
        *word = [n.unsigned_abs()];
        Some(Number { negative: n < 0, words: &word[..usize::from(n != 0)] })
    }
    Some(f(number(&a, &mut x)?, number(&b, &mut y)?))
}

/// Operators on integers of two words, in registers; `None` if an operand or the result is larger, or the operator is another one.
fn wide_binary(rt: &Rt, op: BinOp, a: Val, b: Val) -> Option<Val> {
    let (x, y) = (wide(a)?, wide(b)?);
    let r = match op {
        BinOp::Add => x.checked_add(y)?,
        BinOp::Sub => x.checked_sub(y)?,
        // Words make two words.
        BinOp::Mul if matches!((a, b), (Val::Int(_), Val::Int(_))) => x * y,
        BinOp::Mul => x.checked_mul(y)?,
        // By a power of two, as random numbers are.
        BinOp::FloorDiv if y > 0 && y & (y - 1) == 0 => x >> y.trailing_zeros(),
        BinOp::Mod if y > 0 && y & (y - 1) == 0 => x & (y - 1),
        BinOp::FloorDiv if y > 0 => x.checked_div_euclid(y)?,
        BinOp::Mod if y > 0 => x.checked_rem_euclid(y)?,
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shr if y >= 0 => x >> y.min(127),
        BinOp::Shl if (0..127).contains(&y) && x.unsigned_abs().leading_zeros() as i128 > y + 1 => x << y,
        BinOp::Pow if (0..64).contains(&y) => x.checked_pow(y as u32)?,
        _ => return None,
    };
    Some(norm_wide(rt, r))
}

/// Operators whose right operand is one word; `None` for others.
fn scalar_binary(op: BinOp, x: &BigInt, y: i64) -> Option<BigInt> {
    Some(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::FloorDiv if y > 0 && !x.is_negative() => x / y,
        BinOp::Mod if y > 0 => {
            let r = (x % y).to_i64()?;
            BigInt::from(if r < 0 { r + y } else { r })
        }
        _ => return None,
    })
}

/// The least and the greatest that the quotient of two large positive numbers can be, by their leading words, if it is a word. Mostly both are the same, and
/// nothing else of the numbers is looked at.
fn estimate(x: &BigInt, y: &BigInt) -> Option<(i64, i64)> {
    let (n, m) = (x.bits(), y.bits());
    if m < 128 || n < m || n - m > 60 || x.is_negative() || y.is_negative() {
        return None;
    }
    let shift = m - 64;
    let (top, by) = (leading(x, shift)?, leading(y, shift)?);
    Some((i64::try_from(top / (by + 1)).ok()?, i64::try_from(top / by).ok()?))
}

/// What is left of a positive number without its last bits, which must fit 124 bits.
fn leading(x: &BigInt, shift: u64) -> Option<u128> {
    let mut words = x.magnitude().iter_u64_digits().rev();
    let mut part = [0u128; 3];
    let count = words.len().checked_sub((shift / 64) as usize)?;
    for w in part.get_mut(..count)?.iter_mut().rev() {
        *w = words.next()?.into();
    }
    let bits = (shift % 64) as u32;
    let third = part[2].checked_shl(128 - bits).unwrap_or(0);
    Some(part[0] >> bits | part[1] << (64 - bits) | third)
}

/// A quotient and its product with the divisor, from what is at least the quotient and hardly more.
fn corrected(x: &BigInt, y: &BigInt, most: i64) -> (i64, BigInt) {
    let (mut q, mut product) = (most, y * most);
    while product > *x {
        product -= y;
        q -= 1;
    }
    (q, product)
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
        BinOp::FloorDiv => match estimate(x, y) {
            Some((least, most)) if least == most => return Ok(Val::Int(most)),
            Some((_, most)) => return Ok(Val::Int(corrected(x, y, most).0)),
            None => x.div_floor(y),
        },
        BinOp::Mod => match estimate(x, y) {
            Some((_, most)) => x - corrected(x, y, most).1,
            None => x.mod_floor(y),
        },
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shl | BinOp::Shr if y.sign() == Sign::Minus => {
            return Err(errors::value(rt, "negative shift count"));
        }
        BinOp::Shl if x.is_zero() => x.clone(),
        BinOp::Shl => match count().filter(|n| x.bits() + n < MAX_BITS) {
            Some(n) => {
                errors::room(rt, ((x.bits() + n) / 8) as usize)?;
                x << n
            }
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
            Some(n) => {
                errors::room(rt, (x.bits().saturating_mul(n.into()) / 4) as usize)?;
                x.pow(n)
            }
            None if x.is_zero() || *x == BigInt::from(1) => x.clone(),
            None if *x == BigInt::from(-1) => BigInt::from(if y.bit(0) { -1 } else { 1 }),
            None => return Err(errors::memory(rt)),
        },
        BinOp::Div | BinOp::MatMul => {
            let (a, b) = (ops::type_name(rt, a), ops::type_name(rt, b));
            let text = format!("unsupported operand type(s) for @: '{a}' and '{b}'");
            return Err(errors::type_(rt, &text));
        }
    };
    Ok(norm(rt, r))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_repeated_multiplication() {
        let mut seed = 1u64;
        let mut draw = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed ^ seed >> 29) as i64
        };
        for round in 0..20_000 {
            let (x, e, m) = (draw(), draw() & 63, (draw() & i64::MAX >> (round % 60)) | 1);
            let m = m + i64::from(round % 3 == 0 && m < i64::MAX);
            let modulus = m as u128;
            let base = x.rem_euclid(m) as u128;
            let wanted = (0..e).fold(1 % modulus, |r, _| r * base % modulus);
            assert_eq!(pow_mod(x, e, m) as u128, wanted, "{x} ** {e} % {m}");
        }
    }

    #[test]
    fn powers_at_the_ends() {
        assert_eq!(pow_mod(3, i64::MAX, 1), 0);
        assert_eq!(pow_mod(-1, 3, i64::MAX), i64::MAX - 1);
        // Fermat's little theorem, of the prime 2^61 - 1.
        assert_eq!(pow_mod(123_456_789, (1 << 61) - 2, (1 << 61) - 1), 1);
    }
}
