//! What a coroutine that does not run shows of itself: the levels it is at, and their variables.
//!
//! **Problem.** The activations of a suspended coroutine lie on a stack of its own, in native code and in registers of traces: nobody else can read them.
//!
//! **Invariants.** A suspended coroutine is asked by resuming it with [`Look::asked`] set. The interpreter, back in its yield, looks at the whole
//! state, leaves what it has found here, and goes on waiting: the program does not notice. A coroutine that died has left the levels it died at.
//!
//! **Example.** `debug.getlocal(co, 1, 1)` is the first variable of the function that called `coroutine.yield`.

use super::coroutine::{give_direct, running_thread, status_of, switch, Back};
use crate::native::Came;
use crate::traceback::{Level, Levels};
use crate::value::Thread;
use crate::{Lua, Rt};
use holloway::heap::{Gc, Marker, RawSlot};
use holloway::machine::{Cx, Raised};
use holloway::residual;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A variable, as `debug.getlocal` names it.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// Its level; 0, where no program's function is, for none.
    pub level: i64,
    /// Its number.
    pub number: i64,
    /// What it is to hold.
    pub new: Option<RawSlot>,
}

/// A question on its way to a coroutine, and the answer.
#[derive(Default)]
pub struct Look {
    /// The coroutine being resumed is to look at its levels, and to go on waiting.
    pub asked: Cell<bool>,
    wanted: Cell<Wanted>,
    found: RefCell<Option<(Rc<[u8]>, RawSlot)>>,
}

impl Look {
    /// Marks the values on their way.
    pub fn mark(&self, m: &mut Marker<'_>) {
        let found = self.found.borrow().as_ref().map(|(_, v)| *v);
        self.wanted.get().new.into_iter().chain(found).for_each(|v| m.mark_slot(v));
    }
}

/// The number of values that come from a yield whose coroutine is to look.
pub const LOOK: i64 = -2;

/// Has a suspended coroutine look; false if it cannot.
fn ask(rt: &Rt, t: Gc<Thread>, wanted: Wanted) -> bool {
    let look = &rt.lang.look;
    look.wanted.set(wanted);
    look.found.replace(None);
    t.way.with_mut(&rt.heap, |way| way.0.clear());
    look.asked.set(true);
    let stack = rt.lang.stack.take();
    let _functions = rt.heap.root([stack.functions()]);
    let back = switch(rt, t, &[]);
    rt.lang.stack.put(stack);
    look.wanted.take();
    !look.asked.replace(false) && matches!(back, Back::Here)
}

/// The levels of a coroutine that does not run: those where it died of an error, or those where it waits.
pub fn levels(rt: &Rt, t: Gc<Thread>) -> Option<Levels> {
    match status_of(rt, t) {
        "dead" if t.failed.get(&rt.heap) != 0 => {}
        "dead" => return Some(Levels::new()),
        "suspended" if t.started.get(&rt.heap) == 0 => return Some(Levels::new()),
        "suspended" if ask(rt, t, Wanted::default()) => {}
        _ => return None,
    }
    Some(t.way.with(&rt.heap, |way| way.0.clone()))
}

/// Name and content of a variable of a suspended coroutine, whose content is replaced if that is asked for.
pub fn variable(rt: &Rt, t: Gc<Thread>, wanted: Wanted) -> Option<(Rc<[u8]>, RawSlot)> {
    let can = status_of(rt, t) == "suspended" && t.started.get(&rt.heap) != 0;
    (can && ask(rt, t, wanted)).then(|| rt.lang.look.found.take()).flatten()
}

/// Level and number of the variable that is asked for.
#[residual]
pub fn wanted(cx: &Cx<Lua>) -> (i64, i64) {
    let wanted = cx.rt.lang.look.wanted.get();
    (wanted.level, wanted.number)
}

/// Answers with its name and content; what it is to hold from now on.
#[residual]
pub fn exchange(cx: &Cx<Lua>, code: i64, name: i64, content: RawSlot) -> RawSlot {
    let look = &cx.rt.lang.look;
    let name = crate::interp::inspect::local_name(cx.rt, code, name).into();
    look.found.replace(Some((name, content)));
    look.wanted.get().new.unwrap_or(content)
}

/// The levels have been listed: goes on waiting.
#[residual]
pub fn wait_on(cx: &Cx<Lua>, id: i64) -> Result<Came, Raised> {
    let (rt, lua) = (cx.rt, &cx.rt.lang);
    if let Some(t) = running_thread(rt) {
        let levels = std::iter::once(Some(Level::Native(id as u32))).chain(lua.stack.all());
        t.way.with_mut(&rt.heap, |way| way.0 = levels.collect());
    }
    lua.look.asked.set(false);
    give_direct(rt, id, &[])
}
