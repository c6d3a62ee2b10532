//! Random traces, evaluator against optimized evaluator against x86-64.
//!
//! `FUZZ_COUNT=100000 FUZZ_SEED=1 cargo test --release -p holloway-backend-x86 --test fuzz -- --nocapture` runs more;
//! `FUZZ_SECONDS` bounds the time. `FUZZ_ONLY=pipeline` leaves out the traces that do not go through the optimizer, and counts only
//! those that were compared on all three.

use holloway_backend_x86::X86;
use holloway_tracer::codegen::conformance::fuzz::many;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn random_traces_run_as_evaluated() {
    let count = setting("FUZZ_COUNT");
    let seed = setting("FUZZ_SEED").unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(0, |d| d.as_nanos() as u64)
    });
    let seconds = setting("FUZZ_SECONDS").unwrap_or(if count.is_some() { u64::MAX } else { 2 });
    println!("first seed {seed}");
    let pipelines_only = std::env::var("FUZZ_ONLY").is_ok_and(|v| v == "pipeline");
    match many(&X86::new(), seed, count.unwrap_or(u64::MAX), seconds, pipelines_only) {
        Ok(tally) => {
            println!("{tally:?}");
            assert!(count.is_some() || tally.pipelines > 20, "too little was compared: {tally:?}");
        }
        Err(e) => panic!("{e}"),
    }
}
