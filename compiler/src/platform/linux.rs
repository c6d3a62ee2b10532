//! Linux.

pub use super::unix::*;
use super::Pages;
use memmap2::{Mmap, MmapMut, MmapOptions};
use std::fs::File;
use std::io::Read as _;
use std::mem::MaybeUninit;
use std::os::fd::FromRawFd;
use std::os::unix::process::CommandExt as _;

/// Memory for code: an anonymous file mapped twice, so that no page changes permission while code runs in it.
#[derive(Debug)]
pub struct CodeMemory {
    write: MmapMut,
    exec: Mmap,
}

impl CodeMemory {
    /// So many bytes, whole pages.
    ///
    /// # Errors
    /// The system's.
    pub fn new(bytes: usize) -> std::io::Result<CodeMemory> {
        // SAFETY: the name is a NUL-terminated literal; the call has no other precondition.
        let fd = unsafe { libc::memfd_create(c"code".as_ptr(), libc::MFD_CLOEXEC) };
        if fd < 0 {
            return Err(std::io::Error::last_os_error());
        }
        // SAFETY: `fd` was just opened and nobody else owns it.
        let file = unsafe { File::from_raw_fd(fd) };
        file.set_len(bytes as u64)?;
        // SAFETY: the file is private to this memory, and nobody truncates it.
        let write = unsafe { MmapOptions::new().len(bytes).map_mut(&file)? };
        // SAFETY: as above; the second view is only executed and read.
        let exec = unsafe { MmapOptions::new().len(bytes).map_exec(&file)? };
        Ok(CodeMemory { write, exec })
    }
    /// Where it is executed.
    pub fn address(&self) -> usize {
        self.exec.as_ptr() as usize
    }
    /// All of it, as it is executed.
    pub fn bytes(&self) -> &[u8] {
        &self.exec
    }
    /// Whether [`CodeMemory::view`] answers.
    pub const HAS_VIEW: bool = true;
    /// Where a part may be written at any time, while nobody has it from [`CodeMemory::write`].
    pub fn view(&mut self, from: usize, bytes: usize) -> Option<*mut u8> {
        Some(self.write[from..from + bytes].as_mut_ptr())
    }
    /// Has `f` write a part.
    pub fn write(&mut self, from: usize, bytes: usize, f: impl FnOnce(&mut [u8])) {
        f(&mut self.write[from..from + bytes])
    }
}

/// Has the system back a mapping by large pages from now on, where it can, or by small ones again: what is there stays as it is.
pub fn in_large_pages(pages: &Pages, large: bool) {
    let advice = if large { libc::MADV_HUGEPAGE } else { libc::MADV_NOHUGEPAGE };
    // SAFETY: the advice does not change what is in memory.
    unsafe { libc::madvise(pages.as_ptr().cast_mut().cast(), pages.len(), advice) };
}

/// The address at which the running thread's stack begins: no frame of it lies above. `None` if the system doesn't say.
pub fn thread_stack_base() -> Option<usize> {
    let mut attr = MaybeUninit::<libc::pthread_attr_t>::uninit();
    // SAFETY: asks about the running thread; initializes `attr` if it succeeds.
    if unsafe { libc::pthread_getattr_np(libc::pthread_self(), attr.as_mut_ptr()) } != 0 {
        return None;
    }
    let (mut low, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: `attr` was initialized above and is destroyed once, after its last use.
    let failed = unsafe {
        let failed = libc::pthread_attr_getstack(attr.as_ptr(), &mut low, &mut size) != 0;
        libc::pthread_attr_destroy(attr.as_mut_ptr());
        failed
    };
    (!failed).then(|| low as usize + size)
}

/// Bytes that a limit on the process's address space leaves, 0 if there is none.
pub fn address_space_left() -> usize {
    let mut space = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the system writes the limit there.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut space) } == 0;
    if !known || space.rlim_cur == libc::RLIM_INFINITY {
        return 0;
    }
    // The first number is the pages mapped. Nothing is allocated to read it: an allocator may ask.
    let mut text = [0; 32];
    let _ = File::open("/proc/self/statm").and_then(|mut f| f.read(&mut text));
    let digits = text.iter().take_while(|c| c.is_ascii_digit());
    let mapped = digits.fold(0usize, |n, c| n.saturating_mul(10).saturating_add((c - b'0').into()));
    (space.rlim_cur as usize).saturating_sub(mapped.saturating_mul(4096))
}

/// Bytes of memory that the machine has, if that is known.
pub fn total_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kib = text.lines().find_map(|l| l.strip_prefix("MemTotal:"))?.trim().strip_suffix("kB")?;
    kib.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// A number that no other thread of the process has.
pub fn thread_number() -> u32 {
    // SAFETY: the call has no precondition and no effect.
    unsafe { libc::gettid() as u32 }
}

/// Whether the system gives this program the same addresses each time it is started. If not, and if it can be had, the program is started anew so, with all that it was given: this does not
/// return then.
pub fn has_same_addresses() -> bool {
    const ASK: libc::c_ulong = 0xffff_ffff;
    // SAFETY: asks for the process's own setting, or changes it for programs that it becomes; nothing else happens.
    let setting = unsafe { libc::personality(ASK) };
    if setting < 0 || setting & libc::ADDR_NO_RANDOMIZE != 0 {
        return setting >= 0;
    }
    // SAFETY: as above.
    if unsafe { libc::personality((setting | libc::ADDR_NO_RANDOMIZE) as libc::c_ulong) } < 0 {
        return false;
    }
    let mut words = std::env::args_os();
    if let (Ok(program), Some(name)) = (std::env::current_exe(), words.next()) {
        // It returns if it fails: under an emulator, say.
        let _ = std::process::Command::new(program).arg0(name).args(words).exec();
    }
    false
}

/// Whether a debugger has this process.
pub fn is_debugged() -> bool {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let tracer = text.lines().find_map(|l| l.strip_prefix("TracerPid:"));
    tracer.is_some_and(|n| n.trim() != "0")
}
