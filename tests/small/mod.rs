#![allow(dead_code, reason = "each test file uses a part of it")]
//! A language for tests: the tutorial's syntax, with coroutines as built-in functions.
//!
//! | call | does |
//! |---|---|
//! | `spawn(k, x)` | a coroutine that will run function `co`*k* with `x` |
//! | `resume(c, x)` | what it yields or returns; throws -9 if it is finished, -8 if it is running |
//! | `yield(x)` | the value of the next `resume`; throws -7 outside coroutines |
//! | `reenter(k, x)` | calls `co`*k* from within a helper |
//! | `status(c)` | 0 suspended, 1 running, 2 normal, 3 finished |
//! | `close(c)` | closes it |
//! | `panic(x)` | panics in a helper |
//! | `collect(x)` | collects garbage |

#[path = "../../examples/tla/src/compile.rs"]
mod compile;

use compile::{Compiler, Op};
use holloway::driver::{NotSuspended, Status};
use holloway::heap::{Gc, Header, HeapConfig, Own, RawSlot, SlotArray};
use holloway::machine::*;
use holloway::{
    backedge, merge_point, residual, Coroutine, HotCell, Object, Params, Resumed, Runtime, Tagged, Traced,
};
use std::cell::Cell;
use std::rc::Rc;

#[derive(Object)]
#[repr(C)]
pub struct Thread {
    header: Header,
    co: Own<Coroutine>,
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
pub enum Value<V: Values> {
    Nil,
    Int(Int<V>),
    List(Ref<V, SlotArray>),
    Thread(Ref<V, Thread>),
}

#[derive(Default)]
pub struct Code {
    name: String,
    params: u8,
    registers: u8,
    ops: Vec<Op>,
    lines: Vec<u32>,
    handlers: Vec<(u32, u32, u32, u8)>,
    entry: HotCell,
    loops: Vec<HotCell>,
}

#[derive(Traced)]
pub struct Activation {
    code: u32,
    pc: u32,
    params: u8,
    registers: u8,
}

impl<V: Values> Frame<V> for Activation {
    fn live(&self) -> LiveMask {
        let n = if self.pc == 0 { self.params } else { self.registers } as u32;
        std::array::from_fn(|k| match n.saturating_sub(64 * k as u32) {
            0 => 0,
            left if left >= 64 => u64::MAX,
            left => (1 << left) - 1,
        })
    }
    fn place(&self) -> (u64, u32) {
        (self.code as u64, self.pc)
    }
}

impl Code {
    fn activation(&self, index: u32) -> Activation {
        Activation { code: index, pc: 0, params: self.params, registers: self.registers }
    }
}

pub struct Small {
    codes: Vec<Code>,
    /// Bodies of coroutines that are on some stack.
    pub alive: Rc<Cell<i64>>,
}

const PRELUDE: &str =
    "fn spawn(k, x) { return nil } fn resume(c, x) { return nil } fn yield(x) { return nil }
fn reenter(k, x) { return nil } fn status(c) { return nil } fn close(c) { return nil }
fn panic(x) { return nil } fn collect(x) { return nil } ";

pub fn int_slot(n: i64) -> RawSlot {
    Value::<Conc>::to_raw(Value::Int(Int::new(n)))
}

pub fn as_int(v: RawSlot) -> Option<i64> {
    match Value::<Conc>::from_raw(v) {
        Value::Int(x) => Some(x.0 as i64),
        _ => None,
    }
}

/// Calls function `co`*k* on a segment of its own.
fn call(rt: &Runtime<Small>, k: i64, x: RawSlot) -> Result<RawSlot, Raised> {
    let name = format!("co{k}");
    let f = rt.lang.codes.iter().position(|c| c.name == name).expect("a function");
    if rt.native_stack_left() < 16 << 10 {
        return fail(rt, -4);
    }
    rt.with_segment(|s| {
        let _ = s.push(rt.lang.codes[f].activation(f as u32), 0, 0);
        s.stack.slots()[0] = Slot(x);
        Ok(rt.run_segment(s)?[0])
    })
}

fn fail<T>(rt: &Runtime<Small>, n: i64) -> Result<T, Raised> {
    rt.error.set(int_slot(n));
    Err(Raised)
}

struct Alive(Rc<Cell<i64>>);
impl Drop for Alive {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

#[residual]
fn spawn(cx: &Cx<Small>, k: i64, x: RawSlot) -> Gc<Thread> {
    let co = cx.rt.spawn(move |rt, args| {
        let count = rt.lang.alive.clone();
        count.set(count.get() + 1);
        let _alive = Alive(count);
        // The value given to `spawn` is captured; the first resume's is added if both are numbers.
        let first = match (as_int(x), as_int(args[0])) {
            (Some(a), Some(b)) => int_slot(a + b),
            _ => x,
        };
        call(rt, k, first).map(|v| vec![v])
    });
    cx.rt.heap.alloc(Thread { header: Header::NEW, co: Own::new(co) })
}

fn handle(rt: &Runtime<Small>, t: Gc<Thread>) -> Coroutine {
    t.co.with(&rt.heap, Coroutine::clone)
}

#[residual]
fn resume(cx: &Cx<Small>, t: Gc<Thread>, x: RawSlot) -> Result<RawSlot, Raised> {
    match cx.rt.resume(&handle(cx.rt, t), &[x]) {
        Ok(Resumed::Yielded | Resumed::Returned) => Ok(cx.rt.passed().get(0)),
        Ok(Resumed::Raised) => Err(Raised),
        Err(NotSuspended(Status::Finished)) => fail(cx.rt, -9),
        Err(_) => fail(cx.rt, -8),
    }
}

#[residual]
fn do_yield(cx: &Cx<Small>, x: RawSlot) -> Result<RawSlot, Raised> {
    match cx.rt.yield_(&[x]) {
        Ok(()) => Ok(cx.rt.passed().get(0)),
        Err(_) => fail(cx.rt, -7),
    }
}

#[residual]
fn reenter(cx: &Cx<Small>, k: i64, x: RawSlot) -> Result<RawSlot, Raised> {
    call(cx.rt, k, x)
}

#[residual]
fn status(cx: &Cx<Small>, t: Gc<Thread>) -> Result<i64, Raised> {
    Ok(handle(cx.rt, t).status() as i64)
}

#[residual]
fn close(cx: &Cx<Small>, t: Gc<Thread>) -> Result<i64, Raised> {
    cx.rt.close(&handle(cx.rt, t)).map(|()| 0).or_else(|_| fail(cx.rt, -8))
}

#[residual]
fn do_panic(_cx: &Cx<Small>, n: i64) -> Result<i64, Raised> {
    std::panic::resume_unwind(Box::new(n))
}

#[residual]
fn collect(cx: &Cx<Small>, n: i64) -> Result<i64, Raised> {
    cx.rt.collect();
    Ok(n)
}

#[residual]
fn new_list(cx: &Cx<Small>, n: i64) -> Result<Gc<SlotArray>, Raised> {
    match usize::try_from(n).ok().and_then(|n| cx.rt.heap.array::<SlotArray>(n).ok()) {
        Some(l) => Ok(l),
        None => fail(cx.rt, -1),
    }
}

#[residual]
fn throw(cx: &Cx<Small>, v: RawSlot) -> Result<(), Raised> {
    cx.rt.error.set(v);
    Err(Raised)
}

#[residual]
fn caught(cx: &Cx<Small>) -> RawSlot {
    cx.rt.error.get()
}

fn error<M: Machine<L = Small>, T>(m: &M, code: i64) -> Result<T, Raised> {
    throw(m, Value::Int(Int::new(code)).into())?;
    Err(Raised)
}

fn int<M: Machine<L = Small>>(m: &M, v: Slot<M::V>) -> Result<Int<M::V>, Raised> {
    match m.unpack(v) {
        Value::Int(x) => Ok(x),
        _ => error(m, -2),
    }
}

fn list<M: Machine<L = Small>>(m: &M, v: Slot<M::V>) -> Result<Ref<M::V, SlotArray>, Raised> {
    match m.unpack(v) {
        Value::List(x) => Ok(x),
        _ => error(m, -2),
    }
}

fn thread<M: Machine<L = Small>>(m: &M, v: Slot<M::V>) -> Result<Ref<M::V, Thread>, Raised> {
    match m.unpack(v) {
        Value::Thread(x) => Ok(x),
        _ => error(m, -2),
    }
}

fn arith<M: Machine<L = Small>>(m: &M, op: char, a: Slot<M::V>, b: Slot<M::V>) -> Result<Slot<M::V>, Raised> {
    let (a, b) = (int(m, a)?, int(m, b)?);
    Ok(Value::Int(match op {
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        '<' => a.lt(b).to_int(),
        '=' => a.eq_(b).to_int(),
        _ if m.branch(b.eq_(0)) => return error(m, -2),
        '/' => a.div_floor(b),
        _ => a.mod_floor(b),
    })
    .into())
}

/// A built-in function on its argument registers; `None` for an ordinary one.
fn builtin<M: Machine<L = Small>>(
    m: &M,
    name: &str,
    a: Slot<M::V>,
    b: Slot<M::V>,
) -> Option<Result<Slot<M::V>, Raised>> {
    let run = || -> Result<Slot<M::V>, Raised> {
        Ok(match name {
            "spawn" => {
                let k = int(m, a)?;
                Value::Thread(spawn(m, k, b)).into()
            }
            "resume" => {
                let t = thread(m, a)?;
                resume(m, t, b)?
            }
            "yield" => do_yield(m, a)?,
            "reenter" => {
                let k = int(m, a)?;
                reenter(m, k, b)?
            }
            "status" => {
                let t = thread(m, a)?;
                Value::Int(status(m, t)?).into()
            }
            "close" => {
                let t = thread(m, a)?;
                Value::Int(close(m, t)?).into()
            }
            "panic" => {
                let n = int(m, a)?;
                Value::Int(do_panic(m, n)?).into()
            }
            _ => {
                let n = int(m, a)?;
                Value::Int(collect(m, n)?).into()
            }
        })
    };
    let known = ["spawn", "resume", "yield", "reenter", "status", "close", "panic", "collect"];
    known.contains(&name).then(run)
}

impl Small {
    fn unwind<M: Machine<L = Small>>(&self, m: &M, s: &mut State<Small, M::V>) -> Option<Exit> {
        loop {
            let (base, frame) = (s.top().base, &mut s.top().frame);
            let (at, handlers) = (frame.pc - 1, &self.codes[frame.code as usize].handlers);
            if let Some(h) = handlers.iter().rev().find(|h| h.0 <= at && at < h.1) {
                frame.pc = h.2;
                s.stack.window(base)[h.3 as usize] = caught(m);
                return None;
            }
            s.pop();
            if s.depth() == 0 {
                return Some(Exit::Raised);
            }
        }
    }
}

impl Language for Small {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = Small>>(&self, m: &M, s: &mut State<Small, M::V>) -> Exit {
        'frame: loop {
            let base = s.top().base;
            let frame = &s.top().frame;
            let code = &self.codes[frame.code as usize];
            let mut pc = frame.pc as usize;
            let mut r = s.stack.window(base);
            'run: loop {
                merge_point!(m, s, publish { s.top().frame.pc = pc as u32; }, refetch { r = s.stack.window(base); });
                let op = code.ops[pc];
                pc += 1;
                macro_rules! t {
                    ($e:expr) => {
                        match $e {
                            Ok(x) => x,
                            Err(Raised) => break 'run,
                        }
                    };
                }
                match op {
                    Op::Int(d, n) => r[d as usize] = Value::Int(Int::new(n as i64)).into(),
                    Op::Nil(d) => r[d as usize] = Value::Nil.into(),
                    Op::Move(d, a) => r[d as usize] = r[a as usize],
                    Op::Bin(op, d, a, b) => r[d as usize] = t!(arith(m, op, r[a as usize], r[b as usize])),
                    Op::JumpUnless(a, to) => {
                        let x = t!(int(m, r[a as usize]));
                        if m.branch(x.eq_(0)) {
                            pc = to as usize;
                        }
                    }
                    Op::Jump(to) => pc = to as usize,
                    Op::Loop(to) => {
                        let after = pc;
                        pc = to as usize;
                        backedge!(m, s, &code.loops[pc], publish { s.top().frame.pc = pc as u32; }, |flow| {
                            match flow {
                                Flow::Continue => continue 'frame,
                                Flow::Raised => {
                                    // The handlers around the loop's end are those to look for.
                                    pc = after;
                                    break 'run;
                                }
                                Flow::Unwound => match self.unwind(m, s) {
                                    Some(exit) => return exit,
                                    None => continue 'frame,
                                },
                                Flow::Leave(exit) => return exit,
                            }
                        });
                    }
                    Op::Call(a, f) => {
                        let (x, y) = (r[a as usize], r[a as usize + 1]);
                        s.top().frame.pc = pc as u32;
                        let callee = &self.codes[f as usize];
                        if let Some(v) = builtin(m, &callee.name, x, y) {
                            r = s.stack.window(base);
                            r[a as usize] = t!(v);
                            continue 'run;
                        }
                        if !m.depth_ok(s) {
                            t!(error(m, -4));
                        }
                        let at = base + a as usize;
                        if s.push(callee.activation(f), at, at).is_err() {
                            t!(error(m, -4));
                        }
                        match m.enter(s, &callee.entry) {
                            Flow::Continue => {}
                            Flow::Raised | Flow::Unwound => break 'run,
                            Flow::Leave(exit) => return exit,
                        }
                        continue 'frame;
                    }
                    Op::Return(a) => match m.ret(s, base + a as usize, 1) {
                        Flow::Leave(exit) => return exit,
                        _ => continue 'frame,
                    },
                    Op::List(d, a) => {
                        r[d as usize] = Value::List(t!(new_list(m, t!(int(m, r[a as usize]))))).into()
                    }
                    Op::Get(d, a, i) => match t!(list(m, r[a as usize])).at(m, t!(int(m, r[i as usize]))) {
                        Some(v) => r[d as usize] = v,
                        None => t!(error(m, -3)),
                    },
                    Op::Set(a, i, v) => {
                        match t!(list(m, r[a as usize])).put(m, t!(int(m, r[i as usize])), r[v as usize]) {
                            Some(()) => {}
                            None => t!(error(m, -3)),
                        }
                    }
                    Op::Throw(a) => t!(throw(m, r[a as usize])),
                    Op::Print(a) => panic!("`print` (of register {a}) is not in this language"),
                }
            }
            s.top().frame.pc = pc as u32;
            if let Some(exit) = self.unwind(m, s) {
                return exit;
            }
        }
    }

    fn place_results<M: Machine<L = Small>>(
        &self,
        _: &M,
        s: &mut State<Small, M::V>,
        start: usize,
        _: usize,
    ) {
        let (base, pc, code) = (s.top().base, s.top().frame.pc, s.top().frame.code);
        if let Op::Call(a, _) = self.codes[code as usize].ops[pc as usize - 1] {
            let v = s.stack.get(start);
            s.stack.slots()[base + a as usize] = v;
        }
    }
    fn describe(&self, f: &Activation) -> String {
        format!("{}:{}", self.codes[f.code as usize].name, f.pc)
    }
    fn out_of_memory(&self, _: &Runtime<Small>) -> RawSlot {
        int_slot(-1)
    }
    fn interrupted(&self, _: &Runtime<Small>) -> RawSlot {
        int_slot(-5)
    }
    fn stack_overflow(&self, _: &Runtime<Small>) -> RawSlot {
        int_slot(-4)
    }
}

/// Settings to run under: the plain interpreter, the compiler, and the compiler with a collection at every poll.
pub fn settings() -> Vec<(Params, HeapConfig)> {
    let eager = Params { threshold: 4, function_threshold: 6, bridge_threshold: 2, ..Params::default() };
    let off = Params { jit: false, ..Params::default() };
    let stress = HeapConfig { stress: true, ..HeapConfig::default() };
    let chaos = Params { chaos: Some((7, 20)), ..eager.clone() };
    vec![
        (off.clone(), HeapConfig::default()),
        (off, stress.clone()),
        (eager.clone(), HeapConfig::default()),
        (eager, stress),
        (chaos, HeapConfig::default()),
    ]
}

/// Runs a program with `f`; the program's value is what it returns (an error: its value).
pub fn with_program<R: Send>(
    source: &str,
    (params, heap): (Params, HeapConfig),
    f: impl FnOnce(&Runtime<Small>, &dyn Fn() -> Result<RawSlot, RawSlot>) -> R + Send,
) -> R {
    let text = format!("{PRELUDE}{source}");
    let mut codes = Compiler::new(&text).program().expect("a right program");
    for c in &mut codes {
        c.loops.resize_with(c.ops.len(), HotCell::default);
    }
    let lang = move || Small { codes, alive: Rc::default() };
    holloway::run_with(params, heap, lang, |rt| {
        f(rt, &|| {
            rt.with_segment(|s| {
                let _ = s.push(rt.lang.codes[0].activation(0), 0, 0);
                rt.run_segment(s).map(|v| v[0]).map_err(|_| rt.error.get())
            })
        })
    })
    .expect("a run time")
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
