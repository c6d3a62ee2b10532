//! Finalizers: the `__gc` of tables and userdata.
//!
//! **Problem.** A finalizer is guest code that a collection calls for, and it sees an object that nothing refers to any more.
//!
//! **Invariants.**
//! 1. An object is *noted* when it gets a metatable that has `__gc`. A collection that does not reach a noted object keeps it for once and makes it
//!    *ready*; references from weak values are gone by then, those from weak keys are not.
//! 2. Ready objects are roots. Their finalizers run at the next poll of plain execution or at the end of `collectgarbage`, the object noted last first.
//! 3. While one runs, none is begun, and `collectgarbage` does nothing. An error in one is a warning.
//! 4. What is left is finalized when the program ends.
//!
//! **Not promised.** When a collection comes; and that a register that is dead does not keep an object for a while.
//!
//! **Example.** `setmetatable({}, {__gc = function() print("gone") end}) collectgarbage()` prints `gone`.

use crate::interp::protect::guarded;
use crate::native;
use crate::value::{Val, NIL};
use crate::{interp, Rt};
use holloway::heap::Marker;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// The objects with finalizers.
#[derive(Default)]
pub struct Finalizers {
    noted: RefCell<Vec<Val>>,
    ready: RefCell<VecDeque<Val>>,
    running: Cell<bool>,
    /// The program has ended: nothing is noted any more.
    closing: Cell<bool>,
}

impl Finalizers {
    /// Marks the objects that are ready.
    pub fn mark(&self, m: &mut Marker<'_>) {
        self.ready.borrow().iter().for_each(|&v| m.mark_slot(v.into()));
    }
    /// Makes those ready that a collection has not reached, and marks them. Answers whether any are.
    pub fn condemn(&self, m: &mut Marker<'_>) -> bool {
        let (mut noted, mut ready) = (self.noted.borrow_mut(), self.ready.borrow_mut());
        let before = ready.len();
        ready.extend(noted.iter().rev().filter(|&&v| !m.is_slot_marked(v.into())));
        if ready.len() > before {
            noted.retain(|&v| m.is_slot_marked(v.into()));
            ready.iter().for_each(|&v| m.mark_slot(v.into()));
        }
        !ready.is_empty()
    }
    /// Whether a finalizer runs, or the program has ended.
    pub fn is_busy(&self) -> bool {
        self.running.get() || self.closing.get()
    }
}

/// Notes an object that has just got this metatable, if that has `__gc`.
pub fn note(rt: &Rt, v: Val) {
    let all = &rt.lang.finalizers;
    if all.closing.get() || is_noted(rt, v) || native::metamethod(rt, v, "__gc").is_nil() {
        return;
    }
    set_noted(rt, v, true);
    all.noted.borrow_mut().push(v);
}

/// Runs the finalizers of the objects that are ready.
pub fn run(rt: &Rt) {
    let all = &rt.lang.finalizers;
    if all.running.replace(true) {
        return;
    }
    loop {
        let next = all.ready.borrow_mut().pop_front();
        let Some(v) = next else { break };
        set_noted(rt, v, false);
        finalize(rt, v);
    }
    all.running.set(false);
}

/// The program has ended: all objects are finalized.
pub fn close(rt: &Rt) {
    let all = &rt.lang.finalizers;
    all.closing.set(true);
    let noted = all.noted.take();
    all.ready.borrow_mut().extend(noted.into_iter().rev());
    run(rt);
}

/// Calls an object's finalizer. The error being raised, if there is one, stays as it is.
fn finalize(rt: &Rt, v: Val) {
    let lua = &rt.lang;
    let f = native::metamethod(rt, v, "__gc");
    if f.is_nil() {
        return;
    }
    let kept = rt.heap.root([rt.error.get(), v.into()]);
    let (level, killing) = (lua.level.get(), lua.killing.replace(false));
    let (trace, stack, blame) = (lua.trace.take(), lua.stack.take(), lua.blame.take());
    let _functions = rt.heap.root([trace.functions(), stack.functions()]);
    lua.bar(rt, 1);
    if !native::is_callable(rt, f) {
        warn(rt, format!("attempt to call a {} value (metamethod '__gc')", f.type_name()).as_bytes());
    } else if guarded(rt, NIL, || interp::call_value(rt, f.into(), &[v.into()])).is_err() {
        match rt.error.get().into() {
            Val::Str(s) => warn(rt, s.bytes()),
            _ => warn(rt, b"error object is not a string"),
        }
    }
    lua.bar(rt, -1);
    rt.error.set(kept.with(&rt.heap, |k| k[0]));
    lua.level.set(level);
    lua.killing.set(killing);
    lua.trace.put(trace);
    lua.stack.put(stack);
    lua.blame.replace(blame);
}

/// Shows the error that a finalizer raised, if warnings are on.
fn warn(rt: &Rt, message: &[u8]) {
    if rt.lang.lib.warnings.get() {
        // As there is nowhere else to tell it, a failure to write goes unseen.
        let _ = crate::lib::out::write_error(&[b"Lua warning: error in __gc (", message, b")\n"].concat());
    }
}

fn is_noted(rt: &Rt, v: Val) -> bool {
    match v {
        Val::Table(t) => t.hash.get(&rt.heap).get().is_some_and(|h| h.noted.get(&rt.heap) != 0),
        Val::UserData(u) => u.noted.get(&rt.heap) != 0,
        _ => true,
    }
}

fn set_noted(rt: &Rt, v: Val, noted: bool) {
    match v {
        Val::Table(t) => t.hash_part(rt).noted.set(&rt.heap, noted.into()),
        Val::UserData(u) => u.noted.set(&rt.heap, noted.into()),
        _ => {}
    }
}
