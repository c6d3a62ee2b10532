//! Choices from bytes: what random traces and programs are made of.
//!
//! **Problem.** A generator that asks a random number generator gives one thing per seed, and the neighbour of a seed is something else: a failure cannot be made smaller,
//! and a fuzzer that learns from coverage has nothing to change. So every choice here takes the next bytes of a tape. A seed stands for an endless tape; bytes stand for
//! themselves, with zeros behind them. What was taken ([`Draws::taken`]) repeats what was made, [`shrink()`] makes it fewer and smaller, and a fuzzer makes tapes of its own.
//!
//! **Rules of generators.** 1. Zeros decide for what is small: the first item, the number 0, no. 2. A generator ends on zeros. 3. It takes what it needs in order, from one
//! tape; a copy of a tape is for looking at the same choices again.
//!
//! **Not promised.** The same tape for a seed, or the same choices of bytes, after a change of this crate; numbers are not quite even.
//!
//! **Example.**
//! ```
//! use holloway_draws::{shrink, Draws};
//! let sum = |d: &mut Draws| (0..d.below(10)).map(|_| d.below(50)).sum::<usize>();
//! let seed = (0..).find(|seed| sum(&mut Draws::seeded(*seed)) > 40).expect("one of them");
//! let mut draws = Draws::seeded(seed);
//! sum(&mut draws);
//! let few = shrink(draws.taken(), 0, std::time::Duration::MAX, |bytes| sum(&mut Draws::of(bytes)) > 40);
//! assert!(few.len() <= 3, "how many, and one or two of them");
//! ```

mod campaign;
mod shrink;

pub use campaign::{campaign, Limits};
pub use shrink::shrink;

/// A tape of bytes, and how far it has been read.
#[derive(Clone, Debug)]
pub struct Draws {
    tape: Vec<u8>,
    at: usize,
    /// What makes more of the tape.
    more: Option<Stream>,
}

/// Random numbers (splitmix64).
#[derive(Clone, Debug)]
struct Stream(u64);

impl Stream {
    fn of_seed(seed: u64) -> Stream {
        Stream(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x6a09_e667_f3bc_c908)
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

impl Draws {
    /// The endless tape of a seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Draws {
        Draws { tape: Vec::new(), at: 0, more: Some(Stream::of_seed(seed)) }
    }

    /// These bytes, and zeros.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Draws {
        Draws { tape: bytes.to_vec(), at: 0, more: None }
    }

    /// What was read of the tape.
    #[must_use]
    pub fn taken(&self) -> &[u8] {
        &self.tape[..self.at.min(self.tape.len())]
    }

    /// Whether only zeros follow.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.more.is_none() && self.at >= self.tape.len()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        if let Some(stream) = self.more.as_mut().filter(|_| self.at == self.tape.len()) {
            self.tape.extend(stream.next().to_le_bytes());
        }
        let byte = self.tape.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    /// The next `bytes` as a number.
    fn word(&mut self, bytes: u32) -> u64 {
        (0..bytes).fold(0, |word, k| word | u64::from(self.byte()) << (8 * k))
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.word(8)
    }

    /// A number below `n`, which is not 0: of one byte where that is even enough.
    pub fn below(&mut self, n: usize) -> usize {
        let bytes = match n {
            0..=64 => 1,
            65..=0xffff => 2,
            _ => 8,
        };
        (self.word(bytes) % n as u64) as usize
    }

    /// True so many times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        usize::from(self.byte()) * 100 >= 256 * (100 - percent.min(100))
    }

    /// True so many times in 256.
    pub fn odds(&mut self, n: u8) -> bool {
        u16::from(self.byte()) + u16::from(n) >= 256
    }

    /// One of the items, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// An integer, often an edge case.
    pub fn int(&mut self) -> i64 {
        match self.below(8) {
            0..=2 => self.pick(EDGE_INTS),
            3 => self.bits() as i64,
            4 => 1i64 << self.below(64),
            _ => self.below(21) as i64 - 10,
        }
    }

    /// A float, often an edge case; NaN only the positive quiet one.
    pub fn float(&mut self) -> f64 {
        match self.below(3) {
            0 => self.pick(EDGE_FLOATS),
            1 => self.int() as f64,
            _ => self.below(2000) as f64 / 8.0 - 125.0,
        }
    }
}

/// The first bytes of a seed's tape.
#[must_use]
pub fn bytes_of(seed: u64, length: usize) -> Vec<u8> {
    let mut draws = Draws::seeded(seed);
    (0..length).map(|_| draws.byte()).collect()
}

/// Bytes as people type them: numbers between anything else.
#[must_use]
pub fn read_bytes(text: &str) -> Vec<u8> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|b| b.parse().ok()).collect()
}

/// Integers at the edges of what machines do with them.
pub const EDGE_INTS: &[i64] = &[
    0,
    1,
    -1,
    2,
    -2,
    7,
    63,
    64,
    65,
    127,
    128,
    255,
    256,
    65535,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    1 << 53,
    (1 << 53) + 1,
    i64::MAX,
    i64::MAX - 1,
    i64::MIN,
    i64::MIN + 1,
];

/// Floats at the edges of what machines do with them.
pub const EDGE_FLOATS: &[f64] = &[
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.0,
    -1.5,
    2.5,
    1e-310,
    f64::MIN_POSITIVE,
    f64::MAX,
    f64::MIN,
    9.223372036854775e18,
    9.223372036854776e18,
    -9.223372036854776e18,
    4503599627370496.5,
    9007199254740993.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_repeats_the_choices() {
        let choices = |d: &mut Draws| (d.below(5), d.below(300), d.chance(30), d.int(), d.float().to_bits());
        for seed in 0..200 {
            let mut draws = Draws::seeded(seed);
            let first = choices(&mut draws);
            assert_eq!(first, choices(&mut Draws::of(draws.taken())));
            assert_eq!(draws.taken(), bytes_of(seed, draws.taken().len()));
        }
    }

    #[test]
    fn zeros_decide_for_what_is_small() {
        let mut none = Draws::of(&[]);
        assert!(none.is_empty() && !none.chance(99) && !none.odds(255));
        assert_eq!((none.below(1000), none.int(), none.float(), none.pick(&[7, 8])), (0, 0, 0.0, 7));
        assert!(none.taken().is_empty());
        let mut all = Draws::of(&[255; 20]);
        assert!(all.chance(1) && all.odds(1) && !all.chance(0) && !all.odds(0) && all.chance(100));
    }

    #[test]
    fn bytes_read_back() {
        assert_eq!(read_bytes(&format!("bytes {:?}", [0u8, 255, 3])), [0, 255, 3]);
    }
}
