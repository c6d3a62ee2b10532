//! Comparison of recorded and optimized traces, for the random tests.
//!
//! Each case runs the recorded and the optimized trace on equal memories and compares how they end: the same outcome, the
//! same rebuilt state (virtuals built), the same heap reachable from inputs and state. Then a random guard of
//! the optimized run is made to fail although it holds, and the recorded run is made to leave at the same guard in the same
//! iteration: the states must agree too.
//!
//! `OPT_FUZZ_SECONDS` and `OPT_FUZZ_SEED` make a campaign longer and start it elsewhere.

use holloway_tracer::ir::arena::ArenaMemory;
use holloway_tracer::ir::eval::{evaluate_with, rebuild, same_word, Outcome, State};
use holloway_tracer::ir::random::Rng;
use holloway_tracer::ir::verify::verify;
use holloway_tracer::ir::{Op, Trace, Ty};
use holloway_tracer::opt::{optimize, OptAbort, OptConfig, PASSES};
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

/// Runs; leaves at the guard with this number in this iteration if asked to.
pub fn run(t: &Trace, arena: &ArenaMemory, inputs: &[u64], leave: Option<(u64, u32)>) -> End {
    let (fork, map) = arena.fork();
    let inputs = map.all(inputs);
    let mut passed = Vec::new();
    let mut iteration = 0;
    let mut hook = |pc: usize| {
        let here = (number(t, pc), iteration);
        passed.push(here);
        iteration += (t.insts[pc].op == Op::GuardPoll) as u32;
        leave == Some(here)
    };
    let outcome = evaluate_with(t, &inputs, &mut fork.clone(), FUEL, &mut hook);
    End { arena: fork, inputs, outcome, passed }
}

/// The unique number given to the guard by [`number_guards`].
fn number(t: &Trace, pc: usize) -> u64 {
    t.snaps[t.insts[pc].snap.0 as usize].greens[0]
}

/// Makes every snapshot recognizable after optimization.
pub fn number_guards(t: &mut Trace) {
    for (i, s) in t.snaps.iter_mut().enumerate() {
        s.greens = std::rc::Rc::new(vec![i as u64]);
    }
}

/// What a guard's exit rebuilds.
pub fn state(t: &Trace, end: &End) -> Option<State> {
    let Outcome::Exit { snap, values, .. } = &end.outcome else { return None };
    let state = rebuild(t, &t.snaps[snap.0 as usize], values, &mut end.arena.clone());
    Some(state.unwrap_or_else(|e| panic!("{e} in\n{t}")))
}

/// Compares two ends of equal meaning.
pub fn compare(old: &Trace, new: &Trace, a: &End, b: &End) -> Result<(), String> {
    let (mut roots, mut other) = (a.inputs.clone(), b.inputs.clone());
    match (&a.outcome, &b.outcome) {
        (Outcome::Exit { .. }, Outcome::Exit { .. }) => {
            let (x, y) = (state(old, a).ok_or("no state")?, state(new, b).ok_or("no state")?);
            let heads = |s: &State| (s.greens.clone(), s.replay_to, s.entries.len(), s.log.len());
            if heads(&x) != heads(&y) {
                return Err(format!("exits differ: {:?} and {:?}", heads(&x), heads(&y)));
            }
            let all = x.entries.iter().chain(&x.log).zip(y.entries.iter().chain(&y.log));
            for (k, (&(ty, v), &(_, w))) in all.enumerate() {
                // An address or a float's bits may be given as reference or float.
                if ty == Ty::Ref || a.arena.word_is_object(v) {
                    roots.push(v);
                    other.push(w);
                } else if !same_word(ty, v, w) {
                    return Err(format!("item {k}: {ty:?} {v:#x} and {w:#x}"));
                }
            }
        }
        (Outcome::Finish(v), Outcome::Finish(w)) => {
            roots.extend(v);
            other.extend(w);
        }
        (Outcome::OutOfFuel, Outcome::OutOfFuel) => return Ok(()),
        (x, y) => return Err(format!("{x:?} and {y:?}")),
    }
    a.arena.same_heap(&b.arena, &roots, &other)
}

trait Objects {
    fn word_is_object(&self, word: u64) -> bool;
}

impl Objects for ArenaMemory {
    fn word_is_object(&self, word: u64) -> bool {
        holloway_tracer::ir::eval::Memory::valid(self, word)
    }
}

/// A random choice of passes: all, all but one, one, or any.
pub fn passes(rng: &mut Rng) -> (String, OptConfig) {
    let name = |rng: &mut Rng| PASSES[rng.below(PASSES.len())].name;
    let list = match rng.below(5) {
        0 | 1 => String::new(),
        2 => format!("-{}", name(rng)),
        3 => format!("none,{}", name(rng)),
        _ => (0..4).map(|_| format!("-{},", name(rng))).collect(),
    };
    let config = OptConfig::from_list(&list).expect("names of passes");
    (list, config)
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
    let (list, config) = passes(rng);
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
