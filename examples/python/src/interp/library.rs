//! Calls of library functions by the program: as interpreter code where that is known (`special`, functions of the prelude, generators), else as helpers.

use super::attr::Asked;
use super::enter::{Called, Passed};
use super::iterate::Next;
use super::special::MOST_COMPARED;
use super::stage;
use super::{boolean, frame, helpers, konst, Step, S};
use crate::bytecode::Op;
use crate::code::Code;
use crate::native::{keyed, Guest, Special, Suits};
use crate::objects::class::Layout;
use crate::objects::iter::{kinds, NAMES};
use crate::objects::queue;
use crate::value::{Gen, Iter, List, Set, Str, Tag, Val, Value, NONE};
use crate::Py;
use holloway::heap::Gc;
use holloway::machine::*;
use smallvec::SmallVec;

/// What helpers know a library function and the number of its arguments by.
fn packed<V: Values>(id: u32, n: usize) -> Int<V> {
    Int::new(i64::from(id) | (n as i64) << 32)
}

impl Py {
    /// Calls a library function.
    #[inline(never)]
    pub fn call_native<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        p: &Passed<'_>,
    ) -> Result<Called<M::V>, Raised> {
        let native = self.native(id);
        if let Some((f, suits)) = native.guest.get() {
            let code = self.code(f.code);
            if self.suits_guest(m, s, code, suits, p) {
                let code = self.guest_for(m, s, code, p);
                return self.enter(m, s, code, Ref::new(f), p, p.first, frame::PLAIN);
            }
        }
        if let (Some(known), true) = (native.special.get(), p.names.is_empty()) {
            let called = match (known, p.n) {
                (Special::Len | Special::Hash | Special::Abs | Special::Next | Special::Reversed, 1)
                    if m.branch(s.stack.get(p.first).has_tag(Tag::Inst))
                        || m.branch(s.stack.get(p.first).has_tag(Tag::Class))
                        || known == Special::Hash && m.branch(s.stack.get(p.first).has_tag(Tag::Tuple)) =>
                {
                    let x = s.stack.get(p.first);
                    self.by_method(m, s, known, x)?.map(Called::from)
                }
                (Special::GetAttr, 2) => match self.constant_name(m, s.stack.get(p.first + 1)) {
                    Some(name) => {
                        let x = s.stack.get(p.first);
                        let known = self.attr_plain(m, x, name);
                        Some(match known {
                            Some(v) => Called::Value(v),
                            None => self.attr_slow(m, s, x, name)?.into(),
                        })
                    }
                    None => None,
                },
                (Special::SetAttr, 3) => match self.constant_name(m, s.stack.get(p.first + 1)) {
                    Some(name) => {
                        let (x, v) = (s.stack.get(p.first), s.stack.get(p.first + 2));
                        self.set_attr_named(m, s, x, name, v)?.map(Called::from)
                    }
                    None => None,
                },
                (Special::GetAttr, 3)
                    if self.asks_getter(m, s.stack.get(p.first), s.stack.get(p.first + 1)) =>
                {
                    let args = [0, 1, 2].map(|k| s.stack.get(p.first + k));
                    Some(self.go_through(m, s, Guest::GetAttrOr, &args)?.into())
                }
                (Special::IsInstance, 2) if m.branch(s.stack.get(p.first + 1).has_tag(Tag::Class)) => {
                    self.check_by(m, s, p)?
                }
                (Special::Next, 1 | 2) if self.is_called(m, s.stack.get(p.first)) => {
                    let it = s.stack.get(p.first);
                    let step = match p.n {
                        1 => self.go_through(m, s, Guest::NextOf, &[it])?,
                        _ => self.go_through(m, s, Guest::NextOr, &[s.stack.get(p.first + 1), it])?,
                    };
                    Some(step.into())
                }
                (Special::Next, 1 | 2) => self.call_generator(m, s, p, true)?,
                (Special::Send, 2) => self.call_generator(m, s, p, false)?,
                (Special::Collect, 0) => self.collect(m, s),
                (Special::DictGet, 2 | 3) if m.branch(s.stack.get(p.first).has_tag(Tag::Misc)) => {
                    let found = self.in_namespace(m, s.stack.get(p.first), s.stack.get(p.first + 1));
                    let default = if p.n > 2 { s.stack.get(p.first + 2) } else { konst(NONE) };
                    found.map(|v| Called::Value(v.unwrap_or(default)))
                }
                (Special::DictGet, 2 | 3) => self.call_keyed(m, s, keyed::GET, p)?,
                (Special::SetDefault, 2 | 3) => self.call_keyed(m, s, keyed::DEFAULT, p)?,
                (Special::Repr, 1) => {
                    let x = s.stack.get(p.first);
                    self.text_of(m, s, x, super::text::REPR)?.map(Called::from)
                }
                (Special::SetAdd, 2) => self.call_keyed(m, s, keyed::ADD, p)?,
                _ => None,
            };
            if let Some(called) = called {
                return Ok(called);
            }
            if let Some(v) = self.special(m, s, known, id, p)? {
                return Ok(Called::Value(v));
            }
            if let (Special::Min | Special::Max, 2..=MOST_COMPARED) = (known, p.n) {
                if m.branch(s.stack.get(p.first).has_tag(Tag::Inst)) {
                    let by = if known == Special::Min { Guest::Min } else { Guest::Max };
                    let items: SmallVec<[_; MOST_COMPARED]> =
                        (0..p.n).map(|k| s.stack.get(p.first + k)).collect();
                    return Ok(self.go_through(m, s, by, &[super::build::tuple(m, &items)])?.into());
                }
            }
        }
        if p.n > 5 || !p.names.is_empty() && p.written.is_none() {
            return self.call_host(m, s, konst(Val::Native(native.object).into()), p);
        }
        let Some((code, k)) = p.written.filter(|_| !p.names.is_empty()) else {
            return self.by_helper(m, s, id, p.first, p.n).map(Called::Value);
        };
        let names = Int::new(i64::from(code) << 16 | i64::from(k));
        let [a, b, c, d, e] = self.five(s, p.first, p.n);
        helpers::call_native_named(m, packed(id, p.n), names, a, b, c, d, e).map(Called::Value)
    }

    /// Calls the body of a library function with up to five arguments without names.
    fn by_helper<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &S<M>,
        id: u32,
        first: usize,
        n: usize,
    ) -> Result<Slot<M::V>, Raised> {
        let ([a, b, c, d, e], packed) = (self.five(s, first, n), packed(id, n));
        match n {
            0 | 1 => helpers::call_native1(m, packed, a),
            2 => helpers::call_native2(m, packed, a, b),
            3 => helpers::call_native3(m, packed, a, b, c),
            _ => helpers::call_native(m, packed, a, b, c, d, e),
        }
    }

    /// Arguments of which there are `n`; the others are unbound.
    #[inline(always)]
    fn five<V: Values>(&self, s: &State<Py, V>, first: usize, n: usize) -> [Slot<V>; 5] {
        std::array::from_fn(|k| if k < n { s.stack.get(first + k) } else { Value::Unbound.into() })
    }

    /// What plain execution does of the most frequent library functions, and of those that nobody knows more about, before it looks at what else there is to a call.
    #[inline(never)]
    pub fn quick<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &S<M>,
        id: u32,
        first: usize,
        n: usize,
    ) -> Option<Result<Slot<M::V>, Raised>> {
        let a = s.stack.get(first);
        let native = self.native(id);
        match (native.special.get(), n) {
            (Some(Special::Len), 1) => {
                let of_queue = || queue::length(m.runtime(), m.plain(&[a])?[0]).map(konst);
                self.length(m, a).or_else(of_queue).map(Ok)
            }
            (Some(Special::IsInstance), 2) => match m.unpack(s.stack.get(first + 1)) {
                Value::Class(k) => self.is_instance(m, a, k).map(|is| Ok(boolean(is))),
                _ => None,
            },
            (Some(Special::Append), 2) => {
                self.append_in_place(m, a, s.stack.get(first + 1)).then(|| Ok(konst(NONE)))
            }
            // Of one letter it is known.
            (Some(Special::Is(_)), 1) if self.letter(m, a).is_some() => None,
            (Some(Special::Change(change)), 1) => {
                let made = self.changed(m, change, a).transpose();
                made.or_else(|| Some(self.by_helper(m, s, id, first, n)))
            }
            (special, 1..=3) if native.guest.get().is_none() && special.is_none_or(Special::only_reads) => {
                // That makes memory that is refused an error.
                Some(self.by_helper(m, s, id, first, n))
            }
            _ => None,
        }
    }

    /// What a built-in that asks a method of an instance or of a class's class gives, where that is a function of the program's: a trace goes into it.
    fn by_method<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        known: Special,
        x: Slot<M::V>,
    ) -> Result<Option<Step<M::V>>, Raised> {
        // What the method gives is looked at by a function of the prelude, or is the result.
        let (name, by) = match known {
            Special::Len => ("__len__", Some(Guest::LenBy)),
            Special::Hash => ("__hash__", Some(Guest::HashBy)),
            Special::Abs => ("__abs__", None),
            Special::Next => ("__next__", None),
            _ => ("__reversed__", None),
        };
        let name = self.name(name);
        let f = match m.unpack(x) {
            Value::Inst(_) => match self.asked_method(m, x, name) {
                // A library function gives what is right.
                Some(Asked::Library(id)) if matches!(known, Special::Hash | Special::Abs) => {
                    return self.ask(m, id, x, None).map(|v| Some(Step::Value(v)));
                }
                Some(Asked::Program(f)) => Some(f),
                _ => None,
            },
            Value::Class(k) => self.meta_method(m, k, name),
            Value::Tuple(_) if known == Special::Hash => {
                let Some(f) = self.hash_of_tuple(m, x) else { return Ok(None) };
                return self.call_meta(m, s, f, &[x]).map(Some);
            }
            _ => None,
        };
        let Some(f) = f else { return Ok(None) };
        if let (Special::Len | Special::Hash, Value::Func(f)) = (known, m.unpack(f)) {
            if let Some(n) = self.by_twin(m, self.code_of(m, f), f, &[x]) {
                return Ok(Some(Step::Value(n)));
            }
        }
        match by.map(|by| self.guest(by)) {
            None => self.call_meta(m, s, f, &[x]).map(Some),
            Some(Some(by)) => self.call_meta(m, s, Value::Func(Ref::new(by)).into(), &[f, x]).map(Some),
            Some(None) => Ok(None),
        }
    }

    /// `isinstance(x, C)` where C's class says what its instances are, as abstract classes do; `None` elsewhere.
    fn check_by<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        p: &Passed<'_>,
    ) -> Result<Option<Called<M::V>>, Raised> {
        let (x, class) = (s.stack.get(p.first), s.stack.get(p.first + 1));
        let Value::Class(k) = m.unpack(class) else { return Ok(None) };
        if self.classes.get(m.promote_ref(k).id).meta.get().is_none() {
            return Ok(None);
        }
        let Some(f) = self.meta_method(m, k, self.name("__instancecheck__")) else { return Ok(None) };
        // One of just this class is not asked about.
        if self.instance_class(m, x).is_some_and(|c| c.id == self.classes.get(m.promote_ref(k).id).id) {
            return Ok(Some(Called::Value(boolean(true))));
        }
        let Some(by) = self.guest(Guest::CheckBy) else { return Ok(None) };
        self.call_meta(m, s, Value::Func(Ref::new(by)).into(), &[f, class, x]).map(|step| Some(step.into()))
    }

    /// Collects garbage; where traces cannot, the instruction runs again without them.
    #[inline(never)]
    fn collect<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>) -> Option<Called<M::V>> {
        s.top().frame.calling = true;
        let done = m.collect(s);
        let frame = &mut s.top().frame;
        frame.calling = false;
        if done {
            return Some(Called::Value(konst(NONE)));
        }
        match frame.code.0.ops()[frame.pc as usize - 1] {
            Op::Call { .. } => {
                frame.pc -= 1;
                Some(Called::Flow(Flow::Leave(Exit::Stopped)))
            }
            _ => None,
        }
    }

    /// Whether a function of the prelude is to do a library function's work: see [`Suits`].
    pub fn suits_guest<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        suits: Suits,
        p: &Passed<'_>,
    ) -> bool {
        let (plain, most) = (p.unnamed(), code.proto.npos as usize);
        if suits == Suits::Printed {
            return self.is_printed(m, s, p);
        }
        let least = if suits == Suits::Sum { 1 } else { most };
        if !(least..=most).contains(&plain) {
            return false;
        }
        let known = |name: &Gc<Str>| super::arrange::parameter(code, *name).is_some();
        if !p.names.iter().all(known) {
            return false;
        }
        let (a, x) = (s.stack.get(p.first), s.stack.get(p.first + plain - 1));
        if p.names.iter().any(|n| n.data() == b"key") {
            return !m.branch(a.has_tag(Tag::Inst));
        }
        match suits {
            Suits::Lazy => self.is_lazy(m, x),
            Suits::Instances => self.is_lazy(m, x) || self.has_instance(m, x),
            Suits::Sum => {
                // By a name only the start can be given, and once.
                let by_name = p.names.first().is_none_or(|n| n.data() == b"start" && p.n == 2);
                let start = (p.n > 1).then(|| s.stack.get(p.first + 1));
                by_name
                    && start.is_none_or(|v| self.begins_sum(m, v))
                    && (self.is_lazy(m, a) || self.has_instance(m, a))
            }
            Suits::Generator => match m.unpack(x) {
                Value::Gen(_) | Value::Iter(_) => self.is_lazy(m, x) && !m.branch(a.has_tag(Tag::Inst)),
                _ => false,
            },
            Suits::Generators => m.branch(x.has_tag(Tag::Gen)) || m.branch(a.has_tag(Tag::Gen)),
            Suits::Items => self.is_lazy(m, x) && !m.branch(a.has_tag(Tag::Inst)),
            Suits::Sought => match m.unpack(a) {
                Value::List(l) if self.has_instance(m, a) => m.branch(helpers::list_has(m, l, x).lt(0)),
                _ => false,
            },
            Suits::Printed => false,
        }
    }

    /// Whether `print` is given an instance to write to, and texts to write between and behind.
    fn is_printed<M: Machine<L = Py>>(&self, m: &M, s: &S<M>, p: &Passed<'_>) -> bool {
        let given = |k: usize| m.unpack(s.stack.get(p.first + p.unnamed() + k));
        let suits = |(k, name): (usize, &Gc<Str>)| {
            matches!(
                (name.data(), given(k)),
                (b"file", Value::Inst(_))
                    | (b"sep" | b"end", Value::Str(_))
                    | (b"flush", Value::True | Value::False)
            )
        };
        p.names.iter().any(|n| n.data() == b"file") && p.names.iter().enumerate().all(suits)
    }

    /// Whether `sum` may begin with a value: not with texts or bytes, nor with instances that have such inside them.
    fn begins_sum<M: Machine<L = Py>>(&self, m: &M, v: Slot<M::V>) -> bool {
        match m.unpack(v) {
            Value::Int(_) | Value::Float(_) | Value::List(_) | Value::Tuple(_) => true,
            Value::Inst(_) => self.instance_class(m, v).is_some_and(|c| c.layout == Layout::Object),
            _ => false,
        }
    }

    /// The code of a function of the prelude for what it is given: each generator, and each function that it calls for each item, has a copy of its own. Else all of
    /// a program's would meet in one loop, whose trace asks for each item which of them it is.
    pub fn guest_for<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &S<M>,
        code: &'static Code,
        p: &Passed<'_>,
    ) -> &'static Code {
        let named =
            p.names.iter().position(|n| n.data() == b"key").map(|k| s.stack.get(p.first + p.unnamed() + k));
        let called = |f: Slot<M::V>| match m.unpack(f) {
            Value::Func(f) => Some(self.code_of(m, f).id),
            _ => None,
        };
        let by = named.and_then(called).or_else(|| match m.unpack(s.stack.get(p.first + p.unnamed() - 1)) {
            Value::Gen(g) => Some(m.promote(g.get(m, Gen::code)) as u32),
            Value::Iter(i) => match m.promote(i.get(m, Iter::kind)) as u32 {
                kinds::MAP | kinds::FILTER => called(i.get(m, Iter::a)),
                _ => None,
            },
            _ => None,
        });
        by.and_then(|by| code.copy_for(m.runtime(), by)).unwrap_or(code)
    }

    /// Enters a function of the prelude that goes through what its last argument gives.
    #[inline(never)]
    pub fn go_through<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        by: Guest,
        args: &[Slot<M::V>],
    ) -> Result<Step<M::V>, Raised> {
        let Some(f) = self.guest(by) else { unreachable!("the prelude is there before the program") };
        let p = Passed::above(s, args);
        let code = self.guest_for(m, s, self.code(f.code), &p);
        self.enter(m, s, code, Ref::new(f), &p, p.first, frame::PLAIN).map(Step::from)
    }

    /// Whether a value is a list, tuple or set that begins with an instance, so that going through it is likely to call the program.
    fn has_instance<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        let zero = Int::new(0);
        let first = match m.unpack(x) {
            Value::List(l) if m.branch(zero.lt(l.get(m, List::size))) => self.list_item(m, l, zero),
            Value::Tuple(t) => t.at(m, zero),
            Value::Set(s) => m.non_null(s.get(m, Set::entries)).and_then(|e| e.at(m, zero)),
            _ => None,
        };
        first.is_some_and(|v| {
            m.branch(v.has_tag(Tag::Inst)) && !self.instance_class(m, v).is_some_and(|c| c.native)
        })
    }

    /// Whether going through a value runs the program.
    pub fn is_lazy<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        match m.unpack(x) {
            Value::Gen(_) => true,
            // A range may be longer than any list, which the library function says first.
            Value::Inst(_) => {
                self.instance_class(m, x).is_some_and(|c| !self.derives(m, c, self.types().range))
                    && self
                        .special_method(m, x, self.name("__iter__"))
                        .is_some_and(|f| !self.is_relayed(m, f))
            }
            Value::Class(k) => self.meta_method(m, k, self.name("__iter__")).is_some(),
            // Where nothing is run, a loop over it is as fast, and traces look into it.
            Value::Iter(i) => {
                self.runs_program(m, i) || m.promote(i.get(m, Iter::kind)) as usize >= NAMES.len()
            }
            _ => false,
        }
    }

    /// Whether an iterator calls a function for each value.
    fn is_called<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        match m.unpack(x) {
            Value::Iter(i) => {
                matches!(m.promote(i.get(m, Iter::kind)) as u32, kinds::MAP | kinds::FILTER)
            }
            _ => false,
        }
    }

    /// For plain execution, whether what a method makes is a built-in iterator: its twin does that.
    fn is_relayed<M: Machine<L = Py>>(&self, m: &M, f: Slot<M::V>) -> bool {
        match m.unpack(f) {
            Value::Func(f) if !M::TRACING => self.code_of(m, f).twin.is_some(),
            _ => false,
        }
    }

    /// `next(g)`, `next(g, default)` or `g.send(x)` as a direct call: the generator goes on as for a loop. Where it ends instead, the instruction runs again to say
    /// so.
    fn call_generator<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        p: &Passed<'_>,
        is_next: bool,
    ) -> Result<Option<Called<M::V>>, Raised> {
        let frame = &s.top().frame;
        let direct =
            matches!(frame.code.0.ops()[frame.pc as usize - 1], Op::Call { .. } | Op::CallMethod { .. });
        let g = s.stack.get(p.first);
        if !direct || p.n > 2 || p.n == 0 || !m.branch(g.has_tag(Tag::Gen)) {
            return Ok(None);
        }
        let Value::Gen(g) = m.unpack(g) else { return Ok(None) };
        let second = (p.n == 2).then(|| s.stack.get(p.first + 1));
        let (sent, default) = if is_next { (None, second) } else { (second, None) };
        if std::mem::take(&mut s.top().frame.stage) == stage::ENDED {
            if let Some(default) = default {
                return Ok(Some(Called::Value(default)));
            }
            let v = g.get(m, Gen::regs).at(m, Int::new(0)).unwrap_or(konst(NONE));
            helpers::stop_iteration(m, v)?;
            return Err(Raised);
        }
        // The first value sent must be `None`, which is as good as none: of others the library function says so.
        if sent.is_some_and(|v| !m.branch(v.has_tag(Tag::None))) && m.branch(g.get(m, Gen::pc).eq_(0)) {
            return Ok(None);
        }
        match (self.resume(m, s, g, sent.unwrap_or(konst(NONE)))?, default) {
            (Next::Flow(f), _) => Ok(Some(Called::Flow(f))),
            (_, Some(default)) => Ok(Some(Called::Value(default))),
            (Next::Value(_) | Next::End(_), None) => {
                helpers::stop_iteration(m, konst(NONE))?;
                Err(Raised)
            }
        }
    }
}
