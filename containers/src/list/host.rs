//! Lists as host code and helpers use them.

use super::{Kind, Kinds, List};
use holloway_tracer::heap::{
    AnyObject, ArrayObject, ByteArray, FloatArray, Gc, HeapValue, Mut, Mutator, OptGc, OutOfMemory, RawSlot,
    SlotArray, WordArray, Zeroable,
};

/// Least room of a list that has items.
pub(super) const LEAST: usize = 4;

/// A value of a language's, from a plain word.
pub(super) fn int<K: Kinds>(x: i64) -> RawSlot {
    RawSlot { tag: K::INT.unwrap_or_default(), bits: x as u64 }
}
fn float<K: Kinds>(x: f64) -> RawSlot {
    RawSlot { tag: K::FLOAT.unwrap_or_default(), bits: x.to_bits() }
}
fn boolean<K: Kinds>(x: u8) -> RawSlot {
    let (no, yes) = K::BOOL.unwrap_or_default();
    RawSlot { tag: if x == 0 { no } else { yes }, bits: 0 }
}
/// The byte of a truth value.
fn byte<K: Kinds>(value: RawSlot) -> u8 {
    u8::from(K::BOOL.is_some_and(|(_, yes)| value.tag == yes))
}

/// A longer copy of an array.
fn longer<A, E>(heap: &Mutator, old: Option<Gc<A>>, room: usize) -> Result<OptGc<AnyObject>, OutOfMemory>
where
    E: HeapValue + Zeroable,
    A: ArrayObject<Elem = Mut<E>> + Default,
{
    let made = heap.array::<A>(room)?;
    if let Some(old) = old {
        made.tail().copy_from(heap, 0, old.tail().cells(heap));
    }
    Ok(made.erase().into())
}

impl List {
    /// What it holds.
    #[inline]
    pub fn kind(&self, heap: &Mutator) -> Kind {
        Kind::of_number(self.holds.get(heap))
    }
    /// How many items there are.
    #[inline]
    pub fn len(&self, heap: &Mutator) -> usize {
        self.size.get(heap) as usize
    }
    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self, heap: &Mutator) -> bool {
        self.len(heap) == 0
    }
    /// The array, if it is of this type.
    #[inline]
    fn array<A: ArrayObject>(&self, heap: &Mutator) -> Option<Gc<A>> {
        self.items.get(heap).get()?.cast::<A>()
    }
    /// The items of a list of any values.
    pub fn slots(&self, heap: &Mutator) -> Option<Gc<SlotArray>> {
        self.array(heap)
    }
    /// The integers of a list of such; its first `len` elements are the items.
    pub fn ints(&self, heap: &Mutator) -> Option<Gc<WordArray>> {
        self.array(heap)
    }
    /// The floats of a list of such.
    pub fn floats(&self, heap: &Mutator) -> Option<Gc<FloatArray>> {
        self.array(heap)
    }
    /// The bytes, 0 or 1, of a list of truth values.
    pub fn bools(&self, heap: &Mutator) -> Option<Gc<ByteArray>> {
        self.array(heap)
    }
    /// How many items there is room for.
    pub fn room(&self, heap: &Mutator) -> usize {
        match self.kind(heap) {
            Kind::None => 0,
            Kind::Slots => self.slots(heap).map_or(0, |a| a.len()),
            Kind::Ints => self.ints(heap).map_or(0, |a| a.len()),
            Kind::Floats => self.floats(heap).map_or(0, |a| a.len()),
            Kind::Bools => self.bools(heap).map_or(0, |a| a.len()),
        }
    }
    /// An item.
    pub fn get<K: Kinds>(&self, heap: &Mutator, i: usize) -> Option<RawSlot> {
        if i >= self.len(heap) {
            return None;
        }
        match self.kind(heap) {
            Kind::None => None,
            Kind::Slots => self.slots(heap)?.get(heap, i),
            Kind::Ints => self.ints(heap)?.get(heap, i).map(int::<K>),
            Kind::Floats => self.floats(heap)?.get(heap, i).map(float::<K>),
            Kind::Bools => self.bools(heap)?.get(heap, i).map(boolean::<K>),
        }
    }
    /// Changes an item.
    ///
    /// # Errors
    /// If the list must become one of any values, and there is no memory for that.
    ///
    /// # Panics
    /// If there is no such item.
    pub fn set<K: Kinds>(&self, heap: &Mutator, i: usize, value: RawSlot) -> Result<(), OutOfMemory> {
        assert!(i < self.len(heap), "item {i} of {}", self.len(heap));
        if self.kind(heap) != Kind::of::<K>(value) {
            self.become_slots::<K>(heap, self.room(heap))?;
        }
        self.put::<K>(heap, i, value);
        Ok(())
    }
    /// Appends an item.
    ///
    /// # Errors
    /// If there is no memory for it; then nothing is changed.
    pub fn push<K: Kinds>(&self, heap: &Mutator, value: RawSlot) -> Result<(), OutOfMemory> {
        let (n, kind) = (self.len(heap), Kind::of::<K>(value));
        let same = self.kind(heap) == kind || self.kind(heap) == Kind::Slots;
        if n == 0 && !same {
            self.begin(heap, kind, LEAST)?;
        } else if !same {
            self.become_slots::<K>(heap, self.room_for(heap, n + 1))?;
        } else if n == self.room(heap) {
            self.reserve(heap, n + 1)?;
        }
        self.size.set(heap, n as i64 + 1);
        self.put::<K>(heap, n, value);
        Ok(())
    }
    /// Takes the last item off.
    pub fn pop<K: Kinds>(&self, heap: &Mutator) -> Option<RawSlot> {
        let last = self.len(heap).checked_sub(1)?;
        let value = self.get::<K>(heap, last)?;
        self.truncate(heap, last);
        Some(value)
    }
    /// Puts an item before item `i`, or at the end.
    ///
    /// # Errors
    /// If there is no memory for it; then nothing is changed.
    ///
    /// # Panics
    /// If there are fewer items.
    pub fn insert<K: Kinds>(&self, heap: &Mutator, i: usize, value: RawSlot) -> Result<(), OutOfMemory> {
        let n = self.len(heap);
        assert!(i <= n, "an item before number {i} of {n}");
        self.push::<K>(heap, value)?;
        self.shift(heap, i, n, i + 1);
        self.put::<K>(heap, i, value);
        Ok(())
    }
    /// Takes item `i` out; those behind it move up.
    pub fn remove<K: Kinds>(&self, heap: &Mutator, i: usize) -> Option<RawSlot> {
        let (n, value) = (self.len(heap), self.get::<K>(heap, i)?);
        self.shift(heap, i + 1, n, i);
        self.truncate(heap, n - 1);
        Some(value)
    }
    /// Drops the items from number `n` on.
    pub fn truncate(&self, heap: &Mutator, n: usize) {
        let old = self.len(heap);
        if n >= old {
            return;
        }
        if let Some(slots) = self.slots(heap) {
            slots.set_all(heap, n, std::iter::repeat_n(RawSlot::default(), old - n));
        }
        self.size.set(heap, n as i64);
    }
    /// Drops all items, and the room for them.
    pub fn clear(&self, heap: &Mutator) {
        self.size.set(heap, 0);
        self.holds.set(heap, Kind::None as i64);
        self.items.set(heap, OptGc::NULL);
    }
    /// Makes it a list of these.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub fn assign<K: Kinds>(&self, heap: &Mutator, values: &[RawSlot]) -> Result<(), OutOfMemory> {
        self.clear(heap);
        if let Some(first) = values.first() {
            self.begin(heap, Kind::of::<K>(*first), values.len())?;
        }
        values.iter().try_for_each(|v| self.push::<K>(heap, *v))
    }
    /// All items.
    pub fn iter<'a, K: Kinds>(&'a self, heap: &'a Mutator) -> impl Iterator<Item = RawSlot> + 'a {
        (0..).map_while(move |i| self.get::<K>(heap, i))
    }
    /// Makes room for so many items.
    ///
    /// # Errors
    /// If there is no memory for them; then nothing is changed.
    pub fn reserve(&self, heap: &Mutator, n: usize) -> Result<(), OutOfMemory> {
        if n > self.room(heap) {
            let room = self.room_for(heap, n);
            self.items.set(heap, self.copied(heap, self.kind(heap), room)?);
        }
        Ok(())
    }
    /// Room for so many items and more: twice as many as before, so that appending is cheap on the whole.
    fn room_for(&self, heap: &Mutator, n: usize) -> usize {
        n.max(self.room(heap).saturating_mul(2)).max(LEAST)
    }
    /// Room of a kind for an empty list.
    fn begin(&self, heap: &Mutator, kind: Kind, room: usize) -> Result<(), OutOfMemory> {
        self.items.set(heap, OptGc::NULL);
        self.holds.set(heap, Kind::None as i64);
        self.items.set(heap, self.copied(heap, kind, room.max(LEAST))?);
        self.holds.set(heap, kind as i64);
        Ok(())
    }
    /// An array of a kind with this room, and the items if they are of this kind.
    fn copied(&self, heap: &Mutator, kind: Kind, room: usize) -> Result<OptGc<AnyObject>, OutOfMemory> {
        match kind {
            Kind::None => Ok(OptGc::NULL),
            Kind::Slots => longer::<SlotArray, _>(heap, self.slots(heap), room),
            Kind::Ints => longer::<WordArray, _>(heap, self.ints(heap), room),
            Kind::Floats => longer::<FloatArray, _>(heap, self.floats(heap), room),
            Kind::Bools => longer::<ByteArray, _>(heap, self.bools(heap), room),
        }
    }
    /// Becomes a list of any values, with this room, if it is not.
    fn become_slots<K: Kinds>(&self, heap: &Mutator, room: usize) -> Result<(), OutOfMemory> {
        if self.kind(heap) == Kind::Slots {
            return Ok(());
        }
        let made = heap.array::<SlotArray>(room.max(LEAST))?;
        made.set_all(heap, 0, self.iter::<K>(heap));
        self.items.set(heap, made.erase().into());
        self.holds.set(heap, Kind::Slots as i64);
        Ok(())
    }
    /// Changes an item that is there to a value that the kind can hold.
    fn put<K: Kinds>(&self, heap: &Mutator, i: usize, value: RawSlot) {
        let _ = match self.kind(heap) {
            Kind::None => None,
            Kind::Slots => self.slots(heap).and_then(|a| a.set(heap, i, value)),
            Kind::Ints => self.ints(heap).and_then(|a| a.set(heap, i, value.bits as i64)),
            Kind::Floats => self.floats(heap).and_then(|a| a.set(heap, i, f64::from_bits(value.bits))),
            Kind::Bools => self.bools(heap).and_then(|a| a.set(heap, i, byte::<K>(value))),
        };
    }
    /// Copies items `from` to before `to` over those from `at` on.
    fn shift(&self, heap: &Mutator, from: usize, to: usize, at: usize) {
        let _ = match self.kind(heap) {
            Kind::None => None,
            Kind::Slots => self.slots(heap).and_then(|a| a.copy_within(heap, from..to, at)),
            Kind::Ints => self.ints(heap).and_then(|a| a.copy_within(heap, from..to, at)),
            Kind::Floats => self.floats(heap).and_then(|a| a.copy_within(heap, from..to, at)),
            Kind::Bools => self.bools(heap).and_then(|a| a.copy_within(heap, from..to, at)),
        };
    }
}
