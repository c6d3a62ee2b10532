//! Measures the languages of this repository beside their peers: [`holloway_testing::bench`], for one of them or several. Ours is built first where its path is not given.

use crate::{languages, pictures};
use holloway_testing::args::Args;
use holloway_testing::bench::{self, Measured};
use holloway_testing::{Engine, Language};

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua,python] [--lua PATH] [--python PATH] [--programs A,B] [--modes plain,jit] [--peers lua5.4,luajit] [--runs 5] [--iters 5] [--size bench|test]
      [--folder gpu|blind|allocation] [--against PATH] [--svg FILE] [--json FILE] [--keep on|off] [--limit SECONDS]
      times the programs under ours (plain, JIT) and peers, and prints medians, ratios and geomeans;
      --modes: ways to run ours, such as gpu-off,gpu-auto,gpu-always;
      --folder: the programs for accelerators instead, those that nobody tuned for, or those that allocate;
      --against: also another build of ours, and how this one compares with it;
      --keep: keeps the figures for the pictures in docs/img, and draws them";

/// Runs Cargo at the root with these words, parted by single blanks.
///
/// # Errors
/// It fails.
pub fn cargo(line: &str) -> Result<(), String> {
    let mut cargo = std::process::Command::new(languages::cargo());
    match cargo.args(line.split(' ')).current_dir(languages::root()).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("`cargo {line}` failed")),
    }
}

/// Our interpreter, built where no other is named.
///
/// # Errors
/// It cannot be built, or is not there.
pub fn built(language: &Language, args: &Args) -> Result<Engine, String> {
    if args.text(language.name).is_none() {
        cargo(&format!("build --release -p {}", languages::package(language)))?;
    }
    languages::ours(language, args)
}

/// Options that make no sense for several languages at once.
const OF_ONE_LANGUAGE: &[&str] = &["svg", "json", "programs", "peers", "against"];

/// Options without which figures are not worth keeping: pictures show all programs under ours and all peers.
const OF_A_PART: &[&str] = &["programs", "folder", "modes", "peers", "against"];

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let languages = languages::select(args)?;
    let given = |names: &'static [&str], wrong: bool| names.iter().find(|n| wrong && args.text(n).is_some());
    if let Some(name) = given(OF_ONE_LANGUAGE, languages.len() > 1) {
        return Err(format!("--{name} goes with one language, such as --lang {}", languages[0].name));
    }
    if let Some(name) = given(OF_A_PART, args.text("keep") == Some("on")) {
        return Err(format!(
            "--{name} does not go with --keep: pictures show all programs, ours and all peers"
        ));
    }
    let results: Vec<Result<(), String>> = languages.into_iter().map(|lang| run_one(lang, args)).collect();
    results.into_iter().collect()
}

/// Measures one language.
fn run_one(language: &Language, args: &Args) -> Result<(), String> {
    let Measured { figures, failures } = bench::run(language, &built(language, args)?, args)?;
    pictures::keep(args, language.name, &figures)?;
    match failures {
        0 => Ok(()),
        n => Err(format!("{n} measurements of {} failed", language.name)),
    }
}
