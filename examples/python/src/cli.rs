//! The command line: `python FILE [ARG..]`, `python -c CODE [ARG..]`, `python -` for standard input.

use crate::objects::ops;
use crate::value::Val;
use crate::without::Without;
use crate::{errors, modules, Py, Rt};
use holloway::heap::HeapConfig;
use holloway::machine::Raised;
use holloway::Params;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: python FILE [ARG..] | python -c CODE [ARG..] | python - [ARG..]\n";

/// What is to be run: the file's name, its text, `sys.argv`.
struct Job {
    file: String,
    source: String,
    argv: Vec<String>,
}

fn job(args: &[String]) -> Result<Job, (String, u8)> {
    let usage = || (USAGE.to_string(), 2);
    let fail = |path: &str, e: std::io::Error| {
        let number = e.raw_os_error().unwrap_or(0);
        let text = if number == 2 { "No such file or directory".to_string() } else { e.to_string() };
        (format!("python: can't open file '{path}': [Errno {number}] {text}\n"), 2)
    };
    match args {
        [c, code, rest @ ..] if c == "-c" => {
            let argv = std::iter::once("-c".to_string()).chain(rest.iter().cloned()).collect();
            Ok(Job { file: "<string>".into(), source: code.clone(), argv })
        }
        [] => Ok(Job {
            file: "<stdin>".into(),
            source: std::io::read_to_string(std::io::stdin()).map_err(|e| fail("<stdin>", e))?,
            argv: vec![String::new()],
        }),
        [dash, ..] if dash == "-" => Ok(Job {
            file: "<stdin>".into(),
            source: std::io::read_to_string(std::io::stdin()).map_err(|e| fail("<stdin>", e))?,
            argv: args.to_vec(),
        }),
        [flag, ..] if flag.starts_with('-') => Err(usage()),
        [file, ..] => {
            let bytes = std::fs::read(file).map_err(|e| fail(file, e))?;
            let source =
                String::from_utf8(bytes).map_err(|_| (format!("python: '{file}' is not UTF-8 text\n"), 1))?;
            Ok(Job { file: file.clone(), source, argv: args.to_vec() })
        }
    }
}

/// The command.
pub fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    let job = match job(&args) {
        Ok(j) => j,
        Err((text, code)) => {
            eprint!("{text}");
            return ExitCode::from(code);
        }
    };
    let settings = Params::from_env().and_then(|p| Ok((p, HeapConfig::from_env()?, Without::from_env()?)));
    let done = settings.and_then(|(params, mut heap, without)| {
        heap.ref_tags = Some(crate::value::REF_TAGS);
        holloway::run_with(params, heap, Py::default, |rt| run(rt, &job, without))
    });
    match done {
        Ok(code) => ExitCode::from(code),
        Err(e) => {
            eprintln!("python: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run(rt: &Rt, job: &Job, without: u8) -> u8 {
    rt.lang.start(rt);
    // Without a handler Ctrl-C ends the process, which is as good.
    let _ctrl_c = holloway::interrupt_on_ctrl_c(rt).ok();
    *rt.lang.argv.borrow_mut() = job.argv.clone();
    *rt.lang.path.borrow_mut() =
        Path::new(&job.file).parent().map_or_else(Default::default, Path::to_path_buf);
    let done = modules::open_prelude(rt);
    rt.lang.without.set(without);
    let done = done.and_then(|()| modules::run_file(rt, "__main__", &job.file, &job.source));
    let code = match done {
        Ok(_) => 0,
        Err(Raised) => uncaught(rt),
    };
    let files = modules::files::flush_all(rt);
    let flushed = rt.lang.out.borrow_mut().flush();
    match flushed {
        Err(_) if code == 0 => 120,
        _ if code == 0 && files.is_err() => 120,
        _ => code,
    }
}

/// Reports the exception that ended the program; answers the exit code.
fn uncaught(rt: &Rt) -> u8 {
    let flushed = rt.lang.out.borrow_mut().flush();
    drop(flushed);
    let Val::Inst(e) = Val::from(rt.error.get()) else { return 1 };
    if e.class(rt).is_subclass(rt.lang.types().system_exit) {
        return match errors::args_of(rt, e).first().map(|&v| Val::from(v)) {
            None | Some(Val::None) => 0,
            Some(Val::Int(n)) => n as u8,
            Some(Val::Bool(b)) => u8::from(b),
            Some(v) => {
                if let Ok(text) = ops::str(rt, v) {
                    eprintln!("{text}");
                }
                1
            }
        };
    }
    eprint!("{}", errors::report(rt, e));
    if e.class(rt).is_subclass(rt.lang.types().keyboard_interrupt) {
        return 130;
    }
    1
}
