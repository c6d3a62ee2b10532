//! Text to tokens.

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Int(i64),
    Text(String),
    Name(String),
    /// A keyword, an operator or a bracket.
    Sign(&'static str),
    End,
}

/// Instructions have 16 bits for the numbers of constants, names and functions.
const MOST: usize = 1 << 16;

/// Longer ones first.
const SIGNS: &[&str] = &[
    "==", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", "%", "!", "(", ")", "[", "]", "{", "}", ",",
    ";",
];
const WORDS: &[&str] = &["let", "fn", "if", "else", "while", "return", "print", "nil", "true", "false"];

/// The tokens of a program, each with its line.
pub fn tokens(source: &str) -> Result<Vec<(Token, u32)>, String> {
    let mut found = Vec::new();
    let mut line = 1;
    let mut rest = source;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r']);
        let Some(first) = rest.chars().next() else { break };
        let end = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let taken = match first {
            '\n' => {
                line += 1;
                1
            }
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => {
                let text = rest[1..].split('"').next().unwrap_or_default();
                if text.contains('\n') || text.len() + 2 > rest.len() {
                    return Err(format!("line {line}: a text has no end"));
                }
                found.push((Token::Text(text.to_string()), line));
                text.len() + 2
            }
            '0'..='9' => {
                let digits = &rest[..end(|c| c.is_ascii_digit())];
                let number = digits.parse().map_err(|_| format!("line {line}: {digits} is too large"))?;
                found.push((Token::Int(number), line));
                digits.len()
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                let name = &rest[..end(|c| c.is_ascii_alphanumeric() || c == '_')];
                let word = WORDS.iter().find(|w| **w == name);
                found.push((word.map_or_else(|| Token::Name(name.to_string()), |w| Token::Sign(w)), line));
                name.len()
            }
            c => {
                let sign = SIGNS.iter().find(|s| rest.starts_with(**s));
                let sign = sign.ok_or_else(|| format!("line {line}: unexpected `{c}`"))?;
                found.push((Token::Sign(sign), line));
                sign.len()
            }
        };
        rest = &rest[taken..];
    }
    found.push((Token::End, line));
    match found.len() {
        0..MOST => Ok(found),
        _ => Err(format!("line {line}: the program is too long")),
    }
}
