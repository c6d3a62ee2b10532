//! The neutral half of code generation runs for this target, on any host.

use holloway_backend_aarch64::AArch64;
use holloway_compiler::codegen::plan::{plan, PlanOptions};
use holloway_compiler::codegen::{alloc, checker, Ends};
use holloway_compiler::ir::Trace;
use holloway_testkit::conformance::{cases::LOOPS, fuzz};
use holloway_testkit::random::random_trace;

fn allocates(t: &Trace, flags: bool, randomize: Option<u64>) {
    let plan = plan(t, &AArch64, PlanOptions { flags });
    let ends = Ends { inputs: None, target: None };
    let out = alloc::allocate(t, &plan, &AArch64, ends, randomize).unwrap_or_else(|e| panic!("{e}\n{t}"));
    checker::check(t, &plan, &AArch64, ends, &out).unwrap_or_else(|e| panic!("{e}\n{t}"));
}

#[test]
fn allocation_passes_the_checker() {
    for (_, text, _) in LOOPS {
        let t: Trace = text.parse().unwrap_or_else(|e| panic!("{e}"));
        allocates(&t, true, None);
    }
    for seed in 0..3000 {
        let mut t = random_trace(seed, &fuzz::config(seed));
        fuzz::nativize(&mut t);
        allocates(&t, seed % 3 != 0, (seed % 2 == 0).then_some(seed));
    }
}
