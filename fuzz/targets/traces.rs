//! Recorded and optimized traces on the evaluator: what `compiler/tests/opt_random.rs` compares.
#![no_main]

use holloway_draws::Draws;
use holloway_testkit::meaning::{case, Seen};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Err(e) = case(&mut Draws::of(data), &mut Seen::default()) {
        panic!("{e}\nOPT_FUZZ_BYTES=\"{data:?}\" with opt_random repeats it");
    }
});
