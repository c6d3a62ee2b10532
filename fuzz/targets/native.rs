//! Traces on the evaluator and as native code: what `tests/fuzz.rs` of a backend compares.
#![no_main]

#[cfg(target_arch = "aarch64")]
use holloway_backend_aarch64::AArch64 as Native;
#[cfg(target_arch = "x86_64")]
use holloway_backend_x86::X86 as Native;
use holloway_draws::Draws;
use holloway_testkit::conformance::{fuzz, Runner};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    /// Lives as long as the process, which runs many inputs.
    static RUNNER: RefCell<Runner<'static>> = RefCell::new(Runner::new(Box::leak(Box::new(Native::default()))));
}

fuzz_target!(|data: &[u8]| {
    RUNNER.with_borrow_mut(|runner| {
        if let Err(e) = fuzz::case(runner, &mut Draws::of(data), &mut fuzz::Tally::default()) {
            panic!("{e}\nFUZZ_BYTES=\"{data:?}\" repeats it");
        }
    });
});
