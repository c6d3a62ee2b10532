//! Constant folding, on numbers only, as the reference does it: never where the operation could fail or where the
//! result is a NaN or a float zero (its sign would be lost among equal constants).

use super::ast::{BinOp, Literal, UnOp};
use crate::text::number;

fn float(l: &Literal) -> Option<f64> {
    match l {
        Literal::Int(i) => Some(*i as f64),
        Literal::Float(x) => Some(*x),
        _ => None,
    }
}

/// The integer a number stands for exactly.
fn integer(l: &Literal) -> Option<i64> {
    match l {
        Literal::Int(i) => Some(*i),
        Literal::Float(x) => float_to_int(*x),
        _ => None,
    }
}

/// The integer equal to a float, if there is one.
pub fn float_to_int(x: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    (x.floor() == x && (-LIMIT..LIMIT).contains(&x)).then_some(x as i64)
}

fn keep(x: f64) -> Option<Literal> {
    (!x.is_nan() && x != 0.0).then_some(Literal::Float(x))
}

/// The value of `left op right` if it may be computed now.
pub fn binary(op: BinOp, left: &Literal, right: &Literal) -> Option<Literal> {
    use BinOp::*;
    if let (Add | Sub | Mul | IDiv | Mod, Literal::Int(a), Literal::Int(b)) = (op, left, right) {
        let (a, b) = (*a, *b);
        return Some(Literal::Int(match op {
            Add => a.wrapping_add(b),
            Sub => a.wrapping_sub(b),
            Mul => a.wrapping_mul(b),
            IDiv => number::int_floor_div(a, b).ok()?,
            _ => number::int_mod(a, b).ok()?,
        }));
    }
    if let BAnd | BOr | BXor | Shl | Shr = op {
        let (a, b) = (integer(left)?, integer(right)?);
        return Some(Literal::Int(match op {
            BAnd => a & b,
            BOr => a | b,
            BXor => a ^ b,
            Shl => number::shift_left(a, b),
            _ => number::shift_right(a, b),
        }));
    }
    let (a, b) = (float(left)?, float(right)?);
    match op {
        Add => keep(a + b),
        Sub => keep(a - b),
        Mul => keep(a * b),
        Div if b != 0.0 => keep(a / b),
        Pow => keep(number::pow(a, b)),
        IDiv if b != 0.0 => keep(number::float_floor_div(a, b)),
        Mod if b != 0.0 => keep(number::float_mod(a, b)),
        _ => None,
    }
}

/// The value of `op operand` if it may be computed now.
pub fn unary(op: UnOp, operand: &Literal) -> Option<Literal> {
    match (op, operand) {
        (UnOp::Neg, Literal::Int(i)) => Some(Literal::Int(i.wrapping_neg())),
        (UnOp::Neg, Literal::Float(x)) => keep(-x),
        (UnOp::BNot, _) => integer(operand).map(|i| Literal::Int(!i)),
        (UnOp::Not, _) => Some(Literal::Bool(!operand.truthy())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{binary, unary, BinOp::*, Literal::*, UnOp};

    #[test]
    fn folds_what_is_safe_and_nothing_else() {
        for (op, a, b, want) in [
            (Add, Int(1), Int(2), Some(Int(3))),
            (Add, Int(i64::MAX), Int(1), Some(Int(i64::MIN))),
            (IDiv, Int(-7), Int(2), Some(Int(-4))),
            (IDiv, Int(i64::MIN), Int(-1), Some(Int(i64::MIN))),
            (Mod, Int(-7), Int(3), Some(Int(2))),
            (Mod, Float(5.5), Int(-2), Some(Float(-0.5))),
            (Mod, Int(1), Int(0), None),
            (IDiv, Int(1), Float(0.0), None),
            (Div, Int(1), Int(0), None),
            (Div, Int(1), Int(4), Some(Float(0.25))),
            (Sub, Float(1.0), Int(1), None),
            (Mul, Float(-1.0), Int(0), None),
            (Pow, Int(2), Int(10), Some(Float(1024.0))),
            (Shl, Int(1), Int(64), Some(Int(0))),
            (Shl, Int(1), Int(i64::MIN), Some(Int(0))),
            (Shr, Int(-1), Int(63), Some(Int(1))),
            (Shr, Int(1), Int(-2), Some(Int(4))),
            (BAnd, Float(6.0), Int(3), Some(Int(2))),
            (BAnd, Float(6.5), Int(3), None),
            (Concat, Int(1), Int(2), None),
            (Eq, Int(1), Int(1), None),
        ] {
            assert_eq!(binary(op, &a, &b), want, "{a:?} {op:?} {b:?}");
        }
        assert_eq!(unary(UnOp::Neg, &Float(0.0)), None);
        assert_eq!(unary(UnOp::Neg, &Int(i64::MIN)), Some(Int(i64::MIN)));
        assert_eq!(unary(UnOp::Not, &Nil), Some(Bool(true)));
        assert_eq!(unary(UnOp::BNot, &Int(0)), Some(Int(-1)));
    }
}
