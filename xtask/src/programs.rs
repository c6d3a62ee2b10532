//! Checks a Lua binary against the recorded outputs of the programs and the conformance scripts.
//!
//! Each script runs in its own directory as `lua NAME.lua`, so positions in messages are the same everywhere.
//! When the reference interpreter is installed, it runs too (once, mode-free): a recorded output that it no
//! longer produces is an error in the recording.

use crate::args::Args;
use crate::{modes, process};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lua PATH] [--modes plain,jit,eager,chaos,gc|all] [--only NAME,..] [--seed N] [--limit SECONDS]
      runs every program and conformance script in each mode and compares with the recorded outputs";

/// Where our own binary is built.
pub const OUR_LUA: &str = "target/release/lua";

/// A script with a recorded output.
pub struct Script {
    /// Its file's name without `.lua`.
    pub name: String,
    dir: PathBuf,
    expected: Vec<u8>,
}

/// An interpreter: its name in reports, its path, its environment.
type Engine = (String, PathBuf, Vec<(String, String)>);

/// Directories of scripts, relative to the root.
const PLACES: &[&str] = &["examples/lua/programs", "tests/lua"];

/// The binary named by `--lua`, or our own.
pub fn our_lua(args: &Args) -> Result<PathBuf, String> {
    match args.text("lua") {
        Some(name) => process::find_program(name).ok_or_else(|| format!("no such program: {name}")),
        None => {
            let path = process::root().join(OUR_LUA);
            let hint = "build it with: cargo build --release -p lua";
            path.is_file().then_some(path).ok_or_else(|| format!("{OUR_LUA} is missing; {hint}"))
        }
    }
}

/// The `.lua` files of a directory, by name, each with its recorded output.
fn scripts_in(dir: &Path) -> Result<Vec<Script>, String> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        let name = entry.map_err(|e| e.to_string())?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".lua").map(str::to_string));
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
    lua: &Path,
    script: &Script,
    env: &[(String, String)],
    limit: Duration,
) -> Result<Option<String>, String> {
    let file = format!("{}.lua", script.name);
    let outcome = process::run(lua, &[file], &script.dir, env, limit)?;
    if outcome.code != Some(0) {
        let err = String::from_utf8_lossy(&outcome.stderr);
        return Ok(Some(format!("{}: {}", outcome.ending(), err.lines().next().unwrap_or("no message"))));
    }
    Ok((outcome.stdout != script.expected).then(|| first_difference(&script.expected, &outcome.stdout)))
}

/// Every script, or those named.
pub fn scripts(only: Option<Vec<&str>>) -> Result<Vec<Script>, String> {
    let mut scripts = Vec::new();
    for place in PLACES {
        scripts.extend(scripts_in(&process::root().join(place))?);
    }
    if let Some(only) = only {
        if let Some(missing) = only.iter().find(|n| !scripts.iter().any(|s| s.name == **n)) {
            return Err(format!("no script named '{missing}'"));
        }
        scripts.retain(|s| only.contains(&s.name.as_str()));
    }
    Ok(scripts)
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let lua = our_lua(args)?;
    let modes = modes::select(args.list("modes"))?;
    let seed = args.number("seed", 1)?;
    let limit = Duration::from_secs(args.number("limit", 60)?);
    let scripts = scripts(args.list("only"))?;
    let mut engines: Vec<Engine> = Vec::new();
    for mode in &modes {
        engines.push((mode.name.to_string(), lua.clone(), mode.environment(seed)));
    }
    if let Some(reference) = process::find_program("lua5.4") {
        if reference != lua {
            engines.push(("lua5.4".to_string(), reference, Vec::new()));
        }
    }
    let (mut wrong, mut total) = (0, 0);
    for (name, path, env) in &engines {
        let mut failed = 0;
        for script in &scripts {
            total += 1;
            if let Some(reason) = check(path, script, env, limit)? {
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
    if wrong > 0 {
        return Err(format!("{wrong} of {total} runs differ from what was recorded"));
    }
    Ok(())
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
        let dir = process::root().join(PLACES[0]);
        let scripts = scripts_in(&dir).unwrap();
        let sizes = crate::bench::read_sizes().unwrap();
        assert!(scripts.len() >= 23);
        for script in scripts {
            assert!(sizes.iter().any(|s| s.name == script.name), "{} has no row in sizes.txt", script.name);
        }
    }
}
