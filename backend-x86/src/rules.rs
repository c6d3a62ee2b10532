//! What each op demands of the register allocator, as data.
//!
//! The lowering of an op and its row here belong together: lowering may rely on exactly what the row says. Constants that an
//! encoding can hold are `Folded`; lowering reads them from the trace.

use crate::regs::{CALLER_SAVED, DIRECT, INFO, RAX, RCX, RDX, XMM0, XMM1, XMM2};
use holloway_compiler::codegen::constants::{const_array_bytes, elem_disp, power_of_two, reciprocal};
use holloway_compiler::codegen::machine::{ArgRule, Constraints, RegSet, ResultRule};
use holloway_compiler::codegen::plan::{governing, Fused, Step};
use holloway_compiler::ir::{IrRef, Mem, Op, Trace, Ty};
use ArgRule::{Any, Fixed, Folded, Reg, RegSlot};

/// Optional processor features that change lowering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Shifts by any register (`shlx` and relatives).
    pub bmi2: bool,
    /// Float rounding in one instruction.
    pub sse41: bool,
    /// Products and sums with one rounding.
    pub fma: bool,
}

impl Features {
    /// What this processor has.
    pub fn detect() -> Features {
        Features {
            bmi2: is_x86_feature_detected!("bmi2"),
            sse41: is_x86_feature_detected!("sse4.1"),
            fma: is_x86_feature_detected!("fma"),
        }
    }
}

/// The constant as a sign-extended 32-bit immediate, if it is one.
pub fn imm32(trace: &Trace, r: IrRef) -> Option<i32> {
    let bits = trace.as_const(r)?.bits as i64;
    i32::try_from(bits).ok()
}

const NO: ArgRule = Folded;

fn second(trace: &Trace, r: IrRef) -> ArgRule {
    if imm32(trace, r).is_some() {
        Folded
    } else {
        RegSlot
    }
}

/// The rule for a stored value of a memory form.
fn stored(trace: &Trace, mem: Mem, value: IrRef) -> ArgRule {
    match trace.as_const(value) {
        Some(_) if mem != Mem::W64 => Folded,
        Some(c) if i32::try_from(c.bits as i64).is_ok() => Folded,
        _ => Reg,
    }
}

/// Rules for base and index of an element access.
fn element(trace: &Trace, array: u32, base: IrRef, index: IrRef) -> (ArgRule, ArgRule) {
    match elem_disp(trace, array, index) {
        Some(_) if base.is_const() => (Folded, Folded),
        Some(_) => (Reg, Folded),
        None => (Reg, Reg),
    }
}

/// The constraints of a step.
pub fn constraints(features: Features, trace: &Trace, step: &Step) -> Constraints {
    if matches!(step.fused, Fused::Flags(_)) {
        return Constraints::new([NO; 3], ResultRule::None);
    }
    let inst = &trace.insts[governing(step) as usize];
    let ([a, b, c], _) = step.args();
    let rules = value_rules(features, trace, step, inst.op, inst.aux, [a, b, c]);
    if step.fused == Fused::None {
        rules
    } else {
        Constraints { result: ResultRule::None, ..rules }
    }
}

fn value_rules(
    f: Features,
    trace: &Trace,
    step: &Step,
    op: Op,
    aux: u32,
    [a, b, c]: [IrRef; 3],
) -> Constraints {
    use ResultRule as R;
    let new = Constraints::new;
    let div = RegSet::of(&[RAX, RDX]);
    match op {
        // ---- integers
        Op::IntAdd | Op::IntSub if imm32(trace, b).is_some_and(|k| k != i32::MIN) => {
            if step.sets_flags {
                new([Reg, Folded, NO], R::SameAs(0))
            } else {
                new([Reg, Folded, NO], R::Reg)
            }
        }
        Op::IntAdd if !step.sets_flags => new([Reg, Reg, NO], R::Reg),
        Op::IntMul if imm32(trace, b).is_some() => new([RegSlot, Folded, NO], R::Reg),
        Op::IntSub => new([Reg, second(trace, b), NO], R::SameAs(0)),
        Op::IntAdd | Op::IntMul | Op::IntAnd | Op::IntOr | Op::IntXor => {
            let rule = second(trace, b);
            new([Reg, rule, NO], R::SameAs(0)).commutes(rule == RegSlot)
        }
        Op::IntNeg | Op::IntNot | Op::FloatNeg | Op::FloatAbs | Op::RefToInt | Op::RefFromInt => {
            new([Reg, NO, NO], R::SameAs(0))
        }
        Op::IntShl | Op::IntShr | Op::IntSar if b.is_const() => new([Reg, Folded, NO], R::SameAs(0)),
        Op::IntShl | Op::IntShr | Op::IntSar if f.bmi2 => new([RegSlot, Reg, NO], R::Reg),
        Op::IntShl | Op::IntShr | Op::IntSar => new([Reg, Fixed(RCX), NO], R::SameAs(0)),
        Op::IntDivFloor | Op::IntModFloor if power_of_two(trace, b).is_some() => {
            new([Reg, Folded, NO], R::SameAs(0))
        }
        Op::IntDivFloor if reciprocal(trace, b).is_some() => {
            new([Reg, Folded, NO], R::Fixed(RDX)).clobbers(div)
        }
        Op::IntModFloor if reciprocal(trace, b).is_some() => {
            new([Reg, Folded, NO], R::Fixed(RAX)).clobbers(div)
        }
        Op::IntDivFloor => new([Fixed(RAX), Reg, NO], R::Fixed(RAX)).clobbers(div),
        Op::IntModFloor => new([Fixed(RAX), Reg, NO], R::Fixed(RDX)).clobbers(div),
        Op::IntAddOvf | Op::IntSubOvf | Op::IntMulOvf => new([Reg, second(trace, b), NO], R::Reg),
        Op::IntEq | Op::IntNe | Op::IntLt | Op::IntLe | Op::UintLt | Op::UintLe | Op::RefEq | Op::RefNe => {
            if b.is_const() {
                new([RegSlot, Folded, NO], R::Reg)
            } else {
                new([Reg, RegSlot, NO], R::Reg)
            }
        }
        // ---- floats
        Op::FloatAdd | Op::FloatMul => new([Reg, Any, NO], R::SameAs(0)).commutes(!b.is_const()),
        Op::FloatSub | Op::FloatDiv => new([Reg, Any, NO], R::SameAs(0)),
        Op::FloatFma if f.fma => new([Reg, Reg, Any], R::SameAs(0)),
        Op::FloatFma => new([Fixed(XMM0), Fixed(XMM1), Fixed(XMM2)], R::Fixed(XMM0)).clobbers(CALLER_SAVED),
        Op::FloatFloor | Op::FloatCeil | Op::FloatTrunc if !f.sse41 => {
            new([Fixed(XMM0), NO, NO], R::Fixed(XMM0)).clobbers(CALLER_SAVED)
        }
        Op::FloatSqrt | Op::FloatFloor | Op::FloatCeil | Op::FloatTrunc => new([Any, NO, NO], R::Reg),
        Op::FloatEq | Op::FloatNe => new([Reg, Any, NO], R::Reg),
        Op::FloatLt | Op::FloatLe => new([Any, Reg, NO], R::Reg),
        // ---- conversions
        Op::FloatToInt => new([Reg, NO, NO], R::Reg),
        Op::IntToFloat | Op::FloatToBits | Op::FloatFromBits => new([RegSlot, NO, NO], R::Reg),
        // ---- memory
        Op::TableWord => new([Reg, NO, NO], R::Reg),
        Op::Load => new([if a.is_const() { Folded } else { Reg }, NO, NO], R::Reg),
        Op::Barrier => new([if a.is_const() { Folded } else { Reg }, NO, NO], R::None),
        Op::Store => {
            let mem = trace.fields[aux as usize].mem;
            new([if a.is_const() { Folded } else { Reg }, stored(trace, mem, b), NO], R::None)
        }
        Op::LoadElem => {
            let (base, index) = element(trace, aux, a, b);
            new([base, index, NO], R::Reg)
        }
        Op::StoreElem => {
            let (base, index) = element(trace, aux, a, b);
            let mem = trace.arrays[aux as usize].mem;
            new([base, index, stored(trace, mem, c)], R::None)
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
                (Op::Call, _) => RAX,
                (_, Ty::Float) => XMM0,
                _ => RDX,
            };
            new(DIRECT.map(Fixed), R::Fixed(result)).clobbers(CALLER_SAVED)
        }
        Op::Call | Op::CallPure | Op::CallRead => {
            let float = trace.insts[step.inst as usize].ty == Ty::Float;
            new([NO; 3], R::Fixed(if float { XMM0 } else { RAX })).clobbers(CALLER_SAVED)
        }
        Op::CallTrace => new([NO; 3], R::Fixed(RAX)).clobbers(INFO.allocatable),
        Op::Result => new([NO; 3], R::Reg),
        // ---- guards
        Op::GuardTrue | Op::GuardFalse => new([RegSlot, NO, NO], R::None),
        Op::GuardEq => new([RegSlot, Folded, NO], R::None),
        Op::GuardValid => new([if a.is_const() { Folded } else { Reg }, NO, NO], R::None),
        // ---- structure
        Op::Finish => new([NO; 3], R::None).temps((step.list(trace).len() > INFO.results.len()) as u8),
        Op::GuardPoll | Op::GuardCount | Op::Exit | Op::Input | Op::Phi | Op::Label | Op::Jump => {
            new([NO; 3], R::None)
        }
    }
}
