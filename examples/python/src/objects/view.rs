//! Items of views. What may not be written says so before the key is looked at; a key may be a tuple of one position, as there is one dimension.

use super::{bytes, item, ops};
use crate::value::{misc, Misc, Val};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;

/// What a key means.
enum Key {
    At(usize),
    Part(Gc<crate::value::Slice>),
}

fn not_implemented(rt: &Rt, text: &str) -> Raised {
    errors::raise(rt, rt.lang.types().not_implemented_error, text)
}

fn key(rt: &Rt, m: Gc<Misc>, key: Val, slices: &str) -> Result<Key, Raised> {
    let at = |i: Val| {
        let n = bytes::view_parts(rt, m).ok_or_else(|| bytes::released(rt))?.2;
        item::position(rt, i, n, "memoryview").map(Key::At)
    };
    match key {
        Val::Slice(s) => Ok(Key::Part(s)),
        k if ops::is_index(rt, k) => at(item::plain_key(rt, k)?),
        k => match ops::unwrapped(rt, k) {
            Val::Tuple(t) if t.items.as_slice().iter().all(|&v| ops::is_index(rt, v.into())) => {
                match *t.items.as_slice() {
                    [] => Err(not_implemented(rt, "sub-views are not implemented")),
                    [i] => at(i.into()),
                    ref all => {
                        let n = all.len();
                        let text = format!("cannot index 1-dimension view with {n}-element tuple");
                        Err(errors::type_(rt, &text))
                    }
                }
            }
            Val::Tuple(t) if t.items.as_slice().iter().all(|&v| matches!(Val::from(v), Val::Slice(_))) => {
                Err(not_implemented(rt, slices))
            }
            _ => Err(errors::type_(rt, "memoryview: invalid slice key")),
        },
    }
}

/// `view[k]`.
///
/// # Errors
/// `TypeError`, `IndexError`, `ValueError`, `NotImplementedError`.
pub fn get(rt: &Rt, m: Gc<Misc>, k: Val) -> Result<Val, Raised> {
    if bytes::view_parts(rt, m).is_none() {
        return Err(bytes::released(rt));
    }
    match key(rt, m, k, "multi-dimensional slicing is not implemented")? {
        Key::At(i) => {
            let (b, at, _) = bytes::view_parts(rt, m).ok_or_else(|| bytes::released(rt))?;
            let out = || errors::index(rt, "index out of bounds on dimension 1");
            b.at(rt, at + i).map(|x| Val::Int(x.into())).ok_or_else(out)
        }
        Key::Part(s) => {
            let Val::Slice(s) = item::plain_key(rt, Val::Slice(s))? else { return Err(Raised) };
            let (b, at, n) = bytes::view_parts(rt, m).ok_or_else(|| bytes::released(rt))?;
            let (start, step, count) = item::slice_bounds(rt, s, n)?;
            if step == 1 {
                return Ok(bytes::view(rt, b, at + start as usize, count));
            }
            // What is not in one piece is a view of a copy.
            let one = |i: i64| b.at(rt, at + (start + i * step) as usize).unwrap_or(0);
            let made = bytes::new(rt, &(0..count as i64).map(one).collect::<Vec<u8>>(), b.mutable)?;
            Ok(bytes::view(rt, made, 0, count))
        }
    }
}

/// `view[k] = x`, or `del view[k]` for no value.
///
/// # Errors
/// As for [`get`].
pub fn set(rt: &Rt, m: Gc<Misc>, k: Val, x: Option<Val>) -> Result<(), Raised> {
    let parts = || bytes::view_parts(rt, m).ok_or_else(|| bytes::released(rt));
    if !parts()?.0.mutable {
        return Err(errors::type_(rt, "cannot modify read-only memory"));
    }
    let Some(x) = x else { return Err(errors::type_(rt, "cannot delete memory")) };
    match key(rt, m, k, "memoryview slice assignments are currently restricted to ndim = 1")? {
        Key::At(i) => {
            let x = byte(rt, x)?;
            let (b, at, n) = parts()?;
            if i < n {
                b.set(rt, at + i, x);
            }
            Ok(())
        }
        Key::Part(s) => {
            let new = bytes::need(rt, x)?;
            let Val::Slice(s) = item::plain_key(rt, Val::Slice(s))? else { return Err(Raised) };
            let (b, at, n) = parts()?;
            let (start, step, count) = item::slice_bounds(rt, s, n)?;
            if new.len() != count {
                let text = "memoryview assignment: lvalue and rvalue have different structures";
                return Err(errors::value(rt, text));
            }
            for (i, x) in new.into_iter().enumerate() {
                b.set(rt, at + (start + i as i64 * step) as usize, x);
            }
            Ok(())
        }
    }
}

fn byte(rt: &Rt, x: Val) -> Result<u8, Raised> {
    let wrong = |what, class| errors::raise(rt, class, &format!("memoryview: invalid {what} for format 'B'"));
    if !ops::is_index(rt, x) {
        return Err(wrong("type", rt.lang.types().type_error));
    }
    match ops::index(rt, x)? {
        Val::Int(i) if (0..256).contains(&i) => Ok(i as u8),
        _ => Err(wrong("value", rt.lang.types().value_error)),
    }
}

/// The view that a value is.
pub fn known(v: Val) -> Option<Gc<Misc>> {
    match v {
        Val::Misc(m) if m.kind == misc::VIEW => Some(m),
        _ => None,
    }
}
