//! Tokens and their spelling.

use std::rc::Rc;

/// One lexical element. Single-character tokens are their character.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// Reserved word: an index into [`KEYWORDS`].
    Keyword(Keyword),
    /// Operator of one character.
    Char(u8),
    /// `..`
    Concat,
    /// `...`
    Dots,
    /// `==`
    Eq,
    /// `>=`
    Ge,
    /// `<=`
    Le,
    /// `~=`
    Ne,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `//`
    IDiv,
    /// `::`
    DoubleColon,
    /// End of the source.
    End,
    /// Integer literal.
    Int(i64),
    /// Float literal.
    Float(f64),
    /// Identifier.
    Name(Rc<[u8]>),
    /// String literal, escapes resolved.
    Str(Rc<[u8]>),
}

macro_rules! keywords {
    ($($name:ident $text:literal),* $(,)?) => {
        /// The reserved words.
        #[allow(missing_docs)] // each variant is the word it names
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword { $($name),* }

        /// Each reserved word with its spelling.
        pub const KEYWORDS: &[(Keyword, &str)] = &[$((Keyword::$name, $text)),*];
    };
}

keywords! {
    And "and", Break "break", Do "do", Else "else", Elseif "elseif", End "end", False "false", For "for",
    Function "function", Goto "goto", If "if", In "in", Local "local", Nil "nil", Not "not", Or "or",
    Repeat "repeat", Return "return", Then "then", True "true", Until "until", While "while",
}

impl Keyword {
    /// The word as written.
    pub fn text(self) -> &'static str {
        KEYWORDS[self as usize].1
    }
}

impl Token {
    /// The token as messages show it, where that does not depend on the source text (see `Lexer::near`).
    pub fn fixed_text(&self) -> Option<String> {
        Some(match self {
            Token::Keyword(k) => format!("'{}'", k.text()),
            Token::Char(c) if (0x20..0x7f).contains(c) => format!("'{}'", char::from(*c)),
            Token::Char(c) => format!("'<\\{c}>'"),
            Token::Concat => "'..'".into(),
            Token::Dots => "'...'".into(),
            Token::Eq => "'=='".into(),
            Token::Ge => "'>='".into(),
            Token::Le => "'<='".into(),
            Token::Ne => "'~='".into(),
            Token::Shl => "'<<'".into(),
            Token::Shr => "'>>'".into(),
            Token::IDiv => "'//'".into(),
            Token::DoubleColon => "'::'".into(),
            Token::End => "<eof>".into(),
            Token::Int(_) | Token::Float(_) | Token::Name(_) | Token::Str(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::KEYWORDS;

    #[test]
    fn keyword_table_is_in_enum_order() {
        assert!(KEYWORDS.iter().enumerate().all(|(i, (k, _))| *k as usize == i));
    }
}
