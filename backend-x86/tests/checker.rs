//! The allocation checker accepts what the allocator makes and notices tampering.

use holloway_backend_x86::X86;
use holloway_tracer::codegen::conformance::fuzz;
use holloway_tracer::codegen::machine::{Loc, Operand, PReg};
use holloway_tracer::codegen::plan::{plan, PlanOptions};
use holloway_tracer::codegen::{alloc, checker, Action, Ends, Target};
use holloway_tracer::ir::random::random_trace;

#[test]
fn tampering_is_noticed() {
    let x86 = X86::new();
    let ends = Ends { inputs: None, target: None };
    let (mut dropped, mut dropped_seen) = (0, 0);
    let (mut moved, mut moved_seen) = (0, 0);
    let (mut exits, mut exits_seen) = (0, 0);
    for seed in 0..300 {
        let mut t = random_trace(seed, &fuzz::config(seed));
        fuzz::nativize(&mut t);
        let p = plan(&t, PlanOptions { flags: true });
        let good = alloc::allocate(&t, &p, &x86, ends, None).unwrap_or_else(|e| panic!("{e}\n{t}"));
        let check = |a: &alloc::Allocation| checker::check(&t, &p, &x86, ends, a);
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
                let other = x86.regs().allocatable.iter().find(|o| o.class() == r.class() && *o != r);
                let mut bad = good.clone();
                bad.placed[s].args[0] = Operand::Reg(other.unwrap_or(PReg(0)));
                moved += 1;
                moved_seen += check(&bad).is_err() as u32;
            }
        }
        // An exit value elsewhere.
        for k in 0..good.exit_locs.len() {
            let mut bad = good.clone();
            bad.exit_locs[k] = Loc::Reg(PReg::fpr(15));
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
