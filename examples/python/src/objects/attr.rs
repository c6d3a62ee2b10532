//! Attributes of any object, host side. Interpreter code has fast paths over the same facts (`interp::attr`).

use super::class::{opened, ClassInfo, Found, Layout};
use super::{dict, ops, str};
use crate::builtins::descriptors;
use crate::interp::call::call;
use crate::value::{misc, Method, Misc, Str, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

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

fn no_attribute(rt: &Rt, v: Val, name: Gc<Str>) -> Raised {
    let text = match v {
        Val::Class(c) => {
            format!("type object '{}' has no attribute '{}'", rt.lang.classes.get(c.id).name, name.text())
        }
        Val::Misc(m) if m.kind == misc::MODULE => {
            format!("module '{}' has no attribute '{}'", rt.lang.module(m.id).name, name.text())
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
            let of = match this {
                Val::Class(k) if rt.lang.classes.get(k.id).is_subclass(rt.lang.classes.get(c.id)) => {
                    rt.lang.classes.get(k.id)
                }
                v => ops::class_of(rt, v),
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
            if let Some(d) = f.attrs.get(cx).get() {
                if let Some(x) = dict::get(rt, d.table(), Val::Str(name).into())? {
                    return Ok(Some(x.into()));
                }
            }
            if name.text() == "__annotations__" {
                // Made when first asked for, and the same from then on.
                let none = Val::Dict(dict::new(rt));
                dict::set(rt, function_dict(rt, f).table(), Val::Str(name).into(), none.into())?;
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

/// What the class of a value has, bound.
fn of_class(rt: &Rt, v: Val, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let c = ops::class_of(rt, v);
    c.lookup(rt, name).map(|f| bind(rt, f, v, c)).transpose()
}

/// The attribute by map and class, without `__getattribute__`.
pub fn plain(rt: &Rt, v: Val, c: &'static ClassInfo, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let Val::Inst(i) = v else { return Ok(None) };
    let version = c.version.peek(|v| *v);
    match rt.lang.classes.find(rt, i.map.get(&rt.heap), version, name) {
        Found::Slot(n) => Ok(Some(i.slot(rt, n as usize).into()).filter(|x: &Val| !x.is_unbound())),
        Found::Class(f) | Found::Data(f) => bind(rt, opened(rt, f), v, c).map(Some),
        Found::Missing => instance_builtin(rt, v, c, name.text()),
        Found::Odd => odd(rt, v, c, name),
    }
}

/// An attribute of an instance of an odd class: data descriptors go before the instance, which goes before the class.
fn odd(rt: &Rt, v: Val, c: &'static ClassInfo, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let Val::Inst(i) = v else { return Ok(None) };
    let class = c.lookup(rt, name);
    let data = match class {
        Some(d @ Val::Inst(_)) => ["__set__", "__delete__"].iter().any(|n| ops::special(rt, d, n).is_some()),
        Some(d) => d.is_misc(misc::PROPERTY),
        None => false,
    };
    match (class, i.own(rt, name)) {
        (Some(f), _) if data => bind(rt, f, v, c).map(Some),
        (_, Some(own)) => Ok(Some(own.into())),
        (Some(f), None) => bind(rt, f, v, c).map(Some),
        (None, None) => instance_builtin(rt, v, c, name.text()),
    }
}

fn instance_builtin(rt: &Rt, v: Val, c: &'static ClassInfo, name: &str) -> Result<Option<Val>, Raised> {
    let Val::Inst(i) = v else { return Ok(None) };
    Ok(match name {
        "__class__" => Some(Val::Class(c.object)),
        "__dict__" => {
            if c.allowed.get().is_some() {
                return Ok(None);
            }
            Some(super::namespace::new(rt, v))
        }
        "__suppress_context__" if c.layout == Layout::Exception => Some(Val::Bool(false)),
        "value" if c.layout == Layout::Exception => {
            let stops = c.is_subclass(rt.lang.types().stop_iteration);
            stops.then(|| errors::args_of(rt, i).first().map_or(Val::None, |&s| s.into()))
        }
        "msg"
        | "filename"
        | "lineno"
        | "offset"
        | "text"
        | "end_lineno"
        | "end_offset"
        | "print_file_and_line"
            if c.layout == Layout::Exception && c.is_subclass(rt.lang.types().syntax_error) =>
        {
            errors::syntax_part(rt, i, name)
        }
        "encoding" | "object" | "start" | "end" | "reason"
            if c.layout == Layout::Exception && c.is_subclass(rt.lang.types().unicode_error) =>
        {
            let i_of = ["encoding", "object", "start", "end", "reason"].iter().position(|n| *n == name);
            i_of.and_then(|k| errors::args_of(rt, i).get(k).map(|&s| s.into()))
        }
        "errno" | "strerror" | "filename" if c.is_subclass(rt.lang.types().os_error) => {
            let at = ["errno", "strerror", "filename"].iter().position(|n| *n == name).unwrap_or(0);
            let args = errors::args_of(rt, i);
            Some(args.get(at).filter(|_| args.len() > 1).map_or(Val::None, |&s| s.into()))
        }
        "code" if c.layout == Layout::Exception && c.is_subclass(rt.lang.types().system_exit) => {
            Some(match errors::args_of(rt, i)[..] {
                [] => Val::None,
                [one] => one.into(),
                _ => i.s0.get(&rt.heap).into(),
            })
        }
        _ => match i.wrapped(rt) {
            Some(w) => builtin(rt, w, name)?,
            None => (name == "__doc__").then_some(Val::None),
        },
    })
}

/// An instance's attributes that programs see.
pub fn own_attrs(rt: &Rt, i: Gc<crate::value::Instance>) -> Vec<(Gc<Str>, RawSlot)> {
    let map = i.map.get(&rt.heap);
    let hidden = i.class(rt).root.count as usize;
    // What `__slots__` of a base names is no part of the dictionary.
    let slots: Vec<_> = i.class(rt).mro().iter().filter_map(|c| c.allowed.get()).flatten().collect();
    let names = map.keys(&rt.heap).into_iter().map(|k| match Val::from(k) {
        Val::Str(k) => k,
        _ => unreachable!("keys of maps are names"),
    });
    let all = names.enumerate().skip(hidden).filter(|(_, k)| !slots.contains(&k));
    all.map(|(n, k)| (k, i.slot(rt, n))).filter(|(_, s)| !Val::from(*s).is_unbound()).collect()
}

fn class_builtin(rt: &Rt, c: &'static ClassInfo, name: &str) -> Result<Option<Val>, Raised> {
    let classes = |l: &[&'static ClassInfo]| {
        ops::tuple_val(rt, &l.iter().map(|b| Val::Class(b.object).into()).collect::<Vec<RawSlot>>())
    };
    Ok(Some(match name {
        "__name__" => str::val(rt, &c.name)?,
        "__qualname__" => str::val(rt, &c.qualname)?,
        "__module__" => str::val(rt, &c.module)?,
        "__class__" => Val::Class(c.metaclass(rt).object),
        "__bases__" => classes(&c.bases)?,
        "__base__" => c.bases.first().map_or(Val::None, |b| Val::Class(b.object)),
        "__mro__" => classes(c.mro())?,
        "__doc__" => Val::None,
        "__dict__" => {
            let d = dict::new(rt);
            let all: Vec<_> = c.attrs.borrow().all().to_vec();
            for (k, s) in all.into_iter().filter(|(_, s)| !Val::from(*s).is_unbound()) {
                dict::set(rt, d.table(), Val::Str(k).into(), opened(rt, s).into())?;
            }
            Val::Dict(d)
        }
        _ => return Ok(None),
    }))
}

fn function_attr(rt: &Rt, f: Gc<crate::value::Function>, name: Gc<Str>) -> Result<Option<Val>, Raised> {
    let code = rt.lang.code(f.code);
    Ok(Some(match name.text() {
        "__name__" => str::val(rt, &code.proto.name)?,
        "__qualname__" => str::val(rt, &code.proto.qualname)?,
        "__module__" => str::val(rt, &rt.lang.module(code.module).name)?,
        "__doc__" => match &code.proto.doc {
            Some(d) => str::val(rt, d)?,
            None => Val::None,
        },
        "__defaults__" => f.defaults.get(&rt.heap).get().map_or(Val::None, Val::Tuple),
        "__kwdefaults__" => f.kwdefaults.get(&rt.heap).get().map_or(Val::None, Val::Dict),
        "__closure__" => {
            let cells: Vec<RawSlot> =
                f.cells.as_slice().iter().filter_map(|c| c.get()).map(|c| Val::Cell(c).into()).collect();
            match cells.is_empty() {
                true => Val::None,
                false => ops::tuple_val(rt, &cells)?,
            }
        }

        "__dict__" => Val::Dict(function_dict(rt, f)),
        "__globals__" => super::namespace::of_module(rt, code.module),
        "__code__" => code_object(rt, code.id),
        "__class__" => Val::Class(rt.lang.types().function.object),
        _ => return Ok(None),
    }))
}

fn code_object(rt: &Rt, id: u32) -> Val {
    Val::Misc(rt.heap.alloc(Misc::new(misc::CODE, 0, NONE, NONE, Val::Int(i64::from(id)).into())))
}

fn function_dict(rt: &Rt, f: Gc<crate::value::Function>) -> Gc<crate::value::Dict> {
    f.attrs.get(&rt.heap).get().unwrap_or_else(|| {
        let d = dict::new(rt);
        f.attrs.set(&rt.heap, d.into());
        d
    })
}

fn builtin(rt: &Rt, v: Val, name: &str) -> Result<Option<Val>, Raised> {
    Ok(Some(match (v, name) {
        (v, "__class__") => Val::Class(ops::class_of(rt, v).object),
        (Val::Native(n), "__name__" | "__qualname__") => str::val(rt, rt.lang.native(n.id).name)?,
        (Val::Range(r), "start") => Val::Int(r.start),
        (Val::Range(r), "stop") => Val::Int(r.stop),
        (Val::Range(r), "step") => Val::Int(r.step),
        (Val::Slice(s), "start") => s.start.into(),
        (Val::Slice(s), "stop") => s.stop.into(),
        (Val::Slice(s), "step") => s.step.into(),
        (Val::Complex(c), "real") => Val::Float(c.parts().0),
        (Val::Complex(c), "imag") => Val::Float(c.parts().1),
        (Val::Misc(m), _) if m.kind == misc::VIEW => return view_attr(rt, m, name),
        (Val::Float(_), "imag") => Val::Float(0.0),
        (Val::Int(_) | Val::Big(_) | Val::Float(_) | Val::Bool(_), "real") => v,
        (Val::Int(_) | Val::Big(_) | Val::Bool(_), "imag") => Val::Int(0),
        (Val::Int(_) | Val::Big(_) | Val::Bool(_), "numerator") => v,
        (Val::Int(_) | Val::Big(_) | Val::Bool(_), "denominator") => Val::Int(1),
        (Val::Gen(g), "__name__") => str::val(rt, &rt.lang.code(g.code).proto.name)?,
        (Val::Gen(g), "__qualname__") => str::val(rt, &rt.lang.code(g.code).proto.qualname)?,
        (Val::Misc(m), _) if m.kind == misc::PROPERTY => return property(rt, m, name),
        (Val::Gen(g), "gi_running") => Val::Bool(g.state.get(&rt.heap) == crate::value::state::RUNNING),
        (Val::Gen(g), "gi_code") => code_object(rt, g.code),
        (Val::Misc(m), "__func__" | "__wrapped__") if matches!(m.kind, misc::CLASS | misc::STATIC) => {
            m.a.get(&rt.heap).into()
        }
        (
            Val::Misc(m),
            "__name__"
            | "__qualname__"
            | "__module__"
            | "__doc__"
            | "__isabstractmethod__"
            | "__annotations__",
        ) if matches!(m.kind, misc::CLASS | misc::STATIC) => {
            let found = find(rt, m.a.get(&rt.heap).into(), str::intern(rt, name))?;
            return Ok(found.or_else(|| (name == "__isabstractmethod__").then_some(Val::Bool(false))));
        }
        (Val::Misc(m), "__thisclass__") if m.kind == misc::SUPER => m.a.get(&rt.heap).into(),
        (Val::Misc(m), "__self__") if m.kind == misc::SUPER => m.b.get(&rt.heap).into(),
        (Val::Misc(m), "__self_class__") if m.kind == misc::SUPER => match Val::from(m.b.get(&rt.heap)) {
            k @ Val::Class(_) => k,
            v => Val::Class(ops::class_of(rt, v).object),
        },
        (Val::Cell(c), "cell_contents") => match Val::from(c.value.get(&rt.heap)) {
            Val::Unbound => return Err(errors::value(rt, "Cell is empty")),
            v => v,
        },
        (Val::Misc(m), _) if m.kind == misc::CODE => return crate::builtins::exec::code_attr(rt, m, name),
        (Val::Misc(m), "tb_next") if m.kind == misc::TRACEBACK => m.a.get(&rt.heap).into(),
        (Val::Misc(m), "tb_lineno") if m.kind == misc::TRACEBACK => {
            match (Val::from(m.b.get(&rt.heap)), Val::from(m.c.get(&rt.heap))) {
                (Val::Int(id), Val::Int(pc)) => {
                    Val::Int(i64::from(rt.lang.code(id as u32).line(pc as usize)))
                }
                _ => Val::None,
            }
        }
        (_, "__doc__") => Val::None,
        _ => return Ok(None),
    }))
}

fn view_attr(rt: &Rt, m: Gc<Misc>, name: &str) -> Result<Option<Val>, Raised> {
    let Some((b, _, n)) = super::bytes::view_parts(rt, m) else { return Err(super::bytes::released(rt)) };
    let one = |n: i64| ops::tuple_val(rt, &[Val::Int(n).into()]);
    Ok(Some(match name {
        "obj" => Val::Bytes(b),
        "nbytes" => Val::Int(n as i64),
        "itemsize" | "ndim" => Val::Int(1),
        "format" => str::val(rt, "B")?,
        "readonly" => Val::Bool(!b.mutable),
        "shape" => one(n as i64)?,
        "strides" => one(1)?,
        "contiguous" | "c_contiguous" | "f_contiguous" => Val::Bool(true),
        "__class__" => Val::Class(rt.lang.types().memoryview.object),
        _ => return Ok(None),
    }))
}

fn property(rt: &Rt, m: Gc<Misc>, name: &str) -> Result<Option<Val>, Raised> {
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
                let mark = find(rt, f, str::intern(rt, name))?.unwrap_or(Val::Bool(false));
                abstracts = abstracts || ops::truth(rt, mark)?;
            }
            Val::Bool(abstracts)
        }
        _ => return Ok(None),
    }))
}

/// `v.name = x`, with an interned name.
///
/// # Errors
/// `AttributeError`, or what a descriptor raises.
pub fn set(rt: &Rt, v: Val, name: Gc<Str>, x: RawSlot) -> Result<(), Raised> {
    match v {
        Val::Inst(i) if name.text() == "__class__" => set_class(rt, i, x.into()),
        Val::Inst(_) if name.text() == "__dict__" => {
            let Val::Misc(n) = super::namespace::new(rt, v) else { return Ok(()) };
            match ops::unwrapped(rt, x.into()) {
                Val::Dict(d) => super::namespace::assign(rt, n, d),
                o => {
                    let got = ops::type_name(rt, o);
                    Err(errors::type_(rt, &format!("__dict__ must be set to a dictionary, not a '{got}'")))
                }
            }
        }
        Val::Inst(i) => {
            let c = i.class(rt);
            if let Some(f @ Val::Func(_)) = c.lookup_name(rt, "__setattr__") {
                return call(rt, f, &[v.into(), Val::Str(name).into(), x]).map(|_| ());
            }
            set_plain(rt, i, name, x)
        }
        Val::Class(c) => match rt.lang.classes.get(c.id).meta.get() {
            Some(meta) => match meta.lookup_name(rt, "__setattr__") {
                Some(f @ Val::Func(_)) => call(rt, f, &[v.into(), Val::Str(name).into(), x]).map(|_| ()),
                _ => set_of_class(rt, c, name, x),
            },
            None => set_of_class(rt, c, name, x),
        },
        Val::Misc(m) if m.kind == misc::PROPERTY && name.text() == "__doc__" => {
            descriptors::set_doc(rt, m, x.into())
        }
        Val::Misc(m) if m.kind == misc::MODULE => {
            rt.lang.module(m.id).set(rt, name, x.into());
            Ok(())
        }
        Val::Func(f) => set_function(rt, f, name, x),
        v => {
            if ops::class_of(rt, v).lookup(rt, name).is_some() {
                let text =
                    format!("'{}' object attribute '{}' is read-only", ops::type_name(rt, v), name.text());
                return Err(errors::attribute(rt, &text));
            }
            Err(no_attribute(rt, v, name))
        }
    }
}

/// A property or another data descriptor of the metaclass, which goes before what is in the class.
fn meta_data(rt: &Rt, c: &ClassInfo, name: Gc<Str>, hook: &'static str) -> Option<Val> {
    let d = c.meta.get()?.lookup(rt, name)?;
    (d.is_misc(misc::PROPERTY) || ops::special(rt, d, hook).is_some()).then_some(d)
}

/// Classes of the language itself stay as they are.
fn check_mutable(rt: &Rt, c: &ClassInfo, name: Gc<Str>) -> Result<(), Raised> {
    if !rt.lang.types().has(c) {
        return Ok(());
    }
    let text = format!("cannot set '{}' attribute of immutable type '{}'", name.text(), c.name);
    Err(errors::type_(rt, &text))
}

/// Sets an attribute of a class, without the metaclass's `__setattr__`.
///
/// # Errors
/// `TypeError` for built-in classes, or what a descriptor raises.
pub fn set_of_class(rt: &Rt, c: Gc<crate::value::Class>, name: Gc<Str>, x: RawSlot) -> Result<(), Raised> {
    let info = rt.lang.classes.get(c.id);
    check_mutable(rt, info, name)?;
    match meta_data(rt, info, name, "__set__") {
        Some(d) => {
            let set = get(rt, d, str::intern(rt, "__set__"))?;
            call(rt, set, &[Val::Class(c).into(), x]).map(|_| ())
        }
        None => {
            info.set_attr(rt, name, x.into());
            Ok(())
        }
    }
}

/// Deletes an attribute of a class, without the metaclass's `__delattr__`.
///
/// # Errors
/// `TypeError` for built-in classes, `AttributeError`, or what a descriptor raises.
pub fn delete_of_class(rt: &Rt, c: Gc<crate::value::Class>, name: Gc<Str>) -> Result<(), Raised> {
    let info = rt.lang.classes.get(c.id);
    check_mutable(rt, info, name)?;
    if let Some(d) = meta_data(rt, info, name, "__delete__") {
        let delete = get(rt, d, str::intern(rt, "__delete__"))?;
        return call(rt, delete, &[Val::Class(c).into()]).map(|_| ());
    }
    match info.del_attr(rt, name) {
        true => Ok(()),
        false => Err(no_attribute(rt, Val::Class(c), name)),
    }
}

/// Sets an attribute of a function.
fn set_function(rt: &Rt, f: Gc<crate::value::Function>, name: Gc<Str>, x: RawSlot) -> Result<(), Raised> {
    let cx = &rt.heap;
    match (name.text(), ops::unwrapped(rt, x.into())) {
        ("__defaults__", Val::Tuple(t)) => f.defaults.set(cx, t.into()),
        ("__defaults__", Val::None) => f.defaults.set(cx, Default::default()),
        ("__defaults__", _) => return Err(errors::type_(rt, "__defaults__ must be set to a tuple object")),
        ("__kwdefaults__", Val::Dict(d)) => f.kwdefaults.set(cx, d.into()),
        ("__kwdefaults__", Val::None) => f.kwdefaults.set(cx, Default::default()),
        ("__kwdefaults__", _) => {
            return Err(errors::type_(rt, "__kwdefaults__ must be set to a dict object"))
        }
        (n @ ("__name__" | "__qualname__"), v) if !matches!(v, Val::Str(_)) => {
            return Err(errors::type_(rt, &format!("{n} must be set to a string object")))
        }
        ("__closure__" | "__globals__", _) => return Err(errors::attribute(rt, "readonly attribute")),
        ("__dict__", Val::Dict(d)) => f.attrs.set(cx, d.into()),
        ("__dict__", other) => {
            let got = ops::type_name(rt, other);
            return Err(errors::type_(rt, &format!("__dict__ must be set to a dictionary, not a '{got}'")));
        }
        ("__annotations__", v) if !matches!(v, Val::Dict(_)) => {
            return Err(errors::type_(rt, "__annotations__ must be set to a dict object"))
        }
        _ => {
            dict::set(rt, function_dict(rt, f).table(), Val::Str(name).into(), x)?;
        }
    }
    Ok(())
}

/// `x.__class__ = c`.
fn set_class(rt: &Rt, i: Gc<crate::value::Instance>, c: Val) -> Result<(), Raised> {
    let Val::Class(c) = c else {
        let got = ops::type_name(rt, c);
        return Err(errors::type_(rt, &format!("__class__ must be set to a class, not '{got}' object")));
    };
    let (old, new) = (i.class(rt), rt.lang.classes.get(c.id));
    if old.layout != new.layout || old.allowed.get() != new.allowed.get() {
        let text = format!("__class__ assignment: '{}' object layout differs from '{}'", new.name, old.name);
        return Err(errors::type_(rt, &text));
    }
    let keys = i.map.get(&rt.heap).keys(&rt.heap);
    let hidden = new.root.count as usize;
    let map = keys.into_iter().skip(hidden).fold(new.root, |m, k| rt.lang.maps.with_key(&rt.heap, m, k));
    i.map.set(&rt.heap, map);
    Ok(())
}

/// Sets an attribute of an instance, without `__setattr__`.
///
/// # Errors
/// As for [`set`].
pub fn set_plain(rt: &Rt, i: Gc<crate::value::Instance>, name: Gc<Str>, x: RawSlot) -> Result<(), Raised> {
    let c = i.class(rt);
    match c.lookup(rt, name) {
        Some(Val::Misc(m)) if m.kind == misc::PROPERTY => match Val::from(m.b.get(&rt.heap)) {
            Val::None => {
                let text = format!("property '{}' of '{}' object has no setter", name.text(), c.name);
                Err(errors::attribute(rt, &text))
            }
            f => call(rt, f, &[Val::Inst(i).into(), x]).map(|_| ()),
        },
        Some(d @ Val::Inst(_)) if ops::special(rt, d, "__set__").is_some() => {
            match ops::call_special(rt, d, "__set__", &[Val::Inst(i).into(), x]) {
                Some(r) => r.map(|_| ()),
                None => Ok(()),
            }
        }
        found => {
            if !c.may_have(name)
                && rt.lang.maps.index(&rt.heap, i.map.get(&rt.heap), Val::Str(name)).is_none()
            {
                let what = if found.is_some() { "is read-only" } else { "" };
                let text = match what {
                    "" => format!("'{}' object has no attribute '{}'", c.name, name.text()),
                    w => format!("'{}' object attribute '{}' {w}", c.name, name.text()),
                };
                return Err(errors::attribute(rt, &text));
            }
            i.set_own(rt, name, x)
        }
    }
}

fn delete_of_function(rt: &Rt, f: Gc<crate::value::Function>, name: Gc<Str>) -> Result<(), Raised> {
    match name.text() {
        "__defaults__" | "__kwdefaults__" => set_function(rt, f, name, NONE),
        n @ ("__name__" | "__qualname__") => {
            Err(errors::type_(rt, &format!("{n} must be set to a string object")))
        }
        "__dict__" => Err(errors::type_(rt, "cannot delete __dict__")),
        _ => match f.attrs.get(&rt.heap).get() {
            Some(d) if dict::remove(rt, d.table(), Val::Str(name).into())?.is_some() => Ok(()),
            _ => Err(no_attribute(rt, Val::Func(f), name)),
        },
    }
}

/// `del v.name`, with an interned name.
///
/// # Errors
/// `AttributeError`, or what a descriptor raises.
pub fn delete(rt: &Rt, v: Val, name: Gc<Str>) -> Result<(), Raised> {
    match v {
        Val::Inst(i) => {
            let c = i.class(rt);
            if let Some(f @ Val::Func(_)) = c.lookup_name(rt, "__delattr__") {
                return call(rt, f, &[v.into(), Val::Str(name).into()]).map(|_| ());
            }
            delete_plain(rt, i, name)
        }
        Val::Class(c) => match rt.lang.classes.get(c.id).meta.get() {
            Some(meta) => match meta.lookup_name(rt, "__delattr__") {
                Some(f @ Val::Func(_)) => call(rt, f, &[v.into(), Val::Str(name).into()]).map(|_| ()),
                _ => delete_of_class(rt, c, name),
            },
            None => delete_of_class(rt, c, name),
        },
        Val::Misc(m) if m.kind == misc::MODULE && rt.lang.module(m.id).remove(rt, name) => Ok(()),
        Val::Func(f) => delete_of_function(rt, f, name),
        v => Err(no_attribute(rt, v, name)),
    }
}

/// Deletes an attribute of an instance, without `__delattr__`.
///
/// # Errors
/// As for [`delete`].
pub fn delete_plain(rt: &Rt, i: Gc<crate::value::Instance>, name: Gc<Str>) -> Result<(), Raised> {
    let (v, c) = (Val::Inst(i), i.class(rt));
    match c.lookup(rt, name) {
        Some(Val::Misc(m)) if m.kind == misc::PROPERTY => match descriptors::deleter_and_doc(rt, m).0 {
            Val::None => {
                let text = format!("property '{}' of '{}' object has no deleter", name.text(), c.name);
                return Err(errors::attribute(rt, &text));
            }
            f => return call(rt, f, &[v.into()]).map(|_| ()),
        },
        Some(d @ Val::Inst(_)) => {
            if let Some(r) = ops::call_special(rt, d, "__delete__", &[v.into()]) {
                return r.map(|_| ());
            }
        }
        _ => {}
    }
    match i.del_own(rt, name)? {
        true => Ok(()),
        false => Err(no_attribute(rt, v, name)),
    }
}
