//! Random traces, evaluator against AArch64.
//!
//! `FUZZ_COUNT=100000 FUZZ_SEED=1 cargo test --release -p holloway-backend-aarch64 --test fuzz` runs more; `FUZZ_SECONDS` bounds the time.

#![cfg(target_arch = "aarch64")]

use holloway_backend_aarch64::AArch64;
use holloway_testkit::conformance::fuzz;

#[test]
fn random_traces_run_as_evaluated() {
    fuzz::from_env(&AArch64);
}
