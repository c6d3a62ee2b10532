//! Lua patterns: the matcher behind `find`, `match`, `gmatch` and `gsub`.
//!
//! **Problem.** Patterns are interpreted by backtracking, and their errors appear only when the matcher
//! reaches the faulty place; programs can see both, so this matcher takes the same steps as the reference.
//!
//! **Invariants.** A match with few captures allocates nothing. Recursion is at
//! most [`MAX_DEPTH`] deep, beyond that the pattern is "too complex". A search that skips ahead
//! ([`Matcher::search`]) skips only places where the reference would fail at its first step, without an
//! error.
//!
//! **Not promised.** Linear time: backtracking is exponential for hostile patterns, as in the reference.
//!
//! **Example.** All words of a text, as `gmatch` finds them:
//! ```text
//! let mut cursor = Cursor::new(0, false);
//! let mut m = Matcher::new(b"one two", b"%a+");
//! assert_eq!(cursor.advance(&mut m), Ok(Some((0, 3))));
//! assert_eq!(cursor.advance(&mut m), Ok(Some((4, 7))));
//! assert_eq!(cursor.advance(&mut m), Ok(None));
//! ```

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

#[derive(Debug, Clone, Copy)]
enum Slot {
    Open { start: usize },
    Closed { start: usize, end: usize },
    Position { start: usize },
}

/// Captures that most patterns have no more of.
const FEW: usize = 4;

/// The captures: an array, and a list for those that do not fit. To clear room for all of them would take longer than most matches.
#[derive(Debug)]
struct Slots {
    few: [Slot; FEW],
    many: Vec<Slot>,
}

impl Default for Slots {
    fn default() -> Slots {
        Slots { few: [Slot::Open { start: 0 }; FEW], many: Vec::new() }
    }
}

impl Slots {
    #[inline]
    fn get(&self, i: usize) -> Slot {
        if i < FEW {
            self.few[i]
        } else {
            self.many[i - FEW]
        }
    }
    #[inline]
    fn set(&mut self, i: usize, slot: Slot) {
        let place = if i < FEW { self.few.get_mut(i) } else { self.many.get_mut(i - FEW) };
        match place {
            Some(place) => *place = slot,
            None => self.many.push(slot),
        }
    }
}

/// One step of a pattern that matches a single byte.
#[derive(Debug, Clone, Copy)]
enum Item {
    Any,
    Byte(u8),
    Class {
        mask: u16,
        wanted: bool,
    },
    /// Pattern offsets of `[` and of the closing `]`.
    Set {
        open: usize,
        close: usize,
    },
}

/// The end of a match, if there is one.
type Outcome = Result<Option<usize>, PatternError>;

/// A subject, a pattern, and the captures of the last match.
#[derive(Debug)]
pub struct Matcher<'a> {
    src: &'a [u8],
    pat: &'a [u8],
    depth: u32,
    level: usize,
    slots: Slots,
}

impl<'a> Matcher<'a> {
    /// A matcher of `pat` (without the `^` that anchors a whole pattern) against `src`.
    pub fn new(src: &'a [u8], pat: &'a [u8]) -> Self {
        Matcher { src, pat, depth: MAX_DEPTH, level: 0, slots: Slots::default() }
    }

    /// The subject.
    pub fn subject(&self) -> &'a [u8] {
        self.src
    }

    /// Matches the pattern exactly at `start`; the match's end.
    pub fn match_at(&mut self, start: usize) -> Result<Option<usize>, PatternError> {
        if start > self.src.len() {
            return Ok(None);
        }
        self.level = 0;
        self.depth = MAX_DEPTH;
        self.enter(start, 0)
    }

    /// Finds the first match at or behind `init`: its start and end.
    pub fn search(&mut self, init: usize) -> Result<Option<(usize, usize)>, PatternError> {
        let first = self.first_item();
        let mut at = init;
        while at <= self.src.len() {
            match first {
                Some(Item::Byte(byte)) => match memchr::memchr(byte, &self.src[at..]) {
                    Some(skip) => at += skip,
                    None => return Ok(None),
                },
                Some(item) => {
                    at += self.run_of(item, at, false);
                    if at == self.src.len() {
                        return Ok(None);
                    }
                }
                None => {}
            }
            if let Some(end) = self.match_at(at)? {
                return Ok(Some((at, end)));
            }
            at += 1;
        }
        Ok(None)
    }

    /// The byte that a match of the pattern from `p` on must start with, where its first item says so.
    #[inline]
    fn first_byte(&self, p: usize) -> Option<u8> {
        let pat = &self.pat[p..];
        let (byte, next) = match pat {
            [b'(' | b')' | b'.' | b'[', ..] | [] | [b'$'] => return None,
            [b'%', byte, ..] if !byte.is_ascii_alphanumeric() => (*byte, 2),
            [b'%', ..] => return None,
            [byte, ..] => (*byte, 1),
        };
        (!matches!(pat.get(next), Some(b'*' | b'?' | b'-'))).then_some(byte)
    }

    /// The item that the first byte of every match must fit, where the pattern begins with one, possibly in a capture.
    fn first_item(&self) -> Option<Item> {
        let p = usize::from(self.pat.first() == Some(&b'('));
        match self.pat[p..] {
            [] | [b'(' | b')', ..] | [b'$'] | [b'%', b'b' | b'f' | b'0'..=b'9', ..] => return None,
            _ => {}
        }
        let (item, next) = self.item(p).ok()?;
        (!matches!(self.pat.get(next), Some(b'*' | b'?' | b'-'))).then_some(item)
    }

    /// How many bytes from `s` on fit an item, or do not.
    fn run_of(&self, item: Item, s: usize, fitting: bool) -> usize {
        let tail = &self.src[s..];
        let end = match item {
            Item::Any => (!fitting).then_some(0),
            Item::Byte(b) => tail.iter().position(|&x| (x == b) != fitting),
            Item::Class { mask, wanted } => {
                tail.iter().position(|&x| ((CLASSES[usize::from(x)] & mask != 0) == wanted) != fitting)
            }
            Item::Set { open, close } => tail.iter().position(|&x| self.in_set(open, close, x) != fitting),
        };
        end.unwrap_or(tail.len())
    }

    /// How many captures the last match made.
    pub fn captures(&self) -> usize {
        self.level
    }

    /// How many values the last match gives to Lua: its captures, or the whole match if it made none.
    pub fn values(&self) -> usize {
        self.level.max(1)
    }

    /// Value `index` (from 0) of the match `start..end`, counted as by [`Matcher::values`].
    pub fn capture(&self, index: usize, start: usize, end: usize) -> Result<Capture, PatternError> {
        if index >= self.level {
            return match index {
                0 => Ok(Capture::Span(start, end)),
                _ => Err(PatternError::InvalidIndex(index as i32 + 1)),
            };
        }
        match self.slots.get(index) {
            Slot::Closed { start, end } => Ok(Capture::Span(start, end)),
            Slot::Position { start } => Ok(Capture::Position(start as i64 + 1)),
            Slot::Open { .. } => Err(PatternError::UnfinishedCapture),
        }
    }

    fn enter(&mut self, s: usize, p: usize) -> Outcome {
        if self.depth == 0 {
            return Err(PatternError::TooComplex);
        }
        self.depth -= 1;
        let outcome = self.run(s, p);
        self.depth += 1;
        outcome
    }

    /// Matches the pattern from `p` on at `s`; loops where the reference does, so that depths agree.
    fn run(&mut self, mut s: usize, mut p: usize) -> Outcome {
        loop {
            match self.pat[p..] {
                [] => return Ok(Some(s)),
                [b'(', b')', ..] => return self.open_capture(s, p + 2, Slot::Position { start: s }),
                [b'(', ..] => return self.open_capture(s, p + 1, Slot::Open { start: s }),
                [b')', ..] => return self.close_capture(s, p + 1),
                [b'$'] => return Ok((s == self.src.len()).then_some(s)),
                [b'%', b'b', ref rest @ ..] => {
                    let [open, close, ..] = *rest else { return Err(PatternError::MissingBalance) };
                    let Some(end) = self.balance(s, open, close) else { return Ok(None) };
                    s = end;
                    p += 4;
                    continue;
                }
                [b'%', b'f', ref rest @ ..] => {
                    if rest.first() != Some(&b'[') {
                        return Err(PatternError::MissingFrontierSet);
                    }
                    let (set, next) = self.item(p + 2)?;
                    let before = if s == 0 { 0 } else { self.src[s - 1] };
                    let here = self.src.get(s).copied().unwrap_or(0);
                    if self.fits(set, before) || !self.fits(set, here) {
                        return Ok(None);
                    }
                    p = next;
                    continue;
                }
                [b'%', digit @ b'0'..=b'9', ..] => {
                    // A position capture has no text and is never met again.
                    let Some((start, end)) = self.back_reference(digit)? else { return Ok(None) };
                    if !self.src[s..].starts_with(&self.src[start..end]) {
                        return Ok(None);
                    }
                    s += end - start;
                    p += 2;
                    continue;
                }
                _ => {}
            }
            let (item, next) = self.item(p)?;
            let here = self.src.get(s).is_some_and(|byte| self.fits(item, *byte));
            match self.pat.get(next) {
                Some(b'?') => {
                    if here {
                        if let Some(end) = self.enter(s + 1, next + 1)? {
                            return Ok(Some(end));
                        }
                    }
                    p = next + 1;
                }
                Some(b'+') => return if here { self.longest(s + 1, item, next + 1) } else { Ok(None) },
                Some(b'*') => return self.longest(s, item, next + 1),
                Some(b'-') => return self.shortest(s, item, next + 1),
                _ if here => {
                    s += 1;
                    p = next;
                }
                _ => return Ok(None),
            }
        }
    }

    /// Decodes the single-byte item at `p`; also the offset behind it.
    #[inline]
    fn item(&self, p: usize) -> Result<(Item, usize), PatternError> {
        match self.pat[p] {
            b'.' => Ok((Item::Any, p + 1)),
            b'%' => match self.pat.get(p + 1) {
                Some(byte) => Ok((class_item(*byte), p + 2)),
                None => Err(PatternError::EndsWithPercent),
            },
            b'[' => {
                let close = self.set_end(p)?;
                Ok((Item::Set { open: p, close }, close + 1))
            }
            byte => Ok((Item::Byte(byte), p + 1)),
        }
    }

    /// The offset of the `]` that closes the set at `open`; a `]` that comes first is an ordinary member.
    fn set_end(&self, open: usize) -> Result<usize, PatternError> {
        let mut p = open + 1;
        if self.pat.get(p) == Some(&b'^') {
            p += 1;
        }
        let first = p;
        loop {
            match self.pat.get(p) {
                None => return Err(PatternError::MissingBracket),
                Some(b']') if p != first => return Ok(p),
                Some(b'%') => p += 2,
                Some(_) => p += 1,
            }
        }
    }

    #[inline]
    fn fits(&self, item: Item, byte: u8) -> bool {
        match item {
            Item::Any => true,
            Item::Byte(wanted) => byte == wanted,
            Item::Class { mask, wanted } => (CLASSES[usize::from(byte)] & mask != 0) == wanted,
            Item::Set { open, close } => self.in_set(open, close, byte),
        }
    }

    fn in_set(&self, open: usize, close: usize, byte: u8) -> bool {
        let mut set = &self.pat[open + 1..close];
        let mut wanted = true;
        if let [b'^', rest @ ..] = set {
            wanted = false;
            set = rest;
        }
        loop {
            let (found, rest) = match set {
                [] => return !wanted,
                [b'%', class, rest @ ..] => (self.fits(class_item(*class), byte), rest),
                [low, b'-', high, rest @ ..] => (*low <= byte && byte <= *high, rest),
                [member, rest @ ..] => (*member == byte, rest),
            };
            if found {
                return wanted;
            }
            set = rest;
        }
    }

    /// Like [`Matcher::enter`], at once where the next byte is not the one in `first`, what the rest starts with.
    #[inline]
    fn enter_at(&mut self, s: usize, p: usize, first: Option<u8>) -> Outcome {
        match first {
            // Too deep a recursion is an error even where nothing would match.
            Some(byte) if self.depth > 0 && self.src.get(s) != Some(&byte) => Ok(None),
            _ => self.enter(s, p),
        }
    }

    /// Takes as many bytes as fit from `s` on, then gives back until the rest of the pattern matches.
    fn longest(&mut self, s: usize, item: Item, p: usize) -> Outcome {
        let first = self.first_byte(p);
        let mut count = self.run_of(item, s, true);
        loop {
            if let Some(end) = self.enter_at(s + count, p, first)? {
                return Ok(Some(end));
            }
            if count == 0 {
                return Ok(None);
            }
            count -= 1;
        }
    }

    /// Takes bytes one by one until the rest of the pattern matches.
    fn shortest(&mut self, mut s: usize, item: Item, p: usize) -> Outcome {
        let first = self.first_byte(p);
        loop {
            if let Some(end) = self.enter_at(s, p, first)? {
                return Ok(Some(end));
            }
            match self.src.get(s) {
                Some(byte) if self.fits(item, *byte) => s += 1,
                _ => return Ok(None),
            }
        }
    }

    fn open_capture(&mut self, s: usize, p: usize, slot: Slot) -> Outcome {
        if self.level >= MAX_CAPTURES {
            return Err(PatternError::TooManyCaptures);
        }
        self.slots.set(self.level, slot);
        self.level += 1;
        let outcome = self.enter(s, p);
        if matches!(outcome, Ok(None)) {
            self.level -= 1;
        }
        outcome
    }

    fn close_capture(&mut self, s: usize, p: usize) -> Outcome {
        let open = (0..self.level).rfind(|&i| matches!(self.slots.get(i), Slot::Open { .. }));
        let Some(index) = open else { return Err(PatternError::InvalidCapture) };
        let before = self.slots.get(index);
        if let Slot::Open { start } = before {
            self.slots.set(index, Slot::Closed { start, end: s });
        }
        let outcome = self.enter(s, p);
        if matches!(outcome, Ok(None)) {
            self.slots.set(index, before);
        }
        outcome
    }

    /// `%b`: the end of the balanced text that starts at `s`.
    fn balance(&self, s: usize, open: u8, close: u8) -> Option<usize> {
        if self.src.get(s) != Some(&open) {
            return None;
        }
        let mut depth = 1usize;
        for (at, byte) in self.src.iter().enumerate().skip(s + 1) {
            // The closing character is tested first: the two may be the same.
            if *byte == close {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            } else if *byte == open {
                depth += 1;
            }
        }
        None
    }

    /// The text `%1` to `%9` stands for; nothing for a position capture.
    fn back_reference(&self, digit: u8) -> Result<Option<(usize, usize)>, PatternError> {
        let index = i32::from(digit) - i32::from(b'1');
        let slot = usize::try_from(index).ok().filter(|&i| i < self.level).map(|i| self.slots.get(i));
        match slot {
            Some(Slot::Closed { start, end }) => Ok(Some((start, end))),
            Some(Slot::Position { .. }) => Ok(None),
            Some(Slot::Open { .. }) | None => Err(PatternError::InvalidIndex(index + 1)),
        }
    }
}

/// Where a repeated search stands (`gmatch`, `gsub`); owns nothing, so it can be kept between calls.
#[derive(Debug, Clone, Copy)]
pub struct Cursor {
    at: usize,
    last_end: Option<usize>,
    anchored: bool,
    done: bool,
}

impl Cursor {
    /// Starts at offset `at`; `anchored` tries that place alone.
    pub fn new(at: usize, anchored: bool) -> Self {
        Cursor { at, last_end: None, anchored, done: false }
    }

    /// The next match that does not end where the last one ended, with its captures left in `matcher`.
    pub fn advance(&mut self, matcher: &mut Matcher<'_>) -> Result<Option<(usize, usize)>, PatternError> {
        while !self.done && self.at <= matcher.src.len() {
            let found = if self.anchored {
                self.done = true;
                matcher.match_at(self.at)?.map(|end| (self.at, end))
            } else {
                matcher.search(self.at)?
            };
            let Some((start, end)) = found else { break };
            if self.last_end != Some(end) {
                (self.at, self.last_end) = (end, Some(end));
                return Ok(Some((start, end)));
            }
            self.at = start + 1;
        }
        self.done = true;
        Ok(None)
    }
}

/// Whether a pattern holds no character with a meaning of its own, so that `find` may search plainly.
pub fn is_plain(pattern: &[u8]) -> bool {
    !pattern.iter().any(|byte| b"^$*+?.([%-".contains(byte))
}

/// Places with the needle's first byte that a plain search looks at one by one.
const FIRST_BYTES: usize = 16;

/// Plain search for `needle` at or behind `init`: its offset.
pub fn find_plain(src: &[u8], needle: &[u8], init: usize) -> Option<usize> {
    let src = src.get(init..)?;
    let Some((&first, rest)) = needle.split_first() else { return Some(init) };
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

/// Splits the anchor `^` off a pattern.
pub fn split_anchor(pattern: &[u8]) -> (bool, &[u8]) {
    match pattern {
        [b'^', rest @ ..] => (true, rest),
        _ => (false, pattern),
    }
}

/// The core of `gsub`: `replace` appends the text before the match `start..end`, and what the match becomes (the matcher holds its captures).
///
/// Returns how many matches there were, at most `max`, and where the rest begins that comes after them.
pub fn gsub<E: From<TextError>>(
    src: &[u8],
    pattern: &[u8],
    max: usize,
    mut replace: impl FnMut(&Matcher<'_>, &[u8], usize, usize) -> Result<(), E>,
) -> Result<(usize, usize), E> {
    let (anchored, pattern) = split_anchor(pattern);
    let mut matcher = Matcher::new(src, pattern);
    let mut cursor = Cursor::new(0, anchored);
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
            Some(b'0') => append(&matcher.src[start..end])?,
            Some(digit @ b'1'..=b'9') => {
                match matcher.capture(usize::from(digit - b'1'), start, end).map_err(TextError::from)? {
                    Capture::Span(from, to) => append(&matcher.src[from..to])?,
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

#[inline]
fn class_item(letter: u8) -> Item {
    match LETTER_MASKS[usize::from(letter.to_ascii_lowercase())] {
        0 => Item::Byte(letter),
        mask => Item::Class { mask, wanted: letter.is_ascii_lowercase() },
    }
}

/// The class letters; the position of each is its bit in [`CLASSES`].
const CLASS_LETTERS: &[u8; 11] = b"acdglpsuwxz";

/// For each class letter its bit, for all other bytes nothing.
const LETTER_MASKS: [u16; 256] = {
    let mut table = [0; 256];
    let mut bit = 0;
    while bit < CLASS_LETTERS.len() {
        table[CLASS_LETTERS[bit] as usize] = 1 << bit;
        bit += 1;
    }
    table
};

/// For each byte the classes it belongs to, as C's `isalpha` and so on decide in the "C" locale.
const CLASSES: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        let member = [
            b.is_ascii_alphabetic(),
            b.is_ascii_control(),
            b.is_ascii_digit(),
            b.is_ascii_graphic(),
            b.is_ascii_lowercase(),
            b.is_ascii_punctuation(),
            matches!(b, b' ' | b'\t'..=b'\r'),
            b.is_ascii_uppercase(),
            b.is_ascii_alphanumeric(),
            b.is_ascii_hexdigit(),
            b == 0, // deprecated, but still there
        ];
        let mut bit = 0;
        while bit < member.len() {
            table[byte] |= (member[bit] as u16) << bit;
            bit += 1;
        }
        byte += 1;
    }
    table
};
