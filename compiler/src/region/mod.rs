//! The region graph: a whole loop nest, with all its ways, as one SSA graph.
//!
//! **Problem.** A trace is one path through an interpreter; a device, and any transformation of loops, needs all ways through a nest at once.
//! The explorer writes this form; analysis, device code generation and the evaluator read it.
//!
//! **Form.** Values are instructions of the trace IR, kept in one arena ([`Region::vals`], a [`Trace`] that is used for its tables only): the
//! same ops, constants, descriptors and snapshots. *Pure* ops belong to no block: they are there wherever their operands are, and
//! [`place`] finds each a place. Loads, stores and reading calls stand in the steps of a block. Blocks have parameters (`Phi`
//! instructions) that the edges supply, and end in a jump, a two-way branch or an exit.
//!
//! **Invariants** (checked by [`verify`]).
//! 1. Block 0 is the *entry*: it has no parameters and no predecessor and runs once. What it assumes is the *mega guard*: facts about values that are the
//!    same in all iterations. It jumps to block 1, the header of the outermost loop.
//! 2. Each value has one definition, and it dominates every use.
//! 3. Blocks are numbered in reverse postorder, so a definition stands before its uses.
//! 4. An `Assume` that does not hold ends the region without a result: nothing of it counts.
//! 5. Steps of a block may store; what leaves by an exit has done the stores on its way, and the exit's snapshot is the state to go on with plainly.
//!
//! **Not promised.** That an index is in bounds or an object of a type, unless the graph assumes or tests it before.
//!
//! **Example** (the text form, see [`text`]): the sum of an array's elements below a limit.
//! ```text
//! field x0 = Floats.len@8:w64#
//! array a0 = Floats[]@16/8:w64
//! s0 = snap guard=0 greens=[7] entries=[r1, i4, f5]
//! b0:
//!   i0 = input int
//!   r1 = input ref
//!   i2 = load r1 x0
//!   i3 = int_le i0 i2
//!   assume i3 true "the limit is within the array"
//!   goto b1(0, 0.0)
//! b1(i4, f5) @ "sum.py:3":
//!   i6 = int_lt i4 i0
//!   if i6 b2() b3()
//! b2():
//!   f7 = load_elem r1 i4 a0
//!   f8 = float_add f5 f7
//!   i9 = int_add i4 1
//!   goto b1(i9, f8)
//! b3():
//!   exit [s0] "the loop ends"
//! ```

mod cfg;
pub mod eval;
pub mod offload;
mod parse;
mod place;
pub mod report;
pub mod text;
mod verify;

pub use cfg::{Cfg, Loop};
pub use offload::Offload;
pub use place::{place, Placed};
pub use verify::verify;

use crate::ir::{Effect, Inst, IrRef, Op, SnapId, Trace};

/// Number of a block.
pub type BlockId = u32;

/// The entry: what is done once.
pub const ENTRY: BlockId = 0;
/// The header of the outermost loop.
pub const HEADER: BlockId = 1;

/// A way into a block, with what it supplies to the parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Edge {
    /// The block.
    pub to: BlockId,
    /// One value a parameter.
    pub args: Vec<IrRef>,
}

/// One thing a block does.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// The load, store or reading call with this index.
    Do(IrRef),
    /// Whatever was computed counts only if the condition (an int, 0 or not) is as said.
    Assume {
        /// The condition.
        cond: IrRef,
        /// What it must be.
        holds: bool,
        /// What that means, for people.
        why: String,
    },
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// On to a block.
    Goto(Edge),
    /// On to the first if the condition is not 0, else to the second.
    If {
        /// The condition.
        cond: IrRef,
        /// For true and false.
        to: [Edge; 2],
    },
    /// Out of the region, to go on plainly in the state of the snapshot.
    Exit {
        /// The state: greens, and as entries the reds of the window.
        snap: SnapId,
        /// Why, for people.
        why: String,
    },
}

impl End {
    /// The ways on.
    pub fn edges(&self) -> &[Edge] {
        match self {
            End::Goto(e) => std::slice::from_ref(e),
            End::If { to, .. } => to,
            End::Exit { .. } => &[],
        }
    }
    /// The same, to change them.
    pub fn edges_mut(&mut self) -> &mut [Edge] {
        match self {
            End::Goto(e) => std::slice::from_mut(e),
            End::If { to, .. } => to,
            End::Exit { .. } => &mut [],
        }
    }
}

/// A block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its parameters, `Phi` instructions.
    pub params: Vec<IrRef>,
    /// What it does, in order.
    pub steps: Vec<Step>,
    /// How it ends.
    pub end: End,
    /// Where it is in the guest program: index into the places of [`Region::vals`].
    pub place: u32,
    /// Steps of the interpreter that are done when its end is taken.
    pub guest_steps: u32,
}

/// A loop nest; see the module header.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Region {
    /// Values, constants, descriptors, snapshots and places. The order of its instructions means nothing but that inputs come first.
    pub vals: Trace,
    /// The blocks.
    pub blocks: Vec<Block>,
}

impl Region {
    /// The instruction behind a value that is no constant.
    pub fn inst(&self, r: IrRef) -> &Inst {
        &self.vals.insts[r.index()]
    }
    /// Whether a value is a pure computation, which belongs to no block.
    pub fn is_floating(&self, r: IrRef) -> bool {
        !r.is_const() && floats(self.inst(r))
    }
    /// Operands of an instruction, those in its list included.
    pub fn operands<'a>(&'a self, inst: &'a Inst) -> impl Iterator<Item = IrRef> + 'a {
        inst.operands().iter().chain(self.vals.list(inst)).copied()
    }
    /// The values a block's end uses: its condition, what its edges supply, or what its exit restores.
    pub fn end_uses(&self, block: &Block) -> Vec<IrRef> {
        let mut uses: Vec<IrRef> = block.end.edges().iter().flat_map(|e| e.args.iter().copied()).collect();
        match &block.end {
            End::If { cond, .. } => uses.push(*cond),
            End::Exit { snap, .. } => uses.extend(self.vals.exit_values(&self.vals.snaps[snap.0 as usize])),
            End::Goto(_) => {}
        }
        uses
    }
    /// The values a step uses.
    pub fn step_uses(&self, step: &Step) -> Vec<IrRef> {
        match step {
            Step::Do(r) => self.operands(self.inst(*r)).collect(),
            Step::Assume { cond, .. } => vec![*cond],
        }
    }
    /// Where a block is in the guest program.
    pub fn place_of(&self, block: BlockId) -> &str {
        let index = self.blocks[block as usize].place;
        self.vals.places.get(index as usize).map_or("?", String::as_str)
    }
    /// The same, up to the first blank: what people are told.
    pub fn line_of(&self, block: BlockId) -> &str {
        report::brief(self.place_of(block))
    }
    /// Where a value of a block is computed in the guest program, for people: blocks may be of several lines.
    pub fn line_at(&self, block: BlockId, r: IrRef) -> &str {
        let known = (!r.is_const()).then(|| self.inst(r).place).filter(|p| *p != 0);
        known.and_then(|p| self.vals.places.get(p as usize)).map_or(self.line_of(block), |p| report::brief(p))
    }
}

/// Whether an instruction is a pure computation.
fn floats(inst: &Inst) -> bool {
    inst.op.info().effect == Effect::Pure && inst.op != Op::Result
}
