//! What a text is asked that one word answers, as a function of the texts alone.
//!
//! **Problem.** `line.startswith("#")` by way of the library's function has its arguments looked at, in memory, before two bytes are compared. Asked so, a trace calls
//! what compares, with texts that it knows to be such, and knows that texts do not change.
//!
//! **Invariant.** The answers are those of the library's functions ([`super::search`]), which stay what other arguments are for.
//!
//! **Example.** `QUESTIONS[number("find")].1(text, part, 0)` is the number of the character at which the part begins, or -1.

use super::search::{starts, FIND, RFIND};
use crate::builtins::pieces;
use crate::value::Str;

/// A text, a part that it is asked about, from which byte on.
type Question = fn(&Str, &Str, usize) -> i64;

/// By the name of the method.
pub const QUESTIONS: &[(&str, Question)] = &[
    ("startswith", |s, x, from| s.data().get(from..).is_some_and(|s| s.starts_with(x.data())).into()),
    ("endswith", |s, x, from| s.data().get(from..).is_some_and(|s| s.ends_with(x.data())).into()),
    ("find", |s, x, from| found(s, x, from, FIND)),
    ("index", |s, x, from| found(s, x, from, FIND)),
    ("rfind", |s, x, from| found(s, x, from, RFIND)),
    ("rindex", |s, x, from| found(s, x, from, RFIND)),
    ("count", |s, x, from| match s.data().get(from..) {
        None => 0,
        Some(s) if x.size() == 0 => starts(s) as i64 + 1,
        Some(s) => pieces::count(s, x.data()) as i64,
    }),
];

/// The numbers of those that are answered yes or no, of which there are as many.
pub const YES_OR_NO: u8 = 2;
/// Those of which -1 is an error.
pub const MUST_FIND: [u8; 2] = [3, 5];

const _: () =
    assert!(matches!(QUESTIONS[3].0.as_bytes(), b"index") && matches!(QUESTIONS[5].0.as_bytes(), b"rindex"));

fn found(s: &Str, x: &Str, from: usize, find: fn(&[u8], &[u8]) -> Option<usize>) -> i64 {
    let data = s.data();
    let Some(at) = data.get(from..).and_then(|part| find(part, x.data())) else { return -1 };
    let at = from + at;
    (if s.is_ascii() { at } else { starts(&data[..at]) }) as i64
}
