//! Without the feature `observe` there are no tools. Whoever lets a user ask for one says that it is not there.

use super::{Dwarf, Piece, Wanted};
use crate::codegen::arena::Arena;
use crate::codegen::backend::CodegenError;

/// There are none.
#[derive(Debug)]
pub enum Tools {}

/// Nothing is registered.
#[derive(Debug)]
pub enum Registration {}

impl Tools {
    /// None.
    ///
    /// # Errors
    /// There is none.
    pub fn new(_: Wanted<'_>, _: Dwarf) -> Result<Option<Tools>, String> {
        Ok(None)
    }

    /// Nobody is told.
    ///
    /// # Errors
    /// There is none.
    pub fn tell(&self, _: &mut Arena, _: &Piece<'_>) -> Result<(), CodegenError> {
        match *self {}
    }

    /// Nobody is told.
    ///
    /// # Errors
    /// There is none.
    pub fn tell_shared(&self, _: &mut Arena) -> Result<(), CodegenError> {
        match *self {}
    }
}
