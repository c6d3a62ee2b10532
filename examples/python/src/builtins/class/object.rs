//! Methods of `object`.

use super::own::not_ordered;
use crate::builtins::funcs::names_of;
use crate::builtins::update_dict;
use crate::errors;
use crate::interp::call::{self as calls, name_of};
use crate::native::{Args, Body};
use crate::objects::class::Layout;
use crate::objects::{attr, dict, ops, str};
use crate::value::{misc, Val};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

fn object_new(a: &mut Args<'_>) -> Result<Val, Raised> {
    match a.val(0) {
        Val::Class(c) => {
            let c = a.rt.lang.classes.get(c.id);
            if c.layout == Layout::Builtin {
                // Without a constructor of the class this is what would be called again.
                let own = c.lookup_name(a.rt, "%new").or_else(|| c.lookup_name(a.rt, "__new__"));
                if matches!(own, Some(Val::Native(n)) if n == a.native.object) {
                    let text = format!("cannot create '{}' instances", c.name);
                    return Err(errors::type_(a.rt, &text));
                }
                return calls::make_instance(a.rt, c, &a.args[1..], a.names);
            }
            calls::new_object(a.rt, c, &a.args[1..], a.names)
        }
        _ => Err(errors::type_(a.rt, "object.__new__(X): X is not a type object")),
    }
}

/// Whether a method is that of `object` itself, and not what another built-in class has under the name.
fn is_of_object(a: &Args<'_>) -> bool {
    a.native.class.get().is_some_and(|c| c.id == a.rt.lang.types().object.id)
}

pub(super) fn object_repr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    let v = a.val(0);
    let text = match v {
        _ if is_of_object(a) => {
            let c = ops::class_of(a.rt, v);
            let module = if c.module == "builtins" { String::new() } else { format!("{}.", c.module) };
            let address = holloway::world::ask("address", || RawSlot::from(v).bits);
            format!("<{module}{} object at 0x{address:x}>", c.qualname)
        }
        Val::Inst(i) if i.wrapped(a.rt).is_some() => ops::repr(a.rt, ops::unwrapped(a.rt, v))?,
        v => ops::repr(a.rt, v)?,
    };
    str::val(a.rt, &text)
}

pub(super) fn object_str(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    let text = match a.val(0) {
        Val::Inst(i) if i.class(a.rt).layout == Layout::Exception => errors::text(a.rt, i)?,
        v if is_of_object(a) => ops::repr(a.rt, v)?,
        v => match ops::unwrapped(a.rt, v) {
            Val::Inst(_) => ops::repr(a.rt, v)?,
            w => ops::str(a.rt, w)?,
        },
    };
    str::val(a.rt, &text)
}

fn object_eq(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    let (x, y) = (ops::unwrapped(a.rt, a.val(0)), ops::unwrapped(a.rt, a.val(1)));
    match x.same(y) {
        true => Ok(Val::True),
        false => Ok(a.rt.lang.not_implemented()),
    }
}

fn object_ne(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    let (rt, x) = (a.rt, a.val(0));
    let Some(f) = ops::class_of(rt, x).lookup_name(rt, "__eq__") else {
        return Ok(rt.lang.not_implemented());
    };
    match calls::call(rt, f, &a.args[..2])? {
        r if r.is_misc(misc::NOT_IMPLEMENTED) => Ok(r),
        r => ops::truth(rt, r).map(|b| Val::bool(!b)),
    }
}

fn object_hash(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    match ops::unwrapped(a.rt, a.val(0)) {
        Val::Inst(i) => Ok(Val::Int((i.to_bits() >> 4) as i64)),
        v => ops::hash(a.rt, v).map(Val::Int),
    }
}

fn object_init(a: &mut Args<'_>) -> Result<Val, Raised> {
    // Of a class derived from a mutable built-in type: fills it.
    let rt = a.rt;
    if let Val::Inst(i) = a.val(0) {
        let c = i.class(rt);
        let own = |name| matches!(c.lookup_name(rt, name), Some(Val::Func(_)));
        if c.layout == Layout::Object && a.args.len() > 1 && (own("__init__") || !own("__new__")) {
            let name = if own("__init__") { "object" } else { &c.name };
            let text = format!("{name}.__init__() takes exactly one argument (the instance to initialize)");
            return Err(errors::type_(rt, &text));
        }
        match (i.wrapped(rt), a.plain().get(1)) {
            (Some(Val::List(l)), Some(&v)) => {
                l.assign(rt, &crate::objects::iter::to_vec(rt, v.into())?)?;
            }
            (Some(Val::Dict(d)), Some(&v)) => update_dict(rt, d, v.into())?,
            _ => {}
        }
        if let (Some(Val::Dict(d)), n) = (i.wrapped(rt), a.names.len()) {
            for (k, &v) in a.names.iter().zip(&a.args[a.args.len() - n..]) {
                dict::set(rt, d.table(), Val::Str(*k).into(), v)?;
            }
        }
    }
    a.none()
}

fn object_format(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    if a.str(1)?.size() > 0 {
        let of = ops::type_name(a.rt, a.val(0));
        return Err(errors::type_(a.rt, &format!("unsupported format string passed to {of}.__format__")));
    }
    str::val(a.rt, &ops::str(a.rt, a.val(0))?)
}

/// The error of a name that is no string. Who is a dictionary's key first, or is refused as any name would be, is told that.
fn no_name(a: &Args<'_>) -> Raised {
    let (v, name) = (a.val(0), a.val(1));
    let found = match v {
        Val::Misc(m) if m.kind == misc::SUPER => ops::hash(a.rt, name).map(|_| ()),
        Val::Class(c) if a.native.name != "__getattribute__" && !is_of_object(a) => {
            attr::check_mutable(a.rt, a.rt.lang.classes.get(c.id), name)
        }
        _ => Ok(()),
    };
    if found.is_err() {
        return Raised;
    }
    let got = ops::type_name(a.rt, a.val(1));
    errors::type_(a.rt, &format!("attribute name must be string, not '{got}'"))
}

pub(super) fn get_attribute(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    let (rt, v) = (a.rt, a.val(0));
    let Some(name) = name_of(rt, a.val(1)) else { return Err(no_name(a)) };
    let found = match v {
        Val::Inst(i) => attr::plain(rt, v, i.class(rt), name)?,
        v => attr::find(rt, v, name)?,
    };
    found.ok_or_else(|| match v {
        Val::Class(_) if is_of_object(a) => {
            let of = ops::type_name(rt, v);
            errors::attribute(rt, &format!("'{of}' object has no attribute '{}'", name.text()))
        }
        v => attr::no_attribute(rt, v, name),
    })
}

/// The error of `object`'s method for what a class has a method of its own.
fn not_of_classes(a: &Args<'_>) -> Raised {
    let (what, of) = (a.native.name, ops::type_name(a.rt, a.val(0)));
    errors::type_(a.rt, &format!("can't apply this {what} to {of} object"))
}

pub(super) fn set_attribute(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(2, 2)?;
    match (a.val(0), name_of(a.rt, a.val(1))) {
        (Val::Inst(i), Some(name)) => attr::set_plain(a.rt, i, name, a.val(2).into()).map(|()| Val::None),
        (Val::Class(_), Some(_)) if is_of_object(a) => Err(not_of_classes(a)),
        (Val::Class(c), Some(name)) => attr::set_of_class(a.rt, c, name, a.val(2).into()).map(|()| Val::None),
        (v, Some(name)) => attr::set(a.rt, v, name, a.val(2).into()).map(|()| Val::None),
        _ => Err(no_name(a)),
    }
}

pub(super) fn del_attribute(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    match (a.val(0), name_of(a.rt, a.val(1))) {
        (Val::Inst(i), Some(name)) => attr::delete_plain(a.rt, i, name).map(|()| Val::None),
        (Val::Class(_), Some(_)) if is_of_object(a) => Err(not_of_classes(a)),
        (Val::Class(c), Some(name)) => attr::delete_of_class(a.rt, c, name).map(|()| Val::None),
        (v, Some(name)) => attr::delete(a.rt, v, name).map(|()| Val::None),
        _ => Err(no_name(a)),
    }
}

/// How an object is taken apart for copies and pickles is said in Python.
macro_rules! in_copyreg {
    ($($name:ident)*) => {$(
        fn $name(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, usize::from(stringify!($name) == "reduce_ex"))?;
            crate::modules::call_library(a.rt, "copyreg", concat!("_", stringify!($name)), a.plain())
        }
    )*};
}
in_copyreg! { reduce reduce_ex getstate }

pub(super) const OBJECT: &[(&str, Body)] = &[
    ("__new__", object_new),
    ("__init__", object_init),
    ("__repr__", object_repr),
    ("__str__", object_str),
    ("__eq__", object_eq),
    ("__ne__", object_ne),
    ("__hash__", object_hash),
    ("__lt__", not_ordered),
    ("__le__", not_ordered),
    ("__gt__", not_ordered),
    ("__ge__", not_ordered),
    ("__format__", object_format),
    ("__getattribute__", get_attribute),
    ("__setattr__", set_attribute),
    ("__delattr__", del_attribute),
    ("__dir__", list_names),
    ("__sizeof__", size_of),
    ("__reduce__", reduce),
    ("__reduce_ex__", reduce_ex),
    ("__getstate__", getstate),
];

pub(super) fn list_names(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    names_of(a.rt, a.val(0))
}

fn size_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(Val::Int(32))
}
