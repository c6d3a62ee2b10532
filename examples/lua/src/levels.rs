//! The levels below the running segment of a coroutine: those of who waits for a library function that calls back, for a hook, or for the closing of
//! a variable.
//!
//! **Problem.** Each call by a library function has a segment of its own, and what waits below may be with native code, where nobody sees it.
//!
//! **Invariants.**
//! 1. A program's function whose chunk is [`transparent`](crate::code::Code::transparent) calls back, and closes variables, from plain execution only
//!    (see `interp::inspect`): what is below it in its segment is in sight. Other chunks are not looked through, whoever runs them, so that all modes
//!    see the same.
//! 2. Why a segment waits is noted here, unless the instruction that its last activation is at says so: a call of a library function.
//!
//! **Not promised.** What is below a variable that is closed because of an error.
//!
//! **Example.** `table.sort(t, function(a, b) print(debug.getinfo(3, "l").currentline) return a < b end)`: level 2 is `sort`, level 3 who calls it.

use crate::bytecode::Op;
use crate::code::builtin;
use crate::interp::inspect::{find_local, local_name};
use crate::traceback::{is_inner, Level, Levels};
use crate::value::{Tag, Val, Value};
use crate::{Lua, Rt};
use holloway::heap::{Marker, RawSlot};
use holloway::machine::{helper, Conc, Slot, State};
use std::cell::RefCell;
use std::rc::Rc;

/// Why a segment waits.
#[derive(Clone)]
pub enum Why {
    /// A hook runs: the levels above the watched function, the innermost first, and whether one of these returns to it.
    Hook(Vec<Level>, bool),
    /// This function's variable is being closed.
    Close(Level),
}

impl Why {
    /// The levels that it says.
    fn levels(&self) -> &[Level] {
        match self {
            Why::Hook(levels, _) => levels,
            Why::Close(level) => std::slice::from_ref(level),
        }
    }
}

/// A segment: the coroutine, and the number of its state.
type Key = (RawSlot, usize);

/// The segments that do not wait for a library function.
#[derive(Default)]
pub struct Waits(RefCell<Vec<(Key, Why)>>);

/// Forgets why a segment waited, also when a panic passes.
struct Forget<'a>(&'a Waits, Key);

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        self.0.forget(self.1)
    }
}

impl Waits {
    /// Does something for which the running segment waits.
    pub fn during<R>(&self, rt: &Rt, why: Why, f: impl FnOnce() -> R) -> R {
        let key = (crate::lib::coroutine::current(rt).into(), rt.running_state());
        self.forget(key);
        self.0.borrow_mut().push((key, why));
        let _forget = Forget(self, key);
        f()
    }
    fn forget(&self, key: Key) {
        self.0.borrow_mut().retain(|(k, _)| *k != key);
    }
    fn of(&self, key: Key) -> Option<Why> {
        self.0.borrow().iter().find(|(k, _)| *k == key).map(|(_, why)| why.clone())
    }
    /// Marks the functions that are noted.
    pub fn mark(&self, m: &mut Marker<'_>) {
        for (_, why) in self.0.borrow().iter() {
            why.levels().iter().for_each(|l| m.mark_slot(l.function()));
        }
    }
}

/// Where the activation of a level is: the number of its state, its number there, and the instruction that it is at.
#[derive(Clone, Copy)]
struct Place {
    state: usize,
    index: usize,
    pc: u32,
}

/// A level, as far as it is known.
struct Below {
    level: Level,
    place: Option<Place>,
}

/// Name and content of a variable.
pub type Local = (Rc<[u8]>, RawSlot);

/// All levels that a library function sees which is called by the running segment, and how many of them are the segment's.
pub fn running(rt: &Rt) -> (Levels, usize) {
    let mut levels = rt.lang.trace.seen(&rt.lang.stack);
    levels.pop_if(|l| l.is_some_and(|l| is_inner(rt, l)));
    let own = levels.len();
    levels.extend(below(rt).iter().map(|b| Some(b.level)));
    (levels, own)
}

/// A variable of level `n` below the running segment, from 0, which is changed if there is something new for it.
pub fn local(rt: &Rt, n: usize, number: i64, new: Option<RawSlot>) -> Option<Local> {
    let place = below(rt).get(n)?.place?;
    let mut found = None;
    rt.each_state(|id, s| {
        if id == place.state {
            found = s.and_then(|s| exchange(rt, s, place, number, new));
        }
        id != place.state
    });
    found
}

fn exchange(
    rt: &Rt,
    s: &mut State<Lua, Conc>,
    at: Place,
    number: i64,
    new: Option<RawSlot>,
) -> Option<Local> {
    let local = find_local(s, at.index, at.pc, number)?;
    let held = s.stack.get(local.slot).0;
    let cell = match helper::value::<Lua>(held) {
        Value::Cell(cell) if held.tag == Tag::Cell => Some(cell.gc()),
        _ => None,
    };
    let content = cell.map_or(held, |cell| cell.value.get(&rt.heap));
    match (new, cell) {
        (Some(v), Some(cell)) => cell.value.set(&rt.heap, v),
        (Some(v), None) => s.stack.slots()[local.slot] = Slot(v),
        (None, _) => {}
    }
    Some((local_name(rt, local.code.into(), local.name).into(), content))
}

/// The levels below the running segment, the innermost first, as far as they are known.
fn below(rt: &Rt) -> Vec<Below> {
    let thread = crate::lib::coroutine::current(rt).into();
    let mut all = Vec::new();
    let mut first = true;
    rt.each_state(|id, s| {
        let running = std::mem::take(&mut first);
        (running && s.is_some()) || add(rt, (thread, id), s, &mut all)
    });
    all
}

/// Adds the levels of a segment that waits, and of who is called by it but has no segment. False if those below are not known.
fn add(rt: &Rt, key: Key, s: Option<&mut State<Lua, Conc>>, all: &mut Vec<Below>) -> bool {
    let why = rt.lang.waits.of(key);
    let unplaced = |level| Below { level, place: None };
    let Some(s) = s else {
        if let Some(Why::Close(level)) = why {
            all.push(unplaced(level));
        }
        return false;
    };
    let transparent = s.top().frame.code.0.transparent;
    let mut before = false;
    match why {
        Some(Why::Close(level)) if !transparent => {
            all.push(unplaced(level));
            return false;
        }
        Some(Why::Close(_)) => {}
        Some(Why::Hook(levels, returned)) => {
            all.extend(levels.into_iter().map(unplaced));
            before = !returned;
        }
        None => match native(s) {
            Some(level) if transparent => all.push(unplaced(level)),
            _ => return false,
        },
    }
    for index in (0..s.depth()).rev() {
        let frame = &s.at(index).frame;
        // All are behind the instruction they wait in, but for the one that a hook watches.
        let pc = if std::mem::take(&mut before) { frame.pc } else { frame.pc.saturating_sub(1) };
        let level = Level::lua(frame.code.0.id, pc as usize, frame.tail, frame.closure.gc());
        let hidden = frame.code.0.id == builtin::HANDLE || index == 0 && is_inner(rt, level);
        if !hidden {
            all.push(Below { level, place: Some(Place { state: key.1, index, pc }) });
        }
    }
    true
}

/// The library function that the last activation of a segment calls.
fn native(s: &mut State<Lua, Conc>) -> Option<Level> {
    let (base, pc, code) = (s.top().base, s.top().frame.pc as usize, s.top().frame.code.0);
    let (Op::Call { a, .. } | Op::TailCall { a, .. }) = code.ops()[pc.checked_sub(1)?] else { return None };
    match s.stack.get(base + usize::from(a)).0.into() {
        Val::Native(f) => Some(Level::Native(f.id)),
        _ => None,
    }
}
