//! Decimal numbers as values of the program.
//!
//! **Layout.** An instance of `Decimal` has its number in the first three slots: the lower word of the digits; the upper one, or an integer if they do not fit two
//! words; and the exponent with the sign, or what the number is instead of finite:
//!
//! ```text
//! slot 0  lower word    slot 1  upper word or Big    slot 2  exponent << 1 | sign, where 1 << 61, .. as exponents stand for infinity and no numbers
//! ```
//!
//! So a number of up to 38 digits is one object.
//!
//! **Example.** `-1.5` is (15, 0, -1).

use super::context::Settings;
use super::numbers::{other, Digits, Kind, Number};
use super::signals;
use crate::native::Args;
use crate::objects::class::ClassInfo;
use crate::objects::{number, ops};
use crate::value::{Instance, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, Marker, Mut, RawSlot};
use holloway::machine::Raised;
use std::cell::{Cell, OnceCell};

/// Slots of a number.
pub const FIELDS: &[&str] = &["%low", "%high", "%form"];

/// What stands in the place of an exponent, which is always less far from zero.
const INFINITE: i64 = 1 << 61;
const QUIET: i64 = INFINITE + 1;
const SIGNALING: i64 = INFINITE + 2;

/// What the run time has of decimal numbers once the module has been imported.
#[derive(Default)]
pub struct Decimals {
    /// `Decimal`.
    pub class: OnceCell<&'static ClassInfo>,
    /// `Context`.
    pub context_class: OnceCell<&'static ClassInfo>,
    /// Classes of signals, in the order of `signals::ALL`.
    pub signals: OnceCell<Vec<&'static ClassInfo>>,
    /// The context that operations are done under.
    pub current: Cell<Option<Gc<Instance>>>,
    /// Flags of the current context that its slots do not have.
    pub noted: Cell<u32>,
    /// `DefaultContext`, `BasicContext` and `ExtendedContext`.
    pub ready: Cell<Option<[Gc<Instance>; 3]>>,
}

impl Decimals {
    /// Marks the contexts.
    pub fn mark(&self, m: &mut Marker<'_>) {
        self.current.get().into_iter().for_each(|c| m.mark_gc(c));
        self.ready.get().into_iter().flatten().for_each(|c| m.mark_gc(c));
    }
}

/// The class of decimal numbers.
#[inline]
pub fn class(rt: &Rt) -> &'static ClassInfo {
    rt.lang.decimals.class.get().expect("the module makes it first")
}

fn bits(s: RawSlot) -> i64 {
    s.bits as i64
}

/// The instance if a value is a decimal number.
#[inline]
pub fn instance(rt: &Rt, v: Val) -> Option<Gc<Instance>> {
    let Val::Inst(i) = v else { return None };
    let (of, class) = (i.class(rt), class(rt));
    (of.id == class.id || of.layout == class.layout).then_some(i)
}

/// The number in an instance.
#[inline]
pub fn number(rt: &Rt, i: Gc<Instance>) -> Number {
    let cx = &rt.heap;
    let (high, form) = (i.s1.get(cx), bits(i.s2.get(cx)));
    let digits = match Val::from(high) {
        Val::Int(high) => Digits::Small(u128::from(high as u64) << 64 | u128::from(i.s0.get(cx).bits)),
        Val::Big(b) => b.with(rt, |n| Digits::from(n.magnitude().clone())),
        _ => Digits::ZERO,
    };
    let (negative, exp) = (form & 1 == 1, form >> 1);
    if exp < INFINITE {
        return Number::new(negative, digits, exp);
    }
    let kind = match exp {
        INFINITE => Kind::Infinite,
        QUIET => Kind::Quiet,
        _ => Kind::Signaling,
    };
    Number { negative, kind, digits, exp: 0 }
}

/// An instance of a class derived from `Decimal`.
pub fn make_of(rt: &Rt, class: &ClassInfo, n: Number) -> Val {
    let (low, high) = match n.digits {
        Digits::Small(d) => (d as i64, Val::Int((d >> 64) as i64)),
        Digits::Large(d) => (0, number::norm(rt, d.into())),
    };
    let exp = match n.kind {
        Kind::Finite => n.exp,
        Kind::Infinite => INFINITE,
        Kind::Quiet => QUIET,
        Kind::Signaling => SIGNALING,
    };
    let mut i = Instance::new(class.root);
    i.s0 = Mut::new(Val::Int(low).into());
    i.s1 = Mut::new(high.into());
    i.s2 = Mut::new(Val::Int(exp << 1 | i64::from(n.negative)).into());
    Val::Inst(rt.heap.alloc(i))
}

/// An instance of `Decimal`.
#[inline]
pub fn make(rt: &Rt, n: Number) -> Val {
    make_of(rt, class(rt), n)
}

/// An integer as a number.
#[inline]
pub fn integer(rt: &Rt, v: Val) -> Option<Number> {
    match v {
        Val::Int(n) => Some(Number::int(n)),
        Val::Big(b) => Some(b.with(rt, other::from_int)),
        Val::True | Val::False => Some(Number::int(v.is_true().into())),
        Val::Inst(i) => i.wrapped(rt).and_then(|v| integer(rt, v)),
        _ => None,
    }
}

/// The other operand of an operator: a decimal number or an integer.
#[inline]
pub fn operand(rt: &Rt, v: Val) -> Option<Number> {
    match instance(rt, v) {
        Some(i) => Some(number(rt, i)),
        None => integer(rt, v),
    }
}

/// An argument that is to be a decimal number or an integer.
///
/// # Errors
/// `TypeError`.
#[inline]
pub fn converted(rt: &Rt, v: Val) -> Result<Number, Raised> {
    operand(rt, v).ok_or_else(|| {
        let text = format!("conversion from {} to Decimal is not supported", ops::type_name(rt, v));
        errors::type_(rt, &text)
    })
}

/// The number of the object whose method is called.
///
/// # Errors
/// `TypeError`.
#[inline]
pub fn this(a: &Args<'_>) -> Result<Number, Raised> {
    match a.plain().first().and_then(|&v| instance(a.rt, v.into())) {
        Some(i) => Ok(number(a.rt, i)),
        None => Err(a.object().err().unwrap_or_else(|| a.wrong_object("decimal.Decimal"))),
    }
}

/// What an operation made, after what happened has been noted in a context.
///
/// # Errors
/// What is trapped.
#[inline]
pub fn result(rt: &Rt, c: Gc<Instance>, status: u32, n: Number) -> Result<Val, Raised> {
    if status != 0 {
        signals::note(rt, c, status)?;
    }
    Ok(make(rt, n))
}

/// Does something under a context.
///
/// # Errors
/// What is trapped.
#[inline]
pub fn under(
    rt: &Rt,
    c: Gc<Instance>,
    f: impl FnOnce(&mut super::numbers::Context) -> Number,
) -> Result<Val, Raised> {
    let mut own = Settings::of(rt, c).context();
    let made = f(&mut own);
    result(rt, c, own.status, made)
}

/// `None` for no value given, or for `None` itself.
pub fn given(v: Val) -> Option<Val> {
    (!v.is_unbound() && !v.is_none()).then_some(v)
}
