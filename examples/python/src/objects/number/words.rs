//! Integers of some words: their operators, which need no memory but the stack's.
//!
//! Most integers that do not fit one word fit a few: keys of curves, mantissas of several hundred bits. For these, asking for memory for each intermediate result
//! would take longer than computing it. Larger ones, and what is asked rarely, are for `num-bigint`.
//!
//! **Invariants.** Words are in ascending order, without zeros at the end; zero has none, and is not negative.
//!
//! **Not promised.** A result of more than [`MOST`] words: there is none then.
//!
//! **Example.** `binary(BinOp::Mul, x, y, &mut made)` of `x` with the words `[0, 1]` and `y` with `[3]` makes a number with the words `[0, 3]`.

use super::MODULUS;
use crate::bytecode::BinOp;
use std::cmp::Ordering;

/// Most words of a number.
pub const MOST: usize = 24;

/// A number by its absolute value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<'a> {
    /// Whether it is below zero.
    pub negative: bool,
    /// The words.
    pub words: &'a [u64],
}

/// Room for a number that is to be made, in place: copies of it would take as long as most operators.
#[derive(Clone, Copy)]
pub struct Made {
    negative: bool,
    len: usize,
    words: [u64; MOST],
}

impl Made {
    /// Room, with zero in it.
    pub const ZERO: Made = Made { negative: false, len: 0, words: [0; MOST] };

    /// The number.
    pub fn number(&self) -> Number<'_> {
        Number { negative: self.negative, words: &self.words[..self.len] }
    }
    /// Has a number of up to `n` words, of which the last ones may be zero.
    #[inline]
    fn has(&mut self, negative: bool, n: usize) -> Option<()> {
        self.len = self.words[..n].iter().rposition(|&w| w != 0).map_or(0, |i| i + 1);
        self.negative = negative && self.len > 0;
        Some(())
    }
    /// Has a copy.
    fn copies(&mut self, x: Number<'_>) -> Option<()> {
        self.words.get_mut(..x.words.len())?.copy_from_slice(x.words);
        self.has(x.negative, x.words.len())
    }
    /// Takes one from a number that is not above zero.
    fn down_by_one(&mut self) -> Option<()> {
        let n = self.len + 1;
        let mut carry = true;
        for w in self.words.get_mut(..n)? {
            (*w, carry) = w.overflowing_add(carry.into());
        }
        self.has(true, n)
    }
}

impl Number<'_> {
    /// The number as two words with a sign, if it fits them.
    #[inline]
    pub fn wide(self) -> Option<i128> {
        let size = match *self.words {
            [] => 0,
            [low] => u128::from(low),
            [low, high] => u128::from(high) << 64 | u128::from(low),
            _ => return None,
        };
        match i128::try_from(size) {
            Ok(n) => Some(if self.negative { -n } else { n }),
            Err(_) => (self.negative && size == 1 << 127).then_some(i128::MIN),
        }
    }
    /// What is left of its absolute value when the greatest number of 61 bits is taken off again and again.
    pub fn of_61_bits(self) -> u64 {
        // Powers of two go around, so that a word in front counts eightfold.
        self.words.iter().rev().fold(0, |rest: u64, &w| {
            let n = (u128::from(rest) << 3) + u128::from(w);
            let n = (n as u64 & MODULUS) + (n >> 61) as u64;
            n - if n >= MODULUS { MODULUS } else { 0 }
        })
    }
    /// How many bits its absolute value has.
    pub fn bits(self) -> usize {
        self.words.last().map_or(0, |w| 64 * self.words.len() - w.leading_zeros() as usize)
    }
}

/// How two numbers compare.
pub fn compare(x: Number<'_>, y: Number<'_>) -> Ordering {
    match (x.negative, y.negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => sizes(x.words, y.words),
        (true, true) => sizes(y.words, x.words),
    }
}

fn sizes(x: &[u64], y: &[u64]) -> Ordering {
    x.len().cmp(&y.len()).then_with(|| x.iter().rev().cmp(y.iter().rev()))
}

/// An operator, whose result is made where there is zero; `None` if this is not for here: a result that is larger, another operator, or an error.
pub fn binary(op: BinOp, x: Number<'_>, y: Number<'_>, made: &mut Made) -> Option<()> {
    match op {
        BinOp::Add => sum(x, y, made),
        BinOp::Sub => sum(x, Number { negative: !y.negative, ..y }, made),
        BinOp::Mul => product(x, y, made),
        BinOp::FloorDiv => divided(x, y, made, &mut { Made::ZERO }),
        BinOp::Mod => divided(x, y, &mut { Made::ZERO }, made),
        BinOp::Shl if !y.negative && y.words.len() <= 1 => shifted_up(x, first(y), made),
        BinOp::Shr if !y.negative && y.words.len() <= 1 => shifted_down(x, first(y), made),
        BinOp::And => bitwise(x, y, made, |a, b| a & b),
        BinOp::Or => bitwise(x, y, made, |a, b| a | b),
        BinOp::Xor => bitwise(x, y, made, |a, b| a ^ b),
        _ => None,
    }
}

fn first(y: Number<'_>) -> u64 {
    y.words.first().copied().unwrap_or(0)
}

fn sum(x: Number<'_>, y: Number<'_>, made: &mut Made) -> Option<()> {
    let (long, short) = if sizes(x.words, y.words).is_ge() { (x, y) } else { (y, x) };
    let n = long.words.len();
    let (low, high) = made.words.get_mut(..n)?.split_at_mut(short.words.len());
    let (ours, rest) = long.words.split_at(short.words.len());
    let mut carry = false;
    let less = long.negative != short.negative;
    for ((to, &a), &b) in low.iter_mut().zip(ours).zip(short.words) {
        let (w, first) = if less { a.overflowing_sub(b) } else { a.overflowing_add(b) };
        let (w, second) =
            if less { w.overflowing_sub(carry.into()) } else { w.overflowing_add(carry.into()) };
        (*to, carry) = (w, first | second);
    }
    for (to, &a) in high.iter_mut().zip(rest) {
        (*to, carry) = if less { a.overflowing_sub(carry.into()) } else { a.overflowing_add(carry.into()) };
    }
    if !carry {
        return made.has(long.negative, n);
    }
    *made.words.get_mut(n)? = 1;
    made.has(long.negative, n + 1)
}

/// Adds `y * by` to words, from one on; what is carried out of them.
#[inline]
fn add_product(to: &mut [u64], y: &[u64], by: u64) -> u64 {
    let mut carry = 0;
    for (t, &w) in to.iter_mut().zip(y) {
        let sum = u128::from(w) * u128::from(by) + u128::from(*t) + u128::from(carry);
        (*t, carry) = (sum as u64, (sum >> 64) as u64);
    }
    carry
}

fn product(x: Number<'_>, y: Number<'_>, made: &mut Made) -> Option<()> {
    let (n, m) = (x.words.len(), y.words.len());
    if n + m > MOST {
        return None;
    }
    for (i, &by) in x.words.iter().enumerate() {
        made.words[i + m] = add_product(&mut made.words[i..i + m], y.words, by);
    }
    made.has(x.negative != y.negative, n + m)
}

/// Quotient, rounded down, and remainder, with the sign of the divisor.
fn divided(x: Number<'_>, y: Number<'_>, q: &mut Made, r: &mut Made) -> Option<()> {
    match y.words {
        [] => return None,
        [by] => by_word(x, *by, q, r)?,
        _ if sizes(x.words, y.words).is_lt() => r.copies(x)?,
        _ => long_division(x, y, q, r)?,
    }
    q.negative = x.negative != y.negative && q.len > 0;
    r.negative = x.negative && r.len > 0;
    if r.len > 0 && x.negative != y.negative {
        // Rounded to zero so far.
        q.down_by_one()?;
        let rest = std::mem::replace(r, Made::ZERO);
        sum(rest.number(), y, r)?;
    }
    Some(())
}

fn by_word(x: Number<'_>, by: u64, q: &mut Made, r: &mut Made) -> Option<()> {
    let n = x.words.len();
    let mut rest = 0;
    for (to, &w) in q.words.get_mut(..n)?.iter_mut().zip(x.words).rev() {
        let part = u128::from(rest) << 64 | u128::from(w);
        *to = (part / u128::from(by)) as u64;
        rest = (part % u128::from(by)) as u64;
    }
    r.words[0] = rest;
    q.has(false, n)?;
    r.has(false, 1)
}

/// Algorithm D of Knuth (The Art of Computer Programming 2, 4.3.1), with words as digits; the divisor has two or more, and is not larger.
fn long_division(x: Number<'_>, y: Number<'_>, q: &mut Made, r: &mut Made) -> Option<()> {
    let (n, m) = (y.words.len(), x.words.len() - y.words.len());
    // The divisor's first bit is to be set, and there is to be one more word in front.
    let up = y.words[n - 1].leading_zeros();
    let mut by = Made::ZERO;
    shifted_up(y, up.into(), &mut by)?;
    let by = &by.words[..n];
    let mut rest = [0; MOST + 1];
    let mut above = 0;
    for (to, &w) in rest.iter_mut().zip(x.words) {
        *to = w << up | above;
        above = w.checked_shr(64 - up).unwrap_or(0);
    }
    *rest.get_mut(x.words.len())? = above;
    let (top, next) = (u128::from(by[n - 1]), u128::from(by[n - 2]));
    for j in (0..=m).rev() {
        let part = u128::from(rest[j + n]) << 64 | u128::from(rest[j + n - 1]);
        let (mut digit, mut over) = match part >> 64 == top {
            true => (u128::from(u64::MAX), part - top * u128::from(u64::MAX)),
            // The remainder is not divided for again.
            false => Some(part / top).map_or((0, 0), |digit| (digit, part - digit * top)),
        };
        while over >> 64 == 0 && digit * next > (over << 64 | u128::from(rest[j + n - 2])) {
            digit -= 1;
            over += top;
        }
        // What was guessed is one too much at most.
        let mut owed = 0u64;
        let mut carry = 0u64;
        for (r, &b) in rest[j..j + n].iter_mut().zip(by) {
            let taken = u128::from(b) * digit + u128::from(carry);
            carry = (taken >> 64) as u64;
            let (less, first) = r.overflowing_sub(taken as u64);
            let (less, second) = less.overflowing_sub(owed);
            (*r, owed) = (less, (first | second).into());
        }
        let (less, first) = rest[j + n].overflowing_sub(carry);
        let (less, second) = less.overflowing_sub(owed);
        rest[j + n] = less;
        q.words[j] = digit as u64;
        if first | second {
            q.words[j] -= 1;
            let mut carry = false;
            for (r, &b) in rest[j..j + n].iter_mut().zip(by) {
                let (sum, first) = r.overflowing_add(b);
                let (sum, second) = sum.overflowing_add(carry.into());
                (*r, carry) = (sum, first | second);
            }
            rest[j + n] = rest[j + n].wrapping_add(carry.into());
        }
    }
    for (i, to) in r.words.iter_mut().enumerate().take(n) {
        *to = rest[i] >> up | rest[i + 1].checked_shl(64 - up).unwrap_or(0);
    }
    q.has(false, m + 1)?;
    r.has(false, n)
}

fn shifted_up(x: Number<'_>, by: u64, made: &mut Made) -> Option<()> {
    let (skip, up) = (usize::try_from(by / 64).ok()?, (by % 64) as u32);
    let n = x.words.len();
    if n == 0 {
        return Some(());
    }
    let mut above = 0;
    for (to, &w) in made.words.get_mut(skip..skip.checked_add(n)?)?.iter_mut().zip(x.words) {
        *to = w << up | above;
        above = w.checked_shr(64 - up).unwrap_or(0);
    }
    if above != 0 {
        *made.words.get_mut(skip + n)? = above;
    }
    made.has(x.negative, (skip + n + 1).min(MOST))
}

/// Rounded down, as a two's complement is.
fn shifted_down(x: Number<'_>, by: u64, made: &mut Made) -> Option<()> {
    let (skip, down) = (usize::try_from(by / 64).unwrap_or(usize::MAX), (by % 64) as u32);
    let kept = x.words.get(skip..).unwrap_or(&[]);
    for (i, to) in made.words.get_mut(..kept.len())?.iter_mut().enumerate() {
        let above = kept.get(i + 1).copied().unwrap_or(0);
        *to = kept[i] >> down | above.checked_shl(64 - down).unwrap_or(0);
    }
    made.has(x.negative, kept.len())?;
    let lost = x.words.iter().take(skip).any(|&w| w != 0)
        || kept.first().is_some_and(|w| w & ((1 << down) - 1) != 0);
    match x.negative && lost {
        true => made.down_by_one(),
        false => Some(()),
    }
}

/// An operator on the bits of two's complements that go on without end.
fn bitwise(x: Number<'_>, y: Number<'_>, made: &mut Made, f: impl Fn(u64, u64) -> u64) -> Option<()> {
    let n = x.words.len().max(y.words.len()) + 1;
    let (mut x, mut y, words) = (complement(x), complement(y), made.words.get_mut(..n)?);
    words.iter_mut().for_each(|w| *w = f(x.next().unwrap_or(0), y.next().unwrap_or(0)));
    let negative = words[n - 1] >> 63 == 1;
    if negative {
        let mut carry = true;
        for w in words {
            (*w, carry) = (!*w).overflowing_add(carry.into());
        }
    }
    made.has(negative, n)
}

/// The words of a two's complement, without end.
fn complement(x: Number<'_>) -> impl Iterator<Item = u64> + '_ {
    let mut carry = true;
    x.words.iter().copied().chain(std::iter::repeat(0)).map(move |w| {
        if !x.negative {
            return w;
        }
        let (w, over) = (!w).overflowing_add(carry.into());
        carry = over;
        w
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::{BigInt, Sign};
    use num_integer::Integer;

    /// Numbers by a seed: words that are zero, all ones, or at random.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % n
        }
        fn number(&mut self) -> (bool, Vec<u64>) {
            let most = 1 + MOST as u64 / [1_u64, 4, 10][self.below(3) as usize];
            let mut words: Vec<u64> = (0..self.below(most))
                .map(|_| match self.below(6) {
                    0 => 0,
                    1 => u64::MAX,
                    2 => 1 << self.below(64),
                    _ => self.below(1 << 31) << 33 | self.below(1 << 31) << 10 | self.below(1 << 10),
                })
                .collect();
            words.truncate(words.iter().rposition(|&w| w != 0).map_or(0, |i| i + 1));
            (!words.is_empty() && self.below(2) == 0, words)
        }
    }

    fn big(x: Number<'_>) -> BigInt {
        let halves = x.words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect();
        BigInt::new(if x.negative { Sign::Minus } else { Sign::Plus }, halves)
    }

    #[test]
    fn operators_are_those_of_large_numbers() {
        let seed = std::env::var("WORDS_SEED").map_or(1, |s| s.parse().expect("a number"));
        let count = std::env::var("WORDS_COUNT").map_or(20_000, |s| s.parse().expect("a number"));
        println!("WORDS_SEED={seed} WORDS_COUNT={count}");
        let (mut random, mut done) = (Random(seed), 0);
        for _ in 0..count {
            let (x, y) = (random.number(), random.number());
            let (x, y) = (Number { negative: x.0, words: &x.1 }, Number { negative: y.0, words: &y.1 });
            let far = random.below(8) == 0;
            let by = random.below(if far { 3000 } else { 200 });
            let by_words = [by];
            let by_number = Number { negative: false, words: &by_words[..usize::from(by > 0)] };
            let (a, b) = (big(x), big(y));
            assert_eq!(compare(x, y), a.cmp(&b), "{x:?} {y:?}");
            assert_eq!(x.bits() as u64, a.bits());
            assert_eq!(x.wide(), i128::try_from(&a).ok());
            assert_eq!(BigInt::from(x.of_61_bits()), BigInt::from(a.magnitude() % ((1_u64 << 61) - 1)));
            let mut check = |op, y, expected: Option<BigInt>| {
                let mut made = Made::ZERO;
                if binary(op, x, y, &mut made).is_some() {
                    assert_eq!(Some(big(made.number())), expected, "{op:?} {x:?} {y:?}");
                    assert_ne!(made.number().words.last(), Some(&0), "{op:?} {x:?} {y:?}");
                    done += 1;
                } else if let Some(e) = expected {
                    assert!(
                        e.bits() + 64 > 64 * MOST as u64 || a.bits().max(b.bits()) + 64 > 64 * MOST as u64,
                        "{op:?} {x:?} {y:?}"
                    );
                }
            };
            check(BinOp::Add, y, Some(&a + &b));
            check(BinOp::Sub, y, Some(&a - &b));
            check(BinOp::Mul, y, Some(&a * &b));
            check(BinOp::And, y, Some(&a & &b));
            check(BinOp::Or, y, Some(&a | &b));
            check(BinOp::Xor, y, Some(&a ^ &b));
            check(BinOp::FloorDiv, y, (!y.words.is_empty()).then(|| a.div_floor(&b)));
            check(BinOp::Mod, y, (!y.words.is_empty()).then(|| a.mod_floor(&b)));
            check(BinOp::Shl, by_number, Some(&a << by));
            check(BinOp::Shr, by_number, Some(&a >> by));
        }
        assert!(done > 6 * count);
    }
}
