//! The interpreter: one loop over register bytecode, generic over who runs it.
//!
//! **Layout.** This file has the loop and the fast paths that are inlined into it. What is rare or long is outlined: `arith`, `compare`, `attr`,
//! `item`, `iterate`, `call`, `arrange`, `generator`, `build`, `unwind`; `helpers` has the functions that traces call.
//!
//! **Invariants.**
//! 1. Code and the place in it are green; values are red. Nothing red steers Rust but through `m`.
//! 2. Whoever pushes an activation has published the caller's pc, and the instruction before that pc says where results go (`place`).
//! 3. A result of one slot is a value; of two slots it is the end of a generator.
//!
//! **Example.** `p.x + 1` is `GetAttr` (one load of the map, promoted; one of the slot) and `Add` (a guard of the tag, an addition that watches for overflow).

mod activation;
mod arith;
mod arrange;
mod attr;
mod attr_builtin;
mod build;
mod bytes;
pub mod call;
mod compare;
mod complex;
mod construct;
mod descriptors;
mod dict;
mod enter;
pub mod generator;
mod helpers;
mod inner;
mod item;
mod iterate;
mod keyed;
mod library;
mod matching;
mod namespace;
mod place;
mod regex;
mod relays;
mod special;
mod text;
mod unwind;

use crate::bytecode::{BinOp, CmpOp, Op};
use crate::code::{Code, GlobalState};
use crate::native::Guest;
use crate::quick::Kind;
use crate::value::{Cell, Tag, Value, NONE};
use crate::{Py, Rt};
pub use activation::{answer, frame, stage, Activation, Ints, Step, S};
use activation::{boolean, konst};
use enter::Called;
use holloway::heap::{Marker, RawSlot};
use holloway::machine::*;
use holloway::{interpreter_loop, known};
use iterate::Next;
use std::hint::cold_path;

impl Language for Py {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation<V>;
    const DEPTH_LIMIT: u64 = 200_000;

    fn interp<M: Machine<L = Py>>(&self, m: &M, s: &mut State<Py, M::V>) -> Exit {
        interpreter_loop! {
            machine m, state s, labels 'frame 'run;
            activation {
                let code = s.top().frame.code.0;
                let mut ops = if M::TRACING { code.ops() } else { code.quick.now() };
                let mut pc = s.top().frame.pc as usize;
                let mut r = s.registers();
                // The exception being raised, if it is at hand; otherwise it is with the run time.
                let mut raised: Option<Slot<M::V>> = None;
            }
            publish { s.top().frame.pc = pc as u32; }
            refetch { r = s.registers(); }
            at_header { pc += 1; }
            unwind { self.unwind(m, s, raised) }
            step {
                // By reference: each handler loads the operands it has, where a copy would keep all there can be in registers.
                let mut op = &ops[pc];
                pc += 1;
                'again: loop {
                'wrong: {
                macro_rules! put {
                    ($a:expr, $step:expr) => {{
                        s.top().frame.pc = pc as u32;
                        match t!($step) {
                            Step::Value(v) => {
                                r = s.registers();
                                r[$a as usize] = v;
                            }
                            Step::Flow(f) => go!(f),
                        }
                    }};
                }
                macro_rules! done {
                    ($step:expr) => {{
                        s.top().frame.pc = pc as u32;
                        match t!($step) {
                            Step::Value(_) => r = s.registers(),
                            Step::Flow(f) => go!(f),
                        }
                    }};
                }
                macro_rules! slow {
                    ($a:expr, $step:expr) => {{
                        cold_path();
                        put!($a, $step)
                    }};
                }
                macro_rules! arith {
                    ($op:expr, $place:expr, $a:expr, $b:expr, $c:expr) => {{
                        let (x, y) = (r[$b as usize], r[$c as usize]);
                        put!($a, self.arith(m, s, $op, $place, x, y))
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
                macro_rules! bound {
                    ($v:expr, $k:expr) => {{
                        let v = $v;
                        if m.branch(v.has_tag(Tag::Unbound)) {
                            t!(helpers::unbound(m, Value::Str(Ref::new(code.name($k))).into()));
                        }
                        v
                    }};
                }
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
                    ($op:ident, $a:expr, $k:ident $b:expr, $c:expr) => {
                        known_arith!($op, $a, $k $b, $k $c)
                    };
                    ($op:ident, $a:expr, $k:ident $b:expr, $l:ident $c:expr) => {
                        r[$a as usize] = known!(m, else { again!() }; x: Value::$k = r[$b as usize], y: Value::$l = r[$c as usize];
                            self.arith_plain(m, BinOp::$op, x, y))
                    };
                }
                macro_rules! known_compare {
                    ($op:ident, $k:ident $b:expr, $c:expr, $to:expr, $cond:expr) => {
                        if known!(m, else { again!() }; x: Value::$k = r[$b as usize], y: Value::$k = r[$c as usize];
                            self.compare_plain(m, CmpOp::$op, x, y)) == $cond
                        {
                            pc = $to as usize;
                        }
                    };
                }
                macro_rules! known_next {
                    ($k:ident, $a:expr, $d:expr, $to:expr) => {{
                        let a = $a as usize;
                        let next = known!(m, else { again!() }; x: Value::$k = r[a];
                            self.next_plain(m, x, r[a + 1], r[a + 2]));
                        match next {
                            Some((v, i)) => {
                                r[a + 1] = i;
                                r[$d as usize] = v;
                            }
                            None => pc = $to as usize,
                        }
                    }};
                }
                macro_rules! call {
                    ($a:expr, $n:expr) => {{
                        let (a, n) = ($a, $n);
                        s.top().frame.pc = pc as u32;
                        let at = s.top().base + a as usize;
                        let f = s.stack.get(at + 1);
                        if let Some(flow) = self.call_fast(m, s, f, at + 2, n as usize) {
                            go!(flow);
                        }
                        cold_path();
                        let called = match m.branch(f.has_tag(Tag::Native)) {
                            true => self.call_library(m, s, f, at + 2, n as usize),
                            false => self.call(m, s, f, at + 2, n as usize),
                        };
                        match t!(called) {
                            Called::Flow(f) => go!(f),
                            Called::Value(v) => {
                                r = s.registers();
                                r[a as usize] = v;
                            }
                        }
                    }};
                }
                macro_rules! call_method {
                    ($a:expr, $n:expr) => {{
                        let (a, n) = ($a, $n);
                        s.top().frame.pc = pc as u32;
                        let at = s.top().base + a as usize;
                        let f = s.stack.get(at);
                        if let Some(flow) = self.call_fast(m, s, f, at + 1, n as usize + 1) {
                            go!(flow);
                        }
                        cold_path();
                        let called = if m.branch(f.has_tag(Tag::Native)) {
                            self.call_library(m, s, f, at + 1, n as usize + 1)
                        } else if m.branch(f.has_tag(Tag::Unbound)) {
                            let f = s.stack.get(at + 1);
                            self.call(m, s, f, at + 2, n as usize)
                        } else {
                            self.call(m, s, f, at + 1, n as usize + 1)
                        };
                        match t!(called) {
                            Called::Flow(f) => go!(f),
                            Called::Value(v) => {
                                r = s.registers();
                                r[a as usize] = v;
                            }
                        }
                    }};
                }
                macro_rules! give_back {
                    ($b:expr) => {{
                        let b = $b;
                        let v = r[b as usize];
                        let running = s.top();
                        running.frame.pc = pc as u32;
                        let (base, kind) = (running.base, running.frame.kind);
                        if !code.is_generator {
                            let start = match kind {
                                frame::PLAIN => Some(base + b as usize),
                                // The instance, before its registers.
                                _ => m.branch(v.has_tag(Tag::None)).then_some(base - 1),
                            };
                            if let Some(start) = start {
                                act!(m.ret(s, start, 1));
                                continue 'frame;
                            }
                        }
                        cold_path();
                        act!(t!(self.return_value(m, s, base, b)));
                        continue 'frame;
                    }};
                }
                macro_rules! known_arith_int {
                    ($op:ident, $a:expr, $b:expr, $c:expr, $i:expr) => {{
                        let y = Value::Int(Int::new($i.into())).into();
                        r[$a as usize] = y;
                        next!();
                        r[$c as usize] = known!(m, else { again!() }; x: Value::Int = r[$b as usize]; self.arith_plain(m, BinOp::$op, x, y))
                    }};
                }
                macro_rules! known_compare_int {
                    ($op:ident, $a:expr, $b:expr, $i:expr, $to:expr, $cond:expr) => {{
                        let y = Value::Int(Int::new($i.into())).into();
                        r[$a as usize] = y;
                        next!();
                        if known!(m, else { again!() }; x: Value::Int = r[$b as usize]; self.compare_plain(m, CmpOp::$op, x, y)) == $cond {
                            pc = $to as usize;
                        }
                    }};
                }
                macro_rules! get_item {
                    ($k:ident, $a:expr, $b:expr, $c:expr) => {
                        r[$a as usize] = known!(m, else { again!() }; x: Value::$k = r[$b as usize], k: Value::Int = r[$c as usize]; self.item_plain(m, x, k))
                    };
                }
                macro_rules! set_item {
                    ($a:expr, $b:expr, $c:expr) => {{
                        let v = r[$c as usize];
                        known!(m, else { again!() }; x: Value::List = r[$a as usize], k: Value::Int = r[$b as usize]; self.set_item_plain(m, x, k, v).then_some(()))
                    }};
                }
                macro_rules! jump_if_false {
                    ($b:expr, $to:expr) => {
                        match m.unpack(r[$b as usize]) {
                            Value::True => {}
                            Value::False | Value::None => pc = $to as usize,
                            _ => again!(),
                        }
                    };
                }
                macro_rules! back {
                    ($to:expr) => {{
                        pc = $to as usize;
                        count!(&code.loops[pc]);
                    }};
                }
                // What is remembered, and nothing else: parts of fused instructions.
                macro_rules! attribute {
                    ($a:expr, $b:expr, $k:expr) => {
                        match self.attr_remembered(m, r[$b as usize], &code.names[$k as usize]) {
                            Some(v) => r[$a as usize] = v,
                            None => again!(),
                        }
                    };
                }
                macro_rules! method {
                    ($a:expr, $b:expr, $k:expr) => {
                        match self.method_remembered(m, r[$b as usize], &code.names[$k as usize]) {
                            Some((f, v)) => {
                                r[$a as usize] = f;
                                r[$a as usize + 1] = v;
                            }
                            None => again!(),
                        }
                    };
                }
                match *op {
                    Op::Move { a, b } => r[a as usize] = r[b as usize].in_words(),
                    Op::LoadK { a, k } => r[a as usize] = konst(code.consts[k as usize]),
                    Op::LoadInt { a, i } => r[a as usize] = Value::Int(Int::new(i64::from(i))).into(),
                    Op::LoadNone { a } => r[a as usize] = Value::None.into(),
                    Op::Unbind { a } => r[a as usize] = Value::Unbound.into(),
                    Op::CheckBound { a, k } => {
                        bound!(r[a as usize], k);
                    }

                    Op::NewCell { a, b } => {
                        cold_path();
                        let c = make::<M, Cell>(m).init(m, Cell::value, r[b as usize]);
                        r[a as usize] = Value::Cell(c).into();
                    }
                    Op::GetCell { a, b, k } => {
                        r[a as usize] = bound!(cell!(r[b as usize]).get(m, Cell::value), k);
                    }
                    Op::SetCell { a, b } => cell!(r[a as usize]).set(m, Cell::value, r[b as usize]),
                    Op::UnbindCell { a } => {
                        cold_path();
                        cell!(r[a as usize]).set(m, Cell::value, Value::Unbound.into());
                    }
                    Op::GetFree { a, i, k } => {
                        let c = self.free_cell(m, s, i);
                        r = s.registers();
                        let v = c.get(m, Cell::value);
                        if m.branch(v.has_tag(Tag::Unbound)) {
                            t!(helpers::unbound_free(m, Value::Str(Ref::new(code.name(k))).into()));
                        }
                        r[a as usize] = v;
                    }
                    Op::SetFree { i, b } => {
                        let v = r[b as usize];
                        self.free_cell(m, s, i).set(m, Cell::value, v);
                        r = s.registers();
                    }
                    Op::UnbindFree { i } => {
                        cold_path();
                        self.free_cell(m, s, i).set(m, Cell::value, Value::Unbound.into());
                        r = s.registers();
                    }
                    Op::LoadGlobal { a, g } => {
                        let used = &code.globals[g as usize];
                        if let (false, Some(v)) = (M::TRACING, used.remembered()) {
                            r[a as usize] = konst(v);
                            continue 'run;
                        }
                        let (global, builtin) = (used.global, used.builtin);
                        let constant = |v| {
                            if !M::TRACING {
                                used.remember(v);
                            }
                            konst(v)
                        };
                        let built_in = || match assume(m, &builtin.state, |s| *s) {
                            GlobalState::Constant(v) => constant(v),
                            _ => Ref::new(builtin.cell).get(m, Cell::value),
                        };
                        let v = match assume(m, &global.state, |s| *s) {
                            GlobalState::Constant(v) => constant(v),
                            GlobalState::Missing => built_in(),
                            GlobalState::Variable => {
                                let v = Ref::new(global.cell).get(m, Cell::value);
                                match m.branch(v.has_tag(Tag::Unbound)) {
                                    true => built_in(),
                                    false => v,
                                }
                            }
                        };
                        if m.branch(v.has_tag(Tag::Unbound)) {
                            t!(helpers::undefined(m, Value::Str(Ref::new(global.name)).into()));
                        }
                        r[a as usize] = v;
                    }
                    Op::StoreGlobal { b, g } => {
                        cold_path();
                        let global = code.globals[g as usize].global;
                        match assume(m, &global.state, |s| *s) {
                            GlobalState::Variable => Ref::new(global.cell).set(m, Cell::value, r[b as usize]),
                            _ => helpers::set_global(
                                m,
                                Int::new(code.id.into()),
                                Int::new(g.into()),
                                r[b as usize],
                            ),
                        }
                    }
                    Op::DelGlobal { g } => {
                        cold_path();
                        t!(helpers::del_global(m, Int::new(code.id.into()), Int::new(g.into())))
                    }
                    Op::LoadName { a, b, g } => {
                        cold_path();
                        r[a as usize] = t!(helpers::load_name(
                            m,
                            Int::new(code.id.into()),
                            Int::new(g.into()),
                            r[b as usize]
                        ));
                    }
                    Op::StoreName { a, b, g } => {
                        cold_path();
                        let name = Value::Str(Ref::new(code.globals[g as usize].global.name)).into();
                        t!(helpers::set_item(m, r[a as usize], name, r[b as usize]));
                    }
                    Op::DelName { b, g } => {
                        cold_path();
                        let name = Value::Str(Ref::new(code.globals[g as usize].global.name)).into();
                        t!(helpers::del_name(m, r[b as usize], name));
                    }

                    Op::Add { a, b, c } => arith!(BinOp::Add, arith::Place::Plain, a, b, c),
                    Op::Sub { a, b, c } => arith!(BinOp::Sub, arith::Place::Plain, a, b, c),
                    Op::Mul { a, b, c } => arith!(BinOp::Mul, arith::Place::Plain, a, b, c),
                    Op::Bin { op, a, b, c } => arith!(op, arith::Place::Plain, a, b, c),
                    Op::InPlace { op, a, b, c } => arith!(op, arith::Place::InPlace, a, b, c),
                    Op::Unary { op, a, b } => {
                        let x = r[b as usize];
                        match self.unary_plain(m, op, x) {
                            Some(v) => r[a as usize] = v,
                            None => slow!(a, self.unary_slow(m, s, op, x)),
                        }
                    }
                    Op::Not { a, b } => {
                        let x = r[b as usize];
                        match self.truth_plain(m, x) {
                            Some(c) => r[a as usize] = boolean(!c),
                            None => {
                                cold_path();
                                match self.truth_slow(m, s, pc, x) {
                                    Ok(compare::Test::Is(c)) => {
                                        r = s.registers();
                                        r[a as usize] = boolean(!c);
                                    }
                                    Ok(compare::Test::Flow(f)) => go!(f),
                                    Err(Raised) => break 'run,
                                }
                            }
                        }
                    }
                    Op::Cmp { op, a, b, c } => {
                        let (x, y) = (r[b as usize], r[c as usize]);
                        match self.compare_plain(m, op, x, y) {
                            Some(v) => r[a as usize] = boolean(v),
                            None => slow!(a, self.compare_slow(m, s, op, x, y)),
                        }
                    }
                    Op::Is { a, b, c, neg } => {
                        let same = m.branch(r[b as usize].same(r[c as usize]));
                        r[a as usize] = boolean(same != neg);
                    }
                    Op::In { a, b, c, neg } => {
                        cold_path();
                        let (x, y) = (r[b as usize], r[c as usize]);
                        put!(a, self.contains(m, s, x, y, neg))
                    }

                    Op::Jump { to } => pc = to as usize,
                    Op::Loop { to } => back!(to),
                    Op::JTrue { b, to } | Op::JFalse { b, to } => {
                        let x = r[b as usize];
                        let c = match self.truth_plain(m, x) {
                            Some(c) => c,
                            None => {
                                cold_path();
                                match self.truth_slow(m, s, pc, x) {
                                    Ok(compare::Test::Is(c)) => {
                                        r = s.registers();
                                        c
                                    }
                                    Ok(compare::Test::Flow(f)) => go!(f),
                                    Err(Raised) => break 'run,
                                }
                            }
                        };
                        if c == matches!(op, Op::JTrue { .. }) {
                            pc = to as usize;
                        }
                    }
                    Op::JCmp { op, b, c, to, cond } => {
                        let (x, y) = (r[b as usize], r[c as usize]);
                        s.top().frame.pc = pc as u32;
                        match t!(self.compare(m, s, op, x, y)) {
                            compare::Test::Is(c) => {
                                r = s.registers();
                                if c == cond {
                                    pc = to as usize;
                                }
                            }
                            compare::Test::Flow(f) => go!(f),
                        }
                    }
                    Op::JNone { b, cond, to } => {
                        if m.branch(r[b as usize].has_tag(Tag::None)) == cond {
                            pc = to as usize;
                        }
                    }

                    Op::GetAttr { a, b, k } => {
                        let (x, name) = (r[b as usize], &code.names[k as usize]);
                        if let Some(v) = self.attr_remembered(m, x, name) {
                            r[a as usize] = v;
                            continue 'run;
                        }
                        let name = name.text();
                        match self.attr_plain(m, x, name) {
                            Some(v) => r[a as usize] = v,
                            None => slow!(a, self.attr_slow(m, s, x, name)),
                        }
                    }
                    Op::SetAttr { a, c, k } => {
                        let (x, v, name) = (r[a as usize], r[c as usize], &code.names[k as usize]);
                        let done = self.set_remembered(m, x, name, v);
                        let name = name.text();
                        if !done && !self.set_attr_plain(m, x, name, v) {
                            cold_path();
                            done!(self.set_attr_slow(m, s, x, name, v));
                        }
                    }
                    Op::DelAttr { a, k } => {
                        cold_path();
                        let name = Value::Str(Ref::new(code.name(k))).into();
                        t!(helpers::del_attr(m, r[a as usize], name));
                    }
                    Op::LoadMethod { a, b, k } => {
                        let (x, name) = (r[b as usize], &code.names[k as usize]);
                        if let Some((f, v)) = self.method_remembered(m, x, name) {
                            r[a as usize] = f;
                            r[a as usize + 1] = v;
                            continue 'run;
                        }
                        let name = name.text();
                        match self.method_plain(m, x, name) {
                            Some(f) => {
                                r[a as usize] = f;
                                r[a as usize + 1] = x;
                            }
                            None => {
                                r[a as usize] = Value::Unbound.into();
                                match self.attr_plain(m, x, name) {
                                    Some(v) => r[a as usize + 1] = v,
                                    None => put!(a + 1, self.attr_slow(m, s, x, name)),
                                }
                            }
                        }
                    }
                    Op::SuperMethod { a, k } => {
                        cold_path();
                        let (c, x) = (r[a as usize], r[a as usize + 1]);
                        let (f, v) = t!(self.super_method(m, c, x, code.name(k)));
                        r[a as usize] = f;
                        r[a as usize + 1] = v;
                    }
                    Op::GetItem { a, b, c } => {
                        let (x, k) = (r[b as usize], r[c as usize]);
                        s.top().frame.pc = pc as u32;
                        match t!(self.item(m, s, x, k)) {
                            Ok(Step::Value(v)) => {
                                r = s.registers();
                                r[a as usize] = v;
                            }
                            Ok(Step::Flow(f)) => go!(f),
                            Err(exception) => {
                                raised = Some(exception);
                                break 'run;
                            }
                        }
                    }
                    Op::SetItem { a, b, c } => {
                        let (x, k, v) = (r[a as usize], r[b as usize], r[c as usize]);
                        done!(self.set_item(m, s, x, k, v));
                    }
                    Op::DelItem { a, b } => {
                        cold_path();
                        let (x, k) = (r[a as usize], r[b as usize]);
                        done!(self.delete_item(m, s, x, k));
                    }

                    Op::BuildList { a, b, n } => {
                        let v = self.build_list(m, &r[b as usize..][..n as usize]);
                        r[a as usize] = v;
                    }
                    Op::BuildTuple { a, b, n } => {
                        let v = build::tuple(m, &r[b as usize..][..n as usize]);
                        r[a as usize] = v;
                    }
                    Op::BuildSet { a, b, n } => {
                        cold_path();
                        let v = build::set(m);
                        for i in b..b + n {
                            t!(helpers::set_add(m, v, r[i as usize]));
                        }
                        r[a as usize] = v;
                    }
                    Op::BuildDict { a, b, n } => {
                        cold_path();
                        let d = build::dict_of(m, &r[b as usize..][..2 * n as usize]);
                        r[a as usize] = Value::Dict(d).into();
                    }
                    Op::BuildString { a, b, n } => {
                        cold_path();
                        let v = t!(build::string(m, &r[b as usize..][..n as usize]));
                        r[a as usize] = v;
                    }
                    Op::BuildSlice { a, b } => {
                        cold_path();
                        let b = b as usize;
                        r[a as usize] = build::slice(m, r[b], r[b + 1], r[b + 2]);
                    }
                    Op::ListAppend { a, b } => t!(self.append(m, r[a as usize], r[b as usize])),
                    Op::ListCollect { a, b, c } => {
                        let (l, v) = (r[a as usize], r[b as usize]);
                        if !self.append_outlined(m, l, v) {
                            let left = self.turns_left(m, &r[c as usize..][..3]);
                            t!(helpers::list_append_more(m, l, v, left));
                        }
                    }
                    Op::SetAdd { a, b } => {
                        cold_path();
                        let (set, k) = (r[a as usize], r[b as usize]);
                        done!(self.add_member(m, s, set, k));
                    }
                    Op::DictAdd { a, b, c } => {
                        cold_path();
                        let (k, v) = (r[b as usize], r[c as usize]);
                        match m.unpack(r[a as usize]) {
                            Value::Dict(d) => done!(self.set_entry(m, s, d, k, v)),
                            x => t!(helpers::set_item(m, x.into(), k, v)),
                        }
                    }
                    Op::ListExtend { a, b } => {
                        cold_path();
                        let (list, items) = (r[a as usize], r[b as usize]);
                        done!(self.take_all(m, s, Guest::ListExtend, list, items));
                    }
                    Op::TupleExtend { a, b } => {
                        cold_path();
                        r[a as usize] = t!(build::extended_tuple(m, r[a as usize], r[b as usize]));
                    }
                    Op::SetUpdate { a, b } => {
                        cold_path();
                        let (set, items) = (r[a as usize], r[b as usize]);
                        done!(self.take_all(m, s, Guest::SetUpdate, set, items));
                    }
                    Op::DictUpdate { a, b } => {
                        cold_path();
                        t!(helpers::dict_update(m, r[a as usize], r[b as usize]))
                    }
                    Op::DictMerge { a, b, f } => {
                        cold_path();
                        t!(helpers::dict_merge(m, r[a as usize], r[b as usize], r[f as usize]))
                    }
                    Op::ListToTuple { a, b } => { cold_path(); r[a as usize] = t!(helpers::list_to_tuple(m, r[b as usize])) }
                    Op::Unpack { a, b, n } => {
                        cold_path();
                        let x = r[b as usize];
                        if self.is_lazy(m, x) {
                            done!(self.unpack_lazy(m, s, x, n));
                        } else {
                            t!(self.unpack_into(m, x, &mut r[a as usize..][..n as usize]));
                        }
                    }
                    Op::UnpackEx { a, b, before, after } => {
                        cold_path();
                        let (x, n) = (r[b as usize], before as usize + after as usize + 1);
                        t!(self.unpack_star(m, x, before.into(), &mut r[a as usize..][..n]));
                    }
                    Op::Format { a, b, c, conv } => {
                        cold_path();
                        let (v, spec) = (r[b as usize], r[c as usize]);
                        put!(a, self.format(m, s, v, spec, conv));
                    }
                    Op::MakeFunction { a, p } => {
                        cold_path();
                        let f = self.function(m, s, a, p);
                        r = s.registers();
                        r[a as usize] = f;
                    }
                    Op::BuildClass { a } => {
                        cold_path();
                        let at = a as usize;
                        r[at] = t!(helpers::build_class(m, r[at], r[at + 1], r[at + 2], r[at + 3]));
                    }

                    Op::Call { a, n } => call!(a, n),
                    Op::CallMethod { a, n } => call_method!(a, n),
                    Op::CallKw { a, n, method, k } => {
                        cold_path();
                        s.top().frame.pc = pc as u32;
                        let at = s.top().base + a as usize;
                        match t!(self.call_kw(m, s, at, n as usize, method, k)) {
                            Called::Flow(f) => go!(f),
                            Called::Value(v) => {
                                r = s.registers();
                                r[a as usize] = v;
                            }
                        }
                    }
                    Op::SpreadItems { a, f } => {
                        cold_path();
                        let (x, kw) = (r[a as usize], r[a as usize + 1]);
                        if !m.branch(x.has_tag(Tag::Tuple)) {
                            if m.branch(kw.has_tag(Tag::Dict)) {
                                r[a as usize + 1] = t!(helpers::spread_names(m, kw, r[f as usize]));
                            }
                            let f = r[f as usize];
                            put!(a, self.spread(m, s, x, f));
                        }
                    }
                    Op::SpreadNames { a, f } => {
                        cold_path();
                        let x = r[a as usize];
                        if !m.branch(x.has_tag(Tag::Dict)) {
                            r[a as usize] = t!(helpers::spread_names(m, x, r[f as usize]));
                        }
                    }
                    Op::CallEx { a } => {
                        cold_path();
                        s.top().frame.pc = pc as u32;
                        let at = s.top().base + a as usize;
                        match t!(self.call_ex(m, s, at)) {
                            Called::Flow(f) => go!(f),
                            Called::Value(v) => {
                                r = s.registers();
                                r[a as usize] = v;
                            }
                        }
                    }
                    Op::Return { b } => give_back!(b),
                    Op::Yield { b, .. } => {
                        cold_path();
                        s.top().frame.pc = pc as u32;
                        let base = s.top().base;
                        act!(self.yield_value(m, s, base, b));
                        continue 'frame;
                    }
                    Op::YieldFrom { a, b, to } => {
                        cold_path();
                        let (it, sent) = (r[b as usize], r[a as usize]);
                        s.top().frame.pc = pc as u32;
                        match t!(self.send(m, s, it, sent)) {
                            Next::Value(v) => {
                                r = s.registers();
                                r[a as usize] = v;
                            }
                            Next::End(v) => {
                                r = s.registers();
                                r[a as usize] = v;
                                pc = to as usize;
                            }
                            Next::Flow(f) => go!(f),
                        }
                    }

                    Op::GetIter { a, b } => {
                        let x = r[b as usize];
                        match self.iter_plain(m, x) {
                            Some((x, i, n)) => {
                                r[a as usize] = x;
                                r[a as usize + 1] = i;
                                r[a as usize + 2] = n;
                            }
                            None => {
                                // Not looked at, but a generator that waits in the loop keeps them.
                                r[a as usize + 1] = konst(NONE);
                                r[a as usize + 2] = konst(NONE);
                                put!(a, self.iter_slow(m, s, x))
                            }
                        }
                    }
                    Op::ForIter { a, d, to } => {
                        let a = a as usize;
                        match self.next_plain(m, r[a], r[a + 1], r[a + 2]) {
                            Some(Some((v, i))) => {
                                r[a + 1] = i;
                                r[d as usize] = v;
                            }
                            Some(None) => pc = to as usize,
                            None => {
                                cold_path();
                                let it = r[a];
                                s.top().frame.pc = pc as u32;
                                // In the fourth register after the iterator's is what nobody but the next instruction reads.
                                if let (false, Op::Unpack { a: pair, b, n: 2 }) = (M::TRACING, code.ops()[pc]) {
                                    if b == d && d as usize == a + 3 && s.top().frame.stage == 0 {
                                        match t!(self.next_pair(m, it)) {
                                            Some(Some((x, y))) => {
                                                r = s.registers();
                                                r[pair as usize] = x;
                                                r[pair as usize + 1] = y;
                                                pc += 1;
                                                continue 'run;
                                            }
                                            Some(None) => {
                                                r = s.registers();
                                                pc = to as usize;
                                                continue 'run;
                                            }
                                            None => {}
                                        }
                                    }
                                }
                                match t!(self.next_slow(m, s, it)) {
                                    Next::Value(v) => {
                                        r = s.registers();
                                        r[d as usize] = v;
                                    }
                                    Next::End(_) => {
                                        r = s.registers();
                                        pc = to as usize;
                                    }
                                    Next::Flow(f) => go!(f),
                                }
                            }
                        }
                    }
                    Op::MakeIter { a, b } => {
                        cold_path();
                        let x = r[b as usize];
                        put!(a, self.iter_object(m, s, x))
                    }

                    Op::Raise { b } => {
                        cold_path();
                        raised = Some(t!(self.exception(m, r[b as usize])));
                        break 'run;
                    }
                    Op::RaiseFrom { b, c } => {
                        cold_path();
                        t!(helpers::raise_from(m, r[b as usize], r[c as usize]));
                        break 'run;
                    }
                    Op::Reraise { b } => {
                        cold_path();
                        raised = Some(r[b as usize]);
                        break 'run;
                    }
                    Op::RaiseNone => {
                        cold_path();
                        t!(helpers::raise_none(m));
                        break 'run;
                    }
                    Op::JNoMatch { b, c, to } => {
                        cold_path();
                        if !t!(self.matches(m, r[b as usize], r[c as usize])) {
                            pc = to as usize;
                        }
                    }
                    Op::ExcInfo { a, b } => {
                        cold_path();
                        let (x, a) = (r[b as usize], a as usize);
                        [r[a], r[a + 1], r[a + 2]] = t!(self.about_exception(m, x));
                    }
                    Op::Import { a, k } => {
                        cold_path();
                        let name = Value::Str(Ref::new(code.name(k))).into();
                        r[a as usize] = t!(helpers::import(m, name, Int::new(code.module.into())));
                    }
                    Op::ImportFrom { a, b, k } => {
                        cold_path();
                        let name = Value::Str(Ref::new(code.name(k))).into();
                        r[a as usize] = t!(helpers::import_from(m, r[b as usize], name));
                    }
                    Op::Handle { a, b } => {
                        cold_path();
                        let cell = Ref::new(self.handled());
                        r[a as usize] = cell.get(m, Cell::value);
                        cell.set(m, Cell::value, r[b as usize]);
                    }
                    Op::Handled { b } => {
                        cold_path();
                        Ref::new(self.handled()).set(m, Cell::value, r[b as usize]);
                    }
                    Op::Globals { a } => {
                        cold_path();
                        r[a as usize] = helpers::globals(m, Int::new(code.module.into()));
                    }
                    Op::AddLocal { a, b, k } => {
                        cold_path();
                        let name = Value::Str(Ref::new(code.name(k))).into();
                        t!(helpers::add_local(m, r[a as usize], name, r[b as usize]));
                    }
                    Op::AddFree { a, i, k } => {
                        cold_path();
                        let c = self.free_cell(m, s, i);
                        r = s.registers();
                        let name = Value::Str(Ref::new(code.name(k))).into();
                        t!(helpers::add_local(m, r[a as usize], name, Value::Cell(c).into()));
                    }
                    Op::ImportStar { b } => {
                        cold_path();
                        t!(helpers::import_star(m, Int::new(code.module.into()), r[b as usize]));
                    }

                    Op::Look => {
                        cold_path();
                        (ops, op) = self.look_at_operands(m, code, pc, r);
                        continue 'again;
                    }
                    Op::AddInts { a, b, c } => known_arith!(Add, a, Int b, c),
                    Op::AddFloats { a, b, c } => known_arith!(Add, a, Float b, c),
                    Op::SubInts { a, b, c } => known_arith!(Sub, a, Int b, c),
                    Op::SubFloats { a, b, c } => known_arith!(Sub, a, Float b, c),
                    Op::MulInts { a, b, c } => known_arith!(Mul, a, Int b, c),
                    Op::MulFloats { a, b, c } => known_arith!(Mul, a, Float b, c),
                    Op::DivFloats { a, b, c } => known_arith!(Div, a, Float b, c),
                    Op::FloorDivInts { a, b, c } => known_arith!(FloorDiv, a, Int b, c),
                    Op::ModInts { a, b, c } => known_arith!(Mod, a, Int b, c),
                    Op::AndInts { a, b, c } => known_arith!(And, a, Int b, c),
                    Op::OrInts { a, b, c } => known_arith!(Or, a, Int b, c),
                    Op::XorInts { a, b, c } => known_arith!(Xor, a, Int b, c),
                    Op::ShrInts { a, b, c } => known_arith!(Shr, a, Int b, c),
                    Op::ShlInts { a, b, c } => known_arith!(Shl, a, Int b, c),
                    Op::JLtInts { b, c, to, cond } => known_compare!(Lt, Int b, c, to, cond),
                    Op::JLeInts { b, c, to, cond } => known_compare!(Le, Int b, c, to, cond),
                    Op::JEqInts { b, c, to, cond } => known_compare!(Eq, Int b, c, to, cond),
                    Op::JLtFloats { b, c, to, cond } => known_compare!(Lt, Float b, c, to, cond),
                    Op::JLeFloats { b, c, to, cond } => known_compare!(Le, Float b, c, to, cond),
                    Op::JEqFloats { b, c, to, cond } => known_compare!(Eq, Float b, c, to, cond),
                    Op::JEqTexts { b, c, to, cond } => known_compare!(Eq, Str b, c, to, cond),
                    Op::JTrueBool { b, to } => match m.unpack(r[b as usize]) {
                        Value::True => pc = to as usize,
                        Value::False | Value::None => {}
                        _ => again!(),
                    },
                    Op::JFalseBool { b, to } => jump_if_false!(b, to),
                    Op::GetItemList { a, b, c } => get_item!(List, a, b, c),
                    Op::GetItemTuple { a, b, c } => get_item!(Tuple, a, b, c),
                    Op::SetItemList { a, b, c } => set_item!(a, b, c),
                    Op::ForIterRange { a, d, to } => known_next!(Range, a, d, to),
                    Op::ForIterList { a, d, to } => known_next!(List, a, d, to),
                    Op::AddFloatInt { a, b, c } => known_arith!(Add, a, Float b, Int c),
                    Op::SubFloatInt { a, b, c } => known_arith!(Sub, a, Float b, Int c),
                    Op::MulFloatInt { a, b, c } => known_arith!(Mul, a, Float b, Int c),
                    Op::DivFloatInt { a, b, c } => known_arith!(Div, a, Float b, Int c),
                    Op::AddIntFloat { a, b, c } => known_arith!(Add, a, Int b, Float c),
                    Op::SubIntFloat { a, b, c } => known_arith!(Sub, a, Int b, Float c),
                    Op::MulIntFloat { a, b, c } => known_arith!(Mul, a, Int b, Float c),
                    Op::DivIntFloat { a, b, c } => known_arith!(Div, a, Int b, Float c),
                    Op::DivInts { a, b, c } => known_arith!(Div, a, Int b, c),

                    Op::Moves { a, b, c, d } => {
                        r[a as usize] = r[b as usize].in_words();
                        next!();
                        r[c as usize] = r[d as usize].in_words();
                    }
                    Op::MoveLoadMethod { a, b, c, d, k } => {
                        r[a as usize] = r[b as usize].in_words();
                        next!();
                        method!(c, d, k)
                    }
                    Op::MoveGetAttr { a, b, c, d, k } => {
                        r[a as usize] = r[b as usize].in_words();
                        next!();
                        attribute!(c, d, k)
                    }
                    Op::MoveCall { a, b, f, n } => {
                        r[a as usize] = r[b as usize].in_words();
                        next!();
                        call!(f, n)
                    }
                    Op::MoveCallMethod { a, b, f, n } => {
                        r[a as usize] = r[b as usize].in_words();
                        next!();
                        call_method!(f, n)
                    }
                    Op::MoveLoop { a, b, to } => {
                        r[a as usize] = r[b as usize].in_words();
                        back!(to)
                    }
                    Op::LoadMethodMove { a, b, k, c, d } => {
                        method!(a, b, k);
                        next!();
                        r[c as usize] = r[d as usize].in_words();
                    }
                    Op::LoadCallMethod { a, b, k } => {
                        method!(a, b, k);
                        next!();
                        call_method!(a, 0)
                    }
                    Op::LoadGlobalMove { a, g, c, d } => {
                        match code.globals[g as usize].remembered() {
                            Some(v) if !M::TRACING => r[a as usize] = konst(v),
                            _ => again!(),
                        }
                        next!();
                        r[c as usize] = r[d as usize].in_words();
                    }
                    Op::ReturnNone { a } => {
                        r[a as usize] = Value::None.into();
                        next!();
                        give_back!(a)
                    }
                    Op::Unbinds { a, b } => {
                        r[a as usize] = Value::Unbound.into();
                        next!();
                        r[b as usize] = Value::Unbound.into();
                    }
                    Op::GetAttrs { a, b, k, c, d, l } => {
                        attribute!(a, b, k);
                        next!();
                        attribute!(c, d, l)
                    }
                    Op::AddInt { a, b, c, i } => known_arith_int!(Add, a, b, c, i),
                    Op::SubInt { a, b, c, i } => known_arith_int!(Sub, a, b, c, i),
                    Op::MulInt { a, b, c, i } => known_arith_int!(Mul, a, b, c, i),
                    Op::ModInt { a, b, c, i } => known_arith_int!(Mod, a, b, c, i),
                    Op::JEqInt { a, b, cond, i, to } => known_compare_int!(Eq, a, b, i, to, cond),
                    Op::JLtInt { a, b, cond, i, to } => known_compare_int!(Lt, a, b, i, to, cond),
                    Op::JGtInt { a, b, cond, i, to } => known_compare_int!(Gt, a, b, i, to, cond),
                    Op::MulAddFloats { a, b, c, d, e } => {
                        known_arith!(Mul, a, Float b, c);
                        let product = r[a as usize];
                        next!();
                        r[d as usize] = known!(m, else { again!() }; x: Value::Float = r[e as usize], y: Value::Float = product; self.arith_plain(m, BinOp::Add, x, y))
                    }
                    Op::GetItemListJFalse { a, b, c, to } => {
                        get_item!(List, a, b, c);
                        next!();
                        jump_if_false!(a, to)
                    }
                    Op::AddIntsLoop { a, b, c, to } => {
                        known_arith!(Add, a, Int b, c);
                        back!(to)
                    }
                    Op::SetItemListLoop { a, b, c, to } => {
                        set_item!(a, b, c);
                        back!(to)
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

    fn warm(&self, f: &Activation<Conc>, fuse: bool) {
        f.code.0.quick.warm(fuse);
    }

    #[inline(always)]
    fn place_results<M: Machine<L = Py>>(&self, m: &M, s: &mut State<Py, M::V>, start: usize, count: usize) {
        self.place(m, s, start, count)
    }

    fn describe(&self, f: &Activation<Conc>) -> String {
        let code = f.code.0;
        let pc = f.pc as usize;
        format!("{}:{} {:?}", code.proto.name, code.line(pc), code.ops().get(pc))
    }
    fn file(&self, f: &Activation<Conc>) -> Option<String> {
        Some(f.code.0.proto.file.to_string())
    }
    fn describe_call(&self, helper: &str, word: u64) -> Option<String> {
        let calls = helper.starts_with("call_native") || helper.starts_with("read_native");
        calls.then(|| self.native(word as u32).name.to_string())
    }
    fn mark(&self, m: &mut Marker<'_>) {
        self.mark(m)
    }
    fn out_of_memory(&self, rt: &Rt) -> RawSlot {
        let Raised = crate::errors::memory(rt);
        rt.error.get()
    }
    fn interrupted(&self, rt: &Rt) -> RawSlot {
        let e = crate::errors::make(rt, rt.lang.types().keyboard_interrupt, &[]);
        let Raised = crate::errors::throw(rt, crate::value::Val::Inst(e));
        rt.error.get()
    }
    fn stack_overflow(&self, rt: &Rt) -> RawSlot {
        let Raised = crate::errors::too_deep(rt, "");
        rt.error.get()
    }
}

impl Py {
    /// Notes what the operands of the instruction before `pc` are. Answers the instructions to go on with, and that one, which is to be done.
    #[inline(never)]
    fn look_at_operands<M: Machine<L = Py>>(
        &self,
        m: &M,
        code: &'static Code,
        pc: usize,
        r: &[Slot<M::V>],
    ) -> (&'static [Op], &'static Op) {
        let Some(r) = m.plain(r) else { unreachable!("only plain execution looks") };
        let op = &code.ops()[pc - 1];
        let kinds = op.looked_at().unwrap_or_default();
        (code.quick.looked(pc - 1, kinds.map(|at| Kind::of(r[usize::from(at)].tag))), op)
    }
    /// Captured variable `i` of the running function.
    #[inline(always)]
    fn free_cell<M: Machine<L = Py>>(&self, m: &M, s: &mut S<M>, i: u8) -> Ref<M::V, Cell> {
        let func = s.top().frame.func;
        let cell = m.non_null(func).and_then(|f| f.at(m, Int::new(i.into()))).and_then(|c| m.non_null(c));
        match cell {
            Some(c) => c,
            None => unreachable!("a closure has its cells"),
        }
    }
}

/// The derivative before `pc` met other kinds. Answers as `look_at_operands` does.
#[cold]
#[inline(never)]
fn derivative_missed(code: &'static Code, pc: usize) -> (&'static [Op], &'static Op) {
    (code.quick.missed(pc - 1), &code.ops()[pc - 1])
}
