//! Random traces of the IR's generator, optimized under every choice of passes, mean what they meant before.

mod opt_common;

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_testkit::random::{random_inputs, random_trace, Config, Rng, Tail};
use opt_common::{campaign, check, Seen};

fn shape(rng: &mut Rng) -> Config {
    let tails = vec![Tail::Start, Tail::Start, Tail::Finish, Tail::Exit];
    let base = Config { tails, ..Config::default() };
    match rng.below(5) {
        0 => Config { calls: false, size: 60, ..base },
        1 => Config { trace_calls: true, size: 80, ..base },
        2 => Config { tails: base.tails.clone(), ..Config::scalar() },
        3 => Config { size: 15, inputs: 2, ..base },
        _ => base,
    }
}

fn case(seed: u64, seen: &mut Seen) {
    let mut rng = Rng(seed);
    let mut old = random_trace(rng.bits(), &shape(&mut rng.clone()));
    let (trace_seed, other_seed) = (Rng(seed).bits(), rng.bits());
    check(seed, &mut old, &mut rng, seen, |t, round| {
        let arena = ArenaMemory::new();
        let inputs = random_inputs(if round == 0 { trace_seed } else { other_seed }, t, &arena);
        arena.on_trace_call(|_, _, args, out| {
            out[0] = args.iter().fold(7, |h: u64, a| h.wrapping_mul(31).wrapping_add(*a));
            0
        });
        (arena, inputs)
    });
}

#[test]
fn optimized_traces_mean_the_same() {
    campaign(case);
}
