//! Texts of patterns that the engine which goes back (fancy-regex 0.20) would take for others.
//!
//! It rewrites repeats of one thing with something optional between. That makes `x+y*x+` one that a single `x` matches, and the `y` in `x*y??x*` one that is there if
//! it can be. It does not where something is between, so an empty look ahead is put there.
//!
//! **Invariants.** The text with what is put into it matches what the text does.
//!
//! **Not promised.** That only texts get something that would be taken for others; it costs some time.
//!
//! **Example.** `guarded("a+x*a+")` is `a+(?=)x*a+`.

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

/// A text that the engine takes for what it is.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_with_something_optional_between_are_kept_apart() {
        assert_eq!(guarded(r"a+x*a+"), r"a+(?=)x*a+");
        assert_eq!(guarded(r"(?=.)(?:[b\]]+\x2e?[b\]]+)+"), r"(?=.)(?:[b\]]+(?=)\x2e?[b\]]+)+");
        assert_eq!(guarded(r"(?<n>a)+x??(?:a){1,}"), r"(?<n>a)+(?=)x??(?:a){1,}");
        assert_eq!(guarded(r"a+x{0,2}a+x?a+"), r"a+(?=)x{0,2}a+(?=)x?a+");
        assert_eq!(guarded(r"a*x??a*x?a*"), r"a*(?=)x??a*x?a*");
        assert_eq!(guarded(r"a+(?:)(?:x*)a+"), r"a+(?=)(?:)(?:x*)a+");
        for other in
            ["a+xa+", "a*x*a+", "a+x*b+", "a+?x*a+", "a+|x*a+", "a+(?:x*a+)b+", r"\x{61}+x*\x62+", "a+x+a+"]
        {
            assert_eq!(guarded(other), other);
        }
    }
}
