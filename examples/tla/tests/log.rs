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

/// Every op that became code has its instructions, in order, and there is no address among them.
#[test]
fn machine_code_is_told_by_op() {
    let run = |more: &str| log::told_by(env!("CARGO_BIN_EXE_tla"), &program("lists.tla"), "asm", more);
    let ((told, [_, silent]), (again, _), (without, _)) = (run(",asm"), run(",asm"), run(""));
    assert!(told == again, "two runs tell different code");
    assert!(silent.is_empty() && !without.contains(r#""asm""#), "{silent}");
    for line in told.lines().filter(|l| l.contains(r#""event":"trace""#)) {
        let trace: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let parts = trace["asm"].as_array().expect("machine code");
        let ops: Vec<u64> = parts.iter().filter_map(|p| p[0].as_u64()).collect();
        assert!(ops.is_sorted() && ops.iter().all(|&at| trace["left"].as_u64() > Some(at)), "{ops:?}");
        let guards = trace["exits"].as_array().expect("exits").iter().filter_map(|e| e["at"].as_u64());
        assert!(guards.into_iter().all(|at| ops.contains(&at)), "a guard without code: {ops:?}");
        let offsets = parts.iter().flat_map(|p| p[1].as_str().expect("instructions").lines());
        let offsets = offsets.map(|l| u64::from_str_radix(l.split("  ").next().expect("an offset"), 16));
        let offsets: Vec<u64> = offsets.map(|at| at.expect("a number")).collect();
        assert!(offsets.is_sorted() && trace["bytes"].as_u64() > offsets.last().copied(), "{offsets:?}");
        assert!(!line.contains("$0x7f"), "an address");
    }
}

/// Each iteration prints twice, and the census has counted those of native code, by the places of both; the program's own output is as without.
#[test]
fn the_census_counts_calls_of_helpers() {
    let text = "fn show(n) { let i = 0 while i < n {\n print i;\n print 7\n i = i + 1 } return 0 } let done = show(2000)";
    let file = std::env::temp_dir().join(format!("census-{}.tla", std::process::id()));
    std::fs::write(&file, text).expect("a temporary file");
    let run = |more: &str| log::told_by(env!("CARGO_BIN_EXE_tla"), &file, "census", more);
    let ((told, [out, page]), (plain, [expected, silent])) = (run(",census"), run(""));
    let (again, _) = run(",census");
    // Long enough for the thread that looks to begin.
    std::fs::write(&file, text.replace("2000", "200000")).expect("a temporary file");
    let (timed, _) = run(",census,times");
    std::fs::remove_file(&file).expect("it is removed");
    assert_eq!(out, expected);
    assert!(silent.is_empty() && !plain.contains(r#""event":"census""#), "{silent}");
    assert!(told == again, "two runs tell different things");
    let census = |log: &str| {
        let line = log.lines().find(|l| l.contains(r#""event":"census""#)).expect("a census");
        serde_json::from_str::<serde_json::Value>(line).expect("JSON")
    };
    let counted = census(&told);
    for line in ["show:2", "show:3"] {
        let sites = counted["sites"].as_array().expect("sites");
        let here = |s: &&serde_json::Value| {
            s["place"].as_str().is_some_and(|p| p.starts_with(line)) && s["helper"] == "print"
        };
        let calls: u64 = sites.iter().filter(here).map(|s| s["calls"].as_u64().expect("calls")).sum();
        assert!((1900..=2000).contains(&calls), "{line}: {calls} in {counted}");
        let site = sites.iter().find(here).expect("a site");
        assert!(site["source"].as_str().is_some_and(|s| s.starts_with("examples/tla/src/lib.rs:")), "{site}");
        assert!(site["forgets"] == true && site["samples"].is_null(), "{site}");
    }
    let traces = counted["traces"].as_array().expect("traces");
    let turns: u64 = traces.iter().filter_map(|t| t["turns"].as_u64()).sum();
    assert!((1800..=2000).contains(&turns) && traces[0]["entries"].as_u64() >= Some(1), "{counted}");
    assert!(page.contains("helpers called by traces:") && page.contains("print, show:2"), "{page}");
    let timed = census(&timed);
    let phases: u64 = timed["phases"].as_object().expect("phases").values().filter_map(|n| n.as_u64()).sum();
    let sites: u64 =
        timed["sites"].as_array().expect("sites").iter().filter_map(|s| s["samples"].as_u64()).sum();
    assert!(phases + sites > 0, "{timed}");
}

/// A census says where plain execution is, but not where the log is to be the same in each run.
#[test]
fn the_census_says_what_runs_plainly() {
    let text = "fn count(n) { let i = 0 while i < n {\n i = i + 1\n } return i } print count(30000000)";
    let file = std::env::temp_dir().join(format!("plain-{}.tla", std::process::id()));
    std::fs::write(&file, text).expect("a temporary file");
    let plainly = [("HOLLOWAY_JIT", "off")];
    let run = |more: &str| log::told_under(env!("CARGO_BIN_EXE_tla"), &file, "plain", more, &plainly);
    let ((timed, _), (told, _)) = (run(",census,times"), run(",census"));
    std::fs::remove_file(&file).expect("it is removed");
    assert!(timed.contains(r#""plain":[{"place":"count:"#), "{timed}");
    assert!(!told.contains(r#""plain""#), "{told}");
}
