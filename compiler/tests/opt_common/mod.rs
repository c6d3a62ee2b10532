//! Comparison of recorded and optimized traces, for the random tests.
//!
//! Each case runs the recorded and the optimized trace on equal memories and compares how they end: the same outcome, the
//! same rebuilt state (virtuals built), the same heap reachable from inputs and state. Then a random guard of
//! the optimized run is made to fail although it holds, and the recorded run is made to leave at the same guard in the same
//! iteration: the states must agree too.
//!
//! `OPT_FUZZ_SECONDS` and `OPT_FUZZ_SEED` make a campaign longer and start it elsewhere.

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate_with, Outcome};
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Op, Trace};
use holloway_compiler::opt::{optimize, OptAbort};
use holloway_testkit::conformance::pipeline::{self, guard_number, number_guards, random_passes};
use holloway_testkit::world::Rng;
use std::time::{Duration, Instant};

const FUEL: u64 = 20_000;

/// A run's end with everything needed to compare it.
pub struct End {
    /// The memory afterwards.
    pub arena: ArenaMemory,
    /// The inputs, at their addresses there.
    pub inputs: Vec<u64>,
    /// How it ended.
    pub outcome: Outcome,
    /// Guards that held and were passed, as `(unique number, iteration)`.
    pub passed: Vec<(u64, u32)>,
}

impl End {
    /// As the comparison wants it, with its trace.
    pub fn of<'a>(&'a self, trace: &'a Trace) -> pipeline::End<'a> {
        pipeline::End { trace, arena: &self.arena, inputs: &self.inputs, outcome: &self.outcome }
    }
}

/// Runs; leaves at the guard with this number in this iteration if asked to.
pub fn run(t: &Trace, arena: &ArenaMemory, inputs: &[u64], leave: Option<(u64, u32)>) -> End {
    let (fork, map) = arena.fork();
    let inputs = map.all(inputs);
    let mut passed = Vec::new();
    let mut iteration = 0;
    let mut hook = |pc: usize| {
        let here = (guard_number(t, pc), iteration);
        passed.push(here);
        iteration += (t.insts[pc].op == Op::GuardPoll) as u32;
        leave == Some(here)
    };
    let outcome = evaluate_with(t, &inputs, &mut fork.clone(), FUEL, &mut hook);
    End { arena: fork, inputs, outcome, passed }
}

/// Compares two ends of equal meaning.
pub fn compare(old: &Trace, new: &Trace, a: &End, b: &End) -> Result<(), String> {
    pipeline::same_end(a.of(old), b.of(new))
}

/// Tallies of a campaign.
#[derive(Default, Debug)]
pub struct Seen {
    /// Traces made.
    pub cases: u64,
    aborts: u64,
    unstable: u64,
    loops: u64,
    chaos: u64,
    virtuals: u64,
    removed: u64,
    recorded: u64,
}

/// Optimizes a trace under random passes and compares runs on each of the inputs that `world` makes.
pub fn check(
    seed: u64,
    old: &mut Trace,
    rng: &mut Rng,
    seen: &mut Seen,
    world: impl Fn(&Trace, u64) -> (ArenaMemory, Vec<u64>),
) {
    number_guards(old);
    let (list, config) = random_passes(rng);
    seen.cases += 1;
    let new = match optimize(old, &config) {
        Ok(new) => new,
        Err(OptAbort::AlwaysFails(_)) => return seen.aborts += 1,
        Err(OptAbort::Unstable(_)) => return seen.unstable += 1,
        Err(e) => panic!("seed {seed}: {e}\n{old}"),
    };
    let context = || format!("seed {seed}, passes `{list}`\n---- recorded\n{old}\n---- optimized\n{new}");
    if let Err(e) = verify(&new) {
        panic!("{e}\n{}", context());
    }
    seen.recorded += old.insts.len() as u64;
    seen.removed += old.insts.len().saturating_sub(new.insts.len()) as u64;
    seen.virtuals += new.snaps.iter().any(|s| !s.virtuals.is_empty()) as u64;
    seen.loops += new.insts.iter().any(|i| i.op == Op::Label) as u64;
    for round in 0..2 {
        let (arena, inputs) = world(old, round);
        let (a, b) = (run(old, &arena, &inputs, None), run(&new, &arena, &inputs, None));
        if let Err(e) = compare(old, &new, &a, &b) {
            panic!("{e}\ninputs {inputs:x?} round {round}\n{}", context());
        }
        if !b.passed.is_empty() {
            let at = b.passed[rng.below(b.passed.len())];
            let (a, b) = (run(old, &arena, &inputs, Some(at)), run(&new, &arena, &inputs, Some(at)));
            if let Err(e) = compare(old, &new, &a, &b) {
                panic!("{e}\nleaving at guard {at:?}, inputs {inputs:x?} round {round}\n{}", context());
            }
            seen.chaos += 1;
        }
    }
}

/// Runs cases for a while.
pub fn campaign(case: impl Fn(u64, &mut Seen)) {
    let var = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let time = Duration::from_secs(var("OPT_FUZZ_SECONDS").unwrap_or(2));
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let first = var("OPT_FUZZ_SEED").unwrap_or(clock.map_or(1, |d| d.as_nanos() as u64));
    println!("first seed {first}");
    let start = Instant::now();
    let mut seen = Seen::default();
    let mut seed = first;
    while start.elapsed() < time {
        case(seed, &mut seen);
        seed = seed.wrapping_add(1);
    }
    println!("{seen:?}");
    assert!(seen.cases > 50 && seen.chaos * 4 > seen.cases, "the campaign saw too little: {seen:?}");
    assert!(seen.virtuals > 0 && seen.loops > 0, "the campaign saw too little: {seen:?}");
}
