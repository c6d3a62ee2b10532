//! Checks our languages' binaries against the recorded outputs of their programs and conformance scripts.
//!
//! Each script runs in its own directory as `lua NAME.lua` (`python NAME.py`), so positions in messages are the same everywhere.
//! When the reference interpreter is installed, it runs too (once, mode-free): a recorded output that it no
//! longer produces is an error in the recording.

use crate::args::Args;
use crate::languages::{self, Lang};
use crate::{modes, process};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua,python] [--lua PATH] [--python PATH] [--modes plain,jit,eager,chaos,gc,audit|all] [--only NAME,..] [--seed N] [--limit SECONDS]
      runs every program and conformance script in each mode and compares with the recorded outputs";

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

/// An interpreter: its name in reports, its path, its environment.
type Engine = (String, PathBuf, Vec<(String, String)>);

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

/// Every script of a language, or those named.
pub fn scripts(lang: &Lang, only: Option<Vec<&str>>) -> Result<Vec<Script>, String> {
    let mut scripts = Vec::new();
    for place in [lang.programs, lang.scripts, lang.corpus] {
        scripts.extend(scripts_in(lang, &process::root().join(place))?);
    }
    if let Some(only) = only {
        scripts.retain(|s| only.contains(&s.name.as_str()));
    }
    Ok(scripts)
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let modes = modes::select(args.list("modes"))?;
    let (mut wrong, mut total, mut named) = (0, 0, Vec::new());
    for lang in languages::select(args)? {
        let (w, t) = run_one(lang, args, &modes, &mut named)?;
        wrong += w;
        total += t;
    }
    let only = args.list("only").unwrap_or_default();
    if let Some(missing) = only.iter().find(|n| !named.iter().any(|s| s == *n)) {
        return Err(format!("no script named '{missing}'"));
    }
    if wrong > 0 {
        return Err(format!("{wrong} of {total} runs differ from what was recorded"));
    }
    Ok(())
}

/// Checks one language: how many runs were wrong, of how many. Names of scripts that ran are added to `named`.
fn run_one(
    lang: &'static Lang,
    args: &Args,
    modes: &[modes::Mode],
    named: &mut Vec<String>,
) -> Result<(usize, usize), String> {
    let ours = lang.ours(args)?;
    let seed = args.number("seed", 1)?;
    let limit = Duration::from_secs(args.number("limit", 400)?);
    let scripts = scripts(lang, args.list("only"))?;
    named.extend(scripts.iter().map(|s| s.name.clone()));
    let mut engines: Vec<Engine> = Vec::new();
    for mode in modes {
        engines.push((format!("{} {}", lang.name, mode.name), ours.clone(), mode.environment(seed)));
    }
    if let Some(reference) = process::find_program(lang.reference) {
        if reference != ours {
            engines.push((lang.reference.to_string(), reference, Vec::new()));
        }
    }
    let (mut wrong, mut total) = (0, 0);
    for (name, path, env) in &engines {
        let mut failed = 0;
        for script in &scripts {
            total += 1;
            if let Some(reason) = check(lang, path, script, env, limit)? {
                failed += 1;
                println!(
                    "  {name}: {}/{}: {reason}",
                    script.dir.file_name().unwrap_or_default().to_string_lossy(),
                    script.name
                );
            }
        }
        println!("{name}: {} of {} as recorded", scripts.len() - failed, scripts.len());
        wrong += failed;
    }
    Ok((wrong, total))
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

    #[test]
    fn every_program_has_an_output_and_sizes() {
        for (lang, least) in languages::LANGUAGES.iter().zip([23, 12]) {
            let dir = process::root().join(lang.programs);
            let scripts = scripts_in(lang, &dir).unwrap();
            let sizes = crate::bench::read_sizes(lang).unwrap();
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
