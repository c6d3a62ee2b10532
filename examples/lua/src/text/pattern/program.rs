//! Patterns made ready.
//!
//! **Invariants.**
//! 1. The program ends with [`Op::End`] or [`Op::Fail`]. What is wrong with a pattern is an op where the reference would notice it, so it is an error only
//!    if matching comes there.
//! 2. A pattern has no alternatives, so which captures exist and which are open is known at each op, and every match passes all of them.
//!
//! **Example.** `(%a+)=()` is `Open(0) Some(Set(0)) Close(0) One(Byte('=')) Position(1) End`, with the letters as set 0.

use super::{PatternError, MAX_CAPTURES};
use hashbrown::HashTable;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes, a bit each.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// Whether a byte is one of them.
    #[inline(always)]
    pub fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }
    const fn with(mut self, byte: u8) -> ByteSet {
        self.0[(byte >> 6) as usize] |= 1 << (byte & 63);
        self
    }
    fn or(self, other: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    fn complement(self) -> ByteSet {
        ByteSet(self.0.map(|w| !w))
    }
}

/// What a single byte must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// Anything.
    Any,
    /// This one.
    Byte(u8),
    /// One of the program's set with this number.
    Set(u32),
}

/// A step of a match. Captures are told by their numbers, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// A byte.
    One(Item),
    /// A byte or none, rather a byte.
    Maybe(Item),
    /// As many bytes as fit.
    Most(Item),
    /// The same, at least one.
    Some(Item),
    /// As few bytes as will do.
    Least(Item),
    /// A capture begins.
    Open(u8),
    /// It ends.
    Close(u8),
    /// The place is captured.
    Position(u8),
    /// What a capture has is there again.
    Back(u8),
    /// A text between two bytes, with as many of the one as of the other.
    Balance(u8, u8),
    /// Between a byte that is not in the set and one that is.
    Frontier(Item),
    /// The end of the text.
    EndOfText,
    /// Nothing matches.
    Never,
    /// The reference notices an error.
    Fail(PatternError),
    /// All has matched.
    End,
}

/// What a capture is when all has matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Captured {
    /// Open still: an error for who asks.
    Open,
    /// Text.
    Text,
    /// A place.
    Position,
}

/// A pattern made ready.
#[derive(Debug)]
pub struct Program {
    text: Box<[u8]>,
    may_anchor: bool,
    /// Whether it matches at one place only.
    pub anchored: bool,
    /// The steps.
    pub ops: Vec<Op>,
    /// Sets of bytes.
    pub sets: Vec<ByteSet>,
    /// The captures.
    pub captures: SmallVec<[Captured; 8]>,
    /// What the first byte of every match is, if anything is known of it.
    pub first: Option<Item>,
    /// What it begins with as many or as few of as there may be, where what follows goes by its place alone: if it does not follow a run of these bytes, nor
    /// any part of it, then it does not from another byte of the run on.
    pub run: Option<Item>,
}

impl Program {
    /// Makes a pattern ready. If it may anchor, a `^` that it begins with says that it matches at one place only, else that is a byte as others are.
    pub fn new(pattern: &[u8], may_anchor: bool) -> Program {
        let anchored = may_anchor && pattern.first() == Some(&b'^');
        let mut program = Program {
            text: pattern.into(),
            may_anchor,
            anchored,
            ops: Vec::with_capacity(pattern.len() / 2 + 2),
            sets: Vec::new(),
            captures: SmallVec::new(),
            first: None,
            run: None,
        };
        let mut rest = &pattern[usize::from(anchored)..];
        loop {
            let op = program.op(&mut rest).unwrap_or_else(Op::Fail);
            program.ops.push(op);
            if matches!(op, Op::End | Op::Fail(_)) {
                break;
            }
        }
        let begins = program.ops.iter().find(|op| !matches!(op, Op::Open(_) | Op::Position(_)));
        if let Some(Op::One(item) | Op::Some(item)) = begins {
            program.first = Some(*item);
        }
        let by_place = !program.ops.iter().any(|op| matches!(op, Op::Back(_)));
        if let Some(Op::Some(item) | Op::Most(item) | Op::Least(item)) = begins.filter(|_| by_place) {
            program.run = Some(*item);
        }
        program
    }

    /// Whether it was made of this.
    fn is_of(&self, pattern: &[u8], may_anchor: bool) -> bool {
        self.may_anchor == may_anchor && *self.text == *pattern
    }

    /// What a match from an op on must begin with, and how many captures begin or end before it.
    #[inline]
    pub fn first_item(&self, mut at: usize) -> Option<(Item, u32)> {
        let mut passed = 0;
        loop {
            match self.ops[at] {
                Op::One(item) | Op::Some(item) => return Some((item, passed)),
                Op::Open(_) | Op::Close(_) | Op::Position(_) => (at, passed) = (at + 1, passed + 1),
                _ => return None,
            }
        }
    }

    /// The next op, which is taken off the pattern.
    fn op(&mut self, rest: &mut &[u8]) -> Result<Op, PatternError> {
        let (op, behind): (Op, &[u8]) = match **rest {
            [] => (Op::End, &[]),
            [b'(', b')', ref behind @ ..] => (Op::Position(self.capture(Captured::Position)?), behind),
            [b'(', ref behind @ ..] => (Op::Open(self.capture(Captured::Open)?), behind),
            [b')', ref behind @ ..] => {
                let open = self.captures.iter().rposition(|c| *c == Captured::Open);
                let index = open.ok_or(PatternError::InvalidCapture)?;
                self.captures[index] = Captured::Text;
                (Op::Close(index as u8), behind)
            }
            [b'$'] => (Op::EndOfText, &[]),
            [b'%', b'b', open, close, ref behind @ ..] => (Op::Balance(open, close), behind),
            [b'%', b'b', ..] => return Err(PatternError::MissingBalance),
            [b'%', b'f', ref behind @ ..] => {
                let mut behind = behind;
                if behind.first() != Some(&b'[') {
                    return Err(PatternError::MissingFrontierSet);
                }
                (Op::Frontier(self.item(&mut behind)?), behind)
            }
            [b'%', digit @ b'0'..=b'9', ref behind @ ..] => (self.back_reference(digit)?, behind),
            _ => {
                let mut behind = *rest;
                let item = self.item(&mut behind)?;
                let repeated: Option<fn(Item) -> Op> = match behind.first() {
                    Some(b'?') => Some(Op::Maybe),
                    Some(b'*') => Some(Op::Most),
                    Some(b'+') => Some(Op::Some),
                    Some(b'-') => Some(Op::Least),
                    _ => None,
                };
                match repeated {
                    Some(op) => (op(item), &behind[1..]),
                    None => (Op::One(item), behind),
                }
            }
        };
        *rest = behind;
        Ok(op)
    }

    fn capture(&mut self, kind: Captured) -> Result<u8, PatternError> {
        let index = self.captures.len();
        if index >= MAX_CAPTURES {
            return Err(PatternError::TooManyCaptures);
        }
        self.captures.push(kind);
        Ok(index as u8)
    }

    fn back_reference(&self, digit: u8) -> Result<Op, PatternError> {
        let index = i32::from(digit) - i32::from(b'1');
        match usize::try_from(index).ok().and_then(|i| self.captures.get(i)) {
            Some(Captured::Text) => Ok(Op::Back(index as u8)),
            // A place has no text and is never met again.
            Some(Captured::Position) => Ok(Op::Never),
            Some(Captured::Open) | None => Err(PatternError::InvalidIndex(index + 1)),
        }
    }

    /// The item that a pattern begins with, which is taken off it.
    fn item(&mut self, rest: &mut &[u8]) -> Result<Item, PatternError> {
        let (item, behind): (Item, &[u8]) = match **rest {
            [b'.', ref behind @ ..] => (Item::Any, behind),
            [b'%', letter, ref behind @ ..] => match class(letter) {
                Some(set) => (self.set(set), behind),
                None => (Item::Byte(letter), behind),
            },
            [b'%'] => return Err(PatternError::EndsWithPercent),
            [b'[', ref members @ ..] => {
                let (members, behind) = split_set(members)?;
                (self.set(set_of(members)), behind)
            }
            [byte, ref behind @ ..] => (Item::Byte(byte), behind),
            [] => return Err(PatternError::MissingBracket),
        };
        *rest = behind;
        Ok(item)
    }

    fn set(&mut self, set: ByteSet) -> Item {
        self.sets.push(set);
        Item::Set(self.sets.len() as u32 - 1)
    }
}

/// What is between `[` and the `]` that closes it, and what comes behind; a `]` that comes first is an ordinary member.
fn split_set(pattern: &[u8]) -> Result<(&[u8], &[u8]), PatternError> {
    let first = usize::from(pattern.first() == Some(&b'^'));
    let mut at = first;
    loop {
        match pattern.get(at) {
            None => return Err(PatternError::MissingBracket),
            Some(b']') if at != first => return Ok((&pattern[..at], &pattern[at + 1..])),
            Some(b'%') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// The bytes that the inside of a set names.
fn set_of(members: &[u8]) -> ByteSet {
    let (others, mut members) = match members {
        [b'^', members @ ..] => (true, members),
        members => (false, members),
    };
    let mut set = ByteSet::default();
    loop {
        members = match *members {
            [] => break,
            [b'%', letter, ref rest @ ..] => {
                set = class(letter).map_or(set.with(letter), |class| set.or(class));
                rest
            }
            [low, b'-', high, ref rest @ ..] => {
                set = (low..=high).fold(set, ByteSet::with);
                rest
            }
            [byte, ref rest @ ..] => {
                set = set.with(byte);
                rest
            }
        };
    }
    if others {
        set.complement()
    } else {
        set
    }
}

/// The class that a letter names: a capital has all bytes that the small letter's has not.
fn class(letter: u8) -> Option<ByteSet> {
    let at = CLASS_LETTERS.iter().position(|l| *l == letter.to_ascii_lowercase())?;
    Some(if letter.is_ascii_lowercase() { CLASSES[at] } else { CLASSES[at].complement() })
}

/// The letters of classes.
const CLASS_LETTERS: &[u8; 11] = b"acdglpsuwxz";

/// Their bytes, as C's `isalpha` and so on decide in the "C" locale.
const CLASSES: [ByteSet; 11] = {
    let mut classes = [ByteSet([0; 4]); 11];
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
        let mut k = 0;
        while k < member.len() {
            if member[k] {
                classes[k] = classes[k].with(b);
            }
            k += 1;
        }
        byte += 1;
    }
    classes
};

/// Most programs kept.
const KEPT: usize = 256;

/// Longest pattern whose program is kept.
const LONGEST: usize = 256;

/// The programs of patterns. Too many are all forgotten: a program that makes up its patterns uses few twice.
#[derive(Default)]
pub struct Programs(RefCell<HashTable<(u64, Rc<Program>)>>);

impl Programs {
    /// The program of a pattern with this hash.
    pub fn get(&self, hash: u64, pattern: &[u8], may_anchor: bool) -> Rc<Program> {
        let mut kept = self.0.borrow_mut();
        if let Some((_, program)) = kept.find(hash, |(_, p)| p.is_of(pattern, may_anchor)) {
            return program.clone();
        }
        let program = Rc::new(Program::new(pattern, may_anchor));
        if pattern.len() <= LONGEST {
            if kept.len() == KEPT {
                kept.clear();
            }
            kept.insert_unique(hash, (hash, program.clone()), |(hash, _)| *hash);
        }
        program
    }
}
