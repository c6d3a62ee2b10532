//! OpenCL kernels written by hand for the programs in `examples/python/programs/gpu`, to compare with what is made of these by itself.
//!
//! **Problem.** What a device can do for a program nobody knows without a kernel for it. These are what one writes who knows OpenCL and has an hour: one
//! work-item for an iteration of the outer parallel loops, no tiles, no local memory, arithmetic in the order of the program.
//!
//! **Invariants.** A kernel has a time only if what it computes is what the Python program prints: to the bit, or, where the device's own `exp`, `log` and `cos`
//! are used, nearly. Sizes are read from the program.
//!
//! **Not promised.** Times of these kernels have neither their compilation nor copies to the device and back in them, but all launches; those of programs
//! are of whole solutions, analysis included.
//!
//! **Example.** `cargo bench -- kernels --programs mm,lud`.

mod bfs;
mod blackscholes;
mod device;
mod euler3d;
mod hotspot;
mod lava_md;
mod lud;
mod mandelbrot;
mod mm;
mod nbody;
mod nn;
mod particlefilter;
mod pathfinder;
mod problem;
mod srad;

use crate::bench::built;
use crate::languages::{root, PYTHON};
use crate::pictures;
use device::{Device, Kernels};
use holloway_testing::args::Args;
use holloway_testing::bench::figures::Figures;
use holloway_testing::bench::measure::{measure, median, Cell, Effort, Row};
use holloway_testing::bench::table::{print_failures, print_heading, print_row};
use holloway_testing::modes::NO_DEVICE;
use holloway_testing::scripts::{first_difference, read_sizes, Size};
use holloway_testing::{Engine, Language};
use problem::Report;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str = "[--programs A,B] [--size bench|test] [--runs 1] [--iters 5] [--python PATH] [--svg FILE] [--keep on|off] [--limit SECONDS]
      compares hand-written OpenCL kernels with the Python programs in examples/python/programs/gpu on the same device, without one, and under pypy3:
      what they compute, and seconds";

/// Another engine for the same programs.
const PEER: &str = "pypy3";

/// A program with kernels of its own.
struct Program {
    /// The Python program's name.
    name: &'static str,
    /// The kernels.
    source: &'static str,
    /// Whether results are equal to the bit.
    exact: bool,
    /// Prepares the problem of a size, solves it as often as the clock says, and reports the solution.
    run: fn(&mut Clock<'_>, &Kernels<'_>, &[usize]) -> Result<Report, String>,
}

/// All of them.
const PROGRAMS: &[Program] = &[
    bfs::PROGRAM,
    blackscholes::PROGRAM,
    euler3d::PROGRAM,
    hotspot::PROGRAM,
    lava_md::PROGRAM,
    lud::PROGRAM,
    mandelbrot::PROGRAM,
    mm::PROGRAM,
    nbody::PROGRAM,
    nn::PROGRAM,
    particlefilter::PROGRAM,
    pathfinder::PROGRAM,
    srad::PROGRAM,
];

/// Counts runs and keeps their times.
struct Clock<'d> {
    device: &'d Device,
    runs: u64,
    times: Vec<f64>,
}

impl Clock<'_> {
    /// Whether there is another run to do.
    fn more(&self) -> bool {
        (self.times.len() as u64) < self.runs
    }

    /// Does one.
    fn time(&mut self, run: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        self.times.push(self.device.time(run)?);
        Ok(())
    }
}

/// The folder with the programs.
const FOLDER: &str = "examples/python/programs/gpu";

/// What the kernels written by hand are called.
const BY_HAND: &str = "by hand";

/// How our Python runs the programs: all on the device that can run there, by measured time, and without a device.
const MODES: [&str; 3] = ["gpu-always", "gpu-auto", "gpu-off"];

/// What the program prints for a size.
fn wanted(python: &Engine, script: &str, size: &str, limit: Duration) -> Result<String, String> {
    let python = python.with("wanted", vec![(NO_DEVICE.0.to_string(), NO_DEVICE.1.to_string())]);
    let outcome = python.run(script, &[size.to_string()], &root().join(FOLDER), limit, None)?;
    match outcome.code {
        Some(0) => Ok(String::from_utf8_lossy(&outcome.stdout).into_owned()),
        _ => Err(format!("{}: {}", outcome.ending(), String::from_utf8_lossy(&outcome.stderr))),
    }
}

/// Seconds of the kernels written by hand, which compute what the program prints.
///
/// # Errors
/// They compute something else, or the driver's.
fn by_hand(
    program: &Program,
    device: &Device,
    wanted: &str,
    size: &str,
    runs: u64,
) -> Result<Vec<f64>, String> {
    let path = root().join(FOLDER).join(PYTHON.file(program.name));
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let numbers = problem::numbers(&text, size)?;
    let kernels = device.build(program.source)?;
    let mut clock = Clock { device, runs, times: Vec::new() };
    let got = (program.run)(&mut clock, &kernels, &numbers)?.0;
    match if program.exact { wanted == got } else { problem::near(wanted, &got) } {
        true => Ok(clock.times),
        false => {
            let difference = first_difference(wanted.as_bytes(), got.as_bytes());
            Err(format!("computes something else: {difference}"))
        }
    }
}

/// A program's row: the kernels written by hand before the engines and after them.
fn measure_with(
    program: &Program,
    device: &Device,
    engines: &[Engine],
    size: &Size,
    effort: &Effort,
) -> Result<Row, String> {
    let argument = effort.argument(size);
    let wanted = wanted(&engines[0], program.name, argument, effort.limit())?;
    let hand = || by_hand(program, device, &wanted, argument, effort.iterations());
    let before = hand();
    let mut row = measure(&root().join(FOLDER), engines, size, effort)?;
    let mut cell = Cell::default();
    for times in [before, hand()] {
        match times {
            Ok(times) => {
                cell.warmup.extend(times.first());
                cell.peak.extend(median(&times[times.len() / 2..]));
                cell.raw.push(times);
            }
            Err(why) => cell.failure = Some(why),
        }
    }
    row.cells.insert(0, cell);
    Ok(row)
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    let lang = &Language { programs: FOLDER, ..*PYTHON };
    let (python, device, effort) = (built(PYTHON, args)?, Device::open()?, Effort::of(args, 1, 5, 600)?);
    let modes = holloway_testing::modes::select(Some(MODES.to_vec()))?;
    let ours = modes.iter().map(|m| python.with(m.name, m.environment(0)));
    let engines: Vec<Engine> = ours.chain(PYTHON.peer(PEER)).collect();
    let names: Vec<&str> = [BY_HAND].into_iter().chain(engines.iter().map(|e| e.name.as_str())).collect();
    let only = args.list("programs");
    if let Some(missing) = only.iter().flatten().find(|n| !PROGRAMS.iter().any(|p| p.name == **n)) {
        return Err(format!("no kernels for '{missing}'"));
    }
    let about = format!("{}; on {}", effort.about(), device.name);
    println!("{about}");
    print_heading(&names, 1);
    let sizes = read_sizes(lang)?;
    let (mut rows, mut failures) = (Vec::new(), 0);
    for program in PROGRAMS.iter().filter(|p| only.as_ref().is_none_or(|o| o.contains(&p.name))) {
        let size = sizes.iter().find(|s| s.name == program.name).ok_or("a program has no sizes")?;
        let row = measure_with(program, &device, &engines, size, &effort)?;
        print_row(&row, names.len(), 1);
        failures += print_failures(&row, &names).len();
        rows.push(row);
    }
    let figures = Figures::new(&about, &names, &rows);
    println!("\ngeomean of peak times, over those of kernels written by hand:");
    for (name, mean) in names.iter().zip(figures.means(0)).skip(1) {
        println!("  {name:12} {}", mean.map_or("-".to_string(), |m| format!("{m:.3}")));
    }
    pictures::keep(args, "kernels", &figures)?;
    match failures {
        0 => Ok(()),
        n => Err(format!("{n} measurements failed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_program_has_kernels_and_sizes() {
        let folder = root().join(FOLDER);
        let scripts = holloway_testing::scripts::scripts_in(PYTHON, &folder).unwrap();
        assert_eq!(scripts.len(), PROGRAMS.len());
        for program in PROGRAMS {
            let text = std::fs::read_to_string(folder.join(PYTHON.file(program.name))).unwrap();
            for size in ["small", "medium", "large"] {
                assert!(problem::numbers(&text, size).is_ok(), "{} {size}", program.name);
            }
        }
    }

    #[test]
    fn kernels_say_whether_they_are_exact() {
        for program in PROGRAMS {
            assert!(program.source.contains("#pragma OPENCL FP_CONTRACT OFF"), "{}", program.name);
            let says = program.source.contains("Not equal to the bit");
            assert_eq!(says, !program.exact, "{}", program.name);
        }
    }

    #[test]
    fn small_problems_give_what_was_recorded() {
        let device = Device::open().expect("an OpenCL device, such as that of pocl-opencl-icd");
        let folder = root().join(FOLDER);
        for program in PROGRAMS {
            let read = |path: &Path| std::fs::read_to_string(path).unwrap();
            let text = read(&folder.join(PYTHON.file(program.name)));
            let wanted = read(&folder.join("expected").join(format!("{}.txt", program.name)));
            let kernels = device.build(program.source).unwrap();
            let mut clock = Clock { device: &device, runs: 2, times: Vec::new() };
            let numbers = problem::numbers(&text, "small").unwrap();
            let got = (program.run)(&mut clock, &kernels, &numbers).unwrap().0;
            let same = if program.exact { wanted == got } else { problem::near(&wanted, &got) };
            assert!(same, "{}: {}", program.name, first_difference(wanted.as_bytes(), got.as_bytes()));
        }
    }
}
