//! Quickening: which instructions plain execution runs, when it writes them anew, and that nothing else can tell.
//!
//! The language sums: register 0 counts turns, register 1 is the sum, register 2 what is added, whose kind a program changes. It has one instruction with derivatives.

use holloway::heap::{HeapConfig, Mutator, RawSlot};
use holloway::machine::quick::ROUNDS;
use holloway::machine::*;
use holloway::{derivatives, interpreter_loop, known, HotCell, Params, Runtime, Stats, Tagged, Traced};
use std::cell::Cell;

#[derive(Tagged, Clone, Copy)]
#[repr(u64)]
enum Value<V: Values> {
    Int(Int<V>),
    Float(Float<V>),
}

#[derive(Traced)]
struct Activation {
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    /// `R[1] = R[1] + R[2]`.
    Add,
    /// What is added next; counts the turn, and returns after the last.
    Next,
    /// Goes to the beginning.
    Loop,
    Look,
    AddInts,
    AddFloats,
    /// `AddInts`, `Next`.
    AddIntsNext,
    /// `Next`, `Loop`.
    NextLoop,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
enum Number {
    #[default]
    Whole,
    Real,
}

use Number::*;
derivatives! { Op, Op::Look, operands usize, kinds Number;
    Add {} of 1, 2; [Whole, Whole] => Op::AddInts, [Real, Real] => Op::AddFloats;
    [AddInts {}, Next {}] => Op::AddIntsNext;
    [Next {}, Loop {}] => Op::NextLoop;
}

/// A program.
#[derive(Clone, Copy)]
struct Sum {
    turns: i64,
    /// Floats are added from this turn on,
    floats_from: i64,
    /// or before each turn that is a multiple of this.
    floats_each: i64,
}

const SUM: Sum = Sum { turns: 500, floats_from: i64::MAX, floats_each: i64::MAX };

struct Lang {
    program: Sum,
    ops: &'static [Op],
    quick: Quick<Op>,
    header: HotCell,
    /// How often each instruction was done plainly: `Add`, `Look`, `AddInts`, `AddFloats`; how often one of these was wrong; `AddIntsNext`.
    done: [Cell<i64>; 6],
}

impl Lang {
    fn count<M: Machine<L = Lang>>(&self, which: usize) {
        if !M::TRACING {
            self.done[which].set(self.done[which].get() + 1);
        }
    }
    /// The sum of two numbers; none of an integer and a float, which is the slow way's.
    fn add<M: Machine<L = Lang>>(&self, m: &M, x: Slot<M::V>, y: Slot<M::V>) -> Option<Slot<M::V>> {
        match (m.unpack(x), m.unpack(y)) {
            (Value::Int(x), Value::Int(y)) => Some(Value::Int(x + y).into()),
            (Value::Float(x), Value::Float(y)) => Some(Value::Float(x + y).into()),
            _ => None,
        }
    }
    fn mixed<M: Machine<L = Lang>>(&self, m: &M, x: Slot<M::V>, y: Slot<M::V>) -> Slot<M::V> {
        let float = |v| match m.unpack(v) {
            Value::Int(x) => x.to_float(),
            Value::Float(x) => x,
        };
        Value::Float(float(x) + float(y)).into()
    }
}

impl Language for Lang {
    type Value = Value<Conc>;
    type Frame<V: Values> = Activation;

    fn interp<M: Machine<L = Lang>>(&self, m: &M, s: &mut State<Lang, M::V>) -> Exit {
        interpreter_loop! {
            machine m, state s, labels 'frame 'run;
            activation {
                let mut ops = if M::TRACING { self.ops } else { self.quick.now() };
                let mut pc = s.top().frame.pc as usize;
                let mut r = s.registers();
            }
            publish { s.top().frame.pc = pc as u32; }
            refetch { r = s.registers(); }
            at_header {}
            unwind { Flow::Leave(Exit::Raised) }
            step {
                let mut op = &ops[pc];
                pc += 1;
                'again: loop {
                    macro_rules! again {
                        () => {{
                            self.count::<M>(4);
                            ops = self.quick.missed(pc - 1);
                            op = &self.ops[pc - 1];
                            continue 'again;
                        }};
                    }
                    macro_rules! known_add {
                        ($kind:ident) => {
                            r[1] = known!(m, else { again!() }; x: Value::$kind = r[1], y: Value::$kind = r[2]; self.add(m, x, y))
                        };
                    }
                    macro_rules! next {
                        () => {{
                            let Value::Int(turn) = m.unpack(r[0]) else { unreachable!("register 0 counts") };
                            r[0] = Value::Int(turn + 1).into();
                            if m.branch(turn.eq_(self.program.turns)) {
                                let base = s.top().base;
                                act!(m.ret(s, base + 1, 1));
                                continue 'frame;
                            }
                            let late = m.branch(Int::new(self.program.floats_from).le(turn));
                            let float = late || m.branch((turn + 1).mod_floor(self.program.floats_each).eq_(0));
                            r[2] = if float { Value::Float(Float::new(1.0)).into() } else { Value::Int(Int::new(1)).into() };
                        }};
                    }
                    match *op {
                        Op::Add => {
                            self.count::<M>(0);
                            let (x, y) = (r[1], r[2]);
                            r[1] = self.add(m, x, y).unwrap_or_else(|| self.mixed(m, x, y));
                        }
                        Op::Next => next!(),
                        Op::Loop => {
                            pc = 0;
                            count!(&self.header);
                        }
                        Op::Look => {
                            self.count::<M>(1);
                            let kinds = self.ops[pc - 1].looked_at().map_or_else(Default::default, |at| {
                                at.map(|at| if matches!(m.unpack(r[at]), Value::Int(_)) { Whole } else { Real })
                            });
                            op = &self.ops[pc - 1];
                            ops = self.quick.looked(pc - 1, kinds);
                            continue 'again;
                        }
                        Op::AddInts => {
                            known_add!(Int);
                            self.count::<M>(2);
                        }
                        Op::AddFloats => {
                            known_add!(Float);
                            self.count::<M>(3);
                        }
                        Op::NextLoop => {
                            next!();
                            pc = 0;
                            count!(&self.header);
                        }
                        Op::AddIntsNext => {
                            known_add!(Int);
                            self.count::<M>(5);
                            pc += 1;
                            next!()
                        }
                    }
                    break 'again;
                }
            }
        }
    }
    fn warm(&self, _: &Activation, fuse: bool) {
        self.quick.warm(fuse);
    }
    fn place_results<M: Machine<L = Lang>>(&self, _: &M, _: &mut State<Lang, M::V>, _: usize, _: usize) {}
    fn describe(&self, f: &Activation) -> String {
        format!("sum:{}", f.pc)
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

/// What a run came to.
struct Ran {
    sum: RawSlot,
    done: [i64; 6],
    stats: Stats,
}

fn run(program: Sum, params: Params) -> Ran {
    let run = |rt: &Runtime<Lang>| {
        let sum = rt.with_segment(|s| {
            s.push(Activation { pc: 0 }, 0, 0).expect("room");
            for (register, n) in [(0, 0), (1, 0), (2, 1)] {
                s.stack.slots()[register] = Value::Int(Int::new(n)).into();
            }
            rt.run_segment(s).expect("no errors")[0]
        });
        Ran { sum, done: std::array::from_fn(|k| rt.lang.done[k].get()), stats: rt.driver.stats() }
    };
    let lang = |_: &Mutator| {
        let ops = &[Op::Add, Op::Next, Op::Loop];
        let (quick, header) = (Quick::new(ops), HotCell::default());
        Ok::<_, String>(Lang { program, ops, quick, header, done: Default::default() })
    };
    holloway::run_with(params, HeapConfig::default(), lang, run).expect("a run time")
}

fn plain() -> Params {
    Params { jit: false, ..Params::default() }
}

/// How often each instruction was done plainly, after checking that without derivatives the sum is the same.
fn done(program: Sum) -> [i64; 6] {
    let single = Params { fused: false, ..plain() };
    let (on, off) = (run(program, single.clone()), run(program, Params { derivatives: false, ..plain() }));
    assert_eq!(on.sum, off.sum);
    assert_eq!(on.done[5], 0, "nothing is fused");
    let fused = run(program, plain());
    assert_eq!(fused.sum, on.sum);
    assert_eq!(fused.done[2] + fused.done[5], on.done[2], "fused, it is done as often");
    assert_eq!(fused.done[4], on.done[4]);
    assert_eq!(off.done, [program.turns + 1, 0, 0, 0, 0, 0], "all of it is done as it is written");
    on.done
}

#[test]
fn a_derivative_takes_over_after_a_few_looks() {
    let [add, looked, ints, floats, ..] = done(SUM);
    // Before the header was visited twice, and at each look.
    assert!(add <= 6 && looked == 2, "{add} {looked}");
    assert_eq!((add + ints, floats), (SUM.turns + 1, 0));
}

#[test]
fn what_follows_each_other_is_fused() {
    let done = run(SUM, plain()).done;
    assert_eq!((done[2], done[3]), (0, 0), "no derivative is done by itself");
    assert_eq!(done[0] + done[5], SUM.turns + 1);
}

#[test]
fn a_fused_instruction_that_is_wrong_for_good_is_given_up() {
    let done = run(Sum { turns: 5000, floats_from: 300, ..SUM }, plain()).done;
    assert!(done[5] > 250 && done[4] == 250, "{done:?}");
    assert_eq!(done[0] + done[2] + done[5], 5001, "what it left was done once");
}

#[test]
fn a_derivative_that_is_wrong_for_good_is_given_up() {
    let [add, _, ints, floats, missed, _] = done(Sum { turns: 5000, floats_from: 300, ..SUM });
    assert!(ints > 250 && floats == 0);
    assert_eq!(missed, 250);
    assert_eq!(add + ints, 5001, "what the derivative left was done once");
}

#[test]
fn a_derivative_that_is_wrong_at_first_is_not() {
    // The sum begins as an integer.
    let [add, looked, _, floats, ..] = done(Sum { floats_from: 0, ..SUM });
    assert!(add < 10 && looked <= 4 && floats > 480, "{add} {looked} {floats}");
}

#[test]
fn an_instruction_without_a_derivative_for_what_it_sees_looks_no_more() {
    // The sum is a float soon, and integers are added at each other turn.
    let [add, looked, ints, floats, ..] = done(Sum { floats_each: 2, ..SUM });
    assert!(looked < 20 && add + ints + floats == 501, "{add} {looked} {ints} {floats}");
}

#[test]
fn programs_do_the_same_in_all_modes() {
    for program in
        [SUM, Sum { floats_from: 100, ..SUM }, Sum { floats_each: 3, ..SUM }, Sum { floats_from: 0, ..SUM }]
    {
        let sum = run(program, plain()).sum;
        for threshold in [2, 20, 200] {
            for derivatives in [true, false] {
                let params = Params { threshold, bridge_threshold: 2, derivatives, ..Params::default() };
                assert_eq!(run(program, params).sum, sum, "{threshold} {derivatives}");
            }
        }
    }
}

#[test]
fn recordings_see_no_derivative() {
    let counters = |derivatives| {
        let program = Sum { turns: 20_000, floats_from: 9000, ..SUM };
        let s = run(program, Params { threshold: 60, derivatives, ..Params::default() }).stats;
        [s.roots, s.bridges, s.aborts, s.recorded_ops, s.optimized_ops, s.code_bytes]
    };
    let on = counters(true);
    assert!(on[0] > 0, "something is compiled");
    assert_eq!(on, counters(false));
}

/// A function of so many instructions that can be quickened.
fn function(n: usize) -> (&'static [Op], Quick<Op>) {
    let ops: &'static [Op] = vec![Op::Add; n].leak();
    (ops, Quick::new(ops))
}

#[test]
fn what_was_not_seen_goes_on_looking() {
    let (ops, quick) = function(3);
    assert_eq!(quick.now(), ops, "before it is warm");
    quick.warm(true);
    assert_eq!(quick.now(), [Op::Look; 3]);
    assert_eq!(quick.looked(0, [Whole, Whole]), [Op::Look; 3]);
    assert_eq!(quick.looked(1, [Real, Real]), [Op::AddInts, Op::AddFloats, Op::Look]);
    quick.warm(true);
    assert_eq!(quick.now(), [Op::AddInts, Op::AddFloats, Op::Look], "it is warm already");
}

#[test]
fn what_is_fused_stands_in_the_place_of_its_first() {
    let ops: &'static [Op] = vec![Op::Add, Op::Next, Op::Add, Op::Next, Op::Loop].leak();
    for (fuse, first, last) in [(true, Op::AddIntsNext, Op::NextLoop), (false, Op::AddInts, Op::Next)] {
        let quick = Quick::new(ops);
        quick.warm(fuse);
        quick.looked(0, [Whole, Whole]);
        assert_eq!(quick.looked(2, [Real, Real]), [first, Op::Next, Op::AddFloats, last, Op::Loop]);
    }
}

#[test]
fn a_function_without_derivatives_keeps_its_instructions() {
    let ops: &'static [Op] = vec![Op::Loop, Op::Next].leak();
    let quick = Quick::new(ops);
    quick.warm(true);
    assert_eq!(quick.now().as_ptr(), ops.as_ptr());
}

#[test]
fn what_is_fused_of_instructions_without_derivatives_is_given_up_too() {
    let ops: &'static [Op] = vec![Op::Next, Op::Loop].leak();
    let quick = Quick::new(ops);
    quick.warm(true);
    for _ in 0..250 {
        assert_eq!(quick.now(), [Op::NextLoop, Op::Loop]);
        quick.missed(0);
    }
    assert_eq!(quick.now(), ops);
}

#[test]
fn instructions_are_written_a_few_times_only() {
    let (ops, quick) = function(2);
    quick.warm(true);
    let mut written = 1;
    for _ in 0..1_000_000 {
        let before = quick.now().as_ptr();
        written += u8::from(quick.looked(0, [Whole, Real]).as_ptr() != before);
    }
    assert_eq!(written, ROUNDS);
    assert_eq!(quick.now(), ops, "in the end nothing looks");
    assert_eq!(quick.missed(1), ops);
}
