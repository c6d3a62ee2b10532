#![allow(missing_docs, reason = "a language for tests only")]
//! What hints do to traces: the same loop with and without what a hint asks for, and the same result in every mode.
//!
//! The language has one loop of [`TURNS`] turns: register 0 counts, register 1 takes the body's value, register 2 holds a box.

use holloway::driver::coverage::Schedule;
use holloway::heap::{Gc, Header, HeapConfig, Mut, RawSlot};
use holloway::machine::*;
use holloway::{backedge, elidable, merge_point, residual, HotCell, Object, Params, Runtime, Tagged, Traced};

const TURNS: i64 = 200;

#[derive(Object)]
#[repr(C)]
pub struct Boxed {
    header: Header,
    pub n: Mut<i64>,
}

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
pub enum Value<V: Values> {
    Int(Int<V>),
    Boxed(Ref<V, Boxed>),
}

#[derive(Traced)]
pub struct Activation {
    pc: u32,
}

impl<V: Values> Frame<V> for Activation {
    fn live(&self) -> LiveMask {
        first_slots(3)
    }
    fn place(&self) -> (u64, u32) {
        (0, self.pc)
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// A power whose exponent the program text gives, or a register.
    Power { constant: bool },
    /// The number in a box just made, or in one from before.
    Unbox { fresh: bool },
    /// A test that hardly ever fails, with or without saying so.
    Test { hint: bool },
}

pub struct Lang {
    body: Body,
    header: HotCell,
}

#[elidable]
fn power(_: &Cx<Lang>, x: i64, n: i64) -> i64 {
    (0..n).fold(1, |p, _| p.wrapping_mul(x))
}

#[residual]
fn unbox(cx: &Cx<Lang>, b: Gc<Boxed>) -> i64 {
    b.n.get(&cx.rt.heap)
}

/// `x` to the power `n`: multiplications in place if the exponent is known.
fn fast_power<M: Machine<L = Lang>>(m: &M, x: Int<M::V>, n: Int<M::V>) -> Int<M::V> {
    if m.is_constant(n) {
        (0..m.promote(n)).fold(Int::new(1), |p, _| p * x)
    } else {
        power(m, x, n)
    }
}

impl Lang {
    fn body<M: Machine<L = Lang>>(&self, m: &M, r: &[Slot<M::V>; 256]) -> Int<M::V> {
        let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
        let Value::Boxed(old) = m.unpack(r[2]) else { unreachable!("register 2 holds a box") };
        match self.body {
            Body::Power { constant: true } => fast_power(m, i, Int::new(3)),
            Body::Power { constant: false } => fast_power(m, i, old.get(m, Boxed::n)),
            Body::Unbox { fresh } => {
                let b = if fresh { make(m).init(m, Boxed::n, i * i) } else { old };
                if m.is_virtual(b) {
                    b.get(m, Boxed::n)
                } else {
                    unbox(m, b)
                }
            }
            Body::Test { hint } => {
                let c = i.lt(1_000_000);
                if if hint { m.likely(c) } else { m.branch(c) } {
                    i * 2
                } else {
                    i
                }
            }
        }
    }
}

impl Language for Lang {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = Lang>>(&self, m: &M, s: &mut State<Lang, M::V>) -> Exit {
        'frame: loop {
            let base = s.top().base;
            let mut pc = s.top().frame.pc;
            let mut r = s.stack.window(base);
            loop {
                merge_point!(m, s, publish { s.top().frame.pc = pc; }, refetch { r = s.stack.window(base); });
                if pc == 0 {
                    r[1] = Value::Int(self.body(m, r)).into();
                    pc = 1;
                    continue;
                }
                let Value::Int(i) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
                r[0] = Value::Int(i + 1).into();
                if m.unlikely(i.eq_(TURNS)) {
                    match m.ret(s, base + 1, 1) {
                        Flow::Leave(exit) => return exit,
                        _ => continue 'frame,
                    }
                }
                pc = 0;
                backedge!(m, s, &self.header, publish { s.top().frame.pc = pc; }, |flow| {
                    match flow {
                        Flow::Leave(exit) => return exit,
                        _ => continue 'frame,
                    }
                });
            }
        }
    }
    fn place_results<M: Machine<L = Lang>>(&self, _: &M, _: &mut State<Lang, M::V>, _: usize, _: usize) {}
    fn describe(&self, f: &Activation) -> String {
        format!("body:{}", f.pc)
    }
    fn out_of_memory(&self, _: &Runtime<Lang>) -> RawSlot {
        RawSlot::default()
    }
    fn interrupted(&self, _: &Runtime<Lang>) -> RawSlot {
        RawSlot::default()
    }
    fn stack_overflow(&self, _: &Runtime<Lang>) -> RawSlot {
        RawSlot::default()
    }
}

/// The loop's result, and its counters: ops recorded.
fn run(body: Body, params: Params) -> (u64, u64) {
    let lang = || Lang { body, header: HotCell::default() };
    let run = |rt: &Runtime<Lang>| {
        let value = rt.with_segment(|s| {
            s.push(Activation { pc: 0 }, 0, 0).expect("room");
            let made = rt.heap.alloc(Boxed { header: Header::NEW, n: Mut::new(3) });
            s.stack.slots()[0] = Value::Int(Int::new(0)).into();
            s.stack.slots()[1] = Value::Int(Int::new(0)).into();
            s.stack.slots()[2] = Value::Boxed(Ref::new(made)).into();
            rt.run_segment(s).expect("no errors")[0]
        });
        (value.bits, rt.driver.stats().recorded_ops)
    };
    holloway::run_with(params, HeapConfig::default(), lang, run).expect("a run time")
}

/// The ops of the loop's optimized body, after checking that every mode gives the same.
fn loop_ops(name: &str, body: Body) -> Vec<String> {
    let plain = run(body, Params { jit: false, ..Params::default() }).0;
    for chaos in [None, Some((1, 3)), Some((5, 7))] {
        let eager = Params {
            threshold: 2,
            bridge_threshold: 2,
            chaos: chaos.map(Schedule::seeded),
            ..Params::default()
        };
        assert_eq!(run(body, eager).0, plain, "{body:?} {chaos:?}");
    }
    let file = std::env::temp_dir().join(format!("hints-{name}-{}.json", std::process::id()));
    let logged = Params { log_json: Some(file.clone()), log_places: true, ..Params::default() };
    assert_eq!(run(body, logged).0, plain);
    let log = std::fs::read_to_string(&file).expect("a log");
    std::fs::remove_file(&file).expect("the log is removed");
    let events = log.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON"));
    let trace = events.into_iter().find(|e| e["event"] == "trace").expect("a trace");
    let text = trace["optimized"].as_str().expect("its text").to_string();
    let body = text.split("label(").nth(1).unwrap_or_else(|| panic!("a loop: {text}"));
    body.lines().take_while(|l| !l.contains(" = snap")).map(str::to_string).collect()
}

fn count(ops: &[String], what: &str) -> usize {
    ops.iter().filter(|l| l.contains(what)).count()
}

#[test]
fn constants_are_known() {
    let with = loop_ops("with", Body::Power { constant: true });
    assert_eq!((count(&with, "call"), count(&with, "int_mul")), (0, 2), "{with:#?}");
    let without = loop_ops("without", Body::Power { constant: false });
    assert_eq!((count(&without, "call"), count(&without, "int_mul")), (1, 0), "{without:#?}");
}

#[test]
fn allocations_of_the_trace_are_known() {
    let with = loop_ops("fresh", Body::Unbox { fresh: true });
    assert_eq!((count(&with, "call"), count(&with, " new ")), (0, 0), "{with:#?}");
    let without = loop_ops("old", Body::Unbox { fresh: false });
    assert_eq!(count(&without, "call"), 1, "{without:#?}");
}

#[test]
fn likely_changes_nothing_but_the_layout() {
    assert_eq!(loop_ops("likely", Body::Test { hint: true }), loop_ops("branch", Body::Test { hint: false }));
}
