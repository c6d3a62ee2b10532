//! The module `_decimal`, of which `decimal` takes nearly all it has.
//!
//! ```text
//! numbers    what decimal numbers are, and all operations     values    how instances hold them
//! context    settings of contexts      contexts   the class Context     signals   exceptions, and what is noted
//! operators, comparisons, conversions   what the interpreter asks     quick    the same of small numbers     methods  of numbers and contexts
//! making, texts   from and to other values
//! ```
//!
//! **Method.** `Decimal` and `Context` are classes whose instances have their data in slots that the program does not see ([`Layout::Fields`]); their methods are
//! library functions, which operators and built-in functions call without a frame ([`NativeInfo::asked`](crate::native::NativeInfo)).
//!
//! **Not promised.** There is one current context, not one for each thread or context of `contextvars`. `__format__` refuses a dictionary of separators.
//! `context.flags` is a new view each time.
//!
//! **Example.** `Decimal('1.10') + 1` calls `__add__` of [`operators`], which reads (110, -2) from the instance and makes one of (210, -2).

mod arguments;
mod comparisons;
mod context;
mod contexts;
mod conversions;
mod making;
mod methods;
pub mod numbers;
mod operators;
mod quick;
mod signals;
mod texts;
mod values;

use crate::native::{Args, Body, Special};
use crate::objects::class::{ClassInfo, Layout, Names};
use crate::objects::{number, ops, str};
use crate::py::Module;
use crate::value::{misc, Misc, Val, NONE};
use crate::{errors, Rt};
use context::Settings;
use holloway::heap::RawSlot;
use holloway::machine::Raised;
use numbers::context::{status, MAX};
use numbers::{other, Kind, Number, Rounding};
use values::{make, this};

pub use operators::power;
pub use values::Decimals;

fn adjusted(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let n = this(a)?;
    Ok(Val::Int(if n.is_finite() { n.adjusted() } else { 0 }))
}

fn as_tuple(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let (rt, n) = (a.rt, this(a)?);
    let text = n.digits.to_string();
    let digits: Vec<RawSlot> = match n.kind {
        Kind::Quiet | Kind::Signaling if n.digits.is_zero() => Vec::new(),
        _ => text.bytes().map(|b| Val::Int((b - b'0').into()).into()).collect(),
    };
    let exp = match n.kind {
        Kind::Finite => Val::Int(n.exp),
        Kind::Infinite => str::val(rt, "F")?,
        Kind::Quiet => str::val(rt, "n")?,
        Kind::Signaling => str::val(rt, "N")?,
    };
    let digits = ops::tuple_val(rt, &digits)?;
    let parts = [Val::Int(n.negative.into()), digits, exp].map(RawSlot::from);
    crate::modules::call_library(rt, "decimal", "DecimalTuple", &parts)
}

fn as_integer_ratio(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let (rt, n) = (a.rt, this(a)?);
    match n.kind {
        Kind::Finite => {}
        Kind::Infinite => return Err(errors::overflow(rt, "cannot convert Infinity to integer ratio")),
        _ => return Err(errors::value(rt, "cannot convert NaN to integer ratio")),
    }
    let Some((up, down)) = other::ratio(&n) else { return Err(errors::memory(rt)) };
    ops::pair(rt, number::norm(rt, up).into(), number::norm(rt, down.into()).into())
}

fn itself(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(a.val(0))
}
fn radix(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(make(a.rt, Number::int(10)))
}
fn imaginary(a: &mut Args<'_>) -> Result<Val, Raised> {
    Ok(make(a.rt, Number::int(0)))
}
fn reduce(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    let (rt, n) = (a.rt, this(a)?);
    let class = ops::class_of(rt, a.val(0)).object;
    let text = texts::show(rt, &n, false, true)?;
    ops::pair(rt, Val::Class(class).into(), ops::tuple_val(rt, &[text.into()])?.into())
}
fn size_of(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.method(0, 0)?;
    Ok(Val::Int(104))
}

const METHODS: &[(&str, Body)] = &[
    ("__str__", texts::text),
    ("__repr__", texts::repr),
    ("__format__", texts::format),
    ("__reduce__", reduce),
    ("__copy__", making::copy),
    ("__deepcopy__", making::copy),
    ("__sizeof__", size_of),
    ("to_eng_string", texts::engineering),
    ("adjusted", adjusted),
    ("as_tuple", as_tuple),
    ("as_integer_ratio", as_integer_ratio),
    ("canonical", itself),
    ("conjugate", itself),
    ("radix", radix),
];

type Parts<'a> = &'a [(&'static str, Body)];

/// A class with fields, whose instances have no other attributes.
fn class(
    rt: &Rt,
    name: &'static str,
    full: &str,
    fields: &'static [&'static str],
    new: Body,
) -> &'static ClassInfo {
    let object = rt.lang.types().object;
    let after = object.mro().to_vec();
    let layout = Layout::Fields(fields);
    let c = rt.lang.classes.make(rt, full, vec![object], after, layout, Names::default(), "decimal", name);
    let _ = c.allowed.set(Vec::new());
    let _ = c.slots.set(Vec::new());
    let f = rt.lang.make_native(rt, "__new__", new, None);
    c.attrs.borrow_mut().set(str::intern(rt, "__new__"), f.into());
    c.attrs.borrow_mut().set(str::intern(rt, "%new"), f.into());
    c
}

/// Gives a class methods that operators ask.
fn fill(rt: &Rt, c: &'static ClassInfo, list: Parts<'_>) {
    for &(name, body) in list {
        let f = rt.lang.make_native(rt, name, body, None);
        if let Val::Native(n) = f {
            let native = rt.lang.native(n.id);
            native.class.set(Some(c));
            native.asked.set(true);
        }
        c.attrs.borrow_mut().set(str::intern(rt, name), f.into());
    }
}

/// Gives a class a property.
fn property(rt: &Rt, c: &'static ClassInfo, name: &'static str, [get, set, keep]: [Option<Body>; 3]) {
    let part = |f: Option<Body>| f.map_or(NONE, |f| rt.lang.make_native(rt, name, f, None).into());
    let made = Misc::new(misc::PROPERTY, 0, part(get), part(set), part(keep));
    c.attrs.borrow_mut().set(str::intern(rt, name), Val::Misc(rt.heap.alloc(made)).into());
}

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    signals::open(rt, m);
    let decimal = class(rt, "Decimal", "decimal.Decimal", values::FIELDS, making::new);
    fill(rt, decimal, comparisons::COMPARISONS);
    for list in [operators::OPERATORS, conversions::CONVERSIONS] {
        fill(rt, decimal, list);
        for (name, _) in list {
            if let Some(Val::Native(n)) = decimal.lookup_name(rt, name) {
                rt.lang.set_special(n.id, Special::Reads);
            }
        }
    }
    fill(rt, decimal, METHODS);
    methods::OF_NUMBERS.iter().for_each(|list| fill(rt, decimal, list));
    property(rt, decimal, "real", [Some(itself), None, None]);
    property(rt, decimal, "imag", [Some(imaginary), None, None]);
    let from_float = rt.lang.make_native(rt, "from_float", making::from_float, None);
    let from_float = Misc::new(misc::CLASS, 0, from_float.into(), NONE, NONE);
    decimal
        .attrs
        .borrow_mut()
        .set(str::intern(rt, "from_float"), Val::Misc(rt.heap.alloc(from_float)).into());
    let context = class(rt, "Context", "decimal.Context", context::FIELDS, contexts::new);
    fill(rt, context, contexts::METHODS);
    methods::OF_CONTEXTS.iter().for_each(|list| fill(rt, context, list));
    for part in contexts::PARTS {
        property(rt, context, part, [Some(contexts::get), Some(contexts::set), Some(contexts::keep)]);
    }
    let _ = rt.lang.decimals.class.set(decimal);
    let _ = rt.lang.decimals.context_class.set(context);
    m.set_name(rt, "Decimal", Val::Class(decimal.object));
    m.set_name(rt, "Context", Val::Class(context.object));
    let basic = Settings {
        prec: 9,
        rounding: Rounding::HalfUp,
        traps: Settings::DEFAULT.traps | status::UNDERFLOW | status::CLAMPED,
        ..Settings::DEFAULT
    };
    let extended = Settings { prec: 9, traps: 0, ..Settings::DEFAULT };
    let ready = [Settings::DEFAULT, basic, extended].map(|s| s.make(rt));
    rt.lang.decimals.ready.set(Some(ready));
    for (name, c) in ["DefaultContext", "BasicContext", "ExtendedContext"].iter().zip(ready) {
        m.set_name(rt, name, Val::Inst(c));
    }
    for (_, name) in Rounding::ALL {
        m.set_name(rt, name, Val::Str(str::intern(rt, name)));
    }
    let tiny = -MAX - (MAX - 1);
    for (name, n) in [("MAX_PREC", MAX), ("MAX_EMAX", MAX), ("MIN_EMIN", -MAX), ("MIN_ETINY", tiny)] {
        m.set_name(rt, name, Val::Int(n));
    }
    let functions: [(&str, Body); 5] = [
        ("getcontext", contexts::getcontext),
        ("setcontext", contexts::setcontext),
        ("_local", contexts::local),
        ("_flag", contexts::flag),
        ("_signals", contexts::all_signals),
    ];
    for (name, body) in functions {
        let f = rt.lang.make_native(rt, name, body, None);
        rt.lang.set_module(f, "decimal");
        m.set_name(rt, name, f);
    }
}
