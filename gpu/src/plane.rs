//! Two loops at once: the iterations of a loop and of the one in it as a plane of work-items.
//!
//! **Problem.** A product of matrices has as many items as rows if only the outer loop is spread. Neighbours then read far apart, and a device with thousands of lanes
//! has nothing to do for most of them.
//!
//! **Requirements**, beside those of the outer loop ([`crate::schedule`]):
//! 1. Nothing is folded, and each iteration of the outer loop comes to the inner one, which is the only one directly in it.
//! 2. The inner loop is counted, begins with its test, and runs equally often in all iterations of the outer one.
//! 3. Only the inner loop writes, and no iteration of it accesses what another one writes. What is read before and after it in an iteration of the outer loop
//!    is not written at all: each item does the part before once more, and none does the part after.
//! 4. So the part after assumes nothing but what is proved, and nothing leaves the loop there but the tests that end it.
//!
//! **What is left behind.** Parameters that the last iteration supplies are computed by the host ([`crate::items::last`]), which goes through the last item before
//! the kernel runs and takes back what that has written. Items need not tell whether they are the last, and have no loop around them.

use crate::depend::{carried, Verdict};
use crate::entry::Entry;
use crate::schedule::{role, Parallel, Role};
use crate::views::{Meeting, Views};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{BlockId, Step};

/// The inner loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inner {
    /// Which one.
    pub l: usize,
    /// How often it runs.
    pub count: u64,
    /// The block with the test that ends it.
    pub exit: BlockId,
    /// Roles of its header's parameters.
    pub roles: Vec<Role>,
}

/// Ops of an item that the host goes through in any case; of longer items there must be so many.
const MOST: u64 = 20_000;

/// Whether the loop in a parallel one can be spread, too.
pub fn inner(entry: &mut Entry<'_>, views: &Views, par: &Parallel, heap: &mut dyn Heap) -> Option<Inner> {
    let (region, nest, outer) = (entry.region, entry.nest, entry.l);
    let mut inside = (0..nest.cfg.loops.len()).filter(|&m| nest.cfg.loops[m].parent == Some(outer));
    let (Some(l), None) = (inside.next(), inside.next()) else { return None };
    let header = nest.cfg.loops[l].header;
    let from = &nest.cfg.preds[nest.cfg.loops[outer].header as usize];
    let comes = from.iter().filter(|&&b| nest.in_loop(outer, b)).all(|&b| nest.cfg.dominates(header, b));
    let fits = par.fold.steps.is_empty() && comes;
    if !fits || nest.counted(region, l).is_err() {
        return None;
    }
    let tests = nest.tests(region, outer);
    let silent = |&b: &BlockId| {
        let block = &region.blocks[b as usize];
        let proved = |(s, step): (usize, &Step)| matches!(step, Step::Do(_)) || par.proved.contains(&(b, s));
        let leaves = block.end.edges().iter().any(|e| !nest.in_loop(outer, e.to));
        block.steps.iter().enumerate().all(proved) && (!leaves || tests.iter().any(|t| t.block == b))
    };
    let blocks = &nest.cfg.loops[outer].blocks;
    let mut behind = blocks.iter().filter(|&&b| !nest.in_loop(l, b) && nest.cfg.dominates(header, b));
    if !behind.all(silent) {
        return None;
    }
    let (count, exit) = entry.exactly(entry.number_of(l)?)?;
    let items = par.count.saturating_mul(count);
    if count == 0 || (par.work / items.max(1) > MOST && items < MOST) {
        return None;
    }
    let params = &region.blocks[header as usize].params;
    let roles: Option<Vec<Role>> = params.iter().map(|&p| role(entry, l, p, heap).ok()).collect();
    let roles = roles.filter(|roles| !roles.contains(&Role::Fold))?;
    for (i, a) in views.places.iter().enumerate() {
        let in_it = |b: BlockId| nest.in_loop(l, b);
        if a.store && !in_it(a.block) {
            return None;
        }
        for (j, b) in views.places.iter().enumerate().skip(i).filter(|(_, b)| a.store || b.store) {
            match views.meet(i, j, entry, heap) {
                Meeting::Never => {}
                Meeting::Where(x, y) if in_it(a.block) && in_it(b.block) => {
                    let verdict = carried(&entry.domain, &x, if i == j { &x } else { &y }, 1);
                    if !matches!(verdict, Verdict::Independent(_)) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
    }
    Some(Inner { l, count, exit, roles })
}
