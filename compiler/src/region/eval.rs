//! The reference evaluator: what a region means.
//!
//! **Problem.** Kernels, host loops and transformations must do what the explored steps of the interpreter do. This is the plainest executor
//! of the graph, and the judge of the others.
//!
//! **Invariants.**
//! 1. Pure ops mean what [`eval_pure`] says, bit for bit.
//! 2. A verified graph never panics here: bad memory ends in [`Outcome::Fault`], endless loops in [`Outcome::OutOfFuel`].
//! 3. Memory is written only through [`Memory::store`]: over an [`Overlay`] nothing of a run that fails is left.
//!
//! **Not promised.** Speed.
//!
//! **Example.** See the tests: each text under `compiler/filetests/region` with `run` lines is evaluated.

use super::{place, BlockId, Cfg, Edge, End, Placed, Region, Step};
use crate::ir::eval::{element, Fault, Memory};
use crate::ir::scalar::{eval_pure, table_word};
use crate::ir::{HelperDescr, Inst, IrRef, Mem, Op, SnapId, TypeDescr};
use std::collections::HashMap;

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// By an exit: go on plainly in this state.
    Exit {
        /// The state.
        snap: SnapId,
        /// Exit values, in the order of [`crate::ir::ExitOrder`].
        values: Vec<u64>,
        /// Why.
        why: String,
        /// Steps of the interpreter that were done.
        guest_steps: u64,
    },
    /// An assumption does not hold: nothing of the run counts.
    Failed {
        /// Where.
        block: BlockId,
        /// Which.
        step: usize,
    },
    /// The fuel was used up.
    OutOfFuel,
    /// The graph did what no correct graph does.
    Fault {
        /// Where.
        block: BlockId,
        /// What it did.
        why: Fault,
    },
}

/// A graph made ready to be run.
pub struct Evaluator<'a> {
    region: &'a Region,
    order: Vec<Vec<Placed>>,
}

impl<'a> Evaluator<'a> {
    /// For a verified graph.
    pub fn new(region: &'a Region) -> Evaluator<'a> {
        let cfg = Cfg::new(region);
        Evaluator { region, order: place(region, &cfg) }
    }

    /// Runs for at most `fuel` blocks.
    ///
    /// # Panics
    /// If the number of inputs is not the region's.
    pub fn run(&self, inputs: &[u64], mem: &mut dyn Memory, fuel: u64) -> Outcome {
        assert_eq!(inputs.len(), self.region.vals.inputs(), "number of inputs");
        let mut values = vec![0; self.region.vals.insts.len()];
        values[..inputs.len()].copy_from_slice(inputs);
        let mut run = Run { region: self.region, values, out: vec![0; crate::abi::MAX_OUT], guest_steps: 0 };
        let mut at = super::ENTRY;
        for _ in 0..fuel {
            match run.block(at, &self.order[at as usize], mem) {
                Ok(Next::Block(b)) => at = b,
                Ok(Next::Done(outcome)) => return outcome,
                Err(why) => return Outcome::Fault { block: at, why },
            }
        }
        Outcome::OutOfFuel
    }
}

enum Next {
    Block(BlockId),
    Done(Outcome),
}

struct Run<'a> {
    region: &'a Region,
    values: Vec<u64>,
    out: Vec<u64>,
    guest_steps: u64,
}

impl Run<'_> {
    fn get(&self, r: IrRef) -> u64 {
        match self.region.vals.as_const(r) {
            Some(c) => c.bits,
            None => self.values[r.index()],
        }
    }

    fn block(&mut self, b: BlockId, order: &[Placed], mem: &mut dyn Memory) -> Result<Next, Fault> {
        let region = self.region;
        let block = &region.blocks[b as usize];
        for placed in order {
            match *placed {
                Placed::Pure(r) => self.values[r.index()] = self.pure(region.inst(r), mem)?,
                Placed::Step(step) => match &block.steps[step] {
                    Step::Do(r) => self.values[r.index()] = self.memory(region.inst(*r), mem)?,
                    Step::Assume { cond, holds, .. } if (self.get(*cond) != 0) != *holds => {
                        return Ok(Next::Done(Outcome::Failed { block: b, step }));
                    }
                    Step::Assume { .. } => {}
                },
            }
        }
        self.guest_steps += u64::from(block.guest_steps);
        Ok(match &block.end {
            End::Goto(e) => self.follow(e),
            End::If { cond, to } => self.follow(&to[(self.get(*cond) == 0) as usize]),
            End::Exit { snap, why } => {
                let live = region.vals.exit_values(&region.vals.snaps[snap.0 as usize]);
                let values = live.into_iter().map(|r| self.get(r)).collect();
                let guest_steps = self.guest_steps;
                Next::Done(Outcome::Exit { snap: *snap, values, why: why.clone(), guest_steps })
            }
        })
    }

    fn follow(&mut self, edge: &Edge) -> Next {
        let args: Vec<u64> = edge.args.iter().map(|&a| self.get(a)).collect();
        for (p, a) in self.region.blocks[edge.to as usize].params.iter().zip(args) {
            self.values[p.index()] = a;
        }
        Next::Block(edge.to)
    }

    fn pure(&mut self, inst: &Inst, mem: &mut dyn Memory) -> Result<u64, Fault> {
        if inst.op == Op::CallPure {
            return self.call(inst, mem);
        }
        let args: Vec<u64> = inst.operands().iter().map(|&a| self.get(a)).collect();
        if inst.op == Op::TableWord {
            return Ok(table_word(self.region.vals.tables[inst.aux as usize].words, args[0]));
        }
        eval_pure(inst.op, &args).ok_or_else(|| format!("no computation {:?}", inst.op))
    }

    fn call(&mut self, inst: &Inst, mem: &mut dyn Memory) -> Result<u64, Fault> {
        let vals = &self.region.vals;
        let args: Vec<u64> = vals.list(inst).iter().map(|&a| self.get(a)).collect();
        self.out.fill(0);
        mem.call_helper(&vals.helpers[inst.aux as usize], &args, &mut self.out)?;
        Ok(self.out[0])
    }

    fn memory(&mut self, inst: &Inst, mem: &mut dyn Memory) -> Result<u64, Fault> {
        let vals = &self.region.vals;
        let aux = inst.aux as usize;
        let arg = |k: usize| self.get(inst.args[k]);
        match inst.op {
            Op::Load => {
                let d = &vals.fields[aux];
                mem.load(arg(0).wrapping_add(d.offset as u64), d.mem)
            }
            Op::LoadElem => {
                let d = &vals.arrays[aux];
                mem.load(element(d, arg(0), arg(1)), d.mem)
            }
            Op::Store => {
                let d = &vals.fields[aux];
                mem.store(arg(0).wrapping_add(d.offset as u64), d.mem, arg(1)).map(|()| 0)
            }
            Op::StoreElem => {
                let d = &vals.arrays[aux];
                mem.store(element(d, arg(0), arg(1)), d.mem, arg(2)).map(|()| 0)
            }
            Op::CallRead => self.call(inst, mem),
            op => Err(format!("no step of a block: {op:?}")),
        }
    }
}

/// A memory whose stores are kept apart: the one below does not change.
pub struct Overlay<'a> {
    below: &'a mut dyn Memory,
    /// What was stored, by address and form.
    pub written: HashMap<(u64, Mem), u64>,
}

impl<'a> Overlay<'a> {
    /// Over a memory, with nothing stored.
    pub fn new(below: &'a mut dyn Memory) -> Overlay<'a> {
        Overlay { below, written: HashMap::default() }
    }
}

impl Memory for Overlay<'_> {
    fn load(&mut self, addr: u64, mem: Mem) -> Result<u64, Fault> {
        match self.written.get(&(addr, mem)) {
            Some(&v) => Ok(v),
            None => self.below.load(addr, mem),
        }
    }
    fn store(&mut self, addr: u64, mem: Mem, value: u64) -> Result<(), Fault> {
        // The one below says whether there is such a place.
        self.below.load(addr, mem)?;
        self.written.insert((addr, mem), as_read(mem, value));
        Ok(())
    }
    fn new_object(&mut self, _: &TypeDescr) -> Result<u64, Fault> {
        Err("a region allocates nothing".into())
    }
    fn new_array(&mut self, _: &TypeDescr, _: u64) -> Result<u64, Fault> {
        Err("a region allocates nothing".into())
    }
    fn call_helper(&mut self, helper: &HelperDescr, args: &[u64], out: &mut [u64]) -> Result<u64, Fault> {
        if !self.written.is_empty() && helper.effect != crate::ir::HelperEffect::Pure {
            return Err(format!("{} reads what may have been written", helper.name));
        }
        self.below.call_helper(helper, args, out)
    }
    fn call_trace(&mut self, _: u32, _: &[u64], _: &mut [u64]) -> Result<u64, Fault> {
        Err("a region calls no trace".into())
    }
    fn poll(&mut self) -> bool {
        false
    }
    fn valid(&self, addr: u64) -> bool {
        self.below.valid(addr)
    }
}

/// A value as it reads back from a place of this form.
fn as_read(mem: Mem, value: u64) -> u64 {
    match mem {
        Mem::W64 => value,
        Mem::I32 => value as i32 as u64,
        Mem::U8 | Mem::U16 | Mem::U32 => value & ((1 << (mem.bytes() * 8)) - 1),
    }
}
