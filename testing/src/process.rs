//! Runs a child process under a time limit and collects what it wrote.
//!
//! Output goes through files, so a child that writes a lot never blocks on a full pipe. A child that is still
//! running at its limit, or writes more than `MOST_OUTPUT`, is killed; it then counts as not finished, whatever it wrote. The limit is one of processor
//! time, as a busy machine is no fault of the child's; one that waits is given [`WAITS`] times as long on the clock.
//!
//! **Not promised.** Memory taken in a child's last 5 ms: it is looked at that often.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a child did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its exit code; `None` when a signal or the time limit ended it.
    pub code: Option<i32>,
    /// Whether the time limit ended it.
    pub timed_out: bool,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// Most bytes of memory that it was seen to hold at once; zero if nobody knows.
    pub memory: u64,
}

impl Outcome {
    /// A short account of how it ended.
    #[must_use]
    pub fn ending(&self) -> String {
        match (self.code, self.timed_out) {
            (_, true) => "hit the time limit".to_string(),
            (Some(code), _) => format!("exit code {code}"),
            (None, _) => "ended by a signal".to_string(),
        }
    }
}

/// Most bytes that a program may print: more ends it as if its time were over.
const MOST_OUTPUT: u64 = 128 << 20;

/// How many times its limit of processor time a child may take on the clock.
pub const WAITS: u32 = 10;

/// Where its own times are in the system's account of a process, and those of its children that have ended.
const OWN: usize = 11;
const CHILDREN: usize = 13;

/// Processor time in the account of a process: words are counted after the name, which is in parentheses; those in user mode and in the kernel are
/// neighbours, in hundredths of a second.
fn time_in(account: &str, first: usize) -> Duration {
    let words = account.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = words.skip(first).take(2).filter_map(|w| w.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// Processor time that a running process has taken so far, without its children's; zero if nobody knows.
fn time_of(process: u32) -> Duration {
    time_in(&std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default(), OWN)
}

/// Processor time that children of this process have taken which have ended, with theirs; zero if nobody knows.
#[must_use]
pub fn time_of_children() -> Duration {
    time_in(&std::fs::read_to_string("/proc/self/stat").unwrap_or_default(), CHILDREN)
}

/// Most memory in the account of a process, in bytes.
fn memory_in(account: &str) -> Option<u64> {
    let line = account.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// Most memory that a running process has held so far; zero if nobody knows.
fn memory_of(process: u32) -> u64 {
    let account = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    memory_in(&account).unwrap_or_default()
}

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A new file name in the temporary directory, unique to this process.
#[must_use]
pub fn scratch(suffix: &str) -> PathBuf {
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("holloway-{}-{n}{suffix}", std::process::id()))
}

/// Runs `program` with `args` in `dir`, with `env` added to the environment, for so much processor time at most.
///
/// # Errors
/// It cannot be run. How it ends is in the outcome.
pub fn run(
    program: &Path,
    args: &[String],
    dir: &Path,
    env: &[(String, String)],
    limit: Duration,
) -> Result<Outcome, String> {
    run_within(program, args, dir, env, limit, None)
}

/// The same, with at most `memory` bytes of address space.
///
/// # Errors
/// As for [`run`].
pub fn run_within(
    program: &Path,
    args: &[String],
    dir: &Path,
    env: &[(String, String)],
    limit: Duration,
    memory: Option<u64>,
) -> Result<Outcome, String> {
    let (out, err) = (scratch(".out"), scratch(".err"));
    let mut command = match memory {
        None => Command::new(program),
        Some(bytes) => {
            let mut shell = Command::new("sh");
            let script = format!("ulimit -c 0; ulimit -v {}; exec \"$0\" \"$@\"", bytes / 1024);
            shell.args(["-c", &script]).arg(program);
            shell
        }
    };
    command.args(args).current_dir(dir).envs(env.iter().map(|(k, v)| (k, v)));
    let result = run_into(program, command, limit, (&out, &err));
    // Best effort: a scratch file that stays behind harms nothing.
    let _ = std::fs::remove_file(&out);
    let _ = std::fs::remove_file(&err);
    result
}

fn run_into(
    program: &Path,
    mut command: Command,
    limit: Duration,
    (out, err): (&Path, &Path),
) -> Result<Outcome, String> {
    let create = |path: &Path| File::create(path).map_err(|e| format!("{}: {e}", path.display()));
    let read = |path: &Path| std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(create(out)?)
        .stderr(create(err)?)
        .spawn()
        .map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    let start = Instant::now();
    let (mut timed_out, mut memory) = (false, 0);
    let mut pause = Duration::from_micros(200);
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break status,
            None if time_of(child.id()) > limit || start.elapsed() > limit * WAITS || floods(&[out, err]) => {
                timed_out = true;
                child.kill().map_err(|e| e.to_string())?;
                break child.wait().map_err(|e| e.to_string())?;
            }
            None => std::thread::sleep(pause),
        }
        memory = memory_of(child.id()).max(memory);
        pause = (pause * 2).min(Duration::from_millis(5));
    };
    Ok(Outcome { code: status.code(), timed_out, stdout: read(out)?, stderr: read(err)?, memory })
}

/// Whether one of the files has got larger than any output that is wanted: a program that prints in an endless loop would fill the disk before its time is over.
fn floods(files: &[&Path]) -> bool {
    files.iter().any(|f| std::fs::metadata(f).is_ok_and(|m| m.len() > MOST_OUTPUT))
}

/// The full path of a program: a path as given (made absolute), or a bare name looked up in `PATH`.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return std::fs::canonicalize(name).ok();
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|p| p.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Outcome {
        let sh = find_program("sh").expect("a shell");
        let args = ["-c".to_string(), script.to_string()];
        run(&sh, &args, &std::env::temp_dir(), &[("WORD".into(), "hello".into())], limit).unwrap()
    }

    #[test]
    fn collects_output_and_code() {
        let outcome = shell("echo $WORD; echo oops >&2; exit 3", Duration::from_secs(10));
        assert_eq!(outcome.code, Some(3));
        assert_eq!(outcome.stdout, b"hello\n");
        assert_eq!(outcome.stderr, b"oops\n");
    }

    #[test]
    fn kills_at_the_limit() {
        for script in ["exec sleep 30", "while :; do :; done"] {
            let outcome = shell(script, Duration::from_millis(50));
            assert!(outcome.timed_out, "{script}");
            assert_eq!(outcome.code, None, "{script}");
        }
    }

    #[test]
    fn kills_what_prints_for_ever() {
        let outcome = shell("exec yes", Duration::from_secs(60));
        assert!(outcome.timed_out && outcome.stdout.len() as u64 > MOST_OUTPUT);
    }

    #[test]
    fn knows_memory() {
        assert_eq!(memory_in("VmPeak:\t 9000 kB\nVmHWM:\t    1234 kB\nThreads:\t1\n"), Some(1234 * 1024));
        assert_eq!((memory_in("VmHWM: many"), memory_of(0)), (None, 0));
        // A text of four megabytes in a variable, and time to be seen with it.
        let script = "text=$(head -c 4000000 /dev/zero | tr '\\0' x); sleep 0.05; echo ${#text}";
        let outcome = shell(script, Duration::from_secs(10));
        assert_eq!(outcome.stdout, b"4000000\n");
        assert!(outcome.memory > 4_000_000, "{}", outcome.memory);
    }

    #[test]
    fn knows_processor_time() {
        let account = "7 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 100 20 300 40 20";
        assert_eq!(time_in(account, OWN), Duration::from_millis(1200));
        assert_eq!(time_in(account, CHILDREN), Duration::from_millis(3400));
        let (own, before) = (std::process::id(), time_of(std::process::id()));
        while time_of(own) < before + Duration::from_millis(20) {}
        assert_eq!(time_of(0), Duration::ZERO);
    }
}
