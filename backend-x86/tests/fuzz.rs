//! Random traces, evaluator against x86-64.
//!
//! `FUZZ_COUNT=100000 FUZZ_SEED=1 cargo test --release -p holloway-backend-x86 --test fuzz` runs more; `FUZZ_SECONDS` bounds the time.

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
    match many(&X86::new(), seed, count.unwrap_or(u64::MAX), seconds) {
        Ok(n) => println!("{n} traces"),
        Err(e) => panic!("{e}"),
    }
}
