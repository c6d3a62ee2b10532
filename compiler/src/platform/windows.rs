//! Windows.

use super::Pages;
use std::io::Error;
use std::ptr::null;
use std::time::Duration;
use windows_sys::Win32::Foundation::{CloseHandle, FILETIME, HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Memory::{
    CreateFileMappingW, MapViewOfFile, UnmapViewOfFile, VirtualAlloc, VirtualFree, VirtualProtect,
    FILE_MAP_EXECUTE, FILE_MAP_READ, FILE_MAP_WRITE, MEMORY_MAPPED_VIEW_ADDRESS, MEM_COMMIT, MEM_RELEASE,
    MEM_RESERVE, PAGE_EXECUTE_READWRITE, PAGE_NOACCESS, PAGE_READWRITE,
};
use windows_sys::Win32::System::Performance::{QueryPerformanceCounter, QueryPerformanceFrequency};
use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetCurrentThreadId, GetCurrentThreadStackLimits, GetProcessTimes,
    GetThreadTimes, TerminateProcess,
};

/// Memory for code: a piece of the paging file mapped twice, so that no page changes permission while code runs in it.
#[derive(Debug)]
pub struct CodeMemory {
    write: View,
    exec: View,
    bytes: usize,
}

/// A view of such a piece, which stays as long as one of its views.
#[derive(Debug)]
struct View(*mut u8);

// SAFETY: it owns its mapping.
unsafe impl Send for View {}

impl View {
    /// # Safety
    /// `of` is a handle of such a piece, which is to have this access.
    unsafe fn new(of: HANDLE, access: u32, bytes: usize) -> std::io::Result<View> {
        // SAFETY: the caller's promise; wherever the system likes.
        let at = unsafe { MapViewOfFile(of, access, 0, 0, bytes) }.Value;
        if at.is_null() {
            return Err(Error::last_os_error());
        }
        Ok(View(at.cast()))
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: mapped in `new`; nobody uses it any more.
        unsafe { UnmapViewOfFile(MEMORY_MAPPED_VIEW_ADDRESS { Value: self.0.cast() }) };
    }
}

impl CodeMemory {
    /// So many bytes, whole pages.
    ///
    /// # Errors
    /// The system's.
    pub fn new(bytes: usize) -> std::io::Result<CodeMemory> {
        let (high, low) = ((bytes as u64 >> 32) as u32, bytes as u32);
        // SAFETY: a new piece of the paging file, without a name.
        let piece = unsafe {
            CreateFileMappingW(INVALID_HANDLE_VALUE, null(), PAGE_EXECUTE_READWRITE, high, low, null())
        };
        if piece.is_null() {
            return Err(Error::last_os_error());
        }
        // SAFETY: it may be had for all of this; the handle is closed once, and the views keep the piece.
        unsafe {
            let write = View::new(piece, FILE_MAP_WRITE, bytes);
            let exec = View::new(piece, FILE_MAP_READ | FILE_MAP_EXECUTE, bytes);
            CloseHandle(piece);
            Ok(CodeMemory { write: write?, exec: exec?, bytes })
        }
    }
    /// Where it is executed.
    pub fn address(&self) -> usize {
        self.exec.0 as usize
    }
    /// All of it, as it is executed.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the view, which is readable; writing needs `&mut`.
        unsafe { std::slice::from_raw_parts(self.exec.0, self.bytes) }
    }
    /// Whether [`CodeMemory::view`] answers.
    pub const HAS_VIEW: bool = true;
    /// Where a part may be written at any time, while nobody has it from [`CodeMemory::write`].
    pub fn view(&mut self, from: usize, bytes: usize) -> Option<*mut u8> {
        assert!(from <= self.bytes && bytes <= self.bytes - from, "a range of this memory");
        Some(self.write.0.wrapping_add(from))
    }
    /// Has `f` write a part.
    pub fn write(&mut self, from: usize, bytes: usize, f: impl FnOnce(&mut [u8])) {
        assert!(from <= self.bytes && bytes <= self.bytes - from, "a range of this memory");
        // SAFETY: inside the view, and borrowed mutably.
        f(unsafe { std::slice::from_raw_parts_mut(self.write.0.add(from), bytes) })
    }
}

/// `a * b + c`, rounded once. MinGW's C library, which the standard library asks where the processor may have no such instruction, rounds twice.
#[inline]
pub fn mul_add(a: f64, b: f64, c: f64) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("fma") {
        #[target_feature(enable = "fma")]
        fn fused(a: f64, b: f64, c: f64) -> f64 {
            a.mul_add(b, c)
        }
        // SAFETY: the processor has what the function is compiled for.
        return unsafe { fused(a, b, c) };
    }
    libm::fma(a, b, c)
}

/// Zeroed memory that nobody has touched, at the start of a page; `None` if the system gives none. Pages cost something when they are touched only, and
/// all count against what the system has promised to all: it knows no others.
pub fn map(bytes: usize, _charged: bool) -> Option<*mut u8> {
    // SAFETY: a new mapping, wherever the system likes.
    let at = unsafe { VirtualAlloc(null(), bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE) };
    (!at.is_null()).then_some(at.cast())
}

/// Gives a mapping back.
///
/// # Safety
/// [`map`] gave it, with this size, and nobody uses it any more.
pub unsafe fn unmap(at: *mut u8, _bytes: usize) {
    // SAFETY: the caller's promise; a mapping is given back whole.
    unsafe { VirtualFree(at.cast(), 0, MEM_RELEASE) };
}

/// Has every access to these pages stop the process; whether the system does.
///
/// # Safety
/// They are whole pages of a mapping that is written and read, and nobody uses them.
pub unsafe fn forbid(at: *mut u8, bytes: usize) -> bool {
    let mut before = 0;
    // SAFETY: the caller's promise.
    unsafe { VirtualProtect(at.cast(), bytes, PAGE_NOACCESS, &mut before) != 0 }
}

/// Lets them be used again, with what was in them; whether the system does.
///
/// # Safety
/// [`forbid`] was called for them.
pub unsafe fn allow(at: *mut u8, bytes: usize) -> bool {
    let mut before = 0;
    // SAFETY: the caller's promise.
    unsafe { VirtualProtect(at.cast(), bytes, PAGE_READWRITE, &mut before) != 0 }
}

/// Large pages need a privilege that processes do not have.
pub fn in_large_pages(_: &Pages, _: bool) {}

/// The address at which the running thread's stack begins: no frame of it lies above. `None` if the system doesn't say.
pub fn thread_stack_base() -> Option<usize> {
    let (mut low, mut high) = (0, 0);
    // SAFETY: there is room for the answers.
    unsafe { GetCurrentThreadStackLimits(&mut low, &mut high) };
    (high != 0).then_some(high)
}

/// Bytes that a limit on the process's address space leaves, 0 if there is none.
pub fn address_space_left() -> usize {
    0
}

/// Bytes of memory that the machine has, if that is known.
pub fn total_memory() -> Option<usize> {
    let mut status = MEMORYSTATUSEX { dwLength: size_of::<MEMORYSTATUSEX>() as u32, ..Default::default() };
    // SAFETY: there is room for the answer, whose size is told.
    let known = unsafe { GlobalMemoryStatusEx(&mut status) } != 0;
    known.then_some(status.ullTotalPhys as usize)
}

/// The sum of two times in steps of 100 ns.
fn sum(times: [FILETIME; 2]) -> Duration {
    let steps = times.map(|t| u64::from(t.dwHighDateTime) << 32 | u64::from(t.dwLowDateTime));
    Duration::from_nanos((steps[0] + steps[1]) * 100)
}

/// Processor time that this process has used, user and system together, in the system's full resolution.
pub fn cpu_time() -> Duration {
    let [mut made, mut ended, mut system, mut user] = [FILETIME::default(); 4];
    // SAFETY: asks about this process; there is room for the answers.
    unsafe { GetProcessTimes(GetCurrentProcess(), &mut made, &mut ended, &mut system, &mut user) };
    sum([system, user])
}

/// The same of the running thread.
pub fn thread_cpu_time() -> Duration {
    let [mut made, mut ended, mut system, mut user] = [FILETIME::default(); 4];
    // SAFETY: asks about this thread; there is room for the answers.
    unsafe { GetThreadTimes(GetCurrentThread(), &mut made, &mut ended, &mut system, &mut user) };
    sum([system, user])
}

/// The clock that never goes back.
pub fn monotonic() -> Duration {
    let (mut count, mut rate) = (0, 1);
    // SAFETY: there is room for the answers.
    unsafe {
        QueryPerformanceCounter(&mut count);
        QueryPerformanceFrequency(&mut rate);
    }
    let (count, rate) = (count.max(0) as u128, rate.max(1) as u128);
    Duration::from_nanos((count * 1_000_000_000 / rate) as u64)
}

/// Ends the process at once: nothing is waited for, dropped or called.
pub fn exit_now(code: i32) -> ! {
    // SAFETY: ends the process, whose memory nobody needs any more.
    unsafe { TerminateProcess(GetCurrentProcess(), code as u32) };
    // It does not come back, but its signature says that it may.
    std::process::abort()
}

/// Does something that may take over what Ctrl-C does: drivers leave it alone here.
pub fn keeping_ctrl_c<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// A number that no other thread of the process has.
pub fn thread_number() -> u32 {
    // SAFETY: the call has no precondition and no effect.
    unsafe { GetCurrentThreadId() }
}

/// Whether the system gives this program the same addresses each time it is started: it does not, and cannot be asked to.
pub fn has_same_addresses() -> bool {
    false
}

/// Whether a debugger has this process: that is not known.
pub fn is_debugged() -> bool {
    false
}

/// Stops this thread where a debugger sees it, which is not known here.
pub fn trap() {}
