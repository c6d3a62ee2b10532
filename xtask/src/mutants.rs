//! Shows that tests hold the project's invariants: breaks each on purpose and looks whether its test notices.
//!
//! **Problem.** A test that has never failed says little. `docs/INVARIANTS.md` claims for each invariant a test that fails when it is broken; a
//! *mutant* is such a breakage, small and described as data ([`all`]), and this command shows that its test fails.
//!
//! **How.** The files of the working tree are copied to `target/mutants/tree`, built into `target/mutants/build` (shared by all mutants, so that
//! builds are incremental). Every test that the table names must pass there. Then, for each mutant: its text is replaced, the test is built, it
//! runs under a time limit and a memory limit, and the file is put back.
//!
//! **Invariants.** A mutant is *killed* only by its test failing: by an assertion, a crash or the time limit. Not compiling is an error of the
//! mutant, and so is an old text that does not occur exactly once. A test that runs nothing is an error.
//!
//! **Not promised.** That an invariant has no other way to be broken.
//!
//! **Example.** `cargo xtask mutants --only log-loads` takes a minute; without `--only`, half an hour. A number selects an invariant's mutants.

mod concurrent;
mod elsewhere;
mod explorer;
mod generations;
mod replay;
mod table;

use benches::languages::root;
use holloway_testing::args::Args;
use holloway_testing::process::{self, Outcome};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use table::Mutant;

/// Options of this command.
pub const USAGE: &str = "[--only NAME,NUMBER,..] [--limit SECONDS]
      breaks each invariant on purpose and checks that its test fails; all mutants, or those of these names or invariants";

/// Memory of a test in KiB: a broken one must not take the machine's.
const MEMORY: u64 = 12 << 20;
/// Time for a build.
const BUILD: Duration = Duration::from_secs(1800);

/// Where the scratch copy is.
struct Scratch {
    tree: PathBuf,
    build: PathBuf,
    limit: Duration,
}

/// How a test ended.
enum Ran {
    Passed,
    /// Why it failed.
    Failed(String),
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let chosen = select(args.list("only"))?;
    for m in &chosen {
        m.check(&root())?;
    }
    let dir = root().join("target/mutants");
    let limit = Duration::from_secs(args.number("limit", 120)?);
    let scratch = Scratch { tree: dir.join("tree"), build: dir.join("build"), limit };
    fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let lock = fs::File::create(dir.join("lock")).map_err(|e| e.to_string())?;
    lock.try_lock().map_err(|_| "another run of this command is going on")?;
    copy_tree(&root(), &scratch.tree)?;
    let start = Instant::now();
    let mut tests: Vec<(&str, &str)> = chosen.iter().map(|m| (m.test, m.filter)).collect();
    tests.sort_unstable();
    tests.dedup();
    for (test, filter) in tests {
        match scratch.test(test, filter)? {
            Ran::Passed => {}
            Ran::Failed(why) => return Err(format!("{test} {filter} fails without any mutant: {why}")),
        }
    }
    println!("tests pass without mutants, after {:.0?}", start.elapsed());
    let names = chosen.iter().map(|m| m.name.len()).max().unwrap_or(0);
    println!("{:>2}  {:names$}  {:>5}  result", "#", "mutant", "time");
    let mut wrong = Vec::new();
    for m in &chosen {
        let began = Instant::now();
        let result = scratch.with_mutant(m)?;
        let text = match &result {
            Ok(Ran::Failed(why)) => format!("killed: {why}"),
            Ok(Ran::Passed) => "SURVIVED".to_string(),
            Err(e) => format!("ERROR: {e}"),
        };
        if !text.starts_with("killed") {
            wrong.push(m.name);
        }
        println!("{:>2}  {:names$}  {:>4.0}s  {text}", m.invariant, m.name, began.elapsed().as_secs_f64());
    }
    println!("{} mutants, {} killed, in {:.0?}", chosen.len(), chosen.len() - wrong.len(), start.elapsed());
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("not killed: {}", wrong.join(", ")))
    }
}

/// Every mutant, in the order of the invariants.
fn all() -> impl Iterator<Item = &'static Mutant> {
    table::TABLE
        .iter()
        .chain(elsewhere::TABLE)
        .chain(explorer::TABLE)
        .chain(generations::TABLE)
        .chain(replay::TABLE)
        .chain(concurrent::TABLE)
}

/// The mutants of these names and invariants.
fn select(only: Option<Vec<&str>>) -> Result<Vec<&'static Mutant>, String> {
    let Some(only) = only else { return Ok(all().collect()) };
    let matches = |m: &Mutant, w: &str| m.name == w || w.parse() == Ok(m.invariant);
    if let Some(unknown) = only.iter().find(|w| !all().any(|m| matches(m, w))) {
        return Err(format!("no mutant or invariant '{unknown}'"));
    }
    Ok(all().filter(|m| only.iter().any(|w| matches(m, w))).collect())
}

impl Mutant {
    /// The file with the old text replaced, if that occurs exactly once.
    fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(self.old).count() {
            1 => Ok(text.replacen(self.old, self.new, 1)),
            n => Err(format!("mutant {}: its text occurs {n} times in {}", self.name, self.file)),
        }
    }
    /// Whether it fits the files under `root`.
    fn check(&self, root: &Path) -> Result<(), String> {
        self.apply(&read(&root.join(self.file))?).map(|_| ())
    }
}

impl Scratch {
    /// Applies a mutant, runs its test, takes the mutant back. The inner error is one of the mutant: it does not compile.
    fn with_mutant(&self, m: &Mutant) -> Result<Result<Ran, String>, String> {
        let file = self.tree.join(m.file);
        let text = read(&file)?;
        write(&file, &m.apply(&text)?)?;
        let ran = self.test(m.test, m.filter);
        write(&file, &text)?;
        Ok(ran)
    }

    /// Builds a test binary, given as arguments of `cargo test`, and runs it with this filter.
    fn test(&self, test: &str, filter: &str) -> Result<Ran, String> {
        let options: Vec<&str> = test.split(' ').collect();
        let built = self.cargo(&[&["test", "--no-run"][..], &options].concat())?;
        let messages = String::from_utf8_lossy(&built.stderr).into_owned();
        if built.code != Some(0) {
            let error = messages.lines().find(|l| l.starts_with("error")).unwrap_or("no message");
            return Err(format!("`cargo test {test}` does not compile: {error}"));
        }
        let binaries: Vec<&str> = messages
            .lines()
            .filter_map(|l| l.trim().strip_prefix("Executable ")?.rsplit_once('(')?.1.strip_suffix(')'))
            .collect();
        let [binary] = binaries[..] else {
            return Err(format!("`cargo test {test}` must name one test binary, not {}", binaries.len()));
        };
        self.run_binary(&self.tree.join(binary), filter)
    }

    fn cargo(&self, args: &[&str]) -> Result<Outcome, String> {
        let cargo = benches::languages::cargo();
        let cargo = process::find_program(&cargo).ok_or("cargo is not installed")?;
        let args: Vec<String> = args.iter().map(|a| a.to_string()).collect();
        process::run(&cargo, &args, &self.tree, &self.env(), BUILD)
    }

    fn env(&self) -> Vec<(String, String)> {
        // Without debug information builds are quicker; assertions and optimization stay as in other test runs.
        [
            ("CARGO_TARGET_DIR", self.build.display().to_string()),
            ("CARGO_PROFILE_DEV_DEBUG", "0".into()),
            ("RUST_BACKTRACE", "0".into()),
            // Cargo has set it for this command; `trybuild` asks it where its package is.
            ("CARGO_MANIFEST_DIR", self.tree.display().to_string()),
        ]
        .map(|(k, v)| (k.to_string(), v))
        .to_vec()
    }

    fn run_binary(&self, binary: &Path, filter: &str) -> Result<Ran, String> {
        let shell = process::find_program("sh").ok_or("there is no sh")?;
        let script = format!("ulimit -c 0; ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
        let mut args = vec!["-c".to_string(), script, binary.display().to_string()];
        args.extend(filter.split(' ').map(String::from));
        let outcome = process::run(&shell, &args, &self.tree, &self.env(), self.limit)?;
        let out = String::from_utf8_lossy(&outcome.stdout);
        if outcome.code == Some(0) {
            return match out.contains(" 0 passed") {
                true => Err(format!("no test of {} matches {filter}", binary.display())),
                false => Ok(Ran::Passed),
            };
        }
        if outcome.timed_out || outcome.code.is_none() {
            return Ok(Ran::Failed(outcome.ending()));
        }
        let all = out + String::from_utf8_lossy(&outcome.stderr);
        Ok(Ran::Failed(reason(&all).unwrap_or_else(|| outcome.ending())))
    }
}

/// What the first panic said, shortened, and the test it ended.
fn reason(output: &str) -> Option<String> {
    let failed = output.lines().find_map(|l| l.strip_prefix("test ")?.split_once(" ... FAILED"));
    let mut lines = output.lines().skip_while(|l| !l.contains("panicked at"));
    let message = lines.nth(1)?.trim();
    let short: String = message.chars().take(60).collect();
    Some(match failed {
        Some((name, _)) => format!("{name}: {short}"),
        None => short,
    })
}

/// Makes `to` a copy of the files that belong to the working tree at `from`. Files that are the same keep their times, so nothing is rebuilt
/// for them.
pub fn copy_tree(from: &Path, to: &Path) -> Result<(), String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(from)
        .output()
        .map_err(|e| format!("git: {e}"))?;
    if !listed.status.success() {
        return Err(format!("git: {}", String::from_utf8_lossy(&listed.stderr)));
    }
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mut wanted: HashMap<PathBuf, Vec<u8>> = HashMap::new();
    for name in listed.split('\0').filter(|n| !n.is_empty()) {
        // A file that is deleted, but still in the index, is listed too.
        if let Ok(bytes) = fs::read(from.join(name)) {
            wanted.insert(name.into(), bytes);
        }
    }
    remove_others(to, to, &wanted)?;
    for (name, bytes) in &wanted {
        let file = to.join(name);
        if fs::read(&file).is_ok_and(|old| old == *bytes) {
            continue;
        }
        fs::create_dir_all(file.parent().unwrap_or(to)).map_err(|e| format!("{}: {e}", file.display()))?;
        fs::write(&file, bytes).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

/// Removes the files under `dir` that are not wanted.
fn remove_others(dir: &Path, top: &Path, wanted: &HashMap<PathBuf, Vec<u8>>) -> Result<(), String> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(()) };
    for entry in entries {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            remove_others(&path, top, wanted)?;
        } else if path.strip_prefix(top).is_ok_and(|name| !wanted.contains_key(name)) {
            fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mutant_fits_its_file() {
        let wrong: Vec<String> = all().filter_map(|m| m.check(&root()).err()).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_invariant_has_a_mutant() {
        for number in 1..=26 {
            assert!(all().any(|m| m.invariant == number), "none for invariant {number}");
        }
    }

    #[test]
    fn names_are_unique_and_mutants_change_something() {
        let mut names: Vec<&str> = all().map(|m| m.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().count());
        assert!(all().all(|m| m.old != m.new));
    }

    #[test]
    fn the_document_lists_every_mutant() {
        let text = read(&root().join("docs/INVARIANTS.md")).unwrap();
        let missing: Vec<&str> =
            all().map(|m| m.name).filter(|n| !text.contains(&format!("`{n}`"))).collect();
        assert!(missing.is_empty(), "not in docs/INVARIANTS.md: {missing:?}");
    }

    #[test]
    fn selection_is_by_name_or_number() {
        let first = table::TABLE[0].name;
        assert_eq!(select(Some(vec![first])).unwrap()[0].name, first);
        assert!(select(Some(vec!["1"])).unwrap().iter().all(|m| m.invariant == 1));
        assert!(select(Some(vec!["no-such-mutant"])).is_err());
    }

    #[test]
    fn a_failing_test_says_why() {
        let out = "test a::b ... FAILED\n\nthread 'a::b' panicked at x.rs:1:2:\nassertion failed: true\n";
        assert_eq!(reason(out).as_deref(), Some("a::b: assertion failed: true"));
        assert_eq!(reason("nothing"), None);
    }
}
