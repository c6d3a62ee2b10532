//! Sums, products, order and texts of numbers as nearly all are: finite, with digits that fit a machine word, and results that need no rounding.
//!
//! **Method.** The slots of both instances are read and the slots of a new one written, without a [`Number`](super::numbers::Number) between. Whatever is not so
//! plain answers `None`, and is done the general way ([`super::numbers`]).
//!
//! **Invariant.** What is answered here is what the general way gives, with nothing to note: no more digits than the precision has, an exponent well within the
//! limits, and no zero whose sign depends on the rounding.
//!
//! **Example.** `1.25 + 37.4125` is (12500 + 374125, -4).

use super::context::{current, Settings};
use super::numbers::digits::TENS;
use super::values::class;
use crate::objects::str;
use crate::value::{Instance, Tag, Val};
use crate::Rt;
use holloway::heap::{Mut, RawSlot};
use holloway::machine::Raised;
use std::cmp::Ordering;

/// Exponents of such numbers are nearer to zero than this.
const NEAR: i64 = 1 << 40;
/// Most digits of a sum of two words.
const SUM_DIGITS: i64 = 20;

/// A number of one word.
#[derive(Clone, Copy)]
struct Plain {
    digits: u64,
    exp: i64,
    negative: bool,
}

impl Plain {
    /// The number of an instance of `Decimal` itself.
    #[inline(always)]
    fn of(rt: &Rt, v: RawSlot) -> Option<Plain> {
        let Val::Inst(i) = Val::from(v) else { return None };
        let cx = &rt.heap;
        if i.map.get(cx) != class(rt).root {
            return None;
        }
        let (high, form) = (i.s1.get(cx), i.s2.get(cx).bits as i64);
        if high != (RawSlot { tag: Tag::Int, bits: 0 }) || !(-NEAR..NEAR).contains(&form) {
            return None;
        }
        Some(Plain { digits: i.s0.get(cx).bits, exp: form >> 1, negative: form & 1 == 1 })
    }
    /// Both in the unit of the smaller exponent.
    #[inline(always)]
    fn aligned(self, o: Plain) -> Option<(u64, u64, i64)> {
        let apart = self.exp - o.exp;
        if apart == 0 {
            return Some((self.digits, o.digits, self.exp));
        }
        let unit = u64::try_from(*TENS.get(apart.unsigned_abs() as usize)?).ok()?;
        match apart > 0 {
            true => Some((self.digits.checked_mul(unit)?, o.digits, o.exp)),
            false => Some((self.digits, o.digits.checked_mul(unit)?, self.exp)),
        }
    }
}

/// Digits of a result that fits, with at most so many digits, as an instance.
#[inline(always)]
fn made(rt: &Rt, settings: &Settings, negative: bool, digits: u128, exp: i64) -> Option<Val> {
    // With as many digits as two words have, and none.
    if exp <= settings.emin || exp + 39 >= settings.emax || settings.clamp {
        return None;
    }
    let int = |n: i64| Mut::new(RawSlot { tag: Tag::Int, bits: n as u64 });
    let mut i = Instance::new(class(rt).root);
    i.s0 = int(digits as i64);
    i.s1 = int((digits >> 64) as i64);
    i.s2 = int(exp << 1 | i64::from(negative));
    Some(Val::Inst(rt.heap.alloc(i)))
}

/// `x + y`, or `x - y`.
#[inline(always)]
pub fn sum(rt: &Rt, x: RawSlot, y: RawSlot, minus: bool) -> Option<Val> {
    let (x, y) = (Plain::of(rt, x)?, Plain::of(rt, y)?);
    let settings = Settings::of(rt, current(rt));
    let (a, b, exp) = x.aligned(y)?;
    if settings.prec < SUM_DIGITS {
        return None;
    }
    let (negative, digits) = match (x.negative == (y.negative != minus), a.cmp(&b)) {
        (true, _) => (x.negative, u128::from(a) + u128::from(b)),
        (false, Ordering::Greater) => (x.negative, u128::from(a - b)),
        (false, Ordering::Less) => (!x.negative, u128::from(b - a)),
        (false, Ordering::Equal) => return None,
    };
    made(rt, &settings, negative, digits, exp)
}

/// `x * y`.
#[inline(always)]
pub fn product(rt: &Rt, x: RawSlot, y: RawSlot) -> Option<Val> {
    let (x, y) = (Plain::of(rt, x)?, Plain::of(rt, y)?);
    let settings = Settings::of(rt, current(rt));
    let digits = u128::from(x.digits) * u128::from(y.digits);
    // Up to 28 digits are less than this power of ten.
    if settings.prec < 28 || digits >= TENS[28] {
        return None;
    }
    made(rt, &settings, x.negative != y.negative, digits, x.exp + y.exp)
}

/// The order of two.
#[inline(always)]
pub fn order(rt: &Rt, x: RawSlot, y: RawSlot) -> Option<Ordering> {
    let (x, y) = (Plain::of(rt, x)?, Plain::of(rt, y)?);
    if x.negative || y.negative {
        return None;
    }
    let (a, b, _) = x.aligned(y)?;
    Some(a.cmp(&b))
}

/// The text of a number without an exponent in it.
#[inline(always)]
pub fn text(rt: &Rt, x: RawSlot) -> Option<Result<Val, Raised>> {
    let x = Plain::of(rt, x)?;
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(x.digits).as_bytes();
    // Where the point is: no further before the digits than the scientific form begins, and than there is room for.
    let left = x.exp + digits.len() as i64;
    if x.exp > 0 || left <= -6 {
        return None;
    }
    let (mut out, mut n) = ([b'0'; 32], 0);
    let mut push = |bytes: &[u8]| {
        out[n..n + bytes.len()].copy_from_slice(bytes);
        n += bytes.len();
    };
    if x.negative {
        push(b"-");
    }
    match left {
        _ if x.exp == 0 => push(digits),
        1.. => {
            let (whole, fraction) = digits.split_at(left as usize);
            push(whole);
            push(b".");
            push(fraction);
        }
        _ => {
            push(b"0.");
            push(&b"000000"[..-left as usize]);
            push(digits);
        }
    }
    Some(str::val(rt, std::str::from_utf8(&out[..n]).unwrap_or_default()))
}
