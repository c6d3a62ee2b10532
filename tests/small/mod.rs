#![allow(dead_code, reason = "each test file uses a part of it")]
//! The tutorial's language with more natives, under several settings.
//!
//! | call | does |
//! |---|---|
//! | `spawn(k, x)` | as in TLA, but a number in the first `resume` is added to `x` |
//! | `reenter(k, x)` | calls `co`*k* from within a helper |
//! | `close(c)` | closes a coroutine |
//! | `panic(x)` | panics in a helper |
//! | `collect(x)` | collects garbage |

use holloway::heap::{HeapConfig, RawSlot};
use holloway::tables::coverage::Schedule;
use holloway::{Params, Runtime};
use std::cell::Cell;
pub use tla::host::{as_int, int_slot};
use tla::host::{coroutine, fail, int, thread, Native, COROUTINES};
use tla::Tla;

thread_local! {
    /// Bodies of coroutines that are on some stack.
    static ALIVE: Cell<i64> = const { Cell::new(0) };
}

/// Bodies of coroutines that are on some stack of this thread's run time.
pub fn alive() -> i64 {
    ALIVE.get()
}

struct Alive;
impl Drop for Alive {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

/// Calls function `co`*k*.
fn call(rt: &Runtime<Tla>, k: i64, x: RawSlot) -> Result<RawSlot, holloway::machine::Raised> {
    Tla::call(rt, &format!("co{k}"), x)
}

const NATIVES: &[(&str, Native)] = &[
    ("spawn", |rt, k, x| {
        let k = int(rt, k)?;
        Ok(thread(
            rt,
            rt.spawn(move |rt, args| {
                ALIVE.set(ALIVE.get() + 1);
                let _alive = Alive;
                let first = match (as_int(x), as_int(args[0])) {
                    (Some(a), Some(b)) => int_slot(a + b),
                    _ => x,
                };
                call(rt, k, first).map(|v| vec![v])
            }),
        ))
    }),
    COROUTINES[1],
    COROUTINES[2],
    COROUTINES[3],
    ("reenter", |rt, k, x| call(rt, int(rt, k)?, x)),
    ("close", |rt, c, _| rt.close(&coroutine(rt, c)?).map(|()| int_slot(0)).or_else(|_| fail(rt, -8))),
    ("panic", |rt, x, _| std::panic::resume_unwind(Box::new(int(rt, x)?))),
    ("collect", |rt, x, _| {
        rt.collect();
        Ok(x)
    }),
];

/// Settings to run under: the plain interpreter, the compiler, each also with a collection at every poll, and the compiler with one stack
/// for all coroutines, or with exits that are forced.
pub fn settings() -> Vec<(Params, HeapConfig)> {
    let eager = Params { threshold: 4, function_threshold: 6, bridge_threshold: 2, ..Params::default() };
    let off = Params { jit: false, ..Params::default() };
    let stress = HeapConfig { stress: true, ..HeapConfig::default() };
    let chaos = Params { chaos: Some(Schedule::seeded((7, 20))), ..eager.clone() };
    // Each switch to another coroutine exchanges the contents of a stack.
    let shared = Params { coroutine_stacks: 1, ..eager.clone() };
    vec![
        (off.clone(), HeapConfig::default()),
        (off, stress.clone()),
        (eager.clone(), HeapConfig::default()),
        (Params { concurrent: true, ..eager.clone() }, HeapConfig::default()),
        (eager, stress.clone()),
        (shared.clone(), HeapConfig::default()),
        (shared, stress),
        (chaos, HeapConfig::default()),
    ]
}

/// Runs a program with `f`; the program's value is what it returns (an error: its value).
pub fn with_program<R: Send>(
    source: &str,
    (params, heap): (Params, HeapConfig),
    f: impl FnOnce(&Runtime<Tla>, &dyn Fn() -> Result<RawSlot, RawSlot>) -> R + Send,
) -> R {
    holloway::run_with(
        params,
        heap,
        |_| Tla::new(source, NATIVES),
        |rt| f(rt, &|| Tla::call(rt, "main", int_slot(0)).map_err(|_| rt.error.get())),
    )
    .expect("a right program and a run time")
}

/// The number a program returns under each of the settings, which must agree.
pub fn eval(source: &str) -> Result<i64, i64> {
    eval_under(source, settings())
}

/// As [`eval`], without collections at every poll: for deep recursion, whose stacks would be scanned each time.
pub fn eval_unstressed(source: &str) -> Result<i64, i64> {
    eval_under(source, settings().into_iter().filter(|s| !s.1.stress).collect())
}

fn eval_under(source: &str, settings: Vec<(Params, HeapConfig)>) -> Result<i64, i64> {
    let mut results = settings.into_iter().map(|s| {
        with_program(source, s, |_, run| match run() {
            Ok(v) => Ok(as_int(v).unwrap_or(i64::MIN)),
            Err(v) => Err(as_int(v).unwrap_or(i64::MIN)),
        })
    });
    let first = results.next().expect("settings");
    for (i, r) in results.enumerate() {
        assert_eq!(r, first, "settings {} against plain execution", i + 1);
    }
    first
}
