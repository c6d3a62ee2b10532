//! Setting and deleting attributes.

use super::{
    call, dict, function_dict, function_parts, get, is_data, is_part, no_attribute, ops, str, ClassInfo,
};
use crate::builtins::descriptors;
use crate::objects::class::{self, Layout};
use crate::objects::namespace;
use crate::value::{misc, Misc, Str, Val, NONE, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// `v.name = x`, with an interned name.
///
/// # Errors
/// `AttributeError`, or what a descriptor raises.
pub fn set(rt: &Rt, v: Val, name: Gc<Str>, x: RawSlot) -> Result<(), Raised> {
    match v {
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
        Val::Misc(m)
            if m.kind == misc::PROPERTY && descriptors::set_property_attr(rt, m, name.text(), x)? =>
        {
            Ok(())
        }
        Val::Misc(m) if matches!(m.kind, misc::STATIC | misc::CLASS) && name.text() != "__class__" => {
            descriptors::set_wrapper_attr(rt, m, name, x)
        }
        Val::Misc(m) if m.kind == misc::MODULE => {
            rt.lang.module(m.id).set(rt, name, x.into());
            Ok(())
        }
        Val::Func(f) => set_function(rt, f, name, x),
        Val::Gen(_)
            if ["__name__", "__qualname__"].contains(&name.text())
                && !matches!(ops::unwrapped(rt, x.into()), Val::Str(_)) =>
        {
            Err(errors::type_(rt, &format!("{} must be set to a string object", name.text())))
        }
        _ if name.text() == "__class__" => Err(class_stays(rt, x.into())),
        v => Err(refused(rt, v, name)),
    }
}

/// What a class has of a value that it is given: a function of the library is not bound by its instances, unlike a method of a built-in class.
pub fn kept_in_class(rt: &Rt, v: Val) -> Val {
    match v {
        Val::Native(n) if rt.lang.native(n.id).is_free() => {
            Val::Misc(rt.heap.alloc(Misc::new(misc::STATIC, 0, v.into(), NONE, NONE)))
        }
        v => v,
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
        ("__code__", v) if !v.is_misc(misc::CODE) => {
            return Err(errors::type_(rt, "__code__ must be set to a code object"))
        }
        ("__code__", Val::Misc(c)) => return set_code(rt, f, c),
        ("__class__", c) => return Err(class_stays(rt, c)),
        ("__annotations__", Val::None) => {
            dict::remove(rt, function_parts(rt, f).table(), Val::Str(name).into())?;
        }
        ("__closure__" | "__globals__" | "__builtins__", _) => {
            return Err(errors::attribute(rt, "readonly attribute"))
        }
        ("__dict__", Val::Dict(d)) => f.attrs.set(cx, d.into()),
        ("__dict__", other) => {
            let got = ops::type_name(rt, other);
            return Err(errors::type_(rt, &format!("__dict__ must be set to a dictionary, not a '{got}'")));
        }
        ("__annotations__", v) if !matches!(v, Val::Dict(_)) => {
            return Err(errors::type_(rt, "__annotations__ must be set to a dict object"))
        }
        (n, _) => {
            let kept = if is_part(n) { function_parts(rt, f) } else { function_dict(rt, f) };
            dict::set(rt, kept.table(), Val::Str(name).into(), x)?;
        }
    }
    Ok(())
}

/// `f.__code__ = c`: calls from now on run the other code, with the function's own globals and captured variables.
fn set_code(rt: &Rt, f: Gc<crate::value::Function>, c: Gc<Misc>) -> Result<(), Raised> {
    let id = crate::builtins::exec::code_in(rt, c, rt.lang.code(f.code).module)?;
    let (has, wants) = (f.cells.as_slice().len(), rt.lang.code(id).proto.frees.len());
    if has != wants {
        let name = ops::str(rt, get(rt, Val::Func(f), str::literal(rt, "__name__"))?)?;
        let text = format!("{name}() requires a code object with {has} free vars, not {wants}");
        return Err(errors::value(rt, &text));
    }
    f.running.set(&rt.heap, id);
    if !rt.lang.codes_replaced.peek(|r| *r) {
        rt.lang.codes_replaced.set(true);
    }
    Ok(())
}

/// Why `x.__class__ = c` is refused where classes are fixed.
fn class_stays(rt: &Rt, c: Val) -> Raised {
    match c {
        Val::Class(_) => errors::type_(
            rt,
            "__class__ assignment only supported for mutable types or ModuleType subclasses",
        ),
        c => {
            let got = ops::type_name(rt, c);
            errors::type_(rt, &format!("__class__ must be set to a class, not '{got}' object"))
        }
    }
}

/// Looks whether an attribute of an exception may have this value; the cause says that the context is not shown.
fn check_of_exception(rt: &Rt, i: Gc<crate::value::Instance>, name: &str, x: Val) -> Result<(), Raised> {
    let what = match name {
        "__cause__" => "exception cause must be None or derive from BaseException",
        "__context__" => "exception context must be None or derive from BaseException",
        "__traceback__" if !x.is_none() && !x.is_misc(misc::TRACEBACK) => {
            return Err(errors::type_(rt, "__traceback__ must be a traceback or None"));
        }
        "__suppress_context__" if !matches!(x, Val::False | Val::True) => {
            return Err(errors::type_(rt, "attribute value type must be bool"));
        }
        _ => return Ok(()),
    };
    if !x.is_none() && !ops::class_of(rt, x).is_subclass(rt.lang.types().base_exception) {
        return Err(errors::type_(rt, what));
    }
    match name {
        "__cause__" => i.set_own(rt, str::intern(rt, "__suppress_context__"), Val::True.into()),
        _ => Ok(()),
    }
}

/// `x.__class__ = c`.
fn set_class(rt: &Rt, i: Gc<crate::value::Instance>, c: Val) -> Result<(), Raised> {
    let Val::Class(c) = c else {
        let got = ops::type_name(rt, c);
        return Err(errors::type_(rt, &format!("__class__ must be set to a class, not '{got}' object")));
    };
    let (old, new) = (i.class(rt), rt.lang.classes.get(c.id));
    if rt.lang.types().has(old) || rt.lang.types().has(new) {
        return Err(class_stays(rt, Val::Class(c)));
    }
    class::check_assignment(rt, old, new, "__class__")?;
    let keys = i.map.get(&rt.heap).keys(&rt.heap);
    let hidden = new.root.count as usize;
    let map = keys.into_iter().skip(hidden).fold(new.root, |m, k| rt.lang.maps.with_key(&rt.heap, m, k));
    i.map.set(&rt.heap, map);
    Ok(())
}

/// `x.__dict__ = d`.
fn set_dict(rt: &Rt, i: Gc<crate::value::Instance>, d: Val) -> Result<(), Raised> {
    let Val::Misc(n) = namespace::new(rt, Val::Inst(i)) else { return Ok(()) };
    match ops::unwrapped(rt, d) {
        Val::Dict(d) => namespace::assign(rt, n, d),
        o => {
            let got = ops::type_name(rt, o);
            Err(errors::type_(rt, &format!("__dict__ must be set to a dictionary, not a '{got}'")))
        }
    }
}

/// Sets an attribute of an instance, without `__setattr__`.
///
/// # Errors
/// As for [`set`].
pub fn set_plain(rt: &Rt, i: Gc<crate::value::Instance>, name: Gc<Str>, x: RawSlot) -> Result<(), Raised> {
    match name.text() {
        "__class__" => return set_class(rt, i, x.into()),
        "__dict__" => return set_dict(rt, i, x.into()),
        _ => {}
    }
    let c = i.class(rt);
    match c.lookup(rt, name) {
        Some(Val::Misc(m)) if m.kind == misc::PROPERTY => match Val::from(m.b.get(&rt.heap)) {
            Val::None => {
                let text = format!("property '{}' of '{}' object has no setter", name.text(), c.name);
                Err(errors::attribute(rt, &text))
            }
            f => call(rt, f, &[Val::Inst(i).into(), x]).map(|_| ()),
        },
        Some(d) if is_data(rt, d) => call_data(rt, d, "__set__", &[Val::Inst(i).into(), x]),
        found => {
            if !c.may_have(name)
                && rt.lang.maps.index(&rt.heap, i.map.get(&rt.heap), Val::Str(name)).is_none()
            {
                return Err(match found {
                    Some(_) => {
                        let text = format!("'{}' object attribute '{}' is read-only", c.name, name.text());
                        errors::attribute(rt, &text)
                    }
                    None => refused(rt, Val::Inst(i), name),
                });
            }
            if let Some(e) = part_of_number(rt, Val::Inst(i), found, name) {
                return Err(e);
            }
            if c.layout == Layout::Exception {
                check_of_exception(rt, i, name.text(), x.into())?;
                if name.text() == "args" {
                    let args = crate::objects::iter::to_vec(rt, x.into())?;
                    return i.set_own(rt, name, ops::tuple_val(rt, &args)?.into());
                }
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
        "__code__" => Err(errors::type_(rt, "__code__ must be set to a code object")),
        "__class__" => Err(cannot_delete_class(rt)),
        "__closure__" | "__globals__" | "__builtins__" => Err(errors::attribute(rt, "readonly attribute")),
        "__doc__" | "__module__" => set_function(rt, f, name, NONE),
        n => match (if is_part(n) { &f.parts } else { &f.attrs }).get(&rt.heap).get() {
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
        Val::Misc(m) if matches!(m.kind, misc::STATIC | misc::CLASS) && name.text() != "__class__" => {
            descriptors::set_wrapper_attr(rt, m, name, UNBOUND)
        }
        Val::Misc(m)
            if m.kind == misc::PROPERTY && descriptors::set_property_attr(rt, m, name.text(), UNBOUND)? =>
        {
            Ok(())
        }
        _ if name.text() == "__class__" => Err(cannot_delete_class(rt)),
        v => Err(refused(rt, v, name)),
    }
}

/// The error of setting or deleting an attribute of a value without a dictionary.
fn refused(rt: &Rt, v: Val, name: Gc<Str>) -> Raised {
    if let Some(e) = fixed(rt, v, name) {
        return e;
    }
    let (t, class, n) = (rt.lang.types(), ops::class_of(rt, v), name.text());
    if n == "__doc__"
        && [t.builtin, t.method_descriptor, t.wrapper_descriptor, t.method_wrapper]
            .iter()
            .any(|c| c.id == class.id)
    {
        return errors::attribute(
            rt,
            &format!("attribute '__doc__' of '{}' objects is not writable", class.name),
        );
    }
    if let Val::Method(m) = v {
        if !matches!(Val::from(m.func), Val::Native(_)) {
            let what = if ["__self__", "__func__"].contains(&n) {
                "readonly attribute".into()
            } else {
                format!("'method' object has no attribute '{n}'")
            };
            return errors::attribute(rt, &what);
        }
    }
    // What is computed, but for the class, is not written.
    let computed = match v {
        Val::Gen(_) => ["gi_frame", "gi_running", "gi_code", "gi_suspended", "gi_yieldfrom"].contains(&n),
        _ if class.id == t.builtin.id && n == "__self__" => true,
        _ if class.id == t.builtin.id || v.is_misc(misc::VIEW) => {
            matches!(super::builtin(rt, v, n), Ok(Some(_)))
        }
        _ => false,
    };
    if computed && class.lookup(rt, name).is_none() {
        return errors::attribute(
            rt,
            &format!("attribute '{n}' of '{}' objects is not writable", class.name),
        );
    }
    // Every built-in class has a text, though not one to be read here.
    if n == "__doc__" || class.lookup(rt, name).is_some() {
        return errors::attribute(rt, &format!("'{}' object attribute '{n}' is read-only", class.name));
    }
    no_attribute(rt, v, name)
}

/// The error of an attribute that a built-in class has for its values, if it is one.
fn fixed(rt: &Rt, v: Val, name: Gc<Str>) -> Option<Raised> {
    let Some(Val::Misc(m)) = ops::class_of(rt, v).lookup(rt, name).filter(|f| f.is_misc(misc::MEMBER)) else {
        return None;
    };
    let text = match (m.id, Val::from(m.b.get(&rt.heap))) {
        (0, Val::Class(c)) => {
            let class = &rt.lang.classes.get(c.id).name;
            format!("attribute '{}' of '{class}' objects is not writable", name.text())
        }
        _ => "readonly attribute".to_string(),
    };
    Some(errors::attribute(rt, &text))
}

/// Calls what a data descriptor of the program's does for setting or deleting: who has one of the two need not have the other.
fn call_data(rt: &Rt, d: Val, hook: &'static str, args: &[RawSlot]) -> Result<(), Raised> {
    match ops::call_special(rt, d, hook, args) {
        Some(r) => r.map(|_| ()),
        None => Err(errors::attribute(rt, hook)),
    }
}

/// A property or another data descriptor of the metaclass, which goes before what is in the class.
pub(super) fn meta_data(rt: &Rt, c: &ClassInfo, name: Gc<Str>) -> Option<Val> {
    c.meta.get()?.lookup(rt, name).filter(|d| d.is_misc(misc::PROPERTY) || is_data(rt, *d))
}

/// Classes of the language itself stay as they are.
///
/// # Errors
/// `TypeError`.
pub fn check_mutable(rt: &Rt, c: &ClassInfo, name: Val) -> Result<(), Raised> {
    if !c.native && !rt.lang.types().has(c) {
        return Ok(());
    }
    let text = format!("cannot set {} attribute of immutable type '{}'", ops::repr(rt, name)?, c.name);
    Err(errors::type_(rt, &text))
}

/// What a class is made of is not among its attributes, and its names are strings. Whether that was all, as the name is no attribute's.
fn set_part_of_class(rt: &Rt, c: &'static ClassInfo, name: &str, x: Val) -> Result<bool, Raised> {
    let text = match name {
        "__name__" | "__qualname__" if !matches!(x, Val::Str(_)) => {
            let got = ops::type_name(rt, x);
            format!("can only assign string to {}.{name}, not '{got}'", c.name)
        }
        "__class__" => return Err(class_stays(rt, x)),
        "__bases__" => return class::set_bases(rt, c, x).map(|()| true),
        n => return read_only_of_class(rt, n).map_or(Ok(false), Err),
    };
    Err(errors::type_(rt, &text))
}

/// The error of what every class has and no program changes, if it is that.
fn read_only_of_class(rt: &Rt, name: &str) -> Option<Raised> {
    Some(match name {
        "__dict__" => errors::attribute(rt, "attribute '__dict__' of 'type' objects is not writable"),
        "__mro__" | "__base__" | "__basicsize__" | "__itemsize__" | "__flags__" | "__weakrefoffset__"
        | "__dictoffset__" => errors::attribute(rt, "readonly attribute"),
        _ => return None,
    })
}

/// The error of a number's part, which instances of classes derived from numbers do not set or delete either, unless such a class has one of its own.
fn part_of_number(rt: &Rt, v: Val, found: Option<Val>, name: Gc<Str>) -> Option<Raised> {
    found.filter(|f| class::of_number(rt, *f)).and_then(|_| fixed(rt, v, name))
}

fn cannot_delete_class(rt: &Rt) -> Raised {
    errors::type_(rt, "can't delete __class__ attribute")
}

/// Sets an attribute of a class, without the metaclass's `__setattr__`.
///
/// # Errors
/// `TypeError` for built-in classes, or what a descriptor raises.
pub fn set_of_class(rt: &Rt, c: Gc<crate::value::Class>, name: Gc<Str>, x: RawSlot) -> Result<(), Raised> {
    let info = rt.lang.classes.get(c.id);
    check_mutable(rt, info, Val::Str(name))?;
    match meta_data(rt, info, name) {
        Some(d @ Val::Inst(_)) => call_data(rt, d, "__set__", &[Val::Class(c).into(), x]),
        Some(d) => {
            let set = get(rt, d, str::intern(rt, "__set__"))?;
            call(rt, set, &[Val::Class(c).into(), x]).map(|_| ())
        }
        None => {
            if !set_part_of_class(rt, info, name.text(), x.into())? {
                info.set_attr(rt, name, kept_in_class(rt, x.into()));
            }
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
    check_mutable(rt, info, Val::Str(name))?;
    if let Some(d) = meta_data(rt, info, name) {
        if let Val::Inst(_) = d {
            return call_data(rt, d, "__delete__", &[Val::Class(c).into()]);
        }
        let delete = get(rt, d, str::intern(rt, "__delete__"))?;
        return call(rt, delete, &[Val::Class(c).into()]).map(|_| ());
    }
    match name.text() {
        n @ ("__name__" | "__qualname__" | "__bases__" | "__module__" | "__doc__") => {
            let text = format!("cannot delete '{n}' attribute of immutable type '{}'", info.name);
            return Err(errors::type_(rt, &text));
        }
        "__class__" => return Err(cannot_delete_class(rt)),
        n => {
            if let Some(e) = read_only_of_class(rt, n) {
                return Err(e);
            }
        }
    }
    match info.del_attr(rt, name) {
        true => Ok(()),
        false => Err(no_attribute(rt, Val::Class(c), name)),
    }
}

/// Deletes an attribute of an instance, without `__delattr__`.
///
/// # Errors
/// As for [`delete`].
pub fn delete_plain(rt: &Rt, i: Gc<crate::value::Instance>, name: Gc<Str>) -> Result<(), Raised> {
    let (v, c) = (Val::Inst(i), i.class(rt));
    if c.layout == Layout::Exception {
        let text = match name.text() {
            n @ ("__cause__" | "__context__" | "__traceback__") => format!("{n} may not be deleted"),
            "args" => "args may not be deleted".to_string(),
            _ => String::new(),
        };
        if !text.is_empty() {
            return Err(errors::type_(rt, &text));
        }
    }
    match c.lookup(rt, name) {
        Some(Val::Misc(m)) if m.kind == misc::PROPERTY => match descriptors::deleter_and_doc(rt, m).0 {
            Val::None => {
                let text = format!("property '{}' of '{}' object has no deleter", name.text(), c.name);
                return Err(errors::attribute(rt, &text));
            }
            f => return call(rt, f, &[v.into()]).map(|_| ()),
        },
        Some(d) if is_data(rt, d) => return call_data(rt, d, "__delete__", &[v.into()]),
        _ => {}
    }
    match name.text() {
        "__class__" => return Err(cannot_delete_class(rt)),
        // What is asked for next has none again.
        "__dict__" if c.allowed.get().is_none() => return set_dict(rt, i, Val::Dict(dict::new(rt))),
        _ => {}
    }
    if let Some(e) = part_of_number(rt, v, c.lookup(rt, name), name) {
        return Err(e);
    }
    match i.del_own(rt, name)? {
        true => Ok(()),
        false if !c.may_have(name) => Err(refused(rt, v, name)),
        false => Err(no_attribute(rt, v, name)),
    }
}
