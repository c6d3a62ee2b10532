//! From explored blocks to a region graph.
//!
//! **Problem.** The walk knows steps with ways through them; what comes after wants blocks with branches, only the part that loops, and nothing
//! that no one uses.
//!
//! **How.** The blocks that lie on a way from the first block back to it are the region; ways to others, and those the walk could not go, become exits.
//! The ways through a step have a common beginning up to each fork, so that they are a tree; its leaves store, and go on. Then blocks with one
//! predecessor are put behind it, parameters that are one value are replaced by it, and what nothing uses is left out.
//!
//! **Invariant.** An exit's state is that of a merge point: the target's, or, where the walk went no further, the block's own, none of whose step's stores
//! are done then.
//!
//! **Example.** `if a[i] > m: m = a[i]` is one block with a load, a branch, and two edges to the next block, of which one brings another `m`.

use super::around::loop_of_first;
use super::explore::{cell_store, finish, with_path, Brought, Node, Place, Walked, Way, WayEnd};
use super::headers;
use crate::record::tape::made::New;
use crate::record::tape::path::{Event, Path, Side, VERSION};
use crate::record::tape::Tape;
use crate::record::RecWord;
use crate::tables::regions::Explored;
use holloway_compiler::ir::{Effect, Inst, IrRef, Op, SnapId, Snapshot, Trace, Virtual};
use holloway_compiler::region::report::brief;
use holloway_compiler::region::{Block, BlockId, Edge, End, Region, Step, ENTRY, HEADER};
use rustc_hash::FxHashMap;

/// What stands against a loop at its first iteration.
pub(super) const FIRST: &str = "the iterations to come are not like this one";
/// What stands against a loop of which no way leads back, as in its last iteration.
pub(super) const LAST: &str = "it does not come back";

/// Makes the graph.
pub(super) fn build(walked: Walked) -> Result<Explored, String> {
    let Walked { nodes, start } = walked;
    let inside = loop_of_first(&nodes);
    if !inside[0] {
        finish();
        if nodes.iter().skip(1).any(|n| n.is_like(&nodes[0])) {
            return Err(FIRST.into());
        }
        return Err(nodes[0].ways.iter().find_map(out_reason).unwrap_or(LAST.into()));
    }
    let entry = with_path(|_, p| std::mem::take(&mut p.entry));
    let mut b = Builder { nodes: &nodes, inside: &inside, blocks: Vec::new(), of_node: FxHashMap::default() };
    let start_args = b.args(0, &start);
    b.block(); // the entry
    b.node(0);
    let mut done = 0;
    while done < b.blocks.len() {
        // Blocks of nodes are made as edges ask for them.
        done = b.blocks.len();
        let todo: Vec<usize> = b.of_node.iter().filter(|(_, v)| !v.1).map(|(&n, _)| n).collect();
        todo.into_iter().for_each(|n| b.fill(n));
    }
    let mut blocks = b.blocks;
    blocks[ENTRY as usize].steps = entry.into_iter().map(step).collect();
    blocks[ENTRY as usize].end = End::Goto(Edge { to: HEADER, args: start_args });
    let (vals, path) = finish();
    let mut region = Region { vals, blocks };
    tidy(&mut region);
    let versions = versions(&region);
    Ok(Explored { region, versions, sites: path.map(|p| p.sites).unwrap_or_default() })
}

/// Whether the first block's loop is left for what comes after it.
pub(super) fn goes_on(walked: &Walked) -> bool {
    let inside = loop_of_first(&walked.nodes);
    let leads = |w: &Way| w.to().is_some_and(|m| !inside[m]);
    walked.nodes.iter().zip(&inside).any(|(n, inside)| *inside && n.ways.iter().any(leads))
}

fn out_reason(way: &Way) -> Option<String> {
    match &way.end {
        WayEnd::Out(why) => Some(why.clone()),
        WayEnd::To(..) => None,
    }
}

fn step(event: Event) -> Step {
    match event {
        Event::Do(r) => Step::Do(r),
        Event::Assume(cond, holds, why) => Step::Assume { cond, holds, why: why.into() },
        Event::Fork(..) => unreachable!("forks end blocks"),
    }
}

struct Builder<'a> {
    nodes: &'a [Node],
    inside: &'a [bool],
    blocks: Vec<Block>,
    /// First block of each node, and whether it is filled.
    of_node: FxHashMap<usize, (BlockId, bool)>,
}

impl Builder<'_> {
    fn block(&mut self) -> BlockId {
        let end = End::Exit { snap: SnapId::NONE, why: String::new() };
        self.blocks.push(Block { params: Vec::new(), steps: Vec::new(), end, place: 0, guest_steps: 0 });
        self.blocks.len() as BlockId - 1
    }

    /// The first block of a node.
    fn node(&mut self, n: usize) -> BlockId {
        if let Some(&(b, _)) = self.of_node.get(&n) {
            return b;
        }
        let b = self.block();
        self.of_node.insert(n, (b, false));
        self.blocks[b as usize].params = params(&self.nodes[n]).into_iter().map(|p| p.1).collect();
        b
    }

    fn fill(&mut self, n: usize) {
        let b = self.node(n);
        self.of_node.insert(n, (b, true));
        let place = with_path(|t, _| t.trace.place(&self.nodes[n].place));
        let ways: Vec<&Way> = self.nodes[n].ways.iter().collect();
        self.tree(n, b, &ways, 0, place);
    }

    /// Writes the ways that are the same up to event `from` behind a block.
    fn tree(&mut self, n: usize, b: BlockId, ways: &[&Way], from: usize, place: u32) {
        self.blocks[b as usize].place = place;
        let mut at = from;
        loop {
            match ways[0].events.get(at) {
                Some(Event::Fork(cond, _)) => {
                    let cond = *cond;
                    let (yes, no): (Vec<&Way>, Vec<&Way>) =
                        ways.iter().partition(|w| matches!(w.events.get(at), Some(Event::Fork(_, true))));
                    let to = [yes, no].map(|side| {
                        let next = self.block();
                        match side.is_empty() {
                            true => self.leave(
                                next,
                                &self.nodes[n].greens,
                                &self.nodes[n].state,
                                "a way that was not taken",
                            ),
                            false => self.tree(n, next, &side, at + 1, place),
                        }
                        Edge { to: next, args: Vec::new() }
                    });
                    self.blocks[b as usize].end = End::If { cond, to };
                    return;
                }
                Some(event) => self.blocks[b as usize].steps.push(step(event.clone())),
                None => break,
            }
            at += 1;
        }
        match &ways[0].end {
            WayEnd::Out(why) => self.leave(b, &self.nodes[n].greens, &self.nodes[n].state, why),
            WayEnd::To(m, brought) => {
                self.blocks[b as usize].guest_steps = 1;
                if self.inside[*m] {
                    let args = self.args(*m, brought);
                    let to = self.node(*m);
                    self.blocks[b as usize].end = End::Goto(Edge { to, args });
                } else {
                    let why = format!("it leaves the loop for {}", brief(&self.nodes[*m].place));
                    self.leave(b, &self.nodes[*m].greens, brought, &why);
                }
            }
        }
    }

    /// What an edge supplies to the parameters of a node.
    fn args(&self, n: usize, brought: &Brought) -> Vec<IrRef> {
        with_path(|t, p| {
            let word = |t: &mut Tape, p: &mut Path, at: Place, like| {
                let like = RecWord { bits: 0, r: like };
                brought.at(at).unwrap_or_else(|| match at {
                    Place::Cell(c) => p.at_entry(t, c, like),
                    Place::Red(_) | Place::Made(..) => RecWord { bits: 0, r: t.konst(t.trace.ty(like.r), 0) },
                })
            };
            params(&self.nodes[n])
                .into_iter()
                .map(|(at, phi)| {
                    let w = word(t, p, at, phi);
                    let ty = t.trace.ty(phi);
                    p.typed(t, w, ty).r
                })
                .collect()
        })
    }

    /// Ends a block with an exit in this state.
    fn leave(&mut self, b: BlockId, greens: &[u64], state: &Brought, why: &str) {
        let block = &mut self.blocks[b as usize];
        with_path(|t, _| {
            let nothing = t.konst(holloway_compiler::ir::Ty::Void, 0);
            let entry = |w: &RecWord| if w.r == nothing { IrRef::NONE } else { w.r };
            for (&cell, w) in &state.side.cells {
                block.steps.push(Step::Do(cell_store(&mut t.trace, cell, w.r)));
            }
            t.trace.snaps.push(Snapshot {
                greens: greens.into(),
                entries: state.reds.iter().map(entry).collect(),
                virtuals: virtuals(&state.side),
                ..Snapshot::default()
            });
            block.end = End::Exit { snap: SnapId(t.trace.snaps.len() as u32 - 1), why: why.into() };
        });
    }
}

fn virtuals(side: &Side) -> Vec<Virtual> {
    let one = |(&id, new): (&IrRef, &New)| {
        let mut v = Virtual { id, kind: new.kind, fields: Vec::new(), elems: Vec::new() };
        for (&(descr, elem), w) in &new.parts {
            match elem {
                None => v.fields.push((descr, w.r)),
                Some(i) => v.elems.push((descr, i, w.r)),
            }
        }
        v
    };
    side.news.iter().map(one).collect()
}

/// Parameters of a node: the places whose value is one now.
fn params(node: &Node) -> Vec<(Place, IrRef)> {
    let is = |&(at, phi): &(Place, IrRef)| {
        let now = node.state.at(at);
        now.is_some_and(|w| w.r == phi)
    };
    node.phis.iter().map(|(&at, w)| (at, w.r)).filter(is).collect()
}

/// Puts blocks behind their only predecessors, drops parameters and loads that are not needed, and numbers the blocks.
fn tidy(region: &mut Region) {
    order(region);
    replace_copies(region);
    super::common::merge(region);
    replace_copies(region);
    drop_unused(region);
    merge_chains(region);
    order(region);
    while headers::merge(region) {
        order(region);
        replace_copies(region);
        drop_unused(region);
        merge_chains(region);
        order(region);
    }
}

/// Numbers the blocks in reverse postorder; what is not reached goes.
pub(super) fn order(region: &mut Region) {
    let mut post = Vec::new();
    let mut state = vec![0u8; region.blocks.len()];
    let mut todo = vec![(ENTRY, false)];
    while let Some((b, leave)) = todo.pop() {
        if leave {
            post.push(b);
        } else if state[b as usize] == 0 {
            state[b as usize] = 1;
            todo.push((b, true));
            todo.extend(region.blocks[b as usize].end.edges().iter().rev().map(|e| (e.to, false)));
        }
    }
    post.reverse();
    let mut number = vec![BlockId::MAX; region.blocks.len()];
    post.iter().enumerate().for_each(|(i, &b)| number[b as usize] = i as BlockId);
    region.blocks = post.iter().map(|&b| region.blocks[b as usize].clone()).collect();
    for block in &mut region.blocks {
        block.end.edges_mut().iter_mut().for_each(|e| e.to = number[e.to as usize]);
    }
}

/// Replaces parameters to which all edges bring the same value.
fn replace_copies(region: &mut Region) {
    let mut copies: FxHashMap<IrRef, IrRef> = FxHashMap::default();
    loop {
        let mut found = false;
        let mut brought: FxHashMap<IrRef, Option<IrRef>> = FxHashMap::default();
        for e in region.blocks.iter().flat_map(|b| b.end.edges()) {
            for (&p, &a) in region.blocks[e.to as usize].params.iter().zip(&e.args) {
                let a = find(&copies, a);
                if a != p {
                    brought.entry(p).and_modify(|v| *v = v.filter(|v| *v == a)).or_insert(Some(a));
                }
            }
        }
        for (p, a) in brought {
            if let (Some(a), false) = (a, copies.contains_key(&p)) {
                // Two that bring each other are not one.
                if find(&copies, a) != p {
                    copies.insert(p, a);
                    found = true;
                }
            }
        }
        if !found {
            break;
        }
    }
    if copies.is_empty() {
        return;
    }
    substitute(region, &copies);
    drop_params(region, |p| !copies.contains_key(&p));
}

/// What stands for a value in the end.
fn find(copies: &FxHashMap<IrRef, IrRef>, mut r: IrRef) -> IrRef {
    while let Some(&of) = copies.get(&r) {
        r = of;
    }
    r
}

/// Uses one value for another. A value that stands for another may be replaced itself.
pub(super) fn substitute(region: &mut Region, copies: &FxHashMap<IrRef, IrRef>) {
    let new = |r: &mut IrRef| *r = find(copies, *r);
    for inst in &mut region.vals.insts {
        inst.args.iter_mut().for_each(new);
    }
    region.vals.lists.iter_mut().flatten().for_each(new);
    region.vals.snaps.iter_mut().for_each(|s| s.map(|r| find(copies, r)));
    for block in &mut region.blocks {
        for s in &mut block.steps {
            if let Step::Assume { cond, .. } = s {
                new(cond);
            }
        }
        if let End::If { cond, .. } = &mut block.end {
            new(cond);
        }
        block.end.edges_mut().iter_mut().flat_map(|e| &mut e.args).for_each(new);
    }
}

/// Keeps these parameters only.
fn drop_params(region: &mut Region, keep: impl Fn(IrRef) -> bool) {
    let kept: Vec<Vec<bool>> =
        region.blocks.iter().map(|b| b.params.iter().map(|&p| keep(p)).collect()).collect();
    for block in &mut region.blocks {
        for e in block.end.edges_mut() {
            let mut k = kept[e.to as usize].iter();
            e.args.retain(|_| *k.next().unwrap_or(&true));
        }
    }
    for (block, kept) in region.blocks.iter_mut().zip(&kept) {
        let mut k = kept.iter();
        block.params.retain(|_| *k.next().unwrap_or(&true));
    }
}

/// Drops loads and parameters of which nothing that counts depends.
fn drop_unused(region: &mut Region) {
    let mut brought: FxHashMap<IrRef, Vec<IrRef>> = FxHashMap::default();
    let mut todo = Vec::new();
    for block in &region.blocks {
        for e in block.end.edges() {
            for (&p, &a) in region.blocks[e.to as usize].params.iter().zip(&e.args) {
                brought.entry(p).or_default().push(a);
            }
        }
        for s in &block.steps {
            match s {
                Step::Do(r) if region.inst(*r).op.info().effect != Effect::Write => {}
                s => todo.extend(region.step_uses(s)),
            }
        }
        match &block.end {
            End::If { cond, .. } => todo.push(*cond),
            End::Exit { .. } => todo.extend(region.end_uses(block)),
            End::Goto(_) => {}
        }
    }
    let mut needed = vec![false; region.vals.insts.len()];
    while let Some(r) = todo.pop() {
        if r.is_const() || r.is_none() || std::mem::replace(&mut needed[r.index()], true) {
            continue;
        }
        let inst: &Inst = region.inst(r);
        todo.extend(region.operands(inst));
        if inst.op == Op::Phi {
            todo.extend(brought.get(&r).into_iter().flatten());
        }
    }
    drop_params(region, |p| needed[p.index()]);
    let vals: &Trace = &region.vals;
    for block in &mut region.blocks {
        block.steps.retain(|s| match s {
            Step::Do(r) => needed[r.index()] || vals.insts[r.index()].op.info().effect == Effect::Write,
            Step::Assume { .. } => true,
        });
    }
}

/// Puts each block that one edge leads to, an unconditional one, behind the edge's block.
fn merge_chains(region: &mut Region) {
    let mut edges = vec![0u32; region.blocks.len()];
    region.blocks.iter().flat_map(|b| b.end.edges()).for_each(|e| edges[e.to as usize] += 1);
    for b in (1..region.blocks.len()).rev() {
        while let End::Goto(e) = &region.blocks[b].end {
            let to = e.to as usize;
            if edges[to] != 1 || to == b || to == HEADER as usize || !region.blocks[to].params.is_empty() {
                break;
            }
            let next = region.blocks[to].clone();
            edges[to] = 0;
            let block = &mut region.blocks[b];
            block.steps.extend(next.steps);
            block.end = next.end;
            block.guest_steps += next.guest_steps;
            // It is not reached any more.
            region.blocks[to].end = End::Exit { snap: SnapId(0), why: String::new() };
        }
    }
}

/// Addresses of the validity words that a region reads.
fn versions(region: &Region) -> Vec<u64> {
    let vals = &region.vals;
    let of = |i: &Inst| {
        let from = vals.insts.get(i.args[0].index()).filter(|_| !i.args[0].is_const())?;
        let name = &vals.fields.get(i.aux as usize)?.name;
        (i.op == Op::Load && *name == VERSION).then(|| vals.as_const(from.args[0]).map(|c| c.bits))?
    };
    vals.insts.iter().filter_map(of).collect()
}
