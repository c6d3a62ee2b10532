//! What an exploration's witness has in memory.
//!
//! **Problem.** A load on a path is not done for real, but what the state that the exploration began with has there tells which way is likely.
//!
//! **Not promised.** That an element is the one asked for: where the index is none of the array's, another stands for it ([`Seen::exact`]).

use crate::heap::Heap;
use crate::machine::{direct, Access};

/// What the witness has at a place in memory.
pub(super) struct Seen {
    pub bits: u64,
    /// It is what the witness has; else another element of the array, as its index is none.
    pub exact: bool,
    pub is_tag: bool,
    /// Tags of the array's elements.
    pub tags: Vec<u64>,
}

/// Elements of an array that are looked at to learn its tags.
const TAGS_SEEN: u64 = 4096;

impl Seen {
    /// What is at a field, or at an element of an array; `None` if there is no such object.
    pub fn at(heap: &Heap, obj: u64, index: Option<u64>, a: Access) -> Option<Seen> {
        let room = heap.extent(obj)?;
        let inside = |i: u64| {
            let offset = i.checked_mul(a.stride.into()).and_then(|o| o.checked_add(a.offset.into()));
            offset.and_then(|o| o.checked_add(a.mem.bytes().into())).is_some_and(|end| end <= room.bytes)
        };
        let wanted = index.unwrap_or(0);
        let exact = inside(wanted);
        let i = if exact { wanted } else { 0 };
        if !inside(i) {
            return None;
        }
        let is_tag = index.is_some() && a.stride == 16 && u64::from(a.offset) == room.elements;
        // SAFETY: the heap says that an object of at least so many bytes lies there.
        let read = |i: u64| unsafe {
            match index {
                None => direct::load_field(obj, a),
                Some(_) => direct::load_elem(obj, i, a),
            }
        };
        let mut tags = Vec::new();
        if is_tag {
            let len = (room.bytes - room.elements) / 16;
            tags = (0..len.min(TAGS_SEEN)).map(read).collect();
            tags.sort_unstable();
            tags.dedup();
            // Room behind what a list holds.
            tags.retain(|&t| t != 0);
        }
        Some(Seen { bits: read(i), exact, is_tag, tags })
    }
}
