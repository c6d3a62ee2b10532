//! Which registers matter before each instruction: what a trace takes in and writes back there.
//!
//! **Invariant.** A register that some path from an instruction reads before writing it is in the instruction's set; an instruction in a protected range may go
//! to its handler. What calls hold is in it too, for a collection to find.
//! While an instruction waits for a call, all it has written stays in the set: only the register of the call's result is not there yet.

use crate::bytecode::{CellSource, Op, Proto};
use langkit::held::{held, Step};
use langkit::regs::RegSet;

/// Registers an instruction reads and writes.
pub fn effects(p: &Proto, pc: usize) -> (RegSet, RegSet) {
    let (mut r, mut w) = (RegSet::default(), RegSet::default());
    let span = |from: u8, n: u8| RegSet::range(from.into(), usize::from(from) + usize::from(n));
    macro_rules! fx {
        ([$($read:expr),*] [$($write:expr),*]) => {{ $(r.insert(($read).into());)* $(w.insert(($write).into());)* }};
    }
    use Op::*;
    match p.ops[pc] {
        Move { a, b } | NewCell { a, b } | GetCell { a, b, .. } => fx!([b][a]),
        LoadK { a, .. } | LoadInt { a, .. } | LoadNone { a } | Unbind { a } => fx!([][a]),
        CheckBound { a, .. } => fx!([a] []),
        SetCell { a, b } => fx!([a, b] []),
        UnbindCell { a } => fx!([a] []),
        GetFree { a, .. } | LoadGlobal { a, .. } | Import { a, .. } => fx!([][a]),
        SetFree { b, .. } | StoreGlobal { b, .. } => fx!([b] []),
        UnbindFree { .. } | DelGlobal { .. } | Jump { .. } | Loop { .. } | RaiseNone => {}
        LoadName { a, b, .. } => fx!([b][a]),
        StoreName { a, b, .. } => fx!([a, b] []),
        DelName { b, .. } => fx!([b] []),
        Add { a, b, c } | Sub { a, b, c } | Mul { a, b, c } | Bin { a, b, c, .. } => fx!([b, c][a]),
        InPlace { a, b, c, .. } | Cmp { a, b, c, .. } | Is { a, b, c, .. } | In { a, b, c, .. } => {
            fx!([b, c][a])
        }
        Unary { a, b, .. } | Not { a, b } => fx!([b][a]),
        JTrue { b, .. } | JFalse { b, .. } | JNone { b, .. } => fx!([b] []),
        JCmp { b, c, .. } => fx!([b, c] []),
        GetAttr { a, b, .. } => fx!([b][a]),
        SetAttr { a, c, .. } => fx!([a, c] []),
        DelAttr { a, .. } => fx!([a] []),
        LoadMethod { a, b, .. } => fx!([b] [a, a + 1]),
        SuperMethod { a, .. } => fx!([a, a + 1] [a, a + 1]),
        GetItem { a, b, c } => fx!([b, c][a]),
        SetItem { a, b, c } => fx!([a, b, c] []),
        DelItem { a, b } => fx!([a, b] []),
        BuildList { a, b, n } | BuildTuple { a, b, n } | BuildSet { a, b, n } | BuildString { a, b, n } => {
            r = r.union(span(b, n));
            w.insert(usize::from(a));
        }
        BuildDict { a, b, n } => {
            r = r.union(span(b, 2 * n));
            w.insert(usize::from(a));
        }
        BuildSlice { a, b } => {
            r = r.union(span(b, 3));
            w.insert(usize::from(a));
        }
        ListAppend { a, b } | ListExtend { a, b } | SetAdd { a, b } | SetUpdate { a, b } => fx!([a, b] []),
        ListCollect { a, b, c } => fx!([a, b, c, c + 1, c + 2] []),
        TupleExtend { a, b } => fx!([a, b][a]),
        DictUpdate { a, b } => fx!([a, b] []),
        DictMerge { a, b, f } => fx!([a, b, f] []),
        DictAdd { a, b, c } => fx!([a, b, c] []),
        ListToTuple { a, b } => fx!([b][a]),
        Unpack { a, b, n } => {
            r.insert(usize::from(b));
            w = w.union(span(a, n));
        }
        UnpackEx { a, b, before, after } => {
            r.insert(usize::from(b));
            w = w.union(span(a, before + after + 1));
        }
        Format { a, b, c, .. } => fx!([b, c][a]),
        MakeFunction { a, p: child } => {
            fx!([a, a + 1][a]);
            for s in &p.children[child as usize].frees {
                if let CellSource::Register(x) = s {
                    r.insert(usize::from(*x));
                }
            }
        }
        BuildClass { a } => {
            r = r.union(span(a, 4));
            w.insert(usize::from(a));
        }
        Call { a, n } => {
            r = r.union(span(a + 1, n + 1));
            w.insert(usize::from(a));
        }
        CallMethod { a, n } => {
            r = r.union(span(a, n + 2));
            w.insert(usize::from(a));
        }
        CallKw { a, n, method, .. } => {
            r = r.union(span(a + 1, n + 1));
            if method {
                r.insert(usize::from(a));
            }
            w.insert(usize::from(a));
        }
        SpreadItems { a, f } => fx!([a, a + 1, f] [a, a + 1]),
        SpreadNames { a, f } => fx!([a, f][a]),
        CallEx { a } => {
            r = r.union(span(a + 1, 3));
            w.insert(usize::from(a));
        }
        Return { b } => fx!([b] []),
        Yield { a, b } => fx!([b][a]),
        YieldFrom { a, b, .. } => fx!([a, b][a]),
        GetIter { a, b } => {
            r.insert(usize::from(b));
            w = w.union(span(a, 3));
        }
        ForIter { a, d, .. } => {
            r = r.union(span(a, 3));
            w.insert(usize::from(d));
            w.insert(usize::from(a) + 1);
            w.insert(usize::from(a) + 2);
        }
        MakeIter { a, b } => fx!([b][a]),
        Raise { b } | Reraise { b } => fx!([b] []),
        RaiseFrom { b, c } => fx!([b, c] []),
        JNoMatch { b, c, .. } => fx!([b, c] []),
        ExcInfo { a, b } => fx!([b] [a, a + 1, a + 2]),
        ImportFrom { a, b, .. } => fx!([b][a]),
        ImportStar { b } => fx!([b] []),
        Handle { a, b } => fx!([b][a]),
        Handled { b } => fx!([b] []),
        Globals { a } => fx!([][a]),
        AddLocal { a, b, .. } => fx!([a, b] []),
        AddFree { a, .. } => fx!([a] []),
        op => unreachable!("the compiler makes no {op:?}"),
    }
    (r, w)
}

fn target(op: Op) -> Option<u32> {
    use Op::*;
    match op {
        Jump { to } | Loop { to } | JTrue { to, .. } | JFalse { to, .. } | JNone { to, .. } => Some(to),
        YieldFrom { to, .. } | ForIter { to, .. } | JNoMatch { to, .. } => Some(to),
        JCmp { to, .. } => Some(to.into()),
        _ => None,
    }
}

fn falls(op: Op) -> bool {
    use Op::*;
    !matches!(
        op,
        Jump { .. }
            | Loop { .. }
            | Return { .. }
            | Raise { .. }
            | RaiseFrom { .. }
            | Reraise { .. }
            | RaiseNone
    )
}

/// Which registers that matter at an instruction.
#[derive(Clone, Copy)]
pub enum Mask {
    /// Before it: what is read again. Each of these has been written, by whatever way the instruction was reached.
    Needed,
    /// Before it: those, and what calls hold.
    Alive,
    /// While it waits for a call: its operands, as it may be run again with them, and what matters after it.
    Waiting,
    /// If a generator waits in a `yield` just before it: what matters if an exception is raised there.
    Thrown,
}

/// Those of an instruction, by [`Mask`].
pub type Masks = [RegSet; 4];

/// The registers that matter at each instruction.
pub fn liveness(p: &Proto) -> Vec<Masks> {
    let n = p.ops.len();
    let fx: Vec<_> = (0..n).map(|pc| effects(p, pc)).collect();
    let mut before = vec![RegSet::default(); n + 1];
    let mut after = vec![RegSet::default(); n];
    // The registers of exceptions being handled are looked at when another one is raised there.
    let mut pinned = vec![RegSet::default(); n];
    for h in &p.handling {
        (h.start..h.end).for_each(|pc| pinned[pc as usize].insert(h.reg.into()));
        // The one handled before is known from the second instruction on.
        if let Some(before) = h.target.checked_sub(1) {
            (h.start + 1..h.end).for_each(|pc| pinned[pc as usize].insert(before.try_into().unwrap_or(0)));
        }
    }
    let mut handlers: Vec<Vec<(u32, u8)>> = vec![Vec::new(); n];
    for h in &p.handlers {
        (h.start..h.end.min(n as u32)).for_each(|pc| handlers[pc as usize].push((h.target, h.reg)));
    }
    let raising = |before: &[RegSet], pc: usize| {
        handlers[pc].iter().fold(pinned[pc], |all, &(t, reg)| {
            let mut h = before[t as usize];
            h.remove(reg.into());
            all.union(h)
        })
    };
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..n).rev() {
            let op = p.ops[pc];
            let mut out = RegSet::default();
            if falls(op) {
                out = out.union(before[pc + 1]);
            }
            if let Some(t) = target(op) {
                out = out.union(before[t as usize]);
            }
            let (r, w) = fx[pc];
            // At the end of a loop its variable keeps its last value.
            let w = if matches!(op, Op::ForIter { .. }) {
                let kept = target(op).map_or(RegSet::default(), |t| before[t as usize]);
                w.minus(kept)
            } else {
                w
            };
            after[pc] = out;
            let now = out.minus(w).union(r).union(raising(&before, pc));
            if now != before[pc] {
                before[pc] = now;
                changed = true;
            }
        }
    }
    let step = |pc: usize| {
        let calls = matches!(
            p.ops[pc],
            Op::Call { .. } | Op::CallMethod { .. } | Op::CallKw { .. } | Op::CallEx { .. }
        );
        let scope = RegSet::range(0, if calls { p.variables.into() } else { 0 });
        let ways = target(p.ops[pc]).into_iter().chain(handlers[pc].iter().map(|h| h.0));
        let ways = ways.map(|t| t as usize).chain(falls(p.ops[pc]).then_some(pc + 1));
        // An instruction that fails has written nothing.
        let writes = if handlers[pc].is_empty() { fx[pc].1 } else { RegSet::default() };
        Step { next: ways.map(|t| (t, RegSet::default())).collect(), writes, scope }
    };
    let held = held(&(0..n).map(step).collect::<Vec<_>>());
    let one = |pc: usize| {
        let mut rest = after[pc];
        if let Some(a) = p.ops[pc].result_of_call() {
            rest.remove(a.into());
        }
        if let Op::Unpack { .. } = p.ops[pc] {
            rest = rest.minus(fx[pc].1);
        }
        let alive = before[pc].union(held[pc].0);
        let waits = pc.checked_sub(1).filter(|&at| matches!(p.ops[at], Op::Yield { .. }));
        let thrown = waits.map_or(RegSet::default(), |at| raising(&before, at));
        [before[pc], alive, alive.union(rest).union(held[pc].1), thrown]
    };
    (0..n).map(one).collect()
}
