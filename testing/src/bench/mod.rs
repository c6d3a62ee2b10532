//! Measures the programs at benchmark size of a language under ours (plain and JIT) and its peers.
//!
//! How a program is measured: [`mod@measure`]. The table shows medians over processes; ratios below 1 mean that ours is faster.
//!
//! `--against PATH` takes another build of ours into the same turns, which is how a change is measured: both
//! builds on one machine in one run, plain, peak and first run apart.
//!
//! **Example.** `benches/programs.rs` of the language's crate, with `harness = false` in its `Cargo.toml`:
//! ```no_run
//! # const TINY: holloway_testing::Language = holloway_testing::Language::new("tiny", "tn");
//! fn main() {
//!     holloway_testing::bench::main(&TINY);
//! }
//! ```

pub mod chart;
pub mod figures;
pub mod measure;
pub mod table;

use crate::args::{asks_for_usage, Args};
use crate::engine::Engine;
use crate::language::Language;
use crate::modes::{self, Mode};
use crate::scripts::read_sizes;
use chart::Chart;
use figures::Figures;
use measure::{geomean, measure, median, ratio, Effort, Row};
use std::fmt::Write as _;
use std::path::PathBuf;
use table::{print_failures, print_heading, print_row, print_summary};

/// Options of a benchmark.
pub const USAGE: &str =
    "[--programs A,B] [--modes plain,jit] [--peers A,B] [--runs 5] [--iters 5] [--size bench|test] [--folder NAME] [--ours PATH] [--against PATH]
      [--svg FILE] [--json FILE] [--limit SECONDS]
      times the programs under ours (plain, JIT) and peers, and prints medians, ratios and geomeans;
      --folder: another set of programs, by the last part of its folder's name;
      --ours: another build of ours; --against: also another build, and how this one compares with it;
      --svg: draws peak times relative to the reference, or the first peer";

/// The modes that are measured where none are named.
const DEFAULT: [&str; 2] = ["plain", "jit"];

/// What a mode of the build named by `--against` is called.
fn before(mode: &str) -> String {
    format!("{mode}0")
}

/// The ways to run ours.
///
/// # Errors
/// `--modes` names one that there is not.
pub fn modes(args: &Args) -> Result<Vec<Mode>, String> {
    modes::select(Some(args.list("modes").unwrap_or(DEFAULT.to_vec())))
}

/// Ours in its modes, another build of ours if asked for, and the peers that are installed.
///
/// # Errors
/// An option names what there is not.
pub fn engines(language: &Language, ours: &Engine, args: &Args) -> Result<Vec<Engine>, String> {
    let mut list = Vec::new();
    let modes = modes(args)?;
    list.extend(modes.iter().map(|mode| ours.with(mode.name, mode.environment(0))));
    if let Some(path) = args.text("against") {
        let path = PathBuf::from(path).canonicalize().map_err(|e| format!("--against {path}: {e}"))?;
        let other = language.ours(path.to_str())?;
        list.extend(modes.iter().map(|mode| other.with(&before(mode.name), mode.environment(0))));
    }
    let here = || language.peers_here().iter().map(|p| p.command).collect();
    for peer in args.list("peers").unwrap_or_else(here) {
        match language.peer(peer) {
            Some(engine) => list.push(engine),
            None => eprintln!("{peer} is not installed and is left out"),
        }
    }
    Ok(list)
}

/// Prints how this build compares with the one named by `--against`.
fn print_change(rows: &[Row], names: &[&str]) {
    let column = |name: &str| names.iter().position(|n| *n == name);
    for now in names {
        let (Some(now_at), Some(before_at)) = (column(now), column(&before(now))) else { continue };
        let first = |row: &Row| -> Option<f64> {
            Some(median(&row.cells[now_at].warmup)? / median(&row.cells[before_at].warmup)?)
        };
        let peaks: Vec<f64> = rows.iter().filter_map(|r| ratio(r, now_at, before_at)).collect();
        let firsts: Vec<f64> = rows.iter().filter_map(first).collect();
        for (what, ratios) in [("peak", peaks), ("first run", firsts)] {
            let text = geomean(&ratios).map_or("-".to_string(), |g| format!("{g:.3}"));
            println!("  {now}, {what}: {text} of the other build's, over {} programs", ratios.len());
        }
    }
}

/// All raw numbers as one JSON object.
fn json(rows: &[Row], names: &[&str]) -> String {
    let mut out = String::from("{\"format\":1,\"programs\":[\n");
    for (i, row) in rows.iter().enumerate() {
        let _ = write!(out, "{{\"program\":\"{}\",\"engines\":{{", row.program);
        for (j, (cell, name)) in row.cells.iter().zip(names).enumerate() {
            let runs: Vec<String> = cell.raw.iter().map(|times| format!("{times:?}")).collect();
            let _ = write!(out, "{}\"{name}\":[{}]", if j > 0 { "," } else { "" }, runs.join(","));
        }
        out.push_str(if i + 1 < rows.len() { "}},\n" } else { "}}\n" });
    }
    out.push_str("]}\n");
    out
}

/// The language with the set of programs that is asked for.
fn with_folder(language: &Language, args: &Args) -> Result<Language, String> {
    let Some(name) = args.text("folder") else { return Ok(*language) };
    let folder = language.sets.iter().find(|f| f.ends_with(&format!("/{name}")));
    let folder = folder.ok_or_else(|| format!("no folder '{name}' of {} programs", language.name))?;
    Ok(Language { programs: folder, ..*language })
}

/// What was measured.
#[derive(Debug)]
pub struct Measured {
    /// The medians.
    pub figures: Figures,
    /// How many times are missing, as the engine failed or printed something else.
    pub failures: usize,
}

/// Measures what the options ask for under `ours` and the others, and prints it as it comes.
///
/// # Errors
/// Options that make no sense, or something that is missing.
pub fn run(language: &Language, ours: &Engine, args: &Args) -> Result<Measured, String> {
    let language = &with_folder(language, args)?;
    let effort = Effort::of(args, 5, 5, 300)?;
    let engines = engines(language, ours, args)?;
    let names: Vec<&str> = engines.iter().map(|e| e.name.as_str()).collect();
    let mut sizes = read_sizes(language)?;
    if let Some(only) = args.list("programs") {
        if let Some(missing) = only.iter().find(|n| !sizes.iter().any(|s| s.name == **n)) {
            return Err(format!("no program named '{missing}'"));
        }
        sizes.retain(|s| only.contains(&s.name.as_str()));
    }

    let about = effort.about();
    println!("\n{}: {about}", language.name);
    let modes = modes(args)?.len();
    print_heading(&names, modes - 1);
    let (mut rows, mut failures) = (Vec::new(), 0);
    for size in &sizes {
        let row = measure(&language.path(language.programs), &engines, size, &effort)?;
        print_row(&row, engines.len(), modes - 1);
        failures += print_failures(&row, &names).len();
        rows.push(row);
    }
    print_summary(&rows, &names, modes);
    print_change(&rows, &names);
    if let Some(path) = args.text("json") {
        std::fs::write(path, json(&rows, &names)).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(Measured { figures: Figures::new(&about, &names, &rows), failures })
}

/// Measures, and draws where `--svg` asks for it.
fn measured_and_drawn(language: &Language, args: &Args) -> Result<(), String> {
    let modes = modes(args)?;
    let Measured { figures, failures } = run(language, &language.ours(args.text("ours"))?, args)?;
    if let Some(path) = args.text("svg") {
        let measured = |name: &&str| figures.engines.iter().any(|e| e == name);
        let first = language.peers.iter().map(|p| p.command);
        let reference = Some(language.reference).into_iter().chain(first).find(measured);
        let reference = reference.ok_or("--svg: neither the reference nor a peer was measured")?;
        let lead = modes.last().map_or("jit", |m| m.name);
        let chart = Chart::of(&figures, language.name, reference, lead, str::to_string)?;
        std::fs::write(path, chart::draw(&chart)).map_err(|e| format!("{path}: {e}"))?;
    }
    match failures {
        0 => Ok(()),
        n => Err(format!("{n} measurements failed")),
    }
}

/// A benchmark of a language: reads the options of the command line, measures, and ends the process with a message where that fails.
pub fn main(language: &Language) {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    // Cargo adds this word, but not where `cargo test --all-targets` only wants to know that benchmarks start.
    let Some(at) = words.iter().position(|w| w == "--bench") else { return };
    words.remove(at);
    if asks_for_usage(&words) {
        println!("usage: cargo bench -- {USAGE}");
        return;
    }
    let args = Args::parse(words.into_iter()).and_then(|args| args.check_known(USAGE).map(|()| args));
    if let Err(message) = args.and_then(|args| measured_and_drawn(language, &args)) {
        eprintln!("{}: {message}", language.name);
        std::process::exit(1);
    }
}
