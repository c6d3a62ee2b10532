//! Calls of classes by the program: an instance is made in the trace and `__init__` entered; conversions of plain values are done in place.

use super::boolean;
use super::enter::{Called, Passed};
use super::{build, frame, helpers, konst, S};
use crate::bytecode::MOST_PAIRS;
use crate::native::Guest;
use crate::objects::class::{ClassInfo, Layout, Version};
use crate::value::{misc, Instance, List, Misc, Range, Tag, Tuple, Val, Value, NONE};
use crate::Py;
use holloway::machine::*;
use smallvec::SmallVec;

impl Py {
    /// Makes an instance and enters `__init__`.
    #[inline(never)]
    pub fn instantiate<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        c: &'static ClassInfo,
        p: &Passed<'_>,
    ) -> Result<Called<M::V>, Raised> {
        if let Some(f) = c.maker.get() {
            return self.call_function(m, s, Ref::new(f), p);
        }
        let class = konst(Val::Class(c.object).into());
        let version = self.version(m, c);
        let maker = version.maker(m.runtime(), c);
        let mut custom = maker.custom;
        if c.meta.get().is_some() {
            if let Some(f) = self.meta_method(m, Ref::new(c.object), self.name("__call__")) {
                s.stack.slots()[p.first - 1] = class;
                let Value::Func(f) = m.unpack(f) else { return self.call_host(m, s, class, p) };
                return self.call_function(m, s, f, &p.after_one());
            }
            custom = custom || self.meta_calls(m, c);
        }
        // The constructor of a class of the library, unless the program's `__init__` is to see what it makes.
        if let (Layout::Fields(_), false, Val::Native(f)) =
            (c.layout, custom || maker.init.tag == Tag::Func, maker.new.into())
        {
            s.stack.slots()[p.first - 1] = class;
            return self.call_native(m, s, f.id, &p.after_one());
        }
        if custom || matches!(c.layout, Layout::Wrapped(_)) {
            if let Some(called) = self.make_derived(m, s, c, custom, p)? {
                return Ok(called);
            }
        }
        if custom || !matches!(c.layout, Layout::Object | Layout::Exception) {
            if let (Some((f, suits)), true) = (self.maker(c.id), p.n == 1 && p.names.is_empty()) {
                let (code, f) = (self.code(f.code), Ref::new(f));
                if self.suits_guest(m, s, code, suits, p) {
                    let code = self.guest_for(m, s, code, p);
                    return self.enter(m, s, code, f, p, p.first, frame::PLAIN);
                }
            }
            if !custom && c.id == self.types().dict.id && p.unnamed() == 0 && p.n <= MOST_PAIRS {
                return Ok(Called::Value(self.dict_of_names(m, s, p)));
            }
            // `type(x)` and conversions that interpreter code knows.
            if p.names.is_empty() && !custom {
                if p.n == 1 && c.id == self.types().str.id {
                    let x = s.stack.get(p.first);
                    if let Some(step) = self.text_of(m, s, x, super::text::STR)? {
                        return Ok(step.into());
                    }
                }
                if let Some(v) = self.convert(m, s, c, p)? {
                    return Ok(Called::Value(v));
                }
                let first = s.stack.get(p.first);
                if p.n == 1 && c.id == self.types().bool.id && m.branch(first.has_tag(Tag::Inst)) {
                    return self.go_through(m, s, Guest::TruthBy, &[first]).map(Called::from);
                }
            }
            // Another built-in type: its constructor, whose p.first argument is the class. A class that `type` makes may have an `__init__`.
            let makes_class = c.id == self.types().type_.id && p.n != 1;
            if c.layout == Layout::Builtin && !custom && !makes_class {
                if let Val::Native(f) = maker.new.into() {
                    s.stack.slots()[p.first - 1] = class;
                    return self.call_native(m, s, f.id, &p.after_one());
                }
            }
            return self.call_host(m, s, class, p);
        }
        let x: Slot<M::V> = match c.layout {
            Layout::Exception => {
                let args: Vec<Slot<M::V>> = (0..p.unnamed()).map(|i| s.stack.get(p.first + i)).collect();
                self.new_exception(m, c, &args)
            }
            _ => Value::Inst(make::<M, Instance>(m).init(m, Instance::map, Ref::new(c.root))).into(),
        };
        let unversioned = self.without.versions().then(|| self.unversioned_init(m, c)).flatten();
        match m.unpack(unversioned.unwrap_or_else(|| konst(maker.init))) {
            Value::Func(f) => {
                s.stack.slots()[p.first - 1] = x;
                s.stack.slots()[p.first - 2] = x;
                let code = self.code_of(m, f);
                self.enter(m, s, code, f, &p.after_one(), p.first - 2, frame::INIT)
            }
            _ if c.layout == Layout::Exception && p.names.is_empty() => Ok(Called::Value(x)),
            _ if p.n == 0 => Ok(Called::Value(x)),
            _ => self.call_host(m, s, class, p),
        }
    }

    /// `dict(name=value, ..)`.
    fn dict_of_names<M: Machine<L = Py>>(&self, m: &M, s: &S<M>, p: &Passed<'_>) -> Slot<M::V> {
        let mut pairs = SmallVec::<[Slot<M::V>; 2 * MOST_PAIRS]>::new();
        for (i, &name) in p.names.iter().enumerate() {
            pairs.extend([Value::Str(Ref::new(name)).into(), s.stack.get(p.first + i)]);
        }
        Value::Dict(build::dict_of(m, &pairs)).into()
    }

    /// A new instance of a class of exceptions with these arguments.
    pub fn new_exception<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: &'static ClassInfo,
        args: &[Slot<M::V>],
    ) -> Slot<M::V> {
        let x = make::<M, Instance>(m).init(m, Instance::map, Ref::new(c.root));
        x.set(m, Instance::s0, build::tuple(m, args));
        x.set(m, Instance::s1, konst(NONE));
        x.set(m, Instance::s2, konst(NONE));
        x.set(m, Instance::s3, konst(NONE));
        Value::Inst(x).into()
    }

    /// What `raise` makes of a class of exceptions, if a call without arguments runs nothing of the program's.
    pub fn raised_class<M: Machine<L = Py>>(&self, m: &M, c: &'static ClassInfo) -> Option<Slot<M::V>> {
        let usual = c.layout == Layout::Exception && c.maker.get().is_none() && c.meta.get().is_none();
        if !usual || self.without.versions() {
            return None;
        }
        let maker = self.version(m, c).maker(m.runtime(), c);
        (!maker.custom && maker.init.tag != Tag::Func).then(|| self.new_exception(m, c, &[]))
    }

    /// Whether a class's class says itself what calling the class does.
    fn meta_calls<M: Machine<L = Py>>(&self, m: &M, c: &'static ClassInfo) -> bool {
        let own = |meta: &'static ClassInfo| meta.lookup_in(self.version(m, meta), self.name("__call__"));
        c.meta.get().is_some_and(|meta| own(meta).is_some_and(|f| f.tag != Tag::Native))
    }

    /// An instance of a class that has a `__new__`, which the prelude calls, or derives from a built-in one; `None` where a helper makes it.
    fn make_derived<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        c: &'static ClassInfo,
        custom: bool,
        p: &Passed<'_>,
    ) -> Result<Option<Called<M::V>>, Raised> {
        let wraps = matches!(c.layout, Layout::Wrapped(_));
        if self.without.versions() || !wraps && c.layout != Layout::Object {
            return Ok(None);
        }
        let version = self.version(m, c);
        let init = version.maker(m.runtime(), c).init;
        let arranged;
        let p = if p.names.is_empty() {
            p
        } else {
            let alone =
                custom && init.tag != Tag::Func && !(wraps && self.fills_later(c)) && !self.meta_calls(m, c);
            let Some(new) = alone.then(|| self.guest_new(m, c, version)).flatten() else { return Ok(None) };
            let Some(p) = self.arrange_new(m, s, c, new, p)? else { return Ok(None) };
            arranged = p;
            &arranged
        };
        if custom {
            let make = if init.tag == Tag::Func { Guest::MakeInit } else { Guest::Make };
            let (Some(make), Some(new), false) =
                (self.guest(make), self.guest_new(m, c, version), self.meta_calls(m, c))
            else {
                return Ok(None);
            };
            if wraps && init.tag != Tag::Func && self.fills_later(c) {
                return Ok(None);
            }
            s.stack.slots()[p.first - 1] = konst(Val::Class(c.object).into());
            s.stack.slots()[p.first - 2] = new;
            let (p, code) = (&p.after_one().after_one(), self.code(make.code));
            return self.enter(m, s, code, Ref::new(make), p, p.first, frame::PLAIN).map(Some);
        }
        if !wraps || init.tag == Tag::Func && !self.fills_later(c) {
            return Ok(None);
        }
        let given = (p.n > 0).then(|| s.stack.get(p.first));
        let taken = if init.tag == Tag::Func { 0 } else { p.n };
        let Some(x) = self.new_instance(m, c, taken, given)? else { return Ok(None) };
        let (Tag::Func, Value::Func(f)) = (init.tag, m.unpack(konst(init))) else {
            return Ok(Some(Called::Value(x)));
        };
        s.stack.slots()[p.first - 1] = x;
        s.stack.slots()[p.first - 2] = x;
        let code = self.code_of(m, f);
        self.enter(m, s, code, f, &p.after_one(), p.first - 2, frame::INIT).map(Some)
    }

    /// The arguments of a class's `__new__` without names, if it takes only such as have a place.
    fn arrange_new<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        c: &'static ClassInfo,
        new: Slot<M::V>,
        p: &Passed<'_>,
    ) -> Result<Option<Passed<'static>>, Raised> {
        let Value::Func(f) = m.unpack(new) else { return Ok(None) };
        let code = self.code_of(m, f);
        let proto = &*code.proto;
        // What it makes is of this class: else an `__init__` of another one would be given names.
        let trusted =
            c.layout == Layout::Wrapped(self.types().tuple.id) || proto.file.starts_with("<library>/");
        if !trusted || proto.varargs || proto.varkw || proto.nkwonly > 0 || proto.npos == 0 {
            return Ok(None);
        }
        s.stack.slots()[p.first - 1] = konst(Val::Class(c.object).into());
        let whole = Passed { first: p.first - 1, n: p.n + 1, ..*p };
        self.arrange(m, s, code, f, &whole)?;
        Ok(Some(Passed::plain(p.first, proto.npos as usize - 1)))
    }

    /// The function of the program's that is a class's `__new__`.
    fn guest_new<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: &'static ClassInfo,
        version: &'static Version,
    ) -> Option<Slot<M::V>> {
        let f = c.lookup_in(version, self.name("__new__"))?;
        let f = match m.unpack(konst(f)) {
            Value::Misc(x) if m.promote(x.get(m, Misc::kind)) as u32 == misc::STATIC => x.get(m, Misc::a),
            _ => konst(f),
        };
        m.branch(f.has_tag(Tag::Func)).then_some(f)
    }

    /// Whether the built-in value inside an instance is made empty, and filled by `__init__`.
    fn fills_later(&self, c: &ClassInfo) -> bool {
        let t = self.types();
        [t.list, t.dict, t.set].iter().any(|b| c.layout == Layout::Wrapped(b.id))
    }

    /// `object.__new__` of a class with this first argument of so many; `None` where the library function sees to it.
    pub fn new_instance<M: Machine<L = Py>>(
        &self,
        m: &M,
        c: &'static ClassInfo,
        n: usize,
        given: Option<Slot<M::V>>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let t = self.types();
        let is = |b: &ClassInfo| c.layout == Layout::Wrapped(b.id);
        let inside: Option<Slot<M::V>> = match (n, given.map(|v| m.unpack(v))) {
            (0, _) if is(t.list) => Some(self.build_list(m, &[])),
            (0, _) if is(t.dict) => Some(Value::Dict(build::dict(m)).into()),
            (0, _) if is(t.set) => Some(build::set(m)),
            (1, Some(Value::Tuple(_))) if is(t.tuple) => given,
            (1, Some(Value::Int(_))) if is(t.int) => given,
            (1, Some(Value::Float(_))) if is(t.float) => given,
            (1, Some(Value::Int(x))) if is(t.float) => Some(Value::Float(x.to_float()).into()),
            (1, Some(Value::Str(_))) if is(t.str) => given,
            _ => None,
        };
        if c.layout != Layout::Object && inside.is_none() {
            return Ok(None);
        }
        let x = make::<M, Instance>(m).init(m, Instance::map, Ref::new(c.root));
        if let Some(v) = inside {
            x.set(m, Instance::s0, v);
        }
        Ok(Some(Value::Inst(x).into()))
    }

    /// `object.__new__(c, ..)`.
    pub fn object_new<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        p: &Passed<'_>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let Value::Class(k) = m.unpack(s.stack.get(p.first)) else { return Ok(None) };
        let c = self.classes.get(m.promote_ref(k).id);
        if self.without.versions() {
            return Ok(None);
        }
        let maker = self.version(m, c).maker(m.runtime(), c);
        let own_init = maker.init.tag == Tag::Func;
        let (n, given) = (p.n - 1, (p.n > 1).then(|| s.stack.get(p.first + 1)));
        match c.layout {
            // Somebody must take the arguments.
            Layout::Object if n > 0 && !own_init && !maker.custom => Ok(None),
            Layout::Wrapped(_) if own_init && self.fills_later(c) => self.new_instance(m, c, 0, None),
            Layout::Object | Layout::Wrapped(_) => self.new_instance(m, c, n, given),
            _ => Ok(None),
        }
    }

    /// What calling a built-in class gives where that is simple.
    pub fn convert<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        c: &'static ClassInfo,
        p: &Passed<'_>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let t = self.types();
        let a = if p.n > 0 { s.stack.get(p.first) } else { konst(NONE) };
        match (p.n, m.unpack(a)) {
            // As factories of defaults are called.
            (0, _) if c.id == t.int.id => Ok(Some(Value::Int(Int::new(0)).into())),
            (0, _) if c.id == t.float.id => Ok(Some(Value::Float(Float::new(0.0)).into())),
            (0, _) if c.id == t.bool.id => Ok(Some(Value::False.into())),
            (1, Value::Int(i)) if c.id == t.str.id => {
                helpers::int_text(m, i).map(|s| Some(Value::Str(s).into()))
            }
            (1, Value::List(l)) if c.id == t.list.id => {
                helpers::list_part(m, l, Int::new(0), l.get(m, List::size))
                    .map(|l| Some(Value::List(l).into()))
            }
            (1, Value::Set(x)) if c.id == t.set.id => {
                helpers::set_copy(m, x).map(|x| Some(Value::Set(x).into()))
            }
            (1, Value::List(l)) if c.id == t.tuple.id => {
                helpers::list_tuple(m, l).map(|t| Some(Value::Tuple(t).into()))
            }
            (1, Value::Tuple(_)) if c.id == t.tuple.id => Ok(Some(a)),
            (1, Value::Tuple(x)) if c.id == t.list.id => {
                let n = <Ref<M::V, Tuple>>::len(x, m);
                helpers::tuple_list(m, x, Int::new(0), n).map(|l| Some(Value::List(l).into()))
            }
            (1, Value::Dict(_) | Value::Set(_) | Value::Misc(_)) if c.id == t.list.id => {
                helpers::list_of(m, a).map(|v| self.unless_unbound(m, v))
            }
            (1, Value::List(_) | Value::Tuple(_)) if c.id == t.set.id || c.id == t.frozenset.id => {
                let frozen = Bool::new(c.id == t.frozenset.id);
                helpers::set_of(m, a, frozen).map(|v| self.unless_unbound(m, v))
            }
            (1, Value::Dict(d)) if c.id == t.dict.id => {
                helpers::dict_copy(m, d).map(|d| Some(Value::Dict(d).into()))
            }
            (1, Value::Tuple(x)) if c.id == t.dict.id && m.branch(<Ref<M::V, Tuple>>::len(x, m).eq_(0)) => {
                Ok(Some(Value::Dict(build::dict(m)).into()))
            }
            _ => Ok(self.convert_plain(m, s, c, p)),
        }
    }

    /// What a helper has made, if it has.
    fn unless_unbound<M: Machine<L = Py>>(&self, m: &M, v: Slot<M::V>) -> Option<Slot<M::V>> {
        (!m.branch(v.has_tag(Tag::Unbound))).then_some(v)
    }

    /// As [`Py::convert`], where that cannot raise.
    fn convert_plain<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        c: &'static ClassInfo,
        p: &Passed<'_>,
    ) -> Option<Slot<M::V>> {
        let t = self.types();
        let a = if p.n > 0 { s.stack.get(p.first) } else { konst(NONE) };
        if c.id == t.range.id && (1..=3).contains(&p.n) {
            let part = |m: &M, v: Slot<M::V>| match m.unpack(v) {
                Value::Int(x) => Some(x),
                _ => None,
            };
            let (start, stop) = match p.n {
                1 => (Int::new(0), part(m, a)?),
                _ => (part(m, a)?, part(m, s.stack.get(p.first + 1))?),
            };
            let one = Int::new(1);
            let step = if p.n == 3 { part(m, s.stack.get(p.first + 2))? } else { one };
            // The number of items without overflow, for the steps that matter. A trace is for one direction, not for one step.
            let small = |x: Int<M::V>, bits: u32| (x + (1 << bits)).ult(1 << (bits + 1));
            let fits = small(start, 60).and(small(stop, 60)).and(small(step, 30));
            if m.branch(step.eq_(0)) || !m.branch(fits) {
                return None;
            }
            let up = p.n < 3 || m.branch(Int::<M::V>::new(0).lt(step));
            let (span, by) = if up { (stop - start, step) } else { (start - stop, -step) };
            let len = match m.branch(Int::<M::V>::new(0).lt(span)) {
                true if p.n < 3 => span,
                true => (span - 1).div_floor(by) + 1,
                false => Int::new(0),
            };
            let r = make::<M, Range>(m)
                .init(m, Range::start, start)
                .init(m, Range::stop, stop)
                .init(m, Range::step, step)
                .init(m, Range::len, len);
            return Some(Value::Range(r).into());
        }
        if c.id == t.complex.id && (1..=2).contains(&p.n) {
            return self.complex_new(m, s, p);
        }
        if p.n == 0 {
            return match c.id {
                id if id == t.set.id => Some(build::set(m)),
                id if id == t.dict.id => Some(Value::Dict(build::dict(m)).into()),
                id if id == t.list.id => Some(self.build_list(m, &[])),
                _ => None,
            };
        }
        if p.n != 1 {
            return None;
        }
        if c.id == t.int.id {
            return match m.unpack(a) {
                Value::Int(_) => Some(a),
                Value::True => Some(Value::Int(Int::new(1)).into()),
                Value::False => Some(Value::Int(Int::new(0)).into()),
                Value::Float(x) => {
                    let fits = x.abs().lt(9.0e18);
                    m.branch(fits).then(|| Value::Int(x.to_int()).into())
                }
                _ => None,
            };
        }
        if c.id == t.float.id {
            return match m.unpack(a) {
                Value::Float(_) => Some(a),
                Value::Int(x) => Some(Value::Float(x.to_float()).into()),
                _ => None,
            };
        }
        if c.id == t.bool.id {
            return self.truth_plain(m, a).map(boolean);
        }
        if c.id == t.type_.id {
            let k = self.class_of_value(m, a)?;
            return Some(konst(Val::Class(k.object).into()));
        }
        if c.id == t.str.id && m.branch(a.has_tag(Tag::Str)) {
            return Some(a);
        }
        None
    }
}
