//! What is on the host's side: how it runs programs, and helpers, which traces call but don't look into. An error value goes to `rt.error`, where the interpreter finds it.
//!
//! Programs call *natives* by name: plain functions of two values. [`COROUTINES`] has those of the command `tla`; an embedder may give others.

use crate::{Tla, Value};
use holloway::heap::{Gc, Header, Own, RawSlot, SlotArray};
use holloway::machine::*;
use holloway::NotSuspended;
use holloway::{residual, Coroutine, Object, Resumed, Runtime, Status};
use std::io::Write;

impl Tla {
    /// Calls a function with one argument on a state of its own; `main` is the program itself.
    ///
    /// # Errors
    /// If it throws; the value is in `rt.error`. Calling what does not exist throws -2.
    pub fn call(rt: &Runtime<Tla>, name: &str, arg: RawSlot) -> Result<RawSlot, Raised> {
        let Some(f) = rt.lang.codes.iter().position(|c| c.name == name) else { return fail(rt, -2) };
        if rt.native_stack_left() < 16 << 10 {
            return fail(rt, -4);
        }
        rt.with_segment(|s| {
            if s.push(rt.lang.activation(f as u32), 0, 0).is_err() {
                return fail(rt, -4);
            }
            s.stack.slots()[0] = Slot(arg);
            Ok(rt.run_segment(s)?[0])
        })
    }
    /// Runs the program and gives what it returns.
    ///
    /// # Errors
    /// What it threw and did not catch, as a text.
    pub fn run(rt: &Runtime<Tla>) -> Result<RawSlot, String> {
        Tla::call(rt, "main", int_slot(0)).map_err(|_| format!("uncaught: {}", show(rt.error.get())))
    }
}

#[residual]
pub(crate) fn print(cx: &Cx<Tla>, v: RawSlot) -> Result<(), Raised> {
    writeln!(std::io::stdout(), "{}", show(v)).or_else(|_| fail(cx.rt, -6))
}

#[residual]
pub(crate) fn new_list(cx: &Cx<Tla>, n: i64) -> Result<Gc<SlotArray>, Raised> {
    let made = usize::try_from(n).ok().and_then(|n| cx.rt.heap.array::<SlotArray>(n).ok());
    made.map_or_else(|| fail(cx.rt, -1), Ok)
}

#[residual]
pub(crate) fn throw(cx: &Cx<Tla>, v: RawSlot) -> Result<(), Raised> {
    cx.rt.error.set(v);
    Err(Raised)
}

#[residual]
pub(crate) fn caught(cx: &Cx<Tla>) -> RawSlot {
    cx.rt.error.get()
}

#[residual]
pub(crate) fn native(cx: &Cx<Tla>, n: i64, a: RawSlot, b: RawSlot) -> Result<RawSlot, Raised> {
    (cx.rt.lang.natives[n as usize].1)(cx.rt, a, b)
}

/// Errors of the language itself are numbers too: -1 no memory, -2 a value of a wrong type, -3 an index out of range, -4 too deep a recursion,
/// -5 interrupted, -6 output closed, -7 to -9 for coroutines.
///
/// # Errors
/// Always.
pub fn fail<T>(rt: &Runtime<Tla>, code: i64) -> Result<T, Raised> {
    rt.error.set(int_slot(code));
    Err(Raised)
}

/// A number as a slot.
pub fn int_slot(n: i64) -> RawSlot {
    Value::<Conc>::to_raw(Value::Int(Int::new(n)))
}

/// The number in a slot.
pub fn as_int(v: RawSlot) -> Option<i64> {
    match Value::<Conc>::from_raw(v) {
        Value::Int(x) => Some(x.value()),
        _ => None,
    }
}

/// What `print` prints.
pub(crate) fn show(v: RawSlot) -> String {
    match Value::<Conc>::from_raw(v) {
        Value::Nil => "nil".into(),
        Value::Int(x) => x.value().to_string(),
        Value::List(_) => "list".into(),
        Value::Thread(_) => "coroutine".into(),
    }
}

/// A function of the host: two values (nil where the program gives fewer) and a result.
pub type Native = fn(&Runtime<Tla>, RawSlot, RawSlot) -> Result<RawSlot, Raised>;

/// A coroutine as a value of the language.
#[derive(Object)]
#[repr(C)]
pub struct Thread {
    header: Header,
    co: Own<Coroutine>,
}

/// `spawn(k, x)` makes a coroutine that will run function `co`*k* with `x`; `resume(c, x)` gives what it yields or returns, -9 if it is finished, -8
/// if it is running; `yield(x)` gives the value of the next `resume`, -7 outside coroutines; `status(c)` is 0 suspended, 1 running, 2 waiting
/// for another, 3 finished.
pub const COROUTINES: &[(&str, Native)] = &[
    ("spawn", |rt, k, x| {
        let name = format!("co{}", int(rt, k)?);
        Ok(thread(rt, rt.spawn(move |rt, _| Tla::call(rt, &name, x).map(|v| vec![v]))))
    }),
    ("resume", |rt, c, x| match rt.resume(&coroutine(rt, c)?, &[x]) {
        Ok(Resumed::Yielded | Resumed::Returned) => Ok(rt.passed().get(0)),
        Ok(Resumed::Raised) => Err(Raised),
        Err(NotSuspended(Status::Finished)) => fail(rt, -9),
        Err(_) => fail(rt, -8),
    }),
    ("yield", |rt, x, _| rt.yield_(&[x]).map(|()| rt.passed().get(0)).or_else(|_| fail(rt, -7))),
    ("status", |rt, c, _| Ok(int_slot(coroutine(rt, c)?.status() as i64))),
];

/// A coroutine as a slot.
pub fn thread(rt: &Runtime<Tla>, co: Coroutine) -> RawSlot {
    let thread = rt.heap.alloc(Thread { header: Header::NEW, co: Own::new(co) });
    Value::<Conc>::to_raw(Value::Thread(Ref::new(thread)))
}

/// The number in a slot.
///
/// # Errors
/// If it is something else.
pub fn int(rt: &Runtime<Tla>, v: RawSlot) -> Result<i64, Raised> {
    as_int(v).map_or_else(|| fail(rt, -2), Ok)
}

/// The coroutine in a slot.
///
/// # Errors
/// If it is something else.
pub fn coroutine(rt: &Runtime<Tla>, v: RawSlot) -> Result<Coroutine, Raised> {
    match Value::<Conc>::from_raw(v) {
        Value::Thread(t) => Ok(t.gc().co.with(&rt.heap, Coroutine::clone)),
        _ => fail(rt, -2),
    }
}
