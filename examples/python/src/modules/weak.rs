//! The module `_weak`: references that do not keep their objects alive, for `weakref`, which is written in Python; and asking for a collection.
//!
//! A reference is a number: a place in a table, and how often the place had been used for another object. The table empties itself when a collection finds an
//! object dead; until then the reference answers it.
//!
//! **Not promised.** An object is found dead by a collection, not when the last reference goes. Only objects that can die have weak references here: instances,
//! functions, sets, generators. Classes never die, so the Python side keeps those.
//!
//! **Example.** `n = note(x)`; `find(n)` is `x`. After `del x` and a collection `find(n)` is `None`, and so it stays when the place is used again.

use crate::native::{Args, Body, Special};
use crate::objects::ops;
use crate::py::Module;
use crate::value::{Function, Gen, Instance, Set, Val};
use crate::{errors, Rt};
use holloway::heap::{Mark, Marker, Mutator, Weak};
use holloway::machine::Raised;
use std::cell::RefCell;
use std::collections::HashMap;

/// An object of which there are weak references.
enum Target {
    Inst(Weak<Instance>),
    Func(Weak<Function>),
    Set(Weak<Set>),
    Gen(Weak<Gen>),
}

impl Target {
    fn new(v: Val) -> Option<Target> {
        Some(match v {
            Val::Inst(x) => Target::Inst(Weak::new(x)),
            Val::Func(x) => Target::Func(Weak::new(x)),
            Val::Set(x) => Target::Set(Weak::new(x)),
            Val::Gen(x) => Target::Gen(Weak::new(x)),
            _ => return None,
        })
    }
    fn get(&self, cx: &Mutator) -> Option<Val> {
        match self {
            Target::Inst(w) => w.get(cx).map(Val::Inst),
            Target::Func(w) => w.get(cx).map(Val::Func),
            Target::Set(w) => w.get(cx).map(Val::Set),
            Target::Gen(w) => w.get(cx).map(Val::Gen),
        }
    }
    fn mark(&self, m: &mut Marker<'_>) {
        match self {
            Target::Inst(w) => w.mark(m),
            Target::Func(w) => w.mark(m),
            Target::Set(w) => w.mark(m),
            Target::Gen(w) => w.mark(m),
        }
    }
}

#[derive(Default)]
struct Places {
    /// Objects, and how many were at the place before.
    all: Vec<(Target, u32)>,
    /// The places of objects that were alive when last looked at, by address.
    known: HashMap<u64, u32>,
    /// Places of objects that are dead.
    free: Vec<u32>,
    /// At this size it is worth looking for dead ones.
    look_at: usize,
}

/// All weak references.
#[derive(Default)]
pub struct WeakTable(RefCell<Places>);

impl WeakTable {
    /// Tells the collector where they are.
    pub fn mark(&self, m: &mut Marker<'_>) {
        self.0.borrow().all.iter().for_each(|t| t.0.mark(m));
    }
    fn note(&self, cx: &Mutator, v: Val) -> Option<i64> {
        let mut p = self.0.borrow_mut();
        let p = &mut *p;
        let address = holloway::heap::RawSlot::from(v).bits;
        if let Some(&at) = p.known.get(&address) {
            if p.all[at as usize].0.get(cx).is_some_and(|x| x.same(v)) {
                return Some(number(at, p.all[at as usize].1));
            }
        }
        let target = Target::new(v)?;
        if p.known.len() >= p.look_at {
            let all = &p.all;
            let mut dead = Vec::new();
            p.known.retain(|_, at| all[*at as usize].0.get(cx).is_some() || (dead.push(*at), false).1);
            p.free.append(&mut dead);
            p.look_at = 64.max(2 * p.known.len());
        }
        let at = match p.free.pop() {
            Some(at) => {
                let uses = p.all[at as usize].1 + 1;
                p.all[at as usize] = (target, uses);
                at
            }
            None => {
                p.all.push((target, 0));
                p.all.len() as u32 - 1
            }
        };
        // A dead object may have been at the same address: its place is free now.
        if let Some(old) = p.known.insert(address, at) {
            p.free.push(old);
        }
        Some(number(at, p.all[at as usize].1))
    }
    fn find(&self, cx: &Mutator, n: i64) -> Option<Val> {
        let p = self.0.borrow();
        let (target, uses) = p.all.get((n & 0xFFFF_FFFF) as usize)?;
        target.get(cx).filter(|_| i64::from(*uses) == n >> 32)
    }
}

fn number(at: u32, uses: u32) -> i64 {
    i64::from(uses) << 32 | i64::from(at)
}

/// `note(x)`: the number of a reference.
fn note(a: &mut Args<'_>) -> Result<Val, Raised> {
    let v = a.val(0);
    let fixed = match v {
        Val::Inst(i) => {
            let c = i.class(a.rt);
            c.allowed.get().is_some_and(|names| names.iter().all(|n| n.text() != "__weakref__"))
        }
        _ => false,
    };
    let known = if fixed { None } else { a.rt.lang.weak.note(&a.rt.heap, v) };
    known.map(Val::Int).ok_or_else(|| {
        let text = format!("cannot create weak reference to '{}' object", ops::type_name(a.rt, v));
        errors::type_(a.rt, &text)
    })
}

/// `find(n)`: the object, or `None`.
fn find(a: &mut Args<'_>) -> Result<Val, Raised> {
    let n = a.int(0)?;
    Ok(a.rt.lang.weak.find(&a.rt.heap, n).unwrap_or(Val::None))
}

/// `collect()`: a collection, where the interpreter does not do it by itself and more exactly.
fn collect(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.rt.collect();
    a.none()
}

const FUNCTIONS: &[(&str, Body)] = &[("note", note), ("find", find)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
    m.set_name(rt, "collect", rt.lang.make_native(rt, "collect", collect, Some(Special::Collect)));
}
