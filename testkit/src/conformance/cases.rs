//! Every op with every kind of operand, exits, loops and allocation, checked against the evaluator.

use super::{same_outcome, Runner};
use holloway_compiler::codegen::backend::{Backend, CompileRequest, NoLinks};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::evaluate;
use holloway_compiler::ir::op::{Arg, ALL_OPS};
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Effect, Inst, IrRef, Op, Shape, SnapId, Snapshot, Trace, Ty};
use holloway_draws::{EDGE_FLOATS, EDGE_INTS};

/// How the op under test finds an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a register.
    Register,
    /// In a spill slot.
    Slot,
    /// A constant.
    Constant,
    /// The other operand again.
    Same,
}

/// How the result is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// Returned, operands dead afterwards.
    Return,
    /// Returned, operands returned too (so the op may not destroy them).
    Keep,
    /// Tested by a `guard_true` that nothing else separates from it.
    GuardTrue,
    /// Tested by a `guard_false`.
    GuardFalse,
}

/// More values than any target has registers of a class.
const PRESSURE: usize = 36;

fn ty_of(arg: Arg) -> Ty {
    match arg {
        Arg::I | Arg::W => Ty::Int,
        Arg::F => Ty::Float,
        Arg::R => Ty::Ref,
    }
}

fn edges(ty: Ty) -> Vec<u64> {
    match ty {
        Ty::Float => EDGE_FLOATS.iter().map(|f| f.to_bits()).collect(),
        Ty::Ref => vec![0, 0x1000, 0x7fff_ffff_f000],
        _ => EDGE_INTS.iter().map(|i| *i as u64).collect(),
    }
}

fn inst(op: Op, ty: Ty, args: &[IrRef]) -> Inst {
    let mut i = Inst::new(op);
    i.ty = ty;
    i.args[..args.len()].copy_from_slice(args);
    i
}

/// A trace around one op: inputs for the operands that are not constants (then the pressure values), the op, its use.
fn around(op: Op, places: &[Place], constants: &[u64], used: Use) -> Trace {
    let mut t = Trace::default();
    let types: Vec<Ty> = op.info().args.iter().map(|a| ty_of(*a)).collect();
    let mut args = Vec::new();
    for (k, place) in places.iter().enumerate() {
        match place {
            Place::Constant => args.push(t.konst(types[k], constants[k])),
            Place::Same => args.push(args[0]),
            _ => args.push(t.push(inst(Op::Input, types[k], &[]))),
        }
    }
    let mut finish: Vec<IrRef> = Vec::new();
    if places.contains(&Place::Slot) {
        // Values used before and after the op fill the registers; the op's inputs, used later, start in slots.
        let ints: Vec<_> = (0..PRESSURE).map(|_| t.push(inst(Op::Input, Ty::Int, &[]))).collect();
        let floats: Vec<_> = (0..PRESSURE).map(|_| t.push(inst(Op::Input, Ty::Float, &[]))).collect();
        let first = ints.iter().copied().reduce(|a, b| t.push(inst(Op::IntAdd, Ty::Int, &[a, b])));
        let second = floats.iter().copied().reduce(|a, b| t.push(inst(Op::FloatAdd, Ty::Float, &[a, b])));
        finish.extend(first.into_iter().chain(second));
        finish.extend(ints.iter().take(14).chain(floats.iter().take(10)));
    }
    let ty = op.info().result.unwrap_or(Ty::Int);
    let result = t.push(inst(op, ty, &args));
    match used {
        Use::Return => finish.insert(0, result),
        Use::Keep => {
            finish.insert(0, result);
            finish.extend(args.iter().filter(|a| !a.is_const()));
        }
        Use::GuardTrue | Use::GuardFalse => {
            let entries = args.iter().chain(finish.iter().take(3)).copied().collect();
            t.snaps.push(Snapshot { entries, ..Snapshot::default() });
            let op = if used == Use::GuardTrue { Op::GuardTrue } else { Op::GuardFalse };
            let mut g = inst(op, Ty::Void, &[result]);
            g.snap = SnapId(0);
            t.push(g);
        }
    }
    let mut end = inst(Op::Finish, Ty::Void, &[]);
    end.list = t.add_list(finish);
    t.push(end);
    assert_eq!(verify(&t), Ok(()), "{t}");
    t
}

/// Runs a trace on many inputs, natively and evaluated.
fn compare(runner: &mut Runner<'_>, t: &Trace, inputs: &[Vec<u64>]) {
    let mut request = CompileRequest::new(t, &NoLinks);
    request.check = true;
    let code =
        runner.backend.compile(&mut runner.arena, &request).unwrap_or_else(|e| panic!("{e} compiling\n{t}"));
    let mem = ArenaMemory::new();
    for values in inputs {
        let want = evaluate(t, values, &mut mem.clone(), 10_000 + t.insts.len() as u64);
        let got = runner.run_compiled(t, &code, values, &mem);
        if let Err(e) = same_outcome(t, (&want, values, &mem), (&got, values, &mem)) {
            let bytes = runner.arena.bytes(code.code);
            let text = runner.backend.disassemble(&bytes, code.code.addr);
            panic!("{e}\ninputs {values:x?} of\n{t}\n{text}");
        }
    }
    runner.arena.free(code.code);
}

/// Every pure op, operand places crossed, edge values crossed, result used in every way.
pub fn pure_ops(backend: &dyn Backend) {
    let mut runner = Runner::new(backend);
    let pure = |op: &&Op| op.info().effect == Effect::Pure && op.info().shape == Shape::Plain;
    for &op in ALL_OPS.iter().filter(pure) {
        let types: Vec<Ty> = op.info().args.iter().map(|a| ty_of(*a)).collect();
        let mut uses = vec![Use::Return, Use::Keep];
        if op.info().result == Some(Ty::Int) {
            uses.extend([Use::GuardTrue, Use::GuardFalse]);
        }
        for places in operand_places(types.len()) {
            if places.get(1) == Some(&Place::Same) && types[0] != types[1] {
                continue;
            }
            for &used in &uses {
                one_shape(&mut runner, op, &types, &places, used);
            }
        }
    }
}

fn operand_places(n: usize) -> Vec<Vec<Place>> {
    use Place::*;
    let mut out: Vec<Vec<Place>> = Vec::new();
    for a in [Register, Slot, Constant] {
        if n == 1 {
            out.push(vec![a]);
            continue;
        }
        if n == 2 {
            out.extend([Register, Slot, Constant].map(|b| vec![a, b]));
        }
    }
    if n == 3 {
        // Each place in each position.
        out.extend([
            vec![Register, Register, Register],
            vec![Register, Slot, Constant],
            vec![Slot, Constant, Register],
            vec![Constant, Register, Slot],
            vec![Slot, Slot, Slot],
            vec![Register, Same, Same],
            vec![Register, Same, Constant],
            vec![Slot, Register, Same],
        ]);
    }
    if n == 2 {
        out.push(vec![Register, Same]);
        out.push(vec![Slot, Same]);
    }
    out
}

/// One of each, in all ways.
fn crossed(choices: [Vec<u64>; 3]) -> Vec<[u64; 3]> {
    let [a, b, c] = &choices;
    let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
    pairs.flat_map(|(a, b)| c.iter().map(move |&c| [a, b, c])).collect()
}

fn one_shape(runner: &mut Runner<'_>, op: Op, types: &[Ty], places: &[Place], used: Use) {
    // One compilation for each choice of constants (a few where there are two), one run for each of the rest.
    let constants = |k: usize| -> Vec<u64> {
        match places.get(k) {
            Some(Place::Constant) if places.len() == 2 && places[0] == places[1] => {
                edges(types[k]).into_iter().step_by(4).collect()
            }
            Some(Place::Constant) => edges(types[k]),
            _ => vec![0],
        }
    };
    let is_input = |k: usize| matches!(places.get(k), Some(Place::Register | Place::Slot));
    let inputs = |k: usize| if is_input(k) { edges(types[k]) } else { vec![0] };
    let rest: Vec<u64> = match places.contains(&Place::Slot) {
        true => {
            let ints = (0..PRESSURE as u64).map(|k| k * 0x0101_0101);
            ints.chain((0..PRESSURE).map(|k| (k as f64 + 0.5).to_bits())).collect()
        }
        false => Vec::new(),
    };
    for chosen in crossed([0, 1, 2].map(constants)) {
        let t = around(op, places, &chosen, used);
        let values = |given: [u64; 3]| {
            let inputs = (0..3).filter(|&k| is_input(k)).map(|k| given[k]);
            inputs.chain(rest.iter().copied()).collect()
        };
        let runs: Vec<Vec<u64>> = crossed([0, 1, 2].map(inputs)).into_iter().map(values).collect();
        compare(runner, &t, &runs);
    }
}

/// Values with bits everywhere, two at a time.
const PATTERNS: &[&[u64]] = &[
    &[0, 0],
    &[1, u64::MAX],
    &[0x8000_0000_0000_0000, 0x7fff_ffff_ffff_ffff],
    &[0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210],
    &[0xffff_ffff_8000_0000, 0x1_0000_8080],
];

/// Hand-written traces in the text form, each with inputs.
pub const LOOPS: &[(&str, &str, &[&[u64]])] = &[
    (
        "a loop that counts to a limit",
        "i0 = input int\ni1 = input int\nlabel(i0)\ni3 = phi int\ni4 = int_lt i3 i1\nguard_true i4 [s0]\n\
         i6 = int_add i3 1\njump loop(i6)\ns0 = snap guard=0 entries=[i3, i1]",
        &[&[0, 10], &[5, 5], &[9, 0]],
    ),
    (
        "phis that change places each round",
        "i0 = input int\ni1 = input int\ni2 = input int\nlabel(i0, i1, i2, 0)\ni4 = phi int\ni5 = phi int\ni6 = phi int\n\
         i7 = phi int\ni8 = int_lt i7 7\nguard_true i8 [s0]\ni10 = int_add i7 1\njump loop(i5, i6, i4, i10)\n\
         s0 = snap guard=0 entries=[i4, i5, i6, i7]",
        &[&[1, 2, 3]],
    ),
    (
        "floats that change places, and a constant that comes in",
        "f0 = input float\nf1 = input float\nlabel(f0, f1, 0.5, 0)\nf3 = phi float\nf4 = phi float\nf5 = phi float\ni6 = phi int\n\
         i7 = int_lt i6 5\nguard_true i7 [s0]\ni9 = int_add i6 1\njump loop(f4, f3, 1.5, i9)\ns0 = snap guard=0 entries=[f3, f4, f5, i6]",
        &[&[0x3ff0_0000_0000_0000, 0x4000_0000_0000_0000]],
    ),
    (
        "one argument for several phis",
        "i0 = input int\nlabel(i0, i0, i0)\ni2 = phi int\ni3 = phi int\ni4 = phi int\ni5 = int_lt i2 100\nguard_true i5 [s0]\n\
         i7 = int_add i2 i3\ni8 = int_add i7 1\njump loop(i8, i8, i2)\ns0 = snap guard=0 entries=[i2, i3, i4, i0]",
        &[&[0], &[3], &[200]],
    ),
    (
        "sum with overflow check before the addition",
        "i0 = input int\ni1 = input int\nlabel(i0)\ni3 = phi int\ni4 = int_add_ovf i3 i1\nguard_false i4 [s0]\ni6 = int_add i3 i1\n\
         jump loop(i6)\ns0 = snap guard=0 entries=[i3, i1]",
        &[&[0, 1 << 60], &[-5i64 as u64, -1i64 as u64 / 4 * 3]],
    ),
    (
        "product with overflow check after the multiplication",
        "i0 = input int\nlabel(i0)\ni2 = phi int\ni3 = int_mul i2 i2\ni4 = int_mul_ovf i2 i2\nguard_false i4 [s0]\njump loop(i3)\n\
         s0 = snap guard=0 entries=[i2, i3]",
        &[&[3], &[-7i64 as u64], &[1 << 33]],
    ),
    (
        "jump to the start with inputs exchanged",
        "i0 = input int\ni1 = input int\ni2 = input int\ni3 = int_lt i2 9\nguard_true i3 [s0]\ni5 = int_add i2 1\njump start(i1, i0, i5)\n\
         s0 = snap guard=0 entries=[i0, i1, i2]",
        &[&[1, 2, 0], &[1, 2, 1], &[1, 2, 50]],
    ),
    (
        "sums over shifts and parts of words",
        "i0 = input int\ni1 = input int\ni2 = int_shl i1 3\ni3 = int_add i0 i2\ni4 = int_shr i1 63\ni5 = int_sub i3 i4\n\
         i6 = int_sar i1 5\ni7 = int_add i6 i5\ni8 = int_and i1 255\ni9 = int_sub i7 i8\ni10 = int_and 65535 i1\ni11 = int_add i9 i10\n\
         i12 = int_and i1 4294967295\ni13 = int_add i12 i11\ni14 = int_mul i1 16\ni15 = int_sub i13 i14\ni16 = int_shl i1 64\n\
         i17 = int_add i15 i16\nfinish(i17, i3, i9)",
        PATTERNS,
    ),
    (
        "bits over shifts",
        "i0 = input int\ni1 = input int\ni2 = int_shl i1 60\ni3 = int_or i0 i2\ni4 = int_shr i0 1\ni5 = int_xor i3 i4\ni6 = int_sar i1 63\n\
         i7 = int_and i6 i5\ni8 = int_and i1 255\ni9 = int_or i7 i8\nfinish(i9, i7)",
        PATTERNS,
    ),
    (
        "sums over products",
        "i0 = input int\ni1 = input int\ni2 = int_mul i0 i1\ni3 = int_add i0 i2\ni4 = int_mul i3 i1\ni5 = int_sub i1 i4\ni6 = int_mul 1000 i0\n\
         i7 = int_add i6 i5\ni8 = int_mul i7 i7\ni9 = int_sub i7 i8\ni10 = int_mul i0 -3\ni11 = int_sub i10 i9\nfinish(i11, i5)",
        PATTERNS,
    ),
    (
        "what a guard mentions or another op uses is computed by itself",
        "i0 = input int\ni1 = input int\ni2 = int_shl i1 3\ni3 = int_add i0 i2\nguard_true i3 [s0]\ni5 = int_shl i1 4\ni6 = int_add i0 i5\n\
         i7 = int_sub i6 i5\ni8 = int_shl i0 2\ni9 = int_add i8 i8\nfinish(i7, i9)\ns0 = snap guard=0 entries=[i2, i0]",
        PATTERNS,
    ),
    (
        "an unconditional exit with constants and twins",
        "i0 = input int\nf1 = input float\ni2 = int_add i0 1\nexit [s0]\ns0 = snap guard=0 entries=[i2, 7, f1, 2.5, i2, _, i0]",
        &[&[41, 0]],
    ),
];

/// Loops and exits written by hand.
pub fn loops(backend: &dyn Backend) {
    let mut runner = Runner::new(backend);
    for (name, text, inputs) in LOOPS {
        let t: Trace = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(verify(&t), Ok(()), "{name}");
        let runs: Vec<Vec<u64>> = inputs.iter().map(|i| i.to_vec()).collect();
        if matches!(name, &"sum with overflow check before the addition") {
            assert!(runs.iter().all(|r| r[1] != 0), "a sum that never overflows would not end");
        }
        compare(&mut runner, &t, &runs);
    }
}

/// A loop whose body needs more registers than there are, of both classes, and whose exit wants everything.
pub fn pressure(backend: &dyn Backend) {
    let mut text = String::new();
    let n = 20;
    for k in 0..n {
        text += &format!("i{k} = input int\n");
    }
    for k in n..2 * n {
        text += &format!("f{k} = input float\n");
    }
    text += "label(0, 0.0)\ni_c = phi int\nf_s = phi float\n";
    let (mut ints, mut floats) = ("i_c".to_string(), "f_s".to_string());
    for k in 0..n {
        text += &format!("i_a{k} = int_add {ints} i{k}\nf_a{k} = float_add {floats} f{}\n", k + n);
        (ints, floats) = (format!("i_a{k}"), format!("f_a{k}"));
    }
    let all: Vec<String> = (0..n).map(|k| format!("i{k}, f{}, i_a{k}, f_a{k}", k + n)).collect();
    text += &format!("i_l = int_lt {ints} 100000\nguard_true i_l [s0]\njump loop({ints}, {floats})\n");
    text += &format!("s0 = snap guard=0 entries=[{}, i_c, f_s]\n", all.join(", "));
    let t: Trace = text.parse().unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify(&t), Ok(()));
    let values: Vec<u64> =
        (0..n as u64).map(|k| k * k).chain((0..n).map(|k| (k as f64 * 0.25).to_bits())).collect();
    compare(&mut Runner::new(backend), &t, &[values]);
}

/// Loops with more phis than registers, whose values go round, change places and become constants.
pub fn phis(backend: &dyn Backend) {
    let mut runner = Runner::new(backend);
    let n = 2 * PRESSURE;
    let ty = |k: usize| if k % 9 < 7 { ("i", "int") } else { ("f", "float") };
    let constant =
        |k: usize| if ty(k).0 == "i" { format!("{}", k * 0x1_0001_0001) } else { format!("{k}.1") };
    let name = |k: usize| format!("{}_p{k}", ty(k).0);
    // What phi `k` gets: the value of another of its class.
    let from = |way: usize, k: usize| match (way, k % 9) {
        (1, 7 | 8) => constant(k + 9),
        (_, m @ (7 | 8)) => name(k + 15 - 2 * m),
        (0, _) => name((k / 9 * 9) + (k % 9 + 1) % 7),
        (1, 0..4) => name((k / 9 * 9) + 3 - k % 9),
        (1, _) => constant(k),
        (_, m) if m % 3 == 0 => "0".to_string(),
        (_, m) if m % 3 == 1 => constant(k + 1),
        _ => name((k + 9) % n),
    };
    for way in 0..3 {
        let all: Vec<String> = (0..n).map(name).collect();
        let start: Vec<String> = (0..n).map(constant).collect();
        let next: Vec<String> = (0..n).map(|k| from(way, k)).collect();
        let head: String = all.iter().enumerate().map(|(k, p)| format!("{p} = phi {}\n", ty(k).1)).collect();
        let text = format!(
            "i_n = input int\nlabel({}, 0)\n{head}i_c = phi int\ni_l = int_lt i_c i_n\nguard_true i_l [s0]\n\
             i_d = int_add i_c 1\njump loop({}, i_d)\ns0 = snap guard=0 entries=[{}, i_c]",
            start.join(", "),
            next.join(", "),
            all.join(", ")
        );
        let t: Trace = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(verify(&t), Ok(()), "{text}");
        compare(&mut runner, &t, &[vec![0], vec![1], vec![2], vec![7], vec![20]]);
    }
}

/// Code so long that branches to its end need other encodings than short ones: guards of each kind at the start, constants, then so
/// many additions, then the exits.
pub fn long(backend: &dyn Backend) {
    let mut runner = Runner::new(backend);
    for additions in [9_000, 300_000] {
        let mut t = Trace::default();
        let input = |t: &mut Trace, ty| t.push(inst(Op::Input, ty, &[]));
        let (a, b, f) = (input(&mut t, Ty::Int), input(&mut t, Ty::Int), input(&mut t, Ty::Float));
        let (zero, large) = (t.konst(Ty::Int, 0), t.konst(Ty::Int, 0x1234_5678_9abc_def0));
        let tenth = t.konst(Ty::Float, 0.1f64.to_bits());
        t.snaps.push(Snapshot { entries: [a, b].into(), ..Snapshot::default() });
        let guard = |t: &mut Trace, op, args: &[IrRef]| {
            let mut g = inst(op, Ty::Void, args);
            g.snap = SnapId(0);
            t.push(g);
        };
        guard(&mut t, Op::GuardTrue, &[b]);
        let negative = t.push(inst(Op::IntLt, Ty::Int, &[a, zero]));
        guard(&mut t, Op::GuardFalse, &[negative]);
        let eight = t.konst(Ty::Int, 8);
        let bit = t.push(inst(Op::IntAnd, Ty::Int, &[b, eight]));
        guard(&mut t, Op::GuardFalse, &[bit]);
        let less = t.push(inst(Op::FloatLt, Ty::Int, &[f, tenth]));
        guard(&mut t, Op::GuardFalse, &[less]);
        let mut sum = t.push(inst(Op::IntXor, Ty::Int, &[a, large]));
        for _ in 0..additions {
            sum = t.push(inst(Op::IntAdd, Ty::Int, &[sum, b]));
        }
        let product = t.push(inst(Op::FloatMul, Ty::Float, &[f, tenth]));
        guard(&mut t, Op::GuardEq, &[b, large]);
        let mut end = inst(Op::Finish, Ty::Void, &[]);
        end.list = t.add_list(vec![sum, product]);
        t.push(end);
        assert_eq!(verify(&t), Ok(()));
        let runs = [(1, 0, 0.5), (-1, 1, 0.5), (1, 1, 0.05), (1, 2, 0.5), (1, 0x1234_5678_9abc_def0, 0.5)];
        compare(&mut runner, &t, &runs.map(|(a, b, f): (i64, u64, f64)| vec![a as u64, b, f.to_bits()]));
    }
}

/// Guards that ask whether bits are set, by every way of asking: with masks of one bit and of several, in registers, slots and constants.
pub fn bits(backend: &dyn Backend) {
    let mut runner = Runner::new(backend);
    let single = [0, 1, 5, 11, 31, 32, 33, 47, 62, 63].map(|k| 1u64 << k);
    let several = [0, 3, 0xff, 0x1_0000_0001, 0xffff_0000, 0x7fff_ffff, 0x8000_0001, 1 << 63 | 2, u64::MAX];
    let ways = [
        "guard_true i3",
        "guard_false i3",
        "guard_eq i3 0",
        "i4 = int_eq i3 0\nguard_true i4",
        "i4 = int_ne 0 i3\nguard_true i4",
        "i4 = int_ne i3 0\nguard_false i4",
        "i4 = int_eq 0 i3\nguard_false i4",
    ];
    // Swallowed; not swallowed, as the exit mentions the bits; and as something else uses them.
    let exits = [("[i0, i1]", "i0"), ("[i0, i3]", "i1"), ("[i0]", "i3")];
    for mask in single.into_iter().chain(several) {
        let signed = mask as i64;
        for and in [format!("int_and i0 {signed}"), format!("int_and {signed} i0"), "int_and i0 i1".into()] {
            for (way, (entries, end)) in ways.iter().flat_map(|w| exits.map(|e| (w, e))) {
                let text = format!(
                    "i0 = input int\ni1 = input int\ni2 = int_add i1 1\ni3 = {and}\n{way} [s0]\nfinish({end}, i2)\n\
                     s0 = snap guard=0 entries={entries}"
                );
                let t: Trace = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
                assert_eq!(verify(&t), Ok(()));
                let values = [0, mask, !mask, u64::MAX, mask & mask.wrapping_neg(), mask ^ 1 << 63];
                compare(&mut runner, &t, &values.map(|v| vec![v, mask]));
            }
        }
    }
    // Operands in slots: more values than registers are alive.
    let inputs: String = (0..PRESSURE).map(|k| format!("i{k} = input int\n")).collect();
    let all: Vec<String> = (0..PRESSURE).map(|k| format!("i{k}")).collect();
    let sums: String = (0..PRESSURE).map(|k| format!("i_s{} = int_add i_s{k} i{k}\n", k + 1)).collect();
    for guard in ["guard_true", "guard_false"] {
        let text = format!(
            "{inputs}i_s0 = int_add i0 0\n{sums}i_b = int_and i0 i1\n{guard} i_b [s0]\nfinish({}, i_s{PRESSURE})\n\
             s0 = snap guard=0 entries=[{}]",
            all[..20].join(", "),
            all.join(", ")
        );
        let t: Trace = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(verify(&t), Ok(()));
        let run = |a: u64, b: u64| [a, b].into_iter().chain(2..PRESSURE as u64).collect::<Vec<u64>>();
        compare(&mut runner, &t, &[run(1, 2), run(3, 2), run(1 << 63, u64::MAX)]);
    }
}

/// All of this module.
pub fn run_all(backend: &dyn Backend) {
    loops(backend);
    pressure(backend);
    phis(backend);
    long(backend);
    bits(backend);
    pure_ops(backend);
}
