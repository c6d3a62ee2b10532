//! What Linux and macOS share.

use std::ptr::null_mut;
use std::time::Duration;

/// `a * b + c`, rounded once.
#[inline(always)]
pub fn mul_add(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

/// Zeroed memory that nobody has touched, at the start of a page; `None` if the system gives none. Pages cost something when they are touched only;
/// `charged`: they count against what the system has promised to all from now on, where it counts that.
pub fn map(bytes: usize, charged: bool) -> Option<*mut u8> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | if charged { 0 } else { libc::MAP_NORESERVE };
    // SAFETY: a new mapping, wherever the system likes.
    let at = unsafe { libc::mmap(null_mut(), bytes, access, kind, -1, 0) };
    (at != libc::MAP_FAILED).then_some(at.cast())
}

/// Gives a mapping back. It can only fail for want of memory, and stays then.
///
/// # Safety
/// [`map`] gave it, with this size, and nobody uses it any more.
pub unsafe fn unmap(at: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::munmap(at.cast(), bytes) };
}

/// Has every access to these pages stop the process; whether the system does.
///
/// # Safety
/// They are whole pages of a mapping that is written and read, and nobody uses them.
pub unsafe fn forbid(at: *mut u8, bytes: usize) -> bool {
    // SAFETY: the caller's promise.
    unsafe { libc::mprotect(at.cast(), bytes, libc::PROT_NONE) == 0 }
}

/// Lets them be used again, with what was in them; whether the system does.
///
/// # Safety
/// [`forbid`] was called for them.
pub unsafe fn allow(at: *mut u8, bytes: usize) -> bool {
    // SAFETY: the caller's promise.
    unsafe { libc::mprotect(at.cast(), bytes, libc::PROT_READ | libc::PROT_WRITE) == 0 }
}

fn clock(which: libc::clockid_t) -> Duration {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` is a valid place for the answer; the call has no other effect.
    unsafe { libc::clock_gettime(which, &mut t) };
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}

/// Processor time that this process has used, user and system together, in the system's full resolution.
pub fn cpu_time() -> Duration {
    clock(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// The same of the running thread.
pub fn thread_cpu_time() -> Duration {
    clock(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// The clock that never goes back.
pub fn monotonic() -> Duration {
    clock(libc::CLOCK_MONOTONIC)
}

/// Ends the process at once: nothing is waited for, dropped or called.
pub fn exit_now(code: i32) -> ! {
    // SAFETY: ends the process, whose memory nobody needs any more.
    unsafe { libc::_exit(code) }
}

/// Stops this thread where a debugger sees it; without one the process is ended.
pub fn trap() {
    // SAFETY: a signal for this thread, which by default ends the process.
    unsafe { libc::raise(libc::SIGTRAP) };
}

/// Does something that may take over what Ctrl-C does, and takes it back. What another thread changes meanwhile is lost.
pub fn keeping_ctrl_c<R>(f: impl FnOnce() -> R) -> R {
    let mut before = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: the place is large enough for what is asked; nothing is changed.
    let known = unsafe { libc::sigaction(libc::SIGINT, std::ptr::null(), before.as_mut_ptr()) } == 0;
    let result = f();
    if known {
        // SAFETY: it was filled in above, and what was in force can be so again.
        unsafe { libc::sigaction(libc::SIGINT, before.as_ptr(), null_mut()) };
    }
    result
}
