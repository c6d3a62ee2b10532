//! Every rule on random and edge values, against the meaning of the ops.

use super::*;
use crate::ir::op::Arg;
use crate::ir::scalar::eval_pure;
use crate::ir::{Effect, Shape, Trace};
use crate::opt::OptConfig;

thread_local! {
    static FIRED: std::cell::RefCell<std::collections::HashSet<&'static str>> = Default::default();
}

/// Notes that a rule was applied.
pub(in crate::opt) fn note_fired(rule: &Rule) {
    FIRED.with_borrow_mut(|f| f.insert(rule.name));
}

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 8) % n
    }
    /// A value of a type, often at an edge.
    fn value(&mut self, ty: Ty) -> u64 {
        const INTS: &[i64] = &[
            0,
            1,
            -1,
            2,
            3,
            7,
            8,
            63,
            64,
            65,
            255,
            256,
            1 << 31,
            1 << 53,
            i64::MAX,
            i64::MIN,
            i64::MIN + 1,
            -2,
            1 << 62,
        ];
        const FLOATS: &[f64] = &[
            0.0,
            -0.0,
            1.0,
            -1.0,
            2.0,
            0.5,
            3.0,
            1e300,
            5e-324,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            1.5,
            -2.5,
            f64::MIN_POSITIVE,
        ];
        match (ty, self.below(4)) {
            (Ty::Float, 0) => f64::from_bits(self.next()).to_bits(),
            (Ty::Float, _) => FLOATS[self.below(FLOATS.len() as u64) as usize].to_bits(),
            (Ty::Ref, _) => self.below(3) * 64,
            (_, 0) => self.next() >> self.below(64),
            (_, 1) => 1u64 << self.below(64),
            _ => INTS[self.below(INTS.len() as u64) as usize] as u64,
        }
    }
}

fn arg_ty(arg: Arg) -> Ty {
    match arg {
        Arg::F => Ty::Float,
        Arg::R => Ty::Ref,
        _ => Ty::Int,
    }
}

/// A trace that computes the rule's op on operands of its shapes.
fn example(rule: &Rule, rng: &mut Rng) -> Trace {
    let mut t = Trace::default();
    for ty in [Ty::Int, Ty::Int, Ty::Float, Ty::Float, Ty::Ref, Ty::Ref] {
        let mut i = Inst::new(Op::Input);
        i.ty = ty;
        t.push(i);
    }
    let mut args = [IrRef::NONE; 3];
    for (k, (&shape, &arg)) in rule.operands.iter().zip(rule.op.info().args).enumerate() {
        let ty = arg_ty(arg);
        args[k] = match shape {
            Operand::Is(bits) => t.konst(ty, bits),
            Operand::Const => {
                let v = rng.value(ty);
                t.konst(ty, v)
            }
            Operand::Def(op) => compute(&mut t, op, rng),
            Operand::Any => any(&mut t, ty, rng),
        };
    }
    if rule.operands.len() == 2 && rng.below(3) == 0 {
        // Equal operands, or one that occurs in the other's computation.
        let inner =
            t.insts.get(args[0].index()).filter(|_| !args[0].is_const()).map_or(args[0], |d| d.args[0]);
        let candidate = if rng.below(2) == 0 || inner.is_none() { args[0] } else { inner };
        if matches!(rule.operands[1], Operand::Any) && t.ty(candidate) == arg_ty(rule.op.info().args[1]) {
            args[1] = candidate;
        }
    }
    let mut inst = Inst::new(rule.op);
    inst.args = args;
    let r = t.push(inst);
    let list = t.add_list(vec![r]);
    let mut end = Inst::new(Op::Finish);
    end.list = list;
    t.push(end);
    t
}

/// An input, a constant, something with narrow bounds, or a computed value.
fn any(t: &mut Trace, ty: Ty, rng: &mut Rng) -> IrRef {
    let input = IrRef(match ty {
        Ty::Float => 2 + rng.below(2) as u32,
        Ty::Ref => 4 + rng.below(2) as u32,
        _ => rng.below(2) as u32,
    });
    match (ty, rng.below(6)) {
        (Ty::Int, 0) => {
            let mut and = Inst::new(Op::IntAnd);
            and.args = [input, t.konst(Ty::Int, [1, 7, 63, 255][rng.below(4) as usize]), IrRef::NONE];
            t.push(and)
        }
        (Ty::Int, 1) => compute(
            t,
            [Op::IntLt, Op::IntEq, Op::UintLe, Op::FloatEq, Op::RefToInt][rng.below(5) as usize],
            rng,
        ),
        (Ty::Float, 0) => compute(t, [Op::IntToFloat, Op::FloatFloor][rng.below(2) as usize], rng),
        (Ty::Float, 1) => of_integer(t, rng),
        (_, 2) => {
            let v = rng.value(ty);
            t.konst(ty, v)
        }
        _ => input,
    }
}

/// A few ops on a converted integer.
fn of_integer(t: &mut Trace, rng: &mut Rng) -> IrRef {
    let mut r = compute(t, Op::IntToFloat, rng);
    for _ in 0..rng.below(4) {
        let ops = [
            Op::FloatMul,
            Op::FloatDiv,
            Op::FloatAdd,
            Op::FloatSub,
            Op::FloatFloor,
            Op::FloatCeil,
            Op::FloatNeg,
        ];
        let mut inst = Inst::new(ops[rng.below(ops.len() as u64) as usize]);
        inst.args[0] = r;
        if inst.op.info().args.len() == 2 {
            let v = rng.value(Ty::Float);
            inst.args[1] = t.konst(Ty::Float, v);
        }
        r = t.push(inst);
    }
    r
}

fn compute(t: &mut Trace, op: Op, rng: &mut Rng) -> IrRef {
    let mut inst = Inst::new(op);
    for (k, &arg) in op.info().args.iter().enumerate() {
        let constant = k == 1 && rng.below(2) == 0;
        let ty = arg_ty(arg);
        let narrow = op == Op::IntToFloat && rng.below(2) == 0;
        inst.args[k] = if constant {
            let v = rng.value(ty);
            t.konst(ty, v)
        } else if narrow {
            let mut and = Inst::new(Op::IntAnd);
            and.args = [IrRef(0), t.konst(Ty::Int, 255), IrRef::NONE];
            t.push(and)
        } else {
            let base = match ty {
                Ty::Float => 2,
                Ty::Ref => 4,
                _ => 0,
            };
            IrRef(base + rng.below(2) as u32)
        };
    }
    t.push(inst)
}

/// Runs a straight line of pure ops.
fn run(t: &Trace, inputs: &[u64]) -> u64 {
    let mut values: Vec<u64> = inputs.to_vec();
    let get = |values: &[u64], r: IrRef| t.as_const(r).map_or_else(|| values[r.index()], |c| c.bits);
    for inst in &t.insts[inputs.len()..] {
        if inst.op == Op::Finish {
            return get(&values, t.list(inst)[0]);
        }
        let args: Vec<u64> = inst.operands().iter().map(|&r| get(&values, r)).collect();
        values.push(eval_pure(inst.op, &args).expect("a pure op"));
    }
    unreachable!("the trace ends in finish")
}

fn equal(ty: Ty, a: u64, b: u64) -> bool {
    a == b || (ty == Ty::Float && f64::from_bits(a).is_nan() && f64::from_bits(b).is_nan())
}

/// Rules about objects need allocations and accesses, which this harness does not make; the random traces cover them.
const ABOUT_OBJECTS: &[&str] = &["ref_eq_new", "ref_ne_new", "ref_eq_followed", "ref_ne_followed"];

#[test]
fn every_rule_agrees_with_the_evaluator() {
    let mut rng = Rng(0x1234_5678_9abc_def1);
    let config = OptConfig::from_list("none,fold,dce").unwrap();
    for rule in TOPICS.iter().copied().flatten() {
        FIRED.with_borrow_mut(|f| f.clear());
        for _ in 0..400 {
            let t = example(rule, &mut rng);
            let new = crate::opt::optimize(&t, &config).expect("no guards, no aborts");
            let ty = t.ty(t.list(&t.insts[t.insts.len() - 1])[0]);
            for _ in 0..20 {
                let inputs: Vec<u64> = t.insts[..6].iter().map(|i| rng.value(i.ty)).collect();
                let (want, have) = (run(&t, &inputs), run(&new, &inputs));
                assert!(
                    equal(ty, want, have),
                    "rule {} ({}): {want:#x} became {have:#x}\n{:?}\n{:?}\ninputs {inputs:x?}",
                    rule.name,
                    rule.equation,
                    t.insts,
                    new.insts
                );
            }
        }
        let fired = FIRED.with_borrow(|f| f.contains(rule.name));
        assert!(fired || ABOUT_OBJECTS.contains(&rule.name), "rule {} never applied", rule.name);
    }
}

#[test]
fn names_are_unique_and_shapes_fit() {
    let mut seen = std::collections::HashSet::new();
    for r in TOPICS.iter().copied().flatten() {
        assert!(seen.insert(r.name), "rule {} twice", r.name);
        let info = r.op.info();
        assert!(
            info.effect == Effect::Pure && info.shape == Shape::Plain,
            "rule {} is not about a pure op",
            r.name
        );
        assert_eq!(r.operands.len(), info.args.len(), "rule {}", r.name);
    }
}
