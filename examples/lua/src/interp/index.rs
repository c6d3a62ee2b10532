//! Reading and writing table entries, with metamethods.

use super::arith::exact_int;
use super::call::Step;
use super::hashed::{
    hashed, is_dict, is_far, is_weak, named, no_hashed_elements, no_hashed_ints, set_hashed,
};
use super::{konst, Lua, S};
use crate::code::{Code, Name};
use crate::error;
use crate::string::{Str, MAX_INTERNED};
use crate::table::array::LEAST_ROOM;
use crate::table::{By, Fields, Spot, Table, DICT, INLINE, NAMED_LIMIT, ZERO};
use crate::value::{Tag, UserData, Val, Value, NIL};
use crate::Rt;
use holloway::heap::{ArrayObject, ByteArray, FloatArray, Gc, RawSlot, SlotArray, Stored, WordArray};
use holloway::machine::*;
use holloway::residual;
use langkit::maps::Map;

/// Longest chain of `__index` or `__newindex`.
const MAX_CHAIN: usize = 2000;

/// A key: a short string known to the compiler, or any value.
#[derive(Clone, Copy)]
pub enum Key<V: Values> {
    /// A name in a function's code.
    Name(&'static Name),
    /// Computed.
    Any(Slot<V>),
}

impl<V: Values> Key<V> {
    /// As a value.
    pub fn slot(self) -> Slot<V> {
        match self {
            Key::Name(n) => Value::Str(Ref::new(n.text)).into(),
            Key::Any(s) => s,
        }
    }
}

/// Bytes that a read of a weak table counts as.
const WEAK_READ: usize = 32;
/// Keys at one place that are told apart so.
const FEW_KEYS: usize = 3;
/// Maps at one place that are told apart by tests: to look a name up by any map takes about as long as these.
const FEW_MAPS: usize = 4;

/// The raw value of any key of a weak table. What is read changes without a write, so this is not taken for a mere read; and it counts as an allocation, or a
/// loop that waits for an entry to go, but makes no garbage when compiled, would wait for ever.
#[residual]
fn get_weak(cx: &Cx<Lua>, t: Gc<Table>, key: RawSlot) -> RawSlot {
    cx.rt.heap.charge(WEAK_READ);
    t.get(cx.rt, key)
}

/// The raw value of a string, wherever the table keeps it.
#[residual(reads)]
fn get_text(cx: &Cx<Lua>, t: Gc<Table>, key: Gc<Str>) -> RawSlot {
    if key.is_short() {
        t.get_str(cx.rt, key)
    } else {
        t.get_hashed(cx.rt, Val::Str(key).into())
    }
}

/// The raw value of the key 0 of a table that is not weak.
#[residual(reads)]
fn get_zero(cx: &Cx<Lua>, t: Gc<Table>) -> RawSlot {
    t.get_int(cx.rt, 0)
}

#[residual]
fn set_raw(cx: &Cx<Lua>, t: Gc<Table>, key: RawSlot, v: RawSlot) -> Result<(), Raised> {
    t.set(cx.rt, key, v)
}

#[residual]
fn set_name(cx: &Cx<Lua>, t: Gc<Table>, key: Gc<Str>, v: RawSlot) -> Result<(), Raised> {
    t.set_str(cx.rt, key, v, By::Name)
}

#[residual]
fn set_int(cx: &Cx<Lua>, t: Gc<Table>, i: i64, v: RawSlot) -> Result<(), Raised> {
    t.set_int(cx.rt, i, v)
}

#[residual]
fn reserve_slots(cx: &Cx<Lua>, t: Gc<Table>, n: i64) -> Result<(), Raised> {
    t.reserve_slots(cx.rt, n as usize)
}

#[residual(reads)]
fn raw_len(cx: &Cx<Lua>, t: Gc<Table>) -> i64 {
    t.len(cx.rt)
}

#[residual]
fn chain_too_long(cx: &Cx<Lua>, writing: bool) -> Result<(), Raised> {
    let event = if writing { "__newindex" } else { "__index" };
    Err(error::error(cx.rt, format!("'{event}' chain too long; possible loop")))
}

/// The array behind a table of `n` elements: there is room for all of them. `inside`: the access is to one of them, so that is of use.
#[inline(always)]
fn roomy<M: Machine<L = Lua>, T: ArrayObject>(
    m: &M,
    array: Ref<M::V, T>,
    n: Int<M::V>,
    inside: bool,
) -> Ref<M::V, T> {
    if inside {
        m.vouch(n.ule(array.len(m)));
    }
    array
}

/// Gives a table that has no array part one of the kind that suits its first element, with that.
#[inline(always)]
fn begin<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>, first: Value<M::V>, v: Slot<M::V>) {
    let room = Int::new(LEAST_ROOM as i64);
    let array = match first {
        Value::Int(x) => {
            let a: Ref<M::V, WordArray> = make_array(m, room);
            a.put(m, Int::new(0), x);
            Value::Ints(a)
        }
        Value::Float(x) => {
            let a: Ref<M::V, FloatArray> = make_array(m, room);
            a.put(m, Int::new(0), x);
            Value::Floats(a)
        }
        x @ (Value::False | Value::True) => {
            let a: Ref<M::V, ByteArray> = make_array(m, room);
            a.put(m, Int::new(0), Int::new(i64::from(matches!(x, Value::True))));
            Value::Bools(a)
        }
        _ => {
            let a: Ref<M::V, SlotArray> = make_array(m, room);
            a.put(m, Int::new(0), v);
            Value::Slots(a)
        }
    };
    t.set(m, Table::array, array.into());
}

/// An element of an array whose elements beyond the table's length mean nothing.
#[inline(always)]
fn part<M: Machine<L = Lua>, T: ArrayObject<Elem: Stored<Value: FieldKind>>>(
    m: &M,
    t: Ref<M::V, Table>,
    array: Ref<M::V, T>,
    at: Int<M::V>,
) -> Option<ElemRed<T, M::V>> {
    let n = t.get(m, Table::alen);
    let a = roomy(m, array, n, true);
    match m.branch(at.ult(n)) {
        true => a.at(m, at),
        false => None,
    }
}

/// Where a name, or [`ZERO`], is in tables with a map.
#[inline(always)]
fn spot(rt: &Rt, map: Gc<Map>, key: Val) -> Spot {
    match map.group == DICT {
        true => Spot::HASHED,
        false => Spot::of(rt.lang.maps().index(&rt.heap, map, key)),
    }
}

/// What a table has, unless a metatable may know of something else.
#[inline(always)]
fn unless_meta<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>, v: Slot<M::V>) -> Option<Slot<M::V>> {
    if m.branch(v.has_tag(Tag::Nil)) && !m.branch(t.get(m, Table::meta).is_null()) {
        return None;
    }
    Some(v)
}

/// Most slots that interpreter code moves to a larger array.
const FEW_MOVED: usize = 16;

/// Room for slot number `i`, all before which are used: a trace sees where they go, and a table that nobody else has seen stays its own.
fn room_for_slot<M: Machine<L = Lua>>(m: &M, t: Ref<M::V, Table>, i: usize) -> Result<(), Raised> {
    let Some(used) = i.checked_sub(INLINE) else { return Ok(()) };
    let old = m.non_null(t.get(m, Table::slots));
    let is_full = match old {
        Some(old) => m.branch(old.len(m).eq_(used as i64)),
        None => used == 0,
    };
    if !is_full || used > FEW_MOVED {
        return reserve_slots(m, t, Int::new(i as i64 + 1));
    }
    let new: Ref<M::V, Fields> = make_array(m, Int::new((used + 1).next_power_of_two().max(4) as i64));
    for k in (0..used).map(|k| Int::new(k as i64)) {
        let _ = new.put(m, k, old.and_then(|old| old.at(m, k)).unwrap_or(konst(NIL)));
    }
    t.set(m, Table::slots, new.opt());
    Ok(())
}

impl Lua {
    /// String slot number `i`, which the table's map says it has.
    #[inline(always)]
    fn slot_at<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, i: usize) -> Slot<M::V> {
        match Table::SLOTS.get(i) {
            Some(slot) => t.get(m, *slot),
            None => match m.non_null(t.get(m, Table::slots)) {
                Some(a) => a.at(m, Int::new((i - INLINE) as i64)).unwrap_or(konst(NIL)),
                None => konst(NIL),
            },
        }
    }
    /// Writes it; false if there is no room.
    #[inline(always)]
    fn set_slot_at<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, i: usize, v: Slot<M::V>) -> bool {
        match Table::SLOTS.get(i) {
            Some(slot) => t.set(m, *slot, v),
            None => {
                let at = Int::new((i - INLINE) as i64);
                let array = m.non_null(t.get(m, Table::slots));
                return array.and_then(|a| a.put(m, at, v)).is_some();
            }
        }
        true
    }
    /// The same where no metamethod is asked: true if it was done.
    #[inline(always)]
    fn set_slot_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        i: usize,
        v: Slot<M::V>,
        checked: bool,
    ) -> bool {
        let free = checked
            || m.branch(t.get(m, Table::meta).is_null())
            || !m.branch(self.slot_at(m, t, i).has_tag(Tag::Nil));
        free && self.set_slot_at(m, t, i, v)
    }
    /// The raw value of a name.
    #[inline(always)]
    pub fn field<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, key: Gc<Str>) -> Slot<M::V> {
        let map = m.promote_up_to(FEW_MAPS, t.get(m, Table::map));
        self.field_at(m, t, key, map.map(|map| spot(m.runtime(), map, Val::Str(key))))
    }
    /// The same at a site.
    #[inline(always)]
    fn field_seen<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        key: Gc<Str>,
        site: &Site<Spot>,
    ) -> Slot<M::V> {
        let spot =
            m.cached(site, t.get(m, Table::map), move |look, map| spot(look.runtime(), map, Val::Str(key)));
        self.field_at(m, t, key, spot)
    }
    /// The same where the map says where it is.
    #[inline(always)]
    fn field_at<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        key: Gc<Str>,
        spot: Option<Spot>,
    ) -> Slot<M::V> {
        match spot {
            Some(spot) if spot.is_slot() => self.slot_at(m, t, spot.slot()),
            Some(Spot::ABSENT) => konst(NIL),
            _ => self.text(m, t, Ref::new(key)),
        }
    }
    /// The raw value of a string whose slot, if it has one, is not known.
    fn text<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, key: Ref<M::V, Str>) -> Slot<M::V> {
        if is_dict(m, t) {
            let slot: Slot<M::V> = Value::Str(key).into();
            if is_weak(m, t) {
                return get_weak(m, t, slot);
            }
            let found = self.constant_name(m, key).and_then(|name| named(m, t, name));
            return found.unwrap_or_else(|| hashed(m, t, slot));
        }
        if let Some(name) = self.name_at_hand(m, key) {
            if let Some(map) = m.promote_up_to(FEW_MAPS, t.get(m, Table::map)) {
                return self.field_at(m, t, name, Some(spot(m.runtime(), map, Val::Str(name))));
            }
        }
        get_text(m, t, key)
    }
    /// A computed key whose place in a map can be told here: any short one in plain execution; in a trace one that it knows, or one of few.
    #[inline(always)]
    fn name_at_hand<M: Machine<L = Lua>>(&self, m: &M, key: Ref<M::V, Str>) -> Option<Gc<Str>> {
        match M::TRACING {
            true => self.constant_name(m, key).or_else(|| self.one_of_few(m, key)),
            false => Some(m.promote_ref(key)).filter(|key| key.is_short()),
        }
    }
    /// A computed key that a trace knows, such as an argument of a callee that it contains.
    fn constant_name<M: Machine<L = Lua>>(&self, m: &M, key: Ref<M::V, Str>) -> Option<Gc<Str>> {
        self.constant_text(m, key).filter(|key| key.is_short())
    }
    /// A computed key that is one of few at its place, such as an axis or a direction.
    fn one_of_few<M: Machine<L = Lua>>(&self, m: &M, key: Ref<M::V, Str>) -> Option<Gc<Str>> {
        let short = m.branch(key.len(m).ule(Int::new(MAX_INTERNED as i64)));
        short.then(|| m.promote_up_to(FEW_KEYS, key)).flatten()
    }
    /// A text that a trace knows: of others it does not know the length.
    pub(super) fn constant_text<M: Machine<L = Lua>>(&self, m: &M, s: Ref<M::V, Str>) -> Option<Gc<Str>> {
        (M::TRACING && m.is_constant(s.len(m))).then(|| m.promote_ref(s))
    }
    /// The raw value of the key 0.
    #[inline(never)]
    fn get_zero<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>) -> Slot<M::V> {
        let map = m.promote_up_to(FEW_MAPS, t.get(m, Table::map));
        match map.map(|map| spot(m.runtime(), map, ZERO)) {
            Some(spot) if spot.is_slot() => self.slot_at(m, t, spot.slot()),
            Some(Spot::ABSENT) => konst(NIL),
            _ if is_dict(m, t) => hashed(m, t, konst(ZERO.into())),
            _ => get_zero(m, t),
        }
    }
    /// The raw value of an integer key.
    #[inline(always)]
    pub fn get_int<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, i: Int<M::V>) -> Slot<M::V> {
        let at = i - 1;
        let found = match m.unpack(t.get(m, Table::array)) {
            // Elements beyond the length are nil.
            Value::Slots(a) => a.at(m, at),
            Value::Ints(a) => part(m, t, a, at).map(|x| Value::Int(x).into()),
            Value::Floats(a) => part(m, t, a, at).map(|x| Value::Float(x).into()),
            // A guard on the value: nearly always the program tests it next, and then that test is free.
            Value::Bools(a) => part(m, t, a, at).map(|x| {
                if m.branch(x.eq_(0)) {
                    Value::False.into()
                } else {
                    Value::True.into()
                }
            }),
            // What it has room for is nowhere else.
            Value::Sparse(a) => match a.at(m, at) {
                Some(v) => return v,
                None => None,
            },
            // No array part ever: [`kind::HASHED`].
            Value::False => return get_weak(m, t, Value::Int(i).into()),
            _ => None,
        };
        match found {
            // Room beyond the length is nil too; the key may then be in the hash part.
            Some(v) if !m.branch(v.has_tag(Tag::Nil)) => v,
            _ => self.get_far(m, t, i),
        }
    }
    /// The same of one that the array part does not hold.
    #[inline(always)]
    fn get_far<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, i: Int<M::V>) -> Slot<M::V> {
        if m.branch(i.eq_(0)) {
            return self.get_zero(m, t);
        }
        match no_hashed_ints(m, t) {
            true => konst(NIL),
            false => hashed(m, t, Value::Int(i).into()),
        }
    }
    /// The raw value of any key.
    #[inline(always)]
    pub fn raw_get<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, key: Key<M::V>) -> Slot<M::V> {
        match key {
            Key::Name(n) => self.field(m, t, n.text),
            Key::Any(k) => self.raw_any(m, t, k),
        }
    }
    #[inline(always)]
    fn raw_any<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, k: Slot<M::V>) -> Slot<M::V> {
        match m.unpack(k) {
            Value::Int(i) => self.get_int(m, t, i),
            Value::Str(key) => self.text(m, t, key),
            Value::Float(x) => self.get_float(m, t, x),
            _ if is_weak(m, t) => get_weak(m, t, k),
            _ => hashed(m, t, k),
        }
    }
    /// The same of a float: one with an integer value is that integer.
    #[inline(never)]
    fn get_float<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, x: Float<M::V>) -> Slot<M::V> {
        match exact_int(m, x) {
            Some(i) => self.get_int(m, t, i),
            None if is_weak(m, t) => get_weak(m, t, Value::Float(x).into()),
            None => hashed(m, t, Value::Float(x).into()),
        }
    }
    /// The metatable of any value.
    pub fn meta_table<M: Machine<L = Lua>>(&self, m: &M, v: Slot<M::V>) -> Option<Ref<M::V, Table>> {
        match m.unpack(v) {
            Value::Table(t) => m.non_null(t.get(m, Table::meta)),
            Value::UserData(u) => m.non_null(u.get(m, UserData::meta)),
            other => self.assumed_type_meta(m, other).map(Ref::new),
        }
    }
    /// A metamethod of any value, or nil.
    pub fn metamethod<M: Machine<L = Lua>>(&self, m: &M, v: Slot<M::V>, event: Gc<Str>) -> Slot<M::V> {
        match self.meta_table(m, v) {
            Some(meta) => self.field(m, meta, event),
            None => konst(NIL),
        }
    }

    /// `obj[key]` where that needs no metamethod.
    #[inline(always)]
    pub fn index_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        obj: Slot<M::V>,
        key: Key<M::V>,
    ) -> Option<Slot<M::V>> {
        let Value::Table(t) = m.unpack(obj) else { return None };
        let v = match key {
            Key::Name(n) => self.field_seen(m, t, n.text, &n.seen),
            Key::Any(k) => self.raw_any(m, t, k),
        };
        unless_meta(m, t, v)
    }
    /// The same of a name. (A key that is made for both ways is in memory.)
    #[inline(always)]
    pub fn name_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        obj: Slot<M::V>,
        n: &'static Name,
    ) -> Option<Slot<M::V>> {
        let Value::Table(t) = m.unpack(obj) else { return None };
        unless_meta(m, t, self.field_seen(m, t, n.text, &n.seen))
    }
    /// `obj[name]` where plain execution finds it in the object or the table that `__index` is.
    #[inline(always)]
    pub fn method_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        obj: Slot<M::V>,
        name: &Name,
    ) -> Option<Slot<M::V>> {
        if M::TRACING {
            return None;
        }
        let v = match m.unpack(obj) {
            Value::Table(t) => {
                let own = self.field_seen(m, t, name.text, &name.seen);
                match m.branch(own.has_tag(Tag::Nil)) {
                    true => self.inherited(m, t, name),
                    false => own,
                }
            }
            obj @ Value::Str(_) => self.shared_member(m, obj, name.text),
            _ => return None,
        };
        (!m.branch(v.has_tag(Tag::Nil))).then_some(v)
    }
    /// What a table has under a name by way of a table that is its metatable's `__index`, or of that table's, and of no further one.
    #[inline(always)]
    fn inherited<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>, name: &Name) -> Slot<M::V> {
        let Some(meta) = m.non_null(t.get(m, Table::meta)) else { return konst(NIL) };
        let index = self.field_seen(m, meta, self.events().index, &name.index);
        let Value::Table(class) = m.unpack(index) else { return konst(NIL) };
        let own = self.field_seen(m, class, name.text, &name.inherited);
        match m.branch(own.has_tag(Tag::Nil)) {
            true => self.inherited_twice(m, class, name),
            false => own,
        }
    }
    /// The same by way of the class of a class: seldom enough to be kept out of the interpreter's loop.
    #[inline(never)]
    fn inherited_twice<M: Machine<L = Lua>>(
        &self,
        m: &M,
        class: Ref<M::V, Table>,
        name: &Name,
    ) -> Slot<M::V> {
        let [index, inherited] = &name.derived;
        let Some(meta) = m.non_null(class.get(m, Table::meta)) else { return konst(NIL) };
        match m.unpack(self.field_seen(m, meta, self.events().index, index)) {
            Value::Table(base) => self.field_seen(m, base, name.text, inherited),
            _ => konst(NIL),
        }
    }
    #[inline(never)]
    fn shared_member<M: Machine<L = Lua>>(&self, m: &M, obj: Value<M::V>, name: Gc<Str>) -> Slot<M::V> {
        let index =
            self.assumed_type_meta(m, obj).map(|meta| self.field(m, Ref::new(meta), self.events().index));
        match index.map(|index| m.unpack(index)) {
            Some(Value::Table(t)) => self.field(m, t, name),
            _ => konst(NIL),
        }
    }

    /// An element, for derivatives: of lists at once.
    #[inline(always)]
    pub fn element<M: Machine<L = Lua>>(
        &self,
        m: &M,
        obj: Slot<M::V>,
        key: Slot<M::V>,
    ) -> Option<Slot<M::V>> {
        let (Value::Table(t), Value::Int(i)) = (m.unpack(obj), m.unpack(key)) else { return None };
        let found = match m.unpack(t.get(m, Table::array)) {
            Value::Slots(a) => a.at(m, i - 1).filter(|v| !m.branch(v.has_tag(Tag::Nil))),
            Value::Ints(a) => part(m, t, a, i - 1).map(|x| Value::Int(x).into()),
            Value::Floats(a) => part(m, t, a, i - 1).map(|x| Value::Float(x).into()),
            Value::Bools(a) => part(m, t, a, i - 1).map(|x| match m.branch(x.eq_(0)) {
                true => Value::False.into(),
                false => Value::True.into(),
            }),
            _ => None,
        };
        found.or_else(|| self.element_elsewhere(m, t, i))
    }
    #[inline(never)]
    fn element_elsewhere<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        i: Int<M::V>,
    ) -> Option<Slot<M::V>> {
        let v = self.get_int(m, t, i);
        unless_meta(m, t, v)
    }

    /// Puts an element, for derivatives, if that can be done in place.
    #[inline(always)]
    pub fn set_element<M: Machine<L = Lua>>(
        &self,
        m: &M,
        obj: Slot<M::V>,
        key: Slot<M::V>,
        v: Slot<M::V>,
    ) -> Result<Option<()>, Raised> {
        let (Value::Table(t), Value::Int(i)) = (m.unpack(obj), m.unpack(key)) else { return Ok(None) };
        let (at, alen) = (i - 1, t.get(m, Table::alen));
        if m.branch(at.ult(alen)) {
            let done = match (m.unpack(t.get(m, Table::array)), m.unpack(v)) {
                (_, Value::Nil) => None,
                (Value::Ints(a), Value::Int(x)) => roomy(m, a, alen, true).put(m, at, x),
                (Value::Floats(a), Value::Float(x)) => roomy(m, a, alen, true).put(m, at, x),
                (Value::Bools(a), Value::False) => roomy(m, a, alen, true).put(m, at, Int::new(0)),
                (Value::Bools(a), Value::True) => roomy(m, a, alen, true).put(m, at, Int::new(1)),
                (Value::Slots(a), _) => {
                    let a = roomy(m, a, alen, true);
                    let old = a.at(m, at).filter(|old| !m.branch(old.has_tag(Tag::Nil)));
                    old.and_then(|_| a.put(m, at, v))
                }
                _ => None,
            };
            if done.is_some() {
                return Ok(done);
            }
        }
        self.set_element_elsewhere(m, t, i, v)
    }
    #[inline(never)]
    fn set_element_elsewhere<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        i: Int<M::V>,
        v: Slot<M::V>,
    ) -> Result<Option<()>, Raised> {
        Ok((self.set_int_plain(m, t, i, v, false) || self.set_far(m, t, i, v, false)?).then_some(()))
    }

    /// `obj[key]`, whatever they are. Plain execution has derivatives for what is frequent.
    #[inline(never)]
    pub fn index<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        pc: usize,
        obj: Slot<M::V>,
        key: Key<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        match self.index_plain(m, obj, key) {
            Some(v) => Ok(Step::Value(v)),
            None => self.index_slow(m, s, code, pc, obj, key),
        }
    }

    /// `obj[key]` of anything.
    #[inline(never)]
    pub fn index_slow<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        pc: usize,
        obj: Slot<M::V>,
        key: Key<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        s.top().frame.pc = pc as u32;
        let mut obj = obj;
        for _ in 0..MAX_CHAIN {
            let h = match m.unpack(obj) {
                Value::Table(t) => {
                    let v = self.raw_get(m, t, key);
                    if !m.branch(v.has_tag(Tag::Nil)) {
                        return Ok(Step::Value(v));
                    }
                    let Some(meta) = m.non_null(t.get(m, Table::meta)) else { return Ok(Step::Value(v)) };
                    let h = self.field(m, meta, self.events().index);
                    if m.branch(h.has_tag(Tag::Nil)) {
                        return Ok(Step::Value(v));
                    }
                    h
                }
                _ => {
                    let h = self.metamethod(m, obj, self.events().index);
                    if m.branch(h.has_tag(Tag::Nil)) {
                        super::fail::index(m, code.id, pc - 1, obj)?;
                        return Err(Raised);
                    }
                    h
                }
            };
            match m.unpack(h) {
                Value::Function(_) | Value::Native(_) => return self.call_meta(m, s, h, &[obj, key.slot()]),
                _ => obj = h,
            }
        }
        chain_too_long(m, Bool::new(false))?;
        Err(Raised)
    }

    /// `t[name] = v`, raw, where that can be done in place: true if it was.
    #[inline(always)]
    fn set_field_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        name: &Name,
        v: Slot<M::V>,
        checked: bool,
    ) -> Result<bool, Raised> {
        let key = Val::Str(name.text);
        let spot =
            m.cached(&name.seen, t.get(m, Table::map), move |look, map| spot(look.runtime(), map, key));
        self.set_spot(m, t, key, spot, v, checked)
    }
    /// The same of a name or [`ZERO`], where the map says where that is.
    #[inline(always)]
    fn set_spot<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        key: Val,
        spot: Option<Spot>,
        v: Slot<M::V>,
        checked: bool,
    ) -> Result<bool, Raised> {
        match spot {
            Some(spot) if spot.is_slot() => Ok(self.set_slot_plain(m, t, spot.slot(), v, checked)),
            Some(Spot::ABSENT) => {
                let map = m.promote_ref(t.get(m, Table::map));
                let i = map.count as usize;
                let free = checked || m.branch(t.get(m, Table::meta).is_null());
                if !free || i >= NAMED_LIMIT as usize || m.branch(v.has_tag(Tag::Nil)) {
                    return Ok(false);
                }
                if !self.set_slot_at(m, t, i, v) {
                    return Ok(false);
                }
                let more = self.maps().with_key(&m.runtime().heap, map, key);
                t.set(m, Table::map, Ref::new(more));
                Ok(true)
            }
            _ => Ok(is_dict(m, t) && set_hashed(m, t, konst(key.into()), v, checked)?),
        }
    }
    /// `t[i] = v`, raw, where that can be done in place: true if it was.
    #[inline(always)]
    fn set_int_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        i: Int<M::V>,
        v: Slot<M::V>,
        checked: bool,
    ) -> bool {
        let at = i - 1;
        let array = m.unpack(t.get(m, Table::array));
        if let Value::Sparse(a) = array {
            return self.set_sparse_plain(m, t, a, at, v, checked);
        }
        let alen = t.get(m, Table::alen);
        let inside = m.branch(at.ult(alen));
        if !inside {
            // Appending may meet elements in the hash part and metamethods.
            let free = m.branch(at.eq_(alen))
                && no_hashed_elements(m, t)
                && (checked || m.branch(t.get(m, Table::meta).is_null()));
            if !free {
                return false;
            }
        }
        let done = match (array, m.unpack(v)) {
            (_, Value::Nil) => return inside && self.remove_plain(m, t, array, at, checked),
            (Value::Ints(a), Value::Int(x)) => roomy(m, a, alen, inside).put(m, at, x).is_some(),
            (Value::Floats(a), Value::Float(x)) => roomy(m, a, alen, inside).put(m, at, x).is_some(),
            (Value::Bools(a), x @ (Value::False | Value::True)) => {
                let byte = Int::new(i64::from(matches!(x, Value::True)));
                roomy(m, a, alen, inside).put(m, at, byte).is_some()
            }
            (Value::Slots(a), _) => {
                let a = roomy(m, a, alen, inside);
                let free = !inside
                    || checked
                    || m.branch(t.get(m, Table::meta).is_null())
                    || a.at(m, at).is_some_and(|old| !m.branch(old.has_tag(Tag::Nil)));
                free && a.put(m, at, v).is_some()
            }
            // None yet, so this is the first one.
            (Value::Nil, first) => {
                begin(m, t, first, v);
                true
            }
            _ => false,
        };
        if done && !inside {
            // `i`, in a form that says by how much it grows.
            t.set(m, Table::alen, alen + 1);
        }
        done
    }
    /// The same of an integer that is no element of the list, nor the next one.
    #[inline(always)]
    fn set_far<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        i: Int<M::V>,
        v: Slot<M::V>,
        checked: bool,
    ) -> Result<bool, Raised> {
        if !is_far(m, t, i) {
            return Ok(false);
        }
        match m.branch(i.eq_(0)) {
            true => self.set_zero(m, t, v, checked),
            false => Ok(!is_weak(m, t) && set_hashed(m, t, Value::Int(i).into(), v, checked)?),
        }
    }
    /// The same of the key 0.
    #[inline(never)]
    fn set_zero<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        v: Slot<M::V>,
        checked: bool,
    ) -> Result<bool, Raised> {
        let map = m.promote_up_to(FEW_MAPS, t.get(m, Table::map));
        let spot = map.map(|map| spot(m.runtime(), map, ZERO));
        self.set_spot(m, t, ZERO, spot, v, checked)
    }
    /// The same of nil, for element `at + 1` of the list.
    #[inline(never)]
    fn remove_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        array: Value<M::V>,
        at: Int<M::V>,
        checked: bool,
    ) -> bool {
        let alen = t.get(m, Table::alen);
        let is_last = m.branch((at + 1).eq_(alen));
        let there = |v: Option<Slot<M::V>>| v.is_some_and(|v| !m.branch(v.has_tag(Tag::Nil)));
        match array {
            Value::Slots(a) => {
                let free = match is_last {
                    // A helper looks for the end of the list where that moves by more than one.
                    true => m.branch(at.eq_(0)) || there(a.at(m, at - 1)),
                    false => checked || m.branch(t.get(m, Table::meta).is_null()) || there(a.at(m, at)),
                };
                if !free || a.put(m, at, konst(NIL)).is_none() {
                    return false;
                }
            }
            // What is beyond their length means nothing.
            Value::Ints(_) | Value::Floats(_) | Value::Bools(_) if is_last => {}
            _ => return false,
        }
        if is_last {
            t.set(m, Table::alen, alen - 1);
        }
        true
    }
    /// The same where the array part may lack elements.
    fn set_sparse_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        array: Ref<M::V, SlotArray>,
        at: Int<M::V>,
        v: Slot<M::V>,
        checked: bool,
    ) -> bool {
        let Some(old) = array.at(m, at) else { return false };
        let absent = m.branch(old.has_tag(Tag::Nil));
        if absent && !checked && !m.branch(t.get(m, Table::meta).is_null()) {
            return false;
        }
        let alen = t.get(m, Table::alen);
        // A helper looks for the end of the list where that may move by more than one.
        if m.branch(v.has_tag(Tag::Nil)) {
            if !absent && m.branch((at + 1).eq_(alen)) {
                return false;
            }
        } else if absent && m.branch(at.eq_(alen)) {
            match array.at(m, at + 1) {
                Some(next) if m.branch(next.has_tag(Tag::Nil)) => t.set(m, Table::alen, alen + 1),
                _ => return false,
            }
        }
        array.put(m, at, v).is_some()
    }
    /// `t[key] = v`, raw, of a key that is no integer: true if it was done.
    fn set_other_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        key: Slot<M::V>,
        v: Slot<M::V>,
        checked: bool,
    ) -> Result<bool, Raised> {
        match m.unpack(key) {
            // A short one is in the map where that has names.
            Value::Str(key) if !is_dict(m, t) => Ok(self.set_known(m, t, key, v, checked)),
            Value::Float(x) => match exact_int(m, x) {
                Some(i) => Ok(self.set_int_plain(m, t, i, v, checked) || self.set_far(m, t, i, v, checked)?),
                // It may be no number, which is no key.
                None => Ok(m.branch(x.eq_(x)) && !is_weak(m, t) && set_hashed(m, t, key, v, checked)?),
            },
            Value::Nil => Ok(false),
            _ => Ok(!is_weak(m, t) && set_hashed(m, t, key, v, checked)?),
        }
    }
    /// The same of a computed name, where the table has it already.
    #[inline(never)]
    fn set_known<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        key: Ref<M::V, Str>,
        v: Slot<M::V>,
        checked: bool,
    ) -> bool {
        let Some(key) = self.name_at_hand(m, key) else { return false };
        let Some(map) = m.promote_up_to(FEW_MAPS, t.get(m, Table::map)) else { return false };
        let spot = spot(m.runtime(), map, Val::Str(key));
        spot.is_slot() && self.set_slot_plain(m, t, spot.slot(), v, checked)
    }
    /// `obj[key] = v` where no metamethod is asked: true if it was done.
    ///
    /// # Errors
    /// "not enough memory".
    #[inline(always)]
    pub fn set_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        obj: Slot<M::V>,
        key: Key<M::V>,
        v: Slot<M::V>,
    ) -> Result<bool, Raised> {
        match key {
            Key::Name(n) => self.set_name_plain(m, obj, n, v),
            Key::Any(k) => self.set_any_plain(m, obj, k, v),
        }
    }
    /// The same of a name.
    #[inline(always)]
    pub fn set_name_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        obj: Slot<M::V>,
        name: &'static Name,
        v: Slot<M::V>,
    ) -> Result<bool, Raised> {
        let Value::Table(t) = m.unpack(obj) else { return Ok(false) };
        self.set_field_plain(m, t, name, v, false)
    }
    #[inline(always)]
    fn set_any_plain<M: Machine<L = Lua>>(
        &self,
        m: &M,
        obj: Slot<M::V>,
        k: Slot<M::V>,
        v: Slot<M::V>,
    ) -> Result<bool, Raised> {
        let Value::Table(t) = m.unpack(obj) else { return Ok(false) };
        match m.unpack(k) {
            Value::Int(i) => Ok(self.set_int_plain(m, t, i, v, false) || self.set_far(m, t, i, v, false)?),
            _ => self.set_other_plain(m, t, k, v, false),
        }
    }
    /// `t[key] = v`, raw.
    pub fn raw_set<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        key: Key<M::V>,
        v: Slot<M::V>,
    ) -> Result<(), Raised> {
        match key {
            Key::Name(n) => {
                if self.set_field_plain(m, t, n, v, true)? {
                    return Ok(());
                }
                if let Some(map) = m.promote_few(t.get(m, Table::map)) {
                    let is_new = map.group != DICT
                        && map.count < NAMED_LIMIT
                        && self.maps().index(&m.runtime().heap, map, Val::Str(n.text)).is_none();
                    if is_new && !m.branch(v.has_tag(Tag::Nil)) {
                        room_for_slot(m, t, map.count as usize)?;
                        if self.set_field_plain(m, t, n, v, true)? {
                            return Ok(());
                        }
                    }
                }
                set_name(m, t, Ref::new(n.text), v)
            }
            Key::Any(k) => match m.unpack(k) {
                Value::Int(i)
                    if self.set_int_plain(m, t, i, v, true) || self.set_far(m, t, i, v, true)? =>
                {
                    Ok(())
                }
                Value::Int(i) => set_int(m, t, i, v),
                _ if self.set_other_plain(m, t, k, v, true)? => Ok(()),
                _ => set_raw(m, t, k, v),
            },
        }
    }

    /// `obj[key] = v`, whatever they are. Plain execution has derivatives for what is frequent.
    #[inline(never)]
    #[allow(clippy::too_many_arguments)]
    pub fn set<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        pc: usize,
        obj: Slot<M::V>,
        key: Key<M::V>,
        v: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        match self.set_plain(m, obj, key, v)? {
            true => Ok(Step::Value(konst(NIL))),
            false => self.set_slow(m, s, code, pc, obj, key, v),
        }
    }

    /// `obj[key] = v` of anything.
    #[inline(never)]
    #[allow(clippy::too_many_arguments)]
    pub fn set_slow<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        pc: usize,
        obj: Slot<M::V>,
        key: Key<M::V>,
        v: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        s.top().frame.pc = pc as u32;
        let mut obj = obj;
        for _ in 0..MAX_CHAIN {
            let h = match m.unpack(obj) {
                Value::Table(t) => {
                    let h = match m.non_null(t.get(m, Table::meta)) {
                        Some(meta) => self.field(m, meta, self.events().newindex),
                        None => konst(NIL),
                    };
                    if m.branch(h.has_tag(Tag::Nil)) || !m.branch(self.raw_get(m, t, key).has_tag(Tag::Nil)) {
                        self.raw_set(m, t, key, v)?;
                        return Ok(Step::Value(konst(NIL)));
                    }
                    h
                }
                _ => {
                    let h = self.metamethod(m, obj, self.events().newindex);
                    if m.branch(h.has_tag(Tag::Nil)) {
                        super::fail::index(m, code.id, pc - 1, obj)?;
                        return Err(Raised);
                    }
                    h
                }
            };
            match m.unpack(h) {
                Value::Function(_) | Value::Native(_) => {
                    return self.call_meta(m, s, h, &[obj, key.slot(), v])
                }
                _ => obj = h,
            }
        }
        chain_too_long(m, Bool::new(true))?;
        Err(Raised)
    }

    /// The length of a table without metamethods.
    #[inline(always)]
    pub fn table_len<M: Machine<L = Lua>>(&self, m: &M, t: Ref<M::V, Table>) -> Int<M::V> {
        let n = t.get(m, Table::alen);
        if no_hashed_elements(m, t) {
            return n;
        }
        raw_len(m, t)
    }
    /// `#v`.
    #[inline(never)]
    pub fn length<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        pc: usize,
        v: Slot<M::V>,
    ) -> Result<Step<M::V>, Raised> {
        s.top().frame.pc = pc as u32;
        let n = match m.unpack(v) {
            Value::Str(x) => x.len(m),
            other => {
                let h = self.metamethod(m, v, self.events().len);
                if !m.branch(h.has_tag(Tag::Nil)) {
                    return self.call_meta(m, s, h, &[v, v]);
                }
                match other {
                    Value::Table(t) => self.table_len(m, t),
                    _ => {
                        super::fail::operand(m, code.id, pc - 1, v)?;
                        return Err(Raised);
                    }
                }
            }
        };
        Ok(Step::Value(Value::Int(n).into()))
    }
}

/// The key of a constant: a name if it is a short string.
pub fn const_key<V: Values>(code: &'static Code, k: u16) -> Key<V> {
    match code.name(k) {
        Some(n) => Key::Name(n),
        None => Key::Any(konst(code.consts[k as usize])),
    }
}
