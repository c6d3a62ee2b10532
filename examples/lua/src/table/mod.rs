//! Tables: a map with slots for short string keys, an array part for 1..n, a hash part for the rest.
//!
//! This is the host side, used by helpers and the library; interpreter code has its own fast paths over the same fields (`interp::index`).
//!
//! **Invariants.**
//! 1. A short string key is in the map or, if the map is the dictionary map, in the hash part. Its slot may hold nil. So is the key 0: lists that begin there
//!    are nearly as common as those that begin at 1.
//! 2. The array part holds the keys `1..=alen`; element `alen` is not nil, and the value of `alen + 1` is. So `alen` is a border.
//! 3. Of the kinds of array parts ([`kind`]) only `SLOTS` and `SPARSE` can hold nil. The elements of the first beyond `alen` are nil; the second holds all keys
//!    that it has room for; elements of the others beyond `alen` mean nothing.
//! 4. No key that the array part holds is in the hash part, nor are the first [`sparse::FEW`] in the hash part of a table that is not weak.
//!
//! **Example.** `table.set(rt, key, value)?`, `table.get(rt, key)`, `while let Some((k, v)) = table.next(rt, key)? { key = k }`: all raw.

pub mod array;
pub mod hash;
pub mod sparse;
pub mod weak;

use crate::string::Str;
use crate::value::{Val, NIL};
use crate::{error, Rt};
use hash::HashPart;
use holloway::heap::{Field, Gc, Header, Mut, OptGc, RawSlot, Tail};
use holloway::machine::Raised;
use holloway::Object;
use langkit::maps::Map;
use weak::{WeakPart, Weakness};

/// Slots in the table itself; more are in an array.
pub const INLINE: usize = 3;
/// Most string keys a table may get by `t[k] = v` before it becomes a dictionary.
const COMPUTED_LIMIT: u32 = 32;
/// Most string keys it may get by `t.name = v`.
pub const NAMED_LIMIT: u32 = 2000;
/// Successors that a map may have for `t[k] = v` to make another one: where keys differ from table to table, these are dictionaries. A copy of an object
/// (`for k, v in pairs(o) do t[k] = v end`) goes the way of the object.
const WAYS: usize = 4;

/// How a string key is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// `t.name = v`.
    Name,
    /// `t[k] = v`.
    Computed,
}

/// Kinds of array parts: tags of [`Table::array`].
pub mod kind {
    use crate::value::Tag;
    /// None yet.
    pub const NONE: u64 = Tag::Nil;
    /// None ever: a weak table keeps everything in its hash part.
    pub const HASHED: u64 = Tag::False;
    /// Any values.
    pub const SLOTS: u64 = Tag::Slots;
    /// Integers.
    pub const INTS: u64 = Tag::Ints;
    /// Floats.
    pub const FLOATS: u64 = Tag::Floats;
    /// Booleans, a byte each: 0 or 1.
    pub const BOOLS: u64 = Tag::Bools;
    /// Any values, and some keys may lack one.
    pub const SPARSE: u64 = Tag::Sparse;
}

/// The one key that is no name and has a slot.
pub const ZERO: Val = Val::Int(0);

/// The group of maps of tables whose names are in slots.
pub const NAMES: u32 = 0;
/// The group of the map of tables whose names are in the hash part.
pub const DICT: u32 = 1;

/// Slots of a table beyond those in itself: of a type of their own, so that a trace knows that an element of a list or hash part is none.
#[derive(Object, Default)]
#[repr(C)]
pub struct Fields {
    header: Header,
    of: Tail<Mut<RawSlot>>,
}

impl std::ops::Deref for Fields {
    type Target = Tail<Mut<RawSlot>>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.of
    }
}

/// A table.
#[derive(Object)]
#[repr(C)]
pub struct Table {
    header: Header,
    /// Which string key is in which slot.
    pub map: Mut<Gc<Map>>,
    /// Metatable.
    pub meta: Mut<OptGc<Table>>,
    /// Hash part.
    pub hash: Mut<OptGc<HashPart>>,
    /// Slots from number [`INLINE`] on.
    pub slots: Mut<OptGc<Fields>>,
    /// Array part: its kind, and the array of that kind.
    pub array: Mut<RawSlot>,
    /// Length of the list: the elements of an array part that lacks none.
    pub alen: Mut<i64>,
    /// Slot 0.
    pub s0: Mut<RawSlot>,
    /// Slot 1.
    pub s1: Mut<RawSlot>,
    /// Slot 2.
    pub s2: Mut<RawSlot>,
}

/// Where a name is in all tables with one map: the number of a slot, or one of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot(u32);

impl Spot {
    /// Nowhere.
    pub const ABSENT: Spot = Spot(u32::MAX);
    /// If anywhere, in the hash part.
    pub const HASHED: Spot = Spot(u32::MAX - 1);
    /// What a map of slots says.
    #[inline(always)]
    pub fn of(slot: Option<u32>) -> Spot {
        slot.map_or(Spot::ABSENT, Spot)
    }
    /// Whether it is a slot.
    #[inline(always)]
    pub fn is_slot(self) -> bool {
        self.0 < Spot::HASHED.0
    }
    /// Which one.
    #[inline(always)]
    pub fn slot(self) -> usize {
        self.0 as usize
    }
}

/// Whether a key is one of those that a map has slots for.
fn is_mapped(key: Val) -> bool {
    match key {
        Val::Str(s) => s.is_short(),
        Val::Int(i) => i == 0,
        _ => false,
    }
}

/// An empty table.
pub fn new(rt: &Rt) -> Gc<Table> {
    rt.heap.alloc(Table {
        header: Header::NEW,
        map: Mut::new(rt.lang.root_map()),
        meta: Mut::default(),
        hash: Mut::default(),
        slots: Mut::default(),
        array: Mut::new(RawSlot { tag: kind::NONE, bits: 0 }),
        alen: Mut::new(0),
        s0: Mut::new(NIL),
        s1: Mut::new(NIL),
        s2: Mut::new(NIL),
    })
}

impl Table {
    /// The slots that a table has in itself.
    pub const SLOTS: [Field<Table, Mut<RawSlot>>; INLINE] = [Table::s0, Table::s1, Table::s2];
    /// The value of a string slot.
    fn slot(&self, rt: &Rt, i: usize) -> RawSlot {
        let cx = &rt.heap;
        match i {
            0 => self.s0.get(cx),
            1 => self.s1.get(cx),
            2 => self.s2.get(cx),
            _ => self.slots.get(cx).get().and_then(|a| a.get(cx, i - INLINE)).unwrap_or(NIL),
        }
    }
    fn set_slot(&self, rt: &Rt, i: usize, v: RawSlot) {
        let cx = &rt.heap;
        match i {
            0 => self.s0.set(cx, v),
            1 => self.s1.set(cx, v),
            2 => self.s2.set(cx, v),
            _ => {
                self.slots.get(cx).get().and_then(|a| a.set(cx, i - INLINE, v));
            }
        }
    }
    /// Makes room for `n` string slots.
    pub fn reserve_slots(&self, rt: &Rt, n: usize) -> Result<(), Raised> {
        let cx = &rt.heap;
        let old = self.slots.get(cx).get();
        let have = INLINE + old.map_or(0, |a| a.len());
        if n <= have {
            return Ok(());
        }
        let want = (n - INLINE).next_power_of_two().max(4);
        let new = cx.array::<Fields>(want).map_err(|_| error::out_of_memory(rt))?;
        if let Some(old) = old {
            for i in 0..old.len() {
                new.set(cx, i, old.get(cx, i).unwrap_or(NIL));
            }
        }
        self.slots.set(cx, new.into());
        Ok(())
    }
    /// The value of any key, raw.
    pub fn get(&self, rt: &Rt, key: impl Into<RawSlot>) -> RawSlot {
        let key = key.into();
        match Val::from(key) {
            Val::Int(i) => self.get_int(rt, i),
            Val::Str(s) if s.is_short() => self.get_str(rt, s),
            Val::Float(x) => match crate::text::number::float_to_int(x.get()) {
                Some(i) => self.get_int(rt, i),
                None => self.get_hashed(rt, key),
            },
            _ => self.get_hashed(rt, key),
        }
    }
    /// The value of a key that neither the array part nor the map has.
    #[inline]
    pub fn get_hashed(&self, rt: &Rt, key: RawSlot) -> RawSlot {
        let cx = &rt.heap;
        let Some(part) = self.hash.get(cx).get() else { return NIL };
        match part.weak.get(cx).get() {
            None => part.get(cx, key),
            Some(weak) => weak.hash.with(cx, |h| h.get(cx, key)),
        }
    }
    /// The value of a short string key.
    #[inline]
    pub fn get_str(&self, rt: &Rt, key: Gc<Str>) -> RawSlot {
        self.get_mapped(rt, Val::Str(key))
    }
    /// The value of a short string key, or of [`ZERO`].
    #[inline]
    fn get_mapped(&self, rt: &Rt, key: Val) -> RawSlot {
        let map = self.map.get(&rt.heap);
        if map.group == DICT {
            return self.get_hashed(rt, key.into());
        }
        rt.lang.maps().index(&rt.heap, map, key).map_or(NIL, |i| self.slot(rt, i as usize))
    }
    /// The value of a name.
    pub fn get_name(&self, rt: &Rt, name: &str) -> Val {
        self.get_str(rt, rt.lang.short(rt, name)).into()
    }
    /// Sets any key, raw.
    ///
    /// # Errors
    /// "table index is nil", "table index is NaN", "not enough memory".
    pub fn set(&self, rt: &Rt, key: impl Into<RawSlot>, v: impl Into<RawSlot>) -> Result<(), Raised> {
        let (key, v) = (key.into(), v.into());
        match Val::from(key) {
            Val::Int(i) => self.set_int(rt, i, v),
            Val::Str(s) if s.is_short() => self.set_str(rt, s, v, By::Computed),
            Val::Float(x) => match crate::text::number::float_to_int(x.get()) {
                Some(i) => self.set_int(rt, i, v),
                None if x.get().is_nan() => Err(error::error(rt, "table index is NaN")),
                None => self.set_hashed(rt, key, v),
            },
            Val::Nil => Err(error::error(rt, "table index is nil")),
            _ => self.set_hashed(rt, key, v),
        }
    }
    /// Sets a short string key. The table becomes a dictionary where that suits its keys better.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn set_str(&self, rt: &Rt, key: Gc<Str>, v: RawSlot, by: By) -> Result<(), Raised> {
        self.set_mapped(rt, Val::Str(key), v, by)
    }
    /// The same, or sets [`ZERO`].
    fn set_mapped(&self, rt: &Rt, key: Val, v: RawSlot, by: By) -> Result<(), Raised> {
        let cx = &rt.heap;
        let map = self.map.get(cx);
        if map.group == DICT {
            return self.set_hashed(rt, key.into(), v);
        }
        if let Some(i) = rt.lang.maps().index(cx, map, key) {
            self.set_slot(rt, i as usize, v);
            return Ok(());
        }
        if v == NIL {
            return Ok(());
        }
        let suits = match by {
            By::Name => map.count < NAMED_LIMIT,
            By::Computed => map.count < COMPUTED_LIMIT && rt.lang.maps().leads(cx, map, key, WAYS),
        };
        if !suits {
            self.become_dict(rt)?;
            return self.set_hashed(rt, key.into(), v);
        }
        self.reserve_slots(rt, map.count as usize + 1)?;
        self.map.set(cx, rt.lang.maps().with_key(cx, map, key));
        self.set_slot(rt, map.count as usize, v);
        Ok(())
    }
    /// Sets a name.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn set_name(&self, rt: &Rt, name: &str, v: impl Into<RawSlot>) -> Result<(), Raised> {
        self.set_str(rt, rt.lang.short(rt, name), v.into(), By::Name)
    }
    fn become_dict(&self, rt: &Rt) -> Result<(), Raised> {
        let cx = &rt.heap;
        let map = self.map.get(cx);
        if map.group == DICT {
            return Ok(());
        }
        for i in 0..map.count as usize {
            let v = self.slot(rt, i);
            self.set_slot(rt, i, NIL);
            if let Some(k) = map.key_at(cx, i).filter(|_| v != NIL) {
                self.set_hashed(rt, k, v)?;
            }
        }
        self.map.set(cx, rt.lang.dict_map());
        self.slots.set(cx, OptGc::NULL);
        Ok(())
    }
    fn set_hashed(&self, rt: &Rt, key: RawSlot, v: RawSlot) -> Result<(), Raised> {
        let cx = &rt.heap;
        if v == NIL && self.hash.get(cx).is_null() {
            return Ok(());
        }
        let part = self.hash_part(rt);
        if let Some(weak) = part.weak.get(cx).get() {
            let set = |h: &mut weak::Weak| match h.set(cx, key, v) {
                true => Ok(()),
                false => {
                    let grown = h.grow_with(cx, key, v);
                    cx.charge(h.live() * 64);
                    grown
                }
            };
            return weak.hash.with_mut(cx, set).map_err(|_| error::out_of_memory(rt));
        }
        if part.set(cx, key, v) {
            return Ok(());
        }
        if part.drop_removed(cx) && part.add(cx, key, v) {
            return Ok(());
        }
        if let Val::Int(i) = key.into() {
            if self.grow_array_for(rt, i)? {
                return self.set_int(rt, i, v);
            }
        }
        part.grow_with(cx, key, v).map_err(|_| error::out_of_memory(rt))
    }
    /// Sets a key that neither the array part nor the map has, and the hash part is known not to have.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn insert_hashed(&self, rt: &Rt, key: RawSlot, v: RawSlot) -> Result<(), Raised> {
        let cx = &rt.heap;
        let part = self.hash_part(rt);
        match part.weak.get(cx).is_null() && part.add(cx, key, v) {
            true => Ok(()),
            false => self.set_hashed(rt, key, v),
        }
    }
    /// The hash part, made if there is none.
    pub fn hash_part(&self, rt: &Rt) -> Gc<HashPart> {
        let cx = &rt.heap;
        self.hash.get(cx).get().unwrap_or_else(|| {
            let part = cx.alloc(HashPart::default());
            self.hash.set(cx, part.into());
            part
        })
    }
    /// The metatable.
    pub fn metatable(&self, rt: &Rt) -> Option<Gc<Table>> {
        self.meta.get(&rt.heap).get()
    }
    /// Sets the metatable and acts on its `__mode`.
    ///
    /// # Errors
    /// "not enough memory".
    pub fn set_metatable(&self, rt: &Rt, meta: Option<Gc<Table>>) -> Result<(), Raised> {
        self.meta.set(&rt.heap, meta.into());
        let mode = meta.map_or(NIL, |m| m.get_name(rt, "__mode").into());
        if let Val::Str(mode) = mode.into() {
            let has = |c| mode.bytes().contains(&c);
            let w = Weakness { keys: has(b'k'), values: has(b'v') };
            if w != Weakness::default() {
                return self.make_weak(rt, w);
            }
        }
        Ok(())
    }
    fn make_weak(&self, rt: &Rt, w: Weakness) -> Result<(), Raised> {
        let cx = &rt.heap;
        self.become_dict(rt)?;
        self.array_to_hash(rt)?;
        let part = self.hash_part(rt);
        if let Some(weak) = part.weak.get(cx).get() {
            weak.hash.with_mut(cx, |h| h.set_weakness(w));
            return Ok(());
        }
        let all = part.take_all(cx);
        part.weak.set(cx, cx.alloc(WeakPart::new(w)).into());
        // Integers are looked for.
        part.ints.set(cx, 1);
        part.elements.set(cx, 1);
        all.into_iter().try_for_each(|(key, v)| self.set_hashed(rt, key, v))
    }
    /// Length without metamethods: a border.
    pub fn len(&self, rt: &Rt) -> i64 {
        let n = self.alen.get(&rt.heap);
        if n > 0 || self.hash.get(&rt.heap).get().is_none_or(|h| h.elements.get(&rt.heap) == 0) {
            return n;
        }
        let absent = |i| self.get_int(rt, i) == NIL;
        let mut high = 1;
        while !absent(high) {
            if high > i64::MAX / 2 {
                return (1..).find(|&i| absent(i)).unwrap_or(i64::MAX) - 1;
            }
            high *= 2;
        }
        let mut low = high / 2;
        while high - low > 1 {
            let mid = low + (high - low) / 2;
            *(if absent(mid) { &mut high } else { &mut low }) = mid;
        }
        low
    }
    /// The entry after a key (nil: the first): array part, map, hash part.
    ///
    /// # Errors
    /// "invalid key to 'next'".
    pub fn next(&self, rt: &Rt, key: RawSlot) -> Result<Option<(RawSlot, RawSlot)>, Raised> {
        let cx = &rt.heap;
        let map = self.map.get(cx);
        let extent = self.extent(rt) as i64;
        // Where to go on: the array part from an index, the map from a slot, or the hash part from a place.
        let (mut at, mut slot, mut place) = (i64::MAX, 0, 0);
        let hash = self.hash.get(cx).get();
        let in_hash = |key| match hash?.weak.get(cx).get() {
            None => hash?.after(cx, key),
            Some(weak) => weak.hash.with(cx, |h| h.after(cx, key)),
        };
        match Val::from(key) {
            Val::Nil => at = 1,
            Val::Int(i) if (1..=extent).contains(&i) => at = i + 1,
            k if map.group != DICT && is_mapped(k) => match rt.lang.maps().index(cx, map, k) {
                Some(i) => slot = i as usize + 1,
                None => return Err(error::at_level(rt, "invalid key to 'next'", 0)),
            },
            k => match in_hash(k.into()) {
                Some(p) => (slot, place) = (usize::MAX, p),
                // An element that was removed from the end of the array part while it was visited.
                None if matches!(k, Val::Int(i) if i > 0 && i as usize <= self.capacity(rt)) => {}
                None => return Err(error::at_level(rt, "invalid key to 'next'", 0)),
            },
        }
        while at <= extent {
            let v = self.get_int(rt, at);
            if v != NIL {
                return Ok(Some((Val::Int(at).into(), v)));
            }
            at += 1;
        }
        for i in slot..(map.count as usize).max(slot) {
            let v = self.slot(rt, i);
            if v != NIL {
                let key = map.key_at(cx, i).unwrap_or(NIL);
                return Ok(Some((key, v)));
            }
        }
        let Some(part) = hash else { return Ok(None) };
        Ok(match part.weak.get(cx).get() {
            None => part.next(cx, place),
            Some(weak) => weak.hash.with(cx, |h| h.next(place)),
        })
    }
}
