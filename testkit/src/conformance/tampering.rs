//! The allocation checker accepts what the allocator makes for a target, and notices tampering.

use super::fuzz::{config, nativize};
use crate::random::random_trace;
use holloway_compiler::codegen::machine::{Loc, Operand, PReg};
use holloway_compiler::codegen::plan::{plan, PlanOptions};
use holloway_compiler::codegen::{alloc, checker, Action, Ends, Target};

/// Allocates random traces, tampers with each decision in turn, and asks the checker.
///
/// # Panics
/// When too much goes unnoticed.
pub fn is_noticed(target: &dyn Target) {
    let ends = Ends { inputs: None, target: None };
    let (mut dropped, mut dropped_seen) = (0, 0);
    let (mut moved, mut moved_seen) = (0, 0);
    let (mut exits, mut exits_seen) = (0, 0);
    for seed in 0..300 {
        let mut t = random_trace(seed, &config(seed));
        nativize(&mut t);
        let p = plan(&t, target, PlanOptions { flags: true });
        let good = alloc::allocate(&t, &p, target, ends, None).unwrap_or_else(|e| panic!("{e}\n{t}"));
        let check = |a: &alloc::Allocation| checker::check(&t, &p, target, ends, a);
        assert_eq!(check(&good), Ok(()), "{t}");
        // Leave out one move.
        for k in 0..good.actions.len() {
            if matches!(good.actions[k], Action::Move(_)) {
                let mut bad = good.clone();
                bad.actions.remove(k);
                dropped += 1;
                dropped_seen += check(&bad).is_err() as u32;
            }
        }
        // Another operand register.
        for s in 0..good.placed.len() {
            if let Operand::Reg(r) = good.placed[s].args[0] {
                let other = target.regs().allocatable.iter().find(|o| o.class() == r.class() && *o != r);
                let mut bad = good.clone();
                bad.placed[s].args[0] = Operand::Reg(other.unwrap_or(PReg(0)));
                moved += 1;
                moved_seen += check(&bad).is_err() as u32;
            }
        }
        // An exit value elsewhere.
        for k in 0..good.exit_locs.len() {
            let mut bad = good.clone();
            bad.exit_locs[k] = Loc::Reg(target.regs().scratch[1]);
            exits += 1;
            exits_seen += check(&bad).is_err() as u32;
        }
    }
    println!("moves {dropped_seen}/{dropped}, operands {moved_seen}/{moved}, exits {exits_seen}/{exits}");
    // Some stores are never read back, and a twin register may hold the value too.
    assert!(dropped > 1000 && dropped_seen * 10 > dropped * 8);
    assert!(moved > 1000 && moved_seen * 100 > moved * 99);
    assert_eq!((exits > 1000, exits_seen), (true, exits));
}
