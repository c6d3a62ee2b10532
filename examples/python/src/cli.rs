//! The command line, as the reference's: `python [option] .. [-c CODE | -m MODULE | FILE | -] [ARG] ..`.
//!
//! What is wrong with the arguments exits with 2, as does a file that cannot be read; an exception that nobody caught exits with 1 and `SystemExit`
//! with what it says.

use crate::objects::{attr, ops, str};
use crate::value::Val;
use crate::without::Without;
use crate::{errors, modules, repl, traceback, Py, Rt};
use holloway::heap::HeapConfig;
use holloway::machine::Raised;
use holloway::world::{ask, Input};
use holloway::Params;
use std::convert::Infallible;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `sys.version` says.
pub const VERSION: &str = "3.11.0 (Holloway)";
/// What Python calls the system.
pub const PLATFORM: &str = match () {
    _ if cfg!(windows) => "win32",
    _ if cfg!(target_os = "macos") => "darwin",
    _ => "linux",
};

const USAGE: &str = "usage: python [option] ... [-c cmd | -m mod | file | -] [arg] ...\n";

const HELP: &str = "Options:
-B     : don't write compiled modules to files (also PYTHONDONTWRITEBYTECODE=x)
-c cmd : program passed in as string (terminates option list)
-h     : print this help message and exit (also --help)
-i     : go on with a prompt after running the program
-m mod : run library module as a script (terminates option list)
-q     : don't print version on interactive startup
-V     : print the version number and exit (also --version)
-b -d -E -I -P -s -S -u -v, -W arg, -X opt : accepted, without effect
Arguments:
file   : program read from script file, or from __main__.py in a directory
-      : program read from stdin (default; a prompt if that is a terminal)
arg ...: arguments passed to program in sys.argv[1:]
Environment: PYTHONPATH, directories in which modules are looked for; PYTHONPYCACHEPREFIX, one for compiled modules,
which else are in __pycache__ beside them, and of the library in ~/.cache; HOLLOWAY_JIT and others, see the guide.
";

/// Where the program is.
#[derive(PartialEq, Eq, Debug)]
enum Program {
    Input,
    Code(String),
    Module(String),
    File(String),
}

/// Options of one letter.
#[derive(PartialEq, Eq, Debug, Clone, Copy, Default)]
struct Flags {
    interactive: bool,
    quiet: bool,
    /// Nothing is written that the next process could read.
    leaves_nothing: bool,
}

/// What the arguments ask for.
#[derive(PartialEq, Eq, Debug)]
struct Options {
    program: Program,
    flags: Flags,
    /// `sys.argv`.
    argv: Vec<String>,
}

/// What to print instead, and whether that is an error.
#[derive(PartialEq, Eq, Debug)]
struct Instead(String, bool);

/// The options once the program is known: `first` and what is left are its arguments.
fn done(
    program: Program,
    first: &str,
    rest: std::slice::Iter<'_, String>,
    flags: Flags,
) -> Result<Options, Instead> {
    let argv = std::iter::once(first.to_string()).chain(rest.cloned()).collect();
    Ok(Options { program, flags, argv })
}

fn parse(args: &[String]) -> Result<Options, Instead> {
    let wrong =
        |what: String| Instead(format!("{what}\n{USAGE}Try `python -h' for more information.\n"), true);
    let mut flags = Flags::default();
    let mut rest = args.iter();
    loop {
        let Some(a) = rest.next() else { return done(Program::Input, "", rest, flags) };
        let Some(letters) = a.strip_prefix('-') else {
            return done(Program::File(a.clone()), a, rest, flags);
        };
        match letters {
            "" => return done(Program::Input, "-", rest, flags),
            "-help" => return Err(Instead(format!("{USAGE}{HELP}"), false)),
            "-version" => return Err(Instead(format!("Python {VERSION}\n"), false)),
            "-" => {
                return match rest.next() {
                    Some(file) => done(Program::File(file.clone()), file, rest, flags),
                    None => done(Program::Input, "", rest, flags),
                }
            }
            _ if letters.starts_with('-') => return Err(wrong(format!("unknown option {a}"))),
            _ => {}
        }
        for (i, c) in letters.char_indices() {
            match c {
                'c' | 'm' | 'W' | 'X' => {
                    let own = letters.get(i + 1..).filter(|o| !o.is_empty()).map(str::to_string);
                    let Some(text) = own.or_else(|| rest.next().cloned()) else {
                        return Err(wrong(format!("Argument expected for the -{c} option")));
                    };
                    match c {
                        'c' => return done(Program::Code(text), "-c", rest, flags),
                        'm' => return done(Program::Module(text), "-m", rest, flags),
                        _ => break,
                    }
                }
                'h' | '?' => return Err(Instead(format!("{USAGE}{HELP}"), false)),
                'V' => return Err(Instead(format!("Python {VERSION}\n"), false)),
                'i' => flags.interactive = true,
                'q' => flags.quiet = true,
                'B' => flags.leaves_nothing = true,
                'b' | 'd' | 'E' | 'I' | 'P' | 's' | 'S' | 'u' | 'v' => {}
                _ => return Err(wrong(format!("Unknown option: -{c}"))),
            }
        }
    }
}

/// The command.
pub fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    let options = match parse(&args) {
        Ok(o) => o,
        Err(Instead(text, true)) => {
            eprint!("{text}");
            return ExitCode::from(2);
        }
        Err(Instead(text, false)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
    };
    let settings = Params::from_env().and_then(|p| Ok((p, HeapConfig::from_env()?, Without::from_env()?)));
    let done = settings.and_then(|(params, mut heap, without)| {
        heap.ref_tags = Some(crate::value::REF_TAGS);
        holloway::run_with(
            params,
            heap,
            |_| Ok::<_, String>(Py::default()),
            |rt| {
                let code = run(rt, &options, without);
                rt.exit(code.into())
            },
        )
    });
    let Err::<Infallible, _>(e) = done;
    eprintln!("python: {e}");
    ExitCode::FAILURE
}

fn run(rt: &Rt, o: &Options, without: u8) -> u8 {
    rt.lang.start(rt);
    // Without a handler Ctrl-C ends the process, which is as good.
    let _ctrl_c = holloway::interrupt_on_ctrl_c(rt).ok();
    *rt.lang.argv.borrow_mut() = o.argv.clone();
    let forbidden = std::env::var_os("PYTHONDONTWRITEBYTECODE").is_some_and(|v| !v.is_empty());
    rt.lang.keeps_code.set(!o.flags.leaves_nothing && !forbidden);
    let done = modules::open_prelude(rt);
    rt.lang.without.set(without);
    let session = o.program == Program::Input && modules::sys::has_typist();
    let mut code = match done {
        Ok(()) if session => 0,
        Ok(()) if o.program == Program::Input && o.flags.interactive => 0,
        Ok(()) => program(rt, &o.program, o.flags.interactive),
        Err(Raised) => uncaught(rt),
    };
    if session || o.flags.interactive {
        set_path(rt, PathBuf::new());
        code = repl::run(rt, o.flags.quiet || o.program != Program::Input);
    }
    let at_exit = modules::at_exit(rt);
    if at_exit.is_err() {
        // Its code does not count.
        uncaught(rt);
    }
    let files = modules::files::flush_all(rt);
    let flushed = rt.lang.out.borrow_mut().flush();
    match flushed {
        Err(_) if code == 0 => 120,
        _ if code == 0 && files.is_err() => 120,
        _ => code,
    }
}

/// Where modules are looked for: beside the program, and where the environment says.
fn set_path(rt: &Rt, beside: PathBuf) {
    let mut path = rt.lang.path.borrow_mut();
    if path.is_empty() {
        path.push(beside);
        let variable = || langkit::system::bytes(std::env::var_os("PYTHONPATH").unwrap_or_default());
        let more = ask("variable PYTHONPATH", variable);
        path.extend(
            std::env::split_paths(&*langkit::system::name(&more)).filter(|p| !p.as_os_str().is_empty()),
        );
    }
}

fn absolute(path: &str) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path))
}

/// Runs it; answers the exit code.
fn program(rt: &Rt, program: &Program, goes_on: bool) -> u8 {
    let done = match program {
        Program::Input => {
            set_path(rt, PathBuf::new());
            let mut bytes = Vec::new();
            let read = std::io::Read::read_to_end(&mut Input::new(), &mut bytes);
            if let Err(e) = read {
                eprintln!("python: can't read standard input: {e}");
                return 2;
            }
            run_bytes(rt, None, "<stdin>", bytes)
        }
        Program::Code(code) => {
            set_path(rt, PathBuf::new());
            modules::run_file(rt, "__main__", "<string>", code)
        }
        Program::Module(name) => {
            set_path(rt, std::env::current_dir().unwrap_or_default());
            match module(rt, name) {
                Ok(Some(v)) => Ok(v),
                Ok(None) => return 1,
                Err(Raised) => Err(Raised),
            }
        }
        Program::File(file) => {
            let (mut path, mut package) = (absolute(file), None);
            if ask(format_args!("whether {file} is a folder"), || path.is_dir()) {
                let inside = path.join("__main__.py");
                if !ask("whether there is a __main__.py", || inside.exists()) {
                    eprintln!("python: can't find '__main__' module in '{}'", path.display());
                    return 1;
                }
                (path, package) = (inside, Some(""));
            }
            set_path(rt, path.parent().map_or_else(PathBuf::new, Path::to_path_buf));
            let shown = langkit::system::text(&path);
            match holloway::world::read(&path) {
                Ok(bytes) => run_bytes(rt, package, &shown, bytes),
                Err(e) => {
                    let (number, words) = langkit::errno::told(&e);
                    eprintln!("python: can't open file '{shown}': [Errno {number}] {words}");
                    return 2;
                }
            }
        }
    };
    match done {
        Ok(_) => 0,
        Err(Raised) if goes_on => {
            report(rt);
            0
        }
        Err(Raised) => uncaught(rt),
    }
}

fn run_bytes(rt: &Rt, package: Option<&str>, file: &str, bytes: Vec<u8>) -> Result<Val, Raised> {
    let source = modules::source::decode(bytes).map_err(|e| e.raise(rt, file))?;
    modules::run_as(rt, "__main__", package, file, &source)
}

/// `-m name`: `None` if there is no such module, which has been said.
fn module(rt: &Rt, name: &str) -> Result<Option<Val>, Raised> {
    // The program sees its own file's name, once that is known.
    let told = |file: &str| rt.lang.argv.borrow_mut()[0] = file.to_string();
    let is_package = match modules::find(rt, name) {
        Some((file, _)) => file.ends_with("__init__.py"),
        None => modules::directory(rt, name).is_some(),
    };
    let full = if is_package { format!("{name}.__main__") } else { name.to_string() };
    let done = modules::run_module(rt, &full, told)?;
    if done.is_none() {
        let why = if is_package {
            format!("No module named {full}; '{name}' is a package and cannot be directly executed")
        } else {
            format!("No module named {name}")
        };
        eprintln!("python: {why}");
    }
    Ok(done)
}

/// Writes what is waiting, then to standard error.
pub fn complain(rt: &Rt, text: &str) {
    // Nobody is left to be told if either is closed.
    let _ = rt.lang.out.borrow_mut().flush();
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Reports the error being raised, by `sys.excepthook` if the program has put something there.
pub fn report(rt: &Rt) {
    let Val::Inst(e) = Val::from(rt.error.get()) else { return };
    let hook = modules::sys::replaced_hook(rt);
    if let Some(hook) = hook {
        let class = Val::Class(e.class(rt).object);
        let args = [class.into(), Val::Inst(e).into(), e.s1.get(&rt.heap)];
        if crate::interp::call::call(rt, hook, &args).is_ok() {
            return;
        }
        let Val::Inst(own) = Val::from(rt.error.get()) else { return };
        let both = (traceback::report(rt, own), traceback::report(rt, e));
        return complain(
            rt,
            &format!("Error in sys.excepthook:\n{}\nOriginal exception was:\n{}", both.0, both.1),
        );
    }
    complain(rt, &traceback::report(rt, e));
}

/// What `SystemExit` asks for, if that is what is being raised: the exit code; what it is to say has been said.
pub fn exit_code(rt: &Rt) -> Option<u8> {
    let e = errors::caught(rt, rt.lang.types().system_exit)?;
    let code = attr::get(rt, Val::Inst(e), str::intern(rt, "code")).unwrap_or(Val::None);
    Some(match ops::unwrapped(rt, code) {
        Val::None => 0,
        Val::Int(n) => n as u8,
        b @ (Val::False | Val::True) => u8::from(b.is_true()),
        // Too large an integer.
        Val::Big(_) => 255,
        v => {
            if let Ok(text) = ops::str(rt, v) {
                complain(rt, &format!("{text}\n"));
            }
            1
        }
    })
}

/// Reports the exception that ended the program; answers the exit code.
fn uncaught(rt: &Rt) -> u8 {
    if let Some(code) = exit_code(rt) {
        return code;
    }
    let interrupted = errors::caught(rt, rt.lang.types().keyboard_interrupt).is_some();
    report(rt);
    if interrupted {
        130
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Result<Options, Instead> {
        let all: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        parse(&all)
    }

    #[test]
    fn options_end_where_the_program_is_named() {
        let o = args("-iq -c x -i").unwrap();
        assert_eq!((o.program, o.flags.interactive, o.flags.quiet), (Program::Code("x".into()), true, true));
        assert_eq!(o.argv, ["-c", "-i"]);
        assert_eq!(args("-mjson.tool a").unwrap().program, Program::Module("json.tool".into()));
        assert_eq!(args("-u -W ignore x.py -q").unwrap().argv, ["x.py", "-q"]);
        assert_eq!(args("- a").unwrap().argv, ["-", "a"]);
        assert_eq!(args("").unwrap().argv, [""]);
        assert!(
            args("-c").is_err_and(|e| e.1 && e.0.starts_with("Argument expected for the -c option\nusage: "))
        );
        assert!(args("-Z").is_err_and(|e| e.0.starts_with("Unknown option: -Z\n")));
        assert!(args("-V").is_err_and(|e| !e.1));
    }
}
