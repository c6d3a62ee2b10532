//! The states in which guest code runs or waits, and how exactly the collector can look at them.
//!
//! **Problem.** A state keeps dead registers and what finished activations left, and native stacks keep words that nobody will read. Whatever a
//! collector takes for a reference there lives on although the program has dropped it: memory that never comes back, and weak entries that stay.
//!
//! **Invariants.**
//! 1. At a poll of plain execution the running state is published: each activation's [`Frame::live`](crate::machine::Frame::live) says which registers
//!    are read again. Nothing else the interpreter's loop holds is read, since native code may have run instead of it. So below the loop's
//!    caller (the *floor*) the native stack is not scanned then.
//! 2. The same holds where a step says so ([`Machine::collect`](crate::machine::Machine::collect)).
//! 3. An activation that waits for a callee is published wherever it is. The last one of a state that waits (in a helper that runs the guest, in a
//!    coroutine) is in mid-step: all of its registers may be read.
//! 4. While native code or a recorder has the last activations, the registers left behind are out of date and no roots. A recorder's floor is that of the segment which
//!    lent them.
//!
//! **Not promised.** Native stacks above the floor are scanned conservatively: those of helpers that run the guest, and of native callers.

use super::Runtime;
use crate::heap::{with_registers_pushed, Marker};
use crate::machine::moved::Scan;
use crate::machine::state::Known;
use crate::machine::{Conc, Language, State, Values};
use crate::observe::census::Census;
use crate::restore::Restore;
use std::any::TypeId;
use std::cell::Cell;

/// An active state, of whichever values, as the collector sees it: a link of the list of those on one stack, in which it lies itself.
pub(crate) struct Segment {
    at: *mut (),
    scan: unsafe fn(*mut (), Known, &mut dyn FnMut(u64)),
    /// Whether its values are plain ones: it is no recorder's.
    plain: bool,
    /// Whether it has the activations of a callee whose callers wait in native code (or in a recording).
    pub callee: bool,
    /// Where its interpreter loop was called, every register of the caller's stored above; 0 while none runs.
    floor: Cell<usize>,
    /// Activations from this number on are with native code or a recorder.
    lent: Cell<usize>,
    below: *const Segment,
}

impl Segment {
    fn of<L: Language, V: Values>(s: *mut State<L, V>, callee: bool, below: *const Segment) -> Segment {
        unsafe fn scan<L: Language, V: Values>(at: *mut (), known: Known, f: &mut dyn FnMut(u64)) {
            // SAFETY: a listed segment lives until it is removed from the list; its vectors are reached through raw pointers.
            unsafe { &mut *at.cast::<State<L, V>>() }.scan(known, f)
        }
        let (floor, lent) = (Cell::new(0), Cell::new(usize::MAX));
        let plain = TypeId::of::<V>() == TypeId::of::<Conc>();
        Segment { at: s.cast(), scan: scan::<L, V>, plain, callee, floor, lent, below }
    }
}

/// Marks what the segments of a list refer to; the first may be published.
///
/// # Safety
/// `top` is null or a link of a stack that is running or waits in a switch.
pub(crate) unsafe fn mark_segments(mut top: *const Segment, mut published: bool, m: &mut Marker<'_>) {
    // SAFETY: links stay where they are as long as they are listed, see `Runtime::activated`.
    while let Some(s) = unsafe { top.as_ref() } {
        let known = Known { own: s.lent.get(), published: std::mem::take(&mut published) };
        // SAFETY: the function is the one for the type that `at` points to.
        unsafe { (s.scan)(s.at, known, &mut |w| m.mark_conservative(w)) };
        top = s.below;
    }
}

/// The same for a stack whose contents have been put elsewhere: `here` says where an address is now. The contents of `state` are apart.
///
/// # Safety
/// `top` is null or was a link of that stack, and `here` gives the address of its copy.
pub(crate) unsafe fn mark_moved(
    mut top: *const Segment,
    here: impl Fn(usize) -> usize,
    (state, contents): (*const (), &mut dyn Scan),
    m: &mut Marker<'_>,
) {
    // SAFETY: links lie on the stack that they are of.
    while let Some(s) = unsafe { (here(top as usize) as *const Segment).as_ref() } {
        let known = Known { own: s.lent.get(), published: false };
        if s.at.cast_const() == state {
            contents.scan(known, &mut |w| m.mark_conservative(w));
        } else {
            // SAFETY: a listed state lives until it is removed from the list; it is in its place, or on the stack.
            unsafe { (s.scan)(here(s.at as usize) as *mut (), known, &mut |w| m.mark_conservative(w)) };
        }
        top = s.below;
    }
}

/// Takes a link out of the list again, also when a panic passes.
struct Listed<'a> {
    list: &'a Cell<*const Segment>,
    below: *const Segment,
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.list.set(self.below)
    }
}

/// Sets a link's cell back, also when a panic passes. The link outlives it: both lie on the stack, the link further up.
struct Back(*const Cell<usize>, usize);

impl Drop for Back {
    fn drop(&mut self) {
        // SAFETY: null, or a cell of a link that is still listed, see `Runtime::activated`.
        if let Some(cell) = unsafe { self.0.as_ref() } {
            cell.set(self.1)
        }
    }
}

/// Empty segments kept for reuse.
const POOLED_SEGMENTS: usize = 256;

impl<L: Language> Runtime<L> {
    /// Runs `f` on an empty segment of its own. Its activations are counted from 0: how many there are below a helper, native code that inlined
    /// some of them does not know. What bounds helpers that run the guest is the native stack.
    pub fn with_segment<R>(&self, f: impl FnOnce(&mut State<L, Conc>) -> R) -> R {
        let _depth = Restore(&self.ctx.depth, self.ctx.depth.replace(0));
        self.with_segment_of(false, f)
    }

    /// The same, which may be for a callee whose callers wait in native code.
    pub(crate) fn with_segment_of<R>(&self, callee: bool, f: impl FnOnce(&mut State<L, Conc>) -> R) -> R {
        if self.segments.get().is_null() {
            if let Some(s) = self.coroutines.first_state() {
                return self.activated(s, callee, |s| {
                    // A panic may have left something.
                    s.truncate(0);
                    f(s)
                });
            }
        }
        let mut s = self.pool.borrow_mut().pop().unwrap_or_default();
        let r = self.activated(&mut *s, callee, f);
        s.truncate(0);
        if self.pool.borrow().len() < POOLED_SEGMENTS {
            self.pool.borrow_mut().push(s);
        }
        r
    }

    /// Runs `f` on a state that is in the list of active segments, which are roots, meanwhile.
    #[inline(always)]
    pub(crate) fn activated<V: Values, R>(
        &self,
        s: *mut State<L, V>,
        callee: bool,
        f: impl FnOnce(&mut State<L, V>) -> R,
    ) -> R {
        let below = self.segments.get();
        let link = Segment::of(s, callee, below);
        self.segments.set(&link);
        let _listed = Listed { list: &self.segments, below };
        // SAFETY: the caller's state, which nobody else uses while `f` runs; the collector looks at it only while `f` is inside a poll.
        f(unsafe { &mut *s })
    }

    /// The running segment, if there is one.
    fn running_segment(&self) -> Option<&Segment> {
        // SAFETY: null, or the link of the running segment, which stays where it is as long as it is listed.
        unsafe { self.segments.get().as_ref() }
    }

    /// A number that the running state has as long as it is active on its stack.
    pub fn running_state(&self) -> usize {
        self.segments.get() as usize
    }

    /// Shows a helper the states that are active on this stack, the running one first, with their numbers, until it answers false. A state of whose
    /// activations native code or a recorder has some is not shown: there is nothing to be seen in it, and next to nothing below.
    pub fn each_state(&self, mut f: impl FnMut(usize, Option<&mut State<L, Conc>>) -> bool) {
        let mut link = self.segments.get();
        // SAFETY: links stay where they are as long as they are listed, see `Runtime::activated`.
        while let Some(s) = unsafe { link.as_ref() } {
            let whole = s.plain && s.lent.get() == usize::MAX;
            // SAFETY: a listed state of plain values. Its owner waits for the helper that calls this, and reaches frames and registers through raw pointers.
            let state = whole.then(|| unsafe { &mut *s.at.cast::<State<L, Conc>>() });
            if !f(link as usize, state) {
                break;
            }
            link = s.below;
        }
    }

    /// Whether the running segment is that of a callee whose callers wait in native code.
    pub(crate) fn on_native_callers(&self) -> bool {
        self.running_segment().is_some_and(|s| s.callee)
    }

    /// Runs `f`, the interpreter's loop on the running segment, with the floor where it is called.
    // Not inlined: what its callers keep in registers is then theirs at its beginning, and stored above the floor.
    #[inline(never)]
    pub(crate) fn above_floor<R>(
        &self,
        s: &mut State<L, Conc>,
        f: impl FnOnce(&mut State<L, Conc>) -> R,
    ) -> R {
        let _phase = Census::running(&self.driver.census);
        with_registers_pushed(|sp| {
            let floor = match self.running_segment() {
                Some(link) if link.at == std::ptr::from_mut(s).cast() => &raw const link.floor,
                _ => return f(s),
            };
            // SAFETY: a cell of the running segment's link.
            let _back = Back(floor, unsafe { (*floor).replace(sp) });
            f(s)
        })
    }

    /// Has the running segment, a recorder's, take over the floor of the one whose activations it was lent: what that one's loop holds is not read again, nor is what
    /// the driver holds, which gave the recorder all of it.
    pub(crate) fn take_over_floor(&self) {
        let Some(link) = self.running_segment() else { return };
        // SAFETY: a link that stays where it is as long as it is listed.
        if let Some(below) = unsafe { link.below.as_ref() } {
            link.floor.set(below.floor.get());
        }
    }

    /// Lends the activations from `first` on to native code or a recorder while `f` runs.
    #[inline(always)]
    pub(crate) fn lending<R>(&self, first: usize, f: impl FnOnce() -> R) -> R {
        let lent = self.running_segment().map_or(std::ptr::null(), |link| &raw const link.lent);
        // SAFETY: null, or a cell of the running segment's link.
        let old = unsafe { lent.as_ref() }.map_or(usize::MAX, |cell| cell.replace(first));
        let _back = Back(lent, old);
        f()
    }

    /// Lowest address of the native stack that is to be scanned if the running segment is published; `None` if nothing is known of it.
    pub(crate) fn floor(&self) -> Option<usize> {
        self.running_segment().map(|s| s.floor.get()).filter(|&at| at != 0)
    }
}
