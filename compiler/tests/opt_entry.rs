//! Random loops entered past their preamble mean what they mean from their start.
//!
//! A case is a random loop and a *bridge* that arrives at its header: with the state as it is, or after an iteration of
//! its own. The entry is spliced into the bridge, which is optimized and run; where it jumps into the body, the body runs
//! on from the values handed over, and where a guard of the entry fails, the recorded loop runs on from the
//! state that the exit rebuilds. Either way the end must be the recorded loop's.

use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate_with, Outcome};
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::{Inst, IrRef, JumpTarget, Op, SnapId, Snapshot, Trace};
use holloway_compiler::opt::{optimize, optimize_loop, Optimized, ENTRY_GUARD};
use holloway_draws::{campaign, Draws, Limits};
use holloway_testkit::conformance::pipeline::{number_guards, random_passes, state};
use holloway_testkit::meaning::{compare, run, End};
use holloway_testkit::random::{drawn_trace, random_inputs, Config, Tail};

/// Puts a poll with the header's state in front of a recorded loop, as recordings begin.
fn with_header(t: &mut Trace) {
    let n = t.inputs() as u32;
    let shift = |r: IrRef| if r.is_const() || r.is_none() || r.0 < n { r } else { IrRef(r.0 + 1) };
    for inst in &mut t.insts {
        inst.args.iter_mut().for_each(|a| *a = shift(*a));
    }
    t.lists.iter_mut().flatten().for_each(|r| *r = shift(*r));
    t.snaps.iter_mut().for_each(|s| s.map(shift));
    t.snaps.push(Snapshot { entries: (0..n).map(IrRef).collect(), ..Snapshot::default() });
    let poll = Inst { snap: SnapId(t.snaps.len() as u32 - 1), ..Inst::new(Op::GuardPoll) };
    t.insts.insert(n as usize, poll);
}

/// The values of a loop that its body takes from outside, phis among them.
fn wanted(t: &Trace, label: usize) -> Vec<IrRef> {
    let mut all: Vec<IrRef> = Vec::new();
    let mut note = |r: IrRef, virtuals: bool| {
        let phi = || t.insts[r.index()].op == Op::Phi;
        if !r.is_const()
            && !r.is_none()
            && !virtuals
            && r.index() < t.insts.len()
            && (r.index() < label || phi())
        {
            all.push(r);
        }
    };
    for inst in &t.insts[label + 1..] {
        inst.operands().iter().chain(t.list(inst)).for_each(|&r| note(r, false));
        if inst.snap != SnapId::NONE {
            let s = &t.snaps[inst.snap.0 as usize];
            s.visit(|r| note(r, s.is_virtual(r)));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// The loop as a trace of its own that begins with the body, its inputs the wanted values.
fn body(t: &Trace, label: usize, wanted: &[IrRef]) -> Trace {
    let mut out = t.clone();
    out.snaps.clear();
    out.insts = wanted.iter().map(|w| Inst { ty: t.ty(*w), ..Inst::new(Op::Input) }).collect();
    let mut map = vec![IrRef::NONE; t.insts.len()];
    wanted.iter().enumerate().for_each(|(k, w)| map[w.index()] = IrRef(k as u32));
    let phis = t.insts[label + 1..].iter().take_while(|i| i.op == Op::Phi).count();
    let typed: Vec<IrRef> = (label + 1..=label + phis)
        .map(|p| if map[p].is_none() { out.konst(t.insts[p].ty, 0) } else { map[p] })
        .collect();
    out.lists.push(typed);
    for (i, inst) in t.insts.iter().enumerate().skip(label) {
        let mut inst = *inst;
        let get = |r: IrRef| if r.is_const() || r.is_none() { r } else { map[r.index()] };
        inst.args.iter_mut().for_each(|a| *a = get(*a));
        if i == label {
            inst.list = out.lists.len() as u32 - 1;
        } else if inst.list != u32::MAX {
            let list = t.list(&inst).iter().map(|&r| get(r)).collect();
            inst.list = out.add_list(list);
        }
        if inst.snap != SnapId::NONE {
            let mut s = t.snaps[inst.snap.0 as usize].clone();
            let beyond = 1 << 20;
            s.virtuals.iter_mut().for_each(|v| v.id.0 += beyond);
            let names: Vec<IrRef> = s.virtuals.iter().map(|v| v.id).collect();
            s.map(|r| {
                let name = IrRef(r.0.wrapping_add(beyond));
                match names.contains(&name) && !r.is_const() && !r.is_none() {
                    true => name,
                    false => get(r),
                }
            });
            out.snaps.push(s);
            inst.snap = SnapId(out.snaps.len() as u32 - 1);
        }
        map[i] = out.push(inst);
    }
    out
}

/// What a campaign saw.
#[derive(Default, Debug)]
struct Seen {
    cases: u64,
    without_entry: u64,
    refused: u64,
    entered: u64,
    left_early: u64,
    never_arrived: u64,
}

/// Goes on with another trace where a run ended; its inputs stay those of the first.
fn go_on(t: &Trace, from: &End, values: &[u64]) -> End {
    let mut arena = from.arena.clone();
    let outcome = evaluate_with(t, values, &mut arena, 20_000, &mut |_| false);
    End { arena, inputs: from.inputs.clone(), outcome, passed: Vec::new() }
}

fn case(draws: &mut Draws, seen: &mut Seen) {
    let shape = Config { tails: vec![Tail::Start], size: 15 + draws.below(60), ..Config::default() };
    let trace_seed = draws.bits();
    let mut old = drawn_trace(draws, trace_seed, &shape);
    with_header(&mut old);
    number_guards(&mut old);
    let (list, config) = random_passes(draws);
    let Ok(Optimized { trace: new, entry, .. }) = optimize_loop(&old, &config, false) else { return };
    seen.cases += 1;
    let Some(entry) = entry else {
        seen.without_entry += 1;
        return;
    };
    let label = new.insts.iter().position(|i| i.op == Op::Label).expect("a loop with an entry has a label");
    let wanted = wanted(&new, label);
    let body = body(&new, label, &wanted);
    verify(&body).unwrap_or_else(|e| panic!("{e}\n{body}\n{new}"));
    // The bridge: an iteration of its own, or nothing.
    let mut bridge = old.clone();
    bridge.target = JumpTarget::Trace(0);
    if draws.below(2) == 0 {
        let n = old.inputs();
        bridge.insts.truncate(n);
        let list = bridge.add_list((0..n as u32).map(IrRef).collect());
        bridge.push(Inst { list, ..Inst::new(Op::Jump) });
    }
    let (bridge_list, bridge_config) = random_passes(draws);
    let recorded = bridge.clone();
    let spliced = entry.splice(&mut bridge, &new, 0, &wanted);
    let optimized = spliced.map(|spliced| {
        let optimized = optimize(&bridge, &bridge_config);
        spliced.undo(&mut bridge);
        optimized
    });
    assert_eq!(bridge, recorded);
    let Some(Ok(bridge)) = optimized else {
        seen.refused += 1;
        return;
    };
    let context = || {
        format!("passes `{list}` and `{bridge_list}`\n---- recorded\n{old}\n---- loop\n{new}\n---- bridge\n{bridge}")
    };
    verify(&bridge).unwrap_or_else(|e| panic!("{e}\n{}", context()));
    for round in 0..3 {
        let arena = ArenaMemory::new();
        let inputs = random_inputs(if round == 0 { trace_seed } else { draws.bits() }, &old, &arena);
        let want = run(&old, &arena, &inputs, None);
        // Once in a while the entry's last guard fails although it holds.
        let forced = draws.below(4) == 0;
        let mut have = run(&bridge, &arena, &inputs, None);
        let in_entry = |snap: SnapId| bridge.snaps[snap.0 as usize].guard_no == ENTRY_GUARD;
        if forced {
            let guards = bridge.insts.iter().filter(|i| i.snap != SnapId::NONE && in_entry(i.snap)).count();
            if guards > 0 && matches!(have.outcome, Outcome::JumpedTo(..)) {
                have = leave_at_entry(&bridge, &arena, &inputs, draws.below(guards));
            }
        }
        let mut by = &bridge;
        match &have.outcome {
            Outcome::JumpedTo(0, values) => {
                seen.entered += 1;
                have = go_on(&body, &have, &values.clone());
                by = &body;
            }
            Outcome::Exit { snap, .. } if in_entry(*snap) => {
                seen.left_early += 1;
                let entries: Vec<u64> = state(have.of(&bridge))
                    .expect("a state")
                    .expect("an exit")
                    .entries
                    .iter()
                    .map(|e| e.1)
                    .collect();
                have = go_on(&old, &have, &entries);
                by = &old;
            }
            _ => seen.never_arrived += 1,
        }
        if matches!((&want.outcome, &have.outcome), (Outcome::OutOfFuel, _) | (_, Outcome::OutOfFuel)) {
            continue;
        }
        if let Err(e) = compare(&old, by, &want, &have) {
            panic!("{e}\ninputs {inputs:x?} round {round}\n{}\n---- body\n{body}", context());
        }
    }
}

/// Runs a bridge and makes the `nth` guard of its entry fail.
fn leave_at_entry(bridge: &Trace, arena: &ArenaMemory, inputs: &[u64], nth: usize) -> End {
    let (fork, map) = arena.fork();
    let inputs = map.all(inputs);
    let mut left = nth;
    let mut hook = |pc: usize| {
        let ours = bridge.snaps[bridge.insts[pc].snap.0 as usize].guard_no == ENTRY_GUARD;
        let now = ours && left == 0;
        left = left.saturating_sub(ours as usize);
        now
    };
    let outcome = evaluate_with(bridge, &inputs, &mut fork.clone(), 20_000, &mut hook);
    End { arena: fork, inputs, outcome, passed: Vec::new() }
}

#[test]
fn bodies_entered_by_bridges_mean_the_same() {
    let mut seen = Seen::default();
    let ran = campaign(&Limits::from_env("OPT_FUZZ"), |draws| {
        case(draws, &mut seen);
        Ok(true)
    });
    println!("{seen:?}");
    assert!(!ran || seen.entered > 20 && seen.left_early > 5, "the campaign saw too little: {seen:?}");
}
