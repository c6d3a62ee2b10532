//! The driver: decides what is recorded, compiled and entered, and holds the run time together.
//!
//! **Problem.** Plain execution counts; somebody must decide when to record, where a finished trace is installed, what happens at an exit, and who may
//! collect garbage. All of that is one [`Runtime`] per guest program and thread.
//!
//! **Invariants.**
//! 1. The run time is used by shared reference throughout: helpers may run the guest, which may enter native code, record and compile. No
//!    table is borrowed across author code.
//! 2. Collections and interrupts happen only in `Runtime::attend`, which polls call: back-edges and function entries of plain execution.
//! 3. The guest behaves the same with any parameters, except for speed.
//!
//! **Not promised.** A run time belongs to its thread. Two run times on one thread may exist, but only one may be recording at a time.

pub mod cell;
pub mod coroutine;
pub mod coverage;
pub mod interrupt;
pub mod params;
pub mod passed;
mod run;
pub(crate) mod segments;
mod session;
pub mod tables;
mod tree;

pub use cell::HotCell;
pub use coroutine::{Coroutine, NoCoroutine, NotSuspended, Resumed, Status};
pub use interrupt::Interrupter;
pub use params::Params;
pub use passed::Passed;
pub use tables::{Driver, Stats};

use crate::codegen::context::{NativeCtx, MAX_EXIT_VALUES};
use crate::codegen::{Backend, STACK_RESERVE};
use crate::heap::{reserved, Cx, HasCx, Heap, HeapConfig, Marker, OutOfMemory, RawSlot};
use crate::machine::helper::{PANICKED, RAISED};
use crate::machine::{Conc, Language, Raised, State, TypeInfo};
use crate::record::flat::Flat;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bit of the poll word that an interrupt (Ctrl-C) sets.
pub const POLL_INTERRUPT: u64 = 2;

/// The bit that a helper's panic sets: native code does not ask whether an elidable helper panicked, so it leaves at its next poll. Until then
/// the result is 0; where it would be a reference, native code leaves at once.
pub(crate) const POLL_PANIC: u64 = 4;
/// The bit by which the language asks for [`Language::attend`].
const POLL_TASK: u64 = 8;
/// The bit that is set while execution is watched.
const POLL_WATCH: u64 = 16;

/// Polls that collect one and all under stress, and how many go to one collection afterwards.
const EAGER_POLLS: u64 = 2_000;
const STRESS_INTERVAL: u64 = 97;
/// Bytes of a heap that is looked at in each collection under stress; one of N times as many is in each (N + 1)th.
const STRESS_HEAP: usize = 4 << 20;

/// Empty segments kept for reuse.
const POOLED_SEGMENTS: usize = 256;

/// Activations below the depth limit at which native code is no longer entered: more than a window may inline.
const DEPTH_MARGIN: u64 = 64;

/// Sets a cell back when it goes, also when author code panics.
pub(crate) struct Restore<'a, T: Copy>(pub &'a Cell<T>, pub T);

impl<T: Copy> Drop for Restore<'_, T> {
    fn drop(&mut self) {
        self.0.set(self.1)
    }
}

/// A guest program's run time: language, heap, driver.
pub struct Runtime<L: Language> {
    /// The language.
    pub lang: L,
    /// The heap.
    pub heap: Heap,
    /// The driver's tables.
    pub driver: Driver,
    /// The value of the error being raised.
    pub error: Cell<RawSlot>,
    pub(crate) ctx: Rc<NativeCtx>,
    pub(crate) panic: Cell<Option<Box<dyn Any + Send>>>,
    pub(crate) panicked: Cell<bool>,
    /// Most guest activations at once, at most [`Language::DEPTH_LIMIT`].
    max_depth: Cell<u64>,
    pub(crate) pending_results: RefCell<Vec<RawSlot>>,
    /// The activations of a callee that left with status FLATTEN, for its caller.
    pub(crate) flattened: RefCell<Option<Flat>>,
    #[allow(clippy::vec_box)]
    pool: RefCell<Vec<Box<State<L, Conc>>>>,
    segments: Cell<*const segments::Segment>,
    coroutines: coroutine::Coroutines<L>,
    flats: RefCell<Vec<Flat>>,
    stack_base: Cell<usize>,
    stress_polls: Cell<u64>,
    /// Collections under stress that do not look at the heap any more, before one does.
    stress_rest: Cell<usize>,
    pub(crate) claims: RefCell<crate::audit::claims::Claims>,
    _exit_buffer: Box<[u64]>,
}

impl<L: Language> HasCx for Runtime<L> {
    fn cx(&self) -> &Cx {
        &self.heap
    }
}

impl<L: Language> Drop for Runtime<L> {
    fn drop(&mut self) {
        reserved::unwatch(self.poll_word());
        self.close_all();
    }
}

impl<L: Language> Runtime<L> {
    /// A run time for `lang` on this thread, using at most `stack_bytes` of its native stack from here down.
    ///
    /// # Errors
    /// A message when the backend can't work here, or the system doesn't tell where the thread's stack is.
    pub fn new(
        lang: L,
        params: Params,
        heap: HeapConfig,
        backend: Box<dyn Backend>,
        stack_bytes: usize,
    ) -> Result<Box<Runtime<L>>, String> {
        let ctx = Rc::new(NativeCtx::default());
        let mut exit_buffer = vec![0u64; MAX_EXIT_VALUES].into_boxed_slice();
        let here = crate::heap::with_registers_pushed(|sp| sp);
        ctx.depth_limit.set(L::DEPTH_LIMIT.saturating_sub(DEPTH_MARGIN));
        ctx.exit_values.set(exit_buffer.as_mut_ptr());
        ctx.stack_limit.set(here.saturating_sub(stack_bytes.saturating_sub(2 * STACK_RESERVE)));
        let stacks = params.coroutine_stacks;
        let rt = Box::new(Runtime {
            lang,
            heap: Heap::new(heap, ctx.clone()),
            driver: Driver::new(params, backend)?,
            error: Cell::new(RawSlot::default()),
            panic: Cell::new(None),
            panicked: Cell::new(false),
            max_depth: Cell::new(L::DEPTH_LIMIT),
            pending_results: RefCell::default(),
            flattened: RefCell::default(),
            pool: RefCell::default(),
            segments: Cell::new(std::ptr::null()),
            coroutines: coroutine::Coroutines::new(stacks),
            flats: RefCell::default(),
            stack_base: Cell::new(crate::heap::thread_stack_base()?),
            stress_polls: Cell::new(0),
            stress_rest: Cell::new(0),
            claims: RefCell::default(),
            _exit_buffer: exit_buffer,
            ctx,
        });
        reserved::hold();
        reserved::watch(rt.poll_word());
        rt.ctx.runtime.set(&*rt as *const Runtime<L> as *const ());
        rt.ctx.alloc_slow.set(Some(crate::heap::alloc_slow::<Runtime<L>>));
        rt.ctx.finish_call.set(Some(run::finish_call::<L>));
        Ok(rt)
    }

    /// The native context (its address is stable).
    pub fn native_ctx(&self) -> &NativeCtx {
        &self.ctx
    }

    /// The word that signal handlers may set [`POLL_INTERRUPT`] in.
    pub fn poll_word(&self) -> &AtomicU64 {
        // SAFETY: the word is aligned and lives as long as the context.
        unsafe { AtomicU64::from_ptr(self.ctx.poll.as_ptr()) }
    }

    /// Guest activations below the running segment, for depth limits: the same number in every mode. What waits below a helper is not counted.
    #[inline(always)]
    pub fn depth_below(&self) -> u64 {
        self.ctx.depth.get()
    }

    /// Most guest activations at once.
    #[inline(always)]
    pub fn max_depth(&self) -> u64 {
        self.max_depth.get()
    }

    /// Sets it, for languages whose programs may: at most [`Language::DEPTH_LIMIT`].
    pub fn set_max_depth(&self, n: u64) {
        let n = n.min(L::DEPTH_LIMIT);
        self.max_depth.set(n);
        self.ctx.depth_limit.set(n.saturating_sub(DEPTH_MARGIN));
    }

    /// Whether native code may not be entered: too near the depth limit, which only plain execution checks exactly.
    pub(crate) fn near_depth_limit(&self, s: &State<L, Conc>) -> bool {
        self.ctx.depth.get() + s.depth() as u64 > self.ctx.depth_limit.get()
    }

    /// Native stack left, in bytes, before native code spills.
    pub fn native_stack_left(&self) -> usize {
        crate::heap::with_registers_pushed(|sp| sp).saturating_sub(self.ctx.stack_limit.get())
    }

    /// Does what a poll asks for, where the running segment is published.
    ///
    /// # Errors
    /// [`Raised`] with the language's error for an interrupt or for memory used up.
    ///
    /// # Panics
    /// In stress mode, if the heap is damaged.
    pub(crate) fn attend(&self, s: &mut State<L, Conc>) -> Result<(), Raised> {
        let bits = self.ctx.poll.get();
        if bits == 0 {
            return Ok(());
        }
        if bits & POLL_PANIC != 0 {
            self.resume_panic();
        }
        if bits & crate::heap::POLL_GC != 0 {
            // Under stress the bit is always set: every poll collects at first, later ones now and then, or large heaps would take for ever.
            let polls = self.stress_polls.get() + 1;
            self.stress_polls.set(polls);
            if self.heap.config().stress && polls > EAGER_POLLS && !polls.is_multiple_of(STRESS_INTERVAL) {
                return Ok(());
            }
            if self.heap.config().stress {
                self.stress(s);
            }
            let put_off = self.heap.put_off();
            if !put_off {
                self.collect_if(true, false);
            }
            let refused = reserved::take_refused();
            if refused && put_off {
                self.collect_if(true, false);
            }
            let told = self.heap.take_told();
            if (self.heap.take_out_of_memory() || refused) && !told {
                self.error.set(self.lang.out_of_memory(self));
                return Err(Raised);
            }
        }
        if bits & POLL_INTERRUPT != 0 {
            self.poll_word().fetch_and(!POLL_INTERRUPT, Ordering::Relaxed);
            self.error.set(self.lang.interrupted(self));
            return Err(Raised);
        }
        // The collection above may have asked for it.
        if self.poll_word().fetch_and(!POLL_TASK, Ordering::Relaxed) & POLL_TASK != 0 {
            return self.lang.attend(self);
        }
        Ok(())
    }

    /// What stress mode does before it collects: it makes what is dead unusable, and looks for damage that was done since the last time. With a large
    /// heap it does so less often.
    fn stress(&self, s: &mut State<L, Conc>) {
        let rest = self.stress_rest.get();
        if rest > 0 {
            return self.stress_rest.set(rest - 1);
        }
        self.stress_rest.set(self.heap.stats().in_use / STRESS_HEAP);
        s.poison_dead(self.heap.poison());
        if let Err(what) = self.heap.verify() {
            let place = self.lang.describe(&s.top().frame);
            panic!("the heap is damaged: {what}; noticed at {place}");
        }
    }

    /// Asks for [`Language::attend`] at the next poll of plain execution; native code leaves at its polls until then.
    pub fn request_attention(&self) {
        self.poll_word().fetch_or(POLL_TASK, Ordering::Relaxed);
    }

    /// Has execution watched, or no longer: from the next poll on the guest runs plainly, step by step, with [`Language::watch`] before each. A step that
    /// switches it on may leave with [`Exit::Stopped`](crate::machine::Exit::Stopped) at a merge point to have it begin there. Native code that waits for a helper to return leaves at its
    /// next poll.
    pub fn watch(&self, on: bool) {
        if on {
            self.poll_word().fetch_or(POLL_WATCH, Ordering::Relaxed);
        } else {
            self.poll_word().fetch_and(!POLL_WATCH, Ordering::Relaxed);
        }
    }

    /// Whether execution is watched.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.ctx.poll.get() & POLL_WATCH != 0
    }

    /// Collects garbage now, in mid-step. Roots: the native stack and those of waiting resumers, all running segments, trace constants, the language's own.
    ///
    /// Rust collections holding references must be rooted; see the heap's page. A poll knows better what is live (see `segments`), and so does a step that
    /// calls [`Machine::collect`](crate::machine::Machine::collect).
    pub fn collect(&self) {
        self.collect_if(false, false);
    }

    /// Collects where the running segment is published, because the program asks for it: it is to see nothing live that it cannot reach, neither what only
    /// traces refer to nor what unreachable coroutines do.
    pub(crate) fn collect_everything(&self) {
        self.coroutines.forget_passed();
        if self.collect_if(true, self.driver.is_idle()) {
            self.collect_if(true, self.driver.is_idle());
        }
    }

    /// Answers whether there were coroutines to close: what they referred to is garbage now.
    fn collect_if(&self, published: bool, retiring: bool) -> bool {
        // What is known of arguments goes by addresses, which may be used again.
        self.claims.borrow_mut().forget();
        let floor = if published { self.floor() } else { None };
        crate::heap::with_registers_pushed(|sp| {
            let mut roots = |m: &mut Marker<'_>| {
                let (lo, hi) = (floor.unwrap_or(sp) & !7, self.stack_base.get());
                // SAFETY: the words between the stack pointer (or the floor above it) and the base belong to this thread's live stack.
                let words =
                    unsafe { std::slice::from_raw_parts(lo as *const u64, hi.saturating_sub(lo) / 8) };
                for w in words {
                    // SAFETY: a read of live stack memory; volatile, as slots may be padding or uninitialized.
                    m.mark_conservative(unsafe { std::ptr::read_volatile(w) });
                }
                // SAFETY: the list of the running stack.
                unsafe { segments::mark_segments(self.segments.get(), floor.is_some(), m) };
                self.coroutines.mark_roots(m);
                crate::record::tape::with(|t| {
                    t.trace.consts.iter().for_each(|c| m.mark_conservative(c.bits));
                    if self.driver.recording.get() {
                        t.audit.start_words().for_each(|w| m.mark_conservative(w));
                    }
                });
                if !retiring {
                    self.driver.constants(&mut |w| m.mark_conservative(w));
                }
                m.mark_conservative(self.error.get().bits);
                self.pending_results.borrow().iter().for_each(|s| m.mark_conservative(s.bits));
                let flattened = self.flattened.borrow();
                flattened.iter().flat_map(|f| &f.reds).for_each(|&w| m.mark_conservative(w));
                self.lang.trace(m);
            };
            let mut last = |m: &mut Marker<'_>| {
                self.coroutines.condemn(m);
                self.lang.condemn(self, m);
                if retiring {
                    m.drain();
                    self.driver.retire(|w| m.spares(w));
                }
            };
            self.heap.collect_with(&mut roots, &mut last);
        });
        self.close_doomed()
    }

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

    /// A zeroed object.
    #[inline(always)]
    pub(crate) fn alloc_object(&self, t: &TypeInfo) -> u64 {
        let p = self.heap.alloc_raw(t.header, t.size as usize);
        assert!(!p.is_null(), "not enough memory");
        p as u64
    }

    /// A zeroed array object.
    pub(crate) fn alloc_array(&self, t: &TypeInfo, len: u64) -> u64 {
        assert!(len <= crate::machine::access::MAX_INLINE_LEN, "length of an array out of range");
        let p = self.heap.alloc_raw(t.header, t.size as usize + len as usize * t.stride as usize);
        assert!(!p.is_null(), "not enough memory");
        // SAFETY: the object was just allocated with room for its header part, of which the length is a word.
        unsafe { *(p.add(t.len_offset as usize) as *mut u64) = len };
        p as u64
    }

    /// A helper panicked: keeps the payload until its caller, or a poll, goes on with it.
    /// The status of a helper that a panic has ended.
    #[cold]
    #[inline(never)]
    pub(crate) fn ended_by(&self, payload: Box<dyn Any + Send>, raises: bool) -> u64 {
        let mut payload = payload;
        if raises && payload.is::<OutOfMemory>() {
            let make = AssertUnwindSafe(|| self.heap.beyond_limits(|| self.lang.out_of_memory(self)));
            match catch_unwind(make) {
                Ok(error) => {
                    self.heap.told();
                    self.error.set(error);
                    return RAISED;
                }
                Err(again) => payload = again,
            }
        }
        self.keep_panic(payload);
        PANICKED
    }

    pub(crate) fn keep_panic(&self, payload: Box<dyn std::any::Any + Send>) {
        self.panic.set(Some(payload));
        self.poll_word().fetch_or(POLL_PANIC, Ordering::Relaxed);
    }

    pub(crate) fn resume_panic(&self) -> ! {
        self.poll_word().fetch_and(!POLL_PANIC, Ordering::Relaxed);
        std::panic::resume_unwind(self.panic.take().unwrap_or_else(|| Box::new("a helper panicked")))
    }

    /// Goes on with a panic that a native call has stopped, if there is one. To be asked where its status says that it did not return.
    pub(crate) fn pass_panic_on(&self) {
        if self.panicked.replace(false) {
            self.resume_panic()
        }
    }

    pub(crate) fn stack_overflow(&self) -> Raised {
        self.error.set(self.lang.stack_overflow(self));
        Raised
    }

    pub(crate) fn take_flat(&self) -> Flat {
        self.flats.borrow_mut().pop().unwrap_or_default()
    }

    pub(crate) fn give_flat(&self, f: Flat) {
        self.flats.borrow_mut().push(f)
    }
}
