//! Raising errors from helpers and library functions.
//!
//! An error raised with a *level* wants "chunk:line:" in front of its message. Helpers do not know where they were called from; the interpreter does,
//! so it adds the position while it unwinds: level 1 at the activation that called the helper, level 2 at the one below.
//!
//! **Example.** `return Err(error(rt, "table index is nil"))`.

use crate::value::Val;
use crate::{string, Rt};
use holloway::heap::RawSlot;
use holloway::machine::Raised;

/// Raises any value as it is.
pub fn raise(rt: &Rt, v: impl Into<RawSlot>) -> Raised {
    rt.lang.level.set(0);
    rt.lang.killing.set(false);
    rt.lang.blame.take();
    rt.lang.trace.clear();
    rt.error.set(v.into());
    Raised
}

/// Raises a message, with a position if the level is not 0.
pub fn at_level(rt: &Rt, message: impl AsRef<[u8]>, level: u32) -> Raised {
    match string::make(rt, message.as_ref()) {
        Ok(s) => {
            let raised = raise(rt, Val::Str(s));
            rt.lang.level.set(level);
            raised
        }
        Err(r) => r,
    }
}

/// Raises a message at the position of the call.
pub fn error(rt: &Rt, message: impl AsRef<[u8]>) -> Raised {
    at_level(rt, message, 1)
}

/// Raises "not enough memory".
pub fn out_of_memory(rt: &Rt) -> Raised {
    raise(rt, Val::Str(rt.lang.short(rt, "not enough memory")))
}
