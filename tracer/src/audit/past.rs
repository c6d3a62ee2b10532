//! What audit remembers while the program runs: steps to be run again later, and what is known of the fields of frames.
//!
//! **Problem.** A step that is run again at once finds everything outside the machine as it was a moment ago. State that the interpreter shares with itself and
//! changes seldom, or in another handler, looks the same then. Some time later it does not.
//!
//! **Invariants.**
//! 1. Of the steps that come by the same lines of the interpreter few are kept, so memory and time are bounded ([`MAX_WAY`], [`MAX_KEPT`]).
//! 2. What is kept keeps no object alive: audit changes nothing that a program sees of its collector. A step goes with the first object that goes.
//!
//! 3. A step is run again only as long as what it assumed of quasi-immutable cells holds: afterwards it may do something else.
//!
//! **Not promised.** That each step recorded is kept.

use super::step::Step;
use crate::machine::Exit;
use crate::record::flat::RecFlat;
use holloway_compiler::ir::{IrRef, Trace, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most steps kept that come by the same lines.
const MAX_WAY: u8 = 3;

/// Most steps kept.
const MAX_KEPT: usize = 4096;

/// Most segments whose beginning is looked at.
const MAX_BEGUN: usize = 1024;

/// Most steps that are the beginning of a segment.
pub(super) const BEGINNING: u32 = 2048;

/// Most slots of the state of a step that is kept: each run copies them.
const MAX_SLOTS: usize = 2048;

/// How a run of a step ended.
#[derive(Clone)]
pub(crate) enum End {
    /// At a merge point, with this state.
    Merge(RecFlat),
    /// By leaving the interpreter.
    Left(Exit),
}

/// A step to be run again.
pub(crate) struct Kept {
    pub(super) step: Step,
    pub(super) end: End,
    /// The activations below, and the most there may be.
    pub(super) depths: (u64, u64),
    /// The recording was over by the end of the step.
    pub(super) over: bool,
}

impl Kept {
    /// Whether all objects that its words refer to live.
    pub(super) fn lives(&self, lives: impl Fn(u64) -> bool) -> bool {
        self.step.words().all(lives)
    }
}

/// What the refs of words are.
pub(crate) struct Meaning {
    pub(super) trace: Trace,
    pub(super) consts: FxHashMap<(Ty, u64), IrRef>,
}

/// Steps of one recording.
pub(super) struct Recording {
    pub(super) meaning: Meaning,
    pub(super) steps: Vec<Kept>,
}

/// Steps to be run again.
#[derive(Default)]
pub(crate) struct Past {
    pub(super) recordings: Vec<Recording>,
    ways: FxHashMap<u64, u8>,
    begun: FxHashSet<(u64, u32)>,
    /// Steps kept, and those that were recorded since all were run again last.
    len: usize,
    pub(super) fresh: usize,
}

impl Past {
    /// Whether a segment that begins at this place is to be looked at: it is the first, and there were not too many.
    pub(crate) fn begins(&mut self, place: (u64, u32)) -> bool {
        self.begun.len() < MAX_BEGUN && self.begun.insert(place)
    }
    /// How many steps are kept.
    pub(super) fn len(&self) -> usize {
        self.len
    }
    /// Keeps some of the steps of a recording.
    pub(super) fn keep(&mut self, mut steps: Vec<Kept>, meaning: impl FnOnce() -> Meaning) {
        self.fresh += steps.len();
        steps.retain(|kept| {
            let times = self.ways.entry(kept.step.way()).or_insert(0);
            let wanted = *times < MAX_WAY && self.len < MAX_KEPT && kept.step.slots <= MAX_SLOTS;
            (*times, self.len) = (*times + u8::from(wanted), self.len + usize::from(wanted));
            wanted
        });
        if !steps.is_empty() {
            self.recordings.push(Recording { meaning: meaning(), steps });
        }
    }
    /// Drops the steps with words that refer to objects which do not live.
    pub(crate) fn forget(&mut self, lives: impl Fn(u64) -> bool) {
        for r in &mut self.recordings {
            r.steps.retain(|kept| {
                let keeps = kept.lives(&lives);
                if !keeps {
                    self.len -= 1;
                    self.ways.entry(kept.step.way()).and_modify(|times| *times -= 1);
                }
                keeps
            });
        }
        self.recordings.retain(|r| !r.steps.is_empty());
    }
}

/// Times that a field must have been seen to be written at merge points before it counts as one that the interpreter holds elsewhere between them.
const SURE: u32 = 2;

/// What is known of the green fields of frames.
#[derive(Default)]
pub(crate) struct Fields(pub(super) Vec<Field>);

/// What is known of one.
#[derive(Default)]
pub(super) struct Field {
    /// Steps after which the next merge point had written it, whatever had been there.
    pub(super) written: u32,
    /// It has kept what it was made to be: it lies in the frame alone.
    pub(super) stays: bool,
    /// The report on an activation that had not published it.
    pub(super) unpublished: Option<String>,
}

impl Field {
    /// Whether the interpreter holds it elsewhere, such as in a local variable, and publishes it.
    pub(super) fn is_published(&self) -> bool {
        !self.stays && self.written >= SURE
    }
}
