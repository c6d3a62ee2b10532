//! The register bytecode: instructions, constants, function prototypes.
//!
//! ## The machine an instruction sees
//! `R[i]` are the registers of the running function's frame, at most [`MAX_REGISTERS`]; `K[i]` its constants; `U[i]`
//! its closure's upvalues; `P[i]` its nested prototypes. `top` is a register index that exists only between an
//! instruction that makes an open number of values (`c == 0`) and the one right after it that takes them (`b == 0`);
//! it may lie beyond the frame's `registers`.
//!
//! ## Captured variables
//! No heap object ever refers to a register. A variable that is captured and reassigned lives in a heap cell: its
//! register holds the cell (`NewCell`, `GetCell`, `SetCell`) and closures share it. Any other captured variable is
//! copied into the closure. [`UpvalDesc::is_cell`] tells which; the compiler has already chosen matching
//! instructions, so an interpreter consults it only to build closures (and to build the main closure's `_ENV`).
//!
//! ## Jumps
//! `off` counts from the next instruction. Backward jumps are exactly `Loop`, `ForLoop` and `TForLoop`: the places to
//! count iterations. Everything else jumps forward.
//!
//! ## Operands
//! `a` is usually the destination, `b`, `c` sources; `k`, `v` index constants; `i` is an immediate integer; `flip`
//! says that the constant was the left operand (it matters to metamethods and messages only: such operations
//! commute on numbers). Every instruction is 8 bytes.
//!
//! ## Worked example
//! `for i = 1, n do s = s + t[i] end` with `s`, `t`, `n` in registers 0, 1, 2:
//! ```text
//! 1  LoadInt  a=3 i=1
//! 2  Move     a=4 b=2
//! 3  LoadInt  a=5 i=1
//! 4  ForPrep  a=3 off=3      ; to 8
//! 5  GetIndex a=7 b=1 c=6
//! 6  Add      a=0 b=0 c=7
//! 7  ForLoop  a=3 off=-3     ; to 5
//! ```

use std::rc::Rc;

/// Most registers of a function.
pub const MAX_REGISTERS: usize = 250;

/// One instruction. The comment of each variant is its whole meaning; arithmetic, comparison, indexing and calls
/// include metamethods.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // operands are explained in the module header
pub enum Op {
    // Loads and moves
    /// `R[a] = R[b]`
    Move { a: u8, b: u8 },
    /// `R[a], ..., R[a+n-1] = nil`
    LoadNil { a: u8, n: u8 },
    /// `R[a] = true`
    LoadTrue { a: u8 },
    /// `R[a] = false`
    LoadFalse { a: u8 },
    /// `R[a] = false`, and skip the next instruction
    LoadFalseSkip { a: u8 },
    /// `R[a] = i`
    LoadInt { a: u8, i: i32 },
    /// `R[a] = K[k]`
    LoadK { a: u8, k: u32 },

    // Captured variables
    /// `R[a] =` a new cell that holds `R[b]`
    NewCell { a: u8, b: u8 },
    /// `R[a] =` the content of cell `R[b]`
    GetCell { a: u8, b: u8 },
    /// the content of cell `R[a]` `= R[b]`
    SetCell { a: u8, b: u8 },
    /// `R[a] = U[up]`, an upvalue held by value
    GetUpval { a: u8, up: u8 },
    /// `R[a] =` the content of cell `U[up]`
    GetUpvalCell { a: u8, up: u8 },
    /// the content of cell `U[up]` `= R[b]`
    SetUpvalCell { up: u8, b: u8 },
    /// `R[a] =` a closure of `P[p]`, its upvalues taken as `P[p].upvals` say
    Closure { a: u8, p: u32 },

    // Tables
    /// `R[a] = U[up][K[k]]`; `U[up]` is an `_ENV` held by value, `K[k]` a string
    GetTabUp { a: u8, up: u8, k: u16 },
    /// `U[up][K[k]] = R[c]`
    SetTabUp { up: u8, c: u8, k: u16 },
    /// `U[up][K[k]] = K[v]`
    SetTabUpK { up: u8, k: u16, v: u16 },
    /// `R[a] = R[b][K[k]]`; `K[k]` is a string
    GetField { a: u8, b: u8, k: u16 },
    /// `R[a][K[k]] = R[c]`
    SetField { a: u8, c: u8, k: u16 },
    /// `R[a][K[k]] = K[v]`
    SetFieldK { a: u8, k: u16, v: u16 },
    /// `R[a] = R[b][R[c]]`
    GetIndex { a: u8, b: u8, c: u8 },
    /// `R[a][R[b]] = R[c]`
    SetIndex { a: u8, b: u8, c: u8 },
    /// `R[a][R[b]] = K[v]`
    SetIndexK { a: u8, b: u8, v: u16 },
    /// `R[a] = R[b][i]`
    GetInt { a: u8, b: u8, i: i32 },
    /// `R[a][i] = R[c]`
    SetInt { a: u8, c: u8, i: i32 },
    /// `R[a+1] = R[b]; R[a] = R[b][K[k]]`; `K[k]` is a string
    Self_ { a: u8, b: u8, k: u16 },
    /// `R[a] = {}` with room for `narr` array items and `nhash` others
    NewTable { a: u8, nhash: u16, narr: u32 },
    /// `R[a][from+j] = R[a+j]` for `j` in `1..=n`, raw; `n == 0`: up to `top`
    SetList { a: u8, n: u8, from: u32 },

    // Arithmetic
    /// `R[a] = R[b] + R[c]`
    Add { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] - R[c]`
    Sub { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] * R[c]`
    Mul { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] / R[c]`
    Div { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] % R[c]`
    Mod { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] ^ R[c]`
    Pow { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] // R[c]`
    IDiv { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] & R[c]`
    BAnd { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] | R[c]`
    BOr { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] ~ R[c]`
    BXor { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] << R[c]`
    Shl { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] >> R[c]`
    Shr { a: u8, b: u8, c: u8 },
    /// `R[a] = R[b] + i`; `flip`: `i + R[b]`
    AddI { a: u8, b: u8, flip: bool, i: i16 },
    /// `R[a] = R[b] - i`
    SubI { a: u8, b: u8, i: i16 },
    /// `R[a] = R[b] + K[k]`, a number as in every `..K` below; `flip`: `K[k] + R[b]`
    AddK { a: u8, b: u8, flip: bool, k: u16 },
    /// `R[a] = R[b] - K[k]`
    SubK { a: u8, b: u8, k: u16 },
    /// `R[a] = R[b] * K[k]`; `flip`: `K[k] * R[b]`
    MulK { a: u8, b: u8, flip: bool, k: u16 },
    /// `R[a] = R[b] / K[k]`
    DivK { a: u8, b: u8, k: u16 },
    /// `R[a] = R[b] % K[k]`
    ModK { a: u8, b: u8, k: u16 },
    /// `R[a] = R[b] ^ K[k]`
    PowK { a: u8, b: u8, k: u16 },
    /// `R[a] = R[b] // K[k]`
    IDivK { a: u8, b: u8, k: u16 },
    /// `R[a] = R[b] & K[k]`; `flip`: `K[k] & R[b]`
    BAndK { a: u8, b: u8, flip: bool, k: u16 },
    /// `R[a] = R[b] | K[k]`; `flip`: `K[k] | R[b]`
    BOrK { a: u8, b: u8, flip: bool, k: u16 },
    /// `R[a] = R[b] ~ K[k]`; `flip`: `K[k] ~ R[b]`
    BXorK { a: u8, b: u8, flip: bool, k: u16 },
    /// `R[a] = R[b] << K[k]`
    ShlK { a: u8, b: u8, k: u16 },
    /// `R[a] = R[b] >> K[k]`
    ShrK { a: u8, b: u8, k: u16 },
    /// `R[a] = -R[b]`
    Unm { a: u8, b: u8 },
    /// `R[a] = ~R[b]`
    BNot { a: u8, b: u8 },
    /// `R[a] = not R[b]`
    Not { a: u8, b: u8 },
    /// `R[a] = #R[b]`
    Len { a: u8, b: u8 },
    /// `R[a] = R[b] .. R[b+1] .. ... .. R[b+n-1]`, from the right; the operands are temporaries it may overwrite
    Concat { a: u8, b: u8, n: u8 },

    // Jumps
    /// `pc += off`, forward
    Jmp { off: i32 },
    /// `pc += off`, backward: a loop's back edge
    Loop { off: i32 },
    /// if `R[a]` is truthy: `pc += off`
    JTrue { a: u8, off: i32 },
    /// if `R[a]` is falsy: `pc += off`
    JFalse { a: u8, off: i32 },
    /// if `R[b]` is truthy: `R[a] = R[b]; pc += off`
    SetJTrue { a: u8, b: u8, off: i32 },
    /// if `R[b]` is falsy: `R[a] = R[b]; pc += off`
    SetJFalse { a: u8, b: u8, off: i32 },
    /// if `R[a]` is nil: `pc += off` (no metamethod can change that)
    JNil { a: u8, off: i32 },
    /// if `R[a]` is not nil: `pc += off`
    JNotNil { a: u8, off: i32 },
    /// if `(R[a] == R[b]) == cond`: `pc += off`
    JEq { a: u8, b: u8, cond: bool, off: i32 },
    /// if `(R[a] < R[b]) == cond`: `pc += off`
    JLt { a: u8, b: u8, cond: bool, off: i32 },
    /// if `(R[a] <= R[b]) == cond`: `pc += off`
    JLe { a: u8, b: u8, cond: bool, off: i32 },
    /// if `R[a] == i`: `pc += off`
    JEqI { a: u8, i: i16, off: i32 },
    /// if not `R[a] == i`: `pc += off`
    JNotEqI { a: u8, i: i16, off: i32 },
    /// if `R[a] < i`: `pc += off`
    JLtI { a: u8, i: i16, off: i32 },
    /// if not `R[a] < i`: `pc += off`
    JNotLtI { a: u8, i: i16, off: i32 },
    /// if `R[a] <= i`: `pc += off`
    JLeI { a: u8, i: i16, off: i32 },
    /// if not `R[a] <= i`: `pc += off`
    JNotLeI { a: u8, i: i16, off: i32 },
    /// if `i < R[a]`: `pc += off`
    JGtI { a: u8, i: i16, off: i32 },
    /// if not `i < R[a]`: `pc += off`
    JNotGtI { a: u8, i: i16, off: i32 },
    /// if `i <= R[a]`: `pc += off`
    JGeI { a: u8, i: i16, off: i32 },
    /// if not `i <= R[a]`: `pc += off`
    JNotGeI { a: u8, i: i16, off: i32 },
    /// if `R[a] == K[k]`, any constant: `pc += off`
    JEqK { a: u8, k: u16, off: i32 },
    /// if not `R[a] == K[k]`: `pc += off`
    JNotEqK { a: u8, k: u16, off: i32 },
    /// if `R[a] < K[k]`, a number as below: `pc += off`
    JLtK { a: u8, k: u16, off: i32 },
    /// if not `R[a] < K[k]`: `pc += off`
    JNotLtK { a: u8, k: u16, off: i32 },
    /// if `R[a] <= K[k]`: `pc += off`
    JLeK { a: u8, k: u16, off: i32 },
    /// if not `R[a] <= K[k]`: `pc += off`
    JNotLeK { a: u8, k: u16, off: i32 },
    /// if `K[k] < R[a]`: `pc += off`
    JGtK { a: u8, k: u16, off: i32 },
    /// if not `K[k] < R[a]`: `pc += off`
    JNotGtK { a: u8, k: u16, off: i32 },
    /// if `K[k] <= R[a]`: `pc += off`
    JGeK { a: u8, k: u16, off: i32 },
    /// if not `K[k] <= R[a]`: `pc += off`
    JNotGeK { a: u8, k: u16, off: i32 },

    // Calls
    /// `R[a], ..., R[a+c-2] = R[a](R[a+1], ..., R[a+b-1])`; `b == 0`: arguments up to `top`; `c == 0`: all results,
    /// sets `top`; registers from `a` up that get no result are dead
    Call { a: u8, b: u8, c: u8 },
    /// `return R[a](R[a+1], ..., R[a+b-1])`, `b` as in `Call`; a callee without a frame of its own may leave all its
    /// results at `R[a]` with `top` set and go on: a `Return` with `b == 0` follows
    TailCall { a: u8, b: u8 },
    /// `return R[a], ..., R[a+b-2]`; `b == 0`: up to `top`
    Return { a: u8, b: u8 },
    /// `return`
    Return0,
    /// `return R[a]`
    Return1 { a: u8 },
    /// as `Return`, but first closes all to-be-closed variables of the frame; calls made for that must stay above
    /// the frame's registers and above `top`
    ReturnClose { a: u8, b: u8 },
    /// `R[a], ..., R[a+c-2] = ...`; `c == 0`: all of them, sets `top`
    Vararg { a: u8, c: u8 },
    /// first instruction of a vararg function: keeps the arguments beyond `n` for `Vararg`
    VarargPrep { n: u8 },

    // Loops
    /// checks and prepares `R[a]` start, `R[a+1]` limit, `R[a+2]` step; if it runs: `R[a+3] = R[a]`, else
    /// `pc += off`; an integer loop keeps the number of further iterations in `R[a+1]`
    ForPrep { a: u8, off: i32 },
    /// next iteration, if any: advances `R[a]`, `R[a+3] = R[a]; pc += off` (backward)
    ForLoop { a: u8, off: i32 },
    /// marks `R[a+3]` to be closed; `pc += off`
    TForPrep { a: u8, off: i32 },
    /// `R[a+4], ..., R[a+3+c] = R[a](R[a+1], R[a+2])`
    TForCall { a: u8, c: u8 },
    /// if `R[a+4]` is not nil: `R[a+2] = R[a+4]; pc += off` (backward)
    TForLoop { a: u8, off: i32 },
    /// marks the variable `R[a]` to be closed (nil and false need no closing)
    Tbc { a: u8 },
    /// closes to-be-closed variables in `R[a]` and above, last first; calls made for that must stay above the
    /// frame's registers
    Close { a: u8 },

    // What plain execution makes of the above: see `quick`. The compiler makes none of these, and no recording sees them
    /// an instruction that looks at its operands
    Look,
    /// `Add` of two integers
    AddInts { a: u8, b: u8, c: u8 },
    /// `Add` of two floats
    AddFloats { a: u8, b: u8, c: u8 },
    /// `Sub` of two integers
    SubInts { a: u8, b: u8, c: u8 },
    /// `Sub` of two floats
    SubFloats { a: u8, b: u8, c: u8 },
    /// `Mul` of two integers
    MulInts { a: u8, b: u8, c: u8 },
    /// `Mul` of two floats
    MulFloats { a: u8, b: u8, c: u8 },
    /// `Div` of two floats
    DivFloats { a: u8, b: u8, c: u8 },
    /// `AddI` or `SubI` of an integer: `R[a] = R[b] + i`
    AddIInt { a: u8, b: u8, i: i32 },
    /// `AddI` of a float
    AddIFloat { a: u8, b: u8, i: i16 },
    /// `SubI` of a float
    SubIFloat { a: u8, b: u8, i: i16 },
    /// `AddK` of a float
    AddKFloat { a: u8, b: u8, k: u16 },
    /// `SubK` of a float
    SubKFloat { a: u8, b: u8, k: u16 },
    /// `MulK` of a float
    MulKFloat { a: u8, b: u8, k: u16 },
    /// `DivK` of a float
    DivKFloat { a: u8, b: u8, k: u16 },
    /// `MulK` of integers
    MulKInt { a: u8, b: u8, k: u16 },
    /// `ModK` of integers
    ModKInt { a: u8, b: u8, k: u16 },
    /// `Add` of a float and an integer
    AddFloatInt { a: u8, b: u8, c: u8 },
    /// `Add` of an integer and a float
    AddIntFloat { a: u8, b: u8, c: u8 },
    /// `Sub` of a float and an integer
    SubFloatInt { a: u8, b: u8, c: u8 },
    /// `Sub` of an integer and a float
    SubIntFloat { a: u8, b: u8, c: u8 },
    /// `Mul` of a float and an integer
    MulFloatInt { a: u8, b: u8, c: u8 },
    /// `Mul` of an integer and a float
    MulIntFloat { a: u8, b: u8, c: u8 },
    /// `Div` of two integers
    DivInts { a: u8, b: u8, c: u8 },
    /// `Div` of a float and an integer
    DivFloatInt { a: u8, b: u8, c: u8 },
    /// `Div` of an integer and a float
    DivIntFloat { a: u8, b: u8, c: u8 },
    /// `Mod` of two integers
    ModInts { a: u8, b: u8, c: u8 },
    /// `Mod` of two floats
    ModFloats { a: u8, b: u8, c: u8 },
    /// `IDiv` of two integers
    IDivInts { a: u8, b: u8, c: u8 },
    /// `BAnd` of two integers
    BAndInts { a: u8, b: u8, c: u8 },
    /// `BOr` of two integers
    BOrInts { a: u8, b: u8, c: u8 },
    /// `BXor` of two integers
    BXorInts { a: u8, b: u8, c: u8 },
    /// `Shl` of two integers
    ShlInts { a: u8, b: u8, c: u8 },
    /// `Shr` of two integers
    ShrInts { a: u8, b: u8, c: u8 },
    /// `AddK` of an integer and a float
    AddKIntFloat { a: u8, b: u8, k: u16 },
    /// `SubK` of an integer and a float
    SubKIntFloat { a: u8, b: u8, k: u16 },
    /// `MulK` of an integer and a float
    MulKIntFloat { a: u8, b: u8, k: u16 },
    /// `DivK` of an integer
    DivKInt { a: u8, b: u8, k: u16 },
    /// `PowK` of a float
    PowKFloat { a: u8, b: u8, k: u16 },
    /// `IDivK` of integers
    IDivKInt { a: u8, b: u8, k: u16 },
    /// `BAndK` of integers
    BAndKInt { a: u8, b: u8, k: u16 },
    /// `BOrK` of integers
    BOrKInt { a: u8, b: u8, k: u16 },
    /// `BXorK` of integers
    BXorKInt { a: u8, b: u8, k: u16 },
    /// `ShlK` of integers
    ShlKInt { a: u8, b: u8, k: u16 },
    /// `ShrK` of integers
    ShrKInt { a: u8, b: u8, k: u16 },
    /// `Unm` of an integer
    UnmInt { a: u8, b: u8 },
    /// `Unm` of a float
    UnmFloat { a: u8, b: u8 },
    /// `JEq` of integers
    JEqInts { a: u8, b: u8, cond: bool, off: i32 },
    /// `JLt` of integers
    JLtInts { a: u8, b: u8, cond: bool, off: i32 },
    /// `JLt` of floats
    JLtFloats { a: u8, b: u8, cond: bool, off: i32 },
    /// `JLe` of integers
    JLeInts { a: u8, b: u8, cond: bool, off: i32 },
    /// `JLe` of floats
    JLeFloats { a: u8, b: u8, cond: bool, off: i32 },
    /// `JEqI` of an integer
    JEqIInt { a: u8, i: i16, off: i32 },
    /// `JNotEqI` of an integer
    JNotEqIInt { a: u8, i: i16, off: i32 },
    /// `JLtI` or `JNotGeI` of an integer
    JLtIInt { a: u8, i: i16, off: i32 },
    /// `JLeI` or `JNotGtI` of an integer
    JLeIInt { a: u8, i: i16, off: i32 },
    /// `JGtI` or `JNotLeI` of an integer
    JGtIInt { a: u8, i: i16, off: i32 },
    /// `JGeI` or `JNotLtI` of an integer
    JGeIInt { a: u8, i: i16, off: i32 },
    /// `JEqK` of a string and a short one
    JEqKText { a: u8, k: u16, off: i32 },
    /// `JNotEqK` of a string and a short one
    JNotEqKText { a: u8, k: u16, off: i32 },
    /// `JLtK` of floats
    JLtKFloat { a: u8, k: u16, off: i32 },
    /// `JNotLtK` of floats
    JNotLtKFloat { a: u8, k: u16, off: i32 },
    /// `JLeK` of floats
    JLeKFloat { a: u8, k: u16, off: i32 },
    /// `JNotLeK` of floats
    JNotLeKFloat { a: u8, k: u16, off: i32 },
    /// `JGtK` of floats
    JGtKFloat { a: u8, k: u16, off: i32 },
    /// `JNotGtK` of floats
    JNotGtKFloat { a: u8, k: u16, off: i32 },
    /// `JGeK` of floats
    JGeKFloat { a: u8, k: u16, off: i32 },
    /// `JNotGeK` of floats
    JNotGeKFloat { a: u8, k: u16, off: i32 },
    /// `GetIndex` of a table and an integer
    GetIndexInt { a: u8, b: u8, c: u8 },
    /// `GetIndex` of a table and a string
    GetIndexText { a: u8, b: u8, c: u8 },
    /// `SetIndex` of a table and an integer
    SetIndexInt { a: u8, b: u8, c: u8 },
    /// `GetInt` of a table
    GetIntTable { a: u8, b: u8, i: i32 },
    /// `SetInt` of a table
    SetIntTable { a: u8, c: u8, i: i32 },
    /// `SetIndex` of a table and a string
    SetIndexText { a: u8, b: u8, c: u8 },
    /// `SetIndexK` of a table and an integer
    SetIndexKInt { a: u8, b: u8, v: u16 },
    /// `GetTabUp` of an upvalue that is held as it is
    GetTabUpPlain { a: u8, up: u8, k: u16 },
    /// `GetUpval` of one that is held as it is
    GetUpvalPlain { a: u8, up: u8 },
    /// `GetUpval` of the closure itself
    GetSelf { a: u8 },
    /// `GetUpvalCell` of one that is held as it is
    GetUpvalCellPlain { a: u8, up: u8 },

    // What often follows each other, fused
    /// `Move`, `Move`
    Moves { a: u8, b: u8, c: u8, d: u8 },
    /// `Move`, `Move`, `Call`
    MovesCall { a: u8, b: u8, c: u8, d: u8, f: u8, n: u8, m: u8 },
    /// `Move`, `Call`
    MoveCall { a: u8, b: u8, f: u8, n: u8, m: u8 },
    /// `AddIInt`, `Call`
    AddIIntCall { a: u8, b: u8, i: i16, f: u8, n: u8, m: u8 },
    /// `Self_`, `Call` of it
    SelfCall { a: u8, b: u8, k: u16, n: u8, m: u8 },
    /// `GetUpvalPlain`, `Move`
    UpvalMove { a: u8, up: u8, c: u8, d: u8 },
    /// `GetUpvalPlain`, `GetIndexInt`
    UpvalIndexInt { a: u8, up: u8, c: u8, d: u8, e: u8 },
    /// `GetUpvalCellPlain`, `GetIndexInt`
    CellIndexInt { a: u8, up: u8, c: u8, d: u8, e: u8 },
    /// `GetUpvalPlain`, `JEqInts`
    UpvalJEqInts { a: u8, up: u8, b: u8, c: u8, cond: bool, off: i16 },
    /// `GetUpvalPlain`, `JLtInts`
    UpvalJLtInts { a: u8, up: u8, b: u8, c: u8, cond: bool, off: i16 },
    /// `GetSelf`, `AddIInt`
    GetSelfAddI { a: u8, b: u8, c: u8, i: i16 },
    /// `GetField`, `GetField`
    GetFields { a: u8, b: u8, k: u8, c: u8, d: u8, l: u8 },
    /// `GetField`, `JTrue` of it
    GetFieldJTrue { a: u8, b: u8, k: u16, off: i16 },
    /// `GetField`, `JFalse` of it
    GetFieldJFalse { a: u8, b: u8, k: u16, off: i16 },
    /// `GetIndexInt`, `JTrue` of it
    GetIndexIntJTrue { a: u8, b: u8, c: u8, off: i32 },
    /// `GetIndexInt`, `JFalse` of it
    GetIndexIntJFalse { a: u8, b: u8, c: u8, off: i32 },
    /// `GetIndexInt`, `GetIndexInt`
    GetIndexInts { a: u8, b: u8, c: u8, d: u8, e: u8, f: u8 },
    /// `MulFloats`, `AddFloats` of something and it
    MulAddFloats { a: u8, b: u8, c: u8, d: u8, e: u8 },
    /// `MulFloats`, `MulFloats`, `AddFloats` of both
    MulMulAddFloats { a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8 },
    /// `GetUpvalCellPlain`, `AddIInt`, `SetUpvalCell` of the same cell
    UpvalCellAddI { a: u8, b: u8, up: u8, i: i16 },
    /// `GetField`, `AddIInt`, `SetField` of the same field
    FieldAddI { a: u8, b: u8, c: u8, k: u16, i: i8 },
    /// `AddInts`, `ForLoop`
    AddIntsForLoop { a: u8, b: u8, c: u8, d: u8, off: i16 },
    /// `AddFloats`, `ForLoop`
    AddFloatsForLoop { a: u8, b: u8, c: u8, d: u8, off: i16 },
    /// `SetIndexInt`, `ForLoop`
    SetIndexIntForLoop { a: u8, b: u8, c: u8, d: u8, off: i16 },
    /// `SetIndexKInt`, `ForLoop`
    SetIndexKIntForLoop { a: u8, b: u8, v: u16, d: u8, off: i16 },
    /// `TForCall`, `TForLoop`
    TFor { a: u8, c: u8, off: i32 },
    /// `Move`, `Loop`
    MoveLoop { a: u8, b: u8, off: i32 },
    /// `AddIInt`, `Loop`
    AddIIntLoop { a: u8, b: u8, i: i16, off: i16 },
}

/// A constant. The interpreter interns them as its own values.
#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    /// `nil`
    Nil,
    /// `true`, `false`
    Bool(bool),
    /// Integer.
    Int(i64),
    /// Float.
    Float(f64),
    /// Byte string.
    Str(Rc<[u8]>),
}

/// Where a closure takes an upvalue from when it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpvalSource {
    /// The making function's register.
    Register(u8),
    /// The making function's upvalue.
    Upvalue(u8),
    /// The closure being made: a local function that calls itself.
    Itself,
    /// Given from outside: the main function's `_ENV`.
    Outside,
}

/// An upvalue of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct UpvalDesc {
    /// The variable's name.
    pub name: Rc<[u8]>,
    /// Where it comes from.
    pub source: UpvalSource,
    /// A cell shared with others, or a value of the closure's own.
    pub is_cell: bool,
    /// The cell is in a cell of the closure's own, so that another one can take its place.
    pub is_joint: bool,
}

/// A local variable, for messages and for liveness.
#[derive(Clone, Debug, PartialEq)]
pub struct LocVar {
    /// Its name; `(for state)` for hidden ones.
    pub name: Rc<[u8]>,
    /// Its register.
    pub reg: u8,
    /// First instruction in its scope.
    pub start: u32,
    /// First instruction after it.
    pub end: u32,
    /// The register holds a cell.
    pub in_cell: bool,
    /// To be closed.
    pub to_close: bool,
}

/// A compiled function.
#[derive(Debug, PartialEq)]
pub struct Proto {
    /// Instructions.
    pub code: Vec<Op>,
    /// The line of each instruction.
    pub lines: Vec<u32>,
    /// Constants.
    pub consts: Vec<Const>,
    /// Functions inside.
    pub protos: Vec<Rc<Proto>>,
    /// Upvalues.
    pub upvals: Vec<UpvalDesc>,
    /// Local variables in order of declaration.
    pub locals: Vec<LocVar>,
    /// Fixed parameters; in `R[0]` and up at entry.
    pub nparams: u8,
    /// Takes extra arguments.
    pub is_vararg: bool,
    /// Registers the frame needs.
    pub registers: u8,
    /// Variables count as live throughout their scopes.
    pub inspected: bool,
    /// Whether the chunk names functions that look at levels.
    pub transparent: bool,
    /// The chunk's name as given: `@file`, `=name` or source text.
    pub source: Rc<str>,
    /// Line of `function`; 0 for a main function.
    pub line_defined: u32,
    /// Line of its `end`; 0 for a main function.
    pub last_line: u32,
}

impl Op {
    /// The jump offset, to read or to patch.
    pub fn off_mut(&mut self) -> Option<&mut i32> {
        use Op::*;
        match self {
            Jmp { off } | Loop { off } | JTrue { off, .. } | JFalse { off, .. } => Some(off),
            SetJTrue { off, .. } | SetJFalse { off, .. } | JNil { off, .. } | JNotNil { off, .. } => {
                Some(off)
            }
            JEq { off, .. } | JLt { off, .. } | JLe { off, .. } => Some(off),
            JEqI { off, .. } | JNotEqI { off, .. } | JLtI { off, .. } | JNotLtI { off, .. } => Some(off),
            JLeI { off, .. } | JNotLeI { off, .. } | JGtI { off, .. } | JNotGtI { off, .. } => Some(off),
            JGeI { off, .. } | JNotGeI { off, .. } | JEqK { off, .. } | JNotEqK { off, .. } => Some(off),
            JLtK { off, .. } | JNotLtK { off, .. } | JLeK { off, .. } | JNotLeK { off, .. } => Some(off),
            JGtK { off, .. } | JNotGtK { off, .. } | JGeK { off, .. } | JNotGeK { off, .. } => Some(off),
            ForPrep { off, .. } | ForLoop { off, .. } | TForPrep { off, .. } | TForLoop { off, .. } => {
                Some(off)
            }
            _ => None,
        }
    }

    /// The instruction a jump at `pc` leads to.
    pub fn target(mut self, pc: usize) -> Option<usize> {
        self.off_mut().map(|off| (pc as i64 + 1 + i64::from(*off)) as usize)
    }

    /// Whether it is a loop's back edge.
    pub fn is_back_edge(self) -> bool {
        matches!(self, Op::Loop { .. } | Op::ForLoop { .. } | Op::TForLoop { .. })
    }

    /// Whether the next instruction can follow.
    pub fn falls_through(self) -> bool {
        use Op::*;
        !matches!(
            self,
            Jmp { .. }
                | Loop { .. }
                | TForPrep { .. }
                | LoadFalseSkip { .. }
                | Return { .. }
                | Return0
                | Return1 { .. }
                | ReturnClose { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Op;

    #[test]
    fn an_instruction_is_eight_bytes() {
        assert_eq!(std::mem::size_of::<Op>(), 8);
    }
}
