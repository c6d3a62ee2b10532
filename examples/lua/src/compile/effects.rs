//! What an instruction reads and writes, as sets of registers. The one description liveness, variable names and
//! tests are based on.

use crate::bytecode::{Op, Proto};
use langkit::regs::RegSet;

/// Reads and certain writes of one instruction. A conditional write (`SetJTrue` that does not jump) is not listed:
/// its register keeps its old content on one path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Registers whose content matters to it.
    pub reads: RegSet,
    /// Registers it always overwrites.
    pub writes: RegSet,
}

/// The effects of the instruction at `pc`. Open ranges reach to the frame's end.
pub fn effects(proto: &Proto, pc: usize) -> Effects {
    use Op::*;
    let end = usize::from(proto.registers);
    let span = |a: u8, n: u8| RegSet::range(usize::from(a), usize::from(a) + usize::from(n));
    // `count` is one more than the number of registers; 0: up to the end.
    let counted = |a: u8, count: u8| match count {
        0 => RegSet::range(usize::from(a), end),
        n => span(a, n - 1),
    };
    let none = RegSet::default();
    let (reads, writes) = match proto.code[pc] {
        Move { a, b }
        | NewCell { a, b }
        | GetCell { a, b }
        | GetField { a, b, .. }
        | GetInt { a, b, .. }
        | AddI { a, b, .. }
        | SubI { a, b, .. }
        | AddK { a, b, .. }
        | SubK { a, b, .. }
        | MulK { a, b, .. }
        | DivK { a, b, .. }
        | ModK { a, b, .. }
        | PowK { a, b, .. }
        | IDivK { a, b, .. }
        | BAndK { a, b, .. }
        | BOrK { a, b, .. }
        | BXorK { a, b, .. }
        | ShlK { a, b, .. }
        | ShrK { a, b, .. }
        | Unm { a, b }
        | BNot { a, b }
        | Not { a, b }
        | Len { a, b } => (RegSet::of(&[b]), RegSet::of(&[a])),
        LoadNil { a, n } => (none, span(a, n)),
        LoadTrue { a }
        | LoadFalse { a }
        | LoadFalseSkip { a }
        | LoadInt { a, .. }
        | LoadK { a, .. }
        | GetUpval { a, .. }
        | GetUpvalCell { a, .. }
        | GetTabUp { a, .. }
        | NewTable { a, .. } => (none, RegSet::of(&[a])),
        Closure { a, p } => {
            let mut reads = none;
            for up in &proto.protos[p as usize].upvals {
                if let crate::bytecode::UpvalSource::Register(r) = up.source {
                    reads.insert(usize::from(r));
                }
            }
            (reads, RegSet::of(&[a]))
        }
        SetCell { a, b } => (RegSet::of(&[a, b]), none),
        SetUpvalCell { b, .. } => (RegSet::of(&[b]), none),
        SetTabUp { c, .. } => (RegSet::of(&[c]), none),
        SetTabUpK { .. } => (none, none),
        SetField { a, c, .. } | SetInt { a, c, .. } => (RegSet::of(&[a, c]), none),
        SetFieldK { a, .. } => (RegSet::of(&[a]), none),
        GetIndex { a, b, c }
        | Add { a, b, c }
        | Sub { a, b, c }
        | Mul { a, b, c }
        | Div { a, b, c }
        | Mod { a, b, c }
        | Pow { a, b, c }
        | IDiv { a, b, c }
        | BAnd { a, b, c }
        | BOr { a, b, c }
        | BXor { a, b, c }
        | Shl { a, b, c }
        | Shr { a, b, c } => (RegSet::of(&[b, c]), RegSet::of(&[a])),
        SetIndex { a, b, c } => (RegSet::of(&[a, b, c]), none),
        SetIndexK { a, b, .. } => (RegSet::of(&[a, b]), none),
        Self_ { a, b, .. } => (RegSet::of(&[b]), span(a, 2)),
        SetList { a, n: 0, .. } => (RegSet::range(usize::from(a), end), none),
        SetList { a, n, .. } => (span(a, n + 1), none),
        Concat { a, b, n } => (span(b, n), RegSet::of(&[a])),
        Jmp { .. } | Loop { .. } => (none, none),
        JTrue { a, .. }
        | JFalse { a, .. }
        | JNil { a, .. }
        | JNotNil { a, .. }
        | JEqI { a, .. }
        | JNotEqI { a, .. }
        | JLtI { a, .. }
        | JNotLtI { a, .. }
        | JLeI { a, .. }
        | JNotLeI { a, .. }
        | JGtI { a, .. }
        | JNotGtI { a, .. }
        | JGeI { a, .. }
        | JNotGeI { a, .. }
        | JEqK { a, .. }
        | JNotEqK { a, .. }
        | JLtK { a, .. }
        | JNotLtK { a, .. }
        | JLeK { a, .. }
        | JNotLeK { a, .. }
        | JGtK { a, .. }
        | JNotGtK { a, .. }
        | JGeK { a, .. }
        | JNotGeK { a, .. } => (RegSet::of(&[a]), none),
        SetJTrue { b, .. } | SetJFalse { b, .. } => (RegSet::of(&[b]), none),
        JEq { a, b, .. } | JLt { a, b, .. } | JLe { a, b, .. } => (RegSet::of(&[a, b]), none),
        Call { a, b: 0, c } => (RegSet::range(usize::from(a), end), counted(a, c)),
        Call { a, b, c } => (span(a, b), counted(a, c)),
        TailCall { a, b: 0 } => (RegSet::range(usize::from(a), end), counted(a, 0)),
        TailCall { a, b } => (span(a, b), counted(a, 0)),
        Return { a, b } | ReturnClose { a, b } => (counted(a, b), none),
        Return0 => (none, none),
        Return1 { a } => (RegSet::of(&[a]), none),
        Vararg { a, c } => (none, counted(a, c)),
        VarargPrep { .. } => (none, none),
        ForPrep { a, .. } => (span(a, 3), span(a, 2)),
        ForLoop { a, .. } => (span(a, 3), none),
        TForPrep { a, .. } => (RegSet::of(&[a + 3]), none),
        TForCall { a, c } => (span(a, 3), span(a + 4, c)),
        TForLoop { a, .. } => (RegSet::of(&[a + 4]), none),
        Tbc { a } => (RegSet::of(&[a]), none),
        // The variables to close are kept alive by their scopes.
        Close { .. } => (none, none),
        op => unreachable!("the compiler makes no {op:?}"),
    };
    Effects { reads, writes }
}

/// Writes on the edge to the jump target only.
pub fn jump_writes(op: Op) -> RegSet {
    match op {
        Op::SetJTrue { a, .. } | Op::SetJFalse { a, .. } => RegSet::of(&[a]),
        Op::ForLoop { a, .. } => RegSet::of(&[a, a + 3]),
        Op::TForLoop { a, .. } => RegSet::of(&[a + 2]),
        _ => RegSet::default(),
    }
}

/// Writes on the edge to the next instruction only.
pub fn fall_writes(op: Op) -> RegSet {
    match op {
        Op::ForPrep { a, .. } => RegSet::of(&[a + 3]),
        _ => RegSet::default(),
    }
}
