//! Gives each pure op a block.
//!
//! **Problem.** Pure ops float (see [`super`]); who runs the graph or writes code for it needs them in order, each computed once and not in a
//! deeper loop than it must be.
//!
//! **Method** (Click, "Global Code Motion / Global Value Numbering", 1995): the *earliest* block of an op is the deepest of its operands' in the
//! dominator tree; the *latest* the closest that dominates all uses. Of the blocks from the latest up to the earliest it gets the one in the
//! fewest loops, the latest of them.
//!
//! **Invariant.** In each list every instruction stands after its operands. Ops are total, so that one that is computed where the original
//! would not have done so harms nothing.
//!
//! **Not promised.** An op that nothing uses is placed nowhere.

use super::{BlockId, Cfg, Region, Step, ENTRY};
use crate::ir::IrRef;

/// What a block does, pure ops included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Placed {
    /// Compute this pure op.
    Pure(IrRef),
    /// Do the block's step with this index.
    Step(usize),
}

const NOWHERE: BlockId = BlockId::MAX;

/// The order of things in each block of a verified graph.
pub fn place(region: &Region, cfg: &Cfg) -> Vec<Vec<Placed>> {
    let early = earliest(region, cfg);
    let late = latest(region, cfg, &early);
    let block_of: Vec<BlockId> = (0..early.len())
        .map(|i| if late[i] == NOWHERE { NOWHERE } else { shallowest(cfg, early[i], late[i]) })
        .collect();
    let mut of_block = vec![Vec::new(); region.blocks.len()];
    for (i, &b) in block_of.iter().enumerate().filter(|(_, b)| **b != NOWHERE) {
        of_block[b as usize].push(IrRef(i as u32));
    }
    let mut out = Order { region, block_of, of_block, done: vec![false; early.len()] };
    (0..region.blocks.len() as BlockId).map(|b| out.block(b)).collect()
}

/// The block each value is defined in; for a pure op the first in which all its operands are there.
fn earliest(region: &Region, cfg: &Cfg) -> Vec<BlockId> {
    let mut block_of = vec![NOWHERE; region.vals.insts.len()];
    block_of[..region.vals.inputs()].fill(ENTRY);
    for (b, block) in region.blocks.iter().enumerate() {
        let done = block.steps.iter().filter_map(|s| if let Step::Do(r) = s { Some(r) } else { None });
        block.params.iter().chain(done).for_each(|r| block_of[r.index()] = b as BlockId);
    }
    for i in 0..block_of.len() {
        early_of(region, cfg, &mut block_of, IrRef(i as u32));
    }
    block_of
}

fn early_of(region: &Region, cfg: &Cfg, block_of: &mut [BlockId], r: IrRef) -> BlockId {
    if r.is_const() || r.is_none() {
        return ENTRY;
    }
    if block_of[r.index()] == NOWHERE && region.is_floating(r) {
        let inst = region.inst(r);
        let mut at = ENTRY;
        for operand in region.operands(inst).collect::<Vec<_>>() {
            let b = early_of(region, cfg, block_of, operand);
            // Both dominate the op's uses, so one dominates the other.
            if b != NOWHERE && cfg.dominates(at, b) {
                at = b;
            }
        }
        block_of[r.index()] = at;
    }
    block_of[r.index()]
}

/// For each pure op the closest block that dominates all uses.
fn latest(region: &Region, cfg: &Cfg, early: &[BlockId]) -> Vec<BlockId> {
    let mut late = vec![NOWHERE; early.len()];
    let mut todo: Vec<(IrRef, BlockId)> = Vec::new();
    for (b, block) in region.blocks.iter().enumerate() {
        let steps = block.steps.iter().flat_map(|s| region.step_uses(s));
        todo.extend(steps.chain(region.end_uses(block)).map(|r| (r, b as BlockId)));
        block.params.iter().for_each(|p| late[p.index()] = b as BlockId);
    }
    // A use moves an op up, and with it the use of its operands.
    while let Some((r, at)) = todo.pop() {
        if r.is_const() || r.is_none() || !region.is_floating(r) {
            continue;
        }
        let old = late[r.index()];
        let new = if old == NOWHERE { at } else { cfg.common(old, at) };
        if new != old {
            late[r.index()] = new;
            let placed = shallowest(cfg, early[r.index()], new);
            todo.extend(region.operands(region.inst(r)).map(|o| (o, placed)));
        }
    }
    late
}

fn shallowest(cfg: &Cfg, early: BlockId, late: BlockId) -> BlockId {
    let (mut best, mut at) = (late, late);
    while at != early && at != ENTRY {
        at = cfg.idom[at as usize];
        if cfg.depth(at) < cfg.depth(best) {
            best = at;
        }
    }
    best
}

struct Order<'a> {
    region: &'a Region,
    block_of: Vec<BlockId>,
    of_block: Vec<Vec<IrRef>>,
    done: Vec<bool>,
}

impl Order<'_> {
    fn block(&mut self, b: BlockId) -> Vec<Placed> {
        let block = &self.region.blocks[b as usize];
        let mut out = Vec::new();
        for (i, step) in block.steps.iter().enumerate() {
            self.region.step_uses(step).into_iter().for_each(|r| self.need(b, r, &mut out));
            out.push(Placed::Step(i));
        }
        // What later blocks use of this one's, and what its own end does.
        for r in std::mem::take(&mut self.of_block[b as usize]) {
            self.need(b, r, &mut out);
        }
        out
    }

    /// Puts an op of this block, after its operands, unless that was done.
    fn need(&mut self, b: BlockId, r: IrRef, out: &mut Vec<Placed>) {
        if r.is_const()
            || r.is_none()
            || self.done[r.index()]
            || self.block_of[r.index()] != b
            || !self.region.is_floating(r)
        {
            return;
        }
        self.done[r.index()] = true;
        for o in self.region.operands(self.region.inst(r)).collect::<Vec<_>>() {
            self.need(b, o, out);
        }
        out.push(Placed::Pure(r));
    }
}
