//! Every check of the project, in one command.
//!
//! **Problem.** A change is good when formatting, lints, tests and whole programs in every mode agree that it is;
//! one command must say so, must not pass because something was left out, and must not take longer than anyone waits for.
//!
//! **Method.** Steps stand in rows. Those of a row run in turn, and two rows at a time: much of a step needs one processor only. What is missing is
//! installed first where it can be ([`crate::install`]).
//!
//! **Invariants.** All steps run, also after one has failed, and each counts. A step that cannot run (a tool or a
//! binary is missing) has failed. What a step prints stays together, below its name; the last line sums up what all of them tested.
//!
//! **Not promised.** Tests that a step runs by itself (the programs) count as one.
//!
//! With `--target` the tests run for another processor, in an emulator, or for another system: see [`crate::target`].
//!
//! **Example.** `cargo xtask test` ends with a line such as `431 passed, 0 failed`.

use benches::languages::root;
use holloway_testing::args::Args;
use holloway_testing::process::find_program;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

/// Options of this command.
pub const USAGE: &str = "[--target aarch64|macos|windows [--part check|slice|all]]
      installs what is missing and runs every check: format, lints, documentation, release builds, programs in all modes, all tests;
      with --target, for that processor in an emulator, or for that system: checks, and what Wine runs";

/// A check: what it is called, and its command line, words parted by single blanks. `cargo` is the one that runs this, and `cargo xtask` this program.
pub type Step = (&'static str, &'static str);

/// How many rows run at once.
const AT_ONCE: usize = 2;

/// Sources, and tests: what is built in `target/debug`, where one Cargo waits for another.
const SOURCES: &[Step] = &[
    ("format", "cargo fmt --all --check"),
    ("lints", "cargo clippy --workspace --all-targets -- -D warnings"),
    // Without libFuzzer itself, which is C++; built next to what the lints have built.
    (
        "fuzz targets",
        "cargo clippy --manifest-path fuzz/Cargo.toml --no-default-features --target-dir target -- -D warnings",
    ),
    ("format of the fuzz targets", "cargo fmt --manifest-path fuzz/Cargo.toml --check"),
    // With the features of the next step, which then finds it made.
    ("documentation", r#"cargo --config build.rustdocflags=["-Dwarnings"] doc --workspace --no-deps --features holloway/testing,holloway/containers"#),
    ("what authors can name", "cargo xtask surface"),
    ("what ships", "cargo xtask package"),
    ("features", "cargo xtask features"),
    ("tests", "cargo test --workspace --no-fail-fast"),
];

/// Whole programs, on what is built in `target/release`.
const PROGRAMS: &[Step] = &[
    ("release builds", "cargo build --release -p tla -p lisp -p holloway-lua -p holloway-python"),
    ("programs", "cargo xtask programs --modes all,gpu-check,gpu-shuffle,gpu-force,gpu-copy --alike one"),
    ("programs of the lessons", "cargo xtask programs --lang lisp,tla --modes all --alike one"),
    (
        "random Lisp programs",
        "cargo xtask fuzz --lang lisp --count 300 --seed 1 --lisp target/release/lisp --modes plain,eager,chaos,gc,audit --draws 1 --batch 20",
    ),
    (
        "random Lua programs",
        "cargo xtask fuzz --lang lua --count 100 --seed 1 --lua target/release/holloway-lua --modes plain,eager,chaos,audit --draws 1 --batch 20 --sample 100000",
    ),
    (
        "random Python programs",
        "cargo xtask fuzz --lang python --count 80 --seed 1 --python target/release/holloway-python --modes plain,eager,chaos,audit --draws 1 --batch 20",
    ),
    (
        "random calls of Python's library",
        "cargo xtask probe --lang python --python target/release/holloway-python --calls 12 --modes jit",
    ),
    (
        "random loop nests",
        "cargo xtask fuzz --lang python --style nests --count 60 --seed 1 --python target/release/holloway-python --modes plain,gpu-check,gpu-shuffle,gpu-force,gpu-copy --batch 20",
    ),
    ("corpus under random settings", "cargo xtask corpus --draws 5"),
    ("chaos at every guard", "cargo xtask cover --only sieve,bounce,closures,coroutines,lifetimes,chains"),
    ("stale references in a release build", "cargo test --release -p holloway --test stale"),
];

/// A port that users may make, in a folder of its own.
const PORT: &[Step] = &[
    ("a port in ten steps", "cargo xtask porting"),
    ("mistakes in a port", "cargo xtask porting --mistakes on"),
];

/// Other processors and systems, in folders of their own. In one row, as their toolchains are installed by a tool that runs once at a time.
const TARGETS: &[Step] = &[
    ("AArch64 in an emulator", "cargo xtask test --target aarch64 --part slice"),
    ("macOS", "cargo xtask test --target macos --part check"),
    ("Windows", "cargo xtask test --target windows --part check"),
];

/// The rows. A row begins when one before it has ended: the longest come first.
const ROWS: &[&[Step]] = if cfg!(target_arch = "aarch64") {
    // There the other steps test that processor, and the toolchains are made on x86-64 only.
    &[SOURCES, PROGRAMS, PORT]
} else {
    &[SOURCES, PROGRAMS, TARGETS, PORT]
};

/// Programs that steps need beside Cargo.
const NEEDED: &[&str] = &["lua5.4", "python3.11", "chromium", "gdb"];

/// Counts of what passed and failed.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
}

impl Tally {
    /// Adds the counts of a line as the test harness prints it at the end of each test binary; other lines count nothing. A test that was
    /// ignored or filtered out should have run, so it counts as failed.
    fn read(&mut self, line: &str) {
        let Some(counts) = line.trim_start().strip_prefix("test result: ") else { return };
        let number = |what: &str| {
            let at = counts.find(what)?;
            counts[..at].trim_end().rsplit(' ').next()?.parse::<u64>().ok()
        };
        self.passed += number("passed").unwrap_or(0);
        self.failed += ["failed", "ignored", "filtered out"].iter().filter_map(|w| number(w)).sum::<u64>();
    }
}

/// The command of a step. This program is started as it is: by way of Cargo it would wait for what is being built.
fn command(line: &str) -> Result<Command, String> {
    let mut words = line.split(' ').peekable();
    let mut command = match words.next() {
        Some("cargo") if words.next_if_eq(&"xtask").is_some() => {
            Command::new(std::env::current_exe().map_err(|e| format!("cannot find this program: {e}"))?)
        }
        Some("cargo") | None => Command::new(benches::languages::cargo()),
        Some(other) => Command::new(other),
    };
    command.args(words).current_dir(root());
    Ok(command)
}

/// Runs a step with `env` added to the environment, showing each line that it prints; whether it succeeded, and the tests it counted.
fn step(line: &str, env: &[(String, String)], mut show: impl FnMut(&str)) -> Result<(bool, Tally), String> {
    let failed = |e: std::io::Error| format!("cannot run `{line}`: {e}");
    let (printed, out) = std::io::pipe().map_err(failed)?;
    let mut command = command(line)?;
    command.envs(env.iter().map(|(k, v)| (k, v)));
    command.stdout(out.try_clone().map_err(failed)?).stderr(out);
    let mut child = command.spawn().map_err(failed)?;
    // It holds the ends to write to: with it, what is printed would have no end.
    drop(command);
    let mut tally = Tally::default();
    for line in BufReader::new(printed).split(b'\n') {
        let line = String::from_utf8_lossy(&line.map_err(failed)?).into_owned();
        tally.read(&line);
        show(&line);
    }
    let status = child.wait().map_err(failed)?;
    Ok((status.success(), tally))
}

/// What came of the steps that have ended, and where all is told.
struct Report<W> {
    total: Tally,
    wrong: Vec<String>,
    out: W,
}

impl<W: Write> Report<W> {
    /// Shows a line.
    fn say(&mut self, line: &str) {
        writeln!(self.out, "{line}").expect("the output can be written to");
    }
    /// Counts what is not installed.
    fn lacks(&mut self, what: String) {
        self.total.failed += 1;
        self.wrong.push(what);
    }
    /// Counts a step, with the tests that it counted; whether it passed.
    fn add(&mut self, name: &str, ok: bool, tally: Tally) -> bool {
        let ok = ok && tally.failed == 0;
        // A step without tests of its own counts as one.
        self.total.passed += if tally == Tally::default() { ok as u64 } else { tally.passed };
        self.total.failed += tally.failed.max(!ok as u64);
        if !ok {
            self.wrong.push(format!("{name} failed"));
        }
        ok
    }
}

/// Runs rows of steps, [`AT_ONCE`] at a time, each step with the environment that `env` gives it. What a step of a single row prints is shown as it comes; what is printed
/// beside others, when the step has ended.
fn run_rows<W: Write + Send>(
    report: &Mutex<Report<W>>,
    rows: &[&[Step]],
    env: impl Fn(&str) -> Vec<(String, String)> + Sync,
) {
    fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
        shared.lock().expect("no row has panicked")
    }
    let single = rows.len() == 1;
    let rest = Mutex::new(rows.iter());
    let next = || locked(&rest).next();
    let work = || {
        while let Some(row) = next() {
            for (name, line) in *row {
                let mut held = Vec::new();
                let mut show = |line: &str| match single {
                    true => locked(report).say(line),
                    false => held.push(line.to_string()),
                };
                if !single {
                    locked(report).say(&format!("== {name} begins"));
                }
                show(&format!("== {name}: {line}"));
                let start = Instant::now();
                let ran = step(line, &env(name), show);
                let mut report = locked(report);
                held.iter().for_each(|line| report.say(line));
                let (ok, tally) = ran.unwrap_or_else(|e| {
                    report.say(&e);
                    (false, Tally::default())
                });
                let how = if report.add(name, ok, tally) { "passed" } else { "FAILED" };
                report.say(&format!("== {name}: {how} after {:.0?}", start.elapsed()));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(rows.len()) {
            scope.spawn(work);
        }
    });
}

/// Runs rows of steps, and tells how many tests and steps passed and failed.
pub fn run_steps(
    needed: &[&str],
    rows: &[&[Step]],
    env: impl Fn(&str) -> Vec<(String, String)> + Sync,
) -> Result<(), String> {
    let mut report = Report { total: Tally::default(), wrong: Vec::new(), out: std::io::stdout() };
    for name in needed.iter().filter(|name| find_program(name).is_none()) {
        report.lacks(format!("{name} is not installed"));
    }
    let report = Mutex::new(report);
    run_rows(&report, rows, env);
    let Report { total, wrong, .. } = report.into_inner().expect("no row has panicked");
    for reason in &wrong {
        println!("{reason}");
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("; "))
    }
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    match (args.text("target"), args.text("part")) {
        (None, None) => {
            // What could not be installed fails below, by its name.
            if let Err(e) = crate::install::missing(NEEDED) {
                println!("{e}");
            }
            run_steps(NEEDED, ROWS, |_| Vec::new())
        }
        (Some(target), part) => crate::target::run(target, part),
        (None, Some(_)) => Err("--part goes with --target".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_are_counted() {
        let mut tally = Tally::default();
        tally.read(
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s",
        );
        tally.read("test a::b ... ok");
        tally.read(
            "test result: FAILED. 3 passed; 2 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0s",
        );
        assert_eq!(tally, Tally { passed: 15, failed: 7 });
    }

    /// What is shown, and counted, of rows.
    fn rows(rows: &[&[Step]]) -> (Vec<String>, Tally) {
        let report = Report { total: Tally::default(), wrong: Vec::new(), out: Vec::new() };
        let report = Mutex::new(report);
        run_rows(&report, rows, |_| Vec::new());
        let Report { total, wrong, out } = report.into_inner().unwrap();
        assert_eq!(wrong.len() as u64, total.failed);
        let text = String::from_utf8(out).unwrap();
        (text.lines().map(str::to_string).collect(), total)
    }

    #[test]
    fn a_step_that_fails_in_any_row_is_counted_and_the_others_run() {
        let (fails, lacks) = (("fails", "false"), ("lacks", "no-such-program-anywhere"));
        let passes = ("passes", "true");
        for (all, passed, failed) in [
            (&[&[passes][..]][..], 1, 0),
            (&[&[fails, passes]], 1, 1),
            (&[&[fails, passes], &[passes]], 2, 1),
            (&[&[passes], &[passes, lacks, passes], &[fails]], 3, 2),
        ] {
            assert_eq!(rows(all).1, Tally { passed, failed }, "{all:?}");
        }
    }

    #[test]
    fn what_a_step_prints_stays_together_errors_too() {
        let step = ("lists", "ls xtask/Cargo.toml no-such-file");
        for all in [&[&[step][..]][..], &[&[step, step], &[step, step], &[step]]] {
            let (lines, total) = rows(all);
            assert_eq!(total.failed, all.iter().map(|r| r.len() as u64).sum::<u64>());
            let shown: Vec<&String> = lines.iter().filter(|l| *l != "== lists begins").collect();
            for shown in shown.chunks(4) {
                assert_eq!(*shown[0], "== lists: ls xtask/Cargo.toml no-such-file");
                assert!(shown[1].contains("no-such-file"), "{shown:?}");
                assert_eq!(shown[2], "xtask/Cargo.toml");
                assert!(shown[3].starts_with("== lists: FAILED after "), "{shown:?}");
            }
        }
    }

    #[test]
    fn steps_of_a_row_run_in_turn() {
        let row: &[Step] = &[("first", "true"), ("second", "true")];
        let (lines, _) = rows(&[row, row, row]);
        let ended =
            |name: &str| lines.iter().filter(|l| l.starts_with(&format!("== {name}: passed"))).count();
        assert_eq!((ended("first"), ended("second")), (3, 3));
        let mut open = 0;
        for line in &lines {
            open += line.starts_with("== first: passed") as i32 - (line == "== second begins") as i32;
            assert!(open >= 0, "{lines:?}");
        }
    }
}
