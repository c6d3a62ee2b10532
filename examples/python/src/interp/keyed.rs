//! Keys whose hash the program computes, in dictionaries and in those inside instances ([`super::inner`]).
//!
//! **Problem.** A helper that looks for a key with a method `__hash__` would run the program in a segment of its own, which no trace looks into: and members of
//! enumerations are such keys.
//!
//! **Method.** A function of the prelude, `keyed`, calls the method as the program would and hands the hash to `by_hash`, which the interpreter knows
//! ([`Special::ByHash`](crate::native::Special)): a look-up that only reads, and loads and stores, as for any other key (see `dict`).
//!
//! Where a key of the table has the same hash and only the program can tell whether it is equal, `by_hash` says so, and the prelude compares the two.
//!
//! Such keys within tuples of up to four items are hashed by the prelude's `hash_of_tuple`.
//!
//! **Not promised.** Keys within longer tuples and those nested in others, and further keys with the same hash: a helper compares these.
//!
//! **Example.** `count[Color.RED]` enters `keyed(ITEM, count, Color.RED, Color.__hash__, None)`, whose result is that of the instruction.

use super::enter::{Called, Passed};
use super::{boolean, helpers, konst, Step, S};
use crate::native::{keyed, Guest};
use crate::objects::dict::ABSENT;
use crate::value::{Dict, Tag, Value, NONE};
use crate::Py;
use holloway::machine::*;

/// Most items of a tuple whose hash the prelude or a trace computes.
pub(super) const LONGEST: i64 = 4;

/// A key with its hash, and a value.
struct Given<V: Values> {
    key: Slot<V>,
    hash: Int<V>,
    value: Slot<V>,
}

impl Py {
    /// Does an operation of [`keyed`] on a dictionary or set by entering the prelude; `None` if the key's hash is no method of the program's.
    pub fn keyed<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        op: i64,
        [table, key, value]: [Slot<M::V>; 3],
    ) -> Result<Option<Step<M::V>>, Raised> {
        let (Some(hash), Some(f)) = (self.hash_method(m, key), self.guest(Guest::Keyed)) else {
            return Ok(None);
        };
        let f: Slot<M::V> = Value::Func(Ref::new(f)).into();
        self.call_meta(m, s, f, &[Value::Int(Int::new(op)).into(), table, key, hash, value]).map(Some)
    }

    /// The function of the program or the prelude that tells a key's hash; `None` if a helper does.
    fn hash_method<M: Machine<L = Py>>(&self, m: &M, key: Slot<M::V>) -> Option<Slot<M::V>> {
        match m.unpack(key) {
            Value::Inst(_) => self.special_method(m, key, self.name("__hash__")),
            Value::Tuple(_) => self.hash_of_tuple(m, key),
            _ => None,
        }
    }

    /// The prelude's function for the hash of a tuple, if it is short and an instance among its items has a method for that.
    pub fn hash_of_tuple<M: Machine<L = Py>>(&self, m: &M, t: Slot<M::V>) -> Option<Slot<M::V>> {
        let Value::Tuple(t) = m.unpack(t) else { return None };
        let n = t.len(m);
        if !m.branch(n.lt(LONGEST + 1)) {
            return None;
        }
        let by_program = |i| {
            let Some(x) = t.at(m, Int::new(i)) else { return false };
            m.branch(x.has_tag(Tag::Inst)) && self.special_method(m, x, self.name("__hash__")).is_some()
        };
        let found = (0..m.promote(n)).any(by_program);
        found.then(|| self.guest(Guest::HashOfTuple)).flatten().map(|f| Value::Func(Ref::new(f)).into())
    }

    /// `x[k]` of an instance with a dictionary or a sequence inside; `None` if that is for a helper.
    pub fn inner_item<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        k: Slot<M::V>,
    ) -> Result<Option<Step<M::V>>, Raised> {
        let Some(inner) = self.inner(m, x, &["__getitem__"]) else { return Ok(None) };
        let Value::Dict(d) = m.unpack(inner) else {
            return Ok(self.item_plain(m, inner, k).map(Step::Value));
        };
        let missing = self.special_method(m, x, self.name("__missing__"));
        let hash = self.hash_method(m, k);
        match (hash, missing) {
            (Some(_), None) => self.keyed(m, s, keyed::ITEM, [inner, k, konst(NONE)]),
            // What is given as the default says that there is none, and the prelude asks for it.
            (Some(hash), Some(f)) => {
                let Some(or) = self.guest(Guest::KeyedOrMissing) else { return Ok(None) };
                self.call_meta(m, s, Value::Func(Ref::new(or)).into(), &[inner, k, hash, x, f]).map(Some)
            }
            (None, missing) => match (self.dict_get(m, d, k)?, missing) {
                (Some(v), _) => Ok(Some(Step::Value(v))),
                (None, Some(f)) => self.call_meta(m, s, f, &[x, k]).map(Some),
                (None, None) => Ok(None),
            },
        }
    }

    /// Adds a member to a set that is being made.
    #[inline(never)]
    pub fn add_member<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        set: Slot<M::V>,
        k: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        match self.keyed(m, s, keyed::ADD, [set, k, konst(NONE)])? {
            Some(step) => Ok(step),
            None => self.set_add(m, set, k).map(|()| Step::Value(k)),
        }
    }

    /// Sets the value of a key in a dictionary.
    #[inline(never)]
    pub fn set_entry<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        d: Ref<M::V, Dict>,
        k: Slot<M::V>,
        v: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        match self.keyed(m, s, keyed::SET, [Value::Dict(d).into(), k, v])? {
            Some(step) => Ok(step),
            None => self.dict_set(m, d, k, v).map(|()| Step::Value(v)),
        }
    }

    /// An operation of [`keyed`] with the hash; `None` where the library function has to see to it.
    pub fn by_hash<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: i64,
        [table, key, hash, value]: [Slot<M::V>; 4],
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let Value::Int(hash) = m.unpack(hash) else { return Ok(None) };
        if m.branch(hash.eq_(-1)) {
            return Ok(None);
        }
        match m.unpack(table) {
            Value::Dict(d) => {
                let at = helpers::dict_hashed(m, d, key, hash);
                self.dict_by_hash(m, op, d, at, Given { key, hash, value })
            }
            Value::Set(set) => {
                let at = helpers::set_hashed(m, set, key, hash);
                Ok(match (op, m.branch(at.lt(0))) {
                    (keyed::HAS, false) => Some(boolean(true)),
                    (keyed::HAS, true) if m.branch(at.eq_(ABSENT)) => Some(boolean(false)),
                    (keyed::ADD, false) => Some(konst(NONE)),
                    (keyed::ADD, true) if m.branch(at.eq_(ABSENT)) => {
                        helpers::set_insert_hashed(m, set, key, hash)?;
                        Some(konst(NONE))
                    }
                    (keyed::HAS | keyed::ADD, true) => self.only_program_tells(),
                    _ => None,
                })
            }
            _ => Ok(None),
        }
    }

    /// What tells the prelude to compare keys itself.
    fn only_program_tells<V: Values>(&self) -> Option<Slot<V>> {
        Some(konst(self.not_implemented().into()))
    }

    /// The key that the prelude then compares, or what says that there is none.
    pub fn rival<M: Machine<L = Py>>(
        &self,
        m: &M,
        table: Slot<M::V>,
        key: Slot<M::V>,
        hash: Slot<M::V>,
    ) -> Option<Slot<M::V>> {
        let Value::Int(hash) = m.unpack(hash) else { return None };
        let other = match m.unpack(table) {
            Value::Dict(d) => helpers::dict_rival(m, d, key, hash),
            Value::Set(s) => helpers::set_rival(m, s, key, hash),
            _ => return None,
        };
        match m.branch(other.has_tag(Tag::Unbound)) {
            true => self.only_program_tells(),
            false => Some(other),
        }
    }

    fn dict_by_hash<M: Machine<L = Py>>(
        &self,
        m: &M,
        op: i64,
        d: Ref<M::V, Dict>,
        at: Int<M::V>,
        Given { key, hash, value }: Given<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let there = !m.branch(at.lt(0));
        if op == keyed::HAS {
            return Ok(match there || m.branch(at.eq_(ABSENT)) {
                true => Some(boolean(there)),
                false => self.only_program_tells(),
            });
        }
        let entries = m.non_null(d.get(m, Dict::entries));
        if there {
            return Ok(match op {
                keyed::SET => entries.and_then(|e| e.put(m, at + at + 1, value)).map(|()| konst(NONE)),
                _ => entries.and_then(|e| e.at(m, at + at + 1)),
            });
        }
        if !m.branch(at.eq_(ABSENT)) {
            return Ok(self.only_program_tells());
        }
        Ok(match op {
            keyed::GET => Some(value),
            keyed::SET => {
                helpers::dict_insert_hashed(m, d, key, value, hash)?;
                Some(konst(NONE))
            }
            keyed::DEFAULT => {
                helpers::dict_insert_hashed(m, d, key, value, hash)?;
                Some(value)
            }
            _ => None,
        })
    }

    /// A method of dictionaries or sets that is one of these operations.
    pub fn call_keyed<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        op: i64,
        p: &Passed<'_>,
    ) -> Result<Option<Called<M::V>>, Raised> {
        let get = |s: &S<M>, k: usize| if k < p.n { s.stack.get(p.first + k) } else { konst(NONE) };
        let (table, key, value) = (get(s, 0), get(s, 1), get(s, 2));
        let table = self.inner(m, table, &[]).unwrap_or(table);
        let suits = match op {
            keyed::ADD => m.branch(table.has_tag(Tag::Set)),
            _ => m.branch(table.has_tag(Tag::Dict)),
        };
        if !suits {
            return Ok(None);
        }
        Ok(self.keyed(m, s, op, [table, key, value])?.map(Called::from))
    }
}
