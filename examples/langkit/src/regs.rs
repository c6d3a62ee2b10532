//! Sets of registers, of which a frame has at most 256, and tables of them.

use holloway::machine::LiveMask;

/// A set of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegSet(pub LiveMask);

impl RegSet {
    /// The registers `from..to`.
    #[inline]
    pub fn range(from: usize, to: usize) -> Self {
        let mut set = RegSet::default();
        (from..to.min(256)).for_each(|r| set.insert(r));
        set
    }
    /// These registers.
    pub fn of(regs: &[u8]) -> Self {
        let mut set = RegSet::default();
        regs.iter().for_each(|r| set.insert(usize::from(*r)));
        set
    }
    /// Adds a register.
    #[inline]
    pub fn insert(&mut self, reg: usize) {
        self.0[reg / 64] |= 1 << (reg % 64);
    }
    /// Removes one.
    #[inline]
    pub fn remove(&mut self, reg: usize) {
        self.0[reg / 64] &= !(1 << (reg % 64));
    }
    /// Whether a register is in it.
    #[inline]
    pub fn contains(&self, reg: usize) -> bool {
        self.0[reg / 64] >> (reg % 64) & 1 == 1
    }
    /// The registers in either set.
    #[inline]
    pub fn union(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }
    /// The registers not in the other set.
    #[inline]
    pub fn minus(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }
    /// Calls a function with each of the registers, in ascending order.
    #[inline(always)]
    pub fn each(&self, mut f: impl FnMut(usize)) {
        for (k, &word) in self.0.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                f(64 * k + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
    /// The registers in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(k, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * k + bit)
            })
        })
    }
}

/// Some sets of registers for each instruction of a function, in as many words as its registers take: one, mostly, where a [`RegSet`] takes four.
pub struct RegTable<const SETS: usize> {
    words: usize,
    bits: Box<[u64]>,
}

impl<const SETS: usize> RegTable<SETS> {
    /// With a row for each instruction.
    pub fn of(rows: &[[RegSet; SETS]]) -> Self {
        let used = |set: &RegSet| set.0.iter().rposition(|&w| w != 0).map_or(0, |last| last + 1);
        let words = rows.iter().flatten().map(used).max().unwrap_or(0);
        let bits = rows.iter().flatten().flat_map(|set| set.0.into_iter().take(words)).collect();
        RegTable { words, bits }
    }
    /// A set of an instruction.
    ///
    /// # Panics
    /// If there is no such instruction or set.
    #[inline]
    pub fn get(&self, row: usize, set: usize) -> RegSet {
        assert!(set < SETS, "a row has {SETS} sets");
        let mut all = RegSet::default();
        let first = (row * SETS + set) * self.words;
        all.0[..self.words].copy_from_slice(&self.bits[first..first + self.words]);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let mut a = RegSet::of(&[0, 63, 64, 255]);
        a.remove(63);
        assert_eq!(a.iter().collect::<Vec<_>>(), [0, 64, 255]);
        let mut each = Vec::new();
        a.each(|r| each.push(r));
        assert_eq!(each, [0, 64, 255]);
        let b = RegSet::range(60, 66);
        assert!(b.contains(64) && !b.contains(66));
        assert_eq!(a.union(b).iter().count(), 8);
        assert_eq!(a.minus(b).iter().collect::<Vec<_>>(), [0, 255]);
        assert_eq!(RegSet::range(250, 300).iter().last(), Some(255));
    }

    #[test]
    fn tables_hold_what_was_put_in() {
        let rows = [[RegSet::of(&[0, 63]), RegSet::of(&[])], [RegSet::of(&[5]), RegSet::of(&[1, 2])]];
        let narrow = RegTable::of(&rows);
        assert_eq!(narrow.bits.len(), 4);
        let wide = RegTable::of(&[rows[0], rows[1], [RegSet::of(&[255]), RegSet::of(&[64])]]);
        assert_eq!(wide.bits.len(), 24);
        for (row, sets) in rows.iter().enumerate() {
            for (k, set) in sets.iter().enumerate() {
                assert_eq!((narrow.get(row, k), wide.get(row, k)), (*set, *set));
            }
        }
        assert_eq!(wide.get(2, 0), RegSet::of(&[255]));
        assert_eq!(RegTable::of(&[[RegSet::default()]; 3]).get(2, 0), RegSet::default());
    }
}
