//! Runs the built `tla` in its execution modes.
//!
//! A mode is a name and environment variables. What a run did is its exit code, its output and its messages; two modes agree when all three are
//! the same. A run that takes too long is killed and agrees with nothing.

use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[path = "../../../langkit/testing/start.rs"]
pub mod start;

/// What a mode is called, and the variables that select it.
pub type Mode = (String, Vec<(&'static str, String)>);

/// What a run did.
#[derive(PartialEq, Eq, Debug, Clone)]
pub struct Outcome {
    /// Exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// A mode in which everything is compiled at once, with more variables.
pub fn eager(name: String, more: &[(&'static str, String)]) -> Mode {
    (name, [&[("HOLLOWAY_THRESHOLD", "1".to_string())], more].concat())
}

/// Plain execution, to which the others are held.
pub fn plain() -> Mode {
    ("plain".into(), vec![("HOLLOWAY_JIT", "off".into())])
}

/// Guards forced to fail by this seed, one in `period`.
pub fn chaos(seed: u64, period: u32) -> Mode {
    let schedule = format!("{seed}:{period}");
    eager(format!("chaos {schedule}"), &[("HOLLOWAY_CHAOS", schedule)])
}

/// Optimizer switches.
pub fn passes(switches: String) -> Mode {
    eager(format!("passes {switches}"), &[("HOLLOWAY_OPT", switches)])
}

/// Every recorded step run twice and compared.
pub fn audit() -> Mode {
    eager("audit".into(), &[("HOLLOWAY_AUDIT", "1".into())])
}

/// A collection at every poll.
pub fn stress() -> Mode {
    eager("gc stress".into(), &[("HOLLOWAY_GC", "stress".into())])
}

/// Runs a program in a mode, for at most that long.
pub fn run(file: &Path, mode: &Mode, limit: Duration) -> Outcome {
    let tla = env!("CARGO_BIN_EXE_tla");
    let mut command = start::start(tla);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HOLLOWAY_")) {
        command.env_remove(name);
    }
    command.envs(mode.1.iter().map(|(k, v)| (k, v)));
    command.arg(file).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("tla starts");
    // The pipes are read as they fill, so that the child never waits for room in them.
    let (mut out, mut err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let text = |from: &mut dyn Read| {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).expect("readable");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    std::thread::scope(|scope| {
        let stdout = scope.spawn(move || text(&mut out));
        let stderr = scope.spawn(move || text(&mut err));
        let start = Instant::now();
        let mut pause = Duration::from_micros(100);
        let code = loop {
            match child.try_wait().expect("a child to wait for") {
                Some(status) => break status.code(),
                None if start.elapsed() > limit => {
                    child.kill().expect("a child to kill");
                    child.wait().expect("a child to wait for");
                    break None;
                }
                None => std::thread::sleep(pause),
            }
            pause = (pause * 2).min(Duration::from_millis(5));
        };
        let ended = if code.is_none() { "killed by a signal or the time limit\n" } else { "" };
        Outcome {
            code,
            stdout: stdout.join().expect("read"),
            stderr: ended.to_string() + &stderr.join().expect("read"),
        }
    })
}
