//! Any bytes to Python's parser and compiler: what `examples/python/tests/any_text.rs` does with texts of its own.
#![no_main]
#![allow(dead_code, unused_imports, reason = "the interpreter uses the rest")]

#[path = "../../examples/python/src/bytecode.rs"]
mod bytecode;
#[path = "../../examples/python/src/compile/mod.rs"]
mod compile;
#[path = "../../examples/python/tests/any_text/ways.rs"]
mod ways;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| ways::compile(data));
