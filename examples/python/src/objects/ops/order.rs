//! Comparisons, and sorting by them.

use super::{
    ask_native, call, class_of, equal, is_asked, plain_equal, special, truth, tuple_val, type_name, unwrapped,
};
use super::{bytes, complex, dict, item, iter, number};

use crate::bytecode::CmpOp;
use crate::objects::class::Layout;
use crate::value::{misc, Tag, Val};
use crate::{errors, Rt};
use holloway::heap::{Mut, RawSlot};
use holloway::machine::Raised;
use std::cmp::Ordering;

/// Names of a comparison's methods: plain, and of the other operand; and its symbol.
pub fn cmp_names(op: CmpOp) -> (&'static str, &'static str, &'static str) {
    match op {
        CmpOp::Lt => ("__lt__", "__gt__", "<"),
        CmpOp::Le => ("__le__", "__ge__", "<="),
        CmpOp::Gt => ("__gt__", "__lt__", ">"),
        CmpOp::Ge => ("__ge__", "__le__", ">="),
        CmpOp::Eq => ("__eq__", "__eq__", "=="),
        CmpOp::Ne => ("__ne__", "__ne__", "!="),
    }
}

/// A comparison of any values.
///
/// # Errors
/// `TypeError` where there is no order, or what a method raises.
pub fn compare(rt: &Rt, op: CmpOp, a: Val, b: Val) -> Result<Val, Raised> {
    let (name, reflected, symbol) = cmp_names(op);
    if let Some(r) = ask_native(rt, a, name, b) {
        return r;
    }
    errors::native_room(rt, " in comparison")?;
    let attempt = |v: Val, o: Val, name: &'static str| -> Result<Option<Val>, Raised> {
        let method = |name| special(rt, v, name).filter(|&f| is_asked(rt, f));
        // Without `__ne__`, what `__eq__` says, the other way round; a built-in class has an `__ne__` that does not ask it.
        let inverted = || match op == CmpOp::Ne && class_of(rt, v).layout == Layout::Object {
            true => method("__eq__").map(|f| (f, true)),
            false => None,
        };
        let Some((f, inverted)) = method(name).map(|f| (f, false)).or_else(inverted) else { return Ok(None) };
        let r = call(rt, f, &[v.into(), o.into()])?;
        Ok(match (r.is_misc(misc::NOT_IMPLEMENTED), inverted) {
            (true, _) => None,
            (false, false) => Some(r),
            (false, true) => Some(Val::bool(!truth(rt, r)?)),
        })
    };
    if matches!(a, Val::Inst(_)) || matches!(b, Val::Inst(_)) {
        let (ca, cb) = (class_of(rt, a), class_of(rt, b));
        let swap = ca.id != cb.id && cb.is_subclass(ca);
        if swap {
            if let Some(r) = attempt(b, a, reflected)? {
                return Ok(r);
            }
        }
        if let Some(r) = attempt(a, b, name)? {
            return Ok(r);
        }
        if !swap {
            if let Some(r) = attempt(b, a, reflected)? {
                return Ok(r);
            }
        }
    }
    let (x, y) = (unwrapped(rt, a), unwrapped(rt, b));
    if let Some(r) = builtin_compare(rt, op, x, y)? {
        return Ok(Val::bool(r));
    }
    match op {
        CmpOp::Eq => Ok(Val::bool(a.same(b))),
        CmpOp::Ne => Ok(Val::bool(!a.same(b))),
        _ => Err(errors::type_(
            rt,
            &format!(
                "'{symbol}' not supported between instances of '{}' and '{}'",
                type_name(rt, a),
                type_name(rt, b)
            ),
        )),
    }
}

/// A comparison of values that are no instances; `None` where they have none.
///
/// # Errors
/// What comparing what is in them raises.
pub fn builtin_compare(rt: &Rt, op: CmpOp, a: Val, b: Val) -> Result<Option<bool>, Raised> {
    let eq = matches!(op, CmpOp::Eq | CmpOp::Ne);
    let is = |same: bool| Ok(Some(same == (op == CmpOp::Eq)));
    Ok(match (a, b) {
        _ if number::is_number(a) && number::is_number(b) => {
            Some(number::satisfies(op, number::compare(rt, a, b)))
        }
        (Val::Bytes(_), _) | (_, Val::Bytes(_)) => bytes::compare(rt, op, a, b),
        (Val::Complex(_), _) | (_, Val::Complex(_)) => complex::compare(rt, op, a, b),
        (Val::Str(x), Val::Str(y)) => Some(number::satisfies(op, Some(x.data().cmp(y.data())))),
        (Val::List(x), Val::List(y)) => {
            if eq && x.len(rt) != y.len(rt) {
                return is(false);
            }
            let cx = &rt.heap;
            let pairs =
                |a: &[Mut<i64>], b: &[Mut<i64>]| a.iter().map(|v| v.get(cx)).cmp(b.iter().map(|v| v.get(cx)));
            if let Some(Some(order)) = x.with_ints(rt, |a| y.with_ints(rt, |b| pairs(a, b))) {
                return Ok(Some(number::satisfies(op, Some(order))));
            }
            sequences(rt, op, &|i| x.get(rt, i), &|| x.len(rt), &|i| y.get(rt, i), &|| y.len(rt))?
        }
        (Val::Tuple(x), Val::Tuple(y)) => {
            let (x, y) = (x.items.as_slice(), y.items.as_slice());
            sequences(rt, op, &|i| x[i], &|| x.len(), &|i| y[i], &|| y.len())?
        }
        (Val::Dict(x), Val::Dict(y)) if eq => {
            if x.len(rt) != y.len(rt) {
                return is(false);
            }
            for (k, v) in x.items(rt) {
                let same = match dict::get(rt, y.table(), k)? {
                    Some(w) => equal(rt, v.into(), w.into())?,
                    None => false,
                };
                if !same {
                    return is(false);
                }
            }
            return is(true);
        }
        (Val::Range(x), Val::Range(y)) if eq => {
            let same =
                x.len == y.len && (x.len == 0 || x.start == y.start && (x.len == 1 || x.step == y.step));
            return is(same);
        }
        (Val::Method(x), Val::Method(y)) if eq => return is(x.func == y.func && x.this == y.this),
        (Val::Misc(x), Val::Misc(y)) if eq && x.kind == misc::VIEW && y.kind == misc::VIEW => {
            return Ok(bytes::compare(rt, op, a, b));
        }
        (Val::Slice(x), Val::Slice(y)) => {
            let parts =
                |s: holloway::heap::Gc<crate::value::Slice>| tuple_val(rt, &[s.start, s.stop, s.step]);
            return builtin_compare(rt, op, parts(x)?, parts(y)?);
        }
        _ if set_like(a) && set_like(b) => {
            let within = |x: Val, y: Val| -> Result<bool, Raised> {
                let members = iter::to_vec(rt, x)?;
                let kept = rt.heap.keep(members.iter().copied());
                for v in members {
                    if !item::contains(rt, y, v.into())? {
                        return Ok(false);
                    }
                }
                drop(kept);
                Ok(true)
            };
            let (n, m) = (item::len(rt, a)?, item::len(rt, b)?);
            // A set does not know views: they are what is asked, whose members may have no hash.
            let same = || match (a, b) {
                (Val::Set(_), Val::Misc(_)) => within(b, a),
                _ => within(a, b),
            };
            Some(match op {
                CmpOp::Eq => n == m && same()?,
                CmpOp::Ne => !(n == m && same()?),
                CmpOp::Le => n <= m && within(a, b)?,
                CmpOp::Lt => n < m && within(a, b)?,
                CmpOp::Ge => n >= m && within(b, a)?,
                CmpOp::Gt => n > m && within(b, a)?,
            })
        }
        _ => None,
    })
}

/// Whether a value is compared as a set is: sets, and views of keys and of items.
fn set_like(v: Val) -> bool {
    matches!(v, Val::Set(_)) || matches!(v, Val::Misc(m) if m.kind == misc::KEYS || m.kind == misc::ITEMS)
}

type At<'a> = &'a dyn Fn(usize) -> RawSlot;

type Len<'a> = &'a dyn Fn() -> usize;

fn sequences(rt: &Rt, op: CmpOp, x: At, n: Len, y: At, m: Len) -> Result<Option<bool>, Raised> {
    let mut i = 0;
    while i < n() && i < m() {
        let (a, b) = (x(i), y(i));
        if !equal(rt, a.into(), b.into())? {
            return match op {
                CmpOp::Eq => Ok(Some(false)),
                CmpOp::Ne => Ok(Some(true)),
                op => {
                    let r = compare(rt, op, a.into(), b.into())?;
                    truth(rt, r).map(Some)
                }
            };
        }
        i += 1;
    }
    Ok(Some(number::satisfies(op, Some(n().cmp(&m())))))
}

/// Whether a value goes before another, for sorting.
///
/// # Errors
/// As for [`compare`].
pub fn less(rt: &Rt, a: Val, b: Val) -> Result<bool, Raised> {
    match (a, b) {
        (Val::Int(x), Val::Int(y)) => Ok(x < y),
        (Val::Float(x), Val::Float(y)) => Ok(x.get() < y.get()),
        (Val::Str(x), Val::Str(y)) => Ok(x.data().cmp(y.data()) == Ordering::Less),
        (Val::Tuple(x), Val::Tuple(y)) => {
            let (x, y) = (x.items.as_slice(), y.items.as_slice());
            let simple = |s: &RawSlot| s.tag == Tag::Int || s.tag == Tag::Str;
            if !x.iter().all(simple) {
                errors::native_room(rt, " in comparison")?;
            }
            for (&a, &b) in x.iter().zip(y) {
                match plain_equal(a, b) {
                    Some(true) => {}
                    Some(false) => return less(rt, a.into(), b.into()),
                    None if equal(rt, a.into(), b.into())? => {}
                    None => return less(rt, a.into(), b.into()),
                }
            }
            Ok(x.len() < y.len())
        }
        _ => {
            let r = compare(rt, CmpOp::Lt, a, b)?;
            truth(rt, r)
        }
    }
}
