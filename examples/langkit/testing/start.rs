//! For tests that start programs of ours: in an emulator, what it starts needs it, too.
//!
//! **Example.** `start(env!("CARGO_BIN_EXE_holloway-lua")).arg("-v")` runs `lua -v`; with `TEST_RUNNER=qemu-aarch64`, it runs `qemu-aarch64 lua -v`.

use std::process::Command;

/// The command that runs a program.
pub fn start(program: &str) -> Command {
    match std::env::var_os("TEST_RUNNER") {
        Some(runner) => {
            let mut c = Command::new(runner);
            c.arg(program);
            c
        }
        None => Command::new(program),
    }
}
