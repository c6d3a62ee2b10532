//! Texts made of one text alone, whole: its case turned, its ends stripped.
//!
//! **Problem.** `line.strip().lower()` by way of the library's functions has its arguments looked at, in memory. Known as a function of the text, a trace calls what
//! makes the other text, shares equal calls, and leaves out one that nobody wants.
//!
//! **Invariant.** The texts are those that the library's functions give; these are still there for other arguments. Nothing but memory can be wanting.
//!
//! **Example.** `CHANGES[LOWER].1(rt, s)` is `s.lower()`.

use crate::builtins::pieces::{self, Side, Text as _};
use crate::objects::str;
use crate::value::Str;
use crate::Rt;
use holloway::heap::Gc;
use holloway::machine::Raised;

/// A text made of another one.
type Change = fn(&Rt, Gc<Str>) -> Result<Gc<Str>, Raised>;

/// Number of `lower` in [`CHANGES`].
pub const LOWER: u8 = 0;
/// Number of `upper`.
pub const UPPER: u8 = 1;

/// The name of the method, and what it does.
pub const CHANGES: &[(&str, Change)] = &[
    ("lower", |rt, s| turned(rt, s, u8::to_ascii_lowercase, |s| s.to_lowercase())),
    ("upper", |rt, s| turned(rt, s, u8::to_ascii_uppercase, |s| s.to_uppercase())),
    ("strip", |rt, s| stripped(rt, s, true, true)),
    ("lstrip", |rt, s| stripped(rt, s, true, false)),
    ("rstrip", |rt, s| stripped(rt, s, false, true)),
];

/// The name of a method that fills a text up with blanks, and where the text then stands.
pub const SIDES: &[(&str, Side)] = &[("ljust", Side::Left), ("rjust", Side::Right), ("center", Side::Middle)];

/// Widest text that [`justified`] makes.
pub const MOST_WIDE: i64 = 1 << 12;

/// The text filled up to a width with blanks, on a side of these.
///
/// # Errors
/// `MemoryError`.
pub fn justified(rt: &Rt, t: Gc<Str>, width: i64, side: u8) -> Result<Gc<Str>, Raised> {
    let room = pieces::filling(t.chars as usize, width.max(0) as usize, SIDES[usize::from(side)].1);
    match room {
        (0, 0) => Ok(t),
        room => str::filled(rt, t, room, str::make(rt, " ")?),
    }
}

/// The text with the case of its letters changed, by a function for ASCII and one for all characters.
pub(super) fn turned(
    rt: &Rt,
    t: Gc<Str>,
    ascii: impl Fn(&u8) -> u8,
    any: impl Fn(&str) -> String,
) -> Result<Gc<Str>, Raised> {
    match t.is_ascii() {
        true => str::from_ascii(rt, t.size(), t.data().iter().map(ascii)),
        false => str::make(rt, &any(t.text())),
    }
}

/// The text without blanks at its ends; itself, if there are none.
fn stripped(rt: &Rt, t: Gc<Str>, left: bool, right: bool) -> Result<Gc<Str>, Raised> {
    let s = t.text().trimmed(left, right);
    if s.len() == t.size() {
        return Ok(t);
    }
    str::make(rt, s)
}
