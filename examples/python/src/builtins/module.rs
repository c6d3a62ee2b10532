//! `types.ModuleType` as a class: modules made by programs, and instances of classes derived from it.
//!
//! A module that the class itself makes is one as `import` makes. An instance of a derived class is an object like any other, whose attributes are the
//! module's names.
//!
//! **Not promised.** Code does not run in an instance of a derived class; programs put such ones into `sys.modules` in place of the real one.
//!
//! **Example.** After `class Lazy(types.ModuleType): ..`, `Lazy("a")` has the attribute `__name__`.

use crate::interp::call::new_object;
use crate::native::{Args, Body};
use crate::objects::class::Layout;
use crate::objects::str;
use crate::objects::types::Types;
use crate::value::{Instance, Val};
use crate::{errors, Rt};
use holloway::heap::Gc;
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
    let set = |name: &str, v: Val| {
        i.set_own(rt, str::intern(rt, name), v.into()).map_err(|_| errors::memory(rt))
    };
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

const MODULE: &[(&str, Body)] = &[("__new__", new_module), ("__init__", init_module)];

/// Fills the class.
pub fn fill(rt: &Rt) {
    Types::fill(rt, rt.lang.types().module, MODULE);
}
