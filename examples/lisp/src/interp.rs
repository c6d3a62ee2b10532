//! The interpreter: one loop, generic over who runs it.
//!
//! **Problem.** A machine runs it plainly, records it, or finishes a step that was cut in two. What is green (plain Rust) leaves nothing in a trace; here that is the code, the
//! program counter *and the stack pointer*: a push is then an assignment to a register that the trace knows, and the stack is gone from compiled code.
//!
//! **Invariants.**
//! 1. An activation's registers below [`Activation::sp`] are alive, others are not. Callers take the called procedure and its arguments off before they wait, and
//!    [`place_results`](Language::place_results) pushes the result.
//! 2. `lo` and `base` of an activation are the slot where its caller had the called procedure: it is register 0, the arguments follow, and the result goes there.
//! 3. Handlers change last what they change, so that a guard before that repeats the instruction.
//!
//! **Example.** In `(define (count n) (if (= n 0) 0 (count (- n 1))))` the call replaces the activation and counts at `Code::tail`: recorded, it is a loop over `n` alone.

use crate::code::{Capture, Op, Simple, Two};
use crate::helpers::*;
use crate::lisp::{Known, Lisp};
use crate::prims::*;
use crate::value::{Cell, Closure, Record, Tag, Value};
use holloway::heap::{RawSlot, SlotArray};
use holloway::machine::*;
use holloway::{backedge, interpreter_loop, Runtime, Traced};

/// An activation: which code, where in it, and where its stack's top is. All of it is green.
#[derive(Traced)]
pub struct Activation {
    pub(crate) code: u32,
    pub(crate) pc: u32,
    /// Registers in use.
    pub(crate) sp: u8,
}

impl<V: Values> Frame<V> for Activation {
    /// What is alive is what is on the stack. Dead registers are neither inputs of traces nor written at exits.
    fn live(&self) -> LiveMask {
        first_slots(self.sp)
    }
    /// By the number of the code the framework tells recursion, which it calls and does not inline; by both it counts what goes on at one place of the program.
    fn place(&self) -> (u64, u32) {
        (u64::from(self.code), self.pc)
    }
}

/// A state of this language.
pub(crate) type S<M> = State<Lisp, <M as Machine>::V>;

/// The closure in a register: there is none other in register 0.
fn closure<M: Machine<L = Lisp>>(m: &M, v: Slot<M::V>) -> Result<Ref<M::V, Closure>, Raised> {
    match m.unpack(v) {
        Value::Closure(c) => Ok(c),
        _ => wrong(m, Want::Procedure, v),
    }
}

fn cell<M: Machine<L = Lisp>>(m: &M, v: Slot<M::V>) -> Result<Ref<M::V, Cell>, Raised> {
    match m.unpack(v) {
        Value::Cell(c) => Ok(c),
        _ => wrong(m, Want::Value, v),
    }
}

/// What is in a cell, unless it is nothing yet.
fn content<M: Machine<L = Lisp>>(m: &M, c: Ref<M::V, Cell>) -> Result<Slot<M::V>, Raised> {
    let v = c.get(m, Cell::value);
    match m.unlikely(v.has_tag(Tag::Unset)) {
        true => wrong(m, Want::Value, v),
        false => Ok(v),
    }
}

/// A captured variable. What a closure captured is immutable, so of a closure that a trace knows it is a constant.
fn captured<M: Machine<L = Lisp>>(m: &M, f: Slot<M::V>, i: u8) -> Result<Slot<M::V>, Raised> {
    let found = closure(m, f)?.at(m, Int::new(i.into()));
    found.map_or_else(|| wrong(m, Want::Value, f), Ok)
}

impl Language for Lisp {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = Lisp>>(&self, m: &M, s: &mut S<M>) -> Exit {
        let linked = &self.linked;
        interpreter_loop! {
            machine m, state s, labels 'frame 'run;
            activation {
                let base = s.top().base;
                let code = &self.codes[s.top().frame.code as usize];
                let mut pc = s.top().frame.pc as usize;
                let mut sp = s.top().frame.sp;
                let mut r = s.stack.window(base);
            }
            publish {{
                let frame = &mut s.top().frame;
                (frame.pc, frame.sp) = (pc as u32, sp);
            }}
            refetch { r = s.stack.window(base); }
            at_header { pc += 1; }
            unwind { self.unwind(m, s) }
            step {
                // An index of type `u8` into the window needs no check, and how many registers there are the compiler has seen to.
                macro_rules! top {
                    () => { r[sp.wrapping_sub(1) as usize] };
                    ($below:expr) => { r[sp.wrapping_sub(1 + $below) as usize] };
                }
                macro_rules! push {
                    ($v:expr) => {{ let v = $v; r[sp as usize] = v; sp = sp.wrapping_add(1); }};
                }
                macro_rules! pop {
                    () => {{ let v = top!(); sp = sp.wrapping_sub(1); v }};
                }
                macro_rules! binary {
                    ($p:expr) => {{
                        let v = t!(arith(m, $p, top!(1), top!()));
                        sp = sp.wrapping_sub(1);
                        top!() = v;
                    }};
                }
                let op = &code.ops[pc];
                pc += 1;
                match *op {
                    Op::Const(k) => push!(Slot::green::<Value<Conc>>(linked.pool[k as usize])),
                    Op::Int(n) => push!(Value::Int(Int::new(n.into())).into()),
                    Op::Push(v) => push!(simple(v).into()),
                    Op::Local(a) => push!(r[a as usize]),
                    Op::SetLocal(a) => r[a as usize] = pop!(),
                    Op::Box(a) => {
                        let made = make::<M, Cell>(m).init(m, Cell::value, r[a as usize]);
                        r[a as usize] = Value::Cell(made).into();
                    }
                    Op::CellGet(a) => push!(t!(content(m, t!(cell(m, r[a as usize]))))),
                    Op::CellSet(a) => {
                        let c = t!(cell(m, r[a as usize]));
                        c.set(m, Cell::value, pop!());
                    }
                    Op::Captured(i) => push!(t!(captured(m, r[0], i))),
                    Op::CapturedGet(i) => push!(t!(content(m, t!(cell(m, t!(captured(m, r[0], i))))))),
                    Op::CapturedSet(i) => {
                        let c = t!(cell(m, t!(captured(m, r[0], i))));
                        c.set(m, Cell::value, pop!());
                    }
                    // A global that has been set once is a constant of the trace, as long as it is not set again: most are procedures. One that changes is memory.
                    Op::Global(g) => match assume(m, &self.globals[g as usize].known, |k| *k) {
                        Known::Once(v) => push!(Slot::green::<Value<Conc>>(v)),
                        Known::Changing => push!(Ref::new(linked.cells[g as usize]).get(m, Cell::value)),
                        Known::Unset => t!(raise_unset(m, Int::new(g.into()))),
                    },
                    Op::SetGlobal(g) => match assume(m, &self.globals[g as usize].known, |k| *k) {
                        Known::Changing => Ref::new(linked.cells[g as usize]).set(m, Cell::value, pop!()),
                        Known::Once(_) => define(m, Int::new(g.into()), pop!()),
                        Known::Unset => t!(raise_unset(m, Int::new(g.into()))),
                    },
                    Op::Define(g) => define(m, Int::new(g.into()), pop!()),
                    Op::Closure(k) => {
                        let from = &self.codes[k as usize].captures;
                        // A loop over greens is unrolled in a trace. The closure is made there, and not at all if it does not leave it.
                        let made = make_each::<M, Closure>(m, from.len(), |i| match from[i] {
                            Capture::Local(a) => r[a as usize],
                            Capture::Captured(i) => captured(m, r[0], i).unwrap_or(Value::Unset.into()),
                        });
                        push!(Value::Closure(made.init(m, Closure::code, Int::new(k.into()))).into());
                    }
                    Op::Pop => sp = sp.wrapping_sub(1),
                    Op::Slide(n) => {
                        let v = top!();
                        sp = sp.wrapping_sub(n);
                        top!() = v;
                    }
                    Op::Jump(to) => pc = to as usize,
                    // Truth is one bit of the tag. Unpacking the value would guard all of it: a list of three kinds of things would then have three traces.
                    Op::JumpFalse(to) => {
                        if m.branch(pop!().has_tag(Tag::False)) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpOr(to) => match m.branch(top!().has_tag(Tag::False)) {
                        true => sp = sp.wrapping_sub(1),
                        false => pc = to as usize,
                    },
                    Op::Unless1(p, to) => {
                        if !m.branch(t!(test1(m, p, pop!()))) {
                            pc = to as usize;
                        }
                    }
                    Op::Unless2(p, to) => {
                        let (a, b) = (top!(1), top!());
                        sp = sp.wrapping_sub(2);
                        if !m.branch(t!(test2(m, p, a, b))) {
                            pc = to as usize;
                        }
                    }
                    Op::UnlessLocal(p, b, to) => {
                        if !m.branch(t!(test2(m, p, pop!(), r[b as usize]))) {
                            pc = to as usize;
                        }
                    }
                    Op::UnlessInt(p, a, n, to) => {
                        let b = Value::Int(Int::new(n.into())).into();
                        if !m.branch(t!(test2(m, p, r[a as usize], b))) {
                            pc = to as usize;
                        }
                    }
                    Op::Loop { slot, n, to } => {
                        for i in 0..n {
                            r[slot.wrapping_add(i) as usize] = top!(n - 1 - i);
                        }
                        (sp, pc) = (slot.wrapping_add(n), to as usize);
                        // The place where loops are found hot, recorded, entered compiled, interrupted, and where garbage is collected.
                        count!(&code.loops[pc]);
                    }
                    Op::Call(n) => {
                        sp = sp.wrapping_sub(n + 1);
                        let at = base + sp as usize;
                        (s.top().frame.pc, s.top().frame.sp) = (pc as u32, sp);
                        go!(t!(self.call(m, s, at, n as usize)));
                    }
                    Op::Apply(n) => {
                        let n = n as usize;
                        let (at, last) = (base + sp as usize - n - 1, sp.wrapping_sub(1));
                        sp = sp.wrapping_sub(n as u8 + 1);
                        let more = t!(self.spread(m, r, last));
                        (s.top().frame.pc, s.top().frame.sp) = (pc as u32, sp);
                        go!(t!(self.call(m, s, at, n - 1 + more)));
                    }
                    Op::TailCall(n) => {
                        sp = sp.wrapping_sub(n + 1);
                        match t!(self.tail_call(m, s, base, base + sp as usize, n as usize)) {
                            // The new activation is at its beginning, which is a loop's header: there is no call that waits for it to return, so its trace
                            // is a loop. Its entry's cell would not do: a function trace ends with a return.
                            Some(callee) => {
                                backedge!(m, s, &self.codes[callee].tail, publish {}, |flow| {
                                    match flow {
                                        Flow::Raised => {
                                            // An interrupt there is an error of the first instruction.
                                            s.top().frame.pc = 1;
                                            act!(self.unwind(m, s));
                                        }
                                        flow => act!(flow),
                                    }
                                });
                                continue 'frame;
                            }
                            None => go!(m.ret(s, base + sp as usize, 1)),
                        }
                    }
                    Op::Return => go!(m.ret(s, base + sp.wrapping_sub(1) as usize, 1)),
                    Op::One(p) => top!() = t!(one(m, p, top!())),
                    Op::Two(p) => {
                        let (a, b) = (top!(1), top!());
                        let v = t!(two(m, p, a, b));
                        sp = sp.wrapping_sub(1);
                        top!() = v;
                    }
                    Op::Add => binary!(Two::Add),
                    Op::Sub => binary!(Two::Sub),
                    Op::Mul => binary!(Two::Mul),
                    Op::AddLocal(b) => top!() = t!(arith(m, Two::Add, top!(), r[b as usize])),
                    Op::SubLocal(b) => top!() = t!(arith(m, Two::Sub, top!(), r[b as usize])),
                    Op::MulLocal(b) => top!() = t!(arith(m, Two::Mul, top!(), r[b as usize])),
                    Op::AddInt(n) => {
                        top!() = t!(arith(m, Two::Add, top!(), Value::Int(Int::new(n.into())).into()));
                    }
                    Op::LocalPlus(a, n) => {
                        push!(t!(arith(m, Two::Add, r[a as usize], Value::Int(Int::new(n.into())).into())));
                    }
                    Op::Three(p) => {
                        let v = t!(three(m, p, top!(2), top!(1), top!()));
                        sp = sp.wrapping_sub(2);
                        top!() = v;
                    }
                    Op::Vector(n) => {
                        let first = sp.wrapping_sub(n);
                        let made = make_filled::<M, SlotArray>(m, &r[first as usize..sp as usize]);
                        sp = first;
                        push!(Value::Vector(made).into());
                    }
                    Op::List(n) => {
                        let list = (0..n).fold(Value::Nil.into(), |rest, i| cons(m, top!(i), rest));
                        sp = sp.wrapping_sub(n);
                        push!(list);
                    }
                    Op::Native(f, n) => {
                        let first = sp.wrapping_sub(n);
                        let v = t!(native(m, f, &r[first as usize..sp as usize]));
                        sp = first;
                        push!(v);
                    }
                    Op::Record(k) => {
                        let map = linked.maps[k as usize];
                        let first = sp.wrapping_sub(map.names().len() as u8);
                        let made = make_filled::<M, Record>(m, &r[first as usize..sp as usize]);
                        sp = first;
                        push!(Value::Record(made.init(m, Record::map, Ref::new(map))).into());
                    }
                    Op::Get(name) => top!() = t!(get(m, top!(), linked.names[name as usize], &code.hints[pc - 1])),
                    Op::GetLocal(a, name) => {
                        push!(t!(get(m, r[a as usize], linked.names[name as usize], &code.hints[pc - 1])));
                    }
                    Op::Put(name) => {
                        t!(put(m, top!(1), linked.names[name as usize], top!(), &code.hints[pc - 1]));
                        sp = sp.wrapping_sub(2);
                    }
                }
            }
        }
    }

    /// A call's result is pushed: the waiting activation's stack ends where the called procedure was.
    fn place_results<M: Machine<L = Lisp>>(&self, _: &M, s: &mut S<M>, start: usize, _: usize) {
        let v = s.stack.get(start);
        let (frame, r) = s.top_and_window();
        r[frame.sp as usize] = v;
        frame.sp += 1;
    }

    fn describe(&self, f: &Activation) -> String {
        let (code, pc) = (&self.codes[f.code as usize], f.pc as usize);
        match (code.lines.get(pc), code.ops.get(pc)) {
            (Some(line), Some(op)) => format!("{}:{line} {op:?}", code.name),
            _ => format!("{}:0", code.name),
        }
    }
    fn file(&self, f: &Activation) -> Option<String> {
        self.file_of(f.code).map(String::from)
    }
    fn describe_call(&self, helper: &str, word: u64) -> Option<String> {
        let native = self.natives.get(word as usize).filter(|_| helper == "call_native");
        native.map(|n| n.0.to_string())
    }
    /// What the language holds in Rust's memory is not seen unless it is marked: pools, globals' cells, maps and names.
    fn mark(&self, mark: &mut holloway::heap::Marker<'_>) {
        self.mark_all(mark)
    }
    fn out_of_memory(&self, _: &Runtime<Lisp>) -> RawSlot {
        self.linked.no_memory
    }
    fn interrupted(&self, _: &Runtime<Lisp>) -> RawSlot {
        self.linked.interrupted
    }
    fn stack_overflow(&self, _: &Runtime<Lisp>) -> RawSlot {
        self.linked.too_deep
    }
}

/// A value without payload.
fn simple<V: Values>(v: Simple) -> Value<V> {
    match v {
        Simple::False => Value::False,
        Simple::True => Value::True,
        Simple::Nil => Value::Nil,
        Simple::Void => Value::Void,
        Simple::Unset => Value::Unset,
    }
}
