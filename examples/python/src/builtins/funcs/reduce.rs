//! Functions that go through all values: least, greatest, sum, sorted, whether any or all are true.

use crate::builtins;
use crate::bytecode::{BinOp, CmpOp};
use crate::interp::call::call;
use crate::native::Args;
use crate::objects::{iter, list, ops};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

/// The least or greatest of integers that a collection has at hand.
fn extreme_int(rt: &Rt, v: Val, greatest: bool) -> Option<i64> {
    let of = |a: i64, b: i64| if greatest { a.max(b) } else { a.min(b) };
    match v {
        Val::List(l) => l.with_ints(rt, |v| v.iter().map(|x| x.get(&rt.heap)).reduce(of)).flatten(),
        v => {
            let mut best = None;
            let all = iter::each_at_hand(rt, v, |v| {
                let Val::Int(x) = v.into() else { return false };
                best = Some(best.map_or(x, |b| of(b, x)));
                true
            });
            best.filter(|_| all)
        }
    }
}

fn extreme(a: &Args<'_>, greatest: bool) -> Result<Val, Raised> {
    let rt = a.rt;
    if let ([one], true) = (a.args, a.names.is_empty()) {
        if let Some(x) = extreme_int(rt, (*one).into(), greatest) {
            return Ok(Val::Int(x));
        }
    }
    let name = a.native.name;
    if a.plain().is_empty() {
        return Err(errors::type_(rt, &format!("{name} expected at least 1 argument, got 0")));
    }
    if let Some(n) = a.names.iter().find(|n| !["key", "default"].contains(&n.text())) {
        return Err(errors::type_(
            rt,
            &format!("'{}' is an invalid keyword argument for {name}()", n.text()),
        ));
    }
    if a.plain().len() > 1 && a.named("default").is_some() {
        let text = format!("Cannot specify a default for {name}() with multiple positional arguments");
        return Err(errors::type_(rt, &text));
    }
    let key = a.named("key").filter(|k| !k.is_none());
    let mut best: Option<(Val, Val)> = None;
    let consider = |v: RawSlot| {
        let v = Val::from(v);
        let k = match key {
            Some(f) => call(rt, f, &[v.into()])?,
            None => v,
        };
        let better = match best {
            None => true,
            Some((_, b)) => {
                if greatest {
                    match (k, b) {
                        (Val::Int(_) | Val::Float(_), Val::Int(_) | Val::Float(_))
                        | (Val::Str(_), Val::Str(_)) => ops::less(rt, b, k)?,
                        _ => ops::truth(rt, ops::compare(rt, CmpOp::Gt, k, b)?)?,
                    }
                } else {
                    ops::less(rt, k, b)?
                }
            }
        };
        if better {
            best = Some((v, k));
        }
        Ok(())
    };
    match a.plain() {
        [one] => iter::each(rt, (*one).into(), consider)?,
        many => many.iter().copied().try_for_each(consider)?,
    }
    match (best, a.named("default")) {
        (Some((v, _)), _) | (None, Some(v)) => Ok(v),
        _ => Err(errors::value(rt, &format!("{name}() arg is an empty sequence"))),
    }
}

pub(super) fn min(a: &mut Args<'_>) -> Result<Val, Raised> {
    extreme(a, false)
}

pub(super) fn max(a: &mut Args<'_>) -> Result<Val, Raised> {
    extreme(a, true)
}

pub(super) fn sum(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes_as("sum", 0, 1, 2, &["", "start"])?;
    let rt = a.rt;
    let mut total = a.opt(1, "start", Val::Int(0));
    if let (Val::List(l), Val::Int(start)) = (a.val(0), total) {
        let cx = &rt.heap;
        let whole = l.with_ints(rt, |v| v.iter().try_fold(start, |t, x| t.checked_add(x.get(cx))));
        if let Some(Some(t)) = whole {
            return Ok(Val::Int(t));
        }
        // The first addition makes a float of the start.
        let parts = l.with_floats(rt, |v| v.iter().fold(start as f64, |t, x| t + x.get(cx)));
        if let (Some(t), true) = (parts, start.unsigned_abs() < 1 << 53) {
            return Ok(if l.len(rt) == 0 { total } else { Val::float(t) });
        }
    }
    if let Some(total) = sum_at_hand(rt, a.val(0), total) {
        return Ok(total);
    }
    let it = iter::new(rt, a.val(0))?;
    let refused = match ops::unwrapped(rt, total) {
        Val::Str(_) => Some("sum() can't sum strings [use ''.join(seq) instead]"),
        Val::Bytes(b) if b.mutable => Some("sum() can't sum bytearray [use b''.join(seq) instead]"),
        Val::Bytes(_) => Some("sum() can't sum bytes [use b''.join(seq) instead]"),
        _ => None,
    };
    if let Some(text) = refused {
        return Err(errors::type_(rt, text));
    }
    while let Some(v) = iter::next(rt, it)? {
        total = match (total, v) {
            (Val::Float(x), Val::Float(y)) => Val::float(x.get() + y.get()),
            (Val::Int(x), Val::Int(y)) => match x.checked_add(y) {
                Some(t) => Val::Int(t),
                None => ops::binary(rt, BinOp::Add, false, total, v)?,
            },
            (t, v) => ops::binary(rt, BinOp::Add, false, t, v)?,
        };
    }
    Ok(total)
}

/// The sum of what a collection has, if these are machine words and floats alone.
fn sum_at_hand(rt: &Rt, v: Val, start: Val) -> Option<Val> {
    let Val::Int(mut whole) = start else { return None };
    // Once there is a float.
    let mut part = None;
    let all = iter::each_at_hand(rt, v, |v| match (Val::from(v), &mut part) {
        (Val::Int(x), None) => match whole.checked_add(x) {
            Some(t) => {
                whole = t;
                true
            }
            None => false,
        },
        (Val::Float(x), None) => {
            part = Some(whole as f64 + x.get());
            true
        }
        (Val::Int(x), Some(t)) => {
            *t += x as f64;
            true
        }
        (Val::Float(x), Some(t)) => {
            *t += x.get();
            true
        }
        _ => false,
    });
    all.then(|| part.map_or(Val::Int(whole), Val::float))
}

fn search(a: &Args<'_>, wanted: bool) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let it = iter::new(a.rt, a.val(0))?;
    while let Some(v) = iter::next(a.rt, it)? {
        if ops::truth(a.rt, v)? == wanted {
            return Ok(Val::bool(wanted));
        }
    }
    Ok(Val::bool(!wanted))
}

pub(super) fn any(a: &mut Args<'_>) -> Result<Val, Raised> {
    search(a, true)
}

pub(super) fn all(a: &mut Args<'_>) -> Result<Val, Raised> {
    search(a, false)
}

pub(super) fn sorted(a: &mut Args<'_>) -> Result<Val, Raised> {
    if a.plain().len() != 1 {
        let text = format!("sorted expected 1 argument, got {}", a.plain().len());
        return Err(errors::type_(a.rt, &text));
    }
    let l = match a.val(0) {
        Val::List(l) if !a.names.is_empty() => l.sliced(a.rt, 0, 1, l.len(a.rt))?,
        v => {
            let mut all = iter::to_vec(a.rt, v)?;
            // Mostly what is given is plain, and is in order before there is a list.
            if a.names.is_empty() && ops::sort_plain(&mut all, false) {
                return list::from(a.rt, &all).map(Val::List);
            }
            list::from(a.rt, &all)?
        }
    };
    builtins::list::sort_list(a, l)?;
    Ok(Val::List(l))
}
