//! Who runs the body of a function: bodies are written once, over the values of a host.

use crate::machine::{Bool, Conc, Float, Int, Machine, Values};
use holloway_compiler::ir::TableDescr;

/// The sign bit.
pub const SIGN: i64 = i64::MIN;
/// All bits but the sign.
pub const SIZE: i64 = i64::MAX;

/// Who runs a body.
pub trait Host: Copy {
    /// What it computes with.
    type V: Values;
    /// The way to go. Bodies ask only for special cases, and few times.
    fn branch(self, c: Bool<Self::V>) -> bool;
}

/// At plain values: the native function.
#[derive(Clone, Copy)]
pub struct Plain;

impl Host for Plain {
    type V = Conc;
    #[inline(always)]
    fn branch(self, c: Bool<Conc>) -> bool {
        c.0 != 0
    }
}

/// At the values of a machine that looks into recipes.
pub struct Open<'a, M>(pub &'a M);

impl<M> Clone for Open<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M> Copy for Open<'_, M> {}

impl<M: Machine> Host for Open<'_, M> {
    type V = M::V;
    #[inline(always)]
    fn branch(self, c: Bool<M::V>) -> bool {
        self.0.branch(c)
    }
}

/// The floats with these bits.
pub const fn floats<const N: usize>(bits: [u64; N]) -> [f64; N] {
    let mut all = [0.0; N];
    let mut k = 0;
    while k < N {
        all[k] = f64::from_bits(bits[k]);
        k += 1;
    }
    all
}

/// The exponent's bits, without the sign.
#[inline(always)]
pub fn exponent<V: Values>(x: Float<V>) -> Int<V> {
    x.to_bits().shr(52) & 0x7ff
}

/// A word of a table, as a float.
#[inline(always)]
pub fn look_up<V: Values>(table: &'static TableDescr, index: Int<V>) -> Float<V> {
    Float::from_bits(index.word_of(table))
}

/// The size of one number with the sign of another.
#[inline(always)]
pub fn with_sign_of<V: Values>(size: Float<V>, sign: Float<V>) -> Float<V> {
    Float::from_bits((size.to_bits() & SIZE) | (sign.to_bits() & SIGN))
}

/// The number, negated if the other is negative.
#[inline(always)]
pub fn times_sign_of<V: Values>(x: Float<V>, sign: Float<V>) -> Float<V> {
    Float::from_bits(x.to_bits() ^ (sign.to_bits() & SIGN))
}

/// The first of two numbers that is none. (Of the sum of two that are none processors and compilers take either.)
#[inline(always)]
pub fn no_number<H: Host>(h: H, x: Float<H::V>, y: Float<H::V>) -> Float<H::V> {
    let first = if h.branch(x.ne_(x)) { x } else { y };
    first + first
}

/// What a function gives outside of its domain: no number, of the sign that the processor gives such, or the argument if it is none.
#[allow(clippy::eq_op)] // of no number and of infinity the difference is none
#[inline(always)]
pub fn undefined<V: Values>(x: Float<V>) -> Float<V> {
    (x - x) / (x - x)
}
