//! Twins: functions of library modules written in Python that plain execution has in Rust, too.
//!
//! **Problem.** A trace of a Python loop is as fast as Rust, and looks into what the loop calls; interpreting the same loop takes ten times as long. So
//! traces go into the library's Python function, as into the program, and plain execution, and calls from Rust, ask its twin first.
//!
//! **Invariants.**
//! 1. A twin runs nothing of the program's and raises nothing. Where the function would, the twin changes nothing and answers `None`; then the Python
//!    function is called. So whatever is rare, and each error and its message, is written once, in Python.
//! 2. A twin leaves what the function would leave, down to private attributes: either may be called next.
//! 3. It only sees calls without names and with no more arguments than the function takes; parameters that are not given are not filled in.
//!
//! **Not promised.** A program that replaces a private method of a library class (`Random._word`) is heeded by the Python functions alone.
//!
//! **Example.** `bisect.bisect_left(a, x)` of a list of numbers is a loop in [`search`]; with an instance of the program's in the list, `library/bisect.py` goes
//! on as if there were no twin.

/// What an instance itself has as an attribute: `own!(call, instance, "name")`. The place remembers where instances with the same map have it.
macro_rules! own {
    ($given:expr, $x:expr, $name:expr) => {{
        thread_local!(static SEEN: Seen = const { Seen::nothing() });
        SEEN.with(|seen| $given.own_seen($x, $name, seen))
    }};
}
/// Changes that: `set_own!(call, instance, "name", value)`.
macro_rules! set_own {
    ($given:expr, $x:expr, $name:expr, $v:expr) => {{
        thread_local!(static SEEN: Seen = const { Seen::nothing() });
        SEEN.with(|seen| $given.set_own_seen($x, $name, $v, seen))
    }};
}

mod arrays;
mod caches;
mod dates;
mod deque;
mod getters;
mod heap;
mod plain;
mod random;
mod rows;
mod search;
mod streams;
mod tables;

use crate::code::Code;
use crate::objects::{queue, str};
use crate::value::{Cell, Function, Instance, List, Val};
use crate::Rt;
use holloway::heap::{Gc, RawSlot};
use langkit::maps::{Map, Seen};

/// The twin of a Python function.
pub type Twin = fn(&Given<'_>) -> Option<Val>;

/// A call.
pub struct Given<'a> {
    /// The run time.
    pub rt: &'a Rt,
    /// The Python function.
    pub function: Gc<Function>,
    /// The arguments.
    pub args: &'a [RawSlot],
}

/// Files of the library and their functions with twins.
const FILES: &[(&str, &[(&str, Twin)])] = &[
    ("<library>/_functools.py", caches::TWINS),
    ("<library>/array.py", arrays::TWINS),
    ("<library>/bisect.py", search::TWINS),
    (queue::FILE, deque::TWINS),
    ("<library>/collections/_mappings.py", tables::TWINS),
    ("<library>/datetime/__init__.py", dates::MOMENTS),
    ("<library>/datetime/_parts.py", dates::SPANS),
    ("<library>/heapq.py", heap::TWINS),
    ("<library>/io.py", streams::TWINS),
    ("<library>/itertools.py", rows::TWINS),
    ("<library>/operator.py", getters::TWINS),
    ("<library>/random.py", random::TWINS),
];

/// The twin of the function of this qualified name in a file.
pub fn of(file: &str, name: &str) -> Option<Twin> {
    let functions = FILES.iter().find(|f| f.0 == file)?.1;
    functions.iter().find(|f| f.0 == name).map(|f| f.1)
}

/// What the twin of a function answers to a call, if it does.
#[inline(always)]
pub fn ask(rt: &Rt, code: &Code, twin: Twin, function: Gc<Function>, args: &[RawSlot]) -> Option<Val> {
    let fits = code.proto.varargs || args.len() <= code.proto.npos as usize;
    if fits {
        twin(&Given { rt, function, args })
    } else {
        None
    }
}

impl Given<'_> {
    /// Argument `i`; unbound if there is none.
    fn val(&self, i: usize) -> Val {
        self.args.get(i).map_or(Val::Unbound, |&v| v.into())
    }
    /// Argument `i` if it is a list, and of no derived class.
    fn list(&self, i: usize) -> Option<Gc<List>> {
        match self.val(i) {
            Val::List(l) => Some(l),
            _ => None,
        }
    }
    /// Argument `i` if it is an instance.
    fn instance(&self, i: usize) -> Option<Gc<Instance>> {
        match self.val(i) {
            Val::Inst(x) => Some(x),
            _ => None,
        }
    }
    /// What an instance itself has as an attribute: see [`own`].
    #[inline(always)]
    fn own_seen(&self, x: Gc<Instance>, name: &'static str, seen: &Seen) -> Option<Val> {
        let map = x.map.get(&self.rt.heap);
        let at = seen.get(map).unwrap_or_else(|| self.find(map, name, seen))?;
        Some(x.slot(self.rt, at as usize).into()).filter(|v: &Val| !v.is_unbound())
    }
    /// Changes that.
    #[inline(always)]
    fn set_own_seen(&self, x: Gc<Instance>, name: &'static str, v: Val, seen: &Seen) -> Option<()> {
        let map = x.map.get(&self.rt.heap);
        match seen.get(map).unwrap_or_else(|| self.find(map, name, seen)) {
            Some(at) => x.set_slot(self.rt, at as usize, v.into()),
            None => x.set_own(self.rt, str::literal(self.rt, name), v.into()).ok()?,
        }
        Some(())
    }
    /// Looks up where instances with a map have an attribute, and remembers it.
    #[cold]
    #[inline(never)]
    fn find(&self, map: Gc<Map>, name: &'static str, seen: &Seen) -> Option<u32> {
        let name = Val::Str(str::literal(self.rt, name));
        let at = self.rt.lang.maps.index(&self.rt.heap, map, name);
        seen.set(map, at);
        at
    }
    fn cell(&self, name: &str) -> Option<Gc<Cell>> {
        let code = self.rt.lang.code(self.function.running.get(&self.rt.heap));
        let i = code.proto.free_names.iter().position(|n| n == name)?;
        self.function.cells.as_slice().get(i)?.get()
    }
    /// The value of a variable that the function has captured.
    fn captured(&self, name: &str) -> Option<Val> {
        Some(self.cell(name)?.value.get(&self.rt.heap).into())
    }
    /// Changes that.
    fn set_captured(&self, name: &str, v: Val) -> Option<()> {
        self.cell(name)?.value.set(&self.rt.heap, v.into());
        Some(())
    }
}
