//! Runs random programs of a language in several modes of our implementation and compares what they do.
//!
//! The first mode given is the standard the others are held to; a sample of the programs also runs under
//! the reference (`lua5.4`, `python3.11`), where it is installed. A program that the reference itself does not finish is a fault of the
//! generator and reported as such.
//!
//! A process runs a batch of programs, one text with the program of each seed (see [`crate::gen_lua`], [`crate::gen_py`]); chaos is seeded by the first.
//! On a difference the seed at fault is run alone; if it differs then too, it is cut down, otherwise the whole batch is (whole lines
//! are dropped while the difference stays). The result is written to a file, and the command ends with an error that
//! names the seed.

use crate::args::Args;
use crate::languages::{self, Lang};
use crate::modes::{self, Mode};
use crate::process::{self, Outcome};
use crate::programs::first_difference;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::Duration;

/// Options of `gen`.
pub const GEN_USAGE: &str = "[--lang lua] [--seed N] [--batch 1] [--messages on|off]
      prints the random program of a seed, or of so many from it on";

/// Options of `fuzz`.
pub const USAGE: &str = "[--lang lua] [--count N] [--seed FIRST] [--lua PATH] [--python PATH] [--modes plain,jit,chaos,..]
      [--messages on|off] [--batch 20] [--jobs 2] [--reference PROGRAM] [--sample 20] [--limit SECONDS] [--save FILE]
      runs random programs in each mode, batches with a SAMPLEth also under the reference, and compares";

/// The language to make programs of.
fn language(args: &Args) -> Result<&'static Lang, String> {
    match languages::one(args)? {
        Some(lang) => Ok(lang),
        None => Ok(languages::LUA),
    }
}

/// The command `gen`.
pub fn print_one(args: &Args) -> Result<(), String> {
    let first = args.number("seed", 1)?;
    let generate = language(args)?.generate;
    print!("{}", generate(&batch(first, args.number("batch", 1)?), messages(args)?));
    Ok(())
}

fn batch(first: u64, count: u64) -> Vec<u64> {
    (0..count).map(|k| first.wrapping_add(k)).collect()
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
    lang: &'static Lang,
    runners: Vec<Runner>,
    reference: Option<Runner>,
    sample: u64,
    messages: bool,
    limit: Duration,
}

/// Two runs of one text that should agree and do not.
struct Difference {
    /// The batch.
    seeds: Vec<u64>,
    first: usize,
    second: Option<usize>,
    text: String,
    account: String,
}

impl Fuzzer {
    /// Runs a text under a runner, in a directory of the worker's own. `seed` is that of forced exits.
    fn execute(&self, runner: &Runner, seed: u64, text: &str, dir: &Path) -> Result<Outcome, String> {
        let file = self.lang.file("p");
        std::fs::write(dir.join(&file), text).map_err(|e| format!("{}: {e}", dir.display()))?;
        let env = runner.mode.map_or(Vec::new(), |m| m.environment(seed));
        process::run(&runner.path, &[file], dir, &env, self.limit)
    }

    /// The same; what hits the time limit is run once more with ten times as long, as the machine may have been busy. A hang hangs again.
    fn execute_patiently(
        &self,
        runner: &Runner,
        seed: u64,
        text: &str,
        dir: &Path,
    ) -> Result<Outcome, String> {
        let outcome = self.execute(runner, seed, text, dir)?;
        if !outcome.timed_out {
            return Ok(outcome);
        }
        println!("{} took over {} s at seeds from {seed}: once more", runner.name, self.limit.as_secs());
        let patient = Fuzzer { limit: self.limit * 10, runners: Vec::new(), reference: None, ..*self };
        patient.execute(runner, seed, text, dir)
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

    /// Checks a batch.
    fn check(&self, seeds: &[u64], dir: &Path) -> Result<Option<Difference>, String> {
        let (text, seed) = ((self.lang.generate)(seeds, self.messages), seeds[0]);
        let found = |second, account| Difference {
            seeds: seeds.to_vec(),
            first: 0,
            second,
            text: text.clone(),
            account,
        };
        let standard = self.execute_patiently(&self.runners[0], seed, &text, dir)?;
        let mut others: Vec<Option<usize>> = (1..self.runners.len()).map(Some).collect();
        if self.reference.is_some() && seeds.iter().any(|s| s.is_multiple_of(self.sample)) {
            others.push(None);
        }
        // A generated program never ends in an error of its own.
        if standard.timed_out || standard.code != Some(0) {
            let account = format!("{}\n{}", standard.ending(), String::from_utf8_lossy(&standard.stderr));
            return Ok(Some(found(Some(0), account)));
        }
        for other in others {
            let outcome = self.execute_patiently(self.runner(other), seed, &text, dir)?;
            if let Some(account) = Self::compare(&standard, &outcome) {
                return Ok(Some(found(other, account)));
            }
        }
        Ok(None)
    }

    /// Whether both runners of a difference finish a text and what they do differs; forced exits stay seeded by the batch.
    fn differs(&self, found: &Difference, text: &str, dir: &Path) -> Result<bool, String> {
        let (a, b) = (self.runner(Some(found.first)), self.runner(found.second));
        let wanted = self.execute(a, found.seeds[0], text, dir)?;
        Ok(wanted.code == Some(0)
            && Self::compare(&wanted, &self.execute(b, found.seeds[0], text, dir)?).is_some())
    }

    /// The seed whose program differs alone, with that program.
    fn culprit(&self, found: &Difference, dir: &Path) -> Result<Option<(u64, String)>, String> {
        for &seed in &found.seeds {
            let text = (self.lang.generate)(&[seed], self.messages);
            if self.differs(found, &text, dir)? {
                return Ok(Some((seed, text)));
            }
        }
        Ok(None)
    }

    /// Drops runs of lines while the two runners still both finish cleanly and differ.
    fn shrink(&self, found: &Difference, text: &str, dir: &Path) -> Result<String, String> {
        let mut lines: Vec<&str> = text.lines().collect();
        let mut tries = 0;
        let mut chunk = lines.len() / 2;
        while chunk >= 1 && tries < 1500 {
            let mut at = 0;
            while at < lines.len() && tries < 1500 {
                tries += 1;
                let mut fewer = lines.clone();
                fewer.drain(at..(at + chunk).min(lines.len()));
                let text = fewer.join("\n");
                if self.differs(found, &text, dir)? {
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

/// The command `fuzz`.
pub fn run(args: &Args) -> Result<(), String> {
    let lang = language(args)?;
    let ours = lang.ours(args)?;
    let modes = modes::select(args.list("modes"))?;
    let runners: Vec<Runner> = modes
        .iter()
        .map(|m| Runner { name: m.name.to_string(), path: ours.clone(), mode: Some(*m) })
        .collect();
    if runners.is_empty() {
        return Err("--modes names no mode".to_string());
    }
    let reference_name = args.text("reference").unwrap_or(lang.reference);
    let reference = process::find_program(reference_name).map(|path| Runner {
        name: reference_name.to_string(),
        path,
        mode: None,
    });
    if reference.is_none() {
        eprintln!("{reference_name} is not installed: comparing our own modes alone");
    }
    let fuzzer = Fuzzer {
        lang,
        runners,
        reference,
        sample: args.number("sample", 20)?.max(1),
        messages: messages(args)?,
        limit: Duration::from_secs(args.number("limit", 20)?),
    };
    let (first, count) = (args.number("seed", 1)?, args.number("count", 1000)?);
    let jobs = args.number("jobs", 2)?.clamp(1, 64);
    let size = args.number("batch", 20)?.clamp(1, 1000);
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let found: Mutex<Result<Option<Difference>, String>> = Mutex::new(Ok(None));
    let worker = |dir: &Path| -> Result<Option<Difference>, String> {
        while !stop.load(Ordering::Relaxed) {
            let done = next.fetch_add(size, Ordering::Relaxed);
            if done >= count {
                break;
            }
            let difference = fuzzer.check(&batch(first.wrapping_add(done), size.min(count - done)), dir)?;
            if difference.is_some() {
                return Ok(difference);
            }
            if done / 2000 != (done + size) / 2000 {
                println!("{} programs", done + size);
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
    let save = args.text("save").map_or_else(|| format!("target/{}", lang.file("fuzz")), str::to_string);
    report(&fuzzer, &difference, Path::new(&save))
}

/// Says what differs, shrinks the program and saves it.
fn report(fuzzer: &Fuzzer, found: &Difference, save: &Path) -> Result<(), String> {
    let (a, b) = (fuzzer.runner(Some(found.first)), fuzzer.runner(found.second));
    let (first, count) = (found.seeds[0], found.seeds.len());
    println!("{count} seeds from {first}: {} (wanted) against {} (got): {}", a.name, b.name, found.account);
    let dir = process::scratch(".dir");
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let shorten = || -> Result<(Option<u64>, String), String> {
        if found.second == Some(found.first) {
            return Ok((None, found.text.clone()));
        }
        match fuzzer.culprit(found, &dir)? {
            Some((seed, text)) => Ok((Some(seed), fuzzer.shrink(found, &text, &dir)?)),
            None => Ok((None, fuzzer.shrink(found, &found.text, &dir)?)),
        }
    };
    let result = shorten();
    // Best effort: a scratch directory that stays behind harms nothing.
    let _ = std::fs::remove_dir_all(&dir);
    let (seed, text) = result?;
    std::fs::write(save, &text).map_err(|e| format!("{}: {e}", save.display()))?;
    println!("a shorter program ({} lines) is in {}", text.lines().count(), save.display());
    if let Some(mode) = b.mode {
        let settings: Vec<String> = mode.environment(first).iter().map(|(k, v)| format!("{k}={v}")).collect();
        println!("with {}", settings.join(" "));
    }
    let (seed, batch) = seed.map_or((first, count), |s| (s, 1));
    let lang = fuzzer.lang.name;
    Err(format!(
        "seed {seed} differs; again with: cargo xtask gen --lang {lang} --seed {seed} --batch {batch}"
    ))
}
