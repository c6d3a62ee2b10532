//! Indexing and length from library functions, with metamethods.
//!
//! **Invariants.** A table without a metatable never leads to a call. Errors have no position, as operations inside the reference's C functions.
//!
//! **Example.** `let v = access::index(c, t, Val::Int(1))?`.

use crate::error;
use crate::native::{self, Call};
use crate::text::number;
use crate::value::{Val, NIL};
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use std::cmp::Ordering;

/// Longest chain of `__index` or `__newindex`.
const MAX_CHAIN: usize = 2000;

fn fail(c: &Call<'_>, what: &str, v: Val) -> Raised {
    error::at_level(c.rt, format!("attempt to {what} a {} value", native::type_name(c.rt, v)), 0)
}

fn too_long(c: &Call<'_>, event: &str) -> Raised {
    error::at_level(c.rt, format!("'{event}' chain too long; possible loop"), 0)
}

/// `obj[key]`.
///
/// # Errors
/// "attempt to index ...", or what a metamethod raises.
pub fn index(c: &Call<'_>, obj: Val, key: impl Into<RawSlot>) -> Result<RawSlot, Raised> {
    let (mut obj, key) = (obj, key.into());
    for _ in 0..MAX_CHAIN {
        let handler = match obj {
            Val::Table(t) => {
                let v = t.get(c.rt, key);
                if v != NIL || t.metatable(c.rt).is_none() {
                    return Ok(v);
                }
                match native::metamethod(c.rt, obj, "__index") {
                    Val::Nil => return Ok(NIL),
                    h => h,
                }
            }
            _ => match native::metamethod(c.rt, obj, "__index") {
                Val::Nil => return Err(fail(c, "index", obj)),
                h => h,
            },
        };
        if let Val::Function(_) | Val::Native(_) = handler {
            let results = c.call(handler, &[obj.into(), key])?;
            return Ok(results.first().copied().unwrap_or(NIL));
        }
        obj = handler;
    }
    Err(too_long(c, "__index"))
}

/// `obj[key] = v`.
///
/// # Errors
/// "attempt to index ...", or what a metamethod raises.
pub fn set_index(
    c: &Call<'_>,
    obj: Val,
    key: impl Into<RawSlot>,
    v: impl Into<RawSlot>,
) -> Result<(), Raised> {
    let (mut obj, key, v) = (obj, key.into(), v.into());
    for _ in 0..MAX_CHAIN {
        let handler = native::metamethod(c.rt, obj, "__newindex");
        match (obj, handler) {
            (Val::Table(t), h) if h.is_nil() || t.get(c.rt, key) != NIL => return t.set(c.rt, key, v),
            (_, Val::Nil) => return Err(fail(c, "index", obj)),
            (_, Val::Function(_) | Val::Native(_)) => {
                c.call(handler, &[obj.into(), key, v])?;
                return Ok(());
            }
            _ => obj = handler,
        }
    }
    Err(too_long(c, "__newindex"))
}

/// `a < b`.
///
/// # Errors
/// "attempt to compare ...", or what a metamethod raises.
pub fn less(c: &Call<'_>, a: Val, b: Val) -> Result<bool, Raised> {
    if let (Val::Str(a), Val::Str(b)) = (a, b) {
        return Ok(a.bytes() < b.bytes());
    }
    if let (Some(a), Some(b)) = (a.number(), b.number()) {
        return Ok(number::compare(a, b) == Some(Ordering::Less));
    }
    let handler = match native::metamethod(c.rt, a, "__lt") {
        Val::Nil => native::metamethod(c.rt, b, "__lt"),
        h => h,
    };
    if handler.is_nil() {
        let [a, b] = [a, b].map(|v| native::type_name(c.rt, v));
        let text = match a == b {
            true => format!("attempt to compare two {a} values"),
            false => format!("attempt to compare {a} with {b}"),
        };
        return Err(error::at_level(c.rt, text, 0));
    }
    let results = c.call(handler, &[a.into(), b.into()])?;
    Ok(Val::from(results.first().copied().unwrap_or(NIL)).truthy())
}

/// `#obj` as an integer.
///
/// # Errors
/// "object length is not an integer", "attempt to get length of ...", or what a metamethod raises.
pub fn len(c: &Call<'_>, obj: Val) -> Result<i64, Raised> {
    if let Val::Str(s) = obj {
        return Ok(s.bytes().len() as i64);
    }
    match (native::metamethod(c.rt, obj, "__len"), obj) {
        (Val::Nil, Val::Table(t)) => Ok(t.len(c.rt)),
        (Val::Nil, _) => Err(fail(c, "get length of", obj)),
        (h, _) => {
            let results = c.call(h, &[obj.into(), obj.into()])?;
            let n = native::to_number(results.first().copied().unwrap_or(NIL).into());
            n.and_then(|n| match n {
                crate::text::number::Number::Int(n) => Some(n),
                crate::text::number::Number::Float(x) => crate::text::number::float_to_int(x),
            })
            .ok_or_else(|| c.error("object length is not an integer"))
        }
    }
}
