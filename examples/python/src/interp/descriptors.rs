//! Attributes that functions of the program's get and set: of descriptors, of properties, by `__getattr__` and `__setattr__`.
//!
//! **Problem.** A helper that asks such a function runs it in a segment of its own, plainly, which no trace looks into.
//!
//! **How.** The function is entered as for a call. Where the attribute is, is a fact about map and version of the instance's class ([`Found`]); what the descriptor's own class says is asked each
//! time, which is a fact about that class's version.
//!
//! **Not promised.** That an instance's own attribute gives way once the class of what its class has under the name becomes that of a data descriptor.
//!
//! **Example.** `x.price = 3`, where `price` is an instance with `__set__` in the class of `x`, enters that method.

use super::{konst, Step, S};
use crate::native::Guest;
use crate::objects::class::Found;
use crate::value::{Misc, Str, Tag, Val, Value, NONE};
use crate::Py;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use smallvec::{smallvec, SmallVec};

impl Py {
    /// `setattr(x, name, v)`, whose value is `None`; `None` if that is for the library function.
    #[inline(never)]
    pub fn set_attr_named<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        name: Gc<Str>,
        v: Slot<M::V>,
    ) -> Result<Option<Step<M::V>>, Raised> {
        let Value::Inst(i) = m.unpack(x) else { return Ok(None) };
        let place = self.set_place(m, i, name);
        if let Some(setter) = self.setter(m, x, place, name, v) {
            return self.go_through(m, s, Guest::Forget, &setter).map(Some);
        }
        Ok(self.set_at(m, i, place, name, v)?.then(|| Step::Value(konst(NONE))))
    }

    /// The function of the program's that sets an attribute, and what it is called with: of a descriptor, of a property, or `__setattr__`.
    pub(super) fn setter<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        place: Found,
        name: Gc<Str>,
        v: Slot<M::V>,
    ) -> Option<SmallVec<[Slot<M::V>; 4]>> {
        match place {
            Found::Instance(f) | Found::Described(f) => self
                .special_method(m, konst(f), self.name("__set__"))
                .map(|set| smallvec![set, konst(f), x, v]),
            Found::Data(f) => match m.unpack(konst(f)) {
                Value::Misc(p) => {
                    let f = p.get(m, Misc::b);
                    m.branch(f.has_tag(Tag::Func)).then(|| smallvec![f, x, v])
                }
                _ => None,
            },
            Found::Odd => {
                let f = self.special_method(m, x, self.name("__setattr__"))?;
                Some(smallvec![f, x, Value::Str(Ref::new(name)).into(), v])
            }
            _ => None,
        }
    }

    /// `x.name` by a descriptor of the program's: `f.__get__(x, type(x))`; `None` if that is for a helper.
    pub(super) fn get_described<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        place: Found,
        name: Gc<Str>,
    ) -> Result<Option<Step<M::V>>, Raised> {
        let f = match place {
            Found::Instance(f) => f,
            // Its class may have changed since it was found.
            Found::Described(f) if !self.may_be_hidden(m, f) => f,
            _ => return Ok(None),
        };
        let get = self.special_method(m, konst(f), self.name("__get__"));
        let (Some(get), Some(class)) = (get, self.instance_class(m, x)) else {
            return Ok(None);
        };
        let (f, class) = (konst(f), konst(Val::Class(class.object).into()));
        let Some(ask) = self.special_method(m, x, self.name("__getattr__")) else {
            return self.call_meta(m, s, get, &[f, x, class]).map(Some);
        };
        let Some(by) = self.guest(Guest::DescribedOrGetattr) else { return Ok(None) };
        let name = Value::Str(Ref::new(name)).into();
        self.call_meta(m, s, Value::Func(Ref::new(by)).into(), &[get, f, x, class, ask, name]).map(Some)
    }

    /// Whether an attribute of an instance is got by a function of the program's: of a descriptor, of a property, or `__getattr__`.
    pub(super) fn asks_getter<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>, name: Slot<M::V>) -> bool {
        let Value::Inst(i) = m.unpack(x) else { return false };
        let Some(name) = self.constant_name(m, name) else { return false };
        match self.lookup(m, i, name) {
            Found::Data(_) | Found::Described(_) => true,
            Found::Instance(f) => self.special_method(m, konst(f), self.name("__get__")).is_some(),
            Found::Missing => self.special_method(m, x, self.name("__getattr__")).is_some(),
            _ => false,
        }
    }

    /// Whether an instance in a class says nothing of setting and deleting the attribute: then that is the instance's own.
    pub(super) fn may_be_hidden<M: Machine<L = Py>>(&self, m: &M, f: RawSlot) -> bool {
        let Some(k) = self.instance_class(m, konst(f)).filter(|_| !self.without.versions()) else {
            return false;
        };
        let version = self.version(m, k);
        ["__set__", "__delete__"].iter().all(|n| k.lookup_in(version, self.name(n)).is_none())
    }
}
