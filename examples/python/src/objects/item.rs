//! Items of containers: reading, writing, slices, membership, length, and the operators of sequences and sets.

use super::{bytes, dict, iter, namespace, number, ops, str};
use crate::bytecode::BinOp;
use crate::value::{misc, Range, Slice, Val, UNBOUND};
use crate::{errors, text, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// A slice's first position, the one before which it ends, and its step, in a sequence of length `n`.
///
/// # Errors
/// `TypeError`, `ValueError`.
pub fn slice_parts(rt: &Rt, s: Gc<Slice>, n: usize) -> Result<(i64, i64, i64), Raised> {
    let part = |v: RawSlot| -> Result<Option<i64>, Raised> {
        match Val::from(v) {
            Val::None => Ok(None),
            v => match ops::index(rt, v) {
                Ok(Val::Int(i)) => Ok(Some(i)),
                Ok(b) => Ok(number::big(rt, b).map(|b| {
                    if b.sign() == num_bigint::Sign::Minus {
                        i64::MIN
                    } else {
                        i64::MAX
                    }
                })),
                Err(Raised) if ops::special(rt, v, "__index__").is_some() => Err(Raised),
                Err(Raised) => Err(errors::type_(
                    rt,
                    "slice indices must be integers or None or have an __index__ method",
                )),
            },
        }
    };
    let step = part(s.step)?.unwrap_or(1);
    if step == 0 {
        return Err(errors::value(rt, "slice step cannot be zero"));
    }
    let n = n as i64;
    let (low, high) = if step > 0 { (0, n) } else { (-1, n - 1) };
    let clamp = |v: Option<i64>, default: i64| match v {
        None => default,
        Some(i) if i < 0 => i.saturating_add(n).max(low),
        Some(i) => i.min(high),
    };
    let start = clamp(part(s.start)?, if step > 0 { low } else { high });
    let stop = clamp(part(s.stop)?, if step > 0 { high } else { low });
    Ok((start, stop, step))
}

/// A slice's first position, step and number of items, in a sequence of length `n`.
///
/// # Errors
/// As for [`slice_parts`].
pub fn slice_bounds(rt: &Rt, s: Gc<Slice>, n: usize) -> Result<(i64, i64, usize), Raised> {
    let (start, stop, step) = slice_parts(rt, s, n)?;
    let count = if step > 0 && start < stop {
        (stop - start - 1) / step + 1
    } else if step < 0 && stop < start {
        (start - stop - 1) / step.saturating_neg() + 1
    } else {
        0
    };
    Ok((start, step, count as usize))
}

fn picked(start: i64, step: i64, count: usize) -> impl Iterator<Item = usize> {
    (0..count as i64).map(move |i| (start + i * step) as usize)
}

/// A position in a sequence of length `n`.
///
/// # Errors
/// `TypeError`, `IndexError`.
pub fn position(rt: &Rt, key: Val, n: usize, what: &str) -> Result<usize, Raised> {
    let i = match key {
        Val::Int(i) => i,
        Val::Bool(b) => b as i64,
        k => match ops::index(rt, k) {
            Ok(Val::Int(i)) => i,
            Ok(_) if what == "range" => return Err(errors::index(rt, "range object index out of range")),
            Ok(_) => return Err(errors::index(rt, "cannot fit 'int' into an index-sized integer")),
            Err(Raised) if ops::special(rt, key, "__index__").is_some() => return Err(Raised),
            Err(Raised) => {
                let got = ops::type_name(rt, key);
                let text = match what {
                    "string" => format!("string indices must be integers, not '{got}'"),
                    _ => format!("{what} indices must be integers or slices, not {got}"),
                };
                return Err(errors::type_(rt, &text));
            }
        },
    };
    let at = if i < 0 { i + n as i64 } else { i };
    if at < 0 || at >= n as i64 {
        let what = match what {
            "string" => "string index out of range",
            "tuple" => "tuple index out of range",
            "range" => "range object index out of range",
            "byte" => "index out of range",
            "bytearray" => "bytearray index out of range",
            "memoryview" => "index out of bounds on dimension 1",
            _ => "list index out of range",
        };
        return Err(errors::index(rt, what));
    }
    Ok(at as usize)
}

/// [`position`] in a list that is assigned to.
fn assigned_position(rt: &Rt, k: Val, n: usize) -> Result<usize, Raised> {
    position(rt, k, n, "list").map_err(|Raised| match errors::caught(rt, rt.lang.types().index_error) {
        Some(_) => errors::index(rt, "list assignment index out of range"),
        None => Raised,
    })
}

/// `obj[key]`.
///
/// # Errors
/// `IndexError`, `KeyError`, `TypeError`, or what `__getitem__` raises.
pub fn get(rt: &Rt, obj: Val, key: Val) -> Result<Val, Raised> {
    if let Some(f) = ops::special(rt, obj, "__getitem__").filter(|f| !matches!(f, Val::Native(_))) {
        return crate::interp::call::call(rt, f, &[obj.into(), key.into()]);
    }
    if let Some(n) = namespace::known(obj) {
        return namespace::get(rt, n, key).ok_or_else(|| errors::key(rt, key));
    }
    let v = ops::unwrapped(rt, obj);
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
    if let Some(f) = ops::special(rt, obj, "__setitem__").filter(|f| !matches!(f, Val::Native(_))) {
        return crate::interp::call::call(rt, f, &[obj.into(), key.into(), value]).map(|_| ());
    }
    if let Some(n) = namespace::known(obj) {
        return namespace::set(rt, n, key, value);
    }
    if let Some(r) = bytes::set(rt, ops::unwrapped(rt, obj), key, value.into()) {
        return r;
    }
    match (ops::unwrapped(rt, obj), key) {
        (Val::List(l), Val::Slice(s)) => {
            let (start, step, n) = slice_bounds(rt, s, l.len(rt))?;
            let new = iter::to_vec(rt, value.into())?;
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
            let mut all = l.to_vec(rt);
            all.splice(start..start + n, new);
            l.assign(rt, &all)
        }
        (Val::List(l), k) => {
            let n = l.len(rt);
            l.set(rt, assigned_position(rt, k, n)?, value)
        }
        (Val::Dict(d), k) => dict::set(rt, d.table(), k.into(), value).map(|_| ()),
        _ => {
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
    if let Some(r) = ops::special(rt, obj, "__delitem__").filter(|f| !matches!(f, Val::Native(_))) {
        return crate::interp::call::call(rt, r, &[obj.into(), key.into()]).map(|_| ());
    }
    if let Some(n) = namespace::known(obj) {
        return match namespace::remove(rt, n, key)? {
            true => Ok(()),
            false => Err(errors::key(rt, key)),
        };
    }
    if let Some(r) = bytes::delete(rt, ops::unwrapped(rt, obj), key) {
        return r;
    }
    match (ops::unwrapped(rt, obj), key) {
        (Val::List(l), Val::Slice(s)) => {
            let (start, step, n) = slice_bounds(rt, s, l.len(rt))?;
            let gone: std::collections::HashSet<usize> = picked(start, step, n).collect();
            let all = l.to_vec(rt).into_iter().enumerate();
            let kept: Vec<RawSlot> = all.filter(|(i, _)| !gone.contains(i)).map(|(_, v)| v).collect();
            l.assign(rt, &kept)
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
        _ => {
            let text = format!("'{}' object doesn't support item deletion", ops::type_name(rt, obj));
            Err(errors::type_(rt, &text))
        }
    }
}

/// `len(v)`.
///
/// # Errors
/// `TypeError`.
pub fn len(rt: &Rt, v: Val) -> Result<usize, Raised> {
    if let Some(f) = ops::special(rt, v, "__len__").filter(|f| !matches!(f, Val::Native(_))) {
        return match crate::interp::call::call(rt, f, &[v.into()])? {
            Val::Int(n) if n >= 0 => Ok(n as usize),
            Val::Int(_) => Err(errors::value(rt, "__len__() should return >= 0")),
            o => Err(errors::type_(
                rt,
                &format!("'{}' object cannot be interpreted as an integer", ops::type_name(rt, o)),
            )),
        };
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
    if let Some(f) = ops::special(rt, container, "__contains__").filter(|f| !matches!(f, Val::Native(_))) {
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
            Val::Int(_) | Val::Bool(_) => {
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

/// Operators of sequences, sets and dictionaries; `None` if they don't suit.
pub fn binary(rt: &Rt, op: BinOp, in_place: bool, a: Val, b: Val) -> Option<Result<Val, Raised>> {
    if let (BinOp::Or, Val::Class(_), Val::Class(_) | Val::None) | (BinOp::Or, Val::None, Val::Class(_)) =
        (op, a, b)
    {
        return Some(crate::modules::call_library(rt, "_generic", "_union", &[a.into(), b.into()]));
    }
    if let Some(r) = bytes::binary(rt, op, in_place, a, b) {
        return Some(r);
    }
    let repeat = |n: i64, values: &[RawSlot]| -> Result<Vec<RawSlot>, Raised> {
        let total = (n.max(0) as usize).checked_mul(values.len()).filter(|&t| t < 1 << 32);
        total.map(|_| values.repeat(n.max(0) as usize)).ok_or_else(|| errors::memory(rt))
    };
    Some(match (op, a, b) {
        (BinOp::Add, Val::Str(x), Val::Str(y)) => str::concat(rt, x, y).map(Val::Str),
        (BinOp::Add, Val::List(x), _) if in_place => {
            iter::to_vec(rt, b).and_then(|v| x.extend(rt, &v)).map(|()| a)
        }
        (BinOp::Add, Val::List(x), Val::List(y)) => x.joined(rt, y).map(Val::List),
        (BinOp::Add, Val::Tuple(x), Val::Tuple(y)) => {
            ops::tuple_val(rt, &[x.items.as_slice(), y.items.as_slice()].concat())
        }
        (BinOp::Mul, Val::Str(s), Val::Int(_) | Val::Bool(_)) => {
            str::repeated(rt, s, number::small(b)?.max(0) as usize).map(Val::Str)
        }
        (BinOp::Mul, Val::List(l), Val::Int(_) | Val::Bool(_)) => {
            match l.repeated(rt, number::small(b)?.max(0) as usize) {
                Ok(v) if in_place => l.assign(rt, &v.to_vec(rt)).map(|()| a),
                Ok(v) => Ok(Val::List(v)),
                Err(Raised) => Err(Raised),
            }
        }
        (BinOp::Mul, Val::Tuple(t), Val::Int(_) | Val::Bool(_)) => {
            repeat(number::small(b)?, t.items.as_slice()).and_then(|v| ops::tuple_val(rt, &v))
        }
        (BinOp::Mul, Val::Int(_) | Val::Bool(_), Val::Str(_) | Val::List(_) | Val::Tuple(_)) => {
            return binary(rt, op, false, b, a);
        }
        (BinOp::Mod, Val::Str(s), _) => text::percent::format(rt, s.text(), b).and_then(|t| str::val(rt, &t)),
        (BinOp::Or, Val::Dict(x), Val::Dict(y)) => {
            let run = || {
                let d = if in_place { x } else { dict::new(rt) };
                if !in_place {
                    for (k, v) in x.items(rt) {
                        dict::set(rt, d.table(), k, v)?;
                    }
                }
                for (k, v) in y.items(rt) {
                    dict::set(rt, d.table(), k, v)?;
                }
                Ok(Val::Dict(d))
            };
            run()
        }
        (BinOp::Or, Val::Dict(x), _) if in_place => crate::builtins::update_dict(rt, x, b).map(|()| a),
        (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub, Val::Set(x), Val::Set(y)) if !in_place => {
            dict::set_op(rt, op, x, y, x.frozen)
        }
        (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub, _, _) => {
            // Views do with anything that can be iterated over.
            let view = |v: Val| !matches!(v, Val::Set(_)) && set_like(rt, v).is_some();
            let any = view(a) || view(b);
            let members = |v: Val| set_like(rt, v).or_else(|| any.then(|| iter::to_vec(rt, v)));
            let (x, y) = (members(a)?, members(b)?);
            let frozen = matches!(a, Val::Set(s) if s.frozen);
            let made = x.and_then(|x| y.and_then(|y| set_binary(rt, op, &x, &y, frozen)));
            match (made, a) {
                (Ok(Val::Set(new)), Val::Set(old)) if in_place && !frozen => {
                    dict::take_over(rt, old.table(), new.table());
                    Ok(a)
                }
                (r, _) => r,
            }
        }
        _ => return None,
    })
}

fn set_like(rt: &Rt, v: Val) -> Option<Result<Vec<RawSlot>, Raised>> {
    match v {
        Val::Set(s) => Some(Ok(s.items(rt))),
        Val::Misc(m) if m.kind == misc::KEYS || m.kind == misc::ITEMS => Some(iter::to_vec(rt, v)),
        _ => None,
    }
}

/// An operator on members of sets.
///
/// # Errors
/// What hashing or comparing raises.
pub fn set_binary(rt: &Rt, op: BinOp, x: &[RawSlot], y: &[RawSlot], frozen: bool) -> Result<Val, Raised> {
    let out = dict::new_set(rt, &[], frozen)?;
    let add = |v: RawSlot| dict::set(rt, out.table(), v, UNBOUND).map(|_| ());
    let other = dict::new_set(rt, y, true)?;
    match op {
        BinOp::Or => x.iter().chain(y).try_for_each(|&v| add(v))?,
        BinOp::And => {
            for &v in x {
                if other.has(rt, v)? {
                    add(v)?;
                }
            }
        }
        _ => {
            for &v in x {
                if !other.has(rt, v)? {
                    add(v)?;
                }
            }
            if op == BinOp::Xor {
                let first = dict::new_set(rt, x, true)?;
                for &v in y {
                    if !first.has(rt, v)? {
                        add(v)?;
                    }
                }
            }
        }
    }
    Ok(Val::Set(out))
}

/// A range of integers.
///
/// # Errors
/// `ValueError` for step 0.
pub fn range(rt: &Rt, start: Val, stop: Val, step: Val) -> Result<Val, Raised> {
    if matches!(step, Val::Int(0)) {
        return Err(errors::value(rt, "range() arg 3 must not be zero"));
    }
    if let (Val::Int(a), Val::Int(b), Val::Int(by)) = (start, stop, step) {
        if let Some(n) = range_len(a, b, by) {
            return Ok(Val::Range(rt.heap.alloc(Range::new(a, b, by, n))));
        }
    }
    crate::modules::call_library(rt, "_ranges", "range", &[start.into(), stop.into(), step.into()])
}

/// Number of items of a range with a step other than 0, if it fits 64 bits.
fn range_len(start: i64, stop: i64, step: i64) -> Option<i64> {
    let (start, stop, step) = (i128::from(start), i128::from(stop), i128::from(step));
    let n = if step > 0 && start < stop {
        (stop - start - 1) / step + 1
    } else if step < 0 && stop < start {
        (start - stop - 1) / -step + 1
    } else {
        0
    };
    i64::try_from(n).ok()
}

/// The position of a number in a range.
pub fn range_position(r: Gc<Range>, i: i64) -> Option<i64> {
    let d = i128::from(i) - i128::from(r.start);
    let at = d / i128::from(r.step);
    (d % i128::from(r.step) == 0 && (0..i128::from(r.len)).contains(&at)).then_some(at as i64)
}
