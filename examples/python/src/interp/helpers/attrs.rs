//! Attributes and classes.

use super::text_of;
use crate::objects::class::Found;
use crate::objects::{attr, dict, namespace};
use crate::value::{Dict, Instance, Str, NONE, UNBOUND};
use crate::{builtins, Py};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use holloway::residual;

/// An attribute of a class and its bases, looked up in their dictionaries; something else than unbound if instances of the class have their
/// attributes elsewhere.
#[residual]
pub fn class_attr(cx: &Cx<Py>, class: i64, name: RawSlot) -> RawSlot {
    let c = cx.rt.lang.classes.get(class as u32);
    let name = text_of(name);
    let found = c.mro().iter().find_map(|k| k.attrs.borrow().get(name));
    match found {
        Some(s) => s,
        None if c.odd.get() => NONE,
        None => UNBOUND,
    }
}

/// An attribute that an instance has itself and its class does not hide; else unbound.
#[residual(reads)]
pub fn slot_attr(cx: &Cx<Py>, x: Gc<Instance>, name: Gc<Str>) -> RawSlot {
    let classes = &cx.rt.lang.classes;
    let map = x.map.get(&cx.rt.heap);
    match classes.find(cx.rt, map, classes.get(map.group).version.peek(|v| *v), name) {
        Found::Slot(n) => x.slot(cx.rt, n as usize),
        _ => UNBOUND,
    }
}

/// A dictionary of what a namespace has now.
#[residual(reads)]
pub fn namespace_dict(cx: &Cx<Py>, n: RawSlot) -> Result<Gc<Dict>, Raised> {
    match namespace::known(n.into()) {
        Some(n) => Ok(namespace::snapshot(cx.rt, n)),
        None => Ok(dict::new(cx.rt)),
    }
}

/// `x.name`.
#[residual]
pub fn get_attr(cx: &Cx<Py>, x: RawSlot, name: RawSlot) -> Result<RawSlot, Raised> {
    attr::get(cx.rt, x.into(), text_of(name)).map(RawSlot::from)
}

/// `x.name = v`.
#[residual]
pub fn set_attr(cx: &Cx<Py>, x: RawSlot, name: RawSlot, v: RawSlot) -> Result<(), Raised> {
    attr::set(cx.rt, x.into(), text_of(name), v)
}

/// `del x.name`.
#[residual]
pub fn del_attr(cx: &Cx<Py>, x: RawSlot, name: RawSlot) -> Result<(), Raised> {
    attr::delete(cx.rt, x.into(), text_of(name))
}

/// `super(class, x).name`.
#[residual]
pub fn super_attr(cx: &Cx<Py>, class: RawSlot, x: RawSlot, name: RawSlot) -> Result<RawSlot, Raised> {
    let s = builtins::make_super(cx.rt, class.into(), x.into())?;
    attr::get(cx.rt, s, text_of(name)).map(RawSlot::from)
}

/// Makes room for slots of an instance.
#[residual]
pub fn reserve_slots(cx: &Cx<Py>, x: Gc<Instance>, n: i64) -> Result<(), Raised> {
    x.reserve(cx.rt, n as usize)
}

/// Makes a class.
#[residual]
pub fn build_class(
    cx: &Cx<Py>,
    name: RawSlot,
    bases: RawSlot,
    ns: RawSlot,
    kw: RawSlot,
) -> Result<RawSlot, Raised> {
    builtins::class::build(cx.rt, name.into(), bases.into(), ns.into(), kw.into()).map(RawSlot::from)
}
