//! A cell that gets its old value back.

use std::cell::Cell;

/// Sets a cell back when it goes, also when author code panics.
pub(crate) struct Restore<'a, T: Copy>(pub &'a Cell<T>, pub T);

impl<T: Copy> Drop for Restore<'_, T> {
    fn drop(&mut self) {
        self.0.set(self.1)
    }
}
