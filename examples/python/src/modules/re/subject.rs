//! Texts as the engines want them, and the places in them, which are bytes there and characters in Python.

use crate::value::Str;
use crate::Rt;
use holloway::heap::{Gc, Marker};
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

/// Bytes of a text from which on it is kept for the next search.
const LONG: usize = 48;

/// The long text that was searched last, as Rust's kind of text, and the last place in it. Programs that take texts apart search one text at many places, and
/// seeing each time that all of it is UTF-8, or counting characters from its beginning, would take longer than the search.
#[derive(Default)]
pub struct Subject(RefCell<Option<Kept>>);

/// A text, its copy, and a place in it in bytes and characters.
type Kept = (Gc<Str>, Rc<str>, (usize, usize));

impl Subject {
    /// Marks the text: as long as it is kept, no other string has its address.
    pub fn mark(&self, m: &mut Marker<'_>) {
        self.0.borrow().iter().for_each(|s| m.mark_gc(s.0));
    }
    /// A text to search.
    fn open<'a>(&self, s: &'a Gc<Str>) -> (Text<'a>, (usize, usize)) {
        let mut kept = self.0.borrow_mut();
        match &*kept {
            Some((of, text, place)) if of.to_bits() == s.to_bits() => (Text::Kept(text.clone()), *place),
            _ if s.data().len() < LONG => (Text::Short(s.text()), (0, 0)),
            _ => {
                let text: Rc<str> = s.text().into();
                *kept = Some((*s, text.clone(), (0, 0)));
                (Text::Kept(text), (0, 0))
            }
        }
    }
    /// Keeps a place in the text.
    fn note(&self, s: &Gc<Str>, place: (usize, usize)) {
        if let Some(kept) = self.0.borrow_mut().as_mut().filter(|k| k.0.to_bits() == s.to_bits()) {
            kept.2 = place;
        }
    }
}

/// A text to search. Copies of it are one text.
#[derive(Clone)]
pub enum Text<'a> {
    /// A short one, where it is.
    Short(&'a str),
    /// The copy of a long one, or bytes, each as the character of its number.
    Kept(Rc<str>),
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Short(text) => text,
            Text::Kept(text) => text,
        }
    }
}

/// A text with a place known in bytes and in characters, so that others are counted from there.
pub struct Places<'a> {
    of: Option<&'a Gc<Str>>,
    text: Text<'a>,
    chars: usize,
    byte: usize,
    char: usize,
}

impl<'a> Places<'a> {
    /// Of a text.
    pub fn of_text(rt: &Rt, s: &'a Gc<Str>) -> Places<'a> {
        let (text, (byte, char)) = rt.lang.re.subject.open(s);
        Places { of: Some(s), text, chars: s.chars as usize, byte, char }
    }
    /// Of bytes.
    pub fn of_bytes(data: &[u8]) -> Places<'a> {
        let text: String = data.iter().map(|&b| char::from(b)).collect();
        Places { of: None, text: Text::Kept(text.into()), chars: data.len(), byte: 0, char: 0 }
    }
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// The same, which stays while places are looked up.
    pub fn whole(&self) -> Text<'a> {
        self.text.clone()
    }
    /// Number of characters.
    pub fn chars(&self) -> usize {
        self.chars
    }
    /// Whether all are of ASCII.
    pub fn ascii(&self) -> bool {
        self.chars == self.text.len()
    }
    /// Keeps the last place for the next search of this text.
    pub fn keep(&self, rt: &Rt) {
        if let Some(s) = self.of {
            rt.lang.re.subject.note(s, (self.byte, self.char));
        }
    }
    /// Where a character begins; the end for those behind it.
    pub fn byte_of(&mut self, char: usize) -> usize {
        if self.ascii() || char >= self.chars {
            return if char >= self.chars { self.text.len() } else { char };
        }
        if char < self.char {
            (self.byte, self.char) = (0, 0);
        }
        let rest = &self.text[self.byte..];
        self.byte += rest.char_indices().nth(char - self.char).map_or(rest.len(), |c| c.0);
        self.char = char;
        self.byte
    }
    /// How many characters are before a byte.
    pub fn char_of(&mut self, byte: usize) -> usize {
        if self.ascii() {
            return byte;
        }
        if byte == self.text.len() {
            return self.chars;
        }
        if byte < self.byte {
            self.char -= self.text[byte..self.byte].chars().count();
        } else {
            self.char += self.text[self.byte..byte].chars().count();
        }
        self.byte = byte;
        self.char
    }
}
