//! For tests of runs that are recorded and run again.
//!
//! **Example.** `run(command(program, &["p.scm"], &folder, &[("HOLLOWAY_REPLAY", "run.replay")]), "an input")`, and then
//! `run(replay::command(&folder.join("run.replay"), &How::default())?, "")`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[path = "alone.rs"]
mod alone;

/// An empty folder of a test's.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A command in a folder, with these variables of ours alone.
pub fn command(program: &str, words: &[&str], folder: &Path, settings: &[(&str, &str)]) -> Command {
    let mut command = alone::start(program);
    command.args(words).current_dir(folder).envs(settings.iter().copied());
    command
}

/// Runs it with an input.
pub fn run(mut command: Command, input: &str) -> Output {
    let piped = || Stdio::piped();
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().expect("it starts");
    // A replay does not read it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}
