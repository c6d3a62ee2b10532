//! Every program in `programs/` prints what was recorded, in every mode; and what the command says.

#[path = "../../langkit/testing/start.rs"]
mod start;

use holloway::testing::{modes, programs, Language};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Programs 100,000 deep are not run with a collection at every poll: each one scans the whole stack, so that takes hours.
const TLA: Language = Language {
    root: env!("CARGO_MANIFEST_DIR"),
    binary: env!("CARGO_BIN_EXE_tla"),
    scripts: "programs",
    not_in: &[("deep", "gc"), ("deep", "minor"), ("overflow", "gc"), ("overflow", "minor")],
    ..Language::new("tla", "tla")
};

/// Far more than any program here needs in any mode.
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn programs_do_the_same_in_all_modes() {
    programs(&TLA).modes("all").limit(LIMIT).check();
}

#[test]
fn guards_that_fail_for_no_reason_change_nothing() {
    for seed in 2..=6 {
        programs(&TLA).modes("chaos,dense").seed(seed).limit(LIMIT).check();
    }
}

type Settings = Vec<(String, String)>;

fn setting(name: &str, value: &str) -> (String, String) {
    (name.to_string(), value.to_string())
}

/// What a run did: exit code and messages.
#[derive(Debug)]
struct Outcome {
    code: Option<i32>,
    stderr: String,
}

fn run(file: &Path, settings: Settings) -> Outcome {
    let tla = TLA.ours(None).expect("it is built").with_settings("tla", settings);
    let (folder, name) = (file.parent().expect("a folder"), file.file_stem().expect("a name"));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let outcome = tla.run(&name.to_string_lossy(), &[], folder, LIMIT, None).expect("tla starts");
    Outcome { code: outcome.code, stderr: String::from_utf8_lossy(&outcome.stderr).into_owned() }
}

/// The modes reach what they name: compiled code in all but the plain ones, forced exits under chaos. Otherwise the tests above would compare
/// plain execution with itself.
#[test]
fn modes_take_effect() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/loops.tla");
    for mode in modes::MODES {
        let mut env = mode.environment(1);
        env.retain(|(name, _)| name != "HOLLOWAY_LOG");
        env.push(setting("HOLLOWAY_LOG", "summary"));
        let compiled = run(&file, env).stderr.contains("bytes, ends in");
        let records = !["plain", "no-derivatives"].contains(&mode.name);
        assert_eq!(compiled, records, "compiled code in mode {}", mode.name);
    }
}

/// What is recorded in audit mode is audited.
#[test]
fn steps_are_audited() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/calls.tla");
    let audit = modes::select(Some(vec!["audit"])).expect("the mode")[0];
    let log = run(&file, audit.environment(1)).stderr;
    let steps = log.split("audited: ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(steps.is_some_and(|n| n > 1000), "{log}");
}

/// Under stress each poll collects at first, and each collection is a pause.
#[test]
fn pauses_are_told() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/calls.tla");
    let pauses = |gc: &str| {
        let log = run(&file, vec![setting("HOLLOWAY_GC", gc), setting("HOLLOWAY_LOG", "stats")]).stderr;
        let rest = log.split("pauses: ").nth(1).unwrap_or_else(|| panic!("no pauses in {log}"));
        rest.split(' ').next().and_then(|n| n.parse::<u64>().ok()).expect("a number")
    };
    let (few, many) = (pauses("normal"), pauses("stress"));
    assert!(many > few + 100, "{few} and {many}");
}

#[test]
fn settings_without_meaning_are_errors() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/fib.tla");
    let cases = [
        ("HOLLOWAY_JIT", "perhaps"),
        ("HOLLOWAY_THRESHOLD", "many"),
        ("HOLLOWAY_OPT", "-fald"),
        ("HOLLOWAY_CHAOS", "1:often"),
        ("HOLLOWAY_LOG", "everything"),
        ("HOLLOWAY_AUDIT", "yes"),
        ("HOLLOWAY_PERF", "no/such/folder"),
        ("HOLLOWAY_GDB", "yes"),
        ("HOLLOWAY_GC", "always"),
        ("HOLLOWAY_HEAP_MAX", "little"),
        ("HOLLOWAY_TRESHOLD", "1"),
    ];
    for (name, value) in cases {
        let outcome = run(&file, vec![setting(name, value)]);
        assert_eq!(outcome.code, Some(1), "{name}={value}: {outcome:?}");
        assert!(outcome.stderr.contains(name), "{name}={value}: {outcome:?}");
    }
    let nothing = run(&file, vec![setting("HOLLOWAY_JIT", "off"), setting("HOLLOWAY_AUDIT", "1")]);
    assert!(nothing.code == Some(1) && nothing.stderr.contains("HOLLOWAY_AUDIT=1: nothing"), "{nothing:?}");
}

#[test]
fn wrong_programs_are_errors() {
    let cases = [
        ("print", "expected an expression"),
        ("print nothing", "expected an expression"),
        ("x = 1", "is not a variable"),
        ("print f(1)", "function `f` is not defined"),
        ("while 1 {", "expected `}`"),
        ("print 99999999999", "number out of range"),
        ("throw 5", "uncaught: 5"),
        ("print 1 / 0", "uncaught: -2"),
        ("let l = list(0 - 1)", "uncaught: -1"),
    ];
    for (k, (text, message)) in cases.into_iter().enumerate() {
        let file = std::env::temp_dir().join(format!("wrong-{}-{k}.tla", std::process::id()));
        std::fs::write(&file, text).expect("writable");
        let outcome = run(&file, vec![setting("HOLLOWAY_JIT", "off")]);
        std::fs::remove_file(&file).expect("removable");
        assert_eq!(outcome.code, Some(1), "{text}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{text}: {outcome:?}");
    }
    let missing = run(&PathBuf::from("no-such-file.tla"), Vec::new());
    assert!(missing.code == Some(1) && missing.stderr.contains("no-such-file.tla"), "{missing:?}");
}

#[test]
fn closed_output_is_an_error() {
    let file = std::env::temp_dir().join(format!("closed-{}.tla", std::process::id()));
    std::fs::write(&file, "let i = 0 while i < 100000 { print i; i = i + 1 }").expect("a temporary file");
    let mut command = start::start(env!("CARGO_BIN_EXE_tla"));
    command.arg(&file).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("tla starts");
    drop(child.stdout.take());
    let out = child.wait_with_output().expect("its end");
    let _ = std::fs::remove_file(&file);
    let message = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.code() == Some(1) && message.ends_with("uncaught: -6\n"), "{message}");
}

/// A loop in which tests go the same way in all iterations, but another way each time it is entered, has a version for each, and none is left from its start in
/// each iteration.
#[test]
fn ways_that_do_not_change_in_a_loop_have_versions() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/ways.tla");
    let log = run(&file, vec![setting("HOLLOWAY_LOG", "summary")]).stderr;
    let loops = log.lines().filter(|l| l.contains("recording a loop at count:5")).count();
    assert_eq!(loops, 4, "{log}");
}

/// A recording that began when its loop was over had no loop in it, and all iterations to come went by bridges.
#[test]
fn loops_whose_last_iteration_was_recorded_are_recorded_again() {
    let (mut left, mut closed) = (0, 0);
    for n in 10..30 {
        let file = std::env::temp_dir().join(format!("last-{n}-{}.tla", std::process::id()));
        let text = format!(
            "fn sum(n) {{ let i = 0 let s = 0 while i < n {{ s = s + i; i = i + 1 }} return s }}
             print sum({n}) print sum(500) print sum(500)"
        );
        std::fs::write(&file, text).expect("a temporary file");
        let env = vec![setting("HOLLOWAY_LOG", "summary"), setting("HOLLOWAY_THRESHOLD", "20")];
        let log = run(&file, env).stderr;
        let _ = std::fs::remove_file(&file);
        left += log.matches("the loop was left").count();
        let loops: Vec<&str> = log.lines().filter(|l| l.starts_with("[holloway] loop-")).collect();
        assert!(loops.iter().all(|l| l.ends_with("jump Loop")), "{n}: {log}");
        closed += loops.len();
    }
    assert!(left > 0 && closed >= 20, "{left} were left, {closed} closed");
}
