//! Lowering of guards and of the compares they swallow.

use crate::emit::{slot, Alu, Cc, Rm};
use crate::lower::{At, Lower};
use crate::regs::{CTX, TMP};
use crate::rules::imm32;
use dynasmrt::DynasmApi;
use holloway_tracer::codegen::context::NativeCtx;
use holloway_tracer::codegen::machine::{Class, Operand};
use holloway_tracer::codegen::plan::Fused;
use holloway_tracer::codegen::CodegenError;
use holloway_tracer::ir::Op;
use std::mem::offset_of;

type Done = Result<(), CodegenError>;

impl Lower<'_> {
    /// Compares two integers or references; the answer is the condition for the compare's truth.
    pub fn compare(&mut self, at: &At<'_>, op: Op) -> Result<Cc, CodegenError> {
        let cc = match op {
            Op::IntEq | Op::RefEq => Cc::E,
            Op::IntNe | Op::RefNe => Cc::Ne,
            Op::IntLt => Cc::L,
            Op::IntLe => Cc::Le,
            Op::UintLt => Cc::B,
            _ => Cc::Be,
        };
        let cc = if self.plan.steps[at.s].swapped { cc.flip() } else { cc };
        if at.args[1].is_const() {
            self.compare_const(at)?;
        } else {
            let a = self.reg(at, 0)?;
            let b = self.rm(at, 1)?;
            self.e.alu(Alu::Cmp, a, b);
        }
        Ok(cc)
    }

    /// Compares operand 0 (register or slot, either class) with the constant operand 1.
    fn compare_const(&mut self, at: &At<'_>) -> Done {
        let c = at.args[1];
        match (at.places[0], imm32(self.trace, c)) {
            (Operand::Reg(r), Some(0)) if r.class() == Class::Gpr => self.e.test(r.num()),
            (Operand::Reg(r), Some(k)) if r.class() == Class::Gpr => {
                self.e.alu(Alu::Cmp, r.num(), Rm::Imm(k))
            }
            (Operand::Slot(i), Some(k)) => self.e.cmp_frame(slot(i), k),
            (Operand::Reg(r), _) if r.class() == Class::Fpr => {
                crate::emit::asm!(self.e.asm ; movq Rq(TMP), Rx(r.num()));
                let bits = self.bits(c);
                let rm = self.e.pooled(bits);
                self.e.alu(Alu::Cmp, TMP, rm);
            }
            (Operand::Reg(r), None) => {
                let bits = self.bits(c);
                self.e.imm(TMP, bits);
                self.e.alu(Alu::Cmp, r.num(), Rm::Reg(TMP));
            }
            (Operand::Slot(i), None) => {
                // Order matters for less-than: the slot is the first operand.
                self.e.load(TMP, Rm::Frame(slot(i)));
                let bits = self.bits(c);
                let rm = self.e.pooled(bits);
                self.e.alu(Alu::Cmp, TMP, rm);
            }
            (o, _) => return Err(CodegenError::Internal(format!("a compared value in {o:?}"))),
        }
        Ok(())
    }

    /// A guard, with whatever it swallowed.
    pub fn guard(&mut self, at: &At<'_>, exit: u32) -> Done {
        let fail = self.exits[exit as usize];
        if at.inst.op == Op::Exit {
            self.e.jmp(fail);
            return Ok(());
        }
        self.countdown(exit);
        let want = at.inst.op == Op::GuardTrue;
        match self.plan.steps[at.s].fused {
            Fused::None => self.plain_guard(at, fail),
            Fused::Compare(c) => {
                let op = self.trace.insts[c as usize].op;
                if matches!(op, Op::FloatEq | Op::FloatNe | Op::FloatLt | Op::FloatLe) {
                    let test = self.float_compare(at, op)?;
                    self.float_branch(test, want, fail);
                } else {
                    let cc = self.compare(at, op)?;
                    self.e.jcc(if want { cc.not() } else { cc }, fail);
                }
                Ok(())
            }
            Fused::Overflow(c) => {
                let op = self.trace.insts[c as usize].op;
                self.overflow(at, op)?;
                self.e.jcc(if want { Cc::No } else { Cc::O }, fail);
                Ok(())
            }
            Fused::Flags(_) => {
                self.e.jcc(if want { Cc::No } else { Cc::O }, fail);
                Ok(())
            }
        }
    }

    fn plain_guard(&mut self, at: &At<'_>, fail: dynasmrt::DynamicLabel) -> Done {
        match at.inst.op {
            Op::GuardTrue | Op::GuardFalse => {
                match at.places[0] {
                    Operand::Reg(r) => self.e.test(r.num()),
                    Operand::Slot(i) => self.e.cmp_frame(slot(i), 0),
                    o => return Err(CodegenError::Internal(format!("a guarded value in {o:?}"))),
                }
                self.e.jcc(if at.inst.op == Op::GuardTrue { Cc::E } else { Cc::Ne }, fail);
            }
            Op::GuardEq => {
                self.compare_const(at)?;
                self.e.jcc(Cc::Ne, fail);
            }
            Op::GuardValid => {
                let base = match at.places[0] {
                    Operand::Const(c) => {
                        let bits = self.bits(c);
                        self.e.imm(TMP, bits);
                        TMP
                    }
                    _ => self.reg(at, 0)?,
                };
                self.e.cmp_zero(base, 0);
                self.e.jcc(Cc::Ne, fail);
            }
            Op::GuardPoll => {
                self.e.cmp_zero(CTX, offset_of!(NativeCtx, poll) as i32);
                self.e.jcc(Cc::Ne, fail);
            }
            op => return Err(CodegenError::Internal(format!("{op:?} is no guard"))),
        }
        Ok(())
    }
}
