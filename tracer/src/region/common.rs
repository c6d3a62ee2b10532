//! What a region computes, reads or assumes twice.
//!
//! **Problem.** `if xs[i] > best: best = xs[i]` reads an element twice, and tests the index twice. The walk sees each step by itself, so both are in the region, and what stands in a
//! branch keeps the loop from being folded.
//!
//! **How.** A load of what nothing in the region stores to is the same as an equal one that dominates it; pure ops on the same values are one; what was assumed need not be again.
//! One makes the other visible, so this is repeated until nothing is found.
//!
//! **Not promised.** Loads of what is stored to, even where no store comes between.
//!
//! **Example.** Of the above is left one load, one test of the index, and a branch whose one way does nothing.

use super::build::substitute;
use holloway_compiler::ir::{Effect, IrRef, Op, Ty};
use holloway_compiler::region::{BlockId, Cfg, Region, Step};
use rustc_hash::{FxHashMap, FxHashSet};

/// What makes loads equal: op, type, object and index, descriptor.
type Load = (Op, Ty, [IrRef; 3], u32);

/// Leaves each once.
pub(super) fn merge(region: &mut Region) {
    let cfg = Cfg::new(region);
    let mut replaced = FxHashSet::default();
    loop {
        let mut copies = loads(region, &cfg);
        copies.extend(pure(region, &replaced));
        if copies.is_empty() {
            break;
        }
        substitute(region, &copies);
        replaced.extend(copies.keys().copied());
        let gone = |s: &Step| matches!(s, Step::Do(r) if copies.contains_key(r));
        region.blocks.iter_mut().for_each(|b| b.steps.retain(|s| !gone(s)));
    }
    assumptions(region, &cfg);
}

/// Loads that an equal one dominates.
fn loads(region: &Region, cfg: &Cfg) -> FxHashMap<IrRef, IrRef> {
    let done = |s: &Step| if let Step::Do(r) = s { Some((*r, *region.inst(*r))) } else { None };
    let steps = || region.blocks.iter().flat_map(|b| &b.steps).filter_map(done);
    let elem = |op: Op| matches!(op, Op::LoadElem | Op::StoreElem);
    let stored: FxHashSet<(bool, u32)> = steps()
        .filter(|(_, i)| i.op.info().effect == Effect::Write)
        .map(|(_, i)| (elem(i.op), i.aux))
        .collect();
    let mut seen: FxHashMap<Load, Vec<(BlockId, IrRef)>> = FxHashMap::default();
    let mut copies = FxHashMap::default();
    for (b, block) in region.blocks.iter().enumerate() {
        for (r, i) in block.steps.iter().filter_map(done) {
            if !matches!(i.op, Op::Load | Op::LoadElem) || stored.contains(&(elem(i.op), i.aux)) {
                continue;
            }
            let equal = seen.entry((i.op, i.ty, i.args, i.aux)).or_default();
            match equal.iter().find(|e| cfg.dominates(e.0, b as BlockId)) {
                Some(&(_, of)) => drop(copies.insert(r, of)),
                None => equal.push((b as BlockId, r)),
            }
        }
    }
    copies
}

/// Pure ops that are equal to an earlier one; those that have been replaced are of no interest.
fn pure(region: &Region, replaced: &FxHashSet<IrRef>) -> FxHashMap<IrRef, IrRef> {
    let mut seen = FxHashMap::default();
    let mut copies = FxHashMap::default();
    for (k, i) in region.vals.insts.iter().enumerate() {
        let simple =
            i.op.info().effect == Effect::Pure && !matches!(i.op, Op::Phi | Op::Input | Op::CallPure);
        let r = IrRef(k as u32);
        if simple && !replaced.contains(&r) {
            let first = *seen.entry((i.op, i.ty, i.args, i.aux)).or_insert(r);
            if first != r {
                copies.insert(r, first);
            }
        }
    }
    copies
}

/// Drops assumptions that have been made on all ways.
fn assumptions(region: &mut Region, cfg: &Cfg) {
    let mut made: FxHashMap<(IrRef, bool), Vec<BlockId>> = FxHashMap::default();
    for (b, block) in region.blocks.iter_mut().enumerate() {
        block.steps.retain(|s| {
            let Step::Assume { cond, holds, .. } = s else { return true };
            let at = made.entry((*cond, *holds)).or_default();
            let known = at.iter().any(|&a| cfg.dominates(a, b as BlockId));
            if !known {
                at.push(b as BlockId);
            }
            !known
        });
    }
}
