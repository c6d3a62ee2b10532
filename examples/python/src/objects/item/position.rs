//! Positions, slices and ranges: the arithmetic of indices.

use crate::objects::{number, ops, str};
use crate::value::{Range, Slice, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// A key for a sequence, checked and without methods of the program's in it: once it is made, looking for positions leaves the sequence as it is.
///
/// # Errors
/// What `__index__` raises.
pub fn plain_key(rt: &Rt, key: Val) -> Result<Val, Raised> {
    match key {
        Val::Inst(_) if ops::is_index(rt, key) => ops::index(rt, key),
        Val::Slice(s) => {
            let known = |v: &RawSlot| matches!(Val::from(*v), Val::None | Val::Int(_));
            let parts = [s.start, s.stop, s.step];
            if parts.iter().all(known) && !matches!(Val::from(s.step), Val::Int(0)) {
                return Ok(key);
            }
            let part = |v: RawSlot| match Val::from(v) {
                Val::None => Ok(v),
                v if ops::is_index(rt, v) => ops::index(rt, v).map(RawSlot::from),
                _ => {
                    let text = "slice indices must be integers or None or have an __index__ method";
                    Err(errors::type_(rt, text))
                }
            };
            let step = part(s.step)?;
            if matches!(Val::from(step), Val::Int(0)) {
                return Err(errors::value(rt, "slice step cannot be zero"));
            }
            let (start, stop) = (part(s.start)?, part(s.stop)?);
            Ok(Val::Slice(rt.heap.alloc(Slice::new(start, stop, step))))
        }
        _ => Ok(key),
    }
}

/// A slice's first position, the one before which it ends, and its step, in a sequence of length `n`.
///
/// # Errors
/// `TypeError`, `ValueError`.
pub fn slice_parts(rt: &Rt, s: Gc<Slice>, n: usize) -> Result<(i64, i64, i64), Raised> {
    let part = |v: RawSlot| -> Result<Option<i64>, Raised> {
        match Val::from(v) {
            Val::None => Ok(None),
            Val::Int(i) => Ok(Some(i)),
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

pub(super) fn picked(start: i64, step: i64, count: usize) -> impl Iterator<Item = usize> {
    (0..count as i64).map(move |i| (start + i * step) as usize)
}

/// A key as an integer, before it is looked at where in a sequence that is.
///
/// # Errors
/// `TypeError`, `IndexError`.
pub fn whole(rt: &Rt, key: Val, what: &str) -> Result<i64, Raised> {
    Ok(match key {
        Val::Int(i) => i,
        b @ (Val::False | Val::True) => b.is_true() as i64,
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
    })
}

/// A position in a sequence of length `n`.
///
/// # Errors
/// `TypeError`, `IndexError`.
pub fn position(rt: &Rt, key: Val, n: usize, what: &str) -> Result<usize, Raised> {
    let i = whole(rt, key, what)?;
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
pub(super) fn assigned_position(rt: &Rt, k: Val, n: usize) -> Result<usize, Raised> {
    let k = Val::Int(whole(rt, k, "list")?);
    position(rt, k, n, "list").map_err(|Raised| errors::index(rt, "list assignment index out of range"))
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
