//! Reads the log of a run (`HOLLOWAY_LOG=json=FILE`, docs/log.md) and shows what the framework did: as text, or as a page for the browser.
//!
//! Every command ends with status 0 only if it has done what was asked, `replay` with that of the run; what is wrong with a log is said with the number of its line.
//!
//! **Example.** `holloway-tools explore log.json -o page.html --source program.lua`

use holloway_tools::{explain, explorer, log::Log, loops, replay};
use lexopt::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: holloway-tools COMMAND FILE [OPTIONS]

  explain FILE
      what is left of each source line, as text, by the log of a run under HOLLOWAY_LOG=json=FILE
  loops FILE
      which loops ran on a device, and what stood against the others
  explore FILE -o OUT.html [--source PATH]..
      the explorer: a page for the browser with all of it, beside the program's source: files that the log names and that are there, and
      those that are given, or all in folders that are
  replay FILE [--list] [--stop-before K] [--without PASS,..] [--set NAME=VALUE].. [--gdb [-- WORDS FOR GDB]]
      runs the run again that was recorded under HOLLOWAY_REPLAY=FILE (docs/replay.md), or lists what is in the file; up to its K-th exit, without passes of the optimizer
      (`all`: without any), under other settings, in gdb";

/// What was asked for.
struct Asked {
    command: String,
    file: PathBuf,
    out: Option<PathBuf>,
    sources: Vec<PathBuf>,
    lists: bool,
    how: replay::How,
}

fn asked() -> Result<Asked, lexopt::Error> {
    let (mut words, mut out, mut sources) = (Vec::new(), None, Vec::new());
    let (mut lists, mut how) = (false, replay::How::default());
    let mut parser = lexopt::Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Short('o') | Long("out") => out = Some(parser.value()?.into()),
            Long("source") => sources.push(parser.value()?.into()),
            Long("list") => lists = true,
            Long("stop-before") => how.stop_before = Some(parser.value()?.parse()?),
            Long("without") => how.without.extend(parser.value()?.string()?.split(',').map(str::to_string)),
            Long("set") => {
                let setting = parser.value()?.string()?;
                let (name, value) = setting.split_once('=').ok_or("a setting is NAME=VALUE")?;
                how.set.push((name.into(), value.into()));
            }
            Long("gdb") => how.gdb = Some(Vec::new()),
            // Behind `--` all words are gdb's.
            Value(word) if words.len() == 2 && how.gdb.is_some() => {
                how.gdb.iter_mut().for_each(|more| more.push(word.to_string_lossy().into()));
            }
            Value(word) => words.push(word),
            _ => return Err(arg.unexpected()),
        }
    }
    match <[_; 2]>::try_from(words) {
        Ok([command, file]) => Ok(Asked {
            command: command.to_string_lossy().into(),
            file: file.into(),
            out,
            sources,
            lists,
            how,
        }),
        Err(_) => Err("expected a command and a file".into()),
    }
}

fn run(asked: &Asked) -> Result<ExitCode, String> {
    let text = match &asked.command[..] {
        "explain" => explain::page(&Log::open(&asked.file)?),
        "loops" => {
            loops::page(&Log::open(&asked.file)?).map_err(|e| format!("{}: {e}", asked.file.display()))?
        }
        "explore" => {
            let out = asked.out.as_ref().ok_or("the page needs a name: -o OUT.html")?;
            let page = explorer::page(&asked.file, &asked.sources)?;
            let written = std::fs::write(out, page).map_err(|e| format!("{}: {e}", out.display()));
            return written.map(|()| ExitCode::SUCCESS);
        }
        "replay" if asked.lists => replay::list(&asked.file)?,
        "replay" => return replay::play(&asked.file, &asked.how).map(ExitCode::from),
        other => return Err(format!("there is no command '{other}'\n{USAGE}")),
    };
    print!("{text}");
    Ok(ExitCode::SUCCESS)
}

fn main() -> ExitCode {
    let done = asked().map_err(|e| format!("{e}\n{USAGE}")).and_then(|asked| run(&asked));
    match done {
        Ok(status) => status,
        Err(message) => {
            eprintln!("holloway-tools: {message}");
            ExitCode::FAILURE
        }
    }
}
