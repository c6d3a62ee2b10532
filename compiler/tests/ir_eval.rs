//! The evaluator against Rust's own semantics, op by op on edge values, and on heap, calls, guards and exits.

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate, evaluate_with, rebuild, same_word, Memory, Outcome};
use holloway_compiler::ir::op::ALL_OPS;
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Effect, Inst, Op, Shape, Trace, Ty};
use holloway_draws::{Draws, EDGE_FLOATS, EDGE_INTS};
use holloway_testkit::world::{allow_test_helpers, test_helpers};
use std::collections::HashSet;

fn parse(text: &str) -> Trace {
    let mut t: Trace = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    for h in &mut t.helpers {
        h.addr = test_helpers().iter().find(|k| k.name == h.name).expect("a test helper").addr;
    }
    verify(&t).unwrap_or_else(|e| panic!("{e}\n{text}"));
    t
}

fn finish(text: &str, inputs: &[u64]) -> Vec<u64> {
    match evaluate(&parse(text), inputs, &mut ArenaMemory::new(), 10_000) {
        Outcome::Finish(v) => v,
        o => panic!("{o:?}"),
    }
}

/// A trace that computes one op on its inputs.
fn single(op: Op) -> Trace {
    use holloway_compiler::ir::op::Arg;
    let mut t = Trace::default();
    let mut inst = Inst::new(op);
    for (k, a) in op.info().args.iter().enumerate() {
        let ty = match a {
            Arg::F => Ty::Float,
            Arg::R => Ty::Ref,
            Arg::I | Arg::W => Ty::Int,
        };
        inst.args[k] = t.push(Inst { ty, ..Inst::new(Op::Input) });
    }
    let r = t.push(inst);
    let list = t.add_list(vec![r]);
    t.push(Inst { list, ..Inst::new(Op::Finish) });
    verify(&t).expect("a trace of one op");
    t
}

fn ints() -> Vec<u64> {
    let mut draws = Draws::seeded(1);
    EDGE_INTS.iter().map(|&i| i as u64).chain((0..40).map(|_| draws.int() as u64)).collect()
}

fn floats() -> Vec<u64> {
    let mut draws = Draws::seeded(2);
    let mut all: Vec<u64> =
        EDGE_FLOATS.iter().map(|f| f.to_bits()).chain((0..30).map(|_| draws.float().to_bits())).collect();
    all.push((-f64::NAN).to_bits());
    all
}

/// Checks an op against a function on all combinations of values; notes that the op is tested.
fn check(seen: &mut HashSet<Op>, op: Op, want: impl Fn(u64, u64) -> u64) {
    seen.insert(op);
    let t = single(op);
    let pool = if t.insts[0].ty == Ty::Float { floats() } else { ints() };
    let mut mem = ArenaMemory::new();
    let ty = op.info().result.unwrap();
    for &a in &pool {
        let seconds = if t.inputs() >= 2 { &pool[..] } else { &pool[..1] };
        for &b in seconds {
            let got = evaluate(&t, &[a, b, b][..t.inputs()], &mut mem, 10);
            let want = want(a, b);
            let Outcome::Finish(words) = &got else { panic!("{op:?}({a:#x}, {b:#x}): {got:?}") };
            assert!(same_word(ty, words[0], want), "{op:?}({a:#x}, {b:#x}) = {:#x}, not {want:#x}", words[0]);
        }
    }
}

#[test]
fn every_pure_op_means_what_rust_means() {
    let s = &mut HashSet::new();
    let big = |a: u64| a as i64 as i128;
    let fits = |v: i128| i64::try_from(v).is_err() as u64;
    check(s, Op::IntAdd, |a, b| (big(a) + big(b)) as u64);
    check(s, Op::IntSub, |a, b| (big(a) - big(b)) as u64);
    check(s, Op::IntMul, |a, b| (a as u128 * b as u128) as u64);
    check(s, Op::IntNeg, |a, _| (-big(a)) as u64);
    // Floor division by way of 128 bits, where nothing overflows and Euclid helps with the rounding.
    let floor = |a: i128, b: i128| if b > 0 { a.div_euclid(b) } else { (-a).div_euclid(-b) };
    check(s, Op::IntDivFloor, |a, b| if b == 0 { 0 } else { floor(big(a), big(b)) as u64 });
    check(
        s,
        Op::IntModFloor,
        |a, b| {
            if b == 0 {
                0
            } else {
                (big(a) - floor(big(a), big(b)) * big(b)) as u64
            }
        },
    );
    check(s, Op::IntAnd, |a, b| a & b);
    check(s, Op::IntOr, |a, b| a | b);
    check(s, Op::IntXor, |a, b| a ^ b);
    check(s, Op::IntNot, |a, _| u64::MAX - a);
    check(s, Op::IntShl, |a, b| (a as u128 * (1u128 << (b % 64))) as u64);
    check(s, Op::IntShr, |a, b| a / (1 << (b % 64)));
    check(s, Op::IntSar, |a, b| (big(a) >> (b % 64)) as u64);
    check(s, Op::IntAddOvf, |a, b| fits(big(a) + big(b)));
    check(s, Op::IntSubOvf, |a, b| fits(big(a) - big(b)));
    check(s, Op::IntMulOvf, |a, b| fits(big(a) * big(b)));
    check(s, Op::IntEq, |a, b| (a == b) as u64);
    check(s, Op::IntNe, |a, b| (a != b) as u64);
    check(s, Op::IntLt, |a, b| ((a as i64) < b as i64) as u64);
    check(s, Op::IntLe, |a, b| (a as i64 <= b as i64) as u64);
    check(s, Op::UintLt, |a, b| (a < b) as u64);
    check(s, Op::UintLe, |a, b| (a <= b) as u64);
    let f = f64::from_bits;
    check(s, Op::FloatAdd, |a, b| (f(a) + f(b)).to_bits());
    check(s, Op::FloatSub, |a, b| (f(a) - f(b)).to_bits());
    check(s, Op::FloatMul, |a, b| (f(a) * f(b)).to_bits());
    check(s, Op::FloatDiv, |a, b| (f(a) / f(b)).to_bits());
    check(s, Op::FloatNeg, |a, _| (-f(a)).to_bits());
    check(s, Op::FloatAbs, |a, _| f(a).abs().to_bits());
    check(s, Op::FloatFma, |a, b| libm::fma(f(a), f(b), f(b)).to_bits());
    check(s, Op::FloatSqrt, |a, _| f(a).sqrt().to_bits());
    check(s, Op::FloatFloor, |a, _| f(a).floor().to_bits());
    check(s, Op::FloatCeil, |a, _| f(a).ceil().to_bits());
    check(s, Op::FloatTrunc, |a, _| f(a).trunc().to_bits());
    check(s, Op::FloatEq, |a, b| (f(a) == f(b)) as u64);
    check(s, Op::FloatNe, |a, b| (f(a) != f(b)) as u64);
    check(s, Op::FloatLt, |a, b| (f(a) < f(b)) as u64);
    check(s, Op::FloatLe, |a, b| (f(a) <= f(b)) as u64);
    check(s, Op::IntToFloat, |a, _| (a as i64 as f64).to_bits());
    check(s, Op::FloatToInt, |a, _| {
        let x = f(a);
        match x {
            _ if x.is_nan() => 0,
            _ if x >= 9.3e18 => i64::MAX as u64,
            _ if x <= -9.3e18 => i64::MIN as u64,
            _ => (x.trunc() as i128).clamp(i64::MIN as i128, i64::MAX as i128) as u64,
        }
    });
    check(s, Op::FloatToBits, |a, _| a);
    check(s, Op::FloatFromBits, |a, _| a);
    check(s, Op::RefToInt, |a, _| a);
    check(s, Op::RefFromInt, |a, _| a);
    check(s, Op::RefEq, |a, b| (a == b) as u64);
    check(s, Op::RefNe, |a, b| (a != b) as u64);
    let pure = |o: &&Op| o.info().effect == Effect::Pure && o.info().shape == Shape::Plain;
    let left: Vec<_> = ALL_OPS.iter().filter(pure).filter(|o| !s.contains(o)).collect();
    assert!(left.is_empty(), "not tested: {left:?}");
}

#[test]
fn known_answers() {
    let min = i64::MIN as u64;
    let neg = |i: i64| i as u64;
    for (op, a, b, want) in [
        ("int_div_floor", neg(-7), 2, neg(-4)),
        ("int_mod_floor", neg(-7), 2, 1),
        ("int_div_floor", 7, neg(-2), neg(-4)),
        ("int_mod_floor", 7, neg(-2), neg(-1)),
        ("int_div_floor", min, neg(-1), min),
        ("int_mod_floor", min, neg(-1), 0),
        ("int_div_floor", 5, 0, 0),
        ("int_mod_floor", 5, 0, 0),
        ("int_shl", 1, 64, 1),
        ("int_shr", min, 127, 1),
        ("int_sar", min, 63, neg(-1)),
        ("int_mul_ovf", min, neg(-1), 1),
        ("uint_lt", neg(-1), 0, 0),
    ] {
        let t = single(Op::from_name(op).unwrap());
        let got = evaluate(&t, &[a, b], &mut ArenaMemory::new(), 10);
        assert_eq!(got, Outcome::Finish(vec![want]), "{op} {a} {b}");
    }
    let out = finish("f0 = input float\nf1 = float_neg f0\nfinish(f1)", &[f64::NAN.to_bits()]);
    assert_eq!(out, vec![f64::NAN.to_bits() ^ 1 << 63], "negation flips the sign of NaN");
}

const HEAP: &str = "
type t0 = Pair{header=1, size=40, stride=0, len=0}
type t1 = Bytes{header=5, size=16, stride=1, len=8}
field x0 = Pair.a@8:w64
field x1 = Pair.b@16:w64
field x2 = Pair.next@24:w64
field x3 = Pair.byte@32:u8
field x4 = Pair.half@34:u16
field x5 = Pair.word@36:i32
field x6 = Object.header@0:u32!
field x7 = Pair.uword@36:u32
field x8 = Array[].len@8:w64#
array a0 = Bytes[]@16/1:u8
helper h0 = mix{addr=0, effect=pure}
helper h1 = sum{addr=0, effect=read}
helper h2 = bump{addr=0, effect=all}
";

#[test]
fn memory_forms() {
    let text = format!(
        "{HEAP}
        i0 = input int
        r_p = new t0
        store r_p i0 x3
        store r_p i0 x4
        store r_p i0 x5
        store r_p 2.5 x1
        i_b = load r_p x3
        i_h = load r_p x4
        i_w = load r_p x5
        i_u = load r_p x7
        i_t = load r_p x6
        f_b = load r_p x1
        r_n = load r_p x2
        i_n = ref_eq r_n null
        r_a = new_array 10 t1
        store_elem r_a 9 i0 a0
        store_elem r_a 8 1 a0
        i_e = load_elem r_a 9 a0
        i_z = load_elem r_a 7 a0
        i_l = load r_a x8
        finish(i_b, i_h, i_w, i_u, i_t, f_b, i_n, i_e, i_z, i_l)"
    );
    let out = finish(&text, &[-2i64 as u64]);
    let want = [0xfe, 0xfffe, -2i64 as u64, 0xffff_fffe, 1, 2.5f64.to_bits(), 1, 0xfe, 0, 10];
    assert_eq!(out, want);
}

#[test]
fn faults_are_reported() {
    let run = |body: &str, input: u64| {
        let t = parse(&format!("{HEAP}{body}"));
        evaluate(&t, &[input], &mut ArenaMemory::new(), 100)
    };
    for (body, input, part) in [
        ("r0 = input ref\ni1 = load r0 x0\nfinish(i1)", 0, "no 8 bytes of an object at 0x8"),
        ("i0 = input int\nr1 = new t0\ni2 = load_elem r1 i0 a0\nfinish(i2)", 1 << 30, "no 1 bytes"),
        ("i0 = input int\nr1 = new_array i0 t1\nfinish()", -1i64 as u64, "an array of -1 elements"),
        ("i0 = input int\ni1 = call_pure h0(i0, i0)\nfinish(i1)", 0, "helper mix"),
        ("i0 = input int\nguard_valid 4096 [s0]\nfinish()\ns0 = snap guard=0 entries=[]", 0, "0x1000"),
    ] {
        match run(body, input) {
            Outcome::Fault { inst: 1 | 2, why } => assert!(why.contains(part), "{why}"),
            o => panic!("{body}: {o:?}"),
        }
    }
}

#[test]
fn calls() {
    let text = format!(
        "{HEAP}
        r0 = input ref
        i1 = call_pure h0(1, 2)
        i2 = call_read h1(r0)
        i3 = call h2(r0, 5)
        i4 = result i3 #0
        i5 = result i3 #1
        i6 = load r0 x0
        finish(i1, i2, i3, i4, i5, i6)"
    );
    let arena = ArenaMemory::new();
    allow_test_helpers(&arena);
    let obj = arena.block(&[1, 2, 0, 0, 3 << 32]);
    let out = evaluate(&parse(&text), &[obj], &mut arena.clone(), 100);
    assert_eq!(out, Outcome::Finish(vec![31 << 7 ^ 2, 5, 1, 2, 7, 7]));
}

#[test]
fn guards_and_loops() {
    let text = "
        i0 = input int
        i1 = input int
        label(i0, 0)
        i3 = phi int
        i4 = phi int
        i5 = int_lt i3 i1
        guard_true i5 [s0]
        i7 = int_add i4 i3
        i8 = int_add i3 1
        jump loop(i8, i7)
        s0 = snap guard=3 greens=[9] entries=[i3, 5, i4, i3]";
    let t = parse(text);
    let run = |fuel| evaluate(&t, &[0, 10], &mut ArenaMemory::new(), fuel);
    let Outcome::Exit { inst: 6, snap, values } = run(1000) else { panic!("{:?}", run(1000)) };
    assert_eq!(values, [10, 45]);
    let state = rebuild(&t, &t.snaps[snap.0 as usize], &values, &mut ArenaMemory::new()).unwrap();
    assert_eq!(state.entries.iter().map(|e| e.1).collect::<Vec<_>>(), [10, 5, 45, 10]);
    assert_eq!((state.greens[0], state.replay_to), (9, None));
    assert_eq!(run(20), Outcome::OutOfFuel);
    // Chaos: the fourth question is answered with failure.
    let mut asked = 0;
    let mut chaos = |inst| {
        assert_eq!(inst, 6);
        asked += 1;
        asked == 4
    };
    let out = evaluate_with(&t, &[0, 10], &mut ArenaMemory::new(), 1000, &mut chaos);
    assert!(matches!(out, Outcome::Exit { ref values, .. } if *values == [3, 3]), "{out:?}");
}

#[test]
fn jumps_swap_in_parallel() {
    let text = "i0 = input int\ni1 = input int\nguard_poll [s0]\njump start(i1, i0)\n
        s0 = snap guard=0 entries=[i0, i1]";
    let arena = ArenaMemory::new();
    arena.poll_after(3);
    let out = evaluate(&parse(text), &[1, 2], &mut arena.clone(), 1000);
    assert!(matches!(out, Outcome::Exit { ref values, .. } if *values == [2, 1]), "{out:?}");
    let out = evaluate(&parse("i0 = input int\njump trace 4(i0, 2)"), &[1], &mut ArenaMemory::new(), 10);
    assert_eq!(out, Outcome::JumpedTo(4, vec![1, 2]));
}

#[test]
fn guard_kinds() {
    let ends = |guard: &str, input: u64| {
        let text = format!("i0 = input int\n{guard} [s0]\nfinish()\ns0 = snap guard=0 entries=[]");
        let out = evaluate(&parse(&text), &[input], &mut ArenaMemory::new(), 10);
        matches!(out, Outcome::Exit { inst: 1, .. })
    };
    assert!(ends("guard_true i0", 0) && !ends("guard_true i0", 2));
    assert!(!ends("guard_false i0", 0) && ends("guard_false i0", 2));
    assert!(ends("guard_eq i0 7", 8) && !ends("guard_eq i0 7", 7) && !ends("guard_poll", 0));
    let arena = ArenaMemory::new();
    let cell = arena.block(&[0]);
    let text = format!("guard_valid {cell} [s0]\nfinish()\ns0 = snap guard=0 entries=[]");
    let t = parse(&text);
    assert_eq!(evaluate(&t, &[], &mut arena.clone(), 10), Outcome::Finish(vec![]));
    arena.set_word(cell, 1);
    assert!(matches!(evaluate(&t, &[], &mut arena.clone(), 10), Outcome::Exit { inst: 0, .. }));
}

#[test]
fn rebuild_makes_cyclic_virtuals_once() {
    let text = format!(
        "{HEAP}
        i0 = input int
        exit [s0]
        s0 = snap guard=1 replay entries=[v20, _, v21] log=[v20] virtuals=[v20: object t0 {{x0: i0, x2: v20, x3: 300}}, v21: array t1 3 {{a0[2]: i0}}]"
    );
    let t = parse(&text);
    let arena = ArenaMemory::new();
    let Outcome::Exit { snap, values, .. } = evaluate(&t, &[77], &mut arena.clone(), 10) else { panic!() };
    let state = rebuild(&t, &t.snaps[snap.0 as usize], &values, &mut arena.clone()).unwrap();
    let (p, a) = (state.entries[0].1, state.entries[2].1);
    assert_eq!((state.replay_to, state.log[0], state.entries[1].0), (Some(1), (Ty::Ref, p), Ty::Void));
    assert_eq!((arena.word(p), arena.word(p + 8), arena.word(p + 24), arena.word(p + 32)), (1, 77, p, 44));
    assert_eq!((arena.word(a), arena.word(a + 8), arena.word(a + 16)), (5, 3, 77 << 16));
    assert!(rebuild(&t, &t.snaps[0], &[], &mut arena.clone()).is_err());
}

#[test]
fn heaps_compare_modulo_addresses_only() {
    let a = ArenaMemory::new();
    let p = a.block(&[1, 0, 5]);
    let q = a.block(&[1, p, 6]);
    a.set_word(p + 8, q);
    let (b, map) = a.fork();
    let (p2, q2) = (map.of(p), map.of(q));
    assert_ne!(p, p2);
    assert!(b.valid(p2) && !b.valid(p) && map.of(99) == 99);
    assert_eq!(a.same_heap(&b, &[p, q, 3], &[p2, q2, 3]), Ok(()));
    assert!(a.same_heap(&b, &[p, q], &[q2, p2]).is_err(), "contents differ");
    assert!(a.same_heap(&b, &[p, p], &[p2, q2]).unwrap_err().contains("one object became two"));
    assert!(a.same_heap(&b, &[p, 3], &[p2, 4]).is_err());
    assert!(a.same_heap(&b, &[p], &[0]).is_err());
    b.set_word(q2 + 16, 7);
    assert_eq!(a.same_heap(&b, &[p], &[p2]), Err("root 0+8+16: 0x6 and 0x7".into()));
}
