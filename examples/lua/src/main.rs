//! Lua 5.4 on Holloway.
#![forbid(unsafe_code)]

mod bytecode;
mod code;
mod compile;
mod error;
mod interp;
mod lib;
mod lua;
mod native;
mod string;
mod syntax;
mod table;
mod text;
mod value;

pub use lua::Lua;

/// The run time of a Lua program.
pub type Rt = holloway::Runtime<Lua>;

fn main() {}
