//! The hash part: every key that is neither in the array part nor in the map.
//!
//! Entries stand in order of insertion, an index of open addressing finds them; few are looked through. All of it lies in the heap, so that a trace has a
//! call for the look-up alone, and reads and writes the entry itself. A removed entry keeps its key with the value nil until the next growth, so a
//! traversal that removes what it visits stays in step; a key that is an object is then a [`dead`] one, which keeps nothing alive.
//!
//! **Invariants.** No key is nil, NaN, or a float with an integer value. Growth (and with it a change of order) happens only when a new key is added.
//! There is an index where there is room for more than [`FEW`] entries; where there is not, each entry has its mark. `entries` has a key and a value for each of the first `size` entries. Of a weak
//! table `weak` has all entries, and there are none here.
//!
//! **Example.** `part.find(cx, key)` is the number of an entry, whose value is element `2 * number + 1` of `entries`.

use super::weak::WeakPart;
use crate::string::Same;
use crate::value::{Tag, Val, NIL};
use holloway::heap::{Header, Mut, Mutator, OptGc, OutOfMemory, RawSlot, SlotArray, WordArray};
use holloway::Object;
use langkit::hash::spread;
use langkit::{few, places};

/// See the module header.
#[derive(Object, Default)]
#[repr(C)]
pub struct HashPart {
    header: Header,
    /// Entries with integer keys, counting those whose value was removed since the last growth. With none, an integer key is in the array part or nowhere.
    pub ints: Mut<i64>,
    /// Those of them that are positive: with none, no element of the list is here, and appending need not look.
    pub elements: Mut<i64>,
    /// Whether the table is noted for its finalizer. Few are, so that this is not in the table.
    pub noted: Mut<u8>,
    /// Places of entries, where there are many.
    pub index: Mut<OptGc<WordArray>>,
    /// Their keys' marks, where there are few.
    pub marks: Mut<i64>,
    /// Keys and values, in turn.
    pub entries: Mut<OptGc<SlotArray>>,
    /// Number of entries, removed ones too.
    pub size: Mut<i64>,
    /// The entry that a traversal came to last, where it goes on.
    #[object(hint)]
    pub last: Mut<i64>,
    /// The entries of a weak table.
    pub weak: Mut<OptGc<WeakPart>>,
}

/// A key and its value.
type Entry = (RawSlot, RawSlot);

/// Most entries without an index.
const FEW: usize = few::MARKED;

/// Hash of a key, as an index has it.
#[inline]
pub fn hash_key(cx: &Mutator, key: RawSlot) -> u64 {
    let h = match Val::from(key) {
        Val::Str(s) => s.hash_of(cx),
        _ => spread(key.bits ^ key.tag << TAG_AT),
    };
    h & places::HASH
}

/// Where the hash of what is no string has its tag.
pub const TAG_AT: u32 = 60;

/// Whether two keys are one.
#[inline(always)]
pub fn same_key(a: RawSlot, b: RawSlot) -> bool {
    a == b || (a.tag == Tag::Str && b.tag == Tag::Str && long_same(a, b))
}

#[cold]
fn long_same(a: RawSlot, b: RawSlot) -> bool {
    matches!((Val::from(a), Val::from(b)), (Val::Str(a), Val::Str(b)) if a.same(b))
}

/// What stands for a key that nobody is to find, but a traversal that comes from it.
fn dead(key: RawSlot) -> RawSlot {
    RawSlot { tag: Tag::Nil, bits: key.bits }
}

/// Room for entries, and places of the index, for so many entries and as many again.
fn size_for(entries: usize) -> (usize, usize) {
    match entries {
        0..4 => (4, 0),
        4..FEW => (FEW, 0),
        n => {
            let places = ((n + 1) * 2).next_power_of_two();
            (places * 3 / 4, places)
        }
    }
}

/// Memory that a hash part with so many entries takes once it has grown for one of them, in bytes.
pub fn bytes_for(entries: usize) -> usize {
    let (room, places) = size_for(entries.saturating_sub(1));
    room * 2 * size_of::<RawSlot>() + places * 8
}

impl HashPart {
    /// The entry of a key.
    pub fn find(&self, cx: &Mutator, key: RawSlot) -> Option<usize> {
        self.find_here(cx, key)
    }
    /// The same where the kind of key is known, and time counts.
    #[inline(always)]
    pub fn find_here(&self, cx: &Mutator, key: RawSlot) -> Option<usize> {
        let array = self.entries.get(cx).get()?;
        let entries = array.cells(cx);
        let hash = hash_key(cx, key);
        let is = |e: usize| same_key(entries[2 * e].get(cx), key);
        match self.index.get(cx).get() {
            Some(index) => places::find(cx, index.cells(cx), hash, is),
            None => few::alike(self.marks.get(cx) as u64, hash).find(|&e| is(e)),
        }
    }
    /// The entry of a key that has been removed, and was an object.
    fn find_dead(&self, cx: &Mutator, key: RawSlot) -> Option<usize> {
        (0..self.size.get(cx) as usize).find(|&i| self.entry(cx, i).0 == dead(key))
    }
    fn entry(&self, cx: &Mutator, i: usize) -> Entry {
        let entries = self.entries.get(cx).get();
        let at = |i: usize| entries.and_then(|e| e.get(cx, i)).unwrap_or(NIL);
        (at(2 * i), at(2 * i + 1))
    }
    /// The entries that have a value, in their order.
    fn live<'a>(&'a self, cx: &'a Mutator) -> impl Iterator<Item = Entry> + 'a {
        (0..self.size.get(cx) as usize).map(move |i| self.entry(cx, i)).filter(|e| e.1 != NIL)
    }
    fn put(&self, cx: &Mutator, i: usize, (key, value): Entry) {
        if let Some(entries) = self.entries.get(cx).get() {
            entries.set(cx, 2 * i, key);
            entries.set(cx, 2 * i + 1, value);
        }
    }
    /// The value of a key; nil if there is none.
    #[inline]
    pub fn get(&self, cx: &Mutator, key: RawSlot) -> RawSlot {
        self.find(cx, key).map_or(NIL, |i| self.entry(cx, i).1)
    }
    /// Gives a key a value, or takes it away; false if that needs growth, before which nothing is done.
    #[inline]
    pub fn set(&self, cx: &Mutator, key: RawSlot, value: RawSlot) -> bool {
        if let Some(i) = self.find(cx, key) {
            match value == NIL && key.tag > Tag::Str {
                true => self.remove(cx, i),
                false => self.put(cx, i, (key, value)),
            }
            return true;
        }
        value == NIL || self.add(cx, key, value)
    }
    /// Takes the value of an entry away whose key is an object.
    pub fn remove(&self, cx: &Mutator, i: usize) {
        self.put(cx, i, (dead(self.entry(cx, i).0), NIL));
    }
    /// Adds a key that has no entry, growing.
    ///
    /// # Errors
    /// If there is no memory for that; then nothing is done.
    pub fn grow_with(&self, cx: &Mutator, key: RawSlot, value: RawSlot) -> Result<(), OutOfMemory> {
        self.rebuild(cx, |_| true)?;
        self.add(cx, key, value);
        Ok(())
    }
    /// Adds a key that has no entry; false if that needs growth.
    #[inline]
    pub fn add(&self, cx: &Mutator, key: RawSlot, value: RawSlot) -> bool {
        let n = self.size.get(cx) as usize;
        let Some(entries) = self.entries.get(cx).get().filter(|e| 2 * n < e.len()) else { return false };
        let hash = hash_key(cx, key);
        match self.index.get(cx).get() {
            Some(index) => _ = places::note(cx, index, hash, (hash >> 32) as usize, n),
            None => self.marks.set(cx, few::marked(self.marks.get(cx) as u64, n, hash) as i64),
        }
        if key.tag == Tag::Int {
            self.ints.set(cx, self.ints.get(cx) + 1);
            self.elements.set(cx, self.elements.get(cx) + i64::from(key.bits as i64 > 0));
        }
        entries.copy_in(cx, 2 * n, &[key, value]);
        self.size.set(cx, n as i64 + 1);
        true
    }
    /// Drops removed entries, and those that are not wanted, and makes room for more.
    fn rebuild(&self, cx: &Mutator, wanted: impl Fn(RawSlot) -> bool) -> Result<(), OutOfMemory> {
        let kept = |e: &Entry| e.1 != NIL && wanted(e.0);
        let (old, size) = (self.entries.get(cx).get(), self.size.get(cx) as usize);
        let cells = old.as_ref().map_or(&[][..], |old| &old.cells(cx)[..2 * size]);
        let all = || cells.chunks_exact(2).map(|e| (e[0].get(cx), e[1].get(cx)));
        let (room, places) = size_for(all().filter(kept).count());
        let entries = cx.array::<SlotArray>(2 * room)?;
        let index = match places {
            0 => OptGc::NULL,
            n => cx.array::<WordArray>(n)?.into(),
        };
        self.entries.set(cx, entries.into());
        self.index.set(cx, index);
        [&self.size, &self.ints, &self.elements, &self.marks].iter().for_each(|n| n.set(cx, 0));
        all().filter(kept).for_each(|(key, value)| {
            self.add(cx, key, value);
        });
        Ok(())
    }
    /// Drops removed entries where they are, if these are most of a full hash part: it need not grow then. Whether it has.
    pub fn drop_removed(&self, cx: &Mutator) -> bool {
        let (Some(entries), size) = (self.entries.get(cx).get(), self.size.get(cx) as usize) else {
            return false;
        };
        let live = entries.cells(cx)[..2 * size].chunks_exact(2).filter(|e| e[1].get(cx) != NIL).count();
        if 2 * live >= size {
            return false;
        }
        if let Some(index) = self.index.get(cx).get() {
            index.cells(cx).iter().for_each(|place| place.set(cx, places::FREE as i64));
        }
        [&self.size, &self.ints, &self.elements, &self.marks].iter().for_each(|n| n.set(cx, 0));
        for i in 0..size {
            let (key, value) = self.entry(cx, i);
            self.put(cx, i, (NIL, NIL));
            if value != NIL {
                self.add(cx, key, value);
            }
        }
        true
    }
    /// Takes the entry of a key out, which is then in the array part: a traversal must not find it here too.
    pub fn take(&self, cx: &Mutator, key: RawSlot) -> RawSlot {
        let Some(i) = self.find(cx, key) else { return NIL };
        let value = self.entry(cx, i).1;
        self.put(cx, i, (NIL, NIL));
        value
    }
    /// Takes the entries with these integer keys out.
    ///
    /// # Errors
    /// If there is no memory for that; then nothing is done.
    pub fn take_ints(
        &self,
        cx: &Mutator,
        wanted: impl Fn(i64) -> bool,
    ) -> Result<Vec<(i64, RawSlot)>, OutOfMemory> {
        let is_wanted = |key: RawSlot| key.tag == Tag::Int && wanted(key.bits as i64);
        let all = self.live(cx).filter(|e| is_wanted(e.0));
        let taken: Vec<_> = all.map(|e| (e.0.bits as i64, e.1)).collect();
        if !taken.is_empty() {
            self.rebuild(cx, |key| !is_wanted(key))?;
        }
        Ok(taken)
    }
    /// Takes all entries out.
    pub fn take_all(&self, cx: &Mutator) -> Vec<Entry> {
        let all = self.live(cx).collect();
        self.entries.set(cx, OptGc::NULL);
        self.index.set(cx, OptGc::NULL);
        self.size.set(cx, 0);
        self.marks.set(cx, 0);
        all
    }
    /// Does something with each integer key that has a value; answers how many keys of any type have one.
    pub fn each_int(&self, cx: &Mutator, mut f: impl FnMut(i64)) -> usize {
        let all = self.live(cx);
        all.inspect(|(key, _)| {
            if key.tag == Tag::Int {
                f(key.bits as i64);
            }
        })
        .count()
    }
    /// Whether all keys that have values are integers of which something holds, asked in their order.
    pub fn all_ints(&self, cx: &Mutator, mut f: impl FnMut(i64) -> bool) -> bool {
        self.live(cx).all(|(key, _)| key.tag == Tag::Int && f(key.bits as i64))
    }
    /// Place in the order of traversal after a key; `None` if the key has no entry.
    pub fn after(&self, cx: &Mutator, key: RawSlot) -> Option<usize> {
        let last = self.last.get(cx) as usize;
        if last < self.size.get(cx) as usize && [key, dead(key)].contains(&self.entry(cx, last).0) {
            return Some(last + 1);
        }
        self.find(cx, key).or_else(|| self.find_dead(cx, key)).map(|i| i + 1)
    }
    /// The first entry with a value from a place on.
    pub fn next(&self, cx: &Mutator, from: usize) -> Option<Entry> {
        let i = (from..self.size.get(cx) as usize).find(|&i| self.entry(cx, i).1 != NIL)?;
        self.last.set(cx, i as i64);
        Some(self.entry(cx, i))
    }
}
