//! Resolved syntax tree to register bytecode.
//!
//! `build` holds the state of one function (registers, constants, jumps), `expr` compiles expressions, `logic`
//! conditions, `stat` statements. On the finished prototype work `effects` (what an instruction reads and writes),
//! `liveness`, `names` (which variable a register stands for, for messages) and `disasm`.
//!
//! ```ignore
//! let proto = compile_chunk(b"return 1 + x", "@demo.lua")?;
//! println!("{}", disasm::listing(&proto));
//! ```

mod build;
#[cfg(test)]
pub mod disasm;
pub mod effects;
mod expr;
pub mod liveness;
mod logic;
pub mod names;
mod stat;

#[cfg(test)]
mod tests;

use crate::bytecode::{Proto, UpvalDesc, UpvalSource};
use crate::syntax::ast::{CHUNK_ENV, MAIN};
use crate::syntax::error::SyntaxError;
use crate::syntax::parser;
use std::rc::Rc;

/// Compiles a chunk. `chunk_name` is in the reference's convention: `@file`, `=name`, or the source text itself.
///
/// The main function has one upvalue, `_ENV`, for the caller to supply (in a cell if `upvals[0].is_cell`).
pub fn compile_chunk(source: &[u8], chunk_name: &str) -> Result<Rc<Proto>, SyntaxError> {
    let chunk = parser::parse(source, chunk_name)?;
    let env = chunk.var(CHUNK_ENV);
    let is_cell = env.in_cell();
    let (name, source) = (env.name.clone(), UpvalSource::Outside);
    let upvals = vec![UpvalDesc { name, source, is_cell, is_joint: is_cell && chunk.joins }];
    build::function(&chunk, MAIN, upvals, &Rc::from(chunk_name))
}
