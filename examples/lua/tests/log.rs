//! The JSON-lines log of Lua programs: complete, accounted for, and the same in every run.

#[path = "../../../tests/log/mod.rs"]
mod log;

use std::path::Path;

fn log_of(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
    log::log_of(env!("CARGO_BIN_EXE_lua"), &file, name)
}

#[test]
fn every_recorded_op_is_accounted_for() {
    for (name, extra) in [("richards.lua", "abort"), ("nbody.lua", "bridge")] {
        let told = log::check(&log_of(name));
        for event in ["start", "close", extra, "trace", "exits", "end"] {
            assert!(told.events.contains_key(event), "{name}: no `{event}`: {:?}", told.events);
        }
        let own = ["examples/lua/src/", "tracer/src/driver/session.rs"];
        assert!(told.sources.iter().all(|s| own.iter().any(|o| s.starts_with(o))), "{:?}", told.sources);
        assert!(told.places.iter().any(|p| p.contains(&format!("{name}:"))), "{:?}", told.places);
    }
}

#[test]
fn two_runs_tell_the_same() {
    for name in ["deltablue.lua", "coroutines.lua"] {
        assert!(log_of(name) == log_of(name), "{name}: the logs of two runs differ");
    }
}
