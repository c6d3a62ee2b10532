//! Values on their way from one stack to another.
//!
//! **Problem.** Most switches pass one value or two, and a vector made for those would cost more than the switch itself. Only one switch happens at a
//! time, so one place in the run time serves all.
//!
//! **Invariants.** The values are roots as long as they are here: until the next switch, or until the program asks for a
//! collection, before which they have been read.
//!
//! **Example.** `passed.set(&[x, y])` on one stack, then `passed.get(1)` on the other; `passed.get(2)` is the default slot.

use crate::heap::RawSlot;
use std::cell::{Cell, RefCell};

/// Values kept without a vector.
const FEW: usize = 2;

/// What was passed by the last switch.
#[derive(Default)]
pub struct Passed {
    len: Cell<usize>,
    few: [Cell<RawSlot>; FEW],
    /// All of them, if they are more.
    many: RefCell<Vec<RawSlot>>,
}

impl Passed {
    /// Their number.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len.get()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Value `i`; the default slot if there are not that many.
    #[inline(always)]
    pub fn get(&self, i: usize) -> RawSlot {
        match self.few.get(i) {
            Some(cell) if self.len.get() <= FEW => cell.get(),
            _ => self.far(i),
        }
    }
    #[cold]
    #[inline(never)]
    fn far(&self, i: usize) -> RawSlot {
        if i < self.len.get() {
            self.many.borrow()[i]
        } else {
            RawSlot::default()
        }
    }
    /// All of them. Not rooted by being in a vector.
    pub fn to_vec(&self) -> Vec<RawSlot> {
        (0..self.len()).map(|i| self.get(i)).collect()
    }
    /// Calls `f` with all of them.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&[RawSlot]) -> R) -> R {
        if self.len() > FEW {
            return f(&self.to_vec());
        }
        let few = [self.few[0].get(), self.few[1].get()];
        f(&few[..self.len()])
    }
    #[inline(always)]
    pub(crate) fn set(&self, values: &[RawSlot]) {
        self.len.set(values.len());
        if values.len() > FEW {
            return self.set_many(values);
        }
        for (i, cell) in self.few.iter().enumerate() {
            cell.set(values.get(i).copied().unwrap_or_default());
        }
    }
    #[cold]
    #[inline(never)]
    fn set_many(&self, values: &[RawSlot]) {
        let mut many = self.many.borrow_mut();
        many.clear();
        many.extend_from_slice(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_what_was_set() {
        let values: Vec<RawSlot> = (1..6).map(|i| RawSlot { tag: 3, bits: i }).collect();
        let passed = Passed::default();
        for n in [5, 0, 3, 2, 1, 4] {
            passed.set(&values[..n]);
            assert_eq!(passed.to_vec(), values[..n]);
            assert_eq!(passed.with(<[RawSlot]>::to_vec), values[..n]);
            assert_eq!((passed.len(), passed.is_empty()), (n, n == 0));
            assert_eq!(passed.get(n), RawSlot::default());
        }
    }
}
