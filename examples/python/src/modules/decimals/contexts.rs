//! The class `Context`, and which context operations are done under.

use super::arguments::named;
use super::context::{class, current, instance, set_current, template, Settings};
use super::numbers::context::MAX;
use super::numbers::{digits, Rounding};
use super::signals;
use super::values::given;
use crate::native::{Args, Body};
use crate::objects::{iter, ops, str};
use crate::value::{Instance, Val};
use crate::{errors, Rt};
use holloway::heap::Gc;
use holloway::machine::Raised;

/// Names of what is set, in the order of the constructor's arguments.
pub const PARTS: [&str; 8] = ["prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"];

/// The context whose method is called.
///
/// # Errors
/// `TypeError`.
pub fn this(a: &Args<'_>) -> Result<Gc<Instance>, Raised> {
    match a.plain().first().and_then(|&v| instance(a.rt, v.into())) {
        Some(i) => Ok(i),
        None => Err(a.object().err().unwrap_or_else(|| a.wrong_object("decimal.Context"))),
    }
}

/// A rounding of a name.
///
/// # Errors
/// `TypeError`.
pub fn rounding(rt: &Rt, v: Val) -> Result<Rounding, Raised> {
    let known = match ops::unwrapped(rt, v) {
        Val::Str(s) => Rounding::ALL.iter().find(|r| r.1 == s.text()),
        _ => None,
    };
    known.map(|r| r.0).ok_or_else(|| {
        let text =
            "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   \
                    ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]";
        errors::type_(rt, text)
    })
}

/// An integer of a setting within limits.
fn within(rt: &Rt, v: Val, least: i64, most: i64, wrong: &str) -> Result<i64, Raised> {
    if super::values::integer(rt, v).is_none() {
        return Err(errors::type_(rt, "an integer is required"));
    }
    let n = ops::index_small(rt, v)?;
    match (least..=most).contains(&n) {
        true => Ok(n),
        false => Err(errors::value(rt, wrong)),
    }
}

/// `KeyError` with a text.
fn wrong_key(rt: &Rt, text: &str) -> Raised {
    match str::val(rt, text) {
        Ok(text) => errors::key(rt, text),
        Err(Raised) => Raised,
    }
}

const SIGNALS: &str = "valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n   Overflow, Underflow, \
                       Subnormal, Inexact, Rounded,\n   Clamped]";

/// The bits of the signals that are true in a dictionary of all of them.
fn of_dict(rt: &Rt, v: Val) -> Result<u32, Raised> {
    let listed = match ops::unwrapped(rt, v) {
        Val::Dict(d) => d.items(rt),
        // One of the library's own, which has them all.
        _ => match view(rt, v)? {
            Some(bits) => return Ok(bits),
            None => return Err(errors::type_(rt, "argument must be a signal dict")),
        },
    };
    let mut made = 0;
    for (k, on) in &listed {
        match signals::bits(rt, (*k).into()) {
            Some(bits) if ops::truth(rt, (*on).into())? => made |= bits,
            Some(_) => {}
            None => return Err(wrong_key(rt, "invalid signal dict")),
        }
    }
    match listed.len() == signals::ALL.len() {
        true => Ok(made),
        false => Err(wrong_key(rt, "invalid signal dict")),
    }
}

/// The bits that a view of flags or traps shows.
fn view(rt: &Rt, v: Val) -> Result<Option<u32>, Raised> {
    let Val::Inst(i) = v else { return Ok(None) };
    let part = |name: &str| i.own(rt, str::intern(rt, name)).map(Val::from);
    let (Some(c), Some(name)) = (part("_context").and_then(|c| instance(rt, c)), part("_name")) else {
        return Ok(None);
    };
    let settings = Settings::of(rt, c);
    Ok(match name {
        Val::Str(s) if s.text() == "flags" => Some(settings.flags),
        Val::Str(_) => Some(settings.traps),
        _ => None,
    })
}

/// The same of a list of signals.
fn of_list(rt: &Rt, v: Val) -> Result<u32, Raised> {
    if !matches!(ops::unwrapped(rt, v), Val::List(_) | Val::Tuple(_)) {
        return of_dict(rt, v);
    }
    let mut made = 0;
    for x in iter::to_vec(rt, v)? {
        made |= signals::bits(rt, x.into()).ok_or_else(|| wrong_key(rt, SIGNALS))?;
    }
    Ok(made)
}

/// Changes one of [`PARTS`].
fn change(rt: &Rt, s: &mut Settings, part: &str, v: Val) -> Result<(), Raised> {
    match part {
        "prec" => s.prec = within(rt, v, 1, MAX, "valid range for prec is [1, MAX_PREC]")?,
        "Emax" => s.emax = within(rt, v, 0, MAX, "valid range for Emax is [0, MAX_EMAX]")?,
        "Emin" => s.emin = within(rt, v, -MAX, 0, "valid range for Emin is [MIN_EMIN, 0]")?,
        "capitals" => s.capitals = within(rt, v, 0, 1, "valid values for capitals are 0 or 1")? == 1,
        "clamp" => s.clamp = within(rt, v, 0, 1, "valid values for clamp are 0 or 1")? == 1,
        "rounding" => s.rounding = rounding(rt, v)?,
        "flags" => s.flags = of_dict(rt, v)?,
        _ => s.traps = of_dict(rt, v)?,
    }
    Ok(())
}

/// `Context(prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None)`
pub fn new(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let given_all: [Val; 8] = named(a, 1, 0, PARTS)?;
    let mut s = template(rt).with_flags(0);
    for (part, v) in PARTS.iter().zip(given_all) {
        match (*part, given(v)) {
            (_, None) => {}
            ("flags", Some(v)) => s.flags = of_list(rt, v)?,
            ("traps", Some(v)) => s.traps = of_list(rt, v)?,
            (part, Some(v)) => change(rt, &mut s, part, v)?,
        }
    }
    let of = match a.val(0) {
        Val::Class(c) => rt.lang.classes.get(c.id),
        _ => class(rt),
    };
    Ok(Val::Inst(s.make_of(rt, of)))
}

/// The value of one of [`PARTS`]: that of the getter's name.
pub fn get(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, c) = (a.rt, this(a)?);
    let s = Settings::of(rt, c);
    Ok(match a.native.name {
        "prec" => Val::Int(s.prec),
        "Emax" => Val::Int(s.emax),
        "Emin" => Val::Int(s.emin),
        "capitals" => Val::Int(s.capitals.into()),
        "clamp" => Val::Int(s.clamp.into()),
        "rounding" => str::val(rt, Rounding::ALL[s.rounding as usize].1)?,
        name => {
            let name = str::val(rt, name)?;
            return crate::modules::call_library(
                rt,
                "decimal._signals",
                "SignalDict",
                &[a.val(0).into(), name.into()],
            );
        }
    })
}
/// Sets it.
pub fn set(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, c) = (a.rt, this(a)?);
    let mut s = Settings::of(rt, c);
    change(rt, &mut s, a.native.name, a.val(1))?;
    s.store(rt, c);
    a.none()
}
/// Refuses to delete it.
pub fn keep(a: &mut Args<'_>) -> Result<Val, Raised> {
    Err(errors::attribute(a.rt, "context attributes cannot be deleted"))
}
/// `_flag(context, name, signal[, value])`: whether a signal is among the flags or traps, or sets that.
pub fn flag(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, c) = (a.rt, this(a)?);
    let mut s = Settings::of(rt, c);
    let flags = matches!(a.val(1), Val::Str(s) if s.text() == "flags");
    let bits = signals::bits(rt, a.val(2)).ok_or_else(|| wrong_key(rt, SIGNALS))?;
    let kept = if flags { &mut s.flags } else { &mut s.traps };
    if a.val(3).is_unbound() {
        return Ok(Val::bool(*kept & bits != 0));
    }
    *kept = if ops::truth(rt, a.val(3))? { *kept | bits } else { *kept & !bits };
    s.store(rt, c);
    a.none()
}

fn repr(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.slot(0, 0)?;
    let s = Settings::of(a.rt, this(a)?);
    let text = format!(
        "Context(prec={}, rounding={}, Emin={}, Emax={}, capitals={}, clamp={}, flags=[{}], traps=[{}])",
        s.prec,
        Rounding::ALL[s.rounding as usize].1,
        s.emin,
        s.emax,
        u8::from(s.capitals),
        u8::from(s.clamp),
        signals::names(s.flags),
        signals::names(s.traps),
    );
    str::val(a.rt, &text)
}

fn copy(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(Val::Inst(Settings::of(a.rt, this(a)?).make(a.rt)))
}
fn reduce(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let (rt, c) = (a.rt, this(a)?);
    let s = Settings::of(rt, c);
    let lists = [s.flags, s.traps].map(|bits| ops::list_val(rt, &signals::classes(rt, bits)));
    let [flags, traps] = lists;
    let rounding = str::val(rt, Rounding::ALL[s.rounding as usize].1)?;
    let numbers = [s.emin, s.emax, s.capitals.into(), s.clamp.into()].map(Val::Int);
    let [emin, emax, capitals, clamp] = numbers;
    let parts = [Val::Int(s.prec), rounding, emin, emax, capitals, clamp, flags?, traps?].map(Into::into);
    let parts = ops::tuple_val(rt, &parts)?;
    ops::pair(rt, Val::Class(c.class(rt).object).into(), parts.into())
}

fn changed(a: &Args<'_>, f: fn(&mut Settings)) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let c = this(a)?;
    let mut s = Settings::of(a.rt, c);
    f(&mut s);
    s.store(a.rt, c);
    a.none()
}
fn number_of(a: &Args<'_>, f: fn(&Settings) -> i64) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(Val::Int(f(&Settings::of(a.rt, this(a)?))))
}
fn radix(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(super::values::make(a.rt, super::numbers::Number::new(false, digits::Digits::Small(10), 0)))
}

/// Methods that numbers do not have.
pub const METHODS: &[(&str, Body)] = &[
    ("__repr__", repr),
    ("__copy__", copy),
    ("__reduce__", reduce),
    ("copy", copy),
    ("clear_flags", |a| changed(a, |s| s.flags = 0)),
    ("clear_traps", |a| changed(a, |s| s.traps = 0)),
    ("Etiny", |a| number_of(a, |s| s.context().etiny())),
    ("Etop", |a| number_of(a, |s| s.context().etop())),
    ("radix", radix),
    ("create_decimal", super::making::create),
    ("create_decimal_from_float", super::making::create_from_float),
];

/// `getcontext()`
pub fn getcontext(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, 0)?;
    Ok(Val::Inst(current(a.rt)))
}

/// `setcontext(context)`: ready contexts are copied, so that they stay as they are.
pub fn setcontext(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(1, 1)?;
    let rt = a.rt;
    let Some(c) = instance(rt, a.val(0)) else {
        return Err(errors::type_(rt, "argument must be a context"));
    };
    let is_ready = rt.lang.decimals.ready.get().is_some_and(|all| all.contains(&c));
    let c = if is_ready { Settings::of(rt, c).with_flags(0).make(rt) } else { c };
    set_current(rt, c);
    a.none()
}

/// `_local(context=None, **settings)`: a copy of a context, or of the current one, with other settings.
pub fn local(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let names = ["ctx", "prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"];
    let all: [Val; 9] = named(a, 0, 0, names)?;
    let c = super::context::optional(rt, all[0])?;
    let mut s = Settings::of(rt, c);
    for (part, v) in names.iter().zip(all).skip(1) {
        if let Some(v) = given(v) {
            change(rt, &mut s, part, v)?;
        }
    }
    Ok(Val::Inst(s.make(rt)))
}

/// `_signals()`: the classes of all signals.
pub fn all_signals(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.count(0, 0)?;
    ops::tuple_val(a.rt, &signals::classes(a.rt, u32::MAX))
}
