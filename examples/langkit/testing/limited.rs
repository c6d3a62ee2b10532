//! For tests that give programs of ours little memory: address space, the heap, or both.
//!
//! The address space of a program in an emulator is the emulator's, which needs more: there only the heap is limited.
//!
//! **Example.** `start(env!("CARGO_BIN_EXE_holloway-lua"), 1_500_000, "8G").args(["-e", "print(1)"])` runs `lua -e 'print(1)'` within 1.5 GB.

use std::process::Command;

/// Kilobytes of address space, and limits of the heap, one of which is met first.
pub fn limits() -> &'static [(u64, &'static str)] {
    match emulator() {
        None => &[(1_500_000, "8G"), (8_000_000, "100M")],
        Some(_) => &[(8_000_000, "100M")],
    }
}

/// The command that runs a program with so many kilobytes of address space and such a heap.
pub fn start(program: &str, kilobytes: u64, heap: &str) -> Command {
    let mut sh = Command::new("sh");
    match emulator() {
        None => sh.args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\""), program]),
        Some(runner) => sh.args(["-c", "exec \"$0\" \"$@\"", &runner, program]),
    };
    sh.env("HOLLOWAY_HEAP_MAX", heap);
    sh
}

fn emulator() -> Option<String> {
    std::env::var("TEST_RUNNER").ok()
}
