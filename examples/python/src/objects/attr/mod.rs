//! Attributes of any object, host side. Interpreter code has fast paths over the same facts (`interp::attr`).

mod builtin;
mod set;

use super::class::{opened, ClassInfo, Found};
use super::{dict, ops, str};
use crate::builtins::descriptors;
use crate::interp::call::call;
use crate::value::{misc, Method, Misc, Str, Val, NONE};
use crate::{errors, Rt};
pub use builtin::*;
use holloway::heap::Gc;
use holloway::machine::Raised;
pub use set::*;

/// A bound method.
pub fn method(rt: &Rt, f: Val, this: Val) -> Val {
    Val::Method(rt.heap.alloc(Method::new(f.into(), this.into())))
}

/// What is inside a static or class method.
pub fn plain_function(rt: &Rt, f: Val) -> Val {
    match f {
        Val::Misc(m) if m.kind == misc::STATIC => m.a.get(&rt.heap).into(),
        f => f,
    }
}

/// A class's attribute as seen through an instance (or through the class itself, if `this` is unbound).
///
/// # Errors
/// What a descriptor raises.
pub fn bind(rt: &Rt, f: Val, this: Val, class: &ClassInfo) -> Result<Val, Raised> {
    let cx = &rt.heap;
    match f {
        Val::Func(_) | Val::Native(_) if !this.is_unbound() => Ok(method(rt, f, this)),
        Val::Misc(m) => match m.kind {
            misc::STATIC => Ok(m.a.get(cx).into()),
            misc::CLASS => {
                let class = Val::Class(class.object);
                match Val::from(m.a.get(cx)) {
                    f @ (Val::Func(_) | Val::Native(_) | Val::Method(_)) => Ok(method(rt, f, class)),
                    // Another descriptor, which sees the class as an object.
                    f => match find(rt, f, str::intern(rt, "__get__"))? {
                        Some(get) => call(rt, get, &[class.into()]),
                        None => Ok(method(rt, f, class)),
                    },
                }
            }
            // One of a class alone, kept in a class.
            misc::SUPER if !this.is_unbound() && Val::from(m.b.get(cx)).is_none() => {
                crate::builtins::make_super(rt, m.a.get(cx).into(), this)
            }
            misc::MEMBER if !this.is_unbound() => descriptors::member_of(rt, m, this),
            misc::PROPERTY if !this.is_unbound() => match Val::from(m.a.get(cx)) {
                Val::None => Err(errors::attribute(rt, "unreadable attribute")),
                g => call(rt, g, &[this.into()]),
            },
            _ => Ok(f),
        },
        Val::Inst(_) => match ops::special(rt, f, "__get__") {
            Some(g) => {
                let this = if this.is_unbound() { NONE } else { this.into() };
                call(rt, g, &[f.into(), this, Val::Class(class.object).into()])
            }
            None => Ok(f),
        },
        f => Ok(f),
    }
}

/// The error that a value has no attribute of a name.
pub fn no_attribute(rt: &Rt, v: Val, name: Gc<Str>) -> Raised {
    let text = match v {
        Val::Class(c) => {
            format!("type object '{}' has no attribute '{}'", rt.lang.classes.get(c.id).name, name.text())
        }
        Val::Misc(m) if m.kind == misc::MODULE => {
            format!("module '{}' has no attribute '{}'", rt.lang.module(m.id).name, name.text())
        }
        // What a method does not have is asked of the function.
        Val::Method(m) if !matches!(Val::from(m.func), Val::Native(_)) => {
            return no_attribute(rt, m.func.into(), name)
        }
        v => format!("'{}' object has no attribute '{}'", ops::type_name(rt, v), name.text()),
    };
    errors::attribute(rt, &text)
}

/// `v.name`, with an interned name.
///
/// # Errors
/// `AttributeError`, or what a descriptor raises.
pub fn get(rt: &Rt, v: Val, name: Gc<Str>) -> Result<Val, Raised> {
    match find(rt, v, name) {
        Ok(Some(found)) => Ok(found),
        Ok(None) => match ops::call_special(rt, v, "__getattr__", &[Val::Str(name).into()]) {
            Some(r) => r,
            None => Err(no_attribute(rt, v, name)),
        },
        Err(Raised) => {
            // `__getattr__` is also asked when a getter says that there is none.
            let missing = errors::caught(rt, rt.lang.types().attribute_error).is_some();
            if missing && ops::special(rt, v, "__getattr__").is_some() {
                if let Some(r) = ops::call_special(rt, v, "__getattr__", &[Val::Str(name).into()]) {
                    return r;
                }
            }
            Err(Raised)
        }
    }
}

/// The attribute, if there is one.
///
/// # Errors
/// What a descriptor raises.
pub fn find(rt: &Rt, v: Val, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let cx = &rt.heap;
    match v {
        Val::Inst(i) => {
            let c = i.class(rt);
            if let Some(f @ Val::Func(_)) = c.lookup_name(rt, "__getattribute__") {
                return call(rt, f, &[v.into(), Val::Str(name).into()]).map(Some);
            }
            plain(rt, v, c, name)
        }
        Val::Class(c) => {
            let c = rt.lang.classes.get(c.id);
            if let Some(d) = set::meta_data(rt, c, name) {
                return bind(rt, d, v, c.metaclass(rt)).map(Some);
            }
            if let Some(f) = c.lookup(rt, name) {
                return bind(rt, f, Val::Unbound, c).map(Some);
            }
            if let Some(b) = class_builtin(rt, c, name.text())? {
                return Ok(Some(b));
            }
            let meta = c.metaclass(rt);
            match meta.lookup(rt, name) {
                Some(f) => bind(rt, f, v, meta).map(Some),
                None => Ok(None),
            }
        }
        Val::Misc(m) if m.kind == misc::MODULE => match (rt.lang.module(m.id).get(rt, name), name.text()) {
            (None, "__dict__") => Ok(Some(super::namespace::new(rt, v))),
            (None, "__class__") => Ok(Some(Val::Class(rt.lang.types().module.object))),
            (None, "__doc__") => Ok(Some(Val::None)),
            // What the module itself makes of a name that it does not have.
            (None, text) if text != "__getattr__" && text != "__path__" => {
                let module = rt.lang.module(m.id);
                if let Some(v) = crate::modules::sys::later(rt, module, text)? {
                    return Ok(Some(v));
                }
                match module.get(rt, str::literal(rt, "__getattr__")) {
                    Some(f) => call(rt, f, &[Val::Str(name).into()]).map(Some),
                    None => Ok(None),
                }
            }
            (found, _) => Ok(found),
        },
        Val::Misc(m) if m.kind == misc::SUPER => {
            let (Val::Class(c), this) = (Val::from(m.a.get(cx)), Val::from(m.b.get(cx))) else {
                return Ok(None);
            };
            let above = rt.lang.classes.get(c.id);
            let below = |k: Val| match k {
                Val::Class(k) => Some(rt.lang.classes.get(k.id)).filter(|k| k.is_subclass(above)),
                _ => None,
            };
            let of = match below(this) {
                Some(k) => k,
                None => match ops::class_of(rt, this) {
                    k if this.is_none() || k.is_subclass(above) => k,
                    // What only says that it is an instance.
                    k => below(get(rt, this, str::intern(rt, "__class__"))?).unwrap_or(k),
                },
            };
            let mut after = of.mro().iter().skip_while(|k| k.id != c.id).skip(1);
            let found = after.find_map(|k| k.attrs.borrow().get(name)).map(|s| opened(rt, s));
            let found = found.filter(|f| !f.is_unbound());
            // In a method of a metaclass the class is the object.
            let itself = matches!(this, Val::Class(k) if k.id == of.id);
            let this = if itself { Val::Unbound } else { this };
            match found {
                Some(f) => bind(rt, f, this, of).map(Some),
                None => builtin(rt, v, name.text()),
            }
        }
        Val::Func(f) => {
            let kept = if is_part(name.text()) { &f.parts } else { &f.attrs };
            if let Some(d) = kept.get(cx).get() {
                if let Some(x) = dict::get(rt, d.table(), Val::Str(name).into())? {
                    return Ok(Some(x.into()));
                }
            }
            if name.text() == "__annotations__" {
                // Made when first asked for, and the same from then on.
                let none = Val::Dict(dict::new(rt));
                dict::set(rt, function_parts(rt, f).table(), Val::Str(name).into(), none.into())?;
                return Ok(Some(none));
            }
            match function_attr(rt, f, name)? {
                Some(found) => Ok(Some(found)),
                None => of_class(rt, v, name),
            }
        }
        Val::Method(m) => match name.text() {
            "__self__" => Ok(Some(m.this.into())),
            "__func__" => Ok(Some(m.func.into())),
            _ => match of_class(rt, v, name)? {
                Some(found) => Ok(Some(found)),
                None => find(rt, m.func.into(), name),
            },
        },
        _ => match of_class(rt, v, name)? {
            Some(found) => Ok(Some(found)),
            None => builtin(rt, v, name.text()),
        },
    }
}

/// The attribute by map and class, without `__getattribute__`.
pub fn plain(rt: &Rt, v: Val, c: &'static ClassInfo, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let Val::Inst(i) = v else { return Ok(None) };
    let version = c.version.peek(|v| *v);
    match rt.lang.classes.find(rt, i.map.get(&rt.heap), version, name) {
        Found::Slot(n) => Ok(Some(i.slot(rt, n as usize).into()).filter(|x: &Val| !x.is_unbound())),
        Found::Class(f) | Found::Data(f) => bind(rt, opened(rt, f), v, c).map(Some),
        Found::Missing => instance_builtin(rt, v, c, name.text()),
        Found::Odd | Found::Own | Found::Instance(_) | Found::Described(_) => odd(rt, v, c, name),
    }
}

/// An attribute of an instance of an odd class: data descriptors go before the instance, which goes before the class.
fn odd(rt: &Rt, v: Val, c: &'static ClassInfo, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let Val::Inst(i) = v else { return Ok(None) };
    let class = c.lookup(rt, name);
    // A data descriptor without `__get__` is what is read only if the instance has nothing.
    let data = class.is_some_and(|d| {
        d.is_misc(misc::PROPERTY) || is_data(rt, d) && ops::special(rt, d, "__get__").is_some()
    });
    match (class, i.own(rt, name)) {
        (Some(f), _) if data => bind(rt, f, v, c).map(Some),
        (_, Some(own)) => Ok(Some(own.into())),
        (Some(f), None) => bind(rt, f, v, c).map(Some),
        (None, None) => instance_builtin(rt, v, c, name.text()),
    }
}

/// Whether a value in a class is an instance of one of the program's that says what setting or deleting the attribute does.
fn is_data(rt: &Rt, d: Val) -> bool {
    matches!(d, Val::Inst(_)) && ["__set__", "__delete__"].iter().any(|n| ops::special(rt, d, n).is_some())
}

pub(super) fn property(rt: &Rt, m: Gc<Misc>, name: &str) -> Result<Option<Val>, Raised> {
    let (getter, setter) = (Val::from(m.a.get(&rt.heap)), Val::from(m.b.get(&rt.heap)));
    let (deleter, doc) = descriptors::deleter_and_doc(rt, m);
    Ok(Some(match name {
        "fget" => getter,
        "fset" => setter,
        "fdel" => deleter,
        "__doc__" => match doc {
            None if !getter.is_none() => find(rt, getter, str::intern(rt, name))?.unwrap_or(Val::None),
            doc => doc.unwrap_or(Val::None),
        },
        "__isabstractmethod__" => {
            let mut abstracts = false;
            for f in [getter, setter, deleter].into_iter().filter(|f| !f.is_none()) {
                let mark = find(rt, f, str::intern(rt, name))?.unwrap_or(Val::False);
                abstracts = abstracts || ops::truth(rt, mark)?;
            }
            Val::bool(abstracts)
        }
        _ => return Ok(None),
    }))
}

/// Names with two underscores that values may have though their classes do not: see `builtin`.
const HIDDEN: [&str; 21] = [
    "__annotations__",
    "__base__",
    "__bases__",
    "__class__",
    "__closure__",
    "__code__",
    "__defaults__",
    "__dict__",
    "__doc__",
    "__func__",
    "__globals__",
    "__kwdefaults__",
    "__module__",
    "__mro__",
    "__name__",
    "__objclass__",
    "__qualname__",
    "__self__",
    "__self_class__",
    "__suppress_context__",
    "__thisclass__",
];

/// Whether a value may have an attribute of this name that its class does not have, which the general way knows.
pub fn is_hidden(name: Gc<Str>) -> bool {
    name.data().starts_with(b"__") && HIDDEN.contains(&name.text())
}

/// What the class of a value has, bound.
fn of_class(rt: &Rt, v: Val, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let c = ops::class_of(rt, v);
    c.lookup(rt, name).map(|f| bind(rt, f, v, c)).transpose()
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_hidden_names_are_listed() {
        // These say how attributes are found.
        let finding = [
            "__get__",
            "__set__",
            "__delete__",
            "__getattr__",
            "__getattribute__",
            "__isabstractmethod__",
            "__path__",
        ];
        let texts = [include_str!("builtin.rs"), include_str!("mod.rs")];
        let names =
            texts.iter().flat_map(|t| t.split('"')).filter(|s| s.starts_with("__") && s.ends_with("__"));
        let missing: Vec<&str> =
            names.filter(|n| n.len() > 4 && !super::HIDDEN.contains(n) && !finding.contains(n)).collect();
        assert_eq!(missing, [""; 0]);
    }
}
