//! Random languages, plainly and compiled: what `tests/contract.rs` compares.
#![no_main]
#![allow(dead_code, reason = "the test uses the rest")]

#[path = "../../tests/contract/check.rs"]
mod check;
#[path = "../../tests/contract/exec.rs"]
mod exec;
#[path = "../../tests/contract/exec_heap.rs"]
mod exec_heap;
#[path = "../../tests/contract/generate.rs"]
mod generate;
#[path = "../../tests/contract/host.rs"]
mod host;
#[path = "../../tests/contract/lang.rs"]
mod lang;
#[path = "../../tests/contract/live.rs"]
mod live;
#[path = "../../tests/contract/program.rs"]
mod program;

use libfuzzer_sys::fuzz_target;

fuzz_target!(
    // Panics of guest programs are part of what is compared, so they must not end the process.
    init: std::panic::set_hook(Box::new(|_| {})),
    |data: &[u8]| {
        if let Err(d) = check::check(data) {
            eprintln!("{} ({}): {}\nCONTRACT_BYTES=\"{data:?}\" with show_bytes repeats it", d.mode, d.settings, d.what);
            std::process::abort();
        }
    }
);
