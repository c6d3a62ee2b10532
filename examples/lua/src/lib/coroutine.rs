//! The library `coroutine`, over the framework's coroutines with stacks of their own.
//!
//! **Problem.** The framework lets a program yield from anywhere; the reference does not let it yield across library functions, and closing has to
//! run the program's `__close` handlers, which the framework does not know.
//!
//! **Invariants.**
//! 1. What the language object counts per stack ([`crate::Lua::nested`], [`crate::Lua::barred`]) is exchanged with the stack.
//! 2. A suspended coroutine is closed by going on with [`crate::Lua::killing`] set: its yield raises, and no `pcall` stops that.
//! 3. A coroutine that died of an error keeps the error until it is closed.
//!
//! **Not promised.** `__close` handlers of a coroutine that dies of an error run at once, not when it is closed.
//!
//! **Example.** `local next = coroutine.wrap(function() coroutine.yield(1) end)`: `next()` is 1.

use super::prelude::{self, Known};
use crate::native::{Call, Special};
use crate::table::Table;
use crate::value::{Thread, Val};
use crate::{error, interp, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use holloway::{Coroutine, Resumed, Status};

type Done = Result<(), Raised>;

const FUNCTIONS: super::Functions = &[
    ("close", close),
    ("create", create),
    ("isyieldable", isyieldable),
    ("resume", resume),
    ("running", running),
    ("status", status),
    ("wrap", wrap),
    ("yield", yield_),
];

/// Names in the registry.
const MAIN: &str = "main thread";
const WRAP: &str = "wrap";

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    rt.lang.register(rt, t, FUNCTIONS);
    let main = rt.heap.alloc(Thread::new(Coroutine::default()));
    rt.lang.registry().set_name(rt, MAIN, Val::Thread(main))?;
    let step = rt.lang.make_native(rt, "wrap", wrap_step, Special::None);
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
fn current(rt: &Rt) -> Val {
    match rt.running() {
        Some(co) => co.object().into(),
        None => rt.lang.registry().get_name(rt, MAIN),
    }
}

fn status_of(rt: &Rt, t: Gc<Thread>) -> &'static str {
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
            interp::call_value(rt, start, &[&[f], &args[..]].concat())
        }
        _ => interp::call_value(rt, f, &args),
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
enum Back {
    /// With values.
    With(Vec<RawSlot>),
    /// It raised this.
    Died(RawSlot),
    /// It could not be resumed.
    Refused(&'static str),
}

/// Runs a coroutine until it yields or ends.
fn switch(rt: &Rt, t: Gc<Thread>, args: Vec<RawSlot>) -> Back {
    let lua = &rt.lang;
    t.started.set(&rt.heap, 1);
    let (nested, barred) = (lua.nested.replace(0), lua.barred.replace(0));
    let resumed = rt.resume(&handle(rt, t), args);
    lua.nested.set(nested);
    lua.barred.set(barred);
    match resumed {
        Ok(Resumed::Yielded(values) | Resumed::Returned(values)) => Back::With(values),
        Ok(Resumed::Raised) => {
            lua.level.set(0);
            t.failed.set(&rt.heap, 1);
            t.error.set(&rt.heap, rt.error.get());
            Back::Died(rt.error.get())
        }
        Err(refused) if refused.0 == Status::Finished && !is_main(rt, t) => {
            Back::Refused("cannot resume dead coroutine")
        }
        Err(_) => Back::Refused("cannot resume non-suspended coroutine"),
    }
}

fn resume(c: &mut Call<'_>) -> Done {
    let t = check_thread(c, 1)?;
    match switch(c.rt, t, c.args()[1..].to_vec()) {
        Back::With(values) => {
            c.push(Val::Bool(true));
            values.into_iter().for_each(|v| c.push(v));
            Ok(())
        }
        Back::Died(e) => {
            c.push(Val::Bool(false));
            c.push(e);
            Ok(())
        }
        Back::Refused(why) => {
            c.push(Val::Bool(false));
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
    match switch(c.rt, t, c.args()[1..].to_vec()) {
        Back::With(values) => {
            values.into_iter().for_each(|v| c.push(v));
            Ok(())
        }
        // A message gets the position of the caller, too.
        Back::Died(e) => Err(match e.into() {
            Val::Str(s) => error::at_level(c.rt, s.bytes(), 2),
            _ => error::raise(c.rt, e),
        }),
        Back::Refused(why) => Err(error::at_level(c.rt, why, 2)),
    }
}

fn yield_(c: &mut Call<'_>) -> Done {
    let lua = &c.rt.lang;
    if c.rt.running().is_none() {
        return Err(error::at_level(c.rt, "attempt to yield from outside a coroutine", 0));
    }
    if lua.barred.get() > 0 || is_closing(c.rt) {
        return Err(error::at_level(c.rt, "attempt to yield across a C-call boundary", 0));
    }
    let nested = lua.nested.get();
    let sent = c.rt.yield_(c.args().to_vec());
    lua.nested.set(nested);
    lua.barred.set(0);
    if is_closing(c.rt) {
        let r = error::raise(c.rt, crate::value::NIL);
        lua.killing.set(true);
        return Err(r);
    }
    sent.unwrap_or_default().into_iter().for_each(|v| c.push(v));
    Ok(())
}

/// Whether the running coroutine is being closed.
fn is_closing(rt: &Rt) -> bool {
    matches!(current(rt), Val::Thread(t) if t.closing.get(&rt.heap) != 0)
}

fn close(c: &mut Call<'_>) -> Done {
    let (rt, t) = (c.rt, check_thread(c, 1)?);
    let status = status_of(rt, t);
    let failure = match status {
        "dead" => (t.failed.get(&rt.heap) != 0).then(|| t.error.get(&rt.heap)),
        "suspended" => {
            t.closing.set(&rt.heap, 1);
            let started = t.started.get(&rt.heap) != 0;
            let back = if started { switch(rt, t, Vec::new()) } else { Back::With(Vec::new()) };
            rt.lang.killing.set(false);
            // Ends one that has not started. Cannot be refused: it is not running.
            let _ = rt.close(&handle(rt, t));
            match back {
                Back::Died(e) => (e != crate::value::NIL).then_some(e),
                _ => None,
            }
        }
        _ => return Err(c.error(format!("cannot close a {status} coroutine"))),
    };
    t.failed.set(&rt.heap, 0);
    c.push(Val::Bool(failure.is_none()));
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
    c.push(Val::Bool(c.rt.running().is_none()));
    Ok(())
}

fn isyieldable(c: &mut Call<'_>) -> Done {
    let yieldable = match c.len() {
        0 => c.rt.running().is_some() && c.rt.lang.barred.get() == 0,
        _ => !is_main(c.rt, check_thread(c, 1)?),
    };
    c.push(Val::Bool(yieldable));
    Ok(())
}
