//! Programs from bytes.
//!
//! Every decision takes the next byte ([`Draws`]), and zeros when there are no more, so that fewer and smaller bytes are a smaller program of the same kind: that is how
//! a failure is shrunk. A seed stands for the first [`LENGTH`] bytes of its tape.
//!
//! **Programs end.** Jumps go forward; loops count a register that nothing else writes; calls and, for half of the programs, back-edges
//! use fuel; the depth of calls is an argument of them.

use super::live;
use super::program::*;
use holloway_draws::Draws;

/// Length of the bytes that a seed stands for.
pub const LENGTH: usize = 480;

/// Makes one kind of operation.
type Production = fn(&mut Draws) -> Micro;

/// Every operation that may stand anywhere in a handler, with its weight.
#[rustfmt::skip]
const PRODUCTIONS: &[(u16, Production)] = &[
    (16, |g| Micro::Get { s: slot(g), k: operand(g) }),
    (16, |g| Micro::Put { k: operand(g), s: slot(g) }),
    (2, |g| Micro::VarArg { s: slot(g), i: g.below(6) as u8 }),
    (2, |g| Micro::OpenCount { i: int(g) }),
    (2, |g| Micro::OpenAt { s: slot(g), i: g.below(8) as u8 }),
    (4, |g| Micro::SumGet { i: int(g) }),
    (4, |g| Micro::SumPut { i: int(g) }),
    (2, |g| Micro::ScaleGet { f: float(g) }),
    (2, |g| Micro::ScalePut { f: float(g) }),
    (3, |g| Micro::SelfGet { n: node(g) }),
    (3, |g| Micro::SelfPut { n: node(g) }),
    (1, |_| Micro::SelfClear),
    (2, |g| Micro::KeptGet { s: slot(g) }),
    (2, |g| Micro::KeptPut { s: slot(g) }),
    (1, |g| Micro::KindGet { i: int(g) }),
    (1, |g| Micro::KindPut { n: node(g) }),
    (1, |_| Micro::Flip),
    (2, |g| Micro::Mode { i: int(g) }),
    (10, |g| Micro::ToInt { i: int(g), s: slot(g), or: raises(g) }),
    (5, |g| Micro::ToFloat { f: float(g), s: slot(g), or: raises(g) }),
    (8, |g| Micro::ToNode { n: node(g), s: slot(g), or: raises(g) }),
    (4, |g| Micro::ToArray { a: array(g), s: slot(g), or: raises(g) }),
    (3, |g| Micro::Variant { i: int(g), s: slot(g) }),
    (3, |g| Micro::HasTag { b: bit(g), s: slot(g), tag: g.below(6) as u8 }),
    (3, |g| Micro::TagLe { b: bit(g), s: slot(g), tag: g.below(6) as u8 }),
    (2, |g| Micro::PackNil { s: slot(g) }),
    (10, |g| Micro::PackInt { s: slot(g), i: int(g) }),
    (5, |g| Micro::PackFloat { s: slot(g), f: float(g) }),
    (6, |g| Micro::PackNode { s: slot(g), n: node(g) }),
    (3, |g| Micro::PackArray { s: slot(g), a: array(g) }),
    (2, |g| Micro::CopySlot { s: slot(g), t: slot(g) }),
    (4, |g| Micro::Const { i: int(g), imm: g.below(2) as u8 }),
    (2, |g| Micro::ConstFloat { f: float(g), imm: g.below(2) as u8 }),
    (12, |g| Micro::Arith { op: g.byte(), d: int(g), i: int(g), j: int(g) }),
    (2, |g| Micro::Overflows { op: g.byte(), b: bit(g), i: int(g), j: int(g) }),
    (3, |g| Micro::Divide { floor: g.odds(128), d: int(g), i: int(g), j: int(g), or: raises(g) }),
    (4, |g| Micro::FloatArith { op: g.byte(), d: float(g), f: float(g), g: float(g) }),
    (2, |g| Micro::FloatUnary { op: g.byte(), d: float(g), f: float(g) }),
    (2, |g| Micro::IntToFloat { f: float(g), i: int(g) }),
    (2, |g| Micro::FloatToInt { i: int(g), f: float(g) }),
    (1, |g| Micro::Bits { i: int(g), f: float(g) }),
    (8, |g| Micro::Compare { op: g.byte(), b: bit(g), i: int(g), j: int(g) }),
    (3, |g| Micro::FloatCompare { op: g.byte(), b: bit(g), f: float(g), g: float(g) }),
    (2, |g| Micro::BoolToInt { i: int(g), b: bit(g) }),
    (2, |g| Micro::BoolOp { op: g.byte(), b: bit(g), c: bit(g) }),
    (2, |g| Micro::SameSlot { b: bit(g), s: slot(g), t: slot(g) }),
    (14, |g| Micro::Branch { b: bit(g), how: g.byte(), skip: 1 + g.below(4) as u8 }),
    (1, |g| Micro::Promote { i: int(g) }),
    (3, |g| Micro::PromoteSmall { i: int(g) }),
    (3, |g| Micro::PromoteKind { i: int(g), n: node(g) }),
    (1, |g| Micro::PromoteNode { i: int(g), n: node(g) }),
    (3, |g| Micro::PromoteFew { i: int(g), n: node(g) }),
    (1, |g| Micro::Vouch { b: bit(g) }),
    (2, |g| Micro::IsConstant { i: int(g) }),
    (2, |g| Micro::Guess { i: int(g) }),
    (2, |g| Micro::IsVirtual { i: int(g), n: node(g) }),
    (2, |g| Micro::Repeat { back: 1 + g.below(4) as u8, times: repeats(g) }),
    (8, |g| Micro::New { n: node(g), i: int(g), s: slot(g) }),
    (6, |g| Micro::GetN { i: int(g), n: node(g) }),
    (6, |g| Micro::SetN { n: node(g), i: int(g) }),
    (2, |g| Micro::GetF { f: float(g), n: node(g) }),
    (2, |g| Micro::SetF { n: node(g), f: float(g) }),
    (4, |g| Micro::GetVal { s: slot(g), n: node(g) }),
    (4, |g| Micro::SetVal { n: node(g), s: slot(g) }),
    (5, |g| Micro::GetNext { n: node(g), of: node(g), or: raises(g) }),
    (5, |g| Micro::SetNext { n: node(g), to: node(g) }),
    (1, |g| Micro::ClearNext { n: node(g) }),
    (2, |g| Micro::GetSmall { i: int(g), n: node(g) }),
    (2, |g| Micro::SetSmall { n: node(g), i: int(g) }),
    (2, |g| Micro::GetByte { i: int(g), n: node(g) }),
    (2, |g| Micro::SetByte { n: node(g), i: int(g) }),
    (2, |g| Micro::GetFlag { b: bit(g), n: node(g) }),
    (2, |g| Micro::SetFlag { n: node(g), b: bit(g) }),
    (2, |g| Micro::GetId { i: int(g), n: node(g) }),
    (3, |g| Micro::SameNode { b: bit(g), n: node(g), with: node(g) }),
    (3, |g| Micro::NewArray { a: array(g), i: int(g) }),
    (3, |g| Micro::NewFilled { a: array(g), s: slot(g), t: slot(g) }),
    (4, |g| Micro::At { s: slot(g), a: array(g), i: int(g), or: raises(g) }),
    (4, |g| Micro::PutAt { a: array(g), i: int(g), s: slot(g), or: raises(g) }),
    (2, |g| Micro::Len { i: int(g), a: array(g) }),
    (2, |g| Micro::WordAt { i: int(g), j: int(g) }),
    (2, |g| Micro::WordPut { j: int(g), i: int(g) }),
    (2, |g| Micro::ByteAt { i: int(g), j: int(g) }),
    (2, |g| Micro::BytePut { j: int(g), i: int(g) }),
    (2, |g| Micro::FloatAt { f: float(g), j: int(g) }),
    (2, |g| Micro::FloatPut { j: int(g), f: float(g) }),
    (4, |g| Micro::Global { s: slot(g), g: g.below(GLOBALS as usize) as u8 }),
    (4, |g| Micro::SetGlobal { g: g.below(GLOBALS as usize) as u8, s: slot(g) }),
    (4, |g| Micro::Emit { s: slot(g) }),
    (3, |g| Micro::EmitInt { i: int(g) }),
    (1, |g| Micro::EmitFloat { f: float(g) }),
    (4, |g| Micro::Bump { n: node(g), i: int(g) }),
    (3, |g| Micro::Peek { i: int(g), n: node(g) }),
    (4, |g| Micro::Check { d: int(g), i: int(g) }),
    (2, |g| Micro::PairOf { i: int(g), s: slot(g) }),
    (2, |g| Micro::ThreeOf { b: bit(g), s: slot(g), t: slot(g) }),
    (2, |g| Micro::OptNext { n: node(g), of: node(g) }),
    (3, |g| Micro::NewNode { n: node(g), i: int(g), s: slot(g) }),
    (3, |g| Micro::Mix { d: int(g), i: int(g), j: int(g) }),
    (1, |g| Micro::FloatMix { d: float(g), f: float(g) }),
    (2, |g| Micro::KindNumbered { d: int(g), i: int(g) }),
    (2, |g| Micro::Fresh { d: int(g), i: int(g) }),
    (3, |g| Micro::Reads { d: int(g), n: node(g) }),
    (1, |g| Micro::Many { i: int(g) }),
    (2, |g| Micro::SetCell { cell: cell(g), i: int(g) }),
    (3, |g| Micro::Assume { i: int(g), cell: cell(g) }),
    (1, |_| Micro::Collect),
    (2, |g| Micro::Reenter { s: slot(g), t: slot(g) }),
    (1, |g| Micro::Spawn { s: slot(g), t: slot(g) }),
    (2, |g| Micro::Resume { s: slot(g), t: slot(g) }),
    (2, |g| Micro::Yield { s: slot(g), t: slot(g) }),
    (1, |g| Micro::PanicIf { i: int(g) }),
    (2, |g| Micro::Throw { s: slot(g) }),
    (3, |_| Micro::Jump),
    (6, call),
    (1, |g| Micro::TailCall { args: g.below(4) as u8, open: g.odds(64) }),
    (2, |g| Micro::Return { count: g.below(5) as u8, how: g.below(4) as u8 }),
];

fn int(g: &mut Draws) -> u8 {
    g.below(INTS as usize) as u8
}
fn float(g: &mut Draws) -> u8 {
    g.below(FLOATS as usize) as u8
}
fn bit(g: &mut Draws) -> u8 {
    g.below(BOOLS as usize) as u8
}
fn slot(g: &mut Draws) -> u8 {
    g.below(SLOTS as usize) as u8
}
fn node(g: &mut Draws) -> u8 {
    g.below(NODES as usize) as u8
}
fn array(g: &mut Draws) -> u8 {
    g.below(ARRAYS as usize) as u8
}
fn operand(g: &mut Draws) -> u8 {
    g.below(OPERANDS) as u8
}
fn cell(g: &mut Draws) -> u8 {
    g.below(CELLS as usize) as u8
}
fn raises(g: &mut Draws) -> bool {
    g.odds(40)
}
/// Mostly a few, seldom so many that the step's log is full.
fn repeats(g: &mut Draws) -> u8 {
    [2, 3, 5, 2, 3, 7, 12, 250][g.below(8)]
}
fn call(g: &mut Draws) -> Micro {
    let (args, open, dynamic) = (g.below(6) as u8, g.odds(50), g.odds(50));
    let want = match g.below(8) {
        0..4 => Want::Fixed(g.below(4) as u8),
        4 | 5 => Want::Open,
        6 => Want::Truth,
        _ => Want::Sum,
    };
    Micro::Call { args, open, dynamic, want }
}

fn micro(g: &mut Draws) -> Micro {
    let total: u32 = PRODUCTIONS.iter().map(|p| u32::from(p.0)).sum();
    let mut at = ((u32::from(g.byte()) * 256 + u32::from(g.byte())) * total) >> 16;
    for (weight, make) in PRODUCTIONS {
        match at.checked_sub(u32::from(*weight)) {
            Some(left) => at = left,
            None => return make(g),
        }
    }
    unreachable!("below the sum of the weights")
}

/// A handler: operands, then anything, then a result; none of it sure.
fn handler(g: &mut Draws, most: usize) -> Vec<Micro> {
    let mut ops = Vec::new();
    if g.odds(12) {
        ops.push(Micro::WholeState);
    }
    for s in 0..g.below(4) as u8 {
        ops.push(Micro::Get { s, k: s });
        match g.below(5) {
            0 | 1 => ops.push(Micro::ToInt { i: s, s, or: raises(g) }),
            2 => ops.push(Micro::ToNode { n: s % NODES, s, or: raises(g) }),
            3 => ops.push(Micro::ToFloat { f: s % FLOATS, s, or: raises(g) }),
            _ => {}
        }
    }
    for _ in 0..1 + g.below(most) {
        ops.push(micro(g));
    }
    if g.odds(160) {
        let s = slot(g);
        ops.push(match g.below(4) {
            0 => Micro::PackNode { s, n: node(g) },
            1 => Micro::PackFloat { s, f: float(g) },
            _ => Micro::PackInt { s, i: int(g) },
        });
        ops.push(Micro::Put { k: operand(g), s });
    }
    settle(&mut ops);
    ops
}

/// Keeps skips within the handler, and repetitions off calls, after which their count would begin anew.
fn settle(ops: &mut [Micro]) {
    for at in 0..ops.len() {
        let left = ops.len() - at - 1;
        let calls =
            |back: usize| ops[at.saturating_sub(back)..at].iter().any(|o| matches!(o, Micro::Call { .. }));
        ops[at] = match ops[at] {
            Micro::Branch { b, how, skip } => Micro::Branch { b, how, skip: skip.min(left as u8) },
            Micro::Repeat { back, .. } if calls(back as usize) => Micro::Flip,
            op => op,
        };
    }
}

// Handlers that every language has, before the random ones.
const SET_INT: u8 = 0;
/// With the ones after it: a node, a float, an array.
const SETTERS: usize = 4;
const NEXT_TURN: u8 = 4;
const FINISH: u8 = 5;
const FIRST: u8 = 6;

fn fixed() -> Vec<Vec<Micro>> {
    let put = |s| Micro::Put { k: 0, s };
    let counted = [
        Micro::Get { s: 0, k: 0 },
        Micro::ToInt { i: 0, s: 0, or: false },
        Micro::Const { i: 1, imm: 0 },
        Micro::Arith { op: 0, d: 0, i: 0, j: 1 },
        Micro::PackInt { s: 0, i: 0 },
        put(0),
        Micro::Const { i: 1, imm: 1 },
        Micro::Compare { op: 2, b: 0, i: 0, j: 1 },
        Micro::Branch { b: 0, how: 3, skip: 1 },
        Micro::Back,
    ];
    vec![
        vec![Micro::Const { i: 0, imm: 0 }, Micro::PackInt { s: 0, i: 0 }, put(0)],
        vec![
            Micro::Const { i: 0, imm: 0 },
            Micro::New { n: 0, i: 0, s: 0 },
            Micro::PackNode { s: 0, n: 0 },
            put(0),
        ],
        vec![Micro::ConstFloat { f: 0, imm: 0 }, Micro::PackFloat { s: 0, f: 0 }, put(0)],
        vec![Micro::NewArray { a: 0, i: 3 }, Micro::PackArray { s: 0, a: 0 }, put(0)],
        counted.to_vec(),
        vec![
            Micro::Get { s: 0, k: 0 },
            Micro::Get { s: 1, k: 1 },
            Micro::Get { s: 2, k: 2 },
            Micro::Get { s: 3, k: 3 },
            Micro::Return { count: 4, how: 0 },
        ],
    ]
}

/// A function on its way.
struct Builder<'g> {
    g: &'g mut Draws,
    handlers: u8,
    functions: u8,
    ops: Vec<Op>,
    catches: Vec<Catch>,
    /// Registers that handlers may write, and those that count loops after them.
    free: u8,
    counters: u8,
    /// How often what is built here runs.
    weight: u32,
}

impl Builder<'_> {
    fn op(&mut self, handler: u8, regs: [u8; OPERANDS], imm: [i32; 2]) {
        let target = 1 + self.g.below(4) as u32;
        let callee = self.g.below(self.functions as usize) as u8;
        self.ops.push(Op { handler, regs, imm, target: self.ops.len() as u32 + target, back: 0, callee });
    }

    fn random_op(&mut self) {
        let handler = FIRST + self.g.below(self.handlers as usize) as u8;
        let free = self.free as usize;
        let regs = std::array::from_fn(|_| self.g.below(free) as u8);
        let imm = [self.imm(), self.imm()];
        self.op(handler, regs, imm);
    }

    fn imm(&mut self) -> i32 {
        match self.g.byte() {
            b @ 0..32 => i32::from(b),
            b => i32::from(b as i8),
        }
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.g.below(4) {
            if self.g.is_empty() {
                return;
            }
            match self.g.below(8) {
                0 | 1 if depth > 0 && self.weight < 200 => self.repeated(depth),
                2 if depth > 0 => {
                    let from = self.ops.len() as u32;
                    self.block(depth - 1);
                    let to = self.ops.len() as u32;
                    let reg = self.g.below(self.free as usize) as u8;
                    // Inner ones were made first.
                    self.catches.push(Catch { from, to, target: to, reg });
                }
                _ => self.random_op(),
            }
        }
    }

    fn repeated(&mut self, depth: u32) {
        let counter = self.free + self.counters;
        self.counters += 1;
        let times = [3, 8, 15, 30, 5, 12, 20, 40][self.g.below(8)];
        let times = if self.weight > 1 { times.min(6) } else { times };
        self.op(SET_INT, [counter; OPERANDS], [0, 0]);
        let head = self.ops.len() as u32;
        self.weight *= times as u32;
        self.block(depth - 1);
        self.weight /= times as u32;
        self.op(NEXT_TURN, [counter; OPERANDS], [1, times]);
        let last = self.ops.len() - 1;
        self.ops[last].back = head;
    }
}

/// A function: registers are set, then anything.
fn code(g: &mut Draws, handlers: u8, functions: u8) -> Code {
    let params = g.below(4) as u8;
    let free = params + 2 + g.below(4) as u8;
    let varargs = g.odds(80);
    let spread = [1, 1, 3, 6][g.below(4)];
    let mut b = Builder {
        g,
        handlers,
        functions,
        ops: Vec::new(),
        catches: Vec::new(),
        free,
        counters: 0,
        weight: 1,
    };
    for r in params..free {
        let (how, imm) = (b.g.below(SETTERS) as u8, b.imm());
        b.op(how, [r; OPERANDS], [imm, imm]);
    }
    let start = b.ops.len();
    b.block(3);
    b.op(FINISH, std::array::from_fn(|k| (k as u8 * 3) % free), [0, 0]);
    let (mut ops, mut catches, counters) = (b.ops, b.catches, b.counters);
    // Counters are set before any jump into their loop.
    let set = (0..counters).map(|c| Op {
        handler: SET_INT,
        regs: [free + c; OPERANDS],
        imm: [0, 0],
        target: 0,
        back: 0,
        callee: 0,
    });
    ops.splice(start..start, set);
    let last = ops.len() as u32 - 1;
    for (pc, op) in ops.iter_mut().enumerate() {
        let by = if pc < start { 0 } else { u32::from(counters) };
        op.target = (op.target + by).clamp(pc as u32 + 1, last.max(pc as u32 + 1)).min(last);
        op.back += by;
    }
    for c in &mut catches {
        (c.from, c.to, c.target) =
            (c.from + u32::from(counters), c.to + u32::from(counters), c.target + u32::from(counters));
    }
    Code { ops, catches, params, varargs, regs: free + counters, spread, live: Vec::new() }
}

/// The program that bytes stand for.
pub fn program(g: &mut Draws) -> Program {
    let (fuel, flags) = (g.byte(), g.byte());
    let max_depth = [1 << 20, 80, 66, 140][g.below(4)];
    let mut handlers = fixed();
    let random = 2 + g.below(7) as u8;
    let functions = 1 + g.below(4) as u8;
    let most = [6, 10, 14, 20][g.below(4)];
    for _ in 0..random {
        let h = handler(g, most);
        handlers.push(h);
    }
    let mut codes: Vec<Code> = (0..functions).map(|_| code(g, random, functions)).collect();
    for c in &mut codes {
        live::analyze(c, &handlers);
    }
    let calls = (0..1 + g.below(4)).map(|_| (g.byte(), i64::from(g.byte() as i8), g.below(24) as i64));
    let calls = calls.collect();
    Program {
        handlers,
        codes,
        calls,
        fuel: 20 + i64::from(fuel),
        back_uses_fuel: flags & 1 != 0,
        fuel_in_heap: flags & 6 != 0,
        tracebacks: flags & 8 != 0,
        max_depth,
        forgotten: None,
    }
}
