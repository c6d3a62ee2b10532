//! What maps, versions of classes and versioned globals of our Python are worth: interpreter, JIT without them, full JIT, on the five programs for which
//! the paper that introduced them to tracing compilers of this kind gave ratios.
//!
//! The binary is one built with the feature `ablation`, in which parts can be switched off; what is always on is as in the ordinary one.
//!
//! **Not promised.** The programs are our own and not the paper's, so ratios compare in kind only.

use crate::args::Args;
use crate::bench::{self, Engine, Row};
use crate::languages::{self, Lang};
use crate::{chart, process};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str =
    "[--python PATH] [--runs 3] [--iters 5] [--size bench|test] [--svg FILE] [--limit SECONDS]
      times Python programs under the interpreter, the JIT without maps and versions, and the full JIT";

/// Programs with the paper's speed of the full JIT over the interpreter, and over the JIT without maps and versions.
const PROGRAMS: &[(&str, f64, f64)] = &[
    ("richards", 20.0, 23.6),
    ("telco", 7.9, 4.8),
    ("pyflate", 2.0, 1.8),
    ("go", 5.4, 3.0),
    ("template", 6.6, 2.7),
];

/// Names of the engines and their environments.
const ENGINES: &[(&str, &[(&str, &str)])] = &[
    ("interpreter", &[("HOLLOWAY_JIT", "off")]),
    ("JIT, no globals", &[("PYTHON_WITHOUT", "globals")]),
    ("JIT, no versions", &[("PYTHON_WITHOUT", "versions")]),
    ("JIT, no maps+vers.", &[("PYTHON_WITHOUT", "maps,versions")]),
    ("JIT", &[]),
];
const INTERPRETER: usize = 0;
const NO_MAPS: usize = 3;
const FULL: usize = 4;

/// The binary with switches, built if it is not named.
fn binary(args: &Args) -> Result<PathBuf, String> {
    if let Some(path) = args.text("python") {
        return process::find_program(path).ok_or_else(|| format!("no such program: {path}"));
    }
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let line = "build --release -p python --features ablation --target-dir target/ablation";
    let done = Command::new(cargo).args(line.split(' ')).current_dir(process::root()).status();
    match done {
        Ok(status) if status.success() => Ok(process::root().join("target/ablation/release/python")),
        _ => Err(format!("`cargo {line}` failed")),
    }
}

/// How many times faster the full JIT is.
fn speedup(row: &Row, than: usize) -> String {
    bench::ratio(row, than, FULL).map_or("-".to_string(), |r| format!("{r:.1}"))
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let lang: &Lang = languages::PYTHON;
    let path = binary(args)?;
    let engine = |(name, env): &(&str, &[(&str, &str)])| Engine {
        name: name.to_string(),
        path: path.clone(),
        env: env.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
    };
    let engines: Vec<Engine> = ENGINES.iter().map(engine).collect();
    let (runs, iters) = (args.number("runs", 3)?.max(1), args.number("iters", 5)?.max(1));
    let limit = Duration::from_secs(args.number("limit", 300)?);
    let which = args.text("size").unwrap_or("bench");
    let sizes = bench::read_sizes(lang)?;
    println!("full JIT faster than:     interpreter (paper)    no maps+versions (paper)    no versions    no globals");
    let mut rows = Vec::new();
    for (program, over_interpreter, over_no_maps) in PROGRAMS {
        let size = sizes.iter().find(|s| s.name == *program);
        let size = size.ok_or_else(|| format!("sizes.txt does not have '{program}'"))?;
        let row = bench::measure(lang, &engines, size, which, runs, iters, limit)?;
        if let Some((e, c)) = engines.iter().zip(&row.cells).find(|(_, c)| c.failure.is_some()) {
            return Err(format!("{program}, {}: {}", e.name, c.failure.as_deref().unwrap_or_default()));
        }
        println!(
            "{program:22} {:>13} ({over_interpreter:>5.1}) {:>19} ({over_no_maps:>5.1}) {:>14} {:>13}",
            speedup(&row, INTERPRETER),
            speedup(&row, NO_MAPS),
            speedup(&row, 2),
            speedup(&row, 1),
        );
        rows.push(row);
    }
    if let Some(file) = args.text("svg") {
        let names: Vec<&str> = ENGINES.iter().map(|e| e.0).collect();
        std::fs::write(Path::new(file), chart::draw(&rows, &names)).map_err(|e| format!("{file}: {e}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Cell;

    #[test]
    fn speed_is_the_others_time_over_ours() {
        let cell = |t: f64| Cell { peak: vec![t], ..Cell::default() };
        let row = Row { program: "p".into(), cells: [8.0, 1.0, 2.0, 4.0, 1.0].map(cell).into() };
        assert_eq!(
            (speedup(&row, INTERPRETER), speedup(&row, NO_MAPS)),
            ("8.0".to_string(), "4.0".to_string())
        );
    }

    #[test]
    fn the_programs_are_there() {
        let sizes = bench::read_sizes(languages::PYTHON).unwrap();
        assert!(PROGRAMS.iter().all(|p| sizes.iter().any(|s| s.name == p.0)));
    }
}
