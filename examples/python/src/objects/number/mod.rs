//! Integers of any size; what numbers are to each other, and their hashes. Their operators are in `arith`.

mod arith;
pub mod gcd;
mod words;

use crate::bytecode::CmpOp;
use crate::value::{Big, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, NoRefs, Own};
use holloway::machine::Raised;
use num_bigint::{BigInt, Sign};
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

pub use arith::*;
use words::{Made, Number, MOST};

/// Most bits of a number, so that memory is not used up by one operator.
pub(super) const MAX_BITS: u64 = 1 << 33;

/// A number as a value: an `Int` if it fits.
pub fn norm(rt: &Rt, n: BigInt) -> Val {
    if n.bits() > 64 * MOST as u64 {
        rt.heap.charge(n.bits() as usize / 8 + 32);
        return object(rt, Big::new(false, Own::new(NoRefs(n))), &[]);
    }
    let mut words = [0; MOST];
    let digits = n.iter_u64_digits();
    let len = digits.len();
    words.iter_mut().zip(digits).for_each(|(to, w)| *to = w);
    of_words(rt, Number { negative: n.is_negative(), words: &words[..len] })
}

/// The same of some words.
fn of_words(rt: &Rt, n: Number<'_>) -> Val {
    match n.wide().and_then(|w| i64::try_from(w).ok()) {
        Some(i) => Val::Int(i),
        None => object(rt, Big::new(n.negative, Own::empty()), n.words),
    }
}

/// The object, which ends the run as one without words would if there is no memory at all.
fn object(rt: &Rt, big: Big, words: &[u64]) -> Val {
    Val::Big(rt.heap.alloc_with(big, words).unwrap_or_else(|e| std::panic::resume_unwind(Box::new(e))))
}

/// The same of two words.
pub fn norm_wide(rt: &Rt, n: i128) -> Val {
    match i64::try_from(n) {
        Ok(i) => Val::Int(i),
        Err(_) => {
            let size = n.unsigned_abs();
            let words = [size as u64, (size >> 64) as u64];
            object(rt, Big::new(n < 0, Own::empty()), &words[..1 + usize::from(words[1] != 0)])
        }
    }
}

impl Big {
    /// The number, if it has some words only.
    #[inline]
    fn few(&self) -> Option<Number<'_>> {
        let words = self.words.as_slice();
        (!words.is_empty()).then_some(Number { negative: self.negative, words })
    }
    /// The number if it fits two words.
    #[inline]
    pub fn wide(&self) -> Option<i128> {
        self.few()?.wide()
    }
    /// Calls `f` with the number.
    pub fn with<R>(&self, rt: &Rt, f: impl FnOnce(&BigInt) -> R) -> R {
        match self.few() {
            Some(n) => f(&big_of(n)),
            None => self.number.with(&rt.heap, |n| f(&n.0)),
        }
    }
}

fn big_of(n: Number<'_>) -> BigInt {
    if let Some(n) = n.wide() {
        return n.into();
    }
    let halves = n.words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect();
    BigInt::new(if n.negative { Sign::Minus } else { Sign::Plus }, halves)
}

/// An integer (or bool) as a big integer.
pub fn big(rt: &Rt, v: Val) -> Option<BigInt> {
    match v {
        b @ (Val::False | Val::True) => Some(BigInt::from(b.is_true() as i64)),
        Val::Int(i) => Some(BigInt::from(i)),
        Val::Big(b) => Some(b.with(rt, BigInt::clone)),
        _ => None,
    }
}

/// A bool or small integer.
pub fn small(v: Val) -> Option<i64> {
    match v {
        b @ (Val::False | Val::True) => Some(b.is_true() as i64),
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
        Val::Float(x) => Some(Ok(x.get())),
        Val::Big(b) => Some(match b.with(rt, big_to_float) {
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
    matches!(v, Val::False | Val::True | Val::Int(_) | Val::Big(_) | Val::Float(_))
}

/// How two numbers compare; `None` if one is not a number or is NaN.
pub fn compare(rt: &Rt, a: Val, b: Val) -> Option<Ordering> {
    match (a, b) {
        (Val::Float(x), Val::Float(y)) => x.get().partial_cmp(&y.get()),
        (Val::Float(x), n) => int_float(rt, n, x.get()).map(Ordering::reverse),
        (n, Val::Float(x)) => int_float(rt, n, x.get()),
        (Val::Big(x), Val::Big(y)) if x == y => Some(Ordering::Equal),
        (a, b) if let Some(o) = with_words(a, b, words::compare) => Some(o),
        (Val::Big(x), Val::Big(y)) => Some(x.with(rt, |x| y.with(rt, |y| x.cmp(y)))),
        // A big one is beyond all small ones.
        (Val::Big(x), y) => small(y).map(|_| x.with(rt, |x| x.sign().cmp(&Sign::NoSign))),
        (x, Val::Big(y)) => small(x).map(|_| y.with(rt, |y| Sign::NoSign.cmp(&y.sign()))),
        (a, b) => Some(small(a)?.cmp(&small(b)?)),
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
    if (0..1 << 60).contains(&i) {
        return i;
    }
    let h = (i.unsigned_abs() % MODULUS) as i64;
    fix(if i < 0 { -h } else { h })
}

/// The hash of a big integer.
pub fn hash_big(rt: &Rt, b: Gc<Big>) -> i64 {
    let (h, negative) = match b.few() {
        Some(n) => (n.of_61_bits(), n.negative),
        None => b.with(rt, |n| ((n.magnitude() % MODULUS).to_u64().unwrap_or(0), n.is_negative())),
    };
    fix(if negative { -(h as i64) } else { h as i64 })
}

/// How many bits an integer has.
pub fn bits(rt: &Rt, v: Val) -> u64 {
    match v {
        Val::Big(b) => b.few().map_or_else(|| b.with(rt, BigInt::bits), |n| n.bits() as u64),
        v => small(v).map_or(0, |i| 64 - u64::from(i.unsigned_abs().leading_zeros())),
    }
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
