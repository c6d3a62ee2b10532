//! Random traces, evaluator against optimized evaluator against x86-64.
//!
//! `FUZZ_COUNT=100000 FUZZ_SEED=1 cargo test --release -p holloway-backend-x86 --test fuzz -- --nocapture` runs more;
//! `FUZZ_SECONDS` bounds the time, `FUZZ_BYTES` repeats what was reported. `FUZZ_ONLY=pipeline` leaves out the traces that do not go through the optimizer, and counts only
//! those that were compared on all three.

use holloway_backend_x86::X86;
use holloway_testkit::conformance::fuzz;

#[test]
fn random_traces_run_as_evaluated() {
    fuzz::from_env(&X86::new());
}
