//! The basic functions: `print`, `pairs`, `pcall`, `load` and the like.

use super::Collector;
use crate::interp::protect::{guarded, in_force};
use crate::native::{metamethod, to_number, Body, Call, Special};
use crate::syntax::parser::is_refused;
use crate::table::Table;
use crate::text::number;
use crate::value::{raw_equal, Val, NIL};
use crate::{code, compile, error, interp, string, Lua, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::{Cx, Raised};
use holloway::residual;
use holloway::world;

type Done = Result<(), Raised>;

const FUNCTIONS: &[(&str, Body)] = &[("loadfile", loadfile), ("warn", warn)];

const KNOWN: &[(&str, Body, Special)] = &[
    ("type", type_, Special::Type),
    ("tonumber", tonumber, Special::ToNumber),
    ("next", next, Special::Next),
    ("select", select, Special::Select),
    ("rawget", rawget, Special::RawGet),
    ("rawequal", rawequal, Special::RawEqual),
    ("setmetatable", setmetatable, Special::SetMetatable),
    ("getmetatable", getmetatable, Special::GetMetatable),
    ("pcall", pcall, Special::Pcall),
    ("xpcall", xpcall, Special::Xpcall),
    ("pairs", pairs, Special::Pairs),
    ("rawlen", rawlen, Special::RawLen),
    ("rawset", rawset, Special::RawSet),
    ("ipairs", ipairs, Special::Ipairs),
    ("assert", assert, Special::Assert),
    ("dofile", dofile, Special::Dofile),
    ("error", error_, Special::Error),
    ("load", load, Special::Located),
    ("print", print, Special::CallsBack),
    ("tostring", tostring, Special::ToString),
    ("collectgarbage", collectgarbage, Special::Collect),
];

/// Opens the library.
pub fn open(rt: &Rt) {
    let g = rt.lang.globals();
    rt.lang.register(rt, g, FUNCTIONS);
    for &(name, body, special) in KNOWN {
        rt.lang.register_special(rt, g, name, body, special);
    }
    let step = rt.lang.make_native(rt, "for iterator", ipairs_step, Special::IpairsStep);
    let set = |t: Gc<Table>, name: &str, v: Val| {
        if t.set_name(rt, name, v).is_err() {
            unreachable!("memory for the library");
        }
    };
    if let Val::Native(next) = g.get_name(rt, "next") {
        rt.lang.set_walkers(next, step);
    }
    set(g, "_G", Val::Table(g));
    set(g, "_VERSION", Val::Str(rt.lang.short(rt, "Lua 5.4")));
}

fn print(c: &mut Call<'_>) -> Done {
    let mut line = Vec::new();
    for i in 1..=c.len() {
        if i > 1 {
            line.push(b'\t');
        }
        line.extend_from_slice(c.to_text(c.arg(i))?.bytes());
    }
    line.push(b'\n');
    // A closed standard output is not the program's fault, and the reference says nothing either.
    let _ = super::out::write(&line);
    Ok(())
}

fn type_(c: &mut Call<'_>) -> Done {
    let v = Val::from(c.check_any(1)?);
    c.push_str(v.type_name())
}

fn tostring(c: &mut Call<'_>) -> Done {
    let s = c.to_text(c.check_any(1)?)?;
    c.push(Val::Str(s));
    Ok(())
}

fn tonumber(c: &mut Call<'_>) -> Done {
    let v = if c.val(2).is_nil() {
        to_number(c.check_any(1)?.into()).map_or(Val::Nil, Val::from)
    } else {
        let base = c.check_int(2)?;
        let Val::Str(s) = c.val(1) else { return Err(c.type_error(1, "string")) };
        if !(2..=36).contains(&base) {
            return Err(c.arg_error(2, "base out of range"));
        }
        number::parse_in_base(s.bytes(), base as u32).map_or(Val::Nil, Val::Int)
    };
    c.push(v);
    Ok(())
}

fn ipairs(c: &mut Call<'_>) -> Done {
    let t = c.check_any(1)?;
    c.push(Val::Native(c.rt.lang.walkers()[1]));
    c.push(t);
    c.push(Val::Int(0));
    Ok(())
}

fn ipairs_step(c: &mut Call<'_>) -> Done {
    let i = c.check_int(2)?.wrapping_add(1);
    let v = index(c, c.arg(1), Val::Int(i))?;
    if Val::from(v).is_nil() {
        c.push(Val::Nil);
    } else {
        c.push(Val::Int(i));
        c.push(v);
    }
    Ok(())
}

/// `t[k]` with metamethods.
pub fn index(c: &Call<'_>, t: RawSlot, key: Val) -> Result<RawSlot, Raised> {
    let mut obj = Val::from(t);
    for _ in 0..2000 {
        let h = match obj {
            Val::Table(t) => {
                let v = t.get(c.rt, key);
                let h = metamethod(c.rt, obj, "__index");
                if !Val::from(v).is_nil() || h.is_nil() {
                    return Ok(v);
                }
                h
            }
            _ => metamethod(c.rt, obj, "__index"),
        };
        match h {
            Val::Nil => return Err(c.error(format!("attempt to index a {} value", obj.type_name()))),
            Val::Function(_) | Val::Native(_) => {
                let r = c.call(h, &[obj.into(), key.into()])?;
                return Ok(r.first().copied().unwrap_or(crate::value::NIL));
            }
            next => obj = next,
        }
    }
    Err(c.error("'__index' chain too long; possibly a loop"))
}

fn pairs(c: &mut Call<'_>) -> Done {
    let t = c.check_any(1)?;
    match metamethod(c.rt, t.into(), "__pairs") {
        Val::Nil => {
            c.push(Val::Native(c.rt.lang.walkers()[0]));
            c.push(t);
            c.push(Val::Nil);
        }
        h => {
            let r = c.call(h, &[t])?;
            for i in 0..3 {
                c.push(r.get(i).copied().unwrap_or(crate::value::NIL));
            }
        }
    }
    Ok(())
}

fn next(c: &mut Call<'_>) -> Done {
    match c.check_table(1)?.next(c.rt, c.arg(2))? {
        Some((k, v)) => {
            c.push(k);
            c.push(v);
        }
        None => c.push(Val::Nil),
    }
    Ok(())
}

fn select(c: &mut Call<'_>) -> Done {
    if let Val::Str(s) = c.val(1) {
        if s.bytes() == b"#" {
            c.push(Val::Int(c.len() as i64 - 1));
            return Ok(());
        }
    }
    let n = c.check_int(1)?;
    let rest = c.len() as i64 - 1;
    let from = if n < 0 { rest + n } else { n - 1 };
    if from < 0 || n == 0 {
        return Err(c.arg_error(1, "index out of range"));
    }
    for i in from.min(rest)..rest {
        c.push(c.arg(i as usize + 2));
    }
    Ok(())
}

fn rawget(c: &mut Call<'_>) -> Done {
    let t = c.check_table(1)?;
    let k = c.check_any(2)?;
    c.push(t.get(c.rt, k));
    Ok(())
}

fn rawset(c: &mut Call<'_>) -> Done {
    let t = c.check_table(1)?;
    let (k, v) = (c.check_any(2)?, c.check_any(3)?);
    t.set(c.rt, k, v)?;
    c.push(c.arg(1));
    Ok(())
}

fn rawequal(c: &mut Call<'_>) -> Done {
    let (a, b) = (c.check_any(1)?, c.check_any(2)?);
    c.push(Val::bool(raw_equal(a, b)));
    Ok(())
}

fn rawlen(c: &mut Call<'_>) -> Done {
    let n = match c.val(1) {
        Val::Table(t) => t.len(c.rt),
        Val::Str(s) => s.bytes().len() as i64,
        _ => return Err(c.type_error(1, "table or string")),
    };
    c.push(Val::Int(n));
    Ok(())
}

fn setmetatable(c: &mut Call<'_>) -> Done {
    let t = c.check_table(1)?;
    let meta = match c.given(2) {
        Some(Val::Nil) => None,
        Some(Val::Table(m)) => Some(m),
        _ => return Err(c.type_error(2, "nil or table")),
    };
    if !metamethod(c.rt, Val::Table(t), "__metatable").is_nil() {
        return Err(c.error("cannot change a protected metatable"));
    }
    t.set_metatable(c.rt, meta)?;
    crate::finalize::note(c.rt, Val::Table(t));
    c.push(Val::Table(t));
    Ok(())
}

fn getmetatable(c: &mut Call<'_>) -> Done {
    let v = Val::from(c.check_any(1)?);
    let r = match (metamethod(c.rt, v, "__metatable"), crate::native::metatable(c.rt, v)) {
        (Val::Nil, Some(t)) => Val::Table(t),
        (shown, _) => shown,
    };
    c.push(r);
    Ok(())
}

/// Writes its arguments as a warning to standard error, or takes a control message: "@on" or "@off".
fn warn(c: &mut Call<'_>) -> Done {
    let mut message = c.check_str(1)?.bytes().to_vec();
    for i in 2..=c.len() {
        message.extend_from_slice(c.check_str(i)?.bytes());
    }
    let on = &c.rt.lang.lib.warnings;
    match &message[..] {
        b"@on" if c.len() == 1 => on.set(true),
        b"@off" if c.len() == 1 => on.set(false),
        [b'@', ..] if c.len() == 1 => {}
        text if on.get() => {
            // As there is nowhere else to tell it, a failure to write goes unseen.
            let _ = super::out::write_error(&[b"Lua warning: ", text, b"\n"].concat());
        }
        _ => {}
    }
    Ok(())
}

fn assert(c: &mut Call<'_>) -> Done {
    if !Val::from(c.check_any(1)?).truthy() {
        return Err(match c.given(2) {
            None => c.error("assertion failed!"),
            Some(Val::Str(s)) => c.error(s.bytes()),
            Some(v) => error::raise(c.rt, v),
        });
    }
    for &v in c.args() {
        c.push(v);
    }
    Ok(())
}

fn error_(c: &mut Call<'_>) -> Done {
    let level = c.opt_int(2, 1)?;
    Err(match c.val(1) {
        Val::Str(s) if level > 1 && c.rt.lang.stack.len() as i64 >= level => {
            let position = c.rt.lang.stack.position(c.rt, level as usize - 1);
            error::at_level(c.rt, [position.as_bytes(), s.bytes()].concat(), 0)
        }
        Val::Str(s) if level > 0 => {
            let raised = error::raise(c.rt, Val::Str(s));
            c.rt.lang.level.set(level.min(200) as u32);
            raised
        }
        v => error::raise(c.rt, v),
    })
}

/// Protected call, for calls that the interpreter does not make itself.
fn pcall(c: &mut Call<'_>) -> Done {
    let f = c.check_any(1)?;
    match guarded(c.rt, NIL, || c.call(f, &c.args()[1..])) {
        Ok(results) => {
            c.push(Val::True);
            results.into_iter().for_each(|v| c.push(v));
        }
        Err(Raised) => {
            c.rt.lang.level.set(0);
            c.push(Val::False);
            c.push(c.rt.error.take());
        }
    }
    Ok(())
}

fn xpcall(c: &mut Call<'_>) -> Done {
    let h = c.arg(2);
    if !matches!(h.into(), Val::Function(_) | Val::Native(_)) {
        return Err(c.type_error(2, "function"));
    }
    match guarded(c.rt, h, || c.call(c.arg(1), &c.args()[2..])) {
        Ok(results) => {
            c.push(Val::True);
            results.into_iter().for_each(|v| c.push(v));
        }
        Err(Raised) => {
            let v = handled_by(c, h)?;
            c.push(Val::False);
            c.push(v);
        }
    }
    Ok(())
}

/// What the message handler, unless it is nil or has been called, gives for the error that a library function has caught.
fn handled_by(c: &Call<'_>, h: RawSlot) -> Result<RawSlot, Raised> {
    let e = c.rt.error.take();
    c.rt.lang.level.set(0);
    let done = c.rt.lang.trace.handled.get() || h == NIL;
    c.rt.lang.trace.clear();
    if done {
        return Ok(e);
    }
    Ok(c.call(h, &[e])?.first().copied().unwrap_or(NIL))
}

/// Memory that compiling takes for a byte of text, at most.
const BYTES_COMPILED: usize = 100;

/// Compiles a chunk to a function with this environment; a message if it does not compile.
pub fn compile_chunk(
    rt: &Rt,
    source: &[u8],
    name: &str,
    env: RawSlot,
) -> Result<Result<RawSlot, Vec<u8>>, Raised> {
    if source.first() == Some(&0x1B) {
        let name = if name.starts_with('\u{1b}') { "=binary string" } else { name };
        let id = crate::syntax::error::chunk_id(name);
        return Ok(Err(
            format!("{id}: bad binary format (precompiled chunks are not supported)").into_bytes()
        ));
    }
    // Tree, code and lines are made in small pieces, which cannot be asked for one by one.
    if !holloway::heap::Mutator::is_available(source.len().saturating_mul(BYTES_COMPILED)) {
        return Err(error::out_of_memory(rt));
    }
    // What failed: the text, or adding its code.
    let compile = || {
        let proto = compile::compile_chunk(source, name).map_err(|e| Ok(e.message))?;
        code::add(rt, &proto).map_err(Err)
    };
    let code = match rt.lang.lib.chunks.code(name, source, compile) {
        Ok(code) => code,
        Err(Ok(message)) => return Ok(Err(message)),
        Err(Err(raised)) => return Err(raised),
    };
    Ok(Ok(Val::Function(interp::outside::main_closure(rt, code, env)?).into()))
}

/// So many pieces of a text are looked at one by one, for an error that ends reading.
const CHECKED_PIECES: usize = 16;

/// Why a chunk that begins like this may not be loaded, if it may not.
fn refusal(source: &[u8], mode: &[u8]) -> Option<String> {
    let (kind, letter) = match source.first() {
        Some(0x1B) => ("binary", b'b'),
        _ => ("text", b't'),
    };
    let refused = !mode.contains(&letter);
    refused.then(|| format!("attempt to load a {kind} chunk (mode is '{}')", String::from_utf8_lossy(mode)))
}

fn finish_load(c: &mut Call<'_>, source: &[u8], name: &str, mode: &[u8], env: RawSlot) -> Done {
    let loaded = match refusal(source, mode) {
        Some(why) => Err(why.into_bytes()),
        None => compile_chunk(c.rt, source, name, env)?,
    };
    match loaded {
        Ok(f) => c.push(f),
        Err(message) => {
            c.push(Val::Nil);
            c.push_str(message)?;
        }
    }
    Ok(())
}

fn env_arg(c: &Call<'_>, i: usize) -> RawSlot {
    match c.given(i) {
        Some(v) => v.into(),
        None => Val::Table(c.rt.lang.globals()).into(),
    }
}

fn load(c: &mut Call<'_>) -> Done {
    let mode = mode_arg(c, 3)?;
    let name = c.opt_str(2)?.map(|s| s.text());
    let position = c.rt.lang.stack.position(c.rt, 0);
    let mut source = Vec::new();
    let default_name = match c.val(1) {
        Val::Str(s) => {
            string::extend(c.rt, &mut source, s.bytes())?;
            s.text()
        }
        f @ (Val::Function(_) | Val::Native(_)) => {
            // An error ends reading. That is looked for after each of the first pieces, then whenever there is twice as much.
            let (mut checked, mut pieces) = (0, 0);
            loop {
                if source.len() > if pieces <= CHECKED_PIECES { checked } else { checked * 2 } {
                    checked = source.len();
                    if refusal(&source, &mode).is_some() || is_refused(&source) {
                        break;
                    }
                }
                pieces += 1;
                let piece = match c.call(f, &[]) {
                    Ok(results) => results.first().copied().map_or(Val::Nil, Val::from),
                    Err(Raised) if c.rt.lang.killing.get() => return Err(Raised),
                    Err(Raised) => {
                        // The reader's error is the chunk's, and the message handler's business.
                        let e = handled_by(c, in_force(c.rt))?;
                        c.push(Val::Nil);
                        c.push(e);
                        return Ok(());
                    }
                };
                match piece {
                    Val::Nil => break,
                    Val::Str(s) if s.bytes().is_empty() => break,
                    Val::Str(s) => string::extend(c.rt, &mut source, s.bytes())?,
                    v @ (Val::Int(_) | Val::Float(_)) => {
                        string::extend(c.rt, &mut source, &crate::native::plain_text(c.rt, v))?;
                    }
                    _ => {
                        c.push(Val::Nil);
                        return c.push_str(position + "reader function must return a string");
                    }
                }
            }
            "=(load)".to_string()
        }
        Val::Int(_) | Val::Float(_) => {
            let s = c.check_str(1)?;
            source.extend_from_slice(s.bytes());
            s.text()
        }
        _ => return Err(c.type_error(1, "function")),
    };
    let name = name.unwrap_or(default_name);
    // The reference's names are C's, which end at a zero byte.
    let name = name.split('\0').next().unwrap_or_default();
    let env = env_arg(c, 4);
    finish_load(c, &source, name, &mode, env)
}

/// The argument that says which kinds of chunks may be loaded, up to a zero byte.
fn mode_arg(c: &Call<'_>, i: usize) -> Result<Vec<u8>, Raised> {
    let mode = c.opt_str(i)?;
    let mode = mode.as_ref().map_or(&b"bt"[..], |m| m.bytes());
    Ok(mode.split(|&b| b == 0).next().unwrap_or_default().to_vec())
}

/// The source of a file without its `#` line, or what went wrong.
pub fn read_chunk(path: Option<&str>) -> Result<(Vec<u8>, String), String> {
    // To the system a name ends at its first zero byte.
    let path = path.map(|p| p.split('\0').next().unwrap_or(p));
    let read = match path {
        Some(p) => world::read(p.as_ref()),
        None => {
            let mut text = Vec::new();
            std::io::Read::read_to_end(&mut world::Input::new(), &mut text).map(|_| text)
        }
    };
    let mut source = read.map_err(|e| {
        let why = match e.kind() {
            std::io::ErrorKind::NotFound => "No such file or directory".to_string(),
            std::io::ErrorKind::PermissionDenied => "Permission denied".to_string(),
            std::io::ErrorKind::IsADirectory => {
                return format!("cannot read {}: Is a directory", path.unwrap_or("stdin"))
            }
            _ => e.to_string(),
        };
        format!("cannot open {}: {why}", path.unwrap_or("stdin"))
    })?;
    if source.starts_with(&[0xEF, 0xBB, 0xBF]) {
        source.drain(..3);
    }
    if source.first() == Some(&b'#') {
        // The line's end stays, so that lines are counted right.
        let end = source.iter().position(|&b| b == b'\n').unwrap_or(source.len());
        source.drain(..end);
    }
    Ok((source, path.map_or("=stdin".to_string(), |p| format!("@{p}"))))
}

fn loadfile(c: &mut Call<'_>) -> Done {
    let path = c.opt_str(1)?.map(|s| s.text());
    let mode = mode_arg(c, 2)?;
    let env = env_arg(c, 3);
    match read_chunk(path.as_deref()) {
        Ok((source, name)) => finish_load(c, &source, &name, &mode, env),
        Err(why) => {
            c.push(Val::Nil);
            c.push_str(why)
        }
    }
}

/// The function of the file that `dofile` names.
fn load_file(c: &Call<'_>) -> Result<RawSlot, Raised> {
    let path = c.opt_str(1)?.map(|s| s.text());
    let (source, name) = read_chunk(path.as_deref()).map_err(|e| error::at_level(c.rt, e, 0))?;
    let env = Val::Table(c.rt.lang.globals()).into();
    compile_chunk(c.rt, &source, &name, env)?.map_err(|e| error::at_level(c.rt, e, 0))
}

/// As [`load_file`], for the interpreter, which makes the call; `id` is the number of `dofile`.
#[residual]
pub fn file_function(cx: &Cx<Lua>, id: i64, n: i64, path: RawSlot) -> Result<RawSlot, Raised> {
    let args = [path];
    let f = cx.rt.lang.native(id as u32);
    let loaded = load_file(&Call::of(cx.rt, f, &args[..n.min(1) as usize]));
    loaded.inspect_err(|_| cx.rt.lang.trace.through_native(id as u32))
}

/// For calls that the interpreter does not make itself.
fn dofile(c: &mut Call<'_>) -> Done {
    let f = load_file(c)?;
    c.call(f, &[])?.into_iter().for_each(|v| c.push(v));
    Ok(())
}

fn mode(generational: bool) -> &'static str {
    if generational {
        "generational"
    } else {
        "incremental"
    }
}

/// What the collector can be told to do.
const COLLECTOR: [&str; 10] = [
    "collect",
    "step",
    "count",
    "isrunning",
    "stop",
    "restart",
    "setpause",
    "setstepmul",
    "incremental",
    "generational",
];

fn collectgarbage(c: &mut Call<'_>) -> Done {
    let option = super::option(c, 1, true, &COLLECTOR)?;
    let stats = c.rt.heap.stats();
    let settings = &c.rt.lang.lib.collector;
    match option {
        // Within a finalizer the collector does not answer.
        _ if c.rt.lang.finalizers.is_busy() => c.push(Val::Nil),
        "collect" => {
            c.rt.collect();
            crate::finalize::run(c.rt);
            c.push(Val::Int(0));
        }
        "step" => {
            c.opt_int(2, 0)?;
            c.rt.collect();
            crate::finalize::run(c.rt);
            // A step does a whole cycle, which the reference's generational mode never says.
            c.push(Val::bool(!settings.generational.get()));
        }
        "count" => {
            let since = c.rt.heap.stats().in_use as f64;
            c.push(Val::float(since.max(stats.live as f64) / 1024.0));
        }
        "isrunning" => c.push(Val::bool(!c.rt.heap.is_stopped())),
        "stop" | "restart" => {
            c.rt.heap.stop_collecting(option == "stop");
            c.push(Val::Int(0));
        }
        // There is one way to collect; mode and parameters are only remembered.
        "setpause" | "setstepmul" => {
            let n = c.opt_int(2, 0)?;
            let kept = if option == "setpause" { &settings.pause } else { &settings.step_mul };
            c.push(Val::Int(kept.replace(Collector::kept(n))));
        }
        "incremental" => {
            let n = [c.opt_int(2, 0)?, c.opt_int(3, 0)?, c.opt_int(4, 0)?];
            for (n, kept) in n.into_iter().zip([&settings.pause, &settings.step_mul]) {
                if n != 0 {
                    kept.set(Collector::kept(n));
                }
            }
            c.push_str(mode(settings.generational.replace(false)))?
        }
        _ => {
            c.opt_int(2, 0)?;
            c.opt_int(3, 0)?;
            c.push_str(mode(settings.generational.replace(true)))?
        }
    }
    Ok(())
}
