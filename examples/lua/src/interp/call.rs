//! Calls: Lua functions get an activation, library functions run as helpers unless the interpreter knows them; and where results go.

use super::{konst, truthy, Activation, Lua, S};
use crate::bytecode::Op;
use crate::code::{Code, CodeRef, Held};
use crate::error;
use crate::native::{self, Reads, Special};
use crate::table::Table;
use crate::value::{Cell, Closure, NativeFn, Tag, Value, NIL, SOLE};
use holloway::machine::*;
use holloway::residual;
use std::hint::cold_path;

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

/// What a call of a library function came to. It goes in two registers, through all who hand it on.
#[derive(Clone, Copy)]
pub enum Done {
    /// The function has put that many results from its slot on.
    Results(usize),
    /// An activation was opened, which is to run.
    Entered,
    /// See [`Flow::Unwound`].
    Unwound,
    /// See [`Exit::Stopped`].
    Stopped,
}

impl From<Done> for Called {
    #[inline(always)]
    fn from(done: Done) -> Called {
        match done {
            Done::Results(n) => Called::Results(n),
            Done::Entered => Called::Flow(Flow::Continue),
            Done::Unwound => Called::Flow(Flow::Unwound),
            Done::Stopped => Called::Flow(Flow::Leave(Exit::Stopped)),
        }
    }
}

/// The red form of [`native::Came`].
pub(super) type Came<V> = (Int<V>, Slot<V>, Slot<V>);

#[residual]
fn overflow(cx: &Cx<Lua>) -> Result<(), Raised> {
    Err(error::error(cx.rt, "stack overflow"))
}

/// Raises "stack overflow".
pub fn too_deep<M: Machine<L = Lua>>(m: &M) -> Result<(), Raised> {
    overflow(m)
}

/// Whether a call of a library function with these arguments writes nothing that the program could see. Only traces make something of that.
#[inline(always)]
fn only_reads<M: Machine<L = Lua>>(m: &M, reads: Reads, args: &[Slot<M::V>]) -> bool {
    if !M::TRACING {
        return false;
    }
    let (list, rest) = match (reads, args) {
        (Reads::Never, _) => return false,
        (Reads::List, [list, rest @ ..]) => (Some(*list), rest),
        _ => (None, args),
    };
    let of_words = |&v: &Slot<M::V>| {
        use Value::*;
        matches!(m.unpack(v), Nil | False | True | Int(_) | Float(_) | Str(_) | Thread(_))
    };
    list.is_none_or(|v| match m.unpack(v) {
        Value::Table(t) => m.branch(t.get(m, Table::meta).is_null()),
        _ => false,
    }) && rest.iter().all(of_words)
        && (reads != Reads::Texts || m.branch(native::texts_are_plain(m)))
}

impl Lua {
    /// The code of a function, guarded.
    #[inline(always)]
    pub(super) fn code_of<M: Machine<L = Lua>>(&self, m: &M, f: Ref<M::V, Closure>) -> &'static Code {
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
            Value::Function(f) => self.call_closure(m, s, f, at, n).map(Called::Flow),
            f => self.call_other(m, s, f, at, n),
        }
    }

    /// The same where it is known to be a Lua function.
    #[inline(always)]
    pub fn call_closure<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Ref<M::V, Closure>,
        at: usize,
        n: usize,
    ) -> Result<Flow, Raised> {
        let code = self.code_of(m, f);
        self.enter(m, s, code, f, at, n)
    }

    /// The same where it is known to be none, but this.
    #[inline(always)]
    pub fn call_other<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Value<M::V>,
        at: usize,
        n: usize,
    ) -> Result<Called, Raised> {
        match f {
            Value::Native(f) => self.call_native(m, s, f, at, n).map(Called::from),
            _ => self.call_by_meta(m, s, at, n),
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
            cold_path();
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
            cold_path();
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
        let (args, params) = (at + 1, usize::from(code.params));
        if code.is_vararg {
            cold_path();
            return self.arrange_vararg(m, s, args, params, n);
        }
        if n < params {
            cold_path();
            s.stack.slots()[args..][n..params].fill(Value::Nil.into());
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

    /// Puts the arguments that have no parameter to the running activation's first slot on, and the others behind them; answers the base.
    fn arrange_vararg_low<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        args: usize,
        params: usize,
        n: usize,
    ) -> Result<usize, Raised> {
        let (_, above) = self.arrange_vararg(m, s, args, params, n)?;
        let lo = s.top().lo;
        let base = lo + n.saturating_sub(params);
        for i in params..n {
            s.stack.slots()[lo + i - params] = s.stack.get(args + i);
        }
        for i in 0..params {
            s.stack.slots()[base + i] = s.stack.get(above + i);
        }
        Ok(base)
    }

    /// Calls what may be no function.
    #[inline(never)]
    fn call_by_meta<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Called, Raised> {
        match m.unpack(s.stack.get(at)) {
            Value::Function(_) => self.call(m, s, at, n),
            Value::Native(f) => self.call_native(m, s, f, at, n).map(Called::from),
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
                self.call_by_meta(m, s, at, n + 1)
            }
        }
    }

    /// Calls a library function.
    #[inline(never)]
    fn call_native<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        f: Ref<M::V, NativeFn>,
        at: usize,
        n: usize,
    ) -> Result<Done, Raised> {
        let id = m.promote(f.get(m, NativeFn::id)) as u32;
        let native = self.native(id);
        let known = native.special;
        if known.calls_back() && s.top().frame.code.0.transparent {
            if let Some(left) = self.call_back(m, s, at, n) {
                return Ok(left);
            }
        }
        if matches!(known, Special::Resume | Special::WrapStep | Special::Yield) {
            // From here, as each return behind a switch of stacks goes where the processor does not expect it.
            if let Some(done) = self.call_switch(m, s, known, id, at, n)? {
                return Ok(done);
            }
        } else if !matches!(known, Special::None | Special::CallsBack) {
            if let Some(done) = self.call_special(m, s, known, id, at, n)? {
                return Ok(done);
            }
        }
        let nil = konst(NIL);
        let arg = |s: &mut S<M>, i: usize| if i < n { s.stack.get(at + 1 + i) } else { nil };
        let id = Int::new(id.into());
        let came = if n <= 3 {
            let (a, b, c) = (arg(s, 0), arg(s, 1), arg(s, 2));
            match only_reads(m, native.reads, &[a, b, c][..n]) {
                true => native::read3(m, id, Int::new(n as i64), a, b, c)?,
                false => native::call3(m, id, Int::new(n as i64), a, b, c)?,
            }
        } else if n <= 6 {
            let (a, b, c) = (arg(s, 0), arg(s, 1), arg(s, 2));
            let (d, e, f) = (arg(s, 3), arg(s, 4), arg(s, 5));
            match only_reads(m, native.reads, &[a, b, c, d, e, f][..n]) {
                true => native::read6(m, id, Int::new(n as i64), a, b, c, d, e, f)?,
                false => native::call6(m, id, Int::new(n as i64), a, b, c, d, e, f)?,
            }
        } else {
            self.push_args(m, s, at, n);
            native::call_many(m, id)?
        };
        self.place_values(m, s, at, came)
    }

    /// Collects the `n` arguments after slot `at` for a helper that takes them all.
    pub(super) fn push_args<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, at: usize, n: usize) {
        let arg = |i: usize| if i < n { s.stack.get(at + 1 + i) } else { konst(NIL) };
        for i in (0..n).step_by(4) {
            let (a, b, c, d) = (arg(i), arg(i + 1), arg(i + 2), arg(i + 3));
            native::push_args(m, Int::new((n - i).min(4) as i64), a, b, c, d);
        }
    }

    /// Puts what a library function gave from slot `at` on.
    #[inline(always)]
    pub(super) fn place_values<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        (count, a, b): Came<M::V>,
    ) -> Result<Done, Raised> {
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
        Ok(Done::Results(count))
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
        // The function's own slot is not needed: what the activation begins with goes to the first slot, so that no number of calls moves it.
        let (lo, params) = (s.top().lo, code.proto.nparams as usize);
        let base = if code.proto.is_vararg {
            self.arrange_vararg_low(m, s, at + 1, params, n)?
        } else {
            for i in 0..n {
                s.stack.slots()[lo + i] = s.stack.get(at + 1 + i);
            }
            if s.stack.reserve(lo).is_err() {
                overflow(m)?;
            }
            for i in n..params {
                s.stack.slots()[lo + i] = Value::Nil.into();
            }
            lo
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
        // What most calls are.
        if c == 2 && count > 0 {
            let (value, (_, r)) = (s.stack.get(start), s.top_and_window());
            r[a as usize] = value;
        } else if c != 1 {
            cold_path();
            self.deliver_many::<M>(s, start, count, a, c);
        }
    }

    #[inline(never)]
    fn deliver_many<M: Machine<L = Lua>>(&self, s: &mut S<M>, start: usize, count: usize, a: u8, c: u8) {
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
        match frame.code.0.ops()[frame.pc as usize - 1] {
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

/// An upvalue as it stands in the closure.
#[inline(always)]
pub fn upvalue<M: Machine<L = Lua>>(
    m: &M,
    code: &Code,
    closure: OptRef<M::V, Closure>,
    up: u8,
) -> Slot<M::V> {
    let Some(f) = m.non_null(closure) else { return konst(NIL) };
    let how = code.upvals[up as usize];
    if how == Held::Itself {
        return Value::Function(f).into();
    }
    let f = if code.once && m.promote(f.get(m, Closure::origin)) as u32 & SOLE != 0 {
        Ref::new(m.promote_ref(f))
    } else {
        f
    };
    let held = f.at(m, Int::new(up.into())).unwrap_or(konst(NIL));
    match how {
        Held::ByJoint => joined(m, held),
        _ => held,
    }
}

/// An upvalue that the closure holds as it is, in plain execution.
#[inline(always)]
pub fn upvalue_held<M: Machine<L = Lua>>(m: &M, closure: OptRef<M::V, Closure>, up: u8) -> Slot<M::V> {
    m.non_null(closure).and_then(|f| f.at(m, Int::new(up.into()))).unwrap_or(konst(NIL))
}

/// The cell that a joint holds.
#[inline(never)]
fn joined<M: Machine<L = Lua>>(m: &M, joint: Slot<M::V>) -> Slot<M::V> {
    match m.unpack(joint) {
        Value::Cell(joint) => joint.get(m, Cell::value),
        _ => joint,
    }
}
