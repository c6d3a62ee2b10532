//! Collection: mark, weak hooks, drops, sweep, policy; and the heap as its owner sees it.
//!
//! **Generations.** Objects that a collection has marked stay marked: they are old. A *minor* collection marks from the roots and from the log of stores
//! (see [`super::log`]), stops at what is marked already, and frees young objects only; all that lives is old after it. A *full* one clears the marks first.
//! Minor ones come after so many bytes of allocation, if what they mark is at most half of what a full one would, by the share of young objects that survived
//! last; a full one when what lives has grown by as much as would be allocated before a collection without generations: old garbage takes as much memory
//! as garbage of any age would (sticky mark bits: Demers et al., *Combining Generational and
//! Conservative Garbage Collection*, 1990).

use super::config::HeapConfig;
use super::log::Logged;
use super::mark::{Leftovers, Marker};
use super::mutator::Mutator;
use super::object::{all_types, Header, TypeInfo};
use super::own::forget_log;
use super::roots::is_marked;
use holloway_compiler::abi::NativeCtx;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Bytes that a heap which is small, but not tiny, may allocate between collections. A tiny one collects more often than that: marking
/// costs next to nothing, and memory that is reused is still in the cache (measured: 3.3 ns for an object of 32 bytes, against 4.5).
const UNHURRIED: usize = 32 << 20;
/// A collection that was due because the limit was reached leaves at least the limit divided by this free, or memory is used up.
const LEAST_GAIN: usize = 16;

/// A heap smaller than this share of what is made between two collections is looked at as a whole in each.
const SMALL: usize = 8;

/// Under stress with minor collections, one in so many is full.
const STRESS_FULL: u64 = 8;

/// Bytes by which a stressed heap grows before it uses memory again.
const QUARANTINE: usize = 1 << 20;

/// What the collector has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HeapStats {
    /// Collections.
    pub collections: u64,
    /// Those of them that looked at young objects only.
    pub minor: u64,
    /// Bytes of the cells that lived after the last collection.
    pub live: usize,
    /// Bytes handed out for allocation (or charged) since the heap was made.
    pub allocated: u64,
    /// Bytes that blocks and large objects in use take up now.
    pub in_use: usize,
    /// Length of the last pause.
    pub last_pause: Duration,
    /// Length of the longest pause.
    pub max_pause: Duration,
    /// Sum of all pauses.
    pub total_pause: Duration,
}

/// The heap. It is its [`Mutator`] with the right to collect; the run time keeps it, and hands `&Mutator` to helper functions.
pub struct Heap {
    mutator: Mutator,
    stats: Cell<HeapStats>,
    leftovers: RefCell<Leftovers>,
    /// A full collection is due when more bytes live.
    full_at: Cell<usize>,
    /// Most bytes between a collection and a minor one.
    young: Cell<usize>,
    /// A collection has panicked: what is marked, and what was logged, is not known.
    unfinished: Cell<bool>,
}

/// What a collection looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Young objects.
    Young,
    /// All objects.
    All,
}

impl Deref for Heap {
    type Target = Mutator;
    #[inline(always)]
    fn deref(&self) -> &Mutator {
        &self.mutator
    }
}

impl Heap {
    /// A heap that allocates through the context's bump regions and asks for collections by its poll word.
    pub fn new(config: HeapConfig, ctx: Rc<NativeCtx>) -> Heap {
        let (full_at, young) = (Cell::new(config.min_trigger), config.young);
        Heap {
            mutator: Mutator::new(config, ctx),
            stats: Cell::default(),
            leftovers: RefCell::default(),
            full_at,
            young: Cell::new(young),
            unfinished: Cell::new(false),
        }
    }
    /// The context it works with.
    pub fn native_ctx(&self) -> &NativeCtx {
        self.mutator.ctx()
    }
    /// Figures so far.
    pub fn stats(&self) -> HeapStats {
        let mut s = self.stats.get();
        s.allocated += self.mutator.since.get() as u64;
        s.in_use = self.mutator.space.borrow().in_use();
        s
    }
    /// Looks at every object, dead or alive: its header is that of a type, it ends within its cell, and what it refers to are objects. Between two
    /// collections that holds of dead ones too, as nothing they refer to has been freed.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn verify(&self) -> Result<(), String> {
        super::verify::verify(&self.mutator)
    }
    /// Frees every object that is not reachable from `roots`, the registered roots and what those hold.
    ///
    /// Only a poll may call this: references held nowhere that is traced dangle afterwards.
    ///
    /// # Panics
    /// If called from within a collection, while a rooted or owned value is being changed, or if a trace or weak hook panics; nothing is freed then.
    /// A panic in the drop of an owned value is passed on when the collection is complete.
    pub fn collect(&self, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        self.collect_with(Scope::All, roots, &mut |_| {})
    }
    /// As [`Heap::collect`], but frees only objects that were made since the last collection, unless a full one is due.
    ///
    /// # Panics
    /// As [`Heap::collect`].
    pub fn collect_young(&self, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        self.collect_with(self.due(), roots, &mut |_| {})
    }
    /// As [`Heap::collect`] or [`Heap::collect_young`], and calls `last` when all that is reachable is marked: what it marks lives through this collection too. For owners that
    /// must do something before what they refer to is freed.
    ///
    /// # Panics
    /// As [`Heap::collect`].
    pub(crate) fn collect_with(
        &self,
        scope: Scope,
        roots: &mut dyn FnMut(&mut Marker<'_>),
        last: &mut dyn FnMut(&mut Marker<'_>),
    ) {
        assert!(!self.mutator.collecting.replace(true), "a collection within a collection");
        let _done = Reset(&self.mutator.collecting);
        self.unfinished.set(true);
        let start = Instant::now();
        // From here on every allocation takes the slow path, which refuses: hooks and drops must not allocate.
        self.mutator.reset_bumps();
        let Leftovers { stack, revisit } = self.leftovers.take();
        let minor = scope == Scope::Young;
        let mut m = Marker::new(&self.mutator, stack, minor);
        let log = self.mutator.take_log();
        for &(_, at) in log.iter().filter(|(what, _)| *what == Logged::Own) {
            if self.mutator.object_at(at).is_some() {
                // SAFETY: it was entered by the owned value there; what is in the heap stays mapped.
                unsafe { forget_log(at as *const u8) }
            }
        }
        if minor {
            m.mark_from_old(&log, revisit)
        } else {
            self.mutator.space.borrow().clear_marks();
        }
        roots(&mut m);
        self.mutator.kept.borrow().iter().for_each(|&v| m.mark_slot(v));
        // Handles are kept until the end, so that dropping the last one from a hook leaves the list alone.
        let mut rooted = Vec::new();
        self.mutator.roots.borrow_mut().retain(|w| w.upgrade().map(|r| rooted.push(r)).is_some());
        let weak_roots: Vec<_> = rooted.iter().filter(|r| r.mark(&mut m)).collect();
        let mut last = Some(last);
        loop {
            m.drain();
            weak_roots.iter().for_each(|r| r.ephemerons(&mut m));
            if !m.run_ephemerons() {
                let Some(last) = last.take() else { break };
                m.before_finalizers();
                last(&mut m);
            }
        }
        m.clear_weak_cells();
        let outside = m.outside;
        let young_share = m.young as f64 / m.looked_at.max(1) as f64;
        let alive = m.alive();
        weak_roots.iter().for_each(|r| r.after_mark(&alive));
        self.leftovers.replace(m.finish());
        self.unfinished.set(false);
        let panic = self.drop_owned(minor, is_marked);
        if self.mutator.config().stress {
            self.mutator.space.borrow().poison_dead(&all_types());
        }
        let quarantine = if self.mutator.config().stress { QUARANTINE } else { 0 };
        let live = self.mutator.space.borrow_mut().sweep(minor, quarantine);
        if !minor {
            // Minor collections count no value's bytes out, so what is outside brings the next full one nearer as it grows.
            self.mutator.outside.set(outside);
        }
        self.settle_policy(scope, live, young_share, start);
        if let Some(p) = panic {
            resume_unwind(p)
        }
    }
    /// Drops the owned values of objects that don't live, catching panics; answers the first. Old ones live after a minor collection.
    fn drop_owned(&self, minor: bool, lives: fn(usize) -> bool) -> Option<Box<dyn Any + Send>> {
        let types = all_types();
        let mut owners = self.mutator.owners.borrow_mut();
        let old = owners.len();
        owners.append(&mut self.mutator.new_owners.borrow_mut());
        let dead: Vec<usize> = owners.extract_if(if minor { old } else { 0 }.., |o| !lives(*o)).collect();
        drop(owners);
        let mut first = None;
        for o in dead {
            // SAFETY: owners are objects, not yet freed, so their header gives their type.
            let info: &TypeInfo = types[unsafe { &*(o as *const Header) }.type_number() as usize - 1];
            for &(off, v) in &info.owned {
                let at = (o + off as usize) as *const u8;
                // SAFETY: the field is there, by its type's table; nobody borrows it, as nobody reaches its object.
                let result = catch_unwind(AssertUnwindSafe(|| unsafe {
                    if (v.is_present)(at) {
                        (v.drop)(at)
                    }
                }));
                if let Err(p) = result {
                    first.get_or_insert(p);
                }
            }
        }
        first
    }
    /// What the collection that is due looks at.
    pub(crate) fn due(&self) -> Scope {
        let mutator = &self.mutator;
        if mutator.full.get() || mutator.oom.get() || !mutator.config().minor || self.unfinished.get() {
            Scope::All
        } else {
            Scope::Young
        }
    }
    fn settle_policy(&self, scope: Scope, live: usize, young_share: f64, start: Instant) {
        let mutator = &self.mutator;
        let held = live.saturating_add(mutator.outside.get());
        let since = mutator.since.replace(0);
        let (least, most) = (mutator.config().min_trigger, self.young.get());
        // What would be allocated before the next collection if all were full ones.
        let grown = (held as f64 * mutator.config().growth) as usize;
        let unhurried = grown.max(held.saturating_mul(16).min(UNHURRIED)).max(least);
        let survived = match scope {
            Scope::Young => live.saturating_sub(self.stats.get().live) as f64,
            Scope::All => live as f64 * young_share,
        };
        let rate = survived / since.max(1) as f64;
        if scope == Scope::All {
            self.full_at.set(held.saturating_add(unhurried))
        }
        // Where much survives, minor collections do the work of full ones over again: they are to be fewer then.
        self.young.set(match () {
            () if rate > 0.5 => most.saturating_mul(2),
            () if rate < 0.25 => (most / 2).max(mutator.config().young),
            () => most,
        });
        let young = unhurried.min(self.young.get()).max(least);
        // A minor collection is worth it if it looks at half of what a full one would, at most, and that is more than next to nothing beside what was made.
        let config = mutator.config();
        let promoted = rate * young as f64;
        let worth = 2.0 * promoted < held as f64 && held > config.young / SMALL;
        let minor = config.minor && (worth || config.young == 0);
        mutator.trigger.set(if minor { young } else { unhurried });
        mutator.full.set(match config.stress {
            true => (self.stats.get().collections + 1).is_multiple_of(STRESS_FULL),
            false => !minor || held as f64 + promoted > self.full_at.get() as f64,
        });
        let strained = mutator.space.borrow_mut().take_strained(LEAST_GAIN);
        // A collection for want of memory has to bring some: else the next one would come after a few objects, and the program would do little but collect.
        let limit = mutator.config().limit;
        let most = if mutator.oom.get() { limit - limit / LEAST_GAIN } else { limit };
        mutator.oom.set(strained || mutator.space.borrow().in_use() > most);
        if !mutator.config().stress {
            mutator.clear_request()
        }
        let mut s = self.stats.get();
        s.collections += 1;
        s.minor += u64::from(scope == Scope::Young);
        s.live = live;
        s.allocated += since as u64;
        s.last_pause = start.elapsed();
        s.max_pause = s.max_pause.max(s.last_pause);
        s.total_pause += s.last_pause;
        self.stats.set(s)
    }
}

/// Ends a collection, also when it panics.
struct Reset<'a>(&'a Cell<bool>);

impl Drop for Reset<'_> {
    fn drop(&mut self) {
        self.0.set(false)
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        self.mutator.collecting.set(true);
        self.mutator.reset_bumps();
        // A panic in a drop has nobody left to go to: the heap is going away, possibly during another panic.
        self.drop_owned(false, |_| false);
    }
}
