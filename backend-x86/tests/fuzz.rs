//! Random traces, evaluator against x86-64.
//!
//! `FUZZ_COUNT=100000 FUZZ_SEED=1 cargo test --release -p holloway-backend-x86 --test fuzz` runs more; `FUZZ_SECONDS` bounds the time.

use holloway_backend_x86::X86;
use holloway_tracer::codegen::conformance::fuzz;

#[test]
fn random_traces_run_as_evaluated() {
    fuzz::from_env(&X86::new());
}
