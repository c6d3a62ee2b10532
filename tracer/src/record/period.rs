//! Loops whose state changes from iteration to iteration in a way the trace knows.
//!
//! **Problem.** `if st == "a" then st = "b" else st = "a" end` takes another path in every second iteration. A loop closed after one
//! iteration contradicts itself: its guards are sure to fail in the next. So the recorder asks here before it closes one, and records on until
//! the state is one that the recorded guards do not exclude, which makes a loop of as many iterations as the states have a period.
//!
//! **Invariant.** Only what constants and guards of the trace say is used, so the answer does not depend on the values of this run.
//!
//! **Not promised.** Facts about the heap are not looked at: a loop may pass here and still fail a guard on something it loads.
//!
//! **Example.** With `guard_true (ref_eq st "a")` in the trace and a jump that passes `"b"` for `st`, the answer is yes.

use holloway_compiler::ir::{scalar::eval_pure, Inst, IrRef, Op, Trace};

/// Whether a guard of the recorded iteration is sure to fail if its inputs are `next`.
pub fn contradicts(trace: &Trace, next: &[IrRef]) -> bool {
    let facts = facts(trace);
    let mut next = next.iter();
    let mut values: Vec<Option<u64>> = Vec::with_capacity(trace.insts.len());
    let known = |r: IrRef, values: &[Option<u64>]| match trace.as_const(r) {
        Some(c) => Some(c.bits),
        None => values[r.index()],
    };
    for inst in &trace.insts {
        values.push(match inst.op {
            Op::Input => next.next().and_then(|&r| known(r, &facts)),
            Op::GuardEq | Op::GuardTrue | Op::GuardFalse => {
                let value = known(inst.args[0], &values);
                if value.zip(required(trace, inst)).is_some_and(|(is, must)| is != must) {
                    return true;
                }
                None
            }
            op => {
                let mut bits = [0; 3];
                let args = inst.operands();
                let all =
                    args.iter().zip(&mut bits).all(|(&r, b)| known(r, &values).map(|k| *b = k).is_some());
                if all {
                    eval_pure(op, &bits[..args.len()])
                } else {
                    None
                }
            }
        });
    }
    false
}

/// What the guards say of each op's value.
fn facts(trace: &Trace) -> Vec<Option<u64>> {
    let mut facts = vec![None; trace.insts.len()];
    for inst in &trace.insts {
        if let (Op::GuardEq | Op::GuardTrue | Op::GuardFalse, false) = (inst.op, inst.args[0].is_const()) {
            facts[inst.args[0].index()] = required(trace, inst);
        }
    }
    facts
}

/// The value that a guard asks of its first operand. Conditions are 0 or 1.
fn required(trace: &Trace, guard: &Inst) -> Option<u64> {
    match guard.op {
        Op::GuardTrue => Some(1),
        Op::GuardFalse => Some(0),
        _ => trace.as_const(guard.args[1]).map(|c| c.bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop over a state and a counter, the state being compared with 1.
    const LOOP: &str = "
        i0 = input int
        i1 = input int
        i2 = int_eq i0 1
        guard_true i2 [s0]
        i4 = int_lt i1 10
        guard_true i4 [s0]
        i6 = int_add i1 1
        jump start(i0, i6)
        s0 = snap guard=0 greens=[] entries=[i0, i1]";

    #[test]
    fn a_changed_state_contradicts_and_a_counter_does_not() {
        let mut trace: Trace = LOOP.parse().unwrap_or_else(|e| panic!("{e}"));
        let last = *trace.insts.last().expect("a jump");
        let [state, counter] = trace.list(&last)[..] else { panic!("two values") };
        assert!(!contradicts(&trace, &[state, counter]), "the same state again");
        let mut konst = |bits| {
            trace.consts.push(holloway_compiler::ir::Const { ty: holloway_compiler::ir::Ty::Int, bits });
            IrRef::konst(trace.consts.len() - 1)
        };
        let (one, two, nine, ten) = (konst(1), konst(2), konst(9), konst(10));
        assert!(!contradicts(&trace, &[one, counter]), "a constant that fits");
        assert!(contradicts(&trace, &[two, counter]), "another state");
        assert!(
            !contradicts(&trace, &[state, nine]) && contradicts(&trace, &[state, ten]),
            "through the comparison"
        );
    }
}
