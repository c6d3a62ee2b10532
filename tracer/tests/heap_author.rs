//! A language author's object model: no `unsafe`, everything public documented, a weak interner as a rooted value.
#![forbid(unsafe_code)]
#![deny(missing_docs, warnings)]

use holloway_macros::Object;
use holloway_tracer::heap::*;
use std::collections::HashMap;

/// A string object.
#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
pub struct Str {
    header: Header,
    /// Its number among the strings.
    pub number: u32,
    /// Its text.
    pub bytes: Tail<u8>,
}

/// A growable list.
#[derive(Object)]
#[object(crate = holloway_tracer)]
#[repr(C)]
pub struct List {
    header: Header,
    /// Elements in use.
    pub len: Mut<i64>,
    /// Room for elements.
    pub items: Mut<Gc<RefArray<Str>>>,
}

/// Strings by text; a string nobody else uses goes away.
#[derive(Default)]
struct Interner(HashMap<Vec<u8>, Gc<Str>>);

impl Mark for Interner {
    fn mark(&self, _m: &mut Marker<'_>) {}
    fn is_weak(&self) -> bool {
        true
    }
    fn after_mark(&mut self, alive: &Alive<'_>) {
        self.0.retain(|_, s| alive.is(*s))
    }
}

fn intern(cx: &Mutator, names: &Rooted<Interner>, text: &str) -> Result<Gc<Str>, OutOfMemory> {
    if let Some(s) = names.with(cx, |n| n.0.get(text.as_bytes()).copied()) {
        return Ok(s);
    }
    let number = cx.fresh_identity() as u32;
    let s = cx.alloc_with(Str { header: Header::NEW, number, bytes: Tail::NEW }, text.as_bytes())?;
    names.with_mut(cx, |n| n.0.insert(text.into(), s));
    Ok(s)
}

fn push(cx: &Mutator, list: Gc<List>, s: Gc<Str>) -> Result<(), OutOfMemory> {
    let (len, old) = (list.len.get(cx) as usize, list.items.get(cx));
    if len == old.len() {
        let new = cx.array::<RefArray<Str>>(len * 2 + 1)?;
        for (i, c) in old.cells(cx).iter().enumerate() {
            new.set(cx, i, c.get(cx)).unwrap();
        }
        list.items.set(cx, new);
    }
    list.items.get(cx).set(cx, len, s.into()).unwrap();
    list.len.set(cx, len as i64 + 1);
    Ok(())
}

#[test]
fn interned_strings_come_and_go() {
    for stress in [false, true] {
        let heap = Heap::new(HeapConfig { stress, ..HeapConfig::default() }, Default::default());
        let names = heap.root(Interner::default());
        let list = heap.alloc(List {
            header: Header::NEW,
            len: Mut::new(0),
            items: Mut::new(heap.array(0).unwrap()),
        });
        let list = Root::new(&heap, list);
        for i in 0..500 {
            let s = intern(&heap, &names, &format!("name {i}")).unwrap();
            if i % 5 == 0 {
                push(&heap, *list, s).unwrap();
            }
            if i % 50 == 49 {
                heap.collect(&mut |_| {});
            }
        }
        assert_eq!(names.with(&heap, |n| n.0.len()), 100);
        for i in 0..100 {
            let s = list.items.get(&heap).get(&heap, i).unwrap().get().unwrap();
            assert_eq!(s.bytes.as_slice(), format!("name {}", i * 5).as_bytes());
            assert_eq!(intern(&heap, &names, &format!("name {}", i * 5)), Ok(s));
        }
        assert_eq!(List::len.name(), "List.len");
        assert!(Str::number.descr().immutable);
    }
}
