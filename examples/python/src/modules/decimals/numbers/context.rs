//! What an operation is done under: precision, range, rounding; and what it finds to say.
//!
//! **Method.** An operation gets a [`Context`] of its own, and notes in it by bits what happened ([`status`]). Which of that is an error, the caller says
//! afterwards.
//!
//! **Invariant.** What [`Context::finish`] gives fits the context: no more digits than its precision, no exponent out of its range.
//!
//! **Example.** `0.125` finished with precision 2 and half to even is `0.12`, and notes `INEXACT | ROUNDED`.

use super::digits::{ten, Digits, Rest};
use super::{Kind, Number};

/// What happened, as bits. Their order is that in which contexts show them.
#[allow(missing_docs)]
pub mod status {
    pub const CLAMPED: u32 = 1;
    pub const CONVERSION_SYNTAX: u32 = 2;
    pub const DIVISION_BY_ZERO: u32 = 4;
    pub const DIVISION_IMPOSSIBLE: u32 = 8;
    pub const DIVISION_UNDEFINED: u32 = 0x10;
    pub const INEXACT: u32 = 0x40;
    pub const INVALID_CONTEXT: u32 = 0x80;
    pub const INVALID_OPERATION: u32 = 0x100;
    pub const FLOAT_OPERATION: u32 = 0x400;
    pub const OVERFLOW: u32 = 0x800;
    pub const ROUNDED: u32 = 0x1000;
    pub const SUBNORMAL: u32 = 0x2000;
    pub const UNDERFLOW: u32 = 0x4000;
    /// There is not so much memory. No signal: it is an error always.
    pub const MEMORY: u32 = 0x200;
    /// All that are the signal `InvalidOperation`.
    pub const INVALID: u32 = CONVERSION_SYNTAX
        | DIVISION_IMPOSSIBLE
        | DIVISION_UNDEFINED
        | INVALID_CONTEXT
        | INVALID_OPERATION
        | MEMORY;
}
use status::*;

/// The largest precision and exponent.
pub const MAX: i64 = 999_999_999_999_999_999;

/// How what does not fit is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Rounding {
    Up,
    Down,
    Ceiling,
    Floor,
    HalfUp,
    HalfDown,
    HalfEven,
    ZeroFiveUp,
}
use Rounding::*;

impl Rounding {
    /// All of them, with their names, in the order of their numbers.
    pub const ALL: [(Rounding, &'static str); 8] = [
        (Up, "ROUND_UP"),
        (Down, "ROUND_DOWN"),
        (Ceiling, "ROUND_CEILING"),
        (Floor, "ROUND_FLOOR"),
        (HalfUp, "ROUND_HALF_UP"),
        (HalfDown, "ROUND_HALF_DOWN"),
        (HalfEven, "ROUND_HALF_EVEN"),
        (ZeroFiveUp, "ROUND_05UP"),
    ];
    /// Whether the digits that stay become one more.
    #[inline]
    pub fn adds(self, negative: bool, kept: &Digits, rest: Rest) -> bool {
        if rest == Rest::Nothing {
            return false;
        }
        match self {
            Up => true,
            Down => false,
            Ceiling => !negative,
            Floor => negative,
            HalfUp => rest >= Rest::Half,
            HalfDown => rest > Rest::Half,
            HalfEven => rest > Rest::Half || rest == Rest::Half && kept.is_odd(),
            ZeroFiveUp => kept.modulo(5) == 0,
        }
    }
    /// Digits without the last `k`, rounded; and whether that was exact.
    pub fn cut(self, negative: bool, digits: &Digits, k: i64) -> (Digits, bool) {
        let (kept, rest) = digits.cut(k);
        match self.adds(negative, &kept, rest) {
            true => (kept.plus_one(), false),
            false => (kept, rest == Rest::Nothing),
        }
    }
}

/// See the module header.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Most digits.
    pub prec: i64,
    /// Largest exponent of a number with one digit before the point.
    pub emax: i64,
    /// Smallest one, of numbers that are not subnormal.
    pub emin: i64,
    /// How results are rounded.
    pub rounding: Rounding,
    /// Whether exponents are those of an interchange format.
    pub clamp: bool,
    /// What happened so far.
    pub status: u32,
}

impl Context {
    /// One in which everything that can be is exact.
    pub const MAX: Context =
        Context { prec: MAX, emax: MAX, emin: -MAX, rounding: HalfEven, clamp: false, status: 0 };

    /// Notes something.
    #[inline]
    pub fn note(&mut self, what: u32) {
        self.status |= what;
    }
    /// The smallest exponent of all.
    #[inline]
    pub fn etiny(&self) -> i64 {
        self.emin - (self.prec - 1)
    }
    /// The largest exponent of a number with all its digits.
    #[inline]
    pub fn etop(&self) -> i64 {
        self.emax - (self.prec - 1)
    }
    /// The result of what is invalid.
    pub fn invalid(&mut self) -> Number {
        self.wrong(INVALID_OPERATION)
    }
    /// No number, for a reason.
    pub fn wrong(&mut self, why: u32) -> Number {
        self.note(why);
        Number::NAN
    }
    /// The same with digits, or without a number where these are too many.
    pub fn filled(&mut self, digits: Option<Digits>, make: impl FnOnce(Digits) -> Number) -> Number {
        match digits {
            Some(digits) => make(digits),
            None => self.wrong(MEMORY),
        }
    }
    /// What an operation gives that has an operand that is no number: the first one that signals, else the first one.
    pub fn nan(&mut self, operands: &[&Number]) -> Option<Number> {
        let signaling = operands.iter().find(|n| n.kind == Kind::Signaling);
        let found = signaling.or_else(|| operands.iter().find(|n| n.kind == Kind::Quiet))?;
        if signaling.is_some() {
            self.note(INVALID_OPERATION);
        }
        Some(self.quiet(found))
    }
    /// What is no number, without signal, with no more digits than fit.
    pub fn quiet(&self, n: &Number) -> Number {
        let most = self.prec - i64::from(self.clamp);
        let digits = if n.digits.count() > most { n.digits.last(most) } else { n.digits.clone() };
        Number { negative: n.negative, kind: Kind::Quiet, digits, exp: 0 }
    }
    /// What is beyond all exponents.
    fn overflow(&mut self, negative: bool) -> Number {
        self.note(OVERFLOW | INEXACT | ROUNDED);
        let largest = match self.rounding {
            Down | ZeroFiveUp => true,
            Ceiling => negative,
            Floor => !negative,
            _ => false,
        };
        match largest {
            true => {
                let etop = self.etop();
                let most = ten(self.prec).map(|t| t.sub(&Digits::ONE));
                self.filled(most, |digits| Number::new(negative, digits, etop))
            }
            false => Number::infinite(negative),
        }
    }
    /// A number made to fit.
    #[inline]
    pub fn finish(&mut self, n: Number) -> Number {
        let count = n.digits.count();
        let plain = n.kind == Kind::Finite && count <= self.prec && n.exp >= self.etiny();
        let adjusted = n.exp + count - 1;
        if plain && (self.emin..=self.emax).contains(&adjusted) && !self.clamp {
            return n;
        }
        self.finish_slow(n)
    }
    fn finish_slow(&mut self, n: Number) -> Number {
        match n.kind {
            Kind::Finite => {}
            Kind::Infinite => return n,
            _ => return self.quiet(&n),
        }
        let (etiny, etop) = (self.etiny(), self.etop());
        if n.digits.is_zero() {
            let exp = n.exp.min(if self.clamp { etop } else { self.emax }).max(etiny);
            if exp != n.exp {
                self.note(CLAMPED);
            }
            return Number { exp, ..n };
        }
        let mut least = n.digits.count() + n.exp - self.prec;
        if least > etop {
            return self.overflow(n.negative);
        }
        let subnormal = least < etiny;
        if subnormal {
            self.note(SUBNORMAL);
            least = etiny;
        }
        if n.exp < least {
            let (mut digits, exact) = self.rounding.cut(n.negative, &n.digits, least - n.exp);
            if digits.count() > self.prec {
                digits = digits.cut(1).0;
                least += 1;
            }
            if least > etop {
                return self.overflow(n.negative);
            }
            if !exact {
                self.note(INEXACT | if subnormal { UNDERFLOW } else { 0 });
            }
            self.note(ROUNDED | if digits.is_zero() { CLAMPED } else { 0 });
            return Number::new(n.negative, digits, least);
        }
        if self.clamp && n.exp > etop {
            self.note(CLAMPED);
            let filled = n.digits.scaled(n.exp - etop);
            return self.filled(filled, |digits| Number::new(n.negative, digits, etop));
        }
        n
    }
}
