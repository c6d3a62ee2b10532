//! Decimal numbers made of texts, floats and sequences, and their texts.

use super::arguments::named;
use super::context::{current, optional, Settings};
use super::numbers::context::status;
use super::numbers::format::Spec;
use super::numbers::{other, Context, Digits, Kind, Number};
use super::values::{given, integer, this};
use crate::native::Args;
use crate::objects::{ops, str};
use crate::text::chars;
use crate::value::{Str, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;
use num_bigint::BigUint;

/// The number of a text; `None` if it is none. Blanks around it and underscores in it count for nothing where that is `lenient`.
pub fn read(text: &str, lenient: bool) -> Option<Number> {
    let plain = |b: u8| b.is_ascii_graphic() && b != b'_';
    if text.bytes().all(plain) {
        return Number::read(text.as_bytes());
    }
    let inner = if lenient { text.trim_matches(str::is_space) } else { text };
    let ascii = |c: char| match c {
        '_' if lenient => None,
        c if c.is_ascii() => Some(c as u8),
        c => Some(chars::decimal(c).map_or(b'?', |d| b'0' + d as u8)),
    };
    Number::read(&inner.chars().filter_map(ascii).collect::<Vec<u8>>())
}

/// The number itself if its exponent is within the limits, else what is invalid.
pub fn exact(n: Number, c: &mut Context) -> Number {
    if !n.is_finite() {
        return n;
    }
    let mut own = Context::MAX;
    let made = own.finish(n);
    match own.status & (status::INEXACT | status::ROUNDED | status::CLAMPED | status::MEMORY) {
        0 => made,
        _ => c.invalid(),
    }
}

/// A float as a number.
pub fn of_float(x: f64) -> Number {
    match () {
        _ if x.is_nan() => Number::NAN,
        _ if x.is_infinite() => Number::infinite(x < 0.0),
        _ => other::from_float(x),
    }
}

/// Items of a tuple or list.
fn items(rt: &Rt, v: Val, what: &str) -> Result<Vec<RawSlot>, Raised> {
    match ops::unwrapped(rt, v) {
        Val::Tuple(t) => Ok(t.items.as_slice().to_vec()),
        Val::List(l) => Ok(l.to_vec(rt)),
        _ => Err(errors::value(rt, what)),
    }
}

/// The number of (sign, digits, exponent).
///
/// # Errors
/// `ValueError`, `OverflowError`.
pub fn of_sequence(rt: &Rt, v: Val) -> Result<Number, Raised> {
    const LENGTH: &str = "argument must be a sequence of length 3";
    const DIGITS: &str = "coefficient must be a tuple of digits";
    let parts = items(rt, v, LENGTH)?;
    let [sign, digits, exp] = parts[..] else { return Err(errors::value(rt, LENGTH)) };
    let small = |v: RawSlot| integer(rt, v.into()).and_then(|n| other::small(&n));
    let negative = match small(sign) {
        Some(n @ (0 | 1)) => n == 1,
        _ => return Err(errors::value(rt, "sign must be an integer with the value 0 or 1")),
    };
    let kind = match ops::unwrapped(rt, exp.into()) {
        Val::Str(s) => match s.text() {
            "F" => Kind::Infinite,
            "n" => Kind::Quiet,
            "N" => Kind::Signaling,
            _ => {
                let text = "string argument in the third position must be 'F', 'n' or 'N'";
                return Err(errors::value(rt, text));
            }
        },
        v if integer(rt, v).is_some() => Kind::Finite,
        _ => return Err(errors::value(rt, "exponent must be an integer")),
    };
    let exp = if kind == Kind::Finite { ops::index_small(rt, exp.into())? } else { 0 };
    let mut values = Vec::new();
    for v in items(rt, digits.into(), DIGITS)? {
        match small(v) {
            Some(d @ 0..=9) => values.push(d as u8),
            _ => return Err(errors::value(rt, DIGITS)),
        }
    }
    let digits: Digits = BigUint::from_radix_be(&values, 10).unwrap_or_default().into();
    let digits = if kind == Kind::Infinite { Digits::ZERO } else { digits };
    // Beyond any exponent there is, and so invalid.
    let limit = 4 * super::numbers::context::MAX;
    Ok(Number { negative, kind, digits, exp: exp.clamp(-limit, limit) })
}

/// A number as text.
pub fn show(rt: &Rt, n: &Number, engineering: bool, capitals: bool) -> Result<Val, Raised> {
    let mut out = String::with_capacity(40);
    n.show(engineering, capitals, &mut out);
    str::val(rt, &out)
}

fn capitals(rt: &Rt) -> bool {
    Settings::of(rt, current(rt)).capitals
}

/// `str(a)`.
pub fn text(a: &mut Args<'_>) -> Result<Val, Raised> {
    if let [x] = *a.args {
        if let Some(text) = super::quick::text(a.rt, x) {
            return text;
        }
    }
    a.slot(0, 0)?;
    show(a.rt, &this(a)?, false, capitals(a.rt))
}

/// `repr(a)`.
pub fn repr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    let mut out = String::from("Decimal('");
    this(a)?.show(false, capitals(a.rt), &mut out);
    out.push_str("')");
    str::val(a.rt, &out)
}

/// `a.to_eng_string()`.
pub fn engineering(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [context] = named(a, 1, 0, ["context"])?;
    let c = optional(a.rt, context)?;
    show(a.rt, &this(a)?, true, Settings::of(a.rt, c).capitals)
}

/// `format(a, spec)`.
pub fn format(a: &mut Args<'_>) -> Result<Val, Raised> {
    let [spec, others] = named(a, 1, 1, ["", ""])?;
    let rt = a.rt;
    let n = this(a)?;
    let settings = Settings::of(rt, current(rt));
    let Val::Str(spec) = ops::unwrapped(rt, spec) else {
        return Err(errors::type_(rt, "format arg must be str"));
    };
    if given(others).is_some() {
        return Err(errors::value(rt, "invalid override dict"));
    }
    if spec.size() == 0 {
        return show(rt, &n, false, settings.capitals);
    }
    formatted(rt, &n, spec, settings)
}

fn formatted(rt: &Rt, n: &Number, spec: Gc<Str>, settings: Settings) -> Result<Val, Raised> {
    let Some(spec) = Spec::parse(spec.text()) else {
        return Err(errors::value(rt, "invalid format string"));
    };
    match spec.format(n, settings.rounding, settings.capitals) {
        Some(text) => str::val(rt, &text),
        None => Err(errors::memory(rt)),
    }
}
