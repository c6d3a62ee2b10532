//! TLA, the tutorial language: a whole JIT-compiled language. Read it top to bottom beside `docs/guide.md`.
//!
//! ```text
//! fn fib(n) { if n < 2 { return n } return fib(n - 1) + fib(n - 2) }
//! let i = 0
//! while i < 3 { print fib(i + 20); i = i + 1 }
//! try { throw 42 } catch e { print e }
//! ```
//!
//! This file is the interpreter; `compile.rs` turns source text into its instructions, `host.rs` has what is on the host's side.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod compile;
pub mod host;

use compile::{Compiler, Op};
use holloway::heap::{RawSlot, SlotArray};
use holloway::machine::*;
use holloway::{interpreter_loop, HotCell, Runtime, Tagged, Traced};
use host::*;

/// 1. The values: an ordinary enum whose payloads are red.
#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
pub enum Value<V: Values> {
    /// No value.
    Nil,
    /// A number.
    Int(Int<V>),
    /// A list of fixed length.
    List(Ref<V, SlotArray>),
    /// A coroutine.
    Thread(Ref<V, Thread>),
}

/// 2. The code: plain Rust data that never changes while the program runs, so reading it leaves nothing in a trace.
#[derive(Default)]
#[doc(hidden)]
pub struct Code {
    name: String,
    params: u8,
    registers: u8,
    pub ops: Vec<Op>,
    lines: Vec<u32>,
    /// From, to (exclusive), handler, register of the error.
    handlers: Vec<(u32, u32, u32, u8)>,
    /// A counter for the function's entry and each loop.
    entry: HotCell,
    loops: Vec<HotCell>,
}

/// 3. The activation record: which code, and where in it. All green here; the registers are the framework's.
#[derive(Traced)]
pub struct Activation {
    code: u32,
    pc: u32,
    params: u8,
    registers: u8,
}

impl<V: Values> Frame<V> for Activation {
    fn live(&self) -> LiveMask {
        first_slots(if self.pc == 0 { self.params } else { self.registers })
    }
    fn place(&self) -> (u64, u32) {
        (self.code as u64, self.pc)
    }
}

/// The language: its code and the host functions that programs may call.
pub struct Tla {
    codes: Vec<Code>,
    natives: &'static [(&'static str, Native)],
}

/// 4. What several instructions do. A helper (see `host.rs`) is called like any function, with the machine as its first argument.
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

fn found<M: Machine<L = Tla>, T>(m: &M, item: Option<T>) -> Result<T, Raised> {
    item.map_or_else(|| error(m, -3), Ok)
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

impl Language for Tla {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    /// 5. The interpreter: one loop, generic over who runs it.
    fn interp<M: Machine<L = Tla>>(&self, m: &M, s: &mut State<Tla, M::V>) -> Exit {
        interpreter_loop! {
            machine m, state s, labels 'frame 'run;
            // Everything green is plain Rust, fetched once per activation.
            activation {
                let base = s.top().base;
                let code = &self.codes[s.top().frame.code as usize];
                let mut pc = s.top().frame.pc as usize;
                let mut r = s.stack.window(base);
            }
            publish { s.top().frame.pc = pc as u32; }
            refetch { r = s.stack.window(base); }
            at_header { pc += 1; }
            unwind { self.unwind(m, s) }
            step {
                let op = &code.ops[pc];
                pc += 1;
                match *op {
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
                        pc = to as usize;
                        count!(&code.loops[pc]);
                    }
                    Op::Call(a, f) => {
                        s.top().frame.pc = pc as u32;
                        let at = base + a as usize;
                        if !m.depth_ok(s) || s.push(self.activation(f), at, at).is_err() {
                            t!(error(m, -4));
                        }
                        go!(m.enter(s, &self.codes[f as usize].entry));
                    }
                    Op::Native(d, n, a, b) => {
                        r[d as usize] = t!(native(m, Int::new(n as i64), r[a as usize], r[b as usize]))
                    }
                    Op::Return(a) => go!(m.ret(s, base + a as usize, 1)),
                    Op::Print(a) => t!(print(m, r[a as usize])),
                    Op::List(d, a) => {
                        r[d as usize] = Value::List(t!(new_list(m, t!(int(m, r[a as usize]))))).into()
                    }
                    Op::Get(d, a, i) => {
                        let (list, i) = (t!(list(m, r[a as usize])), t!(int(m, r[i as usize])));
                        r[d as usize] = t!(found(m, list.at(m, i)));
                    }
                    Op::Set(a, i, v) => {
                        let (list, i) = (t!(list(m, r[a as usize])), t!(int(m, r[i as usize])));
                        t!(found(m, list.put(m, i, r[v as usize])));
                    }
                    Op::Throw(a) => t!(throw(m, r[a as usize])),
                }
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
    fn out_of_memory(&self, _: &Runtime<Tla>) -> RawSlot {
        int_slot(-1)
    }
    fn interrupted(&self, _: &Runtime<Tla>) -> RawSlot {
        int_slot(-5)
    }
    fn stack_overflow(&self, _: &Runtime<Tla>) -> RawSlot {
        int_slot(-4)
    }
}

impl Tla {
    /// The language with a program in it.
    ///
    /// # Errors
    /// What is wrong with the program, and in which line.
    pub fn new(source: &str, natives: &'static [(&'static str, Native)]) -> Result<Tla, String> {
        let names: Vec<&str> = natives.iter().map(|n| n.0).collect();
        Ok(Tla { codes: Compiler::new(source, &names).program()?, natives })
    }
    fn activation(&self, f: u32) -> Activation {
        let code = &self.codes[f as usize];
        Activation { code: f, pc: 0, params: code.params, registers: code.registers }
    }
    /// An error is being raised at the running activation: goes to the nearest handler, or out.
    fn unwind<M: Machine<L = Tla>>(&self, m: &M, s: &mut State<Tla, M::V>) -> Flow {
        loop {
            let (base, frame) = (s.top().base, &mut s.top().frame);
            let (at, handlers) = (frame.pc - 1, &self.codes[frame.code as usize].handlers);
            if let Some(h) = handlers.iter().rev().find(|h| h.0 <= at && at < h.1) {
                frame.pc = h.2;
                s.stack.window(base)[h.3 as usize] = caught(m);
                return Flow::Continue;
            }
            s.pop();
            if s.depth() == 0 {
                return Flow::Leave(Exit::Raised);
            }
        }
    }
}
