//! Random traces: evaluator against native code.
//!
//! Two things of random traces have no native counterpart and are rewritten first: the polls of test memory count calls, so a
//! `guard_poll` becomes a counter in memory; and a `call_trace` gets its constant depth and a fixed number of arguments.

use super::{same_outcome, Runner};
use crate::codegen::backend::{Backend, Chaos, CompileRequest, Links, StartInfo};
use crate::codegen::context::NativeCtx;
use crate::ir::arena::ArenaMemory;
use crate::ir::eval::{evaluate, Outcome};
use crate::ir::random::{random_inputs, random_trace, Config, Rng, Tail};
use crate::ir::{FieldDescr, Inst, IrRef, JumpTarget, Mem, Op, Trace, Ty};

/// Arguments every rewritten `call_trace` has.
const CALL_ARGS: usize = 3;

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

/// Rewrites polls and trace calls; the trace gets one more input, the address of the poll counter (a block of one word).
pub fn nativize(t: &mut Trace) {
    let counter = t.inputs();
    insert(t, counter, &[inst(Op::Input, Ty::Ref, &[], 0)]);
    let counter = IrRef(counter as u32);
    let field = t.field(&FieldDescr { name: "Counter.n".into(), offset: 0, mem: Mem::W64, immutable: false });
    let one = t.konst(Ty::Int, 1);
    let zero = t.konst(Ty::Int, 0);
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
            Op::CallTrace => {
                let mut list = vec![one];
                list.extend(t.list(&t.insts[i]));
                list.resize(1 + CALL_ARGS, zero);
                t.insts[i].list = t.add_list(list);
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

/// What `call_trace` does in a random trace, depth included in `args`.
fn callee(args: &[u64], out: &mut [u64]) -> u64 {
    let sum = args[1..].iter().fold(0u64, |s, a| s.wrapping_mul(31).wrapping_add(*a));
    out[0] = sum ^ (sum >> 7);
    if sum % 5 == 0 {
        3
    } else {
        0
    }
}

unsafe extern "sysv64" fn finish_call(
    _: *const NativeCtx,
    _: u64,
    _: u64,
    args: *const u64,
    out: *mut u64,
) -> u64 {
    // SAFETY: rewritten calls have this many argument words, and room for 32 results.
    let (args, out) =
        unsafe { (std::slice::from_raw_parts(args, CALL_ARGS), std::slice::from_raw_parts_mut(out, 1)) };
    let mut all = vec![1];
    all.extend(args);
    callee(&all, out)
}

struct SpillLinks(Box<usize>);

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

/// Runs one random trace; the error holds everything needed to reproduce it.
pub fn one(runner: &mut Runner<'_>, seed: u64) -> Result<(), String> {
    let mut rng = Rng(seed);
    let mut t = random_trace(seed, &config(rng.bits()));
    nativize(&mut t);
    let first = ArenaMemory::new();
    let mut inputs = random_inputs(seed, &t, &first);
    let polls = 1 + rng.below(8) as u64;
    let k = t.inputs() - 1;
    inputs[k] = first.block(&[polls]);
    first.on_trace_call(|_, _, args, out| callee(args, out));
    let (second, map) = first.fork();
    let mapped = map.all(&inputs);
    let want = evaluate(&t, &inputs, &mut first.clone(), 100_000);
    if matches!(want, Outcome::OutOfFuel) {
        return Ok(());
    }
    let report = |e: String, text: &str| format!("seed {seed}: {e}\n{t}\n{text}");
    second.ctx().finish_call.set(Some(finish_call));
    if rng.chance(50) {
        // Room for one object in two bump regions, so that fast and slow paths both run: the classes whose objects all have one size.
        for (class, words) in [(1, 3), (4, 10)] {
            let bump = &second.ctx().bump[class];
            bump.next.set(second.block(&vec![0; words]) as usize);
            bump.end.set(bump.next.get() + 16 * (class + 1));
        }
    }
    let spill = runner.backend.spill_entry(&mut runner.arena).map_err(|e| e.to_string())?;
    let links = SpillLinks(Box::new(spill));
    let mut request = CompileRequest::new(&t, &links);
    request.check = true;
    request.randomize = rng.chance(50).then_some(seed);
    // Countdowns never reach zero: the code is there, the exits are not taken.
    request.chaos = rng.chance(10).then_some(Chaos { seed: 0, period: 1 });
    let code = runner.backend.compile(&mut runner.arena, &request).map_err(|e| report(e.to_string(), ""))?;
    code.records.iter().for_each(|r| r.countdown.set(u32::MAX));
    let got = runner.run_compiled(&t, &code, &mapped, &second);
    let same = same_outcome(&t, (&want, &inputs, &first), (&got, &mapped, &second));
    let result = same.map_err(|e| {
        let bytes = runner.arena.bytes(code.code);
        report(e, &runner.backend.disassemble(&bytes, code.code.addr))
    });
    runner.arena.free(code.code);
    result
}

/// Runs random traces for so many seeds from `first` on, or until `seconds` are over; returns how many ran.
pub fn many(backend: &dyn Backend, first: u64, count: u64, seconds: u64) -> Result<u64, String> {
    let start = std::time::Instant::now();
    let mut runner = Runner::new(backend);
    for k in 0..count {
        one(&mut runner, first.wrapping_add(k))?;
        if k % 64 == 0 && start.elapsed().as_secs() >= seconds {
            return Ok(k + 1);
        }
    }
    Ok(count)
}
