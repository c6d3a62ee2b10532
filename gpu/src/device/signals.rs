//! Drivers and Ctrl-C.
//!
//! **Problem.** LLVM, which PoCL compiles with, installs a handler for SIGINT when it first makes a temporary file: that is when devices are listed. It removes the file
//! and ends the process. A handler that is installed later and calls the one before, as that for guests does, would end it too, where the guest is to
//! see an error of its language.
//!
//! **Invariant.** After [`kept`] SIGINT does what it did before.
//!
//! **Not promised.** That a handler which another thread installs meanwhile stays.

/// Does something that may take over SIGINT, and takes it back.
#[cfg(unix)]
pub(super) fn kept<R>(f: impl FnOnce() -> R) -> R {
    let mut before = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: the place is large enough for what is asked; nothing is changed.
    let known = unsafe { libc::sigaction(libc::SIGINT, std::ptr::null(), before.as_mut_ptr()) } == 0;
    let result = f();
    if known {
        // SAFETY: it was filled in above, and what was in force can be so again.
        unsafe { libc::sigaction(libc::SIGINT, before.as_ptr(), std::ptr::null_mut()) };
    }
    result
}

/// Does something.
#[cfg(not(unix))]
pub(super) fn kept<R>(f: impl FnOnce() -> R) -> R {
    f()
}
