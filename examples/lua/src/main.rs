//! Lua 5.4 on Holloway. For now: compiles the file named on the command line and prints its bytecode.
#![forbid(unsafe_code)]

mod bytecode;
mod compile;
mod syntax;

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: lua FILE");
        return ExitCode::FAILURE;
    };
    let compiled = std::fs::read(&path)
        .map_err(|e| format!("cannot open {path}: {e}"))
        .and_then(|source| compile::compile_chunk(&source, &format!("@{path}")).map_err(|e| e.to_string()));
    match compiled {
        Ok(proto) => {
            print!("{}", compile::disasm::listing(&proto));
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("lua: {message}");
            ExitCode::FAILURE
        }
    }
}
