//! Patterns that one look at the next character decides, step by step.
//!
//! **Problem.** Most patterns of tokenizers (`\s*`, `(\w+)\s*=`, `-?\d+(\.\d+)?`) need neither automata nor going back, and starting an automaton takes longer than such a match.
//!
//! **How.** A pattern is made of sets of bytes, repetitions and alternatives. Where what may follow a repetition begins with none of the bytes that go on with it, and
//! alternatives begin with different ones, the longest way is the only one that can succeed: [`Steps::of`] tells whether it is so everywhere. Alternatives that end
//! a pattern may begin with the same: the first that succeeds is the match.
//!
//! **Invariants.** What matches, and the places of groups, are those of an engine that goes back; for texts of ASCII alone.
//!
//! **Not promised.** Repetitions that take as little as they can, assertions but the text's beginning and end, and those within groups: these are for the other engines.
//!
//! **Example.** In `(\d+)(,\d+)*$` a comma goes on with the group and a digit with its number, and neither does with anything else.

use super::engine::Slots;
use regex_automata::util::primitives::NonMaxUsize;
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::ParserBuilder;

/// Bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Set([u64; 4]);

impl Set {
    #[inline(always)]
    fn has(&self, b: u8) -> bool {
        self.0[usize::from(b >> 6)] >> (b & 63) & 1 == 1
    }
    fn one(b: u8) -> Set {
        let mut set = Set::default();
        set.add(b);
        set
    }
    fn add(&mut self, b: u8) {
        self.0[usize::from(b >> 6)] |= 1 << (b & 63);
    }
    fn with(self, o: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] | o.0[i]))
    }
    fn meets(self, o: Set) -> bool {
        (0..4).any(|i| self.0[i] & o.0[i] != 0)
    }
    /// Of a class, of which texts of ASCII have what is of ASCII.
    fn of(class: &Class) -> Set {
        let mut set = Set::default();
        match class {
            Class::Bytes(c) => c.ranges().iter().for_each(|r| (r.start()..=r.end()).for_each(|b| set.add(b))),
            Class::Unicode(c) => {
                for r in c.ranges().iter().filter(|r| r.start().is_ascii()) {
                    (r.start() as u32..=(r.end() as u32).min(0x7f)).for_each(|c| set.add(c as u8));
                }
            }
        }
        set
    }
}

/// What is done with the text.
#[derive(Debug)]
enum Step {
    /// One byte of a set.
    One(Set),
    /// As many bytes of a set as there are, between these numbers.
    Run(Set, usize, usize),
    /// A group begins or ends.
    Mark(usize),
    /// This is the text's beginning.
    Start,
    /// This is its end.
    End,
    /// Repeated as often as it succeeds, between these numbers of times.
    Loop(Body, usize, usize),
    /// The first of several that succeeds.
    Choice(Vec<Body>),
}

/// Steps that may fail without the match failing.
#[derive(Debug)]
struct Body {
    /// The bytes that it begins with.
    first: Set,
    steps: Vec<Step>,
    /// Whether there are groups in it.
    groups: bool,
}

impl Body {
    /// Goes on from a byte where it may begin with what is there. Of one that fails no group is kept.
    fn go(&self, text: &[u8], at: usize, slots: &mut Slots) -> Option<usize> {
        if !self.first.has(*text.get(at)?) {
            return None;
        }
        let before = self.groups.then(|| slots.clone());
        let end = go(&self.steps, text, at, slots);
        if let (None, Some(before)) = (end, before) {
            *slots = before;
        }
        end
    }
}

/// Steps for a part of a pattern.
struct Part {
    steps: Vec<Step>,
    /// The bytes that it may begin with.
    first: Set,
    /// Whether it may be empty.
    empty: bool,
    /// The bytes that what it ends with would go on with, so that nothing behind it may begin with these.
    open: Set,
}

impl Part {
    fn nothing() -> Part {
        Part { steps: Vec::new(), first: Set::default(), empty: true, open: Set::default() }
    }
    /// One step that takes something.
    fn one(step: Step, first: Set) -> Part {
        Part { steps: vec![step], first, empty: false, open: Set::default() }
    }
    /// This and what is behind it; `None` if the next byte does not tell where it ends.
    fn then(mut self, next: Part) -> Option<Part> {
        if self.open.meets(next.first) {
            return None;
        }
        self.steps.extend(next.steps);
        if self.empty {
            self.first = self.first.with(next.first);
        }
        self.open = if next.empty { self.open.with(next.open) } else { next.open };
        self.empty &= next.empty;
        Some(self)
    }
    fn body(self, hir: &Hir) -> Body {
        let groups = hir.properties().explicit_captures_len() > 0;
        Body { first: self.first, steps: self.steps, groups }
    }
}

/// A pattern that is matched step by step.
#[derive(Debug)]
pub struct Steps {
    steps: Vec<Step>,
    groups: usize,
}

impl Steps {
    /// The steps of a pattern for texts of ASCII; `None` if it is for another engine.
    pub fn of(text: &str) -> Option<Steps> {
        let hir = ParserBuilder::new().unicode(false).utf8(false).build().parse(text).ok()?;
        let groups = 1 + hir.properties().explicit_captures_len();
        // The beginning goes before all that may take nothing.
        let (starts, rest) = match hir.kind() {
            HirKind::Concat(all) if matches!(all[0].kind(), HirKind::Look(Look::Start)) => {
                (true, Hir::concat(all[1..].to_vec()))
            }
            _ => (false, hir),
        };
        let mut steps = part(&rest, Place::OUTERMOST)?.steps;
        if starts {
            steps.insert(0, Step::Start);
        }
        Some(Steps { steps, groups })
    }

    /// Tells the places of all groups of the match at a byte; false if there is none.
    pub fn find(&self, text: &str, at: usize, slots: &mut Slots) -> bool {
        slots.clear();
        slots.resize(2 * self.groups, None);
        let Some(end) = go(&self.steps, text.as_bytes(), at, slots) else { return false };
        (slots[0], slots[1]) = (NonMaxUsize::new(at), NonMaxUsize::new(end));
        true
    }
}

/// The set that a part is one byte of.
fn single(hir: &Hir) -> Option<Set> {
    match hir.kind() {
        HirKind::Class(c) => Some(Set::of(c)),
        HirKind::Literal(l) => match *l.0 {
            [b] => Some(Set::one(b)),
            _ => None,
        },
        _ => None,
    }
}

/// Where a part is in a pattern.
#[derive(Clone, Copy)]
struct Place {
    /// Every match passes it once.
    outermost: bool,
    /// Nothing is behind it.
    last: bool,
}

impl Place {
    const OUTERMOST: Place = Place { outermost: true, last: true };
    const INNER: Place = Place { outermost: false, last: false };
}

/// The steps of a part.
fn part(hir: &Hir, place: Place) -> Option<Part> {
    if let Some(set) = single(hir) {
        return Some(Part::one(Step::One(set), set));
    }
    match hir.kind() {
        HirKind::Empty => Some(Part::nothing()),
        HirKind::Literal(l) => {
            let mut bytes = l.0.iter().map(|&b| Set::one(b)).map(|set| Part::one(Step::One(set), set));
            bytes.try_fold(Part::nothing(), Part::then)
        }
        HirKind::Look(Look::End) if place.outermost => Some(Part::one(Step::End, Set::default())),
        HirKind::Capture(c) => {
            let mut inner = part(&c.sub, place)?;
            let at = 2 * c.index as usize;
            inner.steps.insert(0, Step::Mark(at));
            inner.steps.push(Step::Mark(at + 1));
            Some(inner)
        }
        HirKind::Concat(all) => all.iter().enumerate().try_fold(Part::nothing(), |whole, (i, hir)| {
            whole.then(part(hir, Place { last: place.last && i + 1 == all.len(), ..place })?)
        }),
        HirKind::Repetition(r) => {
            let (min, max) = (r.min as usize, r.max.map_or(usize::MAX, |max| max as usize));
            if !r.greedy && min != max {
                return None;
            }
            let inner = part(&r.sub, Place::INNER)?;
            // What follows its end is also its own beginning.
            let one = single(&r.sub);
            if inner.empty || one.is_none() && max > 1 && inner.open.meets(inner.first) {
                return None;
            }
            let (first, empty) = (inner.first, min == 0);
            let open = if min == max { inner.open } else { inner.open.with(first) };
            let step = match one {
                Some(set) => Step::Run(set, min, max),
                None => Step::Loop(inner.body(&r.sub), min, max),
            };
            Some(Part { steps: vec![step], first, empty, open })
        }
        HirKind::Alternation(all) => {
            let (mut first, mut open, mut ways) = (Set::default(), Set::default(), Vec::new());
            for hir in all {
                let one = part(hir, Place { outermost: false, ..place })?;
                if one.empty || !place.last && one.first.meets(first) {
                    return None;
                }
                (first, open) = (first.with(one.first), open.with(one.open));
                ways.push(one.body(hir));
            }
            Some(Part { open, ..Part::one(Step::Choice(ways), first) })
        }
        _ => None,
    }
}

/// Goes on from a byte: where the steps end.
fn go(steps: &[Step], text: &[u8], mut at: usize, slots: &mut Slots) -> Option<usize> {
    for step in steps {
        match step {
            Step::One(set) => {
                if !set.has(*text.get(at)?) {
                    return None;
                }
                at += 1;
            }
            Step::Run(set, min, max) => {
                let rest = &text[at..];
                let rest = &rest[..rest.len().min(*max)];
                let n = rest.iter().position(|&b| !set.has(b)).unwrap_or(rest.len());
                if n < *min {
                    return None;
                }
                at += n;
            }
            Step::Mark(slot) => slots[*slot] = NonMaxUsize::new(at),
            Step::Start if at != 0 => return None,
            Step::End if at != text.len() => return None,
            Step::Start | Step::End => {}
            Step::Loop(body, min, max) => {
                let mut n = 0;
                while n < *max {
                    let Some(end) = body.go(text, at, slots) else { break };
                    (at, n) = (end, n + 1);
                }
                if n < *min {
                    return None;
                }
            }
            Step::Choice(ways) => at = ways.iter().find_map(|way| way.go(text, at, slots))?,
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex_automata::meta::Regex;
    use regex_automata::util::syntax;
    use regex_automata::{Anchored, Input};

    fn automata(pattern: &str) -> Regex {
        let syntax = syntax::Config::new().unicode(false).utf8(false);
        Regex::builder().syntax(syntax).build(pattern).unwrap()
    }

    fn by_automata(r: &Regex, text: &str, at: usize) -> Option<Slots> {
        let mut slots: Slots = Slots::new();
        slots.resize(r.group_info().slot_len(), None);
        let input = Input::new(text).range(at..).anchored(Anchored::Yes);
        r.search_slots(&input, &mut slots).map(|_| slots)
    }

    fn by_steps(s: &Steps, text: &str, at: usize) -> Option<Slots> {
        let mut slots = Slots::new();
        s.find(text, at, &mut slots).then_some(slots)
    }

    /// Random choices.
    struct Draw(u64);

    impl Draw {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }
        fn pattern(&mut self, depth: u64) -> String {
            let n = 1 + self.below(3);
            (0..n).map(|_| self.item(depth)).collect()
        }
        fn item(&mut self, depth: u64) -> String {
            let sets = ["a", "b", "[ab]", "[^a]", "[bc]", "c", ".", "-", "[a-c]", "ab", "$", "\\A", "\\z"];
            let inner = match self.below(if depth == 0 { 1 } else { 4 }) {
                0 => sets[self.below(sets.len() as u64) as usize].to_string(),
                1 => format!("({})", self.pattern(depth - 1)),
                2 => format!("(?:{})", self.pattern(depth - 1)),
                _ => format!("(?:{}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
            };
            let times = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,3}", "*?"];
            let times = times[self.below(times.len() as u64) as usize];
            if inner.starts_with(['$', '\\']) {
                inner
            } else {
                format!("(?:{inner}){times}")
            }
        }
        fn text(&mut self) -> String {
            let n = self.below(9);
            (0..n).map(|_| ['a', 'b', 'c', '-', '\n'][self.below(5) as usize]).collect()
        }
    }

    /// Patterns at random against automata: how many were matched by steps.
    fn compare(seed: u64, patterns: usize) -> usize {
        let mut draw = Draw(seed);
        let mut taken = 0;
        for _ in 0..patterns {
            let pattern = draw.pattern(2);
            let Some(steps) = Steps::of(&pattern) else { continue };
            taken += 1;
            let automata = automata(&pattern);
            for _ in 0..20 {
                let text = draw.text();
                for at in 0..=text.len() {
                    let wanted = by_automata(&automata, &text, at);
                    assert_eq!(
                        by_steps(&steps, &text, at),
                        wanted,
                        "seed {seed}: {pattern:?} in {text:?} at {at}"
                    );
                }
            }
        }
        taken
    }

    #[test]
    fn steps_match_what_automata_match() {
        let seed = std::env::var("HOLLOWAY_FUZZ_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
        let patterns =
            std::env::var("HOLLOWAY_FUZZ_COUNT").ok().and_then(|s| s.parse().ok()).unwrap_or(4_000);
        let taken = compare(seed, patterns);
        assert!(taken > patterns / 20, "{taken} of {patterns} by steps");
    }

    /// Looking at what is repeated once more at each level took twice as long for each.
    #[test]
    fn repetitions_within_each_other_are_looked_at_once() {
        let letters = ('a'..='z').chain('A'..='Z');
        let pattern = letters.fold(String::new(), |inner, letter| format!("(?:{letter}{inner})*"));
        assert!(Steps::of(&pattern).is_some());
    }

    #[test]
    fn patterns_of_tokenizers_go_by_steps() {
        for pattern in [
            r"\s*",
            r"[A-Za-z_]\w*",
            r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?",
            r#""[^"]*""#,
            r"(\w+)\s*=\s*(\d+)",
            r"(\d+)(,\d+)*\z",
            r"(?i:select)",
            r"\s*(?:(?P<int>-?\d+)|(?P<sym>[^\s()]+))",
        ] {
            assert!(Steps::of(pattern).is_some(), "{pattern}");
        }
        for pattern in [r"\w*\d", "(?:a|ab)c", r"\bx", "a*?b", "(a*)*", "(ab|a)c*", "a?a", "(?:ab|[ac]b)$"] {
            assert!(Steps::of(pattern).is_none(), "{pattern}");
        }
    }
}
