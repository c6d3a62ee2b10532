//! Tests that are files: a trace, what is to be done with it, and what comes of that.
//!
//! **Problem.** What a pass makes of a trace, how a trace ends and what code it becomes are texts. In Rust sources they are hard to read, and a change that is meant
//! is typed in by hand. Here all of it is in one file, and `BLESS=1` in the environment writes what came of it.
//!
//! **Form.** Lines `test ..` come first, mixed with comments; then the trace; then, for each of those lines in turn, a line `---- ..` and the outcome:
//! ```text
//! ; Adding nothing is left out.
//! test optimize none,fold
//! test run 41
//!
//! i0 = input int
//! i1 = int_add i0 0
//! finish(i1)
//! ---- optimize none,fold
//! i0 = input int
//! finish(i0)
//! ---- run 41
//! finish [41]
//! ```
//! | line | outcome |
//! |---|---|
//! | `test optimize PASSES` | the optimized trace without the file's descriptors, or why there is none; the list is that of [`OptConfig::from_list`] |
//! | `test run INPUTS` | how the evaluator ends with these constants: `finish [words]`, `exit INSTRUCTION [values]` or `trace NUMBER [inputs]`; the optimized trace and native code must end alike |
//! | `test code TARGET` | machine code, see [`super::conformance::listing`] |
//!
//! **Invariants.** A line that is none of these is an error, and so is an outcome that is missing, one too many, or not the one written; errors name file and line.
//! Blessing writes only what the tests that run made, so that a target's code stays where another target is tested.
//!
//! **Not promised.** That a blessed outcome is right: look at the difference.

use crate::conformance::pipeline::{same_end, End};
use crate::conformance::{listing, same_outcome, Runner};
use holloway_compiler::codegen::backend::{Backend, CompileRequest};
use holloway_compiler::ir::arena::ArenaMemory;
use holloway_compiler::ir::eval::{evaluate, Outcome};
use holloway_compiler::ir::verify::verify;
use holloway_compiler::ir::Trace;
use holloway_compiler::opt::{optimize, OptConfig};
use similar::TextDiff;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Runs of traces are cut off after so many instructions.
const FUEL: u64 = 100_000;

/// What begins an outcome.
const MARK: &str = "---- ";

/// The targets that `test code` may name.
const TARGETS: &[&str] = &["x86-64", "aarch64"];

/// What a line `test ..` asks for.
#[derive(Clone, Debug)]
enum Task {
    Optimize(OptConfig),
    Run(Vec<u64>),
    Code(String),
}

/// One line `test ..`.
struct Test {
    line: usize,
    /// What is behind `test`.
    header: String,
    task: Task,
    /// What is written under its mark; nothing in a file that was never blessed.
    written: Option<String>,
}

/// Makes the outcome of a test; nothing if another test binary does.
type Make<'a> = &'a dyn Fn(&Trace, &Test) -> Result<Option<String>, String>;

/// A file.
struct File {
    path: PathBuf,
    /// Everything before the first mark.
    source: String,
    trace: Trace,
    tests: Vec<Test>,
}

/// Whether outcomes are to be written instead of compared.
#[must_use]
pub fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|v| v != "0")
}

/// How one text became another, line by line; nothing if they are equal.
#[must_use]
pub fn difference(written: &str, made: &str) -> String {
    TextDiff::from_lines(written, made).unified_diff().header("written", "made").to_string()
}

impl Task {
    /// Reads what is behind `test`.
    fn parse(header: &str) -> Result<Task, String> {
        let (word, rest) = header.split_once(' ').unwrap_or((header, ""));
        match word {
            "optimize" if rest.is_empty() => {
                Err("`optimize` without a list of passes; there is `all`".into())
            }
            "optimize" => OptConfig::from_list(rest)
                .map(Task::Optimize)
                .map_err(|name| format!("no pass is called `{name}`")),
            "run" => words(rest).map(Task::Run),
            "code" if TARGETS.contains(&rest) => Ok(Task::Code(rest.into())),
            "code" => Err(format!("no target is called `{rest}`; there are {}", TARGETS.join(", "))),
            _ => Err(format!("`test {word}` is unknown; there are `optimize`, `run` and `code`")),
        }
    }
}

/// The words of constants, by way of a trace that mentions them.
fn words(constants: &str) -> Result<Vec<u64>, String> {
    let list = constants.split_whitespace().collect::<Vec<_>>().join(", ");
    let t: Trace = format!("finish({list})").parse().map_err(|e| format!("`{constants}`: {e}"))?;
    let word = |r: &_| t.as_const(*r).map(|c| c.bits).ok_or_else(|| format!("`{constants}`: no constant"));
    t.lists[0].iter().map(word).collect()
}

impl File {
    fn read(path: &Path) -> Result<File, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let at = |line: usize, e: String| format!("{}:{line}: {e}", path.display());
        let (mut source, mut plain, mut tests) = (String::new(), String::new(), Vec::<Test>::new());
        let (mut heads, mut outcomes) = (true, Vec::<(usize, &str, String)>::new());
        for (line, text) in (1..).zip(text.lines()) {
            let header = text.strip_prefix("test ").filter(|_| heads);
            if let Some(header) = header {
                let task = Task::parse(header).map_err(|e| at(line, e))?;
                tests.push(Test { line, header: header.into(), task, written: None });
            }
            heads &= header.is_some() || text.is_empty() || text.starts_with(';');
            match (text.strip_prefix(MARK), outcomes.last_mut()) {
                (Some(header), _) => outcomes.push((line, header, String::new())),
                (None, Some((.., outcome))) => *outcome += &format!("{text}\n"),
                (None, None) => {
                    source += &format!("{text}\n");
                    // Lines keep their numbers.
                    plain += &format!("{}\n", if header.is_some() { "" } else { text });
                }
            }
        }
        for (k, (line, header, outcome)) in outcomes.into_iter().enumerate() {
            // Blessing brings outcomes into the order of the tests.
            let found = tests.iter().position(|t| t.header == header && t.written.is_none());
            match found.filter(|at| *at == k || blessing()) {
                Some(test) => tests[test].written = Some(outcome),
                None if blessing() => {}
                None => return Err(at(line, format!("`{header}` is not what test {} asks for", k + 1))),
            }
        }
        if tests.is_empty() {
            return Err(at(1, "no line `test ..`".into()));
        }
        let trace: Trace = plain.parse().map_err(|e| at(1, format!("{e}")))?;
        if trace.to_string().parse::<Trace>().as_ref() != Ok(&trace) {
            return Err(at(1, "the trace does not read back".into()));
        }
        Ok(File { path: path.into(), source, trace, tests })
    }

    /// Compares or writes outcomes.
    fn check(mut self, make: Make<'_>) -> Result<(), String> {
        let (mut wrong, mut changed) = (String::new(), false);
        for test in &mut self.tests {
            let at = || format!("{}:{}: test {}", self.path.display(), test.line, test.header);
            let Some(made) = make(&self.trace, test).map_err(|e| format!("{}: {e}", at()))? else { continue };
            let written = test.written.as_deref().unwrap_or("");
            if test.written.is_some() && written == made {
                continue;
            }
            let _ = writeln!(wrong, "{}\n{}", at(), difference(written, &made));
            test.written = Some(made);
            changed = true;
        }
        match (changed, blessing()) {
            (false, _) => Ok(()),
            (true, false) => Err(wrong),
            (true, true) => {
                let outcome =
                    |t: &Test| format!("{MARK}{}\n{}", t.header, t.written.as_deref().unwrap_or(""));
                let text = self.source + &self.tests.iter().map(outcome).collect::<String>();
                std::fs::write(&self.path, text).map_err(|e| format!("{}: {e}", self.path.display()))
            }
        }
    }
}

/// The folder of all file tests.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("compiler").join("filetests")
}

/// The names of its folders, one for each subject.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn folders() -> Vec<String> {
    let entries = std::fs::read_dir(root()).expect("the folder of file tests");
    let mut names: Vec<String> =
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Runs the files of a folder.
fn each(folder: &str, make: Make<'_>) {
    let dir = root().join(folder);
    let entries = std::fs::read_dir(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", dir.display());
    let run = |path: &PathBuf| File::read(path).and_then(|f| f.check(make));
    let wrong: Vec<String> = paths.iter().filter_map(|p| run(p).err()).collect();
    assert!(wrong.is_empty(), "{}\nIf that is meant: BLESS=1 with the same command.", wrong.join("\n"));
}

/// What no target is needed for: `test optimize` and `test run` of a folder.
///
/// # Panics
/// With all that differs.
pub fn neutral(folder: &str) {
    each(folder, &|t, test| match &test.task {
        Task::Optimize(config) => optimized(t, config).map(Some),
        Task::Run(inputs) => evaluated(t, inputs).map(|(outcome, _)| Some(show(&outcome) + "\n")),
        Task::Code(_) => Ok(None),
    });
}

/// `test code` of all folders for a target; `end` is in the last line of an exit stub.
///
/// # Panics
/// With all that differs.
pub fn code(backend: &dyn Backend, end: &str) {
    // Addresses are part of the code, and one with a half that is zero takes shorter code. Those in the first 64 KB of a thread's own memory may be such.
    let _first: Vec<Box<[u8; 4096]>> = (0..32).map(|_| Box::new([0; 4096])).collect();
    for folder in folders() {
        each(&folder, &|t, test| match &test.task {
            Task::Code(target) if target == backend.name() => listing::listing(backend, t, end).map(Some),
            _ => Ok(None),
        });
    }
}

/// `test run` of all folders, natively: whatever the file says, native code ends as the evaluator does.
///
/// # Panics
/// With all that differs.
pub fn native(backend: &dyn Backend) {
    for folder in folders() {
        each(&folder, &|t, test| {
            let Task::Run(inputs) = &test.task else { return Ok(None) };
            let (want, memory) = evaluated(t, inputs)?;
            let own = ArenaMemory::new();
            let request = CompileRequest::new(t, &listing::FixedLinks);
            let got = Runner::new(backend).run(&request, inputs, &own).map_err(|e| e.to_string())?;
            same_outcome(t, (&want, inputs, &memory), (&got, inputs, &own)).map(|()| None)
        });
    }
}

/// The trace after these passes.
fn optimized(t: &Trace, config: &OptConfig) -> Result<String, String> {
    let new = match optimize(t, config) {
        Ok(new) => new,
        Err(e) => return Ok(format!("refused: {e}\n")),
    };
    // What is refused need not be right.
    verify(t).map_err(|e| e.to_string())?;
    verify(&new).map_err(|e| format!("{e}\n{new}"))?;
    let (old, new) = (t.to_string(), new.canonical().to_string());
    let own: Vec<&str> = old.lines().take_while(|l| is_descriptor(l)).collect();
    Ok(new.lines().filter(|l| !own.contains(l)).map(|l| format!("{l}\n")).collect())
}

fn is_descriptor(line: &str) -> bool {
    ["type ", "field ", "array ", "helper ", "key "].iter().any(|word| line.starts_with(word))
}

/// How a trace ends on the evaluator; so does the optimized one.
fn evaluated(t: &Trace, inputs: &[u64]) -> Result<(Outcome, ArenaMemory), String> {
    verify(t).map_err(|e| e.to_string())?;
    let memory = ArenaMemory::new();
    let outcome = evaluate(t, inputs, &mut memory.clone(), FUEL);
    // Traces with a label are optimized ones.
    if let Ok(new) = optimize(t, &OptConfig::default()) {
        let other = ArenaMemory::new();
        let ended = evaluate(&new, inputs, &mut other.clone(), FUEL);
        let end = End { trace: t, arena: &memory, inputs, outcome: &outcome };
        let new_end = End { trace: &new, arena: &other, inputs, outcome: &ended };
        same_end(end, new_end).map_err(|e| format!("the optimized trace: {e}\n{new}"))?;
    }
    Ok((outcome, memory))
}

/// An outcome as files write it.
fn show(o: &Outcome) -> String {
    let words = |v: &[u64]| format!("{:?}", v.iter().map(|w| *w as i64).collect::<Vec<_>>());
    match o {
        Outcome::Finish(v) => format!("finish {}", words(v)),
        Outcome::Exit { inst, values, .. } => format!("exit {inst} {}", words(values)),
        Outcome::JumpedTo(n, v) => format!("trace {n} {}", words(v)),
        o => format!("{o:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<File, String> {
        // Tests run side by side in a process.
        static FILES: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let n = FILES.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("filetest-{}-{n}.ir", std::process::id()));
        std::fs::write(&path, text).expect("written");
        let file = File::read(&path);
        std::fs::remove_file(&path).expect("removed");
        file
    }

    #[test]
    fn mistakes_are_named_with_their_lines() {
        let trace = "i0 = input int\nfinish(i0)\n";
        for (text, line, part) in [
            (format!("test optimise all\n{trace}"), 1, "`test optimise` is unknown"),
            (format!("; a comment\ntest optimize fald\n{trace}"), 2, "no pass is called `fald`"),
            (format!("test optimize\n{trace}"), 1, "without a list"),
            (format!("test code riscv\n{trace}"), 1, "there are x86-64, aarch64"),
            (format!("test run x\n{trace}"), 1, "`x`"),
            (trace.to_string(), 1, "no line `test ..`"),
            (format!("test run 1\n{trace}---- run 2\nfinish [2]\n"), 4, "not what test 1 asks for"),
            (
                format!("test run 1\n{trace}---- run 1\nfinish [1]\n---- run 1\n"),
                6,
                "not what test 2 asks for",
            ),
            (format!("test run 1\n{trace}i2 = frob\n"), 1, "line 4"),
        ] {
            let e = read(&text).err().unwrap_or_else(|| panic!("no error: {text}"));
            assert!(e.contains(&format!(".ir:{line}: ")) && e.contains(part), "{text}{e}");
        }
    }

    #[test]
    fn outcomes_are_compared() {
        let text = "test run 1\ni0 = input int\nfinish(i0)\n---- run 1\nfinish [2]\n";
        let wrong = read(text).expect("a file").check(&|_, _| Ok(Some("finish [1]\n".into())));
        let wrong = wrong.expect_err("a difference");
        assert!(
            wrong.contains("-finish [2]")
                && wrong.contains("+finish [1]")
                && wrong.contains(":1: test run 1")
        );
        assert!(read(text).expect("a file").check(&|_, _| Ok(None)).is_ok());
        let never = "test run 1\ni0 = input int\nfinish(i0)\n";
        assert!(
            read(never).expect("a file").check(&|_, _| Ok(Some(String::new()))).is_err(),
            "nothing is written"
        );
    }
}
