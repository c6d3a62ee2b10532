//! Any bytes to Lua's parser and compiler: what `examples/lua/tests/any_text.rs` does with texts of its own.
#![no_main]
#![allow(dead_code, unused_imports, reason = "the interpreter uses the rest")]

#[path = "../../examples/lua/src/bytecode.rs"]
mod bytecode;
#[path = "../../examples/lua/src/compile/mod.rs"]
mod compile;
#[path = "../../examples/lua/src/syntax/mod.rs"]
mod syntax;
#[path = "../../examples/lua/src/text/mod.rs"]
mod text;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // Errors are for the program to show.
    let _ = compile::compile_chunk(data, "=any");
});
