//! `property`, `staticmethod`, `classmethod` and `module`, and classes derived from them.
//!
//! What the four make themselves are small objects that the interpreter knows ([`Misc`], modules). An instance of a derived class is an object like any
//! other: the functions are attributes of it, and the methods here give it what a descriptor needs. A module of a derived class has its names as attributes.
//!
//! **Not promised.** Reading by such a property costs a call of the library each time.
//!
//! **Example.** After `class Lazy(property): pass`, `Lazy(f)` is an instance whose attribute `fget` is `f`, and its `__get__` calls it.

use crate::interp::call::{call, new_object};
use crate::native::{Args, Body};
use crate::objects::class::{ClassInfo, Layout};
use crate::objects::types::Types;
use crate::objects::{attr, ops, str};
use crate::value::{misc, Instance, Misc, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// Whether programs may derive from a class of these.
pub fn allowed(t: &Types, c: &ClassInfo) -> bool {
    [t.property, t.staticmethod, t.classmethod, t.module].iter().any(|k| k.id == c.id)
}

/// The names of a property's parts.
const PARTS: [&str; 4] = ["fget", "fset", "fdel", "doc"];

/// The class that is argument 0, if it is a derived one.
fn derived(a: &Args<'_>) -> Option<&'static ClassInfo> {
    match a.val(0) {
        Val::Class(c) => Some(a.rt.lang.classes.get(c.id)).filter(|c| c.layout != Layout::Builtin),
        _ => None,
    }
}

/// An instance of a derived class. Its arguments are taken by `__init__`, the program's or the one here.
fn instance(a: &Args<'_>, c: &'static ClassInfo) -> Result<(Val, Gc<Instance>), Raised> {
    match new_object(a.rt, c, &[], &[])? {
        v @ Val::Inst(i) => Ok((v, i)),
        _ => Err(errors::type_(a.rt, "not a class of instances")),
    }
}

fn set(rt: &Rt, i: Gc<Instance>, name: &str, v: Val) -> Result<(), Raised> {
    i.set_own(rt, str::intern(rt, name), v.into()).map_err(|_| errors::memory(rt))
}

fn made(a: &Args<'_>, kind: u32) -> Result<Val, Raised> {
    if let Some(c) = derived(a) {
        let (v, i) = instance(a, c)?;
        fill_parts(a, i)?;
        return Ok(v);
    }
    let part = |i: usize| RawSlot::from(a.opt(i, PARTS[i - 1], Val::None));
    Ok(Val::Misc(a.rt.heap.alloc(Misc::new(kind, 0, part(1), part(2), part(3)))))
}
fn new_property(a: &mut Args<'_>) -> Result<Val, Raised> {
    made(a, misc::PROPERTY)
}
fn new_static(a: &mut Args<'_>) -> Result<Val, Raised> {
    made(a, misc::STATIC)
}
fn new_class_method(a: &mut Args<'_>) -> Result<Val, Raised> {
    made(a, misc::CLASS)
}

/// Sets the parts of an instance from arguments 1 to 4.
fn fill_parts(a: &Args<'_>, i: Gc<Instance>) -> Result<(), Raised> {
    for (k, name) in PARTS[..3].iter().enumerate() {
        set(a.rt, i, name, a.opt(k + 1, name, Val::None))?;
    }
    let given = a.opt(4, "doc", Val::None);
    let doc = match (given, a.opt(1, "fget", Val::None)) {
        (Val::None, Val::None) => Val::None,
        (Val::None, f) => attr::find(a.rt, f, str::intern(a.rt, "__doc__"))?.unwrap_or(Val::None),
        (given, _) => given,
    };
    set(a.rt, i, "__doc__", doc)?;
    set(a.rt, i, "__func__", a.opt(1, "fget", Val::None))
}
fn init(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Val::Inst(i) = a.val(0) {
        fill_parts(a, i)?;
    }
    a.none()
}

/// A property's getter, setter or deleter.
fn part(a: &Args<'_>, k: usize) -> Val {
    let cx = &a.rt.heap;
    match a.val(0) {
        Val::Misc(m) => [m.a.get(cx), m.b.get(cx), m.c.get(cx)][k].into(),
        Val::Inst(i) => i.own(a.rt, str::intern(a.rt, PARTS[k])).map_or(Val::None, Val::from),
        _ => Val::None,
    }
}

fn with_part(a: &Args<'_>, k: usize) -> Result<Val, Raised> {
    let mut parts = [0, 1, 2].map(|k| RawSlot::from(part(a, k)));
    parts[k] = a.val(1).into();
    if let Val::Inst(i) = a.val(0) {
        return call(a.rt, Val::Class(i.class(a.rt).object), &parts);
    }
    let made = Misc::new(misc::PROPERTY, 0, parts[0], parts[1], parts[2]);
    Ok(Val::Misc(a.rt.heap.alloc(made)))
}
fn getter(a: &mut Args<'_>) -> Result<Val, Raised> {
    with_part(a, 0)
}
fn setter(a: &mut Args<'_>) -> Result<Val, Raised> {
    with_part(a, 1)
}
fn deleter(a: &mut Args<'_>) -> Result<Val, Raised> {
    with_part(a, 2)
}

/// Calls a part of a property with the object that is argument 1 and what follows `taken` arguments.
fn use_part(a: &Args<'_>, k: usize, lacks: &str) -> Result<Val, Raised> {
    match part(a, k) {
        Val::None => Err(errors::attribute(a.rt, &format!("property of '{}' object has no {lacks}", ops::type_name(a.rt, a.val(1))))),
        f if k == 1 => call(a.rt, f, &[a.val(1).into(), a.val(2).into()]),
        f => call(a.rt, f, &[a.val(1).into()]),
    }
}
fn read(a: &mut Args<'_>) -> Result<Val, Raised> {
    match a.val(1) {
        Val::None => Ok(a.val(0)),
        _ => use_part(a, 0, "getter"),
    }
}
fn write(a: &mut Args<'_>) -> Result<Val, Raised> {
    use_part(a, 1, "setter").map(|_| Val::None)
}
fn delete(a: &mut Args<'_>) -> Result<Val, Raised> {
    use_part(a, 2, "deleter").map(|_| Val::None)
}

/// What is inside a static or class method.
fn inner(a: &Args<'_>) -> Val {
    part(a, 0)
}
fn read_static(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(inner(a))
}
fn read_class_method(a: &mut Args<'_>) -> Result<Val, Raised> {
    let class = match (a.val(2), a.val(1)) {
        (c @ Val::Class(_), _) => c,
        (_, v) => Val::Class(ops::class_of(a.rt, v).object),
    };
    Ok(attr::method(a.rt, inner(a), class))
}

fn new_module(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    if let Some(c) = derived(a) {
        let (v, i) = instance(a, c)?;
        fill_module(a, i)?;
        return Ok(v);
    }
    let name = a.str(1)?;
    let m = rt.lang.add_module(rt, name.text());
    m.set_name(rt, "__name__", a.val(1));
    m.set_name(rt, "__doc__", a.opt(2, "doc", Val::None));
    for name in ["__package__", "__loader__", "__spec__"] {
        m.set_name(rt, name, Val::None);
    }
    Ok(Val::Misc(m.object))
}
/// Sets what modules have.
fn fill_module(a: &Args<'_>, i: Gc<Instance>) -> Result<(), Raised> {
    set(a.rt, i, "__name__", a.opt(1, "name", Val::None))?;
    set(a.rt, i, "__doc__", a.opt(2, "doc", Val::None))?;
    ["__package__", "__loader__", "__spec__"].iter().try_for_each(|name| set(a.rt, i, name, Val::None))
}
fn init_module(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Val::Inst(i) = a.val(0) {
        fill_module(a, i)?;
    }
    a.none()
}

const PROPERTY: &[(&str, Body)] = &[
    ("__new__", new_property),
    ("__init__", init),
    ("getter", getter),
    ("setter", setter),
    ("deleter", deleter),
    ("__get__", read),
    ("__set__", write),
    ("__delete__", delete),
];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    Types::fill(rt, t.property, PROPERTY);
    Types::fill(rt, t.staticmethod, &[("__new__", new_static), ("__init__", init), ("__get__", read_static)]);
    Types::fill(rt, t.classmethod, &[("__new__", new_class_method), ("__init__", init), ("__get__", read_class_method)]);
    Types::fill(rt, t.module, &[("__new__", new_module), ("__init__", init_module)]);
}
