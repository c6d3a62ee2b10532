//! Values on their way from one stack to another.
//!
//! **Problem.** Most switches pass one value or two, and a vector on the heap for those would cost more than the switch itself.
//!
//! **Not promised.** The collector finds up to [`INLINE`] values on the native stack; of a longer list kept across a poll, nobody keeps the elements alive.
//!
//! **Example.** `Passed::from(&[x, y][..])`; it reads as a slice: `passed.first()`.

use crate::heap::RawSlot;
use std::ops::Deref;

/// Values kept without a vector.
pub const INLINE: usize = 2;

/// A short list of values.
#[derive(Clone, Default)]
pub struct Passed {
    len: usize,
    few: [RawSlot; INLINE],
    /// All, if they are more than fit.
    many: Vec<RawSlot>,
}

impl Deref for Passed {
    type Target = [RawSlot];
    #[inline(always)]
    fn deref(&self) -> &[RawSlot] {
        self.few.get(..self.len).unwrap_or(&self.many)
    }
}

impl Passed {
    #[inline(always)]
    fn inline(values: &[RawSlot]) -> Option<Passed> {
        let mut few = [RawSlot::default(); INLINE];
        few.get_mut(..values.len())?.copy_from_slice(values);
        Some(Passed { len: values.len(), few, many: Vec::new() })
    }
    #[cold]
    #[inline(never)]
    fn spilled(many: Vec<RawSlot>) -> Passed {
        Passed { len: many.len(), few: Default::default(), many }
    }
}

impl From<&[RawSlot]> for Passed {
    #[inline(always)]
    fn from(values: &[RawSlot]) -> Passed {
        Passed::inline(values).unwrap_or_else(|| Passed::spilled(values.to_vec()))
    }
}

impl From<Vec<RawSlot>> for Passed {
    #[inline]
    fn from(values: Vec<RawSlot>) -> Passed {
        Passed::inline(&values).unwrap_or_else(|| Passed::spilled(values))
    }
}

impl PartialEq for Passed {
    fn eq(&self, o: &Passed) -> bool {
        **self == **o
    }
}

impl Eq for Passed {}

impl std::fmt::Debug for Passed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_what_it_was_made_from() {
        let values: Vec<RawSlot> = (0..5).map(|i| RawSlot { tag: 3, bits: i }).collect();
        for n in 0..=values.len() {
            assert_eq!(*Passed::from(&values[..n]), values[..n]);
            assert_eq!(Passed::from(values[..n].to_vec()), Passed::from(&values[..n]));
        }
        assert_ne!(Passed::from(&values[..2]), Passed::from(&values[1..3]));
    }
}
