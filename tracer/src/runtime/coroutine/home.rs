//! Native stacks, and what lies on them while its coroutine is elsewhere.
//!
//! **Problem.** A native stack costs mappings, pages and a state segment; a coroutine that waits needs only what is on them: some hundred
//! bytes. There may be a million waiting coroutines.
//!
//! **Invariants.**
//! 1. A started coroutine has a *home*, a stack and the memory of its first segment. It runs there only, as what is on a stack refers to itself by address.
//! 2. Many coroutines may have one home. The one whose contents are in their place is its *occupant*; the contents of the others are *away*, in buffers
//!    of just that size. Only an occupant that waits is put away, and whoever is switched to is put back first.
//! 3. A new coroutine takes a home that is free; else a new one, as long as there are few; else that of a coroutine that is suspended.
//! 4. What the collector reads of a stack that is away it reads in the buffer; addresses within the stack are translated.
//!
//! **Not promised.** What is on a stack of a coroutine that waits must not be used from outside (by a scoped thread, say): it may not be there.

use super::Core;
use crate::heap::{Marker, OutOfMemory};
use crate::machine::moved::{Contents, Scan};
use crate::machine::{Conc, Language, State};
use crate::runtime::segments::{mark_moved, Segment};
use holloway_compiler::codegen::STACK_RESERVE;
use holloway_compiler::platform;
use std::cell::{Cell, RefCell};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr::NonNull;

/// Below a stack, for what runs into its end.
const GUARD: usize = 64 << 10;
/// What a new home counts as allocated: its first pages, and its segment.
pub(super) const HOME_CHARGE: usize = 16 << 10;

/// Memory for a native stack, with a guard below.
pub(super) struct NativeStack {
    low: usize,
    len: usize,
}

impl NativeStack {
    pub(super) fn new(bytes: usize) -> Result<NativeStack, OutOfMemory> {
        let len = bytes.next_multiple_of(GUARD) + GUARD;
        let low = platform::map(len, false).ok_or(OutOfMemory)?;
        let stack = NativeStack { low: low as usize, len };
        // SAFETY: the lowest pages of the memory just mapped.
        match unsafe { platform::forbid(low, GUARD) } {
            true => Ok(stack),
            false => Err(OutOfMemory),
        }
    }
    /// Its end, where it begins.
    pub(super) fn base(&self) -> usize {
        self.low + self.len
    }
    /// What may be used of it.
    pub(super) fn range(&self) -> Range<usize> {
        self.low + GUARD..self.base()
    }
    /// The lowest address for guest code.
    pub(super) fn limit(&self) -> usize {
        self.low + GUARD + 2 * STACK_RESERVE
    }
}

impl Drop for NativeStack {
    fn drop(&mut self) {
        // SAFETY: mapped in `new`; nothing runs there any more.
        unsafe { platform::unmap(self.low as *mut u8, self.len) };
    }
}

/// Where coroutines run.
pub(super) struct Home<L: Language> {
    pub(super) stack: NativeStack,
    /// That of the occupant's first segment.
    state: NonNull<State<L, Conc>>,
    pub(super) occupant: Cell<*const Core>,
    /// Whether it is in the list of those that may be free.
    listed: Cell<bool>,
}

impl<L: Language> Drop for Home<L> {
    fn drop(&mut self) {
        // SAFETY: from `Box::into_raw` in `new`, and used by those who are at home only.
        drop(unsafe { Box::from_raw(self.state.as_ptr()) })
    }
}

impl<L: Language> Home<L> {
    fn new(bytes: usize) -> Result<Home<L>, OutOfMemory> {
        Ok(Home {
            stack: NativeStack::new(bytes)?,
            state: NonNull::from(Box::leak(Box::new(State::movable()))),
            occupant: Cell::new(std::ptr::null()),
            listed: Cell::new(false),
        })
    }
    /// Puts the occupant away, which waits at `sp`.
    ///
    /// # Safety
    /// It does, and this does not run on its stack.
    pub(super) unsafe fn put_away(&self, sp: usize) -> Result<(), OutOfMemory> {
        let count = (self.stack.base() - sp) / 8;
        let mut words: Vec<MaybeUninit<u64>> = Vec::new();
        words.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
        // SAFETY: from where a stack was left to its base it is mapped; there is room for as much; whatever it is, it is a `MaybeUninit`.
        unsafe {
            std::ptr::copy_nonoverlapping(sp as *const _, words.as_mut_ptr(), count);
            words.set_len(count);
        }
        // SAFETY: the interpreter loop that may hold references into the state waits until it is put back.
        let contents = unsafe { &mut *self.state.as_ptr() }.take_contents();
        let away = Away { sp, words, state: self.state.as_ptr().cast(), contents: Box::new(contents) };
        // SAFETY: an occupant is alive: the registry holds it as long as it has a home.
        unsafe { &*self.occupant.replace(std::ptr::null()) }.away.replace(Some(Box::new(away)));
        Ok(())
    }
    /// Puts a coroutine that is away back; answers where it waits.
    ///
    /// # Safety
    /// This is its home, nobody occupies it, and this does not run on its stack; its language is `L`.
    pub(super) unsafe fn put_back(&self, core: &Core) -> usize {
        let away = *core.away.take().expect("it is away");
        // SAFETY: it was copied from there.
        unsafe {
            std::ptr::copy_nonoverlapping(away.words.as_ptr(), away.sp as *mut _, away.words.len());
        }
        // SAFETY: `put_away` made it of that type.
        let contents = unsafe { Box::from_raw(Box::into_raw(away.contents).cast::<Contents<L>>()) };
        // SAFETY: nobody is here.
        unsafe { &mut *self.state.as_ptr() }.put_contents(*contents);
        self.occupant.set(core);
        away.sp
    }
}

/// What is to be on a stack.
pub(super) struct Away {
    /// Where it was left.
    sp: usize,
    words: Vec<MaybeUninit<u64>>,
    /// The home's.
    state: *const (),
    contents: Box<dyn Scan>,
}

impl Away {
    pub(super) fn bytes(&self) -> usize {
        size_of::<Away>() + self.words.capacity() * 8 + self.contents.bytes()
    }
    /// Marks what it refers to; `link` is the first of its list of segments.
    pub(super) fn mark(&mut self, link: *const Segment, m: &mut Marker<'_>) {
        let from = self.words.as_ptr() as usize;
        let end = from + self.words.len() * 8;
        // SAFETY: the buffer.
        unsafe { m.mark_range_conservative(from, end) };
        let offset = from.wrapping_sub(self.sp);
        let here =
            |a: usize| if (from..end).contains(&a.wrapping_add(offset)) { a.wrapping_add(offset) } else { a };
        let contents: &mut dyn Scan = &mut *self.contents;
        // SAFETY: the list was that of this stack.
        unsafe { mark_moved(link, here, (self.state, contents), m) }
    }
}

/// All homes of a run time.
pub(super) struct Homes<L: Language> {
    all: RefCell<Vec<Home<L>>>,
    /// Those that were left; some may be occupied again.
    free: RefCell<Vec<u32>>,
    /// The next whose occupant goes.
    hand: Cell<usize>,
    /// Made as long as coroutines ask for them; more only if all are in use by resumes within each other.
    most: usize,
    stack_bytes: Cell<usize>,
}

impl<L: Language> Homes<L> {
    pub(super) fn new(stack_bytes: usize, most: usize) -> Self {
        Homes {
            all: RefCell::default(),
            free: RefCell::default(),
            hand: Cell::new(0),
            most,
            stack_bytes: Cell::new(stack_bytes),
        }
    }
    pub(super) fn set_stack_bytes(&self, bytes: usize) {
        self.stack_bytes.set(bytes);
    }
    pub(super) fn with<R>(&self, i: u32, f: impl FnOnce(&Home<L>) -> R) -> R {
        f(&self.all.borrow()[i as usize])
    }
    /// The state that the first segment of that home's occupant has.
    pub(super) fn state(&self, i: u32) -> *mut State<L, Conc> {
        self.all.borrow()[i as usize].state.as_ptr()
    }
    /// Its occupant is done.
    pub(super) fn leave(&self, i: u32) {
        let home = &self.all.borrow()[i as usize];
        home.occupant.set(std::ptr::null());
        // SAFETY: the body has returned, so nothing refers into the state.
        unsafe { &mut *home.state.as_ptr() }.clear(false);
    }
    /// Notes that a home may be free.
    pub(super) fn list(&self, i: u32) {
        let home = &self.all.borrow()[i as usize];
        if home.occupant.get().is_null() && !home.listed.replace(true) {
            self.free.borrow_mut().push(i);
        }
    }
    /// A home for one that begins, and how many bytes more are taken now. `put_away` puts an occupant away.
    pub(super) fn find(
        &self,
        put_away: impl Fn(&Home<L>) -> Result<usize, OutOfMemory>,
    ) -> Result<(u32, usize), OutOfMemory> {
        let is_full = self.all.borrow().len() >= self.most;
        while let Some(i) = self.free.borrow_mut().pop() {
            let home = &self.all.borrow()[i as usize];
            home.listed.set(false);
            if home.occupant.get().is_null() {
                if is_full {
                    // Blank slots are not copied.
                    // SAFETY: nobody is here.
                    unsafe { &mut *home.state.as_ptr() }.clear(true);
                }
                return Ok((i, 0));
            }
        }
        if !is_full {
            if let Ok(i) = self.add() {
                return Ok((i, HOME_CHARGE));
            }
        }
        let all = self.all.borrow();
        for _ in 0..all.len() {
            let i = self.hand.get() % all.len();
            self.hand.set(i + 1);
            // SAFETY: an occupant is alive.
            let occupant = unsafe { all[i].occupant.get().as_ref() };
            if occupant.is_some_and(Core::is_suspended) {
                return put_away(&all[i]).map(|bytes| (i as u32, bytes));
            }
        }
        drop(all);
        self.add().map(|i| (i, HOME_CHARGE))
    }
    fn add(&self) -> Result<u32, OutOfMemory> {
        let home = Home::new(self.stack_bytes.get())?;
        let mut all = self.all.borrow_mut();
        all.push(home);
        Ok(all.len() as u32 - 1)
    }
}
