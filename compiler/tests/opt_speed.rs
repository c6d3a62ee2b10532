//! What optimizing costs: a generous limit in tests, and a number to look at (`cargo test --release --test opt_speed -- --nocapture`).

use holloway_compiler::ir::Trace;
use holloway_compiler::opt::{optimize, OptConfig};
use holloway_testkit::random::{random_trace, Config, Tail};
use std::time::Instant;

/// A loop of `n` steps as interpreters record them: load a tag, test it, load a payload, compute, box, store.
fn interpreter_loop(n: usize) -> Trace {
    let mut text = String::from(
        "array a0 = Stack[].tag@16/16:w64\narray a1 = Stack[].payload@24/16:w64\n\
         type t0 = Box{header=5, size=16, stride=0, len=0}\nfield x0 = Box.value@8:w64\n\
         r0 = input ref\ni1 = input int\ns0 = snap guard=0 entries=[r0, i1]\n",
    );
    let mut last = "i1".to_string();
    for i in 0..n {
        let (slot, to) = (i % 13, (i + 5) % 13);
        text += &format!(
            "i_t{i} = load_elem r0 {slot} a0\ni_c{i} = int_eq i_t{i} 3\nguard_true i_c{i} [s0]\n\
             i_p{i} = load_elem r0 {slot} a1\ni_o{i} = int_add_ovf i_p{i} {last}\nguard_false i_o{i} [s0]\n\
             i_s{i} = int_add i_p{i} {last}\nr_b{i} = new t0\nstore r_b{i} i_s{i} x0\ni_v{i} = load r_b{i} x0\n\
             store_elem r0 {to} 3 a0\nstore_elem r0 {to} i_v{i} a1\n"
        );
        last = format!("i_v{i}");
    }
    text += &format!("guard_poll [s0]\njump start(r0, {last})\n");
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

fn measure(what: &str, traces: &[Trace]) -> f64 {
    let config = OptConfig::default();
    let ops: usize = traces.iter().map(|t| t.insts.len()).sum();
    let mut best = f64::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        for t in traces {
            let done = optimize(t, &config);
            std::hint::black_box(&done);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / ops as f64);
    }
    println!("{what}: {best:.0} ns per recorded op");
    best
}

#[test]
fn optimizing_is_cheap() {
    let loops: Vec<Trace> = [5, 40, 200].iter().map(|&n| interpreter_loop(n)).collect();
    for t in &loops {
        let new = optimize(t, &OptConfig::default()).expect("a stable loop");
        println!("{} recorded ops, {} optimized", t.insts.len(), new.insts.len());
        measure("loop", std::slice::from_ref(t));
    }
    let config = Config { size: 400, tails: vec![Tail::Finish], guards: 5, ..Config::default() };
    let random: Vec<Trace> = (0..20)
        .map(|s| random_trace(4 * s + 1, &config))
        .filter(|t| optimize(t, &OptConfig::default()).is_ok())
        .collect();
    let worst = measure("random", &random).max(measure("loops", &loops));
    assert!(worst < 20_000.0, "{worst:.0} ns per op");
}
