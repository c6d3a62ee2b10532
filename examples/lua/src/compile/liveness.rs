//! Which registers still matter before each instruction: a backward data-flow analysis.
//!
//! A register is live if some path reads it before overwriting it. Two additions make that safe for a runtime that
//! unwinds: a to-be-closed variable is live through its whole scope, since an error anywhere in it closes it; and what calls hold (`held`) is
//! kept for a collection to find. Every variable of a chunk that names functions which look at variables of activations is live throughout, too.
//! Values beyond the frame's registers (an open list of results between its maker and its taker) are not in the
//! masks; the runtime knows them by `top`.
//!
//! Worked example: in `local a = f(); local b = a + 1; return b`, register 0 (`a`) is live before the addition and
//! dead after it.

use super::effects::{effects, fall_writes, jump_writes};
use crate::bytecode::{Op, Proto};
use langkit::held::Step;
use langkit::regs::RegSet;

/// A set of live registers.
pub type LiveMask = RegSet;

/// The instructions that can follow, with the registers overwritten on the way.
pub fn successors(proto: &Proto, pc: usize) -> Vec<(usize, RegSet)> {
    let op = proto.code[pc];
    let mut next = Vec::with_capacity(2);
    if let Some(target) = op.target(pc) {
        next.push((target, jump_writes(op)));
    }
    if op.falls_through() {
        next.push((pc + 1, fall_writes(op)));
    }
    if let Op::LoadFalseSkip { .. } = op {
        next.push((pc + 2, RegSet::default()));
    }
    next
}

/// The registers that are alive because calls hold the variables in scope: before each instruction, and while it waits for its call.
pub fn held(proto: &Proto) -> Vec<(RegSet, RegSet)> {
    let step = |pc: usize| {
        let mut scope = RegSet::default();
        if let Op::Call { .. } | Op::TForCall { .. } = proto.code[pc] {
            let open = proto.locals.iter().filter(|v| (v.start as usize..v.end as usize).contains(&pc));
            open.for_each(|v| scope.insert(usize::from(v.reg)));
        }
        Step { next: successors(proto, pc), writes: effects(proto, pc).writes, scope }
    };
    langkit::held::held(&(0..proto.code.len()).map(step).collect::<Vec<_>>())
}

/// The registers live before each instruction.
pub fn liveness(proto: &Proto) -> Vec<LiveMask> {
    let len = proto.code.len();
    let mut pinned = vec![RegSet::default(); len];
    for var in proto.locals.iter().filter(|v| v.to_close || proto.inspected) {
        for set in &mut pinned[var.start as usize..var.end as usize] {
            set.insert(usize::from(var.reg));
        }
    }
    let mut live = pinned.clone();
    loop {
        let mut changed = false;
        for pc in (0..len).rev() {
            let mut after = RegSet::default();
            for (next, written) in successors(proto, pc) {
                after = after.union(live[next].minus(written));
            }
            let fx = effects(proto, pc);
            let before = after.minus(fx.writes).union(fx.reads).union(pinned[pc]);
            changed |= before != live[pc];
            live[pc] = before;
        }
        if !changed {
            return live;
        }
    }
}
