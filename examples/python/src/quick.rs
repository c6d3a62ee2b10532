//! Derivatives: the instructions that plain execution quickens, and what for.
//!
//! **Example.** `JCmp` with `<` of registers that hold integers is `JLtInts`; its handler is the one of `JCmp` for this operator and values that are known to be integers.

use crate::bytecode::{BinOp, CmpOp, Op};
use crate::value::Tag;

/// What is told apart of operands.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    #[default]
    Other,
    Int,
    Float,
    /// A boolean or `None`.
    Bool,
    Text,
    List,
    Tuple,
    Range,
}

impl Kind {
    /// Of values with this tag.
    pub fn of(tag: u64) -> Kind {
        match tag {
            Tag::None | Tag::False | Tag::True => Kind::Bool,
            Tag::Int => Kind::Int,
            Tag::Float => Kind::Float,
            Tag::Str => Kind::Text,
            Tag::List => Kind::List,
            Tag::Tuple => Kind::Tuple,
            Tag::Range => Kind::Range,
            _ => Kind::Other,
        }
    }
}

/// The derivative of an operator on two integers.
fn ints(op: BinOp, a: u8, b: u8, c: u8) -> Option<Op> {
    Some(match op {
        BinOp::Add => Op::AddInts { a, b, c },
        BinOp::Sub => Op::SubInts { a, b, c },
        BinOp::Mul => Op::MulInts { a, b, c },
        BinOp::FloorDiv => Op::FloorDivInts { a, b, c },
        BinOp::Mod => Op::ModInts { a, b, c },
        BinOp::And => Op::AndInts { a, b, c },
        BinOp::Or => Op::OrInts { a, b, c },
        BinOp::Xor => Op::XorInts { a, b, c },
        BinOp::Shr => Op::ShrInts { a, b, c },
        BinOp::Shl => Op::ShlInts { a, b, c },
        BinOp::Div => Op::DivInts { a, b, c },
        BinOp::Pow | BinOp::MatMul => return None,
    })
}

/// The same on two floats.
fn floats(op: BinOp, a: u8, b: u8, c: u8) -> Option<Op> {
    Some(match op {
        BinOp::Add => Op::AddFloats { a, b, c },
        BinOp::Sub => Op::SubFloats { a, b, c },
        BinOp::Mul => Op::MulFloats { a, b, c },
        BinOp::Div => Op::DivFloats { a, b, c },
        _ => return None,
    })
}

/// The same on a float and an integer.
fn float_int(op: BinOp, a: u8, b: u8, c: u8) -> Option<Op> {
    Some(match op {
        BinOp::Add => Op::AddFloatInt { a, b, c },
        BinOp::Sub => Op::SubFloatInt { a, b, c },
        BinOp::Mul => Op::MulFloatInt { a, b, c },
        BinOp::Div => Op::DivFloatInt { a, b, c },
        _ => return None,
    })
}

/// The same on an integer and a float.
fn int_float(op: BinOp, a: u8, b: u8, c: u8) -> Option<Op> {
    Some(match op {
        BinOp::Add => Op::AddIntFloat { a, b, c },
        BinOp::Sub => Op::SubIntFloat { a, b, c },
        BinOp::Mul => Op::MulIntFloat { a, b, c },
        BinOp::Div => Op::DivIntFloat { a, b, c },
        _ => return None,
    })
}

/// The derivative of an operator.
fn arith(op: BinOp, kinds: [Kind; 2], a: u8, b: u8, c: u8) -> Option<Op> {
    match kinds {
        [Int, Int] => ints(op, a, b, c),
        [Float, Float] => floats(op, a, b, c),
        [Float, Int] => float_int(op, a, b, c),
        [Int, Float] => int_float(op, a, b, c),
        _ => None,
    }
}

/// The derivative of a jump by a comparison.
fn compare(op: CmpOp, kinds: [Kind; 2], b: u8, c: u8, to: u16, cond: bool) -> Option<Op> {
    Some(match (op, kinds) {
        (CmpOp::Lt, [Int, Int]) => Op::JLtInts { b, c, to, cond },
        (CmpOp::Gt, [Int, Int]) => Op::JLtInts { b: c, c: b, to, cond },
        (CmpOp::Le, [Int, Int]) => Op::JLeInts { b, c, to, cond },
        (CmpOp::Ge, [Int, Int]) => Op::JLeInts { b: c, c: b, to, cond },
        (CmpOp::Eq, [Int, Int]) => Op::JEqInts { b, c, to, cond },
        (CmpOp::Ne, [Int, Int]) => Op::JEqInts { b, c, to, cond: !cond },
        (CmpOp::Lt, [Float, Float]) => Op::JLtFloats { b, c, to, cond },
        (CmpOp::Gt, [Float, Float]) => Op::JLtFloats { b: c, c: b, to, cond },
        (CmpOp::Le, [Float, Float]) => Op::JLeFloats { b, c, to, cond },
        (CmpOp::Ge, [Float, Float]) => Op::JLeFloats { b: c, c: b, to, cond },
        (CmpOp::Eq, [Float, Float]) => Op::JEqFloats { b, c, to, cond },
        (CmpOp::Ne, [Float, Float]) => Op::JEqFloats { b, c, to, cond: !cond },
        (CmpOp::Eq, [Text, Text]) => Op::JEqTexts { b, c, to, cond },
        (CmpOp::Ne, [Text, Text]) => Op::JEqTexts { b, c, to, cond: !cond },
        _ => return None,
    })
}

use Kind::*;
holloway::derivatives! { Op, Op::Look, operands u8, kinds Kind;
    Add { a, b, c } of b, c; [x, y] => arith(BinOp::Add, [x, y], a, b, c)?;
    Sub { a, b, c } of b, c; [x, y] => arith(BinOp::Sub, [x, y], a, b, c)?;
    Mul { a, b, c } of b, c; [x, y] => arith(BinOp::Mul, [x, y], a, b, c)?;
    Bin { op, a, b, c } of b, c; [x, y] => arith(op, [x, y], a, b, c)?;
    InPlace { op, a, b, c } of b, c; [x, y] => arith(op, [x, y], a, b, c)?;
    JCmp { op, b, c, to, cond } of b, c; [x, y] => compare(op, [x, y], b, c, to, cond)?;
    JTrue { b, to } of b, b; [Bool, _] => Op::JTrueBool { b, to };
    JFalse { b, to } of b, b; [Bool, _] => Op::JFalseBool { b, to };
    GetItem { a, b, c } of b, c; [List, Int] => Op::GetItemList { a, b, c }, [Tuple, Int] => Op::GetItemTuple { a, b, c };
    SetItem { a, b, c } of a, b; [List, Int] => Op::SetItemList { a, b, c };
    ForIter { a, d, to } of a, a; [Range, _] => Op::ForIterRange { a, d, to }, [List, _] => Op::ForIterList { a, d, to };

    [Move { a, b }, Move { a: c, b: d }] => Op::Moves { a, b, c, d };
    [Move { a, b }, LoadMethod { a: c, b: d, k }] => Op::MoveLoadMethod { a, b, c, d, k };
    [Move { a, b }, GetAttr { a: c, b: d, k }] => Op::MoveGetAttr { a, b, c, d, k };
    [Move { a, b }, Call { a: f, n }] => Op::MoveCall { a, b, f, n };
    [Move { a, b }, CallMethod { a: f, n }] => Op::MoveCallMethod { a, b, f, n };
    [Move { a, b }, Loop { to }] => Op::MoveLoop { a, b, to };
    [LoadMethod { a, b, k }, Move { a: c, b: d }] => Op::LoadMethodMove { a, b, k, c, d };
    [LoadMethod { a, b, k }, CallMethod { a: f, n: 0 }] if f == a => Op::LoadCallMethod { a, b, k };
    [LoadGlobal { a, g }, Move { a: c, b: d }] => Op::LoadGlobalMove { a, g, c, d };
    [LoadNone { a }, Return { b }] if b == a => Op::ReturnNone { a };
    [Unbind { a }, Unbind { a: b }] => Op::Unbinds { a, b };
    [GetAttr { a, b, k }, GetAttr { a: c, b: d, k: l }] if k < 256 && l < 256 => Op::GetAttrs { a, b, k: k as u8, c, d, l: l as u8 };
    [LoadInt { a, i }, AddInts { a: c, b, c: x }] if x == a && b != a && fits(i) => Op::AddInt { a, b, c, i: i as i16 };
    [LoadInt { a, i }, SubInts { a: c, b, c: x }] if x == a && b != a && fits(i) => Op::SubInt { a, b, c, i: i as i16 };
    [LoadInt { a, i }, MulInts { a: c, b, c: x }] if x == a && b != a && fits(i) => Op::MulInt { a, b, c, i: i as i16 };
    [LoadInt { a, i }, ModInts { a: c, b, c: x }] if x == a && b != a && fits(i) => Op::ModInt { a, b, c, i: i as i16 };
    [LoadInt { a, i }, JEqInts { b, c: x, to, cond }] if x == a && b != a && fits(i) => Op::JEqInt { a, b, cond, i: i as i16, to };
    [LoadInt { a, i }, JLtInts { b, c: x, to, cond }] if x == a && b != a && fits(i) => Op::JLtInt { a, b, cond, i: i as i16, to };
    [LoadInt { a, i }, JLtInts { b: x, c: b, to, cond }] if x == a && b != a && fits(i) => Op::JGtInt { a, b, cond, i: i as i16, to };
    [MulFloats { a, b, c }, AddFloats { a: d, b: e, c: x }] if x == a => Op::MulAddFloats { a, b, c, d, e };
    [GetItemList { a, b, c }, JFalseBool { b: x, to }] if x == a => Op::GetItemListJFalse { a, b, c, to };
    [AddInts { a, b, c }, Loop { to }] => Op::AddIntsLoop { a, b, c, to };
    [SetItemList { a, b, c }, Loop { to }] => Op::SetItemListLoop { a, b, c, to };
}

/// Whether an operand has room beside another instruction's.
fn fits(i: i32) -> bool {
    i16::try_from(i).is_ok()
}
