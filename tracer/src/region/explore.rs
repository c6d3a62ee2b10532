//! The walk over a loop nest.
//!
//! **Problem.** From one state at a merge point, find all states that can follow, as a finite graph: equal places are joined, and values that differ
//! between the ways that lead there become parameters.
//!
//! **Method.** A worklist of blocks. The key of a block is its greens and the tags that carry payloads; `True`, `False` and `None` join as values.
//! What comes in is kept per edge, and joined when the block is run: a value that is the same on all edges stays itself, so that no false
//! parameter hides that a subscript is affine. A block is run anew when what comes in has changed. When a store turns out to go
//! through a descriptor that was taken for constant, all begins anew.
//!
//! **Invariants.** A parameter, once made, stays the block's for that slot. The walk may stop anywhere: a block that was not run is a way out.
//!
//! **Not promised.** More than [`MAX_BLOCKS`] blocks, [`MAX_PATHS`] ways through a step, [`MAX_RUNS`] runs of one block.

use crate::machine::{Conc, Exit, HotCell, Language, State, Tagged, Walker};
use crate::policy::Kind;
use crate::record::tape::made::{New, Part};
use crate::record::tape::path::{nothing, CellKey, Event, Leaf, Learnt, Path, PathOver, Side, Window};
use crate::record::{flat, tape, Rec, RecWord, Recorder};
use crate::runtime::Runtime;
use holloway_compiler::ir::{Inst, IrRef, Op, Trace, Ty};
use holloway_compiler::region::report::brief;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

/// Blocks of an exploration.
const MAX_BLOCKS: usize = 2_500;
/// Ways through one step.
const MAX_PATHS: usize = 64;
/// Runs of one block.
const MAX_RUNS: u32 = 40;
/// What may be carried into steps, for a whole region: words of states and of objects made. One takes some 200 ns.
pub(crate) const MAX_CARRIED: u64 = 1_000_000;
/// Times all begins anew.
const MAX_RESTARTS: u32 = 20;

/// What stands against a loop within another, whose iterator is made anew each time.
const MADE: &str = "objects that the loop makes";

/// Whether a loop was refused for a reason that a loop around it may not have.
pub(super) fn is_inner(why: &str) -> bool {
    why.starts_with(MADE)
}

/// A place of a state that may become a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Place {
    Red(usize),
    Made(IrRef, Part),
    Cell(CellKey),
}

/// What an edge brings.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Brought {
    pub reds: Vec<RecWord>,
    pub side: Side,
}

impl Brought {
    /// What it brings to a place, if there is anything.
    pub fn at(&self, place: Place) -> Option<RecWord> {
        match place {
            Place::Red(k) => self.reds.get(k),
            Place::Made(r, x) => self.side.news.get(&r).and_then(|n| n.parts.get(&x)),
            Place::Cell(c) => self.side.cells.get(&c),
        }
        .copied()
    }
}

/// One way through a block's step.
pub(super) struct Way {
    pub events: Vec<Event>,
    pub end: WayEnd,
}

pub(super) enum WayEnd {
    /// On to a block.
    To(usize, Rc<Brought>),
    /// No further: plain execution does the step.
    Out(String),
}

impl Way {
    /// The block that it leads to.
    pub fn to(&self) -> Option<usize> {
        match self.end {
            WayEnd::To(n, _) => Some(n),
            WayEnd::Out(_) => None,
        }
    }
}

/// What comes into a block, and from which one.
pub(super) type Edge = (usize, Rc<Brought>);

/// A block.
pub(super) struct Node {
    pub greens: Vec<u64>,
    pub state: Brought,
    pub place: String,
    /// The place among those of the trace.
    named: u32,
    pub header: Option<*const HotCell>,
    /// Parameters made so far.
    pub phis: BTreeMap<Place, RecWord>,
    pub ways: Vec<Way>,
    runs: u32,
    /// What comes in. Blocks to which nothing leads any more, and what they bring, may be led to again.
    pub ins: Vec<Edge>,
    /// Which reds are tags.
    tags: Vec<bool>,
    /// What was known of the values of its reds in the last run.
    domains: Vec<Option<Vec<u64>>>,
    key: Key,
}

impl Node {
    /// Whether two blocks are told apart by what is in memory only.
    pub fn is_like(&self, other: &Node) -> bool {
        (&self.key.0, &self.key.1) == (&other.key.0, &other.key.1)
    }
}

/// Greens, tags that carry payloads, and constants in memory that decide how it goes on; those that are as at entry are left out.
type Key = (Vec<u64>, Vec<Option<u64>>, Vec<(Place, u64)>);

/// What the walk found.
pub(super) struct Walked {
    pub nodes: Vec<Node>,
    /// What the first block begins with.
    pub start: Brought,
}

/// Where the entry's edge comes from.
const ENTRY: usize = usize::MAX;

/// Walks from the window that begins with activation `first`. What it learns beside, the next walk through the same loop begins with. It carries at most `most`
/// words, and takes off what it does.
pub(super) fn explore<L: Language>(
    rt: &Runtime<L>,
    s: &mut State<L, Conc>,
    first: usize,
    forks: &Rc<FxHashSet<u64>>,
    learnt: &mut Learnt,
    most: &mut u64,
) -> Result<Walked, String> {
    let mut f = flat::Flat::default();
    flat::read(s, first, &mut f);
    let types = flat::types(s, first);
    let mut tags = Tags(Vec::new());
    let origin = s.at(first).lo;
    (first..s.depth()).for_each(|i| s.walk_activation(i, origin, &mut tags));
    let place = rt.lang.describe(&s.top().frame);
    let payloads = L::Value::PAYLOADS;
    tape::with(|t| t.reset());
    for _ in 0..MAX_RESTARTS {
        tape::with(|t| {
            t.restart();
            t.path = Some(Box::new(Path::new(payloads, learnt.clone(), forks.clone())));
        });
        let start = inputs(&f, &types, &tags.0);
        let mut walk = Walk {
            rt,
            below: first,
            nodes: Vec::new(),
            index: FxHashMap::default(),
            work: BTreeSet::new(),
            reached: Vec::new(),
            outdated: true,
            left: *most,
        };
        walk.first(f.greens.clone(), start.clone(), &tags.0, place.clone());
        let done = walk.run();
        *most = walk.left;
        if let Some(more) = with_path(|_, p| p.learnt()) {
            *learnt = more;
            continue;
        }
        // A loop around this one is explored when it comes to its header.
        let others = walk.nodes.iter().skip(1).filter_map(|n| n.header);
        // SAFETY: the cells lie in code objects of activations that run, or that the steps just run have called.
        others.for_each(|cell| arm(rt, unsafe { &*cell }));
        return done.map(|()| Walked { nodes: walk.nodes, start }).inspect_err(|_| drop(finish()));
    }
    finish();
    Err("what it stores to does not settle".into())
}

/// The tests of bounds in a loop that never ends, which were assumed to hold: languages whose lists end where there is nothing any more go through them so.
/// None if it ends.
pub(super) fn ends_of(walked: &Walked) -> Vec<u64> {
    let nodes = &walked.nodes;
    if nodes.iter().any(|n| n.ways.is_empty() || n.ways.iter().any(|w| matches!(w.end, WayEnd::Out(_)))) {
        return Vec::new();
    }
    let events = nodes.iter().flat_map(|n| n.ways.iter().flat_map(|w| &w.events));
    let mut sites: Vec<u64> = with_path(|t, p| events.filter_map(|e| p.bound(t, e)).collect());
    let mut seen = FxHashSet::default();
    sites.retain(|s| seen.insert(*s));
    sites
}

/// Has a header of which nothing is known ask the driver at its next visit.
fn arm<L: Language>(rt: &Runtime<L>, cell: &HotCell) {
    if rt.driver.regions.versions(rt.driver.place(cell)) == 0 {
        cell.rearm(1);
    }
}

/// Takes the tape out of its exploring mode.
pub(super) fn finish() -> (Trace, Option<Box<Path>>) {
    tape::with(|t| {
        let path = t.path.take();
        (std::mem::take(&mut t.trace), path)
    })
}

/// Works on tape and path.
pub(super) fn with_path<R>(f: impl FnOnce(&mut tape::Tape, &mut Path) -> R) -> R {
    tape::with(|t| {
        let mut p = t.path.take().expect("an exploration is under way");
        let r = f(t, &mut p);
        t.path = Some(p);
        r
    })
}

/// The words of the window as inputs. Tags are constants, which the entry assumes.
fn inputs(f: &flat::Flat, types: &[Ty], tags: &[bool]) -> Brought {
    with_path(|t, p| {
        let words: Vec<RecWord> = f.reds.iter().zip(types).map(|(&bits, &ty)| p.input(t, ty, bits)).collect();
        let reds = words.into_iter().zip(tags).map(|(w, &tag)| if tag { p.assume_tag(t, w) } else { w });
        Brought { reds: reds.collect(), side: Side::default() }
    })
}

struct Tags(Vec<bool>);

impl Walker<Conc> for Tags {
    fn green(&mut self, _: &mut u64) {}
    fn word(&mut self, _: &mut u64, _: Ty) {
        self.0.push(false);
    }
    fn double(&mut self, _: &mut f64) {
        self.0.push(false);
    }
    fn slot(&mut self, _: &mut crate::heap::RawSlot) {
        self.0.extend([true, false]);
    }
}

struct Walk<'a, L: Language> {
    rt: &'a Runtime<L>,
    below: usize,
    nodes: Vec<Node>,
    index: FxHashMap<Key, usize>,
    work: BTreeSet<usize>,
    /// The blocks to which ways lead from the first one; what it was before a way was taken back.
    reached: Vec<bool>,
    outdated: bool,
    /// Words that may still be carried.
    left: u64,
}

/// What refuses a loop that is too large.
const TOO_LARGE: &str = "too large: ";

/// Whether a loop was refused as there was too much to carry.
pub(super) fn is_too_large(why: &str) -> bool {
    why.starts_with(TOO_LARGE)
}

impl<L: Language> Walk<'_, L> {
    fn first(&mut self, greens: Vec<u64>, start: Brought, tags: &[bool], place: String) {
        let key = key_of(L::Value::PAYLOADS, &greens, &start, tags);
        let n = self.node(key, greens, tags.to_vec(), place);
        self.nodes[n].ins.push((ENTRY, Rc::new(start)));
        self.work.insert(n);
    }

    fn node(&mut self, key: Key, greens: Vec<u64>, tags: Vec<bool>, place: String) -> usize {
        if let Some(&n) = self.index.get(&key) {
            return n;
        }
        self.index.insert(key.clone(), self.nodes.len());
        let named = with_path(|t, _| t.trace.place(&place));
        self.nodes.push(Node {
            greens,
            place,
            named,
            key,
            state: Brought::default(),
            header: None,
            phis: BTreeMap::new(),
            ways: Vec::new(),
            runs: 0,
            ins: Vec::new(),
            tags,
            domains: Vec::new(),
        });
        self.nodes.len() - 1
    }

    fn run(&mut self) -> Result<(), String> {
        while let Some(n) = self.work.pop_first() {
            // What is known by now may lead elsewhere, and leave a loop that only itself leads to, where an index would grow without end.
            self.see_who_is_reached();
            let reached = |i: &Edge| i.0 == ENTRY || self.reached[i.0];
            let ins: Vec<Edge> = self.nodes[n].ins.iter().filter(|i| reached(i)).cloned().collect();
            if ins.is_empty() {
                self.forget_ways(n);
                self.outdated = true;
                continue;
            }
            if self.nodes[n].runs > 0 && with_path(|_, p| p.mutated_more) {
                // All begins anew anyway.
                continue;
            }
            if self.nodes.len() > MAX_BLOCKS {
                return Err(format!("{TOO_LARGE}{} blocks", self.nodes.len()));
            }
            let state = with_path(|t, p| join(t, p, &mut self.nodes[n], &ins))?;
            let known =
                |p: &Path| state.reds.iter().map(|w| p.domains.get(&w.r).cloned()).collect::<Vec<_>>();
            let domains = with_path(|_, p| known(p));
            let node = &mut self.nodes[n];
            if !node.ways.is_empty() && node.state == state && node.domains == domains {
                continue;
            }
            (node.state, node.domains) = (state, domains);
            node.runs += 1;
            if node.runs > MAX_RUNS {
                return Err(format!("what is known at {} does not settle", brief(&node.place)));
            }
            let before = self.forget_ways(n);
            self.take_ways(n)?;
            let after: Vec<usize> = self.nodes[n].ways.iter().filter_map(Way::to).collect();
            self.outdated |= before.iter().any(|m| !after.contains(m));
        }
        self.see_who_is_reached();
        let reached = &self.reached;
        self.nodes.iter_mut().for_each(|n| n.ins.retain(|i| i.0 == ENTRY || reached[i.0]));
        Ok(())
    }

    /// Finds the blocks to which ways lead from the first one, unless nothing has changed.
    fn see_who_is_reached(&mut self) {
        if !std::mem::take(&mut self.outdated) {
            return;
        }
        let mut todo = vec![0];
        let before = std::mem::replace(&mut self.reached, vec![false; self.nodes.len()]);
        while let Some(at) = todo.pop() {
            if !std::mem::replace(&mut self.reached[at], true) {
                let to = self.nodes[at].ways.iter().filter_map(Way::to);
                if before.get(at) != Some(&true) {
                    // Those had been joined without what this block brings.
                    self.work.extend(to.clone());
                }
                todo.extend(to);
            }
        }
    }

    /// Takes back what earlier runs of a block brought to others: which those were.
    fn forget_ways(&mut self, n: usize) -> Vec<usize> {
        let ways = std::mem::take(&mut self.nodes[n].ways);
        let to: Vec<usize> = ways.iter().filter_map(Way::to).collect();
        for &m in &to {
            let ins = &mut self.nodes[m].ins;
            ins.retain(|i| i.0 != n);
            if !ins.is_empty() {
                self.work.insert(m);
            }
        }
        to
    }

    fn take_ways(&mut self, n: usize) -> Result<(), String> {
        let mut scripts = vec![Vec::new()];
        while let Some(script) = scripts.pop() {
            let Brought { reds, side } = &self.nodes[n].state;
            let made: usize = side.news.values().map(|new| new.parts.len()).sum();
            let Some(left) = self.left.checked_sub((reds.len() + side.cells.len() + made) as u64) else {
                return Err(format!("{TOO_LARGE}{} blocks that share much", self.nodes.len()));
            };
            self.left = left;
            if self.nodes[n].ways.len() > MAX_PATHS {
                return Err(format!("too many ways at {}", brief(&self.nodes[n].place)));
            }
            let (leaf, taken, events, side) = self.take(n, script.clone());
            for i in script.len()..taken.len() {
                scripts.push(taken[..i].iter().copied().chain([!taken[i]]).collect());
            }
            let end = match leaf {
                Leaf::Ended(how) => WayEnd::Out(how.into()),
                Leaf::Bail(why) => WayEnd::Out(why),
                Leaf::Merge(window) => {
                    let side = reachable(&window, side);
                    self.arrive(n, window, side)
                }
            };
            self.nodes[n].ways.push(Way { events, end });
        }
        Ok(())
    }

    /// A way leads to a merge point.
    fn arrive(&mut self, from: usize, w: Window, side: Side) -> WayEnd {
        let brought = Brought { reds: w.reds, side };
        let key = key_of(L::Value::PAYLOADS, &w.greens, &brought, &w.tags);
        let m = self.node(key, w.greens, w.tags, w.place);
        self.reached.resize(self.nodes.len(), false);
        let node = &mut self.nodes[m];
        // What it leads to is reached now, too.
        match node.ways.is_empty() {
            true => self.reached[m] = true,
            false => self.outdated |= !self.reached[m],
        }
        node.header = node.header.or(w.header);
        let brought = Rc::new(brought);
        node.ins.push((from, brought.clone()));
        self.work.insert(m);
        WayEnd::To(m, brought)
    }

    /// Runs the step of a block once.
    fn take(&self, n: usize, script: Vec<bool>) -> (Leaf, Vec<bool>, Vec<Event>, Side) {
        let node = &self.nodes[n];
        with_path(|t, p| {
            t.place = node.named;
            p.begin(n, &node.greens, node.state.side.clone(), script)
        });
        let mut rs: State<L, Rec> = State::default();
        let got = match flat::write(&mut rs, 0, 0, &node.greens, &node.state.reds) {
            Err(_) => Ok(Exit::Raised),
            Ok(()) => {
                let depth = rs.depth();
                let recorder = Recorder::new(self.rt, &self.rt.driver, Kind::Bridge, 0, Vec::new(), depth);
                let run = |rs: &mut State<L, Rec>| self.rt.lang.interp(&recorder, rs);
                catch_unwind(AssertUnwindSafe(|| {
                    self.rt.lending(self.below, || self.rt.activated(&mut rs, false, run))
                }))
            }
        };
        with_path(|t, p| {
            t.place = 0;
            let leaf = match got {
                Ok(Exit::Stopped) => p.leaf.take().unwrap_or(Leaf::Bail("it stops".into())),
                Ok(Exit::Returned { .. }) => Leaf::Ended("it returns"),
                Ok(Exit::Raised) => Leaf::Ended("it raises an error"),
                Err(panic) if panic.is::<PathOver>() => {
                    p.leaf.take().unwrap_or(Leaf::Bail("it goes no further".into()))
                }
                Err(_) => Leaf::Bail("the interpreter panics on this way".into()),
            };
            let mut events = std::mem::take(&mut p.events);
            if matches!(leaf, Leaf::Merge(_)) {
                events.extend(p.stores.drain(..).map(Event::Do));
            }
            (leaf, std::mem::take(&mut p.taken), events, std::mem::take(&mut p.side))
        })
    }
}

fn key_of(payloads: &[Ty], greens: &[u64], state: &Brought, tags: &[bool]) -> Key {
    let nothing = nothing().r;
    let void = |b: u64| b != 0 && payloads.get(b as usize) == Some(&Ty::Void);
    let tag = |(w, &t): (&RecWord, &bool)| {
        (t && w.r.is_const() && w.r != nothing && !void(w.bits)).then_some(w.bits)
    };
    let tags = state.reds.iter().zip(tags).map(tag).collect();
    (greens.to_vec(), tags, with_path(|t, p| deciding(t, p, &state.side)))
}

/// The constants in memory by which blocks are told apart.
fn deciding(t: &tape::Tape, p: &Path, side: &Side) -> Vec<(Place, u64)> {
    let cells = side.cells.iter().filter(|(_, w)| w.r.is_const()).filter_map(|(&c, w)| {
        let as_at_entry = || p.fixed_at_entry(c, t.trace.ty(w.r)) == Some(w.bits);
        (p.decides(p.look_cell(t, c)) && !as_at_entry()).then_some((Place::Cell(c), w.bits))
    });
    let parts = |(&r, new): (&IrRef, &New)| {
        let all = new.parts.iter().filter(|(_, w)| w.r.is_const());
        let all = all.filter(|(&x, _)| p.decides(p.look_made(t, r, x)));
        all.map(|(&x, w)| (Place::Made(r, x), w.bits)).collect::<Vec<_>>()
    };
    cells.chain(side.news.iter().flat_map(parts)).collect()
}

/// Leaves out the objects that nothing refers to any more.
fn reachable(window: &Window, mut side: Side) -> Side {
    let mut todo: Vec<IrRef> = window.reds.iter().chain(side.cells.values()).map(|w| w.r).collect();
    let mut live: BTreeMap<IrRef, New> = BTreeMap::new();
    while let Some(r) = todo.pop() {
        if let Some(new) = side.news.remove(&r) {
            todo.extend(new.parts.values().map(|w| w.r));
            live.insert(r, new);
        }
    }
    side.news = live;
    side
}

/// The state that all edges into a block bring.
fn join(t: &mut tape::Tape, p: &mut Path, node: &mut Node, ins: &[Edge]) -> Result<Brought, String> {
    if let [(_, only)] = ins {
        let mut state = Brought::clone(only);
        let parts = state.side.news.values_mut().flat_map(|n| n.parts.values_mut());
        parts.chain(state.side.cells.values_mut()).for_each(|w| *w = p.settled(t, *w));
        return Ok(state);
    }
    let all: Vec<&Brought> = ins.iter().map(|i| &*i.1).collect();
    join_all(t, p, node, &all)
}

fn join_all(t: &mut tape::Tape, p: &mut Path, node: &mut Node, ins: &[&Brought]) -> Result<Brought, String> {
    let mut out = Brought::default();
    for k in 0..ins[0].reds.len() {
        let words: Vec<RecWord> = ins.iter().map(|i| i.reds[k]).collect();
        out.reds.push(meet(t, p, node, Place::Red(k), &words, ins)?);
    }
    for (&r, new) in &ins[0].side.news {
        let mut parts = BTreeMap::new();
        let others: Option<Vec<&New>> = ins.iter().map(|i| i.side.news.get(&r)).collect();
        let others =
            others.ok_or_else(|| format!("an object is there on one way to {} only", brief(&node.place)))?;
        let names: BTreeSet<Part> = others.iter().flat_map(|n| n.parts.keys().copied()).collect();
        for x in names {
            let like = others.iter().find_map(|n| n.parts.get(&x)).copied().unwrap_or(RecWord { bits: 0, r });
            let zero = RecWord { bits: 0, r: t.konst(t.trace.ty(like.r), 0) };
            let words: Vec<RecWord> =
                others.iter().map(|n| n.parts.get(&x).copied().unwrap_or(zero)).collect();
            parts.insert(x, meet(t, p, node, Place::Made(r, x), &words, ins)?);
        }
        out.side.news.insert(r, New { kind: new.kind, parts });
    }
    out.side.astray = ins.iter().all(|i| i.side.astray);
    out.side.conditional = ins.iter().all(|i| i.side.conditional);
    let cells: BTreeMap<CellKey, RecWord> =
        ins.iter().flat_map(|i| &i.side.cells).map(|(&c, &w)| (c, w)).collect();
    for (cell, like) in cells {
        let words: Vec<RecWord> = ins
            .iter()
            .map(|i| i.side.cells.get(&cell).copied().unwrap_or_else(|| p.at_entry(t, cell, like)))
            .collect();
        let w = meet(t, p, node, Place::Cell(cell), &words, ins)?;
        out.side.cells.insert(cell, w);
    }
    Ok(out)
}

/// The value of a place: the one that all edges bring, or a parameter.
fn meet(
    t: &mut tape::Tape,
    p: &mut Path,
    node: &mut Node,
    at: Place,
    words: &[RecWord],
    ins: &[&Brought],
) -> Result<RecWord, String> {
    let known = node.phis.get(&at).copied();
    if known.is_none() && words[0].r.is_const() && words.iter().all(|w| *w == words[0]) {
        return Ok(words[0]);
    }
    // Registers stay values: their tags tell blocks apart, and one that became a constant by and by would have two.
    let in_memory = !matches!(at, Place::Red(_));
    let words: Vec<RecWord> = words.iter().map(|&w| if in_memory { p.settled(t, w) } else { w }).collect();
    let nothing = t.konst(Ty::Void, 0);
    if words.iter().any(|w| w.r == nothing) {
        // What plain execution has there on that way depends on what was there before: nobody may look.
        return Ok(RecWord { bits: 0, r: nothing });
    }
    if words.iter().all(|w| w.r == words[0].r) && (known.is_none() || words.len() == 1) {
        return Ok(words[0]);
    }
    if words.iter().any(|w| ins.iter().any(|i| i.side.news.contains_key(&w.r))) {
        return Err(format!("{MADE} meet others at {}", brief(&node.place)));
    }
    let phi = known.unwrap_or_else(|| {
        let ty = t.trace.ty(words[0].r);
        p.value(t, Op::Phi, ty, Some(words[0]), false)
    });
    node.phis.insert(at, phi);
    let look = match at {
        Place::Cell(c) => Some(p.look_cell(t, c)),
        Place::Made(r, x) => Some(p.look_made(t, r, x)),
        Place::Red(_) => None,
    };
    match look.filter(|_| words.iter().all(|w| w.r.is_const() || w.r == phi.r)) {
        Some(look) => drop(p.varies.insert(phi.r, look)),
        None => drop(p.varies.remove(&phi.r)),
    }
    // Which tags may come: those that carry nothing join as values.
    let is_tag = matches!(at, Place::Red(k) if node.tags[k] && node.key.1[k].is_none());
    let mut domain: Option<BTreeSet<u64>> = Some(BTreeSet::new());
    for w in words.iter().filter(|w| w.r != phi.r) {
        let these = match (w.r.is_const(), p.domains.get(&w.r)) {
            (true, _) => Some(vec![w.bits]),
            (false, known) => known.cloned(),
        };
        domain = domain.zip(these).map(|(mut d, these)| {
            d.extend(these);
            d
        });
    }
    let void = |b: &u64| *b != 0 && p.is_void(*b);
    let new: Option<Vec<u64>> =
        domain.filter(|d| is_tag && !d.is_empty() && d.iter().all(void)).map(|d| d.into_iter().collect());
    match new {
        Some(d) => drop(p.domains.insert(phi.r, d)),
        None => drop(p.domains.remove(&phi.r)),
    }
    Ok(phi)
}

/// A store of a cell's value, for exits.
pub(super) fn cell_store(t: &mut Trace, cell: CellKey, value: IrRef) -> IrRef {
    let (op, args) = match cell.1.is_none() {
        true => (Op::Store, [cell.0, value, IrRef::NONE]),
        false => (Op::StoreElem, [cell.0, cell.1, value]),
    };
    t.push(Inst { args, aux: cell.2, ..Inst::new(op) })
}
