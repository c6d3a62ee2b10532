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
        BinOp::Div | BinOp::Pow | BinOp::MatMul => return None,
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
    Add { a, b, c } of b, c; [Int, Int] => Op::AddInts { a, b, c }, [Float, Float] => Op::AddFloats { a, b, c };
    Sub { a, b, c } of b, c; [Int, Int] => Op::SubInts { a, b, c }, [Float, Float] => Op::SubFloats { a, b, c };
    Mul { a, b, c } of b, c; [Int, Int] => Op::MulInts { a, b, c }, [Float, Float] => Op::MulFloats { a, b, c };
    Bin { op, a, b, c } of b, c; [Int, Int] => ints(op, a, b, c)?, [Float, Float] => floats(op, a, b, c)?;
    InPlace { op, a, b, c } of b, c; [Int, Int] => ints(op, a, b, c)?, [Float, Float] => floats(op, a, b, c)?;
    JCmp { op, b, c, to, cond } of b, c; [x, y] => compare(op, [x, y], b, c, to, cond)?;
    JTrue { b, to } of b, b; [Bool, _] => Op::JTrueBool { b, to };
    JFalse { b, to } of b, b; [Bool, _] => Op::JFalseBool { b, to };
    GetItem { a, b, c } of b, c; [List, Int] => Op::GetItemList { a, b, c };
    SetItem { a, b, c } of a, b; [List, Int] => Op::SetItemList { a, b, c };
    ForIter { a, d, to } of a, a; [Range, _] => Op::ForIterRange { a, d, to }, [List, _] => Op::ForIterList { a, d, to };
}
