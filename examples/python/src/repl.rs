//! The prompt: statements from standard input, one at a time; values of expressions are shown.
//!
//! **Problem.** A line may be a whole statement or the beginning of one. As in CPython, a statement goes on while a bracket, a string or a line is
//! open, and one with a block ends with an empty line.
//!
//! **Invariants.** Errors are reported and end nothing, but for `SystemExit`; Ctrl-C gives up what has been typed; the end of the input ends the
//! session. Prompts and reports go to standard error, values to standard output.
//!
//! **Example.** `>>> for i in range(2):` asks by `...`; `...     i`, an empty line, and it shows `0` and `1`.

use crate::cli::{complain, exit_code, report, PLATFORM, VERSION};
use crate::compile::{self, Typed as Said};
use crate::objects::{ops, str};
use crate::value::Val;
use crate::{builtins::exec, modules, Rt};
use holloway::machine::Raised;
use langkit::prompt::{Input, Typed};

/// Runs until the input ends or the program exits; answers the exit code.
pub fn run(rt: &Rt, quiet: bool) -> u8 {
    if !quiet {
        complain(rt, &format!("Python {VERSION} on {PLATFORM}\nexit() or the end of the input leaves.\n"));
    }
    if prepare(rt).is_err() {
        report(rt);
        return 1;
    }
    let ctrl_c = rt.interrupter();
    let mut input = Input::start();
    let mut text = String::new();
    loop {
        let prompt = if text.is_empty() { "ps1" } else { "ps2" };
        complain(rt, &prompt_text(rt, prompt));
        let line = match input.read(|| ctrl_c.withdraw()) {
            Typed::Line(line) => line,
            Typed::Interrupted => {
                complain(rt, "\nKeyboardInterrupt\n");
                text.clear();
                continue;
            }
            Typed::End if text.is_empty() => {
                complain(rt, "\n");
                return 0;
            }
            // What has been begun ends here, too.
            Typed::End => "\n".to_string(),
        };
        let ended = line.trim().is_empty();
        text.push_str(&line);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        match compile::typed(&text, ended) {
            Said::Nothing => text.clear(),
            Said::More => {}
            Said::Statement => {
                let done = exec::typed(rt, &std::mem::take(&mut text));
                if done.is_err() {
                    if let Some(code) = exit_code(rt) {
                        return code;
                    }
                    report(rt);
                }
            }
        }
    }
}

/// The main module, and `sys.ps1`, `sys.ps2`.
fn prepare(rt: &Rt) -> Result<(), Raised> {
    modules::empty_main(rt)?;
    for (name, text) in [("ps1", ">>> "), ("ps2", "... ")] {
        modules::sys::set(rt, name, str::val(rt, text)?)?;
    }
    Ok(())
}

fn prompt_text(rt: &Rt, name: &str) -> String {
    let v = modules::library(rt, "sys", name).unwrap_or(Val::None);
    ops::str(rt, v).unwrap_or_default()
}
