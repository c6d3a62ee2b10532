//! Random traces: they verify, survive print and parse, and run alike on forked memories.

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate, evaluate_with, rebuild, same_word, Outcome};
use holloway_compiler::ir::op::ALL_OPS;
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Op, Trace};
use holloway_testkit::random::{random_inputs, random_trace, Config, Tail};
use proptest::prelude::*;
use std::collections::HashSet;

fn config(kind: u8) -> Config {
    match kind {
        0 => Config::default(),
        1 => Config { trace_calls: true, size: 80, ..Config::default() },
        2 => Config { calls: false, allocs: false, tails: vec![Tail::Loop], ..Config::default() },
        _ => Config::scalar(),
    }
}

const FUEL: u64 = 20_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn generated_traces_verify_and_read_back(seed: u64, kind in 0u8..4) {
        let t = random_trace(seed, &config(kind));
        prop_assert_eq!(verify(&t), Ok(()), "{}", t);
        let text = t.to_string();
        let back: Trace = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
        prop_assert_eq!(verify(&back), Ok(()));
        prop_assert_eq!(&back, &t.canonical());
        prop_assert_eq!(back.to_string(), text);
        prop_assert_eq!(random_trace(seed, &config(kind)), t);
    }

    #[test]
    fn runs_on_forks_are_alike(seed: u64, inputs_seed: u64, kind in 0u8..4, chaos in 0u64..8) {
        let t = random_trace(seed, &config(kind));
        let first = ArenaMemory::new();
        let inputs = random_inputs(if inputs_seed % 2 == 0 { seed } else { inputs_seed }, &t, &first);
        let (second, map) = first.fork();
        let run = |mut arena: ArenaMemory, inputs: &[u64]| {
            let mut guards = 0;
            let mut hook = |_| { guards += 1; chaos > 3 && guards % (chaos * 5) == 0 };
            evaluate_with(&t, inputs, &mut arena, FUEL, &mut hook)
        };
        let a = run(first.clone(), &inputs);
        let b = run(second.clone(), &map.all(&inputs));
        match (a, b) {
            (Outcome::Exit { inst: i, snap, values: v }, Outcome::Exit { inst: j, values: w, .. }) => {
                prop_assert_eq!(i, j);
                let snap = &t.snaps[snap.0 as usize];
                let x = rebuild(&t, snap, &v, &mut first.clone()).unwrap();
                let y = rebuild(&t, snap, &w, &mut second.clone()).unwrap();
                prop_assert_eq!(x.compare(&y, &first, &second), Ok(()), "{}", t);
            }
            (Outcome::Finish(v), Outcome::Finish(w)) => {
                prop_assert_eq!(first.same_heap(&second, &v, &w), Ok(()), "{}", t);
            }
            (a, b) => prop_assert!(false, "{:?} and {:?} of\n{}", a, b, t),
        }
        prop_assert_eq!(first.same_heap(&second, &inputs, &map.all(&inputs)), Ok(()), "{}", t);
    }
}

/// The generator is worth its name: it uses every op (but assumption cells), all tails run round, and guards mostly hold.
#[test]
fn coverage() {
    let mut ops = HashSet::new();
    let (mut runs, mut ended, mut looped) = (0, 0, 0);
    for seed in 0..1500 {
        let t = random_trace(seed, &config((seed % 3) as u8));
        ops.extend(t.insts.iter().map(|i| i.op));
        let arena = ArenaMemory::new();
        let inputs = random_inputs(seed, &t, &arena);
        let outcome = evaluate(&t, &inputs, &mut arena.clone(), FUEL);
        let last = t.insts.len() - 1;
        runs += 1;
        match outcome {
            Outcome::Exit { inst, .. } => {
                let poll = t.insts[inst].op == Op::GuardPoll;
                ended += (inst == last || poll) as u32;
                looped += poll as u32;
            }
            Outcome::Finish(_) => ended += 1,
            o => panic!("{o:?} of\n{t}"),
        }
    }
    let missing: Vec<_> = ALL_OPS.iter().filter(|o| !ops.contains(o) && **o != Op::GuardValid).collect();
    assert!(missing.is_empty(), "never generated: {missing:?}");
    println!("{runs} runs, {ended} to the end, {looped} of them loops");
    assert!(ended * 2 > runs, "{ended} of {runs} ran to their end");
    assert!(looped * 10 > runs, "{looped} of {runs} ran to their poll");
}

#[test]
fn same_word_knows_nans() {
    use holloway_compiler::ir::Ty;
    let (a, b) = (f64::NAN.to_bits(), (-f64::NAN).to_bits());
    assert!(same_word(Ty::Float, a, b) && !same_word(Ty::Int, a, b) && !same_word(Ty::Float, a, 0));
}
