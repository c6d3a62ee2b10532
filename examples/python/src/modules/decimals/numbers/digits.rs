//! The digits of a number as one integer, of any size.
//!
//! **Problem.** Nearly all decimal numbers have few digits, and those of the default precision have 28; integers with memory of their own cost more than adding two
//! of them.
//!
//! **Method.** What fits two machine words is one ([`Digits::Small`]), up to 38 digits; the rest is left to `num-bigint`.
//!
//! **Invariant.** [`Digits::Large`] does not fit two words.
//!
//! **Not promised.** Powers of ten beyond [`MOST`] digits: who asks for one is told `None`, and raises `MemoryError`.
//!
//! **Example.** 1995 cut by one digit is 199, and what is gone is [`Rest::Half`].

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::sync::OnceLock;

/// See the module header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Digits {
    /// An integer of two words.
    Small(u128),
    /// A larger one.
    Large(BigUint),
}
use Digits::{Large, Small};

/// What is left of digits that were cut off, beside half a unit of the last one that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Rest {
    Nothing,
    BelowHalf,
    Half,
    AboveHalf,
}

/// Most digits that a number is filled up to.
pub const MOST: i64 = 1 << 26;

/// Powers of ten in two words.
pub const TENS: [u128; 39] = {
    let mut all = [1; 39];
    let mut k = 1;
    while k < 39 {
        all[k] = all[k - 1] * 10;
        k += 1;
    }
    all
};

/// Larger powers that are kept, up to twice the default precision and some more.
const KEPT: usize = 128;

fn large_ten(k: usize) -> BigUint {
    static POWERS: OnceLock<Vec<BigUint>> = OnceLock::new();
    let made = || (0..KEPT).map(|k| BigUint::from(10u8).pow(k as u32)).collect();
    match POWERS.get_or_init(made).get(k) {
        Some(n) => n.clone(),
        None => BigUint::from(10u8).pow(k as u32),
    }
}

/// `10 ** k`, unless that is too large.
pub fn ten(k: i64) -> Option<Digits> {
    match TENS.get(usize::try_from(k).ok()?) {
        Some(&n) => Some(Small(n)),
        None => (k <= MOST).then(|| Large(large_ten(k as usize))),
    }
}

fn count_small(n: u128) -> i64 {
    // 1233 / 4096 is a little less than the logarithm of 2: one digit may be missing.
    let least = (((128 - n.leading_zeros()) * 1233) >> 12) as usize;
    least as i64 + i64::from(n == 0 || least < 39 && n >= TENS[least])
}

impl From<u128> for Digits {
    #[inline]
    fn from(n: u128) -> Digits {
        Small(n)
    }
}
impl From<BigUint> for Digits {
    fn from(n: BigUint) -> Digits {
        n.to_u128().map_or(Large(n), Small)
    }
}

impl Digits {
    /// No digit but 0.
    pub const ZERO: Digits = Small(0);
    /// 1.
    pub const ONE: Digits = Small(1);

    /// The same as an integer of any size.
    pub fn big(&self) -> BigUint {
        match self {
            Small(n) => BigUint::from(*n),
            Large(n) => n.clone(),
        }
    }
    /// Whether it is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self, Small(0))
    }
    /// Whether it is odd.
    #[inline]
    pub fn is_odd(&self) -> bool {
        match self {
            Small(n) => n & 1 == 1,
            Large(n) => n.is_odd(),
        }
    }
    /// How many digits there are; 0 has one.
    #[inline]
    pub fn count(&self) -> i64 {
        match self {
            Small(n) => count_small(*n),
            Large(n) => count_large(n),
        }
    }
    /// What is left when divided by a small number.
    pub fn modulo(&self, by: u64) -> u64 {
        match self {
            Small(n) => (n % u128::from(by)) as u64,
            Large(n) => (n % by).to_u64().unwrap_or(0),
        }
    }
    /// With `k` zeros behind it.
    #[inline]
    pub fn scaled(&self, k: i64) -> Option<Digits> {
        if k == 0 || self.is_zero() {
            return Some(self.clone());
        }
        if let (Small(n), Some(t)) = (self, TENS.get(k as usize)) {
            if let Some(n) = n.checked_mul(*t) {
                return Some(Small(n));
            }
        }
        (k <= MOST).then(|| Large(self.big() * large_ten(k as usize)))
    }
    /// Without the last `k` digits, and what these were.
    pub fn cut(&self, k: i64) -> (Digits, Rest) {
        if k <= 0 || self.is_zero() {
            return (self.clone(), Rest::Nothing);
        }
        let of = |rest: Ordering| match rest {
            Ordering::Less => Rest::BelowHalf,
            Ordering::Equal => Rest::Half,
            Ordering::Greater => Rest::AboveHalf,
        };
        match self {
            // More than all: less than a tenth of a unit; also where half a unit does not fit.
            _ if k > self.count() => (Digits::ZERO, Rest::BelowHalf),
            Small(_) if k == 39 => (Digits::ZERO, Rest::BelowHalf),
            Small(n) => {
                let unit = TENS[k as usize];
                let (q, r) = match (u64::try_from(*n), u64::try_from(unit)) {
                    (Ok(n), Ok(unit)) => ((n / unit).into(), (n % unit).into()),
                    _ => (n / unit, n % unit),
                };
                (Small(q), if r == 0 { Rest::Nothing } else { of(r.cmp(&(unit / 2))) })
            }
            Large(n) => {
                let unit = large_ten(k as usize);
                let (q, r) = n.div_rem(&unit);
                let rest = match r.bits() {
                    0 => Rest::Nothing,
                    _ => of((r << 1u8).cmp(&unit)),
                };
                (q.into(), rest)
            }
        }
    }
    /// The last `k` digits only.
    pub fn last(&self, k: i64) -> Digits {
        match (self, ten(k)) {
            (Small(n), Some(Small(t))) => Small(n % t),
            (n, Some(t)) => (n.big() % t.big()).into(),
            (n, None) => n.clone(),
        }
    }
    /// One more.
    pub fn plus_one(&self) -> Digits {
        self.add(&Digits::ONE)
    }
    /// The sum.
    #[inline]
    pub fn add(&self, o: &Digits) -> Digits {
        match (self, o) {
            (Small(a), Small(b)) => match a.checked_add(*b) {
                Some(n) => Small(n),
                None => Large(BigUint::from(*a) + *b),
            },
            _ => Large(self.big() + o.big()),
        }
    }
    /// The difference to one that is not larger.
    #[inline]
    pub fn sub(&self, o: &Digits) -> Digits {
        match (self, o) {
            (Small(a), Small(b)) => Small(a - b),
            _ => (self.big() - o.big()).into(),
        }
    }
    /// The product.
    #[inline]
    pub fn mul(&self, o: &Digits) -> Digits {
        match (self, o) {
            (Small(a), Small(b)) => match a.checked_mul(*b) {
                Some(n) => Small(n),
                None => Large(BigUint::from(*a) * *b),
            },
            (Large(a), Large(b)) => (a * b).into(),
            (Large(a), Small(b)) | (Small(b), Large(a)) => (a * *b).into(),
        }
    }
    /// Quotient and remainder.
    pub fn div_rem(&self, o: &Digits) -> (Digits, Digits) {
        match (self, o) {
            (Small(a), Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                (Ok(a), Ok(b)) => (Small((a / b).into()), Small((a % b).into())),
                _ => (Small(a / b), Small(a % b)),
            },
            _ => {
                let (q, r) = self.big().div_rem(&o.big());
                (q.into(), r.into())
            }
        }
    }
    /// How many zeros it ends with, at most so many; none of 0.
    pub fn zeros(&self, most: i64) -> i64 {
        // Each takes a factor of 2.
        let twos = match self {
            Small(n) => i64::from(n.trailing_zeros()),
            Large(n) => n.trailing_zeros().unwrap_or(0) as i64,
        };
        let bound = most.min(twos).min(self.count() - 1);
        if self.is_zero() || bound <= 0 {
            return 0;
        }
        let (mut n, mut found) = (self.clone(), 0);
        let mut step = 1 << (63 - bound.leading_zeros());
        while step > 0 {
            if found + step <= bound {
                let (q, rest) = n.cut(step);
                if rest == Rest::Nothing {
                    (n, found) = (q, found + step);
                }
            }
            step /= 2;
        }
        found
    }
}

impl PartialOrd for Digits {
    fn partial_cmp(&self, o: &Digits) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Digits {
    #[inline]
    fn cmp(&self, o: &Digits) -> Ordering {
        match (self, o) {
            (Small(a), Small(b)) => a.cmp(b),
            (Large(a), Large(b)) => a.cmp(b),
            (Small(_), Large(_)) => Ordering::Less,
            (Large(_), Small(_)) => Ordering::Greater,
        }
    }
}

fn count_large(n: &BigUint) -> i64 {
    // The logarithm of 2, by fractions a little smaller and a little larger.
    let bits = n.bits() as u128;
    let least = (bits - 1) * 30_102_999_566 / 100_000_000_000;
    let most = bits * 30_102_999_567 / 100_000_000_000 + 1;
    if least + 1 == most {
        return most as i64;
    }
    (least as i64 + 1..=most as i64).find(|&k| *n < large_ten(k as usize)).unwrap_or(most as i64)
}

/// The digits as text.
impl std::fmt::Display for Digits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Small(n) => f.write_str(itoa::Buffer::new().format(*n)),
            Large(n) => std::fmt::Display::fmt(n, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_counted_around_powers_of_ten() {
        for k in 1..200 {
            let unit = ten(k).map(|t| t.big()).unwrap_or_default();
            let around = [&unit - 1u8, unit.clone(), &unit + 1u8].map(Digits::from);
            assert_eq!(around.map(|n| n.count()), [k, k + 1, k + 1]);
        }
        assert_eq!(Digits::ZERO.count(), 1);
    }

    #[test]
    fn what_is_cut_off_is_told_against_half_a_unit() {
        for k in [1, 5, 38, 39, 60] {
            let unit = ten(k).map(|t| t.big()).unwrap_or_default();
            let half = &unit / 2u8;
            let cut = |n: BigUint| Digits::from(&unit * 7u8 + n).cut(k);
            assert_eq!(cut(0u8.into()), (Small(7), Rest::Nothing));
            assert_eq!(cut(&half - 1u8), (Small(7), Rest::BelowHalf));
            assert_eq!(cut(half.clone()), (Small(7), Rest::Half));
            assert_eq!(cut(half + 1u8), (Small(7), Rest::AboveHalf));
        }
        assert_eq!(Small(9).cut(2), (Small(0), Rest::BelowHalf));
        assert_eq!(Small(u128::MAX).cut(39), (Small(0), Rest::BelowHalf));
    }

    #[test]
    fn zeros_at_the_end_are_counted_up_to_a_limit() {
        for k in [0, 1, 15, 16, 17, 300, 5000] {
            let n = Small(12).scaled(k).unwrap_or(Digits::ZERO);
            assert_eq!((n.zeros(i64::MAX / 2), n.zeros(10)), (k, k.min(10)));
        }
    }
}
