//! The forward pass's state: homes of values, free registers and slots, eviction.

use super::{Action, Allocation, Ends, Target};
use crate::codegen::machine::{Class, Loc, Operand, PReg, RegInfo, RegSet};
use crate::codegen::moves::{Assign, Source};
use crate::codegen::plan::{Hint, Plan, NEVER};
use crate::codegen::CodegenError;
use crate::ir::{IrRef, Op, Trace};

/// Where a value is now.
#[derive(Clone, Copy, Default, Debug)]
pub struct Home {
    pub reg: Option<PReg>,
    pub slot: Option<u32>,
}

pub struct Alloc<'a> {
    pub trace: &'a Trace,
    pub plan: &'a Plan,
    pub target: &'a dyn Target,
    pub info: RegInfo,
    pub ends: Ends<'a>,
    /// Values to keep in a slot at the label.
    pub demote: &'a [bool],
    /// Values the next round should demote.
    pub wanted: Vec<IrRef>,
    pub homes: Vec<Home>,
    /// By value: its register or else its slot, as exits want it; [`Loc::Temp`] if it is nowhere.
    pub places: Vec<Loc>,
    /// Next operand use of each value.
    pub next: Vec<u32>,
    pub holder: [Option<IrRef>; 64],
    /// Registers that hold a value.
    pub occupied: RegSet,
    /// Registers that hold nothing and are not in use by the current step.
    pub free: RegSet,
    free_slots: Vec<u32>,
    pub out: Allocation,
    rng: Option<u64>,
    /// Next uses as of the label, once inside the loop.
    pub at_label: Option<Vec<u32>>,
}

impl<'a> Alloc<'a> {
    pub fn new(
        trace: &'a Trace,
        plan: &'a Plan,
        target: &'a dyn Target,
        ends: Ends<'a>,
        demote: &'a [bool],
        randomize: Option<u64>,
    ) -> Alloc<'a> {
        let info = *target.regs();
        Alloc {
            trace,
            plan,
            target,
            info,
            ends,
            demote,
            wanted: Vec::new(),
            homes: vec![Home::default(); trace.insts.len()],
            places: vec![Loc::Temp; trace.insts.len()],
            next: plan.first.clone(),
            holder: [None; 64],
            occupied: RegSet::EMPTY,
            free: info.allocatable,
            free_slots: Vec::new(),
            out: Allocation {
                actions: Vec::with_capacity(plan.steps.len() + plan.steps.len() / 2),
                placed: Vec::with_capacity(plan.steps.len()),
                exit_locs: Vec::with_capacity(plan.exit_values.len()),
                ..Allocation::default()
            },
            rng: randomize.map(|s| s.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            at_label: None,
        }
    }

    pub fn run(&mut self) -> Result<(), CodegenError> {
        self.entry()?;
        for s in 0..self.plan.steps.len() {
            match self.plan.steps[s].of(self.trace).op {
                Op::Label => self.label(s)?,
                Op::Jump => self.jump(s)?,
                _ => self.plain(s)?,
            }
        }
        Ok(())
    }

    // ---- chance

    /// A random number below `n`, when choices are randomized.
    pub fn chance(&mut self, n: u32) -> Option<u32> {
        let s = self.rng.as_mut()?;
        *s ^= *s << 13;
        *s ^= *s >> 7;
        *s ^= *s << 17;
        Some((*s >> 33) as u32 % n.max(1))
    }

    fn any_of(&mut self, set: RegSet) -> Option<PReg> {
        let k = self.chance(set.len())?;
        set.iter().nth(k as usize)
    }

    // ---- facts

    pub fn class(&self, v: IrRef) -> Class {
        Class::of(self.trace.ty(v))
    }
    pub fn dies(&self, v: IrRef, s: usize) -> bool {
        self.plan.last[v.index()] <= s as u32
    }
    /// Whether a call lies between position `s` and the value's last mention.
    pub fn crosses_call(&self, v: IrRef, s: usize) -> bool {
        let calls = &self.plan.calls;
        let i = calls.partition_point(|&c| c <= s as u32);
        // In a loop the value may be wanted again after a call that stands before `s`.
        match calls.get(i) {
            Some(&c) => c < self.plan.last[v.index()],
            None => false,
        }
    }
    pub fn wish(&self, v: IrRef) -> Option<PReg> {
        match self.plan.hints[v.index()] {
            Hint::None => None,
            Hint::Reg(r) => Some(r),
            Hint::Phi(k) => match self.out.label.phis.get(k as usize).copied().flatten() {
                Some(Loc::Reg(r)) => Some(r),
                _ => None,
            },
        }
    }
    /// Where the value is now, registers preferred.
    pub fn operand(&self, r: IrRef) -> Result<Operand, CodegenError> {
        if r.is_const() {
            return Ok(Operand::Const(r));
        }
        let h = self.homes[r.index()];
        match (h.reg, h.slot) {
            (Some(r), _) => Ok(Operand::Reg(r)),
            (None, Some(s)) => Ok(Operand::Slot(s)),
            (None, None) => Err(CodegenError::Internal(format!("{r:?} is used but has no place"))),
        }
    }
    pub fn source(&self, r: IrRef) -> Result<Source, CodegenError> {
        Ok(match self.operand(r)? {
            Operand::Const(c) => Source::Const(c),
            Operand::Slot(s) => Source::Loc(Loc::Slot(s)),
            Operand::Reg(r) => Source::Loc(Loc::Reg(r)),
            Operand::None => return Err(CodegenError::Internal("an operand is missing".into())),
        })
    }

    // ---- changes

    pub fn emit(&mut self, from: Source, to: Loc) {
        self.out.actions.push(Action::Move(Assign { to, from }));
    }
    pub fn new_slot(&mut self) -> u32 {
        self.free_slots.pop().unwrap_or_else(|| {
            self.out.slots += 1;
            self.out.slots - 1
        })
    }
    /// Makes slots below `n` exist; those not marked used by `used` become free.
    pub fn reserve_slots(&mut self, n: u32, used: impl Fn(u32) -> bool) {
        let old = self.out.slots;
        if n > old {
            self.free_slots.extend((old..n).rev().filter(|&s| !used(s)));
            self.out.slots = n;
        }
    }
    /// Puts a value into a register that is free.
    pub fn install(&mut self, v: IrRef, r: PReg) {
        self.holder[r.0 as usize] = Some(v);
        self.occupied.insert(r);
        self.homes[v.index()].reg = Some(r);
        self.places[v.index()] = Loc::Reg(r);
        self.free.remove(r);
    }
    /// Takes the value out of its register.
    pub fn leave_reg(&mut self, v: IrRef) {
        let home = &mut self.homes[v.index()];
        if let Some(r) = home.reg.take() {
            self.places[v.index()] = home.slot.map_or(Loc::Temp, Loc::Slot);
            self.holder[r.0 as usize] = None;
            self.occupied.remove(r);
            self.free.insert(r);
        }
    }
    /// Gives the value a slot copy, or none.
    pub fn set_slot(&mut self, v: IrRef, slot: Option<u32>) {
        let home = &mut self.homes[v.index()];
        home.slot = slot;
        if home.reg.is_none() {
            self.places[v.index()] = slot.map_or(Loc::Temp, Loc::Slot);
        }
    }
    /// Forgets a value that is not needed any more.
    pub fn kill(&mut self, v: IrRef) {
        self.leave_reg(v);
        if let Some(s) = self.homes[v.index()].slot {
            self.set_slot(v, None);
            self.free_slots.push(s);
        }
    }
    /// Gives the value a slot copy, if it has none.
    pub fn spill(&mut self, v: IrRef) -> Result<(), CodegenError> {
        if self.homes[v.index()].slot.is_none() {
            let from = self.source(v)?;
            let slot = self.new_slot();
            self.emit(from, Loc::Slot(slot));
            self.set_slot(v, Some(slot));
        }
        Ok(())
    }
    /// Frees the value's register, storing the value if it has no slot yet.
    pub fn evict(&mut self, v: IrRef) -> Result<(), CodegenError> {
        if let Some(next) = &self.at_label {
            let label_inst = self.plan.steps[self.plan.label.unwrap_or(0) as usize].inst as usize;
            let through = v.index() < label_inst;
            let phi = self.trace.insts[v.index()].op == Op::Phi;
            let untouched = next[v.index()] == self.next[v.index()];
            let stores = self.homes[v.index()].slot.is_none();
            if (through && (stores || untouched)) || (phi && untouched) {
                self.wanted.push(v);
            }
        }
        self.spill(v)?;
        self.leave_reg(v);
        Ok(())
    }
    /// A register of the class outside `avoid`, evicting the value with the farthest next use if none is free.
    ///
    /// The register is still marked free on return.
    pub fn pick(
        &mut self,
        class: Class,
        avoid: RegSet,
        wish: Option<PReg>,
        keep: bool,
    ) -> Result<PReg, CodegenError> {
        let candidates = self.info.allocatable.and(class.all()).minus(avoid);
        let free = self.free.and(candidates);
        if let Some(r) = self.any_of(free) {
            if self.chance(4) != Some(0) {
                return Ok(r);
            }
        }
        if let Some(r) = wish.filter(|r| free.has(*r)) {
            return Ok(r);
        }
        let held = self.occupied.and(candidates);
        if self.rng.is_none() || held.is_empty() {
            let saved = free.and(self.info.callee_saved);
            let preferred = if keep { saved } else { free.minus(saved) };
            if let Some(r) = preferred.first().or(free.first()) {
                return Ok(r);
            }
        }
        let victim = match self.any_of(held) {
            Some(r) => r,
            None => held
                .iter()
                .max_by_key(|r| {
                    let v = self.holder[r.0 as usize].map_or(0, |v| v.index());
                    (self.next[v], self.homes[v].slot.is_some())
                })
                .ok_or_else(|| CodegenError::Internal("a step needs more registers than there are".into()))?,
        };
        if let Some(v) = self.holder[victim.0 as usize] {
            self.evict(v)?;
        }
        Ok(victim)
    }
    /// The value in a register, loaded if need be.
    pub fn in_reg(&mut self, v: IrRef, avoid: RegSet, s: usize) -> Result<PReg, CodegenError> {
        if let Some(r) = self.homes[v.index()].reg {
            return Ok(r);
        }
        let from = self.source(v)?;
        let keep = self.crosses_call(v, s);
        let r = self.pick(self.class(v), avoid, self.wish(v), keep)?;
        self.emit(from, Loc::Reg(r));
        self.install(v, r);
        Ok(r)
    }
    /// Whether a register of the class is free outside `avoid`.
    pub fn has_free(&self, class: Class, avoid: RegSet) -> bool {
        !self.free.and(class.all()).minus(avoid).is_empty()
    }
    /// Whether the value is wanted as an operand later.
    pub fn used_later(&self, v: IrRef) -> bool {
        self.next[v.index()] != NEVER
    }
}
