//! Productions of a grammar, as they are read. Their notation is in the header of [`super`].

/// A piece of a production.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Rule {
        name: String,
        binding: Option<char>,
        free: bool,
    },
    /// A variable of this kind that is visible.
    Variable(String),
    /// The fresh name of this binding is a variable of this kind from here on.
    Declared(String, char),
    /// What is declared in here is visible to the next `Closed` only.
    Opened,
    Closed,
}

#[derive(Debug)]
pub(super) struct Production {
    pub(super) weight: u64,
    pub(super) pieces: Vec<Piece>,
    /// How deep its shallowest expansion is.
    pub(super) depth: u32,
    /// Whether it has the text that the grammar restricts.
    pub(super) restricted: bool,
    /// The kinds of which a variable must be visible.
    pub(super) needs: Vec<String>,
}

/// Reads one production.
pub(super) fn production(text: &str, restricted: &str) -> Result<Production, String> {
    let (weight, text) = match text.split_once(": ") {
        Some((w, rest)) if !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit()) => {
            (w.parse().map_err(|_| format!("weight {w}"))?, rest)
        }
        _ => (1, text),
    };
    let (mut pieces, mut needs) = (Vec::new(), Vec::new());
    // Kinds of which a variable has been declared, and how many there were at each `${` that is open.
    let (mut declared, mut open): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
    let unmatched = || format!("${{ and $}} do not match in '{text}'");
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        pieces.push(Piece::Text(rest[..at].to_string()));
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix('{') {
            open.push(declared.len());
            pieces.push(Piece::Opened);
            rest = behind;
            continue;
        }
        if let Some(behind) = rest.strip_prefix('}') {
            declared.truncate(open.pop().ok_or_else(unmatched)?);
            pieces.push(Piece::Closed);
            rest = behind;
            continue;
        }
        let mark = rest.chars().next().filter(|c| ['!', '@', ':'].contains(c));
        rest = &rest[mark.map_or(0, char::len_utf8)..];
        let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '_')).unwrap_or(rest.len());
        let name = rest[..end].to_string();
        if name.is_empty() {
            return Err(format!("no name behind a $ in '{text}'"));
        }
        rest = &rest[end..];
        let mut after = rest.chars();
        let binding = match (after.next(), after.next()) {
            (Some('.'), Some(digit)) if digit.is_ascii_digit() => {
                rest = &rest[2..];
                Some(digit)
            }
            _ => None,
        };
        pieces.push(match (mark, binding) {
            (Some(':'), Some(binding)) => {
                let new = Piece::Rule { name: "new".to_string(), binding: Some(binding), free: false };
                if !pieces.contains(&new) {
                    return Err(format!("$:{name}.{binding} without $new.{binding} before it in '{text}'"));
                }
                declared.push(name.clone());
                Piece::Declared(name, binding)
            }
            (Some(':'), None) => return Err(format!("a variable without its number in '{text}'")),
            (Some('@'), _) => {
                if !declared.contains(&name) {
                    needs.push(name.clone());
                }
                Piece::Variable(name)
            }
            (mark, binding) => Piece::Rule { name, binding, free: mark.is_some() },
        });
    }
    if !open.is_empty() {
        return Err(unmatched());
    }
    pieces.push(Piece::Text(rest.to_string()));
    pieces.retain(|p| *p != Piece::Text(String::new()));
    let restricted = !restricted.is_empty() && text.contains(restricted);
    Ok(Production { weight, pieces, depth: u32::MAX, restricted, needs })
}
