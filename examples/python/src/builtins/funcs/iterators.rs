//! Functions that make iterators, and `next`.

use crate::builtins::misc;
use crate::errors;
use crate::native::Args;
use crate::objects::iter::{self, kinds};
use crate::objects::{item, ops, relays};
use crate::value::{misc as kind, Val, NONE};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

pub(super) fn iter_(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    match a.plain() {
        [f, _] if !super::is_callable(a.rt, (*f).into()) => {
            Err(errors::type_(a.rt, "iter(v, w): v must be callable"))
        }
        [f, end] => Ok(iter::make(a.rt, kinds::CALL, *f, *end, 0, 0)),
        _ => iter::new(a.rt, a.val(0)),
    }
}

pub(super) fn next(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 2)?;
    let it = a.val(0);
    if let (Val::Gen(g), None) = (it, a.plain().get(1)) {
        return misc::advance(a.rt, g, NONE, None);
    }
    if let (Val::Inst(_), None) = (it, a.plain().get(1)) {
        return ops::call_special(a.rt, it, "__next__", &[]).unwrap_or_else(|| {
            Err(errors::type_(a.rt, &format!("'{}' object is not an iterator", ops::type_name(a.rt, it))))
        });
    }
    match (iter::next(a.rt, it)?, a.plain().get(1)) {
        (Some(v), _) => Ok(v),
        (None, Some(&d)) => Ok(d.into()),
        (None, None) => Err(errors::stop_iteration(a.rt, Val::None)),
    }
}

pub(super) fn enumerate(a: &mut Args<'_>) -> Result<Val, Raised> {
    if a.args.is_empty() {
        return Err(errors::type_(a.rt, "enumerate() missing required argument 'iterable'"));
    }
    let n = a.args.len();
    if n > 2 {
        return Err(errors::type_(a.rt, &format!("enumerate() takes at most 2 arguments ({n} given)")));
    }
    let allowed: &[&str] = match (a.plain().len(), n) {
        (0, 1) => &["iterable"],
        (0, _) => &["iterable", "start"],
        _ => &["start"],
    };
    if let Some(wrong) = a.names.iter().find(|n| !allowed.contains(&n.text())) {
        let text = format!("'{}' is an invalid keyword argument for enumerate()", wrong.text());
        return Err(errors::type_(a.rt, &text));
    }
    // From the greatest machine word on, the number is an object.
    let (i, number) = match ops::index(a.rt, a.opt(1, "start", Val::Int(0)))? {
        Val::Int(i) => (i, Val::None),
        n => (i64::MAX, n),
    };
    let it = relays::stepped(a.rt, iter::new(a.rt, a.opt(0, "iterable", Val::Unbound))?);
    Ok(iter::make(a.rt, kinds::ENUMERATE, it.into(), number.into(), i, 0))
}

fn iterators(a: &Args<'_>, from: usize) -> Result<Val, Raised> {
    let over = |&v: &RawSlot| iter::new(a.rt, v.into()).map(|it| relays::stepped(a.rt, it).into());
    let its: Result<Vec<RawSlot>, Raised> = a.plain()[from..].iter().map(over).collect();
    ops::tuple_val(a.rt, &its?)
}

pub(super) fn zip(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let Some(n) = a.names.iter().find(|n| n.text() != "strict") {
        return Err(errors::type_(a.rt, &format!("'{}' is an invalid keyword argument for zip()", n.text())));
    }
    let strict = match a.named("strict") {
        Some(v) => ops::truth(a.rt, v)?,
        None => false,
    };
    Ok(iter::make(a.rt, kinds::ZIP, iterators(a, 0)?.into(), NONE, 0, i64::from(strict)))
}

pub(super) fn map(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, usize::MAX)?;
    if a.plain().len() < 2 {
        return Err(errors::type_(a.rt, "map() must have at least two arguments."));
    }
    Ok(iter::make(a.rt, kinds::MAP, a.val(0).into(), iterators(a, 1)?.into(), 0, 0))
}

pub(super) fn filter(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(2, 2)?;
    let it = relays::stepped(a.rt, iter::new(a.rt, a.val(1))?);
    Ok(iter::make(a.rt, kinds::FILTER, a.val(0).into(), it.into(), 0, 0))
}

pub(in crate::builtins) fn reversed(a: &mut Args<'_>) -> Result<Val, Raised> {
    if a.args.len() != 1 && a.names.is_empty() {
        let text = format!("reversed expected 1 argument, got {}", a.args.len());
        return Err(errors::type_(a.rt, &text));
    }
    a.count(1, 1)?;
    let (rt, v) = (a.rt, a.val(0));
    let refused = || errors::type_(rt, &format!("'{}' object is not reversible", ops::type_name(rt, v)));
    match ops::special(rt, v, "__reversed__") {
        Some(Val::None) => return Err(refused()),
        Some(f) => return crate::interp::call::call(rt, f, &[v.into()]),
        None => {}
    }
    let (kind, seq) = match v {
        Val::List(_) => (kinds::REVERSED, v),
        Val::Dict(_) => (kinds::REVERSED_KEYS, ops::list_val(rt, &iter::to_vec(rt, v)?)?),
        Val::Misc(m) if (kind::KEYS..=kind::ITEMS).contains(&m.kind) => {
            let of = [kinds::REVERSED_KEYS, kinds::REVERSED_VALUES, kinds::REVERSED_ITEMS];
            (of[(m.kind - kind::KEYS) as usize], ops::list_val(rt, &iter::to_vec(rt, v)?)?)
        }
        Val::Range(r) => {
            let step = Val::Int(r.step.wrapping_neg()).into();
            let last = r.start.wrapping_add(r.step.wrapping_mul(r.len - 1));
            return Ok(iter::make(rt, kinds::RANGE, v.into(), step, last, r.len));
        }
        v => (kinds::REVERSED_ANY, v),
    };
    let sequence = match seq {
        Val::List(_) | Val::Tuple(_) | Val::Str(_) | Val::Bytes(_) => true,
        Val::Misc(m) => m.kind == kind::VIEW,
        Val::Inst(_) => ops::special(rt, v, "__getitem__").is_some(),
        _ => false,
    };
    if !sequence {
        return Err(refused());
    }
    let n = item::len(rt, seq)? as i64;
    Ok(iter::make(rt, kind, seq.into(), NONE, n - 1, 0))
}
