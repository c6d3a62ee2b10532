//! The plan of a trace: which instructions become code, in what order, and where every value is needed next.
//!
//! **Problem.** Before registers are assigned we decide what is not worth an instruction of its own: unused pure ops vanish, a compare
//! used only by a guard becomes part of it, an overflow test reads the flags of the arithmetic it belongs to, and where the target can,
//! arithmetic computes an operand itself ([`combine`](super::combine)). What remains is a list of
//! [`Step`]s; from here on, a *position* is an index into that list.
//!
//! **Invariants.**
//! 1. Every value with a use left is defined by exactly one step (or is an input or phi).
//! 2. `after[occ + k]` is the position of the next operand use of step operand `k` after this step ([`NEVER`] if none).
//! 3. `last[v]` is the last position that mentions `v`, snapshots included; a value that the loop reads but does not define lives to the
//!    end of the loop.
//! 4. A [`Fused::Flags`] guard directly follows the step whose flags it tests.
//! 5. Results that a called trace leaves in registers have no step: they begin with the call's.
//! 6. [`Plan::deaths`] lists what an exit mentions and nothing after it does, so nobody else has to look through all values of all exits for it.
//!
//! **Example.** `i4 = int_add i1 i2; i5 = int_add_ovf i1 i2; guard_false i5` plans as two steps: `int_add` (which must set flags) and a
//! guard that is a lone conditional jump.

use super::combine::{inner, Inner};
use super::machine::PReg;
use super::Target;
use crate::ir::op::Arg;
use crate::ir::{Effect, ExitOrder, Inst, IrRef, JumpTarget, Op, Shape, Snapshot, Trace, Ty};
use std::ops::Range;

/// No further use.
pub const NEVER: u32 = u32::MAX;

/// What a step has swallowed; guards, unless it says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fused {
    /// Nothing.
    None,
    /// The compare at this instruction: its operands are the step's.
    Compare(u32),
    /// The `int_and` at this instruction, operands included, of which only is asked whether any bit is set ([`wants_bits`]); a compare of it
    /// with zero may have stood between.
    Bits(u32),
    /// The overflow test at this instruction, operands included: the step computes it into a scratch register.
    Overflow(u32),
    /// The overflow test at this instruction, answered by the flags of the step before.
    Flags(u32),
    /// An operand that the step, which is no guard, computes itself: the step's operands are its other one and those of this instruction.
    Operand(u32),
}

/// One unit of emission.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The instruction.
    pub inst: u32,
    /// What it has swallowed.
    pub fused: Fused,
    /// Operands 0 and 1 change places (a constant goes second); a compare then flips its condition.
    pub swapped: bool,
    /// The next step tests the flags this one leaves.
    pub sets_flags: bool,
    /// The operands in the step's own order, and how many.
    args: [IrRef; 3],
    operands: u8,
    /// Start of the step's operands in [`Plan::after`].
    pub occ: u32,
    /// Index of the exit, or `u32::MAX`.
    pub exit: u32,
}

/// What register a value would best be in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// No preference.
    None,
    /// This register.
    Reg(PReg),
    /// The register of phi `k` of the loop.
    Phi(u32),
}

/// The plan; indices by value are instruction indices.
#[derive(Debug, Default)]
pub struct Plan {
    /// Steps in order of emission.
    pub steps: Vec<Step>,
    /// Next operand use after each occurrence, see [`Step::occ`].
    pub after: Vec<u32>,
    /// First operand use of each value.
    pub first: Vec<u32>,
    /// Last mention of each value.
    pub last: Vec<u32>,
    /// Preferred registers.
    pub hints: Vec<Hint>,
    /// Position of the label.
    pub label: Option<u32>,
    /// Values defined before the label and mentioned after it.
    pub through: Vec<IrRef>,
    /// Live values of exit `k`: `exit_values[exit_start[k]..exit_start[k + 1]]`.
    pub exit_start: Vec<u32>,
    /// See `exit_start`.
    pub exit_values: Vec<IrRef>,
    /// By value: an exit has it.
    pub in_exits: Vec<bool>,
    /// By exit: it has the values of the one before.
    same: Vec<bool>,
    /// See [`Plan::deaths`].
    exit_deaths: Vec<IrRef>,
    death_ranges: Vec<(u32, u32)>,
    /// Positions of calls, ascending.
    pub calls: Vec<u32>,
}

impl Plan {
    /// Which of [`Plan::exit_values`] are the exit's.
    pub fn exit_range(&self, exit: u32) -> Range<usize> {
        self.exit_start[exit as usize] as usize..self.exit_start[exit as usize + 1] as usize
    }
    /// The exit's values that nothing mentions later.
    pub fn deaths(&self, exit: u32) -> &[IrRef] {
        let (from, to) = self.death_ranges[exit as usize];
        &self.exit_deaths[from as usize..to as usize]
    }
}

/// Options of planning.
#[derive(Clone, Copy, Debug)]
pub struct PlanOptions {
    /// Guards may test flags left by the step before (off when something is emitted in front of each guard).
    pub flags: bool,
}

/// The operation of a step that decides its operands: the swallowed compare if there is one.
pub fn governing(step: &Step) -> u32 {
    match step.fused {
        Fused::Compare(c) | Fused::Bits(c) | Fused::Overflow(c) => c,
        Fused::None | Fused::Flags(_) | Fused::Operand(_) => step.inst,
    }
}

impl Step {
    /// The step's operands in its own order.
    pub fn args(&self) -> ([IrRef; 3], usize) {
        (self.args, self.operands as usize)
    }
    fn find_args(&self, trace: &Trace) -> ([IrRef; 3], usize) {
        if matches!(self.fused, Fused::Flags(_)) {
            return ([IrRef::NONE; 3], 0);
        }
        let inst = &trace.insts[governing(self) as usize];
        if trace.in_registers(inst) {
            let list = trace.list(inst);
            return (std::array::from_fn(|k| list.get(k).copied().unwrap_or(IrRef::NONE)), list.len());
        }
        let mut args = inst.args;
        if self.swapped {
            args.swap(0, 1);
        }
        if let Fused::Operand(c) = self.fused {
            match inner(trace, &trace.insts[c as usize]) {
                Some(Inner::Modified(b, _)) => return ([args[0], b, IrRef::NONE], 2),
                Some(Inner::Product(b, c)) => return ([args[0], b, c], 3),
                None => {}
            }
        }
        let n = match inst.op.info().shape {
            Shape::Result => 0,
            _ => inst.operands().len(),
        };
        (args, n)
    }
    /// The step's list operands, of which helpers may have none: [`Trace::in_registers`].
    pub fn list<'t>(&self, trace: &'t Trace) -> &'t [IrRef] {
        let inst = &trace.insts[self.inst as usize];
        match trace.in_registers(inst) {
            true => &[],
            false => trace.list(inst),
        }
    }
    /// The instruction.
    pub fn of<'t>(&self, trace: &'t Trace) -> &'t Inst {
        &trace.insts[self.inst as usize]
    }
}

/// Whether a [`Fused::Bits`] guard goes on when bits are set; else it does when none is.
pub fn wants_bits(trace: &Trace, guard: &Inst) -> bool {
    let asked = trace.insts[guard.args[0].index()].op;
    // A `guard_eq` asks for zero.
    (guard.op == Op::GuardTrue) != (asked == Op::IntEq)
}

/// The arithmetic op whose overflow `op` tests.
pub fn overflow_base(op: Op) -> Option<Op> {
    match op {
        Op::IntAddOvf => Some(Op::IntAdd),
        Op::IntSubOvf => Some(Op::IntSub),
        Op::IntMulOvf => Some(Op::IntMul),
        _ => None,
    }
}

/// How far apart a compare and its guard may be to be emitted together.
const FUSE_WINDOW: u32 = 16;

struct Planner<'t> {
    trace: &'t Trace,
    target: &'t dyn Target,
    options: PlanOptions,
    uses: Vec<u32>,
    absorbed: Vec<bool>,
    /// For an arithmetic op that was moved next to its guard: the guard's index.
    moved: Vec<u32>,
    label: Option<u32>,
    plan: Plan,
}

/// Whether an op without uses may be left out.
fn removable(inst: &Inst) -> bool {
    matches!(inst.op.info().effect, Effect::Pure | Effect::Read | Effect::Alloc)
}

fn has_exit(inst: &Inst) -> bool {
    inst.op.is_guard()
}

/// Whether it is seen at once that two snapshots mention the same values.
fn mention_the_same(a: &Snapshot, b: &Snapshot) -> bool {
    let plain = |s: &Snapshot| s.log.is_empty() && s.virtuals.is_empty();
    std::sync::Arc::ptr_eq(&a.entries, &b.entries) && plain(a) && plain(b)
}

/// Makes the plan of a verified trace.
pub fn plan(trace: &Trace, target: &dyn Target, options: PlanOptions) -> Plan {
    let n = trace.insts.len();
    let label = trace.insts.iter().position(|i| i.op == Op::Label).map(|i| i as u32);
    let mut p = Planner {
        trace,
        target,
        options,
        uses: vec![0; n],
        absorbed: vec![false; n],
        moved: vec![u32::MAX; n],
        label,
        plan: Plan::default(),
    };
    p.exits();
    p.count();
    p.results();
    let mut fused = p.fuse();
    p.combine(&mut fused);
    p.order(&fused);
    p.chains();
    p.plan
}

impl Planner<'_> {
    /// Lists the live values of every exit.
    fn exits(&mut self) {
        let mut order = ExitOrder::of(self.trace);
        let plan = &mut self.plan;
        let mut before = None;
        for inst in self.trace.insts.iter().filter(|i| has_exit(i)) {
            let start = plan.exit_values.len() as u32;
            let snap = self.trace.snaps.get(inst.snap.0 as usize);
            if let (Some(one), Some(two)) = (before, snap) {
                if mention_the_same(one, two) {
                    let last = *plan.exit_start.last().expect("there is an exit before") as usize;
                    plan.exit_values.extend_from_within(last..);
                    plan.same.push(true);
                    plan.exit_start.push(start);
                    continue;
                }
            }
            plan.same.push(false);
            plan.exit_start.push(start);
            if let Some(snap) = snap {
                order.list(snap, &mut plan.exit_values);
            }
            before = snap;
        }
        plan.in_exits = order.seen();
        plan.exit_start.push(plan.exit_values.len() as u32);
    }

    /// Counts uses backward, skipping what nobody needs.
    fn count(&mut self) {
        for i in (0..self.trace.insts.len()).rev() {
            let inst = &self.trace.insts[i];
            if removable(inst) && self.uses[i] == 0 && !self.plan.in_exits[i] {
                self.absorbed[i] = true;
                continue;
            }
            for operands in [inst.operands(), self.trace.list(inst)] {
                operands.iter().filter(|r| r.is_inst()).for_each(|r| self.uses[r.index()] += 1);
            }
        }
    }

    /// Leaves out results that are in registers behind their call.
    fn results(&mut self) {
        for call in (0..self.trace.insts.len() as u32).map(IrRef) {
            for result in self.target.regs().results_of(self.trace, call) {
                self.absorbed[result.value.index()] = true;
            }
        }
    }

    fn same_side(&self, a: u32, b: u32) -> bool {
        self.label.is_none_or(|l| (a > l) == (b > l))
    }

    /// Whether the op at `c`, an operand of the one at `g`, may become part of it: it has no other use and is near.
    fn swallows(&self, g: u32, c: u32) -> bool {
        let single = self.uses[c as usize] == 1 && !self.plan.in_exits[c as usize];
        single && self.same_side(c, g) && g - c <= FUSE_WINDOW
    }

    /// Decides what each guard swallows.
    fn fuse(&mut self) -> Vec<Fused> {
        let mut fused = vec![Fused::None; self.trace.insts.len()];
        for g in 0..self.trace.insts.len() as u32 {
            let guard = &self.trace.insts[g as usize];
            let of_truth = match guard.op {
                Op::GuardTrue | Op::GuardFalse => true,
                Op::GuardEq if self.is_zero(guard.args[1]) => false,
                _ => continue,
            };
            if guard.args[0].is_const() {
                continue;
            }
            let c = guard.args[0].index() as u32;
            let cond = self.trace.insts[c as usize].op;
            if !self.swallows(g, c) {
                continue;
            }
            if cond == Op::IntAnd {
                fused[g as usize] = Fused::Bits(c);
            } else if !of_truth {
                continue;
            } else if let Some(and) = self.bits_compared(g, c) {
                fused[g as usize] = Fused::Bits(and);
                self.absorbed[and as usize] = true;
            } else if cond.is_compare() {
                fused[g as usize] = Fused::Compare(c);
            } else if let Some(base) = overflow_base(cond) {
                fused[g as usize] = match self.partner(c, g, base) {
                    Some(p) if self.options.flags => {
                        self.moved[p as usize] = g;
                        Fused::Flags(c)
                    }
                    _ => Fused::Overflow(c),
                };
            } else {
                continue;
            }
            self.absorbed[c as usize] = true;
        }
        fused
    }

    fn is_zero(&self, r: IrRef) -> bool {
        self.trace.as_const(r).is_some_and(|c| c.bits == 0)
    }

    /// The `int_and` that the op at `c`, swallowed by the guard at `g`, asks for being zero, if it can be swallowed, too.
    fn bits_compared(&self, g: u32, c: u32) -> Option<u32> {
        let Inst { op: Op::IntEq | Op::IntNe, args: [a, b, _], .. } = self.trace.insts[c as usize] else {
            return None;
        };
        let and = if self.is_zero(b) { a } else { Some(b).filter(|_| self.is_zero(a))? };
        let found = !and.is_const()
            && self.trace.insts[and.index()].op == Op::IntAnd
            && !self.absorbed[and.index()]
            && self.swallows(g, and.index() as u32);
        found.then_some(and.index() as u32)
    }

    /// Decides which arithmetic computes an operand itself.
    fn combine(&mut self, fused: &mut [Fused]) {
        let taken = |p: &Self, i: u32| p.absorbed[i as usize] || p.moved[i as usize] != u32::MAX;
        for i in 0..self.trace.insts.len() as u32 {
            let inst = &self.trace.insts[i as usize];
            let two = inst.operands().len() == 2 && !inst.args[..2].iter().any(|a| a.is_const());
            if inst.ty != Ty::Int || !two || taken(self, i) {
                continue;
            }
            for k in if inst.op.info().commutative { [1, 0] } else { [1, 1] } {
                let c = inst.args[k].index() as u32;
                let free = !taken(self, c) && fused[c as usize] == Fused::None;
                let Some(inner) = inner(self.trace, &self.trace.insts[c as usize]) else { continue };
                if free && self.swallows(i, c) && self.target.combines(inst.op, inner) {
                    fused[i as usize] = Fused::Operand(c);
                    self.absorbed[c as usize] = true;
                    break;
                }
            }
        }
    }

    /// The arithmetic op that computes what the overflow test at `o` (guarded at `g`) asks about, if it can stand right before the guard.
    fn partner(&self, o: u32, g: u32, base: Op) -> Option<u32> {
        let test = &self.trace.insts[o as usize];
        let fits = |p: u32| {
            let inst = &self.trace.insts[p as usize];
            inst.op == base
                && inst.args == test.args
                && !self.absorbed[p as usize]
                && self.moved[p as usize] == u32::MAX
                && self.same_side(p, g)
        };
        // Before the guard: only if nothing that is emitted lies between (so no use is overtaken).
        let mut p = g;
        while p > 0 {
            p -= 1;
            if fits(p) {
                return Some(p);
            }
            if p != o && !self.absorbed[p as usize] {
                break;
            }
        }
        // After it: pure ops whose operands the test had may always come earlier.
        (g + 1..(g + 4).min(self.trace.insts.len() as u32)).find(|&p| fits(p))
    }

    /// Lays out the steps.
    fn order(&mut self, fused: &[Fused]) {
        let mut partner_of = vec![u32::MAX; self.moved.len()];
        for (p, &g) in self.moved.iter().enumerate() {
            if g != u32::MAX {
                partner_of[g as usize] = p as u32;
            }
        }
        self.plan.steps.reserve(self.trace.insts.len());
        let mut exit = 0;
        for i in 0..self.trace.insts.len() as u32 {
            let inst = &self.trace.insts[i as usize];
            if self.absorbed[i as usize] || self.moved[i as usize] != u32::MAX {
                continue;
            }
            if matches!(inst.op, Op::Input | Op::Phi) {
                continue;
            }
            let partner = partner_of[i as usize];
            if partner != u32::MAX {
                self.step(partner, Fused::None, u32::MAX, true);
            }
            let number = if has_exit(inst) {
                exit += 1;
                exit - 1
            } else {
                u32::MAX
            };
            if inst.op == Op::Label {
                self.plan.label = Some(self.plan.steps.len() as u32);
            }
            let calls = matches!(inst.op.info().shape, Shape::Helper | Shape::Key);
            if calls && !self.trace.inlined(inst) {
                self.plan.calls.push(self.plan.steps.len() as u32);
            }
            self.step(i, fused[i as usize], number, false);
        }
    }

    fn step(&mut self, inst: u32, fused: Fused, exit: u32, sets_flags: bool) {
        let (args, operands) = ([IrRef::NONE; 3], 0);
        let mut step = Step { inst, fused, swapped: false, sets_flags, args, operands, occ: 0, exit };
        let gov = &self.trace.insts[governing(&step) as usize];
        let first_const = gov.operands().len() == 2 && gov.args[0].is_const() && !gov.args[1].is_const();
        if !matches!(fused, Fused::Flags(_))
            && first_const
            && (gov.op.info().commutative || (gov.op.is_compare() && gov.op.info().args[0] != Arg::F))
        {
            step.swapped = true;
        }
        if let Fused::Operand(c) = fused {
            step.swapped = gov.args[0] == IrRef(c);
        }
        let (args, n) = step.find_args(self.trace);
        (step.args, step.operands) = (args, n as u8);
        self.plan.steps.push(step);
    }

    /// Builds the use chains backward.
    fn chains(&mut self) {
        let n = self.trace.insts.len();
        let trace = self.trace;
        let plan = &mut self.plan;
        let end = plan.steps.len() as u32;
        let mut next = vec![NEVER; n];
        plan.death_ranges = vec![(0, 0); plan.exit_start.len() - 1];
        plan.after.reserve(2 * plan.steps.len());
        plan.last = vec![0; n];
        plan.hints = vec![Hint::None; n];
        let looping = trace.target == JumpTarget::Loop;
        if let (Some(label), Some(label_inst), true) = (plan.label, self.label, looping) {
            let mut seen = vec![false; n];
            for s in plan.steps[label as usize + 1..].iter() {
                let (args, k) = s.args();
                for r in args[..k].iter().chain(s.list(trace)) {
                    if r.is_inst() && r.index() < label_inst as usize {
                        next[r.index()] = end;
                        if !std::mem::replace(&mut seen[r.index()], true) {
                            plan.through.push(*r);
                        }
                    }
                }
                if s.exit != u32::MAX {
                    for k in plan.exit_range(s.exit) {
                        let r = plan.exit_values[k];
                        if r.index() < label_inst as usize && !std::mem::replace(&mut seen[r.index()], true) {
                            plan.through.push(r);
                        }
                    }
                }
            }
            for r in &plan.through {
                plan.last[r.index()] = end;
            }
        }
        let (last, hints) = (&mut plan.last[..], &mut plan.hints[..]);
        for (s, step) in plan.steps.iter_mut().enumerate().rev() {
            step.occ = plan.after.len() as u32;
            let (args, k) = step.args();
            let list = step.list(trace);
            let inst = step.of(trace);
            for operands in [&args[..k], list] {
                let next = |r: &IrRef| if r.is_inst() { next[r.index()] } else { NEVER };
                plan.after.extend(operands.iter().map(next));
            }
            for operands in [&args[..k], list] {
                for r in operands.iter().filter(|r| r.is_inst()) {
                    next[r.index()] = s as u32;
                    let last = &mut last[r.index()];
                    *last = (*last).max(s as u32);
                }
            }
            if step.exit != u32::MAX {
                let exit = step.exit as usize;
                let from = plan.exit_deaths.len() as u32;
                // What the next exit mentions, too, lives on.
                let lives = plan.same.get(exit + 1) == Some(&true);
                let values = plan.exit_start[exit] as usize..plan.exit_start[exit + 1] as usize;
                for &r in if lives { &[] } else { &plan.exit_values[values] } {
                    // A later mention would have been met before.
                    let last = &mut last[r.index()];
                    if *last <= s as u32 {
                        *last = s as u32;
                        plan.exit_deaths.push(r);
                    }
                }
                plan.death_ranges[exit] = (from, plan.exit_deaths.len() as u32);
            }
            if inst.op == Op::Jump && trace.target == JumpTarget::Loop {
                for (k, r) in list.iter().enumerate().filter(|(_, r)| !r.is_const()) {
                    hints[r.index()] = Hint::Phi(k as u32);
                }
            } else if k > 0 && !args[0].is_const() && inst.ty == trace.ty(args[0]) {
                // Results tend to land in their first operand's register: pass the wish up.
                let wish = hints[step.inst as usize];
                if wish != Hint::None && hints[args[0].index()] == Hint::None {
                    hints[args[0].index()] = wish;
                }
            }
        }
        // A result without any mention dies where it is born.
        for (s, step) in plan.steps.iter().enumerate() {
            let last = &mut plan.last[step.inst as usize];
            *last = (*last).max(s as u32);
        }
        plan.first = next;
    }
}
