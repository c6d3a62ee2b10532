//! Lists against Rust's, with collections in between.

use super::*;
use holloway_draws::Draws;
use holloway_tracer::heap::{Heap, HeapConfig, Mutator};

const INT: u64 = 1;
const FLOAT: u64 = 2;
const NO: u64 = 3;
const YES: u64 = 4;
const LIST: u64 = 5;

struct All;
impl Kinds for All {
    const INT: Option<u64> = Some(INT);
    const FLOAT: Option<u64> = Some(FLOAT);
    const BOOL: Option<(u64, u64)> = Some((NO, YES));
}

/// A value; of many lists all are of one kind.
fn value(heap: &Mutator, d: &mut Draws, kind: usize) -> RawSlot {
    let kind = if d.odds(50) { d.below(5) } else { kind };
    match kind {
        0 => RawSlot { tag: INT, bits: d.bits() },
        1 => RawSlot { tag: FLOAT, bits: d.float().to_bits() },
        2 => RawSlot { tag: NO + d.below(2) as u64, bits: 0 },
        _ => RawSlot { tag: LIST, bits: heap.alloc(List::default()).to_bits() },
    }
}

#[test]
fn lists_do_what_those_of_rust_do() {
    for seed in 0..100 {
        let config = HeapConfig { stress: true, ref_tags: Some(1 << LIST), ..HeapConfig::default() };
        let (heap, mut d) = (Heap::new(config, Default::default()), Draws::seeded(seed));
        let list = heap.alloc(List::default());
        let mut model: Vec<RawSlot> = Vec::new();
        let usual = d.below(5);
        for turn in 0..300 {
            let (v, i) = (value(&heap, &mut d, usual), d.below(model.len() + 1));
            match d.below(12) {
                0..6 => {
                    list.push::<All>(&heap, v).expect("memory");
                    model.push(v);
                }
                6 => assert_eq!(list.pop::<All>(&heap), model.pop()),
                7 => {
                    list.insert::<All>(&heap, i, v).expect("memory");
                    model.insert(i, v);
                }
                8 if i < model.len() => assert_eq!(list.remove::<All>(&heap, i), Some(model.remove(i))),
                9 if i < model.len() => {
                    list.set::<All>(&heap, i, v).expect("memory");
                    model[i] = v;
                }
                10 if d.odds(10) => {
                    list.truncate(&heap, i);
                    model.truncate(i);
                }
                11 if d.odds(10) => {
                    list.assign::<All>(&heap, &model.split_off(i)).expect("memory");
                    model = list.iter::<All>(&heap).collect();
                }
                _ => assert_eq!(list.get::<All>(&heap, i), model.get(i).copied()),
            }
            if d.chance(20) {
                heap.collect(&mut |m| m.mark_gc(list));
                heap.verify().expect("a sound heap");
            }
            assert_eq!(list.iter::<All>(&heap).collect::<Vec<_>>(), model, "seed {seed}, turn {turn}");
            assert!(list.len(&heap) <= list.room(&heap));
        }
    }
}

#[test]
fn a_list_is_of_a_kind_until_another_value_comes() {
    let heap = Heap::new(HeapConfig::default(), Default::default());
    let list = heap.alloc(List::default());
    let kinds = [
        (INT, Kind::Ints),
        (FLOAT, Kind::Floats),
        (NO, Kind::Bools),
        (YES, Kind::Bools),
        (LIST, Kind::Slots),
    ];
    for (tag, kind) in kinds {
        list.clear(&heap);
        assert_eq!(list.kind(&heap), Kind::None);
        (0..20).for_each(|_| list.push::<All>(&heap, RawSlot { tag, bits: 0 }).expect("memory"));
        assert_eq!(list.kind(&heap), kind);
        list.set::<All>(&heap, 3, RawSlot { tag: 6, bits: 0 }).expect("memory");
        assert_eq!(
            (list.kind(&heap), list.get::<All>(&heap, 4)),
            (Kind::Slots, Some(RawSlot { tag, bits: 0 }))
        );
    }
}

/// It must say so, and leave the list as it was.
#[test]
fn a_list_that_cannot_grow_stays_as_it_is() {
    let heap = Heap::new(HeapConfig { limit: 1 << 20, ..HeapConfig::default() }, Default::default());
    let list = heap.alloc(List::default());
    let item = |n: usize| RawSlot { tag: INT, bits: n as u64 };
    let full = (0..).find(|n| list.push::<All>(&heap, item(*n)).is_err()).expect("an end");
    assert!(list.len(&heap) == full && (0..full).all(|n| list.get::<All>(&heap, n) == Some(item(n))));
    assert!(list.set::<All>(&heap, 0, RawSlot { tag: LIST, bits: 0 }).is_err());
    assert_eq!(list.get::<All>(&heap, 0), Some(item(0)));
}
