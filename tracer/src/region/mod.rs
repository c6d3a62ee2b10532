//! Regions: whole loop nests, found by running steps of the interpreter again and again.
//!
//! **Problem.** A trace is one way through a loop. A device needs all ways through a whole nest, and what they assume. Nobody but the interpreter's
//! handlers knows them, and authors should not have to say anything twice.
//!
//! **How.** `explore` walks from merge point to merge point, taking each way of each step on a recorder in its exploring mode (`crate::record::tape::path`),
//! and joins what arrives at the same place. `build` makes the part that loops a [`Region`].
//! `check` compares what a region means with what plain execution then does.
//!
//! **Invariants.** Those of `crate::record::tape::path`; and exploring changes nothing: no store, allocation, call with effects or collection happens.
//!
//! **Not promised.** That a loop has a region: what calls the unknown, makes arrays of computed lengths or depends on too much is refused with a reason.
//!
//! **Example.** `for i in range(n): s += a[i]` is an entry that assumes the list's kind, a header with `i` and `s`, and a body of three ops.

mod around;
mod build;
pub(crate) mod check;
mod common;
mod explore;
mod headers;
pub(crate) mod memory;

pub(crate) use explore::MAX_CARRIED;

use crate::machine::{Conc, Language, State};
use crate::record::tape::path::Learnt;
use crate::runtime::Runtime;
use crate::tables::regions::Explored;
use holloway_compiler::ir::{Effect, Op};
use holloway_compiler::region::{Region, Step};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Tests of bounds of which one may be a loop's end.
const MAX_ENDS: usize = 4;

/// The region of the loop whose header the running activation stands at. Branches in `forks` are expected to go both ways; what is learnt beside is kept for the
/// next time. At most `most` words are carried from step to step, which is most of what exploring costs. A loop that does not end, as far as is assumed, ends where it leaves an array if it goes on from there: languages go so through lists that end where there is nothing any more.
///
/// # Errors
/// Why there is none.
pub(crate) fn region_at<L: Language>(
    rt: &Runtime<L>,
    s: &mut State<L, Conc>,
    forks: &Rc<FxHashSet<u64>>,
    learnt: &mut Learnt,
    mut most: u64,
) -> Result<Explored, String> {
    if cfg!(panic = "abort") {
        return Err("exploring needs panics that unwind".into());
    }
    let first = s.depth() - 1;
    let explored = explored_as(rt, s, first, forks, learnt, &mut most)?;
    let explored = match reads_what_it_writes(&explored.region) {
        None => explored,
        Some(helper) => {
            let why = format!("{helper} may read what the loop writes");
            // Where the loop can do without, such ways are left to the interpreter.
            learnt.writes = true;
            let again = explored_as(rt, s, first, forks, learnt, &mut most).map_err(|_| why)?;
            debug_assert!(reads_what_it_writes(&again.region).is_none());
            again
        }
    };
    if let Err(why) = holloway_compiler::region::verify(&explored.region) {
        // A slip of the explorer's: the loop stays where it is.
        debug_assert!(false, "{why}\n{}", explored.region);
        return Err(format!("its graph is broken: {why}"));
    }
    Ok(explored)
}

/// The same, whatever its helpers read.
fn explored_as<L: Language>(
    rt: &Runtime<L>,
    s: &mut State<L, Conc>,
    first: usize,
    forks: &Rc<FxHashSet<u64>>,
    learnt: &mut Learnt,
    most: &mut u64,
) -> Result<Explored, String> {
    let mut walked = explore::explore(rt, s, first, forks, learnt, most)?;
    for end in explore::ends_of(&walked).into_iter().take(MAX_ENDS) {
        let mut forks = forks.clone();
        Rc::make_mut(&mut forks).insert(end);
        walked = explore::explore(rt, s, first, &forks, learnt, most)?;
        if build::goes_on(&walked) {
            break;
        }
    }
    build::build(walked)
}

/// Whether a loop was refused for a reason that a loop around it may not have.
pub(crate) fn is_inner(why: &str) -> bool {
    explore::is_inner(why)
}

/// Whether a loop was refused as `most` was too little.
pub(crate) fn is_too_large(why: &str) -> bool {
    explore::is_too_large(why)
}

/// Whether a loop was refused for the iteration at which it was met: its first, unlike those after it, or its last.
pub(crate) fn is_for_one(why: &str) -> bool {
    why == build::FIRST || why == build::LAST
}

/// A helper that reads memory in a region that writes some.
fn reads_what_it_writes(region: &Region) -> Option<&str> {
    let steps = || region.blocks.iter().flat_map(|b| &b.steps);
    let done = |s: &Step| if let Step::Do(r) = s { Some(*region.inst(*r)) } else { None };
    let writes = steps().filter_map(done).any(|i| i.op.info().effect == Effect::Write);
    let reads = steps().filter_map(done).find(|i| i.op == Op::CallRead).filter(|_| writes)?;
    Some(&region.vals.helpers[reads.aux as usize].name)
}
