//! The JSON-lines log of Lua programs: complete, accounted for, and the same in every run.

#[path = "../../../tests/log/mod.rs"]
mod log;

use std::path::Path;

fn log_of(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
    log::log_of(env!("CARGO_BIN_EXE_holloway-lua"), &file, name)
}

#[test]
fn every_recorded_op_is_accounted_for() {
    for (name, extra) in [("richards.lua", "abort"), ("nbody.lua", "bridge")] {
        let told = log::check(&log_of(name));
        for event in ["start", "close", extra, "trace", "exits", "file", "end"] {
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

/// Loops of nine branches that fall at random, so many that more ops are recorded than are free.
fn many_ways() -> String {
    let arm = |k: u32| {
        format!(
            "if b & {} == 0 then s = (s + i * {} ~ b << {}) % 1000003 else s = (s * {} ~ b - i >> {}) % 1000033 end\n",
            1 << k, k + 3, k + 1, k + 5, k + 1
        )
    };
    let arms: String = (0..9).map(arm).collect();
    let one = format!(
        "for i = 1, 60000 do\nr = (r * 1103515245 + 12345) & 0x7fffffff\nlocal b = r >> 8\n{arms}end\n"
    );
    format!("local s, r = 0, 1\n{}print(s)\n", one.repeat(16))
}

/// What compiling had cost in time decided what was compiled, once 40,000 ops had been recorded.
#[test]
fn two_runs_of_a_large_program_tell_the_same() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ways.lua");
    std::fs::write(&file, many_ways()).expect("the program is written");
    let [one, two] = [(); 2].map(|()| log::log_of(env!("CARGO_BIN_EXE_holloway-lua"), &file, "ways.lua"));
    let last: serde_json::Value = serde_json::from_str(one.lines().last().expect("an event")).expect("JSON");
    let recorded = last["recorded"].as_u64().expect("the `end` event");
    assert!(recorded > 50_000, "only {recorded} ops were recorded");
    assert!(one == two, "the logs of two runs differ");
}
