//! Activations of `pcall` and its like, message handlers, and how deep calls may be nested.
//!
//! **Problem.** The reference calls a message handler where the error is raised. Here unwinding finds out who handles it, which nobody can tell from
//! a handler called at the point of the error, as long as no variable is closed on the way.
//!
//! **Invariants.**
//! 1. The handler runs before the first variable is closed because of the error: in an activation of [`builtin::HANDLE`] above the function that has
//!    the variable. The error is then marked as handled, and nobody handles it again.
//! 2. `xpcall` notes handlers, `pcall` nothing: whether one is above the innermost `xpcall` is told by the number of calls that catch errors.
//! 3. Each coroutine has handlers of its own, and counts anew the calls that catch errors.
//!
//! **Example.** `xpcall(function() local x <close> = c; error("e") end, print)` prints before `c` is closed.

use super::call::{too_deep, Done};
use super::{Activation, Lua, S};
use crate::code::{builtin, CodeRef};
use crate::value::{Nesting, Val, Value, NIL};
use crate::{error, native, Rt};
use holloway::heap::RawSlot;
use holloway::machine::*;
use holloway::residual;

/// The nested call that is refused, as many below the main chunk as in the reference.
pub const TOO_NESTED: i64 = 199;
/// Those that a message handler makes beyond it are refused from this one on.
pub const FAR_TOO_NESTED: i64 = 219;

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

impl Lua {
    /// Opens the activation of `pcall` or the like over slot `at` and those after it, `top` in all. Its first instruction makes the call; with `top`
    /// of 0 it says itself with how many arguments.
    pub(super) fn protect<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        id: u32,
        at: usize,
        top: usize,
    ) -> Result<Done, Raised> {
        let frame = Activation {
            code: CodeRef(self.code(id)),
            pc: 0,
            top: top as u32,
            left: 0,
            calling: false,
            tail: false,
            closure: OptRef::null(),
        };
        s.top().frame.calling = true;
        if s.push(frame, at, at).is_err() {
            too_deep(m)?;
        }
        let calls = self.nest(m, 1);
        if id != builtin::PCALL {
            self.protected_otherwise(m, s, id, calls);
        }
        if !m.branch(calls.ult(Int::new(TOO_NESTED))) {
            let refused = is_refused(m, calls);
            if m.branch(refused) {
                // As if its call had raised the error.
                s.top().frame.pc = 1;
                return Ok(Done::Unwound);
            }
        }
        Ok(Done::Entered)
    }

    /// Opens the activation of `xpcall` over slot `at` and its `n` arguments.
    #[inline(never)]
    pub(super) fn protect_handled<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut S<M>,
        at: usize,
        n: usize,
    ) -> Result<Done, Raised> {
        if s.stack.reserve(at + n + 3).is_err() {
            too_deep(m)?;
        }
        let (f, h) = (s.stack.get(at + 1), s.stack.get(at + 2));
        for i in (at + 3..=at + n).rev() {
            s.stack.slots()[i + 2] = s.stack.get(i);
        }
        let nesting = Ref::new(self.nesting());
        s.stack.slots()[at] = h;
        s.stack.slots()[at + 1] = nesting.get(m, Nesting::handler);
        s.stack.slots()[at + 2] = Value::Int(nesting.get(m, Nesting::guards)).into();
        s.stack.slots()[at + 3] = Value::True.into();
        s.stack.slots()[at + 4] = f;
        self.protect(m, s, builtin::XPCALL, at, n + 3)
    }

    /// Counts that many nested calls more; answers how many there are.
    pub(super) fn nest<M: Machine<L = Lua>>(&self, m: &M, more: i64) -> Int<M::V> {
        let nesting = Ref::new(self.nesting());
        let calls = nesting.get(m, Nesting::calls) + more;
        nesting.set(m, Nesting::calls, calls);
        calls
    }

    /// Counts what is no `pcall`.
    #[inline(never)]
    fn protected_otherwise<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, id: u32, calls: Int<M::V>) {
        if id == builtin::TOSTRING {
            self.bar_yields(m, 1);
        }
        if id != builtin::XPCALL {
            return self.nest_others(m, 1);
        }
        let (nesting, base) = (Ref::new(self.nesting()), s.top().base);
        nesting.set(m, Nesting::handler, s.stack.get(base));
        nesting.set(m, Nesting::guards, calls - nesting.get(m, Nesting::others));
    }

    /// Counts that many of them as calls that catch no errors.
    pub(super) fn nest_others<M: Machine<L = Lua>>(&self, m: &M, more: i64) {
        let nesting = Ref::new(self.nesting());
        nesting.set(m, Nesting::others, nesting.get(m, Nesting::others) + more);
    }

    /// Counts that many of them as calls that no yield may leave.
    fn bar_yields<M: Machine<L = Lua>>(&self, m: &M, more: i64) {
        let nesting = Ref::new(self.nesting());
        nesting.set(m, Nesting::barred, nesting.get(m, Nesting::barred) + more);
    }

    /// Counts the end of a library function's activation at `pc`. A running message handler is one more nested call.
    pub(super) fn leave<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, id: u32, pc: u32) {
        if id == builtin::XPCALL {
            let base = s.top().base;
            let nesting = Ref::new(self.nesting());
            nesting.set(m, Nesting::handler, s.stack.get(base + 1));
            if let Value::Int(guards) = m.unpack(s.stack.get(base + 2)) {
                nesting.set(m, Nesting::guards, guards);
            }
        }
        let own = i64::from(id != builtin::HANDLE);
        if id == builtin::TOSTRING {
            self.bar_yields(m, -1);
        }
        let handler = i64::from(handles(id, pc));
        self.nest(m, -own - handler);
        let guards = own > 0 && matches!(id, builtin::PCALL | builtin::XPCALL);
        let others = handler + if guards { 0 } else { own };
        if others > 0 {
            self.nest_others(m, -others);
        }
    }

    /// Has the running activation of `xpcall`, or of [`builtin::HANDLE`], call its message handler with the error being raised, which is the call
    /// number `calls` because of it.
    pub(super) fn call_handler<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>, calls: Int<M::V>) {
        let base = s.top().base;
        s.stack.slots()[base + 3] = Value::Int(calls).into();
        s.stack.slots()[base + 4] = s.stack.get(base);
        s.stack.slots()[base + 5] = handled(m);
        s.top().frame.pc = 2;
    }

    /// Calls the message handler, if there is one, before the running activation's variables are closed. Answers whether it is called.
    pub(super) fn handle_first<M: Machine<L = Lua>>(&self, m: &M, s: &mut S<M>) -> bool {
        let handler = handler_waiting(m);
        if m.branch(handler.tag_le(crate::value::Tag::Nil)) {
            return false;
        }
        let at = s.top().base + usize::from(s.top().frame.code.0.proto.registers);
        let code = self.code(builtin::HANDLE);
        if s.stack.reserve(at + usize::from(code.proto.registers)).is_err() {
            return false;
        }
        let frame = Activation {
            code: CodeRef(code),
            pc: 2,
            top: 0,
            left: 0,
            calling: false,
            tail: false,
            closure: OptRef::null(),
        };
        s.top().frame.calling = true;
        if s.push(frame, at, at).is_err() {
            return false;
        }
        for i in 0..3 {
            s.stack.slots()[at + i] = handler;
        }
        self.nest(m, 1);
        self.nest_others(m, 1);
        self.call_handler(m, s, Int::new(1));
        true
    }
}

/// Whether an activation of `xpcall`, or of [`builtin::HANDLE`], is running the message handler.
pub fn handles(id: u32, pc: u32) -> bool {
    id == builtin::HANDLE || id == builtin::XPCALL && pc > 2
}

/// Most calls of a message handler for one error: as deep the reference's calls of it are nested.
const MAX_HANDLED: i64 = 215;

/// Whether the error being raised says that there is no room for more calls, so that there may be none for the handler.
fn is_overflow(rt: &Rt) -> bool {
    matches!(rt.error.get().into(), Val::Str(s) if s.bytes().ends_with(b"stack overflow"))
}

fn may_nest(rt: &Rt) -> bool {
    rt.lang.nesting().calls.get(&rt.heap) + 1 < FAR_TOO_NESTED
}

/// The value of the error being raised, which is caught here.
#[residual]
pub fn caught(cx: &Cx<Lua>) -> RawSlot {
    cx.rt.lang.level.set(0);
    cx.rt.lang.trace.clear();
    cx.rt.error.take()
}

/// The same where a message handler is called with it, which may want the traceback.
#[residual]
fn handled(cx: &Cx<Lua>) -> RawSlot {
    cx.rt.lang.level.set(0);
    cx.rt.lang.trace.handling.set(true);
    cx.rt.error.take()
}

/// Whether the message handler, which has been called `calls` times for the error and has itself failed if that is not 0, is to be called. If not, the error is
/// that of a handler already, or becomes another one.
#[residual]
pub fn is_handled(cx: &Cx<Lua>, calls: i64) -> bool {
    if cx.rt.lang.trace.handled.get() {
        return false;
    }
    if may_nest(cx.rt) && (calls == 0 || calls < MAX_HANDLED && !is_overflow(cx.rt)) {
        return true;
    }
    let Raised = error::at_level(cx.rt, "error in error handling", 0);
    cx.rt.lang.trace.handled.set(true);
    false
}

/// The message handler has returned to `xpcall`.
#[residual]
pub fn handler_done(cx: &Cx<Lua>) {
    cx.rt.lang.trace.clear();
}

/// The message handler has given this for the error, which goes on with it.
#[residual]
pub fn raise_handled(cx: &Cx<Lua>, v: RawSlot) -> Result<(), Raised> {
    let raised = error::raise(cx.rt, v);
    cx.rt.lang.trace.handled.set(true);
    Err(raised)
}

/// The message handler that is still to be called with the error being raised, or nil.
#[residual]
fn handler_waiting(cx: &Cx<Lua>) -> RawSlot {
    let rt = cx.rt;
    let waits = !rt.lang.trace.handled.get() && may_nest(rt) && !is_overflow(rt);
    Some(in_force(rt)).filter(|_| waits).unwrap_or(NIL)
}

/// The message handler of errors raised now, or nil. The command's own gives values that say themselves what they are the word.
pub fn in_force(rt: &Rt) -> RawSlot {
    let n = rt.lang.nesting();
    let guards = n.guards.get(&rt.heap);
    let above = n.calls.get(&rt.heap) - n.others.get(&rt.heap) != guards;
    let silent = || guards == 0 && native::metamethod(rt, rt.error.get().into(), "__tostring").is_nil();
    if above || silent() {
        NIL
    } else {
        n.handler.get(&rt.heap)
    }
}

/// What a stack has of handlers, to be put back.
#[derive(Clone, Copy)]
pub struct Handlers {
    handler: RawSlot,
    guards: i64,
    /// See [`Nesting::others`].
    pub others: i64,
}

impl Handlers {
    /// Those of the running stack.
    #[inline(always)]
    pub fn of(rt: &Rt) -> Handlers {
        let (n, heap) = (rt.lang.nesting(), &rt.heap);
        Handlers { handler: n.handler.get(heap), guards: n.guards.get(heap), others: n.others.get(heap) }
    }
    /// None, where `calls` are in progress that are no business of what begins.
    #[inline(always)]
    pub fn none(calls: i64) -> Handlers {
        Handlers { handler: NIL, guards: 0, others: calls }
    }
    /// Has these be those of the running stack.
    #[inline(always)]
    pub fn put(self, rt: &Rt) {
        let (n, heap) = (rt.lang.nesting(), &rt.heap);
        n.handler.set(heap, self.handler);
        n.guards.set(heap, self.guards);
        n.others.set(heap, self.others);
    }
}

/// Makes a call for a library function that catches errors itself, with this message handler, or none if that is nil.
pub fn guarded<R>(rt: &Rt, handler: RawSlot, call: impl FnOnce() -> R) -> R {
    let before = Handlers::of(rt);
    let calls = rt.lang.nesting().calls.get(&rt.heap);
    Handlers { handler, guards: calls - before.others, ..before }.put(rt);
    let done = call();
    before.put(rt);
    done
}
