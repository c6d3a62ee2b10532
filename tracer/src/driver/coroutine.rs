//! Coroutines with stacks of their own, so that a guest may yield from anywhere.
//!
//! **Problem.** Guest code nests on the native stack: interpreter loops, native traces and helpers that call the guest again. A coroutine that is to
//! be suspended in the middle of all that needs a native stack of its own. A switch then unwinds nothing, whoever is on the stack.
//!
//! **Invariants.**
//! 1. What belongs to a stack changes with it: its bounds, the guest depth, the active segments, and the recording in progress with its tape. A
//!    recording that yields goes on when its coroutine does; tapes are exchanged like a stack, so no recorder ever sees another one's.
//! 2. The collector scans the running stack and those of its resumers always, a suspended one only when its handle's owner is marked.
//! 3. A suspended coroutine ends by being unwound, so that its destructors run: in [`Runtime::close`], after the collection that finds it unreachable
//!    (everything it refers to lives until then), or when the run time is dropped. Its stack is never just thrown away.
//! 4. A coroutine that has not run yet has no stack. What its body captured by value is scanned, but not collections inside.
//!
//! **Not promised.** A handle held only by Rust data keeps nothing alive: put it in an `Own` of a heap object, or root it. Guest depth counts from 0 in each
//! coroutine; nesting of resumes is bounded by [`MAX_NESTED`]. A stack never moves to another thread.
//!
//! **Example.** A helper `resume` in interpreter code, where a `Thread` object has the field `co: Own<Coroutine>`:
//! ```text
//! let co = rt.spawn(move |rt, args| call(rt, function, args));         // creating
//! let co = thread.co.with(&rt.heap, Coroutine::clone);                 // never resume inside `with`'s closure
//! match rt.resume(&co, &[x])? { Resumed::Raised => return Err(Raised), _ => rt.passed().get(0) }
//! rt.yield_(&[y])?; let sent = rt.passed().get(0);                     // in a helper that the body calls, at any depth
//! ```

use super::passed::Passed;
use super::segments::{mark_segments, Segment};
use super::Runtime;
use crate::codegen::STACK_RESERVE;
use crate::heap::{with_registers_pushed, Marker, RawSlot, Trace};
use crate::machine::{Language, Raised};
use crate::record::tape::{self, Tape};
use corosensei::stack::{DefaultStack, Stack as _};
use corosensei::{CoroutineResult, Yielder};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most resumes within each other; one more is the guest's stack overflow.
pub const MAX_NESTED: usize = 2_000;
/// Bytes of a coroutine's native stack unless set otherwise; only what is touched is used.
pub const STACK_BYTES: usize = 1 << 20;
/// Stacks kept for reuse.
const POOLED: usize = 256;
/// What a new stack counts as allocated: its first pages, and a segment. One that is reused has been counted.
const CHARGE: usize = 16 << 10;

type Routine = corosensei::Coroutine<(), (), Outcome, DefaultStack>;
type Body = Box<dyn FnOnce(&[RawSlot]) -> Result<Vec<RawSlot>, Raised>>;

/// What a coroutine is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not started, or waiting in a yield.
    Suspended,
    /// On top.
    Running,
    /// It has resumed another one.
    Normal,
    /// Returned, raised, panicked or closed.
    Finished,
}

/// Why a resume came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumed {
    /// It yielded what is in [`Runtime::passed`].
    Yielded,
    /// Its body returned what is in [`Runtime::passed`].
    Returned,
    /// Its body raised, or it could not be run (no memory for a stack, too many resumes within each other); the error value is in the run time.
    Raised,
}

/// Only a suspended coroutine can be resumed, and only one that is not running or waiting for another can be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSuspended(pub Status);

/// A yield outside any coroutine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCoroutine;

enum Outcome {
    Returned,
    Raised,
    Panicked(Box<dyn Any + Send>),
    Closed,
}

/// The payload that unwinds a coroutine being closed.
struct Closing;

/// What belongs to a stack and is in the run time while the stack runs: its base, the lowest address for guest code, the guest depth, and the
/// active segments.
#[derive(Clone, Copy)]
struct Side {
    base: usize,
    limit: usize,
    depth: u64,
    segments: *const Segment,
}

impl Side {
    /// That of no stack.
    const NONE: Side = Side { base: 0, limit: 0, depth: 0, segments: std::ptr::null() };
}

struct Core {
    /// Number of its run time.
    owner: u64,
    status: Cell<Status>,
    body: Cell<Option<Body>>,
    /// Where what the body captured is, until it is done.
    captured: Cell<(usize, usize)>,
    routine: RefCell<Option<Routine>>,
    yielder: Cell<*const Yielder<(), ()>>,
    /// Of the stack that waits: its own while it is suspended, else that of who resumed it.
    side: Cell<Side>,
    /// Where that stack was left.
    sp: Cell<usize>,
    /// The tape of its recording while it is suspended, else that of who resumed it, if its own needs the place.
    tape: RefCell<Option<Box<Tape>>>,
    closing: Cell<bool>,
    /// Reached by the collection in progress.
    seen: Cell<bool>,
    /// Its index in the registry.
    index: Cell<usize>,
    object: Cell<RawSlot>,
}

/// A handle to a coroutine. Clones are the same coroutine; the default one is finished.
#[derive(Clone, Default)]
pub struct Coroutine(Option<Rc<Core>>);

impl std::fmt::Debug for Coroutine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Coroutine({:?})", self.status())
    }
}

impl PartialEq for Coroutine {
    fn eq(&self, o: &Coroutine) -> bool {
        match (&self.0, &o.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

impl Coroutine {
    /// What it is doing.
    pub fn status(&self) -> Status {
        self.0.as_ref().map_or(Status::Finished, |c| c.status.get())
    }
    /// Notes which language value stands for it; kept alive while it runs.
    pub fn set_object(&self, slot: RawSlot) {
        if let Some(c) = &self.0 {
            c.object.set(slot)
        }
    }
    /// What [`Coroutine::set_object`] noted. For a running coroutine; that of a suspended one need not live any more.
    pub fn object(&self) -> RawSlot {
        self.0.as_ref().map_or(RawSlot::default(), |c| c.object.get())
    }
    #[inline(always)]
    fn core(&self, owner: u64) -> Result<&Rc<Core>, NotSuspended> {
        let core = self.0.as_ref().ok_or(NotSuspended(Status::Finished))?;
        assert!(core.owner == owner, "a coroutine belongs to the run time that made it");
        Ok(core)
    }
}

impl Trace for Coroutine {
    fn trace(&self, m: &mut Marker<'_>) {
        if let Some(c) = &self.0 {
            if c.status.get() == Status::Suspended {
                c.mark(m)
            }
        }
    }
}

impl Core {
    /// Marks what a suspended coroutine refers to.
    fn mark(&self, m: &mut Marker<'_>) {
        self.seen.set(true);
        self.mark_waiting(m);
    }
    /// Marks what the stack that waits refers to, and the body.
    fn mark_waiting(&self, m: &mut Marker<'_>) {
        let (lo, hi) = self.captured.get();
        let side = self.side.get();
        // SAFETY: the first two are 0, or the memory of the body's closure, which is freed when the body is done. The others are 0, or a stack waits
        // in a switch: from where it was left to its base it is mapped, and so are its segments.
        unsafe {
            m.mark_range_conservative(lo, hi);
            m.mark_range_conservative(self.sp.get(), side.base);
            mark_segments(side.segments, false, m);
        }
        if let Some(t) = &*self.tape.borrow() {
            t.trace.consts.iter().for_each(|c| m.mark_conservative(c.bits))
        }
    }
    fn finish(&self) {
        self.status.set(Status::Finished);
        self.captured.set((0, 0));
        self.sp.set(0);
        self.side.set(Side::NONE);
    }
}

/// The run time's coroutines.
pub(crate) struct Coroutines {
    id: u64,
    stack_bytes: Cell<usize>,
    /// Those that have been resumed and have not come back, outermost first.
    chain: RefCell<Vec<Rc<Core>>>,
    /// All that have a stack.
    registry: RefCell<Vec<Rc<Core>>>,
    /// Unreachable ones, to be closed after the collection.
    doomed: RefCell<Vec<Rc<Core>>>,
    pool: RefCell<Vec<DefaultStack>>,
    passed: Passed,
}

impl Default for Coroutines {
    fn default() -> Self {
        static IDS: AtomicU64 = AtomicU64::new(1);
        Coroutines {
            id: IDS.fetch_add(1, Ordering::Relaxed),
            stack_bytes: Cell::new(STACK_BYTES),
            chain: RefCell::default(),
            registry: RefCell::default(),
            doomed: RefCell::default(),
            pool: RefCell::default(),
            passed: Passed::default(),
        }
    }
}

impl Coroutines {
    /// Marks what the resumers of the running stack refer to, and the unreachable ones not closed yet.
    pub(crate) fn mark_roots(&self, m: &mut Marker<'_>) {
        for core in self.chain.borrow().iter() {
            core.mark_waiting(m);
            m.mark_conservative(core.object.get().bits);
        }
        self.doomed.borrow().iter().for_each(|c| c.mark(m));
        (0..self.passed.len()).for_each(|i| m.mark_conservative(self.passed.get(i).bits));
    }
    /// When all else is marked: condemns the suspended coroutines that were not reached, and marks what they refer to, as they are yet to be unwound.
    pub(crate) fn condemn(&self, m: &mut Marker<'_>) {
        for c in self.registry.borrow().iter() {
            if !c.seen.replace(false) && c.status.get() == Status::Suspended {
                self.doomed.borrow_mut().push(c.clone());
            }
        }
        self.doomed.borrow().iter().for_each(|c| c.mark(m));
        self.registry.borrow().iter().for_each(|c| c.seen.set(false));
    }
    /// A stack, and whether it is new.
    fn stack(&self) -> std::io::Result<(DefaultStack, bool)> {
        match self.pool.borrow_mut().pop() {
            Some(s) => Ok((s, false)),
            None => DefaultStack::new(self.stack_bytes.get()).map(|s| (s, true)),
        }
    }
    fn enter_in_registry(&self, core: &Rc<Core>) {
        let mut all = self.registry.borrow_mut();
        core.index.set(all.len());
        all.push(core.clone());
    }
    fn remove_from_registry(&self, core: &Core) {
        let mut all = self.registry.borrow_mut();
        all.swap_remove(core.index.get());
        if let Some(moved) = all.get(core.index.get()) {
            moved.index.set(core.index.get());
        }
    }
    fn give_stack(&self, s: DefaultStack) {
        let mut pool = self.pool.borrow_mut();
        if pool.len() < POOLED {
            pool.push(s);
        }
    }
    /// Puts one on top.
    #[inline(always)]
    fn push(&self, core: &Rc<Core>) {
        let mut chain = self.chain.borrow_mut();
        if let Some(top) = chain.last() {
            top.status.set(Status::Normal);
        }
        core.status.set(Status::Running);
        chain.push(core.clone());
    }
    #[inline(always)]
    fn pop(&self) {
        let mut chain = self.chain.borrow_mut();
        chain.pop();
        if let Some(top) = chain.last() {
            top.status.set(Status::Running);
        }
    }
}

fn exchange_tape(t: Box<Tape>) -> Box<Tape> {
    Box::new(tape::with(|now| std::mem::replace(now, *t)))
}

impl<L: Language> Runtime<L> {
    /// The values that the last resume, yield or end of a coroutine sent, until the next one. Here are the answers of [`Runtime::resume`] and
    /// [`Runtime::yield_`].
    #[inline(always)]
    pub fn passed(&self) -> &Passed {
        &self.coroutines.passed
    }

    /// A coroutine that will run `body` with the arguments of its first resume. It has no stack until then.
    ///
    /// References that `body` captures directly are kept alive with the handle; those inside collections it captures are not.
    pub fn spawn(
        &self,
        body: impl FnOnce(&Runtime<L>, &[RawSlot]) -> Result<Vec<RawSlot>, Raised> + 'static,
    ) -> Coroutine {
        let rt = self as *const Runtime<L>;
        // SAFETY: the body is run by `resume` only, for the run time with this number, which is then alive.
        let body: Body = Box::new(move |args: &[RawSlot]| body(unsafe { &*rt }, args));
        let at = &*body as *const dyn FnOnce(_) -> _ as *const () as usize;
        Coroutine(Some(Rc::new(Core {
            owner: self.coroutines.id,
            status: Cell::new(Status::Suspended),
            captured: Cell::new((at, at + size_of_val(&*body))),
            body: Cell::new(Some(body)),
            routine: RefCell::default(),
            yielder: Cell::new(std::ptr::null()),
            side: Cell::new(Side::NONE),
            sp: Cell::new(0),
            tape: RefCell::default(),
            closing: Cell::new(false),
            seen: Cell::new(false),
            index: Cell::new(0),
            object: Cell::default(),
        })))
    }

    /// Sets the size of stacks made from now on: at least what native code needs in reserve.
    pub fn set_coroutine_stack(&self, bytes: usize) {
        self.coroutines.stack_bytes.set(bytes.max(2 * STACK_RESERVE + (64 << 10)));
        self.coroutines.pool.borrow_mut().clear();
    }

    /// Runs a suspended coroutine until it yields or ends. A panic in it goes on here.
    ///
    /// # Errors
    /// [`NotSuspended`] if it is not suspended; nothing happens then.
    ///
    /// # Panics
    /// If its body panics, or if it belongs to another run time.
    // This and what it calls up to the switch are inlined into the helper around them: after a switch no `ret` is predicted right, so each counts.
    #[inline(always)]
    pub fn resume(&self, co: &Coroutine, args: &[RawSlot]) -> Result<Resumed, NotSuspended> {
        let core = co.core(self.coroutines.id)?;
        if core.status.get() != Status::Suspended {
            return Err(NotSuspended(core.status.get()));
        }
        self.coroutines.passed.set(args);
        let ready = core.side.get().base != 0 && self.coroutines.chain.borrow().len() < MAX_NESTED;
        if !ready && self.make_ready(core).is_err() {
            return Ok(Resumed::Raised);
        }
        Ok(match self.switch(core) {
            CoroutineResult::Yield(()) => Resumed::Yielded,
            CoroutineResult::Return(Outcome::Returned) => Resumed::Returned,
            CoroutineResult::Return(Outcome::Raised | Outcome::Closed) => Resumed::Raised,
            CoroutineResult::Return(Outcome::Panicked(p)) => resume_unwind(p),
        })
    }

    /// Leaves the running coroutine: its resumer gets `values`, and the next resume's arguments are the answer.
    ///
    /// # Errors
    /// [`NoCoroutine`] outside any.
    #[inline(always)]
    pub fn yield_(&self, values: &[RawSlot]) -> Result<(), NoCoroutine> {
        let core = match self.coroutines.chain.borrow().last() {
            Some(core) => Rc::as_ptr(core),
            None => return Err(NoCoroutine),
        };
        // SAFETY: the registry holds the coroutine as long as it has a stack, and it has: this code runs on it.
        let core = unsafe { &*core };
        if !core.closing.get() {
            self.coroutines.passed.set(values);
            with_registers_pushed(
                #[inline(always)]
                |sp| {
                    core.sp.set(sp);
                    // SAFETY: set at the start of the body, on this stack, and valid until the body returns.
                    unsafe { &*core.yielder.get() }.suspend(())
                },
            );
        }
        if core.closing.get() {
            resume_unwind(Box::new(Closing));
        }
        Ok(())
    }

    /// The running coroutine, if any.
    pub fn running(&self) -> Option<Coroutine> {
        self.coroutines.chain.borrow().last().map(|core| Coroutine(Some(core.clone())))
    }

    /// The language value of the running coroutine, if there is one: what [`Coroutine::set_object`] noted.
    #[inline(always)]
    pub fn running_object(&self) -> Option<RawSlot> {
        self.coroutines.chain.borrow().last().map(|core| core.object.get())
    }

    /// Ends a suspended coroutine: unwinds its stack, running destructors but no guest code. A finished one stays so.
    ///
    /// # Errors
    /// [`NotSuspended`] if it is running or waits for another one.
    ///
    /// # Panics
    /// If a destructor in it does.
    pub fn close(&self, co: &Coroutine) -> Result<(), NotSuspended> {
        let Ok(core) = co.core(self.coroutines.id) else { return Ok(()) };
        match core.status.get() {
            Status::Finished => Ok(()),
            Status::Suspended => self.unwind(core).map_or(Ok(()), |p| resume_unwind(p)),
            other => Err(NotSuspended(other)),
        }
    }

    /// Closes what the last collection found unreachable; answers whether there was something.
    pub(crate) fn close_doomed(&self) -> bool {
        let mut closed = false;
        loop {
            let Some(core) = self.coroutines.doomed.borrow().last().cloned() else { return closed };
            closed = true;
            let panic = match core.status.get() {
                Status::Suspended => self.unwind(&core),
                _ => None,
            };
            self.coroutines.doomed.borrow_mut().retain(|c| !Rc::ptr_eq(c, &core));
            if let Some(p) = panic {
                resume_unwind(p)
            }
        }
    }

    /// Closes all, when the run time goes away. Panics of destructors have nobody left to go to.
    pub(crate) fn close_all(&self) {
        loop {
            let next = self.coroutines.registry.borrow().last().cloned();
            match next {
                Some(core) if core.status.get() == Status::Suspended => drop(self.unwind(&core)),
                _ => return,
            }
        }
    }

    /// Unwinds a suspended coroutine; answers a destructor's panic.
    fn unwind(&self, core: &Rc<Core>) -> Option<Box<dyn Any + Send>> {
        if core.side.get().base == 0 {
            core.finish();
            drop(core.body.take());
            return None;
        }
        core.closing.set(true);
        let error = self.error.get();
        let result = self.switch(core);
        self.error.set(error);
        match result {
            CoroutineResult::Return(Outcome::Panicked(p)) => Some(p),
            _ => None,
        }
    }

    /// Sees to what a resume needs: room in the chain, and a stack.
    #[cold]
    #[inline(never)]
    fn make_ready(&self, core: &Rc<Core>) -> Result<(), Raised> {
        if self.coroutines.chain.borrow().len() >= MAX_NESTED {
            return Err(self.stack_overflow());
        }
        let cos = &self.coroutines;
        let stack = cos.stack().or_else(|_| {
            // The system has a limit on mappings; unreachable coroutines may hold them. A resume runs guest code, so it may collect.
            let keep = self.heap.root(Coroutine(Some(core.clone())));
            self.collect();
            drop(keep);
            cos.stack()
        });
        let Ok((stack, is_new)) = stack else {
            self.error.set(self.lang.out_of_memory(self));
            return Err(Raised);
        };
        let (base, limit) = (stack.base().get(), stack.limit().get() + 2 * STACK_RESERVE);
        core.side.set(Side { base, limit, ..Side::NONE });
        core.sp.set(base);
        let (at, passed) = (Rc::as_ptr(core), &raw const cos.passed);
        let main = move |yielder: &Yielder<(), ()>, ()| {
            // SAFETY: the registry holds the coroutine as long as it has a stack.
            let core = unsafe { &*at };
            core.yielder.set(yielder);
            // SAFETY: as above; a run time outlives its coroutines.
            let passed = unsafe { &*passed };
            match core.body.take() {
                Some(body) => match catch_unwind(AssertUnwindSafe(move || passed.with(body))) {
                    Ok(Ok(values)) => {
                        passed.set(&values);
                        Outcome::Returned
                    }
                    Ok(Err(Raised)) => Outcome::Raised,
                    Err(p) if p.is::<Closing>() => Outcome::Closed,
                    Err(p) => Outcome::Panicked(p),
                },
                None => Outcome::Closed,
            }
        };
        core.routine.replace(Some(Routine::with_stack(stack, main)));
        cos.enter_in_registry(core);
        if is_new {
            self.heap.charge(CHARGE);
        }
        Ok(())
    }

    /// Exchanges what belongs to the stack that runs and to the one that waits.
    #[inline(always)]
    fn exchange_sides(&self, core: &Core) {
        let ctx = &self.ctx;
        let side = core.side.get();
        core.side.set(Side {
            base: self.stack_base.replace(side.base),
            limit: ctx.stack_limit.replace(side.limit),
            depth: ctx.depth.replace(side.depth),
            segments: self.segments.replace(side.segments),
        });
    }

    /// Takes up the recording that a coroutine has in progress; answers whether there is one.
    #[cold]
    #[inline(never)]
    fn resume_recording(&self, core: &Core) -> bool {
        let Some(own) = core.tape.take() else { return false };
        let ours = exchange_tape(own);
        if self.driver.recording.replace(true) {
            core.tape.replace(Some(ours));
        }
        true
    }

    /// After a switch in whose course there was a recording: parks the coroutine's `own`, and goes on with ours, if there was one.
    #[cold]
    #[inline(never)]
    fn park_recording(&self, core: &Core, own: bool, ours: bool) {
        let waiting = core.tape.take();
        if own && self.driver.recording.get() {
            core.tape.replace(Some(Box::new(tape::with(std::mem::take))));
        }
        self.driver.recording.set(ours);
        waiting.map(exchange_tape);
    }

    /// Runs a coroutine that has a stack until it leaves it, exchanging everything that belongs to a stack.
    #[inline(always)]
    fn switch(&self, core: &Rc<Core>) -> CoroutineResult<(), Outcome> {
        let ours = self.driver.recording.get();
        // A recording in there is its own, unless it runs within one of ours.
        let parked = core.tape.borrow().is_some();
        let own = (parked && self.resume_recording(core)) || !ours;
        self.coroutines.push(core);
        self.exchange_sides(core);
        let result = with_registers_pushed(
            #[inline(always)]
            |sp| {
                core.sp.set(sp);
                let mut routine = core.routine.borrow_mut();
                routine.as_mut().expect("a suspended coroutine has a stack").resume(())
            },
        );
        self.exchange_sides(core);
        self.coroutines.pop();
        if ours || self.driver.recording.get() {
            self.park_recording(core, own, ours);
        }
        match result {
            CoroutineResult::Yield(()) => core.status.set(Status::Suspended),
            CoroutineResult::Return(_) => self.finish_coroutine(core),
        }
        result
    }

    #[inline(never)]
    fn finish_coroutine(&self, core: &Core) {
        core.finish();
        self.coroutines.remove_from_registry(core);
        if let Some(routine) = core.routine.take() {
            self.coroutines.give_stack(routine.into_stack());
        }
    }
}
