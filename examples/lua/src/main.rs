//! Lua 5.4 on Holloway.
#![forbid(unsafe_code)]

mod syntax;

mod text;

fn main() {}
