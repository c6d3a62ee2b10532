//! Conditions: comparisons, `and`, `or`, `not` as jumps.
//!
//! `branch` jumps where an expression has a given truth, without making its value. `logic` makes the value of an
//! `and`/`or` expression: operands that decide it jump to its end with their value in the destination. The
//! destination is written only where evaluation ends, since it may be a variable later operands read.
//!
//! Worked example: `local x = a < b and c or d` becomes "if not a<b go on at d; x = c, done if c is truthy; x = d".

use super::build::{Builder, Jumps, Result};
use super::expr::{Known, Left};
use crate::bytecode::Op;
use crate::syntax::ast::*;

/// The comparison with its sides exchanged.
pub(super) fn mirrored(op: BinOp) -> BinOp {
    match op {
        BinOp::Lt => BinOp::Gt,
        BinOp::Gt => BinOp::Lt,
        BinOp::Le => BinOp::Ge,
        BinOp::Ge => BinOp::Le,
        other => other,
    }
}

/// Jump if `(R[a] op R[b]) == cond`.
pub(super) fn register_jump(op: BinOp, a: u8, b: u8, cond: bool) -> Op {
    let off = 0;
    match op {
        BinOp::Eq => Op::JEq { a, b, cond, off },
        BinOp::Ne => Op::JEq { a, b, cond: !cond, off },
        BinOp::Lt => Op::JLt { a, b, cond, off },
        BinOp::Gt => Op::JLt { a: b, b: a, cond, off },
        BinOp::Le => Op::JLe { a, b, cond, off },
        BinOp::Ge => Op::JLe { a: b, b: a, cond, off },
        _ => unreachable!("{op:?} does not compare"),
    }
}

/// Jump if `(R[a] op constant) == cond`.
pub(super) fn constant_jump(op: BinOp, a: u8, with: Known, cond: bool) -> Op {
    let off = 0;
    let cond = cond != (op == BinOp::Ne);
    match (with, op, cond) {
        (Known::Nil, _, true) => Op::JNil { a, off },
        (Known::Nil, _, false) => Op::JNotNil { a, off },
        (Known::Immediate(i), BinOp::Eq | BinOp::Ne, true) => Op::JEqI { a, i, off },
        (Known::Immediate(i), BinOp::Eq | BinOp::Ne, false) => Op::JNotEqI { a, i, off },
        (Known::Immediate(i), BinOp::Lt, true) => Op::JLtI { a, i, off },
        (Known::Immediate(i), BinOp::Lt, false) => Op::JNotLtI { a, i, off },
        (Known::Immediate(i), BinOp::Le, true) => Op::JLeI { a, i, off },
        (Known::Immediate(i), BinOp::Le, false) => Op::JNotLeI { a, i, off },
        (Known::Immediate(i), BinOp::Gt, true) => Op::JGtI { a, i, off },
        (Known::Immediate(i), BinOp::Gt, false) => Op::JNotGtI { a, i, off },
        (Known::Immediate(i), BinOp::Ge, true) => Op::JGeI { a, i, off },
        (Known::Immediate(i), BinOp::Ge, false) => Op::JNotGeI { a, i, off },
        (Known::Constant(k), BinOp::Eq | BinOp::Ne, true) => Op::JEqK { a, k, off },
        (Known::Constant(k), BinOp::Eq | BinOp::Ne, false) => Op::JNotEqK { a, k, off },
        (Known::Constant(k), BinOp::Lt, true) => Op::JLtK { a, k, off },
        (Known::Constant(k), BinOp::Lt, false) => Op::JNotLtK { a, k, off },
        (Known::Constant(k), BinOp::Le, true) => Op::JLeK { a, k, off },
        (Known::Constant(k), BinOp::Le, false) => Op::JNotLeK { a, k, off },
        (Known::Constant(k), BinOp::Gt, true) => Op::JGtK { a, k, off },
        (Known::Constant(k), BinOp::Gt, false) => Op::JNotGtK { a, k, off },
        (Known::Constant(k), BinOp::Ge, true) => Op::JGeK { a, k, off },
        (Known::Constant(k), BinOp::Ge, false) => Op::JNotGeK { a, k, off },
        _ => unreachable!("{op:?} does not compare"),
    }
}

/// Where the parts of a value under construction jump to.
#[derive(Default)]
struct Exits {
    /// The value is in place.
    done: Jumps,
    /// The value is true, not yet loaded.
    yes: Jumps,
    /// The value is false, not yet loaded.
    no: Jumps,
}

impl Builder<'_> {
    /// The operands of a run of `and` (or of `or`), left to right.
    fn operands(&self, e: ExprId, is_or: bool) -> Vec<ExprId> {
        let (mut list, mut at) = (Vec::new(), self.chunk.bare(e));
        while let ExprKind::Logic { is_or: this, left, right } = self.kind(at) {
            if *this != is_or {
                break;
            }
            list.push(*right);
            at = self.chunk.bare(*left);
        }
        list.push(at);
        list.reverse();
        list
    }

    /// Jumps (added to `jumps`) where the expression's truth is `sense`, else goes on.
    pub(super) fn branch(&mut self, e: ExprId, sense: bool, jumps: &mut Jumps) -> Result<()> {
        let e = self.chunk.bare(e);
        let saved = self.free;
        if let Some(value) = self.chunk.literal(e) {
            if value.truthy() == sense {
                jumps.push(self.emit(Op::Jmp { off: 0 }));
            }
            return Ok(());
        }
        match self.kind(e) {
            ExprKind::Unary { op: UnOp::Not, operand } => self.branch(*operand, !sense, jumps)?,
            ExprKind::Logic { is_or, .. } => {
                let list = self.operands(e, *is_or);
                if *is_or == sense {
                    for e in list {
                        self.branch(e, sense, jumps)?;
                    }
                } else {
                    let mut skip = Jumps::new();
                    for e in &list[..list.len() - 1] {
                        self.branch(*e, !sense, &mut skip)?;
                    }
                    self.branch(list[list.len() - 1], sense, jumps)?;
                    self.patch_here(&skip);
                }
            }
            ExprKind::Binary { op, left, right } if op.is_comparison() => {
                jumps.push(self.compare_with(*op, Left::Expr(*left), *right, sense, None, e)?);
            }
            _ => {
                let a = self.operand(e)?;
                jumps.push(self.emit(if sense { Op::JTrue { a, off: 0 } } else { Op::JFalse { a, off: 0 } }));
            }
        }
        self.free = saved;
        Ok(())
    }

    /// The value of an `and`/`or` expression.
    pub(super) fn logic(&mut self, e: ExprId, dst: u8) -> Result<()> {
        let mut exits = Exits::default();
        let ExprKind::Logic { is_or, .. } = self.kind(e) else { unreachable!("called for and/or only") };
        let list = self.operands(e, *is_or);
        for e in &list[..list.len() - 1] {
            self.decide(*e, dst, *is_or, &mut exits)?;
        }
        let last = list[list.len() - 1];
        if self.is_truth(last) {
            self.branch(last, false, &mut exits.no)?;
            self.load_truth(dst, exits, true);
        } else {
            self.to(last, dst)?;
            if exits.yes.is_empty() && exits.no.is_empty() {
                self.patch_here(&exits.done);
                return Ok(());
            }
            exits.done.push(self.emit(Op::Jmp { off: 0 }));
            self.load_truth(dst, exits, false);
        }
        Ok(())
    }

    /// Loads true or false for the jumps that wait for it; `falls_in`: so does the code above, for true.
    fn load_truth(&mut self, dst: u8, mut exits: Exits, falls_in: bool) {
        if falls_in || !exits.yes.is_empty() {
            self.patch_here(&exits.yes);
            self.emit(Op::LoadTrue { a: dst });
            if !exits.no.is_empty() {
                exits.done.push(self.emit(Op::Jmp { off: 0 }));
            }
        }
        if !exits.no.is_empty() {
            self.patch_here(&exits.no);
            self.emit(Op::LoadFalse { a: dst });
        }
        self.patch_here(&exits.done);
    }

    /// Whether the value is always true or false and best made by jumps.
    fn is_truth(&self, e: ExprId) -> bool {
        match self.kind(self.chunk.bare(e)) {
            ExprKind::Binary { op, .. } => op.is_comparison(),
            ExprKind::Unary { op, .. } => *op == UnOp::Not,
            _ => false,
        }
    }

    /// If the expression's truth is `on`, it is the whole value: leaves through `exits`. Else goes on.
    fn decide(&mut self, e: ExprId, dst: u8, on: bool, exits: &mut Exits) -> Result<()> {
        let e = self.chunk.bare(e);
        let saved = self.free;
        if let Some(value) = self.chunk.literal(e) {
            if value.truthy() == on {
                self.load(value, dst);
                exits.done.push(self.emit(Op::Jmp { off: 0 }));
            }
            return Ok(());
        }
        match self.kind(e) {
            ExprKind::Logic { is_or, .. } => {
                let list = self.operands(e, *is_or);
                let (last, front) = list.split_last().expect("two operands at least");
                if *is_or == on {
                    for e in &list {
                        self.decide(*e, dst, on, exits)?;
                    }
                } else {
                    let mut skip = Jumps::new();
                    for e in front {
                        self.branch(*e, !on, &mut skip)?;
                    }
                    self.decide(*last, dst, on, exits)?;
                    self.patch_here(&skip);
                }
            }
            _ if self.is_truth(e) => {
                let list = if on { &mut exits.yes } else { &mut exits.no };
                self.branch(e, on, list)?;
            }
            _ => {
                let hint = (dst >= self.locals_top).then_some(dst);
                let reg = self.operand_in(e, hint)?;
                let off = 0;
                let jump = match (reg == dst, on) {
                    (true, true) => Op::JTrue { a: dst, off },
                    (true, false) => Op::JFalse { a: dst, off },
                    (false, true) => Op::SetJTrue { a: dst, b: reg, off },
                    (false, false) => Op::SetJFalse { a: dst, b: reg, off },
                };
                exits.done.push(self.emit(jump));
            }
        }
        self.free = saved;
        Ok(())
    }
}
