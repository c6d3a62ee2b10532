//! Register allocation for traces.
//!
//! **Problem.** Give every operand and result of every [`Step`] a place, with as few moves, stores and loads as a linear-time
//! method can. The backward pass is [`super::plan`]: it knows for every occurrence where the next one is. The forward pass here keeps
//! the current homes of all values and, when registers run out, evicts the value whose next operand use is farthest away. The output is
//! a list of decisions ([`Action`], [`Placed`]); emission only walks it forward.
//!
//! **Invariants.**
//! 1. A value has at most one register and at most one slot at any time; SSA makes both copies equal, so a value is stored at most once.
//! 2. All actions for a step stand before it; a step itself changes only its result, temporaries and clobbers.
//! 3. The locations at the label are fixed when the label is reached; the jump back restores them with one parallel move.
//! 4. A mention in a snapshot is no reason to hold a register: such values are evicted first, and exits read registers and slots alike.
//! 5. No action changes the flags.
//!
//! **Rounds.** A value that the loop only reads should be stored before the loop, not in it. If a round evicts such a value inside the
//! loop, or evicts a phi before its first use there, the second and last round gives it a slot at the label.
//!
//! **Not promised.** Optimality; the same registers from one version to the next. [`super::checker`] verifies every result without
//! looking at how it was found.
//!
//! **Example.** For a loop `i3 = phi; i4 = int_lt i3 i1; guard_true i4; i6 = int_add i3 1; jump loop(i6)` with `i3` in `r0`: the add
//! takes over `r0`, the jump needs no move.

mod entry;
mod state;
mod step;

use super::combine::Inner;
use super::machine::{Constraints, Loc, Operand, PReg, RegInfo, RegSet};
use super::moves::Assign;
use super::plan::{Plan, Step};
use super::CodegenError;
use crate::ir::{IrRef, Op, Trace};

/// What the allocator asks of a backend.
pub trait Target {
    /// The registers.
    fn regs(&self) -> &RegInfo;
    /// What a step demands.
    fn constraints(&self, trace: &Trace, step: &Step) -> Constraints;
    /// Whether one instruction does this op on integers and computes its second operand.
    fn combines(&self, op: Op, inner: Inner) -> bool {
        let _ = (op, inner);
        false
    }
}

/// A decision, in order of emission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Copy a location or constant.
    Move(Assign),
    /// Emit the step with this position.
    Step(u32),
}

/// The places of one step.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Operands, in the step's order (exchanged if `exchanged`).
    pub args: [Operand; 3],
    /// Result register.
    pub result: Option<PReg>,
    /// Temporaries, as many as demanded.
    pub temps: [PReg; 3],
    /// Start of the list operands in [`Allocation::lists`].
    pub list: u32,
    /// Operands 0 and 1 were exchanged by the allocator.
    pub exchanged: bool,
    /// Registers (result excluded) that hold something needed later: what a slow path must preserve.
    pub live: RegSet,
}

/// Where things are at the label.
#[derive(Clone, Debug, Default)]
pub struct LabelState {
    /// Each phi (none: never mentioned).
    pub phis: Vec<Option<Loc>>,
    /// Values the loop reads: register, slot.
    pub through: Vec<(IrRef, Option<PReg>, Option<u32>)>,
}

/// The allocator's decisions about a trace.
#[derive(Clone, Debug, Default)]
pub struct Allocation {
    /// In order of emission.
    pub actions: Vec<Action>,
    /// By step.
    pub placed: Vec<Placed>,
    /// List operands of all steps.
    pub lists: Vec<Operand>,
    /// Locations of exit values, parallel to [`Plan::exit_values`].
    pub exit_locs: Vec<Loc>,
    /// Where the inputs arrive (none: unused).
    pub inputs: Vec<Option<Loc>>,
    /// Number of spill slots.
    pub slots: u32,
    /// The loop header's locations.
    pub label: LabelState,
    /// Position in `actions` where the loop body begins.
    pub loop_start: usize,
}

/// What the trace is connected to.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'a> {
    /// Given input locations (a bridge's), or none for a free choice.
    pub inputs: Option<&'a [Loc]>,
    /// Input locations of the trace it jumps to, if it jumps to another.
    pub target: Option<&'a [Option<Loc>]>,
}

/// Allocates registers for a planned trace.
///
/// `randomize` seeds random choices (for fuzzing) in place of the best ones.
pub fn allocate(
    trace: &Trace,
    plan: &Plan,
    target: &dyn Target,
    ends: Ends<'_>,
    randomize: Option<u64>,
) -> Result<Allocation, CodegenError> {
    let mut demote = vec![false; trace.insts.len()];
    let mut first = state::Alloc::new(trace, plan, target, ends, &demote, randomize);
    first.run()?;
    if first.wanted.is_empty() {
        return Ok(first.out);
    }
    let wanted = first.wanted;
    wanted.iter().for_each(|v| demote[v.index()] = true);
    let mut second = state::Alloc::new(trace, plan, target, ends, &demote, randomize);
    second.run()?;
    Ok(second.out)
}
