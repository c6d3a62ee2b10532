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

/// The last event of a program that is written to a file of this name.
fn end_of(name: &str, program: &str) -> (String, serde_json::Value) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, program).expect("the program is written");
    let log = log::log_of(env!("CARGO_BIN_EXE_holloway-lua"), &file, name);
    let end = serde_json::from_str(log.lines().last().expect("an event")).expect("JSON");
    (log, end)
}

/// Each callee that loops ended a recording of the loop that calls them, and each time that was waited for twice as long: with twelve, all of the program ran
/// plainly, and entered them 38,000 times.
#[test]
fn a_loop_that_calls_many_functions_with_loops_is_compiled_soon() {
    let functions: String = (1..=12)
        .map(|k| format!("local function f{k}(x) for i = 1, 9 do x = x + i % {k} end return x end\n"))
        .collect();
    let calls: Vec<String> = (1..=12).map(|k| format!("f{k}(s)")).collect();
    let program = format!(
        "{functions}local s = 0\nfor round = 1, 3000 do\nfor i = 1, 9 do s = s + i end\ns = ({}) % 1000003\nend\nprint(s)\n",
        calls.join(" + ")
    );
    let (_, end) = end_of("callees.lua", &program);
    let entries = end["entries"].as_u64().expect("the `end` event");
    assert!(entries < 3000, "native code was entered {entries} times: {end}");
}

/// What compiling had cost in time decided what was compiled, once 40,000 ops had been recorded.
#[test]
fn two_runs_of_a_large_program_tell_the_same() {
    let [(one, end), (two, _)] = [(); 2].map(|()| end_of("ways.lua", &many_ways()));
    let recorded = end["recorded"].as_u64().expect("the `end` event");
    assert!(recorded > 50_000, "only {recorded} ops were recorded");
    assert!(one == two, "the logs of two runs differ");
}
