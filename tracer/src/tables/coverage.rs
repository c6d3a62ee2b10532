//! Which guards forced exits have covered.
//!
//! **Problem.** Chaos claims that exits are right at every guard though its fact holds. That is worth as much as the number of guards that
//! were made to fail. Exits have numbers, but under another seed other traces come about, so runs cannot be added up by number.
//!
//! **How.** A guard's *place* is where the language's program is at it: the greens of its snapshot and its number in the step. Places are the
//! same in every run of a program, so what several runs covered can be united; copies of a guard in other traces share
//! its place. A guard was executed if its countdown has moved.
//!
//! With `HOLLOWAY_CHAOS=@FILE` a guard whose place has not failed yet fails the first time it is reached, and no other ever does. The run reads
//! from the file what runs before it covered (nothing, if there is no file) and writes the union back. A trace can be left once
//! for each time it is entered, so it takes some runs; each makes one guard more fail, in each trace that still has one it reaches.
//!
//! **Not promised.** Anything without chaos: guards count down under chaos only. A process that a signal ends writes nothing.
//!
//! **Example** of a line: `00c0ffee00c0ffee reached forced`; a place that no run came to says `00c0ffee00c0ffee unreached kept`.

use super::{ExitState, TraceInfo};
use crate::observe::Guards;
use crate::world::ask;
use holloway_compiler::codegen::Chaos;
use holloway_compiler::ir::Snapshot;
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::rc::Rc;

/// The place of the guard that has a snapshot.
pub fn place(snap: &Snapshot) -> u64 {
    let mut hasher = FxHasher::default();
    (&snap.greens[..], snap.guard_no).hash(&mut hasher);
    hasher.finish()
}

/// When guards are made to fail.
#[derive(Clone, Debug)]
pub enum Schedule {
    /// Again and again, by countdowns.
    Seeded(Chaos),
    /// Each place once in a series of runs.
    Once {
        /// Where the series is kept.
        file: PathBuf,
        /// What runs before covered.
        before: Coverage,
    },
}

impl Schedule {
    /// Again and again: about every `period`-th time, as the seed has it.
    pub fn seeded((seed, period): (u64, u32)) -> Schedule {
        Schedule::Seeded(Chaos { seed, period })
    }

    /// The next run of the series that is kept in a file.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn once(file: &str) -> Result<Schedule, String> {
        let text = match ask(format_args!("coverage in {file}"), || std::fs::read_to_string(file)) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound && !file.is_empty() => String::new(),
            text => text.map_err(|e| e.to_string())?,
        };
        let places: Option<BTreeMap<u64, (bool, bool)>> = text.lines().map(parse_place).collect();
        let before = Coverage { places: places.ok_or("not a list of guard places")?, ..Coverage::default() };
        Ok(Schedule::Once { file: file.into(), before })
    }

    /// The `round`-th countdown of an exit.
    pub fn countdown(&self, exit: u64, place: u64, round: u64) -> u32 {
        match self {
            Schedule::Seeded(chaos) => chaos.countdown(exit, round),
            Schedule::Once { before, .. } => {
                let failed = round > 0 || before.places.get(&place).is_some_and(|p| p.1);
                if failed {
                    u32::MAX
                } else {
                    1
                }
            }
        }
    }

    /// What code generation needs to know; it sets countdowns that [`Schedule::countdown`] replaces.
    pub fn chaos(&self) -> Chaos {
        match self {
            Schedule::Seeded(chaos) => *chaos,
            Schedule::Once { .. } => Chaos { seed: 0, period: 1 },
        }
    }
}

/// A line of a list.
fn parse_place(line: &str) -> Option<(u64, (bool, bool))> {
    let (place, rest) = line.split_once(' ')?;
    let (reached, forced) = rest.split_once(' ')?;
    Some((u64::from_str_radix(place, 16).ok()?, (reached == "reached", forced == "forced")))
}

/// The count, and for each place whether a guard there was reached, and made to fail.
#[derive(Default, Debug, Clone)]
pub struct Coverage {
    /// The count.
    pub guards: Guards,
    places: BTreeMap<u64, (bool, bool)>,
}

impl Coverage {
    /// Adds what happened to these exits.
    pub fn count(&mut self, schedule: &Schedule, exits: &[ExitState], traces: &[Rc<TraceInfo>]) {
        for e in exits {
            let info = &traces[e.trace as usize];
            let inst = info.compiled.exits[e.index as usize].inst;
            if !info.trace.insts[inst as usize].op.is_guard() {
                continue;
            }
            let record = &info.compiled.records[e.index as usize];
            let forced = e.forced > 0;
            let next = schedule.countdown(record.number, e.place, e.forced);
            let reached = forced || record.countdown.get() != next;
            let place = self.places.entry(e.place).or_default();
            *place = (place.0 || reached, place.1 || forced);
            self.guards.sites += 1;
            self.guards.reached += u64::from(reached);
            self.guards.forced += u64::from(forced);
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (reached, forced)) in &self.places {
            let reached = if *reached { "reached" } else { "unreached" };
            writeln!(f, "{place:016x} {reached} {}", if *forced { "forced" } else { "kept" })?;
        }
        Ok(())
    }
}
