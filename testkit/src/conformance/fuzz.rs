//! Random traces: evaluator against native code, and (every other seed) the whole [`pipeline`].
//!
//! Two things of random traces have no native counterpart and are rewritten first: the polls of test memory count calls, so a
//! `guard_poll` becomes a counter in memory; and a `call_trace` gets its constant depth, and a key that says how many arguments it has.

use super::pipeline::{pipeline, Ran};
use super::{finished, same_outcome, Runner};
use crate::random::{drawn_trace, random_inputs, Config, Draws, Tail, TRACE_KINDS};
use crate::world::Kind;
use holloway_compiler::abi::NativeCtx;
use holloway_compiler::codegen::backend::{Backend, Chaos, CompileRequest, Entry, Links, StartInfo};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate, evaluate_with, Outcome};
use holloway_compiler::ir::{FieldDescr, Inst, IrRef, JumpTarget, Mem, Op, Refs, Trace, Ty};
use holloway_compiler::native;
use holloway_draws::{campaign, Limits};
use std::collections::HashMap;

/// Inserts instructions, moving everything behind them.
fn insert(t: &mut Trace, at: usize, new: &[Inst]) {
    let n = new.len() as u32;
    let shift = |r: IrRef| match r {
        r if r.is_none() || r.is_const() || r.index() < at => r,
        r => IrRef(r.0 + n),
    };
    for inst in &mut t.insts {
        inst.args.iter_mut().for_each(|r| *r = shift(*r));
    }
    t.lists.iter_mut().flatten().for_each(|r| *r = shift(*r));
    for s in &mut t.snaps {
        s.map(shift);
        s.virtuals.iter_mut().for_each(|v| v.id = shift(v.id));
    }
    t.insts.splice(at..at, new.iter().copied());
}

fn inst(op: Op, ty: Ty, args: &[IrRef], aux: u32) -> Inst {
    let mut i = Inst::new(op);
    i.ty = ty;
    i.args[..args.len()].copy_from_slice(args);
    i.aux = aux;
    i
}

/// Gives every trace call its constant depth and the number of its arguments as its key.
pub fn fix_calls(t: &mut Trace) {
    let one = t.konst(Ty::Int, 1);
    for i in 0..t.insts.len() {
        if t.insts[i].op == Op::CallTrace {
            let mut list = vec![one];
            list.extend(t.list(&t.insts[i]));
            t.insts[i].aux = t.key(&(list.len() as u32 - 1));
            t.insts[i].list = t.add_list(list);
        }
    }
}

/// Rewrites polls; the trace gets one more input, the address of the poll counter (a block of one word).
pub fn count_polls(t: &mut Trace) {
    let counter = t.inputs();
    insert(t, counter, &[inst(Op::Input, Ty::Ref, &[], 0)]);
    let counter = IrRef(counter as u32);
    let field = t.field(&FieldDescr {
        name: "Counter.n".into(),
        offset: 0,
        mem: Mem::W64,
        immutable: false,
        length: false,
        refs: Refs::None,
    });
    let one = t.konst(Ty::Int, 1);
    let mut i = 0;
    while i < t.insts.len() {
        match t.insts[i].op {
            Op::GuardPoll => {
                let start = i;
                let at = |k: usize| IrRef((start + k) as u32);
                insert(
                    t,
                    i,
                    &[
                        inst(Op::Load, Ty::Int, &[counter], field),
                        inst(Op::IntSub, Ty::Int, &[at(0), one], 0),
                        inst(Op::Store, Ty::Void, &[counter, at(1)], field),
                    ],
                );
                i += 3;
                t.insts[i].op = Op::GuardTrue;
                t.insts[i].args[0] = at(0);
            }
            Op::Jump if t.target == JumpTarget::Start => {
                let mut list = t.list(&t.insts[i]).to_vec();
                list.push(counter);
                t.insts[i].list = t.add_list(list);
            }
            _ => {}
        }
        i += 1;
    }
}

/// Rewrites trace calls and polls to what has a native counterpart: see [`fix_calls`] and [`count_polls`].
pub fn nativize(t: &mut Trace) {
    fix_calls(t);
    count_polls(t);
}

/// What `call_trace` does in a random trace, depth included in `args`.
pub(super) fn callee(args: &[u64], out: &mut [u64]) -> u64 {
    let sum = args[1..].iter().fold(0u64, |s, a| s.wrapping_mul(31).wrapping_add(*a));
    for (k, (word, kind)) in (0..).zip(out.iter_mut().zip(TRACE_KINDS)) {
        let n = (sum ^ (sum >> 7)).wrapping_mul(2 * k + 1);
        *word = if *kind == Kind::Float { (n as i32 as f64).to_bits() } else { n };
    }
    if sum % 5 == 0 {
        3
    } else {
        0
    }
}

native! {
    pub(super) unsafe fn finish_call(
        _: *const NativeCtx,
        _: u64,
        key: u64,
        args: *const u64,
        out: *mut u64,
    ) -> u64 {
        // SAFETY: rewritten calls have as many argument words as their key says, and room for 32 results.
        let (args, out) = unsafe {
            (
                std::slice::from_raw_parts(args, key as usize),
                std::slice::from_raw_parts_mut(out, TRACE_KINDS.len()),
            )
        };
        let mut all = vec![1];
        all.extend(args);
        callee(&all, out)
    }
}

/// Links of traces whose calls all spill: the word behind every entry slot.
pub(super) struct SpillLinks(pub Box<usize>);

impl Links for SpillLinks {
    fn start_of(&self, _: u32) -> Option<StartInfo> {
        None
    }
    fn entry_slot(&self, _: u32) -> Option<*const usize> {
        Some(&*self.0)
    }
}

/// The kinds of random traces, by number.
pub fn config(kind: u64) -> Config {
    match kind % 6 {
        0 => Config::default(),
        1 => Config { trace_calls: true, size: 80, ..Config::default() },
        2 => Config { calls: false, allocs: false, tails: vec![Tail::Loop], ..Config::default() },
        3 => Config { size: 120, inputs: 12, tails: vec![Tail::Loop, Tail::Start], ..Config::default() },
        4 => Config { size: 60, inputs: 8, tails: vec![Tail::Loop], ..Config::scalar() },
        _ => Config::scalar(),
    }
}

/// Runs one random trace.
///
/// # Errors
/// The difference, with everything about it.
pub fn one(runner: &mut Runner<'_>, draws: &mut Draws) -> Result<(), String> {
    let config = config(u64::from(draws.byte()));
    let seed = draws.bits();
    let mut t = drawn_trace(draws, seed, &config);
    nativize(&mut t);
    let first = ArenaMemory::new();
    let mut inputs = random_inputs(seed, &t, &first);
    let polls = 1 + draws.below(8) as u64;
    let k = t.inputs() - 1;
    inputs[k] = first.block(&[polls]);
    first.on_trace_call(|_, _, args, out| callee(args, out));
    let (second, map) = first.fork();
    let mapped = map.all(&inputs);
    // Forced exits: guard by guard, at its so-manyth execution.
    let chaos = draws.chance(20).then_some(Chaos { seed, period: 20 });
    let mut seen: HashMap<usize, u32> = HashMap::new();
    let exit_number: HashMap<usize, u64> =
        t.insts.iter().enumerate().filter(|i| i.1.op.is_guard()).map(|i| i.0).zip(0..).collect();
    let mut force = |pc: usize| {
        let n = seen.entry(pc).or_default();
        *n += 1;
        chaos.is_some_and(|c| c.countdown(exit_number[&pc], 0) == *n)
    };
    let want = evaluate_with(&t, &inputs, &mut first.clone(), 100_000, &mut force);
    if matches!(want, Outcome::OutOfFuel) {
        return Ok(());
    }
    let report = |e: String, text: &str| format!("{e}\n{t}\n{text}");
    second.ctx().finish_call.set(Some(finish_call));
    if draws.chance(50) {
        // Room for one object in two bump regions, so that fast and slow paths both run: of those sizes of which all objects have one number of words.
        for (class, words) in [(1, 3), (4, 10)] {
            let bump = &second.ctx().bump[class];
            bump.next.set(second.block(&vec![0; words]) as usize);
            bump.end.set(bump.next.get() + 16 * (class + 1));
        }
    }
    let links = SpillLinks(Box::new(runner.spill_entry()?));
    let mut request = CompileRequest::new(&t, &links);
    request.check = true;
    request.randomize = (draws.chance(50) || runner.randomize).then_some(seed);
    request.chaos = chaos;
    let code = runner.backend.compile(&mut runner.arena, &request).map_err(|e| report(e.to_string(), ""))?;
    let got = runner.run_compiled(&t, &code, &mapped, &second);
    let same = same_outcome(&t, (&want, &inputs, &first), (&got, &mapped, &second));
    let result = same.map_err(|e| {
        let bytes = runner.arena.bytes(code.code);
        report(e, &runner.backend.disassemble(&bytes, code.code.addr))
    });
    runner.arena.free(code.code);
    result
}

/// A random scalar trace whose inputs are taken from values of these types (or are constants); perhaps it ends in a jump to trace 1,
/// whose inputs have types `next`.
fn follow(draws: &mut Draws, types: &[Ty], next: Option<&[Ty]>) -> Trace {
    let tails = vec![Tail::Finish, Tail::Exit, Tail::Loop];
    let (size, seed) = (5 + draws.below(60), draws.bits());
    let mut t = drawn_trace(draws, seed, &Config { size, inputs: 8, tails, ..Config::scalar() });
    let inner = t.inputs();
    // New inputs come first; the old ones become copies of them.
    let new: Vec<Inst> = types.iter().map(|ty| inst(Op::Input, *ty, &[], 0)).collect();
    insert(&mut t, 0, &new);
    let mut pick = |t: &mut Trace, from: usize, ty: Ty| {
        let fits: Vec<usize> = (0..from).filter(|k| t.insts[*k].ty == ty).collect();
        if fits.is_empty() || draws.chance(10) {
            let bits = if ty == Ty::Float { draws.float().to_bits() } else { draws.int() as u64 };
            t.konst(ty, bits)
        } else {
            IrRef(draws.pick(&fits) as u32)
        }
    };
    for k in types.len()..types.len() + inner {
        let ty = t.insts[k].ty;
        let from = pick(&mut t, types.len(), ty);
        t.insts[k] = match ty {
            Ty::Float => inst(Op::FloatNeg, ty, &[from], 0),
            _ => inst(Op::IntNot, ty, &[from], 0),
        };
    }
    nativize_loop(&mut t);
    let last = t.insts.len() - 1;
    if let (Some(next), Op::Finish) = (next, t.insts[last].op) {
        let list = next.iter().map(|ty| pick(&mut t, last, *ty)).collect();
        let mut jump = inst(Op::Jump, Ty::Void, &[], 0);
        jump.list = t.add_list(list);
        t.insts[last] = jump;
        t.target = JumpTarget::Trace(1);
    }
    t
}

/// Polls without memory: the guard leaves at once.
fn nativize_loop(t: &mut Trace) {
    let zero = t.konst(Ty::Int, 0);
    for i in t.insts.iter_mut().filter(|i| i.op == Op::GuardPoll) {
        i.op = Op::GuardTrue;
        i.args[0] = zero;
    }
}

struct OneTrace(StartInfo);

impl Links for OneTrace {
    fn start_of(&self, n: u32) -> Option<StartInfo> {
        (n == 1).then(|| self.0.clone())
    }
    fn entry_slot(&self, _: u32) -> Option<*const usize> {
        None
    }
}

fn types_of(t: &Trace) -> Vec<Ty> {
    t.insts[..t.inputs()].iter().map(|i| i.ty).collect()
}

/// A root, a bridge at the exit it takes, a bridge at the bridge's exit, and another trace that the last may jump to.
///
/// # Errors
/// The difference, with everything about it.
pub fn chain(runner: &mut Runner<'_>, draws: &mut Draws) -> Result<(), String> {
    let seed = draws.bits();
    let linked = match draws.chance(70) {
        // With inputs of its own: as generated.
        true => {
            drawn_trace(draws, seed, &Config { tails: vec![Tail::Finish, Tail::Exit], ..Config::scalar() })
        }
        false => follow(draws, &[], None),
    };
    let next = types_of(&linked);
    let types = vec![[Ty::Int, Ty::Float][draws.below(2)]; 1 + draws.below(20)];
    let root = follow(draws, &types, None);
    let inputs: Vec<u64> = types_of(&root)
        .iter()
        .map(|t| if *t == Ty::Float { draws.float().to_bits() } else { draws.int() as u64 })
        .collect();
    let mem = ArenaMemory::new();
    let randomize = (draws.chance(50) || runner.randomize).then_some(seed);
    let compile =
        |runner: &mut Runner<'_>, t: &Trace, links: &dyn Links, entry: Entry<'_>, first_exit: u64| {
            let request =
                CompileRequest { check: true, randomize, entry, first_exit, ..CompileRequest::new(t, links) };
            runner.backend.compile(&mut runner.arena, &request).map_err(|e| format!("{e}\n{t}"))
        };
    let none = OneTrace(StartInfo::default());
    let target = compile(runner, &linked, &none, Entry::Function, 1000)?;
    let links = OneTrace(target.start.clone());
    let mut codes = vec![(compile(runner, &root, &links, Entry::Function, 0)?, root)];
    let mut want = evaluate(&codes[0].1, &inputs, &mut mem.clone(), 10_000);
    for k in 1..3 {
        let Outcome::Exit { inst, values, .. } = &want else { break };
        let (parent, trace) = &codes[k - 1];
        let exit =
            parent.exits.iter().position(|e| e.inst as usize == *inst).ok_or("an exit without code")?;
        let snap = &trace.snaps[trace.insts[*inst].snap.0 as usize];
        let types: Vec<Ty> = trace.exit_values(snap).iter().map(|r| trace.ty(*r)).collect();
        let bridge = follow(draws, &types, Some(&next));
        let values = values.clone();
        let code = compile(
            runner,
            &bridge,
            &links,
            Entry::Bridge(&parent.places(&parent.exits[exit])),
            100 * k as u64,
        )?;
        parent.attach(&mut runner.arena, exit, &code);
        want = evaluate(&bridge, &values, &mut mem.clone(), 10_000);
        codes.push((code, bridge));
        if let Outcome::JumpedTo(_, values) = &want {
            want = evaluate(&linked, values, &mut mem.clone(), 10_000);
            // The same trace again: its exits are compared by what this twin says of them.
            codes.push((compile(runner, &linked, &none, Entry::Function, 1000)?, linked));
            break;
        }
    }
    let (last, trace) = &codes[codes.len() - 1];
    let got = match runner.enter(codes[0].0.outer, &mem, &inputs) {
        0 => Outcome::Finish(runner.results(finished(trace))),
        _ => {
            let number = mem.ctx().exit.get();
            let found = last.records.iter().position(|r| r.number == number);
            match found.map(|k| &last.exits[k]) {
                Some(e) => Outcome::Exit {
                    inst: e.inst as usize,
                    snap: e.snap,
                    values: runner.exit_values(last.places(e).len()),
                },
                None => Outcome::Fault { inst: 0, why: format!("exit {number}") },
            }
        }
    };
    let same = same_outcome(trace, (&want, &inputs, &mem), (&got, &inputs, &mem));
    let result = same.map_err(|e| {
        let mut text = format!("chain: {e}\ninputs {inputs:x?}\n");
        for (code, trace) in &codes {
            let bytes = runner.arena.bytes(code.code);
            text += &format!("{trace}\n{}\n", runner.backend.disassemble(&bytes, code.code.addr));
        }
        text
    });
    codes.iter().for_each(|c| runner.arena.free(c.0.code));
    runner.arena.free(target.code);
    result
}

/// What a campaign ran.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Traces of the generator, on evaluator and native code.
    pub single: u64,
    /// Trees of root, bridges and a linked trace.
    pub chains: u64,
    /// Recorded forms that evaluator, optimizer with evaluator, and native code agreed on.
    pub pipelines: u64,
    /// Recorded forms that the optimizer refused, as they always fail.
    pub refused: u64,
    /// Runs that did not end.
    pub endless: u64,
}

/// One case: of four tapes one is a trace alone, one a tree of traces, and two go through the whole pipeline.
///
/// # Errors
/// The difference, with everything about it.
pub fn case(runner: &mut Runner<'_>, draws: &mut Draws, tally: &mut Tally) -> Result<(), String> {
    match draws.below(4) {
        0 | 1 => return piped(runner, draws, tally),
        2 => {
            one(runner, draws)?;
            tally.single += 1;
        }
        _ => {
            chain(runner, draws)?;
            tally.chains += 1;
        }
    }
    Ok(())
}

/// One case of the pipeline.
fn piped(runner: &mut Runner<'_>, draws: &mut Draws, tally: &mut Tally) -> Result<(), String> {
    match pipeline(runner, draws)? {
        Ran::Compared => tally.pipelines += 1,
        Ran::Refused => tally.refused += 1,
        Ran::Endless => tally.endless += 1,
    }
    Ok(())
}

/// The fuzz test of a backend, for its test crate: as many traces as fit into two seconds, or what the environment says. `FUZZ_COUNT` and
/// `FUZZ_SECONDS` bound the run, `FUZZ_SEED` is the first seed, `FUZZ_BYTES` repeats what was reported ([`Limits`]). `FUZZ_ALLOC=random` randomizes every
/// allocation, not every other. `FUZZ_ONLY=pipeline` leaves out the traces that do not go through the optimizer, and counts only those that were compared on
/// all three.
///
/// # Panics
/// With the first difference between native code and evaluator, made smaller.
pub fn from_env(backend: &dyn Backend) {
    let limits = Limits::from_env("FUZZ");
    let only = std::env::var("FUZZ_ONLY").is_ok_and(|v| v == "pipeline");
    let mut runner = Runner::new(backend);
    runner.randomize = std::env::var("FUZZ_ALLOC").is_ok_and(|v| v == "random");
    let mut tally = Tally::default();
    let ran = campaign(&limits, |draws| {
        let before = tally.pipelines;
        match only {
            true => piped(&mut runner, draws, &mut tally)?,
            false => case(&mut runner, draws, &mut tally)?,
        }
        Ok(!only || tally.pipelines > before)
    });
    println!("{tally:?}");
    let chosen = limits.count < u64::MAX || std::env::var_os("FUZZ_SECONDS").is_some();
    assert!(!ran || chosen || tally.pipelines > 20, "too little was compared: {tally:?}");
}
