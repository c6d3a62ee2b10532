//! Tables as host code and helpers use them.

use super::entries::Probe;
use super::{ask, Cursor, Entries, Entry, Iter, Keys};
use holloway_tracer::heap::{Field, Gc, Mut, Mutator, Object, OptGc, OutOfMemory, RawSlot};

/// An object that is a hash table: one field of it holds the [`Entries`]. No key may be [`Keys::HOLE`].
pub trait Table: Object {
    /// What the keys are.
    type Keys: Keys;
    /// The field, for machines.
    const ENTRIES: Field<Self, Mut<OptGc<Entries>>>;
    /// The field, for host code.
    fn field(&self) -> &Mut<OptGc<Entries>>;

    /// The entries; none before the first was added.
    #[inline(always)]
    fn entries(&self, heap: &Mutator) -> Option<Gc<Entries>> {
        self.field().get(heap).get()
    }
    /// How many there are.
    #[inline]
    fn len(&self, heap: &Mutator) -> usize {
        self.entries(heap).map_or(0, |e| e.live.get(heap) as usize)
    }
    /// Whether there are none.
    #[inline]
    fn is_empty(&self, heap: &Mutator) -> bool {
        self.len(heap) == 0
    }
    /// The number of a key's entry. Keys that only the program can compare are not found: [`Table::find_asking`].
    #[inline(always)]
    fn find(&self, heap: &Mutator, key: RawSlot) -> Option<usize> {
        self.entries(heap)?.find::<Self::Keys>(heap, key)
    }
    /// The value of a key.
    #[inline]
    fn get(&self, heap: &Mutator, key: RawSlot) -> Option<RawSlot> {
        let entries = self.entries(heap)?;
        entries.pair(heap, entries.find::<Self::Keys>(heap, key)?).map(|(_, value)| value)
    }
    /// Whether a key has an entry.
    fn contains(&self, heap: &Mutator, key: RawSlot) -> bool {
        self.find(heap, key).is_some()
    }
    /// Gives a key a value; the one that it had. An entry that is there keeps its key and its place in the order.
    ///
    /// # Errors
    /// If there is no memory for it; then nothing is changed.
    fn insert(&self, heap: &Mutator, key: RawSlot, value: RawSlot) -> Result<Option<RawSlot>, OutOfMemory> {
        self.entry(heap, key).set(value)
    }
    /// Takes out the entry of a key; its value.
    fn remove(&self, heap: &Mutator, key: RawSlot) -> Option<RawSlot> {
        self.remove_at(heap, self.find(heap, key)?).map(|(_, value)| value)
    }
    /// The entry of a key, there or not, to look and to change without finding the key twice.
    fn entry<'a>(&'a self, heap: &'a Mutator, key: RawSlot) -> Entry<'a, Self> {
        Entry { table: self, heap, key, at: self.find(heap, key) }
    }
    /// Adds a key that is known to have no entry; the number of its entry.
    ///
    /// # Errors
    /// If there is no memory for it; then nothing is changed.
    fn insert_new(&self, heap: &Mutator, key: RawSlot, value: RawSlot) -> Result<usize, OutOfMemory> {
        let hash = || Self::Keys::hash(heap, key);
        match self.entries(heap).and_then(|e| e.add(heap, key, value, hash)) {
            Some(at) => Ok(at),
            None => self.insert_hashed(heap, key, hash(), value),
        }
    }
    /// The same where the hash is at hand.
    ///
    /// # Errors
    /// If there is no memory for it; then nothing is changed.
    fn insert_hashed(
        &self,
        heap: &Mutator,
        key: RawSlot,
        hash: u64,
        value: RawSlot,
    ) -> Result<usize, OutOfMemory> {
        let add = |entries: Gc<Entries>| entries.add(heap, key, value, || hash);
        if let Some(at) = self.entries(heap).and_then(add) {
            return Ok(at);
        }
        self.grow(heap, |_| true)?;
        self.entries(heap).and_then(add).ok_or(OutOfMemory)
    }
    /// Takes out an entry by its number.
    fn remove_at(&self, heap: &Mutator, at: usize) -> Option<(RawSlot, RawSlot)> {
        let entries = self.entries(heap)?;
        let pair = entries.pair(heap, at).filter(|(key, value)| !Self::Keys::is_vacant(*key, *value))?;
        entries.vacate::<Self::Keys>(heap, at);
        Some(pair)
    }
    /// Makes room for as many entries as there are, dropping the vacant ones and those whose keys are not wanted.
    ///
    /// # Errors
    /// If there is no memory for it; then nothing is changed.
    fn grow(&self, heap: &Mutator, wanted: impl Fn(RawSlot) -> bool) -> Result<(), OutOfMemory> {
        let grown = match self.entries(heap) {
            Some(entries) => entries.replaced::<Self::Keys>(heap, wanted)?,
            None => Entries::with_room::<Self::Keys>(heap, 0)?,
        };
        self.field().set(heap, grown.into());
        Ok(())
    }
    /// Makes room for so many entries at once, where there are none yet.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn reserve(&self, heap: &Mutator, entries: usize) -> Result<(), OutOfMemory> {
        if self.field().get(heap).is_null() && entries > 0 {
            self.field().set(heap, Entries::with_room::<Self::Keys>(heap, entries - 1)?.into());
        }
        Ok(())
    }
    /// Takes all entries out.
    fn clear(&self, heap: &Mutator) {
        let Some(entries) = self.entries(heap) else { return };
        (0..entries.size.get(heap) as usize)
            .for_each(|at| entries.set_pair(heap, at, Self::Keys::HOLE, Self::Keys::HOLE));
        entries.live.set(heap, 0);
        // Without memory for others they stay, as holes.
        if let Ok(fresh) = Entries::with_room::<Self::Keys>(heap, 0) {
            entries.next.set(heap, fresh.into());
            self.field().set(heap, fresh.into());
        }
    }
    /// The entries in their order. The table may be changed meanwhile: see [`Cursor`].
    fn iter<'a>(&'a self, heap: &'a Mutator) -> Iter<'a, Self> {
        Iter { table: self, heap, cursor: Cursor::default() }
    }
    /// The number of a key's entry, where only the program may be able to compare keys: `ask` does, with a key of the table. It may change the table, which is then looked through once more.
    ///
    /// # Errors
    /// Those of `ask`.
    fn find_asking<E>(
        &self,
        heap: &Mutator,
        key: RawSlot,
        hash: u64,
        ask: impl FnMut(RawSlot) -> Result<bool, E>,
    ) -> Result<Option<usize>, E> {
        ask::find(self, heap, key, hash, ask)
    }
    /// The number of a key's entry if that can be told without the program: [`open::ABSENT`](super::open::ABSENT) if there is none,
    /// [`open::UNKNOWN`](super::open::UNKNOWN) if only the program can tell.
    fn find_plainly(&self, heap: &Mutator, key: RawSlot, hash: u64) -> i64 {
        match self.entries(heap).map(|e| e.probe::<Self::Keys>(heap, key, || hash)) {
            Some(Probe::Found(at)) => at as i64,
            Some(Probe::Ask(_)) => super::open::UNKNOWN,
            Some(Probe::Absent) | None => super::open::ABSENT,
        }
    }
}
