//! From the parser's tree to register bytecode.
//!
//! ```text
//! scope     which name is what           func      functions, lambdas, classes, calls
//! names     where variables are          build     registers, labels, blocks
//! stat      statements        handler  try, with
//! expr      expressions                  comp      comprehensions, f-strings    pattern  match
//! liveness  which registers matter where   message  the parser's errors in Python's words
//! ```
//! **Invariants.** Registers are a stack: parameters, then variables as they are met, then temporaries. A variable's own register is used as an operand where
//! nothing between reading and using it can assign to it. A variable that may be unbound where it is read is checked there.

pub mod build;
mod comp;
mod expr;
mod func;
mod handler;
pub mod liveness;
mod message;
mod names;
mod pattern;
pub mod scope;
mod stat;

use crate::bytecode::Proto;
use build::{Context, Unit};
use ruff_python_ast::token::TokenKind;
use ruff_python_ast::Stmt;
use ruff_python_parser::lexer;
use ruff_text_size::Ranged;
use scope::Scopes;
use std::rc::Rc;

/// An error in the source.
#[derive(Debug)]
pub struct SyntaxError {
    /// The message, without the class.
    pub message: String,
    /// Offset in the source.
    pub at: usize,
    /// Offset of the end of what is wrong.
    pub end: usize,
    /// The class.
    pub kind: ErrorKind,
}

/// Classes of syntax errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ErrorKind {
    Syntax,
    Indentation,
    /// No error: a function is too long for short jumps, so the text is compiled again.
    Far,
}

impl SyntaxError {
    /// A plain one.
    pub fn new(message: impl Into<String>, at: usize, end: usize) -> SyntaxError {
        SyntaxError { message: message.into(), at, end, kind: ErrorKind::Syntax }
    }
}

/// Lines of a source text.
pub struct Lines(Vec<u32>);

impl Lines {
    /// Of a text.
    pub fn of(source: &str) -> Lines {
        let mut starts = vec![0];
        starts.extend(source.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        Lines(starts)
    }
    /// The line of an offset, from 1.
    pub fn line(&self, at: u32) -> u32 {
        self.0.partition_point(|&s| s <= at) as u32
    }
    /// Offset at which a line begins.
    pub fn start(&self, line: u32) -> usize {
        self.0[line as usize - 1] as usize
    }
}

/// What source text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Statements.
    Exec,
    /// An expression, which is the result.
    Eval,
    /// Statements typed at a prompt: values of expressions are shown.
    Single,
}

/// Compiles a module.
///
/// # Errors
/// What is wrong with the source, or not supported.
pub fn module(source: &str, file: &str, name: &str) -> Result<Rc<Proto>, SyntaxError> {
    text(source, file, name, Mode::Exec, false)
}

/// Compiles text that a program runs. If `in_dict`, its names are in a mapping, which is its argument.
///
/// # Errors
/// As for [`module`].
pub fn snippet(source: &str, file: &str, mode: Mode, in_dict: bool) -> Result<Rc<Proto>, SyntaxError> {
    text(source, file, "<module>", mode, in_dict)
}

fn text(source: &str, file: &str, name: &str, mode: Mode, in_dict: bool) -> Result<Rc<Proto>, SyntaxError> {
    match text_within(source, file, name, mode, in_dict, false) {
        Err(e) if e.kind == ErrorKind::Far => text_within(source, file, name, mode, in_dict, true),
        done => done,
    }
}

fn text_within(
    source: &str,
    file: &str,
    name: &str,
    mode: Mode,
    in_dict: bool,
    far: bool,
) -> Result<Rc<Proto>, SyntaxError> {
    check_strings(source)?;
    let parsed = ruff_python_parser::parse_module(source).map_err(|e| message::of(source, &e))?;
    let body = parsed.into_suite();
    let scopes =
        Scopes::of(&body).map_err(|(at, message)| SyntaxError::new(message, at as usize, at as usize))?;
    let late_annotations = body.iter().any(|s| match s {
        Stmt::ImportFrom(i) => {
            let future = i.module.as_deref() == Some("__future__");
            future && i.names.iter().any(|n| n.name.as_str() == "annotations")
        }
        _ => false,
    });
    let (lines, file) = (Lines::of(source), Rc::from(file));
    let cx = Context { scopes, lines, file, source: source.to_string(), late_annotations, far };
    let mut u = Unit::new(&cx, 0, name.to_string(), name.to_string(), false);
    u.shows = mode == Mode::Single;
    if in_dict {
        u.p.params.push(".names".into());
        u.p.npos = 1;
        u.namespace = Some(u.temp()?);
    }
    if mode == Mode::Eval {
        return match &body[..] {
            [Stmt::Expr(e)] => {
                let b = u.any(&e.value)?;
                u.emit(crate::bytecode::Op::Return { b });
                u.finish(None)
            }
            _ => Err(SyntaxError::new("invalid syntax", 0, 0)),
        };
    }
    let doc = build::docstring(&body);
    if let (Some(d), Some(first)) = (&doc, body.first()) {
        u.at(first.range());
        let r = u.temp()?;
        u.load_const(r, crate::bytecode::Const::Str(d.clone()))?;
        u.store_name("__doc__", r)?;
        u.free(r);
    }
    u.begin_annotations(&body)?;
    u.block(&body)?;
    u.finish(doc)
}

/// Most f-strings within one another: the parser takes memory for each at each place within them.
const NESTED_STRINGS: usize = 150;

/// Whether the parser may see the text.
fn check_strings(source: &str) -> Result<(), SyntaxError> {
    let begins = |w: &&[u8]| matches!(w, [b'f' | b'F' | b'r' | b'R' | b't' | b'T', b'\'' | b'"']);
    if source.as_bytes().windows(2).filter(begins).count() <= NESTED_STRINGS {
        return Ok(());
    }
    let (mut lexer, mut depth) = (lexer::lex(source, ruff_python_parser::Mode::Module), 0_usize);
    loop {
        match lexer.next_token() {
            TokenKind::FStringStart | TokenKind::TStringStart => depth += 1,
            TokenKind::FStringEnd | TokenKind::TStringEnd => depth = depth.saturating_sub(1),
            TokenKind::EndOfFile => return Ok(()),
            _ => {}
        }
        if depth > NESTED_STRINGS {
            return Err(SyntaxError::new("too many nested f-strings", 0, 0));
        }
    }
}

/// What has been typed at a prompt so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typed {
    /// Blanks and comments.
    Nothing,
    /// The beginning of a statement.
    More,
    /// A whole one, or an error.
    Statement,
}

/// Whether a statement typed at a prompt is whole; `ended` if the last line was empty, which ends blocks.
pub fn typed(source: &str, ended: bool) -> Typed {
    if source.lines().all(|l| l.trim().is_empty() || l.trim_start().starts_with('#')) {
        return Typed::Nothing;
    }
    if check_strings(source).is_err() {
        return Typed::Statement;
    }
    match ruff_python_parser::parse_module(source) {
        Err(e) if message::is_open(source, &e, ended) => Typed::More,
        Err(_) => Typed::Statement,
        Ok(parsed) => {
            let block = parsed.into_suite().last().is_some_and(|s| {
                matches!(
                    s,
                    Stmt::FunctionDef(_)
                        | Stmt::ClassDef(_)
                        | Stmt::If(_)
                        | Stmt::For(_)
                        | Stmt::While(_)
                        | Stmt::With(_)
                        | Stmt::Try(_)
                        | Stmt::Match(_)
                )
            });
            if block && !ended {
                Typed::More
            } else {
                Typed::Statement
            }
        }
    }
}

/// The source text of an expression.
fn expr_text(cx: &Context, e: &ruff_python_ast::Expr) -> String {
    let r = e.range();
    cx.source.get(r.start().to_usize()..r.end().to_usize()).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_within_too_much_is_refused() {
        let message = |text: &str| module(text, "any", "any").err().map(|e| e.message);
        let strings = |n| format!("{}1{}", "f'{".repeat(n), "}'".repeat(n));
        let functions = |n| format!("{}1", "lambda: ".repeat(n));
        assert_eq!(message(&strings(60)), None);
        assert_eq!(message(&strings(151)).as_deref(), Some("too many nested f-strings"));
        assert_eq!(message(&format!("x = [{}]", "f'{1}', ".repeat(200))), None);
        assert_eq!(message(&functions(500)), None);
        assert_eq!(message(&functions(501)).as_deref(), Some("too many functions within one another"));
    }

    #[test]
    fn statements_typed_at_a_prompt() {
        let cases = [
            ("# x\n", Typed::Nothing),
            ("x = 1\n", Typed::Statement),
            ("x = (1,\n", Typed::More),
            ("x = (1,\n\n", Typed::More),
            ("x = (1,\n\n2)\n", Typed::Statement),
            ("x = 1 +\n", Typed::Statement),
            ("x = (1 +* 2\n", Typed::Statement),
            ("x = 1 + \\\n", Typed::More),
            ("'''a\n", Typed::More),
            ("'''a\n\n", Typed::More),
            ("f'''a{1}\n", Typed::More),
            ("'''a\n\nb'''\n", Typed::Statement),
            ("'a\n", Typed::Statement),
            ("def f():\n", Typed::More),
            ("def f():\n\n", Typed::Statement),
            ("def f():\n  x = (1,\n", Typed::More),
            ("def f():\n  return 1\n", Typed::More),
            ("def f():\n  return 1\n\n", Typed::Statement),
            ("class A:\n  def f(self):\n", Typed::More),
            ("if 1: 2\n", Typed::More),
            ("@f\n", Typed::More),
            ("try:\n  x\n", Typed::More),
            ("try:\n  x\n\n", Typed::Statement),
            ("match x:\n", Typed::More),
            ("match x:\n  case 1:\n", Typed::More),
            ("x = )\n", Typed::Statement),
            ("for x in y\n", Typed::Statement),
        ];
        for (text, want) in cases {
            assert_eq!(typed(text, text.ends_with("\n\n")), want, "{text:?}");
        }
    }
}
