//! What the text of a pattern says before there is an engine for it: its alternatives, its groups, and where and with which bytes a match may begin.
//!
//! Programs try patterns in turn at a place of a text, and nearly all of these fail at the first byte; or they have one pattern of many alternatives, of which
//! one or two can begin with that byte. So most engines are asked rarely, and many need not be made.
//!
//! **Invariants.** Texts are in the notation that `re._notation` writes: brackets, bars and braces that stand for themselves are escaped by their numbers, and
//! flags stand at the very beginning (`(?i)`). What [`First`] refuses, no engine matches; it may admit what none does.
//!
//! **Example.** `alternatives("(?<a>x)|[|]y")` are `(?<a>x)` and `[|]y`; the second begins with the byte of `|`.

use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::ParserBuilder;

/// The flag that a text may begin with.
pub const FOLDED: &str = "(?i)";

/// A byte of the text that means something, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// A group's bracket; whether it captures.
    Open(bool),
    Close,
    Bar,
    /// A reference to a group, or a question whether it took part.
    Group,
}

/// The marks outside of sets, in order.
fn marks(text: &str) -> impl Iterator<Item = (usize, Mark)> + '_ {
    let (bytes, mut at, mut sets) = (text.as_bytes(), 0, 0);
    std::iter::from_fn(move || loop {
        let (i, rest) = (at, bytes.get(at..)?);
        at += 1;
        let mark = match *rest.first()? {
            b'\\' => {
                at += 1;
                match rest.get(1) {
                    Some(b'1'..=b'9' | b'k') if sets == 0 => Mark::Group,
                    _ => continue,
                }
            }
            b'[' => {
                sets += 1;
                continue;
            }
            b']' => {
                sets -= 1;
                continue;
            }
            _ if sets > 0 => continue,
            b'(' if rest.starts_with(b"(?(") => Mark::Group,
            b'(' => Mark::Open(match rest.get(1..4).unwrap_or(b"") {
                [b'?', b'<', c] => !matches!(c, b'=' | b'!'),
                [b'?', ..] => false,
                _ => true,
            }),
            b')' => Mark::Close,
            b'|' => Mark::Bar,
            _ => continue,
        };
        return Some((i, mark));
    })
}

/// A text without the flag at its beginning, and that.
fn flag(text: &str) -> (&str, &str) {
    match text.strip_prefix(FOLDED) {
        Some(rest) => (rest, FOLDED),
        None => (text, ""),
    }
}

/// The names of its groups, `None` for those without and for all of it.
pub fn names(text: &str) -> Vec<Option<String>> {
    let name = |at: usize| text[at..].strip_prefix("(?<")?.split_once('>').map(|n| n.0.to_string());
    let groups = marks(text).filter(|m| m.1 == Mark::Open(true));
    std::iter::once(None).chain(groups.map(|m| name(m.0))).collect()
}

/// Of each group, and of all of it, the number of the last group in it, or its own.
pub fn inner(text: &str) -> Vec<usize> {
    let (mut last, mut open) = (vec![0], Vec::new());
    for (_, mark) in marks(text) {
        match mark {
            Mark::Open(captures) => {
                open.push(captures.then_some(last.len()));
                last.extend(captures.then_some(last.len()));
            }
            Mark::Close => {
                if let Some(Some(group)) = open.pop() {
                    last[group] = last.len() - 1;
                }
            }
            Mark::Bar | Mark::Group => {}
        }
    }
    last[0] = last.len() - 1;
    last
}

/// Its alternatives, each with the flag: the text as one where they refer to groups, unless these are their own and have names.
pub fn alternatives(text: &str) -> Vec<String> {
    let (rest, flag) = flag(text);
    let (mut all, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, mark) in marks(rest) {
        match mark {
            Mark::Open(_) => depth += 1,
            Mark::Close => depth -= 1,
            Mark::Bar if depth == 0 => {
                all.push(format!("{flag}{}", &rest[from..at]));
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(format!("{flag}{}", &rest[from..]));
    let own = |part: &String| {
        marks(part).filter(|m| m.1 == Mark::Group).all(|(at, _)| {
            let name = part[at..].strip_prefix("\\k<").and_then(|rest| rest.split_once('>'));
            name.is_some_and(|n| part[..at].contains(&format!("(?<{}>", n.0)))
        })
    };
    if all.iter().all(own) {
        return all;
    }
    vec![text.to_string()]
}

/// What is in the one group that a text consists of, if there is none in it.
pub fn only_group(text: &str) -> Option<String> {
    let (rest, flag) = flag(text);
    let mut opened = marks(rest).filter(|m| matches!(m.1, Mark::Open(_)));
    if opened.next() != Some((0, Mark::Open(true))) || opened.any(|m| m.1 == Mark::Open(true)) {
        return None;
    }
    let mut depth = 0;
    let end = marks(rest).find(|m| {
        depth += i32::from(matches!(m.1, Mark::Open(_))) - i32::from(m.1 == Mark::Close);
        depth == 0
    })?;
    let from = if rest.starts_with("(?<") { rest.find('>')? + 1 } else { 1 };
    (end.0 + 1 == rest.len()).then(|| format!("{flag}{}", &rest[from..end.0]))
}

/// An item of a sequence: where it begins and ends without its quantifier, and that.
struct Item {
    from: usize,
    to: usize,
    quantifier: String,
}

/// The items of a text that are not within sets or escapes, those in groups before these; a bar or a bracket that opens parts those beside it.
fn items(text: &str) -> Vec<Option<Item>> {
    let bytes = text.as_bytes();
    let (mut all, mut open, mut at) = (Vec::new(), Vec::new(), 0);
    while at < bytes.len() {
        let from = at;
        let to = match bytes[at] {
            b'(' => {
                open.push((at, std::mem::take(&mut all)));
                let rest = &text[at..];
                at += match rest.as_bytes().get(1) {
                    // Up to what the group has in it.
                    Some(b'?') => rest.find([':', '=', '!', '>', ')']).map_or(rest.len(), |n| n + 1),
                    _ => 1,
                };
                continue;
            }
            b'|' => {
                all.push(None);
                at += 1;
                continue;
            }
            b')' => {
                let (from, before) = open.pop().unwrap_or_default();
                let mut inner = std::mem::replace(&mut all, before);
                inner.push(None);
                all.splice(0..0, inner);
                at += 1;
                (from, at)
            }
            b'[' => {
                let mut depth = 0;
                while let Some(&b) = bytes.get(at) {
                    at += 1 + usize::from(b == b'\\');
                    depth += i32::from(b == b'[') - i32::from(b == b']');
                    if depth == 0 {
                        break;
                    }
                }
                (from, at)
            }
            b'\\' => {
                let braced = bytes.get(at + 2) == Some(&b'{')
                    && !matches!(bytes.get(at + 1), Some(b'A' | b'b' | b'z'));
                at += match bytes.get(at + 1) {
                    Some(b'x' | b'p') if braced => text[at..].find('}').map_or(2, |n| n + 1),
                    Some(b'x') => 4,
                    _ => 2,
                };
                (from, at)
            }
            _ => {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                (from, at)
            }
        };
        let rest = text.get(at..).unwrap_or("");
        let size = match rest.as_bytes().first() {
            Some(b'*' | b'+' | b'?') => 1,
            Some(b'{') => rest.find('}').map_or(0, |n| n + 1),
            _ => 0,
        };
        let more = rest[size..].bytes().take_while(|b| size > 0 && matches!(b, b'?' | b'+')).count();
        at += size + more;
        if &text[to.0..to.1] == "(?:)" {
            continue;
        }
        all.push(Some(Item { from: to.0, to: to.1, quantifier: rest[..size + more].to_string() }));
    }
    all
}

/// A text that the engine which goes back takes for what it is. Unless something is between, it makes `x+y*x+` one that a single `x` matches, and the `y` in `x*y??x*`
/// one that is there if it can be (fancy-regex 0.20).
pub fn guarded(text: &str) -> String {
    let once = |item: &Item| ["+", "{1,}"].contains(&item.quantifier.as_str());
    let endless = |item: &Item| once(item) || ["*", "{0,}"].contains(&item.quantifier.as_str());
    let mut places = Vec::new();
    for three in items(text).windows(3) {
        let [Some(first), Some(middle), Some(last)] = three else { continue };
        let grouped = text[middle.from..].starts_with('(') && middle.quantifier.is_empty();
        let optional = grouped || ["*", "?", "{0"].iter().any(|q| middle.quantifier.starts_with(q));
        let atoms = [first, last].map(|item| &text[item.from..item.to]);
        // What groups have in them may be the same, written otherwise.
        let alike = atoms[0] == atoms[1] || atoms.iter().any(|atom| atom.starts_with('('));
        let lazy = grouped || middle.quantifier.len() > 1 && middle.quantifier.ends_with('?');
        let wrong = once(first) && once(last) || lazy && endless(first) && endless(last);
        if optional && wrong && alike {
            places.push(first.to + first.quantifier.len());
        }
    }
    places.sort_unstable();
    let mut out = text.to_string();
    places.iter().rev().for_each(|&at| out.insert_str(at, "(?=)"));
    out
}

/// A text that matches wherever this one does, without what it looks around for and what it refers to.
fn widened(text: &str) -> String {
    let (mut out, mut from, mut depth, mut hidden) = (String::new(), 0, 0, None);
    for (at, mark) in marks(text) {
        match mark {
            Mark::Open(_) => {
                depth += 1;
                let rest = &text[at..];
                if hidden.is_none() && ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|p| rest.starts_with(p)) {
                    out.push_str(&text[from..at]);
                    hidden = Some(depth);
                } else if hidden.is_none() && rest.starts_with("(?>") {
                    out.push_str(&text[from..at]);
                    out.push_str("(?:");
                    from = at + 3;
                }
            }
            Mark::Close => {
                if hidden == Some(depth) {
                    out.push_str("(?:)");
                    (hidden, from) = (None, at + 1);
                }
                depth -= 1;
            }
            Mark::Group if hidden.is_none() => {
                out.push_str(&text[from..at]);
                out.push_str("(?s:.)*");
                let rest = &text[at..];
                let name = rest.starts_with("\\k").then(|| rest.find('>').map_or(rest.len(), |n| n + 1));
                from =
                    at + name.unwrap_or_else(|| 1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count());
            }
            _ => {}
        }
    }
    out.push_str(&text[from..]);
    out
}

/// Where a match may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Anywhere,
    Line,
    Start,
}

/// How matches begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    bytes: [u64; 4],
    /// Whether one may be empty, or begin with any byte.
    any: bool,
    place: Place,
}

impl First {
    const NONE: First = First { bytes: [0; 4], any: false, place: Place::Anywhere };
    const EMPTY: First = First { any: true, ..First::NONE };

    /// Of what a text of ASCII, or any, is to match.
    pub fn of(text: &str, ascii: bool) -> First {
        let text = widened(text);
        let parse = |unicode| ParserBuilder::new().unicode(unicode).utf8(unicode).build().parse(&text);
        // Characters that are not of ASCII have no form in bytes. What cannot be told begins anyhow.
        parse(!ascii).or_else(|_| parse(true)).map_or(First::EMPTY, |hir| First::of_hir(&hir))
    }
    fn of_hir(hir: &Hir) -> First {
        match hir.kind() {
            HirKind::Empty => First::EMPTY,
            HirKind::Look(Look::Start) => First { place: Place::Start, ..First::EMPTY },
            HirKind::Look(Look::StartLF) => First { place: Place::Line, ..First::EMPTY },
            HirKind::Look(_) => First::EMPTY,
            HirKind::Literal(text) => text.0.first().map_or(First::EMPTY, |&b| First::NONE.with(b, b)),
            HirKind::Class(Class::Bytes(all)) => {
                all.iter().fold(First::NONE, |f, r| f.with(r.start(), r.end()))
            }
            HirKind::Class(Class::Unicode(all)) => all.iter().fold(First::NONE, |f, r| {
                let byte = |c: char| c.encode_utf8(&mut [0; 4]).as_bytes()[0];
                f.with(byte(r.start()), byte(r.end()))
            }),
            HirKind::Repetition(r) => match First::of_hir(&r.sub) {
                sub if r.min > 0 => sub,
                sub => First { any: true, place: Place::Anywhere, ..sub },
            },
            HirKind::Capture(group) => First::of_hir(&group.sub),
            HirKind::Concat(parts) => {
                let (mut all, mut empty) = (First::EMPTY, true);
                for part in parts {
                    let of = First::of_hir(part);
                    // Only what is behind nothing but places is at the beginning itself.
                    if empty {
                        all.place = all.place.max(of.place);
                    }
                    empty &= matches!(part.kind(), HirKind::Look(_) | HirKind::Empty);
                    all = First { any: of.any, place: all.place, ..all.or(&of) };
                    if !of.any {
                        break;
                    }
                }
                all
            }
            HirKind::Alternation(parts) => {
                let mut all = parts.iter().map(First::of_hir);
                let first = all.next().unwrap_or(First::NONE);
                all.fold(first, |a, b| First { place: a.place.min(b.place), ..a.or(&b) })
            }
        }
    }
    fn with(mut self, from: u8, to: u8) -> First {
        (from..=to).for_each(|b| self.bytes[usize::from(b >> 6)] |= 1 << (b & 63));
        self
    }
    /// What begins as one of two; its place is the first's.
    fn or(&self, other: &First) -> First {
        let bytes = std::array::from_fn(|i| self.bytes[i] | other.bytes[i]);
        First { bytes, any: self.any || other.any, place: self.place }
    }
    /// What begins as one of some.
    pub fn of_all<'a>(all: impl IntoIterator<Item = &'a First>) -> First {
        all.into_iter()
            .cloned()
            .reduce(|a, b| First { place: a.place.min(b.place), ..a.or(&b) })
            .unwrap_or(First::EMPTY)
    }
    /// Whether a match may begin at a byte.
    #[inline]
    pub fn admits(&self, text: &[u8], at: usize) -> bool {
        let placed = match self.place {
            Place::Anywhere => true,
            Place::Line => at == 0 || text.get(at - 1) == Some(&b'\n'),
            Place::Start => at == 0,
        };
        placed
            && (self.any
                || text.get(at).is_some_and(|&b| self.bytes[usize::from(b >> 6)] >> (b & 63) & 1 != 0))
    }
    /// Whether so few places are admitted that going from one to the next pays.
    pub fn is_rare(&self) -> bool {
        let printed = self.bytes[..2].iter().map(|w| w.count_ones()).sum::<u32>();
        self.place != Place::Anywhere || !self.any && printed <= RARE
    }
    /// The first place at or after a byte where a match may begin, of those where characters do.
    pub fn next(&self, text: &str, at: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        match self.place {
            Place::Start => (at == 0 && self.admits(bytes, 0)).then_some(0),
            Place::Line => {
                let ends = memchr::memchr_iter(b'\n', bytes.get(at..)?).map(|n| at + n + 1);
                std::iter::once(at).chain(ends).find(|&at| self.admits(bytes, at))
            }
            Place::Anywhere => {
                (at..bytes.len()).find(|&at| text.is_char_boundary(at) && self.admits(bytes, at))
            }
        }
    }
}

/// Bytes of ASCII with which a match may begin where places are gone to one by one.
const RARE: u32 = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_told_apart_outside_of_groups_and_sets() {
        assert_eq!(alternatives(r"(?i)a(b|c)|[|\]x]|\x7c"), [r"(?i)a(b|c)", r"(?i)[|\]x]", r"(?i)\x7c"]);
        assert_eq!(alternatives(r"(a)|(?:\1)b"), [r"(a)|(?:\1)b"]);
        assert_eq!(alternatives(r"(?<a>x)|\k<a>"), [r"(?<a>x)|\k<a>"]);
        assert_eq!(alternatives(r"(?<a>x)\k<a>|y"), [r"(?<a>x)\k<a>", "y"]);
        assert_eq!(alternatives(r"(?(1)a|b)|c"), [r"(?(1)a|b)|c"]);
    }

    #[test]
    fn groups_are_told_from_what_only_looks_like_them() {
        let named = names(r"(?<a>(?:x)(?=y))(?<!z)(q)[(](?>r)");
        assert_eq!(named, [None, Some("a".into()), None]);
        assert_eq!(inner("(a(b)(?:c(d)))(e)(?=(f))"), [5, 3, 2, 3, 4, 5]);
        assert_eq!(only_group("(?<a>x(?:y|z))").as_deref(), Some("x(?:y|z)"));
        assert_eq!(only_group("(?i)(x)").as_deref(), Some("(?i)x"));
        assert_eq!(guarded(r"a*x??a*x?a*"), r"a*(?=)x??a*x?a*");
        for other in ["(x)(y)", "(x(y))", "(?:x)", "(x)+", "(x)y(?:z)", "x"] {
            assert_eq!(only_group(other), None, "{other}");
        }
    }

    #[test]
    fn repeats_with_something_optional_between_are_kept_apart() {
        assert_eq!(guarded(r"a+x*a+"), r"a+(?=)x*a+");
        assert_eq!(guarded(r"(?=.)(?:[b\]]+\x2e?[b\]]+)+"), r"(?=.)(?:[b\]]+(?=)\x2e?[b\]]+)+");
        assert_eq!(guarded(r"(?<n>a)+x??(?:a){1,}"), r"(?<n>a)+(?=)x??(?:a){1,}");
        assert_eq!(guarded(r"a+x{0,2}a+x?a+"), r"a+(?=)x{0,2}a+(?=)x?a+");
        for other in
            ["a+xa+", "a*x*a+", "a+x*b+", "a+?x*a+", "a+|x*a+", "a+(?:x*a+)b+", r"\x{61}+x*\x62+", "a+x+a+"]
        {
            assert_eq!(guarded(other), other);
        }
    }

    #[test]
    fn the_first_byte_and_place_refuse_most() {
        let at = |text: &str, subject: &str, at| First::of(text, true).admits(subject.as_bytes(), at);
        assert!(at("ab|cd", "xcd", 1) && !at("ab|cd", "xcd", 0) && !at("ab", "ab", 2));
        assert!(at("x*b", "b", 0) && at("x*b", "xb", 0) && !at("x*b", "c", 0));
        assert!(at("(?m:^)a", "b\na", 2) && !at("(?m:^)a", "ba", 1) && !at(r"(?:\Aa)+", "aa", 1));
        assert!(at(r"\A?a", "aa", 1) && at(r"b*\Aa|a", "aa", 1) && at(r"(?i)a", "A", 0));
        assert!(
            at("(?=b)a", "a", 0) && !at("(?=a)b", "a", 0) && at(r"(?:\1)b", "a", 0) && at("(?>a|b)c", "b", 0)
        );
        assert!(at("", "", 0) && at("(?(1)a|b)", "c", 0));
        assert!(!at("[é-ü]a", "a", 0) && at("[é-ü]?a", "a", 0));
    }

    #[test]
    fn places_are_gone_to_at_characters_only() {
        let first = First::of("é|b", false);
        assert_eq!(
            (first.next("aéb", 0), first.next("aéb", 2), first.next("aé", 2)),
            (Some(1), Some(3), None)
        );
        let line = First::of("(?m:^)", false);
        assert_eq!(
            (line.next("a\nb\n", 1), line.next("a\nb\n", 3), line.next("ab", 1)),
            (Some(2), Some(4), None)
        );
        assert!(line.is_rare() && first.is_rare() && !First::of("a?", false).is_rare());
    }
}
