//! Parallel moves: many assignments at once, turned into a sequence.
//!
//! All sources are read before any destination is written. Destinations are distinct; sources may repeat, may be constants, and may
//! be of either class. A move changes class only where words are passed, all of whose registers on one side are integer registers: no cycle has both
//! classes. A move between two slots is one action: the
//! emitter passes it through the permanent scratch register. Cycles of registers alone are broken through the class's scratch
//! register; cycles that touch a slot through the frame's [`Loc::Temp`] word, because their slot-to-slot moves need the scratch
//! register themselves.
//!
//! **Example.** `r1 <- r2, r2 <- r1, s0 <- 7` becomes `scratch <- r1; r1 <- r2; r2 <- scratch; s0 <- 7`.

use super::machine::{Class, Loc, PReg};
use crate::ir::IrRef;

/// Where an assignment takes its value from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A location.
    Loc(Loc),
    /// A constant of the trace.
    Const(IrRef),
}

/// One assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assign {
    /// Destination.
    pub to: Loc,
    /// Source.
    pub from: Source,
}

/// Turns parallel assignments into a sequence with the same meaning.
pub fn sequence(moves: &[Assign], scratch: [PReg; 2], mut emit: impl FnMut(Assign)) {
    let mut pending: Vec<(Loc, Loc)> = Vec::with_capacity(moves.len());
    for m in moves {
        if let Source::Loc(from) = m.from {
            if from != m.to {
                pending.push((m.to, from));
            }
        }
    }
    while !pending.is_empty() {
        let before = pending.len();
        let mut i = 0;
        while i < pending.len() {
            let (to, from) = pending[i];
            // A destination nobody reads any more may be overwritten.
            if pending.iter().enumerate().all(|(j, p)| j == i || p.1 != to) {
                emit(Assign { to, from: Source::Loc(from) });
                pending.swap_remove(i);
            } else {
                i += 1;
            }
        }
        if pending.len() < before {
            continue;
        }
        // Only cycles are left. Save one destination's old value; its readers take the copy.
        let start = pending[0].0;
        let temp = if cycle_in_registers(&pending, start) { scratch_for(start, scratch) } else { Loc::Temp };
        emit(Assign { to: temp, from: Source::Loc(start) });
        for p in &mut pending {
            if p.1 == start {
                p.1 = temp;
            }
        }
        // Resolve that cycle entirely before opening another: the temporary is in use.
        while let Some(i) = (0..pending.len())
            .find(|&i| pending.iter().enumerate().all(|(j, p)| j == i || p.1 != pending[i].0))
        {
            let (to, from) = pending.swap_remove(i);
            emit(Assign { to, from: Source::Loc(from) });
        }
    }
    for m in moves.iter().filter(|m| matches!(m.from, Source::Const(_))) {
        emit(*m);
    }
}

fn cycle_in_registers(pending: &[(Loc, Loc)], start: Loc) -> bool {
    let mut at = start;
    loop {
        let Some(&(_, from)) = pending.iter().find(|p| p.0 == at) else { return false };
        if !matches!(from, Loc::Reg(_)) {
            return false;
        }
        if from == start {
            return true;
        }
        at = from;
    }
}

fn scratch_for(loc: Loc, scratch: [PReg; 2]) -> Loc {
    match loc {
        Loc::Reg(r) if r.class() == Class::Fpr => Loc::Reg(scratch[1]),
        _ => Loc::Reg(scratch[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    const SCRATCH: [PReg; 2] = [PReg::gpr(11), PReg::fpr(15)];

    fn loc(n: u8) -> Loc {
        match n % 12 {
            k @ 0..=3 => Loc::Reg(PReg::gpr(k)),
            k @ 4..=7 => Loc::Slot(k as u32),
            k => Loc::Reg(PReg::fpr(k)),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn sequences_mean_what_the_parallel_move_means(pairs in proptest::collection::vec((0u8..12, 0u8..14), 0..12)) {
            let mut moves: Vec<Assign> = Vec::new();
            for (to, from) in pairs {
                let to = loc(to);
                if moves.iter().any(|m| m.to == to) {
                    continue;
                }
                let from = if from < 12 { Source::Loc(loc(from)) } else { Source::Const(IrRef::konst(from as usize)) };
                moves.push(Assign { to, from });
            }
            let mut state: HashMap<Loc, String> = HashMap::new();
            let old = |state: &HashMap<Loc, String>, l: Loc| state.get(&l).cloned().unwrap_or(format!("{l:?}"));
            sequence(&moves, SCRATCH, |a| {
                let value = match a.from {
                    Source::Loc(l) => {
                        // A move between memory words runs over the integer scratch register.
                        if !matches!(l, Loc::Reg(_)) && !matches!(a.to, Loc::Reg(_)) {
                            state.insert(Loc::Reg(SCRATCH[0]), "lost".into());
                        }
                        old(&state, l)
                    }
                    Source::Const(c) => format!("{c:?}"),
                };
                state.insert(a.to, value);
            });
            for m in &moves {
                let want = match m.from {
                    Source::Loc(l) => format!("{l:?}"),
                    Source::Const(c) => format!("{c:?}"),
                };
                prop_assert_eq!(old(&state, m.to), want, "{:?}", moves);
            }
        }
    }
}
