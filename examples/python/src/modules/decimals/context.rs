//! Contexts as values of the program: their settings, in four slots of an instance.
//!
//! ```text
//! slot 0  precision    slot 1  Emax    slot 2  Emin    slot 3  rounding, clamp << 3, capitals << 4, traps << 16, flags << 32
//! ```
//!
//! What operators note while the context is the current one is beside it (`Decimals::noted`): they only read as far as traces can tell, and traces load slots of instances.

use super::numbers::context::status;
use super::numbers::{Context, Rounding};
use super::values::given;
use crate::objects::class::ClassInfo;
use crate::value::{Instance, Val};
use crate::{errors, Rt};
use holloway::heap::{Gc, Mut};
use holloway::machine::Raised;

/// Slots of a context.
pub const FIELDS: &[&str] = &["%prec", "%Emax", "%Emin", "%state"];

/// What a context says.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub struct Settings {
    pub prec: i64,
    pub emax: i64,
    pub emin: i64,
    pub rounding: Rounding,
    pub clamp: bool,
    pub capitals: bool,
    pub traps: u32,
    pub flags: u32,
}

impl Settings {
    /// Those of `DefaultContext`.
    pub const DEFAULT: Settings = Settings {
        prec: 28,
        emax: 999_999,
        emin: -999_999,
        rounding: Rounding::HalfEven,
        clamp: false,
        capitals: true,
        traps: status::INVALID | status::DIVISION_BY_ZERO | status::OVERFLOW,
        flags: 0,
    };
    /// Those of an instance.
    #[inline]
    pub fn of(rt: &Rt, i: Gc<Instance>) -> Settings {
        let cx = &rt.heap;
        let state = i.s3.get(cx).bits;
        let decimals = &rt.lang.decimals;
        let noted = if decimals.current.get() == Some(i) { decimals.noted.get() } else { 0 };
        Settings {
            prec: i.s0.get(cx).bits as i64,
            emax: i.s1.get(cx).bits as i64,
            emin: i.s2.get(cx).bits as i64,
            rounding: Rounding::ALL[(state & 7) as usize].0,
            clamp: state & 8 != 0,
            capitals: state & 16 != 0,
            traps: (state >> 16) as u32 & 0xFFFF,
            flags: (state >> 32) as u32 | noted,
        }
    }
    fn slots(&self) -> [Val; 4] {
        let state = self.rounding as i64
            | i64::from(self.clamp) << 3
            | i64::from(self.capitals) << 4
            | i64::from(self.traps) << 16
            | i64::from(self.flags) << 32;
        [self.prec, self.emax, self.emin, state].map(Val::Int)
    }
    /// Changes an instance.
    pub fn store(&self, rt: &Rt, i: Gc<Instance>) {
        let [prec, emax, emin, state] = self.slots();
        i.s0.set(&rt.heap, prec.into());
        i.s1.set(&rt.heap, emax.into());
        i.s2.set(&rt.heap, emin.into());
        i.s3.set(&rt.heap, state.into());
        if rt.lang.decimals.current.get() == Some(i) {
            rt.lang.decimals.noted.set(0);
        }
    }
    /// Adds flags to those of an instance.
    pub fn note(self, rt: &Rt, i: Gc<Instance>, flags: u32) {
        let decimals = &rt.lang.decimals;
        match decimals.current.get() == Some(i) {
            true => decimals.noted.set(decimals.noted.get() | flags),
            false => self.with_flags(self.flags | flags).store(rt, i),
        }
    }
    /// A new instance.
    pub fn make(&self, rt: &Rt) -> Gc<Instance> {
        self.make_of(rt, class(rt))
    }
    /// One of a class derived from `Context`.
    pub fn make_of(&self, rt: &Rt, class: &ClassInfo) -> Gc<Instance> {
        let mut i = Instance::new(class.root);
        let [prec, emax, emin, state] = self.slots();
        (i.s0, i.s1) = (Mut::new(prec.into()), Mut::new(emax.into()));
        (i.s2, i.s3) = (Mut::new(emin.into()), Mut::new(state.into()));
        rt.heap.alloc(i)
    }
    /// With other flags.
    pub fn with_flags(self, flags: u32) -> Settings {
        Settings { flags, ..self }
    }
    /// What an operation is done under.
    #[inline]
    pub fn context(&self) -> Context {
        let Settings { prec, emax, emin, rounding, clamp, .. } = *self;
        Context { prec, emax, emin, rounding, clamp, status: 0 }
    }
}

/// The class of contexts.
pub fn class(rt: &Rt) -> &'static ClassInfo {
    rt.lang.decimals.context_class.get().expect("the module makes it first")
}

/// The context of a value, if it is one.
#[inline]
pub fn instance(rt: &Rt, v: Val) -> Option<Gc<Instance>> {
    match v {
        Val::Inst(i) if i.class(rt).layout == class(rt).layout => Some(i),
        _ => None,
    }
}

/// The context that operations are done under.
#[inline]
pub fn current(rt: &Rt) -> Gc<Instance> {
    rt.lang.decimals.current.get().unwrap_or_else(|| {
        let made = template(rt).with_flags(0).make(rt);
        rt.lang.decimals.current.set(Some(made));
        made
    })
}

/// Has operations done under another context.
pub fn set_current(rt: &Rt, c: Gc<Instance>) {
    if let Some(old) = rt.lang.decimals.current.get() {
        Settings::of(rt, old).store(rt, old);
    }
    rt.lang.decimals.current.set(Some(c));
}

/// The settings of new contexts: those of `DefaultContext`.
pub fn template(rt: &Rt) -> Settings {
    rt.lang.decimals.ready.get().map_or(Settings::DEFAULT, |[default, ..]| Settings::of(rt, default))
}

/// The context of an optional argument.
///
/// # Errors
/// `TypeError`.
pub fn optional(rt: &Rt, v: Val) -> Result<Gc<Instance>, Raised> {
    match given(v) {
        None => Ok(current(rt)),
        Some(v) => instance(rt, v).ok_or_else(|| errors::type_(rt, "optional argument must be a context")),
    }
}
