//! Calls each function of a language's library with random arguments, and compares results, messages and changed arguments with the reference's.
//!
//! A script for each language (`probe.lua`, `probe.py`) makes the calls and prints a line for each; both interpreters run it with the same seed.
//! Without arguments the script prints the names of the functions. What differs by design is in a list for each language, with its reason.
//!
//! **Example.** `cargo xtask probe --lang python --calls 10000 --only 'str.*,divmod'`

use benches::languages::{self, root};
use holloway_testing::args::Args;
use holloway_testing::{modes, process};
use holloway_testing::{Engine, Language};
use std::path::{Path, PathBuf};
use std::time::Duration;

mod known;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua,python] [--lua PATH] [--python PATH] [--calls N] [--seed N] [--modes plain,jit,..] [--only NAME,PREFIX*,..] [--limit SECONDS] [--show N]
      calls each function of the library with random arguments and compares with the reference; shows the first N lines that differ";

/// A script, and what differs by design.
struct Probe {
    lang: &'static Language,
    /// Without its extension, which is the language's.
    script: &'static str,
    /// How many functions share a process: starting one costs more than a few calls.
    batch: usize,
    known: &'static [Known],
    /// Functions with differences that are not mended yet, a name on each line.
    open: &'static str,
}

/// A function's name (or how names begin, before `*`), what one of two lines that differ contains, and the reason.
type Known = (&'static str, &'static str, &'static str);

const PROBES: &[Probe] = &[
    Probe { lang: languages::LUA, script: "xtask/src/probe", batch: 1, known: known::LUA, open: "" },
    Probe {
        lang: languages::PYTHON,
        script: "xtask/src/probe",
        batch: 24,
        known: known::PYTHON,
        open: known::PYTHON_OPEN,
    },
];

/// A process gets so much address space: what should be refused must not take the machine's memory.
const MEMORY: u64 = 8 << 30;

/// How one interpreter is run.
struct Runner<'a> {
    engine: Engine,
    script: String,
    dir: &'a Path,
    limit: Duration,
}

impl Runner<'_> {
    /// What the script prints for these words, and how it ended if not well.
    fn run(&self, words: &[String]) -> Result<(Vec<u8>, Option<String>), String> {
        let outcome = self.engine.run(&self.script, words, self.dir, self.limit, Some(MEMORY))?;
        let failed = (outcome.code != Some(0)).then(|| {
            let err = String::from_utf8_lossy(&outcome.stderr).into_owned();
            format!("{}: {}", outcome.ending(), err.lines().last().unwrap_or("no message"))
        });
        Ok((outcome.stdout, failed))
    }
}

/// Whether a name is one that a pattern means: itself, or what begins as it does before `*`.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => pattern == name,
    }
}

/// What differs between two outputs: how many lines, and the first of them.
#[derive(Default)]
struct Differences {
    lines: usize,
    shown: Vec<String>,
}

impl Differences {
    fn add(&mut self, show: usize, wanted: &str, got: &str) {
        self.lines += 1;
        if self.shown.len() < show {
            self.shown.push(format!("    {wanted}\n    {got}"));
        }
    }
}

/// The lines of `name` that differ, but for those known.
fn compare(name: &str, wanted: &[&str], got: &[&str], known: &[Known], show: usize) -> Differences {
    let of_name: Vec<&Known> = known.iter().filter(|k| !k.1.is_empty() && matches(k.0, name)).collect();
    let mut differences = Differences::default();
    for i in 0..wanted.len().max(got.len()) {
        let line = |lines: &[&str]| lines.get(i).copied().unwrap_or("(nothing)").to_string();
        let (a, b) = (line(wanted), line(got));
        if a != b && !of_name.iter().any(|k| a.contains(k.1) || b.contains(k.1)) {
            differences.add(show, &a, &b);
        }
    }
    differences
}

/// The lines that begin with a name. Scripts that run one function print no names.
fn lines_of<'a>(text: &'a str, name: &str, batch: usize) -> Vec<&'a str> {
    let its = |line: &&str| {
        let number =
            |r: &str| r.strip_prefix(' ').is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
        batch == 1 || line.strip_prefix(name).is_some_and(|r| r.starts_with(" is not") || number(r))
    };
    text.lines().filter(its).collect()
}

/// Probes one language; how many functions were called, and how many differ.
fn one(probe: &Probe, args: &Args) -> Result<(usize, usize), String> {
    let lang = probe.lang;
    let ours = languages::ours(lang, args)?;
    let reference =
        lang.installed_reference().ok_or_else(|| format!("{} is not installed", lang.reference))?;
    let (calls, seed) = (args.number("calls", 10_000)?, args.number("seed", 1)?);
    let show = args.number("show", 1)? as usize;
    let limit = Duration::from_secs(args.number("limit", 120)?);
    let dir: PathBuf = process::scratch(".probe");
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    for file in ["probe.txt", "probe2.txt"] {
        std::fs::write(dir.join(file), "line one\n2 3.5 0x10\nlast").map_err(|e| e.to_string())?;
    }
    let script = root().join(probe.script).display().to_string();
    let runner = |engine| Runner { engine, script: script.clone(), dir: &dir, limit };
    let seeded = vec![("PYTHONHASHSEED".to_string(), "0".to_string())];
    let reference = runner(reference.with(lang.reference, seeded));
    let (listed, failed) = reference.run(&[])?;
    if let Some(e) = failed {
        return Err(format!("{}: {e}", lang.reference));
    }
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let only = args.list("only");
    let wanted = |name: &&str| match &only {
        Some(only) => only.iter().any(|o| matches(o, name)),
        None => {
            let known = probe.known.iter().any(|k| k.1.is_empty() && matches(k.0, name));
            !known && !probe.open.lines().any(|open| open == *name)
        }
    };
    let names: Vec<&str> = listed.lines().filter(wanted).collect();
    let modes = modes::select(args.list("modes"))?;
    let (mut total, mut wrong) = (0, 0);
    for batch in names.chunks(probe.batch) {
        let words = [batch.join(","), calls.to_string(), seed.to_string()];
        let (wanted, failed) = reference.run(&words)?;
        if let Some(e) = failed {
            println!("{}, {}: {e}", lang.reference, words[0]);
            wrong += 1;
        }
        let wanted = String::from_utf8_lossy(&wanted).into_owned();
        for mode in &modes {
            total += batch.len();
            let (got, failed) = runner(ours.in_mode(mode, seed)).run(&words)?;
            let got = String::from_utf8_lossy(&got).into_owned();
            if let Some(e) = failed {
                wrong += 1;
                println!("{} ({}): {e}, after: {}", words[0], mode.name, got.lines().last().unwrap_or(""));
            }
            if got == wanted {
                continue;
            }
            for name in batch {
                let lines = |text| lines_of(text, name, probe.batch);
                let found = compare(name, &lines(&wanted), &lines(&got), probe.known, show);
                if found.lines > 0 {
                    wrong += 1;
                    println!("{name} ({}): {} lines\n{}", mode.name, found.lines, found.shown.join("\n"));
                }
            }
        }
    }
    // Best effort: what stays behind harms nothing.
    let _ = std::fs::remove_dir_all(&dir);
    println!(
        "{}: {} functions, {total} with modes, {calls} calls each, {wrong} different",
        lang.name,
        names.len()
    );
    Ok((total, wrong))
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let chosen = languages::select(args)?;
    let mut wrong = 0;
    for probe in PROBES.iter().filter(|p| chosen.iter().any(|l| l.name == p.lang.name)) {
        wrong += one(probe, args)?.1;
    }
    if wrong > 0 {
        return Err(format!("{wrong} differ"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_lines_are_passed_over() {
        let known: &[Known] = &[("str.*", "memoryview", "views are of bytes")];
        let wanted = ["str.x 0 memoryview", "str.x 1 a"];
        assert_eq!(compare("str.x", &wanted, &["str.x 0 b", "str.x 1 a"], known, 1).lines, 0);
        assert_eq!(compare("str.x", &wanted, &["str.x 0 memoryview", "str.x 1 b"], known, 1).lines, 1);
        assert_eq!(compare("str.x", &wanted, &["str.x 0 memoryview"], known, 1).lines, 1);
    }

    #[test]
    fn lines_belong_to_one_name() {
        let text = "operator < 1() -> 1\noperator <= 1() -> 2\nabs is not there";
        assert_eq!(lines_of(text, "operator <", 2), ["operator < 1() -> 1"]);
        assert_eq!(lines_of(text, "abs", 2), ["abs is not there"]);
        assert_eq!(lines_of("1\n2", "abs", 1), ["1", "2"]);
    }
}
