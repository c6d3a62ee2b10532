//! Fetches what the checks need and the machine lacks.
//!
//! **Problem.** One command should run all checks on a machine that has Rust and nothing else: parts of the toolchain that a minimal installation
//! leaves out, the reference interpreters our languages are held to, a browser for the explorer, a debugger and a profiler, and a device for the tests of kernels.
//!
//! **Invariants.** What is there is left alone. What is missing and cannot be fetched is an error that names it, never a check left out.
//!
//! **Not promised.** Packages come from `apt-get` (Debian, Ubuntu); elsewhere they must be there. What other targets need is fetched by
//! `.ci/aarch64-toolchain` and `.ci/platforms-toolchain`.
//!
//! **Example.** `missing(&["lua5.4"])` runs `apt-get install lua5.4` on a machine without it.

use holloway_testing::process::find_program;
use std::process::{Command, Stdio};

/// Parts of the toolchain, by the subcommand of Cargo that they bring.
const PARTS: &[(&str, &str)] = &[("fmt", "rustfmt"), ("clippy", "clippy")];

/// Packages without a program of their name, each with a command of the shell that succeeds where something like it is there: OpenCL's loader, and a driver (on
/// machines without any, the one that computes on the processor); `perf`.
const LIBRARIES: &[(&str, &str)] = &[
    ("ocl-icd-libopencl1", "PATH=$PATH:/sbin:/usr/sbin ldconfig -p | grep -q libOpenCL.so.1"),
    ("pocl-opencl-icd", "ls /etc/OpenCL/vendors/*.icd"),
    ("linux-perf", "perf version"),
];

/// Installs the toolchain's parts, [`LIBRARIES`] and these programs where they are missing; the packages bear the programs' names.
pub fn missing(programs: &[&str]) -> Result<(), String> {
    let cargo = benches::languages::cargo();
    for (subcommand, part) in PARTS {
        if !quiet(&cargo, &[subcommand, "--version"]) {
            run(&["rustup", "component", "add", part])?;
        }
    }
    let lacking =
        LIBRARIES.iter().filter(|(_, probe)| !quiet("sh", &["-c", probe])).map(|(package, _)| *package);
    let packages: Vec<&str> =
        programs.iter().copied().filter(|p| find_program(p).is_none()).chain(lacking).collect();
    if packages.is_empty() {
        return Ok(());
    }
    if find_program("apt-get").is_none() {
        return Err(format!(
            "please install {}; without apt-get it cannot be done here",
            packages.join(", ")
        ));
    }
    let root = quiet("sh", &["-c", "test $(id -u) -eq 0"]);
    let apt: &[&str] = if root { &["apt-get"] } else { &["sudo", "apt-get"] };
    run(&[apt, &["update", "-q"]].concat())?;
    run(&[apt, &["install", "-y", "-q", "--no-install-recommends"], &packages].concat())
}

/// Whether a command runs and succeeds; nobody sees what it prints.
fn quiet(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|s| s.success())
}

fn run(words: &[&str]) -> Result<(), String> {
    println!("== installing: {}", words.join(" "));
    match Command::new(words[0]).args(&words[1..]).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` ended with {status}", words.join(" "))),
        Err(e) => Err(format!("cannot run `{}`: {e}", words.join(" "))),
    }
}
