//! The end: drop what nothing needs, renumber, and hand out the trace.
//!
//! **Problem.** Feeding leaves behind comparisons whose guards became others, phis nobody reads, placeholders of virtual
//! objects. Marking starts at what must happen (guards, calls, stores, the tail, inputs) and follows operands, argument
//! lists and snapshots.
//!
//! **Invariants.**
//! 1. An input is never removed.
//! 2. A live phi keeps its entry in the label's and in the jump's list alive, a dead one loses both.
//! 3. Stores into an object that nothing but stores refers to are dead, and so is the object. So are a call of an elidable helper whose result only the
//!    guard refers to that says the helper made one, and the guard.
//! 4. Instructions flagged dead by a pass are left out, whether this pass is on or not.
//!
//! **Not promised**: sharing of equal snapshots; sinking of ops that only snapshots need.
//!
//! **Example**: `r0 = new_array i1; store_elem r0 0 i1; finish(i1)` leaves `finish(i1)`.

use super::fate::Fate;
use super::rewriter::{Rewriter, DEAD};
use super::runs::each_difference;
use super::OptConfig;
use crate::ir::{Effect, Inst, IrRef, JumpTarget, Op, SnapId, Trace};
use std::sync::Arc;

/// The final trace; what became of recorded ops, if there is a ledger; the new number of each instruction (`u32::MAX`: left out).
pub(super) fn finish(rw: Rewriter, config: &OptConfig, target: JumpTarget) -> (Trace, Vec<Fate>, Vec<u32>) {
    let dead: Vec<bool> = rw.values.iter().map(|v| v.flags & DEAD != 0).collect();
    let live = if config.has("dce") { mark(&rw.out, &dead) } else { dead.iter().map(|d| !d).collect() };
    let mut out = rw.out;
    out.target = target;
    out.places = rw.src.places.clone();
    let number = compact(&mut out, &live, target);
    let fates = rw.ledger.map(|l| l.settle(|r| Some(number[r.index()]).filter(|_| live[r.index()])));
    (out, fates.unwrap_or_default(), number)
}

struct Marker<'a> {
    trace: &'a Trace,
    live: Vec<bool>,
    work: Vec<u32>,
    /// Per allocation, the last store into it, per call, the guard that it did not fail; per store, the one before: chains that end with `u32::MAX`.
    stores: Vec<u32>,
    label: Option<usize>,
    /// The entries visited last.
    entries: &'a [IrRef],
}

impl Marker<'_> {
    fn need(&mut self, r: IrRef) {
        if r.0 >> 31 == 0 && !self.live[r.index()] {
            self.live[r.index()] = true;
            self.work.push(r.0);
        }
    }
    fn visit(&mut self, i: usize) {
        let trace = self.trace;
        let inst = &trace.insts[i];
        for &a in inst.operands() {
            self.need(a);
        }
        let in_loop = inst.op == Op::Label || (inst.op == Op::Jump && self.label.is_some());
        if !in_loop {
            trace.list(inst).iter().for_each(|&r| self.need(r));
        }
        if inst.snap != SnapId::NONE {
            let snap = &trace.snaps[inst.snap.0 as usize];
            let before = std::mem::replace(&mut self.entries, &snap.entries);
            // Virtuals' names are dead instructions.
            let mut need = |r: IrRef| {
                if r.0 >> 31 == 0 && !self.live[r.index()] && !snap.is_virtual(r) {
                    self.need(r)
                }
            };
            // Those of neighbours are nearly the same.
            if !std::ptr::eq(before, &*snap.entries) {
                each_difference(&snap.entries, before, |k| need(snap.entries[k]));
                let known = snap.entries.len().min(before.len());
                snap.entries[known..].iter().for_each(|&r| need(r));
            }
            snap.visit_others(need);
        }
        if inst.op == Op::Phi {
            let label = self.label.unwrap_or(0);
            let k = i - label - 1;
            self.need(trace.list(&trace.insts[label])[k]);
            self.need(trace.list(&trace.insts[trace.insts.len() - 1])[k]);
        }
        if inst.op.info().effect == Effect::Alloc || trace.never_null(inst) {
            let mut s = self.stores[i];
            while s != u32::MAX {
                self.need(IrRef(s));
                s = self.stores[s as usize];
            }
        }
    }
}

/// The call of an elidable helper that a guard says did not fail.
fn made(trace: &Trace, guard: &Inst) -> Option<IrRef> {
    let def = |r: IrRef| Some(&trace.insts[r.is_inst().then(|| r.index())?]);
    let wanted = match guard.op {
        Op::GuardFalse => Op::RefEq,
        Op::GuardTrue => Op::RefNe,
        _ => return None,
    };
    let test = def(guard.args[0]).filter(|d| d.op == wanted)?;
    let null = |r: IrRef| trace.as_const(r).is_some_and(|c| c.bits == 0);
    let [a, b, _] = test.args;
    let call = if null(b) { a } else { b };
    ((null(a) || null(b)) && trace.never_null(def(call)?)).then_some(call)
}

fn mark(trace: &Trace, dead: &[bool]) -> Vec<bool> {
    let n = trace.insts.len();
    let mut m = Marker {
        trace,
        live: vec![false; n],
        work: Vec::with_capacity(n),
        stores: vec![u32::MAX; n],
        label: trace.insts.iter().position(|i| i.op == Op::Label),
        entries: &[],
    };
    for (i, inst) in trace.insts.iter().enumerate().filter(|(i, _)| !dead[*i]) {
        let must = match inst.op.info().effect {
            Effect::Write => {
                let base = inst.args[0];
                let own = !base.is_const() && trace.insts[base.index()].op.info().effect == Effect::Alloc;
                if own {
                    m.stores[i] = std::mem::replace(&mut m.stores[base.index()], i as u32);
                }
                !own
            }
            Effect::Guard => match made(trace, inst) {
                Some(call) => {
                    m.stores[i] = std::mem::replace(&mut m.stores[call.index()], i as u32);
                    false
                }
                None => true,
            },
            Effect::All => true,
            Effect::Control => !matches!(inst.op, Op::Phi | Op::Result),
            Effect::Pure | Effect::Read | Effect::Alloc => false,
        };
        if must {
            m.need(IrRef(i as u32));
        }
    }
    while let Some(i) = m.work.pop() {
        m.visit(i as usize);
    }
    m.live
}

/// Leaves out what is not live and renumbers the rest. Returns the new numbers.
fn compact(out: &mut Trace, live: &[bool], target: JumpTarget) -> Vec<u32> {
    let mut number = vec![u32::MAX; live.len()];
    let mut count = 0;
    for (n, _) in number.iter_mut().zip(live).filter(|(_, live)| **live) {
        *n = count;
        count += 1;
    }
    let mut next_name = count;
    let new = |number: &[u32], r: IrRef| if r.is_inst() { IrRef(number[r.index()]) } else { r };
    // The entries of the snapshot before: as they were, as they are now, and the same to be changed.
    let (mut old, mut renumbered): (Arc<[IrRef]>, Arc<[IrRef]>) = Default::default();
    let mut entries: Vec<IrRef> = Vec::new();
    if let (JumpTarget::Loop, Some(label)) = (target, out.insts.iter().position(|i| i.op == Op::Label)) {
        let ends = [out.insts[label].list, out.insts[out.insts.len() - 1].list];
        for list in ends {
            let mut k = label;
            out.lists[list as usize].retain(|_| {
                k += 1;
                live[k]
            });
        }
    }
    let insts = std::mem::replace(&mut out.insts, Vec::with_capacity(count as usize));
    let mut lists = std::mem::take(&mut out.lists);
    let mut kept = 0;
    for (mut inst, _) in insts.into_iter().zip(live).filter(|(_, live)| **live) {
        for a in &mut inst.args {
            *a = new(&number, *a);
        }
        if inst.list != u32::MAX {
            let mut list = std::mem::take(&mut lists[inst.list as usize]);
            list.iter_mut().for_each(|r| *r = new(&number, *r));
            inst.list = out.add_list(list);
        }
        if inst.snap != SnapId::NONE {
            // Each is one instruction's, and they are in the same order.
            debug_assert!(kept <= inst.snap.0 as usize, "snapshots are in the order of their guards");
            out.snaps.swap(kept, inst.snap.0 as usize);
            inst.snap = SnapId(kept as u32);
            let snap = &mut out.snaps[kept];
            kept += 1;
            for v in &mut snap.virtuals {
                // A placeholder is dead, so its number is free; virtuals are numbered beyond the last instruction.
                let n = &mut number[v.id.index()];
                if *n == u32::MAX {
                    *n = next_name;
                    next_name += 1;
                }
                v.id = IrRef(*n);
            }
            if !Arc::ptr_eq(&snap.entries, &old) {
                let before = std::mem::replace(&mut old, snap.entries.clone());
                let known = old.len().min(before.len());
                let mut same = old.len() == before.len();
                entries.truncate(known);
                each_difference(&old, &before, |k| {
                    entries[k] = new(&number, old[k]);
                    same = false;
                });
                entries.extend(old[known..].iter().map(|&r| new(&number, r)));
                if !same {
                    renumbered = entries[..].into();
                }
            }
            snap.entries = renumbered.clone();
            snap.map_others(|r| new(&number, r));
        }
        out.insts.push(inst);
    }
    out.snaps.truncate(kept);
    out.snaps.shrink_to_fit();
    number
}
