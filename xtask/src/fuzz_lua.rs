//! Runs random Lua programs in several modes of our Lua and compares what they do.
//!
//! The first mode given is the standard the others are held to; a sample of the programs also runs under
//! `lua5.4`, where it is installed. A program that the reference itself does not finish is a fault of the
//! generator and reported as such. On a difference the program is cut down (whole lines are dropped while the
//! difference stays) and written to a file, and the command ends with an error that names the seed.

use crate::args::Args;
use crate::gen_lua::generate;
use crate::languages::LUA;
use crate::modes::{self, Mode};
use crate::process::{self, Outcome};
use crate::programs::first_difference;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::Duration;

/// Options of `gen-lua`.
pub const GEN_USAGE: &str = "[--seed N] [--messages on|off]
      prints the random program of a seed";

/// Options of `fuzz-lua`.
pub const USAGE: &str =
    "[--count N] [--seed FIRST] [--lua PATH] [--modes plain,jit,chaos,..] [--messages on|off]
      [--jobs 2] [--reference lua5.4] [--sample 20] [--limit SECONDS] [--save FILE]
      runs random programs in each mode, and every SAMPLEth also under the reference, and compares";

const FILE: &str = "p.lua";

/// The command `gen-lua`.
pub fn print_one(args: &Args) -> Result<(), String> {
    print!("{}", generate(args.number("seed", 1)?, messages(args)?));
    Ok(())
}

fn messages(args: &Args) -> Result<bool, String> {
    match args.text("messages").unwrap_or("on") {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(format!("--messages is on or off, not '{other}'")),
    }
}

/// An interpreter with its environment.
struct Runner {
    name: String,
    path: PathBuf,
    mode: Option<Mode>,
}

struct Fuzzer {
    runners: Vec<Runner>,
    reference: Option<Runner>,
    sample: u64,
    messages: bool,
    limit: Duration,
}

/// Two runs of one program that should agree and do not.
struct Difference {
    seed: u64,
    first: usize,
    second: Option<usize>,
    text: String,
    account: String,
}

impl Fuzzer {
    /// Runs a text under a runner, in a directory of the worker's own.
    fn execute(&self, runner: &Runner, seed: u64, text: &str, dir: &Path) -> Result<Outcome, String> {
        std::fs::write(dir.join(FILE), text).map_err(|e| format!("{}: {e}", dir.display()))?;
        let env = runner.mode.map_or(Vec::new(), |m| m.environment(seed));
        process::run(&runner.path, &[FILE.to_string()], dir, &env, self.limit)
    }

    /// How two runs differ, if they do. Standard error is not compared: only one of them may be logging.
    fn compare(a: &Outcome, b: &Outcome) -> Option<String> {
        if a.timed_out || b.timed_out || a.code != b.code {
            return Some(format!(
                "{} against {}\n{}",
                a.ending(),
                b.ending(),
                String::from_utf8_lossy(&b.stderr)
            ));
        }
        (a.stdout != b.stdout).then(|| first_difference(&a.stdout, &b.stdout))
    }

    fn runner(&self, index: Option<usize>) -> &Runner {
        match (index, &self.reference) {
            (Some(i), _) => &self.runners[i],
            (None, Some(reference)) => reference,
            (None, None) => &self.runners[0],
        }
    }

    /// Checks one seed.
    fn check(&self, seed: u64, dir: &Path) -> Result<Option<Difference>, String> {
        let text = generate(seed, self.messages);
        let standard = self.execute(&self.runners[0], seed, &text, dir)?;
        let mut others: Vec<Option<usize>> = (1..self.runners.len()).map(Some).collect();
        if self.reference.is_some() && seed.is_multiple_of(self.sample) {
            others.push(None);
        }
        // A generated program never ends in an error of its own.
        if standard.timed_out || standard.code != Some(0) {
            let account = format!("{}\n{}", standard.ending(), String::from_utf8_lossy(&standard.stderr));
            return Ok(Some(Difference { seed, first: 0, second: Some(0), text, account }));
        }
        for other in others {
            let outcome = self.execute(self.runner(other), seed, &text, dir)?;
            if let Some(account) = Self::compare(&standard, &outcome) {
                return Ok(Some(Difference { seed, first: 0, second: other, text, account }));
            }
        }
        Ok(None)
    }

    /// Drops runs of lines while the two runners still both finish cleanly and differ.
    fn shrink(&self, found: &Difference, dir: &Path) -> Result<String, String> {
        let (a, b) = (self.runner(Some(found.first)), self.runner(found.second));
        let mut lines: Vec<&str> = found.text.lines().collect();
        let mut tries = 0;
        let mut chunk = lines.len() / 2;
        while chunk >= 1 && tries < 600 {
            let mut at = 0;
            while at < lines.len() && tries < 600 {
                tries += 1;
                let mut fewer = lines.clone();
                fewer.drain(at..(at + chunk).min(lines.len()));
                let text = fewer.join("\n");
                let wanted = self.execute(a, found.seed, &text, dir)?;
                let differs = wanted.code == Some(0)
                    && Self::compare(&wanted, &self.execute(b, found.seed, &text, dir)?).is_some();
                if differs {
                    lines = fewer;
                } else {
                    at += chunk;
                }
            }
            chunk /= 2;
        }
        Ok(lines.join("\n") + "\n")
    }
}

/// The command `fuzz-lua`.
pub fn run(args: &Args) -> Result<(), String> {
    let lua = LUA.ours(args)?;
    let modes = modes::select(args.list("modes"))?;
    let runners: Vec<Runner> = modes
        .iter()
        .map(|m| Runner { name: m.name.to_string(), path: lua.clone(), mode: Some(*m) })
        .collect();
    if runners.is_empty() {
        return Err("--modes names no mode".to_string());
    }
    let reference_name = args.text("reference").unwrap_or("lua5.4");
    let reference = process::find_program(reference_name).map(|path| Runner {
        name: reference_name.to_string(),
        path,
        mode: None,
    });
    if reference.is_none() {
        eprintln!("{reference_name} is not installed: comparing our own modes alone");
    }
    let fuzzer = Fuzzer {
        runners,
        reference,
        sample: args.number("sample", 20)?.max(1),
        messages: messages(args)?,
        limit: Duration::from_secs(args.number("limit", 20)?),
    };
    let (first, count) = (args.number("seed", 1)?, args.number("count", 1000)?);
    let jobs = args.number("jobs", 2)?.clamp(1, 64);
    let next = AtomicU64::new(first);
    let stop = AtomicBool::new(false);
    let found: Mutex<Result<Option<Difference>, String>> = Mutex::new(Ok(None));
    let worker = |dir: &Path| -> Result<Option<Difference>, String> {
        while !stop.load(Ordering::Relaxed) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first.saturating_add(count) {
                break;
            }
            let difference = fuzzer.check(seed, dir)?;
            if difference.is_some() {
                return Ok(difference);
            }
            let done = seed - first + 1;
            if done.is_multiple_of(2000) {
                println!("{done} programs");
            }
        }
        Ok(None)
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let dir = process::scratch(".dir");
                let made = std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()));
                let result = made.and_then(|()| worker(&dir));
                // Best effort: a scratch directory that stays behind harms nothing.
                let _ = std::fs::remove_dir_all(&dir);
                if !matches!(result, Ok(None)) {
                    stop.store(true, Ordering::Relaxed);
                    if let Ok(mut slot) = found.lock() {
                        *slot = result;
                    }
                }
            });
        }
    });
    let found = found.into_inner().map_err(|_| "a worker panicked".to_string())??;
    let Some(difference) = found else {
        println!("{count} programs from seed {first}: no difference");
        return Ok(());
    };
    report(&fuzzer, &difference, Path::new(args.text("save").unwrap_or("target/fuzz-lua.lua")))
}

/// Says what differs, shrinks the program and saves it.
fn report(fuzzer: &Fuzzer, found: &Difference, save: &Path) -> Result<(), String> {
    let (a, b) = (fuzzer.runner(Some(found.first)), fuzzer.runner(found.second));
    println!("seed {}: {} (wanted) against {} (got): {}", found.seed, a.name, b.name, found.account);
    let dir = process::scratch(".dir");
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let alone = found.second == Some(found.first);
    let text = if alone { Ok(found.text.clone()) } else { fuzzer.shrink(found, &dir) };
    // Best effort: a scratch directory that stays behind harms nothing.
    let _ = std::fs::remove_dir_all(&dir);
    let text = text?;
    std::fs::write(save, &text).map_err(|e| format!("{}: {e}", save.display()))?;
    println!("a shorter program ({} lines) is in {}", text.lines().count(), save.display());
    Err(format!("seed {} differs; again with: cargo xtask gen-lua --seed {}", found.seed, found.seed))
}
