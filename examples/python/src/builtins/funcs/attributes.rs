//! Functions of attributes.

use crate::errors;
use crate::interp::call::{call, name_of};
use crate::native::Args;
use crate::objects::{attr, ops, str};
use crate::value::{misc, Str, Val};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

fn not_a_name(a: &Args<'_>) -> Raised {
    let got = ops::type_name(a.rt, a.val(1));
    errors::type_(a.rt, &format!("attribute name must be string, not '{got}'"))
}

/// An instance's attribute where no method of the program's has a say, so that for an absent one no exception is made; `None` if the general way must be
/// gone.
fn quick_find(a: &Args<'_>, name: Gc<Str>) -> Result<Option<Option<Val>>, Raised> {
    let Val::Inst(i) = a.val(0) else { return Ok(None) };
    let c = i.class(a.rt);
    let asked = |n: &'static str| matches!(c.lookup_name(a.rt, n), Some(Val::Func(_)));
    if asked("__getattr__") || asked("__getattribute__") {
        return Ok(None);
    }
    match c.lookup(a.rt, name) {
        None => attr::find(a.rt, a.val(0), name).map(Some),
        Some(_) => Ok(None),
    }
}

pub(super) fn getattr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 3)?;
    let Some(name) = name_of(a.rt, ops::unwrapped(a.rt, a.val(1))) else {
        return Err(not_a_name(a));
    };
    if let (Some(&d), Some(found)) = (a.plain().get(2), quick_find(a, name)?) {
        return Ok(found.unwrap_or(d.into()));
    }
    match (attr::get(a.rt, a.val(0), name), a.plain().get(2)) {
        (Err(Raised), Some(&d)) if errors::caught(a.rt, a.rt.lang.types().attribute_error).is_some() => {
            Ok(d.into())
        }
        (r, _) => r,
    }
}

pub(super) fn setattr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(3, 3)?;
    match name_of(a.rt, ops::unwrapped(a.rt, a.val(1))) {
        Some(name) => attr::set(a.rt, a.val(0), name, a.val(2).into()).map(|()| Val::None),
        None => Err(not_a_name(a)),
    }
}

pub(super) fn hasattr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let Some(name) = name_of(a.rt, ops::unwrapped(a.rt, a.val(1))) else {
        return Err(not_a_name(a));
    };
    if let Some(found) = quick_find(a, name)? {
        return Ok(Val::bool(found.is_some()));
    }
    match attr::get(a.rt, a.val(0), name) {
        Ok(_) => Ok(Val::True),
        Err(Raised) if errors::caught(a.rt, a.rt.lang.types().attribute_error).is_some() => Ok(Val::False),
        Err(Raised) => Err(Raised),
    }
}

pub(super) fn delattr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    match name_of(a.rt, ops::unwrapped(a.rt, a.val(1))) {
        Some(name) => attr::delete(a.rt, a.val(0), name).map(|()| Val::None),
        None => Err(not_a_name(a)),
    }
}

pub(super) fn dir(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, 1)?;
    let (rt, v) = (a.rt, a.val(0));
    match ops::special(rt, v, "__dir__") {
        Some(f @ Val::Func(_)) => {
            let made = call(rt, f, &[v.into()])?;
            let all = ops::list_val(rt, &crate::objects::iter::to_vec(rt, made)?)?;
            ops::call_method(rt, all, "sort", &[])?;
            Ok(all)
        }
        _ => names_of(rt, v),
    }
}

pub(super) fn vars(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    match attr::get(a.rt, a.val(0), str::intern(a.rt, "__dict__")) {
        Err(Raised) if errors::caught(a.rt, a.rt.lang.types().attribute_error).is_some() => {
            Err(errors::type_(a.rt, "vars() argument must have __dict__ attribute"))
        }
        r => r,
    }
}

/// The names of an object's attributes, sorted.
///
/// # Errors
/// `MemoryError`.
pub fn names_of(rt: &crate::Rt, of: Val) -> Result<Val, Raised> {
    let mut names: Vec<String> = Vec::new();
    match of {
        Val::Misc(m) if m.kind == misc::MODULE => {
            names.extend(rt.lang.module(m.id).all(rt).iter().map(|(k, _)| k.text().to_string()));
        }
        v => {
            if let Val::Inst(i) = v {
                names.extend(attr::own_attrs(rt, i).iter().map(|(k, _)| k.text().to_string()));
            }
            let c = match v {
                Val::Class(c) => rt.lang.classes.get(c.id),
                v => ops::class_of(rt, v),
            };
            for k in c.mro() {
                names.extend(k.attrs.borrow().all().iter().map(|(k, _)| k.text().to_string()));
                names.extend(k.slots.get().into_iter().flatten().map(|k| k.text().to_string()));
            }
        }
    }
    // What programs cannot write is for the interpreter.
    names.retain(|n| !n.starts_with('%'));
    names.sort();
    names.dedup();
    let out: Result<Vec<RawSlot>, Raised> =
        names.iter().map(|n| str::val(rt, n).map(RawSlot::from)).collect();
    ops::list_val(rt, &out?)
}
