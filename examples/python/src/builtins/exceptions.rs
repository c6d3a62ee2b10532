//! Methods of exceptions, those of groups of them, and what `except*` asks. The work of groups is done in Python (`library/_groups.py`), which is imported when first needed.

use crate::modules::call_library;
use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{ops, str};
use crate::py::Module;
use crate::value::{misc, Misc, Val, NONE};
use crate::{errors, Rt};
use holloway::machine::Raised;

fn init(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Val::Inst(i) = a.val(0) {
        let (c, t) = (i.class(a.rt), a.rt.lang.types());
        let named = [t.import_error, t.attribute_error, t.name_error].iter().any(|e| c.is_subclass(e));
        if !a.names.is_empty() && !named {
            return Err(errors::type_(a.rt, &format!("{}() takes no keyword arguments", c.name)));
        }
        i.s0.set(&a.rt.heap, ops::tuple_val(a.rt, &a.plain()[1..])?.into());
    }
    a.none()
}
fn add_note(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, name) = (a.rt, str::intern(a.rt, "__notes__"));
    let Val::Inst(i) = a.val(0) else { return a.none() };
    if !matches!(a.val(1), Val::Str(_)) {
        let text = format!("note must be a str, not '{}'", ops::type_name(rt, a.val(1)));
        return Err(errors::type_(rt, &text));
    }
    match i.own(rt, name).map(Val::from) {
        Some(Val::List(l)) => l.push(rt, a.val(1).into())?,
        _ => {
            let l = ops::list_val(rt, &[a.val(1).into()])?;
            i.set_own(rt, name, l.into())?;
        }
    }
    a.none()
}
fn with_traceback(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Val::Inst(i) = a.val(0) {
        i.s1.set(&a.rt.heap, a.val(1).into());
    }
    Ok(a.val(0))
}

macro_rules! in_python {
    ($($name:ident)*) => {$(
        fn $name(a: &mut Args<'_>) -> Result<Val, Raised> {
            call_library(a.rt, "_groups", stringify!($name), a.plain())
        }
    )*};
}
in_python! { new derive split subgroup star_match star_raise }

const METHODS: &[(&str, Body)] =
    &[("__init__", init), ("with_traceback", with_traceback), ("add_note", add_note)];
const GROUPS: &[(&str, Body)] = &[("derive", derive), ("split", split), ("subgroup", subgroup)];

/// Fills the classes, and adds what compiled code calls to the built-ins.
pub fn open(rt: &Rt, m: &Module) {
    Types::fill(rt, rt.lang.types().base_exception, METHODS);
    let c = rt.lang.types().base_exception_group;
    Types::fill(rt, c, GROUPS);
    // A static method, as no other built-in class has: so instances are made by way of it.
    let make = rt.lang.make_native(rt, "__new__", new, None);
    let make = Misc::new(misc::STATIC, 0, make.into(), NONE, NONE);
    c.attrs.borrow_mut().set(str::intern(rt, "__new__"), Val::Misc(rt.heap.alloc(make)).into());
    for (name, body) in [("%star_match", star_match as Body), ("%star_raise", star_raise)] {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, None));
    }
}
