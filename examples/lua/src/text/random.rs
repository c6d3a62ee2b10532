//! `math.random`: the generator and how its bits become numbers.
//!
//! **Problem.** A program seeded alike must see the reference's sequence.
//!
//! **Invariants.** Two generators with the same seed give the same numbers for the same calls. The state is
//! never all zero, since seeding puts a constant into it.
//!
//! **Not promised.** Secrecy: xoshiro256** is no cryptographic generator.
//!
//! **Example.** `Random::seeded(42, 0).next_u64() as i64` is -1276290044721465627, as `math.randomseed(42)`
//! and then `math.random(0)` give it.

use super::TextError;

/// The state of xoshiro256**.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The generator as `math.randomseed(first, second)` leaves it.
    pub fn seeded(first: i64, second: i64) -> Random {
        let mut random = Random { state: [first as u64, 0xff, second as u64, 0] };
        // The first numbers still look like the seed.
        for _ in 0..16 {
            random.next_u64();
        }
        random
    }

    /// The next 64 bits; as an integer they are `math.random(0)`.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// `math.random()`: a float in `[0, 1)` from the upper 53 bits.
    #[inline]
    pub fn next_float(&mut self) -> f64 {
        Random::float(self.next_u64())
    }

    /// The float that bits from the generator stand for.
    #[inline]
    pub fn float(bits: u64) -> f64 {
        // As a signed number it is converted by one instruction.
        (bits >> 11) as i64 as f64 / (1i64 << 53) as f64
    }

    /// `math.random(low, up)`: an integer in the closed interval, all equally likely. The bits were taken from the generator, also where it fails, as the
    /// reference does.
    pub fn checked(&mut self, bits: u64, low: i64, up: i64) -> Result<i64, TextError> {
        match low <= up {
            true => Ok(self.between(bits, low, up)),
            false => Err(TextError::argument(1, "interval is empty")),
        }
    }

    /// The same of an interval that is known not to be empty.
    #[inline]
    pub fn between(&mut self, bits: u64, low: i64, up: i64) -> i64 {
        let span = (up as u64).wrapping_sub(low as u64);
        self.project(bits, span).wrapping_add(low as u64) as i64
    }

    /// Brings `bits` into `0..=limit`: cuts them to the size of `limit` and draws again while they are above
    /// it.
    fn project(&mut self, mut bits: u64, limit: u64) -> u64 {
        let mask = u64::MAX.checked_shr(limit.leading_zeros()).unwrap_or(0);
        loop {
            bits &= mask;
            if bits <= limit {
                return bits;
            }
            bits = self.next_u64();
        }
    }
}
