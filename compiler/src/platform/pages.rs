//! Memory that is given back when its owner goes.

use super::{map, unmap};
use std::ops::{Deref, DerefMut};

/// Zeroed memory from the system, at the start of a page.
#[derive(Debug)]
pub struct Pages {
    at: *mut u8,
    bytes: usize,
}

// SAFETY: it owns its mapping, and shares it as a slice does.
unsafe impl Send for Pages {}
// SAFETY: as above.
unsafe impl Sync for Pages {}

impl Pages {
    /// So many bytes, which count as used where the system keeps account; `None` if it gives none.
    pub fn new(bytes: usize) -> Option<Pages> {
        Some(Pages { at: map(bytes, true)?, bytes })
    }
}

impl Deref for Pages {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        // SAFETY: mapped in `new` with this size, zeroed at first; writing needs `&mut`.
        unsafe { std::slice::from_raw_parts(self.at, self.bytes) }
    }
}

impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.at, self.bytes) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this size; nobody uses it any more.
        unsafe { unmap(self.at, self.bytes) }
    }
}
