//! Every check of the project, in one command.
//!
//! **Problem.** A change is good when formatting, lints, tests and whole programs in every mode agree that it is;
//! one command must say so, and must not pass because something was left out.
//!
//! **Invariants.** All steps run, also after one has failed, and each counts. A step that cannot run (a tool or a
//! binary is missing) has failed. `cargo test` comes last, so its own result lines are near the end; the last line
//! sums them up.
//!
//! **Not promised.** Tests that a step runs by itself (the programs) count as one.
//!
//! What is missing is installed first where it can be ([`crate::install`]).
//!
//! With `--target` the tests run for another processor, in an emulator, or for another system: see [`crate::target`].
//!
//! **Example.** `cargo xtask test` ends with a line such as `431 passed, 0 failed`.

use benches::languages::root;
use holloway_testing::args::Args;
use holloway_testing::process::find_program;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Options of this command.
pub const USAGE: &str = "[--target aarch64|macos|windows [--part check|slice|all]]
      installs what is missing and runs every check: format, lints, documentation, release builds, programs in all modes, all tests;
      with --target, for that processor in an emulator, or for that system: checks, and what Wine runs";

/// A check: what it is called, and its command line, words parted by single blanks. `cargo` is the one that runs this.
pub type Step = (&'static str, &'static str);

const EMULATED: &str = "AArch64 in an emulator";

/// Steps that an AArch64 host leaves out: there the other steps test that processor, and the toolchains of these are made on x86-64 only.
const ON_X86: &[&str] = &[EMULATED, "macOS", "Windows"];

/// The checks.
const STEPS: &[Step] = &[
    ("format", "cargo fmt --all --check"),
    ("lints", "cargo clippy --workspace --all-targets -- -D warnings"),
    // Without libFuzzer itself, which is C++; built next to what the lints have built.
    (
        "fuzz targets",
        "cargo clippy --manifest-path fuzz/Cargo.toml --no-default-features --target-dir target -- -D warnings",
    ),
    ("format of the fuzz targets", "cargo fmt --manifest-path fuzz/Cargo.toml --check"),
    ("documentation", r#"cargo --config build.rustdocflags=["-Dwarnings"] doc --workspace --no-deps --features holloway/testing,holloway/containers"#),
    ("what authors can name", "cargo xtask surface"),
    ("what ships", "cargo xtask package"),
    ("features", "cargo xtask features"),
    ("a port in ten steps", "cargo xtask porting"),
    ("mistakes in a port", "cargo xtask porting --mistakes on"),
    ("release builds", "cargo build --release -p tla -p lisp -p holloway-lua -p holloway-python"),
    ("programs", "cargo xtask programs --modes all --alike one"),
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
    ("loops elsewhere", "cargo xtask programs --modes gpu-check,gpu-shuffle,gpu-force,gpu-copy --alike one"),
    (
        "random loop nests",
        "cargo xtask fuzz --lang python --style nests --count 60 --seed 1 --python target/release/holloway-python --modes plain,gpu-check,gpu-shuffle,gpu-force,gpu-copy --batch 20",
    ),
    ("corpus under random settings", "cargo xtask corpus --draws 5"),
    (EMULATED, "cargo xtask test --target aarch64 --part slice"),
    ("macOS", "cargo xtask test --target macos --part check"),
    ("Windows", "cargo xtask test --target windows --part check"),
    ("chaos at every guard", "cargo xtask cover --only sieve,bounce,closures,coroutines,lifetimes,chains"),
    ("stale references in a release build", "cargo test --release -p holloway --test stale"),
    ("tests", "cargo test --workspace --no-fail-fast"),
];

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

/// Runs a step with `env` added to the environment, showing its output as it comes; whether it succeeded, and the tests it counted.
fn step(line: &str, env: &[(String, String)]) -> Result<(bool, Tally), String> {
    let mut words = line.split(' ');
    let program = match words.next() {
        Some("cargo") | None => benches::languages::cargo(),
        Some(other) => other.to_string(),
    };
    let mut child = Command::new(program)
        .args(words)
        .current_dir(root())
        .envs(env.iter().map(|(k, v)| (k, v)))
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot run `{line}`: {e}"))?;
    let mut tally = Tally::default();
    if let Some(out) = child.stdout.take() {
        for line in BufReader::new(out).split(b'\n') {
            let line = String::from_utf8_lossy(&line.map_err(|e| e.to_string())?).into_owned();
            tally.read(&line);
            println!("{line}");
        }
    }
    let status = child.wait().map_err(|e| e.to_string())?;
    Ok((status.success(), tally))
}

/// Runs steps, each with the environment that `env` gives it, and tells how many tests and steps passed and failed.
pub fn run_steps(
    needed: &[&str],
    steps: &[Step],
    env: impl Fn(&str) -> Vec<(String, String)>,
) -> Result<(), String> {
    let mut wrong: Vec<String> = needed
        .iter()
        .filter(|name| find_program(name).is_none())
        .map(|name| format!("{name} is not installed"))
        .collect();
    let mut total = Tally { passed: 0, failed: wrong.len() as u64 };
    for (name, line) in steps {
        println!("== {name}: {line}");
        let start = Instant::now();
        let (ok, tally) = step(line, &env(name)).unwrap_or_else(|e| {
            println!("{e}");
            (false, Tally::default())
        });
        let ok = ok && tally.failed == 0;
        // A step without tests of its own counts as one.
        total.passed += if tally == Tally::default() { ok as u64 } else { tally.passed };
        total.failed += tally.failed.max(!ok as u64);
        if !ok {
            wrong.push(format!("{name} failed"));
        }
        println!("== {name}: {} after {:.0?}", if ok { "passed" } else { "FAILED" }, start.elapsed());
    }
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
            let native = cfg!(target_arch = "aarch64");
            let steps: Vec<Step> =
                STEPS.iter().filter(|s| !ON_X86.contains(&s.0) || !native).copied().collect();
            // What could not be installed fails below, by its name.
            if let Err(e) = crate::install::missing(NEEDED) {
                println!("{e}");
            }
            run_steps(NEEDED, &steps, |_| Vec::new())
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

    #[test]
    fn a_step_that_fails_is_seen() {
        assert!(!step("false", &[]).unwrap().0);
        assert!(step("true", &[]).unwrap().0);
        assert!(step("no-such-program-anywhere", &[]).is_err());
    }
}
