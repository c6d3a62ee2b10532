//! Placing the operands and the result of one ordinary step.

use super::state::Alloc;
use super::{Action, Placed};
use crate::codegen::machine::{ArgRule, Class, Constraints, Loc, Operand, PReg, RegSet, ResultRule};
use crate::codegen::moves::Source;
use crate::codegen::CodegenError;
use crate::ir::IrRef;

/// A step being placed.
struct Work {
    s: usize,
    args: [IrRef; 3],
    n: usize,
    rules: Constraints,
    /// Registers the current step uses otherwise than as homes of values.
    taken: RegSet,
    /// Registers that may not be chosen.
    pinned: RegSet,
    placed: Placed,
}

impl Alloc<'_> {
    /// Advances the next uses of a step's operands past it.
    pub fn advance(&mut self, s: usize) {
        let step = &self.plan.steps[s];
        let (args, n) = step.args();
        let (after, list) = (&self.plan.after[step.occ as usize..], step.list(self.trace));
        for (operands, after) in [(&args[..n], after), (list, &after[n..])] {
            for (r, &after) in operands.iter().zip(after).filter(|(r, _)| r.is_inst()) {
                self.next[r.index()] = after;
            }
        }
    }

    pub fn plain(&mut self, s: usize) -> Result<(), CodegenError> {
        self.advance(s);
        let step = self.plan.steps[s];
        let (args, n) = step.args();
        let rules = self.target.constraints(self.trace, &step);
        let none = PReg(0);
        let placed = Placed {
            args: [Operand::None; 3],
            result: None,
            temps: [none; 3],
            list: 0,
            exchanged: false,
            live: RegSet::EMPTY,
        };
        let mut w = Work { s, args, n, rules, taken: RegSet::EMPTY, pinned: RegSet::EMPTY, placed };
        self.exchange(&mut w);
        self.vacate(&mut w)?;
        self.operands(&mut w)?;
        for k in 0..rules.temps as usize {
            let r = self.pick(Class::Gpr, w.pinned, None, false)?;
            self.take(&mut w, r);
            w.placed.temps[k] = r;
        }
        w.placed.list = self.out.lists.len() as u32;
        for r in step.list(self.trace) {
            let o = self.operand(*r)?;
            self.out.lists.push(o);
        }
        if step.exit != u32::MAX {
            let values = &self.plan.exit_values[self.plan.exit_range(step.exit)];
            let (places, mut lost) = (&self.places[..], false);
            self.out.exit_locs.extend(values.iter().map(|v| {
                let place = places[v.index()];
                lost |= place == Loc::Temp;
                place
            }));
            if lost {
                return Err(CodegenError::Internal("a value of an exit has no place".into()));
            }
        }
        let inst = IrRef(step.inst);
        self.result(&mut w, inst)?;
        self.out.actions.push(Action::Step(s as u32));
        self.finish(&mut w, inst);
        Ok(())
    }

    /// Reserves a register for the step alone.
    fn take(&mut self, w: &mut Work, r: PReg) {
        self.free.remove(r);
        w.taken.insert(r);
        w.pinned.insert(r);
    }

    /// Exchanges commutative operands if only the second could give its register to the result.
    fn exchange(&mut self, w: &mut Work) {
        let donor = |a: IrRef| a.is_inst() && self.dies(a, w.s) && self.homes[a.index()].reg.is_some();
        if w.rules.commute && w.rules.result == ResultRule::SameAs(0) && !donor(w.args[0]) && donor(w.args[1])
        {
            w.args.swap(0, 1);
            w.placed.exchanged = true;
        }
    }

    /// Empties the registers that the step overwrites or wants for fixed operands.
    fn vacate(&mut self, w: &mut Work) -> Result<(), CodegenError> {
        let mut vacant = w.rules.clobbers.and(self.info.allocatable);
        for rule in &w.rules.args[..w.n] {
            if let ArgRule::Fixed(r) = rule {
                vacant.insert(*r);
            }
        }
        for k in 0..w.n {
            if let Some(r) = Some(w.args[k]).filter(|a| a.is_inst()).and_then(|a| self.homes[a.index()].reg) {
                w.pinned.insert(r);
            }
        }
        w.pinned = w.pinned.or(vacant);
        for r in vacant.iter() {
            if let Some(v) = self.holder[r.0 as usize] {
                let here = (0..w.n).find(|&k| w.args[k] == v && w.rules.args[k] == ArgRule::Fixed(r));
                let elsewhere = (0..w.n).any(|k| w.args[k] == v && Some(k) != here);
                let lost = w.rules.clobbers.has(r);
                if let Some(k) = here {
                    w.placed.args[k] = Operand::Reg(r);
                    if !lost && !elsewhere {
                        continue;
                    }
                }
                if !self.dies(v, w.s) || elsewhere {
                    self.relocate(v, w.pinned, elsewhere)?;
                }
            }
            if !self.occupied.has(r) {
                self.take(w, r);
            }
        }
        Ok(())
    }

    /// Moves a value out of its register: to a free one if it is used again (or `now`), else to its slot.
    fn relocate(&mut self, v: IrRef, avoid: RegSet, now: bool) -> Result<(), CodegenError> {
        let class = self.class(v);
        let Some(old) = self.homes[v.index()].reg else { return Ok(()) };
        if (now || self.used_later(v)) && self.has_free(class, avoid) {
            let r = self.free.and(class.all()).minus(avoid).first().unwrap_or(old);
            self.leave_reg(v);
            self.emit(Source::Loc(Loc::Reg(old)), Loc::Reg(r));
            self.install(v, r);
            Ok(())
        } else {
            self.evict(v)
        }
    }

    fn operands(&mut self, w: &mut Work) -> Result<(), CodegenError> {
        // Fixed registers first: nothing placed later may take them.
        for k in 0..w.n {
            if let (ArgRule::Fixed(r), Operand::None) = (w.rules.args[k], w.placed.args[k]) {
                let from = self.source(w.args[k])?;
                self.emit(from, Loc::Reg(r));
                w.placed.args[k] = Operand::Reg(r);
            }
        }
        for k in 0..w.n {
            if let Some(r) = Some(w.args[k]).filter(|a| a.is_inst()).and_then(|a| self.homes[a.index()].reg) {
                w.pinned.insert(r);
            }
        }
        for k in 0..w.n {
            let a = w.args[k];
            if w.placed.args[k] != Operand::None || w.rules.result == ResultRule::SameAs(k as u8) {
                continue;
            }
            w.placed.args[k] = match w.rules.args[k] {
                ArgRule::Folded => {
                    if a.is_const() {
                        Operand::Const(a)
                    } else {
                        Operand::None
                    }
                }
                ArgRule::Any if a.is_const() => Operand::Const(a),
                _ if a.is_const() => {
                    let r = self.pick(self.class(a), w.pinned, None, false)?;
                    self.emit(Source::Const(a), Loc::Reg(r));
                    self.take(w, r);
                    Operand::Reg(r)
                }
                ArgRule::Any | ArgRule::RegSlot => {
                    let slot_only = self.homes[a.index()].reg.is_none();
                    if slot_only && !(self.used_later(a) && self.has_free(self.class(a), w.pinned)) {
                        self.operand(a)?
                    } else {
                        self.load(w, a)?
                    }
                }
                ArgRule::Reg | ArgRule::Fixed(_) => self.load(w, a)?,
            };
        }
        Ok(())
    }

    fn load(&mut self, w: &mut Work, a: IrRef) -> Result<Operand, CodegenError> {
        let r = self.in_reg(a, w.pinned, w.s)?;
        w.pinned.insert(r);
        Ok(Operand::Reg(r))
    }

    fn result(&mut self, w: &mut Work, inst: IrRef) -> Result<(), CodegenError> {
        let class = self.class(inst);
        let keep = self.crosses_call(inst, w.s);
        let wish = self.wish(inst);
        let reg = match w.rules.result {
            ResultRule::None => return Ok(()),
            ResultRule::Fixed(r) => r,
            ResultRule::SameAs(k) => {
                let a = w.args[k as usize];
                let donor = Some(a).filter(|a| a.is_inst() && self.dies(*a, w.s));
                match donor.and_then(|a| self.homes[a.index()].reg) {
                    Some(r) => {
                        self.leave_reg(a);
                        self.take(w, r);
                        w.placed.args[k as usize] = Operand::Reg(r);
                        r
                    }
                    None => {
                        let from = self.source(a)?;
                        let r = self.pick(class, w.pinned, wish, keep)?;
                        self.emit(from, Loc::Reg(r));
                        self.take(w, r);
                        w.placed.args[k as usize] = Operand::Reg(r);
                        r
                    }
                }
            }
            ResultRule::Early => {
                let r = self.pick(class, w.pinned, wish, keep)?;
                self.take(w, r);
                r
            }
            ResultRule::Reg => {
                // Operands are read before the result is written: registers of dying ones are to be had.
                let mut avoid = w.pinned;
                let mut near = wish;
                for k in (0..w.n).rev() {
                    let a = w.args[k];
                    if a.is_inst() && self.dies(a, w.s) {
                        if let Some(r) = self.homes[a.index()].reg.filter(|r| !w.taken.has(*r)) {
                            self.leave_reg(a);
                            avoid.remove(r);
                            if r.class() == class && !wish.is_some_and(|p| self.free.has(p)) {
                                near = Some(r);
                            }
                        }
                    }
                }
                let r = self.pick(class, avoid, near, keep)?;
                self.take(w, r);
                r
            }
        };
        w.placed.result = Some(reg);
        Ok(())
    }

    /// After the step: forgets what died, installs the result, returns the step's registers.
    fn finish(&mut self, w: &mut Work, inst: IrRef) {
        let step = &self.plan.steps[w.s];
        for operands in [&w.args[..w.n], step.list(self.trace)] {
            for &a in operands.iter().filter(|a| a.is_inst()) {
                if self.dies(a, w.s) {
                    self.kill(a);
                }
            }
        }
        if step.exit != u32::MAX {
            for &v in self.plan.deaths(step.exit) {
                self.kill(v);
            }
        }
        w.placed.live = self.occupied;
        self.free = self.free.or(w.taken.minus(self.occupied));
        if let Some(r) = w.placed.result {
            self.install(inst, r);
            if self.dies(inst, w.s) {
                self.kill(inst);
            }
        }
        // Nothing else is in any register behind a call.
        let info = self.info;
        for result in
            info.results_of(self.trace, inst).filter(|r| self.mentioned(r.value)).collect::<Vec<_>>()
        {
            self.install(result.value, result.reg);
        }
        self.out.placed.push(w.placed);
    }
}
