//! Random traces through the whole pipeline: recorded trace on the evaluator, optimized trace on the evaluator, native code.
//!
//! **Problem.** Optimizer and backend can each be right alone and wrong together: an optimized trace has virtuals, phis and snapshots
//! that no recorded one has. So each case makes a trace as a recorder would, optimizes it under a random choice of passes and runs
//! all three on equal memories.
//!
//! **Method.** Every snapshot gets a number as its only green, so that a guard is recognized after optimization; a guard number and
//! the count of polls passed name one moment of a run. Where the optimized trace leaves at a guard made to fail, the recorded one is
//! made to leave at the same moment. States are compared rebuilt, virtuals included, with all that is reachable from them.
//!
//! **Not promised.** A comparison for every case: traces that the optimizer rightly refuses count for nothing, see [`Ran`].
//!
//! **Example.** `pipeline(&mut Runner::new(&X86::new()), &mut Draws::seeded(7))` is `Ok(Ran::Compared)` or tells why the trace was not compiled.

use super::fuzz::{callee, count_polls, finish_call, fix_calls, SpillLinks};
use super::{same_outcome, Runner};
use crate::random::{drawn_trace, random_inputs, Config, Draws, Tail};
use holloway_compiler::codegen::backend::{Chaos, CompileRequest};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate_with, rebuild, same_word, Memory, Outcome, State};
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Op, Trace, Ty};
use holloway_compiler::opt::{optimize, OptAbort, OptConfig, PASSES};
use std::collections::{HashMap, HashSet};

const FUEL: u64 = 100_000;

/// What became of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ran {
    /// All three ran and agreed.
    Compared,
    /// The optimizer found that the trace cannot run through (a guard always fails).
    Refused,
    /// A run did not end.
    Endless,
}

/// One end of a run, with what is needed to compare it.
#[derive(Clone, Copy)]
pub struct End<'a> {
    /// What ran.
    pub trace: &'a Trace,
    /// Its memory afterwards.
    pub arena: &'a ArenaMemory,
    /// The input words that are compared.
    pub inputs: &'a [u64],
    /// How it ended.
    pub outcome: &'a Outcome,
}

/// Makes every snapshot recognizable after optimization: its greens become its number.
pub fn number_guards(t: &mut Trace) {
    for (i, s) in t.snaps.iter_mut().enumerate() {
        s.greens = [i as u64].into();
    }
}

/// The number given to a guard by [`number_guards`].
pub fn guard_number(t: &Trace, pc: usize) -> u64 {
    t.snaps[t.insts[pc].snap.0 as usize].greens[0]
}

/// A random choice of passes (all, all but one, one, or any) and how it is written.
pub fn random_passes(draws: &mut Draws) -> (String, OptConfig) {
    let name = |draws: &mut Draws| PASSES[draws.below(PASSES.len())].name;
    let list = match draws.below(5) {
        0 | 1 => String::new(),
        2 => format!("-{}", name(draws)),
        3 => format!("none,{}", name(draws)),
        _ => (0..4).map(|_| format!("-{},", name(draws))).collect(),
    };
    let config = OptConfig::from_list(&list).expect("names of passes");
    (list, config)
}

/// What an exit rebuilds, if the run ended at one.
pub fn state(end: End<'_>) -> Result<Option<State>, String> {
    let Outcome::Exit { snap, values, .. } = end.outcome else { return Ok(None) };
    let snap = &end.trace.snaps[snap.0 as usize];
    rebuild(end.trace, snap, values, &mut end.arena.clone()).map(Some)
}

/// Whether the recorded and the optimized trace ended alike: same state or results, same reachable heap.
///
/// Where a recorded word is the address of an object or the bits of a float, the optimized one may be given as that reference or float.
///
/// # Errors
/// The first difference.
pub fn same_end(old: End<'_>, new: End<'_>) -> Result<(), String> {
    let (mut roots, mut other) = (old.inputs.to_vec(), new.inputs.to_vec());
    match (old.outcome, new.outcome) {
        (Outcome::Exit { .. }, Outcome::Exit { .. }) => {
            let (x, y) = (state(old)?.ok_or("no state")?, state(new)?.ok_or("no state")?);
            let heads = |s: &State| (s.greens.clone(), s.replay_to, s.entries.len(), s.log.len());
            if heads(&x) != heads(&y) {
                return Err(format!("exits differ: {:?} and {:?}", heads(&x), heads(&y)));
            }
            let all = x.entries.iter().chain(&x.log).zip(y.entries.iter().chain(&y.log));
            for (k, (&(ty, v), &(_, w))) in all.enumerate() {
                if ty == Ty::Ref || old.arena.valid(v) {
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
        (x, y) => return Err(format!("{x:x?} and {y:x?}")),
    }
    old.arena.same_heap(new.arena, &roots, &other)
}

/// Shapes of recorded traces: as recorders make them, so without labels.
fn shape(draws: &mut Draws) -> Config {
    let tails = vec![Tail::Start, Tail::Start, Tail::Start, Tail::Finish, Tail::Exit];
    let base = Config { tails, ..Config::default() };
    match draws.below(6) {
        0 => Config { calls: false, size: 60, ..base },
        1 => Config { trace_calls: true, size: 80, ..base },
        2 => Config { tails: base.tails, ..Config::scalar() },
        3 => Config { size: 15, inputs: 2, ..base },
        4 => Config { size: 100, inputs: 8, guards: 20, ..base },
        _ => base,
    }
}

/// Runs one case.
///
/// # Errors
/// The difference, with everything needed to reproduce it.
pub fn pipeline(runner: &mut Runner<'_>, draws: &mut Draws) -> Result<Ran, String> {
    let shape = shape(draws);
    let trace_seed = draws.bits();
    let mut old = drawn_trace(draws, trace_seed, &shape);
    fix_calls(&mut old);
    number_guards(&mut old);
    let (list, config) = random_passes(draws);
    let optimized = match optimize(&old, &config) {
        Ok(t) => t,
        Err(OptAbort::AlwaysFails(_) | OptAbort::Unstable(_)) => return Ok(Ran::Refused),
        Err(e) => return Err(format!("{e}\n{old}")),
    };
    let context = |what: String, code: &str| {
        format!("passes `{list}`: {what}\n---- recorded\n{old}\n---- optimized\n{optimized}\n{code}")
    };
    verify(&optimized).map_err(|e| context(e.to_string(), ""))?;
    let polls: HashSet<u64> = (0..old.insts.len())
        .filter(|&pc| old.insts[pc].op == Op::GuardPoll)
        .map(|pc| guard_number(&old, pc))
        .collect();
    let mut new = optimized.clone();
    count_polls(&mut new);

    // Three equal memories; the native form of the trace counts its polls in a block of its own.
    let recorded_mem = ArenaMemory::new();
    // One time in four the inputs are not those that the guards were turned to hold for.
    let input_seed = if draws.chance(25) { draws.bits() } else { trace_seed };
    let recorded_inputs = random_inputs(input_seed, &old, &recorded_mem);
    recorded_mem.on_trace_call(|_, _, args, out| callee(args, out));
    let limit = draws.below(8) as u64;
    let (eval_mem, to_eval) = recorded_mem.fork();
    let (native_mem, to_native) = recorded_mem.fork();
    recorded_mem.poll_after(limit);
    let with_counter = |mem: &ArenaMemory, inputs: Vec<u64>| [inputs, vec![mem.block(&[limit])]].concat();
    let eval_inputs = with_counter(&eval_mem, to_eval.all(&recorded_inputs));
    let native_inputs = with_counter(&native_mem, to_native.all(&recorded_inputs));
    let shared = recorded_inputs.len();

    // The optimized trace, made to leave by the schedule that the native code follows.
    let seed = draws.bits();
    let chaos = draws.chance(50).then_some(Chaos { seed, period: 12 });
    let guards = new.insts.iter().enumerate().filter(|i| i.1.op.is_guard());
    let exit_of: HashMap<usize, u64> = guards.map(|i| i.0).zip(0..).collect();
    let mut passed: HashMap<usize, u32> = HashMap::new();
    let (mut iteration, mut left) = (0, None);
    let mut force = |pc: usize| {
        let here = (guard_number(&new, pc), iteration);
        iteration += u32::from(polls.contains(&here.0));
        let n = passed.entry(pc).or_default();
        *n += 1;
        let leave = chaos.is_some_and(|c| c.countdown(exit_of[&pc], 0) == *n);
        if leave {
            left = Some(here);
        }
        leave
    };
    let want = evaluate_with(&new, &eval_inputs, &mut eval_mem.clone(), FUEL, &mut force);

    // The recorded trace, made to leave at the same moment.
    let mut iteration = 0;
    let mut at_left = |pc: usize| {
        let here = (guard_number(&old, pc), iteration);
        iteration += u32::from(polls.contains(&here.0));
        left == Some(here)
    };
    let recorded = evaluate_with(&old, &recorded_inputs, &mut recorded_mem.clone(), FUEL, &mut at_left);
    if matches!(want, Outcome::OutOfFuel) || matches!(recorded, Outcome::OutOfFuel) {
        return Ok(Ran::Endless);
    }
    let ran = End { trace: &old, arena: &recorded_mem, inputs: &recorded_inputs, outcome: &recorded };
    let optimized_end = End { trace: &new, arena: &eval_mem, inputs: &eval_inputs[..shared], outcome: &want };

    // Native code. It runs before the comparisons, which build virtuals into the memories.
    native_mem.ctx().finish_call.set(Some(finish_call));
    let links = SpillLinks(Box::new(runner.spill_entry()?));
    let mut request = CompileRequest::new(&new, &links);
    request.check = true;
    request.randomize = (draws.chance(50) || runner.randomize).then_some(seed);
    request.chaos = chaos;
    let code = runner.backend.compile(&mut runner.arena, &request).map_err(|e| context(e.to_string(), ""))?;
    let got = runner.run_compiled(&new, &code, &native_inputs, &native_mem);
    let same = same_end(ran, optimized_end).map_err(|e| format!("optimizer: {e}")).and_then(|()| {
        let end = (&want, &eval_inputs[..], &eval_mem);
        same_outcome(&new, end, (&got, &native_inputs, &native_mem)).map_err(|e| format!("native code: {e}"))
    });
    let result = same.map_err(|e| {
        let bytes = runner.arena.bytes(code.code);
        let what = format!("{e}; left {left:?}, inputs {recorded_inputs:x?}");
        context(what, &runner.backend.disassemble(&bytes, code.code.addr))
    });
    runner.arena.free(code.code);
    result.map(|()| Ran::Compared)
}
