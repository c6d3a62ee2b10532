//! Maps: which names an object has, and in which slot each of them is (its hidden class).
//!
//! An object holds a reference to its map and an array of values. Objects that got the same names in the same order share a map, so that a trace that has
//! guarded the map knows every slot.
//!
//! **Invariants.** A map never changes: what name is where, and which map one gets by adding a name, are facts that traces may keep. Numbers of maps are
//! never reused. Maps form trees; a child is kept alive by its objects (and by traces), not by its parent, and keeps its key and its parent alive.
//! Names are compared by address: they are to be interned.
//!
//! Maps in one line of descent share their list of keys: a map with `count` keys looks at the first `count`. Whoever adds a second child to a map
//! gets a list of its own.
//!
//! **Example.** From a root, `with_key(x)` and then `with_key(y)` lead to the map `x, y`, whose `index(y)` is 1. The same steps lead to the same map.

use crate::hash::AddressMap;
use holloway::heap::{Gc, Header, Mark, Marker, Mutator, OptGc, Own, RawSlot, Weak};
use holloway::machine::Kind;
use holloway::Object;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Lists of more keys have an index.
const SMALL: usize = 8;

/// A map.
#[derive(Object)]
#[repr(C)]
pub struct Map {
    header: Header,
    /// Never reused.
    pub id: u32,
    /// Number of keys.
    pub count: u32,
    /// What the language says of all maps of a tree: a kind, or a class.
    pub group: u32,
    /// The key added last.
    key: RawSlot,
    parent: OptGc<Map>,
    data: Own<MapData>,
}

impl Kind for Map {
    #[inline(always)]
    fn number(&self) -> u32 {
        self.id
    }
}

#[derive(Default)]
struct MapData {
    keys: Rc<RefCell<Keys>>,
    children: Vec<Weak<Map>>,
}

impl Mark for MapData {
    const PRIVATE: bool = true;

    // Every key is the last one of some map on the way to the root, so it is marked there.
    fn mark(&self, m: &mut Marker<'_>) {
        self.children.iter().for_each(|c| c.mark(m));
    }
}

#[derive(Default, Clone)]
struct Keys {
    list: Vec<RawSlot>,
    index: AddressMap<u32>,
}

impl Keys {
    fn push(&mut self, key: RawSlot) {
        self.list.push(key);
        let n = self.list.len();
        if n == SMALL + 1 {
            self.index = self.list.iter().enumerate().map(|(i, k)| (k.bits, i as u32)).collect();
        } else if n > SMALL {
            self.index.insert(key.bits, n as u32 - 1);
        }
    }
    fn find(&self, key: u64) -> Option<u32> {
        if self.list.len() > SMALL {
            self.index.get(&key).copied()
        } else {
            self.list.iter().position(|k| k.bits == key).map(|i| i as u32)
        }
    }
}

impl Map {
    /// The slot of a key, by looking at the keys; [`Maps::index`] remembers.
    pub fn find(&self, cx: &Mutator, key: RawSlot) -> Option<u32> {
        self.data.with(cx, |d| d.keys.borrow().find(key.bits)).filter(|&i| i < self.count)
    }
    /// Key number `i`.
    pub fn key_at(&self, cx: &Mutator, i: usize) -> Option<RawSlot> {
        self.data.with(cx, |d| d.keys.borrow().list.get(i).copied()).filter(|_| i < self.count as usize)
    }
    /// All keys, in order.
    pub fn keys(&self, cx: &Mutator) -> Vec<RawSlot> {
        self.data.with(cx, |d| d.keys.borrow().list[..self.count as usize].to_vec())
    }
}

/// A remembered answer of [`Maps::index`].
#[derive(Clone, Copy, Default)]
struct Known {
    key: u64,
    map: u32,
    /// Index + 1, or 0 for absent.
    at: u32,
}

const KNOWN: usize = 2048;

/// What a helper remembers at a place that asks for one key: where it was in the map asked last (an inline cache; Deutsch, Schiffman 1984). Interpreter code has [`holloway::machine::Site`]. As it is a fact
/// about that map, whose number no other one gets, there is nothing that could make it wrong.
#[derive(Debug, Default)]
pub struct Seen(Cell<(u32, u32)>);

impl Seen {
    /// Nothing yet.
    pub const fn nothing() -> Self {
        Seen(Cell::new((0, 0)))
    }
    /// What [`Maps::index`] says of the key in a map, if that is remembered.
    #[inline(always)]
    pub fn get(&self, map: Gc<Map>) -> Option<Option<u32>> {
        let (of, at) = self.0.get();
        (of == map.id).then(|| at.checked_sub(1))
    }
    /// Remembers it.
    pub fn set(&self, map: Gc<Map>, at: Option<u32>) {
        self.0.set((map.id, at.map_or(0, |i| i + 1)));
    }
}

/// The number of the next map, of whichever run time: what is remembered of a map may be kept where several of them come by.
static NEXT: AtomicU32 = AtomicU32::new(1);

/// The maps of a run time.
pub struct Maps {
    known: Box<[Cell<Known>; KNOWN]>,
}

impl Default for Maps {
    fn default() -> Self {
        // Map numbers begin at 1, so that a fresh entry of `known` matches none.
        Maps { known: Box::new([const { Cell::new(Known { key: 0, map: 0, at: 0 }) }; KNOWN]) }
    }
}

impl Maps {
    fn next_id() -> u32 {
        NEXT.fetch_add(1, Ordering::Relaxed)
    }
    /// A map without keys, the root of a tree of its own.
    pub fn root(&self, cx: &Mutator, group: u32) -> Gc<Map> {
        cx.alloc(Map {
            header: Header::NEW,
            id: Self::next_id(),
            count: 0,
            group,
            key: RawSlot::default(),
            parent: OptGc::NULL,
            data: Own::empty(),
        })
    }
    /// The slot of a key. A fact: asking has no effect that anybody could see.
    #[inline(always)]
    pub fn index(&self, cx: &Mutator, map: Gc<Map>, key: impl Into<RawSlot>) -> Option<u32> {
        let key: RawSlot = key.into();
        let place = &self.known[(key.bits >> 4 ^ u64::from(map.id).wrapping_mul(0x9E5)) as usize % KNOWN];
        let k = place.get();
        if k.key == key.bits && k.map == map.id {
            return k.at.checked_sub(1);
        }
        self.index_slow(cx, map, key, place)
    }
    #[cold]
    #[inline(never)]
    fn index_slow(&self, cx: &Mutator, map: Gc<Map>, key: RawSlot, place: &Cell<Known>) -> Option<u32> {
        let found = map.find(cx, key);
        // A key that is absent now stays absent: if the name dies, a new one at its address is not in the map either.
        place.set(Known { key: key.bits, map: map.id, at: found.map_or(0, |i| i + 1) });
        found
    }
    /// Whether a key leads to a map that is there already, or the map has less than `most` successors.
    pub fn leads(&self, cx: &Mutator, map: Gc<Map>, key: impl Into<RawSlot>, most: usize) -> bool {
        let bits = key.into().bits;
        map.data.with(cx, |d| {
            let live = || d.children.iter().filter_map(|c| c.get(cx));
            live().count() < most || live().any(|c| c.key.bits == bits)
        })
    }
    /// The map with one more key. A fact, too: the same answer each time while the map lives.
    pub fn with_key(&self, cx: &Mutator, map: Gc<Map>, key: impl Into<RawSlot>) -> Gc<Map> {
        let key: RawSlot = key.into();
        let child = |d: &MapData| {
            let it = d.children.iter().enumerate();
            it.filter_map(|(i, c)| Some((i, c.get(cx)?))).find(|(_, c)| c.key.bits == key.bits)
        };
        if let Some((i, found)) = map.data.with(cx, child) {
            if i > 4 {
                map.data.with_mut(cx, |d| d.children.swap(0, i));
            }
            return found;
        }
        let keys = map.data.with(cx, |d| d.keys.clone());
        let count = map.count as usize;
        let keys = if keys.borrow().list.len() == count {
            keys
        } else {
            let mut own = Keys::default();
            keys.borrow().list[..count].iter().for_each(|&k| own.push(k));
            Rc::new(RefCell::new(own))
        };
        keys.borrow_mut().push(key);
        let made = cx.alloc(Map {
            header: Header::NEW,
            id: Self::next_id(),
            count: map.count + 1,
            group: map.group,
            key,
            parent: map.into(),
            data: Own::new(MapData { keys, children: Vec::new() }),
        });
        map.data.with_mut(cx, |d| {
            d.children.retain(|c| c.get(cx).is_some());
            d.children.push(Weak::new(made));
        });
        made
    }
}
