//! Lua 5.4 on Holloway: the command `lua`.
//!
//! ```text
//! syntax, compile, bytecode   source text to register bytecode
//! value, string, table, code  what lives in the heap
//! interp                      the interpreter, from which the framework makes the compiler
//! native, lib, text           the library
//! cli                         the command line
//! ```
#![forbid(unsafe_code)]
// `lib` is the standard library; this crate has no library target.
#![allow(special_module_name)]

mod bytecode;
mod cli;
mod code;
mod compile;
mod error;
mod finalize;
mod hook;
mod interp;
mod levels;
mod lib;
mod lua;
mod native;
mod quick;
mod repl;
mod string;
mod syntax;
mod table;
mod text;
mod traceback;
mod value;

pub use lua::Lua;

/// The run time of a Lua program.
pub type Rt = holloway::Runtime<Lua>;

#[global_allocator]
static ALLOCATOR: holloway::heap::Reserved = holloway::heap::Reserved;

fn main() -> std::process::ExitCode {
    cli::main()
}
