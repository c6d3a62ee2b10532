//! The library `debug`, as far as a program can look at itself here.
//!
//! **Problem.** Activations live in native code and in registers of traces; a library function cannot see them.
//!
//! **Not promised.** Levels of coroutines that have resumed others: what asks for their variables raises "not supported". Below a library function
//! that calls its argument, and a function whose variable is being closed, levels are known as `levels` says.
//!
//! **Example.** `debug.getinfo(f, "S").linedefined`; `debug.getupvalue(f, 1)` is the name and the value.

use super::{look, out};
use crate::code::{is_itself, Code};
use crate::levels::{self, Local};
use crate::native::{Call, Special};
use crate::syntax::error::chunk_id;
use crate::table::Table;
use crate::value::{Closure, Tag, Thread, UserData, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use std::io::BufRead;

type Done = Result<(), Raised>;

const FUNCTIONS: super::Functions = &[
    ("debug", debug),
    ("gethook", gethook),
    ("getmetatable", getmetatable),
    ("getregistry", getregistry),
    ("getupvalue", getupvalue),
    ("getuservalue", getuservalue),
    ("setcstacklimit", setcstacklimit),
    ("setmetatable", setmetatable),
    ("setupvalue", setupvalue),
    ("setuservalue", setuservalue),
    ("upvalueid", upvalueid),
    ("upvaluejoin", upvaluejoin),
];

/// Fills the table of the library.
pub fn fill(rt: &Rt, t: Gc<Table>) -> Done {
    rt.lang.register(rt, t, FUNCTIONS);
    rt.lang.register_special(rt, t, "getinfo", getinfo, Special::Located);
    rt.lang.register_special(rt, t, "getlocal", getlocal, Special::Local(false));
    rt.lang.register_special(rt, t, "setlocal", setlocal, Special::Local(true));
    rt.lang.register_special(rt, t, "sethook", sethook, Special::SetHook);
    rt.lang.register_special(rt, t, "traceback", traceback, Special::Located);
    Ok(())
}

fn not_supported(c: &Call<'_>) -> Raised {
    c.error(format!("'{}' is not supported", c.of.name))
}

/// Runs the lines of the standard input, until one says `cont`.
fn debug(c: &mut Call<'_>) -> Done {
    let env = Val::Table(c.rt.lang.globals()).into();
    let complain = |text: &[u8]| {
        // As there is nowhere else to tell it, a failure to write goes unseen.
        let _ = out::write_error(&[text, b"\n"].concat());
    };
    loop {
        let _ = out::write_error(b"lua_debug> ");
        let _ = out::flush();
        let mut line = Vec::new();
        let read = holloway::world::Input::new().read_until(b'\n', &mut line);
        if read.is_err() || line.is_empty() || line == b"cont\n" {
            return Ok(());
        }
        match super::base::compile_chunk(c.rt, &line, "=(debug command)", env)? {
            Ok(f) => {
                if c.call(f, &[]).is_err() {
                    if c.rt.lang.killing.get() {
                        return Err(Raised);
                    }
                    c.rt.lang.level.set(0);
                    complain(c.to_text(c.rt.error.get())?.bytes());
                }
            }
            Err(message) => complain(&message),
        }
    }
}

/// The coroutine that comes first in the arguments, or the running one.
fn hooked(c: &Call<'_>) -> RawSlot {
    match c.val(1) {
        Val::Thread(_) => c.arg(1),
        _ => super::coroutine::current(c.rt).into(),
    }
}

fn gethook(c: &mut Call<'_>) -> Done {
    match c.rt.lang.hooks.of(hooked(c)) {
        Some(hook) => {
            c.push(hook.f);
            c.push_str(&hook.mask)?;
            c.push(Val::Int(hook.count));
        }
        None => c.push(Val::Nil),
    }
    Ok(())
}

fn sethook(c: &mut Call<'_>) -> Done {
    let at = after_thread(c);
    let mut hook = None;
    if !c.val(at).is_nil() {
        let letters = c.check_str(at + 1)?;
        if !matches!(c.val(at), Val::Function(_) | Val::Native(_)) {
            return Err(c.type_error(at, "function"));
        }
        let count = c.opt_int(at + 2, 0)?.max(0);
        let mask: Vec<u8> = b"crl".iter().copied().filter(|l| letters.bytes().contains(l)).collect();
        let any = !mask.is_empty() || count > 0;
        hook = any.then(|| crate::hook::Hook::new(c.arg(at), mask, count));
    }
    c.rt.watch(c.rt.lang.hooks.set(hooked(c), hook));
    Ok(())
}

/// The number of the first argument after a thread that may come first.
fn after_thread(c: &Call<'_>) -> usize {
    if matches!(c.val(1), Val::Thread(_)) {
        2
    } else {
        1
    }
}

/// The coroutine whose levels are asked for, if it is another one than the running.
fn other(c: &Call<'_>) -> Option<Gc<Thread>> {
    match c.val(1) {
        Val::Thread(t) if c.arg(1) != super::coroutine::current(c.rt).into() => Some(t),
        _ => None,
    }
}

/// Its levels, if they are known.
fn other_levels(c: &Call<'_>) -> Option<crate::traceback::Levels> {
    other(c).and_then(|t| look::levels(c.rt, t))
}

/// A variable of another coroutine, which is changed to hold a new value if there is one.
fn other_local(c: &mut Call<'_>, t: Gc<Thread>, new: Option<usize>) -> Result<Option<Local>, Raised> {
    let Some(levels) = look::levels(c.rt, t) else { return Err(not_supported(c)) };
    let (level, number) = (c.check_int(2)?, c.check_int(3)?);
    if level < 0 || level >= levels.len() as i64 {
        return Err(c.arg_error(2, "level out of range"));
    }
    let new = new.map(|i| c.check_any(i)).transpose()?;
    Ok(look::variable(c.rt, t, look::Wanted { level, number, new }))
}

fn getinfo(c: &mut Call<'_>) -> Done {
    let at = after_thread(c);
    let what = c.opt_str(at + 1)?;
    let what = what.as_ref().map_or(&b"flnSrtu"[..], |w| w.bytes());
    if what.starts_with(b">") {
        return Err(c.arg_error(at + 1, "invalid option '>'"));
    }
    let mut f = c.val(at);
    let (mut line, mut of_c, mut tail, mut called) = (None, false, false, None);
    let info = crate::table::new(c.rt);
    let set = |name: &str, v: Val| info.set_name(c.rt, name, v);
    let wants = |o: u8| what.contains(&o);
    let code: Option<&Code> = match f {
        Val::Function(f) => Some(c.rt.lang.code(f.code())),
        Val::Native(_) => None,
        _ => {
            // The reference's numbers of levels have 32 bits.
            let level = i64::from(c.check_int(at)? as i32);
            let others = other_levels(c);
            // The library function that asks is level 0 of its own coroutine.
            let first = usize::from(others.is_none());
            let own = other(c).is_none();
            let (stack, levels) = others.map_or_else(
                || {
                    let (stack, _) = levels::running(c.rt);
                    let levels = c.rt.depth_below() + stack.len() as u64;
                    (stack, levels)
                },
                |way| {
                    let levels = way.len() as u64;
                    (way, levels)
                },
            );
            // That one, and the host behind the main program.
            of_c = own && (level == 0 || level as u64 == levels + 1 && c.rt.running().is_none());
            let number = usize::try_from(level).ok().filter(|_| own || first == 0);
            let of = |n: usize| stack.get(n).copied().flatten();
            let number = number.and_then(|n| n.checked_sub(first));
            let this = number.and_then(of);
            tail = this.is_some_and(|l| l.is_tail());
            called = this.zip(number).and_then(|(l, n)| l.called(c.rt, of(n + 1)));
            match this {
                Some(l) => {
                    (f, line) = (l.function().into(), l.line(c.rt));
                    of_c = l.is_native();
                }
                // Of other segments only that there is such a level is known.
                None if level < 0 || level as u64 + 1 > levels + first as u64 && !of_c => {
                    c.push(Val::Nil);
                    return Ok(());
                }
                None => {}
            }
            match f {
                Val::Function(f) => Some(c.rt.lang.code(f.code())),
                _ => None,
            }
        }
    };
    if what.iter().any(|o| !b"SlnrutLf".contains(o)) {
        return Err(c.arg_error(at + 1, "invalid option"));
    }
    // Some of the library is written in Lua.
    let code = code.filter(|c| !c.library);
    let known = of_c || matches!(f, Val::Function(_) | Val::Native(_));
    let source = code.map_or("=[C]", |c| &c.proto.source);
    let lines = code.map_or((-1, -1), |c| (i64::from(c.proto.line_defined), i64::from(c.proto.last_line)));
    if wants(b'S') {
        let what = match code {
            None if !known => "Lua",
            None => "C",
            Some(c) if c.proto.line_defined == 0 => "main",
            Some(_) => "Lua",
        };
        let source = if known { source } else { "=?" };
        set("what", Val::Str(c.str(what)?))?;
        set("source", Val::Str(c.str(source)?))?;
        set("short_src", Val::Str(c.str(chunk_id(source))?))?;
        set("linedefined", Val::Int(lines.0))?;
        set("lastlinedefined", Val::Int(lines.1))?;
    }
    if wants(b'l') {
        set("currentline", Val::Int(line.map_or(-1, i64::from)))?;
    }
    if wants(b'n') {
        let (kind, name) = called.map_or(("", None), |(kind, name)| (kind, Some(name)));
        set("namewhat", Val::Str(c.str(kind)?))?;
        if let Some(name) = name {
            set("name", Val::Str(c.str(name)?))?;
        }
    }
    if wants(b'u') {
        set("nups", Val::Int(code.map_or(0, |c| c.proto.upvals.len() as i64)))?;
        set("nparams", Val::Int(code.map_or(0, |c| c.proto.nparams.into())))?;
        set("isvararg", Val::bool(code.is_none_or(|c| c.proto.is_vararg)))?;
    }
    if wants(b't') {
        set("istailcall", Val::bool(tail))?;
    }
    if wants(b'r') {
        set("ftransfer", Val::Int(0))?;
        set("ntransfer", Val::Int(0))?;
    }
    if wants(b'f') && known && !of_c {
        set("func", f)?;
    }
    if let (true, Some(code)) = (wants(b'L'), code) {
        let active = crate::table::new(c.rt);
        for &line in &code.proto.lines {
            active.set_int(c.rt, line.into(), Val::True)?;
        }
        set("activelines", Val::Table(active))?;
    }
    c.push(Val::Table(info));
    Ok(())
}

/// A variable of a level below the running segment; of those of the segment itself the interpreter has answered.
fn own_local(c: &Call<'_>, at: usize, new: Option<usize>) -> Result<Option<Local>, Raised> {
    let (level, number) = (c.check_int(at)?, c.check_int(at + 1)?);
    let (all, own) = levels::running(c.rt);
    // The host behind the main program is a level, too.
    let host = i64::from(c.rt.running().is_none());
    if level < 0 || level > c.rt.depth_below() as i64 + all.len() as i64 + host {
        return Err(c.arg_error(at, "level out of range"));
    }
    let new = new.map(|i| c.check_any(i)).transpose()?;
    let below = (level as usize).checked_sub(own + 1);
    Ok(below.and_then(|n| levels::local(c.rt, n, number, new)))
}

/// Of functions that do not run the names of parameters are known; of levels of this segment the interpreter has answered.
fn getlocal(c: &mut Call<'_>) -> Done {
    let at = after_thread(c);
    let n = c.check_int(at + 1)?;
    let local = match (c.val(at), other(c)) {
        (Val::Function(f), _) => {
            let proto = &c.rt.lang.code(f.code()).proto;
            let in_range = n >= 1 && n <= i64::from(proto.nparams);
            let parameter = in_range.then(|| proto.locals.get(n as usize - 1)).flatten();
            return push_name(c, parameter.map(|l| l.name.to_vec()));
        }
        (Val::Native(_), _) => None,
        (_, Some(t)) => other_local(c, t, None)?,
        _ => own_local(c, at, None)?,
    };
    let (name, value) = local.unzip();
    push_name(c, name.map(|n| n.to_vec()))?;
    value.into_iter().for_each(|v| c.push(v));
    Ok(())
}

fn setlocal(c: &mut Call<'_>) -> Done {
    if let Some(t) = other(c) {
        let local = other_local(c, t, Some(4))?;
        return push_name(c, local.map(|(name, _)| name.to_vec()));
    }
    let at = after_thread(c);
    let local = own_local(c, at, Some(at + 2))?;
    push_name(c, local.map(|(name, _)| name.to_vec()))
}

fn push_name(c: &mut Call<'_>, name: Option<Vec<u8>>) -> Done {
    match name {
        Some(name) => c.push_str(name),
        None => {
            c.push(Val::Nil);
            Ok(())
        }
    }
}

fn getmetatable(c: &mut Call<'_>) -> Done {
    let meta = crate::native::metatable(c.rt, Val::from(c.check_any(1)?));
    c.push(meta.map_or(Val::Nil, Val::Table));
    Ok(())
}

fn setmetatable(c: &mut Call<'_>) -> Done {
    let meta = match c.given(2) {
        Some(Val::Nil) => None,
        Some(Val::Table(t)) => Some(t),
        _ => return Err(c.type_error(2, "nil or table")),
    };
    let v = c.val(1);
    match v {
        Val::Table(t) => t.set_metatable(c.rt, meta)?,
        Val::UserData(u) => u.meta.set(&c.rt.heap, meta.into()),
        v => c.rt.lang.set_type_meta(v, meta),
    }
    crate::finalize::note(c.rt, v);
    c.push(c.arg(1));
    Ok(())
}

fn getregistry(c: &mut Call<'_>) -> Done {
    c.push(Val::Table(c.rt.lang.registry()));
    Ok(())
}

/// No userdata here has user values.
fn getuservalue(c: &mut Call<'_>) -> Done {
    c.opt_int(2, 1)?;
    c.push(Val::Nil);
    Ok(())
}

fn setuservalue(c: &mut Call<'_>) -> Done {
    c.opt_int(3, 1)?;
    let Val::UserData(_) = c.val(1) else { return Err(c.type_error(1, "userdata")) };
    c.check_any(2)?;
    c.push(Val::Nil);
    Ok(())
}

/// The reference answers its own limit, whatever it is told.
fn setcstacklimit(c: &mut Call<'_>) -> Done {
    c.check_int(1)?;
    c.push(Val::Int(200));
    Ok(())
}

/// Upvalue `n` of a function: its name, and its slot unless it is the function itself.
fn upvalue(c: &Call<'_>, f: Gc<Closure>, n: i64) -> Option<(Vec<u8>, Option<RawSlot>)> {
    let proto = &c.rt.lang.code(f.code()).proto;
    let i = usize::try_from(n).ok()?.checked_sub(1)?;
    let u = proto.upvals.get(i)?;
    let held = if is_itself(u) { None } else { f.upvals.as_slice().get(i).copied() };
    let slot = match joint(c.rt, f, i) {
        Some(joint) => Some(joint.value.get(&c.rt.heap)),
        None => held,
    };
    Some((u.name.to_vec(), slot))
}

/// The cell that holds the cell of a function's upvalue number `i`, from 0, so that it can be replaced.
fn joint(rt: &Rt, f: Gc<Closure>, i: usize) -> Option<Gc<crate::value::Cell>> {
    let u = rt.lang.code(f.code()).proto.upvals.get(i)?;
    f.upvals.as_slice().get(i).copied().filter(|_| u.is_joint).and_then(cell)
}

/// Checks the arguments that name an upvalue of a function, which is none for a function of the library.
fn check_upvalue(c: &Call<'_>, at: usize) -> Result<(Gc<Closure>, i64), Raised> {
    let n = c.check_int(at + 1)?;
    match c.val(at) {
        Val::Function(f) if upvalue(c, f, n).is_some() => Ok((f, n)),
        Val::Function(_) | Val::Native(_) => Err(c.arg_error(at + 1, "invalid upvalue index")),
        _ => Err(c.type_error(at, "function")),
    }
}

/// Makes an upvalue be the variable of another one. Both are of functions in texts that name this function: others have no cells that could be replaced.
fn upvaluejoin(c: &mut Call<'_>) -> Done {
    let (f, n) = check_upvalue(c, 1)?;
    let (from, m) = check_upvalue(c, 3)?;
    let shared = upvalue(c, from, m).and_then(|(_, slot)| slot);
    match (joint(c.rt, f, n as usize - 1), shared.filter(|&s| cell(s).is_some())) {
        (Some(joint), Some(shared)) => {
            joint.value.set(&c.rt.heap, shared);
            Ok(())
        }
        _ => Err(not_supported(c)),
    }
}

fn cell(slot: RawSlot) -> Option<Gc<crate::value::Cell>> {
    match holloway::machine::helper::value::<crate::Lua>(slot) {
        crate::value::Value::Cell(cell) if slot.tag == Tag::Cell => Some(cell.gc()),
        _ => None,
    }
}

fn getupvalue(c: &mut Call<'_>) -> Done {
    let n = c.check_int(2)?;
    let f = match c.val(1) {
        Val::Function(f) => f,
        Val::Native(_) => return Ok(()),
        _ => return Err(c.type_error(1, "function")),
    };
    let Some((name, slot)) = upvalue(c, f, n) else { return Ok(()) };
    c.push_str(name)?;
    let v = match slot {
        None => Val::Function(f).into(),
        Some(s) => cell(s).map_or(s, |cell| cell.value.get(&c.rt.heap)),
    };
    c.push(v);
    Ok(())
}

/// Only variables that the program itself assigns to can be set: others are copied into their functions.
fn setupvalue(c: &mut Call<'_>) -> Done {
    c.check_any(3)?;
    let n = c.check_int(2)?;
    let f = match c.val(1) {
        Val::Function(f) => f,
        Val::Native(_) => return Ok(()),
        _ => return Err(c.type_error(1, "function")),
    };
    let Some((name, slot)) = upvalue(c, f, n) else { return Ok(()) };
    match slot.and_then(cell) {
        Some(cell) => cell.value.set(&c.rt.heap, c.arg(3)),
        None => return Err(not_supported(c)),
    }
    c.push_str(name)
}

/// A userdata for the variable. One that nobody assigns to is copied into its functions; then equal values of variables of one name count as one.
fn upvalueid(c: &mut Call<'_>) -> Done {
    let n = c.check_int(2)?;
    let f = match c.val(1) {
        Val::Function(f) => f,
        Val::Native(_) => return push_name(c, None),
        _ => return Err(c.type_error(1, "function")),
    };
    let Some((name, slot)) = upvalue(c, f, n) else { return push_name(c, None) };
    let slot = slot.unwrap_or(Val::Function(f).into());
    let name = if cell(slot).is_some() { Vec::new() } else { name };
    let ids = &c.rt.lang.lib.upvalue_ids;
    let key = (slot.tag, slot.bits, name);
    let known = ids.borrow().get(&key).copied();
    let id = known.unwrap_or_else(|| {
        let id = c.rt.heap.alloc(UserData::new(Box::new(()), holloway::heap::OptGc::NULL));
        ids.borrow_mut().insert(key, (slot, id));
        (slot, id)
    });
    c.push(Val::UserData(id.1));
    Ok(())
}

fn traceback(c: &mut Call<'_>) -> Done {
    let at = after_thread(c);
    let message = match c.val(at) {
        Val::Nil => Vec::new(),
        Val::Str(_) | Val::Int(_) | Val::Float(_) => [c.check_str(at)?.bytes(), b"\n"].concat(),
        v => {
            c.push(v);
            return Ok(());
        }
    };
    let own = other(c).is_none();
    let level = (c.opt_int(at + 1, own.into())? as i32).min(1 << 20);
    // The reference's list ends at a level that there is not.
    let Ok(level) = usize::try_from(level) else {
        return c.push_str([&message[..], b"stack traceback:"].concat());
    };
    // Nothing is known of the activations of other coroutines that go on.
    let list = if own {
        let mut list =
            crate::traceback::running_text(c.rt, &levels::running(c.rt).0, level.saturating_sub(1));
        if level == 0 {
            let title = b"stack traceback:".len();
            list.splice(title..title, *b"\n\t[C]: in function 'debug.traceback'");
        }
        list
    } else {
        crate::traceback::text(c.rt, &other_levels(c).unwrap_or_default(), level)
    };
    c.push_str([&message[..], &list].concat())
}
