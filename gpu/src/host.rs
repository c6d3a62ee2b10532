//! The host's part of a region: what is no kernel, and the way back if a kernel fails.
//!
//! **Invariants.** 1. Blocks mean what the evaluator of regions says. 2. [`Journal::undo`] leaves memory as it was when the journal began.
//!
//! **Not promised.** Speed: what takes long here should be a kernel.

use crate::marks::Trying;
use crate::views::Reach;
use holloway_compiler::abi::MAX_OUT;
use holloway_compiler::ir::eval::element;
use holloway_compiler::ir::eval::Fault;
use holloway_compiler::ir::scalar::{eval_pure, table_word};
use holloway_compiler::ir::{Inst, IrRef, Mem, Op};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{BlockId, Edge, Placed, Region, Step};
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::rc::Rc;

/// What memory was before.
#[derive(Default)]
pub struct Journal {
    entries: Vec<Old>,
    objects: HashSet<u64>,
    kept: Vec<Rc<Reach>>,
    /// The bytes of objects, one behind the other.
    bytes: Vec<u8>,
}

enum Old {
    Word(u64, Mem, u64),
    /// An object, and where its bytes are.
    Object(u64, Range<usize>),
}

impl Journal {
    /// A journal that keeps bytes in the room that another one had.
    pub fn within(mut room: Vec<u8>) -> Journal {
        room.clear();
        Journal { bytes: room, ..Journal::default() }
    }

    /// The room, for the next one.
    pub fn room(self) -> Vec<u8> {
        self.bytes
    }

    /// Keeps all objects behind a chain as they are, unless that was done; how many bytes that are.
    pub fn keep_all(&mut self, reach: &Rc<Reach>, heap: &dyn Heap) -> u64 {
        if self.kept.iter().any(|k| Rc::ptr_eq(k, reach)) {
            return 0;
        }
        self.kept.push(reach.clone());
        reach.objects.keys().map(|&o| self.keep(o, heap)).sum()
    }

    /// Keeps an object as it is, unless that was done; how many bytes that are.
    fn keep(&mut self, object: u64, heap: &dyn Heap) -> u64 {
        match heap.object(object) {
            Some((at, bytes)) if self.objects.insert(object) => {
                // SAFETY: the heap says that these bytes are the object's, and nobody else runs.
                let now = unsafe { std::slice::from_raw_parts(at, bytes) };
                let start = self.bytes.len();
                self.bytes.extend_from_slice(now);
                self.entries.push(Old::Object(object, start..self.bytes.len()));
                bytes as u64
            }
            _ => 0,
        }
    }

    /// Writes a word, which is kept.
    ///
    /// # Errors
    /// There is none.
    pub fn write(&mut self, addr: u64, mem: Mem, value: u64, heap: &mut dyn Heap) -> Result<(), Fault> {
        self.entries.push(Old::Word(addr, mem, heap.load(addr, mem)?));
        heap.store(addr, mem, value)
    }

    /// How much has been kept.
    pub fn mark(&self) -> usize {
        self.entries.len()
    }

    /// Puts everything back, the last change first.
    pub fn undo(&mut self, heap: &mut dyn Heap) {
        self.back_to(0, heap);
    }

    /// Puts back what has been kept since a mark, where that was words only.
    pub fn back_to(&mut self, mark: usize, heap: &mut dyn Heap) {
        for old in self.entries.drain(mark..).rev() {
            match old {
                // It was loaded from there, so it can be stored.
                Old::Word(addr, mem, value) => drop(heap.store(addr, mem, value)),
                Old::Object(object, copy) => {
                    let copy = &self.bytes[copy];
                    if let Some((at, bytes)) = heap.object(object) {
                        let bytes = bytes.min(copy.len());
                        // SAFETY: as above; objects neither move nor change their size while a region runs.
                        unsafe { std::ptr::copy_nonoverlapping(copy.as_ptr(), at, bytes) }
                    }
                }
            }
        }
    }
}

/// Values of a run.
pub struct Host<'a> {
    /// The region.
    pub region: &'a Region,
    /// All values that have been computed.
    pub env: Vec<u64>,
    /// What memory was before.
    pub journal: Journal,
    /// The loop on trial whose items run.
    pub trying: Option<Trying>,
}

/// An assumption that does not hold, or what no correct graph does.
pub enum Stop {
    /// The step of the block does not hold.
    Failed(BlockId, usize),
    /// Iterations of a loop on trial met, and where.
    Met(String),
    /// See [`Fault`].
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(f: Fault) -> Stop {
        Stop::Fault(f)
    }
}

impl<'a> Host<'a> {
    /// A run with these inputs.
    pub fn new(region: &'a Region, inputs: &[u64], journal: Journal) -> Host<'a> {
        let mut env = vec![0; region.vals.insts.len()];
        env[..inputs.len()].copy_from_slice(inputs);
        Host { region, env, journal, trying: None }
    }

    /// A value.
    pub fn get(&self, r: IrRef) -> u64 {
        match self.region.vals.as_const(r) {
            Some(c) => c.bits,
            None => self.env[r.index()],
        }
    }

    /// Does what a block does, but for its end.
    ///
    /// # Errors
    /// An assumption does not hold.
    pub fn block(&mut self, b: BlockId, order: &[Placed], heap: &mut dyn Heap) -> Result<(), Stop> {
        self.block_but(b, order, heap, &BTreeSet::new())
    }

    /// The same, but for some steps.
    ///
    /// # Errors
    /// An assumption does not hold.
    pub fn block_but(
        &mut self,
        b: BlockId,
        order: &[Placed],
        heap: &mut dyn Heap,
        without: &BTreeSet<(BlockId, usize)>,
    ) -> Result<(), Stop> {
        let region = self.region;
        for placed in order {
            match *placed {
                Placed::Pure(r) => self.env[r.index()] = self.pure(r, heap)?,
                Placed::Step(s) if without.contains(&(b, s)) => {}
                Placed::Step(s) => match &region.blocks[b as usize].steps[s] {
                    Step::Do(r) => self.env[r.index()] = self.memory(*r, heap)?,
                    Step::Assume { cond, holds, .. } if (self.get(*cond) != 0) != *holds => {
                        return Err(Stop::Failed(b, s));
                    }
                    Step::Assume { .. } => {}
                },
            }
        }
        Ok(())
    }

    /// Supplies what an edge supplies.
    pub fn follow(&mut self, edge: &Edge) {
        let args: Vec<u64> = edge.args.iter().map(|&a| self.get(a)).collect();
        for (p, a) in self.region.blocks[edge.to as usize].params.iter().zip(args) {
            self.env[p.index()] = a;
        }
    }

    /// Computes a pure op.
    ///
    /// # Errors
    /// A helper cannot be called.
    pub fn pure(&self, r: IrRef, heap: &mut dyn Heap) -> Result<u64, Fault> {
        let inst = self.region.inst(r);
        match inst.op {
            Op::CallPure => self.call(inst, heap),
            Op::TableWord => {
                Ok(table_word(self.region.vals.tables[inst.aux as usize].words, self.get(inst.args[0])))
            }
            op => {
                let args: Vec<u64> = inst.operands().iter().map(|&a| self.get(a)).collect();
                eval_pure(op, &args).ok_or_else(|| format!("no computation {op:?}"))
            }
        }
    }

    fn call(&self, inst: &Inst, heap: &mut dyn Heap) -> Result<u64, Fault> {
        let vals = &self.region.vals;
        let args: Vec<u64> = vals.list(inst).iter().map(|&a| self.get(a)).collect();
        let mut out = [0; MAX_OUT];
        heap.call_helper(&vals.helpers[inst.aux as usize], &args, &mut out)?;
        Ok(out[0])
    }

    fn memory(&mut self, r: IrRef, heap: &mut dyn Heap) -> Result<u64, Stop> {
        let (vals, inst) = (&self.region.vals, self.region.inst(r));
        let arg = |k: usize| self.get(inst.args[k]);
        let (addr, mem, value) = match inst.op {
            Op::Load | Op::Store => {
                let d = &vals.fields[inst.aux as usize];
                (arg(0).wrapping_add(d.offset as u64), d.mem, 1)
            }
            Op::LoadElem | Op::StoreElem => {
                let d = &vals.arrays[inst.aux as usize];
                (element(d, arg(0), arg(1)), d.mem, 2)
            }
            Op::CallRead => return Ok(self.call(inst, heap)?),
            op => return Err(Stop::Fault(format!("no step of a block: {op:?}"))),
        };
        if matches!(inst.op, Op::Load | Op::LoadElem) {
            self.trying.as_ref().map_or(Ok(()), |trying| trying.load(r, addr))?;
            return Ok(heap.load(addr, mem)?);
        }
        let value = arg(value);
        if let Some(trying) = &mut self.trying {
            trying.store(r, addr, value);
            return Ok(0);
        }
        self.journal.write(addr, mem, value, heap)?;
        Ok(0)
    }
}
