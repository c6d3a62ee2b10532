//! Telling the tools that were asked for.

use super::jitdump::{self, JitDump};
use super::{dwarf, frames, gdb, Dwarf, Framing, Piece, Wanted};
use crate::codegen::arena::Arena;
use crate::codegen::backend::CodegenError;
use std::sync::Arc;

/// The tools that are told of native code.
#[derive(Debug)]
pub struct Tools {
    dump: Option<Arc<JitDump>>,
    gdb: bool,
    dwarf: Dwarf,
}

/// What tools hold of a piece of code. Dropping it takes that back.
#[derive(Debug)]
pub struct Registration {
    _gdb: gdb::Entry,
    _frames: frames::Frames,
}

impl Tools {
    /// The tools asked for, if there are any.
    ///
    /// # Errors
    /// If the file for `perf` cannot be made, or this system has no such tools.
    pub fn new(wanted: Wanted<'_>, dwarf: Dwarf) -> Result<Option<Tools>, String> {
        if wanted.perf.is_none() && !wanted.gdb {
            return Ok(None);
        }
        if cfg!(not(target_os = "linux")) {
            return Err("native code can be told to perf and gdb on Linux only".into());
        }
        let dump = wanted.perf.map(|folder| jitdump::shared(folder, dwarf.machine)).transpose()?;
        Ok(Some(Tools { dump, gdb: wanted.gdb, dwarf }))
    }

    /// Tells of a piece of code in `arena`, which takes back what is registered for it when it frees the piece.
    ///
    /// # Errors
    /// If DWARF cannot say it: an address or a size is out of range.
    pub fn tell(&self, arena: &mut Arena, piece: &Piece<'_>) -> Result<(), CodegenError> {
        if let Some(dump) = &self.dump {
            dump.load(piece, &arena.bytes(piece.code));
        }
        if self.gdb {
            let wrong = |e| CodegenError::Internal(format!("debug information of {}: {e}", piece.name));
            let object = dwarf::object(self.dwarf, piece).map_err(wrong)?;
            let frames = dwarf::eh_frame(self.dwarf, piece).map_err(wrong)?;
            let held = Registration { _gdb: gdb::Entry::new(object), _frames: frames::Frames::new(frames) };
            arena.keep(piece.code, held);
        }
        Ok(())
    }

    /// Tells of the routines that all traces of an arena share.
    ///
    /// # Errors
    /// As for [`Tools::tell`].
    pub fn tell_shared(&self, arena: &mut Arena) -> Result<(), CodegenError> {
        let Some(shared) = arena.routines() else { return Ok(()) };
        let end = shared.exit.len as u32 - u32::from(self.dwarf.ret);
        let framings = [
            ("leave native code", shared.exit, vec![(0, Framing::Standing), (end, Framing::Called)]),
            ("no native code", shared.spill, vec![(0, Framing::Called)]),
        ];
        framings.iter().try_for_each(|(name, code, framing)| {
            self.tell(arena, &Piece { name, code: *code, framing, lines: &[] })
        })
    }
}
