//! The standard library. Each module puts its functions into the globals; see `native` for how they are written.

mod base;

/// Loading chunks, for the command line.
pub mod chunk {
    pub use super::base::{compile_chunk as compile, read_chunk as read};
}

use crate::Rt;

/// Opens all libraries.
pub fn open(rt: &Rt) {
    base::open(rt);
}
