//! The JSON-lines log of TLA programs: complete, accounted for, and the same in every run.

#[path = "../../../tests/log/mod.rs"]
mod log;

use std::path::Path;

fn program(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)
}

#[test]
fn every_recorded_op_is_accounted_for() {
    let log = log::log_of(env!("CARGO_BIN_EXE_tla"), &program("lists.tla"), "tla");
    let told = log::check(&log);
    for event in ["start", "close", "trace", "bridge", "exits", "end"] {
        assert!(told.events.contains_key(event), "no `{event}`: {:?}", told.events);
    }
    for fate in ["kept", "hoisted", "removed"] {
        assert!(told.fates.contains_key(fate), "nothing was {fate}: {:?}", told.fates);
    }
    for pass in ["fold", "guards", "cse", "heap", "dce"] {
        assert!(told.reasons.iter().any(|r| r.0 == pass), "nothing by {pass}: {:?}", told.reasons);
    }
    // Ops are the author's, not the framework's: only inputs and what closes the trace are the driver's.
    assert!(told.sources.iter().any(|s| s.starts_with("examples/tla/src/lib.rs:")), "{:?}", told.sources);
    let own = ["examples/tla/src/lib.rs", "tracer/src/driver/session.rs"];
    assert!(told.sources.iter().all(|s| own.iter().any(|o| s.starts_with(o))), "{:?}", told.sources);
    assert!(told.places.iter().any(|p| p.starts_with("sieve:5 ")), "{:?}", told.places);
}

#[test]
fn two_runs_tell_the_same() {
    for name in ["lists.tla", "throws.tla", "calls.tla"] {
        let run = || log::log_of(env!("CARGO_BIN_EXE_tla"), &program(name), &format!("same-{name}"));
        assert!(run() == run(), "{name}: the logs of two runs differ");
    }
}
