//! Dictionaries and sets: entries in order of insertion, and an index of them by open addressing.
//!
//! **Invariants.** `index` has a power of two of places, at most two thirds used; a place is free (0), deleted (1) or entry number + 2. A deleted entry has an unbound key.
//! A table of up to [`SMALL`] entries has no index: they are looked through.
//!
//! Comparing keys may run the program (`__eq__`), which may change the table: so a look-up asks for one comparison at a time, with no borrow held, and
//! begins again if the table has changed meanwhile.

use crate::bytecode::BinOp;
use crate::objects::ops;
use crate::value::{Dict, Set, Tag, Val, UNBOUND};
use crate::Rt;
use holloway::heap::{Gc, Marker, Own, RawSlot, Trace};
use holloway::machine::Raised;

/// Most entries without an index.
const SMALL: usize = 8;

#[derive(Clone, Copy)]
struct Entry {
    hash: i64,
    key: RawSlot,
    value: RawSlot,
}

/// The entries of a dictionary or set.
#[derive(Default, Clone)]
pub struct Table {
    index: Vec<u32>,
    entries: Vec<Entry>,
    live: usize,
    /// Places of the index that are not free.
    used: usize,
    /// Counts changes of keys.
    version: u32,
}

impl Trace for Table {
    fn trace(&self, m: &mut Marker<'_>) {
        for e in &self.entries {
            m.mark_slot(e.key);
            m.mark_slot(e.value);
        }
    }
}

/// An answer while looking for a key.
enum Probe {
    Found(usize),
    Absent,
    /// Compare with this entry, then go on.
    Ask(usize, RawSlot),
}

impl Table {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.live
    }
    /// Entry number `i`, with `None` for a deleted one, and nothing beyond the last.
    pub fn entry(&self, i: usize) -> Option<Option<(RawSlot, RawSlot)>> {
        self.entries.get(i).map(|e| (e.key.tag != Tag::Unbound).then_some((e.key, e.value)))
    }
    /// Keys and values in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (RawSlot, RawSlot)> + '_ {
        self.entries.iter().filter(|e| e.key.tag != Tag::Unbound).map(|e| (e.key, e.value))
    }
    fn start(&self, hash: i64) -> usize {
        let h = (hash as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (h >> 32) as usize
    }
    /// Looks for a key from step `from` on.
    #[inline]
    fn probe(&self, hash: i64, key: RawSlot, from: &mut usize) -> Probe {
        if self.index.is_empty() {
            while let Some(e) = self.entries.get(*from) {
                *from += 1;
                if e.hash == hash && e.key.tag != Tag::Unbound {
                    match ops::plain_equal(e.key, key) {
                        Some(true) => return Probe::Found(*from - 1),
                        Some(false) => {}
                        None => return Probe::Ask(*from - 1, e.key),
                    }
                }
            }
            return Probe::Absent;
        }
        let mask = self.index.len() - 1;
        let start = self.start(hash);
        loop {
            match self.index[(start + *from) & mask] {
                0 => return Probe::Absent,
                1 => {}
                n => {
                    let i = n as usize - 2;
                    let e = &self.entries[i];
                    if e.hash == hash {
                        if e.key == key {
                            return Probe::Found(i);
                        }
                        match ops::plain_equal(e.key, key) {
                            Some(true) => return Probe::Found(i),
                            Some(false) => {}
                            None => {
                                *from += 1;
                                return Probe::Ask(i, e.key);
                            }
                        }
                    }
                }
            }
            *from += 1;
        }
    }
    fn grow(&mut self) {
        let size = (self.live * 3).next_power_of_two().max(8);
        self.entries.retain(|e| e.key.tag != Tag::Unbound);
        self.index.clear();
        self.index.resize(size, 0);
        let mask = size - 1;
        for (i, e) in self.entries.iter().enumerate() {
            let mut at = self.start(e.hash) & mask;
            while self.index[at] != 0 {
                at = (at + 1) & mask;
            }
            self.index[at] = i as u32 + 2;
        }
        self.used = self.live;
    }
    /// Adds a key that is not there; answers how many bytes the table has grown by.
    fn add(&mut self, hash: i64, key: RawSlot, value: RawSlot) -> usize {
        let mut grown = 0;
        if self.index.is_empty() && self.entries.len() < SMALL {
            self.entries.push(Entry { hash, key, value });
            self.live += 1;
            self.version = self.version.wrapping_add(1);
            return 0;
        }
        if (self.used + 1) * 3 > self.index.len() * 2 {
            self.grow();
            grown = self.index.len() * 30;
        }
        let mask = self.index.len() - 1;
        let mut at = self.start(hash) & mask;
        while self.index[at] > 1 {
            at = (at + 1) & mask;
        }
        if self.index[at] == 0 {
            self.used += 1;
        }
        self.index[at] = self.entries.len() as u32 + 2;
        self.entries.push(Entry { hash, key, value });
        self.live += 1;
        self.version = self.version.wrapping_add(1);
        grown
    }
    fn delete(&mut self, i: usize) -> RawSlot {
        if !self.index.is_empty() {
            let mask = self.index.len() - 1;
            let mut at = self.start(self.entries[i].hash) & mask;
            while self.index[at] != i as u32 + 2 {
                at = (at + 1) & mask;
            }
            self.index[at] = 1;
        }
        let v = self.entries[i].value;
        self.entries[i] = Entry { hash: 0, key: UNBOUND, value: UNBOUND };
        self.live -= 1;
        self.version = self.version.wrapping_add(1);
        // The last ones go at once, so that a stack made of a dictionary does not grow.
        while self.entries.last().is_some_and(|e| e.key.tag == Tag::Unbound) {
            self.entries.pop();
        }
        v
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        let version = self.version.wrapping_add(1);
        *self = Table { version, ..Table::default() };
    }
}

/// Looks for a key with its hash: its entry.
fn find(rt: &Rt, t: &Own<Table>, hash: i64, key: RawSlot) -> Result<Option<usize>, Raised> {
    let cx = &rt.heap;
    let mut from = 0;
    let mut version = t.with(cx, |t| t.version);
    loop {
        match t.with(cx, |t| t.probe(hash, key, &mut from)) {
            Probe::Found(i) => return Ok(Some(i)),
            Probe::Absent => return Ok(None),
            Probe::Ask(i, other) => {
                let same = ops::equal(rt, other.into(), key.into())?;
                let now = t.with(cx, |t| t.version);
                if now != version {
                    version = now;
                    from = 0;
                } else if same {
                    return Ok(Some(i));
                }
            }
        }
    }
}

/// The value of a key, if it is there.
///
/// # Errors
/// What hashing or comparing raises.
#[inline]
pub fn get(rt: &Rt, t: &Own<Table>, key: RawSlot) -> Result<Option<RawSlot>, Raised> {
    let hash = ops::hash(rt, key.into())?;
    let at_once = t.with(&rt.heap, |t| match t.probe(hash, key, &mut 0) {
        Probe::Found(i) => Some(Some(t.entries[i].value)),
        Probe::Absent => Some(None),
        Probe::Ask(..) => None,
    });
    if let Some(found) = at_once {
        return Ok(found);
    }
    let i = find(rt, t, hash, key)?;
    Ok(i.map(|i| t.with(&rt.heap, |t| t.entries[i].value)))
}

/// Sets a key's value; answers the old one.
///
/// # Errors
/// As for [`get`].
#[inline]
pub fn set(rt: &Rt, t: &Own<Table>, key: RawSlot, value: RawSlot) -> Result<Option<RawSlot>, Raised> {
    let hash = ops::hash(rt, key.into())?;
    let at_once = t.with_mut(&rt.heap, |t| match t.probe(hash, key, &mut 0) {
        Probe::Found(i) => Some((Some(std::mem::replace(&mut t.entries[i].value, value)), 0)),
        Probe::Absent => Some((None, t.add(hash, key, value))),
        Probe::Ask(..) => None,
    });
    if let Some((old, grown)) = at_once {
        if grown > 0 {
            rt.heap.charge(grown);
        }
        return Ok(old);
    }
    match find(rt, t, hash, key)? {
        Some(i) => Ok(Some(t.with_mut(&rt.heap, |t| std::mem::replace(&mut t.entries[i].value, value)))),
        None => {
            let grown = t.with_mut(&rt.heap, |t| t.add(hash, key, value));
            if grown > 0 {
                rt.heap.charge(grown);
            }
            Ok(None)
        }
    }
}

/// Takes out a key; answers its value.
///
/// # Errors
/// As for [`get`].
pub fn remove(rt: &Rt, t: &Own<Table>, key: RawSlot) -> Result<Option<RawSlot>, Raised> {
    let hash = ops::hash(rt, key.into())?;
    let i = find(rt, t, hash, key)?;
    Ok(i.map(|i| t.with_mut(&rt.heap, |t| t.delete(i))))
}

/// An operator on two sets: `|`, `&`, `-` or `^`.
///
/// # Errors
/// What comparing raises.
pub fn set_op(rt: &Rt, op: BinOp, x: Gc<Set>, y: Gc<Set>, frozen: bool) -> Result<Val, Raised> {
    let cx = &rt.heap;
    let out = rt.heap.alloc(Set::new(frozen));
    // Comparing may change the sets, so members are asked for one by one.
    let member = |s: Gc<Set>, i: usize| s.table.with(cx, |t| t.entries.get(i).copied());
    let add = |hash, key| {
        let grown = out.table.with_mut(cx, |t| t.add(hash, key, UNBOUND));
        if grown > 0 {
            rt.heap.charge(grown);
        }
    };
    let mut i = 0;
    while let Some(Entry { hash, key, .. }) = member(x, i) {
        i += 1;
        if key.tag == Tag::Unbound {
            continue;
        }
        if op == BinOp::Or || find(rt, &y.table, hash, key)?.is_some() == (op == BinOp::And) {
            add(hash, key);
        }
    }
    if matches!(op, BinOp::Or | BinOp::Xor) {
        i = 0;
        while let Some(Entry { hash, key, .. }) = member(y, i) {
            i += 1;
            if key.tag != Tag::Unbound && find(rt, &x.table, hash, key)?.is_none() {
                add(hash, key);
            }
        }
    }
    Ok(Val::Set(out))
}

/// An empty dictionary.
pub fn new(rt: &Rt) -> Gc<Dict> {
    rt.heap.alloc(Dict::new())
}

/// A set of these values.
///
/// # Errors
/// As for [`get`].
pub fn new_set(rt: &Rt, values: &[RawSlot], frozen: bool) -> Result<Gc<Set>, Raised> {
    let s = rt.heap.alloc(Set::new(frozen));
    for &v in values {
        set(rt, &s.table, v, UNBOUND)?;
    }
    Ok(s)
}

impl Dict {
    /// Number of entries.
    pub fn len(&self, rt: &Rt) -> usize {
        self.table.with(&rt.heap, Table::len)
    }
    /// Keys and values in order.
    pub fn items(&self, rt: &Rt) -> Vec<(RawSlot, RawSlot)> {
        self.table.with(&rt.heap, |t| t.iter().collect())
    }
    /// The value of a name.
    ///
    /// # Errors
    /// What comparing raises.
    pub fn get_name(&self, rt: &Rt, name: &str) -> Result<Option<RawSlot>, Raised> {
        get(rt, &self.table, Val::Str(super::str::intern(rt, name)).into())
    }
    /// Sets the value of a name.
    ///
    /// # Errors
    /// What comparing raises.
    pub fn set_name(&self, rt: &Rt, name: &str, v: RawSlot) -> Result<(), Raised> {
        set(rt, &self.table, Val::Str(super::str::intern(rt, name)).into(), v).map(|_| ())
    }
}

impl Set {
    /// Number of members.
    pub fn len(&self, rt: &Rt) -> usize {
        self.table.with(&rt.heap, Table::len)
    }
    /// The members in order of insertion.
    pub fn items(&self, rt: &Rt) -> Vec<RawSlot> {
        self.table.with(&rt.heap, |t| t.iter().map(|e| e.0).collect())
    }
    /// Whether it has a member.
    ///
    /// # Errors
    /// As for [`get`].
    pub fn has(&self, rt: &Rt, v: RawSlot) -> Result<bool, Raised> {
        get(rt, &self.table, v).map(|v| v.is_some())
    }
}
