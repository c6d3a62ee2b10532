//! How long our languages take to build: from nothing, and from an edit to a run, which is what those who write an interpreter wait for.
//!
//! **Method.** All is built below `target/build-time`, which is emptied first. An edit is a new time of change on a source file. Each step says the seconds on
//! the clock and those of processor time, all of Cargo's processes together, which depend less on what else the machine does.
//!
//! **Example.** `cargo xtask build-time --lang lua --at ../before` measures another checkout, such as one from before a change;
//! `--touch tracer/src/lib.rs` edits the framework instead of the interpreter.

use crate::languages;
use crate::languages::root;
use holloway_testing::args::Args;
use holloway_testing::process::{scratch, time_of_children};
use holloway_testing::Language;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

/// Options of this command.
pub const USAGE: &str = "[--lang lua,python] [--profiles dev,release] [--touch FILE] [--at FOLDER]
      builds from nothing, then touches a file and runs a program, and prints the seconds of each; --at: of the checkout in that folder";

/// Profiles, with the words that ask Cargo for them.
const PROFILES: &[(&str, &[&str])] = &[("dev", &[]), ("release", &["--release"])];

/// Where is built, relative to the root.
const TARGET: &str = "target/build-time";

/// The profiles named, or all.
fn profiles(names: Option<Vec<&str>>) -> Result<Vec<(&'static str, &'static [&'static str])>, String> {
    let Some(names) = names else { return Ok(PROFILES.to_vec()) };
    let find = |name| PROFILES.iter().find(|p| p.0 == name).copied();
    names
        .into_iter()
        .map(|n| find(n).ok_or_else(|| format!("no profile '{n}'; there are: dev, release")))
        .collect()
}

/// The seconds on the clock and of processor time that Cargo takes for this.
fn cargo(at: &Path, words: &[&str]) -> Result<(Duration, Duration), String> {
    let (start, before) = (Instant::now(), time_of_children());
    let cargo = crate::languages::cargo();
    let done = Command::new(cargo).args(words).current_dir(at).status();
    match done {
        Ok(status) if status.success() => Ok((start.elapsed(), time_of_children() - before)),
        _ => Err(format!("`cargo {}` failed", words.join(" "))),
    }
}

/// Marks a file as changed now.
fn touch(file: &Path) -> Result<(), String> {
    let changed = || File::options().append(true).open(file)?.set_modified(SystemTime::now());
    changed().map_err(|e| format!("{}: {e}", file.display()))
}

/// Measures a language.
fn measure(lang: &Language, args: &Args, at: &Path, script: &Path) -> Result<(), String> {
    let own = format!("examples/{}/src/interp/mod.rs", lang.name);
    let file = args.text("touch").unwrap_or(&own);
    let script = script.display().to_string();
    for (profile, words) in profiles(args.list("profiles"))? {
        let common = [&["-q", "-p", languages::package(lang), "--target-dir", TARGET], words].concat();
        let clean = cargo(at, &[&["build"], &common[..]].concat())?;
        touch(&at.join(file))?;
        let edited = cargo(at, &[&["run"], &common[..], &["--", &script]].concat())?;
        for (what, (clock, processor)) in [("clean build", clean), (file, edited)] {
            println!(
                "{:8}{profile:10}{what:36}{:>8.1}{:>12.1}",
                lang.name,
                clock.as_secs_f64(),
                processor.as_secs_f64()
            );
        }
    }
    Ok(())
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let at = args.text("at").map_or(root(), PathBuf::from);
    let at = at.canonicalize().map_err(|e| format!("{}: {e}", at.display()))?;
    println!("{:54}{:>8}{:>12}", "seconds: clean build; from an edit to a run", "clock", "processor");
    for lang in languages::select(args)? {
        match std::fs::remove_dir_all(at.join(TARGET)) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(format!("{TARGET}: {e}")),
            _ => {}
        }
        let script = scratch(&format!(".{}", lang.extension));
        // This is a program of either language.
        std::fs::write(&script, "print(1)\n").map_err(|e| format!("{}: {e}", script.display()))?;
        let measured = measure(lang, args, &at, &script);
        // Best effort: a scratch file that stays behind harms nothing.
        let _ = std::fs::remove_file(&script);
        measured?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_named() {
        assert_eq!(profiles(None).unwrap().len(), 2);
        assert_eq!(profiles(Some(vec!["release"])).unwrap()[0].1, ["--release"]);
        assert!(profiles(Some(vec!["fast"])).is_err());
    }
}
