//! The shape of a region's loops: what analysis and emission ask again and again, found once.
//!
//! **Invariants.** A value is *outside* a loop if it is computed in a block that is no part of it: [`place`] moves what does not change there. A loop is
//! *counted* if there are tests that every iteration passes, and only such tests leave it to where the region goes on; another way out of the body (an
//! exception, a bail) is none of these: a kernel that takes it has failed. The iteration that does not pass a test is the host's.
//!
//! **Not promised.** That a counted loop has a number of iterations that can be told before ([`crate::entry`] tries).

use holloway_compiler::ir::{IrRef, Op, Ty};
use holloway_compiler::region::{place, BlockId, Cfg, End, Loop, Placed, Region, Step, ENTRY};
use std::collections::{HashMap, HashSet};

/// Where a value is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// By a pure op.
    Op(IrRef),
    /// By a step of the block.
    Step(usize),
    /// As the argument with this number of an edge to a block.
    Arg(BlockId, usize),
    /// By the branch or exit that ends the block.
    End,
}

/// Where an iteration ends, among blocks.
pub const END: BlockId = BlockId::MAX;

/// A test that a loop goes on only if it is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The block that ends with it.
    pub block: BlockId,
    /// The condition.
    pub cond: IrRef,
    /// Whether the loop goes on where it holds.
    pub holds: bool,
    /// Nothing that counts is done before it.
    pub first: bool,
}

/// A region with the tables.
#[derive(Debug)]
pub struct Nest {
    /// The graph's shape.
    pub cfg: Cfg,
    /// What each block does, pure ops included.
    pub order: Vec<Vec<Placed>>,
    /// The block that computes each value.
    pub block_of: Vec<BlockId>,
    /// For each value, the blocks that use it, and how.
    pub uses: HashMap<IrRef, Vec<(BlockId, Use)>>,
    /// For parameters of blocks: their position.
    pub params: HashMap<IrRef, usize>,
    /// All stores: whether they write fields or elements, and their descriptors.
    pub stores: HashSet<(bool, u32)>,
    /// For each block, whether it accesses what the region writes.
    pub meddles: Vec<bool>,
    /// For each loop, whether what is found out about it may rest on memory that another loop of the region's writes.
    pub relies: Vec<bool>,
}

impl Nest {
    /// Of a verified region.
    pub fn new(region: &Region) -> Nest {
        let cfg = Cfg::new(region);
        let order = place(region, &cfg);
        let mut block_of = vec![ENTRY; region.vals.insts.len()];
        let mut uses: HashMap<IrRef, Vec<(BlockId, Use)>> = HashMap::new();
        let mut params = HashMap::new();
        for (b, block) in region.blocks.iter().enumerate() {
            let b = b as BlockId;
            for (k, &p) in block.params.iter().enumerate() {
                block_of[p.index()] = b;
                params.insert(p, k);
            }
            let mut used = |r: IrRef, how| uses.entry(r).or_default().push((b, how));
            for placed in &order[b as usize] {
                match *placed {
                    Placed::Pure(r) => {
                        block_of[r.index()] = b;
                        region.operands(region.inst(r)).for_each(|o| used(o, Use::Op(r)));
                    }
                    Placed::Step(s) => {
                        if let Step::Do(r) = block.steps[s] {
                            block_of[r.index()] = b;
                        }
                        region.step_uses(&block.steps[s]).into_iter().for_each(|o| used(o, Use::Step(s)));
                    }
                }
            }
            for edge in block.end.edges() {
                edge.args.iter().enumerate().for_each(|(k, &a)| used(a, Use::Arg(edge.to, k)));
            }
            match &block.end {
                End::If { cond, .. } => used(*cond, Use::End),
                End::Exit { .. } => region.end_uses(block).into_iter().for_each(|r| used(r, Use::End)),
                End::Goto(_) => {}
            }
        }
        let all = 0..region.blocks.len() as BlockId;
        let written = stores(region, all.clone());
        let meddles = all.map(|b| access(region, &[b], |d| written.contains(&d))).collect();
        let relies = cfg.loops.iter().map(|l| {
            let own = stores(region, l.blocks.iter().copied());
            // Which objects are apart from those that are written is found by following references.
            let follows = |d: &(bool, u32)| own.contains(d) && leads_on(region, &l.blocks, *d);
            access(region, &l.blocks, |d| written.contains(&d) && (!own.contains(&d) || follows(&d)))
        });
        let relies = relies.collect();
        Nest { cfg, order, block_of, uses, params, stores: written, meddles, relies }
    }

    /// Whether a block is part of a loop.
    pub fn in_loop(&self, l: usize, b: BlockId) -> bool {
        self.cfg.loops[l].blocks.binary_search(&b).is_ok()
    }

    /// Whether a value is there before a loop is entered.
    pub fn outside(&self, l: usize, r: IrRef) -> bool {
        r.is_const() || !self.in_loop(l, self.block_of[r.index()])
    }

    /// The loop that a block heads.
    pub fn headed_by(&self, b: BlockId) -> Option<usize> {
        self.cfg.loop_of[b as usize].filter(|&l| self.cfg.loops[l].header == b)
    }

    /// Loops around a block from `l` inward, `l` included.
    pub fn path(&self, l: usize, b: BlockId) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = self.cfg.loop_of[b as usize];
        while let Some(m) = at {
            path.push(m);
            if m == l {
                break;
            }
            at = self.cfg.loops[m].parent;
        }
        path.reverse();
        path
    }

    /// What edges from blocks of the loop (`inside`) or from others supply to a parameter of a loop's header.
    pub fn supplied(&self, region: &Region, l: usize, p: IrRef, inside: bool) -> Vec<IrRef> {
        let header = self.cfg.loops[l].header;
        self.incoming(region, header, p, |b| self.in_loop(l, b) == inside)
    }

    /// What edges from some of the blocks supply to a parameter of a block.
    pub fn incoming(
        &self,
        region: &Region,
        to: BlockId,
        p: IrRef,
        from: impl Fn(BlockId) -> bool,
    ) -> Vec<IrRef> {
        let k = self.params[&p];
        let mut preds: Vec<BlockId> =
            self.cfg.preds[to as usize].iter().copied().filter(|&b| from(b)).collect();
        preds.dedup();
        let edges = preds.iter().flat_map(|&b| region.blocks[b as usize].end.edges());
        edges.filter(|e| e.to == to).map(|e| e.args[k]).collect()
    }

    /// The tests that every iteration passes: blocks, conditions, and whether the loop goes on where they hold. Those that come before anything else first.
    pub fn tests(&self, region: &Region, l: usize) -> Vec<Test> {
        let mut tests = self.first_tests(region, l);
        for &b in self.cfg.loops[l].blocks.iter().filter(|&&b| self.always(l, b)) {
            if let (End::If { cond, to }, None) =
                (&region.blocks[b as usize].end, tests.iter().find(|t| t.block == b))
            {
                match to.each_ref().map(|e| self.in_loop(l, e.to)) {
                    [true, false] => tests.push(Test { block: b, cond: *cond, holds: true, first: false }),
                    [false, true] => tests.push(Test { block: b, cond: *cond, holds: false, first: false }),
                    _ => {}
                }
            }
        }
        tests
    }

    /// Whether each iteration that does not leave the loop comes to a block once.
    pub fn always(&self, l: usize, b: BlockId) -> bool {
        let header = self.cfg.loops[l].header;
        let mut ends = self.cfg.preds[header as usize].iter().filter(|&&e| self.in_loop(l, e));
        self.cfg.loop_of[b as usize] == Some(l) && ends.all(|&e| self.cfg.dominates(b, e))
    }

    /// The tests on the way from the header to where ways part or meet, or another loop begins. Loads of fields before them do not count: which one it is does not
    /// depend on the iteration, unless an element was loaded before.
    fn first_tests(&self, region: &Region, l: usize) -> Vec<Test> {
        let (mut tests, mut at, mut first) = (Vec::new(), self.cfg.loops[l].header, true);
        loop {
            let block = &region.blocks[at as usize];
            first &= block.steps.iter().all(|s| matches!(s, Step::Do(r) if region.inst(*r).op == Op::Load));
            let on = match &block.end {
                End::Goto(e) => e.to,
                End::If { cond, to } => match to.each_ref().map(|e| self.in_loop(l, e.to)) {
                    [true, false] => {
                        tests.push(Test { block: at, cond: *cond, holds: true, first });
                        to[0].to
                    }
                    [false, true] => {
                        tests.push(Test { block: at, cond: *cond, holds: false, first });
                        to[1].to
                    }
                    _ => return tests,
                },
                End::Exit { .. } => return tests,
            };
            if self.cfg.preds[on as usize].len() > 1 || self.headed_by(on).is_some() {
                return tests;
            }
            at = on;
        }
    }

    /// Whether iterations of a loop could be items of a kernel, as far as its form says.
    ///
    /// # Errors
    /// Why not.
    pub fn counted(&self, region: &Region, l: usize) -> Result<(), String> {
        let tests = self.tests(region, l);
        if tests.is_empty() {
            return Err("no test that every iteration passes ends it".into());
        }
        for &b in &self.cfg.loops[l].blocks {
            let block = &region.blocks[b as usize];
            let calls = |r: IrRef| match region.inst(r).op {
                Op::CallPure | Op::CallRead => {
                    Some(region.vals.helpers[region.inst(r).aux as usize].name.clone())
                }
                _ => None,
            };
            for placed in &self.order[b as usize] {
                let r = match *placed {
                    Placed::Pure(r) => r,
                    Placed::Step(s) => match block.steps[s] {
                        Step::Do(r) => r,
                        Step::Assume { .. } => continue,
                    },
                };
                if let Some(name) = calls(r) {
                    return Err(format!("it calls {name}, which has no form for devices"));
                }
            }
            // Another way to where the region goes on is a `break`.
            if !tests.iter().any(|t| t.block == b) {
                let leaves =
                    |e: &holloway_compiler::region::Edge| !self.in_loop(l, e.to) && !self.ends(region, e.to);
                if block.end.edges().iter().any(leaves) {
                    return Err(format!("it is left in its middle ({})", region.line_of(b)));
                }
            }
        }
        Ok(())
    }

    /// For each block of a loop the next one that all ways from it come to in the same iteration, or [`END`]: the way round an inner loop counts for none.
    /// Postdominators, by the method of [`Cfg::idom`].
    pub fn joins(&self, region: &Region, l: usize) -> Vec<BlockId> {
        let Loop { header, blocks, .. } = &self.cfg.loops[l];
        // Of a block from which there is no way on, the end of an inner loop, nothing is known.
        let mut joins: Vec<Option<BlockId>> = vec![None; region.blocks.len()];
        for &b in blocks.iter().rev() {
            let mut join = None;
            for e in region.blocks[b as usize].end.edges().iter().filter(|e| self.in_loop(l, e.to)) {
                let next = match e.to {
                    to if to == *header => END,
                    to if to <= b || joins[to as usize].is_none() => continue,
                    to => to,
                };
                join = Some(join.map_or(next, |mut a| {
                    let mut b: BlockId = next;
                    while a != b {
                        let behind = if a < b { &mut a } else { &mut b };
                        *behind = joins[*behind as usize].unwrap_or(END);
                    }
                    a
                }));
            }
            joins[b as usize] = join;
        }
        joins.into_iter().map(|j| j.unwrap_or(END)).collect()
    }

    /// Whether a block leads out of the region without passing a loop: what is done there is the plain interpreter's.
    fn ends(&self, region: &Region, from: BlockId) -> bool {
        let (mut todo, mut seen) = (vec![from], HashSet::new());
        while let Some(b) = todo.pop() {
            if !seen.insert(b) {
                continue;
            }
            if self.headed_by(b).is_some() || seen.len() > 8 {
                return false;
            }
            todo.extend(region.blocks[b as usize].end.edges().iter().map(|e| e.to));
        }
        true
    }

    /// Whether no iteration uses what an earlier one left in a parameter of a loop's header: it is only handed on. With the parameters inside that hand
    /// it on; empty if the iteration always supplies a new value.
    pub fn private(&self, region: &Region, l: usize, p: IrRef) -> Option<HashSet<IrRef>> {
        let (mut seen, mut todo) = (HashSet::from([p]), vec![p]);
        let header = self.cfg.loops[l].header;
        while let Some(r) = todo.pop() {
            for &(b, how) in self.uses.get(&r).into_iter().flatten() {
                if !self.in_loop(l, b) {
                    continue;
                }
                match how {
                    Use::Arg(to, k) if self.in_loop(l, to) => {
                        let q = region.blocks[to as usize].params[k];
                        if to == header && q != p {
                            return None;
                        }
                        if to != header && seen.insert(q) {
                            todo.push(q);
                        }
                    }
                    // A way out of the loop: what is used there is not this iteration's business, but an iteration that fails.
                    Use::Arg(to, _) if !self.in_loop(l, to) => {}
                    _ => return None,
                }
            }
        }
        let handed_on = self.supplied(region, l, p, true).iter().any(|a| seen.contains(a));
        Some(if handed_on { seen } else { HashSet::new() })
    }

    /// The stores in a loop: whether they write fields or elements, and their descriptors.
    pub fn stores_in(&self, region: &Region, l: usize) -> HashSet<(bool, u32)> {
        stores(region, self.cfg.loops[l].blocks.iter().copied())
    }
}

fn stores(region: &Region, blocks: impl Iterator<Item = BlockId>) -> HashSet<(bool, u32)> {
    let blocks = blocks.map(|b| &region.blocks[b as usize]);
    let done = blocks.flat_map(|b| &b.steps).filter_map(|s| {
        if let Step::Do(r) = s {
            Some(region.inst(*r))
        } else {
            None
        }
    });
    done.filter(|i| i.ty == Ty::Void).map(|i| (i.op == Op::StoreElem, i.aux)).collect()
}

/// Whether blocks access what fits, or anything.
fn access(region: &Region, blocks: &[BlockId], fits: impl Fn((bool, u32)) -> bool) -> bool {
    let mut steps = blocks.iter().flat_map(|b| &region.blocks[*b as usize].steps);
    steps.any(|s| {
        let Step::Do(r) = s else { return false };
        let i = region.inst(*r);
        match i.op {
            Op::Load | Op::Store => fits((false, i.aux)),
            Op::LoadElem | Op::StoreElem => fits((true, i.aux)),
            _ => true,
        }
    })
}

/// Whether blocks load references by a descriptor.
fn leads_on(region: &Region, blocks: &[BlockId], (elem, aux): (bool, u32)) -> bool {
    let mut steps = blocks.iter().flat_map(|b| &region.blocks[*b as usize].steps);
    steps.any(|s| {
        let Step::Do(r) = s else { return false };
        let i = region.inst(*r);
        i.ty == Ty::Ref && i.aux == aux && i.op == if elem { Op::LoadElem } else { Op::Load }
    })
}
