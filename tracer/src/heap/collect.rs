//! Collection: mark, weak hooks, drops, sweep, policy; and the heap as its owner sees it.
//!
//! **Generations.** Objects that stay marked between collections are old (sticky mark bits: Demers et al., *Combining Generational and Conservative
//! Garbage Collection*, 1990). A *minor* collection marks from the roots and from the log of stores (see [`super::log`]), stops at what is marked already, and
//! frees young objects only. It *tenures* what lives, or takes the marks of what was young away again when memory has been swept: that is looked at once more in
//! the next one, and entries of the log stay for it. A *full* collection clears all marks first, and tenures. When which comes is [`super::policy`]'s.

use super::block::Block;
use super::config::HeapConfig;
use super::log::Logged;
use super::mark::{Leftovers, Marker};
use super::mutator::Mutator;
use super::object::{all_types, Header, TypeInfo};
use super::own::forget_log;
use super::policy::{Found, Policy};
use super::roots::is_marked;
use holloway_compiler::abi::NativeCtx;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A collection that was due because the limit was reached leaves at least the limit divided by this free, or memory is used up.
const LEAST_GAIN: usize = 16;

/// Bytes by which a stressed heap grows before it uses memory again.
const QUARANTINE: usize = 1 << 20;

/// What the collector has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HeapStats {
    /// Collections.
    pub collections: u64,
    /// Those of them that looked at young objects only.
    pub minor: u64,
    /// Those of these after which what was young and lived stayed young.
    pub nursery: u64,
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
    policy: Policy,
    /// The next minor collection makes what lives old.
    tenures: Cell<bool>,
    /// A collection has panicked: what is marked, and what was logged, is not known.
    unfinished: Cell<bool>,
}

/// What a collection looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Young objects, which stay young if they live.
    Nursery,
    /// Young objects, which are old after it.
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
        Heap {
            policy: Policy::new(&config),
            mutator: Mutator::new(config, ctx),
            stats: Cell::default(),
            leftovers: RefCell::default(),
            tenures: Cell::new(true),
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
        let (minor, tenures) = (scope != Scope::All, scope != Scope::Nursery);
        let mut m = Marker::new(&self.mutator, self.leftovers.take(), scope);
        let mut log = self.mutator.take_log();
        log.retain(|&(what, at)| {
            let stays = !tenures && self.is_in_old(what, at);
            if what == Logged::Own && !stays && self.mutator.object_at(at).is_some() {
                // SAFETY: it was entered by the owned value there; what is in the heap stays mapped.
                unsafe { forget_log(at as *const u8) }
            }
            stays || tenures
        });
        if minor {
            m.mark_from_old(&log);
            if !tenures {
                self.mutator.put_log_back(&log)
            }
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
        let work = m.looked_at + m.elements / 4;
        let alive = m.alive();
        weak_roots.iter().for_each(|r| r.after_mark(&alive));
        let mut left = m.finish();
        self.unfinished.set(false);
        let panic = self.drop_owned(scope, is_marked);
        if self.mutator.config().stress {
            self.mutator.space.borrow().poison_dead(&all_types());
        }
        let quarantine = if self.mutator.config().stress { QUARANTINE } else { 0 };
        let live = self.mutator.space.borrow_mut().sweep(scope, quarantine);
        for at in left.aged.drain(..) {
            // SAFETY: marked objects are in blocks.
            unsafe { Block::of(at) }.unmark(at)
        }
        self.leftovers.replace(left);
        if !minor {
            // Minor collections count no value's bytes out, so what is outside brings the next full one nearer as it grows.
            self.mutator.outside.set(outside);
        }
        let found = Found {
            scope,
            count: self.stats.get().collections + 1,
            since: self.mutator.since.replace(0),
            before: self.stats.get().live,
            live,
            held: live.saturating_add(self.mutator.outside.get()),
            young_share,
            work,
        };
        self.settle_policy(found, start);
        if let Some(p) = panic {
            resume_unwind(p)
        }
    }
    /// Whether what an entry of the log names is in an old object. It may be stale: a field of an object that was not in the heap yet when it was set.
    fn is_in_old(&self, what: Logged, at: usize) -> bool {
        what == Logged::Object || self.mutator.cell_around(at).is_some_and(|cell| is_marked(cell.start))
    }
    /// Drops the owned values of objects that don't live, catching panics; answers the first. Old ones live after a minor collection.
    fn drop_owned(&self, scope: Scope, lives: fn(usize) -> bool) -> Option<Box<dyn Any + Send>> {
        let types = all_types();
        let mut new = self.mutator.new_owners.take();
        let mut dead: Vec<usize> = new.extract_if(.., |o| !lives(*o)).collect();
        if scope == Scope::Nursery {
            self.mutator.new_owners.replace(new);
        } else {
            let mut owners = self.mutator.owners.borrow_mut();
            if scope == Scope::All {
                dead.extend(owners.extract_if(.., |o| !lives(*o)))
            }
            owners.append(&mut new);
        }
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
        } else if self.tenures.get() {
            Scope::Young
        } else {
            Scope::Nursery
        }
    }
    fn settle_policy(&self, found: Found, start: Instant) {
        let mutator = &self.mutator;
        let next = self.policy.next(mutator.config(), &found);
        mutator.trigger.set(next.after);
        mutator.full.set(next.scope == Scope::All);
        self.tenures.set(next.scope == Scope::Young);
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
        s.minor += u64::from(found.scope != Scope::All);
        s.nursery += u64::from(found.scope == Scope::Nursery);
        s.live = found.live;
        s.allocated += found.since as u64;
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
        self.drop_owned(Scope::All, |_| false);
    }
}
