//! What the ways to a block imply there.
//!
//! **Problem.** A stencil tests whether there is a neighbour before it reads it: `if c < n - 1: x = row[c + 1]`. Over the whole range of the loop the subscript leaves the
//! row; where it is read it does not, and a kernel that tests once more is slow: a test that may fail keeps compilers from working on several items at once.
//!
//! **How.** Conditions are made forms that are not negative. One of them follows from another where their difference is not negative in any iteration.
//!
//! **Invariant.** A branch counts for a block only if every way to it takes that branch in the same iteration of all loops around the branch.
//!
//! **Example.** `c < n - 1` is `n - 2 - c >= 0`, and `c + 1 < n` is the same.

use crate::affine::{Affine, Range};
use crate::entry::Entry;
use holloway_compiler::ir::{IrRef, Op};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{BlockId, End, Step};

/// Whether a condition is as said wherever a block of the loop is come to.
pub fn implied(entry: &mut Entry<'_>, b: BlockId, cond: IrRef, holds: bool, heap: &mut dyn Heap) -> bool {
    let known = known(entry, b);
    if known.contains(&(cond, holds)) {
        return true;
    }
    let Some(wanted) = natural(entry, cond, holds, heap) else { return false };
    let signed =
        |e: &Entry<'_>, c: IrRef| !c.is_const() && matches!(e.region.inst(c).op, Op::IntLt | Op::IntLe);
    let mut forms = Vec::new();
    for (c, h) in known {
        if signed(entry, c) {
            forms.extend(natural(entry, c, h, heap).into_iter().flatten());
        }
    }
    let sure = |a: &Affine| entry.range(a).is_some_and(|r| r.0 >= 0);
    wanted.iter().all(|w| sure(w) || forms.iter().any(|f| w.plus(f, -1).is_some_and(|d| sure(&d))))
}

/// The iteration numbers, by loop, with which a block of the loop may be come to; `None` if no more is known than everywhere.
pub fn ranges_at(entry: &mut Entry<'_>, b: BlockId, heap: &mut dyn Heap) -> Option<Vec<Range>> {
    if entry.rough {
        return None;
    }
    let mut ranges = entry.ranges.clone();
    for (cond, holds) in known(entry, b) {
        for form in natural(entry, cond, holds, heap).into_iter().flatten() {
            narrow(&mut ranges, &form)?;
        }
    }
    let some = ranges.iter().all(|r| r.0 <= r.1);
    (some && ranges != entry.ranges).then_some(ranges)
}

/// Leaves out of the ranges what makes a form negative, whatever other loops' numbers are.
fn narrow(ranges: &mut [Range], form: &Affine) -> Option<()> {
    for (l, &c) in form.c.iter().enumerate().filter(|(_, c)| **c != 0) {
        let mut rest = form.clone();
        rest.c[l] = 0;
        // c * t + most >= 0
        let most = rest.range(|o| ranges[o])?.1;
        let (first, last) = &mut ranges[l];
        match c > 0 {
            true => *first = (*first).max(-most.div_euclid(c)),
            false => *last = (*last).min(most.div_euclid(-c)),
        }
    }
    Some(())
}

/// The conditions that hold at a block: branches taken, and assumptions made on every way.
fn known(entry: &Entry<'_>, b: BlockId) -> Vec<(IrRef, bool)> {
    let (region, cfg) = (entry.region, &entry.nest.cfg);
    let (header, mut at, mut all) = (cfg.loops[entry.l].header, b, Vec::new());
    while at != header {
        let from = cfg.idom[at as usize];
        // Within a loop that is over other iterations' tests have been passed.
        if cfg.loop_of[from as usize].is_some_and(|m| entry.nest.in_loop(m, b)) {
            let block = &region.blocks[from as usize];
            match &block.end {
                End::If { cond, to } if cfg.preds[at as usize].len() == 1 && to[0].to != to[1].to => {
                    all.push((*cond, to[0].to == at));
                }
                _ => {}
            }
            all.extend(block.steps.iter().filter_map(|s| match s {
                Step::Assume { cond, holds, .. } => Some((*cond, *holds)),
                Step::Do(_) => None,
            }));
        }
        at = from;
    }
    all
}

/// The forms that are all at least 0 exactly (of unsigned comparisons: at most) where a condition is as said.
fn natural(entry: &mut Entry<'_>, cond: IrRef, holds: bool, heap: &mut dyn Heap) -> Option<Vec<Affine>> {
    if cond.is_const() {
        return None;
    }
    let inst = *entry.region.inst(cond);
    if !matches!(inst.op, Op::IntLt | Op::IntLe | Op::UintLt | Op::UintLe) {
        return None;
    }
    let (x, y) = (entry.affine(inst.args[0], heap)?, entry.affine(inst.args[1], heap)?);
    let less = |a: &Affine, b: &Affine, by: i128| b.plus(a, -1)?.plus(&Affine::constant(by), -1);
    Some(match (inst.op, holds) {
        (Op::IntLt, true) => vec![less(&x, &y, 1)?],
        (Op::IntLt, false) => vec![less(&y, &x, 0)?],
        (Op::IntLe, true) => vec![less(&x, &y, 0)?],
        (Op::IntLe, false) => vec![less(&y, &x, 1)?],
        (Op::UintLt, true) => vec![less(&x, &y, 1)?, x],
        (Op::UintLe, true) => vec![less(&x, &y, 0)?, x],
        _ => return None,
    })
}
