//! The prompt: statements and expressions from standard input, one at a time.
//!
//! **Problem.** A line may be an expression, whose values are shown, a statement, or the beginning of one that goes on in the next line.
//!
//! **Invariants.** Errors are reported and end nothing; the end of the input ends the loop.
//!
//! **Example.** `> x = 5`, `> x` shows `5`; `> for i = 1, 2 do` asks by `>>` for more.

use crate::cli::{error_message, print};
use crate::interp::call_value;
use crate::lib::{chunk, out};
use crate::value::Val;
use crate::{compile, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use holloway::world::Input;
use std::io::BufRead;

/// Name of what is typed.
const NAME: &str = "=stdin";

/// Runs until the input ends.
pub fn run(rt: &Rt) {
    let mut input = Input::new();
    while let Some(line) = read(rt, "_PROMPT", "> ", &mut input) {
        if let Err(Raised) = one(rt, line, &mut input) {
            complain(&error_message(rt));
        }
    }
    print("\n");
}

fn complain(message: &[u8]) {
    // Nobody is left to be told if it is closed.
    let _ = out::write_error(&[message, b"\n"].concat());
}

/// A line without its end; `None` at the end of the input.
fn read(rt: &Rt, variable: &str, default: &str, input: &mut Input) -> Option<Vec<u8>> {
    match rt.lang.globals().get_name(rt, variable) {
        Val::Str(s) => print(&s.text()),
        _ => print(default),
    }
    let _ = out::flush();
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line).ok()? == 0 {
        return None;
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Some(line)
}

/// Reads the rest of a statement that begins with a line, and runs it.
fn one(rt: &Rt, line: Vec<u8>, input: &mut Input) -> Result<(), Raised> {
    let env: RawSlot = Val::Table(rt.lang.globals()).into();
    let mut text = match line.strip_prefix(b"=") {
        Some(expression) => [b"return ", expression].concat(),
        None => line,
    };
    let f = match chunk::compile(rt, &[b"return ", &text[..]].concat(), NAME, env)? {
        Ok(f) => f,
        Err(_) => loop {
            match compile::compile_chunk(&text, NAME) {
                Err(e) if e.at_end => match read(rt, "_PROMPT2", ">> ", input) {
                    Some(more) => text.extend([b"\n", &more[..]].concat()),
                    None => {
                        complain(&e.message);
                        return Ok(());
                    }
                },
                _ => match chunk::compile(rt, &text, NAME, env)? {
                    Ok(f) => break f,
                    Err(message) => {
                        complain(&message);
                        return Ok(());
                    }
                },
            }
        },
    };
    let values = call_value(rt, f, &[])?;
    if !values.is_empty() {
        call_value(rt, rt.lang.globals().get_name(rt, "print").into(), &values)?;
    }
    Ok(())
}
