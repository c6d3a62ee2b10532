//! The native stack as a root: registers spilled, then one range of memory.

use holloway_compiler::platform;
use std::mem::MaybeUninit;

/// The address at which this thread's native stack begins: no frame of the thread lies above.
///
/// An address taken in some function would not do: the frames of what its caller calls later begin above it.
///
/// # Errors
/// A message when the system doesn't say.
pub fn thread_stack_base() -> Result<usize, String> {
    platform::thread_stack_base().ok_or_else(|| "the system does not tell where the thread's stack is".into())
}

/// Callee-saved registers, which are all stored: a word that is not would be taken for one.
const REGISTERS: usize = match (cfg!(target_arch = "x86_64"), cfg!(windows)) {
    (true, false) => 6,
    (true, true) => 28,
    (false, _) => 19,
};

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
    #[cfg(all(target_arch = "x86_64", windows))]
    // SAFETY: stores the registers that only Windows' convention has callee-saved, behind the six.
    unsafe {
        std::arch::asm!(
            "mov [{r} + 48], rsi", "mov [{r} + 56], rdi",
            "movups [{r} + 64], xmm6", "movups [{r} + 80], xmm7", "movups [{r} + 96], xmm8", "movups [{r} + 112], xmm9",
            "movups [{r} + 128], xmm10", "movups [{r} + 144], xmm11", "movups [{r} + 160], xmm12",
            "movups [{r} + 176], xmm13", "movups [{r} + 192], xmm14", "movups [{r} + 208], xmm15",
            r = in(reg) regs.as_mut_ptr(), options(nostack, preserves_flags)
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
