//! How text and bytes are taken apart: what methods of `str` and of `bytes` do alike.
//!
//! The parts are slices of what they are parts of; making values of them, and reading arguments that are of one kind only, is left to the methods.
//!
//! ```text
//! split("a b  c", None, 1, false, ..)  ["a", "b  c"]  split("a,b,c", Some(","), 1, true, ..)  ["a,b", "c"]
//! partition("k=v", "=", false)         ["k", "=", "v"]  lines("a\nb", true)                     ["a\n", "b"]
//! ```

use crate::native::Args;
use crate::objects::{bytes, ops, str};
use crate::value::Val;
use crate::{errors, Rt};
use holloway::machine::Raised;
use smallvec::SmallVec;
use std::ops::Range;

/// What can be taken apart: `str`, whose units are characters, and `[u8]`.
pub trait Text: PartialEq {
    /// All bytes.
    fn data(&self) -> &[u8];
    /// The part from one byte to another, both of which begin units.
    fn cut(&self, part: Range<usize>) -> &Self;
    /// Without white space at its ends.
    fn trimmed(&self, left: bool, right: bool) -> &Self;
    /// Where the first white space is.
    fn blank(&self) -> Option<usize>;
    /// Where the last white space ends.
    fn last_blank(&self) -> Option<usize>;
    /// Where the first line ends, and where the next one begins.
    fn line_end(&self) -> Option<(usize, usize)>;
}

/// Whether a byte of UTF-8 is a character of ASCII that is white space in a text.
fn is_ascii_space(b: &u8) -> bool {
    matches!(b, b' ' | 9..=13 | 28..=31)
}

impl Text for str {
    fn data(&self) -> &[u8] {
        self.as_bytes()
    }
    fn cut(&self, part: Range<usize>) -> &str {
        &self[part]
    }
    // Bytes of ASCII are told without decoding, as most are.
    fn trimmed(&self, left: bool, right: bool) -> &str {
        let d = self.as_bytes();
        let before = d.iter().take_while(|b| left && is_ascii_space(b)).count();
        let after = d[before..].iter().rev().take_while(|b| right && is_ascii_space(b)).count();
        let s = &self[before..d.len() - after];
        let (first, last) = (s.as_bytes().first(), s.as_bytes().last());
        match (first, last) {
            (Some(f), Some(l)) if left && !f.is_ascii() || right && !l.is_ascii() => {
                let s = if left { s.trim_start_matches(str::is_space) } else { s };
                if right {
                    s.trim_end_matches(str::is_space)
                } else {
                    s
                }
            }
            _ => s,
        }
    }
    fn blank(&self) -> Option<usize> {
        let at = self.bytes().position(|b| !b.is_ascii() || is_ascii_space(&b))?;
        match self.as_bytes()[at].is_ascii() {
            true => Some(at),
            false => self[at..].find(str::is_space).map(|n| n + at),
        }
    }
    fn last_blank(&self) -> Option<usize> {
        let at = self.rfind(str::is_space)?;
        self[at..].chars().next().map(|c| at + c.len_utf8())
    }
    fn line_end(&self) -> Option<(usize, usize)> {
        let ends = |c: char| {
            matches!(c, '\n'..='\r' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}') && c != '\t'
        };
        let at = self.find(ends)?;
        let len = match self[at..].starts_with("\r\n") {
            true => 2,
            false => self[at..].chars().next().map_or(0, char::len_utf8),
        };
        Some((at, at + len))
    }
}

/// Whether a byte is white space.
pub fn is_blank(b: &u8) -> bool {
    matches!(b, b' ' | 9..=13)
}

impl Text for [u8] {
    fn data(&self) -> &[u8] {
        self
    }
    fn cut(&self, part: Range<usize>) -> &[u8] {
        &self[part]
    }
    fn trimmed(&self, left: bool, right: bool) -> &[u8] {
        trim(self, left, right, is_blank)
    }
    fn blank(&self) -> Option<usize> {
        self.iter().position(is_blank)
    }
    fn last_blank(&self) -> Option<usize> {
        self.iter().rposition(is_blank).map(|i| i + 1)
    }
    fn line_end(&self) -> Option<(usize, usize)> {
        let at = self.iter().position(|b| matches!(b, b'\n' | b'\r'))?;
        Some((at, at + if self[at..].starts_with(b"\r\n") { 2 } else { 1 }))
    }
}

/// Bytes without those of a kind at the ends.
pub fn trim(mut d: &[u8], left: bool, right: bool, gone: impl Fn(&u8) -> bool) -> &[u8] {
    while left && d.first().is_some_and(&gone) {
        d = &d[1..];
    }
    while right && d.last().is_some_and(&gone) {
        d = &d[..d.len() - 1];
    }
    d
}

/// The range of units that optional bounds from argument `i` on choose among `n`.
///
/// # Errors
/// `TypeError` for a bound that is no integer.
pub fn bounds(a: &Args<'_>, n: usize, i: usize) -> Result<Option<Range<usize>>, Raised> {
    let n = n as i64;
    let bound = |v: i64| if v < 0 { (v + n).max(0) } else { v };
    let (from, to) = (bound(a.bound(i, 0)?), bound(a.bound(i + 1, n)?).min(n));
    Ok((from <= to).then_some(from as usize..to as usize))
}

/// How many times a part, which is not empty, is in a text without overlapping.
pub fn count(s: &[u8], part: &[u8]) -> usize {
    match part {
        [b] => memchr::memchr_iter(*b, s).count(),
        part => memchr::memmem::find_iter(s, part).count(),
    }
}

/// The separator and the greatest number of splits that `split` and its like are given, the former as it is.
///
/// # Errors
/// `TypeError`.
pub fn split_arguments(a: &Args<'_>) -> Result<(Val, usize), Raised> {
    a.takes(0, 2, &["sep", "maxsplit"])?;
    let most = match a.opt(2, "maxsplit", Val::Unbound) {
        Val::Unbound => -1,
        n => ops::index_small(a.rt, n)?,
    };
    Ok((a.opt(1, "sep", Val::None), usize::try_from(most).unwrap_or(usize::MAX)))
}

/// The error of a separator that has nothing in it.
pub fn empty_separator(rt: &Rt) -> Raised {
    errors::value(rt, "empty separator")
}

/// Parts of a text, without asking for memory where they are few.
pub type Parts<'s, T> = SmallVec<[&'s T; 16]>;

/// Finds the parts between separators, or between white space; with at most so many splits, counted from the left or from the right.
pub fn split<'s, T: Text + ?Sized>(
    s: &'s T,
    sep: Option<&T>,
    most: usize,
    right: bool,
    parts: &mut Parts<'s, T>,
) {
    let mut rest = s;
    match sep.map(T::data) {
        None => loop {
            rest = rest.trimmed(!right, right);
            let n = rest.data().len();
            let split = if right { rest.last_blank() } else { rest.blank() }.filter(|_| parts.len() < most);
            match split {
                _ if n == 0 => break,
                None => {
                    parts.push(rest);
                    break;
                }
                Some(at) if right => {
                    parts.push(rest.cut(at..n));
                    rest = rest.cut(0..at);
                }
                Some(at) => {
                    parts.push(rest.cut(0..at));
                    rest = rest.cut(at..n);
                }
            }
        },
        Some(sep) if right => {
            while let Some(at) = bytes::rfind(rest.data(), sep).filter(|_| parts.len() < most) {
                parts.push(rest.cut(at + sep.len()..rest.data().len()));
                rest = rest.cut(0..at);
            }
            parts.push(rest);
        }
        Some(sep) => {
            let mut from = 0;
            let next = |at: usize| {
                parts.push(s.cut(from..at));
                from = at + sep.len();
            };
            match sep {
                [b] => memchr::memchr_iter(*b, s.data()).take(most).for_each(next),
                // Preparing a search takes longer than going through a short text.
                sep if s.data().len() <= SHORT => short_finds(s.data(), sep).take(most).for_each(next),
                sep => memchr::memmem::find_iter(s.data(), sep).take(most).for_each(next),
            }
            parts.push(s.cut(from..s.data().len()));
        }
    }
    if right {
        parts.reverse();
    }
}

/// Most bytes of a text that is searched without preparation.
const SHORT: usize = 100;

/// Where a part, which is not empty, is in a text without overlapping.
fn short_finds<'s>(s: &'s [u8], part: &'s [u8]) -> impl Iterator<Item = usize> + 's {
    let mut from = 0;
    std::iter::from_fn(move || loop {
        let at = from + memchr::memchr(*part.first()?, s.get(from..)?)?;
        if s[at..].starts_with(part) {
            from = at + part.len();
            return Some(at);
        }
        from = at + 1;
    })
}

/// The lines, with their ends if asked.
pub fn lines<T: Text + ?Sized>(s: &T, keep: bool) -> Vec<&T> {
    let (mut parts, mut rest) = (Vec::new(), s);
    while !rest.data().is_empty() {
        let n = rest.data().len();
        let (end, next) = rest.line_end().unwrap_or((n, n));
        parts.push(rest.cut(0..if keep { next } else { end }));
        rest = rest.cut(next..n);
    }
    parts
}

/// What is before the first or last place of a part, the part, and what is after it.
pub fn partition<'s, T: Text + ?Sized>(s: &'s T, part: &'s T, last: bool) -> [&'s T; 3] {
    let (d, n) = (s.data(), part.data().len());
    let at = if last { bytes::rfind(d, part.data()) } else { bytes::find(d, part.data()) };
    let nothing = s.cut(0..0);
    match at {
        Some(i) => [s.cut(0..i), part, s.cut(i + n..d.len())],
        None if last => [nothing, nothing, s],
        None => [s, nothing, nothing],
    }
}

/// How many units of filling go before and after what is so many units long: see [`Side`].
pub fn filling(n: usize, width: usize, side: Side) -> (usize, usize) {
    let missing = width.saturating_sub(n);
    let before = match side {
        Side::Left => 0,
        Side::Right => missing,
        Side::Middle => missing / 2 + (missing & width & 1),
    };
    (before, missing - before)
}

/// Where what is filled up stands.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
    Middle,
}

/// The length of the sign that zeros go behind.
pub fn sign_len(s: &[u8]) -> usize {
    usize::from(matches!(s.first(), Some(b'+' | b'-')))
}

/// Longest text that filling makes.
const LONGEST: i64 = 1 << 32;

/// A width or number of blanks.
///
/// # Errors
/// `MemoryError`.
pub fn length(rt: &Rt, n: i64) -> Result<usize, Raised> {
    if n > LONGEST {
        return Err(errors::memory(rt));
    }
    errors::room(rt, n.max(0) as usize)?;
    Ok(n.max(0) as usize)
}

/// How far apart tabs are, as said to `expandtabs`.
///
/// # Errors
/// `TypeError`, `MemoryError`.
pub fn tab_size(a: &Args<'_>) -> Result<usize, Raised> {
    a.takes(0, 1, &["tabsize"])?;
    length(a.rt, ops::index_small(a.rt, a.opt(1, "tabsize", Val::Int(8)))?)
}

/// Text with spaces for tabs. Bytes that begin no character take no column.
///
/// # Errors
/// `TypeError`, `MemoryError`.
pub fn expand_tabs(
    a: &Args<'_>,
    size: usize,
    s: &[u8],
    begins: impl Fn(u8) -> bool,
) -> Result<Vec<u8>, Raised> {
    let (mut out, mut column) = (Vec::with_capacity(s.len()), 0);
    for &b in s {
        match b {
            b'\t' => {
                let n = if size > 0 { size - column % size } else { 0 };
                length(a.rt, (out.len() + n) as i64)?;
                out.resize(out.len() + n, b' ');
                column += n;
            }
            b => {
                out.push(b);
                column = if matches!(b, b'\n' | b'\r') { 0 } else { column + usize::from(begins(b)) };
            }
        }
    }
    Ok(out)
}

/// Whether a text begins or ends with argument 1, or with one of a tuple.
///
/// # Errors
/// Those of `test`, which is told whether the value is one of a tuple.
pub fn affix(a: &Args<'_>, test: impl Fn(Val, bool) -> Result<bool, Raised>) -> Result<Val, Raised> {
    match ops::unwrapped(a.rt, a.val(1)) {
        Val::Tuple(all) => {
            for &v in all.items.as_slice() {
                if test(v.into(), true)? {
                    return Ok(Val::True);
                }
            }
            Ok(Val::False)
        }
        _ => test(a.val(1), false).map(Val::bool),
    }
}
