//! Programs with loops for accelerators run on the device, which on test machines is the processor by an OpenCL driver. (What they print is compared in all
//! modes by `cargo xtask programs`.)

#[path = "../../langkit/testing/start.rs"]
mod start;

use std::path::Path;

/// The programs, and the line of a loop of each that must have run on the device.
const PROGRAMS: &[(&str, u32)] =
    &[("hotspot", 77), ("mandelbrot", 48), ("mm", 54), ("nbody", 70), ("pathfinder", 42)];

#[test]
fn the_programs_loops_run_on_the_device() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/gpu");
    for (program, line) in PROGRAMS {
        let mut command = start::start(env!("CARGO_BIN_EXE_holloway-lua"));
        command.arg(folder.join(format!("{program}.lua"))).arg("small");
        command.env("HOLLOWAY_LOG", "gpu").env("HOLLOWAY_GPU", "force");
        let out = command.output().expect("it runs");
        let log = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{program}: {log}");
        let recorded = std::fs::read(folder.join(format!("expected/{program}.txt"))).expect("a recording");
        assert_eq!(out.stdout, recorded, "{program}");
        let place = format!("{program}.lua:{line} ");
        let ran = log.lines().any(|l| l.contains(&place) && l.ends_with("has run"));
        assert!(ran, "{program}: nothing ran at line {line}\n{log}");
    }
}
