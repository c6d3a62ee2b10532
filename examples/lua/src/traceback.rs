//! Tracebacks: where an error came through, in the reference's words.
//!
//! **Problem.** Activations live in native code and in registers of traces, so nobody can look at the whole stack when an error is raised. But unwinding
//! visits every activation anyway, in plain execution, and each library function that fails passes the error on: both leave a note here.
//!
//! **Invariants.**
//! 1. Raising a new error begins a new list; catching one ends it. What runs in between because of it (a `__close`) has the list put back.
//! 2. A library function that is [`Special::Located`](crate::native::Special) has a list of the activations of its segment, made for its call.
//! 3. Of a long list only the ends are kept, as many levels as are shown.
//!
//! **Not promised.** Marks of tail calls, whose activations are gone. In compiled code a library function sees the activations of its trace only.
//!
//! **Example.** `lua: x.lua:2: boom`, then `stack traceback:`, `[C]: in function 'error'`, `x.lua:2: in local 'f'`, `x.lua:5: in main chunk`, `[C]: in ?`.

use crate::code::{builtin, Code};
use crate::compile::names;
use crate::syntax::error::chunk_id;
use crate::value::{raw_equal, Closure, Val, NIL};
use crate::Rt;
use holloway::heap::{Marker, OptGc, RawSlot};
use std::cell::{Cell, RefCell};

/// Levels shown from either end of a long list; the host's follows.
const FIRST: usize = 10;
const LAST: usize = 10;

/// An activation that an error came through.
#[derive(Clone, Copy)]
enum Level {
    /// A Lua function at an instruction.
    Lua { code: u32, pc: usize, f: RawSlot },
    /// A library function.
    Native(u32),
}

/// The way of the error being raised.
#[derive(Default)]
pub struct Trace {
    /// All of them, or the first, the one after those (which has the name of the last of them), and the last.
    levels: RefCell<Vec<Level>>,
    total: Cell<usize>,
    /// A message handler runs, which may ask for it.
    pub handling: Cell<bool>,
}

impl Trace {
    /// Begins anew.
    pub fn clear(&self) {
        self.levels.borrow_mut().clear();
        self.total.set(0);
        self.handling.set(false);
    }
    /// Takes the list out, for what may raise and catch errors of its own.
    pub fn take(&self) -> Trace {
        let levels = RefCell::new(self.levels.take());
        Trace { levels, total: Cell::new(self.total.take()), handling: Cell::new(self.handling.take()) }
    }
    /// Puts it back.
    pub fn put(&self, old: Trace) {
        self.levels.replace(old.levels.into_inner());
        self.total.set(old.total.get());
        self.handling.set(old.handling.get());
    }
    fn add(&self, level: Level) {
        let mut levels = self.levels.borrow_mut();
        levels.push(level);
        self.total.set(self.total.get() + 1);
        if levels.len() > FIRST + 1 + LAST {
            levels.remove(FIRST + 1);
        }
    }
    /// The error leaves an activation of a Lua function.
    pub fn through_lua(&self, code: u32, pc: usize, f: OptGc<Closure>) {
        let f = f.get().map_or(NIL, |f| Val::Function(f).into());
        self.add(Level::Lua { code, pc, f });
    }
    /// The error leaves a library function.
    pub fn through_native(&self, id: u32) {
        self.add(Level::Native(id));
    }
    /// Level `n`, from 0: its function and the line it is at.
    pub fn level(&self, rt: &Rt, n: usize) -> Option<(RawSlot, Option<u32>)> {
        match *self.levels.borrow().get(n).filter(|_| n < FIRST || self.total.get() <= FIRST + 1 + LAST)? {
            Level::Lua { code, pc, f } => {
                let code = rt.lang.code(code);
                Some((f, Some(code.line(pc)).filter(|_| !is_library(code))))
            }
            Level::Native(_) => Some((NIL, None)),
        }
    }
    /// "file:line: " of the last level, if it is in a program.
    pub fn position(&self, rt: &Rt) -> String {
        let first = self.levels.borrow().first().copied();
        let at = first.and_then(|l| program_code(rt, l));
        at.map_or(String::new(), |(c, pc)| format!("{}:{}: ", chunk_id(&c.proto.source), c.line(pc)))
    }
    /// Marks the functions in the list.
    pub fn mark(&self, m: &mut Marker<'_>) {
        for level in self.levels.borrow().iter() {
            if let Level::Lua { f, .. } = level {
                m.mark_slot(*f);
            }
        }
    }
    /// Levels that are not shown.
    fn skipped(&self) -> usize {
        self.total.get().saturating_sub(FIRST + LAST)
    }
    /// Number of levels.
    pub fn len(&self) -> usize {
        self.total.get()
    }
    /// What `debug.traceback` says, called from `stack`, without that many levels: in a message handler, the error's way is below the handler.
    pub fn text(&self, rt: &Rt, stack: &Trace, without: usize) -> Vec<u8> {
        if !self.handling.get() {
            return text(rt, &stack.levels.borrow(), without, FIRST, stack.skipped());
        }
        let stack = stack.levels.borrow();
        let handler =
            stack.split(|l| matches!(l, Level::Lua { code: builtin::XPCALL, .. })).next().unwrap_or(&[]);
        let all = [handler, &self.levels.borrow()].concat();
        text(rt, &all, without, handler.len() + FIRST, self.skipped())
    }
    /// What the command says of an error that nobody caught.
    pub fn uncaught(&self, rt: &Rt) -> Vec<u8> {
        text(rt, &self.levels.borrow(), 0, FIRST, self.skipped())
    }
}

/// Levels as text, from "stack traceback:" on; at a place one stands for the `skipped` ones.
fn text(rt: &Rt, levels: &[Level], without: usize, gap: usize, skipped: usize) -> Vec<u8> {
    let mut text = b"stack traceback:".to_vec();
    for (i, &level) in levels.iter().enumerate().skip(without) {
        if i == gap && skipped > 0 {
            text.extend_from_slice(format!("\n\t...\t(skipping {skipped} levels)").as_bytes());
            continue;
        }
        let caller = levels.get(i + 1).copied();
        if let Some(line) = describe(rt, level, caller) {
            text.extend_from_slice(&[b"\n\t", &line[..]].concat());
        }
    }
    text.extend_from_slice(b"\n\t[C]: in ?");
    text
}

/// Code of the library that is written in Lua.
fn is_library(code: &Code) -> bool {
    *code.proto.source == *"=[C]"
}

/// Whether a level is a function of the library that is written in Lua, but not one of the interpreter's own.
fn is_inner(rt: &Rt, level: Level) -> bool {
    matches!(level, Level::Lua { code, .. } if code > builtin::XPCALL && is_library(rt.lang.code(code)))
}

/// The code of a program's function.
fn program_code(rt: &Rt, level: Level) -> Option<(&'static Code, usize)> {
    match level {
        Level::Lua { code, pc, .. } => Some((rt.lang.code(code), pc)).filter(|(c, _)| !is_library(c)),
        Level::Native(_) => None,
    }
}

/// A line of the list. Parts of the library that it calls itself have none.
fn describe(rt: &Rt, level: Level, caller: Option<Level>) -> Option<Vec<u8>> {
    let called =
        caller.and_then(|c| program_code(rt, c)).and_then(|(code, pc)| names::name_of_call(&code.proto, pc));
    let called = called.map(|(kind, name)| [kind.as_bytes(), b" '", &name[..], b"'"].concat());
    match level {
        Level::Native(_) if caller.is_some_and(|c| is_inner(rt, c)) => None,
        Level::Native(id) => {
            let f = rt.lang.native(id);
            let global = match f.library {
                "" => Some(f.name.to_string()),
                crate::native::NAMELESS => None,
                library => Some(format!("{library}.{}", f.name)),
            };
            let name = global.map(|n| format!("function '{n}'").into_bytes());
            Some([b"[C]: in ", &name.or(called).unwrap_or(b"?".to_vec())[..]].concat())
        }
        Level::Lua { code: builtin::PCALL, .. } => Some(b"[C]: in function 'pcall'".to_vec()),
        Level::Lua { code: builtin::XPCALL, .. } => Some(b"[C]: in function 'xpcall'".to_vec()),
        Level::Lua { code, pc, f } => {
            let code = rt.lang.code(code);
            if is_library(code) {
                caller.and_then(|c| program_code(rt, c))?;
                return Some([b"[C]: in ", &called.unwrap_or(b"?".to_vec())[..]].concat());
            }
            let source = chunk_id(&code.proto.source);
            let name = match (global_name(rt, f), called) {
                (Some(name), _) => [b"function '", &name[..], b"'"].concat(),
                (None, Some(name)) => name,
                (None, None) if code.proto.line_defined == 0 => b"main chunk".to_vec(),
                (None, None) => format!("function <{source}:{}>", code.proto.line_defined).into_bytes(),
            };
            Some([format!("{source}:{}: in ", code.line(pc)).as_bytes(), &name[..]].concat())
        }
    }
}

/// The name of a function in a loaded module; none in front of those of the basic one.
fn global_name(rt: &Rt, f: RawSlot) -> Option<Vec<u8>> {
    let loaded = crate::lib::package::loaded(rt).ok()?;
    let mut key = NIL;
    while let Ok(Some((module, t))) = loaded.next(rt, key) {
        key = module;
        let (Val::Str(module), Val::Table(t)) = (module.into(), t.into()) else { continue };
        let mut at = NIL;
        while let Ok(Some((k, v))) = t.next(rt, at) {
            at = k;
            if let (Val::Str(k), true) = (k.into(), raw_equal(v, f)) {
                return Some(match module.bytes() {
                    b"_G" => k.bytes().to_vec(),
                    m => [m, b".", k.bytes()].concat(),
                });
            }
        }
    }
    None
}
