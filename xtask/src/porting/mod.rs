//! The port of `docs/porting.md`, from a plain interpreter to a language on Holloway, built and run after each of its steps.
//!
//! **Problem.** A document that says how to move an interpreter is right as long as the steps in it can be taken. So the steps are diffs, and this command takes them: it copies
//! `examples/porting/start`, applies the diffs in order, and after each builds the crate and runs its programs, which must print what they printed at the start.
//!
//! **Invariants.** Nothing is skipped: each step builds without warnings, is formatted, and runs every program and every wrong program. Steps before [`HOT`] compile nothing; from there on code is
//! compiled, and each program runs in every mode of the testing kit. The last step's own tests run as a user would run them.
//!
//! **Not promised.** That each step is fast: some are slower than the one before.
//!
//! All is built in a folder of its own, so the framework is built there once, and again when it has changed.
//!
//! **Example.** `cargo xtask porting`; with `--measure on` it prints the table of times in the document. `--trees FOLDER` writes the crate as each step leaves it, to be looked at or changed;
//! `--pack FOLDER` makes the diffs of such trees.

mod measure;
mod mistakes;
mod steps;

use benches::languages::root;
use holloway_testing::args::Args;
use holloway_testing::process::{self, Outcome};
use holloway_testing::{programs, Language};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use steps::{Step, Tree};

/// Options of this command.
pub const USAGE: &str = "[--measure on [--runs N]] [--mistakes on] [--trees FOLDER] [--pack FOLDER]
      applies the diffs of examples/porting to its plain interpreter, one after the other, and builds and runs it after each; --measure prints how long programs take after each;
      --mistakes makes those of examples/porting/mistakes in the last step instead, and looks for the messages that they are to give;
      --trees writes the crate as each step leaves it, --pack makes the diffs of such trees";

/// The first step after which there is compiled code.
const HOT: usize = 8;

/// Far more processor time than a program needs in any mode.
const LIMIT: Duration = Duration::from_secs(60);

/// Settings under which everything is compiled at once, and under which the log says so.
fn eager(log: bool) -> Vec<(String, String)> {
    let setting = |name: &str, value: &str| (name.to_string(), value.to_string());
    let mut all = vec![setting("HOLLOWAY_THRESHOLD", "1")];
    all.extend(log.then(|| setting("HOLLOWAY_LOG", "summary")));
    all
}

fn example(folder: &str) -> PathBuf {
    root().join("examples/porting").join(folder)
}

/// The crate as each step leaves it, the start first; with names.
fn trees() -> Result<Vec<(String, Tree)>, String> {
    let mut all = vec![("start".to_string(), steps::tree(&example("start"))?)];
    for step in steps::read(&example("steps"))? {
        let tree = step.apply(&all[all.len() - 1].1)?;
        all.push((step.name, tree));
    }
    Ok(all)
}

/// Settings of a build that is only run.
const QUICK: &[&str] = &["profile.release.opt-level=1", "profile.release.lto='off'"];

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    if let Some(folder) = args.text("pack") {
        return pack(Path::new(folder));
    }
    let trees = trees()?;
    if let Some(folder) = args.text("trees") {
        return trees.iter().try_for_each(|(name, tree)| steps::write(tree, &Path::new(folder).join(name)));
    }
    let port = Port {
        folder: process::scratch("-plum"),
        build: root().join("target/porting"),
        measured: args.text("measure").is_some(),
    };
    let taken = port.take(&trees, args);
    // Best effort: what stays behind is in the folder for that.
    let _ = std::fs::remove_dir_all(&port.folder);
    taken
}

/// Makes the diffs of trees in a folder, each named as [`run`] has named them.
fn pack(folder: &Path) -> Result<(), String> {
    let mut old = steps::tree(&example("start"))?;
    for step in steps::read(&example("steps"))? {
        let new = steps::tree(&folder.join(&step.name))?;
        Step::between(&step.name, &old, &new)?.save(&example("steps"))?;
        old = new;
    }
    Ok(())
}

/// Where the crate is, outside of this repository as a user's is, and where it is built.
struct Port {
    folder: PathBuf,
    build: PathBuf,
    /// What is measured is built as a whole. What is only run is built from what the step before has left, in half of the time.
    measured: bool,
}

impl Port {
    /// Takes all steps, and checks or measures what they leave.
    fn take(&self, trees: &[(String, Tree)], args: &Args) -> Result<(), String> {
        if args.text("mistakes").is_some() {
            return mistakes::check(self, &trees[steps::STEPS].1);
        }
        let mut built = Vec::new();
        for (at, (name, tree)) in trees.iter().enumerate() {
            let binary = self.build(at, tree).map_err(|e| format!("{name}: {e}"))?;
            if !self.measured {
                let checked = check(at, &binary, &self.folder).map_err(|e| format!("{name}: {e}"))?;
                println!("{name}: {checked}");
            }
            built.push((name.clone(), binary));
        }
        if self.measured {
            return measure::table(&built, &self.folder, args.number("runs", 5)? as usize);
        }
        self.cargo("test")?;
        println!("the port's own tests pass");
        Ok(())
    }
    /// Builds the crate after a step; a copy of its binary.
    fn build(&self, at: usize, tree: &Tree) -> Result<PathBuf, String> {
        steps::write(tree, &self.folder)?;
        // The versions of others' crates that this repository has.
        let lock = self.folder.join("Cargo.lock");
        std::fs::copy(root().join("Cargo.lock"), lock).map_err(|e| e.to_string())?;
        let mut format = Command::new(benches::languages::cargo());
        format.args(["fmt", "--check", "--", "--config-path"]).arg(root()).current_dir(&self.folder);
        done(&mut format)?;
        self.cargo("build")?;
        let binary = self.build.join(format!("plum-{at:02}"));
        std::fs::copy(self.build.join("release/plum"), &binary).map_err(|e| e.to_string())?;
        Ok(binary)
    }
    /// Runs Cargo on the crate, with the framework from this repository.
    fn cargo(&self, command: &str) -> Result<(), String> {
        let framework = format!("patch.crates-io.holloway.path={:?}", root().display().to_string());
        let mut cargo = Command::new(benches::languages::cargo());
        cargo.args([command, "--release", "--quiet", "--config", &framework, "--target-dir"]);
        cargo.arg(&self.build).current_dir(&self.folder);
        cargo.env("CARGO_INCREMENTAL", if self.measured { "0" } else { "1" });
        if !self.measured {
            // The programs are small: what counts is the time of the builds.
            cargo.args(QUICK.iter().flat_map(|setting| ["--config", setting]));
        }
        done(&mut cargo)
    }
}

/// Runs a command to its end, with its output shown.
fn done(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("cannot run {command:?}: {e}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed")),
    }
}

/// The programs in a folder, in order.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut found: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == "plum"));
    found.sort();
    match found.is_empty() {
        true => Err(format!("{}: no programs", folder.display())),
        false => Ok(found),
    }
}

fn run_program(binary: &Path, program: &Path, env: &[(String, String)]) -> Result<Outcome, String> {
    process::run(binary, &[program.display().to_string()], Path::new("."), env, LIMIT)
}

/// Runs all programs as a step has left the interpreter; what was done.
fn check(at: usize, binary: &Path, folder: &Path) -> Result<String, String> {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
    let right = in_folder(&folder.join("programs"))?;
    for program in &right {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let wanted = read(&folder.join(format!("programs/expected/{name}.txt")))?;
        let outcome = run_program(binary, program, &[])?;
        if outcome.code != Some(0) || outcome.stdout != wanted.as_bytes() {
            return Err(format!("{name} does not print what it did at the start: {outcome:?}"));
        }
    }
    let wrong = in_folder(&folder.join("programs/wrong"))?;
    for program in &wrong {
        let text = read(program)?;
        let first = text.lines().next().and_then(|l| l.strip_prefix("# "));
        let wanted = first.ok_or_else(|| format!("{}: its first line is no message", program.display()))?;
        let settings = if at >= HOT { vec![Vec::new(), eager(false)] } else { vec![Vec::new()] };
        for env in settings {
            let outcome = run_program(binary, program, &env)?;
            let said = String::from_utf8_lossy(&outcome.stderr).into_owned();
            if outcome.code != Some(1) || said != format!("plum: {wanted}\n") {
                return Err(format!("{} does not end as it did: {outcome:?}", program.display()));
            }
        }
    }
    let log = run_program(binary, &right[0], &eager(true))?;
    let compiled = String::from_utf8_lossy(&log.stderr).contains("bytes, ends in");
    if compiled != (at >= HOT) {
        return Err(format!("compiled code: {compiled}"));
    }
    let runs = if at >= HOT { modes(binary, folder)? } else { 0 };
    Ok(format!(
        "{} programs, {} wrong ones, {runs} runs in modes, all as at the start",
        right.len(),
        wrong.len()
    ))
}

/// Runs all programs in all modes; how many runs that were.
fn modes(binary: &Path, folder: &Path) -> Result<usize, String> {
    // Languages are constants, mostly.
    let leak = |path: &Path| -> &'static str { path.display().to_string().leak() };
    let language = Language {
        root: leak(folder),
        binary: leak(binary),
        scripts: "programs",
        ..Language::new("plum", "plum")
    };
    let (mut runs, mut wrong) = (0, Vec::new());
    programs(&language).modes("all").run(|checked| {
        runs += checked.total;
        wrong.extend(checked.wrong.iter().map(ToString::to_string));
    })?;
    match wrong.is_empty() {
        true => Ok(runs),
        false => Err(wrong.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_applies() {
        let trees = trees().unwrap();
        assert_eq!(trees.len(), steps::STEPS + 1);
    }

    #[test]
    fn every_step_has_a_section_in_the_document() {
        let text = std::fs::read_to_string(root().join("docs/porting.md")).unwrap();
        let sections = text.lines().filter_map(|l| l.strip_prefix("## ")?.split_once(". "));
        let sections: Vec<usize> = sections.filter_map(|(number, _)| number.parse().ok()).collect();
        assert_eq!(sections, (1..=steps::STEPS).collect::<Vec<_>>());
        for (name, _) in trees().unwrap() {
            assert!(text.contains(&name), "the document does not name {name}");
        }
    }

    #[test]
    fn every_mistake_applies_and_its_message_is_in_the_document() {
        let text = std::fs::read_to_string(root().join("docs/porting.md")).unwrap();
        let last = trees().unwrap().pop().unwrap().1;
        for mistake in mistakes::all().unwrap() {
            mistake.apply(&last).unwrap();
            let says = mistake.says("says").unwrap();
            assert!(text.contains(says), "the document does not have `{says}`");
        }
    }
}
