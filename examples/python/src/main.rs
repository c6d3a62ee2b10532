//! Python 3.11 on Holloway: the command `python`.
//!
//! ```text
//! compile, bytecode           the parser's tree to register bytecode
//! value, objects, code        what lives in the heap
//! interp                      the interpreter, from which the framework makes the compiler
//! native, builtins, modules   the library; text: formatting
//! twins                       functions of the library written in Python, in Rust, too
//! errors, traceback           exceptions and their reports
//! cli, repl                   the command line, the prompt
//! ```
#![forbid(unsafe_code)]

mod builtins;
mod bytecode;
mod cli;
mod code;
mod compile;
mod errors;
mod interp;
mod modules;
mod native;
mod objects;
mod py;
mod quick;
mod repl;
mod seen;
mod text;
mod traceback;
mod twins;
mod value;
mod without;

pub use py::Py;

/// The run time of a Python program.
pub type Rt = holloway::Runtime<Py>;

#[global_allocator]
static ALLOCATOR: holloway::heap::Reserved = holloway::heap::Reserved;

fn main() -> std::process::ExitCode {
    cli::main()
}
