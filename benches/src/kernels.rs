//! OpenCL kernels written by hand for the programs in `examples/python/programs/gpu`, to compare with what is made of these by itself.
//!
//! **Problem.** What a device can do for a program nobody knows without a kernel for it. These are what one writes who knows OpenCL and has an hour: one
//! work-item for an iteration of the outer parallel loops, no tiles, no local memory, arithmetic in the order of the program.
//!
//! **Invariants.** A kernel has a time only if what it computes is what the Python program prints: to the bit, or, where the device's own `exp`, `log` and `cos`
//! are used, nearly. Sizes are read from the program.
//!
//! **Not promised.** Times have neither the kernels' compilation nor copies to the device and back in them, but all launches.
//!
//! **Example.** `cargo bench -- kernels --programs mm,lud --size medium`.

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

use crate::bench::cargo;
use crate::measure::{iterations, median};
use device::{Device, Kernels};
use engines::args::Args;
use engines::languages::PYTHON;
use engines::process;
use engines::scripts::first_difference;
use problem::Report;
use std::path::Path;
use std::time::Duration;

/// Options of this command.
pub const USAGE: &str = "[--programs A,B] [--size small,medium,large] [--runs 5] [--python PATH] [--limit SECONDS]
      runs the hand-written OpenCL kernels beside the Python programs in examples/python/programs/gpu, compares what they compute, and
      prints seconds as a table: medians of the kernels' runs, one run of the program";

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

/// What the program prints for a size, and its seconds.
fn sequential(python: &Path, file: &str, size: &str, limit: Duration) -> Result<(String, f64), String> {
    let env = [("HOLLOWAY_GPU".to_string(), "off".to_string())];
    let words = [file.to_string(), size.to_string()];
    let outcome = process::run(python, &words, &process::root().join(FOLDER), &env, limit)?;
    let seconds = iterations(&outcome.stderr).first().copied();
    match seconds {
        Some(seconds) if outcome.code == Some(0) => {
            Ok((String::from_utf8_lossy(&outcome.stdout).into_owned(), seconds))
        }
        _ => Err(format!("{}: {}", outcome.ending(), String::from_utf8_lossy(&outcome.stderr))),
    }
}

/// A row of the table.
fn measure(
    program: &Program,
    device: &Device,
    python: &Path,
    size: &str,
    args: &Args,
) -> Result<String, String> {
    let file = PYTHON.file(program.name);
    let path = process::root().join(FOLDER).join(&file);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let numbers = problem::numbers(&text, size)?;
    let limit = Duration::from_secs(args.number("limit", 600)?);
    let (wanted, seconds) = sequential(python, &file, size, limit)?;
    let kernels = device.build(program.source)?;
    let mut clock = Clock { device, runs: args.number("runs", 5)?.max(1), times: Vec::new() };
    let got = (program.run)(&mut clock, &kernels, &numbers)?.0;
    let right = if program.exact { wanted == got } else { problem::near(&wanted, &got) };
    if !right {
        return Err(format!(
            "computes something else: {}",
            first_difference(wanted.as_bytes(), got.as_bytes())
        ));
    }
    let kernel = median(&clock.times).unwrap_or(f64::NAN);
    let equal = if wanted == got { "bits" } else { "near" };
    Ok(format!("{}\t{size}\t{kernel:.6}\t{seconds:.6}\t{equal}", program.name))
}

/// The command.
pub fn run(args: &Args) -> Result<(), String> {
    if args.text("python").is_none() {
        cargo("build --release -p python")?;
    }
    let (python, device) = (PYTHON.ours(args)?, Device::open()?);
    let only = args.list("programs");
    if let Some(missing) = only.iter().flatten().find(|n| !PROGRAMS.iter().any(|p| p.name == **n)) {
        return Err(format!("no kernels for '{missing}'"));
    }
    println!("# device: {}", device.name);
    println!("program\tsize\tkernel\tsequential\tequal");
    let mut wrong = 0;
    for program in PROGRAMS.iter().filter(|p| only.as_ref().is_none_or(|o| o.contains(&p.name))) {
        for size in args.list("size").unwrap_or(vec!["small", "medium"]) {
            match measure(program, &device, &python, size, args) {
                Ok(row) => println!("{row}"),
                Err(why) => {
                    wrong += 1;
                    println!("{}\t{size}\t-\t-\t{}", program.name, why.replace(['\n', '\t'], " "));
                }
            }
        }
    }
    match wrong {
        0 => Ok(()),
        n => Err(format!("{n} rows have no time")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_kernels_and_sizes() {
        let folder = process::root().join(FOLDER);
        let scripts = engines::scripts::scripts_in(PYTHON, &folder).unwrap();
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
        let folder = process::root().join(FOLDER);
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
