//! Calls by the program: functions get an activation; classes (`construct`), library functions (`library`) and what has `__call__` are told apart here.
//!
//! **Invariant.** The two slots before the first argument are free: a bound method's object goes to the nearer one, the instance that `__init__` is run for to
//! both, so that calling moves no arguments, but for a `functools.partial`.
//!
//! **Example.** `f(a, b)` finds `f` in register 1 of its window and the arguments from register 2 on; the callee's register 0 is the caller's register 2.

use super::call::Names;
use super::{build, frame, helpers, konst, Activation, Step, S};
use crate::code::{Code, CodeRef};
use crate::value::{Dict, Function, Method, Native, Str, Tag, Tuple, Value};
use crate::{twins, Py};
use holloway::heap::Gc;
use holloway::machine::*;
use smallvec::SmallVec;

/// A dictionary of so many keyword arguments is left to a helper.
const MOST_NAMED: i64 = 9;

/// Most arguments that a partial has and that are put before those given here.
const MOST_OPENED: usize = 8;

/// An argument with its name.
type Named<V> = (Gc<Str>, Slot<V>);

/// What a call came to.
pub enum Called<V: Values> {
    /// A function was entered.
    Flow(Flow),
    /// It is done.
    Value(Slot<V>),
}

impl<V: Values> From<Called<V>> for Step<V> {
    fn from(called: Called<V>) -> Self {
        match called {
            Called::Flow(f) => Step::Flow(f),
            Called::Value(v) => Step::Value(v),
        }
    }
}

impl<V: Values> From<Step<V>> for Called<V> {
    fn from(step: Step<V>) -> Self {
        match step {
            Step::Value(v) => Called::Value(v),
            Step::Flow(f) => Called::Flow(f),
        }
    }
}

/// Arguments of a call, on the stack.
#[derive(Clone, Copy)]
pub struct Passed<'a> {
    /// The slot of the first one.
    pub first: usize,
    /// How many there are.
    pub n: usize,
    /// The names of the last ones.
    pub names: &'a Names,
    /// Where these stand, if the program has written them: the number of a code, and that among its [`Code::keywords`].
    pub written: Option<(u32, u16)>,
}

impl Passed<'static> {
    /// Arguments without names.
    pub fn plain(first: usize, n: usize) -> Self {
        Passed { first, n, names: &[], written: None }
    }
}

impl Passed<'_> {
    /// These, which are put above the registers of the running activation.
    pub fn above<V: Values>(s: &mut State<Py, V>, args: &[Slot<V>]) -> Self {
        let first = s.top().base + s.top().frame.code.0.registers + 2;
        for (i, &a) in args.iter().enumerate() {
            s.stack.slots()[first + i] = a;
        }
        Passed::plain(first, args.len())
    }
    /// The same after one more, which is in the slot before them.
    pub fn after_one(&self) -> Self {
        Passed { first: self.first - 1, n: self.n + 1, ..*self }
    }
    /// How many have no name.
    pub fn unnamed(&self) -> usize {
        self.n - self.names.len()
    }
}

impl Py {
    /// Opens the activation of a plain function with just the arguments it wants; nothing happens if the call is another one.
    #[inline(always)]
    pub fn call_fast<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        first: usize,
        n: usize,
    ) -> Option<Flow> {
        let Value::Func(f) = m.unpack(f) else { return None };
        let code = self.code_of(m, f);
        if code.simple != n && (M::TRACING || !self.fill_in(m, s, f, first, (n, code.simple)))
            || !m.depth_ok(s)
        {
            return None;
        }
        s.top().frame.calling = true;
        if s.push(Activation::new(CodeRef(code), f.opt()), first, first).is_err() {
            s.top().frame.calling = false;
            return None;
        }
        Some(m.enter(s, &code.entry))
    }

    /// In plain execution, puts a function's defaults behind the first `n` of the `all` arguments that it takes, if nothing else is missing.
    #[inline(never)]
    fn fill_in<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Ref<M::V, Function>,
        first: usize,
        (n, all): (usize, usize),
    ) -> bool {
        // Where calls are to be arranged there are more than any defaults.
        let Some(missing) = all.checked_sub(n) else { return false };
        let Some(defaults) = m.non_null(f.get(m, Function::defaults)) else { return false };
        let len = m.promote(<Ref<M::V, Tuple>>::len(defaults, m)) as usize;
        let Some(from) = len.checked_sub(missing) else { return false };
        if s.stack.reserve(first + n + missing).is_err() {
            return false;
        }
        for i in 0..missing {
            let Some(v) = defaults.at(m, Int::new((from + i) as i64)) else { return false };
            s.stack.slots()[first + n + i] = v;
        }
        true
    }

    /// The code of a function. As long as no function's code has been replaced, it is a fact about the function to traces; plain execution does not ask.
    #[inline(always)]
    pub fn code_of<M: Machine<L = Py>>(&self, m: &M, f: Ref<M::V, Function>) -> &'static Code {
        let id = match M::TRACING && !assume(m, &self.codes_replaced, |r| *r) {
            true => f.get(m, Function::code),
            false => f.get(m, Function::running),
        };
        self.code(m.promote(id) as u32)
    }

    /// Calls a value with the `n` arguments in slots from `first` on.
    #[inline(never)]
    pub fn call<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        first: usize,
        n: usize,
    ) -> Result<Called<M::V>, Raised> {
        let p = Passed::plain(first, n);
        match m.unpack(f) {
            Value::Func(f) => self.call_function(m, s, f, &p),
            _ => self.call_with(m, s, f, &p),
        }
    }

    /// Calls a value.
    fn call_with<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        p: &Passed<'_>,
    ) -> Result<Called<M::V>, Raised> {
        match m.unpack(f) {
            Value::Func(f) => self.call_function(m, s, f, p),
            Value::Native(f) => {
                let id = m.promote(f.get(m, Native::id)) as u32;
                self.call_native(m, s, id, p)
            }
            Value::Class(c) => {
                let c = self.classes.get(m.promote_ref(c).id);
                self.instantiate(m, s, c, p)
            }
            _ => self.call_other(m, s, f, p),
        }
    }

    /// Calls a library function, as which a value is known.
    #[inline(always)]
    pub fn call_library<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        first: usize,
        n: usize,
    ) -> Result<Called<M::V>, Raised> {
        let Value::Native(f) = m.unpack(f) else { unreachable!("its tag says so") };
        let id = m.promote(f.get(m, Native::id)) as u32;
        if !M::TRACING {
            if let Some(done) = self.quick(m, s, id, first, n) {
                return done.map(Called::Value);
            }
        }
        self.call_native(m, s, id, &Passed::plain(first, n))
    }

    /// Calls a function of the program's.
    #[inline]
    pub fn call_function<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Ref<M::V, Function>,
        p: &Passed<'_>,
    ) -> Result<Called<M::V>, Raised> {
        let code = self.code_of(m, f);
        if code.twin.is_some() && p.names.is_empty() {
            if let Some(v) = self.by_twin(m, code, f, &s.stack.slots()[p.first..][..p.n]) {
                return Ok(Called::Value(v));
            }
        }
        self.call_untwinned(m, s, code, f, p)
    }

    /// The same where the function's twin, if it has one, has not answered.
    #[inline(never)]
    fn call_untwinned<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        f: Ref<M::V, Function>,
        p: &Passed<'_>,
    ) -> Result<Called<M::V>, Raised> {
        if let (Some(kind), true) = (code.makes, p.names.is_empty()) {
            if let Some(v) = self.make_relay(m, s, kind, p) {
                return Ok(Called::Value(v));
            }
        }
        self.enter(m, s, code, f, p, p.first, frame::PLAIN)
    }

    /// What the twin of a function answers, if it has one: see `twins`. Traces go into the function instead.
    #[inline(always)]
    pub fn by_twin<M: Machine<L = Py>>(
        &self,
        m: &M,
        code: &'static Code,
        f: Ref<M::V, Function>,
        args: &[Slot<M::V>],
    ) -> Option<Slot<M::V>> {
        let twin = code.twin?;
        let args = m.plain(args)?;
        twins::ask(m.runtime(), code, twin, m.promote_ref(f), args).map(|v| konst(v.into()))
    }

    /// Opens the activation of a function over its arguments.
    #[allow(clippy::too_many_arguments)]
    pub fn enter<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        f: Ref<M::V, Function>,
        p: &Passed<'_>,
        lo: usize,
        kind: u8,
    ) -> Result<Called<M::V>, Raised> {
        if code.simple != p.n || !p.names.is_empty() {
            let fits = p.names.is_empty()
                && (code.exact == p.n || !M::TRACING && self.fill_in(m, s, f, p.first, (p.n, code.exact)));
            if !fits {
                self.arrange(m, s, code, f, p)?;
            }
            if code.is_generator {
                return Ok(Called::Value(self.generator(m, s, code, f, p.first)));
            }
        }
        if !m.depth_ok(s) {
            helpers::too_deep(m)?;
        }
        s.top().frame.calling = true;
        let frame = Activation { kind, ..Activation::new(CodeRef(code), f.opt()) };
        if s.push(frame, lo, p.first).is_err() {
            helpers::too_deep(m)?;
        }
        Ok(Called::Flow(m.enter(s, &code.entry)))
    }

    /// Calls what calls something else.
    #[inline(never)]
    fn call_other<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        p: &Passed<'_>,
    ) -> Result<Called<M::V>, Raised> {
        match m.unpack(f) {
            Value::Method(b) => {
                let f = b.get(m, Method::func);
                if m.branch(f.has_tag(Tag::Func)) || m.branch(f.has_tag(Tag::Native)) {
                    s.stack.slots()[p.first - 1] = b.get(m, Method::this);
                    return self.call_with(m, s, f, &p.after_one());
                }
                self.call_host(m, s, Value::Method(b).into(), p)
            }
            Value::Inst(_) => match self.special_method(m, f, self.name("__call__")) {
                Some(g) => {
                    if let Some((f, p)) = self.open_partial(m, s, f, g, p) {
                        return self.call_with(m, s, f, &p);
                    }
                    s.stack.slots()[p.first - 1] = f;
                    self.call_with(m, s, g, &p.after_one())
                }
                None => self.call_host(m, s, f, p),
            },
            _ => self.call_host(m, s, f, p),
        }
    }

    /// What a `functools.partial` without names calls, its arguments put before those given.
    fn open_partial<'a, M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        call: Slot<M::V>,
        p: &Passed<'a>,
    ) -> Option<(Slot<M::V>, Passed<'a>)> {
        let Value::Func(call) = m.unpack(call) else { return None };
        if !self.code_of(m, call).calls_partial {
            return None;
        }
        let part = |name| self.attr_plain(m, f, self.name(name));
        let Value::Dict(keywords) = m.unpack(part("keywords")?) else { return None };
        let Value::Tuple(args) = m.unpack(part("args")?) else { return None };
        let f = part("func")?;
        // One of another one is called in an activation, as these may be without end.
        if m.branch(f.has_tag(Tag::Inst)) || !m.branch(keywords.get(m, Dict::live).eq_(0)) {
            return None;
        }
        let k = m.promote(<Ref<M::V, Tuple>>::len(args, m)) as usize;
        if k > MOST_OPENED || s.stack.reserve(p.first + p.n + k).is_err() {
            return None;
        }
        let args: SmallVec<[Slot<M::V>; MOST_OPENED]> =
            (0..k).map(|i| args.at(m, Int::new(i as i64))).collect::<Option<_>>()?;
        let slots = s.stack.slots();
        slots.copy_within(p.first..p.first + p.n, p.first + k);
        slots[p.first..p.first + k].copy_from_slice(&args);
        slots[p.first - 1] = f;
        Some((f, Passed { n: p.n + k, ..*p }))
    }

    /// Calls anything by a helper.
    #[inline(never)]
    pub fn call_host<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        p: &Passed<'_>,
    ) -> Result<Called<M::V>, Raised> {
        let mut i = 0;
        let none: Slot<M::V> = Value::Unbound.into();
        while i < p.n {
            let get = |k: usize| if i + k < p.n { s.stack.get(p.first + i + k) } else { none };
            helpers::push_args(m, Int::new((p.n - i).min(4) as i64), get(0), get(1), get(2), get(3));
            i += 4;
        }
        let kw = self.names_value(m, p.names);
        helpers::call_any(m, f, Int::new(p.n as i64), kw).map(Called::Value)
    }

    /// Names as a value for helpers: a constant tuple, or nothing.
    pub fn names_value<M: Machine<L = Py>>(&self, m: &M, names: &Names) -> Slot<M::V> {
        if names.is_empty() {
            return Value::Unbound.into();
        }
        let parts: Vec<Slot<M::V>> = names.iter().map(|&n| Value::Str(Ref::new(n)).into()).collect();
        build::tuple(m, &parts)
    }

    /// A call with named arguments, whose names are constant `k`.
    #[inline(never)]
    pub fn call_kw<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
        method: bool,
        k: u16,
    ) -> Result<Called<M::V>, Raised> {
        let code = s.top().frame.code.0;
        let names = &code.keywords[k as usize];
        let written = Some((code.id, k));
        let f = s.stack.get(at);
        if method && !m.branch(f.has_tag(Tag::Unbound)) {
            return self.call_with(m, s, f, &Passed { first: at + 1, n: n + 1, names, written });
        }
        let f = s.stack.get(at + 1);
        self.call_with(m, s, f, &Passed { first: at + 2, n, names, written })
    }

    /// A call with a tuple of arguments and perhaps a dictionary.
    #[inline(never)]
    pub fn call_ex<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
    ) -> Result<Called<M::V>, Raised> {
        let (f, args, kw) = (s.stack.get(at + 1), s.stack.get(at + 2), s.stack.get(at + 3));
        if let (Value::Tuple(t), Some(named)) = (m.unpack(args), self.named(m, kw)) {
            let n = t.len(m);
            if m.branch(n.ult(40)) {
                let n = m.promote(n) as usize;
                // The callee's registers begin above those of this activation.
                let first = s.top().base + s.top().frame.code.0.registers + 2;
                if s.stack.reserve(first + n + named.len()).is_err() {
                    helpers::too_deep(m)?;
                }
                for i in 0..n {
                    let v = t.at(m, Int::new(i as i64)).unwrap_or(Value::Unbound.into());
                    s.stack.slots()[first + i] = v;
                }
                let mut names = Vec::with_capacity(named.len());
                for (i, (name, v)) in named.into_iter().enumerate() {
                    s.stack.slots()[first + n + i] = v;
                    names.push(name);
                }
                return self.call_with(
                    m,
                    s,
                    f,
                    &Passed { first, n: n + names.len(), names: &names, written: None },
                );
            }
        }
        helpers::call_spread(m, f, args, kw).map(Called::Value)
    }

    /// The names and values of a dictionary of keyword arguments, or of none; `None` where a helper must see to it. Which names there are is taken for
    /// constant: calls from one place have few sets of them.
    fn named<M: Machine<L = Py>>(&self, m: &M, kw: Slot<M::V>) -> Option<Vec<Named<M::V>>> {
        let d = match m.unpack(kw) {
            Value::Unbound => return Some(Vec::new()),
            Value::Dict(d) => d,
            _ => return None,
        };
        let live = d.get(m, Dict::live);
        // With entries that were deleted there are gaps.
        if !m.branch(live.ult(MOST_NAMED)) || !m.branch(live.eq_(d.get(m, Dict::size))) {
            return None;
        }
        let n = m.promote(live);
        if n == 0 {
            return Some(Vec::new());
        }
        let entries = m.non_null(d.get(m, Dict::entries))?;
        (0..n)
            .map(|i| {
                let Value::Str(name) = m.unpack(entries.at(m, Int::new(2 * i))?) else { return None };
                let v = entries.at(m, Int::new(2 * i + 1))?;
                Some((self.known_name(m, name), v))
            })
            .collect()
    }

    /// Calls a function above the running activation's registers.
    pub fn call_meta<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        args: &[Slot<M::V>],
    ) -> Result<Step<M::V>, Raised> {
        let function = match m.unpack(f) {
            Value::Func(f) => Some((f, self.code_of(m, f))),
            _ => None,
        };
        if let Some(v) = function.and_then(|(f, code)| self.by_twin(m, code, f, args)) {
            return Ok(Step::Value(v));
        }
        let p = Passed::above(s, args);
        let called = match function {
            Some((f, code)) => self.call_untwinned(m, s, code, f, &p)?,
            None => self.call(m, s, f, p.first, p.n)?,
        };
        Ok(called.into())
    }

    /// Ends the running activation, which is no plain function's, with the value in register `b`.
    #[inline(never)]
    pub fn return_value<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        base: usize,
        b: u8,
    ) -> Result<Flow, Raised> {
        if s.top().frame.kind == frame::INIT {
            let v = s.stack.get(base + b as usize);
            if !m.branch(v.has_tag(Tag::None)) {
                helpers::init_result(m, v)?;
            }
            return Ok(m.ret(s, base - 1, 1));
        }
        if s.top().frame.code.0.proto.is_generator {
            return Ok(self.finish_generator(m, s, base, b));
        }
        Ok(m.ret(s, base + b as usize, 1))
    }
}
