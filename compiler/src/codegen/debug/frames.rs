//! Unwind information of native code, known to the unwinder that Rust's backtraces use.
//!
//! **Problem.** A backtrace of a helper's panic ends at the first frame of native code unless the unwinder knows how to go on. On Linux with glibc that is
//! libgcc's, which takes sections `.eh_frame` of code made at run time.
//!
//! **Invariants.** A section is registered once, ends in a word of zeros, and stays where it is until it is taken back.
//!
//! **Not promised.** With another C library nothing is registered, and backtraces end at native code.
//!
//! **Example.** `let held = Frames::new(dwarf::eh_frame(..)?);`

/// Unwind information that is registered.
#[derive(Debug)]
pub struct Frames {
    #[cfg_attr(
        not(all(target_os = "linux", target_env = "gnu")),
        allow(dead_code, reason = "nothing takes it there")
    )]
    section: Vec<u8>,
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
unsafe extern "C" {
    fn __register_frame(section: *const u8);
    fn __deregister_frame(section: *const u8);
}

impl Frames {
    /// Registers a section that [`super::dwarf::eh_frame`] made.
    pub fn new(section: Vec<u8>) -> Frames {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        // SAFETY: it is a section that ends in a word of zeros, and lives until `drop` takes it back.
        unsafe {
            __register_frame(section.as_ptr());
        }
        Frames { section }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
impl Drop for Frames {
    fn drop(&mut self) {
        // SAFETY: `new` registered this section.
        unsafe { __deregister_frame(self.section.as_ptr()) }
    }
}
