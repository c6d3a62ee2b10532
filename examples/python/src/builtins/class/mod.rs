//! `type`, `super`, `property`, static and class methods; making classes (`make`) and the methods of `object` (`object`).

mod make;
mod object;

use crate::interp::call as calls;
use crate::native::Args;
use crate::objects::types::Types;
use crate::objects::{dict, ops, str};
use crate::value::{misc, Misc, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use make::{infos, make_type, metaclass, prepare, Keywords};
use object::OBJECT;

pub use make::build;

/// `super(class, object)`.
///
/// # Errors
/// `TypeError`.
pub fn make_super(rt: &Rt, class: Val, this: Val) -> Result<Val, Raised> {
    match class {
        Val::Class(_) => {
            Ok(Val::Misc(rt.heap.alloc(Misc::new(misc::SUPER, 0, class.into(), this.into(), NONE))))
        }
        _ => Err(errors::type_(rt, "super() argument 1 must be a type")),
    }
}

fn misc_of(a: &Args<'_>, kind: u32) -> Val {
    let part = |i: usize, name: &str| RawSlot::from(a.opt(i, name, Val::None));
    // Argument 0 is the class.
    let m = Misc::new(kind, 0, part(1, "fget"), part(2, "fset"), part(3, "fdel"));
    Val::Misc(a.rt.heap.alloc(m))
}

fn new_property(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(misc_of(a, misc::PROPERTY))
}

fn new_static(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(misc_of(a, misc::STATIC))
}

fn new_class_method(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(misc_of(a, misc::CLASS))
}

fn new_super(a: &mut Args<'_>) -> Result<Val, Raised> {
    if a.plain().len() < 2 {
        return Err(errors::runtime(a.rt, "super(): no arguments"));
    }
    make_super(a.rt, a.val(1), a.opt(2, "", Val::None))
}

fn with_part(a: &Args<'_>, part: usize) -> Result<Val, Raised> {
    let Val::Misc(m) = a.val(0) else { return a.none() };
    let cx = &a.rt.heap;
    let mut parts = [m.a.get(cx), m.b.get(cx), m.c.get(cx)];
    parts[part] = a.val(1).into();
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

fn new_type(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    match a.plain() {
        [_, v] => Ok(Val::Class(ops::class_of(rt, (*v).into()).object)),
        [meta, name, bases, ns] => {
            let Val::Dict(d) = ops::unwrapped(rt, (*ns).into()) else {
                return Err(errors::type_(rt, "type.__new__() argument 3 must be dict"));
            };
            let infos = infos(rt, (*bases).into())?;
            let kw = dict::new(rt);
            kw.set_name(rt, "metaclass", *meta)?;
            let (winner, _) = metaclass(rt, &infos, Val::Dict(kw))?;
            let meta = match winner {
                Val::Class(c) if c.id != rt.lang.types().type_.id => Some(rt.lang.classes.get(c.id)),
                _ => None,
            };
            let named = &a.args[a.args.len() - a.names.len()..];
            let keywords: Keywords =
                a.names.iter().zip(named).map(|(k, v)| (Val::Str(*k).into(), *v)).collect();
            make_type(rt, &ops::str(rt, (*name).into())?, infos, d, meta, &keywords)
        }
        _ => Err(errors::type_(rt, "type() takes 1 or 3 arguments")),
    }
}

fn type_call(a: &mut Args<'_>) -> Result<Val, Raised> {
    match a.val(0) {
        Val::Class(c) => calls::make_instance(a.rt, a.rt.lang.classes.get(c.id), &a.args[1..], a.names),
        _ => Err(errors::type_(a.rt, "not a class")),
    }
}

fn nothing(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.none()
}

pub(super) fn mro(a: &mut Args<'_>) -> Result<Val, Raised> {
    match a.val(0) {
        Val::Class(c) => {
            let all: Vec<RawSlot> =
                a.rt.lang.classes.get(c.id).mro().iter().map(|k| Val::Class(k.object).into()).collect();
            ops::list_val(a.rt, &all)
        }
        _ => a.none(),
    }
}

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    let f = rt.lang.make_native(rt, "%prepare", prepare, None);
    rt.lang.builtins_module().set_name(rt, "%prepare", f);
    Types::fill(rt, t.object, OBJECT);
    let hook = rt.lang.make_native(rt, "__init_subclass__", nothing, None);
    let m = Misc::new(misc::CLASS, 0, hook.into(), NONE, NONE);
    let name = str::intern(rt, "__init_subclass__");
    t.object.attrs.borrow_mut().set(name, Val::Misc(rt.heap.alloc(m)).into());
    Types::fill(
        rt,
        t.type_,
        &[("__new__", new_type), ("__call__", type_call), ("mro", mro), ("__init__", nothing)],
    );
    Types::fill(
        rt,
        t.property,
        &[("__new__", new_property), ("getter", getter), ("setter", setter), ("deleter", deleter)],
    );
    Types::fill(rt, t.staticmethod, &[("__new__", new_static)]);
    Types::fill(rt, t.classmethod, &[("__new__", new_class_method)]);
    Types::fill(rt, t.super_, &[("__new__", new_super)]);
}
