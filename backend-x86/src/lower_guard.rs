//! Lowering of guards and of the compares they swallow.

use crate::emit::{slot, Addr, Alu, Cc, Rm};
use crate::exits::NOPS;
use crate::lower::{Lower, Test};
use crate::regs::TMP;
use crate::rules::imm32;
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_compiler::codegen::lower::{internal, At, Done, Emitter, Guards};
use holloway_compiler::codegen::machine::{Class, Operand};
use holloway_compiler::codegen::patch::ROOM;
use holloway_compiler::ir::Op;

impl Lower<'_> {
    /// Compares operand 0 (register or slot, either class) with the constant operand 1.
    pub fn compare_const(&mut self, at: &At<'_>) -> Done {
        let c = at.args[1];
        match (at.places[0], imm32(self.trace, c)) {
            (Operand::Reg(r), Some(0)) if r.class() == Class::Gpr => self.e.test(r.num()),
            (Operand::Reg(r), Some(k)) if r.class() == Class::Gpr => {
                self.e.alu(Alu::Cmp, r.num(), Rm::Imm(k))
            }
            (Operand::Slot(i), Some(k)) => self.e.cmp_frame(slot(i), k),
            (Operand::Reg(r), _) if r.class() == Class::Fpr => {
                self.held = None;
                crate::emit::asm!(self.e.asm ; movq Rq(TMP), Rx(r.num()));
                let bits = self.bits(c);
                let rm = self.e.pooled(bits);
                self.e.alu(Alu::Cmp, TMP, rm);
            }
            (Operand::Reg(r), None) => {
                let bits = self.bits(c);
                self.hold(bits);
                self.e.alu(Alu::Cmp, r.num(), Rm::Reg(TMP));
            }
            (Operand::Slot(i), None) => {
                // Order matters for less-than: the slot is the first operand.
                self.held = None;
                self.e.load(TMP, Rm::Frame(slot(i)));
                let bits = self.bits(c);
                let rm = self.e.pooled(bits);
                self.e.alu(Alu::Cmp, TMP, rm);
            }
            (o, _) => return internal(format!("a compared value in {o:?}")),
        }
        Ok(())
    }
}

impl<'a> Guards<'a> for Lower<'a> {
    fn leave_unless(&mut self, test: Test, want: bool, fail: DynamicLabel) {
        match (test, want) {
            (Test::One(cc), true) => self.e.jcc(cc.not(), fail),
            (Test::One(cc), false) => self.e.jcc(cc, fail),
            (Test::Equal, true) | (Test::NotEqual, false) => {
                self.e.jcc(Cc::Ne, fail);
                self.e.jcc(Cc::P, fail);
            }
            (Test::Equal, false) | (Test::NotEqual, true) => {
                let fine = self.e.label();
                self.e.jcc(Cc::P, fine);
                self.e.jcc(Cc::E, fail);
                self.e.bind(fine);
            }
        }
    }

    fn flags_test(&self, _: Op) -> Test {
        Test::One(Cc::O)
    }

    fn leave_if_zero(&mut self, at: &At<'_>, zero: bool, fail: DynamicLabel) -> Done {
        match at.places[0] {
            Operand::Reg(r) => self.e.test(r.num()),
            Operand::Slot(i) => self.e.cmp_frame(slot(i), 0),
            o => return internal(format!("a guarded value in {o:?}")),
        }
        self.e.jcc(if zero { Cc::E } else { Cc::Ne }, fail);
        Ok(())
    }

    fn leave_unless_bits(&mut self, at: &At<'_>, want: bool, fail: DynamicLabel) -> Done {
        let (a, rm) = (self.reg(at, 0)?, self.rm(at, 1)?);
        self.e.test_bits(a, rm);
        self.e.jcc(if want { Cc::E } else { Cc::Ne }, fail);
        Ok(())
    }

    fn leave_unless_equal(&mut self, at: &At<'_>, fail: DynamicLabel) -> Done {
        self.compare_const(at)?;
        self.e.jcc(Cc::Ne, fail);
        Ok(())
    }

    fn assume(&mut self, cell: u64, fail: DynamicLabel) -> bool {
        let at = self.e.offset() as u32;
        self.e.asm.extend(NOPS[ROOM - 1]);
        self.assumed.push((cell, at, fail));
        true
    }

    fn leave_unless_clear(&mut self, addr: Addr, fail: DynamicLabel) {
        self.e.cmp_zero(addr);
        self.e.jcc(Cc::Ne, fail);
    }
}
