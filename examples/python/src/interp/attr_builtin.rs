//! Attributes of values of built-in types, and of functions: their classes never change, so that what such a class has, or has not, is a fact.
//!
//! What instances of classes have is in [`super::attr`]. Not done here, but by the reference's order of looking (`objects::attr`): names with two
//! underscores that classes have or [`attr::is_hidden`] tells.

use super::{build, helpers, konst};
use crate::objects::class::ClassInfo;
use crate::objects::dict::ABSENT;
use crate::objects::{attr, str};
use crate::value::{Bytes, Dict, Function, Method, Set, Str, Tag, Val, Value, NONE};
use crate::Py;
use holloway::heap::Gc;
use holloway::machine::*;

/// How many strings that stand for names are told apart by identity at a place: programs that make them anew each time pay for that many ways.
const SAME: usize = 4;

impl Py {
    /// A method of a value of a built-in type.
    #[inline(never)]
    pub fn builtin_method<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Option<Slot<M::V>> {
        let c = self.builtin_class(m, x)?;
        match c.lookup_in(self.version(m, c), name) {
            Some(f) if f.tag == Tag::Native => Some(konst(f)),
            _ => None,
        }
    }

    /// The class of a value of a built-in type without variants, whose tag is guarded.
    pub(super) fn builtin_class<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
    ) -> Option<&'static ClassInfo> {
        if self.without.versions() {
            return None;
        }
        let t = self.types();
        match m.unpack(x) {
            Value::Set(s) if m.branch(s.get(m, Set::frozen)) => Some(t.frozenset),
            Value::Set(_) => Some(t.set),
            Value::Bytes(b) if m.branch(b.get(m, Bytes::mutable)) => Some(t.bytearray),
            Value::Bytes(_) => Some(t.bytes),
            Value::Big(_) => Some(t.int),
            Value::Range(_) => Some(t.range),
            Value::Slice(_) => Some(t.slice),
            Value::Complex(_) => Some(t.complex),
            Value::None => Some(t.none_type),
            Value::True | Value::False => Some(t.bool),
            _ => t.of_tag_number(self.tag_of(m, x)?),
        }
    }

    /// The tag of a value of a type without variants, guarded.
    fn tag_of<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<u64> {
        Some(match m.unpack(x) {
            Value::Str(_) => Tag::Str,
            Value::List(_) => Tag::List,
            Value::Dict(_) => Tag::Dict,
            Value::Tuple(_) => Tag::Tuple,
            Value::Int(_) => Tag::Int,
            Value::Float(_) => Tag::Float,
            Value::Gen(_) => Tag::Gen,
            _ => return None,
        })
    }

    /// An attribute of a value of a built-in type or of a function, or that it has none; `None` where only the general way knows.
    #[inline(never)]
    pub fn attr_of_builtin<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        name: Gc<Str>,
    ) -> Option<Option<Slot<M::V>>> {
        match m.unpack(x) {
            Value::Func(f) => return self.attr_of_function(m, f, name),
            Value::Method(x) => return self.attr_of_method(m, x, name),
            _ => {}
        }
        // What makes a generator may say that these are of another class.
        let class = name.data() == b"__class__";
        if attr::is_hidden(name) && !class || m.branch(x.has_tag(Tag::Gen)) {
            return None;
        }
        let c = self.builtin_class(m, x)?;
        if class {
            return Some(Some(konst(Val::Class(c.object).into())));
        }
        match c.lookup_in(self.version(m, c), name) {
            // What stands for operations is found in the reference's order.
            Some(_) if name.data().starts_with(b"__") => None,
            Some(f) if f.tag == Tag::Native => Some(Some(build::method(m, konst(f), x))),
            Some(_) => None,
            // What numbers have besides is not in their classes.
            None => match m.unpack(x) {
                Value::Int(_) if ["real", "numerator"].contains(&name.text()) => Some(Some(x)),
                Value::Int(_) | Value::Float(_) | Value::True | Value::False => None,
                _ => Some(None),
            },
        }
    }

    /// An attribute of a bound method that is one of its function, or that it has none.
    fn attr_of_method<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Ref<M::V, Method>,
        name: Gc<Str>,
    ) -> Option<Option<Slot<M::V>>> {
        let class = self.types().method;
        if attr::is_hidden(name) || class.lookup_in(self.version(m, class), name).is_some() {
            return None;
        }
        match m.unpack(x.get(m, Method::func)) {
            Value::Func(f) => self.attr_of_function(m, f, name),
            _ => None,
        }
    }

    /// An attribute of a function: what the program has set, or its names; or that it has none.
    fn attr_of_function<M: Machine<L = Py>>(
        &self,
        m: &M,
        f: Ref<M::V, Function>,
        name: Gc<Str>,
    ) -> Option<Option<Slot<M::V>>> {
        let place = |d| self.entry_of(m, d, Value::Str(Ref::new(name)).into());
        let value = |d: Ref<M::V, Dict>, at| m.non_null(d.get(m, Dict::entries))?.at(m, at + at + 1);
        let class = self.types().function;
        if !attr::is_hidden(name) && class.lookup_in(self.version(m, class), name).is_none() {
            let Some(own) = m.non_null(f.get(m, Function::attrs)) else { return Some(None) };
            let at = place(own);
            return match m.branch(at.eq_(ABSENT)) {
                true => Some(None),
                false => value(own, at).map(Some),
            };
        }
        let known = ["__name__", "__qualname__", "__doc__"].contains(&name.text());
        if !known {
            return None;
        }
        if let Some(set) = m.non_null(f.get(m, Function::parts)) {
            let at = place(set);
            if !m.branch(at.eq_(ABSENT)) {
                return value(set, at).map(Some);
            }
        }
        let proto = &self.code(m.promote(f.get(m, Function::code)) as u32).proto;
        let text = match name.text() {
            "__name__" => &proto.name,
            "__qualname__" => &proto.qualname,
            _ => match &proto.doc {
                Some(text) => text,
                None => return Some(Some(konst(NONE))),
            },
        };
        Some(Some(Value::Str(Ref::new(str::intern(m.runtime(), text))).into()))
    }

    /// The interned string of a name, one of few that come by here.
    pub fn constant_name<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Option<Gc<Str>> {
        let Value::Str(s) = m.unpack(x) else { return None };
        // Mostly it is the same strings that come again: a trace that knows them does not look for them.
        match m.promote_up_to(SAME, s) {
            Some(s) => Some(m.promote_ref(helpers::interned(m, Ref::new(s)))),
            None => m.promote_few(helpers::interned(m, s)),
        }
    }

    /// The interned string of a name that is taken for constant.
    pub fn known_name<M: Machine<L = Py>>(&self, m: &M, s: Ref<M::V, Str>) -> Gc<Str> {
        match m.promote_up_to(SAME, s) {
            Some(s) => m.promote_ref(helpers::interned(m, Ref::new(s))),
            None => m.promote_ref(helpers::interned(m, s)),
        }
    }
}
