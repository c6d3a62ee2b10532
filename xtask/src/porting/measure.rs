//! How long programs take after each step.
//!
//! **Method.** Each program runs once as each step has left the interpreter, in order, and that so many times over; the medians count. So what else the machine does meets all steps alike.
//! A time is that of the whole process, with what it compiles.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The programs, with what they are about and a size at which the start takes about a second.
const PROGRAMS: &[(&str, &str)] = &[
    ("fib", "33"),
    ("collatz", "100000"),
    ("sieve", "2000000"),
    ("sort", "300000"),
    ("closures", "80000"),
    ("words", "1000000"),
];

fn time(binary: &Path, program: &Path, size: &str) -> Result<Duration, String> {
    let start = Instant::now();
    let status = Command::new(binary).arg(program).arg(size).stdout(Stdio::null()).status();
    match status.map_err(|e| e.to_string())?.success() {
        true => Ok(start.elapsed()),
        false => Err(format!("{} {size} failed under {}", program.display(), binary.display())),
    }
}

/// Prints a table of the steps' times in milliseconds.
pub fn table(steps: &[(String, PathBuf)], folder: &Path, runs: usize) -> Result<(), String> {
    let mut times = vec![vec![Vec::new(); PROGRAMS.len()]; steps.len()];
    for _ in 0..runs.max(1) {
        for (k, (program, size)) in PROGRAMS.iter().enumerate() {
            let file = folder.join(format!("programs/{program}.plum"));
            for ((_, binary), times) in steps.iter().zip(&mut times) {
                times[k].push(time(binary, &file, size)?);
            }
        }
    }
    let names: Vec<String> = PROGRAMS.iter().map(|(name, size)| format!("{name} {size}")).collect();
    println!("| after | {} |\n|---|{}", names.join(" | "), "---|".repeat(PROGRAMS.len()));
    for ((name, _), times) in steps.iter().zip(&mut times) {
        let medians = times.iter_mut().map(|all| {
            all.sort();
            all[all.len() / 2].as_millis().to_string()
        });
        println!("| {name} | {} |", medians.collect::<Vec<_>>().join(" | "));
    }
    Ok(())
}
