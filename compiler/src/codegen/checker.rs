//! An independent check of register allocation.
//!
//! **Method.** Symbolic execution of the decisions: the state maps every location to the set of values it is known to hold (a set, because
//! a move makes both places hold whatever the source held; SSA values never change). A step's operands must be where the decisions
//! say, every location an exit names must hold its value, and at the jump everything the loop header (or the target) declares must
//! hold again. At the label the state shrinks to what the header declares, so one pass over the body covers every iteration.
//!
//! The checker knows the constraint rules but nothing of how the allocator meets them. It runs on every trace in debug builds.
//!
//! **Not promised.** That flags survive (no action changes them by contract), or that code is good.

use super::alloc::{Action, Allocation, Ends, Placed, Target};
use super::machine::{ArgRule, Constraints, Loc, Operand, RegSet, ResultRule};
use super::moves::Source;
use super::plan::{Plan, Step};
use crate::ir::{Effect, IrRef, JumpTarget, Op, Trace};

/// Index of the temporary word among the locations; slots follow.
const TEMP: usize = 64;

struct Checker<'a> {
    trace: &'a Trace,
    plan: &'a Plan,
    target: &'a dyn Target,
    out: &'a Allocation,
    held: Vec<Vec<IrRef>>,
}

fn index(l: Loc) -> usize {
    match l {
        Loc::Reg(r) => r.0 as usize,
        Loc::Temp => TEMP,
        Loc::Slot(s) => TEMP + 1 + s as usize,
    }
}

/// Checks an allocation; the error says which step is wrong and how.
pub fn check(
    trace: &Trace,
    plan: &Plan,
    target: &dyn Target,
    ends: Ends<'_>,
    out: &Allocation,
) -> Result<(), String> {
    let held = vec![Vec::new(); TEMP + 1 + out.slots as usize];
    let mut c = Checker { trace, plan, target, out, held };
    if let Some(given) = ends.inputs {
        for (k, (place, given)) in out.inputs.iter().zip(given).enumerate() {
            if place.is_some_and(|p| p != *given) {
                return Err(format!("input {k} is not where the parent left it"));
            }
        }
    }
    for (k, place) in out.inputs.iter().enumerate() {
        if let Some(l) = place {
            c.set(*l, vec![IrRef(k as u32)])?;
        }
    }
    for a in &out.actions {
        match a {
            Action::Move(m) => {
                let values = match m.from {
                    Source::Const(r) => vec![r],
                    Source::Loc(l) => c.get(l)?.clone(),
                };
                let in_memory = |l: Loc| !matches!(l, Loc::Reg(_));
                let through_scratch = match m.from {
                    Source::Loc(l) => in_memory(l) && in_memory(m.to),
                    Source::Const(_) => in_memory(m.to),
                };
                if through_scratch {
                    target.regs().scratch.iter().for_each(|s| c.held[s.0 as usize].clear());
                }
                c.set(m.to, values)?;
            }
            Action::Step(s) => {
                c.step(*s as usize, ends).map_err(|e| {
                    let inst = plan.steps[*s as usize].inst;
                    format!("step {s} (v{inst}, {:?}): {e}", trace.insts[inst as usize].op)
                })?;
            }
        }
    }
    Ok(())
}

impl Checker<'_> {
    fn get(&self, l: Loc) -> Result<&Vec<IrRef>, String> {
        self.held.get(index(l)).ok_or_else(|| format!("{l:?} is outside the frame"))
    }
    fn set(&mut self, l: Loc, values: Vec<IrRef>) -> Result<(), String> {
        let place = self.held.get_mut(index(l)).ok_or_else(|| format!("{l:?} is outside the frame"))?;
        *place = values;
        Ok(())
    }
    fn holds(&self, l: Loc, v: IrRef) -> Result<(), String> {
        if self.get(l)?.contains(&v) {
            Ok(())
        } else {
            Err(format!("{l:?} should hold {v:?} but holds {:?}", self.get(l)?))
        }
    }
    fn operand(&self, o: Operand, v: IrRef) -> Result<(), String> {
        match o {
            Operand::Reg(r) => self.holds(Loc::Reg(r), v),
            Operand::Slot(s) => self.holds(Loc::Slot(s), v),
            Operand::Const(c) if c == v => Ok(()),
            _ => Err(format!("{o:?} in place of {v:?}")),
        }
    }

    fn step(&mut self, s: usize, ends: Ends<'_>) -> Result<(), String> {
        let step = self.plan.steps[s];
        let placed = self.out.placed[s];
        match step.of(self.trace).op {
            Op::Label => self.label(&step),
            Op::Jump => self.jump(&step, ends),
            _ => self.plain(&step, &placed),
        }
    }

    fn label(&mut self, step: &Step) -> Result<(), String> {
        let label = &self.out.label;
        let list = step.list(self.trace);
        let mut after = vec![Vec::new(); self.held.len()];
        for (k, place) in label.phis.iter().enumerate() {
            if let Some(l) = place {
                self.holds(*l, list[k])?;
                after[index(*l)].push(IrRef(step.inst + 1 + k as u32));
            }
        }
        for (v, reg, slot) in &label.through {
            for l in reg.map(Loc::Reg).into_iter().chain(slot.map(Loc::Slot)) {
                self.holds(l, *v)?;
                after[index(l)].push(*v);
            }
        }
        if let Some(two) = after.iter().find(|a| a.len() > 1) {
            return Err(format!("{two:?} share a location at the label"));
        }
        self.held = after;
        Ok(())
    }

    fn jump(&mut self, step: &Step, ends: Ends<'_>) -> Result<(), String> {
        let list = step.list(self.trace);
        let places = match self.trace.target {
            JumpTarget::Loop => &self.out.label.phis[..],
            JumpTarget::Start => &self.out.inputs[..],
            _ => ends.target.unwrap_or(&[]),
        };
        for (r, place) in list.iter().zip(places) {
            if let Some(l) = place {
                self.holds(*l, *r)?;
            }
        }
        if self.trace.target == JumpTarget::Loop {
            for (v, reg, slot) in &self.out.label.through {
                for l in reg.map(Loc::Reg).into_iter().chain(slot.map(Loc::Slot)) {
                    self.holds(l, *v)?;
                }
            }
        }
        Ok(())
    }

    fn plain(&mut self, step: &Step, placed: &Placed) -> Result<(), String> {
        let info = *self.target.regs();
        let rules = self.target.constraints(self.trace, step);
        let (mut args, n) = step.args();
        if placed.exchanged {
            if !rules.commute {
                return Err("operands exchanged without leave".into());
            }
            args.swap(0, 1);
        }
        let temps = &placed.temps[..rules.temps as usize];
        for k in 0..n {
            self.argument(&rules, placed, k, args)?;
            if let Operand::Reg(r) = placed.args[k] {
                if temps.contains(&r) {
                    return Err(format!("operand {k} shares {r:?} with a temporary"));
                }
            }
        }
        for (k, r) in step.list(self.trace).iter().enumerate() {
            self.operand(self.out.lists[placed.list as usize + k], *r)?;
        }
        if step.exit != u32::MAX {
            let e = step.exit as usize;
            for k in self.plan.exit_start[e]..self.plan.exit_start[e + 1] {
                self.holds(self.out.exit_locs[k as usize], self.plan.exit_values[k as usize])?;
            }
        }
        // Effects.
        let mut lost = rules.clobbers.or(RegSet::of(&info.scratch));
        temps.iter().for_each(|t| lost.insert(*t));
        let inst = step.of(self.trace);
        if inst.op.info().effect == Effect::Alloc {
            // The slow path preserves exactly what the decision lists.
            lost = lost.or(info.allocatable.minus(placed.live));
        }
        if let Some(r) = placed.result {
            if temps.contains(&r) || info.scratch.contains(&r) {
                return Err(format!("the result shares {r:?} with a temporary"));
            }
            lost.insert(r);
        }
        for r in lost.iter() {
            self.held[r.0 as usize].clear();
        }
        match (rules.result, placed.result) {
            (ResultRule::None, None) => {}
            (ResultRule::None, Some(_)) | (_, None) => return Err("result place against the rule".into()),
            (rule, Some(r)) => {
                if matches!(rule, ResultRule::Fixed(f) if f != r) {
                    return Err(format!("the result must be in a fixed register, not {r:?}"));
                }
                self.held[r.0 as usize].push(IrRef(step.inst));
            }
        }
        for result in info.results_of(self.trace, IrRef(step.inst)) {
            self.held[result.reg.0 as usize].push(result.value);
        }
        Ok(())
    }

    fn argument(
        &self,
        rules: &Constraints,
        placed: &Placed,
        k: usize,
        args: [IrRef; 3],
    ) -> Result<(), String> {
        let (place, rule) = (placed.args[k], rules.args[k]);
        if let ResultRule::SameAs(j) = rules.result {
            if j as usize == k {
                return match (place, placed.result) {
                    (Operand::Reg(a), Some(b)) if a == b => self.operand(place, args[k]),
                    _ => Err(format!("operand {k} is not in the result's register")),
                };
            }
        }
        if rule == ArgRule::Folded {
            return if args[k].is_const() || place == Operand::None {
                Ok(())
            } else {
                Err(format!("operand {k} cannot be folded"))
            };
        }
        let fits = match (rule, place) {
            (ArgRule::Fixed(r), Operand::Reg(p)) => r == p,
            (ArgRule::Any, Operand::Const(_)) => true,
            (ArgRule::Any | ArgRule::RegSlot, Operand::Slot(_)) => true,
            (_, Operand::Reg(r)) => !rules.clobbers.has(r),
            _ => false,
        };
        if !fits {
            return Err(format!("operand {k} in {place:?} breaks the rule {rule:?}"));
        }
        if let (Operand::Reg(p), Some(r), Some(same)) = (place, placed.result, early(rules)) {
            let twin = same.is_some_and(|j| args[j as usize] == args[k]);
            if p == r && !twin {
                return Err(format!("operand {k} is overwritten by the result in {r:?} before it is read"));
            }
        }
        self.operand(place, args[k])
    }
}

/// For results written before all operands are read: the operand that shares the register, if any.
fn early(rules: &Constraints) -> Option<Option<u8>> {
    match rules.result {
        ResultRule::SameAs(j) => Some(Some(j)),
        ResultRule::Early => Some(None),
        _ => None,
    }
}
