//! A global allocator that survives the first refusal.
//!
//! **Problem.** Where Rust's collections get no memory, the process aborts: no error that the guest could catch. Sizes that a program names are asked for
//! fallibly ([`Mutator::room`](super::Mutator::room)); for everything else, small pieces all over, there is this: a reserve, given back to the system
//! when it refuses something. The request is then repeated, and the run time's next poll collects; if the reserve cannot be held again then, it
//! raises the guest's error for memory used up.
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
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Read as _;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Least and most bytes of the reserve; untouched, so only address space.
const RESERVE: [usize; 2] = [32 << 20, 1 << 30];
/// See the module header.
pub struct Reserved;

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

fn layout(size: usize) -> Layout {
    Layout::from_size_align(size, 16).expect("a size below 2 GB")
}

/// Bytes that a limit on the process's address space leaves, 0 if there is none: under one, and hardly elsewhere, large pieces are refused, too.
fn room_left() -> usize {
    let mut space = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the system writes the limit there.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut space) } == 0;
    if !known || space.rlim_cur == libc::RLIM_INFINITY {
        return 0;
    }
    // The first number is the pages mapped. Nothing is allocated to read it.
    let mut text = [0; 32];
    let _ = std::fs::File::open("/proc/self/statm").and_then(|mut f| f.read(&mut text));
    let digits = text.iter().take_while(|c| c.is_ascii_digit());
    let mapped = digits.fold(0usize, |n, c| n.saturating_mul(10).saturating_add((c - b'0').into()));
    (space.rlim_cur as usize).saturating_sub(mapped.saturating_mul(4096))
}

/// Takes the reserve, if it is not held: a quarter of what is left, or as much of that as the system gives; false if that is less than the least.
pub(crate) fn hold() -> bool {
    let mut size = (room_left() / 4).clamp(RESERVE[0], RESERVE[1]);
    while HELD.load(Ordering::Acquire).is_null() {
        // SAFETY: the layout has a size.
        let new = unsafe { System.alloc(layout(size)) };
        if new.is_null() {
            if size == RESERVE[0] {
                return false;
            }
            size = (size / 2).max(RESERVE[0]);
            continue;
        }
        // SAFETY: the block is larger than a word, and aligned.
        unsafe { new.cast::<usize>().write(size) };
        if HELD.compare_exchange(null_mut(), new, Ordering::AcqRel, Ordering::Acquire).is_err() {
            // SAFETY: allocated just now, with this layout; another thread was quicker.
            unsafe { System.dealloc(new, layout(size)) }
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
    // SAFETY: `hold` allocated it with the layout of the size that it wrote there, and the exchange made it ours alone.
    unsafe { System.dealloc(held, layout(held.cast::<usize>().read())) };
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

// SAFETY: everything is the system allocator's.
unsafe impl GlobalAlloc for Reserved {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let p = unsafe { System.alloc(l) };
        if p.is_null() && release() {
            // SAFETY: as above.
            return unsafe { System.alloc(l) };
        }
        p
    }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(p, l) }
    }
    unsafe fn alloc_zeroed(&self, l: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let p = unsafe { System.alloc_zeroed(l) };
        if p.is_null() && release() {
            // SAFETY: as above.
            return unsafe { System.alloc_zeroed(l) };
        }
        p
    }
    unsafe fn realloc(&self, p: *mut u8, l: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        let new = unsafe { System.realloc(p, l, size) };
        if new.is_null() && release() {
            // SAFETY: as above; a failed one has left the old place as it was.
            return unsafe { System.realloc(p, l, size) };
        }
        new
    }
}
