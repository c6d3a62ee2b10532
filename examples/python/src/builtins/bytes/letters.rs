//! Methods of bytes about ASCII letters: their case, and what kinds of bytes there are.

use super::{data, like};
use crate::builtins::pieces::is_blank;
use crate::native::Args;
use crate::value::Val;
use holloway::machine::Raised;

macro_rules! mapped {
    ($($f:ident |$d:ident| $e:expr;)*) => {$(
        pub(super) fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            let $d = data(a)?;
            like(a, $e)
        }
    )*};
}
mapped! {
    upper |d| d.to_ascii_uppercase();
    lower |d| d.to_ascii_lowercase();
    swapcase |d| d.iter().map(|b| if b.is_ascii_uppercase() { b.to_ascii_lowercase() } else { b.to_ascii_uppercase() }).collect();
    capitalize |d| {
        let mut d = d.to_ascii_lowercase();
        d.iter_mut().take(1).for_each(|b| b.make_ascii_uppercase());
        d
    };
    title |d| {
        let mut inside = false;
        let mut one = |b: &u8| {
            let c = if inside { b.to_ascii_lowercase() } else { b.to_ascii_uppercase() };
            inside = b.is_ascii_alphabetic();
            c
        };
        d.iter().map(&mut one).collect()
    };
}
macro_rules! tests {
    ($($f:ident |$d:ident| $e:expr;)*) => {$(
        pub(super) fn $f(a: &mut Args<'_>) -> Result<Val, Raised> {
            a.method(0, 0)?;
            let $d = data(a)?;
            Ok(Val::bool($e))
        }
    )*};
}
tests! {
    isdigit |d| !d.is_empty() && d.iter().all(u8::is_ascii_digit);
    isalpha |d| !d.is_empty() && d.iter().all(u8::is_ascii_alphabetic);
    isalnum |d| !d.is_empty() && d.iter().all(u8::is_ascii_alphanumeric);
    isspace |d| !d.is_empty() && d.iter().all(is_blank);
    isascii |d| d.is_ascii();
    istitle |d| {
        let (mut inside, mut any, mut right) = (false, false, true);
        for b in &d {
            right &= if b.is_ascii_uppercase() { !inside } else { inside || !b.is_ascii_lowercase() };
            inside = b.is_ascii_alphabetic();
            any |= inside;
        }
        any && right
    };
    isupper |d| d.iter().any(u8::is_ascii_uppercase) && !d.iter().any(u8::is_ascii_lowercase);
    islower |d| d.iter().any(u8::is_ascii_lowercase) && !d.iter().any(u8::is_ascii_uppercase);
}
