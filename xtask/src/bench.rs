//! Measures the programs at benchmark size of a language under ours (plain and JIT) and its peers.
//!
//! Engines take turns (round-robin) for each program, several processes each, so that a slow spell of the
//! machine hits all of them. A process repeats its workload and reports each iteration's seconds; *warm-up* is
//! the first iteration, *peak* the median of the last half. The table shows medians over processes.
//! Ratios below 1 mean that ours is faster. Outputs are compared across engines: a wrong answer has no time.
//!
//! `--against PATH` takes another build of ours into the same turns, which is how a change is measured: both
//! builds on one machine in one run, plain, peak and first run apart.

use crate::args::Args;
use crate::languages::{self, Lang, LUA};
use crate::{chart, process, programs};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--lang lua] [--lua PATH] [--python PATH] [--programs A,B] [--peers lua5.4,luajit] [--runs 5] [--iters 5] [--size bench|test]
      [--against PATH] [--svg FILE] [--json FILE] [--limit SECONDS]
      times the programs under ours (plain, JIT) and peers, and prints medians, ratios and geomeans;
      --against: also another build of ours, and how this one compares with it";

/// A row of sizes.txt.
pub struct Size {
    /// The program.
    pub name: String,
    /// Its argument in the tests.
    pub test: String,
    /// Its argument when measured.
    pub bench: String,
}

/// The table of sizes beside the programs.
pub fn read_sizes(lang: &Lang) -> Result<Vec<Size>, String> {
    let path = process::root().join(lang.programs).join("sizes.txt");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let rows = text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty());
    rows.map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [name, test, bench] => Ok(Size { name: name.into(), test: test.into(), bench: bench.into() }),
        _ => Err(format!("sizes.txt: cannot read '{line}'")),
    })
    .collect()
}

/// Something that runs programs.
pub struct Engine {
    /// What the tables call it.
    pub name: String,
    /// Its program.
    pub path: PathBuf,
    /// Its environment.
    pub env: Vec<(String, String)>,
}

/// What one engine did with one program.
#[derive(Default)]
pub struct Cell {
    /// First iteration, one entry per process.
    pub warmup: Vec<f64>,
    /// Median of the last half of the iterations, one entry per process.
    pub peak: Vec<f64>,
    /// All iterations of all processes.
    pub raw: Vec<Vec<f64>>,
    /// Why there is no time, when there is none.
    pub failure: Option<String>,
}

/// One program under every engine.
pub struct Row {
    /// The program.
    pub program: String,
    /// One cell per engine.
    pub cells: Vec<Cell>,
}

/// The middle value; the mean of the middle two for an even count; `None` for no values.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// The geometric mean, or `None` for no values.
pub fn geomean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|v| v.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

/// The seconds in the `iter K SECONDS` lines of a program's standard error.
fn iterations(stderr: &[u8]) -> Vec<f64> {
    let text = String::from_utf8_lossy(stderr);
    let seconds = |line: &str| line.strip_prefix("iter ")?.split_whitespace().nth(1)?.parse().ok();
    text.lines().filter_map(seconds).collect()
}

/// What the modes of the build named by `--against` are called.
const BEFORE: [(&str, &str); 2] = [("plain", "plain0"), ("jit", "jit0")];

/// Ours (plain, JIT), another build of ours if asked for, and the peers.
pub fn engines(lang: &Lang, args: &Args) -> Result<Vec<Engine>, String> {
    let ours = lang.ours(args)?;
    let mut list = Vec::new();
    for name in ["plain", "jit"] {
        let mode = crate::modes::select(Some(vec![name]))?[0];
        list.push(Engine { name: name.to_string(), path: ours.clone(), env: mode.environment(0) });
    }
    if let Some(path) = args.text("against") {
        let path = PathBuf::from(path).canonicalize().map_err(|e| format!("--against {path}: {e}"))?;
        for (mode, name) in BEFORE {
            let mode = crate::modes::select(Some(vec![mode]))?[0];
            list.push(Engine { name: name.to_string(), path: path.clone(), env: mode.environment(0) });
        }
    }
    for peer in args.list("peers").unwrap_or(lang.peers.to_vec()) {
        match process::find_program(peer) {
            Some(path) => list.push(Engine { name: peer.to_string(), path, env: Vec::new() }),
            None => eprintln!("{peer} is not installed and is left out"),
        }
    }
    Ok(list)
}

/// Measures one program, engines taking turns.
pub fn measure(
    lang: &Lang,
    engines: &[Engine],
    size: &Size,
    which: &str,
    runs: u64,
    iters: u64,
    limit: Duration,
) -> Result<Row, String> {
    let dir = process::root().join(lang.programs);
    let argument = if which == "test" { &size.test } else { &size.bench };
    let args = [lang.file(&size.name), argument.clone(), iters.to_string()];
    let mut cells: Vec<Cell> = engines.iter().map(|_| Cell::default()).collect();
    let mut answer: Option<(String, Vec<u8>)> = None;
    for _ in 0..runs {
        for (engine, cell) in engines.iter().zip(&mut cells) {
            if cell.failure.is_some() {
                continue;
            }
            let outcome = process::run(&engine.path, &args, &dir, &engine.env, limit)?;
            let times = iterations(&outcome.stderr);
            if outcome.code != Some(0) || times.len() as u64 != iters {
                let err = String::from_utf8_lossy(&outcome.stderr);
                let last = err.lines().rfind(|l| !l.starts_with("iter ")).unwrap_or("").to_string();
                cell.failure = Some(format!("{} {last}", outcome.ending()));
                continue;
            }
            match &answer {
                Some((first, wanted)) if *wanted != outcome.stdout => {
                    let difference = programs::first_difference(wanted, &outcome.stdout);
                    cell.failure = Some(format!("answers otherwise than {first}: {difference}"));
                    continue;
                }
                Some(_) => {}
                None => answer = Some((engine.name.clone(), outcome.stdout)),
            }
            cell.warmup.push(times[0]);
            cell.peak.extend(median(&times[times.len() / 2..]));
            cell.raw.push(times);
        }
    }
    Ok(Row { program: size.name.clone(), cells })
}

fn seconds(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |v| format!("{v:.4}"))
}

/// Ours over a peer's peak time, for the rows where both have one.
pub fn ratio(row: &Row, ours: usize, theirs: usize) -> Option<f64> {
    Some(median(&row.cells[ours].peak)? / median(&row.cells[theirs].peak)?)
}

/// Prints what is in the columns.
pub fn print_heading(names: &[&str]) {
    let mut heading = format!("{:14}", "seconds");
    for name in names {
        let _ = write!(heading, "{:>10}{:>10}", format!("{name}:1st"), "peak");
    }
    for name in names.iter().enumerate().filter(|(t, _)| *t != JIT).map(|(_, n)| n) {
        let _ = write!(heading, "{:>12}", format!("jit/{name}"));
    }
    println!("{heading}");
}

/// Prints a row of the table.
pub fn print_row(row: &Row, engines: usize) {
    let mut line = format!("{:14}", row.program);
    for cell in &row.cells {
        let _ = write!(line, "{:>10}{:>10}", seconds(median(&cell.warmup)), seconds(median(&cell.peak)));
    }
    for theirs in (0..engines).filter(|&t| t != JIT) {
        let text = ratio(row, JIT, theirs).map_or("-".to_string(), |r| format!("{r:.3}"));
        let _ = write!(line, "{text:>12}");
    }
    println!("{line}");
}

const PLAIN: usize = 0;
const JIT: usize = 1;

/// Prints the means.
pub fn print_summary(rows: &[Row], names: &[&str]) {
    println!("\ngeomean of peak times, ours over theirs (below 1 is faster):");
    for (ours, label) in [(PLAIN, "plain"), (JIT, "jit")] {
        for (theirs, name) in
            names.iter().enumerate().filter(|(t, _)| *t != ours && !(ours == PLAIN && *t == JIT))
        {
            let ratios: Vec<f64> = rows.iter().filter_map(|r| ratio(r, ours, theirs)).collect();
            let text = geomean(&ratios).map_or("-".to_string(), |g| format!("{g:.3}"));
            println!("  {label:6} / {name:8} {text:>8}   over {} programs", ratios.len());
        }
    }
}

/// Prints how this build compares with the one named by `--against`.
fn print_change(rows: &[Row], names: &[&str]) {
    let column = |name: &str| names.iter().position(|n| *n == name);
    for (now, before) in BEFORE {
        let (Some(now_at), Some(before_at)) = (column(now), column(before)) else { continue };
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

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let lang = match languages::select(args)?[..] {
        [one] => one,
        _ => LUA,
    };
    let engines = engines(lang, args)?;
    let names: Vec<&str> = engines.iter().map(|e| e.name.as_str()).collect();
    let (runs, iters) = (args.number("runs", 5)?, args.number("iters", 5)?);
    if runs == 0 || iters == 0 {
        return Err("--runs and --iters must be at least 1".to_string());
    }
    let limit = Duration::from_secs(args.number("limit", 300)?);
    let which = args.text("size").unwrap_or("bench");
    if !["bench", "test"].contains(&which) {
        return Err(format!("--size is bench or test, not '{which}'"));
    }
    let mut sizes = read_sizes(lang)?;
    if let Some(only) = args.list("programs") {
        if let Some(missing) = only.iter().find(|n| !sizes.iter().any(|s| s.name == **n)) {
            return Err(format!("no program named '{missing}'"));
        }
        sizes.retain(|s| only.contains(&s.name.as_str()));
    }

    print_heading(&names);
    let mut rows = Vec::new();
    for size in &sizes {
        let row = measure(lang, &engines, size, which, runs, iters, limit)?;
        print_row(&row, engines.len());
        for (cell, name) in row.cells.iter().zip(&names) {
            if let Some(reason) = &cell.failure {
                println!("  {name}: {reason}");
            }
        }
        rows.push(row);
    }
    print_summary(&rows, &names);
    print_change(&rows, &names);
    let write = |path: &str, text: String| std::fs::write(path, text).map_err(|e| format!("{path}: {e}"));
    if let Some(path) = args.text("json") {
        write(path, json(&rows, &names))?;
    }
    if let Some(path) = args.text("svg") {
        write(path, chart::draw(&rows, &names))?;
    }
    let failures = rows.iter().flat_map(|r| &r.cells).filter(|c| c.failure.is_some()).count();
    if failures > 0 {
        return Err(format!("{failures} measurements failed"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_means() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert!((geomean(&[1.0, 4.0]).unwrap() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn reads_iteration_lines() {
        assert_eq!(iterations(b"iter 1 0.5\nnoise\niter 2 0.25\n"), vec![0.5, 0.25]);
    }
}
