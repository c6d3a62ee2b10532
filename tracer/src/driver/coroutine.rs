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
//! match rt.resume(&co, vec![x])? { Resumed::Yielded(v) => .., Resumed::Returned(v) => .., Resumed::Raised => return Err(Raised) }
//! let sent = rt.yield_(vec![y])?;                                      // in a helper that the body calls, at any depth
//! ```

use super::Runtime;
use crate::codegen::STACK_RESERVE;
use crate::heap::{with_registers_pushed, Marker, RawSlot, Trace};
use crate::machine::{Language, Raised, State, Values};
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
const POOLED: usize = 64;
/// What a started coroutine counts as allocated: its first pages and its segment.
const CHARGE: usize = 16 << 10;

type Routine = corosensei::Coroutine<(), (), (), DefaultStack>;
type Body = Box<dyn FnOnce(Vec<RawSlot>) -> Result<Vec<RawSlot>, Raised>>;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resumed {
    /// It yielded these values.
    Yielded(Vec<RawSlot>),
    /// Its body returned these.
    Returned(Vec<RawSlot>),
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
    Returned(Vec<RawSlot>),
    Raised,
    Panicked(Box<dyn Any + Send>),
    Closed,
}

/// The payload that unwinds a coroutine being closed.
struct Closing;

/// An active state, of whichever values, as the collector sees it.
#[derive(Clone, Copy)]
pub(crate) struct Segment {
    at: *mut (),
    scan: unsafe fn(*mut (), &mut dyn FnMut(u64)),
}

impl Segment {
    fn of<L: Language, V: Values>(s: *mut State<L, V>) -> Segment {
        unsafe fn scan<L: Language, V: Values>(at: *mut (), f: &mut dyn FnMut(u64)) {
            // SAFETY: a registered segment lives until it is removed from the list; its vectors are reached through raw pointers.
            unsafe { &mut *at.cast::<State<L, V>>() }.scan(f)
        }
        Segment { at: s.cast(), scan: scan::<L, V> }
    }
    pub(crate) fn mark(&self, m: &mut Marker<'_>) {
        // SAFETY: the function is the one for the type that `at` points to.
        unsafe { (self.scan)(self.at, &mut |w| m.mark_conservative(w)) }
    }
}

/// Keeps a state in the list of active segments; see [`Runtime::activate`].
pub(crate) struct Active<'a> {
    list: &'a RefCell<Vec<Segment>>,
    at: *mut (),
}

impl Drop for Active<'_> {
    fn drop(&mut self) {
        let mut list = self.list.borrow_mut();
        if let Some(i) = list.iter().rposition(|s| s.at == self.at) {
            list.remove(i);
        }
    }
}

/// What is taken from the run time while a coroutine is suspended.
#[derive(Default)]
struct Parked {
    segments: Vec<Segment>,
    tape: Option<Box<Tape>>,
}

struct Core {
    /// Number of its run time.
    owner: u64,
    status: Cell<Status>,
    body: Cell<Option<Body>>,
    /// Where what the body captured is, until it is done.
    captured: Cell<(usize, usize)>,
    routine: Cell<Option<Routine>>,
    yielder: Cell<*const Yielder<(), ()>>,
    /// Values on their way in or out.
    transfer: Cell<Vec<RawSlot>>,
    outcome: Cell<Option<Outcome>>,
    /// Of its stack: where it was left, base, lowest address for guest code.
    sp: Cell<usize>,
    base: Cell<usize>,
    limit: Cell<usize>,
    depth: Cell<u64>,
    parked: RefCell<Parked>,
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
        self.mark_captured(m);
        // SAFETY: both are 0, or the coroutine waits in a switch, and from where it was left to its base its stack is mapped.
        unsafe { m.mark_range_conservative(self.sp.get(), self.base.get()) };
        let parked = self.parked.borrow();
        parked.segments.iter().for_each(|s| s.mark(m));
        mark_tape(&parked.tape, m);
    }
    fn mark_captured(&self, m: &mut Marker<'_>) {
        let (lo, hi) = self.captured.get();
        // SAFETY: both are 0, or the memory of the body's closure, which is freed when the body is done.
        unsafe { m.mark_range_conservative(lo, hi) };
    }
    fn finish(&self) {
        self.status.set(Status::Finished);
        self.captured.set((0, 0));
        self.sp.set(0);
        self.base.set(0);
    }
}

fn mark_tape(t: &Option<Box<Tape>>, m: &mut Marker<'_>) {
    t.iter().for_each(|t| t.trace.consts.iter().for_each(|c| m.mark_conservative(c.bits)))
}

/// A stack that waits for the one it resumed.
struct Resumer {
    /// Whom it resumed.
    core: Rc<Core>,
    sp: usize,
    base: usize,
    limit: usize,
    depth: u64,
    /// The tape of its recording, if the one it resumed needs the place.
    tape: Option<Box<Tape>>,
}

/// The run time's coroutines.
pub(crate) struct Coroutines {
    id: u64,
    stack_bytes: Cell<usize>,
    /// Everybody who waits for another stack, outermost first.
    chain: RefCell<Vec<Resumer>>,
    /// All that have a stack.
    registry: RefCell<Vec<Rc<Core>>>,
    /// Unreachable ones, to be closed after the collection.
    doomed: RefCell<Vec<Rc<Core>>>,
    pool: RefCell<Vec<DefaultStack>>,
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
        }
    }
}

impl Coroutines {
    /// Marks what the resumers of the running stack refer to, and the unreachable ones not closed yet.
    pub(crate) fn mark_roots(&self, m: &mut Marker<'_>) {
        for r in self.chain.borrow().iter() {
            // SAFETY: the resumer waits in a switch; from where it was left to its base its stack is mapped.
            unsafe { m.mark_range_conservative(r.sp, r.base) };
            mark_tape(&r.tape, m);
            r.core.mark_captured(m);
            m.mark_conservative(r.core.object.get().bits);
        }
        self.doomed.borrow().iter().for_each(|c| c.mark(m));
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
    fn stack(&self) -> std::io::Result<DefaultStack> {
        match self.pool.borrow_mut().pop() {
            Some(s) => Ok(s),
            None => DefaultStack::new(self.stack_bytes.get()),
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
    fn set_top_status(&self, status: Status) {
        if let Some(r) = self.chain.borrow().last() {
            r.core.status.set(status);
        }
    }
}

fn exchange_tape(t: Box<Tape>) -> Box<Tape> {
    Box::new(tape::with(|now| std::mem::replace(now, *t)))
}

impl<L: Language> Runtime<L> {
    /// A coroutine that will run `body` with the arguments of its first resume. It has no stack until then.
    ///
    /// References that `body` captures directly are kept alive with the handle; those inside collections it captures are not.
    pub fn spawn(
        &self,
        body: impl FnOnce(&Runtime<L>, Vec<RawSlot>) -> Result<Vec<RawSlot>, Raised> + 'static,
    ) -> Coroutine {
        let rt = self as *const Runtime<L>;
        // SAFETY: the body is run by `resume` only, for the run time with this number, which is then alive.
        let body: Body = Box::new(move |args| body(unsafe { &*rt }, args));
        let at = &*body as *const dyn FnOnce(_) -> _ as *const () as usize;
        Coroutine(Some(Rc::new(Core {
            owner: self.coroutines.id,
            status: Cell::new(Status::Suspended),
            captured: Cell::new((at, at + size_of_val(&*body))),
            body: Cell::new(Some(body)),
            routine: Cell::default(),
            yielder: Cell::new(std::ptr::null()),
            transfer: Cell::default(),
            outcome: Cell::default(),
            sp: Cell::new(0),
            base: Cell::new(0),
            limit: Cell::new(0),
            depth: Cell::new(0),
            parked: RefCell::default(),
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
    pub fn resume(&self, co: &Coroutine, args: Vec<RawSlot>) -> Result<Resumed, NotSuspended> {
        let core = co.core(self.coroutines.id)?;
        if core.status.get() != Status::Suspended {
            return Err(NotSuspended(core.status.get()));
        }
        if self.coroutines.chain.borrow().len() >= MAX_NESTED {
            let Raised = self.stack_overflow();
            return Ok(Resumed::Raised);
        }
        core.transfer.set(args);
        if core.base.get() == 0 && !self.start(core) {
            core.transfer.take();
            self.error.set(self.lang.out_of_memory(self));
            return Ok(Resumed::Raised);
        }
        self.switch(core);
        Ok(match core.outcome.take() {
            None => Resumed::Yielded(core.transfer.take()),
            Some(Outcome::Returned(v)) => Resumed::Returned(v),
            Some(Outcome::Raised | Outcome::Closed) => Resumed::Raised,
            Some(Outcome::Panicked(p)) => resume_unwind(p),
        })
    }

    /// Leaves the running coroutine: its resumer gets `values`, and the next resume's arguments are the answer.
    ///
    /// # Errors
    /// [`NoCoroutine`] outside any.
    pub fn yield_(&self, values: Vec<RawSlot>) -> Result<Vec<RawSlot>, NoCoroutine> {
        let core = match self.coroutines.chain.borrow().last() {
            Some(r) => Rc::as_ptr(&r.core),
            None => return Err(NoCoroutine),
        };
        // SAFETY: the registry holds the coroutine as long as it has a stack, and it has: this code runs on it.
        let core = unsafe { &*core };
        if !core.closing.get() {
            core.transfer.set(values);
            with_registers_pushed(|sp| {
                core.sp.set(sp);
                // SAFETY: set at the start of the body, on this stack, and valid until the body returns.
                unsafe { &*core.yielder.get() }.suspend(())
            });
        }
        if core.closing.get() {
            resume_unwind(Box::new(Closing));
        }
        Ok(core.transfer.take())
    }

    /// The running coroutine, if any.
    pub fn running(&self) -> Option<Coroutine> {
        self.coroutines.chain.borrow().last().map(|r| Coroutine(Some(r.core.clone())))
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

    /// Closes what the last collection found unreachable.
    pub(crate) fn close_doomed(&self) {
        loop {
            let Some(core) = self.coroutines.doomed.borrow().last().cloned() else { return };
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
        if core.base.get() == 0 {
            core.finish();
            drop(core.body.take());
            return None;
        }
        core.closing.set(true);
        let error = self.error.get();
        self.switch(core);
        self.error.set(error);
        match core.outcome.take() {
            Some(Outcome::Panicked(p)) => Some(p),
            _ => None,
        }
    }

    /// Keeps a state in the list of active segments, which are roots, while the result lives.
    pub(crate) fn activate<V: Values>(&self, s: *mut State<L, V>) -> Active<'_> {
        self.segments.borrow_mut().push(Segment::of(s));
        Active { list: &self.segments, at: s.cast() }
    }

    /// Gives a coroutine its stack; false if there is none to be had.
    fn start(&self, core: &Rc<Core>) -> bool {
        let cos = &self.coroutines;
        let stack = cos.stack().or_else(|_| {
            // The system has a limit on mappings; unreachable coroutines may hold them. A resume runs guest code, so it may collect.
            let args = core.transfer.take();
            let keep = self.heap.root((Coroutine(Some(core.clone())), args));
            self.collect();
            keep.with_mut(&self.heap, |k| core.transfer.set(std::mem::take(&mut k.1)));
            cos.stack()
        });
        let Ok(stack) = stack else { return false };
        core.base.set(stack.base().get());
        core.sp.set(stack.base().get());
        core.limit.set(stack.limit().get() + 2 * STACK_RESERVE);
        let at = Rc::as_ptr(core);
        let main = move |yielder: &Yielder<(), ()>, ()| {
            // SAFETY: the registry holds the coroutine as long as it has a stack.
            let core = unsafe { &*at };
            core.yielder.set(yielder);
            let outcome = match core.body.take() {
                Some(body) => {
                    let args = core.transfer.take();
                    match catch_unwind(AssertUnwindSafe(move || body(args))) {
                        Ok(Ok(values)) => Outcome::Returned(values),
                        Ok(Err(Raised)) => Outcome::Raised,
                        Err(p) if p.is::<Closing>() => Outcome::Closed,
                        Err(p) => Outcome::Panicked(p),
                    }
                }
                None => Outcome::Closed,
            };
            core.outcome.set(Some(outcome));
        };
        core.routine.set(Some(Routine::with_stack(stack, main)));
        cos.enter_in_registry(core);
        self.heap.charge(CHARGE);
        true
    }

    /// Runs a coroutine that has a stack until it leaves it, exchanging everything that belongs to a stack.
    fn switch(&self, core: &Rc<Core>) {
        let (cos, ctx) = (&self.coroutines, &self.ctx);
        let mut routine = core.routine.take().expect("a suspended coroutine has a stack");
        let mut parked = core.parked.take();
        let recording = self.driver.recording.get();
        let resumed = parked.tape.take().map(exchange_tape);
        // A recording in there is its own, unless it runs within one of ours.
        let own = resumed.is_some() || !recording;
        if resumed.is_some() {
            self.driver.recording.set(true);
        }
        cos.set_top_status(Status::Normal);
        let first = self.segments.borrow().len();
        self.segments.borrow_mut().append(&mut parked.segments);
        cos.chain.borrow_mut().push(Resumer {
            core: core.clone(),
            sp: 0,
            base: self.stack_base.replace(core.base.get()),
            limit: ctx.stack_limit.replace(core.limit.get()),
            depth: ctx.depth.replace(core.depth.get()),
            tape: resumed.filter(|_| recording),
        });
        core.status.set(Status::Running);
        let result = with_registers_pushed(|sp| {
            if let Some(r) = cos.chain.borrow_mut().last_mut() {
                r.sp = sp;
            }
            routine.resume(())
        });
        let r = cos.chain.borrow_mut().pop().expect("pushed above");
        cos.set_top_status(Status::Running);
        self.stack_base.set(r.base);
        ctx.stack_limit.set(r.limit);
        core.depth.set(ctx.depth.replace(r.depth));
        parked.segments = self.segments.borrow_mut().split_off(first);
        if own && self.driver.recording.get() {
            parked.tape = Some(Box::new(tape::with(std::mem::take)));
        }
        self.driver.recording.set(recording);
        if let Some(t) = r.tape {
            exchange_tape(t);
        }
        match result {
            CoroutineResult::Yield(()) => {
                core.routine.set(Some(routine));
                core.parked.replace(parked);
                core.status.set(Status::Suspended);
            }
            CoroutineResult::Return(()) => {
                core.finish();
                cos.remove_from_registry(core);
                cos.give_stack(routine.into_stack());
            }
        }
    }
}
