//! Lua 5.4 on Holloway.
#![forbid(unsafe_code)]

mod syntax;

fn main() {}
