//! Every program in `programs/` prints what was recorded, in every execution mode.

mod common;

use common::{audit, chaos, eager, passes, plain, stress, Mode, Outcome};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Far more than any program here needs in any mode.
const LIMIT: Duration = Duration::from_secs(60);

fn run(file: &Path, mode: &Mode) -> Outcome {
    common::run(file, mode, LIMIT)
}

/// All modes a program must do the same in.
fn modes() -> Vec<Mode> {
    let mut modes =
        vec![plain(), ("jit".into(), Vec::new()), eager("threshold 1".into(), &[]), stress(), audit()];
    modes.extend((1..=5).flat_map(|seed| [3, 17, 50].map(|period| chaos(seed, period))));
    modes.extend(holloway::opt::PASSES.iter().map(|pass| passes(format!("-{}", pass.name))));
    modes.push(passes("none".into()));
    modes
}

/// Programs that are not run with a collection at every poll: each one scans the whole stack, so a recursion 100,000 deep takes hours.
const NOT_STRESSED: &[&str] = &["deep", "overflow"];

/// Checks the program with this name in all modes.
fn check(name: &str) {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs");
    let recorded = dir.join(format!("expected/{name}.txt"));
    let expected =
        std::fs::read_to_string(&recorded).unwrap_or_else(|e| panic!("{}: {e}", recorded.display()));
    let mut wrong = Vec::new();
    for mode in modes() {
        if mode == stress() && NOT_STRESSED.contains(&name) {
            continue;
        }
        let outcome = run(&dir.join(format!("{name}.tla")), &mode);
        if outcome.code != Some(0) || outcome.stdout != expected {
            wrong.push(format!("{name} in mode {}: {:?}", mode.0, outcome));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

macro_rules! programs {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)) })*

        /// A program without a test here would not be run.
        #[test]
        fn every_program_is_listed() {
            let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs");
            let files = std::fs::read_dir(dir).expect("programs").map(|f| f.expect("a file").file_name());
            let mut found: Vec<String> =
                files.filter_map(|f| f.to_string_lossy().strip_suffix(".tla").map(String::from)).collect();
            let mut listed = vec![$(stringify!($name)),*];
            found.sort();
            listed.sort();
            assert_eq!(found, listed);
        }
    };
}

programs! { calls deep fib joins lists loops nested overflow throws ways }

/// The modes reach what they name: compiled code in all but the plain one, forced exits under chaos. Otherwise the tests above would compare
/// plain execution with itself.
#[test]
fn modes_take_effect() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/loops.tla");
    for (name, mut env) in modes() {
        env.push(("HOLLOWAY_LOG", "summary".into()));
        let compiled = run(&file, &(name.clone(), env)).stderr.contains("bytes, ends in");
        assert_eq!(compiled, name != "plain", "compiled code in mode {name}");
    }
}

/// What is recorded in audit mode is audited.
#[test]
fn steps_are_audited() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/calls.tla");
    let (name, mut env) = audit();
    env.push(("HOLLOWAY_LOG", "stats".into()));
    let log = run(&file, &(name, env)).stderr;
    let steps = log.split("audited: ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(steps.is_some_and(|n| n > 1000), "{log}");
}

/// Under stress each poll collects at first, and each collection is a pause.
#[test]
fn pauses_are_told() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/calls.tla");
    let pauses = |gc: &str| {
        let env = [("HOLLOWAY_GC", gc), ("HOLLOWAY_LOG", "stats")].map(|(name, value)| (name, value.into()));
        let log = run(&file, &("pauses".into(), env.into())).stderr;
        let rest = log.split("pauses: ").nth(1).unwrap_or_else(|| panic!("no pauses in {log}"));
        rest.split(',').next().and_then(|n| n.parse::<u64>().ok()).expect("a number")
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
    ];
    for (name, value) in cases {
        let outcome = run(&file, &(name.into(), vec![(name, value.into())]));
        assert_eq!(outcome.code, Some(1), "{name}={value}: {outcome:?}");
        assert!(outcome.stderr.contains(name), "{name}={value}: {outcome:?}");
    }
    let (_, off) = plain();
    let nothing =
        run(&file, &("audit of nothing".into(), [off, vec![("HOLLOWAY_AUDIT", "1".into())]].concat()));
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
        let outcome = run(&file, &plain());
        std::fs::remove_file(&file).expect("removable");
        assert_eq!(outcome.code, Some(1), "{text}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{text}: {outcome:?}");
    }
    let missing = run(&PathBuf::from("no-such-file.tla"), &plain());
    assert!(missing.code == Some(1) && missing.stderr.contains("no-such-file.tla"), "{missing:?}");
}

#[test]
fn closed_output_is_an_error() {
    let file = std::env::temp_dir().join(format!("closed-{}.tla", std::process::id()));
    std::fs::write(&file, "let i = 0 while i < 100000 { print i; i = i + 1 }").expect("a temporary file");
    let mut command = common::start::start(env!("CARGO_BIN_EXE_tla"));
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
    let log = run(&file, &("log".into(), vec![("HOLLOWAY_LOG", "summary".into())])).stderr;
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
        let env = vec![("HOLLOWAY_LOG", "summary".into()), ("HOLLOWAY_THRESHOLD", "20".into())];
        let log = run(&file, &("log".into(), env)).stderr;
        let _ = std::fs::remove_file(&file);
        left += log.matches("the loop was left").count();
        let loops: Vec<&str> = log.lines().filter(|l| l.starts_with("[holloway] loop-")).collect();
        assert!(loops.iter().all(|l| l.ends_with("jump Loop")), "{n}: {log}");
        closed += loops.len();
    }
    assert!(left > 0 && closed >= 20, "{left} were left, {closed} closed");
}
