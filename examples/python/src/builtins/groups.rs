//! Groups of exceptions: their methods, and what `except*` asks. The work is done in Python (`library/_groups.py`), which is imported when first needed.

use crate::modules::call_library;
use crate::native::{Args, Body};
use crate::objects::str;
use crate::objects::types::Types;
use crate::py::Module;
use crate::value::{misc, Misc, Val, NONE};
use crate::Rt;
use holloway::machine::Raised;

macro_rules! in_python {
    ($($name:ident)*) => {$(
        fn $name(a: &mut Args<'_>) -> Result<Val, Raised> {
            call_library(a.rt, "_groups", stringify!($name), a.plain())
        }
    )*};
}
in_python! { new derive split subgroup star_match star_raise }

const METHODS: &[(&str, Body)] = &[("derive", derive), ("split", split), ("subgroup", subgroup)];

/// Fills the classes, and adds what compiled code calls to the built-ins.
pub fn open(rt: &Rt, m: &Module) {
    let c = rt.lang.types().base_exception_group;
    Types::fill(rt, c, METHODS);
    // A static method, as no other built-in class has: so instances are made by way of it.
    let make = rt.lang.make_native(rt, "__new__", new, None);
    let make = Misc::new(misc::STATIC, 0, make.into(), NONE, NONE);
    c.attrs.borrow_mut().set(str::intern(rt, "__new__"), Val::Misc(rt.heap.alloc(make)).into());
    for (name, body) in [("%star_match", star_match as Body), ("%star_raise", star_raise)] {
        m.set_name(rt, name, rt.lang.make_native(rt, name, body, None));
    }
}
