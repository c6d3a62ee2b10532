//! Optimized traces mean what the recorded ones did: comparison on the evaluator, for the random tests and for fuzzing.
//!
//! **Problem.** A pass may be wrong in what a run shows at once, or only in what an exit rebuilds.
//!
//! **Method.** Each case runs the recorded and the optimized trace on equal memories and compares how they end: the same outcome, the
//! same rebuilt state (virtuals built), the same heap reachable from inputs and state. Then a random guard of
//! the optimized run is made to fail although it holds, and the recorded run is made to leave at the same guard in the same
//! iteration: the states must agree too.
//!
//! **Not promised.** A comparison of every trace: some are refused by the optimizer, with right.
//!
//! **Example.** `case(&mut Draws::seeded(7), &mut Seen::default())` is `Ok(())`.

use crate::conformance::pipeline::{self, guard_number, number_guards, random_passes};
use crate::random::{drawn_trace, random_inputs, Config, Tail};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate_with, Outcome};
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Op, Trace};
use holloway_compiler::opt::{optimize, OptAbort};
use holloway_draws::{campaign, Draws, Limits};

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
///
/// # Errors
/// The first difference.
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

/// Optimizes a trace under drawn passes and compares runs on each of the inputs that `world` makes.
///
/// # Errors
/// The difference, with everything about it.
pub fn check(
    old: &mut Trace,
    draws: &mut Draws,
    seen: &mut Seen,
    world: impl Fn(&Trace, u64) -> (ArenaMemory, Vec<u64>),
) -> Result<(), String> {
    number_guards(old);
    let (list, config) = random_passes(draws);
    seen.cases += 1;
    let new = match optimize(old, &config) {
        Ok(new) => new,
        Err(OptAbort::AlwaysFails(_)) => {
            seen.aborts += 1;
            return Ok(());
        }
        Err(OptAbort::Unstable(_)) => {
            seen.unstable += 1;
            return Ok(());
        }
        Err(e) => return Err(format!("{e}\n{old}")),
    };
    let context = |e: String| format!("{e}\npasses `{list}`\n---- recorded\n{old}\n---- optimized\n{new}");
    verify(&new).map_err(|e| context(e.to_string()))?;
    seen.recorded += old.insts.len() as u64;
    seen.removed += old.insts.len().saturating_sub(new.insts.len()) as u64;
    seen.virtuals += new.snaps.iter().any(|s| !s.virtuals.is_empty()) as u64;
    seen.loops += new.insts.iter().any(|i| i.op == Op::Label) as u64;
    for round in 0..2 {
        let (arena, inputs) = world(old, round);
        let (a, b) = (run(old, &arena, &inputs, None), run(&new, &arena, &inputs, None));
        compare(old, &new, &a, &b).map_err(|e| context(format!("{e}\ninputs {inputs:x?} round {round}")))?;
        if !b.passed.is_empty() {
            let at = b.passed[draws.below(b.passed.len())];
            let (a, b) = (run(old, &arena, &inputs, Some(at)), run(&new, &arena, &inputs, Some(at)));
            let left = |e| context(format!("{e}\nleaving at guard {at:?}, inputs {inputs:x?} round {round}"));
            compare(old, &new, &a, &b).map_err(left)?;
            seen.chaos += 1;
        }
    }
    Ok(())
}

/// Shapes of recorded traces.
fn shape(draws: &mut Draws) -> Config {
    let tails = vec![Tail::Start, Tail::Start, Tail::Finish, Tail::Exit];
    let base = Config { tails, ..Config::default() };
    match draws.below(5) {
        0 => base,
        1 => Config { trace_calls: true, size: 80, ..base },
        2 => Config { tails: base.tails.clone(), ..Config::scalar() },
        3 => Config { size: 15, inputs: 2, ..base },
        _ => Config { calls: false, size: 60, ..base },
    }
}

/// One case: a trace of the IR's generator, optimized under a choice of passes, means what it meant before.
///
/// # Errors
/// The difference, with everything about it.
pub fn case(draws: &mut Draws, seen: &mut Seen) -> Result<(), String> {
    let shape = shape(draws);
    let (first, other) = (draws.bits(), draws.bits());
    let mut old = drawn_trace(draws, first, &shape);
    check(&mut old, draws, seen, |t, round| {
        let arena = ArenaMemory::new();
        let inputs = random_inputs(if round == 0 { first } else { other }, t, &arena);
        arena.on_trace_call(|_, _, args, out| {
            out[0] = args.iter().fold(7, |h: u64, a| h.wrapping_mul(31).wrapping_add(*a));
            0
        });
        (arena, inputs)
    })
}

/// Runs cases as the variables `OPT_FUZZ_SECONDS`, `OPT_FUZZ_SEED` and so on say ([`Limits`]).
///
/// # Panics
/// With the first difference, made smaller, and when too little was seen.
pub fn cases(case: impl Fn(&mut Draws, &mut Seen) -> Result<(), String>) {
    let mut seen = Seen::default();
    if campaign(&Limits::from_env("OPT_FUZZ"), |draws| case(draws, &mut seen).map(|()| true)) {
        println!("{seen:?}");
        assert!(seen.cases > 50 && seen.chaos * 4 > seen.cases, "the campaign saw too little: {seen:?}");
        assert!(seen.virtuals > 0 && seen.loops > 0, "the campaign saw too little: {seen:?}");
    }
}
