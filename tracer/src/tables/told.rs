//! What is known of loops that may run elsewhere, as reports.
//!
//! **Problem.** Tables keep what decisions need; people and tools ask what became of their loops. See [`observe::regions`](crate::observe::regions) for how it is told.
//!
//! **Example.** `driver.region_reports()` has an entry for each loop that was explored.

use super::regions::Known;
use super::Driver;
use crate::observe::regions::{table, RegionReport};
use holloway_compiler::region::report::{brief, Assumption, Check};
use holloway_compiler::region::{Region, Step, ENTRY};
use serde_json::{json, Value};

impl Driver {
    /// All of them, in the order in which they were found.
    pub(crate) fn region_reports(&self) -> Vec<RegionReport> {
        self.regions.each(|l| {
            let (refused, assumptions) = match &l.known {
                Known::Refused(why) => (Some(why.to_string()), Vec::new()),
                Known::Region(e) => (None, at_entry(&e.region)),
                Known::Unexplored => (None, Vec::new()),
            };
            let place = brief(&l.at).to_string();
            let t = &l.tally;
            let (runs, discarded, why) = (t.runs, t.discarded, t.why.clone());
            RegionReport { place, refused, runs, discarded, why, assumptions, report: t.report.clone() }
        })
    }

    /// Tells all that is known, at the end.
    pub(crate) fn tell_regions(&self) {
        if !self.log.full() && !self.params.log_gpu {
            return;
        }
        let all = self.region_reports();
        if all.is_empty() {
            return;
        }
        let values = |times| all.iter().map(|r| r.fields(times)).collect::<Vec<Value>>();
        let line = || match self.params.log_gpu {
            true => format!("loops that may run elsewhere:\n{}", table(&values(true))),
            false => String::new(),
        };
        self.log.tell_also(self.params.log_gpu, "regions", line, || {
            let regions = values(self.log.times());
            json!({ "table": table(&regions), "regions": regions })
        });
    }
}

/// What a region assumes once. Types of values that are the same are one line.
fn at_entry(region: &Region) -> Vec<Assumption> {
    let mut all: Vec<Assumption> = Vec::new();
    for step in &region.blocks[ENTRY as usize].steps {
        if let Step::Assume { cond, why, .. } = step {
            let place = region.line_at(ENTRY, *cond).to_string();
            let new = Assumption { place, what: why.clone(), how: Check::Entry };
            if !all.contains(&new) {
                all.push(new);
            }
        }
    }
    all
}
