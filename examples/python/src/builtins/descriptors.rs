//! What stands in a class and says what an attribute is: `property`, static and class methods; and functions as descriptors.
//!
//! A property keeps getter, setter and deleter; where it has a text of its own the last part is a tuple of deleter and text.
//!
//! **Example.** `C.x.__get__(c)`, for a property `x`, calls the getter with `c`; `f.__get__(c)` is the method that `c.f` would be.

use crate::interp::call::{call, call_named};
use crate::native::{Args, Body};
use crate::objects::types::Types;
use crate::objects::{attr, dict, ops, str};
use crate::value::{misc, Dict, Misc, Str, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// Deleter and text of a property.
pub fn deleter_and_doc(rt: &Rt, m: Gc<Misc>) -> (Val, Option<Val>) {
    match Val::from(m.c.get(&rt.heap)) {
        Val::Tuple(t) => match t.items.as_slice() {
            &[deleter, doc] => (deleter.into(), Some(doc.into())),
            _ => (Val::None, None),
        },
        deleter => (deleter, None),
    }
}

/// Gives a property a text.
///
/// # Errors
/// `MemoryError`.
fn set_doc(rt: &Rt, m: Gc<Misc>, doc: Val) -> Result<(), Raised> {
    let parts = ops::tuple_val(rt, &[deleter_and_doc(rt, m).0.into(), doc.into()])?;
    m.c.set(&rt.heap, parts.into());
    Ok(())
}

/// The attributes of a static or class method: at first those of what is in it that functions have.
///
/// # Errors
/// What looking for these raises.
pub fn wrapper_dict(rt: &Rt, m: Gc<Misc>) -> Result<Gc<Dict>, Raised> {
    if let Val::Dict(d) = Val::from(m.b.get(&rt.heap)) {
        return Ok(d);
    }
    let (d, f) = (dict::new(rt), Val::from(m.a.get(&rt.heap)));
    for name in ["__module__", "__name__", "__qualname__", "__doc__", "__annotations__"] {
        let name = str::intern(rt, name);
        match attr::get(rt, f, name) {
            Ok(v) => d.set_name(rt, name.text(), v.into())?,
            Err(Raised) if errors::caught(rt, rt.lang.types().attribute_error).is_some() => {}
            Err(Raised) => return Err(Raised),
        }
    }
    m.b.set(&rt.heap, Val::Dict(d).into());
    Ok(d)
}

/// An attribute of a static or class method that is none of its class.
///
/// # Errors
/// What looking for it raises.
pub fn wrapper_attr(rt: &Rt, m: Gc<Misc>, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let f = Val::from(m.a.get(&rt.heap));
    Ok(match name.text() {
        "__func__" | "__wrapped__" => Some(f),
        "__class__" => Some(Val::Class(ops::class_of(rt, Val::Misc(m)).object)),
        "__isabstractmethod__" => {
            let mark = attr::find(rt, f, name)?.unwrap_or(Val::False);
            Some(Val::bool(ops::truth(rt, mark)?))
        }
        "__dict__" => Some(Val::Dict(wrapper_dict(rt, m)?)),
        text => {
            let own = wrapper_dict(rt, m)?.get_name(rt, text)?.map(Val::from);
            own.or_else(|| (text == "__doc__").then_some(Val::None))
        }
    })
}

/// Sets, or (for no value) deletes, an attribute of a static or class method.
///
/// # Errors
/// `AttributeError`, `TypeError`.
pub fn set_wrapper_attr(rt: &Rt, m: Gc<Misc>, name: Gc<Str>, x: RawSlot) -> Result<(), Raised> {
    let this = Val::Misc(m);
    match (name.text(), Val::from(x)) {
        ("__func__" | "__wrapped__", _) => Err(errors::attribute(rt, "readonly attribute")),
        ("__isabstractmethod__", _) => Err(unwritable(rt, this)),
        ("__dict__", Val::Unbound) => Err(errors::type_(rt, "cannot delete __dict__")),
        ("__dict__", d) => match ops::unwrapped(rt, d) {
            Val::Dict(d) => {
                m.b.set(&rt.heap, Val::Dict(d).into());
                Ok(())
            }
            other => {
                let got = ops::type_name(rt, other);
                Err(errors::type_(rt, &format!("__dict__ must be set to a dictionary, not a '{got}'")))
            }
        },
        (_, Val::Unbound) => match dict::remove(rt, wrapper_dict(rt, m)?.table(), Val::Str(name).into())? {
            Some(_) => Ok(()),
            None => Err(attr::no_attribute(rt, this, name)),
        },
        (text, _) => wrapper_dict(rt, m)?.set_name(rt, text, x),
    }
}

/// Name and class's name of what a built-in class has for an attribute of its values.
pub fn member_parts(rt: &Rt, m: Gc<Misc>) -> [String; 2] {
    let name = match Val::from(m.a.get(&rt.heap)) {
        Val::Str(s) => s.text().to_string(),
        _ => String::new(),
    };
    let class = match Val::from(m.b.get(&rt.heap)) {
        Val::Class(c) => rt.lang.classes.get(c.id).name.to_string(),
        _ => String::new(),
    };
    [name, class]
}

/// The attribute of a value that such an entry stands for.
///
/// # Errors
/// `TypeError`, `AttributeError`.
pub fn member_of(rt: &Rt, m: Gc<Misc>, v: Val) -> Result<Val, Raised> {
    let [name, class] = member_parts(rt, m);
    if let Val::Class(c) = Val::from(m.b.get(&rt.heap)) {
        if ops::class_of(rt, v).is_subclass(rt.lang.classes.get(c.id)) {
            if let Some(found) = attr::builtin(rt, ops::unwrapped(rt, v), &name)? {
                return Ok(found);
            }
            return Err(attr::no_attribute(rt, v, str::intern(rt, &name)));
        }
    }
    let got = ops::type_name(rt, v);
    let text = format!("descriptor '{name}' for '{class}' objects doesn't apply to a '{got}' object");
    Err(errors::type_(rt, &text))
}

/// The arguments of `__get__`: an object, or none and its class.
///
/// # Errors
/// `TypeError`.
pub fn check_get(a: &Args<'_>) -> Result<(), Raised> {
    a.method(1, 2)?;
    match a.val(1).is_none() && a.opt(2, "", Val::None).is_none() {
        true => Err(errors::type_(a.rt, "__get__(None, None) is invalid")),
        false => Ok(()),
    }
}

fn member_get(a: &mut Args<'_>) -> Result<Val, Raised> {
    check_get(a)?;
    match a.val(1) {
        Val::None => Ok(a.val(0)),
        v => member_of(a.rt, this(a)?, v),
    }
}

fn unwritable(rt: &Rt, v: Val) -> Raised {
    let of = ops::type_name(rt, v);
    errors::attribute(rt, &format!("attribute '__isabstractmethod__' of '{of}' objects is not writable"))
}

/// Sets, or (for no value) deletes, an attribute of a property; whether it has one of the name.
///
/// # Errors
/// `AttributeError`.
pub fn set_property_attr(rt: &Rt, m: Gc<Misc>, name: &str, x: RawSlot) -> Result<bool, Raised> {
    match name {
        "__doc__" => {
            let doc = if Val::from(x).is_unbound() { NONE } else { x };
            set_doc(rt, m, doc.into()).map(|()| true)
        }
        "fget" | "fset" | "fdel" => Err(errors::attribute(rt, "readonly attribute")),
        "__isabstractmethod__" => Err(unwritable(rt, Val::Misc(m))),
        _ => Ok(false),
    }
}

fn this(a: &Args<'_>) -> Result<Gc<Misc>, Raised> {
    match a.this() {
        Val::Misc(m) => Ok(m),
        _ => Err(a.wrong_object("property")),
    }
}

/// Getter, setter, deleter and text as given to the constructor, whose first argument is class or object.
fn parts(a: &Args<'_>) -> Result<[RawSlot; 3], Raised> {
    let part = |i: usize, name: &str| RawSlot::from(a.opt(i, name, Val::None));
    let deleter = match a.opt(4, "doc", Val::None) {
        Val::None => part(3, "fdel"),
        doc => ops::tuple_val(a.rt, &[part(3, "fdel"), doc.into()])?.into(),
    };
    Ok([part(1, "fget"), part(2, "fset"), deleter])
}
fn new_property(a: &mut Args<'_>) -> Result<Val, Raised> {
    if !a.derived("property") {
        a.takes_as("property", 1, 0, 4, &["fget", "fset", "fdel", "doc"])?;
    }
    let [get, set, delete] = parts(a)?;
    Ok(Val::Misc(a.rt.heap.alloc(Misc::new(misc::PROPERTY, 0, get, set, delete))))
}
/// Of a class derived from `property`: the parts are given once more.
fn init_property(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (m, [get, set, delete]) = (this(a)?, parts(a)?);
    let cx = &a.rt.heap;
    m.a.set(cx, get);
    m.b.set(cx, set);
    m.c.set(cx, delete);
    a.none()
}

/// The same property with another getter, setter or deleter; of the same class.
fn with_part(a: &Args<'_>, part: usize) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let (rt, m) = (a.rt, this(a)?);
    let cx = &rt.heap;
    let (deleter, doc) = deleter_and_doc(rt, m);
    let mut parts = vec![m.a.get(cx), m.b.get(cx), deleter.into()];
    parts[part] = a.val(1).into();
    parts.extend(doc.map(RawSlot::from));
    call(rt, Val::Class(ops::class_of(rt, a.val(0)).object), &parts)
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

/// What a property without a part says of an object.
fn lacks(a: &Args<'_>, part: &str) -> Raised {
    let of = ops::type_name(a.rt, a.val(1));
    errors::attribute(a.rt, &format!("property of '{of}' object has no {part}"))
}
fn property_get(a: &mut Args<'_>) -> Result<Val, Raised> {
    check_get(a)?;
    if a.val(1).is_none() {
        return Ok(a.val(0));
    }
    match Val::from(this(a)?.a.get(&a.rt.heap)) {
        Val::None => Err(lacks(a, "getter")),
        f => call(a.rt, f, &a.args[1..2]),
    }
}
fn property_set(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(2, 2)?;
    match Val::from(this(a)?.b.get(&a.rt.heap)) {
        Val::None => Err(lacks(a, "setter")),
        f => call(a.rt, f, &a.args[1..3]),
    }
}
fn property_delete(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    match deleter_and_doc(a.rt, this(a)?).0 {
        Val::None => Err(lacks(a, "deleter")),
        f => call(a.rt, f, &a.args[1..2]),
    }
}

/// There is nothing to do with the name: functions say their own.
fn property_set_name(a: &mut Args<'_>) -> Result<Val, Raised> {
    if !a.names.is_empty() {
        a.method(2, 2)?;
    }
    a.object()?;
    if a.args.len() != 3 {
        let text = format!("__set_name__() takes 2 positional arguments but {} were given", a.args.len() - 1);
        return Err(errors::type_(a.rt, &text));
    }
    a.none()
}

fn wrapper(a: &Args<'_>, kind: u32) -> Result<Val, Raised> {
    // There is nothing yet where a derived class's `__init__` gives it.
    let name = if kind == misc::STATIC { "staticmethod" } else { "classmethod" };
    if !a.derived(name) && !a.names.is_empty() {
        return Err(errors::type_(a.rt, &format!("{name}() takes no keyword arguments")));
    }
    if !a.derived(name) && a.args.len() != 2 {
        let text = format!("{name} expected 1 argument, got {}", a.args.len() - 1);
        return Err(errors::type_(a.rt, &text));
    }
    let f = a.opt(1, "", Val::None);
    Ok(Val::Misc(a.rt.heap.alloc(Misc::new(kind, 0, f.into(), NONE, NONE))))
}
fn new_static(a: &mut Args<'_>) -> Result<Val, Raised> {
    wrapper(a, misc::STATIC)
}
fn new_class_method(a: &mut Args<'_>) -> Result<Val, Raised> {
    wrapper(a, misc::CLASS)
}
fn init_wrapper(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Some(f) = a.named("f").or_else(|| a.plain().get(1).map(|&f| f.into())) {
        this(a)?.a.set(&a.rt.heap, f.into());
    }
    a.none()
}
fn static_get(a: &mut Args<'_>) -> Result<Val, Raised> {
    check_get(a)?;
    Ok(this(a)?.a.get(&a.rt.heap).into())
}
fn class_get(a: &mut Args<'_>) -> Result<Val, Raised> {
    check_get(a)?;
    let class = match a.opt(2, "owner", Val::None) {
        Val::None => Val::Class(ops::class_of(a.rt, a.val(1)).object),
        owner => owner,
    };
    Ok(attr::method(a.rt, this(a)?.a.get(&a.rt.heap).into(), class))
}
fn static_call(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.object()?;
    call_named(a.rt, this(a)?.a.get(&a.rt.heap).into(), &a.args[1..], a.names)
}

fn function_get(a: &mut Args<'_>) -> Result<Val, Raised> {
    check_get(a)?;
    match a.val(1) {
        Val::None => Ok(a.val(0)),
        this => {
            if let Val::Native(f) = a.val(0) {
                suits(a.rt, f.id, this)?;
            }
            Ok(attr::method(a.rt, a.val(0), this))
        }
    }
}
/// Looks whether a method of a built-in class can be one of this object.
fn suits(rt: &Rt, id: u32, this: Val) -> Result<(), Raised> {
    let native = rt.lang.native(id);
    match native.class.get() {
        Some(class) if !ops::class_of(rt, this).is_subclass(class) => {
            let (name, class, got) = (native.name, &class.name, ops::type_name(rt, this));
            let text = format!("descriptor '{name}' for '{class}' objects doesn't apply to a '{got}' object");
            Err(errors::type_(rt, &text))
        }
        _ => Ok(()),
    }
}
fn method_get(a: &mut Args<'_>) -> Result<Val, Raised> {
    check_get(a)?;
    Ok(a.val(0))
}
fn call_it(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.object()?;
    call_named(a.rt, a.val(0), &a.args[1..], a.names)
}

const PROPERTY: &[(&str, Body)] = &[
    ("%new", new_property),
    ("__init__", init_property),
    ("getter", getter),
    ("setter", setter),
    ("deleter", deleter),
    ("__get__", property_get),
    ("__set__", property_set),
    ("__delete__", property_delete),
    ("__set_name__", property_set_name),
];

/// Fills the classes.
pub fn fill(rt: &Rt) {
    let t = rt.lang.types();
    Types::fill(rt, t.property, PROPERTY);
    let members: [(_, u32, &[&'static str]); 5] = [
        (t.int, 0, &["real", "imag", "numerator", "denominator"]),
        (t.float, 0, &["real", "imag"]),
        (t.complex, 1, &["real", "imag"]),
        (t.range, 1, &["start", "stop", "step"]),
        (t.slice, 1, &["start", "stop", "step"]),
    ];
    for (c, kept, names) in members {
        for name in names.iter().map(|n| str::intern(rt, n)) {
            let m = Misc::new(misc::MEMBER, kept, Val::Str(name).into(), Val::Class(c.object).into(), NONE);
            c.attrs.borrow_mut().set(name, Val::Misc(rt.heap.alloc(m)).into());
        }
    }
    for c in [t.getset, t.member] {
        Types::fill(rt, c, &[("__get__", member_get)]);
    }
    let wrapped = [
        ("%new", new_static as Body),
        ("__init__", init_wrapper),
        ("__get__", static_get),
        ("__call__", static_call),
    ];
    Types::fill(rt, t.staticmethod, &wrapped);
    Types::fill(
        rt,
        t.classmethod,
        &[("%new", new_class_method), ("__init__", init_wrapper), ("__get__", class_get)],
    );
    Types::fill(rt, t.function, &[("__get__", function_get), ("__call__", call_it)]);
    Types::fill(rt, t.method, &[("__get__", method_get), ("__call__", call_it)]);
    for c in [t.method_descriptor, t.wrapper_descriptor] {
        Types::fill(rt, c, &[("__get__", function_get), ("__call__", call_it)]);
    }
    for c in [t.builtin, t.method_wrapper] {
        Types::fill(rt, c, &[("__call__", call_it)]);
    }
}
