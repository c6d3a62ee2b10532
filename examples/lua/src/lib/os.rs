//! The library `os`.
//!
//! **Invariants.** Everything that was written is with the system before another program runs, and before the process ends.
//!
//! **Not promised.** Locales other than "C".
//!
//! **Example.** `os.time{year = 2024, month = 1, day = 1}`; `os.remove("x")` is nil, a message and a number if there is no such file.

use super::access;
use super::file;
use super::io::push_outcome;
use crate::native::{self, Call};
use crate::table::Table;
use crate::text::date::{self, Field, Fields, Request};
use crate::text::number::{self, Number};
use crate::text::TextError;
use crate::value::Val;
use crate::Rt;
use holloway::heap::Gc;
use holloway::machine::Raised;
use holloway::world::ask;
use langkit::system;
use langkit::zone::Zone;
use std::time::{SystemTime, UNIX_EPOCH};

type Done = Result<(), Raised>;

const FUNCTIONS: super::Functions = &[
    ("clock", clock),
    ("date", date_),
    ("difftime", difftime),
    ("execute", execute),
    ("exit", exit),
    ("getenv", getenv),
    ("remove", remove),
    ("rename", rename),
    ("setlocale", setlocale),
    ("time", time),
    ("tmpname", tmpname),
];

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    rt.lang.register(rt, t, FUNCTIONS);
    Ok(())
}

/// Processor time used so far.
fn clock(c: &mut Call<'_>) -> Done {
    c.push(Val::float(ask("processor time", || holloway::observe::cpu_time().as_secs_f64())));
    Ok(())
}

/// Seconds since 1970.
fn now() -> i64 {
    ask("time", || match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(d) => d.as_secs() as i64,
        Err(e) => -(e.duration().as_secs() as i64),
    })
}

fn set_fields(rt: &Rt, t: Gc<Table>, f: &Fields) -> Done {
    let numbers = [
        ("year", f.year),
        ("month", f.month),
        ("day", f.day),
        ("hour", f.hour),
        ("min", f.min),
        ("sec", f.sec),
        ("yday", f.yday),
        ("wday", f.wday),
    ];
    for (name, n) in numbers {
        t.set_name(rt, name, Val::Int(n))?;
    }
    t.set_name(rt, "isdst", Val::bool(f.isdst))
}

fn date_(c: &mut Call<'_>) -> Done {
    let format = c.opt_str(1)?;
    let format = format.as_ref().map_or(&b"%c"[..], |f| f.bytes());
    let time = if c.val(2).is_nil() { now() } else { c.check_int(2)? };
    let mut text = Vec::new();
    match date::date(format, time, &Zone::from_environment(), &mut text).map_err(|e| c.text_error(e))? {
        Some(fields) => {
            let t = crate::table::new(c.rt);
            set_fields(c.rt, t, &fields)?;
            c.push(Val::Table(t));
            Ok(())
        }
        None => c.push_str(text),
    }
}

/// An error on the way to a time.
enum Fail {
    Text(TextError),
    Raised(Raised),
}

impl From<TextError> for Fail {
    fn from(e: TextError) -> Fail {
        Fail::Text(e)
    }
}

fn time(c: &mut Call<'_>) -> Done {
    if c.val(1).is_nil() {
        c.push(Val::Int(now()));
        return Ok(());
    }
    let t = c.check_table(1)?;
    let get = |name: &str| access::index(c, Val::Table(t), Val::Str(c.rt.lang.short(c.rt, name)));
    let request = Request::read::<Fail>(|name| {
        let v = Val::from(get(name).map_err(Fail::Raised)?);
        Ok(match native::to_number(v) {
            _ if v.is_nil() => Field::Missing,
            Some(Number::Int(n)) => Field::Integer(n),
            Some(Number::Float(x)) => number::float_to_int(x).map_or(Field::Other, Field::Integer),
            None => Field::Other,
        })
    });
    let mut request = request.map_err(|e| match e {
        Fail::Text(e) => c.text_error(e),
        Fail::Raised(r) => r,
    })?;
    let summer = Val::from(get("isdst")?);
    request.isdst = (!summer.is_nil()).then(|| summer.truthy());
    let (time, fields) = date::time_from(&request, &Zone::from_environment()).map_err(|e| c.text_error(e))?;
    set_fields(c.rt, t, &fields)?;
    c.push(Val::Int(time));
    Ok(())
}

fn difftime(c: &mut Call<'_>) -> Done {
    let seconds = c.check_int(1)? as f64 - c.check_int(2)? as f64;
    c.push(Val::float(seconds));
    Ok(())
}

fn execute(c: &mut Call<'_>) -> Done {
    let Some(command) = c.opt_str(1)? else {
        let shell = || cfg!(windows) || std::path::Path::new("/bin/sh").exists();
        c.push(Val::bool(ask("whether there is a shell", shell)));
        return Ok(());
    };
    c.rt.lang.lib.files.flush();
    // A replay runs no command.
    let run = || {
        let status = system::shell().arg(system::name(command.bytes())).status()?;
        Ok((status.success(), status.code(), system::signal(status)))
    };
    match ask(format_args!("run {}", command.text()), run) {
        Ok((success, code, signal)) => {
            let (kind, n) = match (code, signal) {
                (None, Some(signal)) => ("signal", signal),
                (code, _) => ("exit", code.unwrap_or(0)),
            };
            c.push(if success { Val::True } else { Val::Nil });
            c.push_str(kind)?;
            c.push(Val::Int(n.into()));
            Ok(())
        }
        Err(e) => push_outcome(c, Err(e), None),
    }
}

fn exit(c: &mut Call<'_>) -> Done {
    let code = match c.val(1) {
        Val::Nil | Val::True => 0,
        Val::False => 1,
        _ => c.check_int(1)? as i32,
    };
    if c.val(2).truthy() {
        crate::finalize::close(c.rt);
    }
    c.rt.lang.lib.files.flush();
    c.rt.exit(code)
}

fn getenv(c: &mut Call<'_>) -> Done {
    let name = c.check_str(1)?;
    let name = name.bytes();
    // These cannot be names.
    let possible = !name.is_empty() && !name.contains(&b'=') && !name.contains(&0);
    let value = || std::env::var_os(system::name(name)).map(system::bytes);
    match possible.then(|| ask(format_args!("variable {}", name.escape_ascii()), value)).flatten() {
        Some(v) => c.push_str(v),
        None => {
            c.push(Val::Nil);
            Ok(())
        }
    }
}

fn remove(c: &mut Call<'_>) -> Done {
    let name = c.check_str(1)?;
    let path = super::path(name.bytes());
    let done = ask(format_args!("remove {}", path.display()), || {
        let is_dir = std::fs::symlink_metadata(&path).is_ok_and(|m| m.is_dir());
        if is_dir {
            std::fs::remove_dir(&path)
        } else {
            std::fs::remove_file(&path)
        }
    });
    push_outcome(c, done, Some(name.bytes()))
}

fn rename(c: &mut Call<'_>) -> Done {
    let (from, to) = (c.check_str(1)?, c.check_str(2)?);
    let (old, new) = (super::path(from.bytes()), super::path(to.bytes()));
    let renamed = || std::fs::rename(&old, &new);
    let done = ask(format_args!("rename {} to {}", old.display(), new.display()), renamed);
    push_outcome(c, done, None)
}

const CATEGORIES: [&str; 6] = ["all", "collate", "ctype", "monetary", "numeric", "time"];

fn setlocale(c: &mut Call<'_>) -> Done {
    let locale = c.opt_str(1)?;
    super::option(c, 2, true, &CATEGORIES)?;
    match locale.as_ref().map_or(&b"C"[..], |l| l.bytes()) {
        b"" | b"C" | b"POSIX" => c.push_str("C"),
        _ => {
            c.push(Val::Nil);
            Ok(())
        }
    }
}

fn tmpname(c: &mut Call<'_>) -> Done {
    match file::temporary_name() {
        Ok(name) => c.push_str(name),
        Err(_) => Err(c.error("unable to generate a unique filename")),
    }
}
