//! The parts of Lua's libraries that need no interpreter.
//!
//! **Problem.** `string`, `utf8`, `os.date`, `math.random` and the conversions between numbers and text are
//! most of Lua's library by size, and none of it depends on how values, tables or calls are represented. Here
//! they are as safe functions over bytes, `i64` and `f64`, so that they can be tested against the reference
//! on their own.
//!
//! **Interface.** Arguments arrive by trait ([`format::FormatArgs`], [`pack::PackArgs`]) or as plain slices,
//! results leave through a `Vec<u8>` or a small enum. Failures are a [`TextError`], which says whether the
//! reference raises a plain message or blames an argument; who calls adds the function's name and the
//! position.
//!
//! **Invariants.** No `unsafe`. No input makes these functions panic: sizes and positions are checked before
//! use. Argument numbers are Lua's (the first argument of the call is 1).
//!
//! **Not promised.** Locales other than "C". Behaviour is that of version 5.4.4 where 5.4 releases differ.
//!
//! **Example.** `string.find("hello", "l+")`:
//! ```text
//! let program = pattern::Program::new(b"l+", true);
//! let mut m = pattern::Matcher::new(b"hello", &program);
//! assert_eq!(m.find(0), Ok(Some((2, 4))));        // offsets; Lua reports 3 and 4
//! ```
#![forbid(unsafe_code)]

use std::borrow::Cow;

pub mod date;
pub mod format;
pub mod number;
pub mod pack;
pub mod pattern;
pub mod random;
pub mod utf8;

#[cfg(test)]
mod tests;

/// What went wrong, in the reference's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextError {
    /// Raised as it stands (the caller adds file and line).
    Message(Cow<'static, [u8]>),
    /// Raised as "bad argument #index to 'function' (message)".
    Argument {
        /// Lua's number of the argument, from 1.
        index: usize,
        /// The text in parentheses.
        message: Cow<'static, [u8]>,
    },
}

impl TextError {
    /// An error with a message of its own.
    pub fn message(text: impl Into<TextBytes>) -> TextError {
        TextError::Message(text.into().0)
    }

    /// An error that blames argument `index`.
    pub fn argument(index: usize, text: impl Into<TextBytes>) -> TextError {
        TextError::Argument { index, message: text.into().0 }
    }
}

/// Message bytes from any of the usual string types.
pub struct TextBytes(Cow<'static, [u8]>);

impl From<&'static str> for TextBytes {
    fn from(text: &'static str) -> Self {
        TextBytes(Cow::Borrowed(text.as_bytes()))
    }
}

impl From<String> for TextBytes {
    fn from(text: String) -> Self {
        TextBytes(Cow::Owned(text.into_bytes()))
    }
}

impl From<Vec<u8>> for TextBytes {
    fn from(text: Vec<u8>) -> Self {
        TextBytes(Cow::Owned(text))
    }
}

/// Turns a start position as Lua gives it (from 1; negative counts from the end) into an offset.
///
/// A position before the start becomes 0; one behind the end is returned as it is, at least `len`.
pub fn start_offset(position: i64, len: usize) -> usize {
    match position {
        1.. => usize::try_from(position - 1).unwrap_or(usize::MAX),
        0 => 0,
        _ => len.saturating_sub(usize::try_from(position.unsigned_abs()).unwrap_or(usize::MAX)),
    }
}

/// Turns an end position as Lua gives it (inclusive; negative counts from the end) into an exclusive offset
/// in `0..=len`.
pub fn end_offset(position: i64, len: usize) -> usize {
    match position {
        0.. => usize::try_from(position).unwrap_or(usize::MAX).min(len),
        _ => {
            let back = usize::try_from(position.unsigned_abs() - 1).unwrap_or(usize::MAX);
            len.saturating_sub(back)
        }
    }
}
