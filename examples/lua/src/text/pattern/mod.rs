//! Lua patterns: what `find`, `match`, `gmatch` and `gsub` do with texts.
//!
//! **Problem.** Patterns match by backtracking, and their errors appear only when the matcher reaches the faulty place; programs can see both, so
//! this takes the same steps as the reference. It does not read the pattern at each of them: a [`Program`] is made of it once and kept
//! ([`Programs`]), for most patterns are used again and again.
//!
//! **Invariants.** A match with few captures allocates nothing. Recursion is at most [`MAX_DEPTH`] deep, as the reference counts it; beyond that the pattern is
//! "too complex".
//!
//! **Not promised.** Linear time: backtracking is exponential for hostile patterns, as in the reference.
//!
//! **Example.** All words of a text, as `gmatch` finds them:
//! ```text
//! let words = Program::new(b"%a+", false);
//! let mut cursor = Cursor::default();
//! let mut m = Matcher::new(b"one two", &words);
//! assert_eq!(cursor.advance(&mut m), Ok(Some((0, 3))));
//! assert_eq!(cursor.advance(&mut m), Ok(Some((4, 7))));
//! assert_eq!(cursor.advance(&mut m), Ok(None));
//! ```

mod matcher;
mod program;

pub use matcher::Matcher;
pub use program::{Op, Program, Programs};

use super::TextError;

/// The most captures a pattern may have.
pub const MAX_CAPTURES: usize = 32;

/// The deepest recursion of the matcher.
pub const MAX_DEPTH: u32 = 200;

/// Why a pattern or replacement cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternError {
    /// A `%` with nothing behind it.
    EndsWithPercent,
    /// A set without its end.
    MissingBracket,
    /// `%b` without its two characters.
    MissingBalance,
    /// `%f` without its set.
    MissingFrontierSet,
    /// A `)` without its `(`.
    InvalidCapture,
    /// A `(` still open when its text is wanted.
    UnfinishedCapture,
    /// More than [`MAX_CAPTURES`].
    TooManyCaptures,
    /// More than [`MAX_DEPTH`].
    TooComplex,
    /// A reference to a capture that is not there.
    InvalidIndex(i32),
    /// A `%` in a replacement string with neither digit nor `%` behind it.
    InvalidReplacement,
}

impl From<PatternError> for TextError {
    fn from(error: PatternError) -> TextError {
        TextError::message(match error {
            PatternError::EndsWithPercent => "malformed pattern (ends with '%')",
            PatternError::MissingBracket => "malformed pattern (missing ']')",
            PatternError::MissingBalance => "malformed pattern (missing arguments to '%b')",
            PatternError::MissingFrontierSet => "missing '[' after '%f' in pattern",
            PatternError::InvalidCapture => "invalid pattern capture",
            PatternError::UnfinishedCapture => "unfinished capture",
            PatternError::TooManyCaptures => "too many captures",
            PatternError::TooComplex => "pattern too complex",
            PatternError::InvalidIndex(n) => {
                return TextError::message(format!("invalid capture index %{n}"));
            }
            PatternError::InvalidReplacement => "invalid use of '%' in replacement string",
        })
    }
}

/// A captured piece of the subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// Offsets of a piece of text.
    Span(usize, usize),
    /// A position capture `()`, from 1 as Lua counts.
    Position(i64),
}

/// Where a repeated search stands (`gmatch`, `gsub`); owns nothing, so it can be kept between calls.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// Where the next search begins; behind the end of the text when there is none.
    pub at: usize,
    /// Where the last match ended.
    pub last_end: Option<usize>,
}

impl Cursor {
    /// The next match that does not end where the last one ended, with its captures left in `matcher`.
    ///
    /// # Errors
    /// What is wrong with the pattern, if the matcher came that far.
    pub fn advance(&mut self, matcher: &mut Matcher<'_>) -> Result<Option<(usize, usize)>, PatternError> {
        let behind = matcher.subject().len() + 1;
        while self.at < behind {
            let Some((start, end)) = matcher.find(self.at)? else { break };
            let new = self.last_end != Some(end);
            // What is anchored is tried at one place.
            self.at = if matcher.is_anchored() {
                behind
            } else if new {
                end
            } else {
                start + 1
            };
            if new {
                self.last_end = Some(end);
                return Ok(Some((start, end)));
            }
        }
        self.at = behind;
        Ok(None)
    }
}

/// Whether a pattern holds no character with a meaning of its own, so that `find` may search plainly.
pub fn is_plain(pattern: &[u8]) -> bool {
    !pattern.iter().any(|byte| b"^$*+?.([%-".contains(byte))
}

/// Places with the needle's first byte that a plain search looks at one by one.
const FIRST_BYTES: usize = 16;

/// Most bytes that are looked at one by one for a single one.
const FEW_BYTES: usize = 16;

/// Plain search for `needle` at or behind `init`: its offset.
pub fn find_plain(src: &[u8], needle: &[u8], init: usize) -> Option<usize> {
    let src = src.get(init..)?;
    let Some((&first, rest)) = needle.split_first() else { return Some(init) };
    if rest.is_empty() {
        // Preparing for many bytes costs more than looking at a few.
        let few = src.len() <= FEW_BYTES;
        let at = if few { src.iter().position(|&b| b == first) } else { memchr::memchr(first, src) };
        return at.map(|at| at + init);
    }
    // Making a searcher costs more than most searches: it is for needles whose first byte is everywhere.
    for at in memchr::memchr_iter(first, src).take(FIRST_BYTES) {
        if src[at + 1..].starts_with(rest) {
            return Some(at + init);
        }
        if src.len() - at < needle.len() {
            return None;
        }
    }
    let from = memchr::memchr_iter(first, src).nth(FIRST_BYTES)?;
    memchr::memmem::find(&src[from..], needle).map(|at| at + from + init)
}

/// The core of `gsub`: `replace` appends the text before the match `start..end`, and what the match becomes (the matcher holds its captures).
///
/// Returns how many matches there were, at most `max`, and where the rest begins that comes after them.
pub fn gsub<E: From<TextError>>(
    src: &[u8],
    program: &Program,
    max: usize,
    mut replace: impl FnMut(&Matcher<'_>, &[u8], usize, usize) -> Result<(), E>,
) -> Result<(usize, usize), E> {
    let mut matcher = Matcher::new(src, program);
    let mut cursor = Cursor::default();
    let mut copied = 0;
    let mut count = 0;
    while count < max {
        let Some((start, end)) = cursor.advance(&mut matcher).map_err(TextError::from)? else { break };
        count += 1;
        replace(&matcher, &src[copied..start], start, end)?;
        copied = end;
    }
    Ok((count, copied))
}

/// Appends a replacement string with its `%0` to `%9` and `%%` filled in for the match `start..end`.
pub fn expand<E: From<TextError>>(
    matcher: &Matcher<'_>,
    replacement: &[u8],
    start: usize,
    end: usize,
    mut append: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut rest = replacement;
    while let Some(at) = memchr::memchr(b'%', rest) {
        append(&rest[..at])?;
        match rest.get(at + 1) {
            Some(b'%') => append(b"%")?,
            Some(b'0') => append(&matcher.subject()[start..end])?,
            Some(digit @ b'1'..=b'9') => {
                match matcher.capture(usize::from(digit - b'1'), start, end).map_err(TextError::from)? {
                    Capture::Span(from, to) => append(&matcher.subject()[from..to])?,
                    Capture::Position(position) => {
                        let mut digits = Vec::new();
                        super::number::write_int(&mut digits, position);
                        append(&digits)?;
                    }
                }
            }
            _ => return Err(TextError::from(PatternError::InvalidReplacement).into()),
        }
        rest = &rest[at + 2..];
    }
    append(rest)
}
