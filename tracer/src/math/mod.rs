//! Functions of floats: exponential, logarithms, powers, functions of angles.
//!
//! **Problem.** Plain execution, traces and kernels of a device must agree to the bit, so they cannot each ask the library at hand. And what a language
//! prints is measured by its reference, which asks the C library. So each function is written here, once, over any machine's values, after the
//! table-driven algorithms that the C library uses.
//!
//! **Invariants.**
//! 1. One source: the native function ([mod@native]) and what a machine sees that looks into recipes are the same generic body.
//! 2. Products and sums are rounded once exactly where `mul_add` is written. The native functions are compiled for processors that do this in one
//!    instruction, and for others. So bodies hand nothing that multiplies to functions of the library that may not be inlined: those are compiled for any.
//! 3. On processors with that instruction results are those of glibc 2.28 and later, to the bit; `tests/math.rs` holds them to it.
//!
//! **Not promised.** That other C libraries, or glibc on processors without the instruction, agree in the last place.
//!
//! **Example.** `let y = math::exp(m, x);` in an interpreter, with `x: Float<V>`; `math::native::exp(1.0)` in a helper.

mod asin;
mod atan;
mod exp;
mod host;
mod hyper;
mod log;
mod pow;
mod reduce;
mod remainder;
mod tables;
mod tan;
#[cfg(test)]
mod tests;
mod trig;

use crate::machine::helper::OK;
use crate::machine::{native, Float, HelperRef, Machine, NativeCtx, Values};
use holloway_compiler::ir::{HelperEffect, Ty};
use host::{Open, Plain};
pub use remainder::Divided;

/// A machine's value as a float, where the two are one.
#[inline(always)]
fn plain<V: Values>(x: Float<V>) -> f64 {
    f64::from_bits(V::bits(V::d_as_w(x.0)))
}

/// A function's parts: what a machine calls, the native function, what an interpreter calls.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident $text:literal ($($x:ident),+) = $body:path;)*) => {
        $($(#[$doc])*
        #[inline(always)]
        #[track_caller]
        pub fn $name<M: Machine>(m: &M, $($x: Float<M::V>),+) -> Float<M::V> {
            if m.opens_recipes() {
                return $body(Open(m), $($x),+);
            }
            if !M::TRACING {
                return Float::new(native::$name($(plain($x)),+));
            }
            Float(M::V::w_as_d(m.call_pure(&helpers::$name, &[$(M::V::d_as_w($x.0)),+], Ty::Float)))
        })*

        #[allow(non_upper_case_globals)] // named as the functions
        mod helpers {
            use super::*;

            $(pub static $name: HelperRef = HelperRef {
                name: $text,
                id: std::any::TypeId::of::<crate::machine::Conc>, // names tell these
                shim: {
                    native! {
                        unsafe fn shim(_: *const NativeCtx, args: *const u64, out: *mut u64) -> u64 {
                            let mut next = args;
                            $(
                                // SAFETY: there are as many argument words as the function has arguments.
                                let $x = unsafe { f64::from_bits(*next) };
                                next = next.wrapping_add(1);
                            )+
                            let _ = next;
                            // SAFETY: there is room for a result.
                            unsafe { *out = native::$name($($x),+).to_bits() };
                            OK
                        }
                    }
                    shim
                },
                effect: HelperEffect::Pure,
                direct: None,
                inline: None,
                never_null: false,
            };)*
        }

        /// The functions at plain floats.
        pub mod native {
            use super::*;

            $($(#[$doc])*
            #[inline]
            #[must_use]
            pub fn $name($($x: f64),+) -> f64 {
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("fma") {
                    #[target_feature(enable = "fma")]
                    fn fused($($x: f64),+) -> f64 {
                        $body(Plain, $(Float($x)),+).0
                    }
                    // SAFETY: the processor has what the function is compiled for.
                    return unsafe { fused($($x),+) };
                }
                $body(Plain, $(Float($x)),+).0
            })*
        }
    };
}

functions! {
    /// `e^x`.
    exp "math.exp" (x) = exp::exp;
    /// `e^x - 1`.
    expm1 "math.expm1" (x) = hyper::expm1;
    /// The hyperbolic sine.
    sinh "math.sinh" (x) = hyper::sinh;
    /// The hyperbolic cosine.
    cosh "math.cosh" (x) = hyper::cosh;
    /// The hyperbolic tangent.
    tanh "math.tanh" (x) = hyper::tanh;
    /// The natural logarithm.
    log "math.log" (x) = log::log;
    /// The logarithm to base 2.
    log2 "math.log2" (x) = log::log2;
    /// The logarithm to base 10.
    log10 "math.log10" (x) = log::log10;
    /// `x^y`.
    pow "math.pow" (x, y) = pow::pow;
    /// The sine.
    sin "math.sin" (x) = trig::sin;
    /// The cosine.
    cos "math.cos" (x) = trig::cos;
    /// The tangent.
    tan "math.tan" (x) = tan::tan;
    /// The arc sine.
    asin "math.asin" (x) = asin::asin;
    /// The arc cosine.
    acos "math.acos" (x) = asin::acos;
    /// The arc tangent.
    atan "math.atan" (x) = atan::atan;
    /// The angle of the point (x, y).
    atan2 "math.atan2" (y, x) = atan::atan2;
}

/// `x / y` rounded down, and the remainder, both exact, of a positive number (or +0) by a positive one that is at most 2^51 times smaller: what there are no two opinions
/// about among languages. `None` for all others.
#[inline(always)]
#[track_caller]
pub fn div_mod<M: Machine>(m: &M, x: Float<M::V>, y: Float<M::V>) -> Option<Divided<M::V>> {
    remainder::div_mod(Open(m), x, y)
}

/// The functions of one float as data.
macro_rules! unary {
    ($($variant:ident $name:ident)*) => {
        /// A function of one float: an entry of a library's table.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)] // named as the functions
        pub enum Unary { $($variant),* }

        impl Unary {
            /// The function at plain floats.
            #[must_use]
            pub fn native(self) -> fn(f64) -> f64 {
                match self { $(Unary::$variant => native::$name),* }
            }
            /// The function of a machine's value.
            #[inline(always)]
            #[track_caller]
            pub fn call<M: Machine>(self, m: &M, x: Float<M::V>) -> Float<M::V> {
                if m.opens_recipes() {
                    return match self { $(Unary::$variant => $name(m, x)),* };
                }
                if !M::TRACING {
                    return Float::new(self.native()(plain(x)));
                }
                const HELPERS: &[&HelperRef] = &[$(&helpers::$name),*];
                Float(M::V::w_as_d(m.call_pure(HELPERS[self as usize], &[M::V::d_as_w(x.0)], Ty::Float)))
            }
        }
    };
}
unary! { Exp exp Expm1 expm1 Sinh sinh Cosh cosh Tanh tanh Log log Log2 log2 Log10 log10 Sin sin Cos cos Tan tan Asin asin Acos acos Atan atan }
