//! Which registers are alive where: what a language of this kind has to tell the framework, computed from the handlers.
//!
//! A backward analysis over the operations of all handlers as the instructions invoke them. A register is alive where an operation may read it before any
//! writes it, on any way: to the next operation, past a branch, around a repetition, along a jump, from a call to where its results are, and
//! from whatever may raise to the handler of the error.

use super::program::{Code, Micro, Op, Want};

/// Stands for the open results.
pub const OPEN: u32 = 1 << 31;

/// Registers that a call's results go to.
pub fn results(op: &Op, want: Want) -> u32 {
    match want {
        Want::Fixed(n) => (0..n as usize).fold(0, |set, k| set | 1 << op.regs[op.regs.len() - 1 - k]),
        Want::Open => OPEN,
        Want::Truth => 1 << op.regs[op.regs.len() - 1],
        Want::Sum => 0,
    }
}

/// What an operation reads, and what it writes whenever it goes on.
fn effects(op: &Op, micro: Micro) -> (u32, u32) {
    let reg = |k: u8| 1 << op.regs[k as usize];
    match micro {
        Micro::Get { k, .. } => (reg(k), 0),
        Micro::Put { k, .. } => (0, reg(k)),
        Micro::OpenCount { .. } | Micro::OpenAt { .. } => (OPEN, 0),
        Micro::Call { open, want, .. } => (if open { OPEN } else { 0 }, results(op, want)),
        Micro::TailCall { open: true, .. } | Micro::Return { how: 1, .. } => (OPEN, 0),
        Micro::Back => (0, OPEN),
        _ => (0, 0),
    }
}

/// Registers alive when an error reaches an instruction.
fn on_error(code: &Code, live: &[Vec<u32>], pc: usize) -> u32 {
    code.catch_at(pc as u32).map_or(0, |c| live[c.target as usize][0] & !(1 << c.reg) & !OPEN)
}

/// Registers alive before operation `at` of instruction `pc`, as far as `live` knows of the rest.
fn before(code: &Code, handler: &[Micro], live: &[Vec<u32>], pc: usize, at: usize) -> u32 {
    let op = &code.ops[pc];
    let next_op = || live.get(pc + 1).map_or(0, |l| l[0]);
    let after = |at: usize| if at < handler.len() { live[pc][at] } else { next_op() };
    let Some(&micro) = handler.get(at) else { return next_op() };
    let next = match micro {
        Micro::Branch { skip, .. } => after(at + 1) | after(at + 1 + skip as usize),
        Micro::Repeat { back, .. } => after(at + 1) | after(at.saturating_sub(back as usize)),
        Micro::Jump => live[op.target as usize][0],
        Micro::Back => live[op.back as usize][0],
        Micro::TailCall { .. } | Micro::Return { .. } | Micro::Throw { .. } => 0,
        _ => after(at + 1),
    };
    let (reads, writes) = effects(op, micro);
    reads | (next & !writes) | on_error(code, live, pc)
}

/// Registers alive while a call that is operation `at` of instruction `pc` is running.
pub fn during_call(code: &Code, handler: &[Micro], pc: usize, at: usize, want: Want) -> u32 {
    let after = if at + 1 < handler.len() {
        code.live[pc][at + 1]
    } else {
        code.live.get(pc + 1).map_or(0, |l| l[0])
    };
    (after & !results(&code.ops[pc], want)) | on_error(code, &code.live, pc)
}

/// Fills [`Code::live`].
pub fn analyze(code: &mut Code, handlers: &[Vec<Micro>]) {
    let handler = |pc: usize| &handlers[code.ops[pc].handler as usize];
    let mut live: Vec<Vec<u32>> = (0..code.ops.len()).map(|pc| vec![0; handler(pc).len() + 1]).collect();
    loop {
        let mut changed = false;
        for pc in (0..code.ops.len()).rev() {
            for at in (0..live[pc].len()).rev() {
                let now = before(code, handler(pc), &live, pc, at);
                changed |= now != live[pc][at];
                live[pc][at] = now;
            }
        }
        if !changed {
            break;
        }
    }
    code.live = live;
}
