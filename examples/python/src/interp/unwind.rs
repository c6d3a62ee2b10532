//! Exceptions: to the nearest handler, or out of the segment.
//!
//! An exception that is at hand as a value stays one while activations are unwound, so raising and catching within a trace need not make it. One that
//! a helper raised is fetched from the run time first.

use super::{helpers, konst, Activation, S};
use crate::bytecode::{Handler, Op};
use crate::code::Code;
use crate::objects::class::{ClassInfo, Layout};
use crate::objects::iter::kinds;
use crate::value::{misc, state, Cell, Gen, Instance, Iter, Misc, Tag, Val, Value, NONE};
use crate::{errors, Py, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;

impl Py {
    /// What is raised by `raise x`: an exception, or an instance of an exception class.
    pub fn exception<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> Result<Slot<M::V>, Raised> {
        if let Value::Inst(i) = m.unpack(x) {
            let map = m.promote_ref(i.get(m, Instance::map));
            if self.classes.get(map.group).is_subclass(self.types().base_exception) {
                return Ok(x);
            }
        }
        if let Value::Class(k) = m.unpack(x) {
            let c: &'static ClassInfo = self.classes.get(m.promote_ref(k).id);
            if c.is_subclass(self.types().base_exception) {
                if let Some(x) = self.raised_class(m, c) {
                    return Ok(x);
                }
            }
        }
        helpers::make_exception(m, x)
    }

    /// The class of an exception, itself, and its traceback.
    pub fn about_exception<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
    ) -> Result<[Slot<M::V>; 3], Raised> {
        match (self.instance_class(m, x), m.unpack(x)) {
            (Some(c), Value::Inst(i)) if c.layout == Layout::Exception => {
                Ok([konst(Val::Class(c.object).into()), x, i.get(m, Instance::s1)])
            }
            _ => Ok([helpers::class_of(m, x)?, x, helpers::traceback_of(m, x)?]),
        }
    }

    /// Whether an exception is of a class, or of one of a tuple of classes.
    pub fn matches<M: Machine<L = Py>>(
        &self,
        m: &M,
        x: Slot<M::V>,
        class: Slot<M::V>,
    ) -> Result<bool, Raised> {
        if let (Some(c), Value::Class(k)) = (self.instance_class(m, x), m.unpack(class)) {
            let k: &ClassInfo = self.classes.get(m.promote_ref(k).id);
            if k.is_subclass(self.types().base_exception) {
                return Ok(self.derives(m, c, k));
            }
        }
        Ok(m.branch(helpers::matches(m, x, class)?))
    }

    /// An exception is being raised at the running activation, whose pc is published: goes to whoever catches it.
    #[inline(never)]
    pub fn unwind<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, exc: Option<Slot<M::V>>) -> Flow {
        let mut exc = exc.unwrap_or_else(|| helpers::caught(m));
        loop {
            let (base, pc, code, gen) = {
                let a = s.top();
                a.frame.calling = false;
                a.frame.stage = 0;
                (a.base, a.frame.pc, a.frame.code.0, a.frame.gen)
            };
            let at = pc.saturating_sub(1);
            // The end of an iterator's values is that of the loop.
            if let Some(&Op::ForIter { a, to, .. }) = code.ops().get(at as usize) {
                if self.instance_class(m, exc).is_some_and(|c| c.is_subclass(self.types().stop_iteration)) {
                    self.exhaust(m, s.stack.get(base + a as usize));
                    s.top().frame.pc = to;
                    return Flow::Continue;
                }
            }
            if let Value::Inst(x) = m.unpack(exc) {
                self.note(m, s, x, code, at, base);
            }
            let handler = code.proto.handlers.iter().find(|h| h.start <= at && at < h.end);
            if let Some(before) = left(code, at, handler.map(|h| h.target)) {
                let v = s.stack.get(base + before);
                Ref::new(self.handled()).set(m, Cell::value, v);
            }
            if let Some(h) = handler {
                s.top().frame.pc = h.target;
                s.stack.slots()[base + h.reg as usize] = exc;
                return Flow::Continue;
            }
            if code.proto.is_generator {
                if let Some(g) = m.non_null(gen) {
                    g.set(m, Gen::state, Int::new(state::DONE));
                }
                if let Some(c) = self.instance_class(m, exc) {
                    let stops = c.is_subclass(self.types().stop_iteration);
                    if stops && self.types().is_iterators_generator(code.id) {
                        s.stack.slots()[base] = konst(NONE);
                        return self.finish_generator(m, s, base, 0);
                    }
                    if stops {
                        exc = helpers::stopped_generator(m, exc);
                    }
                }
            }
            s.pop();
            if m.leaves(s) {
                helpers::set_error(m, exc);
                if s.depth() == 0 {
                    return Flow::Leave(Exit::Raised);
                }
            }
        }
    }

    /// A callable iterator whose function has raised `StopIteration` asks it no more.
    fn exhaust<M: Machine<L = Py>>(&self, m: &M, it: Slot<M::V>) {
        if let Value::Iter(x) = m.unpack(it) {
            if m.promote(x.get(m, Iter::kind)) as u32 == kinds::CALL {
                x.set(m, Iter::i, Int::new(-1));
            }
        }
    }

    /// Adds the place to the traceback, and the exception being handled there as the context.
    fn note<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Ref<M::V, Instance>,
        code: &'static crate::code::Code,
        at: u32,
        base: usize,
    ) {
        let next = x.get(m, Instance::s1);
        // What is raised again has this place already.
        let again = match code.ops().get(at as usize) {
            Some(Op::Reraise { .. }) => true,
            Some(Op::RaiseNone) => !m.branch(next.has_tag(Tag::None)),
            _ => false,
        };
        if again {
            return;
        }
        if !code.hidden {
            let made = make::<M, Misc>(m)
                .init(m, Misc::kind, Int::new(misc::TRACEBACK.into()))
                .init(m, Misc::a, next)
                .init(m, Misc::b, Value::Int(Int::new(code.id.into())).into())
                .init(m, Misc::c, Value::Int(Int::new(at.into())).into());
            x.set(m, Instance::s1, Value::Misc(made).into());
        }
        // What is raised once more by name has a new context. Ranges of inner handlers come first.
        let fresh = matches!(code.ops().get(at as usize), Some(Op::Raise { .. } | Op::RaiseFrom { .. }));
        // What comes from elsewhere has been given its own where it was raised: what is thrown into a generator has none.
        let first =
            || m.branch(next.has_tag(Tag::None)) && m.branch(x.get(m, Instance::s2).has_tag(Tag::None));
        if let Some(h) = code.proto.handling.iter().find(|h| h.start <= at && at < h.end) {
            let old = s.stack.get(base + h.reg as usize);
            if let Value::Inst(o) = m.unpack(old) {
                if !m.branch(o.is(x)) && (fresh || first()) {
                    helpers::set_context(m, x, o);
                }
            }
        } else if fresh || m.branch(next.has_tag(Tag::None)) {
            // Raised here, in a function that a handler called.
            if let Value::Inst(o) = m.unpack(Ref::new(self.handled()).get(m, Cell::value)) {
                if !m.branch(o.is(x)) && (fresh || first()) {
                    helpers::set_context(m, x, o);
                }
            }
        }
    }
}

/// When an exception leaves handlers at `at`: the register of the exception that was handled before the outermost of them.
fn left(code: &'static Code, at: u32, to: Option<u32>) -> Option<usize> {
    let inside = |h: &Handler, pc: u32| h.start <= pc && pc < h.end;
    // An exception's handler may be in several parts, all of which have its register.
    let stays = |h: &Handler, t| code.proto.handling.iter().any(|part| part.reg == h.reg && inside(part, t));
    let leaves =
        |h: &&Handler| h.target > 0 && h.start < at && inside(h, at) && !to.is_some_and(|t| stays(h, t));
    code.proto.handling.iter().rfind(leaves).map(|h| h.target as usize - 1)
}

/// Adds a place to an exception's traceback.
pub fn add_place(rt: &Rt, x: Gc<Instance>, code: &Code, at: u32) {
    if code.hidden {
        return;
    }
    let cx = &rt.heap;
    let (b, c) = (Val::Int(code.id.into()).into(), Val::Int(at.into()).into());
    let t = cx.alloc(Misc::new(misc::TRACEBACK, 0, x.s1.get(cx), b, c));
    x.s1.set(cx, Val::Misc(t).into());
}

/// Raises an exception in a generator's activation that waits in a `yield`. It goes on at a handler, or is over.
pub fn throw_into(rt: &Rt, s: &mut State<Py, Conc>, e: Val) -> Option<Raised> {
    let raw = RawSlot::from(e);
    loop {
        let (base, pc, code, gen) = {
            let a = s.top();
            (a.base, a.frame.pc, a.frame.code.0, a.frame.gen)
        };
        let at = pc.saturating_sub(1);
        if let Val::Inst(x) = e {
            add_place(rt, x, code, at);
            // What the generator itself handles is the context.
            if let Some(h) = code.proto.handling.iter().find(|h| h.start <= at && at < h.end) {
                if let Val::Inst(o) = Val::from(s.stack.get(base + h.reg as usize).0) {
                    if o != x {
                        errors::set_context(rt, x, o);
                    }
                }
            }
        }
        let handler = code.proto.handlers.iter().find(|h| h.start <= at && at < h.end);
        if let Some(before) = left(code, at, handler.map(|h| h.target)) {
            let Slot(v) = s.stack.get(base + before);
            rt.lang.handled().value.set(&rt.heap, v);
        }
        if let Some(h) = handler {
            let frame: &mut Activation<Conc> = &mut s.top().frame;
            frame.pc = h.target;
            s.stack.slots()[base + h.reg as usize] = Slot(raw);
            return None;
        }
        let OptRef(bits, _) = gen;
        if bits != 0 {
            if let Val::Gen(g) = Val::from(RawSlot { tag: Tag::Gen, bits }) {
                g.state.set(&rt.heap, state::DONE);
            }
        }
        s.pop();
        if s.depth() == 0 {
            let stop = rt.lang.types().stop_iteration;
            let stops = matches!(e, Val::Inst(x) if x.class(rt).is_subclass(stop));
            return Some(match stops && code.proto.is_generator {
                true => errors::stopped_generator(rt, e),
                false => errors::throw(rt, e),
            });
        }
    }
}
