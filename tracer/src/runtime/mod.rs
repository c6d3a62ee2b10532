//! The run time of one guest program: what its code needs while it runs, however that is.
//!
//! **Problem.** Plain execution, recordings and native code work on the same guest: its heap, states, coroutines, the error being raised. All of that is one
//! [`Runtime`] per guest program and thread, in which the [`Driver`] decides what is compiled.
//!
//! **Invariants.**
//! 1. The run time is used by shared reference throughout: helpers may run the guest, which may enter native code, record and compile. No
//!    table is borrowed across author code.
//! 2. Collections and interrupts happen only in `Runtime::attend` ([`poll`]), which polls call: back-edges and function entries of plain execution.
//!
//! **Not promised.** A run time belongs to its thread. Two run times on one thread may exist, but only one may be recording at a time.
//!
//! **Example.** `Runtime::new(|heap| Tla::new(..), Params::default(), HeapConfig::default(), backend, 1 << 30)?.with_segment(|s| ..)`; authors use `holloway::run`.

mod claims;
mod clock;
mod collect;
pub mod coroutine;
mod depth;
mod exit;
pub mod interrupt;
mod panics;
pub mod passed;
pub mod poll;
pub(crate) mod segments;

pub use coroutine::{Coroutine, NoCoroutine, NotSuspended, Resumed, Status};
pub use interrupt::Interrupter;
pub use passed::Passed;

use crate::compile::aside::Aside;
use crate::compile::flight::Flight;
use crate::heap::{reserved, HasMutator, Heap, HeapConfig, Mutator, RawSlot};
use crate::machine::helper::MAX_RETS;
use crate::machine::{Conc, HelperRef, Language, Slot, State, TypeInfo};
use crate::record::flat::Flat;
use crate::record::word::Rec;
use crate::tables::{Driver, Params};
use crate::world;
use depth::DEPTH_MARGIN;
use holloway_compiler::abi::{NativeCtx, MAX_EXIT_VALUES, MAX_OUT};
use holloway_compiler::codegen::{Backend, STACK_RESERVE};
use holloway_compiler::ir::Ty;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::atomic::AtomicU64;

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
    /// Most guest activations at once, at most [`Language::DEPTH_LIMIT`].
    pub(crate) max_depth: Cell<u64>,
    pub(crate) pending_results: RefCell<Vec<RawSlot>>,
    /// The activations of a callee that left with status FLATTEN, and the types of their reds, for its caller.
    pub(crate) flattened: RefCell<Option<(Flat, Vec<Ty>)>>,
    #[allow(clippy::vec_box)]
    pool: RefCell<Vec<Box<State<L, Conc>>>>,
    segments: Cell<*const segments::Segment>,
    coroutines: coroutine::Coroutines<L>,
    flats: RefCell<Vec<Flat>>,
    words: Cell<Vec<u64>>,
    /// The recordings that are being compiled while the program goes on, in their order, and who does that.
    pub(crate) flights: RefCell<VecDeque<Flight>>,
    pub(crate) aside: Aside,
    /// The window of the last recording, for the next one.
    pub(crate) spare_window: Cell<Option<State<L, Rec>>>,
    /// What recorders put into registers that are not live, by slot; grown as needed.
    pub(crate) no_values: RefCell<Vec<Slot<Rec>>>,
    stack_base: Cell<usize>,
    stress_polls: Cell<u64>,
    /// The poll that collects next under stress.
    stress_next: Cell<u64>,
    /// Collections under stress that do not look at the heap any more, before one does.
    stress_rest: Cell<usize>,
    pub(crate) claims: RefCell<crate::audit::claims::Claims>,
    /// Steps that audit runs again later.
    pub(crate) past: RefCell<crate::audit::past::Past>,
    /// What audit knows of the fields of frames.
    pub(crate) fields: RefCell<crate::audit::past::Fields>,
    /// The window of the last run of a step in audit mode, for the next one.
    pub(crate) spare_rerun: Cell<Option<State<L, Rec>>>,
    /// Runs under [`GpuMode::Auto`](crate::tables::regions::GpuMode::Auto).
    clock: RefCell<Option<clock::Clock>>,
    /// Where a trace that plain execution has entered puts its results.
    pub(crate) out: Box<[Cell<u64>]>,
    _exit_buffer: Box<[u64]>,
}

impl<L: Language> HasMutator for Runtime<L> {
    fn mutator(&self) -> &Mutator {
        &self.heap
    }
}

impl<L: Language> Drop for Runtime<L> {
    fn drop(&mut self) {
        reserved::unwatch(self.poll_word());
        self.close_all();
        self.land_for_log();
    }
}

impl<L: Language> Runtime<L> {
    /// The parts of [`Runtime::new`], without what native code calls in the driver.
    pub(crate) fn parts<E: From<String>>(
        make: impl FnOnce(&Mutator) -> Result<L, E>,
        mut params: Params,
        heap: HeapConfig,
        backend: Result<Box<dyn Backend>, String>,
        stack_bytes: usize,
    ) -> Result<Box<Runtime<L>>, E> {
        // It may start the process anew, before there is anything of the guest's.
        let recorded = world::begin()?;
        params.opt.ref_tags = heap.ref_tags;
        let ctx = Rc::new(NativeCtx::default());
        let driver = Driver::new(params, backend)?;
        let heap = Heap::new(heap, ctx.clone());
        let lang = make(&heap)?;
        let mut exit_buffer = vec![0u64; MAX_EXIT_VALUES].into_boxed_slice();
        let here = crate::heap::with_registers_pushed(|sp| sp);
        ctx.depth_limit.set(L::DEPTH_LIMIT.saturating_sub(DEPTH_MARGIN));
        ctx.exit_values.set(exit_buffer.as_mut_ptr());
        ctx.stack_limit.set(here.saturating_sub(stack_bytes.saturating_sub(2 * STACK_RESERVE)));
        let stacks = driver.params.coroutine_stacks;
        let rt = Box::new(Runtime {
            lang,
            heap,
            driver,
            error: Cell::new(RawSlot::default()),
            panic: Cell::new(None),
            max_depth: Cell::new(L::DEPTH_LIMIT),
            pending_results: RefCell::default(),
            flattened: RefCell::default(),
            pool: RefCell::default(),
            segments: Cell::new(std::ptr::null()),
            coroutines: coroutine::Coroutines::new(stacks),
            flats: RefCell::default(),
            words: Cell::default(),
            flights: RefCell::default(),
            aside: if recorded { Aside::alone() } else { Aside::default() },
            spare_window: Cell::default(),
            no_values: RefCell::default(),
            stack_base: Cell::new(crate::heap::thread_stack_base()?),
            stress_polls: Cell::new(0),
            stress_next: Cell::new(0),
            stress_rest: Cell::new(0),
            claims: RefCell::default(),
            past: RefCell::default(),
            fields: RefCell::default(),
            spare_rerun: Cell::default(),
            clock: RefCell::default(),
            out: (0..MAX_OUT).map(|_| Cell::new(0)).collect(),
            _exit_buffer: exit_buffer,
            ctx,
        });
        reserved::hold();
        reserved::watch(rt.poll_word());
        rt.ctx.runtime.set(&*rt as *const Runtime<L> as *const ());
        rt.ctx.alloc_slow.set(Some(crate::heap::alloc_slow::<Runtime<L>>));
        let params = &rt.driver.params;
        // Such a poll may make native code leave: not where the log is to be the same in each run.
        let same_in_each_run = params.log_json.is_some() && !params.log_times;
        if let (Some(census), false) = (&rt.driver.census, same_in_each_run) {
            let whom = rt.interrupter();
            census.ask_by(move || whom.ask_place());
        }
        Ok(rt)
    }

    /// Has a clock ask which loops the program is in, if `worth_it`, which is asked later and on another thread.
    pub fn ask_by_clock(&self, worth_it: impl FnOnce() -> bool + Send + 'static) {
        self.clock.replace(clock::Clock::start(self.interrupter(), worth_it));
    }

    /// Has the clock ask again in a short while.
    pub(crate) fn ask_soon(&self) {
        if let Some(clock) = &*self.clock.borrow() {
            clock.ask_soon();
        }
    }

    /// The native context (its address is stable).
    pub fn native_ctx(&self) -> &NativeCtx {
        &self.ctx
    }

    /// The word that signal handlers may set [`poll::POLL_INTERRUPT`] in.
    pub fn poll_word(&self) -> &AtomicU64 {
        // SAFETY: the word is aligned and lives as long as the context.
        unsafe { AtomicU64::from_ptr(self.ctx.poll.as_ptr()) }
    }

    /// Calls a helper by its machine entry: answers its status, and leaves its result words in `out`. The words of its arguments are those that the call
    /// generated for it has written, of which there may be more.
    #[inline(always)]
    pub(crate) fn call_helper(&self, h: &HelperRef, args: &[u64], out: &mut [u64; MAX_RETS]) -> u64 {
        // SAFETY: the entry gets this run time's context, as many argument words as it reads (both are generated from one signature), and room for as many
        // results as any helper has.
        unsafe { (h.shim)(&*self.ctx, args.as_ptr(), out.as_mut_ptr()) }
    }

    /// A zeroed object.
    #[inline(always)]
    pub(crate) fn alloc_object(&self, t: &TypeInfo) -> u64 {
        let p = self.heap.alloc_raw(t.header, t.size as usize);
        assert!(!p.is_null(), "not enough memory");
        p as u64
    }

    /// A zeroed array object.
    #[inline(always)]
    pub(crate) fn alloc_array(&self, t: &TypeInfo, len: u64) -> u64 {
        assert!(len <= crate::machine::access::MAX_INLINE_LEN, "length of an array out of range");
        let p = self.heap.alloc_raw(t.header, t.size as usize + len as usize * t.stride as usize);
        assert!(!p.is_null(), "not enough memory");
        // SAFETY: the object was just allocated with room for its header part, of which the length is a word.
        unsafe { *(p.add(t.len_offset as usize) as *mut u64) = len };
        p as u64
    }

    /// A list to write words to, which has its memory already.
    pub(crate) fn take_words(&self) -> Vec<u64> {
        self.words.take()
    }

    /// Keeps the memory of a list for the next one.
    pub(crate) fn give_words(&self, words: Vec<u64>) {
        self.words.set(words)
    }

    pub(crate) fn take_flat(&self) -> Flat {
        self.flats.borrow_mut().pop().unwrap_or_default()
    }

    pub(crate) fn give_flat(&self, f: Flat) {
        self.flats.borrow_mut().push(f)
    }
}
