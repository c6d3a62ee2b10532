//! What each op demands of the register allocator, as data.
//!
//! AArch64 is a three-address load/store machine: operands are in registers (a constant that an encoding holds is folded), results go
//! anywhere, nothing but calls has fixed places.

use crate::emit::{fits_add, fits_fmov, fits_logical, fits_scaled, fits_unscaled};
use crate::regs::{CALLER_SAVED, INFO, V0, X0};
use holloway_tracer::codegen::machine::{ArgRule, Constraints, ResultRule};
use holloway_tracer::codegen::plan::{governing, Fused, Step};
use holloway_tracer::ir::{IrRef, Op, Trace, Ty};
use ArgRule::{Folded, Reg};

fn folded_if(yes: bool) -> ArgRule {
    if yes {
        Folded
    } else {
        Reg
    }
}

fn bits(trace: &Trace, r: IrRef) -> Option<u64> {
    trace.as_const(r).map(|c| c.bits)
}

/// Whether an add or compare holds the constant, as itself or negated into the opposite instruction.
fn add_rule(trace: &Trace, r: IrRef) -> ArgRule {
    folded_if(bits(trace, r).is_some_and(|n| fits_add(n) || fits_add(n.wrapping_neg())))
}

fn offset_fits(offset: u64, bytes: u32) -> bool {
    fits_scaled(offset as i64, bytes) || fits_unscaled(offset as i64)
}

/// Zero is a register of its own, so a stored zero needs none.
fn stored(trace: &Trace, r: IrRef) -> ArgRule {
    folded_if(bits(trace, r) == Some(0))
}

/// The constraints of a step.
pub fn constraints(trace: &Trace, step: &Step) -> Constraints {
    const NO: ArgRule = Folded;
    let new = Constraints::new;
    if matches!(step.fused, Fused::Flags(_)) {
        return new([NO; 3], ResultRule::None);
    }
    let inst = &trace.insts[governing(step) as usize];
    let ([a, b, c], _) = step.args(trace);
    use ResultRule as R;
    let rules = match inst.op {
        Op::IntAdd | Op::IntSub => new([Reg, add_rule(trace, b), NO], R::Reg),
        Op::IntAnd | Op::IntOr | Op::IntXor => {
            new([Reg, folded_if(bits(trace, b).is_some_and(fits_logical)), NO], R::Reg)
        }
        Op::IntMul => new([Reg, Reg, NO], R::Reg),
        // The quotient is needed while the operands still are.
        Op::IntDivFloor | Op::IntModFloor => new([Reg, Reg, NO], R::Early).temps(1),
        Op::IntShl | Op::IntShr | Op::IntSar => new([Reg, folded_if(b.is_const()), NO], R::Reg),
        Op::IntAddOvf | Op::IntSubOvf => new([Reg, add_rule(trace, b), NO], R::Reg),
        // The high half of the product is compared with the low half's sign.
        Op::IntMulOvf => new([Reg, Reg, NO], R::Early).temps(1),
        Op::IntEq | Op::IntNe | Op::IntLt | Op::IntLe | Op::UintLt | Op::UintLe | Op::RefEq | Op::RefNe => {
            new([Reg, add_rule(trace, b), NO], R::Reg)
        }
        Op::IntNeg
        | Op::IntNot
        | Op::FloatNeg
        | Op::FloatAbs
        | Op::FloatSqrt
        | Op::FloatFloor
        | Op::FloatCeil
        | Op::FloatTrunc
        | Op::IntToFloat
        | Op::FloatToInt
        | Op::FloatToBits
        | Op::FloatFromBits => new([Reg, NO, NO], R::Reg),
        Op::FloatAdd
        | Op::FloatSub
        | Op::FloatMul
        | Op::FloatDiv
        | Op::FloatEq
        | Op::FloatNe
        | Op::FloatLt
        | Op::FloatLe => new([Reg, Reg, NO], R::Reg),
        Op::RefToInt | Op::RefFromInt => new([Reg, NO, NO], R::SameAs(0)),
        Op::Load => new([Reg, NO, NO], R::Reg),
        Op::Store => new([Reg, stored(trace, b), NO], R::None),
        Op::LoadElem | Op::StoreElem => {
            let d = &trace.arrays[inst.aux as usize];
            let constant = bits(trace, b).is_some_and(|k| {
                offset_fits(k.wrapping_mul(d.stride as u64).wrapping_add(d.offset as u64), d.mem.bytes())
            });
            let index = folded_if(constant);
            if inst.op == Op::LoadElem {
                new([Reg, index, NO], R::Reg)
            } else {
                new([Reg, index, stored(trace, c)], R::None)
            }
        }
        Op::New => new([NO; 3], R::Early).temps(1),
        Op::NewArray => new([Reg, NO, NO], R::Early).temps(1),
        Op::Call | Op::CallPure | Op::CallRead => {
            let float = inst.ty == Ty::Float;
            new([NO; 3], R::Fixed(if float { V0 } else { X0 })).clobbers(CALLER_SAVED)
        }
        Op::CallTrace => new([NO; 3], R::Fixed(X0)).clobbers(INFO.allocatable),
        Op::Result => new([NO; 3], R::Reg),
        Op::GuardTrue | Op::GuardFalse => new([Reg, NO, NO], R::None),
        // A float is compared as a word: through a temporary.
        Op::GuardEq if trace.ty(a) == Ty::Float => {
            let rule = folded_if(bits(trace, b).is_some_and(|n| n == 0 || fits_fmov(n)));
            new([Reg, rule, NO], R::None).temps(1)
        }
        Op::GuardEq => new([Reg, add_rule(trace, b), NO], R::None),
        Op::GuardValid => new([Reg, NO, NO], R::None),
        Op::Finish => new([NO; 3], R::None).temps(1),
        Op::GuardPoll | Op::Exit | Op::Input | Op::Phi | Op::Label | Op::Jump => new([NO; 3], R::None),
    };
    if step.fused == Fused::None {
        rules
    } else {
        Constraints { result: ResultRule::None, ..rules }
    }
}
