//! What a run tells of its loops.
//!
//! **Problem.** The run knows loops by number and decides again at each entry; a reader wants one row for each loop.
//!
//! **Invariants.** A row's assumptions are listed again only where more or fewer of them are proved: a loop that is entered a thousand times costs a thousand additions.

use crate::nest::Nest;
use crate::schedule::Parallel;
use holloway_compiler::region::report::{Assumption, Check, Edge, LoopReport, Report, Verdict};
use holloway_compiler::region::{Region, Step};

/// Where a loop's header is, for people.
pub fn header<'a>(region: &'a Region, nest: &Nest, l: usize) -> &'a str {
    region.line_of(nest.cfg.loops[l].header)
}

/// Notes that a loop runs as a kernel.
pub fn kernel(report: &mut Report, region: &Region, nest: &Nest, l: usize, par: &Parallel) {
    let place = header(region, nest, l);
    let proves = |row: &LoopReport| row.assumptions.iter().filter(|a| a.how == Check::Proved).count();
    let marks = |row: &LoopReport| row.assumptions.iter().filter(|a| marked(&a.what)).count();
    let accesses = par.trial.as_ref().map_or(0, |t| t.marked.len());
    let row = report.row(place, true).filter(|row| (proves(row), marks(row)) == (par.proved.len(), accesses));
    let known = row.map(|row| std::mem::take(&mut row.assumptions));
    let assumptions = known.unwrap_or_else(|| assumptions(region, nest, l, par));
    let verdict = Verdict::Kernel {
        iterations: par.inner.as_ref().map_or(1, |i| i.count).saturating_mul(par.count),
        folded: !par.fold.steps.is_empty(),
    };
    report.enter(LoopReport { place: place.into(), entered: 1, verdict, edges: Vec::new(), assumptions });
}

/// What marks test of a load, and of a store.
const UNWRITTEN: &str = "not written by an earlier iteration, by marks";
const LAST_WINS: &str = "of several writers the last one wins, by marks";

fn marked(what: &str) -> bool {
    what == UNWRITTEN || what == LAST_WINS
}

/// Notes that a loop stays on the processor.
pub fn stays(report: &mut Report, place: &str, why: &str, edges: Vec<Edge>) {
    let verdict = Verdict::Stays(why.into());
    report.enter(LoopReport { place: place.into(), entered: 1, verdict, edges, assumptions: Vec::new() });
}

/// What the iterations of a loop assume.
fn assumptions(region: &Region, nest: &Nest, l: usize, par: &Parallel) -> Vec<Assumption> {
    let mut all = Vec::new();
    for &b in &nest.cfg.loops[l].blocks {
        for (s, step) in region.blocks[b as usize].steps.iter().enumerate() {
            all.extend(match step {
                Step::Assume { cond, why, .. } => {
                    let how = if par.proved.contains(&(b, s)) { Check::Proved } else { Check::Tested };
                    Some(Assumption { place: region.line_at(b, *cond).into(), what: why.clone(), how })
                }
                Step::Do(r) => par.trial.as_ref().and_then(|t| t.marked.get(r)).map(|m| {
                    let what = if m.met.is_some() { UNWRITTEN } else { LAST_WINS };
                    Assumption { place: region.line_at(b, *r).into(), what: what.into(), how: Check::Tested }
                }),
            });
        }
    }
    all
}
