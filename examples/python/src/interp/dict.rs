//! Dictionaries and sets in traces: a call finds the entry of a key, the rest is loads and stores.
//!
//! The look-up only reads, so what a trace knows of other objects outlives it, and equal look-ups without a change between them (`if k in d: d[k] += 1`) are
//! one. Keys that may have methods of the program go through helpers that may do anything.

use super::attr::Asked;
use super::keyed::LONGEST;
use super::{helpers, konst};
use crate::native::Special;
use crate::objects::dict::ABSENT;
use crate::objects::ops;
use crate::value::{Dict, Iter, Set, Tag, Value, UNBOUND};
use crate::Py;
use holloway::heap::SlotArray;
use holloway::machine::*;
use smallvec::SmallVec;

/// A key and a value.
pub type Pair<V> = (Slot<V>, Slot<V>);

/// The hash of a key, and what it has if it is a tuple of integers and strings.
type HashedKey<V> = (Int<V>, Option<SmallVec<[Slot<V>; LONGEST as usize]>>);

/// Those of a tuple of three at most; what it has not is unbound.
fn few<V: Values>(items: &[Slot<V>]) -> Option<[Slot<V>; 3]> {
    let part = |i: usize| items.get(i).copied().unwrap_or(konst(UNBOUND));
    (items.len() <= 3).then(|| [part(0), part(1), part(2)])
}

/// The three fields of a dictionary or set that going through its entries needs.
pub struct Fields<V: Values> {
    entries: OptRef<V, SlotArray>,
    size: Int<V>,
    live: Int<V>,
}

impl Py {
    /// The entry of a key: beyond all entries if there is none or only the program can tell (see `objects::dict`).
    #[inline(always)]
    pub(super) fn entry_of<M: Machine<L = Py>>(&self, m: &M, d: Ref<M::V, Dict>, k: Slot<M::V>) -> Int<M::V> {
        let nowhere = Int::new(ABSENT);
        match m.unpack(k) {
            Value::Int(i) => helpers::dict_int(m, d, i, nowhere),
            Value::Str(s) => helpers::dict_str(m, d, s, nowhere),
            _ => match self.hashed_key(m, k) {
                Some((hash, items)) => match items.and_then(|items| few(&items)) {
                    Some([a, b, c]) => helpers::dict_items(m, d, hash, a, b, c),
                    None => helpers::dict_hashed(m, d, k, hash),
                },
                None => helpers::dict_any(m, d, k),
            },
        }
    }
    /// The same in a set.
    #[inline(always)]
    fn member_of<M: Machine<L = Py>>(&self, m: &M, d: Ref<M::V, Set>, k: Slot<M::V>) -> Int<M::V> {
        let nowhere = Int::new(ABSENT);
        match m.unpack(k) {
            Value::Int(i) => helpers::set_int(m, d, i, nowhere),
            Value::Str(s) => helpers::set_str(m, d, s, nowhere),
            _ => match self.hashed_key(m, k) {
                Some((hash, items)) => match items.and_then(|items| few(&items)) {
                    Some([a, b, c]) => helpers::set_items(m, d, hash, a, b, c),
                    None => helpers::set_hashed(m, d, k, hash),
                },
                None => helpers::set_any(m, d, k),
            },
        }
    }
    /// The hash of a member of an enumeration, or of a short tuple of these, integers and texts, as `objects::ops` computes it. A trace does so itself, which knows the items of a tuple that it has
    /// made: a helper would go through them once to look for the key, and once more to add it.
    fn hash_of_key<M: Machine<L = Py>>(&self, m: &M, k: Slot<M::V>) -> Option<Int<M::V>> {
        self.hashed_key(m, k).map(|(hash, _)| hash)
    }
    /// The same and the items: who looks for such a key needs no tuple.
    fn hashed_key<M: Machine<L = Py>>(&self, m: &M, k: Slot<M::V>) -> Option<HashedKey<M::V>> {
        if !M::TRACING {
            return None;
        }
        let t = match m.unpack(k) {
            Value::Tuple(t) if m.branch(t.len(m).lt(LONGEST + 1)) => t,
            Value::Inst(_) => return self.hash_of_object(m, k).map(|hash| (hash, None)),
            _ => return None,
        };
        let n = m.promote(t.len(m));
        let mut acc = Int::<M::V>::new(ops::HASH_START);
        let mut items = SmallVec::new();
        let mut plain = true;
        for i in 0..n {
            let item = t.at(m, Int::new(i))?;
            items.push(item);
            let hash = match m.unpack(item) {
                Value::Inst(_) => {
                    plain = false;
                    self.hash_of_object(m, item)?
                }
                _ => self.hash_of_word(m, item)?,
            };
            acc = acc + hash * ops::HASH_ITEM;
            acc = (acc.shl(31) | acc.shr(33)) * ops::HASH_ALL;
        }
        let hash = acc + (n ^ ops::HASH_LENGTH);
        (!m.branch(hash.eq_(-1))).then_some((hash, plain.then_some(items)))
    }
    /// The hash of an integer that is not large, or of a text.
    fn hash_of_word<M: Machine<L = Py>>(&self, m: &M, v: Slot<M::V>) -> Option<Int<M::V>> {
        const FEW: i64 = 1 << 60;
        match m.unpack(v) {
            Value::Int(x) if m.branch((x + FEW).ult(2 * FEW)) && !m.branch(x.eq_(-1)) => Some(x),
            Value::Str(s) => Some(helpers::str_hash(m, s)),
            _ => None,
        }
    }
    /// The hash of a member of an enumeration, or of an instance with an integer or a text inside that has it of this.
    fn hash_of_object<M: Machine<L = Py>>(&self, m: &M, k: Slot<M::V>) -> Option<Int<M::V>> {
        match self.inner(m, k, &["__hash__", "__eq__"]) {
            Some(v) => self.hash_of_word(m, v),
            None => self.hash_of_named(m, k),
        }
    }
    /// The hash of a member of an enumeration, which is that of its name.
    fn hash_of_named<M: Machine<L = Py>>(&self, m: &M, k: Slot<M::V>) -> Option<Int<M::V>> {
        let Asked::Library(id) = self.asked_method(m, k, self.name("__hash__"))? else { return None };
        if self.native(id).special.get() != Some(Special::HashOfName) {
            return None;
        }
        let Value::Str(name) = m.unpack(self.attr_plain(m, k, self.name("_name_"))?) else { return None };
        Some(helpers::str_hash(m, name))
    }

    /// The value of a key, if it is there.
    #[inline(always)]
    pub fn dict_get<M: Machine<L = Py>>(
        &self,
        m: &M,
        d: Ref<M::V, Dict>,
        k: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let at = self.entry_of(m, d, k);
        let entries = m.non_null(d.get(m, Dict::entries));
        if let Some(v) = entries.and_then(|e| e.at(m, at + at + 1)) {
            return Ok(Some(v));
        }
        if m.branch(at.eq_(ABSENT)) {
            return Ok(None);
        }
        let v = helpers::dict_get(m, d, k)?;
        Ok((!m.branch(v.has_tag(Tag::Unbound))).then_some(v))
    }

    /// The value in entry `i`, if its key is this very object.
    pub fn entry_at<M: Machine<L = Py>>(
        &self,
        m: &M,
        d: Ref<M::V, Dict>,
        i: Int<M::V>,
        key: Slot<M::V>,
    ) -> Option<Slot<M::V>> {
        if !m.branch(i.ult(d.get(m, Dict::size))) {
            return None;
        }
        let entries = m.non_null(d.get(m, Dict::entries))?;
        let k = entries.at(m, i + i)?;
        let found = m.branch(k.has_tag(Tag::Str)) && m.branch(k.same(key));
        found.then(|| entries.at(m, i + i + 1)).flatten()
    }

    /// Sets the value of a key.
    #[inline(always)]
    pub fn dict_set<M: Machine<L = Py>>(
        &self,
        m: &M,
        d: Ref<M::V, Dict>,
        k: Slot<M::V>,
        v: Slot<M::V>,
    ) -> Result<(), Raised> {
        let at = self.entry_of(m, d, k);
        let entries = m.non_null(d.get(m, Dict::entries));
        if entries.and_then(|e| e.put(m, at + at + 1, v)).is_some() {
            return Ok(());
        }
        if m.branch(at.eq_(ABSENT)) {
            return match self.hash_of_key(m, k) {
                Some(hash) => helpers::dict_insert_hashed(m, d, k, v, hash),
                None => helpers::dict_insert(m, d, k, v),
            };
        }
        helpers::dict_set(m, d, k, v)
    }

    /// The value of a key, which is first set to another one if it is absent.
    pub fn dict_default<M: Machine<L = Py>>(
        &self,
        m: &M,
        d: Ref<M::V, Dict>,
        k: Slot<M::V>,
        v: Slot<M::V>,
    ) -> Result<Slot<M::V>, Raised> {
        let at = self.entry_of(m, d, k);
        let entries = m.non_null(d.get(m, Dict::entries));
        if let Some(v) = entries.and_then(|e| e.at(m, at + at + 1)) {
            return Ok(v);
        }
        helpers::dict_default(m, d, k, v)
    }

    /// Whether a dictionary has a key.
    pub fn dict_has<M: Machine<L = Py>>(
        &self,
        m: &M,
        d: Ref<M::V, Dict>,
        k: Slot<M::V>,
    ) -> Result<bool, Raised> {
        let at = self.entry_of(m, d, k);
        if !m.branch(at.lt(0)) {
            return Ok(true);
        }
        Ok(!m.branch(at.eq_(ABSENT)) && !m.branch(helpers::dict_get(m, d, k)?.has_tag(Tag::Unbound)))
    }

    /// Whether a set has a member.
    pub fn set_has<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: Ref<M::V, Set>,
        k: Slot<M::V>,
    ) -> Result<bool, Raised> {
        let at = self.member_of(m, s, k);
        if !m.branch(at.lt(0)) {
            return Ok(true);
        }
        Ok(!m.branch(at.eq_(ABSENT)) && m.branch(helpers::set_has(m, s, k)?))
    }

    /// Adds a member to a set.
    pub fn set_add<M: Machine<L = Py>>(&self, m: &M, s: Slot<M::V>, k: Slot<M::V>) -> Result<(), Raised> {
        if let Value::Set(s) = m.unpack(s) {
            let at = self.member_of(m, s, k);
            if !m.branch(at.lt(0)) {
                return Ok(());
            }
            if m.branch(at.eq_(ABSENT)) {
                return match self.hash_of_key(m, k) {
                    Some(hash) => helpers::set_insert_hashed(m, s, k, hash),
                    None => helpers::set_insert(m, s, k),
                };
            }
        }
        helpers::set_add(m, s, k)
    }

    /// The next entry for an iterator; `Some(None)` at the end, `None` where a helper must see to it.
    pub fn next_entry<M: Machine<L = Py>>(&self, m: &M, x: Ref<M::V, Iter>) -> Option<Option<Pair<M::V>>> {
        let mut is_dict = false;
        let t: Fields<M::V> = match m.unpack(x.get(m, Iter::a)) {
            Value::Dict(d) => {
                is_dict = true;
                Fields {
                    entries: d.get(m, Dict::entries),
                    size: d.get(m, Dict::size),
                    live: d.get(m, Dict::live),
                }
            }
            Value::Set(s) => Fields {
                entries: s.get(m, Set::entries),
                size: s.get(m, Set::size),
                live: s.get(m, Set::live),
            },
            _ => return None,
        };
        if !m.branch(t.live.eq_(x.get(m, Iter::n))) {
            return None;
        }
        let i = x.get(m, Iter::i);
        if !m.branch(i.ult(t.size)) {
            return Some(None);
        }
        // What is behind as many entries as there were has come since; or some had been deleted before.
        if is_dict && !m.branch(i.ult(t.live)) {
            return None;
        }
        let entries = m.non_null(t.entries)?;
        let (k, v) = (entries.at(m, i + i)?, entries.at(m, i + i + 1)?);
        if m.branch(k.has_tag(Tag::Unbound)) {
            return None;
        }
        x.set(m, Iter::i, i + 1);
        Some(Some((k, v)))
    }
}
