//! Of which class an object is, and which class derives from which.

use crate::interp::call::call;
use crate::native::Args;
use crate::objects::{attr, ops, str};
use crate::value::{Tuple, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// `isinstance(v, class)`.
///
/// # Errors
/// `TypeError`, or what a metaclass's method raises.
pub fn instance_of(a: &Args<'_>, v: Val, class: Val) -> Result<bool, Raised> {
    let rt = a.rt;
    match class {
        Val::Class(c) => {
            let k = rt.lang.classes.get(c.id);
            if let Some(Val::Func(f)) = k.meta.get().and_then(|m| m.lookup_name(rt, "__instancecheck__")) {
                let r = call(rt, Val::Func(f), &[class.into(), v.into()])?;
                return ops::truth(rt, r);
            }
            instance_plainly(rt, v, k)
        }
        Val::Tuple(t) => {
            for &c in t.items.as_slice() {
                if instance_of(a, v, c.into())? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Val::Inst(_) => match ops::call_special(rt, class, "__instancecheck__", &[v.into()]) {
            Some(r) => ops::truth(rt, r?),
            None if bases_of(rt, class)?.is_some() => {
                match attr::find(rt, v, str::intern(rt, "__class__"))? {
                    Some(c) if bases_of(rt, c)?.is_some() => derives(rt, c, class, 0),
                    _ => Ok(false),
                }
            }
            None => Err(errors::type_(rt, "isinstance() arg 2 must be a type, a tuple of types, or a union")),
        },
        _ => Err(errors::type_(rt, "isinstance() arg 2 must be a type, a tuple of types, or a union")),
    }
}

/// The tuple `__bases__` of a class, or of an object that stands for one.
fn bases_of(rt: &Rt, v: Val) -> Result<Option<Gc<Tuple>>, Raised> {
    let found = match attr::get(rt, v, str::intern(rt, "__bases__")) {
        Err(Raised) if errors::caught(rt, rt.lang.types().attribute_error).is_some() => return Ok(None),
        found => found?,
    };
    Ok(match found {
        Val::Tuple(t) => Some(t),
        _ => None,
    })
}

/// Whether `of` is among what `v` derives from, as far as `__bases__` say.
fn derives(rt: &Rt, v: Val, of: Val, depth: usize) -> Result<bool, Raised> {
    if RawSlot::from(v) == RawSlot::from(of) {
        return Ok(true);
    }
    if depth > 500 {
        return Err(errors::too_deep(rt, ""));
    }
    if let Some(t) = bases_of(rt, v)? {
        for &b in t.items.as_slice() {
            if derives(rt, b.into(), of, depth + 1)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

pub(super) fn isinstance(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    instance_of(a, a.val(0), a.val(1)).map(Val::bool)
}

pub(super) fn issubclass(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    subclass_of(a, a.val(0), a.val(1)).map(Val::bool)
}

/// `issubclass(v, class)`.
fn subclass_of(a: &Args<'_>, v: Val, class: Val) -> Result<bool, Raised> {
    let rt = a.rt;
    let hooked = match class {
        Val::Tuple(t) => {
            for &c in t.items.as_slice() {
                if subclass_of(a, v, c.into())? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        Val::Class(k) => {
            let hook =
                rt.lang.classes.get(k.id).meta.get().and_then(|m| m.lookup_name(rt, "__subclasscheck__"));
            match hook {
                Some(f @ Val::Func(_)) => Some(call(rt, f, &[class.into(), v.into()])?),
                _ => None,
            }
        }
        _ => ops::call_special(rt, class, "__subclasscheck__", &[v.into()]).transpose()?,
    };
    if let Some(r) = hooked {
        return ops::truth(rt, r);
    }
    if let (Val::Class(c), Val::Class(k)) = (v, class) {
        return Ok(rt.lang.classes.get(c.id).is_subclass(rt.lang.classes.get(k.id)));
    }
    if bases_of(rt, v)?.is_none() {
        return Err(errors::type_(rt, "issubclass() arg 1 must be a class"));
    }
    if bases_of(rt, class)?.is_none() {
        let text = "issubclass() arg 2 must be a class, a tuple of classes, or a union";
        return Err(errors::type_(rt, text));
    }
    derives(rt, v, class, 0)
}

/// Whether a value is an instance of a class, whatever the metaclass says.
///
/// # Errors
/// What asking for `__class__` raises.
pub fn instance_plainly(
    rt: &crate::Rt,
    v: Val,
    k: &crate::objects::class::ClassInfo,
) -> Result<bool, Raised> {
    let real = ops::class_of(rt, v);
    if real.is_subclass(k) || !matches!(v, Val::Inst(_)) || !real.odd.get() {
        return Ok(real.is_subclass(k));
    }
    // An object may say that it is of another class than it is.
    match attr::find(rt, v, str::intern(rt, "__class__"))? {
        Some(Val::Class(c)) => Ok(rt.lang.classes.get(c.id).is_subclass(k)),
        _ => Ok(false),
    }
}
