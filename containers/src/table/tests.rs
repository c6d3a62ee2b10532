//! Tables against a list of pairs, with collections in between.

use super::*;
use holloway_draws::Draws;
use holloway_macros::Object;
use holloway_tracer::heap::{Field, Gc, Header, Heap, HeapConfig, Mut, OptGc};
use std::cell::Cell;
use std::collections::HashSet;

/// Tags of the keys: integers, floats that may equal them, and boxes that are equal if what is in them is.
const NOTHING: u64 = 0;
const INT: u64 = 1;
const FLOAT: u64 = 2;
const BOX: u64 = 3;

#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct Boxed {
    header: Header,
    n: i64,
}

#[derive(Object, Default)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct Plain {
    header: Header,
    entries: Mut<OptGc<Entries>>,
}

#[derive(Object, Default)]
#[object(crate = holloway_tracer)]
#[repr(C)]
struct Asking {
    header: Header,
    entries: Mut<OptGc<Entries>>,
}

/// What a key is worth: keys that are worth the same are equal.
fn worth(key: RawSlot) -> i64 {
    match key.tag {
        FLOAT => f64::from_bits(key.bits) as i64,
        // SAFETY: keys of this tag are references to boxes that are alive.
        BOX => unsafe { Gc::<Boxed>::from_bits(key.bits) }.n,
        _ => key.bits as i64,
    }
}

/// Bad on purpose, so that keys meet in the index.
fn hash(key: RawSlot) -> u64 {
    worth(key) as u64 % 13
}

struct ByWorth;
impl Keys for ByWorth {
    const HOLE: RawSlot = RawSlot { tag: NOTHING, bits: 0 };
    fn hash(_: &Mutator, key: RawSlot) -> u64 {
        hash(key)
    }
    fn is_unique(_: RawSlot) -> bool {
        false
    }
    fn equal(_: &Mutator, a: RawSlot, b: RawSlot) -> Option<bool> {
        Some(worth(a) == worth(b))
    }
}

/// Boxes are compared by the program alone.
struct ByAsking;
impl Keys for ByAsking {
    const HOLE: RawSlot = RawSlot { tag: 9, bits: 1 };
    const ASKS: bool = true;
    fn hash(_: &Mutator, _: RawSlot) -> u64 {
        unreachable!("hashes come with the keys")
    }
    fn is_unique(_: RawSlot) -> bool {
        false
    }
    fn equal(_: &Mutator, a: RawSlot, b: RawSlot) -> Option<bool> {
        (a.tag != BOX && b.tag != BOX).then(|| worth(a) == worth(b))
    }
}

macro_rules! tables {
    ($($name:ident: $keys:ty),*) => {$(
        impl Table for $name {
            type Keys = $keys;
            const ENTRIES: Field<Self, Mut<OptGc<Entries>>> = Self::entries;
            fn field(&self) -> &Mut<OptGc<Entries>> {
                &self.entries
            }
        }
    )*};
}
tables!(Plain: ByWorth, Asking: ByAsking);

fn int(n: i64) -> RawSlot {
    RawSlot { tag: INT, bits: n as u64 }
}

/// A key that is worth so much.
fn key(heap: &Heap, d: &mut Draws, n: i64) -> RawSlot {
    match d.below(3) {
        0 => int(n),
        1 => RawSlot { tag: FLOAT, bits: (n as f64).to_bits() },
        _ => RawSlot { tag: BOX, bits: heap.alloc(Boxed { header: Header::NEW, n }).to_bits() },
    }
}

fn heap() -> Heap {
    Heap::new(
        HeapConfig { stress: true, ref_tags: Some(1 << BOX), ..HeapConfig::default() },
        Default::default(),
    )
}

/// The two kinds of table, used alike.
trait Tried: Table + Default {
    fn at(&self, heap: &Heap, key: RawSlot) -> Option<usize>;
    fn put(&self, heap: &Heap, key: RawSlot, value: RawSlot);
}
impl Tried for Plain {
    fn at(&self, heap: &Heap, key: RawSlot) -> Option<usize> {
        self.find(heap, key)
    }
    fn put(&self, heap: &Heap, key: RawSlot, value: RawSlot) {
        self.insert(heap, key, value).expect("memory");
    }
}
impl Tried for Asking {
    fn at(&self, heap: &Heap, key: RawSlot) -> Option<usize> {
        let found: Result<_, ()> =
            self.find_asking(heap, key, hash(key), |other| Ok(worth(other) == worth(key)));
        let found = found.expect("no error");
        match self.find_plainly(heap, key, hash(key)) {
            open::UNKNOWN => {}
            open::ABSENT => assert_eq!(found, None),
            at => assert_eq!(found, Some(at as usize)),
        }
        found
    }
    fn put(&self, heap: &Heap, key: RawSlot, value: RawSlot) {
        match (self.at(heap, key), self.entries(heap)) {
            (Some(at), Some(entries)) => entries.set_value(heap, at, value),
            _ => _ = self.insert_hashed(heap, key, hash(key), value).expect("memory"),
        }
    }
}

/// Random operations; `many` keys of different worth.
fn like_a_list<T: Tried>(seed: u64, many: usize) {
    let (heap, mut d) = (heap(), Draws::seeded(seed));
    let table = heap.alloc(T::default());
    let mut model: Vec<(i64, i64)> = Vec::new();
    for turn in 0..400 {
        let n = d.below(many) as i64;
        let k = key(&heap, &mut d, n);
        let at = model.iter().position(|e| e.0 == n);
        match d.below(10) {
            0..5 => {
                table.put(&heap, k, int(turn));
                match at {
                    Some(at) => model[at].1 = turn,
                    None => model.push((n, turn)),
                }
            }
            5..8 => {
                let removed = table.at(&heap, k).and_then(|at| table.remove_at(&heap, at));
                assert_eq!(removed.map(|e| worth(e.1)), at.map(|at| model.remove(at).1));
            }
            8 => {
                let found = table.at(&heap, k).and_then(|i| table.entries(&heap)?.pair(&heap, i));
                assert_eq!(found.map(|e| worth(e.1)), at.map(|at| model[at].1));
            }
            _ if d.odds(20) => {
                table.clear(&heap);
                model.clear();
            }
            _ => {}
        }
        if d.chance(30) {
            heap.collect(&mut |m| m.mark_gc(table));
            heap.verify().expect("a sound heap");
        }
        let is: Vec<_> = table.iter(&heap).map(|(k, v)| (worth(k), worth(v))).collect();
        assert_eq!((is, table.len(&heap)), (model.clone(), model.len()), "seed {seed}, turn {turn}");
    }
}

#[test]
fn tables_do_what_lists_of_pairs_do() {
    for seed in 0..60 {
        let many = [3, 8, 12, 200][seed as usize % 4];
        like_a_list::<Plain>(seed, many);
        like_a_list::<Asking>(seed, many);
    }
}

/// Each entry that is there all the time is visited once, and in order.
#[test]
fn a_cursor_goes_on_where_the_table_has_changed() {
    for seed in 0..100 {
        let (heap, mut d) = (heap(), Draws::seeded(seed));
        let table = heap.alloc(Plain::default());
        let begin: Vec<i64> = (0..d.below(30) as i64).collect();
        begin.iter().for_each(|n| table.put(&heap, int(*n), int(0)));
        let (mut cursor, mut visited, mut gone) = (Cursor::default(), Vec::new(), HashSet::new());
        let mut fresh = 100;
        while let Some((_, k, _)) = cursor.next(&heap, &*table) {
            let k = worth(k);
            assert!(!gone.contains(&k), "seed {seed}: {k} was taken out");
            visited.push(k);
            for _ in 0..d.below(4) {
                let n = d.below(40) as i64;
                if d.chance(70) {
                    if table.remove(&heap, int(n)).is_some() {
                        gone.insert(n);
                    }
                } else if fresh < 140 {
                    table.put(&heap, int(fresh), int(0));
                    fresh += 1;
                }
            }
            if d.odds(40) {
                gone.extend(table.iter(&heap).map(|e| worth(e.0)));
                table.clear(&heap);
            }
            let entries = cursor.place().0;
            heap.collect(&mut |m| {
                m.mark_gc(table);
                m.mark_opt(entries);
            });
        }
        let stayed = begin.iter().copied().chain(100..fresh).filter(|n| !gone.contains(n));
        let seen: Vec<_> = visited.iter().copied().filter(|n| !gone.contains(n)).collect();
        assert_eq!(seen, stayed.collect::<Vec<_>>(), "seed {seed}");
    }
}

/// The program changes the table while it compares.
#[test]
fn what_is_asked_may_change_the_table() {
    let (heap, mut d) = (heap(), Draws::seeded(1));
    let boxed = |n| RawSlot { tag: BOX, bits: heap.alloc(Boxed { header: Header::NEW, n }).to_bits() };
    for turn in 0..200 {
        let table = heap.alloc(Asking::default());
        // All of one hash.
        (0..8).for_each(|n| table.put(&heap, boxed(13 * n), int(n)));
        let wanted = 13 * (turn % 8);
        let asked = Cell::new(0);
        let found = table.find_asking(&heap, boxed(wanted), 0, |other| {
            asked.set(asked.get() + 1);
            let answer = worth(other) == wanted;
            if d.chance(40) && asked.get() < 20 {
                table.put(&heap, boxed(13 * (100 + asked.get())), int(0));
            }
            if d.chance(10) && asked.get() < 20 {
                table.remove_at(&heap, d.below(8));
            }
            if d.odds(30) {
                return Err("raised");
            }
            Ok(answer)
        });
        match found {
            Ok(Some(at)) => {
                let (key, _) = table.entries(&heap).and_then(|e| e.pair(&heap, at)).expect("an entry");
                assert_eq!(worth(key), wanted);
            }
            Ok(None) => assert!(table.iter(&heap).all(|(key, _)| worth(key) != wanted)),
            Err(error) => assert_eq!(error, "raised"),
        }
    }
}

#[test]
fn entries_of_few_keep_their_numbers_until_the_table_grows() {
    let heap = heap();
    let table = heap.alloc(Plain::default());
    (0..4).for_each(|n| table.put(&heap, int(n), int(n)));
    table.remove(&heap, int(1));
    assert_eq!((table.find(&heap, int(2)), table.find(&heap, int(1)), table.len(&heap)), (Some(2), None, 3));
    table.put(&heap, int(9), int(9));
    assert_eq!((table.find(&heap, int(2)), table.find(&heap, int(9))), (Some(1), Some(3)));
}

#[test]
fn an_entry_is_looked_at_and_changed_with_one_search() {
    let heap = heap();
    let table = heap.alloc(Plain::default());
    let mut entry = table.entry(&heap, int(1));
    assert_eq!((entry.get(), entry.or_insert_with(|| int(7))), (None, Ok(int(7))));
    assert_eq!((entry.set(int(8)), entry.get()), (Ok(Some(int(7))), Some(int(8))));
    assert_eq!((entry.remove(), table.is_empty(&heap)), (Some(int(8)), true));
}

/// It must say so, and leave the table as it was.
#[test]
fn a_table_that_cannot_grow_stays_as_it_is() {
    let config = HeapConfig { limit: 1 << 20, ..HeapConfig::default() };
    let heap = Heap::new(config, Default::default());
    let table = heap.alloc(Plain::default());
    let full = (0..).find(|n| table.insert(&heap, int(*n), int(*n)).is_err()).expect("an end");
    assert_eq!(table.len(&heap) as i64, full);
    assert!((0..full).all(|n| table.get(&heap, int(n)) == Some(int(n))));
}
