//! Strings: making, indexing, interning.
//!
//! Text is UTF-8. Of ASCII text, positions are byte offsets; other text gets an index of every 32nd character when it is first indexed. Names are interned:
//! equal names are the same object, so attribute look-ups compare addresses. Of each text of up to one byte there is one string only.

use crate::value::{Str, Val, UNBOUND};
use crate::{errors, Rt};
use holloway::heap::{Gc, OptGc, SlotArray, TextBuffer, WordArray};
use holloway::machine::Raised;
use shared::hash::TextMap;
use std::cell::{OnceCell, RefCell};

/// Characters per entry of an index.
const STRIDE: usize = 32;

/// Place of the empty string among the short ones.
const EMPTY: usize = 128;

/// Places of [`Strings::literal`].
const LITERALS: usize = 256;

/// A literal's address and its name.
type Literal = Option<(usize, Gc<Str>)>;

/// Names and one-character strings.
pub struct Strings {
    names: RefCell<TextMap<Gc<Str>>>,
    /// The string of each ASCII character, and after them the empty one: there are no others of up to one byte.
    short: OnceCell<Gc<SlotArray>>,
    /// Room for joining.
    buffer: RefCell<Vec<u8>>,
    /// A memo of names.
    literals: Box<[std::cell::Cell<Literal>]>,
}

impl Default for Strings {
    fn default() -> Self {
        Strings {
            names: RefCell::default(),
            short: OnceCell::new(),
            buffer: RefCell::default(),
            literals: vec![std::cell::Cell::new(None); LITERALS].into(),
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
        short.set(&rt.heap, EMPTY, alloc(rt, "", 0).map_or(UNBOUND, |s| Val::Str(s).into()));
    }
    /// The strings of the ASCII characters, in their order.
    #[inline]
    pub fn letters(&self) -> Gc<SlotArray> {
        *self.short.get().expect("Strings::start comes first")
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
        let key = s.as_ptr() as usize ^ s.len() << 48;
        let place = &self.literals[(key ^ key >> 7) % LITERALS];
        match place.get() {
            Some((k, name)) if k == key => name,
            _ => {
                let name = self.known(s);
                place.set(Some((key, name)));
                name
            }
        }
    }
    /// Marks them all.
    pub fn mark(&self, m: &mut holloway::heap::Marker<'_>) {
        self.names.borrow().values().for_each(|&s| m.mark_gc(s));
        self.short.get().iter().for_each(|&&s| m.mark_gc(s));
    }
}

/// A hash of bytes, never 0 or -1.
pub fn hash_bytes(b: &[u8]) -> i64 {
    match shared::hash::hash_bytes(b) as i64 {
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

/// Bytes from which on the result of a concatenation has room behind it.
const SHARED: usize = 256;

/// Two strings one after the other. A long result shares memory with the left one where that has room behind it, so that building a string piece by piece
/// copies each piece once.
///
/// # Errors
/// `MemoryError`.
pub fn concat(rt: &Rt, a: Gc<Str>, b: Gc<Str>) -> Result<Gc<Str>, Raised> {
    let (n, total) = (a.size(), a.size() + b.size());
    match (n, b.size()) {
        (0, _) => return Ok(b),
        (_, 0) => return Ok(a),
        _ => {}
    }
    let full = |_| errors::memory(rt);
    let chars = a.chars + b.chars;
    if total < SHARED {
        let mut buffer = rt.lang.strings.buffer.take();
        buffer.clear();
        buffer.extend_from_slice(a.data());
        buffer.extend_from_slice(b.data());
        let made = rt.heap.alloc_with(Str::new(chars, OptGc::default()), &buffer);
        rt.lang.strings.buffer.replace(buffer);
        return made.map_err(full);
    }
    let place = match a.shared.get().filter(|x| x.append(&rt.heap, n, b.text())) {
        Some(place) => place,
        None => {
            let place = rt.heap.array::<TextBuffer>(total + total / 2).map_err(full)?;
            place.append(&rt.heap, 0, a.text());
            place.append(&rt.heap, n, b.text());
            place
        }
    };
    rt.heap.alloc_with(Str::new(chars, place.into()), &total.to_le_bytes()).map_err(full)
}

/// Strings one after the other, with another one between them.
///
/// # Errors
/// `MemoryError`.
pub fn joined(rt: &Rt, between: Gc<Str>, parts: &[Gc<Str>]) -> Result<Gc<Str>, Raised> {
    let ([first, rest @ ..], gap) = (parts, between.data()) else {
        return make(rt, "");
    };
    if rest.is_empty() {
        return Ok(*first);
    }
    let bytes = parts.iter().map(|s| s.size()).sum::<usize>() + rest.len() * gap.len();
    if bytes <= 1 {
        return Ok(*parts.iter().chain([&between]).find(|s| s.size() == bytes).unwrap_or(first));
    }
    let mut all = Vec::new();
    all.try_reserve_exact(bytes).map_err(|_| errors::memory(rt))?;
    all.extend_from_slice(first.data());
    for s in rest {
        all.extend_from_slice(gap);
        all.extend_from_slice(s.data());
    }
    let chars = parts.iter().map(|s| s.chars).sum::<i64>() + rest.len() as i64 * between.chars;
    rt.heap.alloc_with(Str::new(chars, OptGc::default()), &all).map_err(|_| errors::memory(rt))
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
    rt.lang.strings.names.borrow_mut().insert(s.into(), made);
    made
}

/// The interned string equal to this one.
pub fn intern_str(rt: &Rt, s: Gc<Str>) -> Gc<Str> {
    if let Some(&found) = rt.lang.strings.names.borrow().get(s.text()) {
        return found;
    }
    rt.lang.strings.names.borrow_mut().insert(s.text().into(), s);
    s
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
        let from = index.get(&rt.heap, i / STRIDE).unwrap_or(0) as usize;
        // Step over whole characters by their first bytes.
        let bytes = self.data();
        let mut at = from;
        for _ in 0..i % STRIDE {
            at += 1;
            while at < bytes.len() && bytes[at] & 0xC0 == 0x80 {
                at += 1;
            }
        }
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

/// Equal text.
pub fn equal(a: Gc<Str>, b: Gc<Str>) -> bool {
    a == b || a.data() == b.data()
}
