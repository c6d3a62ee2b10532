//! Maps of Rust's by cheap hashes: of addresses, which need little mixing, and of text.
//!
//! **Not promised.** Resistance to keys chosen to collide.
//!
//! **Example.** `AddressMap<u32>` maps `gc.to_bits()` to a number.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub use holloway::containers::hash::{folded, hash_bytes, spread, spread_open, word};

/// 2^64 divided by the golden ratio: multiplying by it spreads neighbours.
const K: u64 = 0x9E37_79B9_7F4A_7C15;

/// A hasher for addresses.
#[derive(Default)]
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(b.into()));
    }
    fn write_u64(&mut self, x: u64) {
        let h = (self.0 ^ x).wrapping_mul(K);
        self.0 = h ^ h >> 32;
    }
}

/// A map from addresses.
pub type AddressMap<T> = HashMap<u64, T, BuildHasherDefault<AddressHasher>>;

/// A hasher for text: as [`hash_bytes`].
#[derive(Default)]
pub struct TextHasher(u64);

impl Hasher for TextHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 ^= hash_bytes(bytes);
    }
    /// The mark at the end of a text, which tells nothing here.
    fn write_u8(&mut self, _: u8) {}
}

/// A map from text.
pub type TextMap<T> = HashMap<Box<str>, T, BuildHasherDefault<TextHasher>>;
