//! The module `_re`: what runs regular expressions, for `re`, which is written in Python (`library/re`) and translates Python's notation.
//!
//! The classes `Pattern` and `Match` are made by `re`, with slots whose order is told here ([`PATTERN`], [`MATCH`]); [`adopt`] gives them their methods, which are
//! those of this module. What a program does in loops (`match`, `group`, `start`, ..) interpreter code knows by itself: see `interp::regex`.
//!
//! **Invariants.** A match's `_spans` are a tuple: where the search began and where it had to end, the first group that took part, or 1; start and end of the whole,
//! and those of each group from that one to the last one that took part, `-1` for one that did not. Places are numbers of characters. Patterns for tokens have many
//! groups, of which a match has one.
//!
//! **Example.** `re.match('(a)|(b)|(c)', 'xb', 1)._spans` is `(1, 2, 2, 1, 2, 1, 2)`.

mod apart;
mod engine;
mod first;
mod matches;
mod patterns;
mod shape;
mod steps;
mod subject;

use crate::native::{Args, Body, Special};
use crate::objects::{ops, str};
use crate::py::Module;
use crate::value::{Instance, Str, Tuple, Val};
use crate::{errors, Rt};
pub use engine::{Program, Way};
use holloway::heap::{Gc, Marker, RawSlot};
use holloway::machine::Raised;
use langkit::maps::Map;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
pub use subject::Subject;

/// Slots of a pattern, in order: its number here, and what the program sees of it.
const PATTERN: [&str; 5] = ["_id", "pattern", "flags", "groups", "groupindex"];
/// Slots of a match, in order.
const MATCH: [&str; 3] = ["re", "string", "_spans"];

/// Places in spans.
pub mod layout {
    /// Of the number of the first group that is there.
    pub const FIRST: usize = 2;
    /// Of the whole match.
    pub const WHOLE: usize = 3;
    /// Of that group.
    pub const GROUPS: usize = 5;
}

/// Slots of patterns and matches by name.
mod slot {
    pub const ID: usize = 0;
    pub const GROUPS: usize = 3;
    pub const INDEX: usize = 4;
    pub const RE: usize = 0;
    pub const STRING: usize = 1;
    pub const SPANS: usize = 2;
}

/// Methods that the interpreter does by itself where it can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// `search`, `match`, `fullmatch`.
    Find(Way),
    /// `group`.
    Group,
    /// `groups`.
    Groups,
    /// `start`.
    Start,
    /// `end`.
    End,
    /// `span`.
    Span,
    /// `lastindex`.
    LastIndex,
    /// `lastgroup`.
    LastGroup,
}

/// The maps of patterns and of matches.
#[derive(Clone, Copy)]
pub struct Shapes {
    /// Of patterns.
    pub pattern: Gc<Map>,
    /// Of matches.
    pub found: Gc<Map>,
}

/// What the module knows.
#[derive(Default)]
pub struct Re {
    programs: RefCell<Vec<Rc<Program>>>,
    shapes: Cell<Option<Shapes>>,
    subject: Subject,
}

impl Re {
    /// Marks what it holds.
    pub fn mark(&self, m: &mut Marker<'_>) {
        self.subject.mark(m);
        if let Some(shapes) = self.shapes.get() {
            m.mark_gc(shapes.pattern);
            m.mark_gc(shapes.found);
        }
    }
    /// The maps of patterns and matches, once `re` has been imported.
    #[inline]
    pub fn shapes(&self) -> Option<Shapes> {
        self.shapes.get()
    }
    /// Whether a pattern cannot match at a character of a text; what is false tells nothing.
    fn refuses(&self, id: i64, s: Gc<Str>, pos: i64) -> bool {
        let (text, all) = (s.data(), self.programs.borrow());
        match (all.get(id as usize), usize::try_from(pos)) {
            // In texts of ASCII, characters are bytes.
            (Some(p), Ok(at)) if !p.of_bytes && at <= text.len() && s.chars as usize == text.len() => {
                p.refuses(text, at)
            }
            _ => false,
        }
    }
}

/// A pattern by number.
///
/// # Errors
/// `ValueError`.
pub fn program(rt: &Rt, id: i64) -> Result<Rc<Program>, Raised> {
    let known = rt.lang.re.programs.borrow().get(id as usize).cloned();
    known.ok_or_else(|| errors::value(rt, "no such pattern"))
}

/// The number of a pattern's group of this name; `-1` if there is none.
pub fn number_of(rt: &Rt, id: i64, name: &str) -> i64 {
    let Ok(program) = program(rt, id) else { return -1 };
    program.names.iter().position(|n| n.as_deref() == Some(name)).map_or(-1, |k| k as i64)
}

/// An instance of one of the two classes whose slots are where they were made.
fn instance(a: &Args<'_>, shape: impl Fn(Shapes) -> Gc<Map>) -> Result<Gc<Instance>, Raised> {
    a.object()?;
    match (a.val(0), a.rt.lang.re.shapes()) {
        (Val::Inst(i), Some(shapes)) if i.map.get(&a.rt.heap).to_bits() == shape(shapes).to_bits() => Ok(i),
        _ => Err(errors::type_(a.rt, "a pattern or match that has lost attributes")),
    }
}

/// `compile(pattern, for texts that are not of ASCII or None, of bytes)`: its number.
fn compile(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let worded = match a.val(1) {
        Val::Str(s) => Some(s),
        _ => None,
    };
    match Program::new(a.str(0)?.text(), worded.as_ref().map(|s| s.text()), ops::truth(rt, a.val(2))?) {
        Ok(program) => {
            let mut all = rt.lang.re.programs.borrow_mut();
            all.push(Rc::new(program));
            Ok(Val::Int(all.len() as i64 - 1))
        }
        Err(e) => Err(errors::value(rt, &e.to_string())),
    }
}

/// The groups' names, `None` for those without.
fn groups(a: &mut Args<'_>) -> Result<Val, Raised> {
    let p = program(a.rt, a.int(0)?)?;
    let mut out: Vec<RawSlot> = Vec::new();
    for name in &p.names {
        out.push(name.as_ref().map_or(Ok(Val::None), |n| str::val(a.rt, n))?.into());
    }
    ops::tuple_val(a.rt, &out)
}

/// `adopt(Pattern, Match)`: gives the classes their methods.
fn adopt(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let map_of = |i: usize, names: &[&str], methods: &[(&'static str, Body, Option<Known>)]| {
        let Val::Class(c) = a.val(i) else { return Err(errors::type_(rt, "a class is needed")) };
        let class = rt.lang.classes.get(c.id);
        for &(name, body, known) in methods {
            let method = rt.lang.make_native(rt, name, body, known.map(Special::Re));
            if let Val::Native(f) = method {
                rt.lang.native(f.id).class.set(Some(class));
            }
            class.set_attr(rt, str::intern(rt, name), method);
        }
        let key = |map, name: &&str| rt.lang.maps.with_key(&rt.heap, map, Val::Str(str::intern(rt, name)));
        Ok(names.iter().fold(class.root, key))
    };
    let pattern = map_of(0, &PATTERN, patterns::METHODS)?;
    let found = map_of(1, &MATCH, matches::METHODS)?;
    rt.lang.re.shapes.set(Some(Shapes { pattern, found }));
    a.none()
}

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, &[("compile", compile), ("groups", groups), ("adopt", adopt)]);
}

pub use matches::{last_group, last_index, parts};
pub use patterns::find;

/// The spans of a match.
fn spans(i: Gc<Instance>, rt: &Rt) -> Option<Gc<Tuple>> {
    match i.slot(rt, slot::SPANS).into() {
        Val::Tuple(t) => Some(t),
        _ => None,
    }
}
