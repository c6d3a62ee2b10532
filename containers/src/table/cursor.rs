//! Going through a table that may be changed meanwhile.

use super::{Entries, Keys, Table};
use holloway_tracer::heap::{Gc, Mutator, OptGc, RawSlot};

/// A place in the order of a table's entries. It comes to each entry that was there all the time once, to none that was taken out before it came there, and to those that were added.
///
/// It refers to entries: a cursor that is kept while the guest runs lies on the native stack, or in an object as the two fields that [`Cursor::new`] takes.
#[derive(Clone, Copy, Default)]
pub struct Cursor {
    entries: OptGc<Entries>,
    at: usize,
}

impl Cursor {
    /// A cursor of entries, before entry number `at`. `Cursor::default()` is before the first of any table.
    pub fn new(entries: OptGc<Entries>, at: usize) -> Cursor {
        Cursor { entries, at }
    }
    /// The entries that it is in, and the number of the one that it comes to next.
    pub fn place(self) -> (OptGc<Entries>, usize) {
        (self.entries, self.at)
    }
    /// The next entry of the table: its number, key and value. The cursor is behind it then.
    pub fn next<T: Table>(&mut self, heap: &Mutator, table: &T) -> Option<(usize, RawSlot, RawSlot)> {
        let now = table.entries(heap)?;
        match self.entries.get() {
            Some(then) if then != now => self.follow::<T::Keys>(heap, then),
            _ => self.entries = now.into(),
        }
        loop {
            if self.at as i64 >= now.size.get(heap) {
                return None;
            }
            let (key, value) = now.pair(heap, self.at)?;
            self.at += 1;
            if !T::Keys::is_vacant(key, value) {
                return Some((self.at - 1, key, value));
            }
        }
    }
    /// The number of the entry that it comes to next among those that the table has today.
    pub(super) fn today<T: Table>(mut self, heap: &Mutator, _table: &T) -> usize {
        if let Some(then) = self.entries.get() {
            self.follow::<T::Keys>(heap, then);
        }
        self.at
    }
    /// Goes to the entries that are in use now. Those that were before it and are kept are before it there, too.
    fn follow<K: Keys>(&mut self, heap: &Mutator, mut then: Gc<Entries>) {
        while let Some(next) = then.next.get(heap).get() {
            let before =
                then.used(heap).take(self.at).filter(|(_, (key, value))| !K::is_vacant(*key, *value));
            (self.at, then) = (before.count(), next);
        }
        self.entries = then.into();
    }
}

/// The keys and values of a table: [`Table::iter`].
pub struct Iter<'a, T: Table> {
    pub(super) table: &'a T,
    pub(super) heap: &'a Mutator,
    pub(super) cursor: Cursor,
}

impl<T: Table> Iterator for Iter<'_, T> {
    type Item = (RawSlot, RawSlot);
    fn next(&mut self) -> Option<(RawSlot, RawSlot)> {
        self.cursor.next(self.heap, self.table).map(|(_, key, value)| (key, value))
    }
}
