//! Maps against a model: random trees of names, with and without collections.

use holloway::abi::NativeCtx;
use holloway::heap::{Gc, Header, Heap, HeapConfig, Mutator, RawSlot, Root};
use holloway::Object;
use langkit::maps::{Map, Maps};
use std::rc::Rc;

/// A name.
#[derive(Object)]
#[repr(C)]
struct Name {
    header: Header,
    /// Makes names differ.
    id: u32,
}

fn heap() -> Heap {
    Heap::new(HeapConfig { ref_tags: Some(2), ..HeapConfig::default() }, Rc::new(NativeCtx::default()))
}

fn name(cx: &Mutator, id: u32) -> RawSlot {
    RawSlot { tag: 1, bits: cx.alloc(Name { header: Header::NEW, id }).to_bits() }
}

/// The keys of a map and where it says they are, all names asked.
fn check(cx: &Mutator, maps: &Maps, map: Gc<Map>, names: &[RawSlot], keys: &[RawSlot]) {
    assert_eq!(map.keys(cx), keys);
    assert_eq!(map.count as usize, keys.len());
    for n in names {
        let wanted = keys.iter().position(|k| k == n).map(|i| i as u32);
        assert_eq!(maps.index(cx, map, *n), wanted);
        assert_eq!(map.find(cx, *n), wanted);
    }
    assert_eq!(map.key_at(cx, keys.len()), None);
}

#[test]
fn the_same_steps_lead_to_the_same_map_whatever_else_was_made() {
    let h = heap();
    let maps = Maps::default();
    let names: Vec<RawSlot> = (0..24).map(|i| name(&h, i)).collect();
    let root = maps.root(&h, 7);
    let mut known: Vec<(Vec<RawSlot>, Gc<Map>)> = vec![(Vec::new(), root)];
    let mut random = 1u64;
    let mut below = |n: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % n
    };
    for _ in 0..3000 {
        let (keys, map) = known[below(known.len())].clone();
        let n = names[below(names.len())];
        if keys.contains(&n) {
            continue;
        }
        let next = maps.with_key(&h, map, n);
        assert_eq!(next.group, 7);
        let keys = [&keys[..], &[n]].concat();
        match known.iter().find(|(k, _)| *k == keys) {
            Some((_, m)) => assert!(*m == next),
            None => known.push((keys, next)),
        }
    }
    assert!(known.len() > 1000, "{}", known.len());
    for (keys, map) in &known {
        check(&h, &maps, *map, &names, keys);
    }
}

#[test]
fn maps_live_as_long_as_who_holds_them_and_numbers_are_not_reused() {
    let h = heap();
    let maps = Maps::default();
    let names: Vec<RawSlot> = (0..12).map(|i| name(&h, i)).collect();
    let root = Root::new(&h, maps.root(&h, 0));
    let grow = |n: usize| names[..n].iter().fold(*root, |m, k| maps.with_key(&h, m, *k));
    let kept = Root::new(&h, grow(3));
    let (kept_id, lost_id) = (kept.id, grow(12).id);
    h.collect(&mut |_| {});
    // The names of the map that is kept are alive with it, and so are the maps between.
    check(&h, &maps, *kept, &[], &kept.keys(&h));
    assert_eq!(grow(3).id, kept_id);
    let again = maps.with_key(&h, *kept, name(&h, 99));
    assert!(again.id > lost_id);
}
