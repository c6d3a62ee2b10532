//! Attributes of values of built-in types: those that are no entries of a class.

use super::{dict, find, ops, property, str};
use crate::builtins::descriptors;
use crate::objects::class::{opened, ClassInfo, Layout};
use crate::objects::{bytes, namespace};
use crate::value::{misc, Misc, Str, Val, NONE};
use crate::{errors, Rt};
use holloway::heap::{Gc, Mut, OptGc, RawSlot};
use holloway::machine::Raised;

pub(super) fn instance_builtin(
    rt: &Rt,
    v: Val,
    c: &'static ClassInfo,
    name: &str,
) -> Result<Option<Val>, Raised> {
    let Val::Inst(i) = v else { return Ok(None) };
    Ok(match name {
        "__class__" => Some(Val::Class(c.object)),
        "__dict__" => {
            if c.allowed.get().is_some() {
                return Ok(None);
            }
            Some(namespace::new(rt, v))
        }
        "__suppress_context__" if c.layout == Layout::Exception => Some(Val::False),
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
            let args = errors::args_of(rt, i);
            let i_of = ["encoding", "object", "start", "end", "reason"].iter().position(|n| *n == name);
            // Without an encoding, where nothing was to be encoded.
            let skipped = usize::from(c.is_subclass(rt.lang.types().unicode_translate_error));
            let at = i_of.and_then(|k| k.checked_sub(skipped));
            Some(at.and_then(|k| args.get(k)).map_or(Val::None, |&s| s.into()))
        }
        "errno" | "strerror" | "filename" | "filename2" if c.is_subclass(rt.lang.types().os_error) => {
            Some(errors::os_part(rt, i, name).unwrap_or(Val::None))
        }
        "msg" if c.is_subclass(rt.lang.types().import_error) => Some(match errors::args_of(rt, i)[..] {
            [one] => one.into(),
            _ => Val::None,
        }),
        "name" | "path" if c.is_subclass(rt.lang.types().import_error) => Some(Val::None),
        "name" if c.is_subclass(rt.lang.types().name_error) => Some(Val::None),
        "name" | "obj" if c.is_subclass(rt.lang.types().attribute_error) => Some(Val::None),
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
    // What `__slots__` of the class or a base names is no part of the dictionary.
    let slots: Vec<_> = i.class(rt).mro().iter().filter_map(|c| c.slots.get()).flatten().collect();
    let names = map.keys(&rt.heap).into_iter().map(|k| match Val::from(k) {
        Val::Str(k) => k,
        _ => unreachable!("keys of maps are names"),
    });
    let all = names.enumerate().skip(hidden).filter(|(_, k)| !slots.contains(&k));
    all.map(|(n, k)| (k, i.slot(rt, n))).filter(|(_, s)| !Val::from(*s).is_unbound()).collect()
}

pub(super) fn class_builtin(rt: &Rt, c: &'static ClassInfo, name: &str) -> Result<Option<Val>, Raised> {
    let classes = |l: &[&'static ClassInfo]| {
        ops::tuple_val(rt, &l.iter().map(|b| Val::Class(b.object).into()).collect::<Vec<RawSlot>>())
    };
    Ok(Some(match name {
        "__name__" => str::val(rt, c.own_name())?,
        "__qualname__" => str::val(rt, &c.qualname)?,
        "__module__" => str::val(rt, &c.module)?,
        "__class__" => Val::Class(c.metaclass(rt).object),
        "__bases__" => classes(&c.bases.borrow())?,
        "__base__" => c.best_base(rt).map_or(Val::None, |b| Val::Class(b.object)),
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

pub(super) fn function_attr(
    rt: &Rt,
    f: Gc<crate::value::Function>,
    name: Gc<Str>,
) -> Result<Option<Val>, Raised> {
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
        "__globals__" => namespace::of_module(rt, code.module),
        "__code__" => code_object(rt, f.running.get(&rt.heap)),
        "__class__" => Val::Class(rt.lang.types().function.object),
        _ => return Ok(None),
    }))
}

pub(super) fn function_dict(rt: &Rt, f: Gc<crate::value::Function>) -> Gc<crate::value::Dict> {
    made(rt, &f.attrs)
}

/// Where what the program has set of an attribute is, that every function has.
pub(super) fn function_parts(rt: &Rt, f: Gc<crate::value::Function>) -> Gc<crate::value::Dict> {
    made(rt, &f.parts)
}

fn made(rt: &Rt, place: &Mut<OptGc<crate::value::Dict>>) -> Gc<crate::value::Dict> {
    place.get(&rt.heap).get().unwrap_or_else(|| {
        let d = dict::new(rt);
        place.set(&rt.heap, d.into());
        d
    })
}

/// Whether every function has an attribute of this name which programs may set: it is no part of the function's dictionary.
pub(super) fn is_part(name: &str) -> bool {
    ["__name__", "__qualname__", "__module__", "__doc__", "__annotations__"].contains(&name)
}

/// `__qualname__` of a function, as messages have it.
///
/// # Errors
/// `MemoryError`.
pub fn function_name(rt: &Rt, f: Gc<crate::value::Function>) -> Result<String, Raised> {
    match find(rt, Val::Func(f), str::literal(rt, "__qualname__"))? {
        Some(Val::Str(s)) => Ok(s.text().to_string()),
        _ => Ok(rt.lang.code(f.code).proto.qualname.clone()),
    }
}

/// An attribute of a value of a built-in type, or of a type derived from one, that is no entry of a class.
///
/// # Errors
/// What looking for it raises.
pub fn builtin(rt: &Rt, v: Val, name: &str) -> Result<Option<Val>, Raised> {
    Ok(Some(match (v, name) {
        (v, "__class__") => Val::Class(ops::class_of(rt, v).object),
        (Val::Native(n), "__objclass__" | "__qualname__") if rt.lang.native(n.id).class.get().is_some() => {
            let f = rt.lang.native(n.id);
            match f.class.get() {
                Some(c) if name == "__objclass__" => Val::Class(c.object),
                c => str::val(rt, &format!("{}.{}", c.map_or("", |c| &c.name), f.name))?,
            }
        }
        (Val::Native(n), "__name__" | "__qualname__") => str::val(rt, rt.lang.native(n.id).name)?,
        (Val::Range(r), "start") => Val::Int(r.start),
        (Val::Range(r), "stop") => Val::Int(r.stop),
        (Val::Range(r), "step") => Val::Int(r.step),
        (Val::Slice(s), "start") => s.start.into(),
        (Val::Slice(s), "stop") => s.stop.into(),
        (Val::Slice(s), "step") => s.step.into(),
        (Val::Complex(c), "real") => Val::float(c.parts().0),
        (Val::Complex(c), "imag") => Val::float(c.parts().1),
        (Val::Misc(m), _) if m.kind == misc::VIEW => return view_attr(rt, m, name),
        (Val::Float(_), "imag") => Val::float(0.0),
        (b @ (Val::False | Val::True), "real" | "numerator") => Val::Int(b.is_true().into()),
        (Val::Int(_) | Val::Big(_) | Val::Float(_), "real") => v,
        (Val::Int(_) | Val::Big(_) | Val::False | Val::True, "imag") => Val::Int(0),
        (Val::Int(_) | Val::Big(_), "numerator") => v,
        (Val::Int(_) | Val::Big(_) | Val::False | Val::True, "denominator") => Val::Int(1),
        (Val::Gen(g), "__name__" | "__qualname__") => {
            return find(rt, Val::Func(g.func), str::intern(rt, name))
        }
        (Val::Misc(m), "__name__") if m.kind == misc::MEMBER => m.a.get(&rt.heap).into(),
        (Val::Misc(m), "__objclass__") if m.kind == misc::MEMBER => m.b.get(&rt.heap).into(),
        (Val::Misc(m), _) if m.kind == misc::PROPERTY => return property(rt, m, name),
        (Val::Gen(g), "gi_running") => Val::bool(g.state.get(&rt.heap) == crate::value::state::RUNNING),
        (Val::Gen(g), "gi_code") => code_object(rt, g.code),
        (Val::Misc(m), _) if matches!(m.kind, misc::CLASS | misc::STATIC) => {
            return descriptors::wrapper_attr(rt, m, str::intern(rt, name))
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
        (Val::Misc(m), "tb_frame") if m.kind == misc::TRACEBACK => {
            let line = builtin(rt, v, "tb_lineno")?.unwrap_or(Val::None);
            let Val::Int(id) = Val::from(m.b.get(&rt.heap)) else { return Ok(None) };
            let (code, globals) =
                (code_object(rt, id as u32), namespace::of_module(rt, rt.lang.code(id as u32).module));
            let parts = [code.into(), globals.into(), line.into()];
            crate::modules::call_library(rt, "_sys_info", "frame", &parts)?
        }
        (_, "__doc__") => Val::None,
        _ => return Ok(None),
    }))
}

fn view_attr(rt: &Rt, m: Gc<Misc>, name: &str) -> Result<Option<Val>, Raised> {
    let Some((b, _, n)) = bytes::view_parts(rt, m) else { return Err(bytes::released(rt)) };
    let one = |n: i64| ops::tuple_val(rt, &[Val::Int(n).into()]);
    Ok(Some(match name {
        "obj" => Val::Bytes(b),
        "nbytes" => Val::Int(n as i64),
        "itemsize" | "ndim" => Val::Int(1),
        "format" => str::val(rt, "B")?,
        "readonly" => Val::bool(!b.mutable),
        "shape" => one(n as i64)?,
        "strides" => one(1)?,
        "contiguous" | "c_contiguous" | "f_contiguous" => Val::True,
        "__class__" => Val::Class(rt.lang.types().memoryview.object),
        _ => return Ok(None),
    }))
}

fn code_object(rt: &Rt, id: u32) -> Val {
    let known = rt.lang.code_objects.borrow().get(&id).copied();
    Val::Misc(known.unwrap_or_else(|| {
        let made = rt.heap.alloc(Misc::new(misc::CODE, 0, NONE, NONE, Val::Int(i64::from(id)).into()));
        rt.lang.code_objects.borrow_mut().insert(id, made);
        made
    }))
}
