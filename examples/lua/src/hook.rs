//! Hooks: what `debug.sethook` has called at calls, returns, new lines and every so many instructions.
//!
//! **Problem.** Compiled code has no place for hooks, and plain execution is not to pay for asking.
//!
//! **Invariants.**
//! 1. While a coroutine has a hook, execution is watched: it goes on plainly, step by step, and [`before_step`] is asked before each step.
//! 2. A hook runs while no other does. It sees the watched function as level 2; changes of that function's variables are put back when it returns.
//!
//! **Not promised.** Instructions are those of this bytecode, so a count hook is called as often as these say. Code that waits for a library function to return is watched from
//! its next loop or call on.
//!
//! **Example.** `debug.sethook(function(event, line) print(line) end, "l")`.

use crate::bytecode::Op;
use crate::code::{builtin, Code};
use crate::traceback::Level;
use crate::value::{Tag, Val, Value, NIL};
use crate::{interp, Lua, Rt};
use holloway::heap::{Marker, OptGc, RawSlot};
use holloway::machine::{Conc, Machine, Raised, Slot, State};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

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
    /// The library function called by the step before.
    native: Option<u32>,
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
    /// Variables of the function that the running hook watches: names, and values that it may have changed.
    locals: RefCell<Vec<(Rc<[u8]>, RawSlot)>>,
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
    /// The library function that set the hook of a coroutine is about to return there.
    pub fn set_by(&self, thread: RawSlot, id: u32) {
        if !self.running.get() {
            let mut list = self.list.borrow_mut();
            list.iter_mut().filter(|(t, _)| *t == thread).for_each(|(_, h)| h.native = Some(id));
        }
    }
    /// Variable number `n` of the function that the running hook watches.
    pub fn local(&self, n: i64) -> Option<(Rc<[u8]>, RawSlot)> {
        let i = usize::try_from(n).ok()?.checked_sub(1)?;
        self.locals.borrow().get(i).cloned()
    }
    /// Changes it; its name.
    pub fn set_local(&self, n: i64, v: RawSlot) -> Option<Rc<[u8]>> {
        let i = usize::try_from(n).ok()?.checked_sub(1)?;
        self.locals.borrow_mut().get_mut(i).map(|(name, place)| {
            *place = v;
            name.clone()
        })
    }
    /// Whether a hook runs.
    pub fn is_running(&self) -> bool {
        self.running.get()
    }
    /// Marks the functions and what a running one has.
    pub fn mark(&self, m: &mut Marker<'_>) {
        for (_, hook) in self.list.borrow().iter() {
            m.mark_slot(hook.f);
        }
        self.locals.borrow().iter().for_each(|(_, v)| m.mark_slot(*v));
    }
    /// Forgets the hooks of coroutines that nothing refers to; answers whether any is left.
    pub fn forget(&self, m: &Marker<'_>) -> bool {
        let mut list = self.list.borrow_mut();
        list.retain(|(t, _)| m.is_slot_marked(*t));
        !list.is_empty()
    }
}

/// An event for a hook, and the level above the watched function, if there is one.
type Event = (&'static str, i64, Option<Level>);

/// Takes note of the step that comes; the events it means.
fn events(hook: &mut Hook, s: &mut State<Lua, Conc>, depth: usize) -> Vec<Event> {
    let (base, pc, tail) = (s.top().base, s.top().frame.pc, s.top().frame.tail);
    let code: &Code = s.top().frame.code.0;
    let op = code.ops[pc as usize];
    let mut events: Vec<Event> = Vec::new();
    let inner = (code.id as usize) < builtin::NAMES.len();
    let entered = pc == 0 && (depth >= hook.seen.len() || tail && hook.seen[depth].is_some_and(|at| at != 0));
    if let Some(id) = hook.native.take().filter(|_| !(inner && entered)) {
        if hook.wants(b'r') {
            events.push(("return", -1, Some(Level::Native(id))));
        }
    }
    if hook.count > 0 {
        hook.left -= 1;
        if hook.left <= 0 {
            hook.left = hook.count;
            events.push(("count", -1, None));
        }
    }
    if entered && !inner && hook.wants(b'c') {
        events.push((if tail { "tail call" } else { "call" }, -1, None));
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
    if fresh && line > 0 && hook.wants(b'l') {
        events.push(("line", line.into(), None));
    }
    if let Op::Call { a, .. } | Op::TailCall { a, .. } | Op::TForCall { a, .. } = op {
        let f: RawSlot = s.stack.get(base + a as usize).0;
        if let Val::Native(f) = f.into() {
            hook.native = Some(f.id);
            if hook.wants(b'c') {
                events.push(("call", -1, Some(Level::Native(f.id))));
            }
        }
    }
    if matches!(op, Op::Return { .. } | Op::Return0 | Op::Return1 { .. } | Op::ReturnClose { .. })
        && hook.wants(b'r')
    {
        events.push(("return", -1, None));
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
        (hook.f, events(hook, s, depth))
    };
    events.into_iter().try_for_each(|event| call(m, s, f, event))
}

/// The variables in scope of the running activation: names and slots.
fn variables(s: &mut State<Lua, Conc>) -> Vec<(Rc<[u8]>, usize)> {
    let (base, pc) = (s.top().base, s.top().frame.pc);
    let locals = s.top().frame.code.0.proto.locals.iter();
    let open = locals.filter(|l| l.start <= pc && pc < l.end);
    open.map(|l| (l.name.clone(), base + usize::from(l.reg))).collect()
}

/// The content of the variable in a slot.
fn content(rt: &Rt, slot: RawSlot) -> RawSlot {
    match holloway::machine::helper::value::<Lua>(slot) {
        Value::Cell(cell) if slot.tag == Tag::Cell => cell.gc().value.get(&rt.heap),
        _ => slot,
    }
}

/// Calls a hook.
fn call<M: Machine<L = Lua, V = Conc>>(
    m: &M,
    s: &mut State<Lua, Conc>,
    f: RawSlot,
    (name, line, above): Event,
) -> Result<(), Raised> {
    let rt = m.runtime();
    let lua = &rt.lang;
    let variables = if above.is_some() { Vec::new() } else { variables(s) };
    let values = variables.iter().map(|(name, at)| (name.clone(), content(rt, s.stack.get(*at).0)));
    let old_locals = lua.hooks.locals.replace(values.collect());
    let (outer, stack, trace) = (lua.outer.take(), lua.stack.take(), lua.trace.take());
    let _functions = rt.heap.root([outer.functions(), stack.functions(), trace.functions()]);
    if let Some(Level::Native(id)) = above {
        lua.outer.through_native(id);
    }
    for i in (0..s.depth()).rev() {
        let top = i + 1 == s.depth();
        let frame = &s.at(i).frame;
        // The running one is before the instruction, unless a library function has returned to it; those below are behind their calls.
        let returned = name == "return" && above.is_some();
        let pc = if top && !returned { frame.pc as usize } else { (frame.pc as usize).wrapping_sub(1) };
        let closure = m.non_null(frame.closure).map(|f| f.gc());
        lua.outer.on_lua(frame.code.0.id, pc, frame.tail, closure.map_or(OptGc::NULL, Into::into));
    }
    lua.hooks.running.set(true);
    lua.barred.set(lua.barred.get() + 1);
    let event = Val::Str(lua.short(rt, name)).into();
    let line = if line < 0 { NIL } else { Val::Int(line).into() };
    let done = interp::call_above(rt, f, &[event, line]);
    lua.barred.set(lua.barred.get() - 1);
    lua.hooks.running.set(false);
    let changed = lua.hooks.locals.replace(old_locals);
    for ((_, at), (_, v)) in variables.into_iter().zip(changed) {
        let slot = s.stack.get(at).0;
        match holloway::machine::helper::value::<Lua>(slot) {
            Value::Cell(cell) if slot.tag == Tag::Cell => cell.gc().value.set(&rt.heap, v),
            _ => s.stack.slots()[at] = Slot(v),
        }
    }
    lua.outer.put(outer);
    lua.stack.put(stack);
    if done.is_ok() {
        lua.trace.put(trace);
    }
    done.map(|_| ())
}
