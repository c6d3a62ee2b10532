//! Hash tables from 8 to 16 byte keys to numbers, for the optimizer's hot look-ups.
//!
//! **Problem.** Each fed op costs one or two look-ups, so hashing must be a multiplication, and nothing may depend on a per-process seed.

use hashbrown::HashTable;

/// What can be a key.
pub(super) trait Key: Copy + Eq {
    /// Bits to hash.
    fn word(self) -> u64;
}

impl Key for u64 {
    fn word(self) -> u64 {
        self
    }
}

impl Key for (u8, u64) {
    fn word(self) -> u64 {
        self.1 ^ (self.0 as u64) << 59
    }
}

/// The table.
#[derive(Clone)]
pub(super) struct Table<K>(HashTable<(K, u32)>);

/// A hash whose upper and lower bits both depend on all of the key: the table uses both.
fn hash<K: Key>(key: K) -> u64 {
    let product = key.word().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

impl<K: Key> Table<K> {
    /// A table that holds `n` entries without growing.
    pub fn with_capacity(n: usize) -> Table<K> {
        Table(HashTable::with_capacity(n))
    }
    /// The value of a key.
    pub fn get(&self, key: K) -> Option<u32> {
        self.0.find(hash(key), |e| e.0 == key).map(|e| e.1)
    }
    /// Sets the value of a key, replacing an older one.
    pub fn insert(&mut self, key: K, value: u32) {
        self.0.entry(hash(key), |e| e.0 == key, |e| hash(e.0)).insert((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_and_keeps_everything() {
        let mut t: Table<u64> = Table::with_capacity(4);
        for i in 0..5000u64 {
            t.insert(i * 64, i as u32);
        }
        t.insert(64, 7);
        assert_eq!(t.get(64), Some(7));
        assert!((2..5000).all(|i| t.get(i * 64) == Some(i as u32)));
        assert_eq!(t.get(1), None);
    }
}
