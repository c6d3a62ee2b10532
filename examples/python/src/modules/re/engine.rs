//! Engines: a pattern for each kind of text and way of matching, made when it is first asked for.
//!
//! What runs a pattern without looking around goes by automata, in time that grows with the text; the others go back. A match at a place asks the alternatives
//! in turn that can begin there ([`First`]), each with an engine of its own: so one that looks around costs the others nothing, and most places
//! need no engine at all. A search by going back asks at the places where a match may begin, if these are few.
//!
//! **Invariants.** A search asks for the first way in which a pattern matches, as a backtracking engine would find it. After an empty match the next one may
//! begin at the same place, but is not empty ([`Matches`]), as in CPython since 3.7.
//!
//! **Not promised.** A search by going back is given up after [`LIMIT`] steps, one that must not be empty after [`FURTHER_LIMIT`].
//!
//! **Example.** `Matches::new(&program, "aab", 0, ..)` of the pattern `|a` finds `0..0`, `0..1`, `1..1`, `1..2`, `2..2` and `3..3`.

use super::apart::guarded;
use super::first::First;
use super::shape;
use super::steps::{work_for, Steps};
use crate::value::Str;
use fancy_regex::{Error, Regex, RegexBuilder};
use holloway::heap::Gc;
use regex_automata::meta::Regex as Automata;
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell};

/// A pattern, for all kinds of text.
pub struct Program {
    text: String,
    /// The pattern for texts that are not of ASCII, where that is another one.
    worded: Option<String>,
    /// Whether it is for bytes.
    pub of_bytes: bool,
    /// For texts of ASCII alone or any, without and with a new line at their end.
    forms: [[OnceCell<Form>; 2]; 2],
    /// What matches at a place, but not the empty text.
    further: OnceCell<Regex>,
    /// The names of the groups, `None` for those without.
    pub names: Vec<Option<String>>,
    /// Of each group, the last one in it, or itself.
    pub inner: Vec<usize>,
    /// The same as the program has them, once it has asked; interned texts live as long as the run time.
    pub own_names: OnceCell<Vec<Option<Gc<Str>>>>,
}

/// A pattern for one kind of text.
struct Form {
    text: String,
    /// Whether the texts are of ASCII.
    ascii: bool,
    groups: usize,
    /// Whether automata run it.
    plain: bool,
    first: First,
    alternatives: Vec<Alternative>,
    search: OnceCell<Engine>,
    whole: OnceCell<Engine>,
    /// Whether all alternatives are matched by steps.
    steps: OnceCell<bool>,
    /// Above 0 until searches are no longer to look first where they begin, or go by steps.
    trust: Cell<i8>,
}

/// What is tried at a place, after those before it.
struct Alternative {
    /// Without the brackets of a group that is all of it.
    text: String,
    first: First,
    /// The first group in it.
    group: usize,
    /// Whether that is all of it.
    grouped: bool,
    engine: OnceCell<Engine>,
}

/// What runs a pattern.
enum Engine {
    /// Step by step, and by another engine for this pattern where that gives up.
    Steps(Steps, OnceCell<Box<Engine>>, String),
    /// By automata.
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

/// What has come of a search by steps.
enum Searched {
    /// Whether there is a match.
    Done(bool),
    /// There is none before this place.
    From(usize),
}

/// Places of groups, in bytes; room for those of most patterns.
pub type Slots = SmallVec<[Option<NonMaxUsize>; 16]>;

/// What [`Form::trust`] is at most.
const MOST_TRUST: i8 = 16;

/// The part of the work for a match that a search by steps may take, and what a place where it tries takes besides the bytes that are looked at.
const SEARCHED: usize = 4;
const PLACE: usize = 8;

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

/// What it translates the end of a text to; the same where there is no new line, and where there is one, as what may be repeated.
const END: (&str, [&str; 2]) = (r"(?=\n?\z)", [r"\z", r"(?:\z|(?=\n\z))"]);

/// A pattern for automata; those for texts of ASCII alone go by bytes, and are far smaller.
fn plain(text: &str, ascii: bool) -> Option<Automata> {
    let syntax = syntax::Config::new().unicode(!ascii).utf8(!ascii);
    Automata::builder().syntax(syntax).build(text).ok()
}

/// An engine that goes back, so many steps at most.
fn fancy(text: &str, limit: usize) -> Result<Regex, Error> {
    RegexBuilder::new(&guarded(text)).backtrack_limit(limit).build()
}

impl Engine {
    /// An engine for a pattern that begins where the search does, or anywhere.
    fn new(text: &str, ascii: bool, here: bool) -> Result<Engine, Error> {
        if let Some(steps) = (here && ascii).then(|| Steps::of(text)).flatten() {
            return Ok(Engine::Steps(steps, OnceCell::new(), text.to_string()));
        }
        Engine::without_steps(text, ascii, here)
    }
    fn without_steps(text: &str, ascii: bool, here: bool) -> Result<Engine, Error> {
        // Characters that are not of ASCII have no form in bytes.
        if let Some(plain) = plain(text, ascii).or_else(|| plain(text, false)) {
            return Ok(Engine::Plain(plain));
        }
        match here {
            true => fancy(&format!("\\G(?:{text})"), LIMIT),
            false => fancy(text, LIMIT),
        }
        .map(Engine::Fancy)
    }
    /// Tells the places of all groups of the first match from a byte on; false if there is no match.
    fn find(&self, text: &str, at: usize, here: bool, slots: &mut Slots) -> Result<bool, Error> {
        match self {
            Engine::Steps(steps, other, pattern) => {
                match steps.find(text, at, slots, &mut work_for(text.len() - at)) {
                    Some(found) => Ok(found),
                    None => {
                        let other = made(other, || Engine::without_steps(pattern, true, here).map(Box::new))?;
                        other.find(text, at, here, slots)
                    }
                }
            }
            Engine::Plain(r) => {
                let anchored = if here { Anchored::Yes } else { Anchored::No };
                let input = Input::new(text).range(at..).anchored(anchored);
                slots.clear();
                slots.resize(r.group_info().slot_len(), None);
                Ok(r.search_slots(&input, slots).is_some())
            }
            Engine::Fancy(r) => places(r, text, at, slots),
        }
    }
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

/// What stands there, made if nothing does.
fn made<T>(place: &OnceCell<T>, make: impl FnOnce() -> Result<T, Error>) -> Result<&T, Error> {
    if place.get().is_none() {
        _ = place.set(make()?);
    }
    Ok(place.get().expect("it has just been made"))
}

impl Form {
    fn new(text: String, ascii: bool, groups: usize) -> Form {
        let mut group = 1;
        // Automata go through alternatives at once, unless they are asked for groups.
        let plain = regex_syntax::parse(&text).is_ok();
        let all = if plain && groups == 1 { vec![text.clone()] } else { shape::alternatives(&text) };
        let alternatives: Vec<Alternative> = all
            .into_iter()
            .map(|text| {
                let (first, at) = (First::of(&text, ascii), group);
                group += shape::names(&text).len() - 1;
                let inner = shape::only_group(&text);
                let grouped = inner.is_some();
                Alternative {
                    text: inner.unwrap_or(text),
                    first,
                    group: at,
                    grouped,
                    engine: OnceCell::new(),
                }
            })
            .collect();
        let first = First::of_all(alternatives.iter().map(|a| &a.first));
        Form {
            text,
            ascii,
            groups,
            plain,
            first,
            alternatives,
            search: OnceCell::new(),
            whole: OnceCell::new(),
            steps: OnceCell::new(),
            trust: Cell::new(MOST_TRUST / 2),
        }
    }
    /// The match at a byte.
    fn here(&self, text: &str, at: usize, slots: &mut Slots) -> Result<bool, Error> {
        for way in self.alternatives.iter().filter(|a| a.first.admits(text.as_bytes(), at)) {
            let engine = made(&way.engine, || Engine::new(&way.text, self.ascii, true))?;
            if engine.find(text, at, true, slots)? {
                way.put_in_place(slots, 2 * self.groups);
                return Ok(true);
            }
        }
        Ok(false)
    }
    /// Whether there is a match where a search begins, as where tokens are looked for. It is asked until that has
    /// too often not been so: it takes less than a search, which looks for the end, the beginning, and groups.
    fn found_at_once(&self, text: &str, at: usize, slots: &mut Slots) -> Result<bool, Error> {
        let trust = self.trust.get();
        if !self.plain || trust <= 0 || !self.first.admits(text.as_bytes(), at) {
            return Ok(false);
        }
        let found = self.here(text, at, slots)?;
        self.trust.set(if found { (trust + 1).min(MOST_TRUST) } else { trust - 2 });
        Ok(found)
    }
    /// Whether a text is searched by steps at each place where a match may begin: that takes less than starting an automaton, if nearly all of these begin one.
    fn goes_by_steps(&self) -> bool {
        let by_steps = |way: &Alternative| Steps::of(&way.text).is_some();
        self.trust.get() > 0
            && *self.steps.get_or_init(|| self.ascii && self.alternatives.iter().all(by_steps))
    }
    /// Searches by steps, until that has taken about as much work as an automaton would.
    fn search_by_steps(&self, text: &str, from: usize, slots: &mut Slots) -> Result<Searched, Error> {
        let mut work = work_for(text.len() - from) / SEARCHED;
        let mut next = self.first.next(text, from);
        while let Some(at) = next {
            for way in self.alternatives.iter().filter(|a| a.first.admits(text.as_bytes(), at)) {
                let engine = made(&way.engine, || Engine::new(&way.text, self.ascii, true))?;
                let Engine::Steps(steps, ..) = engine else { return Ok(Searched::From(at)) };
                work = work.saturating_sub(PLACE);
                match steps.find(text, at, slots, &mut work) {
                    None => {
                        self.trust.set(self.trust.get() - 2);
                        return Ok(Searched::From(at));
                    }
                    Some(true) => {
                        way.put_in_place(slots, 2 * self.groups);
                        self.trust.set((self.trust.get() + 1).min(MOST_TRUST));
                        return Ok(Searched::Done(true));
                    }
                    Some(false) => {}
                }
            }
            next = self.first.next(text, at + 1);
        }
        Ok(Searched::Done(false))
    }
    fn find(&self, text: &str, at: usize, way: Way, slots: &mut Slots) -> Result<bool, Error> {
        if way != Way::Search && !self.first.admits(text.as_bytes(), at) {
            return Ok(false);
        }
        match way {
            Way::Here => self.here(text, at, slots),
            Way::Whole => {
                let whole = || Engine::new(&format!("(?:{})\\z", self.text), self.ascii, true);
                made(&self.whole, whole)?.find(text, at, true, slots)
            }
            Way::Search => {
                let mut at = at;
                match self.goes_by_steps() {
                    true => match self.search_by_steps(text, at, slots)? {
                        Searched::Done(found) => return Ok(found),
                        Searched::From(place) => at = place,
                    },
                    false if self.found_at_once(text, at, slots)? => return Ok(true),
                    false => {}
                }
                if self.plain || !self.first.is_rare() {
                    let search = || Engine::new(&self.text, self.ascii, false);
                    return made(&self.search, search)?.find(text, at, false, slots);
                }
                let mut next = self.first.next(text, at);
                while let Some(at) = next {
                    if self.here(text, at, slots)? {
                        return Ok(true);
                    }
                    next = self.first.next(text, at + 1);
                }
                Ok(false)
            }
        }
    }
}

impl Alternative {
    /// Moves places of its groups to where those of the whole pattern are.
    fn put_in_place(&self, slots: &mut Slots, all: usize) {
        let own = slots.len();
        slots.resize(all, None);
        if self.grouped {
            slots.copy_within(..2, 2 * self.group);
        } else if self.group > 1 {
            slots.copy_within(2..own, 2 * self.group);
            slots[2..2 * self.group].fill(None);
        }
    }
}

impl Program {
    /// A pattern in the notation of the engines, and another one for texts that are not of ASCII.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(text: &str, worded: Option<&str>, of_bytes: bool) -> Result<Program, Error> {
        let program = Program {
            text: text.to_string(),
            worded: worded.map(str::to_string),
            of_bytes,
            forms: Default::default(),
            further: OnceCell::new(),
            names: shape::names(text),
            inner: shape::inner(text),
            own_names: OnceCell::new(),
        };
        let form = program.form(true, false);
        if !form.plain {
            // Only what goes back knows whether it can.
            made(&form.search, || Engine::new(&form.text, true, false))?;
        }
        Ok(program)
    }
    /// The pattern for all texts.
    fn any_text(&self) -> &str {
        self.worded.as_ref().unwrap_or(&self.text)
    }
    /// The pattern for texts of ASCII alone or others, with a new line at their end or without.
    #[inline]
    fn form(&self, ascii: bool, lined: bool) -> &Form {
        self.forms[usize::from(!ascii)][usize::from(lined)].get_or_init(|| {
            let mut text = if ascii { self.text.clone() } else { self.any_text().to_string() };
            if ascii {
                text = CLASSES.iter().fold(text, |text, c| text.replace(c.0, c.1));
            }
            Form::new(text.replace(END.0, END.1[usize::from(lined)]), ascii, self.names.len())
        })
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
        self.form(ascii, text.as_bytes().last() == Some(&b'\n')).find(text, at, way, slots)
    }
    /// Whether nothing that begins at a byte of a text of ASCII matches; what is false tells nothing.
    #[inline]
    pub fn refuses(&self, text: &[u8], at: usize) -> bool {
        !self.form(true, text.last() == Some(&b'\n')).first.admits(text, at)
    }
    /// Tells the same as [`Program::find`] of a match at a byte that is not empty.
    ///
    /// # Errors
    /// As there.
    pub fn find_further(&self, text: &str, at: usize, slots: &mut Slots) -> Result<bool, Error> {
        // The empty group keeps the engine from taking alternatives before it as one step, of which it would try the first only.
        let further =
            || fancy(&format!("\\G(?:{})()(?!\\G)", self.any_text().replace(END.0, END.1[1])), FURTHER_LIMIT);
        let found = match places(made(&self.further, further)?, text, at, slots) {
            Err(Error::RuntimeError(_)) => false,
            found => found?,
        };
        slots.truncate(slots.len().saturating_sub(2));
        Ok(found)
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
