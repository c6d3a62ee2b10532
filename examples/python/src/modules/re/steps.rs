//! Patterns that are matched step by step: mostly one look at the next character decides.
//!
//! **Problem.** Most patterns of tokenizers (`\s*`, `(\w+)\s*=`, `-?\d+(\.\d+)?`) need neither automata nor going back, and starting an automaton takes longer than such a match.
//!
//! **How.** A pattern is made of sets of bytes, repetitions and alternatives. Where what may follow a repetition begins with none of the bytes that go on with it, and
//! alternatives begin with different ones, the longest way is the only one that can succeed: [`Steps::of`] tells whether it is so everywhere. Where it is not so of a
//! repetition of one set, or that is to take as little as it can, and all that is behind it are steps of the same list, its lengths are tried in turn
//! ([`Step::Lengths`]). Each byte that is looked at and each length that is tried is work, of which there is so much at most: an automaton takes no more. Alternatives that end a pattern may begin with the same: the first that succeeds is the match.
//!
//! **Invariants.** What matches, and the places of groups, are those of an engine that goes back; for texts of ASCII alone.
//!
//! **Not promised.** Lengths of what is repeated as a whole, assertions within alternatives and repetitions, and an answer where that takes too much work: these are for the other engines.
//!
//! **Example.** In `(\d+)(,\d+)*$` a comma goes on with the group and a digit with its number, and neither does with anything else. `"(.*?)"` tries the lengths up to
//! the next quote.

use super::engine::Slots;
use regex_automata::util::primitives::NonMaxUsize;
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::ParserBuilder;
use std::ops::Range;

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
    /// So many bytes of a set, between these numbers, that what is behind succeeds: as few as can be, or as many.
    Lengths { set: Set, min: usize, max: usize, few: bool },
    /// A group begins or ends.
    Mark(usize),
    /// This is the text's beginning.
    Start,
    /// This is its end.
    End,
    /// This is a line's beginning, its end, the edge of a word, or none.
    Edge(Look),
    /// Repeated as often as it succeeds, between these numbers of times.
    Loop(Body, usize, usize),
    /// The first of several that succeeds.
    Choice(Vec<Body>),
}

impl Step {
    /// Of a repetition of bytes with which what is behind may begin.
    fn try_lengths_before(&mut self, next: Set) {
        if let Step::Run(set, min, max) = *self {
            if min != max && set.meets(next) {
                *self = Step::Lengths { set, min, max, few: false };
            }
        }
    }
}

/// Steps that may fail without the match failing.
#[derive(Debug)]
struct Body {
    /// The bytes that it begins with.
    first: Set,
    steps: Vec<Step>,
    /// The slots of the groups in it.
    groups: Range<usize>,
}

impl Body {
    /// Goes on from a byte where it may begin with what is there. Of one that fails no group is kept.
    fn go(&self, text: &[u8], at: usize, slots: &mut Slots, work: &mut usize) -> Option<usize> {
        if !self.first.has(*text.get(at)?) {
            return None;
        }
        let before = Slots::from_slice(&slots[self.groups.clone()]);
        let end = go(&self.steps, text, at, slots, work);
        if end.is_none() {
            slots[self.groups.clone()].copy_from_slice(&before);
        }
        end
    }
}

/// Tells the slots of all groups in some steps.
fn marks(steps: &[Step], f: &mut dyn FnMut(usize)) {
    for step in steps {
        match step {
            Step::Mark(slot) => f(*slot),
            Step::Loop(body, ..) => body.groups.clone().for_each(&mut *f),
            Step::Choice(ways) => ways.iter().flat_map(|way| way.groups.clone()).for_each(&mut *f),
            _ => {}
        }
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
    /// The same of repetitions of one set, whose lengths may be tried instead.
    runs: Set,
}

impl Part {
    fn nothing() -> Part {
        Part {
            steps: Vec::new(),
            first: Set::default(),
            empty: true,
            open: Set::default(),
            runs: Set::default(),
        }
    }
    /// One step that takes something.
    fn one(step: Step, first: Set) -> Part {
        Part { steps: vec![step], first, empty: false, ..Part::nothing() }
    }
    /// This and what is behind it; `None` if the next byte does not tell where it ends, and lengths can't be tried.
    fn then(mut self, next: Part, place: Place) -> Option<Part> {
        let unclear = self.runs.meets(next.first);
        if self.open.meets(next.first) || unclear && !place.flat {
            return None;
        }
        if unclear {
            self.steps.iter_mut().for_each(|step| step.try_lengths_before(next.first));
        }
        self.steps.extend(next.steps);
        if self.empty {
            self.first = self.first.with(next.first);
        }
        (self.open, self.runs) = match next.empty {
            true => (self.open.with(next.open), self.runs.with(next.runs)),
            false => (next.open, next.runs),
        };
        self.empty &= next.empty;
        Some(self)
    }
    fn body(self) -> Body {
        let mut groups: Option<Range<usize>> = None;
        marks(&self.steps, &mut |slot| {
            let so_far = groups.clone().unwrap_or(slot..slot);
            groups = Some(so_far.start.min(slot)..so_far.end.max(slot + 1));
        });
        Body { first: self.first, steps: self.steps, groups: groups.unwrap_or_default() }
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

    /// Tells the places of all groups of the match at a byte; false if there is none. `None` if that took all the work that was left.
    pub fn find(&self, text: &str, at: usize, slots: &mut Slots, work: &mut usize) -> Option<bool> {
        slots.clear();
        slots.resize(2 * self.groups, None);
        let end = go(&self.steps, text.as_bytes(), at, slots, work);
        if *work == 0 {
            return None;
        }
        if let Some(end) = end {
            (slots[0], slots[1]) = (NonMaxUsize::new(at), NonMaxUsize::new(end));
        }
        Some(end.is_some())
    }
}

/// Work for a match in so many bytes: as much as an automaton would take several times.
pub fn work_for(bytes: usize) -> usize {
    256 + 8 * bytes
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
    /// All that is behind it are steps of the list that its own are in.
    flat: bool,
}

impl Place {
    const OUTERMOST: Place = Place { outermost: true, last: true, flat: true };
    const INNER: Place = Place { outermost: false, last: false, flat: false };
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
            bytes.try_fold(Part::nothing(), |whole, one| whole.then(one, place))
        }
        HirKind::Look(look) if place.outermost => edge(*look),
        HirKind::Capture(c) => {
            let mut inner = part(&c.sub, place)?;
            let at = 2 * c.index as usize;
            inner.steps.insert(0, Step::Mark(at));
            inner.steps.push(Step::Mark(at + 1));
            Some(inner)
        }
        HirKind::Concat(all) => all.iter().enumerate().try_fold(Part::nothing(), |whole, (i, hir)| {
            whole.then(part(hir, Place { last: place.last && i + 1 == all.len(), ..place })?, place)
        }),
        HirKind::Repetition(r) => {
            let (min, max) = (r.min as usize, r.max.map_or(usize::MAX, |max| max as usize));
            let one = single(&r.sub);
            if !r.greedy && min != max {
                let set = one.filter(|_| place.flat)?;
                let part = Part::one(Step::Lengths { set, min, max, few: true }, set);
                return Some(Part { empty: min == 0, ..part });
            }
            let inner = part(&r.sub, Place::INNER)?;
            // What follows its end is also its own beginning.
            let goes_on = inner.open.with(inner.runs).meets(inner.first);
            if inner.empty || one.is_none() && max > 1 && goes_on {
                return None;
            }
            let (first, empty) = (inner.first, min == 0);
            let more = if min == max { Set::default() } else { first };
            let none = Set::default();
            let (step, open, runs) = match one {
                Some(set) => (Step::Run(set, min, max), none, more),
                None => {
                    let open = inner.open.with(inner.runs).with(more);
                    (Step::Loop(inner.body(), min, max), open, none)
                }
            };
            Some(Part { steps: vec![step], first, empty, open, runs })
        }
        HirKind::Alternation(all) => {
            let (mut first, mut open, mut ways) = (Set::default(), Set::default(), Vec::new());
            for hir in all {
                let one = part(hir, Place { outermost: false, flat: place.last, ..place })?;
                if one.empty || !place.last && one.first.meets(first) {
                    return None;
                }
                (first, open) = (first.with(one.first), open.with(one.open).with(one.runs));
                ways.push(one.body());
            }
            Some(Part { open, ..Part::one(Step::Choice(ways), first) })
        }
        _ => None,
    }
}

/// An assertion, with the bytes that it may come before.
fn edge(look: Look) -> Option<Part> {
    match look {
        // Whatever goes on would not be at the end.
        Look::End => Some(Part::one(Step::End, Set::default())),
        Look::StartLF | Look::EndLF | Look::WordAscii | Look::WordAsciiNegate => {
            let any = Set([!0; 4]);
            Some(Part::one(Step::Edge(look), any))
        }
        _ => None,
    }
}

/// Whether an assertion holds at a byte.
fn holds(look: Look, text: &[u8], at: usize) -> bool {
    let is_line = |b: Option<&u8>| b.is_none_or(|b| *b == b'\n');
    let is_word = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let (before, behind) = (at.checked_sub(1).and_then(|at| text.get(at)), text.get(at));
    match look {
        Look::StartLF => is_line(before),
        Look::EndLF => is_line(behind),
        Look::WordAscii => is_word(before) != is_word(behind),
        Look::WordAsciiNegate => is_word(before) == is_word(behind),
        _ => false,
    }
}

/// Tries the lengths of bytes of a set in turn: where the steps behind these end.
fn try_lengths(
    (set, min, max, few): (&Set, usize, usize, bool),
    rest: &[Step],
    (text, at): (&[u8], usize),
    slots: &mut Slots,
    work: &mut usize,
) -> Option<usize> {
    let there = |n: usize| n < max && text.get(at + n).is_some_and(|&b| set.has(b));
    let next = match rest.iter().find(|step| !matches!(step, Step::Mark(_))) {
        Some(Step::One(next)) => Some(next),
        _ => None,
    };
    let may_end = |n: usize| next.is_none_or(|next| text.get(at + n).is_some_and(|&b| next.has(b)));
    // Of what fails no group is kept; others are set again by what succeeds.
    let stays = rest.iter().any(|step| matches!(step, Step::Loop(..) | Step::Choice(_)));
    let before = stays.then(|| Slots::from_slice(slots));
    let least = (0..min).take_while(|&n| there(n)).count();
    if least < min {
        return None;
    }
    // As many as there can be; as few are looked at as it takes.
    let mut most = min;
    while !few && there(most) {
        most += 1;
    }
    *work = work.saturating_sub(most);
    let mut one = |n: usize| {
        *work = work.saturating_sub(1);
        let end = go(rest, text, at + n, slots, work);
        if let (None, Some(before)) = (end, &before) {
            slots.copy_from_slice(before);
        }
        end
    };
    if !few {
        return (min..=most).rev().filter(|&n| may_end(n)).find_map(one);
    }
    let mut n = min;
    loop {
        if let Some(end) = may_end(n).then(|| one(n)).flatten() {
            return Some(end);
        }
        if !there(n) {
            *work = work.saturating_sub(n);
            return None;
        }
        n += 1;
    }
}

/// Goes on from a byte: where the steps end. When no work is left there is no answer.
fn go(steps: &[Step], text: &[u8], mut at: usize, slots: &mut Slots, work: &mut usize) -> Option<usize> {
    if *work == 0 {
        return None;
    }
    for (i, step) in steps.iter().enumerate() {
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
                *work = work.saturating_sub(n);
                if n < *min {
                    return None;
                }
                at += n;
            }
            Step::Lengths { set, min, max, few } => {
                let lengths = (set, *min, *max, *few);
                return try_lengths(lengths, &steps[i + 1..], (text, at), slots, work);
            }
            Step::Mark(slot) => slots[*slot] = NonMaxUsize::new(at),
            Step::Edge(look) if !holds(*look, text, at) => return None,
            Step::Start if at != 0 => return None,
            Step::End if at != text.len() => return None,
            Step::Start | Step::End | Step::Edge(_) => {}
            Step::Loop(body, min, max) => {
                let mut n = 0;
                while n < *max {
                    let Some(end) = body.go(text, at, slots, work) else { break };
                    (at, n) = (end, n + 1);
                }
                if n < *min {
                    return None;
                }
            }
            Step::Choice(ways) => at = ways.iter().find_map(|way| way.go(text, at, slots, work))?,
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

    /// `None` if that took too much work.
    fn by_steps(s: &Steps, text: &str, at: usize) -> Option<Option<Slots>> {
        let mut slots = Slots::new();
        s.find(text, at, &mut slots, &mut work_for(text.len())).map(|found| found.then_some(slots))
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
            let sets = [
                "a", "b", "[ab]", "[^a]", "[bc]", "c", ".", "-", "[a-c]", "ab", "$", "\\A", "\\z", "(?m:^)",
                "(?m:$)", "\\b", "\\B",
            ];
            let inner = match self.below(if depth == 0 { 1 } else { 4 }) {
                0 => sets[self.below(sets.len() as u64) as usize].to_string(),
                1 => format!("({})", self.pattern(depth - 1)),
                2 => format!("(?:{})", self.pattern(depth - 1)),
                _ => format!("(?:{}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
            };
            let times = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,3}", "*?", "+?", "??", "{1,3}?"];
            let times = times[self.below(times.len() as u64) as usize];
            if inner.starts_with(['$', '\\']) || inner.starts_with("(?m") {
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
                    let Some(found) = by_steps(&steps, &text, at) else { continue };
                    let wanted = by_automata(&automata, &text, at);
                    assert_eq!(found, wanted, "seed {seed}: {pattern:?} in {text:?} at {at}");
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

    /// What tries too many lengths, or looks at too many bytes, is given up, and says so.
    #[test]
    fn what_takes_too_much_work_is_given_up() {
        let steps = Steps::of("a*a*a*a*b").unwrap();
        let text = "a".repeat(200);
        assert_eq!(by_steps(&steps, &text, 0), None);
        for pattern in ["[ab]*[abc]*d", "[ab]*?[abc]*d"] {
            let steps = Steps::of(pattern).unwrap();
            let text = "ab".repeat(5_000);
            let mut work = work_for(text.len());
            steps.find(&text, 0, &mut Slots::new(), &mut work);
            assert_eq!(work, 0, "{pattern}");
        }
        let found = by_steps(&steps, "aaab", 0).flatten().expect("a match");
        assert_eq!(found[1].map(NonMaxUsize::get), Some(4));
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
            r"\*\*(.+?)\*\*",
            r"\s*(?:(\d+)|(\w+)|(.))",
            r"(.*)=(.*)",
            r"\b[a-z]+\b",
            r"(?m:^)(#{1,6})\s+(.*?)\s*#*(?m:$)",
            r"\w*\d",
            r"a?a",
            r"\bx",
            "a*?b",
        ] {
            assert!(Steps::of(pattern).is_some(), "{pattern}");
        }
        for pattern in
            ["(?:a|ab)c", "(a*)*", "(ab|a)c*", "(?:ab|[ac]b)$", "(?:a*a)*b", "(?:ab)*?a", r"(?:\bx)?y"]
        {
            assert!(Steps::of(pattern).is_none(), "{pattern}");
        }
    }
}
