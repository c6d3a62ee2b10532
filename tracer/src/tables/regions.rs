//! What is known of loops that may run elsewhere.
//!
//! **Problem.** Exploring costs milliseconds; each loop is explored a few times at most, and a refusal is remembered.
//!
//! **Invariants.** References in regions are constants of the guest: they are roots, as those of traces are.
//!
//! **Not promised.** A region is forgotten when what it refers to is garbage otherwise.
//!
//! **Example.** `regions.with(place, &greens, |l| l.known.clone())` at a header is its region, why it has none, or nothing if it was not explored yet.

use crate::policy::elsewhere::{Budget, Choice};
use crate::record::tape::path::Learnt;
use holloway_compiler::ir::{IrRef, Ty};
use holloway_compiler::region::offload::Plan;
use holloway_compiler::region::report::Report;
use holloway_compiler::region::Region;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Versions of a loop that are explored: sets of greens.
pub(crate) const VERSIONS: usize = 4;

/// What is done with loops that have a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GpuMode {
    /// Nothing is explored.
    #[default]
    Off,
    /// Each region is evaluated on a copy of what it writes, and compared with what plain execution does.
    Check,
    /// Each region that a device can run runs there.
    Force,
    /// As [`GpuMode::Force`], as if the device had memory of its own.
    Copy,
    /// Loops run on a device where that was measured to be faster.
    Auto,
    /// As [`GpuMode::Force`], with the processor for a device, which goes through iterations in an order drawn at random.
    Shuffle,
}

impl GpuMode {
    /// Whether regions run elsewhere.
    pub fn offloads(self) -> bool {
        matches!(self, GpuMode::Force | GpuMode::Copy | GpuMode::Shuffle | GpuMode::Auto)
    }
    /// Its word in `HOLLOWAY_GPU`.
    pub fn word(self) -> &'static str {
        MODES.iter().find(|m| m.1 == self).map_or("?", |m| m.0)
    }
}

/// The words of [`GpuMode`].
const MODES: &[(&str, GpuMode)] = &[
    ("off", GpuMode::Off),
    ("auto", GpuMode::Auto),
    ("check", GpuMode::Check),
    ("force", GpuMode::Force),
    ("copy", GpuMode::Copy),
    ("shuffle", GpuMode::Shuffle),
];

/// The mode that a word says.
pub(super) fn mode(word: &str) -> Option<GpuMode> {
    MODES.iter().find(|m| m.0 == word).map(|m| m.1)
}

/// All words, for messages.
pub(super) fn words() -> String {
    let all: Vec<String> = MODES.iter().map(|m| format!("`{}`", m.0)).collect();
    all.join(" or ")
}

/// A region, and where its assumptions come from.
pub(crate) struct Explored {
    /// The graph.
    pub region: Region,
    /// Addresses of the validity words that it reads.
    pub versions: Vec<u64>,
    /// By condition: the branch of the exploration that assumed it, see [`LoopInfo::forks`].
    pub sites: FxHashMap<IrRef, u64>,
}

/// What became of a loop's region.
#[derive(Clone)]
pub(crate) enum Known {
    /// Nothing: it was not explored yet.
    Unexplored,
    /// It has one.
    Region(Rc<Explored>),
    /// It has none, or none that helps.
    Refused(Rc<str>),
}

/// What has become of a loop's region so far.
#[derive(Default)]
pub(crate) struct Tally {
    /// Runs elsewhere.
    pub runs: u64,
    /// Runs that came to nothing.
    pub discarded: u64,
    /// Why the last of these did.
    pub why: Option<String>,
    /// What became of its loops.
    pub report: Report,
}

/// A loop that was explored.
pub(crate) struct LoopInfo {
    /// Number of the header's place.
    pub place: u32,
    /// Greens there.
    pub greens: Vec<u64>,
    /// What was found the last time.
    pub known: Known,
    /// Branches that turned out to go both ways: assumed no more, but explored.
    pub forks: Rc<FxHashSet<u64>>,
    /// What else explorations have learnt.
    pub learnt: Learnt,
    /// An assumption has failed: it is to be explored again.
    pub stale: bool,
    /// What the last entry assumed did not hold.
    pub missed: bool,
    /// Explorations so far.
    pub explored: u32,
    /// Uses of the region so far.
    pub uses: u32,
    /// What the device made of the region, while it is not in use.
    pub plan: Option<Plan>,
    /// The header in the guest program, for people.
    pub at: String,
    /// What its last run told, and what all have.
    pub said: Report,
    pub tally: Tally,
    /// Which side is faster, under [`GpuMode::Auto`].
    pub choice: Choice,
    /// Visits of the header that are passed over, as runs before came to nothing; and how many those were.
    pub rest: u32,
    pub failures: u32,
}

/// What [`GpuMode::Auto`] keeps for the whole program.
#[derive(Default)]
pub(crate) struct Auto {
    /// The clock has asked who is where.
    pub asked: Cell<bool>,
    /// A loop was found that may gain: loops are met at their headers.
    pub awake: Cell<bool>,
    /// The recording under way begins at the header of a loop that may run elsewhere.
    pub from_gate: Cell<bool>,
    /// What exploring has cost.
    pub budget: Cell<Budget>,
    /// Until when a run may go on, in nanoseconds of [`Driver::clock`](super::Driver::clock), if there is an end.
    pub until: Cell<Option<u64>>,
}

/// See the module header.
#[derive(Default)]
pub(crate) struct Regions {
    /// For the choice by measured time.
    pub auto: Auto,
    loops: RefCell<Vec<LoopInfo>>,
}

impl Regions {
    /// Works on what is known of a loop; `None` if that is nothing.
    pub fn with<R>(&self, place: u32, greens: &[u64], f: impl FnOnce(&mut LoopInfo) -> R) -> Option<R> {
        self.loops.borrow_mut().iter_mut().find(|l| l.place == place && l.greens == greens).map(f)
    }
    /// Whether a loop runs elsewhere, or may, so that recordings end at its header.
    pub fn gated(&self, place: u32, greens: &[u64], mode: GpuMode) -> bool {
        let gated = |l: &mut LoopInfo| match (&l.known, mode) {
            (Known::Refused(_), _) => false,
            (_, GpuMode::Auto) => l.choice.is_heavy(),
            (Known::Region(_), _) => l.failures == 0,
            (Known::Unexplored, _) => false,
        };
        self.with(place, greens, gated).unwrap_or(false)
    }
    /// Whether the choice by time has to see visits of a loop before anything is compiled through its header.
    pub fn is_open(&self, place: u32, greens: &[u64]) -> bool {
        let open =
            |l: &mut LoopInfo| l.choice.is_open() && (l.stale || !matches!(l.known, Known::Refused(_)));
        self.with(place, greens, open).unwrap_or_else(|| self.versions(place) < VERSIONS)
    }
    /// As [`Regions::with`], where a loop that nothing is known of is added.
    pub fn with_new<R>(&self, place: u32, greens: &[u64], f: impl FnOnce(&mut LoopInfo) -> R) -> Option<R> {
        if self.with(place, greens, |_| ()).is_none() {
            self.add(place, greens);
        }
        self.with(place, greens, f)
    }
    /// How many versions of a place are known.
    pub fn versions(&self, place: u32) -> usize {
        self.loops.borrow().iter().filter(|l| l.place == place).count()
    }
    /// Notes what an exploration has found.
    pub fn put(&self, place: u32, greens: &[u64], at: &str, known: Known) {
        self.with_new(place, greens, |l| {
            l.known = known;
            l.explored += 1;
            l.plan = None;
            l.at = at.into();
        });
    }
    fn add(&self, place: u32, greens: &[u64]) {
        self.loops.borrow_mut().push(LoopInfo {
            place,
            greens: greens.to_vec(),
            known: Known::Unexplored,
            forks: Rc::default(),
            learnt: Learnt::default(),
            stale: false,
            missed: false,
            explored: 0,
            uses: 0,
            plan: None,
            at: String::new(),
            said: Report::default(),
            tally: Tally::default(),
            choice: Choice::default(),
            rest: 0,
            failures: 0,
        });
    }
    /// Makes something of all loops that were explored, in the order in which they were first met.
    pub fn each<R>(&self, f: impl FnMut(&LoopInfo) -> R) -> Vec<R> {
        let loops = self.loops.borrow();
        loops.iter().filter(|l| !matches!(l.known, Known::Unexplored)).map(f).collect()
    }
    /// References that regions hold.
    pub fn references(&self, each: &mut dyn FnMut(u64)) {
        self.loops.borrow().iter().flat_map(|l| l.known.references()).for_each(each);
    }
    /// Forgets regions that refer to objects which only regions and traces refer to.
    pub fn retire(&self, lives: impl Fn(u64) -> bool) {
        self.loops.borrow_mut().retain(|l| l.known.references().all(&lives));
    }
}

impl Known {
    fn references(&self) -> impl Iterator<Item = u64> + '_ {
        let region = match self {
            Known::Region(e) => Some(&e.region),
            Known::Refused(_) | Known::Unexplored => None,
        };
        let consts = region.into_iter().flat_map(|r| &r.vals.consts);
        consts.filter(|c| c.ty == Ty::Ref && c.bits != 0).map(|c| c.bits)
    }
}
