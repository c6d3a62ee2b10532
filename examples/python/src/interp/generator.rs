//! Generators: an activation whose registers lie in the heap while it waits.
//!
//! Going on copies the registers that matter there to the stack and enters the function in its middle, so a trace inlines a generator's step as it does a call;
//! a `yield` copies them back and returns one value. The end of the function returns two, by which the caller knows it.

use super::iterate::Next;
use super::{helpers, konst, Activation, S};
use crate::bytecode::Op;
use crate::code::{Code, CodeRef};
use crate::value::{state, Fields, Function, Gen, Val, Value, NONE, UNBOUND};
use crate::{errors, Py, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;

impl Py {
    /// A generator for a function whose arguments are in place.
    #[inline(never)]
    pub fn generator<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        code: &'static Code,
        f: Ref<M::V, Function>,
        first: usize,
    ) -> Slot<M::V> {
        let n = (code.registers).max(1);
        let regs: Ref<M::V, Fields> = make_array(m, Int::new(n as i64));
        for i in 0..code.proto.nparams() {
            let v = s.stack.get(first + i);
            let _ = regs.put(m, Int::new(i as i64), v);
        }
        let g = make::<M, Gen>(m).init(m, Gen::code, Int::new(code.id.into())).init(m, Gen::func, f).init(
            m,
            Gen::regs,
            regs,
        );
        Value::Gen(g).into()
    }

    /// Goes on with a generator; `sent` is what its `yield` gives.
    #[inline(never)]
    pub fn resume<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        g: Ref<M::V, Gen>,
        sent: Slot<M::V>,
    ) -> Result<Next<M::V>, Raised> {
        match m.promote(g.get(m, Gen::state)) {
            state::WAITING => {}
            state::DONE => return Ok(Next::End(konst(NONE))),
            _ => {
                helpers::already_running(m)?;
                return Err(Raised);
            }
        }
        if !m.depth_ok(s) {
            helpers::too_deep(m)?;
        }
        let code = self.code(m.promote(g.get(m, Gen::code)) as u32);
        let pc = m.promote(g.get(m, Gen::pc)) as usize;
        let base = s.top().base + s.top().frame.code.0.registers;
        if s.stack.reserve(base + code.registers).is_err() {
            helpers::too_deep(m)?;
        }
        let regs = g.get(m, Gen::regs);
        let wait = code.wait(pc as u32);
        let registers = s.stack.window(base);
        for &r in &wait.kept {
            let v = regs.at(m, Int::new(r.into()));
            registers[r as usize] = v.unwrap_or(Value::Unbound.into());
        }
        for &r in &wait.unbound {
            registers[r as usize] = Value::Unbound.into();
        }
        if let Some(a) = wait.sent {
            registers[a as usize] = sent;
        }
        g.set(m, Gen::state, Int::new(state::RUNNING));
        s.top().frame.calling = true;
        let f = g.get(m, Gen::func);
        let frame = Activation { pc: pc as u32, gen: g.opt(), ..Activation::new(CodeRef(code), f.opt()) };
        if s.push(frame, base, base).is_err() {
            helpers::too_deep(m)?;
        }
        Ok(Next::Flow(m.enter(s, code.resumed(pc))))
    }

    /// `yield` of the value in register `b`.
    #[inline(never)]
    pub fn yield_value<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, base: usize, b: u8) -> Flow {
        let (code, pc, gen) = {
            let f = &s.top().frame;
            (f.code.0, f.pc, f.gen)
        };
        let Some(g) = m.non_null(gen) else { unreachable!("only generators yield") };
        let regs = g.get(m, Gen::regs);
        let registers = s.stack.window(base);
        for &r in &code.wait(pc).saved {
            let _ = regs.put(m, Int::new(r.into()), registers[r as usize]);
        }
        g.set(m, Gen::pc, Int::new(pc.into()));
        g.set(m, Gen::state, Int::new(state::WAITING));
        m.ret(s, base + b as usize, 1)
    }

    /// A generator's function returns.
    pub fn finish_generator<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, base: usize, b: u8) -> Flow {
        if let Some(g) = m.non_null(s.top().frame.gen) {
            g.set(m, Gen::state, Int::new(state::DONE));
            // For a `next` that has to raise it.
            let v = s.stack.get(base + b as usize);
            let _ = g.get(m, Gen::regs).put(m, Int::new(0), v);
        }
        s.stack.slots()[base] = s.stack.get(base + b as usize);
        s.stack.slots()[base + 1] = konst(NONE);
        m.ret(s, base, 2)
    }

    /// Sends a value to what a `yield from` delegates to.
    #[inline(never)]
    pub fn send<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        it: Slot<M::V>,
        sent: Slot<M::V>,
    ) -> Result<Next<M::V>, Raised> {
        match m.unpack(it) {
            Value::Gen(g) => self.resume(m, s, g, sent),
            _ => {
                let (v, more) = helpers::send(m, it, sent)?;
                Ok(if m.branch(more) { Next::Value(v) } else { Next::End(v) })
            }
        }
    }
}

/// A generator, from a helper.
///
/// # Errors
/// `MemoryError`.
pub fn make_host(rt: &Rt, code: &'static Code, f: Gc<Function>, args: &[RawSlot]) -> Result<Val, Raised> {
    let n = (code.registers).max(1);
    let regs = rt.heap.array::<Fields>(n).map_err(|_| errors::memory(rt))?;
    regs.copy_in(&rt.heap, 0, args);
    Ok(Val::Gen(rt.heap.alloc(Gen::new(code.id, f, regs))))
}

/// What is raised in a generator.
#[derive(Clone, Copy)]
pub enum Thrown<'a> {
    /// An exception.
    Exception(Val),
    /// What was given to `throw`: what the generator waits for gets it as it is, if it is asked.
    Given(&'a [RawSlot]),
}

impl Thrown<'_> {
    fn is_exit(self, rt: &Rt) -> bool {
        let exit = rt.lang.types().generator_exit;
        let first = match self {
            Thrown::Exception(e) => e,
            Thrown::Given(args) => args.first().copied().unwrap_or(UNBOUND).into(),
        };
        match first {
            Val::Class(c) => rt.lang.classes.get(c.id).is_subclass(exit),
            Val::Inst(i) => i.class(rt).is_subclass(exit),
            _ => false,
        }
    }
    fn exception(self, rt: &Rt) -> Result<Val, Raised> {
        match self {
            Thrown::Exception(e) => Ok(e),
            Thrown::Given(args) => crate::builtins::thrown(rt, args),
        }
    }
}

/// What a step of a generator came to, seen from a helper.
pub enum Stepped {
    /// It yielded.
    Yielded(Val),
    /// It returned.
    Returned(Val),
}

/// If a generator waits in a `yield from`: the registers of its result and its iterator, and where it goes on after it.
fn delegation(code: &'static Code, pc: usize) -> Option<(u8, u8, u32)> {
    // An instruction about the exception being handled may stand between.
    let before = match code.ops().get(pc.checked_sub(2)?)? {
        Op::Handled { .. } => code.ops().get(pc.checked_sub(3)?)?,
        op => op,
    };
    match (before, code.ops().get(pc - 1)?) {
        (Op::YieldFrom { a, b, to }, Op::Yield { .. }) => Some((*a, *b, *to)),
        _ => None,
    }
}

/// Throws an exception into what a `yield from` waits for; `None` if that takes none (or was closed), and the exception goes on in the generator itself.
///
/// # Errors
/// What looking for the method raises, of which the generator does not hear.
fn delegate(rt: &Rt, inner: Val, e: Thrown<'_>) -> Result<Result<Option<Stepped>, Raised>, Raised> {
    use crate::objects::{attr, str};
    let method = |name: &str| -> Result<Option<Val>, Raised> {
        match inner {
            Val::Gen(_) | Val::Inst(_) => match attr::get(rt, inner, str::intern(rt, name)) {
                Ok(f) => Ok(Some(f)),
                Err(Raised) if errors::caught(rt, rt.lang.types().attribute_error).is_some() => Ok(None),
                Err(Raised) => Err(Raised),
            },
            _ => Ok(None),
        }
    };
    if e.is_exit(rt) {
        // What looking for it raises is ignored.
        let close = method("close").unwrap_or_default();
        return Ok(close.map_or(Ok(None), |f| super::call::call(rt, f, &[]).map(|_| None)));
    }
    if let Val::Gen(g) = inner {
        return Ok(step(rt, g, NONE, Some(e)).map(Some));
    }
    let Some(f) = method("throw")? else { return Ok(Ok(None)) };
    let thrown = match e {
        Thrown::Exception(e) => super::call::call(rt, f, &[e.into()]),
        Thrown::Given(args) => super::call::call(rt, f, args),
    };
    Ok(match thrown {
        Ok(v) => Ok(Some(Stepped::Yielded(v))),
        Err(Raised) => errors::end_of_iteration(rt).map(|v| Some(Stepped::Returned(v))),
    })
}

/// Goes on with a generator from a helper: with a value for its `yield`, or with an exception to be raised there.
///
/// # Errors
/// What it raises.
pub fn step(rt: &Rt, g: Gc<Gen>, sent: RawSlot, thrown: Option<Thrown<'_>>) -> Result<Stepped, Raised> {
    let cx = &rt.heap;
    let delegates = g.state.get(cx) == state::WAITING
        && delegation(rt.lang.code(g.code), g.pc.get(cx) as usize).is_some();
    // What was given to `throw` is looked at first by whom it is for.
    let thrown = match thrown {
        Some(t) if !delegates => Some(Thrown::Exception(t.exception(rt)?)),
        t => t,
    };
    match g.state.get(cx) {
        state::RUNNING => return Err(errors::value(rt, "generator already executing")),
        state::DONE => {
            return match thrown {
                Some(e) => Err(errors::throw(rt, e.exception(rt)?)),
                None => Ok(Stepped::Returned(Val::None)),
            }
        }
        _ => {}
    }
    let (code, pc) = (rt.lang.code(g.code), g.pc.get(cx) as usize);
    if pc == 0 {
        if let Some(e) = thrown {
            let e = e.exception(rt)?;
            g.state.set(cx, state::DONE);
            if let Val::Inst(x) = e {
                super::unwind::add_place(rt, x, code, 0);
            }
            let ends = crate::objects::ops::class_of(rt, e).is_subclass(rt.lang.types().stop_iteration);
            return Err(match ends {
                true => errors::stopped_generator(rt, e),
                false => errors::throw(rt, e),
            });
        }
        if Val::from(sent).is_unbound() || sent != NONE {
            return Err(errors::type_(rt, "can't send non-None value to a just-started generator"));
        }
    }
    let nested = rt.lang.nested.get();
    errors::native_room(rt, "")?;
    g.state.set(cx, state::RUNNING);
    let (mut pc, mut raised) = (pc, None);
    if let (Some(Thrown::Exception(e)), false) = (thrown, delegates) {
        raised = Some(e);
    }
    if let (Some(e), Some((a, it, end))) = (thrown, delegation(code, pc)) {
        let inner = Val::from(g.regs.get(cx, it as usize).unwrap_or(UNBOUND));
        let done = match delegate(rt, inner, e) {
            Ok(done) => done,
            Err(Raised) => {
                g.state.set(cx, state::WAITING);
                return Err(Raised);
            }
        };
        match done {
            Ok(Some(Stepped::Yielded(v))) => {
                g.state.set(cx, state::WAITING);
                return Ok(Stepped::Yielded(v));
            }
            Ok(Some(Stepped::Returned(v))) => {
                g.regs.set(cx, a as usize, v.into());
                pc = end as usize;
            }
            Ok(None) => match e.exception(rt) {
                Ok(e) => raised = Some(e),
                // The generator goes on waiting.
                Err(Raised) => {
                    g.state.set(cx, state::WAITING);
                    return Err(Raised);
                }
            },
            Err(Raised) => raised = Some(rt.error.get().into()),
        }
    }
    rt.lang.nested.set(nested + 1);
    let r = rt.with_segment(|s| {
        let overflow = |_| errors::too_deep(rt, "");
        s.stack.reserve(code.registers).map_err(overflow)?;
        let (mut live, mut kept) = (code.held(pc as u32), code.kept(pc as u32));
        if raised.is_some() {
            let handlers = code.kept_for_handlers(pc as u32);
            (live, kept) = (live.union(handlers), kept.union(handlers));
        }
        for r in live.iter() {
            let v = if kept.contains(r) { g.regs.get(cx, r) } else { None };
            s.stack.slots()[r] = Slot(v.unwrap_or(UNBOUND));
        }
        match pc.checked_sub(1).map(|at| code.ops()[at]) {
            Some(Op::Yield { a, .. }) if raised.is_none() => s.stack.slots()[a as usize] = Slot(sent),
            _ => {}
        }
        let frame = Activation {
            pc: pc as u32,
            gen: Ref::new(g).opt(),
            ..Activation::new(CodeRef(code), Ref::new(g.func).opt())
        };
        s.push(frame, 0, 0).map_err(overflow)?;
        match raised {
            Some(e) => match super::unwind::throw_into(rt, s, e) {
                Some(raised) => Err(raised),
                None => rt.run_segment(s),
            },
            None => rt.run_function(s, code.resumed(pc)),
        }
    });
    rt.lang.nested.set(nested);
    let r = r?;
    let v = Val::from(r.first().copied().unwrap_or(NONE));
    Ok(if r.len() == 1 { Stepped::Yielded(v) } else { Stepped::Returned(v) })
}

/// The next value of a generator, `None` at its end.
///
/// # Errors
/// What it raises.
pub fn resume(rt: &Rt, g: Gc<Gen>, sent: RawSlot) -> Result<Option<Val>, Raised> {
    match step(rt, g, sent, None)? {
        Stepped::Yielded(v) => Ok(Some(v)),
        Stepped::Returned(_) => Ok(None),
    }
}
