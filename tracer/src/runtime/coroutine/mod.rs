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
//! 5. Few stacks serve many coroutines: what lies on the stack of one that waits is put away when another one needs the memory, and put back before
//!    it runs (`home`). So a coroutine that waits costs what is on its stack, whatever waits below its yield.
//! 6. A resume fails only for want of memory or by nesting; what coroutines hold outside the heap counts against its limit and towards its next
//!    collection. A failure itself collects nothing.
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

mod home;
mod switch;

use super::passed::Passed;
use super::segments::{mark_segments, Segment};
use super::Runtime;
use crate::heap::{Mark, Marker, OutOfMemory, RawSlot};
use crate::machine::{Conc, Language, Raised, State};
use crate::record::tape::{self, Tape};
use holloway_compiler::codegen::STACK_RESERVE;
use holloway_compiler::native;
use home::{Away, Home, Homes, NativeStack};
use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most resumes within each other; one more is the guest's stack overflow.
pub const MAX_NESTED: usize = 2_000;
/// Bytes of a coroutine's native stack unless set otherwise; only what is touched is used.
pub const STACK_BYTES: usize = 1 << 20;
/// Bytes of the stack on which contents of other stacks are exchanged.
const SCRATCH: usize = 128 << 10;

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
    /// How it has ended, for its resumer.
    outcome: Cell<Option<Outcome>>,
    /// Where it runs, once it has begun.
    home: Cell<u32>,
    /// What is to be on its stack, while it is not in its place.
    away: RefCell<Option<Box<Away>>>,
    /// Of the stack that waits: its own while it is suspended, else that of who resumed it.
    side: Cell<Side>,
    /// Where that stack was left.
    sp: Cell<usize>,
    /// Whether what was on that stack is away.
    detour: Cell<bool>,
    /// The tape of its recording while it is suspended, else that of who resumed it, if its own needs the place.
    tape: RefCell<Option<Box<Tape>>>,
    closing: Cell<bool>,
    /// Reached by the collection in progress.
    seen: Cell<bool>,
    /// To be closed soon.
    doomed: Cell<bool>,
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

impl Mark for Coroutine {
    fn mark(&self, m: &mut Marker<'_>) {
        if let Some(c) = &self.0 {
            if c.status.get() == Status::Suspended {
                c.mark(m)
            }
        }
    }
}

impl Core {
    fn is_suspended(&self) -> bool {
        self.status.get() == Status::Suspended
    }
    /// Marks what a suspended coroutine refers to.
    fn mark(&self, m: &mut Marker<'_>) {
        self.seen.set(true);
        self.mark_waiting(Some(self), m);
    }
    /// Marks what the stack that waits, which is that of `whose` or the thread's, refers to, and the body.
    fn mark_waiting(&self, whose: Option<&Core>, m: &mut Marker<'_>) {
        let (lo, hi) = self.captured.get();
        let side = self.side.get();
        // SAFETY: 0, or the memory of the body's closure, which is freed when the body is done.
        unsafe { m.mark_range_conservative(lo, hi) };
        match whose.and_then(|c| c.away.borrow_mut().as_mut().map(|a| a.mark(side.segments, m))) {
            Some(()) => {}
            // SAFETY: all 0, or a stack waits in a switch, in its place: from where it was left to its base it is mapped, and so are its segments.
            None => unsafe {
                m.mark_range_conservative(self.sp.get(), side.base);
                mark_segments(side.segments, false, m);
            },
        }
        if let Some(t) = &*self.tape.borrow() {
            t.trace.consts.iter().for_each(|c| m.mark_conservative(c.bits))
        }
    }
    /// Bytes it takes outside the heap, but for its home.
    fn bytes(&self) -> usize {
        size_of::<Core>() + self.away.borrow().as_ref().map_or(0, |a| a.bytes())
    }
    fn finish(&self) {
        self.status.set(Status::Finished);
        self.captured.set((0, 0));
        self.sp.set(0);
        self.side.set(Side::NONE);
    }
}

/// The run time's coroutines.
pub(crate) struct Coroutines<L: Language> {
    id: u64,
    /// Those that have been resumed and have not come back, outermost first.
    chain: RefCell<Vec<Rc<Core>>>,
    /// All that have begun and not ended.
    registry: RefCell<Vec<Rc<Core>>>,
    /// Unreachable ones, to be closed after the collection.
    doomed: RefCell<Vec<Rc<Core>>>,
    homes: Homes<L>,
    /// Where contents of stacks are exchanged if the running one is among them.
    scratch: OnceCell<NativeStack>,
    passed: Passed,
}

impl<L: Language> Coroutines<L> {
    /// Those of a run time which makes so many stacks before they are shared.
    pub(crate) fn new(stacks: u32) -> Self {
        static IDS: AtomicU64 = AtomicU64::new(1);
        Coroutines {
            id: IDS.fetch_add(1, Ordering::Relaxed),
            chain: RefCell::default(),
            registry: RefCell::default(),
            doomed: RefCell::default(),
            homes: Homes::new(STACK_BYTES, stacks as usize),
            scratch: OnceCell::new(),
            passed: Passed::default(),
        }
    }
    /// Marks what the resumers of the running stack refer to, and the unreachable ones not closed yet.
    pub(crate) fn mark_roots(&self, m: &mut Marker<'_>) {
        let mut resumer = None;
        for core in self.chain.borrow().iter() {
            core.mark_waiting(resumer, m);
            m.mark_conservative(core.object.get().bits);
            resumer = Some(&**core);
        }
        self.doomed.borrow().iter().for_each(|c| c.mark(m));
        (0..self.passed.len()).for_each(|i| m.mark_conservative(self.passed.get(i).bits));
    }
    /// What the last switch passed has been read, and is to keep nothing alive.
    pub(crate) fn forget_passed(&self) {
        self.passed.set(&[]);
    }
    /// When all else is marked: condemns the suspended coroutines that were not reached, and marks what they refer to, as they are yet to be unwound.
    pub(crate) fn condemn(&self, m: &mut Marker<'_>) {
        let mut outside = 0;
        for c in self.registry.borrow().iter() {
            if c.seen.replace(false) {
                outside += c.bytes();
            } else if c.is_suspended() {
                c.doomed.set(true);
                self.doomed.borrow_mut().push(c.clone());
            }
        }
        m.count_outside(outside);
        self.doomed.borrow().iter().for_each(|c| c.mark(m));
        self.registry.borrow().iter().for_each(|c| c.seen.set(false));
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
    /// The first segment of the running coroutine, if it is one.
    pub(crate) fn first_state(&self) -> Option<*mut State<L, Conc>> {
        self.chain.borrow().last().map(|core| self.homes.state(core.home.get()))
    }
    /// Puts a home's occupant, which waits, away; answers how many bytes it takes now.
    ///
    /// # Safety
    /// This does not run on its stack.
    unsafe fn put_away(&self, home: &Home<L>) -> Result<usize, OutOfMemory> {
        let at = home.occupant.get();
        // SAFETY: an occupant is alive.
        let Some(occupant) = (unsafe { at.as_ref() }) else { return Ok(0) };
        let chain = self.chain.borrow();
        // Where a resumer waits is noted in the one that it has resumed.
        let next = chain.iter().position(|c| Rc::as_ptr(c) == at).and_then(|i| chain.get(i + 1));
        let notes = next.map_or(occupant, |c| c);
        // SAFETY: it was left there.
        unsafe { home.put_away(notes.sp.get()) }?;
        notes.detour.set(true);
        Ok(occupant.bytes())
    }
    /// The occupant of a coroutine's home, if it is to be closed soon.
    fn doomed_in_place_of(&self, core: &Core) -> Option<Rc<Core>> {
        let at = self.homes.with(core.home.get(), |home| home.occupant.get());
        // SAFETY: an occupant is alive.
        let occupant = unsafe { at.as_ref() }.filter(|c| c.doomed.get() && c.is_suspended())?;
        self.registry.borrow().get(occupant.index.get()).cloned()
    }
    /// Puts the stack that waits for a suspended coroutine to go on back into its place.
    fn bring_back(&self, core: &Core) -> Result<(), OutOfMemory> {
        if self.scratch.get().is_none() {
            let _ = self.scratch.set(NativeStack::new(SCRATCH)?);
        }
        let running = self.chain.borrow().last().map_or(std::ptr::null(), Rc::as_ptr);
        self.homes.with(core.home.get(), |home| {
            if home.occupant.get() == running && !running.is_null() {
                // The switch will.
                return Ok(());
            }
            // SAFETY: whoever is there waits, and this runs elsewhere.
            unsafe {
                self.put_away(home)?;
                home.put_back(core);
            }
            core.detour.set(false);
            Ok(())
        })
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
            outcome: Cell::new(None),
            home: Cell::new(0),
            away: RefCell::default(),
            side: Cell::new(Side::NONE),
            sp: Cell::new(0),
            detour: Cell::new(false),
            tape: RefCell::default(),
            closing: Cell::new(false),
            seen: Cell::new(false),
            doomed: Cell::new(false),
            index: Cell::new(0),
            object: Cell::default(),
        })))
    }

    /// Sets the size of stacks made from now on: at least what native code needs in reserve.
    pub fn set_coroutine_stack(&self, bytes: usize) {
        self.coroutines.homes.set_stack_bytes(bytes.max(2 * STACK_RESERVE + (64 << 10)));
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
        let ready = core.side.get().base != 0
            && !core.detour.get()
            && self.coroutines.chain.borrow().len() < MAX_NESTED;
        if !ready && self.make_ready(core).is_err() {
            return Ok(Resumed::Raised);
        }
        Ok(match self.switch(core) {
            None => Resumed::Yielded,
            Some(Outcome::Returned) => Resumed::Returned,
            Some(Outcome::Raised | Outcome::Closed) => Resumed::Raised,
            Some(Outcome::Panicked(p)) => resume_unwind(p),
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
            // SAFETY: this runs on its stack, and its resumer waits.
            unsafe { self.leave_for(core) };
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
            Status::Suspended => match self.unwind(core) {
                Ok(None) => Ok(()),
                Ok(Some(p)) => resume_unwind(p),
                Err(why) => panic!("{why}"),
            },
            other => Err(NotSuspended(other)),
        }
    }

    /// Closes what the last collection found unreachable. Answers whether there was
    /// something. For want of memory it may leave some to the next collection.
    pub(crate) fn close_doomed(&self) -> bool {
        let doomed = &self.coroutines.doomed;
        let mut closed = false;
        loop {
            let Some(core) = doomed.borrow().last().cloned() else { return closed };
            let panic = match core.status.get() {
                Status::Suspended => match self.unwind(&core) {
                    Ok(panic) => panic,
                    Err(OutOfMemory) => return closed,
                },
                _ => None,
            };
            closed = true;
            let mut all = doomed.borrow_mut();
            // A destructor may have collected.
            match all.last() {
                Some(last) if Rc::ptr_eq(last, &core) => drop(all.pop()),
                _ => all.retain(|c| !Rc::ptr_eq(c, &core)),
            }
            drop(all);
            if let Some(p) = panic {
                resume_unwind(p)
            }
        }
    }

    /// Closes all, when the run time goes away. Panics of destructors have nobody left to go to.
    pub(crate) fn close_all(&self) {
        self.coroutines.registry.borrow().iter().for_each(|c| c.doomed.set(true));
        loop {
            let next = self.coroutines.registry.borrow().last().cloned();
            match next {
                Some(core) if core.is_suspended() && self.unwind(&core).is_ok() => {}
                _ => return,
            }
        }
    }

    /// Unwinds a suspended coroutine; answers a destructor's panic.
    fn unwind(&self, core: &Rc<Core>) -> Result<Option<Box<dyn Any + Send>>, OutOfMemory> {
        if core.side.get().base == 0 {
            core.finish();
            drop(core.body.take());
            return Ok(None);
        }
        let mut first = None;
        if core.detour.get() {
            // Whoever is in its place need not be put away if it is to be closed, too.
            if let Some(other) = self.coroutines.doomed_in_place_of(core) {
                first = self.unwind_in_place(&other);
            }
            self.coroutines.bring_back(core)?;
        }
        let panic = self.unwind_in_place(core);
        Ok(first.or(panic))
    }

    fn unwind_in_place(&self, core: &Rc<Core>) -> Option<Box<dyn Any + Send>> {
        core.closing.set(true);
        let error = self.error.get();
        let result = self.switch(core);
        self.error.set(error);
        match result {
            Some(Outcome::Panicked(p)) => Some(p),
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
        let ready =
            if core.side.get().base != 0 { self.coroutines.bring_back(core) } else { self.begin(core) };
        ready.map_err(|OutOfMemory| {
            self.error.set(self.lang.out_of_memory(self));
            Raised
        })
    }

    /// Gives a coroutine that has not run yet its home.
    fn begin(&self, core: &Rc<Core>) -> Result<(), OutOfMemory> {
        let cos = &self.coroutines;
        if !self.heap.has_room(size_of::<Core>()) {
            return Err(OutOfMemory);
        }
        // SAFETY: only those who are suspended are asked to go, and none is while this runs on its stack.
        let (home, bytes) = cos.homes.find(|home| unsafe { cos.put_away(home) })?;
        core.home.set(home);
        cos.homes.with(home, |home| {
            home.occupant.set(Rc::as_ptr(core));
            let (base, limit) = (home.stack.base(), home.stack.limit());
            core.side.set(Side { base, limit, ..Side::NONE });
            // SAFETY: a stack that nobody is on any more.
            core.sp.set(unsafe { switch::begin(&home.stack.range(), main::<L>) });
        });
        cos.enter_in_registry(core);
        self.heap.charge_outside(bytes);
        Ok(())
    }

    /// Leaves the running stack for the one that waits for a coroutine to begin, to go on, to yield or to end; comes back when that one leaves for this.
    ///
    /// # Safety
    /// The coroutine is on top and this runs on its stack, or on its resumer's.
    #[inline(always)]
    unsafe fn leave_for(&self, core: &Core) {
        if core.detour.get() {
            // SAFETY: as here.
            return unsafe { self.leave_by_detour(core) };
        }
        let here = std::ptr::from_ref(self).cast();
        // SAFETY: the other stack was left there, or begins there, and what is on it is in its place.
        unsafe { switch::switch(core.sp.as_ptr(), core.sp.get(), here) }
    }

    /// # Safety
    /// As [`Runtime::leave_for`].
    #[cold]
    #[inline(never)]
    unsafe fn leave_by_detour(&self, core: &Core) {
        let scratch = self.coroutines.scratch.get().expect("made when something was put away").range();
        let here = std::ptr::from_ref(self).cast();
        // SAFETY: nothing is on the scratch stack between switches; `exchange` answers where the other stack was left.
        unsafe { switch::switch_by(core.sp.as_ptr(), &scratch, exchange::<L>, here) }
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
    fn switch(&self, core: &Rc<Core>) -> Option<Outcome> {
        let ours = self.driver.recording.get();
        // A recording in there is its own, unless it runs within one of ours.
        let parked = core.tape.borrow().is_some();
        let own = (parked && self.resume_recording(core)) || !ours;
        self.coroutines.push(core);
        self.exchange_sides(core);
        // SAFETY: it is on top, and this runs on its resumer's stack.
        unsafe { self.leave_for(core) };
        self.exchange_sides(core);
        self.coroutines.pop();
        if ours || self.driver.recording.get() {
            self.park_recording(core, own, ours);
        }
        let outcome = core.outcome.take();
        match outcome {
            None => core.status.set(Status::Suspended),
            Some(_) => self.finish_coroutine(core),
        }
        outcome
    }

    #[inline(never)]
    fn finish_coroutine(&self, core: &Core) {
        core.finish();
        self.coroutines.remove_from_registry(core);
        self.coroutines.homes.list(core.home.get());
    }
}

native! {
    /// What runs on a coroutine's stack.
    ///
    /// # Safety
    /// The argument points to the `Runtime<L>` whose top coroutine begins.
    unsafe fn main<L: Language>(rt: *const ()) -> ! {
        // SAFETY: the caller's promise; a run time outlives its coroutines.
        let rt = unsafe { &*rt.cast::<Runtime<L>>() };
        let cos = &rt.coroutines;
        let core = cos.chain.borrow().last().map_or(std::ptr::null(), Rc::as_ptr);
        // SAFETY: the registry holds the coroutine as long as it has not ended.
        let core = unsafe { &*core };
        let outcome = match core.body.take() {
            Some(body) => match catch_unwind(AssertUnwindSafe(move || cos.passed.with(body))) {
                Ok(Ok(values)) => {
                    cos.passed.set(&values);
                    Outcome::Returned
                }
                Ok(Err(Raised)) => Outcome::Raised,
                Err(p) if p.is::<Closing>() => Outcome::Closed,
                Err(p) => Outcome::Panicked(p),
            },
            None => Outcome::Closed,
        };
        core.outcome.set(Some(outcome));
        cos.homes.leave(core.home.get());
        // SAFETY: this runs on its stack; nothing that needs dropping is left there.
        unsafe { rt.leave_for(core) };
        unreachable!("a coroutine that has ended goes on")
    }
}

native! {
    /// Puts what waits for the top coroutine to go on, to yield or to end back into its place; answers where it was left.
    ///
    /// # Safety
    /// The argument points to the `Runtime<L>`, and this runs on no stack with a home.
    unsafe fn exchange<L: Language>(rt: *const ()) -> usize {
        // SAFETY: the caller's promise.
        let rt = unsafe { &*rt.cast::<Runtime<L>>() };
        let cos = &rt.coroutines;
        let (top, whose) = {
            let chain = cos.chain.borrow();
            let top = &chain[chain.len() - 1];
            // One that runs is not away.
            let goes_on = top.away.borrow().is_some();
            (top.clone(), if goes_on { top.clone() } else { chain[chain.len() - 2].clone() })
        };
        top.detour.set(false);
        cos.homes.with(whose.home.get(), |home| {
            // SAFETY: everybody waits, and where they were left is noted.
            let made_room = unsafe { cos.put_away(home) };
            // There is nobody left who could be told.
            made_room.unwrap_or_else(|why| panic!("{why}"));
            // SAFETY: nobody occupies its home any more.
            unsafe { home.put_back(&whose) }
        })
    }
}
