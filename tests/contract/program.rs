//! A language as a table of handlers, and a program of functions whose instructions invoke them.
//!
//! A *handler* is a list of [`Micro`] operations over temporaries, which are red, and over the registers that the instruction names. The list is
//! green: a trace holds what the operations do and nothing of the list. Each instruction is one step; a call within a handler ends the
//! step, and the rest of the handler is a step of its own.

use std::fmt;

/// Number of temporaries of each kind: integers, floats, booleans, slots, nodes, arrays.
pub const INTS: u8 = 4;
pub const FLOATS: u8 = 2;
pub const BOOLS: u8 = 2;
pub const SLOTS: u8 = 4;
pub const NODES: u8 = 3;
pub const ARRAYS: u8 = 2;
/// Register operands of an instruction.
pub const OPERANDS: usize = 4;
/// Quasi-immutable cells, globals.
pub const CELLS: u8 = 3;
pub const GLOBALS: u8 = 4;
/// Where an open number of results goes, how many there may be, and where arguments and results of calls are put together.
pub const OPEN_AT: usize = 100;
pub const OPEN_MAX: usize = 50;
pub const OUT: usize = 170;

/// What an operation does if its operand is of another kind, an index out of range, a reference null or a divisor 0: raise, or go on with a default.
pub type OrRaise = bool;

/// Where the results of a call go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// So many registers, beginning with the instruction's last operand and going down; those that are not there are nil.
    Fixed(u8),
    /// However many there are, to the place for open numbers.
    Open,
    /// Whether the first is nil, found out by a guard, as an integer to the last operand.
    Truth,
    /// The first, if it is an integer, is added to the frame's sum.
    Sum,
}

/// An operation. Numbers name temporaries, `k` an operand of the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Micro {
    // Registers and the frame.
    Get { s: u8, k: u8 },
    Put { k: u8, s: u8 },
    VarArg { s: u8, i: u8 },
    OpenCount { i: u8 },
    OpenAt { s: u8, i: u8 },
    SumGet { i: u8 },
    SumPut { i: u8 },
    ScaleGet { f: u8 },
    ScalePut { f: u8 },
    SelfGet { n: u8 },
    SelfPut { n: u8 },
    SelfClear,
    KeptGet { s: u8 },
    KeptPut { s: u8 },
    KindGet { i: u8 },
    KindPut { n: u8 },
    Flip,
    Mode { i: u8 },
    // Kinds of values.
    ToInt { i: u8, s: u8, or: OrRaise },
    ToFloat { f: u8, s: u8, or: OrRaise },
    ToNode { n: u8, s: u8, or: OrRaise },
    ToArray { a: u8, s: u8, or: OrRaise },
    Variant { i: u8, s: u8 },
    HasTag { b: u8, s: u8, tag: u8 },
    TagLe { b: u8, s: u8, tag: u8 },
    PackNil { s: u8 },
    PackInt { s: u8, i: u8 },
    PackFloat { s: u8, f: u8 },
    PackNode { s: u8, n: u8 },
    PackArray { s: u8, a: u8 },
    CopySlot { s: u8, t: u8 },
    // Pure operations.
    Const { i: u8, imm: u8 },
    ConstFloat { f: u8, imm: u8 },
    Arith { op: u8, d: u8, i: u8, j: u8 },
    Overflows { op: u8, b: u8, i: u8, j: u8 },
    Divide { floor: bool, d: u8, i: u8, j: u8, or: OrRaise },
    FloatArith { op: u8, d: u8, f: u8, g: u8 },
    FloatUnary { op: u8, d: u8, f: u8 },
    IntToFloat { f: u8, i: u8 },
    FloatToInt { i: u8, f: u8 },
    Bits { i: u8, f: u8 },
    Compare { op: u8, b: u8, i: u8, j: u8 },
    FloatCompare { op: u8, b: u8, f: u8, g: u8 },
    BoolToInt { i: u8, b: u8 },
    BoolOp { op: u8, b: u8, c: u8 },
    // From red to green.
    Branch { b: u8, how: u8, skip: u8 },
    Promote { i: u8 },
    PromoteSmall { i: u8 },
    PromoteKind { i: u8, n: u8 },
    PromoteNode { i: u8, n: u8 },
    PromoteFew { i: u8, n: u8 },
    Vouch { b: u8 },
    IsConstant { i: u8 },
    Guess { i: u8 },
    IsVirtual { i: u8, n: u8 },
    Repeat { back: u8, times: u8 },
    // The heap.
    New { n: u8, i: u8, s: u8 },
    GetN { i: u8, n: u8 },
    SetN { n: u8, i: u8 },
    GetF { f: u8, n: u8 },
    SetF { n: u8, f: u8 },
    GetVal { s: u8, n: u8 },
    SetVal { n: u8, s: u8 },
    GetNext { n: u8, of: u8, or: OrRaise },
    SetNext { n: u8, to: u8 },
    ClearNext { n: u8 },
    GetSmall { i: u8, n: u8 },
    SetSmall { n: u8, i: u8 },
    GetByte { i: u8, n: u8 },
    SetByte { n: u8, i: u8 },
    GetFlag { b: u8, n: u8 },
    SetFlag { n: u8, b: u8 },
    GetId { i: u8, n: u8 },
    SameNode { b: u8, n: u8, with: u8 },
    SameSlot { b: u8, s: u8, t: u8 },
    NewArray { a: u8, i: u8 },
    NewFilled { a: u8, s: u8, t: u8 },
    At { s: u8, a: u8, i: u8, or: OrRaise },
    PutAt { a: u8, i: u8, s: u8, or: OrRaise },
    Len { i: u8, a: u8 },
    WordAt { i: u8, j: u8 },
    WordPut { j: u8, i: u8 },
    ByteAt { i: u8, j: u8 },
    BytePut { j: u8, i: u8 },
    FloatAt { f: u8, j: u8 },
    FloatPut { j: u8, f: u8 },
    Global { s: u8, g: u8 },
    SetGlobal { g: u8, s: u8 },
    // Helpers.
    Emit { s: u8 },
    EmitInt { i: u8 },
    EmitFloat { f: u8 },
    Bump { n: u8, i: u8 },
    Peek { i: u8, n: u8 },
    Check { d: u8, i: u8 },
    PairOf { i: u8, s: u8 },
    ThreeOf { b: u8, s: u8, t: u8 },
    OptNext { n: u8, of: u8 },
    NewNode { n: u8, i: u8, s: u8 },
    Mix { d: u8, i: u8, j: u8 },
    FloatMix { d: u8, f: u8 },
    KindNumbered { d: u8, i: u8 },
    Fresh { d: u8, i: u8 },
    Reads { d: u8, n: u8 },
    Many { i: u8 },
    SetCell { cell: u8, i: u8 },
    Assume { i: u8, cell: u8 },
    Collect,
    Reenter { s: u8, t: u8 },
    Spawn { s: u8, t: u8 },
    Resume { s: u8, t: u8 },
    Yield { s: u8, t: u8 },
    PanicIf { i: u8 },
    // The whole state: only as a handler's first operation, as nothing may have happened before.
    WholeState,
    // Ends of a step.
    Throw { s: u8 },
    Jump,
    Back,
    Call { args: u8, open: bool, dynamic: bool, want: Want },
    TailCall { args: u8, open: bool },
    Return { count: u8, how: u8 },
}

/// One instruction.
#[derive(Clone, Debug)]
pub struct Op {
    pub handler: u8,
    pub regs: [u8; OPERANDS],
    pub imm: [i32; 2],
    /// Where `Jump` goes: forward.
    pub target: u32,
    /// Where `Back` goes.
    pub back: u32,
    pub callee: u8,
}

/// What is raised from these instructions on (exclusive end) is caught: the error goes to the register, and the program on at the target.
#[derive(Clone, Debug)]
pub struct Catch {
    pub from: u32,
    pub to: u32,
    pub target: u32,
    pub reg: u8,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Code {
    pub ops: Vec<Op>,
    pub catches: Vec<Catch>,
    pub params: u8,
    /// Whether arguments beyond the parameters are kept.
    pub varargs: bool,
    pub regs: u8,
    /// Registers that are `spread` slots apart, so that some of them are in the upper words of the live mask.
    pub spread: u8,
    /// Registers alive before each operation of each instruction, by [`crate::live::analyze`]; bit 31 stands for the open results.
    pub live: Vec<Vec<u32>>,
}

impl Code {
    /// The catch that is in force at an instruction: the innermost comes first.
    pub fn catch_at(&self, op: u32) -> Option<&Catch> {
        self.catches.iter().find(|c| c.from <= op && op < c.to)
    }
    /// Slot of a register.
    pub fn slot(&self, reg: u8) -> usize {
        reg as usize * self.spread as usize
    }
}

/// A language and a program in it.
#[derive(Clone)]
pub struct Program {
    pub handlers: Vec<Vec<Micro>>,
    pub codes: Vec<Code>,
    /// Calls of the host: function, argument, depth allowed.
    pub calls: Vec<(u8, i64, i64)>,
    /// Calls of functions per call of the host.
    pub fuel: i64,
    /// Whether back-edges use fuel, too.
    pub back_uses_fuel: bool,
    /// Whether fuel is counted in the heap by the interpreter, or by a helper.
    pub fuel_in_heap: bool,
    /// Whether activations that an error closes are noted.
    pub tracebacks: bool,
    /// Most activations at once.
    pub max_depth: u64,
    /// A bit taken out of a live mask, to see whether the audit notices: function, instruction, register.
    pub forgotten: Option<(u8, u32, u8)>,
}

impl Program {
    /// The register that the instruction's handler reads first thing, if it does.
    pub fn first_read(&self, code: usize, pc: u32) -> Option<u8> {
        let op = &self.codes[code].ops[pc as usize];
        match self.handlers[op.handler as usize].first() {
            Some(Micro::Get { k, .. }) => Some(op.regs[*k as usize]),
            _ => None,
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, code) in self.codes.iter().enumerate() {
            let Code { params, varargs, regs, spread, .. } = code;
            writeln!(
                f,
                "function {n}: {params} parameters, varargs {varargs}, {regs} registers, spread {spread}"
            )?;
            for c in &code.catches {
                writeln!(f, "  catch {}..{} at {} in r{}", c.from, c.to, c.target, c.reg)?;
            }
            for (pc, op) in code.ops.iter().enumerate() {
                let r = op.regs.map(|r| format!("r{r}")).join(" ");
                let Op { handler, imm, target, back, callee, .. } = op;
                let live = code.live.get(pc).map_or(0, |l| l[0]);
                writeln!(
                    f,
                    "  {pc}: h{handler} {r} imm {imm:?} to {target} back {back} f{callee}   live {live:#b}"
                )?;
            }
        }
        let mut used: Vec<u8> = self.codes.iter().flat_map(|c| c.ops.iter().map(|o| o.handler)).collect();
        used.sort_unstable();
        used.dedup();
        for h in used {
            writeln!(f, "h{h}: {:?}", self.handlers[h as usize])?;
        }
        let Program { calls, fuel, back_uses_fuel, fuel_in_heap, tracebacks, max_depth, .. } = self;
        write!(
            f,
            "calls {calls:?}, fuel {fuel} (back-edges {back_uses_fuel}, in the heap {fuel_in_heap}), tracebacks {tracebacks}, depth {max_depth}"
        )
    }
}
