//! macOS.

pub use super::unix::*;
use super::Pages;

/// Memory for code. On Apple silicon each thread sees it either as executable or as writable, and nobody may have it as both: a thread that writes
/// cannot run code meanwhile, all others can. On Intel processors it is both.
#[derive(Debug)]
pub struct CodeMemory {
    at: *mut u8,
    bytes: usize,
}

// SAFETY: it owns the mapping; writing needs `&mut`.
unsafe impl Send for CodeMemory {}

unsafe extern "C" {
    /// `libkern/OSCacheControl.h`: has all processors fetch what was written there.
    fn sys_icache_invalidate(at: *mut libc::c_void, bytes: usize);
}

impl CodeMemory {
    /// So many bytes, whole pages.
    ///
    /// # Errors
    /// The system's.
    pub fn new(bytes: usize) -> std::io::Result<CodeMemory> {
        let access = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_JIT;
        // SAFETY: a new mapping, wherever the system likes.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0) };
        if at == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error());
        }
        Ok(CodeMemory { at: at.cast(), bytes })
    }
    /// Where it is executed.
    pub fn address(&self) -> usize {
        self.at as usize
    }
    /// All of it, as it is executed.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the mapping, which is readable; writing needs `&mut`.
        unsafe { std::slice::from_raw_parts(self.at, self.bytes) }
    }
    /// Whether [`CodeMemory::view`] answers.
    pub const HAS_VIEW: bool = false;
    /// Where a part may be written at any time: nowhere, as the right to write is taken and given back.
    pub fn view(&mut self, _from: usize, _bytes: usize) -> Option<*mut u8> {
        None
    }
    /// Has `f` write a part; it must not run code of such memory.
    pub fn write(&mut self, from: usize, bytes: usize, f: impl FnOnce(&mut [u8])) {
        assert!(from <= self.bytes && bytes <= self.bytes - from, "a range of this memory");
        /// Takes the right to write back, also when `f` panics.
        struct Writable;
        impl Drop for Writable {
            fn drop(&mut self) {
                // SAFETY: this thread runs code of such memory only after it.
                unsafe { libc::pthread_jit_write_protect_np(1) }
            }
        }
        // SAFETY: this thread is here, not in code of such memory, and what called this is in no such page.
        unsafe { libc::pthread_jit_write_protect_np(0) };
        let writable = Writable;
        // SAFETY: inside the mapping, and borrowed mutably.
        f(unsafe { std::slice::from_raw_parts_mut(self.at.add(from), bytes) });
        drop(writable);
        // SAFETY: a range of the mapping.
        unsafe { sys_icache_invalidate(self.at.add(from).cast(), bytes) }
    }
}

impl Drop for CodeMemory {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this size; nothing runs there any more.
        unsafe { unmap(self.at, self.bytes) }
    }
}

/// Large pages cannot be asked for.
pub fn in_large_pages(_: &Pages, _: bool) {}

/// The address at which the running thread's stack begins: no frame of it lies above. `None` if the system doesn't say.
pub fn thread_stack_base() -> Option<usize> {
    // SAFETY: asks about the running thread.
    let base = unsafe { libc::pthread_get_stackaddr_np(libc::pthread_self()) } as usize;
    (base != 0).then_some(base)
}

/// Bytes that a limit on the process's address space leaves, 0 if there is none: there is none that is enforced.
pub fn address_space_left() -> usize {
    0
}

/// Bytes of memory that the machine has, if that is known.
pub fn total_memory() -> Option<usize> {
    let (mut bytes, mut size) = (0u64, size_of::<u64>());
    let place = (&raw mut bytes).cast();
    // SAFETY: the name is a NUL-terminated literal, and there is room for the answer, whose size is told.
    let failed =
        unsafe { libc::sysctlbyname(c"hw.memsize".as_ptr(), place, &mut size, std::ptr::null_mut(), 0) };
    (failed == 0).then_some(bytes as usize)
}

/// A number that no other thread of the process has, nearly: the lower half of the system's.
pub fn thread_number() -> u32 {
    let mut number = 0;
    // SAFETY: asks about the running thread (0); there is room for the answer.
    unsafe { libc::pthread_threadid_np(0, &mut number) };
    number as u32
}

/// Whether the system gives this program the same addresses each time it is started: it does not, and cannot be asked to.
pub fn has_same_addresses() -> bool {
    false
}

/// Whether a debugger has this process: that is not known.
pub fn is_debugged() -> bool {
    false
}
