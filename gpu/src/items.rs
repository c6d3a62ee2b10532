//! A kernel's items on the host: in another order, as a device does, or the last one alone.
//!
//! **Problem.** Whether iterations may run at once is decided by analysis, and analysis may err. A device shows that rarely, late and not twice alike. Here each iteration
//! runs alone, in an order drawn from a seed, and leaves what a kernel's item would leave.
//!
//! **Invariants.** A parameter that is only handed on has a value no program computes. An assumption that was proved and does not hold is a panic: the proof is wrong.

use crate::host::{Host, Stop};
use crate::marks::{too_long, ROUNDS};
use crate::nest::{Nest, END};
use crate::schedule::{Parallel, Role};
use holloway_compiler::ir::IrRef;
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{BlockId, Edge, End, Placed};
use std::collections::HashSet;

/// What stands where no value has been supplied.
const NOTHING: u64 = 0x7ff8_dead_dead_dead;

/// The numbers below `n` in an order that depends on the seed: a walk by a step that has no divisor in common with `n`.
fn order(n: u64, seed: u64) -> impl Iterator<Item = u64> {
    let mut step = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) % n).max(1);
    while crate::exact::gcd(step as i128, n as i128) != 1 {
        step += 1;
    }
    (0..n).map(move |i| ((i as u128 * step as u128 + (seed as u128)) % n as u128) as u64)
}

/// Items of a loop.
struct Items<'a, 'r> {
    host: &'a mut Host<'r>,
    nest: &'a Nest,
    l: usize,
    par: &'a Parallel,
    /// What the header's parameters are before the first.
    start: Vec<u64>,
    /// Parameters that may hold an older value, which is not there, and those of them that do not.
    maybe: HashSet<IrRef>,
    has: HashSet<IrRef>,
}

impl<'a, 'r> Items<'a, 'r> {
    fn new(host: &'a mut Host<'r>, nest: &'a Nest, l: usize, par: &'a Parallel) -> Self {
        let params = &host.region.blocks[nest.cfg.loops[l].header as usize].params;
        let start = params.iter().map(|p| host.env[p.index()]).collect();
        let mut maybe = HashSet::new();
        let inner = par.inner.iter().flat_map(|i| {
            host.region.blocks[nest.cfg.loops[i.l].header as usize].params.iter().zip(&i.roles)
        });
        for (p, role) in params.iter().zip(&par.roles).chain(inner) {
            if let Role::Last(some) = role {
                maybe.extend(some);
                // One that each iteration supplies is there in the next; of two loops at once there is no next.
                maybe.extend(par.inner.is_some().then_some(*p));
            }
        }
        Items { host, nest, l, par, start, maybe, has: HashSet::new() }
    }

    /// Sets parameters of a header to what they are in an iteration.
    fn set(&mut self, params: &[IrRef], start: &[u64], roles: &[Role], t: u64) {
        for ((p, role), &start) in params.iter().zip(roles).zip(start) {
            self.host.env[p.index()] = match role {
                Role::Steady => start,
                Role::Step(step) => start.wrapping_add((*step as u64).wrapping_mul(t)),
                Role::Last(_) | Role::Fold => NOTHING,
            };
        }
    }

    /// Does what a block does.
    fn block(&mut self, at: BlockId, heap: &mut dyn Heap) -> Result<(), Stop> {
        let done = self.host.block_but(at, &self.nest.order[at as usize], heap, &self.par.fold.assumes);
        if let Err(Stop::Failed(b, s)) = done {
            assert!(!self.par.proved.contains(&(b, s)), "step {s} of b{b} was proved and does not hold");
        }
        done
    }

    /// Supplies what an edge supplies.
    fn follow(&mut self, edge: &Edge) {
        let args = self.host.region.blocks[edge.to as usize].params.iter().zip(&edge.args);
        let now: Vec<(IrRef, bool)> =
            args.filter(|(p, _)| self.maybe.contains(p)).map(|(p, a)| (*p, self.is_there(*a))).collect();
        self.host.follow(edge);
        for (p, there) in now {
            if there {
                self.has.insert(p)
            } else {
                self.has.remove(&p)
            };
        }
    }

    /// Whether this item has supplied a value.
    fn is_there(&self, r: IrRef) -> bool {
        !self.maybe.contains(&r) || self.has.contains(&r)
    }

    /// Runs one item, with its number in the inner loop, if there is one; the edge that it ends with.
    fn item(&mut self, t: u64, u: u64, heap: &mut dyn Heap) -> Result<&'r Edge, Stop> {
        let (region, nest, par) = (self.host.region, self.nest, self.par);
        let header = nest.cfg.loops[self.l].header;
        let inner = par.inner.as_ref().map(|i| (i, nest.cfg.loops[i.l].header));
        self.has.clear();
        if let Some(trying) = &mut self.host.trying {
            trying.t = t;
        }
        let start = self.start.clone();
        self.set(&region.blocks[header as usize].params, &start, &par.roles, t);
        let (mut at, mut rounds) = (header, 0);
        loop {
            self.block(at, heap)?;
            if let Some(branch) = par.fold.branches.get(&at) {
                for placed in branch.between.iter().flat_map(|&b| &nest.order[b as usize]) {
                    if let Placed::Pure(r) = *placed {
                        self.host.env[r.index()] = self.host.pure(r, heap)?;
                    }
                }
                if branch.to == END {
                    return branch.way_on(region, header, at).ok_or_else(|| Stop::Fault("no way on".into()));
                }
                at = branch.to;
                continue;
            }
            let edge = match &region.blocks[at as usize].end {
                End::Goto(e) => e,
                End::If { to, .. } if at == par.exit => &to[!nest.in_loop(self.l, to[0].to) as usize],
                End::If { to, .. } if inner.is_some_and(|i| i.0.exit == at) => {
                    &to[inner.is_some_and(|i| !nest.in_loop(i.0.l, to[0].to)) as usize]
                }
                End::If { cond, to } => &to[(self.host.get(*cond) == 0) as usize],
                End::Exit { why, .. } => return Err(Stop::Fault(why.clone())),
            };
            let within = inner.filter(|i| nest.in_loop(i.0.l, at));
            if edge.to == within.map_or(header, |i| i.1) {
                return Ok(edge);
            }
            if !nest.in_loop(within.map_or(self.l, |i| i.0.l), edge.to) {
                return Err(Stop::Fault("the loop is left".into()));
            }
            if self.host.trying.is_some() && edge.to <= at {
                rounds += 1;
                if rounds > ROUNDS {
                    return Err(Stop::Met(too_long(region, edge.to)));
                }
            }
            self.follow(edge);
            at = edge.to;
            if let Some((inner, _)) = inner.filter(|i| i.1 == at) {
                let params = &region.blocks[at as usize].params;
                let start: Vec<u64> = params.iter().map(|p| self.host.env[p.index()]).collect();
                self.set(params, &start, &inner.roles, u);
                for (p, role) in params.iter().zip(&inner.roles) {
                    if matches!(role, Role::Last(_)) {
                        self.has.remove(p);
                    }
                }
            }
        }
    }

    /// Puts the header's parameters back.
    fn end(self) {
        let params = &self.host.region.blocks[self.nest.cfg.loops[self.l].header as usize].params;
        params.iter().zip(self.start).for_each(|(p, start)| self.host.env[p.index()] = start);
    }
}

/// Runs all iterations; what a kernel would leave in its results (see [`crate::emit`]), or why an item fails.
pub fn run(
    host: &mut Host<'_>,
    nest: &Nest,
    l: usize,
    par: &Parallel,
    seed: u64,
    heap: &mut dyn Heap,
) -> Result<Vec<u64>, Stop> {
    let mut items = Items::new(host, nest, l, par);
    let results = all(&mut items, seed, heap);
    items.end();
    results
}

fn all(items: &mut Items<'_, '_>, seed: u64, heap: &mut dyn Heap) -> Result<Vec<u64>, Stop> {
    let par = items.par;
    let (mut lists, mut words) = (vec![Vec::new(); par.count as usize], Vec::new());
    if let Some(inner) = &par.inner {
        for n in order(par.count * inner.count, seed) {
            items.item(n / inner.count, n % inner.count, heap)?;
        }
        return Ok(words);
    }
    // Where one fails the others go on to mark what they write: perhaps it should have read that.
    let (marks, mut failed) = (items.host.trying.as_ref().is_some_and(|t| !t.again), None);
    for t in order(par.count, seed) {
        let back = match items.item(t, 0, heap) {
            Err(stop @ Stop::Failed(..)) if marks => {
                failed.get_or_insert(stop);
                continue;
            }
            back => back?,
        };
        let row = &mut lists[t as usize];
        row.extend(par.fold.terms.iter().map(|&r| items.host.get(r)));
        for (role, &a) in par.roles.iter().zip(&back.args) {
            match role {
                Role::Last(some) if some.is_empty() && t + 1 == par.count => words.push(items.host.get(a)),
                Role::Last(some) if !some.is_empty() => {
                    row.extend([items.host.get(a), items.is_there(a) as u64]);
                }
                _ => {}
            }
        }
    }
    if let Some(stop) = failed {
        return Err(stop);
    }
    let each = lists.first().map_or(0, Vec::len);
    Ok((0..each).flat_map(|k| lists.iter().map(move |row| row[k])).chain(words).collect())
}

/// What the last item of two loops leaves in the parameters that are handed on, in order; `None` if it does not supply them all. Memory is as before.
pub fn last(
    host: &mut Host<'_>,
    nest: &Nest,
    l: usize,
    par: &Parallel,
    heap: &mut dyn Heap,
) -> Result<Option<Vec<u64>>, Stop> {
    let Some(inner) = &par.inner else { return Ok(None) };
    let mark = host.journal.mark();
    let mut items = Items::new(host, nest, l, par);
    let mut edge = items.item(par.count - 1, inner.count - 1, heap)?;
    let header = nest.cfg.loops[l].header;
    // After it the inner loop ends, and what stands behind it is done.
    while edge.to != header {
        items.follow(edge);
        items.block(edge.to, heap)?;
        edge = match &items.host.region.blocks[edge.to as usize].end {
            End::Goto(e) => e,
            End::If { cond, to } => &to[(items.host.get(*cond) == 0) as usize],
            End::Exit { why, .. } => return Err(Stop::Fault(why.clone())),
        };
    }
    let handed_on = par.roles.iter().zip(&edge.args).filter(|(role, _)| matches!(role, Role::Last(_)));
    let values = handed_on.map(|(_, &a)| items.is_there(a).then(|| items.host.get(a))).collect();
    items.end();
    host.journal.back_to(mark, heap);
    Ok(values)
}
