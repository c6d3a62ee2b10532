//! Loops: a preamble and a body that finds everything invariant already computed.
//!
//! **Problem.** In a loop most guards and loads give the same answer in every iteration, but hoisting them needs proofs
//! about guards, memory and order. Feeding the recorded iteration twice needs none: the first copy (the *preamble*)
//! runs once; when the second copy (the *body*) is fed, what was computed from invariant values is found again by the
//! ordinary passes and not emitted.
//!
//! **How.** After the preamble, each input is either assumed to be *the same* in every iteration (the jump supplied the
//! input itself, or a constant), or carried by a `Phi` of the natural type of what the jump supplied (a float whose bits
//! were in a payload word travels as a float). After the body it is checked that the assumed values come out again;
//! if not, the input becomes a phi and everything is fed again. What the loop writes is assumed and checked likewise,
//! and so is that inputs which enter the loop equal stay equal (a counter and its visible copy): a *group* of such
//! inputs shares one phi.
//!
//! **Invariants.**
//! 1. Facts about values hold in the body because the preamble dominates it; phis are fresh values without facts.
//! 2. Knowledge about memory crosses into the body only where the body's emitted stores and calls leave it true;
//!    stores to objects allocated in the body itself cannot reach older objects.
//! 3. The last attempt assumes nothing, so it is always accepted.
//!
//! Objects that are virtual at the jump are forced there, or carried as their contents (`carry`).
//!
//! **Not promised**: the fewest attempts.
//!
//! **Example**: `i0 = input; i1 = input; i2 = int_lt i0 i1; guard_true i2; i3 = int_mul i1 i1; i4 = int_add i0 i3;
//! jump start(i4, i1)` gets a body of `i7 = phi; i8 = int_lt i7 i1; guard_true i8; i9 = int_add i7 i3; jump loop(i9)`.

use super::carry::{self, Shape};
use super::entry::{Draft, Group};
use super::fate::Ledger;
use super::rewriter::{Elements, Rewriter, Writes};
use super::{dce, entry, OptAbort, OptConfig, Optimized};
use crate::ir::{Inst, IrRef, JumpTarget, Op, Trace, Ty};

/// What the body assumes; found by trying.
struct Plan {
    /// Per input: the body uses what the preamble's jump supplied, in every iteration.
    same: Vec<bool>,
    /// Per input: that assumption failed once and is not made again.
    refuted: Vec<bool>,
    /// Per input: the phi's type, where the first value alone does not tell.
    ty: Vec<Option<Ty>>,
    /// Per input: its group; the first input of a group that is not `same` has the phi of all.
    group: Vec<usize>,
    /// Per input that leads a group: the object that is carried as its contents.
    carry: Vec<Option<Shape>>,
    /// The memory that the body writes, at most; `None`: as the preamble did.
    writes: Option<Writes>,
}

/// Optimizes a trace that jumps to its own start.
pub(super) fn optimize_loop(trace: &Trace, config: &OptConfig, explain: bool) -> Result<Optimized, OptAbort> {
    let n = trace.inputs();
    let mut plan: Option<Plan> = None;
    for attempt in 0.. {
        if attempt >= config.max_attempts {
            let writes = Writes {
                fields: vec![true; trace.fields.len()],
                arrays: vec![Elements::ALL; trace.arrays.len()],
                all: true,
            };
            let ty = plan.map_or(vec![None; n], |p| p.ty);
            let group = (0..n).collect();
            let (same, refuted) = (vec![false; n], vec![true; n]);
            plan = Some(Plan { same, refuted, ty, group, carry: vec![None; n], writes: Some(writes) });
        }
        let mut rw = Rewriter::new(trace, config);
        rw.ledger = explain.then(|| Box::new(Ledger::new(trace.insts.len())));
        if let Some(draft) = try_plan(&mut rw, &mut plan)? {
            let (trace, fates, number) = dce::finish(rw, config, JumpTarget::Loop);
            return Ok(Optimized { trace, fates, entry: draft.map(|d| d.finish(&number)) });
        }
    }
    unreachable!("the plan without assumptions is accepted")
}

/// Feeds both copies. `None`: an assumption failed; the plan is improved. Otherwise the way into the body, if there is one.
fn try_plan(rw: &mut Rewriter, plan: &mut Option<Plan>) -> Result<Option<Option<Draft>>, OptAbort> {
    let src = rw.src;
    let jump = &src.insts[src.insts.len() - 1];
    rw.feed_inputs();
    rw.feed_ops()?;
    let plan = plan.get_or_insert_with(|| assume(rw, &jump_values(rw, jump)));
    loop {
        let args = jump_values(rw, jump);
        carry::force_others(rw, &args, &plan.carry, |k| plan.leader(k))?;
        if carry::settle(rw, &args, &mut plan.carry) {
            break;
        }
    }
    let first = jump_values(rw, jump);
    if plan.writes.is_none() {
        plan.writes = Some(rw.writes.clone());
    }
    let writes = plan.writes.clone().unwrap_or_default();
    let (phis, draft) = enter_loop(rw, plan, &first, &writes)?;

    rw.feed_ops().map_err(|e| match e {
        OptAbort::AlwaysFails(r) => OptAbort::Unstable(r),
        e => e,
    })?;
    carry::force_others(rw, &jump_values(rw, jump), &plan.carry, |k| plan.leader(k))?;
    let second = jump_values(rw, jump);
    if !check(rw, plan, &first, &second, &phis) {
        return Ok(None);
    }
    let mut next = Vec::new();
    let label = IrRef(rw.out.insts.iter().position(|i| i.op == Op::Label).unwrap_or(0) as u32);
    for (k, &phi) in phis.iter().enumerate().filter(|(k, _)| plan.leader(*k) == Some(*k)) {
        if let Some(shape) = &plan.carry[k] {
            let from = label.index() + 1 + next.len();
            let types: Vec<Ty> = (from..from + shape.phis()).map(|i| rw.out.insts[i].ty).collect();
            next.extend(carry::next(rw, shape, second[k], types.into_iter())?);
            continue;
        }
        let ty = rw.ty(phi);
        let value = rw.natural(second[k]);
        let value = if rw.ty(value) == ty { value } else { rw.convert(second[k], ty)? };
        next.push(value);
    }
    let mut end = Inst::new(Op::Jump);
    end.place = jump.place;
    end.list = rw.out.add_list(next);
    let end = rw.emit_raw(end);
    rw.enter_kept(src.insts.len() - 1, end);
    Ok(Some(draft))
}

impl Plan {
    /// The input whose phi an input has; none if it needs none.
    fn leader(&self, k: usize) -> Option<usize> {
        let leader = || (0..k).find(|&j| self.group[j] == self.group[k] && !self.same[j]).unwrap_or(k);
        (!self.same[k]).then(leader)
    }
}

/// Groups of inputs by the first values: equal words of the same type.
fn groups(rw: &Rewriter, first: &[IrRef]) -> Vec<usize> {
    let same = |j: usize, k: usize| same_word(rw, first[j], first[k]) && natural_type(rw, first, j, k);
    (0..first.len()).map(|k| (0..k).find(|&j| same(j, k)).unwrap_or(k)).collect()
}

/// Whether two values would be carried as the same type.
fn natural_type(rw: &Rewriter, values: &[IrRef], j: usize, k: usize) -> bool {
    let ty = |k: usize| rw.ty(rw.natural(rw.resolve(values[k])));
    ty(j) == ty(k)
}

/// Whether two values are the same 64 bits.
fn same_word(rw: &Rewriter, a: IrRef, b: IrRef) -> bool {
    let (a, b) = (rw.natural(rw.resolve(a)), rw.natural(rw.resolve(b)));
    a == b || (rw.bits(a).is_some() && rw.bits(a) == rw.bits(b))
}

/// The jump's arguments in this copy, as far as they have come.
fn jump_values(rw: &Rewriter, jump: &Inst) -> Vec<IrRef> {
    rw.src.list(jump).iter().map(|&r| rw.mapped(r)).collect()
}

/// What to assume of a body whose preamble ended with these.
fn assume(rw: &Rewriter, first: &[IrRef]) -> Plan {
    let group = groups(rw, first);
    let shape = |k: usize| carry::shape(rw, first[k]).filter(|_| group[k] == k && rw.config.has("carry"));
    Plan {
        same: first.iter().enumerate().map(|(k, &v)| v.is_const() || v == IrRef(k as u32)).collect(),
        refuted: vec![false; first.len()],
        ty: vec![None; first.len()],
        carry: (0..first.len()).map(shape).collect(),
        group,
        writes: None,
    }
}

/// Emits label and phis and maps the inputs for the body. Returns each input's phi (its group's), or `NONE`.
fn enter_loop(
    rw: &mut Rewriter,
    plan: &Plan,
    first: &[IrRef],
    writes: &Writes,
) -> Result<(Vec<IrRef>, Option<Draft>), OptAbort> {
    let (mut starts, mut groups) = (Vec::new(), Vec::new());
    let mut phis = vec![IrRef::NONE; first.len()];
    for (k, &v) in first.iter().enumerate() {
        if let Some(shape) = &plan.carry[k] {
            starts.extend(carry::starts(rw, shape, v)?);
        } else if plan.leader(k) == Some(k) {
            let natural = rw.natural(v);
            let start = match plan.ty[k] {
                Some(ty) if ty != rw.ty(natural) => rw.convert(v, ty)?,
                _ => natural,
            };
            let members = (k..first.len()).filter(|&j| plan.leader(j) == Some(k)).collect();
            groups.push(Group { members, ty: rw.ty(start) });
            starts.push(start);
        }
    }
    let immutable: (Vec<bool>, Vec<bool>) = (
        rw.out.fields.iter().map(|d| d.immutable).collect(),
        rw.out.arrays.iter().map(|d| d.immutable).collect(),
    );
    let mut heap = std::mem::take(&mut rw.heap);
    heap.enter_loop((&immutable.0, &immutable.1), writes, |index| rw.bounds(rw.resolve(index)));
    rw.heap = heap;
    rw.barriers.forget();
    // Who enters the body elsewhere has accessed nothing.
    rw.clear_flag(super::rewriter::FOLLOWED);
    if writes.all {
        rw.valid.clear();
    }
    for &v in first {
        rw.set_flag(v, super::rewriter::ESCAPED);
        let natural = rw.natural(v);
        rw.set_flag(natural, super::rewriter::ESCAPED);
    }
    rw.writes = Writes::none(rw.out.fields.len(), rw.out.arrays.len());
    let phi = rw.out.insts.len() + 1;
    // Without facts learned from guards nothing would say which accesses are safe.
    let carries = plan.carry.iter().any(|c| c.is_some());
    let enter = !carries && rw.config.has("enter") && rw.config.has("guards");
    let draft = if enter { entry::draft(rw, &plan.same, first, &groups, phi) } else { None };
    if let Some(draft) = &draft {
        rw.order.keep(|r| draft.has(r));
    }
    rw.copy_start = rw.out.insts.len();
    if let Some(ledger) = &mut rw.ledger {
        ledger.body = true;
    }
    let mut label = Inst::new(Op::Label);
    label.list = rw.out.add_list(starts.clone());
    rw.emit_raw(label);
    let mut all = Vec::new();
    for &start in &starts {
        let mut inst = Inst::new(Op::Phi);
        inst.ty = rw.ty(start);
        all.push(rw.emit_raw(inst));
    }
    let mut all = all.into_iter();
    for k in 0..first.len() {
        let Some(leader) = plan.leader(k) else { continue };
        phis[k] = match &plan.carry[k] {
            _ if leader < k => phis[leader],
            Some(shape) => carry::begin(rw, shape, first[k], all.by_ref().take(shape.phis())),
            None => all.next().unwrap_or(IrRef::NONE),
        };
    }
    rw.state.invalidate();
    for k in 0..first.len() {
        let value = if plan.same[k] { first[k] } else { phis[k] };
        rw.map[k] = rw.convert(value, rw.src.insts[k].ty)?;
    }
    Ok((phis, draft))
}

/// Whether what the plan assumed came true; improves the plan where not.
///
/// The body mostly knows more than the preamble, so a refuted constant or an unexpected write is rare; but nothing says
/// that it cannot happen (lists of known memory are bounded), and a wrong assumption would be a wrong loop.
fn check(rw: &mut Rewriter, plan: &mut Plan, first: &[IrRef], second: &[IrRef], phis: &[IrRef]) -> bool {
    let mut good = true;
    // Members that came out different from their group's phi make groups of their own.
    let old = plan.group.clone();
    for k in 0..first.len() {
        let Some(leader) = plan.leader(k).filter(|&l| l < k) else { continue };
        let together = |j: usize| {
            let same = |v: &[IrRef]| same_word(rw, v[j], v[k]) && natural_type(rw, v, j, k);
            same(first) && same(second)
        };
        if !together(leader) {
            let mut others =
                (leader + 1..k).filter(|&j| !plan.same[j] && old[j] == old[k] && plan.group[j] == j);
            let twin = others.find(|&j| together(j));
            plan.group[k] = twin.unwrap_or(k);
            good = false;
        }
    }
    for k in 0..first.len() {
        good &= carry::check(rw, &mut plan.carry[k], phis[k], first[k], second[k]);
    }
    good &= carry::settle(rw, second, &mut plan.carry);
    for k in 0..first.len() {
        if plan.leader(k).is_some_and(|l| plan.carry[l].is_some()) {
            continue;
        }
        if plan.same[k] {
            if !same_word(rw, first[k], second[k]) {
                plan.same[k] = false;
                plan.refuted[k] = true;
                plan.group[k] = k;
                plan.ty[k] = Some(rw.ty(rw.natural(second[k])));
                good = false;
            }
        } else if !plan.refuted[k]
            && (same_word(rw, phis[k], second[k]) || same_word(rw, first[k], second[k]))
        {
            plan.same[k] = true;
            good = false;
        }
    }
    if let Some(writes) = &mut plan.writes {
        good &= !writes.merge(&rw.writes);
    }
    good
}
