//! A key's entry, there or not.

use super::Table;
use holloway_tracer::heap::{Mutator, OutOfMemory, RawSlot};

/// What [`Table::entry`] answers. The table must not be changed otherwise meanwhile.
pub struct Entry<'a, T: Table> {
    pub(super) table: &'a T,
    pub(super) heap: &'a Mutator,
    pub(super) key: RawSlot,
    pub(super) at: Option<usize>,
}

impl<T: Table> Entry<'_, T> {
    /// Its value, if it is there.
    pub fn get(&self) -> Option<RawSlot> {
        self.table.entries(self.heap)?.pair(self.heap, self.at?).map(|(_, value)| value)
    }
    /// Gives it a value; the one that it had.
    ///
    /// # Errors
    /// If there is no memory for a new entry; then nothing is changed.
    pub fn set(&mut self, value: RawSlot) -> Result<Option<RawSlot>, OutOfMemory> {
        let old = self.get();
        match (self.at, self.table.entries(self.heap)) {
            (Some(at), Some(entries)) => entries.set_value(self.heap, at, value),
            _ => self.at = Some(self.table.insert_new(self.heap, self.key, value)?),
        }
        Ok(old)
    }
    /// Its value, which is first made if it is not there.
    ///
    /// # Errors
    /// If there is no memory for a new entry; then nothing is changed.
    pub fn or_insert_with(&mut self, value: impl FnOnce() -> RawSlot) -> Result<RawSlot, OutOfMemory> {
        if let Some(value) = self.get() {
            return Ok(value);
        }
        let value = value();
        self.set(value)?;
        Ok(value)
    }
    /// Takes it out; its value.
    pub fn remove(self) -> Option<RawSlot> {
        self.table.remove_at(self.heap, self.at?).map(|(_, value)| value)
    }
}
