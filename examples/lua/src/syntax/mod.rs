//! Source text to a resolved syntax tree: [`parser::parse`].

pub mod ast;
pub mod error;
mod expr;
pub mod fold;
pub mod lexer;
pub mod number;
pub mod parser;
mod scope;
pub mod token;

#[cfg(test)]
mod tests;
