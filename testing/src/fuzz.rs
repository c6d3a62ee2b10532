//! Runs random programs of a language in several modes of its interpreter and compares what they do.
//!
//! **Problem.** One way of running a program shows little. Each batch runs plainly, which is the standard, then in the modes named, then under
//! settings drawn at random ([`crate::settings`]), and under the reference where there is one. A program that does
//! not end well plainly is a fault of the generator and reported as such.
//!
//! A process runs a batch of programs, one text with the program of each seed; batches take turns with the language's styles. Each process has an
//! address space of its own size, so that a damaged heap soon fails.
//!
//! On a difference the seed at fault is run alone; if it differs then too, it is cut down, otherwise the whole batch is ([`crate::shrink`]). The
//! result is written to a file in the folder given, with the settings in its first line.
//! What is worth keeping goes to the corpus ([`crate::corpus`](mod@crate::corpus)).
//!
//! **Example.** Programs from a grammar, in a test of the language's crate; a difference is told with the variables that repeat it:
//! ```no_run
//! # use holloway_testing::{fuzz, grammar::Grammar, Language, Style};
//! # const TINY: Language = Language::new("tiny", "tn");
//! let grammar = Grammar::parse("== program\nprint $num\n", &[], "").expect("a grammar");
//! let style = Style::of_grammar("small", grammar, "", "program", (8, 6));
//! fuzz(&TINY, vec![style]).modes("plain,eager,chaos,audit").count(200).variables("TINY_RANDOM").check();
//! ```

use crate::engine::Engine;
use crate::grammar::{Grammar, NoScope};
use crate::language::{Language, Syntax};
use crate::modes::{self, Mode};
use crate::process::{self, Outcome};
use crate::scripts::first_difference;
use crate::settings::{draw, written};
use crate::shrink;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A kind of random programs.
#[derive(Clone)]
pub struct Style {
    /// What it is called.
    pub name: &'static str,
    programs: Arc<Programs>,
}

/// Makes one text with the programs of seeds.
type Programs = dyn Fn(&[u64]) -> String + Send + Sync;

impl fmt::Debug for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Style").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Style {
    /// The style of a function that makes one text with the programs of these seeds, the same text for the same seeds.
    pub fn new(name: &'static str, programs: impl Fn(&[u64]) -> String + Send + Sync + 'static) -> Style {
        Style { name, programs: Arc::new(programs) }
    }

    /// Programs that a grammar says all of: behind the prelude, for each seed an expansion of `rule`, in which rules of several lines nest so deep, and what is within
    /// lines so deep.
    #[must_use]
    pub fn of_grammar(
        name: &'static str,
        grammar: Grammar,
        prelude: &'static str,
        rule: &'static str,
        (blocks, lines): (u32, u32),
    ) -> Style {
        Style::new(name, move |seeds| {
            grammar.programs(prelude, seeds, |g, s, _| {
                s.lines = lines;
                g.text(rule, blocks, s, &mut NoScope) + "\n"
            })
        })
    }

    /// The programs of these seeds.
    #[must_use]
    pub fn programs(&self, seeds: &[u64]) -> String {
        (self.programs)(seeds)
    }
}

/// A run that should do what the plain one does, and does not.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The style of the programs.
    pub style: &'static str,
    /// The first seed.
    pub seed: u64,
    /// How many seeds from it on are needed.
    pub count: u64,
    /// What differs.
    pub account: String,
    /// The file with the smaller program.
    pub file: PathBuf,
}

/// A campaign of random programs: a thousand, plainly and as users run them, unless something else is said.
#[derive(Clone, Debug)]
#[must_use = "nothing runs before `run` or `check`"]
pub struct Fuzz {
    language: Language,
    styles: Vec<Style>,
    ours: Option<String>,
    modes: Option<String>,
    first: u64,
    count: u64,
    draws: u64,
    reference: Option<Engine>,
    sample: u64,
    batch: u64,
    jobs: u64,
    limit: Duration,
    memory: u64,
    most: usize,
    tries: u32,
    save: PathBuf,
    variables: Option<&'static str>,
}

/// Random programs of a language, of styles that take turns.
pub fn fuzz(language: &Language, styles: Vec<Style>) -> Fuzz {
    Fuzz {
        language: *language,
        styles,
        ours: None,
        modes: None,
        first: 1,
        count: 1000,
        draws: 3,
        reference: language.installed_reference(),
        sample: 1,
        batch: 10,
        jobs: 2,
        limit: Duration::from_secs(20),
        memory: 8 << 30,
        most: 1,
        tries: 2000,
        save: std::env::temp_dir().join("holloway-fuzz"),
        variables: None,
    }
}

impl Fuzz {
    /// The modes, by their names with commas between them, or `all`. The first is the standard.
    pub fn modes(self, names: &str) -> Fuzz {
        Fuzz { modes: Some(names.to_string()), ..self }
    }

    /// The interpreter at this path.
    pub fn ours(self, path: &str) -> Fuzz {
        Fuzz { ours: Some(path.to_string()), ..self }
    }

    /// The first seed.
    pub fn seed(self, first: u64) -> Fuzz {
        Fuzz { first, ..self }
    }

    /// How many programs.
    pub fn count(self, count: u64) -> Fuzz {
        Fuzz { count, ..self }
    }

    /// How many drawn settings each batch runs under, too.
    pub fn draws(self, draws: u64) -> Fuzz {
        Fuzz { draws, ..self }
    }

    /// Another engine that must do the same, for each so manieth batch.
    pub fn reference(self, reference: Option<Engine>, sample: u64) -> Fuzz {
        Fuzz { reference, sample: sample.max(1), ..self }
    }

    /// How many programs a process runs.
    pub fn batch(self, batch: u64) -> Fuzz {
        Fuzz { batch: batch.clamp(1, 1000), ..self }
    }

    /// How many processes run at a time.
    pub fn jobs(self, jobs: u64) -> Fuzz {
        Fuzz { jobs: jobs.clamp(1, 64), ..self }
    }

    /// Most processor time of a process.
    pub fn limit(self, limit: Duration) -> Fuzz {
        Fuzz { limit, ..self }
    }

    /// Address space of a process, in bytes.
    pub fn memory(self, memory: u64) -> Fuzz {
        Fuzz { memory, ..self }
    }

    /// How many differences end the campaign.
    pub fn most(self, most: u64) -> Fuzz {
        Fuzz { most: most.max(1) as usize, ..self }
    }

    /// How many smaller programs are tried on a difference.
    pub fn tries(self, tries: u32) -> Fuzz {
        Fuzz { tries, ..self }
    }

    /// The folder for smaller programs that differ.
    pub fn save(self, folder: &Path) -> Fuzz {
        Fuzz { save: folder.to_path_buf(), ..self }
    }

    /// The variables `PREFIX_SEED`, `PREFIX_COUNT`, `PREFIX_MODES` and `PREFIX_STYLE` count more than what was said here.
    pub fn variables(self, prefix: &'static str) -> Fuzz {
        Fuzz { variables: Some(prefix), ..self }
    }

    /// It with what the variables say.
    fn with_variables(self) -> Result<Fuzz, String> {
        let Some(prefix) = self.variables else { return Ok(self) };
        let text = |name: &str| std::env::var(format!("{prefix}_{name}")).ok();
        let number = |name: &str, otherwise| match text(name) {
            None => Ok(otherwise),
            Some(n) => n.parse().map_err(|_| format!("{prefix}_{name}={n}: expected a number")),
        };
        let mut fuzz = Fuzz { variables: None, ..self };
        (fuzz.first, fuzz.count) = (number("SEED", fuzz.first)?, number("COUNT", fuzz.count)?);
        fuzz.modes = text("MODES").or(fuzz.modes);
        if let Some(style) = text("STYLE") {
            fuzz.styles.retain(|s| s.name == style);
        }
        Ok(fuzz)
    }

    /// Runs them: what differed. Tells how far it is, and what differs when it is found.
    ///
    /// # Errors
    /// Something cannot be run, or is missing.
    pub fn run(&self) -> Result<Vec<Difference>, String> {
        let campaign = Campaign::new(self.clone().with_variables()?)?;
        campaign.run()
    }

    /// Runs them.
    ///
    /// # Panics
    /// A program differed, or something is missing.
    pub fn check(&self) {
        let name = self.language.name;
        let found = self.run().unwrap_or_else(|e| panic!("{name}: {e}"));
        let tell = |d: &Difference| {
            let prefix = self.variables.unwrap_or("PREFIX");
            let Difference { style, seed, count, account, file } = d;
            let again =
                format!("{prefix}_STYLE={style} {prefix}_SEED={seed} {prefix}_COUNT={count} repeats it");
            format!("{account}\n{}\n{again}", file.display())
        };
        assert!(found.is_empty(), "{name}: {}", found.iter().map(tell).collect::<Vec<_>>().join("\n"));
    }
}

/// How two runs differ, in kind; shrinking keeps to one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ending,
    Hang,
    Output,
}

/// A campaign with all it needs.
struct Campaign {
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

/// Seeds from one on.
#[must_use]
pub fn seeds(first: u64, count: u64) -> Vec<u64> {
    (0..count).map(|k| first.wrapping_add(k)).collect()
}

impl Campaign {
    fn new(fuzz: Fuzz) -> Result<Campaign, String> {
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
        let account = format!("{name}: {}", found.account);
        Ok(Difference { style: found.style.name, seed: seeds.0, count: seeds.1, account, file })
    }

    /// A smaller program of which something is still true.
    fn smaller(&self, text: &str, holds: impl FnMut(&str) -> Result<bool, String>) -> Result<String, String> {
        match self.fuzz.language.syntax {
            Syntax::Lines => shrink::shrink(text, self.fuzz.tries, holds),
            Syntax::Lists => shrink::lists(text, self.fuzz.language.comment, self.fuzz.tries, holds),
        }
    }

    /// All batches, by workers that each have a folder.
    fn run(&self) -> Result<Vec<Difference>, String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::AssertUnwindSafe;

    /// The shell as a language, and programs that do something else where everything is compiled.
    #[test]
    fn a_difference_is_found_made_smaller_and_saved() {
        let sh: &'static str = process::find_program("sh").unwrap().display().to_string().leak();
        let shell = Language { binary: sh, ..Language::new("shell", "sh") };
        let save = std::env::temp_dir().join(format!("fuzz-{}", std::process::id()));
        let program = |seeds: &[u64]| {
            let line = |seed: &u64| match seed {
                17 => "echo ${HOLLOWAY_THRESHOLD:-none} a\n".to_string(),
                n => format!("echo {n}\n"),
            };
            seeds.iter().map(line).collect()
        };
        let fuzz =
            fuzz(&shell, vec![Style::new("echoes", program)]).draws(0).modes("plain,eager").save(&save);
        assert!(fuzz.clone().count(16).run().unwrap().is_empty());
        let found = fuzz.clone().count(100).run().unwrap();
        let told = std::panic::catch_unwind(AssertUnwindSafe(|| {
            fuzz.clone().seed(15).variables("SHELL_RANDOM").check()
        }));
        let told = *told.unwrap_err().downcast::<String>().unwrap();
        let text = std::fs::read_to_string(&found[0].file).unwrap();
        std::fs::remove_dir_all(&save).unwrap();
        assert_eq!((found.len(), found[0].seed, found[0].count), (1, 17, 1));
        assert!(text.starts_with("# eager HOLLOWAY_THRESHOLD=1"), "{text}");
        assert!(text.ends_with("\necho $HOLLOWAY_THRESHOLD\n"), "{text}");
        let again = "SHELL_RANDOM_STYLE=echoes SHELL_RANDOM_SEED=17 SHELL_RANDOM_COUNT=1 repeats it";
        assert!(told.contains(again) && told.contains("wanted: none a"), "{told}");
        let ends = vec![Style::new("ends", |_: &[u64]| "echo 1\necho a: told >&2\nexit 3".to_string())];
        let found = super::fuzz(&shell, ends).count(1).save(&save).run().unwrap();
        let text = std::fs::read_to_string(&found[0].file).unwrap();
        std::fs::remove_dir_all(&save).unwrap();
        assert!(found[0].account.contains("exit code 3"), "{found:?}");
        let head = "# does not end well: exit code 3 told\n";
        assert!(text.starts_with(head) && text.ends_with("exit 3\n") && !text.contains("echo 1"), "{text}");
    }
}
