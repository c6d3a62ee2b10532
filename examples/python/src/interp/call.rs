//! Calls by helpers and library functions: of anything, from Rust. The program's own calls are in `enter`.
//!
//! **Invariant.** What runs a program's function takes part of the native stack, so each of these looks first whether there is enough of it.

use super::Activation;
use crate::builtins::exceptions;
use crate::code::CodeRef;
use crate::native::Args;
use crate::objects::class::{self, ClassInfo, Layout};
use crate::objects::{attr, ops, str};
use crate::value::{Function, Str, Val, UNBOUND};
use crate::{errors, twins, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::*;
use smallvec::SmallVec;

/// Names of the last arguments.
pub type Names = [Gc<Str>];

/// Most calls of the program by library functions within each other.
const MAX_NESTED: u32 = 900;
/// Instructions from which on a function called by a helper is entered as compiled code, for that takes as long as interpreting so many.
const ENTERED: usize = 60;

/// Calls a value from a helper or library function.
///
/// # Errors
/// What it raises.
pub fn call(rt: &Rt, f: Val, args: &[RawSlot]) -> Result<Val, Raised> {
    call_named(rt, f, args, &[])
}

/// The same with names of the last arguments.
///
/// # Errors
/// What it raises.
pub fn call_named(rt: &Rt, f: Val, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    match f {
        Val::Func(f) => call_function(rt, f, args, names),
        Val::Native(n) => {
            let native = rt.lang.native(n.id);
            (native.body)(&mut Args { rt, args, names, native })
        }
        Val::Method(b) => {
            errors::native_room(rt, " while calling a Python object")?;
            let mut all = vec![b.this];
            all.extend_from_slice(args);
            call_named(rt, b.func.into(), &all, names)
        }
        Val::Class(c) => call_class(rt, rt.lang.classes.get(c.id), args, names),
        Val::Misc(m) if m.kind == crate::value::misc::STATIC => {
            call_named(rt, m.a.get(&rt.heap).into(), args, names)
        }
        v => match ops::special(rt, v, "__call__") {
            Some(g) => {
                errors::native_room(rt, " while calling a Python object")?;
                if let Some((f, all)) = open_partial(rt, v, g, args) {
                    return call_named(rt, f, &all, names);
                }
                let g = attr::bind(rt, g, v, ops::class_of(rt, v))?;
                call_named(rt, g, args, names)
            }
            None => Err(errors::type_(rt, &format!("'{}' object is not callable", ops::type_name(rt, v)))),
        },
    }
}

/// What a `functools.partial` without names calls, and all arguments.
fn open_partial(rt: &Rt, v: Val, call: Val, args: &[RawSlot]) -> Option<(Val, SmallVec<[RawSlot; 8]>)> {
    let (Val::Inst(i), Val::Func(call)) = (v, call) else { return None };
    if !rt.lang.code(call.running.get(&rt.heap)).calls_partial {
        return None;
    }
    let part = |name| i.own(rt, str::literal(rt, name)).map(Val::from);
    match (part("func")?, part("args")?, part("keywords")?) {
        (f, Val::Tuple(own), Val::Dict(named)) if named.len(rt) == 0 => {
            let mut all = SmallVec::from_slice(own.items.as_slice());
            all.extend_from_slice(args);
            Some((f, all))
        }
        _ => None,
    }
}

/// Makes an instance of any class.
fn call_class(rt: &Rt, c: &'static ClassInfo, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    let with = |first: Val, args: &[RawSlot]| {
        let mut all = vec![RawSlot::from(first)];
        all.extend_from_slice(args);
        all
    };
    if let Some(meta) = c.meta.get() {
        if let Some(f @ Val::Func(_)) = meta.lookup_name(rt, "__call__") {
            return call_named(rt, f, &with(Val::Class(c.object), args), names);
        }
    }
    if let Some(f) = c.maker.get() {
        return call_function(rt, f, args, names);
    }
    make_instance(rt, c, args, names)
}

/// `type.__call__`: makes an instance by `__new__` and `__init__`.
///
/// # Errors
/// What they raise.
pub fn make_instance(rt: &Rt, c: &'static ClassInfo, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    let mut all = vec![RawSlot::from(Val::Class(c.object))];
    all.extend_from_slice(args);
    // Built-in types have a constructor of their own beside `object.__new__`.
    let own = (c.layout == Layout::Builtin).then(|| c.lookup_name(rt, "%new")).flatten();
    let made = match own.or_else(|| c.lookup_name(rt, "__new__")).map(|f| attr::plain_function(rt, f)) {
        Some(f) => call_named(rt, f, &all, names)?,
        None => new_object(rt, c, args, names)?,
    };
    let class = match made {
        Val::Inst(i) => i.class(rt),
        // `type(x)` makes nothing.
        Val::Class(k) if args.len() != 1 => rt.lang.classes.get(k.id).metaclass(rt),
        _ => return Ok(made),
    };
    if !class.is_subclass(c) {
        return Ok(made);
    }
    if let Some(f) = class.lookup_name(rt, "__init__") {
        all[0] = made.into();
        if let (Val::Inst(i), Layout::Exception, Val::Native(_)) = (made, c.layout, f) {
            if !exceptions::is_filled(rt, c) {
                exceptions::fill_in(rt, i, args, names)?;
            }
        }
        if matches!(f, Val::Func(_)) {
            let r = call_named(rt, f, &all, names)?;
            if !r.is_none() {
                let text = format!("__init__() should return None, not '{}'", ops::type_name(rt, r));
                return Err(errors::type_(rt, &text));
            }
        }
    }
    Ok(made)
}

/// `object.__new__` and its like: an instance with what its layout needs.
///
/// # Errors
/// `TypeError` for arguments that nobody takes.
pub fn new_object(rt: &Rt, c: &'static ClassInfo, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    let i = class::instance(rt, c);
    match c.layout {
        Layout::Exception => i.s0.set(&rt.heap, ops::tuple_val(rt, args)?.into()),
        Layout::Wrapped(base) => {
            // The built-in value is made from the arguments, unless an `__init__` of the program's takes them.
            let base = rt.lang.classes.get(base);
            let filled_later =
                ["list", "dict", "set", "bytearray", "property", "staticmethod", "classmethod"];
            let mutable = filled_later.contains(&base.name.as_str());
            let own_init = matches!(c.lookup_name(rt, "__init__"), Some(Val::Func(_)));
            let given: (&[RawSlot], &Names) = match base.name.as_str() {
                _ if own_init && mutable => (&[], &[]),
                // What has a name is for that `__init__` alone.
                "tuple" | "float" | "frozenset" if own_init => (&args[..args.len() - names.len()], &[]),
                _ => (args, names),
            };
            let w = call_named(rt, Val::Class(base.object), given.0, given.1)?;
            i.s0.set(&rt.heap, w.into());
        }
        _ => {
            let takes = |n: &'static str| matches!(c.lookup_name(rt, n), Some(Val::Func(_)));
            if (!args.is_empty() || !names.is_empty()) && !takes("__init__") && !takes("__new__") {
                return Err(errors::type_(rt, &format!("{}() takes no arguments", c.name)));
            }
        }
    }
    Ok(Val::Inst(i))
}

fn call_function(rt: &Rt, f: Gc<Function>, args: &[RawSlot], names: &Names) -> Result<Val, Raised> {
    let lang = &rt.lang;
    let nested = lang.nested.get();
    errors::native_room(rt, "")?;
    if nested >= MAX_NESTED {
        return Err(errors::too_deep(rt, ""));
    }
    let code = lang.code(f.running.get(&rt.heap));
    if let (Some(twin), true) = (code.twin, names.is_empty()) {
        if let Some(v) = twins::ask(rt, code, twin, f, args) {
            return Ok(v);
        }
    }
    let bound;
    let regs = if code.simple == args.len() && names.is_empty() {
        args
    } else {
        bound = super::arrange::bind(rt, code, f, args, names)?;
        &bound
    };
    if code.proto.is_generator {
        return super::generator::make_host(rt, code, f, regs);
    }
    lang.nested.set(nested + 1);
    let r = rt.with_segment(|s| {
        let overflow = |_| errors::too_deep(rt, "");
        s.stack.reserve(regs.len()).map_err(overflow)?;
        for (i, &v) in regs.iter().enumerate() {
            s.stack.slots()[i] = Slot(v);
        }
        s.push(Activation::new(CodeRef(code), Ref::new(f).opt()), 0, 0).map_err(overflow)?;
        if code.ops().len() < ENTERED {
            return rt.run_segment(s);
        }
        rt.run_function(s, &code.entry)
    });
    lang.nested.set(nested);
    Ok(r?.first().map_or(UNBOUND, |&v| v).into())
}

/// An interned name.
pub fn name_of(rt: &Rt, v: Val) -> Option<Gc<Str>> {
    match ops::unwrapped(rt, v) {
        Val::Str(s) => Some(str::intern_str(rt, s)),
        _ => None,
    }
}
