//! Syntax errors in the reference's form: `chunk:line: message near 'token'`.
//!
//! The message is bytes, not `String`: it quotes source text, which need not be UTF-8.

use std::fmt;

/// Why a chunk could not be compiled.
#[derive(Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The whole message, position and offending token included.
    pub message: Vec<u8>,
    /// The chunk merely stopped too early: more input could make it valid (a prompt asks for another line).
    pub at_end: bool,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.message))
    }
}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SyntaxError({self})")
    }
}

impl std::error::Error for SyntaxError {}

/// Longest printed chunk name.
const ID_SIZE: usize = 59;

/// The printable form of a chunk name: `=text` and `@file` lose their mark, anything else is source text and is
/// quoted up to its first line end. Long names are cut: files at the front, the rest at the end.
///
/// ```text
/// "=stdin" -> stdin     "@a/b.lua" -> a/b.lua     "x = 1\ny" -> [string "x = 1..."]
/// ```
pub fn chunk_id(name: &str) -> String {
    let cut_front = |s: &str| {
        let mut at = s.len() - (ID_SIZE - 3);
        while !s.is_char_boundary(at) {
            at += 1;
        }
        format!("...{}", &s[at..])
    };
    let cut_back = |s: &str, n: usize| {
        let mut at = n.min(s.len());
        while !s.is_char_boundary(at) {
            at -= 1;
        }
        s[..at].to_owned()
    };
    if let Some(rest) = name.strip_prefix('=') {
        return cut_back(rest, ID_SIZE);
    }
    if let Some(rest) = name.strip_prefix('@') {
        return if rest.len() <= ID_SIZE { rest.to_owned() } else { cut_front(rest) };
    }
    let first = name.split('\n').next().unwrap_or("");
    let room = ID_SIZE - "[string \"...\"]".len();
    if first.len() == name.len() && name.len() <= room {
        format!("[string \"{first}\"]")
    } else {
        format!("[string \"{}...\"]", cut_back(first, room))
    }
}

#[cfg(test)]
mod tests {
    use super::chunk_id;

    #[test]
    fn chunk_names_print_as_the_reference_prints_them() {
        let long = "a".repeat(80);
        for (name, id) in [
            ("=stdin".to_owned(), "stdin".to_owned()),
            ("@x/y.lua".to_owned(), "x/y.lua".to_owned()),
            ("return 1".to_owned(), "[string \"return 1\"]".to_owned()),
            ("a = 1\nb = 2".to_owned(), "[string \"a = 1...\"]".to_owned()),
            (String::new(), "[string \"\"]".to_owned()),
            (format!("@{long}"), format!("...{}", "a".repeat(56))),
            (format!("={long}"), "a".repeat(59)),
            (long.clone(), format!("[string \"{}...\"]", "a".repeat(45))),
        ] {
            assert_eq!(chunk_id(&name), id);
        }
    }
}
