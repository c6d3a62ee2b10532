//! The `__dict__` of instances in traces, and descriptors of the program's.
//!
//! **Problem.** An instance has no dictionary: its map says where its attributes are. `x.__dict__` is an object that reads and writes them as a dictionary would
//! ([`crate::objects::namespace`]), and descriptors, which keep their values there, ask it at each access by a name that they have in an attribute.
//!
//! **How.** The object is made as any other, so that a trace need not make it. Names are promoted where they are few, as for `getattr`; with the map that is a slot.
//!
//! **Not promised.** Instances of classes with `__slots__`, of built-in classes' derived ones, and names with two underscores are for helpers.
//!
//! **Example.** In `Field.__get__`, `obj.__dict__.get(self.slot, self.default)` records two guards and a load.

use super::{helpers, Step, S};
use crate::objects::class::{ClassInfo, Found, Layout};
use crate::value::{misc, Instance, Misc, Str, Tag, Val, Value};
use crate::Py;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;

impl Py {
    /// Whether the attributes of a class's instances are those of their maps, all of them.
    fn has_plain_names<M: Machine<L = Py>>(&self, m: &M, c: &'static ClassInfo) -> bool {
        let plain = c.layout == Layout::Object && c.allowed.get().is_none() && !self.without.versions();
        plain && self.version(m, c).mro.iter().all(|k| k.slots.get().is_none())
    }

    /// `x.__dict__` of an instance that has no other attribute of this name.
    pub(super) fn namespace<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Slot<M::V>> {
        let c = self.instance_class(m, x)?;
        self.has_plain_names(m, c).then(|| super::build::view(m, misc::NAMESPACE, x))
    }

    /// The instance whose namespace a value is.
    fn named_by<M: Machine<L = Py>>(&self, m: &M, v: Slot<M::V>) -> Option<Ref<M::V, Instance>> {
        let Value::Misc(x) = m.unpack(v) else { return None };
        if m.promote(x.get(m, Misc::kind)) as u32 != misc::NAMESPACE {
            return None;
        }
        match m.unpack(x.get(m, Misc::a)) {
            Value::Inst(i) => {
                self.has_plain_names(m, self.instance_class(m, Value::Inst(i).into())?).then_some(i)
            }
            _ => None,
        }
    }

    /// A method of dictionaries that a namespace has.
    pub(super) fn method_of_namespace<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        self.named_by(m, x)?;
        let dict = self.types().dict;
        let f = dict.lookup_in(self.version(m, dict), name)?;
        (f.tag == Tag::Native).then(|| super::konst(f))
    }

    /// The slot of an instance's attribute, or that it has none; `None` if a helper finds out.
    fn slot_named<M: Machine<L = Py>>(
        &self,
        m: &M,
        i: Ref<M::V, Instance>,
        key: Slot<M::V>,
    ) -> Option<(Gc<Str>, Option<u32>)> {
        if self.without.maps() {
            return None;
        }
        let map = m.promote_few(i.get(m, Instance::map))?;
        let name = self.constant_name(m, key)?;
        Some((name, self.maps.index(&m.runtime().heap, map, Val::Str(name))))
    }

    /// What a namespace has under a key, or that it has nothing; `None` if a helper finds out.
    pub(super) fn in_namespace<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        key: Slot<M::V>,
    ) -> Option<Option<Slot<M::V>>> {
        let i = self.named_by(m, x)?;
        let (_, slot) = self.slot_named(m, i, key)?;
        let Some(slot) = slot else { return Some(None) };
        let v = self.slot_at(m, i, slot);
        Some((!m.branch(v.has_tag(Tag::Unbound))).then_some(v))
    }

    /// `x[key] = v` of a namespace; whether that was done.
    pub(super) fn set_in_namespace<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        key: Slot<M::V>,
        v: Slot<M::V>,
    ) -> Result<bool, Raised> {
        let Some(i) = self.named_by(m, x) else { return Ok(false) };
        match self.slot_named(m, i, key) {
            Some((_, Some(slot))) => Ok(self.set_slot_at(m, i, slot, v)),
            Some((name, None)) if !name.data().starts_with(b"__") => self.add_attr(m, i, name, v),
            _ => Ok(false),
        }
    }

    /// A dictionary of what a namespace has now, for what only reads it.
    pub(super) fn dict_of_namespace<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        match self.named_by(m, x) {
            Some(_) => helpers::namespace_dict(m, x).map(|d| Some(Value::Dict(d).into())),
            None => Ok(None),
        }
    }

    /// `x.name` by a descriptor of the program's: `f.__get__(x, type(x))`; `None` if that is for a helper.
    pub(super) fn get_described<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        f: RawSlot,
    ) -> Result<Option<Step<M::V>>, Raised> {
        let get = self.special_method(m, super::konst(f), self.name("__get__"));
        let (Some(get), Some(class)) = (get, self.instance_class(m, x)) else {
            return Ok(None);
        };
        let class = Val::Class(class.object).into();
        self.call_meta(m, s, get, &[super::konst(f), x, super::konst(class)]).map(Some)
    }

    /// Whether an attribute of an instance is got by a function of the program's: of a descriptor, of a property, or `__getattr__`.
    pub(super) fn asks_getter<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, name: Slot<M::V>) -> bool {
        let Value::Inst(i) = m.unpack(x) else { return false };
        let Some(name) = self.constant_name(m, name) else { return false };
        match self.lookup(m, i, name) {
            Found::Data(_) | Found::Instance(_) | Found::Described(_) => true,
            Found::Missing => self.special_method(m, x, self.name("__getattr__")).is_some(),
            _ => false,
        }
    }

    /// Whether an instance in a class says nothing of setting and deleting the attribute: then that is the instance's own.
    pub(super) fn may_be_hidden<M: Machine<L = Py>>(&self, m: &M, f: RawSlot) -> bool {
        let Some(k) = self.instance_class(m, super::konst(f)).filter(|_| !self.without.versions()) else {
            return false;
        };
        let version = self.version(m, k);
        ["__set__", "__delete__"].iter().all(|n| k.lookup_in(version, self.name(n)).is_none())
    }
}
