//! What all objects can do: truth, text, and being an index; equality and hash (`equality`), order (`order`, `sort`), operators (`operators`).
//!
//! Everything here may run the program (special methods), except where a function says so.

mod equality;
mod operators;
mod order;
mod sort;

use super::{bytes, class::ClassInfo, complex, dict, item, iter, list, number, set, str};
use crate::interp::call::call;
use crate::native::Args;
use crate::text::repr;
use crate::value::{misc, Val};
use crate::{errors, Rt};
pub use equality::{
    equal, find_quick, hash, hash_end, hash_given, hash_step, inner_equal, plain_equal, quick_equal,
    quick_hash, simple, HASH_ALL, HASH_ITEM, HASH_LENGTH, HASH_START,
};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
pub use operators::{bin_names, binary, cannot_concat, unary};
pub use order::{builtin_compare, cmp_names, compare, less};
pub use sort::{sort, sort_plain};

/// The class of any value.
pub fn class_of(rt: &Rt, v: Val) -> &'static ClassInfo {
    let t = rt.lang.types();
    match v {
        Val::Inst(i) => i.class(rt),
        Val::Class(c) => rt.lang.classes.get(c.id).metaclass(rt),
        Val::Native(n) => match rt.lang.native(n.id) {
            f if f.class.get().is_none() => t.builtin,
            f if f.is_slot() => t.wrapper_descriptor,
            _ => t.method_descriptor,
        },
        Val::Method(m) => match Val::from(m.func) {
            Val::Native(n) if rt.lang.native(n.id).is_slot() => t.method_wrapper,
            Val::Native(_) => t.builtin,
            _ => t.method,
        },
        v => t.of_tag(v),
    }
}

/// The name of a value's class.
pub fn type_name(rt: &Rt, v: Val) -> &'static str {
    &class_of(rt, v).name
}

/// A special method of an instance's class; nothing for values of built-in types.
pub fn special(rt: &Rt, v: Val, name: &'static str) -> Option<Val> {
    match v {
        Val::Inst(_) | Val::Class(_) => class_of(rt, v).lookup_name(rt, name),
        _ => None,
    }
}

/// Calls a special method, if there is one.
pub fn call_special(rt: &Rt, v: Val, name: &'static str, args: &[RawSlot]) -> Option<Result<Val, Raised>> {
    let f = special(rt, v, name)?;
    let mut all = vec![RawSlot::from(v)];
    all.extend_from_slice(args);
    Some(call(rt, f, &all))
}

/// What an operator's library function says of an instance of its class and of another one, or of what is no instance; `None` for `NotImplemented` and for
/// others, which go the general way.
#[inline]
fn ask_native(rt: &Rt, v: Val, name: &'static str, o: Val) -> Option<Result<Val, Raised>> {
    let Val::Inst(i) = v else { return None };
    let c = i.class(rt);
    if !c.native || matches!(o, Val::Inst(j) if j.class(rt).id != c.id) {
        return None;
    }
    let Some(Val::Native(f)) = c.lookup_name(rt, name) else { return None };
    let native = rt.lang.native(f.id);
    let args = [v.into(), o.into()];
    match (native.body)(&mut Args { rt, args: &args, names: &[], native }) {
        Ok(r) if r.is_misc(misc::NOT_IMPLEMENTED) => None,
        r => Some(r),
    }
}

/// Calls a method by name.
///
/// # Errors
/// `AttributeError`, or what it raises.
pub fn call_method(rt: &Rt, v: Val, name: &str, args: &[RawSlot]) -> Result<Val, Raised> {
    let f = super::attr::get(rt, v, str::intern(rt, name))?;
    call(rt, f, args)
}

/// Whether a value is true.
///
/// # Errors
/// What `__bool__` or `__len__` raises.
pub fn truth(rt: &Rt, v: Val) -> Result<bool, Raised> {
    Ok(match v {
        Val::None | Val::Unbound | Val::False => false,
        Val::True => true,
        Val::Int(i) => i != 0,
        Val::Float(x) => x.get() != 0.0,
        Val::Str(s) => s.size() > 0,
        Val::Tuple(t) => t.items.len() > 0,
        Val::List(l) => l.len(rt) > 0,
        Val::Dict(d) => d.len(rt) > 0,
        Val::Set(s) => s.len(rt) > 0,
        Val::Range(r) => r.len > 0,
        Val::Bytes(b) => b.len(rt) > 0,
        Val::Complex(c) => c.parts() != (0.0, 0.0),
        Val::Inst(i) if i.class(rt).plain(rt).truth => true,
        Val::Inst(i) => {
            // The method of a built-in type says what its value does.
            let own = |name| special(rt, v, name).filter(|&f| is_asked(rt, f) || i.wrapped(rt).is_none());
            if let Some(f) = own("__bool__") {
                return match call(rt, f, &[v.into()])? {
                    b @ (Val::False | Val::True) => Ok(b.is_true()),
                    o => Err(errors::type_(
                        rt,
                        &format!("__bool__ should return bool, returned {}", type_name(rt, o)),
                    )),
                };
            }
            if let Some(f) = own("__len__") {
                return crate::objects::item::checked_len(rt, call(rt, f, &[v.into()])?).map(|n| n != 0);
            }
            match i.wrapped(rt) {
                Some(w) => truth(rt, w)?,
                None => true,
            }
        }
        Val::Misc(m) if matches!(m.kind, misc::NAMESPACE | misc::VIEW) => item::len(rt, v)? > 0,
        Val::Misc(m) if (misc::KEYS..=misc::ITEMS).contains(&m.kind) => item::len(rt, v)? > 0,
        _ => true,
    })
}

/// Whether operators ask a special method: it is the program's, or a library function that says so.
pub fn is_asked(rt: &Rt, f: Val) -> bool {
    match f {
        Val::Func(_) | Val::Inst(_) | Val::Method(_) => true,
        Val::Native(n) => rt.lang.native(n.id).asked.get(),
        _ => false,
    }
}

/// What is inside an instance of a class derived from a built-in type, or a dictionary for a namespace; other values as they are.
#[inline(always)]
pub fn unwrapped(rt: &Rt, v: Val) -> Val {
    match v {
        Val::Inst(_) | Val::Misc(_) => unwrapped_object(rt, v),
        v => v,
    }
}

fn unwrapped_object(rt: &Rt, v: Val) -> Val {
    match v {
        Val::Inst(i) => i.wrapped(rt).unwrap_or(v),
        Val::Misc(m) if m.kind == misc::NAMESPACE => Val::Dict(super::namespace::snapshot(rt, m)),
        v => v,
    }
}

/// `repr`.
///
/// # Errors
/// What `__repr__` raises.
pub fn repr(rt: &Rt, v: Val) -> Result<String, Raised> {
    repr::repr(rt, v)
}

/// `str`.
///
/// # Errors
/// What `__str__` raises.
pub fn str(rt: &Rt, v: Val) -> Result<String, Raised> {
    match v {
        Val::Str(s) => Ok(s.text().to_string()),
        v => repr::str(rt, v),
    }
}

/// Whether a value can be one.
pub fn is_index(rt: &Rt, v: Val) -> bool {
    matches!(unwrapped(rt, v), Val::False | Val::True | Val::Int(_) | Val::Big(_))
        || special(rt, v, "__index__").is_some()
}

/// An integer used as an index or count: bools and `__index__` too.
///
/// # Errors
/// `TypeError`.
pub fn index(rt: &Rt, v: Val) -> Result<Val, Raised> {
    if let Val::Int(_) = v {
        return Ok(v);
    }
    match unwrapped(rt, v) {
        b @ (Val::False | Val::True) => Ok(Val::Int(b.is_true() as i64)),
        n @ (Val::Int(_) | Val::Big(_)) => Ok(n),
        _ => match call_special(rt, v, "__index__", &[]) {
            Some(r) => match unwrapped(rt, r?) {
                b @ (Val::False | Val::True) => Ok(Val::Int(b.is_true() as i64)),
                n @ (Val::Int(_) | Val::Big(_)) => Ok(n),
                r => {
                    let text = format!("__index__ returned non-int (type {})", type_name(rt, r));
                    Err(errors::type_(rt, &text))
                }
            },
            None => Err(errors::type_(
                rt,
                &format!("'{}' object cannot be interpreted as an integer", type_name(rt, v)),
            )),
        },
    }
}

/// As [`index`], in 64 bits.
///
/// # Errors
/// `TypeError`, `OverflowError`.
pub fn index_small(rt: &Rt, v: Val) -> Result<i64, Raised> {
    match index(rt, v)? {
        Val::Int(i) => Ok(i),
        _ => Err(errors::overflow(rt, "Python int too large to convert to C ssize_t")),
    }
}

/// A list of values.
///
/// # Errors
/// `MemoryError`.
pub fn list_val(rt: &Rt, values: &[RawSlot]) -> Result<Val, Raised> {
    list::from(rt, values).map(Val::List)
}

/// A tuple of values.
///
/// # Errors
/// `MemoryError`.
pub fn tuple_val(rt: &Rt, values: &[RawSlot]) -> Result<Val, Raised> {
    tuple(rt, values).map(Val::Tuple)
}

/// The same of values that are told one by one, in order.
///
/// # Errors
/// `MemoryError`.
pub fn tuple_from_fn(rt: &Rt, n: usize, value: impl FnMut(usize) -> RawSlot) -> Result<Val, Raised> {
    let made = rt.heap.alloc_from_fn(crate::value::Tuple::new(), n, value);
    made.map(Val::Tuple).map_err(|_| errors::memory(rt))
}

/// A tuple of two.
///
/// # Errors
/// `MemoryError`.
pub fn pair(rt: &Rt, a: RawSlot, b: RawSlot) -> Result<Val, Raised> {
    tuple_from_fn(rt, 2, |i| if i == 0 { a } else { b })
}

/// A tuple of the values of two parts.
///
/// # Errors
/// `MemoryError`.
pub fn joined_tuple(
    rt: &Rt,
    a: &[RawSlot],
    b: &[RawSlot],
) -> Result<holloway::heap::Gc<crate::value::Tuple>, Raised> {
    errors::room(rt, size_of_val(a).saturating_add(size_of_val(b)))?;
    tuple(rt, &[a, b].concat())
}

/// The tuple itself.
///
/// # Errors
/// `MemoryError`.
pub fn tuple(rt: &Rt, values: &[RawSlot]) -> Result<holloway::heap::Gc<crate::value::Tuple>, Raised> {
    rt.heap.alloc_with(crate::value::Tuple::new(), values).map_err(|_| errors::memory(rt))
}
