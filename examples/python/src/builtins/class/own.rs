//! Methods that `object` has and most built-in classes have again: `int.__repr__`, `dict.__getattribute__`. A method of a class takes objects of this class
//! only, and says so under the name of the class.
//!
//! **Example.** `float.__repr__(2)` is `descriptor '__repr__' requires a 'float' object but received a 'int'`.

use super::object::{del_attribute, get_attribute, object_repr, object_str, set_attribute};
use crate::bytecode::BinOp;
use crate::interp::call::call_named;
use crate::native::{Args, Body};
use crate::objects::class::{ClassInfo, Layout};
use crate::objects::types::Types;
use crate::objects::{ops, str};
use crate::value::{misc, Val};
use crate::{errors, Rt};
use holloway::machine::Raised;

/// Whether one value of a class equals another of the class; others are not compared.
fn equal(a: &Args<'_>) -> Result<Option<bool>, Raised> {
    let (x, y) = (a.val(0), a.val(1));
    let view = x.is_misc(misc::VIEW) && matches!(ops::unwrapped(a.rt, y), Val::Bytes(_));
    match ops::class_of(a.rt, x).id == ops::class_of(a.rt, y).id || view {
        true => ops::equal(a.rt, x, y).map(Some),
        false => Ok(None),
    }
}
fn eq(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    Ok(equal(a)?.map_or(a.rt.lang.not_implemented(), Val::bool))
}
fn ne(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    Ok(equal(a)?.map_or(a.rt.lang.not_implemented(), |same| Val::bool(!same)))
}
pub(super) fn not_ordered(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    Ok(a.rt.lang.not_implemented())
}

/// `int.__or__(str)`: a union, or nothing for what is no class.
fn union(a: &Args<'_>, x: Val, y: Val) -> Result<Val, Raised> {
    let suits = |v: Val| matches!(v, Val::Class(_) | Val::None | Val::Inst(_));
    match suits(x) && suits(y) {
        true => match ops::binary(a.rt, BinOp::Or, false, x, y) {
            Err(Raised) if errors::caught(a.rt, a.rt.lang.types().type_error).is_some() => {
                Ok(a.rt.lang.not_implemented())
            }
            r => r,
        },
        false => Ok(a.rt.lang.not_implemented()),
    }
}
fn class_or(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    union(a, a.val(0), a.val(1))
}
fn class_ror(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(1, 1)?;
    union(a, a.val(1), a.val(0))
}

/// The constructor of iterators that functions of their names make: `type(zip())([1])`.
fn new_iterator(a: &mut Args<'_>) -> Result<Val, Raised> {
    let Val::Class(c) = a.val(0) else { return Err(a.wrong_object("type")) };
    let name = str::intern(a.rt, &a.rt.lang.classes.get(c.id).name);
    let f = a.rt.lang.builtins_module().get(a.rt, name).unwrap_or(Val::None);
    call_named(a.rt, f, &a.args[1..], a.names)
}

type Class = fn(&Types) -> &'static ClassInfo;

/// Methods, and the classes that have them.
type Own = (&'static [(&'static str, Body)], &'static [Class]);

const ORDER: [(&str, Body); 4] =
    [("__lt__", not_ordered), ("__le__", not_ordered), ("__gt__", not_ordered), ("__ge__", not_ordered)];

const OWN: &[Own] = &[
    (&[("__str__", object_str)], &[|t| t.str, |t| t.bytes, |t| t.bytearray, |t| t.key_error, |t| t.os_error]),
    (&[("__str__", object_str)], &[|t| t.unicode_decode_error, |t| t.unicode_encode_error]),
    (&[("__str__", object_str)], &[|t| t.unicode_translate_error, |t| t.syntax_error, |t| t.import_error]),
    (&[("__str__", object_str)], &[|t| t.attribute_error, |t| t.name_error, |t| t.base_exception_group]),
    (
        &[("__setattr__", set_attribute), ("__delattr__", del_attribute)],
        &[|t| t.type_, |t| t.method, |t| t.module, |t| t.base_exception],
    ),
    (
        &[("__eq__", eq), ("__ne__", ne)],
        &[|t| t.builtin, |t| t.method, |t| t.method_wrapper, |t| t.memoryview, |t| t.code],
    ),
    (&ORDER, &[|t| t.builtin, |t| t.method, |t| t.method_wrapper, |t| t.memoryview, |t| t.code]),
    (&[("__repr__", object_repr), ("__getattribute__", get_attribute)], &[|t| t.base_exception]),
    (&[("__or__", class_or), ("__ror__", class_ror)], &[|t| t.type_]),
];

/// Classes whose `__repr__` is that of `object`.
const SHOWN_PLAINLY: &[&str] = &["object", "property", "traceback"];
/// Classes whose `__getattribute__` is that of `object`.
const ASKED_PLAINLY: &[&str] =
    &["object", "NoneType", "bool", "NotImplementedType", "staticmethod", "classmethod", "function"];

/// Iterators that are made by functions of their names.
const MADE_BY_NAME: &[&str] = &["enumerate", "filter", "map", "reversed", "zip"];

/// Fills the classes.
pub(super) fn fill(rt: &Rt) {
    let t = rt.lang.types();
    for (methods, classes) in OWN {
        classes.iter().for_each(|c| Types::fill(rt, c(t), methods));
    }
    let plain = t.all();
    for c in plain.iter().filter(|c| c.layout == Layout::Builtin) {
        if !SHOWN_PLAINLY.contains(&c.name.as_str()) {
            Types::fill(rt, c, &[("__repr__", object_repr)]);
        }
    }
    for c in t.iterators().iter().filter(|c| MADE_BY_NAME.contains(&c.name.as_str())) {
        Types::fill(rt, c, &[("%new", new_iterator)]);
    }
    for c in plain.iter().chain(t.iterators()).filter(|c| c.layout == Layout::Builtin) {
        if !ASKED_PLAINLY.contains(&c.name.as_str()) {
            Types::fill(rt, c, &[("__getattribute__", get_attribute)]);
        }
    }
}
