//! Globals, names of class bodies, and imports.

use super::text_of;
use crate::code::Code;
use crate::objects::{class, dict, item};
use crate::value::Val;
use crate::{errors, modules, Py, Rt};
use holloway::heap::RawSlot;
use holloway::machine::*;
use holloway::residual;

fn code_of(rt: &Rt, id: i64) -> &'static Code {
    rt.lang.code(id as u32)
}

/// Sets a global that is not known to be a variable yet.
#[residual]
pub fn set_global(cx: &Cx<Py>, code: i64, g: i64, v: RawSlot) {
    code_of(cx.rt, code).globals[g as usize].global.set(cx.rt, v.into());
}

/// `del` of a global.
#[residual]
pub fn del_global(cx: &Cx<Py>, code: i64, g: i64) -> Result<(), Raised> {
    let global = code_of(cx.rt, code).globals[g as usize].global;
    if global.get(cx.rt).is_none() {
        return Err(errors::name(cx.rt, &format!("name '{}' is not defined", global.name.text())));
    }
    global.set(cx.rt, Val::Unbound);
    Ok(())
}

/// A name of a class body: from its namespace, or a global.
#[residual]
pub fn load_name(cx: &Cx<Py>, code: i64, g: i64, ns: RawSlot) -> Result<RawSlot, Raised> {
    let rt = cx.rt;
    let used = &code_of(rt, code).globals[g as usize];
    let (global, builtin) = (used.global, used.builtin);
    let found = match Val::from(ns) {
        Val::Dict(d) => dict::get(rt, d.table(), Val::Str(global.name).into())?,
        ns => match item::get(rt, ns, Val::Str(global.name)) {
            Ok(v) => Some(v.into()),
            Err(Raised) if errors::caught(rt, rt.lang.types().key_error).is_some() => None,
            Err(Raised) => return Err(Raised),
        },
    };
    if let Some(v) = found {
        return Ok(v);
    }
    match global.get(rt).or_else(|| builtin.get(rt)) {
        Some(v) => Ok(v.into()),
        None => Err(errors::name(rt, &format!("name '{}' is not defined", global.name.text()))),
    }
}

/// `del name` in a class body.
#[residual]
pub fn del_name(cx: &Cx<Py>, ns: RawSlot, name: RawSlot) -> Result<(), Raised> {
    let rt = cx.rt;
    match item::delete(rt, ns.into(), name.into()) {
        Err(Raised) if errors::caught(rt, rt.lang.types().key_error).is_some() => {
            Err(errors::name(rt, &format!("name '{}' is not defined", text_of(name).text())))
        }
        r => r,
    }
}

/// The names of a module.
#[residual]
pub fn globals(cx: &Cx<Py>, module: i64) -> RawSlot {
    crate::objects::namespace::of_module(cx.rt, module as u32).into()
}

/// Puts a variable into a dictionary, if it is bound.
#[residual]
pub fn add_local(cx: &Cx<Py>, d: RawSlot, name: RawSlot, v: RawSlot) -> Result<(), Raised> {
    let v = class::opened(cx.rt, v);
    match Val::from(d) {
        Val::Dict(d) if !v.is_unbound() => dict::set(cx.rt, d.table(), name, v.into()).map(|_| ()),
        _ => Ok(()),
    }
}

/// `import name` in a module: the first part; of a relative name the module itself.
#[residual]
pub fn import(cx: &Cx<Py>, name: RawSlot, module: i64) -> Result<RawSlot, Raised> {
    modules::import(cx.rt, text_of(name).text(), module as u32).map(RawSlot::from)
}

/// A name of a module.
#[residual]
pub fn import_from(cx: &Cx<Py>, module: RawSlot, name: RawSlot) -> Result<RawSlot, Raised> {
    modules::import_from(cx.rt, module.into(), text_of(name)).map(RawSlot::from)
}

/// All public names of a module become globals.
#[residual]
pub fn import_star(cx: &Cx<Py>, into: i64, module: RawSlot) -> Result<(), Raised> {
    modules::import_star(cx.rt, into as u32, module.into())
}
