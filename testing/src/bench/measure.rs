//! Measures a program under several engines.
//!
//! Engines take turns (round-robin), several processes each, so that a slow spell of the machine hits all of them. A process repeats its workload
//! and reports each iteration's seconds; *warm-up* is the first iteration, *peak* the median of the last half. *Memory* is the most that a process held.
//! Outputs are compared across engines: a wrong answer has no time.
//!
//! **What a program does.** Its arguments are its size and how many iterations to make. It prints its answer, the same for each size whatever the iterations, and for each
//! iteration writes `iter K SECONDS` to standard error.

use crate::args::Args;
use crate::engine::Engine;
use crate::scripts::{first_difference, Size};
use std::path::Path;
use std::time::Duration;

/// What one engine did with one program.
#[derive(Default)]
pub struct Cell {
    /// First iteration, one entry per process.
    pub warmup: Vec<f64>,
    /// Median of the last half of the iterations, one entry per process.
    pub peak: Vec<f64>,
    /// All iterations of all processes.
    pub raw: Vec<Vec<f64>>,
    /// Most memory held at once, in megabytes, one entry per process.
    pub memory: Vec<f64>,
    /// Why there is no time, when there is none.
    pub failure: Option<String>,
}

impl Cell {
    /// What all iterations took, one entry per process.
    #[must_use]
    pub fn sums(&self) -> Vec<f64> {
        self.raw.iter().map(|times| times.iter().sum()).collect()
    }
}

/// One program under every engine.
pub struct Row {
    /// The program.
    pub program: String,
    /// One cell per engine.
    pub cells: Vec<Cell>,
}

/// The middle value; the mean of the middle two for an even count; `None` for no values.
#[must_use]
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
#[must_use]
pub fn geomean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|v| v.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

/// The seconds in the `iter K SECONDS` lines of a program's standard error.
#[must_use]
pub fn iterations(stderr: &[u8]) -> Vec<f64> {
    let text = String::from_utf8_lossy(stderr);
    let seconds = |line: &str| line.strip_prefix("iter ")?.split_whitespace().nth(1)?.parse().ok();
    text.lines().filter_map(seconds).collect()
}

/// How often programs run, and at which size.
pub struct Effort {
    runs: u64,
    iters: u64,
    limit: Duration,
    tests: bool,
}

impl Effort {
    /// What the options ask for, or these numbers of processes, iterations, and seconds for a process.
    ///
    /// # Errors
    /// What cannot be read, or is zero.
    pub fn of(args: &Args, runs: u64, iters: u64, seconds: u64) -> Result<Effort, String> {
        let (runs, iters) = (args.number("runs", runs)?, args.number("iters", iters)?);
        if runs == 0 || iters == 0 {
            return Err("--runs and --iters must be at least 1".to_string());
        }
        let tests = match args.text("size") {
            None | Some("bench") => false,
            Some("test") => true,
            Some(other) => return Err(format!("--size is bench or test, not '{other}'")),
        };
        Ok(Effort { runs, iters, limit: Duration::from_secs(args.number("limit", seconds)?), tests })
    }

    /// How many solutions a process makes.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iters
    }

    /// Most time for a process.
    #[must_use]
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// What a program is told of a size.
    #[must_use]
    pub fn argument<'a>(&self, size: &'a Size) -> &'a str {
        if self.tests {
            &size.test
        } else {
            &size.bench
        }
    }

    /// The day, the effort and the machine in a line, for those who read the figures. To be asked before measuring: it says how busy the machine is.
    #[must_use]
    pub fn about(&self) -> String {
        let date = std::process::Command::new("date").args(["-u", "+%F"]).output();
        let date = date.map_or(String::new(), |d| String::from_utf8_lossy(&d.stdout).trim().to_string());
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        format!(
            "{date}, {} size, {} process{} of {} iterations; {}, {} processors, load {} at the start",
            if self.tests { "test" } else { "bench" },
            self.runs,
            if self.runs == 1 { "" } else { "es" },
            self.iters,
            std::env::consts::ARCH,
            std::thread::available_parallelism().map_or(1, |n| n.get()),
            load.split(' ').next().unwrap_or("unknown"),
        )
    }
}

/// Measures one program of a folder, engines taking turns. It is run as `ENGINE PROGRAM SIZE ITERATIONS`. A peer in whose language it is not written has no figures.
///
/// # Errors
/// An engine cannot be run. What goes wrong in it is in its cell.
pub fn measure(folder: &Path, engines: &[Engine], size: &Size, effort: &Effort) -> Result<Row, String> {
    let Effort { runs, iters, limit, .. } = *effort;
    let mut cells: Vec<Cell> = engines.iter().map(|_| Cell::default()).collect();
    let mut answer: Option<(String, Vec<u8>)> = None;
    // Not each program is written in each language.
    let is_peer = |engine: &Engine| engines.first().is_some_and(|ours| ours.extension != engine.extension);
    let has_it = |engine: &Engine| !is_peer(engine) || folder.join(engine.file(&size.name)).is_file();
    for _ in 0..runs {
        for (engine, cell) in engines.iter().zip(&mut cells) {
            if cell.failure.is_some() || !has_it(engine) {
                continue;
            }
            let args = [effort.argument(size).to_string(), iters.to_string()];
            let outcome = engine.run(&size.name, &args, folder, limit, None)?;
            let times = iterations(&outcome.stderr);
            if outcome.code != Some(0) || times.len() as u64 != iters {
                let err = String::from_utf8_lossy(&outcome.stderr);
                let last = err.lines().rfind(|l| !l.starts_with("iter ")).unwrap_or("").to_string();
                cell.failure = Some(format!("{} {last}", outcome.ending()));
                continue;
            }
            match &answer {
                Some((first, wanted)) if *wanted != outcome.stdout => {
                    let difference = first_difference(wanted, &outcome.stdout);
                    cell.failure = Some(format!("answers otherwise than {first}: {difference}"));
                    continue;
                }
                Some(_) => {}
                None => answer = Some((engine.name.clone(), outcome.stdout)),
            }
            cell.warmup.push(times[0]);
            cell.peak.extend(median(&times[times.len() / 2..]));
            cell.raw.push(times);
            cell.memory.push(outcome.memory as f64 / 1e6);
        }
    }
    Ok(Row { program: size.name.clone(), cells })
}

/// Ours over a peer's peak time, for the rows where both have one.
#[must_use]
pub fn ratio(row: &Row, ours: usize, theirs: usize) -> Option<f64> {
    Some(median(&row.cells[ours].peak)? / median(&row.cells[theirs].peak)?)
}

/// What all iterations of ours took over those of a peer, for the rows where both have some.
#[must_use]
pub fn ratio_of_sums(row: &Row, ours: usize, theirs: usize) -> Option<f64> {
    Some(median(&row.cells[ours].sums())? / median(&row.cells[theirs].sums())?)
}

/// The memory that ours took over a peer's, for the rows where both are known.
#[must_use]
pub fn ratio_of_memory(row: &Row, ours: usize, theirs: usize) -> Option<f64> {
    let ratio = median(&row.cells[ours].memory)? / median(&row.cells[theirs].memory)?;
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
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
    fn memory_that_nobody_knows_has_no_ratio() {
        let row = |ours, theirs| {
            let cell = |memory| Cell { memory: vec![memory], ..Cell::default() };
            Row { program: "p".to_string(), cells: vec![cell(ours), cell(theirs)] }
        };
        assert_eq!(ratio_of_memory(&row(30.0, 20.0), 0, 1), Some(1.5));
        assert_eq!(ratio_of_memory(&row(30.0, 0.0), 0, 1), None);
        assert_eq!(ratio_of_memory(&row(0.0, 20.0), 0, 1), None);
    }

    /// It counted as a measurement that failed, and with it the whole command.
    #[test]
    fn a_peer_without_the_program_has_no_figures_and_no_failure() {
        let folder = crate::process::scratch("-measured");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("p.sh"), "echo answer; echo iter 1 0.5 >&2").unwrap();
        let engine = |extension| Engine::find("sh", extension).expect("a shell");
        let size = Size { name: "p".into(), test: "1".into(), bench: "1".into() };
        let effort = Effort { runs: 1, iters: 1, limit: Duration::from_secs(60), tests: true };
        let row = |engines: &[Engine]| measure(&folder, engines, &size, &effort).unwrap();
        let peers = row(&[engine("sh"), engine("none")]);
        assert_eq!((&peers.cells[0].warmup, &peers.cells[0].failure), (&vec![0.5], &None));
        assert!(peers.cells[1].raw.is_empty() && peers.cells[1].failure.is_none());
        assert!(row(&[engine("none"), engine("sh")]).cells[0].failure.is_some(), "ours must be there");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn reads_iteration_lines() {
        assert_eq!(iterations(b"iter 1 0.5\nnoise\niter 2 0.25\n"), vec![0.5, 0.25]);
    }
}
