//! What maps, versions of classes and versioned globals of our Python are worth: interpreter, JIT without them, full JIT, on the five programs for which
//! the paper that introduced them to tracing compilers of this kind gave ratios.
//!
//! The binary is one built with the feature `ablation`, in which parts can be switched off; what is always on is as in the ordinary one.
//!
//! **Not promised.** The programs are our own and not the paper's, so ratios compare in kind only.

use crate::bench::cargo;
use crate::languages::PYTHON;
use crate::pictures;
use holloway_testing::args::Args;
use holloway_testing::bench::figures::Figures;
use holloway_testing::bench::measure::{measure, ratio, Effort, Row};
use holloway_testing::scripts::read_sizes;
use holloway_testing::{Engine, Language};

/// Options of this command.
pub const USAGE: &str =
    "[--python PATH] [--runs 3] [--iters 5] [--size bench|test] [--svg FILE] [--keep on|off] [--limit SECONDS]
      times Python programs under the interpreter, the JIT without maps and versions, and the full JIT;
      --keep: keeps the figures for docs/img/ablation.svg, and draws it";

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
fn built(args: &Args) -> Result<Engine, String> {
    if args.text("python").is_none() {
        cargo("build --release -p holloway-python --features ablation --target-dir target/ablation")?;
    }
    Language { binary: "target/ablation/release/holloway-python", ..*PYTHON }.ours(args.text("python"))
}

/// How many times faster the full JIT is.
fn speedup(row: &Row, than: usize) -> String {
    ratio(row, than, FULL).map_or("-".to_string(), |r| format!("{r:.1}"))
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let ours = built(args)?;
    let engine = |(name, env): &(&str, &[(&str, &str)])| {
        ours.with(name, env.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect())
    };
    let mut engines: Vec<Engine> = ENGINES.iter().map(engine).collect();
    engines.extend(PYTHON.installed_reference());
    let effort = Effort::of(args, 3, 5, 300)?;
    let about = effort.about();
    let sizes = read_sizes(PYTHON)?;
    println!("full JIT faster than:     interpreter (paper)    no maps+versions (paper)    no versions    no globals");
    let mut rows = Vec::new();
    for (program, over_interpreter, over_no_maps) in PROGRAMS {
        let size = sizes.iter().find(|s| s.name == *program);
        let size = size.ok_or_else(|| format!("sizes.txt does not have '{program}'"))?;
        let row = measure(&PYTHON.path(PYTHON.programs), &engines, size, &effort)?;
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
    let names: Vec<&str> = engines.iter().map(|e| e.name.as_str()).collect();
    pictures::keep(args, "ablation", &Figures::new(&about, &names, &rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use holloway_testing::bench::measure::Cell;

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
        let sizes = read_sizes(PYTHON).unwrap();
        assert!(PROGRAMS.iter().all(|p| sizes.iter().any(|s| s.name == p.0)));
    }
}
