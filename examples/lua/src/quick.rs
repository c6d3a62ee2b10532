//! Derivatives: the instructions that plain execution quickens, and what for.
//!
//! **Example.** `Add` of registers that have held integers twice is `AddInts` from then on; its handler is the one of `Add` for values that are known to be integers.

use crate::bytecode::Op;
use crate::code::{Code, Held};
use crate::value::Tag;

/// What an instruction has as an operand whose kind matters.
#[derive(Clone, Copy)]
pub enum Operand {
    /// A register.
    Reg(u8),
    /// A constant.
    Const(u16),
    /// An upvalue: its kind is how it is held.
    Upvalue(u8),
}

/// What is told apart of operands.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    #[default]
    Other,
    Int,
    Float,
    /// A string; of constants: a short one.
    Text,
    Table,
    /// How an upvalue is held.
    Plainly,
    Itself,
}

impl Kind {
    /// Of values with this tag.
    pub fn of(tag: u64) -> Kind {
        match tag {
            Tag::Int => Kind::Int,
            Tag::Float => Kind::Float,
            Tag::Str => Kind::Text,
            Tag::Table => Kind::Table,
            _ => Kind::Other,
        }
    }
    /// Of an operand that is no register.
    pub fn of_fixed(code: &Code, operand: Operand) -> Kind {
        match operand {
            Operand::Const(k) => match Kind::of(code.consts[usize::from(k)].tag) {
                Kind::Text if code.name(k).is_none() => Kind::Other,
                kind => kind,
            },
            Operand::Upvalue(up) => match code.upvals[usize::from(up)] {
                Held::Plainly => Kind::Plainly,
                Held::Itself => Kind::Itself,
                Held::ByJoint => Kind::Other,
            },
            Operand::Reg(_) => Kind::Other,
        }
    }
}

use Kind::*;
use Operand::*;
holloway::derivatives! { Op, Op::Look, operands Operand, kinds Kind;
    Add { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::AddInts { a, b, c }, [Float, Float] => Op::AddFloats { a, b, c },
        [Float, Int] => Op::AddFloatInt { a, b, c }, [Int, Float] => Op::AddIntFloat { a, b, c };
    Sub { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::SubInts { a, b, c }, [Float, Float] => Op::SubFloats { a, b, c },
        [Float, Int] => Op::SubFloatInt { a, b, c }, [Int, Float] => Op::SubIntFloat { a, b, c };
    Mul { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::MulInts { a, b, c }, [Float, Float] => Op::MulFloats { a, b, c },
        [Float, Int] => Op::MulFloatInt { a, b, c }, [Int, Float] => Op::MulIntFloat { a, b, c };
    Div { a, b, c } of Reg(b), Reg(c); [Float, Float] => Op::DivFloats { a, b, c }, [Int, Int] => Op::DivInts { a, b, c },
        [Float, Int] => Op::DivFloatInt { a, b, c }, [Int, Float] => Op::DivIntFloat { a, b, c };
    Mod { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::ModInts { a, b, c }, [Float, Float] => Op::ModFloats { a, b, c };
    IDiv { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::IDivInts { a, b, c };
    BAnd { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::BAndInts { a, b, c };
    BOr { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::BOrInts { a, b, c };
    BXor { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::BXorInts { a, b, c };
    Shl { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::ShlInts { a, b, c };
    Shr { a, b, c } of Reg(b), Reg(c); [Int, Int] => Op::ShrInts { a, b, c };
    Unm { a, b } of Reg(b), Reg(b); [Int, _] => Op::UnmInt { a, b }, [Float, _] => Op::UnmFloat { a, b };
    AddI { a, b, flip, i } of Reg(b), Reg(b); [Int, _] => Op::AddIInt { a, b, i: i.into() }, [Float, _] => Op::AddIFloat { a, b, i };
    SubI { a, b, i } of Reg(b), Reg(b); [Int, _] => Op::AddIInt { a, b, i: -i32::from(i) }, [Float, _] if i != 0 => Op::SubIFloat { a, b, i };
    AddK { a, b, flip, k } of Reg(b), Const(k); [Float, _] => Op::AddKFloat { a, b, k }, [Int, Float] => Op::AddKIntFloat { a, b, k };
    SubK { a, b, k } of Reg(b), Const(k); [Float, _] => Op::SubKFloat { a, b, k }, [Int, Float] => Op::SubKIntFloat { a, b, k };
    MulK { a, b, flip, k } of Reg(b), Const(k); [Float, _] => Op::MulKFloat { a, b, k }, [Int, Int] => Op::MulKInt { a, b, k }, [Int, Float] => Op::MulKIntFloat { a, b, k };
    DivK { a, b, k } of Reg(b), Const(k); [Float, _] => Op::DivKFloat { a, b, k }, [Int, _] => Op::DivKInt { a, b, k };
    PowK { a, b, k } of Reg(b), Const(k); [Float, _] => Op::PowKFloat { a, b, k };
    IDivK { a, b, k } of Reg(b), Const(k); [Int, Int] => Op::IDivKInt { a, b, k };
    BAndK { a, b, flip, k } of Reg(b), Const(k); [Int, Int] => Op::BAndKInt { a, b, k };
    BOrK { a, b, flip, k } of Reg(b), Const(k); [Int, Int] => Op::BOrKInt { a, b, k };
    BXorK { a, b, flip, k } of Reg(b), Const(k); [Int, Int] => Op::BXorKInt { a, b, k };
    ShlK { a, b, k } of Reg(b), Const(k); [Int, Int] => Op::ShlKInt { a, b, k };
    ShrK { a, b, k } of Reg(b), Const(k); [Int, Int] => Op::ShrKInt { a, b, k };
    ModK { a, b, k } of Reg(b), Const(k); [Int, Int] => Op::ModKInt { a, b, k };
    JEq { a, b, cond, off } of Reg(a), Reg(b); [Int, Int] => Op::JEqInts { a, b, cond, off };
    JLt { a, b, cond, off } of Reg(a), Reg(b); [Int, Int] => Op::JLtInts { a, b, cond, off }, [Float, Float] => Op::JLtFloats { a, b, cond, off };
    JLe { a, b, cond, off } of Reg(a), Reg(b); [Int, Int] => Op::JLeInts { a, b, cond, off }, [Float, Float] => Op::JLeFloats { a, b, cond, off };
    JEqI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JEqIInt { a, i, off };
    JNotEqI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JNotEqIInt { a, i, off };
    JLtI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JLtIInt { a, i, off };
    JNotLtI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JGeIInt { a, i, off };
    JLeI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JLeIInt { a, i, off };
    JNotLeI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JGtIInt { a, i, off };
    JGtI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JGtIInt { a, i, off };
    JNotGtI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JLeIInt { a, i, off };
    JGeI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JGeIInt { a, i, off };
    JNotGeI { a, i, off } of Reg(a), Reg(a); [Int, _] => Op::JLtIInt { a, i, off };
    JEqK { a, k, off } of Reg(a), Const(k); [Text, Text] => Op::JEqKText { a, k, off };
    JNotEqK { a, k, off } of Reg(a), Const(k); [Text, Text] => Op::JNotEqKText { a, k, off };
    JLtK { a, k, off } of Reg(a), Const(k); [Float, Float] => Op::JLtKFloat { a, k, off };
    JNotLtK { a, k, off } of Reg(a), Const(k); [Float, Float] => Op::JNotLtKFloat { a, k, off };
    JLeK { a, k, off } of Reg(a), Const(k); [Float, Float] => Op::JLeKFloat { a, k, off };
    JNotLeK { a, k, off } of Reg(a), Const(k); [Float, Float] => Op::JNotLeKFloat { a, k, off };
    JGtK { a, k, off } of Reg(a), Const(k); [Float, Float] => Op::JGtKFloat { a, k, off };
    JNotGtK { a, k, off } of Reg(a), Const(k); [Float, Float] => Op::JNotGtKFloat { a, k, off };
    JGeK { a, k, off } of Reg(a), Const(k); [Float, Float] => Op::JGeKFloat { a, k, off };
    JNotGeK { a, k, off } of Reg(a), Const(k); [Float, Float] => Op::JNotGeKFloat { a, k, off };
    GetIndex { a, b, c } of Reg(b), Reg(c); [Table, Int] => Op::GetIndexInt { a, b, c }, [Table, Text] => Op::GetIndexText { a, b, c };
    SetIndex { a, b, c } of Reg(a), Reg(b); [Table, Int] => Op::SetIndexInt { a, b, c }, [Table, Text] => Op::SetIndexText { a, b, c };
    SetIndexK { a, b, v } of Reg(a), Reg(b); [Table, Int] => Op::SetIndexKInt { a, b, v };
    GetInt { a, b, i } of Reg(b), Reg(b); [Table, _] => Op::GetIntTable { a, b, i };
    SetInt { a, c, i } of Reg(a), Reg(a); [Table, _] => Op::SetIntTable { a, c, i };
    GetTabUp { a, up, k } of Upvalue(up), Upvalue(up); [Plainly, _] => Op::GetTabUpPlain { a, up, k };
    GetUpval { a, up } of Upvalue(up), Upvalue(up); [Plainly, _] => Op::GetUpvalPlain { a, up }, [Itself, _] => Op::GetSelf { a };
    GetUpvalCell { a, up } of Upvalue(up), Upvalue(up); [Plainly, _] => Op::GetUpvalCellPlain { a, up };

    [Move { a, b }, Move { a: c, b: d }, Call { a: f, b: n, c: m }] => Op::MovesCall { a, b, c, d, f, n, m };
    [Move { a, b }, Move { a: c, b: d }] => Op::Moves { a, b, c, d };
    [Move { a, b }, Call { a: f, b: n, c: m }] => Op::MoveCall { a, b, f, n, m };
    [Move { a, b }, Loop { off }] => Op::MoveLoop { a, b, off };
    [AddIInt { a, b, i }, Call { a: f, b: n, c: m }] if fits(i) => Op::AddIIntCall { a, b, i: i as i16, f, n, m };
    [AddIInt { a, b, i }, Loop { off }] if fits(i) && fits(off) => Op::AddIIntLoop { a, b, i: i as i16, off: off as i16 };
    [Self_ { a, b, k }, Call { a: f, b: n, c: m }] if f == a => Op::SelfCall { a, b, k, n, m };
    [GetUpvalPlain { a, up }, Move { a: c, b: d }] => Op::UpvalMove { a, up, c, d };
    [GetUpvalPlain { a, up }, GetIndexInt { a: c, b: d, c: e }] => Op::UpvalIndexInt { a, up, c, d, e };
    [GetUpvalPlain { a, up }, JEqInts { a: b, b: c, cond, off }] if fits(off) => Op::UpvalJEqInts { a, up, b, c, cond, off: off as i16 };
    [GetUpvalPlain { a, up }, JLtInts { a: b, b: c, cond, off }] if fits(off) => Op::UpvalJLtInts { a, up, b, c, cond, off: off as i16 };
    [GetUpvalCellPlain { a, up }, AddIInt { a: b, b: x, i }, SetUpvalCell { up: to, b: y }] if x == a && y == b && to == up && fits(i) => Op::UpvalCellAddI { a, b, up, i: i as i16 };
    [GetUpvalCellPlain { a, up }, GetIndexInt { a: c, b: d, c: e }] => Op::CellIndexInt { a, up, c, d, e };
    [GetSelf { a }, AddIInt { a: b, b: c, i }] if fits(i) => Op::GetSelfAddI { a, b, c, i: i as i16 };
    [GetField { a, b, k }, AddIInt { a: c, b: x, i }, SetField { a: to, c: y, k: l }] if x == a && y == c && to == b && l == k && a != b && c != b && i8::try_from(i).is_ok() => Op::FieldAddI { a, b, c, k, i: i as i8 };
    [GetField { a, b, k }, GetField { a: c, b: d, k: l }] if k < 256 && l < 256 => Op::GetFields { a, b, k: k as u8, c, d, l: l as u8 };
    [GetField { a, b, k }, JTrue { a: x, off }] if x == a && fits(off) => Op::GetFieldJTrue { a, b, k, off: off as i16 };
    [GetField { a, b, k }, JFalse { a: x, off }] if x == a && fits(off) => Op::GetFieldJFalse { a, b, k, off: off as i16 };
    [GetIndexInt { a, b, c }, JTrue { a: x, off }] if x == a => Op::GetIndexIntJTrue { a, b, c, off };
    [GetIndexInt { a, b, c }, JFalse { a: x, off }] if x == a => Op::GetIndexIntJFalse { a, b, c, off };
    [GetIndexInt { a, b, c }, GetIndexInt { a: d, b: e, c: f }] => Op::GetIndexInts { a, b, c, d, e, f };
    [MulFloats { a, b, c }, MulFloats { a: d, b: e, c: f }, AddFloats { a: g, b: x, c: y }] if x == a && y == d && a != d => Op::MulMulAddFloats { a, b, c, d, e, f, g };
    [MulFloats { a, b, c }, AddFloats { a: d, b: e, c: x }] if x == a => Op::MulAddFloats { a, b, c, d, e };
    [AddInts { a, b, c }, ForLoop { a: d, off }] if fits(off) => Op::AddIntsForLoop { a, b, c, d, off: off as i16 };
    [AddFloats { a, b, c }, ForLoop { a: d, off }] if fits(off) => Op::AddFloatsForLoop { a, b, c, d, off: off as i16 };
    [SetIndexInt { a, b, c }, ForLoop { a: d, off }] if fits(off) => Op::SetIndexIntForLoop { a, b, c, d, off: off as i16 };
    [SetIndexKInt { a, b, v }, ForLoop { a: d, off }] if fits(off) => Op::SetIndexKIntForLoop { a, b, v, d, off: off as i16 };
    [TForCall { a, c }, TForLoop { a: x, off }] if x == a => Op::TFor { a, c, off };
}

/// Whether an operand has room beside another instruction's.
fn fits(i: i32) -> bool {
    i16::try_from(i).is_ok()
}
