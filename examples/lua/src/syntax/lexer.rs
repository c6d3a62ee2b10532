//! Bytes to tokens, with one token of lookahead.
//!
//! The lexer keeps the text of the token it read last (`text`): messages quote names, numerals and strings by it.
//! For a string that is the opening quote and the characters so far with escapes resolved, as the reference has it.

use super::error::{chunk_id, SyntaxError};
use super::number::{parse_number, Number};
use super::token::{Token, KEYWORDS};
use std::collections::HashSet;
use std::rc::Rc;

/// What a message ends with.
enum Near {
    /// The text of the token being read.
    Text,
    /// The current token.
    Current,
    /// The end of the source.
    End,
}

/// A token stream over a source text.
pub struct Lexer<'s> {
    source: &'s [u8],
    at: usize,
    chunk: String,
    /// Line the lexer is on: that of the current (or looked-ahead) token's end.
    pub line: u32,
    /// Line of the token consumed last.
    pub last_line: u32,
    /// The current token.
    pub token: Token,
    ahead: Option<Token>,
    text: Vec<u8>,
    names: HashSet<Rc<[u8]>>,
}

type Result<T> = std::result::Result<T, SyntaxError>;

impl<'s> Lexer<'s> {
    /// A lexer before the first token; call [`advance`](Self::advance) to read it.
    pub fn new(source: &'s [u8], chunk_name: &str) -> Self {
        Lexer {
            source,
            at: 0,
            chunk: chunk_id(chunk_name),
            line: 1,
            last_line: 1,
            token: Token::End,
            ahead: None,
            text: Vec::new(),
            names: HashSet::new(),
        }
    }

    /// Goes to the next token.
    pub fn advance(&mut self) -> Result<()> {
        self.last_line = self.line;
        self.token = match self.ahead.take() {
            Some(t) => t,
            None => self.read()?,
        };
        Ok(())
    }

    /// The token after the current one.
    pub fn look_ahead(&mut self) -> Result<&Token> {
        let token = match self.ahead.take() {
            Some(t) => t,
            None => self.read()?,
        };
        Ok(self.ahead.insert(token))
    }

    /// Whether all of the source has been read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.source.len()
    }

    /// The one shared copy of a byte string.
    pub fn intern(&mut self, bytes: &[u8]) -> Rc<[u8]> {
        if let Some(s) = self.names.get(bytes) {
            return s.clone();
        }
        let s: Rc<[u8]> = bytes.into();
        self.names.insert(s.clone());
        s
    }

    /// An error at the current line, quoting the current token.
    pub fn error_near(&self, message: &str) -> SyntaxError {
        self.error(message, Near::Current)
    }

    /// An error at the current line that quotes no token.
    pub fn error_plain(&self, message: &str) -> SyntaxError {
        let message = format!("{}:{}: {}", self.chunk, self.line, message).into_bytes();
        SyntaxError { message, at_end: false }
    }

    fn error(&self, message: &str, near: Near) -> SyntaxError {
        let mut e = self.error_plain(message);
        if matches!((&near, &self.token), (Near::Current, Token::Char(0))) {
            // The reference takes a zero byte for no token at all.
            return e;
        }
        e.message.extend_from_slice(b" near ");
        let fixed = match near {
            Near::Text => None,
            Near::Current => self.token.fixed_text(),
            Near::End => Token::End.fixed_text(),
        };
        match fixed {
            Some(t) => {
                e.at_end = t == "<eof>";
                e.message.extend_from_slice(t.as_bytes());
            }
            None => {
                let shown = self.text.split(|b| *b == 0).next().unwrap_or(&[]);
                e.message.extend_from_slice(&[b"'", shown, b"'"].concat());
            }
        }
        e
    }

    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let hit = self.peek() == Some(byte);
        self.at += usize::from(hit);
        hit
    }

    /// Keeps the byte at the cursor in `text` and steps over it.
    fn keep(&mut self) {
        self.text.extend(self.peek());
        self.at += 1;
    }

    /// Steps over a line end; `\r\n` and `\n\r` count as one.
    fn newline(&mut self) {
        let first = self.source[self.at];
        self.at += 1;
        if self.peek().is_some_and(|b| matches!(b, b'\n' | b'\r') && b != first) {
            self.at += 1;
        }
        self.line += 1;
    }

    fn read(&mut self) -> Result<Token> {
        self.text.clear();
        loop {
            let Some(b) = self.peek() else { return Ok(Token::End) };
            match b {
                b'\n' | b'\r' => self.newline(),
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'-' => {
                    self.at += 1;
                    if !self.eat(b'-') {
                        return Ok(Token::Char(b'-'));
                    }
                    self.comment()?;
                }
                b'[' => match self.long_bracket() {
                    Some(level) => return self.long_text(level, "string"),
                    None if self.source.get(self.at + 1) == Some(&b'=') => {
                        self.keep();
                        while self.peek() == Some(b'=') {
                            self.keep();
                        }
                        return Err(self.error("invalid long string delimiter", Near::Text));
                    }
                    None => return Ok(self.single()),
                },
                b'=' => return Ok(self.pick(&[(b'=', Token::Eq)])),
                b'<' => return Ok(self.pick(&[(b'=', Token::Le), (b'<', Token::Shl)])),
                b'>' => return Ok(self.pick(&[(b'=', Token::Ge), (b'>', Token::Shr)])),
                b'/' => return Ok(self.pick(&[(b'/', Token::IDiv)])),
                b'~' => return Ok(self.pick(&[(b'=', Token::Ne)])),
                b':' => return Ok(self.pick(&[(b':', Token::DoubleColon)])),
                b'"' | b'\'' => return self.string(b),
                b'.' => match &self.source[self.at..] {
                    [_, b'.', b'.', ..] => {
                        self.at += 3;
                        return Ok(Token::Dots);
                    }
                    [_, b'.', ..] => {
                        self.at += 2;
                        return Ok(Token::Concat);
                    }
                    [_, b'0'..=b'9', ..] => return self.numeral(),
                    _ => return Ok(self.single()),
                },
                b'0'..=b'9' => return self.numeral(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => return Ok(self.word()),
                _ => return Ok(self.single()),
            }
        }
    }

    fn single(&mut self) -> Token {
        self.at += 1;
        Token::Char(self.source[self.at - 1])
    }

    /// A one-character token, or a longer one if the next byte is in `longer`.
    fn pick(&mut self, longer: &[(u8, Token)]) -> Token {
        let short = self.single();
        match longer.iter().find(|(b, _)| self.peek() == Some(*b)) {
            Some((_, token)) => {
                self.at += 1;
                token.clone()
            }
            None => short,
        }
    }

    fn word(&mut self) -> Token {
        let rest = &self.source[self.at..];
        let len = rest.iter().position(|b| !b.is_ascii_alphanumeric() && *b != b'_').unwrap_or(rest.len());
        let word = &rest[..len];
        self.at += len;
        if let Some((k, _)) = KEYWORDS.iter().find(|(_, text)| text.as_bytes() == word) {
            return Token::Keyword(*k);
        }
        self.text.extend_from_slice(word);
        Token::Name(self.intern(word))
    }

    fn numeral(&mut self) -> Result<Token> {
        let hex = matches!(&self.source[self.at..], [b'0', b'x' | b'X', ..]);
        if hex {
            self.keep();
            self.keep();
        }
        let exponent: &[u8] = if hex { b"pP" } else { b"eE" };
        while let Some(b) = self.peek() {
            if exponent.contains(&b) {
                self.keep();
                if matches!(self.peek(), Some(b'+' | b'-')) {
                    self.keep();
                }
            } else if b.is_ascii_hexdigit() || b == b'.' {
                self.keep();
            } else {
                break;
            }
        }
        if self.peek().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_') {
            self.keep(); // a numeral that touches a letter is malformed; the message shows that letter
        }
        match parse_number(&self.text) {
            Some(Number::Int(i)) => Ok(Token::Int(i)),
            Some(Number::Float(x)) => Ok(Token::Float(x)),
            None => Err(self.error("malformed number", Near::Text)),
        }
    }

    fn comment(&mut self) -> Result<()> {
        if let Some(level) = self.long_bracket() {
            self.long_text(level, "comment")?;
            self.text.clear();
        } else {
            while !matches!(self.peek(), None | Some(b'\n' | b'\r')) {
                self.at += 1;
            }
        }
        Ok(())
    }

    /// The level of the long bracket that opens at the cursor, if one does.
    fn long_bracket(&self) -> Option<usize> {
        let rest = self.source.get(self.at..)?.strip_prefix(b"[")?;
        let level = rest.iter().take_while(|b| **b == b'=').count();
        (rest.get(level) == Some(&b'[')).then_some(level)
    }

    fn long_text(&mut self, level: usize, what: &str) -> Result<Token> {
        let start_line = self.line;
        self.at += level + 2;
        if matches!(self.peek(), Some(b'\n' | b'\r')) {
            self.newline();
        }
        let mut closing = vec![b'='; level + 2];
        closing[0] = b']';
        closing[level + 1] = b']';
        let mut content = Vec::new();
        loop {
            match self.peek() {
                None => {
                    let message = format!("unfinished long {what} (starting at line {start_line})");
                    return Err(self.error(&message, Near::End));
                }
                Some(b']') if self.source[self.at..].starts_with(&closing) => break,
                Some(b'\n' | b'\r') => {
                    self.newline();
                    content.push(b'\n');
                }
                Some(b) => {
                    content.push(b);
                    self.at += 1;
                }
            }
        }
        self.at += level + 2;
        let opening: Vec<u8> = closing.iter().map(|b| if *b == b']' { b'[' } else { *b }).collect();
        self.text = [&opening[..], &content, &closing].concat();
        Ok(Token::Str(self.intern(&content)))
    }

    fn string(&mut self, quote: u8) -> Result<Token> {
        self.keep();
        loop {
            match self.peek() {
                None => return Err(self.error("unfinished string", Near::End)),
                Some(b'\n' | b'\r') => return Err(self.error("unfinished string", Near::Text)),
                Some(b'\\') => self.escape()?,
                Some(b) => {
                    self.keep();
                    if b == quote {
                        break;
                    }
                }
            }
        }
        let text = std::mem::take(&mut self.text);
        let token = Token::Str(self.intern(&text[1..text.len() - 1]));
        self.text = text;
        Ok(token)
    }

    fn escape(&mut self) -> Result<()> {
        let start = self.at;
        self.at += 1;
        let plain = match self.peek() {
            None => return Ok(()), // the string loop reports the end
            Some(b'a') => 7,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'v') => 11,
            Some(b @ (b'\\' | b'"' | b'\'')) => b,
            Some(b'\n' | b'\r') => {
                self.newline();
                self.text.push(b'\n');
                return Ok(());
            }
            Some(b'z') => {
                self.at += 1;
                while let Some(b @ (b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)) = self.peek() {
                    if matches!(b, b'\n' | b'\r') {
                        self.newline();
                    } else {
                        self.at += 1;
                    }
                }
                return Ok(());
            }
            Some(b'x') => {
                self.at += 1;
                let byte = self.hex_digit(start)? << 4 | self.hex_digit(start)?;
                self.text.push(byte as u8);
                return Ok(());
            }
            Some(b'u') => return self.unicode(start),
            Some(b'0'..=b'9') => {
                let mut value = 0u32;
                for _ in 0..3 {
                    let Some(d @ b'0'..=b'9') = self.peek() else { break };
                    value = value * 10 + u32::from(d - b'0');
                    self.at += 1;
                }
                let Ok(byte) = u8::try_from(value) else {
                    return Err(self.bad_escape(start, "decimal escape too large"));
                };
                self.text.push(byte);
                return Ok(());
            }
            Some(_) => return Err(self.bad_escape(start, "invalid escape sequence")),
        };
        self.at += 1;
        self.text.push(plain);
        Ok(())
    }

    /// An error that quotes the string so far and the escape as written, up to the offending character.
    fn bad_escape(&mut self, start: usize, message: &str) -> SyntaxError {
        let end = (self.at + 1).min(self.source.len());
        self.text.extend_from_slice(&self.source[start..end]);
        self.error(message, Near::Text)
    }

    fn hex_digit(&mut self, start: usize) -> Result<u32> {
        match self.peek().and_then(|b| char::from(b).to_digit(16)) {
            Some(d) => {
                self.at += 1;
                Ok(d)
            }
            None => Err(self.bad_escape(start, "hexadecimal digit expected")),
        }
    }

    fn unicode(&mut self, start: usize) -> Result<()> {
        self.at += 1;
        if self.peek() != Some(b'{') {
            return Err(self.bad_escape(start, "missing '{'"));
        }
        self.at += 1;
        let mut code = self.hex_digit(start)?;
        while self.peek().is_some_and(|b| b.is_ascii_hexdigit()) {
            if code >= 1 << 27 {
                return Err(self.bad_escape(start, "UTF-8 value too large"));
            }
            code = code << 4 | self.hex_digit(start)?;
        }
        if self.peek() != Some(b'}') {
            return Err(self.bad_escape(start, "missing '}'"));
        }
        self.at += 1;
        encode_utf8(code, &mut self.text);
        Ok(())
    }
}

/// UTF-8 in its original form: up to six bytes for 31 bits, surrogates included.
pub fn encode_utf8(code: u32, out: &mut Vec<u8>) {
    if code < 0x80 {
        out.push(code as u8);
        return;
    }
    let tail = (1..=5).find(|n| code < 1 << (5 * n + 6)).unwrap_or(5);
    out.push((0xff80u32 >> tail) as u8 | (code >> (6 * tail)) as u8);
    for i in (0..tail).rev() {
        out.push(0x80 | (code >> (6 * i)) as u8 & 0x3f);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(source: &str) -> Vec<Vec<u8>> {
        let mut lexer = Lexer::new(source.as_bytes(), "=t");
        let mut found = Vec::new();
        loop {
            lexer.advance().unwrap();
            match &lexer.token {
                Token::End => return found,
                Token::Str(s) => found.push(s.to_vec()),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn escapes_and_long_brackets() {
        let source = "'a\\n\\65\\x41\\u{20AC}\\z  \n  b\\\nc' \"\\0001\" [[\nx]\n]] [==[]]]==] '\\u{7FFFFFFF}\\u{7FF}'";
        let want: [&[u8]; 5] =
            ["a\nAA\u{20ac}b\nc".as_bytes(), b"\x001", b"x]\n", b"]]", b"\xfd\xbf\xbf\xbf\xbf\xbf\xdf\xbf"];
        assert_eq!(strings(source), want);
    }

    #[test]
    fn lines_are_counted_through_every_kind_of_line_end() {
        let mut lexer = Lexer::new(b"\n--[[\n]] \r\n \n\r \r x", "=t");
        lexer.advance().unwrap();
        assert_eq!(lexer.line, 6);
    }

    #[test]
    fn lookahead_does_not_lose_tokens() {
        let mut lexer = Lexer::new(b"a b", "=t");
        lexer.advance().unwrap();
        assert!(matches!(lexer.look_ahead(), Ok(Token::Name(n)) if **n == *b"b"));
        assert!(matches!(&lexer.token, Token::Name(n) if **n == *b"a"));
        lexer.advance().unwrap();
        assert!(matches!(&lexer.token, Token::Name(n) if **n == *b"b"));
    }
}
