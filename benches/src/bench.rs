//! Measures the programs at benchmark size of a language under ours (plain and JIT) and its peers.
//!
//! How a program is measured: [`crate::measure`]. The table shows medians over processes; ratios below 1 mean that ours is faster. Ours is
//! built first where its path is not given.
//!
//! `--against PATH` takes another build of ours into the same turns, which is how a change is measured: both
//! builds on one machine in one run, plain, peak and first run apart.

use crate::figures::Figures;
use crate::measure::{geomean, measure, median, ratio, Effort, Engine, Row};
use crate::pictures;
use crate::table::{print_failures, print_heading, print_row, print_summary};
use engines::args::Args;
use engines::languages::{self, Lang};
use engines::process;
use engines::scripts::read_sizes;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua,python] [--lua PATH] [--python PATH] [--programs A,B] [--modes plain,jit] [--peers lua5.4,luajit] [--runs 5] [--iters 5] [--size bench|test]
      [--folder gpu|blind|allocation] [--against PATH] [--svg FILE] [--json FILE] [--keep on|off] [--limit SECONDS]
      times the programs under ours (plain, JIT) and peers, and prints medians, ratios and geomeans;
      --modes: ways to run ours, such as gpu-off,gpu-auto,gpu-always;
      --folder: the programs for accelerators instead, those that nobody tuned for, or those that allocate;
      --against: also another build of ours, and how this one compares with it;
      --keep: keeps the figures for the pictures in docs/img, and draws them";

/// The modes that are measured where none are named.
const DEFAULT: [&str; 2] = ["plain", "jit"];

/// What a mode of the build named by `--against` is called.
fn before(mode: &str) -> String {
    format!("{mode}0")
}

/// Runs Cargo at the root with these words, parted by single blanks.
pub fn cargo(line: &str) -> Result<(), String> {
    let cargo = engines::process::cargo();
    let done = std::process::Command::new(cargo).args(line.split(' ')).current_dir(process::root()).status();
    match done {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("`cargo {line}` failed")),
    }
}

/// The ways to run ours.
pub fn modes(args: &Args) -> Result<Vec<engines::modes::Mode>, String> {
    engines::modes::select(Some(args.list("modes").unwrap_or(DEFAULT.to_vec())))
}

/// Ours (plain, JIT), another build of ours if asked for, and the peers.
pub fn engines(lang: &Lang, args: &Args) -> Result<Vec<Engine>, String> {
    if args.text(lang.name).is_none() {
        cargo(&format!("build --release -p {}", lang.name))?;
    }
    let ours = lang.ours(args)?;
    let mut list = Vec::new();
    let modes = modes(args)?;
    for mode in &modes {
        list.push(Engine { name: mode.name.to_string(), path: ours.clone(), env: mode.environment(0) });
    }
    if let Some(path) = args.text("against") {
        let path = PathBuf::from(path).canonicalize().map_err(|e| format!("--against {path}: {e}"))?;
        for mode in &modes {
            list.push(Engine { name: before(mode.name), path: path.clone(), env: mode.environment(0) });
        }
    }
    for peer in args.list("peers").unwrap_or(lang.all_peers()) {
        match process::find_program(peer) {
            Some(path) => list.push(Engine { name: peer.to_string(), path, env: Vec::new() }),
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

/// The language with the programs of the folder that is asked for.
fn with_folder(lang: &Lang, args: &Args) -> Result<Lang, String> {
    let Some(name) = args.text("folder") else { return Ok(Lang { ..*lang }) };
    let folder = lang.sets.iter().find(|f| f.ends_with(&format!("/{name}")));
    let folder = folder.ok_or_else(|| format!("no folder '{name}' of {} programs", lang.name))?;
    Ok(Lang { programs: folder, ..*lang })
}

/// Measures one language.
fn run_one(lang: &Lang, args: &Args) -> Result<(), String> {
    let lang = &with_folder(lang, args)?;
    let effort = Effort::of(args, 5, 5, 300)?;
    let engines = engines(lang, args)?;
    let names: Vec<&str> = engines.iter().map(|e| e.name.as_str()).collect();
    let mut sizes = read_sizes(lang)?;
    if let Some(only) = args.list("programs") {
        if let Some(missing) = only.iter().find(|n| !sizes.iter().any(|s| s.name == **n)) {
            return Err(format!("no program named '{missing}'"));
        }
        sizes.retain(|s| only.contains(&s.name.as_str()));
    }

    let about = effort.about();
    println!("\n{}: {about}", lang.name);
    let modes = modes(args)?.len();
    print_heading(&names, modes - 1);
    let (mut rows, mut failures) = (Vec::new(), 0);
    for size in &sizes {
        let row = measure(lang, &engines, size, &effort)?;
        print_row(&row, engines.len(), modes - 1);
        failures += print_failures(&row, &names).len();
        rows.push(row);
    }
    print_summary(&rows, &names, modes);
    print_change(&rows, &names);
    if let Some(path) = args.text("json") {
        std::fs::write(path, json(&rows, &names)).map_err(|e| format!("{path}: {e}"))?;
    }
    pictures::keep(args, lang.name, &Figures::new(&about, &names, &rows))?;
    match failures {
        0 => Ok(()),
        n => Err(format!("{n} measurements of {} failed", lang.name)),
    }
}
