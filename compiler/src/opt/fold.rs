//! Rewrite rules and constant folding.
//!
//! **Problem.** Many ops have operands that make them trivial. The rules are data, grouped by topic in [`super::rules`],
//! each a named row with its equation; this pass finds the rows of an op and applies the first that fits.
//!
//! **Invariants.** See `rules/RULES.md`: a rule is exact for all operand values, keeps the type, and makes the op simpler
//! in a fixed order, so that feeding ends. **Not promised**: reassociation across more than one op.
//!
//! **Example**: `int_mul i0 8` is rewritten by `mul_power_of_two` to `int_shl i0 3`, which starts over.

use super::rewriter::{Fed, Rewriter};
use super::rules::{self, Rule};
use super::OptAbort;
use crate::ir::scalar::{eval_pure, table_word};
use crate::ir::{Effect, Inst, Op, Shape};

pub(super) fn feed(rw: &mut Rewriter, inst: &mut Inst) -> Result<Fed, OptAbort> {
    if inst.op == Op::TableWord {
        let Some(index) = rw.bits(inst.args[0]) else { return Ok(Fed::Keep) };
        let word = table_word(rw.out.tables[inst.aux as usize].words, index);
        return Ok(Fed::Value(rw.konst(inst.ty, word)));
    }
    let info = inst.op.info();
    if info.effect != Effect::Pure || info.shape != Shape::Plain {
        return Ok(Fed::Keep);
    }
    let mut bits = [0; 3];
    let operands = inst.operands();
    if operands.iter().zip(&mut bits).all(|(&r, b)| rw.bits(r).map(|k| *b = k).is_some()) {
        if let Some(v) = eval_pure(inst.op, &bits[..operands.len()]) {
            return Ok(Fed::Value(rw.konst(inst.ty, v)));
        }
    }
    for rule in rules::rules_of(inst.op) {
        if matches(rw, rule, inst) {
            if let Some(fed) = (rule.apply)(rw, inst)? {
                #[cfg(test)]
                rules::note_fired(rule);
                rw.apply(rule.name);
                return Ok(fed);
            }
        }
    }
    Ok(Fed::Keep)
}

fn matches(rw: &Rewriter, rule: &Rule, inst: &Inst) -> bool {
    rule.operands.iter().zip(&inst.args).all(|(p, &r)| p.fits(rw, r))
}
