//! Jumps into the loops of other traces: values arrive in the registers and slots where the loop's label has them.
//!
//! The loop of these cases has more values than there are registers, so that the label has some of them in slots and some in both. Every value that
//! is handed over is told apart from every other, and every one comes out again at the loop's exit.

use super::links::{compile, parse, Table};
use super::Runner;
use holloway_compiler::abi::status;
use holloway_compiler::codegen::backend::*;
use holloway_compiler::codegen::machine::Loc;
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::{IrRef, Op, Trace, Ty};

/// Values of each class that the loop reads beside its phis.
const WIDTH: usize = 36;

/// A loop over `i, f` while `i` is below the first input; it reads `WIDTH` more values of each class, made before it.
fn counting_loop() -> Trace {
    let mut text = "i_n = input int\nf_s = input float\n".to_string();
    for k in 0..WIDTH {
        text += &format!("i_p{k} = int_mul i_n {}\nf_q{k} = float_mul f_s {k}.25\n", k + 3);
    }
    text += "label(0, f_s)\ni_i = phi int\nf_f = phi float\ni_c = int_lt i_i i_n\nguard_true i_c [s0]\ni_t0 = int_xor i_i i_p0\n\
             f_t0 = float_add f_f f_q0\n";
    for k in 1..WIDTH {
        text += &format!("i_t{k} = int_xor i_t{} i_p{k}\nf_t{k} = float_add f_t{} f_q{k}\n", k - 1, k - 1);
    }
    let last = WIDTH - 1;
    // No total is -1 here, but the loop has to compute it.
    text += &format!(
        "i_e = int_eq i_t{last} -1\nguard_false i_e [s0]\ni_g = float_eq f_t{last} -1.0\nguard_false i_g [s0]\n\
         i_m = int_add i_i 1\nf_m = float_add f_f 1.0\njump loop(i_m, f_m)\ns0 = snap guard=0 entries=[i_i, f_f, i_n, {}]",
        (0..WIDTH).map(|k| format!("i_p{k}, f_q{k}")).collect::<Vec<_>>().join(", ")
    );
    parse(&text)
}

/// The inputs of a trace that gets one value for each of these types.
fn inputs(types: &[Ty]) -> String {
    let line = |(k, ty): (usize, &Ty)| match ty {
        Ty::Float => format!("f{k} = input float\n"),
        _ => format!("i{k} = input int\n"),
    };
    types.iter().enumerate().map(line).collect()
}

fn name(ty: Ty, k: usize) -> String {
    if ty == Ty::Float {
        format!("f{k}")
    } else {
        format!("i{k}")
    }
}

/// From a function trace, every third value a constant; then from a bridge of the loop itself, until its guard leaves.
pub fn run_all(backend: &dyn Backend) {
    let mut r = Runner::new(backend);
    let mem = ArenaMemory::new();
    let root = counting_loop();
    let mut table = Table::default();
    let code = compile(&mut r, &root, &table, Entry::Function, 100);
    let body = code.body.clone().unwrap_or_else(|| panic!("a loop without second entry"));
    let slots = body.start.inputs.iter().filter(|l| matches!(l, Some(Loc::Slot(_)))).count();
    assert!(slots > 0 && slots < body.values.len(), "values in slots and in registers");
    table.bodies.insert(4, body.start.clone());

    // What the snapshot lists, in its order: the phis, the limit, the others.
    let snap = &root.snaps[code.exits[0].snap.0 as usize];
    let live: Vec<IrRef> = root.exit_values(snap);
    let at = |r: IrRef| live.iter().position(|l| *l == r);
    let types: Vec<Ty> = live.iter().map(|r| root.ty(*r)).collect();
    assert_eq!(live.len(), 3 + 2 * WIDTH);
    let phis: Vec<usize> = live
        .iter()
        .enumerate()
        .filter(|(_, r)| root.insts[r.index()].op == Op::Phi)
        .map(|(k, _)| k)
        .collect();
    let limit = at(IrRef(0)).unwrap_or_else(|| panic!("the limit is not in the snapshot"));
    let mut words: Vec<u64> = types
        .iter()
        .enumerate()
        .map(|(k, ty)| if *ty == Ty::Float { (k as f64 + 0.5).to_bits() } else { 7000 + k as u64 })
        .collect();
    (words[phis[0]], words[phis[1]], words[limit]) = (3, 10f64.to_bits(), 20);
    let after = |i: u64, f: f64| {
        let mut words = words.clone();
        (words[phis[0]], words[phis[1]]) = (i, f.to_bits());
        words
    };

    // A value the label has in two places is handed over twice. What is in no snapshot does not matter to the loop's exit.
    let arguments = |constants: bool| {
        let argument = |value: &IrRef| match at(*value) {
            Some(k) if constants && k % 3 == 0 && types[k] == Ty::Float => {
                format!("{:?}", f64::from_bits(words[k]))
            }
            Some(k) if constants && k % 3 == 0 => words[k].to_string(),
            Some(k) => name(types[k], k),
            None if root.ty(*value) == Ty::Float => "0.5".to_string(),
            None => "0".to_string(),
        };
        body.values.iter().map(argument).collect::<Vec<_>>().join(", ")
    };
    let text = format!("{}jump body 4({})", inputs(&types), arguments(true));
    let from = compile(&mut r, &parse(&text), &table, Entry::Function, 200);
    assert_eq!(r.enter(from.outer, &mem, &words), status::EXIT);
    assert_eq!((mem.ctx().exit.get(), r.exit_values(words.len())), (100, after(20, 27.0)));

    let (i, f) = (name(Ty::Int, phis[0]), name(Ty::Float, phis[1]));
    let jump = arguments(false).replace(&format!("{i}, "), "i_j, ").replace(&format!("{f}, "), "f_j, ");
    assert!(jump.contains("i_j, ") && jump.contains("f_j, "), "{jump}");
    let all: Vec<String> = types.iter().enumerate().map(|(k, ty)| name(*ty, k)).collect();
    let text = format!(
        "{}i_c = float_lt {f} 50.0\nguard_true i_c [s0]\ni_j = int_sub {i} 5\nf_j = float_add {f} 1.0\njump body 4({jump})\n\
         s0 = snap guard=0 entries=[{}]",
        inputs(&types),
        all.join(", ")
    );
    let bridge = compile(&mut r, &parse(&text), &table, Entry::Bridge(&code.places(&code.exits[0])), 300);
    code.attach(&mut r.arena, 0, &bridge);
    // Round 1 ends at 27; each further one adds 1 in the bridge and 5 in the loop.
    assert_eq!(r.enter(from.outer, &mem, &words), status::EXIT);
    assert_eq!((mem.ctx().exit.get(), r.exit_values(words.len())), (300, after(20, 51.0)));
}
