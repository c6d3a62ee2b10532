//! A kernel's items on the host, in another order: what a device does, without one.
//!
//! **Problem.** Whether iterations may run at once is decided by analysis, and analysis may err. A device shows that rarely, late and not twice alike. Here each iteration
//! runs alone, in an order drawn from a seed, and leaves what a kernel's item would leave.
//!
//! **Invariants.** A parameter that is only handed on has a value no program computes. An assumption that was proved and does not hold is a panic: the proof is wrong.

use crate::host::{Host, Stop};
use crate::nest::Nest;
use crate::schedule::{FoldStep, Parallel, Role};
use holloway_compiler::ir::IrRef;
use holloway_compiler::region::offload::Heap;
use holloway_compiler::region::{BlockId, End, Step};
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

/// Runs all iterations; what a kernel would leave in its results (see [`crate::emit`]), or why an item fails.
pub fn run(
    host: &mut Host<'_>,
    nest: &Nest,
    l: usize,
    par: &Parallel,
    seed: u64,
    heap: &mut dyn Heap,
) -> Result<Vec<u64>, String> {
    let region = host.region;
    let header = nest.cfg.loops[l].header;
    let params = &region.blocks[header as usize].params;
    let start: Vec<u64> = params.iter().map(|p| host.env[p.index()]).collect();
    let fold: HashSet<(BlockId, usize)> = par
        .fold
        .steps
        .iter()
        .filter_map(|s| if let FoldStep::Assume(b, s) = s { Some((*b, *s)) } else { None })
        .collect();
    let maybe: HashSet<IrRef> = par
        .roles
        .iter()
        .filter_map(|r| if let Role::Last(some) = r { Some(some) } else { None })
        .flatten()
        .copied()
        .collect();
    let (mut lists, mut words) = (vec![Vec::new(); par.count as usize], Vec::new());
    for t in order(par.count, seed) {
        for ((p, role), &start) in params.iter().zip(&par.roles).zip(&start) {
            host.env[p.index()] = match role {
                Role::Steady => start,
                Role::Step(step) => start.wrapping_add((*step as u64).wrapping_mul(t)),
                Role::Last(_) | Role::Fold => NOTHING,
            };
        }
        let mut has: HashSet<IrRef> = HashSet::new();
        let mut at = header;
        let back = loop {
            let done = host.block_but(at, &nest.order[at as usize], heap, &fold);
            match done {
                Err(Stop::Failed(b, s)) => {
                    assert!(!par.proved.contains(&(b, s)), "step {s} of b{b} was proved and does not hold");
                    return Err(why(&region.blocks[b as usize].steps[s]));
                }
                Err(Stop::Fault(why)) => return Err(why),
                Ok(()) => {}
            }
            let edge = match &region.blocks[at as usize].end {
                End::Goto(e) => e,
                End::If { cond, to } if at != par.exit => &to[(host.get(*cond) == 0) as usize],
                End::If { to, .. } => &to[!nest.in_loop(l, to[0].to) as usize],
                End::Exit { why, .. } => return Err(why.clone()),
            };
            if edge.to == header {
                break edge;
            }
            if !nest.in_loop(l, edge.to) {
                return Err("the loop is left".into());
            }
            let args = region.blocks[edge.to as usize].params.iter().zip(&edge.args);
            let now: Vec<(IrRef, bool)> = args
                .filter(|(p, _)| maybe.contains(p))
                .map(|(p, a)| (*p, !maybe.contains(a) || has.contains(a)))
                .collect();
            host.follow(edge);
            for (p, there) in now {
                if there {
                    has.insert(p)
                } else {
                    has.remove(&p)
                };
            }
            at = edge.to;
        };
        let row = &mut lists[t as usize];
        row.extend(par.fold.terms.iter().map(|&r| host.get(r)));
        for (role, &a) in par.roles.iter().zip(&back.args) {
            match role {
                Role::Last(some) if some.is_empty() && t + 1 == par.count => words.push(host.get(a)),
                Role::Last(some) if !some.is_empty() => {
                    row.extend([host.get(a), (!maybe.contains(&a) || has.contains(&a)) as u64]);
                }
                _ => {}
            }
        }
    }
    params.iter().zip(start).for_each(|(p, start)| host.env[p.index()] = start);
    let each = lists.first().map_or(0, Vec::len);
    Ok((0..each).flat_map(|k| lists.iter().map(move |row| row[k])).chain(words).collect())
}

fn why(step: &Step) -> String {
    match step {
        Step::Assume { why, .. } => format!("it does not hold that {why}"),
        Step::Do(_) => "a step failed".into(),
    }
}
