//! From the parser's tree to register bytecode.
//!
//! ```text
//! scope     which name is what           func      functions, lambdas, classes, calls
//! build     registers, labels, blocks    stat      statements        handler  try, with
//! expr      expressions                  comp      comprehensions, f-strings    pattern  match
//! liveness  which registers matter where
//! ```
//! **Invariants.** Registers are a stack: parameters, then variables as they are met, then temporaries. A variable's own register is used as an operand where
//! nothing between reading and using it can assign to it. A variable that may be unbound where it is read is checked there.

pub mod build;
mod comp;
mod expr;
mod func;
mod handler;
pub mod liveness;
mod pattern;
pub mod scope;
mod stat;

use crate::bytecode::Proto;
use build::{Context, Unit};
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

/// Compiles a module.
///
/// # Errors
/// What is wrong with the source, or not supported.
pub fn module(source: &str, file: &str, name: &str) -> Result<Rc<Proto>, SyntaxError> {
    let parsed = ruff_python_parser::parse_module(source)
        .map_err(|e| SyntaxError { message: message(&e), at: e.location.start().to_usize() })?;
    let body = parsed.into_suite();
    let scopes = Scopes::of(&body).map_err(|(at, message)| SyntaxError { message, at: at as usize })?;
    let cx = Context { scopes, lines: Lines::of(source), file: Rc::from(file), source: source.to_string() };
    let mut u = Unit::new(&cx, 0, name.to_string(), name.to_string(), false);
    let doc = build::docstring(&body);
    if let (Some(d), Some(first)) = (&doc, body.first()) {
        u.at(first.range());
        let r = u.temp()?;
        u.load_const(r, crate::bytecode::Const::Str(d.clone()))?;
        u.store_name("__doc__", r)?;
        u.free(r);
    }
    u.block(&body)?;
    u.finish(doc)
}

/// Wording as Python's where they differ.
fn message(e: &ruff_python_parser::ParseError) -> String {
    let text = e.error.to_string();
    match text.as_str() {
        _ if text.starts_with("Expected") || text.starts_with("Unexpected") => "invalid syntax".to_string(),
        _ => text,
    }
}

/// The source text of an expression.
fn expr_text(cx: &Context, e: &ruff_python_ast::Expr) -> String {
    let r = e.range();
    cx.source.get(r.start().to_usize()..r.end().to_usize()).unwrap_or_default().to_string()
}
