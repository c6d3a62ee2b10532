//! Maps: which short string keys a table has, and in which slot each of them is (its hidden class).
//!
//! **Invariants.** A map never changes: what key is where, and which map one gets by adding a key, are facts that traces may keep. Numbers of maps are
//! never reused. Maps form a tree; a child is kept alive by its tables (and by traces), not by its parent, and keeps its key and its parent alive.
//!
//! Maps in one line of descent share their list of keys: a map with `count` keys looks at the first `count`. Whoever adds a second child to a map
//! gets a list of its own.
//!
//! **Example.** `{}` has the root map; `t.x = 1; t.y = 2` leads to the map `x, y`, whose `index(y)` is 1.

use crate::string::Str;
use holloway::heap::{Cx, Gc, Header, Marker, OptGc, Own, Root, Trace, Weak};
use holloway::Object;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

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
    /// The table's string keys are in its hash part instead.
    pub is_dict: bool,
    /// The key added last.
    key: OptGc<Str>,
    parent: OptGc<Map>,
    data: Own<MapData>,
}

#[derive(Default)]
struct MapData {
    keys: Rc<RefCell<Keys>>,
    children: Vec<Weak<Map>>,
}

impl Trace for MapData {
    // Every key is the last one of some map on the way to the root, so it is marked there.
    fn trace(&self, m: &mut Marker<'_>) {
        self.children.iter().for_each(|c| c.trace(m));
    }
}

#[derive(Default, Clone)]
struct Keys {
    list: Vec<Gc<Str>>,
    index: HashMap<u64, u32, BuildHasherDefault<BitsHasher>>,
}

/// A hasher for addresses.
#[derive(Default)]
pub struct BitsHasher(u64);

impl Hasher for BitsHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(b.into()));
    }
    fn write_u64(&mut self, x: u64) {
        let h = (self.0 ^ x).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = h ^ h >> 32;
    }
}

impl Keys {
    fn push(&mut self, key: Gc<Str>) {
        self.list.push(key);
        let n = self.list.len();
        if n == SMALL + 1 {
            self.index = self.list.iter().enumerate().map(|(i, k)| (k.to_bits(), i as u32)).collect();
        } else if n > SMALL {
            self.index.insert(key.to_bits(), n as u32 - 1);
        }
    }
    fn find(&self, key: Gc<Str>) -> Option<u32> {
        if self.list.len() > SMALL {
            self.index.get(&key.to_bits()).copied()
        } else {
            self.list.iter().position(|&k| k == key).map(|i| i as u32)
        }
    }
}

impl Map {
    /// The slot of a key, by looking at the keys.
    fn find(&self, cx: &Cx, key: Gc<Str>) -> Option<u32> {
        self.data.with(cx, |d| d.keys.borrow().find(key)).filter(|&i| i < self.count)
    }
    /// Key number `i`.
    pub fn key_at(&self, cx: &Cx, i: usize) -> Option<Gc<Str>> {
        self.data.with(cx, |d| d.keys.borrow().list.get(i).copied()).filter(|_| i < self.count as usize)
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

/// The maps of a run time.
pub struct Maps {
    root: Root<Map>,
    dict: Root<Map>,
    next_id: Cell<u32>,
    known: Box<[Cell<Known>; KNOWN]>,
}

impl Maps {
    /// The root map and the one of dictionaries.
    pub fn new(cx: &Cx) -> Maps {
        let make = |id, is_dict| {
            let map = Map {
                header: Header::NEW,
                id,
                count: 0,
                is_dict,
                key: OptGc::NULL,
                parent: OptGc::NULL,
                data: Own::empty(),
            };
            Root::new(cx, cx.alloc(map))
        };
        // Map numbers begin at 1, so that a fresh entry of `known` matches none.
        let known = Box::new([const { Cell::new(Known { key: 0, map: 0, at: 0 }) }; KNOWN]);
        Maps { root: make(1, false), dict: make(2, true), next_id: Cell::new(3), known }
    }
    /// The map without keys.
    #[inline(always)]
    pub fn root(&self) -> Gc<Map> {
        *self.root
    }
    /// The map of tables that keep string keys in their hash part.
    #[inline(always)]
    pub fn dict(&self) -> Gc<Map> {
        *self.dict
    }
    /// The slot of a key. A fact: asking has no effect that anybody could see.
    #[inline(always)]
    pub fn index(&self, cx: &Cx, map: Gc<Map>, key: Gc<Str>) -> Option<u32> {
        let bits = key.to_bits();
        let place = &self.known[(bits >> 4 ^ u64::from(map.id).wrapping_mul(0x9E5)) as usize % KNOWN];
        let k = place.get();
        if k.key == bits && k.map == map.id {
            return k.at.checked_sub(1);
        }
        self.index_slow(cx, map, key, place)
    }
    #[cold]
    #[inline(never)]
    fn index_slow(&self, cx: &Cx, map: Gc<Map>, key: Gc<Str>, place: &Cell<Known>) -> Option<u32> {
        let found = map.find(cx, key);
        // A key that is absent now stays absent: if the string dies, a new one at its address is not in the map either.
        place.set(Known { key: key.to_bits(), map: map.id, at: found.map_or(0, |i| i + 1) });
        found
    }
    /// The map with one more key. A fact, too: the same answer each time while the map lives.
    pub fn with_key(&self, cx: &Cx, map: Gc<Map>, key: Gc<Str>) -> Gc<Map> {
        let child = |d: &MapData| {
            let it = d.children.iter().enumerate();
            it.filter_map(|(i, c)| Some((i, c.get(cx)?))).find(|(_, c)| c.key == OptGc::from(key))
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
        let id = self.next_id.get();
        self.next_id.set(id + 1);
        let made = cx.alloc(Map {
            header: Header::NEW,
            id,
            count: map.count + 1,
            is_dict: false,
            key: key.into(),
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
