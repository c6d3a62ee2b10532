//! The parser's errors in Python's words, with the place that Python marks.
//!
//! What the parser says is matched by kind; brackets that are never closed are looked for in the text, as Python puts those before anything else.
//!
//! **Not promised.** Some errors have another wording or place than in CPython.

use super::{ErrorKind, SyntaxError};
use ruff_python_parser::{LexicalErrorType as Lexical, ParseError, ParseErrorType as Kind};
use ruff_text_size::Ranged;

/// The error in Python's words.
pub fn of(source: &str, e: &ParseError) -> SyntaxError {
    let (at, end) = (e.range().start().to_usize(), e.range().end().to_usize());
    let plain = |m: &str| SyntaxError::new(m, at, end);
    let indentation = |m: String, at: usize, end: usize| SyntaxError {
        kind: ErrorKind::Indentation,
        ..SyntaxError::new(m, at, end)
    };
    if let Some((open, c)) = unclosed(source).filter(|(open, _)| *open < at) {
        if at >= source.trim_end().len() {
            return SyntaxError::new(format!("'{c}' was never closed"), open, open);
        }
    }
    let text = source.get(at..end).unwrap_or("");
    match &e.error {
        Kind::Lexical(Lexical::IndentationError) => {
            indentation("unindent does not match any outer indentation level".into(), end + 1, end + 1)
        }
        Kind::Lexical(Lexical::UnclosedStringError) | Kind::FStringError(_) if is_string_start(text) => {
            let line = 1 + source[..at].matches('\n').count();
            let triple = text.contains("\"\"\"") || text.contains("\'\'\'");
            let (what, last) = if triple {
                ("triple-quoted string", 1 + source.trim_end().matches('\n').count())
            } else {
                ("string", line)
            };
            SyntaxError::new(format!("unterminated {what} literal (detected at line {last})"), at, at)
        }
        Kind::Lexical(Lexical::UnrecognizedToken { .. }) => plain("invalid syntax"),
        Kind::Lexical(Lexical::InvalidByteLiteral) => {
            plain("bytes can only contain ASCII literal characters")
        }
        Kind::Lexical(Lexical::LineContinuationError) => {
            SyntaxError::new("unexpected character after line continuation character", end, end)
        }
        Kind::Lexical(Lexical::OtherError(m)) if m.contains("zero") && m.contains("ctal") => plain(
            "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
        ),
        Kind::UnexpectedIndentation => indentation("unexpected indent".into(), end.saturating_sub(1), end),
        Kind::PositionalAfterKeywordArgument => plain("positional argument follows keyword argument"),
        Kind::PositionalAfterKeywordUnpacking => {
            plain("positional argument follows keyword argument unpacking")
        }
        Kind::InvalidArgumentUnpackingOrder => {
            plain("iterable argument unpacking follows keyword argument unpacking")
        }
        Kind::DuplicateKeywordArgumentError(name) => plain(&format!("keyword argument repeated: {name}")),
        Kind::NonDefaultParamAfterDefaultParam => plain("non-default argument follows default argument"),
        Kind::ExpectedKeywordParam => plain("named arguments must follow bare *"),
        Kind::InvalidAssignmentTarget => plain(&assignment(text, source.get(end..).unwrap_or(""))),
        Kind::InvalidDeleteTarget => plain(&format!("cannot delete {}", describe(text))),
        Kind::InvalidAugmentedAssignmentTarget => {
            plain(&format!("'{}' is an illegal expression for augmented assignment", describe(text)))
        }
        Kind::UnparenthesizedGeneratorExpression => plain("Generator expression must be parenthesized"),
        Kind::IterableUnpackingInComprehension => {
            plain("iterable unpacking cannot be used in comprehension")
        }
        Kind::InvalidStarredExpressionUsage => plain("can't use starred expression here"),
        Kind::FStringError(_) => plain(&e.error.to_string().replace('`', "'")),
        Kind::OtherError(m) if m.starts_with("Expected an indented block") => {
            let mut message = m.replacen("Expected", "expected", 1).replace('`', "'");
            let start = source[..at].trim_end();
            let line = 1 + start.matches('\n').count();
            message = format!("{message} on line {line}");
            let token = source.get(at..).unwrap_or("").split(|c: char| !c.is_alphanumeric()).next();
            indentation(message, at, at + token.map_or(0, str::len))
        }
        Kind::OtherError(m) if m.starts_with("Expected one or more exception") => {
            plain("expected one or more exception types")
        }
        Kind::OtherError(m) if m.starts_with("Cannot have both 'except'") => {
            plain("cannot have both 'except' and 'except*' on the same 'try'")
        }
        Kind::OtherError(m) if m.starts_with("Expected `except`") => {
            plain("expected 'except' or 'finally' block")
        }
        Kind::ExpectedToken { expected, .. } => {
            let expected = expected.to_string();
            let line_ends = text.trim_matches(' ').is_empty() || text.starts_with('\n');
            match expected.trim_matches(['`', '\'']) {
                ":" if line_ends => SyntaxError::new("expected ':'", at, at),
                "(" if line_ends => SyntaxError::new("expected '('", at, at),
                "else" => plain("expected 'else' after 'if' expression"),
                _ => bad_token(source, at, end),
            }
        }
        _ => bad_token(source, at, end),
    }
}

/// Whether the error is that the text has not ended yet; `ended` if nothing but an open bracket or string goes on.
pub fn is_open(source: &str, e: &ParseError, ended: bool) -> bool {
    let at = e.range().start().to_usize();
    let end = source.trim_end().len();
    if unclosed(source).is_some_and(|(open, _)| open < at && at >= end) {
        return true;
    }
    let unclosed_string = matches!(
        e.error,
        Kind::Lexical(Lexical::UnclosedStringError)
            | Kind::FStringError(_)
            | Kind::Lexical(Lexical::FStringError(_))
    );
    if unclosed_string && in_triple_quotes(source) {
        return true;
    }
    if ended {
        return false;
    }
    let said = match &e.error {
        Kind::OtherError(m) => m.as_str(),
        _ => "",
    };
    let asks = ["Expected an indented block", "Expected `except`", "Expected class, function definition"];
    let rest = source.get(at..).unwrap_or("");
    source.ends_with("\\\n") && rest.trim_matches([' ', '\\', '\n']).is_empty()
        || at >= end && asks.iter().any(|a| said.starts_with(a))
        || at >= end && source[..end].ends_with(':') && source.trim_start().starts_with("match")
}

/// Whether the text ends inside a string in three quotes.
fn in_triple_quotes(source: &str) -> bool {
    let mut open = false;
    scan(source, source.len(), &mut |_, _| true, &mut open);
    open
}

/// `invalid syntax`, or what Python guesses was meant.
fn bad_token(source: &str, at: usize, end: usize) -> SyntaxError {
    if let Some(c) = source.get(at..).and_then(|t| t.chars().next()).filter(|c| ")]}".contains(*c)) {
        if unmatched(source, at) {
            return SyntaxError::new(format!("unmatched '{c}'"), at, at + 1);
        }
    }
    let line_start = source[..at].rfind('\n').map_or(0, |i| i + 1);
    let line = source[line_start..].lines().next().unwrap_or("");
    let first = line.trim_start();
    for name in ["print", "exec"] {
        if let Some(rest) = first.strip_prefix(name).and_then(|r| r.strip_prefix(' ')) {
            if line_start + line.len() - rest.len() == at {
                let start = line_start + line.len() - first.len();
                let message = format!("Missing parentheses in call to '{name}'. Did you mean {name}(...)?");
                return SyntaxError::new(message, start, line_start + line.trim_end().len());
            }
        }
    }
    for word in ["if", "elif", "while"] {
        let head = first.strip_prefix(word).filter(|r| r.starts_with([' ', '(']));
        if head.is_some() && source[at..].starts_with('=') && !source[at..].starts_with("==") {
            let start = line_start + line.len() - head.map_or(0, |h| h.trim_start().len());
            let stop = source[at..].find([':', '\n']).map_or(source.len(), |i| at + i);
            let message = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?";
            return SyntaxError::new(message, start, stop);
        }
    }
    SyntaxError::new("invalid syntax", at, end.max(at))
}

fn is_string_start(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with(['"', '\''])
}

/// What an expression that cannot be assigned to is called.
fn describe(text: &str) -> &'static str {
    let t = text.trim();
    match t {
        "None" => return "None",
        "True" => return "True",
        "False" => return "False",
        "..." => return "ellipsis",
        _ => {}
    }
    let c = t.chars().next().unwrap_or(' ');
    if t.ends_with(')') && !t.starts_with('(') {
        "function call"
    } else if t.starts_with("lambda") {
        "lambda"
    } else if t.starts_with("yield") || t.starts_with("(yield") {
        "yield expression"
    } else if t.starts_with("f\"") || t.starts_with("f\'") {
        "f-string expression"
    } else if t.contains("==") || t.contains('<') || t.contains('>') {
        "comparison"
    } else if t.contains(" if ") {
        "conditional expression"
    } else if c.is_ascii_digit() && t.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
        || c == '"'
        || c == '\''
    {
        "literal"
    } else if t.starts_with('(') && t.contains(',') {
        "tuple"
    } else if t.starts_with('[') {
        if t.contains(" for ") {
            "list comprehension"
        } else {
            "list"
        }
    } else if t.starts_with('{') {
        if t.contains(':') {
            "dict literal"
        } else {
            "set display"
        }
    } else {
        "expression"
    }
}

fn assignment(text: &str, after: &str) -> String {
    let what = describe(text);
    let rest = after.trim_start_matches([' ', ')']);
    let maybe = rest.starts_with('=') || rest.starts_with(',');
    if matches!(what, "None" | "True" | "False") || !maybe {
        format!("cannot assign to {what}")
    } else {
        format!("cannot assign to {what} here. Maybe you meant '==' instead of '='?")
    }
}

/// Brackets that are open at an offset, outside strings and comments; `None` if one closes that was not open.
fn brackets(source: &str, upto: usize) -> Option<Vec<(usize, char)>> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let whole = scan(
        source,
        upto,
        &mut |i, c| {
            if "([{".contains(c) {
                open.push((i, c));
                return true;
            }
            let closed = open.pop().map(|o| o.1);
            matches!((closed, c), (Some('('), ')') | (Some('['), ']') | (Some('{'), '}'))
        },
        &mut false,
    );
    whole.then_some(open)
}

/// Calls `bracket` for each bracket outside strings and comments, until it answers false, and so does this. `in_string` is whether the text ends in a string in
/// three quotes.
fn scan(
    source: &str,
    upto: usize,
    bracket: &mut dyn FnMut(usize, char) -> bool,
    in_string: &mut bool,
) -> bool {
    let bytes = source.as_bytes();
    let mut i = 0;
    while i < upto.min(bytes.len()) {
        match bytes[i] {
            b'#' => i += bytes[i..].iter().position(|b| *b == b'\n').unwrap_or(bytes.len() - i),
            q @ (b'"' | b'\'') => {
                let triple = bytes[i..].starts_with(&[q, q, q]);
                let n = if triple { 3 } else { 1 };
                i += n;
                while i < bytes.len() && !bytes[i..].starts_with(&[q, q, q][..n]) {
                    if !triple && bytes[i] == b'\n' {
                        break;
                    }
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
                *in_string = triple && i >= bytes.len();
                i += n;
            }
            c @ (b'(' | b'[' | b'{' | b')' | b']' | b'}') => {
                if !bracket(i, c as char) {
                    return false;
                }
                i += 1;
            }
            _ => i += 1,
        }
    }
    true
}

/// The innermost bracket that is never closed.
fn unclosed(source: &str) -> Option<(usize, char)> {
    brackets(source, source.len())?.pop()
}

/// Whether the bracket at an offset closes none.
fn unmatched(source: &str, at: usize) -> bool {
    brackets(source, at).is_some_and(|open| open.is_empty())
}
