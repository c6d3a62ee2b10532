//! What a text is asked that one word answers, as a function of the texts alone.
//!
//! **Problem.** `line.startswith("#")` by way of the library's function has its arguments looked at, in memory, before two bytes are compared. Asked so, a trace calls
//! what compares, with texts that it knows to be such, and knows that texts do not change.
//!
//! **Invariant.** The answers are those of the library's functions ([`super::search`]), which stay what other arguments are for.
//!
//! **Example.** `QUESTIONS[2].2(text, part, 0)`, of `find`, is the number of the character at which the part begins, or -1.

use super::search::{count_in, place_in};
use crate::objects::bytes;
use crate::value::Str;

/// A text, a part that it is asked about, from which byte on.
type Question = fn(&Str, &Str, usize) -> i64;

/// What the word that answers is.
#[derive(Clone, Copy)]
pub enum Answer {
    /// 0 or 1.
    Truth,
    Number,
    /// A number, of which -1 is an error.
    Found,
}

/// Number of `find` in [`QUESTIONS`].
pub const FIND: i64 = 2;

/// The name of the method, what the answer is, and how it is found.
pub const QUESTIONS: &[(&str, Answer, Question)] = &[
    ("startswith", Answer::Truth, |s, x, from| {
        s.data().get(from..).is_some_and(|s| s.starts_with(x.data())).into()
    }),
    ("endswith", Answer::Truth, |s, x, from| {
        s.data().get(from..).is_some_and(|s| s.ends_with(x.data())).into()
    }),
    ("find", Answer::Number, first),
    ("index", Answer::Found, first),
    ("rfind", Answer::Number, last),
    ("rindex", Answer::Found, last),
    ("count", Answer::Number, |s, x, from| s.data().get(from..).map_or(0, |s| count_in(s, x) as i64)),
];

fn first(s: &Str, x: &Str, from: usize) -> i64 {
    place(s, x, from, bytes::find)
}
fn last(s: &Str, x: &Str, from: usize) -> i64 {
    place(s, x, from, bytes::rfind)
}
fn place(s: &Str, x: &Str, from: usize, find: fn(&[u8], &[u8]) -> Option<usize>) -> i64 {
    if from > s.size() {
        return -1;
    }
    // Only a text of ASCII is asked from elsewhere than its beginning, where bytes are characters.
    place_in(s, from..s.size(), x, find).map_or(-1, |at| (at + from) as i64)
}
