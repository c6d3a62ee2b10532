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
use regex_automata::meta::Regex as Automata;
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, PatternID};
use smallvec::{smallvec, SmallVec};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// A pattern, for texts of ASCII alone and for all.
pub struct Program {
    text: String,
    /// Far smaller automata, so that they are made, and captures found, in less time; none where the pattern has no form for ASCII.
    ascii: Option<Ways>,
    any: Ways,
}

/// A pattern in three ways: to search, to match at a place, to match all from a place on. What is not asked for is not made.
#[derive(Default)]
struct Ways {
    search: OnceCell<Engine>,
    here: OnceCell<Engine>,
    whole: OnceCell<Engine>,
}

/// What runs a pattern.
enum Engine {
    /// By automata, in time that grows with the text: patterns without references back and without looking around.
    Plain(Automata),
    /// By going back.
    Fancy(Regex),
}

/// How a pattern is to match: the argument `way` of `one`.
#[derive(Clone, Copy)]
enum Way {
    Search,
    Here,
    Whole,
}

/// Places of groups, in bytes; room for those of most patterns.
type Slots = SmallVec<[Option<NonMaxUsize>; 16]>;

/// Steps after which a search is given up.
const LIMIT: usize = 50_000_000;

/// What `re` translates classes of characters to, and what is ASCII of them.
const CLASSES: [(&str, &str); 3] = [
    (r"\p{Nd}", "0-9"),
    (r"\p{L}\p{N}_", "a-zA-Z0-9_"),
    (r"\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}", ""),
];

impl Engine {
    /// An engine for a pattern that begins where the search does, or anywhere.
    fn new(text: &str, here: bool) -> Result<Engine, fancy_regex::Error> {
        if let Ok(plain) = Automata::new(text) {
            return Ok(Engine::Plain(plain));
        }
        let fancy = |text: &str| RegexBuilder::new(text).backtrack_limit(LIMIT).build().map(Engine::Fancy);
        if here {
            fancy(&format!("\\G(?:{text})"))
        } else {
            fancy(text)
        }
    }
    /// An engine for texts of ASCII alone, which goes by bytes.
    fn of_ascii(text: &str) -> Option<Engine> {
        let text = CLASSES.iter().fold(text.to_string(), |text, c| text.replace(c.0, c.1));
        let bytes = syntax::Config::new().unicode(false).utf8(false);
        Automata::builder().syntax(bytes).build(&text).ok().map(Engine::Plain)
    }
    /// The places of all groups of the first match from a byte on; none if there is no match.
    fn find(&self, text: &str, at: usize, way: Way) -> Result<Slots, fancy_regex::Error> {
        match self {
            Engine::Plain(r) => {
                let anchored = if matches!(way, Way::Search) { Anchored::No } else { Anchored::Yes };
                let input = Input::new(text).range(at..).anchored(anchored);
                let mut slots: Slots = smallvec![None; r.group_info().slot_len()];
                if r.search_slots(&input, &mut slots).is_none() {
                    slots.clear();
                }
                Ok(slots)
            }
            Engine::Fancy(r) => {
                let mut slots = Slots::new();
                if let Some(found) = r.captures_from_pos(text, at)? {
                    for i in 0..found.len() {
                        let ends = found.get(i).map(|m| [m.start(), m.end()].map(NonMaxUsize::new));
                        slots.extend(ends.unwrap_or([None, None]));
                    }
                }
                Ok(slots)
            }
        }
    }
}

impl Program {
    fn new(text: &str) -> Result<Program, fancy_regex::Error> {
        let program = Program { text: text.to_string(), ascii: None, any: Ways::default() };
        match Engine::of_ascii(text) {
            Some(search) => {
                let ascii = Ways { search: search.into(), ..Ways::default() };
                Ok(Program { ascii: Some(ascii), ..program })
            }
            None => {
                program.engine(Way::Search, false)?;
                Ok(program)
            }
        }
    }
    fn engine(&self, way: Way, ascii: bool) -> Result<&Engine, fancy_regex::Error> {
        let (ways, ascii) = match &self.ascii {
            Some(ways) if ascii => (ways, true),
            _ => (&self.any, false),
        };
        let get = |place: &'_ OnceCell<Engine>, text: &str, here: bool| {
            if place.get().is_none() {
                let made = if ascii { Engine::of_ascii(text) } else { None };
                _ = place.set(made.map_or_else(|| Engine::new(text, here), Ok)?);
            }
            Ok::<(), fancy_regex::Error>(())
        };
        get(&ways.search, &self.text, false)?;
        let place = match (way, ways.search.get()) {
            (Way::Search, _) | (Way::Here, Some(Engine::Plain(_))) => &ways.search,
            (Way::Here, _) => {
                get(&ways.here, &self.text, true)?;
                &ways.here
            }
            (Way::Whole, _) => {
                get(&ways.whole, &format!("(?:{})\\z", self.text), true)?;
                &ways.whole
            }
        };
        Ok(place.get().expect("it has just been made"))
    }
    fn find(&self, text: &str, at: usize, way: Way, ascii: bool) -> Result<Slots, fancy_regex::Error> {
        self.engine(way, ascii)?.find(text, at, way)
    }
    /// The names of the groups.
    fn names(&self) -> Result<Vec<Option<&str>>, fancy_regex::Error> {
        Ok(match self.engine(Way::Search, true)? {
            Engine::Plain(r) => r.group_info().pattern_names(PatternID::ZERO).collect(),
            Engine::Fancy(r) => r.capture_names().collect(),
        })
    }
}

fn compile(a: &mut Args<'_>) -> Result<Val, Raised> {
    let rt = a.rt;
    match Program::new(a.str(0)?.text()) {
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
    for name in p.names().map_err(|e| errors::value(a.rt, &e.to_string()))? {
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
    p: &Program,
    way: Way,
    text: &str,
    at: usize,
    places: &mut Places,
) -> Result<Option<(usize, usize, Val)>, Raised> {
    let slots = p.find(text, at, way, places.ascii()).map_err(|e| errors::runtime(rt, &e.to_string()))?;
    let (Some(&Some(start)), Some(&Some(end))) = (slots.first(), slots.get(1)) else { return Ok(None) };
    let place = |slot: &Option<NonMaxUsize>| slot.map_or(-1, |byte| places.char_of(byte.get()) as i64);
    let out: SmallVec<[RawSlot; 16]> = slots.iter().map(place).map(|n| Val::Int(n).into()).collect();
    Ok(Some((start.get(), end.get(), ops::tuple_val(rt, &out)?)))
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
    let way = [Way::Search, Way::Here, Way::Whole][(way as usize).min(2)];
    let found = find(rt, &p, way, &text[..to], from, &mut places)?;
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
        let Some((start, end, m)) = find(rt, &p, Way::Search, text, at, &mut places)? else { break };
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
