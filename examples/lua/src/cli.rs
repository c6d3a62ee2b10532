//! The command line, as the reference's: `lua [-v] [-i] [-E] [-W] [-e stat] [-l mod] [script [args]]`.

use crate::interp::{call_value, unwind};
use crate::lib::chunk;
use crate::value::{Val, NIL};
use crate::{Lua, Rt};
use holloway::heap::{HeapConfig, RawSlot};
use holloway::machine::Raised;
use holloway::world::ask;
use holloway::Params;
use std::convert::Infallible;
use std::io::IsTerminal;
use std::process::ExitCode;

/// What the arguments ask for.
#[derive(Default)]
struct Options {
    version: bool,
    interactive: bool,
    no_environment: bool,
    warnings: bool,
    /// `-e` and `-l` in order.
    before: Vec<(char, String)>,
    /// Index of the script in the arguments.
    script: Option<usize>,
}

const USAGE: &str = "usage: lua [options] [script [args]]
Available options are:
  -e stat   execute string 'stat'
  -i        enter interactive mode after executing 'script'
  -l mod    require library 'mod' into global 'mod'
  -l g=mod  require library 'mod' into global 'g'
  -v        show version information
  -E        ignore environment variables
  -W        turn warnings on
  --        stop handling options
  -         stop handling options and execute stdin
";

fn parse(args: &[String]) -> Result<Options, String> {
    let mut o = Options::default();
    let mut i = 1;
    while let Some(a) = args.get(i) {
        match a.as_str() {
            "-" => {
                o.script = Some(i);
                return Ok(o);
            }
            "--" => {
                i += 1;
                break;
            }
            "-v" => o.version = true,
            "-E" => o.no_environment = true,
            "-W" => o.warnings = true,
            "-i" => (o.interactive, o.version) = (true, true),
            _ if a.starts_with("-e") || a.starts_with("-l") => {
                let kind = a.as_bytes()[1] as char;
                let text = if a.len() > 2 {
                    a[2..].to_string()
                } else {
                    i += 1;
                    args.get(i).cloned().ok_or(format!("'{a}' needs argument"))?
                };
                o.before.push((kind, text));
            }
            _ if a.starts_with('-') => return Err(format!("unrecognized option '{a}'")),
            _ => break,
        }
        i += 1;
    }
    if i < args.len() {
        o.script = Some(i);
    }
    Ok(o)
}

/// The command.
pub fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect();
    let options = match parse(&args) {
        Ok(o) => o,
        Err(e) => {
            eprint!("lua: {e}\n{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    let settings = Params::from_env().and_then(|p| Ok((p, HeapConfig::from_env()?)));
    let done = settings.and_then(|(params, mut heap)| {
        heap.ref_tags = Some(crate::value::REF_TAGS);
        holloway::run_with(
            params,
            heap,
            |_| Ok::<_, String>(Lua::default()),
            |rt| {
                let done = run(rt, &options, &args);
                rt.exit(if done { 0 } else { 1 })
            },
        )
    });
    let Err::<Infallible, _>(e) = done;
    eprintln!("lua: {e}");
    ExitCode::FAILURE
}

fn run(rt: &Rt, o: &Options, args: &[String]) -> bool {
    rt.lang.start(rt);
    // Without a handler Ctrl-C ends the process, which is as good.
    let _ctrl_c = holloway::interrupt_on_ctrl_c(rt).ok();
    let done = start(rt, o, args).is_ok();
    crate::finalize::close(rt);
    crate::lib::flush(rt);
    done
}

/// Everything in the reference's order; an error has been reported.
fn start(rt: &Rt, o: &Options, args: &[String]) -> Result<(), ()> {
    rt.lang.lib.no_environment.set(o.no_environment);
    crate::lib::open(rt).map_err(|Raised| fail(rt))?;
    // Before variables are closed because of an error that nobody catches, its value is asked what it is.
    rt.lang.nesting().handler.set(&rt.heap, rt.lang.globals().get_name(rt, "tostring").into());
    if o.version {
        print("Lua 5.4 on Holloway\n");
    }
    set_arg(rt, o, args)?;
    if !o.no_environment {
        run_init(rt)?;
    }
    rt.lang.lib.warnings.set(o.warnings);
    for (kind, text) in &o.before {
        match kind {
            'e' => execute(rt, text.as_bytes(), "=(command line)", &[])?,
            _ => load_library(rt, text).map_err(|Raised| fail(rt))?,
        }
    }
    if let Some(i) = o.script {
        let path = Some(args[i].as_str()).filter(|p| *p != "-" || args[i - 1] == "--");
        execute_file(rt, path, &args[i + 1..])?;
    }
    if o.interactive {
        crate::repl::run(rt);
    } else if o.script.is_none() && o.before.is_empty() && !o.version {
        if ask("whether the input is a terminal", || std::io::stdin().is_terminal()) {
            print("Lua 5.4 on Holloway\n");
            crate::repl::run(rt);
        } else {
            execute_file(rt, None, &[])?;
        }
    }
    Ok(())
}

/// Writes to standard output, in order with what the program writes.
pub fn print(text: &str) {
    // Nobody is left to be told if the output is closed.
    let _ = crate::lib::out::write(text.as_bytes());
}

/// What the environment says to run first.
fn run_init(rt: &Rt) -> Result<(), ()> {
    let found = ["LUA_INIT_5_4", "LUA_INIT"].into_iter().find_map(|n| Some((n, crate::lib::variable(n)?)));
    match found {
        Some((name, text)) => match text.strip_prefix('@') {
            Some(path) => execute_file(rt, Some(path), &[]),
            None => execute(rt, text.as_bytes(), &format!("={name}"), &[]),
        },
        None => Ok(()),
    }
}

/// `-l name` or `-l global=name`.
fn load_library(rt: &Rt, text: &str) -> Result<(), Raised> {
    let (global, module) = text.split_once('=').unwrap_or((text, text));
    let module = Val::Str(crate::string::make(rt, module.as_bytes())?);
    let require: RawSlot = rt.lang.globals().get_name(rt, "require").into();
    let results = call_value(rt, require, &[module.into()])?;
    rt.lang.globals().set_name(rt, global, results.first().copied().unwrap_or(NIL))
}

fn execute_file(rt: &Rt, path: Option<&str>, args: &[String]) -> Result<(), ()> {
    let (source, name) = chunk::read(path).map_err(|e| report(e.as_bytes()))?;
    execute(rt, &source, &name, args)
}

/// The table `arg`.
fn set_arg(rt: &Rt, o: &Options, args: &[String]) -> Result<(), ()> {
    let t = crate::table::new(rt);
    let zero = o.script.unwrap_or(0) as i64;
    let fill = || -> Result<(), Raised> {
        for (i, a) in args.iter().enumerate() {
            let s = crate::string::make(rt, a.as_bytes())?;
            t.set_int(rt, i as i64 - zero, Val::Str(s))?;
        }
        rt.lang.globals().set_name(rt, "arg", Val::Table(t))
    };
    fill().map_err(|Raised| fail(rt))
}

/// Writes a message to standard error, with the command's name.
fn report(message: &[u8]) {
    // Nobody is left to be told if it is closed.
    let _ = crate::lib::out::write_error(&[b"lua: ", message, b"\n"].concat());
}

/// The error being raised as the command shows it.
pub fn error_message(rt: &Rt) -> Vec<u8> {
    let trace = rt.lang.trace.uncaught(rt);
    let e = rt.error.get();
    // A value that says itself what it is has no traceback, as in the reference. It may have been asked before variables were closed.
    let text = unwind::error_text(rt, e);
    let plain = !rt.lang.trace.handled.get() && matches!(e.into(), Val::Str(_) | Val::Int(_) | Val::Float(_));
    if plain || text.starts_with(b"(error object is") {
        [&text[..], b"\n", &trace].concat()
    } else {
        text
    }
}

/// Reports the error being raised.
fn fail(rt: &Rt) {
    report(&error_message(rt));
}

fn execute(rt: &Rt, source: &[u8], name: &str, args: &[String]) -> Result<(), ()> {
    let env = Val::Table(rt.lang.globals()).into();
    let call = || -> Result<Result<(), Vec<u8>>, Raised> {
        let f = match chunk::compile(rt, source, name, env)? {
            Ok(f) => f,
            Err(message) => return Ok(Err(message)),
        };
        let mut list = Vec::with_capacity(args.len());
        for a in args {
            list.push(Val::Str(crate::string::make(rt, a.as_bytes())?).into());
        }
        call_value(rt, f, &list).map(|_| Ok(()))
    };
    match call() {
        Ok(done) => done.map_err(|message| report(&message)),
        Err(Raised) => {
            fail(rt);
            Err(())
        }
    }
}
