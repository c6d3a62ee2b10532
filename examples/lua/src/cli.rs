//! The command line, as the reference's: `lua [-v] [-i] [-e stat] [-l mod] [script [args]]`.

use crate::interp::{call_value, unwind};
use crate::lib::chunk;
use crate::value::Val;
use crate::{Lua, Rt};
use holloway::heap::{HeapConfig, RawSlot};
use holloway::machine::Raised;
use holloway::Params;
use std::io::{BufRead, Write};
use std::process::ExitCode;

/// What the arguments ask for.
#[derive(Default)]
struct Options {
    version: bool,
    interactive: bool,
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
  -v        show version information
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
            "-E" | "-W" => {}
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
        holloway::run_with(params, heap, Lua::default, |rt| run(rt, &options, &args))
    });
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("lua: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run(rt: &Rt, o: &Options, args: &[String]) -> bool {
    rt.lang.start(rt);
    let ok = (|| {
        crate::lib::open(rt).map_err(|Raised| fail(rt))?;
        set_arg(rt, o, args)?;
        if o.version {
            println!("Lua 5.4 on Holloway");
        }
        for (kind, text) in &o.before {
            match kind {
                'e' => execute(rt, text.as_bytes(), "=(command line)", &[])?,
                _ => {
                    let line = format!("{text} = require '{text}'");
                    execute(rt, line.as_bytes(), "=(command line)", &[])?
                }
            }
        }
        if let Some(i) = o.script {
            let path = Some(args[i].as_str()).filter(|p| *p != "-" || args[i - 1] == "--");
            let (source, name) = chunk::read(path).map_err(|e| report(&e))?;
            execute(rt, &source, &name, &args[i + 1..])?;
        }
        Ok::<(), ()>(())
    })()
    .is_ok();
    let bare = o.script.is_none() && o.before.is_empty() && !o.version;
    let done = if ok && (o.interactive || bare) { interactive(rt) } else { ok };
    crate::lib::flush(rt);
    done
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

fn report(message: &str) {
    let _ = crate::lib::out::flush();
    eprintln!("lua: {message}");
}

/// Reports the error being raised.
fn fail(rt: &Rt) {
    let text = unwind::error_text(rt, rt.error.get());
    let _ = crate::lib::out::flush();
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(b"lua: ").and_then(|()| err.write_all(&text)).and_then(|()| err.write_all(b"\n"));
    let _ = err.write_all(b"stack traceback:\n\t[C]: in ?\n");
}

fn execute(rt: &Rt, source: &[u8], name: &str, args: &[String]) -> Result<(), ()> {
    let env = Val::Table(rt.lang.globals()).into();
    let f = match chunk::compile(rt, source, name, env) {
        Ok(Ok(f)) => f,
        Ok(Err(message)) => {
            let _ = crate::lib::out::flush();
            let mut err = std::io::stderr().lock();
            let _ = err.write_all(&[b"lua: ", &message[..], b"\n"].concat());
            return Err(());
        }
        Err(Raised) => {
            fail(rt);
            return Err(());
        }
    };
    let call = || -> Result<(), Raised> {
        let mut list = Vec::with_capacity(args.len());
        for a in args {
            list.push(Val::Str(crate::string::make(rt, a.as_bytes())?).into());
        }
        call_value(rt, f, &list).map(|_| ())
    };
    call().map_err(|Raised| fail(rt))
}

/// Reads statements or expressions from standard input and runs them, printing results.
fn interactive(rt: &Rt) -> bool {
    let mut lines = std::io::stdin().lock().lines();
    let mut pending = String::new();
    loop {
        print!("{}", if pending.is_empty() { "> " } else { ">> " });
        let _ = crate::lib::out::flush();
        let Some(Ok(line)) = lines.next() else {
            println!();
            return true;
        };
        if !pending.is_empty() {
            pending.push('\n');
        }
        pending.push_str(&line);
        let env: RawSlot = Val::Table(rt.lang.globals()).into();
        let as_value = chunk::compile(rt, format!("return {pending}").as_bytes(), "=stdin", env);
        let f = match as_value {
            Ok(Ok(f)) => Ok(f),
            _ => match crate::compile::compile_chunk(pending.as_bytes(), "=stdin") {
                Err(e) if e.at_end => continue,
                Err(e) => Err(e.message),
                Ok(_) => chunk::compile(rt, pending.as_bytes(), "=stdin", env).unwrap_or(Err(Vec::new())),
            },
        };
        pending.clear();
        match f {
            Err(message) => eprintln!("{}", String::from_utf8_lossy(&message)),
            Ok(f) => match call_value(rt, f, &[]) {
                Err(Raised) => {
                    eprintln!("{}", String::from_utf8_lossy(&unwind::error_text(rt, rt.error.get())))
                }
                Ok(values) if values.is_empty() => {}
                Ok(values) => {
                    let print: RawSlot = rt.lang.globals().get_name(rt, "print").into();
                    let _ = call_value(rt, print, &values);
                }
            },
        }
    }
}
