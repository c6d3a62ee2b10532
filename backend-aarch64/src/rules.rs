//! What each op demands of the register allocator, as data.
//!
//! The lowering of an op and its row here belong together: lowering may rely on exactly what the row says. AArch64 is a three-address
//! load/store machine: operands are in registers, results go anywhere, nothing but calls has fixed places. A constant second operand is
//! always `Folded`: lowering encodes it or builds it in the scratch register, so it never takes a register from a value.

use crate::regs::{CALLER_SAVED, DIRECT, INFO, V0, X0, X1};
use holloway_compiler::codegen::combine::{Inner, Modifier};
use holloway_compiler::codegen::constants::{const_array_bytes, elem_disp};
use holloway_compiler::codegen::machine::{ArgRule, Constraints, ResultRule};
use holloway_compiler::codegen::plan::{governing, Fused, Step};
use holloway_compiler::ir::{IrRef, Op, Trace, Ty};
use ArgRule::{Fixed, Folded, Reg};

const NO: ArgRule = Folded;

/// A register, unless it is a constant that lowering deals with.
fn value(r: IrRef) -> ArgRule {
    if r.is_const() {
        Folded
    } else {
        Reg
    }
}

/// Rules for base and index of an element access.
fn element(trace: &Trace, array: u32, base: IrRef, index: IrRef) -> (ArgRule, ArgRule) {
    match elem_disp(trace, array, index) {
        Some(_) => (value(base), Folded),
        None => (Reg, Reg),
    }
}

/// Whether the op's first operand may be the zero register.
pub fn zero_first(trace: &Trace, a: IrRef, b: IrRef) -> bool {
    !b.is_const() && trace.as_const(a).is_some_and(|c| c.bits == 0)
}

/// What is one instruction: sums and bits over a shifted register, sums over the low part of one, sums over a product.
pub fn combines(op: Op, inner: Inner) -> bool {
    match inner {
        Inner::Modified(_, Modifier::Low(_)) | Inner::Product(..) => matches!(op, Op::IntAdd | Op::IntSub),
        Inner::Modified(..) => matches!(op, Op::IntAdd | Op::IntSub | Op::IntAnd | Op::IntOr | Op::IntXor),
    }
}

/// The constraints of a step.
pub fn constraints(trace: &Trace, step: &Step) -> Constraints {
    if matches!(step.fused, Fused::Flags(_)) {
        return Constraints::new([NO; 3], ResultRule::None);
    }
    let inst = &trace.insts[governing(step) as usize];
    let (args, _) = step.args();
    if let Fused::Operand(_) = step.fused {
        return Constraints::new([Reg, Reg, value(args[2])], ResultRule::Reg);
    }
    let rules = value_rules(trace, step, inst.op, inst.aux, args);
    if step.fused == Fused::None {
        rules
    } else {
        Constraints { result: ResultRule::None, ..rules }
    }
}

fn value_rules(trace: &Trace, step: &Step, op: Op, aux: u32, [a, b, c]: [IrRef; 3]) -> Constraints {
    use ResultRule as R;
    let new = Constraints::new;
    match op {
        // ---- integers
        Op::IntSub if zero_first(trace, a, b) => new([Folded, Reg, NO], R::Reg),
        Op::IntAdd
        | Op::IntSub
        | Op::IntMul
        | Op::IntAnd
        | Op::IntOr
        | Op::IntXor
        | Op::IntShl
        | Op::IntShr
        | Op::IntSar
        | Op::IntDivFloor
        | Op::IntModFloor
        | Op::IntAddOvf
        | Op::IntSubOvf
        | Op::IntMulOvf
        | Op::IntEq
        | Op::IntNe
        | Op::IntLt
        | Op::IntLe
        | Op::UintLt
        | Op::UintLe
        | Op::RefEq
        | Op::RefNe => new([Reg, value(b), NO], R::Reg),
        Op::IntNeg | Op::IntNot => new([Reg, NO, NO], R::Reg),
        Op::RefToInt | Op::RefFromInt => new([Reg, NO, NO], R::SameAs(0)),
        // ---- floats
        Op::FloatNeg | Op::FloatAbs | Op::FloatSqrt | Op::FloatFloor | Op::FloatCeil | Op::FloatTrunc => {
            new([Reg, NO, NO], R::Reg)
        }
        Op::FloatAdd
        | Op::FloatSub
        | Op::FloatMul
        | Op::FloatDiv
        | Op::FloatEq
        | Op::FloatNe
        | Op::FloatLt
        | Op::FloatLe => {
            // One constant can be in the scratch register.
            let first = if b.is_const() { Reg } else { value(a) };
            new([first, value(b), NO], R::Reg)
        }
        Op::FloatFma => new([Reg, Reg, Reg], R::Reg),
        // ---- conversions
        Op::IntToFloat | Op::FloatToInt | Op::FloatToBits | Op::FloatFromBits => new([Reg, NO, NO], R::Reg),
        // ---- memory
        Op::TableWord => new([Reg, NO, NO], R::Reg),
        Op::Load => new([value(a), NO, NO], R::Reg),
        Op::Barrier => new([value(a), NO, NO], R::None),
        Op::Store => new([value(a), value(b), NO], R::None),
        Op::LoadElem => {
            let (base, index) = element(trace, aux, a, b);
            new([base, index, NO], R::Reg)
        }
        Op::StoreElem => {
            let (base, index) = element(trace, aux, a, b);
            new([base, index, value(c)], R::None)
        }
        Op::New => new([NO; 3], R::Reg),
        Op::NewArray if const_array_bytes(trace, aux, a).is_some() => new([Folded, NO, NO], R::Reg),
        Op::NewArray => new([Reg, NO, NO], R::Early),
        // ---- calls
        Op::CallPure | Op::CallRead if trace.inlined(step.of(trace)) => {
            new([Reg, Reg, Reg], R::Early).temps(2)
        }
        Op::Call | Op::CallPure | Op::CallRead if trace.direct(step.of(trace)).is_some() => {
            let result = match (op, step.of(trace).ty) {
                (Op::Call, _) => X0,
                (_, Ty::Float) => V0,
                _ => X1,
            };
            new(DIRECT.map(Fixed), R::Fixed(result)).clobbers(CALLER_SAVED)
        }
        Op::Call | Op::CallPure | Op::CallRead => {
            let float = trace.insts[step.inst as usize].ty == Ty::Float;
            new([NO; 3], R::Fixed(if float { V0 } else { X0 })).clobbers(CALLER_SAVED)
        }
        Op::CallTrace => new([NO; 3], R::Fixed(X0)).clobbers(INFO.allocatable),
        Op::Result => new([NO; 3], R::Reg),
        // ---- guards
        Op::GuardTrue | Op::GuardFalse => new([Reg, NO, NO], R::None),
        Op::GuardEq => new([Reg, Folded, NO], R::None),
        Op::GuardValid => new([value(a), NO, NO], R::None),
        // ---- structure
        Op::Finish => new([NO; 3], R::None).temps((step.list(trace).len() > INFO.results.len()) as u8),
        Op::GuardPoll | Op::GuardCount | Op::Exit | Op::Input | Op::Phi | Op::Label | Op::Jump => {
            new([NO; 3], R::None)
        }
    }
}
