//! Places at the seams: trace entry, loop header, final jump.

use super::state::Alloc;
use super::{Action, Placed};
use crate::codegen::machine::{Loc, Operand, PReg, RegSet};
use crate::codegen::moves::{sequence, Assign, Source};
use crate::codegen::plan::NEVER;
use crate::codegen::CodegenError;
use crate::ir::{IrRef, JumpTarget, Op};

const SEAM: Placed = Placed {
    args: [Operand::None; 3],
    result: None,
    temps: [PReg(0); 3],
    list: 0,
    exchanged: false,
    live: RegSet::EMPTY,
};

impl Alloc<'_> {
    /// Whether anything mentions the value after its definition.
    pub fn mentioned(&self, v: IrRef) -> bool {
        self.plan.first[v.index()] != NEVER || self.plan.last[v.index()] > 0 || self.plan.in_exits[v.index()]
    }

    /// Places the inputs: as given, or registers for those used soonest.
    pub fn entry(&mut self) -> Result<(), CodegenError> {
        let n = self.trace.inputs();
        self.out.inputs = vec![None; n];
        if let Some(given) = self.ends.inputs {
            if given.len() != n {
                return Err(CodegenError::Internal(format!(
                    "a bridge with {n} inputs from an exit with {} values",
                    given.len()
                )));
            }
            // By slot.
            let mut used: Vec<bool> = Vec::new();
            for (k, loc) in given.iter().enumerate() {
                let v = IrRef(k as u32);
                if !self.mentioned(v) {
                    continue;
                }
                self.out.inputs[k] = Some(*loc);
                match *loc {
                    Loc::Reg(r) => self.install(v, r),
                    Loc::Slot(s) => {
                        self.set_slot(v, Some(s));
                        used.resize(used.len().max(s as usize + 1), false);
                        used[s as usize] = true;
                    }
                    Loc::Temp => {
                        return Err(CodegenError::Internal("an exit value in the temporary word".into()))
                    }
                }
            }
            self.reserve_slots(used.len() as u32, |s| used[s as usize]);
            return Ok(());
        }
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&k| self.plan.first[k]);
        for k in order {
            let v = IrRef(k as u32);
            if !self.mentioned(v) {
                continue;
            }
            // Free ones only: nothing can be stored before the entry.
            let mut free = self.free.and(self.class(v).all());
            if n > self.info.args.len() {
                // The words in memory are still to be read then.
                free.remove(self.info.inputs);
            }
            let chosen = self.used_later(v) && self.chance(3) != Some(0);
            let loc = match self.entry_register(k, v, free).filter(|_| chosen) {
                Some(r) => {
                    self.install(v, r);
                    Loc::Reg(r)
                }
                None => {
                    let s = self.new_slot();
                    self.set_slot(v, Some(s));
                    Loc::Slot(s)
                }
            };
            self.out.inputs[k] = Some(loc);
        }
        Ok(())
    }

    /// The best of these registers for input `k`: where it comes if that is no worse than another, else none in which others come.
    fn entry_register(&self, k: usize, v: IrRef, free: RegSet) -> Option<PReg> {
        let saved = free.and(self.info.callee_saved);
        let preferred = if self.crosses_call(v, 0) { saved } else { free.minus(saved) };
        let here = self.info.args.get(k).copied().filter(|r| preferred.has(*r));
        let elsewhere = preferred.minus(RegSet::of(self.info.args)).first();
        here.or(elsewhere).or(preferred.first()).or(free.first())
    }

    /// Fixes the locations of phis and of the values the loop reads, and moves the first phi values there.
    pub fn label(&mut self, s: usize) -> Result<(), CodegenError> {
        self.advance(s);
        let step = self.plan.steps[s];
        let list = step.list(self.trace);
        let phi = |k: usize| IrRef(step.inst + 1 + k as u32);
        for v in self.plan.through.iter().copied() {
            if self.demote[v.index()] && self.homes[v.index()].reg.is_some() {
                self.spill(v)?;
                self.leave_reg(v);
            }
        }
        // Registers whose values end here are to be had, by their own phi first.
        let mut avail = self.free;
        for a in list.iter().filter(|a| !a.is_const() && self.dies(**a, s)) {
            if let Some(r) = self.homes[a.index()].reg {
                avail.insert(r);
            }
        }
        let mut locs: Vec<Option<Loc>> = vec![None; list.len()];
        let mut order: Vec<usize> = (0..list.len()).filter(|&k| self.mentioned(phi(k))).collect();
        order.sort_by_key(|&k| self.plan.first[phi(k).index()]);
        let in_slot = |a: &Self, k: usize| a.demote[phi(k).index()] || !a.used_later(phi(k));
        for &k in &order {
            let a = list[k];
            if !in_slot(self, k) && !a.is_const() && self.dies(a, s) {
                if let Some(r) = self.homes[a.index()].reg.filter(|r| avail.has(*r)) {
                    avail.remove(r);
                    locs[k] = Some(Loc::Reg(r));
                }
            }
        }
        for &k in &order {
            if locs[k].is_some() || in_slot(self, k) {
                continue;
            }
            let class = self.class(phi(k));
            let fit = avail.and(class.all());
            let saved = fit.and(self.info.callee_saved);
            let preferred = if self.crosses_call(phi(k), s) { saved } else { fit.minus(saved) };
            let choice = preferred.first().or(fit.first()).or_else(|| self.displace(phi(k)));
            if let Some(r) = choice {
                if let Some(v) = self.holder[r.0 as usize].filter(|v| !self.dies(*v, s)) {
                    self.evict(v)?;
                }
                avail.remove(r);
                locs[k] = Some(Loc::Reg(r));
            }
        }
        let mut inherited = Vec::new();
        for &k in &order {
            if locs[k].is_none() {
                let a = list[k];
                let own = if a.is_const() || !self.dies(a, s) { None } else { self.homes[a.index()].slot };
                let slot = match own.filter(|s| !inherited.contains(s)) {
                    Some(slot) => {
                        inherited.push(slot);
                        slot
                    }
                    None => self.new_slot(),
                };
                locs[k] = Some(Loc::Slot(slot));
            }
        }
        let mut moves = Vec::new();
        for (k, loc) in locs.iter().enumerate() {
            if let Some(to) = *loc {
                moves.push(Assign { to, from: self.source(list[k])? });
            }
        }
        self.parallel(&moves);
        for a in list.iter() {
            if a.is_const() || !self.dies(*a, s) {
                continue;
            }
            self.leave_reg(*a);
            if self.homes[a.index()].slot.is_some_and(|s| inherited.contains(&s)) {
                self.set_slot(*a, None);
            }
            self.kill(*a);
        }
        for (k, loc) in locs.iter().enumerate() {
            match *loc {
                Some(Loc::Reg(r)) => self.install(phi(k), r),
                Some(Loc::Slot(s)) => self.set_slot(phi(k), Some(s)),
                _ => {}
            }
        }
        self.out.label.phis = locs;
        for v in &self.plan.through {
            let h = self.homes[v.index()];
            self.out.label.through.push((*v, h.reg, h.slot));
        }
        self.at_label = Some(self.next.clone());
        self.out.actions.push(Action::Step(s as u32));
        self.out.placed.push(SEAM);
        self.out.loop_start = self.out.actions.len();
        Ok(())
    }

    /// The register of a loop-read value that is needed later than the phi.
    fn displace(&self, phi: IrRef) -> Option<PReg> {
        let class = self.class(phi);
        let held = self.plan.through.iter().filter_map(|v| {
            let r = self.homes[v.index()].reg.filter(|r| r.class() == class)?;
            Some((self.next[v.index()], r))
        });
        held.max().filter(|(next, _)| *next > self.plan.first[phi.index()]).map(|(_, r)| r)
    }

    fn parallel(&mut self, moves: &[Assign]) {
        let out = &mut self.out.actions;
        sequence(moves, self.info.scratch, |a| out.push(Action::Move(a)));
    }

    /// Brings the jump's arguments to where the target wants them.
    pub fn jump(&mut self, s: usize) -> Result<(), CodegenError> {
        self.advance(s);
        let step = self.plan.steps[s];
        let list = step.list(self.trace);
        let own;
        let places: &[Option<Loc>] = match self.trace.target {
            JumpTarget::Loop => {
                own = self.out.label.phis.clone();
                &own
            }
            JumpTarget::Start => {
                own = self.out.inputs.clone();
                &own
            }
            JumpTarget::Trace(_) | JumpTarget::Body(_) => self.ends.target.unwrap_or(&[]),
            JumpTarget::None => &[],
        };
        if places.len() != list.len() {
            return Err(CodegenError::Internal(format!(
                "a jump with {} values to a target with {} inputs",
                list.len(),
                places.len()
            )));
        }
        let mut moves = Vec::new();
        let mut top = 0;
        for (r, to) in list.iter().zip(places) {
            if let Some(to) = *to {
                moves.push(Assign { to, from: self.source(*r)? });
                if let Loc::Slot(s) = to {
                    top = top.max(s + 1);
                }
            }
        }
        if self.trace.target == JumpTarget::Loop {
            for (v, reg, _) in self.out.label.through.clone() {
                if let Some(r) = reg {
                    moves.push(Assign { to: Loc::Reg(r), from: self.source(v)? });
                }
            }
        }
        self.out.slots = self.out.slots.max(top);
        debug_assert!(self.plan.steps[s].of(self.trace).op == Op::Jump);
        self.parallel(&moves);
        debug_assert!(moves.iter().all(|m| !matches!(m.from, Source::Loc(Loc::Temp))));
        self.out.actions.push(Action::Step(s as u32));
        self.out.placed.push(SEAM);
        Ok(())
    }
}
