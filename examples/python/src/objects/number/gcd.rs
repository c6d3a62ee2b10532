//! Greatest common divisors of integers of any size.
//!
//! **Method.** Lehmer's: the quotients of Euclid's algorithm are found from the leading bits of both numbers as long as these decide them, and then applied
//! to the whole numbers at once (Knuth, The Art of Computer Programming 2, 4.5.2, algorithm L). What fits two words is done with words.
//!
//! **Example.** `gcd(&12.into(), &18.into())` is 6.

use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};

/// Leading bits that are looked at: sums of two such numbers, and products with a cofactor, fit 128 bits.
const LEADING: u64 = 62;

/// The greatest common divisor of two machine integers; it may be 2^63.
pub fn of_words(a: i64, b: i64) -> u64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The greatest common divisor of two integers, never negative.
pub fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.magnitude().clone(), b.magnitude().clone());
    if a < b {
        std::mem::swap(&mut a, &mut b);
    }
    while !b.is_zero() {
        if let (Some(x), Some(y)) = (a.to_u128(), b.to_u128()) {
            return of_two_words(x, y).into();
        }
        (a, b) = match cofactors(&a, &b) {
            Some([p, q]) => (combined(&a, &b, p), combined(&a, &b, q)),
            None => {
                let rest = &a % &b;
                (b, rest)
            }
        };
    }
    a.into()
}

fn of_two_words(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            let (mut x, mut y) = (x, y);
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return x.into();
        }
    }
    a
}

/// Rows of the matrix that some steps of Euclid's algorithm are, for numbers of which the first is the larger; `None` if the leading bits decide no step.
fn cofactors(a: &BigUint, b: &BigUint) -> Option<[(i128, i128); 2]> {
    let shift = a.bits().saturating_sub(LEADING);
    let (mut x, mut y) = (leading(a, shift), leading(b, shift));
    let (mut p, mut q) = ((1i128, 0i128), (0i128, 1i128));
    while y + q.0 != 0 && y + q.1 != 0 {
        let quotient = (x + p.0) / (y + q.0);
        if quotient != (x + p.1) / (y + q.1) {
            break;
        }
        (p, q) = (q, (p.0 - quotient * q.0, p.1 - quotient * q.1));
        (x, y) = (y, x - quotient * y);
    }
    (p.1 != 0).then_some([p, q])
}

/// A number without its last `shift` bits, which is to be one of [`LEADING`].
fn leading(n: &BigUint, shift: u64) -> i128 {
    let digit = |i: u64| n.iter_u64_digits().nth(i as usize).map_or(0, u128::from);
    let (from, bits) = (shift / 64, shift % 64);
    let two = digit(from) | digit(from + 1) << 64;
    (two >> bits) as u64 as i128
}

/// `p.0 * a + p.1 * b`, which is not negative: one of the factors is.
fn combined(a: &BigUint, b: &BigUint, p: (i128, i128)) -> BigUint {
    let (x, y) = (a * p.0.unsigned_abs() as u64, b * p.1.unsigned_abs() as u64);
    if p.0 < 0 {
        y - x
    } else if p.1 < 0 {
        x - y
    } else {
        x + y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_integer::Integer;

    #[test]
    fn as_the_binary_algorithm() {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut word = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut some = |digits: u64| {
            let n = word() % (digits + 1);
            (0..n).fold(BigInt::from(word() % 5), |n, _| (n << 64) + word())
        };
        for i in 0..20_000u64 {
            let digits = i % 9;
            let (a, b, c) = (some(digits), some(8 - digits), some(i % 4));
            for (x, y) in
                [(&a * &c, &b * &c), (a.clone(), b.clone()), (-&a * &c, c.clone()), (a.clone(), a.clone())]
            {
                assert_eq!(gcd(&x, &y), x.gcd(&y), "{x} and {y}");
            }
        }
    }

    #[test]
    fn ends_of_words() {
        assert_eq!(of_words(i64::MIN, 0), 1 << 63);
        assert_eq!(of_words(i64::MIN, i64::MIN), 1 << 63);
        assert_eq!(of_words(-12, 18), 6);
        assert_eq!(of_words(0, 0), 0);
    }
}
