//! A global allocator that survives the first refusal.
//!
//! **Problem.** Where Rust's collections get no memory, the process aborts: no error that the guest could catch. Sizes that a program names are asked for
//! fallibly ([`Cx::room`](super::Cx::room)); for everything else, small pieces all over, there is this: a reserve, given back to the system when it refuses something. The request is
//! then repeated, and the run time's next poll raises the guest's error for memory used up.
//!
//! **Invariants.** The reserve is taken back when a poll has collected, if the system gives it; until then a refusal aborts.
//!
//! **Not promised.** A single piece larger than [`RESERVE`] that nobody asked room for aborts, as ever. The poll that raises is that of the thread on which
//! memory was refused.
//!
//! **Example.** In the product, not in a library:
//! ```
//! #[global_allocator]
//! static ALLOCATOR: holloway_tracer::heap::Reserved = holloway_tracer::heap::Reserved;
//! # fn main() { assert_eq!(vec![1; 1000].len(), 1000); }
//! ```

use super::cx::POLL_GC;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Bytes of the reserve; untouched, so only address space.
pub const RESERVE: usize = 32 << 20;

/// See the module header.
pub struct Reserved;

static HELD: AtomicPtr<u8> = AtomicPtr::new(null_mut());

thread_local! {
    /// The poll word of this thread's run time.
    static POLL: Cell<*const AtomicU64> = const { Cell::new(std::ptr::null()) };
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

fn layout() -> Layout {
    Layout::new::<[u8; RESERVE]>()
}

/// Takes the reserve, if it is not held and the system gives it.
pub(crate) fn hold() {
    if !HELD.load(Ordering::Acquire).is_null() {
        return;
    }
    // SAFETY: the layout has a size.
    let new = unsafe { System.alloc(layout()) };
    if new.is_null() {
        return;
    }
    if HELD.compare_exchange(null_mut(), new, Ordering::AcqRel, Ordering::Acquire).is_err() {
        // SAFETY: allocated just now, with this layout; another thread was quicker.
        unsafe { System.dealloc(new, layout()) }
    }
}

/// Gives the reserve back; false if there is none.
#[cold]
#[inline(never)]
fn release() -> bool {
    let held = HELD.swap(null_mut(), Ordering::AcqRel);
    if held.is_null() {
        return false;
    }
    // SAFETY: `hold` allocated it with this layout, and the exchange made it ours alone.
    unsafe { System.dealloc(held, layout()) };
    let _ = REFUSED.try_with(|r| r.set(true));
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

/// Whether memory was refused on this thread; asking takes it, and the reserve is held again, if that can be.
pub(crate) fn take_refused() -> bool {
    let refused = REFUSED.with(|r| r.replace(false));
    if refused {
        hold();
    }
    refused
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
