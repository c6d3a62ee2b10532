//! Minor collections against a model: what is young dies, what is old stays, and no store into an old object is forgotten, whichever way it is made.

use holloway_compiler::abi::{NativeCtx, LOGGING, POLL_GC};
use holloway_draws::Draws;
use holloway_macros::Object;
use holloway_tracer::heap::*;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Objects that were dropped, by number.
type Drops = Rc<RefCell<Vec<i64>>>;

/// Says when its object goes; refers to one by a cell that changes under a shared borrow.
#[derive(Default)]
struct Witness {
    id: i64,
    drops: Option<Drops>,
    hidden: Cell<OptGc<Node>>,
}

impl Mark for Witness {
    fn mark(&self, m: &mut Marker<'_>) {
        self.hidden.get().mark(m)
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        if let Some(d) = &self.drops {
            d.borrow_mut().push(self.id)
        }
    }
}

#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct Node {
    header: Header,
    left: Mut<OptGc<Node>>,
    slot: Mut<RawSlot>,
    many: Mut<OptGc<RefArray<Node>>>,
    slots: Mut<OptGc<SlotArray>>,
    witness: Own<Witness>,
    list: Own<Vec<Gc<Node>>>,
    weak: Own<Alone>,
    late: Own<Witness>,
}

/// A weak reference of which the log of stores tells when it changes.
#[derive(Default)]
struct Alone(Weak<Node>);

impl Mark for Alone {
    const PRIVATE: bool = true;

    fn mark(&self, m: &mut Marker<'_>) {
        self.0.mark(m)
    }
}

/// The tag whose payloads are references.
const REF: u64 = 5;

fn config() -> HeapConfig {
    HeapConfig { ref_tags: Some(1 << REF), young: 0, nursery: 0, ..HeapConfig::default() }
}

/// A heap that tenures what survives its first collection, and then has a nursery.
fn nursery() -> Heap {
    Heap::new(HeapConfig { nursery: 2 << 20, ..config() }, Default::default())
}

fn heap() -> Heap {
    Heap::new(config(), Default::default())
}

fn node(h: &Heap, id: i64, drops: &Drops) -> Gc<Node> {
    h.alloc(Node {
        header: Header::NEW,
        left: Mut::default(),
        slot: Mut::default(),
        many: Mut::default(),
        slots: Mut::default(),
        witness: Own::new(Witness { id, drops: Some(drops.clone()), hidden: Cell::default() }),
        list: Own::empty(),
        weak: Own::empty(),
        late: Own::empty(),
    })
}

fn slot(to: Gc<Node>) -> RawSlot {
    RawSlot { tag: REF, bits: to.to_bits() }
}

/// The ways to have one object refer to another.
const WAYS: usize = 8;

fn refer(h: &Heap, way: usize, from: Gc<Node>, to: Gc<Node>) {
    const ROOM: usize = 5_000;
    let many = || {
        from.many.get(h).get().unwrap_or_else(|| {
            let a = h.array::<RefArray<Node>>(ROOM).unwrap();
            from.many.set(h, a.into());
            a
        })
    };
    let slots = || {
        from.slots.get(h).get().unwrap_or_else(|| {
            let a = h.array::<SlotArray>(ROOM).unwrap();
            from.slots.set(h, a.into());
            a
        })
    };
    match way {
        0 => from.left.set(h, to.into()),
        1 => from.slot.set(h, slot(to)),
        // The second array is large enough for a mapping of its own, and the elements are far from its start.
        2 => many().set(h, ROOM - 1, to.into()).unwrap(),
        3 => slots().copy_in(h, ROOM - 2, &[slot(to)]).unwrap(),
        4 => {
            let one = h.array::<RefArray<Node>>(1).unwrap();
            one.set(h, 0, to.into()).unwrap();
            many().copy_from(h, 7, one.cells(h)).unwrap()
        }
        5 => from.witness.with(h, |w| w.hidden.set(to.into())),
        6 => from.list.with_mut(h, |l| *l = vec![to]),
        _ => slots().cells(h)[ROOM - 1].set(h, slot(to)),
    }
}

#[test]
fn young_garbage_goes_and_old_garbage_waits() {
    let (h, drops) = (heap(), Drops::default());
    let kept = node(&h, 0, &drops);
    node(&h, 1, &drops);
    let keep = &mut |m: &mut Marker<'_>| m.mark_gc(kept);
    h.collect_young(keep);
    assert_eq!(*drops.borrow(), [1], "it was young and nothing referred to it");
    node(&h, 2, &drops);
    h.collect_young(&mut |_| {});
    assert_eq!(*drops.borrow(), [1, 2], "object 0 is old, so that nothing refers to it is not noticed");
    h.collect(&mut |_| {});
    assert_eq!(*drops.borrow(), [1, 2, 0]);
    let s = h.stats();
    assert_eq!((s.collections, s.minor), (3, 2));
}

#[test]
fn what_survives_in_a_nursery_stays_young() {
    let (h, drops) = (nursery(), Drops::default());
    let old = node(&h, 0, &drops);
    h.collect_young(&mut |m| m.mark_gc(old));
    let young = node(&h, 1, &drops);
    for _ in 0..3 {
        h.collect_young(&mut |m| m.mark_gc(young));
        h.verify().unwrap();
        assert!(drops.borrow().is_empty(), "object 0 is old, and the other one is a root");
    }
    h.collect_young(&mut |_| {});
    assert_eq!(*drops.borrow(), [1]);
    assert_eq!((h.stats().minor, h.stats().nursery), (5, 4));
}

#[test]
fn a_nursery_tenures_what_lives_now_and_then() {
    let (h, drops) = (nursery(), Drops::default());
    let kept = node(&h, 0, &drops);
    let mut keep = |m: &mut Marker<'_>| m.mark_gc(kept);
    for _ in 0..20 {
        h.collect_young(&mut keep)
    }
    assert_eq!(h.stats().minor - h.stats().nursery, 2, "the first, and one of the others");
    h.collect_young(&mut |_| {});
    assert!(drops.borrow().is_empty(), "object 0 is old");
}

#[test]
fn every_way_to_store_into_an_old_object_is_logged() {
    for (way, h) in (0..WAYS).flat_map(|way| [(way, heap()), (way, nursery())]) {
        let drops = Drops::default();
        let old = node(&h, 0, &drops);
        // Arrays and values are made first, so that they are old, too.
        refer(&h, way, old, old);
        for round in 1..4 {
            h.collect_young(&mut |m| m.mark_gc(old));
            refer(&h, way, old, node(&h, round, &drops));
            for _ in 0..3 {
                // Nothing is stored meanwhile, but in a nursery the object stays young.
                h.collect_young(&mut |m| m.mark_gc(old));
                assert!(!drops.borrow().contains(&round), "way {way}, round {round}");
                h.verify().unwrap();
            }
        }
    }
}

#[test]
fn weak_references_of_old_objects_are_emptied() {
    weak_references_are_emptied(heap());
    weak_references_are_emptied(nursery());
}

fn weak_references_are_emptied(h: Heap) {
    let drops = Drops::default();
    let (old, root) = (node(&h, 0, &drops), h.root(Weak::<Node>::default()));
    h.collect(&mut |m| m.mark_gc(old));
    let young = node(&h, 1, &drops);
    old.weak.with_mut(&h, |w| w.0 = Weak::new(young));
    root.with_mut(&h, |w| *w = Weak::new(young));
    h.collect_young(&mut |m| m.mark_gc(old));
    assert_eq!(*drops.borrow(), [1]);
    assert!(old.weak.with(&h, |w| w.0.get(&h).is_none()) && root.with(&h, |w| w.get(&h).is_none()));
    // They are looked at each time, whether they were changed or not.
    old.weak.with_mut(&h, |w| w.0 = Weak::new(old));
    for _ in 0..3 {
        h.collect_young(&mut |_| {});
        assert!(old.weak.with(&h, |w| w.0.get(&h) == Some(old)));
    }
}

#[test]
fn what_is_made_late_in_an_old_object_is_found() {
    late_values_are_found(heap());
    late_values_are_found(nursery());
}

fn late_values_are_found(h: Heap) {
    let drops = Drops::default();
    let old = node(&h, 0, &drops);
    let empty = h.alloc_zeroed(RefArray::<Node>::default(), 1).unwrap();
    h.collect(&mut |m| {
        m.mark_gc(old);
        m.mark_gc(empty)
    });
    // The values begin to be in the old object now: one that is logged as it changes, and one that is not.
    old.list.with_mut(&h, |l| l.push(node(&h, 1, &drops)));
    old.late.with(&h, |w| w.hidden.set(node(&h, 2, &drops).into()));
    for _ in 0..3 {
        h.collect_young(&mut |_| {});
        assert!(drops.borrow().is_empty());
    }
}

#[test]
fn a_collection_that_panicked_is_followed_by_a_full_one() {
    let (h, drops) = (heap(), Drops::default());
    let old = node(&h, 0, &drops);
    h.collect(&mut |m| m.mark_gc(old));
    old.left.set(&h, node(&h, 1, &drops).into());
    let panic = std::panic::AssertUnwindSafe(|| h.collect_young(&mut |_| panic!("in a hook")));
    assert!(std::panic::catch_unwind(panic).is_err());
    h.collect_young(&mut |m| m.mark_gc(old));
    assert!(drops.borrow().is_empty());
    assert_eq!(h.stats().minor, 0);
}

#[test]
fn native_code_finds_the_log_in_the_context() {
    let ctx = Rc::new(NativeCtx::default());
    let (h, drops) = (Heap::new(config(), ctx.clone()), Drops::default());
    let old = node(&h, 0, &drops);
    // SAFETY: an object begins with its header word.
    let logging = || unsafe { *(old.to_bits() as *const u64) } & LOGGING != 0;
    assert!(!logging());
    h.collect(&mut |m| m.mark_gc(old));
    assert!(logging());
    // What native code does before it stores.
    // SAFETY: as above; the next place of the log is the context's.
    unsafe {
        *(old.to_bits() as *mut u64) &= !LOGGING;
        *(ctx.log_next.get() as *mut u64) = old.to_bits();
    }
    ctx.log_next.set(ctx.log_next.get() + 8);
    // SAFETY: the store that the barrier was for, of a field that is a reference.
    unsafe { *(old.left_address()) = node(&h, 1, &drops).to_bits() };
    h.collect_young(&mut |_| {});
    assert!(drops.borrow().is_empty());
    assert!(logging());
}

impl Node {
    fn left_address(&self) -> *mut u64 {
        &self.left as *const Mut<OptGc<Node>> as *mut u64
    }
}

#[test]
fn a_full_log_asks_for_a_collection() {
    let ctx = Rc::new(NativeCtx::default());
    let (h, drops) = (Heap::new(config(), ctx.clone()), Drops::default());
    let many = h.array::<RefArray<Node>>(100_000).unwrap();
    h.collect(&mut |m| m.mark_gc(many));
    let young = node(&h, 1, &drops);
    let mut stores = 0;
    while ctx.poll.get() & POLL_GC == 0 {
        many.set(&h, stores % many.len(), young.into()).unwrap();
        stores += 1;
        assert!(stores < 10_000_000, "the log grows for ever");
    }
    h.collect_young(&mut |_| {});
    assert_eq!((ctx.poll.get() & POLL_GC, drops.borrow().len()), (0, 0));
}

#[test]
fn helpers_log_an_old_object_once_and_a_young_one_never() {
    let ctx = Rc::new(NativeCtx::default());
    let (h, drops) = (Heap::new(config(), ctx.clone()), Drops::default());
    let (old, few, many) =
        (node(&h, 0, &drops), h.array::<SlotArray>(8).unwrap(), h.array::<SlotArray>(5_000).unwrap());
    h.collect(&mut |m| {
        m.mark_gc(old);
        m.mark_gc(few);
        m.mark_gc(many)
    });
    let made = Cell::new(9);
    let entries = |f: &dyn Fn(Gc<Node>)| {
        made.set(made.get() + 1);
        let (before, young) = (ctx.log_next.get(), node(&h, made.get(), &drops));
        (0..100).for_each(|_| f(young));
        (ctx.log_next.get() - before) / 8
    };
    let fresh = node(&h, 2, &drops);
    let new = h.array::<SlotArray>(5_000).unwrap();
    assert_eq!(entries(&|y| fresh.left.set(&h, y.into())), 0);
    assert_eq!(entries(&|y| new.set(&h, 7, slot(y)).unwrap()), 0);
    assert_eq!(entries(&|y| old.left.set(&h, y.into())), 1);
    assert_eq!(entries(&|y| old.slot.set(&h, slot(y))), 0, "it is in the log as a whole");
    assert_eq!(entries(&|y| few.set(&h, 3, slot(y)).unwrap()), 1);
    assert_eq!(entries(&|y| many.set(&h, 3, slot(y)).unwrap()), 100, "all of it would be looked at");
    assert_eq!(entries(&|y| many.cells(&h)[4].set(&h, slot(y))), 100);
    h.collect_young(&mut |_| {});
    // All but the two that nothing old refers to, and `fresh`.
    let mut gone = drops.take();
    gone.sort_unstable();
    assert_eq!(gone, [2, 10, 11]);
}

#[test]
fn roots_that_have_not_changed_are_not_asked_for_in_minor_collections() {
    let (h, changed, marked) = (heap(), Changed::default(), Cell::new(0));
    let mut roots = |m: &mut Marker<'_>| marked.set(marked.get() + usize::from(changed.is_due(m)));
    let rounds: [(bool, bool, usize); 5] =
        [(false, true, 1), (true, false, 0), (true, true, 1), (true, false, 0), (false, false, 1)];
    for (minor, change, times) in rounds {
        marked.set(0);
        if change {
            changed.note()
        }
        if minor {
            h.collect_young(&mut roots)
        } else {
            h.collect(&mut roots)
        }
        assert_eq!(marked.get(), times, "{minor} {change}");
    }
}

#[test]
fn roots_are_asked_for_until_what_they_refer_to_is_old() {
    let (h, changed, asked) = (nursery(), Changed::default(), Cell::new(0));
    let mut roots = |m: &mut Marker<'_>| asked.set(asked.get() + usize::from(changed.is_due(m)));
    h.collect_young(&mut roots);
    changed.note();
    // Those of a nursery, the one that tenures, and no more.
    (0..40).for_each(|_| h.collect_young(&mut roots));
    assert_eq!(asked.get() as u64, 17);
    assert!(h.stats().nursery > 30);
}

/// What an object refers to, by way.
type Model = HashMap<i64, [Option<i64>; WAYS]>;

fn reachable(model: &Model, from: impl Iterator<Item = i64>) -> HashSet<i64> {
    let (mut seen, mut todo) = (HashSet::new(), from.collect::<Vec<_>>());
    while let Some(id) = todo.pop() {
        if seen.insert(id) {
            todo.extend(model[&id].iter().flatten())
        }
    }
    seen
}

/// Random graphs, changed by all ways at random and collected at random: what goes is just what the model says.
fn graphs(h: &Heap, seed: u64, steps: usize) {
    let (mut draws, drops) = (Draws::seeded(seed), Drops::default());
    let (mut model, mut at) = (Model::new(), HashMap::<i64, Gc<Node>>::new());
    let (mut roots, mut old, mut made) = (Vec::new(), HashSet::new(), 0);
    for _ in 0..steps {
        let mut ids: Vec<i64> = model.keys().copied().collect();
        ids.sort_unstable();
        match draws.below(16) {
            0..5 => {
                at.insert(made, node(h, made, &drops));
                model.insert(made, Default::default());
                if draws.below(4) == 0 {
                    roots.push(made)
                }
                made += 1;
            }
            5..13 if !ids.is_empty() => {
                // Old objects are rarer than they should be in this test.
                let olds: Vec<i64> = ids.iter().copied().filter(|i| old.contains(i)).collect();
                let among = if draws.below(2) == 0 && !olds.is_empty() { &olds } else { &ids };
                let (a, b) = (among[draws.below(among.len())], ids[draws.below(ids.len())]);
                let way = draws.below(WAYS);
                refer(h, way, at[&a], at[&b]);
                model.get_mut(&a).unwrap()[way] = Some(b);
            }
            13 if !roots.is_empty() => {
                roots.swap_remove(draws.below(roots.len()));
            }
            14.. if draws.below(6) == 0 => {
                let (before, young) = (h.stats(), draws.below(4) > 0);
                let hooks = &mut |m: &mut Marker<'_>| roots.iter().for_each(|r| m.mark_gc(at[r]));
                match young {
                    true => h.collect_young(hooks),
                    false => h.collect(hooks),
                }
                // Now and then a full one was due.
                let minor = h.stats().minor > before.minor;
                let stay: Vec<i64> = if minor { old.iter().copied().collect() } else { Vec::new() };
                let live = reachable(&model, roots.iter().copied().chain(stay));
                h.verify().unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                let gone: HashSet<i64> = drops.borrow_mut().drain(..).collect();
                let dead: HashSet<i64> = ids.iter().copied().filter(|i| !live.contains(i)).collect();
                assert_eq!(gone, dead, "seed {seed}, minor: {minor}");
                model.retain(|id, _| live.contains(id));
                if h.stats().nursery == before.nursery {
                    old = live
                }
            }
            _ => {}
        }
    }
}

#[test]
fn random_graphs_live_as_in_the_model_of_generations() {
    for seed in 0..20 {
        graphs(&heap(), seed, 1_200);
        graphs(&nursery(), 20 + seed, 1_200)
    }
}

#[test]
fn random_graphs_in_generations_under_stress() {
    for seed in 100..106 {
        graphs(&Heap::new(HeapConfig { stress: true, ..config() }, Default::default()), seed, 1_000)
    }
}
