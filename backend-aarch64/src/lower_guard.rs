//! Lowering of guards and of the compares they swallow.

use crate::emit::{asm, Addr, Alu, Cc};
use crate::lower::Lower;
use crate::regs::{ADDR, TMP, ZERO};
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_compiler::codegen::lower::{At, Done, Emitter, Guards, Integers};
use holloway_compiler::codegen::machine::{Class, Operand, PReg};
use holloway_compiler::ir::Op;

/// The condition for an integer compare's truth, operands in the order of `swapped`.
pub fn condition(op: Op, swapped: bool) -> Cc {
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

impl<'a> Guards<'a> for Lower<'a> {
    fn leave_unless(&mut self, test: Cc, want: bool, fail: DynamicLabel) {
        self.e.bcc(if want { test.not() } else { test }, fail);
    }

    /// A product's overflow is a compare of its halves.
    fn flags_test(&self, arithmetic: Op) -> Cc {
        if arithmetic == Op::IntMul {
            Cc::Ne
        } else {
            Cc::Vs
        }
    }

    fn leave_if_zero(&mut self, at: &At<'_>, zero: bool, fail: DynamicLabel) -> Done {
        let r = self.reg(at, 0)?;
        self.e.cbz(zero, r, fail);
        Ok(())
    }

    fn leave_unless_bits(&mut self, at: &At<'_>, want: bool, fail: DynamicLabel) -> Done {
        let a = self.reg(at, 0)?;
        match at.places[1] {
            Operand::Const(c) if self.bits(c).is_power_of_two() => {
                let bit = self.bits(c).trailing_zeros();
                self.e.branch_bit(!want, a, bit, fail);
            }
            _ => {
                let b = self.rhs(at, Alu::Ands)?;
                self.e.alu(Alu::Ands, ZERO, a, b);
                self.e.bcc(if want { Cc::Eq } else { Cc::Ne }, fail);
            }
        }
        Ok(())
    }

    fn leave_unless_equal(&mut self, at: &At<'_>, fail: DynamicLabel) -> Done {
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
        Ok(())
    }

    fn leave_unless_clear(&mut self, addr: Addr, fail: DynamicLabel) {
        self.e.load_reg(PReg::gpr(TMP), addr);
        self.e.cbz(false, TMP, fail);
    }

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
                    self.e.branch_bit(leave == Cc::Lt, a, 63, fail);
                    return Ok(());
                }
                _ => {}
            }
        }
        self.compare(at, op)?;
        self.e.bcc(leave, fail);
        Ok(())
    }
}
