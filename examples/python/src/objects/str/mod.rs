//! Strings: making, indexing, interning; those made of others are in `build`.
//!
//! Text is UTF-8. Of ASCII text, positions are byte offsets; other text gets an index of every 32nd character when it is first indexed. Names are interned:
//! equal names are the same object, so attribute look-ups compare addresses. Of each text of up to one byte there is one string only.

mod build;

use crate::value::{Str, Val, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{ByteArray, Changed, Gc, OptGc, SlotArray, TextBuffer, WordArray};
use holloway::machine::Raised;
use langkit::hash::TextMap;
use std::cell::{Cell, OnceCell, RefCell};

pub use build::*;

/// Classes of characters, a bit each.
pub mod class {
    /// Decimal digits.
    pub const DIGIT: u8 = 1;
    /// Letters.
    pub const ALPHA: u8 = 2;
    /// White space.
    pub const SPACE: u8 = 4;
    /// Capital letters.
    pub const UPPER: u8 = 8;
    /// Small letters.
    pub const LOWER: u8 = 16;
    /// Whether a character is of a class.
    type Test = fn(char) -> bool;
    /// How to tell.
    pub const TESTS: [(u8, Test); 5] = [
        (DIGIT, |c| c.is_ascii_digit()),
        (ALPHA, char::is_alphabetic),
        (SPACE, super::is_space),
        (UPPER, char::is_uppercase),
        (LOWER, char::is_lowercase),
    ];
}

/// Whether a character is white space to Python: four separators of ASCII are, too.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

/// Characters per entry of an index.
const STRIDE: usize = 32;

/// Largest buffer for collecting bytes that is kept.
pub(super) const KEPT: usize = 1 << 16;

/// Place of the empty string among the short ones.
const EMPTY: usize = 128;

/// Places of [`Strings::literal`].
const LITERALS: usize = 256;

/// Places of the memo of [`intern_str`].
const INTERNED: usize = 64;

/// Places of the memo of short concatenations.
const JOINED: usize = 256;
/// Bytes that such a one has at most: names are shorter.
const MOST_JOINED: usize = 48;

/// A literal's address and its name.
type Literal = Option<(usize, Gc<Str>)>;
/// A string's address and its name.
type Interned = Option<(u64, Gc<Str>)>;

/// The addresses of two strings and what they are joined.
type Joined = Option<(u64, u64, Gc<Str>)>;

/// Names and one-character strings.
pub struct Strings {
    names: RefCell<TextMap<Gc<Str>>>,
    /// Of names.
    changed: Changed,
    /// The string of each ASCII character, and after them the empty one: there are no others of up to one byte.
    short: OnceCell<Gc<SlotArray>>,
    /// What each ASCII character is: see [`class`].
    classes: OnceCell<Gc<ByteArray>>,
    /// In the place of the index, which ASCII text has none of, it marks a long string as the result of a concatenation.
    grown: OnceCell<Gc<WordArray>>,
    /// Room for joining.
    buffer: RefCell<Vec<u8>>,
    /// Room for [`built`].
    text: Cell<String>,
    /// Where a character of a text that is not ASCII was found last: the string, the character, its byte.
    last: Cell<(u64, usize, usize)>,
    /// A memo of names.
    literals: Box<[Cell<Literal>]>,
    /// Another one, by the address of a string that is equal.
    interned: [Cell<Interned>; INTERNED],
    /// Another one of what names are made of again and again, such as `"visit_" + name`: they are the same string then, whose name is found by its address.
    joined: [Cell<Joined>; JOINED],
}

impl Default for Strings {
    fn default() -> Self {
        Strings {
            names: RefCell::default(),
            changed: Changed::default(),
            short: OnceCell::new(),
            classes: OnceCell::new(),
            grown: OnceCell::new(),
            buffer: RefCell::default(),
            text: Cell::default(),
            last: Cell::new((0, 0, 0)),
            literals: vec![Cell::new(None); LITERALS].into(),
            interned: [const { Cell::new(None) }; INTERNED],
            joined: [const { Cell::new(None) }; JOINED],
        }
    }
}

impl Strings {
    /// Makes the short strings. The first thing done with a run time.
    ///
    /// # Panics
    /// If there is no memory for them.
    pub fn start(&self, rt: &Rt) {
        let short = rt.heap.array::<SlotArray>(EMPTY + 1).expect("memory for the first strings");
        let _ = self.short.set(short);
        for b in 0..EMPTY {
            let s = alloc(rt, char::from(b as u8).encode_utf8(&mut [0; 4]), 1);
            short.set(&rt.heap, b, s.map_or(UNBOUND, |s| Val::Str(s).into()));
        }
        let classes = rt.heap.array::<ByteArray>(EMPTY).expect("memory for the classes of characters");
        let _ = self.classes.set(classes);
        for b in 0..EMPTY as u8 {
            let is = class::TESTS.iter().filter(|t| t.1(char::from(b))).map(|t| t.0).sum();
            classes.set(&rt.heap, b.into(), is);
        }
        let _ = self.grown.set(rt.heap.array::<WordArray>(1).expect("memory for a mark"));
        short.set(&rt.heap, EMPTY, alloc(rt, "", 0).map_or(UNBOUND, |s| Val::Str(s).into()));
    }
    /// What the ASCII characters are, in their order: see [`class`].
    #[inline]
    pub fn classes(&self) -> Gc<ByteArray> {
        *self.classes.get().expect("Strings::start comes first")
    }
    /// The strings of the ASCII characters, in their order.
    #[inline]
    pub fn letters(&self) -> Gc<SlotArray> {
        *self.short.get().expect("Strings::start comes first")
    }
    /// Two short strings joined, if that was done lately, or by `join`.
    #[inline]
    fn joined(
        &self,
        a: Gc<Str>,
        b: Gc<Str>,
        join: impl FnOnce() -> Result<Gc<Str>, Raised>,
    ) -> Result<Gc<Str>, Raised> {
        let (x, y) = (a.to_bits(), b.to_bits());
        let place = &self.joined[((x >> 4) ^ (y >> 4).wrapping_mul(31)) as usize % JOINED];
        match place.get() {
            Some((p, q, made)) if (p, q) == (x, y) => Ok(made),
            _ => {
                let made = join()?;
                place.set(Some((x, y, made)));
                Ok(made)
            }
        }
    }
    fn grown(&self) -> Gc<WordArray> {
        *self.grown.get().expect("Strings::start comes first")
    }
    #[inline]
    fn short(&self, rt: &Rt, i: usize) -> Gc<Str> {
        match self.letters().get(&rt.heap, i).map(Val::from) {
            Some(Val::Str(s)) => s,
            _ => unreachable!("all are strings"),
        }
    }
    /// A name interned before.
    ///
    /// # Panics
    /// If it was not.
    pub fn known(&self, s: &str) -> Gc<Str> {
        *self.names.borrow().get(s).expect("an interned name")
    }
    /// The same for a literal, found by its address the next time.
    #[inline]
    pub fn literal(&self, s: &'static str) -> Gc<Str> {
        self.at_address(s, || self.known(s))
    }
    #[inline]
    fn at_address(&self, s: &'static str, find: impl FnOnce() -> Gc<Str>) -> Gc<Str> {
        let key = s.as_ptr() as usize ^ s.len() << 48;
        let place = &self.literals[(key ^ key >> 7) % LITERALS];
        match place.get() {
            Some((k, name)) if k == key => name,
            _ => {
                let name = find();
                place.set(Some((key, name)));
                name
            }
        }
    }
    fn add(&self, text: &str, name: Gc<Str>) {
        self.names.borrow_mut().insert(text.into(), name);
        self.changed.note();
    }
    /// Marks them all.
    pub fn mark(&self, m: &mut holloway::heap::Marker<'_>) {
        // The string may be gone, and another one in its place.
        self.last.set((0, 0, 0));
        self.interned.iter().for_each(|place| place.set(None));
        self.joined.iter().for_each(|place| place.set(None));
        if self.changed.is_due(m) {
            self.names.borrow().values().for_each(|&s| m.mark_gc(s));
        }
        self.short.get().iter().for_each(|&&s| m.mark_gc(s));
        self.classes.get().iter().for_each(|&&s| m.mark_gc(s));
        self.grown.get().iter().for_each(|&&s| m.mark_gc(s));
    }
}

/// A hash of bytes, never 0 or -1.
pub fn hash_bytes(b: &[u8]) -> i64 {
    match langkit::hash::hash_bytes(b) as i64 {
        -1 => 7,
        h => h,
    }
}

/// A string with this text.
///
/// # Errors
/// `MemoryError`.
pub fn make(rt: &Rt, s: &str) -> Result<Gc<Str>, Raised> {
    match s.as_bytes() {
        [] => Ok(rt.lang.strings.short(rt, EMPTY)),
        [b] => Ok(rt.lang.strings.short(rt, *b as usize)),
        _ => alloc(rt, s, if s.is_ascii() { s.len() } else { s.chars().count() }),
    }
}

fn alloc(rt: &Rt, s: &str, chars: usize) -> Result<Gc<Str>, Raised> {
    rt.heap.alloc_with(Str::new(chars as i64, OptGc::default()), s.as_bytes()).map_err(|_| errors::memory(rt))
}

/// A string of a text, of which may be known that it is of ASCII.
///
/// # Errors
/// `MemoryError`.
pub fn part(rt: &Rt, s: &str, ascii: bool) -> Result<Val, Raised> {
    match ascii {
        true => from_bytes(rt, s.as_bytes(), s.len() as i64).map(Val::Str),
        false => val(rt, s),
    }
}

/// A string of bytes that are known to be UTF-8, and how many characters.
pub(super) fn from_bytes(rt: &Rt, bytes: &[u8], chars: i64) -> Result<Gc<Str>, Raised> {
    match bytes {
        [] => Ok(rt.lang.strings.short(rt, EMPTY)),
        [b] => Ok(rt.lang.strings.short(rt, *b as usize)),
        _ => rt.heap.alloc_with(Str::new(chars, OptGc::default()), bytes).map_err(|_| errors::memory(rt)),
    }
}

/// The interned string with this text.
pub fn intern(rt: &Rt, s: &str) -> Gc<Str> {
    if let Some(&found) = rt.lang.strings.names.borrow().get(s) {
        return found;
    }
    let made = match make(rt, s) {
        Ok(s) => s,
        Err(Raised) => panic!("memory for a name"),
    };
    rt.lang.strings.add(s, made);
    made
}

/// The same of a literal, which is found by its address the next time.
#[inline]
pub fn literal(rt: &Rt, s: &'static str) -> Gc<Str> {
    rt.lang.strings.at_address(s, || intern(rt, s))
}

/// The interned string equal to this one.
pub fn intern_str(rt: &Rt, s: Gc<Str>) -> Gc<Str> {
    let strings = &rt.lang.strings;
    let place = &strings.interned[(s.to_bits() >> 4) as usize % INTERNED];
    match place.get() {
        Some((of, found)) if of == s.to_bits() => found,
        _ => {
            let known = strings.names.borrow().get(s.text()).copied();
            let found = known.unwrap_or_else(|| {
                strings.add(s.text(), s);
                s
            });
            place.set(Some((s.to_bits(), found)));
            found
        }
    }
}

/// A string value.
///
/// # Errors
/// `MemoryError`.
pub fn val(rt: &Rt, s: &str) -> Result<Val, Raised> {
    make(rt, s).map(Val::Str)
}

impl Str {
    /// The text.
    #[inline]
    pub fn text(&self) -> &str {
        if self.shared.get().is_some() {
            return self.shared_text();
        }
        std::str::from_utf8(self.bytes.as_slice()).expect("strings are UTF-8")
    }
    /// The text in UTF-8.
    #[inline]
    pub fn data(&self) -> &[u8] {
        if self.shared.get().is_some() {
            return self.shared_text().as_bytes();
        }
        self.bytes.as_slice()
    }
    /// Number of bytes.
    #[inline]
    pub fn size(&self) -> usize {
        if self.shared.get().is_some() {
            return self.shared_text().len();
        }
        self.bytes.len()
    }
    fn shared_text(&self) -> &str {
        let size = self.bytes.as_slice().try_into().map_or(0, usize::from_le_bytes);
        let place: &TextBuffer = self.shared.as_ref().expect("a shared text");
        place.prefix(size).expect("what was appended stays")
    }
    /// Whether all characters are ASCII.
    #[inline]
    pub fn is_ascii(&self) -> bool {
        self.chars as usize == self.size()
    }
    /// Its hash.
    pub fn hash_of(&self, rt: &Rt) -> i64 {
        match self.hash.get(&rt.heap) {
            0 => {
                let h = hash_bytes(self.data());
                self.hash.set(&rt.heap, h);
                h
            }
            h => h,
        }
    }
    /// Byte offset of a character (or of the end).
    pub fn offset(&self, rt: &Rt, i: usize) -> usize {
        if self.is_ascii() || i == 0 {
            return i;
        }
        let index = match self.index.get(&rt.heap).get() {
            Some(x) => x,
            None => {
                let n = self.chars as usize / STRIDE + 1;
                let Ok(x) = rt.heap.array::<WordArray>(n) else {
                    return self.text().char_indices().nth(i).map_or(self.size(), |c| c.0);
                };
                for (k, (at, _)) in self.text().char_indices().enumerate() {
                    if k % STRIDE == 0 {
                        x.set(&rt.heap, k / STRIDE, at as i64);
                    }
                }
                if (self.chars as usize).is_multiple_of(STRIDE) {
                    x.set(&rt.heap, n - 1, self.size() as i64);
                }
                self.index.set(&rt.heap, x.into());
                x
            }
        };
        let this = self as *const Str as u64;
        let (mut n, mut at) = (i - i % STRIDE, index.get(&rt.heap, i / STRIDE).unwrap_or(0) as usize);
        match rt.lang.strings.last.get() {
            (s, known, byte) if s == this && (n..=i).contains(&known) => (n, at) = (known, byte),
            _ => {}
        }
        // Step over whole characters by their first bytes.
        let bytes = self.data();
        while n < i {
            n += 1;
            at += 1;
            while at < bytes.len() && bytes[at] & 0xC0 == 0x80 {
                at += 1;
            }
        }
        rt.lang.strings.last.set((this, i, at));
        at
    }
    /// The characters from one position to another.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn slice(&self, rt: &Rt, from: usize, to: usize) -> Result<Gc<Str>, Raised> {
        if from >= to {
            return make(rt, "");
        }
        let (a, b) = (self.offset(rt, from), self.offset(rt, to));
        match self.data().get(a..b) {
            Some(&[c]) if c < 128 => Ok(rt.lang.strings.short(rt, c as usize)),
            // Whole characters of text that is UTF-8.
            Some(part) => rt
                .heap
                .alloc_with(Str::new((to - from) as i64, OptGc::default()), part)
                .map_err(|_| errors::memory(rt)),
            None => make(rt, ""),
        }
    }
}

fn word8(b: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*b)
}

/// Equal text.
pub fn equal(a: Gc<Str>, b: Gc<Str>) -> bool {
    let (x, y) = (a.data(), b.data());
    // Two words cover what is short, and may overlap.
    match x.len() == y.len() {
        true => match (x.first_chunk(), y.first_chunk(), x.last_chunk(), y.last_chunk()) {
            (Some(p), Some(q), Some(r), Some(s)) if x.len() <= 16 => {
                (word8(p) ^ word8(q)) | (word8(r) ^ word8(s)) == 0
            }
            (None, ..) => langkit::hash::word(x) == langkit::hash::word(y),
            _ => x == y,
        },
        false => false,
    }
}
