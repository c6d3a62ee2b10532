//! Scripts with recorded outputs: the programs that are measured, conformance scripts, and what random programs once found.
//!
//! Each script runs in its own directory as `lua NAME.lua` (`python NAME.py`), so positions in messages are the same everywhere. Its output is
//! recorded in `expected/NAME.txt` beside it; a program's arguments for tests and benchmarks are in `sizes.txt`.

use crate::languages::Lang;
use crate::{modes, process};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A script with a recorded output.
pub struct Script {
    /// Its file's name without `.lua`.
    pub name: String,
    dir: PathBuf,
    expected: Vec<u8>,
}

impl Script {
    /// Where it is, and runs.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}

/// The language's files of a directory, by name, each with its recorded output.
pub fn scripts_in(lang: &Lang, dir: &Path) -> Result<Vec<Script>, String> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        let name = entry.map_err(|e| e.to_string())?.file_name().to_string_lossy().into_owned();
        let stem = name.strip_suffix(lang.extension).and_then(|n| n.strip_suffix('.'));
        names.extend(stem.map(str::to_string));
    }
    names.sort();
    let load = |name: String| {
        let path = dir.join("expected").join(format!("{name}.txt"));
        let expected =
            std::fs::read(&path).map_err(|e| format!("recorded output {}: {e}", path.display()))?;
        Ok(Script { name, dir: dir.to_path_buf(), expected })
    };
    names.into_iter().map(load).collect()
}

/// The first line at which two outputs part, for a person to read.
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

/// Runs one script; `Ok(None)` when it did what was recorded, otherwise what went wrong.
pub fn check(
    lang: &Lang,
    binary: &Path,
    script: &Script,
    env: &[(String, String)],
    limit: Duration,
) -> Result<Option<String>, String> {
    let outcome = process::run(binary, &[lang.file(&script.name)], &script.dir, env, limit)?;
    if outcome.code != Some(0) {
        let err = String::from_utf8_lossy(&outcome.stderr);
        return Ok(Some(format!("{}: {}", outcome.ending(), err.lines().next().unwrap_or("no message"))));
    }
    if !modes::proven(env, &outcome.stderr) {
        return Ok(Some("steps were recorded, but none was audited".to_string()));
    }
    Ok((outcome.stdout != script.expected).then(|| first_difference(&script.expected, &outcome.stdout)))
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
pub fn read_sizes(lang: &Lang) -> Result<Vec<Size>, String> {
    let path = process::root().join(lang.programs).join("sizes.txt");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let rows = text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty());
    rows.map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [name, test, bench] => Ok(Size { name: name.into(), test: test.into(), bench: bench.into() }),
        _ => Err(format!("sizes.txt: cannot read '{line}'")),
    })
    .collect()
}

/// Every script of a language, or those named.
pub fn scripts(lang: &Lang, only: Option<Vec<&str>>) -> Result<Vec<Script>, String> {
    let mut scripts = Vec::new();
    let places = [lang.programs, lang.scripts, lang.corpus].into_iter().filter(|place| !place.is_empty());
    for place in places.chain(lang.sets.iter().copied()) {
        scripts.extend(scripts_in(lang, &process::root().join(place))?);
    }
    if let Some(only) = only {
        scripts.retain(|s| only.contains(&s.name.as_str()));
    }
    Ok(scripts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages;

    #[test]
    fn difference_names_the_line() {
        assert!(first_difference(b"a\nb\n", b"a\nc\n").starts_with("line 2"));
        assert!(first_difference(b"a\n", b"a\nb\n").contains("(end of output)"));
        assert!(first_difference(b"a\n", b"a").contains("line ends"));
    }

    #[test]
    fn every_program_has_an_output_and_sizes() {
        let of = |lang: &Lang, set| Lang { programs: set, ..*lang };
        let with_sizes = |set: &str| process::root().join(set).join("sizes.txt").exists();
        for (lang, least) in languages::LANGUAGES.iter().chain(languages::LESSONS).zip([23, 12, 10]) {
            let sets = lang.sets.iter().filter(|set| with_sizes(set)).map(|set| (of(lang, set), 1));
            for (lang, least) in sets.chain([(of(lang, lang.programs), least)]) {
                let dir = process::root().join(lang.programs);
                let scripts = scripts_in(&lang, &dir).unwrap();
                let sizes = read_sizes(&lang).unwrap();
                assert!(scripts.len() >= least);
                for script in scripts {
                    assert!(
                        sizes.iter().any(|s| s.name == script.name),
                        "{} has no row in sizes.txt",
                        script.name
                    );
                }
            }
        }
    }
}
