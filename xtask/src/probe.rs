//! Calls each function of Lua's library with random arguments, and compares results, messages and changed arguments with the reference's.
//!
//! The script `probe.lua` makes the calls; both interpreters run it with the same seed, a process for each function. What is known to differ is
//! in the list below, with its reason.
//!
//! **Example.** `cargo xtask probe --calls 10000 --only string.rep,next`

use crate::args::Args;
use crate::{languages, modes, process};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lua PATH] [--calls N] [--seed N] [--modes plain,jit,..] [--only NAME,..] [--limit SECONDS]
      calls each function of Lua's library with random arguments and compares with lua5.4";

/// Functions that differ by design.
const KNOWN: &[(&str, &str)] = &[
    ("debug.upvaluejoin", "not there"),
    ("debug.getlocal", "the reference's C functions have temporaries"),
    ("debug.setlocal", "the reference's C functions have temporaries"),
    ("debug.traceback", "the levels of other coroutines are not known"),
    ("debug.getinfo", "the levels of other coroutines are not known"),
    ("debug.getuservalue", "files have no user values"),
    ("debug.setuservalue", "files have no user values"),
    ("debug.getregistry", "its content"),
    ("package.loadlib", "C modules are refused"),
    ("next", "the order of keys"),
];

/// The lines that a function's calls print.
fn probe(
    program: &Path,
    words: &[String],
    dir: &Path,
    env: &[(String, String)],
    limit: Duration,
) -> Result<Vec<u8>, String> {
    let outcome = process::run(program, words, dir, env, limit)?;
    if outcome.code != Some(0) {
        let err = String::from_utf8_lossy(&outcome.stderr).into_owned();
        return Err(format!("{}: {}", outcome.ending(), err.lines().next().unwrap_or("no message")));
    }
    Ok(outcome.stdout)
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let ours = languages::LUA.ours(args)?;
    let reference = process::find_program("lua5.4").ok_or("lua5.4 is not installed")?;
    let (calls, seed) = (args.number("calls", 1000)?, args.number("seed", 1)?);
    let limit = Duration::from_secs(args.number("limit", 120)?);
    let script = process::root().join("xtask/src/probe.lua").display().to_string();
    let dir: PathBuf = process::scratch(".probe");
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    for file in ["probe.txt", "probe2.txt"] {
        std::fs::write(dir.join(file), "line one\n2 3.5 0x10\nlast").map_err(|e| e.to_string())?;
    }
    let listed = probe(&reference, std::slice::from_ref(&script), &dir, &[], limit)?;
    let names = String::from_utf8_lossy(&listed).into_owned();
    let only = args.list("only");
    let (mut total, mut wrong) = (0, 0);
    for name in names.lines().filter(|n| only.as_ref().is_none_or(|o| o.contains(n))) {
        if only.is_none() && KNOWN.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let words = [script.clone(), name.to_string(), calls.to_string(), seed.to_string()];
        let wanted =
            probe(&reference, &words, &dir, &[], limit).map_err(|e| format!("lua5.4, {name}: {e}"))?;
        for mode in modes::select(args.list("modes"))? {
            total += 1;
            let found = match probe(&ours, &words, &dir, &mode.environment(seed), limit) {
                Ok(got) if got == wanted => continue,
                Ok(got) => crate::programs::first_difference(&wanted, &got),
                Err(e) => e,
            };
            wrong += 1;
            println!("{name} ({}): {found}", mode.name);
        }
    }
    // Best effort: what stays behind harms nothing.
    let _ = std::fs::remove_dir_all(&dir);
    println!("{total} functions and modes, {calls} calls each, {wrong} different");
    if wrong > 0 {
        return Err(format!("{wrong} differ"));
    }
    Ok(())
}
