//! Lowering of guards and of the compares they swallow.

use crate::emit::{asm, Addr, Alu, Cc};
use crate::lower::{At, Lower};
use crate::regs::{ADDR, TMP};
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_tracer::codegen::context::NativeCtx;
use holloway_tracer::codegen::machine::{Class, Operand, PReg};
use holloway_tracer::codegen::plan::{overflow_base, Fused};
use holloway_tracer::codegen::CodegenError;
use holloway_tracer::ir::Op;
use std::mem::offset_of;

type Done = Result<(), CodegenError>;

/// The condition for an integer compare's truth, operands in the order of `swapped`.
fn condition(op: Op, swapped: bool) -> Cc {
    let cc = match op {
        Op::IntEq | Op::RefEq => Cc::Eq,
        Op::IntNe | Op::RefNe => Cc::Ne,
        Op::IntLt => Cc::Lt,
        Op::IntLe => Cc::Le,
        Op::UintLt => Cc::Lo,
        _ => Cc::Ls,
    };
    if swapped {
        cc.flip()
    } else {
        cc
    }
}

impl Lower<'_> {
    /// Compares two integers or references; the answer is the condition for the compare's truth.
    pub fn compare(&mut self, at: &At<'_>, op: Op) -> Result<Cc, CodegenError> {
        let a = self.reg(at, 0)?;
        let b = self.rhs(at, Alu::Subs)?;
        self.e.cmp(a, b);
        Ok(condition(op, self.plan.steps[at.s].swapped))
    }

    /// Leaves unless the compare comes out as `want`.
    fn compare_branch(&mut self, at: &At<'_>, op: Op, want: bool, fail: DynamicLabel) -> Done {
        let cc = condition(op, self.plan.steps[at.s].swapped);
        let leave = if want { cc.not() } else { cc };
        if at.args[1].is_const() && self.bits(at.args[1]) == 0 {
            let a = self.reg(at, 0)?;
            match leave {
                Cc::Eq | Cc::Ne => {
                    self.e.cbz(leave == Cc::Eq, a, fail);
                    return Ok(());
                }
                Cc::Lt | Cc::Ge => {
                    self.e.branch_sign(leave == Cc::Lt, a, fail);
                    return Ok(());
                }
                _ => {}
            }
        }
        self.compare(at, op)?;
        self.e.bcc(leave, fail);
        Ok(())
    }

    /// A guard, with whatever it swallowed.
    pub fn guard(&mut self, at: &At<'_>, exit: u32) -> Done {
        let fail = self.exits[exit as usize];
        if at.inst.op == Op::Exit {
            self.e.b(fail);
            return Ok(());
        }
        self.countdown(exit);
        let want = at.inst.op == Op::GuardTrue;
        match self.plan.steps[at.s].fused {
            Fused::None => self.plain_guard(at, fail),
            Fused::Compare(c) => {
                let op = self.trace.insts[c as usize].op;
                if matches!(op, Op::FloatEq | Op::FloatNe | Op::FloatLt | Op::FloatLe) {
                    let cc = self.float_compare(at, op)?;
                    self.e.bcc(if want { cc.not() } else { cc }, fail);
                    Ok(())
                } else {
                    self.compare_branch(at, op, want, fail)
                }
            }
            Fused::Overflow(c) => {
                self.e.element = None;
                let op = self.trace.insts[c as usize].op;
                let cc = self.overflow(at, op)?;
                self.e.bcc(if want { cc.not() } else { cc }, fail);
                Ok(())
            }
            Fused::Flags(c) => {
                // A product's overflow is a compare of its halves.
                let product = overflow_base(self.trace.insts[c as usize].op) == Some(Op::IntMul);
                let cc = if product { Cc::Ne } else { Cc::Vs };
                self.e.bcc(if want { cc.not() } else { cc }, fail);
                Ok(())
            }
        }
    }

    fn plain_guard(&mut self, at: &At<'_>, fail: DynamicLabel) -> Done {
        match at.inst.op {
            Op::GuardTrue | Op::GuardFalse => {
                let r = self.reg(at, 0)?;
                self.e.cbz(at.inst.op == Op::GuardTrue, r, fail);
            }
            Op::GuardEq => {
                let bits = self.bits(at.args[1]);
                let r = match at.places[0] {
                    Operand::Reg(r) if r.class() == Class::Fpr => {
                        self.e.element = None;
                        asm!(self.e.asm ; fmov X(ADDR), D(r.num()));
                        ADDR
                    }
                    _ => self.reg(at, 0)?,
                };
                if bits == 0 {
                    self.e.cbz(false, r, fail);
                } else {
                    let b = self.e.rhs(Alu::Subs, bits);
                    self.e.cmp(r, b);
                    self.e.bcc(Cc::Ne, fail);
                }
            }
            Op::GuardValid => {
                let from = match at.places[0] {
                    Operand::Const(c) => {
                        let bits = self.bits(c);
                        self.e.constant_addr(bits, 0)
                    }
                    _ => Addr::base(self.reg(at, 0)?, 0),
                };
                self.leave_unless_zero(from, fail);
            }
            Op::GuardPoll => {
                let from = self.ctx(offset_of!(NativeCtx, poll));
                self.leave_unless_zero(from, fail);
            }
            op => return Err(CodegenError::Internal(format!("{op:?} is no guard"))),
        }
        Ok(())
    }

    fn leave_unless_zero(&mut self, from: Addr, fail: DynamicLabel) {
        self.e.load_reg(PReg::gpr(TMP), from);
        self.e.cbz(false, TMP, fail);
    }
}
