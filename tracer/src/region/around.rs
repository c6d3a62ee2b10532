//! Loops around the one whose header an exploration begins at.
//!
//! **Problem.** Who begins at an inner loop's header comes back to it in two ways: by the loop itself, and by one around it, which begins it anew. Taken for one
//! loop, that has no number of iterations, and what is best done as a nest, from the outer header, is never seen from there.
//!
//! **How.** Nothing in the graph tells a loop around this one from one in it: both are cycles that share blocks. What tells is what they do to values. A way that
//! comes back through the header of a loop around this one sets a value anew that this one counts on, and goes on with one that this one leaves as it is.
//!
//! **Not promised.** That each loop around is found. One that is not is part of the loop, as anything that comes back.
//!
//! **Example.** From the header of the inner loop of `for i: for j: body`, one way back brings `i` and `j + 1`, the other one `i + 1` and a first index.

use super::explore::{with_path, Node, Way};
use holloway_compiler::ir::{IrRef, Op, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which blocks belong to the loop of the first one.
pub(super) fn loop_of_first(nodes: &[Node]) -> Vec<bool> {
    let next: Vec<Vec<usize>> = nodes.iter().map(|n| n.ways.iter().filter_map(Way::to).collect()).collect();
    let all = on_ways_back(&next, &[]);
    let headers = (1..nodes.len()).filter(|&n| all[n] && nodes[n].header.is_some());
    let around: Vec<usize> = headers.filter(|&n| is_around(nodes, &on_ways_back(&next, &[n]))).collect();
    match around.is_empty() {
        true => all,
        false => on_ways_back(&next, &around),
    }
}

/// Which blocks lie on a way from the first back to it that leaves some out.
fn on_ways_back(next: &[Vec<usize>], without: &[usize]) -> Vec<bool> {
    let mut back = vec![Vec::new(); next.len()];
    (0..next.len()).for_each(|n| next[n].iter().for_each(|&m| back[m].push(n)));
    let reach = |edges: &[Vec<usize>]| {
        let mut seen = vec![false; next.len()];
        let mut todo = edges[0].clone();
        while let Some(n) = todo.pop() {
            if !without.contains(&n) && !std::mem::replace(&mut seen[n], true) {
                todo.extend(&edges[n]);
            }
        }
        seen
    };
    let (after, before) = (reach(next), reach(&back));
    (0..next.len()).map(|n| after[n] && before[n]).collect()
}

/// Whether what comes back to the first block from outside of these begins the loop that they are anew.
fn is_around(nodes: &[Node], inside: &[bool]) -> bool {
    if !inside[0] {
        return false;
    }
    let values = Values::new(nodes);
    let first = &nodes[0];
    let from = |n: usize| inside.get(n).copied();
    let (mut anew, mut goes_on) = (false, false);
    for (&at, phi) in &first.phis {
        let brought = |own: bool| {
            let ins = first.ins.iter().filter(move |i| from(i.0) == Some(own));
            ins.map(move |i| i.1.at(at).map_or(IrRef::NONE, |w| w.r))
        };
        let depends = |r: IrRef| values.depends(r, phi.r);
        let is = |r: IrRef| values.is(r, phi.r);
        if brought(false).next().is_none() {
            return false;
        }
        anew |= brought(true).any(|r| !is(r) && depends(r)) && !brought(false).any(depends);
        goes_on |= brought(true).all(is) && brought(false).all(|r| !is(r) && depends(r));
    }
    anew && goes_on
}

/// What parameters are brought.
struct Values {
    brought: FxHashMap<IrRef, Vec<IrRef>>,
}

impl Values {
    fn new(nodes: &[Node]) -> Values {
        let mut brought: FxHashMap<IrRef, Vec<IrRef>> = FxHashMap::default();
        for node in nodes {
            for (&at, phi) in &node.phis {
                let all = node.ins.iter().filter_map(|i| i.1.at(at)).map(|w| w.r);
                brought.entry(phi.r).or_default().extend(all);
            }
        }
        Values { brought }
    }

    /// Whether a value is a parameter, handed on by others or not.
    fn is(&self, r: IrRef, phi: IrRef) -> bool {
        let (mut seen, mut todo) = (FxHashSet::default(), vec![r]);
        while let Some(r) = todo.pop() {
            match self.brought.get(&r) {
                _ if r == phi || !seen.insert(r) => {}
                Some(all) => todo.extend(all),
                None => return false,
            }
        }
        true
    }

    /// Whether a value is computed from a parameter.
    fn depends(&self, r: IrRef, on: IrRef) -> bool {
        with_path(|t, _| {
            let trace: &Trace = &t.trace;
            let (mut seen, mut todo) = (FxHashSet::default(), vec![r]);
            while let Some(r) = todo.pop() {
                if r == on {
                    return true;
                }
                if r.is_none() || r.is_const() || !seen.insert(r) {
                    continue;
                }
                let inst = &trace.insts[r.index()];
                match inst.op {
                    Op::Phi => todo.extend(self.brought.get(&r).into_iter().flatten()),
                    _ => todo.extend(inst.operands().iter().chain(trace.list(inst))),
                }
            }
            false
        })
    }
}
