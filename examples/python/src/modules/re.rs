//! The module `_re`: compiled patterns by number, for `re`, which is written in Python (`library/re.py`) and translates Python's notation.
//!
//! Places are numbers of characters. A match is a tuple of the starts and ends of all groups, `-1` for a group that took no part.
//!
//! **Not promised.** After an empty match the search goes on one character further, so a longer match that begins at the same place is not found.

use crate::native::{Args, Body};
use crate::objects::{ops, str};
use crate::py::Module;
use crate::value::{Str, Val};
use crate::{errors, Rt};
use fancy_regex::{Regex, RegexBuilder};
use holloway::heap::{Gc, Marker, RawSlot};
use holloway::machine::Raised;
use std::cell::RefCell;
use std::rc::Rc;

/// A pattern in three ways: to search, to match at a place, to match all from a place on.
pub struct Program([Regex; 3]);

/// Steps after which a search is given up.
const LIMIT: usize = 50_000_000;

fn compile(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    let p = a.str(0)?;
    let make = |text: String| RegexBuilder::new(&text).backtrack_limit(LIMIT).build();
    let p = p.text();
    let made = make(p.to_string()).and_then(|search| {
        Ok(Program([search, make(format!("\\G(?:{p})"))?, make(format!("\\G(?:{p})\\z"))?]))
    });
    match made {
        Ok(program) => {
            let mut all = rt.lang.patterns.borrow_mut();
            all.push(Rc::new(program));
            Ok(Val::Int(all.len() as i64 - 1))
        }
        Err(e) => Err(errors::value(rt, &e.to_string())),
    }
}

fn program(a: &Args<'_>) -> Result<Rc<Program>, Raised> {
    let id = a.int(0)?;
    let known = a.rt.lang.patterns.borrow().get(id as usize).cloned();
    known.ok_or_else(|| errors::value(a.rt, "no such pattern"))
}

/// The groups' names, `None` for those without.
fn groups(a: &mut Args<'_>) -> Result<Val, Raised> {
    let p = program(a)?;
    let mut out: Vec<RawSlot> = Vec::new();
    for name in p.0[0].capture_names() {
        out.push(name.map_or(Ok(Val::None), |n| str::val(a.rt, n))?.into());
    }
    ops::tuple_val(a.rt, &out)
}

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
    fn open(&self, s: &Gc<Str>) -> (Rc<str>, (usize, usize)) {
        let mut kept = self.0.borrow_mut();
        match &*kept {
            Some((of, text, place)) if of.to_bits() == s.to_bits() => (text.clone(), *place),
            _ => {
                let text: Rc<str> = s.text().into();
                if text.len() >= LONG {
                    *kept = Some((*s, text.clone(), (0, 0)));
                }
                (text, (0, 0))
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

/// A text with a place known in bytes and in characters, so that others are counted from there.
struct Places {
    text: Rc<str>,
    chars: usize,
    byte: usize,
    char: usize,
}

impl Places {
    fn of(rt: &Rt, s: &Gc<Str>) -> Places {
        let (text, (byte, char)) = rt.lang.subject.open(s);
        Places { text, chars: s.chars as usize, byte, char }
    }
    fn ascii(&self) -> bool {
        self.chars == self.text.len()
    }
    fn byte_of(&mut self, char: usize) -> usize {
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
    fn char_of(&mut self, byte: usize) -> usize {
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

/// The first match from a byte on: its bytes, and the tuple.
fn find(
    rt: &Rt,
    r: &Regex,
    text: &str,
    at: usize,
    places: &mut Places,
) -> Result<Option<(usize, usize, Val)>, Raised> {
    let found = match r.captures_from_pos(text, at) {
        Ok(Some(c)) => c,
        Ok(None) => return Ok(None),
        Err(e) => return Err(errors::runtime(rt, &e.to_string())),
    };
    let mut out: Vec<RawSlot> = Vec::with_capacity(2 * found.len());
    for i in 0..found.len() {
        let (s, e) = match found.get(i) {
            Some(m) => (places.char_of(m.start()) as i64, places.char_of(m.end()) as i64),
            None => (-1, -1),
        };
        out.extend([Val::Int(s), Val::Int(e)].map(RawSlot::from));
    }
    let (s, e) = found.get(0).map_or((at, at), |m| (m.start(), m.end()));
    Ok(Some((s, e, ops::tuple_val(rt, &out)?)))
}

/// `one(pattern, text, from, to, way)`: a match or `None`.
fn one(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, p, s) = (a.rt, program(a)?, a.str(1)?);
    let (from, to, way) = (a.int(2)?.max(0) as usize, a.int(3)?.max(0) as usize, a.int(4)?);
    let mut places = Places::of(rt, &s);
    // Where the search begins is where the next one goes on from.
    let (to, from) = (places.byte_of(to), places.byte_of(from));
    let text = places.text.clone();
    if from > to {
        return a.none();
    }
    let r = &p.0[(way as usize).min(2)];
    let found = find(rt, r, &text[..to], from, &mut places)?;
    rt.lang.subject.note(&s, (places.byte, places.char));
    Ok(found.map_or(Val::None, |m| m.2))
}

/// `all(pattern, text, from, to, most)`: a list of matches that do not overlap; `most` 0 is all.
fn all(a: &mut Args<'_>) -> Result<Val, Raised> {
    let (rt, p, s) = (a.rt, program(a)?, a.str(1)?);
    let (from, to, most) = (a.int(2)?.max(0) as usize, a.int(3)?.max(0) as usize, a.int(4)?);
    let mut places = Places::of(rt, &s);
    let (to, mut at) = (places.byte_of(to), places.byte_of(from));
    let whole = places.text.clone();
    let text = &whole[..to];
    let out = crate::objects::list::new(rt);
    while at <= to {
        let Some((start, end, m)) = find(rt, &p.0[0], text, at, &mut places)? else { break };
        out.push(rt, m.into())?;
        if most > 0 && out.len(rt) as i64 >= most {
            break;
        }
        at = match text[end..].chars().next() {
            _ if end > start => end,
            Some(c) => end + c.len_utf8(),
            None => break,
        };
    }
    Ok(Val::List(out))
}

const FUNCTIONS: &[(&str, Body)] = &[("compile", compile), ("groups", groups), ("one", one), ("all", all)];

/// Fills the module.
pub fn open(rt: &Rt, m: &Module) {
    super::fill(rt, m, FUNCTIONS);
}
