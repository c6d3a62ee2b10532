//! Guards, and the tests they swallow.

use super::{internal, At, Base, Done, Emitter, Floats, Frames, Integers, Memory};
use crate::abi::NativeCtx;
use crate::codegen::plan::{overflow_base, wants_bits, Fused};
use crate::codegen::CodegenError;
use crate::ir::Op;
use std::mem::offset_of;

type L<'a, T> = <<T as Base<'a>>::E as Emitter>::Label;

/// The branches of a target, and guards over them.
pub trait Guards<'a>: Integers<'a> + Floats<'a> + Memory<'a> + Frames<'a> {
    /// Goes to `fail` unless the test came out as `want`.
    fn leave_unless(&mut self, test: Self::Test, want: bool, fail: L<'a, Self>);
    /// The test for overflow that the flags of the step before answer, which was this arithmetic.
    fn flags_test(&self, arithmetic: Op) -> Self::Test;
    /// Goes to `fail` if operand 0 is zero (`zero`), or if it is not.
    fn leave_if_zero(&mut self, at: &At<'_>, zero: bool, fail: L<'a, Self>) -> Done;
    /// Goes to `fail` unless operands 0 and 1 have a bit in common (`want`), or none.
    fn leave_unless_bits(&mut self, at: &At<'_>, want: bool, fail: L<'a, Self>) -> Done;
    /// Goes to `fail` unless the word of operand 0, of either class, is the constant operand 1.
    fn leave_unless_equal(&mut self, at: &At<'_>, fail: L<'a, Self>) -> Done;
    /// Goes to `fail` unless the word at an address is zero.
    fn leave_unless_clear(&mut self, addr: <Self::E as Emitter>::Addr, fail: L<'a, Self>);

    /// Leaves room for a jump to `fail`, for when the word of a cell is no longer zero, if this target does so; else writes nothing.
    fn assume(&mut self, _cell: u64, _fail: L<'a, Self>) -> bool {
        false
    }

    /// Goes to `fail` unless the compare comes out as `want`.
    fn compare_branch(&mut self, at: &At<'_>, op: Op, want: bool, fail: L<'a, Self>) -> Done {
        let test = self.compare(at, op)?;
        self.leave_unless(test, want, fail);
        Ok(())
    }

    /// A guard, with whatever it swallowed.
    fn guard(&mut self, at: &At<'_>, exit: u32) -> Done {
        let fail = self.exits[exit as usize];
        if at.inst.op == Op::Exit {
            self.e().jump(fail);
            return Ok(());
        }
        self.countdown(exit);
        let want = at.inst.op == Op::GuardTrue;
        let op = |c: u32| self.trace.insts[c as usize].op;
        let test = match self.plan.steps[at.s].fused {
            Fused::None => return self.plain_guard(at, exit),
            Fused::Compare(c) => match op(c) {
                op @ (Op::FloatEq | Op::FloatNe | Op::FloatLt | Op::FloatLe) => self.float_compare(at, op)?,
                op => return self.compare_branch(at, op, want, fail),
            },
            Fused::Bits(_) => return self.leave_unless_bits(at, wants_bits(self.trace, at.inst), fail),
            Fused::Overflow(c) => self.overflow(at, op(c))?,
            Fused::Flags(c) => match overflow_base(op(c)) {
                Some(arithmetic) => self.flags_test(arithmetic),
                None => return internal(format!("flags of {:?}", op(c))),
            },
            Fused::Operand(c) => return internal(format!("a guard computes {:?}", op(c))),
        };
        self.leave_unless(test, want, fail);
        Ok(())
    }

    /// A guard that has swallowed nothing.
    fn plain_guard(&mut self, at: &At<'_>, exit: u32) -> Done {
        let fail = self.exits[exit as usize];
        match at.inst.op {
            Op::GuardTrue => self.leave_if_zero(at, true, fail),
            Op::GuardFalse => self.leave_if_zero(at, false, fail),
            Op::GuardEq => self.leave_unless_equal(at, fail),
            Op::GuardValid => {
                if self.switches && self.assume(self.bits(at.args[0]), fail) {
                    return Ok(());
                }
                let cell = self.base_addr(at, 0)?;
                self.leave_unless_clear(cell, fail);
                Ok(())
            }
            Op::GuardPoll => {
                let poll = self.ctx(offset_of!(NativeCtx, poll));
                self.leave_unless_clear(poll, fail);
                Ok(())
            }
            Op::GuardCount => {
                self.count(exit, fail);
                Ok(())
            }
            op => Err(CodegenError::Internal(format!("{op:?} is no guard"))),
        }
    }
}
