//! Scripts with recorded outputs: the programs that are measured, conformance scripts, and what random programs once found.
//!
//! Each script runs in its own folder as `lua NAME.lua` (`python NAME.py`), so positions in messages are the same everywhere. Its output is
//! recorded in `expected/NAME.txt` beside it; a program's arguments for tests and benchmarks are in `sizes.txt`, where there is one: a program with a row there gets its
//! argument in tests, others get none. The environment variable [`RECORD`] says that outputs are to be recorded.

use crate::engine::Engine;
use crate::language::Language;
use crate::modes;
use crate::process::{self, Outcome};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A script with a recorded output.
pub struct Script {
    /// Its file's name without `.lua`.
    pub name: String,
    /// What it is given.
    pub arguments: Vec<String>,
    dir: PathBuf,
    expected: Vec<u8>,
}

impl Script {
    /// Where it is, and runs.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its name and what it is given.
    pub(crate) fn command(&self) -> (&str, &[String]) {
        (&self.name, &self.arguments)
    }
}

/// The names of a language's files in a folder, in order.
fn names_in(language: &Language, dir: &Path) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        let name = entry.map_err(|e| e.to_string())?.file_name().to_string_lossy().into_owned();
        let stem = name.strip_suffix(language.extension).and_then(|n| n.strip_suffix('.'));
        names.extend(stem.map(str::to_string));
    }
    names.sort();
    Ok(names)
}

/// The language's files of a folder, by name, each with its recorded output.
///
/// # Errors
/// A file that cannot be read, or has no recorded output.
pub fn scripts_in(language: &Language, dir: &Path) -> Result<Vec<Script>, String> {
    let sizes = sizes_in(dir)?;
    let load = |name: String| {
        let path = recorded(dir, &name);
        let expected = std::fs::read(&path)
            .map_err(|e| format!("recorded output {}: {e}; {RECORD}=missing records it", path.display()))?;
        let arguments = arguments(&sizes, &name);
        Ok(Script { name, arguments, dir: dir.to_path_buf(), expected })
    };
    names_in(language, dir)?.into_iter().map(load).collect()
}

/// Where a script's output is recorded.
fn recorded(dir: &Path, name: &str) -> PathBuf {
    dir.join("expected").join(format!("{name}.txt"))
}

/// The variable that has outputs recorded before they are compared: `missing` those that there are not, `all` all of them. What is recorded is the reference's output,
/// or the plain one where there is no reference; it is for people to look at before they keep it.
pub const RECORD: &str = "TESTING_RECORD";

/// Records what `engine` prints for the scripts of a folder, of which `all` are meant or those without a recorded output; their names.
///
/// # Errors
/// A script that does not end well.
pub fn record(
    language: &Language,
    engine: &Engine,
    dir: &Path,
    all: bool,
    limit: Duration,
) -> Result<Vec<String>, String> {
    let mut names = names_in(language, dir)?;
    names.retain(|name| all || !recorded(dir, name).exists());
    let sizes = sizes_in(dir)?;
    for name in &names {
        let outcome = engine.run(name, &arguments(&sizes, name), dir, limit, None)?;
        if outcome.code != Some(0) {
            let said = String::from_utf8_lossy(&outcome.stderr).into_owned();
            return Err(format!("{name} under {}: {}: {said}", engine.name, outcome.ending()));
        }
        let path = recorded(dir, name);
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        std::fs::create_dir_all(dir.join("expected")).map_err(failed)?;
        std::fs::write(&path, outcome.stdout).map_err(failed)?;
    }
    Ok(names)
}

/// The first line at which two outputs part, for a person to read.
#[must_use]
pub fn first_difference(wanted: &[u8], got: &[u8]) -> String {
    let (wanted, got) = (String::from_utf8_lossy(wanted), String::from_utf8_lossy(got));
    let (mut w, mut g) = (wanted.lines(), got.lines());
    for line in 1.. {
        match (w.next(), g.next()) {
            (None, None) => return "the outputs differ in line ends alone".to_string(),
            (a, b) if a == b => {}
            (a, b) => {
                let show = |l: Option<&str>| l.map_or("(end of output)".to_string(), |l| l.to_string());
                return format!("line {line}\n      wanted: {}\n      got:    {}", show(a), show(b));
            }
        }
    }
    unreachable!("the loop above ends when both outputs do")
}

/// Runs one script; `Ok(None)` when it did what was recorded, otherwise what went wrong, and how to run it again.
///
/// # Errors
/// It cannot be run.
pub fn check(engine: &Engine, script: &Script, limit: Duration) -> Result<Option<String>, String> {
    let outcome = engine.run(&script.name, &script.arguments, &script.dir, limit, None)?;
    let Some(mut reason) = difference(engine, script, &outcome) else { return Ok(None) };
    let file = process::scratch(&format!("-{}.replay", script.name));
    if let Some(replay) = engine.keep_replay(script.command(), &script.dir, &file, (&outcome, limit, None)) {
        reason.push_str("\n      replay: ");
        reason.push_str(&replay);
    }
    Ok(Some(reason))
}

/// How a run is not what was recorded.
fn difference(engine: &Engine, script: &Script, outcome: &Outcome) -> Option<String> {
    if outcome.code != Some(0) {
        let err = String::from_utf8_lossy(&outcome.stderr);
        return Some(format!("{}: {}", outcome.ending(), err.lines().next().unwrap_or("no message")));
    }
    if !modes::proven(&engine.env, &outcome.stderr) {
        return Some("steps were recorded, but none was audited".to_string());
    }
    (outcome.stdout != script.expected).then(|| first_difference(&script.expected, &outcome.stdout))
}

/// A row of sizes.txt.
pub struct Size {
    /// The program.
    pub name: String,
    /// Its argument in the tests.
    pub test: String,
    /// Its argument when measured.
    pub bench: String,
}

/// The table of sizes beside the programs.
///
/// # Errors
/// It is not there, or has a line that is no row.
pub fn read_sizes(language: &Language) -> Result<Vec<Size>, String> {
    read_table(&language.path(language.programs).join(SIZES))
}

/// The file of sizes, in the folder of the programs.
const SIZES: &str = "sizes.txt";

/// The sizes of a folder's programs: none where there is no table.
fn sizes_in(dir: &Path) -> Result<Vec<Size>, String> {
    let path = dir.join(SIZES);
    if path.exists() {
        read_table(&path)
    } else {
        Ok(Vec::new())
    }
}

/// What a program is given in tests.
fn arguments(sizes: &[Size], name: &str) -> Vec<String> {
    sizes.iter().filter(|s| s.name == name).map(|s| s.test.clone()).take(1).collect()
}

fn read_table(path: &Path) -> Result<Vec<Size>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let rows = text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty());
    rows.map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [name, test, bench] => Ok(Size { name: name.into(), test: test.into(), bench: bench.into() }),
        _ => Err(format!("{}: cannot read '{line}'", path.display())),
    })
    .collect()
}

/// Every script of a language, or those named.
///
/// # Errors
/// As for [`scripts_in`].
pub fn scripts(language: &Language, only: Option<&[&str]>) -> Result<Vec<Script>, String> {
    let mut scripts = Vec::new();
    for folder in language.folders() {
        scripts.extend(scripts_in(language, &folder)?);
    }
    if let Some(only) = only {
        scripts.retain(|s| only.contains(&s.name.as_str()));
    }
    Ok(scripts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_names_the_line() {
        assert!(first_difference(b"a\nb\n", b"a\nc\n").starts_with("line 2"));
        assert!(first_difference(b"a\n", b"a\nb\n").contains("(end of output)"));
        assert!(first_difference(b"a\n", b"a").contains("line ends"));
    }
}
