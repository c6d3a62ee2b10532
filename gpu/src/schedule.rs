//! Whether the iterations of a loop can run at once.
//!
//! **Problem.** Items of a kernel run in any order and see nothing of each other, and the result must be that of one iteration after the other.
//!
//! **Requirements**, each a way to be refused:
//! 1. The loop is counted, and the number of iterations is known.
//! 2. Each parameter of its header is the same always, changes by the same number in each iteration, is only handed on ([`Role::Last`]), or is folded ([`crate::fold`]).
//! 3. No iteration accesses what another one writes. Where nothing stands against that but subscripts that are not known, it is tried ([`crate::marks`]).

use crate::depend::{carried, directions, Verdict};
use crate::entry::Entry;
use crate::fold::{self, Fold};
use crate::implied::implied;
use crate::marks::Trial;
use crate::plane::Inner;
use crate::rows::Rows;
use crate::views::{Meeting, Place, Reach, Views};
use holloway_compiler::ir::{IrRef, Op, Ty};
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::report::{Edge, Kind};
use holloway_compiler::region::{BlockId, End, Region, Step};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// What a parameter of the loop's header is to an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// The same in all.
    Steady,
    /// It changes by this in each.
    Step(i64),
    /// What the last iteration that supplies a value supplies; with the parameters that hand an old one on, itself among them (none: each supplies one).
    Last(BTreeSet<IrRef>),
    /// What the fold makes of it.
    Fold,
}

/// A loop whose iterations can run at once.
#[derive(Clone, Debug)]
pub struct Parallel {
    /// How many.
    pub count: u64,
    /// The block with the test that ends the loop: it lets all of them pass.
    pub exit: BlockId,
    /// Roles of the header's parameters.
    pub roles: Vec<Role>,
    /// What is folded.
    pub fold: Fold,
    /// The loop in it whose iterations are spread, too.
    pub inner: Option<Inner>,
    /// Assumptions known to hold, by block and step.
    pub proved: HashSet<(BlockId, usize)>,
    /// What items test without ending at once where it fails; see [`Late`].
    pub late: Late,
    /// Loads that give the same in all iterations, and what.
    pub known: HashMap<IrRef, u64>,
    /// Loads that are had from lists.
    pub rows: BTreeMap<IrRef, Rows>,
    /// Objects that are written.
    pub written: Vec<Rc<Reach>>,
    /// What is to be tried.
    pub trial: Option<Trial>,
    /// About how many ops all iterations do.
    pub work: u64,
}

impl Parallel {
    /// The work-items: neighbours in the first dimension run beside each other.
    pub fn range(&self) -> Vec<u64> {
        self.inner.iter().map(|i| i.count).chain([self.count]).collect()
    }

    /// Whether the kernel of another entry does for this one: it may be given other numbers, but not more or fewer of them.
    pub fn is_like(&self, other: &Parallel) -> bool {
        let numbers =
            self.known.len() == other.known.len() && self.known.keys().all(|r| other.known.contains_key(r));
        let spread = |p: &Parallel| p.inner.clone().map(|i| (i.l, i.exit, i.roles));
        let (a, b) = (self, other);
        numbers
            && spread(a) == spread(b)
            && a.exit == b.exit
            && a.roles == b.roles
            && a.fold == b.fold
            && a.proved == b.proved
            && a.late == b.late
            && a.rows.keys().eq(b.rows.keys())
            && match (&a.trial, &b.trial) {
                (Some(x), Some(y)) => x.is_like(y),
                (x, y) => x.is_none() && y.is_none(),
            }
    }
}

/// Finds out. Where accesses stand against it, `edges` gets each pair of them. If `tries`, it may be tried.
///
/// # Errors
/// What stands against it.
pub fn judge(
    entry: &mut Entry<'_>,
    heap: &mut dyn Heap,
    edges: &mut Vec<Edge>,
    tries: bool,
) -> Result<(Parallel, Views), String> {
    entry.nest.counted(entry.region, entry.l)?;
    let counted = entry.count().zip(entry.exit);
    let (count, exit) = counted.ok_or("the number of iterations is not known")?;
    let (roles, fold) = roles(entry, heap)?;
    let views = Views::new(entry, heap);
    let trial = match independent(entry, &views, heap, edges) {
        Ok(()) => None,
        Err(Against { why, unknown }) if !(unknown && tries) => return Err(why),
        Err(_) => Some(Trial::new(entry, &views, count, heap)?),
    };
    let written = views.written(entry, heap)?;
    let proved = proved(entry, heap);
    let work = work(entry, count);
    let known = known(entry, heap);
    let (late, rows) = (Late::default(), BTreeMap::new());
    let par =
        Parallel { count, exit, roles, fold, inner: None, proved, late, known, rows, written, trial, work };
    Ok((par, views))
}

/// How often a loop is taken to run whose number of iterations is not known.
const GUESS: u64 = 8;

/// About how many ops a loop does: inner loops count as if they ran their longest.
pub fn work(entry: &Entry<'_>, count: u64) -> u64 {
    let mut sum = 0u64;
    for &b in &entry.nest.cfg.loops[entry.l].blocks {
        let inner = entry.path(b).into_iter().skip(1).map(|l| entry.most(l).unwrap_or(GUESS));
        let times = inner.fold(count, u64::saturating_mul);
        sum = sum.saturating_add(times.saturating_mul(entry.nest.order[b as usize].len() as u64));
    }
    sum
}

/// The role of a parameter of the header of a loop, or of one in it.
///
/// # Errors
/// It changes by too much.
pub fn role(entry: &mut Entry<'_>, l: usize, p: IrRef, heap: &mut dyn Heap) -> Result<Role, String> {
    let (nest, region) = (entry.nest, entry.region);
    Ok(if nest.supplied(region, l, p, true).iter().all(|&a| a == p) {
        Role::Steady
    } else if let Some(step) = entry.step(l, p, heap).filter(|_| region.vals.ty(p) == Ty::Int) {
        Role::Step(i64::try_from(step).map_err(|_| "a step is too large")?)
    } else if let Some(handed_on) = nest.private(region, l, p) {
        Role::Last(handed_on.into_iter().collect())
    } else {
        Role::Fold
    })
}

/// The roles of the header's parameters.
fn roles(entry: &mut Entry<'_>, heap: &mut dyn Heap) -> Result<(Vec<Role>, Fold), String> {
    let (nest, region, l) = (entry.nest, entry.region, entry.l);
    let params = &region.blocks[nest.cfg.loops[l].header as usize].params;
    let roles: Result<Vec<Role>, String> = params.iter().map(|&p| role(entry, l, p, heap)).collect();
    let mut roles = roles?;
    let fold = fold::find(nest, region, l, &mut roles)?;
    Ok((roles, fold))
}

/// What stands against a loop.
struct Against {
    why: String,
    /// Nothing but subscripts that are not known.
    unknown: bool,
}

/// Checks that no iteration accesses what another one writes.
fn independent(
    entry: &mut Entry<'_>,
    views: &Views,
    heap: &mut dyn Heap,
    edges: &mut Vec<Edge>,
) -> Result<(), Against> {
    let mut unknown = true;
    let mut add = |e: Edge| {
        if !edges.contains(&e) {
            edges.push(e)
        }
    };
    for a in 0..views.places.len() {
        for b in a..views.places.len() {
            if !(views.places[a].store || views.places[b].store) {
                continue;
            }
            let met = views.meet(a, b, entry, heap);
            let (a, b) = (&views.places[a], &views.places[b]);
            match met {
                Meeting::Never => {}
                Meeting::Anywhere(why) => {
                    unknown = false;
                    add(anywhere(entry.region, a, b, why));
                }
                Meeting::Where(x, y) => {
                    let y = if std::ptr::eq(a, b) { &x } else { &y };
                    if let Verdict::Dependent(_) = carried(&entry.domain, &x, y, 0) {
                        unknown &= x.subs.iter().chain(&y.subs).any(Option::is_none);
                        for d in directions(&entry.domain, &x, y, 0) {
                            let (first, second) = if d.turned { (b, a) } else { (a, b) };
                            add(edge(entry.region, first, second, &d.distance));
                        }
                    }
                }
            }
        }
    }
    edges.first().map_or(Ok(()), |e| Err(Against { why: e.to_string(), unknown }))
}

fn line(region: &Region, p: &Place) -> String {
    region.line_at(p.block, p.inst).to_string()
}

/// That a place is accessed again in a later iteration.
fn edge(region: &Region, first: &Place, second: &Place, distance: &[Option<i128>]) -> Edge {
    let kind = match (first.store, second.store) {
        (true, true) => Kind::Output,
        (true, false) => Kind::Flow,
        (false, _) => Kind::Anti,
    };
    let number = |d: &Option<i128>| d.and_then(|d| i64::try_from(d).ok());
    let distance = distance.iter().map(number).collect();
    Edge { kind, from: line(region, first), to: line(region, second), distance, why: None }
}

/// That nothing is known of two places.
fn anywhere(region: &Region, a: &Place, b: &Place, why: &str) -> Edge {
    let kind = if a.store && b.store { Kind::Output } else { Kind::Either };
    let (from, to) = if a.store { (a, b) } else { (b, a) };
    let (from, to) = (line(region, from), line(region, to));
    Edge { kind, from, to, distance: Vec::new(), why: Some(why.into()) }
}

/// The loads in a loop that give the same in all iterations.
fn known(entry: &mut Entry<'_>, heap: &mut dyn Heap) -> HashMap<IrRef, u64> {
    let mut all = HashMap::new();
    for &b in &entry.nest.cfg.loops[entry.l].blocks {
        for step in &entry.region.blocks[b as usize].steps {
            if let Step::Do(r) = *step {
                if entry.region.inst(r).ty != Ty::Void {
                    all.extend(entry.constant(r, heap).map(|bits| (r, bits)));
                }
            }
        }
    }
    all
}

/// The assumptions in a loop that hold in all iterations.
fn proved(entry: &mut Entry<'_>, heap: &mut dyn Heap) -> HashSet<(BlockId, usize)> {
    let mut all = HashSet::new();
    for &b in &entry.nest.cfg.loops[entry.l].blocks {
        for (s, step) in entry.region.blocks[b as usize].steps.iter().enumerate() {
            if let Step::Assume { cond, holds, .. } = step {
                if entry.decided(*cond, heap) == Some(*holds) || implied(entry, b, *cond, *holds, heap) {
                    all.insert((b, s));
                }
            }
        }
    }
    all
}

/// Tests after which an item may go on though they fail, and what it computes is wrong: no proof of what it accesses takes them for granted, and the loops around them end all the
/// same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Late {
    /// Assumptions that nothing overflows.
    pub assumes: HashSet<(BlockId, usize)>,
    /// Blocks that end with a comparison of floats by which the loop is left, as where a divisor is 0.
    pub exits: HashSet<BlockId>,
}

impl Late {
    /// Those of a loop.
    pub fn of(entry: &Entry<'_>, par: &Parallel) -> Late {
        let (region, nest, mut late) = (entry.region, entry.nest, Late::default());
        let op = |cond: IrRef| (!cond.is_const()).then(|| region.inst(cond).op);
        for &b in &nest.cfg.loops[entry.l].blocks {
            if !entry.path(b).iter().skip(1).all(|&number| entry.most(number).is_some()) {
                continue;
            }
            for (s, step) in region.blocks[b as usize].steps.iter().enumerate() {
                let Step::Assume { cond, holds: false, .. } = step else { continue };
                let overflows = matches!(op(*cond), Some(Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf));
                if overflows && !par.proved.contains(&(b, s)) && !par.fold.assumes.contains(&(b, s)) {
                    late.assumes.insert((b, s));
                }
            }
            if let End::If { cond, to } = &region.blocks[b as usize].end {
                let floats = matches!(op(*cond), Some(Op::FloatEq | Op::FloatNe | Op::FloatLt | Op::FloatLe));
                let stays = to.iter().filter(|e| nest.in_loop(entry.l, e.to)).count();
                if floats && stays == 1 && b != par.exit {
                    late.exits.insert(b);
                }
            }
        }
        late
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.assumes.is_empty() && self.exits.is_empty()
    }
}
