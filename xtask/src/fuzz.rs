//! Runs random programs of a language in several modes of our implementation and compares what they do.
//!
//! **Problem.** One way of running a program shows little. Each batch runs plainly, which is the standard, then in the modes named, then under
//! settings drawn at random ([`crate::draws`]), and under the reference (`lua5.4`, `python3.11`) where it is installed. A program that is
//! not finished plainly is a fault of the generator and reported as such.
//!
//! A process runs a batch of programs, one text with the program of each seed; batches take turns with the language's styles. Each process has an
//! address space of its own size, so that a damaged heap soon fails.
//!
//! On a difference the seed at fault is run alone; if it differs then too, it is cut down, otherwise the whole batch is ([`crate::shrink`]). The
//! result is written to a file in the folder given, with the settings in its first line, and the command ends with an error that names the seed.
//! What is worth keeping goes to the corpus ([`crate::corpus`]).

use crate::draws::{draw, written};
use crate::shrink;
use crate::styles::{self, Style};
use benches::languages;
use holloway_testing::args::Args;
use holloway_testing::modes;
use holloway_testing::process::{self, Outcome};
use holloway_testing::scripts::first_difference;
use holloway_testing::{Engine, Language};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Options of `gen`.
pub const GEN_USAGE: &str = "[--lang lua] [--style NAME] [--seed N] [--batch 1] [--messages on|off]
      prints the random program of a seed, or of so many from it on";

/// Options of `fuzz`.
pub const USAGE: &str = "[--lang lua] [--style NAME] [--count N] [--seed FIRST] [--lua PATH] [--python PATH] [--modes plain,jit,chaos,..]
      [--draws 3] [--messages on|off] [--batch 10] [--jobs 2] [--reference PROGRAM] [--sample 1] [--limit SECONDS] [--most 1]
      [--memory 8] [--tries 2000] [--save FOLDER]
      runs random programs in each mode and under DRAWS random settings, every SAMPLEth batch also under the reference, and compares;
      ends after MOST differences, which it shrinks and saves; a process has so many GB of address space";

/// The language to make programs of.
fn language(args: &Args) -> Result<&'static Language, String> {
    match languages::one(args)? {
        Some(lang) => Ok(lang),
        None => Ok(languages::LUA),
    }
}

/// The styles that take turns. Loop nests are for other modes, and come only where they are named.
fn styles(lang: &'static Language, args: &Args) -> Result<Vec<&'static Style>, String> {
    let name = args.text("style");
    let found: Vec<_> =
        styles::of(lang).iter().filter(|s| name.map_or(s.0 != "nests", |n| n == s.0)).collect();
    let known = || styles::of(lang).iter().map(|s| s.0).collect::<Vec<_>>().join(", ");
    if found.is_empty() {
        return Err(format!("no style '{}' of {}; there are: {}", name.unwrap_or(""), lang.name, known()));
    }
    Ok(found)
}

/// The command `gen`.
pub fn print_one(args: &Args) -> Result<(), String> {
    let first = args.number("seed", 1)?;
    let (_, generate) = styles(language(args)?, args)?[0];
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

struct Fuzzer {
    lang: &'static Language,
    styles: Vec<&'static Style>,
    /// Our interpreter, run plainly.
    standard: Engine,
    modes: Vec<modes::Mode>,
    draws: u64,
    reference: Option<Engine>,
    sample: u64,
    messages: bool,
    limit: Duration,
    memory: u64,
    tries: u32,
    save: PathBuf,
}

/// A run that should do what the standard does, and does not.
struct Difference {
    style: &'static Style,
    seeds: Vec<u64>,
    /// `None` if the standard itself does not end well.
    other: Option<Engine>,
    text: String,
    account: String,
}

/// How two runs differ, in kind; shrinking keeps to one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ending,
    Hang,
    Output,
}

impl Fuzzer {
    /// Runs a text under a runner, in a directory of the worker's own.
    fn execute(&self, runner: &Engine, text: &str, dir: &Path, limit: Duration) -> Result<Outcome, String> {
        let file = self.lang.file("p");
        std::fs::write(dir.join(&file), text).map_err(|e| format!("{}: {e}", dir.display()))?;
        runner.run("p", &[], dir, limit, Some(self.memory))
    }

    /// The same; what hits the time limit is run once more with ten times as long, as the machine may have been busy. A hang hangs again.
    fn execute_patiently(&self, runner: &Engine, text: &str, dir: &Path) -> Result<Outcome, String> {
        let outcome = self.execute(runner, text, dir, self.limit)?;
        if !outcome.timed_out {
            return Ok(outcome);
        }
        println!("{} took over {} s: once more", runner.name, self.limit.as_secs());
        self.execute(runner, text, dir, self.limit * 10)
    }

    /// The runs that a batch is compared with.
    fn others(&self, first: u64) -> Vec<Engine> {
        let ours = &self.standard;
        let mut all: Vec<Engine> = self.modes.iter().map(|m| ours.in_mode(m, first)).collect();
        let drawn = |k| ours.with_settings("drawn", draw(first.wrapping_mul(31).wrapping_add(k)));
        all.extend((0..self.draws).map(drawn));
        all.extend(self.reference.iter().filter(|_| first.is_multiple_of(self.sample)).cloned());
        all
    }

    /// Checks a batch.
    fn check(&self, style: &'static Style, seeds: &[u64], dir: &Path) -> Result<Option<Difference>, String> {
        let text = (style.1)(seeds, self.messages);
        let found =
            |other, account| Difference { style, seeds: seeds.to_vec(), other, text: text.clone(), account };
        let standard = self.execute_patiently(&self.standard, &text, dir)?;
        // A generated program never ends in an error of its own.
        if standard.timed_out || standard.code != Some(0) {
            let account = format!("{}\n{}", standard.ending(), String::from_utf8_lossy(&standard.stderr));
            return Ok(Some(found(None, account)));
        }
        for other in self.others(seeds[0]) {
            let outcome = self.execute_patiently(&other, &text, dir)?;
            if let Some((_, account)) = compare(&standard, &outcome) {
                return Ok(Some(found(Some(other), account)));
            }
        }
        Ok(None)
    }

    /// How a run of a text differs from the standard one, if that ends well.
    fn differs(&self, other: &Engine, text: &str, dir: &Path) -> Result<Option<Kind>, String> {
        let start = Instant::now();
        let wanted = self.execute(&self.standard, text, dir, self.limit)?;
        if wanted.code != Some(0) {
            return Ok(None);
        }
        let limit = self.limit.min(start.elapsed() * 30 + Duration::from_secs(3));
        Ok(compare(&wanted, &self.execute(other, text, dir, limit)?).map(|d| d.0))
    }

    /// Says what differs, shrinks the program and saves it; gives the command that makes it again.
    fn report(&self, found: &Difference, dir: &Path) -> Result<String, String> {
        let (first, count) = (found.seeds[0], found.seeds.len());
        let name = found.other.as_ref().map_or("(none)", |o| &o.name);
        println!("{count} seeds from {first}: plain (wanted) against {name} (got): {}", found.account);
        let (mut text, mut seeds) = (found.text.clone(), (first, count));
        let mut head = "does not end well".to_string();
        if let Some(other) = &found.other {
            for &seed in &found.seeds {
                let alone = (found.style.1)(&[seed], self.messages);
                if self.differs(other, &alone, dir)?.is_some() {
                    (text, seeds) = (alone, (seed, 1));
                    break;
                }
            }
            if let Some(kind) = self.differs(other, &text, dir)? {
                let holds = |t: &str| Ok(self.differs(other, t, dir)? == Some(kind));
                text = shrink::shrink(&text, self.tries, holds)?;
            }
            head = format!("{name} {} {}", written(&other.env), found.account.replace('\n', " "));
        }
        std::fs::create_dir_all(&self.save).map_err(|e| format!("{}: {e}", self.save.display()))?;
        let file = self.save.join(self.lang.file(&format!("{}-{}", found.style.0, seeds.0)));
        let text = format!("{} {head}\n{text}", self.lang.comment);
        std::fs::write(&file, &text).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("a shorter program ({} lines) is in {}", text.lines().count(), file.display());
        let (lang, style) = (self.lang.name, found.style.0);
        Ok(format!("cargo xtask gen --lang {lang} --style {style} --seed {} --batch {}", seeds.0, seeds.1))
    }
}

/// How two runs differ, if they do. Standard error is not compared: only one of them may be logging.
fn compare(a: &Outcome, b: &Outcome) -> Option<(Kind, String)> {
    let account = || {
        let error = String::from_utf8_lossy(&b.stderr).into_owned();
        let from = error.len().saturating_sub(600);
        let from = (from..error.len()).find(|&k| error.is_char_boundary(k)).unwrap_or(0);
        format!("{} against {}\n{}", a.ending(), b.ending(), &error[from..])
    };
    if a.timed_out || b.timed_out {
        return Some((Kind::Hang, account()));
    }
    if a.code != b.code {
        return Some((Kind::Ending, account()));
    }
    (a.stdout != b.stdout).then(|| (Kind::Output, first_difference(&a.stdout, &b.stdout)))
}

fn fuzzer(args: &Args) -> Result<Fuzzer, String> {
    let lang = language(args)?;
    let ours = languages::ours(lang, args)?;
    let modes = modes::select(args.list("modes"))?;
    let Some((standard, modes)) = modes.split_first() else {
        return Err("--modes names no mode".to_string());
    };
    let reference_name = args.text("reference").unwrap_or(lang.reference);
    let reference = Engine::find(reference_name, lang.extension)
        .map(|r| r.with(reference_name, vec![("PYTHONHASHSEED".to_string(), "0".to_string())]));
    if reference.is_none() {
        eprintln!("{reference_name} is not installed: comparing our own modes alone");
    }
    Ok(Fuzzer {
        lang,
        styles: styles(lang, args)?,
        standard: ours.in_mode(standard, 1),
        modes: modes.to_vec(),
        draws: args.number("draws", 3)?,
        reference,
        sample: args.number("sample", 1)?.max(1),
        messages: messages(args)?,
        limit: Duration::from_secs(args.number("limit", 20)?),
        memory: args.number("memory", 8)? << 30,
        tries: args.number("tries", 2000)? as u32,
        save: PathBuf::from(args.text("save").unwrap_or("target/fuzz")),
    })
}

/// The command `fuzz`.
pub fn run(args: &Args) -> Result<(), String> {
    let fuzzer = fuzzer(args)?;
    let (first, count) = (args.number("seed", 1)?, args.number("count", 1000)?);
    let jobs = args.number("jobs", 2)?.clamp(1, 64);
    let size = args.number("batch", 10)?.clamp(1, 1000);
    let most = args.number("most", 1)?.max(1) as usize;
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let found: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let start = Instant::now();
    let worker = |dir: &Path| -> Result<(), String> {
        while !stop.load(Ordering::Relaxed) {
            let done = next.fetch_add(size, Ordering::Relaxed);
            if done >= count {
                break;
            }
            let style = fuzzer.styles[(done / size) as usize % fuzzer.styles.len()];
            let seeds = batch(first.wrapping_add(done), size.min(count - done));
            if let Some(difference) = fuzzer.check(style, &seeds, dir)? {
                let again = fuzzer.report(&difference, dir)?;
                let mut all = found.lock().map_err(|_| "a worker panicked".to_string())?;
                all.push(again);
                if all.len() >= most {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            if done / 1000 != (done + size) / 1000 {
                let rate = (done + size) as f64 * 60.0 / start.elapsed().as_secs_f64();
                println!("{} programs, {rate:.0} a minute", done + size);
            }
        }
        Ok(())
    };
    let mut failures = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|_| {
                scope.spawn(|| {
                    let dir = process::scratch(".dir");
                    let made = std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()));
                    let result = made.and_then(|()| worker(&dir));
                    // Best effort: a scratch directory that stays behind harms nothing.
                    let _ = std::fs::remove_dir_all(&dir);
                    if result.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    result
                })
            })
            .collect();
        for worker in workers {
            failures.extend(worker.join().unwrap_or_else(|_| Err("a worker panicked".to_string())).err());
        }
    });
    failures.extend(found.into_inner().unwrap_or_default().into_iter().map(|c| format!("differs: {c}")));
    if failures.is_empty() {
        println!("{count} programs from seed {first}: no difference, in {:.0?}", start.elapsed());
        return Ok(());
    }
    Err(failures.join("\n"))
}
