//! The native stack as a root: registers spilled, then one range of memory.

use std::mem::MaybeUninit;

/// The address at which this thread's native stack begins: no frame of the thread lies above.
///
/// An address taken in some function would not do: the frames of what its caller calls later begin above it.
///
/// # Errors
/// A message when the system doesn't say.
pub fn thread_stack_base() -> Result<usize, String> {
    let mut attr = MaybeUninit::<libc::pthread_attr_t>::uninit();
    // SAFETY: asks about the running thread; initializes `attr` if it succeeds.
    if unsafe { libc::pthread_getattr_np(libc::pthread_self(), attr.as_mut_ptr()) } != 0 {
        return Err("the system does not tell where the thread's stack is".into());
    }
    let (mut low, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: `attr` was initialized above and is destroyed once, after its last use.
    let failed = unsafe {
        let failed = libc::pthread_attr_getstack(attr.as_ptr(), &mut low, &mut size) != 0;
        libc::pthread_attr_destroy(attr.as_mut_ptr());
        failed
    };
    if failed {
        return Err("the system does not tell where the thread's stack is".into());
    }
    Ok(low as usize + size)
}

/// Callee-saved registers, which are all stored: a word that is not would be taken for one.
const REGISTERS: usize = if cfg!(target_arch = "x86_64") { 6 } else { 19 };

/// Calls `f` with an address below which nothing of the callers lies, every callee-saved register stored above it.
///
/// References that only a caller's register holds are then found by scanning memory from that address to the stack's base.
// Inlined, it does the same for whatever function it is in: that one's frame, too, is above its stack pointer.
#[inline(always)]
pub fn with_registers_pushed<R>(f: impl FnOnce(usize) -> R) -> R {
    let mut regs = MaybeUninit::<[usize; REGISTERS]>::uninit();
    let sp: usize;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: stores six registers into `regs` and reads the stack pointer; changes nothing else.
    unsafe {
        std::arch::asm!(
            "mov [{r}], rbx", "mov [{r} + 8], rbp", "mov [{r} + 16], r12",
            "mov [{r} + 24], r13", "mov [{r} + 32], r14", "mov [{r} + 40], r15",
            "mov {sp}, rsp",
            r = in(reg) regs.as_mut_ptr(), sp = out(reg) sp, options(nostack, preserves_flags)
        );
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: stores the callee-saved registers into `regs` and reads the stack pointer; changes nothing else.
    unsafe {
        std::arch::asm!(
            "stp x19, x20, [{r}]", "stp x21, x22, [{r}, 16]", "stp x23, x24, [{r}, 32]",
            "stp x25, x26, [{r}, 48]", "stp x27, x28, [{r}, 64]", "str x29, [{r}, 80]",
            "stp d8, d9, [{r}, 88]", "stp d10, d11, [{r}, 104]", "stp d12, d13, [{r}, 120]", "stp d14, d15, [{r}, 136]",
            "mov {sp}, sp",
            r = in(reg) regs.as_mut_ptr(), sp = out(reg) sp, options(nostack, preserves_flags)
        );
    }
    let result = f(sp.min(regs.as_ptr() as usize));
    // The array must stay in memory while `f` runs.
    std::hint::black_box(&mut regs);
    result
}
