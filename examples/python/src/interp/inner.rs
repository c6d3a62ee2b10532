//! Built-in values inside instances of classes derived from built-in ones.
//!
//! **Problem.** Members of `IntEnum`, counters, named tuples and the like do what their built-in class does, but are instances: a helper would unwrap them.
//!
//! **Method.** Where the class leaves the methods concerned to the built-in one, the instruction goes on with the value inside. That is a fact about the version of
//! the class, which traces assume.
//!
//! **Not promised.** What makes an error: helpers are given the instance, so that messages name its class.
//!
//! **Example.** `Coin.FIVE * 3` is `5 * 3`, once `Coin` is known to have neither `__mul__` nor `__rmul__` but those of `int`.

use crate::objects::class::{ClassInfo, Layout};
use crate::value::{Instance, Tag, Value};
use crate::Py;
use holloway::machine::*;

impl Py {
    /// The value inside an instance whose class leaves all of these methods to a built-in one; `None` for anything else.
    #[inline(always)]
    pub fn inner<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        methods: &[&'static str],
    ) -> Option<Slot<M::V>> {
        match m.branch(x.has_tag(Tag::Inst)) {
            true => self.inner_of(m, x, methods),
            false => None,
        }
    }

    #[inline(never)]
    fn inner_of<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        methods: &[&'static str],
    ) -> Option<Slot<M::V>> {
        let c = self.instance_class(m, x)?;
        let Layout::Wrapped(base) = c.layout else { return None };
        if !methods.is_empty() {
            if self.without.versions() {
                return None;
            }
            let (version, base) = (self.version(m, c), self.classes.get(base));
            let left = |name: &&'static str| {
                let name = self.name(name);
                c.lookup_in(version, name) == base.version.peek(|v| base.lookup_in(v, name))
            };
            if !methods.iter().all(left) {
                return None;
            }
        }
        self.wrapped_value(m, x, c)
    }

    fn wrapped_value<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        c: &'static ClassInfo,
    ) -> Option<Slot<M::V>> {
        let (Value::Inst(i), Layout::Wrapped(base)) = (m.unpack(x), c.layout) else { return None };
        let v = i.get(m, Instance::s0);
        let t = self.types();
        let tag = [
            (t.int, Tag::Int),
            (t.float, Tag::Float),
            (t.str, Tag::Str),
            (t.tuple, Tag::Tuple),
            (t.list, Tag::List),
            (t.dict, Tag::Dict),
            (t.set, Tag::Set),
            (t.frozenset, Tag::Set),
        ]
        .iter()
        .find(|k| k.0.id == base)
        .map(|k| k.1)?;
        // A large integer is none of a machine word.
        m.branch(v.has_tag(tag)).then_some(v)
    }
}
