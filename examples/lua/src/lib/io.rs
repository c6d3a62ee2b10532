//! The library `io` and the methods of files.
//!
//! **Invariants.** A file object holds its file until it is closed; the default files are kept in the registry. No file is borrowed while Lua runs.
//!
//! **Not promised.** `popen`.
//!
//! **Example.** `for line in io.lines("x.txt", "L") do ... end` closes the file at its end.

use super::file::{self, File};
use super::out::{self, Buffering};
use super::prelude;
use crate::native::{Call, Special};
use crate::table::Table;
use crate::value::{UserData, Val};
use crate::{error, string, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use langkit::{errno, floats};
use std::cell::RefCell;
use std::io::SeekFrom;
use std::rc::{Rc, Weak};

type Done = Result<(), Raised>;

/// What a file object holds; nothing when closed.
type Shared = Rc<RefCell<Option<File>>>;

/// Files that may have something to be flushed.
#[derive(Default)]
pub struct OpenFiles(RefCell<Vec<Weak<RefCell<Option<File>>>>>);

impl OpenFiles {
    fn add(&self, f: &Shared) {
        let mut all = self.0.borrow_mut();
        if all.len() == all.capacity() {
            all.retain(|f| f.strong_count() > 0);
        }
        all.push(Rc::downgrade(f));
    }
    /// Flushes all, before the process ends.
    pub fn flush(&self) {
        for f in self.0.borrow().iter().filter_map(Weak::upgrade) {
            if let Some(f) = f.borrow_mut().as_mut() {
                // The process ends; there is nobody to be told.
                let _ = f.flush();
            }
        }
        let _ = out::flush();
    }
}

const FUNCTIONS: super::Functions = &[
    ("close", close),
    ("flush", flush),
    ("input", input),
    ("lines", lines),
    ("open", open),
    ("output", output),
    ("popen", popen),
    ("read", read),
    ("tmpfile", tmpfile),
    ("type", type_),
    ("write", write),
];

const METHODS: super::Functions = &[
    ("close", file_close),
    ("flush", file_flush),
    ("lines", file_lines),
    ("read", file_read),
    ("seek", file_seek),
    ("setvbuf", file_setvbuf),
    ("write", file_write),
];

const META: super::Functions = &[("__close", collect), ("__gc", collect), ("__tostring", to_string)];

/// Names in the registry.
const FILE: &str = "FILE*";
const LINES: &str = "lines";
const INPUT: &str = "input";
const OUTPUT: &str = "output";

/// Most formats for a line.
const MAX_FORMATS: usize = 250;

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    rt.lang.register(rt, t, FUNCTIONS);
    let registry = rt.lang.registry();
    let (meta, methods) = (crate::table::new(rt), crate::table::new(rt));
    super::register_nameless(rt, methods, METHODS);
    super::register_nameless(rt, meta, META);
    meta.set_name(rt, "__index", Val::Table(methods))?;
    meta.set_name(rt, "__name", Val::Str(rt.lang.short(rt, FILE)))?;
    registry.set_name(rt, FILE, Val::Table(meta))?;
    let step = rt.lang.make_native(rt, "for iterator", lines_step, Special::None);
    registry.set_name(rt, LINES, Val::Native(step))?;
    for (name, f, default) in [
        ("stdin", File::Stdin, Some(INPUT)),
        ("stdout", File::Stdout, Some(OUTPUT)),
        ("stderr", File::Stderr, None),
    ] {
        let f = object(rt, f);
        t.set_name(rt, name, Val::UserData(f))?;
        if let Some(default) = default {
            registry.set_name(rt, default, Val::UserData(f))?;
        }
    }
    Ok(())
}

fn object(rt: &Rt, f: File) -> Gc<UserData> {
    let meta = match rt.lang.registry().get_name(rt, FILE) {
        Val::Table(t) => Some(t),
        _ => None,
    };
    let shared: Shared = Rc::new(RefCell::new(Some(f)));
    rt.lang.lib.files.add(&shared);
    let file = rt.heap.alloc(UserData::new(Box::new(shared), meta.into()));
    crate::finalize::note(rt, Val::UserData(file));
    file
}

/// The file of a file object.
fn shared(rt: &Rt, v: Val) -> Option<Shared> {
    let Val::UserData(u) = v else { return None };
    u.data.with(&rt.heap, |d| d.as_ref().and_then(|d| d.downcast_ref::<Shared>()).cloned())
}

fn check_shared(c: &Call<'_>, i: usize) -> Result<Shared, Raised> {
    shared(c.rt, c.val(i)).ok_or_else(|| c.type_error(i, FILE))
}

/// Calls `f` with the open file that is the first argument.
fn with_file<R>(c: &Call<'_>, f: impl FnOnce(&mut File) -> R) -> Result<R, Raised> {
    let shared = check_shared(c, 1)?;
    let mut file = shared.borrow_mut();
    file.as_mut().map(f).ok_or_else(|| c.error("attempt to use a closed file"))
}

/// Calls `f` with a default file.
fn with_default<R>(c: &Call<'_>, which: &str, f: impl FnOnce(&mut File) -> R) -> Result<R, Raised> {
    let shared = shared(c.rt, c.rt.lang.registry().get_name(c.rt, which));
    let shared = shared.ok_or_else(|| c.error("no default file"))?;
    let mut file = shared.borrow_mut();
    file.as_mut().map(f).ok_or_else(|| c.error(format!("default {which} file is closed")))
}

/// Pushes true, or nil with a message and a number.
pub fn push_outcome(c: &mut Call<'_>, r: std::io::Result<()>, name: Option<&[u8]>) -> Done {
    match r {
        Ok(()) => {
            c.push(Val::True);
            Ok(())
        }
        Err(e) => push_failure(c, &e, name),
    }
}

fn push_failure(c: &mut Call<'_>, e: &std::io::Error, name: Option<&[u8]>) -> Done {
    let (number, words) = errno::told(e);
    let mut text = name.map_or(Vec::new(), |n| [n, b": "].concat());
    text.extend_from_slice(words.as_bytes());
    c.push(Val::Nil);
    c.push_str(text)?;
    c.push(Val::Int(number.into()));
    Ok(())
}

fn open(c: &mut Call<'_>) -> Done {
    let name = c.check_str(1)?;
    let mode = c.opt_str(2)?;
    let mode = mode.as_ref().map_or(&b"r"[..], |m| m.bytes());
    if !file::is_mode(mode) {
        return Err(c.arg_error(2, "invalid mode"));
    }
    match File::open(&super::path(name.bytes()), mode) {
        Ok(f) => {
            c.push(Val::UserData(object(c.rt, f)));
            Ok(())
        }
        Err(e) => push_failure(c, &e, Some(name.bytes())),
    }
}

/// Opens a file for `io.lines` and the like, which raise if they cannot.
fn open_or_raise(c: &Call<'_>, name: &[u8], mode: &[u8]) -> Result<Gc<UserData>, Raised> {
    match File::open(&super::path(name), mode) {
        Ok(f) => Ok(object(c.rt, f)),
        Err(e) => {
            let reason = format!("' ({})", errno::told(&e).1);
            Err(c.error([b"cannot open file '", name, reason.as_bytes()].concat()))
        }
    }
}

fn popen(c: &mut Call<'_>) -> Done {
    c.check_str(1)?;
    Err(c.error("'popen' not supported"))
}

fn tmpfile(c: &mut Call<'_>) -> Done {
    match File::temporary() {
        Ok(f) => {
            c.push(Val::UserData(object(c.rt, f)));
            Ok(())
        }
        Err(e) => push_failure(c, &e, None),
    }
}

fn type_(c: &mut Call<'_>) -> Done {
    c.check_any(1)?;
    match shared(c.rt, c.val(1)) {
        None => {
            c.push(Val::Nil);
            Ok(())
        }
        Some(f) => c.push_str(if f.borrow().is_some() { "file" } else { "closed file" }),
    }
}

/// `io.input` and `io.output`.
fn default_file(c: &mut Call<'_>, which: &str, mode: &[u8]) -> Done {
    let registry = c.rt.lang.registry();
    match c.val(1) {
        Val::Nil => {}
        Val::Str(_) | Val::Int(_) | Val::Float(_) => {
            let f = open_or_raise(c, c.check_str(1)?.bytes(), mode)?;
            registry.set_name(c.rt, which, Val::UserData(f))?;
        }
        f => {
            with_file(c, |_| ())?;
            registry.set_name(c.rt, which, f)?;
        }
    }
    c.push(registry.get_name(c.rt, which));
    Ok(())
}

fn input(c: &mut Call<'_>) -> Done {
    default_file(c, INPUT, b"r")
}

fn output(c: &mut Call<'_>) -> Done {
    default_file(c, OUTPUT, b"w")
}

fn close_shared(c: &mut Call<'_>, f: &Shared) -> Done {
    if f.borrow().as_ref().is_some_and(File::is_standard) {
        c.push(Val::Nil);
        return c.push_str("cannot close standard file");
    }
    let flushed = f.borrow_mut().as_mut().map_or(Ok(()), File::flush);
    drop(f.borrow_mut().take());
    push_outcome(c, flushed, None)
}

fn close(c: &mut Call<'_>) -> Done {
    if c.len() == 0 {
        with_default(c, OUTPUT, |_| ())?;
        let f = shared(c.rt, c.rt.lang.registry().get_name(c.rt, OUTPUT));
        return f.map_or(Ok(()), |f| close_shared(c, &f));
    }
    file_close(c)
}

fn file_close(c: &mut Call<'_>) -> Done {
    with_file(c, |_| ())?;
    let f = check_shared(c, 1)?;
    close_shared(c, &f)
}

/// `__gc` and `__close`.
fn collect(c: &mut Call<'_>) -> Done {
    let f = check_shared(c, 1)?;
    let mut f = f.borrow_mut();
    if f.as_ref().is_some_and(|f| !f.is_standard()) {
        f.take();
    }
    Ok(())
}

fn to_string(c: &mut Call<'_>) -> Done {
    let f = check_shared(c, 1)?;
    let is_open = f.borrow().is_some();
    if is_open {
        c.push_str(format!("file (0x{:012x})", c.arg(1).bits))
    } else {
        c.push_str("file (closed)")
    }
}

fn flush(c: &mut Call<'_>) -> Done {
    let done = with_default(c, OUTPUT, File::flush)?;
    push_outcome(c, done, None)
}

fn file_flush(c: &mut Call<'_>) -> Done {
    let done = with_file(c, File::flush)?;
    push_outcome(c, done, None)
}

/// Pushes the file, or what went wrong.
fn push_file(c: &mut Call<'_>, done: std::io::Result<()>) -> Done {
    match done {
        Ok(()) => {
            c.push(c.arg(1));
            Ok(())
        }
        Err(e) => push_failure(c, &e, None),
    }
}

/// The text of the arguments from number `from` on.
fn texts(c: &Call<'_>, from: usize) -> Result<Vec<u8>, Raised> {
    let mut out = Vec::new();
    for i in from..=c.len() {
        match c.val(i) {
            // As C prints it: an integral float has no point here.
            Val::Float(x) => floats::write_general(&mut out, x.get(), 14, false),
            _ => out.extend_from_slice(c.check_str(i)?.bytes()),
        }
    }
    Ok(out)
}

fn write(c: &mut Call<'_>) -> Done {
    with_default(c, OUTPUT, |_| ())?;
    let text = texts(c, 1)?;
    match with_default(c, OUTPUT, |f| f.write(&text))? {
        Ok(()) => {
            c.push(c.rt.lang.registry().get_name(c.rt, OUTPUT));
            Ok(())
        }
        Err(e) => push_failure(c, &e, None),
    }
}

fn file_write(c: &mut Call<'_>) -> Done {
    with_file(c, |_| ())?;
    let text = texts(c, 2)?;
    let done = with_file(c, |f| f.write(&text))?;
    push_file(c, done)
}

fn file_seek(c: &mut Call<'_>) -> Done {
    with_file(c, |_| ())?;
    let whence = super::option(c, 2, true, &["cur", "set", "end"])?;
    let by = c.opt_int(3, 0)?;
    let invalid = || Err(errno::made(errno::INVALID));
    let to = match whence {
        "set" => u64::try_from(by).map(SeekFrom::Start).ok(),
        "cur" => Some(SeekFrom::Current(by)),
        _ => Some(SeekFrom::End(by)),
    };
    match with_file(c, |f| to.map_or_else(invalid, |to| f.seek(to)))? {
        Ok(at) => {
            c.push(Val::Int(at as i64));
            Ok(())
        }
        Err(e) => push_failure(c, &e, None),
    }
}

fn file_setvbuf(c: &mut Call<'_>) -> Done {
    with_file(c, |_| ())?;
    let when = match super::option(c, 2, false, &["no", "line", "full"])? {
        "no" => Buffering::None,
        "line" => Buffering::Line,
        _ => Buffering::Full,
    };
    c.opt_int(3, 0)?;
    with_file(c, |f| f.set_buffering(when))?;
    c.push(Val::True);
    Ok(())
}

/// What one call reads.
enum Outcome {
    /// It got everything, or as much as there was: the values, the last of them nil if the end came.
    Values(Vec<RawSlot>),
    Failed(std::io::Error),
}

/// Reads by `formats`, the first of which is argument number `first` for messages.
fn read_formats(c: &Call<'_>, f: &mut File, formats: &[RawSlot], first: usize) -> Result<Outcome, Raised> {
    let mut values = Vec::new();
    let line = [Val::Str(c.rt.lang.short(c.rt, "l")).into()];
    let formats = if formats.is_empty() { &line } else { formats };
    let room: file::Room<'_> = &|bytes| string::room(c.rt, bytes).is_ok();
    for (i, &format) in formats.iter().enumerate() {
        let bytes = |r: std::io::Result<Option<Vec<u8>>>| match r {
            Ok(Some(b)) => c.str(b).map(|s| Ok(Val::Str(s))),
            Ok(None) => Ok(Ok(Val::Nil)),
            Err(e) if e.kind() == std::io::ErrorKind::OutOfMemory => Err(error::out_of_memory(c.rt)),
            Err(e) => Ok(Err(e)),
        };
        let v = match format.into() {
            Val::Str(s) => match s.bytes().strip_prefix(b"*").unwrap_or(s.bytes()).first() {
                Some(b'n') => f.read_number().map(|n| n.map_or(Val::Nil, Val::from)),
                Some(b'l') => bytes(f.read_line(false, room))?,
                Some(b'L') => bytes(f.read_line(true, room))?,
                Some(b'a') => bytes(f.read_all(room).map(Some))?,
                _ => return Err(c.arg_error(first + i, "invalid format")),
            },
            Val::Int(n) => bytes(f.read_bytes(n.max(0) as u64, room))?,
            Val::Float(x) => match crate::text::number::float_to_int(x.get()) {
                Some(n) => bytes(f.read_bytes(n.max(0) as u64, room))?,
                None => return Err(c.arg_error(first + i, "number has no integer representation")),
            },
            _ => return Err(c.type_error(first + i, "string")),
        };
        match v {
            Ok(v) => {
                values.push(v.into());
                if v.is_nil() {
                    break;
                }
            }
            Err(e) => return Ok(Outcome::Failed(e)),
        }
    }
    Ok(Outcome::Values(values))
}

fn push_read(c: &mut Call<'_>, r: Outcome) -> Done {
    match r {
        Outcome::Values(values) => {
            values.into_iter().for_each(|v| c.push(v));
            Ok(())
        }
        Outcome::Failed(e) => push_failure(c, &e, None),
    }
}

fn read(c: &mut Call<'_>) -> Done {
    let r = with_default(c, INPUT, |f| read_formats(c, f, c.args(), 1))??;
    push_read(c, r)
}

fn file_read(c: &mut Call<'_>) -> Done {
    let r = with_file(c, |f| read_formats(c, f, &c.args()[1..], 2))??;
    push_read(c, r)
}

/// Pushes an iterator over a file; `closing` if it is to be closed at its end.
fn push_lines(c: &mut Call<'_>, f: Gc<UserData>, closing: bool) -> Done {
    let formats = c.args().get(1..).unwrap_or_default();
    if formats.len() > MAX_FORMATS {
        return Err(c.arg_error(MAX_FORMATS + 2, "too many arguments"));
    }
    let state = crate::table::new(c.rt);
    for (i, &v) in formats.iter().enumerate() {
        state.set_int(c.rt, i as i64 + 1, v)?;
    }
    state.set_name(c.rt, "n", Val::Int(formats.len() as i64))?;
    state.set_name(c.rt, "closing", Val::bool(closing))?;
    let step = c.rt.lang.registry().get_name(c.rt, LINES);
    let iterator = prelude::bind(c.rt, step.into(), Val::UserData(f).into(), Val::Table(state).into())?;
    c.push(iterator);
    Ok(())
}

fn lines(c: &mut Call<'_>) -> Done {
    if !c.val(1).is_nil() {
        let f = open_or_raise(c, c.check_str(1)?.bytes(), b"r")?;
        push_lines(c, f, true)?;
        c.push(Val::Nil);
        c.push(Val::Nil);
        c.push(Val::UserData(f));
        return Ok(());
    }
    with_default(c, INPUT, |_| ())?;
    match c.rt.lang.registry().get_name(c.rt, INPUT) {
        Val::UserData(f) => push_lines(c, f, false),
        _ => Ok(()),
    }
}

fn file_lines(c: &mut Call<'_>) -> Done {
    with_file(c, |_| ())?;
    match c.val(1) {
        Val::UserData(f) => push_lines(c, f, false),
        _ => Ok(()),
    }
}

/// The iterator: a file and a table of formats come in front of the arguments.
fn lines_step(c: &mut Call<'_>) -> Done {
    let Val::Table(state) = c.val(2) else { return Ok(()) };
    let f = check_shared(c, 1)?;
    let n = match state.get_name(c.rt, "n") {
        Val::Int(n) => n,
        _ => 0,
    };
    let formats: Vec<RawSlot> = (1..=n).map(|i| state.get_int(c.rt, i)).collect();
    let r = match f.borrow_mut().as_mut() {
        Some(f) => read_formats(c, f, &formats, 2),
        None => Err(c.error("file is already closed")),
    };
    match r.map_err(|r| super::from_closure(c.rt, r))? {
        Outcome::Values(values) => {
            let ended = values.first().is_none_or(|&v| Val::from(v).is_nil());
            if !ended {
                values.into_iter().for_each(|v| c.push(v));
            } else if state.get_name(c.rt, "closing").truthy() {
                f.borrow_mut().take();
            }
            Ok(())
        }
        Outcome::Failed(e) => Err(error::at_level(c.rt, errno::told(&e).1, 2)),
    }
}
