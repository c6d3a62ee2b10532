//! Lowering of guards and of the compares they swallow.

use crate::emit::{slot, Addr, Alu, Cc, Rm};
use crate::exits::NOPS;
use crate::lower::{Lower, Own, Test};
use crate::regs::TMP;
use crate::rules::imm32;
use dynasmrt::{DynamicLabel, DynasmApi};
use holloway_compiler::codegen::lower::{internal, At, Cold, Done, Emitter, Guards};
use holloway_compiler::codegen::machine::{Class, Operand};
use holloway_compiler::codegen::patch::ROOM;
use holloway_compiler::codegen::plan::Fused;
use holloway_compiler::ir::Op;

/// A guard on the relation of a register to a constant.
#[derive(Clone, Copy, Debug)]
pub struct Weak {
    /// The register.
    pub reg: u8,
    /// The constant.
    pub with: i32,
    /// Where the register stands to the constant if the guard leaves.
    pub leaves: Cc,
}

impl Weak {
    /// Whether the guard goes on if the register holds this.
    fn passes(self, value: i32) -> bool {
        let (a, b) = (i64::from(value), i64::from(self.with));
        let (ua, ub) = (a as u64, b as u64);
        match self.leaves.not() {
            Cc::E => a == b,
            Cc::Ne => a != b,
            Cc::L => a < b,
            Cc::Le => a <= b,
            Cc::G => a > b,
            Cc::Ge => a >= b,
            Cc::B => ua < ub,
            Cc::Be => ua <= ub,
            Cc::A => ua > ub,
            Cc::Ae => ua >= ub,
            Cc::O | Cc::No | Cc::P | Cc::Np => false,
        }
    }
}

impl Lower<'_> {
    /// What a compare answers by.
    pub fn condition(&self, at: &At<'_>, op: Op) -> Cc {
        let cc = match op {
            Op::IntEq | Op::RefEq => Cc::E,
            Op::IntNe | Op::RefNe => Cc::Ne,
            Op::IntLt => Cc::L,
            Op::IntLe => Cc::Le,
            Op::UintLt => Cc::B,
            _ => Cc::Be,
        };
        if self.plan.steps[at.s].swapped {
            cc.flip()
        } else {
            cc
        }
    }

    /// The guard of a step on the relation of a register to a constant, if it is one.
    fn weak(&self, at: &At<'_>) -> Option<Weak> {
        let Operand::Reg(r) = at.places[0] else { return None };
        if r.class() != Class::Gpr || !matches!(at.inst.op, Op::GuardTrue | Op::GuardFalse) {
            return None;
        }
        let want = at.inst.op == Op::GuardTrue;
        let (with, cc) = match self.plan.steps[at.s].fused {
            Fused::None => (0, Cc::Ne),
            Fused::Compare(c) => {
                (imm32(self.trace, at.args[1])?, self.condition(at, self.trace.insts[c as usize].op))
            }
            _ => return None,
        };
        Some(Weak { reg: r.num(), with, leaves: if want { cc.not() } else { cc } })
    }

    /// A guard that a register holds a constant right behind one that this passes, such as an integer's tag behind one that it is not nil's: one test is
    /// enough, and which of the two has failed is found off the path.
    pub fn guards_of_one(&mut self, s: usize, t: usize) -> bool {
        let (one, two) = (self.plan.steps[s], self.plan.steps[t]);
        if one.exit == u32::MAX || two.exit == u32::MAX || self.chaos {
            return false;
        }
        let (first, second) = (self.at(s), self.at(t));
        let Some(before) = self.weak(&first) else { return false };
        let same =
            matches!(second.places[0], Operand::Reg(r) if r.class() == Class::Gpr && r.num() == before.reg);
        let constant = imm32(self.trace, second.args[1]).filter(|&k| before.passes(k));
        let (Op::GuardEq, Fused::None, true, Some(k)) = (second.inst.op, two.fused, same, constant) else {
            return false;
        };
        let (at, exits) = (self.e.label(), [one, two].map(|step| self.exits[step.exit as usize]));
        self.e.alu(Alu::Cmp, before.reg, Rm::Imm(k));
        self.e.jcc(Cc::Ne, at);
        self.cold.push(Cold::Own(Own::Unlike { at, before, exits }));
        true
    }

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
