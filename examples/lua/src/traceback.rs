//! Tracebacks: where an error came through, in the reference's words.
//!
//! **Problem.** Activations live in native code and in registers of traces, so nobody can look at the whole stack when an error is raised. But unwinding
//! visits every activation anyway, in plain execution, and each library function that fails passes the error on: both leave a note here.
//!
//! **Invariants.**
//! 1. Raising a new error begins a new list; catching one ends it. What runs in between because of it (a `__close`) has the list put back.
//! 2. A library function that is [`Special::Located`](crate::native::Special) has a list of the activations of its segment, made for its call.
//!    Callers that wait in native code have been put below it before.
//! 3. Of an error's long way only the ends are kept, as many levels as are shown.
//!
//! **Not promised.** Activations below a library function that calls its argument (`table.sort`, say), but as `levels` says.
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
pub enum Level {
    /// A Lua function at an instruction; whether it has taken its caller's place.
    Lua { code: u32, pc: usize, tail: bool, f: RawSlot },
    /// A library function.
    Native(u32),
}

/// The way of the error being raised.
#[derive(Default)]
pub struct Traceback {
    /// All of them, or the first, the one after those (which has the name of the last of them), and the last.
    levels: RefCell<Vec<Level>>,
    total: Cell<usize>,
    /// A message handler runs, which may ask for it.
    pub handling: Cell<bool>,
    /// A message handler has been called with the error, which is what it gave.
    pub handled: Cell<bool>,
    /// The error was raised by a `__close` that ran because of another error: only who catches it is below.
    pub closing: Cell<bool>,
}

impl Traceback {
    /// Begins anew.
    pub fn clear(&self) {
        self.levels.borrow_mut().clear();
        self.total.set(0);
        self.handling.set(false);
        self.handled.set(false);
        self.closing.set(false);
    }
    /// Takes the list out, for what may raise and catch errors of its own.
    pub fn take(&self) -> Traceback {
        Traceback {
            levels: RefCell::new(self.levels.take()),
            total: Cell::new(self.total.take()),
            handling: Cell::new(self.handling.take()),
            handled: Cell::new(self.handled.take()),
            closing: Cell::new(self.closing.take()),
        }
    }
    /// Puts it back.
    pub fn put(&self, old: Traceback) {
        self.levels.replace(old.levels.into_inner());
        self.total.set(old.total.get());
        self.handling.set(old.handling.get());
        self.handled.set(old.handled.get());
        self.closing.set(old.closing.get());
    }
    /// Does what is no part of the list: it is empty meanwhile, and the same again afterwards.
    #[inline(always)]
    pub fn apart<R>(&self, rt: &Rt, f: impl FnOnce() -> R) -> R {
        if self.total.get() == 0 {
            f()
        } else {
            self.replaced(rt, f)
        }
    }
    #[cold]
    #[inline(never)]
    fn replaced<R>(&self, rt: &Rt, f: impl FnOnce() -> R) -> R {
        let old = self.take();
        let _functions = rt.heap.root([old.functions()]);
        let done = f();
        self.put(old);
        done
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
    pub fn through_lua(&self, code: u32, pc: usize, tail: bool, f: OptGc<Closure>) {
        let catches = matches!(code, builtin::PCALL | builtin::XPCALL);
        if code == builtin::HANDLE || self.handled.get() || self.closing.get() && !catches {
            return;
        }
        self.add(Level::lua(code, pc, tail, f));
    }
    /// An activation of the running segment, which is listed in full.
    pub fn on_lua(&self, code: u32, pc: usize, tail: bool, f: OptGc<Closure>) {
        self.levels.borrow_mut().push(Level::lua(code, pc, tail, f));
        self.total.set(self.total.get() + 1);
    }
    /// The error leaves a library function.
    pub fn through_native(&self, id: u32) {
        self.add(Level::Native(id));
    }
    /// "file:line: " of a level, if it is in a program.
    pub fn position(&self, rt: &Rt, level: usize) -> String {
        let first = self.levels.borrow().get(level).copied();
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
    /// The functions in the list, to be rooted while it is taken out.
    pub fn functions(&self) -> Vec<RawSlot> {
        let functions = self.levels.borrow().iter().map(Level::function).collect();
        functions
    }
    /// Number of levels.
    pub fn len(&self) -> usize {
        self.total.get()
    }
    /// All levels of an error's way; of a long one the middle is not known.
    pub fn all(&self) -> Levels {
        let levels = self.levels.borrow();
        let mut all: Levels = levels.iter().copied().map(Some).collect();
        if self.total.get() > levels.len() {
            let unknown = self.total.get() - levels.len();
            all.splice(FIRST + 1..FIRST + 1, std::iter::repeat_n(None, unknown));
        }
        all
    }
    /// What a library function sees that is called from `stack`: in a message handler, the error's way is between the handler and who catches it.
    pub fn seen(&self, stack: &Traceback) -> Levels {
        let mut stack = stack.all();
        let is = |l: &Option<Level>, id: u32| matches!(l, Some(Level::Lua { code, .. }) if *code == id);
        let handles = |l: &Option<Level>| is(l, builtin::XPCALL) || is(l, builtin::HANDLE);
        if let Some(at) = stack.iter().position(handles).filter(|_| self.handling.get()) {
            let mut below = stack.split_off(at);
            if is(&below[0], builtin::HANDLE) {
                // The function that has the variable to be closed is the last on the way, unless what closes another one has failed.
                let catches = below.iter().position(|l| is(l, builtin::XPCALL)).unwrap_or(below.len());
                below.drain(..if self.closing.get() { catches } else { 2 });
            } else {
                below.remove(0);
            }
            stack.extend(self.all());
            stack.extend(below);
        }
        stack.retain(|l| !is(l, builtin::HANDLE));
        stack
    }
    /// What the command says of an error that nobody caught.
    pub fn uncaught(&self, rt: &Rt) -> Vec<u8> {
        running_text(rt, &self.all(), 0)
    }
}

/// Levels, the innermost first; of some only that they are there is known.
pub type Levels = Vec<Option<Level>>;

/// The levels of a coroutine that died of an error.
#[derive(Default)]
pub struct Way(pub Levels);

impl holloway::heap::Mark for Way {
    fn mark(&self, m: &mut Marker<'_>) {
        self.0.iter().flatten().for_each(|l| m.mark_slot(l.function()));
    }
}

impl Level {
    /// That of a Lua function.
    pub fn lua(code: u32, pc: usize, tail: bool, f: OptGc<Closure>) -> Level {
        Level::Lua { code, pc, tail, f: f.get().map_or(NIL, |f| Val::Function(f).into()) }
    }
    /// Its function, if that is known.
    pub fn function(&self) -> RawSlot {
        match *self {
            Level::Lua { f, .. } => f,
            Level::Native(_) => NIL,
        }
    }
    /// The line it is at.
    pub fn line(&self, rt: &Rt) -> Option<u32> {
        program_code(rt, *self).map(|(code, pc)| code.line(pc))
    }
    /// Whether it is a library function.
    pub fn is_native(&self) -> bool {
        match self {
            Level::Native(_) => true,
            Level::Lua { code, .. } => (*code as usize) < builtin::NAMES.len(),
        }
    }
    /// Whether it has taken its caller's place.
    pub fn is_tail(&self) -> bool {
        matches!(self, Level::Lua { tail: true, .. })
    }
    /// What its caller's instruction calls it, and of which kind that is.
    pub fn called(&self, rt: &Rt, caller: Option<Level>) -> Option<(&'static str, std::rc::Rc<[u8]>)> {
        let caller = caller.filter(|_| !self.is_tail())?;
        program_code(rt, caller).and_then(|(code, pc)| names::name_of_call(&code.proto, pc))
    }
}

/// Levels from number `from` on as text, from "stack traceback:" on; of more than fit, one line stands for those in the middle.
pub fn text(rt: &Rt, levels: &[Option<Level>], from: usize) -> Vec<u8> {
    let mut text = b"stack traceback:".to_vec();
    // The host behind the main program is a level, too, the last one.
    let gap = (levels.len().saturating_sub(from) > FIRST + 1 + LAST).then_some(from + FIRST);
    let mut i = from;
    while i < levels.len() {
        if gap == Some(i) {
            let skipped = levels.len() - LAST - i - 1;
            text.extend_from_slice(format!("\n\t...\t(skipping {skipped} levels)").as_bytes());
            i += skipped + 1;
            continue;
        }
        let caller = levels.get(i + 1).copied().flatten();
        if let Some(line) = levels[i].and_then(|level| describe(rt, level, caller)) {
            text.extend_from_slice(&[b"\n\t", &line[..]].concat());
        }
        if levels[i].is_some_and(|l| l.is_tail()) {
            text.extend_from_slice(b"\n\t(...tail calls...)");
        }
        i += 1;
    }
    text
}

/// The same of the running coroutine: the main program has a host below it.
pub fn running_text(rt: &Rt, levels: &[Option<Level>], from: usize) -> Vec<u8> {
    let mut text = text(rt, levels, from);
    if rt.running().is_none() {
        text.extend_from_slice(b"\n\t[C]: in ?");
    }
    text
}

/// Code of the library that is written in Lua.
fn is_library(code: &Code) -> bool {
    *code.proto.source == *"=[C]"
}

/// Whether a level is a function of the library that is written in Lua, but not one of the interpreter's own.
pub fn is_inner(rt: &Rt, level: Level) -> bool {
    matches!(level, Level::Lua { code, .. } if code as usize >= builtin::NAMES.len() && is_library(rt.lang.code(code)))
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
        level.called(rt, caller).map(|(kind, name)| [kind.as_bytes(), b" '", &name[..], b"'"].concat());
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
        Level::Lua { code, .. } if (code as usize) < builtin::NAMES.len() => {
            Some(format!("[C]: in function '{}'", builtin::NAMES[code as usize]).into_bytes())
        }
        Level::Lua { code, pc, f, .. } => {
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
