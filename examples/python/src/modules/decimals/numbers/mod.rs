//! Decimal numbers and what is done with them, after the General Decimal Arithmetic Specification; the run time is not known here.
//!
//! ```text
//! digits  integers of any size       context  precision, rounding, what happened      read, show, format  texts
//! sums    + - * and fma              quotients  / // % and the nearest remainder     scale   exponents moved      order  comparisons
//! powers  roots and powers           logs    exponential and logarithms              logic   digits as bits      other   floats, hashes
//! ```
//!
//! **Method.** An operation is a function of [`Number`]s and a [`Context`], in which it notes what happened. What the specification leaves open is done as
//! CPython's `_decimal` does it.
//!
//! **Example.** `Number::read("1.10", false)` has the digits 110 and the exponent -2.

pub mod context;
pub mod digits;
pub mod format;
pub mod logic;
pub mod logs;
pub mod order;
pub mod other;
pub mod powers;
pub mod quotients;
pub mod read;
pub mod scale;
pub mod show;
pub mod sums;

pub use context::{status, Context, Rounding};
pub use digits::Digits;

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Finite,
    Infinite,
    /// No number.
    Quiet,
    /// No number, and using it is invalid.
    Signaling,
}

/// A decimal number: digits times ten to the power of `exp`. Of what is no number, the digits tell why; else what is not finite has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The sign.
    pub negative: bool,
    /// What it is.
    pub kind: Kind,
    /// The digits.
    pub digits: Digits,
    /// The exponent; 0 of what is not finite.
    pub exp: i64,
}

impl Number {
    /// No number.
    pub const NAN: Number = Number { negative: false, kind: Kind::Quiet, digits: Digits::ZERO, exp: 0 };
    /// One.
    pub const ONE: Number = Number { negative: false, kind: Kind::Finite, digits: Digits::ONE, exp: 0 };

    /// A finite one.
    #[inline]
    pub fn new(negative: bool, digits: Digits, exp: i64) -> Number {
        Number { negative, kind: Kind::Finite, digits, exp }
    }
    /// An infinite one.
    pub fn infinite(negative: bool) -> Number {
        Number { negative, kind: Kind::Infinite, digits: Digits::ZERO, exp: 0 }
    }
    /// An integer.
    pub fn int(n: i64) -> Number {
        Number::new(n < 0, Digits::Small(n.unsigned_abs().into()), 0)
    }
    /// Neither infinite nor no number.
    #[inline]
    pub fn is_finite(&self) -> bool {
        self.kind == Kind::Finite
    }
    /// Whether it is infinite.
    pub fn is_infinite(&self) -> bool {
        self.kind == Kind::Infinite
    }
    /// Whether it is no number.
    #[inline]
    pub fn is_nan(&self) -> bool {
        matches!(self.kind, Kind::Quiet | Kind::Signaling)
    }
    /// Whether it is zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.is_finite() && self.digits.is_zero()
    }
    /// The exponent if there were one digit before the point.
    #[inline]
    pub fn adjusted(&self) -> i64 {
        self.exp + self.digits.count() - 1
    }
    /// With a sign.
    #[inline]
    pub fn signed(self, negative: bool) -> Number {
        Number { negative, ..self }
    }
    /// Whether a finite one is an integer.
    pub fn is_integer(&self) -> bool {
        self.is_finite()
            && (self.exp >= 0 || self.digits.is_zero() || self.digits.zeros(-self.exp) == -self.exp)
    }
    /// Whether an integer is odd.
    pub fn is_odd(&self) -> bool {
        match self.exp {
            0 => self.digits.is_odd(),
            1.. => false,
            _ => self.digits.cut(-self.exp).0.is_odd(),
        }
    }
}
