//! The hash part of tables: what is neither in the array part nor in the map.
//!
//! **Problem.** A look-up that were one call would have a trace forget what it knows, and hide the entry from it. So the call, if there is one, only finds the entry
//! ([`place`]); a trace reads and writes it. Short strings and tables are found by native code itself, by marks or places ([`seek`]).
//!
//! **Invariants.** Those of [`crate::table::hash`]. A weak table has no entries here: whoever may have one asks [`is_weak`] first.
//!
//! **Example.** `t[k] = t[k] + 1` of a table `k` finds the entry once, as nothing between the two look-ups changes a key.

use super::{konst, Lua};
use crate::string::{Str, MAX_INTERNED};
use crate::table::hash::{HashPart, TAG_AT};
use crate::table::sparse::FEW;
use crate::table::{kind, Table, DICT};
use crate::value::{Tag, Val, Value, NIL};
use holloway::heap::{Gc, RawSlot, SlotArray};
use holloway::machine::*;
use holloway::{elidable, residual};
use langkit::hash::spread_open;
use langkit::maps::Map;
use langkit::places;

/// The entry of a key that is no float, in a hash part; -1 if there is none.
#[elidable(reads)]
fn find_key(cx: &Cx<Lua>, part: Gc<HashPart>, key: RawSlot) -> i64 {
    entry(part.find(&cx.rt.heap, key))
}

/// The same in plain execution, which calls no helper for it.
#[inline(always)]
fn find_plainly<M: Machine<L = Lua>>(m: &M, part: Ref<M::V, HashPart>, key: Val) -> Int<M::V> {
    Int::new(entry(m.promote_ref(part).find_here(&m.runtime().heap, key.into())))
}

fn entry(found: Option<usize>) -> i64 {
    found.map_or(-1, |i| i as i64)
}

/// Sets a key that is known to be nowhere.
#[residual]
pub(super) fn insert(cx: &Cx<Lua>, t: Gc<Table>, key: RawSlot, v: RawSlot) -> Result<(), Raised> {
    t.insert_hashed(cx.rt, key, v)
}

/// Takes the value of an entry of the hash part away whose key is an object.
#[residual]
pub(super) fn remove(cx: &Cx<Lua>, t: Gc<Table>, at: i64) {
    if let Some(part) = t.hash.get(&cx.rt.heap).get() {
        part.remove(&cx.rt.heap, at as usize);
    }
}

/// The key-value pair after a key; nil for none.
#[residual(reads)]
pub fn next_pair(cx: &Cx<Lua>, t: Gc<Table>, key: RawSlot) -> Result<(RawSlot, RawSlot), Raised> {
    Ok(t.next(cx.rt, key)?.unwrap_or((NIL, NIL)))
}

/// An entry; nil for the end.
pub type Entry<V> = (Slot<V>, Slot<V>);

/// The entry of the hash part after a key, or the first one; `None` where a helper must see to it.
#[inline(always)]
pub fn next_hashed<M: Machine<L = Lua>>(
    m: &M,
    t: Ref<M::V, Table>,
    key: Option<Slot<M::V>>,
) -> Option<Entry<M::V>> {
    let Some(part) = m.non_null(t.get(m, Table::hash)) else {
        return key.is_none().then(|| (konst(NIL), konst(NIL)));
    };
    let next = match key {
        None => Int::new(0),
        Some(key) => {
            // Nearly always the traversal goes on where it was.
            let last = part.get(m, HashPart::last);
            let there = m.non_null(part.get(m, HashPart::entries))?.at(m, last + last)?;
            match m.branch(there.same(key)) {
                true => last + 1,
                false => return None,
            }
        }
    };
    if !m.branch(next.ult(part.get(m, HashPart::size))) {
        return m.branch(part.get(m, HashPart::weak).is_null()).then(|| (konst(NIL), konst(NIL)));
    }
    let entries = m.non_null(part.get(m, HashPart::entries))?;
    let (key, v) = (entries.at(m, next + next)?, entries.at(m, next + next + 1)?);
    if m.branch(v.has_tag(Tag::Nil)) {
        return None;
    }
    part.set(m, HashPart::last, next);
    Some((key, v))
}

/// Whether integer keys are in the array part or nowhere.
#[inline(always)]
pub(super) fn no_hashed_ints<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>) -> bool {
    match m.non_null(t.get(m, Table::hash)) {
        None => true,
        Some(hash) => m.branch(hash.get(m, HashPart::ints).eq_(0)),
    }
}

/// Whether all elements of the list are in the array part, so that the next one may be appended there.
#[inline(always)]
pub(super) fn no_hashed_elements<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>) -> bool {
    match m.non_null(t.get(m, Table::hash)) {
        None => true,
        Some(hash) => m.branch(hash.get(m, HashPart::elements).eq_(0)),
    }
}

/// Whether a table is weak.
#[inline(always)]
pub(super) fn is_weak<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>) -> bool {
    m.branch(t.get(m, Table::array).has_tag(kind::HASHED))
}

/// The entries of a hash part, and the number of one of them.
type Place<V> = (Ref<V, SlotArray>, Int<V>);

/// Hash of a key that is no string.
fn hashed_word<V: Values>(bits: Int<V>, tag: u64) -> Int<V> {
    spread_open(bits ^ (tag << TAG_AT) as i64)
}

/// The entry of a key that equals itself alone, in a trace; negative if there is none.
#[inline(always)]
fn seek<M: Machine<L = Lua>>(
    m: &M,
    part: Ref<M::V, HashPart>,
    hash: Int<M::V>,
    key: Slot<M::V>,
) -> Int<M::V> {
    let at = places::seek(m, part.get(m, HashPart::index), part.get(m, HashPart::marks), hash);
    if m.branch(at.lt(0)) {
        return at;
    }
    let Some(entries) = m.non_null(part.get(m, HashPart::entries)) else { return Int::new(-1) };
    let is = match (entries.at(m, at + at).map(|there| m.unpack(there)), m.unpack(key)) {
        (Some(Value::Str(there)), Value::Str(key)) => m.branch(there.is(key)),
        (Some(Value::Table(there)), Value::Table(key)) => m.branch(there.is(key)),
        (Some(Value::Int(there)), Value::Int(key)) => m.branch(there.eq_(key)),
        _ => false,
    };
    if is {
        return at;
    }
    find_key(m, part, key)
}

/// Where the hash part of a table has a key that is neither in the array part nor in the map; `None` if it is not there.
#[inline(always)]
pub(super) fn place<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>, key: Slot<M::V>) -> Option<Place<M::V>> {
    let part = m.non_null(t.get(m, Table::hash))?;
    let at = match (M::TRACING, m.unpack(key)) {
        (false, Value::Str(key)) => find_plainly(m, part, Val::Str(m.promote_ref(key))),
        (false, Value::Int(key)) => find_plainly(m, part, Val::Int(m.promote(key))),
        (false, Value::Table(key)) => find_plainly(m, part, Val::Table(m.promote_ref(key))),
        (_, Value::Str(s)) if m.branch(s.len(m).ule(Int::new(MAX_INTERNED as i64))) => {
            seek(m, part, s.get(m, Str::hash), key)
        }
        (_, Value::Int(i)) => seek(m, part, hashed_word(i, Tag::Int), key),
        (_, Value::Table(t)) => seek(m, part, hashed_word(t.address(), Tag::Table), key),
        _ => find_key(m, part, key),
    };
    (!m.branch(at.lt(0))).then_some((m.non_null(part.get(m, HashPart::entries))?, at))
}

/// The value of a key in the hash part of a table that is not weak.
#[inline(never)]
pub(super) fn hashed<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>, key: Slot<M::V>) -> Slot<M::V> {
    place(m, t, key).and_then(|(entries, at)| entries.at(m, at + at + 1)).unwrap_or(konst(NIL))
}

/// Sets a key that neither the array part nor the map has: true if it was done, false if there may be a metamethod, or there is more to it.
#[inline(never)]
pub(super) fn set_hashed<M: Machine<L = Lua>>(
    m: &M,
    t: Ref<M::V, Table>,
    key: Slot<M::V>,
    v: Slot<M::V>,
    checked: bool,
) -> Result<bool, Raised> {
    let free = || checked || m.branch(t.get(m, Table::meta).is_null());
    let removes = m.branch(v.has_tag(Tag::Nil));
    if let Some((entries, at)) = place(m, t, key) {
        let free = free() || entries.at(m, at + at + 1).is_some_and(|old| !m.branch(old.has_tag(Tag::Nil)));
        let stays = matches!(
            m.unpack(key),
            Value::Str(_) | Value::Int(_) | Value::Float(_) | Value::False | Value::True
        );
        if free && removes && !stays {
            remove(m, t, at);
            return Ok(true);
        }
        return Ok(free && entries.put(m, at + at + 1, v).is_some());
    }
    if !free() || is_weak(m, t) {
        return Ok(false);
    }
    if !removes {
        insert(m, t, key, v)?;
    }
    Ok(true)
}

/// Whether an integer is far from the list: that ends before it, or it is behind the next element; few are never in the hash part.
pub(super) fn is_far<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>, i: Int<M::V>) -> bool {
    !m.branch((i - 1).ule(t.get(m, Table::alen))) && !m.branch((i - 1).ult(Int::new(FEW)))
}

/// Hash parts whose entries a place of the program may know.
const FEW_PARTS: usize = 2;

/// The value of a name that a trace knows in the hash part of one of few tables at its place, such as one of the program's constants: the entry is the one in which the
/// recording has found it, if it has that name still. `None` where it is to be looked for.
#[inline(never)]
pub(super) fn named<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>, name: Gc<Str>) -> Option<Slot<M::V>> {
    let part = m.promote_up_to(FEW_PARTS, m.non_null(t.get(m, Table::hash))?)?;
    let at = m.guess(entry(part.find(&m.runtime().heap, Val::Str(name).into())));
    if at < 0 {
        return None;
    }
    let entries = m.non_null(Ref::new(part).get(m, HashPart::entries))?;
    match entries.at(m, Int::new(2 * at)).map(|there| m.unpack(there)) {
        Some(Value::Str(there)) if m.branch(there.is(Ref::new(name))) => entries.at(m, Int::new(2 * at + 1)),
        _ => None,
    }
}

/// Whether names are in the hash part.
pub(super) fn is_dict<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>) -> bool {
    m.branch(t.get(m, Table::map).get(m, Map::group).eq_(i64::from(DICT)))
}
