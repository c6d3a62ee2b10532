//! Signals: classes of exceptions, and which of what happened is one.
//!
//! What happened ([`status`]) is noted as flags in the context. Of what its traps have, the first signal is raised; its argument is the list of all of that.

use super::context::Settings;
use super::numbers::context::status;
use crate::objects::class::{linearize, ClassInfo, Layout, Names};
use crate::objects::ops;
use crate::py::Module;
use crate::value::{Instance, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, RawSlot};
use holloway::machine::Raised;

/// Signals in the order in which they go before each other.
pub const ALL: [(&str, u32); 9] = [
    ("InvalidOperation", status::INVALID),
    ("FloatOperation", status::FLOAT_OPERATION),
    ("DivisionByZero", status::DIVISION_BY_ZERO),
    ("Overflow", status::OVERFLOW),
    ("Underflow", status::UNDERFLOW),
    ("Subnormal", status::SUBNORMAL),
    ("Inexact", status::INEXACT),
    ("Rounded", status::ROUNDED),
    ("Clamped", status::CLAMPED),
];

/// What `InvalidOperation` may mean.
const CONDITIONS: [(&str, u32); 5] = [
    ("InvalidOperation", status::INVALID_OPERATION),
    ("ConversionSyntax", status::CONVERSION_SYNTAX),
    ("DivisionImpossible", status::DIVISION_IMPOSSIBLE),
    ("DivisionUndefined", status::DIVISION_UNDEFINED),
    ("InvalidContext", status::INVALID_CONTEXT),
];

/// Classes with their bases, which come first; those without one of the module are built in.
const CLASSES: [(&str, &[&str]); 14] = [
    ("DecimalException", &["ArithmeticError"]),
    ("InvalidOperation", &["DecimalException"]),
    ("FloatOperation", &["DecimalException", "TypeError"]),
    ("DivisionByZero", &["DecimalException", "ZeroDivisionError"]),
    ("Inexact", &["DecimalException"]),
    ("Rounded", &["DecimalException"]),
    ("Subnormal", &["DecimalException"]),
    ("Clamped", &["DecimalException"]),
    ("Overflow", &["Inexact", "Rounded"]),
    ("Underflow", &["Inexact", "Rounded", "Subnormal"]),
    ("ConversionSyntax", &["InvalidOperation"]),
    ("DivisionImpossible", &["InvalidOperation"]),
    ("DivisionUndefined", &["InvalidOperation", "ZeroDivisionError"]),
    ("InvalidContext", &["InvalidOperation"]),
];

/// Makes the classes.
pub fn open(rt: &Rt, m: &Module) {
    let t = rt.lang.types();
    let mut made = vec![t.arithmetic_error, t.type_error, t.zero_division_error];
    for (name, bases) in CLASSES {
        let find = |b: &&str| made.iter().find(|c| c.name == *b).copied();
        let bases: Vec<&'static ClassInfo> = bases.iter().filter_map(find).collect();
        let after = linearize(&bases, ClassInfo::mro).unwrap_or_default();
        let c = rt.lang.classes.make(
            rt,
            name,
            bases,
            after,
            Layout::Exception,
            Names::default(),
            "decimal",
            name,
        );
        m.set_name(rt, name, Val::Class(c.object));
        made.push(c);
    }
    let _ = rt.lang.decimals.signals.set(made);
}

/// The class of a name.
fn class(rt: &Rt, name: &str) -> &'static ClassInfo {
    let all = rt.lang.decimals.signals.get().map_or(&[][..], |all| all);
    all.iter().find(|c| c.name == name).copied().unwrap_or(rt.lang.types().arithmetic_error)
}

/// The classes of signals in a status.
pub fn classes(rt: &Rt, status: u32) -> Vec<RawSlot> {
    let found = ALL.iter().filter(|s| status & s.1 != 0);
    found.map(|s| Val::Class(class(rt, s.0).object).into()).collect()
}

/// The bits of the signal that a value is the class of.
pub fn bits(rt: &Rt, v: Val) -> Option<u32> {
    let Val::Class(c) = v else { return None };
    ALL.iter().find(|s| class(rt, s.0).id == c.id).map(|s| s.1)
}

/// Notes in a context what happened.
///
/// # Errors
/// What is trapped.
#[cold]
pub fn note(rt: &Rt, c: Gc<Instance>, status: u32) -> Result<(), Raised> {
    if status & status::MEMORY != 0 {
        return Err(errors::memory(rt));
    }
    let settings = Settings::of(rt, c);
    settings.note(rt, c, status);
    let trapped = status & settings.traps;
    if trapped == 0 {
        return Ok(());
    }
    let mut all: Vec<RawSlot> = CONDITIONS
        .iter()
        .filter(|s| trapped & s.1 != 0)
        .map(|s| Val::Class(class(rt, s.0).object).into())
        .collect();
    all.extend(classes(rt, trapped & !status::INVALID));
    let first = ALL.iter().find(|s| trapped & s.1 != 0).map_or("DecimalException", |s| s.0);
    let list = ops::list_val(rt, &all)?;
    Err(errors::throw(rt, Val::Inst(errors::make(rt, class(rt, first), &[list.into()]))))
}

/// The names of signals in a status, as contexts show them: in the order of the bits.
pub fn names(status: u32) -> String {
    let mut all: Vec<&str> = Vec::new();
    for bit in (0..16).map(|k| 1 << k).filter(|bit| status & bit != 0) {
        let name = ALL.iter().find(|s| s.1 & bit != 0).map_or("", |s| s.0);
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all.join(", ")
}
