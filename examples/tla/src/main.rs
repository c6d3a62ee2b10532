//! TLA, the tutorial language: a whole JIT-compiled language. Read it top to bottom beside `docs/guide.md`.
//!
//! ```text
//! fn fib(n) { if n < 2 { return n } return fib(n - 1) + fib(n - 2) }
//! let i = 0
//! while i < 3 { print fib(i + 20); i = i + 1 }
//! try { throw 42 } catch e { print e }
//! ```
#![forbid(unsafe_code)]

mod compile;

use compile::{Compiler, Op};
use holloway::heap::{Marker, RawSlot, SlotArray};
use holloway::machine::*;
use holloway::{backedge, merge_point, residual, HotCell, Runtime, Tagged, Traced};

/// 1. The values: an ordinary enum whose payloads are red.
#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Value<V: Values> {
    Nil,
    Int(Int<V>),
    List(Ref<V, SlotArray>),
}

/// 2. The code: plain Rust data that never changes while the program runs, so interpreter code reads it without a trace of it in a trace.
#[derive(Default)]
struct Code {
    name: String,
    params: u8,
    registers: u8,
    ops: Vec<Op>,
    lines: Vec<u32>,
    /// From, to (exclusive), handler, register of the error.
    handlers: Vec<(u32, u32, u32, u8)>,
    /// A counter for the function's entry and each loop.
    entry: HotCell,
    loops: Vec<HotCell>,
}

/// 3. The activation record: which code, and where in it. All green here; the registers are the framework's.
#[derive(Traced)]
struct Activation {
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

struct Tla {
    codes: Vec<Code>,
}

/// 4. Helpers: what traces call but don't look into.
#[residual]
fn print(_cx: &Cx<Tla>, v: RawSlot) {
    println!("{}", show(v));
}

#[residual]
fn new_list(cx: &Cx<Tla>, n: i64) -> Result<holloway::heap::Gc<SlotArray>, Raised> {
    let made = usize::try_from(n).ok().and_then(|n| cx.rt.heap.array::<SlotArray>(n).ok());
    made.ok_or_else(|| throw_int(cx, -1))
}

/// Raises an error value; `rt.error` is where the interpreter finds it.
#[residual]
fn throw(cx: &Cx<Tla>, v: RawSlot) -> Result<(), Raised> {
    cx.rt.error.set(v);
    Err(Raised)
}

#[residual]
fn caught(cx: &Cx<Tla>) -> RawSlot {
    cx.rt.error.get()
}

fn throw_int(cx: &Cx<Tla>, n: i64) -> Raised {
    cx.rt.error.set(Value::<Conc>::to_raw(Value::Int(Int::new(n))));
    Raised
}

fn show(v: RawSlot) -> String {
    match Value::<Conc>::from_raw(v) {
        Value::Nil => "nil".into(),
        Value::Int(x) => (x.0 as i64).to_string(),
        Value::List(_) => "list".into(),
    }
}

/// Errors of the language itself are numbers too: -2 for a value of a wrong type, -3 for an index out of range, -4 for too deep a recursion.
fn error<M: Machine<L = Tla>, T>(m: &M, code: i64) -> Result<T, Raised> {
    throw(m, Value::Int(Int::new(code)).into())?;
    Err(Raised)
}

fn int<M: Machine<L = Tla>>(m: &M, v: Slot<M::V>) -> Result<Int<M::V>, Raised> {
    match m.unpack(v) {
        Value::Int(x) => Ok(x),
        _ => error(m, -2),
    }
}

fn list<M: Machine<L = Tla>>(m: &M, v: Slot<M::V>) -> Result<Ref<M::V, SlotArray>, Raised> {
    match m.unpack(v) {
        Value::List(x) => Ok(x),
        _ => error(m, -2),
    }
}

fn arith<M: Machine<L = Tla>>(m: &M, op: char, a: Slot<M::V>, b: Slot<M::V>) -> Result<Slot<M::V>, Raised> {
    let (a, b) = (int(m, a)?, int(m, b)?);
    let r = match op {
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        '<' => a.lt(b).to_int(),
        '=' => a.eq_(b).to_int(),
        _ if m.branch(b.eq_(0)) => return error(m, -2),
        '/' => a.div_floor(b),
        _ => a.mod_floor(b),
    };
    Ok(Value::Int(r).into())
}

impl Tla {
    /// An error is being raised at the running activation: goes to the nearest handler, or out.
    fn unwind<M: Machine<L = Tla>>(&self, m: &M, s: &mut State<Tla, M::V>) -> Option<Exit> {
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

impl Language for Tla {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    /// 5. The interpreter: one loop, generic over who runs it.
    fn interp<M: Machine<L = Tla>>(&self, m: &M, s: &mut State<Tla, M::V>) -> Exit {
        'frame: loop {
            // Everything green is plain Rust, fetched once per activation.
            let base = s.top().base;
            let frame = &s.top().frame;
            let code = &self.codes[frame.code as usize];
            let mut pc = frame.pc as usize;
            let mut r = s.stack.window(base);
            // Leaving this loop by `break 'run` raises.
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
                        s.top().frame.pc = pc as u32;
                        let callee = &self.codes[f as usize];
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
                    Op::Print(a) => print(m, r[a as usize]),
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
                }
            }
            s.top().frame.pc = pc as u32;
            if let Some(exit) = self.unwind(m, s) {
                return exit;
            }
        }
    }

    /// A call's result goes where the caller's call instruction says: the register of its first argument.
    fn place_results<M: Machine<L = Tla>>(&self, _: &M, s: &mut State<Tla, M::V>, start: usize, _: usize) {
        let (base, pc, code) = (s.top().base, s.top().frame.pc, s.top().frame.code);
        if let Op::Call(a, _) = self.codes[code as usize].ops[pc as usize - 1] {
            let v = s.stack.get(start);
            s.stack.slots()[base + a as usize] = v;
        }
    }

    fn describe(&self, f: &Activation) -> String {
        let (code, pc) = (&self.codes[f.code as usize], f.pc as usize);
        format!("{}:{} {:?}", code.name, code.lines[pc], code.ops[pc])
    }
    fn trace(&self, _: &mut Marker<'_>) {}
    fn out_of_memory(&self, _: &Runtime<Tla>) -> RawSlot {
        Value::<Conc>::to_raw(Value::Int(Int::new(-1)))
    }
    fn interrupted(&self, _: &Runtime<Tla>) -> RawSlot {
        Value::<Conc>::to_raw(Value::Int(Int::new(-5)))
    }
    fn stack_overflow(&self, _: &Runtime<Tla>) -> RawSlot {
        Value::<Conc>::to_raw(Value::Int(Int::new(-4)))
    }
}

fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "-".into());
    let source =
        if path == "-" { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(&path) };
    let result = source.map_err(|e| format!("{path}: {e}")).and_then(|source| {
        let mut codes = Compiler::new(&source).program().map_err(|e| format!("{path}: {e}"))?;
        for c in &mut codes {
            c.loops.resize_with(c.ops.len(), HotCell::default);
        }
        let main = codes[0].activation(0);
        holloway::run(
            || Tla { codes },
            |rt| {
                rt.with_segment(|s| {
                    let _ = s.push(main, 0, 0);
                    rt.run_segment(s).map(|_| ()).map_err(|_| format!("uncaught: {}", show(rt.error.get())))
                })
            },
        )?
    });
    if let Err(e) = result {
        eprintln!("tla: {e}");
        std::process::exit(1);
    }
}
