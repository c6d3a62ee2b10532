//! The reference evaluator: what a trace means.
//!
//! **Problem.** Optimizer, both backends and the GPU must do the same as the recorded trace. The evaluator is the plainest executor of the
//! IR and the judge of the others: run the original and the transformed trace on two equal memories, [`rebuild`] both states, and
//! compare them ([`State::compare`]).
//!
//! **Invariants.**
//! 1. Pure ops mean what [`eval_pure`] says, bit for bit; only payloads and signs of computed NaNs are left to the machine.
//! 2. A verified trace never panics here: an access to invalid memory, a negative array length or an unknown helper ends in
//!    [`Outcome::Fault`], an endless loop in [`Outcome::OutOfFuel`].
//! 3. Exit values stand in the order of [`super::ExitOrder`].
//!
//! **Not promised.** Speed.
//!
//! **Example.**
//! ```
//! use holloway_compiler::ir::{arena::ArenaMemory, eval::{evaluate, Outcome}, Trace};
//! let t: Trace = "i0 = input int\ni1 = int_mul i0 3\nfinish(i1)".parse().unwrap();
//! assert_eq!(evaluate(&t, &[14], &mut ArenaMemory::new(), 100), Outcome::Finish(vec![42]));
//! ```

use super::arena::ArenaMemory;
use super::descr::*;
use super::op::{Op, Ty};
use super::scalar::{eval_pure, table_word};
use super::snapshot::*;
use super::trace::*;
use crate::abi::MAX_OUT;

/// Why memory refuses an access or a call.
pub type Fault = String;

/// The world a trace runs in.
pub trait Memory {
    /// The value at an address, extended to 64 bits as the form says.
    fn load(&mut self, addr: u64, mem: Mem) -> Result<u64, Fault>;
    /// Stores the low bytes of a value.
    fn store(&mut self, addr: u64, mem: Mem, value: u64) -> Result<(), Fault>;
    /// A new object: header written, the rest zero.
    fn new_object(&mut self, ty: &TypeDescr) -> Result<u64, Fault>;
    /// A new array: header and length written, the rest zero.
    fn new_array(&mut self, ty: &TypeDescr, len: u64) -> Result<u64, Fault>;
    /// Calls a helper; `out` is at least as long as a helper's results may be.
    fn call_helper(&mut self, helper: &HelperDescr, args: &[u64], out: &mut [u64]) -> Result<u64, Fault>;
    /// Calls the function trace that a key stands for.
    fn call_trace(&mut self, key: u32, args: &[u64], out: &mut [u64]) -> Result<u64, Fault>;
    /// Whether the run time asks for attention now.
    fn poll(&mut self) -> bool;
    /// Whether an object lies at the address.
    fn valid(&self, addr: u64) -> bool;
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// A guard failed, or `Exit` was reached.
    Exit {
        /// The guard.
        inst: usize,
        /// Its snapshot.
        snap: SnapId,
        /// Exit values, in the order of [`super::ExitOrder`].
        values: Vec<u64>,
    },
    /// `Finish` was reached with these result words.
    Finish(Vec<u64>),
    /// The trace jumped to the start of another one with these inputs.
    JumpedTo(u32, Vec<u64>),
    /// The fuel was used up.
    OutOfFuel,
    /// The trace did what no correct trace does.
    Fault {
        /// The instruction.
        inst: usize,
        /// What it did.
        why: Fault,
    },
}

/// Runs a verified trace for at most `fuel` instructions.
///
/// # Panics
/// If the number of inputs is not the trace's.
pub fn evaluate(trace: &Trace, inputs: &[u64], mem: &mut dyn Memory, fuel: u64) -> Outcome {
    evaluate_with(trace, inputs, mem, fuel, &mut |_| false)
}

/// Like [`evaluate`]; `chaos` is asked at each guard whose fact holds whether the guard shall fail all the same.
///
/// An exit must be right even then, so results must not depend on the answers.
///
/// # Panics
/// If the number of inputs is not the trace's.
pub fn evaluate_with(
    trace: &Trace,
    inputs: &[u64],
    mem: &mut dyn Memory,
    fuel: u64,
    chaos: &mut dyn FnMut(usize) -> bool,
) -> Outcome {
    assert_eq!(inputs.len(), trace.inputs(), "number of inputs");
    let mut run = Run { trace, values: vec![0; trace.insts.len()], out: vec![0; MAX_OUT] };
    run.values[..inputs.len()].copy_from_slice(inputs);
    let mut pc = inputs.len();
    for _ in 0..fuel {
        match run.step(pc, mem, chaos) {
            Ok(Next::Inst(next)) => pc = next,
            Ok(Next::Done(outcome)) => return outcome,
            Err(why) => return Outcome::Fault { inst: pc, why },
        }
    }
    Outcome::OutOfFuel
}

enum Next {
    Inst(usize),
    Done(Outcome),
}

struct Run<'a> {
    trace: &'a Trace,
    values: Vec<u64>,
    /// Result words of the last call.
    out: Vec<u64>,
}

impl Run<'_> {
    fn get(&self, r: IrRef) -> u64 {
        match self.trace.as_const(r) {
            Some(c) => c.bits,
            None => self.values[r.index()],
        }
    }

    fn list(&self, inst: &Inst) -> Vec<u64> {
        self.trace.list(inst).iter().map(|&r| self.get(r)).collect()
    }

    fn exit(&self, index: usize, inst: &Inst) -> Next {
        let snap = &self.trace.snaps[inst.snap.0 as usize];
        let values = self.trace.exit_values(snap).into_iter().map(|r| self.get(r)).collect();
        Next::Done(Outcome::Exit { inst: index, snap: inst.snap, values })
    }

    /// Sets the values of the phis that follow the label at `label`.
    fn enter(&mut self, label: usize, args: &[u64]) -> Next {
        self.values[label + 1..][..args.len()].copy_from_slice(args);
        Next::Inst(label + 1 + args.len())
    }

    fn step(
        &mut self,
        pc: usize,
        mem: &mut dyn Memory,
        chaos: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Next, Fault> {
        let t = self.trace;
        let inst = &t.insts[pc];
        let operand = |k: usize| if inst.args[k].is_none() { 0 } else { self.get(inst.args[k]) };
        let (a, b, c) = (operand(0), operand(1), operand(2));
        let aux = inst.aux as usize;
        let helper_call = matches!(inst.op, Op::Call | Op::CallPure | Op::CallRead);
        let mut status = 0;
        if helper_call || inst.op == Op::CallTrace {
            let args = self.list(inst);
            self.out.fill(0);
            status = match helper_call {
                true => mem.call_helper(&t.helpers[aux], &args, &mut self.out)?,
                false => mem.call_trace(t.keys[aux], &args, &mut self.out)?,
            };
        }
        let value = match inst.op {
            Op::Label => return Ok(self.enter(pc, &self.list(inst))),
            Op::Jump => {
                let args = self.list(inst);
                return Ok(match t.target {
                    JumpTarget::Loop => {
                        let label = t.insts.iter().position(|i| i.op == Op::Label);
                        self.enter(label.ok_or("a jump to no label")?, &args)
                    }
                    JumpTarget::Start => {
                        self.values[..args.len()].copy_from_slice(&args);
                        Next::Inst(args.len())
                    }
                    JumpTarget::Trace(n) | JumpTarget::Body(n) => Next::Done(Outcome::JumpedTo(n, args)),
                    JumpTarget::None => return Err("a jump without a target".into()),
                });
            }
            Op::Finish => return Ok(Next::Done(Outcome::Finish(self.list(inst)))),
            Op::Exit => return Ok(self.exit(pc, inst)),
            Op::Load => {
                let d = &t.fields[aux];
                mem.load(a.wrapping_add(d.offset as u64), d.mem)?
            }
            // An arena has no collector.
            Op::Barrier => 0,
            Op::Store => {
                let d = &t.fields[aux];
                mem.store(a.wrapping_add(d.offset as u64), d.mem, b)?;
                0
            }
            Op::LoadElem => {
                let d = &t.arrays[aux];
                mem.load(element(d, a, b), d.mem)?
            }
            Op::StoreElem => {
                let d = &t.arrays[aux];
                mem.store(element(d, a, b), d.mem, c)?;
                0
            }
            Op::New => mem.new_object(&t.types[aux])?,
            Op::NewArray => mem.new_array(&t.types[aux], a)?,
            Op::Call | Op::CallTrace => status,
            Op::CallPure | Op::CallRead => self.out[0],
            Op::Result => self.out[aux],
            Op::GuardTrue
            | Op::GuardFalse
            | Op::GuardEq
            | Op::GuardValid
            | Op::GuardPoll
            | Op::GuardCount => {
                let holds = match inst.op {
                    Op::GuardTrue => a != 0,
                    Op::GuardFalse => a == 0,
                    Op::GuardEq => a == b,
                    Op::GuardValid => mem.load(a, Mem::W64)? == 0,
                    Op::GuardPoll => !mem.poll(),
                    _ => true,
                };
                if !holds || chaos(pc) {
                    return Ok(self.exit(pc, inst));
                }
                0
            }
            // Set by the entry and by labels and jumps; reached only when a run starts at them, which it does not.
            Op::Input | Op::Phi => self.values[pc],
            Op::TableWord => table_word(self.trace.tables[inst.aux as usize].words, a),
            op => {
                let args = inst.args.map(|r| if r.is_none() { 0 } else { self.get(r) });
                eval_pure(op, &args[..inst.operands().len()]).ok_or("no such computation")?
            }
        };
        self.values[pc] = value;
        Ok(Next::Inst(pc + 1))
    }
}

/// Address of an element.
pub fn element(d: &ArrayDescr, base: u64, index: u64) -> u64 {
    base.wrapping_add(d.offset as u64).wrapping_add(index.wrapping_mul(d.stride as u64))
}

/// Whether two words of a type are the same value: equal, or both NaN.
pub fn same_word(ty: Ty, a: u64, b: u64) -> bool {
    a == b || ty == Ty::Float && f64::from_bits(a).is_nan() && f64::from_bits(b).is_nan()
}

/// An interpreter state as an exit rebuilds it.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The green items.
    pub greens: std::sync::Arc<[u64]>,
    /// The guard of the step at which the log ends; `None` if the step had no effect, so that it is simply done anew.
    pub replay_to: Option<u32>,
    /// Types and words of the red items; `Void` where there is none.
    pub entries: Vec<(Ty, u64)>,
    /// Types and words of the answers.
    pub log: Vec<(Ty, u64)>,
}

impl State {
    /// Compares two states and all that they reach, modulo addresses; the error names the first difference.
    pub fn compare(&self, other: &State, mem: &ArenaMemory, other_mem: &ArenaMemory) -> Result<(), String> {
        let heads = |s: &State| (s.greens.clone(), s.replay_to, s.entries.len(), s.log.len());
        if heads(self) != heads(other) {
            return Err(format!("merge points differ: {:?} and {:?}", heads(self), heads(other)));
        }
        let (mut roots, mut other_roots) = (Vec::new(), Vec::new());
        let all = self.entries.iter().chain(&self.log).zip(other.entries.iter().chain(&other.log));
        for (k, (&(ty, a), &(other_ty, b))) in all.enumerate() {
            let same = ty == other_ty && (ty == Ty::Ref || same_word(ty, a, b));
            if !same {
                return Err(format!("item {k}: {ty:?} {a:#x} and {other_ty:?} {b:#x}"));
            }
            if ty == Ty::Ref {
                roots.push(a);
                other_roots.push(b);
            }
        }
        mem.same_heap(other_mem, &roots, &other_roots)
    }
}

/// Builds the state that a snapshot describes: allocates all virtuals, then fills them, then reads entries and log.
///
/// `values` are the exit's, in the order of [`super::ExitOrder`].
pub fn rebuild(trace: &Trace, snap: &Snapshot, values: &[u64], mem: &mut dyn Memory) -> Result<State, Fault> {
    let live = trace.exit_values(snap);
    if live.len() != values.len() {
        return Err(format!("{} values for {} live ones", values.len(), live.len()));
    }
    let mut known: std::collections::HashMap<IrRef, (Ty, u64)> =
        live.into_iter().zip(values).map(|(r, &v)| (r, (trace.ty(r), v))).collect();
    for v in &snap.virtuals {
        let addr = match v.kind {
            VirtualKind::Object(t) => mem.new_object(&trace.types[t as usize])?,
            VirtualKind::Array(t, n) => mem.new_array(&trace.types[t as usize], n as u64)?,
        };
        known.insert(v.id, (Ty::Ref, addr));
    }
    let word = |r: IrRef| match trace.as_const(r) {
        _ if r.is_none() => (Ty::Void, 0),
        Some(c) => (c.ty, c.bits),
        None => known[&r],
    };
    for v in &snap.virtuals {
        let base = word(v.id).1;
        for &(x, r) in &v.fields {
            let d = &trace.fields[x as usize];
            mem.store(base + d.offset as u64, d.mem, word(r).1)?;
        }
        for &(a, i, r) in &v.elems {
            let d = &trace.arrays[a as usize];
            mem.store(element(d, base, i as u64), d.mem, word(r).1)?;
        }
    }
    Ok(State {
        greens: snap.greens.clone(),
        replay_to: snap.replay.then_some(snap.guard_no),
        entries: snap.entries.iter().map(|&r| word(r)).collect(),
        log: snap.log.iter().map(|&r| word(r)).collect(),
    })
}
