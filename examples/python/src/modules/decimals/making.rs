//! Making decimal numbers: `Decimal(x)`, and what contexts make, which is rounded.

use super::arguments::{exactly, named};
use super::context::{optional, Settings};
use super::numbers::context::status;
use super::numbers::{Context, Kind, Number};
use super::values::{class, converted, instance, integer, make, make_of, number};
use super::{signals, texts};
use crate::native::Args;
use crate::objects::ops;
use crate::value::{Instance, Val};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;

/// The number that a value is exactly; what happened is noted in `own`.
fn exactly_of(rt: &Rt, c: Gc<Instance>, v: Val, lenient: bool, own: &mut Context) -> Result<Number, Raised> {
    if let Some(n) = integer(rt, v) {
        return Ok(n);
    }
    Ok(match ops::unwrapped(rt, v) {
        Val::Str(s) => match texts::read(s.text(), lenient) {
            Some(n) if lenient => texts::exact(n, own),
            Some(n)
                if n.is_nan()
                    && n.digits.count() > own.prec - i64::from(own.clamp)
                    && !n.digits.is_zero() =>
            {
                own.wrong(status::CONVERSION_SYNTAX)
            }
            Some(n) => n,
            None => own.wrong(status::CONVERSION_SYNTAX),
        },
        Val::Float(x) => {
            signals::note(rt, c, status::FLOAT_OPERATION)?;
            texts::of_float(x.get())
        }
        Val::Tuple(_) | Val::List(_) => texts::exact(texts::of_sequence(rt, v)?, own),
        _ => return converted(rt, v),
    })
}

/// `Decimal(value='0', context=None)`
pub fn new(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let [value, context] = named(a, 1, 0, ["value", "context"])?;
    let Val::Class(of) = a.val(0) else {
        return Err(errors::type_(rt, "decimal.Decimal.__new__(X): X is not a type object"));
    };
    let of = rt.lang.classes.get(of.id);
    if of.layout != class(rt).layout {
        let text = format!("decimal.Decimal.__new__({0}): {0} is not a subtype of decimal.Decimal", of.name);
        return Err(errors::type_(rt, &text));
    }
    let c = optional(rt, context)?;
    if let Some(i) = instance(rt, value) {
        let same = of.id == class(rt).id && i.class(rt).id == of.id;
        return Ok(if same { value } else { make_of(rt, of, number(rt, i)) });
    }
    let mut own = Context::MAX;
    let made = match value {
        Val::Unbound => Number::int(0),
        v => exactly_of(rt, c, v, true, &mut own)?,
    };
    if own.status != 0 {
        signals::note(rt, c, own.status)?;
    }
    Ok(make_of(rt, of, made))
}

/// `Decimal.from_float(x)`
pub fn from_float(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    a.method(1, 1)?;
    let made = make(rt, of_float_or_int(rt, a.val(1))?);
    match a.val(0) {
        Val::Class(c) if c.id != class(rt).id => crate::interp::call::call(rt, a.val(0), &[made.into()]),
        _ => Ok(made),
    }
}

fn of_float_or_int(rt: &Rt, v: Val) -> Result<Number, Raised> {
    match (ops::unwrapped(rt, v), integer(rt, v)) {
        (_, Some(n)) => Ok(n),
        (Val::Float(x), _) => Ok(texts::of_float(x.get())),
        _ => Err(errors::type_(rt, "argument must be int or float")),
    }
}

/// `context.create_decimal(num='0')`
pub fn create(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let c = super::contexts::this(a)?;
    let [value] = match a.args.len() {
        1 if a.names.is_empty() => [Val::Int(0)],
        2 => exactly(a, 1)?,
        _ => named(a, 1, 0, [""])?,
    };
    let mut own = Settings::of(rt, c).context();
    let n = match instance(rt, value) {
        Some(i) => number(rt, i),
        None => exactly_of(rt, c, value, false, &mut own)?,
    };
    let long = n.digits.count() > own.prec - i64::from(own.clamp);
    let made = match n.kind {
        Kind::Quiet | Kind::Signaling if long && !n.digits.is_zero() => own.wrong(status::CONVERSION_SYNTAX),
        Kind::Quiet | Kind::Signaling => n,
        _ => own.finish(n),
    };
    super::values::result(rt, c, own.status, made)
}

/// `context.create_decimal_from_float(x)`
pub fn create_from_float(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(1, 1)?;
    let c = super::contexts::this(a)?;
    let n = of_float_or_int(a.rt, a.val(1))?;
    super::values::under(a.rt, c, |c| c.finish(n))
}

/// `Decimal(x)` of what is one, for `copy`.
pub fn copy(a: &mut Args<'_>) -> Result<Val, Raised> {
    let most = usize::from(a.native.name == "__deepcopy__");
    a.method(most, most)?;
    Ok(a.val(0))
}
