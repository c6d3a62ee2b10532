//! The heap against its promises: layout, reachability (a model with random graphs), drops, weak references, conservative words, limits.

use holloway_compiler::abi::{NativeCtx, BUMP_CLASSES};
use holloway_compiler::ir::Mem;
use holloway_draws::Draws;
use holloway_macros::Object;
use holloway_tracer::heap::*;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Counts its drops.
#[derive(Default)]
struct Counted {
    drops: Option<Rc<Cell<usize>>>,
    extra: Vec<Gc<Node>>,
}

impl Mark for Counted {
    fn mark(&self, m: &mut Marker<'_>) {
        self.extra.mark(m)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(d) = &self.drops {
            d.set(d.get() + 1)
        }
    }
}

#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct Node {
    header: Header,
    id: i64,
    left: Mut<OptGc<Node>>,
    slot: Mut<RawSlot>,
    many: Mut<OptGc<RefArray<Node>>>,
    flag: Mut<bool>,
    own: Own<Counted>,
}

#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct Str {
    header: Header,
    hash: Mut<u32>,
    bytes: Tail<u8>,
}

#[derive(Object, Default)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct Watcher {
    header: Header,
    weak: Own<Weak<Node>>,
}

fn heap_with(config: HeapConfig) -> Heap {
    Heap::new(config, Rc::new(NativeCtx::default()))
}

fn heap() -> Heap {
    heap_with(HeapConfig::default())
}

fn stressed() -> Heap {
    heap_with(HeapConfig { stress: true, ..HeapConfig::default() })
}

fn node(cx: &Mutator, id: i64) -> Gc<Node> {
    counted(cx, id, None)
}

fn counted(cx: &Mutator, id: i64, drops: Option<&Rc<Cell<usize>>>) -> Gc<Node> {
    let own = match drops {
        Some(d) => Own::new(Counted { drops: Some(d.clone()), extra: vec![] }),
        None => Own::empty(),
    };
    cx.alloc(Node {
        header: Header::NEW,
        id,
        left: Mut::default(),
        slot: Mut::default(),
        many: Mut::default(),
        flag: Mut::new(false),
        own,
    })
}

fn string(cx: &Mutator, s: &[u8]) -> Gc<Str> {
    cx.alloc_with(Str { header: Header::NEW, hash: Mut::new(0), bytes: Tail::NEW }, s).unwrap()
}

#[test]
fn descriptors_say_where_fields_are() {
    let d = Node::left.descr();
    assert_eq!((d.name.as_ref(), d.offset, d.mem, d.immutable), ("Node.left", 16, Mem::W64, false));
    assert!(Node::id.descr().immutable);
    assert_eq!(Node::flag.descr().mem, Mem::U8);
    assert_eq!((Node::slot.descr().offset, Node::slot.payload_descr().offset), (24, 32));
    let t = Str::type_descr();
    assert_eq!((t.size, t.stride, t.len_offset), (24, 1, 16));
    assert_eq!(<Str as ArrayObject>::ELEMS.descr().offset, 24);
    assert!(<Str as ArrayObject>::ELEMS.descr().immutable);
    assert_eq!(
        (SlotArray::TAGS.offset, SlotArray::PAYLOADS.offset, SlotArray::PAYLOADS.stride),
        (16, 24, 16)
    );
    assert_eq!((WordArray::ELEMS.mem, ByteArray::ELEMS.mem), (Mem::W64, Mem::U8));
    assert_ne!(Node::type_number(), Str::type_number());
    assert_ne!(RefArray::<Node>::type_number(), RefArray::<Str>::type_number());
    assert_eq!(type_name(Node::type_number()), Some("Node"));
    assert_eq!(type_name(0), None);
    assert_eq!(Node::type_descr().header >> 32, 0, "collector bits are zero at birth");
}

#[test]
fn casts_go_by_header() {
    let h = heap();
    let n = node(&h, 7);
    let any = n.erase();
    assert!(any.is::<Node>() && !any.is::<Str>());
    assert_eq!(any.cast::<Node>().unwrap().id, 7);
    assert!(any.cast::<Str>().is_none() && any.cast::<AnyObject>().is_none());
}

#[test]
fn tails_hold_their_elements() {
    let h = heap();
    for n in [0usize, 1, 7, 8, 9, 488, 489, 600, 5000, 32_000, 33_000, 70_000, 1 << 20] {
        let bytes: Vec<u8> = (0..n).map(|i| i as u8).collect();
        let s = Root::new(&h, string(&h, &bytes));
        h.collect(&mut |_| {});
        assert_eq!(s.bytes.as_slice(), bytes);
        let w = h.array::<WordArray>(n).unwrap();
        assert!(w.len() == n && w.cells(&h).iter().all(|c| c.get(&h) == 0));
        w.cells(&h).iter().for_each(|c| c.set(&h, -1));
        assert_eq!(w.set(&h, n, 1), None);
    }
}

#[test]
fn memory_is_zero_again_after_reuse() {
    let h = heap();
    for round in 0..4 {
        let mut keep = vec![];
        for i in 0..20_000 {
            let w = h.array::<WordArray>(i % 90).unwrap();
            assert!(w.cells(&h).iter().all(|c| c.get(&h) == 0), "round {round}");
            w.cells(&h).iter().for_each(|c| c.set(&h, -1));
            if i % 7 == round {
                keep.push(w)
            }
        }
        h.collect(&mut |m| keep.mark(m));
        assert!(keep.iter().all(|w| w.cells(&h).iter().all(|c| c.get(&h) == -1)));
    }
}

#[test]
fn large_objects_are_zero_again_after_reuse() {
    let h = heap();
    let mut places = HashSet::new();
    let mut again = 0;
    for round in 0..6 {
        let mut keep = vec![];
        for i in 0..12 {
            let w = h.array::<WordArray>(20_000 + i * 2000 - round * 500).unwrap();
            again += usize::from(!places.insert(w.to_bits()));
            assert!(w.cells(&h).iter().all(|c| c.get(&h) == 0), "round {round}");
            w.cells(&h).iter().for_each(|c| c.set(&h, -1));
            if i % 5 == 0 {
                keep.push(w)
            }
        }
        h.collect(&mut |m| keep.mark(m));
        assert!(keep.iter().all(|w| w.cells(&h).iter().all(|c| c.get(&h) == -1)));
    }
    assert!(again > 0, "no mapping was used twice");
}

#[test]
fn owned_values_are_dropped_once() {
    let h = heap();
    let drops = Rc::new(Cell::new(0));
    let keep = Root::new(&h, counted(&h, 1, Some(&drops)));
    for i in 0..100 {
        counted(&h, i, Some(&drops));
    }
    h.collect(&mut |_| {});
    assert_eq!(drops.get(), 100);
    // Made lazily, as for an object that native code allocated.
    let p = h.alloc_raw(Node::type_descr().header, Node::type_descr().size as usize);
    // SAFETY: a zeroed node.
    let n = unsafe { Gc::<Node>::from_bits(p as u64) };
    n.own.with_mut(&h, |c| c.drops = Some(drops.clone()));
    h.collect(&mut |m| m.mark_gc(n));
    assert_eq!(drops.get(), 100);
    h.collect(&mut |_| {});
    assert_eq!(drops.get(), 101);
    h.collect(&mut |_| {});
    assert_eq!(keep.id, 1);
    drop(keep);
    drop(h);
    assert_eq!(drops.get(), 102, "the heap drops what is left");
}

/// Rust data that keeps a reference without rooting it sees a wrong value, not freed memory.
#[test]
fn i19_a_stale_reference_finds_an_empty_value() {
    let h = heap();
    let drops = Rc::new(Cell::new(0));
    let n = counted(&h, 1, Some(&drops));
    assert!(n.own.with(&h, |c| c.drops.is_some()));
    h.collect(&mut |_| {});
    assert_eq!(drops.get(), 1);
    assert!(n.own.with(&h, |c| c.drops.is_none() && c.extra.is_empty()));
    h.collect(&mut |_| {});
    assert_eq!((drops.get(), Rc::strong_count(&drops)), (1, 1));
}

#[test]
fn owned_values_keep_what_they_trace() {
    let h = heap();
    let a = Root::new(&h, node(&h, 1));
    a.own.with_mut(&h, |c| c.extra.push(node(&h, 2)));
    h.collect(&mut |_| {});
    for i in 0..1000 {
        node(&h, 100 + i);
    }
    assert_eq!(a.own.with(&h, |c| c.extra[0].id), 2);
}

#[test]
fn owned_values_refuse_conflicting_borrows() {
    let h = heap();
    let n = node(&h, 1);
    let inner = |f: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).is_err();
    assert!(inner(&|| n.own.with_mut(&h, |_| n.own.with(&h, |_| ()))));
    assert!(inner(&|| n.own.with(&h, |_| n.own.with_mut(&h, |_| ()))));
    assert!(!inner(&|| n.own.with(&h, |_| n.own.with(&h, |_| ()))));
    n.own.with_mut(&h, |_| ());
}

#[derive(Default)]
struct Bomb(Option<Rc<Cell<usize>>>);
impl Mark for Bomb {
    fn mark(&self, _m: &mut Marker<'_>) {}
}
impl Drop for Bomb {
    fn drop(&mut self) {
        if let Some(c) = &self.0 {
            c.set(c.get() + 1);
            panic!("boom")
        }
    }
}
#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct Bombs {
    header: Header,
    bomb: Own<Bomb>,
}

#[test]
fn a_panic_in_a_drop_leaves_the_heap_sound() {
    let h = heap();
    let n = Rc::new(Cell::new(0));
    for _ in 0..3 {
        h.alloc(Bombs { header: Header::NEW, bomb: Own::new(Bomb(Some(n.clone()))) });
    }
    let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| h.collect(&mut |_| {})));
    assert!(r.is_err());
    assert_eq!(n.get(), 3, "the others are dropped all the same");
    h.collect(&mut |_| {});
    assert_eq!(h.stats().live, 0);
}

/// Misbehaves: allocates when dropped.
#[derive(Default)]
struct Allocates(Option<Rc<Heap>>);
impl Mark for Allocates {
    fn mark(&self, _m: &mut Marker<'_>) {}
}
impl Drop for Allocates {
    fn drop(&mut self) {
        if let Some(h) = &self.0 {
            node(h, 1);
        }
    }
}
#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct AllocatesObject {
    header: Header,
    own: Own<Allocates>,
}

#[test]
fn drops_cannot_allocate() {
    let h = Rc::new(heap());
    node(&h, 1);
    h.alloc(AllocatesObject { header: Header::NEW, own: Own::new(Allocates(Some(h.clone()))) });
    let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| h.collect(&mut |_| {})));
    let message = *r.unwrap_err().downcast::<&str>().unwrap();
    assert!(message.contains("during a collection"), "{message}");
    assert_eq!(node(&h, 2).id, 2);
}

#[test]
fn weak_references_empty_themselves() {
    let h = heap();
    let keep = Root::new(&h, node(&h, 1));
    let w1 = Root::new(&h, h.alloc(Watcher { header: Header::NEW, weak: Own::new(Weak::new(*keep)) }));
    let w2 = h.root(vec![Weak::new(node(&h, 2)), Weak::new(*keep)]);
    h.collect(&mut |_| {});
    assert_eq!(w1.weak.with(&h, |w| w.get(&h)).unwrap().id, 1);
    w2.with(&h, |v| assert!(v[0].get(&h).is_none() && v[1].get(&h).is_some()));
    drop(keep);
    h.collect(&mut |_| {});
    assert!(w1.weak.with(&h, |w| w.get(&h)).is_none());
    w2.with(&h, |v| assert!(v[1].get(&h).is_none()));
}

/// A table whose values live only while their keys do.
#[derive(Default)]
struct Ephemerons(Vec<(Gc<Node>, Gc<Node>)>);
impl Mark for Ephemerons {
    fn mark(&self, _m: &mut Marker<'_>) {}
    fn is_weak(&self) -> bool {
        true
    }
    fn mark_ephemerons(&self, m: &mut Marker<'_>) {
        for &(k, v) in &self.0 {
            if m.is_marked(k) {
                m.mark_gc(v)
            }
        }
    }
    fn after_mark(&mut self, alive: &Alive<'_>) {
        self.0.retain(|&(k, v)| {
            assert!(!alive.is(k) || alive.is(v));
            alive.is(k)
        })
    }
}
#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct WeakMap {
    header: Header,
    map: Own<Ephemerons>,
}

#[test]
fn ephemerons_reach_a_fixpoint() {
    let h = heap();
    // A chain through the tables in the worst order, half in an object, half in a rooted value: key 0 keeps all, key 50 is dead.
    let nodes: Vec<_> = (0..60).map(|i| node(&h, i)).collect();
    let link = |i: usize| (nodes[i], nodes[i + 1]);
    let chain: Vec<usize> = (0..40).rev().chain(50..55).collect();
    let (even, odd): (Vec<usize>, Vec<usize>) = chain.iter().partition(|&i| i % 2 == 0);
    let obj = Root::new(
        &h,
        h.alloc(WeakMap {
            header: Header::NEW,
            map: Own::new(Ephemerons(even.into_iter().map(link).collect())),
        }),
    );
    let rooted = h.root(Ephemerons(odd.into_iter().map(link).collect()));
    let first = Root::new(&h, nodes[0]);
    h.collect(&mut |_| {});
    obj.map.with(&h, |m| assert_eq!(m.0.len(), 20));
    rooted.with(&h, |m| assert_eq!(m.0.len(), 20));
    drop(first);
    h.collect(&mut |_| {});
    obj.map.with(&h, |m| assert!(m.0.is_empty()));
    rooted.with(&h, |m| assert!(m.0.is_empty()));
}

#[test]
fn conservative_words_resolve_inside_objects_only() {
    let h = heap();
    let small = node(&h, 1).to_bits();
    let medium = h.array::<WordArray>(500).unwrap().to_bits();
    let large = h.array::<WordArray>(50_000).unwrap().to_bits();
    let alive = |word: u64, probe: u64| {
        let found = Cell::new(false);
        let live = h.root(vec![Weak::new(
            // SAFETY: an object that this test has kept alive.
            unsafe { Gc::<AnyObject>::from_bits(probe) },
        )]);
        // The other objects are kept; only the probe hangs on the word.
        h.collect(&mut |m| {
            for g in [small, medium, large] {
                if g != probe {
                    m.mark_conservative(g)
                }
            }
            m.mark_conservative(word)
        });
        live.with(&h, |v| found.set(v[0].get(&h).is_some()));
        found.get()
    };
    for (g, size) in [(small, size_of::<Node>() as u64), (medium, 16 + 4000), (large, 16 + 400_000)] {
        assert!(alive(g, g));
        assert!(alive(g + 1, g) && alive(g + size / 2, g) && alive(g + size - 1, g), "interior");
    }
    let bad = [0, 1, u64::MAX, 1 << 63, small & !0xffff, (small & !0xffff) + 100, large + 500_000, large - 1];
    h.collect(&mut |m| {
        bad.iter().for_each(|&w| m.mark_conservative(w));
    });
    assert_eq!(h.stats().live, 0, "none of these words is a reference");
}

#[test]
fn any_word_is_safe_to_mark() {
    let h = heap();
    let mut draws = Draws::seeded(1);
    let mut keep = vec![];
    for i in 0..2000 {
        let n = node(&h, i);
        if i % 3 == 0 {
            keep.push(n)
        }
        h.array::<ByteArray>(draws.below(3000)).unwrap();
    }
    let base = keep[0].to_bits();
    h.collect(&mut |m| keep.mark(m));
    for _ in 0..20 {
        h.collect(&mut |m| {
            keep.mark(m);
            for _ in 0..20_000 {
                m.mark_conservative(base.wrapping_add(draws.bits() % (8 << 20)).wrapping_sub(4 << 20));
                m.mark_conservative(draws.bits());
            }
        });
        assert!(keep.iter().enumerate().all(|(i, n)| n.id == i as i64 * 3));
    }
}

#[inline(never)]
fn garbage(h: &Heap, drops: &Rc<Cell<usize>>) {
    for i in 0..1000 {
        counted(h, i, Some(drops));
    }
}

#[test]
fn the_native_stack_is_a_root() {
    let h = heap();
    let base = 0u64;
    let base = std::hint::black_box(&base) as *const u64 as usize;
    let drops = Rc::new(Cell::new(0));
    let run = |h: &Heap| {
        let n = std::hint::black_box(counted(h, 42, Some(&drops)));
        garbage(h, &drops);
        // SAFETY: `base` is in a frame of this test, above.
        h.collect(&mut |m| unsafe { m.mark_native_stack(base) });
        assert_eq!(std::hint::black_box(n).id, 42);
        assert!(n.own.with(h, |c| c.drops.is_some()));
    };
    run(&h);
    assert!(drops.get() > 900, "garbage is found all the same: {}", drops.get());
}

/// In whatever order they go, as coroutines may have it, each keeps its own values, and nothing else.
#[test]
fn kept_values_live_until_they_are_let_go() {
    let (h, drops) = (heap(), Rc::new(Cell::new(0)));
    let slot = |id| RawSlot { tag: 9, bits: counted(&h, id, Some(&drops)).to_bits() };
    let first = h.keep([slot(1), slot(2)]);
    let none = h.keep([]);
    let second = h.keep([slot(3)]);
    drop(first);
    h.collect(&mut |_| {});
    assert_eq!(drops.get(), 2, "those of the first are gone");
    let third = h.keep([slot(4), slot(5), slot(6)]);
    assert_eq!((second.len(), third.len(), none.len()), (1, 3, 0));
    drop(second);
    h.collect(&mut |_| {});
    assert_eq!(drops.get(), 3);
    assert!(third.iter().all(|s| s.tag == 9) && third.get(3).is_none() && none.get(0).is_none());
    drop((none, third));
    h.collect(&mut |_| {});
    assert_eq!(drops.get(), 6);
    assert!(h.keep([slot(7)]).get(0).is_some());
}

#[test]
fn slots_follow_the_tag_table() {
    for (ref_tags, want) in [(None, 3), (Some(1 << 5), 1)] {
        let h = heap_with(HeapConfig { ref_tags, ..HeapConfig::default() });
        let a = Root::new(&h, h.array::<SlotArray>(3).unwrap());
        for (i, tag) in [5, 6, 0].into_iter().enumerate() {
            a.set(&h, i, RawSlot { tag, bits: node(&h, i as i64).to_bits() }).unwrap();
        }
        h.collect(&mut |_| {});
        let fixed = h.stats().live - 64;
        assert_eq!(fixed / size_of::<Node>().next_multiple_of(16), want, "{ref_tags:?}");
    }
}

#[test]
fn polls_are_asked_for_by_policy() {
    let ctx = Rc::new(NativeCtx::default());
    let h = Heap::new(HeapConfig { min_trigger: 1 << 20, ..HeapConfig::default() }, ctx.clone());
    assert_eq!(ctx.poll.get(), 0);
    for _ in 0..60 {
        h.array::<ByteArray>(10_000).unwrap();
    }
    assert_eq!(ctx.poll.get(), 0);
    for _ in 0..60 {
        h.array::<ByteArray>(10_000).unwrap();
    }
    assert_eq!(ctx.poll.get(), POLL_GC);
    ctx.poll.set(ctx.poll.get() | 4);
    h.collect(&mut |_| {});
    assert_eq!(ctx.poll.get(), 4, "other bits stay");
    h.charge(2 << 20);
    assert_eq!(ctx.poll.get(), 4 | POLL_GC);
    assert!(h.stats().allocated > 3 << 20);
    let s = stressed();
    s.collect(&mut |_| {});
    assert_eq!(s.native_ctx().poll.get(), POLL_GC, "stress keeps asking");
}

#[test]
fn too_much_memory_is_an_error() {
    let h = heap_with(HeapConfig { limit: 8 << 20, ..HeapConfig::default() });
    assert_eq!(h.array::<ByteArray>(10 << 30).err(), Some(OutOfMemory));
    assert_eq!(h.array::<WordArray>(usize::MAX / 4).err(), Some(OutOfMemory));
    assert_eq!(h.array::<WordArray>(usize::MAX).err(), Some(OutOfMemory));
    assert!(!h.take_out_of_memory());
    let big = h.array::<ByteArray>(6 << 20).unwrap();
    assert_eq!(h.array::<ByteArray>(6 << 20).err(), Some(OutOfMemory));
    assert_eq!(big.len(), 6 << 20);
    assert_eq!(h.native_ctx().poll.get(), POLL_GC);
    h.collect(&mut |_| {});
    h.array::<ByteArray>(6 << 20).unwrap();
    // Small objects: the error waits for the poll.
    let keep = h.root(vec![]);
    while !h.take_out_of_memory() {
        keep.with_mut(&h, |k| k.push(node(&h, 1)));
    }
    h.collect(&mut |m| m.mark_conservative(0));
    keep.with_mut(&h, |k| k.clear());
    h.collect(&mut |_| {});
    assert!(!h.take_out_of_memory() && h.stats().live == 0);
    // Without any poll there is an end to it.
    let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| loop {
        node(&h, 1);
    }));
    assert!(r.is_err());
    h.collect(&mut |_| {});
    assert_eq!(node(&h, 5).id, 5);
}

#[test]
fn native_code_may_use_the_same_regions() {
    let h = heap();
    let ctx = h.native_ctx();
    let class = size_of::<Node>().div_ceil(16) - 1;
    assert!(class < BUMP_CLASSES);
    let a = node(&h, 1);
    let b = ctx.bump[class].next.get();
    ctx.bump[class].next.set(b + 16 * (class + 1));
    // SAFETY: the cell is ours, zeroed and large enough.
    let b = unsafe {
        *(b as *mut u64) = Node::type_descr().header;
        Gc::<Node>::from_bits(b as u64)
    };
    let c = node(&h, 3);
    assert_eq!((a.id, b.id, c.id), (1, 0, 3));
    assert!(b.left.get(&h).is_null());
    h.collect(&mut |m| m.mark_gc(b));
    assert_eq!(h.stats().live, 16 * (class + 1));
}

struct Runtime(Heap);
impl HasMutator for Runtime {
    fn mutator(&self) -> &Mutator {
        &self.0
    }
}

#[test]
fn the_slow_path_serves_native_code() {
    let r = Box::new(Runtime(stressed()));
    let ctx = r.0.native_ctx();
    ctx.runtime.set(&*r as *const Runtime as *const ());
    ctx.alloc_slow.set(Some(alloc_slow::<Runtime>));
    let t = Node::type_descr();
    let f = ctx.alloc_slow.get().unwrap();
    // SAFETY: context and run time live; the header is a node's.
    let n = unsafe { Gc::<Node>::from_bits(f(ctx, t.header, t.size as u64) as u64) };
    assert!(n.erase().is::<Node>());
    assert_eq!(
        ctx.bump.iter().filter(|b| b.next.get() < b.end.get()).count(),
        0,
        "stress: always the slow path"
    );
    // SAFETY: as above; far too large.
    assert!(unsafe { f(ctx, t.header, u64::MAX) }.is_null());
}

#[cfg(debug_assertions)]
#[test]
fn stress_finds_a_stale_reference() {
    let h = stressed();
    let n = node(&h, 1);
    h.collect(&mut |_| {});
    let stale = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| n.id));
    assert!(stale.is_err());
    let again = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| h.collect(&mut |m| m.mark_gc(n))));
    assert!(again.is_err());
}

#[test]
fn stress_leaves_nothing_to_read_in_what_was_freed() {
    let h = stressed();
    let n = node(&h, 1);
    n.own.with_mut(&h, |c| c.extra.push(n));
    let words = n.as_ptr().cast::<u64>();
    // SAFETY: a node has more than two words, and its memory stays mapped while the heap lives.
    let read = || unsafe { (words.read(), words.add(1).read()) };
    assert_eq!(read().1, 1);
    h.collect(&mut |_| {});
    assert_eq!(read(), (u64::from(FREED), 0x0101_0101_0101_0101));
}

#[test]
fn stress_does_not_use_memory_again_at_once() {
    let h = stressed();
    let old = node(&h, 1).to_bits();
    h.collect(&mut |_| {});
    for i in 0..100 {
        assert_ne!(node(&h, i).to_bits(), old, "the cell of a collected object is handed out again");
        h.collect(&mut |_| {});
    }
    for i in 0..100_000 {
        node(&h, i);
    }
    let grown = h.stats().in_use;
    for _ in 0..10 {
        for i in 0..100_000 {
            node(&h, i);
        }
        h.collect(&mut |_| {});
    }
    assert!(h.stats().in_use < 2 * grown + (4 << 20), "memory is used again in the end");
}

#[test]
fn verification_names_what_is_wrong() {
    let h = stressed();
    let (a, b) = (node(&h, 1), node(&h, 2));
    a.left.set(&h, b.into());
    let many = h.array::<RefArray<Node>>(3).unwrap();
    a.many.set(&h, many.into());
    many.set(&h, 1, b.into());
    assert_eq!(h.verify(), Ok(()));
    // A reference that outlived its object, in a field and in an array.
    h.collect(&mut |m| m.mark_gc(a));
    let stale = node(&h, 3);
    h.collect(&mut |m| m.mark_gc(a));
    assert_eq!(h.verify(), Ok(()));
    many.set(&h, 2, stale.into());
    let found = h.verify().unwrap_err();
    assert!(
        found.contains("element 2 (of 3)") && found.contains(&format!("{:#x}", stale.to_bits())),
        "{found}"
    );
    many.set(&h, 2, OptGc::NULL);
    a.slot.set(&h, RawSlot { tag: 64, bits: stale.to_bits() });
    assert_eq!(h.verify(), Ok(()), "words that may be anything are no references");
    a.left.set(&h, stale.into());
    assert!(h.verify().unwrap_err().contains("the field `left`"));
    a.left.set(&h, b.into());
    // A length that goes beyond the cell, and a header that no type has.
    // SAFETY: the word after the header is the array's length.
    let len = unsafe { &*((many.to_bits() + 8) as *const Cell<u64>) };
    assert_eq!(len.replace(1000), 3);
    assert!(h.verify().unwrap_err().contains("has length 1000"));
    len.set(3);
    // SAFETY: an object begins with its header.
    let header = unsafe { &*(b.to_bits() as *const Cell<u64>) };
    let good = header.replace(0xffff_fffe);
    assert!(h.verify().unwrap_err().contains("which no type has"));
    header.set(good);
    assert_eq!(h.verify(), Ok(()));
}

/// What the model knows of a node: every edge, by kind.
#[derive(Default, Clone)]
struct Model {
    left: Option<i64>,
    slot: Option<i64>,
    many: Vec<Option<i64>>,
    extra: Vec<i64>,
}

/// Random graphs, changed at random, collected at random, compared with reachability in the model.
fn random_graphs(h: &Heap, seed: u64, steps: usize) {
    let mut draws = Draws::seeded(seed);
    let drops = Rc::new(Cell::new(0));
    let mut model: HashMap<i64, Model> = HashMap::new();
    let mut at: HashMap<i64, Gc<Node>> = HashMap::new();
    let mut roots: Vec<i64> = vec![];
    let mut made = 0;
    for _ in 0..steps {
        let ids: Vec<i64> = {
            let mut v: Vec<i64> = model.keys().copied().collect();
            v.sort_unstable();
            v
        };
        let pick = |draws: &mut Draws| (!ids.is_empty()).then(|| ids[draws.below(ids.len())]);
        match draws.below(12) {
            0..=4 => {
                let id = made;
                made += 1;
                at.insert(id, counted(h, id, Some(&drops)));
                model.insert(id, Model::default());
                if draws.below(4) == 0 {
                    roots.push(id)
                }
                if let (Some(p), true) = (pick(&mut draws), draws.below(2) == 0) {
                    at[&p].left.set(h, at[&id].into());
                    model.get_mut(&p).unwrap().left = Some(id);
                }
            }
            5 => {
                if let (Some(a), Some(b)) = (pick(&mut draws), pick(&mut draws)) {
                    at[&a].slot.set(h, RawSlot { tag: 5, bits: at[&b].to_bits() + draws.bits() % 8 });
                    model.get_mut(&a).unwrap().slot = Some(b);
                }
            }
            6 => {
                if let (Some(a), Some(b)) = (pick(&mut draws), pick(&mut draws)) {
                    let n = draws.below(100);
                    let array = h.array::<RefArray<Node>>(n).unwrap();
                    let mut edges = vec![None; n];
                    if n > 0 {
                        let i = draws.below(n);
                        array.set(h, i, at[&b].into()).unwrap();
                        edges[i] = Some(b);
                    }
                    at[&a].many.set(h, array.into());
                    model.get_mut(&a).unwrap().many = edges;
                }
            }
            7 => {
                if let (Some(a), Some(b)) = (pick(&mut draws), pick(&mut draws)) {
                    at[&a].own.with_mut(h, |c| c.extra.push(at[&b]));
                    model.get_mut(&a).unwrap().extra.push(b);
                }
            }
            8 => {
                if let Some(a) = pick(&mut draws) {
                    at[&a].left.set(h, OptGc::NULL);
                    at[&a].slot.set(h, RawSlot::default());
                    let m = model.get_mut(&a).unwrap();
                    (m.left, m.slot) = (None, None);
                }
            }
            9 if !roots.is_empty() => {
                roots.swap_remove(draws.below(roots.len()));
            }
            10 if draws.below(8) == 0 => {
                h.collect(&mut |m| roots.iter().for_each(|r| m.mark_gc(at[r])));
                let mut live = HashSet::new();
                let mut todo = roots.clone();
                while let Some(id) = todo.pop() {
                    if live.insert(id) {
                        let m = &model[&id];
                        todo.extend(
                            m.left.iter().chain(&m.slot).chain(m.many.iter().flatten()).chain(&m.extra),
                        );
                    }
                }
                model.retain(|id, _| live.contains(id));
                at.retain(|id, _| live.contains(id));
                assert_eq!(made as usize - drops.get(), live.len(), "seed {seed}");
                for (id, m) in &model {
                    let n = at[id];
                    assert!(n.is::<Node>() && n.id == *id, "seed {seed}");
                    assert_eq!(n.left.get(h).get().map(|g| g.id), m.left);
                    if let Some(arr) = n.many.get(h).get() {
                        let got: Vec<_> = arr.cells(h).iter().map(|c| c.get(h).get().map(|g| g.id)).collect();
                        assert_eq!(got, m.many);
                    }
                    n.own.with(h, |c| assert!(c.extra.iter().map(|g| g.id).eq(m.extra.iter().copied())));
                }
            }
            _ => {
                string(h, &vec![1; draws.below(700)]);
            }
        }
    }
}

#[test]
fn random_graphs_live_as_in_the_model() {
    for seed in 0..30 {
        random_graphs(&heap(), seed, 1500);
    }
}

#[test]
fn random_graphs_under_stress() {
    for seed in 100..110 {
        random_graphs(&stressed(), seed, 1500);
    }
}

#[test]
fn a_long_list_is_marked_without_recursion() {
    let h = heap();
    let mut head = node(&h, 0);
    for i in 1..300_000 {
        let n = node(&h, i);
        n.left.set(&h, head.into());
        head = n;
    }
    h.collect(&mut |m| m.mark_gc(head));
    let mut n = 0;
    let mut at = OptGc::from(head);
    while let Some(g) = at.get() {
        n += 1;
        at = g.left.get(&h);
    }
    assert_eq!(n, 300_000);
}

#[test]
fn text_grows_at_its_end_only() {
    let heap = heap();
    let cx: &Mutator = &heap;
    let b = cx.array::<TextBuffer>(8).unwrap();
    assert!(b.append(cx, 0, "aé"));
    assert!(!b.append(cx, 1, "x"), "the place is taken");
    assert!(!b.append(cx, 4, "x"), "there would be a hole");
    let first = b.prefix(3).unwrap();
    assert!(b.append(cx, 3, "bcd"));
    assert_eq!((first, b.prefix(6), b.prefix(1)), ("aé", Some("aébcd"), Some("a")));
    assert_eq!((b.prefix(2), b.prefix(7)), (None, None), "half a character; more than there is");
    assert!(!b.append(cx, 6, "xyz"), "no room");
    assert_eq!(b.prefix(6), Some("aébcd"));
}
