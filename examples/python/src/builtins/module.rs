//! `types.ModuleType` and `types.FunctionType` as classes: modules and functions made by programs, and instances of classes derived from the first.
//!
//! A module that the class itself makes is one as `import` makes. An instance of a derived class is an object like any other, whose attributes are the
//! module's names.
//!
//! **Not promised.** A function made from code has the globals of the module that the code was compiled in. Code does not run in an instance of a
//! derived class; programs put such ones into `sys.modules` in place of the real one.
//!
//! **Example.** After `class Lazy(types.ModuleType): ..`, `Lazy("a")` has the attribute `__name__`.

use crate::interp::call::new_object;
use crate::native::{Args, Body};
use crate::objects::class::Layout;
use crate::objects::types::Types;
use crate::objects::{attr, ops, str};
use crate::value::{misc, Cell, Function, Instance, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, OptGc};
use holloway::machine::Raised;

/// Names that every module has.
const EMPTY: [&str; 3] = ["__package__", "__loader__", "__spec__"];

fn new_module(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    if let Val::Class(c) = a.val(0) {
        let c = rt.lang.classes.get(c.id);
        if c.layout != Layout::Builtin {
            let made = new_object(rt, c, &[], &[])?;
            if let Val::Inst(i) = made {
                fill_instance(a, i)?;
            }
            return Ok(made);
        }
    }
    let name = a.str(1)?;
    let m = rt.lang.add_module(rt, name.text());
    m.set_name(rt, "__name__", Val::Str(name));
    m.set_name(rt, "__doc__", a.opt(2, "doc", Val::None));
    EMPTY.iter().for_each(|n| m.set_name(rt, n, Val::None));
    Ok(Val::Misc(m.object))
}

fn fill_instance(a: &Args<'_>, i: Gc<Instance>) -> Result<(), Raised> {
    let rt = a.rt;
    let set =
        |name: &str, v: Val| i.set_own(rt, str::intern(rt, name), v.into()).map_err(|_| errors::memory(rt));
    set("__name__", a.opt(1, "name", Val::None))?;
    set("__doc__", a.opt(2, "doc", Val::None))?;
    EMPTY.iter().try_for_each(|name| set(name, Val::None))
}

fn init_module(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Val::Inst(i) = a.val(0) {
        fill_instance(a, i)?;
    }
    a.none()
}

/// `FunctionType(code, globals, name=None, argdefs=None, closure=None)`.
fn new_function(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    for (i, name) in [(1, "code"), (2, "globals")] {
        if a.opt(i, name, Val::Unbound).is_unbound() {
            let text = format!("function() missing required argument '{name}' (pos {i})");
            return Err(errors::type_(rt, &text));
        }
    }
    let given = a.opt(1, "code", Val::None);
    let code = match given {
        Val::Misc(m) if m.kind == misc::CODE => Val::from(m.c.get(&rt.heap)),
        _ => Val::None,
    };
    let Val::Int(id) = code else {
        let got = ops::type_name(rt, given);
        return Err(errors::type_(rt, &format!("function() argument 'code' must be code, not {got}")));
    };
    let proto = &rt.lang.code(id as u32).proto;
    let mut cells: Vec<OptGc<Cell>> = Vec::new();
    if let Val::Tuple(t) = a.opt(5, "closure", Val::None) {
        for &c in t.items.as_slice() {
            let Val::Cell(c) = Val::from(c) else {
                return Err(errors::type_(rt, "arg 5 (closure) expected cell"));
            };
            cells.push(c.into());
        }
    }
    if cells.len() != proto.frees.len() {
        if cells.is_empty() {
            return Err(errors::type_(rt, "arg 5 (closure) must be tuple"));
        }
        let text =
            format!("{} requires closure of length {}, not {}", proto.name, proto.frees.len(), cells.len());
        return Err(errors::value(rt, &text));
    }
    let f = rt.heap.alloc_with(Function::new(id as u32), &cells).map_err(|_| errors::memory(rt))?;
    for (i, arg, attribute) in [(3, "name", "__name__"), (4, "argdefs", "__defaults__")] {
        let v = a.opt(i, arg, Val::None);
        if !v.is_none() {
            attr::set(rt, Val::Func(f), str::intern(rt, attribute), v.into())?;
        }
    }
    Ok(Val::Func(f))
}

const MODULE: &[(&str, Body)] = &[("__new__", new_module), ("__init__", init_module)];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    Types::fill(rt, t.module, MODULE);
    Types::fill(rt, t.function, &[("%new", new_function)]);
}
