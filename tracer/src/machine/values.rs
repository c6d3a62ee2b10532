//! Red values: what an interpreter computes with, generic over who computes.
//!
//! **Problem.** One interpreter source must run plainly and be recorded. So every dynamic ("red") datum is a struct over the carrier types of
//! a [`Values`]: plain words for [`Conc`], words with an SSA ref for [`Rec`](crate::record::Rec). Pure operations need no machine: for `Conc` they are the
//! processor's, for `Rec` they also append to the thread's tape.
//!
//! **Invariant.** Nothing here turns a red into plain Rust; only a [`Machine`](super::Machine) does (by a guard). Reds therefore have no `PartialEq`,
//! `PartialOrd`, `Debug` or conversion to `bool`/`usize`; using one to steer Rust control flow is a type error.
//!
//! **Example.** `let y = x + 1; if m.branch(y.lt(limit)) { .. }` computes plainly under `Direct` and leaves
//! `int_add`, `int_lt`, `guard_true` in the trace under the recorder.

use crate::heap::{Gc, Object, OptGc, RawSlot};
use crate::machine::Tagged;
use holloway_compiler::ir::{Op, TableDescr, Ty};
use std::marker::PhantomData;

/// Who carries red values. Sealed: the framework has [`Conc`] and [`Rec`](crate::record::Rec).
pub trait Values: Copy + Sized + 'static {
    /// Whether a state notes which activations may have changed, for a machine that flattens it at each step.
    #[doc(hidden)]
    const NOTED: bool;
    /// A 64-bit word: integer, boolean or reference.
    type W: Copy;
    /// A double.
    type D: Copy;
    /// A packed language value: tag word and payload word.
    type S: Copy;
    #[doc(hidden)]
    fn word(bits: u64, ty: Ty) -> Self::W;
    #[doc(hidden)]
    fn double(x: f64) -> Self::D;
    #[doc(hidden)]
    #[track_caller]
    fn int1(op: Op, a: Self::W) -> Self::W;
    #[doc(hidden)]
    #[track_caller]
    fn int2(op: Op, a: Self::W, b: Self::W) -> Self::W;
    #[doc(hidden)]
    #[track_caller]
    fn float1(op: Op, a: Self::D) -> Self::D;
    #[doc(hidden)]
    #[track_caller]
    fn float2(op: Op, a: Self::D, b: Self::D) -> Self::D;
    #[doc(hidden)]
    #[track_caller]
    fn float3(op: Op, a: Self::D, b: Self::D, c: Self::D) -> Self::D;
    #[doc(hidden)]
    #[track_caller]
    fn table_word(table: &'static TableDescr, index: Self::W) -> Self::W;
    #[doc(hidden)]
    #[track_caller]
    fn fcmp(op: Op, a: Self::D, b: Self::D) -> Self::W;
    #[doc(hidden)]
    #[track_caller]
    fn to_float(a: Self::W) -> Self::D;
    #[doc(hidden)]
    #[track_caller]
    fn to_int(a: Self::D) -> Self::W;
    /// The word that holds the double's bits (no conversion op unless somebody needs it as an integer).
    #[doc(hidden)]
    #[track_caller]
    fn d_as_w(a: Self::D) -> Self::W;
    /// The double whose bits the word holds.
    #[doc(hidden)]
    #[track_caller]
    fn w_as_d(a: Self::W) -> Self::D;
    /// The word as an integer, where it may be carried as a float or a reference.
    #[doc(hidden)]
    #[track_caller]
    fn w_as(a: Self::W, ty: Ty) -> Self::W;
    #[doc(hidden)]
    fn slot(tag: Self::W, payload: Self::W) -> Self::S;
    #[doc(hidden)]
    fn slot_tag(s: Self::S) -> Self::W;
    #[doc(hidden)]
    fn slot_payload(s: Self::S) -> Self::W;
    /// The concrete bits, for the framework's own machines.
    #[doc(hidden)]
    fn bits(a: Self::W) -> u64;
    /// The concrete slot, for the framework's own machines.
    #[doc(hidden)]
    fn raw_slot(s: Self::S) -> RawSlot;
    /// See [`Slot::in_words`].
    #[doc(hidden)]
    #[inline(always)]
    fn in_words(s: &Self::S) -> Self::S {
        *s
    }
}

/// Plain values: a word is a `u64`, a double an `f64`.
#[derive(Clone, Copy, Debug)]
pub enum Conc {}

#[inline(always)]
fn b(x: bool) -> u64 {
    x as u64
}

impl Values for Conc {
    const NOTED: bool = false;
    type W = u64;
    type D = f64;
    type S = RawSlot;
    #[inline(always)]
    fn word(bits: u64, _: Ty) -> u64 {
        bits
    }
    #[inline(always)]
    fn double(x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn int1(op: Op, a: u64) -> u64 {
        holloway_compiler::ir::scalar::int1(op, a)
    }
    #[inline(always)]
    fn int2(op: Op, x: u64, y: u64) -> u64 {
        holloway_compiler::ir::scalar::int2(op, x, y)
    }
    #[inline(always)]
    fn float1(op: Op, a: f64) -> f64 {
        holloway_compiler::ir::scalar::float1(op, a)
    }
    #[inline(always)]
    fn float2(op: Op, x: f64, y: f64) -> f64 {
        holloway_compiler::ir::scalar::float2(op, x, y)
    }
    #[inline(always)]
    fn float3(op: Op, x: f64, y: f64, z: f64) -> f64 {
        holloway_compiler::ir::scalar::float3(op, x, y, z)
    }
    #[inline(always)]
    fn table_word(table: &'static TableDescr, index: u64) -> u64 {
        holloway_compiler::ir::scalar::table_word(table.words, index)
    }
    #[inline(always)]
    fn fcmp(op: Op, x: f64, y: f64) -> u64 {
        b(holloway_compiler::ir::scalar::fcmp(op, x, y))
    }
    #[inline(always)]
    fn to_float(a: u64) -> f64 {
        a as i64 as f64
    }
    #[inline(always)]
    fn to_int(a: f64) -> u64 {
        a as i64 as u64
    }
    #[inline(always)]
    fn d_as_w(a: f64) -> u64 {
        a.to_bits()
    }
    #[inline(always)]
    fn w_as_d(a: u64) -> f64 {
        f64::from_bits(a)
    }
    #[inline(always)]
    fn w_as(a: u64, _: Ty) -> u64 {
        a
    }
    #[inline(always)]
    fn slot(tag: u64, payload: u64) -> RawSlot {
        RawSlot { tag, bits: payload }
    }
    #[inline(always)]
    fn slot_tag(s: RawSlot) -> u64 {
        s.tag
    }
    #[inline(always)]
    fn slot_payload(s: RawSlot) -> u64 {
        s.bits
    }
    #[inline(always)]
    fn bits(a: u64) -> u64 {
        a
    }
    #[inline(always)]
    fn raw_slot(s: RawSlot) -> RawSlot {
        s
    }
    #[inline(always)]
    fn in_words(s: &RawSlot) -> RawSlot {
        s.in_words()
    }
}

macro_rules! red {
    ($(#[$d:meta])* $name:ident<V $(, $t:ident)?>($w:ident)) => {
        $(#[$d])*
        #[repr(transparent)]
        pub struct $name<V: Values $(, $t)?>(#[doc(hidden)] pub V::$w $(, #[doc(hidden)] pub PhantomData<fn() -> $t>)?);
        impl<V: Values $(, $t)?> Clone for $name<V $(, $t)?> {
            #[inline(always)]
            fn clone(&self) -> Self { *self }
        }
        impl<V: Values $(, $t)?> Copy for $name<V $(, $t)?> {}
    };
}

red!(/** A red 64-bit integer. */ Int<V>(W));
red!(/** A red boolean. */ Bool<V>(W));
red!(/** A red double. */ Float<V>(D));
red!(/** A red reference to an object of type `T`. */ Ref<V, T>(W));
red!(/** A red reference that may be null. */ OptRef<V, T>(W));
red!(/** A red language value: a tag word and a payload word. */ Slot<V>(S));

macro_rules! int_ops {
    ($($(#[$d:meta])* $m:ident $op:ident -> $r:ident;)*) => {
        // Methods beside the operators: the right-hand side may be anything that turns into an `Int`, and `shr` is the logical shift.
        #[allow(clippy::should_implement_trait)]
        impl<V: Values> Int<V> {
            $($(#[$d])* #[inline(always)] #[track_caller] pub fn $m(self, o: impl Into<Int<V>>) -> $r<V> { $r(V::int2(Op::$op, self.0, o.into().0)) })*
        }
    };
}
int_ops! {
    /// Equal.
    eq_ IntEq -> Bool;
    /// Not equal.
    ne_ IntNe -> Bool;
    /// Signed less than.
    lt IntLt -> Bool;
    /// Signed less or equal.
    le IntLe -> Bool;
    /// Unsigned less than.
    ult UintLt -> Bool;
    /// Unsigned less or equal.
    ule UintLe -> Bool;
    /// Division rounded to minus infinity; 0 for divisor 0 (test before).
    div_floor IntDivFloor -> Int;
    /// Remainder with the divisor's sign; 0 for divisor 0 (test before).
    mod_floor IntModFloor -> Int;
    /// Shift left by the low 6 bits.
    shl IntShl -> Int;
    /// Logical shift right by the low 6 bits.
    shr IntShr -> Int;
    /// Arithmetic shift right by the low 6 bits.
    sar IntSar -> Int;
    /// Whether the sum overflows.
    add_ovf IntAddOvf -> Bool;
    /// Whether the difference overflows.
    sub_ovf IntSubOvf -> Bool;
    /// Whether the product overflows.
    mul_ovf IntMulOvf -> Bool;
}

impl<V: Values> Int<V> {
    /// The constant.
    #[inline(always)]
    pub fn new(x: i64) -> Self {
        Int(V::word(x as u64, Ty::Int))
    }
    /// The word of a constant table that this number, modulo the table's length, counts.
    #[inline(always)]
    #[track_caller]
    pub fn word_of(self, table: &'static TableDescr) -> Self {
        Int(V::table_word(table, self.0))
    }
    /// Division rounded to zero; 0 for divisor 0 (test before). As in [`i64::wrapping_div`], the least integer by -1 is itself.
    ///
    /// It is made of other ops: a division that rounds down, and what is added where the exact quotient is negative. There is no guard among them.
    #[inline(always)]
    #[track_caller]
    pub fn div_trunc(self, o: impl Into<Int<V>>) -> Self {
        let o = o.into();
        let down = self.div_floor(o);
        // One more, where the exact quotient is negative and no integer.
        down + (down * o).ne_(self).and((self ^ o).lt(0)).to_int() * o.ne_(0).to_int()
    }
    /// Remainder with the dividend's sign; the dividend for divisor 0 (test before). It is made of [`Int::div_trunc`], without a guard.
    #[inline(always)]
    #[track_caller]
    pub fn mod_trunc(self, o: impl Into<Int<V>>) -> Self {
        let o = o.into();
        self - self.div_trunc(o) * o
    }
    /// The smaller of both, without a guard.
    #[inline(always)]
    #[track_caller]
    pub fn min(self, o: impl Into<Int<V>>) -> Self {
        let o = o.into();
        o ^ ((self ^ o) & -self.lt(o).to_int())
    }
    /// The larger of both, without a guard.
    #[inline(always)]
    #[track_caller]
    pub fn max(self, o: impl Into<Int<V>>) -> Self {
        let o = o.into();
        self ^ ((self ^ o) & -self.lt(o).to_int())
    }
    /// As a double, rounded to nearest.
    #[inline(always)]
    #[track_caller]
    pub fn to_float(self) -> Float<V> {
        Float(V::to_float(self.0))
    }
    /// Bitwise complement.
    #[allow(clippy::should_implement_trait)] // named, as every op is
    #[inline(always)]
    #[track_caller]
    pub fn not(self) -> Self {
        Int(V::int1(Op::IntNot, self.0))
    }
}

impl<V: Values> Bool<V> {
    /// The constant.
    #[inline(always)]
    pub fn new(x: bool) -> Self {
        Bool(V::word(x as u64, Ty::Int))
    }
    /// Negation.
    #[allow(clippy::should_implement_trait)] // named, as every op is
    #[inline(always)]
    #[track_caller]
    pub fn not(self) -> Self {
        Bool(V::int2(Op::IntEq, self.0, V::word(0, Ty::Int)))
    }
    /// 0 or 1.
    #[inline(always)]
    #[track_caller]
    pub fn to_int(self) -> Int<V> {
        Int(self.0)
    }
    /// Both.
    #[inline(always)]
    #[track_caller]
    pub fn and(self, o: Self) -> Self {
        Bool(V::int2(Op::IntAnd, self.0, o.0))
    }
    /// Either.
    #[inline(always)]
    #[track_caller]
    pub fn or(self, o: Self) -> Self {
        Bool(V::int2(Op::IntOr, self.0, o.0))
    }
}

macro_rules! float_ops {
    ($($(#[$d:meta])* $m:ident $op:ident;)*) => {
        impl<V: Values> Float<V> {
            $($(#[$d])* #[inline(always)] #[track_caller] pub fn $m(self, o: impl Into<Float<V>>) -> Bool<V> { Bool(V::fcmp(Op::$op, self.0, o.into().0)) })*
        }
    };
}
float_ops! {
    /// Equal (false for NaN).
    eq_ FloatEq;
    /// Not equal (true for NaN).
    ne_ FloatNe;
    /// Less than (false for NaN).
    lt FloatLt;
    /// Less or equal (false for NaN).
    le FloatLe;
}

macro_rules! float_unary {
    ($($(#[$d:meta])* $m:ident $op:ident;)*) => {
        impl<V: Values> Float<V> {
            $($(#[$d])* #[inline(always)] #[track_caller] pub fn $m(self) -> Self { Float(V::float1(Op::$op, self.0)) })*
        }
    };
}
float_unary! {
    /// Absolute value.
    abs FloatAbs;
    /// Square root.
    sqrt FloatSqrt;
    /// Round to minus infinity.
    floor FloatFloor;
    /// Round to plus infinity.
    ceil FloatCeil;
    /// Round to zero.
    trunc FloatTrunc;
}

impl<V: Values> Float<V> {
    /// The constant.
    #[inline(always)]
    pub fn new(x: f64) -> Self {
        Float(V::double(x))
    }
    /// Truncated to an integer, saturating; NaN gives 0.
    #[inline(always)]
    #[track_caller]
    pub fn to_int(self) -> Int<V> {
        Int(V::to_int(self.0))
    }
    /// The bits as an integer.
    #[inline(always)]
    #[track_caller]
    pub fn to_bits(self) -> Int<V> {
        Int(V::w_as(V::d_as_w(self.0), Ty::Int))
    }
    /// The double with these bits.
    #[inline(always)]
    #[track_caller]
    pub fn from_bits(bits: Int<V>) -> Self {
        Float(V::w_as_d(bits.0))
    }
    /// `self * a + b`, rounded once.
    #[inline(always)]
    #[track_caller]
    pub fn mul_add(self, a: impl Into<Float<V>>, b: impl Into<Float<V>>) -> Self {
        Float(V::float3(Op::FloatFma, self.0, a.into().0, b.into().0))
    }
}

impl<V: Values> From<i64> for Int<V> {
    #[inline(always)]
    fn from(x: i64) -> Self {
        Int::new(x)
    }
}
impl<V: Values> From<f64> for Float<V> {
    #[inline(always)]
    fn from(x: f64) -> Self {
        Float::new(x)
    }
}
impl<V: Values> From<bool> for Bool<V> {
    #[inline(always)]
    fn from(x: bool) -> Self {
        Bool::new(x)
    }
}

macro_rules! sugar {
    ($tr:ident $m:ident $op:ident $red:ident $plain:ident $f:ident) => {
        impl<V: Values> std::ops::$tr for $red<V> {
            type Output = $red<V>;
            #[inline(always)]
            #[track_caller]
            fn $m(self, o: $red<V>) -> $red<V> {
                $red(V::$f(Op::$op, self.0, o.0))
            }
        }
        impl<V: Values> std::ops::$tr<$plain> for $red<V> {
            type Output = $red<V>;
            #[inline(always)]
            #[track_caller]
            fn $m(self, o: $plain) -> $red<V> {
                $red(V::$f(Op::$op, self.0, $red::<V>::from(o).0))
            }
        }
        impl<V: Values> std::ops::$tr<$red<V>> for $plain {
            type Output = $red<V>;
            #[inline(always)]
            #[track_caller]
            fn $m(self, o: $red<V>) -> $red<V> {
                $red(V::$f(Op::$op, $red::<V>::from(self).0, o.0))
            }
        }
    };
}
sugar!(Add add IntAdd Int i64 int2);
sugar!(Sub sub IntSub Int i64 int2);
sugar!(Mul mul IntMul Int i64 int2);
sugar!(BitAnd bitand IntAnd Int i64 int2);
sugar!(BitOr bitor IntOr Int i64 int2);
sugar!(BitXor bitxor IntXor Int i64 int2);
sugar!(Add add FloatAdd Float f64 float2);
sugar!(Sub sub FloatSub Float f64 float2);
sugar!(Mul mul FloatMul Float f64 float2);
sugar!(Div div FloatDiv Float f64 float2);
impl<V: Values> std::ops::Neg for Int<V> {
    type Output = Int<V>;
    #[inline(always)]
    #[track_caller]
    fn neg(self) -> Int<V> {
        Int(V::int1(Op::IntNeg, self.0))
    }
}
impl<V: Values> std::ops::Neg for Float<V> {
    type Output = Float<V>;
    #[inline(always)]
    #[track_caller]
    fn neg(self) -> Float<V> {
        Float(V::float1(Op::FloatNeg, self.0))
    }
}

impl<V: Values, T: Object> Ref<V, T> {
    /// The constant reference.
    #[inline(always)]
    pub fn new(x: Gc<T>) -> Self {
        Ref(V::word(x.to_bits(), Ty::Ref), PhantomData)
    }
    /// The same object.
    #[inline(always)]
    #[track_caller]
    pub fn is(self, o: Ref<V, T>) -> Bool<V> {
        Bool(V::int2(Op::RefEq, self.0, o.0))
    }
    /// The object's address, which it keeps while it lives: for hashes, as nothing that a program does may depend on it.
    #[inline(always)]
    #[track_caller]
    pub fn address(self) -> Int<V> {
        Int(V::w_as(self.0, Ty::Int))
    }
    /// As a reference that may be null.
    #[inline(always)]
    pub fn opt(self) -> OptRef<V, T> {
        OptRef(self.0, PhantomData)
    }
}

impl<T: Object> OptRef<Conc, T> {
    /// The object or null, for helpers.
    #[inline(always)]
    pub fn gc(self) -> OptGc<T> {
        // SAFETY: the word of an `OptRef<V, T>` is always null or the address of a live `T`.
        unsafe { OptGc::from_bits(self.0) }
    }
}

impl<T: Object> Ref<Conc, T> {
    /// The object, for helpers.
    #[inline(always)]
    pub fn gc(self) -> Gc<T> {
        // SAFETY: the word of a `Ref<V, T>` is always the address of a live `T`.
        unsafe { Gc::from_bits(self.0) }
    }
}

impl Int<Conc> {
    /// The number, for helpers.
    #[inline(always)]
    pub fn value(self) -> i64 {
        self.0 as i64
    }
}

impl Float<Conc> {
    /// The number, for helpers.
    #[inline(always)]
    pub fn value(self) -> f64 {
        self.0
    }
}

impl<V: Values, T: Object> OptRef<V, T> {
    /// Null.
    #[inline(always)]
    pub fn null() -> Self {
        OptRef(V::word(0, Ty::Ref), PhantomData)
    }
    /// The constant.
    #[inline(always)]
    pub fn new(x: OptGc<T>) -> Self {
        OptRef(V::word(x.to_bits(), Ty::Ref), PhantomData)
    }
    /// Whether it is null.
    #[inline(always)]
    #[track_caller]
    pub fn is_null(self) -> Bool<V> {
        Bool(V::int2(Op::RefEq, self.0, V::word(0, Ty::Ref)))
    }
    /// The same object, or both null.
    #[inline(always)]
    #[track_caller]
    pub fn is(self, o: OptRef<V, T>) -> Bool<V> {
        Bool(V::int2(Op::RefEq, self.0, o.0))
    }
}

impl<V: Values> Slot<V> {
    /// The constant slot.
    #[inline(always)]
    pub fn raw(tag: u64, bits: u64, ty: Ty) -> Self {
        Slot(V::slot(V::word(tag, Ty::Int), V::word(bits, ty)))
    }
    /// A green value of a language's own type as a red one: a constant of the program, `Slot::green::<Value<Conc>>(pool[k])`. Whoever has it keeps it alive
    /// ([`Language::mark`](super::Language::mark)); a trace that uses it does, too.
    #[inline(always)]
    pub fn green<T: Tagged>(s: RawSlot) -> Self {
        let ty = match T::PAYLOADS.get(s.tag as usize) {
            Some(&ty) if ty != Ty::Void => ty,
            _ => Ty::Int,
        };
        Slot::raw(s.tag, s.bits, ty)
    }
    /// The slot, read as two words where plain execution may just have written it as two: a read of both at once would wait until they are in the cache.
    #[inline(always)]
    pub fn in_words(&self) -> Self {
        Slot(V::in_words(&self.0))
    }
    /// The tag as a number.
    #[inline(always)]
    pub fn tag(self) -> Int<V> {
        Int(V::slot_tag(self.0))
    }
    /// Red test: the tag is `tag`.
    #[inline(always)]
    #[track_caller]
    pub fn has_tag(self, tag: u64) -> Bool<V> {
        Bool(V::int2(Op::IntEq, V::slot_tag(self.0), V::word(tag, Ty::Int)))
    }
    /// Red test: the tag is at most `tag` (order the variants so that falsy and numeric ones are prefixes).
    #[inline(always)]
    #[track_caller]
    pub fn tag_le(self, tag: u64) -> Bool<V> {
        Bool(V::int2(Op::UintLe, V::slot_tag(self.0), V::word(tag, Ty::Int)))
    }
    /// Red test: both words equal (identity of language values whose payloads are words; floats need their own comparison).
    #[inline(always)]
    #[track_caller]
    pub fn same(self, o: Slot<V>) -> Bool<V> {
        let t = V::int2(Op::IntEq, V::slot_tag(self.0), V::slot_tag(o.0));
        let p = V::int2(
            Op::IntEq,
            V::w_as(V::slot_payload(self.0), Ty::Int),
            V::w_as(V::slot_payload(o.0), Ty::Int),
        );
        Bool(V::int2(Op::IntAnd, t, p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_of_other_ops_is_what_rust_does() {
        let few = [-9, -8, -7, -1, 0, 1, 2, 7, 8, i64::MIN, i64::MAX];
        for (a, b) in few.iter().flat_map(|&a| few.map(|b| (a, b))) {
            let (x, y) = (Int::<Conc>::new(a), Int::<Conc>::new(b));
            assert_eq!(x.min(y).value(), a.min(b), "{a} and {b}");
            assert_eq!(x.max(y).value(), a.max(b), "{a} and {b}");
            let (quotient, rest) = if b == 0 { (0, a) } else { (a.wrapping_div(b), a.wrapping_rem(b)) };
            assert_eq!((x.div_trunc(y).value(), x.mod_trunc(y).value()), (quotient, rest), "{a} by {b}");
        }
    }
}
