//! The block of memory that native code and the run time share.
//!
//! Native code keeps its address in one fixed register and reaches every field by a constant offset, so the layout is `repr(C)` and
//! only grows at the end of its sections. One context exists per run time; it never moves.
//!
//! Functions that native code calls have one convention for each processor, the same on all systems: on x86-64 System V's, also on Windows, whose own is another
//! one; elsewhere the system's. They are declared by [`native!`](crate::native), so no backend knows what system it is on.

use crate::native;
use std::cell::Cell;

/// Number of allocation size classes that native code can bump-allocate from: class `k` holds objects of `16 * (k + 1)` bytes.
pub const BUMP_CLASSES: usize = 32;
/// Most words an exit, a bridge or a trace entry passes.
pub const MAX_EXIT_VALUES: usize = 4096;
/// Most result words that status RETURN can stand for.
pub const MAX_OUT: usize = 256;
/// Most result words of a helper.
pub const HELPER_RESULTS: u32 = 8;
/// Most result words of a function trace's `Finish`: the room its native callers provide.
pub const TRACE_RESULTS: u32 = 32;

/// Status words returned by native code (function traces and roots alike).
pub mod status {
    /// `Finish` reached: result words are in `out`, as many as that `Finish` has.
    pub const RETURN: u64 = 0;
    /// A guard failed: the context's `exit` and `exit_values` say which and with what.
    pub const EXIT: u64 = 1;
    /// The native stack or the guest's depth limit is used up; nothing of the callee has run.
    pub const SPILL: u64 = 2;
    /// The callee ended otherwise (raise, yield): its frames wait in the run time to be put on the caller's.
    pub const UNWIND: u64 = 3;
    /// The callee asks for the whole state: its activations wait in the run time to be put on those of its caller, which leaves for that.
    pub const FLATTEN: u64 = 4;
    /// Author code panicked in the callee: the panic waits in the run time. A status of its own, so that no bridge for an error takes it.
    pub const PANICKED: u64 = 5;
}

/// Current bump region of one size class; memory in it is zeroed.
#[repr(C)]
#[derive(Debug)]
pub struct Bump {
    /// Next free byte.
    pub next: Cell<usize>,
    /// End of the region.
    pub end: Cell<usize>,
}

/// A helper's machine interface (see [`HelperDescr`](crate::ir::HelperDescr)): `(ctx, args, out) -> status`.
pub type HelperFn = native!(unsafe fn(*const NativeCtx, *const u64, *mut u64) -> u64);
/// A helper with its arguments in registers: the context, where result words go, and the arguments, [`DIRECT_ARGS`] at most. What is beyond those that it has is of no account.
pub type DirectFn = native!(unsafe fn(*const NativeCtx, *mut u64, u64, u64, u64) -> Answer);

/// Most arguments of a [`DirectFn`].
pub const DIRECT_ARGS: usize = 3;

/// What a [`DirectFn`] answers, in two registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Answer {
    /// As of a [`HelperFn`].
    pub status: u64,
    /// The result of a helper that gives one word and cannot fail, which does not go to memory.
    pub value: u64,
}

/// The allocation slow path: `(ctx, header word, total bytes) -> object`, zeroed beyond the header, header written.
///
/// It never collects and never returns null: when a limit is reached it grows past it and sets `poll`, so that the next poll
/// collects or raises. An array's length is stored by the caller. Lengths must be bounded where they are checked (by the recorder), so
/// that `bytes` is a size that can exist.
pub type AllocSlow = native!(unsafe fn(*const NativeCtx, u64, u64) -> *mut u8);

/// Ends a call of a function trace that did not return: `(ctx, status, key, inputs, out) -> status`.
///
/// Called when a `CallTrace` comes back with EXIT, SPILL or UNWIND (`depth` still includes the callee). The run time finishes the
/// activation in the interpreter, writes its result words to `out`, and answers RETURN; or it answers
/// UNWIND, FLATTEN or PANICKED, and the calling trace's status guard leaves. What is in `inputs` means something only after SPILL.
pub type FinishCall = native!(unsafe fn(*const NativeCtx, u64, u64, *const u64, *mut u64) -> u64);

/// The bit of an object's header word by which the next store of a reference into it has to be entered in the log
/// ([`NativeCtx::log_next`]); the store that does so clears it.
pub const LOGGING: u64 = 1 << 32;

/// The bit of [`NativeCtx::poll`] by which a collection is asked for.
pub const POLL_GC: u64 = 1;

/// The bit of it by which native code does, when the log is full: the lowest of its last byte, which native code stores alone, as others set bits of the
/// word at any time.
pub const POLL_LOG: u64 = 1 << 56;

/// What native code and the run time share.
#[repr(C)]
#[derive(Debug)]
pub struct NativeCtx {
    /// Not 0: somebody wants attention at the next poll (GC, interrupt, fuel, eviction).
    pub poll: Cell<u64>,
    /// Current guest call depth (activations below and including the running native one).
    pub depth: Cell<u64>,
    /// Limit of `depth`.
    pub depth_limit: Cell<u64>,
    /// Lowest native stack address that may be used.
    pub stack_limit: Cell<usize>,
    /// After status EXIT: the exit taken (a number the driver gave).
    pub exit: Cell<u64>,
    /// After status EXIT: values in the snapshot's canonical order.
    pub exit_values: Cell<*mut u64>,
    /// The run time, for helpers.
    pub runtime: Cell<*const ()>,
    /// Allocation slow path: `(ctx, header word, total bytes)`.
    pub alloc_slow: Cell<Option<AllocSlow>>,
    /// Ends calls of function traces that did not return.
    pub finish_call: Cell<Option<FinishCall>>,
    /// After status EXIT: 1 if the exit was forced by chaos (set to 0 by whoever handles the exit).
    pub forced: Cell<u64>,
    /// The regions that the inline allocation path takes from.
    pub bump: [Bump; BUMP_CLASSES],
    /// Where the next object is entered that is stored into while its header has [`LOGGING`]: its address, a word.
    pub log_next: Cell<usize>,
    /// Past this address a collection is due ([`POLL_LOG`]). There is room for all that native code may enter before it comes to a poll.
    pub log_end: Cell<usize>,
}

impl Default for NativeCtx {
    fn default() -> Self {
        NativeCtx {
            poll: Cell::new(0),
            depth: Cell::new(0),
            depth_limit: Cell::new(u64::MAX),
            stack_limit: Cell::new(0),
            exit: Cell::new(0),
            exit_values: Cell::new(std::ptr::null_mut()),
            runtime: Cell::new(std::ptr::null()),
            alloc_slow: Cell::new(None),
            finish_call: Cell::new(None),
            forced: Cell::new(0),
            log_next: Cell::new(0),
            log_end: Cell::new(0),
            bump: std::array::from_fn(|_| Bump { next: Cell::new(0), end: Cell::new(0) }),
        }
    }
}

/// A function with the convention of native code, or its type: `native! { unsafe fn name(..) .. { .. } }`, `native!(unsafe fn(..) -> ..)`.
#[macro_export]
#[cfg(target_arch = "x86_64")]
macro_rules! native {
    ($($text:tt)*) => { $crate::native_with! { "sysv64", $($text)* } };
}

/// A function with the convention of native code, or its type: `native! { unsafe fn name(..) .. { .. } }`, `native!(unsafe fn(..) -> ..)`.
#[macro_export]
#[cfg(not(target_arch = "x86_64"))]
macro_rules! native {
    ($($text:tt)*) => { $crate::native_with! { "C", $($text)* } };
}

/// What [`native!`](crate::native) expands to, with the convention's name.
#[doc(hidden)]
#[macro_export]
macro_rules! native_with {
    ($convention:literal, unsafe fn($($arg:ty),*) $(-> $result:ty)?) => {
        unsafe extern $convention fn($($arg),*) $(-> $result)?
    };
    ($convention:literal, $(#[$meta:meta])* $vis:vis unsafe fn $name:ident $($rest:tt)*) => {
        $(#[$meta])* $vis unsafe extern $convention fn $name $($rest)*
    };
}
