//! The log of stores: which old objects may refer to young ones.
//!
//! **Problem.** A minor collection marks from the roots and does not look into old objects, so it has to be told of every reference from an old object to
//! a young one. Native code, plain execution and helpers store references all the time; most go into young objects, which need no such care.
//!
//! **How.** An object is *old* once a collection has marked it, and its header says then that stores into it are to be *logged* ([`LOGGING`]). The write
//! barrier looks at that bit; the first store since the last collection enters the object here and clears the bit, the next ones find it clear. A helper
//! that has a field alone and not its object ([`Mut::set`](super::Mut::set)) looks for the object if what it stores is young; in a large one it enters the
//! field. A value in an [`Own`](super::Own) is entered when it is borrowed to be changed.
//!
//! **Invariants.**
//! 1. An old object that refers to a young one is in the log, itself or by that field; or the reference is in an `Own` that every collection looks at.
//! 2. An object that is in the log as a whole does not have the bit; every other old object has.
//! 3. A collection that leaves what it marks young leaves the entries of old objects here, and these without the bit, for the next one.
//! 4. Native code appends without asking for room: there are [`SLACK`] entries more than it may use before it asks for a collection.
//!
//! **Not promised.** That what is entered lives, or still refers to a young object: garbage in old objects keeps what it refers to until they go.
//!
//! **Example.** `list.append(new)` with an old list whose array has room: the array's header has the bit, the array is entered; a thousand further
//! appends find the bit clear. The next minor collection scans the array once and sets the bit again.

use holloway_compiler::abi::NativeCtx;
use std::cell::{Cell, RefCell};

/// Entries after which a collection is due.
const ENTRIES: usize = 1 << 19;
/// Entries beyond, for native code on its way to a poll.
const SLACK: usize = 1 << 15;

/// What an entry names, in its low bits: all that is entered is aligned to 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub(crate) enum Logged {
    /// An object: all its fields.
    Object = 0,
    /// A field or element that is a reference.
    Ref = 1,
    /// A field or element that is a slot.
    Slot = 2,
    /// An owned value.
    Own = 3,
}

impl Logged {
    const ALL: [Logged; 4] = [Logged::Object, Logged::Ref, Logged::Slot, Logged::Own];
}

/// See the module header. Its next free place is in the context, where native code finds it.
pub(crate) struct Log {
    entries: RefCell<Box<[Cell<usize>]>>,
}

impl Log {
    /// An empty one, which native code of this context appends to.
    pub fn new(ctx: &NativeCtx) -> Log {
        let log = Log { entries: RefCell::new(room(ENTRIES + SLACK)) };
        log.empty(ctx);
        log
    }
    /// Has the context append from the first place on.
    fn empty(&self, ctx: &NativeCtx) {
        let entries = self.entries.borrow();
        ctx.log_next.set(entries.as_ptr() as usize);
        ctx.log_end.set(entries[entries.len() - SLACK..].as_ptr() as usize);
    }
    fn len(&self, ctx: &NativeCtx) -> usize {
        (ctx.log_next.get() - self.entries.borrow().as_ptr() as usize) / size_of::<usize>()
    }
    /// Enters what begins at the address; answers whether a collection is due.
    #[inline(always)]
    pub fn push(&self, ctx: &NativeCtx, what: Logged, addr: usize) -> bool {
        let next = ctx.log_next.get() as *const Cell<usize>;
        // SAFETY: the next place is one of the entries, as there are more of them than may be used before there is room for more again.
        unsafe { &*next }.set(addr | what as usize);
        ctx.log_next.set(next.wrapping_add(1) as usize);
        let full = ctx.log_next.get() >= ctx.log_end.get();
        if full {
            self.grow(ctx)
        }
        full
    }
    /// Makes room for as many entries again.
    #[cold]
    pub fn grow(&self, ctx: &NativeCtx) {
        let len = self.len(ctx);
        let mut entries = self.entries.borrow_mut();
        let larger = room(len.max(ENTRIES) * 2 + SLACK);
        larger.iter().zip(&entries[..len]).for_each(|(to, from)| to.set(from.get()));
        *entries = larger;
        drop(entries);
        self.empty(ctx);
        ctx.log_next.set(ctx.log_next.get() + len * size_of::<usize>());
    }
    /// Takes all entries out.
    pub fn take(&self, ctx: &NativeCtx) -> Vec<(Logged, usize)> {
        let len = self.len(ctx);
        let entries =
            self.entries.borrow()[..len].iter().map(|e| (Logged::ALL[e.get() & 3], e.get() & !3)).collect();
        if self.entries.borrow().len() > ENTRIES + SLACK {
            self.entries.replace(room(ENTRIES + SLACK));
        }
        self.empty(ctx);
        entries
    }
}

/// Memory is touched where entries are written only.
fn room(entries: usize) -> Box<[Cell<usize>]> {
    // SAFETY: zero bytes are cells of 0.
    unsafe { Box::new_zeroed_slice(entries).assume_init() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_and_keeps_its_entries() {
        let ctx = NativeCtx::default();
        let log = Log::new(&ctx);
        let due: Vec<bool> = (0..3 * ENTRIES).map(|i| log.push(&ctx, Logged::Slot, 16 * i)).collect();
        assert_eq!(due.iter().position(|&d| d), Some(ENTRIES - 1));
        let entries = log.take(&ctx);
        assert_eq!(entries.len(), 3 * ENTRIES);
        assert!(entries.iter().enumerate().all(|(i, &e)| e == (Logged::Slot, 16 * i)));
        assert!(log.take(&ctx).is_empty());
    }
}
