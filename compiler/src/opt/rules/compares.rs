//! Comparisons of integers and references.
//!
//! Canonical forms: `<` instead of `<=` where one side is a constant; negations disappear into the opposite
//! comparison, which integers always have.

use super::Operand::{Any, Const, Def, Is};
use super::*;
use crate::opt::heap::may_alias;
use crate::opt::rewriter::FOLLOWED;

pub(super) static RULES: &[Rule] = &[
    // ---- equal operands
    rule!(eq_same, IntEq[Any, Any], "(x == x) = 1", |rw, i| if_same(rw, i, 1)),
    rule!(ne_same, IntNe[Any, Any], "(x != x) = 0", |rw, i| if_same(rw, i, 0)),
    rule!(lt_same, IntLt[Any, Any], "(x < x) = 0", |rw, i| if_same(rw, i, 0)),
    rule!(le_same, IntLe[Any, Any], "(x <= x) = 1", |rw, i| if_same(rw, i, 1)),
    rule!(ult_same, UintLt[Any, Any], "(x <u x) = 0", |rw, i| if_same(rw, i, 0)),
    rule!(ule_same, UintLe[Any, Any], "(x <=u x) = 1", |rw, i| if_same(rw, i, 1)),
    rule!(ref_eq_same, RefEq[Any, Any], "(x is x) = 1", |rw, i| if_same(rw, i, 1)),
    rule!(ref_ne_same, RefNe[Any, Any], "(x is not x) = 0", |rw, i| if_same(rw, i, 0)),
    // ---- known by bounds
    rule!(eq_bounds, IntEq[Any, Any], "(x == y) = 0 if bounds are disjoint", |rw, i| disjoint(rw, i, 0)),
    rule!(ne_bounds, IntNe[Any, Any], "(x != y) = 1 if bounds are disjoint", |rw, i| disjoint(rw, i, 1)),
    rule!(lt_bounds, IntLt[Any, Any], "(x < y) is known by bounds", |rw, i| ordered(rw, i, true, false)),
    rule!(le_bounds, IntLe[Any, Any], "(x <= y) is known by bounds", |rw, i| ordered(rw, i, false, false)),
    rule!(ult_bounds, UintLt[Any, Any], "(x <u y) is known by bounds", |rw, i| ordered(rw, i, true, true)),
    rule!(ule_bounds, UintLe[Any, Any], "(x <=u y) is known by bounds", |rw, i| ordered(rw, i, false, true)),
    rule!(ref_eq_new, RefEq[Any, Any], "(new is x) = 0 if x cannot be it", |rw, i| distinct(rw, i, 0)),
    rule!(ref_ne_new, RefNe[Any, Any], "(new is not x) = 1 if x cannot be it", |rw, i| distinct(rw, i, 1)),
    rule!(ref_eq_followed, RefEq[Any, Is(0)], "(x is null) = 0 if its memory was accessed", |rw, i| followed(rw, i, 0)),
    rule!(ref_ne_followed, RefNe[Any, Is(0)], "(x is not null) = 1 if its memory was accessed", |rw, i| followed(rw, i, 1)),
    // ---- truth values
    rule!(bool_ne_zero, IntNe[Any, Is(0)], "(b != 0) = b for b in 0..=1", |rw, i| {
        Ok(rw.is_bool(i.args[0]).then_some(Fed::Value(i.args[0])))
    }),
    rule!(bool_eq_one, IntEq[Any, Is(1)], "(b == 1) = b for b in 0..=1", |rw, i| {
        Ok(rw.is_bool(i.args[0]).then_some(Fed::Value(i.args[0])))
    }),
    rule!(bool_ne_one, IntNe[Any, Is(1)], "(b != 1) = (b == 0) for b in 0..=1", |rw, i| {
        if !rw.is_bool(i.args[0]) {
            return Ok(None);
        }
        let k = rw.int(0);
        become_op(i, Op::IntEq, i.args[0], k)
    }),
    rule!(eq_zero_compare, IntEq[Any, Is(0)], "((x < y) == 0) = (y <= x) and so on", negated),
    rule!(xor_one_compare, IntXor[Any, Is(1)], "((x < y) ^ 1) = (y <= x) and so on", negated),
    // ---- moving constants
    rule!(eq_add, IntEq[Def(Op::IntAdd), Const], "(x + a == b) = (x == b - a)", move_constant),
    rule!(ne_add, IntNe[Def(Op::IntAdd), Const], "(x + a != b) = (x != b - a)", move_constant),
    rule!(eq_sub_zero, IntEq[Def(Op::IntSub), Is(0)], "(x - y == 0) = (x == y)", |rw, i| both(rw, i, Op::IntSub)),
    rule!(ne_sub_zero, IntNe[Def(Op::IntSub), Is(0)], "(x - y != 0) = (x != y)", |rw, i| both(rw, i, Op::IntSub)),
    rule!(eq_xor_zero, IntEq[Def(Op::IntXor), Is(0)], "(x ^ y == 0) = (x == y)", |rw, i| both(rw, i, Op::IntXor)),
    rule!(ne_xor_zero, IntNe[Def(Op::IntXor), Is(0)], "(x ^ y != 0) = (x != y)", |rw, i| both(rw, i, Op::IntXor)),
    rule!(le_const, IntLe[Any, Const], "(x <= k) = (x < k + 1)", |rw, i| {
        let Some(k) = (bits(rw, i.args[1]) as i64).checked_add(1) else { return Ok(None) };
        let k = rw.int(k);
        become_op(i, Op::IntLt, i.args[0], k)
    }),
    rule!(const_le, IntLe[Const, Any], "(k <= x) = (k - 1 < x)", |rw, i| {
        let Some(k) = (bits(rw, i.args[0]) as i64).checked_sub(1) else { return Ok(None) };
        let k = rw.int(k);
        become_op(i, Op::IntLt, k, i.args[1])
    }),
    rule!(zero_ult, UintLt[Is(0), Any], "(0 <u x) = (x != 0)", |_, i| {
        become_op(i, Op::IntNe, i.args[1], i.args[0])
    }),
    rule!(ule_zero, UintLe[Any, Is(0)], "(x <=u 0) = (x == 0)", |_, i| {
        become_op(i, Op::IntEq, i.args[0], i.args[1])
    }),
    // ---- addresses
    rule!(eq_addresses, IntEq[Def(Op::RefToInt), Any], "(addr r == addr s) = (r is s)", |rw, i| addresses(rw, i, Op::RefEq)),
    rule!(ne_addresses, IntNe[Def(Op::RefToInt), Any], "(addr r != addr s) = (r is not s)", |rw, i| {
        addresses(rw, i, Op::RefNe)
    }),
];

/// The comparison that is true when `op` is false; the flag says that operands swap.
fn opposite(op: Op) -> Option<(Op, bool)> {
    Some(match op {
        Op::IntEq => (Op::IntNe, false),
        Op::IntNe => (Op::IntEq, false),
        Op::IntLt => (Op::IntLe, true),
        Op::IntLe => (Op::IntLt, true),
        Op::UintLt => (Op::UintLe, true),
        Op::UintLe => (Op::UintLt, true),
        Op::RefEq => (Op::RefNe, false),
        Op::RefNe => (Op::RefEq, false),
        Op::FloatEq => (Op::FloatNe, false),
        Op::FloatNe => (Op::FloatEq, false),
        _ => return None,
    })
}

fn negated(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    let Some(d) = rw.def(inst.args[0]).copied() else { return Ok(None) };
    let Some((op, swap)) = opposite(d.op) else { return Ok(None) };
    let (a, b) = (rw.resolve(d.args[0]), rw.resolve(d.args[1]));
    if swap {
        become_op(inst, op, b, a)
    } else {
        become_op(inst, op, a, b)
    }
}

fn disjoint(rw: &mut Rewriter, inst: &mut Inst, value: u64) -> Applied {
    match rw.bounds(inst.args[0]).meet(rw.bounds(inst.args[1])) {
        None => constant(rw, inst, value),
        Some(_) => Ok(None),
    }
}

fn ordered(rw: &mut Rewriter, inst: &mut Inst, strict: bool, unsigned: bool) -> Applied {
    let (a, b) = (rw.bounds(inst.args[0]), rw.bounds(inst.args[1]));
    if unsigned && a.lo.min(b.lo) < 0 {
        return Ok(None); // bounds are signed
    }
    let (yes, no) = if strict { (a.hi < b.lo, a.lo >= b.hi) } else { (a.hi <= b.lo, a.lo > b.hi) };
    match (yes, no) {
        (true, _) => constant(rw, inst, 1),
        (_, true) => constant(rw, inst, 0),
        _ => Ok(None),
    }
}

fn distinct(rw: &mut Rewriter, inst: &mut Inst, value: u64) -> Applied {
    if may_alias(rw, inst.args[0], inst.args[1]) {
        Ok(None)
    } else {
        constant(rw, inst, value)
    }
}

fn move_constant(rw: &mut Rewriter, inst: &mut Inst) -> Applied {
    let Some([x, a]) = rw.def_of(inst.args[0], Op::IntAdd) else { return Ok(None) };
    let Some(a) = rw.bits(a) else { return Ok(None) };
    let k = rw.konst(Ty::Int, bits(rw, inst.args[1]).wrapping_sub(a));
    become_op(inst, inst.op, x, k)
}

/// Compares the operands of the value in operand 0.
fn both(rw: &mut Rewriter, inst: &mut Inst, op: Op) -> Applied {
    let Some([x, y]) = rw.def_of(inst.args[0], op) else { return Ok(None) };
    become_op(inst, inst.op, x, y)
}

fn followed(rw: &mut Rewriter, inst: &mut Inst, value: u64) -> Applied {
    if !rw.has_flag(inst.args[0], FOLLOWED) {
        return Ok(None);
    }
    constant(rw, inst, value)
}

fn addresses(rw: &mut Rewriter, inst: &mut Inst, op: Op) -> Applied {
    let Some([r, _]) = rw.def_of(inst.args[0], Op::RefToInt) else { return Ok(None) };
    let s = match (rw.bits(inst.args[1]), rw.def_of(inst.args[1], Op::RefToInt)) {
        (Some(k), _) => rw.konst(Ty::Ref, k),
        (_, Some([s, _])) => s,
        _ => return Ok(None),
    };
    become_op(inst, op, r, s)
}
