//! The reader: text to data.
//!
//! **Problem.** A Lisp's program is data before it is a program: numbers, strings, symbols and lists of them. Each keeps the line it began in, for messages.
//!
//! **Invariants.** `'x` is read as `(quote x)`. Nesting is bounded, so that whoever walks data may recurse.
//!
//! **Not promised.** There are no characters, vectors or quasi-quotations to be read.
//!
//! **Example.** `(f 'a 1.5) ; comment` is a list of a symbol, a list of two symbols, and a float.

use std::sync::Arc;

/// A datum and the line it began in.
#[derive(Clone, Debug)]
pub struct Node {
    /// From 1.
    pub line: u32,
    /// What it is.
    pub datum: Datum,
}

/// What can be read.
#[derive(Clone, Debug)]
pub enum Datum {
    /// `#t` or `#f`.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// A float.
    Float(f64),
    /// `"text"`.
    Text(Arc<str>),
    /// A name.
    Symbol(Arc<str>),
    /// `(a b c)`.
    List(Vec<Node>),
    /// `(a b . c)`.
    Dotted(Vec<Node>, Box<Node>),
    /// A procedure of the language, by its number: not read, but what its name stands for as a value.
    Builtin(u16),
}

impl Node {
    /// The name, if it is a symbol.
    pub fn symbol(&self) -> Option<&Arc<str>> {
        match &self.datum {
            Datum::Symbol(name) => Some(name),
            _ => None,
        }
    }
    /// The elements, if it is a list.
    pub fn list(&self) -> Option<&[Node]> {
        match &self.datum {
            Datum::List(items) => Some(items),
            _ => None,
        }
    }
}

/// An error in a program's text: the line, and what is wrong.
pub type Wrong = (u32, String);

/// Lists in lists in lists that the reader takes.
const DEEPEST: u32 = 1000;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    depth: u32,
}

/// Reads a whole text.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<Vec<Node>, Wrong> {
    let mut r = Reader { text, at: 0, line: 1, depth: 0 };
    let mut all = Vec::new();
    while r.skip().is_some() {
        all.push(r.node()?);
    }
    Ok(all)
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }
    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += u32::from(c == '\n');
        Some(c)
    }
    /// Skips blanks and comments; the character after them.
    fn skip(&mut self) -> Option<char> {
        loop {
            match self.peek()? {
                ';' => while self.peek().is_some_and(|c| c != '\n') && self.take().is_some() {},
                c if c.is_whitespace() => _ = self.take(),
                c => return Some(c),
            }
        }
    }
    fn wrong<T>(&self, what: impl Into<String>) -> Result<T, Wrong> {
        Err((self.line, what.into()))
    }
    fn node(&mut self) -> Result<Node, Wrong> {
        let Some(c) = self.skip() else { return self.wrong("the text ends where something is expected") };
        let line = self.line;
        let datum = match c {
            '(' | '[' => self.list(if c == '(' { ')' } else { ']' })?,
            ')' | ']' => return self.wrong(format!("`{c}` without its opening parenthesis")),
            '\'' => {
                self.take();
                let quote = Node { line, datum: Datum::Symbol("quote".into()) };
                let quoted = self.deeper(Self::node)?;
                Datum::List(vec![quote, quoted])
            }
            '"' => self.string()?,
            _ => self.atom()?,
        };
        Ok(Node { line, datum })
    }
    fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, Wrong>) -> Result<T, Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong("too many parentheses in one another");
        }
        let r = f(self);
        self.depth -= 1;
        r
    }
    fn list(&mut self, close: char) -> Result<Datum, Wrong> {
        let begun = self.line;
        self.take();
        self.deeper(|r| {
            let mut items = Vec::new();
            loop {
                match r.skip() {
                    None => {
                        return Err((begun, format!("`{close}` is missing for the list that begins here")))
                    }
                    Some(c) if c == close => break,
                    Some(_) => items.push(r.node()?),
                }
            }
            r.take();
            let dot = items.iter().position(|n| n.symbol().is_some_and(|s| &**s == "."));
            match dot {
                None => Ok(Datum::List(items)),
                Some(at) if at > 0 && at + 2 == items.len() => {
                    let last = items.split_off(at).pop().map(Box::new);
                    Ok(last.map_or(Datum::List(Vec::new()), |last| Datum::Dotted(items, last)))
                }
                Some(at) => Err((items[at].line, "a dot stands before the last of a list".into())),
            }
        })
    }
    fn string(&mut self) -> Result<Datum, Wrong> {
        let begun = self.line;
        self.take();
        let mut text = String::new();
        loop {
            match self.take() {
                None => return Err((begun, "a string does not end".into())),
                Some('"') => return Ok(Datum::Text(text.into())),
                Some('\\') => match self.take() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some(c @ ('"' | '\\')) => text.push(c),
                    _ => return self.wrong("in strings there are \\n, \\t, \\r, \\\" and \\\\"),
                },
                Some(c) => text.push(c),
            }
        }
    }
    fn atom(&mut self) -> Result<Datum, Wrong> {
        let start = self.at;
        while self.peek().is_some_and(|c| !c.is_whitespace() && !"()[]\"';".contains(c)) {
            self.take();
        }
        Ok(match &self.text[start..self.at] {
            "#t" => Datum::Bool(true),
            "#f" => Datum::Bool(false),
            word if word.starts_with('#') => return self.wrong(format!("there is no `{word}`")),
            word if is_number(word) => match number(word) {
                Some(n) => n,
                None => return self.wrong(format!("`{word}` is no number of 64 bits")),
            },
            word => Datum::Symbol(word.into()),
        })
    }
}

/// Whether a word means to be a number: it has a digit, first or behind signs and a point.
fn is_number(word: &str) -> bool {
    word.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit())
}

/// A number as programs write it, an integer or a float.
pub fn number(word: &str) -> Option<Datum> {
    if !is_number(word) {
        return None;
    }
    if let Ok(n) = word.parse() {
        return Some(Datum::Int(n));
    }
    // Digits alone are an integer, if too large a one.
    let float = word.contains(['.', 'e', 'E']).then(|| word.parse().ok())?;
    float.filter(|x: &f64| x.is_finite()).map(Datum::Float)
}
