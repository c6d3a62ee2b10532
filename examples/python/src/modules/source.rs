//! The bytes of a source file as text: UTF-8, or what a comment in the first two lines says (`# -*- coding: latin-1 -*-`).
//!
//! **Not promised.** Encodings other than UTF-8, ASCII and Latin-1 are refused by name.
//!
//! **Example.** `decode(b"x = '\xe9'  # coding: latin-1".to_vec())` is `x = 'é' ..`.

use crate::{errors, Rt};
use holloway::machine::Raised;

/// Why a file is not source text.
#[derive(Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// An encoding that is not known.
    Encoding(String),
    /// A byte that is not of the encoding, and its line.
    Byte(u8, usize),
    /// A null character.
    Null,
}

impl Unreadable {
    /// As `SyntaxError`.
    pub fn raise(&self, rt: &Rt, file: &str) -> Raised {
        let message = match self {
            Unreadable::Encoding(name) => format!("unknown encoding: {name}"),
            Unreadable::Null => "source code string cannot contain null bytes".to_string(),
            Unreadable::Byte(b, line) => format!(
                "Non-UTF-8 code starting with '\\x{b:02x}' in file {file} on line {line}, but no encoding declared; see https://peps.python.org/pep-0263/ for details"
            ),
        };
        errors::raise(rt, rt.lang.types().syntax_error, &message)
    }
}

/// The encoding that a line names.
fn named(line: &[u8]) -> Option<String> {
    let line = String::from_utf8_lossy(line);
    let comment = line.trim_start_matches([' ', '\t', '\x0c']).strip_prefix('#')?;
    let at = comment.find("coding")?;
    let rest = comment[at + "coding".len()..].strip_prefix([':', '='])?;
    let name: String = rest
        .trim_start_matches([' ', '\t'])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c))
        .collect();
    (!name.is_empty()).then_some(name)
}

/// The text.
///
/// # Errors
/// Why there is none.
pub fn decode(mut bytes: Vec<u8>) -> Result<String, Unreadable> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    let name = bytes.split(|b| *b == b'\n').take(2).find_map(named);
    let text = match name.as_deref().map(|n| n.to_ascii_lowercase().replace('_', "-")).as_deref() {
        Some("latin-1" | "iso-8859-1" | "latin1" | "iso8859-1") => bytes.iter().map(|b| *b as char).collect(),
        None | Some("utf-8" | "utf8" | "ascii" | "us-ascii") => String::from_utf8(bytes).map_err(|e| {
            let (at, all) = (e.utf8_error().valid_up_to(), e.as_bytes());
            let line = 1 + all[..at].iter().filter(|b| **b == b'\n').count();
            Unreadable::Byte(all[at], line)
        })?,
        Some(_) => return Err(Unreadable::Encoding(name.unwrap_or_default())),
    };
    if text.contains('\0') {
        return Err(Unreadable::Null);
    }
    // Lines end as they do on any system.
    Ok(if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings() {
        assert_eq!(decode(b"\xef\xbb\xbfx".to_vec()), Ok("x".into()));
        assert_eq!(
            decode(b"#!/x\n# -*- coding: latin-1 -*-\n'\xe9'".to_vec()).unwrap().chars().last(),
            Some('\'')
        );
        assert_eq!(decode(b"a\n\xff".to_vec()), Err(Unreadable::Byte(0xff, 2)));
        assert_eq!(decode(b"# coding=koi8-r".to_vec()), Err(Unreadable::Encoding("koi8-r".into())));
        assert_eq!(decode(b"a\r\nb\rc".to_vec()), Ok("a\nb\nc".into()));
        assert_eq!(decode(b"a\0".to_vec()), Err(Unreadable::Null));
    }
}
