//! The `__dict__` of instances in traces.
//!
//! **Problem.** An instance has no dictionary: its map says where its attributes are. `x.__dict__` is an object that reads and writes them as a dictionary would
//! ([`crate::objects::namespace`]), and descriptors, which keep their values there, ask it at each access by a name that they have in an attribute.
//!
//! **How.** The object is made as any other, so that a trace need not make it. Names are promoted where they are few, as for `getattr`; with the map that is a slot.
//!
//! **Not promised.** Instances of classes with `__slots__`, of built-in classes' derived ones, and names with two underscores are for helpers.
//!
//! **Example.** In `Field.__get__`, `obj.__dict__.get(self.slot, self.default)` records two guards and a load.

use super::helpers;
use crate::objects::class::{ClassInfo, Layout};
use crate::value::{misc, Instance, Misc, Str, Tag, Val, Value};
use crate::Py;
use holloway::heap::Gc;
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
}
