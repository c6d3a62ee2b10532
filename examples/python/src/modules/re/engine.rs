//! Engines: a pattern for each way of matching and each kind of text, made when it is first asked for.
//!
//! **Invariants.** A search asks for the first way in which a pattern matches, as a backtracking engine would find it. After an empty match the next one may
//! begin at the same place, but is not empty ([`Matches`]), as in CPython since 3.7.
//!
//! **Not promised.** A search by going back is given up after [`LIMIT`] steps, one that must not be empty after [`FURTHER_LIMIT`].
//!
//! **Example.** `Matches::new(&program, "aab", 0, ..)` of the pattern `|a` finds `0..0`, `0..1`, `1..1`, `1..2`, `2..2` and `3..3`.

use crate::value::Str;
use fancy_regex::{Error, Regex, RegexBuilder};
use holloway::heap::Gc;
use regex_automata::meta::Regex as Automata;
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, PatternID};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// A pattern, for texts of ASCII alone and for all.
pub struct Program {
    text: String,
    /// The pattern for texts that are not of ASCII, where that is another one.
    worded: Option<String>,
    /// Whether it is for bytes.
    pub of_bytes: bool,
    /// Far smaller automata, so that they are made, and captures found, in less time; none where the pattern has no form for ASCII.
    ascii: Option<Ways>,
    any: Ways,
    /// What matches at a place, but not the empty text.
    further: OnceCell<Regex>,
    names: OnceCell<Vec<Option<String>>>,
    /// The same as the program has them, once it has asked; interned texts live as long as the run time.
    pub own_names: OnceCell<Vec<Option<Gc<Str>>>>,
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

/// How a pattern is to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Anywhere from a place on.
    Search,
    /// At a place.
    Here,
    /// From a place to the end of the text.
    Whole,
}

/// Places of groups, in bytes; room for those of most patterns.
pub type Slots = SmallVec<[Option<NonMaxUsize>; 16]>;

/// Steps after which a search is given up.
const LIMIT: usize = 50_000_000;

/// The same for a match after an empty one. The engine repeats an empty part without end where as few of it as can be are to match; nothing is found then.
const FURTHER_LIMIT: usize = 100_000;

/// What `re` translates classes of characters to, and what is ASCII of them.
const CLASSES: [(&str, &str); 3] = [
    (r"\p{Nd}", "0-9"),
    (r"\p{L}\p{N}_", "a-zA-Z0-9_"),
    (r"\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}", ""),
];

impl Engine {
    /// An engine for a pattern that begins where the search does, or anywhere.
    fn new(text: &str, here: bool) -> Result<Engine, Error> {
        if let Ok(plain) = Automata::new(text) {
            return Ok(Engine::Plain(plain));
        }
        match here {
            true => fancy(&format!("\\G(?:{text})"), LIMIT),
            false => fancy(text, LIMIT),
        }
        .map(Engine::Fancy)
    }
    /// An engine for texts of ASCII alone, which goes by bytes.
    fn of_ascii(text: &str) -> Option<Engine> {
        let text = CLASSES.iter().fold(text.to_string(), |text, c| text.replace(c.0, c.1));
        let bytes = syntax::Config::new().unicode(false).utf8(false);
        Automata::builder().syntax(bytes).build(&text).ok().map(Engine::Plain)
    }
    /// Tells the places of all groups of the first match from a byte on; false if there is no match.
    fn find(&self, text: &str, at: usize, way: Way, slots: &mut Slots) -> Result<bool, Error> {
        match self {
            Engine::Plain(r) => {
                let anchored = if matches!(way, Way::Search) { Anchored::No } else { Anchored::Yes };
                let input = Input::new(text).range(at..).anchored(anchored);
                slots.clear();
                slots.resize(r.group_info().slot_len(), None);
                Ok(r.search_slots(&input, slots).is_some())
            }
            Engine::Fancy(r) => places(r, text, at, slots),
        }
    }
}

/// An engine that goes back, so many steps at most.
fn fancy(text: &str, limit: usize) -> Result<Regex, Error> {
    RegexBuilder::new(text).backtrack_limit(limit).build()
}

/// Tells the places of all groups of its first match; false if there is none.
fn places(r: &Regex, text: &str, at: usize, slots: &mut Slots) -> Result<bool, Error> {
    slots.clear();
    let Some(found) = r.captures_from_pos(text, at)? else { return Ok(false) };
    for i in 0..found.len() {
        let ends = found.get(i).map(|m| [m.start(), m.end()].map(NonMaxUsize::new));
        slots.extend(ends.unwrap_or([None, None]));
    }
    Ok(true)
}

impl Program {
    /// A pattern in the notation of the engines, and another one for texts that are not of ASCII.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(text: &str, worded: Option<&str>, of_bytes: bool) -> Result<Program, Error> {
        let mut program = Program {
            text: text.to_string(),
            worded: worded.map(str::to_string),
            of_bytes,
            ascii: None,
            any: Ways::default(),
            further: OnceCell::new(),
            names: OnceCell::new(),
            own_names: OnceCell::new(),
        };
        match Engine::of_ascii(text) {
            Some(search) => program.ascii = Some(Ways { search: search.into(), ..Ways::default() }),
            None => _ = program.engine(Way::Search, false)?,
        }
        Ok(program)
    }
    /// The pattern for all texts.
    fn any_text(&self) -> &str {
        self.worded.as_ref().unwrap_or(&self.text)
    }
    fn engine(&self, way: Way, ascii: bool) -> Result<&Engine, Error> {
        let (ways, text, ascii) = match &self.ascii {
            Some(ways) if ascii => (ways, self.text.as_str(), true),
            _ => (&self.any, self.any_text(), false),
        };
        let get = |place: &'_ OnceCell<Engine>, text: &str, here: bool| {
            if place.get().is_none() {
                let made = if ascii { Engine::of_ascii(text) } else { None };
                _ = place.set(made.map_or_else(|| Engine::new(text, here), Ok)?);
            }
            Ok::<(), Error>(())
        };
        get(&ways.search, text, false)?;
        let place = match (way, ways.search.get()) {
            (Way::Search, _) | (Way::Here, Some(Engine::Plain(_))) => &ways.search,
            (Way::Here, _) => {
                get(&ways.here, text, true)?;
                &ways.here
            }
            (Way::Whole, _) => {
                get(&ways.whole, &format!("(?:{text})\\z"), true)?;
                &ways.whole
            }
        };
        Ok(place.get().expect("it has just been made"))
    }
    /// Tells the places of all groups of the first match from a byte on; false if there is no match. `ascii` says that the text is of ASCII alone.
    ///
    /// # Errors
    /// That the search takes too long.
    pub fn find(
        &self,
        text: &str,
        at: usize,
        (way, ascii): (Way, bool),
        slots: &mut Slots,
    ) -> Result<bool, Error> {
        self.engine(way, ascii)?.find(text, at, way, slots)
    }
    /// The same of a match at a byte that is not empty.
    ///
    /// # Errors
    /// As there.
    pub fn find_further(&self, text: &str, at: usize, slots: &mut Slots) -> Result<bool, Error> {
        if self.further.get().is_none() {
            // The empty group keeps the engine from taking alternatives before it as one step, of which it would try the first only.
            let text = format!("\\G(?:{})()(?!\\G)", self.any_text());
            _ = self.further.set(fancy(&text, FURTHER_LIMIT)?);
        }
        let found = match places(self.further.get().expect("it has just been made"), text, at, slots) {
            Err(Error::RuntimeError(_)) => false,
            found => found?,
        };
        slots.truncate(slots.len().saturating_sub(2));
        Ok(found)
    }
    /// The names of the groups, `None` for those without.
    ///
    /// # Errors
    /// As there.
    pub fn names(&self) -> Result<&[Option<String>], Error> {
        if self.names.get().is_none() {
            let own = |name: Option<&str>| name.map(str::to_string);
            _ = self.names.set(match self.engine(Way::Search, true)? {
                Engine::Plain(r) => r.group_info().pattern_names(PatternID::ZERO).map(own).collect(),
                Engine::Fancy(r) => r.capture_names().map(own).collect(),
            });
        }
        Ok(self.names.get().expect("they have just been listed"))
    }
}

/// Matches that follow one another.
pub struct Matches<'a> {
    program: &'a Program,
    text: &'a str,
    ascii: bool,
    /// Where the next one is looked for; none after the last.
    at: Option<usize>,
    /// Whether the last one was empty.
    empty: bool,
}

impl<'a> Matches<'a> {
    /// Those from a byte on, which is not after the text.
    pub fn new(program: &'a Program, text: &'a str, at: usize, ascii: bool) -> Matches<'a> {
        Matches { program, text, ascii, at: Some(at), empty: false }
    }
    /// The same after a match that ended there, and may have been empty.
    pub fn after(mut self, empty: bool) -> Matches<'a> {
        self.empty = empty;
        self
    }
    /// Tells the places of all groups of the next match, at or after a byte; false if there is none.
    ///
    /// # Errors
    /// That the search takes too long.
    pub fn step(&mut self, way: Way, slots: &mut Slots) -> Result<bool, Error> {
        let Some(mut at) = self.at.take() else { return Ok(false) };
        let mut found = false;
        if self.empty {
            found = self.program.find_further(self.text, at, slots)?;
            match self.text[at..].chars().next() {
                Some(c) if !found && way == Way::Search => at += c.len_utf8(),
                _ if !found => return Ok(false),
                _ => {}
            }
        }
        if !found && !self.program.find(self.text, at, (way, self.ascii), slots)? {
            return Ok(false);
        }
        let (Some(&Some(start)), Some(&Some(end))) = (slots.first(), slots.get(1)) else { return Ok(false) };
        (self.at, self.empty) = (Some(end.get()), start == end);
        Ok(true)
    }
}
