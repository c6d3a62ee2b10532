//! The interpreter: one loop over register bytecode, generic over who runs it.
//!
//! **Layout.** This file has the loop and the instructions' fast paths, which are inlined into it. What is rare or long is outlined: `arith`, `compare`,
//! `index`, `make`, `call`, `unwind`; `fail` has the messages.
//!
//! **Invariants.**
//! 1. Code, the place in it and the sizes of open lists are green; values are red. Nothing red steers Rust but through `m`.
//! 2. A frame's `top` is 0 at every merge point: an instruction that makes an open list of values and the one that takes it are one step.
//! 3. Whoever pushes an activation has published the caller's pc, and the instruction before that pc says where results go.
//!
//! **Example.** `t.x + 1` is `GetField` (one load of the map, promoted; one of the slot) and `AddI` (one tag guard, one addition).

mod arith;
mod call;
mod compare;
mod fail;
mod format;
mod hashed;
mod index;
pub mod inspect;
mod known;
mod lists;
mod make;
pub mod outside;
pub mod protect;
mod search;
mod switch;
mod texts;
pub mod unwind;

pub use crate::Lua;
pub use outside::{call_above, call_value};

use crate::bytecode::Op;
use crate::code::{Code, CodeRef};
use crate::quick::{Kind, Operand};
use crate::table::Table;
use crate::value::{Cell, Closure, Tag, Value};
use crate::Rt;
use arith::Arith;
use call::{upvalue, upvalue_held, Called, Step};
use compare::Test;
use holloway::heap::{Marker, RawSlot};
use holloway::machine::*;
use holloway::{backedge, interpreter_loop, known, Traced};
use index::{const_key, Key};
use std::hint::cold_path;

/// The state of a machine's values.
pub type S<M> = State<Lua, <M as Machine>::V>;

/// An activation record.
#[derive(Traced)]
pub struct Activation<V: Values> {
    /// The function.
    pub code: CodeRef<Code>,
    /// The next instruction.
    pub pc: u32,
    /// One past the last of an open list of values, relative to the base; 0 for none.
    pub top: u32,
    /// Operands of a concatenation still to be joined, or 0.
    pub left: u8,
    /// The instruction before `pc` waits for a call.
    pub calling: bool,
    /// It has taken the place of its caller.
    pub tail: bool,
    /// The closure being run.
    pub closure: OptRef<V, Closure>,
}

impl<V: Values> Frame<V> for Activation<V> {
    fn live(&self) -> LiveMask {
        let mask = self.code.0.live(self.pc, self.calling);
        match self.top {
            0 => mask,
            // An open list before its taker, which begins again.
            top => {
                let open = holloway::machine::first_slots(top.min(255) as u8);
                std::array::from_fn(|k| mask[k] | open[k])
            }
        }
    }
    fn place(&self) -> (u64, u32) {
        (self.code.0.id.into(), self.pc)
    }
}

/// A green value as a red one.
#[inline(always)]
pub fn konst<V: Values>(s: RawSlot) -> Slot<V> {
    Slot::green::<Value<Conc>>(s)
}

/// Neither nil nor false.
#[inline(always)]
fn truthy<M: Machine>(m: &M, v: Slot<M::V>) -> bool {
    !m.branch(v.tag_le(Tag::False))
}

/// Of a conditional jump: whether it jumps if the comparison holds.
fn condition(op: Op) -> Option<bool> {
    use Op::*;
    match op {
        JEq { cond, .. } | JLt { cond, .. } | JLe { cond, .. } => Some(cond),
        JEqI { .. } | JLtI { .. } | JLeI { .. } | JGtI { .. } | JGeI { .. } => Some(true),
        JEqK { .. } | JLtK { .. } | JLeK { .. } | JGtK { .. } | JGeK { .. } => Some(true),
        JNotEqI { .. } | JNotLtI { .. } | JNotLeI { .. } | JNotGtI { .. } | JNotGeI { .. } => Some(false),
        JNotEqK { .. } | JNotLtK { .. } | JNotLeK { .. } | JNotGtK { .. } | JNotGeK { .. } => Some(false),
        _ => None,
    }
}

/// The register of the result of an instruction that may call a metamethod.
fn destination(op: Op) -> Option<u8> {
    use Op::*;
    match op {
        GetTabUp { a, .. } | GetField { a, .. } | GetIndex { a, .. } | GetInt { a, .. } | Self_ { a, .. } => {
            Some(a)
        }
        Add { a, .. } | Sub { a, .. } | Mul { a, .. } | Div { a, .. } | Mod { a, .. } | Pow { a, .. } => {
            Some(a)
        }
        IDiv { a, .. } | BAnd { a, .. } | BOr { a, .. } | BXor { a, .. } | Shl { a, .. } | Shr { a, .. } => {
            Some(a)
        }
        AddI { a, .. } | SubI { a, .. } | AddK { a, .. } | SubK { a, .. } | MulK { a, .. } => Some(a),
        DivK { a, .. } | ModK { a, .. } | PowK { a, .. } | IDivK { a, .. } | BAndK { a, .. } => Some(a),
        BOrK { a, .. } | BXorK { a, .. } | ShlK { a, .. } | ShrK { a, .. } => Some(a),
        Unm { a, .. } | BNot { a, .. } | Len { a, .. } => Some(a),
        _ => None,
    }
}

impl Language for Lua {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation<V>;

    fn interp<M: Machine<L = Lua>>(&self, m: &M, s: &mut State<Lua, M::V>) -> Exit {
        interpreter_loop! {
            machine m, state s, labels 'frame 'run;
            activation {
                let code = s.top().frame.code.0;
                let mut ops = if M::TRACING { code.ops() } else { code.quick.now() };
                let mut closure = s.top().frame.closure;
                let mut pc = s.top().frame.pc as usize;
                let mut r = s.registers();
            }
            merge when { s.top().frame.top == 0 }
            publish { s.top().frame.pc = pc as u32; }
            refetch { closure = s.top().frame.closure; r = s.registers(); }
            at_header { pc += 1; }
            unwind { self.unwind(m, s) }
            step {
                // By reference: each handler loads the operands it has, where a copy would keep all there can be in registers.
                let mut op = &ops[pc];
                pc += 1;
                // The result of a handler that may have entered a metamethod.
                macro_rules! put {
                    ($a:expr, $step:expr) => {
                        match t!($step) {
                            Step::Value(ref v) => {
                                r = s.registers();
                                r[$a as usize] = v.in_words();
                            }
                            Step::Flow(f) => go!(f),
                        }
                    };
                }
                macro_rules! done {
                    ($step:expr) => {
                        match t!($step) {
                            Step::Value(_) => r = s.registers(),
                            Step::Flow(f) => go!(f),
                        }
                    };
                }
                macro_rules! rarely {
                    ($way:expr) => {{
                        cold_path();
                        $way
                    }};
                }
                macro_rules! jump {
                    ($off:expr) => {
                        pc = (pc as i64 + $off as i64) as usize
                    };
                }
                macro_rules! arith {
                    ($op:ident, $a:expr, $x:expr, $y:expr) => {
                        arith!($op, $a, $x, $y, false)
                    };
                    ($op:ident, $a:expr, $x:expr, $y:expr, $flip:expr) => {{
                        let (x, y) = ($x, $y);
                        put!($a, self.arith(m, s, code, pc, Arith::$op, x, y, $flip))
                    }};
                }
                macro_rules! k {
                    ($k:expr) => {
                        konst(code.consts[$k as usize])
                    };
                }
                macro_rules! i {
                    ($i:expr) => {
                        Value::Int(Int::new($i as i64)).into()
                    };
                }
                macro_rules! branch {
                    ($test:expr, $cond:expr, $off:expr) => {
                        match t!($test) {
                            Test::Is(c) => {
                                r = s.registers();
                                if c == $cond {
                                    jump!($off);
                                }
                            }
                            Test::Flow(f) => go!(f),
                        }
                    };
                }
                macro_rules! less {
                    ($or_equal:expr, $x:expr, $y:expr, $cond:expr, $off:expr) => {{
                        let (x, y) = ($x, $y);
                        match self.less_plain(m, $or_equal, x, y) {
                            Some(c) => {
                                if c == $cond {
                                    jump!($off);
                                }
                            }
                            None => rarely!(branch!(self.less_slow(m, s, pc, $or_equal, x, y), $cond, $off)),
                        }
                    }};
                }
                macro_rules! equal {
                    ($x:expr, $y:expr, $cond:expr, $off:expr) => {{
                        let (x, y) = ($x, $y);
                        match self.equal_plain(m, x, y) {
                            Some(c) => {
                                if c == $cond {
                                    jump!($off);
                                }
                            }
                            None => rarely!(branch!(self.equal_slow(m, s, pc, x, y), $cond, $off)),
                        }
                    }};
                }
                macro_rules! get {
                    ($a:expr, $obj:expr, $key:expr) => {{
                        let (obj, key) = ($obj, $key);
                        put!($a, self.index(m, s, code, pc, obj, key))
                    }};
                }
                macro_rules! set {
                    ($obj:expr, $key:expr, $v:expr) => {{
                        let (obj, key, v) = ($obj, $key, $v);
                        done!(self.set(m, s, code, pc, obj, key, v))
                    }};
                }
                // The same of names, which long strings are not.
                macro_rules! get_name {
                    ($a:expr, $obj:expr, $k:expr) => {{
                        let obj = $obj;
                        // The key is made where it is used: what is shared by the two ways would be written to memory for the second.
                        match code.name($k) {
                            Some(name) => match self.name_plain(m, obj, name) {
                                Some(v) => r[$a as usize] = v,
                                None => rarely!(put!($a, self.index_slow(m, s, code, pc, obj, Key::Name(name)))),
                            },
                            None => rarely!(put!($a, self.index_slow(m, s, code, pc, obj, Key::Any(k!($k))))),
                        }
                    }};
                }
                macro_rules! set_name {
                    ($obj:expr, $k:expr, $v:expr) => {{
                        let (obj, v) = ($obj, $v);
                        match code.name($k) {
                            Some(name) => {
                                if !t!(self.set_name_plain(m, obj, name, v)) {
                                    rarely!(done!(self.set_slow(m, s, code, pc, obj, Key::Name(name), v)));
                                }
                            }
                            None => rarely!(done!(self.set_slow(m, s, code, pc, obj, Key::Any(k!($k)), v))),
                        }
                    }};
                }
                macro_rules! cell {
                    ($v:expr) => {
                        match m.unpack($v) {
                            Value::Cell(c) => c,
                            _ => unreachable!("the compiler puts a cell here"),
                        }
                    };
                }
                'again: loop {
                'wrong: {
                // Of a derivative: again, as the instruction that it is of.
                macro_rules! again {
                    () => {
                        break 'wrong
                    };
                }
                // Of fused instructions: on to the next part, which has the next place. No recording comes by.
                macro_rules! next {
                    () => {{
                        if M::TRACING {
                            again!()
                        }
                        pc += 1;
                    }};
                }
                macro_rules! known_arith {
                    ($op:ident, $a:expr, $k:ident $x:expr, $y:expr) => {
                        known_arith!($op, $a, $k $x, $k $y)
                    };
                    ($op:ident, $a:expr, $k:ident $x:expr, $l:ident $y:expr) => {
                        r[$a as usize] = known!(m, else { again!() }; x: Value::$k = $x, y: Value::$l = $y; t!(self.arith_numbers(m, Arith::$op, x, y)))
                    };
                    ($op:ident, $a:expr, $k:ident $x:expr; $y:expr) => {
                        r[$a as usize] = known!(m, else { again!() }; x: Value::$k = $x; t!(self.arith_numbers(m, Arith::$op, x, $y)))
                    };
                }
                macro_rules! known_less {
                    ($or_equal:expr, $k:ident $x:expr, $y:expr, $cond:expr, $off:expr) => {
                        if known!(m, else { again!() }; x: Value::$k = $x, y: Value::$k = $y; self.less_plain(m, $or_equal, x, y)) == $cond {
                            jump!($off);
                        }
                    };
                    (less $or_equal:expr, $x:expr, i $i:expr, $off:expr) => {
                        if known!(m, else { again!() }; x: Value::Int = $x; self.less_plain(m, $or_equal, x, i!($i))) {
                            jump!($off);
                        }
                    };
                    (greater $or_equal:expr, $x:expr, i $i:expr, $off:expr) => {
                        if known!(m, else { again!() }; x: Value::Int = $x; self.less_plain(m, $or_equal, i!($i), x)) {
                            jump!($off);
                        }
                    };
                }
                macro_rules! known_equal {
                    ($k:ident $x:expr, $y:expr, $cond:expr, $off:expr) => {
                        if known!(m, else { again!() }; x: Value::$k = $x, y: Value::$k = $y; self.equal_plain(m, x, y)) == $cond {
                            jump!($off);
                        }
                    };
                    ($k:ident $x:expr; $y:expr, $cond:expr, $off:expr) => {
                        if known!(m, else { again!() }; x: Value::$k = $x; self.equal_plain(m, x, $y)) == $cond {
                            jump!($off);
                        }
                    };
                }
                macro_rules! back {
                    ($off:expr) => {{
                        jump!($off);
                        count!(&code.loops[pc]);
                    }};
                }
                // Of a call: where it stands on the stack, and how many arguments it takes.
                macro_rules! arguments {
                    ($a:expr, $b:expr) => {{
                        let caller = s.top();
                        let (at, f) = (caller.base + $a as usize, &mut caller.frame);
                        f.pc = pc as u32;
                        let n = match $b {
                            0 => f.top as usize - $a as usize - 1,
                            b => b as usize - 1,
                        };
                        f.top = 0;
                        (at, n)
                    }};
                }
                macro_rules! call {
                    ($a:expr, $b:expr, $c:expr) => {{
                        let (a, b, c) = ($a, $b, $c);
                        let (at, n) = arguments!(a, b);
                        match m.unpack(s.stack.get(at)) {
                            Value::Function(f) => go!(t!(self.call_closure(m, s, f, at, n))),
                            f => {
                                cold_path();
                                match t!(self.call_other(m, s, f, at, n)) {
                                    Called::Flow(f) => go!(f),
                                    Called::Results(n) => self.deliver::<M>(s, at, n, a, c),
                                }
                            }
                        }
                        r = s.registers();
                    }};
                }
                macro_rules! for_loop {
                    ($a:expr, $off:expr) => {{
                        let (a, off) = ($a, $off);
                        let a = a as usize;
                        match (m.unpack(r[a]), m.unpack(r[a + 1]), m.unpack(r[a + 2])) {
                            (Value::Int(i), Value::Int(left), Value::Int(step)) => {
                                if !m.branch(left.eq_(0)) {
                                    let i = Value::Int(i + step).into();
                                    r[a + 1] = Value::Int(left - 1).into();
                                    r[a] = i;
                                    r[a + 3] = i;
                                    back!(off);
                                }
                            }
                            _ => {
                                cold_path();
                                let at = s.top().base + a;
                                let runs = self.float_loop(m, s, at);
                                r = s.registers();
                                if runs {
                                    back!(off);
                                }
                            }
                        }
                    }};
                }
                macro_rules! tfor_call {
                    ($a:expr, $c:expr) => {{
                        let (a, c) = ($a, $c);
                        let to = a as usize + 4;
                        for i in 0..3 {
                            r[to + i] = r[a as usize + i].in_words();
                        }
                        s.top().frame.pc = pc as u32;
                        let to = s.top().base + to;
                        let called = match t!(self.step_plainly(m, s, to)) {
                            Some(done) => done.into(),
                            None => t!(self.call(m, s, to, 2)),
                        };
                        match called {
                            Called::Flow(f) => go!(f),
                            Called::Results(n) => self.deliver::<M>(s, to, n, a + 4, c + 1),
                        }
                        r = s.registers();
                    }};
                }
                macro_rules! tfor_loop {
                    ($a:expr, $off:expr) => {{
                        let (a, off) = ($a, $off);
                        let v = r[a as usize + 4];
                        if !m.branch(v.has_tag(Tag::Nil)) {
                            r[a as usize + 2] = v;
                            back!(off);
                        }
                    }};
                }
                macro_rules! get_known {
                    ($a:expr, $obj:expr, $k:expr) => {
                        match code.name($k).and_then(|name| self.name_plain(m, $obj, name)) {
                            Some(v) => r[$a as usize] = v,
                            None => again!(),
                        }
                    };
                }
                macro_rules! get_element {
                    ($a:expr, $obj:expr, $key:expr) => {
                        r[$a as usize] = known!(m, else { again!() }; obj: Value::Table = $obj, key: Value::Int = $key; self.element(m, obj, key))
                    };
                }
                macro_rules! set_element {
                    ($obj:expr, $key:expr, $v:expr) => {
                        known!(m, else { again!() }; obj: Value::Table = $obj, key: Value::Int = $key; t!(self.set_element(m, obj, key, $v)))
                    };
                }
                macro_rules! jump_if {
                    ($cond:expr, $a:expr, $off:expr) => {
                        if truthy(m, r[$a as usize]) == $cond {
                            jump!($off);
                        }
                    };
                }
                macro_rules! held_cell {
                    ($up:expr) => {
                        cell!(upvalue_held(m, closure, $up))
                    };
                }
                match *op {
                    Op::Move { a, b } => r[a as usize] = r[b as usize].in_words(),
                    Op::LoadNil { a, n } => {
                        r[a as usize..][..n as usize].fill(Value::Nil.into());
                    }
                    Op::LoadTrue { a } => r[a as usize] = Value::True.into(),
                    Op::LoadFalse { a } => r[a as usize] = Value::False.into(),
                    Op::LoadFalseSkip { a } => {
                        r[a as usize] = Value::False.into();
                        pc += 1;
                    }
                    Op::LoadInt { a, i } => r[a as usize] = i!(i),
                    Op::LoadK { a, k } => r[a as usize] = k!(k),

                    Op::NewCell { a, b } => {
                        cold_path();
                        r[a as usize] =
                            Value::Cell(make::<M, Cell>(m).init(m, Cell::value, r[b as usize])).into();
                    }
                    Op::GetCell { a, b } => r[a as usize] = cell!(r[b as usize]).get(m, Cell::value),
                    Op::SetCell { a, b } => cell!(r[a as usize]).set(m, Cell::value, r[b as usize]),
                    Op::GetUpval { a, up } => r[a as usize] = upvalue(m, code, closure, up),
                    Op::GetUpvalCell { a, up } => {
                        r[a as usize] = cell!(upvalue(m, code, closure, up)).get(m, Cell::value);
                    }
                    Op::SetUpvalCell { up, b } => {
                        cell!(upvalue(m, code, closure, up)).set(m, Cell::value, r[b as usize]);
                    }
                    Op::Closure { a, p } => {
                        cold_path();
                        let f = self.closure(m, s, code, closure, p as usize);
                        r = s.registers();
                        r[a as usize] = f;
                    }

                    Op::GetTabUp { a, up, k } => get_name!(a, upvalue(m, code, closure, up), k),
                    Op::SetTabUp { up, c, k } => {
                        set_name!(upvalue(m, code, closure, up), k, r[c as usize])
                    }
                    Op::SetTabUpK { up, k, v } => {
                        set_name!(upvalue(m, code, closure, up), k, k!(v))
                    }
                    Op::GetField { a, b, k } => get_name!(a, r[b as usize], k),
                    Op::SetField { a, c, k } => set_name!(r[a as usize], k, r[c as usize]),
                    Op::SetFieldK { a, k, v } => set_name!(r[a as usize], k, k!(v)),
                    Op::GetIndex { a, b, c } => get!(a, r[b as usize], Key::Any(r[c as usize])),
                    Op::SetIndex { a, b, c } => set!(r[a as usize], Key::Any(r[b as usize]), r[c as usize]),
                    Op::SetIndexK { a, b, v } => set!(r[a as usize], Key::Any(r[b as usize]), k!(v)),
                    Op::GetInt { a, b, i } => get!(a, r[b as usize], Key::Any(i!(i))),
                    Op::SetInt { a, c, i } => set!(r[a as usize], Key::Any(i!(i)), r[c as usize]),
                    Op::Self_ { a, b, k } => {
                        let obj = r[b as usize];
                        r[a as usize + 1] = obj;
                        match code.name(k).and_then(|name| self.method_plain(m, obj, name)) {
                            Some(v) => r[a as usize] = v,
                            None => get!(a, obj, const_key(code, k)),
                        }
                    }
                    Op::NewTable { a, nhash, .. } => {
                        cold_path();
                        r[a as usize] = self.new_table(m, nhash as usize);
                    }
                    Op::SetList { a, n, from } => {
                        cold_path();
                        let count = match n {
                            0 => s.top().frame.top as usize - a as usize - 1,
                            n => n as usize,
                        };
                        s.top().frame.top = 0;
                        s.top().frame.pc = pc as u32;
                        let at = s.top().base + a as usize;
                        let t = s.stack.get(at);
                        t!(self.set_list(m, s, t, from, at + 1, count));
                        r = s.registers();
                    }

                    Op::Add { a, b, c } => arith!(Add, a, r[b as usize], r[c as usize]),
                    Op::Sub { a, b, c } => arith!(Sub, a, r[b as usize], r[c as usize]),
                    Op::Mul { a, b, c } => arith!(Mul, a, r[b as usize], r[c as usize]),
                    Op::Div { a, b, c } => arith!(Div, a, r[b as usize], r[c as usize]),
                    Op::Mod { a, b, c } => arith!(Mod, a, r[b as usize], r[c as usize]),
                    Op::Pow { a, b, c } => arith!(Pow, a, r[b as usize], r[c as usize]),
                    Op::IDiv { a, b, c } => arith!(IDiv, a, r[b as usize], r[c as usize]),
                    Op::BAnd { a, b, c } => arith!(BAnd, a, r[b as usize], r[c as usize]),
                    Op::BOr { a, b, c } => arith!(BOr, a, r[b as usize], r[c as usize]),
                    Op::BXor { a, b, c } => arith!(BXor, a, r[b as usize], r[c as usize]),
                    Op::Shl { a, b, c } => arith!(Shl, a, r[b as usize], r[c as usize]),
                    Op::Shr { a, b, c } => arith!(Shr, a, r[b as usize], r[c as usize]),
                    Op::AddI { a, b, flip, i } => arith!(Add, a, r[b as usize], i!(i), flip),
                    // The reference adds the negated integer, which shows for -0.0 alone.
                    Op::SubI { a, b, i: 0 } => {
                        let (x, zero) = (r[b as usize], i!(0));
                        match t!(self.arith_numbers(m, Arith::Add, x, zero)) {
                            Some(v) => r[a as usize] = v,
                            None => rarely!(put!(a, self.arith_slow(m, s, code, pc, Arith::Sub, x, zero, false))),
                        }
                    }
                    Op::SubI { a, b, i } => arith!(Sub, a, r[b as usize], i!(i)),
                    Op::AddK { a, b, flip, k } => arith!(Add, a, r[b as usize], k!(k), flip),
                    Op::SubK { a, b, k } => arith!(Sub, a, r[b as usize], k!(k)),
                    Op::MulK { a, b, flip, k } => arith!(Mul, a, r[b as usize], k!(k), flip),
                    Op::DivK { a, b, k } => arith!(Div, a, r[b as usize], k!(k)),
                    Op::ModK { a, b, k } => arith!(Mod, a, r[b as usize], k!(k)),
                    Op::PowK { a, b, k } => arith!(Pow, a, r[b as usize], k!(k)),
                    Op::IDivK { a, b, k } => arith!(IDiv, a, r[b as usize], k!(k)),
                    Op::BAndK { a, b, flip, k } => arith!(BAnd, a, r[b as usize], k!(k), flip),
                    Op::BOrK { a, b, flip, k } => arith!(BOr, a, r[b as usize], k!(k), flip),
                    Op::BXorK { a, b, flip, k } => arith!(BXor, a, r[b as usize], k!(k), flip),
                    Op::ShlK { a, b, k } => arith!(Shl, a, r[b as usize], k!(k)),
                    Op::ShrK { a, b, k } => arith!(Shr, a, r[b as usize], k!(k)),
                    Op::Unm { a, b } => arith!(Unm, a, r[b as usize], r[b as usize]),
                    Op::BNot { a, b } => arith!(BNot, a, r[b as usize], r[b as usize]),
                    Op::Not { a, b } => {
                        let v = if truthy(m, r[b as usize]) { Value::False } else { Value::True };
                        r[a as usize] = v.into();
                    }
                    Op::Len { a, b } => {
                        let v = r[b as usize];
                        match m.unpack(v) {
                            Value::Table(x) if m.branch(x.get(m, Table::meta).is_null()) => {
                                r[a as usize] = Value::Int(self.table_len(m, x)).into();
                            }
                            _ => rarely!(put!(a, self.length(m, s, code, pc, v))),
                        }
                    }
                    Op::Concat { a, b, n } => {
                        cold_path();
                        let at = s.top().base + b as usize;
                        put!(a, self.concat(m, s, code, pc, at, n as usize))
                    }

                    Op::Jmp { off } => jump!(off),
                    Op::Loop { off } => {
                        back!(off);
                    }
                    Op::JTrue { a, off } => jump_if!(true, a, off),
                    Op::JFalse { a, off } => jump_if!(false, a, off),
                    Op::SetJTrue { a, b, off } => {
                        if truthy(m, r[b as usize]) {
                            r[a as usize] = r[b as usize];
                            jump!(off);
                        }
                    }
                    Op::SetJFalse { a, b, off } => {
                        if !truthy(m, r[b as usize]) {
                            r[a as usize] = r[b as usize];
                            jump!(off);
                        }
                    }
                    Op::JNil { a, off } => {
                        if m.branch(r[a as usize].has_tag(Tag::Nil)) {
                            jump!(off);
                        }
                    }
                    Op::JNotNil { a, off } => {
                        if !m.branch(r[a as usize].has_tag(Tag::Nil)) {
                            jump!(off);
                        }
                    }
                    Op::JEq { a, b, cond, off } => equal!(r[a as usize], r[b as usize], cond, off),
                    Op::JLt { a, b, cond, off } => less!(false, r[a as usize], r[b as usize], cond, off),
                    Op::JLe { a, b, cond, off } => less!(true, r[a as usize], r[b as usize], cond, off),
                    Op::JEqI { a, i, off } => equal!(r[a as usize], i!(i), true, off),
                    Op::JNotEqI { a, i, off } => equal!(r[a as usize], i!(i), false, off),
                    Op::JLtI { a, i, off } => less!(false, r[a as usize], i!(i), true, off),
                    Op::JNotLtI { a, i, off } => less!(false, r[a as usize], i!(i), false, off),
                    Op::JLeI { a, i, off } => less!(true, r[a as usize], i!(i), true, off),
                    Op::JNotLeI { a, i, off } => less!(true, r[a as usize], i!(i), false, off),
                    Op::JGtI { a, i, off } => less!(false, i!(i), r[a as usize], true, off),
                    Op::JNotGtI { a, i, off } => less!(false, i!(i), r[a as usize], false, off),
                    Op::JGeI { a, i, off } => less!(true, i!(i), r[a as usize], true, off),
                    Op::JNotGeI { a, i, off } => less!(true, i!(i), r[a as usize], false, off),
                    Op::JEqK { a, k, off } => equal!(r[a as usize], k!(k), true, off),
                    Op::JNotEqK { a, k, off } => equal!(r[a as usize], k!(k), false, off),
                    Op::JLtK { a, k, off } => less!(false, r[a as usize], k!(k), true, off),
                    Op::JNotLtK { a, k, off } => less!(false, r[a as usize], k!(k), false, off),
                    Op::JLeK { a, k, off } => less!(true, r[a as usize], k!(k), true, off),
                    Op::JNotLeK { a, k, off } => less!(true, r[a as usize], k!(k), false, off),
                    Op::JGtK { a, k, off } => less!(false, k!(k), r[a as usize], true, off),
                    Op::JNotGtK { a, k, off } => less!(false, k!(k), r[a as usize], false, off),
                    Op::JGeK { a, k, off } => less!(true, k!(k), r[a as usize], true, off),
                    Op::JNotGeK { a, k, off } => less!(true, k!(k), r[a as usize], false, off),

                    Op::Call { a, b, c } => call!(a, b, c),
                    Op::TailCall { a, b } => {
                        cold_path();
                        let (at, n) = arguments!(a, b);
                        if let Some(callee) = t!(self.tail_call(m, s, at, n)) {
                            backedge!(m, s, &callee.tail, publish {}, |flow| {
                                match flow {
                                    Flow::Raised => {
                                        s.top().frame.pc = 1;
                                        act!(self.unwind(m, s));
                                        continue 'frame;
                                    }
                                    flow => act!(flow),
                                }
                            });
                            continue 'frame;
                        }
                        match t!(self.call(m, s, at, n)) {
                            Called::Flow(f) => go!(f),
                            Called::Results(n) => self.deliver::<M>(s, at, n, a, 0),
                        }
                        r = s.registers();
                    }
                    Op::Return { a, b } => {
                        let n = match b {
                            0 => s.top().frame.top as usize - a as usize,
                            b => b as usize - 1,
                        };
                        let start = s.top().base + a as usize;
                        act!(m.ret(s, start, n));
                        continue 'frame;
                    }
                    Op::ReturnClose { a, b } => {
                        cold_path();
                        let n = match b {
                            0 => s.top().frame.top as usize - a as usize,
                            b => b as usize - 1,
                        };
                        match t!(self.close_from(m, s, pc, 0)) {
                            Flow::Continue => {}
                            flow => go!(flow),
                        }
                        let start = s.top().base + a as usize;
                        act!(m.ret(s, start, n));
                        continue 'frame;
                    }
                    Op::Return0 => {
                        let start = s.top().base;
                        act!(m.ret(s, start, 0));
                        continue 'frame;
                    }
                    Op::Return1 { a } => {
                        let start = s.top().base + a as usize;
                        act!(m.ret(s, start, 1));
                        continue 'frame;
                    }
                    Op::Vararg { a, c } => {
                        cold_path();
                        let (lo, base) = (s.top().lo, s.top().base);
                        if c == 0 && s.stack.reserve(base + a as usize + base - lo).is_err() {
                            t!(call::too_deep(m));
                        }
                        self.deliver::<M>(s, lo, base - lo, a, c);
                        r = s.registers();
                    }
                    Op::VarargPrep { .. } => {}

                    Op::ForPrep { a, off } => {
                        cold_path();
                        let at = s.top().base + a as usize;
                        let runs = t!(self.for_prep(m, s, pc, at));
                        r = s.registers();
                        if !runs {
                            jump!(off);
                        }
                    }
                    Op::ForLoop { a, off } => for_loop!(a, off),
                    Op::TForPrep { a, off } => {
                        cold_path();
                        t!(self.mark_to_close(m, s, pc, a + 3));
                        r = s.registers();
                        jump!(off);
                    }
                    Op::TForCall { a, c } => {
                        cold_path();
                        tfor_call!(a, c);
                    }
                    Op::TForLoop { a, off } => tfor_loop!(a, off),
                    Op::Tbc { a } => {
                        cold_path();
                        t!(self.mark_to_close(m, s, pc, a));
                        r = s.registers();
                    }
                    Op::Close { a } => {
                        cold_path();
                        match t!(self.close_from(m, s, pc, a)) {
                            Flow::Continue => {}
                            flow => go!(flow),
                        }
                        r = s.registers();
                    }

                    Op::Look => {
                        cold_path();
                        (ops, op) = self.look_at_operands(m, code, pc, r);
                        continue 'again;
                    }
                    Op::AddInts { a, b, c } => known_arith!(Add, a, Int r[b as usize], r[c as usize]),
                    Op::AddFloats { a, b, c } => known_arith!(Add, a, Float r[b as usize], r[c as usize]),
                    Op::SubInts { a, b, c } => known_arith!(Sub, a, Int r[b as usize], r[c as usize]),
                    Op::SubFloats { a, b, c } => known_arith!(Sub, a, Float r[b as usize], r[c as usize]),
                    Op::MulInts { a, b, c } => known_arith!(Mul, a, Int r[b as usize], r[c as usize]),
                    Op::MulFloats { a, b, c } => known_arith!(Mul, a, Float r[b as usize], r[c as usize]),
                    Op::DivFloats { a, b, c } => known_arith!(Div, a, Float r[b as usize], r[c as usize]),
                    Op::AddIInt { a, b, i } => known_arith!(Add, a, Int r[b as usize]; i!(i)),
                    Op::AddIFloat { a, b, i } => known_arith!(Add, a, Float r[b as usize]; i!(i)),
                    Op::SubIFloat { a, b, i } => known_arith!(Sub, a, Float r[b as usize]; i!(i)),
                    Op::AddKFloat { a, b, k } => known_arith!(Add, a, Float r[b as usize]; k!(k)),
                    Op::SubKFloat { a, b, k } => known_arith!(Sub, a, Float r[b as usize]; k!(k)),
                    Op::MulKFloat { a, b, k } => known_arith!(Mul, a, Float r[b as usize]; k!(k)),
                    Op::DivKFloat { a, b, k } => known_arith!(Div, a, Float r[b as usize]; k!(k)),
                    Op::MulKInt { a, b, k } => known_arith!(Mul, a, Int r[b as usize], k!(k)),
                    Op::ModKInt { a, b, k } => known_arith!(Mod, a, Int r[b as usize], k!(k)),
                    Op::AddFloatInt { a, b, c } => known_arith!(Add, a, Float r[b as usize], Int r[c as usize]),
                    Op::AddIntFloat { a, b, c } => known_arith!(Add, a, Int r[b as usize], Float r[c as usize]),
                    Op::SubFloatInt { a, b, c } => known_arith!(Sub, a, Float r[b as usize], Int r[c as usize]),
                    Op::SubIntFloat { a, b, c } => known_arith!(Sub, a, Int r[b as usize], Float r[c as usize]),
                    Op::MulFloatInt { a, b, c } => known_arith!(Mul, a, Float r[b as usize], Int r[c as usize]),
                    Op::MulIntFloat { a, b, c } => known_arith!(Mul, a, Int r[b as usize], Float r[c as usize]),
                    Op::DivFloatInt { a, b, c } => known_arith!(Div, a, Float r[b as usize], Int r[c as usize]),
                    Op::DivIntFloat { a, b, c } => known_arith!(Div, a, Int r[b as usize], Float r[c as usize]),
                    Op::DivInts { a, b, c } => known_arith!(Div, a, Int r[b as usize], r[c as usize]),
                    Op::ModInts { a, b, c } => known_arith!(Mod, a, Int r[b as usize], r[c as usize]),
                    Op::IDivInts { a, b, c } => known_arith!(IDiv, a, Int r[b as usize], r[c as usize]),
                    Op::BAndInts { a, b, c } => known_arith!(BAnd, a, Int r[b as usize], r[c as usize]),
                    Op::BOrInts { a, b, c } => known_arith!(BOr, a, Int r[b as usize], r[c as usize]),
                    Op::BXorInts { a, b, c } => known_arith!(BXor, a, Int r[b as usize], r[c as usize]),
                    Op::ShlInts { a, b, c } => known_arith!(Shl, a, Int r[b as usize], r[c as usize]),
                    Op::ShrInts { a, b, c } => known_arith!(Shr, a, Int r[b as usize], r[c as usize]),
                    Op::ModFloats { a, b, c } => known_arith!(Mod, a, Float r[b as usize], r[c as usize]),
                    Op::AddKIntFloat { a, b, k } => known_arith!(Add, a, Int r[b as usize], Float k!(k)),
                    Op::SubKIntFloat { a, b, k } => known_arith!(Sub, a, Int r[b as usize], Float k!(k)),
                    Op::MulKIntFloat { a, b, k } => known_arith!(Mul, a, Int r[b as usize], Float k!(k)),
                    Op::DivKInt { a, b, k } => known_arith!(Div, a, Int r[b as usize]; k!(k)),
                    Op::PowKFloat { a, b, k } => known_arith!(Pow, a, Float r[b as usize]; k!(k)),
                    Op::IDivKInt { a, b, k } => known_arith!(IDiv, a, Int r[b as usize], k!(k)),
                    Op::BAndKInt { a, b, k } => known_arith!(BAnd, a, Int r[b as usize], k!(k)),
                    Op::BOrKInt { a, b, k } => known_arith!(BOr, a, Int r[b as usize], k!(k)),
                    Op::BXorKInt { a, b, k } => known_arith!(BXor, a, Int r[b as usize], k!(k)),
                    Op::ShlKInt { a, b, k } => known_arith!(Shl, a, Int r[b as usize], k!(k)),
                    Op::ShrKInt { a, b, k } => known_arith!(Shr, a, Int r[b as usize], k!(k)),
                    Op::UnmInt { a, b } => known_arith!(Unm, a, Int r[b as usize]; r[b as usize]),
                    Op::UnmFloat { a, b } => known_arith!(Unm, a, Float r[b as usize]; r[b as usize]),
                    Op::JEqInts { a, b, cond, off } => known_equal!(Int r[a as usize], r[b as usize], cond, off),
                    Op::JLtInts { a, b, cond, off } => known_less!(false, Int r[a as usize], r[b as usize], cond, off),
                    Op::JLtFloats { a, b, cond, off } => known_less!(false, Float r[a as usize], r[b as usize], cond, off),
                    Op::JLeInts { a, b, cond, off } => known_less!(true, Int r[a as usize], r[b as usize], cond, off),
                    Op::JLeFloats { a, b, cond, off } => known_less!(true, Float r[a as usize], r[b as usize], cond, off),
                    Op::JEqIInt { a, i, off } => known_equal!(Int r[a as usize]; i!(i), true, off),
                    Op::JNotEqIInt { a, i, off } => known_equal!(Int r[a as usize]; i!(i), false, off),
                    Op::JLtIInt { a, i, off } => known_less!(less false, r[a as usize], i i, off),
                    Op::JLeIInt { a, i, off } => known_less!(less true, r[a as usize], i i, off),
                    Op::JGtIInt { a, i, off } => known_less!(greater false, r[a as usize], i i, off),
                    Op::JGeIInt { a, i, off } => known_less!(greater true, r[a as usize], i i, off),
                    Op::JEqKText { a, k, off } => known_equal!(Str r[a as usize], k!(k), true, off),
                    Op::JNotEqKText { a, k, off } => known_equal!(Str r[a as usize], k!(k), false, off),
                    Op::JLtKFloat { a, k, off } => known_less!(false, Float r[a as usize], k!(k), true, off),
                    Op::JNotLtKFloat { a, k, off } => known_less!(false, Float r[a as usize], k!(k), false, off),
                    Op::JLeKFloat { a, k, off } => known_less!(true, Float r[a as usize], k!(k), true, off),
                    Op::JNotLeKFloat { a, k, off } => known_less!(true, Float r[a as usize], k!(k), false, off),
                    Op::JGtKFloat { a, k, off } => known_less!(false, Float k!(k), r[a as usize], true, off),
                    Op::JNotGtKFloat { a, k, off } => known_less!(false, Float k!(k), r[a as usize], false, off),
                    Op::JGeKFloat { a, k, off } => known_less!(true, Float k!(k), r[a as usize], true, off),
                    Op::JNotGeKFloat { a, k, off } => known_less!(true, Float k!(k), r[a as usize], false, off),
                    Op::GetIndexInt { a, b, c } => get_element!(a, r[b as usize], r[c as usize]),
                    Op::GetIndexText { a, b, c } => {
                        r[a as usize] = known!(m, else { again!() }; obj: Value::Table = r[b as usize], key: Value::Str = r[c as usize]; {
                            self.index_plain(m, obj, Key::Any(key))
                        })
                    }
                    Op::GetIntTable { a, b, i } => {
                        r[a as usize] = known!(m, else { again!() }; obj: Value::Table = r[b as usize]; {
                            self.element(m, obj, i!(i))
                        })
                    }
                    Op::SetIndexInt { a, b, c } => set_element!(r[a as usize], r[b as usize], r[c as usize]),
                    Op::SetIndexKInt { a, b, v } => set_element!(r[a as usize], r[b as usize], k!(v)),
                    Op::SetIntTable { a, c, i } => known!(m, else { again!() }; obj: Value::Table = r[a as usize]; {
                        t!(self.set_element(m, obj, i!(i), r[c as usize]))
                    }),
                    Op::SetIndexText { a, b, c } => known!(m, else { again!() }; obj: Value::Table = r[a as usize], key: Value::Str = r[b as usize]; {
                        t!(self.set_plain(m, obj, Key::Any(key), r[c as usize])).then_some(())
                    }),
                    Op::GetTabUpPlain { a, up, k } => get_name!(a, upvalue_held(m, closure, up), k),
                    Op::GetUpvalPlain { a, up } => r[a as usize] = upvalue_held(m, closure, up),
                    Op::GetSelf { a } => match m.non_null(closure) {
                        Some(f) if !M::TRACING => r[a as usize] = Value::Function(f).into(),
                        _ => again!(),
                    },
                    Op::GetUpvalCellPlain { a, up } => r[a as usize] = held_cell!(up).get(m, Cell::value),

                    Op::Moves { a, b, c, d } => {
                        r[a as usize] = r[b as usize].in_words();
                        next!();
                        r[c as usize] = r[d as usize].in_words();
                    }
                    Op::MovesCall { a, b, c, d, f, n, m: results } => {
                        r[a as usize] = r[b as usize].in_words();
                        r[c as usize] = r[d as usize].in_words();
                        next!();
                        next!();
                        call!(f, n, results)
                    }
                    Op::MoveCall { a, b, f, n, m: results } => {
                        r[a as usize] = r[b as usize].in_words();
                        next!();
                        call!(f, n, results)
                    }
                    Op::MoveLoop { a, b, off } => {
                        r[a as usize] = r[b as usize].in_words();
                        next!();
                        back!(off);
                    }
                    Op::AddIIntCall { a, b, i, f, n, m: results } => {
                        known_arith!(Add, a, Int r[b as usize]; i!(i));
                        next!();
                        call!(f, n, results)
                    }
                    Op::AddIIntLoop { a, b, i, off } => {
                        known_arith!(Add, a, Int r[b as usize]; i!(i));
                        next!();
                        back!(off);
                    }
                    Op::SelfCall { a, b, k, n, m: results } => {
                        let obj = r[b as usize];
                        match code.name(k).and_then(|name| self.method_plain(m, obj, name)) {
                            Some(v) => r[a as usize] = v,
                            None => again!(),
                        }
                        r[a as usize + 1] = obj;
                        next!();
                        call!(a, n, results)
                    }
                    Op::UpvalMove { a, up, c, d } => {
                        r[a as usize] = upvalue_held(m, closure, up);
                        next!();
                        r[c as usize] = r[d as usize].in_words();
                    }
                    Op::UpvalIndexInt { a, up, c, d, e } => {
                        r[a as usize] = upvalue_held(m, closure, up);
                        next!();
                        get_element!(c, r[d as usize], r[e as usize])
                    }
                    Op::UpvalJEqInts { a, up, b, c, cond, off } => {
                        r[a as usize] = upvalue_held(m, closure, up);
                        next!();
                        known_equal!(Int r[b as usize], r[c as usize], cond, off)
                    }
                    Op::UpvalJLtInts { a, up, b, c, cond, off } => {
                        r[a as usize] = upvalue_held(m, closure, up);
                        next!();
                        known_less!(false, Int r[b as usize], r[c as usize], cond, off)
                    }
                    Op::CellIndexInt { a, up, c, d, e } => {
                        r[a as usize] = held_cell!(up).get(m, Cell::value);
                        next!();
                        get_element!(c, r[d as usize], r[e as usize])
                    }
                    Op::UpvalCellAddI { a, b, up, i } => {
                        let cell = held_cell!(up);
                        let x = cell.get(m, Cell::value);
                        r[a as usize] = x;
                        next!();
                        known_arith!(Add, b, Int x; i!(i));
                        next!();
                        cell.set(m, Cell::value, r[b as usize]);
                    }
                    Op::GetSelfAddI { a, b, c, i } => {
                        match m.non_null(closure) {
                            Some(f) if !M::TRACING => r[a as usize] = Value::Function(f).into(),
                            _ => again!(),
                        }
                        next!();
                        known_arith!(Add, b, Int r[c as usize]; i!(i))
                    }
                    Op::FieldAddI { a, b, c, k, i } => {
                        get_known!(a, r[b as usize], k);
                        next!();
                        known_arith!(Add, c, Int r[a as usize]; i!(i));
                        next!();
                        set_name!(r[b as usize], k, r[c as usize])
                    }
                    Op::GetFields { a, b, k, c, d, l } => {
                        get_known!(a, r[b as usize], u16::from(k));
                        next!();
                        get_known!(c, r[d as usize], u16::from(l))
                    }
                    Op::GetFieldJTrue { a, b, k, off } => {
                        get_known!(a, r[b as usize], k);
                        next!();
                        jump_if!(true, a, off)
                    }
                    Op::GetFieldJFalse { a, b, k, off } => {
                        get_known!(a, r[b as usize], k);
                        next!();
                        jump_if!(false, a, off)
                    }
                    Op::GetIndexIntJTrue { a, b, c, off } => {
                        get_element!(a, r[b as usize], r[c as usize]);
                        next!();
                        jump_if!(true, a, off)
                    }
                    Op::GetIndexIntJFalse { a, b, c, off } => {
                        get_element!(a, r[b as usize], r[c as usize]);
                        next!();
                        jump_if!(false, a, off)
                    }
                    Op::GetIndexInts { a, b, c, d, e, f } => {
                        get_element!(a, r[b as usize], r[c as usize]);
                        next!();
                        get_element!(d, r[e as usize], r[f as usize])
                    }
                    Op::MulAddFloats { a, b, c, d, e } => {
                        known_arith!(Mul, a, Float r[b as usize], r[c as usize]);
                        let product = r[a as usize];
                        next!();
                        known_arith!(Add, d, Float r[e as usize], product)
                    }
                    Op::MulMulAddFloats { a, b, c, d, e, f, g } => {
                        known_arith!(Mul, a, Float r[b as usize], r[c as usize]);
                        let one = r[a as usize];
                        next!();
                        known_arith!(Mul, d, Float r[e as usize], r[f as usize]);
                        let other = r[d as usize];
                        next!();
                        known_arith!(Add, g, Float one, other)
                    }
                    Op::AddIntsForLoop { a, b, c, d, off } => {
                        known_arith!(Add, a, Int r[b as usize], r[c as usize]);
                        next!();
                        for_loop!(d, off)
                    }
                    Op::AddFloatsForLoop { a, b, c, d, off } => {
                        known_arith!(Add, a, Float r[b as usize], r[c as usize]);
                        next!();
                        for_loop!(d, off)
                    }
                    Op::SetIndexIntForLoop { a, b, c, d, off } => {
                        set_element!(r[a as usize], r[b as usize], r[c as usize]);
                        next!();
                        for_loop!(d, off)
                    }
                    Op::SetIndexKIntForLoop { a, b, v, d, off } => {
                        set_element!(r[a as usize], r[b as usize], k!(v));
                        next!();
                        for_loop!(d, off)
                    }
                    Op::TFor { a, c, off } => {
                        tfor_call!(a, c);
                        next!();
                        tfor_loop!(a, off)
                    }
                }
                break 'again;
                }
                cold_path();
                (ops, op) = derivative_missed(code, pc);
                }
            }
        }
    }

    #[inline(always)]
    fn place_results<M: Machine<L = Lua>>(
        &self,
        m: &M,
        s: &mut State<Lua, M::V>,
        start: usize,
        count: usize,
    ) {
        self.place(m, s, start, count)
    }

    fn warm(&self, f: &Activation<Conc>, fuse: bool) {
        f.code.0.quick.warm(fuse);
    }

    fn describe(&self, f: &Activation<Conc>) -> String {
        let code = f.code.0;
        let pc = f.pc as usize;
        let file = crate::syntax::error::chunk_id(&code.proto.source);
        let op = code.ops().get(pc).map_or_else(String::new, |op| format!(" {op:?}"));
        format!("{file}:{}{op}", code.line(pc))
    }
    fn file(&self, f: &Activation<Conc>) -> Option<String> {
        f.code.0.proto.source.strip_prefix('@').map(str::to_string)
    }
    fn describe_call(&self, helper: &str, word: u64) -> Option<String> {
        let calls = ["call3", "call6", "call_many", "read3", "read6"].contains(&helper);
        calls.then(|| self.native(word as u32)).map(|n| format!("{}.{}", n.library, n.name))
    }
    fn mark(&self, m: &mut Marker<'_>) {
        self.mark(m)
    }
    fn condemn(&self, rt: &Rt, m: &mut Marker<'_>) {
        if self.finalizers.condemn(m) {
            rt.request_attention();
        }
        if rt.is_watched() {
            rt.watch(self.hooks.forget(m));
        }
    }
    fn watch<M: Machine<L = Self, V = Conc>>(
        &self,
        m: &M,
        s: &mut State<Lua, Conc>,
        polled: Result<(), Raised>,
    ) -> Flow {
        match polled.and_then(|()| crate::hook::before_step(m, s)) {
            Ok(()) => Flow::Continue,
            Err(Raised) => {
                // As if the instruction had raised it.
                s.top().frame.pc += 1;
                self.unwind(m, s)
            }
        }
    }
    fn attend(&self, rt: &Rt) -> Result<(), Raised> {
        crate::finalize::run(rt);
        Ok(())
    }
    fn out_of_memory(&self, rt: &Rt) -> RawSlot {
        unwind::message(rt, "not enough memory")
    }
    fn interrupted(&self, rt: &Rt) -> RawSlot {
        unwind::message(rt, "interrupted!")
    }
    fn stack_overflow(&self, rt: &Rt) -> RawSlot {
        unwind::message(rt, "stack overflow")
    }
}

impl Lua {
    /// Notes what the operands of the instruction before `pc` are. Answers the instructions to go on with, and that one, which is to be done.
    #[inline(never)]
    fn look_at_operands<M: Machine<L = Lua>>(
        &self,
        m: &M,
        code: &'static Code,
        pc: usize,
        r: &[Slot<M::V>],
    ) -> (&'static [Op], &'static Op) {
        let Some(r) = m.plain(r) else { unreachable!("only plain execution looks") };
        let kind = |x| match x {
            Operand::Reg(at) => Kind::of(r[usize::from(at)].tag),
            x => Kind::of_fixed(code, x),
        };
        let op = &code.ops()[pc - 1];
        let kinds = op.looked_at().map_or_else(Default::default, |both| both.map(kind));
        (code.quick.looked(pc - 1, kinds), op)
    }
}

/// The derivative before `pc` met other kinds. Answers as [`Lua::look_at_operands`] does.
#[cold]
#[inline(never)]
fn derivative_missed(code: &'static Code, pc: usize) -> (&'static [Op], &'static Op) {
    (code.quick.missed(pc - 1), &code.ops()[pc - 1])
}
