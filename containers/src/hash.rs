//! Hashes of words, and of bytes eight at a time.
//!
//! **Not promised.** Resistance to keys chosen to collide.
//!
//! **Example.** `hash_bytes(b"key")`, which a language's text keeps once it was computed: it is never 0.

use holloway_compiler::ir::Search;
use holloway_tracer::machine::{Int, Values};

/// 2^64 divided by the golden ratio: multiplying by it spreads neighbours.
const K: u64 = Search::SPREAD;

/// A word whose bits all depend on all bits of this one, those at its low end on those at the high end too: the halves of a product with an odd constant, added
/// without carry. Of floats, most low bits are 0, and a product's low bits would be.
#[inline(always)]
pub fn folded(word: u64) -> u64 {
    let product = u128::from(word) * u128::from(K);
    (product >> 64) as u64 ^ product as u64
}

/// A quicker one, whose upper half depends on all bits of the word.
#[inline(always)]
pub fn spread(word: u64) -> u64 {
    (word ^ word >> 32).wrapping_mul(K)
}

/// The same of a machine's integer.
#[inline(always)]
#[track_caller]
pub fn spread_open<V: Values>(word: Int<V>) -> Int<V> {
    (word ^ word.shr(32)) * K as i64
}

/// Up to 8 bytes as a little-endian word; of more, the first 8.
#[inline(always)]
pub fn word(b: &[u8]) -> u64 {
    if let Some(w) = b.first_chunk::<8>() {
        return u64::from_le_bytes(*w);
    }
    let n = b.len();
    // Two reads that overlap agree where they do, so `|` is right there too.
    match (b.first_chunk::<4>(), b.last_chunk::<4>()) {
        (Some(low), Some(high)) => {
            u64::from(u32::from_le_bytes(*low)) | u64::from(u32::from_le_bytes(*high)) << (8 * (n - 4))
        }
        _ if n == 0 => 0,
        _ => u64::from(b[0]) | u64::from(b[n / 2]) << (8 * (n / 2)) | u64::from(b[n - 1]) << (8 * (n - 1)),
    }
}

/// A hash of bytes, never 0.
#[inline]
pub fn hash_bytes(b: &[u8]) -> u64 {
    let mix = |h: u64, w: u64| (h.rotate_left(23) ^ w).wrapping_mul(K);
    let mut h = mix(K, b.len() as u64);
    let mut chunks = b.chunks_exact(8);
    for c in &mut chunks {
        h = mix(h, word(c));
    }
    h = mix(h, word(chunks.remainder()));
    (h ^ h >> 29).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that differ in their upper bits only were all in one place of a table.
    #[test]
    fn folded_words_spread_whichever_bits_differ() {
        let floats = (0..100).map(|k| (f64::from(k) + 0.5).to_bits());
        let high = (0..100).map(|k| k << 44);
        let low = 0..100;
        for words in [floats.collect::<Vec<u64>>(), high.collect(), low.collect()] {
            for shift in [0, 32] {
                let mut places: Vec<u64> = words.iter().map(|&w| folded(w) >> shift & 255).collect();
                places.sort_unstable();
                places.dedup();
                assert!(places.len() > 60, "{} of 256 places for 100 words, shift {shift}", places.len());
            }
        }
    }

    #[test]
    fn words_of_every_length_differ_where_the_bytes_do() {
        let bytes = [1u8, 2, 3, 4, 5, 6, 7, 8, 9];
        for n in 1..=8 {
            let whole = word(&bytes[..n]);
            for i in 0..n {
                let mut other = bytes;
                other[i] ^= 0x80;
                assert_ne!(word(&other[..n]), whole, "byte {i} of {n}");
            }
        }
        assert_eq!(word(&[]), 0);
        assert_eq!(word(&bytes), u64::from_le_bytes([1, 2, 3, 4, 5, 6, 7, 8]));
    }

    #[test]
    fn zeros_of_other_lengths_have_other_hashes() {
        let hashes: Vec<u64> = (0..32).map(|n| hash_bytes(&vec![0; n])).collect();
        for (i, h) in hashes.iter().enumerate() {
            assert!(*h != 0 && !hashes[..i].contains(h), "length {i}");
        }
    }
}
