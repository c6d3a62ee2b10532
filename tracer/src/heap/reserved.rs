//! A global allocator that survives the first refusal.
//!
//! **Problem.** Where Rust's collections get no memory, the process aborts: no error that the guest could catch. Sizes that a program names are asked for
//! fallibly ([`Mutator::room`](super::Mutator::room)); for everything else, small pieces all over, there is this: a reserve of address space, given back
//! to the system when it refuses something. The request is then repeated, and the run time's next poll collects; if the reserve cannot be held again
//! then, it raises the guest's error for memory used up. Below it is mimalloc, with which short programs take 0.8 to 0.9 of the time that they take with
//! the C library's allocator: compiling asks for many small pieces.
//!
//! **Invariants.** The reserve is taken back when a poll has collected, if the system gives it; until then a second refusal aborts.
//!
//! **Not promised.** A single piece larger than the reserve that nobody asked room for aborts, as ever. The poll that raises is that of the thread on which
//! memory was refused.
//!
//! **Example.** In the product, not in a library:
//! ```
//! #[global_allocator]
//! static ALLOCATOR: holloway_tracer::heap::Reserved = holloway_tracer::heap::Reserved;
//! # fn main() { assert_eq!(vec![1; 1000].len(), 1000); }
//! ```

use super::mutator::POLL_GC;
use holloway_compiler::platform;
use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Least and most bytes of the reserve; untouched, so only address space. The least is more than the largest piece that nobody asks room for, as mimalloc adds
/// to it.
const RESERVE: [usize; 2] = [48 << 20, 1 << 30];

/// Bytes of address space that a large piece may take besides its own, to lie where mimalloc wants it.
pub(crate) const BESIDE: usize = 32 << 20;

/// See the module header.
pub struct Reserved;

/// Kilobytes of address space that mimalloc takes at a time: the least it can. By its default it is a gigabyte, which a limited process may not have.
#[cfg(target_os = "linux")]
const ARENA: std::ffi::c_long = 32 << 10;

/// Runs before `main`, and before mimalloc looks for what its user has set in the environment, which precedes. The C library's allocator, used by foreign
/// code alone, need not have 64 MB of address space for each thread either.
#[cfg(target_os = "linux")]
#[used]
// SAFETY: the loader calls what this section lists, with arguments that a C function may ignore.
#[unsafe(link_section = ".init_array.00100")]
static SET_ARENAS: extern "C" fn() = {
    extern "C" fn set_arenas() {
        // It is told to take small pages when it has begun: where it begins so, the whole process has no others.
        // SAFETY: options of these numbers exist in the version that is linked, and nothing has been allocated.
        unsafe {
            libmimalloc_sys::mi_option_set_default(ARENA_RESERVE, ARENA);
            libmimalloc_sys::mi_process_init();
            libmimalloc_sys::mi_option_set(ALLOW_LARGE_PAGES, 0);
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
    set_arenas
};

/// The number of `mi_option_arena_reserve` in version 2.
#[cfg(target_os = "linux")]
const ARENA_RESERVE: libmimalloc_sys::mi_option_t = 23;

/// The same of `mi_option_allow_thp`: whether what it takes is asked for in large pages.
#[cfg(target_os = "linux")]
const ALLOW_LARGE_PAGES: libmimalloc_sys::mi_option_t = 37;

/// The reserve, with its size in its first word.
static HELD: AtomicPtr<u8> = AtomicPtr::new(null_mut());

thread_local! {
    /// The poll word of this thread's run time.
    static POLL: Cell<*const AtomicU64> = const { Cell::new(std::ptr::null()) };
    /// The reserve was given back on this thread.
    static RELEASED: Cell<bool> = const { Cell::new(false) };
    /// Somebody has noted that there was no memory for something.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Takes the reserve, if it is not held: a quarter of what a limit on address space leaves (under one, and hardly elsewhere, large pieces are refused, too), or as much of that as the system gives; false if that is less than the least.
pub(crate) fn hold() -> bool {
    let mut size = (platform::address_space_left() / 4).clamp(RESERVE[0], RESERVE[1]);
    while HELD.load(Ordering::Acquire).is_null() {
        let Some(new) = platform::map(size, true) else {
            if size == RESERVE[0] {
                return false;
            }
            size = (size / 2).max(RESERVE[0]);
            continue;
        };
        // SAFETY: the mapping is larger than a word, and aligned.
        unsafe { new.cast::<usize>().write(size) };
        if HELD.compare_exchange(null_mut(), new, Ordering::AcqRel, Ordering::Acquire).is_err() {
            // SAFETY: mapped just now, with this size; another thread was quicker.
            unsafe { platform::unmap(new, size) }
        }
    }
    true
}

/// Gives the reserve back; false if there is none.
#[cold]
#[inline(never)]
fn release() -> bool {
    let held = HELD.swap(null_mut(), Ordering::AcqRel);
    if held.is_null() {
        return false;
    }
    // SAFETY: `hold` mapped it with the size that it wrote there, and the exchange made it ours alone.
    unsafe { platform::unmap(held, held.cast::<usize>().read()) };
    let _ = RELEASED.try_with(|r| r.set(true));
    let _ = POLL.try_with(|p| {
        // SAFETY: null, or the poll word of a run time that lives: it takes it back when it goes (`unwatch`).
        if let Some(word) = unsafe { p.get().as_ref() } {
            word.fetch_or(POLL_GC, Ordering::Relaxed);
        }
    });
    true
}

/// Lets refusals on this thread ask for a poll by this word.
pub(crate) fn watch(word: &AtomicU64) {
    POLL.with(|p| p.set(word))
}

/// No longer, as it goes away.
pub(crate) fn unwatch(word: &AtomicU64) {
    POLL.with(|p| {
        if std::ptr::eq(p.get(), word) {
            p.set(std::ptr::null())
        }
    })
}

/// Notes that memory was refused on this thread.
pub(crate) fn refuse() {
    REFUSED.with(|r| r.set(true));
}

/// Whether memory was refused on this thread for good, or the reserve was needed and cannot be held again; asking takes it.
pub(crate) fn take_refused() -> bool {
    // Held again whatever else was refused.
    let lost = RELEASED.with(|r| r.replace(false)) && !hold();
    REFUSED.with(|r| r.replace(false)) || lost
}

// SAFETY: everything is mimalloc's.
unsafe impl GlobalAlloc for Reserved {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let p = unsafe { MiMalloc.alloc(l) };
        if p.is_null() && release() {
            // SAFETY: as above.
            return unsafe { MiMalloc.alloc(l) };
        }
        p
    }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) {
        // SAFETY: the caller's promise.
        unsafe { MiMalloc.dealloc(p, l) }
    }
    unsafe fn alloc_zeroed(&self, l: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let p = unsafe { MiMalloc.alloc_zeroed(l) };
        if p.is_null() && release() {
            // SAFETY: as above.
            return unsafe { MiMalloc.alloc_zeroed(l) };
        }
        p
    }
    unsafe fn realloc(&self, p: *mut u8, l: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        let new = unsafe { MiMalloc.realloc(p, l, size) };
        if new.is_null() && release() {
            // SAFETY: as above; a failed one has left the old place as it was.
            return unsafe { MiMalloc.realloc(p, l, size) };
        }
        new
    }
}
