//! Checks a region against every invariant of the graph.
//!
//! **Problem.** Explorer, transformations and tests build graphs; a slip in one shows as a wrong kernel elsewhere. The verifier stands between.
//!
//! **Rules.** Those of [`super`], and: an edge supplies its target's parameters, type by type; a step is a load, a store or a reading call, and
//! stands in one block only; a condition is an int; operands have the types that the op's row wants; every block is reached.
//!
//! **Not promised.** What the header of [`super`] does not.

use super::{Block, BlockId, Cfg, End, Region, Step, ENTRY, HEADER};
use crate::ir::{op::Arg, Effect, IrRef, Op, Ty};

type Res = Result<(), String>;

macro_rules! ensure {
    ($cond:expr, $($msg:tt)*) => { if !$cond { return Err(format!($($msg)*)); } };
}

/// Checks all rules; the error names the block.
pub fn verify(region: &Region) -> Result<(), String> {
    ensure!(region.blocks.len() > 1, "a region has an entry and a header");
    for (b, block) in region.blocks.iter().enumerate() {
        for e in block.end.edges() {
            ensure!((e.to as usize) < region.blocks.len(), "b{b}: there is no b{}", e.to);
        }
    }
    let cfg = Cfg::new(region);
    let mut check = Check { region, cfg, defined_in: vec![None; region.vals.insts.len()] };
    check.definitions()?;
    for (b, block) in region.blocks.iter().enumerate() {
        check.block(b as BlockId, block).map_err(|e| format!("b{b}: {e}"))?;
    }
    Ok(())
}

struct Check<'a> {
    region: &'a Region,
    cfg: Cfg,
    /// Block and step (0: the parameters) of each value that belongs to a block.
    defined_in: Vec<Option<(BlockId, usize)>>,
}

impl Check<'_> {
    fn definitions(&mut self) -> Res {
        let region = self.region;
        for i in 0..region.vals.inputs() {
            self.defined_in[i] = Some((ENTRY, 0));
        }
        for (b, block) in region.blocks.iter().enumerate() {
            let steps = block.steps.iter().enumerate();
            let done = steps.filter_map(|(i, s)| if let Step::Do(r) = s { Some((i + 1, *r)) } else { None });
            for (at, r) in block.params.iter().map(|&p| (0, p)).chain(done) {
                ensure!(!r.is_const() && r.index() < region.vals.insts.len(), "b{b}: {r:?} is nothing");
                ensure!(self.defined_in[r.index()].is_none(), "b{b}: {r:?} is defined twice");
                self.defined_in[r.index()] = Some((b as BlockId, at));
                let op = region.inst(r).op;
                let step = matches!(op, Op::Load | Op::LoadElem | Op::Store | Op::StoreElem | Op::CallRead);
                ensure!((op == Op::Phi) == (at == 0), "b{b}: {op:?} is no parameter or no step");
                ensure!(at == 0 || step, "b{b}: {op:?} is no step");
            }
        }
        Ok(())
    }

    fn block(&self, b: BlockId, block: &Block) -> Res {
        let region = self.region;
        let preds = &self.cfg.preds[b as usize];
        ensure!((b == ENTRY) == preds.is_empty(), "the entry alone has no predecessor");
        ensure!(b != ENTRY || block.params.is_empty(), "the entry has no parameters");
        ensure!(b == ENTRY || preds.iter().any(|&p| p < b), "the order is no reverse postorder");
        for (i, step) in block.steps.iter().enumerate() {
            for r in region.step_uses(step) {
                self.used(r, b, i + 1)?;
            }
            if let Step::Assume { cond, .. } = step {
                ensure!(region.vals.ty(*cond) == Ty::Int, "a condition is an int");
            }
        }
        for r in region.end_uses(block) {
            self.used(r, b, block.steps.len() + 1)?;
        }
        for e in block.end.edges() {
            let params = &region.blocks[e.to as usize].params;
            ensure!(
                params.len() == e.args.len(),
                "b{} has {} parameters, not {}",
                e.to,
                params.len(),
                e.args.len()
            );
            for (&p, &a) in params.iter().zip(&e.args) {
                let (want, is) = (region.vals.ty(p), region.vals.ty(a));
                ensure!(want == is, "b{} wants {want:?} for {p:?}, not {is:?}", e.to);
            }
        }
        match &block.end {
            End::Goto(e) => ensure!(b != ENTRY || e.to == HEADER, "the entry goes to the header"),
            End::If { cond, .. } => {
                ensure!(b != ENTRY, "the entry does not branch");
                ensure!(region.vals.ty(*cond) == Ty::Int, "a condition is an int");
            }
            End::Exit { snap, .. } => {
                ensure!((snap.0 as usize) < region.vals.snaps.len(), "there is no snapshot {}", snap.0)
            }
        }
        Ok(())
    }

    /// Whether a value is there at step `at` of a block; what it is computed from, too.
    fn used(&self, r: IrRef, b: BlockId, at: usize) -> Res {
        let mut todo = vec![r];
        let mut seen = std::collections::HashSet::new();
        while let Some(r) = todo.pop() {
            ensure!(!r.is_none(), "an operand is missing");
            if !seen.insert(r) {
                continue;
            }
            if r.is_const() {
                ensure!(r.index() < self.region.vals.consts.len(), "{r:?} is nothing");
                continue;
            }
            ensure!(r.index() < self.region.vals.insts.len(), "{r:?} is nothing");
            let inst = self.region.inst(r);
            match self.defined_in[r.index()] {
                Some((d, step)) => {
                    let before = if d == b { step < at } else { self.cfg.dominates(d, b) };
                    ensure!(before, "{r:?} (b{d}) is not there");
                }
                None => {
                    ensure!(inst.op.info().effect == Effect::Pure, "{r:?} ({:?}) is in no block", inst.op);
                    todo.extend(self.region.operands(inst));
                }
            }
            for (&want, &a) in inst.op.info().args.iter().zip(inst.operands()) {
                let ty = self.region.vals.ty(a);
                let fits = match want {
                    Arg::I => ty == Ty::Int,
                    Arg::F => ty == Ty::Float,
                    Arg::R => ty == Ty::Ref,
                    Arg::W => true,
                };
                ensure!(fits, "{r:?} ({:?}) has an operand of type {ty:?}", inst.op);
            }
        }
        Ok(())
    }
}
