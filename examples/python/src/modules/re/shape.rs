//! What the text of a pattern says before there is an engine for it: its alternatives and its groups.
//!
//! **Invariants.** Texts are in the notation that `re._notation` writes: brackets, bars and braces that stand for themselves are escaped by their numbers, and
//! flags stand at the very beginning (`(?i)`).
//!
//! **Not promised.** That a text is a pattern: of what is none, anything may be said.
//!
//! **Example.** `alternatives("(?<a>x)|[|]y")` are `(?<a>x)` and `[|]y`.

/// The flag that a text may begin with.
pub const FOLDED: &str = "(?i)";

/// A byte of the text that means something, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A group's bracket; whether it captures.
    Open(bool),
    Close,
    Bar,
    /// A reference to a group, or a question whether it took part.
    Group,
}

/// The marks outside of sets, in order.
pub(super) fn marks(text: &str) -> impl Iterator<Item = (usize, Mark)> + '_ {
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
        for other in ["(x)(y)", "(x(y))", "(?:x)", "(x)+", "(x)y(?:z)", "x"] {
            assert_eq!(only_group(other), None, "{other}");
        }
    }
}
