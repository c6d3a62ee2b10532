//! Where and with which bytes a match may begin.
//!
//! Programs try patterns in turn at a place of a text, and nearly all of these fail at the first byte; or they have one pattern of many alternatives, of which
//! one or two can begin with that byte. So most engines are asked rarely, and many need not be made.
//!
//! **Invariants.** What [`First`] refuses, no engine matches.
//!
//! **Not promised.** That an engine matches what is admitted: what a pattern looks around for is not looked at.
//!
//! **Example.** `First::of("(?m:^)(?:a|b)", true)` admits the last byte of `"xa\nb"`, and no other.

use super::shape::{marks, Mark};
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::ParserBuilder;

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
        let parse = |unicode| ParserBuilder::new().unicode(unicode).utf8(unicode).build().parse(&text).ok();
        // Characters that are not of ASCII have no form in bytes. What cannot be told begins anyhow.
        parse(!ascii).or_else(|| parse(true)).map_or(First::EMPTY, |hir| First::of_hir(&hir))
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
                let all: Vec<First> = parts.iter().map(First::of_hir).collect();
                First::of_all(&all)
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
    /// The byte that every match begins with.
    fn only(&self) -> Option<u8> {
        let n: u32 = self.bytes.iter().map(|w| w.count_ones()).sum();
        let word = self.bytes.iter().position(|w| *w != 0).filter(|_| n == 1 && !self.any)?;
        Some((64 * word) as u8 + self.bytes[word].trailing_zeros() as u8)
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
            // A match may be empty behind the last character, too.
            Place::Anywhere => {
                if let Some(byte) = self.only() {
                    return memchr::memchr(byte, bytes.get(at..)?).map(|n| at + n);
                }
                let all = at..bytes.len() + usize::from(self.any);
                all.into_iter().find(|&at| text.is_char_boundary(at) && self.admits(bytes, at))
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
