//! A campaign of random programs: batches that are run, compared, made smaller and saved.
//!
//! **Invariants.** What a run is compared with ended well; what is saved differs in the same kind as what was found.
//!
//! **Not promised.** Which of several differences is found first: workers take batches in turns.

use super::{seeds, Difference, Fuzz, Style};
use crate::engine::Engine;
use crate::language::Syntax;
use crate::modes::{self, Mode};
use crate::process::{self, Outcome};
use crate::scripts::first_difference;
use crate::settings::{draw, written};
use crate::shrink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How two runs differ, in kind; shrinking keeps to one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ending,
    Hang,
    Output,
}

/// A campaign with all it needs.
pub(super) struct Campaign {
    fuzz: Fuzz,
    /// Our interpreter, run plainly.
    standard: Engine,
    modes: Vec<Mode>,
}

/// What a batch showed: programs and the engine that runs them otherwise, or `None` if the standard itself does not end well.
struct Found<'a> {
    style: &'a Style,
    seeds: Vec<u64>,
    other: Option<Engine>,
    text: String,
    account: String,
}

impl Campaign {
    /// A campaign, if there is all that it needs.
    pub(super) fn new(fuzz: Fuzz) -> Result<Campaign, String> {
        let ours = fuzz.language.ours(fuzz.ours.as_deref())?;
        let modes = modes::select(fuzz.modes.as_ref().map(|names| names.split(',').collect()))?;
        let (standard, modes) = modes.split_first().ok_or("no mode is named")?;
        if fuzz.styles.is_empty() {
            return Err("there are no programs of that style".to_string());
        }
        let standard = ours.in_mode(standard, 1);
        Ok(Campaign { modes: modes.to_vec(), fuzz, standard })
    }

    /// Runs a text under an engine, in a folder of the worker's own.
    fn execute(&self, engine: &Engine, text: &str, dir: &Path, limit: Duration) -> Result<Outcome, String> {
        std::fs::write(dir.join(engine.file("p")), text).map_err(|e| format!("{}: {e}", dir.display()))?;
        engine.run("p", &[], dir, limit, Some(self.fuzz.memory))
    }

    /// The same; what hits the time limit is run once more with ten times as long, as the machine may have been busy. A hang hangs again.
    fn execute_patiently(&self, engine: &Engine, text: &str, dir: &Path) -> Result<Outcome, String> {
        let limit = self.fuzz.limit;
        let outcome = self.execute(engine, text, dir, limit)?;
        if !outcome.timed_out {
            return Ok(outcome);
        }
        println!("{} took over {} s: once more", engine.name, limit.as_secs());
        self.execute(engine, text, dir, limit * 10)
    }

    /// The runs that a batch is compared with.
    fn others(&self, first: u64) -> Vec<Engine> {
        let ours = &self.standard;
        let mut all: Vec<Engine> = self.modes.iter().map(|m| ours.in_mode(m, first)).collect();
        let drawn = |k| ours.with_settings("drawn", draw(first.wrapping_mul(31).wrapping_add(k)));
        all.extend((0..self.fuzz.draws).map(drawn));
        all.extend(self.fuzz.reference.iter().filter(|_| first.is_multiple_of(self.fuzz.sample)).cloned());
        all
    }

    /// Checks a batch.
    fn check<'a>(&self, style: &'a Style, seeds: &[u64], dir: &Path) -> Result<Option<Found<'a>>, String> {
        let text = style.programs(seeds);
        let found =
            |other, account| Found { style, seeds: seeds.to_vec(), other, text: text.clone(), account };
        let standard = self.execute_patiently(&self.standard, &text, dir)?;
        // A generated program never ends in an error of its own.
        if standard.timed_out || standard.code != Some(0) {
            let account = format!("{}\n{}", standard.ending(), String::from_utf8_lossy(&standard.stderr));
            return Ok(Some(found(None, account)));
        }
        for other in self.others(seeds[0]) {
            let outcome = self.execute_patiently(&other, &text, dir)?;
            if let Some((_, account)) = compare(&standard, &outcome, &other) {
                return Ok(Some(found(Some(other), account)));
            }
        }
        Ok(None)
    }

    /// How a run of a text differs from the standard one, if that ends well.
    fn differs(&self, other: &Engine, text: &str, dir: &Path) -> Result<Option<Kind>, String> {
        let start = Instant::now();
        let wanted = self.execute(&self.standard, text, dir, self.fuzz.limit)?;
        if wanted.code != Some(0) {
            return Ok(None);
        }
        let limit = self.fuzz.limit.min(start.elapsed() * 30 + Duration::from_secs(3));
        Ok(compare(&wanted, &self.execute(other, text, dir, limit)?, other).map(|d| d.0))
    }

    /// How the standard run of a text does not end well, without the place that its message begins with.
    fn failure(&self, text: &str, dir: &Path) -> Result<Option<String>, String> {
        let outcome = self.execute(&self.standard, text, dir, self.fuzz.limit)?;
        let said = String::from_utf8_lossy(&outcome.stderr);
        let said = said.lines().next().and_then(|line| line.rsplit(": ").next()).unwrap_or_default();
        Ok((outcome.code != Some(0)).then(|| format!("{} {said}", outcome.ending())))
    }

    /// Says what differs, shrinks the program and saves it.
    fn report(&self, found: &Found<'_>, dir: &Path) -> Result<Difference, String> {
        let (first, count) = (found.seeds[0], found.seeds.len() as u64);
        let name = found.other.as_ref().map_or("(none)", |o| &o.name);
        println!("{count} seeds from {first}: plain (wanted) against {name} (got): {}", found.account);
        let (mut text, mut seeds) = (found.text.clone(), (first, count));
        let mut head = "does not end well".to_string();
        for &seed in &found.seeds {
            let alone = found.style.programs(&[seed]);
            let wrong = match &found.other {
                Some(other) => self.differs(other, &alone, dir)?.is_some(),
                None => self.failure(&alone, dir)?.is_some(),
            };
            if wrong {
                (text, seeds) = (alone, (seed, 1));
                break;
            }
        }
        if let (None, Some(failure)) = (&found.other, self.failure(&text, dir)?) {
            text = self.smaller(&text, |t| Ok(self.failure(t, dir)?.as_ref() == Some(&failure)))?;
            head = format!("{head}: {failure}");
        }
        if let Some(other) = &found.other {
            if let Some(kind) = self.differs(other, &text, dir)? {
                text = self.smaller(&text, |t| Ok(self.differs(other, t, dir)? == Some(kind)))?;
            }
            head = format!("{name} {} {}", written(&other.env), found.account.replace('\n', " "));
        }
        let save = &self.fuzz.save;
        std::fs::create_dir_all(save).map_err(|e| format!("{}: {e}", save.display()))?;
        let file = save.join(self.fuzz.language.file(&format!("{}-{}", found.style.name, seeds.0)));
        let text = format!("{} {head}\n{text}", self.fuzz.language.comment);
        std::fs::write(&file, &text).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("a shorter program ({} lines) is in {}", text.lines().count(), file.display());
        let replay = match found.other.as_ref().map(|other| self.kept(other, &file)).transpose()?.flatten() {
            // Another implementation keeps none.
            None => self.kept(&self.standard, &file)?,
            kept => kept,
        };
        if let Some(command) = &replay {
            println!("{command} runs it again");
        }
        let account = format!("{name}: {}", found.account);
        Ok(Difference { style: found.style.name, seed: seeds.0, count: seeds.1, account, file, replay })
    }

    /// Runs a saved program again and keeps that beside it: the command that plays it.
    fn kept(&self, engine: &Engine, file: &Path) -> Result<Option<String>, String> {
        let (Some(folder), Some(script)) = (file.parent(), file.file_stem()) else { return Ok(None) };
        let (script, limit, memory) = (script.to_string_lossy(), self.fuzz.limit, Some(self.fuzz.memory));
        let went = engine.run(&script, &[], folder, limit, memory)?;
        Ok(engine.keep_replay((&script, &[]), folder, &file.with_extension("replay"), (&went, limit, memory)))
    }

    /// A smaller program of which something is still true.
    fn smaller(&self, text: &str, holds: impl FnMut(&str) -> Result<bool, String>) -> Result<String, String> {
        match self.fuzz.language.syntax {
            Syntax::Lines => shrink::shrink(text, self.fuzz.tries, holds),
            Syntax::Lists => shrink::lists(text, self.fuzz.language.comment, self.fuzz.tries, holds),
        }
    }

    /// All batches, by workers that each have a folder.
    pub(super) fn run(&self) -> Result<Vec<Difference>, String> {
        let Fuzz { first, count, batch, ref styles, .. } = self.fuzz;
        println!("{}: {count} random programs from seed {first}", self.fuzz.language.name);
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let found: Mutex<Vec<Difference>> = Mutex::new(Vec::new());
        let start = Instant::now();
        let worker = |dir: &Path| -> Result<(), String> {
            while !stop.load(Ordering::Relaxed) {
                let done = next.fetch_add(batch, Ordering::Relaxed);
                if done >= count {
                    break;
                }
                let style = &styles[(done / batch) as usize % styles.len()];
                let seeds = seeds(first.wrapping_add(done), batch.min(count - done));
                if let Some(difference) = self.check(style, &seeds, dir)? {
                    let difference = self.report(&difference, dir)?;
                    let mut all = found.lock().map_err(|_| "a worker panicked".to_string())?;
                    all.push(difference);
                    if all.len() >= self.fuzz.most {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                if done / 1000 != (done + batch) / 1000 {
                    let rate = (done + batch) as f64 * 60.0 / start.elapsed().as_secs_f64();
                    println!("{} programs, {rate:.0} a minute", done + batch);
                }
            }
            Ok(())
        };
        let mut failures = Vec::new();
        std::thread::scope(|scope| {
            let in_folder = || {
                let dir = process::scratch(".dir");
                let made = std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()));
                let result = made.and_then(|()| worker(&dir));
                // Best effort: a scratch directory that stays behind harms nothing.
                let _ = std::fs::remove_dir_all(&dir);
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
                result
            };
            let workers: Vec<_> = (0..self.fuzz.jobs).map(|_| scope.spawn(in_folder)).collect();
            for worker in workers {
                failures.extend(worker.join().unwrap_or_else(|_| Err("a worker panicked".to_string())).err());
            }
        });
        if !failures.is_empty() {
            return Err(failures.join("\n"));
        }
        let found = found.into_inner().unwrap_or_default();
        if found.is_empty() {
            println!("{count} programs from seed {first}: no difference, in {:.0?}", start.elapsed());
        }
        Ok(found)
    }
}

/// How two runs differ, if they do. Standard error is not compared: only one of them may be logging.
fn compare(a: &Outcome, b: &Outcome, engine: &Engine) -> Option<(Kind, String)> {
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
    if !modes::proven(&engine.env, &b.stderr) {
        return Some((Kind::Ending, "steps were recorded, but none was audited".to_string()));
    }
    (a.stdout != b.stdout).then(|| (Kind::Output, first_difference(&a.stdout, &b.stdout)))
}
