//! Hooks: what `debug.sethook` has called at calls, returns, new lines and every so many instructions.
//!
//! **Problem.** Compiled code has no place for hooks, and plain execution is not to pay for asking.
//!
//! **Invariants.**
//! 1. While a coroutine has a hook, execution is watched: it goes on plainly, step by step, and [`before_step`] is asked before each step.
//! 2. A hook runs while no other does. It sees the watched function as level 2.
//!
//! **Not promised.** A library function that takes an open list of values, as in `print(f())`, is called in the step that makes the list: its call is
//! no event. Instructions are those of this bytecode, so a count hook is called as often as these say. Code that waits for a library function to
//! return is watched from its next loop or call on.
//!
//! **Example.** `debug.sethook(function(event, line) print(line) end, "l")`.

use crate::bytecode::Op;
use crate::code::{builtin, Code};
use crate::levels::Why;
use crate::native::Special;
use crate::traceback::Level;
use crate::value::{Val, NIL};
use crate::{interp, Lua, Rt};
use holloway::heap::{Marker, RawSlot};
use holloway::machine::{Conc, Machine, Raised, State};
use std::cell::{Cell, RefCell};

/// What a coroutine has set.
#[derive(Clone, Default)]
pub struct Hook {
    /// The function.
    pub f: RawSlot,
    /// The mask as it was given: letters of `crl`.
    pub mask: Vec<u8>,
    /// Instructions between two calls; 0 for none.
    pub count: i64,
    left: i64,
    /// The last instruction seen in each activation, by depth; none is watched yet above the last.
    seen: Vec<Option<u32>>,
    /// Library functions that have been called and not been seen to return.
    called: Vec<Called>,
}

/// Functions that a step calls without entering them: those of the library, `pcall` with what it calls in the same step; or a function that returns once its
/// variables are closed.
#[derive(Clone)]
struct Called {
    /// Depth of the caller.
    depth: usize,
    /// The caller, which may return in the same step.
    caller: Option<Level>,
    /// Where the first result of the first one is, which is `false` if it is `pcall` and has caught an error. Those of what it calls come behind.
    result: Option<usize>,
    /// The first one comes first.
    levels: Vec<Level>,
}

impl Called {
    /// How many of them have caught an error or returned to who did.
    fn until_caught(&self, s: &State<Lua, Conc>) -> Option<usize> {
        let at = self.result?;
        let caught = |k: &usize| matches!(s.stack.get(at + k).0.into(), Val::False);
        (0..self.levels.len()).find(caught).map(|k| k + 1)
    }
    /// The levels while the first `n` are running, the innermost first.
    fn first(&self, n: usize) -> impl Iterator<Item = Level> + '_ {
        self.levels[..n].iter().rev().copied()
    }
}

impl Hook {
    /// A hook that is about to begin.
    pub fn new(f: RawSlot, mask: Vec<u8>, count: i64) -> Hook {
        Hook { f, mask, count, left: count, ..Hook::default() }
    }
    fn wants(&self, event: u8) -> bool {
        self.mask.contains(&event)
    }
}

/// The hooks of all coroutines.
#[derive(Default)]
pub struct Hooks {
    list: RefCell<Vec<(RawSlot, Hook)>>,
    running: Cell<bool>,
}

impl Hooks {
    /// The hook of a coroutine (of the main program, for its object).
    pub fn of(&self, thread: RawSlot) -> Option<Hook> {
        self.list.borrow().iter().find(|(t, _)| *t == thread).map(|(_, h)| h.clone())
    }
    /// Sets or removes it; answers whether any is left.
    pub fn set(&self, thread: RawSlot, hook: Option<Hook>) -> bool {
        let mut list = self.list.borrow_mut();
        list.retain(|(t, _)| *t != thread);
        list.extend(hook.map(|h| (thread, h)));
        !list.is_empty()
    }
    fn change(&self, thread: RawSlot, f: impl FnOnce(&mut Hook)) {
        if let Some((_, hook)) = self.list.borrow_mut().iter_mut().find(|(t, _)| *t == thread) {
            f(hook)
        }
    }
    /// The library function that set the hook of a coroutine is about to return there, to an activation of this depth.
    pub fn set_by(&self, thread: RawSlot, id: u32, depth: usize) {
        if !self.running.get() {
            self.change(thread, |h| {
                h.called = vec![Called { depth, caller: None, result: None, levels: vec![Level::Native(id)] }]
            });
        }
    }
    /// Runs what a library function calls, in a segment of its own, whose depths are its own, too.
    #[cold]
    #[inline(never)]
    pub fn apart<R>(&self, thread: RawSlot, f: impl FnOnce() -> R) -> R {
        let mut seen = (Vec::new(), Vec::new());
        self.change(thread, |h| seen = (std::mem::take(&mut h.seen), std::mem::take(&mut h.called)));
        let done = f();
        self.change(thread, |h| (h.seen, h.called) = seen);
        done
    }
    /// Marks the functions.
    pub fn mark(&self, m: &mut Marker<'_>) {
        for (_, hook) in self.list.borrow().iter() {
            m.mark_slot(hook.f);
        }
    }
    /// Forgets the hooks of coroutines that nothing refers to; answers whether any is left.
    pub fn forget(&self, m: &Marker<'_>) -> bool {
        let mut list = self.list.borrow_mut();
        list.retain(|(t, _)| m.is_slot_marked(*t));
        !list.is_empty()
    }
}

/// An event for a hook, and the levels above the watched function, the innermost first.
type Event = (&'static str, i64, Vec<Level>);

/// The library functions that a call of the value in a slot calls in one step: `pcall` begins with what it calls.
fn natives(rt: &Rt, s: &mut State<Lua, Conc>, at: usize, op: Op) -> Vec<Level> {
    let mut levels = Vec::new();
    let arguments = match op {
        Op::Call { b, .. } | Op::TailCall { b, .. } if b > 0 => usize::from(b) - 1,
        Op::Call { a, .. } | Op::TailCall { a, .. } => s.top().frame.top as usize - usize::from(a) - 1,
        _ => 0,
    };
    while let Val::Native(f) = Val::from(s.stack.get(at + levels.len()).0) {
        levels.push(Level::Native(f.id));
        if rt.lang.native(f.id).special != Special::Pcall || levels.len() > arguments {
            break;
        }
    }
    levels
}

/// Adds the events of what has returned since the step before. What is called deeper than the running activation has returned, too, as has its
/// caller: in the same step, unless an error was caught.
fn returns(s: &State<Lua, Conc>, hook: &mut Hook, depth: usize, events: &mut Vec<Event>) {
    let from = hook.called.partition_point(|c| c.depth < depth);
    let mut ended = hook.called.split_off(from);
    if ended.first().is_some_and(|c| c.depth == depth && c.until_caught(s).is_some()) {
        ended.truncate(1);
    }
    while let Some(last) = ended.pop().filter(|_| hook.wants(b'r')) {
        let gone = |c: &Called| c.caller.filter(|_| c.depth > depth);
        let below: Vec<Level> =
            ended.iter().rev().flat_map(|c| c.first(c.levels.len()).chain(gone(c))).collect();
        let mut add = |levels: &mut dyn Iterator<Item = Level>| {
            events.push(("return", -1, levels.chain(gone(&last)).chain(below.iter().copied()).collect()));
        };
        let returned = last.until_caught(s).unwrap_or(last.levels.len());
        (1..=returned).rev().for_each(|n| add(&mut last.first(n)));
        if gone(&last).is_some() {
            add(&mut std::iter::empty());
        }
    }
}

/// Takes note of the step that comes; the events it means.
fn events(rt: &Rt, hook: &mut Hook, s: &mut State<Lua, Conc>, depth: usize) -> Vec<Event> {
    let (base, pc, tail) = (s.top().base, s.top().frame.pc, s.top().frame.tail);
    let code: &Code = s.top().frame.code.0;
    let op = code.ops()[pc as usize];
    let mut events: Vec<Event> = Vec::new();
    let inner = (code.id as usize) < builtin::NAMES.len();
    let library = code.library && !inner;
    // It is the inside of a library function that has been called.
    let hidden = library && s.depth() == 1;
    let entered = pc == 0 && (depth >= hook.seen.len() || tail && hook.seen[depth].is_some_and(|at| at != 0));
    returns(s, hook, depth, &mut events);
    if hook.count > 0 && !library {
        hook.left -= 1;
        if hook.left <= 0 {
            hook.left = hook.count;
            events.push(("count", -1, Vec::new()));
        }
    }
    if entered && !inner && !hidden && hook.wants(b'c') {
        events.push((if tail { "tail call" } else { "call" }, -1, Vec::new()));
    }
    let before = hook.seen.get(depth).copied().flatten().filter(|_| !entered);
    hook.seen.resize(depth, None);
    let line = code.line(pc as usize);
    let fresh = match before {
        None => true,
        Some(at) => pc <= at || code.line(at as usize) != line,
    };
    if matches!(op, Op::VarargPrep { .. }) {
        // The first line comes with the next instruction.
        hook.seen.push(None);
        return events;
    }
    hook.seen.push(Some(pc));
    if fresh && line > 0 && !library && hook.wants(b'l') {
        events.push(("line", line.into(), Vec::new()));
    }
    let this = Level::lua(code.id, pc as usize, tail, s.top().frame.closure.gc());
    if let (Op::Call { a, .. } | Op::TailCall { a, .. } | Op::TForCall { a, .. }, true) =
        (op, hidden || !library)
    {
        let at = base + usize::from(a);
        let levels = natives(rt, s, at, op);
        if !levels.is_empty() {
            // Results that nobody wants stay where `xpcall` keeps them.
            let unwanted = matches!(op, Op::Call { c: 1, .. })
                && matches!(levels[0], Level::Native(id) if rt.lang.native(id).special == Special::Xpcall);
            let result = Some(if unwanted { at + 3 } else { at });
            let called = Called { depth, caller: Some(this), result, levels };
            if hook.wants(b'c') {
                let one = |n| ("call", -1, called.first(n).collect());
                events.extend((1..=called.levels.len()).map(one));
            }
            hook.called.push(called);
        }
    }
    match op {
        _ if hidden => {}
        Op::ReturnClose { .. } if !inner => {
            let levels = vec![this];
            hook.called.push(Called { depth: depth - 1, caller: None, result: None, levels });
        }
        Op::Return { .. } | Op::Return0 | Op::Return1 { .. } | Op::ReturnClose { .. } => {
            // The activation of a library function is what has been called.
            hook.called.pop_if(|c| inner && c.depth + 1 == depth);
            if hook.wants(b'r') {
                events.push(("return", -1, Vec::new()));
            }
        }
        _ => {}
    }
    events
}

/// Called before each step while execution is watched.
///
/// # Errors
/// What a hook raises.
pub fn before_step<M: Machine<L = Lua, V = Conc>>(m: &M, s: &mut State<Lua, Conc>) -> Result<(), Raised> {
    let rt = m.runtime();
    let hooks = &rt.lang.hooks;
    if hooks.running.get() {
        return Ok(());
    }
    let thread: RawSlot = crate::lib::coroutine::current(rt).into();
    let depth = rt.depth_below() as usize + s.depth();
    let (f, events) = {
        let mut list = hooks.list.borrow_mut();
        let Some((_, hook)) = list.iter_mut().find(|(t, _)| *t == thread) else { return Ok(()) };
        (hook.f, events(rt, hook, s, depth))
    };
    events.into_iter().try_for_each(|event| call(rt, f, event))
}

/// Calls a hook.
fn call(rt: &Rt, f: RawSlot, (name, line, above): Event) -> Result<(), Raised> {
    let lua = &rt.lang;
    let (stack, trace) = (lua.stack.take(), lua.trace.take());
    let _functions = rt.heap.root([stack.functions(), trace.functions()]);
    let returned = name == "return" && !above.is_empty();
    lua.hooks.running.set(true);
    lua.bar(rt, 1);
    let event = Val::Str(lua.short(rt, name)).into();
    let line = if line < 0 { NIL } else { Val::Int(line).into() };
    let watched = Why::Hook(above, returned);
    let done = lua.waits.during(rt, watched, || interp::call_above(rt, f, &[event, line]));
    lua.bar(rt, -1);
    lua.hooks.running.set(false);
    lua.stack.put(stack);
    if done.is_ok() {
        lua.trace.put(trace);
    }
    done.map(|_| ())
}
