//! Allocation, and the witness [`Mutator`].
//!
//! Only helper functions and the run time have a `Mutator`; what needs one can't be called from interpreter code. It allocates and gives access
//! to mutable data, but it can't collect.
//!
//! Allocation takes the next cell of the class's bump region, in Rust and in native code alike (the regions are in the [`NativeCtx`]).
//! When a region is used up, the slow path takes the next run of free cells, and asks for a collection at the next poll if enough has been
//! allocated. It never collects itself. Past the limit small allocations go on into a reserve while the out-of-memory error waits for the
//! next poll; arrays answer [`OutOfMemory`].

use super::array::{ArrayObject, Tail};
use super::block::{class_of, Block, CELL_SIZES, CLASSES, MAX_SMALL};
use super::blocks::Blocks;
use super::config::HeapConfig;
use super::field::{RawSlot, Stored, Zeroable};
use super::gc::Gc;
use super::log::{Log, Logged};
use super::object::{Header, Object, FREED};
use super::roots::{AnyRooted, Kept, Rooted};
use super::space::Space;
use super::Mark;
pub use holloway_compiler::abi::POLL_GC;
use holloway_compiler::abi::{Bump, NativeCtx, BUMP_CLASSES, POLL_LOG};
use holloway_compiler::native;
use std::cell::{Cell, RefCell};
use std::rc::{self, Rc};
use std::sync::atomic::{AtomicU64, Ordering};

/// Objects with so many fields are not looked at as a whole because one has been set.
const MANY_FIELDS: usize = 256;

/// Bytes below which [`Mutator::room`] does not ask: the reserve of [`super::Reserved`] is larger.
const LEAST_ASKED: usize = 1 << 20;

/// Memory is used up: the request was larger than the heap's limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not enough memory")
    }
}
impl std::error::Error for OutOfMemory {}

/// The heap as helper functions see it.
pub struct Mutator {
    ctx: Rc<NativeCtx>,
    config: HeapConfig,
    medium: [Bump; CLASSES - BUMP_CLASSES],
    pub(crate) space: RefCell<Space>,
    /// Those of the space.
    blocks: Rc<Blocks>,
    /// Old objects that own Rust values (an object may stand here twice).
    pub(crate) owners: RefCell<Vec<usize>>,
    /// Objects that came to own Rust values since the last collection.
    pub(crate) new_owners: RefCell<Vec<usize>>,
    log: Log,
    pub(crate) roots: RefCell<Vec<rc::Weak<dyn AnyRooted>>>,
    /// See [`Mutator::keep`].
    pub(crate) kept: RefCell<Vec<RawSlot>>,
    /// Bytes handed out or charged since the last collection.
    pub(crate) since: Cell<usize>,
    /// Bytes known to be held outside the heap: at the last collection, and charged since as such.
    pub(crate) outside: Cell<usize>,
    /// A collection is due when `since` passes it.
    pub(crate) trigger: Cell<usize>,
    /// The next collection has to be a full one.
    pub(crate) full: Cell<bool>,
    pub(crate) oom: Cell<bool>,
    /// See [`Mutator::told`].
    told: Cell<bool>,
    /// See [`Mutator::beyond_limits`].
    rescue: Cell<bool>,
    /// No collections but for want of memory.
    stopped: Cell<bool>,
    /// A collection is running: nothing may be allocated.
    pub(crate) collecting: Cell<bool>,
    next_identity: Cell<u64>,
}

impl Mutator {
    pub(crate) fn new(config: HeapConfig, ctx: Rc<NativeCtx>) -> Mutator {
        let trigger = config.min_trigger;
        let log = Log::new(&ctx);
        let full = !config.minor;
        let blocks = Rc::new(Blocks::new());
        let mutator = Mutator {
            ctx,
            space: RefCell::new(Space::new(config.large_pages, blocks.clone())),
            blocks,
            config,
            log,
            medium: std::array::from_fn(|_| Bump { next: Cell::new(0), end: Cell::new(0) }),
            owners: RefCell::default(),
            new_owners: RefCell::default(),
            roots: RefCell::default(),
            kept: RefCell::default(),
            since: Cell::new(0),
            outside: Cell::new(0),
            trigger: Cell::new(trigger),
            full: Cell::new(full),
            oom: Cell::new(false),
            told: Cell::new(false),
            rescue: Cell::new(false),
            stopped: Cell::new(false),
            collecting: Cell::new(false),
            next_identity: Cell::new(1),
        };
        if mutator.config.stress {
            if mutator.config.fences {
                mutator.space.borrow_mut().fence();
            }
            mutator.request_collection()
        }
        mutator
    }
    /// The settings.
    pub fn config(&self) -> &HeapConfig {
        &self.config
    }
    pub(crate) fn ctx(&self) -> &NativeCtx {
        &self.ctx
    }
    fn poll_word(&self) -> &AtomicU64 {
        // SAFETY: the word is aligned and lives as long as the context; atomic, as signal handlers and timers set other bits of it.
        unsafe { AtomicU64::from_ptr(self.ctx.poll.as_ptr()) }
    }
    /// Asks for a full collection at the next poll.
    pub fn request_collection(&self) {
        self.full.set(true);
        self.request_any();
    }
    /// Asks for a collection of whichever kind is due.
    fn request_any(&self) {
        self.poll_word().fetch_or(POLL_GC, Ordering::Relaxed);
    }
    /// Stops collections by polls, or lets them go on. Memory that reaches the limit is collected all the same, and so is what
    /// [`crate::runtime::Runtime::collect`] is called for.
    pub fn stop_collecting(&self, stop: bool) {
        self.stopped.set(stop)
    }
    /// Whether collections by polls are stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }
    /// Puts a collection off that a poll should do while they are stopped; false if there is no room for that.
    pub(crate) fn put_off(&self) -> bool {
        if !self.stopped.get() || self.space.borrow().in_use() > self.config.limit {
            return false;
        }
        self.trigger.set(self.since.get() + self.config.min_trigger);
        self.log.grow(&self.ctx);
        if !self.config.stress {
            self.clear_request()
        }
        true
    }
    pub(crate) fn clear_request(&self) {
        self.poll_word().fetch_and(!(POLL_GC | POLL_LOG), Ordering::Relaxed);
    }
    fn class_bump(&self, class: usize) -> &Bump {
        match class.checked_sub(BUMP_CLASSES) {
            None => &self.ctx.bump[class],
            Some(k) => &self.medium[k],
        }
    }
    pub(crate) fn reset_bumps(&self) {
        for k in 0..CLASSES {
            let b = self.class_bump(k);
            b.next.set(0);
            b.end.set(0);
        }
    }
    fn count(&self, bytes: usize) {
        let n = self.since.get().saturating_add(bytes);
        self.since.set(n);
        if n > self.trigger.get() {
            self.request_any()
        }
    }
    /// The write barrier: to be called before a reference may be stored into a live object. Stores into memory that was allocated since the last poll
    /// need none.
    #[inline(always)]
    pub(crate) fn barrier(&self, object: usize) {
        // SAFETY: the callers' objects live, and begin with their header.
        let header = unsafe { &*(object as *const Header) };
        if header.is_logging() {
            self.log_object(header)
        }
    }
    /// Whether a slot with this tag may refer to an object.
    #[inline(always)]
    pub(crate) fn may_refer(&self, tag: u64) -> bool {
        match self.config.ref_tags {
            Some(tags) if tag < 64 => tags >> tag & 1 != 0,
            _ => true,
        }
    }
    #[cold]
    #[inline(never)]
    fn log_object(&self, header: &Header) {
        header.stop_logging();
        self.log(Logged::Object, header as *const Header as usize)
    }
    /// The write barrier where one field of many is stored into: an object that is large is not entered as a whole, as all of it would be looked at.
    #[inline(always)]
    pub(crate) fn log_in(&self, object: usize, fields: usize, what: Logged, field: usize) {
        // SAFETY: the callers' objects live, and begin with their header.
        let header = unsafe { &*(object as *const Header) };
        if header.is_logging() {
            match fields {
                0..MANY_FIELDS => self.log_object(header),
                _ => self.log(what, field),
            }
        }
    }
    /// The write barrier of a helper that has a field and not its object: young objects need no entry, and most of what helpers fill they have just made.
    #[inline]
    pub(crate) fn log_around(&self, what: Logged, field: usize) {
        if self.blocks.has(field) {
            // SAFETY: the field is in an object there.
            let block = unsafe { Block::of(field) };
            self.log_in(block.object_around(field), block.cell_bytes() / size_of::<RawSlot>(), what, field)
        } else {
            self.log_outside(what, field)
        }
    }
    /// The same for a field of a large object, or of one that is yet to be put into the heap.
    #[cold]
    #[inline(never)]
    fn log_outside(&self, what: Logged, field: usize) {
        match self.object_at(field) {
            Some(object) => self.log_in(object, MANY_FIELDS, what, field),
            None => self.log(what, field),
        }
    }
    /// Has the next collection look at all objects: stores were made that nobody has logged.
    pub(crate) fn stored_elsewhere(&self) {
        self.full.set(true)
    }
    /// Enters what begins at an address into the log of stores.
    #[cold]
    #[inline(never)]
    pub(crate) fn log(&self, what: Logged, addr: usize) {
        if self.log.push(&self.ctx, what, addr) {
            self.request_any()
        }
    }
    /// The log of stores, which is empty then.
    pub(crate) fn take_log(&self) -> Vec<(Logged, usize)> {
        self.log.take(&self.ctx)
    }
    /// Enters again what was in it.
    pub(crate) fn put_log_back(&self, entries: &[(Logged, usize)]) {
        entries.iter().for_each(|&(what, at)| {
            self.log.push(&self.ctx, what, at);
        })
    }
    /// Whether a store of a reference to the object has to be logged: it is young, that is no collection has marked it, and the next one is a minor one.
    ///
    /// # Safety
    /// The address is that of an object.
    #[inline(always)]
    pub(crate) unsafe fn is_young(&self, object: usize) -> bool {
        if self.full.get() {
            return false;
        }
        // SAFETY: an object begins with its header; blocks stay mapped. One that is in the log as a whole looks young by its header.
        unsafe { !(*(object as *const Header)).is_logging() && !Block::of(object).is_marked(object) }
    }
    /// Counts memory outside the heap that objects hold (a big integer's digits), so that collections come often enough.
    pub fn charge(&self, bytes: usize) {
        self.count(bytes)
    }
    /// Makes sure that Rust buffers of so many bytes in all can be had, before one is asked for whose size the program names: they must fit into the
    /// heap's limit beside what is in use, and the system must give them. Rust's collections abort the process where they get no memory.
    ///
    /// # Errors
    /// Otherwise; a collection is due then.
    pub fn room(&self, bytes: usize) -> Result<(), OutOfMemory> {
        if bytes < LEAST_ASKED {
            return Ok(());
        }
        let in_use = self.space.borrow().in_use();
        let fits = in_use.checked_add(bytes).is_some_and(|n| n <= self.config.limit);
        if fits && Mutator::is_available(bytes) {
            return Ok(());
        }
        self.request_collection();
        Err(OutOfMemory)
    }
    /// Notes that the program is being told that memory is used up: the poll that comes for it collects, and does not say so again.
    pub(crate) fn told(&self) {
        self.told.set(true)
    }
    /// Whether it was; asking takes it.
    pub(crate) fn take_told(&self) -> bool {
        self.told.replace(false)
    }
    /// Whether the system would give Rust buffers of so many bytes in all.
    pub fn is_available(bytes: usize) -> bool {
        bytes < LEAST_ASKED || Space::could_map(bytes.saturating_add(super::reserved::BESIDE))
    }
    /// Runs `f`, which may allocate a little though nothing is left: it makes the error that says so.
    pub(crate) fn beyond_limits<R>(&self, f: impl FnOnce() -> R) -> R {
        self.space.borrow_mut().open_last();
        let rescue = crate::restore::Restore(&self.rescue, self.rescue.replace(true));
        let made = f();
        drop(rescue);
        made
    }
    /// Has the next poll collect and raise the error for memory used up: for whoever found none, can do without for a while, and cannot raise it.
    pub fn run_out(&self) {
        super::reserved::refuse();
        self.request_collection();
    }
    /// The same for memory that its owner counts again whenever it is marked ([`super::Marker::count_outside`]).
    pub(crate) fn charge_outside(&self, bytes: usize) {
        if bytes > 0 {
            self.outside.set(self.outside.get() + bytes);
            self.count(bytes)
        }
    }
    /// Whether `bytes` more fit below the limit. If not, and enough may have become garbage since the last collection, asks for one.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        let used = self.space.borrow().in_use().saturating_add(self.outside.get());
        let fits = used.saturating_add(bytes) <= self.config.limit;
        if !fits && self.since.get() > self.config.limit / 8 {
            self.request_collection()
        }
        fits
    }
    /// A number no object of this heap has got yet, from 1: identity hashes are such counters, as addresses differ from run to run.
    pub fn fresh_identity(&self) -> u64 {
        let n = self.next_identity.get();
        self.next_identity.set(n + 1);
        n
    }
    /// Past the limit small objects may still take this much, until a poll raises the error.
    fn reserve(&self) -> usize {
        self.config.limit / 8 + (32 << 20)
    }
    /// Zeroed memory for an object of `bytes`, or `None` if there is none left.
    #[inline(always)]
    fn raw(&self, bytes: usize) -> Option<*mut u8> {
        if bytes <= 16 * BUMP_CLASSES {
            let bump = &self.ctx.bump[class_of(bytes)];
            let at = bump.next.get();
            let next = at + bytes.next_multiple_of(16);
            if next <= bump.end.get() {
                bump.next.set(next);
                return Some(at as *mut u8);
            }
        }
        self.raw_slow(bytes)
    }
    #[cold]
    #[inline(never)]
    fn raw_slow(&self, bytes: usize) -> Option<*mut u8> {
        assert!(!self.collecting.get(), "a drop or trace hook allocates during a collection");
        if bytes > MAX_SMALL || self.space.borrow().is_apart(bytes) {
            return self.raw_large(bytes);
        }
        let class = class_of(bytes);
        let size = CELL_SIZES[class] as usize;
        let bump = self.class_bump(class);
        let at = bump.next.get();
        if at + size <= bump.end.get() {
            bump.next.set(at + size);
            return Some(at as *mut u8);
        }
        let mut space = self.space.borrow_mut();
        if let Some(at) = space.alloc_fenced(bytes) {
            drop(space);
            self.count(bytes);
            return Some(at as *mut u8);
        }
        let before = space.in_use();
        let grow = before < self.config.limit.saturating_add(self.reserve()) || self.rescue.get();
        // Under stress every allocation takes this path, one cell at a time: free cells keep their mark until they are used again.
        let cap = if self.config.stress { 1 } else { usize::MAX / BUMP_CLASSES };
        let Some((at, len)) = space.next_run(class, cap, grow) else {
            self.oom.set(true);
            self.request_collection();
            return None;
        };
        // A block that has free cells is in use already.
        if space.is_strained() || space.in_use() > self.config.limit.max(before) {
            self.oom.set(true);
            self.request_collection();
        }
        drop(space);
        bump.next.set(at + size);
        bump.end.set(at + len);
        self.count(len);
        Some(at as *mut u8)
    }
    fn raw_large(&self, bytes: usize) -> Option<*mut u8> {
        let mut space = self.space.borrow_mut();
        let fits = space.in_use().checked_add(bytes).is_some_and(|n| n <= self.config.limit);
        let at = if fits { space.alloc_large(bytes) } else { None };
        drop(space);
        match at {
            Some(_) => self.count(bytes),
            // The caller gets the error now; garbage may be what fills the heap, so a collection is due too.
            None => self.request_collection(),
        }
        at.map(|a| a as *mut u8)
    }
    /// The allocation of native code's slow path: zeroed memory of `bytes` with this header word, or null.
    #[inline]
    pub fn alloc_raw(&self, header: u64, bytes: usize) -> *mut u8 {
        let Some(p) = self.raw(bytes.max(8)) else { return std::ptr::null_mut() };
        // SAFETY: `raw` gives aligned memory of at least a word.
        unsafe { &*p.cast::<Header>() }.set(header);
        p
    }
    /// Puts an object into the heap.
    ///
    /// # Panics
    /// If memory is used up and the error could not be raised at a poll because none came.
    #[inline]
    pub fn alloc<T: Object>(&self, value: T) -> Gc<T> {
        const {
            assert!(T::SHAPE.tail.is_none(), "objects with a tail are made by `alloc_with` or `alloc_zeroed`")
        };
        match self.raw(size_of::<T>()) {
            // SAFETY: fresh memory of the object's size.
            Some(p) => unsafe { self.place(p, value) },
            None => out_of_memory(),
        }
    }
    /// # Safety
    /// `p` is fresh zeroed memory for at least a `T`.
    #[inline(always)]
    unsafe fn place<T: Object>(&self, p: *mut u8, value: T) -> Gc<T> {
        const { assert!(align_of::<T>() <= 16, "heap objects are aligned to 16 bytes at most") };
        let p = p.cast::<T>();
        // SAFETY: the caller's promise; cells are aligned to 16.
        unsafe { p.write(value) };
        // SAFETY: every object begins with its header.
        unsafe { &*p.cast::<Header>() }.set(T::type_number() as u64);
        if const { T::SHAPE.has_owned() } {
            // SAFETY: the object was written above.
            let begin = |at| unsafe { super::own::begin(p.cast::<u8>().add(at)) };
            // One without a value is entered when that is made.
            if T::SHAPE.owned().fold(false, |any, at| begin(at) | any) {
                self.new_owners.borrow_mut().push(p as usize)
            }
        }
        // SAFETY: it is an object now.
        unsafe { Gc::from_bits(p as u64) }
    }
    /// Bytes of a `T` with `n` elements, if that many can be.
    fn tail_bytes<T: ArrayObject>(n: usize) -> Result<usize, OutOfMemory> {
        let bytes = n.checked_mul(size_of::<T::Elem>()).and_then(|b| b.checked_add(size_of::<T>()));
        bytes.filter(|&b| b <= isize::MAX as usize / 2).ok_or(OutOfMemory)
    }
    /// Puts an array object into the heap, with these elements.
    ///
    /// # Errors
    /// If the heap's limit forbids it.
    pub fn alloc_with<T: ArrayObject>(
        &self,
        value: T,
        elems: &[<T::Elem as Stored>::Value],
    ) -> Result<Gc<T>, OutOfMemory> {
        let p = self.raw(Self::tail_bytes::<T>(elems.len())?).ok_or(OutOfMemory)?;
        // SAFETY: fresh memory for the object and that many elements, which have the layout of their values.
        unsafe {
            let g = self.place(p, value);
            let to = p.add(T::SHAPE.size as usize).cast::<<T::Elem as Stored>::Value>();
            to.copy_from_nonoverlapping(elems.as_ptr(), elems.len());
            Tail::set_len(g.tail(), elems.len());
            Ok(g)
        }
    }
    /// Puts an array object into the heap, with `n` elements that are zero.
    ///
    /// # Errors
    /// If the heap's limit forbids it.
    pub fn alloc_zeroed<T: ArrayObject>(&self, value: T, n: usize) -> Result<Gc<T>, OutOfMemory>
    where
        <T::Elem as Stored>::Value: Zeroable,
    {
        let p = self.raw(Self::tail_bytes::<T>(n)?).ok_or(OutOfMemory)?;
        // SAFETY: fresh zeroed memory for the object and that many elements, for which zero is a value.
        unsafe {
            let g = self.place(p, value);
            Tail::set_len(g.tail(), n);
            Ok(g)
        }
    }
    /// The same with elements that are told one by one, in order, and written where they are to be.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn alloc_from_fn<T: ArrayObject>(
        &self,
        value: T,
        n: usize,
        mut element: impl FnMut(usize) -> <T::Elem as Stored>::Value,
    ) -> Result<Gc<T>, OutOfMemory> {
        let p = self.raw(Self::tail_bytes::<T>(n)?).ok_or(OutOfMemory)?;
        // SAFETY: fresh memory for the object and that many elements, which have the layout of their values. Until all are there it has none; what tells them collects
        // nothing, as that happens at polls.
        unsafe {
            let g = self.place(p, value);
            let to = p.add(T::SHAPE.size as usize).cast::<<T::Elem as Stored>::Value>();
            (0..n).for_each(|i| to.add(i).write(element(i)));
            Tail::set_len(g.tail(), n);
            Ok(g)
        }
    }
    /// A new array of one of the framework's types, zeroed: `mutator.array::<WordArray>(n)`.
    ///
    /// # Errors
    /// If the heap's limit forbids it.
    pub fn array<T: ArrayObject + Default>(&self, n: usize) -> Result<Gc<T>, OutOfMemory>
    where
        <T::Elem as Stored>::Value: Zeroable,
    {
        self.alloc_zeroed(T::default(), n)
    }
    /// Roots a Rust value: what it traces lives as long as the result (or a clone of it).
    pub fn root<P: Mark + 'static>(&self, value: P) -> Rooted<P> {
        Rooted::new(self, value)
    }
    /// Keeps values alive until the answer goes: what a helper works on while it runs the guest, such as the items of a list that the guest may change. Costs
    /// a few stores, where [`Mutator::root`] allocates. What a helper has in local variables needs no keeping; what it has in a `Vec` does.
    ///
    /// The iterator must not keep values itself.
    ///
    /// # Panics
    /// If it does.
    pub fn keep(&self, values: impl IntoIterator<Item = RawSlot>) -> Kept<'_> {
        Kept::new(self, values)
    }
    /// Whether an out-of-memory error is due; asking takes it. For the poll, after it has collected.
    pub fn take_out_of_memory(&self) -> bool {
        self.oom.replace(false)
    }
    /// Notes where the guest is, for reports of stale references.
    pub(crate) fn note(&self, place: impl FnOnce() -> String) {
        self.space.borrow_mut().note(place)
    }
    /// What stress mode puts where nothing should be read: a slot that refers to what looks like a collected object. It is not to be stored in the heap.
    pub(crate) fn poison(&self) -> RawSlot {
        let tag = self.config.ref_tags.map_or(0, |tags| tags.trailing_zeros().into());
        RawSlot { tag, bits: self.space.borrow_mut().nowhere().unwrap_or(0) as u64 }
    }
    /// The object that any word points to or into.
    pub(crate) fn object_at(&self, word: usize) -> Option<usize> {
        let cell = self.space.borrow().cell_of(word)?;
        // SAFETY: cells that may hold an object begin with zeroed memory or a header.
        let number = unsafe { &*(cell as *const Header) }.type_number();
        (number != 0 && number != FREED).then_some(cell)
    }
    /// The cell of the object that an address is in.
    pub(crate) fn cell_around(&self, addr: usize) -> Option<std::ops::Range<usize>> {
        let start = self.object_at(addr)?;
        Some(start..start + self.space.borrow().cell_bytes(start))
    }
    /// Whether an object of this type begins at the address.
    pub(crate) fn is_object(&self, addr: u64, number: u32) -> bool {
        // SAFETY: an object begins with its header.
        self.begins_at(addr) && unsafe { &*(addr as *const Header) }.type_number() == number
    }
    fn begins_at(&self, addr: u64) -> bool {
        self.object_at(addr as usize) == Some(addr as usize)
    }
    /// The bytes of the object that begins at the address.
    pub(crate) fn extent(&self, addr: u64) -> Option<Extent> {
        if !self.begins_at(addr) {
            return None;
        }
        // SAFETY: an object begins with its header.
        let number = unsafe { &*(addr as *const Header) }.type_number();
        let info = super::object::type_info(number)?;
        let Some(tail) = info.elements else {
            return Some(Extent { bytes: info.size.into(), elements: u64::MAX });
        };
        // SAFETY: objects of the type have their length there.
        let len = unsafe { *((addr + u64::from(tail.len_offset)) as *const u64) };
        let elements = u64::from(tail.elems_offset);
        Some(Extent { bytes: elements.checked_add(len.checked_mul(tail.stride.into())?)?, elements })
    }
    /// The object a slot refers to.
    #[inline]
    pub(crate) fn slot_ref(&self, s: RawSlot) -> Option<usize> {
        match self.config.ref_tags {
            Some(tags) if s.tag < 64 => (tags >> s.tag & 1 != 0 && s.bits != 0).then_some(s.bits as usize),
            _ => self.object_at(s.bits as usize),
        }
    }
    /// Enters the object around an `Own` whose value was made just now; one that is not in the heap yet is entered when allocated.
    pub(crate) fn register_owner(&self, own: usize) {
        if let Some(obj) = self.object_at(own) {
            self.new_owners.borrow_mut().push(obj)
        }
    }
}

#[cold]
#[inline(never)]
fn out_of_memory() -> ! {
    std::panic::resume_unwind(Box::new(OutOfMemory))
}

/// Whoever [`NativeCtx::runtime`] points to, when its allocation slow path is [`alloc_slow`].
pub trait HasMutator {
    /// Its heap.
    fn mutator(&self) -> &Mutator;
}

native! {
    /// The allocation slow path for native code, to be put into [`NativeCtx::alloc_slow`].
    ///
    /// # Safety
    /// `ctx` is a live context whose `runtime` points to a live `R`, and `header` is the header word of a type whose objects of `bytes` bytes may
    /// be all zero.
    pub unsafe fn alloc_slow<R: HasMutator>(
        ctx: *const NativeCtx,
        header: u64,
        bytes: u64,
    ) -> *mut u8 {
        // SAFETY: the caller's promise.
        let runtime = unsafe { &*(*ctx).runtime.get().cast::<R>() };
        runtime.mutator().alloc_raw(header, usize::try_from(bytes).unwrap_or(usize::MAX))
    }
}

/// How far an object reaches.
pub(crate) struct Extent {
    /// Its bytes, elements included.
    pub bytes: u64,
    /// Offset of element 0, or `u64::MAX`.
    pub elements: u64,
}
