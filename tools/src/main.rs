//! Reads the log of a run (`HOLLOWAY_LOG=json=FILE`, docs/log.md) and shows what the framework did: as text, or as a page for the browser.
//!
//! Every command ends with status 0 only if it has done what was asked; what is wrong with a log is said with the number of its line.
//!
//! **Example.** `holloway-tools explore log.json -o page.html --source program.lua`

use holloway_tools::{explain, explorer, log::Log, loops};
use lexopt::prelude::*;
use std::path::PathBuf;

const USAGE: &str = "usage: holloway-tools COMMAND FILE [OPTIONS]

  explain FILE
      what is left of each source line, as text, by the log of a run under HOLLOWAY_LOG=json=FILE
  loops FILE
      which loops ran on a device, and what stood against the others
  explore FILE -o OUT.html [--source PATH]..
      the explorer: a page for the browser with all of it, beside the program's source: files that the log names and that are there, and
      those that are given, or all in folders that are";

/// What was asked for.
struct Asked {
    command: String,
    file: PathBuf,
    out: Option<PathBuf>,
    sources: Vec<PathBuf>,
}

fn asked() -> Result<Asked, lexopt::Error> {
    let (mut words, mut out, mut sources) = (Vec::new(), None, Vec::new());
    let mut parser = lexopt::Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Short('o') | Long("out") => out = Some(parser.value()?.into()),
            Long("source") => sources.push(parser.value()?.into()),
            Value(word) => words.push(word),
            _ => return Err(arg.unexpected()),
        }
    }
    match <[_; 2]>::try_from(words) {
        Ok([command, file]) => {
            Ok(Asked { command: command.to_string_lossy().into(), file: file.into(), out, sources })
        }
        Err(_) => Err("expected a command and a file".into()),
    }
}

fn run(asked: &Asked) -> Result<(), String> {
    let text = match &asked.command[..] {
        "explain" => explain::page(&Log::open(&asked.file)?),
        "loops" => {
            loops::page(&Log::open(&asked.file)?).map_err(|e| format!("{}: {e}", asked.file.display()))?
        }
        "explore" => {
            let out = asked.out.as_ref().ok_or("the page needs a name: -o OUT.html")?;
            let page = explorer::page(&asked.file, &asked.sources)?;
            return std::fs::write(out, page).map_err(|e| format!("{}: {e}", out.display()));
        }
        other => return Err(format!("there is no command '{other}'\n{USAGE}")),
    };
    print!("{text}");
    Ok(())
}

fn main() -> std::process::ExitCode {
    let done = asked().map_err(|e| format!("{e}\n{USAGE}")).and_then(|asked| run(&asked));
    match done {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("holloway-tools: {message}");
            std::process::ExitCode::FAILURE
        }
    }
}
