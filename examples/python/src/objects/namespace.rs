//! The `__dict__` of a module or an instance: looks like a dictionary, and reads and writes the names themselves.
//!
//! Only names are keys. Whatever merely reads one gets a dictionary of what is there now ([`super::ops::unwrapped`]); what writes comes here.
//!
//! **Not promised.** Each `x.__dict__` is a new object, so two of them are equal but not the same; views and iterators of one show the names at the time
//! they were made.

use super::{attr, dict, ops};
use crate::interp::call::name_of;
use crate::value::{misc, Dict, Misc, Str, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// The namespace of a module or instance.
pub fn new(rt: &Rt, owner: Val) -> Val {
    Val::Misc(rt.heap.alloc(Misc::new(misc::NAMESPACE, 0, owner.into(), NONE, NONE)))
}

/// Names and values.
fn all(rt: &Rt, n: Gc<Misc>) -> Vec<(Gc<Str>, RawSlot)> {
    match Val::from(n.a.get(&rt.heap)) {
        Val::Misc(m) => rt.lang.module(m.id).all(rt).into_iter().map(|(k, v)| (k, v.into())).collect(),
        Val::Inst(i) => attr::own_attrs(rt, i),
        _ => Vec::new(),
    }
}

/// A dictionary of what is there now.
pub fn snapshot(rt: &Rt, n: Gc<Misc>) -> Gc<Dict> {
    let d = dict::new(rt);
    for (k, v) in all(rt, n) {
        // Names have hashes, so nothing is raised.
        let _ = dict::set(rt, d.table(), Val::Str(k).into(), v);
    }
    d
}

/// The value of a name.
pub fn get(rt: &Rt, n: Gc<Misc>, key: Val) -> Option<Val> {
    let name = name_of(rt, ops::unwrapped(rt, key))?;
    match Val::from(n.a.get(&rt.heap)) {
        Val::Misc(m) => rt.lang.module(m.id).get(rt, name),
        Val::Inst(i) => attr::own_attrs(rt, i).into_iter().find(|a| a.0 == name).map(|a| a.1.into()),
        _ => None,
    }
}

/// Sets a name.
///
/// # Errors
/// `TypeError` for a key that is no string.
pub fn set(rt: &Rt, n: Gc<Misc>, key: Val, v: RawSlot) -> Result<(), Raised> {
    let Some(name) = name_of(rt, ops::unwrapped(rt, key)) else {
        let text = format!("names must be strings, not '{}'", ops::type_name(rt, key));
        return Err(errors::type_(rt, &text));
    };
    match Val::from(n.a.get(&rt.heap)) {
        Val::Misc(m) => rt.lang.module(m.id).set(rt, name, v.into()),
        Val::Inst(i) => i.set_own(rt, name, v)?,
        _ => {}
    }
    Ok(())
}

/// Removes a name; whether there was one.
///
/// # Errors
/// `MemoryError`.
pub fn remove(rt: &Rt, n: Gc<Misc>, key: Val) -> Result<bool, Raised> {
    let Some(name) = name_of(rt, ops::unwrapped(rt, key)) else { return Ok(false) };
    match Val::from(n.a.get(&rt.heap)) {
        Val::Misc(m) => Ok(rt.lang.module(m.id).remove(rt, name)),
        Val::Inst(i) => i.del_own(rt, name),
        _ => Ok(false),
    }
}

/// Makes the names those of a dictionary.
///
/// # Errors
/// As for [`set`].
pub fn assign(rt: &Rt, n: Gc<Misc>, d: Gc<Dict>) -> Result<(), Raised> {
    for (k, _) in all(rt, n) {
        if dict::get(rt, d.table(), Val::Str(k).into())?.is_none() {
            remove(rt, n, Val::Str(k))?;
        }
    }
    for (k, v) in d.items(rt) {
        if get(rt, n, k.into()).is_none_or(|old| !old.same(v.into())) {
            set(rt, n, k.into(), v)?;
        }
    }
    Ok(())
}

/// The names of a module.
pub fn of_module(rt: &Rt, id: u32) -> Val {
    new(rt, Val::Misc(rt.lang.module(id).object))
}

/// The namespace that a value is.
pub fn known(v: Val) -> Option<Gc<Misc>> {
    match v {
        Val::Misc(m) if m.kind == misc::NAMESPACE => Some(m),
        _ => None,
    }
}
