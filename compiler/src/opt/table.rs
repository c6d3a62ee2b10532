//! A small open-addressing hash table for the optimizer's hot look-ups.
//!
//! **Problem.** Each fed op costs one or two look-ups with 8 to 16 byte keys; hashing must be a multiplication, and
//! nothing may depend on a per-process seed. **Invariant**: at most half of the slots are used. **Not promised**:
//! removal, iteration.

/// What can be a key.
pub(super) trait Key: Copy + Eq {
    /// A value no key takes.
    const EMPTY: Self;
    /// Bits to hash.
    fn word(self) -> u64;
}

impl Key for u64 {
    const EMPTY: u64 = u64::MAX;
    fn word(self) -> u64 {
        self
    }
}

impl Key for (u8, u64) {
    const EMPTY: (u8, u64) = (u8::MAX, 0);
    fn word(self) -> u64 {
        self.1 ^ (self.0 as u64) << 59
    }
}

/// The table; values are `u32`.
#[derive(Clone)]
pub(super) struct Table<K> {
    slots: Vec<(K, u32)>,
    used: usize,
}

impl<K: Key> Table<K> {
    /// A table that holds `n` entries without growing.
    pub fn with_capacity(n: usize) -> Table<K> {
        Table { slots: vec![(K::EMPTY, 0); (n * 2).next_power_of_two().max(16)], used: 0 }
    }
    fn slot(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        let hash = key.word().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut i = (hash >> 32) as usize & mask;
        while self.slots[i].0 != key && self.slots[i].0 != K::EMPTY {
            i = (i + 1) & mask;
        }
        i
    }
    /// The value of a key.
    pub fn get(&self, key: K) -> Option<u32> {
        let s = self.slots[self.slot(key)];
        (s.0 == key).then_some(s.1)
    }
    /// Sets the value of a key, replacing an older one.
    pub fn insert(&mut self, key: K, value: u32) {
        if (self.used + 1) * 2 > self.slots.len() {
            let bigger = vec![(K::EMPTY, 0); self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, bigger);
            for (k, v) in old {
                if k != K::EMPTY {
                    let i = self.slot(k);
                    self.slots[i] = (k, v);
                }
            }
        }
        let i = self.slot(key);
        self.used += (self.slots[i].0 == K::EMPTY) as usize;
        self.slots[i] = (key, value);
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
