//! The module `_files`: files by number and the file system, for `io` and `os`, which are written in Python.
//!
//! What is written is kept until there is enough of it, and is written out before anything else looks at files and at the end of the program.

use crate::interp::call::call;
use crate::native::{Args, Body};
use crate::objects::{bytes, ops, str};
use crate::py::Module;
use crate::value::Val;
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use holloway::world::{ask, Answer, File};
use langkit::{errno, system};
use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// An open file and what is still to be written.
pub struct Open {
    file: File,
    pending: Vec<u8>,
}

/// Bytes kept before they are written.
const KEPT: usize = 1 << 16;

impl Open {
    fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let data = std::mem::take(&mut self.pending);
        self.file.write_all(&data)
    }
}

/// Raises the `OSError` that fits an error of the system.
pub fn failed(rt: &Rt, e: &io::Error, name: Option<&str>) -> Raised {
    let (number, words) = errno::told(e);
    let made = || -> Result<Val, Raised> {
        let mut args: Vec<RawSlot> = vec![Val::Int(i64::from(number)).into(), str::val(rt, &words)?.into()];
        if let Some(n) = name {
            args.push(str::val(rt, n)?.into());
        }
        // The class that fits is found by the number.
        call(rt, Val::Class(rt.lang.types().os_error.object), &args)
    };
    match made() {
        Ok(v) => errors::throw(rt, v),
        Err(Raised) => Raised,
    }
}

/// Writes out what is kept for all files.
///
/// # Errors
/// `OSError`.
pub fn flush_all(rt: &Rt) -> Result<(), Raised> {
    let mut all = rt.lang.files.borrow_mut();
    for f in all.iter_mut().flatten() {
        f.flush().map_err(|e| failed(rt, &e, None))?;
    }
    Ok(())
}

fn with<T>(a: &Args<'_>, f: impl FnOnce(&mut Open) -> io::Result<T>) -> Result<T, Raised> {
    let id = a.int(0)?;
    let mut all = a.rt.lang.files.borrow_mut();
    match all.get_mut(id as usize) {
        Some(Some(o)) => f(o).map_err(|e| failed(a.rt, &e, None)),
        _ => Err(errors::value(a.rt, "I/O operation on closed file")),
    }
}

/// `open(path, mode)` with one of `r w a x` and perhaps `+`.
fn open_file(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, path, mode) = (a.rt, a.str(0)?, a.str(1)?);
    flush_all(rt)?;
    let (mode, path) = (mode.text(), path.text());
    let both = mode.contains('+');
    let has = |c: char| mode.contains(c);
    let mut how = OpenOptions::new();
    how.read(both || has('r')).write(both || !has('r')).append(has('a'));
    how.create(has('w') || has('a')).truncate(has('w')).create_new(has('x'));
    // What the system knows nothing of, such as a device, is none.
    let is_folder = |f: &File| {
        let asked = f.ask("whether this is a folder:", |f| f.metadata().map(|m| m.is_dir()));
        asked.unwrap_or(false)
    };
    // Windows has no words for why it does not open them.
    let refused = || cfg!(windows) && ask("whether that is a folder", || Path::new(path).is_dir());
    let opened = match File::open(path.as_ref(), &how) {
        Ok(f) if is_folder(&f) => Err(errno::made(errno::IS_FOLDER)),
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied && refused() => {
            Err(errno::made(errno::IS_FOLDER))
        }
        opened => opened,
    };
    let file = opened.map_err(|e| failed(rt, &e, Some(path)))?;
    let mut all = rt.lang.files.borrow_mut();
    let made = Some(Open { file, pending: Vec::new() });
    let free = all.iter().position(Option::is_none);
    let id = free.unwrap_or(all.len());
    match free {
        Some(i) => all[i] = made,
        None => all.push(made),
    }
    Ok(Val::Int(id as i64))
}
/// `read(file, n)`: all that is left if `n` is negative.
fn read(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = a.int(1)?;
    let data = with(a, |o| {
        o.flush()?;
        let mut data = Vec::new();
        match u64::try_from(n) {
            Ok(n) => (&mut o.file).take(n).read_to_end(&mut data)?,
            Err(_) => o.file.read_to_end(&mut data)?,
        };
        Ok(data)
    })?;
    bytes::val(a.rt, data)
}
fn write(a: &mut Args<'_>) -> Result<Val, Raised> {
    let data = bytes::need(a.rt, a.val(1))?;
    with(a, |o| {
        o.pending.extend_from_slice(&data);
        if o.pending.len() > KEPT {
            o.flush()?;
        }
        Ok(Val::Int(data.len() as i64))
    })
}
fn flush(a: &mut Args<'_>) -> Result<Val, Raised> {
    with(a, Open::flush)?;
    a.none()
}
fn seek(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (n, whence) = (a.int(1)?, a.int(2)?);
    if n < 0 && whence == 0 {
        return Err(errors::value(a.rt, &format!("negative seek value {n}")));
    }
    let to = match whence {
        0 => SeekFrom::Start(n as u64),
        1 => SeekFrom::Current(n),
        _ => SeekFrom::End(n),
    };
    with(a, |o| {
        o.flush()?;
        o.file.seek(to).map(|n| Val::Int(n as i64))
    })
}
fn truncate(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = a.int(1)?.max(0) as u64;
    with(a, |o| {
        o.flush()?;
        o.file.ask("truncate", |f| f.set_len(n))
    })?;
    a.none()
}
fn close(a: &mut Args<'_>) -> Result<Val, Raised> {
    with(a, Open::flush)?;
    let id = a.int(0)?;
    if let Some(f) = a.rt.lang.files.borrow_mut().get_mut(id as usize) {
        *f = None;
    }
    a.none()
}

/// Something done with the path that is argument 0; `what` says what.
fn on_path<T: Answer>(
    a: &Args<'_>,
    what: impl Display,
    f: impl FnOnce(&str) -> io::Result<T>,
) -> Result<T, Raised> {
    let path = a.str(0)?;
    flush_all(a.rt)?;
    ask(format_args!("{what} {}", path.text()), || f(path.text()))
        .map_err(|e| failed(a.rt, &e, Some(path.text())))
}
fn texts(rt: &Rt, all: &[String]) -> Result<Val, Raised> {
    let out = crate::objects::list::new(rt);
    for s in all {
        out.push(rt, str::val(rt, s)?.into())?;
    }
    Ok(Val::List(out))
}
fn listdir(a: &mut Args<'_>) -> Result<Val, Raised> {
    let names = on_path(a, "list", |p| {
        fs::read_dir(p)?
            .map(|e| Ok(e?.file_name().to_string_lossy().into_owned()))
            .collect::<io::Result<Vec<_>>>()
    })?;
    texts(a.rt, &names)
}
macro_rules! on_paths {
    ($($f:ident $e:expr;)*) => {$(
        fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            on_path(a, stringify!($f), $e)?;
            a.none()
        }
    )*};
}
on_paths! {
    mkdir |p| fs::create_dir(p);
    rmdir |p| fs::remove_dir(p);
    remove |p| fs::remove_file(p);
    chdir |p| std::env::set_current_dir(p);
}
fn rename(a: &mut Args<'_>) -> Result<Val, Raised> {
    let to = a.str(1)?;
    on_path(a, format_args!("rename to {}:", to.text()), |p| fs::rename(p, to.text()))?;
    a.none()
}
fn realpath(a: &mut Args<'_>) -> Result<Val, Raised> {
    let full = on_path(a, "realpath", |p| Ok(system::text(&fs::canonicalize(p)?)))?;
    str::val(a.rt, &full)
}
/// `stat(path, follow)`: mode, inode, device, links, user, group, size, and times of access, change, status in nanoseconds.
fn stat(a: &mut Args<'_>) -> Result<Val, Raised> {
    let follow = ops::truth(a.rt, a.val(1))?;
    let numbers = |p: &str| {
        let m = if follow { fs::metadata(p) } else { fs::symlink_metadata(p) };
        let n = system::numbers(&m?);
        let ids = [i64::from(n.mode), n.inode as i64, n.device as i64, n.links as i64];
        let owners = [i64::from(n.user), i64::from(n.group), n.bytes as i64];
        Ok([&ids[..], &owners, &[n.accessed, n.modified, n.changed]].concat())
    };
    let all = on_path(a, if follow { "stat" } else { "lstat" }, numbers)?;
    let all: Vec<RawSlot> = all.into_iter().map(|n| Val::Int(n).into()).collect();
    ops::tuple_val(a.rt, &all)
}
fn getcwd(a: &mut Args<'_>) -> Result<Val, Raised> {
    match ask("current folder", || std::env::current_dir().map(|p| system::text(&p))) {
        Ok(p) => str::val(a.rt, &p),
        Err(e) => Err(failed(a.rt, &e, None)),
    }
}
fn getpid(_: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(Val::Int(i64::from(ask("process id", std::process::id))))
}
fn cpu_count(_: &mut Args<'_>) -> Result<Val, Raised> {
    let count = || std::thread::available_parallelism().map_or(1, |n| n.get() as i64);
    Ok(Val::Int(ask("processors", count)))
}
/// Names and values in turn.
fn environ(a: &mut Args<'_>) -> Result<Val, Raised> {
    let text = |s: std::ffi::OsString| s.to_string_lossy().into_owned();
    // On Windows the case of names does not matter, and programs write them in capitals.
    let name = |s| if cfg!(windows) { text(s).to_uppercase() } else { text(s) };
    let variables = || std::env::vars_os().flat_map(|(k, v)| [name(k), text(v)]).collect::<Vec<String>>();
    let all = ask("all variables", variables);
    texts(a.rt, &all)
}
fn urandom(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = a.int(0)?.clamp(0, 1 << 24) as usize;
    let random = || {
        let mut data = vec![0; n];
        getrandom::fill(&mut data).map(|()| data).map_err(io::Error::from)
    };
    let data = ask(format_args!("{n} random bytes"), random).map_err(|e| failed(a.rt, &e, None))?;
    bytes::val(a.rt, data)
}

const FUNCTIONS: &[(&str, Body)] = &[
    ("open", open_file),
    ("read", read),
    ("write", write),
    ("flush", flush),
    ("seek", seek),
    ("truncate", truncate),
    ("close", close),
    ("listdir", listdir),
    ("mkdir", mkdir),
    ("rmdir", rmdir),
    ("remove", remove),
    ("rename", rename),
    ("chdir", chdir),
    ("realpath", realpath),
    ("stat", stat),
    ("getcwd", getcwd),
    ("getpid", getpid),
    ("cpu_count", cpu_count),
    ("environ", environ),
    ("urandom", urandom),
];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}
