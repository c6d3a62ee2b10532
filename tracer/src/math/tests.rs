//! Bodies on values that are not there yet: what a trace of one computes must be what the native function does, to the bit.

use super::host::Host;
use super::*;
use crate::machine::Bool;
use crate::record::tape;
use crate::record::word::{Rec, RecWord};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate, same_word, Outcome};
use holloway_compiler::ir::{verify::verify, Inst, IrRef, Op, Trace};
use holloway_draws::{Draws, EDGE_FLOATS};

/// Goes the way that the argument at hand goes, and guards it.
#[derive(Clone, Copy)]
struct Taped;

impl Host for Taped {
    type V = Rec;
    fn branch(self, c: Bool<Rec>) -> bool {
        let holds = c.0.bits != 0;
        if !c.0.r.is_const() {
            let op = if holds { Op::GuardTrue } else { Op::GuardFalse };
            tape::with(|t| {
                let (n, _) = t.count_guard();
                t.guard(op, [c.0.r, IrRef::NONE, IrRef::NONE], n);
            });
        }
        holds
    }
}

/// The trace of a body for these arguments.
fn traced<const N: usize>(args: [f64; N], body: impl Fn([Float<Rec>; N]) -> Float<Rec>) -> Trace {
    tape::with(|t| t.reset());
    let inputs = args.map(|x| {
        let r = tape::with(|t| t.push(Inst { ty: Ty::Float, ..Inst::new(Op::Input) }));
        Float(RecWord { bits: x.to_bits(), r })
    });
    let result = body(inputs).0.r;
    let (trace, _) = tape::with(|t| {
        let list = t.trace.add_list(vec![result]);
        t.push(Inst { list, ..Inst::new(Op::Finish) });
        t.finish().expect("a trace")
    });
    verify(&trace).unwrap_or_else(|e| panic!("{e}\n{trace}"));
    trace
}

/// An argument of any size, one like programs have, or an edge.
fn argument(draws: &mut Draws) -> f64 {
    match draws.below(4) {
        0 => f64::from_bits(draws.bits()),
        1 => draws.pick(EDGE_FLOATS),
        2 => draws.below(4096) as f64 / 2048.0 - 1.0,
        _ => draws.below(1 << 15) as f64 / 128.0 - 100.0,
    }
}

/// Traces of a function for many arguments, each run for its own and for others: where all guards hold, it ends with the function's value.
fn check<const N: usize>(
    name: &str,
    body: impl Fn([Float<Rec>; N]) -> Float<Rec>,
    native: impl Fn([f64; N]) -> f64,
) {
    let mut draws = Draws::seeded(14);
    let mut elsewhere = 0;
    for _ in 0..300 {
        let own = [(); N].map(|()| argument(&mut draws));
        let trace = traced(own, &body);
        for k in 0..8 {
            let args = if k == 0 { own } else { [(); N].map(|()| argument(&mut draws)) };
            let want = native(args).to_bits();
            match evaluate(&trace, &args.map(f64::to_bits), &mut ArenaMemory::new(), 100_000) {
                Outcome::Finish(words) => {
                    assert!(same_word(Ty::Float, words[0], want), "{name}{args:?} by\n{trace}");
                    elsewhere += u32::from(k > 0);
                }
                Outcome::Exit { .. } => assert!(k > 0, "{name}{args:?} leaves its own trace\n{trace}"),
                other => panic!("{name}{args:?}: {other:?}"),
            }
        }
    }
    assert!(elsewhere > 100, "{name}: traces held for {elsewhere} other arguments");
}

macro_rules! open_bodies {
    ($($name:ident $body:path;)*) => {$(
        #[test]
        fn $name() {
            check(stringify!($name), |[x]| $body(Taped, x), |[x]| native::$name(x));
        }
    )*};
}
open_bodies! {
    exp exp::exp;
    expm1 hyper::expm1;
    sinh hyper::sinh;
    cosh hyper::cosh;
    tanh hyper::tanh;
    log log::log;
    log2 log::log2;
    log10 log::log10;
    sin trig::sin;
    cos trig::cos;
    tan tan::tan;
    asin asin::asin;
    acos asin::acos;
    atan atan::atan;
}

#[test]
fn of_two_numbers() {
    check("pow", |[x, y]| pow::pow(Taped, x, y), |[x, y]| native::pow(x, y));
    check("atan2", |[y, x]| atan::atan2(Taped, y, x), |[y, x]| native::atan2(y, x));
}

/// Against remainders by subtraction, which are exact: for whole numbers, for quotients next to whole ones, and for any. What is answered for none is not asked.
#[test]
fn remainders_are_exact() {
    let mut draws = Draws::seeded(15);
    let mut asked = 0;
    let number = |draws: &mut Draws| match draws.below(3) {
        0 => draws.below(1 << 40) as f64,
        1 => f64::from_bits(draws.bits() >> 1),
        _ => draws.below(1000) as f64 / 7.0,
    };
    for _ in 0..100_000 {
        let y = number(&mut draws);
        let x = match draws.below(3) {
            0 => f64::from_bits(
                (y * draws.below(1 << 20) as f64)
                    .to_bits()
                    .wrapping_add(draws.below(3) as u64)
                    .wrapping_sub(1),
            ),
            _ => number(&mut draws),
        };
        if let Some((quotient, rest)) = remainder::div_mod(Plain, Float::new(x), Float::new(y)) {
            let (quotient, rest) = (plain(quotient), plain(rest));
            assert_eq!(rest.to_bits(), (x % y).to_bits(), "{x:e} % {y:e}");
            assert_eq!(quotient, ((x - x % y) / y).round(), "{x:e} / {y:e}");
            asked += 1;
        }
    }
    assert!(asked > 50_000, "{asked} had an answer");
    let wide =
        |[x, y]: [Float<Rec>; 2]| remainder::div_mod(Taped, x, y).map_or(x, |(whole, rest)| whole + rest);
    let native = |[x, y]: [f64; 2]| {
        let suits = x.is_sign_positive() && y > 0.0 && y < f64::INFINITY && x / y < (1_u64 << 51) as f64;
        if suits {
            ((x - x % y) / y).round() + x % y
        } else {
            x
        }
    };
    check("div_mod", wide, native);
}

/// A body has few ways: each is a fork where a device's kernel is made.
#[test]
fn ways_are_few() {
    let guards = |t: &Trace| t.insts.iter().filter(|i| i.op.is_guard()).count();
    assert_eq!(guards(&traced([1.5], |[x]| exp::exp(Taped, x))), 1);
    assert_eq!(guards(&traced([1.5], |[x]| log::log(Taped, x))), 2);
    assert_eq!(guards(&traced([1.5, 0.7], |[x, y]| pow::pow(Taped, x, y))), 2);
}
