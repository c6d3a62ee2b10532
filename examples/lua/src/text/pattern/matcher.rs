//! The matcher: runs a [`Program`] on a text.
//!
//! **Invariants.** A search that skips ahead ([`Matcher::find`]) skips only places where the reference would fail at its first step, without an error.
//! Captures are written over, not restored: a match has passed all ops, so what it reads of a capture was written on its own way.

use super::program::{Captured, Item, Op, Program};
use super::{Capture, PatternError, MAX_DEPTH};
use smallvec::SmallVec;

/// The end of a match, if there is one.
type Outcome = Result<Option<usize>, PatternError>;

/// A subject, a pattern, and the captures of the last match.
#[derive(Debug)]
pub struct Matcher<'a> {
    src: &'a [u8],
    program: &'a Program,
    depth: u32,
    /// Where each capture begins and ends.
    spans: SmallVec<[(usize, usize); 4]>,
}

impl<'a> Matcher<'a> {
    /// A matcher of a pattern against `src`.
    pub fn new(src: &'a [u8], program: &'a Program) -> Self {
        let spans = SmallVec::from_elem((0, 0), program.captures.len());
        Matcher { src, program, depth: MAX_DEPTH, spans }
    }

    /// The subject.
    pub fn subject(&self) -> &'a [u8] {
        self.src
    }

    /// Whether it matches at one place only.
    pub fn is_anchored(&self) -> bool {
        self.program.anchored
    }

    /// Matches exactly at `start`; the match's end.
    fn match_at(&mut self, start: usize) -> Outcome {
        self.depth = MAX_DEPTH;
        self.enter(start, 0)
    }

    /// Finds the first match at `init`, or, unless it is anchored, behind that: its start and end.
    ///
    /// # Errors
    /// What is wrong with the pattern, if matching came that far.
    pub fn find(&mut self, init: usize) -> Result<Option<(usize, usize)>, PatternError> {
        if init > self.src.len() {
            return Ok(None);
        }
        if self.program.anchored {
            return Ok(self.match_at(init)?.map(|end| (init, end)));
        }
        let mut at = init;
        while at <= self.src.len() {
            match self.program.first {
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
            at += 1 + self.program.run.map_or(0, |item| self.run_of(item, at, true));
        }
        Ok(None)
    }

    /// How many bytes from `s` on fit an item, or do not.
    #[inline]
    fn run_of(&self, item: Item, s: usize, fitting: bool) -> usize {
        let tail = &self.src[s..];
        let end = match item {
            Item::Any => (!fitting).then_some(0),
            Item::Byte(b) => tail.iter().position(|&x| (x == b) != fitting),
            Item::Set(n) => {
                let set = &self.program.sets[n as usize];
                tail.iter().position(|&x| set.has(x) != fitting)
            }
        };
        end.unwrap_or(tail.len())
    }

    /// How many captures the last match made.
    pub fn captures(&self) -> usize {
        self.program.captures.len()
    }

    /// How many values the last match gives to Lua: its captures, or the whole match if it made none.
    pub fn values(&self) -> usize {
        self.captures().max(1)
    }

    /// Value `index` (from 0) of the match `start..end`, counted as by [`Matcher::values`].
    ///
    /// # Errors
    /// There is no such capture, or it is not finished.
    pub fn capture(&self, index: usize, start: usize, end: usize) -> Result<Capture, PatternError> {
        let Some(kind) = self.program.captures.get(index) else {
            return match index {
                0 => Ok(Capture::Span(start, end)),
                _ => Err(PatternError::InvalidIndex(index as i32 + 1)),
            };
        };
        let (from, to) = self.spans[index];
        match kind {
            Captured::Text => Ok(Capture::Span(from, to)),
            Captured::Position => Ok(Capture::Position(from as i64 + 1)),
            Captured::Open => Err(PatternError::UnfinishedCapture),
        }
    }

    /// One call of the reference's matcher.
    #[inline]
    fn enter(&mut self, s: usize, at: usize) -> Outcome {
        let depth = self.depth;
        self.deeper()?;
        let outcome = self.run(s, at);
        self.depth = depth;
        outcome
    }

    #[inline(always)]
    fn deeper(&mut self) -> Result<(), PatternError> {
        self.depth = self.depth.checked_sub(1).ok_or(PatternError::TooComplex)?;
        Ok(())
    }

    /// Matches from an op on at `s`. Loops where the reference does, and at captures, where it calls itself: the depth is as if this did.
    fn run(&mut self, mut s: usize, mut at: usize) -> Outcome {
        loop {
            let op = self.program.ops[at];
            at += 1;
            match op {
                Op::One(item) => {
                    if !self.is_here(item, s) {
                        return Ok(None);
                    }
                    s += 1;
                }
                Op::Open(k) | Op::Position(k) => {
                    self.deeper()?;
                    self.spans[usize::from(k)].0 = s;
                }
                Op::Close(k) => {
                    self.deeper()?;
                    self.spans[usize::from(k)].1 = s;
                }
                Op::End => return Ok(Some(s)),
                Op::Most(item) => return self.longest(s, item, at),
                Op::Some(item) => {
                    return if self.is_here(item, s) { self.longest(s + 1, item, at) } else { Ok(None) }
                }
                Op::Least(item) => return self.shortest(s, item, at),
                Op::Maybe(item) => {
                    if self.is_here(item, s) {
                        if let Some(end) = self.enter(s + 1, at)? {
                            return Ok(Some(end));
                        }
                    }
                }
                Op::EndOfText => {
                    if s != self.src.len() {
                        return Ok(None);
                    }
                }
                Op::Balance(open, close) => {
                    let Some(end) = self.balance(s, open, close) else { return Ok(None) };
                    s = end;
                }
                Op::Frontier(set) => {
                    let before = if s == 0 { 0 } else { self.src[s - 1] };
                    let here = self.src.get(s).copied().unwrap_or(0);
                    if self.fits(set, before) || !self.fits(set, here) {
                        return Ok(None);
                    }
                }
                Op::Back(k) => {
                    let (from, to) = self.spans[usize::from(k)];
                    if !self.src[s..].starts_with(&self.src[from..to]) {
                        return Ok(None);
                    }
                    s += to - from;
                }
                Op::Never => return Ok(None),
                Op::Fail(e) => return Err(e),
            }
        }
    }

    #[inline]
    fn is_here(&self, item: Item, s: usize) -> bool {
        self.src.get(s).is_some_and(|byte| self.fits(item, *byte))
    }

    #[inline]
    fn fits(&self, item: Item, byte: u8) -> bool {
        match item {
            Item::Any => true,
            Item::Byte(wanted) => byte == wanted,
            Item::Set(n) => self.program.sets[n as usize].has(byte),
        }
    }

    /// Like [`Matcher::enter`], at once where the next byte is none that the rest starts with.
    #[inline]
    fn enter_at(&mut self, s: usize, at: usize, first: Option<(Item, u32)>) -> Outcome {
        match first {
            // Too deep a recursion is an error even where nothing would match.
            Some((item, passed)) if self.depth > passed && !self.is_here(item, s) => Ok(None),
            _ => self.enter(s, at),
        }
    }

    /// Takes as many bytes as fit from `s` on, then gives back until the rest of the pattern matches.
    fn longest(&mut self, s: usize, item: Item, at: usize) -> Outcome {
        let first = self.program.first_item(at);
        let mut count = self.run_of(item, s, true);
        loop {
            if let Some(end) = self.enter_at(s + count, at, first)? {
                return Ok(Some(end));
            }
            if count == 0 {
                return Ok(None);
            }
            count -= 1;
        }
    }

    /// Takes bytes one by one until the rest of the pattern matches.
    fn shortest(&mut self, mut s: usize, item: Item, at: usize) -> Outcome {
        let first = self.program.first_item(at);
        loop {
            if let Some(end) = self.enter_at(s, at, first)? {
                return Ok(Some(end));
            }
            if !self.is_here(item, s) {
                return Ok(None);
            }
            s += 1;
        }
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
}
