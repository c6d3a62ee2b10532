//! The rewrite rules as data.
//!
//! **Problem.** A rule should be readable as its equation and testable on its own. Each row names its op, the shape of its
//! operands, the equation and the function that applies it; the requirements on rules are in `RULES.md` beside this
//! file. **Invariant**: rows of one op are tried in table order, topic by topic in the order of [`TOPICS`].
//! **Not promised**: that the first fitting row is the best.
//!
//! **Example**: `rule!(add_zero, IntAdd [Any, Is(0)], "x + 0 = x", first)`.

mod compares;
mod convs;
mod floats;
mod ints;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(super) use tests::note_fired;

use super::rewriter::{Fed, Rewriter};
use super::OptAbort;
use crate::ir::op::ALL_OPS;
use crate::ir::{Inst, IrRef, Op, Ty};
use std::sync::OnceLock;

/// What a rule answers: `None`: it does not apply after all.
type Applied = Result<Option<Fed>, OptAbort>;

/// The shape of an operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    /// Anything.
    Any,
    /// A constant.
    Const,
    /// The constant with these bits.
    Is(u64),
    /// A value computed by this op.
    Def(Op),
}

impl Operand {
    /// Whether a value has the shape.
    #[inline]
    pub fn fits(self, rw: &Rewriter, r: IrRef) -> bool {
        match self {
            Operand::Any => true,
            Operand::Const => r.is_const(),
            Operand::Is(k) => rw.bits(r) == Some(k),
            Operand::Def(op) => rw.def(r).is_some_and(|d| d.op == op),
        }
    }
}

/// One rule.
pub(super) struct Rule {
    /// Unique name.
    pub name: &'static str,
    /// The op it rewrites.
    pub op: Op,
    /// The shape of its operands.
    pub operands: &'static [Operand],
    /// What it says; read by people and by the list of rules.
    pub equation: &'static str,
    /// Applies it.
    pub apply: fn(&mut Rewriter, &mut Inst) -> Applied,
}

/// A row: name, op with operand shapes, equation, function.
macro_rules! rule {
    ($name:ident, $op:ident [$($operand:expr),*], $eq:literal, $apply:expr) => {
        Rule { name: stringify!($name), op: Op::$op, operands: &[$($operand),*], equation: $eq, apply: $apply }
    };
}
use rule;

/// All rules, by topic.
static TOPICS: &[&[Rule]] = &[ints::RULES, compares::RULES, floats::RULES, convs::RULES];

/// Name and equation of every rule, for documentation and logs.
pub fn rule_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    TOPICS.iter().copied().flatten().map(|r| (r.name, r.equation))
}

/// The rules of an op, in order.
pub(super) fn rules_of(op: Op) -> &'static [&'static Rule] {
    static INDEX: OnceLock<Vec<Vec<&'static Rule>>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let rows = |op: &Op| TOPICS.iter().copied().flatten().filter(|r| r.op == *op).collect();
        ALL_OPS.iter().map(rows).collect()
    });
    &index[op as usize]
}

// ---- the answers rules are made of

/// The first operand.
fn first(_: &mut Rewriter, inst: &mut Inst) -> Applied {
    Ok(Some(Fed::Value(inst.args[0])))
}

/// The second operand.
fn second(_: &mut Rewriter, inst: &mut Inst) -> Applied {
    Ok(Some(Fed::Value(inst.args[1])))
}

/// A constant of the op's type.
fn constant(rw: &mut Rewriter, inst: &Inst, bits: u64) -> Applied {
    Ok(Some(Fed::Value(rw.konst(inst.ty, bits))))
}

/// The constant 0.
fn zero(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    constant(rw, inst, 0)
}

/// The op becomes another one on other operands.
fn become_op(inst: &mut Inst, op: Op, a: IrRef, b: IrRef) -> Applied {
    inst.op = op;
    inst.args = [a, b, IrRef::NONE];
    inst.ty = op.info().result.unwrap_or(Ty::Int);
    Ok(Some(Fed::Again))
}

/// Bits of a constant operand; rules ask only where their pattern says so.
fn bits(rw: &Rewriter, r: IrRef) -> u64 {
    rw.bits(r).unwrap_or(0)
}

/// Answers if both operands are the same value.
fn if_same(rw: &mut Rewriter, inst: &Inst, value: u64) -> Applied {
    if inst.args[0] == inst.args[1] {
        constant(rw, inst, value)
    } else {
        Ok(None)
    }
}

/// `(x op a) op b = x op (a op b)` for constants `a` and `b` and an associative op.
fn merge_constants(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    let Some([x, a]) = rw.def_of(inst.args[0], inst.op) else { return Ok(None) };
    let (Some(a), b) = (rw.bits(a), bits(rw, inst.args[1])) else { return Ok(None) };
    let Some(k) = crate::ir::scalar::eval_pure(inst.op, &[a, b]) else { return Ok(None) };
    let k = rw.konst(inst.ty, k);
    become_op(inst, inst.op, x, k)
}

/// Stands for "no second operand".
const NO: IrRef = IrRef::NONE;
