//! The library `coroutine`, over the framework's coroutines with stacks of their own.
//!
//! **Problem.** The framework lets a program yield from anywhere; the reference does not let it yield across library functions, and closing has to
//! run the program's `__close` handlers, which the framework does not know.
//!
//! **Invariants.**
//! 1. What the language object counts per stack ([`crate::value::Nesting::barred`]) is exchanged with the stack. Nested calls ([`crate::Lua::nesting`]) of a coroutine
//!    are counted on from those of who resumes it.
//! 2. A suspended coroutine is closed by going on with [`crate::Lua::killing`] set: its yield raises, and no `pcall` stops that.
//! 3. A coroutine that died of an error keeps the error until it is closed.
//!
//! **Not promised.** `__close` handlers of a coroutine that dies of an error run at once, not when it is closed.
//!
//! **Example.** `local next = coroutine.wrap(function() coroutine.yield(1) end)`: `next()` is 1.

use super::look;
use super::prelude::{self, Known};
use crate::interp::protect::Handlers;
use crate::native::{Body, Call, Came, Special};
use crate::table::Table;
use crate::value::{Thread, Val, NIL};
use crate::{error, interp, Lua, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::{Cx, Raised};
use holloway::{residual, Coroutine, NotSuspended, Resumed, Status};

type Done = Result<(), Raised>;

const FUNCTIONS: &[(&str, Body, Special)] = &[
    ("close", close, Special::None),
    ("create", create, Special::None),
    ("isyieldable", isyieldable, Special::None),
    ("resume", resume, Special::Resume),
    ("running", running, Special::None),
    ("status", status, Special::None),
    ("wrap", wrap, Special::None),
    ("yield", yield_, Special::Yield),
];

/// Names in the registry.
const MAIN: &str = "main thread";
const WRAP: &str = "wrap";

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    for &(name, body, special) in FUNCTIONS {
        rt.lang.register_special(rt, t, name, body, special);
    }
    let main = rt.heap.alloc(Thread::new(Coroutine::default()));
    rt.lang.registry().set_name(rt, MAIN, Val::Thread(main))?;
    let step = rt.lang.make_native(rt, "wrap", wrap_step, Special::WrapStep);
    rt.lang.registry().set_name(rt, WRAP, Val::Native(step))
}

fn check_thread(c: &Call<'_>, i: usize) -> Result<Gc<Thread>, Raised> {
    match c.val(i) {
        Val::Thread(t) => Ok(t),
        _ => Err(c.type_error(i, "thread")),
    }
}

/// The framework's handle.
fn handle(rt: &Rt, t: Gc<Thread>) -> Coroutine {
    t.coroutine.with(&rt.heap, Coroutine::clone)
}

fn is_main(rt: &Rt, t: Gc<Thread>) -> bool {
    matches!(rt.lang.registry().get_name(rt, MAIN), Val::Thread(m) if m == t)
}

/// The running coroutine, the main program being one, too.
pub fn current(rt: &Rt) -> Val {
    match rt.running_object() {
        Some(object) => object.into(),
        None => rt.lang.registry().get_name(rt, MAIN),
    }
}

pub(super) fn status_of(rt: &Rt, t: Gc<Thread>) -> &'static str {
    if is_main(rt, t) {
        return if rt.running().is_none() { "running" } else { "normal" };
    }
    match handle(rt, t).status() {
        Status::Suspended => "suspended",
        Status::Running => "running",
        Status::Normal => "normal",
        Status::Finished => "dead",
    }
}

fn check_function(c: &Call<'_>) -> Result<RawSlot, Raised> {
    match c.val(1) {
        Val::Function(_) | Val::Native(_) => Ok(c.arg(1)),
        _ => Err(c.type_error(1, "function")),
    }
}

fn make(rt: &Rt, f: RawSlot) -> Gc<Thread> {
    let co = rt.spawn(move |rt, args| match f.into() {
        // Called from Lua code, `pcall` and its like can be left by a yield.
        Val::Native(_) => {
            let start = prelude::function(rt, Known::Start);
            interp::call_value(rt, start, &[&[f], args].concat())
        }
        _ => interp::call_value(rt, f, args),
    });
    let t = rt.heap.alloc(Thread::new(co.clone()));
    co.set_object(Val::Thread(t).into());
    t
}

fn create(c: &mut Call<'_>) -> Done {
    let f = check_function(c)?;
    c.push(Val::Thread(make(c.rt, f)));
    Ok(())
}

/// How a coroutine came back.
pub(super) enum Back {
    /// With the values that were passed.
    Here,
    /// It raised this.
    Died(RawSlot),
    /// It could not be resumed.
    Refused(&'static str),
}

/// Runs a coroutine until it yields or ends; what it gives has been passed.
#[inline(always)]
pub(super) fn switch(rt: &Rt, t: Gc<Thread>, args: &[RawSlot]) -> Back {
    let lua = &rt.lang;
    let calls = lua.nesting().calls.get(&rt.heap);
    if calls + 1 >= interp::protect::TOO_NESTED {
        return Back::Refused("C stack overflow");
    }
    t.started.set(&rt.heap, 1);
    let (resumed_at, barred) = (lua.resumed_at.replace(calls), lua.nesting().barred.get(&rt.heap));
    lua.nesting().barred.set(&rt.heap, 0);
    let handlers = Handlers::of(rt);
    Handlers::none(calls).put(rt);
    let resumed = rt.resume(&handle(rt, t), args);
    handlers.put(rt);
    lua.nesting().calls.set(&rt.heap, calls);
    lua.resumed_at.set(resumed_at);
    lua.nesting().barred.set(&rt.heap, barred);
    match resumed {
        Ok(Resumed::Yielded | Resumed::Returned) => Back::Here,
        resumed => without_values(rt, t, resumed.err()),
    }
}

#[cold]
#[inline(never)]
fn without_values(rt: &Rt, t: Gc<Thread>, refused: Option<NotSuspended>) -> Back {
    match refused {
        None => {
            rt.lang.level.set(0);
            t.failed.set(&rt.heap, 1);
            let error = rt.error.take();
            t.error.set(&rt.heap, error);
            t.way.with_mut(&rt.heap, |way| way.0 = rt.lang.trace.all());
            Back::Died(error)
        }
        Some(r) if r.0 == Status::Finished && !is_main(rt, t) => {
            Back::Refused("cannot resume dead coroutine")
        }
        Some(_) => Back::Refused("cannot resume non-suspended coroutine"),
    }
}

/// Hands what was passed to interpreter code. More than two are all kept for [`crate::native::result`].
#[inline(always)]
fn came(rt: &Rt) -> Came {
    let passed = rt.passed();
    if passed.len() > 2 {
        keep(rt);
    }
    (passed.len() as i64, passed.get(0), passed.get(1))
}

#[cold]
#[inline(never)]
fn keep(rt: &Rt) {
    rt.lang.results.replace(rt.passed().to_vec());
}

/// Pushes what was passed.
fn push_passed(c: &mut Call<'_>) {
    let passed = c.rt.passed();
    (0..passed.len()).for_each(|i| c.push(passed.get(i)));
}

/// `coroutine.resume` with `n` values, at most two. The number of what came is -1 with an error value.
#[residual]
pub fn resume_with(cx: &Cx<Lua>, t: Gc<Thread>, n: i64, a: RawSlot, b: RawSlot) -> Result<Came, Raised> {
    match switch(cx.rt, t, &[a, b][..n as usize]) {
        Back::Here => Ok(came(cx.rt)),
        Back::Died(e) => Ok((-1, e, NIL)),
        Back::Refused(why) => Ok((-1, Val::Str(crate::string::make(cx.rt, why.as_bytes())?).into(), NIL)),
    }
}

/// A call with `n` values, at most two, of what `coroutine.wrap` gave; `id` is the number of the library function.
#[residual]
pub fn step_with(
    cx: &Cx<Lua>,
    id: i64,
    t: Gc<Thread>,
    n: i64,
    a: RawSlot,
    b: RawSlot,
) -> Result<Came, Raised> {
    match switch(cx.rt, t, &[a, b][..n as usize]) {
        Back::Here => Ok(came(cx.rt)),
        failed => Err(raise_on(cx.rt, failed)).inspect_err(|_| cx.rt.lang.trace.through_native(id as u32)),
    }
}

/// `coroutine.yield` of `n` values, at most two; `id` is its number.
#[residual]
pub fn yield_with(cx: &Cx<Lua>, id: i64, n: i64, a: RawSlot, b: RawSlot) -> Result<Came, Raised> {
    give_direct(cx.rt, id, &[a, b][..n as usize])
}

/// The same of up to six.
#[residual]
#[allow(clippy::too_many_arguments)] // each is a word or two in registers' stead; a buffer is what this saves
pub fn yield_six(
    cx: &Cx<Lua>,
    id: i64,
    n: i64,
    a: RawSlot,
    b: RawSlot,
    c: RawSlot,
    d: RawSlot,
    e: RawSlot,
    f: RawSlot,
) -> Result<Came, Raised> {
    give_direct(cx.rt, id, &[a, b, c, d, e, f][..n as usize])
}

/// The same of the arguments collected.
#[residual]
pub fn yield_many(cx: &Cx<Lua>, id: i64) -> Result<Came, Raised> {
    let args = cx.rt.heap.root(cx.rt.lang.args.take());
    args.with(&cx.rt.heap, |args| give_direct(cx.rt, id, args))
}

/// Yields, or answers [`look::LOOK`], also where that makes the call begin again.
#[inline(always)]
pub(super) fn give_direct(rt: &Rt, id: i64, values: &[RawSlot]) -> Result<Came, Raised> {
    if rt.lang.look.asked.get() {
        return Ok((look::LOOK, NIL, NIL));
    }
    match give(rt, values) {
        Ok(()) if rt.lang.look.asked.get() => Ok((look::LOOK, NIL, NIL)),
        Ok(()) => Ok(came(rt)),
        Err(r) => Err(r).inspect_err(|_| rt.lang.trace.through_native(id as u32)),
    }
}

fn resume(c: &mut Call<'_>) -> Done {
    let t = check_thread(c, 1)?;
    match switch(c.rt, t, &c.args()[1..]) {
        Back::Here => {
            c.push(Val::True);
            push_passed(c);
            Ok(())
        }
        Back::Died(e) => {
            c.push(Val::False);
            c.push(e);
            Ok(())
        }
        Back::Refused(why) => {
            c.push(Val::False);
            c.push_str(why)
        }
    }
}

fn wrap(c: &mut Call<'_>) -> Done {
    let f = check_function(c)?;
    let t = make(c.rt, f);
    let step = c.rt.lang.registry().get_name(c.rt, WRAP);
    let wrapped = prelude::bind_one(c.rt, step.into(), Val::Thread(t).into())?;
    c.push(wrapped);
    Ok(())
}

/// What `wrap` gives calls this, with the coroutine in front of the arguments.
fn wrap_step(c: &mut Call<'_>) -> Done {
    let t = check_thread(c, 1)?;
    match switch(c.rt, t, &c.args()[1..]) {
        Back::Here => {
            push_passed(c);
            Ok(())
        }
        failed => Err(raise_on(c.rt, failed)),
    }
}

/// The error of a coroutine that came back without values, as an error of who called it.
#[cold]
#[inline(never)]
fn raise_on(rt: &Rt, failed: Back) -> Raised {
    match failed {
        // A message gets the position of the caller, too.
        Back::Died(e) => match e.into() {
            Val::Str(s) => error::at_level(rt, s.bytes(), 2),
            _ => error::raise(rt, e),
        },
        Back::Refused(why) => error::at_level(rt, why, 2),
        Back::Here => unreachable!("it came back with values"),
    }
}

/// Where the interpreter does not do it itself: called by a library function, which cannot be left.
fn yield_(c: &mut Call<'_>) -> Done {
    give(c.rt, c.args())?;
    push_passed(c);
    Ok(())
}

/// Leaves the running coroutine until it is resumed.
#[inline(always)]
fn give(rt: &Rt, values: &[RawSlot]) -> Done {
    let lua = &rt.lang;
    if lua.nesting().barred.get(&rt.heap) > 0
        || running_thread(rt).is_none_or(|t| t.closing.get(&rt.heap) != 0)
    {
        return Err(cannot_yield(rt));
    }
    let own = lua.nesting().calls.get(&rt.heap) - lua.resumed_at.get();
    let mut handlers = Handlers::of(rt);
    handlers.others -= lua.resumed_at.get();
    let left = rt.yield_(values);
    handlers.others += lua.resumed_at.get();
    handlers.put(rt);
    lua.nesting().calls.set(&rt.heap, lua.resumed_at.get() + own);
    lua.nesting().barred.set(&rt.heap, 0);
    if running_thread(rt).is_none_or(|t| t.closing.get(&rt.heap) != 0) {
        return Err(closed(rt));
    }
    left.map_err(|_| cannot_yield(rt))
}

#[cold]
#[inline(never)]
fn cannot_yield(rt: &Rt) -> Raised {
    match rt.running() {
        None => error::at_level(rt, "attempt to yield from outside a coroutine", 0),
        Some(_) => error::at_level(rt, "attempt to yield across a C-call boundary", 0),
    }
}

/// Raises what ends a coroutine that is being closed.
#[cold]
#[inline(never)]
fn closed(rt: &Rt) -> Raised {
    let r = error::raise(rt, NIL);
    rt.lang.killing.set(true);
    r
}

/// The running coroutine, if it is not the main program.
#[inline(always)]
pub(super) fn running_thread(rt: &Rt) -> Option<Gc<Thread>> {
    match rt.running_object()?.into() {
        Val::Thread(t) => Some(t),
        _ => None,
    }
}

fn close(c: &mut Call<'_>) -> Done {
    let (rt, t) = (c.rt, check_thread(c, 1)?);
    let status = status_of(rt, t);
    let failure = match status {
        "dead" => (t.failed.get(&rt.heap) != 0).then(|| t.error.get(&rt.heap)),
        "suspended" => {
            t.closing.set(&rt.heap, 1);
            let started = t.started.get(&rt.heap) != 0;
            let back = if started { switch(rt, t, &[]) } else { Back::Here };
            rt.lang.killing.set(false);
            // Ends one that has not started. Cannot be refused: it is not running.
            let _ = rt.close(&handle(rt, t));
            match back {
                Back::Died(e) => (e != NIL).then_some(e),
                _ => None,
            }
        }
        _ => return Err(c.error(format!("cannot close a {status} coroutine"))),
    };
    t.failed.set(&rt.heap, 0);
    t.way.with_mut(&rt.heap, |way| way.0.clear());
    c.push(Val::bool(failure.is_none()));
    if let Some(e) = failure {
        c.push(e);
    }
    Ok(())
}

fn status(c: &mut Call<'_>) -> Done {
    let t = check_thread(c, 1)?;
    c.push_str(status_of(c.rt, t))
}

fn running(c: &mut Call<'_>) -> Done {
    c.push(current(c.rt));
    c.push(Val::bool(c.rt.running().is_none()));
    Ok(())
}

fn isyieldable(c: &mut Call<'_>) -> Done {
    let yieldable = match c.len() {
        0 => {
            c.rt.lang.nesting().barred.get(&c.rt.heap) == 0
                && running_thread(c.rt).is_some_and(|t| t.closing.get(&c.rt.heap) == 0)
        }
        _ => !is_main(c.rt, check_thread(c, 1)?),
    };
    c.push(Val::bool(yieldable));
    Ok(())
}
