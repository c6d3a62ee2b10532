//! Calls: Lua functions get an activation, library functions run as helpers, some of them as interpreter code.

use super::index::Key;
use super::{konst, truthy, Activation, Lua, S};
use crate::bytecode::Op;
use crate::code::{self, builtin, Code, CodeRef};
use crate::lib::chunk::file_function;
use crate::native::{self, Special};
use crate::string::Str;
use crate::table::Table;
use crate::value::{Closure, NativeFn, Nesting, Tag, Val, Value, NIL, SOLE};
use crate::{error, Rt};
use holloway::heap::{Gc, OptGc, RawSlot};
use holloway::machine::*;
use holloway::{elidable, residual};

/// What a handler that may have called a metamethod came to.
pub enum Step<V: Values> {
    /// The value is there.
    Value(Slot<V>),
    /// A function was entered; its result goes where the instruction says.
    Flow(Flow),
}

/// What a call came to.
pub enum Called {
    /// A function was entered.
    Flow(Flow),
    /// A library function has put that many results from the function's slot on.
    Results(usize),
}

/// The red form of [`native::Came`].
type Came<V> = (Int<V>, Slot<V>, Slot<V>);
/// A key and its value; nil for the end.
type Entry<V> = (Slot<V>, Slot<V>);

/// The nested call that is refused, as many below the main chunk as in the reference.
pub const TOO_NESTED: i64 = 199;
/// Those that a message handler makes beyond it are refused from this one on.
pub const FAR_TOO_NESTED: i64 = 219;
/// Longest list that `table.unpack` takes apart in interpreter code: a trace is made for each length.
const MOST_UNPACKED: i64 = 8;
/// Least native stack for another one.
const MIN_STACK: usize = 256 << 10;

#[residual]
fn overflow(cx: &Cx<Lua>) -> Result<(), Raised> {
    Err(error::error(cx.rt, "stack overflow"))
}

/// Raises "stack overflow".
pub fn too_deep<M: Machine<L = Lua>>(m: &M) -> Result<(), Raised> {
    overflow(m)
}

/// Refuses the nested call number `calls`, if it is to be.
///
/// # Errors
/// "C stack overflow", with a position of that level, or "error in error handling".
pub fn check_nesting(rt: &Rt, calls: i64, level: u32) -> Result<(), Raised> {
    match calls {
        TOO_NESTED => Err(error::at_level(rt, "C stack overflow", level)),
        FAR_TOO_NESTED.. => Err(error::at_level(rt, "error in error handling", 0)),
        _ => Ok(()),
    }
}

#[residual]
fn is_refused(cx: &Cx<Lua>, calls: i64) -> bool {
    check_nesting(cx.rt, calls, 0).is_err()
}

/// Begins the list of levels for a library function that wants to know where it is called from.
#[residual]
fn stack_begins(cx: &Cx<Lua>) {
    cx.rt.lang.stack.clear();
}

#[residual]
fn stack_level(cx: &Cx<Lua>, code: i64, pc: i64, tail: bool, f: OptGc<Closure>) {
    cx.rt.lang.stack.on_lua(code as u32, pc as usize, tail, f);
}

/// Whether `collectgarbage` is told to collect everything.
#[residual(reads)]
fn wants_collection(cx: &Cx<Lua>, option: RawSlot) -> bool {
    match Val::from(option) {
        // Within a finalizer the collector does not answer.
        _ if cx.rt.lang.finalizers.is_busy() => false,
        Val::Nil => true,
        Val::Str(s) => s.bytes() == b"collect",
        _ => false,
    }
}

/// Runs the finalizers that a collection has called for.
#[residual]
fn run_finalizers(cx: &Cx<Lua>) {
    crate::finalize::run(cx.rt);
}

#[residual(reads)]
fn type_name(cx: &Cx<Lua>, v: RawSlot) -> Gc<Str> {
    cx.rt.lang.short(cx.rt, Val::from(v).type_name())
}

#[elidable]
fn float_function(_cx: &Cx<Lua>, which: i64, x: f64) -> f64 {
    crate::lib::math::unary(which as u8)(x)
}

#[elidable]
fn float_fmod(_cx: &Cx<Lua>, a: f64, b: f64) -> f64 {
    crate::text::number::float_fmod(a, b)
}

/// What a library function known to the interpreter gives, if it needs no call.
fn special<M: Machine<L = Lua>>(
    lua: &Lua,
    m: &M,
    special: Special,
    args: &[Slot<M::V>],
) -> Option<Slot<M::V>> {
    let v = match (special, args) {
        (Special::None, _) => return None,
        (Special::Type, &[v, ..]) => Value::Str(type_name(m, v)),
        (Special::Floor | Special::Ceil | Special::ToInteger, &[v, ..]) => match m.unpack(v) {
            Value::Int(x) => Value::Int(x),
            Value::Float(x) => Value::Int(super::arith::exact_int(
                m,
                match special {
                    Special::Floor => x.floor(),
                    Special::Ceil => x.ceil(),
                    _ => x,
                },
            )?),
            _ => return None,
        },
        (Special::Unary(which), &[v]) => {
            let x = match m.unpack(v) {
                Value::Int(x) => x.to_float(),
                Value::Float(x) => x,
                _ => return None,
            };
            Value::Float(float_function(m, Int::new(which.into()), x))
        }
        (Special::Fmod, &[a, b]) => match (m.unpack(a), m.unpack(b)) {
            (Value::Float(a), Value::Float(b)) => Value::Float(float_fmod(m, a, b)),
            _ => return None,
        },
        (Special::Abs, &[v, ..]) => match m.unpack(v) {
            Value::Int(x) => {
                // All ones for a negative number, whose complement is one less than its opposite.
                let sign = x.sar(63);
                Value::Int((x ^ sign) - sign)
            }
            Value::Float(x) => Value::Float(x.abs()),
            _ => return None,
        },
        (Special::Sqrt, &[v, ..]) => match m.unpack(v) {
            Value::Int(x) => Value::Float(x.to_float().sqrt()),
            Value::Float(x) => Value::Float(x.sqrt()),
            _ => return None,
        },
        (Special::Max | Special::Min, &[a, b]) => {
            // The second only where it is better: equal ones and NaN leave the first.
            let (low, high) = if special == Special::Max { (a, b) } else { (b, a) };
            return Some(if lua.less_plain(m, false, low, high)? { b } else { a });
        }
        (Special::Byte, &[s, i]) => match (m.unpack(s), m.unpack(i)) {
            (Value::Str(s), Value::Int(i)) => Value::Int(s.at(m, i - 1)?),
            _ => return None,
        },
        (Special::Byte, &[s]) => match m.unpack(s) {
            Value::Str(s) => Value::Int(s.at(m, Int::new(0))?),
            _ => return None,
        },
        (Special::Len, &[s, ..]) => match m.unpack(s) {
            Value::Str(s) => Value::Int(s.len(m)),
            _ => return None,
        },
        (Special::GetMetatable, &[t]) => match m.unpack(t) {
            Value::Table(t) => match m.non_null(t.get(m, Table::meta)) {
                None => Value::Nil,
                Some(meta) => {
                    if !m.branch(lua.field(m, meta, lua.events().metatable).has_tag(Tag::Nil)) {
                        return None;
                    }
                    Value::Table(meta)
                }
            },
            _ => return None,
        },
        (Special::RawEqual, &[a, b]) => match (m.unpack(a), m.unpack(b)) {
            (Value::Table(a), Value::Table(b)) if m.branch(a.is(b)) => Value::True,
            (Value::Table(_), Value::Table(_)) => Value::False,
            _ => return None,
        },
        (Special::RawGet, &[t, k]) => match m.unpack(t) {
            Value::Table(t) => return Some(lua.raw_get(m, t, Key::Any(k))),
            _ => return None,
        },
        _ => return None,
    };
    Some(v.into())
}

impl Lua {
    /// The code of a function, guarded.
    #[inline(always)]
    fn code_of<M: Machine<L = Lua>>(&self, m: &M, f: Ref<M::V, Closure>) -> &'static Code {
        self.code(m.promote(f.get(m, Closure::origin)) as u32 & !SOLE)
    }

    /// Calls the value in slot `at` with the `n` arguments after it. The running activation has published its pc.
    #[inline(always)]
    pub fn call<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Called, Raised> {
        match m.unpack(s.stack.get(at)) {
            Value::Function(f) => {
                let code = self.code_of(m, f);
                self.enter(m, s, code, f, at, n).map(Called::Flow)
            }
            _ => self.call_other(m, s, at, n),
        }
    }

    /// Opens the activation of a Lua function over its arguments.
    #[inline(always)]
    fn enter<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        f: Ref<M::V, Closure>,
        at: usize,
        n: usize,
    ) -> Result<Flow, Raised> {
        if !m.depth_ok(s) {
            overflow(m)?;
        }
        s.top().frame.calling = true;
        let (lo, base) = self.arrange(m, s, code, at, n)?;
        let frame = Activation {
            code: CodeRef(code),
            pc: 0,
            top: 0,
            left: 0,
            calling: false,
            tail: false,
            closure: f.opt(),
        };
        if s.push(frame, lo, base).is_err() {
            overflow(m)?;
        }
        Ok(m.enter(s, &code.entry))
    }

    /// Puts the `n` arguments after slot `at` where the function wants them; answers its activation's `lo` and base.
    #[inline(always)]
    fn arrange<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &Code,
        at: usize,
        n: usize,
    ) -> Result<(usize, usize), Raised> {
        let (args, params) = (at + 1, code.proto.nparams as usize);
        if code.proto.is_vararg {
            return self.arrange_vararg(m, s, args, params, n);
        }
        for i in n..params {
            s.stack.slots()[args + i] = Value::Nil.into();
        }
        Ok((args, args))
    }

    fn arrange_vararg<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        args: usize,
        params: usize,
        n: usize,
    ) -> Result<(usize, usize), Raised> {
        let base = args + n.max(params);
        if s.stack.reserve(base).is_err() {
            overflow(m)?;
        }
        for i in 0..params {
            s.stack.slots()[base + i] = if i < n { s.stack.get(args + i) } else { Value::Nil.into() };
        }
        Ok((args + params, base))
    }

    /// Calls what is no Lua function.
    #[inline(never)]
    fn call_other<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Called, Raised> {
        match m.unpack(s.stack.get(at)) {
            Value::Function(_) => self.call(m, s, at, n),
            Value::Native(f) => self.call_native(m, s, f, at, n),
            _ => {
                let v = s.stack.get(at);
                let h = self.metamethod(m, v, self.events().call);
                if m.branch(h.has_tag(Tag::Nil)) {
                    let (id, pc) = (s.top().frame.code.0.id, s.top().frame.pc as usize);
                    super::fail::call(m, id, pc - 1, v)?;
                    return Err(Raised);
                }
                if s.stack.reserve(at + n + 2).is_err() {
                    overflow(m)?;
                }
                for i in (at..=at + n).rev() {
                    s.stack.slots()[i + 1] = s.stack.get(i);
                }
                s.stack.slots()[at] = h;
                self.call_other(m, s, at, n + 1)
            }
        }
    }

    /// Calls a library function.
    fn call_native<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Ref<M::V, NativeFn>,
        at: usize,
        n: usize,
    ) -> Result<Called, Raised> {
        let id = m.promote(f.get(m, NativeFn::id)) as u32;
        let known = self.native(id).special;
        if known != Special::None {
            if let Some(done) = self.call_special(m, s, id, at, n)? {
                return Ok(done);
            }
        }
        let nil = konst(NIL);
        let arg = |s: &mut S<M>, i: usize| if i < n { s.stack.get(at + 1 + i) } else { nil };
        let id = Int::new(id.into());
        let came = if n <= 3 {
            let (a, b, c) = (arg(s, 0), arg(s, 1), arg(s, 2));
            native::call3(m, id, Int::new(n as i64), a, b, c)?
        } else if n <= 6 {
            let (a, b, c) = (arg(s, 0), arg(s, 1), arg(s, 2));
            let (d, e, f) = (arg(s, 3), arg(s, 4), arg(s, 5));
            native::call6(m, id, Int::new(n as i64), a, b, c, d, e, f)?
        } else {
            let mut i = 0;
            while i < n {
                let (a, b, c, d) = (arg(s, i), arg(s, i + 1), arg(s, i + 2), arg(s, i + 3));
                native::push_args(m, Int::new((n - i).min(4) as i64), a, b, c, d);
                i += 4;
            }
            native::call_many(m, id)?
        };
        self.place_values(m, s, at, came)
    }

    /// Puts what a library function gave from slot `at` on.
    pub(super) fn place_values<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        (count, a, b): Came<M::V>,
    ) -> Result<Called, Raised> {
        let count = m.promote(count) as usize;
        if s.stack.reserve(at + count).is_err() {
            overflow(m)?;
        }
        for i in 0..count {
            s.stack.slots()[at + i] = match i {
                0 => a,
                1 => b,
                _ => native::result(m, Int::new(i as i64)),
            };
        }
        Ok(Called::Results(count))
    }

    /// Calls a library function that the interpreter knows, if it can do this call by itself.
    fn call_special<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        at: usize,
        n: usize,
    ) -> Result<Option<Called>, Raised> {
        let known = self.native(id).special;
        match known {
            Special::Pcall if n >= 1 => {
                s.stack.slots()[at] = Value::True.into();
                return self.protect(m, s, builtin::PCALL, at, n).map(Some);
            }
            Special::Xpcall if n >= 2 => {
                let (f, h) = (s.stack.get(at + 1), s.stack.get(at + 2));
                if !matches!(m.unpack(h), Value::Function(_) | Value::Native(_)) {
                    return Ok(None);
                }
                s.stack.slots()[at] = h;
                s.stack.slots()[at + 1] = Value::True.into();
                s.stack.slots()[at + 2] = f;
                return self.protect(m, s, builtin::XPCALL, at, n).map(Some);
            }
            Special::Pairs if n >= 1 => {
                let v = s.stack.get(at + 1);
                let h = self.metamethod(m, v, self.events().pairs);
                if m.branch(h.has_tag(Tag::Nil)) {
                    return Ok(None);
                }
                s.stack.slots()[at] = h;
                return self.protect(m, s, builtin::PAIRS, at, 0).map(Some);
            }
            Special::Collect => {
                let option = if n == 0 { konst(NIL) } else { s.stack.get(at + 1) };
                if !m.branch(wants_collection(m, option)) {
                    return Ok(None);
                }
                s.top().frame.calling = true;
                let done = m.collect(s);
                s.top().frame.calling = false;
                if done {
                    run_finalizers(m);
                    s.stack.slots()[at] = Value::Int(Int::new(0)).into();
                    return Ok(Some(Called::Results(1)));
                }
                let again = self.begin_again::<M>(s, at, n);
                return Ok(again.then_some(Called::Flow(Flow::Leave(Exit::Stopped))));
            }
            Special::Dofile => {
                let path = if n > 0 { s.stack.get(at + 1) } else { konst(NIL) };
                let f = file_function(m, Int::new(id.into()), Int::new(n as i64), path)?;
                s.stack.slots()[at] = f;
                return self.protect(m, s, builtin::DOFILE, at, 0).map(Some);
            }
            Special::Error if n < 2 => return Ok(None),
            Special::Error => {
                if let Value::Int(level) = m.unpack(s.stack.get(at + 2)) {
                    if m.promote(level) <= 1 {
                        return Ok(None);
                    }
                }
                return self.list_levels(m, s, at, n);
            }
            Special::Located => return self.list_levels(m, s, at, n),
            Special::Local(set) => return self.call_local(m, s, set, at, n),
            Special::SetHook => return self.call_set_hook(m, s, id, at, n),
            Special::Select if n >= 1 => {
                let v = s.stack.get(at + 1);
                match m.unpack(v) {
                    Value::Str(x) => {
                        let hash = self.events().hash;
                        if m.branch(x.is(Ref::new(hash))) {
                            s.stack.slots()[at] = Value::Int(Int::new(n as i64 - 1)).into();
                            return Ok(Some(Called::Results(1)));
                        }
                    }
                    Value::Int(i) => {
                        let i = m.promote(i);
                        if i >= 1 && n < 64 {
                            let count = (n as i64 - i).max(0) as usize;
                            for k in 0..count {
                                s.stack.slots()[at + k] = s.stack.get(at + 1 + i as usize + k);
                            }
                            return Ok(Some(Called::Results(count)));
                        }
                    }
                    _ => {}
                }
                return Ok(None);
            }
            Special::SetMetatable if n == 2 => {
                let (t, meta) = (s.stack.get(at + 1), s.stack.get(at + 2));
                if self.set_metatable(m, t, meta) {
                    s.stack.slots()[at] = t;
                    return Ok(Some(Called::Results(1)));
                }
                return Ok(None);
            }
            Special::Next if n >= 1 => {
                let k = if n > 1 { s.stack.get(at + 2) } else { konst(NIL) };
                if let Value::Table(t) = m.unpack(s.stack.get(at + 1)) {
                    let (k, v) = self.next(m, t, k)?;
                    s.stack.slots()[at] = k;
                    s.stack.slots()[at + 1] = v;
                    let end = m.branch(k.has_tag(Tag::Nil));
                    return Ok(Some(Called::Results(if end { 1 } else { 2 })));
                }
                return Ok(None);
            }
            Special::IpairsStep if n == 2 => {
                if let (Value::Table(t), Value::Int(i)) =
                    (m.unpack(s.stack.get(at + 1)), m.unpack(s.stack.get(at + 2)))
                {
                    let v = self.get_int(m, t, i + 1);
                    let absent = m.branch(v.has_tag(Tag::Nil));
                    if !absent || m.branch(t.get(m, Table::meta).is_null()) {
                        let next = if absent { Value::Nil } else { Value::Int(i + 1) };
                        s.stack.slots()[at] = next.into();
                        s.stack.slots()[at + 1] = v;
                        return Ok(Some(Called::Results(if absent { 1 } else { 2 })));
                    }
                }
                return Ok(None);
            }
            Special::Sub if n == 2 || n == 3 => {
                let last = if n == 3 { s.stack.get(at + 3) } else { Value::Int(Int::new(-1)).into() };
                if let (Value::Str(x), Value::Int(i), Value::Int(j)) =
                    (m.unpack(s.stack.get(at + 1)), m.unpack(s.stack.get(at + 2)), m.unpack(last))
                {
                    s.stack.slots()[at] = Value::Str(native::piece(m, x, i, j)?).into();
                    return Ok(Some(Called::Results(1)));
                }
                return Ok(None);
            }
            Special::Char if n == 1 => {
                if let Value::Int(i) = m.unpack(s.stack.get(at + 1)) {
                    if m.branch(i.ult(Int::new(256))) {
                        s.stack.slots()[at] = Value::Str(native::one_char(m, i)?).into();
                        return Ok(Some(Called::Results(1)));
                    }
                }
                return Ok(None);
            }
            Special::Resume | Special::WrapStep | Special::Yield => {
                return self.call_switch(m, s, id, at, n);
            }
            Special::Unpack if n == 1 => {
                if let Some(t) = self.plain_table(m, s.stack.get(at + 1)) {
                    let len = self.table_len(m, t);
                    if m.branch(len.ult(Int::new(MOST_UNPACKED + 1))) {
                        let count = m.promote(len) as usize;
                        if s.stack.reserve(at + count).is_err() {
                            overflow(m)?;
                        }
                        for i in 0..count {
                            s.stack.slots()[at + i] = self.get_int(m, t, Int::new(i as i64 + 1));
                        }
                        return Ok(Some(Called::Results(count)));
                    }
                }
                return Ok(None);
            }
            Special::Insert if n == 2 => {
                if let Some(t) = self.plain_table(m, s.stack.get(at + 1)) {
                    let end = self.table_len(m, t) + 1;
                    self.raw_set(m, t, Key::Any(Value::Int(end).into()), s.stack.get(at + 2))?;
                    return Ok(Some(Called::Results(0)));
                }
                return Ok(None);
            }
            Special::Remove if n == 1 => {
                if let Some(t) = self.plain_table(m, s.stack.get(at + 1)) {
                    let end = self.table_len(m, t);
                    let v = self.get_int(m, t, end);
                    self.raw_set(m, t, Key::Any(Value::Int(end).into()), konst(NIL))?;
                    s.stack.slots()[at] = v;
                    return Ok(Some(Called::Results(1)));
                }
                return Ok(None);
            }
            _ => {}
        }
        let args = [at + 1, at + 2].map(|i| s.stack.get(i));
        if n == 0 || n > 2 {
            return Ok(None);
        }
        Ok(special(self, m, known, &args[..n]).map(|v| {
            s.stack.slots()[at] = v;
            Called::Results(1)
        }))
    }

    /// Lists the activations of the segment for a library function that wants to know where it is called from.
    pub(super) fn list_levels<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Option<Called>, Raised> {
        m.stitch();
        if m.is_cut_off() && self.begin_again::<M>(s, at, n) {
            return Ok(Some(Called::Flow(Flow::Leave(Exit::Stopped))));
        }
        stack_begins(m);
        for i in (0..s.depth()).rev() {
            let f = &s.at(i).frame;
            let (code, pc) = (f.code.0.id, i64::from(f.pc) - 1);
            let (tail, closure) = (Bool::new(f.tail), f.closure);
            stack_level(m, Int::new(code.into()), Int::new(pc), tail, closure);
        }
        Ok(None)
    }

    /// The value if it is a table without a metatable.
    fn plain_table<M: Machine<L = Lua>>(&self, m: &M, v: Slot<M::V>) -> Option<Ref<M::V, Table>> {
        let Value::Table(t) = m.unpack(v) else { return None };
        m.branch(t.get(m, Table::meta).is_null()).then_some(t)
    }

    /// `setmetatable` in the simple case: the old metatable is absent, the new one has neither `__mode` nor `__gc`.
    fn set_metatable<M: Machine<L = Lua>>(&self, m: &M, t: Slot<M::V>, meta: Slot<M::V>) -> bool {
        let (Value::Table(t), Value::Table(meta)) = (m.unpack(t), m.unpack(meta)) else { return false };
        let lacks = |event| m.branch(self.field(m, meta, event).has_tag(Tag::Nil));
        let simple =
            m.branch(t.get(m, Table::meta).is_null()) && lacks(self.events().mode) && lacks(self.events().gc);
        if simple {
            t.set(m, Table::meta, meta.opt());
        }
        simple
    }

    /// The entry after a key.
    fn next<M: Machine<L = Lua>>(
        &self,
        m: &M,
        t: Ref<M::V, Table>,
        k: Slot<M::V>,
    ) -> Result<Entry<M::V>, Raised> {
        let at = match m.unpack(k) {
            Value::Nil => Some(Int::new(0)),
            // Key 0 is not in the array part, though the search for its successor would start there.
            Value::Int(i) if !m.branch(i.eq_(0)) => Some(i),
            _ => None,
        };
        if let Some(at) = at {
            if m.branch(at.ult(t.get(m, Table::alen))) {
                let v = self.get_int(m, t, at + 1);
                if !m.branch(v.has_tag(Tag::Nil)) {
                    return Ok((Value::Int(at + 1).into(), v));
                }
            }
        }
        super::index::next_pair(m, t, k)
    }

    /// Restores the state before the call instruction that calls slot `at` with `n` arguments; false if it is no such instruction that makes the call.
    fn begin_again<M: Machine<L = Lua>>(&self, s: &mut S<M>, at: usize, n: usize) -> bool {
        let a = s.top();
        let (Op::Call { a: first, b, .. } | Op::TailCall { a: first, b }) =
            a.frame.code.0.ops[a.frame.pc as usize - 1]
        else {
            return false;
        };
        let (counted, top) = (b != 0, first as usize + n + 1);
        if top > 255 || a.base + first as usize != at || counted && b as usize != n + 1 {
            return false;
        }
        a.frame.pc -= 1;
        a.frame.top = if counted { 0 } else { top as u32 };
        true
    }

    /// Opens the activation of `pcall` or the like over slot `at` and the `n` after it. Its first instruction makes the call; with `n` of 0 it says itself
    /// with how many arguments.
    fn protect<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        at: usize,
        n: usize,
    ) -> Result<Called, Raised> {
        let frame = Activation {
            code: CodeRef(self.code(id)),
            pc: 0,
            top: if n == 0 { 0 } else { n as u32 + 1 },
            left: 0,
            calling: false,
            tail: false,
            closure: OptRef::null(),
        };
        s.top().frame.calling = true;
        if s.push(frame, at, at).is_err() {
            overflow(m)?;
        }
        let calls = self.nest(m, 1);
        if !m.branch(calls.ult(Int::new(TOO_NESTED))) {
            let refused = is_refused(m, calls);
            if m.branch(refused) {
                // As if its call had raised the error.
                s.top().frame.pc = 1;
                return Ok(Called::Flow(Flow::Unwound));
            }
        }
        Ok(Called::Flow(Flow::Continue))
    }

    /// Counts that many nested calls more; answers how many there are.
    pub(super) fn nest<M: Machine<L = Lua>>(&self, m: &M, more: i64) -> Int<M::V> {
        let nesting = Ref::new(self.nesting());
        let calls = nesting.get(m, Nesting::calls) + more;
        nesting.set(m, Nesting::calls, calls);
        calls
    }

    /// Replaces the running activation by a call of the Lua function in slot `at`; `None` if it is no Lua function.
    pub fn tail_call<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Option<&'static Code>, Raised> {
        let Value::Function(f) = m.unpack(s.stack.get(at)) else { return Ok(None) };
        let code = self.code_of(m, f);
        if code.library {
            return Ok(None);
        }
        // The function's own slot is not needed, so the arguments go to the activation's first slot.
        let lo = s.top().lo;
        for i in 0..n {
            s.stack.slots()[lo + i] = s.stack.get(at + 1 + i);
        }
        let params = code.proto.nparams as usize;
        let (lo, base) = if code.proto.is_vararg {
            self.arrange_vararg(m, s, lo, params, n)?
        } else {
            if s.stack.reserve(lo).is_err() {
                overflow(m)?;
            }
            for i in n..params {
                s.stack.slots()[lo + i] = Value::Nil.into();
            }
            (lo, lo)
        };
        s.pop();
        let frame = Activation {
            code: CodeRef(code),
            pc: 0,
            top: 0,
            left: 0,
            calling: false,
            tail: true,
            closure: f.opt(),
        };
        if s.push(frame, lo, base).is_err() {
            overflow(m)?;
        }
        Ok(Some(code))
    }

    /// Calls a metamethod above the running activation's registers.
    pub fn call_meta<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        h: Slot<M::V>,
        args: &[Slot<M::V>],
    ) -> Result<Step<M::V>, Raised> {
        let at = s.top().base + s.top().frame.code.0.proto.registers as usize;
        s.stack.slots()[at] = h;
        for (i, &a) in args.iter().enumerate() {
            s.stack.slots()[at + 1 + i] = a;
        }
        Ok(match self.call(m, s, at, args.len())? {
            Called::Flow(f) => Step::Flow(f),
            Called::Results(0) => Step::Value(konst(NIL)),
            Called::Results(_) => Step::Value(s.stack.get(at)),
        })
    }

    /// Copies `count` results from slot `start` to register `a`, as a call instruction with operand `c` wants them.
    #[inline(always)]
    pub fn deliver<M: Machine<L = Lua>>(&self, s: &mut S<M>, start: usize, count: usize, a: u8, c: u8) {
        let to = s.top().base + a as usize;
        if c == 0 {
            if start != to {
                for i in 0..count {
                    s.stack.slots()[to + i] = s.stack.get(start + i);
                }
            }
            s.top().frame.top = (a as usize + count) as u32;
            return;
        }
        for i in 0..c as usize - 1 {
            s.stack.slots()[to + i] = if i < count { s.stack.get(start + i) } else { Value::Nil.into() };
        }
    }

    /// See [`Language::place_results`]: the instruction that made the call says where the results go.
    #[inline(always)]
    pub fn place<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, start: usize, count: usize) {
        let frame = &mut s.top().frame;
        frame.calling = false;
        match frame.code.0.ops[frame.pc as usize - 1] {
            Op::Call { a, c, .. } => self.deliver::<M>(s, start, count, a, c),
            op => self.place_other(m, s, op, start, count),
        }
    }

    #[inline(never)]
    fn place_other<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, op: Op, start: usize, count: usize) {
        let first = if count > 0 { s.stack.get(start) } else { konst(NIL) };
        match op {
            Op::TailCall { a, .. } => self.deliver::<M>(s, start, count, a, 0),
            Op::TForCall { a, c } => self.deliver::<M>(s, start, count, a + 4, c + 1),
            Op::Concat { b, .. } => {
                let base = s.top().base;
                let left = s.top().frame.left as usize;
                s.stack.slots()[base + b as usize + left - 1] = first;
                s.top().frame.pc -= 1;
            }
            Op::SetTabUp { .. }
            | Op::SetTabUpK { .. }
            | Op::SetField { .. }
            | Op::SetFieldK { .. }
            | Op::SetIndex { .. }
            | Op::SetIndexK { .. }
            | Op::SetInt { .. } => {}
            op => match super::condition(op) {
                Some(wanted) => {
                    if truthy(m, first) == wanted {
                        let frame = &mut s.top().frame;
                        let at = frame.pc as usize - 1;
                        frame.pc = op.target(at).unwrap_or(at + 1) as u32;
                    }
                }
                None => {
                    if let Some(a) = super::destination(op) {
                        let base = s.top().base;
                        s.stack.slots()[base + a as usize] = first;
                    }
                }
            },
        }
    }
}

/// Calls a value from a library function, of whose caller nothing is known.
pub fn call_value(rt: &Rt, f: RawSlot, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    rt.lang.outer.apart(rt, || call_above(rt, f, args)).inspect_err(|_| {
        // The library function that called was a level, too.
        rt.lang.level.set(rt.lang.level.get().saturating_sub(1));
    })
}

/// Calls a value right above the levels in `outer`.
pub fn call_above(rt: &Rt, f: RawSlot, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    let lua = &rt.lang;
    let calls = lua.nesting().calls.get(&rt.heap);
    check_nesting(rt, if rt.native_stack_left() < MIN_STACK { TOO_NESTED } else { calls + 1 }, 0)?;
    let Val::Function(closure) = f.into() else { return call_other_value(rt, f, args) };
    lua.nesting().calls.set(&rt.heap, calls + 1);
    let r = run_closure(rt, closure, args);
    lua.nesting().calls.set(&rt.heap, calls);
    r
}

/// Calls a Lua function of the library that calls nothing: not counted as a nested call.
pub fn run_closure(rt: &Rt, closure: Gc<Closure>, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    rt.with_segment(|s| {
        let code: &'static Code = rt.lang.code(closure.code());
        let stack_overflow = || error::error(rt, "stack overflow");
        s.stack.reserve(args.len() + 1).map_err(|_| stack_overflow())?;
        for (i, &a) in args.iter().enumerate() {
            s.stack.slots()[i] = Slot(a);
        }
        let (n, params) = (args.len(), code.proto.nparams as usize);
        let (lo, base) = if code.proto.is_vararg { (params, n.max(params)) } else { (0, 0) };
        s.stack.reserve(base + params).map_err(|_| stack_overflow())?;
        for i in 0..params {
            s.stack.slots()[base + i] = Slot(args.get(i).copied().unwrap_or(NIL));
        }
        let frame = Activation {
            code: CodeRef(code),
            pc: 0,
            top: 0,
            left: 0,
            calling: false,
            tail: false,
            closure: Ref::new(closure).opt(),
        };
        s.push(frame, lo, base).map_err(|_| stack_overflow())?;
        rt.run_function(s, &code.entry)
    })
}

fn call_other_value(rt: &Rt, f: RawSlot, args: &[RawSlot]) -> Result<Vec<RawSlot>, Raised> {
    if let Val::Native(f) = f.into() {
        // Nothing is known of where it is called from.
        rt.lang.stack.clear();
        let native = rt.lang.native(f.id);
        let mut call = native::Call::of(rt, &native, args);
        (native.body)(&mut call).inspect_err(|_| rt.lang.trace.through_native(f.id))?;
        let (n, few, more) = call.results();
        return Ok(if n > few.len() { more } else { few[..n].to_vec() });
    }
    match native::metamethod(rt, f.into(), "__call") {
        Val::Nil => {
            // A library function called it, so the message has no position.
            let text = format!("attempt to call a {} value", native::type_name(rt, f.into()));
            Err(error::at_level(rt, text, 0))
        }
        h => {
            let mut all = vec![f];
            all.extend_from_slice(args);
            call_above(rt, h.into(), &all)
        }
    }
}

/// The code of a loaded chunk as a function with `_ENV` as its upvalue.
///
/// # Errors
/// "not enough memory".
pub fn main_closure(rt: &Rt, code: &Code, env: RawSlot) -> Result<Gc<Closure>, Raised> {
    let upvals: Vec<RawSlot> =
        code.proto.upvals.iter().map(|u| if u.is_cell { new_cell(rt, env) } else { env }).collect();
    rt.heap.alloc_with(Closure::new(code.origin()), &upvals).map_err(|_| error::out_of_memory(rt))
}

fn new_cell(rt: &Rt, v: RawSlot) -> RawSlot {
    let cell = rt.heap.alloc(crate::value::Cell::default());
    cell.value.set(&rt.heap, v);
    RawSlot { tag: Tag::Cell, bits: cell.to_bits() }
}

/// An upvalue as it stands in the closure.
#[inline(always)]
pub fn upvalue<M: Machine<L = Lua>>(
    m: &M,
    code: &Code,
    closure: OptRef<M::V, Closure>,
    up: u8,
) -> Slot<M::V> {
    let Some(f) = m.non_null(closure) else { return konst(NIL) };
    if code::is_itself(&code.proto.upvals[up as usize]) {
        return Value::Function(f).into();
    }
    let f = if code.once && m.promote(f.get(m, Closure::origin)) as u32 & SOLE != 0 {
        Ref::new(m.promote_ref(f))
    } else {
        f
    };
    f.at(m, Int::new(up.into())).unwrap_or(konst(NIL))
}
