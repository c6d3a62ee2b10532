//! Predecessors, dominators and loops of a region's blocks.
//!
//! **Problem.** Verifier, placement and analysis ask the same questions of the graph's shape.
//!
//! **Invariant.** Blocks are in reverse postorder, so one pass over them in order sees every block after its dominators, and an edge to a
//! block of no higher number is a back edge. Dominators as Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001).
//!
//! **Not promised.** A loop that is entered beside its header is none here: [`Cfg::reducible`] tells whether there is one.

use super::{BlockId, Region};

/// A natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Where it is entered.
    pub header: BlockId,
    /// The loop around it, by its index in [`Cfg::loops`]; it comes before.
    pub parent: Option<usize>,
    /// Its blocks in order, inner loops' included; the header is the first.
    pub blocks: Vec<BlockId>,
    /// The loops around it, itself included.
    pub depth: u32,
}

/// See the module header.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// For each block those that lead to it, one entry an edge.
    pub preds: Vec<Vec<BlockId>>,
    /// For each block the closest other block on all ways to it; the entry's is itself.
    pub idom: Vec<BlockId>,
    /// The loops, in the order of their headers: outer ones before inner ones.
    pub loops: Vec<Loop>,
    /// For each block the innermost loop it is in, as index in `loops`.
    pub loop_of: Vec<Option<usize>>,
    /// Whether each loop is entered at its header only.
    pub reducible: bool,
}

impl Cfg {
    /// Of a graph whose blocks are in reverse postorder.
    pub fn new(region: &Region) -> Cfg {
        let mut preds = vec![Vec::new(); region.blocks.len()];
        for (b, block) in region.blocks.iter().enumerate() {
            block.end.edges().iter().for_each(|e| preds[e.to as usize].push(b as BlockId));
        }
        let idom = dominators(&preds);
        let loop_of = vec![None; preds.len()];
        let mut cfg = Cfg { preds, idom, loops: Vec::new(), loop_of, reducible: true };
        cfg.find_loops();
        cfg
    }

    /// Whether every way to `b` comes through `a`.
    pub fn dominates(&self, a: BlockId, mut b: BlockId) -> bool {
        while b > a {
            b = self.idom[b as usize];
        }
        a == b
    }

    /// The closest block that dominates both.
    pub fn common(&self, a: BlockId, b: BlockId) -> BlockId {
        common(&self.idom, a, b)
    }

    /// In how many loops a block is.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.loop_of[block as usize].map_or(0, |l| self.loops[l].depth)
    }

    fn find_loops(&mut self) {
        for header in 0..self.preds.len() as BlockId {
            let back: Vec<BlockId> =
                self.preds[header as usize].iter().copied().filter(|&p| p >= header).collect();
            let (ends, beside): (Vec<_>, Vec<_>) = back.into_iter().partition(|&p| self.dominates(header, p));
            self.reducible &= beside.is_empty();
            if ends.is_empty() {
                continue;
            }
            let blocks = self.body(header, ends);
            // Headers come in order, so the loops around this one have marked its header already.
            let parent = self.loop_of[header as usize];
            let depth = parent.map_or(0, |p| self.loops[p].depth) + 1;
            blocks.iter().for_each(|&b| self.loop_of[b as usize] = Some(self.loops.len()));
            self.loops.push(Loop { header, parent, blocks, depth });
        }
    }

    /// The blocks from which the ends of a loop are reached without passing its header.
    fn body(&self, header: BlockId, mut todo: Vec<BlockId>) -> Vec<BlockId> {
        let mut blocks = std::collections::BTreeSet::from([header]);
        while let Some(b) = todo.pop() {
            if blocks.insert(b) {
                todo.extend(&self.preds[b as usize]);
            }
        }
        blocks.into_iter().collect()
    }
}

fn common(idom: &[BlockId], mut a: BlockId, mut b: BlockId) -> BlockId {
    while a != b {
        if a > b {
            a = idom[a as usize];
        } else {
            b = idom[b as usize];
        }
    }
    a
}

fn dominators(preds: &[Vec<BlockId>]) -> Vec<BlockId> {
    // A block that has not been seen yet says nothing; after the first pass all have been.
    let mut idom: Vec<Option<BlockId>> = vec![None; preds.len()];
    idom[0] = Some(0);
    let seen = |idom: &[Option<BlockId>]| idom.iter().map(|d| d.unwrap_or(0)).collect::<Vec<_>>();
    loop {
        let mut changed = false;
        for b in 1..preds.len() {
            let known = preds[b].iter().copied().filter(|&p| idom[p as usize].is_some());
            let all = seen(&idom);
            let new = known.reduce(|x, y| common(&all, x, y));
            changed |= new != idom[b];
            idom[b] = new;
        }
        if !changed {
            return seen(&idom);
        }
    }
}
