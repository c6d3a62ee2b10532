//! For tests whose program is to have no settings of the framework's but those that the test gives it.
//!
//! **Example.** `start(env!("CARGO_BIN_EXE_lisp")).env("HOLLOWAY_JIT", "off")` runs plainly, whatever the variables of who runs the test.

use std::process::Command;

#[path = "start.rs"]
mod start;

/// The command that runs a program.
pub fn start(program: &str) -> Command {
    let mut command = start::start(program);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HOLLOWAY_")) {
        command.env_remove(name);
    }
    command
}
