//! Marking, in full or from what is young: an explicit stack, offset tables per type, and the conservative treatment of words that may or may not be references.

use super::block::Block;
use super::collect::Scope;
use super::field::{FieldGc, RawSlot};
use super::gc::{Gc, OptGc};
use super::log::Logged;
use super::mutator::Mutator;
use super::object::{all_types, Header, Object, TypeInfo, FREED};
use super::own::OwnVtable;
use super::roots::is_marked;
use std::cell::Cell;

/// What a collection hands to everybody who holds references.
pub struct Marker<'h> {
    mutator: &'h Mutator,
    types: Vec<&'static TypeInfo>,
    /// Marked objects whose contents are yet to be looked at.
    stack: Vec<usize>,
    /// `Weak` cells met; cleared after marking if their target is dead.
    weak_cells: Vec<*const Cell<u64>>,
    /// Owned values that want the weak hooks.
    weak_values: Vec<OwnedValue>,
    /// Owned values that a minor collection has to look at again: they may change without being logged.
    revisit: Vec<OwnedValue>,
    ref_tags: Option<u64>,
    /// Old objects log stores.
    logs: bool,
    /// What old objects refer to is marked already.
    minor: bool,
    /// What is marked now becomes old; else it stays young.
    tenures: bool,
    /// Young objects that were marked, if they stay young.
    aged: Vec<usize>,
    /// Objects whose contents were looked at, and those of them that no collection had marked before (or that had logged a store).
    pub(crate) looked_at: u64,
    pub(crate) young: u64,
    /// Elements of theirs.
    pub(crate) elements: u64,
    /// Bytes that what lives holds outside the heap, as far as they were counted.
    pub(crate) outside: usize,
}

/// The address of an `Own`, and what is known of its value's type.
pub(crate) type OwnedValue = (*const u8, &'static OwnVtable);

/// What is used again by the next marking, or needed by it.
#[derive(Default)]
pub(crate) struct Leftovers {
    /// An empty stack.
    pub stack: Vec<usize>,
    /// See [`Marker::revisit`]; sorted.
    pub revisit: Vec<OwnedValue>,
    /// What is to stay young: its marks are to be taken away when memory has been swept.
    pub aged: Vec<usize>,
}

/// Says after marking which objects live.
pub struct Alive<'h> {
    mutator: &'h Mutator,
    minor: bool,
    tenures: bool,
}

impl Alive<'_> {
    /// Whether the object lives.
    pub fn is<T: Object>(&self, g: Gc<T>) -> bool {
        // SAFETY: references held by live data were good when the collection began, and nothing is freed yet.
        unsafe { Block::of(g.to_bits() as usize) }.is_marked(g.to_bits() as usize)
    }
    /// Whether the slot holds no reference, or one to an object that lives.
    pub fn slot(&self, s: RawSlot) -> bool {
        match self.mutator.slot_ref(s) {
            // SAFETY: `slot_ref` answers addresses of objects.
            Some(a) => unsafe { Block::of(a) }.is_marked(a),
            None => true,
        }
    }
    /// As [`Marker::is_minor`]: what is old lives.
    pub fn is_minor(&self) -> bool {
        self.minor
    }
    /// As [`Marker::tenures`].
    pub fn tenures(&self) -> bool {
        self.tenures
    }
}

impl<'h> Marker<'h> {
    pub(crate) fn new(mutator: &'h Mutator, left: Leftovers, scope: Scope) -> Marker<'h> {
        let ref_tags = mutator.config().ref_tags;
        Marker {
            mutator,
            types: all_types(),
            stack: left.stack,
            aged: left.aged,
            weak_cells: Vec::new(),
            weak_values: Vec::new(),
            revisit: if scope == Scope::All { Vec::new() } else { left.revisit },
            ref_tags,
            logs: mutator.config().minor,
            minor: scope != Scope::All,
            tenures: scope != Scope::Nursery,
            looked_at: 0,
            young: 0,
            elements: 0,
            outside: 0,
        }
    }
    /// Whether this collection looks at young objects only: what is old lives through it, and roots that are as they were when all that they refer to became
    /// old need not be marked again. [`Changed`](super::Changed) tells whether they are.
    pub fn is_minor(&self) -> bool {
        self.minor
    }
    /// Whether what lives through this collection is old after it. Else what was young stays so, and the next minor collection looks at it again.
    pub fn tenures(&self) -> bool {
        self.tenures
    }
    /// Marks a reference that is known to be good (or 0).
    #[inline(always)]
    fn mark_addr(&mut self, addr: usize) {
        // SAFETY: the callers' references are to objects, so within a block.
        if addr != 0 && !unsafe { Block::of(addr) }.test_and_mark(addr) {
            self.stack.push(addr)
        }
    }
    /// Marks an object.
    #[inline]
    pub fn mark_gc<T: Object>(&mut self, g: Gc<T>) {
        self.mark_addr(g.to_bits() as usize)
    }
    /// Marks an object, if there is one.
    #[inline]
    pub fn mark_opt<T: Object>(&mut self, g: OptGc<T>) {
        self.mark_addr(g.to_bits() as usize)
    }
    /// Marks what a slot refers to.
    #[inline(always)]
    pub fn mark_slot(&mut self, s: RawSlot) {
        match self.ref_tags {
            Some(tags) if s.tag < 64 => {
                if tags >> s.tag & 1 != 0 {
                    self.mark_addr(s.bits as usize)
                }
            }
            _ => self.mark_conservative(s.bits),
        }
    }
    /// Marks the object that a word points to or into, if any. Any word is allowed.
    pub fn mark_conservative(&mut self, word: u64) {
        if let Some(a) = self.mutator.object_at(word as usize) {
            self.mark_addr(a)
        }
    }
    /// Whether a word points to or into an object that is marked by now, or to none.
    pub(crate) fn spares(&self, word: u64) -> bool {
        // SAFETY: `object_at` answers addresses of objects.
        self.mutator.object_at(word as usize).is_none_or(|a| unsafe { Block::of(a) }.is_marked(a))
    }
    /// Treats each aligned word of memory so.
    ///
    /// # Safety
    /// The memory from `lo` to `hi` may be read.
    pub unsafe fn mark_range_conservative(&mut self, lo: usize, hi: usize) {
        for a in (lo.next_multiple_of(8)..hi & !7).step_by(8) {
            // SAFETY: the caller's promise. Volatile, as other frames of this thread own the memory.
            let word = unsafe { (a as *const u64).read_volatile() };
            self.mark_conservative(word)
        }
    }
    /// Treats the callee-saved registers and the native stack up to `base` so.
    ///
    /// # Safety
    /// `base` is an address of this thread's current stack, above the present frame.
    pub unsafe fn mark_native_stack(&mut self, base: usize) {
        super::stack::with_registers_pushed(|sp| {
            // SAFETY: from the stack pointer to the base everything is mapped stack.
            unsafe { self.mark_range_conservative(sp, base) }
        })
    }
    /// Whether the object is marked by now; for [`super::Mark::mark_ephemerons`].
    pub fn is_marked<T: Object>(&self, g: Gc<T>) -> bool {
        self.alive().is(g)
    }
    /// Whether the slot holds no reference, or one that is marked by now.
    pub fn is_slot_marked(&self, s: RawSlot) -> bool {
        self.alive().slot(s)
    }
    /// Counts memory outside the heap that something living holds: it counts against the heap's limit, and for when the next collection is due.
    pub fn count_outside(&mut self, bytes: usize) {
        self.outside += bytes
    }
    pub(crate) fn weak_cell(&mut self, c: &Cell<u64>) {
        self.weak_cells.push(c)
    }
    /// Traces an owned value.
    ///
    /// # Safety
    /// `at` is the address of the value that the vtable is for; it stays there until the collection ends.
    pub(crate) unsafe fn mark_owned(&mut self, at: *const u8, v: &'static OwnVtable) {
        // SAFETY: the caller's promise.
        if unsafe { (v.mark)(at, self) } {
            self.weak_values.push((at, v))
        }
        // SAFETY: as above. What a logged value refers to, weakly too, is old where it does not stand in the log, and lives.
        if self.tenures && !v.private && unsafe { (v.is_present)(at) } {
            self.revisit.push((at, v))
        }
    }
    /// Marks what old objects may have come to refer to since the last collection: what the log of stores tells, and owned values of which it does not.
    pub(crate) fn mark_from_old(&mut self, log: &[(Logged, usize)]) {
        let revisit = std::mem::take(&mut self.revisit);
        for &(at, v) in &revisit {
            // SAFETY: it is in an old object, which lives until a full collection finds that it does not.
            unsafe { self.mark_owned(at, v) }
        }
        if !self.tenures {
            self.revisit = revisit
        }
        let mut around = 0..0;
        for (i, &(what, at)) in log.iter().enumerate() {
            if let Some((_, ahead)) = log.get(i + AHEAD) {
                prefetch(*ahead)
            }
            // Fields that are set one after the other are often of one object.
            if what != Logged::Object && !around.contains(&at) {
                // An entry may be stale: a field of an object that was not in the heap yet when it was set. Those of young objects are marked with them.
                match self.mutator.cell_around(at).filter(|cell| is_marked(cell.start)) {
                    Some(cell) => around = cell,
                    None => continue,
                }
            }
            self.mark_logged(what, at, around.start)
        }
        // A value that was made late is in no log. The list is put back when the owners are gone through.
        let owners = self.mutator.new_owners.take();
        for &o in owners.iter().filter(|&&o| is_marked(o)) {
            // SAFETY: owners are objects.
            let number = unsafe { &*(o as *const Header) }.type_number();
            for &(offset, v) in &self.types[number as usize - 1].owned {
                // SAFETY: the table's offsets are of owned values in the object.
                unsafe { self.mark_owned((o + offset as usize) as *const u8, v) }
            }
        }
        self.mutator.new_owners.replace(owners);
    }
    /// Marks what an entry of the log names; fields and owned values are in the old object given.
    fn mark_logged(&mut self, what: Logged, at: usize, object: usize) {
        match what {
            // SAFETY: barriers enter live, old objects, which live until a full collection.
            Logged::Object => unsafe { self.scan(at) },
            // SAFETY: the field was set by its typed name.
            Logged::Ref => self.mark_addr(unsafe { *(at as *const usize) }),
            // SAFETY: as above.
            Logged::Slot => self.mark_slot(unsafe { *(at as *const RawSlot) }),
            Logged::Own => {
                // SAFETY: an object begins with its header.
                let number = unsafe { &*(object as *const Header) }.type_number();
                let owned = &self.types[number as usize - 1].owned;
                if let Some(&(_, v)) = owned.iter().find(|(offset, _)| object + *offset as usize == at) {
                    // SAFETY: the table's offsets are of owned values in the object.
                    unsafe { self.mark_owned(at as *const u8, v) }
                }
            }
        }
    }
    /// Marks everything reachable from what is marked.
    pub(crate) fn drain(&mut self) {
        // Those whose memory is on its way; the oldest one is the next.
        let (mut ring, mut first, mut waiting) = ([0; AHEAD], 0, 0);
        loop {
            let due = ring[first];
            match self.stack.pop() {
                Some(addr) => {
                    prefetch(addr);
                    ring[(first + waiting) % AHEAD] = addr;
                    if waiting < AHEAD {
                        waiting += 1;
                        continue;
                    }
                }
                None if waiting == 0 => break,
                None => waiting -= 1,
            }
            first = (first + 1) % AHEAD;
            if !self.tenures {
                self.aged.push(due)
            }
            // SAFETY: only objects are pushed, and every object begins with its header, whose type is registered, so that the offsets of
            // its table are right.
            unsafe { self.scan(due) }
        }
    }
    #[inline(always)]
    unsafe fn scan(&mut self, addr: usize) {
        // SAFETY: an object, see `drain`.
        let header = unsafe { &*(addr as *const Header) };
        let number = header.type_number();
        self.looked_at += 1;
        if !header.is_logging() {
            self.young += 1;
            // All that it refers to is marked from now on. What is old mostly says so, and is not written to.
            if self.logs && self.tenures {
                header.start_logging()
            }
        }
        let Some(&info) = self.types.get(number.wrapping_sub(1) as usize) else {
            panic!("{}", if number == FREED { FREED_REACHED } else { "a heap object's header is damaged" });
        };
        for &off in &info.refs {
            // SAFETY: the table's offsets are of words in the object.
            let word = unsafe { *((addr + off as usize) as *const usize) };
            self.mark_addr(word)
        }
        for &off in &info.slots {
            // SAFETY: as above, for slots.
            let slot = unsafe { *((addr + off as usize) as *const RawSlot) };
            self.mark_slot(slot)
        }
        for &(off, v) in &info.owned {
            // SAFETY: as above; objects don't move.
            unsafe { self.mark_owned((addr + off as usize) as *const u8, v) }
        }
        if let Some(t) = info.tail {
            let elems = (addr + t.elems_offset as usize) as *const u8;
            // SAFETY: an object with a tail has its length there.
            let len = unsafe { *((addr + t.len_offset as usize) as *const i64) } as usize;
            self.elements += len as u64;
            match t.gc {
                FieldGc::Ref => {
                    for i in 0..len {
                        // SAFETY: below the length.
                        let word = unsafe { *elems.cast::<usize>().add(i) };
                        self.mark_addr(word)
                    }
                }
                FieldGc::Slot => {
                    for i in 0..len {
                        // SAFETY: below the length.
                        let slot = unsafe { *elems.cast::<RawSlot>().add(i) };
                        self.mark_slot(slot)
                    }
                }
                FieldGc::None | FieldGc::Own(_) => {}
            }
        }
    }
    /// Runs the ephemeron hooks of the owned values met so far, once; answers whether there is something to drain.
    pub(crate) fn run_ephemerons(&mut self) -> bool {
        for i in 0..self.weak_values.len() {
            let (at, v) = self.weak_values[i];
            // SAFETY: entered by `mark_owned`.
            unsafe { (v.ephemerons)(at, self) };
        }
        !self.stack.is_empty()
    }
    /// Runs the hooks of weak owned values that come before finalizers.
    pub(crate) fn before_finalizers(&self) {
        let alive = self.alive();
        for &(at, v) in &self.weak_values {
            // SAFETY: entered by `mark_owned`.
            unsafe { (v.before_finalizers)(at, &alive) };
        }
    }
    /// The answers of a complete marking.
    pub(crate) fn alive(&self) -> Alive<'h> {
        Alive { mutator: self.mutator, minor: self.minor, tenures: self.tenures }
    }
    /// Clears the weak cells whose target is dead. To be done before any hook may change the data they are in.
    pub(crate) fn clear_weak_cells(&mut self) {
        for c in self.weak_cells.drain(..) {
            // SAFETY: the cell is inside live data that nobody has changed since it was traced.
            let cell = unsafe { &*c };
            let a = cell.get() as usize;
            // SAFETY: a weak cell's target was an object when the collection began.
            if a != 0 && !unsafe { Block::of(a) }.is_marked(a) {
                cell.set(0)
            }
        }
    }
    /// Runs the last hooks of weak owned values.
    pub(crate) fn finish(mut self) -> Leftovers {
        let alive = self.alive();
        for &(at, v) in &self.weak_values {
            // SAFETY: entered by `mark_owned`.
            unsafe { (v.after_mark)(at, &alive) }
        }
        self.revisit.sort_unstable_by_key(|&(at, _)| at);
        self.revisit.dedup_by_key(|(at, _)| *at);
        Leftovers { stack: self.stack, revisit: self.revisit, aged: self.aged }
    }
}

/// Objects whose memory is fetched before they are looked at: marking waits for memory more than for anything else (with 16 of them, collections of
/// trees and graphs took 0.4 to 0.7 of the time).
const AHEAD: usize = 16;

/// Has the cache line at an address fetched; any address may be given.
#[inline(always)]
fn prefetch(addr: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is a hint, and faults at no address.
    unsafe {
        std::arch::x86_64::_mm_prefetch(addr as *const i8, std::arch::x86_64::_MM_HINT_T0)
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = addr;
}

const FREED_REACHED: &str =
    "a collected heap object is reachable again: a reference was kept where the collector does not look";
