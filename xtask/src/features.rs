//! The features of the crate `holloway`: each can be left out, and what it costs is measured.
//!
//! **Problem.** Code behind a feature stops compiling without anybody noticing, as everything here is built with all of them. And nobody leaves a feature out who does not know
//! what that saves.
//!
//! **How.** The crate is checked with none and with each of its features; the tutorial language is built with none, and runs. `--measure on` builds the tutorial language, which hands
//! its features on, with these sets of them, each from nothing.
//!
//! **Not promised.** Seconds of processor time still depend on the machine, and on what else keeps its caches busy.
//!
//! **Example.** `cargo xtask features --measure on` prints the table that the README has.

use benches::languages::{cargo, root};
use holloway_testing::args::Args;
use holloway_testing::process::time_of_children;
use std::collections::BTreeSet;
use std::process::Command;

/// Options of this command.
pub const USAGE: &str = "[--measure on]
      checks that the framework compiles with none and with each of its features, and that a language runs with none; --measure: what each costs";

/// Each feature by itself, and none.
const EACH: &[&str] = &["", "native", "gpu", "observe", "containers"];

/// What is measured: each feature beside those that it needs.
const SETS: &[&str] = &["", "native", "native,observe", "gpu", "gpu,observe"];

/// Where the tutorial language is built, relative to the root: binaries of the usual place have all features.
const TARGET: &str = "target/features";

/// What a language without features says, by the variable that asks for more: nothing of it is ignored.
const ASKED: &[(&str, &str, &str)] = &[
    (
        "HOLLOWAY_LOG",
        "summary",
        "[holloway] all runs plainly: this program was built without the feature `native`\n",
    ),
    ("HOLLOWAY_LOG", "asm", "HOLLOWAY_LOG=asm: this program was built without the feature `observe`\n"),
    ("HOLLOWAY_LOG", "gpu", "[holloway] no device: this program was built without the feature `gpu`\n"),
    ("HOLLOWAY_PERF", "1", "HOLLOWAY_PERF: this program was built without the feature `observe`\n"),
    ("HOLLOWAY_GDB", "1", "HOLLOWAY_GDB: this program was built without the feature `observe`\n"),
    ("HOLLOWAY_GPU", "force", "HOLLOWAY_GPU=force: this program was built without the feature `gpu`\n"),
    ("HOLLOWAY_GPU_DEVICE", "0", "HOLLOWAY_GPU_DEVICE: this program was built without the feature `gpu`\n"),
    (
        "HOLLOWAY_AUDIT",
        "1",
        "HOLLOWAY_AUDIT=1: nothing is recorded, as this program was built without the feature `native`\n",
    ),
];

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    if args.text("measure").is_some() {
        return measure();
    }
    for set in EACH {
        cargo_with(&["check", "-p", "holloway"], set)?;
    }
    // What it says depends on no optimization.
    let quick = ["--config", "profile.dev.opt-level=0", "--config", "profile.dev.debug=false"];
    cargo_with(&[&["build", "-p", "tla", "--target-dir", TARGET][..], &quick].concat(), "")?;
    let program = "examples/tla/programs/fib.tla";
    let expected = root().join("examples/tla/programs/expected/fib.txt");
    let expected = std::fs::read_to_string(&expected).map_err(|e| format!("{}: {e}", expected.display()))?;
    let runs = |variable: Option<(&str, &str)>| {
        let mut command = Command::new(root().join(TARGET).join("debug/tla"));
        for (name, _) in std::env::vars().filter(|(v, _)| v.starts_with("HOLLOWAY_")) {
            command.env_remove(name);
        }
        command.arg(program).envs(variable).current_dir(root());
        command.output().map_err(|e| format!("cannot run {command:?}: {e}"))
    };
    let plain = runs(None)?;
    if plain.stdout != expected.as_bytes() || !plain.stderr.is_empty() {
        return Err(format!(
            "without features {program} prints {:?}",
            String::from_utf8_lossy(&plain.stdout)
        ));
    }
    for (name, value, says) in ASKED {
        let said = runs(Some((name, value)))?.stderr;
        let said = String::from_utf8_lossy(&said);
        if !said.ends_with(says) {
            return Err(format!(
                "without features {name}={value} is answered by {said:?} instead of {says:?}"
            ));
        }
    }
    println!("the framework compiles with each feature, and a language runs without any");
    Ok(())
}

/// Runs Cargo with a set of features.
fn cargo_with(words: &[&str], features: &str) -> Result<(), String> {
    let mut command = Command::new(cargo());
    command
        .args(words)
        .args(["--quiet", "--no-default-features", "--features", features])
        .current_dir(root());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{command:?} failed")),
        Err(e) => Err(format!("cannot run {command:?}: {e}")),
    }
}

/// How many crates, of ours too, the tutorial language is built of.
fn crates(features: &str) -> Result<usize, String> {
    let mut command = Command::new(cargo());
    command.args(["tree", "-p", "tla", "-e", "normal,build", "--prefix", "none", "--no-default-features"]);
    command.args(["--features", features]).current_dir(root());
    let listed = command.output().map_err(|e| format!("cannot run {command:?}: {e}"))?;
    let text = String::from_utf8_lossy(&listed.stdout);
    Ok(text.lines().map(|l| l.trim_end_matches(" (*)")).collect::<BTreeSet<_>>().len())
}

/// Prints what the tutorial language costs with each set of features.
fn measure() -> Result<(), String> {
    println!("{:20}{:>12}{:>10}{:>14}", "features", "seconds", "crates", "size, in KB");
    let folder = root().join(TARGET);
    for set in SETS {
        match std::fs::remove_dir_all(&folder) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(format!("{TARGET}: {e}")),
            _ => {}
        }
        let before = time_of_children();
        let strip = "profile.release.strip=true";
        cargo_with(&["build", "--release", "-p", "tla", "--target-dir", TARGET, "--config", strip], set)?;
        let seconds = (time_of_children() - before).as_secs_f64();
        let binary = folder.join("release/tla");
        let bytes = std::fs::metadata(&binary).map_err(|e| format!("{}: {e}", binary.display()))?.len();
        let name = if set.is_empty() { "none" } else { set };
        println!("{name:20}{seconds:>12.0}{:>10}{:>14}", crates(set)?, bytes / 1000);
    }
    Ok(())
}
