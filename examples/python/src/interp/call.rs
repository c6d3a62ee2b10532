//! Calls: functions get an activation, classes make an instance and enter `__init__`, library functions run as helpers, some as interpreter code.
//!
//! **Invariant.** The two slots before the first argument are free: a bound method's object goes to the nearer one, the instance that `__init__` is run for to
//! both, so that calling never moves arguments.

use super::iterate::Next;
use super::stage;
use super::{build, frame, helpers, konst, Activation, Step, S};
use crate::code::{Code, CodeRef};
use crate::native::{Args, Special};
use crate::objects::class::{self, ClassInfo, Layout};
use crate::objects::iter::kinds;
use crate::objects::{attr, ops, str};
use crate::value::{
    Function, Gen, Instance, Iter, List, Method, Native, Str, Tag, Val, Value, NONE, UNBOUND,
};
use crate::{errors, Py, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;

/// What a call came to.
pub enum Called<V: Values> {
    /// A function was entered.
    Flow(Flow),
    /// It is done.
    Value(Slot<V>),
}

/// Names of the last arguments.
pub type Names = [Gc<Str>];

/// Most calls of the program by library functions within each other.
const MAX_NESTED: u32 = 900;
/// Instructions from which on a function called by a helper is entered as compiled code, for that takes as long as interpreting so many.
const ENTERED: usize = 60;
/// Least native stack for another one.
const MIN_STACK: usize = 256 << 10;

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
        let code = self.code(m.promote(f.get(m, Function::code)) as u32);
        if code.simple != n || !m.depth_ok(s) {
            return None;
        }
        s.top().frame.calling = true;
        if s.push(Activation::new(CodeRef(code), f.opt()), first, first).is_err() {
            s.top().frame.calling = false;
            return None;
        }
        Some(m.enter(s, &code.entry))
    }

    /// Calls a value with the `n` arguments in slots from `first` on, of which the last are named.
    #[inline(never)]
    pub fn call<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        first: usize,
        n: usize,
        names: &Names,
    ) -> Result<Called<M::V>, Raised> {
        match m.unpack(f) {
            Value::Func(f) => self.call_function(m, s, f, first, n, names),
            _ => self.call_other(m, s, f, first, n, names),
        }
    }

    /// Calls a function of the program's.
    fn call_function<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Ref<M::V, Function>,
        first: usize,
        n: usize,
        names: &Names,
    ) -> Result<Called<M::V>, Raised> {
        let code = self.code(m.promote(f.get(m, Function::code)) as u32);
        self.enter(m, s, code, f, first, n, names, first, frame::PLAIN)
    }

    /// Opens the activation of a function over its arguments.
    #[allow(clippy::too_many_arguments)]
    fn enter<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        f: Ref<M::V, Function>,
        first: usize,
        n: usize,
        names: &Names,
        lo: usize,
        kind: u8,
    ) -> Result<Called<M::V>, Raised> {
        let p = &*code.proto;
        if n != p.npos as usize || !names.is_empty() || p.varargs || p.varkw || p.nkwonly > 0 {
            self.arrange(m, s, code, f, first, n, names)?;
        }
        if p.is_generator {
            return Ok(Called::Value(self.generator(m, s, code, f, first)));
        }
        if !m.depth_ok(s) {
            helpers::too_deep(m)?;
        }
        s.top().frame.calling = true;
        let frame = Activation { kind, ..Activation::new(CodeRef(code), f.opt()) };
        if s.push(frame, lo, first).is_err() {
            helpers::too_deep(m)?;
        }
        Ok(Called::Flow(m.enter(s, &code.entry)))
    }

    /// Calls what is no plain function.
    #[inline(never)]
    fn call_other<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        first: usize,
        n: usize,
        names: &Names,
    ) -> Result<Called<M::V>, Raised> {
        match m.unpack(f) {
            Value::Native(f) => {
                let id = m.promote(f.get(m, Native::id)) as u32;
                self.call_native(m, s, id, first, n, names)
            }
            Value::Class(c) => {
                let c = self.classes.get(m.promote_ref(c).id);
                self.instantiate(m, s, c, first, n, names)
            }
            Value::Method(b) => {
                let f = b.get(m, Method::func);
                if m.branch(f.has_tag(Tag::Func)) || m.branch(f.has_tag(Tag::Native)) {
                    s.stack.slots()[first - 1] = b.get(m, Method::this);
                    return self.call_simple(m, s, f, first - 1, n + 1, names);
                }
                self.call_host(m, s, Value::Method(b).into(), first, n, names)
            }
            Value::Inst(_) => match self.special_method(m, f, self.name("__call__")) {
                Some(g) => {
                    s.stack.slots()[first - 1] = f;
                    self.call_simple(m, s, g, first - 1, n + 1, names)
                }
                None => self.call_host(m, s, f, first, n, names),
            },
            _ => self.call_host(m, s, f, first, n, names),
        }
    }

    /// Calls a function or library function.
    fn call_simple<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        first: usize,
        n: usize,
        names: &Names,
    ) -> Result<Called<M::V>, Raised> {
        match m.unpack(f) {
            Value::Func(f) => self.call_function(m, s, f, first, n, names),
            Value::Native(f) => {
                let id = m.promote(f.get(m, Native::id)) as u32;
                self.call_native(m, s, id, first, n, names)
            }
            _ => self.call_host(m, s, f, first, n, names),
        }
    }

    /// Makes an instance and enters `__init__`.
    #[inline(never)]
    fn instantiate<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        c: &'static ClassInfo,
        first: usize,
        n: usize,
        names: &Names,
    ) -> Result<Called<M::V>, Raised> {
        if let Some(f) = c.maker.get() {
            return self.call_function(m, s, Ref::new(f), first, n, names);
        }
        let class = konst(Val::Class(c.object).into());
        let version = self.version(m, c);
        let maker = version.maker(c, self);
        let custom = maker.custom || c.meta.get().is_some();
        if custom || !matches!(c.layout, Layout::Object | Layout::Exception) {
            if let (Some(f), true) = (self.maker(c.id), n == 1 && names.is_empty()) {
                if self.is_lazy(m, s.stack.get(first)) {
                    let f = Ref::new(f);
                    let code = self.code(m.promote(f.get(m, Function::code)) as u32);
                    return self.enter(m, s, code, f, first, n, names, first, frame::PLAIN);
                }
            }
            // `type(x)` and conversions that interpreter code knows.
            if names.is_empty() && !custom {
                if let Some(v) = self.convert(m, s, c, first, n)? {
                    return Ok(Called::Value(v));
                }
            }
            // Another built-in type: its constructor, whose first argument is the class.
            if c.layout == Layout::Builtin && !custom {
                if let Val::Native(f) = maker.new.into() {
                    s.stack.slots()[first - 1] = class;
                    return self.call_native(m, s, f.id, first - 1, n + 1, names);
                }
            }
            return self.call_host(m, s, class, first, n, names);
        }
        let x = make::<M, Instance>(m).init(m, Instance::map, Ref::new(c.root));
        if c.layout == Layout::Exception {
            let plain = n - names.len();
            let args: Vec<Slot<M::V>> = (0..plain).map(|i| s.stack.get(first + i)).collect();
            x.set(m, Instance::s0, build::tuple(m, &args));
            x.set(m, Instance::s1, konst(NONE));
            x.set(m, Instance::s2, konst(NONE));
            x.set(m, Instance::s3, konst(NONE));
        }
        let x: Slot<M::V> = Value::Inst(x).into();
        let f = match self.without.versions() {
            true => match self.unversioned_init(m, c) {
                Some(f) => {
                    s.stack.slots()[first - 1] = x;
                    s.stack.slots()[first - 2] = x;
                    let Value::Func(f) = m.unpack(f) else { return Ok(Called::Value(x)) };
                    let code = self.code(m.promote(f.get(m, Function::code)) as u32);
                    return self.enter(m, s, code, f, first - 1, n + 1, names, first - 2, frame::INIT);
                }
                None => maker.init,
            },
            false => maker.init,
        };
        match f.tag {
            Tag::Func => {
                s.stack.slots()[first - 1] = x;
                s.stack.slots()[first - 2] = x;
                let Value::Func(f) = m.unpack(konst(f)) else { return Ok(Called::Value(x)) };
                let code = self.code(m.promote(f.get(m, Function::code)) as u32);
                self.enter(m, s, code, f, first - 1, n + 1, names, first - 2, frame::INIT)
            }
            _ if c.layout == Layout::Exception && names.is_empty() => Ok(Called::Value(x)),
            _ if n == 0 => Ok(Called::Value(x)),
            _ => self.call_host(m, s, class, first, n, names),
        }
    }

    /// Calls anything by a helper.
    #[inline(never)]
    pub fn call_host<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        first: usize,
        n: usize,
        names: &Names,
    ) -> Result<Called<M::V>, Raised> {
        let mut i = 0;
        let none: Slot<M::V> = Value::Unbound.into();
        while i < n {
            let get = |k: usize| if i + k < n { s.stack.get(first + i + k) } else { none };
            helpers::push_args(m, Int::new((n - i).min(4) as i64), get(0), get(1), get(2), get(3));
            i += 4;
        }
        let kw = self.names_value(m, names);
        helpers::call_any(m, f, Int::new(n as i64), kw).map(Called::Value)
    }

    /// Names as a value for helpers: a constant tuple, or nothing.
    pub fn names_value<M: Machine<L = Py>>(&self, m: &M, names: &Names) -> Slot<M::V> {
        if names.is_empty() {
            return Value::Unbound.into();
        }
        let parts: Vec<Slot<M::V>> = names.iter().map(|&n| Value::Str(Ref::new(n)).into()).collect();
        build::tuple(m, &parts)
    }

    /// Calls a library function.
    fn call_native<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        first: usize,
        n: usize,
        names: &Names,
    ) -> Result<Called<M::V>, Raised> {
        let native = self.native(id);
        if let Some(f) = native.guest.get() {
            let code = self.code(f.code);
            if self.suits_guest(m, s, code, first, n, names) {
                return self.enter(m, s, code, Ref::new(f), first, n, names, first, frame::PLAIN);
            }
        }
        // `next` with a default does not raise at the end, so it is left to the library function.
        let special = native.special.get();
        let steps = match special {
            Some(Special::Next) => n == 1,
            Some(Special::Send) => n == 2,
            _ => false,
        };
        if steps && names.is_empty() {
            if let Some(called) = self.call_generator(m, s, first, n)? {
                return Ok(called);
            }
        }
        if let (Some(known), true) = (special, names.is_empty()) {
            if let Some(v) = self.special(m, s, known, id, first, n)? {
                return Ok(Called::Value(v));
            }
        }
        if n > 5 || !names.is_empty() {
            return self.call_host(m, s, konst(Val::Native(native.object).into()), first, n, names);
        }
        let none: Slot<M::V> = Value::Unbound.into();
        let get = |k: usize| if k < n { s.stack.get(first + k) } else { none };
        let packed = Int::new(i64::from(id) | (n as i64) << 32);
        match n {
            0 | 1 => helpers::call_native1(m, packed, get(0)),
            2 => helpers::call_native2(m, packed, get(0), get(1)),
            3 => helpers::call_native3(m, packed, get(0), get(1), get(2)),
            _ => helpers::call_native(m, packed, get(0), get(1), get(2), get(3), get(4)),
        }
        .map(Called::Value)
    }

    /// Whether a function of the prelude is to do a library function's work: because it is given a key function, or goes through what runs the program.
    fn suits_guest<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        first: usize,
        n: usize,
        names: &Names,
    ) -> bool {
        let p = &*code.proto;
        let plain = n - names.len();
        if plain != p.npos as usize {
            return false;
        }
        let sorts = matches!(p.name.as_str(), "sorted" | "list_sort");
        if names.is_empty() {
            let x = s.stack.get(first + plain - 1);
            return self.is_lazy(m, x) || sorts && self.has_instance(m, x);
        }
        let known = |name: &Gc<Str>| super::arrange::parameter(code, *name).is_some();
        names.iter().any(|n| n.text() == "key")
            && names.iter().all(known)
            && !m.branch(s.stack.get(first).has_tag(Tag::Inst))
    }

    /// Whether a value is a list that begins with an instance, so that sorting it is likely to call the program.
    fn has_instance<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        if !m.branch(x.has_tag(Tag::List)) {
            return false;
        }
        let Value::List(l) = m.unpack(x) else { return false };
        let filled = m.branch(Int::<M::V>::new(0).lt(l.get(m, List::size)));
        filled && self.list_item(m, l, Int::new(0)).is_some_and(|v| m.branch(v.has_tag(Tag::Inst)))
    }

    /// Whether going through a value runs the program.
    fn is_lazy<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        if m.branch(x.has_tag(Tag::Gen)) {
            return true;
        }
        if !m.branch(x.has_tag(Tag::Iter)) {
            return false;
        }
        match m.unpack(x) {
            Value::Iter(i) => matches!(m.promote(i.get(m, Iter::kind)) as u32, kinds::MAP | kinds::FILTER),
            _ => false,
        }
    }

    /// `next(g)` or `g.send(x)` as a direct call: the generator goes on as for a loop. Where it ends instead, the instruction runs again to say so.
    fn call_generator<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        first: usize,
        n: usize,
    ) -> Result<Option<Called<M::V>>, Raised> {
        let frame = &s.top().frame;
        let direct = matches!(
            frame.code.0.ops[frame.pc as usize - 1],
            crate::bytecode::Op::Call { .. } | crate::bytecode::Op::CallMethod { .. }
        );
        let g = s.stack.get(first);
        if !direct || n > 2 || n == 0 || !m.branch(g.has_tag(Tag::Gen)) {
            return Ok(None);
        }
        let Value::Gen(g) = m.unpack(g) else { return Ok(None) };
        let sent = if n == 2 { s.stack.get(first + 1) } else { konst(NONE) };
        if std::mem::take(&mut s.top().frame.stage) == stage::ENDED {
            let v = g.get(m, Gen::regs).at(m, Int::new(0)).unwrap_or(konst(NONE));
            helpers::stop_iteration(m, v)?;
            return Err(Raised);
        }
        // The first value sent must be `None`: the library function says so.
        if n == 2 && m.branch(g.get(m, Gen::pc).eq_(0)) {
            return Ok(None);
        }
        match self.resume(m, s, g, sent)? {
            Next::Flow(f) => Ok(Some(Called::Flow(f))),
            Next::Value(_) | Next::End(_) => {
                helpers::stop_iteration(m, konst(NONE))?;
                Err(Raised)
            }
        }
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
        let names: Vec<Gc<Str>> = match Val::from(code.consts[k as usize]) {
            Val::Tuple(t) => t.items.as_slice().iter().filter_map(|&x| self.interned(x)).collect(),
            _ => Vec::new(),
        };
        let f = s.stack.get(at);
        if method && !m.branch(f.has_tag(Tag::Unbound)) {
            return self.call(m, s, f, at + 1, n + 1, &names);
        }
        let f = s.stack.get(at + 1);
        self.call(m, s, f, at + 2, n, &names)
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
        if m.branch(kw.has_tag(Tag::Unbound)) {
            if let Value::Tuple(t) = m.unpack(args) {
                let n = t.len(m);
                if m.branch(n.ult(40)) {
                    let n = m.promote(n) as usize;
                    // The callee's registers begin above those of this activation.
                    let first = s.top().base + s.top().frame.code.0.proto.registers as usize + 2;
                    if s.stack.reserve(first + n).is_err() {
                        helpers::too_deep(m)?;
                    }
                    for i in 0..n {
                        let v = t.at(m, Int::new(i as i64)).unwrap_or(Value::Unbound.into());
                        s.stack.slots()[first + i] = v;
                    }
                    return self.call(m, s, f, first, n, &[]);
                }
            }
        }
        helpers::call_spread(m, f, args, kw).map(Called::Value)
    }

    /// Calls a function above the running activation's registers.
    pub fn call_meta<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Slot<M::V>,
        args: &[Slot<M::V>],
    ) -> Result<Step<M::V>, Raised> {
        let first = s.top().base + s.top().frame.code.0.proto.registers as usize + 2;
        for (i, &a) in args.iter().enumerate() {
            s.stack.slots()[first + i] = a;
        }
        Ok(match self.call(m, s, f, first, args.len(), &[])? {
            Called::Flow(f) => Step::Flow(f),
            Called::Value(v) => Step::Value(v),
        })
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

/// Calls a value from a helper or library function.
///
/// # Errors
/// What it raises.
pub fn call(rt: &Rt, f: Val, args: &[RawSlot]) -> Result<Val, Raised> {
    call_named(rt, f, args, &[])
}

/// The same with names of the last arguments.
///
/// # Errors
/// What it raises.
pub fn call_named(rt: &Rt, f: Val, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    match f {
        Val::Func(f) => call_function(rt, f, args, names),
        Val::Native(n) => {
            let native = rt.lang.native(n.id);
            (native.body)(&mut Args { rt, args, names, native })
        }
        Val::Method(b) => {
            room(rt)?;
            let mut all = vec![b.this];
            all.extend_from_slice(args);
            call_named(rt, b.func.into(), &all, names)
        }
        Val::Class(c) => call_class(rt, rt.lang.classes.get(c.id), args, names),
        Val::Misc(m) if m.kind == crate::value::misc::STATIC => {
            call_named(rt, m.a.get(&rt.heap).into(), args, names)
        }
        v => match ops::special(rt, v, "__call__") {
            Some(g) => {
                room(rt)?;
                let g = attr::bind(rt, g, v, ops::class_of(rt, v))?;
                call_named(rt, g, args, names)
            }
            None => Err(errors::type_(rt, &format!("'{}' object is not callable", ops::type_name(rt, v)))),
        },
    }
}

/// Raises `RecursionError` where calls that run no code of the program's, a method of a method for one, nest too deeply.
fn room(rt: &Rt) -> Result<(), Raised> {
    if rt.native_stack_left() < MIN_STACK {
        return Err(errors::recursion(rt, "maximum recursion depth exceeded while calling a Python object"));
    }
    Ok(())
}

/// Makes an instance of any class.
fn call_class(rt: &Rt, c: &'static ClassInfo, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    let with = |first: Val, args: &[RawSlot]| {
        let mut all = vec![RawSlot::from(first)];
        all.extend_from_slice(args);
        all
    };
    if let Some(meta) = c.meta.get() {
        if let Some(f @ Val::Func(_)) = meta.lookup_name(rt, "__call__") {
            return call_named(rt, f, &with(Val::Class(c.object), args), names);
        }
    }
    if let Some(f) = c.maker.get() {
        return call_function(rt, f, args, names);
    }
    make_instance(rt, c, args, names)
}

/// `type.__call__`: makes an instance by `__new__` and `__init__`.
///
/// # Errors
/// What they raise.
pub fn make_instance(rt: &Rt, c: &'static ClassInfo, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    let mut all = vec![RawSlot::from(Val::Class(c.object))];
    all.extend_from_slice(args);
    // Built-in types have a constructor of their own beside `object.__new__`.
    let own = (c.layout == Layout::Builtin).then(|| c.lookup_name(rt, "%new")).flatten();
    let made = match own.or_else(|| c.lookup_name(rt, "__new__")).map(|f| attr::plain_function(rt, f)) {
        Some(f) => call_named(rt, f, &all, names)?,
        None => new_object(rt, c, args, names)?,
    };
    let Val::Inst(i) = made else { return Ok(made) };
    if !i.class(rt).is_subclass(c) {
        return Ok(made);
    }
    if let Some(f) = i.class(rt).lookup_name(rt, "__init__") {
        all[0] = made.into();
        if c.layout == Layout::Exception && matches!(f, Val::Native(_)) {
            i.s0.set(&rt.heap, ops::tuple_val(rt, args)?.into());
        }
        if matches!(f, Val::Func(_)) {
            let r = call_named(rt, f, &all, names)?;
            if !r.is_none() {
                let text = format!("__init__() should return None, not '{}'", ops::type_name(rt, r));
                return Err(errors::type_(rt, &text));
            }
        }
    }
    Ok(made)
}

/// `object.__new__` and its like: an instance with what its layout needs.
///
/// # Errors
/// `TypeError` for arguments that nobody takes.
pub fn new_object(rt: &Rt, c: &'static ClassInfo, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    let i = class::instance(rt, c);
    match c.layout {
        Layout::Exception => i.s0.set(&rt.heap, ops::tuple_val(rt, args)?.into()),
        Layout::Wrapped(base) => {
            // The built-in value is made from the arguments, unless an `__init__` of the program's takes them.
            let base = rt.lang.classes.get(base);
            let filled_later =
                ["list", "dict", "set", "bytearray", "property", "staticmethod", "classmethod"];
            let mutable = filled_later.contains(&base.name.as_str());
            let own_init = matches!(c.lookup_name(rt, "__init__"), Some(Val::Func(_)));
            let given: (&[RawSlot], &Names) = if mutable && own_init { (&[], &[]) } else { (args, names) };
            let w = call_named(rt, Val::Class(base.object), given.0, given.1)?;
            i.s0.set(&rt.heap, w.into());
        }
        _ => {
            let takes = |n: &'static str| matches!(c.lookup_name(rt, n), Some(Val::Func(_)));
            if (!args.is_empty() || !names.is_empty()) && !takes("__init__") && !takes("__new__") {
                return Err(errors::type_(rt, &format!("{}() takes no arguments", c.name)));
            }
        }
    }
    Ok(Val::Inst(i))
}

fn call_function(rt: &Rt, f: Gc<Function>, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    let lang = &rt.lang;
    let nested = lang.nested.get();
    if nested >= MAX_NESTED || rt.native_stack_left() < MIN_STACK {
        return Err(errors::recursion(rt, "maximum recursion depth exceeded"));
    }
    let code = lang.code(f.code);
    let bound;
    let regs = if code.simple == args.len() && names.is_empty() {
        args
    } else {
        bound = super::arrange::bind(rt, code, f, args, names)?;
        &bound
    };
    if code.proto.is_generator {
        return super::generator::make_host(rt, code, f, regs);
    }
    lang.nested.set(nested + 1);
    let r = rt.with_segment(|s| {
        let overflow = |_| errors::recursion(rt, "maximum recursion depth exceeded");
        s.stack.reserve(regs.len()).map_err(overflow)?;
        for (i, &v) in regs.iter().enumerate() {
            s.stack.slots()[i] = Slot(v);
        }
        s.push(Activation::new(CodeRef(code), Ref::new(f).opt()), 0, 0).map_err(overflow)?;
        if code.ops.len() < ENTERED {
            return rt.run_segment(s);
        }
        rt.run_function(s, &code.entry)
    });
    lang.nested.set(nested);
    Ok(r?.first().map_or(UNBOUND, |&v| v).into())
}

/// An interned name.
pub fn name_of(rt: &Rt, v: Val) -> Option<Gc<Str>> {
    match v {
        Val::Str(s) => Some(str::intern_str(rt, s)),
        _ => None,
    }
}
