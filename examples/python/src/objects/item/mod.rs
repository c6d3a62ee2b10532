//! Items of containers: reading, writing, membership, length. Slices and positions are in `position`, the operators of sequences and sets in `binary`.

mod binary;
mod position;

use super::{bytes, dict, iter, namespace, number, ops, str};
use crate::value::{misc, Val};
use crate::{errors, Rt};
pub use binary::*;
use holloway::heap::RawSlot;
use holloway::machine::Raised;
pub use position::*;

/// `obj[key]`.
///
/// # Errors
/// `IndexError`, `KeyError`, `TypeError`, or what `__getitem__` raises.
pub fn get(rt: &Rt, obj: Val, key: Val) -> Result<Val, Raised> {
    let built_in = matches!(obj, Val::List(_) | Val::Tuple(_) | Val::Str(_) | Val::Dict(_));
    let own = if built_in { None } else { ops::special(rt, obj, "__getitem__") };
    if let Some(f) = own.filter(|f| ops::is_asked(rt, *f)) {
        return crate::interp::call::call(rt, f, &[obj.into(), key.into()]);
    }
    if let Some(n) = namespace::known(obj) {
        return namespace::get(rt, n, key).ok_or_else(|| errors::key(rt, key));
    }
    let v = ops::unwrapped(rt, obj);
    let key = if matches!(v, Val::List(_) | Val::Bytes(_)) { plain_key(rt, key)? } else { key };
    if let Some(r) = bytes::get(rt, v, key) {
        return r;
    }
    match (v, key) {
        (Val::List(l), Val::Slice(s)) => {
            let (start, step, n) = slice_bounds(rt, s, l.len(rt))?;
            l.sliced(rt, start as usize, step as isize, n).map(Val::List)
        }
        (Val::List(l), k) => Ok(l.get(rt, position(rt, k, l.len(rt), "list")?).into()),
        (Val::Tuple(t), Val::Slice(s)) => {
            let (start, step, n) = slice_bounds(rt, s, t.items.len())?;
            let values: Vec<RawSlot> = picked(start, step, n).map(|i| t.items.as_slice()[i]).collect();
            ops::tuple_val(rt, &values)
        }
        (Val::Tuple(t), k) => Ok(t.items.as_slice()[position(rt, k, t.items.len(), "tuple")?].into()),
        (Val::Str(x), Val::Slice(s)) => {
            let (start, step, n) = slice_bounds(rt, s, x.chars as usize)?;
            if step == 1 {
                return x.slice(rt, start as usize, start as usize + n).map(Val::Str);
            }
            if x.is_ascii() {
                let bytes = x.data();
                return str::from_ascii(rt, n, picked(start, step, n).map(|i| bytes[i])).map(Val::Str);
            }
            let chars: Vec<char> = x.text().chars().collect();
            str::val(rt, &picked(start, step, n).map(|i| chars[i]).collect::<String>())
        }
        (Val::Str(x), k) => {
            let i = position(rt, k, x.chars as usize, "string")?;
            x.slice(rt, i, i + 1).map(Val::Str)
        }
        (Val::Dict(d), k) => match dict::get(rt, d.table(), k.into())? {
            Some(v) => Ok(v.into()),
            None => match ops::call_special(rt, obj, "__missing__", &[k.into()]) {
                Some(r) => r,
                None => Err(errors::key(rt, k)),
            },
        },
        (Val::Range(_), Val::Slice(_)) => {
            crate::modules::call_library(rt, "_ranges", "part", &[obj.into(), key.into()])
        }
        (Val::Range(r), k) => {
            let i = position(rt, k, r.len as usize, "range")?;
            // In 64 bits the product may go around, the sum comes out right.
            Ok(Val::Int(r.start.wrapping_add((i as i64).wrapping_mul(r.step))))
        }
        (Val::Class(c), _) => match rt.lang.classes.get(c.id).lookup_name(rt, "__class_getitem__") {
            Some(f) => {
                let f = super::attr::bind(rt, f, Val::Unbound, rt.lang.classes.get(c.id))?;
                crate::interp::call::call(rt, f, &[key.into()])
            }
            None => super::class::parametrized(rt, rt.lang.classes.get(c.id), key),
        },
        _ => Err(errors::type_(rt, &format!("'{}' object is not subscriptable", ops::type_name(rt, obj)))),
    }
}

/// `obj[key] = value`.
///
/// # Errors
/// As for [`get`].
pub fn set(rt: &Rt, obj: Val, key: Val, value: RawSlot) -> Result<(), Raised> {
    if let Some(f) = ops::special(rt, obj, "__setitem__").filter(|f| ops::is_asked(rt, *f)) {
        return crate::interp::call::call(rt, f, &[obj.into(), key.into(), value]).map(|_| ());
    }
    if let Some(n) = namespace::known(obj) {
        return namespace::set(rt, n, key, value);
    }
    let to = ops::unwrapped(rt, obj);
    let key = if changes_by_position(to) { plain_key(rt, key)? } else { key };
    if let Some(r) = bytes::set(rt, to, key, value.into()) {
        return r;
    }
    match (to, key) {
        (Val::List(l), Val::Slice(s)) => {
            let extended = !matches!(Val::from(s.step), Val::None | Val::Int(1));
            if !iter::is_iterable(rt, value.into()) {
                let kind = if extended { "extended slice" } else { "an iterable" };
                let text = match extended {
                    true => format!("must assign iterable to {kind}"),
                    false => format!("can only assign {kind}"),
                };
                return Err(errors::type_(rt, &text));
            }
            let new = iter::to_vec(rt, value.into())?;
            let (start, step, n) = slice_bounds(rt, s, l.len(rt))?;
            if step != 1 {
                if new.len() != n {
                    let text = format!(
                        "attempt to assign sequence of size {} to extended slice of size {n}",
                        new.len()
                    );
                    return Err(errors::value(rt, &text));
                }
                for (i, v) in picked(start, step, n).zip(new) {
                    l.set(rt, i, v)?;
                }
                return Ok(());
            }
            let start = start as usize;
            if new.len() == n && l.overwrite(rt, start, &new) {
                return Ok(());
            }
            l.replace(rt, start, start + n, &new)
        }
        (Val::List(l), k) => {
            let n = l.len(rt);
            l.set(rt, assigned_position(rt, k, n)?, value)
        }
        (Val::Dict(d), k) => dict::set(rt, d.table(), k.into(), value).map(|_| ()),
        _ if ops::special(rt, obj, "__delitem__").is_some() => Err(errors::attribute(rt, "__setitem__")),
        _ => {
            if like_sequence(obj) && ops::is_index(rt, key) {
                whole(rt, key, "sequence")?;
            }
            let text = format!("'{}' object does not support item assignment", ops::type_name(rt, obj));
            Err(errors::type_(rt, &text))
        }
    }
}

/// `del obj[key]`.
///
/// # Errors
/// As for [`get`].
pub fn delete(rt: &Rt, obj: Val, key: Val) -> Result<(), Raised> {
    if let Some(r) = ops::special(rt, obj, "__delitem__").filter(|f| ops::is_asked(rt, *f)) {
        return crate::interp::call::call(rt, r, &[obj.into(), key.into()]).map(|_| ());
    }
    if let Some(n) = namespace::known(obj) {
        return match namespace::remove(rt, n, key)? {
            true => Ok(()),
            false => Err(errors::key(rt, key)),
        };
    }
    let from = ops::unwrapped(rt, obj);
    let key = if changes_by_position(from) { plain_key(rt, key)? } else { key };
    if let Some(r) = bytes::delete(rt, from, key) {
        return r;
    }
    match (from, key) {
        (Val::List(l), Val::Slice(s)) => {
            let (start, step, n) = slice_bounds(rt, s, l.len(rt))?;
            if step == 1 {
                l.cut(rt, start as usize, start as usize + n);
                return Ok(());
            }
            let mut gone: Vec<usize> = picked(start, step, n).collect();
            gone.sort_unstable();
            gone.iter().rev().for_each(|&i| l.cut(rt, i, i + 1));
            Ok(())
        }
        (Val::List(l), k) => {
            let i = assigned_position(rt, k, l.len(rt))?;
            l.remove(rt, i);
            Ok(())
        }
        (Val::Dict(d), k) => match dict::remove(rt, d.table(), k.into())? {
            Some(_) => Ok(()),
            None => Err(errors::key(rt, k)),
        },
        _ if ops::special(rt, obj, "__setitem__").is_some() => Err(errors::attribute(rt, "__delitem__")),
        _ => {
            // The reference finds out in two places, one of them for what has positions only.
            let by_position = like_sequence(obj) && ops::is_index(rt, key);
            if by_position {
                whole(rt, key, "sequence")?;
            }
            let not = if by_position { "doesn't" } else { "does not" };
            let text = format!("'{}' object {not} support item deletion", ops::type_name(rt, obj));
            Err(errors::type_(rt, &text))
        }
    }
}

/// Whether items of a value, which have positions, may be set or deleted.
fn changes_by_position(v: Val) -> bool {
    matches!(v, Val::List(_)) || matches!(v, Val::Bytes(b) if b.mutable)
}

/// Whether the reference asks a value first whether it is a sequence: then a key, or what it is multiplied by, is made an integer before it is refused.
pub fn like_sequence(v: Val) -> bool {
    match v {
        Val::Str(_) | Val::Bytes(_) | Val::Tuple(_) | Val::List(_) | Val::Range(_) => true,
        Val::Dict(_) | Val::Set(_) | Val::Inst(_) => true,
        Val::Misc(m) => (misc::KEYS..=misc::ITEMS).contains(&m.kind) || m.kind == misc::VIEW,
        _ => false,
    }
}

/// What `__len__` answered as a length.
///
/// # Errors
/// `TypeError`, `ValueError`, `OverflowError`.
pub fn checked_len(rt: &Rt, r: Val) -> Result<usize, Raised> {
    let n = ops::index(rt, r)?;
    let negative = || errors::value(rt, "__len__() should return >= 0");
    match n {
        Val::Int(n) => usize::try_from(n).map_err(|_| negative()),
        n if number::big(rt, n).is_some_and(|n| n.sign() == num_bigint::Sign::Minus) => Err(negative()),
        _ => Err(errors::overflow(rt, "cannot fit 'int' into an index-sized integer")),
    }
}

/// `len(v)`.
///
/// # Errors
/// `TypeError`.
pub fn len(rt: &Rt, v: Val) -> Result<usize, Raised> {
    if let Some(f) = ops::special(rt, v, "__len__").filter(|f| ops::is_asked(rt, *f)) {
        return checked_len(rt, crate::interp::call::call(rt, f, &[v.into()])?);
    }
    if let Some(n) = bytes::len(rt, ops::unwrapped(rt, v)) {
        return Ok(n);
    }
    Ok(match ops::unwrapped(rt, v) {
        Val::Str(s) => s.chars as usize,
        Val::List(l) => l.len(rt),
        Val::Tuple(t) => t.items.len(),
        Val::Dict(d) => d.len(rt),
        Val::Set(s) => s.len(rt),
        Val::Range(r) => r.len as usize,
        Val::Misc(m) if (misc::KEYS..=misc::ITEMS).contains(&m.kind) => len(rt, m.a.get(&rt.heap).into())?,
        _ => {
            let text = format!("object of type '{}' has no len()", ops::type_name(rt, v));
            return Err(errors::type_(rt, &text));
        }
    })
}

/// `item in container`.
///
/// # Errors
/// `TypeError`, or what comparing raises.
pub fn contains(rt: &Rt, container: Val, item: Val) -> Result<bool, Raised> {
    if let Some(f) = ops::special(rt, container, "__contains__").filter(|f| ops::is_asked(rt, *f)) {
        let r = crate::interp::call::call(rt, f, &[container.into(), item.into()])?;
        return ops::truth(rt, r);
    }
    let any = |values: &mut dyn Iterator<Item = RawSlot>| -> Result<bool, Raised> {
        for v in values {
            if ops::equal(rt, v.into(), item)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    if let Some(r) = bytes::contains(rt, container, item) {
        return r;
    }
    match ops::unwrapped(rt, container) {
        Val::Str(s) => match ops::unwrapped(rt, item) {
            Val::Str(x) => Ok(s.text().contains(x.text())),
            _ => {
                let text = format!(
                    "'in <string>' requires string as left operand, not {}",
                    ops::type_name(rt, item)
                );
                Err(errors::type_(rt, &text))
            }
        },
        Val::Dict(d) => dict::get(rt, d.table(), item.into()).map(|v| v.is_some()),
        Val::Set(s) => s.has(rt, item.into()),
        Val::Tuple(t) => any(&mut t.items.as_slice().iter().copied()),
        Val::List(l) => l.find(rt, 0, item).map(|i| i.is_some()),
        Val::Range(r) => match item {
            Val::Int(_) | Val::False | Val::True => {
                Ok(number::small(item).and_then(|i| range_position(r, i)).is_some())
            }
            Val::Big(_) => Ok(false),
            _ => any(&mut (0..r.len).map(|i| Val::Int(r.start.wrapping_add(i.wrapping_mul(r.step))).into())),
        },
        Val::Misc(m) if m.kind == misc::KEYS => contains(rt, m.a.get(&rt.heap).into(), item),
        Val::Misc(m) if m.kind == misc::ITEMS => match (m.a.get(&rt.heap).into(), ops::unwrapped(rt, item)) {
            (Val::Dict(d), Val::Tuple(t)) => match *t.items.as_slice() {
                [k, v] => match dict::get(rt, d.table(), k)? {
                    Some(w) => ops::equal(rt, w.into(), v.into()),
                    None => Ok(false),
                },
                _ => Ok(false),
            },
            (Val::Dict(_), _) => Ok(false),
            _ => any(&mut iter::to_vec(rt, container)?.into_iter()),
        },
        _ => {
            let it = match iter::new(rt, container) {
                Ok(it) => it,
                Err(Raised) if errors::caught(rt, rt.lang.types().type_error).is_none() => {
                    return Err(Raised)
                }
                Err(Raised) => {
                    let text =
                        format!("argument of type '{}' is not iterable", ops::type_name(rt, container));
                    return Err(errors::type_(rt, &text));
                }
            };
            while let Some(v) = iter::next(rt, it)? {
                if ops::equal(rt, v, item)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}
